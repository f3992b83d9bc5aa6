//! Complex numbers as two doubles: arithmetic, roots, exponential and logarithm.
//!
//! The formulas are those of W. Kahan, "Branch cuts for complex elementary
//! functions, or much ado about nothing's sign bit" (1987): nothing overflows on the
//! way to a result that does not, small results keep their digits, and on a branch
//! cut the sign of a zero tells the side.

use crate::{Complex, Number};
use std::f64::consts::{FRAC_1_SQRT_2, LN_2};
use std::ops::{Div, Mul};

/// A point of the plane.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Double {
    pub real: f64,
    pub imaginary: f64,
}

/// Products and sums of parts below this do not overflow.
const LARGE: f64 = f64::MAX / 4.0;
/// Squares of parts above this do not vanish.
const SMALL: f64 = 1e-150;

impl Double {
    /// The sign of a part that is no number would show in the signs of others.
    pub fn new(real: f64, imaginary: f64) -> Double {
        let known = |part: f64| if part.is_nan() { f64::NAN } else { part };
        Double {
            real: known(real),
            imaginary: known(imaginary),
        }
    }

    pub fn polar(magnitude: f64, angle: f64) -> Double {
        Double::new(magnitude * angle.cos(), magnitude * angle.sin())
    }

    /// Always complex: the imaginary part is inexact.
    pub fn number(self) -> Number {
        let parts = [self.real, self.imaginary].map(Number::Flonum);
        let [real, imaginary] = parts;
        Number::rectangular(real, imaginary).unwrap_or(Number::Flonum(f64::NAN))
    }

    pub fn magnitude(self) -> f64 {
        self.real.hypot(self.imaginary)
    }

    pub fn angle(self) -> f64 {
        self.imaginary.atan2(self.real)
    }

    pub fn negate(self) -> Double {
        Double::new(-self.real, -self.imaginary)
    }

    pub fn conjugate(self) -> Double {
        Double::new(self.real, -self.imaginary)
    }

    /// The number turned by a right angle: i times it.
    pub fn times_i(self) -> Double {
        Double::new(-self.imaginary, self.real)
    }

    /// -i times it.
    pub fn times_minus_i(self) -> Double {
        Double::new(self.imaginary, -self.real)
    }

    fn is_infinite(self) -> bool {
        self.real.is_infinite() || self.imaginary.is_infinite()
    }

    fn is_nan(self) -> bool {
        self.real.is_nan() && self.imaginary.is_nan()
    }

    /// The principal root: its real part is not negative.
    pub fn sqrt(self) -> Double {
        let (x, y) = (self.real, self.imaginary);
        if y.is_infinite() {
            return Double::new(f64::INFINITY, y);
        }
        if x.is_infinite() {
            return match x > 0.0 {
                true => Double::new(x, if y.is_nan() { y } else { 0.0_f64.copysign(y) }),
                false => Double::new(if y.is_nan() { y } else { 0.0 }, f64::INFINITY.copysign(y)),
            };
        }
        if x == 0.0 && y == 0.0 {
            return Double::new(0.0, y);
        }
        if x.is_nan() || y.is_nan() {
            return Double::new(f64::NAN, f64::NAN);
        }
        let largest = x.abs().max(y.abs());
        if largest > LARGE {
            let root = Double::new(x / 16.0, y / 16.0).sqrt();
            return Double::new(root.real * 4.0, root.imaginary * 4.0);
        }
        if largest < f64::MIN_POSITIVE * 4.0 {
            let up = (2.0_f64).powi(108);
            let down = (2.0_f64).powi(-54);
            let root = Double::new(x * up, y * up).sqrt();
            return Double::new(root.real * down, root.imaginary * down);
        }
        let longer = ((x.abs() + x.hypot(y)) / 2.0).sqrt();
        let shorter = y.abs() / longer / 2.0;
        if x >= 0.0 {
            Double::new(longer, shorter.copysign(y))
        } else {
            Double::new(shorter, longer.copysign(y))
        }
    }

    pub fn exp(self) -> Double {
        let (x, y) = (self.real, self.imaginary);
        if y == 0.0 {
            return Double::new(x.exp(), y);
        }
        if x.is_infinite() && !y.is_finite() {
            return match x > 0.0 {
                true => Double::new(x, f64::NAN),
                false => Double::new(0.0, 0.0),
            };
        }
        if x > 700.0 && x < 1500.0 {
            // The factor alone may overflow where the product does not.
            let half = (x / 2.0).exp();
            return Double::new(half * y.cos() * half, half * y.sin() * half);
        }
        Double::polar(x.exp(), y)
    }

    /// The principal logarithm: its imaginary part is the angle.
    pub fn log(self) -> Double {
        Double::new(self.logarithm_of_magnitude(), self.angle())
    }

    pub fn logarithm_of_magnitude(self) -> f64 {
        let (x, y) = (self.real.abs(), self.imaginary.abs());
        let (longer, shorter) = (x.max(y), x.min(y));
        if x.is_nan() || y.is_nan() {
            return if self.is_infinite() {
                f64::INFINITY
            } else {
                f64::NAN
            };
        }
        if longer.is_infinite() || longer == 0.0 {
            return longer.ln();
        }
        if longer > LARGE {
            return (x / 4.0).hypot(y / 4.0).ln() + 2.0 * LN_2;
        }
        if longer < SMALL {
            let up = 1000;
            let factor = (2.0_f64).powi(up / 2);
            return (x * factor * factor).hypot(y * factor * factor).ln() - f64::from(up) * LN_2;
        }
        let magnitude = longer.hypot(shorter);
        if (FRAC_1_SQRT_2..=2.0).contains(&magnitude) {
            // Near the unit circle the logarithm is small, and its digits would be lost.
            return ((longer - 1.0) * (longer + 1.0) + shorter * shorter).ln_1p() / 2.0;
        }
        magnitude.ln()
    }

