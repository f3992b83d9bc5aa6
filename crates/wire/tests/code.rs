//! Procedures and continuations go on where they come to.

mod support;

use mound_heap::home::Suspension;
use mound_heap::number::integer_of;
use mound_heap::object::{Closure, Pair, Vector, kind_of};
use mound_heap::{Chunk, Continuation, Kind, Value};
use mound_machine::{LinkedUnit, Linker, Stop, run};
use mound_wire::{DecodeFault, Limits, Mode, decode, encode, units_needed};
use support::code::*;
use support::same::{astray, is_frozen};
use support::{LIMITS, Names, bytes_in, bytes_of, frozen_copy};

const MODES: [Mode; 2] = [Mode::Frozen, Mode::Private];

fn items(list: Value) -> Vec<Value> {
    let mut items = Vec::new();
    let mut rest = list;
    while let Some(pair) = Pair::of(rest) {
        items.push(pair.car());
        rest = pair.cdr();
    }
    items
}

/// Runs WALK: its process, which keeps the values alive, and what it returned.
fn walk(linker: &Linker) -> (mound_machine::Context, Value) {
    let (_, main) = link(linker, WALK);
    let mut context = process(linker, entry(main));
    let value = result(&mut context);
    (context, value)
}

#[test]
fn continuations_go_on_after_the_way() {
    let linker = linker();
    let names = Names::new();
    let (_context, value) = walk(&linker);
    let pair = Pair::of(value).unwrap();
    assert_eq!(pair.car(), Value::fixnum(5));
    let thunks = items(pair.cdr());
    assert_eq!(thunks.len(), 5);
    for (index, &thunk) in thunks.iter().enumerate() {
        for mode in MODES {
            let bytes = bytes_in(thunk, &names, mode);
            let frozen = decode(&bytes, &linker, &names, mode, LIMITS).unwrap();
            assert_eq!(bytes, bytes_in(frozen.root(), &names, mode));
            let mut context = process(&linker, frozen);
            let value = Pair::of(result(&mut context)).unwrap();
            assert_eq!(value.car(), Value::fixnum(104), "thunk {index}, {mode:?}");
            // Those that were kept before it left, itself, and those it kept on its way.
            assert!(items(value.cdr()).len() >= 5);
        }
    }
}

#[test]
fn frames_of_several_continuations_are_sent_once() {
    let linker = linker();
    let names = Names::new();
    let (mut context, value) = walk(&linker);
    let thunks = items(Pair::of(value).unwrap().cdr());
    let oldest = bytes_of(*thunks.last().unwrap(), &names).len();
    let mut backwards = thunks.clone();
    backwards.reverse();
    context.reserve(100).unwrap();
    for order in [&thunks, &backwards] {
        let vector = context.heap.vector_from(order);
        let bytes = bytes_of(vector, &names);
        assert!(bytes.len() < oldest + 64, "{} bytes", bytes.len());
        let frozen = decode(&bytes, &linker, &names, Mode::Frozen, LIMITS).unwrap();
        assert_eq!(bytes, bytes_of(frozen.root(), &names));
        let copies = Vector::of(frozen.root()).unwrap();
        for &copy in copies.slice() {
            let mut fresh = process(&linker, frozen_part(copy, &frozen));
            let value = Pair::of(result(&mut fresh)).unwrap();
            assert_eq!(value.car(), Value::fixnum(104));
        }
    }
}

/// A part of decoded data as something of its own.
fn frozen_part(part: Value, whole: &mound_heap::Frozen) -> mound_heap::Frozen {
    assert!(part.is_pointer() && whole.words() > 0);
    let mut heap = mound_heap::Heap::new(4096);
    heap.receive(
        whole
            .share()
            .expect("more words than a message of one's own has"),
    );
    heap.freeze_shared(part).unwrap()
}

#[test]
fn frozen_continuations_stay_frozen_beside_others() {
    let linker = linker();
    let names = Names::new();
    let (mut context, value) = walk(&linker);
    let thunks = Pair::of(value).unwrap().cdr();
    context.reserve(100).unwrap();
    let frozen = frozen_copy(&mut context.heap, thunks);
    let both = context.heap.list(&[frozen, thunks, frozen]);
    let bytes = bytes_in(both, &names, Mode::Private);
    let decoded = decode(&bytes, &linker, &names, Mode::Private, LIMITS).unwrap();
    assert_eq!(bytes, bytes_in(decoded.root(), &names, Mode::Private));
    assert_eq!(astray(decoded.root()), None);
    let copies = items(decoded.root());
    assert_eq!(copies[0], copies[2]);
    for (copy, stays) in [(copies[0], true), (copies[1], false)] {
        for thunk in items(copy) {
            assert_eq!(is_frozen(thunk), stays);
            let continuation = Closure::of(thunk).unwrap().free(0).unwrap();
            let chunk = Continuation::of(continuation).unwrap().chunk();
            assert_eq!(Chunk::of(chunk).unwrap().is_frozen(), stays);
        }
    }
}

