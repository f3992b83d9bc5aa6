//! This node among others: signals out and in, values to bytes and back, missing code.
//!
//! Outgoing: a process's message is encoded in its own turn; other signals come
//! from the process crate through [`mound_process::Router`]. Incoming: the node
//! calls [`mound_node::Handler`]; a payload whose units are not here waits until
//! they have been fetched, checked and linked, and what its sender has sent since
//! waits with it.
//!
//! A pid's node index is 0 for this node, and for others what `nodes.rs` says.

mod asked;
mod congestion;
mod holds;
mod incoming;
mod monitors;
mod moves;
mod nodes;
mod outgoing;
mod peers;
mod reached;
mod reasons;
mod roles;
mod services;
mod spawning;
#[cfg(test)]
mod specification;
mod undelivered;
mod unnoted;
mod waiters;

pub use monitors::{connect_node, monitor_node};
pub use roles::LimitedServices;
pub use spawning::{RemoteSpawn, hear_out, ping, spawn_remote};

use crate::state::NodeState;
use asked::Asked;
use congestion::Congestion;
use holds::Holds;
use incoming::Receiver;
use mound_bytecode::unit::UnitHash;
use mound_node::{Capabilities, Node, NodeId, PeerId, Queued, SendError, Signal as Wire, address};
use mound_process::{Left, Pid, Serial};
use mound_wire::NodeIdentity;
use moves::{CodeThere, Moves};
use nodes::{NoIndex, Nodes};
use outgoing::Outgoing;
use reached::Reached;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use unnoted::Unnoted;

/// The connections of a node and what goes over them.
pub struct Distribution {
    node: Node,
    nodes: Nodes,
    /// Links, monitors and watches of processes of one node that are kept here at most.
    claims_max: usize,
    /// The peer that answered at an address.
    reached: Reached,
    /// Addresses other than its own at which this node answered itself, up to [`ALIASES_MAX`].
    aliases: Mutex<BTreeSet<String>>,
    congestion: Congestion,
    asked: Asked,
    /// Processes that were started for others and of which these do not know yet.
    unnoted: Unnoted,
    moves: Moves,
    code_there: CodeThere,
    holds: Holds,
}

/// Starts listening, once; returns the name that others are told, which is `advertise` if it says
/// something, and else the address.
pub fn start(
    state: &Arc<NodeState>,
    address: &str,
    advertise: Option<&str>,
) -> Result<String, String> {
    let _guard = state
        .starting
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    if let Some(distribution) = state.distribution() {
        if distribution.is_this_address(advertise.unwrap_or(address)) {
            return Ok(distribution.address());
        }
        return Err(format!(
            "this node already listens at {}",
            distribution.address()
        ));
    }
    let mut config = match &state.membership {
        Some(membership) => membership.node_config(),
        None => {
            let home = state.options.home.as_ref().ok_or(
                "there is no place for the key of this user's nodes: HOME is not set, or MOUND_HOME is empty; set MOUND_HOME to a directory of your own",
            )?;
            mound_node::Config::new(home)
        }
    };
    config.capabilities.offered = Capabilities::NOTES_SPAWNS;
    config.listen = address.to_owned();
    config.advertise = advertise.map(str::to_owned);
    let memory = mound_heap::budget::limit();
    let counted = mound_node::Budget {
        count: mound_heap::budget::count,
        room: mound_heap::budget::room,
    };
    config.limits = mound_node::Limits::within(memory, counted);
    config.writes_at_once = state.fast_paths.write_at_once;
    if let Some(silence) = state.options.node_timeout {
        config.times = mound_node::Times::within(silence);
    }
    let (ready, is_ready) = watch::channel(false);
    let receiver = Arc::new(Receiver {
        state: Arc::downgrade(state),
        ready: is_ready,
    });
    let node = match &state.membership {
        Some(membership) => membership
            .world
            .tasks
            .block_on(Node::start_here(config, receiver)),
        None => Node::start(config, receiver),
    }
    .map_err(|error| error.to_string())?;
    let distribution = Arc::new(Distribution {
        node,
        nodes: Nodes::default(),
        claims_max: memory.map_or(CLAIMS_MAX, claims_max),
        reached: Reached::default(),
        aliases: Mutex::default(),
        congestion: Congestion::default(),
        asked: Asked::default(),
        unnoted: Unnoted::default(),
        moves: Moves::default(),
        code_there: CodeThere::default(),
        holds: Holds::default(),
    });
    state.set_distribution(distribution.clone());
    if let Some(handle) = state.handle() {
        handle.set_router(Arc::new(Outgoing {
            state: Arc::downgrade(state),
        }));
    }
    // From here on what has come meanwhile can be handled.
    ready.send_replace(true);
    Ok(distribution.address())
}

