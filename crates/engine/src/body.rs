//! A Scheme process, as the schedulers run it.
//!
//! Most processes run one thunk and end. The process of a program or REPL takes
//! its work from a [`WorkQueue`]: entries of units, one after another, each with
//! a reply.

use crate::crash;
use crate::host::{LONG_QUEUE, TurnHost};
use crate::moment;
use crate::report;
use crate::results::ResultSender;
use crate::state::NodeState;
use crate::tracing;
use crate::watch::Watch;
use crate::work::{WorkQueue, WorkResult};
use mound_base::Symbol;
use mound_heap::freeze::Frozen;
use mound_heap::heap::BIRTH_WORDS;
use mound_heap::object::{Condition, Pair, Record, RecordType};
use mound_heap::{FragmentBuilder, Value};
use mound_machine::{Context, Limits, LinkedUnit, Setting, Stop, Successor, Taken};
use mound_primitives::print::Style;
use mound_process::{Body, Description, Ending, Fact, Next, Pid, Reason, Turn};
use std::sync::Arc;

/// The body of a process: a word, which is moved in a register. What else there is of some is attached
/// to the context.
pub struct SchemeProcess {
    context: Box<Context>,
}

/// Attached to a process that takes its work from a queue.
struct Queued {
    queue: Arc<WorkQueue>,
    current: Option<ResultSender>,
    busy: bool,
}

/// Contexts of processes that have ended: most processes end soon, and the next one begins
/// with what they had.
#[derive(Default)]
#[expect(
    clippy::vec_box,
    reason = "contexts are used in boxes, and are not moved in or out of them"
)]
pub struct Vacant(Vec<Box<Context>>);

/// As many as a scheduler keeps: 60 kB of memory.
const VACANT_MAX: usize = 64;

impl Vacant {
    fn keep(&mut self, mut context: Box<Context>) {
        if self.0.len() < VACANT_MAX && context.vacate() {
            self.0.push(context);
        }
    }

    pub(crate) fn take(&mut self) -> Option<Box<Context>> {
        self.0.pop()
    }
}

impl SchemeProcess {
    /// A process that runs `thunk`, its private memory.
    pub fn new(state: &NodeState, thunk: Frozen) -> SchemeProcess {
        let hooks = state.linker.hooks.clone();
        SchemeProcess::of(state, Box::new(Context::new(hooks, BIRTH_WORDS, thunk)))
    }

    /// A process with this memory.
    pub fn of(state: &NodeState, mut context: Box<Context>) -> SchemeProcess {
        context.heap.set_zeal(state.options.zeal);
        SchemeProcess { context }
    }

    /// Gives the process its limits; whoever makes it sets the bound of its queue, too.
    pub fn limited(mut self, limits: Limits) -> SchemeProcess {
        if limits != Limits::default() {
            self.context.set_limits(limits);
        }
        self
    }

    /// A process that does the work of `queue`.
    pub fn with_queue(state: &NodeState, queue: Arc<WorkQueue>) -> SchemeProcess {
        let nothing = Frozen::immediate(Value::FALSE).expect("#f is an immediate");
        let mut process = SchemeProcess::new(state, nothing);
        process.context.attach(Box::new(Queued {
            queue,
            current: None,
            busy: false,
        }));
        process.set_busy(false);
        process
    }

    fn queued(&self) -> Option<&Queued> {
        self.context.attachment()
    }

    /// What somebody who types forms may ask of the process.
    fn watch(&self) -> Option<&Watch> {
        self.queued()?.queue.watch()
    }

    fn is_busy(&self) -> bool {
        self.queued().is_some_and(|queued| queued.busy)
    }

    /// Before a turn without work, work is looked for, and before one of work that can be interrupted,
    /// whether that has happened.
    fn set_busy(&mut self, busy: bool) {
        let watched = self.watch().is_some();
        if let Some(queued) = self.context.attachment_mut::<Queued>() {
            queued.busy = busy;
            self.context.set_attended(!busy || watched);
        }
    }

