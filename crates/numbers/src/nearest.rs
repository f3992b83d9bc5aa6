//! The double nearest to an exact number.
//!
//! Our own, because `to_f64` of the bignum library (0.6.2) breaks some ties of
//! large integers the wrong way (`conversion_of_ties` below shows one).
//!
//! ```text
//!   numerator / denominator  =  quotient (66 or 67 bits) · 2^exponent, and a rest
//!                               └─ 53 kept ─┘└─ dropped ─┘
//! ```
//!
//! A rest is recorded by setting the lowest bit of the quotient, which is far
//! below the rounding place, so one rounding sees all that matters.

use crate::UBig;
use dashu_int::ops::{BitTest, DivRem};

/// Bits of the quotient: 53 and enough below for rounding.
const QUOTIENT_BITS: i64 = 66;
/// Weight of the lowest bit of a subnormal.
const LEAST_EXPONENT: i64 = -1074;

/// `numerator / denominator` rounded to the nearest double, ties to even.
/// The denominator is not zero.
pub(crate) fn nearest_double(numerator: &UBig, denominator: &UBig) -> f64 {
    if numerator.is_zero() {
        return 0.0;
    }
    let shift = QUOTIENT_BITS - (numerator.bit_len() as i64 - denominator.bit_len() as i64);
    let (quotient, inexact) = scaled_quotient(numerator, denominator, shift);
    round(quotient | u128::from(inexact), -shift)
}

/// `numerator · 2^shift / denominator` rounded down, and whether that lost anything.
fn scaled_quotient(numerator: &UBig, denominator: &UBig, shift: i64) -> (u128, bool) {
    let distance = shift.unsigned_abs() as usize;
    let (quotient, inexact) = if shift >= 0 {
        let (quotient, rest) = (numerator << distance).div_rem(denominator);
        (quotient, !rest.is_zero())
    } else if denominator.is_one() {
        let inexact = numerator
            .trailing_zeros()
            .is_some_and(|zeros| zeros < distance);
        (numerator >> distance, inexact)
    } else {
        let (quotient, rest) = numerator.div_rem(denominator << distance);
        (quotient, !rest.is_zero())
    };
    let quotient = u128::try_from(quotient).expect("the shift leaves at most 67 bits");
    (quotient, inexact)
}

/// `mantissa · 2^exponent`, for a mantissa of at least 66 bits.
fn round(mantissa: u128, exponent: i64) -> f64 {
    let top = i64::from(u128::BITS - 1 - mantissa.leading_zeros()) + exponent;
    if top > 1023 {
        return f64::INFINITY;
    }
    let lowest = (top - 52).max(LEAST_EXPONENT);
    let dropped_bits = lowest - exponent;
    if dropped_bits >= 127 {
        return 0.0;
    }
    let kept = (mantissa >> dropped_bits) as u64;
    let dropped = mantissa & ((1 << dropped_bits) - 1);
    let half = 1_u128 << (dropped_bits - 1);
    let up = dropped > half || (dropped == half && kept % 2 == 1);
    // A carry out of the 53 bits runs into the exponent field, where it belongs;
    // the implied leading bit does the same for normal numbers.
    let field = ((lowest - LEAST_EXPONENT) as u64) << 52;
    f64::from_bits(field + kept + u64::from(up))
}

#[cfg(test)]
mod tests {
    use crate::{Number, parse};

    #[test]
    fn conversion_of_ties() {
        // text, the same value as a sum of exact doubles rounded by the machine
        let sum = |a: f64, b: f64| {
            let exact = |value| Number::Flonum(value).exact().expect("finite");
            exact(a).add(&exact(b)).expect("small").to_f64()
        };
        for (a, b) in [
            (-1.7655418200768518e192, -4.562672477028297e192),
            (9007199254740992.0, 1.0),
            (9007199254740994.0, 1.0),
            (f64::MAX, f64::MAX * f64::EPSILON / 4.0),
            (1e300, 1.0),
        ] {
            assert_eq!(sum(a, b), a + b);
        }
    }

    #[test]
    fn edges_of_the_range() {
        let value = |text: &str| parse(text, 10).expect("a number").to_f64();
        assert_eq!(value("#e4.9e-324"), 5e-324);
        assert_eq!(value("#e2.4e-324"), 0.0);
        assert_eq!(value("#e2.5e-324"), 5e-324);
        // The largest subnormal, and half a step above it: a tie.
        let least_normal = Number::Flonum(f64::MIN_POSITIVE).exact().expect("finite");
        let step = Number::Flonum(5e-324).exact().expect("finite");
        let below = least_normal.subtract(&step).expect("small");
        let half_step = step.divide(&Number::from(2)).expect("small");
        let tie = below.add(&half_step).expect("small");
        assert_eq!(below.to_f64(), f64::MIN_POSITIVE.next_down());
        assert_eq!(tie.to_f64(), f64::MIN_POSITIVE);
        assert_eq!(value("#e1e-1000"), 0.0);
        assert_eq!(value("#e1e1000"), f64::INFINITY);
        assert_eq!(value("#e-1e1000"), f64::NEG_INFINITY);
        assert_eq!(value("#e1.7976931348623157e308"), f64::MAX);
        assert_eq!(value("#e1.7976931348623159e308"), f64::INFINITY);
        assert_eq!(value("-1/3"), -1.0 / 3.0);
    }
}
