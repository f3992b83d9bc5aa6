//! Every program in `tests/simulations/` prints what it should, with machine code and without.
//!
//! They simulate many nodes with many seeds, which takes too long for the modes of `programs`.
//! `SIMULATION_SEEDS` is how many seeds each check takes.

mod support;

use support::{check_failures, difference, files, in_parallel, mound, read, relative};

fn check(flags: &[&str]) {
    let programs = files("tests/simulations", "scm");
    assert!(!programs.is_empty(), "the programs are not where they were");
    let failures = in_parallel(&programs, |source| {
        let name = relative(source);
        let run = support::run(mound().arg("run").args(flags).arg(&name));
        let errors = &run.errors;
        if !run.in_time {
            return Some(format!("{name}: it did not end in time\n{errors}"));
        }
        let expected = read(&source.with_extension("out"));
        let failure = difference(&expected, &run.output)
            .or_else(|| (run.status != Some(0)).then(|| format!("status {:?}", run.status)))?;
        Some(format!("{name}: {failure}\n{errors}"))
    });
    check_failures(failures.into_iter().flatten().collect());
}

#[test]
fn simulations_print_what_they_should() {
    check(&[]);
}

#[test]
fn simulations_print_the_same_when_interpreted() {
    check(&["--no-native"]);
}
