//! Simplifies calls: of procedures that stand there, that are known, or that are worth a copy.

use super::globals::KnownGlobal;
use super::{Known, Simplifier, at};
use crate::inline::{copy, size};
use crate::ir::{Node, Procedure, Term, Variable};
use crate::shape::list_of;
use mound_base::{Span, Symbol};
use mound_expand::core::GlobalId;
use std::rc::Rc;

impl Simplifier<'_> {
    pub(super) fn call(&mut self, span: Span, operator: Term, operands: Vec<Term>) -> Term {
        let place = operator.span;
        let operator = match operator.node {
            Node::Lambda(procedure) => return self.apply(span, *procedure, operands),
            Node::Local(variable) => match at(&mut self.known, variable) {
                Some(Known::Atom(node)) => {
                    let operator = Term::new(place, node.clone());
                    return self.call_name(span, operator, operands);
                }
                Some(Known::Once(procedure)) => match procedure.take() {
                    Some(procedure) => return self.apply(span, procedure, operands),
                    None => Term::local(place, variable),
                },
                Some(Known::Small(procedure)) => {
                    let procedure = procedure.clone();
                    let operator = Term::local(place, variable);
                    return self.call_small(span, operator, &procedure, operands);
                }
                None => Term::local(place, variable),
            },
            Node::Let(variable, value, body) => {
                let call = Term::new(span, Node::Call(body, operands));
                return self.term(call.bind(variable, *value));
            }
            Node::Sequence(mut terms) => {
                let last = terms.pop().unwrap_or_else(|| Term::unspecified(span));
                terms.push(Term::new(span, Node::Call(Box::new(last), operands)));
                return self.sequence(span, terms);
            }
            Node::Fix(bindings, body) => {
                if let Node::Local(variable) = body.node {
                    *at(&mut self.calls, variable) += 1;
                }
                let call = Term::new(span, Node::Call(body, operands));
                return self.fix(span, bindings, call);
            }
            node @ (Node::Constant(_)
            | Node::Packed(..)
            | Node::Global(_)
            | Node::Imported(..)
            | Node::SetGlobal(..)
            | Node::If(..)
            | Node::Call(..)
            | Node::Primitive(..)) => {
                let operator = Term::new(place, node);
                return self.call_name(span, operator, operands);
            }
        };
        let operands = operands.into_iter().map(|one| self.term(one)).collect();
        Term::new(span, Node::Call(Box::new(operator), operands))
    }

    /// The operator is not one of the forms that bind.
    fn call_name(&mut self, span: Span, operator: Term, operands: Vec<Term>) -> Term {
        if let Node::Global(global) = operator.node
            && let Some(procedure) = self.worth_a_copy(global, &operands)
        {
            return self.call_small(span, operator, &procedure, operands);
        }
        let operator = Box::new(self.term(operator));
        let operands = operands.into_iter().map(|one| self.term(one)).collect();
        if matches!(operator.node, Node::Lambda(_)) {
            self.changed = true;
        }
        Term::new(span, Node::Call(operator, operands))
    }

    /// The procedure of a global that is copied to a call with these operands.
    fn worth_a_copy(&self, global: GlobalId, operands: &[Term]) -> Option<Rc<Procedure>> {
        let is_lambda = |&number: &usize| {
            let operand = operands.get(number);
            operand.is_some_and(|operand| matches!(operand.node, Node::Lambda(_)))
        };
        match self.globals[global.0 as usize].as_ref()? {
            KnownGlobal::Small(procedure) => Some(procedure.clone()),
            KnownGlobal::Higher(procedure, applied) => {
                applied.iter().any(is_lambda).then(|| procedure.clone())
            }
            KnownGlobal::Procedure => None,
        }
    }

    fn call_small(
        &mut self,
        span: Span,
        operator: Term,
        procedure: &Procedure,
        operands: Vec<Term>,
    ) -> Term {
        let cost = size(&procedure.clauses[0].body);
        if procedure.clause_for(operands.len()).is_some() && self.budget.pay(self.form, cost) {
            let mut copied = copy::copy(procedure, self.variables);
            if self.notes.is_generated(procedure.span) {
                // What is written nowhere fails where it was called.
                relocate(&mut copied.clauses[0].body, span);
                if let Some(name) = procedure.name {
                    self.notes.inlined(span, name);
                }
            }
            self.count(&copied.clauses[0].body);
            return self.apply(span, copied, operands);
        }
        let operands = operands.into_iter().map(|one| self.term(one)).collect();
        Term::new(span, Node::Call(Box::new(operator), operands))
    }

    /// A procedure applied on the spot; nothing is simplified yet.
    fn apply(&mut self, span: Span, mut procedure: Procedure, operands: Vec<Term>) -> Term {
        let chosen = procedure.clause_for(operands.len());
        let Some(index) = chosen.filter(|_| !procedure.sealed) else {
            // The machine will raise the error.
            let procedure = self.procedure(procedure);
            let operator = Term::new(span, Node::Lambda(Box::new(procedure)));
            let operands = operands.into_iter().map(|one| self.term(one)).collect();
            return Term::new(span, Node::Call(Box::new(operator), operands));
        };
        self.changed = true;
        self.notes.moved(procedure.span, span);
        let clause = procedure.clauses.swap_remove(index);
        let mut operands = operands;
        let extra = operands.split_off(clause.required.len());
        let mut bindings: Vec<(Variable, Term)> =
            clause.required.into_iter().zip(operands).collect();
        if let Some(rest) = clause.rest {
            let (named, list) = self.list(span, extra);
            bindings.extend(named);
            bindings.push((rest, list));
        }
        let term = bindings
            .into_iter()
            .rev()
            .fold(clause.body, |body, (variable, value)| {
                body.bind(variable, value)
            });
        self.term(term)
    }

    /// A list of the operands, which are named first so that they keep their order.
    pub(super) fn list(
        &mut self,
        span: Span,
        operands: Vec<Term>,
    ) -> (Vec<(Variable, Term)>, Term) {
        let name = Symbol::intern("operand");
        let named: Vec<(Variable, Term)> = operands
            .into_iter()
            .map(|operand| (self.variables.fresh(name), operand))
            .collect();
        for (variable, _) in &named {
            *at(&mut self.uses, *variable) = 1;
        }
        let list = list_of(
            span,
            named
                .iter()
                .map(|(variable, _)| Term::local(span, *variable)),
        );
        (named, list)
    }
}

/// Gives all of the term the place of the call that it stands for.
fn relocate(term: &mut Term, place: Span) {
    term.span = place;
    term.children_mut(&mut |child| relocate(child, place));
}
