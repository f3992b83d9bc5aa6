//! Sums, differences, products, quotients and the order of fractions whose parts are fixnums, without
//! the library that knows large numbers.
//!
//! What has a larger part, before or after, is left to that library.
//!
//! Invariant: a result is in lowest terms with a positive denominator, and is a fixnum where that is 1.

use crate::heap::Heap;
use crate::number::Ratio;
use crate::value::Value;
use std::cmp::Ordering;

/// A fraction in lowest terms whose parts are fixnums.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fraction {
    numerator: i64,
    /// Positive; 1 for an integer.
    denominator: i64,
}

impl Fraction {
    /// The number that a value is, if it is such a one.
    fn of(value: Value) -> Option<Fraction> {
        if let Some(numerator) = value.as_fixnum() {
            return Some(Fraction {
                numerator,
                denominator: 1,
            });
        }
        let ratio = Ratio::of(value)?;
        Some(Fraction {
            numerator: ratio.numerator().as_fixnum()?,
            denominator: ratio.denominator().as_fixnum()?,
        })
    }

    /// A fraction in lowest terms, if its parts are fixnums.
    fn new(numerator: i128, denominator: i128) -> Option<Fraction> {
        let fixnum = |part| i64::try_from(part).ok().filter(|&it| is_fixnum(it));
        Some(Fraction {
            numerator: fixnum(numerator)?,
            denominator: fixnum(denominator)?,
        })
    }

    fn plus(self, other: Fraction) -> Option<Fraction> {
        // D. Knuth, TAOCP 4.5.1: a divisor that both denominators have leaves the parts small.
        let common = divisor(self.denominator, other.denominator);
        let (left, right) = (self.denominator / common, other.denominator / common);
        let sum = wide(self.numerator, right) + wide(other.numerator, left);
        if common == 1 {
            return Fraction::new(sum, wide(left, right));
        }
        // Division of two words takes several times as long as that of one.
        let (rest, numerator) = match i64::try_from(sum) {
            Ok(sum) => {
                let rest = divisor(sum % common, common);
                (rest, i128::from(sum / rest))
            }
            Err(_) => {
                let rest = divisor((sum % i128::from(common)) as i64, common);
                (rest, sum / i128::from(rest))
            }
        };
        Fraction::new(numerator, wide(left, other.denominator / rest))
    }

    fn times(self, other: Fraction) -> Option<Fraction> {
        let one = divisor(self.numerator, other.denominator);
        let two = divisor(other.numerator, self.denominator);
        let numerator = wide(self.numerator / one, other.numerator / two);
        Fraction::new(
            numerator,
            wide(self.denominator / two, other.denominator / one),
        )
    }

    fn negated(self) -> Fraction {
        Fraction {
            numerator: -self.numerator,
            ..self
        }
    }

    fn inverted(self) -> Option<Fraction> {
        let sign = self.numerator.signum();
        (sign != 0).then_some(Fraction {
            numerator: sign * self.denominator,
            denominator: sign * self.numerator,
        })
    }
}

fn is_fixnum(number: i64) -> bool {
    Value::try_fixnum(number).is_some()
}

fn wide(one: i64, other: i64) -> i128 {
    i128::from(one) * i128::from(other)
}

/// The greatest common divisor of a number and one above 0.
fn divisor(number: i64, positive: i64) -> i64 {
    let (mut larger, mut smaller) = (positive, number.abs());
    while smaller != 0 {
        (larger, smaller) = (smaller, larger % smaller);
    }
    larger
}

/// Two such numbers, of which one at least is no integer.
fn operands(left: Value, right: Value) -> Option<(Fraction, Fraction)> {
    match left.is_fixnum() && right.is_fixnum() {
        true => None,
        false => Some((Fraction::of(left)?, Fraction::of(right)?)),
    }
}

/// The sum of two such numbers, of which one is no integer.
pub fn sum(left: Value, right: Value) -> Option<Fraction> {
    let (left, right) = operands(left, right)?;
    left.plus(right)
}

