//! Headers, kinds and field offsets: the only place that knows them.
//!
//! ```text
//!   63       36 35          16 15     9  8      7     3 2 0
//!  +-----------+--------------+--------+------+--------+---+
//!  | size      | hash         | aux    |frozen| kind   |111|   header
//!  +-----------+--------------+--------+------+--------+---+
//! ```
//!
//! `size` counts the words after the header. `hash` is 0 until the object is
//! first used as a key by identity; it stays with the object when it moves.
//! `aux`: strings: bytes per character (1, 2, 4); bignums: 1 if negative.
//!
//! Fields are words after the header, from 0:
//!
//! | kind | fields |
//! |---|---|
//! | Vector | elements |
//! | String | length in characters (raw), then the characters, packed |
//! | Bytevector | length in bytes (raw), then the bytes |
//! | Flonum | the bits (raw) |
//! | Bignum | limbs, least significant first (raw) |
//! | Ratio | numerator, denominator |
//! | Complex | real and imaginary part: two flonums, or two exact numbers |
//! | Closure | pointer to [`crate::code::Code`] (raw), then the free values |
//! | Box | the value |
//! | Record | the type, then the fields |
//! | RecordType | name (symbol), library (string), vector of field names, uid low 60 bits, uid high 60 bits (fixnums) |
//! | Values | the values |
//! | Continuation | chunk (or #f: nothing more to do), offset (fixnum), dynamic state |
//! | Chunk | next chunk (or #f), offset in it (fixnum), then frames, youngest first |
//! | Promise | done (boolean), value or thunk |
//! | Condition | kind (symbol), message (string), irritants (list), who (symbol or #f), payload, trace (string, or #f) |
//! | HashTable | see `primitives`' hash tables: equivalence and stability (fixnum), count, entries used, epoch, keys vector, values vector, index (bytevector, or #f) |
//! | Forward | the string that took this one's place (a mutable string that had to get wider); the other words are of no meaning |
//!
//! While objects are being moved or copied, the first word of one that is done
//! holds a *mark*: a word with the header tag and a kind that no object has,
//! and the new place above it. The car of a pair can hold a mark too, since no
//! value has the header tag.
//!
//! ```text
//!   63                         8 7      3 2 0
//!  +----------------------------+--------+---+
//!  | the value that replaces it | 31     |111|   mark
//!  +----------------------------+--------+---+
//! ```

use crate::value::{TAG_HEADER, Value};

/// Fields of a [`Kind::HashTable`]; the primitives give them meaning.
pub const HASH_TABLE_FIELDS: usize = 7;
/// The field of a hash table that names the collection at which addresses were
/// last hashed. Copies get 0 there, which no heap's epoch is.
pub const HASH_TABLE_EPOCH: usize = 3;
/// What stands there, as a fixnum, in a table that came from another node and was
/// not changed since: no key is where this node would look for it, since hashes of
/// symbols, pids and objects differ. Copies keep it.
pub const HASH_TABLE_EPOCH_FOREIGN: i64 = -1;
/// Fields of a [`Kind::Condition`].
pub const CONDITION_FIELDS: usize = 6;
/// Fields of a [`Kind::RecordType`].
pub const RECORD_TYPE_FIELDS: usize = 5;
/// Words of a [`Kind::Chunk`] before its frames.
pub const CHUNK_FIELDS: usize = 2;

/// What an object with a header is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Kind {
    Vector,
    String,
    Bytevector,
    Flonum,
    Bignum,
    Ratio,
    Closure,
    Box,
    Record,
    RecordType,
    Values,
    Continuation,
    Chunk,
    Promise,
    Condition,
    HashTable,
    Forward,
    Complex,
}

impl Kind {
    pub const ALL: [Kind; 18] = [
        Kind::Vector,
        Kind::String,
        Kind::Bytevector,
        Kind::Flonum,
        Kind::Bignum,
        Kind::Ratio,
        Kind::Closure,
        Kind::Box,
        Kind::Record,
        Kind::RecordType,
        Kind::Values,
        Kind::Continuation,
        Kind::Chunk,
        Kind::Promise,
        Kind::Condition,
        Kind::HashTable,
        Kind::Forward,
        Kind::Complex,
    ];

    /// Whether it is a number, which nobody changes, frozen or not.
    pub const fn is_number(self) -> bool {
        matches!(
            self,
            Kind::Flonum | Kind::Bignum | Kind::Ratio | Kind::Complex
        )
    }

    /// Whether the fields are bytes or limbs, which a collector must not look at.
    pub const fn is_raw(self) -> bool {
        matches!(
            self,
            Kind::String | Kind::Bytevector | Kind::Flonum | Kind::Bignum
        )
    }
}

/// The kind bits of a mark.
const MARK_KIND: u64 = 31;
const MARK_SHIFT: u32 = 8;
const MARK_MASK: u64 = (1 << MARK_SHIFT) - 1;

