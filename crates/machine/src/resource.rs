//! What the world lends to a process: files, connections, subprocesses.
//!
//! A resource belongs to one process, its *owner*, and is known by the pid of
//! that process; it is closed when the owner ends. What has been read from it and
//! is not consumed stands beside it ([`Incoming`]), not in the memory of a
//! process, so every process of the node that has the pid finds the same position.
//! A process of another node asks the owner.

use mound_base::{Nesting, Symbol, SymbolRef};
use mound_heap::budget::Scratch;
use mound_heap::value::Name;
use std::sync::Arc;

/// The resources of this node. Nothing here waits: what takes time is a
/// [`crate::Request`].
pub trait Resources {
    /// Lets the action look at what has come for the owner's resource. False if it has none to read
    /// from (any more). The action must not call back.
    fn with_incoming(&mut self, owner: Name, action: &mut dyn FnMut(&mut Incoming)) -> bool;
    /// Begins to read if nothing has come, without an answer.
    fn prefetch(&mut self, owner: Name);
    /// Queues bytes for the owner's resource. They are written in the order of the calls.
    fn put(&mut self, owner: Name, bytes: &[u8]) -> Put;
    /// Takes back what was lent (see [`crate::windows`]), of which so many bytes are consumed.
    fn give_back(&mut self, owner: Name, consumed: usize);
    /// Queues bytes that were written before now, however much is queued. They are lost if the
    /// resource is closed or a write has failed.
    fn put_anyway(&mut self, owner: Name, bytes: &[u8]);
    /// Whether the owner has a resource that is not closed.
    fn is_open(&self, owner: Name) -> bool;
}

/// What became of bytes that were to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Put {
    Queued,
    /// Too much is queued already: make a [`crate::Request::Drain`] and try again.
    Full,
    /// There is no such resource, or none to write to.
    Closed,
    /// An earlier write has failed: kind and message.
    Failed(Symbol, String),
}

/// Bytes that have been read and are not consumed.
#[derive(Debug)]
pub struct Incoming {
    bytes: Vec<u8>,
    /// Counts the room of `bytes` in the budget of the node; after it, so that it is counted until it is free.
    counted: Scratch,
    /// Bytes at the front of `bytes` that are consumed.
    consumed: usize,
    /// Bytes consumed in all: the position, for messages.
    offset: u64,
    /// Changes whenever something comes, so that nobody waits for what has come meanwhile.
    pub version: u64,
    /// Nothing follows for now. Whoever reads the end takes it away: a file may grow.
    pub end: bool,
    /// It never keeps a reader waiting for long, as files do not.
    pub is_prompt: bool,
    /// What it is called in messages.
    pub name: Arc<str>,
    /// How far the rest has been looked at in vain. Forgotten when something is consumed.
    pub scanned: Scanned,
    /// Whether `#!fold-case` was read.
    pub folds_case: bool,
    /// Bytes that one process has in a window; nobody else reads until it gives them back. 0: none.
    lent: usize,
    /// How much is lent next.
    window: usize,
}

/// Bytes of the smallest and the largest window: one that is hardly used costs little, and one for
/// a whole turn holds about what a turn reads.
pub const WINDOW_BYTES: (usize, usize) = (64, 4096);

/// What need not be looked at again when more has come.
#[derive(Clone, Copy, Default, Debug)]
pub struct Scanned {
    /// Bytes without an end of line.
    pub line: usize,
    /// Bytes that hold this many whole characters.
    pub characters: (usize, usize),
    /// What the rest opens, once it was found to be no whole datum.
    unfinished: Option<Nesting>,
}

/// Room that stays with a port whose bytes were consumed.
const ROOM_KEPT: usize = 1 << 20;

impl Incoming {
    pub fn new(name: Arc<str>, is_prompt: bool) -> Incoming {
        Incoming {
            bytes: Vec::new(),
            counted: Scratch::new(0),
            consumed: 0,
            offset: 0,
            version: 0,
            end: false,
            is_prompt,
            name,
            scanned: Scanned::default(),
            folds_case: false,
            lent: 0,
            window: WINDOW_BYTES.0,
        }
    }

    pub fn is_lent(&self) -> bool {
        self.lent > 0
    }

    /// Characters for a window: as many whole ones as are worth it.
    pub fn lend(&mut self) -> Option<&str> {
        let piece = &self.bytes[self.consumed..];
        let piece = &piece[..piece.len().min(self.window)];
        let length = match std::str::from_utf8(piece) {
            Ok(_) => piece.len(),
            Err(error) => error.valid_up_to(),
        };
        self.lent = length;
        std::str::from_utf8(&piece[..length])
            .ok()
            .filter(|text| !text.is_empty())
    }