/// The same for the difference.
pub fn difference(left: Value, right: Value) -> Option<Fraction> {
    let (left, right) = operands(left, right)?;
    left.plus(right.negated())
}

/// The same for the product.
pub fn product(left: Value, right: Value) -> Option<Fraction> {
    let (left, right) = operands(left, right)?;
    left.times(right)
}

/// The quotient of two such numbers, which may both be integers; there is none by zero.
pub fn quotient(left: Value, right: Value) -> Option<Fraction> {
    Fraction::of(left)?.times(Fraction::of(right)?.inverted()?)
}

/// How two such numbers are ordered, of which one is no integer.
pub fn order(left: Value, right: Value) -> Option<Ordering> {
    let (left, right) = operands(left, right)?;
    let (left, right) = (
        wide(left.numerator, right.denominator),
        wide(right.numerator, left.denominator),
    );
    Some(left.cmp(&right))
}

impl Heap {
    /// The fraction as a value. [`Heap::WORDS_FOR_RATIO`] words are reserved.
    pub fn fraction(&mut self, fraction: Fraction) -> Value {
        let numerator = Value::fixnum(fraction.numerator);
        match fraction.denominator {
            1 => numerator,
            denominator => self.ratio(numerator, Value::fixnum(denominator)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::number_of;
    use mound_numbers::Number;

    const LARGEST: i64 = (1 << 60) - 1;
    const PARTS: [i64; 17] = [
        0,
        1,
        -1,
        2,
        -3,
        6,
        -10,
        12,
        35,
        -64,
        1 << 30,
        (1 << 30) + 1,
        -(1 << 59),
        LARGEST - 1,
        LARGEST,
        -LARGEST,
        -LARGEST - 1,
    ];

    fn values(heap: &mut Heap) -> Vec<Value> {
        let pairs = PARTS
            .iter()
            .flat_map(|&n| PARTS.iter().filter(|&&d| d != 0).map(move |&d| (n, d)));
        let mut values: Vec<Value> = pairs
            .map(|(n, d)| {
                let quotient = Number::from(n)
                    .divide(&Number::from(d))
                    .expect("not by zero");
                heap.number(&quotient)
            })
            .collect();
        values.dedup();
        values
    }

    /// All pairs: what there is a result for has that of the library.
    #[test]
    fn results_are_those_of_the_library() {
        type Fast = fn(Value, Value) -> Option<Fraction>;
        type Slow = fn(&Number, &Number) -> Number;
        let operations: [(Fast, Slow); 4] = [
            (sum, |a, b| a.add(b).unwrap()),
            (difference, |a, b| a.subtract(b).unwrap()),
            (product, |a, b| a.multiply(b).unwrap()),
            (quotient, |a, b| a.divide(b).unwrap()),
        ];
        let mut heap = Heap::new(1 << 14);
        let values = values(&mut heap);
        let numbers: Vec<Number> = values.iter().map(|&it| number_of(it).unwrap()).collect();
        let (mut fast_ones, mut slow_ones) = (0, 0);
        for (left, one) in values.iter().zip(&numbers) {
            let mut place = Heap::new(1 << 14);
            for (right, other) in values.iter().zip(&numbers) {
                if let Some(found) = order(*left, *right) {
                    assert_eq!(Some(found), one.compare(other), "{one:?} {other:?}");
                }
                for (fast, slow) in operations {
                    let Some(found) = fast(*left, *right) else {
                        slow_ones += 1;
                        continue;
                    };
                    fast_ones += 1;
                    let found = place.fraction(found);
                    let wanted = slow(one, other);
                    assert_eq!(number_of(found).unwrap(), wanted, "{one:?} {other:?}");
                    assert_eq!(found.is_fixnum(), place.number(&wanted).is_fixnum());
                }
            }
        }
        assert!(
            fast_ones > 10_000 && slow_ones > 1000,
            "{fast_ones} {slow_ones}"
        );
    }

    #[test]
    fn nothing_is_divided_by_zero() {
        assert_eq!(quotient(Value::fixnum(1), Value::fixnum(0)), None);
        assert_eq!(quotient(Value::fixnum(0), Value::fixnum(0)), None);
    }
}
