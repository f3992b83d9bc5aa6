//! Numbers in the heap, and their way to and from [`Number`].

use crate::heap::{Heap, room_for};
use crate::layout::Kind;
use crate::object::Object;
use crate::value::Value;
use dashu_int::{IBig, Sign, UBig};
use mound_numbers::Number;
use std::cmp::Ordering;

/// The flonum that `value` is.
#[inline(always)]
pub fn flonum_of(value: Value) -> Option<f64> {
    let object = Object::of_kind(value, Kind::Flonum)?;
    Some(f64::from_bits(object.word(0)))
}

/// An integer that is no fixnum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bignum(Object);

impl Bignum {
    #[inline]
    pub fn of(value: Value) -> Option<Bignum> {
        Object::of_kind(value, Kind::Bignum).map(Bignum)
    }

    pub fn is_negative(self) -> bool {
        self.0.header().aux() != 0
    }

    /// The magnitude, least significant limb first.
    pub fn limbs(&self) -> &[u64] {
        let count = self.0.header().size();
        let first = (self.0.address() as *const u64).wrapping_add(1);
        // SAFETY: H1: the limbs are there; views are short-lived (H6).
        unsafe { std::slice::from_raw_parts(first, count) }
    }

    pub fn to_integer(self) -> IBig {
        let sign = if self.is_negative() {
            Sign::Negative
        } else {
            Sign::Positive
        };
        IBig::from_parts(sign, UBig::from_words(self.limbs()))
    }
}

/// An exact fraction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ratio(Object);

impl Ratio {
    #[inline]
    pub fn of(value: Value) -> Option<Ratio> {
        Object::of_kind(value, Kind::Ratio).map(Ratio)
    }

    pub fn numerator(self) -> Value {
        self.0.field(0)
    }

    pub fn denominator(self) -> Value {
        self.0.field(1)
    }
}

/// A number that is not real.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Complex(Object);

impl Complex {
    #[inline]
    pub fn of(value: Value) -> Option<Complex> {
        Object::of_kind(value, Kind::Complex).map(Complex)
    }

    pub fn real(self) -> Value {
        self.0.field(0)
    }

    pub fn imaginary(self) -> Value {
        self.0.field(1)
    }
}

/// Whether `value` is a number.
#[inline]
pub fn is_number(value: Value) -> bool {
    is_real(value) || Complex::of(value).is_some()
}

/// Whether `value` is a real number.
#[inline]
pub fn is_real(value: Value) -> bool {
    value.is_fixnum()
        || Object::of(value).is_some_and(|object| {
            let header = object.header();
            header.is(Kind::Flonum) || header.is(Kind::Bignum) || header.is(Kind::Ratio)
        })
}

/// The exact integer that `value` is.
pub fn integer_of(value: Value) -> Option<IBig> {
    match value.as_fixnum() {
        Some(number) => Some(IBig::from(number)),
        None => Bignum::of(value).map(Bignum::to_integer),
    }
}

/// The number that `value` is.
pub fn number_of(value: Value) -> Option<Number> {
    match Complex::of(value) {
        Some(parts) => {
            Number::rectangular(real_of(parts.real())?, real_of(parts.imaginary())?).ok()
        }
        None => real_of(value),
    }
}

/// The real number that `value` is.
pub fn real_of(value: Value) -> Option<Number> {
    if let Some(integer) = integer_of(value) {
        return Some(Number::Integer(integer));
    }
    if let Some(flonum) = flonum_of(value) {
        return Some(Number::Flonum(flonum));
    }
    let ratio = Ratio::of(value)?;
    let numerator = integer_of(ratio.numerator())?;
    let denominator = integer_of(ratio.denominator())?;
    // H-invariants: a ratio in a heap is in lowest terms.
    Some(Number::Ratio(mound_numbers::Ratio::of_lowest_terms(
        numerator,
        denominator.into_parts().1,
    )))
}

/// How large a number is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// Words of all its parts; at least 1.
    pub words: usize,
    /// Whether it is one part: an exact integer or a flonum.
    pub is_single: bool,
}

/// The size of a number, without a look at its words; that of anything else is the least.
pub fn size_of(value: Value) -> Size {
    let single = |words| Size {
        words,
        is_single: true,
    };
    let pair = |one, other| Size {
        words: size_of(one).words + size_of(other).words,
        is_single: false,
    };
    if let Some(bignum) = Bignum::of(value) {
        return single(bignum.limbs().len());
    }
    if let Some(ratio) = Ratio::of(value) {
        return pair(ratio.numerator(), ratio.denominator());
    }
    match Complex::of(value) {
        // The parts are real, so this goes one level deep.
        Some(parts) => pair(parts.real(), parts.imaginary()),
        None => single(1),
    }
}