/// What peers are told at the end, and how long they may take to hear it.
const GOODBYE: &str = "the program has ended";
const GOODBYE_LIMIT: Duration = Duration::from_millis(500);

/// More addresses than a machine has; those beyond are dialled each time to find that out.
const ALIASES_MAX: usize = 64;

/// Links, monitors and watches of processes of one node, if memory has no bound.
const CLAIMS_MAX: usize = 1 << 20;

/// The same where it has: an entry takes up to an eighth of a kilobyte, and all of one node at most a 32nd part.
fn claims_max(memory: usize) -> usize {
    (memory / 32 / 128).clamp(10_000, CLAIMS_MAX)
}

/// The name of the node at an address, by whichever spelling it was called.
fn name_of(address: &str) -> String {
    address::canonical(address).unwrap_or_else(|| address.to_owned())
}

impl Distribution {
    /// A thread of the connections is held by a process.
    pub fn relieve(&self) {
        self.node.relieve();
    }

    /// The name of this node.
    pub fn address(&self) -> String {
        name_of(self.node.address())
    }

    /// Whether `address` means this node.
    pub fn is_this_address(&self, address: &str) -> bool {
        let own = self.node.address();
        let is_alike = || {
            address::is_loopback(address)
                && address::is_loopback(own)
                && address::port(address) == address::port(own)
        };
        name_of(address) == own || is_alike() || self.aliases().contains(address)
    }

    /// This node answered at an address.
    fn is_itself(&self, address: &str) {
        let mut aliases = self.aliases();
        if aliases.len() < ALIASES_MAX {
            aliases.insert(address.to_owned());
        }
    }

