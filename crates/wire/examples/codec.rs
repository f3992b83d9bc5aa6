//! How long it takes to encode and decode lists: `cargo run --release -p mound-wire --example codec`.
//!
//! Prints nanoseconds for a value; the best of several rounds.

use mound_base::Symbol;
use mound_bytecode::unit::UnitHash;
use mound_heap::fragment::FragmentRef;
use mound_heap::{Heap, Value};
use mound_wire::{Encoded, Limits, Mode, NameTable, NodeIdentity, UnitSource, decode, encode};
use std::hint::black_box;
use std::time::Instant;

struct OneNode;

impl NameTable for OneNode {
    fn identity(&self, _index: u16) -> NodeIdentity {
        NodeIdentity {
            id: [7; 16],
            incarnation: 1,
            address: "localhost:4000".to_owned(),
        }
    }

    fn index(&self, _identity: &NodeIdentity) -> Option<u16> {
        Some(0)
    }
}

impl UnitSource for OneNode {
    fn unit(&self, _hash: &UnitHash) -> Option<FragmentRef> {
        None
    }
}

fn main() {
    let mut heap = Heap::new(1 << 20);
    println!("value                    bytes   encode ns   decode ns");
    for count in [0, 10, 100, 1000] {
        let numbers: Vec<Value> = (0..count)
            .map(|number| Value::fixnum(number % 100))
            .collect();
        let list = heap.list(&numbers);
        measure(&format!("list of {count} integers"), list);
    }
    let strings: Vec<Value> = (0..100)
        .map(|number| heap.string(&format!("text {number}")))
        .collect();
    let strings = heap.vector_from(&strings);
    measure("vector of 100 strings", strings);
    let name = mound_heap::Name { node: 0, serial: 9 };
    let ping = heap.list(&[
        Value::pid(name),
        Value::tag(name),
        Value::symbol(Symbol::intern("ping")),
    ]);
    measure("(pid tag ping)", ping);
}

fn measure(what: &str, value: Value) {
    let limits = Limits { words: 1 << 20 };
    let mut heap = Heap::unborn();
    let mut encoding = || -> Encoded {
        let encoded = encode(black_box(value), &mut heap, &OneNode, Mode::Frozen, 1 << 20);
        encoded.expect("it can be sent")
    };
    let bytes = encoding().bytes;
    let decoding = || {
        decode(black_box(&bytes), &OneNode, &OneNode, Mode::Frozen, limits).expect("it is a value")
    };
    println!(
        "{what:<24} {:>5} {:>11.0} {:>11.0}",
        bytes.len(),
        best(|| drop(black_box(encoding()))),
        best(|| drop(black_box(decoding())))
    );
}

/// Nanoseconds that `action` takes.
fn best(mut action: impl FnMut()) -> f64 {
    const TIMES: u32 = 2000;
    (0..20)
        .map(|_| {
            let start = Instant::now();
            (0..TIMES).for_each(|_| action());
            start.elapsed().as_secs_f64() * 1e9 / f64::from(TIMES)
        })
        .fold(f64::INFINITY, f64::min)
}
