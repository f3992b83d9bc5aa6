//! Who listens at which address of a network inside one process.
//!
//! A network keeps one, and says itself what a peer and a stream are, how long a connection takes and when a peer is
//! gone. Not for sockets.

use std::collections::BTreeMap;
use std::io;

use tokio::sync::mpsc;

/// Connections that wait to be accepted, as with the usual backlog of a listening socket.
const BACKLOG: usize = 128;

/// Where new connections go, each with the peer that dials.
pub(crate) type Door<Peer, Stream> = mpsc::Sender<(Peer, Stream)>;

pub(crate) struct Switchboard<Peer, Stream> {
    listeners: BTreeMap<String, (Peer, Door<Peer, Stream>)>,
    next_port: u16,
}

/// An address that somebody listens at, and what comes to it.
pub(crate) struct Opened<Peer, Stream> {
    pub address: String,
    pub dialled: mpsc::Receiver<(Peer, Stream)>,
}

impl<Peer, Stream> Default for Switchboard<Peer, Stream> {
    fn default() -> Self {
        Switchboard {
            listeners: BTreeMap::new(),
            next_port: 0,
        }
    }
}

impl<Peer: Clone, Stream> Switchboard<Peer, Stream> {
    /// A peer listens at the address, or at a port of its own if that is 0. The address is taken as long as another
    /// listens there who is not gone.
    pub fn listen(
        &mut self,
        address: &str,
        peer: Peer,
        is_gone: impl Fn(&Peer) -> bool,
    ) -> io::Result<Opened<Peer, Stream>> {
        let address = match address.strip_suffix(":0") {
            Some(host) => {
                self.next_port += 1;
                format!("{host}:{}", self.next_port)
            }
            None => address.to_owned(),
        };
        let before = self.listeners.get(&address);
        if before.is_some_and(|(peer, door)| !is_gone(peer) && !door.is_closed()) {
            return Err(io::Error::from(io::ErrorKind::AddrInUse));
        }
        let (door, dialled) = mpsc::channel(BACKLOG);
        self.listeners.insert(address.clone(), (peer, door));
        Ok(Opened { address, dialled })
    }

    /// Who listens there.
    pub fn find(&self, address: &str) -> Option<(Peer, Door<Peer, Stream>)> {
        self.listeners.get(address).cloned()
    }

    /// Nobody listens any more at the addresses of these peers.
    pub fn close(&mut self, is_gone: impl Fn(&Peer) -> bool) {
        self.listeners.retain(|_, (peer, _)| !is_gone(peer));
    }
}
