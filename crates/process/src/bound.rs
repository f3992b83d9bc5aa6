//! A bound on the messages that wait for a process.
//!
//! A sender looks at the outer queue only. While that alone is as long as the
//! bound allows, one message must go: the new one, or the oldest. What the
//! process has fetched and not received is older still, and its body keeps it
//! within the same bound; so both together lose what one queue would lose.
//! Signals that are no messages are never lost.
//!
//! With [`WhenFull::Suspend`] nothing is lost: whoever wants to send asks first ([`crate::Turn::admit`]), and
//! waits while there is no room. What the process has fetched and not received counts too; its body says at
//! the end of each turn how much that is ([`crate::Body::held`]). What cannot wait (answers, timers, what
//! comes from other nodes) is taken all the same.
//!
//! - U1. Whoever was told to wait is in `waiting` until it is woken. It is woken, the first first, when half of
//!   the room is free, and when the process ends or its bound changes. Who gives up is taken out. Who was woken
//!   and ends or gives up without having sent passes that on ([`crate::end`], [`crate::Turn::give_up_sending`]).

use crate::pid::Serial;
use crate::queue::SignalQueue;
use crate::signal::Signal;
use std::collections::{BTreeSet, VecDeque};

/// How much may wait, and what happens when there is more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    pub messages: usize,
    /// As [`crate::Body::message_bytes`] counts them.
    pub bytes: usize,
    pub when_full: WhenFull,
}

/// Which message goes, or who waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenFull {
    LoseNewest,
    LoseOldest,
    /// Whoever sends waits until there is room.
    Suspend,
}

/// Who is woken when there is room again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Waiter {
    /// A process of this node.
    Process(Serial),
    /// The processes of another node, which is told.
    Node(u16),
}

/// Waiters that are kept without a look whether they live.
const WAITING_UNSWEPT: usize = 64;

/// The bound of one process, and what its outer queue holds.
pub(crate) struct Bounded {
    pub(crate) bound: Bound,
    messages: usize,
    bytes: usize,
    /// Messages that went since the body asked last.
    lost: u64,
    /// What the process has fetched and not received. Not less than that; exact between two turns.
    held: (usize, usize),
    /// U1; each once, which `known` tells.
    waiting: VecDeque<Waiter>,
    known: BTreeSet<Waiter>,
    /// With more waiters, those that have ended are looked for.
    sweep_at: usize,
}

impl Bounded {
    /// A bound of this queue; so many messages went by the one that it had before.
    pub(crate) fn new<M>(
        bound: Bound,
        outer: &SignalQueue<Signal<M>>,
        weigh: impl Fn(&M) -> usize,
        lost: u64,
    ) -> Self {
        let mut bounded = Bounded {
            bound,
            messages: 0,
            bytes: 0,
            lost,
            held: (0, 0),
            waiting: VecDeque::new(),
            known: BTreeSet::new(),
            sweep_at: WAITING_UNSWEPT,
        };
        for signal in outer.iter() {
            if let Signal::Message(message) = signal {
                bounded.messages += 1;
                bounded.bytes += weigh(message);
            }
        }
        bounded
    }

    /// The outer queue has been fetched.
    pub(crate) fn emptied(&mut self) {
        self.held.0 += self.messages;
        self.held.1 = self.held.1.saturating_add(self.bytes);
        (self.messages, self.bytes) = (0, 0);
    }

    /// Whether one more message may come; if not, whoever asks is woken when it may.
    pub(crate) fn admit(&mut self, waiter: Waiter, is_alive: impl Fn(Serial) -> bool) -> bool {
        if self.bound.when_full != WhenFull::Suspend || self.free().is_some() {
            return true;
        }
        if self.waiting.len() >= self.sweep_at {
            self.waiting.retain(|waiter| match waiter {
                Waiter::Process(serial) => is_alive(*serial),
                Waiter::Node(_) => true,
            });
            self.known = self.waiting.iter().copied().collect();
            self.sweep_at = (2 * self.waiting.len()).max(WAITING_UNSWEPT);
        }
        // Whoever waits asks again whenever it is woken for something else.
        if self.known.insert(waiter) {
            self.waiting.push_back(waiter);
        }
        false
    }

    /// So many messages of so many bytes are fetched and not received.
    pub(crate) fn hold(&mut self, messages: usize, bytes: usize) {
        self.held = (messages, bytes);
    }

    /// Whoever was told to wait has given up; false if it has been woken already.
    pub(crate) fn withdraw(&mut self, waiter: Waiter) -> bool {
        let waits = self.known.remove(&waiter);
        if waits {
            self.waiting.retain(|other| *other != waiter);
        }
        waits
    }

