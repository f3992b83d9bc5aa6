//! Random bytecode whose blocks lead to one another in any order that the verifier accepts: loops into
//! the middle of others, blocks that nothing leads to, returns into loops, any slots live anywhere.
//! The interpreter and machine code must agree in the value or error, the fuel and the turns.
//!
//! `differential.rs` has programs as a compiler would make them. `MOUND_TEST_FLOWS=COUNT` runs so many units instead of the
//! usual ones, and `MOUND_TEST_FLOWS=FIRST-END` those of these seeds.

#[path = "support/flows.rs"]
mod generator;
mod support;

use generator::unit;
use support::{End, Executor, run_for};

/// Units that are run if the environment does not say how many.
const UNITS: u64 = 300;

/// The seeds to run.
fn seeds() -> std::ops::Range<u64> {
    let wanted = std::env::var("MOUND_TEST_FLOWS").unwrap_or_default();
    let number = |text: &str| {
        text.parse()
            .expect("MOUND_TEST_FLOWS is COUNT or FIRST-END")
    };
    match wanted.split_once('-') {
        Some((first, end)) => number(first)..number(end),
        None if wanted.is_empty() => 0..UNITS,
        None => 0..number(&wanted),
    }
}

#[test]
fn blocks_in_any_order_do_the_same_as_machine_code() {
    let (mut done, mut units) = (0, 0);
    for seed in seeds() {
        let text = unit(seed);
        units += 1;
        for (turns, fuel, zeal) in [(1, 3000, false), (300, 1, false), (40, 9, true)] {
            let expected = run_for(turns, &text, Executor::Interpreter, fuel, zeal);
            done += usize::from(matches!(expected.end, End::Done(_)));
            for executor in [Executor::Native, Executor::Mixed(seed)] {
                let found = run_for(turns, &text, executor, fuel, zeal);
                assert_eq!(
                    found, expected,
                    "seed {seed}, {executor:?}, fuel {fuel}, zeal {zeal}:\n{text}"
                );
            }
        }
    }
    // The others end in an error, or not in time.
    assert!(
        done > units,
        "only {done} runs of {units} units gave a value"
    );
}
