//! Faults that mean nothing, each with its reason: what they change, no program can see, or
//! nothing says how it should be.
//!
//! They stand in `meaningless.txt`, with empty lines between them. A line that begins with `#` is
//! the reason of the faults up to the next such line. A fault is a line with the source, the
//! definition and the kind, and the lines of the source without and with it, as the report of a
//! sample shows them.

const LIST: &str = include_str!("meaningless.txt");

/// The sources and the changes in them.
fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    let blocks = LIST.split("\n\n").map(str::trim);
    blocks
        .filter(|block| !block.is_empty() && !block.starts_with('#'))
        .map(|block| block.split_once(": ").expect("a fault names its source"))
}

/// The changes in a source that mean nothing.
pub fn of(file: &str) -> Vec<&'static str> {
    let listed = all().filter(|(source, _)| *source == file);
    listed.map(|(_, change)| change).collect()
}

/// The entries that are not among these faults: each a source and a change.
pub fn stale(can_be_made: impl Fn(&str, &str) -> bool) -> Vec<String> {
    let stale = all().filter(|(file, change)| !can_be_made(file, change));
    stale
        .map(|(file, change)| format!("{file}: {change}"))
        .collect()
}
