//! Arithmetic that the fixnum paths of the interpreter do not cover: flonums
//! here, everything else by way of [`Number`].
//!
//! Long computations are charged to the fuel of the process by the size of their
//! operands.

use crate::condition::{ConditionKind, Raise};
use crate::context::Context;
use mound_heap::Value;
use mound_heap::number::{flonum_of, number_of, real_of, words_for_number};
use mound_numbers::{Number, NumberError};

/// Limbs of work for one unit of fuel.
const LIMBS_PER_REDUCTION: u64 = 64;

macro_rules! operation {
    ($(#[$doc:meta])* $name:ident, $who:literal, $flonum:expr, $number:expr) => {
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
            self.general($who, left, right, $number)
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
        add, "+", Some(|a, b| a + b), |a, b| a.add(b)
    );
    operation!(
        /// The difference of two numbers.
        subtract, "-", Some(|a, b| a - b), |a, b| a.subtract(b)
    );
    operation!(
        /// The product of two numbers.
        multiply, "*", Some(|a, b| a * b), |a, b| a.multiply(b)
    );
    operation!(
        /// The quotient of two integers, truncated.
        quotient, "quotient", None, |a, b| a.truncate_quotient(b)
    );
    operation!(
        /// The remainder of two integers, with the sign of the dividend.
        remainder, "remainder", None, |a, b| a.truncate_remainder(b)
    );

    fn general(
        &mut self,
        who: &str,
        left: Value,
        right: Value,
        operation: Binary,
    ) -> Result<Value, Raise> {
        let Some(first) = number_of(left) else {
            return Err(self.wrong_type(who, 1, "a number", left));
        };
        let Some(second) = number_of(right) else {
            return Err(self.wrong_type(who, 2, "a number", right));
        };
        match operation(&first, &second) {
            Ok(result) => self.number(&result),
            Err(error) => Err(self.number_error(who, error, &[left, right])),
        }
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
        let Some(first) = number_of(left) else {
            return Err(self.wrong_type("=", 1, "a number", left));
        };
        let Some(second) = number_of(right) else {
            return Err(self.wrong_type("=", 2, "a number", right));
        };
        Ok(first.equals(&second))
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
        let Some(first) = real_of(left) else {
            return Err(self.wrong_type(who, 1, "a real number", left));
        };
        let Some(second) = real_of(right) else {
            return Err(self.wrong_type(who, 2, "a real number", right));
        };
        Ok(first.compare(&second).is_some_and(test))
    }
}
