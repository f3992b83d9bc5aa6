//! Values to bytes and back, with this node's names.

use crate::apart::may_read_here;
use crate::body::SchemeProcess;
use crate::state::NodeState;
use mound_bytecode::unit::UnitHash;
use mound_heap::budget;
use mound_heap::fragment::FragmentRef;
use mound_heap::freeze::Frozen;
use mound_heap::heap::BIRTH_WORDS;
use mound_heap::object::Vector;
use mound_heap::{Amount, Heap, OutOfMemory, Shortage, Value};
use mound_machine::condition::ConditionKind;
use mound_machine::{Context, Raise};
use mound_node::PeerId;
use mound_process::{Control, Signal};
use mound_wire::decode::Decoded;
use mound_wire::encode::{Budget, port_of_no_use};
use mound_wire::{
    Binding, EncodeError, Encoded, Limits, Mode, NameTable, NodeIdentity, UnitSource,
};
use std::collections::HashSet;
use std::sync::Arc;

/// How nodes are numbered here and what every node calls them.
struct Names<'a> {
    state: &'a NodeState,
    /// Who sent what is read, and is charged for the nodes that it names.
    peer: Option<PeerId>,
}

impl Names<'_> {
    fn own(state: &NodeState) -> Names<'_> {
        Names { state, peer: None }
    }
}

impl NameTable for Names<'_> {
    fn identity(&self, index: u16) -> NodeIdentity {
        let known = self
            .state
            .distribution()
            .and_then(|distribution| distribution.identity(index));
        known.unwrap_or_else(nobody)
    }

    fn index(&self, identity: &NodeIdentity) -> Option<u16> {
        match self.state.distribution() {
            Some(distribution) => distribution.index_of(self.state, identity, self.peer),
            None => (*identity == nobody()).then_some(0),
        }
    }

    fn translate(&self, index: u16, serial: u64) -> u64 {
        match (index, self.state.distribution()) {
            (1.., Some(distribution)) => distribution.translate(index, serial),
            _ => serial,
        }
    }
}

/// What this node calls itself before it listens: then nothing leaves this process of the operating system.
fn nobody() -> NodeIdentity {
    NodeIdentity {
        id: [0; 16],
        incarnation: 0,
        address: String::new(),
    }
}

/// Longest message that is made, in bytes. Well below what the node carries, so that what is too
/// long is an error of the sender and not lost on the way.
const MESSAGE_BYTES_MAX: usize = 128 << 20;

/// What making a message takes beside its bytes, at most, in words for each object: a note that it
/// was met, and one that it is still to be written.
const WORDS_PER_OBJECT_MADE: usize = 6;

/// What a message may have that is made now: less if there is little memory.
fn message_budget() -> Budget {
    let room = budget::room() / 8;
    let clamped = |count: usize| count.clamp(MESSAGE_BYTES_ALWAYS, MESSAGE_BYTES_MAX);
    Budget {
        bytes: clamped(room),
        objects: clamped(room / 8 / WORDS_PER_OBJECT_MADE),
    }
}

/// Messages up to this length are made and read however little memory there is.
const MESSAGE_BYTES_ALWAYS: usize = 1 << 14;

/// A list of small numbers, which grows most when it is decoded, takes two words for each byte: what
/// a node may make, another can read. The words are collected, which may take twice as many, and
/// copied to their place.
fn limits() -> Limits {
    let words = budget::room() / 8 / 4;
    Limits {
        words: words.clamp(2 * MESSAGE_BYTES_ALWAYS, 2 * MESSAGE_BYTES_MAX),
    }
}

struct Units<'a>(&'a NodeState);

impl UnitSource for Units<'_> {
    fn unit(&self, hash: &mound_bytecode::unit::UnitHash) -> Option<FragmentRef> {
        self.0.linker.find(*hash)
    }
}

/// A value of a process for another node, as a message or as what a process begins with, with the
/// variables of its program that its code refers to. The work is charged to the process, and what is much is made
/// apart.
pub fn encode(
    context: &mut Context,
    state: &Arc<NodeState>,
    value: Value,
    mode: Mode,
) -> Result<Vec<u8>, Raise> {
    if state.distribution().is_none() {
        let text = "this node does not listen yet: call (node-init), or run with --listen";
        return Err(context.condition_of(mound_base::Symbol::intern("node"), None, text, &[]));
    }
    let maker = Arc::clone(state);
    let made = context.copy_out(move |context, amount| {
        let made = encode_within(context, &maker, value, mode, amount);
        match &made {
            Err(EncodeError::TooLarge { .. } | EncodeError::TooMany { .. })
                if amount == Amount::Turn =>
            {
                Err(OutOfMemory {
                    words_needed: TURN_BUDGET.bytes / 8,
                    shortage: Shortage::Turn,
                })
            }
            _ => Ok(made),
        }
    })?;
    match made {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(error)) => {
            Err(context.condition(ConditionKind::Unsendable, None, &error.to_string(), &[]))
        }
        Err(refusal) => Err(context.too_large("!", refusal)),
    }
}

