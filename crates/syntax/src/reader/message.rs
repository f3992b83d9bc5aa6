//! What the reader says about text that is not data.

use super::{COPIES_MAX, NESTING_MAX};
use crate::lexer::NUMERAL_BYTES_MIN;
use mound_base::{Diagnostic, Span, Symbol};
use mound_numbers::Elements;

pub(super) fn unclosed_list(open: Span, name: Option<Symbol>) -> Diagnostic {
    let form = match name {
        Some(name) => format!("`({}`", crate::printer::write_symbol(&name.text())),
        None => "`(`".to_owned(),
    };
    Diagnostic::error(
        open,
        format!("unclosed {form}"),
        "this parenthesis is never closed",
    )
}

pub(super) fn unclosed(open: Span, what: &str) -> Diagnostic {
    Diagnostic::error(
        open,
        format!("unclosed {what}"),
        format!("this {what} is never closed"),
    )
}

pub(super) fn stray_close(span: Span) -> Diagnostic {
    Diagnostic::error(span, "unexpected `)`", "closes nothing")
        .with_hint("remove it, or look for a `)` too many in the form before it")
}

pub(super) fn misplaced_dot(span: Span, label: &str) -> Diagnostic {
    Diagnostic::error(span, "misplaced dot", label)
        .with_hint("a dotted list is `(a b . c)`: data, a dot, one datum")
}

pub(super) fn after_tail(extra: Span) -> Diagnostic {
    Diagnostic::error(
        extra,
        "more than one datum after the dot",
        "expected `)` here",
    )
}

pub(super) fn nothing_to_prefix(span: Span, prefix: &str) -> Diagnostic {
    let error = Diagnostic::error(
        span,
        format!("nothing after `{prefix}`"),
        "expected a datum after this",
    );
    match prefix {
        "'" => error.with_hint("`'` stands before what it quotes, as in 'name and '(1 2); a text stands in double quotes, as in \"text\""),
        _ => error,
    }
}

pub(super) fn not_a_byte(span: Span) -> Diagnostic {
    Diagnostic::error(
        span,
        "not a byte",
        "expected an exact integer from 0 to 255",
    )
    .with_hint("a bytevector holds bytes only; `#(` begins a vector of anything")
}

pub(super) fn not_an_element(span: Span, kind: Elements) -> Diagnostic {
    Diagnostic::error(
        span,
        format!("not an element of `#{}(…)`", kind.name()),
        format!("expected {}", kind.expected()),
    )
}

/// In a vector of numbers, where no number need be that long.
pub(super) fn long_element(span: Span) -> Diagnostic {
    Diagnostic::error(
        span,
        "element too long",
        format!("expected a number of fewer than {NUMERAL_BYTES_MIN} characters"),
    )
}

pub(super) fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::error(
        span,
        "data nested too deep",
        format!("more than {NESTING_MAX} levels"),
    )
}

pub(super) fn text_too_long() -> Diagnostic {
    Diagnostic::error(Span::NONE, "text too long", "more than 4 GB")
}

pub(super) fn label_defined_twice(span: Span, label: u64) -> Diagnostic {
    Diagnostic::error(
        span,
        format!("label `#{label}=` defined twice"),
        "it stands for another datum already",
    )
}

pub(super) fn unknown_label(span: Span, label: u64) -> Diagnostic {
    Diagnostic::error(
        span,
        format!("unknown label `#{label}#`"),
        format!("no `#{label}=` before this in the same datum"),
    )
}

pub(super) fn cyclic(span: Span, label: u64) -> Diagnostic {
    Diagnostic::error(
        span,
        format!("`#{label}=` labels nothing but a reference to itself"),
        "there is no such datum",
    )
}

pub(super) fn too_many_copies(span: Span) -> Diagnostic {
    Diagnostic::error(
        span,
        "references to labels make the datum too large",
        format!("about {COPIES_MAX} parts may be copies"),
    )
}
