//! Values of what was read, built step by step.
//!
//! A datum of the reader belongs to the thread that has read it. Its steps are a list in which each
//! part comes before what it is a part of, as on a stack machine, so they can be made on another
//! thread, and building can stop between any two of them: the results until then are temporaries of
//! the context.

use super::{BYTES_FOR_BYTE, Found, Labelled, Later, NS_FOR_BYTE, PIECE, box_of, fill_in};
use crate::arguments;
use crate::reading::first_datum;
use mound_base::{Diagnostic, Span, Symbol, SymbolRef};
use mound_heap::object::BoxCell;
use mound_heap::{Heap, Value};
use mound_machine::{Context, Cost, Outcome, Raise};
use mound_numbers::{Elements, Number};
use mound_syntax::datum::{Datum, DatumKind};
use std::collections::{HashMap, HashSet};

/// One step.
pub(crate) enum Step {
    Boolean(bool),
    Character(char),
    Number(Number),
    Symbol(SymbolRef),
    String(Box<str>),
    Bytevector(Box<[u8]>),
    Numbers(Elements, Box<[u8]>),
    Null,
    /// The box of a label: see [`super::datum_value`].
    Label(u64),
    /// Make a vector of the last so many results.
    Vector(usize),
    /// Put so many results before the last one, as a list.
    List(usize),
    /// The last result is what these labels mean.
    Define(Box<[u64]>),
    /// A word that looks like a number and is none.
    NoNumber,
    NoSymbol,
}

/// Steps for which there is room at first: as many as most data take that programs exchange.
const STEPS_AT_FIRST: usize = 32;

/// The steps that build a datum; `numbers` are its long numbers.
pub(super) fn steps(read: &Labelled, numbers: &[Option<Number>]) -> Vec<Step> {
    enum Work<'datum> {
        Datum(&'datum Datum),
        Step(Step),
    }
    let spans = read.numerals.iter().zip(numbers);
    let numerals: HashMap<Span, Step> = spans
        .map(|((span, numeral), number)| {
            let step = match (number, &numeral.name) {
                (Some(number), _) => Step::Number(number.clone()),
                (None, Some(name)) => SymbolRef::intern(name).map_or(Step::NoSymbol, Step::Symbol),
                (None, None) => Step::NoNumber,
            };
            (*span, step)
        })
        .collect();
    let mut numerals = numerals;
    let mut steps = Vec::with_capacity(STEPS_AT_FIRST);
    let mut work = vec![Work::Datum(&read.datum)];
    while let Some(next) = work.pop() {
        let datum = match next {
            Work::Datum(datum) => datum,
            Work::Step(step) => {
                steps.push(step);
                continue;
            }
        };
        if let Some(labels) = read.labels.definitions.get(&datum.span) {
            work.push(Work::Step(Step::Define(labels.as_slice().into())));
        }
        match &datum.kind {
            DatumKind::Vector(items) => {
                work.push(Work::Step(Step::Vector(items.len())));
                work.extend(items.iter().rev().map(Work::Datum));
            }
            DatumKind::List { items, tail } => {
                work.push(Work::Step(Step::List(items.len())));
                work.push(match tail {
                    Some(tail) => Work::Datum(tail),
                    None => Work::Step(Step::Null),
                });
                work.extend(items.iter().rev().map(Work::Datum));
            }
            kind => steps.push(match read.labels.references.get(&datum.span) {
                Some(label) => Step::Label(*label),
                // Nearly no datum has long numbers, and a key is hashed before a table is looked at.
                None if numerals.is_empty() => atom(kind),
                None => numerals.remove(&datum.span).unwrap_or_else(|| atom(kind)),
            }),
        }
    }
    steps
}

fn atom(kind: &DatumKind) -> Step {
    match kind {
        DatumKind::Boolean(truth) => Step::Boolean(*truth),
        DatumKind::Character(character) => Step::Character(*character),
        DatumKind::Number(number) => Step::Number(number.clone()),
        DatumKind::Symbol(symbol) => Step::Symbol(symbol.counted()),
        DatumKind::String(text) => Step::String(text.as_ref().into()),
        DatumKind::Bytevector(bytes) => Step::Bytevector(bytes.as_ref().into()),
        DatumKind::Numbers(kind, bytes) => Step::Numbers(*kind, bytes.as_ref().into()),
        // The reader keeps labels apart and makes no objects, and the others have parts.
        DatumKind::Vector(_)
        | DatumKind::List { .. }
        | DatumKind::Labelled { .. }
        | DatumKind::Reference(_)
        | DatumKind::Object { .. } => Step::NoNumber,
    }
}

/// A value that is being built. The results on the way are temporaries from `kept` on, those of the
/// boxes of labels first.
pub(crate) struct Building {
    steps: std::vec::IntoIter<Step>,
    /// Labels that have no boxes yet: first of all each gets one.
    labels: std::vec::IntoIter<u64>,
    /// Results that are still to be put before the last one.
    before: usize,
    boxes: HashMap<u64, usize>,
    kept: usize,
    has_references: bool,
    /// How many steps there were.
    count: usize,
    /// Places that were looked at for references to labels; it is filled in once, and paid for in the end.
    filled: Option<usize>,
    /// For the primitive: where the datum ends, and whether case is folded from there on.
    pub(crate) index: usize,
    pub(crate) folds: bool,
}

