//! What all schedulers of a node share, and how signals find their receiver.

use crate::blocking::BlockingPool;
use crate::body::Body;
use crate::bound::{Bound, Waiter};
use crate::claims::Claims;
use crate::clock::Clock;
use crate::deque::Injector;
use crate::idle::Idle;
use crate::lending::{self, Seat};
use crate::links::Links;
use crate::names::Names;
use crate::pid::{Pid, Serial};
use crate::private::{Private, Resident};
use crate::remote::{Flow, Router, Watch, Watches};
use crate::run_queue::{Cause, Priority, Stealers};
use crate::runtime::{SpawnError, SpawnOptions};
use crate::signal::{Control, Reason, Signal};
use crate::slot::{NAMED, NOTIFIED, Posted, Slot};
use crate::spares::Spares;
use crate::statistics::Counters;
use crate::table::Table;
use crate::timers::{Event, Timers};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

pub(crate) struct Shared<B: Body> {
    pub(crate) table: Table<B::Message, Resident<B>>,
    pub(crate) timers: Timers<B::Message>,
    pub(crate) names: Names,
    pub(crate) watches: Watches,
    pub(crate) claims: Claims,
    pub(crate) blocking: BlockingPool,
    /// For work that takes a scheduler too long, and does not block.
    pub(crate) computing: BlockingPool,
    /// For work that takes even those too long.
    pub(crate) long_computing: BlockingPool,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) router: OnceLock<Arc<dyn Router<B::Message>>>,
    pub(crate) node: B::Node,
    /// Fuel of one turn.
    pub(crate) fuel: i64,
    pub(crate) idle: Idle,
    pub(crate) spares: Spares,
    /// One for each scheduler that is no spare.
    pub(crate) seats: Box<[Seat<B>]>,
    /// Whether schedulers that sleep lend their places.
    pub(crate) lends: bool,
    /// One place at a time is lent (N4 in `lending`).
    pub(crate) is_lent: AtomicBool,
    /// Slots made ready by threads that are no schedulers.
    pub(crate) injector: Injector<u32>,
    pub(crate) stealers: Box<[Stealers]>,
    /// One for each scheduler, and then for each spare.
    pub(crate) counters: Box<[Counters]>,
    pub(crate) stopping: AtomicBool,
    /// Counts references; schedulers take many at a time.
    pub(crate) references: AtomicU64,
}

/// Where a slot goes that has just become Queued (S2 in `slot`).
pub(crate) trait Ready<B: Body> {
    fn ready(&mut self, shared: &Shared<B>, slot: u32, priority: Priority, cause: Cause);

    /// A signal is about to come for a process: it is put where it waits, if it is parked here.
    fn unpark(&mut self, _: &Shared<B>, _process: Serial) {}

    /// Whether a process of this priority that becomes ready now is the next to run: then it may be
    /// begun at once.
    fn runs_next(&self, _: Priority, _: Cause) -> bool {
        false
    }

    /// Takes a process that was begun because of [`Ready::runs_next`].
    fn begun(&mut self, _: &Shared<B>, _slot: u32, _resident: Resident<B>) {
        unreachable!("only who runs processes begins them");
    }
}

/// A thread that is no scheduler.
pub(crate) struct Outside;

impl<B: Body> Ready<B> for Outside {
    fn ready(&mut self, shared: &Shared<B>, slot: u32, _: Priority, _: Cause) {
        shared.injector.push(slot);
        if !lending::leaves_for_later(shared) {
            shared.idle.work_was_added();
        }
    }
}

/// Runs what may panic where a panic must not go further.
pub(crate) fn contain<R>(action: impl FnOnce() -> R) -> Option<R> {
    catch_unwind(AssertUnwindSafe(action)).ok()
}

/// The text of a panic.
pub(crate) fn panic_text(payload: &(dyn std::any::Any + Send)) -> &str {
    if let Some(text) = payload.downcast_ref::<&str>() {
        text
    } else if let Some(text) = payload.downcast_ref::<String>() {
        text
    } else {
        "panic without a text"
    }
}

