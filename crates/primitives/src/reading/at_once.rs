//! Values of short data, built at once where there is room for all of it: what programs exchange is mostly short,
//! and steps (`building.rs`) are made so that building can stop between any two of them.
//!
//! All or nothing: it neither collects nor raises, so values on the way are held by nobody. Value and fuel are those
//! of building in steps, which does all that is not usual: labels, long numbers, vectors of numbers, what is deep.

use super::Labelled;
use crate::arguments::{self, has_room};
use mound_heap::{Heap, Value};
use mound_machine::Context;
use mound_numbers::Number;
use mound_syntax::DatumKind;
use mound_syntax::datum::Datum;

/// Words of data that are built here.
const WORDS_MAX: usize = 256;

/// How deep such data may be, since this goes into it by recursion.
const DEPTH_MAX: usize = 16;

/// The value of a datum, if it is short and has nothing that is unusual.
pub(super) fn build(context: &mut Context, read: &Labelled) -> Option<Value> {
    if !read.labels.definitions.is_empty() || !read.labels.references.is_empty() {
        return None;
    }
    let mut left = WORDS_MAX;
    count(&read.datum, DEPTH_MAX, &mut left)?;
    has_room(context, WORDS_MAX - left)?;
    Some(value_of(context, &read.datum))
}

/// Takes the words of a datum from those that are left.
fn count(datum: &Datum, depth: usize, left: &mut usize) -> Option<()> {
    let words = match &datum.kind {
        DatumKind::Boolean(_) | DatumKind::Character(_) | DatumKind::Symbol(_) => 0,
        DatumKind::Number(number) => words_of_number(number)?,
        DatumKind::String(text) => Heap::words_for_string(text),
        DatumKind::Vector(items) => Heap::words_for_vector(items.len()),
        DatumKind::List { items, .. } => items.len().checked_mul(Heap::WORDS_FOR_PAIR)?,
        DatumKind::Bytevector(_)
        | DatumKind::Numbers(..)
        | DatumKind::Object { .. }
        | DatumKind::Labelled { .. }
        | DatumKind::Reference(_) => return None,
    };
    *left = left.checked_sub(words)?;
    let mut parts = datum.kind.parts().peekable();
    if parts.peek().is_none() {
        return Some(());
    }
    let depth = depth.checked_sub(1)?;
    parts.try_for_each(|part| count(part, depth, left))
}

/// Words of a number that takes no fuel.
fn words_of_number(number: &Number) -> Option<usize> {
    match number {
        Number::Integer(_) => number.to_i64().and_then(Value::try_fixnum).map(|_| 0),
        Number::Flonum(_) => Some(Heap::WORDS_FOR_FLONUM),
        Number::Ratio(_) | Number::Complex(_) => None,
    }
}

/// The value of a datum for which there is room.
fn value_of(context: &mut Context, datum: &Datum) -> Value {
    match &datum.kind {
        DatumKind::Boolean(truth) => Value::boolean(*truth),
        DatumKind::Character(character) => Value::character(*character),
        DatumKind::Symbol(symbol) => context.heap.symbol(symbol.counted()),
        DatumKind::Number(number) => context.heap.number(number),
        DatumKind::String(text) => {
            arguments::charge(context, text.len());
            context.heap.string(text)
        }
        DatumKind::Vector(items) => {
            let items: Vec<Value> = items.iter().map(|item| value_of(context, item)).collect();
            context.heap.vector_from(&items)
        }
        DatumKind::List { items, tail } => {
            let tail = tail.as_deref();
            let tail = tail.map_or(Value::NULL, |tail| value_of(context, tail));
            items.iter().rev().fold(tail, |list, item| {
                let value = value_of(context, item);
                context.heap.pair(value, list)
            })
        }
        DatumKind::Bytevector(_)
        | DatumKind::Numbers(..)
        | DatumKind::Object { .. }
        | DatumKind::Labelled { .. }
        | DatumKind::Reference(_) => unreachable!("it was counted"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::building::{Building, steps};
    use crate::reading::{Found, first_datum};
    use crate::tests::Rig;

    const USUAL: &[&str] = &[
        "sym",
        "|a b|",
        "-7",
        "1152921504606846975",
        "2.5",
        "#t",
        "#\\λ",
        "\"\"",
        "\"text\"",
        "\"λμ\"",
        "\"a text of more than thirty-two characters\"",
        "()",
        "#()",
        "(1 2 . 3)",
        "'a",
        "#(1 (a \"b\" 1.5) #())",
        "(define (square x) \"doc\" (* x x 25 #\\a))",
        "((((((((((((((()))))))))))))))",
    ];

    const UNUSUAL: &[&str] = &[
        "1152921504606846976",
        "(1/2)",
        "1+i",
        "#u8(1 2)",
        "#0=(1 . #0#)",
        "#0=(1 2)",
        "((((((((((((((((((((1))))))))))))))))))))",
    ];

    fn read(text: &str) -> Labelled {
        let Found::Datum(read, _) = first_datum(text, false, &mut false) else {
            panic!("{text} is a datum")
        };
        read
    }

    fn without_zeal() -> Rig {
        let mut rig = Rig::new();
        rig.context.heap.set_zeal(false);
        rig.context.fuel = 1 << 40;
        rig
    }

    #[test]
    fn what_is_built_at_once_is_the_same_in_steps() {
        for text in USUAL {
            let read = read(text);
            let (mut one, mut other) = (without_zeal(), without_zeal());
            let value = build(&mut one.context, &read);
            let value = value.unwrap_or_else(|| panic!("{text} is usual"));
            let building = Building::new(&mut other.context, steps(&read, &[]), 0, false);
            let expected = building.and_then(|building| building.finish(&mut other.context));
            let expected = expected.unwrap_or_else(|_| panic!("{text} can be built"));
            assert_eq!(one.context.fuel, other.context.fuel, "{text}");
            assert_eq!(one.show(value), other.show(expected), "{text}");
        }
    }

    #[test]
    fn what_is_unusual_or_large_is_left_to_steps() {
        let large = format!("({})", "x ".repeat(WORDS_MAX / 2 + 1));
        for text in UNUSUAL.iter().copied().chain([large.as_str()]) {
            let value = build(&mut without_zeal().context, &read(text));
            assert!(value.is_none(), "{text}");
        }
    }
}
