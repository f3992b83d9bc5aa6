//! A Scheme process, as the schedulers run it.
//!
//! Here is the course of its turns. Most processes run one thunk and end; that of a program
//! or REPL takes its work from a queue ([`crate::work`]). How a process dies is in [`crate::death`].

use crate::host::{LONG_QUEUE, TurnHost};
use crate::report;
use crate::state::NodeState;
use crate::tracing;
use crate::waits;
use crate::work::WorkResult;
use mound_bytecode::unit::UnitHash;
use mound_heap::freeze::Frozen;
use mound_heap::heap::BIRTH_WORDS;
use mound_heap::{FragmentBuilder, Value};
use mound_machine::{Context, Limits, Setting, Stop, Successor};
use mound_process::{Body, CodeInUse, Description, Ending, Fact, Next, Turn};
use std::sync::Arc;

/// To go over the memory of a process with more words may take longer than a tenth of a second.
const LONG_WORDS: usize = 1 << 23;

/// The body of a process: a word, which is moved in a register. What else there is of some is attached
/// to the context.
pub struct SchemeProcess {
    pub(crate) context: Box<Context>,
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
            state.console.tell(&format!("serialize-anywhere: {why}\n"));
            state.exit(70);
        }
    }
}

impl Body for SchemeProcess {
    type Message = Frozen;
    type Node = Arc<NodeState>;

    #[inline(always)]
    fn vacate(&mut self, state: &Arc<NodeState>) -> bool {
        self.context.vacate(state.fast_paths.keep_grown)
    }

    fn is_much_to_drop(&self) -> bool {
        self.context.heap.is_much_to_drop()
    }

    /// Gives up the unit whose code the next process might have run.
    fn rest(&mut self) {
        self.context.give_up_unit();
    }

    fn run(&mut self, turn: &mut Turn<'_, Self>, fuel: i64) -> Next<Frozen> {
        self.context.fuel = fuel;
        if !self.context.begins_plainly()
            && let Some(next) = self.begin_turn(turn)
        {
            return next;
        }
        if self.context.receives() {
            TurnHost::new(turn).receive(&mut self.context);
        }
        let stop = self.run_machine(turn);
        if turn.waits_to_send() && self.context.suspended_at().is_none() {
            // It was too late, or a condition was raised there.
            turn.give_up_sending();
        }
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

    fn work_apart(&mut self) {
        self.context.work_apart();
    }

    fn message_bytes(message: &Frozen) -> usize {
        8 * message.held_words()
    }

    fn held(&self) -> (usize, usize) {
        self.context.mailbox.held()
    }

    fn panic_reason(message: &str) -> Frozen {
        text(&format!("internal error: {message}"))
    }

    fn describe(&self) -> Description {
        Description {
            mailbox_length: self.context.mailbox.len(),
            is_suspended: self.context.suspended_at().is_some(),
            function: report::whereabouts(&self.context),
            facts: self.facts(),
            limits: self.limits(),
        }
    }

    fn code(&mut self) -> Vec<CodeInUse> {
        self.context.forget_replaced();
        let units = self.context.units_in_use().into_iter();
        let in_use = |(hash, frames): (UnitHash, usize)| CodeInUse {
            hash: hash.0,
            frames,
        };
        units.map(in_use).collect()
    }

    fn stack(&self) -> String {
        self.context.trace_text(waits::STACK_LINES)
    }

    fn details(&self, state: &Arc<NodeState>) -> String {
        waits::details(&self.context, state)
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
                        None => self.next_work(turn),
                    },
                    None => {
                        if turn.node().options.serialize_anywhere.is_some() {
                            self.transport(turn);
                        }
                        return Next::Yield;
                    }
                },
                Stop::Apart if self.works_at_once(turn) => {
                    self.context.work_apart();
                    None
                }
                Stop::Apart => {
                    let is_long = self.context.heap.size_words() > LONG_WORDS;
                    return Next::Apart { is_long };
                }
                Stop::Wait { deadline } => {
                    let taken = TurnHost::new(turn).take(&mut self.context);
                    match self.context.die_of_messages() {
                        Some(object) => match self.died_of_messages(turn, object) {
                            Some(next) => return next,
                            None => self.next_work(turn),
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
                    self.next_work(turn)
                }
                Stop::Halted => {
                    self.end_with(turn, WorkResult::Halted);
                    return Next::end(Ending::Halted);
                }
                Stop::Died(object) => {
                    let Some(remains) = self.remains(object) else {
                        stop = Stop::Apart;
                        continue;
                    };
                    match self.died(turn, object, remains) {
                        Some(next) => return next,
                        None => self.next_work(turn),
                    }
                }
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

    /// Where time is made up, or the order of turns, nothing is done apart.
    fn works_at_once(&self, turn: &Turn<'_, Self>) -> bool {
        let state = turn.node();
        state.membership.is_some() || state.options.seed.is_some()
    }

    #[inline(never)]
    fn run_again(&mut self, turn: &mut Turn<'_, Self>) -> Stop {
        self.run_machine(turn)
    }

    /// What comes first in a turn that does not begin plainly; `Some` if the turn is over with that.
    #[inline(never)]
    fn begin_turn(&mut self, turn: &mut Turn<'_, Self>) -> Option<Next<Frozen>> {
        self.interrupt(turn);
        if self.context.heap.is_unknown_holder() {
            self.become_holder(turn);
        }
        // With a seed, the order of turns must not depend on when there is a collection.
        if self.context.pays_for_collections(turn.fuel()) && turn.node().options.seed.is_none() {
            return Some(Next::Yield);
        }
        if self.context.is_limited()
            && let Some(next) = self.enforce_limits(turn)
        {
            return Some(next);
        }
        if self.context.is_attached()
            && !self.is_busy()
            && let Some(next) = self.next_work(turn)
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
        if turn.node().profile.is_on() {
            return self.run_sampled(turn);
        }
        let mut host = TurnHost::running(turn, self.context.fuel);
        let stop = mound_machine::run_turn(&mut self.context, &mut host);
        let used = host.used(self.context.fuel);
        turn.charge(used);
        if matches!(stop, Stop::Yield) && turn.is_traced() {
            // Since this turn; or others are told of its messages only, which is looked at there.
            tracing::tell_of_call(turn, &self.context);
        }
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

    /// As [`Body::accept`], for a message that another process holds ([`Context::accept_from`]); `None` if it is
    /// to be sent as usual.
    #[inline(always)]
    pub(crate) fn accept_from(&mut self, sender: &mut Context, message: Value) -> Option<()> {
        match self.context.begins_plainly() {
            true => self.context.accept_from(sender, message),
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

    /// What `process-info` tells of the memory, in bytes, and of messages.
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
            (
                "oldest-message",
                Fact::Number(self.context.mailbox.oldest_number() as usize),
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
