//! Puts recursive procedures, or parts of them, in the place of their calls of themselves.
//!
//! What a procedure does where it ends at once, if it waits for itself at several places:
//!
//! ```text
//!   (define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))
//!
//!   (define (fib n)
//!     (fix ((rest (lambda (n) (+ <fib (- n 1)> <fib (- n 2)>))))
//!       (if (< n 2) n (rest n))))          <fib e> is (let ((n e)) (if (< n 2) n (rest n)))
//! ```
//!
//! Of these calls at least every second one ends at once; then it is no call any more.
//! And the whole of a small procedure, or of such a rest, once: a recursion over numbers or lists then makes a call for
//! every second step, or for less. Only calls whose value is waited for are replaced; those in tail position are jumps
//! already. The calls in the copies stay calls.
//!
//! Nothing is evaluated twice and nothing in another order. One pass over terms that are simplified, since it goes
//! by their size; what is worth it is in [`crate::inline`].

use super::copy;
use super::{Budget, LEAVES_CALLS, LEAVES_NODES, RECURSION_CALLS, RECURSION_NODES, size};
use crate::ir::{Form, Name, Node, Procedure, Term, Variable, Variables};

/// Copies what is worth it; `constant[g]` says whether global `g` keeps the value of its only
/// definition. Whether there was something.
pub fn inline_recursions(
    forms: &mut [Form],
    variables: &mut Variables,
    constant: &[bool],
    budget: &mut Budget,
) -> bool {
    let mut changed = false;
    for (number, form) in forms.iter_mut().enumerate() {
        let mut inliner = Inliner {
            variables,
            budget,
            form: number,
            changed: false,
        };
        inliner.locals(form.term_mut());
        if let Form::Define { global, value, .. } = form
            && constant[global.0 as usize]
            && let Node::Lambda(procedure) = &mut value.node
            && let Some(rest) = inliner.procedure(procedure, Name::Global(*global))
        {
            let body = &mut procedure.clauses[0].body;
            let whole = std::mem::replace(body, Term::unspecified(body.span));
            let fix = Node::Fix(vec![rest], Box::new(whole));
            *body = Term::new(procedure.span, fix);
        }
        changed |= inliner.changed;
    }
    changed
}

struct Inliner<'a> {
    variables: &'a mut Variables,
    budget: &'a mut Budget,
    /// The number of the form that is looked at.
    form: usize,
    changed: bool,
}

impl Inliner<'_> {
    /// Looks at the local procedures in `term` that are alone in knowing each other.
    fn locals(&mut self, term: &mut Term) {
        term.children_mut(&mut |child| self.locals(child));
        if let Node::Fix(bindings, _) = &mut term.node
            && let [(variable, procedure)] = &mut bindings[..]
        {
            let name = Name::Local(*variable);
            let rest = self.procedure(procedure, name);
            bindings.extend(rest);
        }
    }

    /// Copies what is worth it in `procedure`; what is left of it, if it was divided.
    fn procedure(
        &mut self,
        procedure: &mut Procedure,
        name: Name,
    ) -> Option<(Variable, Procedure)> {
        if procedure.sealed || procedure.clauses.len() != 1 || procedure.clauses[0].rest.is_some() {
            return None;
        }
        match self.divide(procedure, name) {
            Some((variable, mut rest)) => {
                self.unroll(&mut rest, Name::Local(variable));
                Some((variable, rest))
            }
            None => {
                self.unroll(procedure, name);
                None
            }
        }
    }

    /// Leaves the leaves in `procedure`, and gives back the rest, if that is worth it.
    fn divide(&mut self, procedure: &mut Procedure, name: Name) -> Option<(Variable, Procedure)> {
        let label = procedure.name?;
        let clause = &procedure.clauses[0];
        let way = way_to_rest(&clause.body, name)?;
        let mut rest = procedure.clone();
        let rest_body = &mut rest.clauses[0].body;
        *rest_body =
            std::mem::replace(follow(rest_body, &way), Term::unspecified(clause.body.span));
        let all_calls = calls(rest_body, name);
        let waited_for = all_calls - tail_calls(rest_body, name);
        let leaves_nodes = size(&clause.body) - size(rest_body);
        if !(2..=LEAVES_CALLS).contains(&waited_for)
            || !self.budget.pay(self.form, all_calls * leaves_nodes)
        {
            return None;
        }
        let variable = self.variables.fresh(label);
        let span = procedure.span;
        let operands = clause.required.iter().map(|&one| Term::local(span, one));
        let operator = Box::new(Term::local(span, variable));
        let call = Term::new(span, Node::Call(operator, operands.collect()));
        *follow(&mut procedure.clauses[0].body, &way) = call;
        // The rest keeps the variables, so the leaves get others.
        *procedure = copy::copy(procedure, self.variables);
        let leaves = (&*procedure, &way[..]);
        self.replace_by_leaves(&mut rest.clauses[0].body, name, leaves);
        self.changed = true;
        Some((variable, rest))
    }

    /// Replaces calls of `name` in the frame of the rest by copies of the leaves, in which a way leads to
    /// the call of the rest.
    fn replace_by_leaves(&mut self, term: &mut Term, name: Name, leaves: (&Procedure, &[bool])) {
        if matches!(term.node, Node::Lambda(_)) {
            return;
        }
        if let Node::Fix(_, body) = &mut term.node {
            return self.replace_by_leaves(body, name, leaves);
        }
        term.children_mut(&mut |child| self.replace_by_leaves(child, name, leaves));
        let (procedure, way) = leaves;
        let Node::Call(operator, operands) = &mut term.node else {
            return;
        };
        if !name.is(operator) || operands.len() != procedure.clauses[0].required.len() {
            return;
        }
        let mut leaves = procedure.clone();
        // In a trace it is the call that is written there.
        follow(&mut leaves.clauses[0].body, way).span = term.span;
        let operands = std::mem::take(operands);
        *term = copy::applied(&leaves, operands, self.variables);
    }

    /// Copies the whole of a small procedure to its calls of itself.
    fn unroll(&mut self, procedure: &mut Procedure, name: Name) {
        let clause = &procedure.clauses[0];
        let mut search = Search {
            name,
            count: clause.required.len(),
            room: RECURSION_NODES,
            waited_for: 0,
        };
        if !search.fits(&clause.body, true)
            || !(1..=RECURSION_CALLS).contains(&search.waited_for)
            || !self
                .budget
                .pay(self.form, search.waited_for * size(&clause.body))
        {
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

/// The branches that lead from a body past all that ends at once.
fn way_to_rest(body: &Term, name: Name) -> Option<Vec<bool>> {
    let (mut way, mut room, mut term) = (Vec::new(), LEAVES_NODES, body);
    while let Node::If(test, consequent, alternative) = &term.node {
        let mut left = room;
        if !is_leaf(test, name, &mut left) {
            break;
        }
        let mut other = left;
        if is_leaf(consequent, name, &mut left) {
            way.push(false);
            (term, room) = (alternative, left);
        } else if is_leaf(alternative, name, &mut other) {
            way.push(true);
            (term, room) = (consequent, other);
        } else {
            break;
        }
    }
    (!way.is_empty()).then_some(way)
}

/// The term at the end of a way.
fn follow<'a>(body: &'a mut Term, way: &[bool]) -> &'a mut Term {
    way.iter().fold(body, |term, &holds| {
        let Node::If(_, consequent, alternative) = &mut term.node else {
            unreachable!("the way was found in this body");
        };
        match holds {
            true => consequent,
            false => alternative,
        }
    })
}

