//! Warnings for assignments that another process makes to a variable of its own.
//!
//! A process shares no memory: what it is spawned with are copies. In
//! `(spawn (lambda () (set! count 1)))` the assignment is not seen where `count` was bound.
//! That is an error only if somebody looks there, so a variable that nothing else mentions is
//! not warned of: it is state of the process. The same holds for the parts of a vector, list or
//! table that such a variable holds. Looks here at procedures that are written as an
//! argument of a procedure in [`ELSEWHERE`]; those with a name are the business of [`named`].

mod named;

use crate::variable::Variable;
use mound_base::{Diagnostic, Span, Symbol};
use mound_expand::core::{Expression, Lambda, Node, Program, TopForm};
use std::collections::{HashMap, HashSet};

/// Procedures of the libraries that call an argument in another process.
const ELSEWHERE: &[&str] = &[
    "%fork",
    "%make-future",
    "%par",
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

/// Procedures that change their first argument.
const CHANGES: &[&str] = &[
    "bytevector-u8-set!",
    "hash-table-delete!",
    "hash-table-set!",
    "hash-table-update!",
    "hash-table-update!/default",
    "list-set!",
    "set-car!",
    "set-cdr!",
    "string-set!",
    "vector-fill!",
    "vector-set!",
];

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
    // Those with a name are mentioned outside, as `named` has found.
    let named = named::changes(program).into_iter().map(|change| Found {
        variable: change.variable,
        name: name_of(program, change.variable),
        span: change.span,
        how: change.how,
        callee: change.callee,
        mentions: 0,
    });
    search.found.extend(named);
    for found in &search.found {
        // A task within a task: the inner one has said it.
        if warnings.iter().any(|warning| warning.span == found.span) {
            continue;
        }
        let all = search.mentions.get(&found.variable).copied().unwrap_or(0);
        if all > found.mentions {
            warnings.push(warning(found));
        }
    }
    warnings
}

/// The name of the procedure that a call is of, if that runs its arguments elsewhere.
pub(crate) fn callee(program: &Program, expression: &Expression) -> Option<Symbol> {
    let Node::Call { operator, .. } = &expression.node else {
        return None;
    };
    let Node::Imported { import, name } = &operator.node else {
        return None;
    };
    let library = &program.imports.get(import.0 as usize)?.library;
    let is_ours = ["mound/", "pony", "srfi/18", "termite", "util/concurrent"]
        .iter()
        .any(|begin| library.starts_with(begin));
    (is_ours && ELSEWHERE.contains(&name.name())).then_some(*name)
}

/// Whether the procedure calls that operand in another process, if it is a procedure: a pool asks
/// here which thread is to have a task.
pub(crate) fn runs_elsewhere(callee: Symbol, index: usize) -> bool {
    callee.name() != "thread-pool-push-task!" || index == 1
}

/// The name of a procedure as programs have it: what a macro is expanded to has that of the macro.
pub(crate) fn spoken(callee: Symbol) -> &'static str {
    let name = callee.name().trim_start_matches("%make-");
    name.trim_start_matches('%')
}

fn name_of(program: &Program, variable: Variable) -> Symbol {
    match variable {
        Variable::Local(variable) => program.variables[variable as usize].name,
        Variable::Global(global) => program.globals[global as usize].name,
    }
}

/// An assignment in a procedure that another process calls, to a variable bound outside of it.
struct Found {
    variable: Variable,
    name: Symbol,
    span: Span,
    /// `assigned` or `changed`.
    how: &'static str,
    callee: Symbol,
    /// Of the variable, in that procedure.
    mentions: usize,
}

fn warning(found: &Found) -> Diagnostic {
    let Found {
        name, callee, how, ..
    } = found;
    let callee = spoken(*callee);
    Diagnostic::warning(
        found.span,
        format!("only another process sees that `{name}` is {how}"),
        format!("`{callee}` calls this in a process with its own `{name}`"),
    )
    .with_hint(
        "send the value in a message, or keep it in a cell of (mound cell) or a shared queue",
    )
}

