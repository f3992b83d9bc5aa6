//! What is wrong in the words of the protocol, and the changes that hints propose.

use crate::workspace::{Document, Unit};
use crate::{text, workspace};
use mound_base::Severity;
use mound_session::{Finding, Place};
use serde_json::{Value, json};
use std::path::Path;

/// The findings in a file. Of those elsewhere, errors are told at its beginning: it cannot be compiled
/// before these are mended.
pub(crate) fn diagnostics(file: &Path, text: &str, findings: &[Finding]) -> Vec<Value> {
    let found = findings.iter().filter_map(|finding| {
        let is_error = finding.severity == Severity::Error;
        let mut message = vec![finding.headline.clone()];
        let range = match place_in(file, finding) {
            Some(place) => range(text, place),
            None if is_error => {
                let place = finding.place.as_ref();
                let place = place.map(|place| format!("{}:{}: ", place.file, place.line));
                message[0].insert_str(0, &place.unwrap_or_default());
                text::range(text, 0, 0)
            }
            None => return None,
        };
        message.extend([
            finding.label.clone(),
            finding.hint.clone().unwrap_or_default(),
        ]);
        message.retain(|line| !line.is_empty());
        Some(json!({
            "range": range,
            "severity": if is_error { 1 } else { 2 },
            "source": "mound",
            "message": message.join("\n"),
        }))
    });
    found.collect()
}

/// Where a finding is, if it is in this file.
fn place_in<'a>(file: &Path, finding: &'a Finding) -> Option<&'a Place> {
    let place = finding.place.as_ref()?;
    (workspace::normal(Path::new(&place.file)) == file).then_some(place)
}

fn range(text: &str, place: &Place) -> Value {
    let (from, to) = bytes(text, place);
    text::range(text, from, to)
}

fn bytes(text: &str, place: &Place) -> (usize, usize) {
    let from = text::offset_of_column(text, place.line, place.column);
    let to = text::offset_of_column(text, place.end_line, place.end_column);
    (from, to.max(from))
}

/// The changes that mend what is found between two bytes of a file.
pub(crate) fn actions(
    file: &Path,
    document: &Document,
    units: &[&Unit],
    findings: &[Finding],
    from: usize,
    to: usize,
) -> Value {
    let text = &document.text;
    let mut found = Vec::new();
    for finding in findings {
        let Some(place) = place_in(file, finding) else {
            continue;
        };
        let (start, end) = bytes(text, place);
        if end < from || to < start {
            continue;
        }
        for Change {
            title,
            from,
            to,
            new,
        } in changes(text, units, finding, start, end)
        {
            let edit = json!({ "range": text::range(text, from, to), "newText": new });
            found.push(json!({
                "title": title,
                "kind": "quickfix",
                "diagnostics": diagnostics(file, text, std::slice::from_ref(finding)),
                "edit": { "changes": { text::address(file): [edit] } },
            }));
        }
    }
    Value::Array(found)
}

struct Change {
    title: String,
    from: usize,
    to: usize,
    new: String,
}

fn changes(text: &str, units: &[&Unit], finding: &Finding, from: usize, to: usize) -> Vec<Change> {
    let hint = finding.hint.as_deref().unwrap_or_default();
    let meant = hint
        .strip_prefix("did you mean ")
        .and_then(|rest| rest.strip_suffix('?'));
    if let Some(meant) = meant {
        let new = meant.trim_matches('`').to_owned();
        let title = format!("Replace it with `{new}`");
        return vec![Change {
            title,
            from,
            to,
            new,
        }];
    }
    if let Some((_, libraries)) = hint.split_once(" is exported by ") {
        // Only where there is an import already: a program without one has all of the usual names.
        let end = units.iter().find_map(|unit| unit.import_end);
        let change = |library: &str, end| Change {
            title: format!("Import {library}"),
            from: end,
            to: end,
            new: format!(" {library}"),
        };
        let libraries = libraries.split(", ");
        return end.map_or_else(Vec::new, |end| {
            libraries.map(|library| change(library, end)).collect()
        });
    }
    if finding.headline.starts_with("nothing of ") && finding.headline.ends_with(" is used") {
        // The space before it goes with it.
        let from = text[..from].trim_end().len();
        let title = "Remove this import".to_owned();
        return vec![Change {
            title,
            from,
            to,
            new: String::new(),
        }];
    }
    Vec::new()
}
