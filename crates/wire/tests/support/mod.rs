//! What the tests of this crate share: names of nodes, random numbers, random
//! graphs, and a comparison of graphs.
#![allow(dead_code, reason = "each test binary uses a part of it")]

pub mod code;
pub mod graph;
pub mod same;

use mound_bytecode::unit::UnitHash;
use mound_heap::fragment::{FragmentRef, Frozen};
use mound_heap::{Heap, Value};
use mound_wire::{DecodeError, Limits, Mode, NameTable, NodeIdentity, UnitSource, decode, encode};
use std::sync::Mutex;

pub const LIMITS: Limits = Limits { words: 1 << 22 };

/// Names nodes in the order in which it hears of them; number 0 is `home`.
pub struct Names(Mutex<Vec<NodeIdentity>>);

impl Names {
    pub fn new() -> Names {
        Names(Mutex::new(Vec::new()))
    }

    fn invent(index: usize) -> NodeIdentity {
        NodeIdentity {
            id: [index as u8; 16],
            incarnation: 1000 + index as u64,
            address: format!("node-{index}.example:4000"),
        }
    }
}

impl NameTable for Names {
    fn identity(&self, index: u16) -> NodeIdentity {
        let mut known = self.0.lock().unwrap();
        while known.len() <= index as usize {
            let next = Names::invent(known.len());
            known.push(next);
        }
        known[index as usize].clone()
    }

    fn index(&self, identity: &NodeIdentity) -> Option<u16> {
        let mut known = self.0.lock().unwrap();
        let found = known.iter().position(|other| other == identity);
        let index = found.unwrap_or_else(|| {
            known.push(identity.clone());
            known.len() - 1
        });
        u16::try_from(index).ok()
    }
}

/// No units at all.
pub struct NoUnits;

impl UnitSource for NoUnits {
    fn unit(&self, _hash: &UnitHash) -> Option<FragmentRef> {
        None
    }
}

/// As a message.
pub fn bytes_of(value: Value, names: &Names) -> Vec<u8> {
    bytes_in(value, names, Mode::Frozen)
}

/// The units of constants that are named must be immortal, to be found from any heap.
pub fn bytes_in(value: Value, names: &Names, mode: Mode) -> Vec<u8> {
    let encoded = encode(value, &mut Heap::new(16), names, mode, 1 << 26);
    encoded.expect("it can be sent").bytes
}

/// A frozen copy of `value` in the same heap.
pub fn frozen_copy(heap: &mut Heap, value: Value) -> Value {
    let copy = heap.freeze(value).expect("there is no limit");
    heap.receive(copy)
}

pub fn value_of(bytes: &[u8], names: &Names, mode: Mode) -> Result<Frozen, DecodeError> {
    decode(bytes, &NoUnits, names, mode, LIMITS)
}

/// Numbers that look random and are the same each time.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 16) as usize % bound
    }
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
