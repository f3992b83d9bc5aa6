//! Puts what a procedure does where it ends at once in the place of its calls of itself.
//!
//! ```text
//!   (define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))
//!
//!   (define (fib n)
//!     (fix ((rest (lambda (n) (+ <fib (- n 1)> <fib (- n 2)>))))
//!       (if (< n 2) n (rest n))))          <fib e> is (let ((n e)) (if (< n 2) n (rest n)))
//! ```
//!
//! Of a recursion that waits for two values or more, at least every second call ends at once;
//! then it is no call any more. Nothing is evaluated twice and nothing in another order; only
//! that a procedure is entered, and pays fuel for it, less often, and that a trace has fewer lines.
//! Runs once, on terms that are simplified, since it goes by their size; before [`crate::unroll`],
//! which may then copy the rest.

use crate::copy;
use crate::ir::{Form, Name, Node, Procedure, Term, Variable, Variables};

/// Nodes of the tests and of what is done at once, up to which calls are worth their copies.
const LEAVES_MAX: usize = 16;
/// Calls up to which they are.
const CALLS_MAX: usize = 8;

/// Divides what is worth it; `constant[g]` says whether global `g` keeps the value of its only
/// definition. Whether there was something.
pub fn divide(forms: &mut [Form], variables: &mut Variables, constant: &[bool]) -> bool {
    let mut divider = Divider {
        variables,
        changed: false,
    };
    for form in forms {
        divider.locals(form.term_mut());
        if let Form::Define { global, value, .. } = form
            && constant[global.0 as usize]
            && let Node::Lambda(procedure) = &mut value.node
            && let Some((variable, rest)) = divider.procedure(procedure, Name::Global(*global))
        {
            let body = &mut procedure.clauses[0].body;
            let whole = std::mem::replace(body, Term::unspecified(body.span));
            let fix = Node::Fix(vec![(variable, rest)], Box::new(whole));
            *body = Term::new(procedure.span, fix);
        }
    }
    divider.changed
}

struct Divider<'a> {
    variables: &'a mut Variables,
    changed: bool,
}

impl Divider<'_> {
    /// Divides the local procedures in `term` that are alone in knowing each other.
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

    /// Leaves the leaves in `procedure`, and gives back the rest, if that is worth it.
    fn procedure(
        &mut self,
        procedure: &mut Procedure,
        name: Name,
    ) -> Option<(Variable, Procedure)> {
        let [clause] = &procedure.clauses[..] else {
            return None;
        };
        if procedure.sealed || clause.rest.is_some() {
            return None;
        }
        let way = way_to_rest(&clause.body, name)?;
        let mut rest = procedure.clone();
        let rest_body = &mut rest.clauses[0].body;
        *rest_body =
            std::mem::replace(follow(rest_body, &way), Term::unspecified(clause.body.span));
        let waited_for = calls(rest_body, name) - tail_calls(rest_body, name);
        if !(2..=CALLS_MAX).contains(&waited_for) {
            return None;
        }
        let variable = self.variables.fresh(procedure.name?);
        let span = procedure.span;
        let operands = clause.required.iter().map(|&one| Term::local(span, one));
        let operator = Box::new(Term::local(span, variable));
        let call = Term::new(span, Node::Call(operator, operands.collect()));
        *follow(&mut procedure.clauses[0].body, &way) = call;
        // The rest keeps the variables, so the leaves get others.
        *procedure = copy::copy(procedure, self.variables);
        let leaves = (&*procedure, &way[..]);
        self.replace(&mut rest.clauses[0].body, name, leaves);
        self.changed = true;
        Some((variable, rest))
    }

    /// Replaces calls of `name` in the frame of the rest by copies of the leaves, in which a way leads to
    /// the call of the rest.
    fn replace(&mut self, term: &mut Term, name: Name, leaves: (&Procedure, &[bool])) {
        match &mut term.node {
            Node::Lambda(_) => return,
            Node::Fix(_, body) => return self.replace(body, name, leaves),
            _ => term.children_mut(&mut |child| self.replace(child, name, leaves)),
        }
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
}

/// The branches that lead from a body past all that ends at once.
fn way_to_rest(body: &Term, name: Name) -> Option<Vec<bool>> {
    let (mut way, mut room, mut term) = (Vec::new(), LEAVES_MAX, body);
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
    way.iter().fold(body, |term, &holds| match &mut term.node {
        Node::If(_, consequent, alternative) if holds => consequent,
        Node::If(_, _, alternative) => alternative,
        _ => unreachable!("the way was found in this body"),
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
    let mut sum = match &term.node {
        Node::Lambda(_) => return 0,
        Node::Fix(_, body) => return calls(body, name),
        Node::Call(operator, _) => usize::from(name.is(operator)),
        _ => 0,
    };
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
        _ => 0,
    }
}
