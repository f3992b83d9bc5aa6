//! Greatest common divisors of large integers in less than quadratic time.
//!
//! The quotients of Euclid's algorithm depend on the upper halves of two numbers for half of their way.
//! So a matrix of those steps is found for the upper halves, recursively, and applied to the whole
//! numbers: D. Knuth, TAOCP 4.5.2 and 4.5.3; N. Möller, "On Schönhage's algorithm and subquadratic
//! integer gcd computation" (2008). The bignum library (0.6.2) has only the quadratic one, which is
//! faster below [`DIRECT_BITS`].
//!
//! ```text
//!   (a, b)  upper half -> matrix M1 -> (a, b) := M1 (a, b), 3/4 as long
//!           one division
//!           upper part -> matrix M2 -> (a, b) := M2 (a, b), 1/2 as long
//! ```
//!
//! Invariant:
//! - G1. Every matrix has the determinant 1 or -1, so it changes no greatest common divisor whatever
//!   its quotients are: where the upper halves deceive, the way is only longer.

use crate::abandon::is_abandoned;
use crate::{IBig, UBig};
use dashu_int::Sign;
use dashu_int::ops::{BitTest, DivRem, Gcd};

/// Smaller numbers are left to the library.
const DIRECT_BITS: usize = 64 * 3000;

/// Numbers of so many bits are reduced in machine arithmetic: quotients and cofactors have no more
/// than half of them.
const MACHINE_BITS: usize = 120;

/// The greatest common divisor; 0 only for two zeros.
pub(crate) fn gcd(a: &UBig, b: &UBig) -> UBig {
    reduce(a, b, DIRECT_BITS)
}

fn reduce(a: &UBig, b: &UBig, direct_bits: usize) -> UBig {
    let (mut a, mut b) = match a < b {
        true => (b.clone(), a.clone()),
        false => (a.clone(), b.clone()),
    };
    while b.bit_len() > direct_bits && !is_abandoned() {
        if a.bit_len() - b.bit_len() < a.bit_len() / 8 {
            (a, b) = halve(&a, &b).apply(a, b).1;
        }
        if !b.is_zero() {
            let rest = a % &b;
            (a, b) = (b, rest);
        }
    }
    match (a.is_zero(), b.is_zero()) {
        // The library refuses gcd(0, 0).
        (_, true) => a,
        (true, false) => b,
        (false, false) => a.gcd(b),
    }
}

/// Steps of Euclid's algorithm: rows of a matrix.
struct Steps([[IBig; 2]; 2]);

impl Steps {
    fn none() -> Steps {
        Steps([[IBig::ONE, IBig::ZERO], [IBig::ZERO, IBig::ONE]])
    }

    /// The numbers after these steps, none negative and the larger first, and the steps that lead there.
    fn apply(self, a: UBig, b: UBig) -> (Steps, (UBig, UBig)) {
        let Steps([mut upper, mut lower]) = self;
        let (a, b) = (IBig::from(a), IBig::from(b));
        let row = |row: &mut [IBig; 2]| {
            let (sign, magnitude) = (&row[0] * &a + &row[1] * &b).into_parts();
            if sign == Sign::Negative {
                row.iter_mut()
                    .for_each(|entry| *entry = -std::mem::take(entry));
            }
            magnitude
        };
        let (first, second) = (row(&mut upper), row(&mut lower));
        match first < second {
            true => (Steps([lower, upper]), (second, first)),
            false => (Steps([upper, lower]), (first, second)),
        }
    }

    /// One more step, with this quotient.
    fn divide(self, quotient: &IBig) -> Steps {
        let Steps([upper, lower]) = self;
        let next = std::array::from_fn(|index| &upper[index] - quotient * &lower[index]);
        Steps([lower, next])
    }

    /// These steps after others.
    fn after(&self, earlier: &Steps) -> Steps {
        let (Steps(late), Steps(early)) = (self, earlier);
        Steps(std::array::from_fn(|row| {
            std::array::from_fn(|column| {
                &late[row][0] * &early[0][column] + &late[row][1] * &early[1][column]
            })
        }))
    }
}

/// Steps after which two numbers, the larger first, are about half as long.
fn halve(a: &UBig, b: &UBig) -> Steps {
    let goal = a.bit_len() / 2 + 1;
    if b.bit_len() <= goal || is_abandoned() {
        return Steps::none();
    }
    if a.bit_len() <= MACHINE_BITS {
        return halve_in_words(a, b, goal);
    }
    let cut = a.bit_len() / 2;
    let steps = halve(&(a >> cut), &(b >> cut));
    let (steps, (a, b)) = steps.apply(a.clone(), b.clone());
    if b.bit_len() <= goal {
        return steps;
    }
    let (quotient, rest) = a.div_rem(&b);
    let steps = steps.divide(&IBig::from(quotient));
    if rest.bit_len() <= goal {
        return steps;
    }
    // What is above the cut is twice as long as what is still to be taken away.
    let cut = (2 * goal).saturating_sub(b.bit_len());
    halve(&(&b >> cut), &(&rest >> cut)).after(&steps)
}

/// The same for numbers that fit into machine arithmetic.
fn halve_in_words(a: &UBig, b: &UBig, goal: usize) -> Steps {
    let word = |number: &UBig| u128::try_from(number).expect("it has few bits");
    let (mut a, mut b) = (word(a), word(b));
    let (mut upper, mut lower) = ([1_i128, 0], [0_i128, 1]);
    while u128::BITS - b.leading_zeros() > goal as u32 {
        let quotient = a / b;
        (a, b) = (b, a % b);
        // Cofactors are no longer than what was taken away, half of the bits.
        let next = std::array::from_fn(|index| upper[index] - quotient as i128 * lower[index]);
        (upper, lower) = (lower, next);
    }
    Steps([upper.map(IBig::from), lower.map(IBig::from)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn finds_what_euclid_finds(
            common in proptest::collection::vec(any::<u64>(), 0..12),
            one in proptest::collection::vec(any::<u64>(), 0..40),
            other in proptest::collection::vec(any::<u64>(), 0..40),
        ) {
            let common = UBig::from_words(&common);
            let (one, other) = (UBig::from_words(&one) * &common, UBig::from_words(&other) * &common);
            prop_assume!(!one.is_zero() || !other.is_zero());
            prop_assert_eq!(reduce(&one, &other, 128), (&one).gcd(&other));
        }
    }

    #[test]
    fn quotients_of_one_and_very_large_ones() {
        // Neighbours among the Fibonacci numbers take the most steps.
        let (mut a, mut b) = (UBig::ZERO, UBig::ONE);
        for _ in 0..5000 {
            (a, b) = (b.clone(), a + b);
        }
        assert_eq!(reduce(&a, &b, 0), UBig::ONE);
        let power = UBig::ONE << 7000;
        assert_eq!(reduce(&power, &(&power - UBig::ONE), 0), UBig::ONE);
        assert_eq!(reduce(&(&power * &a), &(&power * &b), 0), power);
        assert_eq!(reduce(&UBig::ZERO, &a, 0), a);
        assert_eq!(gcd(&UBig::ZERO, &UBig::ZERO), UBig::ZERO);
    }

    #[test]
    fn nobody_waits_for_what_was_abandoned() {
        use std::sync::Arc;
        use std::sync::atomic::AtomicBool;
        let flag = Arc::new(AtomicBool::new(true));
        // It would take minutes.
        let (a, b) = (
            UBig::from(3_u8).pow(20_000_000),
            UBig::from(7_u8).pow(11_000_000),
        );
        crate::abandon::abandonable(&flag, || halve(&a, &b));
    }
}
