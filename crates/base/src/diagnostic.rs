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
    let line_text = source
        .lines()
        .nth((line - sources.first_line(span.source)) as usize)
        .unwrap_or("");
    let marked = source
        .get(span.start as usize..span.end as usize)
        .unwrap_or("");
    let width = marked.lines().next().unwrap_or("").chars().count();
    marked_line(name, line, column, line_text, width, label)
}

/// Characters that are shown of a line: programs that programs have written may be one line.
const SHOWN_MAX: usize = 160;
/// Characters of a longer line that are shown before the place.
const SHOWN_BEFORE: usize = 60;

/// The part of a long line around a place, how many characters stand there before the place, and how
/// many of the `width` that are marked.
fn part_of_line(line_text: &str, before: usize, width: usize) -> (String, usize, usize) {
    if line_text.chars().nth(SHOWN_MAX).is_none() {
        return (line_text.to_owned(), before, width);
    }
    let start = before.saturating_sub(SHOWN_BEFORE);
    let mut rest = line_text.chars().skip(start);
    let shown: String = rest.by_ref().take(SHOWN_MAX).collect();
    let count = shown.chars().count();
    let (left, right) = (
        if start > 0 { "... " } else { "" },
        if rest.next().is_some() { " ..." } else { "" },
    );
    let place = before - start;
    let marked = width.min(count.saturating_sub(place).max(1));
    (format!("{left}{shown}{right}"), left.len() + place, marked)
}

/// A source line with `width` characters marked from `column` on, which counts from 1. Of a long one
/// only what is near.
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
    let before = (column as usize).saturating_sub(1);
    let (line_text, before, width) = part_of_line(line_text, before, width.max(1));
    // Tabs are kept, so that the mark stands below the place it means.
    let indent: String = line_text
        .chars()
        .take(before)
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

    /// A place in a line of a million characters is shown with what is near, and the mark below it.
    #[test]
    fn of_a_long_line_only_a_part_is_shown() {
        let line = format!("{}(cra y){}", "é".repeat(500_000), "b".repeat(500_000));
        let text = marked_line("a.scm", 1, 500_002, &line, 3, "not bound here");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "  --> a.scm:1:500002");
        assert!(lines[2].starts_with("1 | ... éé") && lines[2].ends_with("bb ..."));
        let place = lines[2].chars().position(|character| character == 'c');
        let mark = lines[3].chars().position(|character| character == '^');
        assert_eq!(place, mark);
        assert!(lines[3].ends_with(" ^^^ not bound here"));
        assert!(text.chars().count() < 500);
        // What is marked may be longer than what is shown, and may be at either end.
        for column in [1, 2, 999_999, 1_000_007] {
            let text = marked_line("a.scm", 1, column, &line, 2_000_000, "");
            assert!(text.chars().count() < 500, "{text}");
            assert!(text.contains('^'), "{text}");
        }
    }

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
