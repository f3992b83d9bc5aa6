//! A node: the upper interface of this crate.

use std::future::Future;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

use mound_bytecode::unit::UnitHash;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::oneshot;
use tokio::task::AbortHandle;

use crate::accept;
use crate::address;
use crate::carrier::{Carrier, Listener};
use crate::codes::Code;
use crate::config::{CarrierChoice, Config};
use crate::descriptors;
use crate::dial;
use crate::error::{ConnectError, DownReason, FetchError, NodeError, Notice};
use crate::fetch::{self, Fetches};
use crate::handler::Handler;
use crate::host::BoxFuture;
use crate::identity::{Credential, NodeId};
use crate::link::Link;
use crate::notices::Notices;
use crate::outbox::Outbox;
use crate::pauses::Pauses;
use crate::peers::{Epoch, PeerId, PeerInfo, PeerState, Peers, Route};
use crate::records::{PeerStatus, Record, Records};
use crate::shared::{Queued, SendError, Shared};
use crate::signal::Signal;
use crate::standing::{self, Standing};

/// Sockets, TLS and handlers; message copying is most of it, and two threads fill a gigabit link.
const THREADS: usize = 2;
/// The name of these threads.
pub const CONNECTION_THREADS: &str = "mound-node";
/// How often a stopping node looks whether its connections have ended.
const STOP_STEP: Duration = Duration::from_millis(10);

/// A running node. Dropping it closes all connections at once; see [`Node::stop`] for the polite way.
///
/// Every function may be called from any thread, returns at once (unless it says otherwise) and may be called from
/// within a [`Handler`].
pub struct Node {
    shared: Arc<Shared>,
    accepting: AbortHandle,
    runtime: Mutex<Option<Runtime>>,
}

impl Node {
    /// Starts a node on threads of its own. Waits until it listens.
    pub fn start(config: Config, handler: Arc<dyn Handler>) -> Result<Node, NodeError> {
        descriptors::are_left().map_err(NodeError::Runtime)?;
        let runtime = Builder::new_multi_thread()
            .worker_threads(THREADS)
            .thread_name(CONNECTION_THREADS)
            .enable_all()
            .build()
            .map_err(NodeError::Runtime)?;
        let mut node = runtime.block_on(Node::start_here(config, handler))?;
        node.runtime = Mutex::new(Some(runtime));
        Ok(node)
    }

    /// Starts a node on the tokio runtime of the caller, for simulation: with a paused single-threaded runtime,
    /// a whole cluster runs in one thread under virtual time.
    pub async fn start_here(config: Config, handler: Arc<dyn Handler>) -> Result<Node, NodeError> {
        let runtime = Handle::current();
        let (carrier, standing): (Arc<dyn Carrier>, _) = match &config.carrier {
            CarrierChoice::Tls { home } => {
                let standing = Standing::open(home)?;
                (standing.carrier(), Some(standing))
            }
            CarrierChoice::Given(carrier) => (Arc::clone(carrier), None),
        };
        let advertised = advertised(&config)?;
        let listener = listen(&*carrier, &config).await?;
        let address = address::with_port_of(&advertised, &listener.address()).into();
        let shared = Arc::new(Shared {
            node: carrier.node(),
            incarnation: config.host.random_u64(),
            address,
            build: config.build,
            capabilities: config.capabilities,
            times: config.times,
            limits: config.limits,
            host: config.host,
            carrier,
            handler,
            runtime,
            peers: Peers::default(),
            fetches: Fetches::default(),
            notices: Notices::default(),
            news: Notices::default(),
            records: Records::default(),
            measures_round_trips: config.measures_round_trips,
            writes_at_once: config.writes_at_once,
            pauses: Pauses::default(),
            standing,
            stopping: AtomicBool::new(false),
        });
        let accepting = tokio::spawn(accept::run(Arc::clone(&shared), listener)).abort_handle();
        if shared.standing.is_some() {
            tokio::spawn(standing::watch(Arc::downgrade(&shared)));
        }
        Ok(Node {
            shared,
            accepting,
            runtime: Mutex::new(None),
        })
    }

    /// One of the node's threads is held by what its owner does there: has another one look after the connections, which
    /// sleeps otherwise until there is more than one thread can do.
    pub fn relieve(&self) {
        drop(self.shared.runtime.spawn(async {}));
    }

    pub fn id(&self) -> NodeId {
        self.shared.node
    }

    pub fn incarnation(&self) -> u64 {
        self.shared.incarnation
    }

    /// The address that peers are told.
    pub fn address(&self) -> &str {
        &self.shared.address
    }

    /// Queues a signal for a peer, connecting if need be.
    pub fn send(&self, peer: PeerId, signal: Signal) -> Result<Queued, SendError> {
        self.shared.send(peer, signal)
    }

    /// The same for a signal for whose arrival nobody waits, or which another one follows at once: it leaves with the
    /// next signal for that peer, or with the next heartbeat.
    pub fn send_along(&self, peer: PeerId, signal: Signal) -> Result<Queued, SendError> {
        self.shared.send_by(peer, signal, Outbox::push_along)
    }

