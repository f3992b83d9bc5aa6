//! Messages that a waiting process takes straight from their sender.

use super::*;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A process that accepts small numbers, or one that does something each time the other waits.
enum Party {
    Receiver {
        accepted: Vec<u64>,
    },
    Sender {
        to: Serial,
        actions: Actions,
        told: bool,
    },
}

type Actions = std::vec::IntoIter<fn(&mut Turn<'_, Party>, Serial)>;

impl Body for Party {
    type Message = Value;
    type Node = Log;

    fn run(&mut self, turn: &mut Turn<'_, Self>, _: i64) -> Next<Value> {
        match self {
            Party::Sender { to, actions, told } => {
                *told |= turn.receive().is_some();
                if !*told {
                    return WAIT;
                }
                if turn.status(*to) != Some(ProcessState::Waiting) {
                    return Next::Yield;
                }
                let Some(action) = actions.next() else {
                    return Next::Done;
                };
                action(turn, *to);
                Next::Yield
            }
            Party::Receiver { accepted } => {
                for number in accepted.drain(..) {
                    turn.node().write(format!("accepted {number}"));
                }
                while let Some(delivery) = turn.receive() {
                    turn.node().write(format!("received {}", show(&delivery)));
                }
                WAIT
            }
        }
    }

    fn accept(&mut self, message: Value) -> Result<(), Value> {
        match (self, message) {
            (Party::Receiver { accepted }, Value::Number(number)) if number < 100 => {
                accepted.push(number);
                Ok(())
            }
            (_, message) => Err(message),
        }
    }

    fn panic_reason(message: &str) -> Value {
        text(message)
    }
}

/// What a receiver writes. Each action is done in a turn of its own while the receiver waits.
fn play(actions: &[fn(&mut Turn<'_, Party>, Serial)]) -> Vec<String> {
    play_by(FastPaths::default(), actions)
}

fn play_by(fast_paths: FastPaths, actions: &[fn(&mut Turn<'_, Party>, Serial)]) -> Vec<String> {
    let runtime = one_scheduler_by(fast_paths);
    let spawn = |body| runtime.spawn(body, SpawnOptions::default()).expect("room");
    let to = spawn(Party::Receiver {
        accepted: Vec::new(),
    });
    // After its first turn, the scheduler knows that nobody else is woken.
    let nothing: fn(&mut Turn<'_, Party>, Serial) = |_, _| ();
    let actions = [&[nothing], actions].concat().into_iter();
    let told = false;
    let sender = spawn(Party::Sender { to, actions, told });
    tell_and_await(&runtime, sender, text("all are here")).expect("the sender ends");
    runtime.node().take()
}

/// Sends to a receiver that is begun for it; false if it is not.
fn give(turn: &mut Turn<'_, Party>, to: Serial, number: u64) -> bool {
    let receiver = turn.begin_receiver(to);
    receiver
        .map(|receiver| receiver.give(Value::Number(number)))
        .is_some()
}

#[test]
fn a_process_that_is_begun_and_given_nothing_goes_on_waiting() {
    let lines = play(&[
        |turn, to| {
            let mut receiver = turn.begin_receiver(to).expect("it waits");
            assert!(receiver.body().is_some());
        },
        |turn, to| assert!(give(turn, to, 1)),
    ]);
    assert_eq!(lines, ["accepted 1"]);
}

#[test]
fn the_first_message_is_accepted_and_others_come_after_it() {
    let lines = play(&[|turn, to| {
        for number in [1, 2, 200] {
            turn.send(to.into(), Value::Number(number));
        }
    }]);
    assert_eq!(lines, ["accepted 1", "received 2", "received 200"]);
}

#[test]
fn what_is_not_accepted_is_received() {
    let lines = play(&[|turn, to| {
        assert!(give(turn, to, 200));
        assert!(!give(turn, to, 3), "it does not wait any more");
    }]);
    assert_eq!(lines, ["received 200"]);
}

/// Sends to a receiver that is woken for it, and runs after others; false if it is not.
fn wake(turn: &mut Turn<'_, Party>, to: Serial, number: u64) -> bool {
    let mut woken = turn.wake_receiver(to);
    let receiver = woken.as_mut().and_then(|woken| woken.receiver());
    receiver
        .map(|receiver| receiver.give(Value::Number(number)))
        .is_some()
}

#[test]
fn who_is_woken_with_a_message_accepts_it_before_others() {
    let lines = play(&[|turn, to| {
        assert!(wake(turn, to, 1));
        assert!(!wake(turn, to, 2), "it is ready");
        assert!(!give(turn, to, 3), "it is ready");
        turn.send(to.into(), Value::Number(4));
    }]);
    assert_eq!(lines, ["accepted 1", "received 4"]);
}

#[test]
fn messages_arrive_without_fast_paths() {
    let all = FastPaths::default();
    let lines = play_by(
        FastPaths {
            begin: false,
            ..all
        },
        &[|turn, to| {
            assert!(!give(turn, to, 1), "nobody is begun");
            assert!(wake(turn, to, 2));
            turn.send(to.into(), Value::Number(3));
        }],
    );
    assert_eq!(lines, ["accepted 2", "received 3"]);
    let lines = play_by(
        FastPaths { wake: false, ..all },
        &[|turn, to| {
            assert!(!wake(turn, to, 1), "nobody is woken with a message");
            assert!(give(turn, to, 2));
        }],
    );
    assert_eq!(lines, ["accepted 2"]);
    let lines = play_by(
        FastPaths {
            begin: false,
            wake: false,
            ..all
        },
        &[|turn, to| {
            assert!(!give(turn, to, 1) && !wake(turn, to, 1));
            turn.send(to.into(), Value::Number(1));
        }],
    );
    assert_eq!(lines, ["received 1"]);
}

#[test]
fn who_is_woken_with_what_it_does_not_accept_receives_it() {
    let lines = play(&[
        |turn, to| assert!(wake(turn, to, 200)),
        |turn, to| drop(turn.wake_receiver(to).expect("it waits")),
        |turn, to| assert!(wake(turn, to, 1)),
    ]);
    assert_eq!(lines, ["received 200", "accepted 1"]);
}

#[test]
fn a_fault_in_giving_a_message_does_not_lose_who_was_woken_for_it() {
    let lines = play(&[
        |turn, to| {
            let fault = catch_unwind(AssertUnwindSafe(|| {
                let _woken = turn.wake_receiver(to).expect("it waits");
                panic!("a fault");
            }));
            assert!(fault.is_err());
        },
        |turn, to| assert!(give(turn, to, 1)),
    ]);
    assert_eq!(lines, ["accepted 1"]);
}

#[test]
fn a_process_that_is_traced_accepts_nothing() {
    let lines = play(&[
        |turn, to| {
            let trace = Trace {
                to: turn.serial(),
                messages: true,
                calls: false,
            };
            turn.trace_other(to, Some(trace));
        },
        |turn, to| assert!(give(turn, to, 1)),
    ]);
    assert_eq!(lines, ["received 1"]);
}

#[test]
fn who_is_ended_before_its_turn_does_nothing_with_what_it_has_accepted() {
    let lines = play(&[
        |turn, to| assert!(give(turn, to, 1)),
        |turn, to| {
            assert!(give(turn, to, 2));
            turn.terminate(to.into());
            turn.terminate(turn.pid());
        },
    ]);
    assert_eq!(lines, ["accepted 1"]);
}
