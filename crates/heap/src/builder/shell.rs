//! Objects that stand before their fields are known, so that a decoder can make a
//! graph in one pass: whatever refers back to an object finds it in its place.
//!
//! All fields are `#f` until they are filled.

use super::FragmentBuilder;
use crate::fragment::FragmentRef;
use crate::home::PointRef;
use crate::layout::{
    CHUNK_FIELDS, CONDITION_FIELDS, HASH_TABLE_EPOCH, HASH_TABLE_FIELDS, Header, Kind,
};
use crate::object::kind_of;
use crate::value::{RELATIVE, Value};

/// An object whose fields are to be filled.
#[derive(Clone, Copy, Debug)]
pub struct Shell {
    value: Value,
    /// Word of the first field that may be filled.
    first: usize,
    count: usize,
}

impl Shell {
    pub fn value(self) -> Value {
        self.value
    }

    /// Fields that may be filled.
    pub fn count(self) -> usize {
        self.count
    }
}

/// Pairs, each the cdr of the one before, whose cars are to be filled.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    start: usize,
    count: usize,
    tag: u64,
}

impl Run {
    /// Pair `index` of the run.
    #[inline]
    pub fn pair(self, index: usize) -> Value {
        debug_assert!(index < self.count);
        Value::from_word(self.tag + 8 * (self.start + 2 * index) as u64)
    }
}

impl FragmentBuilder {
    /// Makes room for so many words at once.
    pub fn reserve(&mut self, words: usize) {
        self.words.reserve(words);
    }

    /// `count` pairs, at least one; the last cdr is `()` unless [`FragmentBuilder::end_run`] sets it.
    pub fn run(&mut self, count: usize) -> Run {
        assert!(count > 0, "a run has a pair");
        let start = self.words.len();
        let tag = RELATIVE | Value::pair_at(0, self.freezes).bits();
        self.words.reserve(2 * count);
        for index in 1..count {
            let next = tag + 8 * (start + 2 * index) as u64;
            self.words.extend([Value::FALSE.bits(), next]);
        }
        self.words.extend([Value::FALSE.bits(), Value::NULL.bits()]);
        Run { start, count, tag }
    }

    /// Sets the car of pair `index` of a run.
    #[inline]
    pub fn fill_run(&mut self, run: Run, index: usize, car: Value) {
        assert!(index < run.count, "pair of a run");
        self.words[run.start + 2 * index] = car.bits();
    }

    /// Sets the last cdr of a run.
    pub fn end_run(&mut self, run: Run, tail: Value) {
        self.words[run.start + 2 * run.count - 1] = tail.bits();
    }

    /// An object of `kind` with `size` fields, all of which are values.
    pub fn shell(&mut self, kind: Kind, size: usize) -> Shell {
        let fits = match kind {
            Kind::Vector | Kind::Values => true,
            Kind::Box => size == 1,
            Kind::Record => size >= 1,
            Kind::Continuation => size == 3,
            Kind::Promise => size == 2,
            Kind::Condition => size == CONDITION_FIELDS,
            Kind::HashTable => size == HASH_TABLE_FIELDS,
            Kind::String
            | Kind::Bytevector
            | Kind::Flonum
            | Kind::Bignum
            | Kind::Ratio
            | Kind::Complex
            | Kind::Closure
            | Kind::RecordType
            | Kind::Chunk
            | Kind::Forward => false,
        };
        assert!(fits, "shells have only values");
        let fields = std::iter::repeat_n(Value::FALSE.bits(), size);
        let value = self.object(kind, 0, fields);
        let first = self.words.len() - size;
        let number = [(Kind::Continuation, 1), (Kind::HashTable, HASH_TABLE_EPOCH)];
        if let Some((_, field)) = number.into_iter().find(|(of, _)| *of == kind) {
            self.words[first + field] = Value::fixnum(0).bits();
        }
        Shell {
            value,
            first,
            count: size,
        }
    }

