//! Which ends of channel types of `(pony)` the variables of a program hold, as far as the text says.
//!
//! Follows ends from `make-ends` and `pony-alloc-client` through variables, and into procedures whose
//! calls are all to be seen: a procedure that is stored, passed on or exported may be called with
//! anything. Does not follow what comes by channels and messages, and no variable that is assigned.
//!
//! Invariant ENDS-1: what is said of a variable is so for each value it ever has; where two meet, it
//! is [`Known::Anything`]. Values are joined until nothing changes, so each can change only
//! [`DEPTH`] + 2 times.

use crate::declared::{ChannelType, Declarations};
use crate::variable::Variable;
use mound_expand::core::{Expression, Lambda, Node, Program, TopForm};
use std::collections::{HashMap, HashSet};

/// Of pairs in pairs; deeper ones are not followed. `define-values` makes a list of its values.
const DEPTH: usize = 8;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    Client,
    Server,
}

/// What is known of a value. Channel types are numbers into [`Declarations::types`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Known {
    /// No value has come here yet.
    Nothing,
    Type(usize),
    End(usize, Side),
    /// Two values: the ends of a bundle.
    Both(usize),
    Pair(Box<Known>, Box<Known>),
    Anything,
}

impl Known {
    fn depth(&self) -> usize {
        if let Known::Pair(first, rest) = self {
            1 + first.depth().max(rest.depth())
        } else {
            0
        }
    }

    fn join(self, other: Known) -> Known {
        match (self, other) {
            (Known::Nothing, known) | (known, Known::Nothing) => known,
            (Known::Pair(a, b), Known::Pair(c, d)) => {
                Known::Pair(Box::new(a.join(*c)), Box::new(b.join(*d)))
            }
            (one, other) if one == other => one,
            _ => Known::Anything,
        }
    }
}

pub struct Ends<'program> {
    program: &'program Program,
    pub declarations: Declarations,
    values: HashMap<Variable, Known>,
    /// Procedures all of whose calls are to be seen.
    procedures: HashMap<Variable, &'program Lambda>,
    /// What these return.
    results: HashMap<Variable, Known>,
    is_changed: bool,
}

