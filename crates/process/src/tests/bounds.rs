//! Bounds of mailboxes, states and priorities as others see them, references.

use super::*;
use crate::{Bound, Lose};
use std::collections::HashSet;

/// Writes down what it has lost, and then what it gets.
fn patient() -> Script {
    script(|turn| {
        let lost = turn.take_lost();
        if lost > 0 {
            turn.node().write(format!("lost {lost}"));
        }
        while let Some(delivery) = turn.receive() {
            let line = show(&delivery);
            turn.node().write(line);
        }
        WAIT
    })
}

fn bound(messages: usize, lose: Lose) -> Bound {
    Bound {
        messages,
        bytes: usize::MAX,
        lose,
    }
}

/// What a process sees to which another one sends the numbers below `count` in one turn.
fn seen(driver: &mut Driver<Script>, receiver: Serial, count: u64) -> Vec<String> {
    start(
        driver,
        once(move |turn| {
            for number in 0..count {
                turn.send(receiver.into(), Value::Number(number));
            }
        }),
    );
    driver.run_until_idle();
    driver.node().take()
}

#[test]
fn a_bounded_process_is_told_how_much_it_has_lost() {
    for_seeds(|driver| {
        for (lose, expected) in [
            (Lose::Newest, ["lost 7", "0", "1", "2"]),
            (Lose::Oldest, ["lost 7", "7", "8", "9"]),
        ] {
            let options = SpawnOptions {
                bound: Some(bound(3, lose)),
                ..SpawnOptions::default()
            };
            let receiver = driver.spawn(patient(), options).expect("there is room");
            driver.run_until_idle();
            assert_eq!(seen(driver, receiver, 10), expected);
            // What is left does not count twice, and there is room again.
            assert_eq!(seen(driver, receiver, 3), ["0", "1", "2"]);
            assert_eq!(seen(driver, receiver, 4)[0], "lost 1");
        }
    });
}

#[test]
fn a_bound_can_be_set_changed_and_taken_away() {
    for_seeds(|driver| {
        let mut bounds = vec![
            None,
            Some(bound(5, Lose::Newest)),
            Some(bound(2, Lose::Oldest)),
            None,
        ]
        .into_iter();
        let receiver = start(
            driver,
            script(move |turn| {
                let mut count = 0;
                while turn.receive().is_some() {
                    count += 1;
                }
                let lost = turn.take_lost();
                turn.node().write(format!("{count} {lost}"));
                if let Some(bound) = bounds.next() {
                    turn.set_bound(bound);
                }
                WAIT
            }),
        );
        driver.run_until_idle();
        assert_eq!(driver.node().take(), ["0 0"]);
        for expected in ["8 0", "5 3", "2 6", "8 0"] {
            assert_eq!(seen(driver, receiver, 8), [expected]);
        }
    });
}

#[test]
fn signals_that_are_no_messages_pass_a_full_mailbox() {
    for_seeds(|driver| {
        let options = SpawnOptions {
            bound: Some(bound(1, Lose::Newest)),
            ..SpawnOptions::default()
        };
        let listener = driver.spawn(patient(), options).expect("there is room");
        driver.run_until_idle();
        let victim = start(driver, once(|_| ()));
        start(
            driver,
            once(move |turn| {
                turn.send(listener.into(), Value::Number(1));
                turn.send(listener.into(), Value::Number(2));
                turn.link_others(victim.into(), listener.into(), true);
            }),
        );
        driver.run_until_idle();
        assert_eq!(driver.node().take(), ["lost 1", "1"]);
        driver.terminate(victim.into());
        driver.run_until_idle();
        assert_eq!(driver.node().take(), ["exit terminated"]);
    });
}

#[test]
fn states_are_what_processes_do() {
    for_seeds(|driver| {
        let waits = start(driver, once(|_| ()));
        driver.run_until_idle();
        assert_eq!(driver.status(waits), Some(ProcessState::Waiting));
        let new = start(
            driver,
            once(move |turn| {
                let me = turn.serial();
                let states = [turn.status(me), turn.status(waits)];
                turn.node().write(format!("{states:?}"));
            }),
        );
        assert_eq!(driver.status(new), Some(ProcessState::Queued));
        assert!(driver.is_alive(new) && driver.is_alive(waits));
        driver.run_until_idle();
        let lines = driver.node().take();
        assert_eq!(lines, ["[Some(Running), Some(Waiting)]"]);
        assert_eq!(driver.processes().len(), 2);
        driver.terminate(new.into());
        driver.run_until_idle();
        assert!(!driver.is_alive(new) && driver.status(new).is_none());
        assert_eq!(driver.processes(), [waits]);
    });
}

