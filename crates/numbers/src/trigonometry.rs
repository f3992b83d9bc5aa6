//! Trigonometric functions of complex numbers as two doubles, and their inverses.
//!
//! After Kahan, as [`crate::double`]. Sine, tangent and their inverses are made from
//! the hyperbolic ones by turning: sin z = -i sinh(iz).

use crate::Double;
use std::f64::consts::{FRAC_PI_2, LN_2};

/// Beyond this, tanh of the real part is one to the last digit.
const FLAT: f64 = 22.0;
/// Beyond this, squares overflow.
const LARGE: f64 = 1e150;

impl Double {
    pub fn sin(self) -> Double {
        self.times_i().sinh().times_minus_i()
    }

    pub fn cos(self) -> Double {
        let turned = self.times_i();
        let (x, y) = (turned.real, turned.imaginary);
        let (cosh, sinh) = hyperbolic(x);
        Double::new(product(cosh, y.cos()), product(sinh, y.sin()))
    }

    pub fn tan(self) -> Double {
        self.times_i().tanh().times_minus_i()
    }

    pub fn asin(self) -> Double {
        let (x, y) = (self.real, self.imaginary);
        if x.abs() > LARGE || y.abs() > LARGE {
            let real = x.abs().atan2(y.abs()).copysign(x);
            return Double::new(real, far_logarithm(x, y).copysign(y));
        }
        let below = Double::new(1.0 - x, -y).sqrt();
        let above = Double::new(1.0 + x, y).sqrt();
        Double::new(
            x.atan2((below * above).real),
            (below.conjugate() * above).imaginary.asinh(),
        )
    }

    pub fn acos(self) -> Double {
        let (x, y) = (self.real, self.imaginary);
        if x.abs() > LARGE || y.abs() > LARGE {
            return Double::new(y.abs().atan2(x), -far_logarithm(x, y).copysign(y));
        }
        let below = Double::new(1.0 - x, -y).sqrt();
        let above = Double::new(1.0 + x, y).sqrt();
        Double::new(
            2.0 * below.real.atan2(above.real),
            (above.conjugate() * below).imaginary.asinh(),
        )
    }

    pub fn atan(self) -> Double {
        self.times_i().atanh().times_minus_i()
    }

    fn sinh(self) -> Double {
        let (x, y) = (self.real, self.imaginary);
        let (cosh, sinh) = hyperbolic(x);
        Double::new(product(sinh, y.cos()), product(cosh, y.sin()))
    }

    fn tanh(self) -> Double {
        let (x, y) = (self.real, self.imaginary);
        if x.abs() > FLAT {
            let imaginary = match y.is_finite() {
                true => 4.0 * y.sin() * y.cos() * (-2.0 * x.abs()).exp(),
                false => 0.0_f64.copysign(y),
            };
            return Double::new(1.0_f64.copysign(x), imaginary);
        }
        let tangent = y.tan();
        let slope = 1.0 + tangent * tangent;
        let sinh = x.sinh();
        let cosh = (1.0 + sinh * sinh).sqrt();
        let divisor = 1.0 + slope * sinh * sinh;
        Double::new(slope * cosh * sinh / divisor, tangent / divisor)
    }

    fn atanh(self) -> Double {
        // For the right half of the plane; the function is odd.
        if self.real.is_sign_negative() {
            return self.negate().atanh().negate();
        }
        let (x, y) = (self.real, self.imaginary);
        if x > LARGE || y.abs() > LARGE {
            let half = Double::new(x / 2.0, y / 2.0).magnitude();
            // The real part of the reciprocal, without overflow on the way.
            let real = x / 4.0 / half / half;
            let real = if half.is_infinite() { 0.0 } else { real };
            // What is no number has no sign that it could give.
            let imaginary = if y.is_nan() { y } else { FRAC_PI_2.copysign(y) };
            return Double::new(real, imaginary);
        }
        if x == 1.0 && y.abs() < 1e-150 {
            if y == 0.0 {
                return Double::new(f64::INFINITY, y);
            }
            let real = (2.0_f64.sqrt() / y.abs().sqrt()).ln();
            return Double::new(real, (FRAC_PI_2 / 2.0).copysign(y));
        }
        let square = y * y;
        let real = (4.0 * x / ((1.0 - x) * (1.0 - x) + square)).ln_1p() / 4.0;
        let imaginary = (2.0 * y).atan2((1.0 - x) * (1.0 + x) - square) / 2.0;
        Double::new(real, imaginary)
    }
}

/// cosh and sinh.
fn hyperbolic(x: f64) -> (f64, f64) {
    (x.cosh(), x.sinh())
}

/// The product, where zero wins over infinity: a sine of zero has no size.
fn product(factor: f64, sine: f64) -> f64 {
    if sine == 0.0 && !factor.is_nan() {
        return sine * 1.0_f64.copysign(factor);
    }
    if factor == 0.0 && !sine.is_nan() {
        return factor * 1.0_f64.copysign(sine);
    }
    factor * sine
}

/// The logarithm of twice the magnitude of a large number.
fn far_logarithm(x: f64, y: f64) -> f64 {
    (x / 4.0).hypot(y / 4.0).ln() + 3.0 * LN_2
}
