//! Powers and roots.

use crate::nearest::nearest_double;
use crate::{BITS_MAX, IBig, Number, NumberError, RBig, UBig};
use dashu_int::ops::{BitTest, SquareRoot, SquareRootRem};

type Outcome = Result<Number, NumberError>;

/// Roots of higher degree are only looked for among doubles: the search for an
/// exact one costs time that grows with the degree, and finds next to nothing.
const EXACT_ROOT_DEGREE_MAX: usize = 64;

impl Number {
    /// `expt`: exact where base and exponent are and the result is rational.
    pub fn expt(&self, exponent: &Number) -> Outcome {
        match exponent {
            Number::Integer(integer) => self.integer_power(integer),
            Number::Ratio(ratio) if self.is_exact() => match self.exact_root_power(ratio)? {
                Some(power) => Ok(power),
                None => self.flonum_power(exponent),
            },
            Number::Ratio(_) | Number::Flonum(_) => self.flonum_power(exponent),
        }
    }

    /// `exact-integer-sqrt`: the root rounded down, and what is left.
    pub fn exact_integer_sqrt(&self) -> Result<(Number, Number), NumberError> {
        let Number::Integer(integer) = self else {
            return Err(NumberError::NotExactInteger);
        };
        let magnitude = UBig::try_from(integer.clone()).map_err(|_| NumberError::Negative)?;
        let (root, rest) = magnitude.sqrt_rem();
        Ok((
            Number::Integer(IBig::from(root)),
            Number::Integer(IBig::from(rest)),
        ))
    }

    /// `sqrt`: exact when the number is and the root is rational.
    pub fn sqrt(&self) -> Outcome {
        if self.is_negative() {
            return Err(NumberError::NotReal);
        }
        let Some((numerator, denominator)) = self.exact_parts() else {
            return Ok(Number::Flonum(self.to_f64().sqrt()));
        };
        let (top, top_rest) = numerator.sqrt_rem();
        let (bottom, bottom_rest) = denominator.sqrt_rem();
        if top_rest.is_zero() && bottom_rest.is_zero() {
            return Ok(Number::from(RBig::from_parts(IBig::from(top), bottom)));
        }
        let direct = self.to_f64();
        // Beyond the range of doubles, but the root is within:
        // sqrt(n/d) = sqrt(nd)/d, and nd has so many bits that its integer root
        // is exact enough.
        if direct.is_infinite() || direct < f64::MIN_POSITIVE {
            let product = numerator * &denominator;
            return Ok(Number::Flonum(nearest_double(
                &product.sqrt(),
                &denominator,
            )));
        }
        Ok(Number::Flonum(direct.sqrt()))
    }

    fn integer_power(&self, exponent: &IBig) -> Outcome {
        if let Number::Flonum(base) = self {
            return Ok(Number::Flonum(
                base.powf(Number::Integer(exponent.clone()).to_f64()),
            ));
        }
        if let Some(trivial) = self.trivial_power(exponent)? {
            return Ok(trivial);
        }
        let magnitude =
            usize::try_from(exponent.clone().into_parts().1).map_err(|_| NumberError::TooLarge)?;
        // The result has at least this many bits.
        let least_bits = (self.largest_part_bits() - 1).saturating_mul(magnitude);
        if least_bits > BITS_MAX {
            return Err(NumberError::TooLarge);
        }
        let power = self.power(magnitude);
        if power.size_bits() > BITS_MAX {
            return Err(NumberError::TooLarge);
        }
        if *exponent < IBig::ZERO {
            Number::from(1).divide(&power)
        } else {
            Ok(power)
        }
    }

    /// Powers of 0, 1 and -1, whose exponents may be of any size.
    fn trivial_power(&self, exponent: &IBig) -> Shortcut {
        if exponent.is_zero() {
            return Ok(Some(Number::from(1)));
        }
        if self.is_zero() {
            return if *exponent < IBig::ZERO {
                Err(NumberError::DivideByZero)
            } else {
                Ok(Some(self.clone()))
            };
        }
        Ok(match self.to_i64() {
            Some(1) => Some(Number::from(1)),
            Some(-1) if exponent.bit(0) => Some(Number::from(-1)),
            Some(-1) => Some(Number::from(1)),
            _ => None,
        })
    }

    fn power(&self, exponent: usize) -> Number {
        match self {
            Number::Integer(integer) => Number::Integer(integer.pow(exponent)),
            // Powers of lowest terms are in lowest terms: no reduction is needed,
            // but the library has no way to build without.
            Number::Ratio(ratio) => Number::from(RBig::from_parts(
                ratio.numerator().pow(exponent),
                ratio.denominator().pow(exponent),
            )),
            Number::Flonum(value) => Number::Flonum(value.powf(exponent as f64)),
        }
    }

