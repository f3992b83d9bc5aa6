//! Arithmetic that the fixnum paths of the interpreter do not cover: flonums
//! here, pairs of them in `complex.rs`, integers of a few words and small fractions by
//! [`mound_heap::integers`] and [`mound_heap::fractions`], everything else by way of [`Number`].
//!
//! Long computations are done outside of the schedulers (`unfinished.rs`). All are
//! charged to the fuel of the process by the size of their operands.

use crate::complex::{self, OnPoints};
use crate::condition::{ConditionKind, Raise};
use crate::context::Context;
use crate::effort::Effort;
use mound_heap::Value;
use mound_heap::fractions::{self, Fraction};
use mound_heap::heap::Heap;
use mound_heap::integers::{self, Operands, Short};
use mound_heap::number::{
    compare_integers, flonum_of, is_number, is_real, number_of, words_for_number,
};
use mound_numbers::{Number, NumberError};

/// Limbs of work for one unit of fuel.
const LIMBS_PER_REDUCTION: u64 = 64;

/// How an operation is done without [`Number`], on operands of four kinds.
struct Quick {
    flonums: fn(f64, f64) -> f64,
    integers: fn(&Operands, &mut Short),
    fractions: fn(Value, Value) -> Option<Fraction>,
    points: OnPoints,
}

const SUM: Quick = Quick {
    flonums: |a, b| a + b,
    integers: integers::sum,
    fractions: fractions::sum,
    points: complex::sum,
};

const DIFFERENCE: Quick = Quick {
    flonums: |a, b| a - b,
    integers: integers::difference,
    fractions: fractions::difference,
    points: complex::difference,
};

const PRODUCT: Quick = Quick {
    flonums: |a, b| a * b,
    integers: integers::product,
    fractions: fractions::product,
    points: complex::product,
};

macro_rules! operation {
    (
        $(#[$doc:meta])* $name:ident, $who:literal, $effort:ident, $quick:expr, $number:expr
    ) => {
        $(#[$doc])*
        pub fn $name(&mut self, left: Value, right: Value) -> Result<Value, Raise> {
            let quick: Option<&Quick> = $quick;
            if let Some(result) = quick.and_then(|it| self.quickly(it, left, right)) {
                return result;
            }
            self.general($who, Effort::$effort, left, right, $number)
        }
    };
}

/// A flonum, or a fixnum as one if that is exact.
#[inline]
pub(crate) fn flonum_operand(value: Value) -> Option<f64> {
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
        add, "+", Sum, Some(&SUM), |a, b| a.add(b)
    );
    operation!(
        /// The difference of two numbers.
        subtract, "-", Sum, Some(&DIFFERENCE), |a, b| a.subtract(b)
    );
    operation!(
        /// The product of two numbers.
        multiply, "*", Product, Some(&PRODUCT), |a, b| a.multiply(b)
    );
    operation!(
        /// The quotient of two integers, truncated.
        quotient, "quotient", Quotient, None, |a, b| a.truncate_quotient(b)
    );
    operation!(
        /// The remainder of two integers, with the sign of the dividend.
        remainder, "remainder", Quotient, None, |a, b| a.truncate_remainder(b)
    );

    /// The result if the operands are of one of the kinds that need no [`Number`]. None of these takes as
    /// long as is charged for.
    #[inline(always)]
    fn quickly(
        &mut self,
        quick: &Quick,
        left: Value,
        right: Value,
    ) -> Option<Result<Value, Raise>> {
        if let (Some(first), Some(second)) = (flonum_operand(left), flonum_operand(right))
            && !(left.is_fixnum() && right.is_fixnum())
        {
            let room = self.reserve(Heap::WORDS_FOR_FLONUM);
            return Some(room.map(|()| self.heap.flonum((quick.flonums)(first, second))));
        }
        if let Some(result) = self.on_points(left, right, quick.points) {
            return Some(result);
        }
        if let Some(operands) = Operands::of(left, right) {
            let mut integer = Short::ZERO;
            (quick.integers)(&operands, &mut integer);
            let room = self.reserve(integer.words());
            return Some(room.map(|()| self.heap.short_integer(&integer)));
        }
        if let Some(fraction) = (quick.fractions)(left, right) {
            let room = self.reserve(Heap::WORDS_FOR_RATIO);
            return Some(room.map(|()| self.heap.fraction(fraction)));
        }
        None
    }

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
        if let Some(ordering) = fractions::order(left, right) {
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
