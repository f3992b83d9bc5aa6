//! Whom a process tells of its death.
//!
//! A link goes one way: the process that holds it does not hear of the end of
//! the others, unless they hold one too. So the dead stay in the set until it
//! has doubled, and then go all at once: those of this node are known, and the
//! others are asked ([`PROBE`]). A process that starts or links others for as
//! long as it lives thus needs memory for the living ones only.
//!
//! Invariant: K1. The set holds at most [`LINKS_KEPT`] dead processes, or as many
//! as there were processes left when it was last swept, and those of other nodes
//! that were asked and have not answered yet.

use crate::pid::Pid;
use std::collections::BTreeSet;

/// Fewer links than this are never looked through.
pub(crate) const LINKS_KEPT: usize = 32;

/// The reference of a monitor that asks a process of another node whether it lives, and is taken back
/// at once: only the dead answer. No other monitor has it.
pub(crate) const PROBE: u64 = u64::MAX;

/// Set in the reference of a monitor for the time of a request, which ends also when a message of it is lost.
pub(crate) const REQUEST: u64 = 1 << 41;

/// Whether a monitor, by its reference, is one for the time of a request ([`crate::Turn::monitor_request`]): its process
/// sends a message to the other one next.
pub fn is_for_request(reference: u64) -> bool {
    reference & REQUEST != 0 && reference != PROBE
}

/// How large a set must be to be looked through for the dead.
pub(crate) struct SweepMark(usize);

impl SweepMark {
    /// For a set that was looked through, or is new, and has `length`.
    pub(crate) fn after(length: usize) -> Self {
        SweepMark(LINKS_KEPT.max(2 * length))
    }

    pub(crate) fn is_reached(&self, length: usize) -> bool {
        length >= self.0
    }

    /// Something was taken out: the dead that were asked answer late.
    pub(crate) fn lower(&mut self, length: usize) {
        self.0 = self.0.min(SweepMark::after(length).0);
    }
}

/// A set of processes that needs one word as long as it is empty: there are
/// a million of it.
#[derive(Default)]
pub(crate) struct Links(Option<Box<Linked>>);

/// A set that holds somebody, or has held.
struct Linked {
    processes: BTreeSet<Pid>,
    mark: SweepMark,
}

impl Links {
    /// Whether it has never held anybody.
    #[inline(always)]
    pub(crate) fn is_unused(&self) -> bool {
        self.0.is_none()
    }

    pub(crate) fn of(links: Vec<Pid>) -> Links {
        // Most have none.
        match links.is_empty() {
            true => Links::default(),
            false => Links(Some(Box::new(Linked::new(links.into_iter().collect())))),
        }
    }

    /// Whether the process is new here. `may_live` is false of processes that have ended; it is asked about
    /// all when it is time to.
    pub(crate) fn insert(&mut self, process: Pid, may_live: impl Fn(Pid) -> bool) -> bool {
        let links = self
            .0
            .get_or_insert_with(|| Box::new(Linked::new(BTreeSet::new())));
        let is_new = links.processes.insert(process);
        if links.mark.is_reached(links.processes.len()) {
            links.processes.retain(|&process| may_live(process));
            links.mark = SweepMark::after(links.processes.len());
        }
        is_new
    }

    /// Whether the process was here.
    pub(crate) fn remove(&mut self, process: Pid) -> bool {
        let Some(links) = &mut self.0 else {
            return false;
        };
        let was_here = links.processes.remove(&process);
        links.mark.lower(links.processes.len());
        was_here
    }

    pub(crate) fn contains(&self, process: Pid) -> bool {
        let linked = self.0.as_ref();
        linked.is_some_and(|linked| linked.processes.contains(&process))
    }

    /// In ascending order; some may have ended.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Pid> {
        self.0
            .iter()
            .flat_map(|links| links.processes.iter().copied())
    }
}

impl Linked {
    fn new(processes: BTreeSet<Pid>) -> Self {
        let mark = SweepMark::after(processes.len());
        Linked { processes, mark }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::pid::Serial;

    fn pid(number: u32) -> Pid {
        Pid::local(Serial::new(number, 1))
    }

    #[test]
    fn the_dead_go_and_the_living_stay() {
        let mut links = Links::of(vec![pid(0)]);
        for number in 1..10_000 {
            // All but the first and the newest have ended.
            links.insert(pid(number), |other| other == pid(0) || other == pid(number));
            assert!(links.iter().count() <= LINKS_KEPT);
        }
        assert_eq!(links.iter().next(), Some(pid(0)));
        assert_eq!(links.iter().last(), Some(pid(9_999)));
    }

    #[test]
    fn the_living_are_looked_at_seldom() {
        let mut links = Links::of(Vec::new());
        let looks = std::cell::Cell::new(0);
        for number in 0..10_000 {
            links.insert(pid(number), |_| {
                looks.set(looks.get() + 1);
                true
            });
        }
        assert_eq!(links.iter().count(), 10_000);
        assert!(looks.get() < 30_000, "{}", looks.get());
    }
}
