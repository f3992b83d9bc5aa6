//! The same for procedures with a name, as `step` in `(define (step) (set! count 1))` and
//! `(spawn step)`.
//!
//! A named procedure runs in other processes only if each mention of it is one of these: an argument
//! that another process calls; a call in a procedure that is written there; a call in a named procedure
//! that itself runs in other processes only. One that is passed on in any other way, assigned or
//! exported may be called anywhere, and nothing is said of it.
//!
//! It is warned of where such a procedure changes a variable of code that is not known to run in other
//! processes only, if that mentions it too. A variable of the top level must be mentioned by code that
//! runs in the first process only: what may run anywhere may run where the change is made.

use super::{CHANGES, callee, runs_elsewhere};
use crate::variable::Variable;
use mound_base::{Span, Symbol};
use mound_expand::core::{Expression, Lambda, Node, Program, TopForm};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The code that something stands in.
#[derive(Clone, Copy)]
enum Code {
    /// The top level, or what may run anywhere.
    Here,
    /// An argument of this procedure, which calls it in another process.
    Elsewhere(Symbol),
    /// A named procedure.
    Named(Variable),
}

#[derive(Clone, Copy)]
struct Mention {
    code: Code,
    manner: Manner,
    /// Not within a procedure without a name, which may be passed on.
    is_direct: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    Called,
    /// To what calls it in another process.
    Passed,
    Other,
}

/// A change of a variable, which only another process sees.
pub(super) struct Change {
    pub variable: Variable,
    pub span: Span,
    /// `assigned` or `changed`.
    pub how: &'static str,
    /// What calls the procedure in another process.
    pub callee: Symbol,
}

pub(super) fn changes(program: &Program) -> Vec<Change> {
    let exported = program.exports.iter();
    let mut census = Census {
        program,
        code: Code::Here,
        is_direct: true,
        bound: HashMap::new(),
        named: BTreeSet::new(),
        free: exported
            .map(|(_, global)| Variable::Global(global.0))
            .collect(),
        mentions: HashMap::new(),
        changed: Vec::new(),
    };
    for form in &program.body {
        match form {
            TopForm::Define { global, value } => {
                census.value_of(Variable::Global(global.0), value);
            }
            TopForm::Expression(expression) => census.expression(expression),
        }
    }
    census.changes()
}

struct Census<'program> {
    program: &'program Program,
    code: Code,
    is_direct: bool,
    /// Where local variables are bound.
    bound: HashMap<Variable, Code>,
    /// Variables that are bound to a `lambda`.
    named: BTreeSet<Variable>,
    /// Those that are assigned or exported.
    free: BTreeSet<Variable>,
    mentions: HashMap<Variable, Vec<Mention>>,
    changed: Vec<(Code, Variable, Span, &'static str)>,
}

