//! Warnings for definitions and local variables that nothing mentions.
//!
//! Looks at the core language, where every name is resolved. Says nothing of names
//! that macros made (they are not written at their place in the source), of
//! parameters (a procedure may have to take them), of top-level variables whose value
//! is computed (perhaps for its effects), of what `define-record-type` and
//! `define-values` define (one of several may be needed), and of names that begin
//! with `_`.

use mound_base::{Diagnostic, SourceMap, Span, Symbol};
use mound_expand::core::{Expression, Node, Program, TopForm, VariableId};

/// Warns of what is not used in a program or library.
pub fn check(program: &Program, sources: &SourceMap) -> Vec<Diagnostic> {
    let mut uses = Uses {
        globals: vec![false; program.globals.len()],
        variables: vec![false; program.variables.len()],
        own: None,
        bound: Vec::new(),
    };
    for (_, global) in &program.exports {
        uses.globals[global.0 as usize] = true;
    }
    for form in &program.body {
        match form {
            // A procedure that only calls itself is not used.
            TopForm::Define { global, value } => {
                uses.own = Some(global.0 as usize);
                uses.expression(value);
                uses.own = None;
            }
            TopForm::Expression(expression) => uses.expression(expression),
        }
    }
    let mut warnings = Vec::new();
    for form in &program.body {
        let TopForm::Define { global, value } = form else {
            continue;
        };
        let known = &program.globals[global.0 as usize];
        if !uses.globals[global.0 as usize]
            && is_written(known.name, known.span, sources)
            && !is_part_of_definition(value, known.span)
            && !may_have_effect(value)
        {
            let label = match program.name.is_empty() {
                true => "nothing uses it",
                false => "it is neither used nor exported",
            };
            warnings.push(warning(known.name, known.span, label));
        }
    }
    for &(variable, value) in &uses.bound {
        let known = &program.variables[variable.0 as usize];
        // What a record type makes is written nowhere but in its names.
        if value != known.span
            && !uses.variables[variable.0 as usize]
            && is_written(known.name, known.span, sources)
        {
            warnings.push(warning(known.name, known.span, "nothing uses it"));
        }
    }
    warnings.sort_by_key(|warning| (warning.span.source, warning.span.start));
    warnings.dedup();
    warnings
}

fn warning(name: Symbol, span: Span, label: &str) -> Diagnostic {
    Diagnostic::warning(span, format!("`{name}` is not used"), label)
}

/// Whether the programmer wrote the name there, and means it to be used.
fn is_written(name: Symbol, span: Span, sources: &SourceMap) -> bool {
    let text = sources
        .text(span.source)
        .and_then(|text| text.get(span.start as usize..span.end as usize));
    text == Some(name.name()) && !name.name().starts_with('_')
}

/// Whether the definition is one of several that a form makes together.
fn is_part_of_definition(value: &Expression, name: Span) -> bool {
    match &value.node {
        Node::RecordType(_) => true,
        // The procedures of records are written nowhere but in their names.
        Node::Lambda(_) => value.span == name,
        // `define-values` takes a list apart.
        Node::Primitive { name, operands } => {
            matches!(name.name(), "car" | "cdr") && is_hidden_list(operands)
        }
        Node::Local(_) | Node::Global(_) => true,
        Node::Constant(_)
        | Node::Unspecified
        | Node::Immediate(_)
        | Node::Imported { .. }
        | Node::SetLocal(..)
        | Node::SetGlobal(..)
        | Node::If(..)
        | Node::Sequence(_)
        | Node::Let { .. }
        | Node::Letrec { .. }
        | Node::Call { .. } => false,
    }
}

/// Whether evaluating it may be what the definition is for.
fn may_have_effect(value: &Expression) -> bool {
    !matches!(
        value.node,
        Node::Lambda(_) | Node::Constant(_) | Node::Unspecified | Node::Immediate(_)
    )
}

fn is_hidden_list(operands: &[Expression]) -> bool {
    let [one] = operands else {
        return false;
    };
    if let Node::Primitive { operands, .. } = &one.node {
        return is_hidden_list(operands);
    }
    matches!(one.node, Node::Local(_) | Node::Global(_))
}

struct Uses {
    globals: Vec<bool>,
    variables: Vec<bool>,
    /// The global whose definition is looked at: mentions there do not count.
    own: Option<usize>,
    /// What `let`, `letrec` and internal definitions bind.
    bound: Vec<(VariableId, Span)>,
}

impl Uses {
    fn global(&mut self, global: usize) {
        if self.own != Some(global) {
            self.globals[global] = true;
        }
    }

    fn expression(&mut self, expression: &Expression) {
        match &expression.node {
            Node::Local(variable) => self.variables[variable.0 as usize] = true,
            Node::Global(global) => self.global(global.0 as usize),
            Node::SetLocal(_, value) => self.expression(value),
            Node::SetGlobal(global, value) => {
                self.global(global.0 as usize);
                self.expression(value);
            }
            Node::If(test, consequent, alternative) => {
                self.expression(test);
                self.expression(consequent);
                self.expression(alternative);
            }
            Node::Lambda(lambda) => {
                for clause in &lambda.clauses {
                    self.expression(&clause.body);
                }
            }
            Node::Sequence(expressions)
            | Node::Primitive {
                operands: expressions,
                ..
            } => expressions.iter().for_each(|one| self.expression(one)),
            Node::Let { bindings, body } | Node::Letrec { bindings, body } => {
                for (variable, value) in bindings {
                    let span = value.span;
                    if !is_part_of_definition(value, span) || matches!(value.node, Node::Lambda(_))
                    {
                        self.bound.push((*variable, span));
                    }
                    self.expression(value);
                }
                self.expression(body);
            }
            Node::Call { operator, operands } => {
                self.expression(operator);
                operands.iter().for_each(|one| self.expression(one));
            }
            Node::Constant(_)
            | Node::Unspecified
            | Node::Immediate(_)
            | Node::Imported { .. }
            | Node::RecordType(_) => {}
        }
    }
}
