//! A program on a pseudo-terminal, with keys as a person presses them.
//!
//! The test plays the terminal: it answers a line editor's question where the cursor is, and
//! looks at the text without its colours. `setsid` gives the program a session in which
//! the pseudo-terminal sends signals.

use super::root;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

/// Far more than any answer needs, also where many tests share two cores.
const TIME_LIMIT: Duration = Duration::from_secs(120);

pub const UP: &str = "\x1b[A";
pub const CONTROL_C: &str = "\x03";
pub const CONTROL_D: &str = "\x04";

/// Runs a command as a shell does, and shows how it has left the terminal.
const IN_SHELL: &str = r#"trap : INT; "$@"; status=$?
echo; echo modes afterwards; stty -a; echo end of modes; exit $status"#;

pub struct Terminal {
    child: Child,
    keys: File,
    screen: Arc<Screen>,
    /// What was seen already.
    seen: usize,
}

fn size(rows: u16, columns: u16) -> Winsize {
    Winsize {
        ws_row: rows,
        ws_col: columns,
        ws_xpixel: 0,
        ws_ypixel: 0,
    }
}

#[derive(Default)]
struct Screen {
    text: Mutex<String>,
    changed: Condvar,
}

impl Terminal {
    /// Starts `mound` with these arguments on a terminal of 50 rows and 200 columns.
    pub fn start(arguments: &[&str], home: &Path) -> Terminal {
        Terminal::start_with(arguments, home, &[])
    }

    /// The same with variables in its environment.
    pub fn start_with(arguments: &[&str], home: &Path, variables: &[(&str, &str)]) -> Terminal {
        // A child that had it would never hear that the test has ended.
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
        let controller = openpt(flags).expect("a pseudo-terminal");
        grantpt(&controller).expect("ours");
        unlockpt(&controller).expect("ours");
        tcsetwinsize(&controller, size(50, 200)).expect("a size");
        let path = ptsname(&controller, Vec::new()).expect("a name");
        let device = OpenOptions::new()
            .read(true)
            .write(true)
            .custom_flags(rustix::fs::OFlags::NOCTTY.bits() as i32)
            .open(path.to_str().expect("ASCII"))
            .expect("the other side");
        let stream = || Stdio::from(device.try_clone().expect("a copy"));
        let child = Command::new("setsid")
            .args(["--ctty", "--wait", "sh", "-c", IN_SHELL, "sh"])
            .arg(env!("CARGO_BIN_EXE_mound"))
            .args(arguments)
            .current_dir(root())
            .env("MOUND_HOME", home)
            .env("TERM", "xterm-256color")
            .envs(variables.iter().copied())
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

    pub fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("it listens");
    }

    /// Waits until the text is on the screen, behind what was seen before.
    pub fn expect(&mut self, wanted: &str) {
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

    /// Waits until the program has ended, with this status, and has left the terminal in the
    /// mode in which it found it.
    pub fn expect_end(mut self, status: i32) {
        self.expect("modes afterwards");
        let modes = self.until("end of modes");
        let ended = self.child.wait().expect("it was started");
        let text = self.screen.text.lock().expect("no panic");
        assert_eq!(ended.code(), Some(status), "{text}");
        let modes: Vec<&str> = modes.split_whitespace().collect();
        for mode in ["icanon", "echo", "isig", "opost"] {
            assert!(modes.contains(&mode), "no {mode} in {modes:?}");
        }
    }

    /// Gives the window another size, of which the program is told by a signal.
    pub fn resize(&self, rows: u16, columns: u16) {
        tcsetwinsize(&self.keys, size(rows, columns)).expect("a size");
    }

    /// Forgets what was shown until now.
    pub fn skip(&mut self) {
        self.seen = self.screen.text.lock().expect("no panic").len();
    }

    /// Text behind what was seen before, up to the wanted text.
    pub fn until(&mut self, wanted: &str) -> String {
        let start = self.seen;
        self.expect(wanted);
        let text = self.screen.text.lock().expect("no panic");
        text[start..self.seen].to_owned()
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
