//! Copies of procedures, for putting their bodies in the place of calls.
//!
//! A copy has variables of its own (R1). Only procedures that hold no others, or that nothing outside
//! mentions (see [`crate::inline`]), are copied, so that copying changes the number of uses of no other
//! procedure.

use crate::ir::{Node, Procedure, Term, Variable, Variables};
use std::collections::HashMap;

/// A copy with new variables for all that it binds.
pub fn copy(procedure: &Procedure, variables: &mut Variables) -> Procedure {
    let mut copier = Copier {
        names: HashMap::new(),
        variables,
    };
    let mut copied = procedure.clone();
    copier.procedure(&mut copied);
    copied
}

/// A copy of the only body of a procedure in the place of a call with these operands, as many as it
/// has parameters.
pub fn applied(procedure: &Procedure, operands: Vec<Term>, variables: &mut Variables) -> Term {
    let clause = copy(procedure, variables).clauses.swap_remove(0);
    let parameters = clause.required.into_iter().zip(operands).rev();
    parameters.fold(clause.body, |body, (parameter, value)| {
        body.bind(parameter, value)
    })
}

struct Copier<'a> {
    names: HashMap<Variable, Variable>,
    variables: &'a mut Variables,
}

impl Copier<'_> {
    fn rename(&mut self, variable: &mut Variable) {
        let fresh = self.variables.fresh(self.variables.name(*variable));
        self.names.insert(*variable, fresh);
        *variable = fresh;
    }

    fn procedure(&mut self, procedure: &mut Procedure) {
        for clause in &mut procedure.clauses {
            clause
                .required
                .iter_mut()
                .chain(&mut clause.rest)
                .for_each(|parameter| self.rename(parameter));
            self.term(&mut clause.body);
        }
    }

    fn term(&mut self, term: &mut Term) {
        match &mut term.node {
            Node::Local(variable) | Node::Packed(variable, _) => {
                if let Some(&fresh) = self.names.get(variable) {
                    *variable = fresh;
                }
            }
            Node::Let(variable, value, body) => {
                self.term(value);
                self.rename(variable);
                self.term(body);
            }
            Node::Fix(bindings, body) => {
                for (variable, _) in bindings.iter_mut() {
                    self.rename(variable);
                }
                for (_, procedure) in bindings {
                    self.procedure(procedure);
                }
                self.term(body);
            }
            Node::Lambda(procedure) => self.procedure(procedure),
            Node::Constant(_)
            | Node::Global(_)
            | Node::Imported(..)
            | Node::SetGlobal(..)
            | Node::If(..)
            | Node::Sequence(_)
            | Node::Call(..)
            | Node::Primitive(..) => term.children_mut(&mut |child| self.term(child)),
        }
    }
}
