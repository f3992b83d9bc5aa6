//! Spare schedulers, which run processes while a scheduler is held.

use super::*;
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

/// One scheduler, and spares.
fn runtime() -> Runtime<Script> {
    let config = Config {
        schedulers: 1,
        spares: true,
        ..Config::default()
    };
    Runtime::start(Log::default(), config).expect("threads can be started")
}

/// A process that holds its scheduler until it is released.
fn holder() -> (Script, mpsc::Receiver<()>, mpsc::Sender<()>) {
    let (begin, begun) = mpsc::channel();
    let (release, released) = mpsc::channel::<()>();
    let body = script(move |_| {
        begin.send(()).unwrap_or(());
        released.recv().unwrap_or(());
        NORMAL
    });
    (body, begun, release)
}

fn wait<T>(receiver: &mpsc::Receiver<T>) -> T {
    let patience = Duration::from_secs(60);
    receiver
        .recv_timeout(patience)
        .expect("it comes in a minute")
}

/// Has spares come and go, until it is dropped.
pub(super) struct Fickle(Arc<AtomicBool>, Option<std::thread::JoinHandle<()>>);

pub(super) fn come_and_go(runtime: &Runtime<Script>) -> Fickle {
    let done = Arc::new(AtomicBool::new(false));
    let handle = runtime.handle().clone();
    let is_done = Arc::clone(&done);
    let thread = std::thread::spawn(move || {
        for count in (0..3).cycle() {
            if is_done.load(Ordering::Relaxed) {
                break;
            }
            handle.relieve(count);
            std::thread::sleep(Duration::from_micros(200));
        }
    });
    Fickle(done, Some(thread))
}

impl Drop for Fickle {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
        let joined = self.1.take().map(std::thread::JoinHandle::join);
        assert!(std::thread::panicking() || joined.is_some_and(|end| end.is_ok()));
    }
}

/// Also who waits for the time, and who was ready before.
#[test]
fn others_run_while_a_scheduler_is_held() {
    let runtime = runtime();
    let (told, tell) = mpsc::channel();
    let (body, begun, release) = holder();
    let other = told.clone();
    let sleeper = script(move |turn| match turn.timed_out() {
        true => {
            other.send("slept").unwrap_or(());
            NORMAL
        }
        false => Next::Wait {
            deadline: NonZeroU64::new(turn.now() + 20_000_000),
        },
    });
    start(&runtime, sleeper);
    start(&runtime, body);
    wait(&begun);
    start(
        &runtime,
        script(move |_| {
            told.send("ran").unwrap_or(());
            NORMAL
        }),
    );
    runtime.relieve(1);
    let mut seen = [wait(&tell), wait(&tell)];
    seen.sort_unstable();
    assert_eq!(seen, ["ran", "slept"]);
    runtime.relieve(0);
    drop(release);
}

/// Whoever has a turn on a spare may wake others, so nobody may take the node for one where nothing can happen.
#[test]
fn a_node_is_not_at_rest_while_a_spare_is_awake() {
    let runtime = runtime();
    let (body, begun, release) = holder();
    start(&runtime, body);
    wait(&begun);
    let (told, tell) = mpsc::channel();
    start(
        &runtime,
        script(move |_| {
            told.send(()).unwrap_or(());
            NORMAL
        }),
    );
    runtime.relieve(1);
    wait(&tell);
    drop(release);
    // All processes end, and the scheduler falls asleep.
    let deadline = Instant::now() + Duration::from_secs(60);
    while runtime.statistics().processes > 0 {
        assert!(Instant::now() < deadline, "the processes end");
        std::thread::sleep(Duration::from_millis(1));
    }
    for _ in 0..20 {
        assert!(runtime.rest().is_none());
        std::thread::sleep(Duration::from_millis(1));
    }
    runtime.relieve(0);
    while runtime.rest().is_none() {
        assert!(Instant::now() < deadline, "it comes to rest");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Spares come and go all the time, and each process that is made by others has its turns, with a wait in between.
#[test]
fn nothing_is_lost_when_spares_come_and_go() {
    const FAMILIES: usize = 300;
    const CHILDREN: usize = 20;
    let runtime = runtime();
    let ended = Arc::new(AtomicUsize::new(0));
    let fickle = come_and_go(&runtime);
    for _ in 0..FAMILIES {
        let ended = Arc::clone(&ended);
        let parent = script(move |turn| {
            for child in 0..CHILDREN {
                let ended = Arc::clone(&ended);
                let body = script(move |turn| match turn.timed_out() || child % 2 == 0 {
                    true => {
                        ended.fetch_add(1, Ordering::Relaxed);
                        NORMAL
                    }
                    false => Next::Wait {
                        deadline: NonZeroU64::new(turn.now() + 100_000 * child as u64),
                    },
                });
                turn.spawn(body, None).expect("there is room");
            }
            NORMAL
        });
        start(&runtime, parent);
    }
    let deadline = Instant::now() + Duration::from_secs(60);
    while ended.load(Ordering::Relaxed) < FAMILIES * CHILDREN {
        assert!(Instant::now() < deadline, "{ended:?}");
        std::thread::sleep(Duration::from_millis(1));
    }
    drop(fickle);
    // Whatever the spares did stands with the scheduler.
    runtime.relieve(0);
    let statistics = runtime.statistics();
    assert_eq!(statistics.schedulers.len(), 1);
}

/// A timer that fires when a spare is about to sleep wakes a process that only the spare would run, unless it is left
/// to the others. Nobody wants a spare after, and no other timer hides it.
#[test]
fn who_is_woken_when_a_spare_falls_asleep_has_its_turn() {
    const ROUNDS: usize = 2000;
    let runtime = runtime();
    let (told, tell) = mpsc::channel();
    let sleeper = script(move |turn| {
        if turn.timed_out() && told.send(()).is_err() {
            return NORMAL;
        }
        Next::Wait {
            deadline: NonZeroU64::new(turn.now() + 30_000),
        }
    });
    start(&runtime, sleeper);
    for round in 0..ROUNDS {
        runtime.relieve(1 + round % 2);
        wait(&tell);
        std::thread::sleep(Duration::from_micros(round as u64 % 7 * 10));
        runtime.relieve(0);
        // All that was told before, and two times more.
        while tell.try_recv().is_ok() {}
        wait(&tell);
        wait(&tell);
    }
}
