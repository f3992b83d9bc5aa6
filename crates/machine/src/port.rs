//! What the machine knows of ports, which are records of the library (`lib/mound/base/ports.scm`).
//!
//! Their fields stand in [`crate::windows::field`]; what they stand for is the matter of resources.

use crate::windows::field;
use mound_heap::Value;
use mound_heap::object::{Record, RecordType};
use mound_heap::text::StringView;

/// Whether it is a port.
pub fn is_port(object: Value) -> bool {
    let Some(port) = Record::of(object).filter(|record| record.len() == field::COUNT) else {
        return false;
    };
    RecordType::of(port.record_type()).is_some_and(|record_type| {
        let library = StringView::of(record_type.library());
        record_type
            .name()
            .is_some_and(|name| &*name.text() == "port")
            && library.is_some_and(|library| library.chars().eq("mound/base".chars()))
    })
}

/// What a port reads from or writes to if that is memory of its process: then a frozen copy of it is of no use.
pub fn memory_of(object: Value) -> Option<&'static str> {
    if !is_port(object) {
        return None;
    }
    let kind = Record::of(object)?.get(field::KIND)?.symbol_text()?;
    match &*kind {
        "string-input" | "string-output" => Some("string"),
        "bytes-input" | "bytes-output" => Some("bytevector"),
        _ => None,
    }
}
