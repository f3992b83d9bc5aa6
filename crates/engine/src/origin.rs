//! Objects of which processes die, with where they were raised.
//!
//! A condition keeps that itself. What is no condition is wrapped for the way to those who are told
//! of the end, and unwrapped where it arrives: they get the object alone, and remember its trace for
//! reports ([`mound_machine::Context::note_origin`]).
//!
//! The wrapping is a condition of a kind that no program makes, whose only irritant is the object.

use mound_base::Symbol;
use mound_heap::freeze::Frozen;
use mound_heap::object::{Condition, Pair};
use mound_heap::text::StringView;
use mound_heap::{FragmentBuilder, Value};

/// The kind of the wrapping.
const KIND: &str = "%raised-object";

/// The object wrapped with its trace.
pub fn with_trace(object: &Frozen, trace: &str) -> Frozen {
    let mut builder = FragmentBuilder::new();
    if let Some(fragment) = object.fragment() {
        builder.edge(fragment);
    }
    let irritants = builder.list(&[object.root()]);
    let trace = builder.string(trace);
    let kind = Value::symbol(Symbol::intern(KIND));
    let message = builder.string("");
    let fields = [kind, message, irritants, Value::FALSE, Value::FALSE, trace];
    let condition = builder.condition(fields);
    builder.finish_message(condition)
}

/// Object and trace, if the value is such a wrapping.
pub fn parts(value: Value) -> Option<(Value, String)> {
    let condition = Condition::of(value)?;
    if condition.kind().as_symbol()? != Symbol::intern(KIND) {
        return None;
    }
    let trace = StringView::of(condition.trace())?.to_string();
    Some((Pair::of(condition.irritants())?.car(), trace))
}
