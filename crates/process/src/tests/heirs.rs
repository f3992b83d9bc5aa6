//! Processes that end and give their places to those that they have made, and what is kept of them.

use super::*;

/// A process whose plan is followed once a turn, and which gives its place away when it ends.
struct Mortal {
    plan: Option<Box<dyn Plan>>,
    /// What [`Body::vacate`] does.
    rest: Remains,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Remains {
    Kept,
    Dropped,
    /// The body has a fault.
    Faulty,
}

trait Plan: FnMut(&mut Turn<'_, Mortal>) -> Next<Value> + Send {}

impl<F: FnMut(&mut Turn<'_, Mortal>) -> Next<Value> + Send> Plan for F {}

fn mortal(plan: impl FnMut(&mut Turn<'_, Mortal>) -> Next<Value> + Send + 'static) -> Mortal {
    Mortal {
        plan: Some(Box::new(plan)),
        rest: Remains::Kept,
    }
}

impl Mortal {
    fn with(self, rest: Remains) -> Mortal {
        Mortal { rest, ..self }
    }
}

/// Reductions of a turn that ends with somebody else in the place, and of any other.
const INHERITED: u64 = 100;
const RETURNED: u64 = 1;

impl Body for Mortal {
    type Message = Value;
    type Node = Log;

    fn run(&mut self, turn: &mut Turn<'_, Self>, _: i64) -> Next<Value> {
        loop {
            let plan = self.plan.as_mut().expect("only processes are run");
            let next = plan(turn);
            if next == NORMAL
                && let Some(heir) = turn.heir()
            {
                heir.inherit(INHERITED, |other| std::mem::swap(self, other));
                turn.node().write("inherited");
                continue;
            }
            turn.charge(RETURNED);
            return next;
        }
    }

    fn vacate(&mut self, _: &Self::Node) -> bool {
        assert!(self.rest != Remains::Faulty, "for the test");
        self.plan = None;
        self.rest == Remains::Kept
    }

    fn panic_reason(message: &str) -> Value {
        text(message)
    }
}

/// Has a process run that was woken: only who was gives its place away.
fn play(first: impl FnMut(&mut Turn<'_, Mortal>) -> Next<Value> + Send + 'static) -> Vec<String> {
    play_by(FastPaths::default(), first)
}

fn play_by(
    fast_paths: FastPaths,
    first: impl FnMut(&mut Turn<'_, Mortal>) -> Next<Value> + Send + 'static,
) -> Vec<String> {
    let runtime = one_scheduler_by(fast_paths);
    let (mut first, mut told) = (Some(first), false);
    let starter = mortal(move |turn| {
        if turn.receive().is_none() {
            return WAIT;
        }
        if !std::mem::replace(&mut told, true) {
            let time = turn.now() + 1_000_000;
            turn.send_at(time, turn.pid(), text("begin"));
            return WAIT;
        }
        turn.spawn(mortal(first.take().expect("once")), None)
            .expect("there is room");
        NORMAL
    });
    let starter = runtime
        .spawn(starter, SpawnOptions::default())
        .expect("there is room");
    tell_and_await(&runtime, starter, text("all are here")).expect("it ends");
    while !runtime.handle().processes().is_empty() {
        std::thread::yield_now();
    }
    runtime.node().take()
}

/// A process that makes the next one, of so many, and ends. It is made in a place that is vacant if there
/// is one.
fn chain(
    count: u32,
    before: Option<Serial>,
) -> impl FnMut(&mut Turn<'_, Mortal>) -> Next<Value> + Send + 'static {
    move |turn| {
        assert_eq!(turn.reductions(), 0, "it is new");
        if let Some(before) = before {
            assert_eq!(turn.status(before), None);
        }
        if count == 0 {
            return NORMAL;
        }
        let next = mortal(chain(count - 1, Some(turn.serial())));
        let child = match turn.vacancy() {
            Some(vacant) => {
                assert!(vacant.plan.is_none(), "it has been given up");
                *vacant = next;
                turn.node().write("again");
                turn.fill_vacancy().expect("there is one")
            }
            None => {
                turn.node().write("new");
                turn.spawn(next, None).expect("there is room")
            }
        };
        assert!(turn.status(child).is_some());
        NORMAL
    }
}

#[test]
fn who_ends_gives_its_place_to_its_child() {
    let lines = play(chain(10, None));
    // The starter ends in the loop of the scheduler or like the others.
    let count = |what: &str| lines.iter().filter(|line| *line == what).count();
    assert!(count("inherited") >= 9, "{lines:?}");
    assert_eq!(count("new") + count("again"), 10);
    assert!(count("again") >= 8, "{lines:?}");
}

#[test]
fn children_begin_in_places_of_their_own_without_fast_paths() {
    let all = FastPaths::default();
    let ways: [(FastPaths, &[&str]); 3] = [
        (
            FastPaths {
                exchange: false,
                ..all
            },
            &["inherited"],
        ),
        (
            FastPaths {
                begin: false,
                ..all
            },
            &["inherited"],
        ),
        (
            FastPaths {
                reuse: false,
                ..all
            },
            &["again"],
        ),
    ];
    for (fast_paths, missing) in ways {
        let lines = play_by(fast_paths, chain(10, None));
        let made = lines
            .iter()
            .filter(|line| ["new", "again"].contains(&line.as_str()));
        assert_eq!(made.count(), 10, "{lines:?}");
        assert!(
            !lines.iter().any(|line| missing.contains(&line.as_str())),
            "{lines:?}"
        );
    }
}

#[test]
fn places_serve_again_with_another_serial() {
    let mut serials: Vec<Serial> = Vec::new();
    fn step(serials: Arc<Mutex<Vec<Serial>>>, count: u32) -> Mortal {
        mortal(move |turn| {
            lock(&serials).push(turn.serial());
            if count > 0 {
                turn.spawn(step(serials.clone(), count - 1), None)
                    .expect("there is room");
            }
            NORMAL
        })
    }
    let all = Arc::new(Mutex::new(Vec::new()));
    let shared = all.clone();
    play(move |turn| {
        turn.spawn(step(shared.clone(), 100), None)
            .expect("there is room");
        NORMAL
    });
    serials.extend(lock(&all).iter());
    serials.sort();
    serials.dedup();
    assert_eq!(serials.len(), 101, "nobody has the name of another");
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a process sees that makes another one, which ends after `last`.
fn watched(
    mut last: impl FnMut(&mut Turn<'_, Mortal>) + Send + 'static,
    mut watch: impl FnMut(&mut Turn<'_, Mortal>, Serial) + Send + 'static,
) -> Vec<String> {
    let mut begun = false;
    let mut last = Some(move |turn: &mut Turn<'_, Mortal>| {
        last(turn);
        turn.spawn(mortal(|_| NORMAL), None).expect("there is room");
        NORMAL
    });
    play(move |turn| {
        if !std::mem::replace(&mut begun, true) {
            let child = mortal(last.take().expect("once"));
            let child = turn.spawn(child, None).expect("there is room");
            watch(turn, child);
            return WAIT;
        }
        match turn.receive() {
            Some(delivery) => turn.node().write(show(&delivery)),
            None => return WAIT,
        }
        NORMAL
    })
}

#[test]
fn links_and_monitors_are_told() {
    let linked = watched(
        |_| (),
        |turn, child| turn.link(child.into(), LinkDirection::Inbound),
    );
    assert!(linked.contains(&"exit normal".to_owned()), "{linked:?}");
    let monitored = watched(
        |_| (),
        |turn, child| {
            turn.monitor(child.into());
        },
    );
    assert!(
        monitored.contains(&"down normal".to_owned()),
        "{monitored:?}"
    );
}

#[test]
fn what_came_before_the_end_is_dropped_with_the_process() {
    let lines = watched(
        |turn| {
            let me = turn.serial();
            turn.send_local(me, Value::Number(1));
        },
        |turn, child| {
            turn.monitor(child.into());
        },
    );
    assert!(lines.contains(&"down normal".to_owned()), "{lines:?}");
}

#[test]
fn names_go_with_those_who_had_them() {
    let lines = play(|turn| {
        let me = turn.pid();
        turn.publish("somebody", me).expect("it lives");
        let child = mortal(|turn| {
            let found = turn.resolve("somebody");
            turn.node().write(format!("{found:?}"));
            NORMAL
        });
        turn.spawn(child, None).expect("there is room");
        NORMAL
    });
    assert!(lines.contains(&"None".to_owned()), "{lines:?}");
}

#[test]
fn bodies_that_cannot_be_kept_are_dropped() {
    for rest in [Remains::Dropped, Remains::Faulty] {
        let owned = Arc::new(());
        let held = owned.clone();
        let lines = play(move |turn| {
            let mut held = Some(held.clone());
            let child = mortal(move |turn| {
                let held = held.take();
                assert!(turn.vacancy().is_none_or(|vacant| vacant.plan.is_none()));
                turn.spawn(mortal(|_| NORMAL), None).expect("there is room");
                drop(held);
                NORMAL
            });
            turn.spawn(child.with(rest), None).expect("there is room");
            NORMAL
        });
        assert!(lines.contains(&"inherited".to_owned()), "{lines:?}");
        assert_eq!(Arc::strong_count(&owned), 1, "nothing is left");
    }
}

#[test]
fn vacant_places_can_be_had_when_all_others_are_taken() {
    let config = Config {
        schedulers: 1,
        process_limit: 4,
        ..Config::default()
    };
    let runtime: Runtime<Mortal> = Runtime::start(Log::default(), config).expect("threads start");
    let mut children = 0;
    let body = mortal(move |turn| {
        if children < 100 {
            children += 1;
            // At times in the place that the last one had, at times beside it.
            if children % 3 == 0 {
                turn.take_vacancy();
            }
            turn.spawn(mortal(|_| NORMAL), None).expect("there is room");
            return Next::Yield;
        }
        turn.node().write("done");
        NORMAL
    });
    let process = runtime
        .spawn(body, SpawnOptions::default())
        .expect("there is room");
    runtime.wait_for(process);
    assert_eq!(
        runtime.node().take().last().map(String::as_str),
        Some("done")
    );
}
