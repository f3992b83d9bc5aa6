//! What belongs to one process beside its body.
//!
//! Only the scheduler that runs the process touches this (S1 in `slot`). Here
//! the signals that the outer queue delivered take effect, in their order:
//! messages and notices go on to the inbox, from which the body takes them; the
//! rest changes the sets below.
//!
//! Invariants:
//! - V1. A reference is in `monitors` exactly until its `Down` went to
//!   the inbox or the monitor was taken back. So a `Down` arrives at most once.
//! - V2. [`TRACED`] and [`ASKED`] say what is in `extras`: one look tells that nothing is unusual.

use crate::body::Body;
use crate::few::Few;
use crate::info::{ProcessInfo, ProcessState};
use crate::links::{Links, PROBE, SweepMark, is_for_request};
use crate::pid::{Pid, Serial};
use crate::queue::SignalQueue;
use crate::remote::Watch;
use crate::rest::Tenths;
use crate::run_queue::Priority;
use crate::shared::{Outside, Shared, contain};
use crate::signal::{
    Control, Delivery, EndCallback, Ending, InfoRequest, Notice, Reason, ReleaseCallback, Signal,
    Trace,
};
use crate::slot::CONTROL;
use crate::timers::{Event, Timer};
use std::collections::BTreeSet;
use std::num::NonZeroU64;
use std::sync::Arc;

/// A process as it lies in its slot: a few words, which are moved when its turn comes and goes.
pub(crate) struct Resident<B: Body> {
    pub(crate) private: Box<Private<B::Message>>,
    pub(crate) body: B,
}

impl<B: Body> Resident<B> {
    /// Gives a message to a process that waits, for which nothing else has come.
    #[inline(always)]
    pub(crate) fn take_first(&mut self, message: B::Message) {
        let refused = match self.private.is_traced() {
            false => self.body.accept(message).err(),
            true => Some(message),
        };
        if let Some(message) = refused {
            self.private.inbox.push_first(Signal::Message(message));
        }
    }
}

pub(crate) struct Private<M> {
    pub(crate) serial: Serial,
    /// Messages and notices that the body has not taken.
    inbox: SignalQueue<Signal<M>>,
    /// Who is told when this process dies.
    pub(crate) links: Links,
    /// What most processes do not need.
    extras: Option<Box<Extras<M>>>,
    pub(crate) reductions: u64,
    /// When the last wait with a deadline ends, and a timer that fires then or before, until it does.
    wait: Option<(u64, Timer)>,
    /// The last turn ended by [`crate::Next::Wait`].
    pub(crate) waiting: bool,
    /// The deadline of that wait has passed.
    pub(crate) timed_out: bool,
    /// What is to be seen to beside the turns: [`KILLED`], [`TRACED`], [`ASKED`].
    unusual: u8,
    /// When the last wait began, by the clock of the scheduler ([`crate::rest::Tenths`]).
    waiting_since: Tenths,
}

/// The process shall end before its next turn.
const KILLED: u8 = 1;
/// Somebody is told what it does (V2).
const TRACED: u8 = 1 << 1;
/// There are requests for information (V2).
const ASKED: u8 = 1 << 2;

pub(crate) struct Extras<M> {
    pub(crate) name: Option<Arc<str>>,
    /// Monitors that this process has set, by reference.
    pub(crate) monitors: Few<u64, Pid>,
    /// Monitors that others have set on this process.
    pub(crate) monitored_by: Few<(Pid, u64), ()>,
    /// What this process watches on other nodes (R1 in `remote`).
    pub(crate) watches: BTreeSet<Watch>,
    /// When they are looked through for links to the dead: who halts tells nobody.
    watches_mark: SweepMark,
    pub(crate) end_callbacks: Vec<EndCallback<M>>,
    releases: Vec<ReleaseCallback>,
    trace: Option<Trace>,
    /// Requests that wait for a moment when the body can be asked.
    pub(crate) info_requests: Vec<InfoRequest>,
    /// Why it shall end, if that is not that somebody terminates it.
    cause: Option<Box<Reason<M>>>,
    /// The process in whose mailbox there was no room when this one wanted to send.
    pub(crate) suspended_by: Option<Serial>,
}