impl<'program> Ends<'program> {
    pub fn of(program: &'program Program) -> Ends<'program> {
        let mut ends = Ends {
            program,
            declarations: Declarations::of(program),
            values: HashMap::new(),
            procedures: procedures(program),
            results: HashMap::new(),
            is_changed: true,
        };
        if ends.declarations.types.is_empty() {
            return ends;
        }
        while std::mem::take(&mut ends.is_changed) {
            for form in &program.body {
                match form {
                    TopForm::Define { global, value } => {
                        let known = ends.define(Variable::Global(global.0), value);
                        ends.note(Variable::Global(global.0), known);
                    }
                    TopForm::Expression(expression) => {
                        ends.value(expression);
                    }
                }
            }
        }
        ends
    }

    /// The type and the side of the end that the expression has as its value.
    pub fn end(&mut self, expression: &'program Expression) -> Option<(&ChannelType, Side)> {
        let Known::End(number, side) = self.value(expression) else {
            return None;
        };
        Some((&self.declarations.types[number], side))
    }

    fn note(&mut self, variable: Variable, known: Known) {
        let is_assigned = match variable {
            Variable::Local(variable) => self.program.variables[variable as usize].assigned,
            Variable::Global(global) => {
                let global = &self.program.globals[global as usize];
                global.assigned || !global.defined
            }
        };
        let known = if is_assigned { Known::Anything } else { known };
        let before = self
            .values
            .get(&variable)
            .cloned()
            .unwrap_or(Known::Nothing);
        let after = before.clone().join(known);
        if after != before {
            self.is_changed = true;
            self.values.insert(variable, after);
        }
    }

    /// The value of a variable's definition. The parameters of a procedure whose calls are all to be
    /// seen come from these.
    fn define(&mut self, variable: Variable, value: &'program Expression) -> Known {
        let Some(lambda) = self.procedures.get(&variable).copied() else {
            return self.value(value);
        };
        let result = self.value(&lambda.clauses[0].body);
        let before = self
            .results
            .get(&variable)
            .cloned()
            .unwrap_or(Known::Nothing);
        let after = before.clone().join(result);
        if after != before {
            self.is_changed = true;
            self.results.insert(variable, after);
        }
        Known::Anything
    }

    fn value(&mut self, expression: &'program Expression) -> Known {
        match &expression.node {
            Node::Local(_) | Node::Global(_) => match Variable::of(expression) {
                Some(variable) if self.is_bound(variable) => self
                    .values
                    .get(&variable)
                    .cloned()
                    .unwrap_or(Known::Nothing),
                _ => Known::Anything,
            },
            Node::If(test, consequent, alternative) => {
                self.value(test);
                let one = self.value(consequent);
                one.join(self.value(alternative))
            }
            Node::Sequence(expressions) => {
                let mut last = Known::Anything;
                for expression in expressions {
                    last = self.value(expression);
                }
                last
            }
            Node::Let { bindings, body } | Node::Letrec { bindings, body } => {
                for (variable, value) in bindings {
                    let known = self.define(Variable::Local(variable.0), value);
                    self.note(Variable::Local(variable.0), known);
                }
                self.value(body)
            }
            Node::Lambda(lambda) => {
                self.call_with_anything(lambda);
                Known::Anything
            }
            Node::Primitive { name, operands } => {
                let operands: Vec<Known> = operands.iter().map(|one| self.value(one)).collect();
                pairs(name.name(), &operands)
            }
            Node::Call { operator, operands } => self.call(expression, operator, operands),
            Node::Constant(_)
            | Node::Unspecified
            | Node::Immediate(_)
            | Node::Imported { .. }
            | Node::SetLocal(..)
            | Node::SetGlobal(..)
            | Node::RecordType(_) => {
                expression.children(&mut |child| {
                    self.value(child);
                });
                Known::Anything
            }
        }
    }

    /// Whether its definition is part of this text.
    fn is_bound(&self, variable: Variable) -> bool {
        match variable {
            Variable::Local(_) => true,
            Variable::Global(global) => self.program.globals[global as usize].defined,
        }
    }

    fn call(
        &mut self,
        expression: &'program Expression,
        operator: &'program Expression,
        operands: &'program [Expression],
    ) -> Known {
        if let Some(number) = self.declarations.number_of(expression) {
            return Known::Type(number);
        }
        if let Node::Lambda(lambda) = &operator.node {
            let known = operands.iter().map(|operand| self.value(operand)).collect();
            return self.call_lambda(lambda, known);
        }
        if let Some(variable) = Variable::of(operator) {
            let known = operands.iter().map(|operand| self.value(operand)).collect();
            return self.call_variable(variable, known);
        }
        match (imported(operator), operands) {
            (Some("%call-with-values" | "call-with-values"), [producer, consumer]) => {
                if let (Node::Lambda(producer), Node::Lambda(consumer)) =
                    (&producer.node, &consumer.node)
                {
                    return self.values_to(producer, consumer);
                }
            }
            (Some("%fork"), [procedure, arguments]) => {
                if let Some(arguments) = list(arguments) {
                    self.start(procedure, arguments);
                    return Known::Anything;
                }
            }
            (Some("%par"), [branches]) => {
                for branch in list(branches).unwrap_or_default() {
                    if let Some([procedure, arguments @ ..]) = list(branch) {
                        self.start(procedure, arguments);
                    } else {
                        self.value(branch);
                    }
                }
                return Known::Anything;
            }
            (Some(name), _) if ours(self.program, operator) => {
                let known: Vec<Known> = operands.iter().map(|one| self.value(one)).collect();
                return made(name, &known);
            }
            _ => {}
        }
        self.value(operator);
        for operand in operands {
            self.value(operand);
        }
        Known::Anything
    }

    /// In a process of its own.
    fn start(&mut self, procedure: &'program Expression, arguments: &'program [Expression]) {
        let known: Vec<Known> = arguments.iter().map(|one| self.value(one)).collect();
        match (&procedure.node, Variable::of(procedure)) {
            (Node::Lambda(lambda), _) => {
                self.call_lambda(lambda, known);
            }
            (_, Some(variable)) => {
                self.call_variable(variable, known);
            }
            _ => {
                self.value(procedure);
            }
        }
    }

    fn values_to(&mut self, producer: &'program Lambda, consumer: &'program Lambda) -> Known {
        let produced = match &producer.clauses[..] {
            [clause] if clause.required.is_empty() => self.value(&clause.body),
            _ => Known::Anything,
        };
        match produced {
            Known::Both(number) => {
                let ends = [Side::Client, Side::Server].map(|side| Known::End(number, side));
                self.call_lambda(consumer, ends.to_vec())
            }
            Known::Nothing => Known::Nothing,
            Known::Type(_) | Known::End(..) | Known::Pair(..) | Known::Anything => {
                self.call_with_anything(consumer)
            }
        }
    }

    fn call_variable(&mut self, variable: Variable, known: Vec<Known>) -> Known {
        let Some(lambda) = self.procedures.get(&variable).copied() else {
            return Known::Anything;
        };
        self.bind(lambda, known);
        self.results
            .get(&variable)
            .cloned()
            .unwrap_or(Known::Nothing)
    }

    fn call_lambda(&mut self, lambda: &'program Lambda, known: Vec<Known>) -> Known {
        self.bind(lambda, known);
        let mut result = Known::Nothing;
        for clause in &lambda.clauses {
            result = result.join(self.value(&clause.body));
        }
        result
    }

    /// A number of arguments that does not fit is another fault.
    fn bind(&mut self, lambda: &'program Lambda, known: Vec<Known>) {
        match &lambda.clauses[..] {
            [clause] if clause.rest.is_none() && clause.required.len() == known.len() => {
                for (variable, known) in clause.required.iter().zip(known) {
                    self.note(Variable::Local(variable.0), known);
                }
            }
            _ => self.bind_anything(lambda),
        }
    }

    fn bind_anything(&mut self, lambda: &'program Lambda) {
        for clause in &lambda.clauses {
            for variable in clause.required.iter().chain(&clause.rest) {
                self.note(Variable::Local(variable.0), Known::Anything);
            }
        }
    }

    fn call_with_anything(&mut self, lambda: &'program Lambda) -> Known {
        self.bind_anything(lambda);
        for clause in &lambda.clauses {
            self.value(&clause.body);
        }
        Known::Anything
    }
}

/// What a procedure of the libraries on channels returns.
fn made(name: &str, operands: &[Known]) -> Known {
    let (argument, make): (usize, fn(usize) -> Known) = match name {
        "make-ends" | "make-ends/one2one" | "make-ends/any2one" | "make-ends/one2any"
        | "make-ends/any2any" => (0, Known::Both),
        "pony-alloc-client" | "pony-alloc-shared-client" => {
            (2, |number| Known::End(number, Side::Client))
        }
        "pony-alloc-server" | "pony-alloc-shared-server" => {
            (2, |number| Known::End(number, Side::Server))
        }
        _ => return Known::Anything,
    };
    match operands.get(argument) {
        Some(Known::Type(number)) => make(*number),
        Some(Known::Nothing) => Known::Nothing,
        _ => Known::Anything,
    }
}

fn pairs(name: &str, operands: &[Known]) -> Known {
    match (name, operands) {
        ("cons", [first, rest]) if first.depth().max(rest.depth()) < DEPTH => {
            Known::Pair(Box::new(first.clone()), Box::new(rest.clone()))
        }
        ("car", [Known::Pair(first, _)]) => (**first).clone(),
        ("cdr", [Known::Pair(_, rest)]) => (**rest).clone(),
        ("car" | "cdr", [Known::Nothing]) => Known::Nothing,
        _ => Known::Anything,
    }
}

/// The name of what is imported.
pub fn imported(expression: &Expression) -> Option<&'static str> {
    let Node::Imported { name, .. } = &expression.node else {
        return None;
    };
    Some(name.name())
}