impl<B: Body> Shared<B> {
    pub(crate) fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Acquire)
    }

    /// How many schedulers there are without the spares.
    pub(crate) fn schedulers(&self) -> u16 {
        self.timers.wheels() - self.spares.count()
    }

    /// The wheels whose timers a scheduler fires: the own one and those of spares that belong to it, and a spare all
    /// (E3 in `spares`).
    pub(crate) fn wheels(&self, scheduler: u16) -> impl Iterator<Item = u16> + use<B> {
        let (all, schedulers) = (self.timers.wheels(), self.schedulers());
        let (first, step) = match scheduler < schedulers {
            true => (scheduler, schedulers),
            false => (0, 1),
        };
        (first..all).step_by(usize::from(step))
    }

    /// When the first of these timers is due.
    pub(crate) fn next_time(&self, scheduler: u16) -> Option<u64> {
        let wheels = self.wheels(scheduler);
        let times = wheels.filter_map(|wheel| self.timers.next_time(wheel));
        times.min()
    }

    /// Whether any queue holds a process that is ready.
    pub(crate) fn has_work(&self) -> bool {
        !self.injector.is_empty() || self.stealers.iter().any(|stealer| !stealer.is_empty())
    }

    /// Sends a signal to a process anywhere.
    #[inline]
    pub(crate) fn signal(
        &self,
        ready: &mut impl Ready<B>,
        from: Option<Serial>,
        to: Pid,
        signal: Signal<B::Message>,
    ) -> Flow {
        match to.as_local() {
            Some(serial) => self.post(ready, serial, signal),
            None => self.route(ready, from, to, signal),
        }
    }

    /// Sends a signal to a process of this node.
    pub(crate) fn post(
        &self,
        ready: &mut impl Ready<B>,
        to: Serial,
        signal: Signal<B::Message>,
    ) -> Flow {
        let Some(slot) = self.table.slot(to.slot()) else {
            self.refuse(ready, to.into(), signal, Reason::NoProcess);
            return Flow::Free;
        };
        ready.unpark(self, to);
        match slot.post(to.generation(), signal, B::message_bytes) {
            Posted::Delivered => return Flow::Free,
            Posted::Crowded => return Flow::Crowded,
            Posted::Wake(priority) => ready.ready(self, to.slot(), priority, Cause::Woken),
            Posted::Dead(signal) => self.refuse(ready, to.into(), signal, Reason::NoProcess),
        }
        Flow::Free
    }

    #[cold]
    pub(crate) fn route(
        &self,
        ready: &mut impl Ready<B>,
        from: Option<Serial>,
        to: Pid,
        signal: Signal<B::Message>,
    ) -> Flow {
        match self.router.get() {
            Some(router) => router.route(from, to, signal),
            None => {
                self.refuse(ready, to, signal, Reason::NodeDown);
                Flow::Free
            }
        }
    }

    /// Answers a signal to a process that cannot be reached. The answers need
    /// no answer themselves, so this goes one step deep.
    #[cold]
    pub(crate) fn refuse(
        &self,
        ready: &mut impl Ready<B>,
        target: Pid,
        signal: Signal<B::Message>,
        reason: Reason<B::Message>,
    ) {
        let Signal::Control(control) = signal else {
            return;
        };
        match *control {
            Control::Link { to } => {
                let exit = Control::Exit {
                    from: target,
                    origin: target,
                    reason,
                };
                self.signal(ready, target.as_local(), to, Signal::control(exit));
            }
            Control::Monitor { watcher, reference } => {
                let down = Control::Down {
                    reference,
                    process: target,
                    reason,
                };
                self.signal(ready, target.as_local(), watcher, Signal::control(down));
            }
            // What `told_of_link` has written down.
            Control::Linked { from } => {
                if let Some(dead) = target.as_local() {
                    self.watches.remove(dead, Watch::Link { process: from });
                }
            }
            Control::Inform(request) => drop(contain(|| (request.callback)(None))),
            Control::OnEnd(callback) => drop(contain(|| callback(&reason))),
            Control::Release(callback) => drop(contain(callback)),
            Control::Exit { .. }
            | Control::Unlink { .. }
            | Control::Unlinked { .. }
            | Control::Refuse { .. }
            | Control::Parcel(_)
            | Control::Lost { .. }
            | Control::Attach { .. }
            | Control::Detach { .. }
            | Control::Trace(_)
            | Control::Demonitor { .. }
            | Control::Down { .. }
            | Control::Terminate
            | Control::End { .. } => {}
        }
    }

    /// Makes a process in a free slot that the caller has taken.
    #[inline]
    pub(crate) fn spawn_in(
        &self,
        ready: &mut impl Ready<B>,
        number: u32,
        body: B,
        options: Option<Box<SpawnOptions>>,
    ) -> Result<Serial, SpawnError> {
        let free = self.table.free_slot(number);
        let (slot, serial) = free.ok_or(SpawnError::TooManyProcesses)?;
        let private = Private::boxed(serial);
        let resident = Resident { private, body };
        match options {
            None => self.begin(ready, slot, resident, Priority::Normal, None),
            Some(options) => self.begin_with(ready, slot, resident, *options),
        }
        Ok(serial)
    }

    /// Makes a process in a place that was kept (W1 in `vacant`), in its slot.
    #[inline(always)]
    pub(crate) fn begin_in(
        &self,
        ready: &mut impl Ready<B>,
        slot: &Slot<B::Message, Resident<B>>,
        mut place: Resident<B>,
        serial: Serial,
    ) -> Serial {
        place.private.serial = serial;
        self.begin(ready, slot, place, Priority::Normal, None);
        serial
    }

    #[inline(never)]
    fn begin_with(
        &self,
        ready: &mut impl Ready<B>,
        slot: &Slot<B::Message, Resident<B>>,
        mut resident: Resident<B>,
        options: SpawnOptions,
    ) {
        let me = Pid::local(resident.private.serial);
        for &to in options.links.iter().filter(|to| !to.is_local()) {
            let linked = Signal::control(Control::Linked { from: me });
            self.signal(ready, me.as_local(), to, linked);
        }
        resident.private.links = Links::of(options.links);
        for process in resident.private.links.iter() {
            self.claims.add(resident.private.serial, process);
        }
        if options.name.is_some() {
            resident.private.extras().name = options.name;
        }
        for &process in options.told_of.iter().filter(|from| !from.is_local()) {
            let watch = Watch::Link { process };
            resident.private.watch(self, watch);
        }
        self.begin(ready, slot, resident, options.priority, options.bound);
        // Not before there is somebody who can be answered.
        for process in options.told_of {
            let link = Signal::control(Control::Link { to: me });
            self.signal(ready, me.as_local(), process, link);
        }
    }

    /// Queues a new process, or hands it over.
    #[inline(always)]
    fn begin(
        &self,
        ready: &mut impl Ready<B>,
        slot: &Slot<B::Message, Resident<B>>,
        resident: Resident<B>,
        priority: Priority,
        bound: Option<Bound>,
    ) {
        let serial = resident.private.serial;
        if bound.is_none() && ready.runs_next(priority, Cause::New) {
            slot.occupy_running();
            return ready.begun(self, serial.slot(), resident);
        }
        slot.occupy(resident);
        if bound.is_some() {
            slot.set_bound(serial.generation(), bound, B::message_bytes);
        }
        if priority != Priority::Normal {
            slot.set_priority(serial.generation(), priority);
        }
        ready.ready(self, serial.slot(), priority, Cause::New);
    }

    /// Runs a process once more without a signal.
    pub(crate) fn notify(&self, ready: &mut impl Ready<B>, serial: Serial, flags: u64) {
        if let Some(slot) = self.table.slot(serial.slot())
            && slot.notify(serial.generation(), flags | NOTIFIED)
        {
            ready.ready(self, serial.slot(), slot.priority(), Cause::Woken);
        }
    }

    /// Whether a process of this node takes one more message; if not, `waiter` is woken when it does.
    pub(crate) fn admit(&self, to: Serial, waiter: Waiter) -> bool {
        let Some(slot) = self.table.slot(to.slot()).filter(|slot| slot.is_bounded()) else {
            return true;
        };
        let is_alive = |serial| self.table.status(serial).is_some();
        slot.admit(to.generation(), waiter, is_alive)
    }

    /// A process no longer waits to send to another: if it was woken for that, somebody else can.
    pub(crate) fn withdraw(&self, ready: &mut impl Ready<B>, sender: Serial, receiver: Serial) {
        let slot = self.table.slot(receiver.slot());
        let waits =
            slot.is_some_and(|slot| slot.withdraw(receiver.generation(), Waiter::Process(sender)));
        if !waits {
            self.offer_room(ready, receiver);
        }
    }

    /// Wakes who waits for room in the mailbox of a process, as many as there is room for.
    pub(crate) fn offer_room(&self, ready: &mut impl Ready<B>, process: Serial) {
        let Some(slot) = self.table.slot(process.slot()) else {
            return;
        };
        let mut woken = 0;
        while let Some((waiter, free)) = slot.next_waiter(process.generation()) {
            woken += usize::from(self.wake_waiter(ready, process, waiter));
            if woken >= free {
                break;
            }
        }
    }

    /// Wakes who waited for room in the mailbox of a process; false if it is not there any more.
    pub(crate) fn wake_waiter(
        &self,
        ready: &mut impl Ready<B>,
        process: Serial,
        waiter: Waiter,
    ) -> bool {
        match waiter {
            Waiter::Process(sender) => {
                self.notify(ready, sender, 0);
                self.table.status(sender).is_some()
            }
            Waiter::Node(node) => {
                let router = self.router.get();
                router.is_some_and(|router| router.room(node, process))
            }
        }
    }

    /// Gives a name to a process; returns what the name meant before.
    pub(crate) fn publish(&self, name: &str, pid: Pid) -> Result<Option<Pid>, NoSuchProcess> {
        let previous = self.names.enter(name, pid);
        let alive = pid.as_local().is_none_or(|serial| {
            let slot = self.table.slot(serial.slot());
            slot.is_some_and(|slot| slot.mark(serial.generation(), NAMED))
        });
        if !alive {
            self.names.remove_if(name, pid);
            return Err(NoSuchProcess);
        }
        Ok(previous)
    }

    /// Tells all local processes that watch processes of a lost node, or are to tell them of something.
    pub(crate) fn node_down(&self, ready: &mut impl Ready<B>, node: u16) {
        for (watcher, watch) in self.watches.take(node) {
            let process = watch.process();
            let reason = Reason::NodeDown;
            let control = match watch {
                Watch::Link { .. } => Control::Exit {
                    from: process,
                    origin: process,
                    reason,
                },
                Watch::Monitor { reference, .. } => Control::Down {
                    reference,
                    process,
                    reason,
                },
            };
            self.post(ready, watcher, Signal::control(control));
        }
        for holder in self.claims.holders(node) {
            self.post(ready, holder, Signal::control(Control::Lost { node }));
        }
    }

    /// Fires the timers of a wheel that are due, at most a batch of them, so that
    /// ready processes get their turns in between. Returns whether more are due.
    pub(crate) fn fire_timers(&self, ready: &mut impl Ready<B>, wheel: u16) -> bool {
        let Some(next) = self.timers.next_time(wheel) else {
            return false;
        };
        let now = self.clock.now();
        if next > now {
            return false;
        }
        for event in self.timers.due(wheel, now) {
            match event {
                Event::Wake(serial) => self.notify(ready, serial, crate::slot::TIMED_OUT),
                Event::Send { from, to, message } => {
                    self.signal(ready, from, to, Signal::Message(message));
                }
            }
        }
        let next = self.timers.next_time(wheel);
        next.is_some_and(|next| next <= now)
    }

    /// Runs one piece of work of the pools that have no threads.
    pub(crate) fn run_one_job(&self) -> bool {
        self.pools().into_iter().any(BlockingPool::run_one)
    }

    pub(crate) fn pools(&self) -> [&BlockingPool; 3] {
        [&self.blocking, &self.computing, &self.long_computing]
    }

    /// See [`crate::Handle::run_computation`].
    pub(crate) fn compute(&self, is_long: bool, work: impl FnOnce() + Send + 'static) {
        let pool = match is_long {
            true => &self.long_computing,
            false => &self.computing,
        };
        // Better the scheduler is held than that nothing ever comes of it.
        if !pool.submit(Box::new(work)) {
            pool.run_one();
        }
    }

    /// A job that sends the result of `operation` to a process. If it panics,
    /// the process gets what [`Body::panic_reason`] makes of that.
    pub(crate) fn run_blocking(
        self: &Arc<Self>,
        to: Serial,
        operation: impl FnOnce() -> B::Message + Send + 'static,
    ) {
        let shared = self.clone();
        self.blocking.submit(Box::new(move || {
            let message = match catch_unwind(AssertUnwindSafe(operation)) {
                Ok(message) => message,
                Err(payload) => B::panic_reason(panic_text(&*payload)),
            };
            shared.post(&mut Outside, to, Signal::Message(message));
        }));
    }

    /// Drops all processes and signals, at the end of the node.
    pub(crate) fn clear(&self) {
        for slot in self.table.all_slots() {
            let parts = slot.clear();
            contain(|| drop(parts));
        }
    }
}

/// The process has ended, or never was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSuchProcess;

impl std::fmt::Display for NoSuchProcess {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("no such process")
    }
}

impl std::error::Error for NoSuchProcess {}