#[test]
fn frozen_frames_come_before_frozen_frames_only() {
    let linker = linker();
    let names = Names::new();
    let (hash, _) = link(&linker, FACTORIAL);
    let value = |continuations: &[&[u8]]| {
        let mut bytes = vec![2, 1];
        bytes.extend_from_slice(&hash.0);
        bytes.push(0x80 + continuations.len() as u8 - 1);
        bytes.extend(continuations.concat());
        bytes
    };
    // Continuations of a frame of function 0 at block 1, which has no live slots: each has its own
    // numbers, and its chunk has the one after.
    let own: &[u8] = &[0xb7, 0xb8, 1, 0, 0, 2, 0, 0x9b, 0xad, 4, 0, 0, 0, 0];
    let frozen = [&[0xbb], own].concat();
    let with_frozen_frames = [&[0xb7, 0xbb], &own[1..]].concat();
    let with_known_frames = [&[0xb7, 0xb9, 3, 0], &own[8..]].concat();
    let frozen_with_known_frames = [&[0xbb], &with_known_frames[..]].concat();
    let good: [&[&[u8]]; 5] = [
        &[own, &with_known_frames],
        &[&frozen, &with_known_frames],
        &[&frozen, &frozen_with_known_frames],
        &[&with_frozen_frames, &with_known_frames],
        &[&with_frozen_frames, &frozen_with_known_frames],
    ];
    for parts in good {
        let bytes = value(parts);
        let decoded = decode(&bytes, &linker, &names, Mode::Private, LIMITS)
            .unwrap_or_else(|error| panic!("{parts:x?}: {error}"));
        assert_eq!(bytes, bytes_in(decoded.root(), &names, Mode::Private));
        assert_eq!(astray(decoded.root()), None);
    }
    let bad: [(&[&[u8]], DecodeFault); 2] = [
        (
            &[own, &frozen_with_known_frames],
            DecodeFault::Expected("something frozen"),
        ),
        (
            &[own, &[0xb7, 0xbb, 0xb9, 3, 0, 0xad, 4, 0, 0, 0, 0]],
            DecodeFault::Expected("new frames"),
        ),
    ];
    for (parts, fault) in bad {
        let result = decode(&value(parts), &linker, &names, Mode::Private, LIMITS);
        assert_eq!(result.unwrap_err().fault, fault, "{parts:x?}");
    }
}

/// Constants: a pair in a vector, a string, numbers, a record type.
const LITERALS: &str = "
constant 0 = integer 1
constant 1 = pair 0 0
constant 2 = vector 1 0
constant 3 = string \"text\"
constant 4 = flonum 1.5
constant 5 = record-type point example/points x
function 0 (0 arguments, 3 slots)
  block 0 (live)
    constant 2 2
    return 2
";

