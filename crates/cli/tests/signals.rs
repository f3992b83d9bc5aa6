//! One SIGTERM ends a program, whatever holds it up: output that nobody takes, or an operation
//! that keeps a scheduler for minutes.

mod support;

use rustix::process::{Pid, Signal, kill_process};
use std::io::Read;
use std::process::{Child, Stdio};
use std::time::Duration;
use support::{fresh_directory, mound, wait};

/// What a shell shows for SIGTERM.
const TERMINATED: i32 = 143;

/// Well above what the program may take to end, and below what the long operations take.
const LIMIT: Duration = Duration::from_secs(60);

/// Starts a program, whose standard output is not read beyond the first byte.
fn start(name: &str, text: &str) -> Child {
    let path = fresh_directory(name).join("program.scm");
    std::fs::write(&path, text).expect("temporary files can be written");
    mound()
        .arg("run")
        .arg(&path)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("mound can be started")
}

/// The status after one SIGTERM, and standard error.
fn terminate(mut child: Child) -> (Option<i32>, String) {
    let mut first = [0];
    // Kept open, and not read again.
    let mut output = child.stdout.take().expect("it is piped");
    output.read_exact(&mut first).expect("the program begins");
    // So that it is well inside what cannot be interrupted.
    std::thread::sleep(Duration::from_millis(500));
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    kill_process(pid.expect("it is a pid"), Signal::TERM).expect("the program runs");
    let status = wait(&mut child, LIMIT).and_then(|status| status.code());
    let _ = child.kill();
    let _ = child.wait();
    let mut errors = String::new();
    let mut stream = child.stderr.take().expect("it is piped");
    stream.read_to_string(&mut errors).expect("it is text");
    (status, errors)
}

#[test]
fn a_program_whose_output_nobody_takes_ends() {
    let text = "(import (scheme base) (scheme write))
                (let loop () (display \"and so on and so forth\\n\") (loop))";
    let (status, errors) = terminate(start("stuck-output", text));
    assert_eq!(status, Some(TERMINATED), "{errors}");
    assert!(errors.contains("its output is not taken"), "{errors}");
}

#[test]
fn a_program_in_long_operations_ends() {
    // One for each scheduler.
    let text = "(import (scheme base) (scheme write) (termite process))
                (define (long) (gcd (expt 3 40000000) (expt 7 22000000)))
                (for-each (lambda (n) (spawn long)) '(1 2 3 4))
                (display \"x\")
                (flush-output-port)
                (long)";
    let (status, errors) = terminate(start("long-operations", text));
    assert_eq!(status, Some(TERMINATED), "{errors}");
}
