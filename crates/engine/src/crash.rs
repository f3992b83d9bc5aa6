//! Telling processes of a node that another one has died, with all that a program
//! may want to know: the report on standard error, as data.
//!
//! Who asked is sent a list (crash pid report), where the report is an association
//! list, documented with `watch-crashes` in `lib/mound/crash.scm`.

use crate::body::SchemeProcess;
use crate::host::name;
use crate::state::NodeState;
use crate::tracing;
use crate::tracing::shown;
use mound_base::{Symbol, SymbolRef};
use mound_heap::freeze::Frozen;
use mound_heap::{FragmentBuilder, Value};
use mound_machine::Context;
use mound_machine::trace::TraceLine;
use mound_process::{Serial, Turn};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Frames looked at: the youngest, of a deep recursion too.
const FRAMES_MAX: usize = 100;
/// Waiting messages told of.
const MESSAGES_MAX: usize = 10;

/// The processes that want to know.
#[derive(Default)]
pub struct CrashWatchers(Mutex<Vec<Serial>>);

impl CrashWatchers {
    /// Adds a process, or takes it out.
    pub fn set(&self, process: Serial, watches: bool) {
        let mut watchers = self.lock();
        watchers.retain(|&other| other != process);
        if watches {
            watchers.push(process);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Serial>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The object of which a process dies.
#[derive(Clone, Copy)]
pub enum Dead<'a> {
    Copied(&'a Frozen),
    /// In its memory, and not large.
    Kept(Value),
}

/// Whether anybody wants to know.
pub fn is_watched(turn: &Turn<'_, SchemeProcess>) -> bool {
    !turn.node().crash_watchers.lock().is_empty()
}

/// Tells all who want to know that the process dies of `object`, with the report on standard error.
pub fn tell(
    context: &mut Context,
    turn: &mut Turn<'_, SchemeProcess>,
    object: Dead<'_>,
    time: Duration,
    text: &str,
) {
    let state = Arc::clone(turn.node());
    let this = turn.serial();
    let watchers: Vec<Serial> = {
        let mut watchers = state.crash_watchers.lock();
        watchers.retain(|&watcher| turn.status(watcher).is_some());
        let others = watchers.iter().filter(|&&watcher| watcher != this);
        others.copied().collect()
    };
    if watchers.is_empty() {
        return;
    }
    let message = report(context, turn, object, time, text);
    for watcher in watchers {
        turn.send_local(watcher, message.clone());
    }
}

/// The message. It is made in memory of its own: the process that dies may have none left.
fn report(
    context: &mut Context,
    turn: &Turn<'_, SchemeProcess>,
    object: Dead<'_>,
    time: Duration,
    text: &str,
) -> Frozen {
    let state = turn.node();
    let mut builder = FragmentBuilder::new();
    let lines = context.trace(FRAMES_MAX);
    let lines = lines
        .iter()
        .filter(|line| !mound_machine::trace::is_plumbing(line));
    let stack: Vec<Value> = lines.map(|line| frame(&mut builder, line)).collect();
    let waiting: Vec<Value> = context.mailbox.iter().take(MESSAGES_MAX).collect();
    let waiting: Vec<Value> = waiting
        .into_iter()
        .map(|message| sent(&mut builder, context, message, state))
        .collect();
    let last = tracing::last_message(context);
    let last: Vec<Value> = last
        .map(|message| sent(&mut builder, context, message, state))
        .into_iter()
        .collect();
    let object = match object {
        Dead::Copied(frozen) => {
            if let Some(fragment) = frozen.fragment() {
                builder.edge(fragment);
            }
            frozen.root()
        }
        Dead::Kept(object) => sent(&mut builder, context, object, state),
    };
    let links: Vec<Value> = turn.links().map(|pid| Value::pid(name(pid))).collect();
    let symbol = |text: &str| Value::symbol(Symbol::intern(text));
    let process_name = match turn.name().and_then(|name| SymbolRef::intern(&name)) {
        Some(name) => builder.symbol(name),
        None => Value::FALSE,
    };
    let mailbox_length = Value::fixnum(context.mailbox.len() as i64);
    let entries = [
        ("name", process_name),
        ("time", builder.flonum(time.as_secs_f64())),
        ("object", object),
        ("text", builder.string(text)),
        ("stack", builder.list(&stack)),
        ("links", builder.list(&links)),
        ("last-message", builder.list(&last)),
        ("mailbox-length", mailbox_length),
        ("waiting-messages", builder.list(&waiting)),
    ];
    let pairs = entries.map(|(key, value)| builder.pair(symbol(key), value));
    let parts = [
        symbol("crash"),
        Value::pid(name(turn.pid())),
        builder.list(&pairs),
    ];
    let message = builder.list(&parts);
    builder.finish_message(message)
}

/// A copy of an object of the process, or how it is written if it cannot be sent.
fn sent(
    builder: &mut FragmentBuilder,
    context: &mut Context,
    object: Value,
    state: &NodeState,
) -> Value {
    match context.heap.freeze_shared(object) {
        Ok(frozen) => {
            if let Some(fragment) = frozen.fragment() {
                builder.edge(fragment);
            }
            frozen.root()
        }
        Err(_) => builder.string(&shown(object, state)),
    }
}

/// (procedure unit file line column), with #f for what is not known.
fn frame(builder: &mut FragmentBuilder, line: &TraceLine) -> Value {
    let (file, row, column) = match &line.place {
        Some(place) => (
            builder.string(&place.file),
            Value::fixnum(place.line.into()),
            Value::fixnum(place.column.into()),
        ),
        None => (Value::FALSE, Value::FALSE, Value::FALSE),
    };
    let parts = [
        builder.string(&line.procedure),
        builder.string(&line.unit),
        file,
        row,
        column,
    ];
    builder.list(&parts)
}