    /// The power with a fraction as exponent, if the root it needs is rational.
    fn exact_root_power(&self, exponent: &RBig) -> Shortcut {
        let Ok(degree) = usize::try_from(exponent.denominator()) else {
            return Ok(None);
        };
        if degree > EXACT_ROOT_DEGREE_MAX || self.is_negative() {
            return Ok(None);
        }
        let Some((numerator, denominator)) = self.exact_parts() else {
            return Ok(None);
        };
        let (top, bottom) = (numerator.nth_root(degree), denominator.nth_root(degree));
        if top.pow(degree) != numerator || bottom.pow(degree) != denominator {
            return Ok(None);
        }
        let root = Number::from(RBig::from_parts(IBig::from(top), bottom));
        root.integer_power(exponent.numerator()).map(Some)
    }

    fn flonum_power(&self, exponent: &Number) -> Outcome {
        let exponent = exponent.to_f64();
        let base = self.to_f64();
        if base < 0.0 && base.is_finite() && exponent.is_finite() && exponent.fract() != 0.0 {
            return Err(NumberError::NotReal);
        }
        Ok(Number::Flonum(base.powf(exponent)))
    }

    /// Magnitudes of numerator and denominator of an exact number.
    pub(crate) fn exact_parts(&self) -> Option<(UBig, UBig)> {
        match self {
            Number::Integer(integer) => Some((integer.clone().into_parts().1, UBig::ONE)),
            Number::Ratio(ratio) => {
                let (numerator, denominator) = ratio.clone().into_parts();
                Some((numerator.into_parts().1, denominator))
            }
            Number::Flonum(_) => None,
        }
    }

    fn largest_part_bits(&self) -> usize {
        match self {
            Number::Integer(integer) => integer.bit_len(),
            Number::Ratio(ratio) => ratio
                .numerator()
                .bit_len()
                .max(ratio.denominator().bit_len()),
            Number::Flonum(_) => 64,
        }
        .max(1)
    }
}

/// A result, if the shortcut applies.
type Shortcut = Result<Option<Number>, NumberError>;

#[cfg(test)]
mod tests {
    use crate::{Number, NumberError, parse, to_string};

    fn number(text: &str) -> Number {
        parse(text, 10).expect("a number")
    }

    #[test]
    fn powers() {
        let cases = [
            ["2", "100", "1267650600228229401496703205376"],
            ["2", "-2", "1/4"],
            ["2/3", "-3", "27/8"],
            ["-2/3", "3", "-8/27"],
            ["0", "0", "1"],
            ["0", "5", "0"],
            ["-1", "100000000000000000001", "-1"],
            ["2.0", "3", "8.0"],
            ["2", "0.5", "1.4142135623730951"],
            ["8", "1/3", "2"],
            ["4/9", "-3/2", "27/8"],
            ["2", "1/2", "1.4142135623730951"],
            ["0.0", "0", "1.0"],
        ];
        for [base, exponent, expected] in cases {
            let power = number(base).expt(&number(exponent)).expect("a power");
            assert_eq!(to_string(&power, 10), expected, "{base} ^ {exponent}");
        }
        let fails = |base: &str, exponent: &str| number(base).expt(&number(exponent));
        assert_eq!(fails("0", "-1"), Err(NumberError::DivideByZero));
        assert_eq!(fails("7", "100000000000"), Err(NumberError::TooLarge));
        assert_eq!(
            fails("1/7", "1000000000000000000000"),
            Err(NumberError::TooLarge)
        );
        assert_eq!(fails("-1", "1/2"), Err(NumberError::NotReal));
        assert_eq!(fails("-2.0", "0.5"), Err(NumberError::NotReal));
    }

    #[test]
    fn roots() {
        let root = |text: &str| to_string(&number(text).sqrt().expect("a root"), 10);
        assert_eq!(root("16"), "4");
        assert_eq!(root("9/4"), "3/2");
        assert_eq!(root("2"), "1.4142135623730951");
        assert_eq!(root("16.0"), "4.0");
        assert_eq!(root("0"), "0");
        assert_eq!(
            root(&format!("2{}", "0".repeat(400))),
            "1.414213562373095e200"
        );
        assert_eq!(
            root(&format!("2/1{}", "0".repeat(400))),
            "1.414213562373095e-200"
        );
        assert_eq!(number("-1").sqrt(), Err(NumberError::NotReal));
        assert_eq!(
            number("17").exact_integer_sqrt(),
            Ok((Number::from(4), Number::from(1)))
        );
        assert_eq!(
            number("-1").exact_integer_sqrt(),
            Err(NumberError::Negative)
        );
        assert_eq!(
            number("4.0").exact_integer_sqrt(),
            Err(NumberError::NotExactInteger)
        );
    }
}
