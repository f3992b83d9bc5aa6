//! Warnings for variables that do not travel with a procedure that is sent to another node.
//!
//! A top-level variable of a program that something assigns is state of its node: code that reads it elsewhere
//! finds that of the other node, or none. Looks at procedures that are written or named as an argument of a procedure in
//! [`REMOTE`], and at those of the program that these name. Says nothing of libraries, since each node has their
//! variables, and nothing of what is assigned there before it is read, which [`crate::elsewhere`] looks at.

use crate::elsewhere::callee;
use mound_base::{Diagnostic, Span, Symbol};
use mound_expand::core::{Expression, Node, Program, TopForm};
use std::collections::{HashMap, HashSet};

/// Those of the procedures that [`crate::elsewhere`] knows which call an argument on another node.
const REMOTE: &[&str] = &["on", "remote-spawn", "remote-spawn-link"];

/// Warns of variables that stay behind when a program sends a procedure that reads them.
pub fn check(program: &Program) -> Vec<Diagnostic> {
    let mut search = Search {
        program,
        read_by: HashMap::new(),
        told: HashSet::new(),
        found: Vec::new(),
    };
    if !program.name.is_empty() {
        return search.found;
    }
    for form in &program.body {
        if let TopForm::Define { global, value } = form
            && matches!(value.node, Node::Lambda(_))
        {
            search.read_by.insert(global.0, reads(value));
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
        match &expression.node {
            Node::Global(global) if !reads.iter().any(|read| read.0 == global.0) => {
                reads.push((global.0, expression.span));
            }
            Node::SetGlobal(global, _) => {
                assigns.insert(global.0);
            }
            _ => {}
        }
        expression.children(&mut |child| look(child, reads, assigns));
    }
    let (mut found, mut assigns) = (Vec::new(), HashSet::new());
    look(procedure, &mut found, &mut assigns);
    found.retain(|read| !assigns.contains(&read.0));
    found
}

struct Search<'program> {
    program: &'program Program,
    /// What the procedures of the program read.
    read_by: HashMap<u32, Vec<(u32, Span)>>,
    /// Variables with the places where they were told of.
    told: HashSet<(u32, Span)>,
    found: Vec<Diagnostic>,
}

impl Search<'_> {
    fn expression(&mut self, expression: &Expression) {
        if let Node::Call { operands, .. } = &expression.node
            && let Some(callee) = callee(self.program, expression)
            && REMOTE.contains(&callee.name())
        {
            operands
                .iter()
                .for_each(|operand| self.sent(operand, callee));
        }
        expression.children(&mut |child| self.expression(child));
    }

    /// An argument, which is sent if it is a procedure.
    fn sent(&mut self, operand: &Expression, callee: Symbol) {
        let mut open = match &operand.node {
            Node::Lambda(_) => reads(operand),
            Node::Global(global) if self.read_by.contains_key(&global.0) => {
                vec![(global.0, operand.span)]
            }
            _ => return,
        };
        let mut seen = HashSet::new();
        while let Some((global, span)) = open.pop() {
            let known = &self.program.globals[global as usize];
            if !seen.insert(global) || !known.defined {
                continue;
            }
            if known.assigned {
                if self.told.insert((global, span)) {
                    self.found.push(warning(known.name, span, callee));
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
