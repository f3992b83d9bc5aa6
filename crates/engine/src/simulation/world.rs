//! What the nodes of a simulation share: clock, network, and the record of what happened.
//!
//! ```text
//!   trace    (time sent number from to message)    (time came number from to message)
//!            (time start node)    (time kill node)    (time end node status)    (time network change)
//!   history  (time node object ...)        what programs observed
//! ```
//!
//! The record is kept as text, a datum an entry. It grows until the end of the run, which is its bound.

use super::orders::{Asker, Order, Standing};
use super::steps::{LATENCY, Steps, Without};
use mound_node::{CarrierChoice, Life, ModelledHost, ModelledNetwork, Source, Timeline};
use mound_process::{Clock, VirtualClock};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::runtime::Handle;

/// The port at which nodes listen.
const PORT: &str = ":1";

pub struct World {
    seed: u64,
    /// What is left out of this run.
    pub without: Without,
    pub clock: Arc<VirtualClock>,
    pub timeline: Arc<Timeline>,
    pub network: ModelledNetwork,
    /// Where the tasks of connections run.
    pub tasks: Handle,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    orders: VecDeque<(Order, Asker)>,
    standings: BTreeMap<String, Standing>,
    /// The status of the first program that failed.
    failure: i32,
    steps: Steps,
    /// How many nanoseconds the time of day of a node is ahead, or behind.
    skews: BTreeMap<String, i64>,
    trace: Vec<String>,
    history: Vec<String>,
    messages: u64,
    /// Those that are under way: by sender, receiver and bytes, the numbers and texts of all that are alike.
    under_way: BTreeMap<Sent, VecDeque<(u64, String)>>,
}

/// Sender, receiver and bytes of a message.
type Sent = (String, String, Vec<u8>);

impl World {
    pub fn new(seed: u64, without: Without, tasks: Handle) -> World {
        let clock = Arc::new(VirtualClock::new());
        let shown = clock.clone();
        let timeline = Arc::new(Timeline::new(move || shown.now()));
        let network = ModelledNetwork::new(seed, timeline.clone());
        if without.has(LATENCY) {
            network.keep_calm();
        }
        World {
            seed,
            without,
            clock,
            network,
            timeline,
            tasks,
            state: Mutex::default(),
        }
    }

    /// Where the node of this name listens.
    pub fn address(name: &str) -> String {
        format!("{name}{PORT}")
    }

    /// The name of the node that listens at an address.
    fn name(address: &str) -> &str {
        address.strip_suffix(PORT).unwrap_or(address)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn give_order(&self, order: Order, asker: Asker) {
        self.state().orders.push_back((order, asker));
    }

    pub fn next_order(&self) -> Option<(Order, Asker)> {
        self.state().orders.pop_front()
    }

    pub fn note_standing(&self, name: &str, standing: Standing) {
        let mut state = self.state();
        if let (Standing::Ended(status), 0) = (standing, state.failure) {
            state.failure = status;
        }
        state.standings.insert(name.to_owned(), standing);
    }

    pub fn standing(&self, name: &str) -> Option<Standing> {
        self.state().standings.get(name).copied()
    }

    /// The status of the first program that failed, or 0.
    pub fn first_failure(&self) -> i32 {
        self.state().failure
    }

    /// Adds to the trace.
    pub fn note(&self, what: &str) {
        let entry = self.entry(what);
        self.state().trace.push(entry);
    }

    /// Adds to the history.
    fn observe(&self, name: &str, objects: &str) {
        let entry = self.entry(&format!("{name} {objects}"));
        self.state().history.push(entry);
    }

    fn entry(&self, what: &str) -> String {
        format!("({}/1000000000 {what})", self.clock.now())
    }

    /// A node comes to a step of its program; whether it takes it.
    fn takes_step(&self, name: &str, what: &str) -> bool {
        self.state().steps.come_to(name, what, &self.without)
    }

    /// The time of day of a node is to be so far ahead.
    pub fn set_skew(&self, name: &str, nanoseconds: i64) {
        self.state().skews.insert(name.to_owned(), nanoseconds);
    }

    /// The record as lines, each a datum: `(end nanoseconds)`, `(step name what)`, `(trace entry)`,
    /// `(history entry)`.
    pub fn lines(&self) -> String {
        let state = self.state();
        let mut lines = format!("(end {})\n", self.clock.now());
        for (name, what) in state.steps.taken() {
            lines.push_str(&format!("(step {name} {what})\n"));
        }
        for entry in &state.trace {
            lines.push_str(&format!("(trace {entry})\n"));
        }
        for entry in &state.history {
            lines.push_str(&format!("(history {entry})\n"));
        }
        lines
    }

    /// Trace and history, each entry a datum.
    pub fn record(&self) -> (Vec<String>, Vec<String>) {
        let state = self.state();
        (state.trace.clone(), state.history.clone())
    }
}

/// Where a node is in a simulation.
pub struct Membership {
    pub world: Arc<World>,
    pub life: Life,
    /// How often it was started.
    count: u64,
}

impl Membership {
    pub fn new(world: &Arc<World>, name: &str, count: u64) -> Membership {
        Membership {
            world: Arc::clone(world),
            life: world.network.life(name, count),
            count,
        }
    }

