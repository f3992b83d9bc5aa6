//! Several schedulers share what there is to do, and sleep when there is nothing.

use super::*;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

/// Long enough for any machine that is not stuck.
const LIMIT: Duration = Duration::from_secs(60);

fn wait_until(what: &str, holds: impl Fn() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < LIMIT, "{what}");
        std::thread::yield_now();
    }
}

/// Keeps its scheduler until `go_on` is set; false if that does not come.
fn hold_until(go_on: &AtomicBool) -> bool {
    let start = Instant::now();
    while !go_on.load(Ordering::Acquire) && start.elapsed() < LIMIT {
        std::hint::spin_loop();
    }
    go_on.load(Ordering::Acquire)
}

/// The time that each scheduler slept, as it said when it was woken.
fn asleep(runtime: &Runtime<Script>) -> Vec<u64> {
    let schedulers = runtime.statistics().schedulers;
    schedulers.iter().map(|one| one.asleep_ns).collect()
}

#[test]
fn schedulers_without_work_sleep() {
    let runtime = threads(2);
    wait_until("both sleep", || {
        runtime.handle().shared.idle.sleeper_count() == 2
    });
    assert!(runtime.handle().shared.idle.somebody_sleeps());
    std::thread::sleep(Duration::from_millis(2));
    // Each is woken in the end, and says then how long it slept.
    wait_until("each has slept", || {
        let process = start(&runtime, script(|_| NORMAL));
        join(&runtime, process);
        asleep(&runtime).iter().all(|&time| time >= 1_000_000)
    });
}

/// Two processes that become ready while a third one keeps its scheduler are run by another one that
/// slept: whether it spawned them, sent to them, or gave way.
#[test]
fn who_sleeps_is_woken_for_what_waits_behind_a_long_turn() {
    for wakes_by_message in [false, true] {
        for _ in 0..20 {
            let runtime = threads(2);
            let shared = &runtime.handle().shared;
            let done = Arc::new(AtomicBool::new(false));
            let waiting: Vec<Serial> = (0..3)
                .map(|_| {
                    let done = done.clone();
                    start(
                        &runtime,
                        script(move |turn| {
                            if turn.receive().is_some() {
                                done.store(true, Ordering::Release);
                            }
                            WAIT
                        }),
                    )
                })
                .collect();
            wait_until("all wait", || shared.idle.sleeper_count() == 2);
            let (sender, receiver) = mpsc::channel();
            let held = done.clone();
            start(
                &runtime,
                once(move |turn| {
                    for &process in &waiting {
                        match wakes_by_message {
                            true => {
                                turn.send(process.into(), text("go"));
                            }
                            false => {
                                let done = held.clone();
                                let body = once(move |_| done.store(true, Ordering::Release));
                                turn.spawn(body, None).expect("there is room");
                            }
                        }
                    }
                    sender.send(hold_until(&held)).expect("the test waits");
                }),
            );
            let shared_work = receiver.recv().expect("it says so");
            assert!(shared_work, "by message: {wakes_by_message}");
        }
    }
}

#[test]
fn all_schedulers_take_part_in_much_work() {
    const SCHEDULERS: u16 = 4;
    let runtime = threads(SCHEDULERS);
    let seen: Arc<[AtomicUsize]> = (0..SCHEDULERS).map(|_| AtomicUsize::new(0)).collect();
    let met = Arc::new(AtomicBool::new(false));
    // Each keeps its scheduler until all have been there: they must be on different ones.
    let count = Arc::new(AtomicUsize::new(0));
    let member = |seen: Arc<[AtomicUsize]>, count: Arc<AtomicUsize>, met: Arc<AtomicBool>| {
        script(move |turn| {
            seen[turn.scheduler_index()].fetch_add(1, Ordering::Relaxed);
            if count.fetch_add(1, Ordering::AcqRel) + 1 == usize::from(SCHEDULERS) {
                met.store(true, Ordering::Release);
            }
            assert!(hold_until(&met), "the others have no scheduler");
            NORMAL
        })
    };
    let (all, counted, wanted) = (seen.clone(), count.clone(), met.clone());
    let starter = start(
        &runtime,
        script(move |turn| {
            for _ in 0..SCHEDULERS {
                let body = member(all.clone(), counted.clone(), wanted.clone());
                turn.spawn(body, None).expect("there is room");
            }
            NORMAL
        }),
    );
    join(&runtime, starter);
    wait_until("all meet", || met.load(Ordering::Acquire));
    assert!(seen.iter().all(|count| count.load(Ordering::Relaxed) == 1));
}

/// One thread that sleeps is woken for one piece of work, and no second one.
#[test]
fn one_sleeper_is_woken_for_one_piece_of_work() {
    let runtime = threads(3);
    let shared = &runtime.handle().shared;
    wait_until("all sleep", || shared.idle.sleeper_count() == 3);
    let (sender, receiver) = mpsc::channel();
    let go_on = Arc::new(AtomicBool::new(false));
    let held = go_on.clone();
    start(
        &runtime,
        once(move |_| {
            sender.send(()).expect("the test waits");
            hold_until(&held);
        }),
    );
    receiver.recv().expect("it runs");
    // Whoever took it may have woken another one, which finds nothing and sleeps again.
    wait_until("two sleep again", || shared.idle.sleeper_count() == 2);
    go_on.store(true, Ordering::Release);
    wait_until("all sleep again", || shared.idle.sleeper_count() == 3);
}

#[test]
fn statistics_count_what_schedulers_do() {
    for_seeds(|driver| {
        let sink = start(driver, recorder(|_| ()));
        let before = driver.statistics();
        assert_eq!((before.processes, before.timers), (1, 0));
        start(
            driver,
            once(move |turn| {
                turn.charge(99);
                for number in 0..7 {
                    turn.send(sink.into(), Value::Number(number));
                }
                turn.send_at(turn.now() + 1, sink.into(), text("late"));
            }),
        );
        driver.run_while(|handle| handle.statistics().timers == 0);
        assert_eq!(driver.statistics().processes, 2);
        driver.run_until_idle();
        let after = driver.statistics();
        let (before, after) = (before.schedulers[0], after.schedulers[0]);
        // The late one is sent by the timer.
        assert_eq!(after.messages - before.messages, 7);
        // A script is charged one for each turn.
        let turns = after.turns - before.turns;
        assert!(turns >= 3, "{turns} turns");
        assert_eq!(after.reductions - before.reductions, 99 + turns);
        assert_eq!(after.ready, 0);
    });
}
