//! Reasons of ends as payloads.

use crate::origin;
use crate::state::NodeState;
use crate::transport;
use mound_base::Symbol;
use mound_heap::freeze::Frozen;
use mound_heap::object::Vector;
use mound_heap::text::StringView;
use mound_heap::{FragmentBuilder, Value};
use mound_node::PeerId;
use mound_process::{Pid, Reason};
use mound_wire::Mode;

/// `#(origin reason object)` as bytes, and where the object was raised as a fourth part if it is no
/// condition.
pub(super) fn encode_reason(
    state: &NodeState,
    origin: Option<Pid>,
    reason: Reason<Frozen>,
) -> Vec<u8> {
    let (word, object) = match reason {
        Reason::Normal => ("normal", None),
        Reason::Failure(object) => ("failure", Some(object)),
        Reason::Terminated => ("terminated", None),
        Reason::NoProcess => ("noproc", None),
        Reason::NodeDown => ("node-down", None),
    };
    let mut builder = FragmentBuilder::new();
    let origin = origin.map_or(Value::FALSE, |origin| Value::pid(crate::host::name(origin)));
    let word = Value::symbol(Symbol::intern(word));
    let parts = |builder: &mut FragmentBuilder, object: Value| match origin::parts(object) {
        Some((raised, trace)) => {
            let trace = builder.string(&trace);
            builder.vector(&[origin, word, raised, trace])
        }
        None => builder.vector(&[origin, word, object]),
    };
    if let Some(object) = &object {
        if let Some(fragment) = object.fragment() {
            builder.edge(fragment);
            // What it wraps may lie in another one.
            fragment.edges().iter().for_each(|edge| builder.edge(edge));
        }
        let vector = parts(&mut builder, object.root());
        if let Ok(bytes) = transport::encode_frozen(state, &builder.finish_message(vector)) {
            return bytes;
        }
        builder = FragmentBuilder::new();
    }
    let vector = parts(&mut builder, Value::FALSE);
    transport::encode_frozen(state, &builder.finish_message(vector)).unwrap_or_default()
}

/// The way back of [`encode_reason`].
pub(super) fn decode_reason(
    state: &NodeState,
    peer: PeerId,
    bytes: &[u8],
) -> (Option<Pid>, Reason<Frozen>) {
    let decoded = match transport::decode(state, Some(peer), bytes, Mode::Frozen) {
        Ok(decoded) => decoded,
        Err(why) => {
            let why = format!("an object that this node cannot take: {why}");
            return (None, Reason::Failure(crate::body::text(&why)));
        }
    };
    let Some(parts) = Vector::of(decoded.root()) else {
        return (None, Reason::NodeDown);
    };
    let origin = parts
        .get(0)
        .and_then(Value::as_name)
        .and_then(crate::host::pid);
    let word = parts.get(1).and_then(Value::symbol_text);
    let reason = match word.as_deref() {
        Some("normal") => Reason::Normal,
        Some("terminated") => Reason::Terminated,
        Some("noproc") => Reason::NoProcess,
        Some("node-down") => Reason::NodeDown,
        _ => {
            let trace = parts.get(3).and_then(StringView::of);
            let trace = trace.map(|trace| trace.to_string());
            let object = decoded.part(2).map(|object| match trace {
                Some(trace) => origin::with_trace(&object, &trace),
                None => object,
            });
            object.map_or(Reason::NodeDown, Reason::Failure)
        }
    };
    (origin, reason)
}
