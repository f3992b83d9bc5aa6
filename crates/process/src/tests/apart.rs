//! Processes that are lent to threads of the pool.

use super::*;

/// Writes down what it gets; it is lent first, and does `work` then.
fn lent(work: impl FnMut() + Send + 'static) -> Script {
    let mut is_lent = false;
    let mut script = script(move |turn| {
        if !is_lent {
            is_lent = true;
            turn.node().write("lent");
            return Next::Apart { is_long: false };
        }
        while let Some(delivery) = turn.receive() {
            let line = show(&delivery);
            let is_end = line == "end";
            turn.node().write(line);
            if is_end {
                return NORMAL;
            }
        }
        WAIT
    });
    script.1 = Some(Box::new(work));
    script
}

/// A process that is lent until it is released, and does `work` then; the first channel tells that it is lent.
fn held(work: fn()) -> (Script, mpsc::Receiver<()>, mpsc::Sender<()>) {
    let (begin, begun) = mpsc::channel();
    let (release, released) = mpsc::channel();
    let body = lent(move || {
        begin.send(()).unwrap_or(());
        released.recv().unwrap_or(());
        work();
    });
    (body, begun, release)
}

fn end_of(runtime: &Handle<Script>, process: Serial) -> mpsc::Receiver<Reason<Value>> {
    let (sender, receiver) = mpsc::channel();
    let tell = move |reason: &Reason<Value>| sender.send(reason.clone()).unwrap_or(());
    runtime.on_end(process, Box::new(tell));
    receiver
}

fn wait<T>(receiver: &mpsc::Receiver<T>) -> T {
    let patience = Duration::from_secs(60);
    receiver
        .recv_timeout(patience)
        .expect("it comes in a minute")
}

#[test]
fn others_run_while_a_process_is_lent_and_its_signals_wait() {
    let runtime = one_scheduler::<Script>();
    let (body, begun, release) = held(|| ());
    let process = start(&runtime, body);
    wait(&begun);
    for number in 0..100 {
        runtime.send(process.into(), Value::Number(number));
    }
    // The only scheduler has a turn for another process.
    let other = start(&runtime, recorder(|_| ()));
    runtime.send(other.into(), text("other"));
    while runtime.node().lines() < 2 {
        std::thread::yield_now();
    }
    assert_eq!(runtime.node().take(), ["lent", "other"]);
    runtime.send(process.into(), text("end"));
    let end = end_of(&runtime, process);
    release.send(()).expect("it waits for that");
    assert_eq!(wait(&end), Reason::Normal);
    let mut expected: Vec<String> = (0..100).map(|number| number.to_string()).collect();
    expected.push("end".into());
    assert_eq!(runtime.node().take(), expected);
}

#[test]
fn who_is_ended_while_it_is_lent_ends_when_it_is_back() {
    let runtime = one_scheduler::<Script>();
    let (body, begun, release) = held(|| ());
    let process = start(&runtime, body);
    wait(&begun);
    let end = end_of(&runtime, process);
    runtime.terminate(process.into());
    assert!(runtime.is_alive(process));
    release.send(()).expect("it waits for that");
    assert_eq!(wait(&end), Reason::Terminated);
    assert_eq!(runtime.node().take(), ["lent"]);
}

#[test]
fn a_panic_apart_ends_its_process() {
    let runtime = one_scheduler::<Script>();
    let (body, begun, release) = held(|| panic!("boom"));
    let process = start(&runtime, body);
    wait(&begun);
    let end = end_of(&runtime, process);
    release.send(()).expect("it waits for that");
    assert_eq!(wait(&end), Reason::Failure(text("boom")));
    // The scheduler goes on.
    let other = start(&runtime, lent(|| ()));
    let end = end_of(&runtime, other);
    runtime.send(other.into(), text("end"));
    wait(&end);
}

#[test]
fn the_deterministic_driver_does_what_is_apart() {
    for_seeds(|driver| {
        let process = start(driver, lent(|| ()));
        driver.send(process.into(), text("end"));
        driver.run_until_idle();
        assert!(!driver.is_alive(process));
        assert_eq!(driver.node().take(), ["lent", "end"]);
    });
}

#[test]
fn a_node_ends_while_a_process_is_lent() {
    let runtime = one_scheduler::<Script>();
    let (body, begun, release) = held(|| ());
    start(&runtime, body);
    wait(&begun);
    drop(runtime);
    drop(release);
}

/// A body that ends at once, and tells which thread drops it.
struct Kept {
    is_much: bool,
    tell: mpsc::Sender<Option<String>>,
}

impl Drop for Kept {
    fn drop(&mut self) {
        let name = std::thread::current().name().map(str::to_owned);
        self.tell.send(name).unwrap_or(());
    }
}

impl Body for Kept {
    type Message = Value;
    type Node = Log;

    fn run(&mut self, _: &mut Turn<'_, Self>, _: i64) -> Next<Value> {
        NORMAL
    }

    fn panic_reason(message: &str) -> Value {
        text(message)
    }

    fn is_much_to_drop(&self) -> bool {
        self.is_much
    }
}

/// A process with half a million symbols held its scheduler for a second when it ended.
#[test]
fn what_takes_long_to_drop_is_not_dropped_by_a_scheduler() {
    let runtime = one_scheduler::<Kept>();
    for (is_much, expected) in [(true, true), (false, false), (true, true)] {
        let (tell, dropped) = mpsc::channel();
        let options = SpawnOptions::default();
        let process = runtime.spawn(Kept { is_much, tell }, options);
        let process = process.expect("there is room");
        let by = wait(&dropped).expect("threads of a node have names");
        assert_eq!(by == "mound-blocking", expected, "{by}");
        assert!(!runtime.is_alive(process));
    }
}