impl<M> Default for Extras<M> {
    fn default() -> Self {
        Extras {
            name: None,
            monitors: Few::new(),
            monitored_by: Few::new(),
            watches: BTreeSet::new(),
            watches_mark: SweepMark::after(0),
            end_callbacks: Vec::new(),
            releases: Vec::new(),
            trace: None,
            info_requests: Vec::new(),
            cause: None,
            suspended_by: None,
        }
    }
}

impl<M: Clone> Private<M> {
    /// That of a new process.
    #[inline]
    pub(crate) fn boxed(serial: Serial) -> Box<Self> {
        // Made in its place, which therefore comes first: see `SignalQueue::push`.
        Box::write(Box::new_uninit(), Private::new(serial))
    }

    #[inline(always)]
    fn new(serial: Serial) -> Self {
        Private {
            serial,
            inbox: SignalQueue::new(),
            links: Links::default(),
            extras: None,
            reductions: 0,
            wait: None,
            waiting: false,
            timed_out: false,
            unusual: 0,
            waiting_since: Tenths::default(),
        }
    }

    /// Notes in whose mailbox there is no room for what it sends, or that there is; returns who it was before.
    pub(crate) fn set_suspended_by(&mut self, receiver: Option<Serial>) -> Option<Serial> {
        if receiver.is_none() && self.extras.is_none() {
            return None;
        }
        std::mem::replace(&mut self.extras().suspended_by, receiver)
    }

    /// Whether there was no room for what it wanted to send last.
    #[inline]
    pub(crate) fn is_suspended(&self) -> bool {
        (self.extras.as_ref()).is_some_and(|extras| extras.suspended_by.is_some())
    }

    pub(crate) fn extras(&mut self) -> &mut Extras<M> {
        self.extras.get_or_insert_default()
    }

    /// The turn is over, and the process waits from now on.
    #[inline(always)]
    pub(crate) fn begin_wait(&mut self, now: Tenths) {
        self.waiting = true;
        self.waiting_since = now;
    }

    #[inline(always)]
    fn is_unusual(&self, flags: u8) -> bool {
        self.unusual & flags != 0
    }

    fn set_unusual(&mut self, flag: u8, set: bool) {
        self.unusual = match set {
            true => self.unusual | flag,
            false => self.unusual & !flag,
        };
    }

    /// Whether the process shall end before its next turn.
    #[inline(always)]
    pub(crate) fn is_killed(&self) -> bool {
        self.is_unusual(KILLED)
    }

    /// The process shall end before its next turn.
    pub(crate) fn end_for(&mut self, reason: Box<Reason<M>>) {
        self.set_unusual(KILLED, true);
        self.extras().cause.get_or_insert(reason);
    }

    /// How the process ends that shall end before its next turn.
    pub(crate) fn take_cause(&mut self) -> Ending<M> {
        let cause = self.extras.as_mut().and_then(|extras| extras.cause.take());
        Ending::Ended(cause.map_or(Reason::Terminated, |cause| *cause))
    }

    /// Whether somebody is told what the process does.
    #[inline(always)]
    pub(crate) fn is_traced(&self) -> bool {
        self.is_unusual(TRACED)
    }

    pub(crate) fn trace(&self) -> Option<Trace> {
        self.extras.as_ref()?.trace
    }

    pub(crate) fn set_trace(&mut self, trace: Option<Trace>) {
        self.set_unusual(TRACED, trace.is_some());
        self.extras().trace = trace;
    }

    pub(crate) fn name(&self) -> Option<Arc<str>> {
        self.extras.as_ref()?.name.clone()
    }

    /// Releases what others hold for the process, which ends.
    #[inline]
    pub(crate) fn release(&mut self) {
        if let Some(extras) = &mut self.extras {
            for release in std::mem::take(&mut extras.releases) {
                contain(release);
            }
        }
    }

    pub(crate) fn take_extras(&mut self) -> Option<Box<Extras<M>>> {
        // V2.
        self.unusual &= KILLED;
        self.extras.take()
    }

    /// Whether the body has something to take.
    #[inline]
    pub(crate) fn has_deliveries(&self) -> bool {
        !self.inbox.is_empty()
    }

    /// How much the body has not taken.
    pub(crate) fn delivery_count(&self) -> usize {
        self.inbox.len()
    }

    /// The oldest message or notice.
    #[inline]
    pub(crate) fn next_delivery(&mut self) -> Option<Delivery<M>> {
        loop {
            match self.inbox.pop()? {
                Signal::Message(message) => return Some(Delivery::Message(message)),
                Signal::Control(control) => {
                    if let Some(notice) = notice_of(*control) {
                        return Some(Delivery::Notice(Box::new(notice)));
                    }
                }
            }
        }
    }

