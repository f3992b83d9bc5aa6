//! Primitives applied to operands that are known.
//!
//! Only what can not raise is computed here, and only on fixnums whose result is
//! a fixnum; everything else is left to the run time, which knows the rest of
//! the numeric tower.

use crate::ir::{Literal, Node, Term};
use crate::primitive::{self, PrimitiveOp, Shape};
use mound_base::Span;
use mound_bytecode::ops::{Kind, Op};
use mound_bytecode::unit::Immediate;
use mound_numbers::fits_fixnum;

/// A simpler term for the primitive applied to these operands, or the operands back.
pub fn fold(span: Span, op: &'static PrimitiveOp, operands: Vec<Term>) -> Result<Term, Vec<Term>> {
    let known: Option<Vec<&Literal>> = operands
        .iter()
        .map(|operand| match &operand.node {
            Node::Constant(literal) => Some(literal),
            _ => None,
        })
        .collect();
    if let Some(literal) = known.and_then(|known| evaluate(op, &known)) {
        return Ok(Term::new(span, Node::Constant(literal)));
    }
    if op.shape == Shape::Unary(Op::Not) {
        return negate(span, operands);
    }
    if op.name == "eqv?" || op.name == "equal?" || op.shape == Shape::Binary(Op::IsEq) {
        return Ok(identity(span, op, operands));
    }
    Err(operands)
}

/// `(not (not x))` where `x` is a boolean.
fn negate(span: Span, mut operands: Vec<Term>) -> Result<Term, Vec<Term>> {
    match &mut operands[0].node {
        Node::Primitive(inner, within)
            if inner.shape == Shape::Unary(Op::Not) && is_boolean(&within[0]) =>
        {
            let mut term = within.remove(0);
            term.span = span;
            Ok(term)
        }
        _ => Err(operands),
    }
}

/// Whether the value is always a boolean.
pub fn is_boolean(term: &Term) -> bool {
    match &term.node {
        Node::Constant(Literal::Immediate(immediate)) => {
            matches!(immediate, Immediate::True | Immediate::False)
        }
        Node::Primitive(op, _) => op.is_predicate(),
        Node::If(_, consequent, alternative) => is_boolean(consequent) && is_boolean(alternative),
        Node::Let(_, _, body) => is_boolean(body),
        _ => false,
    }
}

/// Equivalence with a literal that is an immediate value is sameness, and
/// sameness with `#f` or `()` has instructions of its own.
fn identity(span: Span, op: &'static PrimitiveOp, mut operands: Vec<Term>) -> Term {
    let literal = operands
        .iter()
        .position(|operand| matches!(&operand.node, Node::Constant(one) if is_immediate(one)));
    let Some(position) = literal else {
        return Term::new(span, Node::Primitive(op, operands));
    };
    let name = match operands[position].node {
        Node::Constant(Literal::Immediate(Immediate::False)) => "not",
        Node::Constant(Literal::Immediate(Immediate::Null)) => "null?",
        _ => return Term::new(span, Node::Primitive(primitive::known("eq?"), operands)),
    };
    operands.remove(position);
    Term::new(span, Node::Primitive(primitive::known(name), operands))
}

/// Whether equal literals of this form are the same object.
pub fn is_immediate(literal: &Literal) -> bool {
    !matches!(literal, Literal::Datum(_) | Literal::RecordType(_))
}

fn evaluate(op: &PrimitiveOp, operands: &[&Literal]) -> Option<Literal> {
    match (op.shape, operands) {
        (Shape::Unary(Op::Not), [operand]) => Some(boolean(!operand.is_true())),
        (Shape::Kind(kind), [operand]) => kind_of(operand)
            .map(|found| boolean(found == kind || found == Kind::Fixnum && includes_fixnums(kind))),
        (Shape::Binary(Op::IsEq), [left, right]) => same(left, right).map(boolean),
        (Shape::Zero, [Literal::Fixnum(value)]) => Some(boolean(*value == 0)),
        (Shape::Binary(op), [Literal::Fixnum(left), Literal::Fixnum(right)]) => {
            arithmetic(op, *left, *right)
        }
        _ => None,
    }
}

fn boolean(value: bool) -> Literal {
    Literal::Immediate(if value {
        Immediate::True
    } else {
        Immediate::False
    })
}

