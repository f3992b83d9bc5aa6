//! One primitive of each class of the inventory (`docs/internals/primitives.md`) at its largest, again and
//! again: it pays fuel for what it does, leaves room for a process beside it on the only scheduler, and
//! `terminate!` ends it.
//!
//! Nothing is asserted about time but that no primitive holds the scheduler for longer than `HELD_MS`
//! of a processor, of which the watchdog makes status 70.

mod support;

use mound_bytecode::primitives::{Bound, PRIMITIVES};
use std::process::Stdio;
use std::time::Duration;
use support::{fresh_directory, mound, wait};

const HELD_MS: &str = "1000";

/// The program takes seconds.
const LIMIT: Duration = Duration::from_secs(300);

const PROGRAM: &str = r#"
(import (scheme base) (scheme read) (scheme write) (mound base)
        (termite process))

(define (now name pid) (cdr (assq name (process-info pid))))

;; Waits until the process has paid, or waits itself, and ends it.
(define (check name ready? work)
  (let* ((pid (spawn (lambda () (let again () (work) (again)))))
         (watch (monitor pid)))
    (let wait ()
      (if (not (ready? pid)) (begin (recv (after 0.001 #f)) (wait))))
    (terminate! pid)
    (recv (('down ,watch _ reason _) (print name " " reason)))))

(define (has-paid? pid) (> (now 'reductions pid) 20000))
(define (waits? pid) (eq? (now 'state pid) 'waiting))

(define long-list (vector->list (make-vector 1000000 'x)))
(define long-name (make-string 60000 #\a))
(define key (list long-list (make-vector 100000 long-name)))
(define n (expt 3 2000000))

(check 'constant has-paid? (lambda () (char-upcase #\a)))
(check 'linear has-paid? (lambda () (string->symbol long-name)))
(check 'linear has-paid? (lambda () (hash key)))
(check 'linear has-paid? (lambda () (apply list (make-list 60000 1))))
(check 'steps has-paid? (lambda () (equal? long-list (list-copy long-list))))
(check 'steps has-paid? (lambda () (make-vector 1000000 'x)))
(check 'steps has-paid? (lambda () (write long-list (open-output-string))))
(check 'computed has-paid? (lambda () (gcd (* n 5) (* n 7))))
(check 'waits waits? (lambda () (recv ('never #f))))
(check 'waits waits? read-char)
"#;

#[test]
fn each_class_of_bounds_is_kept() {
    let path = fresh_directory("bounds").join("program.scm");
    std::fs::write(&path, PROGRAM).expect("temporary files can be written");
    let mut child = mound()
        .env("MOUND_HELD_MS", HELD_MS)
        .args(["run", "--schedulers", "1"])
        .arg(&path)
        // Nobody writes there, and it stays open.
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("mound can be started");
    let input = child.stdin.take();
    let status = wait(&mut child, LIMIT).and_then(|status| status.code());
    let _ = child.kill();
    drop(input);
    let output = child.wait_with_output().expect("it has ended");
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    let all_end = text.lines().all(|line| line.ends_with(" terminated"));
    assert_eq!((status, all_end), (Some(0), true), "{text}{errors}");
    for bound in Bound::ALL {
        let name = format!("{bound:?}").to_lowercase();
        let is_used = PRIMITIVES.iter().any(|row| row.bound == bound);
        let is_shown = text.lines().any(|line| line.starts_with(&name));
        assert_eq!(is_shown, is_used, "{name}\n{text}");
    }
}