    /// The oldest, if it is a message.
    #[inline]
    pub(crate) fn next_message(&mut self) -> Option<M> {
        let oldest = self
            .inbox
            .pop_if(|signal| matches!(signal, Signal::Message(_)));
        match oldest? {
            Signal::Message(message) => Some(message),
            Signal::Control(_) => None,
        }
    }

    /// Whether a process that has had its turn and wants to wait without an end may do so at once.
    #[inline(always)]
    pub(crate) fn waits_plainly(&self) -> bool {
        !self.is_unusual(KILLED | ASKED) && !self.is_armed() && !self.has_deliveries()
    }

    /// Whether a process that ends has nothing but its body, and nobody is to be told.
    #[inline(always)]
    pub(crate) fn ends_quietly(&self) -> bool {
        self.unusual == 0
            && self.extras.is_none()
            && !self.is_armed()
            && self.links.is_unused()
            && !self.inbox.has_held()
    }

    /// Makes that of a process that [ended quietly](Private::ends_quietly) as new, but for the serial.
    #[inline(always)]
    pub(crate) fn renew(&mut self) {
        self.reductions = 0;
        self.waiting = false;
        self.timed_out = false;
    }

    /// Gives up what is left at the end of any process, and makes it as new, but for the serial.
    pub(crate) fn clear(&mut self) {
        *self = Private::new(self.serial);
    }

    /// Whether another process may begin its turn in the middle of this one's, which wants to wait.
    #[inline(always)]
    pub(crate) fn gives_place(&self) -> bool {
        self.unusual == 0 && !self.has_deliveries()
    }

    /// Whether there may be a timer of a wait.
    #[inline(always)]
    pub(crate) fn is_armed(&self) -> bool {
        self.wait.is_some()
    }

    /// Drops what nobody will take any more.
    #[inline]
    pub(crate) fn drop_signals(&mut self) {
        if !self.inbox.is_empty() {
            self.inbox = SignalQueue::new();
        }
    }

    /// Swaps the outer queue into the inbox, or into `batch` if the inbox is
    /// not empty. Constant time, since it runs under the lock of the slot.
    #[inline]
    pub(crate) fn fetch(
        &mut self,
        outer: &mut SignalQueue<Signal<M>>,
        batch: &mut SignalQueue<Signal<M>>,
    ) {
        if self.inbox.is_empty() {
            std::mem::swap(&mut self.inbox, outer);
        } else {
            std::mem::swap(batch, outer);
        }
    }

    /// Lets fetched signals take effect; `flags` are those of the slot.
    #[inline]
    pub(crate) fn handle_signals<B: Body<Message = M>>(
        &mut self,
        shared: &Shared<B>,
        flags: u64,
        mut batch: SignalQueue<Signal<M>>,
    ) {
        if flags & CONTROL == 0 {
            while let Some(signal) = batch.pop() {
                self.inbox.push(signal);
            }
        } else {
            self.handle_control(shared, batch);
        }
    }

    /// Like [`Private::handle_signals`], with signals that are more than messages.
    #[cold]
    fn handle_control<B: Body<Message = M>>(
        &mut self,
        shared: &Shared<B>,
        mut batch: SignalQueue<Signal<M>>,
    ) {
        if batch.is_empty() {
            // The inbox was empty and holds what was fetched.
            std::mem::swap(&mut self.inbox, &mut batch);
        }
        while let Some(signal) = batch.pop() {
            match signal {
                Signal::Message(_) => self.inbox.push(signal),
                Signal::Control(control) => self.apply(shared, control),
            }
        }
    }

