//! Whatever bytes come, nothing bad happens; and what is accepted is canonical.

mod support;

use mound_heap::{Heap, Value};
use mound_machine::{Context, Linker, run};
use mound_wire::{DecodeFault, Limits, Mode, decode, units_needed};
use support::code::{FACTORIAL, NoHost, WALK, entry, link, linker, process, result};
use support::graph::Graphs;
use support::same::astray;
use support::{LIMITS, Names, NoUnits, Random, bytes_in, bytes_of, frozen_copy, hex, value_of};

/// One to four small changes.
fn mutate(bytes: &mut Vec<u8>, random: &mut Random, other: &[u8]) {
    for _ in 0..1 + random.below(4) {
        let index = random.below(bytes.len().max(1));
        match random.below(7) {
            0 => bytes.truncate(index),
            1 => bytes.insert(index.min(bytes.len()), random.next() as u8),
            2 if !bytes.is_empty() => {
                bytes.remove(index);
            }
            3 => {
                let from = random.below(other.len());
                let to = (from + random.below(12)).min(other.len());
                let at = index.min(bytes.len());
                bytes.splice(at..at, other[from..to].iter().copied());
            }
            4 if !bytes.is_empty() => bytes[index] ^= 1 << random.below(8),
            5 if !bytes.is_empty() => {
                let codes = 0x80..0xc0;
                bytes[index] = codes.start + random.below(codes.len()) as u8;
            }
            _ if !bytes.is_empty() => bytes[index] = random.below(6) as u8,
            _ => {}
        }
    }
}

/// What is accepted has these bytes as its encoding.
fn accepted_is_canonical(bytes: &[u8], linker: &Linker, names: &Names, mode: Mode) -> bool {
    let _ = units_needed(bytes);
    let limits = Limits { words: 1 << 16 };
    match decode(bytes, linker, names, mode, limits) {
        Ok(frozen) => {
            assert!(frozen.words() <= 1 << 16);
            assert_eq!(hex(&bytes_in(frozen.root(), names, mode)), hex(bytes));
            assert_eq!(astray(frozen.root()), None, "{}", hex(bytes));
            true
        }
        Err(error) => {
            assert!(error.offset <= bytes.len());
            assert!(!error.to_string().is_empty());
            false
        }
    }
}

/// Which bits a NaN has depends on the processor that made it.
#[test]
fn there_is_one_nan() {
    let mut heap = Heap::new(1 << 10);
    let (linker, names) = (linker(), Names::new());
    let negative = heap.flonum(f64::from_bits(0xfff8_0000_0000_0001));
    let bytes = bytes_of(negative, &names);
    let positive = heap.flonum(f64::NAN);
    assert_eq!(bytes, bytes_of(positive, &names));
    assert!(accepted_is_canonical(&bytes, &linker, &names, Mode::Frozen));
    let last = bytes.len() - 1;
    assert_eq!(bytes[last], 0x7f);
    for (index, byte) in [(last, 0xff), (last - 7, 1)] {
        let mut other = bytes.clone();
        other[index] = byte;
        let refusal = value_of(&other, &names, Mode::Frozen).unwrap_err();
        assert_eq!(refusal.fault, DecodeFault::NotCanonical("there is one NaN"));
    }
}

#[test]
fn changed_data_are_refused_or_canonical() {
    let linker = linker();
    let mut random = Random::new(11);
    let mut accepted = 0;
    for seed in 0..400 {
        let names = Names::new();
        let mode = [Mode::Frozen, Mode::Private][seed as usize % 2];
        let other = bytes_in(Graphs::new(seed + 1).graph(12), &names, mode);
        let original = bytes_in(Graphs::new(seed).graph(12), &names, mode);
        for _ in 0..60 {
            let mut bytes = original.clone();
            mutate(&mut bytes, &mut random, &other);
            let mode = [Mode::Frozen, Mode::Private][random.below(2)];
            accepted += usize::from(accepted_is_canonical(&bytes, &linker, &names, mode));
        }
    }
    assert!(accepted > 500, "{accepted} accepted");
}

/// The values of a process, kept alive by it: a list of thunks, of which the latter half is frozen.
fn continuations(linker: &Linker) -> (Context, Value) {
    let (_, main) = link(linker, WALK);
    link(linker, FACTORIAL);
    let mut context = process(linker, entry(main));
    let value = result(&mut context);
    let own = procedures(value);
    context.reserve(100).unwrap();
    let frozen = frozen_copy(&mut context.heap, value);
    let thunks = [own, procedures(frozen)].concat();
    assert_eq!(thunks.len(), 10);
    let list = context.heap.list(&thunks);
    (context, list)
}

