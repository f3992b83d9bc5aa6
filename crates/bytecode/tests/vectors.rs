//! The vectors of the specification for units (containers and hashes) and for the fingerprint of primitives.

#[path = "../../../tests/protocol/vectors.rs"]
mod vectors;

use mound_bytecode::primitives::{Bound, PRIMITIVES, Signature, fingerprint, fingerprint_of};
use mound_bytecode::unit::Unit;
use mound_bytecode::{asm, decode, encode, verify};

const EMPTY: &str = "
function 0 (0 arguments, 3 slots)
  block 0 (live)
    immediate 2 3
    return 2
";

const FACTORIAL: &str = "
function 0 (0 arguments, 3 slots)
  block 0 (live)
    function 2 1
    return 2
function 1 (1 argument, 4 slots)
  block 0 (live 2)
    fixnum 3 1
  block 1 (live 2 3)
    unless>i 2 0 3
  block 2 (live 2 3)
    multiply 3 3 2
    add-i 2 2 -1
    loop 1
  block 3 (live 3)
    return 3
";

fn unit(text: &str) -> Unit {
    let unit = asm::assemble(text).unwrap();
    verify::verify(&unit).unwrap();
    unit
}

#[test]
fn the_vectors_of_units_are_up_to_date() {
    let mut all = Vec::new();
    for (name, text) in [("empty", EMPTY), ("factorial", FACTORIAL)] {
        let unit = unit(text);
        let bytes = encode::to_bytes(&unit);
        all.push((format!("container-{name}"), bytes));
        all.push((format!("hash-{name}"), unit.hash().0.to_vec()));
    }
    let good = encode::to_bytes(&unit(EMPTY));
    let mut other = good.clone();
    other[0] = b'm';
    let mut trailing = good.clone();
    trailing.push(0);
    for (name, bytes) in [("bad-magic", other), ("bad-trailing", trailing)] {
        assert!(decode::sections(&bytes).is_err(), "{name}");
        all.push((name.to_owned(), bytes));
    }
    let about = "Containers of units, the hash of each, and bytes that are no container (`bad-`).";
    vectors::check("units.txt", about, &all);
}

/// A few that never change: those of this version do.
const SAMPLES: [(&str, u8, u8, bool); 3] = [
    ("car", 1, 1, false),
    ("list", 0, 255, false),
    ("apply", 2, 255, true),
];

#[test]
fn the_vectors_of_primitives_are_up_to_date() {
    let signature = |(name, min, max, control)| Signature {
        name,
        min,
        max,
        control,
        bound: Bound::Constant,
    };
    let rows = SAMPLES.map(signature);
    let described = |row: &Signature| {
        let mut bytes = row.name.as_bytes().to_vec();
        bytes.extend([0, row.min, row.max, u8::from(row.control)]);
        (row.name.to_owned(), bytes)
    };
    let mut all: Vec<(String, Vec<u8>)> = rows.iter().map(described).collect();
    all.push(("(fingerprint)".into(), fingerprint_of(&rows).to_vec()));
    assert_ne!(fingerprint_of(&rows[1..]), fingerprint_of(&rows));
    assert_eq!(fingerprint(), fingerprint_of(PRIMITIVES));
    let about = "Three primitives in an order, and the fingerprint of them.";
    vectors::check("primitives.txt", about, &all);
}