impl Census<'_> {
    fn within(&mut self, code: Code, is_direct: bool, look: impl FnOnce(&mut Self)) {
        let outside = (self.code, self.is_direct);
        (self.code, self.is_direct) = (code, is_direct);
        look(self);
        (self.code, self.is_direct) = outside;
    }

    fn mention(&mut self, variable: Variable, code: Code, manner: Manner) {
        let mention = Mention {
            code,
            manner,
            is_direct: self.is_direct,
        };
        self.mentions.entry(variable).or_default().push(mention);
    }

    /// The value that a variable is bound to.
    fn value_of(&mut self, variable: Variable, value: &Expression) {
        if let Node::Lambda(lambda) = &value.node {
            self.named.insert(variable);
            self.within(Code::Named(variable), true, |census| census.lambda(lambda));
        } else {
            self.expression(value)
        }
    }

    fn lambda(&mut self, lambda: &Lambda) {
        for clause in &lambda.clauses {
            for variable in clause.required.iter().chain(&clause.rest) {
                self.bound.insert(Variable::Local(variable.0), self.code);
            }
            self.expression(&clause.body);
        }
    }

    fn expression(&mut self, expression: &Expression) {
        if let Some(variable) = Variable::of(expression) {
            self.mention(variable, self.code, Manner::Other);
            return;
        }
        match &expression.node {
            Node::SetLocal(variable, value) => {
                self.assign(Variable::Local(variable.0), expression.span, value);
            }
            Node::SetGlobal(global, value) => {
                self.assign(Variable::Global(global.0), expression.span, value);
            }
            Node::Lambda(lambda) => {
                self.within(self.code, false, |census| census.lambda(lambda));
            }
            Node::Let { bindings, body } | Node::Letrec { bindings, body } => {
                for (variable, value) in bindings {
                    let variable = Variable::Local(variable.0);
                    self.bound.insert(variable, self.code);
                    self.value_of(variable, value);
                }
                self.expression(body);
            }
            Node::Call { operator, operands } => self.call(expression, operator, operands),
            Node::Constant(_)
            | Node::Unspecified
            | Node::Immediate(_)
            | Node::Local(_)
            | Node::Global(_)
            | Node::Imported { .. }
            | Node::If(..)
            | Node::Sequence(_)
            | Node::Primitive { .. }
            | Node::RecordType(_) => {
                expression.children(&mut |child| self.expression(child));
            }
        }
    }

    fn assign(&mut self, variable: Variable, span: Span, value: &Expression) {
        self.free.insert(variable);
        self.mention(variable, self.code, Manner::Other);
        self.changed.push((self.code, variable, span, "assigned"));
        self.expression(value);
    }

    fn call(&mut self, call: &Expression, operator: &Expression, operands: &[Expression]) {
        match (Variable::of(operator), &operator.node) {
            (Some(variable), _) => self.mention(variable, self.code, Manner::Called),
            (None, Node::Imported { name, .. }) if CHANGES.contains(&name.name()) => {
                if let Some(variable) = operands.first().and_then(Variable::of) {
                    self.changed
                        .push((self.code, variable, call.span, "changed"));
                }
            }
            _ => self.expression(operator),
        }
        let callee = callee(self.program, call);
        for (index, operand) in operands.iter().enumerate() {
            let callee = callee.filter(|callee| runs_elsewhere(*callee, index));
            match (callee, Variable::of(operand), &operand.node) {
                (Some(callee), Some(variable), _) => {
                    self.mention(variable, Code::Elsewhere(callee), Manner::Passed);
                }
                (Some(callee), None, Node::Lambda(lambda)) => {
                    let code = Code::Elsewhere(callee);
                    self.within(code, true, |census| census.lambda(lambda));
                }
                _ => self.expression(operand),
            }
        }
    }

    fn mentions_of(&self, variable: Variable) -> &[Mention] {
        self.mentions.get(&variable).map_or(&[], Vec::as_slice)
    }

    /// The named procedures each mention of which is allowed, those included that are allowed because of others.
    fn only(&self, allows: impl Fn(&Mention, &BTreeSet<Variable>) -> bool) -> BTreeSet<Variable> {
        let mut only: BTreeSet<Variable> = self.named.difference(&self.free).copied().collect();
        loop {
            let stays = |variable: &&Variable| {
                let mut mentions = self.mentions_of(**variable).iter();
                mentions.all(|mention| allows(mention, &only))
            };
            let left: BTreeSet<Variable> = only.iter().filter(stays).copied().collect();
            if left.len() == only.len() {
                return only;
            }
            only = left;
        }
    }

    /// The named procedures that run in other processes only, and what calls them there.
    fn elsewhere(&self) -> BTreeMap<Variable, Symbol> {
        let only = self.only(|mention, only| match (mention.code, mention.manner) {
            (_, Manner::Passed) | (Code::Elsewhere(_), Manner::Called) => true,
            (Code::Named(other), Manner::Called) => only.contains(&other),
            (Code::Here, Manner::Called) | (_, Manner::Other) => false,
        });
        // What is called by nothing but itself runs nowhere.
        let mut callees = BTreeMap::new();
        loop {
            let known = callees.len();
            for variable in &only {
                let mut mentions = self.mentions_of(*variable).iter();
                let found = mentions.find_map(|mention| match mention.code {
                    Code::Elsewhere(callee) => Some(callee),
                    Code::Named(other) => callees.get(&other).copied(),
                    Code::Here => None,
                });
                if let Some(callee) = found {
                    callees.entry(*variable).or_insert(callee);
                }
            }
            if callees.len() == known {
                return callees;
            }
        }
    }

    /// Whether only the first process mentions it there, if `first` are procedures that only it calls.
    fn is_of_the_first(mention: &Mention, first: &BTreeSet<Variable>) -> bool {
        mention.is_direct
            && match mention.code {
                Code::Here => true,
                Code::Elsewhere(_) => false,
                Code::Named(variable) => first.contains(&variable),
            }
    }

    /// The named procedures that the first process calls, and no other one.
    fn first(&self) -> BTreeSet<Variable> {
        let only = self.only(|mention, first| {
            mention.manner == Manner::Called && Self::is_of_the_first(mention, first)
        });
        // Not those that nothing calls.
        let mut first = BTreeSet::new();
        loop {
            let known = first.len();
            for variable in &only {
                let mut mentions = self.mentions_of(*variable).iter();
                if mentions.any(|mention| Self::is_of_the_first(mention, &first)) {
                    first.insert(*variable);
                }
            }
            if first.len() == known {
                return first;
            }
        }
    }

    fn changes(self) -> Vec<Change> {
        let elsewhere = self.elsewhere();
        let first = self.first();
        let is_here = |code: &Code| match code {
            Code::Here => true,
            Code::Elsewhere(_) => false,
            Code::Named(variable) => !elsewhere.contains_key(variable),
        };
        let is_of_others = |variable: Variable| {
            let mut mentions = self.mentions_of(variable).iter();
            match self.bound.get(&variable) {
                Some(code) => is_here(code) && mentions.any(|mention| is_here(&mention.code)),
                None => mentions.any(|mention| Self::is_of_the_first(mention, &first)),
            }
        };
        let mut changes = Vec::new();
        for &(code, variable, span, how) in &self.changed {
            let Code::Named(procedure) = code else {
                continue;
            };
            if let Some(&callee) = elsewhere.get(&procedure)
                && is_of_others(variable)
            {
                changes.push(Change {
                    variable,
                    span,
                    how,
                    callee,
                });
            }
        }
        changes
    }
}
