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

/// `bindings` around the smallest part of `body` that has all mentions of them; these are at
/// most `uses`.
pub fn sink(bindings: Vec<(Variable, Procedure)>, body: Term, uses: u32) -> Term {
    let mut path = Vec::new();
    if enters(&body) {
        let mut search = Smallest {
            variables: bindings.iter().map(|(variable, _)| *variable).collect(),
            left: uses,
        };
        search.mentions(&body, Some(&mut path));
    }
    path.reverse();
    let mut body = body;
    wrap_at(&mut body, &path, &mut Some(bindings));
    body
}

/// Whether procedures may be moved into the parts of a term. Never into a procedure: they would be
/// made anew with each call.
fn enters(term: &Term) -> bool {
    matches!(
        term.node,
        Node::If(..)
            | Node::Let(..)
            | Node::Sequence(_)
            | Node::Primitive(..)
            | Node::Call(..)
            | Node::SetGlobal(..)
    )
}

/// Looks for the way to the smallest term with all mentions, in one walk.
struct Smallest {
    variables: Vec<Variable>,
    /// Mentions not yet seen, at most. After the last the walk ends.
    left: u32,
}

impl Smallest {
    /// Whether the term mentions the variables. Puts the way from it to the smallest term there, the
    /// last step first.
    fn mentions(&mut self, term: &Term, path: Option<&mut Vec<usize>>) -> bool {
        if self.left == 0 {
            return false;
        }
        if let Node::Local(variable) | Node::Packed(variable, _) = &term.node {
            let found = self.variables.contains(variable);
            self.left -= u32::from(found);
            return found;
        }
        let wants_path = path.is_some() && enters(term);
        let mut mentioning = 0;
        let mut way = Vec::new();
        let mut index = 0;
        term.children(&mut |child| {
            let mut inner = Vec::new();
            if self.mentions(child, wants_path.then_some(&mut inner)) {
                mentioning += 1;
                // Around a bare name nothing is gained.
                if !matches!(child.node, Node::Local(_)) {
                    inner.push(index);
                    way = inner;
                }
            }
            index += 1;
        });
        if let Some(path) = path
            && wants_path
            && mentioning == 1
        {
            *path = way;
        }
        mentioning > 0
    }
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
