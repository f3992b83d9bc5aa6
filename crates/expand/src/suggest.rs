//! Messages about names that mean nothing here.

use crate::elsewhere;
use crate::expander::{Expander, UnitKind};
use crate::interface::LibraryName;
use crate::syntax::Identifier;
use mound_base::{Diagnostic, Span, Symbol};

/// Unbound names of a unit for which a similar one is sought: with more of them an import is missing,
/// and each search goes through all names.
pub(crate) const SIMILAR_SOUGHT_MAX: usize = 100;

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

/// What to say of a variable that is not bound; with `similar`, a name like it is sought among all that
/// are visible.
pub(crate) fn unbound(
    expander: &mut Expander<'_>,
    identifier: Identifier,
    span: Span,
    similar: bool,
) -> Diagnostic {
    let name = &*identifier.name.text();
    let imported = &expander.session.imported;
    if MUTATORS.contains(&name) && is_termite(imported) {
        return not_imported(imported, name, span, &[]);
    }
    let headline = format!("unbound variable `{name}`");
    let diagnostic = match expander.unit.kind {
        UnitKind::Library => Diagnostic::error(span, headline, "not defined or imported here"),
        UnitKind::Program => Diagnostic::warning(span, headline, "not defined or imported here"),
    };
    if expander.unit.bound_too_late.contains(&identifier.name) {
        return diagnostic.with_hint(format!(
            "`let` gives `{name}` its value at the end: (let* ...) gives the values one after another, and in (letrec ...) a procedure can call itself"
        ));
    }
    if expander.unit.unquoted.contains(&identifier.name) {
        return diagnostic.with_hint(format!("a symbol in a message is quoted: '{name}"));
    }
    if let Some((hint, _)) = elsewhere::meaning(name) {
        return diagnostic.with_hint(hint);
    }
    if let Some(hint) = similar
        .then(|| misread(expander, identifier, name))
        .flatten()
    {
        return diagnostic.with_hint(hint);
    }
    // A library has exactly this name: that is likelier than a misspelling.
    if let Some(libraries) = exported_by(&expander.provider.exporters(identifier.name)) {
        return diagnostic.with_hint(format!("`{name}` is exported by {libraries}"));
    }
    match similar.then(|| nearest(expander, identifier)).flatten() {
        Some(nearest) => diagnostic.with_hint(format!("did you mean `{nearest}`?")),
        None => diagnostic,
    }
}

/// What a name was probably meant for that is written as no name is here: `localhost:3001`, `p.x`, a
/// modifier that the record has not, and letters of another case.
fn misread(expander: &Expander<'_>, identifier: Identifier, name: &str) -> Option<String> {
    if let Some((host, port)) = name.rsplit_once(':')
        && !host.is_empty()
        && !port.is_empty()
        && port.bytes().all(|digit| digit.is_ascii_digit())
    {
        return Some(format!("a node is named by a string: \"{name}\""));
    }
    let session = &expander.session;
    let visible = session.table.visible(identifier.scopes, &session.scopes);
    let visible: Vec<String> = visible.into_iter().map(|name| name.to_string()).collect();
    let is_visible = |wanted: &str| visible.iter().any(|name| name == wanted);
    if let Some((object, field)) = name.split_once('.')
        && !field.is_empty()
        && is_visible(object)
    {
        return Some(format!(
            "a field is read by its accessor, as in (point-{field} {object}); chapter 2 of the book shows records"
        ));
    }
    let field = name.strip_suffix('!').map(|name| {
        let first = name.strip_prefix("set-");
        first.or_else(|| name.strip_suffix("-set"))
    });
    if let Some(field) = field.flatten()
        && is_visible(field)
    {
        return Some(format!(
            "a field can be changed if its modifier is named in the record type: (field {field} {name})"
        ));
    }
    let other_case = visible
        .iter()
        .find(|other| other.to_lowercase() == name.to_lowercase());
    other_case.map(|other| format!("did you mean `{other}`? Capital letters make another name"))
}

/// Whether the name begins a form in another language.
pub(crate) fn is_foreign(identifier: Identifier) -> bool {
    elsewhere::meaning(identifier.name.name()).is_some_and(|(_, is_syntax)| is_syntax)
}

/// What to say of such a form.
pub(crate) fn foreign(identifier: Identifier, span: Span) -> Option<Diagnostic> {
    let name = identifier.name.name();
    let (hint, _) = elsewhere::meaning(name)?;
    let headline = format!("there is no form `{name}`");
    Some(Diagnostic::error(span, headline, "it means nothing here").with_hint(hint))
}

/// The libraries as text, if there are any.
fn exported_by(libraries: &[LibraryName]) -> Option<String> {
    let texts: Vec<String> = libraries.iter().map(ToString::to_string).collect();
    (!texts.is_empty()).then(|| texts.join(", "))
}

/// What to say of a core form that no import brought in, and that these libraries export.
pub(crate) fn not_imported(
    imported: &[LibraryName],
    name: &str,
    span: Span,
    exporters: &[LibraryName],
) -> Diagnostic {
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
    let hint = match exported_by(exporters) {
        Some(libraries) => format!("`{name}` is exported by {libraries}"),
        None => "most forms are in (scheme base)".to_owned(),
    };
    Diagnostic::error(span, format!("`{name}` is not imported here"), label).with_hint(hint)
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

/// The visible name that was probably meant.
fn nearest(expander: &Expander<'_>, identifier: Identifier) -> Option<String> {
    let session = &expander.session;
    let visible = session.table.visible(identifier.scopes, &session.scopes);
    nearest_of(identifier.name, visible)
}

/// The one of these names that was probably meant. Names for internal use are not.
pub(crate) fn nearest_of(
    name: Symbol,
    candidates: impl IntoIterator<Item = Symbol>,
) -> Option<String> {
    let mut names: Vec<String> = candidates
        .into_iter()
        .map(|candidate| candidate.to_string())
        .filter(|candidate| !candidate.starts_with('%') && !candidate.contains('⌁'))
        .collect();
    names.sort_unstable();
    let nearest = mound_base::nearest(&name.text(), names.iter().map(String::as_str));
    nearest.map(str::to_owned)
}

/// "did you mean `x`?", if a name is near.
pub(crate) fn hinted(
    diagnostic: Diagnostic,
    name: Symbol,
    candidates: impl IntoIterator<Item = Symbol>,
) -> Diagnostic {
    match nearest_of(name, candidates) {
        Some(nearest) => diagnostic.with_hint(format!("did you mean `{nearest}`?")),
        None => diagnostic,
    }
}
