//! Rearrangements of terms that need to know nothing of their surroundings.

use crate::fold::is_boolean;
use crate::ir::{Literal, Node, Term, Variable};
use crate::primitive;
use mound_base::Span;
use mound_bytecode::unit::Immediate;

/// A term that makes a list of `items`.
pub fn list_of(span: Span, items: impl DoubleEndedIterator<Item = Term>) -> Term {
    items
        .rev()
        .fold(Term::immediate(span, Immediate::Null), |list, item| {
            let operands = vec![item, list];
            Term::new(span, Node::Primitive(primitive::known("cons"), operands))
        })
}

/// What was around a term.
pub enum Outer {
    Let(Span, Variable, Box<Term>),
    Sequence(Span, Vec<Term>),
}

/// Takes bindings and effects that come before the value off a term.
pub fn peel(mut term: Term) -> (Vec<Outer>, Term) {
    let mut outer = Vec::new();
    loop {
        let span = term.span;
        if let Node::Let(variable, value, body) = term.node {
            outer.push(Outer::Let(span, variable, value));
            term = *body;
        } else if let Node::Sequence(mut terms) = term.node {
            term = terms.pop().unwrap_or_else(|| Term::unspecified(span));
            outer.push(Outer::Sequence(span, terms));
        } else {
            return (outer, term);
        }
    }
}

pub fn wrap(outer: Vec<Outer>, term: Term) -> Term {
    outer
        .into_iter()
        .rev()
        .fold(term, |term, outer| match outer {
            Outer::Let(span, variable, value) => {
                Term::new(span, Node::Let(variable, value, Box::new(term)))
            }
            Outer::Sequence(span, mut terms) => {
                terms.push(term);
                sequence_of(span, terms)
            }
        })
}

pub fn sequence_of(span: Span, mut terms: Vec<Term>) -> Term {
    match terms.pop() {
        None => Term::unspecified(span),
        Some(only) if terms.is_empty() => only,
        Some(last) => {
            if let Node::Sequence(inner) = last.node {
                terms.extend(inner)
            } else {
                terms.push(last)
            }
            Term::new(span, Node::Sequence(terms))
        }
    }
}

/// A term of which only the truth matters.
///
/// Sets `changed` if a mention of what is tested became a literal.
pub fn as_test(term: Term, changed: &mut bool) -> Term {
    let span = term.span;
    match term.node {
        Node::Constant(literal) => Term::boolean(span, literal.is_true()),
        Node::If(test, consequent, alternative) => {
            let tested = test.as_local();
            // In its own branches the value of the test is known.
            let mut known = |branch: Term, value: bool| {
                if tested.is_some() && branch.as_local() == tested {
                    *changed = true;
                    return Term::boolean(branch.span, value);
                }
                as_test(branch, changed)
            };
            let consequent = known(*consequent, true);
            let alternative = known(*alternative, false);
            match (truth(&consequent), truth(&alternative)) {
                (Some(true), Some(false)) => as_test(*test, changed),
                (Some(false), Some(true)) => {
                    let test = as_test(*test, changed);
                    Term::new(span, Node::Primitive(primitive::known("not"), vec![test]))
                }
                _ => Term::new(
                    span,
                    Node::If(test, Box::new(consequent), Box::new(alternative)),
                ),
            }
        }
        Node::Let(variable, value, body) => as_test(*body, changed).bind(variable, *value),
        Node::Fix(bindings, body) => {
            let body = Box::new(as_test(*body, changed));
            Term::new(span, Node::Fix(bindings, body))
        }
        Node::Sequence(mut terms) => {
            if let Some(last) = terms.pop() {
                terms.push(as_test(last, changed));
            }
            Term::new(span, Node::Sequence(terms))
        }
        node @ (Node::Local(_)
        | Node::Packed(..)
        | Node::Global(_)
        | Node::Imported(..)
        | Node::SetGlobal(..)
        | Node::Lambda(_)
        | Node::Call(..)
        | Node::Primitive(..)) => Term::new(span, node),
    }
}

fn truth(term: &Term) -> Option<bool> {
    term.as_constant().map(Literal::is_true)
}

/// A conditional of simplified parts.
pub fn branch(span: Span, test: Term, consequent: Term, alternative: Term) -> Term {
    let literal = |term: &Term| {
        let Node::Constant(Literal::Immediate(immediate)) = term.node else {
            return None;
        };
        Some(immediate)
    };
    match (literal(&consequent), literal(&alternative)) {
        (Some(Immediate::True), Some(Immediate::False)) if is_boolean(&test) => test,
        (Some(Immediate::False), Some(Immediate::True)) => {
            Term::new(span, Node::Primitive(primitive::known("not"), vec![test]))
        }
        _ => Term::new(
            span,
            Node::If(Box::new(test), Box::new(consequent), Box::new(alternative)),
        ),
    }
}

/// A binding of a conditional value to a variable that is tested at once:
/// `(let ((v (if test value #f))) (if v kept otherwise))`, or with the branches
/// of the value exchanged.
pub struct Split {
    pub test: Term,
    pub value: Term,
    /// Which branch of the test gives `value`.
    pub when_true: bool,
    pub kept: Term,
    /// Does not mention the variable.
    pub otherwise: Term,
}

/// Takes such a binding apart, or gives the value and the body back.
pub fn split(variable: Variable, value: Term, body: Term) -> Result<Split, (Term, Term)> {
    let is_tested = matches!(
        &body.node,
        Node::If(test, _, otherwise)
            if test.as_local() == Some(variable) && !otherwise.mentions_any(&[variable])
    );
    let mut when_true = None;
    if let Node::If(_, consequent, alternative) = &value.node {
        when_true = match (truth(consequent), truth(alternative)) {
            (_, Some(false)) => Some(true),
            (Some(false), _) => Some(false),
            _ => None,
        };
    }
    match (value.node, body.node, when_true.filter(|_| is_tested)) {
        (Node::If(test, left, right), Node::If(_, kept, otherwise), Some(when_true)) => Ok(Split {
            test: *test,
            value: if when_true { *left } else { *right },
            when_true,
            kept: *kept,
            otherwise: *otherwise,
        }),
        (value_node, body_node, _) => Err((
            Term::new(value.span, value_node),
            Term::new(body.span, body_node),
        )),
    }
}
