//! Copies of procedures, for putting their bodies in the place of calls.
//!
//! A copy has variables of its own (R1). Only procedures that [`is_small`] or, for those of
//! the top level, [`applied_parameters`] admits are copied, so that copying changes the
//! number of uses of no other procedure.

use crate::ir::{Node, Procedure, Term, Variable, Variables};
use crate::simplify::RECEIVE;
use std::collections::HashMap;

/// Nodes of a body up to which a call is no smaller than a copy.
const SMALL_NODES: usize = 12;

/// Nodes of a body that calls a parameter, up to which it is copied where a procedure is given.
const HIGHER_NODES: usize = 48;

/// The parameters that the procedure calls, and does nothing else with, by number, if it may be copied to where one of
/// them is known. It may hold procedures of its own; nothing outside is mentioned but globals.
pub fn applied_parameters(procedure: &Procedure) -> Option<Vec<usize>> {
    let [clause] = &procedure.clauses[..] else {
        return None;
    };
    let mut room = HIGHER_NODES;
    if procedure.sealed || clause.rest.is_some() || !fits_higher(&clause.body, &mut room) {
        return None;
    }
    let mut applied = Vec::new();
    find_applied(&clause.body, &clause.required, &mut applied);
    let mut mentions = vec![0; clause.required.len()];
    clause.body.mentions(&mut |variable| {
        if let Some(number) = clause.required.iter().position(|&one| one == variable) {
            mentions[number] += 1;
        }
    });
    let calls = |number: usize| applied.iter().filter(|&&one| one == number).count();
    let only_called: Vec<usize> = (0..mentions.len())
        .filter(|&number| mentions[number] > 0 && calls(number) == mentions[number])
        .collect();
    (!only_called.is_empty()).then_some(only_called)
}

fn fits_higher(term: &Term, room: &mut usize) -> bool {
    if *room == 0 || matches!(term.node, Node::Packed(..)) {
        return false;
    }
    *room -= 1;
    let mut all = true;
    term.children(&mut |child| all = all && fits_higher(child, room));
    all
}

fn find_applied(term: &Term, parameters: &[Variable], applied: &mut Vec<usize>) {
    if let Node::Call(operator, _) = &term.node
        && let Node::Local(called) = operator.node
        && let Some(number) = parameters.iter().position(|&one| one == called)
    {
        applied.push(number);
    }
    term.children(&mut |child| find_applied(child, parameters, applied));
}

/// Whether the procedure may be copied: few nodes, no procedures within, and no
/// calls of local ones.
pub fn is_small(procedure: &Procedure) -> bool {
    let mut room = SMALL_NODES;
    !procedure.sealed
        && procedure.clauses.len() == 1
        && procedure.clauses[0].rest.is_none()
        && fits(&procedure.clauses[0].body, &mut room)
}

fn fits(term: &Term, room: &mut usize) -> bool {
    if *room == 0 {
        return false;
    }
    *room -= 1;
    match &term.node {
        Node::Fix(..) | Node::Lambda(_) | Node::Packed(..) => return false,
        Node::Call(operator, _) if matches!(operator.node, Node::Local(_)) => return false,
        Node::Primitive(op, operands)
            if op.name == RECEIVE && matches!(operands[0].node, Node::Local(_)) =>
        {
            return false;
        }
        _ => {}
    }
    let mut all = true;
    term.children(&mut |child| all = all && fits(child, room));
    all
}

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
