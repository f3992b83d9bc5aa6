//! Fractions in lowest terms.
//!
//! Our own, because those of the bignum library (0.6.2) cannot be made without a search for a common
//! divisor, also where there is none, and that search is quadratic (`gcd.rs`).
//!
//! Invariants:
//! - R1. Numerator and denominator have no common divisor, and the denominator is not 0. It may be 1
//!   here; a [`Number::Ratio`](crate::Number) has none of those (N1).

use crate::gcd::gcd;
use crate::{IBig, UBig};
use dashu_int::Sign;
use dashu_int::ops::{BitTest, UnsignedAbs};
use std::cmp::Ordering;

/// A fraction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ratio {
    numerator: IBig,
    denominator: UBig,
}

impl Ratio {
    /// The fraction in lowest terms. The denominator is not 0.
    pub fn new(numerator: IBig, denominator: UBig) -> Ratio {
        let common = gcd(&(&numerator).unsigned_abs(), &denominator);
        if common.is_one() {
            return Ratio::of_lowest_terms(numerator, denominator);
        }
        Ratio::of_lowest_terms(numerator / IBig::from(common.clone()), denominator / common)
    }

    /// The same for terms that have no common divisor (R1).
    pub fn of_lowest_terms(numerator: IBig, denominator: UBig) -> Ratio {
        debug_assert!(!denominator.is_zero(), "R1");
        Ratio {
            numerator,
            denominator,
        }
    }

    pub fn numerator(&self) -> &IBig {
        &self.numerator
    }

    pub fn denominator(&self) -> &UBig {
        &self.denominator
    }

    pub fn into_parts(self) -> (IBig, UBig) {
        (self.numerator, self.denominator)
    }

    /// Whether the denominator is 1.
    pub fn is_integer(&self) -> bool {
        self.denominator.is_one()
    }

