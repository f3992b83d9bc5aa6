//! Text to data, for `read`.
//!
//! The reader works on UTF-8, strings of the heap are arrays of characters: a
//! piece of the string is decoded that grows until it holds a whole datum, so
//! that reading many data from one string takes time in proportion to its length.

use crate::arguments::{self, index_below, string};
use crate::{Area, leaf};
use mound_base::{Diagnostic, SourceId, Span, Symbol, SymbolRef};
use mound_heap::object::{BoxCell, Pair, Vector};
use mound_heap::text::StringView;
use mound_heap::{Heap, Value};
use mound_machine::{Arguments, Context, Cost, Effort, Host, Raise};
use mound_numbers::Number;
use mound_syntax::datum::{Datum, DatumKind};
use mound_syntax::reader::{Labels, Numeral, ReadError, Reader};
use std::collections::{HashMap, HashSet};

pub(crate) const AREA: Area = &[leaf("%read-datum", read_datum)];

/// Characters decoded at first: most data are shorter, and each window is four times as long.
const WINDOW: usize = 1 << 6;

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
    if let Some(converted) = context.computed::<Converted>() {
        let value = converted.value(context)?;
        return with_place(context, value, converted.index, converted.folds);
    }
    let length = string(context, arguments, 0, "read")?.len();
    let start = index_below(context, arguments, 1, length + 1, 0, "read")?;
    let before = context.argument(arguments, 2) != Value::FALSE;
    let mut window = WINDOW;
    loop {
        let mut folds = before;
        let end = length.min(start.saturating_add(window));
        let more = end < length;
        let text = decode(context, arguments, start, end);
        let found = first_datum(&text, more, &mut folds);
        arguments::charge(context, 4 * text.len());
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

fn decode(context: &Context, arguments: Arguments, start: usize, end: usize) -> String {
    let string = StringView::of(context.argument(arguments, 0));
    if let Some(string) = string.filter(|string| string.width() == 1)
        && let Some(bytes) = string.bytes().get(start..end)
        && bytes.is_ascii()
    {
        return String::from_utf8_lossy(bytes).into_owned();
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

/// What is to be done on the way from a datum to a value.
enum Step<'datum> {
    Build(&'datum Datum),
    /// Make a vector of the last so many results.
    Vector(usize),
    /// Make a list of the last so many results, the very last of which is its tail.
    List(usize),
    /// The last result is what these labels mean.
    Define(&'datum [u64]),
}

/// A datum as a value. The results on the way are temporaries of the context.
///
/// A label has a box for what it means. References are first that box, since what
/// they mean may not be complete; at the end the boxes are replaced by their
/// contents.
///
/// If it has long numbers, these are converted by a computation, and the primitive, when it is run again,
/// finds a [`Converted`] before it looks at anything else: `text` is that of the datum, `folds` says
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
        Ok(move || Converted {
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

fn build_value(
    context: &mut Context,
    read: &Labelled,
    numbers: &[Option<Number>],
) -> Result<Value, Raise> {
    let spans = read.numerals.iter().zip(numbers);
    let numerals = spans.map(|((span, numeral), number)| (*span, (numeral, number)));
    let numerals: Numerals<'_> = numerals.collect();
    let kept = context.temporaries.len();
    let result = boxes(context, &read.labels).and_then(|boxes| {
        build(context, read, &boxes, &numerals)?;
        let root = context.temporaries.last().copied();
        if !read.labels.references.is_empty() {
            let boxes: HashSet<Value> = boxes
                .values()
                .filter_map(|&index| context.temporaries.get(index).copied())
                .collect();
            fill_in(context, root.unwrap_or(Value::FALSE), &boxes);
        }
        Ok(root.unwrap_or(Value::UNSPECIFIED))
    });
    context.temporaries.truncate(kept);
    result
}

/// A box for each label, as a temporary: its index there.
fn boxes(context: &mut Context, labels: &Labels) -> Result<HashMap<u64, usize>, Raise> {
    let mut boxes = HashMap::new();
    for &label in labels.definitions.values().flatten() {
        context.reserve(Heap::words_for_vector(1))?;
        let empty = context.heap.new_box(Value::FALSE);
        boxes.insert(label, context.temporaries.len());
        context.temporaries.push(empty);
    }
    Ok(boxes)
}

/// Long numbers by their places, and what they are.
type Numerals<'a> = HashMap<Span, (&'a Numeral, &'a Option<Number>)>;

/// Leaves the value as the last of the temporaries.
fn build(
    context: &mut Context,
    read: &Labelled,
    boxes: &HashMap<u64, usize>,
    numerals: &Numerals<'_>,
) -> Result<(), Raise> {
    let mut work = vec![Step::Build(&read.datum)];
    while let Some(step) = work.pop() {
        match step {
            Step::Build(datum) => {
                if let Some(labels) = read.labels.definitions.get(&datum.span) {
                    work.push(Step::Define(labels));
                }
                match &datum.kind {
                    DatumKind::Vector(items) => {
                        work.push(Step::Vector(items.len()));
                        work.extend(items.iter().rev().map(Step::Build));
                    }
                    DatumKind::List { items, tail } => {
                        work.push(Step::List(items.len() + 1));
                        match tail {
                            Some(tail) => work.push(Step::Build(tail)),
                            None => work.push(Step::List(0)),
                        }
                        work.extend(items.iter().rev().map(Step::Build));
                    }
                    _ => {
                        let value = match read.labels.references.get(&datum.span) {
                            Some(label) => box_of(context, boxes, *label),
                            None => match numerals.get(&datum.span) {
                                Some((numeral, number)) => long_atom(context, numeral, number)?,
                                None => atom(context, datum)?,
                            },
                        };
                        context.temporaries.push(value);
                    }
                }
            }
            Step::Vector(count) => collect_vector(context, count)?,
            Step::List(count) => collect_list(context, count)?,
            Step::Define(labels) => {
                let value = context.temporaries.last().copied();
                for &label in labels {
                    let holder = BoxCell::of(box_of(context, boxes, label));
                    if let (Some(holder), Some(value)) = (holder, value) {
                        // Made above, so it is not frozen.
                        let _ = holder.set(&mut context.heap, value);
                    }
                }
            }
        }
    }
    Ok(())
}

fn box_of(context: &Context, boxes: &HashMap<u64, usize>, label: u64) -> Value {
    let index = boxes.get(&label).copied();
    let holder = index.and_then(|index| context.temporaries.get(index).copied());
    holder.unwrap_or(Value::FALSE)
}

/// Replaces the boxes in what was built by their contents. Nothing is allocated on
/// the way, so values may be kept.
fn fill_in(context: &mut Context, root: Value, boxes: &HashSet<Value>) {
    let meaning = |value: Value| -> Option<Value> {
        // A label of a reference leads on to another box, not in a circle: the reader refuses that.
        let mut found = boxes.contains(&value).then(|| BoxCell::of(value))??.get();
        for _ in 0..boxes.len() {
            match boxes.contains(&found).then(|| BoxCell::of(found)).flatten() {
                Some(next) => found = next.get(),
                None => break,
            }
        }
        Some(found)
    };
    let mut seen = HashSet::new();
    let mut work = vec![root];
    let mut count = 0;
    while let Some(value) = work.pop() {
        if let Some(pair) = Pair::of(value).filter(|_| seen.insert(value)) {
            // What was just made is not frozen, so nothing is refused.
            if let Some(meant) = meaning(pair.car()) {
                let _ = pair.set_car(&mut context.heap, meant);
            }
            if let Some(meant) = meaning(pair.cdr()) {
                let _ = pair.set_cdr(&mut context.heap, meant);
            }
            work.extend([pair.cdr(), pair.car()]);
            count += 2;
        } else if let Some(vector) = Vector::of(value).filter(|_| seen.insert(value)) {
            for index in 0..vector.len() {
                if let Some(meant) = meaning(vector.slice()[index]) {
                    let _ = vector.set(&mut context.heap, index, meant);
                }
            }
            work.extend_from_slice(vector.slice());
            count += vector.len();
        }
    }
    arguments::charge(context, 8 * count);
}

fn collect_vector(context: &mut Context, count: usize) -> Result<(), Raise> {
    arguments::reserve_object(context, count, "read")?;
    let from = context.temporaries.len() - count;
    let elements = context.temporaries.split_off(from);
    let vector = context.heap.vector_from(&elements);
    context.temporaries.push(vector);
    Ok(())
}

/// Of no results: the empty list.
fn collect_list(context: &mut Context, count: usize) -> Result<(), Raise> {
    arguments::reserve_list(context, count, "read")?;
    let from = context.temporaries.len() - count;
    let mut items = context.temporaries.split_off(from);
    let mut list = items.pop().unwrap_or(Value::NULL);
    for item in items.into_iter().rev() {
        list = context.heap.pair(item, list);
    }
    context.temporaries.push(list);
    Ok(())
}

fn long_atom(
    context: &mut Context,
    numeral: &Numeral,
    number: &Option<Number>,
) -> Result<Value, Raise> {
    match (number, &numeral.name) {
        (Some(number), _) => context.number(number),
        (None, Some(name)) => {
            arguments::reserve_symbol(context)?;
            arguments::new_symbol(context, SymbolRef::intern(name), "read")
        }
        (None, None) => {
            let message = "bad number: not a number";
            Err(context.condition_of(Symbol::intern("read"), Some("read"), message, &[]))
        }
    }
}

fn atom(context: &mut Context, datum: &Datum) -> Result<Value, Raise> {
    match &datum.kind {
        DatumKind::Boolean(truth) => Ok(Value::boolean(*truth)),
        DatumKind::Character(character) => Ok(Value::character(*character)),
        DatumKind::Number(number) => context.number(number),
        DatumKind::Symbol(symbol) => {
            arguments::reserve_symbol(context)?;
            Ok(context.heap.symbol(symbol.counted()))
        }
        DatumKind::String(text) => arguments::new_string(context, text, "read"),
        DatumKind::Bytevector(bytes) => {
            arguments::reserve_object(context, 1 + bytes.len().div_ceil(8), "read")?;
            Ok(context.heap.bytevector(bytes))
        }
        DatumKind::Numbers(kind, bytes) => {
            let words = 1 + bytes.len().div_ceil(8) + Heap::words_for_vector(2);
            arguments::reserve_object(context, words, "read")?;
            let bytes = context.heap.bytevector(bytes);
            let record_type = context.number_type(*kind);
            Ok(context.heap.record(record_type, &[bytes]))
        }
        // The reader keeps labels apart, so there are none in the datum.
        DatumKind::Vector(_)
        | DatumKind::List { .. }
        | DatumKind::Labelled { .. }
        | DatumKind::Reference(_)
        | DatumKind::Object { .. } => Ok(Value::UNSPECIFIED),
    }
}
