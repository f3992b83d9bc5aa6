//! What is known of other nodes, for the primitive `%node-peers`: each as names and facts.

use super::{Distribution, name_of};
use mound_machine::{Fact, Facts};
use mound_node::{LiveStatus, PeerStatus};

impl Distribution {
    /// The nodes with a connection, and those that had one lately, by their addresses.
    pub fn peers(&self) -> Vec<Facts> {
        self.node.peer_statuses().into_iter().map(facts).collect()
    }
}

fn facts(status: PeerStatus) -> Facts {
    let live = status.live.as_ref();
    let number = |number: u64| Fact::Number(number);
    let text = |text: Option<String>| text.map_or(Fact::Nothing, Fact::Text);
    let live_number = |number: fn(&LiveStatus) -> usize| {
        live.map_or(Fact::Nothing, |live| Fact::Number(number(live) as u64))
    };
    let round_trip = live.and_then(|live| live.round_trip);
    vec![
        ("node", Fact::Text(name_of(&status.address))),
        ("connected", Fact::Truth(status.is_connected)),
        ("machine", text(status.machine)),
        ("roles", text(live.map(|live| live.roles.to_string()))),
        ("build", text(live.map(|live| live.build.clone()))),
        ("protocol", live_number(|live| live.version.into())),
        ("since", number(status.since.as_nanos() as u64)),
        ("connections", number(status.connections)),
        (
            "last-reason",
            text(status.last_reason.map(|why| why.to_string())),
        ),
        (
            "round-trip",
            round_trip.map_or(Fact::Nothing, |time| number(time.as_nanos() as u64)),
        ),
        ("bytes-in", number(status.bytes_in)),
        ("bytes-out", number(status.bytes_out)),
        ("signals-in", number(status.signals_in)),
        ("signals-out", number(status.signals_out)),
        ("units-fetched", number(status.units_in)),
        ("units-given", number(status.units_out)),
        ("queued-bytes", live_number(|live| live.queued.bytes)),
        ("queued-signals", live_number(|live| live.queued.signals)),
        (
            "lanes-without-credit",
            live_number(|live| live.queued.lanes_without_credit),
        ),
        ("least-credit", live_number(|live| live.queued.least_credit)),
        (
            "undelivered-bytes",
            live_number(|live| live.undelivered_bytes),
        ),
    ]
}
