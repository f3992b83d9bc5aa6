//! Errors of the operating system as conditions.

use mound_machine::Reply;
pub use mound_session::why;
use std::io::{Error, ErrorKind};

/// The reply that raises `file`: "cannot WHAT NAME: WHY".
pub fn failure(what: &str, name: &str, error: &Error) -> Reply {
    let kind = match error.kind() {
        ErrorKind::TimedOut => "timeout",
        _ => "file",
    };
    crate::requests::raise(kind, format!("cannot {what} {name}: {}", why(error)))
}
