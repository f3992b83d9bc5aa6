//! Hints in the text: what a procedure takes along, where it is sent to another node.
//!
//! ```text
//!   (on node (lambda () ⟨takes along: limit, square; stays: count⟩ (square limit)))
//! ```

use crate::meaning::Meanings;
use crate::text;
use crate::travel::travellers;
use serde_json::{Value, json};
use std::path::Path;

/// Names that a hint shows; of more their number.
const NAMES_MAX: usize = 8;

const EXPLANATION: &str = "What travels with this procedure to the other node. \
    Top-level variables that are assigned stay: there the name is not bound.";

/// The hints between two places of a file.
pub(crate) fn hints(meanings: &Meanings<'_>, file: &Path, parameters: &Value) -> Value {
    let Some(document) = meanings.document(file) else {
        return Value::Null;
    };
    let range = &parameters["range"];
    let from = text::offset_of(&document.text, &range["start"]) as u32;
    let to = text::offset_of(&document.text, &range["end"]) as u32;
    let is_wanted = |head: mound_base::Span| head.end >= from && head.end <= to;
    let found = travellers(meanings, file, document, NAMES_MAX, is_wanted);
    let hints = found.iter().map(|traveller| {
        json!({
            "position": text::position(&document.text, traveller.head.end as usize),
            "label": traveller.label,
            "paddingLeft": true,
            "tooltip": EXPLANATION,
        })
    });
    hints.collect()
}
