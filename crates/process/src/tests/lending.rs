//! Schedulers that sleep and lend their places.

use super::*;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

const PATIENCE: Duration = Duration::from_secs(60);

fn runtime(schedulers: u16, lends: bool) -> Runtime<Script> {
    let config = Config {
        schedulers,
        lends,
        ..Config::default()
    };
    Runtime::start(Log::default(), config).expect("threads can be started")
}

/// Waits until all schedulers sleep.
fn rest<B: Body>(runtime: &Runtime<B>) {
    let deadline = Instant::now() + PATIENCE;
    while runtime.rest().is_none() {
        assert!(Instant::now() < deadline, "it comes to rest");
        std::thread::yield_now();
    }
}

/// A process that waits, and writes down on which thread it gets a message.
fn listener(runtime: &Runtime<Script>) -> Serial {
    start(
        runtime,
        script(|turn| match turn.receive() {
            None => Next::Wait { deadline: None },
            Some(_) => {
                let thread = std::thread::current();
                turn.node().write(thread.name().unwrap_or_default());
                NORMAL
            }
        }),
    )
}

fn lines_of(runtime: &Runtime<Script>, count: usize) -> Vec<String> {
    let deadline = Instant::now() + PATIENCE;
    while runtime.node().lines() < count {
        assert!(Instant::now() < deadline, "all get their messages");
        std::thread::yield_now();
    }
    runtime.node().take()
}

#[test]
fn who_is_woken_runs_on_the_thread_that_woke_it() {
    let own = std::thread::current().name().map(str::to_owned);
    let runtime = runtime(2, true);
    for _ in 0..20 {
        let process = listener(&runtime);
        rest(&runtime);
        runtime.together(|| runtime.send(process.into(), text("word")));
        // It has run when the call returns.
        assert_eq!(runtime.node().take(), Vec::from_iter(own.clone()));
        rest(&runtime);
    }
}

/// One after the other; if there are many, the schedulers are woken before all have come.
#[test]
fn few_that_are_woken_together_run_here() {
    let own = std::thread::current().name().map(str::to_owned);
    let runtime = runtime(2, true);
    for (count, run_here) in [(2, true), (4, true), (5, false), (50, false)] {
        let processes: Vec<Serial> = (0..count).map(|_| listener(&runtime)).collect();
        rest(&runtime);
        runtime.together(|| {
            for process in processes {
                runtime.send(process.into(), text("word"));
            }
        });
        let threads = lines_of(&runtime, count);
        let here = threads.iter().filter(|it| Some(*it) == own.as_ref());
        assert_eq!(
            here.count(),
            if run_here { count } else { 0 },
            "{threads:?}"
        );
        rest(&runtime);
    }
}

#[test]
fn without_places_that_are_lent_schedulers_run_all() {
    let runtime = runtime(1, false);
    let process = listener(&runtime);
    rest(&runtime);
    runtime.together(|| runtime.send(process.into(), text("word")));
    let threads = lines_of(&runtime, 1);
    assert!(threads[0].starts_with(SCHEDULER_THREAD), "{threads:?}");
}

/// A process that would go on, and those that it makes, are the scheduler's after its first turn here.
#[test]
fn what_takes_longer_is_left_to_the_scheduler() {
    const TURNS: usize = 50;
    let own = std::thread::current().name().map(str::to_owned);
    let runtime = runtime(1, true);
    let mut turns = 0;
    let process = start(
        &runtime,
        script(move |turn| {
            if turns == 0 && turn.receive().is_none() {
                return Next::Wait { deadline: None };
            }
            let thread = std::thread::current();
            turn.node().write(thread.name().unwrap_or_default());
            turns += 1;
            match turns == TURNS {
                true => NORMAL,
                false => Next::Yield,
            }
        }),
    );
    rest(&runtime);
    runtime.together(|| runtime.send(process.into(), text("word")));
    let threads = lines_of(&runtime, TURNS);
    let here = threads.iter().filter(|it| Some(*it) == own.as_ref());
    assert_eq!(here.count(), 1, "{threads:?}");
    rest(&runtime);
}

