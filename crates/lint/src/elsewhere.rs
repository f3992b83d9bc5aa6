//! Warnings for assignments that another process makes to a variable of its own.
//!
//! A process shares no memory: what it is spawned with are copies. In
//! `(spawn (lambda () (set! count 1)))` the assignment is not seen where `count` was bound.
//! That is an error only if somebody looks there, so a variable that nothing else mentions is
//! not warned of: it is state of the process. Looks at procedures that are written as an
//! argument of a procedure in [`ELSEWHERE`]; says nothing of those that are passed by name.

use mound_base::{Diagnostic, Span, Symbol};
use mound_expand::core::{Expression, Lambda, Node, Program, TopForm};
use std::collections::{HashMap, HashSet};

/// Procedures of the libraries that call an argument in another process.
const ELSEWHERE: &[&str] = &[
    "%make-future",
    "cell-update!",
    "executor-submit!",
    "future-flatmap",
    "future-guard",
    "future-map",
    "make-executor-future",
    "make-simple-future",
    "make-thread",
    "on",
    "parallel-map",
    "pfor-each",
    "pmap",
    "preduce",
    "remote-spawn",
    "remote-spawn-link",
    "spawn",
    "spawn-link",
    "spawn-linked-to",
    "spawn-supervised",
    "spawn-thunk-supervised",
    "task",
    "thread-pool-push-task!",
];

/// A variable, local or of the top level.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Place {
    Local(u32),
    Global(u32),
}

/// Warns of assignments in a program or library that only another process sees.
pub fn check(program: &Program) -> Vec<Diagnostic> {
    let mut search = Search {
        program,
        mentions: HashMap::new(),
        inside: Vec::new(),
        found: Vec::new(),
    };
    for form in &program.body {
        match form {
            TopForm::Define { value, .. } => search.expression(value),
            TopForm::Expression(expression) => search.expression(expression),
        }
    }
    let mut warnings: Vec<Diagnostic> = Vec::new();
    for found in &search.found {
        // A task within a task: the inner one has said it.
        if warnings.iter().any(|warning| warning.span == found.span) {
            continue;
        }
        let all = search.mentions.get(&found.place).copied().unwrap_or(0);
        if all > found.mentions {
            warnings.push(warning(found));
        }
    }
    warnings
}

/// An assignment in a procedure that another process calls, to a variable bound outside of it.
struct Found {
    place: Place,
    name: Symbol,
    span: Span,
    callee: Symbol,
    /// Of the variable, in that procedure.
    mentions: usize,
}

fn warning(found: &Found) -> Diagnostic {
    let Found { name, callee, .. } = found;
    Diagnostic::warning(
        found.span,
        format!("only another process sees that `{name}` is assigned"),
        format!("`{callee}` calls this in a process with its own `{name}`"),
    )
    .with_hint(
        "send the value in a message, or keep it in a cell of (mound cell) or a shared queue",
    )
}

/// A procedure that another process calls, while its body is looked at.
struct Task {
    callee: Symbol,
    bound: HashSet<Place>,
    mentions: HashMap<Place, usize>,
    assigned: Vec<(Place, Span)>,
}

struct Search<'program> {
    program: &'program Program,
    /// How often each variable is read or assigned.
    mentions: HashMap<Place, usize>,
    inside: Vec<Task>,
    found: Vec<Found>,
}

impl Search<'_> {
    fn mention(&mut self, place: Place) {
        *self.mentions.entry(place).or_default() += 1;
        for task in &mut self.inside {
            *task.mentions.entry(place).or_default() += 1;
        }
    }

    fn bind(&mut self, variable: u32) {
        for task in &mut self.inside {
            task.bound.insert(Place::Local(variable));
        }
    }

    fn assign(&mut self, place: Place, span: Span) {
        self.mention(place);
        for task in &mut self.inside {
            task.assigned.push((place, span));
        }
    }

    fn expression(&mut self, expression: &Expression) {
        match &expression.node {
            Node::Local(variable) => self.mention(Place::Local(variable.0)),
            Node::Global(global) => self.mention(Place::Global(global.0)),
            Node::SetLocal(variable, _) => self.assign(Place::Local(variable.0), expression.span),
            Node::SetGlobal(global, _) => self.assign(Place::Global(global.0), expression.span),
            Node::Lambda(lambda) => self.parameters(lambda),
            Node::Let { bindings, .. } | Node::Letrec { bindings, .. } => {
                bindings
                    .iter()
                    .for_each(|(variable, _)| self.bind(variable.0));
            }
            _ => {}
        }
        let callee = self.callee(expression);
        expression.children(&mut |child| match (&child.node, callee) {
            (Node::Lambda(_), Some(callee)) => self.task(child, callee),
            _ => self.expression(child),
        });
    }

    fn parameters(&mut self, lambda: &Lambda) {
        for clause in &lambda.clauses {
            clause
                .required
                .iter()
                .for_each(|variable| self.bind(variable.0));
            clause
                .rest
                .iter()
                .for_each(|variable| self.bind(variable.0));
        }
    }

    /// The name of the procedure that the call is of, if that runs its arguments elsewhere.
    fn callee(&self, expression: &Expression) -> Option<Symbol> {
        let Node::Call { operator, .. } = &expression.node else {
            return None;
        };
        let Node::Imported { import, name } = &operator.node else {
            return None;
        };
        let library = &self.program.imports.get(import.0 as usize)?.library;
        let is_ours = ["mound/", "srfi/18", "termite", "util/concurrent"]
            .iter()
            .any(|begin| library.starts_with(begin));
        (is_ours && ELSEWHERE.contains(&name.name())).then_some(*name)
    }

    fn task(&mut self, lambda: &Expression, callee: Symbol) {
        self.inside.push(Task {
            callee,
            bound: HashSet::new(),
            mentions: HashMap::new(),
            assigned: Vec::new(),
        });
        self.expression(lambda);
        let task = self.inside.pop().expect("it was pushed above");
        for (place, span) in task.assigned {
            if task.bound.contains(&place) {
                continue;
            }
            let name = match place {
                Place::Local(variable) => self.program.variables[variable as usize].name,
                Place::Global(global) => self.program.globals[global as usize].name,
            };
            self.found.push(Found {
                place,
                name,
                span,
                callee: task.callee,
                mentions: task.mentions.get(&place).copied().unwrap_or(0),
            });
        }
    }
}
