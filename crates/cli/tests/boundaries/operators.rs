//! What each operator gives, by the arithmetic of `number.rs`.

use super::number::Number;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use std::cmp::Ordering;

/// The result of an operator, as it is shown; `None` where it raises or where the report leaves
/// the result open.
pub type Result = Option<String>;

pub struct Operator {
    pub name: &'static str,
    pub apply: fn(&Number, &Number) -> Result,
    /// Whether it gives a boolean.
    pub is_test: bool,
    pub takes: Takes,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    Numbers,
    /// Integers, exact or not.
    Integers,
    ExactIntegers,
}

pub const OPERATORS: &[Operator] = &[
    value("+", Takes::Numbers, |a, b| {
        arithmetic(a, b, |a, b| a + b, |a, b| a + b)
    }),
    value("-", Takes::Numbers, |a, b| {
        arithmetic(a, b, |a, b| a - b, |a, b| a - b)
    }),
    value("*", Takes::Numbers, |a, b| {
        arithmetic(a, b, |a, b| a * b, |a, b| a * b)
    }),
    value("/", Takes::Numbers, |a, b| {
        match b.is_exact() && b.exact()?.is_zero() {
            true => None,
            false => arithmetic(a, b, |a, b| a / b, |a, b| a / b),
        }
    }),
    value("max", Takes::Numbers, |a, b| {
        extreme(a, b, Ordering::Greater)
    }),
    value("min", Takes::Numbers, |a, b| extreme(a, b, Ordering::Less)),
    test("<", |a, b| compared(a, b, |order| order == Ordering::Less)),
    test("<=", |a, b| {
        compared(a, b, |order| order != Ordering::Greater)
    }),
    test(">", |a, b| {
        compared(a, b, |order| order == Ordering::Greater)
    }),
    test(">=", |a, b| compared(a, b, |order| order != Ordering::Less)),
    test("=", |a, b| compared(a, b, |order| order == Ordering::Equal)),
    test("eqv?", |a, b| {
        boolean(a.is_exact() == b.is_exact() && a.shown() == b.shown())
    }),
    value("quotient", Takes::Integers, |a, b| {
        divided(a, b, |a, b| a / b)
    }),
    value("remainder", Takes::Integers, |a, b| {
        divided(a, b, |a, b| a % b)
    }),
    value("modulo", Takes::Integers, |a, b| {
        divided(a, b, BigInt::mod_floor)
    }),
    value("floor-quotient", Takes::Integers, |a, b| {
        divided(a, b, BigInt::div_floor)
    }),
    value("floor-remainder", Takes::Integers, |a, b| {
        divided(a, b, BigInt::mod_floor)
    }),
    value("truncate-quotient", Takes::Integers, |a, b| {
        divided(a, b, |a, b| a / b)
    }),
    value("truncate-remainder", Takes::Integers, |a, b| {
        divided(a, b, |a, b| a % b)
    }),
    value("gcd", Takes::ExactIntegers, |a, b| {
        integers(a, b, BigInt::gcd)
    }),
    value("lcm", Takes::ExactIntegers, |a, b| {
        integers(a, b, |a, b| a.lcm(b).abs())
    }),
    value("bitwise-and", Takes::ExactIntegers, |a, b| {
        integers(a, b, |a, b| a & b)
    }),
    value("bitwise-ior", Takes::ExactIntegers, |a, b| {
        integers(a, b, |a, b| a | b)
    }),
    value("bitwise-xor", Takes::ExactIntegers, |a, b| {
        integers(a, b, |a, b| a ^ b)
    }),
    value("arithmetic-shift", Takes::ExactIntegers, shifted),
];

const fn value(
    name: &'static str,
    takes: Takes,
    apply: fn(&Number, &Number) -> Result,
) -> Operator {
    Operator {
        name,
        apply,
        is_test: false,
        takes,
    }
}

const fn test(name: &'static str, apply: fn(&Number, &Number) -> Result) -> Operator {
    Operator {
        name,
        apply,
        is_test: true,
        takes: Takes::Numbers,
    }
}

fn boolean(holds: bool) -> Result {
    Some(if holds { "#t" } else { "#f" }.to_owned())
}

fn arithmetic(
    a: &Number,
    b: &Number,
    exact: fn(BigRational, BigRational) -> BigRational,
    inexact: fn(f64, f64) -> f64,
) -> Result {
    let result = match (a, b) {
        (Number::Exact(a), Number::Exact(b)) => Number::Exact(exact(a.clone(), b.clone())),
        _ => Number::Inexact(inexact(a.inexact(), b.inexact())),
    };
    Some(result.shown())
}

/// One inexact operand makes the result inexact. Which of two zeros is greater is left open.
fn extreme(a: &Number, b: &Number, wanted: Ordering) -> Result {
    let order = a.compare(b)?;
    let chosen = if order == wanted { a } else { b };
    if order == Ordering::Equal && !(a.is_exact() && b.is_exact()) {
        return None;
    }
    match a.is_exact() && b.is_exact() {
        true => Some(chosen.shown()),
        false => Some(Number::Inexact(chosen.inexact()).shown()),
    }
}

fn compared(a: &Number, b: &Number, holds: fn(Ordering) -> bool) -> Result {
    boolean(a.compare(b).is_some_and(holds))
}

/// The sign of an inexact zero is left open.
fn divided(a: &Number, b: &Number, divide: fn(&BigInt, &BigInt) -> BigInt) -> Result {
    let (one, other) = (a.as_integer()?, b.as_integer()?);
    if other.is_zero() {
        return None;
    }
    let result = Number::integer(divide(&one, &other));
    match a.is_exact() && b.is_exact() {
        true => Some(result.shown()),
        false if result.inexact() == 0.0 => None,
        false => Some(Number::Inexact(result.inexact()).shown()),
    }
}

fn integers(a: &Number, b: &Number, operate: fn(&BigInt, &BigInt) -> BigInt) -> Result {
    Some(Number::integer(operate(&a.as_integer()?, &b.as_integer()?)).shown())
}

fn shifted(a: &Number, b: &Number) -> Result {
    let (number, count) = (a.as_integer()?, b.as_integer()?);
    let count = i64::try_from(count)
        .ok()
        .filter(|count| (-200..200).contains(count))?;
    let result = match count >= 0 {
        true => number << count as u64,
        false => number >> count.unsigned_abs(),
    };
    Some(Number::integer(result).shown())
}
