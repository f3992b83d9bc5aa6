//! What the owner of a node can choose, with the reason for each default.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::carrier::Carrier;
use crate::charge::Budget;
use crate::host::{Host, SystemHost};

pub struct Config {
    /// Address to listen on, `host:port`; port 0 lets the system choose.
    pub listen: String,
    /// Address that peers are told and dial, with port 0 for the port listened on; that of `listen` if `None`.
    /// Needed when listening on all addresses (`0.0.0.0`), which is nothing that a peer could dial, and where
    /// peers reach this node by another address than it sees itself: behind a translation of addresses, in a
    /// container.
    pub advertise: Option<String>,
    pub carrier: CarrierChoice,
    pub host: Arc<dyn Host>,
    /// Shown to peers, for messages to people only.
    pub build: String,
    pub capabilities: Capabilities,
    pub times: Times,
    pub limits: Limits,
    /// Whether each peer is pinged with each heartbeat, so that [`crate::PeerStatus`] tells how far away it is.
    pub measures_round_trips: bool,
    /// Whether the thread that sends writes a small message itself while the connection is quiet
    /// (`outbox/writer.rs`). Without, all is written by the threads of the node, later.
    pub writes_at_once: bool,
}

pub enum CarrierChoice {
    /// TLS over TCP, with the identity in this directory.
    Tls { home: PathBuf },
    /// Something else, such as [`crate::MemoryCarrier`].
    Given(Arc<dyn Carrier>),
}

/// Bits of the greeting (GREET-8 of `docs/spec`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// What this node can do. Peers see it in [`crate::PeerInfo`].
    pub offered: u64,
    /// What a peer must be able to do for a connection to make sense.
    pub mandatory: u64,
}

impl Capabilities {
    /// It answers each [`crate::Signal::SpawnReply`] that names a process with a [`crate::Signal::SpawnNoted`].
    pub const NOTES_SPAWNS: u64 = 1;

    pub fn notes_spawns(self) -> bool {
        self.offered & Capabilities::NOTES_SPAWNS != 0
    }
}

#[derive(Clone, Debug)]
pub struct Times {
    /// From dialling to the end of the greeting.
    pub connect_limit: Duration,
    /// The same for the accepting side; ends idle and deliberately slow strangers.
    pub handshake_limit: Duration,
    /// A live peer is heard at least this often.
    pub heartbeat: Duration,
    /// After this many silent heartbeats a peer is down.
    /// Fewer turn a pause of the machine into a lost node; more make every link wait.
    pub heartbeat_misses: u32,
    /// Longest wait for the next unit of a fetch.
    pub fetch_limit: Duration,
    /// Longest time that a peer may take to accept anything at all of what is written to it. One that lives and
    /// does not read would keep what is queued for it for ever.
    pub stall_limit: Duration,
    /// How long handlers of a lost connection may go on before its end is announced anyway.
    pub settle_limit: Duration,
}

#[derive(Clone, Debug)]
pub struct Limits {
    /// A lane with this many bytes waiting accepts no more from processes ...
    pub lane_high_bytes: usize,
    /// ... until so few are left. The gap keeps waiting senders from waking for one message each.
    pub lane_low_bytes: usize,
    /// Signals that cannot wait (exits, replies) are queued beyond `lane_high_bytes`; a peer with more than this
    /// waiting of them is given up.
    pub outbox_bytes: usize,
    /// Beyond this many bytes waiting for a peer, a lane with an eighth of `lane_high_bytes` accepts no more
    /// from processes.
    pub waiting_bytes: usize,
    /// Longest message, sent or received.
    pub message_bytes: usize,
    /// Longest unit received, and most bytes of all units of one fetch.
    pub unit_bytes: usize,
    /// Received bytes of one connection whose handlers have not finished, beyond which data lanes get no new credit.
    pub undelivered_bytes: usize,
    pub connections: usize,
    /// Accepted connections that have not said who they are yet; one more displaces one of them.
    pub greetings: usize,
    /// What counts the memory that is held for peers.
    pub budget: Budget,
}

/// What a connection takes when nothing waits on it: buffers of reader, writer and TLS, and its tasks.
pub(crate) const CONNECTION_BYTES: usize = 192 << 10;

impl Config {
    /// Loopback, a port that the system chooses, the identity in `home`.
    pub fn new(home: impl Into<PathBuf>) -> Config {
        Config::with_carrier(CarrierChoice::Tls { home: home.into() }, "127.0.0.1:0")
    }

    pub fn with_carrier(carrier: CarrierChoice, listen: &str) -> Config {
        Config {
            listen: listen.to_owned(),
            advertise: None,
            carrier,
            host: Arc::new(SystemHost::new()),
            build: concat!("mound ", env!("CARGO_PKG_VERSION")).to_owned(),
            capabilities: Capabilities::default(),
            times: Times::default(),
            limits: Limits::default(),
            measures_round_trips: true,
            writes_at_once: true,
        }
    }
}

