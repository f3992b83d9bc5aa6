//! The replicated store of `examples/store.scm` on three real processes: replicas are killed and cut off while
//! clients use them, and what the clients saw is linearizable.
//!
//! The history is checked by the library (`tests/replicated/check.scm`), which is shown to find what is wrong.
//! Cutting needs machines with wires (`support/machines.rs`).

mod support;

use std::process::Command;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use support::machines::{Machines, address};
use support::nodes::Running;
use support::{fresh_directory, mound, root, run};

const STORE: &str = "examples/store.scm";

/// What clients called and got, in the order of time.
#[derive(Clone)]
struct History {
    begin: Instant,
    lines: Arc<Mutex<Vec<String>>>,
}

impl History {
    fn new() -> History {
        History {
            begin: Instant::now(),
            lines: Arc::default(),
        }
    }

    fn note(&self, client: usize, what: &str) {
        let mut lines = self.lines.lock().expect("nobody panics");
        let time = self.begin.elapsed().as_nanos();
        lines.push(format!("({time}/1000000000 {client} {what})"));
    }

    fn count(&self, word: &str) -> usize {
        let lines = self.lines.lock().expect("nobody panics");
        lines.iter().filter(|line| line.contains(word)).count()
    }

    /// Waits until so many operations have returned.
    fn wait_for_returns(&self, count: usize) {
        let end = Instant::now() + Duration::from_secs(120);
        while self.count(" return ") < count {
            assert!(
                Instant::now() < end,
                "{} of {count}",
                self.count(" return ")
            );
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn verdict(&self) -> String {
        let lines = self.lines.lock().expect("nobody panics").join("\n");
        verdict_of(&lines)
    }
}

fn verdict_of(history: &str) -> String {
    let file = fresh_directory("history").join("history");
    std::fs::write(&file, history).expect("temporary files can be written");
    let check = ["run", "tests/replicated/check.scm"];
    run(mound().current_dir(root()).args(check).arg(file))
        .expect_status(0)
        .output
}

/// The operations of a client, one after another: three of four change one of two keys.
fn operation(client: usize, number: usize) -> String {
    let key = ["x", "y"][(client + number / 3) % 2];
    let value = 100 * client + number;
    match number % 4 {
        0 => format!("(PUT {key} {value})"),
        1 => format!("(GET {key})"),
        2 => format!("(CAS {key} {} {value})", value - 2),
        _ => format!("(CAS {key} #f {value})"),
    }
}

/// Asks a replica one thing after another, until that has ended. Gives the replica back: the others need it when this
/// client has no more to ask.
fn client(
    number: usize,
    mut replica: Running,
    count: usize,
    history: History,
) -> JoinHandle<Running> {
    std::thread::spawn(move || {
        for turn in 0..count {
            let operation = operation(number, turn);
            let id = format!("c{number}-{turn}");
            history.note(number, &format!("call {id} {operation}"));
            let answer = replica.try_tell(&operation).then(|| replica.line());
            match answer.flatten() {
                Some(value) => history.note(number, &format!("return {id} {value}")),
                None => break,
            }
        }
        replica
    })
}

/// The replicas, when all clients have ended.
fn ended(clients: Vec<JoinHandle<Running>>) -> Vec<Running> {
    let ended = clients.into_iter().map(|client| client.join());
    ended.map(|replica| replica.expect("it ends")).collect()
}

/// Starts replicas by these commands and tells each of all.
fn start(commands: Vec<(Command, &str)>) -> Vec<Running> {
    let mut replicas = Vec::new();
    let mut addresses = Vec::new();
    for (mut command, host) in commands {
        let replica = Running::start(command.args(["run", STORE, "replica", host]));
        let port = replica
            .line()
            .unwrap_or_else(|| panic!("{}", replica.errors()));
        addresses.push(format!("(\"{host}\" {port})"));
        replicas.push(replica);
    }
    for replica in &mut replicas {
        replica.tell(&format!("({})", addresses.join(" ")));
    }
    replicas
}

#[test]
fn what_clients_see_is_linearizable_while_a_replica_is_killed() {
    let local = || {
        let mut command = mound();
        command.current_dir(root());
        (command, "127.0.0.1")
    };
    let replicas = start(vec![local(), local(), local()]);
    let victims: Vec<u32> = replicas.iter().map(|replica| replica.child.id()).collect();
    let history = History::new();
    let clients: Vec<_> = (0..3)
        .zip(replicas)
        .map(|(number, replica)| client(number, replica, 40, history.clone()))
        .collect();
    // In the middle of its operations: the first replica is the leader as often as any other.
    history.wait_for_returns(30);
    let killed = Command::new("kill")
        .args(["-9", &victims[0].to_string()])
        .status();
    assert!(killed.is_ok_and(|status| status.success()));
    let replicas = ended(clients);
    // The two that live have answered everything.
    assert!(history.count(" return c1-") == 40 && history.count(" return c2-") == 40);
    assert_eq!(history.verdict(), "linearizable\n");
    drop(replicas);
}

#[test]
fn a_history_that_is_wrong_is_found() {
    let wrong = "(0 1 call a (PUT x 1)) (1 1 return a #f) (2 2 call b (GET x)) (3 2 return b #f)";
    assert!(verdict_of(wrong).starts_with("(not-linearizable "));
    let open = "(0 1 call a (PUT x 1)) (2 2 call b (GET x)) (3 2 return b 1)";
    assert_eq!(verdict_of(open), "linearizable\n");
}

#[test]
fn what_clients_see_is_linearizable_while_replicas_are_cut_off() {
    let Some(machines) = Machines::make("store", 3) else {
        return;
    };
    let hosts = [0, 1, 2].map(address);
    let commands = (0..3).map(|machine| (machines.mound_on(machine), &*hosts[machine]));
    let replicas = start(commands.collect());
    let history = History::new();
    let clients: Vec<_> = (0..3)
        .zip(replicas)
        .map(|(number, replica)| client(number, replica, 30, history.clone()))
        .collect();
    // Each is cut off once, so the leader is too; the two others go on alone.
    for machine in 0..3 {
        history.wait_for_returns(10 * (machine + 1));
        machines.set_wire(machine, "down");
        let before = history.count(" return ");
        history.wait_for_returns((before + 6).min(80));
        machines.set_wire(machine, "up");
    }
    let replicas = ended(clients);
    // The one that was cut off last may have waited for an answer too long.
    assert!(
        history.count(" return ") >= 80,
        "{}",
        history.count(" return ")
    );
    assert_eq!(history.verdict(), "linearizable\n");
    drop(replicas);
}