fn arithmetic(op: Op, left: i64, right: i64) -> Option<Literal> {
    let fixnum = |value: Option<i64>| {
        value
            .filter(|&value| fits_fixnum(value))
            .map(Literal::Fixnum)
    };
    match op {
        Op::Add => fixnum(left.checked_add(right)),
        Op::Subtract => fixnum(left.checked_sub(right)),
        Op::Multiply => fixnum(left.checked_mul(right)),
        Op::Quotient => fixnum(left.checked_div(right)),
        Op::Remainder => fixnum(left.checked_rem(right)),
        Op::Less => Some(boolean(left < right)),
        Op::LessOrEqual => Some(boolean(left <= right)),
        Op::Greater => Some(boolean(left > right)),
        Op::GreaterOrEqual => Some(boolean(left >= right)),
        Op::NumberEqual => Some(boolean(left == right)),
        _ => None,
    }
}

fn includes_fixnums(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Number | Kind::Real | Kind::ExactInteger | Kind::Exact
    )
}

/// The narrowest kind of a literal, where the literal alone tells.
fn kind_of(literal: &Literal) -> Option<Kind> {
    match literal {
        Literal::Fixnum(_) => Some(Kind::Fixnum),
        Literal::Character(_) => Some(Kind::Character),
        Literal::Symbol(_) => Some(Kind::Symbol),
        Literal::Immediate(immediate) => Some(match immediate {
            Immediate::True | Immediate::False => Kind::Boolean,
            Immediate::Null => Kind::Null,
            Immediate::Unspecified => Kind::Unspecified,
            Immediate::Eof => Kind::Eof,
            Immediate::Absent => Kind::Absent,
        }),
        Literal::Datum(_) | Literal::RecordType(_) => None,
    }
}

fn same(left: &Literal, right: &Literal) -> Option<bool> {
    match (left, right) {
        (Literal::Datum(_) | Literal::RecordType(_), _)
        | (_, Literal::Datum(_) | Literal::RecordType(_)) => None,
        (Literal::Immediate(left), Literal::Immediate(right)) => Some(left == right),
        (Literal::Fixnum(left), Literal::Fixnum(right)) => Some(left == right),
        (Literal::Character(left), Literal::Character(right)) => Some(left == right),
        (Literal::Symbol(left), Literal::Symbol(right)) => Some(left == right),
        _ => Some(false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(name: &str, operands: &[i64]) -> Option<Literal> {
        let literals: Vec<Literal> = operands.iter().copied().map(Literal::Fixnum).collect();
        evaluate(primitive::known(name), &literals.iter().collect::<Vec<_>>())
    }

    #[test]
    fn folds_only_what_stays_a_fixnum_and_can_not_raise() {
        assert!(matches!(folded("add", &[2, 3]), Some(Literal::Fixnum(5))));
        assert!(matches!(
            folded("remainder", &[-7, 2]),
            Some(Literal::Fixnum(-1))
        ));
        assert!(folded("quotient", &[1, 0]).is_none());
        assert!(folded("multiply", &[1 << 40, 1 << 40]).is_none());
        assert!(folded("add", &[mound_numbers::FIXNUM_MAX, 1]).is_none());
        assert!(folded("car", &[1]).is_none());
    }

    #[test]
    fn results_are_folded_up_to_the_last_fixnum_and_no_farther() {
        use mound_numbers::{FIXNUM_MAX, FIXNUM_MIN};
        for (name, operands, expected) in [
            ("add", [FIXNUM_MAX - 1, 1], Some(FIXNUM_MAX)),
            ("add", [FIXNUM_MAX, 1], None),
            ("add", [FIXNUM_MIN + 1, -1], Some(FIXNUM_MIN)),
            ("add", [FIXNUM_MIN, -1], None),
            ("subtract", [FIXNUM_MIN + 1, 1], Some(FIXNUM_MIN)),
            ("subtract", [FIXNUM_MIN, 1], None),
            ("subtract", [FIXNUM_MAX - 1, -1], Some(FIXNUM_MAX)),
            ("subtract", [FIXNUM_MAX, -1], None),
            ("subtract", [0, FIXNUM_MIN], None),
            ("multiply", [FIXNUM_MIN, 1], Some(FIXNUM_MIN)),
            ("multiply", [FIXNUM_MIN, -1], None),
            ("quotient", [FIXNUM_MIN, -1], None),
        ] {
            let found = match folded(name, &operands) {
                Some(Literal::Fixnum(value)) => Some(value),
                None => None,
                Some(other) => panic!("{name}: {other:?}"),
            };
            assert_eq!(found, expected, "{name} {operands:?}");
        }
    }
}
