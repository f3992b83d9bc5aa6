//! What is shown of an error that nobody handled.

use mound_heap::Value;
use mound_heap::object::{Condition, Pair};
use mound_heap::text::StringView;
use mound_machine::Context;
use mound_primitives::print::{Names, Style, print};
use std::fmt::Write as _;

/// Frames shown.
const TRACE_LINES_MAX: usize = 12;

/// The condition, the place where it was raised, and the stack.
pub fn death(context: &Context, object: Value, names: &dyn Names) -> String {
    let mut text = format!("error: {}\n", headline(object, names));
    let trace: Vec<_> = context
        .trace(64)
        .into_iter()
        .filter(|line| !is_plumbing(&line.unit, &line.procedure))
        .collect();
    // The programmer's own line, if there is one: what a library does with wrong arguments is rarely wrong there.
    let own = trace.iter().find(|line| !is_built_in(&line.unit));
    if let Some(line) = own.or(trace.first())
        && let Some((file, number, column)) = &line.place
        && !line.source_line.is_empty()
    {
        let gutter = " ".repeat(number.to_string().len());
        let indent = " ".repeat(*column as usize - 1);
        let _ = writeln!(text, "{gutter} --> {file}:{number}:{column}");
        let _ = writeln!(
            text,
            "{gutter} |\n{number} | {}\n{gutter} | {indent}^",
            line.source_line
        );
    }
    for line in trace.iter().take(TRACE_LINES_MAX) {
        let _ = writeln!(text, "  in {line}");
    }
    if trace.len() > TRACE_LINES_MAX {
        let _ = writeln!(text, "  ... {} more", trace.len() - TRACE_LINES_MAX);
    }
    text
}

/// Whether a unit is part of Mound.
fn is_built_in(unit: &str) -> bool {
    let first = unit.split('/').next().unwrap_or_default();
    ["mound", "scheme", "srfi", "termite"].contains(&first)
}

/// Procedures of the base library that raise on behalf of others.
fn is_plumbing(unit: &str, procedure: &str) -> bool {
    (unit == "mound/base" || unit.starts_with("termite"))
        && (procedure.starts_with('%')
            || ["raise", "raise-continuable", "error"].contains(&procedure))
}

/// The message of a condition with its irritants, or the object raised.
pub fn headline(object: Value, names: &dyn Names) -> String {
    let Some(condition) = Condition::of(object) else {
        return format!("uncaught object: {}", print(object, Style::Write, names));
    };
    let mut text: String = StringView::of(condition.message())
        .map_or(String::new(), |message| message.chars().collect());
    if text.is_empty() {
        text = print(condition.kind(), Style::Display, names);
    }
    let mut irritants = condition.irritants();
    let mut separator = if text.ends_with(':') { "" } else { ":" };
    while let Some(pair) = Pair::of(irritants) {
        let _ = write!(
            text,
            "{separator} {}",
            print(pair.car(), Style::Write, names)
        );
        separator = "";
        irritants = pair.cdr();
    }
    text
}
