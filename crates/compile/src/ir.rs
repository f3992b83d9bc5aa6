//! The language the passes of the compiler work on.
//!
//! It differs from the core language in three ways: no local variable is ever
//! assigned (assigned ones hold boxes), `letrec` binds only procedures, and
//! primitives are resolved. A term is a tree that passes take apart and rebuild.
//!
//! Invariants:
//! - R1. Each [`Variable`] is bound at one place of one form; copied code gets new variables.
//! - R2. Operands are evaluated from left to right, after an operator that is not an atom.
//! - R3. A variable bound by [`Node::Fix`] is never bound to anything but that procedure.

use crate::primitive::{Effect, PrimitiveOp};
use mound_base::{Span, Symbol};
use mound_bytecode::unit::Immediate;
use mound_expand::core::{GlobalId, ImportId, RecordType};
use mound_syntax::Datum;
use std::rc::Rc;

/// A local variable: a number into [`Variables`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Variable(pub u32);

impl Variable {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The names of all variables of a unit.
#[derive(Default)]
pub struct Variables {
    names: Vec<Symbol>,
}

impl Variables {
    pub fn fresh(&mut self, name: Symbol) -> Variable {
        let variable = Variable(self.names.len() as u32);
        self.names.push(name);
        variable
    }

    pub fn name(&self, variable: Variable) -> Symbol {
        self.names[variable.index()]
    }

    pub fn len(&self) -> usize {
        self.names.len()
    }
}

#[derive(Clone, Debug)]
pub struct Term {
    pub span: Span,
    pub node: Node,
}

#[derive(Clone, Debug)]
pub enum Node {
    Constant(Literal),
    Local(Variable),
    /// A variable that was packed in a tree of pairs, and the way to it from the
    /// root: `true` is the cdr. See `outline`.
    Packed(Variable, Rc<[bool]>),
    Global(GlobalId),
    Imported(ImportId, Symbol),
    SetGlobal(GlobalId, Box<Term>),
    If(Box<Term>, Box<Term>, Box<Term>),
    /// At least one term.
    Sequence(Vec<Term>),
    Let(Variable, Box<Term>, Box<Term>),
    /// Procedures that may refer to each other.
    Fix(Vec<(Variable, Procedure)>, Box<Term>),
    Lambda(Box<Procedure>),
    Call(Box<Term>, Vec<Term>),
    Primitive(&'static PrimitiveOp, Vec<Term>),
}

#[derive(Clone, Debug)]
pub enum Literal {
    Immediate(Immediate),
    Fixnum(i64),
    Character(char),
    Symbol(Symbol),
    /// Anything else that was quoted.
    Datum(Rc<Datum>),
    RecordType(Rc<RecordType>),
}

#[derive(Clone, Debug)]
pub struct Procedure {
    pub name: Option<Symbol>,
    pub span: Span,
    pub clauses: Vec<Clause>,
    /// Made by `outline` to keep frames small, or a piece of a long form: must stay a procedure of its own.
    pub sealed: bool,
}

#[derive(Clone, Debug)]
pub struct Clause {
    pub required: Vec<Variable>,
    pub rest: Option<Variable>,
    pub body: Term,
}

impl Clause {
    pub fn accepts(&self, count: usize) -> bool {
        count == self.required.len() || self.rest.is_some() && count > self.required.len()
    }

    /// All parameters, the rest parameter last.
    pub fn parameters(&self) -> impl Iterator<Item = Variable> + '_ {
        self.required.iter().copied().chain(self.rest)
    }
}

impl Procedure {
    /// The clause that is run for this number of arguments.
    pub fn clause_for(&self, count: usize) -> Option<usize> {
        self.clauses.iter().position(|clause| clause.accepts(count))
    }
}

impl Term {
    pub fn new(span: Span, node: Node) -> Term {
        Term { span, node }
    }

    pub fn immediate(span: Span, immediate: Immediate) -> Term {
        Term::new(span, Node::Constant(Literal::Immediate(immediate)))
    }

    pub fn unspecified(span: Span) -> Term {
        Term::immediate(span, Immediate::Unspecified)
    }

    pub fn boolean(span: Span, value: bool) -> Term {
        let immediate = if value {
            Immediate::True
        } else {
            Immediate::False
        };
        Term::immediate(span, immediate)
    }

    pub fn local(span: Span, variable: Variable) -> Term {
        Term::new(span, Node::Local(variable))
    }

    /// The variable that it is, if it is one.
    pub fn as_local(&self) -> Option<Variable> {
        let Node::Local(variable) = self.node else {
            return None;
        };
        Some(variable)
    }

    /// The literal that it is, if it is one.
    pub fn as_constant(&self) -> Option<&Literal> {
        let Node::Constant(literal) = &self.node else {
            return None;
        };
        Some(literal)
    }

    /// The fixnum that it is, if it is a literal one.
    pub fn as_fixnum(&self) -> Option<i64> {
        let Node::Constant(Literal::Fixnum(value)) = self.node else {
            return None;
        };
        Some(value)
    }

