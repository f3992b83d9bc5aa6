//! Numbers from and to machine words, heap limbs and each other.
//!
//! A bignum in a heap is a sign and the little-endian 64-bit words of its
//! magnitude, which is also the form inside [`IBig`], so that neither way
//! does more than copy words.

use crate::nearest::nearest_double;
use crate::{IBig, Number, NumberError, Ratio, UBig};
use dashu_int::{Sign, Word};

/// The smallest fixnum: fixnums have 61 bits.
pub const FIXNUM_MIN: i64 = -(1 << 60);
/// The largest fixnum.
pub const FIXNUM_MAX: i64 = (1 << 60) - 1;

// `limbs` hands out the words of the library as they are.
const _: () = assert!(size_of::<Word>() == size_of::<u64>());

/// Whether an immediate value can hold `value`.
pub const fn fits_fixnum(value: i64) -> bool {
    FIXNUM_MIN <= value && value <= FIXNUM_MAX
}

/// Whether `integer` is negative, and the words of its magnitude: least first,
/// the last not zero, none for 0.
pub fn limbs(integer: &IBig) -> (bool, &[u64]) {
    let (sign, words) = integer.as_sign_words();
    (sign == Sign::Negative, words)
}

impl Number {
    /// The integer with this sign and magnitude; leading zero words may be present.
    pub fn from_limbs(negative: bool, magnitude: &[u64]) -> Number {
        let sign = if negative {
            Sign::Negative
        } else {
            Sign::Positive
        };
        Number::Integer(IBig::from_parts(sign, UBig::from_words(magnitude)))
    }

    /// `numerator / denominator` in normal form.
    pub fn from_fraction(numerator: IBig, denominator: IBig) -> Result<Number, NumberError> {
        if denominator.is_zero() {
            return Err(NumberError::DivideByZero);
        }
        let (sign, magnitude) = denominator.into_parts();
        Ok(Number::from(Ratio::new(numerator * sign, magnitude)))
    }

    /// The value as a fixnum, if it is an exact integer that fits in one.
    pub fn to_fixnum(&self) -> Option<i64> {
        self.to_i64().filter(|&value| fits_fixnum(value))
    }

    /// The value, if it is an exact integer that fits.
    pub fn to_i64(&self) -> Option<i64> {
        match self {
            Number::Integer(integer) => i64::try_from(integer).ok(),
            Number::Ratio(_) | Number::Flonum(_) | Number::Complex(_) => None,
        }
    }

    /// The value, if it is an exact integer that fits.
    pub fn to_u64(&self) -> Option<u64> {
        match self {
            Number::Integer(integer) => u64::try_from(integer).ok(),
            Number::Ratio(_) | Number::Flonum(_) | Number::Complex(_) => None,
        }
    }

    /// The nearest double, ties to even; beyond the largest it is an infinity.
    /// A NaN for what is not real.
    pub fn to_f64(&self) -> f64 {
        match self {
            Number::Integer(integer) => signed_nearest(integer, &UBig::ONE),
            Number::Ratio(ratio) => signed_nearest(ratio.numerator(), ratio.denominator()),
            Number::Flonum(value) => *value,
            Number::Complex(_) => f64::NAN,
        }
    }

    /// `exact`: the number with this very value.
    pub fn exact(&self) -> Result<Number, NumberError> {
        match self {
            Number::Flonum(value) => exact_from_f64(*value).ok_or(NumberError::NotFinite),
            Number::Integer(_) | Number::Ratio(_) => Ok(self.clone()),
            Number::Complex(_) => self.scale(Number::exact),
        }
    }

    /// `inexact`: the nearest flonum, or the nearest pair of them.
    pub fn inexact(&self) -> Number {
        match self {
            Number::Complex(_) => self.to_double().number(),
            Number::Integer(_) | Number::Ratio(_) | Number::Flonum(_) => {
                Number::Flonum(self.to_f64())
            }
        }
    }

    /// The value as a ratio, if it is real and finite.
    pub(crate) fn to_ratio(&self) -> Option<Ratio> {
        match self {
            Number::Integer(integer) => Some(Ratio::from(integer.clone())),
            Number::Ratio(ratio) => Some(ratio.clone()),
            Number::Flonum(value) => exact_from_f64(*value).and_then(|exact| exact.to_ratio()),
            Number::Complex(_) => None,
        }
    }
}

fn signed_nearest(numerator: &IBig, denominator: &UBig) -> f64 {
    let (sign, magnitude) = numerator.clone().into_parts();
    let value = nearest_double(&magnitude, denominator);
    if sign == Sign::Negative {
        -value
    } else {
        value
    }
}

/// The bits of a double wherever they are hashed, sent or kept: there is one NaN. What the sign
/// and the payload of one are depends on the processor that made it.
pub fn double_bits(value: f64) -> u64 {
    match value.is_nan() {
        true => f64::NAN.to_bits(),
        false => value.to_bits(),
    }
}

/// The exact value of a double, unless it is an infinity or NaN.
fn exact_from_f64(value: f64) -> Option<Number> {
    if !value.is_finite() {
        return None;
    }
    let bits = value.to_bits();
    let field = ((bits >> 52) & 0x7ff) as i64;
    let fraction = bits & ((1 << 52) - 1);
    // Subnormals have no implied leading bit.
    let (mantissa, exponent) = if field == 0 {
        (fraction, -1074)
    } else {
        (fraction | (1 << 52), field - 1075)
    };
    // The denominator is a power of two, so the lowest terms need no division.
    let common = match mantissa {
        0 => 0,
        _ => i64::from(mantissa.trailing_zeros()).min((-exponent).max(0)),
    };
    let (mantissa, exponent) = (mantissa >> common, exponent + common);
    let signed = if value < 0.0 {
        -IBig::from(mantissa)
    } else {
        IBig::from(mantissa)
    };
    Some(if exponent >= 0 || mantissa == 0 {
        Number::Integer(signed << exponent.max(0) as usize)
    } else {
        let denominator = UBig::ONE << (-exponent) as usize;
        Number::Ratio(Ratio::of_lowest_terms(signed, denominator))
    })
}

impl From<i32> for Number {
    fn from(value: i32) -> Number {
        Number::Integer(IBig::from(value))
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Number {
        Number::Integer(IBig::from(value))
    }
}

impl From<u64> for Number {
    fn from(value: u64) -> Number {
        Number::Integer(IBig::from(value))
    }
}

impl From<f64> for Number {
    fn from(value: f64) -> Number {
        Number::Flonum(value)
    }
}

impl From<IBig> for Number {
    fn from(value: IBig) -> Number {
        Number::Integer(value)
    }
}

impl From<Ratio> for Number {
    /// Normalises: a whole ratio becomes an integer (N1).
    fn from(value: Ratio) -> Number {
        if value.is_integer() {
            Number::Integer(value.into_parts().0)
        } else {
            Number::Ratio(value)
        }
    }
}
