//! Quick entries beside their leaves: what one does, the other does, for the same fuel.

use super::Rig;
use mound_heap::Value;
use mound_machine::Arguments;
use mound_machine::link::Implementation;
use mound_machine::quick::NOTHING_DONE;
use std::collections::HashSet;

/// What primitives are given, with text and lists on both sides of where fuel is paid for them.
const DATA: &str = "() 0 1 2 3 -1 5 1/2 2.5 1e400 100000000000000000000 #t #\\a #\\λ sym write \
    \"text\" \"λμ\" \"\" \"te\" \"a text of more than thirty-two characters\" (1 2) (\"a\" \"b\") \
    (#\\a #\\b) (#\\λ) (1 . 2) #(1 2 3) #(sym \"text\") #() #u8(1 2 255) #u8() 1152921504606846975 \
    (1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34)";

/// Of these data, the numbers 0 to 3, which many primitives take.
const SMALL: std::ops::RangeInclusive<usize> = 1..=4;

const ROUNDS: usize = 20_000;

/// A process with the data, in which collections happen only where there is no room.
fn rig() -> Rig {
    let mut rig = Rig::new();
    rig.context.heap.set_zeal(false);
    rig.read(DATA);
    rig
}

/// All that the process has.
fn state(rig: &mut Rig) -> String {
    let mut text = String::new();
    // What is shown may be moved by that, so each is asked for when it is needed.
    for number in 0..rig.context.temporaries.len() {
        let value = rig.kept(number);
        text += &rig.show(value);
        text.push('\n');
    }
    text
}

/// A random number below a bound.
fn random(seed: &mut u64, bound: usize) -> usize {
    *seed = seed
        .wrapping_mul(6364136223846793005)
        .wrapping_add(1442695040888963407);
    (*seed >> 33) as usize % bound
}

#[test]
fn quick_entries_do_what_their_leaves_do_or_nothing() {
    let (mut one, mut other) = (rig(), rig());
    let table = crate::table();
    let count_of_data = one.context.temporaries.len();
    let (mut seed, mut done) = (7, HashSet::new());
    for signature in mound_bytecode::primitives::PRIMITIVES {
        let Implementation::Quick(leaf, quick) = table[signature.name] else {
            continue;
        };
        for _ in 0..ROUNDS {
            let extra = random(&mut seed, 3) as u8;
            let count = signature.min.saturating_add(extra).min(signature.max);
            let chosen: Vec<usize> = (0..count)
                .map(|_| match random(&mut seed, 2) {
                    0 => SMALL.start() + random(&mut seed, SMALL.count()),
                    _ => random(&mut seed, count_of_data),
                })
                .collect();
            let prepare = |rig: &mut Rig| {
                let values: Vec<Value> = chosen.iter().map(|&number| rig.kept(number)).collect();
                let count = rig.context.prepare_call(Value::FALSE, &values);
                rig.context.fuel = 1 << 40;
                Arguments {
                    first: 2,
                    count: count.expect("there is room"),
                }
            };
            let arguments = prepare(&mut other);
            let value = quick(&mut other.context, arguments);
            if value == NOTHING_DONE {
                assert_eq!(other.context.fuel, 1 << 40, "{}", signature.name);
                // The leaf may change what it is given.
                for rig in [&mut one, &mut other] {
                    let arguments = prepare(rig);
                    let _ = leaf(&mut rig.context, &mut rig.host, arguments);
                }
                continue;
            }
            done.insert(signature.name);
            let fuel = other.context.fuel;
            let arguments = prepare(&mut one);
            let expected = leaf(&mut one.context, &mut one.host, arguments);
            let expected = expected.unwrap_or_else(|_| panic!("{} raises", signature.name));
            assert_eq!(one.context.fuel, fuel, "{} {chosen:?}", signature.name);
            let expected = one.show(expected);
            assert_eq!(other.show(value), expected, "{} {chosen:?}", signature.name);
        }
        assert_eq!(state(&mut other), state(&mut one), "{}", signature.name);
    }
    let unused = table.iter().filter(|(name, implementation)| {
        matches!(implementation, Implementation::Quick(..)) && !done.contains(*name)
    });
    let unused: Vec<&str> = unused.map(|(name, _)| *name).collect();
    assert!(unused.is_empty(), "never did anything: {unused:?}");
}

/// What a quick entry finds itself unable to do, it leaves alone.
#[test]
fn nothing_is_done_where_nothing_has_room() {
    let mut rig = rig();
    // With zeal, there is room only where a collection was just made.
    rig.context.heap.set_zeal(true);
    let Implementation::Quick(_, make) = crate::table()["make-vector"] else {
        panic!("make-vector has a quick entry")
    };
    let values = [Value::fixnum(40), Value::TRUE];
    let count = rig.context.prepare_call(Value::FALSE, &values);
    let count = count.expect("there is room");
    let arguments = Arguments { first: 2, count };
    let fuel = rig.context.fuel;
    // The first one may use what the call before has left.
    make(&mut rig.context, arguments);
    rig.context.fuel = fuel;
    assert_eq!(make(&mut rig.context, arguments), NOTHING_DONE);
    assert_eq!(rig.context.fuel, fuel);
}
