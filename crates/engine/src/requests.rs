//! Things that take time, asked by a process and answered from elsewhere.
//!
//! The process keeps the number of its request and sleeps; whoever has the
//! answer puts it into the table and wakes the process, which polls. An answer
//! to a request that was cancelled is dropped.

use crate::compiler::{Job, NO_ROOM};
use crate::distribution;
use crate::instances::Whose;
use crate::loader;
use crate::log::{Level, Subject};
use crate::operations;
use crate::resources;
use crate::state::NodeState;
use mound_base::{SourcePart, Symbol};
use mound_heap::Value;
use mound_heap::freeze::Frozen;
use mound_machine::{Computation, Reply, Request};
use mound_process::{Left, Serial};
use mound_session::Compilation;
use std::collections::{BTreeMap, HashMap};
use std::io::{BufRead, BufReader, Read, Stdin};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

/// Open requests and their answers.
///
/// Who has ended does not fetch its answer: what is left of such processes goes when there are twice
/// as many requests as there were of living ones.
#[derive(Default)]
pub struct RequestTable {
    entries: Mutex<Entries>,
}

#[derive(Default)]
struct Entries {
    open: HashMap<u64, Entry>,
    /// So many are there when those of the dead are looked for next.
    sweep_at: usize,
}

struct Entry {
    process: Serial,
    /// What the process waits for.
    what: &'static str,
    /// Only a process of this node can bring the answer.
    is_inside: bool,
    reply: Option<Reply>,
}

/// Fewer entries are not looked through.
const SWEPT_MIN: usize = 64;

