//! Links, monitors and ends.

use super::*;
use crate::LinkDirection::{Both, Inbound, Outbound};

#[test]
fn link_direction_decides_who_is_told() {
    let table = [
        (Outbound, vec![], vec!["exit terminated"]),
        (Inbound, vec!["exit terminated"], vec![]),
        (Both, vec!["exit terminated"], vec!["exit terminated"]),
    ];
    for (direction, when_other_dies, when_linker_dies) in &table {
        for linker_dies in [false, true] {
            for_seeds(|driver| {
                let other = start(driver, recorder(|_| ()));
                let direction = *direction;
                let linker = start(
                    driver,
                    recorder(move |turn| turn.link(other.into(), direction)),
                );
                driver.run_until_idle();
                let (victim, expected) = match linker_dies {
                    true => (linker, when_linker_dies),
                    false => (other, when_other_dies),
                };
                driver.terminate(victim.into());
                driver.run_until_idle();
                assert_eq!(driver.node().take(), *expected, "{direction:?}");
            });
        }
    }
}

#[test]
fn reasons_reach_links_and_monitors() {
    let endings = [
        (
            Ending::Ended(Reason::Normal),
            vec!["down normal", "exit normal"],
        ),
        (Ending::Halted, vec!["down normal"]),
        (
            Ending::Ended(Reason::Failure(Value::Number(7))),
            vec!["down failure Number(7)", "exit failure Number(7)"],
        ),
        (
            Ending::Forwarded {
                origin: Pid::new(3, Serial::from_number(9).expect("small")),
                reason: Reason::Terminated,
            },
            vec!["down terminated", "exit terminated"],
        ),
    ];
    for (ending, expected) in endings {
        for_seeds(|driver| {
            let victim = start(driver, ends_at_message(ending.clone()));
            start(
                driver,
                recorder(move |turn| {
                    turn.link(victim.into(), Inbound);
                    turn.monitor(victim.into());
                }),
            );
            driver.run_until_idle();
            driver.send(victim.into(), text("end"));
            driver.run_until_idle();
            assert_eq!(driver.node().sorted(), expected);
            assert!(!driver.is_alive(victim));
        });
    }
}

#[test]
fn a_forwarded_end_names_its_origin() {
    for_seeds(|driver| {
        let origin = Pid::new(3, Serial::from_number(9).expect("small"));
        let reason = Reason::Failure(text("deep"));
        let ending = Ending::Forwarded {
            origin,
            reason: reason.clone(),
        };
        let middle = start(driver, ends_at_message(ending));
        start(
            driver,
            script(move |turn| {
                turn.link(middle.into(), Inbound);
                if let Some(Delivery::Notice(notice)) = turn.receive() {
                    let from = middle.into();
                    let expected = Notice::Exit {
                        from,
                        origin,
                        reason: reason.clone(),
                    };
                    assert_eq!(*notice, expected);
                    turn.node().write("told");
                    return NORMAL;
                }
                WAIT
            }),
        );
        driver.run_until_idle();
        driver.send(middle.into(), text("end"));
        driver.run_until_idle();
        assert_eq!(driver.node().take(), ["told"]);
    });
}

#[test]
fn asking_for_news_of_the_dead_gives_notice_at_once() {
    for_seeds(|driver| {
        let dead = start(driver, script(|_| NORMAL));
        driver.run_until_idle();
        start(
            driver,
            recorder(move |turn| {
                turn.link(dead.into(), Outbound);
                turn.link(dead.into(), Inbound);
                turn.monitor(dead.into());
            }),
        );
        driver.run_until_idle();
        assert_eq!(driver.node().take(), ["exit noproc", "down noproc"]);
    });
}

#[test]
fn a_linked_child_that_ends_at_once_is_reported_once() {
    for_seeds(|driver| {
        start(
            driver,
            recorder(|turn| {
                let child = script(|_| NORMAL);
                turn.spawn_linked(child, SpawnOptions::default())
                    .expect("room");
            }),
        );
        driver.run_until_idle();
        assert_eq!(driver.node().take(), ["exit normal"]);
    });
}

#[test]
fn a_link_that_arrived_before_the_death_gets_the_true_reason() {
    for_seeds(|driver| {
        let watcher = start(driver, recorder(|_| ()));
        let mut linked = false;
        start(
            driver,
            script(move |turn| {
                if !linked {
                    linked = true;
                    // Still in its own queue when it ends.
                    let link = Signal::Control(Box::new(Control::Link { to: watcher.into() }));
                    turn.handle().deliver(turn.serial(), link);
                }
                Next::end(Ending::Ended(Reason::Failure(Value::Number(1))))
            }),
        );
        driver.run_until_idle();
        assert_eq!(driver.node().take(), ["exit failure Number(1)"]);
    });
}

