//! What one process may take, and what happens when it wants more.
//!
//! A process that may handle the end of its memory (`when-heap-full` is `raise`)
//! is lent a reserve when a collection finds too much alive, and a condition of
//! kind `memory` is raised in it, once. When a later collection finds it well within
//! its limit, the reserve is whole again. One that needs more than that dies.
//!
//! The limit of a mailbox is kept by [`crate::mailbox`] and by the queue of the
//! process. Not here: the budget of all processes together (`heap::budget`).

use crate::condition::{CONDITION_WORDS, ConditionKind, Raise};
use crate::context::{Context, Pending};
use crate::flags::LIMITED;
use crate::mailbox::MailboxLimit;
use mound_heap::heap::{OutOfMemory, Shortage};

/// Least reserve, in words (32 KiB): for a handler, and for what it prints. Of a large one,
/// up to a half is what was allocated before the collection that saw it.
const RESERVE_WORDS_MIN: usize = 4096;
/// Else the reserve is this part of the limit.
const RESERVE_PART: usize = 4;

/// The reserve is whole again when this part of the limit is free: who only just keeps it, as a
/// handler may for a moment, is not told of the same once more.
const TAKEN_BACK_PART: usize = 16;

/// A heap without a limit.
pub const UNLIMITED: usize = usize::MAX;

/// The limits of a process; `None` is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Bytes of its heap and stack, and of shared data that it holds; [`UNLIMITED`] is as much as there
    /// is, `None` what processes may have that are given no limit (`heap::budget::share`).
    pub heap: Option<usize>,
    pub when_heap_full: WhenHeapFull,
    /// Messages that wait.
    pub mailbox: Option<usize>,
    /// Bytes of the data of messages that wait, each counted for itself.
    pub mailbox_bytes: Option<usize>,
    pub when_mailbox_full: WhenMailboxFull,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum WhenHeapFull {
    /// It dies.
    #[default]
    Kill,
    /// A condition is raised in it.
    Raise,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum WhenMailboxFull {
    /// The process dies.
    #[default]
    Kill,
    /// New messages are lost, and where they are missing a receive raises a condition.
    Raise,
    /// New messages are lost.
    DropNewest,
    /// The oldest are lost.
    DropOldest,
    /// Whoever sends waits until there is room.
    Suspend,
}

/// What a limit is set to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting<'a> {
    None,
    Number(usize),
    Word(&'a str),
}

impl Limits {
    /// Sets the limit or policy of this name; else tells what is wrong.
    pub fn set(&mut self, name: &str, setting: Setting<'_>) -> Result<(), String> {
        let wanted = |what: &str| format!("{name} must be {what}");
        let number = match setting {
            Setting::None => Ok(None),
            Setting::Number(number) if number > 0 => Ok(Some(number)),
            Setting::Word("none") => Ok(None),
            Setting::Number(_) | Setting::Word(_) => {
                Err(wanted("a number greater than 0, none, or #f"))
            }
        };
        match (name, setting) {
            ("heap", Setting::Word("none")) => self.heap = Some(UNLIMITED),
            ("heap", _) => self.heap = number?,
            ("mailbox", _) => self.mailbox = number?,
            ("mailbox-bytes", _) => self.mailbox_bytes = number?,
            ("when-heap-full", Setting::Word("kill")) => self.when_heap_full = WhenHeapFull::Kill,
            ("when-heap-full", Setting::Word("raise")) => self.when_heap_full = WhenHeapFull::Raise,
            ("when-heap-full", _) => return Err(wanted("kill or raise")),
            ("when-mailbox-full", setting) => {
                self.when_mailbox_full = match setting {
                    Setting::Word("kill") => WhenMailboxFull::Kill,
                    Setting::Word("raise") => WhenMailboxFull::Raise,
                    Setting::Word("drop-newest") => WhenMailboxFull::DropNewest,
                    Setting::Word("drop-oldest") => WhenMailboxFull::DropOldest,
                    Setting::Word("suspend") => WhenMailboxFull::Suspend,
                    _ => {
                        return Err(wanted("kill, raise, drop-newest, drop-oldest or suspend"));
                    }
                }
            }
            _ => {
                return Err(format!(
                    "{name} is not heap, mailbox, mailbox-bytes, when-heap-full or when-mailbox-full"
                ));
            }
        }
        Ok(())
    }

    /// The limits that there are, by name, with their policies.
    pub fn entries(&self) -> Vec<(&'static str, Setting<'static>)> {
        let number = |name, limit: Option<usize>| limit.map(|limit| (name, Setting::Number(limit)));
        let heap_limit = self.heap.map(|limit| match limit {
            UNLIMITED => ("heap", Setting::Word("none")),
            limit => ("heap", Setting::Number(limit)),
        });
        let heap = self.heap.map(|_| {
            let word = match self.when_heap_full {
                WhenHeapFull::Kill => "kill",
                WhenHeapFull::Raise => "raise",
            };
            ("when-heap-full", Setting::Word(word))
        });
        let mailbox = self.mailbox_limit().map(|limit| {
            let word = match limit.when_full {
                WhenMailboxFull::Kill => "kill",
                WhenMailboxFull::Raise => "raise",
                WhenMailboxFull::DropNewest => "drop-newest",
                WhenMailboxFull::DropOldest => "drop-oldest",
                WhenMailboxFull::Suspend => "suspend",
            };
            ("when-mailbox-full", Setting::Word(word))
        });
        let entries = [
            heap_limit,
            heap,
            number("mailbox", self.mailbox),
            number("mailbox-bytes", self.mailbox_bytes),
            mailbox,
        ];
        entries.into_iter().flatten().collect()
    }

    pub fn mailbox_limit(&self) -> Option<MailboxLimit> {
        let limited = self.mailbox.is_some() || self.mailbox_bytes.is_some();
        limited.then(|| MailboxLimit {
            messages: self.mailbox.unwrap_or(usize::MAX),
            bytes: self.mailbox_bytes.unwrap_or(usize::MAX),
            when_full: self.when_mailbox_full,
        })
    }
}

/// As the command line takes them.
impl std::fmt::Display for Limits {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, (name, setting)) in self.entries().into_iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            match setting {
                Setting::None => write!(formatter, "{comma}{name}=none")?,
                Setting::Number(number) => write!(formatter, "{comma}{name}={number}")?,
                Setting::Word(word) => write!(formatter, "{comma}{name}={word}")?,
            }
        }
        Ok(())
    }
}

