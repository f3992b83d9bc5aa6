//! Numbers that are not real: parts, polar form and arithmetic.
//!
//! A complex number has two exact parts or two doubles, never one of each: where
//! one part becomes inexact, both do. So `+2.0i` is `0.0+2.0i`.
//! Only an *exact* zero as imaginary part makes a number real.
//!
//! A real operand takes part as it is, without an imaginary zero, so that
//! signed zeros and infinities of the other operand survive.
//!
//! Invariant N2: the parts of a [`Complex`] are real, of one exactness, and the
//! imaginary one is not an exact zero.

use crate::{Double, Number, NumberError};

type Outcome = Result<Number, NumberError>;

/// A number that is not real (N2).
#[derive(Clone, Debug, PartialEq)]
pub struct Complex {
    real: Number,
    imaginary: Number,
}

impl Complex {
    pub fn real(&self) -> &Number {
        &self.real
    }

    pub fn imaginary(&self) -> &Number {
        &self.imaginary
    }
}

impl Number {
    /// `make-rectangular`: normalises (N2); refuses parts that are not real.
    pub fn rectangular(real: Number, imaginary: Number) -> Outcome {
        if !real.is_real() || !imaginary.is_real() {
            return Err(NumberError::NotReal);
        }
        if imaginary.is_exact_zero() {
            return Ok(real);
        }
        let parts = if real.is_exact() == imaginary.is_exact() {
            Complex { real, imaginary }
        } else {
            Complex {
                real: real.inexact(),
                imaginary: imaginary.inexact(),
            }
        };
        Ok(Number::Complex(Box::new(parts)))
    }

    /// `make-polar`: exact only if the angle is an exact zero or the magnitude is.
    pub fn polar(magnitude: &Number, angle: &Number) -> Outcome {
        if !magnitude.is_real() || !angle.is_real() {
            return Err(NumberError::NotReal);
        }
        if angle.is_exact_zero() || magnitude.is_exact_zero() {
            return Ok(magnitude.clone());
        }
        Ok(Double::polar(magnitude.to_f64(), angle.to_f64()).number())
    }

    pub fn is_real(&self) -> bool {
        !matches!(self, Number::Complex(_))
    }

    /// `real-part`.
    pub fn real_part(&self) -> Number {
        match self {
            Number::Complex(parts) => parts.real.clone(),
            Number::Integer(_) | Number::Ratio(_) | Number::Flonum(_) => self.clone(),
        }
    }

    /// `imag-part`: an exact zero for real numbers.
    pub fn imaginary_part(&self) -> Number {
        match self {
            Number::Complex(parts) => parts.imaginary.clone(),
            Number::Integer(_) | Number::Ratio(_) | Number::Flonum(_) => Number::from(0),
        }
    }

    /// `magnitude`: exact if the number is and its distance from zero is rational.
    pub fn magnitude(&self) -> Outcome {
        match self {
            Number::Complex(parts) if self.is_exact() => parts.norm()?.sqrt(),
            Number::Complex(_) => Ok(Number::Flonum(self.to_double().magnitude())),
            Number::Integer(_) | Number::Ratio(_) | Number::Flonum(_) => self.absolute(),
        }
    }

    /// `angle`: an exact zero for real numbers that are not negative (-0.0 is).
    pub fn angle(&self) -> Number {
        match self {
            Number::Complex(parts) => Number::Flonum(parts.angle()),
            Number::Flonum(value) if value.is_nan() => self.clone(),
            Number::Flonum(value) if value.is_sign_negative() => {
                Number::Flonum(std::f64::consts::PI)
            }
            _ if self.is_negative() => Number::Flonum(std::f64::consts::PI),
            Number::Integer(_) | Number::Ratio(_) | Number::Flonum(_) => Number::from(0),
        }
    }

    /// The nearest pair of doubles; +0.0 is the imaginary part of a real number.
    pub(crate) fn to_double(&self) -> Double {
        match self {
            Number::Complex(parts) => Double::from(&**parts),
            Number::Integer(_) | Number::Ratio(_) | Number::Flonum(_) => {
                Double::new(self.to_f64(), 0.0)
            }
        }
    }

    pub(crate) fn is_exact_zero(&self) -> bool {
        matches!(self, Number::Integer(integer) if integer.is_zero())
    }

    /// The sum, where one of the two is not real.
    pub(crate) fn add_complex(&self, other: &Number) -> Outcome {
        let real = self.real_part().add(&other.real_part())?;
        let imaginary = match (self.is_real(), other.is_real()) {
            (true, _) => other.imaginary_part(),
            (_, true) => self.imaginary_part(),
            _ => self.imaginary_part().add(&other.imaginary_part())?,
        };
        Number::rectangular(real, imaginary)
    }

