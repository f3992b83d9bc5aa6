//! Operations on numbers that take minutes, more of them at once than a node of two schedulers has
//! threads, while a process beside them must be answered, and all of them end when they are told to.
//!
//! The bounds on time are far above what a loaded machine takes, and far below what the operations take.

mod support;

use std::process::Stdio;
use std::time::Duration;
use support::{fresh_directory, mound, run, wait};

/// All of the operations together take longer than that.
const LIMIT: Duration = Duration::from_secs(150);

/// What no primitive may hold a scheduler for, in milliseconds of a processor, with code that is made for
/// debugging: the strings that the program makes are long, too.
const HELD_MS: &str = "200";

const PROGRAM: &str = r#"
(import (scheme base) (scheme read) (scheme write) (scheme inexact)
        (mound clock) (termite process))

(define a (expt 3 20000000))
(define b (expt 7 11000000))
(define digits (make-string 2000000 #\7))

(define (divisor) (gcd (expt 3 40000000) (expt 7 22000000)))

(define operations
  (list divisor
        divisor
        (lambda () (number->string a))
        (lambda () (string->number digits))
        (lambda () (read (open-input-string digits)))
        (lambda () (write (vector a b) (open-output-string)))
        (lambda () (+ (/ a b) (/ b a)))
        (lambda () (< (/ a b) (/ b a)))
        (lambda () (rationalize (/ a b) 1/2))
        (lambda () (exact-integer-sqrt (* a b)))
        (lambda () (quotient (* a b) (+ a 1)))
        (lambda () (expt (+ a 1) 1/3))
        (lambda () (inexact (/ a (+ a 1))))))

;; How late a process that wants to run each hundredth of a second is, at worst.
(define (watch count)
  (let loop ((n count) (worst 0))
    (if (= n 0)
        worst
        (let ((before (monotonic-time)))
          (sleep 1/100)
          (loop (- n 1) (max worst (- (monotonic-time) before 1/100)))))))

(define (complain worst)
  (if (> worst 20)
      (begin (display "late: ") (display (inexact worst)) (newline))))

(define busy (map spawn operations))
(complain (watch 100))
(for-each terminate! busy)
(complain (watch 10))
(display (if (memq #t (map alive? busy)) "they live" "done"))
"#;

#[test]
fn a_process_beside_long_numbers_is_answered() {
    let path = fresh_directory("long-numbers").join("program.scm");
    std::fs::write(&path, PROGRAM).expect("temporary files can be written");
    let mut child = mound()
        .env("MOUND_HELD_MS", HELD_MS)
        .args(["run", "--schedulers", "2"])
        .arg(&path)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("mound can be started");
    let status = wait(&mut child, LIMIT).and_then(|status| status.code());
    let _ = child.kill();
    let output = child.wait_with_output().expect("it has ended");
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!((status, &*text), (Some(0), "done"), "{errors}");
}

#[test]
fn a_multiplication_ends_with_its_process() {
    // One operation of the library of numbers, which nothing can interrupt. More of them are begun than
    // there are threads for them; who begins the next computation waits for one of these threads only.
    let text = "(import (scheme base) (scheme write) (termite process))
                (define a (expt 3 15000000))
                (define (forever) (* a a) (forever))
                (define busy (map (lambda (i) (spawn forever)) (make-list 12)))
                (recv (after 0.2 #f))
                (define watches (map monitor busy))
                (for-each terminate! busy)
                (for-each
                  (lambda (watch) (recv (('down ,watch _ reason _) (write reason))))
                  watches)
                (write (= (gcd (* 3 a) a) a))";
    let path = fresh_directory("multiplications").join("program.scm");
    std::fs::write(&path, text).expect("temporary files can be written");
    let mut child = mound()
        .args(["run", "--schedulers", "2"])
        .arg(&path)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("mound can be started");
    let status = wait(&mut child, LIMIT).and_then(|status| status.code());
    let _ = child.kill();
    let output = child.wait_with_output().expect("it has ended");
    let text = String::from_utf8_lossy(&output.stdout);
    let expected = "terminated".repeat(12) + "#t";
    assert_eq!((status, &*text), (Some(0), &*expected));
}

#[test]
fn what_holds_a_scheduler_is_named() {
    // As many arguments as there may be are laid out at once.
    let text = "(import (scheme base))
                (define many (make-list 900000 1))
                (let again () (apply + many) (again))";
    let path = fresh_directory("held").join("program.scm");
    std::fs::write(&path, text).expect("temporary files can be written");
    let named = |primitive: &str| {
        let mut command = mound();
        command.env("MOUND_HELD_MS", "2").arg("run").arg(&path);
        let run = run(&mut command);
        let is_named = run.errors.contains(" held a scheduler") && run.status == Some(70);
        assert!(is_named, "{:?} {}", run.status, run.errors);
        let expected = format!("the primitive {primitive} held a scheduler");
        run.errors.contains(&expected)
    };
    // On a busy machine another one may take its time before.
    assert!((0..10).any(|_| named("%apply")));
}