    /// Queues a signal for whatever node is at an address, connecting if need be.
    ///
    /// [`Handler::reached`] tells who that is before anything is sent, or [`Handler::unreachable`] that nobody is.
    pub fn send_to(&self, address: &str, signal: Signal) -> Result<Queued, SendError> {
        self.shared.send_to(address, signal)
    }

    /// Makes sure there is a connection with the node at an address. The callback runs on a thread of the node.
    pub fn connect(
        &self,
        address: &str,
        callback: impl FnOnce(Result<PeerId, ConnectError>) + Send + 'static,
    ) {
        dial::connect_to(&self.shared, address, Box::new(callback));
    }

    /// The peer with a connection that is known at an address: what [`Node::connect`] would give, at once.
    pub fn peer_at(&self, address: &str) -> Option<PeerId> {
        match self.shared.peers.routes().by_address.get(address) {
            Some(Route::Peer(peer)) => Some(*peer),
            Some(Route::Dialling(_)) | None => None,
        }
    }

    /// [`Node::connect`] as a future, which any executor can poll.
    pub fn connected(
        &self,
        address: &str,
    ) -> impl Future<Output = Result<PeerId, ConnectError>> + Send + 'static {
        let (sender, receiver) = oneshot::channel();
        self.connect(address, move |result| {
            let _ = sender.send(result);
        });
        async move { receiver.await.unwrap_or(Err(ConnectError::Stopped)) }
    }

    /// Gets units from a peer, in the order of the hashes. **They are not checked**: hash and verify them.
    ///
    /// The request is made at once; the future can be polled by any executor, or dropped.
    pub fn fetch_units(
        &self,
        peer: PeerId,
        hashes: Vec<UnitHash>,
    ) -> BoxFuture<Result<Vec<Arc<[u8]>>, FetchError>> {
        let (sender, receiver) = oneshot::channel();
        let fetch = fetch::fetch(Arc::clone(&self.shared), peer, hashes);
        self.shared.runtime.spawn(async move {
            let _ = sender.send(fetch.await);
        });
        Box::pin(async move {
            receiver
                .await
                .unwrap_or_else(|_| Err(FetchError::Unreachable("this node is stopping".into())))
        })
    }

    pub fn peer_info(&self, peer: PeerId) -> Option<PeerInfo> {
        self.shared.peers.get(peer).map(|peer| peer.info())
    }

    pub fn peer_by_identity(&self, node: NodeId, incarnation: u64) -> Option<PeerId> {
        self.shared.peers.by_identity(node, incarnation)
    }

    /// The number for a peer that was heard of (in a pid, say) but perhaps never met.
    ///
    /// Sending to it connects to the address; if another incarnation answers there, it is unreachable.
    pub fn introduce(&self, node: NodeId, incarnation: u64, address: &str) -> PeerId {
        let info = PeerInfo {
            node,
            incarnation,
            address: address.into(),
            build: String::new(),
            capabilities: Default::default(),
            version: 0,
            code: Default::default(),
        };
        let kept = |state: &mut PeerState| state.is_kept = true;
        self.shared.peers.intern(info, kept).id
    }

    /// What is proved of a peer that has, or had, a connection.
    pub fn credential(&self, peer: PeerId) -> Option<Credential> {
        let peer = self.shared.peers.get(peer)?;
        let state = peer.state();
        state.credential.clone()
    }

    pub fn is_connected(&self, peer: PeerId) -> bool {
        self.shared
            .peers
            .get(peer)
            .is_some_and(|peer| peer.is_live())
    }

    /// The peers with a connection.
    pub fn live_peers(&self) -> Vec<PeerId> {
        let all = self.shared.peers.all();
        all.iter()
            .filter(|peer| peer.is_live())
            .map(|peer| peer.id)
            .collect()
    }

    /// The epoch of what is or would last have been sent to a peer.
    pub fn epoch(&self, peer: PeerId) -> Option<Epoch> {
        self.shared.peers.get(peer).map(|peer| peer.state().epoch)
    }

    /// What there is to tell of the nodes with a connection, and of those that were lost last; in the order of their
    /// addresses.
    pub fn peer_statuses(&self) -> Vec<PeerStatus> {
        let links: Vec<Arc<Link>> = self
            .shared
            .peers
            .all()
            .iter()
            .filter_map(|peer| {
                peer.state()
                    .live
                    .as_ref()
                    .map(|live| Arc::clone(&live.link))
            })
            .collect();
        let now = self.shared.host.now();
        let records = self.shared.records.all();
        let status = |record: &Arc<Record>| {
            let link = links.iter().find(|link| Arc::ptr_eq(&link.record, record));
            let machine = link.and_then(|link| link.credential.machine.as_ref());
            let machine = machine.map(|machine| machine.name.clone());
            record.status(now, machine, link.map(|link| link.status()))
        };
        let mut statuses: Vec<PeerStatus> = records.iter().map(status).collect();
        statuses.sort_by(|one, other| one.address.cmp(&other.address));
        statuses
    }

    /// Closes the connection with a peer, which is told why; `node_down` follows as usual.
    pub fn disconnect(&self, peer: PeerId, why: &str) {
        let Some(peer) = self.shared.peers.get(peer) else {
            return;
        };
        if let Some(live) = &peer.state().live {
            live.link
                .close(DownReason::Dismissed(Code::DISMISSED, why.to_owned()));
        }
    }

    /// The owner has no use for this number of a peer any more: unless there is a connection, or one is being
    /// made, the peer is forgotten now, and otherwise when that ends. If it comes again it has another number.
    pub fn forget(&self, peer: PeerId) {
        if let Some(peer) = self.shared.peers.get(peer) {
            peer.state().is_kept = false;
            self.shared.peers.remove_unused(&peer);
        }
    }

    /// Lanes of connections on which nothing comes in, with the bytes for which the peer has no credit and will
    /// get none. Empty, unless there is a fault or something has just come.
    pub fn uncredited(&self) -> Vec<(PeerId, usize, usize)> {
        let mut left = Vec::new();
        for peer in self.shared.peers.all() {
            let delivery = peer
                .state()
                .live
                .as_ref()
                .and_then(|live| live.link.delivery());
            let lanes = delivery.map_or(Vec::new(), |delivery| delivery.left());
            left.extend(
                lanes
                    .into_iter()
                    .map(|(lane, bytes)| (peer.id, lane, bytes)),
            );
        }
        left
    }

    /// How many peers are known, with a connection or without.
    pub fn known_peers(&self) -> usize {
        self.shared.peers.all().len()
    }

    /// How many units of peers are waited for.
    #[cfg(test)]
    pub(crate) fn waiting_units(&self) -> usize {
        self.shared.fetches.waiting()
    }

    /// Puts a text about a peer into the log, as often as such texts are told ([`Notice::About`]).
    pub fn tell(&self, address: &str, text: String) {
        let address = address.into();
        self.shared.tell(&Notice::About { address, text });
    }

    /// Sends what is queued, says goodbye and closes, all within `limit`. Blocks; not for handlers.
    pub fn stop(&self, reason: &str, limit: Duration) {
        let (sender, receiver) = mpsc::channel::<()>();
        let stopping = self.stopping(reason, limit);
        self.shared.runtime.spawn(async move {
            stopping.await;
            drop(sender);
        });
        // The channel ends when the task does, even if the runtime is gone.
        let _ = receiver.recv();
        if let Some(runtime) = self.take_runtime() {
            runtime.shutdown_background();
        }
    }

    /// [`Node::stop`] for a node of [`Node::start_here`].
    pub fn stopping(
        &self,
        reason: &str,
        limit: Duration,
    ) -> impl Future<Output = ()> + Send + 'static {
        let shared = Arc::clone(&self.shared);
        let reason = reason.to_owned();
        self.accepting.abort();
        shared.stopping.store(true, Ordering::Release);
        async move {
            let start = shared.host.now();
            // What waits for a connection goes out on it; a dial that takes too long must not hold up the others.
            wait_while(&shared, start + limit / 2, || shared.peers.is_dialling()).await;
            for peer in shared.peers.all() {
                if let Some(live) = &peer.state().live {
                    live.link.outbox.finish(Code::STOPPED, &reason);
                }
            }
            wait_while(&shared, start + limit, || shared.peers.any_live()).await;
            shared.peers.drop_waiting();
        }
    }

    fn take_runtime(&self) -> Option<Runtime> {
        self.runtime
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.shared.stopping.store(true, Ordering::Release);
        self.accepting.abort();
        for peer in self.shared.peers.all() {
            if let Some(live) = &peer.state().live {
                live.link.close(DownReason::Stopped);
            }
        }
        if let Some(runtime) = self.take_runtime() {
            // Waiting for its threads could deadlock when the last owner is one of them.
            runtime.shutdown_background();
        }
    }
}

async fn wait_while(shared: &Shared, end: Duration, condition: impl Fn() -> bool) {
    while shared.host.now() < end && condition() {
        shared.host.sleep(STOP_STEP).await;
    }
}

/// What peers are to dial, perhaps with port 0 still.
fn advertised(config: &Config) -> Result<String, NodeError> {
    let said = config.advertise.as_ref().unwrap_or(&config.listen);
    let address = address::canonical(said).ok_or_else(|| NodeError::NoAddress {
        address: said.clone(),
    })?;
    if address::is_everywhere(&address) {
        return Err(NodeError::NothingToDial { address });
    }
    Ok(address)
}

async fn listen(carrier: &dyn Carrier, config: &Config) -> Result<Box<dyn Listener>, NodeError> {
    let address = &config.listen;
    let failed = |error| NodeError::Listen {
        address: address.clone(),
        error,
    };
    carrier.listen(address).await.map_err(failed)
}
