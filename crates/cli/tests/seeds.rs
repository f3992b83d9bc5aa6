//! Runs with a seed: the same one repeats everything, and different ones try
//! different orders of events.
//!
//! The programs in `tests/seeds` with a `.out` beside them must print the same
//! for each seed.

mod support;

use std::collections::BTreeSet;
use support::{Run, check_failures, difference, files, fresh_directory, in_parallel, mound, read};
use support::{relative, run};

/// Enough that each race ends in each way, few enough for each test run; `SEEDS` of the environment
/// says another number, and `SEEDS_FROM` the first.
const SEEDS: u64 = 6;

fn number_of(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).map_or(otherwise, |text| text.parse().expect("it is a number"))
}

/// Turns of different lengths, so that processes are preempted elsewhere.
const FUELS: &[u32] = &[4000, 60, 3];

fn seeded(name: &str, seed: u64, fuel: u32) -> Run {
    let (seed, fuel) = (seed.to_string(), fuel.to_string());
    run(mound().args(["run", "--seed", &seed, "--fuel", &fuel, name]))
}

#[test]
fn races_end_well_for_each_seed() {
    let programs = files("tests/seeds", "out");
    let first = number_of("SEEDS_FROM", 0);
    let seeds = first..first + number_of("SEEDS", SEEDS);
    let cases: Vec<_> = programs
        .iter()
        .flat_map(|path| seeds.clone().map(move |seed| (path, seed)))
        .collect();
    let failures = in_parallel(&cases, |(path, seed)| {
        let name = relative(&path.with_extension("scm"));
        let fuel = FUELS[*seed as usize % FUELS.len()];
        let run = seeded(&name, *seed, fuel);
        let wrong = difference(&read(path), &run.output)
            .or_else(|| (run.status != Some(0)).then(|| format!("status {:?}", run.status)))?;
        Some(format!(
            "{name} --seed {seed} --fuel {fuel}: {wrong}\n{}",
            run.errors
        ))
    });
    check_failures(failures.into_iter().flatten().collect());
}

#[test]
fn a_seed_repeats_a_run_and_others_differ() {
    let seeds: Vec<u64> = (0..8).collect();
    let outputs = in_parallel(&seeds, |&seed| {
        let first = seeded("tests/seeds/order.scm", seed, 50).expect_status(0);
        let second = seeded("tests/seeds/order.scm", seed, 50).expect_status(0);
        assert_eq!(first.output, second.output, "seed {seed}");
        first.output
    });
    let different: BTreeSet<String> = outputs.into_iter().collect();
    assert!(different.len() > 4, "{different:#?}");
}

#[test]
fn time_is_made_up() {
    let text = "(import (termite)) (recv (after 86400 (print 'a-day-later)))";
    let path = fresh_directory("program").join("day.scm");
    std::fs::write(&path, text).expect("temporary files can be written");
    let run = run(mound().args(["run", "--seed", "1"]).arg(&path)).expect_status(0);
    assert_eq!(run.output, "a-day-later\n");
}

/// The moment of a crash is one of the made-up clock, in the text and in the value.
#[test]
fn reports_of_crashes_have_the_made_up_time() {
    let text = "(import (scheme base) (scheme write) (mound crash) (termite process))
                (watch-crashes)
                (spawn (lambda () (? 90061.5 #f) (raise 'tired)) name: 'worker)
                (write (floor (recv (('crash pid report) (crash-ref report 'time)))))";
    let path = fresh_directory("program").join("crash.scm");
    std::fs::write(&path, text).expect("temporary files can be written");
    let run = run(mound().args(["run", "--seed", "1"]).arg(&path)).expect_status(0);
    assert_eq!(run.output, "1600090061.0");
    let first = run.errors.lines().next().unwrap_or("");
    assert!(
        first.ends_with(" (worker) died at 2020-09-14T13:27:41.500Z"),
        "{run:?}"
    );
}

#[test]
fn a_deadlock_is_told() {
    let text = "(import (termite))
                (define other (spawn (lambda () (recv ('never 1))) name: 'patient))
                (! other 'something) (?)";
    let path = fresh_directory("program").join("deadlock.scm");
    std::fs::write(&path, text).expect("temporary files can be written");
    let run = run(mound().args(["run", "--seed", "1"]).arg(&path)).expect_status(5);
    assert!(run.errors.contains("all processes wait"), "{run:?}");
    assert!(run.errors.contains("(patient) has waited for"), "{run:?}");
}

/// With as much fuel as the work of the others takes: with less, they may need several turns.
#[test]
fn a_thread_that_gives_up_its_turn_goes_on_after_the_others() {
    for seed in 0..16 {
        let run = seeded("tests/seeds/yield.scm", seed, 4000).expect_status(0);
        assert_eq!(run.output, "first\nsecond\nthird\nfourth\n", "seed {seed}");
    }
}