/// Whether a term has no procedure in it, does not mention `name`, and has nodes for which there is room.
fn is_leaf(term: &Term, name: Name, room: &mut usize) -> bool {
    if *room == 0 || name.is(term) {
        return false;
    }
    *room -= 1;
    if matches!(
        term.node,
        Node::Fix(..) | Node::Lambda(_) | Node::Packed(..)
    ) {
        return false;
    }
    let mut all = true;
    term.children(&mut |child| all = all && is_leaf(child, name, room));
    all
}

/// How many calls of `name` there are in the frame of a term.
fn calls(term: &Term, name: Name) -> usize {
    if matches!(term.node, Node::Lambda(_)) {
        return 0;
    }
    if let Node::Fix(_, body) = &term.node {
        return calls(body, name);
    }
    let is_call = matches!(&term.node, Node::Call(operator, _) if name.is(operator));
    let mut sum = usize::from(is_call);
    term.children(&mut |child| sum += calls(child, name));
    sum
}

/// How many of them nobody waits for.
fn tail_calls(term: &Term, name: Name) -> usize {
    match &term.node {
        Node::If(_, consequent, alternative) => {
            tail_calls(consequent, name) + tail_calls(alternative, name)
        }
        Node::Let(_, _, body) | Node::Fix(_, body) => tail_calls(body, name),
        Node::Sequence(terms) => terms.last().map_or(0, |last| tail_calls(last, name)),
        Node::Call(operator, _) => usize::from(name.is(operator)),
        Node::Constant(_)
        | Node::Local(_)
        | Node::Packed(..)
        | Node::Global(_)
        | Node::Imported(..)
        | Node::SetGlobal(..)
        | Node::Lambda(_)
        | Node::Primitive(..) => 0,
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
        Node::Constant(_)
        | Node::Local(_)
        | Node::Packed(..)
        | Node::Global(_)
        | Node::Imported(..)
        | Node::SetGlobal(..)
        | Node::Fix(..)
        | Node::Lambda(_)
        | Node::Call(..)
        | Node::Primitive(..) => term.children_mut(&mut |child| visit(child, false)),
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
            Node::Let(_, value, body) => {
                // A name of an atom goes when this is simplified.
                let is_free = matches!(value.node, Node::Local(_) | Node::Constant(_));
                self.room += usize::from(is_free);
                (is_free || self.fits(value, false)) && self.fits(body, is_tail)
            }
            Node::Sequence(terms) => {
                let last = terms.len() - 1;
                let mut parts = terms.iter().enumerate();
                parts.all(|(index, term)| self.fits(term, is_tail && index == last))
            }
            Node::Call(operator, operands) if self.name.is(operator) => {
                self.waited_for += usize::from(!is_tail);
                operands.len() == self.count && operands.iter().all(|one| self.fits(one, false))
            }
            Node::Constant(_)
            | Node::Local(_)
            | Node::Global(_)
            | Node::Imported(..)
            | Node::SetGlobal(..)
            | Node::Call(..)
            | Node::Primitive(..) => {
                let mut all = !self.name.is(term);
                term.children(&mut |child| all = all && self.fits(child, false));
                all
            }
        }
    }
}