impl Building {
    pub(crate) fn new(
        context: &mut Context,
        steps: Vec<Step>,
        index: usize,
        folds: bool,
    ) -> Result<Box<Building>, Raise> {
        let kept = context.temporaries.len();
        let defined = steps.iter().filter_map(|step| match step {
            Step::Define(labels) => Some(labels.iter().copied()),
            _ => None,
        });
        let labels: Vec<u64> = defined.flatten().collect();
        let count = steps.len();
        let has_references = steps.iter().any(|step| matches!(step, Step::Label(_)));
        Ok(Box::new(Building {
            steps: steps.into_iter(),
            boxes: HashMap::with_capacity(labels.len()),
            labels: labels.into_iter(),
            before: 0,
            kept,
            has_references,
            count,
            filled: None,
            index,
            folds,
        }))
    }

    /// Goes on with as much as may be done in one turn: the value, or the primitive is to be run again.
    pub(crate) fn go_on(mut self: Box<Self>, context: &mut Context) -> Result<Value, Raise> {
        let (steps, before) = (self.steps.len() + self.labels.len(), self.before);
        let is_finished = self.build(context, PIECE);
        let done =
            (steps - self.steps.len() - self.labels.len()) + before.saturating_sub(self.before);
        arguments::charge(context, 8 * done);
        match is_finished {
            Ok(true) if self.has_references && self.filled.is_none() && self.count > PIECE => {
                Err(context.apart(|context| {
                    self.fill_in(context);
                    Later::Built(self)
                }))
            }
            Ok(true) => Ok(self.value(context)),
            Ok(false) => Err(context.pause(self)),
            Err(raise) => {
                context.temporaries.truncate(self.kept);
                Err(raise)
            }
        }
    }

    /// The value at once.
    pub(super) fn finish(mut self, context: &mut Context) -> Result<Value, Raise> {
        match self.build(context, usize::MAX) {
            Ok(_) => Ok(self.value(context)),
            Err(raise) => {
                context.temporaries.truncate(self.kept);
                Err(raise)
            }
        }
    }

    /// Does so many steps; whether all are done.
    fn build(&mut self, context: &mut Context, mut most: usize) -> Result<bool, Raise> {
        loop {
            if most == 0 {
                return Ok(false);
            }
            if let Some(label) = self.labels.next() {
                self.box_up(context, label)?;
                most -= 1;
                continue;
            }
            let count = self.before.min(most);
            if count > 0 {
                put_before(context, count)?;
                self.before -= count;
                most -= count;
                continue;
            }
            let Some(step) = self.steps.next() else {
                return Ok(true);
            };
            most -= 1;
            self.step(context, step)?;
        }
    }

    /// Makes a box for a label, as a temporary below all results.
    fn box_up(&mut self, context: &mut Context, label: u64) -> Result<(), Raise> {
        context.reserve(Heap::words_for_vector(1))?;
        let empty = context.heap.new_box(Value::FALSE);
        self.boxes.insert(label, context.temporaries.len());
        context.temporaries.push(empty);
        Ok(())
    }

    fn step(&mut self, context: &mut Context, step: Step) -> Result<(), Raise> {
        let value = match step {
            Step::Boolean(truth) => Value::boolean(truth),
            Step::Character(character) => Value::character(character),
            Step::Number(number) => context.number(&number)?,
            Step::Symbol(symbol) => {
                arguments::reserve_symbol(context)?;
                context.heap.symbol(symbol)
            }
            Step::String(text) => arguments::new_string(context, &text, "read")?,
            Step::Bytevector(bytes) => {
                arguments::reserve_object(context, 1 + bytes.len().div_ceil(8), "read")?;
                context.heap.bytevector(&bytes)
            }
            Step::Numbers(kind, bytes) => {
                let words = 1 + bytes.len().div_ceil(8) + Heap::words_for_vector(2);
                arguments::reserve_object(context, words, "read")?;
                let bytes = context.heap.bytevector(&bytes);
                let record_type = context.number_type(kind);
                context.heap.record(record_type, &[bytes])
            }
            Step::Null => Value::NULL,
            Step::Label(label) => box_of(context, &self.boxes, label),
            Step::Vector(count) => {
                arguments::reserve_object(context, count, "read")?;
                let from = context.temporaries.len() - count;
                let elements = context.temporaries.split_off(from);
                context.heap.vector_from(&elements)
            }
            Step::List(count) => {
                self.before = count;
                return Ok(());
            }
            Step::Define(labels) => {
                let value = context.temporaries.last().copied();
                for &label in labels.iter() {
                    let holder = BoxCell::of(box_of(context, &self.boxes, label));
                    if let (Some(holder), Some(value)) = (holder, value) {
                        // Made above, so it is not frozen.
                        let _ = holder.set(&mut context.heap, value);
                    }
                }
                return Ok(());
            }
            Step::NoNumber => {
                let message = "bad number: not a number";
                let kind = Symbol::intern("read");
                return Err(context.condition_of(kind, Some("read"), message, &[]));
            }
            Step::NoSymbol => return arguments::new_symbol(context, None, "read").map(drop),
        };
        context.temporaries.push(value);
        Ok(())
    }