/// The mark that sends whoever finds it to `value`, whose bits must be below 2^56 (an address).
pub(crate) const fn mark_to(value: Value) -> u64 {
    value.bits() << MARK_SHIFT | MARK_KIND << KIND_SHIFT | TAG_HEADER
}

/// Where the mark in `word` leads, if it is one.
#[inline(always)]
pub(crate) const fn marked(word: u64) -> Option<Value> {
    if word & MARK_MASK == MARK_KIND << KIND_SHIFT | TAG_HEADER {
        Some(Value::from_word(word >> MARK_SHIFT))
    } else {
        None
    }
}

const RAW_KINDS: u32 = 1 << Kind::String as u32
    | 1 << Kind::Bytevector as u32
    | 1 << Kind::Flonum as u32
    | 1 << Kind::Bignum as u32;

const KIND_SHIFT: u32 = 3;
const FROZEN_BIT: u64 = 1 << 8;
const AUX_SHIFT: u32 = 9;
const HASH_SHIFT: u32 = 16;
const SIZE_SHIFT: u32 = 36;

/// What machine code must know of headers.
pub mod bits {
    use super::{AUX_SHIFT, KIND_SHIFT, Kind, TAG_HEADER};
    pub const SIZE_SHIFT: u32 = super::SIZE_SHIFT;
    pub const FROZEN: u64 = super::FROZEN_BIT;
    /// The lowest byte of the header of an object of `kind`.
    pub const fn low_byte(kind: Kind) -> u8 {
        ((kind as u64) << KIND_SHIFT | TAG_HEADER) as u8
    }
    /// Where `aux` begins.
    pub const AUX: u32 = AUX_SHIFT;
}

/// Bits of an identity hash.
pub const HASH_BITS: u32 = 20;
/// Largest size of one object in words (2 GiB).
pub const OBJECT_WORDS_MAX: usize = (1 << 28) - 1;

/// The first word of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub struct Header(u64);

impl Header {
    pub const fn new(kind: Kind, size: usize, aux: u8, frozen: bool) -> Header {
        debug_assert!(size <= OBJECT_WORDS_MAX && aux < 128);
        Header(
            (size as u64) << SIZE_SHIFT
                | (aux as u64) << AUX_SHIFT
                | if frozen { FROZEN_BIT } else { 0 }
                | (kind as u64) << KIND_SHIFT
                | TAG_HEADER,
        )
    }

    /// The header in `word`, or `None` if the word is a value (a forwarding pointer, or the car of a pair).
    #[inline(always)]
    pub const fn from_word(word: u64) -> Option<Header> {
        if word & 7 == TAG_HEADER {
            Some(Header(word))
        } else {
            None
        }
    }

    /// The header in `word`, the first word of an object (H1).
    #[inline(always)]
    pub(crate) const fn of_object(word: u64) -> Header {
        debug_assert!(word & 7 == TAG_HEADER, "H1: an object begins with a header");
        Header(word)
    }

    #[inline(always)]
    pub const fn word(self) -> u64 {
        self.0
    }

    #[inline]
    pub const fn kind(self) -> Kind {
        Kind::ALL[(self.0 >> KIND_SHIFT & 0x1f) as usize]
    }

    /// Whether the object is of `kind`; cheaper than comparing [`Header::kind`].
    #[inline(always)]
    pub const fn is(self, kind: Kind) -> bool {
        self.0 >> KIND_SHIFT & 0x1f == kind as u64
    }

    /// Whether the fields are bytes or limbs.
    #[inline(always)]
    pub(crate) const fn is_raw(self) -> bool {
        RAW_KINDS >> (self.0 >> KIND_SHIFT & 0x1f) & 1 != 0
    }

    pub(crate) const fn with_kind(self, kind: Kind) -> Header {
        Header(self.0 & !(0x1f << KIND_SHIFT) | (kind as u64) << KIND_SHIFT)
    }

    /// Words after the header.
    #[inline(always)]
    pub const fn size(self) -> usize {
        (self.0 >> SIZE_SHIFT) as usize
    }

    pub const fn aux(self) -> u8 {
        (self.0 >> AUX_SHIFT & 0x7f) as u8
    }

    pub const fn is_frozen(self) -> bool {
        self.0 & FROZEN_BIT != 0
    }

    pub const fn with_frozen(self, frozen: bool) -> Header {
        if frozen {
            Header(self.0 | FROZEN_BIT)
        } else {
            Header(self.0 & !FROZEN_BIT)
        }
    }

    pub const fn hash(self) -> u32 {
        (self.0 >> HASH_SHIFT) as u32 & ((1 << HASH_BITS) - 1)
    }

    pub const fn with_hash(self, hash: u32) -> Header {
        let mask = ((1u64 << HASH_BITS) - 1) << HASH_SHIFT;
        Header(self.0 & !mask | (hash as u64) << HASH_SHIFT & mask)
    }
}

const _: () = assert!(size_of::<Value>() == 8 && size_of::<Header>() == 8);