/// The limits of a process that has some.
#[derive(Debug, Default)]
pub(crate) struct Limited {
    limits: Limits,
    /// Words of the reserve, if it is in use.
    lent: usize,
    /// The condition is still to be raised.
    owed: bool,
    /// Messages are being taken in: nothing can be raised.
    receiving: bool,
    /// The mailbox was full, and the process is to die of that.
    overflowed: bool,
}

impl Context {
    /// Sets the limits of the process.
    pub fn set_limits(&mut self, limits: Limits) {
        self.heap.set_limit(words_of(&limits));
        self.mailbox.set_limit(limits.mailbox_limit());
        let limited = limits != Limits::default();
        self.set_flags(LIMITED, limited);
        if limited {
            self.rare().limited = Some(Limited {
                limits,
                ..Limited::default()
            });
        } else if let Some(rare) = &mut self.rare {
            rare.limited = None;
        }
    }

    #[inline]
    fn limited(&self) -> Option<&Limited> {
        self.rare.as_ref()?.limited.as_ref()
    }

    fn limited_mut(&mut self) -> Option<&mut Limited> {
        self.rare.as_mut()?.limited.as_mut()
    }

    pub fn limits(&self) -> Limits {
        self.limited()
            .map_or(Limits::default(), |limited| limited.limits)
    }

    #[inline]
    pub fn is_limited(&self) -> bool {
        self.has_flags(LIMITED)
    }

    /// Does something for which the limit of the heap does not count.
    pub fn without_limit<T>(&mut self, action: impl FnOnce(&mut Context) -> T) -> T {
        if self.heap.limit().is_none() {
            return action(self);
        }
        self.heap.set_limit(None);
        let result = action(self);
        self.apply_limit();
        result
    }

    fn apply_limit(&mut self) {
        let limit = self.limited().and_then(|limited| {
            words_of(&limited.limits).map(|limit| limit.saturating_add(limited.lent))
        });
        self.heap.set_limit(limit);
    }

    /// Says whether messages are being taken in.
    pub fn set_receiving(&mut self, receiving: bool) {
        if let Some(limited) = self.limited_mut() {
            limited.receiving = receiving;
        }
    }

    /// The mailbox was full, and the process is to die of that.
    pub fn overflow(&mut self) {
        if let Some(limited) = self.limited_mut() {
            limited.overflowed = true;
        }
    }

    /// Whether the process is to die because its mailbox was full; asked once.
    pub(crate) fn take_overflow(&mut self) -> bool {
        let limited = self.limited_mut();
        limited.is_some_and(|limited| std::mem::take(&mut limited.overflowed))
    }

    /// The condition of a full mailbox.
    pub fn mailbox_full(&mut self, message: &str) -> Raise {
        let text = match self.mailbox.limit() {
            Some(limit) => format!("{message}: it may hold {limit}"),
            None => message.to_owned(),
        };
        self.condition(ConditionKind::Mailbox, None, &text, &[])
    }

    /// A collection has found room. If that is in the reserve, the process may be well within its
    /// limit again.
    #[inline]
    pub(crate) fn found_room(&mut self) {
        if self.limited().is_some_and(|limited| limited.lent > 0) {
            self.look_at_reserve();
        }
    }

    #[cold]
    fn look_at_reserve(&mut self) {
        let usage = self.memory_usage();
        let used = usage.heap_words + usage.stack_words + usage.shared_words;
        let Some(limited) = self.limited_mut() else {
            return;
        };
        let limit = words_of(&limited.limits).unwrap_or(usize::MAX);
        if used <= limit - limit / TAKEN_BACK_PART {
            (limited.lent, limited.owed) = (0, false);
            self.apply_limit();
        }
    }

