//! `mound fmt`, as someone who types it sees it. What it makes of a text is shown by the snapshots of
//! `crates/format`.

mod support;

use std::path::Path;
use support::{fresh_directory, mound, run, run_with_input};

const UGLY: &str = "(define (f x) ; why\n(g x\n x))\n";
const FORMATTED: &str = "(define (f x) ; why\n  (g x\n     x))\n";

fn write(path: &Path, text: &str) {
    std::fs::write(path, text).expect("temporary files can be written");
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("the file is there")
}

#[test]
fn files_of_directories_are_formatted_and_others_are_left() {
    let directory = fresh_directory("format");
    std::fs::create_dir(directory.join("inside")).expect("it can be made");
    for name in ["a.scm", "inside/b.sld", "c.txt"] {
        write(&directory.join(name), UGLY);
    }
    write(&directory.join("d.scm"), FORMATTED);
    let checked = run(mound().args(["fmt", "--check"]).arg(&directory)).expect_status(1);
    assert_eq!(checked.output.lines().count(), 2, "{}", checked.output);
    assert_eq!(read(&directory.join("a.scm")), UGLY);
    let formatted = run(mound().arg("fmt").arg(&directory)).expect_status(0);
    assert_eq!((&*formatted.output, &*formatted.errors), ("", ""));
    for name in ["a.scm", "inside/b.sld", "d.scm"] {
        assert_eq!(read(&directory.join(name)), FORMATTED, "{name}");
    }
    assert_eq!(read(&directory.join("c.txt")), UGLY);
    let checked = run(mound().args(["fmt", "--check"]).arg(&directory)).expect_status(0);
    assert_eq!(checked.output, "");
    // Without arguments: this directory.
    write(&directory.join("a.scm"), UGLY);
    run(mound().current_dir(&directory).arg("fmt")).expect_status(0);
    assert_eq!(read(&directory.join("a.scm")), FORMATTED);
}

#[test]
fn a_file_that_says_so_is_left_as_it_is() {
    let other = format!(";;; Of another Scheme.\n;;; fmt: off\n\n(f #!optional)\n{UGLY}");
    let formatted = run_with_input(mound().args(["fmt", "-"]), &other).expect_status(0);
    assert_eq!(formatted.output, other);
    run_with_input(mound().args(["fmt", "--check", "-"]), &other).expect_status(0);
    // Behind a form it says nothing.
    let late = format!("(f)\n;; fmt: off\n{UGLY}");
    let formatted = run_with_input(mound().args(["fmt", "-"]), &late).expect_status(0);
    assert_eq!(formatted.output, format!("(f)\n;; fmt: off\n{FORMATTED}"));
}

#[test]
fn standard_input_is_formatted_to_standard_output() {
    let formatted = run_with_input(mound().args(["fmt", "-"]), UGLY).expect_status(0);
    assert_eq!(formatted.output, FORMATTED);
    let checked = run_with_input(mound().args(["fmt", "--check", "-"]), UGLY).expect_status(1);
    assert_eq!(checked.output, "standard input\n");
    run_with_input(mound().args(["fmt", "--check", "-"]), FORMATTED).expect_status(0);
}

#[test]
fn file_that_cannot_be_read_is_reported_and_the_others_are_formatted() {
    let directory = fresh_directory("format");
    let (bad, good) = (directory.join("bad.scm"), directory.join("good.scm"));
    write(&bad, "(define x\n");
    write(&good, UGLY);
    let missing = directory.join("missing.scm");
    let run = run(mound().arg("fmt").args([&bad, &missing, &good])).expect_status(3);
    assert!(run.errors.contains("bad.scm:1:1"), "{}", run.errors);
    assert!(run.errors.contains("unclosed `(define`"), "{}", run.errors);
    assert!(run.errors.contains("cannot read"), "{}", run.errors);
    assert_eq!(read(&bad), "(define x\n");
    assert_eq!(read(&good), FORMATTED);
}
