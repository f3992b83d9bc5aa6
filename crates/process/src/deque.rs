//! The deques of the run queues: those of crossbeam, or under loom a stand-in
//! with the same promises, so that models cover what is built on them.
//!
//! The stand-in has a lock where crossbeam has none. It shows what goes wrong
//! between a deque and what surrounds it (parking, waking, the states of
//! slots), and nothing of crossbeam itself, which is tested where it is made.

#[cfg(not(loom))]
pub(crate) use crossbeam_deque::{Injector, Steal, Stealer, Worker};

#[cfg(loom)]
pub(crate) use stand_in::{Injector, Steal, Stealer, Worker};

#[cfg(loom)]
mod stand_in {
    use crate::sync::{Mutex, lock};
    use std::collections::VecDeque;
    use std::sync::Arc;

    pub(crate) enum Steal<T> {
        Empty,
        Success(T),
        /// Never happens here; under a lock nobody gets in between.
        #[expect(dead_code, reason = "crossbeam has it, and callers must treat it")]
        Retry,
    }

    /// The owner's end. First in, first out.
    pub(crate) struct Worker<T>(Arc<Mutex<VecDeque<T>>>);

    pub(crate) struct Stealer<T>(Arc<Mutex<VecDeque<T>>>);

    pub(crate) struct Injector<T>(Mutex<VecDeque<T>>);

    fn steal<T>(element: Option<T>) -> Steal<T> {
        element.map_or(Steal::Empty, Steal::Success)
    }

    /// Takes the oldest, and moves up to half of the rest.
    fn steal_half<T>(from: &Mutex<VecDeque<T>>, to: &Worker<T>) -> Steal<T> {
        let mut batch = {
            let mut from = lock(from);
            let count = from.len().div_ceil(2);
            from.drain(..count).collect::<VecDeque<T>>()
        };
        let first = batch.pop_front();
        if !batch.is_empty() {
            lock(&to.0).extend(batch);
        }
        steal(first)
    }

    impl<T> Worker<T> {
        pub(crate) fn new_fifo() -> Self {
            Worker(Arc::new(Mutex::new(VecDeque::new())))
        }

        pub(crate) fn stealer(&self) -> Stealer<T> {
            Stealer(self.0.clone())
        }

        pub(crate) fn push(&self, element: T) {
            lock(&self.0).push_back(element);
        }

        pub(crate) fn pop(&self) -> Option<T> {
            lock(&self.0).pop_front()
        }

        pub(crate) fn is_empty(&self) -> bool {
            lock(&self.0).is_empty()
        }

        pub(crate) fn len(&self) -> usize {
            lock(&self.0).len()
        }
    }

    impl<T> Stealer<T> {
        pub(crate) fn is_empty(&self) -> bool {
            lock(&self.0).is_empty()
        }

        pub(crate) fn len(&self) -> usize {
            lock(&self.0).len()
        }

        pub(crate) fn steal_batch_and_pop(&self, to: &Worker<T>) -> Steal<T> {
            steal_half(&self.0, to)
        }
    }

    impl<T> Injector<T> {
        pub(crate) fn new() -> Self {
            Injector(Mutex::new(VecDeque::new()))
        }

        pub(crate) fn is_empty(&self) -> bool {
            lock(&self.0).is_empty()
        }

        pub(crate) fn push(&self, element: T) {
            lock(&self.0).push_back(element);
        }

        pub(crate) fn steal(&self) -> Steal<T> {
            steal(lock(&self.0).pop_front())
        }

        pub(crate) fn steal_batch_and_pop(&self, to: &Worker<T>) -> Steal<T> {
            steal_half(&self.0, to)
        }
    }
}
