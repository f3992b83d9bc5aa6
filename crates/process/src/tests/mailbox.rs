//! Sending, receiving and being scheduled.

use super::*;
use std::collections::BTreeSet;

/// Sends the numbers of a range, some in each turn.
fn counting_sender(to: Serial, from: u64, count: u64) -> Script {
    let mut next = from;
    script(move |turn| {
        for _ in 0..3 {
            if next == from + count {
                return NORMAL;
            }
            turn.send(to.into(), Value::Number(next));
            next += 1;
        }
        Next::Yield
    })
}

#[test]
fn messages_of_one_sender_keep_their_order() {
    for_seeds(|driver| {
        let receiver = start(driver, recorder(|_| ()));
        start(driver, counting_sender(receiver, 0, 200));
        start(driver, counting_sender(receiver, 1000, 200));
        driver.run_until_idle();
        let lines = driver.node().take();
        let numbers: Vec<u64> = lines
            .iter()
            .map(|line| line.parse().expect("number"))
            .collect();
        for sender in [0, 1000] {
            let own: Vec<u64> = numbers
                .iter()
                .copied()
                .filter(|n| n / 1000 == sender / 1000)
                .collect();
            assert_eq!(own, (sender..sender + 200).collect::<Vec<_>>());
        }
    });
}

#[test]
fn a_wait_with_something_to_receive_does_not_sleep() {
    for_seeds(|driver| {
        let receiver = start(
            driver,
            script(|turn| {
                if let Some(delivery) = turn.receive() {
                    turn.node().write(show(&delivery));
                }
                WAIT
            }),
        );
        for number in 0..5 {
            driver.send(receiver.into(), Value::Number(number));
        }
        driver.run_until_idle();
        assert_eq!(driver.node().take(), ["0", "1", "2", "3", "4"]);
    });
}

#[test]
fn notices_keep_their_place_among_messages() {
    for_seeds(|driver| {
        let receiver = start(driver, recorder(|_| ()));
        let options = SpawnOptions {
            links: vec![receiver.into()],
            ..SpawnOptions::default()
        };
        let body = script(move |turn| {
            turn.send(receiver.into(), text("before"));
            Next::Done
        });
        driver.spawn(body, options).expect("room");
        driver.run_until_idle();
        assert_eq!(driver.node().take(), ["before", "exit normal"]);
    });
}

#[test]
fn the_dead_drop_messages_and_serials_are_never_used_twice() {
    let mut driver = Runtime::single_threaded(Log::default(), virtual_config(), 1);
    let mut seen = BTreeSet::new();
    for _ in 0..1000 {
        let serial = start(&driver, script(|_| NORMAL));
        assert!(seen.insert(serial));
        driver.run_until_idle();
        assert!(!driver.is_alive(serial));
        driver.send(serial.into(), text("lost"));
    }
    assert!(driver.processes().is_empty());
    // The slots were used again.
    let highest = seen.iter().map(|serial| serial.slot()).max();
    assert!(highest < Some(200), "{highest:?}");
}

#[test]
fn control_signals_alone_do_not_run_the_body() {
    for_seeds(|driver| {
        let log = driver.node().clone();
        let quiet = start(
            driver,
            script(move |_| {
                log.write("run");
                WAIT
            }),
        );
        driver.run_until_idle();
        start(
            driver,
            once(move |turn| turn.link(quiet.into(), LinkDirection::Inbound)),
        );
        driver.run_until_idle();
        assert_eq!(driver.node().take(), ["run"]);
        driver.wake(quiet);
        driver.run_until_idle();
        assert_eq!(driver.node().take(), ["run"]);
    });
}

#[test]
fn a_yielding_process_goes_to_the_back() {
    let runtime = threads(1);
    let (sender, receiver) = std::sync::mpsc::channel();
    let make = |name: u64| {
        let sender = sender.clone();
        let mut turns = 0;
        script(move |_| {
            sender.send(name).expect("test waits");
            turns += 1;
            if turns == 50 { NORMAL } else { Next::Yield }
        })
    };
    // One process starts all, so that they are in the queue together.
    let mut bodies: Vec<Script> = (0..3).map(make).collect();
    let parent = script(move |turn| {
        for body in bodies.drain(..) {
            turn.spawn(body, None).expect("room");
        }
        NORMAL
    });
    start(&runtime, parent);
    let order: Vec<u64> = receiver.iter().take(150).collect();
    let expected: Vec<u64> = (0..150).map(|turn| turn % 3).collect();
    assert_eq!(order, expected);
}

#[test]
fn the_same_seed_gives_the_same_run() {
    let trace = |seed| {
        let mut driver = Runtime::single_threaded(Log::default(), virtual_config(), seed);
        let receiver = start(&driver, recorder(|_| ()));
        for sender in 0..5 {
            start(&driver, counting_sender(receiver, sender * 1000, 20));
        }
        driver.run_until_idle();
        driver.node().take()
    };
    assert_eq!(trace(7), trace(7));
    assert_ne!(trace(7), trace(8));
}

#[test]
fn a_sender_sees_how_much_waits_for_a_process() {
    for_seeds(|driver| {
        let sink = start(driver, script(|_| WAIT));
        let dead = start(driver, script(|_| NORMAL));
        driver.run_until_idle();
        let (sender, looked) = mpsc::channel();
        start(
            driver,
            once(move |turn| {
                for number in 0..5 {
                    assert_eq!(turn.queue_length(sink), number);
                    turn.send(sink.into(), text("more"));
                    turn.send(dead.into(), text("lost"));
                    assert_eq!(turn.queue_length(dead), 0);
                }
                sender.send(()).expect("the test waits");
            }),
        );
        // Who does not receive what it has is run for ever.
        driver.run_while(|_| looked.try_recv().is_err());
    });
}
