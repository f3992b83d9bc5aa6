//! Complex numbers against the laws they obey, and functions against known values.

use mound_numbers::{IBig, Number, NumberError, parse, to_string};
use proptest::prelude::*;

fn number(text: &str) -> Number {
    parse(text, 10).expect("a number")
}

fn complex(real: f64, imaginary: f64) -> Number {
    let parts = [real, imaginary].map(Number::Flonum);
    let [real, imaginary] = parts;
    Number::rectangular(real, imaginary).expect("real parts")
}

fn parts(number: &Number) -> (f64, f64) {
    (
        number.real_part().to_f64(),
        number.imaginary_part().to_f64(),
    )
}

/// Whether the two differ by little, compared with their size.
fn is_near(found: &Number, expected: &Number, tolerance: f64) -> bool {
    let ((a, b), (c, d)) = (parts(found), parts(expected));
    let size = c.hypot(d).max(1.0);
    (a - c).hypot(b - d) <= tolerance * size
}

fn exact() -> impl Strategy<Value = Number> {
    let part = || {
        (any::<i32>(), 1_i64..1000)
            .prop_map(|(a, b)| Number::from_fraction(IBig::from(a), IBig::from(b)).expect("b > 0"))
    };
    (part(), part()).prop_map(|(x, y)| Number::rectangular(x, y).expect("real parts"))
}

fn moderate() -> impl Strategy<Value = Number> {
    (-20.0..20.0_f64, -20.0..20.0_f64).prop_map(|(x, y)| complex(x, y))
}

fn any_complex() -> impl Strategy<Value = Number> {
    let part = || any::<u64>().prop_map(f64::from_bits);
    (part(), part()).prop_map(|(x, y)| complex(x, y))
}

type Function = fn(&Number) -> Number;

fn log(z: &Number) -> Number {
    z.log().expect("small")
}

fn sqrt(z: &Number) -> Number {
    z.sqrt().expect("small")
}

proptest! {
    #[test]
    fn exact_numbers_are_a_field(a in exact(), b in exact(), c in exact()) {
        let sum = a.add(&b).expect("small");
        prop_assert_eq!(sum.subtract(&b).expect("small"), a.clone());
        let product = a.multiply(&b).expect("small");
        prop_assert_eq!(&product, &b.multiply(&a).expect("small"));
        if !b.is_zero() {
            prop_assert_eq!(product.divide(&b).expect("small"), a.clone());
        }
        let left = sum.multiply(&c).expect("small");
        let right = a.multiply(&c).expect("small").add(&b.multiply(&c).expect("small"));
        prop_assert_eq!(Ok(left), right);
        let square = a.multiply(&a).expect("small");
        let root = sqrt(&square);
        prop_assert!(root == a || root == a.negate(), "{} is no root of {}", root, square);
    }

    #[test]
    fn doubles_agree_with_exact_arithmetic(a in exact(), b in exact()) {
        let (x, y) = (a.inexact(), b.inexact());
        prop_assert!(is_near(&x.multiply(&y).expect("z"), &a.multiply(&b).expect("z"), 1e-15));
        if !b.is_zero() {
            prop_assert!(is_near(&x.divide(&y).expect("z"), &a.divide(&b).expect("z"), 1e-14));
        }
        prop_assert!(is_near(&x.expt(&Number::from(3)).expect("z"), &a.expt(&Number::from(3)).expect("z"), 1e-14));
    }

    #[test]
    fn every_number_reads_back(z in any_complex(), radix in 2_u32..=18) {
        let text = to_string(&z, radix);
        let back = parse(&text, radix);
        prop_assert!(back.as_ref().is_some_and(|back| back.is_eqv(&z)), "{} {:?}", text, back);
    }

    #[test]
    fn exact_numbers_read_back(z in exact(), radix in 2_u32..=18) {
        prop_assert_eq!(parse(&to_string(&z, radix), radix), Some(z));
    }

    #[test]
    fn inverses_invert(z in moderate()) {
        let pairs: [(Function, Function); 4] = [
            (Number::sin, Number::asin),
            (Number::cos, Number::acos),
            (Number::tan, Number::atan),
            (Number::exp, log),
        ];
        for (index, (function, inverse)) in pairs.into_iter().enumerate() {
            let there = inverse(&z);
            // Near its poles at i and -i, atan loses digits as it must.
            prop_assert!(is_near(&function(&there), &z, 1e-11), "{}: {} {}", index, z, there);
        }
        let root = sqrt(&z);
        prop_assert!(parts(&root).0 >= 0.0);
        prop_assert!(is_near(&root.multiply(&root).expect("z"), &z, 1e-14));
    }

    #[test]
    fn identities_hold(z in moderate(), w in moderate()) {
        let sine = z.sin();
        let cosine = z.cos();
        let one = sine.multiply(&sine).and_then(|s| s.add(&cosine.multiply(&cosine)?)).expect("z");
        // The squares can be large and cancel.
        let size = parts(&sine).0.hypot(parts(&sine).1).powi(2).max(1.0);
        prop_assert!(is_near(&one, &Number::from(1), 1e-14 * size), "{}", one);
        let quotient = sine.divide(&cosine).expect("z");
        prop_assert!(is_near(&z.tan(), &quotient, 1e-11));
        let sum = z.asin().add(&z.acos()).expect("z");
        prop_assert!(is_near(&sum, &Number::Flonum(std::f64::consts::FRAC_PI_2), 1e-14));
        let polar = Number::polar(&z.magnitude().expect("z"), &z.angle()).expect("real");
        prop_assert!(is_near(&polar, &z, 1e-14));
        let product = z.exp().multiply(&w.exp()).expect("z");
        prop_assert!(is_near(&z.add(&w).expect("z").exp(), &product, 1e-13));
        let power = z.expt(&w).expect("not zero");
        prop_assert!(is_near(&power, &w.multiply(&log(&z)).expect("z").exp(), 1e-11));
    }

    #[test]
    fn functions_respect_conjugation(z in any_complex()) {
        prop_assert_eq!(asymmetry(&z), None);
    }
}

