//! Values as a person at a prompt is shown them: records with the names of their fields, hash tables
//! with what is in them, and of what is large the beginning. Not for programs: what they write does
//! not depend on the order of a table.

use super::{LongNumbers, Names, Printer, START_OBJECTS_MAX, Step, Style, labels};
use crate::hash_tables::entries;
use mound_heap::Value;
use mound_heap::object::{Record, RecordType, Vector};

/// Associations of a table that are shown.
const ASSOCIATIONS_MAX: usize = 20;
/// Entries of a table that are looked at for them.
const ENTRIES_MAX: usize = 1000;

/// The text of the value, or so many characters of it and an ellipsis.
pub fn print_shown(value: Value, names: &dyn Names, characters_max: usize) -> String {
    let (labels, _) = labels(value, false, START_OBJECTS_MAX);
    let mut long = LongNumbers::Lengths;
    let mut printer = Printer::new(Style::Write, names, &mut long, 4 * characters_max);
    printer.labels = labels;
    printer.opens = true;
    printer.work.push(Step::Value(value));
    printer.run();
    let text = printer.text;
    match text.char_indices().nth(characters_max) {
        Some((end, _)) => text[..end].to_owned() + " …",
        None => text,
    }
}

impl Printer<'_> {
    /// `#<hash-table (a . 1) (b . 2)>`
    pub(super) fn open_table(&mut self, table: Value) {
        self.text.push_str("#<hash-table");
        self.work.push(Step::Text(">"));
        let (found, count) = entries(table, ENTRIES_MAX);
        if found.len() > ASSOCIATIONS_MAX || count > found.len() {
            self.work.push(Step::Text(" …"));
        }
        for &(key, value) in found.iter().take(ASSOCIATIONS_MAX).rev() {
            self.work.push(Step::Text(")"));
            self.work.push(Step::Value(value));
            self.work.push(Step::Text(" . "));
            self.work.push(Step::Value(key));
            self.work.push(Step::Text(" ("));
        }
    }

    /// `#<point x: 1 y: 2>`, behind the name of the type.
    pub(super) fn open_record(&mut self, record: Record, kind: RecordType) {
        self.work.push(Step::Text(">"));
        let names: Vec<Value> = match Vector::of(kind.field_names()) {
            Some(names) => names.slice().to_vec(),
            None => Vec::new(),
        };
        for (index, &field) in record.fields().iter().enumerate().rev() {
            self.work.push(Step::Value(field));
            if let Some(name) = names.get(index).filter(|name| name.is_symbol()) {
                self.work.push(Step::Text(": "));
                self.work.push(Step::Value(*name));
            }
            self.work.push(Step::Text(" "));
        }
    }
}
