//! Makes terms smaller: known operands, known branches, calls of known procedures.
//!
//! Works in rounds. Each counts the uses of all variables first, then rebuilds
//! the forms once. During a round the counts may become too high, never too low
//! (copies add theirs), so what they allow stays allowed; the next round sees the rest.

use crate::copy;
use crate::facts::Facts;
use crate::fold::{fold, is_boolean};
use crate::ir::{Clause, Form, Literal, Node, Procedure, Term, Variable, Variables};
use crate::notes::Notes;
use crate::place;
use crate::primitive::{Effect, PrimitiveOp, Shape};
use crate::shape::{Split, as_test, branch, list_of, peel, sequence_of, split, wrap};
use mound_base::{Span, Symbol};
use mound_bytecode::ops::Op;
use mound_expand::core::GlobalId;
use std::rc::Rc;

/// Rounds after which to stop even if there is more to gain.
const ROUNDS_MAX: usize = 6;

/// Simplifies all forms. `constant[g]` says whether global `g` keeps the value of its only definition.
pub fn simplify(
    forms: &mut [Form],
    variables: &mut Variables,
    constant: &[bool],
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
            budget: 0,
            changed: false,
            variables,
            notes,
        };
        for form in forms.iter() {
            simplifier.count(form.term());
        }
        for form in forms.iter_mut() {
            simplifier.budget = 100 + size(form.term());
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
    match &term.node {
        Node::Constant(Literal::Datum(_) | Literal::RecordType(_)) => None,
        Node::Constant(literal) => Some(literal.clone()),
        _ => None,
    }
}

fn size(term: &Term) -> usize {
    let mut sum = 1;
    term.children(&mut |child| sum += size(child));
    sum
}

/// What is known of a global: that it is a procedure, and a small one's code.
#[derive(Clone)]
enum KnownGlobal {
    Procedure,
    Small(Rc<Procedure>),
    /// Calls these parameters: worth a copy where one of them is a procedure.
    Higher(Rc<Procedure>, Rc<[usize]>),
}

fn known_globals(forms: &[Form], constant: &[bool]) -> Vec<Option<KnownGlobal>> {
    let mut known = vec![None; constant.len()];
    for form in forms {
        if let Form::Define { global, value, .. } = form
            && constant[global.0 as usize]
            && let Node::Lambda(procedure) = &value.node
        {
            known[global.0 as usize] = Some(if mentions_global(value, *global) {
                KnownGlobal::Procedure
            } else if copy::is_small(procedure) {
                KnownGlobal::Small(Rc::new((**procedure).clone()))
            } else if let Some(applied) = copy::applied_parameters(procedure) {
                KnownGlobal::Higher(Rc::new((**procedure).clone()), applied.into())
            } else {
                KnownGlobal::Procedure
            });
        }
    }
    known
}

fn mentions_global(term: &Term, global: GlobalId) -> bool {
    let mut found = matches!(term.node, Node::Global(one) if one == global);
    term.children(&mut |child| found = found || mentions_global(child, global));
    found
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
    /// Nodes that may still be copied into the present form.
    budget: usize,
    changed: bool,
}