    /// The next one to be woken, if half of the room is free. To be asked for each place that is free.
    pub(crate) fn next_waiter(&mut self) -> Option<Waiter> {
        let much = |used: usize, bound: usize| used > bound / 2;
        let (messages, bytes) = self.used();
        match much(messages, self.bound.messages) || much(bytes, self.bound.bytes) {
            true => None,
            false => {
                let waiter = self.waiting.pop_front()?;
                self.known.remove(&waiter);
                Some(waiter)
            }
        }
    }

    /// For how many messages there is room; none if there is none.
    pub(crate) fn free(&self) -> Option<usize> {
        let (messages, bytes) = self.used();
        let free = self.bound.messages.saturating_sub(messages);
        (free > 0 && bytes < self.bound.bytes).then_some(free)
    }

    fn used(&self) -> (usize, usize) {
        let (messages, bytes) = self.held;
        (
            messages.saturating_add(self.messages),
            bytes.saturating_add(self.bytes),
        )
    }

    pub(crate) fn take_waiting(&mut self) -> VecDeque<Waiter> {
        self.known.clear();
        std::mem::take(&mut self.waiting)
    }

    pub(crate) fn take_lost(&mut self) -> u64 {
        std::mem::take(&mut self.lost)
    }

    /// Puts a signal into the queue; what had to go is for the caller to drop, outside of the lock.
    pub(crate) fn push<M>(
        &mut self,
        outer: &mut SignalQueue<Signal<M>>,
        signal: Signal<M>,
        weigh: impl Fn(&M) -> usize,
    ) -> Vec<Signal<M>> {
        let Signal::Message(message) = &signal else {
            outer.push(signal);
            return Vec::new();
        };
        let size = weigh(message);
        let mut lost = Vec::new();
        // What is larger than all the room must not cost the others their places.
        while self.bound.when_full == WhenFull::LoseOldest
            && size <= self.bound.bytes
            && !self.has_room(size)
        {
            match outer.remove_first(|signal| matches!(signal, Signal::Message(_))) {
                Some(Signal::Message(oldest)) => {
                    self.messages -= 1;
                    self.bytes -= weigh(&oldest);
                    lost.push(Signal::Message(oldest));
                }
                _ => break,
            }
        }
        if self.bound.when_full == WhenFull::Suspend || self.has_room(size) {
            self.messages += 1;
            self.bytes += size;
            outer.push(signal);
        } else {
            lost.push(signal);
        }
        self.lost += lost.len() as u64;
        lost
    }