#[test]
fn priorities_can_be_changed_by_others() {
    for_seeds(|driver| {
        let process = start(driver, once(|_| ()));
        let dead = start(driver, script(|_| NORMAL));
        driver.run_until_idle();
        for priority in [Priority::Low, Priority::High, Priority::Normal] {
            start(
                driver,
                once(move |turn| {
                    assert!(turn.set_priority(process, priority));
                    assert!(!turn.set_priority(dead, priority));
                }),
            );
            driver.run_until_idle();
            let (sender, receiver) = mpsc::channel();
            driver.request_info(
                process,
                Box::new(move |info| sender.send(info).expect("the test waits")),
            );
            driver.run_until_idle();
            let info = receiver.try_recv().expect("it answered").expect("it lives");
            assert_eq!(info.priority, priority);
            assert_eq!(info.state, ProcessState::Waiting);
        }
    });
}

#[test]
fn references_are_given_out_once() {
    let runtime = threads(2);
    let (sender, receiver) = mpsc::channel();
    for _ in 0..4 {
        let sender = sender.clone();
        start(
            &runtime,
            once(move |turn| {
                // More than a scheduler takes at a time.
                let own: Vec<u64> = (0..10_000).map(|_| turn.fresh_reference()).collect();
                sender.send(own).expect("the test waits");
            }),
        );
    }
    let mut all: Vec<u64> = (0..10_000).map(|_| runtime.fresh_reference()).collect();
    for _ in 0..4 {
        all.extend(receiver.recv().expect("each sends"));
    }
    let different: HashSet<u64> = all.iter().copied().collect();
    assert_eq!(different.len(), all.len());
    // Few are wasted: they are the serials of tags.
    assert!(all.iter().all(|&reference| reference < 100_000));
}

#[test]
fn random_numbers_differ_and_repeat_with_the_seed() {
    let numbers = |seed: u64| {
        let mut driver = Runtime::single_threaded(Log::default(), virtual_config(), seed);
        let (sender, receiver) = mpsc::channel();
        start(
            &driver,
            once(move |turn| {
                let numbers: Vec<u64> = (0..100).map(|_| turn.random()).collect();
                sender.send(numbers).expect("the test waits");
            }),
        );
        driver.run_until_idle();
        receiver.try_recv().expect("it has run")
    };
    let first = numbers(1);
    let different: HashSet<u64> = first.iter().copied().collect();
    assert_eq!(different.len(), 100);
    assert_eq!(numbers(1), first);
    assert_ne!(numbers(2), first);
}

#[test]
fn timers_of_the_host_are_counted_and_can_be_taken_back() {
    for_seeds(|driver| {
        let sink = start(driver, recorder(|_| ()));
        let time = driver.clock().now() + 1_000;
        let timers = [1, 2, 3].map(|number| {
            let later = time + number;
            driver.send_at(later, sink.into(), Value::Number(number))
        });
        assert_eq!(driver.timer_count(), 3);
        let [_, second, third] = timers;
        assert!(driver.cancel_timer(second) && !driver.cancel_timer(second));
        assert_eq!(driver.timer_count(), 2);
        driver.run_until_idle();
        assert_eq!(driver.node().take(), ["1", "3"]);
        assert_eq!(driver.timer_count(), 0);
        assert!(!driver.cancel_timer(third));
    });
}

#[test]
fn nothing_is_started_on_a_node_that_stops() {
    let runtime = threads(1);
    let handle = runtime.handle().clone();
    assert!(handle.spawn(once(|_| ()), SpawnOptions::default()).is_ok());
    drop(runtime);
    let refused = handle.spawn(once(|_| ()), SpawnOptions::default());
    assert_eq!(refused, Err(SpawnError::Stopping));
}
