//! Warns of literals that a known procedure cannot take: `(vector-ref '(1 2) 0)`.
//!
//! Looks at calls that the programmer wrote, with the procedure of the library and the literal as an
//! operand; variables are not followed, since a test before the call may have told them apart.

use crate::types::{Expected, expected};
use crate::written;
use mound_base::{Diagnostic, SourceMap, Symbol};
use mound_expand::core::{Expression, Node, Program, TopForm};
use mound_syntax::{Datum, DatumKind};

pub fn check(program: &Program, sources: &SourceMap) -> Vec<Diagnostic> {
    let mut search = Search {
        program,
        sources,
        warnings: Vec::new(),
    };
    for form in &program.body {
        let (TopForm::Define { value, .. } | TopForm::Expression(value)) = form;
        search.look(value);
    }
    search.warnings
}

struct Search<'program> {
    program: &'program Program,
    sources: &'program SourceMap,
    warnings: Vec<Diagnostic>,
}

impl Search<'_> {
    fn look(&mut self, expression: &Expression) {
        if let Some(call) = written::call(self.program, self.sources, expression) {
            for (index, operand) in call.operands.iter().enumerate() {
                self.operand(call.name, index, operand);
            }
        }
        expression.children(&mut |child| self.look(child));
    }

    fn operand(&mut self, name: Symbol, index: usize, operand: &Expression) {
        let expected = expected(name.name(), index);
        let takes_procedures = matches!(expected, Expected::Any | Expected::Procedure);
        let found = if let Node::Constant(datum) = &operand.node
            && !expected.takes(&datum.kind)
        {
            kind(datum)
        } else if matches!(operand.node, Node::Lambda(_)) && !takes_procedures {
            "a procedure"
        } else {
            return;
        };
        let headline = format!("`{name}` expects {}", expected.words());
        let label = format!("this is {found}");
        self.warnings
            .push(Diagnostic::warning(operand.span, headline, label));
    }
}

fn kind(datum: &Datum) -> &'static str {
    match &datum.kind {
        DatumKind::Boolean(_) => "a boolean",
        DatumKind::Character(_) => "a character",
        DatumKind::Number(_) => "a number",
        DatumKind::String(_) => "a string",
        DatumKind::Symbol(_) => "a symbol",
        DatumKind::Bytevector(_) => "a bytevector",
        DatumKind::Numbers(..) => "a vector of numbers",
        DatumKind::Object { .. } => "a value without a written form",
        DatumKind::Vector(_) => "a vector",
        DatumKind::List { items, .. } if items.is_empty() => "the empty list",
        DatumKind::List { .. } => "a list",
        DatumKind::Labelled { .. } | DatumKind::Reference(_) => "data with labels",
    }
}
