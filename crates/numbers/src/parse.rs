//! Text to numbers: the number syntax of R7RS 7.1.1.
//!
//! ```text
//!   number   = prefix* complex            prefixes in any order, each kind once
//!   prefix   = #b | #o | #d | #x | #e | #i
//!   complex  = real | real "@" real | [real] sign [magnitude | "inf.0" | "nan.0"] "i"
//!   real     = [sign] magnitude | sign "inf.0" | sign "nan.0"
//!   magnitude= digits | digits "/" digits | digits "." digits [exponent]
//!   exponent = marker [sign] digits     marker = e | s | f | d | l
//! ```
//!
//! The markers other than `e` are those of R5RS and R6RS for several precisions;
//! here there is one, and all mean the same.
//!
//! A prefix of another radix than ten excludes points and exponents, as R7RS says.
//! If the caller gives the radix, digits may follow a point (never with an
//! exponent), because the printer writes flonums of other radixes that way.
//! In radixes above 18, `i` is a digit, and there are polar numbers only.

use crate::radix::read_digits;
use crate::{IBig, Number, Ratio, UBig};

/// Largest power of ten in an exact decimal. An exact `1e9` is nine digits of
/// memory for three of text; this keeps such a bargain small.
const EXACT_EXPONENT_MAX: i64 = 20_000;

/// Integers of no more digits are taken as they are: they fit into a word.
const FEW_DIGITS: usize = 18;

/// The largest radix in which `i` is no digit.
const RADIX_WITH_I_MAX: u32 = 18;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Exactness {
    Exact,
    Inexact,
}

/// The number that `text` denotes in `radix` (2 to 36) if no prefix says
/// otherwise; `None` if it denotes none.
pub fn parse(text: &str, radix: u32) -> Option<Number> {
    let [first, rest @ ..] = text.as_bytes() else {
        return None;
    };
    if radix <= 10 && !matches!(first, b'0'..=b'9' | b'+' | b'-' | b'.' | b'#') {
        return None;
    }
    if radix == 10 && rest.len() < FEW_DIGITS && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return text.parse::<i64>().ok().map(Number::from);
    }
    if !text.is_ascii() {
        return None;
    }
    let (prefix, exactness, text) = split_prefixes(text)?;
    let radix = prefix.unwrap_or(radix);
    if !(2..=36).contains(&radix) {
        return None;
    }
    let notation = Notation {
        radix,
        exactness,
        has_points: radix == 10 || prefix.is_none(),
    };
    if let Some((magnitude, angle)) = text.split_once('@') {
        return notation.polar(magnitude, angle);
    }
    if radix <= RADIX_WITH_I_MAX
        && let Some(parts) = text.strip_suffix(['i', 'I'])
        && let Some(number) = notation.rectangular(parts)
    {
        return Some(number);
    }
    notation.real(text)
}

/// How the digits of a number are to be taken.
#[derive(Clone, Copy)]
struct Notation {
    radix: u32,
    exactness: Option<Exactness>,
    /// Whether there may be digits behind a point.
    has_points: bool,
}

impl Notation {
    fn polar(self, magnitude: &str, angle: &str) -> Option<Number> {
        // An exact angle of zero is one also where the number is to be inexact.
        let parts = Notation {
            exactness: self.exactness.filter(|&one| one == Exactness::Exact),
            ..self
        };
        let number = Number::polar(&parts.real(magnitude)?, &parts.real(angle)?).ok()?;
        match self.exactness {
            Some(Exactness::Exact) => number.exact().ok(),
            Some(Exactness::Inexact) => Some(number.inexact()),
            None => Some(number),
        }
    }

    /// The text of both parts, without the `i`.
    fn rectangular(self, text: &str) -> Option<Number> {
        let place = self.last_sign(text)?;
        let (real, imaginary) = text.split_at(place);
        let real = match real {
            "" => Number::from(0),
            _ => self.real(real)?,
        };
        let imaginary = match imaginary {
            "+" => self.real("1")?,
            "-" => self.real("-1")?,
            _ => self.real(imaginary)?,
        };
        Number::rectangular(real, imaginary).ok()
    }

    /// Where the last sign stands that does not belong to an exponent.
    fn last_sign(self, text: &str) -> Option<usize> {
        let bytes = text.as_bytes();
        (0..bytes.len()).rev().find(|&place| {
            let after_marker =
                self.radix == 10 && place > 0 && is_marker(char::from(bytes[place - 1]));
            matches!(bytes[place], b'+' | b'-') && !after_marker
        })
    }

    fn real(self, text: &str) -> Option<Number> {
        let (negative, signed, magnitude) = split_sign(text);
        if let Some(special) = signed.then(|| special(negative, magnitude)).flatten() {
            return (self.exactness != Some(Exactness::Exact)).then_some(Number::Flonum(special));
        }
        self.magnitude(magnitude)
            .map(|number| if negative { number.negate() } else { number })
    }

    fn magnitude(self, text: &str) -> Option<Number> {
        let radix = self.radix;
        let exact = if let Some((numerator, denominator)) = text.split_once('/') {
            // Seen before the numerator is converted, which may take long.
            if denominator.bytes().all(|digit| digit == b'0') {
                return None;
            }
            Number::from_fraction(
                read_digits(numerator, radix)?.into(),
                read_digits(denominator, radix)?.into(),
            )
            .ok()?
        } else if let Some(integer) = read_digits(text, radix) {
            Number::Integer(IBig::from(integer))
        } else if self.has_points {
            return parse_decimal(text, radix, self.exactness);
        } else {
            return None;
        };
        Some(match self.exactness {
            Some(Exactness::Inexact) => exact.inexact(),
            Some(Exactness::Exact) | None => exact,
        })
    }
}

