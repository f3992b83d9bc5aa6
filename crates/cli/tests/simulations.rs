//! Every program in `tests/simulations/` prints what it should, with machine code and without.
//!
//! They simulate many nodes with many seeds, which takes too long for the modes of `programs`.
//! `SIMULATION_SEEDS` is how many seeds each check takes.

mod support;

use std::collections::BTreeMap;
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

/// Lines of a printed page.
const PAGE_LINES: usize = 60;

/// How many lines the text of each component in the library of algorithms has.
fn algorithms() -> BTreeMap<String, usize> {
    let mut lines_of = BTreeMap::new();
    for path in files("lib/kompics", "scm") {
        let text = read(&path);
        let is_algorithm = relative(&path).contains("/cachin-");
        for form in text.split("\n(define-component (").skip(1) {
            let name = form.split([' ', ')']).next().unwrap_or_default();
            let lines = form.lines().take_while(|line| !line.is_empty()).count();
            if is_algorithm {
                lines_of.insert(name.to_owned(), lines);
            }
        }
    }
    lines_of
}

/// The paper says that components look like the textbook's pseudo-code, so they are no longer.
#[test]
fn algorithms_of_the_textbook_fit_on_a_page() {
    let lines_of = algorithms();
    assert!(lines_of.len() > 10, "{lines_of:?}");
    assert!(lines_of["BasicBroadcast"] <= 12, "{lines_of:?}");
    let long = lines_of.iter().filter(|&(_, &lines)| lines > PAGE_LINES);
    let long: Vec<_> = long
        .map(|(name, lines)| format!("{name}: {lines}"))
        .collect();
    assert!(long.is_empty(), "{long:?}");
}

#[test]
fn simulations_print_the_same_when_interpreted() {
    check(&["--no-native"]);
}
