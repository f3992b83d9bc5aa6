//! How a process dies of an object: who is told, and what its end is for others.
//!
//! The text of reports is made in `report`, and what programs get of them in `crash`.

use crate::body::{SchemeProcess, text};
use crate::crash::{self, Dead};
use crate::host::TurnHost;
use crate::moment;
use crate::origin;
use crate::report;
use crate::state::NodeState;
use crate::tracing;
use crate::work::WorkResult;
use mound_base::Symbol;
use mound_heap::Value;
use mound_heap::freeze::Frozen;
use mound_heap::object::{Condition, Pair, Record, RecordType};
use mound_primitives::control::{after_origin, trace_of_this};
use mound_primitives::print::key;
use mound_process::{Ending, Next, Pid, Reason, Turn};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The object of which a process dies, for those who are told of the end.
pub(crate) enum Remains {
    /// Nobody is told.
    Unwanted,
    /// A copy of it, or of the object in it that came through a link.
    Copied(Frozen),
}

impl SchemeProcess {
    /// `None` if the copy is to be made apart: then the process stops once more of the same object.
    pub(crate) fn remains(&mut self, object: Value) -> Option<Remains> {
        if self.is_busy() {
            return Some(Remains::Unwanted);
        }
        let part = exit_parts(object).map_or(object, |(_, _, payload)| payload);
        let copied = self.context.remains(object, part)?;
        Some(Remains::Copied(
            copied.unwrap_or_else(|_| text("an object that cannot be sent")),
        ))
    }

    pub(crate) fn died(
        &mut self,
        turn: &mut Turn<'_, Self>,
        object: Value,
        remains: Remains,
    ) -> Option<Next<Frozen>> {
        let state = Arc::clone(turn.node());
        let Remains::Copied(remains) = remains else {
            let report = report::death(&self.context, object, &*state);
            self.note_frames(turn);
            self.note_kept();
            self.finish_work(turn, WorkResult::Died(report));
            return None;
        };
        let ending = self.ending(turn, object, &remains);
        let expected = matches!(
            &ending,
            Ending::Forwarded {
                reason: Reason::Normal,
                ..
            }
        );
        if !expected {
            self.report_death(&state, turn, object, &remains);
        }
        Some(Next::end(ending))
    }

    /// Tells of the death those who want to know, and standard error. The report is made only for somebody:
    /// of a crowd that dies of the same, few are shown.
    fn report_death(
        &mut self,
        state: &NodeState,
        turn: &mut Turn<'_, Self>,
        object: Value,
        remains: &Frozen,
    ) {
        let time = moment::now(turn);
        let kind = report::kind(&self.context, object);
        let is_shown = state.options.report_deaths
            && !state.ending.load(Ordering::Relaxed)
            && state.console.shows_report(kind, time);
        if !is_shown && !crash::is_watched(turn) {
            return;
        }
        let report = report::death(&self.context, object, state);
        let name = turn
            .name()
            .map_or(String::new(), |name| format!(" ({name})"));
        let text = format!(
            "process {}{name} died at {}\n{report}{}{}",
            turn.serial(),
            moment::text(time),
            who_holds_much(object),
            tracing::surroundings(&self.context, turn)
        );
        // What came through a link is a condition around a message, which is not copied again.
        let dead = match exit_parts(object) {
            None => Dead::Copied(remains),
            Some(_) => Dead::Kept(object),
        };
        crash::tell(&mut self.context, turn, dead, time, &text);
        if is_shown {
            let headline = report.lines().next().unwrap_or_default();
            state.console.report(kind, headline, &text);
        }
    }

    /// How a process ends that dies of `object`: what came through a link is passed on as it came.
    fn ending(
        &mut self,
        turn: &mut Turn<'_, Self>,
        object: Value,
        remains: &Frozen,
    ) -> Ending<Frozen> {
        if let Some((origin, reason, payload)) = exit_parts(object) {
            let reason = match &*reason.text() {
                "normal" => Reason::Normal,
                "terminated" => Reason::Terminated,
                "noproc" => Reason::NoProcess,
                "node-down" => Reason::NodeDown,
                _ => {
                    let trace = self.context.origin_of(&key(payload)).map(ToOwned::to_owned);
                    Reason::Failure(with_origin(payload, remains, trace))
                }
            };
            return Ending::Forwarded { origin, reason };
        }
        let trace = match Condition::of(object) {
            Some(_) => None,
            None => Some(self.trace_of_death(turn, object)),
        };
        Ending::Ended(Reason::Failure(with_origin(object, remains, trace)))
    }

    /// Where this process raises the object of which it dies, and before that another one.
    fn trace_of_death(&mut self, turn: &mut Turn<'_, Self>, object: Value) -> String {
        let before = self.context.origin_of(&key(object)).map(ToOwned::to_owned);
        let trace = trace_of_this(&self.context, &mut TurnHost::new(turn));
        before.map_or(trace.clone(), |before| after_origin(&trace, &before))
    }

    /// Who types forms goes on, without the messages that were too many.
    pub(crate) fn died_of_messages(
        &mut self,
        turn: &mut Turn<'_, Self>,
        object: Value,
    ) -> Option<Next<Frozen>> {
        let frozen = self.context.heap.freeze_shared(object);
        let frozen = frozen.unwrap_or_else(|_| text("an object that cannot be sent"));
        let remains = match self.is_busy() {
            true => Remains::Unwanted,
            false => Remains::Copied(frozen),
        };
        let next = self.died(turn, object, remains);
        self.context.mailbox.clear();
        next
    }
}

/// The object for those who are told of the end: with a trace if it cannot keep one itself.
fn with_origin(object: Value, remains: &Frozen, trace: Option<String>) -> Frozen {
    match trace {
        Some(trace) if Condition::of(object).is_none() => origin::with_trace(remains, &trace),
        _ => remains.clone(),
    }
}

/// For the report of a process that dies for want of memory: who holds most.
fn who_holds_much(object: Value) -> String {
    let kind = Condition::of(object).and_then(|condition| condition.kind().as_symbol());
    match kind {
        Some(kind) if kind == Symbol::intern("memory") => mound_heap::holders::summary()
            .iter()
            .map(|line| format!("  holds much: {line}\n"))
            .collect(),
        _ => String::new(),
    }
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