/// What is made in a turn: a millisecond of work.
const TURN_BUDGET: Budget = Budget {
    bytes: 1 << 19,
    objects: 1 << 14,
};

/// The units that a value needs where a process begins with it; none if to say so would take more than a turn, or it
/// cannot be sent.
pub fn units_of_few(
    context: &mut Context,
    state: &NodeState,
    value: Value,
) -> Option<Vec<UnitHash>> {
    let bytes = encode_within(context, state, value, Mode::Private, Amount::Turn).ok()?;
    mound_wire::units_needed(&bytes).ok()
}

fn encode_within(
    context: &mut Context,
    state: &NodeState,
    value: Value,
    mode: Mode,
    amount: Amount,
) -> Result<Vec<u8>, EncodeError> {
    let mut encoded = encode_alone(context, state, value, mode, amount)?;
    if !encoded.functions.is_empty() {
        let bindings = bindings(context, state, &encoded, mode, amount)?;
        if !bindings.is_empty() {
            encoded = encode_with(context, state, value, &bindings, mode, amount)?;
        }
    }
    Ok(encoded.bytes)
}

/// A value without variables, and without ports that would be of no use where it arrives frozen.
fn encode_alone(
    context: &mut Context,
    state: &NodeState,
    value: Value,
    mode: Mode,
    amount: Amount,
) -> Result<Encoded, EncodeError> {
    let encoded = encode_with(context, state, value, &[], mode, amount)?;
    let port = match mode {
        Mode::Frozen if encoded.has_ports => port_of_no_use(value),
        Mode::Frozen | Mode::Private => None,
    };
    port.map_or(Ok(encoded), Err)
}

/// A value as a message, for one who only wants to know how it would be.
pub fn try_to_encode(
    context: &mut Context,
    state: &NodeState,
    value: Value,
    bindings: &[Binding],
) -> Result<Encoded, EncodeError> {
    encode_with(context, state, value, bindings, Mode::Frozen, Amount::All)
}

/// The functions of procedures and frames in it: unit and number.
pub fn functions_of(encoded: &Encoded) -> Vec<(UnitHash, u32)> {
    let functions = encoded.functions.iter();
    functions
        .map(|&(unit, function)| (encoded.units[unit as usize], function))
        .collect()
}

fn encode_with(
    context: &mut Context,
    state: &NodeState,
    value: Value,
    bindings: &[Binding],
    mode: Mode,
    amount: Amount,
) -> Result<Encoded, EncodeError> {
    let names = Names::own(state);
    let mut budget = message_budget();
    if amount == Amount::Turn {
        budget.bytes = budget.bytes.min(TURN_BUDGET.bytes);
        budget.objects = budget.objects.min(TURN_BUDGET.objects);
    }
    let heap = &mut context.heap;
    let encoded = mound_wire::encode_with(value, bindings, heap, &names, mode, budget)?;
    context.fuel -= (encoded.bytes.len() / 64) as i64;
    Ok(encoded)
}

/// The variables to which the code in `encoded` refers, and that in their values, and so on; only those
/// that can be sent. In the order of their names. An error if it cannot be found in a turn.
fn bindings(
    context: &mut Context,
    state: &NodeState,
    encoded: &Encoded,
    mode: Mode,
    amount: Amount,
) -> Result<Vec<Binding>, EncodeError> {
    let mut to_do = functions_of(encoded);
    let mut done = HashSet::new();
    let mut cells = HashSet::new();
    let mut bindings = Vec::new();
    while let Some((hash, function)) = to_do.pop() {
        if !done.insert((hash, function)) {
            continue;
        }
        let Some(unit) = state.linker.find(hash) else {
            continue;
        };
        let (variables, functions) = context.travelling(&unit, function);
        to_do.extend(functions.into_iter().map(|function| (hash, function)));
        for variable in variables {
            if !cells.insert(variable.cell) {
                continue;
            }
            match encode_alone(context, state, variable.value, mode, amount) {
                Ok(encoded) => {
                    to_do.extend(functions_of(&encoded));
                    bindings.push((variable.name, variable.value));
                }
                Err(error @ (EncodeError::TooLarge { .. } | EncodeError::TooMany { .. }))
                    if amount == Amount::Turn =>
                {
                    return Err(error);
                }
                // What cannot be sent stays; who needs it there is told by name.
                Err(_) => {}
            }
        }
    }
    bindings.sort_by_cached_key(|binding| binding.0.text().to_string());
    Ok(bindings)
}

