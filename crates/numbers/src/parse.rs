//! Text to numbers: the number syntax of R7RS without complex numbers.
//!
//! ```text
//!   number   = prefix* real               prefixes in any order, each kind once
//!   prefix   = #b | #o | #d | #x | #e | #i
//!   real     = [sign] magnitude | sign "inf.0" | sign "nan.0"
//!   magnitude= digits | digits "/" digits | digits "." digits [exponent]
//! ```
//!
//! As an extension, digits may follow a point in any radix (never with an
//! exponent), because the printer writes flonums of other radixes that way.

use crate::{IBig, Number, RBig, UBig};

/// Largest power of ten in an exact decimal. An exact `1e9` is nine digits of
/// memory for three of text; this keeps such a bargain small.
const EXACT_EXPONENT_MAX: i64 = 20_000;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Exactness {
    Exact,
    Inexact,
}

/// The number that `text` denotes in `radix` (2 to 36) if no prefix says
/// otherwise; `None` if it denotes none.
pub fn parse(text: &str, radix: u32) -> Option<Number> {
    if !text.is_ascii() {
        return None;
    }
    let (radix, exactness, text) = split_prefixes(text, radix)?;
    if !(2..=36).contains(&radix) {
        return None;
    }
    let (negative, signed, magnitude) = split_sign(text);
    if let Some(special) = signed.then(|| special(negative, magnitude)).flatten() {
        return (exactness != Some(Exactness::Exact)).then_some(Number::Flonum(special));
    }
    parse_magnitude(magnitude, radix, exactness)
        .map(|number| if negative { number.negate() } else { number })
}

fn split_prefixes(mut text: &str, radix: u32) -> Option<(u32, Option<Exactness>, &str)> {
    let (mut found_radix, mut exactness) = (None, None);
    while let Some(rest) = text.strip_prefix('#') {
        let letter = rest.bytes().next()?.to_ascii_lowercase();
        match letter {
            b'e' | b'i' if exactness.is_none() => {
                exactness = Some(if letter == b'e' {
                    Exactness::Exact
                } else {
                    Exactness::Inexact
                });
            }
            b'b' | b'o' | b'd' | b'x' if found_radix.is_none() => {
                found_radix = Some(match letter {
                    b'b' => 2,
                    b'o' => 8,
                    b'd' => 10,
                    _ => 16,
                });
            }
            _ => return None,
        }
        text = rest.get(1..)?;
    }
    Some((found_radix.unwrap_or(radix), exactness, text))
}

/// Whether the text is negative, whether it has a sign, and what follows it.
fn split_sign(text: &str) -> (bool, bool, &str) {
    if let Some(rest) = text.strip_prefix('-') {
        (true, true, rest)
    } else if let Some(rest) = text.strip_prefix('+') {
        (false, true, rest)
    } else {
        (false, false, text)
    }
}

fn special(negative: bool, magnitude: &str) -> Option<f64> {
    if magnitude.eq_ignore_ascii_case("inf.0") {
        Some(if negative {
            f64::NEG_INFINITY
        } else {
            f64::INFINITY
        })
    } else if magnitude.eq_ignore_ascii_case("nan.0") {
        Some(f64::NAN)
    } else {
        None
    }
}

fn parse_magnitude(text: &str, radix: u32, exactness: Option<Exactness>) -> Option<Number> {
    let exact = if let Some((numerator, denominator)) = text.split_once('/') {
        Number::from_fraction(
            digits(numerator, radix)?.into(),
            digits(denominator, radix)?.into(),
        )
        .ok()?
    } else if let Some(integer) = digits(text, radix) {
        Number::Integer(IBig::from(integer))
    } else {
        return parse_decimal(text, radix, exactness);
    };
    Some(match exactness {
        Some(Exactness::Inexact) => exact.inexact(),
        Some(Exactness::Exact) | None => exact,
    })
}

fn parse_decimal(text: &str, radix: u32, exactness: Option<Exactness>) -> Option<Number> {
    let decimal = Decimal::split(text, radix)?;
    match exactness {
        Some(Exactness::Exact) => decimal.exact(radix),
        // The standard library rounds correctly, and its syntax includes ours.
        _ if radix == 10 => text.parse().ok().map(Number::Flonum),
        _ => decimal.exact(radix).map(|exact| exact.inexact()),
    }
}

struct Decimal<'text> {
    whole: &'text str,
    fraction: &'text str,
    exponent: i64,
}