    fn apply<B: Body<Message = M>>(&mut self, shared: &Shared<B>, control: Box<Control<M>>) {
        match *control {
            Control::Exit { from, .. } => {
                // Whoever asked to be told, or was told of a link, knows it: anything else is a fault of the
                // other node, or the link has been taken back.
                let watch = Watch::Link { process: from };
                if !from.is_local() && !self.is_watching(watch) {
                    return;
                }
                self.remove_link(shared, from);
                self.forget_watch(shared, watch);
                self.inbox.push(Signal::Control(control));
            }
            Control::Down {
                reference,
                process,
                ref reason,
            } => {
                let is_awaited = self.extras().monitors.get(&reference) == Some(&process);
                if reference != PROBE && !is_awaited {
                    return;
                }
                // Dead or out of reach, like the one of whom an exit tells.
                self.remove_link(shared, process);
                // Who is out of reach is told of in another way, and that needs the watch.
                if reference == PROBE && matches!(reason, Reason::NoProcess) {
                    self.forget_watch(shared, Watch::Link { process });
                }
                if is_awaited {
                    self.extras().monitors.remove(&reference);
                    self.forget_watch(shared, Watch::Monitor { process, reference });
                    self.inbox.push(Signal::Control(control));
                }
            }
            Control::Parcel(_) => self.inbox.push(Signal::Control(control)),
            Control::Refuse { sender, why } => {
                self.refuse_request(shared, sender, &why);
                self.end_requests(shared, sender, &why);
            }
            Control::Link { to } => {
                if to != Pid::local(self.serial) {
                    self.insert_link(shared, to);
                }
            }
            Control::Unlink { to } => self.remove_link(shared, to),
            Control::Linked { from } => {
                if !from.is_local() {
                    self.watch(shared, Watch::Link { process: from });
                }
            }
            Control::Unlinked { from } => self.forget_watch(shared, Watch::Link { process: from }),
            Control::Lost { node } => self.lose(shared, node),
            Control::Attach { process } => self.attach(shared, process, true),
            Control::Detach { process } => self.attach(shared, process, false),
            Control::Monitor { watcher, reference } => {
                if self.set_monitored(watcher, reference, true) {
                    shared.claims.add(self.serial, watcher);
                }
            }
            Control::Demonitor { watcher, reference } => {
                self.forget_monitor(shared, watcher, reference);
            }
            Control::Trace(trace) => {
                let serial = self.serial;
                // A process that told itself of each message would never end doing so.
                self.set_trace(trace.filter(|trace| trace.to != serial));
            }
            Control::Terminate => self.set_unusual(KILLED, true),
            Control::End { reason } => self.end_for(reason),
            Control::Inform(request) => {
                self.set_unusual(ASKED, true);
                self.extras().info_requests.push(request);
            }
            Control::OnEnd(callback) => self.extras().end_callbacks.push(callback),
            Control::Release(callback) => self.extras().releases.push(callback),
        }
    }

    /// Ends the monitors of `sender` that are for requests to this one. In its turn: only requests that
    /// were made before the message are there.
    fn refuse_request<B: Body<Message = M>>(&mut self, shared: &Shared<B>, sender: Pid, why: &M) {
        let monitors = self.extras().monitored_by.iter();
        let ended: Vec<(Pid, u64)> = monitors
            .map(|(&monitor, ())| monitor)
            .filter(|&(watcher, reference)| watcher == sender && is_for_request(reference))
            .collect();
        for (watcher, reference) in ended {
            self.forget_monitor(shared, watcher, reference);
            let down = Control::Down {
                reference,
                process: Pid::local(self.serial),
                reason: Reason::Failure(why.clone()),
            };
            let from = Some(self.serial);
            shared.signal(&mut Outside, from, watcher, Signal::control(down));
        }
    }

    /// Ends the monitors of `process` that are for requests.
    fn end_requests<B: Body<Message = M>>(&mut self, shared: &Shared<B>, process: Pid, why: &M) {
        let monitors = self.extras().monitors.iter();
        let ended: Vec<u64> = monitors
            .filter(|&(&reference, &of)| of == process && is_for_request(reference))
            .map(|(&reference, _)| reference)
            .collect();
        for reference in ended {
            let watcher = Pid::local(self.serial);
            let demonitor = Control::Demonitor { watcher, reference };
            let from = Some(self.serial);
            shared.signal(&mut Outside, from, process, Signal::control(demonitor));
            self.extras().monitors.remove(&reference);
            self.forget_watch(shared, Watch::Monitor { process, reference });
            let reason = Reason::Failure(why.clone());
            let down = Control::Down {
                reference,
                process,
                reason,
            };
            self.inbox.push(Signal::Control(Box::new(down)));
        }
    }

    /// Says whether `watcher` is told when this one dies; whether that is new. If it is of another node, the
    /// caller counts it (R2 in `claims`).
    pub(crate) fn set_monitored(&mut self, watcher: Pid, reference: u64, set: bool) -> bool {
        let monitored_by = &mut self.extras().monitored_by;
        match set {
            true => monitored_by.insert((watcher, reference), ()),
            false => monitored_by.remove(&(watcher, reference)).is_some(),
        }
    }

