//! This node among others: signals out and in, values to bytes and back, missing code.
//!
//! Outgoing: a process's message is encoded in its own turn; other signals come
//! from the process crate through [`mound_process::Router`]. Incoming: the node
//! calls [`mound_node::Handler`]; a payload whose units are not here waits until
//! they have been fetched, checked and linked, and what comes later on the same
//! lane waits with it.
//!
//! A pid's node index is 1 + the index of the peer; 0 is this node.

mod incoming;
mod outgoing;
mod reasons;
mod services;
mod spawning;
mod undelivered;

pub use spawning::{RemoteSpawn, ping, spawn_remote};

use crate::state::NodeState;
use incoming::Receiver;
use mound_bytecode::unit::UnitHash;
use mound_node::{Node, NodeId, PeerId, Queued, SendError, Signal as Wire};
use mound_process::{Pid, Serial};
use mound_wire::NodeIdentity;
use outgoing::Outgoing;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use tokio::sync::watch;

/// The connections of a node and what goes over them.
pub struct Distribution {
    node: Node,
    peers: RwLock<HashMap<u16, PeerId>>,
    /// The peer that answered at an address.
    reached: Mutex<HashMap<String, PeerId>>,
    /// Processes that wait for room on the way to some peer.
    congested: Mutex<Vec<Serial>>,
    /// Requests that a peer has to answer: number, and the peer.
    open: Mutex<HashMap<u64, PeerId>>,
}

/// Starts listening, once; returns the address.
pub fn start(state: &Arc<NodeState>, address: &str) -> Result<String, String> {
    let _guard = state
        .starting
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    if let Some(distribution) = state.distribution() {
        if distribution.is_this_address(address) {
            return Ok(distribution.address());
        }
        return Err(format!(
            "this node already listens at {}",
            distribution.address()
        ));
    }
    let home = state.options.home.as_ref().ok_or(
        "there is no place for the key of this user's nodes: HOME is not set, or MOUND_HOME is empty; set MOUND_HOME to a directory of your own",
    )?;
    let mut config = mound_node::Config::new(home);
    config.listen = address.to_owned();
    let (ready, is_ready) = watch::channel(false);
    let receiver = Arc::new(Receiver {
        state: Arc::downgrade(state),
        ready: is_ready,
    });
    let node = Node::start(config, receiver).map_err(|error| error.to_string())?;
    let distribution = Arc::new(Distribution {
        node,
        peers: RwLock::default(),
        reached: Mutex::default(),
        congested: Mutex::default(),
        open: Mutex::default(),
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

/// The name of the node at an address: one of this machine alone has one name, by whichever address
/// it was called.
fn name_of(address: &str) -> String {
    match address.strip_prefix("127.0.0.1:") {
        Some(port) => format!("localhost:{port}"),
        None => address.to_owned(),
    }
}

impl Distribution {
    /// The name of this node.
    pub fn address(&self) -> String {
        name_of(self.node.address())
    }

    /// Whether `address` means this node.
    pub fn is_this_address(&self, address: &str) -> bool {
        let own = self.node.address();
        let port = |address: &str| address.rsplit_once(':').map(|(_, port)| port.to_owned());
        let loopback = |address: &str| {
            address.starts_with("localhost:")
                || address.starts_with("127.0.0.1:")
                || address.starts_with("[::1]:")
        };
        address == own || (loopback(address) && loopback(own) && port(address) == port(own))
    }

    /// The node index of a peer, for pids.
    fn index(&self, peer: PeerId) -> Option<u16> {
        let index = u16::try_from(peer.index() + 1)
            .ok()
            .filter(|&index| index <= mound_heap::value::NODE_INDEX_MAX)?;
        let known = self
            .peers
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .contains_key(&index);
        if !known {
            self.peers
                .write()
                .unwrap_or_else(PoisonError::into_inner)
                .insert(index, peer);
        }
        Some(index)
    }

    fn peer(&self, index: u16) -> Option<PeerId> {
        self.peers
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&index)
            .copied()
    }

    pub fn peer_address(&self, index: u16) -> Option<String> {
        Some(name_of(&self.node.peer_info(self.peer(index)?)?.address))
    }

    /// Whether what a program calls `node` is this peer, which says that it is at `address`.
    fn is_at(&self, node: &str, peer: PeerId, address: &str) -> bool {
        let reached = self.reached.lock().unwrap_or_else(PoisonError::into_inner);
        name_of(node) == address || reached.get(node) == Some(&peer)
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

    /// The index of a node that was named in a message.
    pub fn index_of(&self, identity: &NodeIdentity) -> Option<u16> {
        if identity.id == self.node.id().0 && identity.incarnation == self.node.incarnation() {
            return Some(0);
        }
        let peer =
            self.node
                .introduce(NodeId(identity.id), identity.incarnation, &identity.address);
        self.index(peer)
    }

    pub fn send(&self, from: Serial, to: Pid, payload: Vec<u8>) -> Result<Queued, SendError> {
        let signal = Wire::Send {
            to: to.serial().number(),
            from: Some(from.number()),
            payload,
        };
        let Some(peer) = self.peer(to.node()) else {
            return Err(SendError::NotConnected(signal));
        };
        self.send_or_wait(from, signal, |signal| self.node.send(peer, signal))
    }

    pub fn send_service(
        &self,
        from: Serial,
        node: &str,
        name: &str,
        payload: Vec<u8>,
    ) -> Result<Queued, SendError> {
        let signal = Wire::SendNamed {
            name: name.to_owned(),
            from: Some(from.number()),
            payload,
        };
        self.send_or_wait(from, signal, |signal| self.node.send_to(node, signal))
    }

    /// Sends, or remembers a sender that has to wait. Once it is remembered it tries again, since
    /// there may have been room before anybody knew of it.
    fn send_or_wait(
        &self,
        from: Serial,
        signal: Wire,
        send: impl Fn(Wire) -> Result<Queued, SendError>,
    ) -> Result<Queued, SendError> {
        match send(signal) {
            Err(SendError::Full(signal)) => {
                self.congested
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .push(from);
                send(signal)
            }
            other => other,
        }
    }

    fn wake_congested(&self, state: &NodeState) {
        let waiting = std::mem::take(
            &mut *self
                .congested
                .lock()
                .unwrap_or_else(PoisonError::into_inner),
        );
        for process in waiting {
            state.wake(process);
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
        self.node.stop(
            "the program has ended",
            std::time::Duration::from_millis(500),
        );
    }

    fn open_request(&self, number: u64, peer: PeerId) {
        self.open
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(number, peer);
    }

    fn close_request(&self, number: u64) -> bool {
        self.open
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(&number)
            .is_some()
    }
}