    fn source(&self, purpose: &str) -> Source {
        let count = self.count.to_string();
        Source::of(self.world.seed, &[purpose, self.life.place(), &count])
    }

    /// From which the order of its processes follows, and all that they draw.
    pub fn seed(&self) -> u64 {
        self.source("processes").number()
    }

    /// What its connections are made with.
    pub fn node_config(&self) -> mound_node::Config {
        let carrier = CarrierChoice::Given(self.world.network.carrier(&self.life));
        let mut config = mound_node::Config::with_carrier(carrier, "");
        let timeline = self.world.timeline.clone();
        config.host = Arc::new(ModelledHost::new(timeline, self.source("connections")));
        // Pings would be in the way of what is simulated, and the way has the length that the scenario gives it.
        config.measures_round_trips = false;
        config
    }

    /// A message leaves for another node.
    pub fn note_departure(&self, to: &str, payload: &[u8], text: impl FnOnce() -> String) {
        let (from, to) = (self.life.place(), World::name(to));
        let mut state = self.world.state();
        state.messages += 1;
        let number = state.messages;
        let text = quoted(&text());
        let entry = self
            .world
            .entry(&format!("sent {number} {from} {to} {text}"));
        state.trace.push(entry);
        let key = (from.to_owned(), to.to_owned(), payload.to_vec());
        let alike = state.under_way.entry(key).or_default();
        alike.push_back((number, text));
    }

    /// A message comes from another node.
    pub fn note_arrival(&self, from: &str, payload: &[u8]) {
        let (from, to) = (World::name(from), self.life.place());
        let key = (from.to_owned(), to.to_owned(), payload.to_vec());
        let mut state = self.world.state();
        let Some(alike) = state.under_way.get_mut(&key) else {
            // The node itself has sent it, and not a process.
            return;
        };
        let oldest = alike.pop_front();
        if alike.is_empty() {
            state.under_way.remove(&key);
        }
        if let Some((number, text)) = oldest {
            let entry = self
                .world
                .entry(&format!("came {number} {from} {to} {text}"));
            state.trace.push(entry);
        }
    }

    /// The program comes to a step; whether it takes it.
    pub fn takes_step(&self, what: &str) -> bool {
        self.world.takes_step(self.life.place(), what)
    }

    /// How many nanoseconds the time of day is ahead here.
    pub fn skew(&self) -> i64 {
        let state = self.world.state();
        state.skews.get(self.life.place()).copied().unwrap_or(0)
    }

    /// A program has seen something that a check is to know.
    pub fn observe(&self, objects: &str) {
        self.world.observe(self.life.place(), objects);
    }
}

/// As a string in Scheme.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        if matches!(character, '"' | '\\') {
            quoted.push('\\');
        }
        quoted.push(character);
    }
    quoted.push('"');
    quoted
}
