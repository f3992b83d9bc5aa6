//! Other processes of the node, and of others as far as their pids lead there: sending,
//! spawning, links, monitors, names, limits.
//!
//! What messages become on their way is in `mound_process`, and how they are copied in
//! `mound_heap::freeze`.

use super::{LONG_QUEUE, TurnHost, bound, name, pid};
use crate::body::SchemeProcess;
use mound_heap::freeze::Frozen;
use mound_heap::object::Pair;
use mound_heap::value::Name;
use mound_heap::{Bytes, Value, budget, holders};
use mound_machine::condition::ConditionKind;
use mound_machine::{
    Context, Delivery, Direction, Limits, Priority, Processes, Raise, Statistics, Taken,
};
use mound_process::{self as process, LinkDirection, Pid, Serial, SpawnOptions, Trace};
use mound_wire::Mode;

impl Processes for TurnHost<'_, '_> {
    fn this(&self) -> Name {
        name(self.turn.pid())
    }

    fn fresh_serial(&mut self) -> u64 {
        self.turn.fresh_reference()
    }

    #[inline(always)]
    fn send(&mut self, context: &mut Context, to: Name, message: Value) -> Result<Delivery, Raise> {
        if !self.is_plain(context) {
            return self.send_out(context, to, message);
        }
        match !message.is_pointer() && self.answers(to, message) {
            true => Ok(Delivery::Sent),
            false => self.send_plainly(context, to, message),
        }
    }

    fn vacant(&mut self) -> Option<Box<Context>> {
        self.turn.take_vacancy().map(|body| body.context)
    }

    fn spawn(
        &mut self,
        mut child: Box<Context>,
        options: Option<Box<mound_machine::SpawnOptions>>,
    ) -> Result<u64, String> {
        if budget::is_exhausted() && !holders::relieve(0) {
            return Err(no_room());
        }
        let own_limits = options.as_ref().and_then(|options| options.limits);
        let limits = own_limits.or_else(|| self.state.usual_limits());
        let limits = limits.filter(|&limits| limits != Limits::default());
        if let Some(limits) = limits {
            child.set_limits(limits);
        }
        let bound = limits.and_then(|limits| bound(&limits));
        let options = match options {
            Some(options) => Some(Box::new(SpawnOptions {
                name: options.name.map(|name| (*name.symbol().text()).into()),
                links: options.links.into_iter().filter_map(pid).collect(),
                priority: priority(options.priority),
                bound,
                told_of: Vec::new(),
            })),
            None => bound.map(|bound| {
                let options = SpawnOptions::default();
                Box::new(SpawnOptions {
                    bound: Some(bound),
                    ..options
                })
            }),
        };
        self.turn
            .spawn(SchemeProcess::of(self.state, child), options)
            .map(Serial::number)
            .map_err(|error| error.to_string())
    }

    fn link(&mut self, other: Name, kind: Direction) {
        if let Some(other) = pid(other) {
            self.turn.link(other, direction(kind));
        }
    }

    fn unlink(&mut self, other: Name, kind: Direction) {
        if let Some(other) = pid(other) {
            self.turn.unlink(other, direction(kind));
        }
    }

    fn link_others(&mut self, from: Name, to: Name, linked: bool) {
        if let (Some(from), Some(to)) = (pid(from), pid(to)) {
            self.turn.link_others(from, to, linked);
        }
    }

    fn monitor(&mut self, other: Name) -> u64 {
        pid(other).map_or(0, |other| self.turn.monitor(other))
    }

    fn monitor_request(&mut self, other: Name) -> u64 {
        pid(other).map_or(0, |other| self.turn.monitor_request(other))
    }

    fn demonitor(&mut self, reference: u64) -> bool {
        // Those of processes are many, and the others are behind a lock of the node.
        self.turn.demonitor(reference) || self.state.unwatch_service(reference)
    }

    fn terminate(&mut self, other: Name) {
        if let Some(other) = pid(other) {
            self.turn.terminate(other);
        }
    }

    fn is_alive(&self, other: Name) -> Option<bool> {
        let local = pid(other)?.as_local()?;
        Some(self.turn.status(local).is_some())
    }

    fn list(&self) -> Vec<Name> {
        self.turn
            .handle()
            .processes()
            .into_iter()
            .map(|serial| name(serial.into()))
            .collect()
    }

    fn set_priority(&mut self, other: Name, wanted: Priority) {
        if let Some(other) = pid(other).and_then(Pid::as_local) {
            self.turn.set_priority(other, priority(wanted));
        }
    }

    fn set_limits(&mut self, context: &mut Context, limits: Limits) {
        self.turn.set_bound(bound(&limits));
        context.set_limits(limits);
    }

    fn default_limits(&self) -> Limits {
        self.state.default_limits()
    }

    fn set_default_limits(&mut self, limits: Limits) {
        self.state.set_default_limits(limits);
    }

