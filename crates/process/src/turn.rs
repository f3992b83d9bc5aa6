//! What a body can do while it runs.

use crate::body::Body;
use crate::bound::{Bound, Waiter};
use crate::info::ProcessState;
use crate::links::REQUEST;
use crate::pid::{Pid, Serial};
use crate::private::{Private, Resident};
use crate::queue::SignalQueue;
use crate::remote::{Flow, Watch};
use crate::run_queue::Priority;
use crate::runtime::{Handle, LinkDirection, SpawnError, SpawnOptions};
use crate::scheduler::Scheduler;
use crate::shared::{NoSuchProcess, Shared};
use crate::signal::{Control, Delivery, Signal, Trace};
use crate::slot::Slot;
use crate::timers::{Event, Timer};
use std::sync::Arc;

/// A process that was begun, or woken, for a message, and has none yet. It runs all the same if it gets none.
pub struct Receiver<'a, B: Body>(&'a mut Resident<B>);

impl<B: Body> Receiver<'_, B> {
    /// Its body, which may be given the message in its own way, if nobody else wants to know of it.
    #[inline(always)]
    pub fn body(&mut self) -> Option<&mut B> {
        match self.0.private.is_traced() {
            false => Some(&mut self.0.body),
            true => None,
        }
    }

    /// Gives it the message.
    #[inline(always)]
    pub fn give(self, message: B::Message) {
        self.0.take_first(message);
    }
}

/// A process that waited and was taken out of its slot for a message. It is ready when this is dropped, so also
/// after a fault in giving it the message.
pub struct Woken<'turn, 'a, B: Body> {
    turn: &'turn mut Turn<'a, B>,
    slot: &'a Slot<B::Message, Resident<B>>,
    resident: Option<Resident<B>>,
}

impl<B: Body> Woken<'_, '_, B> {
    /// What may be given the message.
    #[inline]
    pub fn receiver(&mut self) -> Option<Receiver<'_, B>> {
        self.resident.as_mut().map(Receiver)
    }
}

impl<B: Body> Drop for Woken<'_, '_, B> {
    #[inline]
    fn drop(&mut self) {
        if let Some(resident) = self.resident.take() {
            let Turn {
                scheduler, shared, ..
            } = &mut *self.turn;
            scheduler.ready_receiver(shared, self.slot, resident);
        }
    }
}

/// One turn of a process, as its body sees it.
pub struct Turn<'a, B: Body> {
    pub(crate) shared: &'a Arc<Shared<B>>,
    pub(crate) scheduler: &'a mut Scheduler<B>,
    pub(crate) slot: &'a Slot<B::Message, Resident<B>>,
    pub(crate) private: &'a mut Box<Private<B::Message>>,
    /// That of the process beside this one, if the scheduler says that it is known.
    pub(crate) beside: &'a Slot<B::Message, Resident<B>>,
    /// The process that began this turn has given its place to another one.
    pub(crate) exchanged: bool,
}

impl<'a, B: Body> Turn<'a, B> {
    /// What all processes of the node share; it outlives the turn.
    #[inline]
    pub fn node(&self) -> &'a B::Node {
        &self.shared.node
    }
}

impl<'a, B: Body> Turn<'a, B> {
    /// The name of this process on this node.
    #[inline]
    pub fn serial(&self) -> Serial {
        self.private.serial
    }

    /// The name of this process.
    #[inline]
    pub fn pid(&self) -> Pid {
        self.private.serial.into()
    }

    pub fn scheduler_index(&self) -> usize {
        usize::from(self.scheduler.index)
    }

    /// Access to the node that outlives the turn.
    pub fn handle(&self) -> Handle<B> {
        Handle::new(self.shared.clone())
    }

    /// The fuel of one turn.
    #[inline]
    pub fn fuel(&self) -> i64 {
        self.shared.fuel
    }

    /// The time in nanoseconds.
    pub fn now(&self) -> u64 {
        self.shared.clock.now()
    }

