//! Forms as values, and values as forms.

use mound_base::Span;
use mound_heap::Value;
use mound_heap::builder::FragmentBuilder;
use mound_heap::equality::numbers_of;
use mound_heap::freeze::Frozen;
use mound_heap::number::number_of;
use mound_heap::object::{Pair, Vector};
use mound_heap::text::{Bytevector, StringView};
use mound_machine::link::Hooks;
use mound_syntax::{Datum, DatumKind};
use std::rc::Rc;

/// How deep a form may nest that a transformer gives; the expander allows no more.
const NESTING_MAX: u32 = 10_000;
/// How many parts it may have: also what ends a walk through circular data.
const PARTS_MAX: u32 = 4_000_000;

/// The form, frozen, as a transformer gets it. The expander bounds how deep it is.
pub(super) fn to_message(datum: &Datum, hooks: &Hooks) -> Frozen {
    let mut builder = FragmentBuilder::new();
    let root = build(datum, hooks, &mut builder);
    builder.finish_message(root)
}

fn build(datum: &Datum, hooks: &Hooks, builder: &mut FragmentBuilder) -> Value {
    match &datum.kind {
        DatumKind::Boolean(value) => Value::boolean(*value),
        DatumKind::Character(character) => Value::character(*character),
        DatumKind::Number(number) => builder.number(number),
        DatumKind::String(text) => builder.string(text),
        DatumKind::Symbol(symbol) => builder.symbol(symbol.counted()),
        DatumKind::Bytevector(bytes) => builder.bytevector(bytes),
        DatumKind::Numbers(kind, bytes) => {
            let bytes = builder.bytevector(bytes);
            builder.record(hooks.number_type(*kind), &[bytes])
        }
        DatumKind::Vector(items) => {
            let items: Vec<Value> = items
                .iter()
                .map(|item| build(item, hooks, builder))
                .collect();
            builder.vector(&items)
        }
        DatumKind::List { items, tail } => {
            let last = tail
                .as_ref()
                .map_or(Value::NULL, |tail| build(tail, hooks, builder));
            let items: Vec<Value> = items
                .iter()
                .map(|item| build(item, hooks, builder))
                .collect();
            let pairs = items.into_iter().rev();
            pairs.fold(last, |rest, item| builder.pair(item, rest))
        }
        // The expander refuses to give such data to a transformer.
        DatumKind::Labelled { .. } | DatumKind::Reference(_) | DatumKind::Object { .. } => {
            Value::UNSPECIFIED
        }
    }
}

/// The value as a datum without places; `None` if it cannot be one.
pub(super) fn to_datum(value: Value) -> Option<Datum> {
    let mut parts = PARTS_MAX;
    datum_within(value, NESTING_MAX, &mut parts)
}

/// Whether the value is no datum since it has too many parts.
pub(super) fn is_circular_or_large(value: Value) -> bool {
    let mut parts = PARTS_MAX;
    datum_within(value, NESTING_MAX, &mut parts).is_none() && parts == 0
}

fn datum_within(value: Value, depth: u32, parts: &mut u32) -> Option<Datum> {
    *parts = parts.checked_sub(1)?;
    let depth = depth.checked_sub(1)?;
    let kind = if let Some(symbol) = value.as_symbol() {
        // It goes to the compiler, which keeps what it reads.
        DatumKind::Symbol(symbol.keep())
    } else if Pair::of(value).is_some() || value == Value::NULL {
        let mut items = Vec::new();
        let mut rest = value;
        while let Some(pair) = Pair::of(rest) {
            items.push(datum_within(pair.car(), depth, parts)?);
            rest = pair.cdr();
        }
        let tail = match rest == Value::NULL {
            true => None,
            false => Some(Rc::new(datum_within(rest, depth, parts)?)),
        };
        let items = items.into();
        DatumKind::List { items, tail }
    } else if let Some(vector) = Vector::of(value) {
        let items = vector.slice().iter();
        let items = items.map(|item| datum_within(*item, depth, parts));
        DatumKind::Vector(items.collect::<Option<Vec<Datum>>>()?.into())
    } else {
        atom(value)?
    };
    let span = Span::NONE;
    Some(Datum { span, kind })
}

fn atom(value: Value) -> Option<DatumKind> {
    if value.is_boolean() {
        return Some(DatumKind::Boolean(value == Value::TRUE));
    }
    if let Some(character) = value.as_character() {
        return Some(DatumKind::Character(character));
    }
    if let Some(text) = StringView::of(value) {
        let text: String = text.chars().collect();
        return Some(DatumKind::String(text.into()));
    }
    if let Some((kind, bytes)) = numbers_of(value) {
        return Some(DatumKind::Numbers(kind, bytes.slice().into()));
    }
    if let Some(bytes) = Bytevector::of(value) {
        return Some(DatumKind::Bytevector(bytes.slice().into()));
    }
    number_of(value).map(DatumKind::Number)
}
