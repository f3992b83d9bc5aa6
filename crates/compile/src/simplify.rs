//! Makes terms smaller: known operands, known branches, calls of known procedures.
//!
//! Works in rounds. Each counts the uses of all variables first, then rebuilds
//! the forms once. During a round the counts may become too high, never too low
//! (copies add theirs), so what they allow stays allowed; the next round sees the rest.
//!
//! Here are the rounds and what is known of variables. Terms are rebuilt in `terms`, what binds
//! variables in `bindings`, calls in `calls`, and those that
//! receive values in `receive`; what a round knows of globals comes from `globals`.

mod bindings;
mod calls;
mod globals;
mod receive;
mod terms;

pub use receive::RECEIVE;

use crate::facts::Facts;
use crate::inline::Budget;
use crate::ir::{Form, Literal, Node, Procedure, Term, Variable, Variables};
use crate::notes::Notes;
use crate::primitive::Effect;
use globals::{KnownGlobal, known_globals};
use std::rc::Rc;

/// Rounds after which to stop even if there is more to gain.
const ROUNDS_MAX: usize = 6;

/// Simplifies all forms. `constant[g]` says whether global `g` keeps the value of its only definition.
pub fn simplify(
    forms: &mut [Form],
    variables: &mut Variables,
    constant: &[bool],
    budget: &mut Budget,
    notes: &mut Notes,
) {
    for _ in 0..ROUNDS_MAX {
        let mut simplifier = Simplifier {
            uses: Vec::new(),
            calls: Vec::new(),
            known: Vec::new(),
            globals: known_globals(forms, constant),
            values: vec![None; constant.len()],
            facts: Facts::default(),
            form: 0,
            changed: false,
            variables,
            budget,
            notes,
        };
        for form in forms.iter() {
            simplifier.count(form.term());
        }
        for (number, form) in forms.iter_mut().enumerate() {
            simplifier.form = number;
            let span = form.term().span;
            let term = std::mem::replace(form.term_mut(), Term::unspecified(span));
            *form.term_mut() = simplifier.term(term);
            if let Form::Define { global, value, .. } = form
                && constant[global.0 as usize]
            {
                simplifier.values[global.0 as usize] = scalar(value);
            }
        }
        if !simplifier.changed {
            break;
        }
    }
}

/// The constant that a term is, if copies of it cannot be told from it.
fn scalar(term: &Term) -> Option<Literal> {
    let literal = term.as_constant()?;
    let is_whole = matches!(literal, Literal::Datum(_) | Literal::RecordType(_));
    (!is_whole).then(|| literal.clone())
}

/// What is known of a local variable.
enum Known {
    /// Mentions are replaced by this constant or variable.
    Atom(Node),
    /// The only mention is a call, which is replaced by the body.
    Once(Option<Procedure>),
    /// Calls are replaced by a copy of the body.
    Small(Rc<Procedure>),
}

struct Simplifier<'a> {
    variables: &'a mut Variables,
    budget: &'a mut Budget,
    notes: &'a mut Notes,
    /// Mentions of each variable, and how many of them are calls.
    uses: Vec<u32>,
    calls: Vec<u32>,
    known: Vec<Option<Known>>,
    globals: Vec<Option<KnownGlobal>>,
    /// Globals that the forms before define as scalars. What is mentioned earlier may be read
    /// before it is defined, which is an error then.
    values: Vec<Option<Literal>>,
    facts: Facts,
    /// The number of the form that is being rebuilt.
    form: usize,
    changed: bool,
}

impl Simplifier<'_> {
    // Counting and knowledge.

    fn count(&mut self, term: &Term) {
        if let Node::Local(variable) | Node::Packed(variable, _) = &term.node {
            *at(&mut self.uses, *variable) += 1;
        }
        if let Node::Call(operator, _) = &term.node
            && let Some(variable) = operator.as_local()
        {
            *at(&mut self.calls, variable) += 1;
        }
        // It calls the consumer.
        if let Node::Primitive(op, operands) = &term.node
            && op.name == RECEIVE
            && let Some(variable) = operands[0].as_local()
        {
            *at(&mut self.calls, variable) += 1;
        }
        term.children(&mut |child| self.count(child));
    }

    fn uses(&mut self, variable: Variable) -> u32 {
        *at(&mut self.uses, variable)
    }

    fn know(&mut self, variable: Variable, known: Known) {
        *at(&mut self.known, variable) = Some(known);
        self.changed = true;
    }

    fn is_atom(&self, term: &Term) -> bool {
        if let Node::Global(global) = &term.node {
            return self.globals[global.0 as usize].is_some();
        }
        matches!(term.node, Node::Constant(_) | Node::Local(_))
    }

    /// Whether the term can be left out if its value is not used.
    fn is_idle(&self, term: &Term) -> bool {
        match &term.node {
            Node::Packed(..) | Node::Lambda(_) => true,
            Node::Primitive(op, _) if op.effect > Effect::Fresh => false,
            Node::Primitive(..) | Node::If(..) | Node::Let(..) | Node::Sequence(_) => {
                let mut idle = true;
                term.children(&mut |child| idle = idle && self.is_idle(child));
                idle
            }
            Node::Fix(_, body) => self.is_idle(body),
            Node::Constant(_)
            | Node::Local(_)
            | Node::Global(_)
            | Node::Imported(..)
            | Node::SetGlobal(..)
            | Node::Call(..) => self.is_atom(term),
        }
    }
}

/// The entry of a table that grows as variables are made.
fn at<T: Default>(table: &mut Vec<T>, variable: Variable) -> &mut T {
    if variable.index() >= table.len() {
        table.resize_with(variable.index() + 1, T::default);
    }
    &mut table[variable.index()]
}
