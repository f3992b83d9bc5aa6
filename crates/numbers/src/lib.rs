//! The numeric tower outside the heap.
//!
//! [`Number`] is what the reader reads and what arithmetic falls back to when a
//! fixnum or flonum fast path does not apply. Values in a process heap are
//! converted from and to it ([`Number::from_limbs`], [`limbs`]); nothing here
//! knows the heap.
//!
//! ```text
//!   Number ── Integer   exact, any size        fixnum = the 61-bit part of it
//!          ├─ Ratio     exact, not whole
//!          ├─ Flonum    IEEE double, contagious: flonum + exact = flonum
//!          └─ Complex   two of these that are not a real number
//! ```
//!
//! Every operation returns a normal form (N1), and none makes an exact number
//! of more than [`BITS_MAX`] bits: it answers [`NumberError::TooLarge`] instead,
//! so that `(expt 7 (expt 7 77))` costs an error and not the memory of the node.
//!
//! Invariants:
//! - N1. A `Ratio` is never an integer (denominator > 1, lowest terms).
//! - N2. A `Complex` is never real, and its parts are of one exactness.
//!
//! Start reading at [`convert`], then [`arithmetic`].

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]

pub mod abandon;
pub mod arithmetic;
pub mod bits;
pub mod compare;
pub mod complex;
pub mod convert;
pub mod cost;
pub mod division;
mod double;
pub mod elementary;
pub mod elements;
pub mod error;
mod gcd;
mod nearest;
pub mod parse;
pub mod power;
pub mod print;
mod radix;
pub mod ratio;
pub mod rounding;
mod trigonometry;

pub use complex::Complex;
pub use convert::{FIXNUM_MAX, FIXNUM_MIN, double_bits, fits_fixnum, limbs};
pub use dashu_int::{IBig, UBig};
pub use elements::Elements;
pub use error::NumberError;
pub use parse::parse;
pub use print::to_string;
pub use ratio::Ratio;

pub(crate) use double::Double;

/// Size of the largest exact number, in bits of numerator and denominator together.
/// 8 MB: more than programs need, and one multiplication takes seconds, for which no scheduler can
/// be spared ([`cost`]).
pub const BITS_MAX: usize = 1 << 26;

/// A number.
///
/// `==` is that of Rust (a NaN differs from itself, 1 from 1.0); Scheme's
/// `=` is [`Number::equals`] and its `eqv?` is [`Number::is_eqv`].
#[derive(Clone, Debug, PartialEq)]
pub enum Number {
    Integer(IBig),
    Ratio(Ratio),
    Flonum(f64),
    Complex(Box<Complex>),
}
