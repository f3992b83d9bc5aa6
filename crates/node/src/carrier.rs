//! Carriers: where connections come from.
//!
//! A carrier gives authenticated peers with one ordered stream of bytes each way.
//! It knows nothing of greetings, frames or signals, and the rest of the crate knows nothing of sockets.
//!
//! - K1. `Connected::node` is proved: the other side holds the key of that node id.

mod halves;
mod memory;
mod switchboard;
mod tls;
mod verify;

use std::io;

use tokio::io::{AsyncRead, AsyncWrite};

pub use halves::{Tried, TryWrite};
pub use memory::{MemoryCarrier, MemoryNetwork};
pub(crate) use switchboard::{Opened, Switchboard};
pub use tls::TlsTcp;
pub(crate) use tls::stream_error;

use crate::error::CarrierError;
use crate::host::BoxFuture;
use crate::identity::{Credential, NodeId};

pub trait Carrier: Send + Sync + 'static {
    /// The id under which peers will know this node.
    fn node(&self) -> NodeId;
    fn listen(&self, address: &str) -> BoxFuture<Result<Box<dyn Listener>, io::Error>>;
    fn dial(&self, address: &str) -> BoxFuture<Result<Connected, CarrierError>>;
}

pub trait Listener: Send + 'static {
    /// The address in fact listened on.
    fn address(&self) -> String;
    fn accept(&mut self) -> BoxFutureOf<'_, io::Result<Incoming>>;
}

/// A future that borrows.
pub type BoxFutureOf<'a, T> = std::pin::Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A connection that nobody vouches for yet.
/// Authentication is a step of its own, so that a slow stranger holds up nobody.
pub struct Incoming {
    pub remote: String,
    pub authenticate: BoxFuture<Result<Connected, CarrierError>>,
}

/// An authenticated connection.
pub struct Connected {
    pub node: NodeId,
    /// What else is proved of it.
    pub credential: Credential,
    /// For messages to people.
    pub remote: String,
    pub reader: Box<dyn AsyncRead + Send + Unpin>,
    pub writer: Box<dyn TryWrite>,
}

impl Connected {
    pub fn new(
        node: NodeId,
        credential: Credential,
        remote: String,
        stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    ) -> Connected {
        let (reader, writer) = halves::halves(stream);
        Connected {
            node,
            credential,
            remote,
            reader: Box::new(reader),
            writer: Box::new(writer),
        }
    }

    /// A connection inside one process, where nothing has to be proved.
    pub(crate) fn inside(
        node: NodeId,
        remote: String,
        stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    ) -> Connected {
        Connected::new(node, Credential::AUTHORITY, remote, stream)
    }
}
