//! What the commands themselves print. The program's output goes by the engine's console.

use crate::closed;
use crate::run::Failure;
use mound_engine::why;
use std::io::{ErrorKind, Write};
use std::sync::atomic::Ordering;

/// Prints text. If that fails the command ends, silently if nobody reads any more.
pub fn output(text: &str) -> Result<(), Failure> {
    written(|| std::io::stdout().write_all(text.as_bytes()))
}

/// Whether there was no standard output when the program began.
pub fn output_is_closed() -> bool {
    closed::OUTPUT.load(Ordering::Relaxed)
}

/// The same for what writes to standard output by itself.
pub fn written(write: impl FnOnce() -> std::io::Result<()>) -> Result<(), Failure> {
    if output_is_closed() {
        return Err(Failure {
            text: "error: cannot write standard output: it is closed\n".to_owned(),
            status: 1,
        });
    }
    let written = write().and_then(|()| std::io::stdout().flush());
    written.map_err(|error| Failure {
        text: match error.kind() {
            ErrorKind::BrokenPipe => String::new(),
            _ => format!("error: cannot write standard output: {}\n", why(&error)),
        },
        status: 1,
    })
}

/// Prints text on standard error. Where that is impossible, there is nowhere to say so.
pub fn error(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}
