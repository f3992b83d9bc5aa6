//! Starting and stopping the schedulers of a node.

use crate::blocking::BlockingPool;
use crate::body::Body;
use crate::bound::Bound;
use crate::claims::Claims;
use crate::clock::{Clock, SystemClock};
use crate::deque::Injector;
use crate::driver::Driver;
use crate::idle::Idle;
use crate::lending::Seat;
use crate::names::Names;
use crate::pid::{Pid, SLOT_COUNT};
use crate::remote::Watches;
use crate::run_queue::{Priority, RunQueue};
use crate::scheduler::Scheduler;
use crate::shared::Shared;
use crate::spares::{SPARES, Spares};
use crate::statistics::Counters;
use crate::table::Table;
use crate::timers::Timers;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;

pub use crate::handle::Handle;

/// The limits of a node.
#[derive(Clone)]
pub struct Config {
    /// Scheduler threads; 0 means one a core.
    pub schedulers: u16,
    /// Fuel of one turn. At about 4000 reductions, a turn lasts some 10 to 20
    /// microseconds: long beside the cost of a switch, short for a human.
    pub fuel: i64,
    /// Processes that may live at once.
    pub process_limit: u32,
    /// Threads for host operations that block.
    pub blocking_threads: usize,
    pub clock: Arc<dyn Clock>,
    /// Called on each thread of a scheduler or of a pool that had nothing to do for a moment, a second at most,
    /// and has worked before: it may give memory back to the system.
    pub on_lull: Option<fn()>,
    /// Counts bytes, more or fewer, that are kept for processes of other nodes.
    pub count_bytes: fn(isize),
    pub fast_paths: FastPaths,
    /// Whether there are spare schedulers, for [`Handle::relieve`].
    pub spares: bool,
    /// Whether a scheduler that sleeps lends its place, for [`Handle::together`].
    pub lends: bool,
}

/// The fast paths of schedulers that are taken. What processes do depends on none of them, so tests switch them off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FastPaths {
    /// Who is woken or made, and is the next to run, is begun at once ([`crate::Turn::begin_receiver`]).
    pub begin: bool,
    /// Who waits while others are ready is given a message at once, too ([`crate::Turn::wake_receiver`]).
    pub wake: bool,
    /// Who waits or ends gives its place to the next one ([`crate::Turn::successor`], [`crate::Turn::heir`]).
    pub exchange: bool,
    /// A new process begins in the place of one that has ended ([`crate::Turn::vacancy`]).
    pub reuse: bool,
}

impl Default for FastPaths {
    fn default() -> Self {
        FastPaths {
            begin: true,
            wake: true,
            exchange: true,
            reuse: true,
        }
    }
}

impl Default for Config {
    fn default() -> Self {
        Config {
            schedulers: 0,
            fuel: 4000,
            process_limit: SLOT_COUNT,
            // Such threads mostly sleep in the host, so more than cores.
            blocking_threads: 16,
            clock: Arc::new(SystemClock::new()),
            on_lull: None,
            count_bytes: |_| (),
            fast_paths: FastPaths::default(),
            spares: true,
            lends: true,
        }
    }
}

/// How a new process starts.
#[derive(Clone, Debug, Default)]
pub struct SpawnOptions {
    /// Shown in listings; not registered.
    pub name: Option<Arc<str>>,
    /// Who is told when the process dies.
    pub links: Vec<Pid>,
    /// Of whose death the process is told, as by links that it has made itself.
    pub told_of: Vec<Pid>,
    pub priority: Priority,
    /// Of the messages that wait for it.
    pub bound: Option<Bound>,
}

/// Who is told of whose death.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkDirection {
    /// The other is told of mine.
    Outbound,
    /// I am told of the other's.
    Inbound,
    Both,
}

impl LinkDirection {
    pub(crate) fn is_outbound(self) -> bool {
        self != LinkDirection::Inbound
    }

    pub(crate) fn is_inbound(self) -> bool {
        self != LinkDirection::Outbound
    }
}

/// Why there is no new process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpawnError {
    /// The limit is reached, or all serials of the node have been used.
    TooManyProcesses,
    /// The node has been shut down.
    Stopping,
}

impl std::fmt::Display for SpawnError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            SpawnError::TooManyProcesses => "too many processes on this node",
            SpawnError::Stopping => "the node is shutting down",
        })
    }
}

impl std::error::Error for SpawnError {}

/// What the names of the threads of schedulers begin with.
pub const SCHEDULER_THREAD: &str = "mound-scheduler";

/// The running schedulers of a node. Dropping it stops them.
pub struct Runtime<B: Body> {
    handle: Handle<B>,
    threads: Vec<JoinHandle<()>>,
}