    /// Whether this turn began because the deadline of the wait had passed.
    pub fn timed_out(&self) -> bool {
        self.private.timed_out
    }

    /// A number that no other call on this node returns.
    pub fn fresh_reference(&mut self) -> u64 {
        self.scheduler.fresh_reference(self.shared)
    }

    /// A pseudo-random number, repeatable in the deterministic mode.
    pub fn random(&mut self) -> u64 {
        self.scheduler.random()
    }

    /// Adds to the reductions that a listing shows.
    #[inline]
    pub fn charge(&mut self, reductions: u64) {
        self.private.reductions = self.private.reductions.wrapping_add(reductions);
        let own = &mut self.scheduler.counters;
        own.reductions = own.reductions.wrapping_add(reductions);
    }

    /// What was charged to this process.
    pub fn reductions(&self) -> u64 {
        self.private.reductions
    }

    /// Whether the process was terminated by a signal that it has fetched: it receives nothing any more,
    /// and the body may return as soon as it likes and will not run again.
    pub fn is_killed(&self) -> bool {
        self.private.is_killed()
    }

    /// The oldest message or notice, if there is one.
    #[inline]
    pub fn receive(&mut self) -> Option<Delivery<B::Message>> {
        if !self.private.has_deliveries() && self.slot.has_signals() {
            self.fetch();
        }
        self.private.next_delivery()
    }

    /// What [`Turn::receive`] would return, if that is a message, and nobody else wants to know of it.
    #[inline]
    pub fn receive_message(&mut self) -> Option<B::Message> {
        if !self.private.has_deliveries() {
            if !self.slot.has_signals() {
                return None;
            }
            self.fetch();
        }
        // Only now, since the order to tell may have come with the message.
        match self.private.is_traced() {
            true => None,
            false => self.private.next_message(),
        }
    }

    /// Whether signals have come that may give [`Turn::receive`] something to return. Exact for
    /// what this process has sent to itself.
    #[inline]
    pub fn has_signals(&self) -> bool {
        self.private.has_deliveries() || self.slot.has_signals()
    }

    /// How much the scheduler has fetched and [`Turn::receive`] has not returned.
    pub fn delivery_count(&self) -> usize {
        self.private.delivery_count()
    }

    #[inline(never)]
    fn fetch(&mut self) {
        let mut batch = SignalQueue::new();
        let private = &mut *self.private;
        let flags = self.slot.fetch(|outer| private.fetch(outer, &mut batch));
        self.private.handle_signals(self.shared, flags, batch);
        // Who was told to end receives nothing that was sent after that.
        if self.private.is_killed() {
            self.private.drop_signals();
        }
    }

    /// Sends a message to a process anywhere. The dead drop it.
    #[inline(always)]
    pub fn send(&mut self, to: Pid, message: B::Message) -> Flow {
        self.scheduler.counters.messages += 1;
        let from = Some(self.private.serial);
        match to.as_local() {
            Some(serial) => self.scheduler.post_message(self.shared, serial, message),
            None => self
                .shared
                .route(self.scheduler, from, to, Signal::Message(message)),
        }
    }

    /// Sends a message to a process of this node.
    #[inline]
    pub fn send_local(&mut self, to: Serial, message: B::Message) {
        self.scheduler.counters.messages += 1;
        self.scheduler.post_message(self.shared, to, message);
    }

