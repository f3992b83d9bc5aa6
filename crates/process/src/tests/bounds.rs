//! Bounds of mailboxes, states and priorities as others see them, references.

use super::*;
use crate::{Bound, WhenFull};
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

fn bound(messages: usize, when_full: WhenFull) -> Bound {
    Bound {
        messages,
        bytes: usize::MAX,
        when_full,
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

/// The bodies of these tests do not say what a message counts for.
#[test]
fn messages_count_for_no_bytes_unless_it_is_said() {
    for_seeds(|driver| {
        let options = SpawnOptions {
            bound: Some(Bound {
                bytes: 0,
                ..bound(3, WhenFull::LoseNewest)
            }),
            ..SpawnOptions::default()
        };
        let receiver = driver.spawn(patient(), options).expect("there is room");
        driver.run_until_idle();
        assert_eq!(seen(driver, receiver, 3), ["0", "1", "2"]);
    });
}

#[test]
fn a_bounded_process_is_told_how_much_it_has_lost() {
    for_seeds(|driver| {
        for (when_full, expected) in [
            (WhenFull::LoseNewest, ["lost 7", "0", "1", "2"]),
            (WhenFull::LoseOldest, ["lost 7", "7", "8", "9"]),
        ] {
            let options = SpawnOptions {
                bound: Some(bound(3, when_full)),
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
            Some(bound(5, WhenFull::LoseNewest)),
            Some(bound(2, WhenFull::LoseOldest)),
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

/// Sends the numbers from 0 on, each when there is room, and ends.
fn sender(receiver: Serial, count: u64) -> Script {
    let mut next = 0;
    script(move |turn| {
        while next < count {
            if !turn.admit(receiver) {
                return WAIT;
            }
            turn.send(receiver.into(), Value::Number(next));
            next += 1;
        }
        NORMAL
    })
}

/// Receives a message a turn, and tells how many it has had.
fn slow(received: mpsc::Sender<u64>) -> Script {
    script(move |turn| {
        let most = turn.queue_length(turn.serial()) + turn.delivery_count();
        turn.node().write(format!("{most}"));
        if let Some(Delivery::Message(Value::Number(number))) = turn.receive() {
            received.send(number).expect("the test waits");
        }
        match turn.has_signals() {
            true => Next::Yield,
            false => WAIT,
        }
    })
}

fn suspending(messages: usize) -> SpawnOptions {
    SpawnOptions {
        bound: Some(bound(messages, WhenFull::Suspend)),
        ..SpawnOptions::default()
    }
}

#[test]
fn senders_wait_for_room_and_nothing_is_lost() {
    for_seeds(|driver| {
        let (sent, received) = mpsc::channel();
        let receiver = driver
            .spawn(slow(sent), suspending(3))
            .expect("there is room");
        let senders: Vec<Serial> = (0..5)
            .map(|_| start(driver, sender(receiver, 20)))
            .collect();
        driver.run_until_idle();
        let waited = driver.node().take();
        assert!(
            waited
                .iter()
                .all(|count| ["0", "1", "2", "3"].contains(&&**count))
        );
        assert!(senders.iter().all(|&sender| !driver.is_alive(sender)));
        let mut numbers: Vec<u64> = received.try_iter().collect();
        numbers.sort_unstable();
        let expected: Vec<u64> = (0..20).flat_map(|number| [number; 5]).collect();
        assert_eq!(numbers, expected);
    });
}

#[test]
fn who_waits_for_room_is_freed_by_the_end_of_the_receiver_or_of_its_bound() {
    for_seeds(|driver| {
        let never = script(|_| Next::Yield);
        let receiver = driver.spawn(never, suspending(2)).expect("there is room");
        let first = start(driver, sender(receiver, 5));
        for _ in 0..200 {
            driver.step();
        }
        assert!(driver.is_alive(first), "it waits");
        driver.terminate(receiver.into());
        driver.run_until_idle();
        assert!(!driver.is_alive(first));

        let lifts = script(|turn| match turn.receive() {
            Some(Delivery::Message(Value::Text(_))) => {
                turn.set_bound(None);
                WAIT
            }
            _ => WAIT,
        });
        let receiver = driver.spawn(lifts, suspending(2)).expect("there is room");
        driver.send(receiver.into(), text("lift it"));
        driver.send(receiver.into(), text("lift it"));
        let second = start(driver, sender(receiver, 5));
        driver.run_until_idle();
        assert!(!driver.is_alive(second));
    });
}

#[test]
fn who_is_killed_when_it_was_woken_passes_its_place_on() {
    for_seeds(|driver| {
        let (sent, received) = mpsc::channel();
        let receiver = driver
            .spawn(slow(sent), suspending(1))
            .expect("there is room");
        let senders: Vec<Serial> = (0..30)
            .map(|_| start(driver, sender(receiver, 3)))
            .collect();
        let mut turns = 0_usize;
        while driver.step() {
            turns += 1;
            if let Some(&victim) = senders.get(turns / 2).filter(|_| turns.is_multiple_of(4)) {
                driver.terminate(victim.into());
            }
        }
        assert!(senders.iter().all(|&sender| !driver.is_alive(sender)));
        assert!(received.try_iter().count() > 30);
    });
}

#[test]
fn a_process_always_has_room_for_what_it_sends_to_itself() {
    for_seeds(|driver| {
        let body = once(|turn| {
            let me = turn.serial();
            for number in 0..10 {
                assert!(turn.admit(me));
                turn.send(me.into(), Value::Number(number));
            }
        });
        driver.spawn(body, suspending(1)).expect("there is room");
        driver.run_until_idle();
    });
}

#[test]
fn senders_on_many_threads_all_get_through() {
    let runtime = threads(4);
    let (sent, received) = mpsc::channel();
    let receiver = runtime
        .spawn(slow(sent), suspending(4))
        .expect("there is room");
    let senders: Vec<Serial> = (0..40)
        .map(|_| start(&runtime, sender(receiver, 100)))
        .collect();
    for &victim in senders.iter().step_by(8) {
        runtime.terminate(victim.into());
    }
    for &sender in &senders {
        runtime.wait_for(sender);
    }
    assert!(received.try_iter().count() >= 35 * 100 - 10);
}

#[test]
fn signals_that_are_no_messages_pass_a_full_mailbox() {
    for_seeds(|driver| {
        let options = SpawnOptions {
            bound: Some(bound(1, WhenFull::LoseNewest)),
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
