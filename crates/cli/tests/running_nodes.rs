//! Nodes that run, looked at and ended from outside: signals of the operating
//! system, processor time, `mound top`.

mod support;

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};
use support::{TIME_LIMIT, fresh_directory, mound, run, wait};

/// A program that runs, whose output is read line by line.
struct Running {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Running {
    /// Starts `mound` with these arguments and a program of this text.
    fn start(arguments: &[&str], home: &Path, text: &str) -> Running {
        let path = fresh_directory("program").join("program.scm");
        std::fs::write(&path, text).expect("temporary files can be written");
        let mut child = mound()
            .env("MOUND_HOME", home)
            .args(arguments)
            .arg(path)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("mound can be started");
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        Running { child, output }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("it is text");
        line.trim_end().to_owned()
    }

    /// Reads up to this line.
    fn until(&mut self, wanted: &str) {
        let lines = self.output.by_ref().lines().map_while(Result::ok);
        let mut after = lines.skip_while(|line| line != wanted);
        assert!(after.next().is_some(), "{wanted} was not printed");
    }

    fn signal(&self, name: &str) {
        let number = self.child.id().to_string();
        let status = Command::new("kill").args(["-s", name, &number]).status();
        assert!(status.expect("there is kill").success());
    }

    /// What it still prints, and its status.
    fn end(mut self) -> (String, Option<i32>) {
        let status = wait(&mut self.child, TIME_LIMIT);
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).expect("it is text");
        (rest, status.and_then(|status| status.code()))
    }

