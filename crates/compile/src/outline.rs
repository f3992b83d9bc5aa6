//! Keeps frames within the slots that instructions can name.
//!
//! Where a term would be evaluated with too many slots in use, it becomes the
//! body of a procedure of its own, called in its place. Its free variables are
//! packed in a tree of pairs, so that the procedure takes one argument however
//! many there are. Calls with too many operands apply the procedure to a list.
//!
//! ```text
//!   ... slots full ... E   ->   (let ((pack (cons (cons a b) c)))
//!                                 (fix ((outlined (lambda () E'))) (outlined)))
//!   E' mentions b as `Packed(pack, [car cdr])`
//! ```
//!
//! Also gives every procedure a name (`Lambda` becomes `Fix`), which is what the
//! passes after this one expect: no [`Node::Lambda`] is left.

use crate::ir::{Clause, Node, Procedure, Term, Variable, Variables};
use crate::primitive::{self, Shape};
use crate::shape::list_of;
use mound_base::{Span, Symbol};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Slots in use above which nothing but atoms is evaluated in the same frame.
const DEPTH_MAX: usize = 120;
/// Operands above which a call makes a list of them.
const OPERANDS_MAX: usize = 100;
/// Free variables up to which it is cheaper to pass them one by one.
const UNPACKED_MAX: usize = 4;

/// Outlines what is too deep in `term`, a top-level form.
pub fn outline(term: Term, variables: &mut Variables) -> Term {
    let mut outliner = Outliner {
        variables,
        procedures: BTreeSet::new(),
    };
    outliner.term(term, 0)
}

struct Outliner<'a> {
    variables: &'a mut Variables,
    /// Variables bound by `Fix`: their uses must stay visible as such.
    procedures: BTreeSet<Variable>,
}

impl Outliner<'_> {
    /// `depth` slots are in use where the term is evaluated.
    fn term(&mut self, term: Term, depth: usize) -> Term {
        let span = term.span;
        if depth > DEPTH_MAX && !is_atom(&term) {
            return self.outlined(term);
        }
        let node = match term.node {
            Node::Constant(_)
            | Node::Local(_)
            | Node::Packed(..)
            | Node::Global(_)
            | Node::Imported(..) => return term,
            Node::SetGlobal(global, value) => {
                Node::SetGlobal(global, Box::new(self.term(*value, depth + 1)))
            }
            Node::If(test, consequent, alternative) => Node::If(
                Box::new(self.term(*test, depth + 1)),
                Box::new(self.term(*consequent, depth)),
                Box::new(self.term(*alternative, depth)),
            ),
            Node::Sequence(terms) => {
                Node::Sequence(terms.into_iter().map(|one| self.term(one, depth)).collect())
            }
            Node::Let(variable, value, body) => {
                let value = *value;
                if let Node::Lambda(procedure) = value.node {
                    return self.fix(span, vec![(variable, *procedure)], *body, depth);
                }
                let value = self.term(value, depth + 1);
                let body = self.term(*body, depth + 1);
                Node::Let(variable, Box::new(value), Box::new(body))
            }
            Node::Fix(bindings, body) => return self.fix(span, bindings, *body, depth),
            Node::Lambda(procedure) => {
                let name = procedure.name.unwrap_or_else(|| Symbol::intern("lambda"));
                let variable = self.variables.fresh(name);
                let body = Term::local(span, variable);
                // It is a value, so it will have a frame of its own.
                self.procedures.insert(variable);
                let procedure = self.procedure(*procedure, 0);
                return Term::new(span, Node::Fix(vec![(variable, procedure)], Box::new(body)));
            }
            Node::Call(operator, operands) if operands.len() > OPERANDS_MAX => {
                let term = self.apply(span, *operator, operands);
                return self.term(term, depth);
            }
            Node::Call(operator, operands) => {
                let room = depth + 2;
                let operator = self.term(*operator, room);
                Node::Call(Box::new(operator), self.operands(operands, room, true))
            }
            Node::Primitive(op, operands) => {
                let consecutive = matches!(op.shape, Shape::Leaf | Shape::Control | Shape::Record);
                let room = depth + 2 * usize::from(consecutive);
                Node::Primitive(op, self.operands(operands, room, consecutive))
            }
        };
        Term::new(span, node)
    }

    /// `consecutive`: each operand has a slot of its own. Otherwise atoms are
    /// loaded last, so they take no slot while others are evaluated.
    fn operands(&mut self, operands: Vec<Term>, depth: usize, consecutive: bool) -> Vec<Term> {
        let mut used = depth;
        operands
            .into_iter()
            .map(|operand| {
                let takes_slot = consecutive || !is_atom(&operand);
                let operand = self.term(operand, used);
                used += usize::from(takes_slot);
                operand
            })
            .collect()
    }

    fn fix(
        &mut self,
        span: Span,
        bindings: Vec<(Variable, Procedure)>,
        body: Term,
        depth: usize,
    ) -> Term {
        self.procedures
            .extend(bindings.iter().map(|(variable, _)| *variable));
        let inner = depth + bindings.len();
        let bindings = bindings
            .into_iter()
            .map(|(variable, procedure)| (variable, self.procedure(procedure, inner)))
            .collect();
        let body = self.term(body, inner);
        Term::new(span, Node::Fix(bindings, Box::new(body)))
    }

    /// A procedure with one clause may become a part of the frame around it.
    fn procedure(&mut self, mut procedure: Procedure, depth: usize) -> Procedure {
        let depth = if procedure.sealed || procedure.clauses.len() > 1 {
            0
        } else {
            depth
        };
        procedure.clauses = procedure
            .clauses
            .into_iter()
            .map(|clause| {
                let inner = depth + clause.parameters().count();
                Clause {
                    body: self.term(clause.body, inner),
                    ..clause
                }
            })
            .collect();
        procedure
    }

    /// `(%apply operator (list operand ...))`
    fn apply(&mut self, span: Span, operator: Term, operands: Vec<Term>) -> Term {
        let name = Symbol::intern("operand");
        let mut named = Vec::new();
        let items: Vec<Term> = operands
            .into_iter()
            .map(|operand| {
                if is_atom(&operand) {
                    return operand;
                }
                let variable = self.variables.fresh(name);
                let place = operand.span;
                named.push((variable, operand));
                Term::local(place, variable)
            })
            .collect();
        let list = list_of(span, items.into_iter());
        let call = Term::new(
            span,
            Node::Primitive(primitive::known("%apply"), vec![operator, list]),
        );
        named
            .into_iter()
            .rev()
            .fold(call, |body, (variable, value)| body.bind(variable, value))
    }

    /// A call of a new procedure with the term as its body.
    fn outlined(&mut self, mut term: Term) -> Term {
        let span = term.span;
        let free: Vec<Variable> = free_variables(&term)
            .into_iter()
            .filter(|variable| !self.procedures.contains(variable))
            .collect();
        let mut pack = None;
        if free.len() > UNPACKED_MAX {
            let variable = self.variables.fresh(Symbol::intern("pack"));
            let mut paths = BTreeMap::new();
            let tree = tree(span, &free, &mut Vec::new(), &mut paths);
            unpack(&mut term, variable, &paths);
            pack = Some((variable, tree));
        }
        let name = Symbol::intern("outlined");
        let variable = self.variables.fresh(name);
        self.procedures.insert(variable);
        let procedure = Procedure {
            name: None,
            span,
            clauses: vec![Clause {
                required: Vec::new(),
                rest: None,
                body: self.term(term, UNPACKED_MAX + 2),
            }],
            sealed: true,
        };
        let operator = Box::new(Term::local(span, variable));
        let call = Box::new(Term::new(span, Node::Call(operator, Vec::new())));
        let fix = Term::new(span, Node::Fix(vec![(variable, procedure)], call));
        match pack {
            Some((variable, tree)) => fix.bind(variable, tree),
            None => fix,
        }
    }
}

