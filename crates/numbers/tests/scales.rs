//! Complex numbers as two doubles, from the smallest to the largest: what a formula loses by
//! overflow, underflow and cancellation is compared with exact arithmetic or with the same
//! formula at a size at which nothing is lost.

use mound_numbers::{Number, NumberError};
use proptest::prelude::*;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, LN_2, PI};

fn complex(real: f64, imaginary: f64) -> Number {
    Number::rectangular(Number::Flonum(real), Number::Flonum(imaginary)).expect("real parts")
}

fn parts(number: &Number) -> (f64, f64) {
    (
        number.real_part().to_f64(),
        number.imaginary_part().to_f64(),
    )
}

/// `value · 2^exponent`, rounded once.
fn scaled(value: f64, exponent: i32) -> f64 {
    let half = exponent / 2;
    value * 2.0_f64.powi(half) * 2.0_f64.powi(exponent - half)
}

/// Whether both parts differ by little, compared with the size of the larger one. The smallest
/// numbers have fewer digits.
fn is_near((a, b): (f64, f64), (c, d): (f64, f64), tolerance: f64) -> bool {
    let size = c.abs().max(d.abs());
    let allowed = (tolerance * size).max(2e-322);
    (a - c).abs() <= allowed && (b - d).abs() <= allowed
}

fn exact(value: f64) -> Number {
    Number::Flonum(value).exact().expect("finite")
}

/// Not zero, and within a factor of 16 of one.
fn part() -> impl Strategy<Value = f64> {
    (0.0625..16.0_f64, any::<bool>()).prop_map(|(size, below)| if below { -size } else { size })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn roots_at_all_sizes(x in part(), y in part(), half in -535_i32..509) {
        let root = parts(&complex(x, y).sqrt().expect("small"));
        let (a, b) = (scaled(x, 2 * half), scaled(y, 2 * half));
        prop_assume!(a != 0.0 && b != 0.0);
        let found = parts(&complex(a, b).sqrt().expect("small"));
        // Subnormal parts have lost digits before.
        let tolerance = if half < -500 { 1e-2 } else { 1e-15 };
        prop_assert!(is_near(found, (scaled(root.0, half), scaled(root.1, half)), tolerance), "{found:?}");
    }

    #[test]
    fn logarithms_at_all_sizes(x in part(), y in part(), exponent in -1070_i32..1019) {
        let near = parts(&complex(x, y).log().expect("not zero"));
        let (a, b) = (scaled(x, exponent), scaled(y, exponent));
        prop_assume!(a != 0.0 && b != 0.0);
        let found = parts(&complex(a, b).log().expect("not zero"));
        let tolerance = if exponent < -1000 { 1e-2 } else { 1e-14 };
        prop_assert!(is_near(found, (near.0 + f64::from(exponent) * LN_2, near.1), tolerance), "{found:?}");
    }

    #[test]
    fn logarithms_near_the_unit_circle_keep_their_digits(
        angle in 0.0..PI,
        distance in -0.3_f64..0.5,
        depth in 0_i32..50,
    ) {
        let size = 1.0 + scaled(distance, -depth);
        let (x, y) = (size * angle.cos(), size * angle.sin());
        let square = |value: f64| exact(value).multiply(&exact(value)).expect("small");
        let norm = square(x).add(&square(y)).expect("small");
        let above_one = norm.subtract(&Number::from(1)).expect("small").to_f64();
        let expected = above_one.ln_1p() / 2.0;
        let (found, _) = parts(&complex(x, y).log().expect("not zero"));
        // Of two roundings of the square of a part.
        let lost = f64::EPSILON * (1.0 + expected.abs());
        prop_assert!((found - expected).abs() <= lost, "{found} {expected}");
        let axis = parts(&complex(size, 0.0).log().expect("not zero")).0;
        prop_assert!((axis - size.ln()).abs() <= 4.0 * f64::EPSILON * size.ln().abs());
    }

    #[test]
    fn quotients_at_all_sizes(
        (a, b, c, d) in (part(), part(), part(), part()),
        top in -960_i32..1019,
        bottom in -960_i32..1019,
    ) {
        let near = parts(&complex(a, b).divide(&complex(c, d)).expect("not zero"));
        let numerator = complex(scaled(a, top), scaled(b, top));
        let divisor = complex(scaled(c, bottom), scaled(d, bottom));
        let found = parts(&numerator.divide(&divisor).expect("not zero"));
        let expected = (scaled(near.0, top - bottom), scaled(near.1, top - bottom));
        if expected.0.is_finite() && expected.1.is_finite() {
            let tolerance = if top - bottom < -960 { 1e-2 } else { 1e-14 };
            prop_assert!(is_near(found, expected, tolerance), "{found:?} {expected:?}");
        }
    }

    #[test]
    fn exponentials_end_where_their_parts_do(x in 600.0..800.0_f64, y in 0.1..1.5_f64) {
        let (real, imaginary) = parts(&complex(x, y).exp());
        // The logarithms of the parts are within the range whatever the parts are.
        for (found, share) in [(real, y.cos()), (imaginary, y.sin())] {
            let logarithm = x + share.ln();
            if logarithm > 709.8 {
                prop_assert_eq!(found, f64::INFINITY);
            } else if logarithm < 709.7 {
                prop_assert!((found.ln() - logarithm).abs() < 1e-11, "{found}");
            }
        }
    }

    #[test]
    fn tangents_are_quotients_however_flat(x in -1.5..1.5_f64, y in 0.01..300.0_f64, below in any::<bool>()) {
        let z = complex(x, if below { -y } else { y });
        let quotient = parts(&z.sin().divide(&z.cos()).expect("not zero"));
        let found = parts(&z.tan());
        prop_assert!(is_near(found, quotient, 1e-13), "{found:?} {quotient:?}");
        // What is left of the real part is small, and right.
        if y > 1.0 {
            let real = 4.0 * x.sin() * x.cos() * (-2.0 * y).exp()
                / (1.0 + 2.0 * (2.0 * x).cos() * (-2.0 * y).exp() + (-4.0 * y).exp());
            prop_assert!((found.0 - real).abs() <= 1e-13 * real.abs() + 1e-320, "{} {real}", found.0);
        }
    }

    #[test]
    fn inverses_of_large_numbers(x in part(), y in part(), exponent in 60_i32..1018) {
        let (a, b) = (scaled(x, exponent), scaled(y, exponent));
        let z = complex(a, b);
        let logarithm = x.hypot(y).ln() + f64::from(exponent + 1) * LN_2;
        let sine = parts(&z.asin());
        let angle = x.abs().atan2(y.abs()).copysign(x);
        prop_assert!(is_near(sine, (angle, logarithm.copysign(y)), 1e-14), "{sine:?}");
        let cosine = parts(&z.acos());
        prop_assert!(is_near(cosine, (y.abs().atan2(x), -logarithm.copysign(y)), 1e-14), "{cosine:?}");
        let tangent = parts(&z.atan());
        prop_assert!((tangent.1 - scaled(y / (x * x + y * y), -exponent)).abs() <= 1e-14 * tangent.1.abs() + 1e-322);
        prop_assert!((tangent.0 - FRAC_PI_2.copysign(x)).abs() <= 1e-15, "{tangent:?}");
    }
}