#[test]
fn changed_continuations_are_refused_or_safe_to_run() {
    let linker = linker();
    let names = Names::new();
    let (_context, value) = continuations(&linker);
    let (_, signal) = link(
        &linker,
        "
primitive 0 = %die
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
    return 2
function 1 (1 argument, 4 slots)
  block 0 (live 2)
    tail-call-primitive 0 1 0
",
    );
    let unit = mound_heap::object::Closure::of(signal).unwrap();
    let home = unit.home().unwrap();
    let fragment = home.unit.to_ref();
    let linked = mound_machine::LinkedUnit::of_fragment(&fragment).unwrap();
    let signal = linked.find_function(1).unwrap();
    linker.hooks.set_procedures(signal, signal);
    let original = bytes_in(value, &names, Mode::Private);
    let mut random = Random::new(5);
    let mut ran = 0;
    for _ in 0..30_000 {
        let mut bytes = original.clone();
        mutate(&mut bytes, &mut random, &original);
        if !accepted_is_canonical(&bytes, &linker, &names, Mode::Private) {
            continue;
        }
        let frozen = decode(&bytes, &linker, &names, Mode::Private, LIMITS).unwrap();
        let mut context = process(&linker, entry(signal));
        let value = context.heap.receive(frozen);
        let thunks = procedures(value);
        if !thunks.is_empty() {
            context.begin(thunks[random.below(thunks.len())]);
            context.fuel = 2000;
            let _ = run(&mut context, &mut NoHost);
            ran += 1;
        }
    }
    assert!(ran > 200, "{ran} ran");
}

/// The elements of a list that can be called.
fn procedures(list: Value) -> Vec<Value> {
    use mound_heap::object::Pair;
    let mut found = Vec::new();
    let mut rest = list;
    while let Some(pair) = Pair::of(rest).filter(|_| found.len() < 20) {
        found.extend(mound_heap::Closure::of(pair.car()).map(|_| pair.car()));
        rest = pair.cdr();
    }
    found
}

#[test]
fn every_beginning_of_a_value_is_refused() {
    let linker = linker();
    let names = Names::new();
    let (_context, value) = continuations(&linker);
    for mode in [Mode::Frozen, Mode::Private] {
        for bytes in [
            bytes_in(value, &names, mode),
            bytes_in(Graphs::new(1).graph(40), &names, mode),
        ] {
            for end in 0..bytes.len() {
                let result = decode(&bytes[..end], &linker, &names, mode, LIMITS);
                assert!(result.is_err(), "{end} of {} bytes", bytes.len());
            }
        }
    }
}

