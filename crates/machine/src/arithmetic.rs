//! Arithmetic that the fixnum paths of the interpreter do not cover: flonums
//! here, pairs of them in `complex.rs`, everything else by way of [`Number`].
//!
//! Long computations are done outside of the schedulers (`unfinished.rs`). All are
//! charged to the fuel of the process by the size of their operands.

use crate::complex::{self, OnPoints};
use crate::condition::{ConditionKind, Raise};
use crate::context::Context;
use crate::effort::Effort;
use mound_heap::Value;
use mound_heap::number::{
    compare_integers, flonum_of, is_number, is_real, number_of, words_for_number,
};
use mound_numbers::{Number, NumberError};

/// Limbs of work for one unit of fuel.
const LIMBS_PER_REDUCTION: u64 = 64;

macro_rules! operation {
    (
        $(#[$doc:meta])* $name:ident, $who:literal, $effort:ident, $flonum:expr, $points:expr, $number:expr
    ) => {
        $(#[$doc])*
        pub fn $name(&mut self, left: Value, right: Value) -> Result<Value, Raise> {
            let on_flonums: Option<fn(f64, f64) -> f64> = $flonum;
            if let (Some(operation), Some(first), Some(second)) =
                (on_flonums, flonum_operand(left), flonum_operand(right))
                && !(left.is_fixnum() && right.is_fixnum())
            {
                self.reserve(2)?;
                return Ok(self.heap.flonum(operation(first, second)));
            }
            let on_points: Option<OnPoints> = $points;
            if let Some(operation) = on_points
                && let Some(result) = self.on_points(left, right, operation)
            {
                return result;
            }
            self.general($who, Effort::$effort, left, right, $number)
        }
    };
}

/// A flonum, or a fixnum as one if that is exact.
#[inline]
fn flonum_operand(value: Value) -> Option<f64> {
    if let Some(flonum) = flonum_of(value) {
        return Some(flonum);
    }
    value
        .as_fixnum()
        .filter(|fixnum| fixnum.unsigned_abs() < 1 << 53)
        .map(|fixnum| fixnum as f64)
}

type Binary = fn(&Number, &Number) -> Result<Number, NumberError>;

impl Context {
    operation!(
        /// The sum of two numbers.
        add, "+", Sum, Some(|a, b| a + b), Some(complex::sum), |a, b| a.add(b)
    );
    operation!(
        /// The difference of two numbers.
        subtract, "-", Sum, Some(|a, b| a - b), Some(complex::difference), |a, b| a.subtract(b)
    );
    operation!(
        /// The product of two numbers.
        multiply, "*", Product, Some(|a, b| a * b), Some(complex::product), |a, b| a.multiply(b)
    );
    operation!(
        /// The quotient of two integers, truncated.
        quotient, "quotient", Quotient, None, None, |a, b| a.truncate_quotient(b)
    );
    operation!(
        /// The remainder of two integers, with the sign of the dividend.
        remainder, "remainder", Quotient, None, None, |a, b| a.truncate_remainder(b)
    );

    fn general(
        &mut self,
        who: &str,
        effort: Effort,
        left: Value,
        right: Value,
        operation: Binary,
    ) -> Result<Value, Raise> {
        if !is_number(left) {
            return Err(self.wrong_type(who, 1, "a number", left));
        }
        if !is_number(right) {
            return Err(self.wrong_type(who, 2, "a number", right));
        }
        match self.operate(who, effort, left, right, operation)? {
            Ok(result) => self.number(&result),
            Err(error) => Err(self.number_error(who, error, &[left, right])),
        }
    }

    /// What `operation` gives for two numbers: a computation, if that is expected to take long.
    pub fn operate<T: Send + 'static>(
        &mut self,
        who: &str,
        effort: Effort,
        left: Value,
        right: Value,
        operation: impl FnOnce(&Number, &Number) -> T + Send + 'static,
    ) -> Result<T, Raise> {
        let cost = effort.cost(left, right);
        let result = self.compute(who, cost, |_| {
            let copy = |value| number_of(value).expect("who asks has checked it");
            let (left, right) = (copy(left), copy(right));
            Ok(move || operation(&left, &right))
        })?;
        self.pay(cost);
        Ok(result)
    }

    /// The same for one number.
    pub fn operate_on_one<T: Send + 'static>(
        &mut self,
        who: &str,
        effort: Effort,
        value: Value,
        operation: impl FnOnce(&Number) -> T + Send + 'static,
    ) -> Result<T, Raise> {
        let cost = effort.cost(value, value);
        let result = self.compute(who, cost, |_| {
            let number = number_of(value).expect("who asks has checked it");
            Ok(move || operation(&number))
        })?;
        self.pay(cost);
        Ok(result)
    }

    /// `number` as a value.
    pub fn number(&mut self, number: &Number) -> Result<Value, Raise> {
        let words = words_for_number(number);
        self.fuel -= (words as u64 / LIMBS_PER_REDUCTION) as i64;
        self.reserve(words)?;
        Ok(self.heap.number(number))
    }

    /// The condition for what went wrong in arithmetic on `operands`.
    pub fn number_error(&mut self, who: &str, error: NumberError, operands: &[Value]) -> Raise {
        let kind = match error {
            NumberError::DivideByZero => ConditionKind::DivideByZero,
            NumberError::TooLarge => ConditionKind::Range,
            _ => ConditionKind::Type,
        };
        let (who, _) = self.culprit(who, 1);
        let message = format!("{who}: {error}");
        self.condition(kind, Some(&who), &message, operands)
    }

    pub(crate) fn less(&mut self, left: Value, right: Value) -> Result<bool, Raise> {
        self.compare("<", left, right, |ordering| ordering.is_lt())
    }

    pub(crate) fn less_or_equal(&mut self, left: Value, right: Value) -> Result<bool, Raise> {
        self.compare("<=", left, right, |ordering| ordering.is_le())
    }

    pub(crate) fn greater(&mut self, left: Value, right: Value) -> Result<bool, Raise> {
        self.compare(">", left, right, |ordering| ordering.is_gt())
    }

    pub(crate) fn greater_or_equal(&mut self, left: Value, right: Value) -> Result<bool, Raise> {
        self.compare(">=", left, right, |ordering| ordering.is_ge())
    }

    pub(crate) fn number_equal(&mut self, left: Value, right: Value) -> Result<bool, Raise> {
        if let (Some(first), Some(second)) = (flonum_operand(left), flonum_operand(right)) {
            return Ok(first == second);
        }
        if let Some(ordering) = compare_integers(left, right) {
            self.pay(Effort::Linear.cost(left, right));
            return Ok(ordering.is_eq());
        }
        for (value, position) in [(left, 1), (right, 2)] {
            if !is_number(value) {
                return Err(self.wrong_type("=", position, "a number", value));
            }
        }
        self.operate("=", Effort::Product, left, right, Number::equals)
    }

    /// NaN is neither less, equal nor greater.
    fn compare(
        &mut self,
        who: &str,
        left: Value,
        right: Value,
        test: fn(std::cmp::Ordering) -> bool,
    ) -> Result<bool, Raise> {
        if let (Some(first), Some(second)) = (flonum_operand(left), flonum_operand(right)) {
            return Ok(first.partial_cmp(&second).is_some_and(test));
        }
        if let Some(ordering) = compare_integers(left, right) {
            self.pay(Effort::Linear.cost(left, right));
            return Ok(test(ordering));
        }
        for (value, position) in [(left, 1), (right, 2)] {
            if !is_real(value) {
                return Err(self.wrong_type(who, position, "a real number", value));
            }
        }
        let ordering = self.operate(who, Effort::Product, left, right, Number::compare)?;
        Ok(ordering.is_some_and(test))
    }
}
