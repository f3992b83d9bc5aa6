//! What all processes of a node share.

use crate::body::SchemeProcess;
use crate::compiler::Compiler;
use crate::console::Console;
use crate::crash::CrashWatchers;
use crate::distribution::{Distribution, LimitedServices};
use crate::fast_paths;
use crate::instances::Instances;
use crate::log::{Level, Subject};
use crate::options::{Native, Options};
use crate::profile::Profile;
use crate::requests::RequestTable;
use crate::resources::ResourceTable;
use crate::resources::secured::SharedConnections;
use crate::results::Results;
use crate::simulation::Membership;
use crate::slow_threads::SlowThreads;
use mound_heap::Value;
use mound_machine::{Delivery, Input, Limits, Linker};
use mound_native::Choice;
use mound_node::SendError;
use mound_primitives::print::Names;
use mound_process::{Handle, Pid, Serial};
use mound_store::UnitStore;
use std::collections::BTreeMap;
use std::hash::{BuildHasher, DefaultHasher, Hasher, RandomState};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A process that waits for an answer of a service of another node, monitors a node, or wants to know which of its
/// messages nodes have dropped.
pub struct ServiceWatch {
    pub process: Serial,
    pub reference: u64,
    /// Empty if it concerns all.
    pub node: String,
    pub watched: Watched,
}

/// What a [`ServiceWatch`] is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Watched {
    Service(String),
    /// The connection with the node.
    Connection,
    /// Messages that were dropped.
    Undelivered,
}

/// The seeds of the hash tables of a node. Each is another, so that one that becomes known, with
/// a table that is sent to another node, tells nothing of the others.
pub struct HashSeeds {
    /// Keyed at random when the node starts, or with the seed of the whole program.
    secret: Secret,
    given: AtomicU64,
}

enum Secret {
    Random(RandomState),
    Seed(u64),
}

impl HashSeeds {
    fn new(seed: Option<u64>) -> HashSeeds {
        HashSeeds {
            secret: match seed {
                Some(seed) => Secret::Seed(seed),
                None => Secret::Random(RandomState::new()),
            },
            given: AtomicU64::new(0),
        }
    }

    pub fn next(&self) -> u64 {
        let number = self.given.fetch_add(1, Ordering::Relaxed);
        match &self.secret {
            Secret::Random(state) => state.hash_one(number),
            Secret::Seed(seed) => {
                let mut hasher = DefaultHasher::new();
                hasher.write_u64(*seed);
                hasher.write_u64(number);
                hasher.finish()
            }
        }
    }
}

/// The shared state of a node.
pub struct NodeState {
    /// The node itself ends: what its processes die of then is no news.
    pub ending: AtomicBool,
    pub options: Options,
    pub(crate) fast_paths: fast_paths::Taken,
    pub linker: Linker,
    pub instances: Arc<Instances>,
    pub compiler: Compiler,
    pub console: Console,
    /// What was told of the program before it ran.
    pub warnings: OnceLock<String>,
    pub store: UnitStore,
    pub requests: RequestTable,
    pub resources: ResourceTable,
    /// Connections of clients that several requests go over.
    pub http2: SharedConnections,
    pub crash_watchers: CrashWatchers,
    pub hash_seeds: HashSeeds,
    pub slow_threads: SlowThreads,
    /// Where fuel goes, if somebody wants to know.
    pub profile: Profile,
    /// Where it is in a simulation.
    pub membership: Option<Membership>,
    pub limited_services: LimitedServices,
    /// What new processes are limited to, if [`NodeState::limits_are_set`].
    default_limits: Mutex<Limits>,
    /// Looked at by each spawn; the lock is not for that.
    limits_are_set: AtomicBool,
    handle: OnceLock<Handle<SchemeProcess>>,
    distribution: OnceLock<Arc<Distribution>>,
    /// One node is started at most, whoever asks first.
    pub starting: Mutex<()>,
    /// Lines of standard input that were read and not consumed.
    input: Mutex<Input>,
    /// Who waits for the end of a service of another node, by the number of the wait.
    service_watches: Mutex<BTreeMap<u64, ServiceWatch>>,
    exit: Mutex<Option<i32>>,
    exiting: Condvar,
    /// Who waits for results of work and is to hear of an exit.
    waiting: Mutex<Vec<Weak<Results>>>,
}

