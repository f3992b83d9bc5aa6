//! A node under attack, a friend of it whose requests go on all the time, and nodes that attack.

use crate::garbling::Garbling;
use crate::support::nodes::{LOOPBACK, Running, Server, driver};
use crate::support::{TIME_LIMIT, fresh_directory, mound};
use mound_bytecode::unit::UnitHash;
use mound_node::{
    CarrierChoice, Config, DownReason, Epoch, Handled, Handler, Node, PeerId, SendError, Signal,
};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What the attacked node may use for its processes.
const MEMORY: &str = "128m";
/// What it may hold at most, all in all: a debug build with its libraries takes some.
const RESIDENT_BYTES_MAX: usize = 400 << 20;

const VICTIM: &str = "
(import (scheme base) (scheme write) (termite process))
(define (echo)
  (recv ((from tag x) (! from (list tag x))))
  (echo))
(publish-service 'echo (spawn echo))
(define (sink) (?) (sink))
(publish-service 'sink (spawn sink))
(display \"ready\") (newline)
";

/// Asks again and again for as long as it is told on its input; then says how many milliseconds it has
/// waited for an answer, at most.
const FRIEND: &str = "
(import (scheme base) (scheme write) (scheme time) (scheme process-context)
        (termite process))
(define echo (remote-service 'echo (cadr (command-line))))
(!? echo 'first 30)
(display \"connected\") (newline)
(define asker
  (let ((main (self)))
    (spawn (lambda ()
      (let loop ((count 0) (longest 0))
        (define asked (current-jiffy))
        (if (not (= count (!? echo count 30))) (error \"another answer\"))
        (let ((longest (max longest (- (current-jiffy) asked))))
          (if (? 0 #f)
              (! main longest)
              (loop (+ count 1) longest))))))))
(read-line)
(! asker 'stop)
(display (quotient (* 1000 (? 30)) (jiffies-per-second))) (newline)
";

pub fn rounds() -> usize {
    let given = std::env::var("HOSTILE_ROUNDS").ok();
    given.map_or(1, |text| text.parse().expect("it is a number"))
}

struct Ears(Mutex<Sender<DownReason>>);

impl Handler for Ears {
    fn signal(&self, _: PeerId, _: Signal) -> Handled {
        Handled::Now
    }

    fn unit(&self, _: UnitHash) -> Option<Arc<[u8]>> {
        None
    }

    fn node_down(&self, _: PeerId, _: Epoch, reason: &DownReason) {
        // The test may be over.
        let _ = self.0.lock().expect("nobody panics").send(reason.clone());
    }
}

/// A node that sends what it likes.
pub struct Attacker {
    node: Node,
    address: String,
    pub downs: Receiver<DownReason>,
}

impl Attacker {
    fn new(mut config: Config, address: &str) -> Attacker {
        let (sender, downs) = channel();
        let ears = Arc::new(Ears(Mutex::new(sender)));
        // It does not give up however slowly the other node reads.
        config.limits.outbox_bytes = usize::MAX;
        config.limits.waiting_bytes = usize::MAX;
        Attacker {
            node: Node::start(config, ears).expect("it can listen"),
            address: address.to_owned(),
            downs,
        }
    }

    /// Sends it however long it has to wait for room; false if the connection is lost.
    pub fn send(&self, mut signal: Signal) -> bool {
        loop {
            match self.node.send_to(&self.address, signal) {
                Ok(_) => return true,
                Err(SendError::Full(again)) => signal = again,
                Err(_) => return false,
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    pub fn is_down(&self) -> Option<DownReason> {
        self.downs.try_recv().ok()
    }

    /// Waits a moment; why the connection is lost, if it is.
    pub fn rest(&self) -> Option<DownReason> {
        self.downs.recv_timeout(Duration::from_millis(2)).ok()
    }

    /// Waits until all that was sent has come there, or the connection is lost.
    pub fn settle(&self) {
        let (sender, done) = channel();
        self.node.connect(&self.address, move |result| {
            let _ = sender.send(result.is_ok());
        });
        let _ = done.recv_timeout(TIME_LIMIT);
        std::thread::sleep(Duration::from_millis(300));
    }
}

/// The attacked node, with a friend whose requests go on all the time.
pub struct Scene {
    home: PathBuf,
    pub victim: Server,
    friend: Running,
    friend_program: PathBuf,
}

impl Scene {
    pub fn new() -> Scene {
        let home = fresh_directory("home");
        let programs = fresh_directory("programs");
        let (victim, friend) = (programs.join("victim.scm"), programs.join("friend.scm"));
        std::fs::write(&victim, VICTIM).expect("files can be written");
        std::fs::write(&friend, FRIEND).expect("files can be written");
        let mut command = mound();
        command.env("MOUND_MEMORY", MEMORY);
        let victim = Server::start_with(command, &home, LOOPBACK, &victim);
        let running = driver(&home, &friend, &victim.address);
        running.output_until("connected");
        Scene {
            home,
            victim,
            friend: running,
            friend_program: friend,
        }
    }

    pub fn attacker(&self) -> Attacker {
        Attacker::new(Config::new(&self.home), &self.victim.address)
    }

    /// One whose bytes are changed on their way, by chance.
    pub fn garbler(&self, seed: u64) -> Attacker {
        let carrier = Garbling::new(&self.home, seed);
        let carrier = CarrierChoice::Given(Arc::new(carrier));
        Attacker::new(
            Config::with_carrier(carrier, LOOPBACK),
            &self.victim.address,
        )
    }

    fn resident_bytes(&self) -> usize {
        let path = format!("/proc/{}/status", self.victim.running.child.id());
        let status = std::fs::read_to_string(path).expect("it runs");
        let line = status.lines().find(|line| line.starts_with("VmHWM"));
        let number = line.and_then(|line| line.split_whitespace().nth(1));
        number.expect("a size").parse::<usize>().expect("a size") << 10
    }

    /// Both others go on, a new one is let in and heard, and little memory was used.
    pub fn check(mut self) {
        let most = self.resident_bytes();
        assert!(most < RESIDENT_BYTES_MAX, "{most} bytes");
        let mut newcomer = driver(&self.home, &self.friend_program, &self.victim.address);
        newcomer.output_until("connected");
        for friend in [&mut newcomer, &mut self.friend] {
            friend.tell("stop");
            let output = friend.rest();
            let Ok(longest) = output.trim().parse::<u64>() else {
                panic!("{output} {}", friend.errors());
            };
            println!("{most} bytes; an answer took at most {longest} ms");
        }
        let lines = self.victim.running.errors().lines().count();
        assert!(lines < 100 * rounds(), "{lines} lines in the log");
    }
}

/// The serials of the first processes of a node.
pub fn serials() -> impl Iterator<Item = u64> {
    (0..64).map(|slot| 1 << 22 | slot)
}