#[test]
fn literals_stay_the_constants_of_their_units() {
    let linker = linker();
    let names = Names::new();
    let unit = linker.link(&assemble(LITERALS), true).unwrap();
    let linked = LinkedUnit::of_fragment(&unit).unwrap();
    let [pair, vector, string, flonum, point] = [1, 2, 3, 4, 5].map(|index| linked.constant(index));
    let mut heap = mound_heap::Heap::new(256);
    let record = heap.record(point, &[string]);
    let frozen_record = frozen_copy(&mut heap, record);
    let tail = heap.pair(Value::TRUE, pair);
    let list = heap.list(&[record, vector, tail, pair, vector, flonum, frozen_record]);
    let bytes = bytes_in(list, &names, Mode::Private);
    assert_eq!(units_needed(&bytes).unwrap().len(), 1);
    let decoded = decode(&bytes, &linker, &names, Mode::Private, LIMITS).unwrap();
    assert_eq!(bytes, bytes_in(decoded.root(), &names, Mode::Private));
    let copies = items(decoded.root());
    let copy = mound_heap::Record::of(copies[0]).unwrap();
    assert_eq!((copy.record_type(), copy.get(0)), (point, Some(string)));
    assert!(!is_frozen(copies[0]));
    assert_eq!(copies[1], vector);
    assert_eq!(Pair::of(copies[2]).unwrap().cdr(), pair);
    assert_eq!((copies[3], copies[4]), (pair, vector));
    // Numbers are copied: nobody can tell.
    assert_ne!(copies[5], flonum);
    let copy = mound_heap::Record::of(copies[6]).unwrap();
    assert_eq!((copy.record_type(), copy.get(0)), (point, Some(string)));
    assert!(is_frozen(copies[6]));
    // A continuation in a message names them, too, and what is beside it does not.
    let dynamic = heap.vector_from(&[pair, record, vector, string]);
    let continuation = heap.continuation(Value::FALSE, 0, dynamic);
    let message = heap.list(&[string, continuation, vector]);
    for mode in MODES {
        let bytes = bytes_in(message, &names, mode);
        let decoded = decode(&bytes, &linker, &names, mode, LIMITS).unwrap();
        assert_eq!(bytes, bytes_in(decoded.root(), &names, mode));
        let copies = items(decoded.root());
        let dynamic = Continuation::of(copies[1]).unwrap().dynamic();
        let parts = Vector::of(dynamic).unwrap();
        assert_eq!((parts.get(0), parts.get(2)), (Some(pair), Some(vector)));
        // What was met as data is data, and what was met as a constant is one.
        assert_eq!((parts.get(3), copies[2]), (Some(copies[0]), vector));
        assert_eq!(copies[0] == string, mode == Mode::Private);
    }
    // A constant as the whole, and a message, which names none.
    let bytes = bytes_in(vector, &names, Mode::Private);
    let decoded = decode(&bytes, &linker, &names, Mode::Private, LIMITS).unwrap();
    assert_eq!(decoded.root(), vector);
    assert!(units_needed(&bytes_of(list, &names)).unwrap().is_empty());
}

#[test]
fn only_what_is_a_constant_can_be_named_as_one() {
    let linker = linker();
    let names = Names::new();
    let hash = assemble(LITERALS).hash();
    let unit = linker.link(&assemble(LITERALS), true).unwrap();
    let linked = LinkedUnit::of_fragment(&unit).unwrap();
    let of = |value: &[u8]| [&[2, 1], &hash.0[..], value].concat();
    let result = |value: &[u8], mode| {
        let decoded = decode(&of(value), &linker, &names, mode, LIMITS);
        decoded.map_err(|error| error.fault)
    };
    for number in [1, 2, 3, 5] {
        let good = result(&[0xbc, 0, number], Mode::Private).unwrap();
        assert_eq!(good.root(), linked.constant(number.into()));
    }
    // Numbers are written as such, and 6 there is not.
    for number in [0, 4, 6] {
        let bad = result(&[0xbc, 0, number], Mode::Private);
        assert_eq!(bad.unwrap_err(), DecodeFault::NoConstant(number.into()));
    }
    let bad = result(&[0xbc, 0, 1], Mode::Frozen).unwrap_err();
    assert_eq!(
        bad,
        DecodeFault::NotCanonical("a constant is named where it is data")
    );
    let bad = result(&[0xbb, 0xbc, 0, 1], Mode::Private).unwrap_err();
    assert_eq!(bad, DecodeFault::Expected("something that can be frozen"));
    // What was named is referred to.
    result(&[0x81, 0xbc, 0, 1, 0xa5, 1], Mode::Private).unwrap();
    let constants: [&[u8]; 2] = [
        &[0x81, 0xbc, 0, 1, 0xbc, 0, 1],
        &[0x81, 0xb0, 0, 0, 0, 0xb0, 0, 0, 0],
    ];
    for twice in constants {
        let bad = result(twice, Mode::Private).unwrap_err();
        let why = "a constant is named twice";
        assert_eq!(bad, DecodeFault::NotCanonical(why), "{twice:x?}");
    }
    // In what is frozen there may be one, and as a type only one that is a type.
    result(&[0xbb, 0xae, 0xbc, 0, 1], Mode::Private).unwrap();
    result(&[0xb1, 1, 0xbc, 0, 5, 7], Mode::Private).unwrap();
    let bad = result(&[0xb1, 1, 0xbc, 0, 3, 7], Mode::Private).unwrap_err();
    assert_eq!(bad, DecodeFault::Expected("a record type"));
    let bad = result(&[0xb1, 2, 0xbc, 0, 5, 7, 8], Mode::Private).unwrap_err();
    let (found, expected) = (2, 1);
    assert_eq!(bad, DecodeFault::FieldCount { found, expected });
    // Nor are constants the inside of a table, or the dynamic state.
    let bad = result(&[0xb6, 0xbc, 0, 2, 0x9b, 0, 0, 0, 0x9b], Mode::Private).unwrap_err();
    assert_eq!(bad, DecodeFault::Expected("the fields of a hash table"));
    let bad = result(&[0xb7, 0x9b, 0xbc, 0, 2], Mode::Private).unwrap_err();
    assert_eq!(bad, DecodeFault::Expected("the dynamic state"));
}

