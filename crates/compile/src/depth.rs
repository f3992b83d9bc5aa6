//! Refuses programs that are nested too deeply for recursive passes.
//!
//! All passes after this one recurse over the program. This one does not.
//!
//! They also put long lists of operands and bindings into one another: a list of operands
//! becomes pairs in pairs, and `let` one binding around the next. So the parts of a form count
//! as levels too, of which several are as deep as one level that was written.

use mound_base::Diagnostic;
use mound_expand::core::{Expression, Node, Program, TopForm};

/// Expressions within expressions. Callers give the compiler a stack for it, see
/// [`crate::STACK_BYTES`].
pub const DEPTH_MAX: u32 = 10_000;

/// Operands of a call, or bindings of a form.
pub const PARTS_MAX: usize = 110_000;

/// Parts of a form that need no more stack together than one level of expressions: about a kilobyte
/// each, for local procedures, in a build for tests.
const PARTS_PER_LEVEL: usize = 12;

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
        let parts = parts_of(&expression.node);
        if parts > PARTS_MAX {
            return Some(
                Diagnostic::error(
                    expression.span,
                    "too many operands or bindings in one form",
                    format!("{parts} parts, and more than {PARTS_MAX} are not possible"),
                )
                .with_hint("write a long table as one literal, or build it in several steps"),
            );
        }
        let depth = depth + 1 + (parts / PARTS_PER_LEVEL) as u32;
        expression.children(&mut |child| open.push((child, depth)));
    }
    None
}

/// Parts that may come to stand inside of one another.
fn parts_of(node: &Node) -> usize {
    match node {
        Node::Call { operands, .. } | Node::Primitive { operands, .. } => operands.len(),
        Node::Let { bindings, .. } | Node::Letrec { bindings, .. } => bindings.len(),
        Node::Lambda(lambda) => {
            let clauses = lambda.clauses.iter();
            let parameters = clauses.map(|clause| clause.required.len());
            parameters.max().unwrap_or(0).max(lambda.clauses.len())
        }
        // These are walked in a loop.
        Node::Sequence(_) => 0,
        Node::If(..)
        | Node::SetLocal(..)
        | Node::SetGlobal(..)
        | Node::Constant(_)
        | Node::Unspecified
        | Node::Immediate(_)
        | Node::Local(_)
        | Node::Global(_)
        | Node::Imported { .. }
        | Node::RecordType(_) => 0,
    }
}
