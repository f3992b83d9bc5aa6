//! A bound on the messages that wait for a process.
//!
//! A sender looks at the outer queue only. While that alone is as long as the
//! bound allows, one message must go: the new one, or the oldest. What the
//! process has fetched and not received is older still, and its body keeps it
//! within the same bound; so both together lose what one queue would lose.
//! Signals that are no messages are never lost.

use crate::queue::SignalQueue;
use crate::signal::Signal;

/// How much may wait, and what goes when there is more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    pub messages: usize,
    /// As [`crate::Body::message_bytes`] counts them.
    pub bytes: usize,
    pub lose: Lose,
}

/// Which message goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lose {
    Newest,
    Oldest,
}

/// The bound of one process, and what its outer queue holds.
pub(crate) struct Bounded {
    pub(crate) bound: Bound,
    messages: usize,
    bytes: usize,
    /// Messages that went since the body asked last.
    lost: u64,
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
        (self.messages, self.bytes) = (0, 0);
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
        while self.bound.lose == Lose::Oldest && size <= self.bound.bytes && !self.has_room(size) {
            match outer.remove_first(|signal| matches!(signal, Signal::Message(_))) {
                Some(Signal::Message(oldest)) => {
                    self.messages -= 1;
                    self.bytes -= weigh(&oldest);
                    lost.push(Signal::Message(oldest));
                }
                _ => break,
            }
        }
        if self.has_room(size) {
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

    /// What is left of messages that weigh what they say.
    fn left(lose: Lose, bytes: usize, messages: &[usize]) -> (Vec<usize>, u64) {
        let mut outer = SignalQueue::new();
        let bound = Bound {
            messages: 3,
            bytes,
            lose,
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
        assert_eq!(left(Lose::Newest, 99, &messages), (vec![1, 2, 3], 2));
        assert_eq!(left(Lose::Oldest, 99, &messages), (vec![3, 4, 5], 2));
    }

    #[test]
    fn bytes_count_too() {
        assert_eq!(left(Lose::Newest, 10, &[6, 6, 4]), (vec![6, 4], 1));
        assert_eq!(left(Lose::Oldest, 10, &[6, 4, 8]), (vec![8], 2));
    }

    #[test]
    fn what_never_fits_takes_no_place() {
        assert_eq!(left(Lose::Oldest, 10, &[6, 11, 4]), (vec![6, 4], 1));
    }

    /// The queue of a bounded process as a list, to which and from which everything is done slowly.
    fn push_slowly(list: &mut Vec<usize>, bound: Bound, size: usize) -> Vec<usize> {
        let fits = |list: &[usize]| {
            list.len() < bound.messages && list.iter().sum::<usize>() + size <= bound.bytes
        };
        let mut lost = Vec::new();
        while bound.lose == Lose::Oldest && size <= bound.bytes && !fits(list) && !list.is_empty() {
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
                lose: [Lose::Newest, Lose::Oldest][below(2)],
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
}
