//! The bytes of [`Constant::Integer`](crate::unit::Constant::Integer).
//!
//! Two's complement, little endian, shortest: zero has no bytes, and the last
//! byte of any other is there because the sign would be lost without it.

use crate::limits::FIXNUM_BITS;
use dashu_int::IBig;

/// The bytes of an integer.
pub fn to_bytes(value: &IBig) -> Vec<u8> {
    let mut bytes = value.to_le_bytes().into_vec();
    while !is_shortest(&bytes) {
        bytes.pop();
    }
    bytes
}

/// The integer of these bytes, shortest or not.
pub fn from_bytes(bytes: &[u8]) -> IBig {
    IBig::from_le_bytes(bytes)
}

/// Whether no shorter sequence stands for the same integer.
pub fn is_shortest(bytes: &[u8]) -> bool {
    match *bytes {
        [] => true,
        [last] => last != 0,
        [.., before, last] => !(last == 0 && before < 0x80 || last == 0xff && before >= 0x80),
    }
}

/// The integer of these bytes if it fits in a machine word.
pub fn as_i64(bytes: &[u8]) -> Option<i64> {
    if bytes.len() > 8 {
        return None;
    }
    let sign = if bytes.last().is_some_and(|&last| last >= 0x80) {
        0xff
    } else {
        0
    };
    let mut word = [sign; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    Some(i64::from_le_bytes(word))
}

/// Whether the integer of these bytes is an immediate value.
pub fn is_fixnum(bytes: &[u8]) -> bool {
    let bound = 1 << (FIXNUM_BITS - 1);
    as_i64(bytes).is_some_and(|value| (-bound..bound).contains(&value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_shortest_and_give_the_integer_back() {
        for shift in 0..140 {
            for offset in -1..=1 {
                for sign in [1, -1] {
                    let value = ((IBig::from(1) << shift) + offset) * sign;
                    let bytes = to_bytes(&value);
                    assert!(is_shortest(&bytes), "{value}");
                    assert_eq!(from_bytes(&bytes), value);
                    assert_eq!(as_i64(&bytes), i64::try_from(&value).ok());
                }
            }
        }
    }

    #[test]
    fn fixnums_have_sixty_one_bits() {
        let bound = IBig::from(1) << 60;
        assert!(is_fixnum(&to_bytes(&(&bound - 1))));
        assert!(!is_fixnum(&to_bytes(&bound)));
        assert!(is_fixnum(&to_bytes(&-&bound)));
        assert!(!is_fixnum(&to_bytes(&(-bound - 1))));
    }
}