/// Message data for another node.
pub fn encode_frozen(state: &NodeState, message: &Frozen) -> Result<Vec<u8>, String> {
    // Nobody's memory yet, or any more.
    let mut heap = Heap::unborn();
    let value = heap.receive(message.clone());
    let (names, budget) = (Names::own(state), message_budget());
    mound_wire::encode(value, &mut heap, &names, Mode::Frozen, budget)
        .map(|encoded| encoded.bytes)
        .map_err(|error| error.to_string())
}

/// A message of another node, as the signal that brings it.
pub fn decode_message(
    state: &NodeState,
    peer: PeerId,
    bytes: &[u8],
) -> Result<Signal<Frozen>, String> {
    let decoded = decode_with(state, Some(peer), bytes, Mode::Frozen)?;
    Ok(match decoded.has_bindings {
        true => Signal::Control(Box::new(Control::Parcel(decoded.value))),
        false => Signal::Message(decoded.value),
    })
}

/// What a process begins with that another node has asked for: its thunk, and perhaps variables.
pub fn decode_process(
    state: &NodeState,
    peer: Option<PeerId>,
    bytes: &[u8],
) -> Result<SchemeProcess, String> {
    let decoded = decode_with(state, peer, bytes, Mode::Private)?;
    if !decoded.has_bindings {
        return Ok(SchemeProcess::new(state, decoded.value));
    }
    let hooks = state.linker.hooks.clone();
    let thunk = |context: &mut Context, root| open_parcel(context, state, root, true);
    let context = Context::unpacking(hooks, BIRTH_WORDS, decoded.value, thunk);
    Ok(SchemeProcess::of(state, Box::new(context)))
}

/// Binds the variables of a parcel, and returns the value that they came with.
pub fn open_parcel(
    context: &mut Context,
    state: &NodeState,
    parcel: Value,
    replaces: bool,
) -> Value {
    let Some(parts) = Vector::of(parcel) else {
        return parcel;
    };
    for pair in parts.slice()[1..].chunks_exact(2) {
        if let Some(name) = pair[0].as_symbol() {
            let cell = state.linker.cells.cell("", name);
            context.bind_travelled(&cell, pair[1], replaces);
        }
    }
    parts.slice()[0]
}

fn decode_with(
    state: &NodeState,
    peer: Option<PeerId>,
    bytes: &[u8],
    mode: Mode,
) -> Result<Decoded, String> {
    debug_assert!(
        may_read_here(bytes.len()),
        "it would hold up other connections"
    );
    let names = Names { state, peer };
    mound_wire::decode_with(bytes, &Units(state), &names, mode, limits())
        .map_err(|error| error.to_string())
}

/// Bytes of another node as message data, or as private memory of a new process.
pub fn decode(
    state: &NodeState,
    peer: Option<PeerId>,
    bytes: &[u8],
    mode: Mode,
) -> Result<Frozen, String> {
    let names = Names { state, peer };
    mound_wire::decode(bytes, &Units(state), &names, mode, limits())
        .map_err(|error| error.to_string())
}

/// Takes a preempted process apart into bytes and puts it together again from them, in place. What
/// tests call "serialize anywhere".
pub fn there_and_back(context: &mut Context, state: &NodeState) -> Result<(), String> {
    // It is there twice for a moment, and nobody asked for that.
    context.without_limit(|context| take_apart(context, state))
}

fn take_apart(context: &mut Context, state: &NodeState) -> Result<(), String> {
    let failed = |_: Raise| "out of memory".to_owned();
    let Some(parts) = context.suspend().map_err(failed)? else {
        return Ok(());
    };
    let (names, budget) = (Names::own(state), message_budget());
    let encoded = mound_wire::encode(parts, &mut context.heap, &names, Mode::Private, budget)
        .map_err(|error| error.to_string())?;
    let decoded = decode(state, None, &encoded.bytes, Mode::Private)?;
    context.restore(decoded).map_err(failed)
}
