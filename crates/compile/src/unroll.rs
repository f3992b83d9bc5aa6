//! Puts the body of a small procedure in the place of its calls of itself, once.
//!
//! A recursion over numbers or lists then makes a call for every second step, or for less:
//! half the frames, half the entries. Only calls whose value is waited for are replaced; those
//! in tail position are jumps already. The calls in the copies stay calls.
//!
//! This changes neither what is evaluated nor in which order; only that a procedure is entered,
//! and pays fuel for it, less often, and that a trace has fewer lines of it.
//! Runs once, on terms that are simplified, since it goes by their size.

use crate::copy;
use crate::ir::{Form, Name, Node, Procedure, Term, Variables};

/// Nodes of a body up to which calls are worth its copies.
const NODES_MAX: usize = 32;

/// Calls of itself in a body up to which it is copied to each: with more of them the copies are
/// as large as a procedure, and most of their calls are made all the same.
const CALLS_MAX: usize = 2;

/// Unrolls what is worth it; `constant[g]` says whether global `g` keeps the value of its only
/// definition. Whether there was something.
pub fn unroll(forms: &mut [Form], variables: &mut Variables, constant: &[bool]) -> bool {
    let mut unroller = Unroller {
        variables,
        changed: false,
    };
    for form in forms {
        if let Form::Define { global, value, .. } = form
            && constant[global.0 as usize]
            && let Node::Lambda(procedure) = &mut value.node
        {
            unroller.procedure(procedure, Name::Global(*global));
        }
        unroller.locals(form.term_mut());
    }
    unroller.changed
}

struct Unroller<'a> {
    variables: &'a mut Variables,
    changed: bool,
}

impl Unroller<'_> {
    /// Unrolls the local procedures in `term` that are alone in knowing each other.
    fn locals(&mut self, term: &mut Term) {
        if let Node::Fix(bindings, _) = &mut term.node
            && let [(variable, procedure)] = &mut bindings[..]
        {
            self.procedure(procedure, Name::Local(*variable));
        }
        term.children_mut(&mut |child| self.locals(child));
    }

    fn procedure(&mut self, procedure: &mut Procedure, name: Name) {
        let [clause] = &procedure.clauses[..] else {
            return;
        };
        if procedure.sealed || clause.rest.is_some() {
            return;
        }
        let mut search = Search {
            name,
            count: clause.required.len(),
            room: NODES_MAX,
            waited_for: 0,
        };
        if !search.fits(&clause.body, true) || !(1..=CALLS_MAX).contains(&search.waited_for) {
            return;
        }
        let original = procedure.clone();
        let body = &mut procedure.clauses[0].body;
        self.replace(body, true, name, &original);
        self.changed = true;
    }

    /// Replaces calls of `name` that are not in tail position by copies of the body of `original`.
    fn replace(&mut self, term: &mut Term, is_tail: bool, name: Name, original: &Procedure) {
        each_part(term, is_tail, &mut |part, is_tail| {
            self.replace(part, is_tail, name, original);
        });
        let Node::Call(operator, operands) = &mut term.node else {
            return;
        };
        if is_tail || !name.is(operator) {
            return;
        }
        let operands = std::mem::take(operands);
        *term = copy::applied(original, operands, self.variables);
    }
}

/// The parts of a term, and whether each is in tail position.
fn each_part(term: &mut Term, is_tail: bool, visit: &mut dyn FnMut(&mut Term, bool)) {
    match &mut term.node {
        Node::If(test, consequent, alternative) => {
            visit(test, false);
            visit(consequent, is_tail);
            visit(alternative, is_tail);
        }
        Node::Let(_, value, body) => {
            visit(value, false);
            visit(body, is_tail);
        }
        Node::Sequence(terms) => {
            let last = terms.len() - 1;
            for (index, term) in terms.iter_mut().enumerate() {
                visit(term, is_tail && index == last);
            }
        }
        _ => term.children_mut(&mut |child| visit(child, false)),
    }
}

/// Looks whether a body may be copied.
struct Search {
    name: Name,
    /// Its parameters.
    count: usize,
    room: usize,
    waited_for: usize,
}

impl Search {
    /// Whether the term is small enough, has no procedures in it, and does with its own only what
    /// can be replaced.
    fn fits(&mut self, term: &Term, is_tail: bool) -> bool {
        if self.room == 0 {
            return false;
        }
        self.room -= 1;
        match &term.node {
            Node::Fix(..) | Node::Lambda(_) | Node::Packed(..) => false,
            Node::If(test, consequent, alternative) => {
                self.fits(test, false)
                    && self.fits(consequent, is_tail)
                    && self.fits(alternative, is_tail)
            }
            Node::Let(_, value, body) => self.fits(value, false) && self.fits(body, is_tail),
            Node::Sequence(terms) => {
                let last = terms.len() - 1;
                let mut parts = terms.iter().enumerate();
                parts.all(|(index, term)| self.fits(term, is_tail && index == last))
            }
            Node::Call(operator, operands) if self.name.is(operator) => {
                self.waited_for += usize::from(!is_tail);
                operands.len() == self.count && operands.iter().all(|one| self.fits(one, false))
            }
            _ if self.name.is(term) => false,
            _ => {
                let mut all = true;
                term.children(&mut |child| all = all && self.fits(child, false));
                all
            }
        }
    }
}
