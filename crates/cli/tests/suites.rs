//! `mound test` counts, explains failures, and tells by its status.

mod support;

use std::path::{Path, PathBuf};
use support::{Run, fresh_directory, mound, run};

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
        "  FAIL bad / lists\n",
        "    form: (list 1 9 3)\n",
        "    expected: (1 2 3)\n    actual:   (1 9 3)\n                 ^\n",
        "  FAIL bad / raises\n",
        "    raised: oh: \"a\\nb\"\n",
        "    said by the program\n",
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
