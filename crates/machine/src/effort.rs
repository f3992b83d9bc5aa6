//! What an operation on numbers is expected to take, by the sizes of its operands.
//!
//! The prices are in [`mound_numbers::cost`]; here is which operation has which.

use crate::unfinished::Cost;
use mound_heap::Value;
use mound_heap::number::{flonum_of, size_of};
use mound_numbers::{BITS_MAX, cost};

/// How the work of an operation grows with two operands, exact ones; flonums are small.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// Of integers, as their lengths; of fractions and complex numbers as [`Effort::Fraction`].
    Sum,
    /// The same, as a product.
    Product,
    /// As the lengths, of whatever they are.
    Linear,
    /// Quotient and remainder of integers.
    Quotient,
    /// What looks for a common divisor, or divides parts of a number by each other.
    Fraction,
    /// Step by step through a continued fraction.
    Steps,
    /// Roots of a degree of the first operand.
    Root(usize),
    /// A power.
    Power,
    /// A shift of the first operand.
    Shift,
    /// To or from digits.
    Digits,
}

/// Words of the largest exact number.
const WORDS_MAX: usize = BITS_MAX / 64;

/// Operands, result, and twice as much on the way.
const WORDS_FOR_WORD: usize = 6;

/// Digits that become a word at least, in the radix with the largest: 36.
const DIGITS_FOR_WORD: usize = 12;

impl Effort {
    /// What it is expected to need to read so many digits as a number.
    pub fn of_digits(count: usize) -> Cost {
        let words = count / DIGITS_FOR_WORD + 1;
        // They may be those of a fraction.
        let fraction = cost::gcd(words.div_ceil(2), words.div_ceil(2));
        Cost {
            nanoseconds: cost::radix(words).saturating_add(fraction),
            bytes: 4 * count + 8 * WORDS_FOR_WORD * words,
        }
    }

    /// What the operation is expected to need.
    pub fn cost(self, left: Value, right: Value) -> Cost {
        let (one, other) = (size_of(left), size_of(right));
        let are_single = one.is_single && other.is_single;
        let (a, b) = (one.words, other.words);
        let mut words = a + b;
        let nanoseconds = match self {
            Effort::Sum if are_single => cost::linear(words),
            Effort::Product if are_single => cost::product(a, b),
            Effort::Linear => cost::linear(words),
            Effort::Quotient => cost::quotient(a, b),
            Effort::Fraction if are_single => cost::gcd(a, b)
                .saturating_add(cost::product(a, b))
                .saturating_add(cost::quotient(a, b)),
            Effort::Sum | Effort::Product | Effort::Fraction => fraction(a, b),
            Effort::Steps => cost::linear(words).saturating_mul(16 * words as u64),
            Effort::Root(degree) if are_single => cost::root(a, degree),
            Effort::Root(degree) => cost::root(a, degree).saturating_add(fraction(a, a)),
            Effort::Power => {
                let (power, result) = power(left, right);
                words += result;
                power
            }
            Effort::Shift => {
                words += longer(right.as_fixnum().unwrap_or(0).unsigned_abs());
                cost::linear(words)
            }
            Effort::Digits => cost::radix(words),
        };
        Cost {
            nanoseconds,
            bytes: 8 * WORDS_FOR_WORD * words,
        }
    }
}

/// Sums, products and quotients of fractions and complex numbers: some products and divisors.
fn fraction(a: usize, b: usize) -> u64 {
    let alone = |words: usize| cost::quotient(words, words / 2);
    let together = cost::gcd(a, b).saturating_add(cost::product(a, b));
    together
        .saturating_mul(4)
        .saturating_add(alone(a))
        .saturating_add(alone(b))
}

/// The words of so many bits, as far as a number may have them.
fn longer(bits: u64) -> usize {
    usize::try_from(bits / 64).map_or(WORDS_MAX, |words| words.min(WORDS_MAX))
}

/// The work of a power, and the words of its result.
fn power(base: Value, exponent: Value) -> (u64, usize) {
    let size = size_of(base);
    if flonum_of(base).is_some() || flonum_of(exponent).is_some() {
        return (cost::quotient(size.words, size.words), 1);
    }
    let times = exponent.as_fixnum().map_or(u64::MAX, i64::unsigned_abs);
    let bits = match base.as_fixnum() {
        // Powers of these are themselves.
        Some(-1..=1) => 0,
        Some(base) => u64::from(64 - base.unsigned_abs().leading_zeros()),
        None => 64 * size.words as u64,
    };
    let result = longer(bits.saturating_mul(times)).max(1);
    let half = result.div_ceil(2);
    let products = cost::product(half, half).saturating_mul(2);
    let work = match (size.is_single, exponent.as_fixnum()) {
        (true, Some(0..)) => products,
        (_, Some(_)) => products.saturating_add(fraction(half, half)),
        // A fraction: a root, if it is exact, and its power.
        (_, None) => cost::root(size.words, usize::MAX).saturating_add(products),
    };
    (work, result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unfinished::{FREE_NS, SHORT_NS};
    use mound_heap::Heap;

    /// Machine code does these without a look at their prices.
    #[test]
    fn fixnums_and_flonums_cost_nothing() {
        let mut heap = Heap::new(64);
        let numbers = [Value::fixnum(-7), Value::fixnum(1 << 59), heap.flonum(1.5)];
        for effort in [
            Effort::Sum,
            Effort::Product,
            Effort::Linear,
            Effort::Quotient,
            Effort::Fraction,
            Effort::Root(2),
            Effort::Digits,
        ] {
            for left in numbers {
                for right in numbers {
                    let cost = effort.cost(left, right);
                    assert!(cost.nanoseconds <= FREE_NS, "{effort:?}: {cost:?}");
                }
            }
        }
    }

    #[test]
    fn large_results_of_small_operands_are_expected() {
        let power =
            |base, exponent| Effort::Power.cost(Value::fixnum(base), Value::fixnum(exponent));
        assert!(power(3, 20).nanoseconds <= FREE_NS);
        assert!(power(3, 1000).nanoseconds <= SHORT_NS);
        assert!(power(3, 1_000_000).nanoseconds > SHORT_NS);
        assert!(power(-1, 1 << 59).nanoseconds <= SHORT_NS);
        let shift = Effort::Shift.cost(Value::fixnum(1), Value::fixnum(60_000_000));
        assert!(shift.nanoseconds > SHORT_NS && shift.bytes > 7_500_000);
    }
}
