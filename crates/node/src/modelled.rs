//! A network that is made up, for runs in which several nodes share one process of the operating system.
//!
//! ```text
//!   writer -> | bytes, with the moment at which they arrive | -> reader      one way of a connection
//! ```
//!
//! A connection is what TCP gives: bytes come in order, late, or not at all. How long each piece takes is drawn from
//! a source of numbers that belongs to the two nodes and the direction, so what two nodes say to each other changes
//! nothing for the others. Nothing is encrypted, and nobody has to prove who he is.
//!
//! What can go wrong: a *cut* of the way from one node to another holds all that is under way there until it is
//! healed, so that nodes find out by the silence of the other; a piece that is *lost* is sent again, and comes later
//! with all that was sent after it; *breaking* ends the connections of two nodes; a *crash* is the end of a node
//! without a word, as `kill -9` ends one: what it has sent arrives, and then the end of the stream.
//!
//! - Nothing here looks at the clock of the machine or at its random numbers: what happens follows from the seed,
//!   from the time that [`Timeline`] is told, and from the order of the calls.
//! - After a crash a node sends nothing and hears nothing.

mod network;
mod pipe;
mod quality;
mod source;
mod timeline;

pub use network::{Life, ModelledNetwork};
pub use quality::{Latency, Loss};
pub use source::Source;
pub use timeline::{ModelledHost, Timeline};

#[cfg(test)]
mod tests;
