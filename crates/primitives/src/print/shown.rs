//! Values as a person at a prompt is shown them: records with the names of their fields, hash tables
//! with what is in them, and of what is large the beginning. Not for programs: what they write does
//! not depend on the order of a table.

use super::{LongNumbers, Names, Printer, START_OBJECTS_MAX, Step, Style, labels};
use crate::hash_tables::entries;
use mound_heap::Value;
use mound_heap::object::{Pair, Record, RecordType, Vector};
use std::fmt::Write;

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

    /// A record of (srfi 99), whose type is a value too, or such a type: as those of other types.
    /// Whether it was one.
    pub(super) fn typed_by_value(&mut self, value: Value, name: &str) -> bool {
        let Some(record) = Record::of(value) else {
            return false;
        };
        let name_of = |kind: Record| kind.get(0).and_then(Value::as_symbol);
        match (name, record.get(0), record.get(1)) {
            ("rtd", Some(name), _) if name.is_symbol() => {
                self.text.push_str("#<record-type ");
                self.work.push(Step::Text(">"));
                self.work.push(Step::Value(name));
                true
            }
            ("record", Some(kind), Some(fields)) => {
                let (Some(kind), Some(fields)) = (Record::of(kind), Vector::of(fields)) else {
                    return false;
                };
                let Some(name) = name_of(kind) else {
                    return false;
                };
                let names = kind.get(2).and_then(Vector::of);
                let name = name.to_string();
                let _ = write!(self.text, "#<{}", name.trim_matches(['<', '>']));
                self.work.push(Step::Text(">"));
                for (index, &field) in fields.slice().iter().enumerate().rev() {
                    self.work.push(Step::Value(field));
                    // A pair of a name and whether it can be changed.
                    let name = names.and_then(|names| Pair::of(*names.slice().get(index)?));
                    if let Some(name) = name.filter(|_| self.opens) {
                        self.work.push(Step::Text(": "));
                        self.work.push(Step::Value(name.car()));
                    }
                    self.work.push(Step::Text(" "));
                }
                true
            }
            _ => false,
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
