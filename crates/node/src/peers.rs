//! The peers that this node knows, and which connection each one has.
//!
//! A peer is one incarnation of a node; its [`PeerId`] is a number that no other peer ever has.
//! It is known as long as the owner of the node wants it to be ([`crate::Node::forget`]), or has or gets a
//! connection. What changes is its state:
//!
//! ```text
//!            send                    connection made
//!   idle -----------> waiting -----------------------> live
//!    ^  \                |  no connection               | connection lost
//!    |   \---------------+------------------------------+
//!    |    \ connection made by the peer: straight to live
//!    +--- gone, when another incarnation answers at its address
//!
//!            outbox   live
//!   idle     none     none
//!   waiting  some     none       and a dial for it is under way
//!   live     some     some
//! ```
//!
//! - P0. Who adds peers: connections that are greeted, and the owner of the node, by hearsay. Who removes them:
//!   the greeting if no connection comes of it, and the owner. So their number has the owner's bound.
//! - P1. An outbox is used by at most one connection, and gives the peer a new epoch.
//! - P2. A connection begins to deliver only when the one before it has settled (`Predecessor`).
//!
//! Locks are taken in this order and no handler is called under any: routes, state of a peer, outbox.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use tokio::sync::{Notify, oneshot};

use crate::config::Capabilities;
use crate::dial::Dial;
use crate::identity::{Credential, NodeId};
use crate::link::Link;
use crate::outbox::Outbox;
use crate::versions::CodeVersions;

/// One incarnation of a node, as this node numbers them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PeerId(pub u64);

impl fmt::Display for PeerId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "peer {}", self.0)
    }
}

/// Counts the connections with a peer. What was sent in an epoch is lost with it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Epoch(pub u64);

/// What a peer says of itself; only the node id is proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PeerInfo {
    pub node: NodeId,
    pub incarnation: u64,
    pub address: Arc<str>,
    pub build: String,
    pub capabilities: Capabilities,
    /// Of the protocol, as spoken with it; 0 before the first connection.
    pub version: u16,
    pub code: CodeVersions,
}

pub(crate) struct Peer {
    pub id: PeerId,
    pub node: NodeId,
    incarnation: u64,
    /// Hearsay until the peer itself greets.
    info: Mutex<PeerInfo>,
    state: Mutex<PeerState>,
    /// Signalled whenever `live` changes.
    pub changed: Notify,
}

#[derive(Default)]
pub(crate) struct PeerState {
    pub epoch: Epoch,
    pub outbox: Option<Arc<Outbox>>,
    pub live: Option<Live>,
    /// What the certificates of its last connection prove.
    pub credential: Option<Credential>,
    pub gone: bool,
    /// The owner of the node knows it: from its first connection, or from hearsay.
    pub is_kept: bool,
    /// Greetings that go on.
    pub greetings: usize,
    /// Ends when the connection before has delivered its last event.
    pub settled: Option<oneshot::Receiver<()>>,
}

pub(crate) struct Live {
    pub link: Arc<Link>,
    /// What the peer said for this connection; names it in a `Duplicate`.
    pub their_nonce: u64,
}

impl Peer {
    pub fn state(&self) -> MutexGuard<'_, PeerState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn info(&self) -> PeerInfo {
        self.info
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// What the peer says of itself replaces what others said.
    pub fn update(&self, info: PeerInfo) {
        *self.info.lock().unwrap_or_else(PoisonError::into_inner) = info;
    }

    pub fn is_live(&self) -> bool {
        self.state().live.is_some()
    }
}

#[derive(Default)]
pub(crate) struct Peers {
    /// In the order in which they became known, so that a repeated run looks at them in the same one.
    all: RwLock<BTreeMap<PeerId, Arc<Peer>>>,
    routes: Mutex<Routes>,
}

#[derive(Default)]
pub(crate) struct Routes {
    by_identity: HashMap<(NodeId, u64), PeerId>,
    /// Peers that were ever known.
    count: u64,
    pub by_address: HashMap<Arc<str>, Route>,
    /// Our nonces of the connections that exist or are being made.
    pub nonces: HashSet<u64>,
}

/// Where what is sent to an address goes.
pub(crate) enum Route {
    Dialling(Dial),
    /// Only while that peer is live.
    Peer(PeerId),
}

impl Peers {
    pub fn get(&self, id: PeerId) -> Option<Arc<Peer>> {
        self.all
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&id)
            .cloned()
    }

    pub fn all(&self) -> Vec<Arc<Peer>> {
        let all = self.all.read().unwrap_or_else(PoisonError::into_inner);
        all.values().cloned().collect()
    }

    pub fn any_live(&self) -> bool {
        self.all().iter().any(|peer| peer.is_live())
    }

    /// Drops what waits for a connection; nobody will tell of it any more.
    pub fn drop_waiting(&self) {
        let mut routes = self.routes();
        for route in routes.by_address.values() {
            if let Route::Dialling(dial) = route {
                dial.outbox.close();
            }
        }
        routes
            .by_address
            .retain(|_, route| !matches!(route, Route::Dialling(_)));
        drop(routes);
        for peer in self.all() {
            let mut state = peer.state();
            if state.live.is_none()
                && let Some(outbox) = state.outbox.take()
            {
                outbox.close();
            }
        }
    }

    pub fn is_dialling(&self) -> bool {
        self.routes()
            .by_address
            .values()
            .any(|route| matches!(route, Route::Dialling(_)))
    }

    pub fn routes(&self) -> MutexGuard<'_, Routes> {
        self.routes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn by_identity(&self, node: NodeId, incarnation: u64) -> Option<PeerId> {
        self.routes().by_identity.get(&(node, incarnation)).copied()
    }

    /// The peer with this identity, new or known; `note` is done before anybody can forget it.
    pub fn intern(&self, info: PeerInfo, note: impl FnOnce(&mut PeerState)) -> Arc<Peer> {
        let mut routes = self.routes();
        let mut all = self.all.write().unwrap_or_else(PoisonError::into_inner);
        let key = (info.node, info.incarnation);
        if let Some(peer) = routes.by_identity.get(&key).and_then(|id| all.get(id)) {
            note(&mut peer.state());
            return Arc::clone(peer);
        }
        let id = PeerId(routes.count);
        routes.count += 1;
        let peer = Arc::new(Peer {
            id,
            node: info.node,
            incarnation: info.incarnation,
            info: Mutex::new(info),
            state: Mutex::default(),
            changed: Notify::new(),
        });
        note(&mut peer.state());
        routes.by_identity.insert(key, id);
        all.insert(id, Arc::clone(&peer));
        peer
    }

    /// Forgets a peer that nobody has a use for.
    pub fn remove_unused(&self, peer: &Peer) {
        let mut routes = self.routes();
        let state = peer.state();
        let is_used = state.is_kept || state.greetings > 0;
        if is_used || state.live.is_some() || state.outbox.is_some() {
            return;
        }
        let mut all = self.all.write().unwrap_or_else(PoisonError::into_inner);
        if all.remove(&peer.id).is_some() {
            routes.by_identity.remove(&(peer.node, peer.incarnation));
        }
    }
}
