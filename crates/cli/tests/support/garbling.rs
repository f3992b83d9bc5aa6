//! Signals that nobody would send, and a carrier that changes bytes on their way: all by chance, from a seed.

use crate::dice::Dice;
use mound_bytecode::unit::UnitHash;
use mound_node::{
    BoxFuture, Carrier, CarrierError, Connected, Identity, Listener, NodeId, Signal, TlsTcp, Tried,
    TryWrite,
};
use std::io;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};
use tokio::io::AsyncWrite;

/// What is made by chance.
pub struct Chance(Dice);

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance(Dice::new(seed))
    }

    fn number(&mut self) -> u64 {
        (0..3).fold(0, |number, _| number << 22 | self.below(1 << 22) as u64)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.0.below(limit)
    }

    /// Serials, requests and references: of processes that are there or were, small ones, and any at all.
    fn serial(&mut self) -> u64 {
        match self.below(4) {
            0 => 1 << 22 | self.below(64) as u64,
            1 => self.below(100) as u64,
            2 => u64::MAX - self.below(3) as u64,
            _ => self.number() >> self.below(64),
        }
    }

    /// One that no process has.
    fn dead(&mut self) -> u64 {
        1 << 40 | self.number() >> 20
    }

    fn bytes(&mut self, most: usize) -> Vec<u8> {
        let length = self.below(most);
        (0..length).map(|_| self.number() as u8).collect()
    }

    fn name(&mut self) -> String {
        match self.below(3) {
            0 => "sink".to_owned(),
            1 => String::new(),
            _ => "x".repeat(self.below(255)),
        }
    }

    /// A value, a part of one, one with changed bytes, or none.
    fn payload(&mut self, samples: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = match self.below(12) {
            0 => return self.bytes(1 << 12),
            1 => return vec![self.number() as u8; 1 << 21],
            _ => samples[self.below(samples.len())].clone(),
        };
        if self.below(3) == 0 {
            bytes.truncate(self.below(bytes.len() + 1));
        }
        for _ in 0..self.below(4) {
            if !bytes.is_empty() {
                let at = self.below(bytes.len());
                bytes[at] = self.number() as u8;
            }
        }
        bytes
    }
}

/// A signal of any kind. It ends no process that is there and links to none: that is the right of a peer.
pub fn any_signal(chance: &mut Chance, samples: &[Vec<u8>]) -> Signal {
    let (from, to, number) = (chance.serial(), chance.serial(), chance.serial());
    match chance.below(24) {
        0 => Signal::Send {
            to,
            from: (number % 2 == 0).then_some(from),
            payload: chance.payload(samples),
        },
        1 => Signal::SendNamed {
            name: chance.name(),
            from: (number % 2 == 0).then_some(from),
            payload: chance.payload(samples),
        },
        2 => Signal::Link { from, to },
        3 => Signal::Linked {
            from,
            to: chance.dead(),
        },
        4 => Signal::Unlinked { from, to },
        5 => Signal::Refused {
            to,
            why: chance.bytes(2000),
        },
        6 => Signal::Undelivered {
            to,
            from,
            name: chance.name(),
            why: "w".repeat(chance.below(1000)),
        },
        7 => Signal::Hold {
            from,
            name: chance.name(),
        },
        8 => Signal::Room { from },
        9 => Signal::SpawnNoted {
            request: number,
            from,
        },
        10 => Signal::Unlink {
            from,
            to,
            id: number,
        },
        11 => Signal::UnlinkAck {
            from,
            to,
            id: number,
        },
        12 => Signal::Exit {
            from,
            to,
            reason: chance.payload(samples),
        },
        13 => Signal::Monitor {
            from,
            to,
            reference: number,
        },
        14 => Signal::Demonitor {
            from,
            to,
            reference: number,
        },
        15 => Signal::Down {
            from,
            to,
            reference: number,
            reason: chance.payload(samples),
        },
        16 => Signal::SpawnRequest {
            request: number,
            from,
            options: chance.bytes(300),
            payload: chance.payload(samples),
        },
        17 => Signal::SpawnReply {
            request: number,
            to,
            result: match chance.below(2) {
                0 => Ok(from),
                _ => Err(chance.bytes(300)),
            },
        },
        18 => Signal::Terminate {
            to: chance.dead(),
            from: Some(from),
        },
        19 => Signal::CodeWant {
            hashes: vec![UnitHash([number as u8; 32]); chance.below(256)],
        },
        20 => Signal::CodeHave {
            hash: UnitHash([number as u8; 32]),
            unit: (number % 3 > 0).then(|| Arc::from(chance.bytes(5000))),
        },
        21 => Signal::Bulletin {
            text: chance.bytes(3000),
        },
        22 => Signal::Renewal {
            result: match chance.below(2) {
                0 => Ok(chance.bytes(3000)),
                _ => Err("because".to_owned()),
            },
        },
        _ => match chance.below(3) {
            0 => Signal::Ping { id: number },
            1 => Signal::Pong { id: number },
            _ => Signal::RenewalWant,
        },
    }
}

/// TLS with a valid certificate, in which bytes are changed before they are encrypted.
pub struct Garbling {
    inner: TlsTcp,
    seed: AtomicU64,
}

impl Garbling {
    pub fn new(home: &Path, seed: u64) -> Garbling {
        let identity = Identity::open(home).expect("the home is good");
        Garbling {
            inner: TlsTcp::new(&identity).expect("the certificate is good"),
            seed: AtomicU64::new(seed << 8),
        }
    }
}

impl Carrier for Garbling {
    fn node(&self) -> NodeId {
        self.inner.node()
    }

    fn listen(&self, address: &str) -> BoxFuture<Result<Box<dyn Listener>, io::Error>> {
        self.inner.listen(address)
    }

    fn dial(&self, address: &str) -> BoxFuture<Result<Connected, CarrierError>> {
        let dialled = self.inner.dial(address);
        let chance = Chance::new(self.seed.fetch_add(1, Ordering::Relaxed));
        Box::pin(async move {
            let mut connected = dialled.await?;
            connected.writer = Box::new(Garbler {
                inner: connected.writer,
                chance,
                left: GREETING_BYTES,
            });
            Ok(connected)
        })
    }
}

/// More than a greeting has: that goes through as it is.
const GREETING_BYTES: usize = 1000;
/// Of so many writes one is changed.
const WRITES_PER_CHANGE: usize = 2;

struct Garbler {
    inner: Box<dyn TryWrite>,
    chance: Chance,
    left: usize,
}

impl Garbler {
    /// What is written instead of some bytes, if they are changed.
    fn changed(&mut self, bytes: &[u8]) -> Option<Vec<u8>> {
        self.left = self.left.saturating_sub(bytes.len());
        if self.left > 0 || bytes.is_empty() || self.chance.below(WRITES_PER_CHANGE) > 0 {
            return None;
        }
        let mut changed = bytes.to_vec();
        // A few, of which most lie in payloads, where they may mean something; or so many that some lie elsewhere.
        let most = [3, 64][self.chance.below(2)];
        for _ in 0..=self.chance.below(most) {
            let at = self.chance.below(changed.len());
            changed[at] = self.chance.number() as u8;
        }
        Some(changed)
    }
}

impl TryWrite for Garbler {
    fn try_write(&mut self, bytes: &[u8]) -> io::Result<Tried> {
        let changed = self.changed(bytes);
        self.inner.try_write(changed.as_deref().unwrap_or(bytes))
    }
}

impl AsyncWrite for Garbler {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let changed = self.changed(bytes);
        Pin::new(&mut self.inner).poll_write(context, changed.as_deref().unwrap_or(bytes))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(context)
    }
}
