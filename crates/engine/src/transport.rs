//! Values to bytes and back, with this node's names.

use crate::state::NodeState;
use mound_heap::budget;
use mound_heap::fragment::FragmentRef;
use mound_heap::freeze::Frozen;
use mound_heap::{Heap, Value};
use mound_machine::condition::ConditionKind;
use mound_machine::{Context, Raise};
use mound_wire::{Limits, Mode, NameTable, NodeIdentity, UnitSource};

/// How nodes are numbered here and what every node calls them.
struct Names<'a>(&'a NodeState);

impl NameTable for Names<'_> {
    fn identity(&self, index: u16) -> NodeIdentity {
        let known = self
            .0
            .distribution()
            .and_then(|distribution| distribution.identity(index));
        known.unwrap_or_else(nobody)
    }

    fn index(&self, identity: &NodeIdentity) -> Option<u16> {
        match self.0.distribution() {
            Some(distribution) => distribution.index_of(identity),
            None => (*identity == nobody()).then_some(0),
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
const MESSAGE_BYTES_MAX: usize = 64 << 20;

/// What making a message takes beside its bytes, at most, in words for each byte: a note of each
/// object that is met, and of each that is still to be written.
const WORDS_PER_BYTE_MADE: usize = 6;

/// Longest message that is made now: less if there is little memory.
fn message_bytes_max() -> usize {
    let bytes = budget::room() / 8 / WORDS_PER_BYTE_MADE;
    bytes.clamp(MESSAGE_BYTES_ALWAYS, MESSAGE_BYTES_MAX)
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

/// A value of a process for another node, as a message or as what a process begins with. The work
/// is charged to the process.
pub fn encode(
    context: &mut Context,
    state: &NodeState,
    value: Value,
    mode: Mode,
) -> Result<Vec<u8>, Raise> {
    if state.distribution().is_none() {
        let text = "this node does not listen yet: call (node-init), or run with --listen";
        return Err(context.condition_of(mound_base::Symbol::intern("node"), None, text, &[]));
    }
    let (names, bytes_max) = (Names(state), message_bytes_max());
    match mound_wire::encode(value, &mut context.heap, &names, mode, bytes_max) {
        Ok(encoded) => {
            context.fuel -= (encoded.bytes.len() / 64) as i64;
            Ok(encoded.bytes)
        }
        Err(error) => {
            Err(context.condition(ConditionKind::Unsendable, None, &error.to_string(), &[]))
        }
    }
}

/// Message data for another node.
pub fn encode_frozen(state: &NodeState, message: &Frozen) -> Result<Vec<u8>, String> {
    // Nobody's memory yet, or any more.
    let mut heap = Heap::unborn();
    let value = heap.receive(message.clone());
    let (names, bytes_max) = (Names(state), message_bytes_max());
    mound_wire::encode(value, &mut heap, &names, Mode::Frozen, bytes_max)
        .map(|encoded| encoded.bytes)
        .map_err(|error| error.to_string())
}

/// Bytes of another node as message data, or as private memory of a new process.
pub fn decode(state: &NodeState, bytes: &[u8], mode: Mode) -> Result<Frozen, String> {
    mound_wire::decode(bytes, &Units(state), &Names(state), mode, limits())
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
    let (names, bytes_max) = (Names(state), message_bytes_max());
    let encoded = mound_wire::encode(parts, &mut context.heap, &names, Mode::Private, bytes_max)
        .map_err(|error| error.to_string())?;
    let decoded = decode(state, &encoded.bytes, Mode::Private)?;
    context.restore(decoded).map_err(failed)
}
