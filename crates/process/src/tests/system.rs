//! Names, descriptions, blocking operations, starting and stopping.

use super::*;
use crate::run_queue::Cause;
use crate::shared::Ready;
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

#[test]
fn names_are_found_until_their_process_ends() {
    for_seeds(|driver| {
        let process = start(driver, recorder(|_| ()));
        let other = start(driver, recorder(|_| ()));
        assert_eq!(driver.publish("clock", process.into()), Ok(None));
        assert_eq!(driver.publish("time", process.into()), Ok(None));
        assert_eq!(
            driver.publish("time", other.into()),
            Ok(Some(process.into()))
        );
        assert_eq!(driver.resolve("clock"), Some(process.into()));
        assert_eq!(driver.names().len(), 2);
        driver.terminate(process.into());
        driver.run_until_idle();
        assert_eq!(driver.resolve("clock"), None);
        assert_eq!(driver.resolve("time"), Some(other.into()));
        assert_eq!(driver.publish("late", process.into()), Err(NoSuchProcess));
        assert_eq!(driver.resolve("late"), None);
        assert_eq!(driver.unpublish("time"), Some(other.into()));
        assert_eq!(driver.unpublish("time"), None);
    });
}

fn info(driver: &mut Driver<Script>, process: Serial) -> Option<ProcessInfo> {
    let (sender, receiver) = mpsc::channel();
    driver.request_info(
        process,
        Box::new(move |info| sender.send(info).expect("test waits")),
    );
    driver.run_until_idle();
    receiver.try_recv().expect("answered")
}

#[test]
fn a_description_shows_what_a_process_has() {
    for_seeds(|driver| {
        let peer = start(driver, recorder(|_| ()));
        let body = script(move |turn| {
            if turn.links().next().is_none() {
                turn.link(peer.into(), LinkDirection::Outbound);
                turn.monitor(peer.into());
            }
            WAIT
        });
        let options = SpawnOptions {
            name: Some("worker".into()),
            links: Vec::new(),
            ..SpawnOptions::default()
        };
        let process = driver.spawn(body, options).expect("room");
        driver.run_until_idle();
        let shown = info(driver, process).expect("alive");
        assert_eq!(shown.name.as_deref(), Some("worker"));
        assert_eq!(shown.state, ProcessState::Waiting);
        assert_eq!(
            (&*shown.links, &*shown.monitors),
            (&[peer.into()][..], &[peer.into()][..])
        );
        assert_eq!(shown.reductions, 1);
        assert_eq!(shown.body.function, "script");
        // Of which a body tells nothing, nothing is shown.
        assert_eq!((&*shown.stack, shown.code.len()), ("", 0));
        assert_eq!(
            info(driver, peer).expect("alive").monitored_by,
            [process.into()]
        );
        assert_eq!(driver.processes().len(), 2);
        driver.terminate(process.into());
        assert_eq!(info(driver, process), None);
        assert_eq!(driver.status(process), None);
    });
}

#[test]
fn a_description_counts_what_is_not_received() {
    for_seeds(|driver| {
        // Fetches all it has got and receives one; busy until told to stop.
        let process = start(
            driver,
            script(|turn| match turn.receive() {
                Some(Delivery::Message(Value::Number(0))) => Next::Yield,
                _ => NORMAL,
            }),
        );
        for _ in 0..3 {
            driver.send(process.into(), Value::Number(0));
        }
        driver.step();
        let (sender, receiver) = mpsc::channel();
        driver.request_info(
            process,
            Box::new(move |info| sender.send(info).expect("waits")),
        );
        driver.step();
        let shown = receiver.try_recv().expect("answered").expect("alive");
        assert_eq!(
            (shown.mailbox_length, shown.state),
            (2, ProcessState::Queued)
        );
    });
}

#[test]
fn blocking_operations_answer_with_a_message() {
    let body = || {
        script(|turn| match turn.receive() {
            Some(Delivery::Message(Value::Text(answer))) if answer == "go" => {
                turn.spawn_blocking(|| text("done"));
                WAIT
            }
            Some(Delivery::Message(Value::Text(answer))) if answer == "done" => {
                turn.spawn_blocking(|| panic!("broken"));
                WAIT
            }
            Some(Delivery::Message(message)) => Next::end(Ending::Ended(Reason::Failure(message))),
            _ => WAIT,
        })
    };
    let go = |handle: &Handle<Script>| {
        let (sender, receiver) = mpsc::channel();
        let process = start(handle, body());
        let report = move |reason: &Reason<Value>| sender.send(reason.clone()).expect("test waits");
        handle.on_end(process, Box::new(report));
        handle.send(process.into(), text("go"));
        receiver
    };
    let broken = Ok(Reason::Failure(text("broken")));
    let runtime = threads(2);
    let ends: Vec<_> = (0..50).map(|_| go(&runtime)).collect();
    assert!(ends.iter().all(|end| end.recv() == broken));
    for_seeds(|driver| {
        let end = go(driver);
        driver.run_until_idle();
        assert_eq!(end.try_recv(), Ok(Reason::Failure(text("broken"))));
    });
}

