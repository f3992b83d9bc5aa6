//! Processes that wait and answer beside processes that compute.

use super::*;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// The fuel of a turn that is used up.
const TURN: u64 = 4000;

/// Never waits; counts its turns.
fn busy(turns: Arc<AtomicU64>) -> Script {
    script(move |turn| {
        turns.fetch_add(1, Ordering::Relaxed);
        turn.charge(TURN);
        Next::Yield
    })
}

fn start_busy(handle: &Handle<Script>, count: usize) -> Vec<Arc<AtomicU64>> {
    start_busy_of(Priority::Normal, handle, count)
}

fn start_busy_of(priority: Priority, handle: &Handle<Script>, count: usize) -> Vec<Arc<AtomicU64>> {
    let turns: Vec<Arc<AtomicU64>> = (0..count).map(|_| Arc::default()).collect();
    for turns in &turns {
        let options = SpawnOptions {
            priority,
            ..SpawnOptions::default()
        };
        let body = busy(turns.clone());
        handle.spawn(body, options).expect("there is room");
    }
    turns
}

fn total(turns: &[Arc<AtomicU64>]) -> u64 {
    turns
        .iter()
        .map(|turns| turns.load(Ordering::Relaxed))
        .sum()
}

/// Two processes that send each other a number, less one each time. When the first of them gets it
/// first, and when it is 0, they look at the turns, and say how many those are in all.
fn start_pair(
    handle: &Handle<Script>,
    messages: u64,
    turns: &[Arc<AtomicU64>],
) -> mpsc::Receiver<u64> {
    let (sender, done) = mpsc::channel();
    let player = || {
        let (sender, turns) = (sender.clone(), turns.to_vec());
        let mut other = None;
        script(move |turn| {
            while let Some(Delivery::Message(message)) = turn.receive() {
                match (message, other) {
                    (Value::Pid(pid), _) => other = Some(pid),
                    (Value::Number(left), Some(to)) => {
                        if left == messages || left == 0 {
                            // The test may have ended.
                            sender.send(total(&turns)).ok();
                        }
                        if left > 0 {
                            turn.send(to, Value::Number(left - 1));
                        }
                    }
                    _ => {}
                }
            }
            WAIT
        })
    };
    let (first, second) = (start(handle, player()), start(handle, player()));
    handle.send(first.into(), Value::Pid(second.into()));
    handle.send(second.into(), Value::Pid(first.into()));
    handle.send(first.into(), Value::Number(messages));
    done
}

#[test]
fn answers_do_not_wait_for_all_who_compute() {
    const MESSAGES: u64 = 20_000;
    let runtime = threads(1);
    let turns = start_busy(&runtime, 500);
    let looks = start_pair(&runtime, MESSAGES, &turns);
    let look = || looks.recv().expect("the message arrives");
    let (first, last) = (look(), look());
    // In turn with all others, each message would have waited for 500 turns.
    let passed = last - first;
    assert!(passed < MESSAGES, "{passed} turns of the busy");
}

#[test]
fn who_computes_goes_on_beside_endless_conversations() {
    // One pair alone hands over to each other; of many, none does.
    let cases = [
        (1, 20, Priority::Normal),
        (2, 20, Priority::Normal),
        (1, 1, Priority::Normal),
        (1, 1, Priority::Low),
        (1, 20, Priority::Low),
    ];
    for (schedulers, pairs, priority) in cases {
        let runtime = threads(schedulers);
        let conversations: Vec<_> = (0..pairs)
            .map(|_| start_pair(&runtime, u64::MAX, &[]))
            .collect();
        let turns = start_busy_of(priority, &runtime, 10);
        let start = Instant::now();
        while turns.iter().any(|turns| turns.load(Ordering::Relaxed) < 20) {
            assert!(
                start.elapsed() < Duration::from_secs(60),
                "somebody starves"
            );
            std::thread::sleep(Duration::from_millis(1));
        }
        drop(conversations);
    }
}

#[test]
fn work_from_outside_does_not_wait_for_all_who_compute() {
    let runtime = threads(1);
    let turns = start_busy(&runtime, 500);
    let (sender, answers) = mpsc::channel();
    let server = start(
        &runtime,
        script(move |turn| {
            while turn.receive().is_some() {
                sender.send(()).expect("the test waits");
            }
            WAIT
        }),
    );
    // All have begun.
    while turns.iter().any(|turns| turns.load(Ordering::Relaxed) == 0) {
        std::thread::sleep(Duration::from_millis(1));
    }
    let mut served = 0;
    for _ in 0..100 {
        let before = total(&turns);
        runtime.send(server.into(), text("question"));
        answers.recv().expect("an answer");
        // This thread may lose its core between the answer and the look.
        if total(&turns) - before < 200 {
            served += 1;
        }
    }
    assert!(served > 0, "none of 100 was answered soon");
}
