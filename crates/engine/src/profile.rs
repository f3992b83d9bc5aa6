//! Where processes spend their fuel, and where they allocate: samples of their stacks.
//!
//! Fuel is what a turn is paid with, a unit for each call or a few, so samples do not depend on how busy
//! the machine is. A scheduler counts the fuel that its processes use and takes a sample whenever a
//! period is used up, in the middle of a turn; so each unit of fuel is as likely to be seen as any other,
//! whether its process waits a lot or never. For what is allocated, the process is run on for a short
//! while, and what it allocates then counts for the period.
//!
//! What is not here: time. A procedure that waits is not seen; a primitive that takes long for its fuel
//! weighs too little.
//!
//! Invariant: while it is off, it costs each turn one look at a flag, and it holds no samples that were taken.

use crate::body::SchemeProcess;
use crate::host::TurnHost;
use mound_machine::trace::TraceLine;
use mound_machine::{Context, Stop};
use mound_process::{Serial, Turn};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Fuel between two samples. A scheduler uses about ten millions a second. A prime number, so that
/// samples do not fall on the ends of turns.
const PERIOD: i64 = 3_989;
/// Fuel for which a process is watched allocating.
const PROBE: i64 = 200;
/// Frames of a sample; what is below is left out.
const FRAMES_MAX: usize = 100;
/// Different stacks that a scheduler keeps; further ones are kept as their youngest frame alone.
const STACKS_MAX: usize = 4_000;
/// More than most machines have schedulers; where there are more, some share a lane.
const LANES: usize = 64;
/// Processes that a scheduler keeps apart.
const PROCESSES_MAX: usize = 10_000;

/// A procedure, as a profile names it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Site {
    pub procedure: String,
    /// The library or program in which it stands.
    pub unit: String,
}

/// What was used.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Used {
    pub fuel: u64,
    /// Bytes allocated, estimated.
    pub bytes: u64,
}

impl Used {
    fn add(&mut self, other: Used) {
        self.fuel += other.fuel;
        self.bytes = self.bytes.saturating_add(other.bytes);
    }
}

/// What was sampled.
#[derive(Default, Debug)]
pub struct Samples {
    /// By stack, oldest frame first.
    pub stacks: HashMap<Vec<Site>, Used>,
    /// By process: the procedure that it began with, if it was seen.
    pub processes: HashMap<Serial, (Option<Site>, Used)>,
    /// How many samples there are.
    pub count: u64,
}

/// The profile of a node.
pub struct Profile {
    is_on: AtomicBool,
    /// Used by one scheduler each, as a rule, but for starting and taking.
    lanes: Box<[Mutex<Lane>]>,
}

#[derive(Default)]
struct Lane {
    /// Fuel until the next sample.
    left: i64,
    samples: Samples,
}

impl Profile {
    pub fn new() -> Profile {
        Profile {
            is_on: AtomicBool::new(false),
            lanes: (0..LANES).map(|_| Mutex::default()).collect(),
        }
    }

    #[inline(always)]
    pub fn is_on(&self) -> bool {
        self.is_on.load(Ordering::Relaxed)
    }

    /// Forgets what there is and samples from now on.
    pub fn start(&self) {
        self.take();
        self.is_on.store(true, Ordering::Relaxed);
    }

    /// Stops, and gives what was sampled.
    pub fn stop(&self) -> Samples {
        self.is_on.store(false, Ordering::Relaxed);
        self.take()
    }

    fn take(&self) -> Samples {
        let mut all = Samples::default();
        for lane in &self.lanes {
            let lane = std::mem::take(&mut *lane.lock().unwrap_or_else(PoisonError::into_inner));
            all.count += lane.samples.count;
            for (stack, used) in lane.samples.stacks {
                all.stacks.entry(stack).or_default().add(used);
            }
            for (process, (site, used)) in lane.samples.processes {
                let known = all.processes.entry(process).or_default();
                known.0 = known.0.take().or(site);
                known.1.add(used);
            }
        }
        all
    }

