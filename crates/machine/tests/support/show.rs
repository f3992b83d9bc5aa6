//! Values as text, as far as tests need.

use mound_heap::number::number_of;
use mound_heap::{
    Condition, Continuation, Kind, Pair, Record, StringView, Value, Values, Vector, kind_of,
};

pub fn show(value: Value) -> String {
    if let Some(number) = number_of(value) {
        return number.to_string();
    }
    if let Some(pair) = Pair::of(value) {
        return list(pair);
    }
    if let Some(vector) = Vector::of(value) {
        return format!("#({})", each(vector.slice()));
    }
    if let Some(values) = Values::of(value) {
        return format!("values({})", each(values.slice()));
    }
    if let Some(condition) = Condition::of(value) {
        let (kind, message) = (show(condition.kind()), show(condition.message()));
        return format!("{kind}: {message} {}", show(condition.irritants()));
    }
    if let Some(string) = StringView::of(value) {
        return string.chars().collect();
    }
    if let Some(record) = Record::of(value) {
        return format!("record({})", each(record.fields()));
    }
    if Continuation::of(value).is_some() {
        return "continuation".to_owned();
    }
    match (value.as_symbol(), value.as_character(), kind_of(value)) {
        (Some(symbol), _, _) => symbol.to_string(),
        (_, Some(character), _) => format!("#\\{character}"),
        (_, _, Some(Kind::Closure)) => "procedure".to_owned(),
        (_, _, Some(kind)) => format!("{kind:?}"),
        _ => immediate(value).to_owned(),
    }
}

fn immediate(value: Value) -> &'static str {
    match value {
        Value::FALSE => "#f",
        Value::TRUE => "#t",
        Value::NULL => "()",
        Value::UNSPECIFIED => "unspecified",
        Value::ABSENT => "absent",
        Value::EOF => "eof",
        _ => "something else",
    }
}

fn each(values: &[Value]) -> String {
    let shown: Vec<String> = values.iter().copied().map(show).collect();
    shown.join(" ")
}

fn list(mut pair: Pair) -> String {
    let mut text = format!("({}", show(pair.car()));
    while let Some(next) = Pair::of(pair.cdr()) {
        text += &format!(" {}", show(next.car()));
        pair = next;
    }
    if pair.cdr() != Value::NULL {
        text += &format!(" . {}", show(pair.cdr()));
    }
    text + ")"
}