impl RequestTable {
    fn open(
        &self,
        number: u64,
        process: Serial,
        (what, is_inside): (&'static str, bool),
        is_alive: impl Fn(Serial) -> bool,
    ) {
        let mut entries = self.entries();
        let Entries { open, sweep_at } = &mut *entries;
        if open.len() >= *sweep_at {
            open.retain(|_, entry| is_alive(entry.process));
            *sweep_at = SWEPT_MIN.max(2 * open.len());
        }
        let entry = Entry {
            process,
            what,
            is_inside,
            reply: None,
        };
        open.insert(number, entry);
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The answer, which is then forgotten.
    pub fn poll(&self, number: u64) -> Option<Reply> {
        let mut entries = self.entries();
        entries.open.get(&number)?.reply.as_ref()?;
        entries.open.remove(&number)?.reply
    }

    /// Whether anything has been asked for that was not answered, and is not up to a process of this node.
    pub fn is_waiting(&self) -> bool {
        let entries = self.entries();
        let mut open = entries.open.values();
        open.any(|entry| entry.reply.is_none() && !entry.is_inside)
    }

    /// Whether an answer has come, or may still come, to a living process without another one doing anything.
    pub fn may_wake(&self, is_alive: impl Fn(Serial) -> bool) -> bool {
        let entries = self.entries();
        let mut open = entries.open.values();
        open.any(|entry| (entry.reply.is_some() || !entry.is_inside) && is_alive(entry.process))
    }

    /// What the process waits for that has made this request.
    pub fn what(&self, number: u64) -> Option<&'static str> {
        self.entries().open.get(&number).map(|entry| entry.what)
    }

    /// Whether somebody still waits for an answer.
    pub fn is_open(&self, number: u64) -> bool {
        self.entries()
            .open
            .get(&number)
            .is_some_and(|entry| entry.reply.is_none())
    }

    /// Requests of living processes beyond the one that each may wait for. Those of the dead go with the sweep.
    pub fn left(&self, is_alive: impl Fn(Serial) -> bool) -> Vec<Left> {
        let mut numbers: BTreeMap<Serial, Vec<u64>> = BTreeMap::new();
        for (&number, entry) in &self.entries().open {
            numbers.entry(entry.process).or_default().push(number);
        }
        let mut left = Vec::new();
        for (process, mut numbers) in numbers {
            numbers.sort_unstable();
            numbers.pop();
            if is_alive(process) {
                let what = |number| format!("{number} of process {}", process.number());
                left.extend(
                    numbers
                        .into_iter()
                        .map(|number| Left::new("requests", what(number))),
                );
            }
        }
        left
    }

    /// Libraries are loaded for the process that has made this request, if it still waits.
    pub fn whose(&self, number: u64) -> Whose {
        let entries = self.entries();
        let entry = entries.open.get(&number);
        entry.map_or(Whose::Program, |entry| Whose::Process(entry.process))
    }

    pub fn cancel(&self, number: u64) {
        self.entries().open.remove(&number);
    }

    /// Puts down an answer; returns the process to wake.
    fn answer(&self, number: u64, reply: Reply) -> Option<Serial> {
        let mut entries = self.entries();
        let entry = entries.open.get_mut(&number)?;
        entry.reply = Some(reply);
        Some(entry.process)
    }
}

/// Answers a request and wakes who asked.
pub fn answer(state: &NodeState, number: u64, reply: Reply) {
    try_answer(state, number, reply);
}

/// The same; false if nobody waits for it any more.
pub fn try_answer(state: &NodeState, number: u64, reply: Reply) -> bool {
    let Some(process) = state.requests.answer(number, reply) else {
        return false;
    };
    if state
        .handle()
        .is_some_and(|handle| handle.is_alive(process))
    {
        state.wake(process);
        return true;
    }
    // It has ended meanwhile, and will not fetch the answer.
    state.requests.cancel(number);
    false
}

/// A reply without memory.
pub fn plain(value: Value) -> Reply {
    Frozen::immediate(value).map_or_else(
        || raise("error", "a reply that is not plain".to_owned()),
        Reply::Value,
    )
}

/// A reply that raises.
pub fn raise(kind: &str, message: String) -> Reply {
    Reply::Raise {
        kind: Symbol::intern(kind),
        message,
    }
}

/// Starts a request of `process`.
pub fn start(state: &Arc<NodeState>, process: Serial, number: u64, request: Request) {
    let handle = state.handle();
    let is_alive = |process| {
        handle
            .as_ref()
            .is_some_and(|handle| handle.is_alive(process))
    };
    state
        .requests
        .open(number, process, subject(&request), is_alive);
    let state = Arc::clone(state);
    match request {
        Request::Compile {
            text,
            libraries,
            place,
        } => compile(state, number, text, libraries, place),
        Request::ReadLines => blocking(state, number, move |state| {
            answer(state, number, read_lines(state))
        }),
        Request::StartNode { .. } if state.options.seed.is_some() && state.membership.is_none() => {
            let text = "a run with a seed has other nodes only in a simulation: see --nodes";
            answer(&state, number, raise("node", text.to_owned()));
        }
        Request::StartNode { address, advertise } => blocking(state, number, move |state| {
            let reply = match distribution::start(state, &address, advertise.as_deref()) {
                Ok(address) => Reply::Value(crate::body::text(&address)),
                Err(why) => raise("node", why),
            };
            answer(state, number, reply);
        }),
        Request::SpawnRemote {
            node,
            thunk,
            name,
            links,
            told,
        } => {
            let spawn = distribution::RemoteSpawn {
                thunk,
                name,
                links,
                told,
            };
            distribution::spawn_remote(&state, process, number, &node, spawn);
        }
        Request::Ping { node } => distribution::ping(&state, number, &node),
        Request::HearOut(process) => distribution::hear_out(&state, number, process),
        Request::ConnectNode { node } => distribution::connect_node(&state, number, &node),
        Request::WaitFor(name) => {
            let local = crate::host::pid(name).and_then(|pid| pid.as_local());
            let Some((serial, handle)) = local.zip(state.handle()) else {
                return answer(
                    &state,
                    number,
                    raise(
                        "error",
                        "only a process of this node can be waited for".to_owned(),
                    ),
                );
            };
            let handle = handle.clone();
            handle.on_end(
                serial,
                Box::new(move |_| answer(&state, number, plain(Value::UNSPECIFIED))),
            );
        }
        Request::Describe(name) => describe(state, number, name),
        Request::Fill { owner, version } => match operations::local(owner) {
            Some(owner) => resources::fill(&state, number, owner, version),
            None => answer(&state, number, resources::closed()),
        },
        Request::Drain { owner, all } => match operations::local(owner) {
            Some(owner) => resources::drain(&state, number, owner, all),
            None => answer(&state, number, resources::closed()),
        },
        Request::Compute(computation) => compute(state, number, computation),
        Request::Operation { name, arguments } => {
            operations::start(&state, number, name, &arguments);
        }
    }
}

/// What somebody waits for who makes such a request, and whether that is up to a process of this node.
fn subject(request: &Request) -> (&'static str, bool) {
    match request {
        Request::Compile { .. } => ("the compiler", false),
        Request::ReadLines => ("a line of standard input", false),
        Request::StartNode { .. } => ("the start of this node", false),
        Request::SpawnRemote { .. } => ("a new process on another node", false),
        Request::Ping { .. } | Request::HearOut(_) => ("an answer of another node", false),
        Request::ConnectNode { .. } => ("a connection with another node", false),
        Request::WaitFor(_) => ("the end of a process", true),
        Request::Describe(_) => ("the description of a process", false),
        Request::Fill { .. } => ("input", false),
        Request::Drain { .. } => ("its output to be taken", false),
        Request::Compute(_) => ("the end of a long computation", false),
        Request::Operation { .. } => ("the operating system", false),
    }
}

/// Does the work elsewhere; where time is made up, here, so that it takes none.
fn compute(state: Arc<NodeState>, number: u64, computation: Computation) {
    let is_long = computation.is_long();
    let node = Arc::clone(&state);
    let work = move || {
        if let Some(reply) = computation.run() {
            answer(&node, number, reply);
        }
    };
    match state.handle() {
        Some(handle) if state.options.seed.is_none() => handle.run_computation(is_long, work),
        _ => work(),
    }
}

fn blocking(
    state: Arc<NodeState>,
    number: u64,
    operation: impl FnOnce(&Arc<NodeState>) + Send + 'static,
) {
    if state.options.seed.is_some() {
        // What goes on meanwhile must not depend on how long this takes: nothing does.
        return operation(&state);
    }
    // They may wait for a person.
    let asked = Arc::clone(&state);
    let started = asked.slow_threads.run(move || operation(&state));
    if let Err(error) = started {
        let message = format!("cannot start a thread: {error}");
        answer(&asked, number, raise("error", message));
    }
}

fn compile(
    state: Arc<NodeState>,
    number: u64,
    text: String,
    libraries: Vec<String>,
    place: Option<SourcePart>,
) {
    let compiler = state.compiler.clone();
    let seeded = state.options.seed.is_some();
    // It may wait behind others for long.
    let counted = mound_heap::budget::Scratch::new(text.len());
    let finish = move |result: Result<Compilation, String>| {
        drop(counted);
        match result {
            Ok(compilation) => {
                if !compilation.warnings.is_empty() {
                    let warnings = &compilation.warnings;
                    state
                        .console
                        .log(Level::Warning, Subject::Compiler, warnings, &[]);
                }
                let whose = state.requests.whose(number);
                loader::load(&state.clone(), compilation, whose, move |loaded| {
                    let reply = match loaded {
                        Ok(Some(unit)) => loader::entry(&unit)
                            .map_or_else(|| raise("error", "nothing to run".into()), Reply::Value),
                        Ok(None) => plain(Value::UNSPECIFIED),
                        Err(why) => raise("error", why),
                    };
                    answer(&state, number, reply);
                })
            }
            Err(errors) => {
                let errors: String = errors;
                let is_full = |why| errors.contains(why);
                let kind = match [mound_session::FULL, NO_ROOM].into_iter().any(is_full) {
                    true => "memory",
                    false => "syntax",
                };
                let reply = raise(kind, errors.trim_end().to_owned());
                answer(&state, number, reply);
            }
        }
    };
    if seeded {
        // The compiler is waited for here; what it takes does not show.
        return finish(compiler.wait(|done| Job::Datum {
            text,
            libraries,
            place,
            done,
        }));
    }
    compiler.ask(Job::Datum {
        text,
        libraries,
        place,
        done: Box::new(finish),
    });
}

/// Standard input: what the system has given and nobody has taken.
static STANDARD_INPUT: LazyLock<Mutex<BufReader<Stdin>>> =
    LazyLock::new(|| Mutex::new(BufReader::with_capacity(1 << 16, std::io::stdin())));

/// Waits for a line of standard input, and takes those that have come with it.
fn read_lines(state: &NodeState) -> Reply {
    let mut line = String::new();
    // The line becomes a value of four bytes a character, and is looked at as text before.
    let most = (mound_heap::budget::room() / 8) as u64;
    let input = STANDARD_INPUT.lock();
    let mut input = input.unwrap_or_else(PoisonError::into_inner);
    match (&mut *input).take(most).read_line(&mut line) {
        Ok(0) => return plain(Value::EOF),
        Ok(read) if read as u64 == most && !line.ends_with('\n') => {
            let text = format!("standard input: a line of more than {most} bytes");
            return raise("file", text);
        }
        Ok(_) => {}
        Err(error) => return raise("file", format!("standard input: {error}")),
    }
    // How much has come by now is no matter of a seed.
    let more = match state.options.seed {
        Some(_) => "",
        None => whole_lines(input.buffer()),
    };
    line.push_str(more);
    state.with_input(&mut |input| input.add(&line));
    let taken = more.len();
    input.consume(taken);
    plain(Value::TRUE)
}

/// The lines that have come whole.
fn whole_lines(bytes: &[u8]) -> &str {
    let end = bytes.iter().rposition(|&byte| byte == b'\n');
    let whole = &bytes[..end.map_or(0, |end| end + 1)];
    // Whoever reads a line that is no text is told.
    std::str::from_utf8(whole).unwrap_or_default()
}

fn describe(state: Arc<NodeState>, number: u64, name: mound_heap::value::Name) {
    let local = crate::host::pid(name).and_then(|pid| pid.as_local());
    let Some((serial, handle)) = local.zip(state.handle()) else {
        return answer(&state, number, plain(Value::FALSE));
    };
    let handle = handle.clone();
    handle.request_info(
        serial,
        Box::new(move |info| {
            let reply = info.map_or_else(
                || plain(Value::FALSE),
                |info| Reply::Value(crate::info::describe(&info)),
            );
            answer(&state, number, reply);
        }),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_that_the_dead_leave_do_not_pile_up() {
        let table = RequestTable::default();
        let serial = |number| Serial::from_number(number).expect("a serial");
        let living = serial(1 << 22);
        let subject = ("input", false);
        table.open(0, living, subject, |_| true);
        for number in 1..10_000 {
            table.open(number, serial(2 << 22), subject, |process| {
                process == living
            });
            table.answer(number, plain(Value::TRUE));
            assert!(table.entries().open.len() <= SWEPT_MIN);
        }
        assert!(table.is_open(0));
    }

    #[test]
    fn what_a_process_of_this_node_has_to_answer_is_not_waited_for_from_outside() {
        let table = RequestTable::default();
        let process = Serial::from_number(1 << 22).expect("a serial");
        table.open(0, process, ("the end of a process", true), |_| true);
        assert!(!table.is_waiting());
        assert!(!table.may_wake(|_| true));
        assert_eq!(table.what(0), Some("the end of a process"));
        // The answer is there, and the process may not have been woken yet.
        table.answer(0, plain(Value::TRUE));
        assert!(table.may_wake(|_| true));
        assert!(!table.may_wake(|_| false), "the process has ended");
        assert!(table.poll(0).is_some());
        assert!(!table.may_wake(|_| true));
        table.open(1, process, ("input", false), |_| true);
        assert!(table.is_waiting() && table.may_wake(|_| true));
    }
}
