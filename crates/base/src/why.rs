//! Errors of the operating system in plain words.

use std::io::{Error, ErrorKind};

/// What went wrong, in words for people.
pub fn why(error: &Error) -> String {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the kinds of errors are not all known: the enum is open"
    )]
    let words = match error.kind() {
        ErrorKind::NotFound => "no such file or directory",
        ErrorKind::PermissionDenied => "permission denied",
        ErrorKind::AlreadyExists => "it exists already",
        ErrorKind::IsADirectory => "it is a directory",
        ErrorKind::NotADirectory => "a part of the path is no directory",
        ErrorKind::DirectoryNotEmpty => "the directory is not empty",
        ErrorKind::StorageFull => "no space is left",
        ErrorKind::ReadOnlyFilesystem => "the file system is read-only",
        ErrorKind::ConnectionRefused => "connection refused",
        ErrorKind::ConnectionReset => "the connection was reset",
        ErrorKind::ConnectionAborted => "the connection was aborted",
        ErrorKind::BrokenPipe => "nobody reads any more",
        ErrorKind::AddrInUse => "the address is in use",
        ErrorKind::AddrNotAvailable => "the address is not of this machine",
        ErrorKind::TimedOut => "the time is up",
        _ => "",
    };
    if !words.is_empty() {
        return words.to_owned();
    }
    let text = error.to_string();
    if text.starts_with("failed to lookup address information") {
        return "no machine of this name is known".to_owned();
    }
    let text = match text.find(" (os error") {
        Some(end) => &text[..end],
        None => &text,
    };
    text.to_owned()
}
