//! Numbers to text: the shortest digits that read back as the same number.

use crate::radix::write_digits;
use crate::{Complex, IBig, Number, UBig};
use dashu_int::Sign;
use dashu_int::ops::{DivRem, UnsignedAbs};

/// Doubles from 1e21 on are written with an exponent, and so are those below 1e-6.
const POSITIONAL_EXPONENTS: std::ops::Range<i32> = -6..21;

/// The text of `number` in a radix from 2 to 36 (others are taken as 10).
///
/// [`crate::parse()`] reads every number back as it was, but for complex ones in a
/// radix above 18, where `i` is a digit. A real part of 0 or 0.0 is left out.
pub fn to_string(number: &Number, radix: u32) -> String {
    let radix = u8::try_from(radix)
        .ok()
        .filter(|radix| (2..=36).contains(radix))
        .unwrap_or(10);
    match number {
        Number::Integer(integer) => signed_digits(integer, radix),
        Number::Ratio(ratio) => format!(
            "{}/{}",
            signed_digits(ratio.numerator(), radix),
            write_digits(ratio.denominator(), radix)
        ),
        Number::Flonum(value) if !value.is_finite() => special(*value).to_owned(),
        Number::Flonum(value) if radix == 10 => decimal(*value),
        Number::Flonum(value) => positional(*value, radix),
        Number::Complex(parts) => complex(parts, radix),
    }
}

fn signed_digits(integer: &IBig, radix: u8) -> String {
    let digits = write_digits(&integer.unsigned_abs(), radix);
    match integer.sign() {
        Sign::Negative => format!("-{digits}"),
        Sign::Positive => digits,
    }
}

fn complex(parts: &Complex, radix: u8) -> String {
    let radix = u32::from(radix);
    let real = to_string(parts.real(), radix);
    let imaginary = match parts.imaginary().to_i64() {
        Some(1) => "+".to_owned(),
        Some(-1) => "-".to_owned(),
        _ => to_string(parts.imaginary(), radix),
    };
    let real = if real == "0" || real == "0.0" {
        ""
    } else {
        &real
    };
    let plus = if imaginary.starts_with(['+', '-']) {
        ""
    } else {
        "+"
    };
    format!("{real}{plus}{imaginary}i")
}

impl std::fmt::Display for Number {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&to_string(self, 10))
    }
}

fn special(value: f64) -> &'static str {
    if value.is_nan() {
        "+nan.0"
    } else if value > 0.0 {
        "+inf.0"
    } else {
        "-inf.0"
    }
}

fn decimal(value: f64) -> String {
    let scientific = format!("{value:e}");
    // The library writes `[-]d[.ddd]e[-]x`, with the fewest digits.
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if !POSITIONAL_EXPONENTS.contains(&exponent) {
        return format!("{mantissa}e{exponent}");
    }
    let text = format!("{value}");
    if text.contains('.') {
        text
    } else {
        text + ".0"
    }
}

/// The shortest digits of a finite double in another radix, without exponent.
fn positional(value: f64, radix: u8) -> String {
    let sign = if value.is_sign_negative() { "-" } else { "" };
    let (mut digits, mut point) = shortest_digits(value.abs(), radix);
    if point <= 0 {
        let zeros = usize::try_from(1 - point).unwrap_or(0);
        digits.insert_str(0, &"0".repeat(zeros));
        point = 1;
    }
    let point = usize::try_from(point).unwrap_or(0);
    if digits.len() <= point {
        digits.push_str(&"0".repeat(point + 1 - digits.len()));
    }
    digits.insert(point, '.');
    // Above radix 23 these digits would be taken for something else.
    let guard = matches!(digits.as_str(), "inf.0" | "nan.0");
    format!("{sign}{}{digits}", if guard { "0" } else { "" })
}