    fn has_room(&self, size: usize) -> bool {
        self.messages < self.bound.messages && self.bytes.saturating_add(size) <= self.bound.bytes
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// What is left of messages that weigh what they say.
    fn left(when_full: WhenFull, bytes: usize, messages: &[usize]) -> (Vec<usize>, u64) {
        let mut outer = SignalQueue::new();
        let bound = Bound {
            messages: 3,
            bytes,
            when_full,
        };
        let mut bounded = Bounded::new(bound, &outer, |&size| size, 0);
        for &message in messages {
            bounded.push(&mut outer, Signal::Message(message), |&size| size);
        }
        let left = std::iter::from_fn(|| match outer.pop()? {
            Signal::Message(message) => Some(message),
            Signal::Control(_) => None,
        });
        (left.collect(), bounded.take_lost())
    }

    #[test]
    fn the_newest_or_the_oldest_go() {
        let messages = [1, 2, 3, 4, 5];
        assert_eq!(
            left(WhenFull::LoseNewest, 99, &messages),
            (vec![1, 2, 3], 2)
        );
        assert_eq!(
            left(WhenFull::LoseOldest, 99, &messages),
            (vec![3, 4, 5], 2)
        );
    }

    #[test]
    fn bytes_count_too() {
        assert_eq!(left(WhenFull::LoseNewest, 10, &[6, 6, 4]), (vec![6, 4], 1));
        assert_eq!(left(WhenFull::LoseOldest, 10, &[6, 4, 8]), (vec![8], 2));
    }

    #[test]
    fn what_never_fits_takes_no_place() {
        assert_eq!(left(WhenFull::LoseOldest, 10, &[6, 11, 4]), (vec![6, 4], 1));
    }

    /// The queue of a bounded process as a list, to which and from which everything is done slowly.
    fn push_slowly(list: &mut Vec<usize>, bound: Bound, size: usize) -> Vec<usize> {
        let fits = |list: &[usize]| {
            list.len() < bound.messages && list.iter().sum::<usize>() + size <= bound.bytes
        };
        let mut lost = Vec::new();
        while bound.when_full == WhenFull::LoseOldest
            && size <= bound.bytes
            && !fits(list)
            && !list.is_empty()
        {
            lost.push(list.remove(0));
        }
        match fits(list) {
            true => list.push(size),
            false => lost.push(size),
        }
        lost
    }

    #[test]
    fn a_bounded_queue_is_the_list_that_it_stands_for() {
        let mut random = crate::random::Random::new(1);
        let mut below = |limit: usize| random.below(limit).expect("there is a choice");
        for _ in 0..300 {
            let bound = Bound {
                messages: below(5),
                bytes: below(30),
                when_full: [WhenFull::LoseNewest, WhenFull::LoseOldest][below(2)],
            };
            let mut outer = SignalQueue::new();
            let mut list: Vec<usize> = (0..below(4)).collect();
            for &size in &list {
                outer.push(Signal::Message(size));
            }
            let before = below(3) as u64;
            let mut bounded = Bounded::new(bound, &outer, |&size| size, before);
            let mut lost_count = before;
            for _ in 0..40 {
                if below(10) == 0 {
                    while outer.pop().is_some() {}
                    list.clear();
                    bounded.emptied();
                }
                let size = below(12);
                let lost = bounded.push(&mut outer, Signal::Message(size), |&size| size);
                let sizes = |signal: &Signal<usize>| match signal {
                    Signal::Message(size) => *size,
                    Signal::Control(_) => unreachable!("there is none"),
                };
                let expected = push_slowly(&mut list, bound, size);
                lost_count += expected.len() as u64;
                assert_eq!(lost.iter().map(sizes).collect::<Vec<_>>(), expected);
                assert_eq!(outer.iter().map(sizes).collect::<Vec<_>>(), list);
            }
            assert_eq!((bounded.take_lost(), bounded.take_lost()), (lost_count, 0));
        }
    }

    fn suspending(messages: usize, bytes: usize) -> (SignalQueue<Signal<usize>>, Bounded) {
        let outer = SignalQueue::new();
        let bound = Bound {
            messages,
            bytes,
            when_full: WhenFull::Suspend,
        };
        let bounded = Bounded::new(bound, &outer, |&size| size, 0);
        (outer, bounded)
    }

    fn process(number: u64) -> Waiter {
        Waiter::Process(Serial::from_number(number << 8 | 1).expect("it is small"))
    }

    #[test]
    fn who_finds_no_room_waits_until_half_of_it_is_free() {
        let (mut outer, mut bounded) = suspending(4, 100);
        for number in 0..4 {
            assert!(bounded.admit(process(number), |_| true));
            assert!(
                bounded
                    .push(&mut outer, Signal::Message(1), |&size| size)
                    .is_empty()
            );
        }
        assert!(!bounded.admit(process(7), |_| true));
        assert!(!bounded.admit(process(8), |_| true));
        bounded.emptied();
        assert_eq!((bounded.free(), bounded.next_waiter()), (None, None));
        bounded.hold(3, 3);
        assert_eq!((bounded.free(), bounded.next_waiter()), (Some(1), None));
        bounded.hold(2, 2);
        assert_eq!(bounded.next_waiter(), Some(process(7)));
        assert_eq!(bounded.next_waiter(), Some(process(8)));
        assert_eq!(bounded.next_waiter(), None);
        // What cannot wait comes all the same, and nothing goes.
        for _ in 0..10 {
            assert!(
                bounded
                    .push(&mut outer, Signal::Message(1), |&size| size)
                    .is_empty()
            );
        }
        assert_eq!((outer.len(), bounded.take_lost()), (14, 0));
    }

    #[test]
    fn a_message_of_any_length_finds_its_way_into_an_empty_mailbox() {
        let (mut outer, mut bounded) = suspending(4, 100);
        assert!(bounded.admit(process(1), |_| true));
        bounded.push(&mut outer, Signal::Message(5000), |&size| size);
        assert!(!bounded.admit(process(1), |_| true));
        bounded.emptied();
        bounded.hold(0, 0);
        assert_eq!(bounded.next_waiter(), Some(process(1)));
    }

    #[test]
    fn a_node_waits_once_and_the_dead_are_swept() {
        let (mut outer, mut bounded) = suspending(1, 100);
        bounded.push(&mut outer, Signal::Message(1), |&size| size);
        for _ in 0..1000 {
            assert!(!bounded.admit(Waiter::Node(3), |_| true));
        }
        let most = Cell::new(0);
        for number in 0..10_000 {
            assert!(!bounded.admit(process(number), |_| false));
            most.set(most.get().max(bounded.waiting.len()));
        }
        assert!(most.get() <= 2 * WAITING_UNSWEPT, "{}", most.get());
        bounded.emptied();
        bounded.hold(0, 0);
        assert_eq!(bounded.next_waiter(), Some(Waiter::Node(3)));
    }
}
