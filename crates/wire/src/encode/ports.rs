//! Ports of strings and bytevectors in a message, for the error.
//!
//! Such a port is memory of its process: what arrives is a frozen copy that nobody can read from or write to.
//! In a condition it passes, as one of the things that the error was about, and in a continuation too, since who
//! goes on with that gets copies of his own that can be changed.

use super::path;
use crate::error::EncodeError;
use mound_heap::Value;
use mound_heap::layout::Kind;
use mound_heap::object::kind_of;
use mound_machine::port;

/// Why `root`, which has ports ([`super::Encoded::has_ports`]), is no message; `None` if it is one all the same.
pub fn port_of_no_use(root: Value) -> Option<EncodeError> {
    let passes = |value| {
        matches!(
            kind_of(value),
            Some(Kind::Condition | Kind::Continuation | Kind::Chunk)
        )
    };
    let is_culprit = |value| port::memory_of(value).is_some();
    let (culprit, path) = path::find(root, is_culprit, |value| !passes(value))?;
    let memory = port::memory_of(culprit)?;
    Some(EncodeError::Port { path, memory })
}