/// The radix and the exactness that prefixes give, and what follows them.
fn split_prefixes(mut text: &str) -> Option<(Option<u32>, Option<Exactness>, &str)> {
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
    Some((found_radix, exactness, text))
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

fn parse_decimal(text: &str, radix: u32, exactness: Option<Exactness>) -> Option<Number> {
    let decimal = Decimal::split(text, radix)?;
    match exactness {
        Some(Exactness::Exact) => decimal.exact(radix),
        // The standard library rounds correctly, and its syntax includes ours.
        _ if radix == 10 => text
            .replace(is_marker, "e")
            .parse()
            .ok()
            .map(Number::Flonum),
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
        let (mantissa, exponent) = match text.find(is_marker) {
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
        let mantissa = read_digits(&format!("{}{}", self.whole, self.fraction), radix)?;
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
            Number::from(Ratio::new(mantissa, power))
        })
    }
}

/// Whether an exponent may follow this letter, in radix 10.
fn is_marker(letter: char) -> bool {
    matches!(letter.to_ascii_lowercase(), 'e' | 's' | 'f' | 'd' | 'l')
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
            ("1s3", "1000.0"),
            ("1.5F0", "1.5"),
            ("-2d-1", "-0.2"),
            (".5L+1", "5.0"),
            ("#e1.5d1", "15"),
            ("#x1d2", "466"),
            ("1f1-1l-1i", "10.0-0.1i"),
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
            ("#e0e999999999", "0"),
            ("-nan.0", "+nan.0"),
            ("#i-0", "-0.0"),
            ("-0.0", "-0.0"),
            ("#x-A/b", "-10/11"),
            ("1/2-3/4i", "1/2-3/4i"),
            ("+i", "+i"),
            ("-I", "-i"),
            ("1+i", "1+i"),
            ("1-1i", "1-i"),
            ("1+0i", "1"),
            ("0+2i", "+2i"),
            ("-2.5+0.0i", "-2.5+0.0i"),
            ("1+2.0i", "1.0+2.0i"),
            ("1e2-1e-2i", "100.0-0.01i"),
            ("-1E-2+1e+2I", "-0.01+100.0i"),
            ("+.5i", "+0.5i"),
            ("+inf.0i", "+inf.0i"),
            ("-nan.0i", "+nan.0i"),
            ("+inf.0-inf.0i", "+inf.0-inf.0i"),
            ("1+nan.0i", "1.0+nan.0i"),
            ("#e1.5+.5i", "3/2+1/2i"),
            ("#i1+2i", "1.0+2.0i"),
            ("#i1/2-i", "0.5-1.0i"),
            ("#x1e+2i", "30+2i"),
            ("#b#e1/10-101i", "1/2-5i"),
            ("#o17@0", "15"),
            ("1@0", "1"),
            ("1@-0", "1"),
            ("-3/2@0", "-3/2"),
            ("0@1.5", "0"),
            ("2@0.0", "2.0+0.0i"),
            ("1@1", "0.5403023058681398+0.8414709848078965i"),
            ("#e1@0.0", "1"),
            ("#e2.5@0", "5/2"),
            ("#i1@0", "1.0"),
        ];
        for (text, expected) in cases {
            let number = parse(text, 10).map(|number| to_string(&number, 10));
            assert_eq!(number.as_deref(), Some(expected), "{text}");
        }
        assert_eq!(parse("zz", 36), Some(Number::from(35 * 36 + 35)));
        assert_eq!(parse("+i", 19), Some(Number::from(18)));
        assert_eq!(parse("+i", 18), parse("+i", 10));
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
            "#b10.101",
            "#x1.5",
            "#o.5",
            "#x1.",
            "#e#x1.5",
            "#x#i1.5",
            "#x1.5+i",
            "#x1+.8i",
            "#x1@.8",
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
            "i",
            "2i",
            "1i",
            "1+2",
            "1+2j",
            "+ii",
            "++i",
            "+-i",
            "1+-2i",
            "1+2i3",
            "1+2i+3i",
            "1e+2i",
            "1+ei",
            "1+e5i",
            "1@",
            "@1",
            "1@2@3",
            "1@2i",
            "1+i@2",
            "1@2+3i",
            "#e1+inf.0i",
            "#e+inf.0@1",
            "inf.0i",
            "infi",
            "+infi",
            "1+1/0i",
            "#b1+2i",
            "1 + i",
            "+i ",
            "+i#",
        ];
        for text in cases {
            assert_eq!(parse(text, 10), None, "{text}");
        }
        // Where the radix is given otherwise, digits may follow a point.
        assert_eq!(parse("10.101", 2), parse("2.625", 10));
        assert_eq!(parse("#i10.1", 2), parse("2.5", 10));
        assert_eq!(parse("#d1.5", 2), parse("1.5", 10));
        let special = parse("#x+inf.0-nan.0i", 10).map(|number| to_string(&number, 10));
        assert_eq!(special.as_deref(), Some("+inf.0+nan.0i"));
        assert_eq!(parse("1", 1), None);
        assert_eq!(parse("1", 37), None);
    }
}