    /// The quotient of a real number and this: the real number has no imaginary zero, which
    /// could change the sign of a zero in the result.
    pub fn under(self, real: f64) -> Double {
        let all = Double::new(real, 0.0) / self;
        if !real.is_finite() || self.is_infinite() {
            return all;
        }
        // Where a part is zero, it has the sign of its only product.
        let part = |value: f64, sign: f64| match value == 0.0 {
            true => 0.0_f64.copysign(real.signum() * sign.signum()),
            false => value,
        };
        Double::new(
            part(all.real, self.real),
            part(all.imaginary, -self.imaginary),
        )
    }

    /// `self ^ exponent`, for a base that is not zero.
    pub fn power(self, exponent: Double) -> Double {
        let logarithm = self.log();
        if exponent.imaginary == 0.0 {
            let angle = exponent.real * logarithm.imaginary;
            return Double::new(exponent.real * logarithm.real, angle).exp();
        }
        (exponent * logarithm).exp()
    }
}

/// The magnitude, and an angle in units of pi, as a point: exact where a coordinate is zero.
pub(crate) fn polar_in_half_turns(magnitude: f64, half_turns: f64) -> Double {
    let turn = half_turns.rem_euclid(2.0);
    // The quarter whose axis is nearest, and what is left, at most an eighth of a turn.
    let quarter = (turn * 2.0).round();
    let rest = (turn - quarter / 2.0) * std::f64::consts::PI;
    let (sine, cosine) = rest.sin_cos();
    let (real, imaginary) = match quarter as u8 % 4 {
        0 => (cosine, sine),
        1 => (-sine, cosine),
        2 => (-cosine, -sine),
        _ => (sine, -cosine),
    };
    // On an axis the sign of a zero would be an accident, and infinity times zero no number.
    let part = |share: f64| if share == 0.0 { 0.0 } else { magnitude * share };
    Double::new(part(real), part(imaginary))
}

impl Mul for Double {
    type Output = Double;

    fn mul(self, other: Double) -> Double {
        let product = |a: Double, b: Double| {
            Double::new(
                a.real * b.real - a.imaginary * b.imaginary,
                a.real * b.imaginary + a.imaginary * b.real,
            )
        };
        let result = product(self, other);
        if result.is_nan() && (self.is_infinite() || other.is_infinite()) {
            // An infinity times something that is not zero is an infinity, even if
            // the difference of two of its parts is not a number.
            let far = product(direction(self), direction(other));
            return Double::new(f64::INFINITY * far.real, f64::INFINITY * far.imaginary);
        }
        result
    }
}

impl Div for Double {
    type Output = Double;

    fn div(self, other: Double) -> Double {
        let (c, d) = (other.real, other.imaginary);
        if c == 0.0 && d == 0.0 {
            let infinity = f64::INFINITY.copysign(c);
            return Double::new(self.real * infinity, self.imaginary * infinity);
        }
        if other.is_infinite() && !self.is_infinite() {
            let near = self * direction(other).conjugate();
            return Double::new(0.0 * near.real, 0.0 * near.imaginary);
        }
        if self.is_infinite() && !other.is_infinite() {
            let far = direction(self) * other.conjugate();
            return Double::new(f64::INFINITY * far.real, f64::INFINITY * far.imaginary);
        }
        // The divisor is brought near to one by a power of two, so that its square is exact
        // enough and neither vanishes nor overflows.
        let scale = power_of_two_near(c.abs().max(d.abs()));
        let (c, d) = (c / scale, d / scale);
        let norm = c * c + d * d;
        let part = |sum: f64| sum / norm / scale;
        let (a, b) = (self.real, self.imaginary);
        let direct = Double::new(part(a * c + b * d), part(b * c - a * d));
        if direct.real.is_finite() && direct.imaginary.is_finite() {
            return direct;
        }
        Double::new(
            part(a / 4.0 * c + b / 4.0 * d) * 4.0,
            part(b / 4.0 * c - a / 4.0 * d) * 4.0,
        )
    }
}

/// The corner or axis of the square around zero at which an infinite number lies;
/// other numbers as they are.
fn direction(value: Double) -> Double {
    if !value.is_infinite() {
        let known = |part: f64| {
            if part.is_nan() {
                0.0_f64.copysign(part)
            } else {
                part
            }
        };
        return Double::new(known(value.real), known(value.imaginary));
    }
    let corner = |part: f64| match part.is_infinite() {
        true => 1.0_f64.copysign(part),
        false => 0.0_f64.copysign(part),
    };
    Double::new(corner(value.real), corner(value.imaginary))
}

/// A power of two within a factor of two of a positive number.
fn power_of_two_near(value: f64) -> f64 {
    let field = value.to_bits() >> 52 & 0x7ff;
    match field {
        0 => f64::MIN_POSITIVE,
        0x7ff => 1.0,
        // The reciprocal of the largest powers would be subnormal.
        _ => f64::from_bits(field.min(2044) << 52),
    }
}

impl From<&Complex> for Double {
    fn from(parts: &Complex) -> Double {
        Double::new(parts.real().to_f64(), parts.imaginary().to_f64())
    }
}