impl Simplifier<'_> {
    // Counting and knowledge.

    fn count(&mut self, term: &Term) {
        match &term.node {
            Node::Local(variable) | Node::Packed(variable, _) => {
                *at(&mut self.uses, *variable) += 1;
            }
            Node::Call(operator, _) => {
                if let Node::Local(variable) = operator.node {
                    *at(&mut self.calls, variable) += 1;
                }
                term.children(&mut |child| self.count(child));
            }
            _ => term.children(&mut |child| self.count(child)),
        }
    }

    fn uses(&mut self, variable: Variable) -> u32 {
        *at(&mut self.uses, variable)
    }

    fn know(&mut self, variable: Variable, known: Known) {
        *at(&mut self.known, variable) = Some(known);
        self.changed = true;
    }

    fn is_atom(&self, term: &Term) -> bool {
        match &term.node {
            Node::Constant(_) | Node::Local(_) => true,
            Node::Global(global) => self.globals[global.0 as usize].is_some(),
            _ => false,
        }
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
            _ => self.is_atom(term),
        }
    }

    // Terms.

    fn term(&mut self, term: Term) -> Term {
        let span = term.span;
        match term.node {
            Node::Local(variable) => match at(&mut self.known, variable) {
                Some(Known::Atom(node)) => Term::new(span, node.clone()),
                _ => term,
            },
            Node::Global(global) => match &self.values[global.0 as usize] {
                Some(literal) => {
                    self.changed = true;
                    Term::new(span, Node::Constant(literal.clone()))
                }
                None => term,
            },
            Node::Constant(_) | Node::Packed(..) | Node::Imported(..) => term,
            Node::SetGlobal(global, value) => {
                let value = Box::new(self.term(*value));
                Term::new(span, Node::SetGlobal(global, value))
            }
            Node::If(test, consequent, alternative) => {
                let test = self.term(*test);
                self.conditional(span, test, *consequent, *alternative)
            }
            Node::Sequence(terms) => self.sequence(span, terms),
            Node::Let(variable, value, body) => self.let_form(span, variable, *value, *body),
            Node::Fix(bindings, body) => self.fix(span, bindings, *body),
            Node::Lambda(procedure) => {
                let procedure = self.procedure(*procedure);
                Term::new(span, Node::Lambda(Box::new(procedure)))
            }
            Node::Call(operator, operands) => self.call(span, *operator, operands),
            Node::Primitive(op, operands) => {
                let operands: Vec<Term> = operands.into_iter().map(|one| self.term(one)).collect();
                if let Some(answer) = self.known_answer(op, &operands) {
                    self.changed = true;
                    return Term::boolean(span, answer);
                }
                fold(span, op, operands)
                    .unwrap_or_else(|operands| Term::new(span, Node::Primitive(op, operands)))
            }
        }
    }

    fn procedure(&mut self, mut procedure: Procedure) -> Procedure {
        procedure.clauses = procedure
            .clauses
            .into_iter()
            .map(|clause| Clause {
                body: self.term(clause.body),
                ..clause
            })
            .collect();
        procedure
    }

    /// `test` is simplified, the branches are not.
    fn conditional(&mut self, span: Span, test: Term, consequent: Term, alternative: Term) -> Term {
        let (outer, test) = peel(as_test(test, &mut self.changed));
        self.changed |= !outer.is_empty();
        let rest = match test.node {
            Node::Constant(literal) => {
                self.changed = true;
                self.term(if literal.is_true() {
                    consequent
                } else {
                    alternative
                })
            }
            Node::Primitive(op, mut operands) if op.shape == Shape::Unary(Op::Not) => {
                self.changed = true;
                let inner = operands.remove(0);
                self.conditional(span, inner, alternative, consequent)
            }
            node => {
                let test = Term::new(test.span, node);
                let mark = self.facts.mark();
                self.facts.learn(&test, true);
                let consequent = self.term(consequent);
                self.facts.forget(mark);
                self.facts.learn(&test, false);
                let alternative = self.term(alternative);
                self.facts.forget(mark);
                branch(span, test, consequent, alternative)
            }
        };
        wrap(outer, rest)
    }

    /// What a test of a kind gives, if a test before it has told.
    fn known_answer(&self, op: &PrimitiveOp, operands: &[Term]) -> Option<bool> {
        match (op.shape, operands) {
            (Shape::Kind(kind), [operand]) => match operand.node {
                Node::Local(variable) => self.facts.answer(variable, kind),
                _ => None,
            },
            _ => None,
        }
    }

    fn sequence(&mut self, span: Span, terms: Vec<Term>) -> Term {
        let mut kept = Vec::with_capacity(terms.len());
        let count = terms.len();
        for (index, term) in terms.into_iter().enumerate() {
            let term = self.term(term);
            let is_last = index + 1 == count;
            match term.node {
                Node::Sequence(inner) if is_last => kept.extend(inner),
                Node::Sequence(inner) => {
                    kept.extend(inner.into_iter().filter(|one| !self.is_idle(one)));
                }
                _ if is_last || !self.is_idle(&term) => kept.push(term),
                _ => self.changed = true,
            }
        }
        sequence_of(span, kept)
    }

    fn let_form(&mut self, span: Span, variable: Variable, value: Term, body: Term) -> Term {
        if let Node::Lambda(procedure) = value.node {
            return self.fix(span, vec![(variable, *procedure)], body);
        }
        let (outer, value) = peel(self.term(value));
        self.changed |= matches!(value.node, Node::Lambda(_));
        let inner = if self.is_atom(&value) {
            if let Node::Local(other) = value.node {
                // Its mention here stays counted, so it never again looks used only once.
                *at(&mut self.uses, other) += self.uses(variable);
            }
            self.know(variable, Known::Atom(value.node));
            self.term(body)
        } else {
            let body = self.term(body);
            self.bind(span, variable, value, body)
        };
        wrap(outer, inner)
    }

    /// `body` with `variable` bound to `value`, both simplified.
    fn bind(&mut self, span: Span, variable: Variable, value: Term, body: Term) -> Term {
        let (value, body) = match split(variable, value, body) {
            Ok(parts) => return self.choose(span, variable, parts),
            Err(both) => both,
        };
        let body = match self.or_of_test(variable, &value, body) {
            Ok(alternative) => {
                self.changed = true;
                let truth = Term::boolean(span, true);
                return branch(span, value, truth, alternative);
            }
            Err(body) => body,
        };
        let mut body = body;
        let value = match self.uses(variable) {
            0 => {
                self.changed = true;
                if self.is_idle(&value) {
                    return body;
                }
                return sequence_of(span, vec![value, body]);
            }
            1 => match place::put_first(&mut body, variable, value) {
                Some(value) => value,
                None => {
                    self.changed = true;
                    return body;
                }
            },
            _ => value,
        };
        Term::new(span, Node::Let(variable, Box::new(value), Box::new(body)))
    }

    /// What follows in `(or value alternative)` if the value is a truth value: then only its
    /// truth matters, and nothing has to hold it. Else gives the body back.
    fn or_of_test(&mut self, variable: Variable, value: &Term, body: Term) -> Result<Term, Term> {
        let is_variable = |term: &Term| matches!(term.node, Node::Local(one) if one == variable);
        if self.uses(variable) != 2 || !is_boolean(value) {
            return Err(body);
        }
        match body.node {
            Node::If(test, consequent, alternative)
                if is_variable(&test) && is_variable(&consequent) =>
            {
                Ok(*alternative)
            }
            node => Err(Term::new(body.span, node)),
        }
    }

    /// The test that made the value false goes straight to where that leads.
    fn choose(&mut self, span: Span, variable: Variable, parts: Split) -> Term {
        self.changed = true;
        let otherwise = self.variables.fresh(Symbol::intern("otherwise"));
        let leave = || {
            let operator = Box::new(Term::local(span, otherwise));
            Term::new(span, Node::Call(operator, Vec::new()))
        };
        *at(&mut self.uses, otherwise) = 2;
        *at(&mut self.calls, otherwise) = 2;
        let place = parts.kept.span;
        let kept = branch(place, Term::local(place, variable), parts.kept, leave())
            .bind(variable, parts.value);
        let (consequent, alternative) = if parts.when_true {
            (kept, leave())
        } else {
            (leave(), kept)
        };
        let body = branch(span, parts.test, consequent, alternative);
        let procedure = Procedure {
            name: None,
            span: parts.otherwise.span,
            clauses: vec![Clause {
                required: Vec::new(),
                rest: None,
                body: parts.otherwise,
            }],
            sealed: false,
        };
        Term::new(
            span,
            Node::Fix(vec![(otherwise, procedure)], Box::new(body)),
        )
    }

    fn fix(&mut self, span: Span, bindings: Vec<(Variable, Procedure)>, body: Term) -> Term {
        let mut kept = Vec::with_capacity(bindings.len());
        let is_single = bindings.len() == 1;
        for (variable, procedure) in bindings {
            let uses = self.uses(variable);
            if uses == 0 {
                self.changed = true;
                continue;
            }
            let is_recursive = !is_single || procedure.mentions_any(&[variable]);
            if !is_recursive && !procedure.sealed {
                if uses == 1 && *at(&mut self.calls, variable) == 1 {
                    self.know(variable, Known::Once(Some(procedure)));
                    continue;
                }
                // Without parameters there is nothing to gain but the jump.
                let clause = &procedure.clauses[0];
                let gains = !clause.required.is_empty() || size(&clause.body) <= 2;
                if gains && copy::is_small(&procedure) {
                    *at(&mut self.known, variable) = Some(Known::Small(Rc::new(procedure.clone())));
                }
            }
            kept.push((variable, procedure));
        }
        let kept: Vec<(Variable, Procedure)> = kept
            .into_iter()
            .map(|(variable, procedure)| (variable, self.procedure(procedure)))
            .collect();
        let body = self.term(body);
        if kept.is_empty() {
            return body;
        }
        // A procedure that is only named to be returned needs no name.
        if let ([(variable, procedure)], Node::Local(named)) = (&kept[..], &body.node)
            && variable == named
            && !procedure.mentions_any(&[*variable])
        {
            let procedure = procedure.clone();
            return Term::new(span, Node::Lambda(Box::new(procedure)));
        }
        place::sink(kept, body)
    }

    // Calls.

    fn call(&mut self, span: Span, operator: Term, operands: Vec<Term>) -> Term {
        let place = operator.span;
        let operator = match operator.node {
            Node::Lambda(procedure) => return self.apply(span, *procedure, operands),
            Node::Local(variable) => match at(&mut self.known, variable) {
                Some(Known::Atom(node)) => {
                    let operator = Term::new(place, node.clone());
                    return self.call_name(span, operator, operands);
                }
                Some(Known::Once(procedure)) => match procedure.take() {
                    Some(procedure) => return self.apply(span, procedure, operands),
                    None => Term::local(place, variable),
                },
                Some(Known::Small(procedure)) => {
                    let procedure = procedure.clone();
                    let operator = Term::local(place, variable);
                    return self.call_small(span, operator, &procedure, operands);
                }
                None => Term::local(place, variable),
            },
            Node::Let(variable, value, body) => {
                let call = Term::new(span, Node::Call(body, operands));
                return self.term(call.bind(variable, *value));
            }
            Node::Sequence(mut terms) => {
                let last = terms.pop().unwrap_or_else(|| Term::unspecified(span));
                terms.push(Term::new(span, Node::Call(Box::new(last), operands)));
                return self.sequence(span, terms);
            }
            Node::Fix(bindings, body) => {
                if let Node::Local(variable) = body.node {
                    *at(&mut self.calls, variable) += 1;
                }
                let call = Term::new(span, Node::Call(body, operands));
                return self.fix(span, bindings, call);
            }
            node => {
                let operator = Term::new(place, node);
                return self.call_name(span, operator, operands);
            }
        };
        let operands = operands.into_iter().map(|one| self.term(one)).collect();
        Term::new(span, Node::Call(Box::new(operator), operands))
    }

    /// The operator is not one of the forms that bind.
    fn call_name(&mut self, span: Span, operator: Term, operands: Vec<Term>) -> Term {
        if let Node::Global(global) = operator.node
            && let Some(procedure) = self.worth_a_copy(global, &operands)
        {
            return self.call_small(span, operator, &procedure, operands);
        }
        let operator = Box::new(self.term(operator));
        let operands = operands.into_iter().map(|one| self.term(one)).collect();
        if matches!(operator.node, Node::Lambda(_)) {
            self.changed = true;
        }
        Term::new(span, Node::Call(operator, operands))
    }

    /// The procedure of a global that is copied to a call with these operands.
    fn worth_a_copy(&self, global: GlobalId, operands: &[Term]) -> Option<Rc<Procedure>> {
        let is_lambda = |&number: &usize| {
            let operand = operands.get(number);
            operand.is_some_and(|operand| matches!(operand.node, Node::Lambda(_)))
        };
        match self.globals[global.0 as usize].as_ref()? {
            KnownGlobal::Small(procedure) => Some(procedure.clone()),
            KnownGlobal::Higher(procedure, applied) => {
                applied.iter().any(is_lambda).then(|| procedure.clone())
            }
            KnownGlobal::Procedure => None,
        }
    }

    fn call_small(
        &mut self,
        span: Span,
        operator: Term,
        procedure: &Procedure,
        operands: Vec<Term>,
    ) -> Term {
        let cost = size(&procedure.clauses[0].body);
        if procedure.clause_for(operands.len()).is_some() && cost <= self.budget {
            self.budget -= cost;
            let mut copied = copy::copy(procedure, self.variables);
            if self.notes.is_generated(procedure.span) {
                // What is written nowhere fails where it was called.
                relocate(&mut copied.clauses[0].body, span);
                if let Some(name) = procedure.name {
                    self.notes.inlined(span, name);
                }
            }
            self.count(&copied.clauses[0].body);
            return self.apply(span, copied, operands);
        }
        let operands = operands.into_iter().map(|one| self.term(one)).collect();
        Term::new(span, Node::Call(Box::new(operator), operands))
    }

    /// A procedure applied on the spot; nothing is simplified yet.
    fn apply(&mut self, span: Span, mut procedure: Procedure, operands: Vec<Term>) -> Term {
        let chosen = procedure.clause_for(operands.len());
        let Some(index) = chosen.filter(|_| !procedure.sealed) else {
            // The machine will raise the error.
            let procedure = self.procedure(procedure);
            let operator = Term::new(span, Node::Lambda(Box::new(procedure)));
            let operands = operands.into_iter().map(|one| self.term(one)).collect();
            return Term::new(span, Node::Call(Box::new(operator), operands));
        };
        self.changed = true;
        self.notes.moved(procedure.span, span);
        let clause = procedure.clauses.swap_remove(index);
        let mut operands = operands;
        let extra = operands.split_off(clause.required.len());
        let mut bindings: Vec<(Variable, Term)> =
            clause.required.into_iter().zip(operands).collect();
        if let Some(rest) = clause.rest {
            let (named, list) = self.list(span, extra);
            bindings.extend(named);
            bindings.push((rest, list));
        }
        let term = bindings
            .into_iter()
            .rev()
            .fold(clause.body, |body, (variable, value)| {
                body.bind(variable, value)
            });
        self.term(term)
    }

    /// A list of the operands, which are named first so that they keep their order.
    fn list(&mut self, span: Span, operands: Vec<Term>) -> (Vec<(Variable, Term)>, Term) {
        let name = Symbol::intern("operand");
        let named: Vec<(Variable, Term)> = operands
            .into_iter()
            .map(|operand| (self.variables.fresh(name), operand))
            .collect();
        for (variable, _) in &named {
            *at(&mut self.uses, *variable) = 1;
        }
        let list = list_of(
            span,
            named
                .iter()
                .map(|(variable, _)| Term::local(span, *variable)),
        );
        (named, list)
    }
}

/// Gives all of the term the place of the call that it stands for.
fn relocate(term: &mut Term, place: Span) {
    term.span = place;
    term.children_mut(&mut |child| relocate(child, place));
}

/// The entry of a table that grows as variables are made.
fn at<T: Default>(table: &mut Vec<T>, variable: Variable) -> &mut T {
    if variable.index() >= table.len() {
        table.resize_with(variable.index() + 1, T::default);
    }
    &mut table[variable.index()]
}
