//! Primitives in test position: compare and branch in one instruction.
//!
//! The branches go on if the test holds and jump if not, so each of these ends
//! in a jump to `yes`, which is dropped when `yes` comes next.

use super::{Context, Emitter};
use crate::code::Label;
use crate::fold;
use crate::ir::{Literal, Node, Term};
use crate::primitive::{PrimitiveOp, Shape};
use mound_base::Span;
use mound_bytecode::ops::{Kind, Op};

impl<'a> Emitter<'_, 'a> {
    pub(super) fn test(
        &mut self,
        span: Span,
        primitive: &'static PrimitiveOp,
        operands: &'a [Term],
        yes: Label,
        no: Label,
    ) {
        if primitive.shape == Shape::Unary(Op::Not) {
            let context = Context::Test { yes: no, no: yes };
            return self.emit(&operands[0], context);
        }
        let saved = self.next;
        let is_fused = self.with_literal(span, primitive, operands, no)
            || self.with_slots(span, primitive, operands, no);
        if is_fused {
            self.goto(yes);
        } else {
            self.value_test(span, primitive, operands, yes, no);
        }
        self.next = saved;
    }

    fn value_test(
        &mut self,
        span: Span,
        primitive: &'static PrimitiveOp,
        operands: &'a [Term],
        yes: Label,
        no: Label,
    ) {
        let context = Context::Test { yes, no };
        let is_store = matches!(
            primitive.shape,
            Shape::Store2(_) | Shape::Store3(_) | Shape::RecordSet
        );
        if is_store {
            self.primitive(span, primitive, operands, Context::Effect);
            return self.unspecified(context);
        }
        let slot = self.allocate();
        self.compute(span, primitive, operands, slot, true);
        self.deliver(slot, context);
    }

    /// Comparisons with a literal that fits in the instruction.
    fn with_literal(
        &mut self,
        span: Span,
        primitive: &PrimitiveOp,
        operands: &'a [Term],
        no: Label,
    ) -> bool {
        let small = |term: &Term| match term.node {
            Node::Constant(Literal::Fixnum(value)) => i16::try_from(value).ok(),
            _ => None,
        };
        let (op, operand, value) = match (primitive.shape, operands) {
            (Shape::Zero, [operand]) => (Op::UnlessEqualI, operand, Some(0)),
            (Shape::Binary(Op::NumberEqual), [left, right]) => match small(right) {
                Some(value) => (Op::UnlessEqualI, left, Some(value)),
                None => (Op::UnlessEqualI, right, small(left)),
            },
            (Shape::Binary(Op::Less), [left, right]) => less(left, right, &small),
            // (> a b) is (< b a).
            (Shape::Swapped(Op::Less), [left, right]) => less(right, left, &small),
            (Shape::Binary(Op::IsEq), [left, right]) => {
                return self.same_as_literal(left, right, no)
                    || self.same_as_literal(right, left, no);
            }
            _ => return false,
        };
        let Some(value) = value else {
            return false;
        };
        let slot = self.operand(operand);
        self.span = span;
        self.wide(op, slot, u32::from(value as u16), no.0);
        true
    }

    fn same_as_literal(&mut self, operand: &'a Term, literal: &Term, no: Label) -> bool {
        let Node::Constant(literal) = &literal.node else {
            return false;
        };
        if !fold::is_immediate(literal) {
            return false;
        }
        let slot = self.operand(operand);
        let constant = self.module.constant(literal);
        self.wide(Op::UnlessEqConstant, slot, constant, no.0);
        true
    }

    fn with_slots(
        &mut self,
        span: Span,
        primitive: &PrimitiveOp,
        operands: &'a [Term],
        no: Label,
    ) -> bool {
        let (op, swapped) = match primitive.shape {
            Shape::Binary(Op::Less) => (Op::UnlessLess, false),
            Shape::Swapped(Op::Less) => (Op::UnlessLess, true),
            Shape::Binary(Op::LessOrEqual) => (Op::UnlessLessOrEqual, false),
            Shape::Swapped(Op::LessOrEqual) => (Op::UnlessLessOrEqual, true),
            Shape::Binary(Op::NumberEqual) => (Op::UnlessEqual, false),
            Shape::Binary(Op::IsEq) => (Op::UnlessEq, false),
            Shape::Binary(Op::IsRecord) => (Op::UnlessRecord, false),
            Shape::Kind(kind) => {
                let slot = self.operand(&operands[0]);
                match kind {
                    Kind::Null => self.line(Op::UnlessNull, [slot, 0, 0], no.0),
                    Kind::Pair => self.line(Op::UnlessPair, [slot, 0, 0], no.0),
                    _ => self.line(Op::UnlessKind, [slot, kind as u32, 0], no.0),
                }
                return true;
            }
            _ => return false,
        };
        let slots = self.operands(operands, None);
        self.span = span;
        match swapped {
            false => self.line(op, [slots[0], slots[1], 0], no.0),
            true => self.line(op, [slots[1], slots[0], 0], no.0),
        }
        true
    }
}

/// `left < right` where one of them is a literal.
fn less<'a>(
    left: &'a Term,
    right: &'a Term,
    small: &dyn Fn(&Term) -> Option<i16>,
) -> (Op, &'a Term, Option<i16>) {
    match small(right) {
        Some(value) => (Op::UnlessLessI, left, Some(value)),
        None => (Op::UnlessGreaterI, right, small(left)),
    }
}
