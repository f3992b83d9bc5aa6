//! `mound test` counts, explains failures, and tells by its status.

mod support;

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use support::{Run, TIME_LIMIT, fresh_directory, mound, run};

const GOOD: &str = r#"
(import (scheme base) (srfi 64))
(test-begin "good")
(test-equal "sum" 3 (+ 1 2))
(test-group "inner" (test-assert "true" #t) (test-skip 1) (test-eqv "skipped" 1 2))
(test-expect-fail 1)
(test-eqv "known" 1 2)
(test-end)
"#;

const BAD: &str = r#"
(import (scheme base) (scheme write) (srfi 64))
(display "said by the program")
(test-begin "bad")
(test-equal "lists" '(1 2 3) (list 1 9 3))
(test-equal "raises" 1 (error "oh" "a\nb"))
(test-eqv "fine" 1 1)
(test-end)
"#;

const DYING: &str = r#"
(import (scheme base) (srfi 64))
(test-begin "dying")
(test-eqv "before" 1 1)
(error "outside of tests")
"#;

/// Its second test waits for what never comes, longer than any of these tests.
const STUCK: &str = r#"
(import (scheme base) (scheme write) (srfi 64) (termite process))
(spawn (lambda () (recv ('never #t))) name: 'other)
(test-begin "stuck")
(test-eqv "before" 1 1)
(test-eqv "waits" 1
  (recv ('never #t) (after 100000 #f)))
(test-eqv "behind" 1 1)
(test-end)
"#;

const TALKING: &str = r#"
(import (scheme base) (scheme write) (srfi 64))
(test-begin "talking")
(test-assert "passes" (begin (display "said by the first") #t))
(test-assert "fails" (begin (display "said by the second") #f))
(test-end)
"#;

/// It depends on chance.
const CHANCE: &str = r#"
(import (scheme base) (srfi 27) (srfi 64))
(test-begin "chance")
(test-assert "not 0" (> (random-integer 3) 0))
(test-end)
"#;

const LIBRARY: &str = r#"
(define-library (shapes)
  (import (scheme base))
  (export area double)
  (include "shapes-double.scm")
  (begin
    ;;> (area width height): the area of a rectangle.
    ;;> Example: (area 2 3) => 6
    ;;> Example: (list 'a (area 2 3)) => (a 7)
    (define (area width height) (* width height))))
"#;

const INCLUDED: &str = r#"
;;> (double shape): twice the shape.
;;> Example: (double "a") => "aa"
;;> Example: (double "ab") => "abab"
;;> Example: (double 'a)
(define (double shape) (string-append shape shape))
"#;

fn suites(files: &[(&str, &str)]) -> PathBuf {
    let directory = fresh_directory("suites");
    for (name, text) in files {
        let path = directory.join(name);
        let parent = path.parent().expect("a directory");
        std::fs::create_dir_all(parent).expect("directories can be made");
        std::fs::write(path, text).expect("files can be written");
    }
    directory
}

fn test(directory: &Path, flags: &[&str]) -> Run {
    run(mound().arg("test").args(flags).arg(directory))
}

#[test]
fn suites_that_pass_are_counted() {
    let directory = suites(&[
        ("good-test.scm", GOOD),
        ("tests/also.scm", GOOD),
        ("other.scm", BAD),
    ]);
    let run = test(&directory, &["--jobs", "2"]);
    assert_eq!(run.status, Some(0), "{}\n{}", run.output, run.errors);
    let lines: Vec<&str> = run.output.lines().collect();
    assert_eq!(lines.len(), 3, "{}", run.output);
    assert!(
        lines[0].ends_with("good-test.scm: 3 passed, 1 skipped, 1 of them expected to fail"),
        "{}",
        lines[0]
    );
    assert_eq!(lines[2], "6 passed, 0 failed");
}

#[test]
fn failures_are_explained() {
    let directory = suites(&[("bad-test.scm", BAD), ("good-test.scm", GOOD)]);
    let run = test(&directory, &[]);
    assert_eq!(run.status, Some(1));
    for expected in [
        "bad-test.scm: 1 passed, 2 failed\n",
        "  FAIL bad / lists\n    at ",
        "bad-test.scm:5\n",
        "    form: (list 1 9 3)\n",
        "    expected: (1 2 3)\n    actual:   (1 9 3)\n                 ^\n",
        "  FAIL bad / raises\n",
        "    raised: oh: \"a\\nb\"\n    in: an anonymous procedure at ",
        "bad-test.scm:6:24\n",
        "  output:\n    said by the program\n",
        "\n4 passed, 2 failed\n",
    ] {
        assert!(
            run.output.contains(expected),
            "no {expected:?} in\n{}",
            run.output
        );
    }
}

#[test]
fn suite_that_dies_has_failed() {
    let directory = suites(&[("dying-test.scm", DYING)]);
    let run = test(&directory, &[]);
    assert_eq!(run.status, Some(1));
    assert!(run.output.contains("1 passed, 1 failed"), "{}", run.output);
    assert!(run.output.contains("outside of tests"), "{}", run.output);
}

#[test]
fn filter_picks_tests_by_their_names() {
    let directory = suites(&[("bad-test.scm", BAD), ("good-test.scm", GOOD)]);
    let run = test(&directory, &["--filter", "inner / true"]);
    assert_eq!(run.status, Some(0), "{}", run.output);
    assert!(
        run.output.ends_with("1 passed, 0 failed\n"),
        "{}",
        run.output
    );
}

#[test]
fn no_suites_are_an_error() {
    let run = test(&suites(&[("other.scm", GOOD)]), &[]);
    assert_eq!(run.status, Some(3));
    assert!(run.errors.contains("no suites of tests"), "{}", run.errors);
}

#[test]
fn filter_without_a_match_is_an_error() {
    let directory = suites(&[("good-test.scm", GOOD)]);
    let run = test(&directory, &["--filter", "no such test"]);
    assert_eq!(run.status, Some(3), "{}", run.output);
    let expected = "error: the name of no test contains \"no such test\"";
    assert!(run.errors.contains(expected), "{}", run.errors);
}

#[test]
fn only_output_of_failing_tests_is_shown() {
    let directory = suites(&[("talking-test.scm", TALKING)]);
    let run = test(&directory, &[]);
    assert!(
        run.output
            .contains("    output:\n      said by the second\n")
    );
    assert!(!run.output.contains("said by the first"), "{}", run.output);
    let run = test(&directory, &["--show-output"]);
    for said in ["said by the first", "said by the second"] {
        assert!(run.output.contains(said), "{}", run.output);
    }
}

#[test]
fn test_that_does_not_end_is_told_with_what_its_processes_wait_for() {
    let directory = suites(&[("stuck-test.scm", STUCK)]);
    let run = test(&directory, &["--timeout", "10"]);
    assert_eq!(run.status, Some(1), "{}", run.output);
    for expected in [
        "stuck-test.scm: 1 passed, 1 failed\n",
        "  FAIL stuck / waits\n    at ",
        "stuck-test.scm:6\n",
        "    timeout: it had not ended after 10 seconds",
        "(main) has waited for ",
        "stuck-test.scm:7:",
        "(other) has waited for ",
    ] {
        assert!(
            run.output.contains(expected),
            "no {expected:?} in\n{}",
            run.output
        );
    }
}

#[test]
fn seeds_that_fail_are_told_and_fail_again() {
    let directory = suites(&[("chance-test.scm", CHANCE)]);
    let run = test(&directory, &["--seeds", "12"]);
    assert_eq!(run.status, Some(1), "{}", run.output);
    assert!(
        run.output.contains("chance-test.scm: 12 seeds, "),
        "{}",
        run.output
    );
    let seed = run.output.split_once(" with --seed ").map(|(_, rest)| rest);
    let seed = seed
        .and_then(|rest| rest.split_once(':'))
        .map(|(seed, _)| seed);
    let seed = seed.unwrap_or_else(|| panic!("no seed in {}", run.output));
    let again = test(&directory, &["--seed", seed]);
    assert_eq!(again.status, Some(1), "{}", again.output);
}

#[test]
fn documented_examples_are_tests() {
    let directory = suites(&[("shapes.sld", LIBRARY), ("shapes-double.scm", INCLUDED)]);
    let run = test(&directory, &[]);
    assert_eq!(run.status, Some(1), "{}", run.output);
    for expected in [
        "shapes.sld: 4 passed, 2 failed\n",
        "  FAIL examples of (shapes) / (list 'a (area 2 3))\n    at ",
        "shapes.sld:9\n    expected: (a 7)\n    actual:   (a 6)\n",
        "  FAIL examples of (shapes) / (double 'a)\n    at ",
        "shapes-double.scm:5\n    raised: string-append: argument 1",
    ] {
        assert!(
            run.output.contains(expected),
            "no {expected:?} in\n{}",
            run.output
        );
    }
}

const COVERED: &str = r#"
(define-library (signs)
  (import (scheme base))
  (export sign unused)
  (begin
    (define (sign n)
      (cond
        ((> n 0)
         'positive)
        ((< n 0)
         'negative)
        (else 'zero)))
    (define (unused n)
      (+ n 1))))
"#;

const COVERING: &str = r#"
(import (scheme base) (srfi 64) (signs))
(test-begin "signs")
(test-eq 'positive (sign 5))
(test-eq 'zero (sign 0))
(test-end)
"#;

#[test]
fn coverage_counts_lines_and_procedures() {
    for flags in [&[][..], &["--no-native"]] {
        let directory = suites(&[("signs.sld", COVERED), ("signs-test.scm", COVERING)]);
        let into = directory.join("covered");
        let option = format!("--coverage={}", into.display());
        let run = test(&directory, &[flags, &[&*option]].concat());
        assert_eq!(run.status, Some(0), "{}\n{}", run.output, run.errors);
        let all = run
            .output
            .lines()
            .find(|line| line.starts_with("all files"));
        let all: Vec<&str> = all.expect("a sum").split_whitespace().collect();
        assert_eq!(all[2..], ["4/6", "66%", "1/2", "50%"], "{}", run.output);
        let lcov = std::fs::read_to_string(into.join("lcov.info")).expect("it is written");
        for expected in [
            "FN:6,sign\nFN:13,unused\nFNDA:2,sign\nFNDA:0,unused\nFNF:2\nFNH:1\n",
            "DA:8,2\nDA:9,1\nDA:10,1\nDA:11,0\nDA:12,1\nDA:14,0\nLF:6\nLH:4\n",
        ] {
            assert!(lcov.contains(expected), "no {expected:?} in\n{lcov}");
        }
        assert!(!lcov.contains("signs-test.scm"), "{lcov}");
        let page = std::fs::read_to_string(into.join("file-1.html")).expect("it is written");
        let missed = "<tr class=\"missed\"><td>11<td>0<td><pre>         'negative)</pre>";
        assert!(page.contains(missed), "{page}");
    }
}

/// A run of `mound test --watch`, which a test ends.
struct Watch(Child, Receiver<String>);

impl Watch {
    fn start(directory: &Path) -> Watch {
        let mut command = mound();
        command.args(["test", "--watch"]).arg(directory);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
        let output = child.stdout.take().expect("it is piped");
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Watch(child, lines)
    }

    /// What it prints until it watches again.
    fn run(&self) -> String {
        let mut text = String::new();
        loop {
            let line = self.1.recv_timeout(TIME_LIMIT).expect("it goes on");
            if line.starts_with("watching ") {
                return text;
            }
            text += &line;
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // It has ended if this fails.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn tests_are_run_again_when_a_source_changes() {
    let directory = suites(&[("changing-test.scm", GOOD)]);
    let watch = Watch::start(&directory);
    assert!(watch.run().ends_with("3 passed, 0 failed"));
    std::fs::write(directory.join("changing-test.scm"), BAD).expect("files can be written");
    // It may have been seen before all of it was written.
    while !watch.run().ends_with("1 passed, 2 failed") {}
}
