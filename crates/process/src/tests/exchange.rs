//! Processes that give their places to each other in the middle of a turn.

use super::party::*;
use super::*;

#[test]
fn two_processes_answer_each_other_in_one_turn() {
    let (lines, reason) = play(
        |turn, message, to| {
            if is_begin(&message) {
                turn.send_local(to, Value::Pid(turn.pid()));
                return WAIT;
            }
            let reductions = turn.reductions();
            turn.node().write(format!("first: {message:?}"));
            assert!(reductions >= EXCHANGED, "it was charged: {reductions}");
            assert!(reductions < 2 * EXCHANGED, "and not for the other");
            NORMAL
        },
        |turn, message| {
            let Value::Pid(from) = message else {
                panic!("{message:?}");
            };
            assert_ne!(from, turn.pid());
            // It waits, and is put away when the turn is over.
            assert_eq!(turn.status(from.serial()), Some(ProcessState::Running));
            assert!(turn.reductions() < EXCHANGED);
            turn.node().write("second");
            turn.send(from, Value::Number(1));
            WAIT
        },
    );
    let expected = ["exchanged", "second", "exchanged", "first: Some(Number(1))"];
    assert_eq!(lines, expected);
    assert!(matches!(reason, Some(Reason::Normal)), "{reason:?}");
}

#[test]
fn who_has_a_message_does_not_give_its_place() {
    let (lines, _) = play(
        |turn, message, to| {
            if is_begin(&message) {
                turn.send_local(to, Value::Number(1));
                let me = turn.serial();
                turn.send_local(me, Value::Number(2));
                return WAIT;
            }
            turn.node().write(format!("first: {message:?}"));
            NORMAL
        },
        |turn, message| {
            turn.node().write(format!("second: {message:?}"));
            WAIT
        },
    );
    assert_eq!(lines, ["second: Number(1)", "first: Some(Number(2))"]);
}

#[test]
fn what_comes_before_its_turn_is_seen_by_who_takes_the_place() {
    let (lines, _) = play(
        |turn, message, to| {
            if is_begin(&message) {
                turn.send_local(to, Value::Number(1));
                turn.monitor(to.into());
                turn.terminate(to.into());
                return WAIT;
            }
            match turn.receive() {
                Some(delivery) => turn.node().write(show(&delivery)),
                None => return WAIT,
            }
            NORMAL
        },
        |turn, _| {
            turn.node().write("second");
            WAIT
        },
    );
    assert_eq!(lines, ["down terminated"]);
}

#[test]
fn who_waits_with_a_deadline_gives_its_place_too() {
    let after = |turn: &Turn<'_, Party>, time: u64| Next::Wait {
        deadline: std::num::NonZeroU64::new(turn.now() + time),
    };
    let (lines, reason) = play(
        move |turn, message, to| {
            if is_begin(&message) {
                turn.send_local(to, Value::Pid(turn.pid()));
                return after(turn, 60_000_000_000);
            }
            if turn.timed_out() {
                turn.node().write("timed out");
                return NORMAL;
            }
            if let Some(message) = message {
                turn.node().write(format!("first: {message:?}"));
                // There is no answer to that.
                turn.send_local(to, message);
            }
            after(turn, 1_000_000)
        },
        |turn, message| {
            if let Value::Pid(from) = message {
                turn.send(from, Value::Number(1));
            }
            WAIT
        },
    );
    let expected = [
        "exchanged",
        "exchanged",
        "first: Number(1)",
        "exchanged",
        "timed out",
    ];
    assert_eq!(lines, expected);
    assert!(matches!(reason, Some(Reason::Normal)), "{reason:?}");
}

#[test]
fn a_request_wakes_its_receiver_once() {
    let (lines, reason) = play(
        |turn, message, to| {
            if is_begin(&message) {
                let reference = turn.monitor(to.into());
                assert_eq!(
                    turn.status(to),
                    Some(ProcessState::Waiting),
                    "no signal has woken it"
                );
                turn.send_local(to, Value::Pid(turn.pid()));
                turn.node().write(format!("asked {}", reference > 0));
                return WAIT;
            }
            turn.node().write(format!("first: {message:?}"));
            NORMAL
        },
        |turn, message| {
            turn.node().write("second");
            if let Value::Pid(from) = message {
                turn.send(from, Value::Number(1));
            }
            WAIT
        },
    );
    let expected = [
        "asked true",
        "exchanged",
        "second",
        "exchanged",
        "first: Some(Number(1))",
    ];
    assert_eq!(lines, expected);
    assert!(matches!(reason, Some(Reason::Normal)), "{reason:?}");
}

