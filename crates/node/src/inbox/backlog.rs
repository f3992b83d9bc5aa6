//! Signals that wait, as bytes: one that is small takes hardly more room here than it took of the credit, so the credit
//! of a lane bounds what a peer can have waiting in it. Those that came in pieces are not made bytes again.
//!
//! ```text
//!   chunk:  | length u32 | signal | length u32 | signal | ...   up to CHUNK_BYTES, or one signal
//! ```

use std::collections::VecDeque;

use crate::signal::{Decoded, Signal};

/// Small signals share chunks of this size.
const CHUNK_BYTES: usize = 4096;
const LENGTH_BYTES: usize = 4;

/// The oldest first.
#[derive(Default)]
pub(super) struct Backlog {
    chunks: VecDeque<Chunk>,
    /// Bytes of the first chunk that were taken.
    taken: usize,
}

enum Chunk {
    Bytes(Vec<u8>),
    /// With its length as a message, and the lane in which it came.
    Whole(Box<Signal>, usize, usize),
}

/// A signal that has waited.
pub(super) enum Waited {
    Bytes(Vec<u8>),
    Whole(Box<Signal>, usize, usize),
}

impl Backlog {
    /// What a signal of so many bytes takes here.
    pub fn cost(bytes: usize) -> usize {
        LENGTH_BYTES + bytes
    }

    /// Adds one as it came, in the lane to which it belongs.
    pub fn push(&mut self, signal: &[u8]) {
        let needed = Backlog::cost(signal.len());
        if !matches!(self.chunks.back(), Some(Chunk::Bytes(chunk)) if chunk.len() + needed <= CHUNK_BYTES)
        {
            let chunk = Vec::with_capacity(needed.max(CHUNK_BYTES));
            self.chunks.push_back(Chunk::Bytes(chunk));
        }
        if let Some(Chunk::Bytes(chunk)) = self.chunks.back_mut() {
            chunk.extend_from_slice(&(signal.len() as u32).to_le_bytes());
            chunk.extend_from_slice(signal);
        }
    }

    /// Adds one that was a message of so many bytes, in the lane `came`.
    pub fn push_whole(&mut self, signal: Signal, length: usize, came: usize) {
        self.chunks
            .push_back(Chunk::Whole(Box::new(signal), length, came));
    }

    /// Adds what has waited in another one.
    pub fn push_waited(&mut self, waited: Waited) {
        match waited {
            Waited::Bytes(bytes) => self.push(&bytes),
            Waited::Whole(signal, length, came) => {
                self.chunks.push_back(Chunk::Whole(signal, length, came));
            }
        }
    }

    pub fn pop(&mut self) -> Option<Waited> {
        if let Chunk::Bytes(chunk) = self.chunks.front()? {
            let (length, rest) = chunk[self.taken..].split_first_chunk::<LENGTH_BYTES>()?;
            let length = u32::from_le_bytes(*length) as usize;
            let signal = rest[..length].to_vec();
            self.taken += Backlog::cost(length);
            if self.taken == chunk.len() {
                self.chunks.pop_front();
                self.taken = 0;
            }
            return Some(Waited::Bytes(signal));
        }
        match self.chunks.pop_front()? {
            Chunk::Whole(signal, length, came) => Some(Waited::Whole(signal, length, came)),
            Chunk::Bytes(_) => None,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    #[cfg(test)]
    fn room_bytes(&self) -> usize {
        let room = |chunk: &Chunk| match chunk {
            Chunk::Bytes(bytes) => bytes.capacity(),
            Chunk::Whole(_, length, _) => *length,
        };
        self.chunks.iter().map(room).sum()
    }
}

impl Waited {
    /// What was counted for it.
    pub fn held(&self) -> usize {
        Backlog::cost(match self {
            Waited::Bytes(bytes) => bytes.len(),
            Waited::Whole(_, length, _) => *length,
        })
    }

    /// The lane in which it came, if `belongs` is that to which it belongs.
    pub fn came(&self, belongs: usize) -> usize {
        match self {
            Waited::Bytes(_) => belongs,
            Waited::Whole(_, _, came) => *came,
        }
    }

    /// Whose it is.
    pub fn source(&self) -> Option<u64> {
        match self {
            Waited::Whole(signal, ..) => signal.source(),
            Waited::Bytes(bytes) => match Signal::decode(bytes) {
                Ok(Decoded::Known(signal)) => signal.source(),
                _ => None,
            },
        }
    }

    /// It was looked at when it came, and is one.
    pub fn signal(self) -> Option<Signal> {
        match self {
            Waited::Whole(signal, ..) => Some(*signal),
            Waited::Bytes(bytes) => match Signal::decode(&bytes) {
                Ok(Decoded::Known(signal)) => Some(signal),
                _ => None,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    fn signal(fill: u8, bytes: usize) -> Signal {
        Signal::Send {
            to: 1,
            from: Some(2),
            payload: vec![fill; bytes],
        }
    }

    #[test]
    fn signals_come_out_as_they_went_in() {
        let mut random = Random::new(5);
        let (mut backlog, mut model) = (Backlog::default(), VecDeque::new());
        let mut cost = 0;
        for _ in 0..20_000 {
            if random.below(2) == 0 {
                let length = [0, 3, 100, 5000][random.below(4)];
                let signal = signal(random.next() as u8, length);
                let bytes = signal.clone().encode();
                let came = 2 + random.below(2);
                cost += Backlog::cost(bytes.len());
                match random.below(3) {
                    0 => backlog.push_whole(signal.clone(), bytes.len(), came),
                    _ => backlog.push(&bytes),
                }
                model.push_back(signal);
            } else if let Some(waited) = backlog.pop() {
                cost -= waited.held();
                assert_eq!(waited.signal(), model.pop_front());
            }
        }
        while let Some(waited) = backlog.pop() {
            cost -= waited.held();
            assert_eq!(waited.signal(), model.pop_front());
        }
        assert_eq!((model.len(), cost, backlog.room_bytes()), (0, 0, 0));
    }

    #[test]
    fn small_signals_take_little_room() {
        let mut backlog = Backlog::default();
        for _ in 0..100_000 {
            backlog.push(&[4, 1, 2]);
        }
        assert!(backlog.room_bytes() < 100_000 * 8);
    }
}
