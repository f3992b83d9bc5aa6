//! Arithmetic and comparisons in the interpreter: two fixnums here, everything else in `arithmetic`.

use super::registers::{Interpreter, Step};
use crate::condition::Raise;
use crate::context::Context;
use mound_bytecode::ops::Fields;
use mound_heap::Value;

/// The operand in the instruction, where that has sixteen bits for it.
pub(super) fn fixnum(f: &Fields) -> Value {
    Value::fixnum(f.d as i16 as i64)
}

impl<const MODE: u8> Interpreter<'_, MODE> {
    /// A comparison that gives a truth value: that of the words if both are fixnums.
    #[inline(always)]
    pub(super) fn compare(
        &mut self,
        f: &Fields,
        fast: impl FnOnce(&i64, &i64) -> bool,
        slow: impl FnOnce(&mut Context, Value, Value) -> Result<bool, Raise>,
    ) -> Step<()> {
        let (left, right) = (self.slot(f.b), self.slot(f.c));
        if left.are_fixnums(right) {
            let result = fast(&(left.bits() as i64), &(right.bits() as i64));
            self.give(f.a, Value::boolean(result));
            return Ok(());
        }
        let result = self.slow(|context| slow(context, left, right))?;
        self.give(f.a, Value::boolean(result));
        Ok(())
    }

    /// A comparison that decides where to go on.
    #[inline(always)]
    pub(super) fn unless(
        &mut self,
        left: Value,
        right: Value,
        fast: impl FnOnce(&i64, &i64) -> bool,
        slow: impl FnOnce(&mut Context, Value, Value) -> Result<bool, Raise>,
    ) -> Step<()> {
        if left.are_fixnums(right) {
            self.branch_unless(fast(&(left.bits() as i64), &(right.bits() as i64)));
            return Ok(());
        }
        let result = self.slow(|context| slow(context, left, right))?;
        self.branch_unless(result);
        Ok(())
    }

    /// A sum or difference, of the words if both are fixnums.
    #[inline(always)]
    pub(super) fn sum(
        &mut self,
        f: &Fields,
        right: Value,
        fast: impl FnOnce(i64, i64) -> Option<i64>,
        slow: impl FnOnce(&mut Context, Value, Value) -> Result<Value, Raise>,
    ) -> Step<()> {
        let left = self.slot(f.b);
        if left.are_fixnums(right)
            && let Some(bits) = fast(left.bits() as i64, right.bits() as i64)
        {
            // SAFETY: sum or difference of two fixnum words that did not overflow is a fixnum word.
            self.give(f.a, unsafe { Value::from_bits(bits as u64) });
            return Ok(());
        }
        let value = self.slow(|context| slow(context, left, right))?;
        self.give(f.a, value);
        Ok(())
    }

    #[inline(always)]
    pub(super) fn multiply(&mut self, f: &Fields) -> Step<()> {
        let (left, right) = (self.slot(f.b), self.slot(f.c));
        let product = match (left.as_fixnum(), right.as_fixnum()) {
            (Some(left), Some(_)) => left.checked_mul(right.bits() as i64),
            _ => None,
        };
        let value = match product {
            // SAFETY: a number times a fixnum word that did not overflow is a fixnum word.
            Some(bits) => unsafe { Value::from_bits(bits as u64) },
            None => self.slow(|context| context.multiply(left, right))?,
        };
        self.give(f.a, value);
        Ok(())
    }

    #[inline(always)]
    pub(super) fn quotient(&mut self, f: &Fields) -> Step<()> {
        let (left, right) = (self.slot(f.b), self.slot(f.c));
        let value = match (left.as_fixnum(), right.as_fixnum()) {
            // The one quotient that is no fixnum, and division by zero, go the slow way.
            (Some(left), Some(right)) if right > 0 => Value::fixnum(left / right),
            _ => self.slow(|context| context.quotient(left, right))?,
        };
        self.give(f.a, value);
        Ok(())
    }

    #[inline(always)]
    pub(super) fn remainder(&mut self, f: &Fields) -> Step<()> {
        let (left, right) = (self.slot(f.b), self.slot(f.c));
        let value = match (left.as_fixnum(), right.as_fixnum()) {
            (Some(left), Some(right)) if right > 0 => Value::fixnum(left % right),
            _ => self.slow(|context| context.remainder(left, right))?,
        };
        self.give(f.a, value);
        Ok(())
    }
}