    /// The product, where one of the two is not real.
    pub(crate) fn multiply_complex(&self, other: &Number) -> Outcome {
        if self.is_real() {
            return other.scale(|part| self.multiply(part));
        }
        if other.is_real() {
            return self.scale(|part| part.multiply(other));
        }
        if !self.is_exact() || !other.is_exact() {
            return Ok((self.to_double() * other.to_double()).number());
        }
        let (a, b) = (self.real_part(), self.imaginary_part());
        let (c, d) = (other.real_part(), other.imaginary_part());
        Number::rectangular(
            a.multiply(&c)?.subtract(&b.multiply(&d)?)?,
            a.multiply(&d)?.add(&b.multiply(&c)?)?,
        )
    }

    /// The quotient, where one of the two is not real and the divisor is no exact zero.
    pub(crate) fn divide_complex(&self, other: &Number) -> Outcome {
        let Number::Complex(divisor) = other else {
            return self.scale(|part| part.divide(other));
        };
        if !self.is_exact() || !other.is_exact() {
            let (top, bottom) = (self.to_double(), other.to_double());
            let quotient = match self.is_real() {
                true => bottom.under(top.real),
                false => top / bottom,
            };
            return Ok(quotient.number());
        }
        let conjugate = Number::rectangular(divisor.real.clone(), divisor.imaginary.negate())?;
        let norm = divisor.norm()?;
        self.multiply(&conjugate)?.scale(|part| part.divide(&norm))
    }

    /// The number with both parts changed in the same way.
    pub(crate) fn scale(&self, change: impl Fn(&Number) -> Outcome) -> Outcome {
        match self {
            Number::Complex(parts) => {
                Number::rectangular(change(&parts.real)?, change(&parts.imaginary)?)
            }
            Number::Integer(_) | Number::Ratio(_) | Number::Flonum(_) => change(self),
        }
    }
}

/// The quotient of two numbers of double parts, of which one or both are not real: what [`Number::divide`] gives.
/// A real one has no imaginary part.
pub fn quotient_of_doubles(
    (real, imaginary): (f64, Option<f64>),
    divisor: (f64, Option<f64>),
) -> (f64, f64) {
    let quotient = match (imaginary, divisor) {
        (_, (scale, None)) => Double::new(real / scale, imaginary.unwrap_or(0.0) / scale),
        (None, (x, Some(y))) => Double::new(x, y).under(real),
        (Some(imaginary), (x, Some(y))) => Double::new(real, imaginary) / Double::new(x, y),
    };
    (quotient.real, quotient.imaginary)
}

impl Complex {
    /// The square of the magnitude of an exact number.
    fn norm(&self) -> Outcome {
        let real = self.real.multiply(&self.real)?;
        real.add(&self.imaginary.multiply(&self.imaginary)?)
    }

    fn angle(&self) -> f64 {
        let (x, y) = self.doubles_of_one_scale();
        y.atan2(x)
    }

    /// Doubles in the proportion of the parts, also where those are beyond the range.
    fn doubles_of_one_scale(&self) -> (f64, f64) {
        let (x, y) = (self.real.to_f64(), self.imaginary.to_f64());
        let fits = |value: f64| value.is_finite() && value.abs() > f64::MIN_POSITIVE;
        if !self.real.is_exact() || (fits(x) || self.real.is_zero()) && fits(y) {
            return (x, y);
        }
        let proportion = self.real.divide(&self.imaginary);
        let proportion = proportion.map_or(f64::NAN, |quotient| quotient.to_f64());
        if self.imaginary.is_negative() {
            (-proportion, -1.0)
        } else {
            (proportion, 1.0)
        }
    }

    /// Natural logarithm of the magnitude.
    pub(crate) fn logarithm_of_magnitude(&self) -> Result<f64, NumberError> {
        let double = Double::from(self);
        let magnitude = double.magnitude();
        if self.real.is_exact() && !(magnitude.is_finite() && magnitude > f64::MIN_POSITIVE) {
            return Ok(self.norm()?.natural_logarithm() / 2.0);
        }
        Ok(double.logarithm_of_magnitude())
    }
}

#[cfg(test)]
mod tests {
    use crate::{Number, NumberError, parse, to_string};

    fn number(text: &str) -> Number {
        parse(text, 10).expect("a number")
    }