    /// `watcher`, of any node, is not told any more.
    fn forget_monitor<B: Body<Message = M>>(
        &mut self,
        shared: &Shared<B>,
        watcher: Pid,
        reference: u64,
    ) {
        if self.set_monitored(watcher, reference, false) {
            shared.claims.remove(self.serial, watcher);
        }
    }

    /// Takes back what processes of a node are told, with which there is no connection any more.
    fn lose<B: Body<Message = M>>(&mut self, shared: &Shared<B>, node: u16) {
        let links: Vec<Pid> = self.links.iter().filter(|to| to.node() == node).collect();
        for to in links {
            self.remove_link(shared, to);
        }
        let monitors = self.extras().monitored_by.iter();
        let monitors: Vec<(Pid, u64)> = monitors
            .map(|(&monitor, ())| monitor)
            .filter(|(watcher, _)| watcher.node() == node)
            .collect();
        for (watcher, reference) in monitors {
            self.forget_monitor(shared, watcher, reference);
        }
    }

    /// Strikes out all that is written down for processes of other nodes, at the end.
    pub(crate) fn end_claims<B: Body<Message = M>>(&self, shared: &Shared<B>) {
        for to in self.links.iter() {
            shared.claims.remove(self.serial, to);
        }
        if let Some(extras) = &self.extras {
            for (&(watcher, _), ()) in extras.monitored_by.iter() {
                shared.claims.remove(self.serial, watcher);
            }
        }
    }

    /// Whether this one waits to be told of a process of another node.
    fn is_watching(&self, watch: Watch) -> bool {
        let extras = self.extras.as_ref();
        extras.is_some_and(|extras| extras.watches.contains(&watch))
    }

    pub(crate) fn remove_link<B: Body<Message = M>>(&mut self, shared: &Shared<B>, process: Pid) {
        if self.links.remove(process) {
            shared.claims.remove(self.serial, process);
        }
    }

    /// Has `process` be told when this one dies.
    pub(crate) fn insert_link<B: Body<Message = M>>(&mut self, shared: &Shared<B>, process: Pid) {
        let me = self.serial;
        let is_new = self.links.insert(process, |other| {
            probe(shared, me, other);
            shared.table.may_live(other)
        });
        if is_new {
            shared.claims.add(me, process);
        }
    }

    /// Sets or takes back an inbound link at the wish of another process.
    fn attach<B: Body<Message = M>>(&mut self, shared: &Shared<B>, process: Pid, linked: bool) {
        let to = Pid::local(self.serial);
        if process == to {
            return;
        }
        let watch = Watch::Link { process };
        let control = match linked {
            true => Control::Link { to },
            false => Control::Unlink { to },
        };
        if !linked {
            self.forget_watch(shared, watch);
        } else if !process.is_local() {
            self.watch(shared, watch);
        }
        let from = Some(self.serial);
        shared.signal(&mut Outside, from, process, Signal::control(control));
    }

    /// Remembers a watch on a process of another node (R1).
    pub(crate) fn watch<B: Body<Message = M>>(&mut self, shared: &Shared<B>, watch: Watch) {
        shared.watches.add(self.serial, watch);
        let me = self.serial;
        let extras = self.extras();
        extras.watches.insert(watch);
        let length = extras.watches.len();
        if extras.watches_mark.is_reached(length) {
            extras.watches_mark = SweepMark::after(length);
            for watch in &extras.watches {
                if let Watch::Link { process } = *watch {
                    probe(shared, me, process);
                }
            }
        }
    }

    pub(crate) fn forget_watch<B: Body<Message = M>>(&mut self, shared: &Shared<B>, watch: Watch) {
        if watch.process().is_local() {
            return;
        }
        let extras = self.extras();
        extras.watches.remove(&watch);
        extras.watches_mark.lower(extras.watches.len());
        shared.watches.remove(self.serial, watch);
    }

    /// Removes the `Down` of a monitor that the body has not taken yet.
    pub(crate) fn flush_down(&mut self, reference: u64) -> bool {
        let before = self.inbox.len();
        self.inbox.retain(|signal| match signal {
            Signal::Control(control) => !matches!(
                **control,
                Control::Down { reference: other, .. } if other == reference
            ),
            Signal::Message(_) => true,
        });
        self.inbox.len() != before
    }