#[test]
fn unlinked_and_demonitored_processes_are_not_told() {
    for_seeds(|driver| {
        let victim = start(driver, ends_at_message(Ending::Ended(Reason::Normal)));
        start(
            driver,
            recorder(move |turn| {
                turn.link(victim.into(), Inbound);
                turn.unlink(victim.into(), Inbound);
                let reference = turn.monitor(victim.into());
                assert!(turn.demonitor(reference));
                assert!(!turn.demonitor(reference));
            }),
        );
        driver.run_until_idle();
        driver.send(victim.into(), text("end"));
        driver.run_until_idle();
        assert!(driver.node().take().is_empty());
    });
}

#[test]
fn demonitor_takes_back_a_notice_that_was_not_read() {
    for_seeds(|driver| {
        let dead = start(driver, script(|_| NORMAL));
        driver.run_until_idle();
        start(
            driver,
            recorder(move |turn| {
                turn.send(turn.pid(), text("first"));
                let reference = turn.monitor(dead.into());
                turn.send(turn.pid(), text("last"));
                // Fetches all three, and returns one.
                assert!(matches!(turn.receive(), Some(Delivery::Message(_))));
                assert!(turn.demonitor(reference));
            }),
        );
        driver.run_until_idle();
        assert_eq!(driver.node().take(), ["last"]);
    });
}

#[test]
fn each_monitor_is_told_exactly_once() {
    for_seeds(|driver| {
        let victim = start(driver, ends_at_message(Ending::Ended(Reason::Normal)));
        for _ in 0..3 {
            start(
                driver,
                recorder(move |turn| {
                    turn.monitor(victim.into());
                    turn.monitor(victim.into());
                }),
            );
        }
        driver.send(victim.into(), text("end"));
        driver.run_until_idle();
        let told = driver.node().take();
        assert_eq!(told.len(), 6);
        assert!(told.iter().all(|line| line.starts_with("down")));
    });
}

#[test]
fn terminate_ends_the_waiting_the_looping_and_oneself() {
    for_seeds(|driver| {
        let waiting = start(driver, recorder(|_| ()));
        let looping = start(driver, script(|_| Next::Yield));
        for _ in 0..100 {
            driver.step();
        }
        driver.terminate(waiting.into());
        driver.terminate(looping.into());
        let own = start(driver, once(|turn| turn.terminate(turn.pid())));
        driver.run_until_idle();
        for serial in [waiting, looping, own] {
            assert!(!driver.is_alive(serial));
        }
    });
}

#[test]
fn who_is_ended_for_a_reason_ends_of_that() {
    for_seeds(|driver| {
        let waiting = start(driver, recorder(|_| ()));
        let watcher = recorder(move |turn| {
            turn.monitor(waiting.into());
        });
        start(driver, watcher);
        driver.run_until_idle();
        // The first reason counts, and is not that somebody terminated it.
        driver.end(waiting, Reason::Failure(text("full")));
        driver.end(waiting, Reason::Failure(text("other")));
        driver.terminate(waiting.into());
        driver.run_until_idle();
        assert!(!driver.is_alive(waiting));
        assert_eq!(driver.node().take(), ["down failure Text(\"full\")"]);
    });
}

#[test]
fn who_was_terminated_in_its_turn_receives_nothing_more() {
    for_seeds(|driver| {
        let body = once(|turn| {
            turn.terminate(turn.pid());
            turn.send(turn.pid(), text("after"));
            assert!(turn.has_signals());
            if let Some(delivery) = turn.receive() {
                turn.node().write(show(&delivery));
            }
            turn.send(turn.pid(), text("later"));
            if let Some(message) = turn.receive_message() {
                turn.node().write(format!("{message:?}"));
            }
            assert!(turn.is_killed() && !turn.has_signals());
        });
        let killed = start(driver, body);
        driver.run_until_idle();
        assert!(!driver.is_alive(killed));
        assert_eq!(driver.node().take(), [""; 0]);
    });
}

#[test]
fn a_panic_ends_its_process_and_nothing_else() {
    for_seeds(|driver| {
        let victim = start(
            driver,
            script(|turn| match turn.receive() {
                Some(_) => panic!("on purpose"),
                None => WAIT,
            }),
        );
        start(
            driver,
            recorder(move |turn| turn.link(victim.into(), Inbound)),
        );
        driver.run_until_idle();
        driver.send(victim.into(), text("go"));
        driver.run_until_idle();
        assert_eq!(driver.node().take(), ["exit failure Text(\"on purpose\")"]);
    });
}

#[test]
fn a_process_is_linked_by_another_one() {
    for linked in [true, false] {
        for_seeds(|driver| {
            let victim = start(driver, once(|_| ()));
            let listener = start(driver, recorder(|_| ()));
            start(
                driver,
                once(move |turn| {
                    turn.link_others(victim.into(), listener.into(), true);
                    turn.link_others(victim.into(), listener.into(), linked);
                    turn.link_others(victim.into(), victim.into(), true);
                }),
            );
            driver.run_until_idle();
            driver.terminate(victim.into());
            driver.run_until_idle();
            let expected: &[&str] = if linked { &["exit terminated"] } else { &[] };
            assert_eq!(driver.node().take(), expected);
        });
    }
}
