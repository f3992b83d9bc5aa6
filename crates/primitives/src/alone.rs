//! A host without schedulers and nodes: one process, a console in memory, a clock
//! that goes on only when the process waits.
//!
//! For tests, and behind the host of the compiler's machine, which runs the transformers
//! of macros and gives them numbers for new symbols of this, and nothing else.

use mound_base::Symbol;
use mound_heap::freeze::Frozen;
use mound_heap::value::Name;
use mound_heap::{FragmentBuilder, Value};
use mound_machine::host::Input;
use mound_machine::resource::{Incoming, Put, Resources};
use mound_machine::{
    Cluster, Context, Delivery, Direction, Facts, Host, Limits, Move, Processes, Raise, Reply,
    Request, Requests, SpawnOptions, Stop, Stream, System,
};
use std::collections::{HashMap, VecDeque};
use std::num::NonZeroU64;

/// Compiles text in the environment of the libraries named; the result is a thunk.
pub type Compiler = Box<dyn FnMut(&str, &[String]) -> Reply>;

/// See the top of this file.
pub struct LoneHost {
    /// What was written to standard output.
    pub output: String,
    /// What was written to standard error.
    pub errors: String,
    /// What is read from standard input, a line at a time.
    pub lines: VecDeque<String>,
    /// What `eval` calls.
    pub compiler: Option<Compiler>,
    /// Nanoseconds.
    pub clock: u64,
    /// The bytes of the process's resource.
    pub incoming: Incoming,
    input: Input,
    random: u64,
    serial: u64,
    queue: VecDeque<Frozen>,
    names: HashMap<String, Name>,
    replies: HashMap<u64, Reply>,
}

/// The only process.
const THIS: Name = Name { node: 0, serial: 1 };

impl Default for LoneHost {
    fn default() -> LoneHost {
        LoneHost {
            output: String::new(),
            errors: String::new(),
            lines: VecDeque::new(),
            compiler: None,
            clock: 0,
            incoming: Incoming::new("memory".into(), true),
            input: Input::default(),
            random: 0x9e37_79b9_7f4a_7c15,
            serial: 1,
            queue: VecDeque::new(),
            names: HashMap::new(),
            replies: HashMap::new(),
        }
    }
}

impl LoneHost {
    /// A host that gives serials above this number.
    pub fn numbered_from(serial: u64) -> LoneHost {
        LoneHost {
            serial: serial + 1,
            ..LoneHost::default()
        }
    }

    /// Runs the process to its end. A wait without a deadline and without a
    /// message is a deadlock; the process is then left waiting.
    pub fn run(&mut self, context: &mut Context) -> Stop {
        /// Work between two looks at the clock.
        const FUEL: i64 = 4000;
        loop {
            context.fuel = FUEL;
            match mound_machine::run(context, self) {
                Stop::Yield => {}
                Stop::Apart => context.work_apart(),
                Stop::Wait {
                    deadline: Some(deadline),
                } => self.clock = self.clock.max(deadline.get()),
                Stop::Wait { deadline: None } if self.is_ready(context) => {}
                stop => return stop,
            }
        }
    }

    fn is_ready(&self, context: &Context) -> bool {
        !self.queue.is_empty()
            || context
                .request
                .is_some_and(|request| self.replies.contains_key(&request.get()))
    }

    fn next_serial(&mut self) -> u64 {
        self.serial += 1;
        self.serial
    }

    fn answer(&mut self, request: Request) -> Reply {
        match request {
            Request::ReadLines => match self.lines.pop_front() {
                Some(line) => {
                    self.input.add(&(line + "\n"));
                    value_reply(Value::TRUE)
                }
                None => value_reply(Value::EOF),
            },
            Request::Compile {
                text, libraries, ..
            } => match &mut self.compiler {
                Some(compiler) => compiler(&text, &libraries),
                None => raise_reply("error", "there is no compiler here"),
            },
            Request::Describe(name) => value_reply(Value::boolean(name == THIS)),
            Request::Ping { .. } | Request::HearOut(_) | Request::ConnectNode { .. } => {
                value_reply(Value::FALSE)
            }
            Request::StartNode { .. } => raise_reply("node", "there are no nodes here"),
            Request::SpawnRemote { .. } => raise_reply("unreachable", "there are no nodes here"),
            Request::WaitFor(_) => value_reply(Value::UNSPECIFIED),
            Request::Fill { .. } | Request::Drain { .. } => value_reply(Value::UNSPECIFIED),
            Request::Compute(computation) => computation
                .run()
                .expect("the process that asks waits for it"),
            Request::Operation { name, .. } => {
                raise_reply("file", &format!("there is no {name} here"))
            }
        }
    }
}