#[test]
fn functions_are_not_marked() {
    let linker = linker();
    let names = Names::new();
    let (_, main) = link(&linker, FACTORIAL);
    let bytes = bytes_in(main, &names, Mode::Private);
    assert_eq!(bytes, bytes_of(main, &names));
    let mut marked = bytes.clone();
    marked.insert(34, 0xbb);
    let error = decode(&marked, &linker, &names, Mode::Private, LIMITS).unwrap_err();
    let why = "a function is marked as frozen";
    assert_eq!(error.fault, DecodeFault::NotCanonical(why));
    // What is frozen may hold it, though.
    let mut heap = mound_heap::Heap::new(64);
    let cell = heap.new_box(main);
    let frozen = frozen_copy(&mut heap, cell);
    let both = heap.list(&[main, frozen]);
    let bytes = bytes_in(both, &names, Mode::Private);
    let decoded = decode(&bytes, &linker, &names, Mode::Private, LIMITS).unwrap();
    assert_eq!(bytes, bytes_in(decoded.root(), &names, Mode::Private));
}

#[test]
fn a_process_may_move_at_every_turn() {
    let linker = linker();
    let names = Names::new();
    let (_, main) = link(&linker, FACTORIAL);
    let expected = integer_of(result(&mut process(&linker, entry(main)))).unwrap();
    for fuel in 1..8 {
        let mut context = process(&linker, entry(main));
        let mut moves = 0;
        let value = loop {
            context.fuel = fuel;
            match run(&mut context, &mut NoHost) {
                Stop::Done(value) => break value,
                Stop::Yield => {}
                stop => panic!("stopped: {stop:?}"),
            }
            let Some(parts) = context.suspend().unwrap() else {
                continue;
            };
            let bytes = bytes_in(parts, &names, Mode::Private);
            let parts = decode(&bytes, &linker, &names, Mode::Private, LIMITS).unwrap();
            context = process(&linker, entry(main));
            context.restore(parts).unwrap();
            moves += 1;
        };
        assert_eq!(integer_of(value).unwrap(), expected);
        assert!(moves > 2, "fuel {fuel}: {moves} moves");
    }
}

#[test]
fn a_procedure_without_free_values_is_the_same_object_everywhere() {
    let linker = linker();
    let names = Names::new();
    let (hash, main) = link(&linker, FACTORIAL);
    let encoded = encode(
        main,
        &mut mound_heap::Heap::new(16),
        &names,
        Mode::Frozen,
        1000,
    )
    .unwrap();
    assert_eq!(encoded.units, [hash]);
    assert_eq!(units_needed(&encoded.bytes).unwrap(), [hash]);
    for mode in MODES {
        let frozen = decode(&encoded.bytes, &linker, &names, mode, LIMITS).unwrap();
        assert_eq!(frozen.root(), main);
    }
}

#[test]
fn a_missing_unit_is_named() {
    let names = Names::new();
    let (hash, main) = link(&linker(), FACTORIAL);
    let bytes = bytes_of(main, &names);
    let error = decode(&bytes, &linker(), &names, Mode::Frozen, LIMITS).unwrap_err();
    assert_eq!(error.fault, DecodeFault::MissingUnit(hash));
}

/// Procedure 2 (of one argument) raises below `add`; the error procedure dies with the continuation.
const FAULT: &str = "
primitive 0 = %call/cc
primitive 1 = %die
function 0 (0 arguments, 5 slots)
  block 0 (live)
    fixnum 4 7
    call-known 2 1 1
  block 1 (live 2)
    return 2
function 1 (1 argument, 8 slots)
  block 0 (live 2)
    fixnum 3 9
    car 4 3
    add 4 4 2
    return 4
function 2 (1 argument, 6 slots)           ; signal
  block 0 (live 2)
    function 5 3
    call-primitive 3 1 0
  block 1 (live 3)
    return 3
function 3 (1 argument, 4 slots)
  block 0 (live 2)
    tail-call-primitive 0 1 1
";