    fn aliases(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.aliases.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The pid of a process of a peer.
    fn pid(&self, peer: PeerId, serial: u64) -> Option<Pid> {
        let (index, mask) = self.nodes.named(peer)?;
        Serial::from_number(serial ^ mask).map(|serial| Pid::new(index, serial))
    }

    /// To which peer signals for a process go, and its serial there.
    fn target(&self, process: Pid) -> Option<(PeerId, u64)> {
        let (peer, mask) = self.nodes.peer(process.node())?;
        Some((peer, process.serial().number() ^ mask))
    }

    fn peer(&self, index: u16) -> Option<PeerId> {
        self.nodes.peer(index).map(|(peer, _)| peer)
    }

    /// A serial in pids with an index for that of the node itself, and the other way round.
    pub fn translate(&self, index: u16, serial: u64) -> u64 {
        serial ^ self.nodes.mask(index)
    }

    /// Gives up the names of nodes that nobody has used for longest; whether there were any.
    fn retire_nodes(&self, state: &NodeState) -> bool {
        let retired = self.nodes.retire();
        for &(index, peer) in &retired {
            if let Some(handle) = state.handle() {
                handle.node_down(index);
            }
            self.node.forget(peer);
        }
        self.nodes.release(&retired);
        !retired.is_empty()
    }

    pub fn peer_address(&self, index: u16) -> Option<String> {
        Some(name_of(&self.node.peer_info(self.peer(index)?)?.address))
    }

    /// Whether what a program calls `node` is this peer, which says that it is at `address`.
    fn is_at(&self, node: &str, peer: PeerId, address: &str) -> bool {
        name_of(node) == address || self.reached.is(node, peer)
    }

    /// `host:port` of a peer, for messages.
    pub fn address_of(&self, peer: PeerId) -> String {
        self.node
            .peer_info(peer)
            .map_or("of unknown address".to_owned(), |info| {
                name_of(&info.address)
            })
    }

    /// What a node index means to every node.
    pub fn identity(&self, index: u16) -> Option<NodeIdentity> {
        if index == 0 {
            return Some(NodeIdentity {
                id: self.node.id().0,
                incarnation: self.node.incarnation(),
                address: self.node.address().into(),
            });
        }
        let info = self.node.peer_info(self.peer(index)?)?;
        Some(NodeIdentity {
            id: info.node.0,
            incarnation: info.incarnation,
            address: info.address.to_string(),
        })
    }

    /// The index of a node that was named in a message of `by`, or of this node; none if there are no more,
    /// or not for this peer.
    pub fn index_of(
        &self,
        state: &NodeState,
        identity: &NodeIdentity,
        by: Option<PeerId>,
    ) -> Option<u16> {
        let (node, incarnation) = (NodeId(identity.id), identity.incarnation);
        if node == self.node.id() && incarnation == self.node.incarnation() {
            return Some(0);
        }
        let known = self.node.peer_by_identity(node, incarnation);
        let introduce = || self.node.introduce(node, incarnation, &identity.address);
        let introduced = || self.nodes.introduced(known, by, introduce);
        match introduced() {
            Err(NoIndex::Full) if self.retire_nodes(state) => introduced().ok(),
            result => result.ok(),
        }
    }

    /// Puts a text about a peer into the log, as often as such texts are told.
    pub fn tell(&self, peer: PeerId, text: String) {
        self.node.tell(&self.address_of(peer), text);
    }

    /// Closes the connection with a peer, and says why, there and in the log.
    fn dismiss(&self, peer: PeerId, why: &str) {
        self.node.disconnect(peer, why);
    }

    /// Sends, or remembers the sender until there is room.
    pub fn send(
        &self,
        from: Serial,
        to: Pid,
        payload: Vec<u8>,
        is_alive: impl Fn(Serial) -> bool,
    ) -> Result<Queued, SendError> {
        let target = self.target(to);
        let signal = Wire::Send {
            to: target.map_or(0, |(_, serial)| serial),
            from: Some(from.number()),
            payload,
        };
        let Some((peer, _)) = target else {
            return Err(SendError::NotConnected(signal));
        };
        match self.node.send(peer, signal) {
            Err(SendError::Full(signal)) => {
                self.congestion.wait(Some(peer), from, is_alive);
                // Once more, since there may have been room before anybody knew of it.
                self.node.send(peer, signal)
            }
            other => other,
        }
    }

    /// The same to a service of a node.
    pub fn send_service(
        &self,
        from: Serial,
        (node, name): (&str, &str),
        payload: Vec<u8>,
        is_alive: impl Fn(Serial) -> bool,
    ) -> Result<Queued, SendError> {
        let signal = Wire::SendNamed {
            name: name.to_owned(),
            from: Some(from.number()),
            payload,
        };
        match self.node.send_to(node, signal) {
            Err(SendError::Full(signal)) => {
                self.congestion.wait(None, from, is_alive);
                self.node.send_to(node, signal)
            }
            other => other,
        }
    }

    pub fn fetch(
        &self,
        peer: PeerId,
        hashes: Vec<UnitHash>,
    ) -> mound_node::BoxFuture<Result<Vec<Arc<[u8]>>, mound_node::FetchError>> {
        self.node.fetch_units(peer, hashes)
    }

    /// Says goodbye to all peers.
    pub fn stop(&self) {
        self.node.stop(GOODBYE, GOODBYE_LIMIT);
    }

    /// The same, done by whoever waits for it.
    pub fn stopping(&self) -> impl Future<Output = ()> + Send + 'static {
        self.node.stopping(GOODBYE, GOODBYE_LIMIT)
    }

    /// What is counted for peers and did not come back: credit of idle lanes.
    pub fn left(&self) -> Vec<Left> {
        let lanes = self.node.uncredited();
        let entry = |(peer, lane, bytes): (PeerId, usize, usize)| {
            let address = self.address_of(peer);
            Left::new(
                "lanes without credit",
                format!("{bytes} bytes in lane {lane} of {address}"),
            )
        };
        lanes.into_iter().map(entry).collect()
    }
}
