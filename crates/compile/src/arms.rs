//! Takes a call that a procedure goes on with in both branches of a test out of them.
//!
//! ```text
//!   (if (< (car l) p)
//!       (loop (cdr l) (cons (car l) less) more)
//!       (loop (cdr l) less (cons (car l) more)))
//!
//!   (let* ((a (car l)) (c (< a p)) (n (cons a (if c less more))))
//!     (loop (cdr l) (if c n less) (if c more n)))
//! ```
//!
//! Where each element of a list goes nobody can foretell, so every second branch is mistaken, and
//! that costs as much as all the rest. A choice of two values that are there is no branch in
//! machine code. This is done only where each branch makes one pair, and is worth it for nothing
//! that is less. The test is evaluated once, as before; of what can raise, all is in both
//! branches. Runs last before [`crate::outline`]: the terms that it makes are not simplified again.

use crate::ir::{Form, Literal, Name, Node, Term, Variable, Variables};
use crate::primitive::{Effect, PrimitiveOp, Shape};
use mound_base::{Span, Symbol};
use mound_bytecode::ops::Op;

/// Joins what can be joined; `constant[g]` says whether global `g` keeps the value of its only
/// definition.
pub fn join(forms: &mut [Form], variables: &mut Variables, constant: &[bool]) {
    let mut joiner = Joiner { variables };
    for form in forms {
        if let Form::Define { global, value, .. } = form
            && constant[global.0 as usize]
            && let Node::Lambda(procedure) = &mut value.node
        {
            for clause in &mut procedure.clauses {
                joiner.tails(&mut clause.body, Name::Global(*global));
            }
        }
        joiner.locals(form.term_mut());
    }
}

/// What becomes of an operand of the two calls.
enum Operand<'a> {
    /// It is the same in both.
    Same(&'a Term),
    /// It is one of two atoms.
    Either(&'a Term, &'a Term),
    /// The new pair in the first, this atom in the second.
    First(&'a Term),
    /// The other way round.
    Second(&'a Term),
    /// The new pair in both.
    Both,
}

struct Joiner<'a> {
    variables: &'a mut Variables,
}

impl Joiner<'_> {
    /// Joins calls of the local procedures in `term` by themselves.
    fn locals(&mut self, term: &mut Term) {
        if let Node::Fix(bindings, _) = &mut term.node {
            for (variable, procedure) in bindings {
                for clause in &mut procedure.clauses {
                    self.tails(&mut clause.body, Name::Local(*variable));
                }
            }
        }
        term.children_mut(&mut |child| self.locals(child));
    }

    /// Joins the calls of `name` that `term` ends with.
    fn tails(&mut self, term: &mut Term, name: Name) {
        match &mut term.node {
            Node::Let(_, _, body) | Node::Fix(_, body) => self.tails(body, name),
            Node::Sequence(terms) => {
                if let Some(last) = terms.last_mut() {
                    self.tails(last, name);
                }
            }
            Node::If(_, consequent, alternative) => {
                self.tails(consequent, name);
                self.tails(alternative, name);
                if let Some(joined) = self.joined(term, name) {
                    *term = joined;
                }
            }
            _ => {}
        }
    }

    /// The conditional as one call, if both branches are calls of `name` that differ in where
    /// they put a new pair.
    fn joined(&mut self, term: &Term, name: Name) -> Option<Term> {
        let Node::If(test, consequent, alternative) = &term.node else {
            return None;
        };
        if !matches!(test.node, Node::Call(..) | Node::Primitive(..)) {
            return None;
        }
        let (operator, first) = call_of(consequent, name)?;
        let (_, second) = call_of(alternative, name)?;
        let (operands, pairs) = compare(first, second)?;
        let (cons, left) = pair_of(pairs[0])?;
        let (_, right) = pair_of(pairs[1])?;
        if !left.iter().zip(right).all(|(a, b)| can_be_either(a, b)) {
            return None;
        }
        let mut joining = Joining::new(test, self.variables);
        let fields = left.iter().zip(right);
        let fields = fields.map(|(a, b)| joining.either(a.clone(), b.clone()));
        let pair = Node::Primitive(cons, fields.collect());
        let pair = Term::new(pairs[0].span, pair);
        let new = joining.variables.fresh(Symbol::intern("pair"));
        let mention = || Term::local(pair.span, new);
        let operands = operands.into_iter().map(|operand| match operand {
            Operand::Same(term) => joining.known(term.clone()),
            Operand::Either(a, b) => joining.either(a.clone(), b.clone()),
            Operand::First(other) => joining.either(mention(), other.clone()),
            Operand::Second(other) => joining.either(other.clone(), mention()),
            Operand::Both => mention(),
        });
        let call = Node::Call(Box::new(operator.clone()), operands.collect());
        let body = Term::new(consequent.span, call).bind(new, pair);
        Some(joining.around(body, term.span))
    }
}

