//! Exponentials, logarithms and trigonometry.
//!
//! Results are inexact, except where an exact argument has an exact result
//! (`(exp 0)` is 1). Real arguments outside of the real domain have complex
//! results: they count as points on the branch cut, on the side that R7RS 6.2.6
//! gives them.

use crate::nearest::nearest_double;
use crate::{Double, Number, NumberError};
use dashu_int::ops::BitTest;
use std::f64::consts::{LN_2, PI};

type Outcome = Result<Number, NumberError>;

impl Number {
    pub fn exp(&self) -> Number {
        self.elementary((0, 1), f64::exp, Double::exp)
    }

    pub fn sin(&self) -> Number {
        self.elementary((0, 0), f64::sin, Double::sin)
    }

    pub fn cos(&self) -> Number {
        self.elementary((0, 1), f64::cos, Double::cos)
    }

    pub fn tan(&self) -> Number {
        self.elementary((0, 0), f64::tan, Double::tan)
    }

    pub fn asin(&self) -> Number {
        match self.beyond_one() {
            Some(point) => point.asin().number(),
            None => self.elementary((0, 0), f64::asin, Double::asin),
        }
    }

    pub fn acos(&self) -> Number {
        match self.beyond_one() {
            Some(point) => point.acos().number(),
            None => self.elementary((1, 0), f64::acos, Double::acos),
        }
    }

    pub fn atan(&self) -> Number {
        self.elementary((0, 0), f64::atan, Double::atan)
    }

    /// `(atan y x)`: the angle of the point (x, y).
    pub fn atan2(&self, x: &Number) -> Outcome {
        if !self.is_real() || !x.is_real() {
            return Err(NumberError::NotReal);
        }
        if self.is_exact_zero() && x.is_exact() {
            if x.is_zero() {
                return Err(NumberError::DivideByZero);
            }
            if x.is_positive() {
                return Ok(Number::from(0));
            }
        }
        Ok(Number::Flonum(self.to_f64().atan2(x.to_f64())))
    }

    /// `log`: the natural logarithm; also of integers beyond the range of doubles.
    /// Of a negative number it has the imaginary part pi.
    pub fn log(&self) -> Outcome {
        if self.to_i64() == Some(1) {
            return Ok(Number::from(0));
        }
        match self {
            Number::Complex(parts) => {
                let real = parts.logarithm_of_magnitude()?;
                Number::rectangular(Number::Flonum(real), self.angle())
            }
            _ if self.is_negative() => {
                Ok(Double::new(self.negate().natural_logarithm(), PI).number())
            }
            Number::Integer(_) | Number::Ratio(_) | Number::Flonum(_) => {
                Ok(Number::Flonum(self.natural_logarithm()))
            }
        }
    }

    /// `(log z base)`.
    pub fn log_base(&self, base: &Number) -> Outcome {
        if base.to_i64() == Some(1) {
            return Err(NumberError::DivideByZero);
        }
        if self.to_i64() == Some(1) {
            return Ok(Number::from(0));
        }
        let value = self.to_f64();
        let direct = value.is_finite() && value > 0.0;
        match base.to_i64() {
            // More exact than a quotient of two rounded logarithms.
            Some(2) if direct => Ok(Number::Flonum(value.log2())),
            Some(10) if direct => Ok(Number::Flonum(value.log10())),
            _ => self.log()?.divide(&base.log()?),
        }
    }

    /// Of a real number that is not negative.
    pub(crate) fn natural_logarithm(&self) -> f64 {
        let value = self.to_f64();
        match self.exact_parts() {
            Some((numerator, denominator)) if value.is_infinite() || value == 0.0 => {
                logarithm_of_magnitude(&numerator) - logarithm_of_magnitude(&denominator)
            }
            _ => value.ln(),
        }
    }

    /// The exact argument of a row goes to its exact result, others to doubles.
    fn elementary(
        &self,
        (argument, result): (i64, i64),
        real: fn(f64) -> f64,
        complex: fn(Double) -> Double,
    ) -> Number {
        if self.to_i64() == Some(argument) {
            Number::from(result)
        } else if self.is_real() {
            Number::Flonum(real(self.to_f64()))
        } else {
            complex(self.to_double()).number()
        }
    }

    /// A real number outside of -1 to 1, on the side of the cut that the formulas of the
    /// standard choose: below it on the right, above it on the left.
    fn beyond_one(&self) -> Option<Double> {
        let value = self.to_f64();
        (value.abs() > 1.0).then(|| Double::new(value, 0.0_f64.copysign(-value)))
    }
}

fn logarithm_of_magnitude(magnitude: &crate::UBig) -> f64 {
    let excess = magnitude.bit_len().saturating_sub(1000);
    let leading = magnitude >> excess;
    nearest_double(&leading, &crate::UBig::ONE).ln() + excess as f64 * LN_2
}

#[cfg(test)]
mod tests {
    use super::PI;
    use crate::{Double, Number, NumberError, parse, to_string};

    #[test]
    fn exact_where_the_result_is() {
        let zero = Number::from(0);
        let one = Number::from(1);
        assert_eq!(zero.exp(), one);
        assert_eq!(zero.sin(), zero);
        assert_eq!(zero.cos(), one);
        assert_eq!(one.acos(), zero);
        assert_eq!(one.log(), Ok(zero.clone()));
        assert_eq!(zero.atan2(&one), Ok(zero.clone()));
        assert_eq!(zero.atan2(&zero), Err(NumberError::DivideByZero));
        assert_eq!(Number::Flonum(0.0).exp(), Number::Flonum(1.0));
    }

    #[test]
    fn real_arguments_outside_of_the_real_domain() {
        let number = |text| parse(text, 10).expect("a number");
        let near = |result: Number, real: f64, imaginary: f64| {
            let Double {
                real: x,
                imaginary: y,
            } = result.to_double();
            assert!(
                (x - real).abs() < 1e-15 && (y - imaginary).abs() < 1e-15,
                "{result}"
            );
        };
        near(number("-1").log().expect("not zero"), 0.0, PI);
        near(number("-0.5").log().expect("not zero"), 0.5_f64.ln(), PI);
        near(number("2").asin(), PI / 2.0, -1.3169578969248166);
        near(number("-2").asin(), -PI / 2.0, 1.3169578969248166);
        near(number("2.0").acos(), 0.0, 1.3169578969248166);
        near(number("-2.0").acos(), PI, -1.3169578969248166);
        assert_eq!(number("0").log(), Ok(Number::Flonum(f64::NEG_INFINITY)));
        assert_eq!(number("0.0").log(), Ok(Number::Flonum(f64::NEG_INFINITY)));
    }

    #[test]
    fn logarithms() {
        let log = |value: &str, base: &str| {
            let [value, base] = [value, base].map(|text| parse(text, 10).expect("a number"));
            to_string(&value.log_base(&base).expect("a logarithm"), 10)
        };
        assert_eq!(log("8", "2"), "3.0");
        assert_eq!(log("1000", "10"), "3.0");
        assert_eq!(log("0", "2"), "-inf.0");
        let huge = format!("1{}", "0".repeat(1000));
        assert_near(&log(&huge, "10"), 1000.0);
        assert_near(&log(&format!("1/{huge}"), "10"), -1000.0);
    }

    fn assert_near(text: &str, expected: f64) {
        let value: f64 = text.parse().expect("a double");
        assert!((value / expected - 1.0).abs() < 1e-12, "{value}");
    }
}
