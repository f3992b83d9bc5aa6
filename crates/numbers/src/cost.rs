//! What operations on large numbers are expected to cost: nanoseconds of an ordinary processor, from
//! the sizes of the operands alone, so that it is the same everywhere.
//!
//! Wrong by some factor for single numbers: what is simple (a power of two, a common divisor that is
//! found at once) costs less. The constants are measured with the library in use.

/// Going once over the words of the operands, with what it takes to copy them.
pub fn linear(words: usize) -> u64 {
    8 * words as u64
}

/// A product of numbers of so many words: of the shorter one's size, as often as the longer one has it.
/// The methods of the library (Karatsuba, Toom 3) grow a little less than with the power 3/2.
pub fn product(one: usize, other: usize) -> u64 {
    let (long, short) = (one.max(other) as u64, one.min(other) as u64);
    linear(one + other).saturating_add((5 * long).saturating_mul(short.isqrt()))
}

/// A quotient and remainder.
pub fn quotient(dividend: usize, divisor: usize) -> u64 {
    let rest = dividend.saturating_sub(divisor).max(1);
    product(rest, divisor.min(dividend)).saturating_mul(4)
}

/// A greatest common divisor: quadratic for short numbers, then a product for each halving.
pub fn gcd(one: usize, other: usize) -> u64 {
    let (long, short) = (one.max(other) as u64, one.min(other) as u64);
    let quadratic = (4 * short).saturating_mul(short);
    let halved = product(short as usize, short as usize)
        .saturating_mul(3 * u64::from(long.max(2).ilog2()))
        .min(quadratic);
    quotient(one.max(other), one.min(other)).saturating_add(halved)
}

/// The way to digits or from them, of a radix that is no power of two.
pub fn radix(words: usize) -> u64 {
    let levels = u64::from((words as u64 / 16).max(1).ilog2() + 1);
    quotient(words, words / 2).saturating_mul(levels.min(4))
}

/// The integer root of a degree.
pub fn root(words: usize, degree: usize) -> u64 {
    let half = words.div_ceil(2);
    match degree {
        0..=2 => product(half, half).saturating_mul(3),
        _ => product(words, words).saturating_mul(32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_larger_costs_more() {
        type Binary = fn(usize, usize) -> u64;
        let binary: [Binary; 2] = [product, gcd];
        for operation in binary {
            let mut last = 0;
            for words in [1, 10, 100, 1000, 10_000, 100_000, 1 << 20] {
                let cost = operation(words, words);
                assert!(cost > last && cost < 1 << 50, "{words}: {cost}");
                assert_eq!(operation(words, 7), operation(7, words));
                last = cost;
            }
        }
        assert!(radix(100) < 500_000 && radix(100_000) > 100_000_000);
        assert!(quotient(1000, 1) < 500_000 && quotient(1 << 20, 1 << 19) > 100_000_000);
    }
}
