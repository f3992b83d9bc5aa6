//! Text to data, for `read`.
//!
//! The reader works on UTF-8, strings of the heap are arrays of characters: a
//! piece of the string is decoded that grows until it holds a whole datum, so
//! that reading many data from one string takes time in proportion to its length.
//! A datum that does not end in a piece of [`LONG`] is read by a computation; its
//! value is built in pieces, from steps that can go from thread to thread.

mod at_once;
mod building;

use building::{Building, cost_of};
pub(crate) use building::{Flat, Parsed, Resumed, parse_elsewhere, resumed};

use crate::arguments::{self, index_below, string};
use crate::{Area, leaf};
use building::steps;
use mound_base::{Diagnostic, SourceId, Span, Symbol, SymbolRef};
use mound_heap::object::{BoxCell, Pair, Vector};
use mound_heap::text::StringView;
use mound_heap::{Heap, Value};
use mound_machine::{Arguments, Context, Cost, Effort, Host, Raise};
use mound_numbers::Number;
use mound_syntax::datum::Datum;
use mound_syntax::reader::{Labels, Numeral, ReadError, Reader};
use std::collections::{HashMap, HashSet};

pub(crate) const AREA: Area = &[leaf("%read-datum", read_datum)];

/// Characters decoded at first: most data are shorter, and each window is four times as long.
const WINDOW: usize = 1 << 8;

/// Text that a scheduler reads itself: a millisecond of work at most.
pub(crate) const LONG: usize = 1 << 14;

/// Characters of a string that a scheduler makes text of itself.
const DECODED_AT_ONCE: usize = 1 << 18;

/// Steps of building that are done at a time.
const PIECE: usize = 1 << 14;

/// What reading a byte costs, in nanoseconds and bytes of memory on the way.
const NS_FOR_BYTE: u64 = 150;
const BYTES_FOR_BYTE: usize = 16;

/// What a text begins with.
pub(crate) enum Found {
    /// A datum, and the bytes before its end.
    Datum(Labelled, usize),
    /// Only white space and comments.
    Nothing,
    /// A datum whose end is not there.
    Incomplete(Diagnostic),
    /// No datum; so many bytes were looked at.
    Invalid(Diagnostic, usize),
}

/// A datum, its labels, its long numbers, which are not converted, and the symbols in it, which live as
/// long as this.
pub(crate) struct Labelled {
    datum: Datum,
    labels: Labels,
    numerals: Vec<(Span, Numeral)>,
    _symbols: Vec<SymbolRef>,
}

impl Labelled {
    /// A datum without labels, of symbols that last.
    #[cfg(test)]
    pub(crate) fn of(datum: Datum) -> Labelled {
        Labelled {
            datum,
            labels: Labels::default(),
            numerals: Vec::new(),
            _symbols: Vec::new(),
        }
    }

    /// Whether there is nothing left to convert.
    pub(crate) fn is_whole(&self) -> bool {
        self.numerals.is_empty()
    }
}

/// Reads the first datum of `text`. `more` says whether other text follows, `folds` whether
/// `#!fold-case` is in force, before and then after what was read.
pub(crate) fn first_datum(text: &str, more: bool, folds: &mut bool) -> Found {
    let mut reader = Reader::new(SourceId(0), text)
        .keeping_labels()
        .counting_symbols()
        .deferring_numerals()
        .folding_case(*folds);
    if more {
        reader = reader.expecting_more();
    }
    let next = reader.next();
    *folds = reader.folds_case();
    match next {
        Ok(Some(datum)) => {
            let labelled = Labelled {
                datum,
                labels: reader.take_labels(),
                numerals: reader.take_numerals(),
                _symbols: reader.take_symbols(),
            };
            Found::Datum(labelled, reader.position())
        }
        Ok(None) => Found::Nothing,
        Err(ReadError::Incomplete(diagnostic)) => Found::Incomplete(diagnostic),
        Err(ReadError::Invalid(diagnostic)) => Found::Invalid(diagnostic, reader.position()),
    }
}

/// The condition that something cannot be read.
pub(crate) fn read_error(context: &mut Context, diagnostic: &Diagnostic) -> Raise {
    let message = match diagnostic.label.as_str() {
        "" => diagnostic.headline.clone(),
        label => format!("{}: {label}", diagnostic.headline),
    };
    context.condition_of(Symbol::intern("read"), Some("read"), &message, &[])
}