fn is_atom(term: &Term) -> bool {
    matches!(
        term.node,
        Node::Constant(_)
            | Node::Local(_)
            | Node::Packed(..)
            | Node::Global(_)
            | Node::Imported(..)
    )
}

/// Mentioned but not bound within.
fn free_variables(term: &Term) -> BTreeSet<Variable> {
    let mut mentioned = BTreeSet::new();
    term.mentions(&mut |variable| {
        mentioned.insert(variable);
    });
    let mut bound = Vec::new();
    binders(term, &mut bound);
    for variable in bound {
        mentioned.remove(&variable);
    }
    mentioned
}

fn binders(term: &Term, bound: &mut Vec<Variable>) {
    match &term.node {
        Node::Let(variable, ..) => bound.push(*variable),
        Node::Fix(bindings, _) => {
            for (variable, procedure) in bindings {
                bound.push(*variable);
                bound.extend(procedure.clauses.iter().flat_map(Clause::parameters));
            }
        }
        Node::Lambda(procedure) => {
            bound.extend(procedure.clauses.iter().flat_map(Clause::parameters));
        }
        Node::Constant(_)
        | Node::Local(_)
        | Node::Packed(..)
        | Node::Global(_)
        | Node::Imported(..)
        | Node::SetGlobal(..)
        | Node::If(..)
        | Node::Sequence(_)
        | Node::Call(..)
        | Node::Primitive(..) => {}
    }
    term.children(&mut |child| binders(child, bound));
}

/// A balanced tree of pairs with the variables as leaves.
fn tree(
    span: Span,
    leaves: &[Variable],
    path: &mut Vec<bool>,
    paths: &mut BTreeMap<Variable, Rc<[bool]>>,
) -> Term {
    if let [leaf] = leaves {
        paths.insert(*leaf, Rc::from(&path[..]));
        return Term::local(span, *leaf);
    }
    let (left, right) = leaves.split_at(leaves.len() / 2);
    let operands = [(left, false), (right, true)]
        .into_iter()
        .map(|(part, is_right)| {
            path.push(is_right);
            let part = tree(span, part, path, paths);
            path.pop();
            part
        })
        .collect();
    Term::new(span, Node::Primitive(primitive::known("cons"), operands))
}

/// Mentions of packed variables become ways into the pack.
fn unpack(term: &mut Term, pack: Variable, paths: &BTreeMap<Variable, Rc<[bool]>>) {
    match &mut term.node {
        Node::Local(variable) => {
            if let Some(path) = paths.get(variable) {
                term.node = Node::Packed(pack, path.clone());
            }
        }
        Node::Packed(variable, rest) => {
            if let Some(path) = paths.get(variable) {
                let whole = path.iter().chain(rest.iter()).copied().collect();
                term.node = Node::Packed(pack, whole);
            }
        }
        Node::Constant(_)
        | Node::Global(_)
        | Node::Imported(..)
        | Node::SetGlobal(..)
        | Node::If(..)
        | Node::Sequence(_)
        | Node::Let(..)
        | Node::Fix(..)
        | Node::Lambda(_)
        | Node::Call(..)
        | Node::Primitive(..) => {
            term.children_mut(&mut |child| unpack(child, pack, paths));
        }
    }
}