fn raise_reply(kind: &str, message: &str) -> Reply {
    Reply::Raise {
        kind: Symbol::intern(kind),
        message: message.to_owned(),
    }
}

fn value_reply(value: Value) -> Reply {
    match Frozen::immediate(value) {
        Some(frozen) => Reply::Value(frozen),
        None => raise_reply("error", "not an immediate value"),
    }
}

impl Host for LoneHost {
    fn system(&mut self) -> &mut dyn System {
        self
    }

    fn processes(&mut self) -> &mut dyn Processes {
        self
    }

    fn cluster(&mut self) -> &mut dyn Cluster {
        self
    }

    fn requests(&mut self) -> &mut dyn Requests {
        self
    }

    fn resources(&mut self) -> &mut dyn Resources {
        self
    }
}

/// The process owns one resource: what it puts can be read, after which the end comes.
impl Resources for LoneHost {
    fn with_incoming(&mut self, owner: Name, action: &mut dyn FnMut(&mut Incoming)) -> bool {
        if owner == THIS {
            action(&mut self.incoming);
        }
        owner == THIS
    }

    fn give_back(&mut self, _: Name, consumed: usize) {
        self.incoming.give_back(consumed);
    }

    fn put_anyway(&mut self, owner: Name, bytes: &[u8]) {
        self.put(owner, bytes);
    }

    fn prefetch(&mut self, _: Name) {}

    fn put(&mut self, owner: Name, bytes: &[u8]) -> Put {
        if owner != THIS {
            return Put::Closed;
        }
        if !bytes.is_empty() {
            self.incoming.add(bytes);
        }
        self.incoming.end = true;
        Put::Queued
    }

    fn is_open(&self, owner: Name) -> bool {
        owner == THIS
    }
}

impl System for LoneHost {
    fn now(&self) -> u64 {
        self.clock
    }

    fn seconds(&self) -> f64 {
        1.6e9 + self.clock as f64 / 1e9
    }

    /// Xorshift, from a fixed seed.
    fn random(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }

    fn write(&mut self, stream: Stream, text: &str) -> Result<bool, String> {
        match stream {
            Stream::Output => self.output.push_str(text),
            Stream::Error => self.errors.push_str(text),
        }
        Ok(true)
    }

    fn is_flushed(&mut self, _: Stream) -> bool {
        true
    }

    fn command_line(&self) -> Vec<String> {
        vec!["mound".to_owned()]
    }

    fn environment_variables(&self) -> Vec<(String, String)> {
        vec![("HOME".to_owned(), "/home/mound".to_owned())]
    }

    fn features(&self) -> Vec<Symbol> {
        ["r7rs", "mound"].map(Symbol::intern).to_vec()
    }

    fn with_input(&mut self, action: &mut dyn FnMut(&mut Input)) {
        action(&mut self.input);
    }
}

impl Processes for LoneHost {
    fn vacant(&mut self) -> Option<Box<Context>> {
        None
    }

    fn this(&self) -> Name {
        THIS
    }

    fn fresh_serial(&mut self) -> u64 {
        self.next_serial()
    }

    /// Messages to others vanish.
    fn send(&mut self, context: &mut Context, to: Name, message: Value) -> Result<Delivery, Raise> {
        if to == THIS {
            match context.heap.freeze(message) {
                Ok(frozen) => self.queue.push_back(frozen),
                Err(error) => return Err(context.too_large("!", error)),
            }
        }
        Ok(Delivery::Sent)
    }

    fn spawn(&mut self, _: Box<Context>, _: Option<Box<SpawnOptions>>) -> Result<u64, String> {
        Err("there is only one process here".to_owned())
    }

    fn link(&mut self, _: Name, _: Direction) {}

    fn unlink(&mut self, _: Name, _: Direction) {}

