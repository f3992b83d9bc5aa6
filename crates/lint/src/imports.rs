//! Warns of imports of which nothing is used.
//!
//! By the text: a name that stands anywhere in the program, in whatever meaning, counts as used. So
//! this misses some imports and never blames one that is needed. It says nothing of a program that
//! makes names at run time.

use mound_base::{Diagnostic, SourceId, SourceMap, Span, Symbol};
use mound_syntax::{Datum, DatumKind};
use std::collections::HashSet;

/// An import set and the names that it brings.
#[derive(Clone, Debug)]
pub struct ImportedSet {
    pub span: Span,
    pub library: String,
    pub names: Vec<Symbol>,
}

/// With one of these a program may use names that do not stand in it.
const MAKERS_OF_NAMES: &[&str] = &[
    "datum->syntax",
    "er-macro-transformer",
    "eval",
    "interaction-environment",
    "load",
    "string->symbol",
    "symbol-append",
    "syntax-case",
    "the-environment",
];

/// Warnings for the sets of which no name stands in any of these texts, outside of imports.
pub fn unused_imports(
    sets: &[ImportedSet],
    texts: &[SourceId],
    sources: &SourceMap,
) -> Vec<Diagnostic> {
    let mut names = HashSet::new();
    for &source in texts {
        let text = sources.text(source).unwrap_or_default();
        let Ok(data) = mound_syntax::read_all(source, text) else {
            return Vec::new();
        };
        data.iter().for_each(|datum| collect(datum, &mut names));
    }
    let makes_names = |name: &&str| names.contains(&Symbol::intern(name));
    if MAKERS_OF_NAMES.iter().any(makes_names) {
        return Vec::new();
    }
    let is_unused = |set: &&ImportedSet| {
        // A library without exports is imported for what it does.
        !set.names.is_empty() && !set.names.iter().any(|name| names.contains(name))
    };
    let warning = |set: &ImportedSet| {
        let headline = format!("nothing of {} is used", set.library);
        Diagnostic::warning(set.span, headline, "this import can go")
    };
    sets.iter().filter(is_unused).map(warning).collect()
}

/// The symbols of a datum, without those of imports.
fn collect(datum: &Datum, names: &mut HashSet<Symbol>) {
    let mut pending = vec![datum];
    while let Some(datum) = pending.pop() {
        match &datum.kind {
            DatumKind::Symbol(name) => {
                names.insert(*name);
            }
            DatumKind::List { items, tail } => {
                let is_import = items.first().is_some_and(|head| head.is_symbol("import"));
                if !is_import {
                    pending.extend(items.iter().chain(tail.as_deref()));
                }
            }
            DatumKind::Vector(items) => pending.extend(items.iter()),
            DatumKind::Labelled { datum, .. } => pending.push(datum),
            DatumKind::Boolean(_)
            | DatumKind::Character(_)
            | DatumKind::Number(_)
            | DatumKind::String(_)
            | DatumKind::Bytevector(_)
            | DatumKind::Numbers(..)
            | DatumKind::Object { .. }
            | DatumKind::Reference(_) => {}
        }
    }
}