/// Its thread had no timer to wake by when it fell asleep.
#[test]
fn a_timer_that_is_set_in_a_place_that_is_lent_fires() {
    let runtime = runtime(1, true);
    let waits = script(|turn| match (turn.timed_out(), turn.receive()) {
        (true, _) => {
            turn.node().write("fired");
            NORMAL
        }
        (false, None) => Next::Wait { deadline: None },
        (false, Some(_)) => Next::Wait {
            deadline: std::num::NonZeroU64::new(turn.now() + 1_000_000),
        },
    });
    let process = start(&runtime, waits);
    rest(&runtime);
    runtime.together(|| runtime.send(process.into(), text("word")));
    assert_eq!(lines_of(&runtime, 1), ["fired"]);
}

/// The work was not done to its end, but what it made ready runs, and the place is free again.
#[test]
fn a_panic_loses_nobody() {
    let runtime = runtime(1, true);
    for _ in 0..2 {
        let process = listener(&runtime);
        rest(&runtime);
        let work = std::panic::AssertUnwindSafe(|| {
            runtime.together(|| {
                runtime.send(process.into(), text("word"));
                panic!("on purpose");
            })
        });
        assert!(std::panic::catch_unwind(work).is_err());
        assert_eq!(lines_of(&runtime, 1).len(), 1);
    }
}

/// Whoever watches the schedulers is woken, too: what runs may take long.
#[test]
fn whoever_watches_sees_a_place_that_is_lent() {
    let runtime = runtime(1, true);
    let (begin, begun) = mpsc::channel();
    let (release, released) = mpsc::channel::<()>();
    let holder = start(
        &runtime,
        script(move |turn| {
            if turn.receive().is_none() {
                return Next::Wait { deadline: None };
            }
            begin.send(()).unwrap_or(());
            released.recv_timeout(PATIENCE).unwrap_or(());
            NORMAL
        }),
    );
    rest(&runtime);
    let handle = runtime.handle().clone();
    let watcher = std::thread::spawn(move || handle.wait_while_all_sleep());
    let handle = runtime.handle().clone();
    let reader = std::thread::spawn(move || {
        // After the watcher has begun to wait, most often.
        std::thread::sleep(Duration::from_millis(20));
        handle.together(|| handle.send(holder.into(), text("word")));
    });
    begun.recv_timeout(PATIENCE).expect("it runs");
    assert!(watcher.join().expect("it does not panic"));
    release.send(()).expect("it waits");
    reader.join().expect("it does not panic");
}

#[test]
fn whoever_watches_is_told_of_the_end() {
    let runtime = runtime(1, true);
    rest(&runtime);
    let handle = runtime.handle().clone();
    let watcher = std::thread::spawn(move || while handle.wait_while_all_sleep() {});
    std::thread::sleep(Duration::from_millis(20));
    runtime.shutdown();
    watcher.join().expect("it does not panic");
}

/// Several threads lend, spares come and go, timers fire, and processes talk to each other and to the outside.
#[test]
fn nothing_is_lost_while_places_are_lent() {
    const MESSAGES: usize = 3000;
    for schedulers in [1, 2] {
        let runtime = runtime(schedulers, true);
        let answered = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&answered);
        let server = start(
            &runtime,
            script(move |turn| {
                while turn.receive().is_some() {
                    count.fetch_add(1, Ordering::Relaxed);
                }
                Next::Wait {
                    deadline: std::num::NonZeroU64::new(turn.now() + 50_000),
                }
            }),
        );
        let relay = start(
            &runtime,
            script(move |turn| {
                while let Some(Delivery::Message(message)) = turn.receive() {
                    turn.send(server.into(), message);
                }
                Next::Wait { deadline: None }
            }),
        );
        let fickle = spares::come_and_go(&runtime);
        let readers = [server, relay].map(|to| {
            let handle = runtime.handle().clone();
            std::thread::spawn(move || {
                for number in 0..MESSAGES {
                    handle.together(|| handle.send(to.into(), Value::Number(number as u64)));
                    if number % 7 == 0 {
                        std::thread::sleep(Duration::from_micros(20));
                    }
                }
            })
        });
        for reader in readers {
            reader.join().expect("it does not panic");
        }
        let deadline = Instant::now() + PATIENCE;
        while answered.load(Ordering::Relaxed) < 2 * MESSAGES {
            assert!(Instant::now() < deadline, "{answered:?} of {schedulers}");
            std::thread::sleep(Duration::from_millis(1));
        }
        drop(fickle);
    }
}
