//! Plays this node's part of the greeting (`handshake.rs`) and puts the connection to use.

use std::sync::Arc;

use tokio::sync::oneshot;

use crate::carrier::Connected;
use crate::error::{ConnectError, DownReason, Notice, ProtocolError};
use crate::handshake::{Hello, Verdict, write};
use crate::identity::Credential;
use crate::link::{self, Link, Start};
use crate::outbox::Outbox;
use crate::peers::{Epoch, Live, Peer, PeerInfo};
use crate::shared::Shared;
use crate::versions::{CodeVersions, PROTOCOL};

/// What became of a connection.
pub(crate) enum Greeted {
    /// It is in use.
    New(Arc<Peer>),
    /// Another one with this peer is, or is about to be.
    Existing(Arc<Peer>),
}

/// Counts a connection, from before its greeting to its end.
pub(crate) struct NonceGuard {
    shared: Arc<Shared>,
    nonce: u64,
}

impl NonceGuard {
    /// `None` when there are too many connections.
    fn new(shared: &Arc<Shared>) -> Option<NonceGuard> {
        let nonce = shared.host.random_u64();
        let mut routes = shared.peers.routes();
        if routes.nonces.len() >= shared.limits.connections {
            return None;
        }
        routes.nonces.insert(nonce);
        Some(NonceGuard {
            shared: Arc::clone(shared),
            nonce,
        })
    }
}

impl Drop for NonceGuard {
    fn drop(&mut self) {
        self.shared.peers.routes().nonces.remove(&self.nonce);
    }
}

/// The peer that is being greeted, which stays known only if the greeting makes a connection.
struct GreetedPeer {
    shared: Arc<Shared>,
    peer: Arc<Peer>,
}

impl GreetedPeer {
    fn new(shared: &Arc<Shared>, info: PeerInfo) -> GreetedPeer {
        let peers = &shared.peers;
        let peer = peers.intern(info.clone(), |state| state.greetings += 1);
        peer.update(info);
        GreetedPeer {
            shared: Arc::clone(shared),
            peer,
        }
    }
}

impl Drop for GreetedPeer {
    fn drop(&mut self) {
        self.peer.state().greetings -= 1;
        self.shared.peers.remove_unused(&self.peer);
    }
}

pub(crate) async fn greet(
    shared: &Arc<Shared>,
    mut connected: Connected,
) -> Result<Greeted, ConnectError> {
    let guard = NonceGuard::new(shared).ok_or(ConnectError::TooManyConnections)?;
    let hello = shared.hello(guard.nonce).encode();
    write(&mut connected.writer, &hello).await?;
    let theirs = Hello::read(&mut connected.reader).await?;
    if let Err(error) = check(shared, &connected, &theirs) {
        // Only the arbiter may say so here: it may have accepted already, and would take our words for a frame.
        // As a rule both sides find the same fault.
        if shared.node > theirs.node {
            let refusal = Verdict::Refuse(error.code(), error.to_string()).encode();
            let _ = write(&mut connected.writer, &refusal).await;
        }
        return Err(error);
    }
    let their_nonce = theirs.nonce;
    let info = PeerInfo {
        node: theirs.node,
        incarnation: theirs.incarnation,
        address: theirs.address.into(),
        build: theirs.build,
        capabilities: theirs.capabilities,
        version: PROTOCOL.agree(theirs.versions).unwrap_or_default(),
        code: theirs.code,
    };
    let greeted = GreetedPeer::new(shared, info);
    let peer = Arc::clone(&greeted.peer);
    let is_arbiter = shared.node > peer.node;
    let reserved = if is_arbiter {
        decide(shared, &peer, their_nonce, &mut connected).await?
    } else {
        obey(shared, &peer, their_nonce, &mut connected).await?
    };
    let Some(reserved) = reserved else {
        return Ok(Greeted::Existing(peer));
    };
    // Nothing may wait between the reservation and here: this future can be dropped wherever it waits.
    let greeting = if is_arbiter {
        Verdict::Accept.encode()
    } else {
        Vec::new()
    };
    let Reserved {
        link,
        before,
        settled,
    } = reserved;
    let start = Start {
        link,
        connected,
        nonce: guard,
        greeting,
        before,
        settled,
    };
    shared.runtime.spawn(link::run(Arc::clone(shared), start));
    note_primitives(shared, &peer.info());
    peer.changed.notify_waiters();
    Ok(Greeted::New(peer))
}

/// Code that uses what this node lacks will be refused when it comes, which surprises less if it was said before.
fn note_primitives(shared: &Arc<Shared>, info: &PeerInfo) {
    if CodeVersions::own().differ(&info.code) {
        shared.tell(&Notice::About {
            address: Arc::clone(&info.address),
            text: format!(
                "its primitives are not those of this node, so code of the one may be refused by the other; it is {}",
                info.build
            ),
        });
    }
}

