//! Characters: Unicode scalar values.

use crate::arguments::{self, character};
use crate::{Area, leaf};
use mound_heap::Value;
use mound_machine::condition::ConditionKind;
use mound_machine::{Arguments, Context, Host, Raise};
use mound_syntax::characters::is_cherokee;

pub(crate) const AREA: Area = &[
    leaf("char->integer", to_integer),
    leaf("char-alphabetic?", is_alphabetic),
    leaf("char-downcase", downcase),
    leaf("char-foldcase", foldcase),
    leaf("char-lower-case?", is_lower_case),
    leaf("char-numeric?", is_numeric),
    leaf("char-upcase", upcase),
    leaf("char-upper-case?", is_upper_case),
    leaf("char-whitespace?", is_whitespace),
    leaf("digit-value", digit_value),
    leaf("integer->char", from_integer),
];

/// The zeros of Unicode's sets of decimal digits (category Nd of version 17), ascending; the
/// other digits follow each.
const ZEROS: [u32; 76] = [
    0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66,
    0xde6, 0xe50, 0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90,
    0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
    0x104a0, 0x10d30, 0x10d40, 0x11066, 0x110f0, 0x11136, 0x111d0, 0x112f0, 0x11450, 0x114d0,
    0x11650, 0x116c0, 0x116d0, 0x116da, 0x11730, 0x118e0, 0x11950, 0x11bf0, 0x11c50, 0x11d50,
    0x11da0, 0x11de0, 0x11f50, 0x16a60, 0x16ac0, 0x16b50, 0x16d70, 0x1ccf0, 0x1d7ce, 0x1d7d8,
    0x1d7e2, 0x1d7ec, 0x1d7f6, 0x1e140, 0x1e2f0, 0x1e4f0, 0x1e5f1, 0x1e950, 0x1fbf0,
];

/// The value of a decimal digit of any script.
fn digit(character: char) -> Option<u32> {
    let code = character as u32;
    let zero = ZEROS[..ZEROS.partition_point(|&zero| zero <= code)].last()?;
    Some(code - zero).filter(|&value| value < 10)
}

/// The only character of an iterator, or `otherwise`.
fn single(mut characters: impl Iterator<Item = char>, otherwise: char) -> char {
    match (characters.next(), characters.next()) {
        (Some(character), None) => character,
        _ => otherwise,
    }
}

/// The capital, if it is one character.
fn to_upper(character: char) -> char {
    let code = character as u32;
    match code {
        // Greek letters with an iota below: written out, their capitals are two letters, but
        // there are single ones for titles, which are the simple mappings.
        0x1f80..=0x1f87 | 0x1f90..=0x1f97 | 0x1fa0..=0x1fa7 => shifted(code, 8),
        0x1fb3 | 0x1fc3 | 0x1ff3 => shifted(code, 9),
        _ => single(character.to_uppercase(), character),
    }
}

fn shifted(code: u32, distance: u32) -> char {
    char::from_u32(code + distance).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The small letter.
fn to_lower(character: char) -> char {
    match character {
        // Written out it is two characters: i and a dot above.
        '\u{130}' => 'i',
        _ => single(character.to_lowercase(), character),
    }
}

/// Simple case folding: the small letter of the capital, which joins both forms of sigma.
fn fold(character: char) -> char {
    match character {
        // The Turkish letters without and with a dot stay what they are.
        '\u{130}' | '\u{131}' => character,
        _ if is_cherokee(character) => to_upper(character),
        _ => to_lower(to_upper(character)),
    }
}

fn to_integer(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let character = character(context, arguments, 0, "char->integer")?;
    Ok(Value::fixnum(character as i64))
}

fn from_integer(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "integer->char";
    let found = context.argument(arguments, 0);
    let Some(code) = found.as_fixnum() else {
        return Err(arguments::wrong(
            context,
            arguments,
            0,
            who,
            "a Unicode scalar value",
        ));
    };
    if let Some(character) = u32::try_from(code).ok().and_then(char::from_u32) {
        return Ok(Value::character(character));
    }
    let what = "this is not a Unicode scalar value";
    Err(context.complaint(ConditionKind::Range, who, what, &[found]))
}

fn digit_value(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let character = character(context, arguments, 0, "digit-value")?;
    Ok(digit(character).map_or(Value::FALSE, |value| Value::fixnum(value.into())))
}

macro_rules! predicates {
    ($($function:ident $who:literal $test:expr;)*) => {$(
        fn $function(
            context: &mut Context,
            _: &mut dyn Host,
            arguments: Arguments,
        ) -> Result<Value, Raise> {
            let test: fn(char) -> bool = $test;
            Ok(Value::boolean(test(character(context, arguments, 0, $who)?)))
        }
    )*};
}

predicates! {
    is_alphabetic "char-alphabetic?" char::is_alphabetic;
    is_lower_case "char-lower-case?" char::is_lowercase;
    is_numeric "char-numeric?" |character| digit(character).is_some();
    is_upper_case "char-upper-case?" char::is_uppercase;
    is_whitespace "char-whitespace?" char::is_whitespace;
}

macro_rules! conversions {
    ($($function:ident $who:literal $convert:expr;)*) => {$(
        fn $function(
            context: &mut Context,
            _: &mut dyn Host,
            arguments: Arguments,
        ) -> Result<Value, Raise> {
            let convert: fn(char) -> char = $convert;
            Ok(Value::character(convert(character(context, arguments, 0, $who)?)))
        }
    )*};
}

conversions! {
    downcase "char-downcase" to_lower;
    foldcase "char-foldcase" fold;
    upcase "char-upcase" to_upper;
}

#[cfg(test)]
mod tests {
    use super::*;
    use mound_syntax::characters::fold_case;

    #[test]
    fn digits_are_those_of_unicode() {
        assert!(ZEROS.is_sorted());
        for zero in ZEROS {
            for code in zero..zero + 10 {
                let character = char::from_u32(code).expect("a character");
                assert!(character.is_numeric(), "{code:x}");
                assert_eq!(digit(character), Some(code - zero));
            }
        }
        assert_eq!(digit('\u{b2}'), None, "a superscript");
        assert_eq!(digit('\u{2160}'), None, "a Roman numeral");
    }

    #[test]
    fn folding_is_idempotent_and_joins_the_cases() {
        for character in '\0'..=char::MAX {
            let folded = fold_case(&character.to_string());
            assert_eq!(fold_case(&folded), folded, "{character:?}");
            assert_eq!(fold(fold(character)), fold(character), "{character:?}");
            if !matches!(character, '\u{130}' | '\u{131}') {
                let upper: String = character.to_uppercase().collect();
                let lower: String = character.to_lowercase().collect();
                assert_eq!(fold_case(&upper), folded, "{character:?}");
                assert_eq!(fold_case(&lower), folded, "{character:?}");
            }
        }
    }
}