#[test]
fn frames_that_raised_keep_their_place() {
    let linker = linker();
    let names = Names::new();
    let unit = assemble(FAULT);
    let fragment = linker.link(&unit, true).unwrap();
    let linked = LinkedUnit::of_fragment(&fragment).unwrap();
    let signal = linked.find_function(2).unwrap();
    linker.hooks.set_procedures(signal, signal);
    let mut context = process(&linker, entry(linked.entry()));
    let Stop::Died(continuation) = run(&mut context, &mut NoHost) else {
        panic!("the error procedure dies");
    };
    let bytes = bytes_of(continuation, &names);
    let frozen = decode(&bytes, &linker, &names, Mode::Frozen, LIMITS).unwrap();
    assert_eq!(bytes, bytes_of(frozen.root(), &names));
    let places = |continuation: Value| {
        let continuation = Continuation::of(continuation).unwrap();
        let chunk = Chunk::of(continuation.chunk()).unwrap();
        let frames = chunk.frames(continuation.offset());
        frames
            .map(|frame| (frame.suspension(), frame.slot_count()))
            .collect::<Vec<_>>()
    };
    assert_eq!(places(continuation), places(frozen.root()));
    assert!(
        places(continuation)
            .iter()
            .any(|(place, slots)| matches!(place, Suspension::Fault(_)) && *slots == 2)
    );
}

#[test]
fn frames_are_charged() {
    let linker = linker();
    let names = Names::new();
    let (_context, value) = walk(&linker);
    let bytes = bytes_of(value, &names);
    for words in 0..120 {
        let limits = Limits { words };
        match decode(&bytes, &linker, &names, Mode::Frozen, limits) {
            Ok(frozen) => assert!(frozen.words() <= words),
            Err(error) => assert_eq!(error.fault, DecodeFault::Limit { words }),
        }
    }
}

#[test]
fn a_frame_must_hold_the_procedure_it_runs() {
    let linker = linker();
    let names = Names::new();
    let (_context, value) = walk(&linker);
    let thunks = items(Pair::of(value).unwrap().cdr());
    let free = Closure::of(thunks[0]).unwrap().free(0).unwrap();
    assert_eq!(kind_of(free), Some(Kind::Continuation));
    // The youngest of the continuations has frames of `walk`, whose slot 1 is live.
    let continuation = Closure::of(thunks[4]).unwrap().free(0).unwrap();
    let bytes = bytes_of(continuation, &names);
    // Each closure in it as one of another function with one free value.
    let mut refused = 0;
    for index in 34..bytes.len() {
        if bytes[index..].starts_with(&[0xb0, 0, 3, 1]) {
            for function in [2, 4, 5] {
                let mut changed = bytes.clone();
                changed[index + 2] = function;
                let result = decode(&changed, &linker, &names, Mode::Frozen, LIMITS);
                assert_eq!(result.unwrap_err().fault, DecodeFault::WrongProcedure);
                refused += 1;
            }
        }
    }
    assert!(refused >= 3);
}

/// A continuation with a frame of a clause, whose slot 1 holds the procedure with the clauses.
const CLAUSES: &str = "
primitive 0 = %call/cc
function 0 (0 arguments, 8 slots)
  block 0 (live)
    fixnum 2 20
    closure 3 2 1 2
    move 5 3
    fixnum 6 1
    call 4 1
  block 1 (live 4)
    return 4
function 1 (1 argument, 4 slots)
  block 0 (live 2)
    return 2
function 2 (clauses 3 4, 1 free)
function 3 (0 arguments, 1 free, 4 slots)
  block 0 (live 1)
    free 2 0
    return 2
function 4 (1 argument, 1 free, 8 slots)
  block 0 (live 1 2)
    function 5 1
    call-primitive 3 1 0
  block 1 (live 1 2 3)
    free 4 0
    cons 4 3 4
    return 4
";

#[test]
fn a_clause_may_hold_the_procedure_it_belongs_to() {
    let linker = linker();
    let names = Names::new();
    let (_, main) = link(&linker, CLAUSES);
    let mut context = process(&linker, entry(main));
    let pair = Pair::of(result(&mut context)).unwrap();
    assert_eq!(pair.cdr(), Value::fixnum(20));
    let bytes = bytes_of(pair.car(), &names);
    let continuation = decode(&bytes, &linker, &names, Mode::Frozen, LIMITS).unwrap();
    let mut other = process(&linker, continuation);
    let pair = Pair::of(result(&mut other)).unwrap();
    assert_eq!(pair.cdr(), Value::fixnum(20));
}
