//! What the tasks of a node share, and how a signal finds its way out.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::runtime::Handle;

use crate::carrier::Carrier;
use crate::config::{Capabilities, Limits, Times};
use crate::dial::{self, Dial};
use crate::error::DownReason;
use crate::fetch::Fetches;
use crate::handler::Handler;
use crate::handshake::Hello;
use crate::host::Host;
use crate::identity::NodeId;
use crate::notices::Notices;
use crate::outbox::{Outbox, PushError};
use crate::pauses::Pauses;
use crate::peers::{Epoch, Peer, PeerId, Peers, Route};
use crate::records::Records;
use crate::signal::Signal;
use crate::standing::Standing;
use crate::versions::{CodeVersions, PROTOCOL};

pub(crate) struct Shared {
    pub node: NodeId,
    pub incarnation: u64,
    pub address: Arc<str>,
    pub build: String,
    pub capabilities: Capabilities,
    pub times: Times,
    pub limits: Limits,
    pub host: Arc<dyn Host>,
    pub carrier: Arc<dyn Carrier>,
    pub handler: Arc<dyn Handler>,
    pub runtime: Handle,
    pub peers: Peers,
    pub fetches: Fetches,
    pub notices: Notices,
    /// Of what is no fault: connections that come and go.
    pub news: Notices,
    pub records: Records,
    /// Whether peers are pinged to find out how far away they are.
    pub measures_round_trips: bool,
    /// Whether who sends may write.
    pub writes_at_once: bool,
    pub pauses: Pauses,
    /// What it is in its cluster; none for a carrier of somebody else.
    pub standing: Option<Standing>,
    pub stopping: AtomicBool,
}

/// A signal that was queued.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Queued {
    /// Who gets it; not known yet while an address is dialled (see [`crate::Handler::reached`]).
    pub peer: Option<PeerId>,
    /// It is lost when this epoch of the peer ends.
    pub epoch: Epoch,
}

/// Why a signal was not queued, and the signal.
#[derive(Debug)]
pub enum SendError {
    /// Its lane is full. When there is room `drained` comes; for an address that is dialled, `reached` or
    /// `unreachable`.
    Full(Signal),
    /// The peer is known to be gone for ever, or this node is stopping, or the connection has just ended.
    NotConnected(Signal),
    /// It could not be received.
    TooLong(Signal),
}

impl std::fmt::Display for SendError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SendError::Full(_) => write!(formatter, "too much waits for this node"),
            SendError::NotConnected(_) => {
                write!(formatter, "there is no connection with this node")
            }
            SendError::TooLong(_) => write!(formatter, "the message is too long"),
        }
    }
}

impl std::error::Error for SendError {}

impl Shared {
    pub fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Acquire)
    }

    pub fn hello(&self, nonce: u64) -> Hello {
        Hello {
            versions: PROTOCOL,
            node: self.node,
            incarnation: self.incarnation,
            nonce,
            capabilities: self.capabilities,
            address: self.address.to_string(),
            build: self.build.clone(),
            code: CodeVersions::own(),
        }
    }

    pub fn send(self: &Arc<Shared>, id: PeerId, signal: Signal) -> Result<Queued, SendError> {
        self.send_by(id, signal, Outbox::push)
    }

    /// Queues a signal in one of the two ways of an outbox.
    pub fn send_by(
        self: &Arc<Shared>,
        id: PeerId,
        signal: Signal,
        way: fn(&Outbox, Signal) -> Result<(), PushError>,
    ) -> Result<Queued, SendError> {
        if let Some(error) = self.refuse(&signal) {
            return Err(error(signal));
        }
        let Some(peer) = self.peers.get(id) else {
            return Err(SendError::NotConnected(signal));
        };
        let (outbox, epoch, is_new) = {
            let mut state = peer.state();
            if state.gone {
                return Err(SendError::NotConnected(signal));
            }
            match &state.outbox {
                Some(outbox) => (Arc::clone(outbox), state.epoch, false),
                None => {
                    let outbox = Arc::new(Outbox::new(&self.limits));
                    state.outbox = Some(Arc::clone(&outbox));
                    state.epoch = Epoch(state.epoch.0 + 1);
                    (outbox, state.epoch, true)
                }
            }
        };
        let result = queued(&peer, epoch, way(&outbox, signal));
        if is_new {
            dial::dial_peer(self, &peer);
        }
        result
    }

    pub fn send_to(self: &Arc<Shared>, address: &str, signal: Signal) -> Result<Queued, SendError> {
        if let Some(error) = self.refuse(&signal) {
            return Err(error(signal));
        }
        let mut routes = self.peers.routes();
        match routes.by_address.get_mut(address) {
            Some(Route::Peer(id)) => {
                let id = *id;
                drop(routes);
                self.send(id, signal)
            }
            Some(Route::Dialling(dial)) => {
                dial.is_sent_to = true;
                push_to_dial(dial, signal)
            }
            None => {
                let address: Arc<str> = address.into();
                let mut dial = Dial::new(self);
                dial.is_sent_to = true;
                let result = push_to_dial(&dial, signal);
                routes
                    .by_address
                    .insert(Arc::clone(&address), Route::Dialling(dial));
                drop(routes);
                dial::start(self, address);
                result
            }
        }
    }

    fn refuse(&self, signal: &Signal) -> Option<fn(Signal) -> SendError> {
        if self.is_stopping() {
            Some(SendError::NotConnected)
        } else if signal.variable_bytes() > self.limits.message_bytes || !signal.is_encodable() {
            Some(SendError::TooLong)
        } else {
            None
        }
    }
}

fn queued(peer: &Peer, epoch: Epoch, pushed: Result<(), PushError>) -> Result<Queued, SendError> {
    match pushed {
        Ok(()) => Ok(Queued {
            peer: Some(peer.id),
            epoch,
        }),
        Err(PushError::Full(signal)) => Err(SendError::Full(signal)),
        Err(PushError::Closed(signal)) => Err(SendError::NotConnected(signal)),
        Err(PushError::Overloaded(signal)) => match &peer.state().live {
            Some(live) => {
                // The signal counts as sent in an epoch that ends now.
                live.link.close(DownReason::Overloaded);
                Ok(Queued {
                    peer: Some(peer.id),
                    epoch,
                })
            }
            None => Err(SendError::NotConnected(signal)),
        },
    }
}

fn push_to_dial(dial: &Dial, signal: Signal) -> Result<Queued, SendError> {
    match dial.outbox.push(signal) {
        Ok(()) => Ok(Queued {
            peer: None,
            epoch: Epoch::default(),
        }),
        Err(PushError::Full(signal)) => Err(SendError::Full(signal)),
        Err(PushError::Closed(signal) | PushError::Overloaded(signal)) => {
            Err(SendError::NotConnected(signal))
        }
    }
}
