//! Every procedure of the standard libraries, called with what nobody wants, either
//! takes it or complains under its own name, not that of a procedure it calls, and in
//! the words that stand in `tests/complaints`.

#[path = "support/complaints.rs"]
mod complaints;
mod support;

use complaints::{answer, libraries, program, table, table_path};
use std::sync::OnceLock;
use support::{Run, check_failures, compare_with_file, fresh_directory, in_parallel, mound};

/// What raises an argument, or complains under the name that an argument is.
const NAMED_BY_ARGUMENT: &[&str] = &[
    "criterion->predicate",
    "raise",
    "raise-continuable",
    "string-parse-final-start+end",
    "string-parse-start+end",
];

/// The libraries, and what became of the program that calls the procedures of each.
fn runs() -> &'static [(String, Run)] {
    static RUNS: OnceLock<Vec<(String, Run)>> = OnceLock::new();
    RUNS.get_or_init(|| {
        let libraries = libraries();
        let runs = in_parallel(&libraries, |library| {
            let path = fresh_directory("complaints").join("calls.scm");
            std::fs::write(&path, program(library)).expect("a file can be written");
            support::run(mound().arg("run").arg(path))
        });
        libraries.into_iter().zip(runs).collect()
    })
}

#[test]
fn every_complaint_names_the_procedure_that_was_called() {
    let mut failures = Vec::new();
    let mut calls = 0;
    for (library, run) in runs() {
        if run.status != Some(0) {
            failures.push(format!("({library}): {}", run.errors));
        }
        for line in run.output.lines() {
            let Some(answer) = answer(line) else {
                failures.push(format!("({library}): {line}"));
                continue;
            };
            calls += 1;
            if answer.whose == "other" && !NAMED_BY_ARGUMENT.contains(&answer.name) {
                let complaints::Answer {
                    name, count, who, ..
                } = answer;
                failures.push(format!("({library}) {name} with {count}: {who} complains"));
            }
        }
    }
    assert!(calls > 3000, "{calls} calls: the procedures are not found");
    check_failures(failures);
}

/// Where procedures have helpers, private ones and such as other libraries export, that they call in the tail: no
/// frame tells who was called.
const WITH_HELPERS: &[&str] = &["mound/call", "mound/http", "srfi/1", "srfi/14", "srfi/160"];

#[test]
fn complaints_name_the_same_if_a_procedure_was_given_to_apply() {
    let libraries = WITH_HELPERS
        .iter()
        .map(|name| (*name).to_owned())
        .collect::<Vec<_>>();
    let runs = in_parallel(&libraries, |library| {
        let path = fresh_directory("given").join("calls.scm");
        std::fs::write(&path, complaints::program_by_apply(library))
            .expect("a file can be written");
        support::run(mound().arg("run").arg(path))
    });
    let mut failures = Vec::new();
    let mut complaints = 0;
    for (library, run) in libraries.iter().zip(runs) {
        for answer in run.output.lines().filter_map(answer) {
            complaints += usize::from(answer.whose == "itself");
            if answer.whose == "other" {
                failures.push(format!(
                    "({library}) {}: {} complains",
                    answer.name, answer.who
                ));
            }
        }
    }
    assert!(
        complaints > 300,
        "{complaints} complaints: the calls are not made"
    );
    check_failures(failures);
}

/// `UPDATE_EXPECT` writes them anew.
#[test]
fn complaints_are_in_the_words_that_are_expected() {
    let failures = runs().iter().filter_map(|(library, run)| {
        let (path, found) = (table_path(library), table(&run.output));
        if found.is_empty() && !path.exists() {
            return None;
        }
        let difference = compare_with_file(&path, &found)?;
        Some(format!("({library}): {difference}"))
    });
    check_failures(failures.collect());
}
