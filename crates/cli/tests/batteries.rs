//! Libraries for data and the web beside programs of others: Python's `json`.
//!
//! What needs no other program is in `tests/batteries`.

mod support;

use std::process::Command;
use support::{fresh_directory, mound, root, run};

/// Whether the program is there; without it, what it would judge is left out with a note.
fn is_installed(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok();
    if !found {
        eprintln!("note: there is no {program}, so it is not compared with");
    }
    found
}

/// The output of a program in Scheme, which must end well.
fn output(name: &str, program: &str, arguments: &[&str]) -> String {
    let path = fresh_directory(name).join("program.scm");
    std::fs::write(&path, program).expect("temporary files can be written");
    let run = run(mound().arg("run").arg(&path).args(arguments));
    assert_eq!(run.status, Some(0), "{}{}", run.output, run.errors);
    run.output
}

const JSON_CASES: &str = r#"
(import (scheme base) (scheme write) (scheme file) (scheme process-context)
        (mound json) (mound port))
(call-with-input-file (cadr (command-line))
  (lambda (port)
    (for-each
     (lambda (line)
       (display (guard (e ((read-error? e) "refused"))
                  (json->string (string->json (string-copy line 2)))))
       (newline))
     (read-lines port))))
"#;

#[test]
fn json_is_accepted_refused_and_understood_as_by_python() {
    let cases = root().join("tests/batteries/json.cases");
    let cases = cases.to_str().expect("the path is text");
    let answers = output("json", JSON_CASES, &[cases]);
    let verdicts = std::fs::read_to_string(cases).expect("the cases are there");
    assert_eq!(verdicts.split('\n').count(), answers.split('\n').count());
    for (case, answer) in verdicts.split('\n').zip(answers.split('\n')) {
        assert_eq!(case.starts_with('n'), answer == "refused", "{case}");
    }
    if !is_installed("python3") {
        return;
    }
    let path = fresh_directory("json-answers").join("answers");
    std::fs::write(&path, answers).expect("temporary files can be written");
    let judge = root().join("tests/batteries/judge.py");
    let run = run(Command::new("python3").arg(judge).arg(cases).arg(&path));
    assert_eq!((run.status, &*run.output), (Some(0), ""), "{}", run.errors);
}

const DEEP: &str = r#"
(import (scheme base) (scheme write) (mound html) (mound json))
(define count 50000)
(define text
  (string-append (make-string count #\[) (make-string count #\])))
(define deep (string->json text depth: count))
(write (string=? text (json->string deep depth: count)))
(define element
  (let loop ((count count) (inside "x"))
    (if (= count 0) inside (loop (- count 1) (list 'i inside)))))
(write (string-length (html->string element)))
"#;

#[test]
fn depth_of_data_needs_no_native_stack() {
    assert_eq!(output("deep", DEEP, &[]), "#t350001");
}
