//! Integer division and what follows from it.
//!
//! Flonums that are integers take part by their exact value; the result is then
//! the nearest flonum.

use crate::gcd::gcd;
use crate::{IBig, Number, NumberError};
use dashu_int::Sign;
use dashu_int::ops::{DivRem, UnsignedAbs};

type Outcome = Result<Number, NumberError>;

impl Number {
    /// `truncate-quotient`, `quotient`.
    pub fn truncate_quotient(&self, other: &Number) -> Outcome {
        Ok(self.truncate_divide(other)?.0)
    }

    /// `truncate-remainder`, `remainder`: has the sign of the dividend.
    pub fn truncate_remainder(&self, other: &Number) -> Outcome {
        Ok(self.truncate_divide(other)?.1)
    }

    /// `floor-quotient`.
    pub fn floor_quotient(&self, other: &Number) -> Outcome {
        Ok(self.floor_divide(other)?.0)
    }

    /// `floor-remainder`, `modulo`: has the sign of the divisor.
    pub fn floor_remainder(&self, other: &Number) -> Outcome {
        Ok(self.floor_divide(other)?.1)
    }

    /// `truncate/`.
    pub fn truncate_divide(&self, other: &Number) -> Result<(Number, Number), NumberError> {
        self.divide_by(other, |a, b| a.div_rem(b))
    }

    /// `floor/`.
    pub fn floor_divide(&self, other: &Number) -> Result<(Number, Number), NumberError> {
        self.divide_by(other, floor_divide)
    }

    /// `gcd`: never negative, 0 only for two zeros.
    pub fn gcd(&self, other: &Number) -> Outcome {
        self.on_integers(other, |a, b| {
            IBig::from(gcd(&a.unsigned_abs(), &b.unsigned_abs()))
        })
    }

    /// `lcm`: never negative.
    pub fn lcm(&self, other: &Number) -> Outcome {
        if self.size_bits() + other.size_bits() > crate::BITS_MAX {
            return Err(NumberError::TooLarge);
        }
        self.on_integers(other, |a, b| {
            if a.is_zero() || b.is_zero() {
                return IBig::ZERO;
            }
            let common = gcd(&a.unsigned_abs(), &b.unsigned_abs());
            let product = a / IBig::from(common) * b;
            IBig::from(product.into_parts().1)
        })
    }

    /// `even?`; `odd?` is its opposite.
    pub fn is_even(&self) -> Result<bool, NumberError> {
        let integer = self.integer_value()?;
        Ok(limb_parity(&integer))
    }

    fn divide_by(
        &self,
        other: &Number,
        divide: impl Fn(&IBig, &IBig) -> (IBig, IBig),
    ) -> Result<(Number, Number), NumberError> {
        let (a, b) = (self.integer_value()?, other.integer_value()?);
        if b.is_zero() {
            return Err(NumberError::DivideByZero);
        }
        let (quotient, remainder) = divide(&a, &b);
        let exact = self.is_exact() && other.is_exact();
        Ok((
            with_exactness(quotient, exact),
            with_exactness(remainder, exact),
        ))
    }

    fn on_integers(&self, other: &Number, operation: impl Fn(&IBig, &IBig) -> IBig) -> Outcome {
        let result = operation(&self.integer_value()?, &other.integer_value()?);
        Ok(with_exactness(result, self.is_exact() && other.is_exact()))
    }

    /// The exact value of what `integer?` holds of.
    pub(crate) fn integer_value(&self) -> Result<IBig, NumberError> {
        match self {
            Number::Integer(integer) => Ok(integer.clone()),
            Number::Ratio(_) | Number::Complex(_) => Err(NumberError::NotInteger),
            Number::Flonum(_) => match self.exact() {
                Ok(Number::Integer(integer)) => Ok(integer),
                _ => Err(NumberError::NotInteger),
            },
        }
    }
}

fn with_exactness(value: IBig, exact: bool) -> Number {
    let value = Number::Integer(value);
    if exact { value } else { value.inexact() }
}

/// Whether the integer is even.
fn limb_parity(integer: &IBig) -> bool {
    let (_, words) = crate::limbs(integer);
    words.first().is_none_or(|word| word % 2 == 0)
}

/// Quotient rounded down, and a remainder with the sign of the divisor.
pub(crate) fn floor_divide(a: &IBig, b: &IBig) -> (IBig, IBig) {
    let (quotient, remainder) = a.div_rem(b);
    let signs_differ = (remainder.sign() == Sign::Negative) != (b.sign() == Sign::Negative);
    if !remainder.is_zero() && signs_differ {
        (quotient - IBig::ONE, remainder + b)
    } else {
        (quotient, remainder)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Number, NumberError, parse, to_string};

    fn number(text: &str) -> Number {
        parse(text, 10).expect("a number")
    }

    #[test]
    fn division_operators_of_the_standard() {
        // dividend, divisor, floor/ quotient and remainder, truncate/ quotient and remainder
        let cases = [
            ["5", "2", "2", "1", "2", "1"],
            ["-5", "2", "-3", "1", "-2", "-1"],
            ["5", "-2", "-3", "-1", "-2", "1"],
            ["-5", "-2", "2", "-1", "2", "-1"],
            ["-5.0", "2", "-3.0", "1.0", "-2.0", "-1.0"],
            [
                "100000000000000000000",
                "7",
                "14285714285714285714",
                "2",
                "14285714285714285714",
                "2",
            ],
        ];
        for [a, b, floor_q, floor_r, truncate_q, truncate_r] in cases {
            let (a, b) = (number(a), number(b));
            let text =
                |value: Result<Number, NumberError>| to_string(&value.expect("a result"), 10);
            assert_eq!(text(a.floor_quotient(&b)), floor_q);
            assert_eq!(text(a.floor_remainder(&b)), floor_r);
            assert_eq!(text(a.truncate_quotient(&b)), truncate_q);
            assert_eq!(text(a.truncate_remainder(&b)), truncate_r);
        }
    }

    #[test]
    fn errors_of_integer_division() {
        let divide = |a: &str, b: &str| number(a).truncate_quotient(&number(b));
        assert_eq!(divide("1", "0"), Err(NumberError::DivideByZero));
        assert_eq!(divide("1", "0.0"), Err(NumberError::DivideByZero));
        assert_eq!(divide("1.5", "1"), Err(NumberError::NotInteger));
        assert_eq!(divide("1", "+inf.0"), Err(NumberError::NotInteger));
        assert_eq!(divide("1/2", "1"), Err(NumberError::NotInteger));
    }

    #[test]
    fn gcd_and_lcm() {
        let gcd = |a: &str, b: &str| to_string(&number(a).gcd(&number(b)).expect("gcd"), 10);
        let lcm = |a: &str, b: &str| to_string(&number(a).lcm(&number(b)).expect("lcm"), 10);
        assert_eq!(gcd("32", "-36"), "4");
        assert_eq!(gcd("0", "0"), "0");
        assert_eq!(gcd("0", "-5"), "5");
        assert_eq!(gcd("32.0", "36"), "4.0");
        assert_eq!(lcm("32", "-36"), "288");
        assert_eq!(lcm("0", "3"), "0");
    }

    #[test]
    fn parity() {
        assert_eq!(number("0").is_even(), Ok(true));
        assert_eq!(number("-3").is_even(), Ok(false));
        assert_eq!(number("4.0").is_even(), Ok(true));
        assert_eq!(number("4.5").is_even(), Err(NumberError::NotInteger));
    }
}
