//! Simplifies terms by their kind: tests and branches, sequences, primitives with known operands.
//!
//! What binds variables is in `bindings`, calls are in `calls`.

use super::{Known, RECEIVE, Simplifier, at};
use crate::fold::fold;
use crate::ir::{Clause, Node, Procedure, Term};
use crate::primitive::{PrimitiveOp, Shape};
use crate::shape::{as_test, branch, peel, sequence_of, wrap};
use mound_base::Span;
use mound_bytecode::ops::Op;

impl Simplifier<'_> {
    pub(super) fn term(&mut self, term: Term) -> Term {
        let span = term.span;
        match term.node {
            Node::Local(variable) => match at(&mut self.known, variable) {
                Some(Known::Atom(node)) => Term::new(span, node.clone()),
                _ => term,
            },
            Node::Global(global) => match &self.values[global.0 as usize] {
                Some(literal) => {
                    self.changed = true;
                    Term::new(span, Node::Constant(literal.clone()))
                }
                None => term,
            },
            Node::Constant(_) | Node::Packed(..) | Node::Imported(..) => term,
            Node::SetGlobal(global, value) => {
                let value = Box::new(self.term(*value));
                Term::new(span, Node::SetGlobal(global, value))
            }
            Node::If(test, consequent, alternative) => {
                let test = self.term(*test);
                self.conditional(span, test, *consequent, *alternative)
            }
            Node::Sequence(terms) => self.sequence(span, terms),
            Node::Let(variable, value, body) => self.let_form(span, variable, *value, *body),
            Node::Fix(bindings, body) => self.fix(span, bindings, *body),
            Node::Lambda(procedure) => {
                let procedure = self.procedure(*procedure);
                Term::new(span, Node::Lambda(Box::new(procedure)))
            }
            Node::Call(operator, operands) => self.call(span, *operator, operands),
            Node::Primitive(op, _) if op.name == RECEIVE => self.receive(term),
            Node::Primitive(op, operands) => {
                let operands: Vec<Term> = operands.into_iter().map(|one| self.term(one)).collect();
                if let Some(answer) = self.known_answer(op, &operands) {
                    self.changed = true;
                    return Term::boolean(span, answer);
                }
                fold(span, op, operands)
                    .unwrap_or_else(|operands| Term::new(span, Node::Primitive(op, operands)))
            }
        }
    }

    pub(super) fn procedure(&mut self, mut procedure: Procedure) -> Procedure {
        procedure.clauses = procedure
            .clauses
            .into_iter()
            .map(|clause| Clause {
                body: self.term(clause.body),
                ..clause
            })
            .collect();
        procedure
    }

    /// `test` is simplified, the branches are not.
    fn conditional(&mut self, span: Span, test: Term, consequent: Term, alternative: Term) -> Term {
        let (outer, test) = peel(as_test(test, &mut self.changed));
        self.changed |= !outer.is_empty();
        let is_negated =
            matches!(&test.node, Node::Primitive(op, _) if op.shape == Shape::Unary(Op::Not));
        let rest = if let Some(literal) = test.as_constant() {
            self.changed = true;
            self.term(match literal.is_true() {
                true => consequent,
                false => alternative,
            })
        } else if is_negated && let Node::Primitive(_, mut operands) = test.node {
            self.changed = true;
            let inner = operands.remove(0);
            self.conditional(span, inner, alternative, consequent)
        } else {
            let mark = self.facts.mark();
            self.facts.learn(&test, true);
            let consequent = self.term(consequent);
            self.facts.forget(mark);
            self.facts.learn(&test, false);
            let alternative = self.term(alternative);
            self.facts.forget(mark);
            branch(span, test, consequent, alternative)
        };
        wrap(outer, rest)
    }

    /// What a test of a kind gives, if a test before it has told.
    fn known_answer(&self, op: &PrimitiveOp, operands: &[Term]) -> Option<bool> {
        match (op.shape, operands) {
            (Shape::Kind(kind), [operand]) => self.facts.answer(operand.as_local()?, kind),
            _ => None,
        }
    }

    pub(super) fn sequence(&mut self, span: Span, terms: Vec<Term>) -> Term {
        let mut kept = Vec::with_capacity(terms.len());
        let count = terms.len();
        for (index, term) in terms.into_iter().enumerate() {
            let term = self.term(term);
            let is_last = index + 1 == count;
            if let Node::Sequence(inner) = term.node {
                let inner = inner.into_iter();
                kept.extend(inner.filter(|one| is_last || !self.is_idle(one)));
            } else if is_last || !self.is_idle(&term) {
                kept.push(term);
            } else {
                self.changed = true;
            }
        }
        sequence_of(span, kept)
    }
}
