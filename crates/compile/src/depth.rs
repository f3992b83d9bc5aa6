//! Refuses programs that are nested too deeply for recursive passes.
//!
//! All passes after this one recurse over the program. This one does not.

use mound_base::Diagnostic;
use mound_expand::core::{Expression, Node, Program, TopForm};

/// Expressions within expressions. Callers give the compiler a stack for it, see
/// [`crate::STACK_BYTES`].
pub const DEPTH_MAX: u32 = 10_000;

/// A diagnostic for each top-level form that is too deep.
pub fn check(program: &Program) -> Vec<Diagnostic> {
    program
        .body
        .iter()
        .filter_map(|form| match form {
            TopForm::Define { value, .. } => too_deep(value),
            TopForm::Expression(expression) => too_deep(expression),
        })
        .collect()
}

fn too_deep(expression: &Expression) -> Option<Diagnostic> {
    let mut open = vec![(expression, 1)];
    while let Some((expression, depth)) = open.pop() {
        if depth > DEPTH_MAX {
            return Some(Diagnostic::error(
                expression.span,
                "expression is nested too deeply",
                format!("more than {DEPTH_MAX} levels"),
            ));
        }
        children(expression, &mut |child| open.push((child, depth + 1)));
    }
    None
}

fn children<'a>(expression: &'a Expression, visit: &mut dyn FnMut(&'a Expression)) {
    match &expression.node {
        Node::Constant(_)
        | Node::Unspecified
        | Node::Immediate(_)
        | Node::Local(_)
        | Node::Global(_)
        | Node::Imported { .. }
        | Node::RecordType(_) => {}
        Node::SetLocal(_, value) | Node::SetGlobal(_, value) => visit(value),
        Node::If(test, consequent, alternative) => {
            visit(test);
            visit(consequent);
            visit(alternative);
        }
        Node::Lambda(lambda) => {
            for clause in &lambda.clauses {
                visit(&clause.body);
            }
        }
        Node::Sequence(expressions)
        | Node::Primitive {
            operands: expressions,
            ..
        } => expressions.iter().for_each(visit),
        Node::Let { bindings, body } | Node::Letrec { bindings, body } => {
            for (_, value) in bindings {
                visit(value);
            }
            visit(body);
        }
        Node::Call { operator, operands } => {
            visit(operator);
            operands.iter().for_each(visit);
        }
    }
}
