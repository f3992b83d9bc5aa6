//! A first-in first-out queue that needs no memory for one element.
//!
//! Most mailboxes hold at most one signal at a time, and most processes of a
//! large node hold none. So the first element is kept in place, and the rest
//! in a buffer that is allocated when a second one arrives.
//!
//! Invariant: Q1. `first` is older than everything in `rest`; if `rest` holds
//! something while `first` is empty, its front is the oldest.

use std::collections::VecDeque;

/// A buffer larger than this is given back as soon as the queue is empty, so
/// that one burst does not cost a process its memory for ever.
const KEPT_CAPACITY: usize = 64;

pub(crate) struct SignalQueue<T> {
    first: Option<T>,
    #[expect(
        clippy::box_collection,
        reason = "one word in each of a million idle processes instead of four"
    )]
    rest: Option<Box<VecDeque<T>>>,
}

impl<T> SignalQueue<T> {
    pub(crate) const fn new() -> Self {
        SignalQueue {
            first: None,
            rest: None,
        }
    }

    // Always inlined, so that an element is made in its place: one that was just written in pieces
    // and is then moved as a whole has to wait for all of them.
    #[inline(always)]
    pub(crate) fn push(&mut self, element: T) {
        let rest_is_empty = self.rest.as_ref().is_none_or(|rest| rest.is_empty());
        if self.first.is_none() && rest_is_empty {
            // What is there is nothing; the compiler would look for it, to drop it.
            std::mem::forget(self.first.replace(element));
        } else {
            self.push_rest(element);
        }
    }

    /// Adds to a queue that is empty.
    #[inline(always)]
    pub(crate) fn push_first(&mut self, element: T) {
        debug_assert!(self.is_empty());
        std::mem::forget(self.first.replace(element));
    }

    #[inline(never)]
    fn push_rest(&mut self, element: T) {
        self.rest.get_or_insert_default().push_back(element);
    }

    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<T> {
        if let Some(element) = self.first.take() {
            return Some(element);
        }
        self.pop_rest()
    }

    #[inline(never)]
    fn pop_rest(&mut self) -> Option<T> {
        let rest = self.rest.as_mut()?;
        let element = rest.pop_front();
        if rest.is_empty() && rest.capacity() > KEPT_CAPACITY {
            self.rest = None;
        }
        element
    }

    /// The oldest element, if it is wanted.
    #[inline]
    pub(crate) fn pop_if(&mut self, wanted: impl Fn(&T) -> bool) -> Option<T> {
        let oldest = match &self.first {
            Some(first) => first,
            None => self.rest.as_ref()?.front()?,
        };
        match wanted(oldest) {
            true => self.pop(),
            false => None,
        }
    }

    /// Whether it holds something, or has memory for more.
    #[inline(always)]
    pub(crate) fn has_held(&self) -> bool {
        self.first.is_some() || self.rest.is_some()
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.first.is_none() && self.rest.as_ref().is_none_or(|rest| rest.is_empty())
    }

    pub(crate) fn len(&self) -> usize {
        usize::from(self.first.is_some()) + self.rest.as_ref().map_or(0, |rest| rest.len())
    }

    /// The elements, oldest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.first
            .iter()
            .chain(self.rest.iter().flat_map(|rest| rest.iter()))
    }

    /// Removes the oldest element that is wanted.
    pub(crate) fn remove_first(&mut self, wanted: impl Fn(&T) -> bool) -> Option<T> {
        if self.first.as_ref().is_some_and(&wanted) {
            return self.first.take();
        }
        let rest = self.rest.as_mut()?;
        let index = rest.iter().position(wanted)?;
        rest.remove(index)
    }

    /// Removes what `keep` refuses; the order of the others stays.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(&T) -> bool) {
        if self.first.as_ref().is_some_and(|first| !keep(first)) {
            self.first = None;
        }
        if let Some(rest) = &mut self.rest {
            rest.retain(keep);
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn order_is_kept_across_the_place_and_the_buffer() {
        let mut queue = SignalQueue::new();
        let mut expected = VecDeque::new();
        let mut random = 7_u32;
        for number in 0..10_000 {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if random >> 31 == 0 || (number % 1000) < 200 {
                queue.push(number);
                expected.push_back(number);
            } else {
                assert_eq!(queue.pop(), expected.pop_front());
            }
            assert_eq!(queue.len(), expected.len());
            assert_eq!(queue.is_empty(), expected.is_empty());
        }
    }

    #[test]
    fn retain_keeps_order() {
        let mut queue = SignalQueue::new();
        (0..10).for_each(|number| queue.push(number));
        queue.retain(|number| number % 3 != 0);
        let left: Vec<i32> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(left, [1, 2, 4, 5, 7, 8]);
    }

    #[test]
    fn a_queue_is_the_list_that_it_stands_for() {
        let mut random = crate::random::Random::new(3);
        let mut below = |limit: usize| random.below(limit).expect("there is a choice");
        let mut queue = SignalQueue::new();
        let mut list: VecDeque<usize> = VecDeque::new();
        for number in 0..20_000 {
            let divisor = below(4) + 2;
            let wanted = |number: &usize| number.is_multiple_of(divisor);
            match below(10) {
                0..=3 => {
                    queue.push(number);
                    list.push_back(number);
                }
                4 if list.is_empty() => {
                    queue.push_first(number);
                    list.push_back(number);
                }
                4..=6 => assert_eq!(queue.pop(), list.pop_front()),
                7 => {
                    let expected = list.front().is_some_and(wanted);
                    let expected = expected.then(|| list.pop_front()).flatten();
                    assert_eq!(queue.pop_if(wanted), expected);
                }
                8 => {
                    let index = list.iter().position(wanted);
                    let expected = index.and_then(|index| list.remove(index));
                    assert_eq!(queue.remove_first(wanted), expected);
                }
                _ if below(20) == 0 => {
                    queue.retain(wanted);
                    list.retain(wanted);
                }
                _ => {}
            }
            assert!(queue.iter().eq(list.iter()));
            assert_eq!(queue.len(), list.len());
            assert_eq!(queue.is_empty(), list.is_empty());
            assert!(queue.has_held() || list.is_empty());
        }
    }

    #[test]
    fn memory_of_a_burst_is_given_back_and_that_of_few_is_kept() {
        let mut queue = SignalQueue::new();
        assert!(!queue.has_held());
        for (count, keeps) in [(1, false), (2, true), (3, true), (1000, false)] {
            queue.rest = None;
            (0..count).for_each(|number| queue.push(number));
            assert!(queue.has_held());
            (0..count).for_each(|number| assert_eq!(queue.pop(), Some(number)));
            assert_eq!(queue.has_held(), keeps, "{count}");
        }
    }
}
