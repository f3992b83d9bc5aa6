//! Powers and roots.

use crate::double::polar_in_half_turns;
use crate::nearest::nearest_double;
use crate::{BITS_MAX, Complex, IBig, Number, NumberError, Ratio, UBig};
use dashu_int::ops::{BitTest, SquareRoot, SquareRootRem};

type Outcome = Result<Number, NumberError>;

/// Roots of higher degree are only looked for among doubles: the search for an
/// exact one costs time that grows with the degree, and finds next to nothing.
const EXACT_ROOT_DEGREE_MAX: usize = 64;

/// Larger powers of inexact complex numbers are taken by logarithm: rounding errors
/// of that many products are as large as those.
const REPEATED_PRODUCT_MAX: u64 = 1024;

impl Number {
    /// `expt`: exact where base and exponent are and the result is rational.
    pub fn expt(&self, exponent: &Number) -> Outcome {
        match exponent {
            Number::Integer(integer) if self.is_real() => self.integer_power(integer),
            Number::Integer(integer) => self.repeated_product(integer),
            _ if !self.is_real() || !exponent.is_real() => self.complex_power(exponent),
            Number::Ratio(ratio) if self.is_exact() => match self.exact_root_power(ratio)? {
                Some(power) => Ok(power),
                None => self.flonum_power(exponent),
            },
            Number::Ratio(_) | Number::Flonum(_) | Number::Complex(_) => {
                self.flonum_power(exponent)
            }
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

    /// `sqrt`: exact when the number is and the root is rational. The real part of
    /// the root is not negative.
    pub fn sqrt(&self) -> Outcome {
        if let Number::Complex(parts) = self {
            return match parts.exact_sqrt()? {
                Some(root) => Ok(root),
                None => self.complex_sqrt(),
            };
        }
        if self.is_negative() {
            return Number::rectangular(Number::from(0), self.negate().sqrt()?);
        }
        let Some((numerator, denominator)) = self.exact_parts() else {
            return Ok(Number::Flonum(self.to_f64().sqrt()));
        };
        let (top, top_rest) = numerator.sqrt_rem();
        let (bottom, bottom_rest) = denominator.sqrt_rem();
        if top_rest.is_zero() && bottom_rest.is_zero() {
            return Ok(Number::from(Ratio::of_lowest_terms(
                IBig::from(top),
                bottom,
            )));
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

    fn complex_sqrt(&self) -> Outcome {
        let double = self.to_double();
        let direct = double.sqrt();
        let lost = !double.magnitude().is_finite() || double.magnitude() == 0.0;
        if self.is_exact() && lost {
            // Beyond the range of doubles, but the root may be within.
            let half = Number::Flonum(0.5);
            return Ok(self.log()?.multiply(&half)?.exp());
        }
        Ok(direct.number())
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
            Number::Ratio(ratio) => Number::Ratio(ratio.power(exponent)),
            Number::Flonum(_) | Number::Complex(_) => {
                Number::Flonum(self.to_f64().powf(exponent as f64))
            }
        }
    }

    /// The power with a fraction as exponent, if the root it needs is rational.
    fn exact_root_power(&self, exponent: &Ratio) -> Shortcut {
        let Ok(degree) = usize::try_from(exponent.denominator()) else {
            return Ok(None);
        };
        if self.is_negative() && degree == 2 {
            return match self.sqrt()? {
                root if root.is_exact() => {
                    root.expt(&exponent.numerator().clone().into()).map(Some)
                }
                _ => Ok(None),
            };
        }
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
        let root = Number::from(Ratio::of_lowest_terms(IBig::from(top), bottom));
        root.integer_power(exponent.numerator()).map(Some)
    }

    fn flonum_power(&self, exponent: &Number) -> Outcome {
        let exponent = exponent.to_f64();
        let base = self.to_f64();
        if base < 0.0 && base.is_finite() && exponent.is_finite() && exponent.fract() != 0.0 {
            // The angle of the base is half a turn.
            return Ok(polar_in_half_turns((-base).powf(exponent), exponent).number());
        }
        Ok(Number::Flonum(base.powf(exponent)))
    }

    /// A power of a number that is not real with an exact integer as exponent.
    fn repeated_product(&self, exponent: &IBig) -> Outcome {
        let Ok(magnitude) = u64::try_from(exponent.clone().into_parts().1) else {
            return self.large_power(exponent);
        };
        if !self.is_exact() && magnitude > REPEATED_PRODUCT_MAX {
            return self.large_power(exponent);
        }
        let (mut power, mut square, mut rest) = (Number::from(1), self.clone(), magnitude);
        while rest > 0 {
            if rest % 2 == 1 {
                power = power.multiply(&square)?;
            }
            rest /= 2;
            if rest > 0 {
                square = square.multiply(&square)?;
            }
        }
        if *exponent < IBig::ZERO {
            Number::from(1).divide(&power)
        } else {
            Ok(power)
        }
    }

    /// Exact powers of such exponents are too large, but for those of i and -i.
    fn large_power(&self, exponent: &IBig) -> Outcome {
        if !self.is_exact() {
            let exponent = Number::Integer(exponent.clone());
            return Ok(self.to_double().power(exponent.to_double()).number());
        }
        if self.real_part().is_exact_zero() && self.magnitude()?.to_i64() == Some(1) {
            let quarter = crate::division::floor_divide(exponent, &IBig::from(4)).1;
            return self.repeated_product(&quarter);
        }
        Err(NumberError::TooLarge)
    }

    /// A power where one of the two is not real and the exponent is no exact integer.
    fn complex_power(&self, exponent: &Number) -> Outcome {
        if self.is_zero() {
            return if exponent.real_part().is_positive() {
                Ok(if exponent.is_exact() {
                    self.clone()
                } else {
                    self.inexact()
                })
            } else {
                Err(NumberError::DivideByZero)
            };
        }
        if let Number::Ratio(ratio) = exponent
            && *ratio.denominator() == UBig::from(2_u8)
        {
            return self
                .sqrt()?
                .expt(&Number::Integer(ratio.numerator().clone()));
        }
        if self.is_positive() {
            return Ok(exponent.multiply(&self.log()?)?.exp());
        }
        Ok(self.to_double().power(exponent.to_double()).number())
    }

    /// Magnitudes of numerator and denominator of an exact real number.
    pub(crate) fn exact_parts(&self) -> Option<(UBig, UBig)> {
        match self {
            Number::Integer(integer) => Some((integer.clone().into_parts().1, UBig::ONE)),
            Number::Ratio(ratio) => {
                let (numerator, denominator) = ratio.clone().into_parts();
                Some((numerator.into_parts().1, denominator))
            }
            Number::Flonum(_) | Number::Complex(_) => None,
        }
    }

    fn largest_part_bits(&self) -> usize {
        match self {
            Number::Integer(integer) => integer.bit_len(),
            Number::Ratio(ratio) => ratio
                .numerator()
                .bit_len()
                .max(ratio.denominator().bit_len()),
            Number::Flonum(_) | Number::Complex(_) => 64,
        }
        .max(1)
    }
}

impl Complex {
    /// The root, if the number is exact and its root is.
    ///
    /// With m the magnitude, it is sqrt((m + x) / 2) ± i sqrt((m - x) / 2).
    fn exact_sqrt(&self) -> Shortcut {
        let number = Number::rectangular(self.real().clone(), self.imaginary().clone())?;
        let magnitude = number.magnitude()?;
        if !magnitude.is_exact() {
            return Ok(None);
        }
        let half = |sum: Number| sum.divide(&Number::from(2))?.sqrt();
        let real = half(magnitude.add(self.real())?)?;
        let imaginary = half(magnitude.subtract(self.real())?)?;
        if !real.is_exact() || !imaginary.is_exact() {
            return Ok(None);
        }
        let imaginary = match self.imaginary().is_negative() {
            true => imaginary.negate(),
            false => imaginary,
        };
        Number::rectangular(real, imaginary).map(Some)
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
    }

    #[test]
    fn powers_that_are_not_real() {
        let cases = [
            ["-1", "1/2", "+i"],
            ["-4", "3/2", "-8i"],
            ["-4", "-1/2", "-1/2i"],
            ["-4.0", "0.5", "+2.0i"],
            ["-1.0", "1.5", "-1.0i"],
            ["+i", "2", "-1"],
            ["+i", "-1", "-i"],
            ["1+i", "10", "+32i"],
            ["1/2+i", "-2", "-12/25-16/25i"],
            ["-i", "100000000000000000000000000000001", "-i"],
            ["1.0+1.0i", "4", "-4.0+0.0i"],
            ["3+4i", "1/2", "2+i"],
            ["0", "1+i", "0"],
            ["0.0", "1+i", "0.0"],
        ];
        for [base, exponent, expected] in cases {
            let power = number(base).expt(&number(exponent)).expect("a power");
            assert_eq!(to_string(&power, 10), expected, "{base} ^ {exponent}");
        }
        let fails = |base: &str, exponent: &str| number(base).expt(&number(exponent));
        assert_eq!(fails("0", "+i"), Err(NumberError::DivideByZero));
        assert_eq!(
            fails("1+i", "100000000000000000000000"),
            Err(NumberError::TooLarge)
        );
        assert_eq!(fails("1+i", "1000000000000"), Err(NumberError::TooLarge));
        // e^(i pi), i^i
        let near = |base: &str, exponent: &str, real: f64, imaginary: f64| {
            let power = fails(base, exponent).expect("a power").to_double();
            assert!((power.real - real).abs() < 1e-14, "{power:?}");
            assert!((power.imaginary - imaginary).abs() < 1e-14, "{power:?}");
        };
        near("2.718281828459045", "+3.141592653589793i", -1.0, 0.0);
        near("+i", "+i", 0.20787957635076193, 0.0);
        near("-8", "1/3", 1.0, 3.0_f64.sqrt());
        near("1", "2+3i", 1.0, 0.0);
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
        assert_eq!(root("-1"), "+i");
        assert_eq!(root("-9/4"), "+3/2i");
        assert_eq!(root("-2"), "+1.4142135623730951i");
        assert_eq!(root("-4.0"), "+2.0i");
        assert_eq!(root("-0.0"), "-0.0");
        assert_eq!(root("-inf.0"), "+inf.0i");
        assert_eq!(root("-3+4i"), "1+2i");
        assert_eq!(root("-3-4i"), "1-2i");
        assert_eq!(root("+i"), "0.7071067811865476+0.7071067811865475i");
        assert_eq!(root("-4.0+0.0i"), "+2.0i");
        assert_eq!(root("-4.0-0.0i"), "-2.0i");
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