impl NodeState {
    pub fn new(
        options: Options,
        compiler: Compiler,
        console: Console,
        store: UnitStore,
        membership: Option<Membership>,
    ) -> NodeState {
        let choice = match options.native {
            Native::On => Some(Choice::All),
            Native::Checked => Some(Choice::Checked),
            Native::Off => None,
            Native::Mixed(seed) => Some(Choice::Mixed(seed)),
        };
        let warn = console.warner(Subject::Code);
        let native = choice
            .and_then(|choice| mound_native::start(choice, Box::new(move |text: &str| warn(text))));
        if choice.is_some() && native.is_none() && mound_native::IS_KNOWN_HERE {
            console.log(
                Level::Warning,
                Subject::Code,
                "the system gives no memory for machine code; programs are interpreted (--no-native says that this is meant)",
                &[],
            );
        }
        let limits = options.limits;
        let hash_seeds = HashSeeds::new(options.seed);
        let fast_paths = fast_paths::Taken::without(&options.no_fast_paths);
        let primitives = match fast_paths.quick_entries {
            true => mound_primitives::table(),
            false => mound_primitives::table_without_quick_entries(),
        };
        NodeState {
            hash_seeds,
            slow_threads: SlowThreads::default(),
            profile: Profile::new(),
            membership,
            limited_services: LimitedServices::default(),
            fast_paths,
            options,
            linker: Linker::with_native(primitives, native),
            instances: Arc::default(),
            compiler,
            console,
            warnings: OnceLock::new(),
            store,
            requests: RequestTable::default(),
            resources: ResourceTable::default(),
            http2: SharedConnections::default(),
            crash_watchers: CrashWatchers::default(),
            default_limits: Mutex::new(limits),
            limits_are_set: AtomicBool::new(limits != Limits::default()),
            handle: OnceLock::new(),
            distribution: OnceLock::new(),
            starting: Mutex::default(),
            input: Mutex::default(),
            service_watches: Mutex::default(),
            ending: AtomicBool::new(false),
            exit: Mutex::default(),
            exiting: Condvar::new(),
            waiting: Mutex::default(),
        }
    }

    /// Told once, when the schedulers run.
    pub fn set_handle(&self, handle: Handle<SchemeProcess>) {
        // Only the engine that made the state calls this.
        let _ = self.handle.set(handle);
    }

    /// Access to the processes. There is one from the start of the schedulers on.
    pub fn handle(&self) -> Option<&Handle<SchemeProcess>> {
        self.handle.get()
    }

    /// The limits of processes that are spawned without.
    #[inline]
    pub fn default_limits(&self) -> Limits {
        self.usual_limits().unwrap_or_default()
    }

    /// The same, if there are any.
    #[inline]
    pub fn usual_limits(&self) -> Option<Limits> {
        let are_set = self.limits_are_set.load(Ordering::Acquire);
        are_set.then(|| *lock(&self.default_limits))
    }

    pub fn set_default_limits(&self, limits: Limits) {
        *lock(&self.default_limits) = limits;
        let any = limits != Limits::default();
        self.limits_are_set.store(any, Ordering::Release);
    }

    pub fn wake(&self, process: Serial) {
        if let Some(handle) = self.handle() {
            handle.wake(process);
        }
    }

    fn is_alive(&self, process: Serial) -> bool {
        self.handle().is_some_and(|handle| handle.is_alive(process))
    }

    pub fn set_distribution(&self, distribution: Arc<Distribution>) {
        // Guarded by `starting`.
        let _ = self.distribution.set(distribution);
    }

    /// The node's connections, once it listens.
    pub fn distribution(&self) -> Option<&Arc<Distribution>> {
        self.distribution.get()
    }

    pub fn node_address(&self) -> Option<String> {
        self.distribution()
            .map(|distribution| distribution.address())
    }

    pub fn is_this_node(&self, address: &str) -> bool {
        self.distribution()
            .is_some_and(|distribution| distribution.is_this_address(address))
    }

    pub fn node_name(&self, index: u16) -> Option<String> {
        match index {
            0 => self.node_address(),
            _ => self.distribution()?.peer_address(index),
        }
    }

