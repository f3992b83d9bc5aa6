//! Another name for a definition, in all files that use it.
//!
//! It is refused where the result would mean something else (LSP-2): the new name is in use in one of
//! the files, or a use of the old one stands where the name cannot be told from its letters.

use crate::meaning::{Meaning, Meanings};
use crate::text;
use mound_syntax::{Reader, printer};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The place of what can be renamed here.
pub(crate) fn prepare(
    meanings: &Meanings<'_>,
    file: &Path,
    offset: usize,
) -> Result<Value, String> {
    let (one, _) = target(meanings, file, offset)?;
    let document = meanings.document(file).ok_or("this file is not open")?;
    Ok(crate::workspace::range(document, one.span))
}

/// The edits that give a definition a new name, or why there are none.
pub(crate) fn rename(
    meanings: &Meanings<'_>,
    file: &Path,
    offset: usize,
    new: &str,
) -> Result<Value, String> {
    let (one, old) = target(meanings, file, offset)?;
    if !is_name(new) {
        return Err(format!("`{new}` is not a name"));
    }
    let uses = meanings.uses(&one.meaning);
    let uses: Vec<_> = uses.into_iter().filter(|one| one.is_by_name).collect();
    let files: BTreeSet<&PathBuf> = uses.iter().map(|one| &one.file).collect();
    let mut changes = Map::new();
    for file in files {
        let document = meanings.document(file).ok_or("a file has gone")?;
        let shown = file.display();
        let mut edits = Vec::new();
        for one in uses.iter().filter(|one| one.file == *file) {
            let (start, end) = (one.span.start as usize, one.span.end as usize);
            let written = document.text.get(start..end).unwrap_or_default();
            // A name may be behind a prefix that its import has given it.
            let Some(prefix) = written.strip_suffix(old.as_str()) else {
                return Err(format!("`{written}` in {shown} is not written as `{old}`"));
            };
            let taken = format!("{prefix}{new}");
            let mut names = document.names.occurrences.iter();
            if names.any(|other| other.name.name() == taken) {
                return Err(format!("`{taken}` means something else in {shown}"));
            }
            let range = text::range(&document.text, start + prefix.len(), end);
            edits.push(json!({ "range": range, "newText": new }));
        }
        changes.insert(text::address(file), Value::Array(edits));
    }
    Ok(json!({ "changes": changes }))
}

/// What stands here, if it can be renamed, and its name.
fn target(
    meanings: &Meanings<'_>,
    file: &Path,
    offset: usize,
) -> Result<(crate::meaning::Use, String), String> {
    let one = meanings.at(file, offset);
    let one = one.ok_or("there is no name here whose definition is known")?;
    if let Meaning::Mound { name, unit } = &one.meaning {
        return Err(format!(
            "`{name}` is of Mound: ({})",
            unit.replace('/', " ")
        ));
    }
    if !one.is_by_name {
        return Err("it has another name at its definition; rename it there".to_owned());
    }
    let (_, _, binding) = meanings
        .binding(&one.meaning)
        .ok_or("its definition has gone")?;
    let old = binding.name.name().to_owned();
    Ok((one, old))
}

/// Whether a text reads as a name that is written like that.
fn is_name(text: &str) -> bool {
    let mut reader = Reader::new(mound_base::SourceId(0), text);
    let Ok(Some(datum)) = reader.next() else {
        return false;
    };
    let is_all = reader.position() == text.len();
    let name = datum.as_symbol().map(|name| name.name());
    is_all && name == Some(text) && printer::write_symbol(text) == text
}