    /// Begins the next piece of work. `None`: there is some.
    fn next_work(&mut self) -> Option<Next<Frozen>> {
        let queued = self.context.attachment_mut::<Queued>()?;
        let (work, closed) = queued.queue.next();
        match work {
            Some(work) => {
                queued.current = work.reply;
                self.set_busy(true);
                self.context.heap.hold(&work.unit);
                if let Some(unit) = LinkedUnit::of_fragment(&work.unit) {
                    self.context.begin(unit.entry());
                }
                None
            }
            None if closed => Some(Next::Done),
            None => Some(Next::Wait { deadline: None }),
        }
    }

    fn finish_work(&mut self, turn: &Turn<'_, Self>, result: WorkResult) {
        self.note_fuel(turn);
        self.set_busy(false);
        let queued = self.context.attachment_mut::<Queued>();
        if let Some(reply) = queued.and_then(|queued| queued.current.take()) {
            reply.send(result);
        }
    }

    fn note_fuel(&self, turn: &Turn<'_, Self>) {
        if let Some(queued) = self.queued() {
            queued.queue.note_fuel(turn.reductions());
            if let Some(watch) = queued.queue.watch() {
                watch.note_allocation(self.context.allocated_words());
            }
        }
    }

    /// Ends the piece of work that is running because somebody asked for it.
    fn interrupt(&mut self, turn: &mut Turn<'_, Self>) {
        let asked = |queued: &Queued| {
            queued.busy && queued.queue.watch().is_some_and(Watch::take_interrupt)
        };
        if !self.queued().is_some_and(asked) {
            return;
        }
        if let Some(number) = self.context.request {
            turn.node().requests.cancel(number.get());
        }
        self.note_frames(turn);
        let report = report::interruption(&self.context);
        self.finish_work(turn, WorkResult::Died(report));
    }

    /// Keeps a picture of the stack for whoever typed the form.
    fn note_frames(&self, turn: &Turn<'_, Self>) {
        if let Some(watch) = self.watch() {
            watch.note_frames(&self.context, &**turn.node());
        }
    }

    /// The value of a piece of work as text.
    fn show(&mut self, turn: &mut Turn<'_, Self>, value: Value) -> Option<String> {
        (value != Value::UNSPECIFIED).then(|| {
            if let Some(watch) = self.watch() {
                watch.note_value(value);
            }
            let state = Arc::clone(turn.node());
            mound_primitives::print::print(value, Style::Write, &*state)
        })
    }

    fn died(&mut self, turn: &mut Turn<'_, Self>, object: Value) -> Option<Next<Frozen>> {
        let state = Arc::clone(turn.node());
        let report = report::death(&self.context, object, &*state);
        if self.is_busy() {
            self.note_frames(turn);
            self.finish_work(turn, WorkResult::Died(report));
            return None;
        }
        let ending = self.ending(object);
        let expected = matches!(
            &ending,
            Ending::Forwarded {
                reason: Reason::Normal,
                ..
            }
        );
        if !expected {
            let time = moment::now(turn);
            let name = turn
                .name()
                .map_or(String::new(), |name| format!(" ({name})"));
            let text = format!(
                "process {}{name} died at {}\n{report}{}",
                turn.serial().number(),
                moment::text(time),
                tracing::surroundings(&self.context, turn)
            );
            crash::tell(&mut self.context, turn, object, time, &text);
            if state.options.report_deaths {
                state.console.write_error(&text);
            }
        }
        Some(Next::end(ending))
    }