struct Counted(Arc<AtomicUsize>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

#[test]
fn shutdown_drops_every_body_in_every_state() {
    let dropped = Arc::new(AtomicUsize::new(0));
    let runtime = threads(2);
    for number in 0..300 {
        let counted = Counted(dropped.clone());
        let body = script(move |turn| {
            let _keep = &counted;
            match number % 3 {
                0 => Next::Yield,
                1 => Next::Wait {
                    deadline: NonZeroU64::new(turn.now() + 1_000_000),
                },
                _ => WAIT,
            }
        });
        start(&runtime, body);
    }
    let handle = runtime.handle().clone();
    runtime.shutdown();
    assert_eq!(dropped.load(Ordering::SeqCst), 300);
    assert!(handle.processes().is_empty());
    let refused = handle.spawn(script(|_| WAIT), SpawnOptions::default());
    assert_eq!(refused, Err(SpawnError::Stopping));
}

/// A process that waits, and one that sends it a message, by which it is begun, and then does `action`.
fn begun_by(
    runtime: &Runtime<Script>,
    waiting: Script,
    action: impl FnOnce(&mut Turn<'_, Script>, Serial) + Send + 'static,
) -> Serial {
    let waiting = start(runtime, waiting);
    let is_waiting = || {
        runtime.handle().processes().contains(&waiting) && {
            let status = runtime.handle().shared.table.status(waiting);
            status.and_then(ProcessState::of) == Some(ProcessState::Waiting)
        }
    };
    while !is_waiting() {
        std::thread::yield_now();
    }
    let mut action = Some(action);
    let wakes = script(move |turn| {
        // What comes from outside is not handed over, and for a while nothing else is.
        let handed_over = turn.scheduler.runs_next(Priority::Normal, Cause::Woken);
        if handed_over && let Some(action) = action.take() {
            turn.send_local(waiting, text("hello"));
            assert_eq!(turn.status(waiting), Some(ProcessState::Running));
            action(turn, waiting);
            return NORMAL;
        }
        Next::Yield
    });
    start(runtime, wakes);
    waiting
}

#[test]
fn who_was_begun_is_ended_before_its_turn() {
    let runtime = threads(1);
    let (sender, receiver) = mpsc::channel();
    let waiting = begun_by(&runtime, recorder(|_| ()), |turn, waiting| {
        turn.terminate(waiting.into());
    });
    let report = move |reason: &Reason<Value>| sender.send(reason.clone()).expect("test waits");
    runtime.on_end(waiting, Box::new(report));
    let reason = receiver.recv().expect("it ends");
    assert!(matches!(reason, Reason::Terminated | Reason::NoProcess));
    assert_eq!(runtime.node().take(), [""; 0], "it had no turn");
}

#[test]
fn shutdown_drops_who_was_begun() {
    let dropped = Arc::new(AtomicUsize::new(0));
    let counted = Counted(dropped.clone());
    let body = script(move |turn| {
        let _keep = &counted;
        if turn.receive().is_some() {
            turn.node().write("had its turn");
        }
        WAIT
    });
    let runtime = threads(1);
    let log = runtime.node().clone();
    let (sender, receiver) = mpsc::channel();
    begun_by(&runtime, body, move |turn, _| {
        sender.send(()).expect("test waits");
        while !turn.shared.is_stopping() {
            std::thread::yield_now();
        }
    });
    receiver.recv().expect("it is begun");
    runtime.shutdown();
    assert_eq!(dropped.load(Ordering::SeqCst), 1);
    assert_eq!(log.take(), [""; 0]);
}

#[test]
fn what_is_held_for_a_process_is_released_before_anybody_can_know_of_its_end() {
    for_seeds(|driver| {
        let process = start(driver, ends_at_message(Ending::Halted));
        let (handle, log) = (driver.handle().clone(), driver.node().clone());
        let watch = |what: &'static str| {
            let (handle, log) = (handle.clone(), log.clone());
            move || log.write(format!("{what} {}", handle.is_alive(process)))
        };
        let ended = watch("ended: alive");
        driver.on_end(process, Box::new(move |_| ended()));
        driver.release_at_end(process, Box::new(watch("released: alive")));
        driver.send(process.into(), text("go"));
        driver.run_until_idle();
        assert_eq!(log.take(), ["released: alive true", "ended: alive false"]);
        driver.release_at_end(process, Box::new(watch("too late: alive")));
        assert_eq!(log.take(), ["too late: alive false"]);
    });
}

#[test]
fn the_process_limit_holds_and_room_comes_back() {
    let config = Config {
        process_limit: 10,
        ..virtual_config()
    };
    let mut driver = Runtime::single_threaded(Log::default(), config, 1);
    let spawn = |driver: &Driver<Script>| driver.spawn(recorder(|_| ()), SpawnOptions::default());
    let all: Vec<Serial> = (0..10).map(|_| spawn(&driver).expect("room")).collect();
    assert_eq!(spawn(&driver), Err(SpawnError::TooManyProcesses));
    all.iter()
        .for_each(|&serial| driver.terminate(serial.into()));
    driver.run_until_idle();
    let body = once(|turn| {
        let child = turn.spawn(script(|_| NORMAL), None);
        turn.node().write(format!("{}", child.is_ok()));
    });
    driver
        .spawn(body, SpawnOptions::default())
        .expect("most slots are common again");
    driver.run_until_idle();
    assert_eq!(driver.node().take(), ["true"]);
}

/// A body of so many words, which does nothing.
struct Idle<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Body for Idle<WORDS> {
    type Message = Value;
    type Node = Log;

    fn run(&mut self, _: &mut Turn<'_, Self>, _: i64) -> Next<Value> {
        std::hint::black_box(&self.0);
        WAIT
    }

    fn panic_reason(message: &str) -> Value {
        text(message)
    }
}

fn overhead_of<B: Body>(_: &B) -> usize {
    process_overhead::<B>()
}

#[test]
fn what_a_process_costs_beside_its_body_does_not_depend_on_the_body() {
    let overhead = overhead_of(&Idle([0; 1]));
    assert_eq!(overhead, overhead_of(&Idle([0; 100])));
    // The links, the queue of signals and the state at least; a few cache lines at most.
    assert!((64..=512).contains(&overhead), "{overhead} bytes");
}

#[test]
fn a_description_tells_how_long_a_process_has_waited() {
    for_seeds(|driver| {
        let process = start(driver, recorder(|_| ()));
        driver.run_until_idle();
        let second = 1_000_000_000;
        driver.run_until(3 * second);
        let waited = |driver: &mut Driver<Script>| info(driver, process).expect("it lives").waited;
        assert_eq!(waited(driver), Some(Duration::from_secs(3)));
        // Being asked is no end of the wait, and a message is.
        driver.run_until(4 * second);
        assert_eq!(waited(driver), Some(Duration::from_secs(4)));
        driver.send(process.into(), Value::Number(1));
        driver.run_until(6 * second);
        assert_eq!(waited(driver), Some(Duration::from_secs(2)));
    });
}

#[test]
fn details_are_told_to_who_asks_for_them() {
    for_seeds(|driver| {
        let process = start(driver, recorder(|_| ()));
        driver.node().write("seen");
        assert_eq!(info(driver, process).expect("it lives").details, "");
        let (sender, receiver) = mpsc::channel();
        driver.request_details(
            process,
            Box::new(move |info| sender.send(info).expect("test waits")),
        );
        driver.run_until_idle();
        let told = receiver.try_recv().expect("answered").expect("it lives");
        assert_eq!(told.details, "1 line");
    });
}

/// Waits until the node is at rest.
fn rest_of(runtime: &Runtime<Script>) -> Rest {
    loop {
        match runtime.handle().rest() {
            Some(rest) => return rest,
            None => std::thread::yield_now(),
        }
    }
}

#[test]
fn a_node_is_at_rest_when_nothing_can_happen_any_more() {
    for schedulers in [1, 3] {
        let runtime = threads(schedulers);
        let process = start(&runtime, recorder(|_| ()));
        let rest = rest_of(&runtime);
        assert_eq!(runtime.handle().rest(), Some(rest), "nothing has happened");
        // Each look before it was at rest, whatever it saw, differs from this one.
        runtime.send(process.into(), Value::Number(1));
        while runtime.node().take().is_empty() {
            std::thread::yield_now();
        }
        assert_ne!(rest_of(&runtime), rest);
        let far = runtime.clock().now() + 1_000_000_000_000_000;
        let timer = runtime.send_at(far, process.into(), Value::Number(2));
        assert_eq!(runtime.handle().rest(), None, "a timer is set");
        assert!(runtime.cancel_timer(timer));
        rest_of(&runtime);
        let (sender, receiver) = mpsc::channel();
        let stop = Arc::new(std::sync::atomic::AtomicBool::new(false));
        let stopped = stop.clone();
        start(
            &runtime,
            script(move |_| {
                sender.send(()).ok();
                match stopped.load(Ordering::Relaxed) {
                    true => NORMAL,
                    false => Next::Yield,
                }
            }),
        );
        receiver.recv().expect("it runs");
        assert_eq!(runtime.handle().rest(), None, "a process runs");
        stop.store(true, Ordering::Relaxed);
        rest_of(&runtime);
        runtime.shutdown();
    }
}
