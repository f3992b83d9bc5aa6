//! Whatever the procedures of the libraries are given, the node stays whole: each call returns,
//! complains under the name of the procedure that was called, or uses up what its process may
//! have; none hangs so that its process could not be terminated.
//!
//! The calls follow from a number; `HOSTILE=N` tries another one, and `HOSTILE_CALLS` says how
//! many calls there are of each procedure. What is called and how stands in
//! `support/hostile.scm`.

mod support;

use std::collections::BTreeSet;
use std::fmt::Write;
use support::{
    Run, check_failures, exports, files, fresh_directory, in_parallel, mound, relative, root,
};

const BEGINNING: &str = include_str!("support/hostile.scm");

/// Procedures that end or change what runs them, that wait as they should, or that raise what
/// they are given.
const LEFT_OUT: &[&str] = &[
    "?",
    "??",
    "emergency-exit",
    "error",
    "exit",
    "halt!",
    "node-init",
    "raise",
    "raise-continuable",
    "shutdown!",
    "sleep",
    "terminate!",
    "thread-sleep!",
];

/// Those that go along a list for ever if it is a circle, as R7RS and SRFI 1 let them.
const GOES_ALONG: &[&str] = &[
    "any",
    "assoc",
    "assq",
    "assv",
    "count",
    "delete-duplicates",
    "delete-duplicates!",
    "every",
    "find",
    "find-tail",
    "for-each",
    "last",
    "last-pair",
    "list-index",
    "list-queue-set-list!",
    "member",
    "memq",
    "memv",
    "pair-for-each",
    "parallel-map",
];

/// Those that complain under a name that they are given.
const NAMED_BY_ARGUMENT: &[&str] = &[
    "check-substring-spec",
    "criterion->predicate",
    "string-parse-final-start+end",
    "string-parse-start+end",
    // Of a handler that returns: `raise` complains.
    "with-exception-handler",
];

/// All libraries that programs import to have procedures, and what each exports.
fn libraries() -> Vec<(String, BTreeSet<String>)> {
    let mut paths = vec!["lib/termite.sld".to_owned()];
    for directory in ["mound", "scheme", "srfi", "termite"] {
        let found = files(&format!("lib/{directory}"), "sld");
        paths.extend(found.iter().map(|path| relative(path)));
    }
    let names = paths.iter().map(|path| {
        let file = path.trim_start_matches("lib/");
        (file.trim_end_matches(".sld").to_owned(), exports(file))
    });
    names.filter(|(name, _)| name != "scheme/r5rs").collect()
}

fn number(variable: &str, usual: u64) -> u64 {
    let given = std::env::var(variable).ok();
    given.map_or(usual, |text| text.parse().expect("it is a number"))
}

fn try_all(name: &str, names: &BTreeSet<String>) -> Run {
    let mut text = BEGINNING.to_owned();
    let library = name.replace('/', " ");
    let calls = number("HOSTILE_CALLS", 8);
    writeln!(text, "(set! state {})", number("HOSTILE", 1)).expect("a string takes it");
    let called = |name: &&String| !LEFT_OUT.contains(&name.as_str()) && !name.starts_with('%');
    for name in names.iter().filter(called) {
        writeln!(text, "(try '({library}) '{name} {calls})").expect("a string takes it");
    }
    let directory = fresh_directory("hostile");
    let path = directory.join("calls.scm");
    std::fs::write(&path, text).expect("a file can be written");
    // Some make files.
    support::run(mound().current_dir(&directory).arg("run").arg(path))
}

/// What is wrong with the line of a call that did not return.
fn fault(line: &str) -> Option<&'static str> {
    let mut words = line.trim_start_matches('(').split(' ');
    let (Some(how), Some(name)) = (words.next(), words.next()) else {
        return Some("no line of a call");
    };
    let in_a_circle = line.contains("(circle ");
    match how {
        "itself" | "nobody" => None,
        "other" if NAMED_BY_ARGUMENT.contains(&name) => None,
        "other" => Some("somebody else complains"),
        // Of its limit of memory, which most that make something long meet.
        "died" if line.contains("(died failure memory)") => None,
        "died" => Some("its process died"),
        "endless" if in_a_circle && GOES_ALONG.contains(&name) => None,
        // It asks itself.
        "endless" if line.contains("(self)") => None,
        "endless" => Some("it does not end"),
        _ => Some("it cannot be terminated"),
    }
}

#[test]
fn no_call_harms_the_node() {
    let libraries = libraries();
    assert!(root().join("lib").is_dir());
    let results = in_parallel(&libraries, |(name, names)| try_all(name, names));
    let mut failures = Vec::new();
    let mut complaints = 0;
    for ((library, _), run) in libraries.iter().zip(results) {
        if run.status != Some(0) || run.errors.contains("internal error") {
            failures.push(format!("({library}): {:?} {}", run.status, run.errors));
        }
        for line in run
            .output
            .lines()
            .filter_map(|line| line.strip_prefix("call: "))
        {
            complaints += 1;
            if let Some(fault) = fault(line) {
                failures.push(format!("({library}) {fault}: {line}"));
            }
        }
    }
    assert!(complaints > 5000, "{complaints} complaints");
    check_failures(failures);
}
