//! Bytes of short texts: compared and copied here, since most strings that programs compare and cut
//! out are a word of a text, for which a call of the C library takes longer than the work.
//!
//! Long ones are left to the slices of the standard library.

use std::cmp::Ordering;

/// Bytes of a machine word.
const WORD: usize = 8;
/// Bytes up to which two words, which may overlap, are all of it.
const TWO_WORDS: usize = 2 * WORD;

/// Whether the bytes are the same.
#[inline]
pub fn are_same(left: &[u8], right: &[u8]) -> bool {
    if left.len() != right.len() {
        return false;
    }
    match left.len() {
        0..4 => left.iter().zip(right).all(|(one, other)| one == other),
        4..WORD => {
            left.first_chunk::<4>() == right.first_chunk::<4>()
                && left.last_chunk::<4>() == right.last_chunk::<4>()
        }
        WORD..=TWO_WORDS => {
            left.first_chunk::<WORD>() == right.first_chunk::<WORD>()
                && left.last_chunk::<WORD>() == right.last_chunk::<WORD>()
        }
        _ => left == right,
    }
}

/// Their order by the first byte that differs.
#[inline]
pub fn order(left: &[u8], right: &[u8]) -> Ordering {
    let Some((one, other)) = left.first_chunk::<WORD>().zip(right.first_chunk::<WORD>()) else {
        let differs = left.iter().zip(right).find(|(one, other)| one != other);
        return match differs {
            Some((one, other)) => one.cmp(other),
            None => left.len().cmp(&right.len()),
        };
    };
    let first = u64::from_be_bytes(*one).cmp(&u64::from_be_bytes(*other));
    first.then_with(|| left[WORD..].cmp(&right[WORD..]))
}

/// Whether no byte has its highest bit set.
#[inline]
pub fn is_ascii(bytes: &[u8]) -> bool {
    const HIGHEST: u64 = 0x8080_8080_8080_8080;
    match (bytes.first_chunk::<WORD>(), bytes.last_chunk::<WORD>()) {
        (Some(first), Some(last)) if bytes.len() <= TWO_WORDS => {
            (u64::from_ne_bytes(*first) | u64::from_ne_bytes(*last)) & HIGHEST == 0
        }
        (None, _) => bytes.iter().fold(0, |all, byte| all | byte) < 0x80,
        _ => bytes.is_ascii(),
    }
}

/// Copies bytes; the two places may overlap.
///
/// # Safety
/// `count` bytes can be read at `from` and written at `to`.
#[inline]
pub unsafe fn copy(from: *const u8, to: *mut u8, count: usize) {
    match count {
        0 => {}
        1..4 => {
            let middle = count / 2;
            // SAFETY: the caller's: it is one of the bytes.
            let byte = unsafe { from.wrapping_add(middle).read() };
            // SAFETY: the caller's: the first and the last byte.
            unsafe { copy_ends::<u8>(from, to, count - 1) };
            // SAFETY: the caller's: it is one of the bytes.
            unsafe { to.wrapping_add(middle).write(byte) };
        }
        // SAFETY: the caller's: both words lie within the bytes.
        4..WORD => unsafe { copy_ends::<u32>(from, to, count - 4) },
        // SAFETY: the same.
        WORD..=TWO_WORDS => unsafe { copy_ends::<u64>(from, to, count - WORD) },
        // SAFETY: the caller's.
        _ => unsafe { std::ptr::copy(from, to, count) },
    }
}

/// Copies the word at the beginning and the one that is `distance` bytes behind. Both are read before one is
/// written.
///
/// # Safety
/// Both can be read and written.
#[inline(always)]
unsafe fn copy_ends<W: Copy>(from: *const u8, to: *mut u8, distance: usize) {
    let (from_last, to_last) = (from.wrapping_add(distance), to.wrapping_add(distance));
    // SAFETY: the caller's; words may stand anywhere.
    let first = unsafe { from.cast::<W>().read_unaligned() };
    // SAFETY: the same.
    let last = unsafe { from_last.cast::<W>().read_unaligned() };
    // SAFETY: the same.
    unsafe { to.cast::<W>().write_unaligned(first) };
    // SAFETY: the same.
    unsafe { to_last.cast::<W>().write_unaligned(last) };
}

#[cfg(test)]
mod tests {
    use super::*;

    const LENGTH_MAX: usize = 20;

    fn text(length: usize) -> Vec<u8> {
        (0..length).map(|index| 0xf8 + index as u8 % 5).collect()
    }

    /// All lengths, and a difference at each place, are what slices say.
    #[test]
    fn comparisons_are_those_of_slices() {
        for length in 0..=LENGTH_MAX {
            for other_length in 0..=LENGTH_MAX {
                let (left, right) = (text(length), text(other_length));
                assert_eq!(are_same(&left, &right), left == right);
                assert_eq!(order(&left, &right), left.cmp(&right));
            }
            for place in 0..length {
                for byte in [0, 0x7f, 0xff] {
                    let (left, mut right) = (text(length), text(length));
                    right[place] = byte;
                    assert_eq!(are_same(&left, &right), left == right);
                    assert_eq!(order(&left, &right), left.cmp(&right));
                    assert_eq!(order(&right, &left), right.cmp(&left));
                }
            }
        }
    }

    #[test]
    fn what_is_ascii_is_what_slices_say() {
        for length in 0..=LENGTH_MAX {
            let ascii = vec![0x7f; length];
            assert!(is_ascii(&ascii));
            for place in 0..length {
                let mut other = ascii.clone();
                other[place] = 0x80;
                assert!(!is_ascii(&other));
            }
        }
    }

    /// Nothing around is read or written, and places that overlap are copied as if by way of another.
    #[test]
    fn copies_are_those_of_slices() {
        for count in 0..=LENGTH_MAX {
            for (from, to) in [(0, 3), (3, 0), (2, LENGTH_MAX + 2), (5, 5)] {
                let start: Vec<u8> = (0..3 * LENGTH_MAX as u8).collect();
                let (mut copied, mut expected) = (start.clone(), start);
                expected.copy_within(from..from + count, to);
                let bytes = copied.as_mut_ptr();
                let (source, target) = (bytes.wrapping_add(from), bytes.wrapping_add(to));
                // SAFETY: both ranges are in the vector.
                unsafe { copy(source, target, count) };
                assert_eq!(copied, expected, "{count} from {from} to {to}");
            }
        }
    }
}
