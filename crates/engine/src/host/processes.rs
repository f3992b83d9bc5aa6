//! Other processes of the node, and of others as far as their pids lead there: sending,
//! spawning, links, monitors, names, limits.
//!
//! What messages become on their way is in `mound_process`, and how they are copied in
//! `mound_heap::freeze`.

use super::{LONG_QUEUE, TurnHost, bound, name, pid};
use crate::body::SchemeProcess;
use crate::state::NodeState;
use mound_heap::freeze::Frozen;
use mound_heap::object::Pair;
use mound_heap::value::Name;
use mound_heap::{Bytes, Value, budget, holders};
use mound_machine::condition::ConditionKind;
use mound_machine::{Context, Delivery, Direction, Limits, Priority, Processes, Raise, Statistics};
use mound_process::{
    self as process, Flow, LinkDirection, Pid, Receiver, Serial, SpawnOptions, Trace,
};
use mound_wire::Mode;

impl Processes for TurnHost<'_, '_> {
    fn this(&self) -> Name {
        name(self.turn.pid())
    }

    fn fresh_serial(&mut self) -> u64 {
        self.turn.fresh_reference()
    }

    /// The one way of a message out of a process: it is made fit to leave, and delivered. `Delivery::Full` says that
    /// the receiver, or the connection to its node, takes no more now; this process is woken when it does.
    #[inline(always)]
    fn send(&mut self, context: &mut Context, to: Name, message: Value) -> Result<Delivery, Raise> {
        // The receiver may look at what was written before.
        context.close_windows(self);
        let Some(to) = pid(to) else {
            return Ok(Delivery::Sent);
        };
        match to.as_local() {
            Some(receiver) => self.send_here(context, receiver, message),
            None => self.send_away(context, to, message),
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

    /// Sends to a process of this node: to itself, to one that is begun for the message, or to the queue of
    /// another one.
    #[inline(always)]
    fn send_here(
        &mut self,
        context: &mut Context,
        to: Serial,
        message: Value,
    ) -> Result<Delivery, Raise> {
        let is_traced = self.turn.is_traced();
        if self.keeps(context, to) {
            let frozen = match message.is_pointer() {
                true => Some(freeze_object(self.state, context, message)?),
                false => None,
            };
            self.turn.count_message();
            if is_traced {
                self.tell_of_sending(context, to, message);
            }
            match frozen {
                Some(frozen) => self.deliver(context, frozen),
                // A word that is no object is the receiver's as it is.
                None => self.put(context, message, 0),
            }
            return Ok(Delivery::Sent);
        }
        match self.turn.begin_receiver(to) {
            Some(receiver) => hand_over(self.state, context, receiver, message)?,
            None => match self.send_later(context, to, message)? {
                Delivery::Sent => {}
                other => return Ok(other),
            },
        }
        if is_traced {
            self.tell_of_sending(context, to, message);
        }
        Ok(Delivery::Sent)
    }

    #[cold]
    fn tell_of_sending(&mut self, context: &mut Context, to: Serial, message: Value) {
        self.tell_of_message(context, "sent", &[Value::pid(name(to.into())), message]);
    }

    /// Whether a message from this process to `to` goes to its own mailbox at once.
    #[inline(always)]
    fn keeps(&self, context: &Context, to: Serial) -> bool {
        self.turn.is_straight(to) && !context.is_limited() && context.mailbox.len() < LONG_QUEUE
    }

    /// Sends to a process that others run before: one that waits has the message at once, too.
    #[inline(never)]
    fn send_later(
        &mut self,
        context: &mut Context,
        to: Serial,
        message: Value,
    ) -> Result<Delivery, Raise> {
        let state = self.state;
        if let Some(mut woken) = self.turn.wake_receiver(to)
            && let Some(receiver) = woken.receiver()
        {
            hand_over(state, context, receiver, message)?;
            return Ok(Delivery::Sent);
        }
        self.post(context, to, message)
    }

    /// Sends to a process that does not wait, or may not be given the message at once.
    fn post(
        &mut self,
        context: &mut Context,
        to: Serial,
        message: Value,
    ) -> Result<Delivery, Raise> {
        // Before the message is copied, which is done again each time.
        if !is_answer(message) && !self.turn.admit(to) {
            return Ok(Delivery::Full);
        }
        if budget::is_exhausted()
            && self.turn.queue_length(to) > LONG_QUEUE
            && !holders::relieve(8 * context.heap.size_words())
        {
            // Each message is small, and it is not the receiver that could stop.
            let text = format!("!: the receiver takes no messages, and {}", no_room());
            return Err(context.condition(ConditionKind::Memory, Some("!"), &text, &[]));
        }
        let frozen = freeze(self.state, context, message)?;
        if self.turn.post(to, frozen) == Flow::Crowded {
            // So what it is sent is in its mailbox soon, and counted as its own.
            context.fuel = context.fuel.min(0);
        }
        Ok(Delivery::Sent)
    }

    /// Whether a process of another node takes one more message, as far as that node has told; if not, this one is
    /// woken when it does.
    fn has_room_away(&mut self, to: Pid) -> bool {
        let this = self.turn.serial();
        let is_alive = |process| self.turn.status(process).is_some();
        let distribution = self.state.distribution();
        distribution.is_none_or(|others| others.has_room(this, to, is_alive))
    }

    /// Sends to a process of another node.
    #[inline(never)]
    fn send_away(
        &mut self,
        context: &mut Context,
        to: Pid,
        message: Value,
    ) -> Result<Delivery, Raise> {
        if !is_answer(message) && !self.has_room_away(to) {
            return Ok(Delivery::Full);
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

/// Gives a message to a process that was begun for it: a word that is no object, and a short list, go from memory to
/// memory.
#[inline(always)]
fn hand_over(
    state: &NodeState,
    context: &mut Context,
    mut receiver: Receiver<'_, SchemeProcess>,
    message: Value,
) -> Result<(), Raise> {
    if (!message.is_pointer() || message.is_pair() && state.fast_paths.give_list)
        && let Some(body) = receiver.body()
        && body.accept_from(context, message).is_some()
    {
        return Ok(());
    }
    receiver.give(freeze(state, context, message)?);
    Ok(())
}

/// A message fit to leave: a frozen copy, if it is not frozen already.
#[inline(always)]
fn freeze(state: &NodeState, context: &mut Context, message: Value) -> Result<Frozen, Raise> {
    match Frozen::immediate(message) {
        Some(frozen) => Ok(frozen),
        None => freeze_object(state, context, message),
    }
}

#[inline(never)]
fn freeze_object(
    state: &NodeState,
    context: &mut Context,
    message: Value,
) -> Result<Frozen, Raise> {
    // It is nothing that would have been copied apart.
    if state.fast_paths.freeze_list
        && let Some(frozen) = context.freeze_list(message)
    {
        return Ok(frozen);
    }
    let frozen = context.copy_out(move |context, amount| {
        context.copying(|heap| heap.freeze_within(message, amount))
    })?;
    frozen.map_err(|error| context.too_large("!", error))
}