/// The order of two exact integers; `None` if one is something else.
pub fn compare_integers(left: Value, right: Value) -> Option<Ordering> {
    let (left, right) = (Signed::of(left)?, Signed::of(right)?);
    Some(left.cmp(&right))
}

/// An exact integer where it is: in a word, or in the heap.
pub(crate) struct Signed {
    word: [u64; 1],
    bignum: Option<Bignum>,
    pub(crate) is_negative: bool,
}

impl Signed {
    #[inline]
    pub(crate) fn of(value: Value) -> Option<Signed> {
        let (word, bignum, is_negative) = match (value.as_fixnum(), Bignum::of(value)) {
            (Some(fixnum), _) => ([fixnum.unsigned_abs()], None, fixnum < 0),
            (None, Some(bignum)) => ([0], Some(bignum), bignum.is_negative()),
            (None, None) => return None,
        };
        Some(Signed {
            word,
            bignum,
            is_negative,
        })
    }

    /// The magnitude: one word of a fixnum, which may be 0, else without a zero at the end.
    #[inline]
    pub(crate) fn limbs(&self) -> &[u64] {
        match &self.bignum {
            Some(bignum) => bignum.limbs(),
            None => &self.word,
        }
    }

    fn cmp(&self, other: &Signed) -> Ordering {
        let magnitudes = compare_words(self.limbs(), other.limbs());
        match (self.is_negative, other.is_negative) {
            (false, false) => magnitudes,
            (true, true) => magnitudes.reverse(),
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
        }
    }
}

/// The order of two magnitudes without zeros at the end.
#[inline]
pub(crate) fn compare_words(one: &[u64], other: &[u64]) -> Ordering {
    let lengths = one.len().cmp(&other.len());
    lengths.then_with(|| one.iter().rev().cmp(other.iter().rev()))
}

/// Whether a number is exact.
pub fn is_exact(value: Value) -> bool {
    let part = Complex::of(value).map_or(value, Complex::real);
    flonum_of(part).is_none()
}

/// The fixnum equal to `integer`, if there is one.
fn fixnum_of(integer: &IBig) -> Option<Value> {
    i64::try_from(integer).ok().and_then(Value::try_fixnum)
}

fn words_for_integer(integer: &IBig) -> usize {
    match fixnum_of(integer) {
        Some(_) => 0,
        None => room_for(integer.as_sign_words().1.len()),
    }
}

/// Words to reserve before [`Heap::number`].
pub fn words_for_number(number: &Number) -> usize {
    match number {
        Number::Flonum(_) => Heap::WORDS_FOR_FLONUM,
        Number::Integer(integer) => words_for_integer(integer),
        Number::Ratio(ratio) => {
            let denominator = room_for(ratio.denominator().as_words().len());
            Heap::WORDS_FOR_RATIO + words_for_integer(ratio.numerator()) + denominator
        }
        Number::Complex(parts) => {
            let (real, imaginary) = (parts.real(), parts.imaginary());
            Heap::WORDS_FOR_COMPLEX + words_for_number(real) + words_for_number(imaginary)
        }
    }
}

impl Heap {
    /// As [`words_for_number`].
    pub fn words_for_number(number: &Number) -> usize {
        words_for_number(number)
    }

    /// The number as a value: a fixnum if it is an integer in range.
    pub fn number(&mut self, number: &Number) -> Value {
        match number {
            Number::Flonum(flonum) => self.flonum(*flonum),
            Number::Integer(integer) => self.integer(integer),
            Number::Ratio(ratio) => {
                let numerator = self.integer(ratio.numerator());
                let denominator = IBig::from(ratio.denominator().clone());
                let denominator = self.integer(&denominator);
                self.ratio(numerator, denominator)
            }
            Number::Complex(parts) => {
                // The parts are real, so this goes one level deep.
                let real = self.number(parts.real());
                let imaginary = self.number(parts.imaginary());
                self.complex(real, imaginary)
            }
        }
    }

    /// The integer as a value; see [`Heap::words_for_number`].
    pub fn integer(&mut self, integer: &IBig) -> Value {
        if let Some(fixnum) = fixnum_of(integer) {
            return fixnum;
        }
        let (sign, limbs) = integer.as_sign_words();
        self.bignum(sign == Sign::Negative, limbs)
    }
}
