//! Numbers to text: the shortest digits that read back as the same number.

use crate::{IBig, Number, UBig};
use dashu_int::ops::BitTest;

/// Doubles from 1e21 on are written with an exponent, and so are those below 1e-6.
const POSITIONAL_EXPONENTS: std::ops::Range<i32> = -6..21;

/// Digits after the point in a radix in which the fraction has no end.
const FRACTION_DIGITS_MAX: usize = 1100;

/// The text of `number` in a radix from 2 to 36 (others are taken as 10).
///
/// In even radixes, [`crate::parse`] reads every number back as it was.
pub fn to_string(number: &Number, radix: u32) -> String {
    let radix = u8::try_from(radix)
        .ok()
        .filter(|radix| (2..=36).contains(radix))
        .unwrap_or(10);
    match number {
        Number::Integer(integer) => integer.in_radix(radix).to_string(),
        Number::Ratio(ratio) => format!(
            "{}/{}",
            ratio.numerator().in_radix(radix),
            ratio.denominator().in_radix(radix)
        ),
        Number::Flonum(value) if !value.is_finite() => special(*value).to_owned(),
        Number::Flonum(value) if radix == 10 => decimal(*value),
        Number::Flonum(value) => positional(*value, radix),
    }
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

/// All digits of a double in another radix.
fn positional(value: f64, radix: u8) -> String {
    let sign = if value.is_sign_negative() { "-" } else { "" };
    let magnitude = Number::Flonum(value.abs());
    let Some((numerator, denominator)) =
        magnitude.exact().ok().and_then(|exact| exact.exact_parts())
    else {
        return special(value).to_owned();
    };
    // The denominator is a power of two.
    let shift = denominator.bit_len() - 1;
    let (mut fraction, whole) = numerator.split_bits(shift);
    let mut text = format!("{sign}{}.", IBig::from(whole).in_radix(radix));
    for place in 0..FRACTION_DIGITS_MAX {
        if fraction.is_zero() && place > 0 {
            break;
        }
        let (rest, digit) = (fraction * UBig::from(radix)).split_bits(shift);
        let digit = u8::try_from(digit).unwrap_or(0);
        text.push(char::from_digit(u32::from(digit), u32::from(radix)).unwrap_or('0'));
        fraction = rest;
    }
    text
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
    }
}
