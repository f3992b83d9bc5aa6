//! Waiting with deadlines, delayed messages, virtual time.

use super::*;
use crate::wheel::BATCH;
use std::num::NonZeroU64;

const SECOND: u64 = 1_000_000_000;
/// Timers may be late by a tick of the wheel.
const TICK: u64 = 1 << 17;

#[test]
fn a_wait_ends_at_its_deadline_and_not_before() {
    for_seeds(|driver| {
        let mut deadline = None;
        start(
            driver,
            script(move |turn| match deadline {
                None => {
                    deadline = NonZeroU64::new(turn.now() + SECOND);
                    Next::Wait { deadline }
                }
                Some(time) => {
                    assert!(turn.timed_out());
                    assert!((time.get()..=time.get() + TICK).contains(&turn.now()));
                    turn.node().write("timeout");
                    NORMAL
                }
            }),
        );
        driver.run_until(SECOND / 2);
        assert!(driver.node().take().is_empty());
        driver.run_until_idle();
        assert_eq!(driver.node().take(), ["timeout"]);
        assert_eq!(driver.timer_count(), 0);
    });
}

#[test]
fn a_message_ends_a_wait_and_its_timer_is_taken_back() {
    for_seeds(|driver| {
        let receiver = start(
            driver,
            script(|turn| match turn.receive() {
                Some(_) => {
                    assert!(!turn.timed_out());
                    NORMAL
                }
                None => Next::Wait {
                    deadline: NonZeroU64::new(1000 * SECOND),
                },
            }),
        );
        driver.run_until(SECOND);
        assert_eq!(driver.timer_count(), 1);
        driver.send(receiver.into(), text("now"));
        driver.run_until_idle();
        assert_eq!(driver.timer_count(), 0);
        assert!(driver.clock().now() < 2 * SECOND);
    });
}

#[test]
fn waits_that_end_ever_later_share_a_timer() {
    for_seeds(|driver| {
        let mut waits = 0;
        let receiver = start(
            driver,
            script(move |turn| {
                if turn.timed_out() {
                    turn.node()
                        .write(format!("timeout {}", turn.now() / SECOND));
                    return NORMAL;
                }
                waits += u64::from(turn.receive().is_some());
                // Each message moves the deadline by a second, and the last one sets an earlier one.
                let deadline = match waits {
                    30.. => 25,
                    waits => 10 + waits,
                };
                Next::Wait {
                    deadline: NonZeroU64::new(deadline * SECOND),
                }
            }),
        );
        for step in 1..30 {
            driver.run_until(step * SECOND / 2);
            driver.send(receiver.into(), text("more"));
            assert_eq!(driver.timer_count(), 1);
        }
        // The first of its timers fired at ten seconds, and it went on waiting.
        driver.run_until(20 * SECOND);
        assert!(driver.node().take().is_empty());
        driver.send(receiver.into(), text("less"));
        driver.run_until_idle();
        assert_eq!(driver.node().take(), ["timeout 25"]);
        assert_eq!(driver.timer_count(), 0);
    });
}

#[test]
fn messages_that_do_not_match_do_not_move_the_deadline() {
    for_seeds(|driver| {
        let receiver = start(
            driver,
            script(|turn| {
                if turn.timed_out() {
                    turn.node().write("timeout");
                    return NORMAL;
                }
                while turn.receive().is_some() {}
                Next::Wait {
                    deadline: NonZeroU64::new(SECOND),
                }
            }),
        );
        for step in 1..20 {
            driver.run_until(step * SECOND / 10);
            driver.send(receiver.into(), text("noise"));
        }
        assert_eq!(driver.node().take(), ["timeout"]);
    });
}

#[test]
fn a_changed_deadline_replaces_the_old_one() {
    for_seeds(|driver| {
        let mut turns = 0;
        let process = start(
            driver,
            script(move |turn| {
                turns += 1;
                while turn.receive().is_some() {}
                match turns {
                    1 => Next::Wait {
                        deadline: NonZeroU64::new(SECOND),
                    },
                    2 => Next::Wait {
                        deadline: NonZeroU64::new(5 * SECOND),
                    },
                    _ => {
                        assert!(turn.now() >= 5 * SECOND);
                        NORMAL
                    }
                }
            }),
        );
        driver.run_until(SECOND / 2);
        driver.send(process.into(), text("again"));
        driver.run_until_idle();
        assert!(!driver.is_alive(process));
    });
}

#[test]
fn delayed_messages_come_in_order_and_can_be_taken_back() {
    for_seeds(|driver| {
        let receiver = start(driver, recorder(|_| ()));
        start(
            driver,
            once(move |turn| {
                let to = receiver.into();
                turn.send_at(3 * SECOND, to, Value::Number(3));
                turn.send_at(SECOND, to, Value::Number(1));
                let wrong = turn.send_at(2 * SECOND, to, text("wrong"));
                turn.send_at(2 * SECOND, to, Value::Number(2));
                assert!(turn.cancel_timer(wrong));
                assert!(!turn.cancel_timer(wrong));
            }),
        );
        driver.run_until_idle();
        assert_eq!(driver.node().take(), ["1", "2", "3"]);
        let time = driver.clock().now();
        assert!((3 * SECOND..3 * SECOND + TICK).contains(&time));
    });
}

#[test]
fn the_end_of_a_process_takes_its_wait_timer_back() {
    for_seeds(|driver| {
        let deadline = NonZeroU64::new(SECOND);
        let process = start(driver, script(move |_| Next::Wait { deadline }));
        driver.step();
        assert_eq!(driver.timer_count(), 1);
        driver.terminate(process.into());
        driver.step();
        assert_eq!(driver.timer_count(), 0);
    });
}

