//! What the tests on the way to a term say of variables.
//!
//! No variable is ever assigned (R1) and no object changes its kind, so a fact holds
//! wherever the branch that it is about has been entered, in procedures made there too.

use crate::ir::{Literal, Node, Term, Variable};
use crate::primitive::Shape;
use mound_bytecode::ops::Kind;
use mound_bytecode::unit::Immediate;

/// Kinds of which an object has at most one.
const APART: &[Kind] = &[
    Kind::Pair,
    Kind::Null,
    Kind::Boolean,
    Kind::Symbol,
    Kind::Character,
    Kind::String,
    Kind::Vector,
    Kind::Bytevector,
    Kind::Procedure,
    Kind::Number,
    Kind::Eof,
    Kind::Absent,
    Kind::Unspecified,
];

/// A variable is of a kind, or is not.
type Fact = (Variable, Kind, bool);

/// The facts that hold at a term.
#[derive(Default)]
pub struct Facts {
    known: Vec<Fact>,
}

impl Facts {
    /// How many there are, for [`Facts::forget`].
    pub fn mark(&self) -> usize {
        self.known.len()
    }

    /// Forgets what was learnt since then.
    pub fn forget(&mut self, mark: usize) {
        self.known.truncate(mark);
    }

    /// Notes what follows from a test that came out as `value`.
    pub fn learn(&mut self, test: &Term, value: bool) {
        match &test.node {
            Node::Primitive(op, operands) => {
                if let (Shape::Kind(kind), [operand]) = (op.shape, &operands[..])
                    && let Node::Local(variable) = operand.node
                {
                    self.known.push((variable, kind, value));
                }
            }
            Node::If(first, consequent, alternative) => {
                if value && is(alternative, Immediate::False) {
                    self.learn(first, true);
                    self.learn(consequent, true);
                } else if !value && is(consequent, Immediate::True) {
                    self.learn(first, false);
                    self.learn(alternative, false);
                }
            }
            _ => {}
        }
    }

    /// What `(kind? variable)` gives, if that is known.
    pub fn answer(&self, variable: Variable, kind: Kind) -> Option<bool> {
        let facts = self.known.iter().filter(|fact| fact.0 == variable);
        let mut answers = facts.filter_map(|&(_, known, holds)| {
            if known == kind {
                return Some(holds);
            }
            let apart = APART.contains(&known) && APART.contains(&kind);
            (holds && apart).then_some(false)
        });
        answers.next()
    }
}

fn is(term: &Term, immediate: Immediate) -> bool {
    matches!(term.node, Node::Constant(Literal::Immediate(found)) if found == immediate)
}