impl Times {
    /// A peer that is silent for so long is down. However long that is, this node is heard as often as usual, since
    /// peers may wait for less.
    pub fn within(silence: Duration) -> Times {
        let usual = Times::default();
        let heartbeat = usual
            .heartbeat
            .min(silence / 4)
            .max(Duration::from_millis(1));
        let misses = silence.as_millis().div_ceil(heartbeat.as_millis());
        Times {
            heartbeat,
            heartbeat_misses: u32::try_from(misses).unwrap_or(u32::MAX),
            ..usual
        }
    }
}

impl Default for Times {
    fn default() -> Times {
        Times {
            connect_limit: Duration::from_secs(3),
            handshake_limit: Duration::from_secs(5),
            heartbeat: Duration::from_secs(1),
            heartbeat_misses: 4,
            fetch_limit: Duration::from_secs(10),
            stall_limit: Duration::from_secs(30),
            settle_limit: Duration::from_secs(30),
        }
    }
}

impl Limits {
    /// Those of a node whose program may take `memory` bytes, if that has a bound: whatever one peer does, it
    /// holds a small part of it.
    pub fn within(memory: Option<usize>, budget: Budget) -> Limits {
        let usual = Limits {
            budget,
            ..Limits::default()
        };
        let Some(memory) = memory else { return usual };
        let share = |parts: usize, least: usize, most: usize| (memory / parts).clamp(least, most);
        Limits {
            outbox_bytes: share(32, 4 << 20, usual.outbox_bytes),
            waiting_bytes: share(32, 1 << 20, usual.waiting_bytes),
            message_bytes: share(8, 1 << 20, usual.message_bytes),
            unit_bytes: share(8, 1 << 20, usual.unit_bytes),
            undelivered_bytes: share(32, 1 << 20, usual.undelivered_bytes),
            connections: share(8 * CONNECTION_BYTES, 16, usual.connections),
            ..usual
        }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            lane_high_bytes: 1 << 20,
            lane_low_bytes: 512 << 10,
            outbox_bytes: 64 << 20,
            waiting_bytes: 64 << 20,
            message_bytes: 256 << 20,
            unit_bytes: 64 << 20,
            undelivered_bytes: 64 << 20,
            connections: 1024,
            greetings: 64,
            budget: Budget::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All limits that depend on the memory.
    fn shares(memory: Option<usize>) -> [usize; 6] {
        let limits = Limits::within(memory, Budget::default());
        let usual = Limits::default();
        assert_eq!(
            (
                limits.lane_high_bytes,
                limits.lane_low_bytes,
                limits.greetings
            ),
            (usual.lane_high_bytes, usual.lane_low_bytes, usual.greetings)
        );
        [
            limits.outbox_bytes,
            limits.waiting_bytes,
            limits.message_bytes,
            limits.unit_bytes,
            limits.undelivered_bytes,
            limits.connections,
        ]
    }

    #[test]
    fn one_peer_holds_a_small_part_of_the_memory() {
        const MB: usize = 1 << 20;
        let usual = [64 * MB, 64 * MB, 256 * MB, 64 * MB, 64 * MB, 1024];
        assert_eq!(shares(None), usual);
        for (memory, expected) in [
            (0, [4 * MB, MB, MB, MB, MB, 16]),
            (8 * MB, [4 * MB, MB, MB, MB, MB, 16]),
            (24 * MB, [4 * MB, MB, 3 * MB, 3 * MB, MB, 16]),
            (96 * MB, [4 * MB, 3 * MB, 12 * MB, 12 * MB, 3 * MB, 64]),
            (512 * MB, [16 * MB, 16 * MB, 64 * MB, 64 * MB, 16 * MB, 341]),
            (
                1024 * MB,
                [32 * MB, 32 * MB, 128 * MB, 64 * MB, 32 * MB, 682],
            ),
            (2048 * MB, usual),
            (usize::MAX, usual),
        ] {
            assert_eq!(shares(Some(memory)), expected, "{} MB", memory / MB);
        }
    }

    #[test]
    fn a_peer_that_is_silent_for_so_long_is_lost() {
        let seconds = Duration::from_secs;
        let short = [0, 1, 30, 999].map(Duration::from_millis);
        for silence in short.into_iter().chain([3, 4, 5, 100].map(seconds)) {
            let times = Times::within(silence);
            let least = times.heartbeat * times.heartbeat_misses;
            assert!(
                least >= silence && least <= silence + times.heartbeat,
                "{times:?}"
            );
            assert!(times.heartbeat <= Times::default().heartbeat && !times.heartbeat.is_zero());
        }
    }
}
