//! Exponentials, logarithms and trigonometry.
//!
//! Results are flonums, except where an exact argument has an exact result
//! (`(exp 0)` is 1). Arguments whose result is complex are refused.

use crate::nearest::nearest_double;
use crate::{Number, NumberError};
use dashu_int::ops::BitTest;
use std::f64::consts::LN_2;

type Outcome = Result<Number, NumberError>;

impl Number {
    pub fn exp(&self) -> Number {
        self.elementary(0, 1, f64::exp)
    }

    pub fn sin(&self) -> Number {
        self.elementary(0, 0, f64::sin)
    }

    pub fn cos(&self) -> Number {
        self.elementary(0, 1, f64::cos)
    }

    pub fn tan(&self) -> Number {
        self.elementary(0, 0, f64::tan)
    }

    pub fn asin(&self) -> Outcome {
        self.within_one()?;
        Ok(self.elementary(0, 0, f64::asin))
    }

    pub fn acos(&self) -> Outcome {
        self.within_one()?;
        Ok(self.elementary(1, 0, f64::acos))
    }

    pub fn atan(&self) -> Number {
        self.elementary(0, 0, f64::atan)
    }

    /// `(atan y x)`: the angle of the point (x, y).
    pub fn atan2(&self, x: &Number) -> Outcome {
        if self.is_exact() && self.is_zero() && x.is_exact() {
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
    pub fn log(&self) -> Outcome {
        if self.is_negative() {
            return Err(NumberError::NotReal);
        }
        if self.to_i64() == Some(1) {
            return Ok(Number::from(0));
        }
        Ok(Number::Flonum(self.natural_logarithm()))
    }

    /// `(log z base)`.
    pub fn log_base(&self, base: &Number) -> Outcome {
        if self.is_negative() || base.is_negative() {
            return Err(NumberError::NotReal);
        }
        if base.to_i64() == Some(1) {
            return Err(NumberError::DivideByZero);
        }
        if self.to_i64() == Some(1) {
            return Ok(Number::from(0));
        }
        let value = self.to_f64();
        let direct = value.is_finite() && value > 0.0;
        Ok(Number::Flonum(match base.to_i64() {
            // More exact than a quotient of two rounded logarithms.
            Some(2) if direct => value.log2(),
            Some(10) if direct => value.log10(),
            _ => self.natural_logarithm() / base.natural_logarithm(),
        }))
    }

    fn natural_logarithm(&self) -> f64 {
        let value = self.to_f64();
        match self.exact_parts() {
            Some((numerator, denominator)) if value.is_infinite() || value == 0.0 => {
                logarithm_of_magnitude(&numerator) - logarithm_of_magnitude(&denominator)
            }
            _ => value.ln(),
        }
    }

    /// `function`, which maps the exact `argument` to the exact `result`.
    fn elementary(&self, argument: i64, result: i64, function: fn(f64) -> f64) -> Number {
        if self.to_i64() == Some(argument) {
            Number::from(result)
        } else {
            Number::Flonum(function(self.to_f64()))
        }
    }

    fn within_one(&self) -> Result<(), NumberError> {
        if self.to_f64().abs() > 1.0 {
            Err(NumberError::NotReal)
        } else {
            Ok(())
        }
    }
}

fn logarithm_of_magnitude(magnitude: &crate::UBig) -> f64 {
    let excess = magnitude.bit_len().saturating_sub(1000);
    let leading = magnitude >> excess;
    nearest_double(&leading, &crate::UBig::ONE).ln() + excess as f64 * LN_2
}

#[cfg(test)]
mod tests {
    use crate::{Number, NumberError, parse, to_string};

    #[test]
    fn exact_where_the_result_is() {
        let zero = Number::from(0);
        let one = Number::from(1);
        assert_eq!(zero.exp(), one);
        assert_eq!(zero.sin(), zero);
        assert_eq!(zero.cos(), one);
        assert_eq!(one.acos(), Ok(zero.clone()));
        assert_eq!(one.log(), Ok(zero.clone()));
        assert_eq!(zero.atan2(&one), Ok(zero.clone()));
        assert_eq!(zero.atan2(&zero), Err(NumberError::DivideByZero));
        assert_eq!(Number::Flonum(0.0).exp(), Number::Flonum(1.0));
    }

    #[test]
    fn complex_results_are_refused() {
        assert_eq!(Number::from(-1).log(), Err(NumberError::NotReal));
        assert_eq!(Number::from(2).asin(), Err(NumberError::NotReal));
        assert_eq!(Number::Flonum(-1.5).acos(), Err(NumberError::NotReal));
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
