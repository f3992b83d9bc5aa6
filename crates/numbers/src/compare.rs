//! What kind of number it is, and which of two is larger. Complex numbers have no order.
//!
//! Comparison is by exact value, so it is transitive also between flonums and
//! exact numbers; a NaN is neither smaller, equal nor larger than anything.

use crate::{IBig, Number, NumberError, UBig};
use dashu_int::Sign;
use std::cmp::Ordering;

type Outcome = Result<Number, NumberError>;

impl Number {
    pub fn is_exact(&self) -> bool {
        match self {
            Number::Integer(_) | Number::Ratio(_) => true,
            Number::Flonum(_) => false,
            Number::Complex(parts) => parts.real().is_exact(),
        }
    }

    pub fn is_exact_integer(&self) -> bool {
        matches!(self, Number::Integer(_))
    }

    pub fn is_exact_rational(&self) -> bool {
        self.is_exact() && self.is_real()
    }

    /// `integer?`: also true of `2.0`.
    pub fn is_integer(&self) -> bool {
        match self {
            Number::Integer(_) => true,
            Number::Ratio(_) | Number::Complex(_) => false,
            Number::Flonum(value) => value.is_finite() && value.fract() == 0.0,
        }
    }

    /// `finite?`, and for real numbers `rational?`: both parts are.
    pub fn is_finite(&self) -> bool {
        !self.is_infinite() && !self.is_nan()
    }

    /// `infinite?`: one part is.
    pub fn is_infinite(&self) -> bool {
        self.has_part(f64::is_infinite)
    }

    /// `nan?`: one part is.
    pub fn is_nan(&self) -> bool {
        self.has_part(f64::is_nan)
    }

    fn has_part(&self, test: fn(f64) -> bool) -> bool {
        match self {
            Number::Flonum(value) => test(*value),
            Number::Integer(_) | Number::Ratio(_) => false,
            Number::Complex(parts) => {
                parts.real().has_part(test) || parts.imaginary().has_part(test)
            }
        }
    }

    pub fn is_zero(&self) -> bool {
        match self {
            Number::Integer(integer) => integer.is_zero(),
            Number::Ratio(_) => false,
            Number::Flonum(value) => *value == 0.0,
            Number::Complex(parts) => parts.real().is_zero() && parts.imaginary().is_zero(),
        }
    }

    pub fn is_negative(&self) -> bool {
        match self {
            Number::Integer(integer) => integer.sign() == Sign::Negative,
            Number::Ratio(ratio) => ratio.is_negative(),
            Number::Flonum(value) => *value < 0.0,
            Number::Complex(_) => false,
        }
    }

    pub fn is_positive(&self) -> bool {
        match self {
            Number::Integer(_) | Number::Ratio(_) => !self.is_zero() && !self.is_negative(),
            Number::Flonum(value) => *value > 0.0,
            Number::Complex(_) => false,
        }
    }

    /// `None` if one is a NaN or not real.
    pub fn compare(&self, other: &Number) -> Option<Ordering> {
        match (self, other) {
            (Number::Complex(_), _) | (_, Number::Complex(_)) => None,
            (Number::Integer(a), Number::Integer(b)) => Some(a.cmp(b)),
            (Number::Flonum(a), Number::Flonum(b)) => a.partial_cmp(b),
            (Number::Flonum(a), exact) => compare_flonum(*a, exact),
            (exact, Number::Flonum(b)) => compare_flonum(*b, exact).map(Ordering::reverse),
            (a, b) => Some(a.to_ratio()?.cmp(&b.to_ratio()?)),
        }
    }

    /// `=`.
    pub fn equals(&self, other: &Number) -> bool {
        if let (Number::Complex(_), _) | (_, Number::Complex(_)) = (self, other) {
            return self.real_part().equals(&other.real_part())
                && self.imaginary_part().equals(&other.imaginary_part());
        }
        self.compare(other) == Some(Ordering::Equal)
    }

    /// `eqv?`: same exactness and value, signs of zero told apart, NaNs alike.
    pub fn is_eqv(&self, other: &Number) -> bool {
        match (self, other) {
            (Number::Flonum(a), Number::Flonum(b)) => {
                a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
            }
            (Number::Complex(a), Number::Complex(b)) => {
                a.real().is_eqv(b.real()) && a.imaginary().is_eqv(b.imaginary())
            }
            (a, b) => a == b,
        }
    }

    /// `max`; inexact if one of the two is, a NaN if one is.
    pub fn max(&self, other: &Number) -> Outcome {
        self.choose(other, Ordering::Greater)
    }

    /// `min`; inexact if one of the two is, a NaN if one is.
    pub fn min(&self, other: &Number) -> Outcome {
        self.choose(other, Ordering::Less)
    }

    fn choose(&self, other: &Number, wanted: Ordering) -> Outcome {
        if !self.is_real() || !other.is_real() {
            return Err(NumberError::NotReal);
        }
        let chosen = match self.compare(other) {
            Some(Ordering::Equal) => self,
            Some(order) if order == wanted => self,
            Some(_) => other,
            None => return Ok(Number::Flonum(f64::NAN)),
        };
        Ok(if self.is_exact() && other.is_exact() {
            chosen.clone()
        } else {
            chosen.inexact()
        })
    }