/// Where a function of the conjugate is not the conjugate of the function.
fn asymmetry(z: &Number) -> Option<String> {
    let conjugate = |z: &Number| {
        let (x, y) = parts(z);
        complex(x, -y)
    };
    let functions: [Function; 8] = [
        Number::exp,
        Number::sin,
        Number::cos,
        Number::tan,
        Number::asin,
        Number::acos,
        Number::atan,
        sqrt,
    ];
    functions.iter().enumerate().find_map(|(index, function)| {
        let (left, right) = (function(&conjugate(z)), conjugate(&function(z)));
        let ((a, b), (c, d)) = (parts(&left), parts(&right));
        // The sign of an infinity that comes from no number is open (C99, annex G).
        let is_open = parts(z).0.is_nan() || parts(z).1.is_nan();
        let same = |a: f64, b: f64| {
            a == b || a.is_nan() && b.is_nan() || is_open && a.is_infinite() && b.is_infinite()
        };
        let is_right = same(a, c) && same(b, d);
        (!is_right).then(|| format!("function {index} of {z}: {left} {right}"))
    })
}

#[test]
fn functions_respect_conjugation_where_parts_are_no_usual_numbers() {
    let sizes = [
        0.0,
        5e-324,
        1e-150,
        1.0,
        2.0,
        1e150,
        f64::MAX,
        f64::INFINITY,
        f64::NAN,
    ];
    let all: Vec<f64> = sizes.iter().flat_map(|&size| [size, -size]).collect();
    for &x in &all {
        for &y in &all {
            assert_eq!(asymmetry(&complex(x, y)), None);
        }
    }
}

/// A power of two before a division is the same as after it, also where the products of the parts are
/// beyond the range, or nearly nothing.
#[test]
fn quotients_of_large_and_small_numbers_are_those_of_usual_ones() {
    let parts_of = [-7.0, -1.5, 0.0, 1.0, 5.0];
    let all = || parts_of.iter().flat_map(|&x| parts_of.map(|y| (x, y)));
    for (a, b) in all() {
        for (c, d) in all().filter(|&divisor| divisor != (0.0, 0.0)) {
            let usual = complex(a, b).divide(&complex(c, d)).expect("not zero");
            for (above, below) in [(1020, 0), (1020, 1000), (0, 900), (-1000, -1000), (-990, 0)] {
                let (up, down) = (2_f64.powi(above), 2_f64.powi(below));
                let (z, w) = (complex(a * up, b * up), complex(c * down, d * down));
                let found = z.divide(&w).expect("not zero");
                let scale = 2_f64.powi(above - below);
                let ((x, y), (p, q)) = (parts(&usual), parts(&found));
                let (x, y) = (x * scale, y * scale);
                let away = (p - x).hypot(q - y);
                assert!(away <= 1e-14 * x.hypot(y), "{z} / {w}: {found}");
            }
        }
    }
}

#[test]
fn known_values() {
    // Values by the C library (glibc), to 15 digits.
    let cases: &[(Function, &str, f64, f64)] = &[
        (Number::exp, "1+2i", -1.13120438375681, 2.47172667200482),
        (Number::sin, "1+2i", 3.16577851321617, 1.95960104142161),
        (Number::cos, "1+2i", 2.03272300701967, -3.05189779915180),
        (Number::tan, "1+2i", 0.0338128260798967, 1.01479361614663),
        (log, "1+2i", 0.804718956217050, 1.10714871779409),
        (sqrt, "1+2i", 1.27201964951407, 0.786151377757423),
        (Number::asin, "1+2i", 0.427078586392476, 1.52857091948100),
        (Number::acos, "1+2i", 1.14371774040242, -1.52857091948100),
        (Number::atan, "1+2i", 1.33897252229449, 0.402359478108525),
        // Beside its poles, where a square of what is missing is zero.
        (
            Number::atan,
            "1e-200+1.0i",
            std::f64::consts::FRAC_PI_4,
            230.605082889685,
        ),
        (
            Number::atan,
            "-3e-180-1.0i",
            -std::f64::consts::FRAC_PI_4,
            -207.029925815410,
        ),
        (Number::tan, "1.0+400.0i", 0.0, 1.0),
        (log, "3e-200+4e-200i", -458.907580686375, 0.927295218001612),
        (
            sqrt,
            "3e307+4e307i",
            2e153 * 10.0_f64.sqrt(),
            1e153 * 10.0_f64.sqrt(),
        ),
        (sqrt, "3e-310+4e-310i", 2e-155, 1e-155),
    ];
    for (function, text, real, imaginary) in cases {
        let result = function(&number(text));
        let (x, y) = parts(&result);
        let size = real.hypot(*imaginary);
        assert!((x - real).abs() <= 1e-8 * size, "{text}: {result}");
        assert!((y - imaginary).abs() <= 1e-8 * size, "{text}: {result}");
        if size < 100.0 && size > 0.01 {
            assert!(
                (x - real).hypot(y - imaginary) < 2e-14 * size,
                "{text}: {result}"
            );
        }
    }
}