    /// Begins a process of this node that waits, to be given a message, if it is the next that the scheduler
    /// runs. Counts the message.
    #[inline(always)]
    pub fn begin_receiver(&mut self, to: Serial) -> Option<Receiver<'_, B>> {
        let slot = match self.scheduler.has_parked(to) {
            true => self.beside,
            false => self.shared.table.slot(to.slot())?,
        };
        self.scheduler.begin_receiver(self.shared, slot, to)?;
        self.beside = slot;
        self.scheduler.slot_known = true;
        self.scheduler.counters.messages += 1;
        self.scheduler.beside.as_mut().map(Receiver)
    }

    /// Takes a process of this node that waits, to be given a message, and to run after those that are ready.
    /// `None` if it does not wait, or something is to be seen to before. Counts the message.
    #[inline]
    pub fn wake_receiver(&mut self, to: Serial) -> Option<Woken<'_, 'a, B>> {
        let slot = self.shared.table.slot(to.slot())?;
        let resident = self.scheduler.take_receiver(self.shared, slot, to)?;
        self.scheduler.counters.messages += 1;
        Some(Woken {
            turn: self,
            slot,
            resident: Some(resident),
        })
    }

    /// Puts a message for a process of this node that is not begun for it where it lies until its turn. The dead
    /// drop it.
    #[inline]
    pub fn post(&mut self, to: Serial, message: B::Message) -> Flow {
        self.scheduler.counters.messages += 1;
        match self.shared.table.slot(to.slot()) {
            Some(slot) => self.scheduler.post_later(self.shared, slot, to, message),
            None => Flow::Free,
        }
    }

    /// Whether a message to `to` may go straight to the body: it is from this process to itself, and
    /// nothing has come that [`Turn::receive`] would return before it.
    #[inline(always)]
    pub fn is_straight(&self, to: Serial) -> bool {
        to == self.serial() && !self.has_signals()
    }

    /// Counts a message that went straight to the body.
    #[inline(always)]
    pub fn count_message(&mut self) {
        self.scheduler.counters.messages += 1;
    }

    /// Makes a process that starts to run soon; without options, as by their default.
    #[inline]
    pub fn spawn(
        &mut self,
        body: B,
        options: Option<Box<SpawnOptions>>,
    ) -> Result<Serial, SpawnError> {
        let slot = self.scheduler.take_free_slot(self.shared)?;
        self.shared.spawn_in(self.scheduler, slot, body, options)
    }

    /// What a process had that has ended, prepared by [`Body::vacate`]: it may become the body of a new
    /// one with [`Turn::fill_vacancy`].
    #[inline(always)]
    pub fn vacancy(&mut self) -> Option<&mut B> {
        self.scheduler.vacant.last()
    }

    /// Makes a process without options of the body that [`Turn::vacancy`] shows.
    #[inline(always)]
    pub fn fill_vacancy(&mut self) -> Option<Serial> {
        let place = self.scheduler.vacant.take()?;
        let (slot, serial) = self.shared.table.free_slot(place.private.serial.slot())?;
        Some(self.shared.begin_in(self.scheduler, slot, place, serial))
    }

    /// Takes the body that [`Turn::vacancy`] shows.
    pub fn take_vacancy(&mut self) -> Option<B> {
        self.scheduler.take_vacant(self.shared)
    }

    /// Like [`Turn::spawn`], linked both ways from the first moment.
    pub fn spawn_linked(
        &mut self,
        body: B,
        mut options: SpawnOptions,
    ) -> Result<Serial, SpawnError> {
        options.links.push(self.pid());
        let child = self.spawn(body, Some(Box::new(options)))?;
        self.private.insert_link(self.shared, child.into());
        Ok(child)
    }

    /// Sets a link; see [`LinkDirection`]. To ask for news of the dead gives a
    /// notice at once.
    pub fn link(&mut self, other: Pid, direction: LinkDirection) {
        if other == self.pid() {
            return;
        }
        if direction.is_outbound() {
            self.private.insert_link(self.shared, other);
            if !other.is_local() {
                let from = self.pid();
                self.control(other, Control::Linked { from });
            }
        }
        if direction.is_inbound() {
            if !other.is_local() {
                self.private
                    .watch(self.shared, Watch::Link { process: other });
            }
            let to = self.pid();
            self.control(other, Control::Link { to });
        }
    }

    /// Takes a link back. A notice that is on its way may still arrive from a process of this node.
    pub fn unlink(&mut self, other: Pid, direction: LinkDirection) {
        if direction.is_outbound() {
            self.private.remove_link(self.shared, other);
            if !other.is_local() {
                let from = self.pid();
                self.control(other, Control::Unlinked { from });
            }
        }
        if direction.is_inbound() {
            self.private
                .forget_watch(self.shared, Watch::Link { process: other });
            let to = self.pid();
            self.control(other, Control::Unlink { to });
        }
    }

    /// Has the process `to` of this node be told of the death of `from`, or no
    /// longer be told.
    pub fn link_others(&mut self, from: Pid, to: Pid, linked: bool) {
        let control = match linked {
            true => Control::Attach { process: from },
            false => Control::Detach { process: from },
        };
        self.control(to, control);
    }

    /// Has a process of this node tell another what it does.
    pub fn trace_other(&mut self, process: Serial, trace: Option<Trace>) {
        self.control(process.into(), Control::Trace(trace));
    }

    /// Sets the priority of a process of this node; false if it is dead.
    pub fn set_priority(&mut self, process: Serial, priority: Priority) -> bool {
        let slot = self.shared.table.slot(process.slot());
        slot.is_some_and(|slot| slot.set_priority(process.generation(), priority))
    }

    /// Whether somebody is to be told, who may have ended.
    #[inline]
    pub fn is_traced(&self) -> bool {
        self.private.is_traced()
    }

    /// Who is to be told what this process does.
    #[inline]
    pub fn trace(&mut self) -> Option<Trace> {
        let trace = self.private.trace()?;
        self.living_trace(trace)
    }

    #[cold]
    fn living_trace(&mut self, trace: Trace) -> Option<Trace> {
        if self.shared.table.status(trace.to).is_none() {
            self.private.set_trace(None);
            return None;
        }
        Some(trace)
    }

    /// Signals that a process of this node has not fetched; none if it is dead.
    pub fn queue_length(&self, serial: Serial) -> usize {
        let slot = self.shared.table.slot(serial.slot());
        slot.map_or(0, |slot| slot.queue_length(serial.generation()))
    }

    /// Sets the bound of the messages that wait for this process, or takes it away.
    pub fn set_bound(&mut self, bound: Option<Bound>) {
        let serial = self.private.serial;
        let generation = serial.generation();
        let waiting = self.slot.set_bound(generation, bound, B::message_bytes);
        for waiter in waiting {
            self.shared.wake_waiter(self.scheduler, serial, waiter);
        }
    }

    /// Whether a process of this node takes one more message. If not, this one is to wait, and is woken when it may.
    /// A process always takes what it sends to itself. The dead take all.
    #[inline]
    pub fn admit(&mut self, to: Serial) -> bool {
        let slot = self.shared.table.slot(to.slot());
        let bounded = slot.is_some_and(|slot| slot.is_bounded());
        !bounded && !self.private.is_suspended() || self.admit_attentively(to)
    }

    #[cold]
    fn admit_attentively(&mut self, to: Serial) -> bool {
        let me = self.private.serial;
        let admitted = to == me || self.shared.admit(to, Waiter::Process(me));
        let before = self.private.set_suspended_by((!admitted).then_some(to));
        if let Some(before) = before.filter(|&before| before != to) {
            self.shared.withdraw(self.scheduler, me, before);
        }
        admitted
    }

    /// Whether there was no room for what this process wanted to send last, and it has not given up.
    #[inline]
    pub fn waits_to_send(&self) -> bool {
        self.private.is_suspended()
    }

    /// This process does something else than to wait for room for what it wanted to send (U1 in `bound`).
    #[cold]
    pub fn give_up_sending(&mut self) {
        let me = self.private.serial;
        if let Some(receiver) = self.private.set_suspended_by(None) {
            self.shared.withdraw(self.scheduler, me, receiver);
        }
    }

    /// How many messages the bound has cost since this was last asked.
    pub fn take_lost(&mut self) -> u64 {
        self.slot.take_lost()
    }

    /// Who is told when this process dies.
    pub fn links(&self) -> impl Iterator<Item = Pid> {
        let table = &self.shared.table;
        self.private
            .links
            .iter()
            .filter(|&process| table.may_live(process))
    }

    /// Asks for one notice of the death of a process. Monitors of the same
    /// process are independent of each other.
    pub fn monitor(&mut self, process: Pid) -> u64 {
        let reference = self.scheduler.fresh_reference(self.shared);
        self.monitor_as(process, reference)
    }

    /// The same for the time of a request: the notice comes also if a message between the two
    /// could not be taken ([`crate::Handle::message_refused`]).
    pub fn monitor_request(&mut self, process: Pid) -> u64 {
        let reference = self.scheduler.fresh_reference(self.shared) | REQUEST;
        self.monitor_as(process, reference)
    }

    fn monitor_as(&mut self, process: Pid, reference: u64) -> u64 {
        self.private.extras().monitors.insert(reference, process);
        if !process.is_local() {
            self.private
                .watch(self.shared, Watch::Monitor { process, reference });
        }
        let watcher = self.pid();
        if !self.set_monitored_at_once(process, reference, true) {
            self.control(process, Control::Monitor { watcher, reference });
        }
        reference
    }

    /// Takes a monitor back, and its notice too if [`Turn::receive`] has not
    /// returned it. False if the body has the notice already.
    pub fn demonitor(&mut self, reference: u64) -> bool {
        let Some(process) = self.private.extras().monitors.remove(&reference) else {
            return self.private.flush_down(reference);
        };
        self.private
            .forget_watch(self.shared, Watch::Monitor { process, reference });
        let watcher = self.pid();
        if !self.set_monitored_at_once(process, reference, false) {
            self.control(process, Control::Demonitor { watcher, reference });
        }
        true
    }

    /// Says whether this process is told when another one dies, if that can be said without a signal: see
    /// [`Scheduler::change_at_once`].
    fn set_monitored_at_once(&mut self, process: Pid, reference: u64, set: bool) -> bool {
        let watcher = self.pid();
        let Some(process) = process.as_local() else {
            return false;
        };
        let change = |other: &mut Private<B::Message>| other.set_monitored(watcher, reference, set);
        self.scheduler
            .change_at_once(self.shared, process, change)
            .is_some()
    }

    /// Ends another process, or this one after its turn.
    pub fn terminate(&mut self, process: Pid) {
        self.control(process, Control::Terminate);
    }

    fn control(&mut self, to: Pid, control: Control<B::Message>) {
        let from = Some(self.private.serial);
        self.shared
            .signal(self.scheduler, from, to, Signal::control(control));
    }

    /// Sends a message when the clock shows `time`, even if this process has
    /// ended by then.
    pub fn send_at(&mut self, time: u64, to: Pid, message: B::Message) -> Timer {
        let from = Some(self.private.serial);
        let event = Event::Send { from, to, message };
        self.shared.timers.set(self.scheduler.index, time, event)
    }

    /// Takes a timer back; false if it has fired.
    pub fn cancel_timer(&mut self, timer: Timer) -> bool {
        self.shared.timers.cancel(timer)
    }

    /// Runs a host operation that may block on a thread of its own. Its result
    /// comes as a message to this process.
    pub fn spawn_blocking(&mut self, operation: impl FnOnce() -> B::Message + Send + 'static) {
        self.shared.run_blocking(self.private.serial, operation);
    }

    /// Gives a process a name; returns what the name meant before.
    pub fn publish(&mut self, name: &str, process: Pid) -> Result<Option<Pid>, NoSuchProcess> {
        self.shared.publish(name, process)
    }

    pub fn unpublish(&mut self, name: &str) -> Option<Pid> {
        self.shared.names.remove(name)
    }

    pub fn resolve(&self, name: &str) -> Option<Pid> {
        self.shared.names.find(name)
    }

    /// What a process of this node does; `None` if it is dead.
    pub fn status(&self, process: Serial) -> Option<ProcessState> {
        self.shared.table.status(process).and_then(ProcessState::of)
    }

    /// The name given at spawning.
    pub fn name(&self) -> Option<Arc<str>> {
        self.private.name()
    }
}
