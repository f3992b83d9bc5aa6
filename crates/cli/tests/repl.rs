//! The REPL on a pseudo-terminal, with keys as a person presses them.
//!
//! The test plays the terminal: it answers the editor's question where the cursor is, and
//! looks at the text without its colours. `setsid` gives the program a session in which
//! the pseudo-terminal sends signals.

#![cfg(target_os = "linux")]

mod support;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};
use support::{fresh_directory, root};

/// Far more than any answer needs, also where many tests share two cores.
const TIME_LIMIT: Duration = Duration::from_secs(120);

const UP: &str = "\x1b[A";
const CONTROL_C: &str = "\x03";
const CONTROL_D: &str = "\x04";

struct Terminal {
    child: Child,
    keys: File,
    screen: Arc<Screen>,
    /// What was seen already.
    seen: usize,
}

#[derive(Default)]
struct Screen {
    text: Mutex<String>,
    changed: Condvar,
}

impl Terminal {
    fn start(home: &Path) -> Terminal {
        let controller =
            openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudo-terminal");
        grantpt(&controller).expect("ours");
        unlockpt(&controller).expect("ours");
        let size = Winsize {
            ws_row: 50,
            ws_col: 200,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(&controller, size).expect("a size");
        let path = ptsname(&controller, Vec::new()).expect("a name");
        let device = OpenOptions::new()
            .read(true)
            .write(true)
            .custom_flags(rustix::fs::OFlags::NOCTTY.bits() as i32)
            .open(path.to_str().expect("ASCII"))
            .expect("the other side");
        let stream = || Stdio::from(device.try_clone().expect("a copy"));
        let child = Command::new("setsid")
            .args(["--ctty", "--wait", env!("CARGO_BIN_EXE_mound"), "repl"])
            .current_dir(root())
            .env("MOUND_HOME", home)
            .env("TERM", "xterm-256color")
            .stdin(stream())
            .stdout(stream())
            .stderr(stream())
            .spawn()
            .expect("setsid is part of every Linux");
        let keys = File::from(controller);
        let screen = Arc::new(Screen::default());
        let (input, answers) = (keys.try_clone(), keys.try_clone());
        let shown = screen.clone();
        std::thread::spawn(move || shown.fill(input.expect("a copy"), answers.expect("a copy")));
        Terminal {
            child,
            keys,
            screen,
            seen: 0,
        }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("it listens");
    }

    /// Waits until the text is on the screen, behind what was seen before.
    fn expect(&mut self, wanted: &str) {
        let deadline = Instant::now() + TIME_LIMIT;
        let mut text = self.screen.text.lock().expect("no panic");
        loop {
            if let Some(place) = text[self.seen..].find(wanted) {
                self.seen += place + wanted.len();
                return;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "no {wanted:?} in:\n{}", &text[self.seen..]);
            text = self
                .screen
                .changed
                .wait_timeout(text, left)
                .expect("no panic")
                .0;
        }
    }

    /// Types a line and waits for the answer and the next prompt.
    fn dialogue(&mut self, line: &str, answer: &str, prompt: &str) {
        self.press(line);
        self.press("\r");
        self.expect(answer);
        self.expect(prompt);
    }

    fn expect_end(mut self) {
        assert_eq!(self.child.wait().expect("it was started").code(), Some(0));
    }
}

impl Screen {
    /// Reads what the program writes until it ends.
    fn fill(&self, mut input: File, mut answers: File) {
        let mut bytes = [0; 4096];
        let mut pending = String::new();
        // Reading fails when nobody has the other side open any more.
        while let Ok(count) = input.read(&mut bytes) {
            pending.push_str(&String::from_utf8_lossy(&bytes[..count]));
            if pending.contains("\x1b[6n") {
                // Nobody waits for it any more if this fails.
                let _ = answers.write_all(b"\x1b[1;1R");
            }
            let (plain, rest) = without_escapes(&pending);
            pending = rest;
            self.text.lock().expect("no panic").push_str(&plain);
            self.changed.notify_all();
        }
    }
}

/// The text without escape sequences, and the beginning of one that is not complete.
fn without_escapes(text: &str) -> (String, String) {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(place) = rest.find('\x1b') {
        plain.push_str(&rest[..place]);
        rest = &rest[place..];
        let body = rest[1..].strip_prefix('[');
        let length = match body {
            Some(body) => body
                .find(|end: char| ('@'..='~').contains(&end))
                .map(|end| end + 3),
            None => rest[1..].chars().next().map(|next| 1 + next.len_utf8()),
        };
        let Some(length) = length else {
            return (plain, rest.to_owned());
        };
        rest = &rest[length..];
    }
    plain.push_str(rest);
    (plain, String::new())
}

#[test]
fn a_session_on_a_terminal() {
    let home = fresh_directory("repl");
    let mut terminal = Terminal::start(&home);
    terminal.expect("mound> ");
    terminal.dialogue("(+ 1 2)", "3\r\n", "mound> ");

    // A form goes on until its brackets are closed.
    terminal.press("(list 'a\r");
    terminal.expect("... ");
    terminal.dialogue("'b)", "(a b)\r\n", "mound> ");

    // A name is completed.
    terminal.press("(vector-leng\t");
    terminal.expect("vector-length");
    terminal.dialogue(" (vector 7 8 9 10 11))", "5\r\n", "mound> ");

    // Ctrl-C stops a form that runs, and one that waits, and nothing else.
    terminal.press("(define kept 77)\r");
    terminal.expect("mound> ");
    terminal.press("(begin (display (* 111 111)) (newline) (let spin () (spin)))\r");
    terminal.expect("12321\r\n");
    terminal.press(CONTROL_C);
    terminal.expect("interrupted");
    terminal.expect("mound [1]> ");
    terminal.press("(begin (display (* 1111 1111)) (newline) (?))\r");
    terminal.expect("1234321\r\n");
    terminal.press(CONTROL_C);
    terminal.expect("interrupted");
    terminal.expect("mound [2]> ");
    terminal.dialogue("kept", "77\r\n", "mound [2]> ");
    terminal.dialogue(",abort", "mound [1]> ", "");
    terminal.dialogue(",abort", "mound> ", "");

    // An error keeps the frames, which can be looked at.
    terminal.press("(define (inner x y) (+ (car x) y))\r");
    terminal.expect("mound> ");
    terminal.dialogue("(list (inner 505 'other))", "car", "mound [1]> ");
    terminal.dialogue(",bt", "inner", "mound [1]> ");
    terminal.dialogue(",abort", "mound> ", "");
    terminal.dialogue("(* 6 7)", "42\r\n", "mound> ");
    terminal.press(CONTROL_D);
    terminal.expect_end();

    // The next start knows the lines of this one.
    let mut terminal = Terminal::start(&home);
    terminal.expect("mound> ");
    terminal.press(UP);
    terminal.expect("(* 6 7)");
    terminal.dialogue("", "42\r\n", "mound> ");
    terminal.press(",quit\r");
    terminal.expect_end();
}
