//! What the reader, the expander and the compiler have to say about a program.
//!
//! A [`Diagnostic`] is data; [`Diagnostic::render`] is the one place that turns
//! it into text with a source excerpt.

use crate::{SourceMap, Span};
use std::fmt::Write as _;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    Error,
    Warning,
}

/// One thing that is wrong, where, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    pub severity: Severity,
    /// Lower case, no full stop: what is wrong.
    pub headline: String,
    pub span: Span,
    /// What stands at the place, or what was expected there.
    pub label: String,
    pub hint: Option<String>,
    /// Other places that it is about, and what stands there.
    pub related: Vec<(Span, String)>,
}

impl Diagnostic {
    pub fn error(span: Span, headline: impl Into<String>, label: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            headline: headline.into(),
            span,
            label: label.into(),
            hint: None,
            related: Vec::new(),
        }
    }

    pub fn warning(
        span: Span,
        headline: impl Into<String>,
        label: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error(span, headline, label)
        }
    }

    pub fn with_hint(mut self, hint: impl Into<String>) -> Diagnostic {
        self.hint = Some(hint.into());
        self
    }

    /// Shows another place, if it is in a source text.
    pub fn with_related(mut self, span: Span, label: impl Into<String>) -> Diagnostic {
        self.related.push((span, label.into()));
        self
    }

    /// The text shown to the programmer, ending in a newline.
    pub fn render(&self, sources: &SourceMap) -> String {
        let mut text = String::new();
        let word = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let _ = writeln!(text, "{word}: {}", self.headline);
        text.push_str(&excerpt(sources, self.span, &self.label));
        for (span, label) in &self.related {
            text.push_str(&excerpt(sources, *span, label));
        }
        if let Some(hint) = &self.hint {
            let _ = writeln!(text, "  hint: {hint}");
        }
        text
    }
}

/// The source line of `span` with the place marked and `label` beside the mark;
/// empty if the source is not known.
pub fn excerpt(sources: &SourceMap, span: Span, label: &str) -> String {
    let (Some(name), Some(source)) = (sources.name(span.source), sources.text(span.source)) else {
        return String::new();
    };
    let Some((line, column)) = sources.line_and_column(span.source, span.start) else {
        return String::new();
    };
    let line_text = source.lines().nth(line as usize - 1).unwrap_or("");
    let marked = source
        .get(span.start as usize..span.end as usize)
        .unwrap_or("");
    let width = marked.lines().next().unwrap_or("").chars().count();
    marked_line(name, line, column, line_text, width, label)
}

/// A source line with `width` characters marked from `column` on, which counts from 1.
pub fn marked_line(
    name: &str,
    line: u32,
    column: u32,
    line_text: &str,
    width: usize,
    label: &str,
) -> String {
    let number = line.to_string();
    let gutter = " ".repeat(number.len());
    let width = width.max(1);
    // Tabs are kept, so that the mark stands below the place it means.
    let indent: String = line_text
        .chars()
        .take(column as usize - 1)
        .map(|character| if character == '\t' { '\t' } else { ' ' })
        .collect();
    let label = if label.is_empty() {
        String::new()
    } else {
        format!(" {label}")
    };
    format!(
        "{gutter} --> {name}:{line}:{column}\n{gutter} |\n{number} | {line_text}\n{gutter} | {indent}{}{label}\n",
        "^".repeat(width)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_the_place() {
        let mut sources = SourceMap::default();
        let source = sources.add("a.scm", "(define x\n  (cra y))\n");
        let span = Span {
            source,
            start: 13,
            end: 16,
        };
        let text = Diagnostic::error(span, "unbound variable `cra`", "not bound here")
            .with_hint("did you mean `car`?")
            .render(&sources);
        assert_eq!(
            text,
            "error: unbound variable `cra`\n  --> a.scm:2:4\n  |\n2 |   (cra y))\n  |    ^^^ not bound here\n  hint: did you mean `car`?\n"
        );
    }
}
