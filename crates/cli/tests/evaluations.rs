//! Texts that are evaluated, one after another, each with expressions and names that none before it had:
//! they leave nothing behind. Definitions in the interactive environment stay, are bounded, and are refused
//! beyond that.
//!
//! `EVALUATIONS=1000000` evaluates so many of each kind; without it, fewer of two kinds.

#![cfg(target_os = "linux")]

mod support;

use support::{check_failures, fresh_directory, mound, run};

/// Texts of each kind, if the environment does not say another number: so many that what they would leave
/// (600 bytes each, once) is twice what the node may take more.
const EVALUATIONS: usize = 50_000;

/// What the node may take more after all of them than after the first quarter: its tables grow for a
/// while, and the allocator keeps something.
const GROWTH_BYTES: usize = 30 << 20;
/// With `EVALUATIONS` of the usual size. Two looks at a node at rest differ by up to 7 MB: it depends on
/// what was collected just before.
const GROWTH_BYTES_FEW: usize = 11 << 20;

const MEMORY: &str = "64m";

const PROGRAM: &str = "
(import (scheme base) (scheme eval) (scheme read) (scheme repl) (scheme write)
        (scheme file) (mound match) (termite process))
(define base (environment '(scheme base) '(mound match)))
(define (name i) (string->symbol (string-append \"evaluated-\" (number->string i))))
(define (resident)
  (call-with-input-file \"/proc/self/statm\"
    (lambda (port) (read port) (* 4096 (read port)))))
(define (evaluate-all from to)
  (when (< from to)
    (guard (e (#t #f)) (eval (form from) (place from)))
    (evaluate-all (+ from 1) to)))
(define (names from to)
  (if (< from to) (cons (name (- -1 from)) (names (+ from 1) to)) '()))
;; Of evaluated texts 65 536 names last.
(define (use-up from)
  (when (< from 70000)
    (eval (list 'quote (names from (+ from 5000))) base)
    (use-up (+ from 5000))))
(use-up 0)
(define first (quotient count 4))
(evaluate-all 0 first)
(define before (resident))
(evaluate-all first count)
(display (max 0 (- (resident) before)))
";

fn count() -> usize {
    let given = std::env::var("EVALUATIONS").ok();
    given.map_or(EVALUATIONS, |text| text.parse().expect("a number"))
}

/// How many bytes the node took more.
fn growth(place: &str, form: &str) -> Result<usize, String> {
    let program = fresh_directory("evaluations").join("program.scm");
    let count = count();
    let begin = PROGRAM.find("(define (resident)").expect("it is there");
    let (imports, rest) = PROGRAM.split_at(begin);
    let text = format!(
        "{imports}(define (place i) {place})(define count {count})(define (form i) {form}){rest}"
    );
    std::fs::write(&program, text).expect("temporary files can be written");
    let run = run(mound().args(["run", "--memory", MEMORY]).arg(&program));
    run.output
        .parse()
        .map_err(|_| format!("{form}: {:?} {} {}", run.status, run.output, run.errors))
}

#[test]
fn evaluated_texts_leave_nothing() {
    let forms = [
        (
            "base",
            "`(let ((,(name i) 1)) (lambda (x) (list x ',(name i))))",
        ),
        (
            "(interaction-environment)",
            "`(define (again x) (let-syntax ((,(name i) (syntax-rules () ((_) ,i)))) (,(name i))))",
        ),
        ("base", "`(+ ,i 1)"),
        ("base", "`(match ,i (,(name i) ,(name i)))"),
        // It cannot be compiled.
        ("base", "`(if ',(name i) . 1)"),
        (
            "(environment `(prefix (only (scheme base) car cdr) ,(name i)))",
            "`(lambda (,(name i)) 1)",
        ),
    ];
    let (kinds, most) = match count() {
        EVALUATIONS => (2, GROWTH_BYTES_FEW),
        _ => (forms.len(), GROWTH_BYTES),
    };
    let failures = forms[..kinds]
        .iter()
        .filter_map(|(place, form)| match growth(place, form) {
            Ok(bytes) => {
                println!("{form}: {bytes} bytes");
                (bytes > most).then(|| format!("{form}: {bytes} bytes"))
            }
            Err(why) => Some(why),
        });
    check_failures(failures.collect());
}

/// The interactive environment holds so much and no more; what is there goes on to work, and can be
/// defined anew.
#[test]
fn definitions_are_refused_when_there_are_too_many() {
    let program = fresh_directory("evaluations").join("program.scm");
    let text = "
        (import (scheme base) (scheme eval) (scheme repl) (scheme write))
        (define place (interaction-environment))
        (define (name i) (string->symbol (string-append \"defined-\" (number->string i))))
        (define (fill make)
          (let loop ((i 0))
            (if (guard (e ((error-object? e)
                           (display (condition-kind e)) (newline)
                           (display (error-object-message e)) (newline)
                           #f))
                  (eval (make i) place)
                  #t)
                (loop (+ i 1))
                i)))
        (define (many? count) (display (< 500 count 100000)) (newline))
        (many? (fill (lambda (i) `(define ,(name i) ,i))))
        (display (eval '(+ defined-0 defined-100) place)) (newline)
        (eval '(define defined-100 200) place)
        (display (eval 'defined-100 place)) (newline)
        (fill (lambda (i) `(define-syntax ,(name i) (syntax-rules () ((_) ,i)))))
        (fill (lambda (i) `(define-values (,(name (- -1 i)) x) (values 1 2))))
        (display (eval '(let loop ((i 0)) (if (< i 10) (loop (+ i 1)) i)) place))";
    let text = text.replace("(scheme write))", "(scheme write) (mound conditions))");
    std::fs::write(&program, text).expect("temporary files can be written");
    let run = run(mound().args(["run", "--memory", "16m"]).arg(&program)).expect_status(0);
    let full = "memory\nerror: the interactive environment is full: definitions in it may take 2097152 bytes in all";
    assert_eq!(run.output.matches(full).count(), 3, "{}", run.output);
    assert!(run.output.contains("#t\n100\n200\n"), "{}", run.output);
    assert!(run.output.ends_with("10"), "{}", run.output);
}
