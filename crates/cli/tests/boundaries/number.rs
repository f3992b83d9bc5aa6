//! The numbers of the tables, by another implementation: exact ones are fractions of `num-bigint`,
//! which Mound does not use; inexact ones are those of Rust.

use num_bigint::{BigInt, Sign};
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use std::cmp::Ordering;

#[derive(Clone, PartialEq, Debug)]
pub enum Number {
    Exact(BigRational),
    Inexact(f64),
}

use Number::{Exact, Inexact};

impl Number {
    pub fn integer(value: impl Into<BigInt>) -> Number {
        Exact(BigRational::from_integer(value.into()))
    }

    pub fn ratio(numerator: impl Into<BigInt>, denominator: impl Into<BigInt>) -> Number {
        Exact(BigRational::new(numerator.into(), denominator.into()))
    }

    /// The value, if it is an integer.
    pub fn as_integer(&self) -> Option<BigInt> {
        let exact = self.exact()?;
        exact.is_integer().then(|| exact.to_integer())
    }

    /// The value, if it is finite.
    pub fn exact(&self) -> Option<BigRational> {
        match self {
            Exact(exact) => Some(exact.clone()),
            Inexact(inexact) => BigRational::from_float(*inexact),
        }
    }

    pub fn inexact(&self) -> f64 {
        match self {
            Exact(exact) => nearest(exact),
            Inexact(inexact) => *inexact,
        }
    }

    pub fn is_exact(&self) -> bool {
        matches!(self, Exact(_))
    }

    pub fn compare(&self, other: &Number) -> Option<Ordering> {
        match (self.exact(), other.exact()) {
            (Some(one), Some(other)) => Some(one.cmp(&other)),
            // One of them is not finite, and the other is nearly enough what it is.
            _ => self.inexact().partial_cmp(&other.inexact()),
        }
    }

    /// As it stands in a program.
    pub fn literal(&self) -> String {
        match self {
            Exact(exact) => exact.to_string(),
            Inexact(inexact) if inexact.is_nan() => "+nan.0".to_owned(),
            Inexact(inexact) if inexact.is_infinite() => match *inexact > 0.0 {
                true => "+inf.0".to_owned(),
                false => "-inf.0".to_owned(),
            },
            Inexact(inexact) => format!("{inexact:?}"),
        }
    }

    /// As the programs show it: inexact numbers by their exact value.
    pub fn shown(&self) -> String {
        match self {
            Inexact(inexact) if inexact.is_finite() => {
                let sign = if inexact.is_sign_negative() { "-" } else { "+" };
                let exact = BigRational::from_float(inexact.abs()).expect("it is finite");
                format!("{sign}{exact}~")
            }
            _ => self.literal(),
        }
    }
}

/// The flonum next to a fraction; of two that are equally near the even one.
pub fn nearest(exact: &BigRational) -> f64 {
    if exact.is_zero() {
        return 0.0;
    }
    let (numerator, denominator) = (exact.numer().abs(), exact.denom());
    let exponent = numerator.bits() as i64 - denominator.bits() as i64;
    // `quotient` is the fraction times 2^scale, with more bits than a flonum has and no fewer than
    // its last place needs.
    let scale = (57 - exponent).min(1076);
    let (over, under) = match scale >= 0 {
        true => (numerator << scale as u64, denominator.clone()),
        false => (numerator, denominator.clone() << scale.unsigned_abs()),
    };
    let (quotient, rest) = (&over / &under, &over % &under);
    let place = (quotient.bits() as i64 - 53 - scale).max(-1074);
    let dropped = (place + scale) as u64;
    let mut kept: BigInt = &quotient >> dropped;
    let below = quotient - (&kept << dropped);
    let half = BigInt::from(1) << (dropped - 1);
    let is_above = below > half || below == half && !rest.is_zero();
    if is_above || below == half && kept.bit(0) {
        kept += 1;
    }
    let digits = kept.to_u64_digits().1.first().copied().unwrap_or(0) as f64;
    // In two steps, since the power alone may be out of range; each is exact or overflows.
    let (first, second) = (place / 2, place - place / 2);
    let magnitude = digits * 2f64.powi(first as i32) * 2f64.powi(second as i32);
    match exact.numer().sign() {
        Sign::Minus => -magnitude,
        Sign::NoSign | Sign::Plus => magnitude,
    }
}
