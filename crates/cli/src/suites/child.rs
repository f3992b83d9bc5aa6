//! One run of a program of tests, in an operating system process of its own.
//!
//! From the beginning of the program, and of each test, it has so much time to come to the next one.
//! If that is over, SIGINT lets it show what its processes wait for and end in order; if it does
//! not, it is killed.

use super::report::{Outcome, Report};
use rustix::process::{Pid, Signal, kill_process};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// Time to show what it does and to end, after SIGINT.
const END_MAX: Duration = Duration::from_secs(15);
/// Time for what it has printed to be read, after its end.
const REST_MAX: Duration = Duration::from_secs(2);
/// Between two looks whether it has ended.
const LOOK: Duration = Duration::from_millis(10);

/// What comes from the program.
enum Event {
    Line(String),
    Errors(Vec<u8>),
}

/// How far its end has come.
#[derive(PartialEq, Eq)]
enum Stage {
    Running,
    Interrupted,
    Killed,
}

/// Runs the command, whose standard input is the text, to its end.
pub fn run(command: &mut Command, input: Option<&str>, timeout: Duration) -> Report {
    let failed = |error: std::io::Error| {
        let why = mound_engine::why(&error);
        Report::of_dead(format!("it could not be run: {why}"))
    };
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.stdin(match input {
        Some(_) => Stdio::piped(),
        None => Stdio::null(),
    });
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) => return failed(error),
    };
    let events = begin(&mut child, input);
    let mut report = Report::default();
    let mut errors = Vec::new();
    let overdue = watch(&mut child, &events, timeout, &mut report, &mut errors);
    let status = match child.wait() {
        Ok(status) => status,
        Err(error) => return failed(error),
    };
    report.errors = String::from_utf8_lossy(&errors).into_owned();
    match overdue {
        Some(test) => tell_overdue(&mut report, test, timeout),
        None if !status.success() => {
            let errors = std::mem::take(&mut report.errors);
            report.death = Some(format!("it ended with {status}\n{errors}"));
        }
        None => {}
    }
    report.end();
    report
}

/// Starts the threads that read what it prints, and gives it the input.
fn begin(child: &mut Child, input: Option<&str>) -> Receiver<Event> {
    let (sender, events) = channel();
    if let Some(output) = child.stdout.take() {
        let sender = sender.clone();
        std::thread::spawn(move || send_lines(output, &sender));
    }
    if let Some(errors) = child.stderr.take() {
        std::thread::spawn(move || send_errors(errors, &sender));
    }
    if let (Some(text), Some(mut pipe)) = (input, child.stdin.take()) {
        // A program that ends before it has read all of it says why.
        let _ = pipe.write_all(text.as_bytes());
    }
    events
}

fn send_lines(output: impl Read, sender: &Sender<Event>) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    while output
        .read_until(b'\n', &mut line)
        .is_ok_and(|read| read > 0)
    {
        let text = String::from_utf8_lossy(&line);
        let text = text.strip_suffix('\n').unwrap_or(&text).to_owned();
        if sender.send(Event::Line(text)).is_err() {
            return;
        }
        line.clear();
    }
}

fn send_errors(mut errors: impl Read, sender: &Sender<Event>) {
    let mut buffer = [0; 4096];
    while let Ok(read @ 1..) = errors.read(&mut buffer) {
        if sender.send(Event::Errors(buffer[..read].to_vec())).is_err() {
            return;
        }
    }
}

/// Takes what it prints until it has ended. Gives the test that did not, or `Some(None)` if that was
/// outside of tests.
fn watch(
    child: &mut Child,
    events: &Receiver<Event>,
    timeout: Duration,
    report: &mut Report,
    errors: &mut Vec<u8>,
) -> Option<Option<Outcome>> {
    let mut stage = Stage::Running;
    let mut overdue = None;
    let mut deadline = Instant::now() + timeout;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        match events.recv_timeout(left) {
            Ok(Event::Line(line)) => {
                if report.take(&line) && stage == Stage::Running {
                    deadline = Instant::now() + timeout;
                }
            }
            Ok(Event::Errors(bytes)) => errors.extend(bytes),
            Err(RecvTimeoutError::Disconnected) => break,
            // A process that it has left behind keeps its output open.
            Err(RecvTimeoutError::Timeout) if has_ended(child) => break,
            Err(RecvTimeoutError::Timeout) => match stage {
                Stage::Running => {
                    overdue = Some(report.current.take());
                    errors.clear();
                    interrupt(child);
                    stage = Stage::Interrupted;
                    deadline = Instant::now() + END_MAX;
                }
                Stage::Interrupted => {
                    kill(child);
                    stage = Stage::Killed;
                    deadline = Instant::now() + REST_MAX;
                }
                Stage::Killed => break,
            },
        }
    }
    // It may have closed its output and run on.
    while stage != Stage::Killed && !has_ended(child) {
        if Instant::now() > deadline {
            overdue = overdue.or(Some(None));
            kill(child);
            break;
        }
        std::thread::sleep(LOOK);
    }
    overdue
}

fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

fn interrupt(child: &Child) {
    // It has not been waited for, so that the number is its own; if it has ended, there is nothing to do.
    if let Some(pid) = Pid::from_raw(child.id().cast_signed()) {
        let _ = kill_process(pid, Signal::INT);
    }
}

fn kill(child: &mut Child) {
    // It can only fail because there is nothing left to kill.
    let _ = child.kill();
}

/// What it shows when it is interrupted stands behind this.
const SURVEY: &str = "interrupted; ";

fn tell_overdue(report: &mut Report, test: Option<Outcome>, timeout: Duration) {
    let seconds = timeout.as_secs_f64();
    let survey = report
        .errors
        .split_once(SURVEY)
        .map(|(_, survey)| survey.trim_end().to_owned());
    let waiting = survey.unwrap_or_else(|| "it did not say what it does".to_owned());
    report.errors.clear();
    let Some(mut test) = test else {
        report.death = Some(format!(
            "nothing has happened for {seconds} seconds, outside of tests: {waiting}"
        ));
        return;
    };
    test.kind = "fail".to_owned();
    let text =
        format!("it had not ended after {seconds} seconds; no further test of this file ran");
    test.texts.push(("timeout".to_owned(), text));
    test.texts.push(("at that time".to_owned(), waiting));
    report.outcomes.push(test);
}