#[test]
fn timers_fire_beside_a_process_that_never_waits() {
    for_seeds(|driver| {
        let looping = start(driver, script(|_| Next::Yield));
        let mut armed = false;
        start(
            driver,
            script(move |turn| {
                if armed && turn.timed_out() {
                    turn.terminate(looping.into());
                    return NORMAL;
                }
                armed = true;
                Next::Wait {
                    deadline: NonZeroU64::new(SECOND / 100),
                }
            }),
        );
        driver.run_until_idle();
        assert!(driver.processes().is_empty());
    });
}

/// Sends `count` messages at moments of the next hour, in no order; the number of a message is its
/// moment.
fn set_timers(driver: &Driver<Script>, to: Serial, count: u64) -> Vec<Timer> {
    let begin = driver.clock().now() + SECOND;
    let timer = |number: u64| {
        let time = begin + number.wrapping_mul(0x9E37_79B9_7F4A_7C15) % (3600 * SECOND);
        driver.send_at(time, to.into(), Value::Number(time))
    };
    (0..count).map(timer).collect()
}

#[test]
fn a_million_timers_pend_and_fire_in_order() {
    const COUNT: u64 = 1_000_000;
    let mut driver = Runtime::single_threaded(Log::default(), virtual_config(), 3);
    let (sender, result) = std::sync::mpsc::channel();
    let process = start(
        &driver,
        script(move |turn| {
            let (mut received, mut last) = (0, 0);
            while let Some(Delivery::Message(Value::Number(time))) = turn.receive() {
                assert!(last <= time && time <= turn.now());
                (received, last) = (received + 1, time);
            }
            sender.send(received).expect("the test looks at the end");
            WAIT
        }),
    );
    let timers = set_timers(&driver, process, COUNT);
    for timer in timers.iter().step_by(2) {
        assert!(driver.cancel_timer(*timer));
    }
    assert_eq!(driver.timer_count() as u64, COUNT / 2);
    driver.run_until_idle();
    assert_eq!(result.try_iter().sum::<u64>(), COUNT / 2);
    assert_eq!(driver.timer_count(), 0);
    assert!(timers.iter().all(|timer| !driver.cancel_timer(*timer)));
}

#[test]
fn many_timers_due_at_once_leave_turns_to_ready_processes() {
    const COUNT: u64 = 100_000;
    for_seeds(|driver| {
        let (sender, result) = std::sync::mpsc::channel();
        let mut last = 0;
        let process = start(
            driver,
            script(move |turn| {
                let mut received = 0;
                while let Some(Delivery::Message(Value::Number(number))) = turn.receive() {
                    assert_eq!(number, last + 1);
                    (received, last) = (received + 1, number);
                }
                sender.send(received).expect("the test looks at the end");
                WAIT
            }),
        );
        driver.run_until_idle();
        let moment = driver.clock().now() + SECOND;
        for number in 1..=COUNT {
            driver.send_at(moment, process.into(), Value::Number(number));
        }
        driver.run_until(moment + TICK);
        let turns: Vec<usize> = result.try_iter().collect();
        assert!(turns.iter().all(|&received| received <= BATCH));
        assert_eq!(turns.iter().sum::<usize>() as u64, COUNT);
        assert_eq!(driver.timer_count(), 0);
    });
}

#[test]
fn a_scheduler_does_not_sleep_while_timers_are_due() {
    const COUNT: u64 = 20 * BATCH as u64;
    let runtime = threads(1);
    let ended = start(&runtime, script(|_| NORMAL));
    join(&runtime, ended);
    let last = start(&runtime, ends_at_message(Ending::Ended(Reason::Normal)));
    let moment = runtime.clock().now() + SECOND / 20;
    for _ in 0..COUNT {
        runtime.send_at(moment, ended.into(), text("nobody"));
    }
    runtime.send_at(moment, last.into(), text("last"));
    join(&runtime, last);
    assert_eq!(runtime.handle().shared.timers.count(), 0);
}

#[test]
fn timers_that_were_taken_back_cost_nothing_later() {
    const COUNT: u64 = 1_000_000;
    let mut driver = Runtime::single_threaded(Log::default(), virtual_config(), 3);
    let process = start(&driver, once(|_| {}));
    for _ in 0..2 {
        for timer in set_timers(&driver, process, COUNT) {
            assert!(driver.cancel_timer(timer));
        }
        assert_eq!(driver.handle().shared.timers.places(), COUNT as usize);
    }
    // Nothing is left to be woken for, and the places of the first were used again.
    driver.run_until_idle();
    assert!(driver.clock().now() < SECOND);
}

#[test]
fn real_schedulers_sleep_until_a_deadline() {
    let runtime = threads(2);
    let begin = runtime.clock().now();
    let mut deadline = None;
    let process = start(
        &runtime,
        script(move |turn| {
            if turn.timed_out() {
                return NORMAL;
            }
            let time = *deadline.get_or_insert_with(|| turn.now() + SECOND / 50);
            Next::Wait {
                deadline: NonZeroU64::new(time),
            }
        }),
    );
    join(&runtime, process);
    assert!(runtime.clock().now() - begin >= SECOND / 50);
    // From outside, into a wheel whose owner sleeps.
    let echo = start(&runtime, ends_at_message(Ending::Ended(Reason::Normal)));
    runtime.send_at(
        runtime.clock().now() + SECOND / 100,
        echo.into(),
        text("late"),
    );
    join(&runtime, echo);
}
