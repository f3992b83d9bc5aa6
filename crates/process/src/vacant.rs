//! What is kept of processes that have ended: most end soon, and the next one begins with what they had.
//!
//! A scheduler keeps such a place whole: the slot, which is free and nobody else's, what belonged to the
//! process, and its body, which has given up all that the program could know ([`Body::vacate`]). So a process is
//! made of it without asking anybody for memory or for a slot.
//!
//! Invariant: W1. What lies here is as that of a new process, but for its serial, which is dead.

use crate::body::Body;
use crate::private::Resident;

/// As many as a scheduler keeps at most: 60 kB of memory for bodies of a kilobyte.
pub(crate) const VACANT_MAX: usize = 64;

pub(crate) struct Vacant<B: Body>(Vec<Resident<B>>);

impl<B: Body> Vacant<B> {
    pub(crate) const fn new() -> Self {
        Vacant(Vec::new())
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    pub(crate) fn keep(&mut self, place: Resident<B>) {
        self.0.push(place);
    }

    /// The one that [`Vacant::take`] takes.
    #[inline(always)]
    pub(crate) fn last(&mut self) -> Option<&mut B> {
        self.0.last_mut().map(|place| &mut place.body)
    }

    #[inline(always)]
    pub(crate) fn take(&mut self) -> Option<Resident<B>> {
        self.0.pop()
    }

    /// Nobody needs them for now.
    pub(crate) fn rest(&mut self) {
        self.0.iter_mut().for_each(|place| place.body.rest());
    }
}