    /// Clock ticks of processor time that it has used, a hundredth of a second each.
    fn ticks(&self) -> u64 {
        let path = format!("/proc/{}/stat", self.child.id());
        let text = std::fs::read_to_string(path).expect("it runs");
        let after_name = text.rsplit(')').next().expect("the name is in parentheses");
        let fields: Vec<&str> = after_name.split_whitespace().collect();
        let number = |index: usize| fields[index].parse::<u64>().expect("a number");
        number(11) + number(12)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Two applications that say when they end.
const APPLICATIONS: &str = "
(import (scheme base) (scheme write) (termite process) (mound supervisor) (mound application))
(define (say what) (write what) (newline) (flush-output-port))
(define (start name)
  (application:start name
    (lambda ()
      (supervisor:start 'one-for-one
        (list (worker-child name
                (lambda ()
                  (say (list 'up name))
                  (recv ('shutdown (say (list 'down name)))))
                shutdown: 5))))))
(start 'first)
(start 'second)
(recv (after 0.1 (say 'ready)))
";

#[test]
fn applications_end_in_order_when_a_node_is_told_to_end() {
    let home = fresh_directory("home");
    let mut node = Running::start(&["node", "--listen", "127.0.0.1:0"], &home, APPLICATIONS);
    node.until("ready");
    node.signal("TERM");
    let (rest, status) = node.end();
    assert_eq!(rest, "(down second)\n(down first)\n");
    assert_eq!(status, Some(143));
}

#[test]
fn an_interrupted_program_shows_what_it_has_printed() {
    let text = "(import (scheme base) (scheme write) (termite process))
                (display \"ready\\n\") (flush-output-port)
                (let loop ((n 0))
                  (if (< n 3) (begin (write n) (newline) (loop (+ n 1))) (? #f)))";
    let mut program = Running::start(&["run"], &fresh_directory("home"), text);
    program.until("ready");
    program.until("2");
    program.signal("INT");
    assert_eq!(program.end(), (String::new(), Some(130)));
}

#[test]
fn a_second_signal_ends_at_once() {
    let text = "(import (scheme base) (scheme write) (termite process) (mound application))
                (application:start 'deaf
                  (lambda ()
                    (spawn (lambda ()
                             (let loop ()
                               (recv ('shutdown (display \"heard\\n\") (flush-output-port)))
                               (loop))))))
                (display \"ready\\n\") (flush-output-port) (?)";
    let start = Instant::now();
    let mut program = Running::start(&["run"], &fresh_directory("home"), text);
    program.until("ready");
    program.signal("TERM");
    program.until("heard");
    program.signal("INT");
    assert_eq!(program.end().1, Some(130));
    assert!(start.elapsed() < Duration::from_secs(25));
}

/// Runs a program that prints `ready` and then waits, and looks at the time it uses from then on.
fn check_idle(arguments: &[&str], text: &str) {
    let mut program = Running::start(arguments, &fresh_directory("home"), text);
    program.until("ready");
    // What is left of starting comes later on a busy machine, and a machine that stands still for a moment counts that
    // as time of who runs; whoever wakes again and again does so in each part of the time.
    std::thread::sleep(Duration::from_millis(300));
    let used = (0..4).map(|_| {
        let before = program.ticks();
        std::thread::sleep(Duration::from_millis(1500));
        program.ticks() - before
    });
    let used: Vec<u64> = used.take_while(|&used| used > 1).collect();
    assert!(used.len() < 4, "{used:?}");
}

#[test]
fn a_program_that_waits_uses_no_processor_time() {
    let text = "(import (scheme base) (scheme write) (termite process))
                (display \"ready\\n\") (flush-output-port) (? 5000)";
    check_idle(&["run"], text);
    check_idle(&["node", "--listen", "127.0.0.1:0"], text);
}

#[test]
fn processes_that_sleep_use_no_processor_time() {
    // Each has a deadline of its own; all wait when one that was made later has ended.
    let text = "(import (scheme base) (scheme write) (termite process))
                (let start ((n 0))
                  (if (< n 20000)
                      (begin
                        (spawn (lambda () (recv ('never 1) (after (+ 1000 (/ n 100)) 2))))
                        (start (+ n 1)))))
                (wait-for (spawn (lambda () 'ends)))
                (display \"ready\\n\") (flush-output-port) (? 5000)";
    check_idle(&["run"], text);
}

#[test]
fn top_shows_the_processes_of_a_node() {
    let text = "(import (scheme base) (scheme write) (termite process))
                (spawn (lambda () (recv ('never 1))) name: 'patient)
                (define busy (spawn (lambda () (let loop ((n 0)) (loop (+ n 1)))) name: 'busy))
                (define full (spawn (lambda () (recv ('never 1))) name: 'full))
                (let fill ((n 0)) (if (< n 7) (begin (! full n) (fill (+ n 1)))))
                (display \"ready\\n\") (flush-output-port)";
    let home = fresh_directory("home");
    let mut node = Running::start(&["node", "--listen", "127.0.0.1:0"], &home, text);
    let line = node.line();
    let address = line
        .strip_prefix("listening at ")
        .expect("the node says where it listens")
        .to_owned();
    node.until("ready");
    let top = |order: &str| {
        let arguments = [
            "top",
            &address,
            "--once",
            "--interval",
            "0.3",
            "--by",
            order,
        ];
        run(mound().env("MOUND_HOME", &home).args(arguments)).expect_status(0)
    };
    let by_cpu = top("cpu");
    let rows: Vec<&str> = by_cpu.output.lines().collect();
    let head = rows
        .iter()
        .position(|row| row.starts_with("process "))
        .expect("there is a head");
    assert!(rows[0].starts_with("processes "), "{by_cpu:?}");
    assert!(rows[head + 1].contains(" busy "), "{by_cpu:?}");
    assert!(by_cpu.output.contains(" patient "), "{by_cpu:?}");
    assert!(by_cpu.output.contains("scheduler 0: busy "), "{by_cpu:?}");
    let by_mailbox = top("mailbox");
    let first = by_mailbox
        .output
        .lines()
        .skip_while(|row| !row.starts_with("process "))
        .nth(1)
        .expect("there is a first row");
    assert!(first.contains(" full ") && first.contains(" 7 "), "{first}");
    node.signal("TERM");
    assert_eq!(node.end().1, Some(143));
}