/// Whether it is of one of the libraries on channels.
pub fn ours(program: &Program, expression: &Expression) -> bool {
    let Node::Imported { import, .. } = &expression.node else {
        return false;
    };
    let import = program.imports.get(import.0 as usize);
    import.is_some_and(|import| import.library == "pony" || import.library.starts_with("pony/"))
}

/// The operands of a call of `list`.
pub fn list(expression: &Expression) -> Option<&[Expression]> {
    operands_of(expression, "list")
}

/// The operands of a call of an imported procedure, or of the primitive of that name.
pub fn operands_of<'a>(expression: &'a Expression, called: &str) -> Option<&'a [Expression]> {
    let (name, operands) = match &expression.node {
        Node::Call { operator, operands } => (imported(operator)?, operands),
        Node::Primitive { name, operands } => (name.name(), operands),
        Node::Constant(_)
        | Node::Unspecified
        | Node::Immediate(_)
        | Node::Local(_)
        | Node::Global(_)
        | Node::Imported { .. }
        | Node::SetLocal(..)
        | Node::SetGlobal(..)
        | Node::If(..)
        | Node::Lambda(_)
        | Node::Sequence(_)
        | Node::Let { .. }
        | Node::Letrec { .. }
        | Node::RecordType(_) => return None,
    };
    (name == called).then_some(operands)
}

