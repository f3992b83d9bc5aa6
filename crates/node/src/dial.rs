//! Making connections when something is to be sent, and telling everybody who waits how it went.
//!
//! At most one dial per address is under way. It collects what is sent to the address in an outbox of its own, the
//! peers whose own outboxes wait for it, and the callbacks of `connect`. Where nobody answered, the next dial begins
//! after a pause (`pauses.rs`).

use std::sync::Arc;
use std::time::Duration;

use crate::error::ConnectError;
use crate::greet::{Greeted, greet};
use crate::handler::Target;
use crate::host::within;
use crate::outbox::Outbox;
use crate::peers::{Peer, PeerId, Route};
use crate::shared::Shared;

pub(crate) type ConnectCallback = Box<dyn FnOnce(Result<PeerId, ConnectError>) + Send>;

/// While another connection with the same peer is being made, look again this often.
const RETRY: Duration = Duration::from_millis(200);

/// While an address is left alone, whether the node stops is looked at this often.
const PAUSE_STEP: Duration = Duration::from_millis(20);

pub(crate) struct Dial {
    /// What was sent to the address.
    pub outbox: Arc<Outbox>,
    /// Whether anything was; a `connect` alone reports through its callback only.
    pub is_sent_to: bool,
    pub peers: Vec<PeerId>,
    pub callbacks: Vec<ConnectCallback>,
}

impl Dial {
    /// A new dial; the caller puts it into the routes and calls [`start`].
    pub fn new(shared: &Shared) -> Dial {
        let outbox = Arc::new(Outbox::new(&shared.limits));
        Dial {
            outbox,
            is_sent_to: false,
            peers: Vec::new(),
            callbacks: Vec::new(),
        }
    }
}

/// Makes sure there is a connection with the node at an address; the callback is told.
pub(crate) fn connect_to(shared: &Arc<Shared>, address: &str, callback: ConnectCallback) {
    if shared.is_stopping() {
        shared
            .runtime
            .spawn(async move { callback(Err(ConnectError::Stopped)) });
        return;
    }
    let mut routes = shared.peers.routes();
    match routes.by_address.get_mut(address) {
        Some(Route::Peer(peer)) => {
            let peer = *peer;
            drop(routes);
            shared.runtime.spawn(async move { callback(Ok(peer)) });
        }
        Some(Route::Dialling(dial)) => dial.callbacks.push(callback),
        None => {
            let address: Arc<str> = address.into();
            let mut dial = Dial::new(shared);
            dial.callbacks.push(callback);
            routes
                .by_address
                .insert(Arc::clone(&address), Route::Dialling(dial));
            drop(routes);
            start(shared, address);
        }
    }
}

/// Starts the dial that is in the routes.
pub(crate) fn start(shared: &Arc<Shared>, address: Arc<str>) {
    let task = run(Arc::clone(shared), address);
    shared.runtime.spawn(task);
}

/// Makes sure that a peer whose outbox waits is dialled.
pub(crate) fn dial_peer(shared: &Arc<Shared>, peer: &Peer) {
    let address = peer.info().address;
    let mut routes = shared.peers.routes();
    if peer.is_live() {
        return;
    }
    if let Some(Route::Dialling(dial)) = routes.by_address.get_mut(&address) {
        if !dial.peers.contains(&peer.id) {
            dial.peers.push(peer.id);
        }
        return;
    }
    let mut dial = Dial::new(shared);
    dial.peers.push(peer.id);
    // A route to another peer at this address is replaced; the dial finds out who is there.
    routes
        .by_address
        .insert(Arc::clone(&address), Route::Dialling(dial));
    drop(routes);
    start(shared, address);
}

async fn run(shared: Arc<Shared>, address: Arc<str>) {
    // A node that stops waits for its dials, and not for pauses between them.
    loop {
        let pause = shared.pauses.before(&*shared.host, &address);
        if pause.is_zero() || shared.is_stopping() {
            break;
        }
        shared.host.sleep(pause.min(PAUSE_STEP)).await;
    }
    let attempt = within(
        &*shared.host,
        shared.times.connect_limit,
        connect(&shared, &address),
    );
    let result = attempt.await.unwrap_or(Err(ConnectError::TimedOut));
    match result {
        Ok(peer) => {
            shared.pauses.reached(&address);
            reached(&shared, &address, &peer);
        }
        Err(error) => {
            shared.pauses.failed(&*shared.host, &address);
            failed(&shared, &address, &error);
        }
    }
}

