//! Refuses programs that are nested too deeply for recursive passes.
//!
//! All passes after this one recurse over the program. This one does not.

use mound_base::Diagnostic;
use mound_expand::core::{Expression, Program, TopForm};

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
        expression.children(&mut |child| open.push((child, depth + 1)));
    }
    None
}