    /// A closure of a function of `unit`, which is named as an edge; its free values are to be filled.
    pub fn closure_shell(&mut self, unit: &FragmentRef, function: u32) -> Option<Shell> {
        debug_assert!(self.is_edge(unit), "H5: an edge is missing");
        let code = unit.codes().get(function as usize)?;
        let count = code.free_count as usize;
        let free = std::iter::repeat_n(Value::FALSE.bits(), count);
        let fields = std::iter::once(std::ptr::from_ref(code) as u64).chain(free);
        let value = self.object(Kind::Closure, 0, fields);
        Some(Shell {
            value,
            first: self.words.len() - count,
            count,
        })
    }

    /// A chunk of frames suspended at `points`, youngest first, whose units are named
    /// as edges. To be filled are next chunk, offset in it, and slots: see [`slot_field`].
    pub fn chunk_shell(&mut self, points: &[PointRef]) -> Shell {
        let fields = [Value::FALSE.bits(), Value::fixnum(0).bits()];
        let frames = points.iter().flat_map(|point| {
            let slots = std::iter::repeat_n(0, point.base().saturating_sub(1));
            std::iter::once(point.word()).chain(slots)
        });
        let value = self.object(Kind::Chunk, 0, fields.into_iter().chain(frames));
        let words: usize = points.iter().map(|point| point.base().max(1)).sum();
        let count = CHUNK_FIELDS + words;
        Shell {
            value,
            first: self.words.len() - count,
            count,
        }
    }

    /// Sets field `index` of a shell.
    #[inline]
    pub fn fill(&mut self, shell: Shell, index: usize, value: Value) {
        assert!(index < shell.count, "field of a shell");
        self.words[shell.first + index] = value.bits();
    }

    /// What is in field `index` of a shell now.
    pub fn filled(&self, shell: Shell, index: usize) -> Value {
        assert!(index < shell.count, "field of a shell");
        Value::from_word(self.words[shell.first + index])
    }

    /// An integer that is no fixnum, by its magnitude: least significant byte first, the last not zero.
    pub fn bignum(&mut self, negative: bool, magnitude: &[u8]) -> Value {
        let limbs = magnitude.chunks(8).map(|chunk| {
            let mut limb = [0; 8];
            limb[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(limb)
        });
        self.object(Kind::Bignum, negative as u8, limbs)
    }

    /// The kind of a value that this builder made, or that lies in an edge.
    #[inline]
    pub fn kind_of(&self, value: Value) -> Option<Kind> {
        if !value.is_relative() {
            return kind_of(value);
        }
        self.header(value).map(Header::kind)
    }

    /// Whether this builder made the object that `value` leads to.
    pub fn has_made(&self, value: Value) -> bool {
        value.is_relative()
    }

    /// Whether `value` can never be changed: it is frozen or a number, or no object at all.
    pub fn stays(&self, value: Value) -> bool {
        match self.header(value) {
            Some(header) => header.is_frozen() || header.kind().is_number(),
            // What lies in an edge is frozen.
            None => !(value.is_relative() && value.is_mutable_pair()),
        }
    }

    /// Number of elements, if `value` is a vector that this builder made.
    pub fn vector_length(&self, value: Value) -> Option<usize> {
        let header = self.header(value)?;
        header.is(Kind::Vector).then(|| header.size())
    }

    fn header(&self, value: Value) -> Option<Header> {
        if !value.is_relative() || !value.is_object() {
            return None;
        }
        let start = ((value.bits() & !RELATIVE) >> 3) as usize;
        Header::from_word(*self.words.get(start)?)
    }

    fn is_edge(&self, unit: &FragmentRef) -> bool {
        unit.is_immortal() || self.edges.iter().any(|edge| edge.is_same(unit))
    }
}

/// Field of a chunk shell that is slot `slot` of the frame that begins at word `offset` of the frames.
pub fn slot_field(offset: usize, base: usize, slot: usize) -> usize {
    CHUNK_FIELDS + offset + base - slot
}