/// C11, annex G: an infinity has one infinite part at least, whatever the other is.
#[test]
fn infinities_and_zeros_follow_annex_g() {
    let (inf, nan) = (f64::INFINITY, f64::NAN);
    let values = [0.0, -0.0, 1.0, -2.5, inf, -inf, nan];
    let pairs = || values.into_iter().flat_map(|x| values.map(|y| (x, y)));
    let is_infinite = |(x, y): (f64, f64)| x.is_infinite() || y.is_infinite();
    let is_zero = |(x, y): (f64, f64)| x == 0.0 && y == 0.0;
    let is_finite = |(x, y): (f64, f64)| x.is_finite() && y.is_finite();
    for z in pairs() {
        for w in pairs() {
            let (left, right) = (complex(z.0, z.1), complex(w.0, w.1));
            let product = parts(&left.multiply(&right).expect("flonums"));
            let known = |(x, y): (f64, f64)| is_infinite((x, y)) || !x.is_nan() && !y.is_nan();
            let not_zero = |value| known(value) && !is_zero(value);
            if is_infinite(z) && not_zero(w) || is_infinite(w) && not_zero(z) {
                assert!(is_infinite(product), "{z:?} * {w:?} = {product:?}");
            }
            let quotient = match left.divide(&right) {
                Ok(quotient) => parts(&quotient),
                Err(error) => {
                    assert_eq!((error, is_zero(w)), (NumberError::DivideByZero, true));
                    continue;
                }
            };
            if is_infinite(z) && is_finite(w) || is_zero(w) && not_zero(z) {
                assert!(is_infinite(quotient), "{z:?} / {w:?} = {quotient:?}");
            }
            if is_finite(z) && is_infinite(w) {
                assert!(is_zero(quotient), "{z:?} / {w:?} = {quotient:?}");
            }
        }
    }
}