    /// Between two turns: raises the condition that is owed, where the process stands.
    pub fn raise_owed(&mut self) {
        let owed = self.limited().is_some_and(|limited| limited.owed);
        let stands = match self.pending {
            Pending::Run | Pending::Enter(_) => true,
            Pending::Primitive { .. } | Pending::Suspended { .. } | Pending::Receive { .. } => {
                self.request.is_none()
            }
            Pending::UnfinishedLeaf
            | Pending::UnfinishedControl { .. }
            | Pending::Deliver
            | Pending::Over
            | Pending::Died => false,
        };
        if !owed || !stands {
            return;
        }
        if let Some(limited) = self.limited_mut() {
            limited.owed = false;
        }
        let text = self.heap.over_limit(self.heap.size_words()).to_string();
        let raise = self.condition(ConditionKind::Memory, None, &text, &[]);
        if self.is_fatal(raise) {
            return self.starve();
        }
        let count = match self.pending {
            Pending::Run => self.fault(raise),
            _ => self.signal_in_place(raise),
        };
        self.pending = Pending::Enter(count);
    }

    /// After a collection that was refused: lends the reserve if the process may have it and has
    /// it not, and collects once more. What is raised then is an ordinary condition.
    #[cold]
    pub(crate) fn go_beyond(
        &mut self,
        refusal: OutOfMemory,
        low_words: usize,
        need: usize,
    ) -> Result<(), Raise> {
        let Shortage::Process { limit } = refusal.shortage else {
            return Err(self.no_memory(refusal));
        };
        let lends = |limited: &Limited| {
            limited.limits.when_heap_full == WhenHeapFull::Raise && limited.lent == 0
        };
        if !self.limited().is_some_and(lends) {
            return Err(self.no_memory(refusal));
        }
        let text = refusal.to_string();
        let reserve = (limit / RESERVE_PART).max(RESERVE_WORDS_MIN);
        self.heap.set_limit(Some(limit + reserve));
        let room = need + CONDITION_WORDS + text.len();
        if let Err(refusal) = self.collect_once(low_words, room) {
            return Err(self.no_memory(refusal));
        }
        let Some(limited) = self.limited_mut() else {
            return Ok(());
        };
        limited.lent += reserve;
        limited.owed = limited.receiving;
        match limited.receiving {
            true => Ok(()),
            false => Err(self.condition(ConditionKind::Memory, None, &text, &[])),
        }
    }
}

fn words_of(limits: &Limits) -> Option<usize> {
    limits.heap.map(|bytes| bytes.div_ceil(8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_is_told() {
        let mut limits = Limits::default();
        assert_eq!(limits.entries(), []);
        let settings = [
            ("heap", Setting::Number(1000)),
            ("when-heap-full", Setting::Word("raise")),
            ("mailbox", Setting::Number(10)),
            ("mailbox-bytes", Setting::Number(2000)),
            ("when-mailbox-full", Setting::Word("drop-oldest")),
        ];
        for (name, setting) in settings {
            assert_eq!(limits.set(name, setting), Ok(()));
        }
        assert_eq!(limits.entries(), settings);
        assert_eq!(limits.set("heap", Setting::Word("none")), Ok(()));
        assert_eq!(limits.heap, Some(UNLIMITED));
        assert_eq!(limits.entries()[0], ("heap", Setting::Word("none")));
        assert_eq!(limits.set("heap", Setting::None), Ok(()));
        assert_eq!(limits.entries(), settings[2..]);
    }

    #[test]
    fn each_policy_is_set_and_told() {
        let policies = [
            ("heap", "when-heap-full", &["kill", "raise"][..]),
            (
                "mailbox",
                "when-mailbox-full",
                &["kill", "raise", "drop-newest", "drop-oldest", "suspend"],
            ),
        ];
        for (limited, name, words) in policies {
            let mut limits = Limits::default();
            assert_eq!(limits.set(limited, Setting::Number(10)), Ok(()));
            for word in words {
                assert_eq!(limits.set(name, Setting::Word(word)), Ok(()));
                let told = limits.entries();
                let told: Vec<_> = told.iter().filter(|entry| entry.0 == name).collect();
                assert_eq!(told, [&(name, Setting::Word(word))]);
            }
            let other = limits.set(name, Setting::Word("suspends"));
            assert!(other.unwrap_err().contains(words[0]));
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let mut limits = Limits::default();
        assert!(limits.set("heap", Setting::Number(0)).is_err());
        assert!(
            limits
                .set("when-heap-full", Setting::Word("drop-oldest"))
                .is_err()
        );
        assert!(limits.set("when-mailbox-full", Setting::Number(3)).is_err());
        assert!(limits.set("stack", Setting::Number(3)).is_err());
        assert_eq!(limits, Limits::default());
    }
}
