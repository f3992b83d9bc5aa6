//! What is typed while nothing reads: during an evaluation the terminal keeps it, in whole lines.
//!
//! The editor would drop all behind the first of several such lines, since they end in the character
//! that means Ctrl-J to it. So they are taken before it begins. The terminal is raw by then, and stays so until the
//! editor ends: while it has its lines, a Ctrl-D is the end of one, which whoever reads may take for nothing.

use super::keys::Behind;
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyModifiers};
use crossterm::terminal;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Text that is taken at most, which is more than terminals keep; the rest stays with the terminal.
const BYTES_MAX: usize = 1 << 20;
/// What terminals keep.
const PIECE_BYTES: usize = 4096;

/// Text that was typed and not evaluated yet.
#[derive(Default)]
pub(super) struct Ahead {
    text: String,
    has_ended: bool,
    /// Ctrl-C was pressed: what was typed before it is not meant any more.
    interrupted: Arc<AtomicBool>,
    /// What was pressed behind Ctrl-C while the editor read.
    behind: Behind,
}

impl Ahead {
    /// Set when Ctrl-C is pressed during an evaluation.
    pub fn interrupted(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.interrupted)
    }

    /// Where the editor puts what is pressed behind Ctrl-C.
    pub fn behind(&self) -> Behind {
        self.behind.clone()
    }

    /// Takes what was typed since the editor ended, and leaves the terminal as the editor has it: raw.
    pub fn take(&mut self) -> std::io::Result<()> {
        if self.interrupted.swap(false, Ordering::AcqRel) {
            self.text.clear();
        }
        terminal::enable_raw_mode()?;
        let taken = self.press_keys().and_then(|()| self.press_bytes());
        if taken.is_err() {
            terminal::disable_raw_mode()?;
        }
        taken
    }

    /// What the editor has read and not used, and what it would read.
    fn press_keys(&mut self) -> std::io::Result<()> {
        for key in self.behind.take() {
            self.press(key);
        }
        while !self.has_ended && event::poll(Duration::ZERO)? {
            if let Event::Key(key) = event::read()? {
                self.press(key);
            }
        }
        Ok(())
    }

    /// What is left where there was more than `event` reads at once: it hears only of what comes after that.
    fn press_bytes(&mut self) -> std::io::Result<()> {
        let mut bytes = vec![0; PIECE_BYTES];
        while !self.has_ended && self.text.len() < BYTES_MAX && is_readable()? {
            let count = rustix::io::read(std::io::stdin(), &mut bytes)?;
            if count == 0 {
                self.has_ended = true;
            }
            for char in String::from_utf8_lossy(&bytes[..count]).chars() {
                if let Some(key) = key_of(char) {
                    self.press(key);
                }
            }
        }
        Ok(())
    }

    /// Whether Ctrl-D was pressed in an empty line, behind all that was typed.
    pub fn has_ended(&self) -> bool {
        self.has_ended && self.text.is_empty()
    }

    fn press(&mut self, key: KeyEvent) {
        if self.has_ended {
            return;
        }
        let with_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Enter => self.text.push('\n'),
            KeyCode::Char('j') if with_control => self.text.push('\n'),
            KeyCode::Char('c') if with_control => self.text.clear(),
            // A terminal that becomes raw behind a Ctrl-D has a zero byte in its place, the key Ctrl-Space.
            KeyCode::Char('d' | ' ') if with_control => self.has_ended = self.is_line_empty(),
            KeyCode::Char(char) if !with_control => self.text.push(char),
            KeyCode::Tab => self.text.push(' '),
            KeyCode::Backspace => {
                self.text.pop();
            }
            // Keys that move the cursor meant nothing where there was none.
            _ => {}
        }
    }

    fn is_line_empty(&self) -> bool {
        self.text.is_empty() || self.text.ends_with('\n')
    }

    /// The first lines that are complete together, if there are such lines.
    pub fn next(&mut self, is_complete: impl Fn(&str) -> bool) -> Option<String> {
        let ends = self.text.match_indices('\n').map(|(end, _)| end);
        let end = ends
            .into_iter()
            .find(|&end| is_complete(&self.text[..end]))?;
        let rest = self.text.split_off(end + 1);
        let mut lines = std::mem::replace(&mut self.text, rest);
        lines.pop();
        Some(lines)
    }

    /// The beginning of a form: the editor goes on with it.
    pub fn rest(&mut self) -> String {
        std::mem::take(&mut self.text)
    }
}

/// The key that sends a character.
fn key_of(char: char) -> Option<KeyEvent> {
    let control = |char| KeyEvent::new(KeyCode::Char(char), KeyModifiers::CONTROL);
    let plain = |code| KeyEvent::new(code, KeyModifiers::NONE);
    Some(match char {
        '\r' | '\n' => plain(KeyCode::Enter),
        '\t' => plain(KeyCode::Tab),
        '\u{8}' | '\u{7f}' => plain(KeyCode::Backspace),
        '\u{3}' => control('c'),
        '\0' | '\u{4}' => control('d'),
        char if char.is_control() => return None,
        char => plain(KeyCode::Char(char)),
    })
}

/// Whether the terminal has something to read.
fn is_readable() -> std::io::Result<bool> {
    let stdin = std::io::stdin();
    let mut waiting = [PollFd::new(&stdin, PollFlags::IN)];
    let now = Timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    match poll(&mut waiting, Some(&now)) {
        Ok(count) => Ok(count > 0),
        Err(Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_taken_as_they_are_complete() {
        let mut ahead = Ahead::default();
        for char in "(a\n b)\nc\u{8}λ\n(d".chars() {
            ahead.press(key_of(char).expect("it is a key"));
        }
        let closed = |text: &str| text.matches('(').count() == text.matches(')').count();
        assert_eq!(ahead.next(closed).as_deref(), Some("(a\n b)"));
        assert_eq!(ahead.next(closed).as_deref(), Some("λ"));
        assert_eq!(ahead.next(closed), None);
        assert_eq!(ahead.rest(), "(d");
    }

    #[test]
    fn control_d_ends_where_the_line_is_empty() {
        let control = |char| KeyEvent::new(KeyCode::Char(char), KeyModifiers::CONTROL);
        let mut ahead = Ahead::default();
        ahead.press(KeyEvent::new(KeyCode::Char('x'), KeyModifiers::NONE));
        ahead.press(control('d'));
        assert!(!ahead.has_ended, "it is in the middle of a line");
        ahead.press(control('c'));
        ahead.press(control('d'));
        assert!(ahead.has_ended());
        assert_eq!(ahead.rest(), "", "Ctrl-C forgets the line");
    }
}
