//! A thread that looks whether something holds a scheduler for too long, and says what; and that has spare
//! schedulers run meanwhile.
//!
//! It is the time on the processor that counts, as the system knows it of each thread: a scheduler that
//! waits for a processor is held by nobody here. Where the system does not tell, nothing is watched.
//! While nobody runs this thread sleeps, too, so an idle node uses no time.
//! `docs/internals/primitives.md` says what is allowed.

use crate::log::{Level, Subject};
use crate::state::NodeState;
use mound_machine::held::{Thread, threads};
use mound_node::CONNECTION_THREADS;
use mound_process::SCHEDULER_THREAD;
use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// What is reported of a node that nobody tests: well beyond what a primitive may take, since a
/// collection of a large heap is still counted as part of it.
const USUAL_BOUND: Duration = Duration::from_millis(250);

/// Between two looks at a node that works. Whoever is in the same turn at two of them holds a scheduler: a turn that
/// gives way takes some ten microseconds.
const RELIEF: Duration = Duration::from_millis(5);

/// How often one primitive is reported: the first time, and then each time it was found so often.
const REPORTED_AGAIN: u64 = 1000;

/// Names the bound in milliseconds for tests, in which it is an error that ends the node to exceed it.
const VARIABLE: &str = "MOUND_HELD_MS";

/// The status with which such a node ends.
const STATUS: i32 = 70;

/// A turn that was seen to go on.
struct Seen {
    turn: u64,
    /// Nanoseconds that the thread had used when it was seen first.
    used: u64,
    marked: bool,
}

struct Watchdog {
    bound: Duration,
    is_error: bool,
    /// By the address of the thread.
    seen: HashMap<usize, Seen>,
    /// How often each primitive was found.
    found: HashMap<String, u64>,
    /// The turns of schedulers at the last look, by the address of the thread.
    turns: HashMap<usize, u64>,
}

/// Starts to watch the schedulers of the program, until those of the node end.
pub fn start(state: &Arc<NodeState>) -> std::io::Result<()> {
    let asked = std::env::var(VARIABLE).ok();
    let asked = asked.and_then(|text| text.parse().ok());
    let mut watchdog = Watchdog {
        bound: asked.map_or(USUAL_BOUND, Duration::from_millis),
        is_error: asked.is_some(),
        seen: HashMap::new(),
        found: HashMap::new(),
        turns: HashMap::new(),
    };
    let state = Arc::downgrade(state);
    let builder = std::thread::Builder::new().name("mound-watchdog".to_owned());
    builder.spawn(move || watchdog.run(&state)).map(drop)
}

impl Watchdog {
    fn run(&mut self, state: &Weak<NodeState>) {
        // Rarely enough to cost nothing, and often enough to see most of what is too long.
        let period = self.bound / 5;
        let mut pause = period;
        let mut looked = Instant::now();
        loop {
            sleep(pause);
            let Some(state) = state.upgrade() else {
                return;
            };
            let threads = threads();
            let works = self.relieve(&state, &threads);
            pause = match works {
                true => RELIEF.min(period),
                false => period,
            };
            if works && looked.elapsed() < period {
                continue;
            }
            looked = Instant::now();
            for thread in &threads {
                if let Some(name) = self.look(thread) {
                    self.report(&state, &name);
                }
            }
            if !works && threads.iter().all(|thread| thread.turn().is_none()) {
                let handle = state.handle().cloned();
                drop(state);
                if handle.is_some_and(|handle| !handle.wait_while_all_sleep()) {
                    return;
                }
                pause = RELIEF.min(period);
            }
        }
    }

    /// Has as many spares run as schedulers are held, and the connections looked after by another thread if one of
    /// theirs is, which can have the place of a scheduler. Whether any of these threads runs processes.
    fn relieve(&mut self, state: &NodeState, threads: &[Arc<Thread>]) -> bool {
        let mut held = 0;
        let mut works = false;
        let before = std::mem::take(&mut self.turns);
        for thread in threads {
            let serves_connections = thread.name() == CONNECTION_THREADS;
            if !serves_connections && !thread.name().starts_with(SCHEDULER_THREAD) {
                continue;
            }
            let (key, turns) = (Arc::as_ptr(thread) as usize, thread.turns());
            let is_same = before.get(&key) == Some(&turns);
            let runs = thread.turn().is_some();
            held += usize::from(is_same && runs);
            if is_same
                && runs
                && serves_connections
                && let Some(distribution) = state.distribution()
            {
                distribution.relieve();
            }
            works |= !is_same || runs;
            self.turns.insert(key, turns);
        }
        if let Some(handle) = state.handle() {
            handle.relieve(held);
        }
        works
    }

    /// The name of what has held a thread, if it is known now.
    fn look(&mut self, thread: &Arc<Thread>) -> Option<String> {
        let key = Arc::as_ptr(thread) as usize;
        let held = thread.take_held();
        match thread.turn() {
            None => {
                self.seen.remove(&key);
            }
            Some(turn) => match self.seen.get_mut(&key).filter(|seen| seen.turn == turn) {
                None => {
                    let used = used(thread)?;
                    let marked = false;
                    self.seen.insert(key, Seen { turn, used, marked });
                }
                Some(seen) if !seen.marked => {
                    let passed = used(thread)?.saturating_sub(seen.used);
                    if u128::from(passed) > self.bound.as_nanos() {
                        seen.marked = true;
                        thread.mark(turn);
                    }
                }
                Some(_) => {}
            },
        }
        // Collections also come where an instruction only wants room.
        held.filter(|held| held.is_primitive).map(|held| held.name)
    }

    fn report(&mut self, state: &NodeState, name: &str) {
        let count = self.found.entry(name.to_owned()).or_insert(0);
        *count += 1;
        if *count % REPORTED_AGAIN != 1 {
            return;
        }
        let bound = self.bound.as_millis();
        let text = format!(
            "the primitive {name} held a scheduler for more than {bound} ms; this is a defect of Mound and not of the program"
        );
        state
            .console
            .log(Level::Warning, Subject::Scheduler, &text, &[]);
        if self.is_error {
            state.exit(STATUS);
        }
    }
}

/// Nanoseconds on a processor.
fn used(thread: &Thread) -> Option<u64> {
    let text = std::fs::read_to_string(thread.directory()?.join("schedstat")).ok()?;
    text.split_whitespace().next()?.parse().ok()
}
