//! Programs that nobody wrote: they do the same however they are run, and
//! whatever the compiler can see through.
//!
//! A generator makes programs of numbers, lists, vectors, closures, loops,
//! assignments, continuations and errors. Each is run in the modes of the other
//! tests and must print the same and use the same fuel. Each is also written a
//! second time with all its constants and operators behind a procedure that the
//! compiler knows nothing of; that program must print the same, so what the
//! compiler simplifies means what was written.
//!
//! `GENERATED=N` tries N programs from `GENERATED_FROM` on instead of the usual ones.

#[path = "support/generator.rs"]
mod generator;
mod support;

use generator::program;
use std::path::Path;
use support::{Run, check_failures, difference, fresh_directory, in_parallel, mound, run};

/// The modes; all use the fuel of a plain run.
const MODES: &[&[&str]] = &[
    &["--no-native"],
    &["--mixed", "1"],
    &["--mixed", "2"],
    &["--zeal"],
    &["--zeal", "--no-native"],
    &["--fuel", "1"],
    &["--serialize-anywhere", "3"],
];

fn run_program(path: &Path, flags: &[&str]) -> Run {
    run(mound().args(["run", "--report-fuel"]).args(flags).arg(path))
}

fn failure(number: u64, directory: &Path) -> Option<String> {
    let write = |is_opaque: bool| {
        let path = directory.join(format!("{number}-{is_opaque}.scm"));
        std::fs::write(&path, program(number, is_opaque)).expect("temporary files can be written");
        path
    };
    let (plain, opaque) = (write(false), write(true));
    let expected = run_program(&plain, &[]);
    if expected.status != Some(0) {
        return Some(format!("{}: {expected:#?}", plain.display()));
    }
    let hidden = run_program(&opaque, &[]);
    if let Some(difference) = difference(&hidden.output, &expected.output) {
        return Some(format!("{}: seen through: {difference}", plain.display()));
    }
    MODES.iter().find_map(|flags| {
        let found = run_program(&plain, flags);
        let output = difference(&expected.output, &found.output);
        let difference = output.or_else(|| difference(fuel(&expected), fuel(&found)))?;
        Some(format!("{} {flags:?}: {difference}", plain.display()))
    })
}

fn fuel(run: &Run) -> &str {
    let mut lines = run.errors.lines();
    lines.find(|line| line.starts_with("fuel: ")).unwrap_or("")
}

fn from_environment(name: &str, usual: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
fn generated_programs_print_the_same_however_they_are_run() {
    let directory = fresh_directory("generated");
    let first = from_environment("GENERATED_FROM", 1);
    let numbers: Vec<u64> = (first..first + from_environment("GENERATED", 40)).collect();
    let failures = in_parallel(&numbers, |&number| failure(number, &directory));
    check_failures(failures.into_iter().flatten().collect());
}