    fn link_others(&mut self, _: Name, _: Name, _: bool) {}

    fn monitor(&mut self, _: Name) -> u64 {
        self.next_serial()
    }

    fn monitor_request(&mut self, _: Name) -> u64 {
        self.next_serial()
    }

    fn demonitor(&mut self, _: u64) -> bool {
        false
    }

    fn terminate(&mut self, _: Name) {}

    fn is_alive(&self, other: Name) -> Option<bool> {
        (other.node == 0).then_some(other == THIS)
    }

    fn list(&self) -> Vec<Name> {
        vec![THIS]
    }

    fn set_priority(&mut self, _: Name, _: mound_machine::Priority) {}

    fn set_limits(&mut self, context: &mut Context, limits: Limits) {
        context.set_limits(limits);
    }

    fn default_limits(&self) -> Limits {
        Limits::default()
    }

    fn set_default_limits(&mut self, _: Limits) {}

    fn trace(&mut self, _: Name, _: Name, _: bool, _: bool) {}

    fn watch_crashes(&mut self, _: Name, _: bool) {}

    fn statistics(&self) -> mound_machine::Statistics {
        mound_machine::Statistics::default()
    }

    fn name(&self) -> Option<String> {
        None
    }

    fn links(&self) -> Vec<Name> {
        Vec::new()
    }

    fn register(&mut self, name: &str, process: Name) -> Result<(), String> {
        self.names.insert(name.to_owned(), process);
        Ok(())
    }

    fn unregister(&mut self, name: &str) -> bool {
        self.names.remove(name).is_some()
    }

    fn registered(&self, name: &str) -> Option<Name> {
        self.names.get(name).copied()
    }

    fn take_messages(&mut self, context: &mut Context) -> bool {
        let any = !self.queue.is_empty();
        for frozen in self.queue.drain(..) {
            let message = context.heap.receive(frozen);
            context.mailbox.push(message, None);
        }
        any
    }
}

impl Cluster for LoneHost {
    fn this_node(&self) -> Option<String> {
        None
    }

    fn node_name(&self, _: u16) -> Option<String> {
        None
    }

    fn send_service(
        &mut self,
        _: &mut Context,
        _: &str,
        _: &str,
        _: Value,
    ) -> Result<Delivery, Raise> {
        Ok(Delivery::Sent)
    }

    fn monitor_service(&mut self, _: &str, _: &str) -> u64 {
        self.next_serial()
    }

    fn monitor_node(&mut self, _: &str) -> u64 {
        self.next_serial()
    }

    fn monitor_undelivered(&mut self) -> u64 {
        self.next_serial()
    }

    fn peers(&self) -> Vec<Facts> {
        Vec::new()
    }

    fn nodes(&self) -> Vec<String> {
        Vec::new()
    }

    fn disconnect_node(&mut self, _: &str) -> bool {
        false
    }

    fn limit_service(&mut self, _: Name, _: &str) -> bool {
        true
    }

    fn encode_private(&mut self, context: &mut Context, value: Value) -> Result<Vec<u8>, Raise> {
        let kind = mound_machine::condition::ConditionKind::Unsendable;
        Err(context.condition(
            kind,
            Some("remote-spawn"),
            "there are no nodes here",
            &[value],
        ))
    }

    fn ready_for_move(
        &mut self,
        _: &mut Context,
        _: &str,
        _: Value,
    ) -> Result<Option<String>, Raise> {
        Ok(None)
    }

    fn begin_move(&mut self, _: Name) -> bool {
        false
    }

    fn move_asked(&mut self, _: Name, _: &str) -> Move {
        Move::Unknown
    }

    fn mobile_report(&mut self, _: &mut Context, _: Value) -> Frozen {
        FragmentBuilder::new().finish_message(Value::NULL)
    }
}

impl Requests for LoneHost {
    fn start(&mut self, request: Request) -> NonZeroU64 {
        let number = NonZeroU64::MIN.saturating_add(self.next_serial());
        let reply = self.answer(request);
        self.replies.insert(number.get(), reply);
        number
    }

    fn poll(&mut self, request: u64) -> Option<Reply> {
        self.replies.remove(&request)
    }

    fn cancel(&mut self, request: u64) {
        self.replies.remove(&request);
    }
}
