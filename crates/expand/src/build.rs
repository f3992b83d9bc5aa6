//! Small constructors of core expressions.

use crate::core::{Clause, Expression, Lambda, Node, VariableId};
use mound_base::{Span, Symbol};
use mound_syntax::{Datum, DatumKind};
use std::rc::Rc;

pub(crate) fn make(span: Span, node: Node) -> Expression {
    Expression { span, node }
}

pub(crate) fn constant(span: Span, kind: DatumKind) -> Expression {
    make(span, Node::Constant(Datum { span, kind }))
}

pub(crate) fn boolean(span: Span, value: bool) -> Expression {
    constant(span, DatumKind::Boolean(value))
}

pub(crate) fn integer(span: Span, value: u32) -> Expression {
    let number = mound_numbers::Number::Integer(value.into());
    constant(span, DatumKind::Number(number))
}

pub(crate) fn empty_list(span: Span) -> Expression {
    let items: Rc<[Datum]> = Rc::from([]);
    constant(span, DatumKind::List { items, tail: None })
}

pub(crate) fn unspecified(span: Span) -> Expression {
    make(span, Node::Unspecified)
}

pub(crate) fn local(span: Span, variable: VariableId) -> Expression {
    make(span, Node::Local(variable))
}

pub(crate) fn call(span: Span, operator: Expression, operands: Vec<Expression>) -> Expression {
    make(
        span,
        Node::Call {
            operator: Box::new(operator),
            operands,
        },
    )
}

pub(crate) fn primitive(span: Span, name: &str, operands: Vec<Expression>) -> Expression {
    make(
        span,
        Node::Primitive {
            name: Symbol::intern(name),
            operands,
        },
    )
}

pub(crate) fn conditional(
    span: Span,
    test: Expression,
    consequent: Expression,
    alternative: Expression,
) -> Expression {
    make(
        span,
        Node::If(Box::new(test), Box::new(consequent), Box::new(alternative)),
    )
}

pub(crate) fn bind(
    span: Span,
    variable: VariableId,
    value: Expression,
    body: Expression,
) -> Expression {
    make(
        span,
        Node::Let {
            bindings: vec![(variable, value)],
            body: Box::new(body),
        },
    )
}

/// The expressions in order; none at all is unspecified.
pub(crate) fn sequence(span: Span, mut expressions: Vec<Expression>) -> Expression {
    match expressions.len() {
        0 => unspecified(span),
        1 => expressions.remove(0),
        _ => make(span, Node::Sequence(expressions)),
    }
}

pub(crate) fn lambda(span: Span, name: Option<Symbol>, clauses: Vec<Clause>) -> Expression {
    let sealed = false;
    let lambda = Lambda {
        name,
        clauses,
        sealed,
    };
    make(span, Node::Lambda(Box::new(lambda)))
}

/// A procedure with only required parameters.
pub(crate) fn procedure(span: Span, required: Vec<VariableId>, body: Expression) -> Expression {
    lambda(
        span,
        None,
        vec![Clause {
            required,
            rest: None,
            body,
        }],
    )
}

/// A procedure without parameters.
pub(crate) fn thunk(body: Expression) -> Expression {
    procedure(body.span, Vec::new(), body)
}

/// Gives a procedure that has no name the name of the variable it becomes the value of.
pub(crate) fn named(mut expression: Expression, name: Symbol) -> Expression {
    if let Node::Lambda(lambda) = &mut expression.node
        && lambda.name.is_none()
    {
        lambda.name = Some(name);
    }
    expression
}