    pub fn bind(self, variable: Variable, value: Term) -> Term {
        let span = self.span;
        Term::new(span, Node::Let(variable, Box::new(value), Box::new(self)))
    }

    /// The terms directly within, procedure bodies included, in order of evaluation.
    pub fn children(&self, visit: &mut dyn FnMut(&Term)) {
        match &self.node {
            Node::Constant(_)
            | Node::Local(_)
            | Node::Packed(..)
            | Node::Global(_)
            | Node::Imported(..) => {}
            Node::SetGlobal(_, value) => visit(value),
            Node::If(test, consequent, alternative) => {
                visit(test);
                visit(consequent);
                visit(alternative);
            }
            Node::Sequence(terms) | Node::Primitive(_, terms) => terms.iter().for_each(visit),
            Node::Let(_, value, body) => {
                visit(value);
                visit(body);
            }
            Node::Fix(bindings, body) => {
                for (_, procedure) in bindings {
                    procedure
                        .clauses
                        .iter()
                        .for_each(|clause| visit(&clause.body));
                }
                visit(body);
            }
            Node::Lambda(procedure) => {
                procedure
                    .clauses
                    .iter()
                    .for_each(|clause| visit(&clause.body));
            }
            Node::Call(operator, operands) => {
                visit(operator);
                operands.iter().for_each(visit);
            }
        }
    }

    /// Like [`Term::children`], to change them.
    pub fn children_mut(&mut self, visit: &mut dyn FnMut(&mut Term)) {
        match &mut self.node {
            Node::Constant(_)
            | Node::Local(_)
            | Node::Packed(..)
            | Node::Global(_)
            | Node::Imported(..) => {}
            Node::SetGlobal(_, value) => visit(value),
            Node::If(test, consequent, alternative) => {
                visit(test);
                visit(consequent);
                visit(alternative);
            }
            Node::Sequence(terms) | Node::Primitive(_, terms) => terms.iter_mut().for_each(visit),
            Node::Let(_, value, body) => {
                visit(value);
                visit(body);
            }
            Node::Fix(bindings, body) => {
                for (_, procedure) in bindings {
                    for clause in &mut procedure.clauses {
                        visit(&mut clause.body);
                    }
                }
                visit(body);
            }
            Node::Lambda(procedure) => {
                for clause in &mut procedure.clauses {
                    visit(&mut clause.body);
                }
            }
            Node::Call(operator, operands) => {
                visit(operator);
                operands.iter_mut().for_each(visit);
            }
        }
    }

    /// Calls `visit` with each mention of a variable, bound within or not.
    pub fn mentions(&self, visit: &mut dyn FnMut(Variable)) {
        if let Node::Local(variable) | Node::Packed(variable, _) = self.node {
            visit(variable)
        } else {
            self.children(&mut |child| child.mentions(visit))
        }
    }

    /// Whether the only effect that evaluating it can have is an error.
    pub fn is_quiet(&self) -> bool {
        match &self.node {
            Node::Constant(_) | Node::Local(_) | Node::Packed(..) => true,
            // Unboxing and the like may see what another term changes, but quiet ones change nothing.
            Node::Primitive(op, operands) => {
                op.effect <= Effect::Raises && operands.iter().all(Term::is_quiet)
            }
            Node::If(test, consequent, alternative) => {
                test.is_quiet() && consequent.is_quiet() && alternative.is_quiet()
            }
            Node::Let(_, value, body) => value.is_quiet() && body.is_quiet(),
            Node::Global(_)
            | Node::Imported(..)
            | Node::SetGlobal(..)
            | Node::Sequence(_)
            | Node::Fix(..)
            | Node::Lambda(_)
            | Node::Call(..) => false,
        }
    }

    /// Whether any of `variables` is mentioned.
    pub fn mentions_any(&self, variables: &[Variable]) -> bool {
        let mut found = false;
        self.mentions(&mut |variable| found |= variables.contains(&variable));
        found
    }
}

impl Procedure {
    pub fn mentions_any(&self, variables: &[Variable]) -> bool {
        self.clauses
            .iter()
            .any(|clause| clause.body.mentions_any(variables))
    }
}

impl Literal {
    /// Whether it counts as true in a test.
    pub fn is_true(&self) -> bool {
        !matches!(self, Literal::Immediate(Immediate::False))
    }
}

/// What a procedure is called by where it is called by its name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Name {
    Global(GlobalId),
    Local(Variable),
}

impl Name {
    fn of(term: &Term) -> Option<Name> {
        if let Node::Global(global) = term.node {
            return Some(Name::Global(global));
        }
        term.as_local().map(Name::Local)
    }

    pub fn is(self, term: &Term) -> bool {
        Name::of(term) == Some(self)
    }
}

/// A top-level form.
pub enum Form {
    Define {
        global: GlobalId,
        span: Span,
        value: Term,
    },
    Expression(Term),
}

impl Form {
    pub fn term(&self) -> &Term {
        match self {
            Form::Define { value, .. } => value,
            Form::Expression(term) => term,
        }
    }

    pub fn term_mut(&mut self) -> &mut Term {
        match self {
            Form::Define { value, .. } => value,
            Form::Expression(term) => term,
        }
    }
}
