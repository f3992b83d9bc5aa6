//! Programs that define a name which they import.
//!
//! `(define car (let ((old car)) ...))` means the imported `car` inside its own value,
//! and so does whatever runs before the definition. The variable that the program
//! defines is another one, so it begins with the imported value: a definition of it is
//! put before everything else.
//!
//! This is left out where nobody can notice. A variable that is defined once and never
//! assigned is compiled better, and most programs that define such a name do so with a
//! `lambda`, before anything runs.

use crate::build::make;
use crate::core::{Expression, GlobalId, Node, TopForm};
use crate::expander::Expander;

impl Expander<'_> {
    /// Gives the variables that need it the imported value to begin with.
    pub(crate) fn keep_redefined(&mut self) {
        for (global, variable) in std::mem::take(&mut self.unit.redefined) {
            if !is_used_early(&self.unit.body, global) {
                continue;
            }
            let node = self.imported(&variable);
            let unit = &mut self.unit;
            let variable = &mut unit.globals[global.0 as usize];
            variable.assigned = true;
            let value = make(variable.span, node);
            unit.body.insert(0, TopForm::Define { global, value });
        }
    }
}

/// Whether the variable may be read before its first definition is complete: outside of
/// a `lambda`, or inside of one that stands before something that could call it.
fn is_used_early(body: &[TopForm], global: GlobalId) -> bool {
    let mut captured = false;
    for form in body {
        let (value, defines) = match form {
            TopForm::Define { global: g, value } => (value, *g == global),
            TopForm::Expression(value) => (value, false),
        };
        let uses = Uses::of(value, global);
        captured |= uses.captured;
        if uses.direct || (captured && uses.runs) {
            return true;
        }
        if defines {
            return false;
        }
    }
    false
}

#[derive(Default)]
struct Uses {
    /// The variable is read when the expression is evaluated.
    direct: bool,
    /// The variable is read in a `lambda`.
    captured: bool,
    /// Something is called when the expression is evaluated.
    runs: bool,
}

impl Uses {
    fn of(expression: &Expression, global: GlobalId) -> Uses {
        let mut uses = Uses::default();
        let mut pending = vec![(expression, false)];
        while let Some((expression, inside)) = pending.pop() {
            let reads = matches!(expression.node, Node::Global(read) if read == global);
            uses.direct |= reads && !inside;
            uses.captured |= reads && inside;
            uses.runs |= !inside && matches!(expression.node, Node::Call { .. });
            let inside = inside || matches!(expression.node, Node::Lambda(_));
            expression.children(&mut |part| pending.push((part, inside)));
        }
        uses
    }
}