    /// How a process ends that dies of `object`: what came through a link is passed on as it came.
    fn ending(&mut self, object: Value) -> Ending<Frozen> {
        if let Some((origin, reason, payload)) = exit_parts(object) {
            let reason = match &*reason.name() {
                "normal" => Reason::Normal,
                "terminated" => Reason::Terminated,
                "noproc" => Reason::NoProcess,
                "node-down" => Reason::NodeDown,
                _ => Reason::Failure(self.freeze_or_describe(payload)),
            };
            return Ending::Forwarded { origin, reason };
        }
        Ending::Ended(Reason::Failure(self.freeze_or_describe(object)))
    }

    fn freeze_or_describe(&mut self, object: Value) -> Frozen {
        let frozen = self.context.heap.freeze_shared(object);
        frozen.unwrap_or_else(|_| text("an object that cannot be sent"))
    }

    /// Takes the process apart into bytes and puts it together again.
    fn transport(&mut self, turn: &mut Turn<'_, Self>) {
        let state = Arc::clone(turn.node());
        let seed = state.options.serialize_anywhere.unwrap_or(0);
        // Random enough, and repeatable: the mixing step of SplitMix64.
        let moment = turn.reductions() ^ turn.serial().number() << 32;
        let mixed = (seed ^ moment).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        if mixed >> 60 != 0 {
            return;
        }
        if let Err(why) = crate::transport::there_and_back(&mut self.context, &state) {
            state
                .console
                .write_error(&format!("serialize-anywhere: {why}\n"));
            state.exit(70);
        }
    }
}

impl Body for SchemeProcess {
    type Message = Frozen;
    type Node = Arc<NodeState>;
    type Local = Vacant;

    fn make_local(_: &Arc<NodeState>, _: usize) -> Vacant {
        Vacant::default()
    }

    fn rest(local: &mut Vacant) {
        local
            .0
            .iter_mut()
            .for_each(|context| context.give_up_unit());
    }

    fn end(self, local: &mut Vacant) {
        local.keep(self.context);
    }

    fn run(&mut self, turn: &mut Turn<'_, Self>, fuel: i64) -> Next<Frozen> {
        self.context.fuel = fuel;
        if !self.context.begins_plainly()
            && let Some(next) = self.begin_turn(turn)
        {
            return next;
        }
        if self.context.receives()
            && let Taken::Message(message) = TurnHost::new(turn).take_straight(&mut self.context)
        {
            self.context.end_receive(message);
        }
        let stop = self.run_machine(turn);
        if let Stop::Wait { deadline } = stop
            && !turn.has_signals()
            && self.context.can_wait()
        {
            return Next::Wait { deadline };
        }
        if matches!(stop, Stop::Done(_)) && !self.context.is_attached() {
            return Next::Done;
        }
        self.go_on(turn, stop)
    }

    #[inline(always)]
    fn accept(&mut self, message: Frozen) -> Result<(), Frozen> {
        match self.context.begins_plainly() {
            true => self.context.accept(message),
            false => Err(message),
        }
    }

    fn message_bytes(message: &Frozen) -> usize {
        8 * message.words()
    }

    fn panic_reason(message: &str) -> Frozen {
        text(&format!("internal error: {message}"))
    }

    fn describe(&self) -> Description {
        Description {
            mailbox_length: self.context.mailbox.len(),
            function: self
                .context
                .trace(1)
                .first()
                .map_or(String::new(), |line| line.to_string()),
            facts: self.facts(),
            limits: self.limits(),
        }
    }
}

