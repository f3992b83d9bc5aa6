//! What the owner of a node hears from it.
//!
//! All functions are called from the node's own threads and must return soon: a slow one holds up everything
//! that comes from that peer. What takes time is returned as [`Handled::Later`].
//!
//! Order, for one peer:
//! `node_up`, then signals, then `node_down` after the last of them, then perhaps `node_up` again with the next
//! epoch. Signals from one sender process come in the order in which it sent them.

use std::sync::Arc;

use mound_bytecode::unit::UnitHash;

use crate::error::{ConnectError, DownReason, Notice};
use crate::host::BoxFuture;
use crate::peers::{Epoch, PeerId, PeerInfo};
use crate::signal::Signal;

pub trait Handler: Send + Sync + 'static {
    /// A signal has come. Later signals of the same process wait until it is handled; others, code and heartbeats go
    /// on, unless many are being handled.
    fn signal(&self, peer: PeerId, signal: Signal) -> Handled;

    /// Calls `work`, which hands over all signals that were read together.
    fn together(&self, work: &mut dyn FnMut()) {
        work();
    }

    /// A signal of a peer whose machine lacks the role for it (`identity/roles.rs`). Nothing of it was read; whoever
    /// sent it is to be told, if anybody waits.
    fn refused(&self, peer: PeerId, signal: Signal, why: &str) {
        let _ = (peer, signal, why);
    }

    /// The unit with this hash, for a peer that lacks it.
    fn unit(&self, hash: UnitHash) -> Option<Arc<[u8]>>;

    fn node_up(&self, peer: PeerId, epoch: Epoch, info: &PeerInfo) {
        let _ = (peer, epoch, info);
    }

    /// The connection is lost: once an epoch, after all its signals.
    fn node_down(&self, peer: PeerId, epoch: Epoch, reason: &DownReason) {
        let _ = (peer, epoch, reason);
    }

    /// What was sent to an address goes to this peer. May come again for the same address after a `node_down`.
    fn reached(&self, address: &str, peer: PeerId) {
        let _ = (address, peer);
    }

    /// No connection could be made; what was queued for the target is dropped.
    fn unreachable(&self, target: &Target, error: &ConnectError) {
        let _ = (target, error);
    }

    /// A lane to the peer that was full has room again: try again.
    fn drained(&self, peer: PeerId) {
        let _ = peer;
    }

    /// Whether [`Handler::notice`] is to be told of what is no fault ([`Notice::is_news`]).
    fn wants_news(&self) -> bool {
        false
    }

    /// For the log.
    fn notice(&self, notice: &Notice) {
        let _ = notice;
    }
}

/// Whether a signal is dealt with.
pub enum Handled {
    Now,
    /// When the future ends. It must end by itself, for example by a time limit.
    Later(BoxFuture<()>),
}

/// To whom something is sent.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// Exactly this incarnation.
    Peer(PeerId),
    /// Whatever node answers there.
    Address(Arc<str>),
}
