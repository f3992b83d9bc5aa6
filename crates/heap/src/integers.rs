//! Sums, differences and products of exact integers of a few words, made from the words where they
//! are, without a copy of the operands and without the library that knows large numbers.
//!
//! Here are neither long numbers, for which the methods of that library are better, nor fractions.
//!
//! Invariant: a result has no zero word at its most significant end, and zero is not negative; so it
//! is what the library would give, word for word.

use crate::heap::{Heap, room_for};
use crate::number::{Signed, compare_words};
use crate::value::Value;
use std::cmp::Ordering;

/// Words of the longest operand. A product of two such takes less time than is charged for.
pub const OPERAND_WORDS: usize = 16;

/// Words of the longest result.
const RESULT_WORDS: usize = 2 * OPERAND_WORDS;

/// The result of an operation: a sign and the words of its magnitude.
#[derive(Clone, Copy, Debug)]
pub struct Short {
    words: [u64; RESULT_WORDS],
    length: usize,
    is_negative: bool,
}

impl Short {
    /// Zero: what operations put their results into, since copies of so many words take longer than
    /// they do.
    pub const ZERO: Short = Short {
        words: [0; RESULT_WORDS],
        length: 0,
        is_negative: false,
    };

    /// Takes the zeros off the end of the first `length` words.
    fn end(&mut self, length: usize, is_negative: bool) {
        let used = self.words[..length].iter().rposition(|&word| word != 0);
        self.length = used.map_or(0, |last| last + 1);
        self.is_negative = is_negative;
    }

    /// The fixnum that it is, if it is one.
    #[inline]
    fn fixnum(&self) -> Option<Value> {
        let magnitude = match self.length {
            0 => 0,
            1 => i64::try_from(self.words[0]).ok()?,
            _ => return None,
        };
        Value::try_fixnum(if self.is_negative {
            -magnitude
        } else {
            magnitude
        })
    }

    /// Words to reserve before [`Heap::short_integer`].
    #[inline]
    pub fn words(&self) -> usize {
        match self.fixnum() {
            Some(_) => 0,
            None => room_for(self.length),
        }
    }
}

impl Heap {
    /// The integer as a value; see [`Short::words`].
    pub fn short_integer(&mut self, integer: &Short) -> Value {
        match integer.fixnum() {
            Some(fixnum) => fixnum,
            None => self.bignum(integer.is_negative, &integer.words[..integer.length]),
        }
    }
}

/// The operands of an operation: short exact integers.
pub struct Operands(Signed, Signed);

impl Operands {
    /// Two numbers, if they are such.
    #[inline]
    pub fn of(left: Value, right: Value) -> Option<Operands> {
        let short = |value| Signed::of(value).filter(|it| it.limbs().len() <= OPERAND_WORDS);
        Some(Operands(short(left)?, short(right)?))
    }
}

/// The sum, put into what is zero.
#[inline]
pub fn sum(Operands(left, right): &Operands, result: &mut Short) {
    add_signed(left, right, right.is_negative, result);
}

/// The same for the difference.
#[inline]
pub fn difference(Operands(left, right): &Operands, result: &mut Short) {
    add_signed(left, right, !right.is_negative, result);
}

/// The same for the product.
pub fn product(Operands(left, right): &Operands, result: &mut Short) {
    let (one, other) = (left.limbs(), right.limbs());
    let words = &mut result.words;
    for (place, &word) in one.iter().enumerate() {
        let mut carry = 0u128;
        for (sum, &factor) in words[place..].iter_mut().zip(other) {
            // At most (2^64 - 1)^2 + 2 * (2^64 - 1), which is 2^128 - 1.
            let term = u128::from(word) * u128::from(factor) + u128::from(*sum) + carry;
            *sum = term as u64;
            carry = term >> 64;
        }
        words[place + other.len()] = carry as u64;
    }
    let is_negative = left.is_negative != right.is_negative;
    result.end(one.len() + other.len(), is_negative);
}