impl Decimal<'_> {
    fn split(text: &str, radix: u32) -> Option<Decimal<'_>> {
        let (mantissa, exponent) = match text.find(['e', 'E']) {
            Some(place) if radix == 10 => (&text[..place], exponent(&text[place + 1..])?),
            _ => (text, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all_digits = |part: &str| part.chars().all(|digit| digit.is_digit(radix));
        let valid = (!whole.is_empty() || !fraction.is_empty())
            && all_digits(whole)
            && all_digits(fraction);
        valid.then_some(Decimal {
            whole,
            fraction,
            exponent,
        })
    }

    fn exact(&self, radix: u32) -> Option<Number> {
        let mantissa = digits(&format!("{}{}", self.whole, self.fraction), radix)?;
        let places = i64::try_from(self.fraction.len()).ok()?;
        let scale = self.exponent.checked_sub(places)?;
        if mantissa.is_zero() {
            return Some(Number::from(0));
        }
        // The places were paid for in text.
        if scale.checked_add(places)?.abs() > EXACT_EXPONENT_MAX {
            return None;
        }
        let power = UBig::from(radix).pow(usize::try_from(scale.unsigned_abs()).ok()?);
        let mantissa = IBig::from(mantissa);
        Some(if scale >= 0 {
            Number::Integer(mantissa * power)
        } else {
            Number::from(RBig::from_parts(mantissa, power))
        })
    }
}

/// The digits after an `e`; saturated, because beyond some size all are alike.
fn exponent(text: &str) -> Option<i64> {
    let (negative, _, magnitude) = split_sign(text);
    if magnitude.is_empty() || !magnitude.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let magnitude = magnitude.parse().unwrap_or(i64::from(i32::MAX));
    Some(if negative { -magnitude } else { magnitude })
}

fn digits(text: &str, radix: u32) -> Option<UBig> {
    // The library also takes signs and underscores.
    let valid = !text.is_empty() && text.chars().all(|digit| digit.is_digit(radix));
    valid
        .then(|| UBig::from_str_radix(text, radix).ok())
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::to_string;

    #[test]
    fn reads_what_the_standard_allows() {
        let cases = [
            ("42", "42"),
            ("-42", "-42"),
            ("+42", "42"),
            ("007", "7"),
            ("6/4", "3/2"),
            ("-6/3", "-2"),
            ("1.", "1.0"),
            (".5", "0.5"),
            ("-.5e1", "-5.0"),
            ("1e3", "1000.0"),
            ("1E3", "1000.0"),
            ("1e400", "+inf.0"),
            ("1e99999999999999999999", "+inf.0"),
            ("+inf.0", "+inf.0"),
            ("-INF.0", "-inf.0"),
            ("+nan.0", "+nan.0"),
            ("#xff", "255"),
            ("#XFF", "255"),
            ("#b-101", "-5"),
            ("#o17", "15"),
            ("#d17", "17"),
            ("#e1.5", "3/2"),
            ("#e1e3", "1000"),
            ("#e1e-2", "1/100"),
            ("#i1/2", "0.5"),
            ("#x#e1f", "31"),
            ("#e#x1f", "31"),
            ("#i#b11", "3.0"),
            ("#x1e3", "483"),
            ("#b10.101", "2.625"),
            ("#e0e999999999", "0"),
        ];
        for (text, expected) in cases {
            let number = parse(text, 10).map(|number| to_string(&number, 10));
            assert_eq!(number.as_deref(), Some(expected), "{text}");
        }
        assert_eq!(parse("zz", 36), Some(Number::from(35 * 36 + 35)));
    }

    #[test]
    fn refuses_everything_else() {
        let cases = [
            "",
            "+",
            "-",
            ".",
            "...",
            "+.",
            "1+",
            "1_000",
            "1/0",
            "1/",
            "/2",
            "1/2/3",
            "1/2e3",
            "1e",
            "1e+",
            "e3",
            ".e3",
            "1.2.3",
            "inf.0",
            "nan.0",
            "#e+inf.0",
            "#x",
            "#x#x1",
            "#e#i1",
            "#z1",
            "#b2",
            "0x10",
            "--1",
            "+-1",
            "1 ",
            "١",
            "infinity",
            "nan",
            "inf",
            "+inf",
            "#e1e30000",
            "#",
            "#e",
            "-#x1",
        ];
        for text in cases {
            assert_eq!(parse(text, 10), None, "{text}");
        }
        assert_eq!(parse("1", 1), None);
        assert_eq!(parse("1", 37), None);
    }
}