    pub(crate) fn is_negative(&self) -> bool {
        self.numerator.sign() == Sign::Negative
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    pub(crate) fn negate(self) -> Ratio {
        Ratio::of_lowest_terms(-self.numerator, self.denominator)
    }

    /// The sum: the common divisor of the denominators is the only one that can be left to remove.
    /// D. Knuth, TAOCP 4.5.1.
    pub(crate) fn add(&self, other: &Ratio) -> Ratio {
        let common = gcd(&self.denominator, &other.denominator);
        if common.is_one() {
            let numerator = &self.numerator * IBig::from(other.denominator.clone())
                + &other.numerator * IBig::from(self.denominator.clone());
            return Ratio::of_lowest_terms(numerator, &self.denominator * &other.denominator);
        }
        let (mine, others) = (&self.denominator / &common, &other.denominator / &common);
        let numerator =
            &self.numerator * IBig::from(others.clone()) + &other.numerator * IBig::from(mine);
        let rest = gcd(&(&numerator).unsigned_abs(), &common);
        Ratio::of_lowest_terms(
            numerator / IBig::from(rest.clone()),
            &self.denominator / rest * others,
        )
    }

    pub(crate) fn subtract(&self, other: &Ratio) -> Ratio {
        self.add(&other.clone().negate())
    }

    /// The sum with an integer, for which nothing has to be removed.
    pub(crate) fn add_integer(&self, integer: &IBig) -> Ratio {
        let numerator = &self.numerator + integer * IBig::from(self.denominator.clone());
        Ratio::of_lowest_terms(numerator, self.denominator.clone())
    }

    /// The product: what each numerator has in common with the other denominator is removed before.
    pub(crate) fn multiply(&self, other: &Ratio) -> Ratio {
        let cross = |numerator: &IBig, denominator: &UBig| {
            let fraction = Ratio::new(numerator.clone(), denominator.clone());
            (fraction.numerator, fraction.denominator)
        };
        let (one, below_one) = cross(&self.numerator, &other.denominator);
        let (other, below_other) = cross(&other.numerator, &self.denominator);
        Ratio::of_lowest_terms(one * other, below_one * below_other)
    }

    /// The quotient by a fraction that is not 0.
    pub(crate) fn divide(&self, other: &Ratio) -> Ratio {
        self.multiply(&other.clone().reciprocal())
    }

    /// 1 by a fraction that is not 0.
    pub(crate) fn reciprocal(self) -> Ratio {
        let (sign, magnitude) = self.numerator.into_parts();
        let numerator = IBig::from_parts(sign, self.denominator);
        Ratio::of_lowest_terms(numerator, magnitude)
    }

    /// The power of a number that is not 0, with any exponent; terms stay lowest.
    pub(crate) fn power(&self, exponent: usize) -> Ratio {
        let (numerator, denominator) = (&self.numerator, &self.denominator);
        Ratio::of_lowest_terms(numerator.pow(exponent), denominator.pow(exponent))
    }

    /// The integer between this and 0 that is nearest to it.
    pub(crate) fn truncate(&self) -> IBig {
        &self.numerator / IBig::from(self.denominator.clone())
    }

    /// The largest integer that is not larger.
    pub(crate) fn floor(&self) -> IBig {
        let denominator = IBig::from(self.denominator.clone());
        crate::division::floor_divide(&self.numerator, &denominator).0
    }
}

impl From<IBig> for Ratio {
    fn from(integer: IBig) -> Ratio {
        Ratio::of_lowest_terms(integer, UBig::ONE)
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Ratio) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Ratio) -> Ordering {
        let signs = other.is_negative().cmp(&self.is_negative());
        if signs.is_ne() {
            return signs;
        }
        // Of the magnitudes, n/d has as many bits before its point as n has more than d, or one less.
        let weight =
            |ratio: &Ratio| ratio.numerator.bit_len() as i64 - ratio.denominator.bit_len() as i64;
        let (mine, others) = (weight(self), weight(other));
        let differ = !self.is_zero() && !other.is_zero() && mine.abs_diff(others) > 1;
        match differ {
            true if self.is_negative() => others.cmp(&mine),
            true => mine.cmp(&others),
            false => {
                let mine = &self.numerator * IBig::from(other.denominator.clone());
                let others = &other.numerator * IBig::from(self.denominator.clone());
                mine.cmp(&others)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(numerator: i64, denominator: u64) -> Ratio {
        Ratio::new(IBig::from(numerator), UBig::from(denominator))
    }

    #[test]
    fn arithmetic_keeps_lowest_terms() {
        let few = [-12, -7, -4, -3, -1, 0, 1, 2, 5, 6, 12];
        let mut all = Vec::new();
        for numerator in few {
            for denominator in [1, 2, 3, 4, 6, 7, 12] {
                all.push((numerator, denominator));
            }
        }
        for &(a, b) in &all {
            for &(c, d) in &all {
                let (one, other) = (ratio(a, b), ratio(c, d));
                let (sb, sd) = (b as i64, d as i64);
                assert_eq!(one.add(&other), ratio(a * sd + c * sb, b * d));
                assert_eq!(one.subtract(&other), ratio(a * sd - c * sb, b * d));
                assert_eq!(one.multiply(&other), ratio(a * c, b * d));
                assert_eq!(one.cmp(&other), (a * sd).cmp(&(c * sb)), "{a}/{b} {c}/{d}");
                if c != 0 {
                    let quotient = ratio(a * sd * c.signum(), b * c.unsigned_abs());
                    assert_eq!(one.divide(&other), quotient);
                }
            }
            assert_eq!(ratio(a, b).floor(), IBig::from(a.div_euclid(b as i64)));
            assert_eq!(
                ratio(a, b).add_integer(&IBig::from(3)),
                ratio(a + 3 * b as i64, b)
            );
        }
        assert!(ratio(1 << 40, 3) > ratio(1, 1 << 40));
        assert!(ratio(-1 << 40, 3) < ratio(-1, 1 << 40));
    }
}
