//! A program in which nothing can happen any more ends and says why; one that something from outside may wake
//! does not. Asked by a signal, a program tells what its processes wait for.

mod support;

use rustix::process::{Pid, Signal, kill_process};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use support::{TIME_LIMIT, fresh_directory, mound, run, wait};

/// The status of a program that stands still.
const STANDS_STILL: i32 = 5;

/// So long a program is left alone that must not be found to stand still: for more than one look at it. However slow the
/// machine is, this makes no right program fail.
const LEFT_ALONE: Duration = Duration::from_millis(1500);

const STUCK: &str = "(import (scheme base) (termite process))
(define (worker)
  (recv (('add a b) (+ a b)))
  (worker))
(define first (spawn worker name: 'first))
(define second (spawn worker))
(! first '(sub 1 2))
(define (ask) (recv (('sum n) n)))
(define waiting (spawn (lambda () (wait-for second) 'done)))
(+ 1 (ask))
";

fn program(name: &str, text: &str, arguments: &[&str]) -> Command {
    let path = fresh_directory(name).join("program.scm");
    std::fs::write(&path, text).expect("temporary files can be written");
    let mut command = mound();
    command.arg("run").args(arguments).arg(path);
    command
}

fn start(name: &str, text: &str) -> Child {
    let mut command = program(name, text, &[]);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("mound can be started")
}

#[test]
fn a_program_in_which_nothing_can_happen_says_so_and_ends() {
    for mode in [
        &[][..],
        &["--seed", "1"],
        &["--no-native"],
        &["--schedulers", "1"],
    ] {
        let run = run(&mut program("stuck", STUCK, mode)).expect_status(STANDS_STILL);
        let lines: Vec<&str> = run.errors.lines().collect();
        let headline =
            "error: the program stands still: all processes wait, and nothing can wake them";
        assert_eq!(lines[0], headline, "{run:?}");
        assert_eq!(lines[1], "4 processes", "{run:?}");
        for part in [
            " (main) has waited for ",
            " in ask at ",
            " in worker at ",
            ":3:3",
        ] {
            assert!(run.errors.contains(part), "{part}: {run:?}");
        }
        let told =
            "    1 message that it does not take:\n      (sub 1 2)\n    1 more at the same place\n";
        assert!(run.errors.contains(told), "{run:?}");
    }
}

#[test]
fn a_program_that_waits_for_input_goes_on() {
    let text = "(import (scheme base) (scheme write) (termite process))
                (define me (self))
                (spawn (lambda () (! me (read-line))))
                (write (?))";
    let mut child = start("input", text);
    std::thread::sleep(LEFT_ALONE);
    let mut input = child.stdin.take().expect("it is piped");
    writeln!(input, "at last").expect("the program reads");
    expect_end(child, "\"at last\"");
}

#[test]
fn a_program_that_waits_for_a_connection_goes_on() {
    let text = "(import (scheme base) (scheme write) (mound tcp) (termite process))
                (define listener (tcp-listen 0))
                (write (listener-port listener))
                (newline)
                (flush-output-port)
                (write (read-line (connection-input (tcp-accept listener))))";
    let mut child = start("connection", text);
    let mut output = BufReader::new(child.stdout.take().expect("it is piped"));
    let mut port = String::new();
    output.read_line(&mut port).expect("it tells its port");
    std::thread::sleep(LEFT_ALONE);
    let address = format!("127.0.0.1:{}", port.trim());
    let mut client = TcpStream::connect(address).expect("it listens");
    std::thread::sleep(LEFT_ALONE);
    client.write_all(b"hello\n").expect("it reads");
    let mut rest = String::new();
    output.read_to_string(&mut rest).expect("it is text");
    assert_eq!(rest, "\"hello\"");
    expect_end(child, "");
}

#[test]
fn a_program_that_waits_for_a_time_or_a_subprocess_goes_on() {
    let text = "(import (scheme base) (scheme write) (mound subprocess) (termite process))
                (? 1.5 #f)
                (call-with-values (lambda () (run-program/status \"sleep\" '(\"1.5\")))
                  (lambda results (write results)))";
    let run = run(&mut program("time", text, &[])).expect_status(0);
    assert!(run.output.starts_with('('), "{run:?}");
}

/// What is woken from outside is not known of a node that others can reach.
#[test]
fn a_node_that_listens_is_left_alone() {
    let text = "(import (scheme base) (termite process)) (display \"x\") (flush-output-port) (?)";
    let text = text.replace("(termite process)", "(scheme write) (termite process)");
    let mut command = program("node", &text, &["--listen", "127.0.0.1:0"]);
    let child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.expect("mound can be started");
    await_first_byte(&mut child);
    std::thread::sleep(LEFT_ALONE);
    signal(&child, Signal::TERM);
    let status = wait(&mut child, TIME_LIMIT).and_then(|status| status.code());
    assert_eq!(status, Some(143));
}

/// A program whose processes wait and run, until it is given a line.
const ASKED: &str = "(import (scheme base) (scheme write) (termite process))
(define (worker) (recv (('add a b) (+ a b))) (worker))
(define patient (spawn worker name: 'patient))
(! patient 'other)
(define (spin) (spin))
(spawn spin)
(display \"x\")
(flush-output-port)
(define (ask) (read-line))
(write (ask))
";

#[test]
fn sigquit_shows_what_processes_wait_for_and_the_program_goes_on() {
    let mut child = start("quit", ASKED);
    await_first_byte(&mut child);
    let errors = lines_of(child.stderr.take().expect("it is piped"));
    let told = "    1 message that it does not take:\n      other\n";
    let parts = [
        " (patient) has waited for ",
        " in worker at ",
        told,
        " runs in spin",
    ];
    // Again, since it goes on, until all three have begun, and have answered in time.
    loop {
        signal(&child, Signal::QUIT);
        let survey = survey(&errors, "the program goes on; 3 processes");
        if parts.iter().all(|part| survey.contains(part)) {
            break;
        }
    }
    let mut input = child.stdin.take().expect("it is piped");
    writeln!(input, "end").expect("the program reads");
    let status = wait(&mut child, TIME_LIMIT).and_then(|status| status.code());
    assert_eq!(status, Some(0));
}

#[test]
fn sigint_shows_what_processes_wait_for_and_ends_the_program() {
    let mut child = start("interrupt", ASKED);
    await_first_byte(&mut child);
    let errors = lines_of(child.stderr.take().expect("it is piped"));
    signal(&child, Signal::INT);
    survey(&errors, "interrupted; 3 processes");
    let status = wait(&mut child, TIME_LIMIT).and_then(|status| status.code());
    assert_eq!(status, Some(130));
}

/// What is told of the processes of [`ASKED`].
fn survey(errors: &Receiver<String>, headline: &str) -> String {
    let mut text = String::new();
    let mut told = 0;
    while told < 3 {
        let line = errors.recv_timeout(TIME_LIMIT);
        let line = line.unwrap_or_else(|_| panic!("only {told} are told of: {text}"));
        told += told_by(&line);
        text.push_str(&line);
        text.push('\n');
    }
    assert!(text.starts_with(headline), "{text}");
    text
}

/// Of how many processes a line of a survey tells.
fn told_by(line: &str) -> usize {
    if line.starts_with("  process ") {
        return 1;
    }
    let is_rest = [" more, ", " more at "]
        .iter()
        .any(|more| line.contains(more));
    let count = line.split_whitespace().next();
    let number = count.and_then(|count| count.parse().ok());
    number.filter(|_| is_rest).unwrap_or(0)
}

fn lines_of(stream: ChildStderr) -> Receiver<String> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let lines = BufReader::new(stream).lines();
        lines
            .map_while(Result::ok)
            .all(|line| sender.send(line).is_ok())
    });
    receiver
}

/// On one scheduler, who asks is answered before those that it has spawned begin.
#[test]
fn processes_that_have_not_begun_tell_what_they_will_begin_with() {
    let text = "(import (scheme base) (scheme write) (termite process))
(define (spin) (spin))
(define (worker) (?))
(define (show process)
  (let ((info (process-info process)))
    (write (cons (cdr (assq 'state info)) (cdr (assq 'procedure info))))
    (newline)))
(let ((first (spawn spin)) (second (spawn worker name: 'second)))
  (show first)
  (show second))
";
    let run = run(&mut program("begun", text, &["--schedulers", "1"])).expect_status(0);
    let lines: Vec<&str> = run.output.lines().collect();
    let [first, second] = lines[..] else {
        panic!("{run:?}");
    };
    let told = |line: &str, name, place| {
        line.starts_with(&format!("(queued . \"{name} at ")) && line.ends_with(place)
    };
    assert!(told(first, "spin", ":2:1\")"), "{run:?}");
    assert!(told(second, "worker", ":3:1\")"), "{run:?}");
}

fn await_first_byte(child: &mut Child) {
    let mut first = [0];
    let output = child.stdout.as_mut().expect("it is piped");
    output.read_exact(&mut first).expect("the program begins");
}

fn signal(child: &Child, signal: Signal) {
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    kill_process(pid.expect("it is a pid"), signal).expect("the program runs");
}

fn expect_end(mut child: Child, output: &str) {
    let status = wait(&mut child, TIME_LIMIT).and_then(|status| status.code());
    let mut errors = String::new();
    let mut stream = child.stderr.take().expect("it is piped");
    stream.read_to_string(&mut errors).expect("it is text");
    assert_eq!(status, Some(0), "{errors}");
    if let Some(mut stream) = child.stdout.take() {
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("it is text");
        assert_eq!(text, output);
    }
}
