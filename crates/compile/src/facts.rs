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
        if let Node::Primitive(op, operands) = &test.node
            && let (Shape::Kind(kind), [operand]) = (op.shape, &operands[..])
            && let Some(variable) = operand.as_local()
        {
            self.known.push((variable, kind, value));
        }
        if let Node::If(first, consequent, alternative) = &test.node {
            if value && is(alternative, Immediate::False) {
                self.learn(first, true);
                self.learn(consequent, true);
            } else if !value && is(consequent, Immediate::True) {
                self.learn(first, false);
                self.learn(alternative, false);
            }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::primitive;
    use mound_base::Span;

    fn term(node: Node) -> Term {
        Term::new(Span::NONE, node)
    }

    /// The test of the variable by a predicate.
    fn test(name: &str, variable: u32) -> Term {
        let operand = term(Node::Local(Variable(variable)));
        term(Node::Primitive(primitive::known(name), vec![operand]))
    }

    fn constant(immediate: Immediate) -> Term {
        term(Node::Constant(Literal::Immediate(immediate)))
    }

    fn branch(first: Term, consequent: Term, alternative: Term) -> Term {
        let parts = (Box::new(first), Box::new(consequent), Box::new(alternative));
        term(Node::If(parts.0, parts.1, parts.2))
    }

    /// Predicates, and whether two of a kind apart exclude each other.
    const PREDICATES: &[(&str, bool)] = &[
        ("pair?", true),
        ("null?", true),
        ("boolean?", true),
        ("symbol?", true),
        ("char?", true),
        ("string?", true),
        ("vector?", true),
        ("procedure?", true),
        ("number?", true),
        ("eof-object?", true),
        ("absent?", true),
        ("unspecified?", true),
        ("real?", false),
        ("exact-integer?", false),
        ("fixnum?", false),
        ("flonum?", false),
    ];

    fn kind(name: &str) -> Kind {
        let shape = primitive::known(name).shape;
        let Shape::Kind(kind) = shape else {
            panic!("{name} is {shape:?}");
        };
        kind
    }

    #[test]
    fn a_test_answers_itself_and_those_that_it_excludes() {
        for &(learnt, learnt_apart) in PREDICATES {
            for &(asked, asked_apart) in PREDICATES {
                for value in [true, false] {
                    let mut facts = Facts::default();
                    facts.learn(&test(learnt, 1), value);
                    let expected = match (learnt == asked, value) {
                        (true, value) => Some(value),
                        (false, true) if learnt_apart && asked_apart => Some(false),
                        _ => None,
                    };
                    let found = facts.answer(Variable(1), kind(asked));
                    assert_eq!(found, expected, "({asked} x) where ({learnt} x) is {value}");
                    assert_eq!(facts.answer(Variable(2), kind(asked)), None);
                }
            }
        }
    }

    #[test]
    fn what_was_learnt_last_is_forgotten_first() {
        let mut facts = Facts::default();
        facts.learn(&test("real?", 1), true);
        let mark = facts.mark();
        facts.learn(&test("fixnum?", 1), false);
        facts.learn(&test("pair?", 2), true);
        assert_eq!(facts.answer(Variable(1), Kind::Fixnum), Some(false));
        assert_eq!(facts.answer(Variable(2), Kind::Null), Some(false));
        facts.forget(mark);
        assert_eq!(facts.answer(Variable(1), Kind::Fixnum), None);
        assert_eq!(facts.answer(Variable(2), Kind::Null), None);
        assert_eq!(facts.answer(Variable(1), Kind::Real), Some(true));
    }

    #[test]
    fn both_parts_of_and_and_or_are_learnt_where_they_must_be_so() {
        use Immediate::{False, Null, True};
        let one = || test("pair?", 1);
        let other = || test("symbol?", 2);
        for (term, value, expected) in [
            // (and one other)
            (branch(one(), other(), constant(False)), true, Some(true)),
            (branch(one(), other(), constant(False)), false, None),
            // (or one other)
            (branch(one(), constant(True), other()), false, Some(false)),
            (branch(one(), constant(True), other()), true, None),
            // Anything else tells nothing.
            (branch(one(), other(), constant(True)), true, None),
            (branch(one(), other(), constant(Null)), true, None),
            (branch(one(), constant(False), other()), false, None),
            (constant(True), true, None),
        ] {
            let mut facts = Facts::default();
            facts.learn(&term, value);
            let found = [(1, Kind::Pair), (2, Kind::Symbol)]
                .map(|(variable, kind)| facts.answer(Variable(variable), kind));
            assert_eq!(found, [expected; 2], "{term:?} is {value}");
        }
    }
}
