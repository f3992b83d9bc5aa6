//! Services of other nodes: what happens to those who wait for one that is not there.

use super::Distribution;
use crate::state::{NodeState, ServiceWatch, Watched};
use crate::transport;
use mound_base::{Symbol, SymbolRef};
use mound_heap::freeze::Frozen;
use mound_heap::object::Vector;
use mound_heap::value::Name;
use mound_heap::{FragmentBuilder, Value};
use mound_node::{PeerId, Signal as Wire};
use mound_process::Signal;
use mound_wire::Mode;

/// Tells the sender of a message that no process has the name. Such a `Down` has reference 0, and the
/// name where others have the object.
pub(super) fn no_service(
    state: &NodeState,
    distribution: &Distribution,
    peer: PeerId,
    sender: Option<u64>,
    name: &str,
) {
    let Some(to) = sender else { return };
    let mut builder = FragmentBuilder::new();
    let Some(name) = SymbolRef::intern(name) else {
        return;
    };
    let parts = [
        Value::FALSE,
        Value::symbol(Symbol::intern("noproc")),
        builder.symbol(name),
    ];
    let vector = builder.vector(&parts);
    let reason =
        transport::encode_frozen(state, &builder.finish_message(vector)).unwrap_or_default();
    // If it cannot be sent, the peer is gone and tells its processes itself.
    let _ = distribution.node.send(
        peer,
        Wire::Down {
            from: 0,
            to,
            reference: 0,
            reason,
        },
    );
}

pub(super) fn service_unknown(
    state: &NodeState,
    distribution: &Distribution,
    peer: PeerId,
    to: u64,
    reason: &[u8],
) {
    let Ok(decoded) = transport::decode(state, Some(peer), reason, Mode::Frozen) else {
        return;
    };
    let name = Vector::of(decoded.root())
        .and_then(|parts| parts.get(2))
        .and_then(Value::symbol_text);
    let Some(name) = name else {
        return;
    };
    let address = distribution.address_of(peer);
    end_service_watches(state, "noproc", |watch| {
        let is_it =
            watch.process.number() == to && watch.watched == Watched::Service(name.to_string());
        // A node speaks of its own services only.
        is_it && distribution.is_at(&watch.node, peer, &address)
    });
}

/// Ends watches of services with the message that `%monitor-service` promises.
pub(super) fn end_service_watches(
    state: &NodeState,
    reason: &str,
    gone: impl Fn(&ServiceWatch) -> bool,
) {
    let nothing = || Frozen::immediate(Value::FALSE);
    end_watches(state, reason, &nothing, gone);
}

/// The same, with an object that says more.
pub(super) fn end_service_watches_with(
    state: &NodeState,
    reason: &str,
    object: &dyn Fn() -> Frozen,
    gone: impl Fn(&ServiceWatch) -> bool,
) {
    end_watches(state, reason, &|| Some(object()), gone);
}

fn end_watches(
    state: &NodeState,
    reason: &str,
    object: &dyn Fn() -> Option<Frozen>,
    gone: impl Fn(&ServiceWatch) -> bool,
) {
    for watch in state
        .take_service_watches(|watch| matches!(watch.watched, Watched::Service(_)) && gone(watch))
    {
        let mut builder = FragmentBuilder::new();
        let object = object();
        let fragment = object.as_ref().and_then(Frozen::fragment);
        if let Some(fragment) = fragment {
            builder.edge(fragment);
        }
        let object = object.as_ref().map_or(Value::FALSE, Frozen::root);
        let tag = Value::tag(Name {
            node: 0,
            serial: watch.reference,
        });
        let word = |word: &str| Value::symbol(Symbol::intern(word));
        let list = builder.list(&[word("down"), tag, Value::FALSE, word(reason), object]);
        if let Some(handle) = state.handle() {
            handle.deliver(watch.process, Signal::Message(builder.finish_message(list)));
        }
    }
}
