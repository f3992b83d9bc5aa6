//! The peers that this node knows, and which connection each one has.
//!
//! A peer is one incarnation of a node; its [`PeerId`] is an index that stays for the life of this node.
//! What changes is its state:
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
//! - P1. An outbox is used by at most one connection, and gives the peer a new epoch.
//! - P2. A connection begins to deliver only when the one before it has settled (`Predecessor`).
//!
//! Locks are taken in this order and no handler is called under any: routes, state of a peer, outbox.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use tokio::sync::{Notify, oneshot};

use crate::config::Capabilities;
use crate::dial::Dial;
use crate::identity::NodeId;
use crate::link::Link;
use crate::outbox::Outbox;

/// One incarnation of a node, as this node numbers them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PeerId(pub(crate) u32);

impl PeerId {
    /// The number, for tables indexed by peer.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

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
}

pub(crate) struct Peer {
    pub id: PeerId,
    pub node: NodeId,
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
    pub gone: bool,
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
    all: RwLock<Vec<Arc<Peer>>>,
    routes: Mutex<Routes>,
}

#[derive(Default)]
pub(crate) struct Routes {
    by_identity: HashMap<(NodeId, u64), PeerId>,
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
            .get(id.index())
            .cloned()
    }

    pub fn all(&self) -> Vec<Arc<Peer>> {
        self.all
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    pub fn any_live(&self) -> bool {
        self.all().iter().any(|peer| peer.is_live())
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

    /// The peer with this identity, new or known.
    pub fn intern(&self, info: PeerInfo) -> Arc<Peer> {
        let mut routes = self.routes();
        let mut all = self.all.write().unwrap_or_else(PoisonError::into_inner);
        let key = (info.node, info.incarnation);
        if let Some(peer) = routes
            .by_identity
            .get(&key)
            .and_then(|id| all.get(id.index()))
        {
            return Arc::clone(peer);
        }
        let id = PeerId(all.len() as u32);
        let peer = Arc::new(Peer {
            id,
            node: info.node,
            info: Mutex::new(info),
            state: Mutex::default(),
            changed: Notify::new(),
        });
        routes.by_identity.insert(key, id);
        all.push(Arc::clone(&peer));
        peer
    }
}
