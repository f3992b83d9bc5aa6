//! Warns of what stands behind a call that does not return.
//!
//! `(error ...)` and `(raise ...)` never return, and neither does a procedure of the program whose
//! body always ends in such a call. Loops without an end are not looked for.

use crate::written::{encloses, imported};
use mound_base::{Diagnostic, SourceMap, Span};
use mound_expand::core::{Expression, Node, Program, TopForm};

/// Procedures of the libraries that never return.
const NEVER_RETURN: &[&str] = &["emergency-exit", "error", "exit", "raise"];

pub fn check(program: &Program, sources: &SourceMap) -> Vec<Diagnostic> {
    let mut search = Search {
        program,
        never: vec![false; program.globals.len()],
        found: Vec::new(),
    };
    search.find_procedures();
    for form in &program.body {
        let (TopForm::Define { value, .. } | TopForm::Expression(value)) = form;
        search.look(value);
    }
    search
        .found
        .into_iter()
        .map(|found| found.warning(sources))
        .collect()
}

/// What is never evaluated, and what does not return before it.
struct Found {
    dead: Span,
    before: Span,
}

impl Found {
    fn warning(&self, sources: &SourceMap) -> Diagnostic {
        let text = sources
            .text(self.before.source)
            .and_then(|text| text.get(self.before.start as usize..self.before.end as usize));
        let name = text
            .and_then(|text| text.strip_prefix('('))
            .and_then(|text| text.split([' ', ')', '\n', '(']).next())
            .filter(|name| !name.is_empty());
        let label = match name {
            Some(name) => format!("`{name}` does not return"),
            None => "this does not return".to_owned(),
        };
        Diagnostic::warning(
            self.dead,
            "this is never evaluated",
            "what is before it ends here",
        )
        .with_related(self.before, label)
    }
}

struct Search<'program> {
    program: &'program Program,
    /// Of each global whether it is a procedure that never returns.
    never: Vec<bool>,
    found: Vec<Found>,
}

impl Search<'_> {
    /// Until no further one is found: each may end in a call of another.
    fn find_procedures(&mut self) {
        loop {
            let mut is_new = false;
            for form in &self.program.body {
                let TopForm::Define { global, value } = form else {
                    continue;
                };
                let index = global.0 as usize;
                let known = &self.program.globals[index];
                if self.never[index] || known.assigned || !known.defined {
                    continue;
                }
                if let Node::Lambda(lambda) = &value.node
                    && !lambda.clauses.is_empty()
                    && lambda.clauses.iter().all(|clause| self.never(&clause.body))
                {
                    self.never[index] = true;
                    is_new = true;
                }
            }
            if !is_new {
                return;
            }
        }
    }

    /// Whether evaluating the expression never comes to an end with a value.
    fn never(&self, expression: &Expression) -> bool {
        match &expression.node {
            Node::If(test, consequent, alternative) => {
                self.never(test) || (self.never(consequent) && self.never(alternative))
            }
            Node::Sequence(parts) => parts.iter().any(|part| self.never(part)),
            Node::Let { bindings, body } | Node::Letrec { bindings, body } => {
                bindings.iter().any(|(_, value)| self.never(value)) || self.never(body)
            }
            Node::SetLocal(_, value) | Node::SetGlobal(_, value) => self.never(value),
            Node::Call { operator, operands } => {
                operands.iter().any(|operand| self.never(operand)) || self.is_end(operator)
            }
            Node::Primitive { .. }
            | Node::Lambda(_)
            | Node::Constant(_)
            | Node::Unspecified
            | Node::Immediate(_)
            | Node::Local(_)
            | Node::Global(_)
            | Node::Imported { .. }
            | Node::RecordType(_) => false,
        }
    }

    fn is_end(&self, operator: &Expression) -> bool {
        if let Node::Global(global) = &operator.node {
            self.never[global.0 as usize]
        } else {
            imported(self.program, operator).is_some_and(|name| NEVER_RETURN.contains(&name.name()))
        }
    }

    fn look(&mut self, expression: &Expression) {
        if let Node::Sequence(parts) = &expression.node {
            let end = parts.iter().position(|part| self.never(part));
            if let Some(end) = end
                && let Some(dead) = parts.get(end + 1)
                && is_behind(expression.span, parts[end].span, dead.span)
            {
                self.found.push(Found {
                    dead: dead.span,
                    before: parts[end].span,
                });
            }
        }
        expression.children(&mut |child| self.look(child));
    }
}

/// Whether both stand in the text of the whole, one behind the other, and were not put together by a
/// macro.
fn is_behind(whole: Span, before: Span, dead: Span) -> bool {
    before != whole
        && dead != whole
        && before.source == dead.source
        && before.end <= dead.start
        && (encloses(whole, before) == encloses(whole, dead))
}
