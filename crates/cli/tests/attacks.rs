//! Programs that try to stall, to fill or to end their node (`tests/attacks/`), against a real `mound`
//! with little memory, whose standard error nobody reads. Beside each attack a process waits for a
//! hundredth of a second again and again and says by how much it was late, a connection that was open
//! before asks for answers, and the memory of the node is looked at.
//!
//! What is demanded: the node lives, answers, and takes no more memory than a bound that follows from
//! its limit. Times are printed and not demanded, since others use the machine too.
//!
//! `ATTACK_SECONDS=60` makes each attack longer than a second; the test `all_at_once` runs all of them
//! beside each other for `ATTACK_SOAK` seconds (3600 is the soak of an hour), and prints each ten. A soak
//! of a minute or more is judged at its end: the memory must be flat, and the 99th of a hundred waits no
//! later than `ATTACK_LATE_MS` milliseconds (20).

#![cfg(target_os = "linux")]

mod support;

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Stdio};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};
use support::{files, fresh_directory, mound, root};

/// What all processes may have.
const MEMORY_BYTES: u64 = 300 << 20;
/// What the node may take: the memory of processes, with what was freed and stays for a moment, and the
/// program itself with its buffers and its compiler.
const RESIDENT_BYTES_MAX: u64 = 2 * MEMORY_BYTES;
/// Far more than any answer takes, also where many tests share two cores.
const ANSWER_TIME: Duration = Duration::from_secs(60);
/// Between two questions.
const PAUSE: Duration = Duration::from_millis(50);

const LANGUAGE: &str = "(import (scheme base) (scheme write) (scheme read) (scheme file)
        (scheme eval) (scheme repl) (scheme time) (termite process) (mound hash-table)
        (mound tcp))";

/// A node that runs attacks, ended when it is dropped.
struct Node {
    child: Child,
    /// Microseconds by which waits were too long.
    late: Arc<Mutex<Vec<u64>>>,
    connection: BufReader<TcpStream>,
}

/// What was seen of a node in some time.
#[derive(Default)]
struct Seen {
    resident_bytes_max: u64,
    answers: Vec<u64>,
    late: Vec<u64>,
}

impl Node {
    fn start(attacks: &[String]) -> Node {
        let directory = root().join("tests/attacks");
        let mut text = format!(
            "{LANGUAGE}\n(include \"{}/harness.scm\")\n",
            directory.display()
        );
        text.push_str("(run-attacks (list\n");
        for name in attacks {
            let file = directory.join(name).with_extension("scm");
            let _ = writeln!(text, "  (let () (include \"{}\") attack)", file.display());
        }
        text.push_str("))\n");
        let program = write_program(&text);
        let mut child = mound()
            .args(["run", "--memory", &MEMORY_BYTES.to_string()])
            .arg(program)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            // Nobody reads it, and it stays open.
            .stderr(Stdio::piped())
            .spawn()
            .expect("mound can be started");
        let late = Arc::new(Mutex::default());
        let output = child.stdout.take().expect("it is piped");
        let port = read_output(output, Arc::clone(&late));
        let port = port.recv_timeout(ANSWER_TIME).expect("the port is printed");
        let stream = TcpStream::connect(("127.0.0.1", port)).expect("the node listens");
        stream
            .set_read_timeout(Some(ANSWER_TIME))
            .expect("it is not zero");
        Node {
            child,
            late,
            connection: BufReader::new(stream),
        }
    }

    /// Asks and looks for so long.
    fn watch(&mut self, time: Duration) -> Seen {
        let start = Instant::now();
        let mut seen = Seen::default();
        while start.elapsed() < time || seen.answers.is_empty() {
            let resident = self.resident_bytes();
            seen.resident_bytes_max = seen.resident_bytes_max.max(resident);
            let asked = Instant::now();
            let question = format!("question {}\n", seen.answers.len());
            let stream = self.connection.get_mut();
            stream
                .write_all(question.as_bytes())
                .expect("the connection lives");
            let mut answer = String::new();
            self.connection
                .read_line(&mut answer)
                .expect("an answer comes");
            assert_eq!(answer, question);
            seen.answers.push(asked.elapsed().as_micros() as u64);
            std::thread::sleep(PAUSE);
        }
        let ended = self.child.try_wait().expect("it is ours");
        assert!(ended.is_none(), "the node ended: {ended:?}");
        seen.late = std::mem::take(&mut self.late.lock().expect("nobody panics"));
        assert!(!seen.late.is_empty(), "no process runs any more");
        seen
    }

