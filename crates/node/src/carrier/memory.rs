//! Connections inside one process, for simulation and tests.
//!
//! Nothing here takes time or can get lost by itself.
//! [`MemoryNetwork::cut`] breaks what exists and [`MemoryNetwork::forbid`] what would be made.

use std::collections::HashSet;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll, Waker};

use tokio::io::{AsyncRead, AsyncWrite, DuplexStream, ReadBuf};

use super::{BoxFutureOf, Carrier, Connected, Incoming, Listener, Opened, Switchboard};
use crate::error::CarrierError;
use crate::host::BoxFuture;
use crate::identity::NodeId;

/// Like the buffers of a socket.
const PIPE_BYTES: usize = 64 << 10;

/// All nodes that can reach each other.
#[derive(Clone, Default)]
pub struct MemoryNetwork {
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    switchboard: Switchboard<NodeId, CuttableStream>,
    forbidden: HashSet<(NodeId, NodeId)>,
    wires: Vec<(NodeId, NodeId, Weak<Wire>)>,
}

/// Whether a connection still exists; shared by both ends.
#[derive(Default)]
struct Wire {
    cut: Mutex<Cut>,
}

#[derive(Default)]
struct Cut {
    is_cut: bool,
    wakers: Vec<Waker>,
}

impl MemoryNetwork {
    pub fn new() -> MemoryNetwork {
        MemoryNetwork::default()
    }

    /// A node's access to the network.
    pub fn carrier(&self, node: NodeId) -> MemoryCarrier {
        MemoryCarrier {
            node,
            network: self.clone(),
        }
    }

    /// Breaks every connection of two nodes.
    pub fn cut(&self, one: NodeId, other: NodeId) {
        let pair = ordered(one, other);
        let wires: Vec<_> = self
            .state()
            .wires
            .iter()
            .filter(|wire| (wire.0, wire.1) == pair)
            .cloned()
            .collect();
        for (_, _, wire) in wires {
            if let Some(wire) = wire.upgrade() {
                wire.cut();
            }
        }
    }

    /// Lets two nodes make connections, or not; those that exist stay.
    pub fn forbid(&self, one: NodeId, other: NodeId, forbidden: bool) {
        let pair = ordered(one, other);
        let mut state = self.state();
        if forbidden {
            state.forbidden.insert(pair);
        } else {
            state.forbidden.remove(&pair);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn new_wire(&self, one: NodeId, other: NodeId) -> Arc<Wire> {
        let wire = Arc::new(Wire::default());
        let (one, other) = ordered(one, other);
        let mut state = self.state();
        state.wires.retain(|(_, _, wire)| wire.strong_count() > 0);
        state.wires.push((one, other, Arc::downgrade(&wire)));
        wire
    }
}

fn ordered(one: NodeId, other: NodeId) -> (NodeId, NodeId) {
    (one.min(other), one.max(other))
}

pub struct MemoryCarrier {
    node: NodeId,
    network: MemoryNetwork,
}

impl Carrier for MemoryCarrier {
    fn node(&self) -> NodeId {
        self.node
    }

    fn listen(&self, address: &str) -> BoxFuture<Result<Box<dyn Listener>, io::Error>> {
        let switchboard = &mut self.network.state().switchboard;
        let opened = switchboard.listen(address, self.node, |_| false);
        let listener = opened.map(|opened| Box::new(MemoryListener(opened)) as Box<dyn Listener>);
        Box::pin(std::future::ready(listener))
    }

    fn dial(&self, address: &str) -> BoxFuture<Result<Connected, CarrierError>> {
        let (address, node, network) = (address.to_owned(), self.node, self.network.clone());
        Box::pin(async move {
            let refused = || CarrierError::Io("connection refused".into());
            let found = network.state().switchboard.find(&address);
            let (peer, door) = found.ok_or_else(refused)?;
            if network.state().forbidden.contains(&ordered(node, peer)) {
                return Err(refused());
            }
            let (near, far) = tokio::io::duplex(PIPE_BYTES);
            let wire = network.new_wire(node, peer);
            let far = CuttableStream {
                stream: far,
                wire: Arc::clone(&wire),
            };
            let near = CuttableStream { stream: near, wire };
            door.send((node, far)).await.map_err(|_| refused())?;
            Ok(Connected::inside(peer, address, near))
        })
    }
}

struct MemoryListener(Opened<NodeId, CuttableStream>);

impl Listener for MemoryListener {
    fn address(&self) -> String {
        self.0.address.clone()
    }

    fn accept(&mut self) -> BoxFutureOf<'_, io::Result<Incoming>> {
        Box::pin(async move {
            let dialled = self.0.dialled.recv().await;
            let (node, stream) =
                dialled.ok_or_else(|| io::Error::from(io::ErrorKind::NotConnected))?;
            let remote = format!("memory:{node}");
            let connected = Connected::inside(node, remote.clone(), stream);
            Ok(Incoming {
                remote,
                authenticate: Box::pin(std::future::ready(Ok(connected))),
            })
        })
    }
}

impl Wire {
    fn cut(&self) {
        let mut cut = self.lock();
        cut.is_cut = true;
        for waker in cut.wakers.drain(..) {
            waker.wake();
        }
    }

    /// Whether it is cut; if not, the task is woken when it is.
    fn poll(&self, context: &Context<'_>) -> bool {
        let mut cut = self.lock();
        if !cut.is_cut
            && !cut
                .wakers
                .iter()
                .any(|waker| waker.will_wake(context.waker()))
        {
            cut.wakers.push(context.waker().clone());
        }
        cut.is_cut
    }

    fn lock(&self) -> MutexGuard<'_, Cut> {
        self.cut.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One end of a connection that can be cut from outside.
struct CuttableStream {
    stream: DuplexStream,
    wire: Arc<Wire>,
}

impl CuttableStream {
    fn check(&self, context: &Context<'_>) -> io::Result<()> {
        if self.wire.poll(context) {
            Err(io::Error::from(io::ErrorKind::ConnectionReset))
        } else {
            Ok(())
        }
    }
}

impl AsyncRead for CuttableStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.check(context)?;
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for CuttableStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.check(context)?;
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
