//! Every procedure of the standard libraries, called with what nobody wants, either
//! takes it or complains under its own name, not that of a procedure it calls.

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

/// What each program begins with. A complaint is a line: the call, who complains, and whether
/// that is the procedure which was called.
const BEGINNING: &str = r#"
(import (scheme base) (scheme write) (scheme eval)
        (only (mound conditions) condition? condition-kind condition-who))
(define-record-type nonsense (make-nonsense) nonsense?)
(define (complaint caller arguments)
  (call/cc
   (lambda (return)
     (with-exception-handler
      (lambda (object)
        (return (cond ((not (condition? object)) object)
                      ;; Of the number of arguments, whoever gets them complains.
                      ((eq? (condition-kind object) 'arity) #f)
                      (else (condition-who object)))))
      (lambda ()
        (parameterize ((current-output-port (open-output-string)))
          (apply caller arguments))
        #f)))))
(define parameters '(a b c d))
;; Calls it as programs do, by its name and not in the tail of anything.
(define (caller name count there)
  (let ((names (list-copy parameters)))
    (if (< count (length names))
        (set-cdr! (list-tail names (- count 1)) '()))
    (eval (list 'lambda names (list 'begin (cons name names) #f)) there)))
(define (prefixed name)
  (string->symbol (string-append "p:" (symbol->string name))))
(define (try library name count)
  (let* ((there (environment '(scheme base) (list 'prefix library 'p:)))
         (known (lambda (name)
                  (guard (object (#t #f)) (eval (prefixed name) there))))
         (value (known name)))
    (if (procedure? value)
        (let loop ((left 1) (arguments (list (make-nonsense))))
          (if (<= left count)
              (let* ((caller (caller (prefixed name) left there))
                     (who (complaint caller arguments)))
                (write (list name left who
                             (cond ((not who) 'nobody)
                                   ((and (symbol? who)
                                         (or (eq? who name) (eq? (known who) value)))
                                    'itself)
                                   (else 'other))))
                (newline)
                (loop (+ left 1) (cons (make-nonsense) arguments))))))))
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
fn every_complaint_names_the_procedure_that_was_called() {
    let libraries = libraries();
    let results = in_parallel(&libraries, |(name, names)| try_all(name, names));
    let mut failures = Vec::new();
    let mut calls = 0;
    for ((library, _), run) in libraries.iter().zip(results) {
        if run.status != Some(0) {
            failures.push(format!("({library}): {}", run.errors));
        }
        for line in run.output.lines() {
            let words: Vec<&str> = line.trim_matches(['(', ')']).split(' ').collect();
            let [name, count, who, whose] = words[..] else {
                failures.push(format!("({library}): {line}"));
                continue;
            };
            calls += 1;
            if whose == "other" && !NAMED_BY_ARGUMENT.contains(&name) {
                failures.push(format!("({library}) {name} with {count}: {who} complains"));
            }
        }
    }
    assert!(calls > 3000, "{calls} calls: the procedures are not found");
    check_failures(failures);
}
