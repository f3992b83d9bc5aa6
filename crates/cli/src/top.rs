//! `mound top`: the table itself is Scheme, `lib/mound/top.scm`. Here is what only the
//! operating system can tell: the keys that are pressed and the size of the terminal.
//!
//! While the table is shown, the terminal gives each key at once and does not show it.
//! However `top` ends in order (its own key, the node that is lost, SIGINT, SIGTERM),
//! the terminal is then as it was before.

use crate::arguments::Order;
use crate::run::Failure;
use crate::signals;
use mound_engine::{Engine, Messenger, Options};
use rustix::termios::{
    LocalModes, OptionalActions, Termios, isatty, tcgetattr, tcgetwinsize, tcsetattr,
};
use signal_hook::consts::SIGWINCH;
use signal_hook::iterator::Signals;
use std::io::Read;

/// It sends the node what it wants to know, so any node can be looked at.
const PROGRAM: &str = "(import (mound top)) (top-command)";

/// The service that is told of keys and sizes.
const SERVICE: &str = "top";

/// Shows what the processes of a node do; returns the exit status.
pub fn top(node: &str, once: bool, interval: f64, count: usize, by: Order) -> Result<i32, Failure> {
    let by = match by {
        Order::Cpu => "cpu",
        Order::Memory => "memory",
        Order::Mailbox => "mailbox",
        Order::Oldest => "oldest",
    };
    let rounds = if once { "once" } else { "again" };
    let arguments = [
        "top".to_owned(),
        node.to_owned(),
        rounds.to_owned(),
        interval.max(0.1).to_string(),
        count.to_string(),
        by.to_owned(),
        size().unwrap_or_default(),
    ];
    let options = Options {
        command_line: arguments.to_vec(),
        ..Options::default()
    };
    let engine = Engine::start(options).map_err(Failure::node)?;
    signals::stop_when_asked(engine.stopper(), None).map_err(Failure::node)?;
    let keyboard = if once { None } else { Keyboard::open() };
    if keyboard.is_some() {
        start_thread("mound-keys", engine.messenger(), tell_keys)?;
    }
    if !once && size().is_some() {
        start_thread("mound-size", engine.messenger(), tell_sizes)?;
    }
    let status = engine
        .run_program("top", None, PROGRAM)
        .map_err(Failure::source);
    engine.shutdown();
    drop(keyboard);
    status
}

/// Columns and rows of the terminal that shows the output, if there is one.
fn size() -> Option<String> {
    let size = tcgetwinsize(std::io::stdout()).ok()?;
    // A terminal that does not know its size says 0.
    (size.ws_col > 0 && size.ws_row > 0).then(|| format!("{}x{}", size.ws_col, size.ws_row))
}

fn start_thread(
    name: &str,
    messenger: Messenger,
    tell: impl FnOnce(&Messenger) + Send + 'static,
) -> Result<(), Failure> {
    std::thread::Builder::new()
        .name(name.to_owned())
        .spawn(move || tell(&messenger))
        .map(drop)
        .map_err(|error| Failure::node(format!("cannot start a thread: {error}")))
}

fn tell_keys(messenger: &Messenger) {
    let mut keys = [0; 64];
    // Keys are single bytes. Without a keyboard any more, the table goes on.
    while let Ok(count @ 1..) = std::io::stdin().read(&mut keys) {
        for &key in &keys[..count] {
            messenger.tell(SERVICE, &char::from(key).to_string());
        }
    }
}

fn tell_sizes(messenger: &Messenger) {
    // Without the signal, the table keeps the size that it has.
    let Ok(mut changes) = Signals::new([SIGWINCH]) else {
        return;
    };
    for _ in changes.forever() {
        if let Some(size) = size() {
            messenger.tell(SERVICE, &size);
        }
    }
}

/// The terminal in its other mode, until it is dropped.
struct Keyboard {
    before: Termios,
}

impl Keyboard {
    /// Nothing if there is no terminal to read from, or none to show the table on.
    fn open() -> Option<Keyboard> {
        if !isatty(std::io::stdout()) {
            return None;
        }
        let before = tcgetattr(std::io::stdin()).ok()?;
        let mut immediate = before.clone();
        immediate
            .local_modes
            .remove(LocalModes::ICANON | LocalModes::ECHO);
        tcsetattr(std::io::stdin(), OptionalActions::Now, &immediate).ok()?;
        Some(Keyboard { before })
    }
}

impl Drop for Keyboard {
    fn drop(&mut self) {
        // Whoever has taken the terminal away needs it no more.
        let _ = tcsetattr(std::io::stdin(), OptionalActions::Flush, &self.before);
    }
}
