//! Signals that wait in a lane, as bytes: one that is small takes hardly more room here than it took of the
//! credit, so the credit of a lane bounds what a peer can have waiting in it.
//!
//! ```text
//!   chunk:  | length u32 | signal | length u32 | signal | ...   up to CHUNK_BYTES, or one large signal
//! ```

use std::collections::VecDeque;

/// Small signals share chunks of this size.
const CHUNK_BYTES: usize = 4096;
const LENGTH_BYTES: usize = 4;

/// The oldest first.
#[derive(Default)]
pub(super) struct Backlog {
    chunks: VecDeque<Vec<u8>>,
    /// Bytes of the first chunk that were taken.
    taken: usize,
}

impl Backlog {
    /// What a signal of so many bytes takes here.
    pub fn cost(bytes: usize) -> usize {
        LENGTH_BYTES + bytes
    }

    pub fn push(&mut self, signal: &[u8]) {
        let needed = Backlog::cost(signal.len());
        let fits = |chunk: &&mut Vec<u8>| chunk.len() + needed <= CHUNK_BYTES;
        let chunk = match self.chunks.back_mut().filter(fits) {
            Some(chunk) => chunk,
            None => {
                let chunk = Vec::with_capacity(needed.max(CHUNK_BYTES));
                self.chunks.push_back(chunk);
                self.chunks.back_mut().expect("one was pushed just now")
            }
        };
        chunk.extend_from_slice(&(signal.len() as u32).to_le_bytes());
        chunk.extend_from_slice(signal);
    }

    pub fn pop(&mut self) -> Option<Vec<u8>> {
        let chunk = self.chunks.front()?;
        let (length, rest) = chunk[self.taken..].split_first_chunk::<LENGTH_BYTES>()?;
        let length = u32::from_le_bytes(*length) as usize;
        let signal = rest[..length].to_vec();
        self.taken += Backlog::cost(length);
        if self.taken == chunk.len() {
            self.chunks.pop_front();
            self.taken = 0;
        }
        Some(signal)
    }

    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    pub fn clear(&mut self) {
        *self = Backlog::default();
    }

    #[cfg(test)]
    fn room_bytes(&self) -> usize {
        self.chunks.iter().map(Vec::capacity).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    #[test]
    fn signals_come_out_as_they_went_in() {
        let mut random = Random::new(5);
        let (mut backlog, mut model) = (Backlog::default(), VecDeque::new());
        for _ in 0..20_000 {
            if random.below(2) == 0 {
                let length = [0, 3, 100, 5000][random.below(4)];
                let signal = vec![random.next() as u8; length];
                backlog.push(&signal);
                model.push_back(signal);
            } else {
                assert_eq!(backlog.pop(), model.pop_front());
            }
        }
        while let Some(signal) = model.pop_front() {
            assert_eq!(backlog.pop(), Some(signal));
        }
        assert_eq!(backlog.pop(), None);
        assert_eq!(backlog.room_bytes(), 0);
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
