//! Primitives in test position: compare and branch in one instruction.
//!
//! The branches go on if the test holds and jump if not, so each of these ends
//! in a jump to `yes`, which is dropped when `yes` comes next.

use super::{Context, Emitter};
use crate::code::Label;
use crate::fold;
use crate::ir::{Node, Term};
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
        let small = |term: &Term| i16::try_from(term.as_fixnum()?).ok();
        let (op, operand, value) = match (primitive.shape, operands) {
            (Shape::Zero, [operand]) => (Op::UnlessEqualI, operand, Some(0)),
            (Shape::Binary(Op::NumberEqual), [left, right]) => match small(right) {
                Some(value) => (Op::UnlessEqualI, left, Some(value)),
                None => (Op::UnlessEqualI, right, small(left)),
            },
            // With the literal first there is no short form: the error would name the
            // other operation and argument.
            (Shape::Binary(Op::Less), [left, right]) => (Op::UnlessLessI, left, small(right)),
            (Shape::Binary(Op::Greater), [left, right]) => (Op::UnlessGreaterI, left, small(right)),
            (Shape::Binary(Op::IsEq), [left, right]) => {
                return self.same_as_literal(left, right, no)
                    || self.same_as_literal(right, left, no);
            }
            _ => return false,
        };
        let Some(value) = value else {
            return false;
        };
        let is_equality = primitive.shape == Shape::Binary(Op::NumberEqual);
        if is_equality && std::ptr::eq(operand, &operands[1]) {
            self.module.notes.exchanged(span, primitive.name);
        }
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
        if constant > u32::from(u16::MAX) {
            let other = self.allocate();
            self.wide(Op::Constant, other, constant, 0);
            self.line(Op::UnlessEq, [slot, other, 0], no.0);
        } else {
            self.wide(Op::UnlessEqConstant, slot, constant, no.0);
        }
        true
    }

    fn with_slots(
        &mut self,
        span: Span,
        primitive: &PrimitiveOp,
        operands: &'a [Term],
        no: Label,
    ) -> bool {
        let op = match primitive.shape {
            Shape::Binary(Op::Less) => Op::UnlessLess,
            Shape::Binary(Op::LessOrEqual) => Op::UnlessLessOrEqual,
            Shape::Binary(Op::Greater) => Op::UnlessGreater,
            Shape::Binary(Op::GreaterOrEqual) => Op::UnlessGreaterOrEqual,
            Shape::Binary(Op::NumberEqual) => Op::UnlessEqual,
            Shape::Binary(Op::IsEq) => Op::UnlessEq,
            Shape::Binary(Op::IsRecord) => Op::UnlessRecord,
            Shape::Kind(kind) => {
                let slot = self.operand(&operands[0]);
                if kind == Kind::Null {
                    self.line(Op::UnlessNull, [slot, 0, 0], no.0);
                } else if kind == Kind::Pair {
                    self.line(Op::UnlessPair, [slot, 0, 0], no.0);
                } else {
                    self.line(Op::UnlessKind, [slot, kind as u32, 0], no.0);
                }
                return true;
            }
            Shape::Unary(_)
            | Shape::Binary(_)
            | Shape::Zero
            | Shape::Store2(_)
            | Shape::Store3(_)
            | Shape::Record
            | Shape::RecordRef
            | Shape::RecordSet
            | Shape::Leaf
            | Shape::Control => return false,
        };
        let slots = self.operands(operands, None);
        self.span = span;
        self.line(op, [slots[0], slots[1], 0], no.0);
        true
    }
}