    /// Takes back what was lent. Who read all of it is lent more the next time.
    pub fn give_back(&mut self, consumed: usize) {
        let next = match consumed >= self.lent {
            true => 2 * self.window,
            false => 2 * consumed,
        };
        self.window = next.clamp(WINDOW_BYTES.0, WINDOW_BYTES.1);
        self.consume(consumed.min(self.lent));
        self.lent = 0;
    }

    /// What is not consumed.
    #[inline]
    pub fn rest(&self) -> &[u8] {
        &self.bytes[self.consumed..]
    }

    /// The position of the first byte of [`Incoming::rest`].
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Consumes this many bytes of the rest.
    #[inline]
    pub fn consume(&mut self, count: usize) {
        let count = count.min(self.bytes.len() - self.consumed);
        self.consumed += count;
        self.offset += count as u64;
        self.scanned = Scanned::default();
    }

    /// Notes that this many bytes of the rest are no whole datum.
    pub fn note_unfinished(&mut self, bytes: usize) {
        let text = &self.bytes[self.consumed..][..bytes];
        let unfinished = &mut self.scanned.unfinished;
        unfinished.get_or_insert_default().note_unfinished(text);
    }

    /// Whether the rest is certainly no whole datum either, with what was added since that was noted.
    pub fn is_unfinished(&mut self) -> bool {
        let rest = &self.bytes[self.consumed..];
        let unfinished = self.scanned.unfinished.as_mut();
        unfinished.is_some_and(|nesting| nesting.is_unfinished(rest))
    }

    /// Bytes of memory that it takes to add so many: none while there is room. To be asked about before much is read.
    pub fn growth(&self, bytes: usize) -> usize {
        self.capacity_with(bytes)
            .saturating_sub(self.bytes.capacity())
    }

    /// Bytes of memory that it has.
    pub fn capacity(&self) -> usize {
        self.bytes.capacity()
    }

    /// The room for so many bytes more: half as much again where it was too little, since all of it is moved then.
    fn capacity_with(&self, bytes: usize) -> usize {
        let rest = self.bytes.len() - self.consumed;
        match rest + bytes <= self.bytes.capacity() {
            true => self.bytes.capacity(),
            false => (rest + bytes).max(rest + rest / 2),
        }
    }

    /// Adds what has come; of nothing: the end.
    pub fn add(&mut self, bytes: &[u8]) {
        self.version += 1;
        if bytes.is_empty() {
            self.end = true;
            return;
        }
        self.end = false;
        let capacity = self.capacity_with(bytes.len());
        self.bytes.drain(..self.consumed);
        self.consumed = 0;
        self.bytes.reserve_exact(capacity - self.bytes.len());
        self.bytes.extend_from_slice(bytes);
        if self.bytes.capacity() > ROOM_KEPT.max(4 * self.bytes.len()) {
            self.bytes.shrink_to(2 * self.bytes.len());
        }
        if self.bytes.capacity() != self.counted.bytes() {
            self.counted = Scratch::new(self.bytes.capacity());
        }
    }
}

/// Plain data that goes to the host and comes back: arguments and results of operations.
#[derive(Clone, PartialEq, Debug)]
pub enum Item {
    Boolean(bool),
    Integer(i64),
    Real(f64),
    Text(String),
    Bytes(Vec<u8>),
    Symbol(SymbolRef),
    Process(Name),
    List(Vec<Item>),
    Unspecified,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What has come and nobody has read is memory of the node.
    #[test]
    fn bytes_that_have_come_are_counted_and_their_room_goes() {
        let mut incoming = Incoming::new("test".into(), true);
        for _ in 0..256 {
            incoming.add(&[b'a'; 1 << 16]);
        }
        assert!(incoming.counted.bytes() >= 16 << 20);
        incoming.consume(16 << 20);
        incoming.add(b"more");
        assert_eq!(incoming.rest(), b"more");
        assert!(incoming.counted.bytes() <= ROOM_KEPT);
    }

    fn incoming(text: &str) -> Incoming {
        let mut incoming = Incoming::new("test".into(), true);
        incoming.add(text.as_bytes());
        incoming
    }

