//! What the commands themselves print. The program's output goes by the engine's console.

use crate::run::Failure;
use std::io::{ErrorKind, Write};

/// Prints text. If that fails the command ends, silently if nobody reads any more.
pub fn output(text: &str) -> Result<(), Failure> {
    let mut stream = std::io::stdout().lock();
    let written = stream
        .write_all(text.as_bytes())
        .and_then(|()| stream.flush());
    written.map_err(|error| Failure {
        text: match error.kind() {
            ErrorKind::BrokenPipe => String::new(),
            _ => format!("error: cannot write standard output: {error}\n"),
        },
        status: 1,
    })
}

/// Prints text on standard error. Where that is impossible, there is nowhere to say so.
pub fn error(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}
