//! Who runs next: processes that are begun by who wakes or makes them, and those that gave their place.
//!
//! One process at most is begun, and stands at the front of the queue; one at most is parked.

use super::Scheduler;
use crate::body::Body;
use crate::pid::Serial;
use crate::private::{Private, Resident};
use crate::run_queue::{Cause, Priority};
use crate::shared::{Ready, Shared};
use crate::signal::Signal;
use crate::slot::{Leave, Posted, Slot};

impl<B: Body> Ready<B> for Scheduler<B> {
    #[inline]
    fn ready(&mut self, shared: &Shared<B>, slot: u32, priority: Priority) {
        self.queue.push(slot, priority, Cause::Woken);
        self.wake_for_two(shared);
    }

    #[inline]
    fn runs_next(&self, priority: Priority) -> bool {
        self.queue.hands_over(priority)
    }

    #[inline]
    fn unpark(&mut self, shared: &Shared<B>, process: Serial) {
        if self.has_parked(process) {
            self.unpark(shared);
        }
    }

    #[inline]
    fn begun(&mut self, shared: &Shared<B>, slot: u32, resident: Resident<B>) {
        self.queue.hand_over(slot);
        self.awaits = false;
        let before = self.begun.replace(resident);
        debug_assert!(before.is_none(), "only one is handed over");
        // The compiler would look for it, to drop it.
        std::mem::forget(before);
        self.wake_for_two(shared);
    }
}

impl<B: Body> Scheduler<B> {
    /// Sends a message to a process of this node. The dead drop it.
    // Inlined, so that the message is made in its place: see `SignalQueue::push`.
    #[inline(always)]
    pub(crate) fn post_message(&mut self, shared: &Shared<B>, to: Serial, message: B::Message) {
        let Some(slot) = shared.table.slot(to.slot()) else {
            return;
        };
        match self.begin_receiver(shared, slot, to) {
            Some(resident) => resident.take_first(message),
            None => self.post_later(shared, slot, to, message),
        }
    }

    /// Begins a process that waits, to be given a message, if it runs next.
    #[inline(always)]
    pub(crate) fn begin_receiver(
        &mut self,
        shared: &Shared<B>,
        slot: &Slot<B::Message, Resident<B>>,
        to: Serial,
    ) -> Option<&mut Resident<B>> {
        if !self.runs_next(Priority::Normal) {
            return self.awaiting(slot, to);
        }
        let mut resident = match self.has_parked(to) && !slot.is_unusual() {
            true => self.parked.take()?,
            false => slot.begin_waiting(to.generation())?,
        };
        resident.private.waiting = false;
        // First, so that a fault in taking the message is not the end of both.
        self.begun(shared, to.slot(), resident);
        self.begun.as_mut()
    }

    /// The process that was begun for a message, which has not come yet.
    #[inline]
    fn awaiting(
        &mut self,
        slot: &Slot<B::Message, Resident<B>>,
        to: Serial,
    ) -> Option<&mut Resident<B>> {
        let begun = self.begun.as_mut().filter(|_| self.awaits)?;
        if begun.private.serial != to || slot.has_news() {
            return None;
        }
        self.awaits = false;
        Some(begun)
    }

    /// What belongs to a process that is begun or parked here, if all that has come for it has been seen
    /// to: what would be a signal to it can be done at once then, and wakes nobody. With `begins`, one
    /// that waits is begun for it if it runs next: most who monitor a process send it a request.
    pub(crate) fn in_hand(
        &mut self,
        shared: &Shared<B>,
        process: Serial,
        begins: bool,
    ) -> Option<&mut Private<B::Message>> {
        let slot = shared.table.slot(process.slot())?;
        let is_it = |resident: &&mut Resident<B>| resident.private.serial == process;
        if self.has_parked(process) {
            let parked = self.parked.as_mut().filter(|_| !slot.has_news());
            return parked.map(|resident| &mut *resident.private);
        }
        if begins && self.begun.is_none() {
            self.begin_receiver(shared, slot, process)?;
            self.awaits = true;
        }
        let begun = self.begun.as_mut().filter(is_it);
        let begun = begun.filter(|_| !slot.has_news());
        begun.map(|resident| &mut *resident.private)
    }

    /// Sends a message to a process that is not begun for it.
    #[inline(never)]
    fn post_later(
        &mut self,
        shared: &Shared<B>,
        slot: &Slot<B::Message, Resident<B>>,
        to: Serial,
        message: B::Message,
    ) {
        Ready::unpark(self, shared, to);
        let signal = Signal::Message(message);
        match slot.post(to.generation(), signal, B::message_bytes) {
            Posted::Wake(priority) => self.ready(shared, to.slot(), priority),
            Posted::Delivered | Posted::Dead(_) => {}
        }
    }

    /// Keeps a process that has given its place to the one that runs now, and waits.
    #[inline(always)]
    pub(crate) fn park(&mut self, shared: &Shared<B>, resident: Resident<B>) {
        self.unpark(shared);
        // There is none; the compiler would look for it, to drop it.
        std::mem::forget(self.parked.replace(resident));
    }

    #[inline(always)]
    fn has_parked(&self, process: Serial) -> bool {
        let parked = self.parked.as_ref();
        parked.is_some_and(|parked| parked.private.serial == process)
    }

    /// Puts the process that is parked where it waits, if there is one.
    #[inline(always)]
    pub(crate) fn unpark(&mut self, shared: &Shared<B>) {
        if let Some(resident) = self.parked.take() {
            self.let_wait(shared, resident);
        }
    }

    #[inline(never)]
    fn let_wait(&mut self, shared: &Shared<B>, resident: Resident<B>) {
        let number = resident.private.serial.slot();
        let slot = shared.table.slot(number).expect("each process has a slot");
        if let Err(resident) = slot.leave_waiting(resident) {
            // Something has come meanwhile.
            self.put_back(slot, resident, Leave::Wait, Cause::Woken);
            self.wake_for_two(shared);
        }
    }

    /// Wakes a sleeper if two processes are ready, of which it can steal one.
    #[inline(always)]
    fn wake_for_two(&self, shared: &Shared<B>) {
        if shared.idle.somebody_sleeps() && self.queue.has_work_to_share() && self.queue.len() >= 2
        {
            shared.idle.wake_one();
        }
    }
}