    fn trace(&mut self, other: Name, to: Name, messages: bool, calls: bool) {
        let parts = pid(other)
            .and_then(Pid::as_local)
            .zip(pid(to).and_then(Pid::as_local));
        if let Some((other, to)) = parts {
            let trace = (messages || calls).then_some(Trace {
                to,
                messages,
                calls,
            });
            self.turn.trace_other(other, trace);
        }
    }

    fn watch_crashes(&mut self, watcher: Name, watches: bool) {
        if let Some(watcher) = pid(watcher).and_then(Pid::as_local) {
            self.state.crash_watchers.set(watcher, watches);
        }
    }

    fn statistics(&self) -> Statistics {
        let found = self.turn.handle().statistics();
        let code = self
            .state
            .linker
            .hooks
            .code_statistics()
            .unwrap_or_default();
        let (units, unit_bytes) = self.state.store.held();
        Statistics {
            node: vec![
                ("now", found.now_ns),
                ("processes", found.processes as u64),
                ("timers", found.timers as u64),
                ("symbol-bytes", mound_base::symbol::name_bytes() as u64),
                ("memory-bytes", budget::used() as u64),
                ("memory-limit", budget::limit().unwrap_or(0) as u64),
                ("collections", budget::collections()),
                ("code-procedures", code.procedures),
                ("code-bytes", code.bytes),
                ("units", units as u64),
                ("unit-bytes", unit_bytes as u64),
            ],
            schedulers: found
                .schedulers
                .iter()
                .map(|scheduler| {
                    vec![
                        ("ready", scheduler.ready as u64),
                        ("turns", scheduler.turns),
                        ("reductions", scheduler.reductions),
                        ("messages", scheduler.messages),
                        ("asleep", scheduler.asleep_ns),
                    ]
                })
                .collect(),
        }
    }

    fn name(&self) -> Option<String> {
        self.turn.name().map(|name| name.to_string())
    }

    fn links(&self) -> Vec<Name> {
        self.turn.links().map(name).collect()
    }

    fn register(&mut self, service: &str, process: Name) -> Result<(), String> {
        let Some(process) = pid(process) else {
            return Err("this is not a process".to_owned());
        };
        self.turn
            .publish(service, process)
            .map(|_| ())
            .map_err(|_| "the process does not exist".to_owned())
    }

    fn unregister(&mut self, service: &str) -> bool {
        self.turn.unpublish(service).is_some()
    }

    fn registered(&self, service: &str) -> Option<Name> {
        self.turn.resolve(service).map(name)
    }

    fn take_messages(&mut self, context: &mut Context) -> bool {
        self.take(context)
    }

    #[inline]
    fn take_message(&mut self, context: &mut Context) -> Taken {
        match context.is_watched() || self.turn.has_signals() {
            true => self.take_straight(context),
            false => Taken::Nothing,
        }
    }
}

impl TurnHost<'_, '_> {
    /// See [`mound_machine::Host::spawn_plain`].
    #[inline(always)]
    pub(super) fn make_plain(&mut self, context: &mut Context, thunk: Value) -> Option<Name> {
        if budget::is_exhausted() || self.state.usual_limits().is_some() {
            return None;
        }
        let vacant = self.turn.vacancy()?;
        vacant.context.heap.set_zeal(self.state.options.zeal);
        if !context.beget_plain(thunk, &mut vacant.context) {
            return None;
        }
        let serial = self.turn.fill_vacancy()?.number();
        Some(Name { node: 0, serial })
    }

    /// Whether nobody else is told of what the process sends, and nothing is to be done before.
    #[inline(always)]
    fn is_plain(&self, context: &Context) -> bool {
        !context.is_watched() && !self.turn.is_traced()
    }

    /// Sends a plain message that is no object to the process that has given its place to this one, if it waits
    /// for any; false if it is not sent. Without a call, so that no register is saved.
    #[inline(always)]
    fn answers(&mut self, to: Name, message: Value) -> bool {
        let to = pid(to).and_then(Pid::as_local);
        let Some(parked) = to.and_then(|to| self.turn.parked(to)) else {
            return false;
        };
        let waits = parked.body().context.waits_for_any();
        if waits {
            parked.begin().context.answer(message);
            self.turn.count_message();
        }
        waits
    }

    /// Puts a plain message that is no object into the mailbox, if it is from the process to itself, and
    /// nothing else is to be done; false if it is not sent.
    #[inline(always)]
    fn tells_itself(&mut self, context: &mut Context, to: Name, message: Value) -> bool {
        let this = self.turn.pid();
        let sent = to == name(this)
            && self.turn.is_straight(this)
            && context.mailbox.push_immediate(message, LONG_QUEUE);
        if sent {
            self.turn.count_message();
        }
        sent
    }

