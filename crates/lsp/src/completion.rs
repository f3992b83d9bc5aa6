//! What can stand where something is typed: the names that mean something there.

use crate::hover::About;
use crate::meaning::{Meaning, Meanings};
use crate::text;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// Names that are offered; more are when more is typed.
const OFFERED_MAX: usize = 200;

/// Kinds of completions, by the numbers of the protocol.
const FUNCTION: u32 = 3;
const VARIABLE: u32 = 6;
const KEYWORD: u32 = 14;

/// Characters that end a name.
const ENDS: &[char] = &['(', ')', '[', ']', '\'', '`', ',', '"', ';', '|'];

pub(crate) fn completion(meanings: &Meanings<'_>, file: &Path, offset: usize) -> Value {
    let Some(document) = meanings.document(file) else {
        return Value::Null;
    };
    let before = &document.text[..offset];
    let is_end = |letter: char| letter.is_whitespace() || ENDS.contains(&letter);
    let start = before.rfind(is_end).map_or(0, |place| {
        place + before[place..].chars().next().map_or(1, char::len_utf8)
    });
    let typed = &before[start..];
    let fitting = |name: &str| name.contains(typed) && name != typed;

    let mut found: BTreeMap<(bool, String), Meaning> = BTreeMap::new();
    let mut add = |name: &str, meaning: Meaning| {
        // What begins as it was typed comes first.
        found.insert((!name.starts_with(typed), name.to_owned()), meaning);
    };
    for unit in meanings.snapshot.units_at(file, offset) {
        let visible = meanings.workspace.visible(meanings.snapshot, unit);
        for (name, visible) in visible.iter().filter(|(name, _)| fitting(name)) {
            // Names for internal use are not offered.
            if let Some(meaning) = meanings.exported(&visible.unit, &visible.exported, 0)
                && !name.starts_with('%')
            {
                add(name, meaning);
            }
        }
        for file in &unit.files {
            let Some(document) = meanings.document(file) else {
                continue;
            };
            let scope = unit.scope(file, document);
            for (binding, one) in document.names.bindings.iter().enumerate() {
                if one.is_global && one.scope == scope && fitting(one.name.name()) {
                    let file = file.clone();
                    add(one.name.name(), Meaning::Here { file, binding });
                }
            }
        }
    }
    for (binding, one) in document.names.bindings.iter().enumerate() {
        let scope = one.scope.start as usize..=one.scope.end as usize;
        if !one.is_global && scope.contains(&offset) && fitting(one.name.name()) {
            let file = file.to_owned();
            add(one.name.name(), Meaning::Here { file, binding });
        }
    }
    let range = text::range(&document.text, start, offset);
    let is_incomplete = found.len() > OFFERED_MAX;
    let items: Vec<Value> = found
        .into_iter()
        .take(OFFERED_MAX)
        .enumerate()
        .map(|(rank, ((_, name), meaning))| item(meanings, rank, &name, &meaning, &range))
        .collect();
    json!({ "isIncomplete": is_incomplete, "items": items })
}

fn item(
    meanings: &Meanings<'_>,
    rank: usize,
    name: &str,
    meaning: &Meaning,
    range: &Value,
) -> Value {
    let about = About::new(meanings, meaning);
    let is_call = |about: &About| {
        about
            .uses
            .first()
            .is_some_and(|first| first.starts_with('('))
    };
    let is_syntax = match meaning {
        Meaning::Mound { unit, name } => {
            let names = meanings.workspace.catalog.described(unit);
            names.get(name).is_some_and(|one| one.is_syntax)
        }
        Meaning::Here { .. } => false,
    };
    let kind = match &about {
        _ if is_syntax => KEYWORD,
        Some(about) if is_call(about) => FUNCTION,
        _ => VARIABLE,
    };
    let mut item = json!({
        "label": name,
        "kind": kind,
        "sortText": format!("{rank:04}"),
        "textEdit": { "range": range, "newText": name },
    });
    if let Some(about) = about {
        item["detail"] = about.uses.join(" ").into();
        item["documentation"] = json!({ "kind": "markdown", "value": about.markdown() });
    }
    item
}
