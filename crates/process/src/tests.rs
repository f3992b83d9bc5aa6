//! Tests of the whole crate, with scripts as bodies.
//!
//! Most run under the deterministic driver for several seeds, so that many
//! orders of events are tried; those about threads use the real schedulers.

mod accept;
mod apart;
mod bounds;
mod exchange;
mod fairness;
mod heirs;
mod left;
mod lending;
mod links;
mod mailbox;
mod parked;
mod party;
mod remote;
mod sharing;
mod spares;
mod stress;
mod system;
mod timers;

use crate::*;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

/// The message of the tests.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Value {
    Number(u64),
    Pid(Pid),
    Text(String),
}

fn text(text: &str) -> Value {
    Value::Text(text.into())
}

/// A body made of a closure, and of what it does apart.
struct Script(Box<dyn Action>, Option<Apart>);

type Apart = Box<dyn FnMut() + Send>;

trait Action: FnMut(&mut Turn<'_, Script>) -> Next<Value> + Send {}

impl<F: FnMut(&mut Turn<'_, Script>) -> Next<Value> + Send> Action for F {}

/// A node with one thread, whatever its bodies are.
fn one_scheduler<B: Body<Node = Log>>() -> Runtime<B> {
    one_scheduler_by(FastPaths::default())
}

fn one_scheduler_by<B: Body<Node = Log>>(fast_paths: FastPaths) -> Runtime<B> {
    let config = Config {
        schedulers: 1,
        fast_paths,
        ..Config::default()
    };
    Runtime::start(Log::default(), config).expect("threads start")
}

/// Sends a process its first message, and waits for its end: after that message nothing comes from outside.
fn tell_and_await<B: Body>(
    runtime: &Runtime<B>,
    process: Serial,
    word: B::Message,
) -> Option<Reason<B::Message>> {
    let (sender, receiver) = mpsc::channel();
    let tell = move |reason: &Reason<B::Message>| sender.send(reason.clone()).unwrap_or(());
    runtime.on_end(process, Box::new(tell));
    runtime.send(process.into(), word);
    receiver.recv_timeout(Duration::from_secs(60)).ok()
}

/// Where scripts write down what they have seen.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    fn write(&self, line: impl Into<String>) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(line.into());
    }

    fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn lines(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    fn sorted(&self) -> Vec<String> {
        let mut lines = self.take();
        lines.sort();
        lines
    }
}

impl Body for Script {
    type Message = Value;
    type Node = Log;

    fn run(&mut self, turn: &mut Turn<'_, Self>, _fuel: i64) -> Next<Value> {
        turn.charge(1);
        (self.0)(turn)
    }

    fn work_apart(&mut self) {
        self.1.as_mut().expect("it has something to do")();
    }

    fn panic_reason(message: &str) -> Value {
        text(message)
    }

    fn describe(&self) -> Description {
        Description {
            mailbox_length: 0,
            function: "script".into(),
            ..Description::default()
        }
    }

    fn details(&self, log: &Log) -> String {
        format!("{} line", log.take().len())
    }
}

fn script(action: impl FnMut(&mut Turn<'_, Script>) -> Next<Value> + Send + 'static) -> Script {
    Script(Box::new(action), None)
}

/// A process that does one thing, then waits for ever.
fn once(action: impl FnOnce(&mut Turn<'_, Script>) + Send + 'static) -> Script {
    let mut action = Some(action);
    script(move |turn| {
        if let Some(action) = action.take() {
            action(turn);
        }
        while turn.receive().is_some() {}
        WAIT
    })
}

/// A process that ends at its first message.
fn ends_at_message(ending: Ending<Value>) -> Script {
    script(move |turn| match turn.receive() {
        Some(Delivery::Message(_)) => Next::end(ending.clone()),
        _ => WAIT,
    })
}

/// A process that does `action` first and writes down what it gets.
fn recorder(action: impl FnOnce(&mut Turn<'_, Script>) + Send + 'static) -> Script {
    let mut action = Some(action);
    script(move |turn| {
        if let Some(action) = action.take() {
            action(turn);
        }
        while let Some(delivery) = turn.receive() {
            let line = show(&delivery);
            turn.node().write(line);
        }
        WAIT
    })
}

fn show(delivery: &Delivery<Value>) -> String {
    match delivery {
        Delivery::Message(Value::Number(number)) => format!("{number}"),
        Delivery::Message(Value::Text(text)) => text.clone(),
        Delivery::Message(Value::Pid(pid)) => format!("{pid:?}"),
        Delivery::Notice(notice) => match &**notice {
            Notice::Parcel(message) => format!("parcel {message:?}"),
            Notice::Exit { reason, .. } => format!("exit {}", show_reason(reason)),
            Notice::Down { reason, .. } => format!("down {}", show_reason(reason)),
        },
    }
}

fn show_reason(reason: &Reason<Value>) -> String {
    match reason {
        Reason::Normal => "normal".into(),
        Reason::Failure(value) => format!("failure {value:?}"),
        Reason::Terminated => "terminated".into(),
        Reason::NoProcess => "noproc".into(),
        Reason::NodeDown => "node-down".into(),
    }
}

const WAIT: Next<Value> = Next::Wait { deadline: None };
const NORMAL: Next<Value> = Next::Done;

fn virtual_config() -> Config {
    Config {
        clock: Arc::new(VirtualClock::new()),
        ..Config::default()
    }
}

/// Runs a test under the deterministic driver for several seeds.
fn for_seeds(test: impl Fn(&mut Driver<Script>)) {
    for seed in 0..20 {
        let mut driver = Runtime::single_threaded(Log::default(), virtual_config(), seed);
        test(&mut driver);
    }
}

fn threads(schedulers: u16) -> Runtime<Script> {
    let config = Config {
        schedulers,
        ..Config::default()
    };
    Runtime::start(Log::default(), config).expect("threads start")
}

fn start(handle: &Handle<Script>, body: Script) -> Serial {
    handle
        .spawn(body, SpawnOptions::default())
        .expect("there is room")
}

/// Waits for an end whose reason is not the question; it may be long past.
fn join(handle: &Handle<Script>, process: Serial) {
    let reason = handle.wait_for(process);
    assert!(
        matches!(reason, Some(Reason::Normal | Reason::NoProcess)),
        "{reason:?}"
    );
}