    /// Sets the timer of a wait. That of an earlier wait stays if it fires before, and then the process
    /// waits again: who makes requests of which each has its time sets a timer once in that time. Else it is
    /// taken back.
    #[inline]
    pub(crate) fn arm<B: Body<Message = M>>(
        &mut self,
        shared: &Shared<B>,
        wheel: u16,
        deadline: Option<NonZeroU64>,
    ) {
        let deadline = deadline.map(NonZeroU64::get);
        if let (Some((before, _)), Some(deadline)) = (&mut self.wait, deadline)
            && *before <= deadline
        {
            *before = deadline;
            return;
        }
        self.disarm(shared);
        let serial = self.serial;
        self.wait = deadline.map(|deadline| {
            (
                deadline,
                shared.timers.set(wheel, deadline, Event::Wake(serial)),
            )
        });
    }

    pub(crate) fn disarm<B: Body<Message = M>>(&mut self, shared: &Shared<B>) {
        if let Some((_, timer)) = self.wait.take() {
            shared.timers.cancel(timer);
        }
    }

    /// A wait timer of this process has fired; perhaps one of an earlier wait.
    pub(crate) fn timer_fired<B: Body<Message = M>>(&mut self, shared: &Shared<B>) {
        let Some((deadline, timer)) = self.wait.take() else {
            return;
        };
        // It may be a later one than that which has fired: then it is set again by the next wait.
        shared.timers.cancel(timer);
        self.timed_out = shared.clock.now() >= deadline;
    }

    #[inline]
    pub(crate) fn has_info_requests(&self) -> bool {
        self.is_unusual(ASKED)
    }

    pub(crate) fn take_info_requests(&mut self) -> Vec<InfoRequest> {
        self.set_unusual(ASKED, false);
        match &mut self.extras {
            Some(extras) => std::mem::take(&mut extras.info_requests),
            None => Vec::new(),
        }
    }

    /// The description, but for what the body has to say.
    pub(crate) fn describe(
        &self,
        state: ProcessState,
        priority: Priority,
        now: Tenths,
    ) -> ProcessInfo {
        let extras = self.extras.as_deref();
        ProcessInfo {
            serial: self.serial,
            name: extras.and_then(|extras| extras.name.clone()),
            state,
            priority,
            waited: self.waiting.then(|| now.since(self.waiting_since)),
            mailbox_length: self.inbox.len(),
            links: self.links.iter().collect(),
            monitors: extras.map_or_else(Vec::new, |extras| {
                extras.monitors.iter().map(|(_, &pid)| pid).collect()
            }),
            monitored_by: extras.map_or_else(Vec::new, |extras| {
                extras
                    .monitored_by
                    .iter()
                    .map(|(&(pid, _), ())| pid)
                    .collect()
            }),
            reductions: self.reductions,
            body: Default::default(),
            details: String::new(),
            stack: String::new(),
            code: Vec::new(),
        }
    }
}

/// Asks a process of another node whether it lives, for `asker`.
fn probe<B: Body>(shared: &Shared<B>, asker: Serial, process: Pid) {
    if process.is_local() {
        return;
    }
    let (watcher, reference) = (Pid::local(asker), PROBE);
    let set = Control::Monitor { watcher, reference };
    let taken_back = Control::Demonitor { watcher, reference };
    for control in [set, taken_back] {
        shared.signal(&mut Outside, Some(asker), process, Signal::control(control));
    }
}

fn notice_of<M>(control: Control<M>) -> Option<Notice<M>> {
    match control {
        Control::Exit {
            from,
            origin,
            reason,
        } => Some(Notice::Exit {
            from,
            origin,
            reason,
        }),
        Control::Down {
            reference,
            process,
            reason,
        } => Some(Notice::Down {
            reference,
            process,
            reason,
        }),
        Control::Parcel(message) => Some(Notice::Parcel(message)),
        Control::Link { .. }
        | Control::Unlink { .. }
        | Control::Linked { .. }
        | Control::Refuse { .. }
        | Control::Unlinked { .. }
        | Control::Lost { .. }
        | Control::Attach { .. }
        | Control::Detach { .. }
        | Control::Monitor { .. }
        | Control::Demonitor { .. }
        | Control::Trace(_)
        | Control::Terminate
        | Control::End { .. }
        | Control::Inform(_)
        | Control::OnEnd(_)
        | Control::Release(_) => None,
    }
}