    /// Sends bytes to a process of another node.
    pub fn send_remote(&self, from: Serial, to: Pid, payload: Vec<u8>) -> Delivery {
        let Some(distribution) = self.distribution() else {
            return Delivery::Sent;
        };
        match distribution.send(from, to, payload, |process| self.is_alive(process)) {
            Err(SendError::Full(_)) => Delivery::Full,
            // A message to a node that is gone is lost, like one to a process that is gone.
            _ => Delivery::Sent,
        }
    }

    /// Sends bytes to a service of another node.
    pub fn send_service(
        &self,
        from: Serial,
        node: &str,
        service: &str,
        payload: Vec<u8>,
    ) -> Delivery {
        let Some(distribution) = self.distribution() else {
            return Delivery::Sent;
        };
        let is_alive = |process| self.is_alive(process);
        match distribution.send_service(from, (node, service), payload, is_alive) {
            Err(SendError::Full(_)) => Delivery::Full,
            _ => Delivery::Sent,
        }
    }

    /// Remembers that a process waits for an answer of a service of another node.
    pub fn watch_service(&self, process: Serial, reference: u64, node: &str, watched: Watched) {
        let watch = ServiceWatch {
            process,
            reference,
            node: node.to_owned(),
            watched,
        };
        self.service_watches
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(reference, watch);
    }

    /// Forgets such a watch; whether there was one.
    pub fn unwatch_service(&self, reference: u64) -> bool {
        let mut watches = self
            .service_watches
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        watches.remove(&reference).is_some()
    }

    /// Under which references a process wants to know of messages that were dropped.
    pub fn undelivered_watches(&self, process: Serial) -> Vec<u64> {
        let watches = self
            .service_watches
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let is_its = |watch: &&ServiceWatch| {
            watch.process == process && watch.watched == Watched::Undelivered
        };
        watches
            .values()
            .filter(is_its)
            .map(|watch| watch.reference)
            .collect()
    }

    /// Takes out the watches that `gone` says are over, also those of processes that have ended.
    pub fn take_service_watches(&self, gone: impl Fn(&ServiceWatch) -> bool) -> Vec<ServiceWatch> {
        let mut watches = self
            .service_watches
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let alive = |process| self.handle().is_some_and(|handle| handle.is_alive(process));
        watches.retain(|_, watch| alive(watch.process));
        let over: Vec<u64> = watches
            .iter()
            .filter(|(_, watch)| gone(watch))
            .map(|(&reference, _)| reference)
            .collect();
        let taken = over
            .iter()
            .filter_map(|reference| watches.remove(reference));
        taken.collect()
    }

    pub fn with_input(&self, action: &mut dyn FnMut(&mut Input)) {
        action(&mut self.input.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Asks for the end of the whole program. The first status counts.
    pub fn exit(&self, status: i32) {
        let mut exit = self.exit.lock().unwrap_or_else(PoisonError::into_inner);
        exit.get_or_insert(status);
        self.exiting.notify_all();
        drop(exit);
        for results in self
            .waiting()
            .drain(..)
            .filter_map(|results| results.upgrade())
        {
            results.interrupt();
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Vec<Weak<Results>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for results, whose waiting is interrupted by an exit.
    pub fn new_results(&self) -> Arc<Results> {
        let results = Arc::new(Results::default());
        let mut waiting = self.waiting();
        waiting.retain(|results| results.strong_count() > 0);
        waiting.push(Arc::downgrade(&results));
        drop(waiting);
        if self.exit_status().is_some() {
            results.interrupt();
        }
        results
    }

    /// The status of an exit that was asked for.
    pub fn exit_status(&self) -> Option<i32> {
        *self.exit.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the program is to end.
    pub fn wait_for_exit(&self) -> i32 {
        let mut exit = self.exit.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match *exit {
                Some(status) => return status,
                None => {
                    exit = self
                        .exiting
                        .wait(exit)
                        .unwrap_or_else(PoisonError::into_inner)
                }
            }
        }
    }
}

impl Names for NodeState {
    fn node(&self, index: u16) -> Option<String> {
        self.node_name(index)
    }

    fn procedure(&self, closure: Value) -> Option<String> {
        mound_machine::trace::procedure_name(closure)
    }
}