    /// Sends a message of which nobody else is told, and before which nothing is to be done.
    #[inline(never)]
    fn send_plainly(
        &mut self,
        context: &mut Context,
        to: Name,
        message: Value,
    ) -> Result<Delivery, Raise> {
        let sent = match Frozen::immediate(message) {
            Some(_) if self.tells_itself(context, to, message) => true,
            Some(message) => self.sends_straight(to, message),
            None => self.gives_straight(context, to, message)?,
        };
        match sent {
            true => Ok(Delivery::Sent),
            false => self.send_out(context, to, message),
        }
    }

    /// Sends a plain message to a process that waits for it and runs next; false if it is not sent.
    #[inline(always)]
    fn sends_straight(&mut self, to: Name, message: Frozen) -> bool {
        let to = pid(to).and_then(Pid::as_local);
        match to.and_then(|to| self.turn.begin_receiver(to)) {
            Some(receiver) => {
                receiver.give(message);
                true
            }
            None => false,
        }
    }

    /// The same with an object. A small list is copied straight into the memory of the receiver.
    #[inline(never)]
    fn gives_straight(
        &mut self,
        context: &mut Context,
        to: Name,
        message: Value,
    ) -> Result<bool, Raise> {
        let to = pid(to).and_then(Pid::as_local);
        let Some(mut receiver) = to.and_then(|to| self.turn.begin_receiver(to)) else {
            return Ok(false);
        };
        let accepted = match message.is_pair() {
            true => (receiver.body()).and_then(|body| body.accept_list(context, message)),
            false => None,
        };
        if accepted.is_none() {
            receiver.give(freeze(context, message)?);
        }
        Ok(true)
    }

    /// Whether a process takes one more message; if not, this one is woken when it does.
    fn has_room(&mut self, to: Pid) -> bool {
        match to.as_local() {
            Some(to) => self.turn.admit(to),
            None => {
                let this = self.turn.serial();
                let is_alive = |process| self.turn.status(process).is_some();
                let distribution = self.state.distribution();
                distribution.is_none_or(|others| others.has_room(this, to, is_alive))
            }
        }
    }

    #[inline(never)]
    fn send_out(
        &mut self,
        context: &mut Context,
        to: Name,
        message: Value,
    ) -> Result<Delivery, Raise> {
        // The receiver may look at what was written before.
        context.close_windows(self);
        let Some(to) = pid(to) else {
            return Ok(Delivery::Sent);
        };
        // Before the message is copied, which is done again each time.
        if !is_answer(message) && !self.has_room(to) {
            return Ok(Delivery::Full);
        }
        if to.is_local() {
            if budget::is_exhausted()
                && self.turn.queue_length(to) > LONG_QUEUE
                && !holders::relieve(8 * context.heap.size_words())
            {
                // Each message is small, and it is not the receiver that could stop.
                let text = format!("!: the receiver takes no messages, and {}", no_room());
                return Err(context.condition(ConditionKind::Memory, Some("!"), &text, &[]));
            }
            if let Some(frozen) = Frozen::immediate(message) {
                self.send_frozen(context, to, message, frozen);
                return Ok(Delivery::Sent);
            }
            let frozen = freeze(context, message)?;
            self.send_frozen(context, to, message, frozen);
            return Ok(Delivery::Sent);
        }
        // Bytes are made here, in the sender's turn: what cannot be sent is the sender's error.
        let bytes = self.encode(context, message, Mode::Frozen)?;
        self.note_departure(|state| state.node_name(to.node()), message, &bytes);
        let delivery = self.state.send_remote(self.turn.serial(), to, bytes);
        if delivery == Delivery::Sent {
            self.tell_of_message(context, "sent", &[Value::pid(name(to)), message]);
        }
        Ok(delivery)
    }
}

/// Whether a message looks like the answer to a request: a list that begins with a tag. Whoever has asked takes it
/// however full its mailbox is: it may be what it waits for.
pub(super) fn is_answer(message: Value) -> bool {
    Pair::of(message).is_some_and(|pair| pair.car().is_tag())
}

fn priority(priority: Priority) -> process::Priority {
    match priority {
        Priority::High => process::Priority::High,
        Priority::Normal => process::Priority::Normal,
        Priority::Low => process::Priority::Low,
    }
}

fn direction(direction: Direction) -> LinkDirection {
    match direction {
        Direction::Outbound => LinkDirection::Outbound,
        Direction::Inbound => LinkDirection::Inbound,
        Direction::Both => LinkDirection::Both,
    }
}

/// What is said when nothing more can be made, however small.
fn no_room() -> String {
    let limit = budget::limit().unwrap_or(usize::MAX);
    format!(
        "all processes together have reached their limit of {}",
        Bytes(limit)
    )
}

fn freeze(context: &mut Context, message: Value) -> Result<Frozen, Raise> {
    let copy = |context: &mut Context| context.copying(|heap| heap.freeze(message));
    let frozen = copy(context).or_else(|refusal| context.or_relieved(refusal, copy));
    frozen.map_err(|error| context.too_large("!", error))
}
