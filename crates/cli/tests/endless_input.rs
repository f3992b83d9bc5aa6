//! Input without an end is an error, and not all the memory of the machine.

mod support;

use std::fs::File;
use std::process::Command;
use support::{fresh_directory, mound};

/// The status, and what is on standard error, of a command whose input is zeros without end.
fn fed(command: &mut Command) -> (Option<i32>, String) {
    let zeros = File::open("/dev/zero").expect("Linux has it");
    let output = command.stdin(zeros).output().expect("mound can be started");
    let errors = String::from_utf8(output.stderr).expect("it is text");
    (output.status.code(), errors)
}

#[test]
fn a_source_without_an_end_is_refused() {
    for (arguments, expected) in [
        (&["run", "/dev/zero"][..], 3),
        (&["run", "-"], 3),
        (&["repl"], 4),
    ] {
        let (status, errors) = fed(mound().args(arguments));
        assert_eq!(status, Some(expected), "{errors}");
        assert!(errors.contains("more than 67108864 bytes"), "{errors}");
    }
}

#[test]
fn data_without_an_end_are_a_condition() {
    for (call, kind) in [
        ("(read-line)", "file-error?"),
        ("(read-file \"/dev/zero\")", "file-error?"),
        // Of a name of zeros the first is wrong already.
        ("(call-with-input-file \"/dev/zero\" read)", "read-error?"),
    ] {
        let program = fresh_directory("zeros").join("program.scm");
        let text = format!(
            "(import (scheme base) (scheme file) (scheme read) (mound file))
             (guard (e (({kind} e) 'refused)) {call} (error \"it was read\"))"
        );
        std::fs::write(&program, text).expect("temporary files can be written");
        let (status, errors) = fed(mound().args(["run", "--memory", "200m"]).arg(program));
        assert_eq!(status, Some(0), "{call}: {errors}");
    }
}