    fn root(context: &Context) -> Value {
        let root = context.temporaries.last().copied();
        root.unwrap_or(Value::UNSPECIFIED)
    }

    /// Replaces references to labels by what they mean.
    fn fill_in(&mut self, context: &mut Context) {
        let boxes: HashSet<Value> = self
            .boxes
            .values()
            .filter_map(|&index| context.temporaries.get(index).copied())
            .collect();
        let root = Building::root(context);
        self.filled = Some(fill_in(context, root, &boxes));
    }

    /// The last result, when all is done.
    fn value(&mut self, context: &mut Context) -> Value {
        if self.has_references && self.filled.is_none() {
            self.fill_in(context);
        }
        arguments::charge(context, 8 * self.filled.unwrap_or(0));
        let root = Building::root(context);
        context.temporaries.truncate(self.kept);
        root
    }
}

/// Puts the results before the last one in front of it, so many of them.
fn put_before(context: &mut Context, count: usize) -> Result<(), Raise> {
    arguments::reserve_list(context, count, "read")?;
    let mut list = context.temporaries.pop().unwrap_or(Value::NULL);
    for _ in 0..count {
        let item = context.temporaries.pop().unwrap_or(Value::NULL);
        list = context.heap.pair(item, list);
    }
    context.temporaries.push(list);
    Ok(())
}

/// What a text begins with, found by a computation.
pub(crate) struct Parsed {
    pub(crate) text: String,
    pub(crate) characters: usize,
    pub(crate) found: Flat,
    pub(crate) folds: bool,
}

impl Parsed {
    /// Builds a datum that was found, so many bytes long; the end of the input otherwise.
    pub(crate) fn build(self, context: &mut Context, bytes: usize) -> Result<Outcome, Raise> {
        context.pay(cost_of(bytes));
        let Flat::Datum(steps, _) = self.found else {
            return Ok(Outcome::Value(Value::EOF));
        };
        let building = Building::new(context, steps, 0, self.folds)?;
        building.go_on(context).map(Outcome::Value)
    }
}

/// Where a `read` from an input goes on.
pub(crate) enum Resumed {
    /// It has built the datum, or waits for its next turn to do so.
    Built(Result<Outcome, Raise>),
    /// It looks at its input; what a computation has read there, if it was asked.
    Looking(Option<Parsed>),
}

pub(crate) fn resumed(context: &mut Context) -> Resumed {
    if let Some(building) = context.paused::<Building>() {
        return Resumed::Built(building.go_on(context).map(Outcome::Value));
    }
    match context.computed::<Later>() {
        Some(Later::Converted(converted)) => {
            Resumed::Built(converted.value(context).map(Outcome::Value))
        }
        Some(Later::Built(building)) => Resumed::Built(building.go_on(context).map(Outcome::Value)),
        Some(Later::Parsed(parsed)) => Resumed::Looking(Some(parsed)),
        // Only of a string, which these do not read from.
        Some(Later::Decoded(..)) | None => Resumed::Looking(None),
    }
}

/// As [`Found`].
pub(crate) enum Flat {
    Datum(Vec<Step>, usize),
    Nothing,
    Incomplete(Diagnostic),
    Invalid(Diagnostic, usize),
}

/// What it takes to read so many bytes.
pub(crate) fn cost_of(bytes: usize) -> Cost {
    Cost {
        nanoseconds: NS_FOR_BYTE.saturating_mul(bytes as u64),
        bytes: BYTES_FOR_BYTE.saturating_mul(bytes),
    }
}

/// Has the first datum of a long text read by a computation, which gives a [`Later::Parsed`]. `more`
/// says whether other text follows, `folds` whether case is folded.
pub(crate) fn parse_elsewhere(
    context: &mut Context,
    text: String,
    characters: usize,
    (more, folds): (bool, bool),
) -> Raise {
    context.postpone("read", cost_of(text.len()), move |_| {
        Ok(move || {
            let mut folds = folds;
            let found = match first_datum(&text, more, &mut folds) {
                Found::Datum(read, bytes) => {
                    let numerals = read.numerals.iter();
                    let numbers: Vec<Option<Number>> = numerals
                        .map(|(_, numeral)| mound_numbers::parse(&numeral.text, 10))
                        .collect();
                    Flat::Datum(steps(&read, &numbers), bytes)
                }
                Found::Nothing => Flat::Nothing,
                Found::Incomplete(diagnostic) => Flat::Incomplete(diagnostic),
                Found::Invalid(diagnostic, bytes) => Flat::Invalid(diagnostic, bytes),
            };
            Later::Parsed(Parsed {
                text,
                characters,
                found,
                folds,
            })
        })
    })
}
