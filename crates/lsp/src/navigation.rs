//! Where names are defined and used, and what a file defines.

use crate::meaning::{Meaning, Meanings};
use crate::workspace::{location, range};
use crate::{reading, text};
use mound_syntax::Datum;
use serde_json::{Value, json};
use std::path::Path;

/// Kinds of symbols, by the numbers of the protocol.
const FUNCTION: u32 = 12;
const VARIABLE: u32 = 13;
const STRUCT: u32 = 23;

pub(crate) fn definition(meanings: &Meanings<'_>, file: &Path, offset: usize) -> Value {
    let Some(one) = meanings.at(file, offset) else {
        return Value::Null;
    };
    match &one.meaning {
        Meaning::Here { .. } => match meanings.binding(&one.meaning) {
            Some((file, document, binding)) => location(file, document, binding.place),
            None => Value::Null,
        },
        Meaning::Mound { unit, name } => of_mound(meanings, unit, name).unwrap_or_default(),
    }
}

/// The definition in a copy of the source.
fn of_mound(meanings: &Meanings<'_>, unit: &str, name: &str) -> Option<Value> {
    let catalog = &meanings.workspace.catalog;
    let (source, line) = catalog.described(unit).get(name)?.place.clone()?;
    let file = catalog.copy(&source.path, &source.text)?;
    let start = text::offset_of_column(&source.text, u32::try_from(line).ok()?, 1);
    let found = text::range(&source.text, start, start);
    Some(json!({ "uri": text::address(&file), "range": found }))
}

pub(crate) fn references(
    meanings: &Meanings<'_>,
    file: &Path,
    offset: usize,
    with_definition: bool,
) -> Value {
    let Some(one) = meanings.at(file, offset) else {
        return Value::Null;
    };
    let home = meanings.binding(&one.meaning);
    let home = home.map(|(file, _, binding)| (file.to_owned(), binding.place));
    let uses = meanings.uses(&one.meaning).into_iter();
    let is_wanted = |one: &crate::meaning::Use| {
        with_definition || home.as_ref() != Some(&(one.file.clone(), one.span))
    };
    uses.filter(is_wanted)
        .filter_map(|one| Some(location(&one.file, meanings.document(&one.file)?, one.span)))
        .collect()
}

/// What a file defines on its outermost levels.
pub(crate) fn symbols(meanings: &Meanings<'_>, file: &Path) -> Value {
    let Some(document) = meanings.document(file) else {
        return Value::Null;
    };
    let forms = reading::data(&document.text);
    let globals = document.names.bindings.iter().filter(|one| one.is_global);
    let symbol = |binding: &crate::scope::Binding| {
        json!({
            "name": binding.name.name(),
            "kind": kind(&forms, binding),
            "range": range(document, binding.form),
            "selectionRange": range(document, binding.place),
        })
    };
    globals.map(symbol).collect()
}

fn kind(forms: &[Datum], binding: &crate::scope::Binding) -> u32 {
    let Some([head, target, rest @ ..]) = at(forms, binding.form).and_then(Datum::as_list) else {
        return VARIABLE;
    };
    let is_lambda = |value: &Datum| {
        let head = value.as_list().and_then(|items| items.first());
        head.is_some_and(|head| head.is_symbol("lambda") || head.is_symbol("case-lambda"))
    };
    let is_type = head.is_symbol("define-record-type");
    let name = match target.as_list() {
        Some([name, ..]) => name,
        _ => target,
    };
    match is_type {
        true if name.span == binding.place => STRUCT,
        true => FUNCTION,
        _ if head.is_symbol("define") => match target.as_symbol() {
            Some(_) if !rest.first().is_some_and(is_lambda) => VARIABLE,
            _ => FUNCTION,
        },
        _ if head.is_symbol("define-values") => VARIABLE,
        _ => FUNCTION,
    }
}

/// The form at a place.
fn at(forms: &[Datum], place: mound_base::Span) -> Option<&Datum> {
    let mut forms = forms;
    loop {
        let around = |form: &&Datum| form.span.start <= place.start && place.end <= form.span.end;
        let form = forms.iter().find(around)?;
        if form.span == place {
            return Some(form);
        }
        forms = form.as_list()?;
    }
}