    /// `numerator` of the value in lowest terms. That of `-0.0` is `-0.0`, so that a flonum is
    /// always its numerator divided by its denominator.
    pub fn numerator(&self) -> Outcome {
        if matches!(self, Number::Flonum(0.0)) {
            return Ok(self.clone());
        }
        self.part(|number| match number {
            Number::Ratio(ratio) => Number::Integer(ratio.numerator().clone()),
            Number::Integer(_) | Number::Flonum(_) | Number::Complex(_) => number.clone(),
        })
    }

    /// `denominator` of the value in lowest terms; positive.
    pub fn denominator(&self) -> Outcome {
        self.part(|number| match number {
            Number::Ratio(ratio) => Number::Integer(IBig::from(ratio.denominator().clone())),
            Number::Integer(_) | Number::Flonum(_) | Number::Complex(_) => {
                Number::Integer(IBig::from(UBig::ONE))
            }
        })
    }

    /// A part of the exact value, as exact as the number; infinities and NaN are
    /// passed as they are.
    fn part(&self, part: impl Fn(&Number) -> Number) -> Outcome {
        match self {
            Number::Flonum(_) => Ok(match self.exact() {
                Ok(exact) => part(&exact).inexact(),
                Err(_) => part(self).inexact(),
            }),
            Number::Integer(_) | Number::Ratio(_) => Ok(part(self)),
            Number::Complex(_) => Err(NumberError::NotReal),
        }
    }
}

fn compare_flonum(flonum: f64, exact: &Number) -> Option<Ordering> {
    if flonum.is_nan() {
        return None;
    }
    if flonum.is_infinite() {
        return flonum.partial_cmp(&0.0);
    }
    let flonum = Number::Flonum(flonum).exact().ok()?;
    flonum.compare(exact)
}

#[cfg(test)]
mod tests {
    use crate::{Number, NumberError, parse, to_string};
    use std::cmp::Ordering::{self, Equal, Greater, Less};

    fn number(text: &str) -> Number {
        parse(text, 10).expect("a number")
    }

    #[test]
    fn comparison_is_by_exact_value() {
        let cases: &[(&str, &str, Option<Ordering>)] = &[
            ("1", "1.0", Some(Equal)),
            ("1/3", "0.3333333333333333", Some(Greater)),
            ("9007199254740993", "9007199254740992.0", Some(Greater)),
            ("1", "+inf.0", Some(Less)),
            ("-inf.0", "-1e300", Some(Less)),
            ("1", "+nan.0", None),
            ("+nan.0", "+nan.0", None),
            ("1/2", "2/3", Some(Less)),
            ("-0.0", "0", Some(Equal)),
        ];
        for (a, b, expected) in cases {
            assert_eq!(number(a).compare(&number(b)), *expected, "{a} and {b}");
        }
    }

    #[test]
    fn eqv_tells_exactness_and_signs_of_zero_apart() {
        assert!(number("+nan.0").is_eqv(&number("+nan.0")));
        assert!(!number("0.0").is_eqv(&number("-0.0")));
        assert!(!number("1").is_eqv(&number("1.0")));
        assert!(number("1/2").is_eqv(&number("2/4")));
    }

    #[test]
    fn complex_numbers_have_equality_and_no_order() {
        assert!(number("1+2i").equals(&number("1.0+2.0i")));
        assert!(number("1").equals(&number("1.0+0.0i")));
        assert!(!number("1").is_eqv(&number("1.0+0.0i")));
        assert!(!number("1.0+0.0i").is_eqv(&number("1.0-0.0i")));
        assert!(number("1.0-0.0i").equals(&number("1.0+0.0i")));
        assert!(number("0.0-0.0i").is_zero());
        assert_eq!(number("+i").compare(&number("1")), None);
        assert_eq!(number("+i").max(&number("1")), Err(NumberError::NotReal));
        assert!(number("1+inf.0i").is_infinite() && !number("1+inf.0i").is_finite());
        assert!(number("+nan.0+inf.0i").is_nan() && number("+nan.0+inf.0i").is_infinite());
    }

    #[test]
    fn max_is_contagious() {
        let text = |value: Result<Number, NumberError>| to_string(&value.expect("real"), 10);
        assert_eq!(text(number("3").max(&number("1.0"))), "3.0");
        assert_eq!(text(number("3").min(&number("1/2"))), "1/2");
        assert_eq!(text(number("3").min(&number("+nan.0"))), "+nan.0");
    }

    #[test]
    fn parts_of_flonums_are_flonums() {
        assert_eq!(number("0.75").numerator(), Ok(Number::Flonum(3.0)));
        assert_eq!(number("0.75").denominator(), Ok(Number::Flonum(4.0)));
        assert_eq!(number("6/4").denominator(), Ok(Number::from(2)));
    }

    #[test]
    fn a_numerator_keeps_the_sign_of_zero() {
        for (zero, sign) in [("0.0", false), ("-0.0", true)] {
            let numerator = number(zero).numerator();
            assert!(
                matches!(numerator, Ok(Number::Flonum(found)) if found == 0.0
                    && found.is_sign_negative() == sign),
                "{zero}: {numerator:?}"
            );
        }
    }
}