impl<B: Body> Runtime<B> {
    /// Starts the scheduler threads.
    pub fn start(node: B::Node, config: Config) -> std::io::Result<Self> {
        let count = match config.schedulers {
            0 => std::thread::available_parallelism()
                .map_or(1, |cores| u16::try_from(cores.get()).unwrap_or(u16::MAX)),
            count => count,
        };
        let spares = if config.spares { SPARES } else { 0 };
        let all = count.saturating_add(spares);
        let queues: Vec<RunQueue> = (0..all).map(|_| RunQueue::fifo(config.fuel)).collect();
        let shared = make_shared(node, &config, &queues, all - count, config.blocking_threads);
        let mut runtime = Runtime {
            handle: Handle::new(shared.clone()),
            threads: Vec::new(),
        };
        for (index, queue) in (0..all).zip(queues) {
            let scheduler = Scheduler::new(index, u64::from(index), queue, config.fast_paths);
            let mut scheduler = Box::new(scheduler);
            let shared = shared.clone();
            let builder = std::thread::Builder::new().name(format!("{SCHEDULER_THREAD}-{index}"));
            // On failure the drop of `runtime` stops those that have started.
            let thread = builder.spawn(move || match index.checked_sub(count) {
                None => scheduler.run(&shared),
                Some(spare) => scheduler.run_as_spare(&shared, spare),
            })?;
            runtime.threads.push(thread);
        }
        Ok(runtime)
    }

    /// Processes without threads of their own: the caller drives them, in an
    /// order that follows from the seed. Use a [`crate::VirtualClock`] to
    /// repeat the times as well.
    pub fn single_threaded(node: B::Node, config: Config, seed: u64) -> Driver<B> {
        let queue = RunQueue::seeded(seed);
        let shared = make_shared(node, &config, std::slice::from_ref(&queue), 0, 0);
        let scheduler = Scheduler::new(0, seed, queue, config.fast_paths);
        Driver::new(Handle::new(shared), scheduler)
    }

    pub fn handle(&self) -> &Handle<B> {
        &self.handle
    }

    /// Stops the schedulers and drops all processes. Blocking operations that
    /// run are left to themselves.
    pub fn shutdown(self) {
        // The drop does it.
    }
}

impl<B: Body> Drop for Runtime<B> {
    fn drop(&mut self) {
        let shared = &self.handle.shared;
        shared.stopping.store(true, Ordering::Release);
        shared.idle.unpark_all();
        shared.spares.unpark_all();
        shared.idle.unpark_watcher();
        for thread in self.threads.drain(..) {
            // A scheduler contains the panics of processes; if one of its own
            // got out, there is nothing left to do for it.
            thread.join().ok();
        }
        shared.pools().into_iter().for_each(BlockingPool::stop);
        shared.clear();
    }
}

impl<B: Body> std::ops::Deref for Runtime<B> {
    type Target = Handle<B>;

    fn deref(&self) -> &Handle<B> {
        &self.handle
    }
}

/// What the schedulers with these queues share, of which the last ones are spares.
pub(crate) fn make_shared<B: Body>(
    node: B::Node,
    config: &Config,
    queues: &[RunQueue],
    spares: u16,
    blocking_threads: usize,
) -> Arc<Shared<B>> {
    let count = u16::try_from(queues.len()).expect("the number of schedulers is a u16");
    // They compete with the schedulers for the cores, so there are no more of them.
    let schedulers = queues.len() - usize::from(spares);
    let computing_threads = blocking_threads.min(schedulers);
    Arc::new(Shared {
        table: Table::new(config.process_limit),
        timers: Timers::new(count, config.clock.now()),
        names: Names::default(),
        watches: Watches::new(config.count_bytes),
        claims: Claims::new(config.count_bytes),
        blocking: BlockingPool::new(blocking_threads, config.on_lull),
        computing: BlockingPool::new(computing_threads, config.on_lull),
        long_computing: BlockingPool::new(computing_threads, config.on_lull),
        clock: config.clock.clone(),
        router: OnceLock::new(),
        node,
        fuel: config.fuel,
        idle: Idle::new(schedulers, config.on_lull),
        spares: Spares::new(spares),
        seats: (0..schedulers).map(|_| Seat::default()).collect(),
        lends: config.lends,
        is_lent: AtomicBool::new(false),
        injector: Injector::new(),
        stealers: queues.iter().filter_map(RunQueue::stealers).collect(),
        counters: queues.iter().map(|_| Counters::default()).collect(),
        stopping: AtomicBool::new(false),
        references: AtomicU64::new(1),
    })
}