impl SchemeProcess {
    /// The rest of a turn in which the machine has stopped for the first time.
    #[inline(never)]
    fn go_on(&mut self, turn: &mut Turn<'_, Self>, mut stop: Stop) -> Next<Frozen> {
        loop {
            let next = match stop {
                Stop::Yield => match self.take_flood(turn) {
                    Some(object) => match self.died_of_messages(turn, object) {
                        Some(next) => return next,
                        None => self.next_work(),
                    },
                    None => {
                        if turn.node().options.serialize_anywhere.is_some() {
                            self.transport(turn);
                        }
                        return Next::Yield;
                    }
                },
                Stop::Wait { deadline } => {
                    let taken = TurnHost::new(turn).take(&mut self.context);
                    match self.context.die_of_messages() {
                        Some(object) => match self.died_of_messages(turn, object) {
                            Some(next) => return next,
                            None => self.next_work(),
                        },
                        None if taken => None,
                        None => {
                            self.context.prepare_to_wait();
                            return Next::Wait { deadline };
                        }
                    }
                }
                Stop::Done(value) => {
                    if !self.context.is_attached() {
                        return Next::Done;
                    }
                    let shown = self.show(turn, value);
                    self.finish_work(turn, WorkResult::Value(shown));
                    self.next_work()
                }
                Stop::Halted => {
                    self.finish_work(turn, WorkResult::Halted);
                    return Next::end(Ending::Halted);
                }
                Stop::Died(object) => match self.died(turn, object) {
                    Some(next) => return next,
                    None => self.next_work(),
                },
                Stop::Exit(status) => {
                    self.note_fuel(turn);
                    turn.node().exit(status as i32);
                    return Next::end(Ending::Halted);
                }
            };
            if let Some(next) = next {
                return self.wait(turn, next);
            }
            stop = self.run_again(turn);
        }
    }

    #[inline(never)]
    fn run_again(&mut self, turn: &mut Turn<'_, Self>) -> Stop {
        self.run_machine(turn)
    }

    /// What comes first in a turn that does not begin plainly; `Some` if the turn is over with that.
    #[inline(never)]
    fn begin_turn(&mut self, turn: &mut Turn<'_, Self>) -> Option<Next<Frozen>> {
        self.interrupt(turn);
        if self.context.is_limited()
            && let Some(next) = self.enforce_limits(turn)
        {
            return Some(next);
        }
        if self.context.is_attached()
            && !self.is_busy()
            && let Some(next) = self.next_work()
        {
            return Some(self.wait(turn, next));
        }
        None
    }

    /// Runs until the machine stops; a process whose calls are traced stops for itself at each.
    #[inline(always)]
    fn run_machine(&mut self, turn: &mut Turn<'_, Self>) -> Stop {
        if turn.trace().is_some_and(|trace| trace.calls) {
            return self.run_slowly(turn);
        }
        let mut host = TurnHost::running(turn, self.context.fuel);
        let stop = mound_machine::run_turn(&mut self.context, &mut host);
        let used = host.used(self.context.fuel);
        turn.charge(used);
        stop
    }

    /// Prepares the process for a turn in the place of another one; `None` if it is to begin its turn as usual.
    #[inline(always)]
    pub(crate) fn take_place(&mut self, fuel: i64) -> Option<Successor> {
        match self.context.begins_plainly() {
            true => self.context.take_place(fuel),
            false => None,
        }
    }

    /// As [`Body::accept`], for an object of another process ([`Context::accept_list`]); `None` if it is to be
    /// sent as usual.
    #[inline(always)]
    pub(crate) fn accept_list(&mut self, sender: &mut Context, object: Value) -> Option<()> {
        match self.context.begins_plainly() {
            true => self.context.accept_list(sender, object),
            false => None,
        }
    }

    /// Exchanges this body with the one of this context.
    #[inline(always)]
    pub(crate) fn exchange(&mut self, context: &mut Box<Context>) {
        std::mem::swap(&mut self.context, context);
    }

    #[cold]
    fn run_slowly(&mut self, turn: &mut Turn<'_, Self>) -> Stop {
        let mut left = self.context.fuel;
        loop {
            self.context.fuel = 1;
            let stop = mound_machine::run_turn(&mut self.context, &mut TurnHost::new(turn));
            let used = (1 - self.context.fuel).max(1);
            turn.charge(used as u64);
            left -= used;
            if !matches!(stop, Stop::Yield) {
                self.context.fuel = left;
                return stop;
            }
            tracing::tell_of_call(turn, &self.context);
            if left <= 0 {
                return stop;
            }
        }
    }

