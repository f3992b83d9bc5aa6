//! What happens to a process that has given its place to another one, and waits.

use super::party::*;
use super::*;

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

/// What a process does that has begun the one that gave it its place, which it then ends or goes on with.
type Afterwards = fn(&mut Turn<'_, Party>, Pid) -> Next<Value>;

#[test]
fn who_is_parked_is_begun_where_it_is_and_runs_whatever_the_other_does() {
    let cases: [(Afterwards, &[&str]); 6] = [
        (|_, _| WAIT, &["exchanged", "exchanged", "first: 7"]),
        (|_, _| Next::Yield, &["exchanged", "first: 7"]),
        (|_, _| NORMAL, &["exchanged", "first: 7"]),
        (|_, _| panic!("for the test"), &["exchanged", "first: 7"]),
        (
            |turn, from| {
                turn.send(from, Value::Number(8));
                turn.send(from, Value::Number(9));
                WAIT
            },
            &["exchanged", "first: 7", "first: 8", "first: 9"],
        ),
        (
            |turn, from| {
                turn.terminate(from);
                WAIT
            },
            &["exchanged"],
        ),
    ];
    for (afterwards, expected) in cases {
        let last = match expected.last() {
            Some(&"first: 9") => 9,
            _ => 7,
        };
        let (lines, reason) = play(
            move |turn, message, to| {
                if is_begin(&message) {
                    turn.send_local(to, Value::Pid(turn.pid()));
                    return WAIT;
                }
                let Some(Value::Number(number)) = message else {
                    return WAIT;
                };
                turn.node().write(format!("first: {number}"));
                match number == last {
                    true => NORMAL,
                    false => WAIT,
                }
            },
            move |turn, message| {
                let Value::Pid(from) = message else {
                    panic!("{message:?}");
                };
                let (me, other) = (turn.serial(), from.serial());
                assert!(turn.begin_receiver(me).is_none(), "it runs");
                let mut parked = turn.begin_receiver(other).expect("it gave its place");
                parked.body().expect("nobody traces it").accepted = Some(Value::Number(7));
                assert!(turn.begin_receiver(other).is_none(), "it is begun");
                afterwards(turn, from)
            },
        );
        assert_eq!(lines, expected);
        assert_eq!(
            matches!(reason, Some(Reason::Terminated)),
            expected.len() == 1,
            "{reason:?}"
        );
    }
}

#[test]
fn who_is_parked_waits_as_others_do_once_another_one_is_begun() {
    let (lines, _) = play(
        |turn, message, to| {
            if is_begin(&message) {
                turn.send_local(to, Value::Pid(turn.pid()));
                return WAIT;
            }
            turn.node().write("first");
            NORMAL
        },
        |turn, message| {
            let Value::Pid(from) = message else {
                panic!("{message:?}");
            };
            let status = |turn: &Turn<'_, Party>| turn.status(from.serial());
            assert_eq!(status(turn), Some(ProcessState::Running));
            let child = party(|turn, _| {
                turn.node().write("child");
                NORMAL
            });
            let child = turn.spawn(child, None).expect("there is room");
            assert_eq!(turn.status(child), Some(ProcessState::Running));
            assert_eq!(status(turn), Some(ProcessState::Waiting));
            turn.send(from, Value::Number(1));
            assert_eq!(status(turn), Some(ProcessState::Queued));
            WAIT
        },
    );
    assert_eq!(lines, ["exchanged", "child", "first"]);
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
