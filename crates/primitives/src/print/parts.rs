//! Parts of values as text, each of them short: what the library makes the text of a large value of
//! (`lib/mound/base/printing-in-steps.scm`).
//!
//! Knows no labels: what needs one is no part. Not for what is shown to people in reports; see
//! [`super::print_start`].

use super::{LongNumbers, Names, Printer, Step, Style, labels};
use mound_heap::Value;
use mound_heap::equality::numbers_of;
use mound_heap::layout::Kind;
use mound_heap::object::{self, Pair, Vector};
use mound_heap::text::{Bytevector, StringView};
use mound_syntax::printer;
use std::fmt::Write as _;
use std::ops::Range;

/// Objects that one primitive looks at, and bytes that it makes: some hundred microseconds.
pub(crate) const OBJECTS_MAX: usize = 1 << 13;
pub(crate) const BYTES_MAX: usize = 1 << 16;

/// The same for a part that is tried before it is known to be short. What is not is taken apart, and
/// its own parts are tried.
pub(crate) const PART_OBJECTS_MAX: usize = 64;
const PART_BYTES_MAX: usize = 1 << 12;

/// Elements that are tried at once, most of which are no compound objects, and bytes of their texts.
const ELEMENTS_MAX: usize = 1 << 10;
const ELEMENTS_BYTES_MAX: usize = 1 << 14;

/// What a value is as a part.
pub(crate) enum Plain {
    Text(String),
    /// It needs labels, or has no end if there are none.
    Labelled,
    /// It is too large, or has a long number.
    Large,
}

/// The text of a value as part of a larger one.
pub(crate) fn plain(value: Value, style: Style, names: &dyn Names) -> Plain {
    let (labels, are_all) = labels(value, false, PART_OBJECTS_MAX);
    if !labels.is_empty() {
        return Plain::Labelled;
    }
    if !are_all {
        return Plain::Large;
    }
    let mut long = LongNumbers::Collected(Vec::new());
    let mut printer = Printer::new(style, names, &mut long, PART_BYTES_MAX);
    printer.work.push(Step::Value(value));
    let is_short = printer.run();
    let text = printer.text;
    match long {
        LongNumbers::Collected(numbers) if is_short && numbers.is_empty() => Plain::Text(text),
        _ => Plain::Large,
    }
}

/// Elements of a list or a vector.
#[derive(Clone, Copy)]
pub(crate) enum Elements {
    Tail(Value),
    From(Value, usize),
}

impl Elements {
    /// The next element, and what follows it.
    fn next(self) -> Option<(Value, Elements)> {
        match self {
            Elements::Tail(tail) => {
                let pair = Pair::of(tail)?;
                Some((pair.car(), Elements::Tail(pair.cdr())))
            }
            Elements::From(vector, index) => {
                let element = Vector::of(vector)?.get(index)?;
                Some((element, Elements::From(vector, index + 1)))
            }
        }
    }
}

/// The texts of some elements, each after a space, and those that are left. It ends before one that
/// is too large or needs labels, so it may be the first.
pub(crate) fn elements(mut left: Elements, style: Style, names: &dyn Names) -> (String, Elements) {
    let mut text = String::new();
    for _ in 0..ELEMENTS_MAX {
        let Some((element, after)) = left.next() else {
            break;
        };
        let Plain::Text(part) = plain(element, style, names) else {
            break;
        };
        text.push(' ');
        text.push_str(&part);
        left = after;
        if text.len() > ELEMENTS_BYTES_MAX {
            break;
        }
    }
    (text, left)
}

/// Whether the text of the value is made of texts of other values, or of very many things in a row.
pub(crate) fn has_parts(value: Value) -> bool {
    value.is_pair()
        || matches!(
            object::kind_of(value),
            Some(
                Kind::Vector
                    | Kind::String
                    | Kind::Forward
                    | Kind::Bytevector
                    | Kind::Record
                    | Kind::Values
                    | Kind::Box
                    | Kind::Condition
            )
        )
}

/// Of what a value consists that is no list and no vector.
pub(crate) enum Parts {
    /// Its text is short; nothing in it is text of another value.
    None,
    /// Texts of so many characters, bytes or numbers, between these two ([`range`]).
    Range(usize, String, &'static str),
    /// Texts, each but the last before a value.
    Values(Vec<String>, Vec<Value>),
}

pub(crate) fn parts(value: Value, style: Style, names: &dyn Names) -> Parts {
    let quote = if style == Style::Display { "" } else { "\"" };
    match object::kind_of(value) {
        Some(Kind::String | Kind::Forward) => {
            let length = StringView::of(value).map_or(0, |string| string.len());
            Parts::Range(length, quote.to_owned(), quote)
        }
        Some(Kind::Bytevector) => {
            let length = Bytevector::of(value).map_or(0, |bytes| bytes.len());
            Parts::Range(length, "#u8(".to_owned(), ")")
        }
        Some(Kind::Record) if numbers_of(value).is_some() => {
            let Some((kind, bytes)) = numbers_of(value) else {
                return Parts::None;
            };
            let count = bytes.len() / kind.width();
            Parts::Range(count, format!("#{}(", kind.name()), ")")
        }
        Some(Kind::Record | Kind::Values | Kind::Box | Kind::Condition) => {
            let mut long = LongNumbers::Lengths;
            let mut printer = Printer::new(style, names, &mut long, usize::MAX);
            printer.object(value);
            let (mut texts, mut values) = (Vec::new(), Vec::new());
            while let Some(step) = printer.work.pop() {
                match step {
                    Step::Value(value) => {
                        texts.push(std::mem::take(&mut printer.text));
                        values.push(value);
                    }
                    step => printer.step(step),
                }
            }
            texts.push(printer.text);
            Parts::Values(texts, values)
        }
        _ => Parts::None,
    }
}

/// The text of some characters of a string, without quotes, or of some bytes or numbers, with spaces
/// between them and in front of all but the very first.
pub(crate) fn range(value: Value, range: Range<usize>, style: Style) -> Option<String> {
    let mut text = String::new();
    let mut put = |index: usize, number: &dyn std::fmt::Display| {
        let space = if index > 0 { " " } else { "" };
        // A string takes all that is written.
        let _ = write!(text, "{space}{number}");
    };
    if let Some(string) = StringView::of(value) {
        let part: String = range.filter_map(|index| string.char_at(index)).collect();
        return Some(match style {
            Style::Display => part,
            _ => {
                let quoted = printer::write_string(&part);
                quoted[1..quoted.len() - 1].to_owned()
            }
        });
    }
    if let Some(bytes) = Bytevector::of(value) {
        for index in range {
            put(index, bytes.slice().get(index)?);
        }
        return Some(text);
    }
    let (kind, bytes) = numbers_of(value)?;
    let width = kind.width();
    let part = bytes.slice().get(width * range.start..width * range.end)?;
    for (number, index) in kind.texts(part).zip(range) {
        put(index, &number);
    }
    Some(text)
}
