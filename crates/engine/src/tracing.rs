//! Telling what a process does: another process of its messages and its calls,
//! and the reader of a report what was around its death.
//!
//! A process whose calls are traced runs with one unit of fuel at a time, so it
//! stops where it enters a procedure; others pay nothing for that.

use crate::body::SchemeProcess;
use crate::host::{TurnHost, name};
use mound_base::Symbol;
use mound_heap::object::Pair;
use mound_heap::{FragmentBuilder, Value};
use mound_machine::Context;
use mound_machine::trace::is_internal;
use mound_primitives::print::{Style, print_start};
use mound_process::{Trace, Turn};
use std::fmt::Write as _;
use std::sync::Arc;

/// Characters of an object that are shown.
const TEXT_MAX: usize = 200;

/// Waiting messages shown.
const MESSAGES_MAX: usize = 3;
/// Linked processes shown.
const LINKS_MAX: usize = 10;

impl TurnHost<'_, '_> {
    /// Tells of a message, if somebody wants to know: (trace pid what detail ...), where the details
    /// are values of this process.
    #[inline(always)]
    pub(crate) fn tell_of_message(&mut self, context: &mut Context, what: &str, details: &[Value]) {
        if let Some(trace) = self.turn.trace()
            && trace.messages
        {
            self.tell(context, trace, what, details);
        }
    }

    /// The order to tell of calls may have come just now, in the middle of a turn: the next call ends it.
    #[inline(always)]
    pub(crate) fn stop_at_next_call(&mut self, context: &mut Context) {
        if self.turn.is_traced() && self.turn.trace().is_some_and(|trace| trace.calls) {
            self.give_up_fuel(context);
        }
    }

    #[cold]
    fn tell(&mut self, context: &mut Context, trace: Trace, what: &str, details: &[Value]) {
        let mut parts = head(self.turn, what);
        parts.extend_from_slice(details);
        // Without memory for it, the process is about to fail anyway.
        let list = context.list(&parts).unwrap_or(Value::FALSE);
        if let Ok(event) = context.copying(|heap| heap.freeze(list)) {
            self.turn.send_local(trace.to, event);
        }
    }
}

/// The beginning of an event.
fn head(turn: &Turn<'_, SchemeProcess>, what: &str) -> Vec<Value> {
    vec![
        Value::symbol(Symbol::intern("trace")),
        Value::pid(name(turn.pid())),
        Value::symbol(Symbol::intern(what)),
    ]
}

/// Tells of the procedure that the process has just entered:
/// (trace pid called procedure place (argument ...)), all of them texts.
pub fn tell_of_call(turn: &mut Turn<'_, SchemeProcess>, context: &Context) {
    let Some(trace) = turn.trace().filter(|trace| trace.calls) else {
        return;
    };
    let Some((line, arguments)) = context.entered() else {
        return;
    };
    // Programs do not call them.
    if is_internal(&line) {
        return;
    }
    let state = Arc::clone(turn.node());
    let place = line.place.map_or(line.unit, |place| {
        format!("{}:{}:{}", place.file, place.line, place.column)
    });
    let mut builder = FragmentBuilder::new();
    let texts: Vec<Value> = arguments
        .into_iter()
        .map(|argument| builder.string(&shown(argument, &state)))
        .collect();
    let mut parts = head(turn, "called");
    parts.push(builder.string(&line.procedure));
    parts.push(builder.string(&place));
    parts.push(builder.list(&texts));
    let list = builder.list(&parts);
    turn.send_local(trace.to, builder.finish_message(list));
}

/// The text of an object, or its beginning.
pub fn shown(object: Value, state: &crate::state::NodeState) -> String {
    print_start(object, Style::Write, state, TEXT_MAX, " ...")
}

/// The message received last, if it means something to the program: the word that tells a new
/// process of a supervisor or task to begin does not.
pub fn last_message(context: &Context) -> Option<Value> {
    let is_private =
        |message: &Value| matches!(message.symbol_text(), Some(word) if word.starts_with('%'));
    let message = context.mailbox.last()?;
    (!is_private(&message) && !is_raised_answer(message)).then_some(message)
}

/// Whether it is the answer of a call or a thunk that raised, which the report tells in words:
/// `(tag object raised ...)`, `(tag (raised object ...))`.
fn is_raised_answer(message: Value) -> bool {
    let Some(pair) = Pair::of(message).filter(|pair| pair.car().is_tag()) else {
        return false;
    };
    let Some(rest) = Pair::of(pair.cdr()) else {
        return false;
    };
    let is_word = |value: Value| value.symbol_text().is_some_and(|word| &*word == "raised");
    let third = Pair::of(rest.cdr()).map(Pair::car);
    let inner = Pair::of(rest.car()).map(Pair::car);
    third.is_some_and(is_word) || inner.is_some_and(is_word)
}

/// What was around a process that dies: the message it received last, those that wait, and who is
/// told of the end.
pub fn surroundings(context: &Context, turn: &Turn<'_, SchemeProcess>) -> String {
    let state = turn.node();
    let mut text = String::new();
    if let Some(message) = last_message(context) {
        let _ = writeln!(text, "  last message: {}", shown(message, state));
    }
    let waiting: Vec<Value> = context.mailbox.iter().take(MESSAGES_MAX).collect();
    for message in &waiting {
        let _ = writeln!(text, "  waiting message: {}", shown(*message, state));
    }
    if context.mailbox.len() > waiting.len() {
        let more = context.mailbox.len() - waiting.len();
        let _ = writeln!(text, "  ... {more} more");
    }
    let links: Vec<String> = turn
        .links()
        .take(LINKS_MAX)
        .map(|pid| shown(Value::pid(name(pid)), state))
        .collect();
    if !links.is_empty() {
        let _ = writeln!(text, "  told: {}", links.join(" "));
    }
    text
}