    #[test]
    fn parts_are_of_one_exactness() {
        let make = |real: &str, imaginary: &str| {
            let made = Number::rectangular(number(real), number(imaginary));
            to_string(&made.expect("real parts"), 10)
        };
        assert_eq!(make("1", "2"), "1+2i");
        assert_eq!(make("1/2", "-3/4"), "1/2-3/4i");
        assert_eq!(make("1.5", "0"), "1.5");
        assert_eq!(make("1", "0.0"), "1.0+0.0i");
        assert_eq!(make("1", "-0.0"), "1.0-0.0i");
        assert_eq!(make("0", "1.0"), "+1.0i");
        assert_eq!(make("-0.0", "1.0"), "-0.0+1.0i");
        assert_eq!(make("0", "1"), "+i");
        assert_eq!(make("0", "-1"), "-i");
        assert_eq!(make("+inf.0", "+nan.0"), "+inf.0+nan.0i");
        assert_eq!(
            Number::rectangular(number("+i"), number("1")),
            Err(NumberError::NotReal)
        );
    }

    #[test]
    fn arithmetic_of_complex_numbers() {
        type Operation = fn(&Number, &Number) -> Result<Number, NumberError>;
        let cases: &[(Operation, &str, &str, &str)] = &[
            (Number::add, "1+2i", "3-2i", "4"),
            (Number::add, "1+2i", "1.5", "2.5+2.0i"),
            (Number::add, "1.0", "1.0-0.0i", "2.0-0.0i"),
            (Number::subtract, "5", "1+2i", "4-2i"),
            (Number::subtract, "1+2i", "1+i", "+i"),
            (Number::subtract, "1.0", "1.0+0.0i", "-0.0i"),
            (Number::multiply, "+i", "+i", "-1"),
            (Number::multiply, "1+2i", "3+4i", "-5+10i"),
            (Number::multiply, "2.0", "1.0+inf.0i", "2.0+inf.0i"),
            (Number::multiply, "1.0+2.0i", "3+4i", "-5.0+10.0i"),
            (Number::divide, "-5+10i", "3+4i", "1+2i"),
            (Number::divide, "1", "+i", "-i"),
            (Number::divide, "1+2i", "2", "1/2+i"),
            (Number::divide, "1.0+2.0i", "0.5", "2.0+4.0i"),
            (Number::divide, "5.0", "3.0+4.0i", "0.6-0.8i"),
            (Number::divide, "1.0", "2.0+0.0i", "0.5-0.0i"),
            (Number::divide, "1.0", "-0.0+2.0i", "-0.0-0.5i"),
            (Number::divide, "-1.0", "2.0-0.0i", "-0.5-0.0i"),
            (Number::divide, "1e308", "1e308+0.0i", "1.0-0.0i"),
            (Number::divide, "1.0+1.0i", "0.0", "+inf.0+inf.0i"),
        ];
        for (operation, a, b, expected) in cases {
            let result = operation(&number(a), &number(b)).expect("a result");
            assert_eq!(to_string(&result, 10), *expected, "{a} and {b}");
        }
        assert_eq!(
            number("1+i").divide(&number("0")),
            Err(NumberError::DivideByZero)
        );
    }

    #[test]
    fn polar_form() {
        let show = |result: Result<Number, NumberError>| to_string(&result.expect("real"), 10);
        assert_eq!(show(number("3+4i").magnitude()), "5");
        assert_eq!(show(number("1+i").magnitude()), "1.4142135623730951");
        assert_eq!(show(number("3e307-4e307i").magnitude()), "5e307");
        assert_eq!(show(number("-7/2").magnitude()), "7/2");
        assert_eq!(
            number("+i").angle(),
            Number::Flonum(std::f64::consts::FRAC_PI_2)
        );
        assert_eq!(
            number("-1.0-0.0i").angle(),
            Number::Flonum(-std::f64::consts::PI)
        );
        assert_eq!(number("-1").angle(), Number::Flonum(std::f64::consts::PI));
        assert_eq!(number("-0.0").angle(), Number::Flonum(std::f64::consts::PI));
        assert_eq!(number("2.5").angle(), Number::from(0));
        let huge = Number::from(10).expt(&Number::from(400)).expect("small");
        let diagonal = Number::rectangular(huge.clone(), huge).expect("real");
        assert_eq!(
            diagonal.angle(),
            Number::Flonum(std::f64::consts::FRAC_PI_4)
        );
        assert_eq!(show(Number::polar(&number("2"), &number("0"))), "2");
        assert_eq!(show(Number::polar(&number("0"), &number("1.5"))), "0");
        assert_eq!(
            show(Number::polar(&number("2"), &number("0.0"))),
            "2.0+0.0i"
        );
    }
}
