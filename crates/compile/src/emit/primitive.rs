//! Primitives for their value or effect; see `test` for those that decide a branch.

use super::call::Callee;
use super::{Context, Emitter};
use crate::ir::Term;
use crate::primitive::{PrimitiveOp, Shape};
use mound_base::Span;
use mound_bytecode::ops::Op;

impl<'a> Emitter<'_, 'a> {
    pub(super) fn primitive(
        &mut self,
        span: Span,
        primitive: &'static PrimitiveOp,
        operands: &'a [Term],
        context: Context,
    ) {
        if primitive.shape == Shape::Control {
            let number = self.module.primitive(primitive.name);
            return self.call_frame(span, Callee::Primitive(number), operands, context);
        }
        if let Context::Test { yes, no } = context {
            return self.test(span, primitive, operands, yes, no);
        }
        let saved = self.next;
        let is_store = matches!(
            primitive.shape,
            Shape::Store2(_) | Shape::Store3(_) | Shape::RecordSet
        );
        if is_store {
            self.store(span, primitive, operands);
            self.next = saved;
            return self.unspecified(context);
        }
        let (slot, scratch) = if let Context::Slot { slot, scratch } = context {
            (slot, scratch)
        } else {
            (self.allocate(), true)
        };
        self.compute(span, primitive, operands, slot, scratch);
        self.next = saved;
        self.deliver(slot, context);
    }

    /// Computes the value of a primitive that has one into `slot`.
    pub(super) fn compute(
        &mut self,
        span: Span,
        primitive: &'static PrimitiveOp,
        operands: &'a [Term],
        slot: u32,
        scratch: bool,
    ) {
        let spare = scratch.then_some(slot);
        match primitive.shape {
            Shape::Unary(op) => {
                let slots = self.operands(operands, spare);
                self.span = span;
                self.line(op, [slot, slots[0], 0], 0);
            }
            Shape::Binary(op) => {
                if !self.add_immediate(span, op, operands, slot, spare) {
                    let slots = self.operands(operands, spare);
                    self.span = span;
                    self.line(op, [slot, slots[0], slots[1]], 0);
                }
            }
            Shape::Kind(kind) => {
                let slots = self.operands(operands, spare);
                self.line(Op::IsKind, [slot, slots[0], kind as u32], 0);
            }
            Shape::Zero => {
                let slots = self.operands(operands, spare);
                let zero = self.allocate();
                self.wide(Op::Fixnum, zero, 0, 0);
                self.span = span;
                self.line(Op::NumberEqual, [slot, slots[0], zero], 0);
            }
            Shape::RecordRef => {
                let slots = self.operands(&operands[..2], spare);
                self.span = span;
                self.line(
                    Op::RecordRef,
                    [slot, slots[0], slots[1]],
                    field(&operands[2]),
                );
            }
            Shape::Record => {
                let base = self.consecutive(operands);
                self.span = span;
                self.line(Op::Record, [slot, base, operands.len() as u32 - 1], 0);
            }
            Shape::Leaf => {
                let base = match operands {
                    [] => 1,
                    [only] => self.operands(std::slice::from_ref(only), spare)[0],
                    _ => self.consecutive(operands),
                };
                let number = self.module.primitive(primitive.name);
                self.span = span;
                self.line(Op::Primitive, [slot, base, operands.len() as u32], number);
            }
            Shape::Store2(_) | Shape::Store3(_) | Shape::RecordSet | Shape::Control => {}
        }
    }

    fn store(&mut self, span: Span, primitive: &'static PrimitiveOp, operands: &'a [Term]) {
        if primitive.shape == Shape::RecordSet {
            let [record, record_type, index, value] = operands else {
                return;
            };
            let slots = self.operands_of(&[record, record_type, value], None);
            self.span = span;
            return self.line(Op::RecordSet, [slots[0], slots[1], slots[2]], field(index));
        }
        let slots = self.operands(operands, None);
        self.span = span;
        if let Shape::Store2(op) = primitive.shape {
            self.line(op, [slots[0], slots[1], 0], 0);
        }
        if let Shape::Store3(op) = primitive.shape {
            self.line(op, [slots[0], slots[1], slots[2]], 0);
        }
    }

    /// `x + k` and `x - k` for a small literal `k`. Not for 0, which the
    /// instruction would add to a negative zero.
    fn add_immediate(
        &mut self,
        span: Span,
        op: Op,
        operands: &'a [Term],
        slot: u32,
        spare: Option<u32>,
    ) -> bool {
        let literal = |term: &Term| {
            let value = term.as_fixnum().filter(|&value| value != 0);
            value.and_then(|value| i8::try_from(value).ok())
        };
        let (variable, amount) = if op == Op::Add {
            match (literal(&operands[0]), literal(&operands[1])) {
                (_, Some(amount)) => (&operands[0], Some(amount)),
                (amount, None) => (&operands[1], amount),
            }
        } else if op == Op::Subtract {
            let amount = literal(&operands[1]).and_then(i8::checked_neg);
            (&operands[0], amount)
        } else {
            return false;
        };
        let Some(amount) = amount else {
            return false;
        };
        if std::ptr::eq(variable, &operands[1]) {
            self.module.notes.exchanged(span, "+");
        }
        let from = self.operands_of(&[variable], spare)[0];
        self.span = span;
        self.line(Op::AddI, [slot, from, u32::from(amount as u8)], 0);
        true
    }

    /// The operands in slots, those that are variables in their own.
    pub(super) fn operands(&mut self, operands: &'a [Term], spare: Option<u32>) -> Vec<u32> {
        let terms: Vec<&'a Term> = operands.iter().collect();
        self.operands_of(&terms, spare)
    }

    /// `spare` is a slot that one of them may have. Atoms are loaded after the rest.
    fn operands_of(&mut self, operands: &[&'a Term], spare: Option<u32>) -> Vec<u32> {
        let mut spare = spare;
        let mut slots = vec![0; operands.len()];
        for atoms in [false, true] {
            for (operand, found) in operands.iter().zip(&mut slots) {
                if self.is_atom(operand) != atoms {
                    continue;
                }
                *found = match self.slot_of(operand) {
                    Some(slot) => slot,
                    None => {
                        let slot = spare.take().unwrap_or_else(|| self.allocate());
                        self.emit(operand, Context::scratch(slot));
                        slot
                    }
                };
            }
        }
        slots
    }

    /// The operands in new slots next to each other; gives the first.
    fn consecutive(&mut self, operands: &'a [Term]) -> u32 {
        let base = self.next;
        for operand in operands {
            let slot = self.allocate();
            if !self.is_atom(operand) {
                self.emit(operand, Context::scratch(slot));
            }
        }
        for (index, operand) in operands.iter().enumerate() {
            if self.is_atom(operand) {
                self.load(operand, base + index as u32);
            }
        }
        base
    }
}

/// The literal index of a field, which `lower` has checked.
fn field(term: &Term) -> u32 {
    term.as_fixnum().map_or(0, |index| index as u32)
}
