//! TLS and HTTP/2 for the connections of programs.
//!
//! Programs speak HTTP/1.1 over streams of bytes (`lib/mound/http-*.scm`). Here is what stands between these and a
//! network on which the same is said otherwise:
//!
//! ```text
//!   program            Exchange, a pipe             hyper                  rustls
//!   HTTP/1.1    <-->   one for each request   <-->  HTTP/2          <-->   TLS     <-->  TCP
//!   any bytes   <----------------------------------------------------->    TLS     <-->  TCP
//! ```
//!
//! A pipe holds little, and hyper takes no more of its side than the pipe has room for: so who sends too much waits,
//! in HTTP/2 too.
//!
//! What is not here: connections and listeners as resources of processes (the engine), the connections between nodes
//! (`node`, whose certificates mean something else), and what requests mean.
//!
//! Invariants:
//! - E1. What the other side sends can at worst end its own connection.
//! - E2. For a connection that says nothing there is a limit of time, from its first byte on.
//! - E3. Of what a connection makes us keep each thing has a bound: streams, heads, bytes under way; and what it does
//!   not take is given up after a while.
//! - E4. A connection that asks and gives up in turn ends.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]

mod certificate;
mod client;
mod conduct;
mod failure;
mod lingering;
mod patience;
mod pool;
mod server;
mod streams;

#[cfg(test)]
mod tests;

pub use certificate::self_made;
pub use client::{Client, Connected, Trust, client_config, explained};
pub use pool::{Pool, Shared};
pub use server::{Accepted, Acceptor, Http2};
pub use streams::{Stream, Translated};

/// The name of HTTP/2 in the greeting of TLS (RFC 9113, 3.2).
const HTTP2: &[u8] = b"h2";
/// The name of HTTP/1.1 there.
const HTTP1: &[u8] = b"http/1.1";

/// Bytes of a translated message that are under way in each direction. A page of text, and a frame of HTTP/2.
const PIPE_BYTES: usize = 16 << 10;
/// Bytes that the names and values of a head may have, as HTTP/2 counts them.
const HEAD_BYTES_MAX: u32 = 32 << 10;