/// What becomes of the operands, and the new pair of each call, if each makes one and the others
/// are the same or atoms.
fn compare<'a>(first: &'a [Term], second: &'a [Term]) -> Option<(Vec<Operand<'a>>, [&'a Term; 2])> {
    if first.len() != second.len() {
        return None;
    }
    let (mut pairs, mut operands) = ([None; 2], Vec::new());
    for (left, right) in first.iter().zip(second) {
        let makes = [left, right].map(|operand| pair_of(operand).is_some());
        operands.push(match (makes, pairs) {
            _ if is_same(left, right) && left.is_quiet() => Operand::Same(left),
            _ if is_atom(left) && is_atom(right) => Operand::Either(left, right),
            ([true, false], [None, _]) if is_atom(right) => {
                pairs[0] = Some(left);
                Operand::First(right)
            }
            ([false, true], [_, None]) if is_atom(left) => {
                pairs[1] = Some(right);
                Operand::Second(left)
            }
            ([true, true], [None, None]) => {
                pairs = [Some(left), Some(right)];
                Operand::Both
            }
            _ => return None,
        });
    }
    Some((operands, [pairs[0]?, pairs[1]?]))
}

/// One conditional on its way to be one call.
struct Joining<'a> {
    variables: &'a mut Variables,
    test: Term,
    /// Stands for the value of the test.
    chooser: Variable,
    /// Operands of the test that are needed again, and what stands for them.
    bound: Vec<(Variable, Term)>,
}

impl<'a> Joining<'a> {
    fn new(test: &Term, variables: &'a mut Variables) -> Joining<'a> {
        let chooser = variables.fresh(Symbol::intern("chooser"));
        Joining {
            variables,
            test: test.clone(),
            chooser,
            bound: Vec::new(),
        }
    }

    /// A quiet term, or the variable for it if the test has evaluated the same already.
    fn known(&mut self, term: Term) -> Term {
        let Node::Primitive(op, operands) = &mut self.test.node else {
            return term;
        };
        if is_atom(&term) || op.effect > Effect::Raises || !operands.iter().all(Term::is_quiet) {
            return term;
        }
        if let Some(operand) = operands.iter_mut().find(|operand| is_same(operand, &term)) {
            let variable = self.variables.fresh(Symbol::intern("operand"));
            let mention = Term::local(operand.span, variable);
            self.bound
                .push((variable, std::mem::replace(operand, mention)));
        }
        let bound = self.bound.iter().find(|(_, value)| is_same(value, &term));
        match bound {
            Some((variable, _)) => Term::local(term.span, *variable),
            None => term,
        }
    }

    /// What is `first` if the test holds and `second` if not.
    fn either(&mut self, first: Term, second: Term) -> Term {
        if is_same(&first, &second) {
            return self.known(first);
        }
        let span = self.test.span;
        let branches = (Box::new(first), Box::new(second));
        let chooser = Box::new(Term::local(span, self.chooser));
        Term::new(span, Node::If(chooser, branches.0, branches.1))
    }

    /// The test and what it needs, and then `body`.
    fn around(self, mut body: Term, span: Span) -> Term {
        body = body.bind(self.chooser, self.test);
        for (variable, value) in self.bound.into_iter().rev() {
            body = body.bind(variable, value);
        }
        body.span = span;
        body
    }
}

/// Operator and operands of a call of `name`.
fn call_of(term: &Term, name: Name) -> Option<(&Term, &[Term])> {
    match &term.node {
        Node::Call(operator, operands) if name.is(operator) => Some((operator, operands)),
        _ => None,
    }
}

/// The primitive and its two operands, if the term makes a pair.
fn pair_of(term: &Term) -> Option<(&'static PrimitiveOp, &[Term])> {
    match &term.node {
        Node::Primitive(op, operands) if op.shape == Shape::Binary(Op::Cons) => {
            Some((op, operands))
        }
        _ => None,
    }
}

/// Whether one term can stand for both.
fn can_be_either(left: &Term, right: &Term) -> bool {
    is_same(left, right) && left.is_quiet() || is_atom(left) && is_atom(right)
}

/// Whether it is there without being evaluated.
fn is_atom(term: &Term) -> bool {
    matches!(term.node, Node::Constant(_) | Node::Local(_))
}

/// Whether two terms are written alike. Those that bind variables never are.
fn is_same(left: &Term, right: &Term) -> bool {
    match (&left.node, &right.node) {
        (Node::Constant(left), Node::Constant(right)) => is_same_literal(left, right),
        (Node::Local(left), Node::Local(right)) => left == right,
        (Node::Primitive(left, operands), Node::Primitive(right, others)) => {
            left.name == right.name
                && operands.len() == others.len()
                && operands.iter().zip(others).all(|(a, b)| is_same(a, b))
        }
        _ => false,
    }
}

fn is_same_literal(left: &Literal, right: &Literal) -> bool {
    match (left, right) {
        (Literal::Immediate(left), Literal::Immediate(right)) => left == right,
        (Literal::Fixnum(left), Literal::Fixnum(right)) => left == right,
        (Literal::Character(left), Literal::Character(right)) => left == right,
        (Literal::Symbol(left), Literal::Symbol(right)) => left == right,
        _ => false,
    }
}
