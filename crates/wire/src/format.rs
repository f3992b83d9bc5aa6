//! The codes that values begin with, and numbers as bytes.
//!
//! ```text
//!   00..6f   fixnum 0..111            80..8f  list of 1..16 elements
//!   70..7f   fixnum -16..-1           90..97  run of 1..8 pairs with a tail
//!   c0..ff   fixnum of 14 bits        98..bc  the codes below
//! ```
//!
//! A number that is not said to be something else is a *varint*: LEB128, shortest form.

/// The first byte of everything encoded.
pub const VERSION: u8 = 2;

pub const SMALL_MIN: i64 = -16;
pub const SMALL_MAX: i64 = 111;
/// Codes of two-byte fixnums; the lower 6 bits and the next byte are the number plus [`MEDIUM_BIAS`].
pub const MEDIUM: u8 = 0xc0;
pub const MEDIUM_BIAS: i64 = 1 << 13;

/// Code of a proper list of one element; the 15 codes after it are for 2 to 16.
pub const LIST_SHORT: u8 = 0x80;
pub const LIST_SHORT_MAX: usize = 16;
/// Code of one pair with a tail; the 7 codes after it are for 2 to 8.
pub const RUN_SHORT: u8 = 0x90;
pub const RUN_SHORT_MAX: usize = 8;

pub const LIST: u8 = 0x98;
pub const RUN: u8 = 0x99;
pub const FIXNUM: u8 = 0x9a;
pub const FALSE: u8 = 0x9b;
pub const TRUE: u8 = 0x9c;
pub const NULL: u8 = 0x9d;
pub const UNSPECIFIED: u8 = 0x9e;
pub const EOF: u8 = 0x9f;
pub const ABSENT: u8 = 0xa0;
pub const CHARACTER: u8 = 0xa1;
pub const SYMBOL: u8 = 0xa2;
pub const PID: u8 = 0xa3;
pub const TAG: u8 = 0xa4;
pub const REFERENCE: u8 = 0xa5;
pub const STRING: u8 = 0xa6;
pub const BYTEVECTOR: u8 = 0xa7;
pub const FLONUM: u8 = 0xa8;
pub const BIGNUM_POSITIVE: u8 = 0xa9;
pub const BIGNUM_NEGATIVE: u8 = 0xaa;
pub const RATIO_POSITIVE: u8 = 0xab;
pub const RATIO_NEGATIVE: u8 = 0xac;
pub const VECTOR: u8 = 0xad;
pub const BOX: u8 = 0xae;
pub const VALUES: u8 = 0xaf;
pub const CLOSURE: u8 = 0xb0;
pub const RECORD: u8 = 0xb1;
pub const RECORD_TYPE: u8 = 0xb2;
pub const PROMISE_DONE: u8 = 0xb3;
pub const PROMISE_WAITING: u8 = 0xb4;
pub const CONDITION: u8 = 0xb5;
pub const HASH_TABLE: u8 = 0xb6;
pub const CONTINUATION: u8 = 0xb7;
/// Frames that were not sent yet; only in the place of a continuation's or chunk's frames.
pub const CHUNK: u8 = 0xb8;
/// Frames that were; likewise.
pub const CHUNK_AT: u8 = 0xb9;
pub const COMPLEX: u8 = 0xba;
/// What follows is frozen, with all in it. Only in private memory.
pub const FROZEN: u8 = 0xbb;
/// A constant of a unit. Only in private memory and in continuations.
pub const CONSTANT: u8 = 0xbc;

/// What a value is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// A message: everything is frozen.
    Frozen,
    /// The memory of a process, which begins or goes on: what is marked is frozen, and the rest
    /// can be changed.
    Private,
}

/// Field of a hash table that each written one is; the epoch means nothing elsewhere.
pub const TABLE_ORDER: [usize; 6] = [4, 5, 0, 1, 2, 6];

/// A fixnum that needs the general form, so that small magnitudes of both signs are short.
pub const fn zigzag(number: i64) -> u64 {
    (number << 1 ^ number >> 63) as u64
}

pub const fn unzigzag(bits: u64) -> i64 {
    (bits >> 1) as i64 ^ -((bits & 1) as i64)
}

/// Appends a varint.
#[inline]
pub fn put_varint(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Appends a fixnum in its shortest form.
#[inline]
pub fn put_fixnum(out: &mut Vec<u8>, number: i64) {
    if (SMALL_MIN..=SMALL_MAX).contains(&number) {
        out.push(number as u8 & 0x7f);
    } else if (-MEDIUM_BIAS..MEDIUM_BIAS).contains(&number) {
        let bits = (number + MEDIUM_BIAS) as u16;
        out.extend_from_slice(&[MEDIUM | (bits >> 8) as u8, bits as u8]);
    } else {
        out.push(FIXNUM);
        put_varint(out, zigzag(number));
    }
}

/// Whether the general form is the shortest.
pub const fn is_long_fixnum(number: i64) -> bool {
    number < -MEDIUM_BIAS || number >= MEDIUM_BIAS
}

/// The number of a code below 0x80.
#[inline]
pub const fn small_fixnum(code: u8) -> i64 {
    if code > SMALL_MAX as u8 {
        code as i64 - 0x80
    } else {
        code as i64
    }
}