type Function = fn(&Number) -> Number;

/// The same annex on functions of infinities.
#[test]
fn functions_of_infinities_follow_annex_g() {
    let (inf, nan) = (f64::INFINITY, f64::NAN);
    let log: Function = |z| z.log().expect("not zero");
    let sqrt: Function = |z| z.sqrt().expect("small");
    type Case<'a> = (&'a str, Function, (f64, f64), (f64, f64));
    let cases: &[Case] = &[
        ("log", log, (-inf, inf), (inf, 0.75 * PI)),
        ("log", log, (inf, inf), (inf, FRAC_PI_4)),
        ("log", log, (-inf, 1.0), (inf, PI)),
        ("log", log, (inf, 1.0), (inf, 0.0)),
        ("log", log, (1.0, inf), (inf, FRAC_PI_2)),
        ("log", log, (inf, nan), (inf, nan)),
        ("log", log, (nan, -inf), (inf, nan)),
        ("log", log, (nan, 1.0), (nan, nan)),
        ("log", log, (1.0, nan), (nan, nan)),
        ("sqrt", sqrt, (1.0, inf), (inf, inf)),
        ("sqrt", sqrt, (nan, inf), (inf, inf)),
        ("sqrt", sqrt, (-inf, -inf), (inf, -inf)),
        ("sqrt", sqrt, (-inf, 1.0), (0.0, inf)),
        ("sqrt", sqrt, (-inf, -1.0), (0.0, -inf)),
        ("sqrt", sqrt, (inf, 1.0), (inf, 0.0)),
        ("sqrt", sqrt, (inf, -1.0), (inf, -0.0)),
        ("sqrt", sqrt, (inf, nan), (inf, nan)),
        ("sqrt", sqrt, (nan, 1.0), (nan, nan)),
        ("sqrt", sqrt, (1.0, nan), (nan, nan)),
        ("exp", Number::exp, (inf, 0.0), (inf, 0.0)),
        ("exp", Number::exp, (-inf, 1.0), (0.0, 0.0)),
        ("exp", Number::exp, (-inf, 2.0), (-0.0, 0.0)),
        ("exp", Number::exp, (inf, 1.0), (inf, inf)),
        ("exp", Number::exp, (inf, 2.0), (-inf, inf)),
        ("exp", Number::exp, (-inf, inf), (0.0, 0.0)),
        ("exp", Number::exp, (inf, inf), (inf, nan)),
        ("exp", Number::exp, (-inf, nan), (0.0, 0.0)),
        ("exp", Number::exp, (1.0, inf), (nan, nan)),
        ("tan", Number::tan, (1.0, inf), (0.0, 1.0)),
        ("tan", Number::tan, (1.0, -inf), (0.0, -1.0)),
        ("tan", Number::tan, (inf, inf), (0.0, 1.0)),
        ("asin", Number::asin, (inf, inf), (FRAC_PI_4, inf)),
        ("asin", Number::asin, (inf, 1.0), (FRAC_PI_2, inf)),
        ("asin", Number::asin, (1.0, inf), (0.0, inf)),
        ("acos", Number::acos, (-inf, inf), (0.75 * PI, -inf)),
        ("acos", Number::acos, (-inf, 1.0), (PI, -inf)),
        ("acos", Number::acos, (1.0, inf), (FRAC_PI_2, -inf)),
        ("atan", Number::atan, (inf, inf), (FRAC_PI_2, 0.0)),
        ("atan", Number::atan, (-inf, 1.0), (-FRAC_PI_2, 0.0)),
        ("atan", Number::atan, (1.0, inf), (FRAC_PI_2, 0.0)),
        ("atan", Number::atan, (0.0, 1.0), (0.0, inf)),
        ("atan", Number::atan, (0.0, -1.0), (0.0, -inf)),
    ];
    let same = |a: f64, b: f64| {
        a.is_nan() && b.is_nan() || a == b && a.is_sign_negative() == b.is_sign_negative() || {
            (a - b).abs() < 1e-15 && b.abs() > 0.1
        }
    };
    for (name, function, (x, y), (real, imaginary)) in cases {
        let (a, b) = parts(&function(&complex(*x, *y)));
        assert!(
            same(a, *real) && same(b, *imaginary),
            "{name} of {x} {y} is {a} {b}, not {real} {imaginary}"
        );
    }
}
