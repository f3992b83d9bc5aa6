//! Warnings for variables that are of no use where another process calls the procedure that reads them.
//!
//! A top-level variable of a program that something assigns is state of its node: code that reads it elsewhere
//! finds that of the other node, or none. And a port of a string or bytevector that the program keeps in a top-level
//! variable is of use only to the process that made it: others see what the variable holds as a message, frozen.
//!
//! Looks at procedures that are written or named as an argument of a procedure in [`REMOTE`], or of another that has its
//! arguments called by another process, and at those of the program that these name. Says nothing of libraries, since
//! each node has their variables, and nothing of what is assigned there before it is read, which [`crate::elsewhere`]
//! looks at.

use crate::elsewhere::{callee, runs_elsewhere, spoken};
use mound_base::{Diagnostic, Span, Symbol};
use mound_expand::core::{Expression, Node, Program, TopForm};
use std::collections::{HashMap, HashSet};

/// Those of the procedures that [`crate::elsewhere`] knows which call an argument on another node.
const REMOTE: &[&str] = &["on", "remote-spawn", "remote-spawn-link"];

/// Make a port that only their process can use.
const PORTS: &[(&str, &str)] = &[
    ("open-input-bytevector", "bytevector"),
    ("open-input-string", "string"),
    ("open-output-bytevector", "bytevector"),
    ("open-output-string", "string"),
];

/// Warns of variables that another process cannot use, though it calls a procedure which reads them.
pub fn check(program: &Program) -> Vec<Diagnostic> {
    let mut search = Search {
        program,
        read_by: HashMap::new(),
        ports: HashMap::new(),
        told: HashSet::new(),
        found: Vec::new(),
    };
    if !program.name.is_empty() {
        return search.found;
    }
    for form in &program.body {
        let TopForm::Define { global, value } = form else {
            continue;
        };
        if matches!(value.node, Node::Lambda(_)) {
            search.read_by.insert(global.0, reads(value));
        }
        if let Node::Call { operator, .. } = &value.node {
            let of = memory_of(operator);
            search.ports.extend(of.map(|of| (global.0, of)));
        }
    }
    for form in &program.body {
        match form {
            TopForm::Define { value, .. } => search.expression(value),
            TopForm::Expression(expression) => search.expression(expression),
        }
    }
    search.found
}

/// What a procedure names of the top level: each variable that it reads, and where first. None that it assigns.
fn reads(procedure: &Expression) -> Vec<(u32, Span)> {
    fn look(expression: &Expression, reads: &mut Vec<(u32, Span)>, assigns: &mut HashSet<u32>) {
        if let Node::Global(global) = &expression.node
            && !reads.iter().any(|read| read.0 == global.0)
        {
            reads.push((global.0, expression.span));
        }
        if let Node::SetGlobal(global, _) = &expression.node {
            assigns.insert(global.0);
        }
        expression.children(&mut |child| look(child, reads, assigns));
    }
    let (mut found, mut assigns) = (Vec::new(), HashSet::new());
    look(procedure, &mut found, &mut assigns);
    found.retain(|read| !assigns.contains(&read.0));
    found
}

/// What a port is of that this procedure makes.
fn memory_of(operator: &Expression) -> Option<&'static str> {
    let Node::Imported { name, .. } = &operator.node else {
        return None;
    };
    let found = PORTS.iter().find(|(known, _)| *known == name.name());
    found.map(|(_, of)| *of)
}

struct Search<'program> {
    program: &'program Program,
    /// What the procedures of the program read.
    read_by: HashMap<u32, Vec<(u32, Span)>>,
    /// Variables that hold a port of a string or bytevector, and which.
    ports: HashMap<u32, &'static str>,
    /// Variables with the places where they were told of.
    told: HashSet<(u32, Span)>,
    found: Vec<Diagnostic>,
}

impl Search<'_> {
    fn expression(&mut self, expression: &Expression) {
        if let Node::Call { operands, .. } = &expression.node
            && let Some(callee) = callee(self.program, expression)
        {
            for (index, operand) in operands.iter().enumerate() {
                if runs_elsewhere(callee, index) {
                    self.sent(operand, callee);
                }
            }
        }
        expression.children(&mut |child| self.expression(child));
    }

    /// An argument, which is sent if it is a procedure.
    fn sent(&mut self, operand: &Expression, callee: Symbol) {
        let mut open = if matches!(operand.node, Node::Lambda(_)) {
            reads(operand)
        } else if let Node::Global(global) = &operand.node
            && self.read_by.contains_key(&global.0)
        {
            vec![(global.0, operand.span)]
        } else {
            return;
        };
        let mut seen = HashSet::new();
        while let Some((global, span)) = open.pop() {
            let known = &self.program.globals[global as usize];
            if !seen.insert(global) || !known.defined {
                continue;
            }
            // To another node a port goes with what is in it; on the same one it is a message.
            let is_sent = REMOTE.contains(&callee.name());
            let found = match (known.assigned, self.ports.get(&global)) {
                (true, _) if is_sent => Some(warning(known.name, span, callee)),
                (false, Some(of)) if !is_sent => Some(useless(known.name, of, span, callee)),
                _ => None,
            };
            if let Some(warning) = found {
                if self.told.insert((global, span)) {
                    self.found.push(warning);
                }
            } else if let Some(reads) = self.read_by.get(&global) {
                open.extend(reads);
            }
        }
    }
}

fn warning(name: Symbol, span: Span, callee: Symbol) -> Diagnostic {
    Diagnostic::warning(
        span,
        format!("`{name}` stays on its node, since it is assigned"),
        format!(
            "what `{callee}` sends reads it on another node, which has its own `{name}` or none"
        ),
    )
    .with_hint("bind its value by `let` around the procedure, or ask a process of this node for it")
}

fn useless(name: Symbol, of: &str, span: Span, callee: Symbol) -> Diagnostic {
    let callee = spoken(callee);
    Diagnostic::warning(
        span,
        format!("another process cannot use the port `{name}`"),
        format!(
            "`{callee}` calls this in a process that sees a port of a {of} as a message: frozen"
        ),
    )
    .with_hint(format!(
        "make the port in the procedure, or send the {of} that it is of"
    ))
}
