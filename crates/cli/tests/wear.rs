//! Nothing of a node wears out: peers that come and go, and code that changes, leave it as it was.
//!
//! `WEAR_PEERS` and `WEAR_CODES` say how many of them; a hundred thousand and ten thousand take hours and minutes.

mod support;

use mound_bytecode::unit::UnitHash;
use mound_heap::{Heap, Name, Value};
use mound_node::{Config, Handled, Handler, Node, PeerId, Signal};
use mound_wire::{Mode, NameTable, NodeIdentity};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use support::nodes::{LOOPBACK, Running, Server, driver};
use support::{TIME_LIMIT, fresh_directory, mound};

/// Answers every message with a message, so that it has a pid of whoever asks, and tells how much there is of what
/// could grow: processes, timers and units, peers that are connected and peers that are remembered.
const SERVED: &str = "
(import (scheme base) (scheme write) (termite process) (mound top))
(define (serve)
  (recv ((from . rest) (if (pid? from) (! from 'heard))))
  (serve))
(publish-service 'echo (spawn serve))
(define (counts)
  (let ((info (node-info)))
    (define (of key) (cdr (assq key info)))
    (list (of 'processes) (of 'timers) (length (nodes))
          (< (length (node-peers)) 300))))
(define (tell)
  (recv ((from tag 'counts) (! from (list tag (counts)))))
  (tell))
(publish-service 'counts (spawn tell))
(display \"ready\") (newline)
";

/// Asks for the counts whenever it is told to.
const ASKER: &str = "
(import (scheme base) (scheme write) (scheme process-context) (termite process))
(define counts (remote-service 'counts (cadr (command-line))))
(let loop ()
  (write (!? counts 'counts 60))
  (newline)
  (if (not (eof-object? (read-line))) (loop)))
";

/// Sends procedures that nobody has seen before, each another unit, and has them called.
const CHANGING: &str = "
(import (scheme base) (scheme cxr) (scheme write) (scheme eval) (scheme process-context)
        (termite process))
(define there (cadr (command-line)))
(define end (string->number (caddr (command-line))))
(define from (environment '(scheme base)))
(define (version number)
  (eval `(lambda () (let ((it ,number)) (vector it (* it 2) \"version\"))) from))
(let loop ((number 0))
  (if (< number end)
      (let ((answer (on there (version number) 60)))
        (if (not (equal? answer (vector number (* 2 number) \"version\")))
            (error \"another answer\" number answer))
        (if (= number (quotient end 4))
            (begin (display \"warm\") (newline) (read-line)))
        (loop (+ number 1)))))
(display \"done\") (newline)
(read-line)
";

fn number(variable: &str, usual: usize) -> usize {
    let given = std::env::var(variable).ok();
    given.map_or(usual, |text| text.parse().expect("it is a number"))
}

fn program(text: &str) -> PathBuf {
    let path = fresh_directory("programs").join("program.scm");
    std::fs::write(&path, text).expect("temporary files can be written");
    path
}

fn resident_bytes(running: &Running) -> usize {
    let path = format!("/proc/{}/statm", running.child.id());
    let text = std::fs::read_to_string(path).expect("the process lives");
    let pages = text.split(' ').nth(1).and_then(|word| word.parse().ok());
    4096 * pages.unwrap_or(0)
}

fn served(home: &Path) -> Server {
    let mut command = mound();
    command.env("MOUND_MEMORY", "256m");
    Server::start_with(command, home, LOOPBACK, &program(SERVED))
}

/// Hears the answer.
struct Ears(Mutex<Sender<()>>);

impl Handler for Ears {
    fn signal(&self, _: PeerId, signal: Signal) -> Handled {
        if matches!(signal, Signal::Send { .. }) {
            // The test may be over.
            let _ = self.0.lock().expect("nobody panics").send(());
        }
        Handled::Now
    }

    fn unit(&self, _: UnitHash) -> Option<Arc<[u8]>> {
        None
    }
}

/// How a node calls itself.
struct Own(NodeIdentity);

impl NameTable for Own {
    fn identity(&self, _: u16) -> NodeIdentity {
        self.0.clone()
    }

    fn index(&self, _: &NodeIdentity) -> Option<u16> {
        None
    }
}

/// A list of the pid of a process of the node.
fn own_pid(node: &Node, serial: u64) -> Vec<u8> {
    let names = Own(NodeIdentity {
        id: node.id().0,
        incarnation: node.incarnation(),
        address: node.address().to_owned(),
    });
    let mut heap = Heap::new(1 << 12);
    let list = heap.list(&[Value::pid(Name { node: 0, serial })]);
    let encoded = mound_wire::encode(list, &mut heap, &names, Mode::Frozen, 1 << 16);
    encoded.expect("it can be sent").bytes
}

/// A node that is started, is named in a message, hears the answer and ends, like a process that is restarted again
/// and again at the same machine.
fn come_and_go(home: &Path, address: &str, number: u64) {
    let (sender, heard): (_, Receiver<()>) = channel();
    let ears = Arc::new(Ears(Mutex::new(sender)));
    let node = Node::start(Config::new(home), ears).expect("it can listen");
    let serial = (1 << 22) | (number % 16);
    let payload = own_pid(&node, serial);
    let signal = Signal::SendNamed {
        name: "echo".to_owned(),
        from: Some(serial),
        payload,
    };
    node.send_to(address, signal).expect("there is room");
    heard.recv_timeout(TIME_LIMIT).expect("it is answered");
    node.stop("it ends", Duration::from_secs(1));
}

/// Asks until the counts are these, which they become when the last of what was there has gone.
fn settle(asker: &mut Running, wanted: &str) {
    let deadline = Instant::now() + TIME_LIMIT;
    loop {
        asker.tell("again");
        let line = asker.line().unwrap_or_default();
        if line == wanted {
            return;
        }
        assert!(Instant::now() < deadline, "{line} and not {wanted}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn peers_that_are_restarted_leave_nothing_behind() {
    let peers = number("WEAR_PEERS", 60);
    let home = fresh_directory("home");
    let server = served(&home);
    let mut asker = driver(&home, &program(ASKER), &server.address);
    let first = asker.line().expect("it asks at once");
    let mut warm = 0;
    for number in 0..peers {
        if number == peers / 4 {
            warm = resident_bytes(&server.running);
        }
        come_and_go(&home, &server.address, number as u64);
    }
    settle(&mut asker, &first);
    let grown = resident_bytes(&server.running).saturating_sub(warm);
    // Allocators of several threads keep some.
    assert!(grown < 24 << 20, "it has grown by {grown} bytes");
}

#[test]
fn versions_of_code_leave_nothing_behind() {
    let codes = number("WEAR_CODES", 200);
    let home = fresh_directory("home");
    let server = served(&home);
    let mut asker = driver(&home, &program(ASKER), &server.address);
    let first = asker.line().expect("it asks at once");
    let mut command = mound();
    command
        .env("MOUND_HOME", &home)
        .args(["run", "--listen", LOOPBACK])
        .arg(program(CHANGING))
        .arg(&server.address)
        .arg(codes.to_string());
    let mut changing = Running::start(&mut command);
    changing.output_until("warm");
    let (there, here) = (resident_bytes(&server.running), resident_bytes(&changing));
    changing.tell("go on");
    changing.output_until("done");
    let grown = |running: &Running, before: usize| resident_bytes(running).saturating_sub(before);
    // What is kept for peers has a bound that so few do not reach: some kilobytes each.
    let allowed = (24 << 20) + 4096 * codes;
    let grown = [grown(&server.running, there), grown(&changing, here)];
    assert!(
        grown.iter().all(|bytes| *bytes < allowed),
        "they have grown by {grown:?} bytes"
    );
    changing.kill();
    settle(&mut asker, &first);
}