/// A procedure that another process calls, while its body is looked at.
struct Task {
    callee: Symbol,
    bound: HashSet<Variable>,
    mentions: HashMap<Variable, usize>,
    changed: Vec<(Variable, Span, &'static str)>,
}

struct Search<'program> {
    program: &'program Program,
    /// How often each variable is read or assigned.
    mentions: HashMap<Variable, usize>,
    inside: Vec<Task>,
    found: Vec<Found>,
}

impl Search<'_> {
    fn mention(&mut self, variable: Variable) {
        *self.mentions.entry(variable).or_default() += 1;
        for task in &mut self.inside {
            *task.mentions.entry(variable).or_default() += 1;
        }
    }

    fn bind(&mut self, variable: u32) {
        for task in &mut self.inside {
            task.bound.insert(Variable::Local(variable));
        }
    }

    fn assign(&mut self, variable: Variable, span: Span) {
        self.mention(variable);
        for task in &mut self.inside {
            task.changed.push((variable, span, "assigned"));
        }
    }

    /// A call that changes what a variable holds.
    fn change(&mut self, operator: &Expression, operands: &[Expression], span: Span) {
        let Node::Imported { name, .. } = &operator.node else {
            return;
        };
        let Some(variable) = operands.first().and_then(Variable::of) else {
            return;
        };
        if CHANGES.contains(&name.name()) {
            for task in &mut self.inside {
                task.changed.push((variable, span, "changed"));
            }
        }
    }

    fn expression(&mut self, expression: &Expression) {
        match &expression.node {
            Node::Local(_) | Node::Global(_) => {
                Variable::of(expression)
                    .into_iter()
                    .for_each(|variable| self.mention(variable));
            }
            Node::SetLocal(variable, _) => {
                self.assign(Variable::Local(variable.0), expression.span)
            }
            Node::SetGlobal(global, _) => self.assign(Variable::Global(global.0), expression.span),
            Node::Lambda(lambda) => self.parameters(lambda),
            Node::Let { bindings, .. } | Node::Letrec { bindings, .. } => {
                bindings
                    .iter()
                    .for_each(|(variable, _)| self.bind(variable.0));
            }
            Node::Call { operator, operands } => self.change(operator, operands, expression.span),
            Node::Constant(_)
            | Node::Unspecified
            | Node::Immediate(_)
            | Node::Imported { .. }
            | Node::If(..)
            | Node::Sequence(_)
            | Node::Primitive { .. }
            | Node::RecordType(_) => {}
        }
        let callee = callee(self.program, expression);
        // The operator comes first.
        let mut index = 0;
        expression.children(&mut |child| {
            let runs = index > 0 && callee.is_some_and(|callee| runs_elsewhere(callee, index - 1));
            self.operand(child, callee.filter(|_| runs));
            index += 1;
        });
    }

    fn operand(&mut self, operand: &Expression, callee: Option<Symbol>) {
        match (&operand.node, callee) {
            (Node::Lambda(_), Some(callee)) => self.task(operand, callee),
            // `par` has a list of branches, each a list of a procedure and its arguments.
            (_, Some(callee))
                if callee.name() == "%par" && crate::ends::list(operand).is_some() =>
            {
                operand.children(&mut |child| self.operand(child, Some(callee)));
            }
            _ => self.expression(operand),
        }
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

    fn task(&mut self, lambda: &Expression, callee: Symbol) {
        self.inside.push(Task {
            callee,
            bound: HashSet::new(),
            mentions: HashMap::new(),
            changed: Vec::new(),
        });
        self.expression(lambda);
        let task = self.inside.pop().expect("it was pushed above");
        for (variable, span, how) in task.changed {
            if task.bound.contains(&variable) {
                continue;
            }
            self.found.push(Found {
                variable,
                name: name_of(self.program, variable),
                span,
                how,
                callee: task.callee,
                mentions: task.mentions.get(&variable).copied().unwrap_or(0),
            });
        }
    }
}
