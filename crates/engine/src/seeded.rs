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
use crate::waits;
use mound_process::Driver;
use std::sync::Arc;
use std::time::Duration;

/// When the made-up time begins, in seconds since 1970: in 2020, so that dates look like dates.
const BEGINNING_SECONDS: u64 = 1_600_000_000;

/// How long connections and subprocesses are waited for, in real time, before the made-up time goes
/// on to the next timer.
const PATIENCE: u32 = 200;
const PAUSE: Duration = Duration::from_millis(1);

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
                waits::end(state, &mut || while driver.step() {});
                return Event::Interrupted;
            }
        }
    }
}
