//! Every procedure of the standard libraries, called with what nobody wants, either
//! takes it or complains, and then under a name that programs know: its own, or that
//! of another exported procedure.

mod support;

use std::collections::BTreeSet;
use std::fmt::Write;
use support::{Run, check_failures, exports, files, fresh_directory, in_parallel, mound, relative};

/// Procedures that end or change what runs them.
const LEFT_OUT: &[&str] = &["emergency-exit", "exit"];

/// What raises an argument, or complains under the name that an argument is.
const NAMED_BY_ARGUMENT: &[&str] = &[
    "raise",
    "raise-continuable",
    "string-parse-final-start+end",
    "string-parse-start+end",
];

/// Most arguments that are tried; each is a record that no library knows.
const ARGUMENTS_MAX: usize = 4;

/// What each program begins with. A complaint is a line: the call, and who complains.
const BEGINNING: &str = r#"
(import (scheme base) (scheme write) (scheme eval)
        (only (mound conditions) condition? condition-who))
(define-record-type nonsense (make-nonsense) nonsense?)
(define nothing (open-output-string))
(define (complaint procedure arguments)
  (call/cc
   (lambda (return)
     (with-exception-handler
      (lambda (object)
        (return (if (condition? object) (condition-who object) object)))
      (lambda ()
        (parameterize ((current-output-port nothing))
          (apply procedure arguments))
        #f)))))
(define (try library name count)
  (let ((value (guard (object (#t #f)) (eval name (environment library)))))
    (if (procedure? value)
        (let loop ((left count) (arguments '()))
          (if (> left 0)
              (let ((arguments (cons (make-nonsense) arguments)))
                (write (list name (length arguments)
                             (complaint value arguments)))
                (newline)
                (loop (- left 1) arguments)))))))
"#;

/// The libraries that programs import to have procedures, and what each exports.
fn libraries() -> Vec<(String, BTreeSet<String>)> {
    ["scheme", "srfi"]
        .into_iter()
        .flat_map(|directory| files(&format!("lib/{directory}"), "sld"))
        .map(|path| {
            let path = relative(&path);
            let file = path.trim_start_matches("lib/");
            (file.trim_end_matches(".sld").to_owned(), exports(file))
        })
        .filter(|(name, _)| name != "scheme/r5rs")
        .collect()
}

fn try_all(name: &str, names: &BTreeSet<String>) -> Run {
    let mut text = BEGINNING.to_owned();
    let library = name.replace('/', " ");
    for name in names
        .iter()
        .filter(|name| !LEFT_OUT.contains(&name.as_str()))
    {
        writeln!(text, "(try '({library}) '{name} {ARGUMENTS_MAX})").expect("a string takes it");
    }
    let path = fresh_directory("complaints").join("calls.scm");
    std::fs::write(&path, text).expect("a file can be written");
    support::run(mound().arg("run").arg(path))
}

#[test]
fn every_complaint_names_an_exported_procedure() {
    let libraries = libraries();
    let mut known: BTreeSet<&str> = libraries
        .iter()
        .flat_map(|(_, names)| names)
        .map(String::as_str)
        .collect();
    // Nobody in particular: of what is no procedure, and of conditions that the program makes.
    known.insert("#f");
    let results = in_parallel(&libraries, |(name, names)| try_all(name, names));
    let mut failures = Vec::new();
    let mut calls = 0;
    for ((library, _), run) in libraries.iter().zip(results) {
        if run.status != Some(0) {
            failures.push(format!("({library}): {}", run.errors));
        }
        for line in run.output.lines() {
            let words: Vec<&str> = line.trim_matches(['(', ')']).split(' ').collect();
            let [name, count, who] = words[..] else {
                failures.push(format!("({library}): {line}"));
                continue;
            };
            calls += 1;
            if !known.contains(who) && !NAMED_BY_ARGUMENT.contains(&name) {
                failures.push(format!("({library}) {name} with {count}: {who} complains"));
            }
        }
    }
    assert!(calls > 3000, "{calls} calls: the procedures are not found");
    check_failures(failures);
}