/// The sum of `left` and the magnitude of `right` with a sign.
fn add_signed(left: &Signed, right: &Signed, is_negative: bool, result: &mut Short) {
    let (one, other) = (left.limbs(), right.limbs());
    let (is_left_larger, is_equal) = match compare_words(one, other) {
        Ordering::Greater => (true, false),
        Ordering::Equal => (true, true),
        Ordering::Less => (false, false),
    };
    let (large, small) = if is_left_larger {
        (one, other)
    } else {
        (other, one)
    };
    if left.is_negative == is_negative {
        let carry = combine(large, small, &mut result.words, u64::overflowing_add);
        result.words[large.len()] = u64::from(carry);
        return result.end(large.len() + 1, is_negative);
    }
    let borrow = combine(large, small, &mut result.words, u64::overflowing_sub);
    debug_assert!(!borrow, "the smaller from the larger");
    let sign = if is_left_larger {
        left.is_negative
    } else {
        is_negative
    };
    result.end(large.len(), sign && !is_equal);
}

/// Adds or subtracts word by word, from the least significant on; whether something is carried on.
#[inline]
fn combine(
    large: &[u64],
    small: &[u64],
    result: &mut [u64; RESULT_WORDS],
    operation: fn(u64, u64) -> (u64, bool),
) -> bool {
    let mut carry = false;
    let small = small.iter().copied().chain(std::iter::repeat(0));
    for ((result, &word), other) in result.iter_mut().zip(large).zip(small) {
        let (partial, first) = operation(word, other);
        let (whole, second) = operation(partial, u64::from(carry));
        *result = whole;
        carry = first || second;
    }
    carry
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::integer_of;
    use dashu_int::{IBig, UBig};

    /// Words at which carries, signs and lengths change.
    fn magnitudes() -> Vec<Vec<u64>> {
        let mut all = vec![
            vec![0],
            vec![1],
            vec![2],
            vec![(1 << 60) - 1],
            vec![1 << 60],
        ];
        all.extend([vec![(1 << 60) + 1], vec![1 << 63], vec![u64::MAX - 1]]);
        for length in [1, 2, 3, 7, OPERAND_WORDS - 1, OPERAND_WORDS] {
            all.push(vec![u64::MAX; length]);
            let mut power = vec![0; length];
            power[length - 1] = 1;
            all.push(power.clone());
            power[0] |= 1;
            all.push(power.clone());
            power[length - 1] = 1 << 63;
            all.push(power);
        }
        // Numbers without a pattern, the same in each run.
        let mut seed = 0x9e37_79b9_7f4a_7c15u64;
        for length in 1..=OPERAND_WORDS {
            let words = (0..length).map(|_| {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1);
                seed | 1
            });
            all.push(words.collect());
        }
        all
    }

    fn integers() -> Vec<IBig> {
        let positive = |words: Vec<u64>| IBig::from(UBig::from_words(&words));
        let signs = |integer: IBig| [-integer.clone(), integer];
        magnitudes()
            .into_iter()
            .map(positive)
            .flat_map(signs)
            .collect()
    }

    /// All pairs: the value of the heap is what the library gives, fixnum or not.
    #[test]
    fn results_are_those_of_the_library() {
        type Fast = fn(&Operands, &mut Short);
        type Slow = fn(&IBig, &IBig) -> IBig;
        let operations: [(Fast, Slow); 3] = [
            (sum, |a, b| a + b),
            (difference, |a, b| a - b),
            (product, |a, b| a * b),
        ];
        let mut heap = Heap::new(1 << 13);
        let integers = integers();
        let values: Vec<Value> = integers.iter().map(|it| heap.integer(it)).collect();
        for (left, one) in integers.iter().zip(&values) {
            let mut place = Heap::new(1 << 16);
            for (right, other) in integers.iter().zip(&values) {
                for (fast, slow) in operations {
                    let wanted = slow(left, right);
                    let operands = Operands::of(*one, *other).expect("both are short");
                    let mut short = Short::ZERO;
                    fast(&operands, &mut short);
                    assert_eq!(short.fixnum().is_some(), short.words() == 0);
                    let found = place.short_integer(&short);
                    assert_eq!(integer_of(found), Some(wanted.clone()), "{left} {right}");
                    let same = place.integer(&wanted);
                    assert_eq!(same.is_fixnum(), found.is_fixnum(), "{left} {right}");
                }
            }
        }
    }

    #[test]
    fn long_numbers_and_other_objects_are_left_to_others() {
        let mut heap = Heap::new(1 << 12);
        let long = heap.bignum(false, &[1; OPERAND_WORDS + 1]);
        let flonum = heap.flonum(1.0);
        for other in [long, flonum, Value::TRUE, Value::NULL] {
            assert!(Operands::of(other, Value::fixnum(1)).is_none());
            assert!(Operands::of(Value::fixnum(1), other).is_none());
        }
    }
}
