//! Who holds much of the budget of all processes, and who of them ends when it is used up.
//!
//! The process that is refused memory is often not the one that has it: a mailbox that is flooded
//! grows by what others send. So who is refused something does not die if another process holds far
//! more; that one does ([`relieve`]), and the budget may be passed a little until it has.
//!
//! A heap enters itself after a collection that finds more than `budget::much_bytes` in it, and is
//! in the table until it is freed. What counts is what would be free after its end: its block and old
//! memory, the room of its mailbox, and of each fragment a part, as many parts as there are references to it.
//!
//! The table is bounded by the budget: each entry had one part in 64 of it when it was made, and
//! goes with its heap. Without a limit of memory nobody enters.

use crate::budget;
use crate::heap::Bytes;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

/// Who is refused something is spared if another holds so many times as much.
const FAR_MORE: usize = 2;
/// One part in so many of the budget may be used beyond it while somebody ends.
const WHILE_ENDING_PARTS: usize = 8;
/// Holders that are told of in a report.
const TOLD_MAX: usize = 5;

static TABLE: Mutex<Vec<Weak<Holding>>> = Mutex::new(Vec::new());

/// The process that a heap belongs to, as far as this crate knows one.
pub trait Owner: Send + Sync {
    /// For reports.
    fn name(&self) -> String;
    /// Ends it soon, since it holds most of what all have: that is what `report` says.
    fn end(&self, report: String);
}

/// An entry of the table.
pub(crate) struct Holding {
    bytes: AtomicUsize,
    /// Messages that wait for the process.
    messages: AtomicUsize,
    is_ending: AtomicBool,
    owner: OnceLock<Box<dyn Owner>>,
}

impl std::fmt::Debug for Holding {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Holding({})", self.bytes())
    }
}

impl Holding {
    /// A new entry.
    pub(crate) fn enter() -> Arc<Holding> {
        let holding = Arc::new(Holding {
            bytes: AtomicUsize::new(0),
            messages: AtomicUsize::new(0),
            is_ending: AtomicBool::new(false),
            owner: OnceLock::new(),
        });
        let mut table = table();
        table.retain(|entry| entry.strong_count() > 0);
        table.push(Arc::downgrade(&holding));
        holding
    }

    pub(crate) fn update(&self, bytes: usize, messages: usize) {
        self.bytes.store(bytes, Ordering::Relaxed);
        self.messages.store(messages, Ordering::Relaxed);
    }

    pub(crate) fn is_owned(&self) -> bool {
        self.owner.get().is_some()
    }

    pub(crate) fn set_owner(&self, owner: Box<dyn Owner>) {
        // The first one stays.
        let _ = self.owner.set(owner);
    }

    fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    fn line(&self) -> String {
        let name = self.owner.get().map_or(String::new(), |owner| owner.name());
        let held = Bytes(self.bytes());
        match self.messages.load(Ordering::Relaxed) {
            0 => format!("{name}: {held}"),
            1 => format!("{name}: {held}, with 1 message that waits"),
            messages => format!("{name}: {held}, with {messages} messages that wait"),
        }
    }
}

fn table() -> MutexGuard<'static, Vec<Weak<Holding>>> {
    TABLE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// All that have an owner, who holds most first.
fn holders() -> Vec<Arc<Holding>> {
    let mut holders: Vec<Arc<Holding>> = table().iter().filter_map(Weak::upgrade).collect();
    holders.retain(|holding| holding.is_owned());
    holders.sort_by_key(|holding| std::cmp::Reverse(holding.bytes()));
    holders
}

/// Somebody who has `held` bytes was refused more: whether somebody else, who has far more, ends for that.
/// Then the refused may go beyond the budget ([`budget::beyond`]), and is to leave the other time to end.
pub fn relieve(held: usize) -> bool {
    let Some(limit) = budget::limit() else {
        return false;
    };
    if budget::used() > limit.saturating_add(limit / WHILE_ENDING_PARTS) {
        return false;
    }
    let holders = holders();
    if holders
        .iter()
        .any(|one| one.is_ending.load(Ordering::Relaxed))
    {
        return true;
    }
    let most = holders.first();
    let Some(most) = most.filter(|most| most.bytes() / FAR_MORE > held) else {
        return false;
    };
    if !most.is_ending.swap(true, Ordering::Relaxed)
        && let Some(owner) = most.owner.get()
    {
        let (has, limit) = (Bytes(most.bytes()), Bytes(limit));
        let mut report =
            format!("out of memory: the process has {has}, the limit of all processes is {limit}");
        for line in lines(&holders) {
            report.push_str("; ");
            report.push_str(&line);
        }
        owner.end(report);
    }
    true
}

/// Who holds most, a line each.
pub fn summary() -> Vec<String> {
    lines(&holders())
}

fn lines(holders: &[Arc<Holding>]) -> Vec<String> {
    let told = holders.iter().take(TOLD_MAX);
    told.map(|holding| holding.line()).collect()
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    struct Named(&'static str, Arc<Mutex<Vec<String>>>);

    impl Owner for Named {
        fn name(&self) -> String {
            self.0.to_owned()
        }

        fn end(&self, report: String) {
            let mut ended = self.1.lock().unwrap_or_else(PoisonError::into_inner);
            ended.push(format!("{}: {report}", self.0));
        }
    }

    #[test]
    fn who_holds_most_is_first_and_goes_with_its_entry() {
        let ended = Arc::new(Mutex::default());
        let enter = |name, bytes, messages| {
            let holding = Holding::enter();
            holding.update(bytes, messages);
            holding.set_owner(Box::new(Named(name, Arc::clone(&ended))));
            holding
        };
        let nobody = Holding::enter();
        nobody.update(1 << 40, 0);
        let little = enter("little", 5_000_000, 0);
        let much = enter("much", 90_000_000, 2);
        assert_eq!(
            summary(),
            ["much: 90 MB, with 2 messages that wait", "little: 5.0 MB"]
        );
        drop(much);
        assert_eq!(summary(), ["little: 5.0 MB"]);
        drop((little, nobody));
        assert_eq!(summary(), Vec::<String>::new());
        // Without a limit nobody ends.
        assert!(!relieve(0));
    }
}
