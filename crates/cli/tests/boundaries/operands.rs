//! Numbers at borders, and around them.

use super::number::Number;
use num_bigint::BigInt;

fn power(exponent: u32) -> BigInt {
    BigInt::from(1) << exponent
}

/// The ends of fixnums, of a word, of what a flonum holds, and small ones that instructions have
/// forms for.
pub fn integers() -> Vec<Number> {
    let mut integers: Vec<BigInt> = [0, 1, -1, 2, -2, 3, -7, 10, 97, 127, 128, -129]
        .map(BigInt::from)
        .to_vec();
    for exponent in [30, 31, 32, 53, 59, 60, 61, 63, 64] {
        integers.extend([power(exponent) - 1, power(exponent), power(exponent) + 1]);
        integers.extend([-power(exponent) - 1, -power(exponent), -power(exponent) + 1]);
    }
    integers.extend([power(120) - 1, -power(120), power(128) + 1]);
    integers.into_iter().map(Number::integer).collect()
}

/// Few enough that all pairs can be written down as constants.
pub fn ends() -> Vec<Number> {
    let mut ends: Vec<BigInt> = [0, 1, -1, 2, 5, -97].map(BigInt::from).to_vec();
    for exponent in [31, 59, 60, 63] {
        ends.extend([power(exponent) - 1, power(exponent)]);
        ends.extend([-power(exponent) - 1, -power(exponent), -power(exponent) + 1]);
    }
    ends.push(power(120));
    ends.into_iter().map(Number::integer).collect()
}

pub fn rationals() -> Vec<Number> {
    let mut rationals = vec![
        Number::ratio(1, 2),
        Number::ratio(-1, 2),
        Number::ratio(3, 2),
        Number::ratio(-5, 2),
        Number::ratio(22, 7),
    ];
    for exponent in [53, 60, 64] {
        rationals.push(Number::ratio(power(exponent) - 1, 2));
        rationals.push(Number::ratio(-power(exponent) - 1, 3));
        rationals.push(Number::ratio(2, power(exponent) + 1));
    }
    rationals
}

pub fn flonums() -> Vec<Number> {
    let mut flonums = vec![
        0.0,
        -0.0,
        0.5,
        -0.5,
        1.0,
        -1.0,
        1.5,
        2.5,
        -7.0,
        0.1,
        1e300,
        5e-324,
        f64::MAX,
        f64::MIN_POSITIVE,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
    ];
    for exponent in [53, 60, 63] {
        let border = 2f64.powi(exponent);
        flonums.extend([border, -border, border.next_up(), border.next_down()]);
    }
    flonums.into_iter().map(Number::Inexact).collect()
}

/// Exact numbers between two flonums, at the middle and next to it on either side, with the
/// difference in the last place or far behind it.
pub fn near_ties() -> Vec<Number> {
    let mut numbers = Vec::new();
    let leads: [BigInt; 3] = [power(53) + 1, power(53) + 3, power(54) - 1];
    for lead in leads {
        // Odd numbers of 54 bits are in the middle.
        for shift in [0u32, 1, 6, 7, 11, 60, 200, 900] {
            let middle: BigInt = &lead << shift;
            numbers.push(Number::integer(middle.clone()));
            numbers.push(Number::integer(-&middle - 1));
            numbers.push(Number::integer(middle.clone() + 1));
            numbers.push(Number::integer(middle - 1));
        }
        for divisor in [
            BigInt::from(3),
            power(60) - 1,
            BigInt::from(3).pow(50),
            power(200),
        ] {
            let middle: BigInt = &lead * &divisor;
            numbers.push(Number::ratio(middle.clone() + 1, divisor.clone()));
            numbers.push(Number::ratio(middle.clone() - 1, divisor.clone()));
            numbers.push(Number::ratio(-&middle - 1, divisor.clone() << 40u32));
        }
        // Below the smallest normal flonum, and at the end of all.
        for shift in [1060, 1074, 1075, 1100, 1126, 1127, 1128, 1129, 1130] {
            numbers.push(Number::ratio(lead.clone(), power(shift)));
            let longer: BigInt = &lead << 70u32;
            numbers.push(Number::ratio(-longer - 1, power(shift + 70)));
        }
        for shift in [969u32, 970, 971, 972] {
            let large: BigInt = &lead << shift;
            numbers.push(Number::integer(large.clone()));
            numbers.push(Number::integer(-large - 1));
        }
    }
    numbers
}
