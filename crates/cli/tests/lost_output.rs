//! Output that goes nowhere: a full disk, a reader that has gone; and programs that write without
//! end, which can be ended all the same.

mod support;

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use support::{TIME_LIMIT, fresh_directory, mound, wait};

const LANGUAGE: &str = "(import (scheme base) (scheme write) (scheme process-context)
                                (termite process))";

/// Writes lines as long as it may.
const ENDLESS: &str = "(let loop () (display \"more\\n\") (loop))";

fn program(text: &str) -> PathBuf {
    let path = fresh_directory("program").join("program.scm");
    std::fs::write(&path, format!("{LANGUAGE}\n{text}\n")).expect("temporary files can be written");
    path
}

fn start(arguments: &[&str], output: Stdio) -> Child {
    mound()
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(output)
        .stderr(Stdio::piped())
        .spawn()
        .expect("mound can be started")
}

/// The status, and what is on standard error. A program that does not end is killed.
fn end(mut child: Child) -> (Option<i32>, String) {
    let mut errors = String::new();
    let mut stream = child.stderr.take().expect("it is piped");
    let status = wait(&mut child, TIME_LIMIT).and_then(|status| status.code());
    let _ = child.kill();
    let _ = child.wait();
    stream.read_to_string(&mut errors).expect("it is text");
    (status, errors)
}

/// On a disk that is full.
fn full(arguments: &[&str]) -> (Option<i32>, String) {
    let disk = File::options().write(true).open("/dev/full");
    end(start(arguments, disk.expect("Linux has it").into()))
}

fn run_on_full_disk(text: &str) -> (Option<i32>, String) {
    full(&["run", &program(text).display().to_string()])
}

#[test]
fn a_full_disk_is_told_of() {
    let lost = "error: cannot write standard output: ";
    for (status, errors) in [
        run_on_full_disk("(display \"hello\")"),
        run_on_full_disk("(display \"hello\") (exit 0)"),
        run_on_full_disk(ENDLESS),
        full(&["eval", "(begin (display 'hello) (if #f #f))"]),
        full(&["eval", "'hello"]),
        full(&["help"]),
        full(&["run", "--help"]),
        full(&["--version"]),
    ] {
        assert_eq!(status, Some(1), "{errors}");
        assert!(errors.contains(lost), "{errors}");
    }
}

/// `>&-` leaves a program without standard output.
#[test]
#[cfg(target_os = "linux")]
fn output_that_is_closed_is_told_of() {
    let path = program("(display \"hello\")");
    let quiet = program("(if #f #f)");
    let [path, quiet] = [&path, &quiet].map(|path| path.display().to_string());
    let closed = |arguments: &[&str]| {
        let program = mound();
        let mut shell = Command::new("sh");
        shell.args(["-c", "exec \"$0\" \"$@\" >&-"]);
        shell.arg(program.get_program()).args(arguments);
        for (name, value) in program.get_envs() {
            if let Some(value) = value {
                shell.env(name, value);
            }
        }
        let shell = shell.stdin(Stdio::null()).stderr(Stdio::piped()).spawn();
        end(shell.expect("there is a shell"))
    };
    for arguments in [
        &["run", &path][..],
        &["eval", "'hello"],
        &["help"],
        &["--version"],
    ] {
        let (status, errors) = closed(arguments);
        assert_eq!(status, Some(1), "{arguments:?}: {errors}");
        assert_eq!(
            errors,
            "error: cannot write standard output: it is closed\n"
        );
    }
    // Who writes nothing needs none.
    assert_eq!(closed(&["run", &quiet]), (Some(0), String::new()));
}

/// What nobody reads takes bounded memory: of a crowd that dies of the same, few are reported, and
/// whoever writes to standard error waits.
#[test]
fn reports_that_are_alike_are_counted() {
    let text = "(define (crowd n)
                  (if (> n 0) (begin (spawn (lambda () (car 5))) (crowd (- n 1)))))
                (crowd 5000)
                (spawn (lambda () (vector-ref (vector) 1)))
                (recv (after 0.3 'done))
                (exit 0)";
    let path = program(text).display().to_string();
    let (status, errors) = end(start(&["run", &path], Stdio::null()));
    assert_eq!(status, Some(0), "{errors}");
    let count = |text: &str| errors.matches(text).count();
    assert_eq!(count("\nerror: car: "), 20, "{errors}");
    // What is different is seen all the same.
    assert_eq!(count("error: vector-ref: "), 1, "{errors}");
    let summary = "4980 more processes have died of the same: error: car: ";
    assert_eq!(count(summary), 1, "{errors}");
}

#[test]
fn a_program_can_handle_that_output_is_lost() {
    let text = "(display \"hello\")
                (guard (e ((file-error? e)
                           (write (error-object-message e) (current-error-port))))
                  (flush-output-port))";
    let said = "\"cannot write standard output: no space is left\"".to_owned();
    assert_eq!(run_on_full_disk(text), (Some(0), said));
}

#[test]
fn a_program_without_end_ends_when_nobody_reads_any_more() {
    let path = program(ENDLESS).display().to_string();
    for arguments in [&["run", &path][..], &["run", "--seed", "3", &path]] {
        let mut child = start(arguments, Stdio::piped());
        let mut output = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut line = String::new();
        output.read_line(&mut line).expect("it is text");
        assert_eq!(line, "more\n");
        drop(output);
        let (status, errors) = end(child);
        assert_eq!(status, Some(1), "{errors}");
        assert!(errors.contains("nobody reads any more"), "{errors}");
    }
}

#[test]
fn who_does_not_want_the_last_lines_does_not_get_complaints() {
    let path = program("(? 0.2 'waited) (display \"hello\")")
        .display()
        .to_string();
    for arguments in [&["run", &path][..], &["disassemble", &path]] {
        let mut child = start(arguments, Stdio::piped());
        drop(child.stdout.take());
        let (_, errors) = end(child);
        assert_eq!(errors, "");
    }
}

#[test]
fn who_writes_without_end_does_not_keep_the_program_from_ending() {
    let text = format!("(spawn (lambda () {ENDLESS})) (? 0.2 'waited) (exit 4)");
    let path = program(&text).display().to_string();
    assert_eq!(end(start(&["run", &path], Stdio::null())).0, Some(4));

    let path = program(&format!(
        "(display \"ready\\n\" (current-error-port)) {ENDLESS}"
    ));
    let mut child = start(&["run", &path.display().to_string()], Stdio::null());
    let mut ready = [0; 6];
    let errors = child.stderr.as_mut().expect("it is piped");
    errors.read_exact(&mut ready).expect("it is ready");
    let number = child.id().to_string();
    let told = Command::new("kill").args(["-s", "TERM", &number]).status();
    assert!(told.expect("there is kill").success());
    assert_eq!(end(child).0, Some(143));
}
