//! Moving terms to where they are used.
//!
//! [`put_first`] replaces the only mention of a variable by the term it is bound
//! to, if nothing that matters is evaluated between the two. [`sink`] moves local
//! procedures inwards, to the smallest term with all mentions of them, so that
//! more of them turn out to be loops.

use crate::ir::{Node, Procedure, Term, Variable};
use crate::primitive::Effect;

/// What the search for the place met.
#[derive(PartialEq, Eq, Clone, Copy)]
enum Passed {
    /// Nothing that could tell the order of evaluation: go on.
    Nothing,
    /// The mention, or something that must not be passed.
    End,
}

/// Puts `value` in the place of the only mention of `variable`, if that is
/// evaluated before anything else in `term`; gives it back if not.
pub fn put_first(term: &mut Term, variable: Variable, value: Term) -> Option<Term> {
    let mut value = Some(value);
    search(term, variable, &mut value);
    value
}

fn search(term: &mut Term, variable: Variable, value: &mut Option<Term>) -> Passed {
    match &mut term.node {
        Node::Local(found) if *found == variable => {
            if let Some(value) = value.take() {
                *term = value;
            }
            Passed::End
        }
        Node::Local(_) | Node::Constant(_) | Node::Packed(..) | Node::Lambda(_) => Passed::Nothing,
        Node::Global(_) | Node::Imported(..) => Passed::End,
        Node::SetGlobal(_, inner) => {
            search(inner, variable, value);
            Passed::End
        }
        Node::If(test, ..) => {
            search(test, variable, value);
            Passed::End
        }
        Node::Let(_, inner, body) => {
            if search(inner, variable, value) == Passed::End {
                return Passed::End;
            }
            search(body, variable, value)
        }
        Node::Fix(_, body) => search(body, variable, value),
        Node::Sequence(terms) => search_all(terms, variable, value),
        Node::Primitive(op, operands) => {
            let passed = search_all(operands, variable, value);
            if op.effect == Effect::Pure {
                passed
            } else {
                Passed::End
            }
        }
        Node::Call(operator, operands) => {
            // Which procedure a name stands for is looked up after the operands.
            let is_name = matches!(operator.node, Node::Global(_) | Node::Imported(..));
            if is_name || search(operator, variable, value) == Passed::Nothing {
                search_all(operands, variable, value);
            }
            Passed::End
        }
    }
}

fn search_all(terms: &mut [Term], variable: Variable, value: &mut Option<Term>) -> Passed {
    for term in terms {
        if search(term, variable, value) == Passed::End {
            return Passed::End;
        }
    }
    Passed::Nothing
}

/// `bindings` around the smallest part of `body` that has all mentions of them.
pub fn sink(bindings: Vec<(Variable, Procedure)>, body: Term) -> Term {
    let variables: Vec<Variable> = bindings.iter().map(|(variable, _)| *variable).collect();
    let mut path = Vec::new();
    path_to_smallest(&body, &variables, &mut path);
    let mut body = body;
    wrap_at(&mut body, &path, &mut Some(bindings));
    body
}

/// Appends the numbers of the children on the way to the smallest term.
fn path_to_smallest(term: &Term, variables: &[Variable], path: &mut Vec<usize>) {
    // Never into a procedure: it would be made anew with each call.
    let enters = matches!(
        term.node,
        Node::If(..)
            | Node::Let(..)
            | Node::Sequence(_)
            | Node::Primitive(..)
            | Node::Call(..)
            | Node::SetGlobal(..)
    );
    if !enters {
        return;
    }
    let mut mentioning: Vec<usize> = Vec::new();
    let mut index = 0;
    term.children(&mut |child| {
        if mentioning.len() < 2 && child.mentions_any(variables) {
            mentioning.push(index);
        }
        index += 1;
    });
    let [only] = mentioning[..] else {
        return;
    };
    let mut index = 0;
    term.children(&mut |child| {
        // Around a bare name nothing is gained.
        if index == only && !matches!(child.node, Node::Local(_)) {
            path.push(only);
            path_to_smallest(child, variables, path);
        }
        index += 1;
    });
}

fn wrap_at(term: &mut Term, path: &[usize], bindings: &mut Option<Vec<(Variable, Procedure)>>) {
    let Some((&wanted, path)) = path.split_first() else {
        if let Some(bindings) = bindings.take() {
            let span = term.span;
            let inner = std::mem::replace(term, Term::unspecified(span));
            *term = Term::new(span, Node::Fix(bindings, Box::new(inner)));
        }
        return;
    };
    let mut index = 0;
    term.children_mut(&mut |child| {
        if index == wanted {
            wrap_at(child, path, bindings);
        }
        index += 1;
    });
}
