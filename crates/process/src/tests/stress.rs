//! Many processes, many threads, many ends.

use super::*;
use std::sync::mpsc;

/// Passes a number on, less one, to a neighbour named by its first message.
fn ring_member(done: mpsc::Sender<()>) -> Script {
    let mut neighbour = None;
    script(move |turn| {
        while let Some(Delivery::Message(message)) = turn.receive() {
            match (message, neighbour) {
                (Value::Pid(pid), _) => neighbour = Some(pid),
                (Value::Number(left), Some(to)) if left > 0 => {
                    turn.send(to, Value::Number(left - 1));
                }
                _ => done.send(()).expect("test waits"),
            }
        }
        WAIT
    })
}

fn ring(handle: &Handle<Script>, size: usize) -> (Serial, mpsc::Receiver<()>) {
    let (sender, receiver) = mpsc::channel();
    let members: Vec<Serial> = (0..size)
        .map(|_| start(handle, ring_member(sender.clone())))
        .collect();
    for (place, &member) in members.iter().enumerate() {
        let next = members[(place + 1) % size];
        handle.send(member.into(), Value::Pid(next.into()));
    }
    (members[0], receiver)
}

#[test]
fn a_ring_of_100_000_processes_turns() {
    let runtime = threads(2);
    let (first, done) = ring(&runtime, 100_000);
    runtime.send(first.into(), Value::Number(300_000));
    done.recv().expect("the ring turns");

    let mut driver = Runtime::single_threaded(Log::default(), virtual_config(), 5);
    let (first, done) = ring(&driver, 100_000);
    driver.send(first.into(), Value::Number(300_000));
    driver.run_until_idle();
    done.try_recv().expect("the ring has turned");
}

#[test]
fn many_threads_send_to_one_process() {
    const SENDERS: u64 = 8;
    const EACH: u64 = 20_000;
    let runtime = threads(3);
    let mut expected = vec![0; SENDERS as usize];
    let mut count = 0;
    let receiver = start(
        &runtime,
        script(move |turn| {
            while let Some(Delivery::Message(Value::Number(number))) = turn.receive() {
                let (sender, position) = (number / EACH, number % EACH);
                let next = &mut expected[sender as usize];
                assert_eq!(*next, position);
                *next += 1;
                count += 1;
            }
            if count == SENDERS * EACH {
                NORMAL
            } else {
                WAIT
            }
        }),
    );
    std::thread::scope(|scope| {
        for sender in 0..SENDERS {
            let handle = runtime.handle();
            scope.spawn(move || {
                for position in 0..EACH {
                    handle.send(receiver.into(), Value::Number(sender * EACH + position));
                }
            });
        }
    });
    join(&runtime, receiver);
}

/// Counts exit notices, and ends when there were enough.
fn collector(expected: usize) -> Script {
    let mut seen = std::collections::HashSet::new();
    script(move |turn| {
        while let Some(delivery) = turn.receive() {
            if let Delivery::Notice(notice) = delivery
                && let Notice::Exit { from, .. } = *notice
            {
                assert!(seen.insert(from), "told twice of {from:?}");
            }
        }
        if seen.len() == expected { NORMAL } else { WAIT }
    })
}

#[test]
fn a_kill_storm_tells_every_end_once() {
    const COUNT: usize = 20_000;
    let runtime = threads(3);
    let collector = start(&runtime, collector(COUNT));
    let spawn = |number: usize| {
        let options = SpawnOptions {
            links: vec![collector.into()],
            ..SpawnOptions::default()
        };
        let body = script(move |turn| match (number % 3, turn.receive()) {
            (0, _) => Next::Yield,
            (_, Some(_)) => Next::Yield,
            (_, None) => WAIT,
        });
        runtime.spawn(body, options).expect("room")
    };
    let victims: Vec<Serial> = (0..COUNT).map(spawn).collect();
    std::thread::scope(|scope| {
        for killer in 0..4 {
            let (handle, victims) = (runtime.handle(), &victims);
            scope.spawn(move || {
                for step in 0..COUNT {
                    let victim = victims[(step * 7 + killer * COUNT / 4) % COUNT];
                    handle.send(victim.into(), text("noise"));
                    handle.terminate(victim.into());
                }
            });
        }
    });
    join(&runtime, collector);
    assert!(runtime.processes().is_empty());
}

#[test]
fn trees_of_processes_come_and_go_while_others_look() {
    /// Makes two children until `depth` is 0; ends when both have.
    fn tree(depth: u32) -> Script {
        let mut missing = None;
        script(move |turn| {
            let missing = missing.get_or_insert_with(|| {
                let children = if depth == 0 { 0 } else { 2 };
                for _ in 0..children {
                    let child = turn.spawn(tree(depth - 1), None);
                    turn.monitor(child.expect("room").into());
                }
                children
            });
            while turn.receive().is_some() {
                *missing -= 1;
            }
            if *missing == 0 { NORMAL } else { WAIT }
        })
    }
    let runtime = threads(3);
    let roots: Vec<Serial> = (0..4).map(|_| start(&runtime, tree(12))).collect();
    // Look at the table and wake processes for no reason meanwhile.
    while roots.iter().any(|&root| runtime.is_alive(root)) {
        for serial in runtime.processes().into_iter().take(100) {
            runtime.wake(serial);
        }
    }
    for root in roots {
        join(&runtime, root);
    }
}

#[test]
fn work_from_outside_always_wakes_a_sleeper() {
    let runtime = threads(3);
    for round in 0..3_000 {
        let process = start(&runtime, ends_at_message(Ending::Ended(Reason::Normal)));
        // Vary whether the schedulers have gone to sleep.
        for _ in 0..round % 50 * 20 {
            std::hint::spin_loop();
        }
        runtime.send(process.into(), text("end"));
        assert!(runtime.wait_for(process).is_some());
    }
}
