//! The values in an object, in the order in which they are written.

use crate::format::TABLE_ORDER;
use mound_heap::layout::Kind;
use mound_heap::object::{
    BoxCell, Closure, Condition, HashTable, Promise, Record, Values, Vector, kind_of,
};
use mound_heap::{Continuation, Value};

/// Number of values written for an object; those of a continuation without its frames.
pub fn count(object: Value) -> usize {
    match kind_of(object) {
        Some(Kind::Vector) => Vector::of(object).map_or(0, Vector::len),
        Some(Kind::Values) => Values::of(object).map_or(0, |values| values.slice().len()),
        Some(Kind::Closure) => Closure::of(object).map_or(0, Closure::free_count),
        Some(Kind::Record) => Record::of(object).map_or(0, |record| 1 + record.len()),
        Some(Kind::Condition) => 6,
        Some(Kind::HashTable) => TABLE_ORDER.len(),
        Some(Kind::Box | Kind::Promise | Kind::Continuation) => 1,
        Some(
            Kind::String
            | Kind::Bytevector
            | Kind::Flonum
            | Kind::Bignum
            | Kind::Ratio
            | Kind::Complex
            | Kind::RecordType
            | Kind::Chunk
            | Kind::Forward,
        )
        | None => 0,
    }
}

/// Value `index` of those written for an object.
#[inline]
pub fn field(object: Value, index: usize) -> Option<Value> {
    if let Some(vector) = Vector::of(object) {
        return vector.get(index);
    }
    if let Some(closure) = Closure::of(object) {
        return closure.free(index);
    }
    if let Some(record) = Record::of(object) {
        return match index.checked_sub(1) {
            None => Some(record.record_type()),
            Some(index) => record.get(index),
        };
    }
    if let Some(table) = HashTable::of(object) {
        return TABLE_ORDER.get(index).map(|&field| table.get(field));
    }
    if let Some(condition) = Condition::of(object) {
        return match index {
            0 => Some(condition.kind()),
            1 => Some(condition.message()),
            2 => Some(condition.irritants()),
            3 => Some(condition.who()),
            4 => Some(condition.payload()),
            _ => Some(condition.trace()),
        };
    }
    BoxCell::of(object)
        .map(BoxCell::get)
        .or_else(|| Promise::of(object).map(Promise::content))
        .or_else(|| Continuation::of(object).map(Continuation::dynamic))
        .or_else(|| Values::of(object)?.slice().get(index).copied())
}