    /// What `process-info` tells of the memory, in bytes, and of lost messages.
    fn facts(&self) -> Vec<(&'static str, Fact)> {
        let usage = self.context.memory_usage();
        vec![
            (
                "memory-bytes",
                Fact::Number(8 * self.context.heap.size_words()),
            ),
            ("heap-bytes", Fact::Number(8 * usage.heap_words)),
            ("stack-bytes", Fact::Number(8 * usage.stack_words)),
            ("shared-bytes", Fact::Number(8 * usage.shared_words)),
            (
                "lost-messages",
                Fact::Number(self.context.mailbox.lost() as usize),
            ),
        ]
    }

    fn limits(&self) -> Vec<(&'static str, Fact)> {
        let limits = self.context.limits().entries().into_iter();
        let known = limits.filter_map(|(name, setting)| match setting {
            Setting::Number(number) => Some((name, Fact::Number(number))),
            Setting::Word(word) => Some((name, Fact::Word(word))),
            Setting::None => None,
        });
        known.collect()
    }

    /// Takes in what has come, however busy the process is; `Some` if it dies of that.
    #[cold]
    fn enforce_limits(&mut self, turn: &mut Turn<'_, Self>) -> Option<Next<Frozen>> {
        TurnHost::new(turn).take(&mut self.context);
        self.context.raise_owed();
        let object = self.context.die_of_messages()?;
        self.died_of_messages(turn, object)
    }

    /// What has come is counted when it is taken in, so a process that is busy and does not look
    /// takes in what is a long queue; `Some` if it dies of that.
    #[inline]
    fn take_flood(&mut self, turn: &mut Turn<'_, Self>) -> Option<Value> {
        let mut cause = None;
        while turn.delivery_count() > LONG_QUEUE && cause.is_none() {
            TurnHost::new(turn).take(&mut self.context);
            cause = self.context.die_of_messages();
        }
        cause
    }

    /// Who types forms goes on, without the messages that were too many.
    fn died_of_messages(
        &mut self,
        turn: &mut Turn<'_, Self>,
        object: Value,
    ) -> Option<Next<Frozen>> {
        let next = self.died(turn, object);
        self.context.mailbox.clear();
        next
    }

    /// Before a wait, what has come is taken in: a process sleeps only with an empty queue.
    fn wait(&mut self, turn: &mut Turn<'_, Self>, next: Next<Frozen>) -> Next<Frozen> {
        if matches!(next, Next::Wait { .. }) {
            TurnHost::new(turn).take(&mut self.context);
        }
        next
    }
}

/// A string as message data.
pub fn text(text: &str) -> Frozen {
    let mut builder = FragmentBuilder::new();
    let string = builder.string(text);
    builder.finish_message(string)
}

/// Origin, reason and object of an exception that came through a link: the condition of kind `exit`
/// that the mailbox delivers, or the record that `(termite process)` makes of it.
fn exit_parts(object: Value) -> Option<(Pid, Symbol, Value)> {
    let parts: Vec<Value> = if let Some(condition) = Condition::of(object) {
        if condition.kind().as_symbol()? != Symbol::intern("exit") {
            return None;
        }
        list_elements(condition.irritants(), 3)
    } else {
        let record = Record::of(object)?;
        let name = RecordType::of(record.record_type())?.name()?;
        if name != Symbol::intern("termite-exception") {
            return None;
        }
        record.fields().to_vec()
    };
    let [origin, reason, payload] = parts[..] else {
        return None;
    };
    Some((
        crate::host::pid(origin.as_name()?)?,
        reason.as_symbol()?,
        payload,
    ))
}

fn list_elements(mut list: Value, limit: usize) -> Vec<Value> {
    let mut elements = Vec::new();
    while let Some(pair) = Pair::of(list).filter(|_| elements.len() < limit) {
        elements.push(pair.car());
        list = pair.cdr();
    }
    elements
}