/// Digits of a double, not negative, and where the point stands in them (perhaps
/// before the first or behind the last).
///
/// They are generated until what is left is less than half the way to the next
/// double: R. Burger and R. Dybvig, "Printing floating-point numbers quickly and
/// accurately" (1996). All is kept as integers over one denominator `unit`.
fn shortest_digits(value: f64, radix: u8) -> (String, i64) {
    let exact = Number::Flonum(value).exact().ok();
    let Some((numerator, denominator)) = exact.and_then(|exact| exact.exact_parts()) else {
        return ("0".to_owned(), 1);
    };
    if numerator.is_zero() {
        return ("0".to_owned(), 1);
    }
    let half_gap = |next: f64| {
        let next = Number::Flonum(next)
            .exact()
            .ok()?
            .subtract(&Number::Flonum(value).exact().ok()?);
        next.ok()?.divide(&Number::from(2)).ok()?.exact_parts()
    };
    // The largest double has no next one; the gap is as below it.
    let above = if value == f64::MAX {
        value.next_down()
    } else {
        value.next_up()
    };
    let (Some(above), Some(below)) = (half_gap(above), half_gap(value.next_down())) else {
        return ("0".to_owned(), 1);
    };
    // Denominators are powers of two, so the largest is common to all.
    let unit = denominator
        .clone()
        .max(above.1.clone())
        .max(below.1.clone());
    let over = |(numerator, denominator): (UBig, UBig)| numerator * (&unit / denominator);
    let (mut rest, mut above, mut below) =
        (over((numerator, denominator)), over(above), over(below));
    // Ties round to even, so the ends belong to an even mantissa.
    let even = value.to_bits().is_multiple_of(2);
    let wide = UBig::from(radix);
    let (mut unit, mut point) = (unit.clone(), 0);
    let too_high = |rest: &UBig, above: &UBig, unit: &UBig| {
        let end = rest + above;
        if even { end >= *unit } else { end > *unit }
    };
    while too_high(&rest, &above, &unit) {
        unit *= &wide;
        point += 1;
    }
    loop {
        let (grown, margin) = (&rest * &wide, &above * &wide);
        if too_high(&grown, &margin, &unit) {
            break;
        }
        (rest, above) = (grown, margin);
        below *= &wide;
        point -= 1;
    }
    let mut digits = String::new();
    loop {
        let (digit, left) = (rest * &wide).div_rem(&unit);
        rest = left;
        above *= &wide;
        below *= &wide;
        let low = if even { rest <= below } else { rest < below };
        let high = too_high(&rest, &above, &unit);
        let digit = u32::try_from(digit).unwrap_or(0);
        let up = match (low, high) {
            (false, false) => None,
            (true, false) => Some(0),
            (false, true) => Some(1),
            (true, true) => Some(u32::from(&rest * UBig::from(2_u8) >= unit)),
        };
        let last = digit + up.unwrap_or(0);
        digits.push(char::from_digit(last, u32::from(radix)).unwrap_or('0'));
        if up.is_some() {
            return (digits, point);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flonums_in_scheme_form() {
        let cases = [
            (1.0, "1.0"),
            (0.5, "0.5"),
            (-0.0, "-0.0"),
            (1e100, "1e100"),
            (1.5e-300, "1.5e-300"),
            (123456.75, "123456.75"),
            (1e20, "100000000000000000000.0"),
            (1e21, "1e21"),
            (1e-6, "0.000001"),
            (1e-7, "1e-7"),
            (5e-324, "5e-324"),
            (f64::INFINITY, "+inf.0"),
            (f64::NEG_INFINITY, "-inf.0"),
            (f64::NAN, "+nan.0"),
        ];
        for (value, expected) in cases {
            assert_eq!(to_string(&Number::Flonum(value), 10), expected);
        }
    }

    #[test]
    fn other_radixes() {
        assert_eq!(to_string(&Number::from(-255), 16), "-ff");
        assert_eq!(to_string(&Number::from(35), 36), "z");
        assert_eq!(to_string(&Number::Flonum(-2.625), 2), "-10.101");
        assert_eq!(to_string(&Number::Flonum(8.0), 16), "8.0");
        assert_eq!(to_string(&Number::Flonum(0.0), 2), "0.0");
        assert_eq!(to_string(&Number::Flonum(-0.0), 3), "-0.0");
        assert_eq!(
            to_string(&Number::Flonum(0.1), 3),
            "0.0022002200220022002200220022002201"
        );
        assert_eq!(to_string(&Number::Flonum(1.0 / 3.0), 3), "0.1");
        assert_eq!(to_string(&Number::Flonum(1e22), 36).len(), 17);
        assert_eq!(to_string(&Number::Flonum(f64::INFINITY), 16), "+inf.0");
    }

    #[test]
    fn every_double_reads_back_in_every_radix() {
        let values = [
            0.1,
            1e-300,
            1e300,
            5e-324,
            f64::MAX,
            f64::MIN_POSITIVE,
            1.0,
            2.5,
            4503599627370496.5,
            9007199254740993.0,
            1e23,
            0.3,
            123456.789,
            -7.25e-5,
            24_255.0,
        ];
        for radix in 2..=36 {
            for value in values {
                let text = to_string(&Number::Flonum(value), radix);
                let read = crate::parse(&text, radix);
                assert_eq!(read, Some(Number::Flonum(value)), "{text} in radix {radix}");
            }
            let infinite = -(((18 * radix + 23) * radix + 15) as f64);
            let text = to_string(&Number::Flonum(infinite), radix);
            assert_eq!(crate::parse(&text, radix), Some(Number::Flonum(infinite)));
        }
    }

    #[test]
    fn complex_numbers() {
        for (text, radix) in [
            ("1+2i", 10),
            ("-i", 10),
            ("+i", 10),
            ("-1/2-3/4i", 10),
            ("1.5-0.0i", 10),
            ("-0.0+1.0i", 10),
            ("+inf.0+nan.0i", 10),
            ("1e100-1e-100i", 10),
            ("-ff+1/ai", 16),
            ("1.1+0.1i", 2),
        ] {
            let number = crate::parse(text, radix).expect("a number");
            assert_eq!(to_string(&number, radix), text);
        }
    }
}