    fn resident_bytes(&self) -> u64 {
        let path = format!("/proc/{}/statm", self.child.id());
        let text = std::fs::read_to_string(path).expect("the node lives");
        let pages: Option<u64> = text
            .split_whitespace()
            .nth(1)
            .and_then(|pages| pages.parse().ok());
        4096 * pages.expect("the second number")
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn write_program(text: &str) -> PathBuf {
    let path = fresh_directory("attacks").join("attacks.scm");
    std::fs::write(&path, text).expect("temporary files can be written");
    path
}

/// Collects how late waits were; gives the port of the echoes.
fn read_output(output: ChildStdout, late: Arc<Mutex<Vec<u64>>>) -> mpsc::Receiver<u16> {
    let (sender, port) = mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            match line.split_once(' ') {
                Some(("late", number)) => {
                    let number = number.parse().expect("microseconds");
                    late.lock().expect("nobody panics").push(number);
                }
                Some(("port", number)) => {
                    // Nobody waits for a second one.
                    let _ = sender.send(number.parse().expect("a port"));
                }
                _ => panic!("{line}"),
            }
        }
    });
    port
}

impl Seen {
    fn check(&self, name: &str) {
        println!("{name:26} {}", self.text());
        let resident = self.resident_bytes_max;
        let is_kept = resident < RESIDENT_BYTES_MAX;
        assert!(is_kept, "{name}: {resident} bytes are resident");
    }

    fn text(&self) -> String {
        let part = |all: &[u64], hundredths: usize| {
            let mut all = all.to_vec();
            all.sort_unstable();
            let place = (all.len() * hundredths / 100).min(all.len() - 1);
            all[place] as f64 / 1000.0
        };
        let parts = |all: &[u64]| {
            let (median, high, most) = (part(all, 50), part(all, 99), part(all, 100));
            format!("{median:.1} ms, p99 {high:.1}, most {most:.1}")
        };
        format!(
            "{} MB; late {}; answers {}",
            self.resident_bytes_max / 1_000_000,
            parts(&self.late),
            parts(&self.answers)
        )
    }
}

fn attacks() -> Vec<String> {
    let paths = files("tests/attacks", "scm");
    let names = paths.iter().filter_map(|path| path.file_stem()?.to_str());
    names
        .filter(|name| *name != "harness")
        .map(str::to_owned)
        .collect()
}

fn seconds(variable: &str, usual: u64) -> u64 {
    let given = std::env::var(variable).ok();
    given.map_or(usual, |text| text.parse().expect("a number of seconds"))
}

#[test]
fn a_node_lives_under_each_attack() {
    let time = Duration::from_secs(seconds("ATTACK_SECONDS", 1));
    let attacks = attacks();
    assert!(attacks.len() >= 10, "{attacks:?}");
    for attack in attacks {
        let mut node = Node::start(std::slice::from_ref(&attack));
        node.watch(time).check(&attack);
    }
}

/// A line is printed for each part of a soak.
const SOAK_PART_SECONDS: u64 = 10;
/// What is shorter has hardly begun, and is not judged.
const SOAK_JUDGED_SECONDS: u64 = 60;
/// By how much more memory than in its middle a node may take in the last third of a soak: the attacks
/// do not take the same in each part.
const SOAK_GROWTH: f64 = 1.25;

/// The soak.
#[test]
fn all_at_once() {
    let time = seconds("ATTACK_SOAK", 3);
    let mut node = Node::start(&attacks());
    let mut parts: Vec<Seen> = Vec::new();
    let mut done = 0;
    while done < time {
        let part = (time - done).min(SOAK_PART_SECONDS);
        let seen = node.watch(Duration::from_secs(part));
        done += part;
        seen.check(&format!("all at once, {done} s"));
        parts.push(seen);
    }
    if time >= SOAK_JUDGED_SECONDS {
        judge(&parts);
    }
}

/// Whether a long soak went well.
fn judge(parts: &[Seen]) {
    let third = parts.len() / 3;
    let most = |parts: &[Seen]| {
        let all = parts.iter().map(|part| part.resident_bytes_max);
        all.max().expect("a soak has parts") as f64
    };
    let (middle, last) = (most(&parts[third..2 * third]), most(&parts[2 * third..]));
    let all = parts.iter().flat_map(|part| part.late.iter().copied());
    let mut late: Vec<u64> = all.collect();
    late.sort_unstable();
    let late = late[late.len() * 99 / 100];
    let late_max = 1000 * seconds("ATTACK_LATE_MS", 20);
    println!(
        "memory {:.0} MB in the middle and {:.0} MB at the end; p99 {:.1} ms",
        middle / 1e6,
        last / 1e6,
        late as f64 / 1000.0
    );
    assert!(last <= SOAK_GROWTH * middle, "the memory of the node grows");
    assert!(
        late <= late_max,
        "a process waits too long: {late} microseconds"
    );
}
