//! The bytes of some values, which must never change while the version is 2.
//!
//! `tests/golden/values.txt` has a name and the bytes on each line, first of messages, then of
//! private memory. Lines are only added.

mod support;
#[path = "../../../tests/protocol/vectors.rs"]
mod vectors;

use mound_base::Symbol;
use mound_bytecode::hash::record_type_uid;
use mound_heap::object::{BoxCell, Pair};
use mound_heap::{Heap, Name, Value};
use mound_wire::Mode;
use support::same::{difference, private_difference};
use support::{Names, bytes_in, frozen_copy, hex, value_of};

fn values(heap: &mut Heap) -> Vec<(&'static str, Value)> {
    let symbol = |name: &str| Value::symbol(Symbol::intern(name));
    let name = |node, serial| Name { node, serial };
    let mut all = vec![
        ("false", Value::FALSE),
        ("true", Value::TRUE),
        ("null", Value::NULL),
        ("unspecified", Value::UNSPECIFIED),
        ("eof", Value::EOF),
        ("absent", Value::ABSENT),
        ("zero", Value::fixnum(0)),
        ("fixnum-111", Value::fixnum(111)),
        ("fixnum-112", Value::fixnum(112)),
        ("fixnum--17", Value::fixnum(-17)),
        ("fixnum-8191", Value::fixnum(8191)),
        ("fixnum-8192", Value::fixnum(8192)),
        ("fixnum-min", Value::fixnum(-(1 << 60))),
        ("character", Value::character('λ')),
        ("symbol", symbol("ping")),
        ("pid", Value::pid(name(0, 77))),
        ("tag", Value::tag(name(2, 1 << 41))),
    ];
    let shared = heap.string("shared");
    let dotted = heap.pair(symbol("a"), symbol("b"));
    let short = heap.list(&[symbol("a"), symbol("b"), symbol("a")]);
    let long = heap.list(&[Value::fixnum(3); 17]);
    let twice = heap.list(&[shared, shared]);
    let ring = heap.list(&[Value::TRUE, Value::FALSE]);
    let last = Pair::of(ring).map_or(ring, Pair::cdr);
    Pair::of(last).unwrap().set_cdr(heap, ring).unwrap();
    let message = heap.list(&[
        Value::pid(name(1, 5)),
        Value::tag(name(1, 6)),
        symbol("ping"),
    ]);
    let vector = heap.vector_from(&[Value::fixnum(1), shared, Value::NULL]);
    let knot = heap.new_box(Value::FALSE);
    BoxCell::of(knot).unwrap().set(heap, knot).unwrap();
    let uid = record_type_uid("geometry", "point", &["x", "y"]);
    let library = heap.string("geometry");
    let fields = heap.vector_from(&[symbol("x"), symbol("y")]);
    let record_type = heap.record_type(symbol("point"), library, fields, uid);
    let record = heap.record(record_type, &[Value::fixnum(3), Value::fixnum(4)]);
    let wide = heap.string("𝄞λ");
    let bytes = heap.bytevector(&[0, 255, 7]);
    let flonum = heap.flonum(-0.5);
    let bignum = heap.bignum(true, &[0, 1]);
    let ratio = heap.ratio(Value::fixnum(-2), Value::fixnum(3));
    let complex = heap.complex(flonum, flonum);
    let complex_exact = heap.complex(bignum, ratio);
    let waiting = heap.promise(false, shared);
    let done = heap.promise(true, Value::TRUE);
    let condition = heap.condition(
        symbol("error"),
        shared,
        Value::NULL,
        Value::FALSE,
        Value::FALSE,
        Value::FALSE,
    );
    let empty = heap.vector(2, Value::ABSENT);
    let fixnum = Value::fixnum;
    let table = heap.hash_table([
        fixnum(2),
        fixnum(0),
        fixnum(0),
        fixnum(1),
        empty,
        empty,
        Value::FALSE,
    ]);
    let values = heap.values(&[Value::fixnum(1), Value::fixnum(2)]);
    let dynamic = heap.vector(4, Value::NULL);
    let continuation = heap.continuation(Value::FALSE, 0, dynamic);
    all.extend([
        ("string", shared),
        ("wide-string", wide),
        ("bytevector", bytes),
        ("flonum", flonum),
        ("bignum", bignum),
        ("ratio", ratio),
        ("dotted-pair", dotted),
        ("short-list", short),
        ("long-list", long),
        ("shared-string", twice),
        ("ring", ring),
        ("message", message),
        ("vector", vector),
        ("knot", knot),
        ("record-type", record_type),
        ("record", record),
        ("promise", waiting),
        ("promise-done", done),
        ("condition", condition),
        ("hash-table", table),
        ("values", values),
        ("continuation", continuation),
        ("complex", complex),
        ("complex-exact", complex_exact),
    ]);
    all
}