/// Ends when there is a connection with whoever is at the address.
async fn connect(shared: &Arc<Shared>, address: &str) -> Result<Arc<Peer>, ConnectError> {
    loop {
        let connected = shared.carrier.dial(address).await?;
        let peer = match greet(shared, connected).await? {
            Greeted::New(peer) => return Ok(peer),
            Greeted::Existing(peer) => peer,
        };
        // The other connection may still be in its greeting, and may even fail: then this is tried again.
        let _ = within(
            &*shared.host,
            RETRY,
            peer.changed.notified_when(|| peer.is_live()),
        )
        .await;
        if peer.is_live() {
            return Ok(peer);
        }
    }
}

fn reached(shared: &Arc<Shared>, address: &Arc<str>, peer: &Arc<Peer>) {
    // Before what waits is sent: answers to it must find their requests under the peer.
    shared.handler.reached(address, peer.id);
    let mut routes = shared.peers.routes();
    let Some(Route::Dialling(dial)) = routes.by_address.remove(address) else {
        return;
    };
    let state = peer.state();
    let is_live = state.live.is_some();
    if let (true, Some(outbox)) = (is_live, &state.outbox) {
        outbox.absorb(&dial.outbox);
        routes
            .by_address
            .insert(Arc::clone(address), Route::Peer(peer.id));
    }
    drop(state);
    drop(routes);
    for other in dial.peers.iter().filter(|other| **other != peer.id) {
        give_up(shared, *other, &ConnectError::Gone);
    }
    if !is_live && dial.peers.contains(&peer.id) {
        redial_if_waiting(shared, peer);
    }
    if !is_live && dial.is_sent_to {
        // It came and went. Requests are booked under the peer by now.
        let error = ConnectError::TimedOut;
        shared
            .handler
            .unreachable(&Target::Address(Arc::clone(address)), &error);
        shared.handler.unreachable(&Target::Peer(peer.id), &error);
    }
    for callback in dial.callbacks {
        callback(Ok(peer.id));
    }
}

fn failed(shared: &Arc<Shared>, address: &Arc<str>, error: &ConnectError) {
    let Some(Route::Dialling(dial)) = shared.peers.routes().by_address.remove(address) else {
        return;
    };
    dial.outbox.close();
    for peer in &dial.peers {
        give_up(shared, *peer, error);
    }
    if dial.is_sent_to {
        shared
            .handler
            .unreachable(&Target::Address(Arc::clone(address)), error);
    }
    for callback in dial.callbacks {
        callback(Err(error.clone()));
    }
}

/// Drops what waits for a peer, unless it has connected in the meantime.
fn give_up(shared: &Arc<Shared>, id: PeerId, error: &ConnectError) {
    let Some(peer) = shared.peers.get(id) else {
        return;
    };
    let outbox = {
        let mut state = peer.state();
        if state.live.is_some() {
            return;
        }
        state.gone |= *error == ConnectError::Gone;
        state.outbox.take()
    };
    if let Some(outbox) = outbox {
        outbox.close();
    }
    shared.fetches.fail(id);
    shared.handler.unreachable(&Target::Peer(id), error);
    shared.peers.remove_unused(&peer);
}

/// The connection ended at once, and something was sent after that.
fn redial_if_waiting(shared: &Arc<Shared>, peer: &Arc<Peer>) {
    if peer.state().outbox.is_some() {
        dial_peer(shared, peer);
    }
}

/// Waits for a condition that is signalled by a [`tokio::sync::Notify`].
trait NotifiedWhen {
    async fn notified_when(&self, condition: impl Fn() -> bool);
}

impl NotifiedWhen for tokio::sync::Notify {
    async fn notified_when(&self, condition: impl Fn() -> bool) {
        loop {
            let mut notified = std::pin::pin!(self.notified());
            notified.as_mut().enable();
            if condition() {
                return;
            }
            notified.await;
        }
    }
}
