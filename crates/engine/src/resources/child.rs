//! Subprocesses. One task waits for the end of each; its pipes are resources of
//! their own.

use super::input::{Input, Reader};
use super::output::{Output, Writer};
use super::why::failure;
use super::{Resource, answer_item, bind, lock, release, try_answer_item};
use crate::requests::{answer, raise};
use crate::state::NodeState;
use mound_machine::Item;
use mound_process::Serial;
use rustix::process::{Pid, Signal, kill_process};
use std::os::unix::process::ExitStatusExt;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use tokio::process::{Child, Command};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// What is to be started, and who owns what of it.
pub struct Program {
    pub owner: Serial,
    pub name: String,
    pub arguments: Vec<String>,
    pub input: Stream,
    pub output: Stream,
    pub errors: Stream,
    pub directory: Option<String>,
    /// Added to the environment of this program; an empty list of one removes the variable.
    pub variables: Vec<(String, Option<String>)>,
}

/// What a standard stream of a subprocess is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    /// A pipe with this owner.
    Pipe(Serial),
    /// That of this program.
    Inherit,
    Nothing,
}

impl Stream {
    fn owner(self) -> Option<Serial> {
        match self {
            Stream::Pipe(owner) => Some(owner),
            Stream::Inherit | Stream::Nothing => None,
        }
    }
}

impl From<Stream> for Stdio {
    fn from(stream: Stream) -> Stdio {
        match stream {
            Stream::Pipe(_) => Stdio::piped(),
            Stream::Inherit => Stdio::inherit(),
            Stream::Nothing => Stdio::null(),
        }
    }
}

/// A subprocess that was started.
pub struct Running {
    /// To the task that waits for its end, which alone knows that it is still there.
    signals: UnboundedSender<Signal>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// How it ended, as `status`.
    ended: Option<i64>,
    waiting: Vec<u64>,
}

/// Starts a program; the answer is its number in the operating system.
pub fn start(node: &Arc<NodeState>, number: u64, program: Program) {
    let tasks = match node.resources.tasks() {
        Ok(tasks) => tasks,
        Err(error) => {
            answer(node, number, failure("run", &program.name, &error));
            return;
        }
    };
    let Some(handle) = node.handle() else {
        return;
    };
    let node = node.clone();
    // To start a program copies page tables and reads files.
    handle.run_blocking(move || {
        let guard = tasks.enter();
        let spawned = command(&program).spawn();
        drop(guard);
        match spawned {
            Ok(child) => {
                if !begin(&node, &tasks, number, &program, child) {
                    release(&node, program.owner);
                    answer(&node, number, raise("file", "its owner has ended".into()));
                }
            }
            Err(error) => {
                answer(&node, number, failure("run", &program.name, &error));
            }
        }
    });
}

fn command(program: &Program) -> Command {
    let mut command = Command::new(&program.name);
    command.args(&program.arguments);
    if let Some(directory) = &program.directory {
        command.current_dir(directory);
    }
    for (name, value) in &program.variables {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command
        .stdin(program.input)
        .stdout(program.output)
        .stderr(program.errors)
        .kill_on_drop(true);
    command
}

/// Makes a child that runs the resources of its owners; false if one of them has ended.
fn begin(
    node: &Arc<NodeState>,
    tasks: &tokio::runtime::Handle,
    number: u64,
    program: &Program,
    mut child: Child,
) -> bool {
    let id = child.id();
    let (sender, signals) = unbounded_channel();
    let running = Running {
        signals: sender,
        state: Mutex::default(),
    };
    if !bind(node, program.owner, Resource::Child(running)) {
        return false;
    }
    let name = &program.name;
    let reading = |reader: Reader| Resource::Input(Input::new(name, reader));
    let mut all = true;
    if let (Some(owner), Some(pipe)) = (program.input.owner(), child.stdin.take()) {
        let output = Output::new(name, Writer::Stream(Box::new(pipe)));
        all &= bind(node, owner, Resource::Output(output));
    }
    if let (Some(owner), Some(pipe)) = (program.output.owner(), child.stdout.take()) {
        all &= bind(node, owner, reading(Reader::Stream(Box::new(pipe))));
    }
    if let (Some(owner), Some(pipe)) = (program.errors.owner(), child.stderr.take()) {
        all &= bind(node, owner, reading(Reader::Stream(Box::new(pipe))));
    }
    let Some(resource) = node.resources.find(program.owner) else {
        return false;
    };
    let waiter = node.clone();
    tasks.spawn(async move {
        let status = end_of(&mut child, signals).await;
        if let Resource::Child(running) = &*resource {
            running.ended(&waiter, status.map_or(-1, number_of));
        }
    });
    all && try_answer_item(node, number, Item::Integer(id.map_or(0, i64::from)))
}

/// Waits for the end, and passes signals on until then.
async fn end_of(
    child: &mut Child,
    mut signals: UnboundedReceiver<Signal>,
) -> std::io::Result<ExitStatus> {
    loop {
        let signal = tokio::select! {
            biased;
            status = child.wait() => return status,
            Some(signal) = signals.recv() => signal,
        };
        // It has not been waited for, so the number is still its own.
        let id = child.id().and_then(|id| i32::try_from(id).ok());
        if let Some(id) = id.and_then(Pid::from_raw) {
            // One that ends at this moment needs no signal.
            let _ = kill_process(id, signal);
        }
    }
}

/// The status that it gave, or 128 and the number of the signal that ended it, as shells say it.
fn number_of(status: ExitStatus) -> i64 {
    let signal = status.signal().map(|signal| 128 + signal);
    status.code().or(signal).map_or(-1, i64::from)
}

impl Running {
    fn ended(&self, node: &NodeState, status: i64) {
        let mut state = lock(&self.state);
        state.ended = Some(status);
        let waiting = std::mem::take(&mut state.waiting);
        drop(state);
        for number in waiting {
            answer_item(node, number, Item::Integer(status));
        }
    }

    /// Answers with the status when it has ended; at once with `#f` if it has not and `wait` is false.
    pub fn wait(&self, node: &NodeState, number: u64, wait: bool) {
        let mut state = lock(&self.state);
        let item = match state.ended {
            Some(status) => Item::Integer(status),
            None if wait => {
                // Those that were given up would pile up.
                state.waiting.retain(|&other| node.requests.is_open(other));
                state.waiting.push(number);
                return;
            }
            None => Item::Boolean(false),
        };
        drop(state);
        answer_item(node, number, item);
    }

    /// Sends it a signal; false if it has ended.
    pub fn signal(&self, signal: Signal) -> bool {
        lock(&self.state).ended.is_none() && self.signals.send(signal).is_ok()
    }

    pub fn kill_now(&self) {
        self.signal(Signal::KILL);
    }
}
