//! Processes that give their places to each other in the middle of a turn.

use super::*;

/// A process whose plan is asked at each message, and which gives its place away when it waits.
struct Party {
    plan: Box<dyn Plan>,
    /// The message that it was begun with.
    accepted: Option<Value>,
}

trait Plan: FnMut(&mut Turn<'_, Party>, Option<Value>) -> Next<Value> + Send {}

impl<F: FnMut(&mut Turn<'_, Party>, Option<Value>) -> Next<Value> + Send> Plan for F {}

fn party(
    plan: impl FnMut(&mut Turn<'_, Party>, Option<Value>) -> Next<Value> + Send + 'static,
) -> Party {
    Party {
        plan: Box::new(plan),
        accepted: None,
    }
}

/// Reductions of a turn that ends with an exchange, and of any other.
const EXCHANGED: u64 = 100;
const RETURNED: u64 = 1;

impl Body for Party {
    type Message = Value;
    type Node = Log;

    fn run(&mut self, turn: &mut Turn<'_, Self>, fuel: i64) -> Next<Value> {
        assert_eq!(fuel, turn.fuel());
        loop {
            let mut message = self.accepted.take();
            if message.is_none() {
                message = match turn.receive_message() {
                    Received::Message(message) => Some(message),
                    _ => None,
                };
            }
            let next = (self.plan)(turn, message);
            if let Next::Wait { deadline } = next
                && let Some(mut successor) = turn.successor()
                && successor.body().is_some_and(|body| body.accepted.is_some())
            {
                successor.begin(EXCHANGED, deadline, |other| std::mem::swap(self, other));
                turn.node().write("exchanged");
                continue;
            }
            turn.charge(RETURNED);
            return next;
        }
    }

    fn accept(&mut self, message: Value) -> Result<(), Value> {
        self.accepted = Some(message);
        Ok(())
    }

    fn panic_reason(message: &str) -> Value {
        text(message)
    }
}

fn spawn(runtime: &Runtime<Party>, party: Party) -> Serial {
    let options = SpawnOptions::default();
    runtime.spawn(party, options).expect("there is room")
}

/// Plays `first` once `second` waits, and says what both write. `second` is asked for messages only.
fn play(
    mut first: impl FnMut(&mut Turn<'_, Party>, Option<Value>, Serial) -> Next<Value> + Send + 'static,
    mut second: impl FnMut(&mut Turn<'_, Party>, Value) -> Next<Value> + Send + 'static,
) -> (Vec<String>, Option<Reason<Value>>) {
    let runtime = one_scheduler();
    let to = spawn(
        &runtime,
        party(move |turn, message| match message {
            None => WAIT,
            Some(message) => second(turn, message),
        }),
    );
    let (mut waits, mut rested) = (false, false);
    let first = party(move |turn, message| {
        waits |= turn.status(to) == Some(ProcessState::Waiting);
        // After that turn the scheduler knows that nobody is woken, and begins the next as of one who was.
        if !waits || !rested && message.is_none() {
            if waits {
                rested = true;
                let time = turn.now() + 1_000_000;
                turn.send_at(time, turn.pid(), text("begin"));
                return WAIT;
            }
            return Next::Yield;
        }
        first(turn, message, to)
    });
    let first = spawn(&runtime, first);
    let reason = runtime.wait_for(first);
    (runtime.node().take(), reason)
}

fn is_begin(message: &Option<Value>) -> bool {
    *message == Some(text("begin"))
}

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
fn what_is_sent_to_who_gave_the_place_comes_in_its_order() {
    let (lines, _) = play(
        |turn, message, to| {
            if is_begin(&message) {
                turn.send_local(to, Value::Pid(turn.pid()));
                return WAIT;
            }
            turn.node().write(format!("first: {message:?}"));
            match message {
                Some(Value::Number(3)) => NORMAL,
                _ => WAIT,
            }
        },
        |turn, message| {
            let Value::Pid(from) = message else {
                panic!("{message:?}");
            };
            for number in 1..4 {
                turn.send(from, Value::Number(number));
            }
            WAIT
        },
    );
    let firsts: Vec<&String> = lines.iter().filter(|line| *line != "exchanged").collect();
    let expected = [1, 2, 3].map(|number| format!("first: Some(Number({number}))"));
    assert_eq!(firsts, expected.iter().collect::<Vec<_>>());
}

#[test]
fn who_gave_the_place_can_be_ended() {
    let (lines, reason) = play(
        |turn, message, to| {
            if is_begin(&message) {
                turn.send_local(to, Value::Pid(turn.pid()));
            }
            WAIT
        },
        |turn, message| {
            if let Value::Pid(from) = message {
                turn.terminate(from);
            }
            WAIT
        },
    );
    assert!(matches!(reason, Some(Reason::Terminated)), "{reason:?}");
    assert_eq!(lines, ["exchanged"]);
}

#[test]
fn who_gave_the_place_is_told_of_the_end_of_the_next() {
    let (lines, reason) = play(
        |turn, message, to| {
            if is_begin(&message) {
                turn.link(to.into(), LinkDirection::Inbound);
                // The link is seen to first, in a turn of its own.
                let time = turn.now() + 1_000_000;
                turn.send_at(time, turn.pid(), text("again"));
                return WAIT;
            }
            if message == Some(text("again")) {
                turn.send_local(to, Value::Number(1));
                return WAIT;
            }
            match turn.receive() {
                Some(delivery) => turn.node().write(show(&delivery)),
                None => return WAIT,
            }
            NORMAL
        },
        |_, _| NORMAL,
    );
    assert_eq!(lines, ["exchanged", "exit normal"]);
    assert!(matches!(reason, Some(Reason::Normal)), "{reason:?}");
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
                assert_eq!(turn.status(to), Some(ProcessState::Running), "it is begun");
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
fn a_monitor_of_who_gave_the_place_is_told_of_its_end() {
    let (lines, _) = play(
        |turn, message, to| {
            if is_begin(&message) {
                turn.send_local(to, Value::Pid(turn.pid()));
                return WAIT;
            }
            match message {
                Some(Value::Number(1)) => {
                    // The other one has answered and given its place.
                    assert_eq!(turn.status(to), Some(ProcessState::Running));
                    let (taken_back, _) = (turn.monitor(to.into()), turn.monitor(to.into()));
                    assert!(turn.demonitor(taken_back));
                    turn.send_local(to, Value::Number(2));
                    let time = turn.now() + 1_000_000;
                    turn.send_at(time, turn.pid(), Value::Number(3));
                }
                Some(_) => return NORMAL,
                None => match turn.receive() {
                    Some(delivery) => turn.node().write(show(&delivery)),
                    None => return WAIT,
                },
            }
            WAIT
        },
        |turn, message| match message {
            Value::Pid(from) => {
                turn.send(from, Value::Number(1));
                WAIT
            }
            _ => NORMAL,
        },
    );
    let told: Vec<&String> = lines.iter().filter(|line| *line != "exchanged").collect();
    assert_eq!(told, ["down normal"]);
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
    let sender = play_for_ever(&runtime, Some(2_000_000));
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