fn read_datum(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    if let Some(building) = context.paused::<Building>() {
        let (index, folds) = (building.index, building.folds);
        let value = building.go_on(context)?;
        return with_place(context, value, index, folds);
    }
    let length = string(context, arguments, 0, "read")?.len();
    let start = index_below(context, arguments, 1, length + 1, 0, "read")?;
    let before = context.argument(arguments, 2) != Value::FALSE;
    let mut window = WINDOW;
    match context.computed::<Later>() {
        Some(Later::Converted(converted)) => {
            let value = converted.value(context)?;
            return with_place(context, value, converted.index, converted.folds);
        }
        Some(Later::Parsed(parsed)) => {
            context.pay(cost_of(parsed.text.len()));
            let end = start + parsed.characters;
            match parsed.found {
                Flat::Datum(steps, bytes) => {
                    let index = start + parsed.text[..bytes].chars().count();
                    let folds = parsed.folds;
                    let value = Building::new(context, steps, index, folds)?.go_on(context)?;
                    return with_place(context, value, index, folds);
                }
                Flat::Nothing | Flat::Incomplete(_) if end < length => {
                    window = parsed.characters.saturating_mul(4);
                }
                Flat::Nothing => return with_place(context, Value::EOF, length, parsed.folds),
                Flat::Incomplete(diagnostic) | Flat::Invalid(diagnostic, _) => {
                    return Err(read_error(context, &diagnostic));
                }
            }
        }
        Some(Later::Built(building)) => {
            let (index, folds) = (building.index, building.folds);
            let value = building.go_on(context)?;
            return with_place(context, value, index, folds);
        }
        Some(Later::Decoded(text, characters)) => {
            let more = start + characters < length;
            return Err(parse_elsewhere(context, text, characters, (more, before)));
        }
        None => {}
    }
    loop {
        let end = length.min(start.saturating_add(window));
        let more = end < length;
        let string = context.argument(arguments, 0);
        if end - start > DECODED_AT_ONCE {
            return Err(
                context.apart(move |_| Later::Decoded(decode(string, start, end), end - start))
            );
        }
        let text = decode(string, start, end);
        if window > LONG {
            let characters = end - start;
            return Err(parse_elsewhere(context, text, characters, (more, before)));
        }
        let mut folds = before;
        let found = first_datum(&text, more, &mut folds);
        let read = match &found {
            Found::Datum(_, bytes) => *bytes,
            _ => text.len(),
        };
        arguments::charge(context, 4 * read);
        match found {
            Found::Datum(datum, bytes) => {
                let index = start + text[..bytes].chars().count();
                let value = datum_value(context, &datum, &text[..bytes], (before, folds), index)?;
                return with_place(context, value, index, folds);
            }
            Found::Nothing | Found::Incomplete(_) if more => window = window.saturating_mul(4),
            Found::Nothing => return with_place(context, Value::EOF, length, folds),
            Found::Incomplete(diagnostic) | Found::Invalid(diagnostic, _) => {
                return Err(read_error(context, &diagnostic));
            }
        }
    }
}

fn decode(string: Value, start: usize, end: usize) -> String {
    let string = StringView::of(string);
    if let Some(string) = string.filter(|string| string.width() == 1)
        && let Some(bytes) = string.bytes().get(start..end)
        && let Ok(text) = std::str::from_utf8(bytes)
        && text.is_ascii()
    {
        return text.to_owned();
    }
    let character = |index| string.and_then(|string| string.char_at(index));
    (start..end).filter_map(character).collect()
}

/// `(value index . folds?)`
fn with_place(
    context: &mut Context,
    value: Value,
    index: usize,
    folds: bool,
) -> Result<Value, Raise> {
    context.temporaries.push(value);
    let reserved = context.reserve(2 * Heap::WORDS_FOR_PAIR);
    let value = context.temporaries.pop().unwrap_or(Value::EOF);
    reserved?;
    let place = context
        .heap
        .pair(Value::fixnum(index as i64), Value::boolean(folds));
    Ok(context.heap.pair(value, place))
}