/// Variables that are defined once, as a procedure of one clause, and only called, or started by
/// `fork` or `par`.
fn procedures(program: &Program) -> HashMap<Variable, &Lambda> {
    let mut search = Procedures {
        found: HashMap::new(),
        passed: HashSet::new(),
    };
    for form in &program.body {
        match form {
            TopForm::Define { global, value } => search.define(Variable::Global(global.0), value),
            TopForm::Expression(expression) => search.look(expression),
        }
    }
    for (_, global) in &program.exports {
        search.passed.insert(Variable::Global(global.0));
    }
    let Procedures { found, passed, .. } = search;
    let is_once = |variable: &Variable| match variable {
        Variable::Local(variable) => !program.variables[*variable as usize].assigned,
        Variable::Global(global) => !program.globals[*global as usize].assigned,
    };
    found
        .into_iter()
        .filter(|(variable, _)| is_once(variable) && !passed.contains(variable))
        .collect()
}

struct Procedures<'program> {
    found: HashMap<Variable, &'program Lambda>,
    /// Used as values.
    passed: HashSet<Variable>,
}

impl<'program> Procedures<'program> {
    fn define(&mut self, variable: Variable, value: &'program Expression) {
        if let Node::Lambda(lambda) = &value.node
            && let [clause] = &lambda.clauses[..]
        {
            self.found.insert(variable, lambda);
            self.look(&clause.body);
        } else {
            self.look(value);
        }
    }

    fn look(&mut self, expression: &'program Expression) {
        if let Some(variable) = Variable::of(expression) {
            self.passed.insert(variable);
            return;
        }
        match &expression.node {
            Node::Let { bindings, body } | Node::Letrec { bindings, body } => {
                for (variable, value) in bindings {
                    self.define(Variable::Local(variable.0), value);
                }
                self.look(body);
            }
            Node::Call { operator, operands } => self.look_at_call(operator, operands),
            Node::Constant(_)
            | Node::Unspecified
            | Node::Immediate(_)
            | Node::Local(_)
            | Node::Global(_)
            | Node::Imported { .. }
            | Node::SetLocal(..)
            | Node::SetGlobal(..)
            | Node::If(..)
            | Node::Lambda(_)
            | Node::Sequence(_)
            | Node::Primitive { .. }
            | Node::RecordType(_) => expression.children(&mut |child| self.look(child)),
        }
    }

    fn look_at_call(&mut self, operator: &'program Expression, operands: &'program [Expression]) {
        let called = |expression: &Expression| Variable::of(expression).is_some();
        if !called(operator) {
            self.look(operator);
        }
        match (imported(operator), operands) {
            (Some("%fork"), [procedure, arguments]) if called(procedure) => self.look(arguments),
            (Some("%par"), [branches]) => {
                let Some(branches) = list(branches) else {
                    return self.look(branches);
                };
                for branch in branches {
                    match list(branch) {
                        Some([procedure, arguments @ ..]) if called(procedure) => {
                            arguments.iter().for_each(|argument| self.look(argument));
                        }
                        _ => self.look(branch),
                    }
                }
            }
            _ => operands.iter().for_each(|operand| self.look(operand)),
        }
    }
}
