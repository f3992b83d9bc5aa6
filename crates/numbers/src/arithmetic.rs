//! Addition, subtraction, multiplication and division.
//!
//! An operation with one flonum is done on doubles; otherwise it is exact.
//! What is not real goes to [`crate::complex`].

use crate::{BITS_MAX, IBig, Number, NumberError, Ratio};
use dashu_int::ops::BitTest;

type Outcome = Result<Number, NumberError>;

impl Number {
    pub fn add(&self, other: &Number) -> Outcome {
        if !self.is_real() || !other.is_real() {
            return self.add_complex(other);
        }
        self.combine(other, |a, b| a + b, Ratio::add, |a, b| a + b)
    }

    pub fn subtract(&self, other: &Number) -> Outcome {
        if !self.is_real() || !other.is_real() {
            return self.add_complex(&other.negate());
        }
        self.combine(other, |a, b| a - b, Ratio::subtract, |a, b| a - b)
    }

    pub fn multiply(&self, other: &Number) -> Outcome {
        if !self.is_real() || !other.is_real() {
            return self.multiply_complex(other);
        }
        self.combine(other, |a, b| a * b, Ratio::multiply, |a, b| a * b)
    }

    /// `/`: exact unless a flonum takes part. Only an *exact* zero can not divide.
    pub fn divide(&self, other: &Number) -> Outcome {
        if other.is_exact() && other.is_zero() {
            return Err(NumberError::DivideByZero);
        }
        if !self.is_real() || !other.is_real() {
            return self.divide_complex(other);
        }
        if let (Number::Integer(numerator), Number::Integer(denominator)) = (self, other) {
            let quotient = Number::from_fraction(numerator.clone(), denominator.clone())?;
            return match quotient.size_bits() > BITS_MAX {
                true => Err(NumberError::TooLarge),
                false => Ok(quotient),
            };
        }
        // No integers arrive here: one of the two is a ratio or a flonum.
        self.combine(other, |a, b| a / b, Ratio::divide, |a, b| a / b)
    }

    pub fn negate(&self) -> Number {
        match self {
            Number::Integer(integer) => Number::Integer(-integer),
            Number::Ratio(ratio) => Number::Ratio(ratio.clone().negate()),
            Number::Flonum(value) => Number::Flonum(-value),
            Number::Complex(parts) => {
                let (real, imaginary) = (parts.real().negate(), parts.imaginary().negate());
                Number::rectangular(real, imaginary).unwrap_or_else(|_| self.clone())
            }
        }
    }

    /// `abs`, of real numbers.
    pub fn absolute(&self) -> Outcome {
        match self {
            Number::Flonum(value) => Ok(Number::Flonum(value.abs())),
            Number::Integer(_) | Number::Ratio(_) if self.is_negative() => Ok(self.negate()),
            Number::Integer(_) | Number::Ratio(_) => Ok(self.clone()),
            Number::Complex(_) => Err(NumberError::NotReal),
        }
    }

    /// Size of an exact number: bits of its numerator and denominator; 64 for a flonum.
    pub fn size_bits(&self) -> usize {
        match self {
            Number::Integer(integer) => integer.bit_len(),
            Number::Ratio(ratio) => ratio.numerator().bit_len() + ratio.denominator().bit_len(),
            Number::Flonum(_) => 64,
            Number::Complex(parts) => parts.real().size_bits() + parts.imaginary().size_bits(),
        }
    }

    /// Operands are real.
    fn combine(
        &self,
        other: &Number,
        integers: impl Fn(&IBig, &IBig) -> IBig,
        ratios: impl Fn(&Ratio, &Ratio) -> Ratio,
        flonums: impl Fn(f64, f64) -> f64,
    ) -> Outcome {
        if let (Number::Flonum(a), Number::Flonum(b)) = (self, other) {
            return Ok(Number::Flonum(flonums(*a, *b)));
        }
        if !self.is_exact() || !other.is_exact() {
            return Ok(Number::Flonum(flonums(self.to_f64(), other.to_f64())));
        }
        // No exact operation makes more bits than both operands have, and one carry.
        if self.size_bits() + other.size_bits() > BITS_MAX {
            return Err(NumberError::TooLarge);
        }
        match (self, other) {
            (Number::Integer(a), Number::Integer(b)) => Ok(Number::Integer(integers(a, b))),
            (a, b) => match (a.to_ratio(), b.to_ratio()) {
                (Some(a), Some(b)) => Ok(Number::from(ratios(&a, &b))),
                _ => Err(NumberError::NotFinite),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Number, NumberError, parse, to_string};

    fn number(text: &str) -> Number {
        parse(text, 10).expect("a number")
    }

    #[test]
    fn mixed_operations_follow_the_tower() {
        type Operation = fn(&Number, &Number) -> Result<Number, NumberError>;
        let cases: &[(Operation, &str, &str, &str)] = &[
            (Number::add, "1/2", "1/2", "1"),
            (Number::add, "1/3", "1/6", "1/2"),
            (Number::add, "1/2", "0.5", "1.0"),
            (Number::subtract, "1", "3/4", "1/4"),
            (Number::multiply, "2/3", "3/2", "1"),
            (
                Number::multiply,
                "99999999999999999999",
                "10",
                "999999999999999999990",
            ),
            (Number::divide, "6", "4", "3/2"),
            (Number::divide, "6", "-3", "-2"),
            (Number::divide, "1", "-3", "-1/3"),
            (Number::divide, "3/4", "3/4", "1"),
            (Number::divide, "3/4", "-2", "-3/8"),
            (Number::divide, "1", "0.0", "+inf.0"),
            (Number::divide, "-1.5", "2", "-0.75"),
        ];
        for (operation, a, b, expected) in cases {
            let result = operation(&number(a), &number(b)).expect("a result");
            assert_eq!(to_string(&result, 10), *expected, "{a} and {b}");
        }
        assert_eq!(
            number("1.0").divide(&number("0")),
            Err(NumberError::DivideByZero)
        );
    }

    #[test]
    fn products_are_bounded() {
        let big = Number::from(1).shift(40_000_000).expect("fits");
        assert_eq!(big.multiply(&big), Err(NumberError::TooLarge));
    }
}
