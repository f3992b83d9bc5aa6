//! Runs that can be repeated: one scheduler, driven by the thread that waits for
//! the program, and a clock that is made up.
//!
//! Everything that would come from outside at its own time is waited for on the
//! spot (see `requests`, and the console in `host`), so nothing but the program,
//! the seed and its input decides what happens. Connections and subprocesses are
//! the exception: they answer when they like, and a program that uses them is
//! repeatable only as far as they are.

use crate::body::SchemeProcess;
use crate::results::{Event, Results};
use crate::state::NodeState;
use mound_process::{Driver, Handle};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

/// When the made-up time begins, in seconds since 1970: in 2020, so that dates look like dates.
const BEGINNING_SECONDS: u64 = 1_600_000_000;

/// How long connections and subprocesses are waited for, in real time, before the made-up time goes
/// on to the next timer.
const PATIENCE: u32 = 200;
const PAUSE: Duration = Duration::from_millis(1);

/// Processes that are named when all of them wait.
const NAMED_MAX: usize = 20;

/// The time since 1970 at a moment of the made-up clock.
pub fn since_1970(now_ns: u64) -> Duration {
    Duration::from_secs(BEGINNING_SECONDS) + Duration::from_nanos(now_ns)
}

/// Runs processes until there is something for the thread that waits.
pub fn drive(
    state: &Arc<NodeState>,
    driver: &mut Driver<SchemeProcess>,
    results: &Results,
) -> Event {
    let mut quiet = 0;
    loop {
        if let Some(event) = results.poll() {
            return event;
        }
        if state.exit_status().is_some() {
            return Event::Interrupted;
        }
        if driver.step() {
            quiet = 0;
            continue;
        }
        let timer = driver.next_timer();
        if state.requests.is_waiting() && (timer.is_none() || quiet < PATIENCE) {
            quiet += 1;
            std::thread::sleep(PAUSE);
            continue;
        }
        quiet = 0;
        match timer {
            Some(moment) => {
                driver.clock().skip_to(moment);
            }
            None => {
                let text = deadlock(driver);
                state.console.tell(&text);
                state.exit(1);
                return Event::Interrupted;
            }
        }
    }
}

/// What to say when nothing will happen any more.
fn deadlock(driver: &mut Driver<SchemeProcess>) -> String {
    let handle: Handle<SchemeProcess> = driver.handle().clone();
    let (sender, described) = channel();
    let living = handle.processes();
    let count = living.len();
    for process in living {
        let sender = sender.clone();
        handle.request_info(
            process,
            Box::new(move |info| {
                // Nobody listens any more if this fails.
                let _ = sender.send(info);
            }),
        );
    }
    while driver.step() {}
    let mut text = format!("error: all {count} processes wait, and nothing will wake them\n");
    for info in described.try_iter().flatten().take(NAMED_MAX) {
        let name = info.name.as_deref().unwrap_or("anonymous");
        let function = &info.body.function;
        let waiting = info.mailbox_length;
        text.push_str(&format!(
            "  process {} ({name}), messages {waiting}: {function}\n",
            info.serial.number()
        ));
    }
    text
}