/// In private memory.
fn private_values(heap: &mut Heap) -> Vec<(&'static str, Value)> {
    let text = heap.string("literal");
    let inner = heap.list(&[text, Value::TRUE]);
    let literal = frozen_copy(heap, inner);
    let text = Pair::of(literal).unwrap().car();
    let tail = heap.pair(Value::NULL, literal);
    let inside_first = heap.list(&[text, literal, text]);
    let flonum = heap.flonum(0.5);
    let frozen_flonum = frozen_copy(heap, flonum);
    let numbers = heap.list(&[flonum, frozen_flonum]);
    let cell = heap.new_box(frozen_flonum);
    let frozen_cell = frozen_copy(heap, cell);
    let cells = heap.vector_from(&[cell, frozen_cell, cell, frozen_cell]);
    let dynamic = heap.vector(4, Value::NULL);
    let continuation = heap.continuation(Value::FALSE, 0, dynamic);
    let frozen_continuation = frozen_copy(heap, continuation);
    let continuations = heap.list(&[continuation, frozen_continuation]);
    vec![
        ("private-mutable", inner),
        ("private-frozen", literal),
        ("private-frozen-tail", tail),
        ("private-inside-first", inside_first),
        ("private-numbers", numbers),
        ("private-boxes", cells),
        ("private-continuations", continuations),
    ]
}

/// All with what they are written for.
fn all_values(heap: &mut Heap) -> Vec<(&'static str, Value, Mode)> {
    let of = |mode| move |(name, value)| (name, value, mode);
    let messages = values(heap).into_iter().map(of(Mode::Frozen));
    let mut all: Vec<_> = messages.collect();
    all.extend(private_values(heap).into_iter().map(of(Mode::Private)));
    all
}

#[test]
fn the_bytes_of_version_2_stay_as_they_are() {
    let mut heap = Heap::new(1 << 12);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/values.txt");
    let golden = std::fs::read_to_string(path).expect("the golden file is there");
    let lines: Vec<(&str, &str)> = golden
        .lines()
        .filter_map(|line| line.split_once(' '))
        .collect();
    let values = all_values(&mut heap);
    let found: Vec<String> = values
        .iter()
        .map(|&(name, value, mode)| {
            let bytes = bytes_in(value, &Names::new(), mode);
            format!("{name} {}", hex(&bytes))
        })
        .collect();
    for (index, line) in found.iter().enumerate() {
        let expected = lines
            .get(index)
            .map(|(name, bytes)| format!("{name} {bytes}"));
        assert_eq!(
            Some(line),
            expected.as_ref(),
            "all lines are now:\n{}",
            found.join("\n")
        );
    }
    assert_eq!(lines.len(), found.len(), "no line is left out");
}

#[test]
fn the_bytes_of_version_2_are_still_read() {
    let mut heap = Heap::new(1 << 12);
    for (name, value, mode) in all_values(&mut heap) {
        let names = Names::new();
        let bytes = bytes_in(value, &names, mode);
        let frozen =
            value_of(&bytes, &names, mode).unwrap_or_else(|error| panic!("{name}: {error}"));
        let difference = match mode {
            Mode::Frozen => difference(value, frozen.root()),
            Mode::Private => private_difference(value, frozen.root()),
        };
        assert_eq!(difference, None, "{name}");
    }
}

/// Bytes that are no values of messages.
const BAD: [(&str, &[u8]); 14] = [
    ("bad-empty", &[]),
    ("bad-version", &[1, 0, 0]),
    ("bad-cut", &[2, 0, 0x82, 1]),
    ("bad-trailing", &[2, 0, 1, 0]),
    ("bad-long-fixnum", &[2, 0, 0xe0, 0x05]),
    ("bad-longer-fixnum", &[2, 0, 0x9a, 2]),
    ("bad-long-list", &[2, 0, 0x98, 1, 1]),
    ("bad-list-in-parts", &[2, 0, 0x90, 1, 0x80, 2]),
    ("bad-bignum", &[2, 0, 0xa9, 1, 1]),
    ("bad-reference", &[2, 0, 0x80, 0xa5, 2]),
    ("bad-symbol-number", &[2, 0, 0xa2, 1, 1, b'a']),
    ("bad-text", &[2, 0, 0xa6, 1, 0xff]),
    ("bad-code", &[2, 0, 0xbf]),
    ("bad-frozen-in-message", &[2, 0, 0xbb, 0xa6, 0]),
];

#[test]
fn the_vectors_of_values_are_up_to_date() {
    let mut heap = Heap::new(1 << 12);
    let names = Names::new();
    let good = all_values(&mut heap).into_iter();
    let mut all: Vec<(String, Vec<u8>)> = good
        .map(|(name, value, mode)| (name.to_owned(), bytes_in(value, &Names::new(), mode)))
        .collect();
    for (name, bytes) in BAD {
        assert!(value_of(bytes, &names, Mode::Frozen).is_err(), "{name}");
        all.push((name.to_owned(), bytes.to_vec()));
    }
    let about = "Values, written as messages, or as private memory where the name begins with `private-`,\n\
                 and bytes that are no message (`bad-`).";
    vectors::check("values.txt", about, &all);
}