#[test]
fn who_was_preempted_is_not_passed_over() {
    let runtime = one_scheduler();
    let busy = spawn(
        &runtime,
        party(|turn, message| match message {
            Some(_) => NORMAL,
            None => {
                turn.node().write("busy");
                Next::Yield
            }
        }),
    );
    let echo = spawn(
        &runtime,
        party(|turn, message| {
            if let Some(Value::Pid(from)) = message {
                turn.send(from, Value::Number(1));
            }
            WAIT
        }),
    );
    let mut left = 100;
    let sender = spawn(
        &runtime,
        party(move |turn, message| {
            if message.is_some() || left == 100 {
                left -= 1;
                let me = Value::Pid(turn.pid());
                turn.send_local(echo, me);
            }
            match left {
                0 => NORMAL,
                _ => WAIT,
            }
        }),
    );
    runtime.wait_for(sender).expect("it ends");
    runtime.send(busy.into(), Value::Number(0));
    runtime.wait_for(busy).expect("it ends");
    let lines = runtime.node().take();
    let turns = lines.iter().filter(|line| *line == "busy").count();
    assert!(turns > 1, "{lines:?}");
    assert!(!lines.contains(&"exchanged".to_owned()), "{lines:?}");
}

#[test]
fn a_panic_ends_the_process_that_has_the_place() {
    let (lines, reason) = play(
        |turn, message, to| {
            if is_begin(&message) {
                turn.monitor(to.into());
                let time = turn.now() + 20_000_000;
                turn.send_at(time, to.into(), Value::Number(1));
                turn.send_at(time + 20_000_000, turn.pid(), text("again"));
                return WAIT;
            }
            if message == Some(text("again")) {
                turn.send_local(to, Value::Number(2));
                return WAIT;
            }
            match turn.receive() {
                Some(delivery) => turn.node().write(show(&delivery)),
                None => return WAIT,
            }
            NORMAL
        },
        |turn, message| {
            turn.node().write(format!("second: {message:?}"));
            assert_eq!(message, Value::Number(1), "for the test");
            WAIT
        },
    );
    assert_eq!(
        lines[..3],
        ["second: Number(1)", "exchanged", "second: Number(2)"]
    );
    assert!(lines[3].starts_with("down failure") && lines[3].contains("for the test"));
    assert_eq!(lines.len(), 4);
    assert!(matches!(reason, Some(Reason::Normal)), "{reason:?}");
}

/// Two processes that answer each other for ever.
fn play_for_ever(runtime: &Runtime<Party>, until: Option<u64>) -> Serial {
    let echo = spawn(
        runtime,
        party(|turn, message| {
            if let Some(Value::Pid(from)) = message {
                turn.send(from, Value::Number(1));
            }
            WAIT
        }),
    );
    let mut begun = false;
    spawn(
        runtime,
        party(move |turn, message| {
            let me = Value::Pid(turn.pid());
            if !std::mem::replace(&mut begun, true) {
                if let Some(time) = until {
                    let time = turn.now() + time;
                    turn.send_at(time, turn.pid(), text("end"));
                }
                turn.send_local(echo, me);
            } else if message == Some(text("end")) {
                return NORMAL;
            } else if message.is_some() {
                turn.send_local(echo, me);
            }
            WAIT
        }),
    )
}

#[test]
fn timers_fire_beside_processes_that_exchange_places() {
    let runtime = one_scheduler();
    let sender = play_for_ever(&runtime, Some(20_000_000));
    runtime.wait_for(sender).expect("it ends");
    assert!(runtime.node().take().contains(&"exchanged".to_owned()));
}

#[test]
fn a_node_ends_in_which_processes_exchange_places() {
    let runtime = one_scheduler();
    play_for_ever(&runtime, None);
    std::thread::sleep(std::time::Duration::from_millis(2));
    drop(runtime);
}