/// A datum as a value. The results on the way are temporaries of the context.
///
/// A label has a box for what it means. References are first that box, since what
/// they mean may not be complete; at the end the boxes are replaced by their
/// contents.
///
/// If it has long numbers, these are converted by a computation, and the primitive, when it is run again,
/// finds a [`Later::Converted`] before it looks at anything else: `text` is that of the datum, `folds` says
/// whether `#!fold-case` was in force before and after it, `index` is for the primitive.
pub(crate) fn datum_value(
    context: &mut Context,
    read: &Labelled,
    text: &str,
    folds: (bool, bool),
    index: usize,
) -> Result<Value, Raise> {
    if read.is_whole() {
        return build_value(context, read, &[]);
    }
    let numerals: Vec<String> = read.numerals.iter().map(|it| it.1.text.clone()).collect();
    let costs = numerals.iter().map(|text| Effort::of_digits(text.len()));
    let cost = costs.fold(Cost::default(), Cost::plus);
    let text = text.to_owned();
    Err(context.postpone("read", cost, move |_| {
        Ok(move || {
            Later::Converted(Converted {
                numbers: numerals
                    .iter()
                    .map(|text| mound_numbers::parse(text, 10))
                    .collect(),
                text,
                folded: folds.0,
                folds: folds.1,
                index,
                cost,
            })
        })
    }))
}

/// A datum with long numbers, all of them converted: the text is read once more, which is fast.
pub(crate) struct Converted {
    numbers: Vec<Option<Number>>,
    text: String,
    folded: bool,
    folds: bool,
    index: usize,
    cost: Cost,
}

impl Converted {
    pub(crate) fn value(&self, context: &mut Context) -> Result<Value, Raise> {
        context.pay(self.cost);
        match first_datum(&self.text, false, &mut self.folded.clone()) {
            Found::Datum(read, _) => build_value(context, &read, &self.numbers),
            _ => unreachable!("the same text was a datum before"),
        }
    }
}

/// What a computation of a primitive that reads has found.
pub(crate) enum Later {
    Converted(Converted),
    Parsed(Parsed),
    /// The value is there, and references to labels in it are filled in.
    Built(Box<Building>),
    /// Text of a string, and how many characters it has.
    Decoded(String, usize),
}

fn build_value(
    context: &mut Context,
    read: &Labelled,
    numbers: &[Option<Number>],
) -> Result<Value, Raise> {
    if read.is_whole()
        && let Some(value) = at_once::build(context, read)
    {
        return Ok(value);
    }
    let steps = steps(read, numbers);
    Building::new(context, steps, 0, false)?.finish(context)
}

fn box_of(context: &Context, boxes: &HashMap<u64, usize>, label: u64) -> Value {
    let index = boxes.get(&label).copied();
    let holder = index.and_then(|index| context.temporaries.get(index).copied());
    holder.unwrap_or(Value::FALSE)
}

/// What a label stands for, where the value is its box. A label of a reference leads on to another box, not in a circle:
/// the reader refuses that. Boxes on the way are led to the end, so that a chain of them is walked once.
fn meaning(heap: &mut Heap, boxes: &HashSet<Value>, value: Value) -> Option<Value> {
    let cell = |value: Value| boxes.contains(&value).then(|| BoxCell::of(value)).flatten();
    let mut end = cell(value)?.get();
    let mut length = 1;
    while let Some(next) = cell(end).filter(|_| length < boxes.len()) {
        end = next.get();
        length += 1;
    }
    let mut on_the_way = value;
    for _ in 1..length {
        let passed = cell(on_the_way)?;
        on_the_way = passed.get();
        // Made for this datum, so it is not frozen.
        let _ = passed.set(heap, end);
    }
    Some(end)
}

/// Replaces the boxes in what was built by their contents. Nothing is allocated on
/// the way, so values may be kept. How many places it has looked at.
fn fill_in(context: &mut Context, root: Value, boxes: &HashSet<Value>) -> usize {
    let mut seen = HashSet::new();
    let mut work = vec![root];
    let mut count = 0;
    while let Some(value) = work.pop() {
        if let Some(pair) = Pair::of(value).filter(|_| seen.insert(value)) {
            // What was just made is not frozen, so nothing is refused.
            if let Some(meant) = meaning(&mut context.heap, boxes, pair.car()) {
                let _ = pair.set_car(&mut context.heap, meant);
            }
            if let Some(meant) = meaning(&mut context.heap, boxes, pair.cdr()) {
                let _ = pair.set_cdr(&mut context.heap, meant);
            }
            work.extend([pair.cdr(), pair.car()]);
            count += 2;
        } else if let Some(vector) = Vector::of(value).filter(|_| seen.insert(value)) {
            for index in 0..vector.len() {
                if let Some(meant) = meaning(&mut context.heap, boxes, vector.slice()[index]) {
                    let _ = vector.set(&mut context.heap, index, meant);
                }
            }
            work.extend_from_slice(vector.slice());
            count += vector.len();
        }
    }
    count
}
