//! Which calls stand in the text as they are in the core language, and are not made by a macro.

use mound_base::{SourceMap, Span, Symbol};
use mound_expand::core::{Expression, Node, Program};

/// Libraries that are part of Mound, by the beginnings of their names, which no program may take.
const OURS: &[&str] = &["mound/", "scheme/", "srfi/", "termite"];

/// A call of a procedure of Mound that the programmer wrote.
pub struct WrittenCall<'program> {
    pub name: Symbol,
    pub operands: &'program [Expression],
}

/// The expression as such a call.
pub fn call<'program>(
    program: &Program,
    sources: &SourceMap,
    expression: &'program Expression,
) -> Option<WrittenCall<'program>> {
    let Node::Call { operator, operands } = &expression.node else {
        return None;
    };
    let name = imported(program, operator)?;
    let is_written = stands_at(sources, operator.span, name)
        && encloses(expression.span, operator.span)
        && operands
            .iter()
            .all(|operand| encloses(expression.span, operand.span));
    is_written.then_some(WrittenCall { name, operands })
}

/// The name of a variable of Mound's libraries.
pub fn imported(program: &Program, expression: &Expression) -> Option<Symbol> {
    let Node::Imported { import, name } = &expression.node else {
        return None;
    };
    let library = &program.imports.get(import.0 as usize)?.library;
    let is_ours = OURS.iter().any(|begin| library.starts_with(begin));
    is_ours.then_some(*name)
}

/// Whether the text has the name there, under which the library exports it too.
fn stands_at(sources: &SourceMap, span: Span, name: Symbol) -> bool {
    let text = sources
        .text(span.source)
        .and_then(|text| text.get(span.start as usize..span.end as usize));
    text == Some(name.name())
}

pub fn encloses(outer: Span, inner: Span) -> bool {
    outer.source == inner.source && outer.start <= inner.start && inner.end <= outer.end
}
