//! Message data on its way into a process and out of it, and what a process does before it waits.
//!
//! How data is copied is in `mound_heap::freeze`, the mailbox in `mailbox`, and how a message ends a receive in
//! `proceed`.

use super::Context;
use crate::flags::{LIMITED, STARVED, WINDOWS};
use crate::interpret::Stop;
use crate::mailbox::Arrival;
use mound_heap::Value;
use mound_heap::freeze::Frozen;
use mound_heap::heap::Heap;

/// Words copied for one unit of fuel.
const WORDS_PER_REDUCTION: u64 = 16;

impl Context {
    /// Copies data out of the heap, at a price in fuel that depends on nothing but the data: not on
    /// what collections have moved meanwhile.
    pub fn copying<T>(&mut self, copy: impl FnOnce(&mut Heap) -> T) -> T {
        self.heap.take_work();
        let copied = self.without_windows(copy);
        self.charge_work();
        copied
    }

    /// A frozen copy of a short list of immediates, if it is one. Nothing in it can be a port with a window.
    #[inline]
    pub fn freeze_list(&mut self, list: Value) -> Option<Frozen> {
        self.heap.take_work();
        // Where there is no memory, the usual way tells so.
        let frozen = self.heap.freeze_list(list)?.ok()?;
        self.charge_work();
        Some(frozen)
    }

    pub(super) fn charge_work(&mut self) {
        self.fuel -= (self.heap.take_work() / WORDS_PER_REDUCTION) as i64;
    }

    /// Takes message data in. Small data are copied into the block, which is collected for them if
    /// need be: a process that only passes messages on would otherwise keep all it ever got.
    #[inline]
    pub fn adopt(&mut self, frozen: Frozen) -> Value {
        match frozen.fragment() {
            Some(_) => self.adopt_fragment(frozen),
            None => frozen.root(),
        }
    }

    /// The same, if nothing has to be collected for it; else gives it back.
    #[inline]
    pub(crate) fn adopt_at_once(&mut self, frozen: Frozen) -> Result<Value, Frozen> {
        if !frozen.is_owned() {
            return Ok(self.heap.receive(frozen));
        }
        let low = self.lowest();
        match self.heap.has_room(low, frozen.words()) {
            true => Ok(self.heap.receive_into(frozen, low)),
            false => Err(frozen),
        }
    }

    /// The lowest word that belongs to the running frame.
    #[inline]
    pub(crate) fn lowest(&self) -> *const u64 {
        self.fp.wrapping_sub(self.used_below())
    }

    #[inline(never)]
    fn adopt_fragment(&mut self, frozen: Frozen) -> Value {
        let words = frozen.words();
        let copied = frozen.is_owned() && words > 0 && !self.has_flags(STARVED);
        if copied && self.reserve(words).is_err() {
            // Without memory for it, the message stays in its own.
            self.starve();
        }
        let low = self.fp.wrapping_sub(self.used_below());
        self.heap.receive_into(frozen, low)
    }

    /// Collects if the process may have more than its limit; to be called while messages are taken in.
    pub fn check_limit(&mut self) {
        if self.heap.is_due() && !self.has_flags(STARVED) && !self.is_over() {
            let used = self.used_below();
            if self.collect(used, 0).is_err() {
                self.starve();
            }
        }
    }

    /// To be called before the process waits, perhaps for long: what it was given to work with, and
    /// works with no more, goes.
    pub fn prepare_to_wait(&mut self) {
        self.mailbox.forget_last();
        if !self.heap.is_worth_a_look() {
            return;
        }
        let used = self.used_below();
        if self.heap.may_keep_too_much() {
            self.heap.look_closely();
        }
        // Without memory for it, everything stays as it is. Whoever needs memory is told.
        let _ = match self.heap.has_been_very_busy() {
            true => self.collecting(|heap, stack, roots| heap.tighten(stack, used, roots)),
            false => self.collect_once(used, 0),
        };
    }

    /// Whether the process may wait: it does not die of messages, and has nothing to do before. Then
    /// it is prepared, as by [`Context::prepare_to_wait`].
    #[inline]
    pub fn can_wait(&mut self) -> bool {
        let waits = !self.has_flags(STARVED | LIMITED | WINDOWS) && !self.heap.is_worth_a_look();
        if waits {
            self.mailbox.forget_last();
        }
        waits
    }

    /// There was no memory for a message: the process dies when it waits the next time.
    pub fn starve(&mut self) {
        self.set_flags(STARVED, true);
    }

    /// Whether there was no memory for a message, or no room in the mailbox: what the process,
    /// which is over then, died of.
    pub fn die_of_messages(&mut self) -> Option<Value> {
        let cause = if self.has_flags(STARVED) {
            self.set_flags(STARVED, false);
            self.hooks.out_of_memory
        } else if self.take_overflow() {
            self.mailbox_full("the mailbox is full").0
        } else {
            return None;
        };
        match self.over(Stop::Died(cause)) {
            Stop::Died(cause) => Some(cause),
            _ => None,
        }
    }

    /// Puts a message of so many bytes into the mailbox that somebody has sent. The room for it is
    /// memory of the process.
    #[inline(always)]
    pub fn keep_message(&mut self, message: Value, bytes: usize) -> Arrival {
        match self.mailbox.push_plainly(message) {
            true => Arrival::Kept,
            false => self.keep_attentively(message, bytes),
        }
    }

    #[inline(never)]
    fn keep_attentively(&mut self, message: Value, bytes: usize) -> Arrival {
        if self.mailbox.is_out_of_room() && !self.is_limited() && !self.make_room_for_messages() {
            return Arrival::Starved;
        }
        self.mailbox.push(message, Some(bytes))
    }

    #[cold]
    fn make_room_for_messages(&mut self) -> bool {
        let words = self.mailbox.room_words();
        let checked = self.heap.check_beside(2 * words);
        let checked = checked
            .or_else(|refusal| self.or_relieved(refusal, |this| this.heap.check_beside(2 * words)));
        match checked {
            Ok(()) => {
                self.mailbox.make_room();
                self.heap.set_beside(self.mailbox.room_words());
                true
            }
            Err(refusal) => {
                self.no_memory(refusal);
                false
            }
        }
    }
}
