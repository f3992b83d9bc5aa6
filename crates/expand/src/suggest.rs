//! Messages about names that mean nothing here.

use crate::expander::{Expander, UnitKind};
use crate::interface::LibraryName;
use crate::syntax::Identifier;
use mound_base::{Diagnostic, Span, Symbol};

/// What `(termite)` leaves out on purpose.
const MUTATORS: &[&str] = &[
    "set!",
    "set-car!",
    "set-cdr!",
    "vector-set!",
    "vector-fill!",
    "vector-copy!",
    "string-set!",
    "string-fill!",
    "string-copy!",
    "bytevector-u8-set!",
    "bytevector-copy!",
    "list-set!",
    "vector-map!",
    "string-map!",
    "append!",
    "reverse!",
    "read-bytevector!",
    "hash-table-set!",
    "hash-table-delete!",
    "hash-table-update!",
    "hash-table-update!/default",
    "hash-table-clear!",
];

/// What to say of a variable that is not bound.
pub(crate) fn unbound(expander: &Expander<'_>, identifier: Identifier, span: Span) -> Diagnostic {
    let name = identifier.name.name();
    let imported = &expander.session.imported;
    if MUTATORS.contains(&&*name) && is_termite(imported) {
        return not_imported(imported, &name, span);
    }
    let headline = format!("unbound variable `{name}`");
    let diagnostic = match expander.unit.kind {
        UnitKind::Library => Diagnostic::error(span, headline, "not defined or imported here"),
        UnitKind::Program => Diagnostic::warning(span, headline, "not defined or imported here"),
    };
    match nearest(expander, identifier) {
        Some(nearest) => diagnostic.with_hint(format!("did you mean `{nearest}`?")),
        None => diagnostic,
    }
}

/// What to say of a core form that no import brought in.
pub(crate) fn not_imported(imported: &[LibraryName], name: &str, span: Span) -> Diagnostic {
    if MUTATORS.contains(&name) && is_termite(imported) {
        return Diagnostic::error(
            span,
            format!("`{name}` is not part of (termite): state lives in processes"),
            "nothing can be changed in place here",
        )
        .with_hint("keep the state in the arguments of a loop, or import it from (scheme base)");
    }
    if matches!(name, "import" | "define-library") {
        return Diagnostic::error(
            span,
            format!("`{name}` is not an expression"),
            "it stands at the top level, outside of other forms",
        );
    }
    let libraries: Vec<String> = imported.iter().map(ToString::to_string).collect();
    let label = if libraries.is_empty() {
        "nothing is imported yet".to_owned()
    } else {
        format!("imported: {}", libraries.join(" "))
    };
    Diagnostic::error(span, format!("`{name}` is not imported here"), label)
        .with_hint("most forms are in (scheme base)")
}

/// What to say of a modifier of a record where nothing can be changed.
pub(crate) fn modifier(span: Span) -> Diagnostic {
    Diagnostic::error(
        span,
        "a record has no modifiers in (termite): state lives in processes",
        "nothing can be changed in place here",
    )
    .with_hint("make a new record, or a process with define-termite-type of (termite data)")
}

/// What to say of a second definition where nothing can be changed.
pub(crate) fn redefinition(name: Symbol, span: Span) -> Diagnostic {
    Diagnostic::error(
        span,
        format!("`{name}` is defined twice"),
        "in (termite) a variable has one value",
    )
}

/// Whether the language without mutation is imported.
pub(crate) fn is_termite(imported: &[LibraryName]) -> bool {
    imported.iter().any(|library| library.parts == ["termite"])
}

/// The visible name that takes the fewest changes, if these are few for its length.
fn nearest(expander: &Expander<'_>, identifier: Identifier) -> Option<String> {
    let name = identifier.name.name();
    let session = &expander.session;
    let limit = match name.chars().count() {
        0..=2 => return None,
        3..=5 => 1,
        _ => 2,
    };
    session
        .table
        .visible(identifier.scopes, &session.scopes)
        .into_iter()
        .map(|candidate| candidate.name())
        .filter(|candidate| !candidate.starts_with('%'))
        .map(|candidate| (distance(&name, &candidate), candidate))
        .filter(|(changes, _)| (1..=limit).contains(changes))
        .min()
        .map(|(_, candidate)| candidate.to_string())
}

/// Insertions, deletions, replacements and swaps of neighbours that turn one into the other.
fn distance(one: &str, other: &str) -> usize {
    let one: Vec<char> = one.chars().collect();
    let other: Vec<char> = other.chars().collect();
    if one.len().abs_diff(other.len()) > 2 {
        return usize::MAX;
    }
    let mut rows: [Vec<usize>; 3] = [Vec::new(), Vec::new(), (0..=other.len()).collect()];
    for i in 1..=one.len() {
        rows.rotate_left(1);
        rows[2] = vec![i];
        for j in 1..=other.len() {
            let replaced = rows[1][j - 1] + usize::from(one[i - 1] != other[j - 1]);
            let mut best = replaced.min(rows[1][j] + 1).min(rows[2][j - 1] + 1);
            if i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1] {
                best = best.min(rows[0][j - 2] + 1);
            }
            rows[2].push(best);
        }
    }
    rows[2][other.len()]
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn counts_changes() {
        assert_eq!(distance("car", "car"), 0);
        assert_eq!(distance("cra", "car"), 1);
        assert_eq!(distance("lenght", "length"), 1);
        assert_eq!(distance("displya", "display"), 1);
        assert_eq!(distance("map", "apply"), 4);
    }
}
