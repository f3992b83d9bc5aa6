//! Values as plain data for the host.

use crate::arguments::{ListLength, elements, proper_length};
use mound_heap::Value;
use mound_heap::number::number_of;
use mound_heap::text::{Bytevector, StringView};
use mound_machine::Item;
use mound_numbers::Number;

/// Lists within lists: arguments of operations are flat, or lists of pairs as lists.
const DEPTH_MAX: usize = 4;
/// Elements of one list.
const LENGTH_MAX: usize = 1 << 16;

/// The value as plain data; `None` if it is something else, or too deep or long.
pub(crate) fn item_of(value: Value) -> Option<Item> {
    item_within(value, DEPTH_MAX)
}

fn item_within(value: Value, depth: usize) -> Option<Item> {
    if let Some(text) = StringView::of(value) {
        return Some(Item::Text(text.chars().collect()));
    }
    if let Some(bytes) = Bytevector::of(value) {
        return Some(Item::Bytes(bytes.slice().to_vec()));
    }
    if let Some(integer) = value.as_fixnum() {
        return Some(Item::Integer(integer));
    }
    if let Some(symbol) = value.as_symbol() {
        return Some(Item::Symbol(symbol.counted()));
    }
    if value.is_boolean() {
        return Some(Item::Boolean(value == Value::TRUE));
    }
    if let Some(name) = value.as_pid() {
        return Some(Item::Process(name));
    }
    match number_of(value) {
        Some(Number::Flonum(number)) => return Some(Item::Real(number)),
        Some(number) => return number.to_i64().map(Item::Integer),
        None => {}
    }
    let is_list = matches!(proper_length(value, LENGTH_MAX), ListLength::Proper(_));
    if depth == 0 || !is_list {
        return None;
    }
    let items = elements(value).map(|element| item_within(element, depth - 1));
    items.collect::<Option<Vec<Item>>>().map(Item::List)
}
