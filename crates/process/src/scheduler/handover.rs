//! Who runs next: processes that are begun by who wakes or makes them, and those that gave their place.
//!
//! One at most is beside the process that runs. It stands at the front of the queue if it is begun, and waits
//! if it is parked; who is begun puts who is parked where it waits.

use super::Scheduler;
use crate::body::Body;
use crate::pid::Serial;
use crate::private::{Private, Resident};
use crate::remote::Flow;
use crate::run_queue::{Cause, Priority};
use crate::shared::{Ready, Shared};
use crate::signal::Signal;
use crate::slot::{Leave, Posted, Slot};

impl<B: Body> Ready<B> for Scheduler<B> {
    #[inline]
    fn ready(&mut self, shared: &Shared<B>, slot: u32, priority: Priority, cause: Cause) {
        self.queue.push(slot, priority, cause);
        self.wake_for_two(shared);
    }

    #[inline]
    fn runs_next(&self, priority: Priority, cause: Cause) -> bool {
        self.fast_paths.begin && self.queue.hands_over(priority, cause)
    }

    #[inline]
    fn unpark(&mut self, shared: &Shared<B>, process: Serial) {
        if self.has_parked(process) {
            self.unpark(shared);
        }
    }

    #[inline(always)]
    fn begun(&mut self, shared: &Shared<B>, slot: u32, resident: Resident<B>) {
        // First, since who is parked may turn out to be ready.
        self.queue.hand_over(slot);
        self.unpark(shared);
        debug_assert!(self.beside.is_none(), "only one is handed over");
        // The compiler would look for it, to drop it.
        std::mem::forget(self.beside.replace(resident));
        (self.begun, self.slot_known) = (true, false);
        self.wake_for_two(shared);
    }
}

impl<B: Body> Scheduler<B> {
    /// Sends a message to a process of this node. The dead drop it.
    // Inlined, so that the message is made in its place: see `SignalQueue::push`.
    #[inline(always)]
    pub(crate) fn post_message(
        &mut self,
        shared: &Shared<B>,
        to: Serial,
        message: B::Message,
    ) -> Flow {
        let Some(slot) = shared.table.slot(to.slot()) else {
            return Flow::Free;
        };
        match self.begin_receiver(shared, slot, to) {
            Some(resident) => {
                resident.take_first(message);
                Flow::Free
            }
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
        if !self.runs_next(Priority::Normal, Cause::Woken) {
            return None;
        }
        if self.has_parked(to) {
            return self.begin_parked(shared, slot);
        }
        let mut resident = slot.begin_waiting(to.generation())?;
        resident.private.waiting = false;
        // First, so that a fault in taking the message is not the end of both.
        Ready::begun(self, shared, to.slot(), resident);
        self.beside.as_mut()
    }

    /// The same for the one that is parked, where it is.
    #[inline(always)]
    fn begin_parked(
        &mut self,
        shared: &Shared<B>,
        slot: &Slot<B::Message, Resident<B>>,
    ) -> Option<&mut Resident<B>> {
        let resident = self.beside.as_mut().filter(|_| !slot.is_unusual())?;
        resident.private.waiting = false;
        self.queue.hand_over(resident.private.serial.slot());
        self.begun = true;
        self.wake_for_two(shared);
        self.beside.as_mut()
    }

    /// Takes a process that waits out of its slot, to be given a message, where others run before it. The caller
    /// puts it back with [`Scheduler::ready_receiver`].
    #[inline]
    pub(crate) fn take_receiver(
        &mut self,
        shared: &Shared<B>,
        slot: &Slot<B::Message, Resident<B>>,
        to: Serial,
    ) -> Option<Resident<B>> {
        if !self.fast_paths.wake {
            return None;
        }
        Ready::unpark(self, shared, to);
        let mut resident = slot.begin_waiting(to.generation())?;
        resident.private.waiting = false;
        Some(resident)
    }

    /// Has a process that was taken out of its slot run after those that are ready.
    #[inline]
    pub(crate) fn ready_receiver(
        &mut self,
        shared: &Shared<B>,
        slot: &Slot<B::Message, Resident<B>>,
        resident: Resident<B>,
    ) {
        let number = resident.private.serial.slot();
        if slot.leave(resident, Leave::Yield) {
            self.ready(shared, number, Priority::Normal, Cause::Woken);
        }
    }

    /// Changes what belongs to a process that is begun or parked here, or waits in its slot, if all that has come
    /// for it has been seen to: so what would be a signal to it is done at once, and wakes nobody.
    #[inline]
    pub(crate) fn change_at_once<T>(
        &mut self,
        shared: &Shared<B>,
        process: Serial,
        change: impl FnOnce(&mut Private<B::Message>) -> T,
    ) -> Option<T> {
        let slot = shared.table.slot(process.slot())?;
        let is_it = |resident: &&mut Resident<B>| resident.private.serial == process;
        match self.beside.as_mut().filter(is_it) {
            Some(other) => (!slot.has_news()).then(|| change(&mut other.private)),
            None => slot.with_waiting(process.generation(), |other| change(&mut other.private)),
        }
    }

    /// Sends a message to a process that is not begun for it.
    #[inline(never)]
    pub(crate) fn post_later(
        &mut self,
        shared: &Shared<B>,
        slot: &Slot<B::Message, Resident<B>>,
        to: Serial,
        message: B::Message,
    ) -> Flow {
        Ready::unpark(self, shared, to);
        let signal = Signal::Message(message);
        match slot.post(to.generation(), signal, B::message_bytes) {
            Posted::Wake(priority) => self.ready(shared, to.slot(), priority, Cause::Woken),
            Posted::Crowded => return Flow::Crowded,
            Posted::Delivered | Posted::Dead(_) => {}
        }
        Flow::Free
    }

    /// Whether this process is parked.
    #[inline(always)]
    pub(crate) fn has_parked(&self, process: Serial) -> bool {
        let beside = self.beside.as_ref();
        !self.begun && beside.is_some_and(|parked| parked.private.serial == process)
    }

    /// Puts the process that is parked where it waits, if there is one.
    #[inline(always)]
    pub(crate) fn unpark(&mut self, shared: &Shared<B>) {
        if !self.begun
            && let Some(resident) = self.beside.take()
        {
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