    fn lane<T>(&self, index: usize, use_it: impl FnOnce(&mut Lane) -> T) -> T {
        let lane = &self.lanes[index % self.lanes.len()];
        use_it(&mut lane.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl SchemeProcess {
    /// As `run_machine`, in pieces that end where a sample is due.
    #[cold]
    pub(crate) fn run_sampled(&mut self, turn: &mut Turn<'_, SchemeProcess>) -> Stop {
        let mut left = self.context.fuel;
        loop {
            let due = turn.node().profile.lane(turn.scheduler_index(), Lane::due);
            let piece = left.min(due);
            let (stop, used) = self.run_piece(turn, piece);
            left -= used;
            let is_due = turn
                .node()
                .profile
                .lane(turn.scheduler_index(), |lane| lane.pay(used));
            if !matches!(stop, Stop::Yield) {
                self.context.fuel = left;
                return stop;
            }
            if is_due && let Some((stop, probed)) = self.sample(turn, left) {
                left -= probed;
                if !matches!(stop, Stop::Yield) {
                    self.context.fuel = left;
                    return stop;
                }
            }
            if left <= 0 {
                self.context.fuel = left;
                return stop;
            }
        }
    }

    /// Takes a sample, and runs on to see what is allocated if there is fuel left.
    fn sample(&mut self, turn: &mut Turn<'_, SchemeProcess>, left: i64) -> Option<(Stop, i64)> {
        let sites = stack(&self.context);
        let before = (self.address(), self.context.allocated_words());
        let run = (left > 0).then(|| self.run_piece(turn, left.min(PROBE)));
        let probed = run.as_ref().map_or(0, |(_, probed)| *probed);
        // Another process may have taken the place of this one.
        let words = match self.address() == before.0 {
            true => self.context.allocated_words().saturating_sub(before.1),
            false => 0,
        };
        let used = Used {
            fuel: PERIOD as u64,
            bytes: words * 8 * PERIOD as u64 / probed.max(1) as u64,
        };
        let process = turn.serial();
        let node = turn.node();
        node.profile.lane(turn.scheduler_index(), |lane| {
            lane.pay(probed);
            lane.samples.note(process, sites, used);
        });
        run
    }

    /// Tells the process from the one that runs in its place.
    fn address(&self) -> *const Context {
        &raw const *self.context
    }

    /// Runs with so much fuel; how the machine stopped, and what it used.
    fn run_piece(&mut self, turn: &mut Turn<'_, SchemeProcess>, fuel: i64) -> (Stop, i64) {
        self.context.fuel = fuel;
        let mut host = TurnHost::running(turn, fuel);
        let stop = mound_machine::run_turn(&mut self.context, &mut host);
        let used = host.used(self.context.fuel);
        turn.charge(used);
        // A piece in which nothing is used would never end.
        (stop, (used as i64).max(1))
    }
}

impl Lane {
    /// Fuel until the next sample.
    fn due(&mut self) -> i64 {
        if self.left <= 0 {
            self.left = PERIOD;
        }
        self.left
    }

    /// Whether a sample is due after so much fuel.
    fn pay(&mut self, used: i64) -> bool {
        self.left -= used;
        self.left <= 0
    }
}

impl Samples {
    fn note(&mut self, process: Serial, mut stack: Vec<Site>, used: Used) {
        self.count += 1;
        let first = stack.first().cloned();
        if self.processes.len() < PROCESSES_MAX || self.processes.contains_key(&process) {
            let known = self.processes.entry(process).or_default();
            known.0 = known.0.take().or(first);
            known.1.add(used);
        }
        if self.stacks.len() >= STACKS_MAX && !self.stacks.contains_key(&stack) {
            stack.drain(..stack.len().saturating_sub(1));
        }
        self.stacks.entry(stack).or_default().add(used);
    }
}

/// The procedures on the stack, oldest first.
fn stack(context: &Context) -> Vec<Site> {
    let mut sites: Vec<Site> = context.trace(FRAMES_MAX).into_iter().map(site).collect();
    sites.reverse();
    sites
}

fn site(line: TraceLine) -> Site {
    Site {
        procedure: line.procedure,
        unit: line.unit,
    }
}