#[test]
fn branch_cuts_follow_the_sign_of_zero() {
    // A function, a point on its cut as seen from both sides, and the values there.
    let cases: [(Function, [&str; 4]); 8] = [
        (
            log,
            [
                "-1.0+0.0i",
                "+3.141592653589793i",
                "-1.0-0.0i",
                "-3.141592653589793i",
            ],
        ),
        (sqrt, ["-4.0+0.0i", "+2.0i", "-4.0-0.0i", "-2.0i"]),
        (
            Number::asin,
            [
                "2.0+0.0i",
                "1.5707963267948966+1.3169578969248166i",
                "2.0-0.0i",
                "1.5707963267948966-1.3169578969248166i",
            ],
        ),
        (
            Number::asin,
            [
                "-2.0+0.0i",
                "-1.5707963267948966+1.3169578969248166i",
                "-2.0-0.0i",
                "-1.5707963267948966-1.3169578969248166i",
            ],
        ),
        (
            Number::acos,
            [
                "2.0+0.0i",
                "0.0-1.3169578969248166i",
                "2.0-0.0i",
                "0.0+1.3169578969248166i",
            ],
        ),
        (
            Number::acos,
            [
                "-2.0+0.0i",
                "3.141592653589793-1.3169578969248166i",
                "-2.0-0.0i",
                "3.141592653589793+1.3169578969248166i",
            ],
        ),
        (
            Number::atan,
            [
                "0.0+2.0i",
                "1.5707963267948966+0.5493061443340549i",
                "-0.0+2.0i",
                "-1.5707963267948966+0.5493061443340549i",
            ],
        ),
        (
            Number::atan,
            [
                "0.0-2.0i",
                "1.5707963267948966-0.5493061443340549i",
                "-0.0-2.0i",
                "-1.5707963267948966-0.5493061443340549i",
            ],
        ),
    ];
    for (function, [above, first, below, second]) in cases {
        for (text, expected) in [(above, first), (below, second)] {
            let found = function(&number(text));
            assert!(is_near(&found, &number(expected), 1e-15), "{text}: {found}");
        }
    }
}

#[test]
fn zeros_keep_their_signs() {
    let functions: [Function; 5] = [Number::sin, Number::tan, Number::asin, Number::atan, sqrt];
    for function in functions {
        for text in ["0.0+0.0i", "0.0-0.0i"] {
            let z = number(text);
            assert!(function(&z).is_eqv(&z), "{}", function(&z));
        }
    }
    assert!(number("-0.0-0.0i").sin().is_eqv(&number("-0.0-0.0i")));
}

#[test]
fn large_exact_numbers_have_functions() {
    let huge = Number::from(10).expt(&Number::from(400)).expect("small");
    let z = Number::rectangular(huge.clone(), huge.clone()).expect("real");
    let (x, y) = parts(&log(&z));
    assert!(
        (x - (400.0 * 10.0_f64.ln() + 2.0_f64.ln() / 2.0)).abs() < 1e-10,
        "{x}"
    );
    assert_eq!(y, std::f64::consts::FRAC_PI_4);
    let (x, _) = parts(&sqrt(&z));
    assert!((x / 1.09868411346781e200 - 1.0).abs() < 1e-10, "{x}");
}

#[test]
fn what_needs_real_numbers_refuses_others() {
    let z = number("1+2i");
    let one = Number::from(1);
    let results = [
        z.floor(),
        z.ceiling(),
        z.truncate(),
        z.round(),
        z.absolute(),
        z.numerator(),
        z.denominator(),
        z.max(&one),
        one.min(&z),
        z.rationalize(&one),
        one.rationalize(&z),
        z.atan2(&one),
        one.atan2(&z),
        Number::polar(&z, &one),
        Number::polar(&one, &z),
        Number::rectangular(one.clone(), z.clone()),
    ];
    for result in results {
        assert_eq!(result, Err(NumberError::NotReal));
    }
    assert_eq!(z.truncate_quotient(&one), Err(NumberError::NotInteger));
    assert_eq!(z.shift(1), Err(NumberError::NotExactInteger));
    assert_eq!(z.exact_integer_sqrt(), Err(NumberError::NotExactInteger));
}
