//! Connections between nodes: identity, encrypted links, signals, exchange of code.
//!
//! This crate carries bytes. It knows neither Scheme values nor processes: a process is a serial number, a message a
//! payload, a unit some bytes with a hash. It never blocks the thread that sends.
//!
//! ```text
//!   Node ── send ──> Peer ── Outbox: a queue per lane ── frames ──> writer ──┐
//!                                                                            │ Carrier: TLS over TCP, or memory
//!   Handler <── signals, in order ── Inbox ── frames of all lanes <── reader ┘
//! ```
//!
//! - Order holds for each pair of processes; unrelated senders do not wait for each other (`frame.rs`, `signal.rs`).
//! - Between two nodes there is at most one connection, whoever dialled (`handshake.rs`).
//! - Each connection is an epoch: `node_up`, signals, `node_down`, once each (`link.rs`).
//! - What a peer sends is bounded in size, checked before use, and can at worst end its own connection.
//! - Time, randomness and streams come from the traits [`Host`] and [`Carrier`].
//!
//! The protocol is specified in `docs/spec`; `docs/internals/wire-protocol.md` says what it leaves open.
//! Start reading at [`Node`], then `peers.rs` for the states of a peer.
#![forbid(unsafe_code)]

mod accept;
pub mod address;
mod carrier;
mod charge;
pub mod cluster;
mod codec;
mod codes;
mod config;
pub mod descriptors;
pub mod diagnosis;
mod dial;
mod error;
mod feeding;
mod fetch;
mod frame;
mod greet;
mod handler;
mod handshake;
mod host;
mod identity;
mod inbox;
mod link;
mod modelled;
mod node;
mod notices;
mod outbox;
mod pauses;
mod peers;
mod records;
mod shared;
mod signal;
mod standing;
mod strangers;
mod versions;

pub use carrier::{
    Carrier, Connected, Incoming, Listener, MemoryCarrier, MemoryNetwork, TlsTcp, Tried, TryWrite,
};
pub use charge::Budget;
pub use codes::Code;
pub use config::{Capabilities, CarrierChoice, Config, Limits, Times};
pub use error::{
    CarrierError, ConnectError, DownReason, FetchError, NodeError, Notice, ProtocolError,
};
pub use feeding::{Fed, feed};
pub use handler::{Handled, Handler, Target};
pub use host::{BoxFuture, Host, SystemHost};
pub use identity::{
    Credential, Identity, Machine, MachineKey, NodeId, Role, Roles, Trust, is_signed_bulletin,
};
pub use modelled::{Latency, Life, Loss, ModelledHost, ModelledNetwork, Source, Timeline};
pub use node::{CONNECTION_THREADS, Node};
pub use peers::{Epoch, PeerId, PeerInfo};
pub use records::{LiveStatus, PeerStatus, Queues};
pub use shared::{Queued, SendError};
pub use signal::{Decoded, NAME_BYTES_MAX, OPTIONS_BYTES_MAX, Signal, WANTED_MAX, WHY_BYTES_MAX};
pub use versions::{CodeVersions, PROTOCOL, Versions};

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