    /// What is added comes out in its order, at its position, whatever is consumed in between.
    #[test]
    fn bytes_come_out_as_they_came_in() {
        let mut incoming = Incoming::new("test".into(), true);
        let (mut expected, mut consumed) = (Vec::new(), 0);
        let mut next = 0_u32;
        for round in 0..400_usize {
            let count = round * 37 % 101;
            let bytes: Vec<u8> = (0..count)
                .map(|_| {
                    next = next.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (next >> 24) as u8
                })
                .collect();
            expected.extend_from_slice(&bytes);
            let version = incoming.version;
            incoming.add(&bytes);
            assert_eq!(incoming.version, version + 1);
            assert_eq!(incoming.end, bytes.is_empty());
            assert_eq!(incoming.rest(), &expected[consumed..]);
            // Also more than there is.
            let wanted = round * 53 % 211;
            incoming.consume(wanted);
            consumed = expected.len().min(consumed + wanted);
            assert_eq!(incoming.offset(), consumed as u64);
            assert_eq!(incoming.rest(), &expected[consumed..]);
            assert_eq!(incoming.counted.bytes(), incoming.capacity());
        }
    }

    /// What `growth` says is what the next bytes take, and all of it is not moved for every few bytes.
    #[test]
    fn room_grows_by_half_and_as_was_said() {
        let mut incoming = Incoming::new("test".into(), true);
        let mut grown = 0;
        for _ in 0..10_000 {
            let before = incoming.capacity();
            let said = incoming.growth(100);
            incoming.add(&[b'a'; 100]);
            assert_eq!(incoming.capacity() - before, said);
            if said > 0 {
                grown += 1;
                let rest = incoming.rest().len();
                assert!(incoming.capacity() >= rest + (rest - 100) / 2 - 100);
                assert!(incoming.capacity() <= rest + rest / 2);
            }
        }
        assert!((20..60).contains(&grown), "{grown}");
        // A piece that is longer than half as much again takes its own length.
        let mut short = incoming_of(10);
        assert_eq!(short.growth(1000), 1010 - short.capacity());
        assert_eq!(short.growth(0), 0);
        let room = short.capacity() - 10;
        assert_eq!(short.growth(room), 0);
        assert!(short.growth(room + 1) > 0);
        short.consume(10);
        assert_eq!(short.growth(short.capacity()), 0);
    }

    fn incoming_of(count: usize) -> Incoming {
        incoming(&"a".repeat(count))
    }

    #[test]
    fn windows_grow_with_what_is_read_of_them() {
        let (least, most) = WINDOW_BYTES;
        let mut incoming = incoming_of(100_000);
        assert!(!incoming.is_lent());
        // Who reads all of it is lent twice as much the next time.
        let mut expected = least;
        for _ in 0..12 {
            let lent = incoming.lend().map(str::len);
            assert_eq!(lent, Some(expected));
            assert!(incoming.is_lent());
            let offset = incoming.offset();
            incoming.give_back(expected);
            assert!(!incoming.is_lent());
            assert_eq!(incoming.offset(), offset + expected as u64);
            expected = (2 * expected).min(most);
        }
        assert_eq!(expected, most);
        // Who reads less is lent twice of that.
        for (read, next) in [(1000, 2000), (1999, 3998), (1, least), (0, least)] {
            incoming.lend();
            let offset = incoming.offset();
            incoming.give_back(read);
            assert_eq!(incoming.offset(), offset + read as u64);
            assert_eq!(incoming.lend().map(str::len), Some(next), "{read}");
            incoming.give_back(0);
            incoming.window = 2 * read.max(500);
        }
        // No more is consumed than was lent.
        let lent = incoming.lend().map(str::len);
        let offset = incoming.offset();
        incoming.give_back(usize::MAX / 4);
        assert_eq!(incoming.offset(), offset + lent.unwrap_or(0) as u64);
    }

    #[test]
    fn windows_hold_whole_characters() {
        let (least, _) = WINDOW_BYTES;
        let mut incoming = incoming(&format!("{}λλ", "a".repeat(least - 1)));
        assert_eq!(incoming.lend(), Some(&*"a".repeat(least - 1)));
        incoming.give_back(least - 1);
        assert_eq!(incoming.lend(), Some("λλ"));
        incoming.give_back(4);
        // Nothing has come, or the beginning of a character, or what is none.
        for bytes in [&[][..], &[0xce], &[0xff, b'a']] {
            incoming.add(bytes);
            assert_eq!(incoming.lend(), None);
            assert!(!incoming.is_lent());
            incoming.consume(2);
        }
    }

    /// What was looked at in vain is not looked at again, until more has come that may end it.
    #[test]
    fn beginnings_of_data_are_known_until_something_is_consumed() {
        let mut incoming = incoming("skip (a (b");
        assert!(!incoming.is_unfinished());
        incoming.consume(5);
        incoming.note_unfinished(5);
        assert!(incoming.is_unfinished());
        incoming.add(b" c)");
        assert!(incoming.is_unfinished());
        incoming.add(b")");
        assert!(!incoming.is_unfinished());
        incoming.note_unfinished(3);
        incoming.consume(1);
        assert!(!incoming.is_unfinished());
    }
}