fn check(shared: &Shared, connected: &Connected, theirs: &Hello) -> Result<(), ConnectError> {
    if theirs.node != connected.node {
        return Err(ProtocolError::OtherIdentity.into());
    }
    if theirs.node == shared.node {
        return Err(ConnectError::Itself);
    }
    let own = CodeVersions::own();
    if !own.fit(&theirs.code) {
        return Err(ConnectError::Bytecode {
            ours: own.bytecode,
            theirs: theirs.code.bytecode,
            build: theirs.build.clone(),
        });
    }
    let missing_here = theirs.capabilities.mandatory & !shared.capabilities.offered;
    let missing_there = shared.capabilities.mandatory & !theirs.capabilities.offered;
    if missing_here | missing_there != 0 {
        return Err(ConnectError::Capabilities {
            missing_here,
            missing_there,
        });
    }
    Ok(())
}

/// The peer's place, taken for one connection.
struct Reserved {
    link: Arc<Link>,
    before: Option<oneshot::Receiver<()>>,
    settled: oneshot::Sender<()>,
}

/// Takes the peer's place, or tells which connection has it.
fn reserve(
    shared: &Shared,
    peer: &Arc<Peer>,
    their_nonce: u64,
    credential: &Credential,
) -> Result<Reserved, (Arc<Link>, u64)> {
    let mut state = peer.state();
    if let Some(live) = &state.live {
        return Err((Arc::clone(&live.link), live.their_nonce));
    }
    let outbox = match &state.outbox {
        // What was sent while dialling goes out on whichever connection comes first.
        Some(waiting) => Arc::clone(waiting),
        None => {
            let outbox = Arc::new(Outbox::new(&shared.limits));
            state.epoch = Epoch(state.epoch.0 + 1);
            state.outbox = Some(Arc::clone(&outbox));
            outbox
        }
    };
    let link = Arc::new(Link::new(
        Arc::clone(peer),
        credential.clone(),
        state.epoch,
        outbox,
        shared.records.of(credential, peer.info().address),
        shared.host.now(),
    ));
    let (settled, receiver) = oneshot::channel();
    let before = state.settled.replace(receiver);
    state.is_kept = true;
    state.credential = Some(credential.clone());
    state.live = Some(Live {
        link: Arc::clone(&link),
        their_nonce,
    });
    Ok(Reserved {
        link,
        before,
        settled,
    })
}

/// The arbiter's part: `None` when another connection is used.
async fn decide(
    shared: &Arc<Shared>,
    peer: &Arc<Peer>,
    their_nonce: u64,
    connected: &mut Connected,
) -> Result<Option<Reserved>, ConnectError> {
    loop {
        let (link, nonce) = match reserve(shared, peer, their_nonce, &connected.credential) {
            Ok(reserved) => return Ok(Some(reserved)),
            Err(taken) => taken,
        };
        write(
            &mut connected.writer,
            &Verdict::Duplicate { nonce }.encode(),
        )
        .await?;
        match Verdict::read(&mut connected.reader).await? {
            Verdict::Keep => return Ok(None),
            Verdict::Stale => replace(peer, &link).await,
            Verdict::Refuse(code, why) => return Err(ConnectError::Refused(code, why)),
            Verdict::Accept | Verdict::Duplicate { .. } => {
                return Err(ProtocolError::BadHandshake.into());
            }
        }
    }
}

/// The other node's part.
async fn obey(
    shared: &Arc<Shared>,
    peer: &Arc<Peer>,
    their_nonce: u64,
    connected: &mut Connected,
) -> Result<Option<Reserved>, ConnectError> {
    loop {
        match Verdict::read(&mut connected.reader).await? {
            Verdict::Accept => loop {
                match reserve(shared, peer, their_nonce, &connected.credential) {
                    Ok(reserved) => return Ok(Some(reserved)),
                    // The arbiter has given that one up, or it would not have accepted this one.
                    Err((link, _)) => replace(peer, &link).await,
                }
            },
            Verdict::Duplicate { nonce } => {
                let exists = shared.peers.routes().nonces.contains(&nonce);
                let answer = if exists {
                    Verdict::Keep
                } else {
                    Verdict::Stale
                };
                write(&mut connected.writer, &answer.encode()).await?;
                if exists {
                    return Ok(None);
                }
            }
            Verdict::Refuse(code, why) => return Err(ConnectError::Refused(code, why)),
            Verdict::Keep | Verdict::Stale => return Err(ProtocolError::BadHandshake.into()),
        }
    }
}

/// Closes a connection and waits until the peer's place is free.
async fn replace(peer: &Peer, link: &Arc<Link>) {
    link.close(DownReason::Replaced);
    loop {
        let mut changed = std::pin::pin!(peer.changed.notified());
        changed.as_mut().enable();
        if peer
            .state()
            .live
            .as_ref()
            .is_none_or(|live| !Arc::ptr_eq(&live.link, link))
        {
            return;
        }
        changed.await;
    }
}
