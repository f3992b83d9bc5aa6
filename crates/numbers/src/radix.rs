//! Long integers as digits, and back, in less than quadratic time, in steps that can be given up.
//!
//! A number is divided by a power of the radix with half of its digits, and both halves are written
//! by themselves; digits are read the same way. What is short goes to the bignum library, and so do
//! radixes that are powers of two, for which that is linear.
//!
//! ```text
//!   powers   r^1024   r^2048   r^4096 ...
//!   digits   |------ high ------|------ low ------|      high * r^4096 + low
//! ```

use crate::UBig;
use crate::abandon::is_abandoned;
use dashu_int::ops::{BitTest, DivRem};

/// Digits that the library converts at once: some microseconds' work.
const FEW_DIGITS: usize = 1024;

/// The digits of an integer, without leading zeros.
pub(crate) fn write_digits(integer: &UBig, radix: u8) -> String {
    if radix.is_power_of_two() || integer.as_words().len() < FEW_DIGITS / 64 {
        return integer.in_radix(radix).to_string();
    }
    let mut powers = vec![UBig::from(radix).pow(FEW_DIGITS)];
    // Up to the first whose square is longer than the integer.
    while let Some(last) = powers.last()
        && 2 * last.bit_len() - 1 <= integer.bit_len()
        && !is_abandoned()
    {
        let square = last.sqr();
        powers.push(square);
    }
    let mut text = String::new();
    write_part(integer, &powers, radix, &mut text);
    text
}

/// Writes an integer less than the square of the last power, with all its zeros unless it comes first.
fn write_part(integer: &UBig, powers: &[UBig], radix: u8, text: &mut String) {
    let Some((power, smaller)) = powers.split_last() else {
        let digits = integer.in_radix(radix).to_string();
        if !text.is_empty() {
            let zeros = FEW_DIGITS.saturating_sub(digits.len());
            text.extend(std::iter::repeat_n('0', zeros));
        }
        text.push_str(&digits);
        return;
    };
    if is_abandoned() {
        return;
    }
    if text.is_empty() && integer < power {
        return write_part(integer, smaller, radix, text);
    }
    let (high, low) = integer.div_rem(power);
    write_part(&high, smaller, radix, text);
    write_part(&low, smaller, radix, text);
}

/// The integer with these digits; `None` if there are none, or something else is among them.
pub(crate) fn read_digits(text: &str, radix: u32) -> Option<UBig> {
    // The library also takes signs and underscores.
    let valid = !text.is_empty() && text.bytes().all(|digit| char::from(digit).is_digit(radix));
    if !valid {
        return None;
    }
    let text = match text.trim_start_matches('0') {
        "" => "0",
        digits => digits,
    };
    let mut powers = Vec::new();
    if !radix.is_power_of_two() {
        let mut width = FEW_DIGITS;
        while width < text.len() && !is_abandoned() {
            let next = match powers.last() {
                None => UBig::from(radix).pow(FEW_DIGITS),
                Some(last) => UBig::sqr(last),
            };
            powers.push(next);
            width *= 2;
        }
    }
    read_part(text, &powers, radix)
}

/// Reads digits, at most twice as many as the last power has.
fn read_part(text: &str, powers: &[UBig], radix: u32) -> Option<UBig> {
    let Some((power, smaller)) = powers.split_last() else {
        return UBig::from_str_radix(text, radix).ok();
    };
    let width = FEW_DIGITS << smaller.len();
    if text.len() <= width || is_abandoned() {
        return read_part(&text[text.len().saturating_sub(width)..], smaller, radix);
    }
    let (high, low) = text.split_at(text.len() - width);
    Some(read_part(high, smaller, radix)? * power + read_part(low, smaller, radix)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_integers_are_written_and_read_as_the_library_does() {
        let nines = UBig::from(10_u8).pow(FEW_DIGITS * 4) - UBig::ONE;
        let numbers = [
            UBig::ZERO,
            UBig::from(7_u8),
            UBig::from(10_u8).pow(FEW_DIGITS * 2),
            UBig::from(10_u8).pow(FEW_DIGITS * 8 + 3),
            nines.clone() - UBig::from(10_u8).pow(FEW_DIGITS + 5),
            nines,
            UBig::from(7_u8).pow(20_000),
        ];
        for radix in [2, 3, 10, 16, 36] {
            for number in &numbers {
                let text = write_digits(number, radix);
                assert_eq!(text, number.in_radix(radix).to_string());
                assert_eq!(read_digits(&text, radix.into()).as_ref(), Some(number));
                let padded = format!("{}{text}", "0".repeat(3 * FEW_DIGITS));
                assert_eq!(read_digits(&padded, radix.into()).as_ref(), Some(number));
            }
        }
    }

    #[test]
    fn only_digits_are_digits() {
        for text in ["", "+1", "-1", "1_000", "1.5", "12a"] {
            assert_eq!(read_digits(text, 10), None, "{text}");
        }
        let long = format!("{}x{}", "1".repeat(3000), "2".repeat(3000));
        assert_eq!(read_digits(&long, 10), None);
    }
}