#[test]
fn faults_are_named() {
    let cases: &[(&[u8], &str)] = &[
        (&[], "byte 0: the bytes end too early"),
        (&[9, 0, 0], "byte 0: version 9 is not known"),
        (&[1, 0, 0], "byte 0: version 1 is not known"),
        (&[2, 1, 0], "byte 1: the bytes end too early"),
        (&[2, 0], "byte 2: the bytes end too early"),
        (&[2, 0, 5, 5], "byte 3: bytes follow the end"),
        (&[2, 0, 0xbf], "byte 2: no value begins with 0xbf"),
        (
            &[2, 0, 0xbb, 0x80, 1],
            "byte 2: not in canonical form: what is frozen anyway is marked",
        ),
        (
            &[2, 0x80, 0, 5],
            "byte 1: not in canonical form: a number has leading zeros",
        ),
        (
            &[2, 0, 0xc0 + 32, 0],
            "byte 2: not in canonical form: a fixnum is too long",
        ),
        (
            &[2, 0, 0x9a, 2],
            "byte 2: not in canonical form: a fixnum is too long",
        ),
        (
            &[
                2, 0, 0x9a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f,
            ],
            "byte 2: a number is too large",
        ),
        (
            &[2, 0, 0x98, 1, 5],
            "byte 2: not in canonical form: a list has a shorter code",
        ),
        (
            &[2, 0, 0x98, 0xff, 0xff, 0xff, 0xff, 0x0f],
            "byte 3: the bytes end too early",
        ),
        (
            &[2, 0, 0x90, 0x80, 5, 0xa5, 1],
            "byte 5: not in canonical form: a list is in parts",
        ),
        (
            &[2, 0, 0x90, 5, 0x9d],
            "byte 4: not in canonical form: a list is in parts",
        ),
        (
            &[2, 0, 0x90, 5, 0x80, 5],
            "byte 4: not in canonical form: a list is in parts",
        ),
        (
            &[2, 0, 0xa1, 0x80, 0xb0, 0x03],
            "byte 2: 0xd800 is no character",
        ),
        (
            &[2, 0, 0xa2, 1],
            "byte 3: there is no symbol with that number",
        ),
        (
            &[2, 0, 0x81, 0xa2, 0, 1, b'x', 0xa2, 1, 1, b'x'],
            "byte 11: not in canonical form: a symbol is named twice",
        ),
        (
            &[2, 0, 0xa5, 0],
            "byte 3: there is no object with that number",
        ),
        (
            &[2, 0, 0xa5, 1],
            "byte 3: there is no object with that number",
        ),
        (&[2, 0, 0xa6, 1, 0xff], "byte 3: text that is not UTF-8"),
        (
            &[2, 0, 0xa9, 1, 5],
            "byte 2: not in canonical form: a bignum could be a fixnum",
        ),
        (
            &[2, 0, 0xab, 1, 4, 1, 6],
            "byte 2: not in canonical form: a ratio is not in lowest terms",
        ),
        (
            &[2, 0, 0xab, 1, 4, 1, 1],
            "byte 2: not in canonical form: a ratio could be an integer",
        ),
        (
            &[2, 0, 0xba, 5, 0],
            "byte 3: not in canonical form: a complex number could be a real one",
        ),
        (
            &[2, 0, 0xba, 5, 0xa8, 0, 0, 0, 0, 0, 0, 0, 0],
            "byte 3: not in canonical form: parts of a number differ in exactness",
        ),
        (
            &[2, 0, 0xba, 5, 0x9c],
            "byte 4: expected a part of a number",
        ),
        (
            &[2, 0, 0xba, 0xba, 1, 1, 1],
            "byte 3: expected a part of a number",
        ),
        (&[2, 0, 0xba, 1, 0xc0], "byte 5: the bytes end too early"),
        (&[2, 0, 0xb1, 1, 5, 5], "byte 4: expected a record type"),
        (
            &[2, 0, 0xb6, 5, 5, 5, 5, 5, 5],
            "byte 3: expected the fields of a hash table",
        ),
        (
            &[2, 0, 0xb6, 0xad, 0, 0xad, 0, 0, 1, 0, 0],
            "byte 8: expected the fields of a hash table",
        ),
        (
            &[2, 0, 0xb7, 0x9b, 0xad, 3, 0, 0, 0],
            "byte 4: expected the dynamic state",
        ),
        (&[2, 0, 0xb7, 5, 5], "byte 3: expected frames"),
        (&[2, 0, 0xb8, 5], "byte 2: expected a value, found frames"),
        (
            &[2, 0, 0xb0, 0, 0, 0],
            "byte 3: there is no unit with that number",
        ),
    ];
    for (bytes, expected) in cases {
        let names = Names::new();
        let error = value_of(bytes, &names, Mode::Frozen).unwrap_err();
        assert_eq!(&error.to_string(), expected, "{}", hex(bytes));
    }
}

