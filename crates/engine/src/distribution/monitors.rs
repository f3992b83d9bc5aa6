//! Monitors of nodes: who is told that a connection is lost, or that none can be made.
//!
//! They stand in the table of those who wait for services, since both end with the node; a monitor of a node has
//! no service.
//!
//! - A monitor ends once: with the message `(node-down tag node reason)`, by a demonitor, or with its process.

use super::Distribution;
use crate::requests;
use crate::state::{NodeState, ServiceWatch, Watched};
use mound_base::Symbol;
use mound_heap::value::Name;
use mound_heap::{FragmentBuilder, Value};
use mound_node::{ConnectError, PeerId};
use mound_process::{Serial, Signal};
use std::sync::Arc;

/// A process wants to be told of the loss of a node.
pub fn monitor_node(state: &Arc<NodeState>, process: Serial, reference: u64, node: &str) {
    if state.is_this_node(node) {
        return;
    }
    // First, since the connection may be lost as soon as it is there.
    state.watch_service(process, reference, node, Watched::Connection);
    let Some(distribution) = state.distribution() else {
        return end(state, "this node does not listen yet", |watch| {
            watch.reference == reference
        });
    };
    let (told, at) = (Arc::clone(state), node.to_owned());
    distribution.node.connect(node, move |result| {
        let why = match result {
            // Another name of this node, which is not lost.
            Err(ConnectError::Itself) => {
                told.unwatch_service(reference);
                return;
            }
            Err(error) => error.to_string(),
            Ok(peer) => match told.distribution() {
                Some(distribution) if !distribution.is_connected(peer) => {
                    "the connection was lost at once".to_owned()
                }
                _ => return,
            },
        };
        end(&told, &why, |watch| {
            watch.reference == reference && watch.node == at
        });
    });
}

/// The connection with a peer is lost.
pub(super) fn node_down(state: &NodeState, why: &str, is_its: impl Fn(&ServiceWatch) -> bool) {
    end(state, why, is_its);
}

fn end(state: &NodeState, why: &str, gone: impl Fn(&ServiceWatch) -> bool) {
    for watch in
        state.take_service_watches(|watch| watch.watched == Watched::Connection && gone(watch))
    {
        let mut builder = FragmentBuilder::new();
        let tag = Value::tag(Name {
            node: 0,
            serial: watch.reference,
        });
        let (node, why) = (builder.string(&watch.node), builder.string(why));
        let word = Value::symbol(Symbol::intern("node-down"));
        let list = builder.list(&[word, tag, node, why]);
        if let Some(handle) = state.handle() {
            handle.deliver(watch.process, Signal::Message(builder.finish_message(list)));
        }
    }
}

/// Makes sure that there is a connection.
pub fn connect_node(state: &Arc<NodeState>, number: u64, node: &str) {
    let Some(distribution) = state.distribution() else {
        return requests::answer(state, number, super::spawning::not_started());
    };
    let connected = || requests::plain(Value::TRUE);
    if distribution.is_this_address(node) {
        return requests::answer(state, number, connected());
    }
    let (asked, at) = (Arc::clone(state), node.to_owned());
    distribution.node.connect(node, move |result| {
        let reply = match result {
            Ok(_) | Err(ConnectError::Itself) => connected(),
            Err(error) => super::spawning::unreachable(&at, &error),
        };
        requests::answer(&asked, number, reply);
    });
}

impl Distribution {
    fn is_connected(&self, peer: PeerId) -> bool {
        self.node.live_peers().contains(&peer)
    }

    /// The names of the nodes with a connection.
    pub fn connected(&self) -> Vec<String> {
        let peers = self.node.live_peers();
        let mut names: Vec<String> = peers.iter().map(|peer| self.address_of(*peer)).collect();
        names.sort();
        names
    }

    /// Ends the connection with a node; whether there was one.
    pub fn disconnect(&self, node: &str) -> bool {
        let peers = self.node.live_peers();
        let is_it = |peer: &PeerId| self.is_at(node, *peer, &self.address_of(*peer));
        let found: Vec<PeerId> = peers.into_iter().filter(is_it).collect();
        for peer in &found {
            self.node.disconnect(*peer, "the other node asked for it");
        }
        !found.is_empty()
    }
}
