//! Procedures and continuations go on where they come to.

mod support;

use mound_heap::home::Suspension;
use mound_heap::number::integer_of;
use mound_heap::object::{Closure, Pair, Vector, kind_of};
use mound_heap::{Chunk, Continuation, Kind, Value};
use mound_machine::{LinkedUnit, Linker, Stop, run};
use mound_wire::{DecodeFault, Limits, Mode, decode, encode, units_needed};
use support::code::*;
use support::{LIMITS, Names, bytes_of};

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
        let bytes = bytes_of(thunk, &names);
        for mode in MODES {
            let frozen = decode(&bytes, &linker, &names, mode, LIMITS).unwrap();
            assert_eq!(bytes, bytes_of(frozen.root(), &names));
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
            let bytes = bytes_of(parts, &names);
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
    let encoded = encode(main, &names, 1000).unwrap();
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
