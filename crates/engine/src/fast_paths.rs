//! The fast paths of messages and processes, with that of calls, and which of them are taken.
//!
//! Each is a mode of a path that does without it, and what programs do does not depend on it. So the tests run
//! programs with some switched off.

use mound_process as process;
use std::str::FromStr;

/// A fast path, by the function that takes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FastPath {
    /// Who is woken or made, and is the next to run, is begun at once.
    BeginReceiver,
    /// Who waits while others are ready is given a message at once, too.
    WakeReceiver,
    /// Who waits or ends gives its place to the next one, in the middle of machine code.
    GivePlace,
    /// A new process begins in the place of one that has ended.
    FillVacancy,
    /// That process gets a block of memory that has grown.
    KeepGrown,
    /// A short list of immediates goes from the memory of its sender to that of its receiver.
    GiveList,
    /// A short list of immediates is frozen without a look for what is shared in it.
    FreezeList,
    /// Who sends to another node writes a small message itself, while the connection is quiet.
    WriteAtOnce,
    /// Who reads from a connection runs whom that has woken, in the place of a scheduler that sleeps.
    LendPlace,
    /// Spare schedulers run processes while others are held.
    Spares,
    /// Small procedures are copied to where they are called, by the compiler.
    Inline,
    /// Machine code calls the quick entries of primitives.
    QuickEntries,
}

const NAMES: [(&str, FastPath); 12] = [
    ("begin-receiver", FastPath::BeginReceiver),
    ("wake-receiver", FastPath::WakeReceiver),
    ("give-place", FastPath::GivePlace),
    ("fill-vacancy", FastPath::FillVacancy),
    ("keep-grown", FastPath::KeepGrown),
    ("give-list", FastPath::GiveList),
    ("freeze-list", FastPath::FreezeList),
    ("write-at-once", FastPath::WriteAtOnce),
    ("lend-place", FastPath::LendPlace),
    ("spares", FastPath::Spares),
    ("inline", FastPath::Inline),
    ("quick-entries", FastPath::QuickEntries),
];

impl FastPath {
    pub fn name(self) -> &'static str {
        let named = NAMES.iter().find(|(_, path)| *path == self);
        named.map_or("", |(name, _)| name)
    }
}

impl FromStr for FastPath {
    type Err = String;

    fn from_str(text: &str) -> Result<FastPath, String> {
        let named = NAMES.iter().find(|(name, _)| *name == text);
        named.map(|(_, path)| *path).ok_or_else(|| {
            let names = NAMES.map(|(name, _)| name);
            format!("the fast paths are {}", names.join(", "))
        })
    }
}

/// Which are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Taken {
    pub(crate) by_schedulers: process::FastPaths,
    pub(crate) keep_grown: bool,
    pub(crate) give_list: bool,
    pub(crate) freeze_list: bool,
    pub(crate) write_at_once: bool,
    pub(crate) lend_place: bool,
    pub(crate) spares: bool,
    pub(crate) inline: bool,
    pub(crate) quick_entries: bool,
}

impl Taken {
    /// All but some.
    pub(crate) fn without(paths: &[FastPath]) -> Taken {
        let takes = |path| !paths.contains(&path);
        Taken {
            by_schedulers: process::FastPaths {
                begin: takes(FastPath::BeginReceiver),
                wake: takes(FastPath::WakeReceiver),
                exchange: takes(FastPath::GivePlace),
                reuse: takes(FastPath::FillVacancy),
            },
            keep_grown: takes(FastPath::KeepGrown),
            give_list: takes(FastPath::GiveList),
            freeze_list: takes(FastPath::FreezeList),
            write_at_once: takes(FastPath::WriteAtOnce),
            lend_place: takes(FastPath::LendPlace),
            spares: takes(FastPath::Spares),
            inline: takes(FastPath::Inline),
            quick_entries: takes(FastPath::QuickEntries),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_means_one_path() {
        for (name, path) in NAMES {
            assert_eq!((name.parse(), path.name()), (Ok(path), name));
            let all = Taken::without(&[]);
            let without = Taken::without(&[path]);
            let count = |text: String| text.matches("true").count();
            assert_eq!(count(format!("{all:?}")), NAMES.len());
            assert_eq!(count(format!("{without:?}")), NAMES.len() - 1);
        }
        let unknown = "give-lists".parse::<FastPath>();
        assert!(unknown.is_err_and(|why| why.contains("spares, inline, quick-entries")));
    }
}
