//! Simplifies what binds variables: values that need no name, or none so early; tests that are
//! taken apart; procedures that are called once, copied, or not used.

use super::{Known, Simplifier, at};
use crate::fold::is_boolean;
use crate::inline::{is_small, size};
use crate::ir::{Clause, Node, Procedure, Term, Variable};
use crate::place;
use crate::shape::{Split, branch, peel, sequence_of, split, wrap};
use mound_base::{Span, Symbol};
use std::rc::Rc;

impl Simplifier<'_> {
    pub(super) fn let_form(
        &mut self,
        span: Span,
        variable: Variable,
        value: Term,
        body: Term,
    ) -> Term {
        if let Node::Lambda(procedure) = value.node {
            return self.fix(span, vec![(variable, *procedure)], body);
        }
        let (outer, value) = peel(self.term(value));
        self.changed |= matches!(value.node, Node::Lambda(_));
        let inner = if self.is_atom(&value) {
            if let Node::Local(other) = value.node {
                // Its mention here stays counted, so it never again looks used only once.
                *at(&mut self.uses, other) += self.uses(variable);
            }
            self.know(variable, Known::Atom(value.node));
            self.term(body)
        } else {
            let body = self.term(body);
            self.bind(span, variable, value, body)
        };
        wrap(outer, inner)
    }

    /// `body` with `variable` bound to `value`, both simplified.
    fn bind(&mut self, span: Span, variable: Variable, value: Term, body: Term) -> Term {
        let (value, body) = match split(variable, value, body) {
            Ok(parts) => return self.choose(span, variable, parts),
            Err(both) => both,
        };
        let body = match self.or_of_test(variable, &value, body) {
            Ok(alternative) => {
                self.changed = true;
                let truth = Term::boolean(span, true);
                return branch(span, value, truth, alternative);
            }
            Err(body) => body,
        };
        let mut body = body;
        let value = match self.uses(variable) {
            0 => {
                self.changed = true;
                if self.is_idle(&value) {
                    return body;
                }
                return sequence_of(span, vec![value, body]);
            }
            1 => match place::put_first(&mut body, variable, value) {
                Some(value) => value,
                None => {
                    self.changed = true;
                    return body;
                }
            },
            _ => value,
        };
        Term::new(span, Node::Let(variable, Box::new(value), Box::new(body)))
    }

    /// What follows in `(or value alternative)` if the value is a truth value: then only its
    /// truth matters, and nothing has to hold it. Else gives the body back.
    fn or_of_test(&mut self, variable: Variable, value: &Term, body: Term) -> Result<Term, Term> {
        let is_variable = |term: &Term| matches!(term.node, Node::Local(one) if one == variable);
        if self.uses(variable) != 2 || !is_boolean(value) {
            return Err(body);
        }
        let Node::If(test, consequent, alternative) = body.node else {
            return Err(body);
        };
        if is_variable(&test) && is_variable(&consequent) {
            return Ok(*alternative);
        }
        let node = Node::If(test, consequent, alternative);
        Err(Term::new(body.span, node))
    }

    /// The test that made the value false goes straight to where that leads.
    fn choose(&mut self, span: Span, variable: Variable, parts: Split) -> Term {
        self.changed = true;
        let otherwise = self.variables.fresh(Symbol::intern("otherwise"));
        let leave = || {
            let operator = Box::new(Term::local(span, otherwise));
            Term::new(span, Node::Call(operator, Vec::new()))
        };
        *at(&mut self.uses, otherwise) = 2;
        *at(&mut self.calls, otherwise) = 2;
        let place = parts.kept.span;
        let kept = branch(place, Term::local(place, variable), parts.kept, leave())
            .bind(variable, parts.value);
        let (consequent, alternative) = if parts.when_true {
            (kept, leave())
        } else {
            (leave(), kept)
        };
        let body = branch(span, parts.test, consequent, alternative);
        let procedure = Procedure {
            name: None,
            span: parts.otherwise.span,
            clauses: vec![Clause {
                required: Vec::new(),
                rest: None,
                body: parts.otherwise,
            }],
            sealed: false,
        };
        Term::new(
            span,
            Node::Fix(vec![(otherwise, procedure)], Box::new(body)),
        )
    }

    pub(super) fn fix(
        &mut self,
        span: Span,
        bindings: Vec<(Variable, Procedure)>,
        body: Term,
    ) -> Term {
        let mut kept = Vec::with_capacity(bindings.len());
        let is_single = bindings.len() == 1;
        for (variable, procedure) in bindings {
            let uses = self.uses(variable);
            if uses == 0 {
                self.changed = true;
                continue;
            }
            let is_recursive = !is_single || procedure.mentions_any(&[variable]);
            if !is_recursive && !procedure.sealed {
                if uses == 1 && *at(&mut self.calls, variable) == 1 {
                    self.know(variable, Known::Once(Some(procedure)));
                    continue;
                }
                // Without parameters there is nothing to gain but the jump.
                let clause = &procedure.clauses[0];
                let gains = !clause.required.is_empty() || size(&clause.body) <= 2;
                if gains && is_small(&procedure) {
                    *at(&mut self.known, variable) = Some(Known::Small(Rc::new(procedure.clone())));
                }
            }
            kept.push((variable, procedure));
        }
        let kept: Vec<(Variable, Procedure)> = kept
            .into_iter()
            .map(|(variable, procedure)| (variable, self.procedure(procedure)))
            .collect();
        let body = self.term(body);
        if kept.is_empty() {
            return body;
        }
        // A procedure that is only named to be returned needs no name.
        if let ([(variable, procedure)], Node::Local(named)) = (&kept[..], &body.node)
            && variable == named
            && !procedure.mentions_any(&[*variable])
        {
            let procedure = procedure.clone();
            return Term::new(span, Node::Lambda(Box::new(procedure)));
        }
        let uses = kept.iter().map(|(variable, _)| self.uses(*variable)).sum();
        place::sink(kept, body, uses)
    }
}
