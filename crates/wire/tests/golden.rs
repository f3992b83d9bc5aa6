//! The bytes of some values, which must never change while the version is 1.
//!
//! `tests/golden/values.txt` has a name and the bytes on each line. Lines are only added.

mod support;

use mound_base::Symbol;
use mound_bytecode::hash::record_type_uid;
use mound_heap::object::{BoxCell, Pair};
use mound_heap::{Heap, Name, Value};
use mound_wire::Mode;
use support::{Names, bytes_of, hex, value_of};

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

#[test]
fn the_bytes_of_version_1_stay_as_they_are() {
    let mut heap = Heap::new(1 << 12);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/values.txt");
    let golden = std::fs::read_to_string(path).expect("the golden file is there");
    let lines: Vec<(&str, &str)> = golden
        .lines()
        .filter_map(|line| line.split_once(' '))
        .collect();
    let values = values(&mut heap);
    let found: Vec<String> = values
        .iter()
        .map(|(name, value)| format!("{name} {}", hex(&bytes_of(*value, &Names::new()))))
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
fn the_bytes_of_version_1_are_still_read() {
    let mut heap = Heap::new(1 << 12);
    for (name, value) in values(&mut heap) {
        let names = Names::new();
        let bytes = bytes_of(value, &names);
        let frozen = value_of(&bytes, &names, Mode::Frozen)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(
            support::same::difference(value, frozen.root()),
            None,
            "{name}"
        );
    }
}