#[test]
fn marks_of_what_is_frozen_stand_where_they_must() {
    let cases: &[(&[u8], &str)] = &[
        (&[2, 0, 0xbb], "byte 3: the bytes end too early"),
        (
            &[2, 0, 0xbb, 5],
            "byte 3: expected something that can be frozen",
        ),
        (
            &[2, 0, 0xbb, 0xa8, 0, 0, 0, 0, 0, 0, 0, 0],
            "byte 3: expected something that can be frozen",
        ),
        (
            &[2, 0, 0xbb, 0xbb, 0x80, 1],
            "byte 3: expected something that can be frozen",
        ),
        (
            &[2, 0, 0x81, 0xbb, 0x80, 1, 0xbb, 0xa5, 1],
            "byte 7: expected something that can be frozen",
        ),
        (
            &[2, 0, 0xbb, 0x80, 0xbb, 0x80, 1],
            "byte 4: not in canonical form: what is frozen anyway is marked",
        ),
        // A list in a frozen list, and then one beside it.
        (
            &[2, 0, 0x81, 0xbb, 0x80, 0x80, 1, 0xbb, 0x80, 0xbb, 0xae, 1],
            "byte 9: not in canonical form: what is frozen anyway is marked",
        ),
        (
            &[2, 0, 0xbb, 0x90, 5, 0x80, 5],
            "byte 5: not in canonical form: a list is in parts",
        ),
        (
            &[2, 0, 0x90, 5, 0x80, 5],
            "byte 4: not in canonical form: a list is in parts",
        ),
        // A frozen box with a box that is not, with the vector it is in, with the list.
        (
            &[2, 0, 0x81, 0xae, 1, 0xbb, 0xae, 0xa5, 2],
            "byte 8: expected something frozen",
        ),
        (
            &[2, 0, 0xad, 1, 0xbb, 0xae, 0xa5, 2],
            "byte 7: expected something frozen",
        ),
        (
            &[2, 0, 0x80, 0xbb, 0xae, 0xa5, 2],
            "byte 6: expected something frozen",
        ),
        // What comes after something frozen is not.
        (
            &[2, 0, 0x82, 0xbb, 0xae, 1, 0xae, 2, 0xbb, 0xae, 0xa5, 2],
            "byte 11: expected something frozen",
        ),
    ];
    for (bytes, expected) in cases {
        let names = Names::new();
        let error = value_of(bytes, &names, Mode::Private).unwrap_err();
        assert_eq!(&error.to_string(), expected, "{}", hex(bytes));
    }
    let good: &[&[u8]] = &[
        // A list of which only the first pair can be changed, and one whose rest was met in it.
        &[2, 0, 0x90, 5, 0xbb, 0x80, 5],
        &[2, 0, 0x90, 0xbb, 0x80, 5, 0xa5, 1],
        // A frozen box with itself, with another, with a number.
        &[2, 0, 0xbb, 0xae, 0xa5, 1],
        &[2, 0, 0x82, 0xbb, 0xae, 1, 0xae, 2, 0xbb, 0xae, 0xa5, 3],
        &[
            2, 0, 0x81, 0xa8, 0, 0, 0, 0, 0, 0, 0, 0, 0xbb, 0xae, 0xa5, 2,
        ],
    ];
    for bytes in good {
        assert!(accepted_is_canonical(
            bytes,
            &linker(),
            &Names::new(),
            Mode::Private
        ));
    }
}

#[test]
fn a_record_has_the_fields_of_its_type() {
    let names = Names::new();
    // A record of three fields whose type names one: `p` of no library with field `x`.
    let bytes = [2, 0, 0xb1, 3, 0xb2, 0, 1, b'p', 0, 1, 1, 1, b'x', 1, 2, 3];
    let error = value_of(&bytes, &names, Mode::Frozen).unwrap_err();
    let (found, expected) = (3, 1);
    assert_eq!(error.fault, DecodeFault::FieldCount { found, expected });
}

#[test]
fn frames_never_come_after_themselves() {
    let linker = linker();
    let names = Names::new();
    let (hash, _) = link(&linker, FACTORIAL);
    // A frame of function 0 at block 1 without live slots, then the same frames again.
    let mut bytes = vec![2, 1];
    bytes.extend_from_slice(&hash.0);
    bytes.extend_from_slice(&[0xb7, 0xb8, 1, 0, 0, 2, 0, 0xb9, 1, 0]);
    bytes.extend_from_slice(&[0xad, 4, 0, 0, 0, 0]);
    let error = decode(&bytes, &linker, &names, Mode::Frozen, LIMITS).unwrap_err();
    assert_eq!(error.fault, DecodeFault::ChunkCycle);
}

#[test]
fn limits_hold_for_every_kind() {
    for seed in 0..40 {
        let names = Names::new();
        let mode = [Mode::Frozen, Mode::Private][seed as usize % 2];
        let bytes = bytes_in(Graphs::new(seed).graph(20), &names, mode);
        for words in (0..400).step_by(7) {
            let limits = Limits { words };
            match decode(&bytes, &NoUnits, &names, mode, limits) {
                Ok(frozen) => assert!(frozen.words() <= words),
                Err(error) => assert_eq!(error.fault, DecodeFault::Limit { words }),
            }
        }
    }
}

#[test]
fn large_counts_cost_nothing() {
    let names = Names::new();
    let huge = [0xff, 0xff, 0xff, 0xff, 0x0f];
    // But for conditions, which six small numbers happen to make.
    for code in (0x98..=0xbc).filter(|&code| code != 0xb5) {
        let mut bytes = vec![2, 0, code];
        bytes.extend_from_slice(&huge);
        bytes.extend_from_slice(&huge);
        assert!(value_of(&bytes, &names, Mode::Frozen).is_err(), "{code:#x}");
    }
    let mut heap = Heap::new(64);
    let list = heap.list(&[Value::TRUE]);
    assert!(value_of(&bytes_of(list, &names), &names, Mode::Frozen).is_ok());
}
