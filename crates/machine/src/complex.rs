//! Arithmetic with complex numbers of two flonums each, or of one and a flonum or fixnum, without [`mound_numbers::Number`], which holds parts of all kinds.
//!
//! What is not a number, infinities in products, and exact zeros are left to that, which knows what is
//! meant; anything else gives the same parts there.

use crate::arithmetic::flonum_operand;
use crate::condition::Raise;
use crate::context::Context;
use crate::interpret::op;
use crate::link::slot_of;
use mound_bytecode::ops;
use mound_heap::Value;
use mound_heap::heap::Heap;
use mound_heap::number::{Complex, flonum_of};
use mound_numbers::complex::quotient_of_doubles;

/// A real number as a flonum, or a complex number of two.
#[derive(Clone, Copy)]
pub(crate) struct Point {
    real: f64,
    imaginary: Option<f64>,
}

/// Words of such a number with its parts.
const POINT_WORDS: usize = Heap::WORDS_FOR_COMPLEX + 2 * Heap::WORDS_FOR_FLONUM;

/// What is done with two of them: the parts of the result.
pub(crate) type OnPoints = fn(Point, Point) -> (f64, f64);

impl Point {
    #[inline]
    fn of(value: Value) -> Option<Point> {
        if value == Value::fixnum(0) {
            return None;
        }
        if let Some(real) = flonum_operand(value) {
            return Some(Point {
                real,
                imaginary: None,
            });
        }
        let parts = Complex::of(value)?;
        Some(Point {
            real: flonum_of(parts.real())?,
            imaginary: Some(flonum_of(parts.imaginary())?),
        })
    }
}

pub(crate) fn sum(left: Point, right: Point) -> (f64, f64) {
    let imaginary = match (left.imaginary, right.imaginary) {
        (Some(left), Some(right)) => left + right,
        (left, right) => left.or(right).unwrap_or(0.0),
    };
    (left.real + right.real, imaginary)
}

pub(crate) fn difference(left: Point, right: Point) -> (f64, f64) {
    let negated = Point {
        real: -right.real,
        imaginary: right.imaginary.map(|part| -part),
    };
    sum(left, negated)
}

pub(crate) fn product(left: Point, right: Point) -> (f64, f64) {
    let (a, c) = (left.real, right.real);
    match (left.imaginary, right.imaginary) {
        (Some(b), Some(d)) => (a * c - b * d, a * d + b * c),
        (Some(b), None) => (a * c, b * c),
        (None, d) => (a * c, a * d.unwrap_or(0.0)),
    }
}

fn quotient(left: Point, right: Point) -> (f64, f64) {
    quotient_of_doubles((left.real, left.imaginary), (right.real, right.imaginary))
}

/// The parts of the result for two such numbers, one of which is complex, if both are numbers.
#[inline]
fn parts_of_result(left: Value, right: Value, operation: OnPoints) -> Option<(f64, f64)> {
    Complex::of(left).or(Complex::of(right))?;
    let (real, imaginary) = operation(Point::of(left)?, Point::of(right)?);
    (!real.is_nan() && !imaginary.is_nan()).then_some((real, imaginary))
}

impl Context {
    /// The quotient of two such numbers, one of which is complex, if both parts are numbers.
    pub fn quotient_of_points(
        &mut self,
        left: Value,
        right: Value,
    ) -> Option<Result<Value, Raise>> {
        self.on_points(left, right, quotient)
    }

    /// The result for two such numbers, one of which is complex, if both parts are numbers.
    pub(crate) fn on_points(
        &mut self,
        left: Value,
        right: Value,
        operation: OnPoints,
    ) -> Option<Result<Value, Raise>> {
        let (real, imaginary) = parts_of_result(left, right, operation)?;
        Some(self.point(real, imaginary))
    }

    /// Does an instruction that is a sum, difference or product of such numbers, if it is one and there is room:
    /// what programs with complex numbers leave machine code for all the time.
    #[inline]
    pub(crate) fn calculate_points(&mut self, instruction: u32) -> Option<()> {
        let operation: OnPoints = match instruction as u8 {
            op::Add => sum,
            op::Subtract => difference,
            op::Multiply => product,
            _ => return None,
        };
        let fields = ops::fields(instruction);
        let (left, right) = (
            self.slot(slot_of(fields.b).into()),
            self.slot(slot_of(fields.c).into()),
        );
        let (real, imaginary) = parts_of_result(left, right, operation)?;
        self.has_room(POINT_WORDS).then_some(())?;
        let value = self.new_point(real, imaginary);
        self.set_slot(slot_of(fields.a).into(), value);
        Some(())
    }

    /// The complex number with these parts.
    pub fn point(&mut self, real: f64, imaginary: f64) -> Result<Value, Raise> {
        self.reserve(POINT_WORDS)?;
        Ok(self.new_point(real, imaginary))
    }

    #[inline]
    fn new_point(&mut self, real: f64, imaginary: f64) -> Value {
        let (real, imaginary) = (self.heap.flonum(real), self.heap.flonum(imaginary));
        self.heap.complex(real, imaginary)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mound_numbers::Number;

    const PARTS: [f64; 10] = [
        0.0,
        -0.0,
        1.0,
        -2.5,
        -3.0,
        1e300,
        -1e-300,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::MIN_POSITIVE,
    ];

    fn points() -> impl Iterator<Item = Point> {
        let imaginary = || std::iter::once(None).chain(PARTS.map(Some));
        let with = move |real| imaginary().map(move |imaginary| Point { real, imaginary });
        PARTS.into_iter().flat_map(with)
    }

    fn number(point: Point) -> Number {
        let real = Number::Flonum(point.real);
        match point.imaginary {
            Some(part) => Number::rectangular(real, Number::Flonum(part)).unwrap(),
            None => real,
        }
    }

    /// All parts with all others: bit for bit what the numbers outside the heap give.
    #[test]
    fn parts_are_those_of_numbers() {
        type Slow = fn(&Number, &Number) -> Number;
        let operations: [(OnPoints, Slow); 4] = [
            (sum, |a, b| a.add(b).unwrap()),
            (difference, |a, b| a.subtract(b).unwrap()),
            (product, |a, b| a.multiply(b).unwrap()),
            (quotient, |a, b| a.divide(b).unwrap()),
        ];
        for left in points() {
            for right in points() {
                if left.imaginary.or(right.imaginary).is_none() {
                    continue;
                }
                for (fast, slow) in operations {
                    let (real, imaginary) = fast(left, right);
                    if real.is_nan() || imaginary.is_nan() {
                        continue;
                    }
                    let exact = |point: Point| match point.imaginary {
                        None if [1.0, -3.0].contains(&point.real) => {
                            Number::from(point.real as i64)
                        }
                        _ => number(point),
                    };
                    let (slow, of_integers) = (
                        slow(&number(left), &number(right)),
                        slow(&exact(left), &exact(right)),
                    );
                    assert_eq!(slow, of_integers);
                    let bits = |number: Number| number.to_f64().to_bits();
                    assert_eq!(real.to_bits(), bits(slow.real_part()));
                    assert_eq!(imaginary.to_bits(), bits(slow.imaginary_part()));
                }
            }
        }
    }
}
