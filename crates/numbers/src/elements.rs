//! Numbers in the bytes of vectors of numbers of one kind (SRFI 4 and 160), such as `#s16(1 -2)`.
//!
//! The least significant byte comes first on every machine. A complex number is its real part and then
//! its imaginary one. Vectors of `u8` are bytevectors, and no kind here.

use crate::Number;

/// What the elements of a vector are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Elements {
    S8,
    U16,
    S16,
    U32,
    S32,
    U64,
    S64,
    F32,
    F64,
    C64,
    C128,
}

impl Elements {
    pub const ALL: [Elements; 11] = [
        Elements::S8,
        Elements::U16,
        Elements::S16,
        Elements::U32,
        Elements::S32,
        Elements::U64,
        Elements::S64,
        Elements::F32,
        Elements::F64,
        Elements::C64,
        Elements::C128,
    ];

    /// What stands between `#` and `(`.
    pub fn name(self) -> &'static str {
        match self {
            Elements::S8 => "s8",
            Elements::U16 => "u16",
            Elements::S16 => "s16",
            Elements::U32 => "u32",
            Elements::S32 => "s32",
            Elements::U64 => "u64",
            Elements::S64 => "s64",
            Elements::F32 => "f32",
            Elements::F64 => "f64",
            Elements::C64 => "c64",
            Elements::C128 => "c128",
        }
    }

    /// The kind with this name, in small letters or capitals.
    pub fn named(name: &str) -> Option<Elements> {
        Elements::ALL
            .into_iter()
            .find(|kind| kind.name().eq_ignore_ascii_case(name))
    }

    /// What must be put there.
    pub fn expected(self) -> &'static str {
        match self {
            Elements::S8 => "an exact integer from -128 to 127",
            Elements::U16 => "an exact integer from 0 to 65535",
            Elements::S16 => "an exact integer from -32768 to 32767",
            Elements::U32 => "an exact integer from 0 to 4294967295",
            Elements::S32 => "an exact integer from -2147483648 to 2147483647",
            Elements::U64 => "an exact integer from 0 to 18446744073709551615",
            Elements::S64 => "an exact integer from -9223372036854775808 to 9223372036854775807",
            Elements::F32 | Elements::F64 => "a real number",
            Elements::C64 | Elements::C128 => "a number",
        }
    }

    /// Bytes of an element.
    pub fn width(self) -> usize {
        match self {
            Elements::S8 => 1,
            Elements::U16 | Elements::S16 => 2,
            Elements::U32 | Elements::S32 | Elements::F32 => 4,
            Elements::U64 | Elements::S64 | Elements::F64 | Elements::C64 => 8,
            Elements::C128 => 16,
        }
    }

    /// Appends the bytes of an element; false, and nothing is appended, if the number cannot be one.
    #[must_use]
    pub fn push(self, number: &Number, bytes: &mut Vec<u8>) -> bool {
        let real = |number: &Number| {
            let Number::Flonum(flonum) = number.inexact() else {
                return None;
            };
            Some(flonum)
        };
        match self {
            Elements::U16 | Elements::U32 | Elements::U64 => {
                let word = number.to_u64().filter(|word| {
                    let bits = 8 * self.width() as u32;
                    bits == 64 || *word >> bits == 0
                });
                let Some(word) = word else { return false };
                bytes.extend_from_slice(&word.to_le_bytes()[..self.width()]);
            }
            Elements::S8 | Elements::S16 | Elements::S32 | Elements::S64 => {
                let word = number.to_i64().filter(|word| {
                    let unused = 64 - 8 * self.width() as u32;
                    word << unused >> unused == *word
                });
                let Some(word) = word else { return false };
                bytes.extend_from_slice(&word.to_le_bytes()[..self.width()]);
            }
            Elements::F32 => {
                let Some(value) = real(number) else {
                    return false;
                };
                bytes.extend_from_slice(&(value as f32).to_le_bytes());
            }
            Elements::F64 => {
                let Some(value) = real(number) else {
                    return false;
                };
                bytes.extend_from_slice(&value.to_le_bytes());
            }
            Elements::C64 | Elements::C128 => {
                let part = if self == Elements::C64 {
                    Elements::F32
                } else {
                    Elements::F64
                };
                let zero = Number::from(0);
                let (first, second) = match number {
                    Number::Complex(parts) => (parts.real(), parts.imaginary()),
                    Number::Integer(_) | Number::Ratio(_) | Number::Flonum(_) => (number, &zero),
                };
                return part.push(first, bytes) && part.push(second, bytes);
            }
        }
        true
    }

    /// The texts of the elements in these bytes.
    pub fn texts(self, bytes: &[u8]) -> impl Iterator<Item = String> {
        bytes
            .chunks_exact(self.width())
            .map(move |element| self.text(element))
    }

    fn text(self, bytes: &[u8]) -> String {
        let part = match self {
            Elements::C64 => Elements::F32,
            Elements::C128 => Elements::F64,
            Elements::S8 | Elements::S16 | Elements::S32 | Elements::S64 => {
                return crate::to_string(&self.number(bytes), 10);
            }
            Elements::U16 | Elements::U32 | Elements::U64 | Elements::F32 | Elements::F64 => {
                return crate::to_string(&self.number(bytes), 10);
            }
        };
        let (first, second) = bytes.split_at(part.width());
        let (real, imaginary) = (part.text(first), part.text(second));
        let sign = match imaginary.starts_with(['+', '-']) {
            true => "",
            false => "+",
        };
        format!("{real}{sign}{imaginary}i")
    }

    /// The number in the bytes of one element that is no complex one.
    fn number(self, bytes: &[u8]) -> Number {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        let unused = 64 - 8 * bytes.len() as u32;
        let word = u64::from_le_bytes(word);
        match self {
            Elements::F32 => Number::from(f64::from(f32::from_bits(word as u32))),
            Elements::F64 => Number::from(f64::from_bits(word)),
            Elements::S8 | Elements::S16 | Elements::S32 | Elements::S64 => {
                Number::from(((word << unused) as i64) >> unused)
            }
            Elements::U16 | Elements::U32 | Elements::U64 => Number::from(word),
            Elements::C64 | Elements::C128 => unreachable!("its parts are read one by one"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    fn through(kind: Elements, numbers: &[&str]) -> Vec<String> {
        let mut bytes = Vec::new();
        for text in numbers {
            let number = parse(text, 10).expect("a number");
            assert!(kind.push(&number, &mut bytes), "{kind:?} {text}");
        }
        kind.texts(&bytes).collect()
    }

    #[test]
    fn elements_are_what_was_put_there() {
        for kind in Elements::ALL {
            assert_eq!(Elements::named(&kind.name().to_uppercase()), Some(kind));
            let (least, greatest): (&str, &str) = match kind {
                Elements::S8 => ("-128", "127"),
                Elements::U16 => ("0", "65535"),
                Elements::S16 => ("-32768", "32767"),
                Elements::U32 => ("0", "4294967295"),
                Elements::S32 => ("-2147483648", "2147483647"),
                Elements::U64 => ("0", "18446744073709551615"),
                Elements::S64 => ("-9223372036854775808", "9223372036854775807"),
                Elements::F32 | Elements::F64 => ("-0.0", "+inf.0"),
                Elements::C64 | Elements::C128 => ("-1.5-2.0i", "0.0+inf.0i"),
            };
            assert_eq!(through(kind, &[least, greatest]), [least, greatest]);
        }
        assert_eq!(through(Elements::F32, &["1/2", "7"]), ["0.5", "7.0"]);
        assert_eq!(through(Elements::C64, &["1"]), ["1.0+0.0i"]);
        assert_eq!(Elements::named("u8"), None);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let cases = [
            (Elements::S8, "128"),
            (Elements::S8, "-129"),
            (Elements::U16, "65536"),
            (Elements::U16, "-1"),
            (Elements::U32, "4294967296"),
            (Elements::U64, "18446744073709551616"),
            (Elements::S64, "9223372036854775808"),
            (Elements::S16, "1.0"),
            (Elements::S16, "1/2"),
            (Elements::F64, "1+i"),
        ];
        for (kind, text) in cases {
            let mut bytes = vec![7];
            let number = parse(text, 10).expect("a number");
            assert!(!kind.push(&number, &mut bytes), "{kind:?} {text}");
            assert_eq!(bytes, [7]);
        }
    }
}
