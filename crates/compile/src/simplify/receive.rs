//! Simplifies `%receive`, which calls a procedure with the values of a term: where the term shows
//! what the values are, this becomes a call, or bindings, and nothing has to hold them.
//!
//! ```text
//!   (%receive (lambda (a b) body) (%make-values x y))  ->  (let ((a x)) (let ((b y)) body))
//!   (%receive f (if test (%make-values x y) (g)))      ->  (if test (f x y) (%receive f (g)))
//! ```
//!
//! Where the term does not show it, [`crate::receives`] says what is done.

use super::{Known, Simplifier, at};
use crate::ir::{Literal, Node, Procedure, Term, Variable};
use crate::primitive::Shape;
use crate::shape::{peel, wrap};
use mound_base::{Span, Symbol};
use mound_bytecode::ops::Op;

/// The primitive that calls a procedure with the values of a term.
pub const RECEIVE: &str = "%receive";
/// The primitive that makes several values.
const MAKE: &str = "%make-values";

impl Simplifier<'_> {
    /// `(%receive consumer value)`, neither of which is simplified. The consumer is evaluated first.
    pub(super) fn receive(&mut self, term: Term) -> Term {
        let span = term.span;
        let Node::Primitive(op, mut operands) = term.node else {
            return term;
        };
        let value = operands.pop().map(|value| self.term(value));
        let consumer = operands.pop().map(|consumer| self.consumer(consumer));
        let (Some(value), Some(consumer)) = (value, consumer) else {
            return Term::new(span, Node::Primitive(op, operands));
        };
        if let Node::Lambda(procedure) = consumer.node {
            if shows(&value) {
                return self.give_to(span, *procedure, value);
            }
            let procedure = Node::Lambda(Box::new(self.procedure(*procedure)));
            let operands = vec![Term::new(consumer.span, procedure), value];
            return Term::new(span, Node::Primitive(op, operands));
        }
        let consumer = self.term(consumer);
        // Only what cannot change may move behind the value.
        if self.is_atom(&consumer) && shows(&value) {
            return self.distribute(span, &consumer, value);
        }
        Term::new(span, Node::Primitive(op, vec![consumer, value]))
    }

    /// The consumer, a `lambda` if it is one that is used only here; that is not simplified.
    fn consumer(&mut self, consumer: Term) -> Term {
        let Node::Local(variable) = consumer.node else {
            return consumer;
        };
        let node = match at(&mut self.known, variable) {
            Some(Known::Once(procedure)) => match procedure.take() {
                Some(procedure) => Node::Lambda(Box::new(procedure)),
                None => Node::Local(variable),
            },
            Some(Known::Atom(node)) => node.clone(),
            _ => Node::Local(variable),
        };
        Term::new(consumer.span, node)
    }

    /// Gives the values of a simplified term to a procedure.
    fn give_to(&mut self, span: Span, procedure: Procedure, value: Term) -> Term {
        self.changed = true;
        let (outer, value) = peel(value);
        let inner = match operands_of(value) {
            Ok(operands) if procedure.clause_for(operands.len()).is_some() && !procedure.sealed => {
                self.bind_values(span, procedure, operands)
            }
            Ok(operands) => {
                // The machine will raise the error.
                let operator = Node::Lambda(Box::new(self.procedure(procedure)));
                let operator = Box::new(Term::new(span, operator));
                Term::new(span, Node::Call(operator, operands))
            }
            Err(value) => {
                let name = procedure.name.unwrap_or_else(|| Symbol::intern("receive"));
                let variable = self.variables.fresh(name);
                let procedure = self.procedure(procedure);
                let body = self.distribute(span, &Term::local(span, variable), value);
                let bindings = vec![(variable, procedure)];
                Term::new(span, Node::Fix(bindings, Box::new(body)))
            }
        };
        wrap(outer, inner)
    }

    /// The body of the clause for so many operands, which are simplified, with its parameters bound
    /// to them.
    fn bind_values(&mut self, span: Span, mut procedure: Procedure, operands: Vec<Term>) -> Term {
        let index = procedure.clause_for(operands.len()).unwrap_or(0);
        self.notes.moved(procedure.span, span);
        let clause = procedure.clauses.swap_remove(index);
        let body = self.term(clause.body);
        let mut operands = operands;
        let extra = operands.split_off(clause.required.len());
        let mut bindings: Vec<(Variable, Term)> =
            clause.required.into_iter().zip(operands).collect();
        if let Some(rest) = clause.rest {
            let (named, list) = self.list(span, extra);
            bindings.extend(named);
            bindings.push((rest, list));
        }
        let bind = |body: Term, (variable, value)| body.bind(variable, value);
        bindings.into_iter().rev().fold(body, bind)
    }

    /// Calls the procedure that `consumer` names at each end of a simplified term.
    fn distribute(&mut self, span: Span, consumer: &Term, value: Term) -> Term {
        self.changed = true;
        let (outer, value) = peel(value);
        let place = value.span;
        let inner = if let Node::If(test, consequent, alternative) = value.node {
            let consequent = self.distribute(span, consumer, *consequent);
            let alternative = self.distribute(span, consumer, *alternative);
            let node = Node::If(test, Box::new(consequent), Box::new(alternative));
            Term::new(place, node)
        } else {
            if let Some(variable) = consumer.as_local() {
                *at(&mut self.uses, variable) += 1;
            }
            let consumer = consumer.clone();
            match operands_of(value) {
                Ok(operands) => Term::new(span, Node::Call(Box::new(consumer), operands)),
                Err(value) => {
                    let op = crate::primitive::known(RECEIVE);
                    Term::new(span, Node::Primitive(op, vec![consumer, value]))
                }
            }
        };
        wrap(outer, inner)
    }
}

/// Whether one of the ends of a term shows its values.
fn shows(term: &Term) -> bool {
    match &term.node {
        Node::Let(_, _, body) => shows(body),
        Node::Sequence(terms) => terms.last().is_some_and(shows),
        Node::If(_, consequent, alternative) => shows(consequent) || shows(alternative),
        Node::Primitive(op, operands) => op.name == MAKE && operands.len() != 1 || is_single(term),
        Node::Constant(_)
        | Node::Local(_)
        | Node::Packed(..)
        | Node::Global(_)
        | Node::Imported(..)
        | Node::SetGlobal(..)
        | Node::Fix(..)
        | Node::Lambda(_)
        | Node::Call(..) => is_single(term),
    }
}

/// The values of a term that shows them, or the term back.
fn operands_of(term: Term) -> Result<Vec<Term>, Term> {
    if is_single(&term) {
        return Ok(vec![term]);
    }
    let is_made = matches!(&term.node, Node::Primitive(op, operands) if op.name == MAKE && operands.len() != 1);
    if is_made && let Node::Primitive(_, operands) = term.node {
        return Ok(operands);
    }
    Err(term)
}

/// Whether a term surely has one value. A variable may hold several.
fn is_single(term: &Term) -> bool {
    if let Node::Primitive(op, _) = &term.node {
        let makes = matches!(
            op.shape,
            Shape::Binary(Op::Add | Op::Subtract | Op::Multiply | Op::Cons)
        );
        return makes || op.is_predicate();
    }
    matches!(
        term.node,
        Node::Constant(Literal::Immediate(_) | Literal::Fixnum(_) | Literal::Symbol(_))
    )
}
