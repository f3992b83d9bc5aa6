//! Run-time values as text: `display`, `write`, `write-shared`, `write-simple`.
//!
//! Works without recursion on the native stack, so depth is no danger. `write`
//! gives datum labels to what is part of a cycle, `write-shared` to everything
//! that occurs twice, `write-simple` to nothing. A text that becomes too long is given up.
//! Programs print what is large in parts (`print/parts.rs`).

pub(crate) mod parts;
mod shown;

pub use shown::print_shown;

use mound_base::Symbol;
use mound_heap::Value;
use mound_heap::equality::numbers_of;
use mound_heap::layout::Kind;
use mound_heap::number::{number_of, size_of};
use mound_heap::object::{
    self, BoxCell, Condition, Pair, Promise, Record, RecordType, Values, Vector,
};
use mound_heap::text::{Bytevector, StringView};
use mound_syntax::printer;
use std::collections::HashMap;
use std::fmt::Write as _;

/// How a value is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Strings and characters as they are.
    Display,
    /// So that it can be read again; labels for cycles.
    Write,
    /// Labels for everything shared.
    Shared,
    /// No labels.
    Simple,
}

/// What names a node's index, for pids and tags.
pub trait Names {
    /// `host:port` of the node, if it is known.
    fn node(&self, index: u16) -> Option<String>;
    /// The name of a closure's procedure.
    fn procedure(&self, closure: Value) -> Option<String>;
}

/// Longest text made of one value: `write-simple` may be given a cycle, and
/// sharing can make a text much larger than the value.
const BYTES_MAX: usize = 16 << 20;

/// The text would be too long; its beginning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TooLong(pub String);

/// The text of `value`, as people are shown it: ends in dots if it would be too long, and of numbers
/// whose digits would take long it says only how long they are.
pub fn print(value: Value, style: Style, names: &dyn Names) -> String {
    let text = print_up_to(value, style, names, &mut LongNumbers::Lengths, BYTES_MAX);
    text.unwrap_or_else(|TooLong(text)| text + " ...")
}

/// The beginning of the text of `value`, about `bytes_max` bytes, in time that depends on them:
/// for showing whatever is found. Cycles are not marked.
pub fn print_briefly(value: Value, names: &dyn Names, bytes_max: usize) -> String {
    let long = &mut LongNumbers::Lengths;
    let mut text = match print_up_to(value, Style::Simple, names, long, bytes_max) {
        Ok(text) => text,
        Err(TooLong(text)) => text + " ...",
    };
    if text.len() > bytes_max + 4 {
        let end = text.floor_char_boundary(bytes_max);
        text.truncate(end);
        text.push_str(" ...");
    }
    text
}

/// The text of `value`, or so many characters of its beginning and an ellipsis, in time that depends on
/// these: for reports of whatever there is.
pub fn print_start(
    value: Value,
    style: Style,
    names: &dyn Names,
    characters_max: usize,
    ellipsis: &str,
) -> String {
    let (labels, _) = labels(value, style == Style::Shared, START_OBJECTS_MAX);
    let text = match print_labelled(
        value,
        style,
        names,
        &mut LongNumbers::Lengths,
        labels,
        4 * characters_max,
    ) {
        Ok(text) | Err(TooLong(text)) => text,
    };
    match text.char_indices().nth(characters_max) {
        Some((end, _)) => text[..end].to_owned() + ellipsis,
        None => text,
    }
}

/// How an object is written, as far as that tells it from the few others of which a process remembers
/// where they were raised: the same on each node.
pub fn key(value: Value) -> String {
    struct Nameless;
    impl Names for Nameless {
        fn node(&self, _: u16) -> Option<String> {
            None
        }
        fn procedure(&self, _: Value) -> Option<String> {
            None
        }
    }
    print_start(value, Style::Write, &Nameless, KEY_CHARACTERS_MAX, "…")
}

/// Characters of such a key.
const KEY_CHARACTERS_MAX: usize = 120;

/// Objects that are looked at for cycles before the beginning of a text: more than it shows.
const START_OBJECTS_MAX: usize = 1 << 10;

/// The text of `value`, if it is not too long, with long numbers as [`LongNumbers`] says.
pub(crate) fn print_within(
    value: Value,
    style: Style,
    names: &dyn Names,
    long: &mut LongNumbers,
) -> Result<String, TooLong> {
    print_up_to(value, style, names, long, BYTES_MAX)
}

/// The same, with the values that have a number there as `#<object 0>`; pairs and vectors only where
/// they are quoted.
pub(crate) fn print_with_objects(
    value: Value,
    style: Style,
    names: &dyn Names,
    long: &mut LongNumbers,
    objects: &HashMap<Value, usize>,
) -> Result<String, TooLong> {
    let known = |value: &Value| objects.contains_key(value);
    let labels = labels_beside(value, style == Style::Shared, usize::MAX, known).0;
    let mut printer = Printer::new(style, names, long, BYTES_MAX);
    printer.labels = labels;
    printer.objects = Some(objects);
    printer.work.push(Step::Value(value));
    if printer.run() {
        Ok(printer.text)
    } else {
        Err(TooLong(printer.text))
    }
}

/// The same, if it is short beside its long numbers and looks at few objects ([`parts::OBJECTS_MAX`]), or
/// if it cannot be taken apart.
pub(crate) fn print_short(
    value: Value,
    style: Style,
    names: &dyn Names,
    long: &mut LongNumbers,
) -> Option<String> {
    let labels = match style {
        Style::Simple => HashMap::new(),
        _ => match labels(value, style == Style::Shared, parts::OBJECTS_MAX) {
            (labels, true) => labels,
            (_, false) => return None,
        },
    };
    let digits = match long {
        LongNumbers::Texts(texts) => texts.iter().map(String::len).sum(),
        LongNumbers::Lengths | LongNumbers::Collected(_) => 0,
    };
    let bytes_max = match parts::has_parts(value) {
        true => parts::BYTES_MAX + digits.min(BYTES_MAX),
        // Of these, only symbols can be long, and their names have a bound.
        false => usize::MAX,
    };
    print_labelled(value, style, names, long, labels, bytes_max).ok()
}

/// Words of a number whose digits take a millisecond or more.
const LONG_WORDS: usize = 400;

/// What is printed for numbers that are so long that their digits take long.
pub(crate) enum LongNumbers {
    /// How long they are.
    Lengths,
    /// Nothing: they are collected.
    Collected(Vec<Value>),
    /// Their texts, in the order in which they were collected.
    Texts(Vec<String>),
}

fn print_up_to(
    value: Value,
    style: Style,
    names: &dyn Names,
    long: &mut LongNumbers,
    bytes_max: usize,
) -> Result<String, TooLong> {
    let labels = match style {
        Style::Simple => HashMap::new(),
        _ => labels(value, style == Style::Shared, usize::MAX).0,
    };
    print_labelled(value, style, names, long, labels, bytes_max)
}

fn print_labelled(
    value: Value,
    style: Style,
    names: &dyn Names,
    long: &mut LongNumbers,
    labels: HashMap<usize, Option<usize>>,
    bytes_max: usize,
) -> Result<String, TooLong> {
    let mut printer = Printer::new(style, names, long, bytes_max);
    printer.labels = labels;
    printer.work.push(Step::Value(value));
    if printer.run() {
        Ok(printer.text)
    } else {
        Err(TooLong(printer.text))
    }
}

enum Step {
    Value(Value),
    /// The rest of a list, after its first element.
    Tail(Value),
    /// Elements of a vector-like object from an index on.
    Elements(Value, usize),
    Text(&'static str),
}

struct Printer<'a> {
    text: String,
    style: Style,
    /// Address to label: `None` until the object is first printed.
    labels: HashMap<usize, Option<usize>>,
    next_label: usize,
    names: &'a dyn Names,
    bytes_max: usize,
    long: &'a mut LongNumbers,
    /// Values that are written as numbers, for the compiler.
    objects: Option<&'a HashMap<Value, usize>>,
    /// Long numbers that were met, by address, and the how manieth each was.
    found: HashMap<usize, usize>,
    work: Vec<Step>,
    /// Whether tables are shown with what is in them, and records with the names of their fields.
    opens: bool,
}

impl<'a> Printer<'a> {
    /// One that has nothing to print yet, without labels.
    fn new(
        style: Style,
        names: &'a dyn Names,
        long: &'a mut LongNumbers,
        bytes_max: usize,
    ) -> Printer<'a> {
        Printer {
            text: String::new(),
            style,
            labels: HashMap::new(),
            next_label: 0,
            names,
            bytes_max,
            long,
            objects: None,
            found: HashMap::new(),
            work: Vec::new(),
            opens: false,
        }
    }

    /// Prints all; false if the text became too long.
    fn run(&mut self) -> bool {
        while let Some(step) = self.work.pop() {
            if self.text.len() > self.bytes_max {
                return false;
            }
            self.step(step);
        }
        self.text.len() <= self.bytes_max
    }

    fn step(&mut self, step: Step) {
        match step {
            Step::Text(text) => self.text.push_str(text),
            Step::Value(value) => self.value(value),
            Step::Tail(value) => self.tail(value),
            Step::Elements(value, index) => self.elements(value, index),
        }
    }

    /// Prints a label in front of an object that has one; true if the object was printed before.
    fn label(&mut self, value: Value) -> bool {
        let Some(label) = self.labels.get_mut(&value.address()) else {
            return false;
        };
        match label {
            Some(number) => {
                let _ = write!(self.text, "#{number}#");
                true
            }
            None => {
                *label = Some(self.next_label);
                let _ = write!(self.text, "#{}=", self.next_label);
                self.next_label += 1;
                false
            }
        }
    }

    fn value(&mut self, value: Value) {
        let is_compound = Pair::of(value).is_some() || Vector::of(value).is_some();
        if !is_compound && self.numbered(value) {
            return;
        }
        if value.is_pointer() && !value.is_symbol() {
            if self.label(value) {
                return;
            }
            match Pair::of(value) {
                Some(pair) => self.pair(pair),
                None => self.object(value),
            }
        } else {
            self.immediate(value);
        }
    }

    /// Prints the number of a value that has one; whether it has.
    fn numbered(&mut self, value: Value) -> bool {
        let number = self.objects.and_then(|objects| objects.get(&value));
        if let Some(number) = number {
            let _ = write!(self.text, "#<object {number}>");
        }
        number.is_some()
    }

    fn pair(&mut self, pair: Pair) {
        if let Some(prefix) = self.quotation(pair) {
            self.text.push_str(prefix);
            if let Some(rest) = Pair::of(pair.cdr()) {
                if prefix == "'" && self.numbered(rest.car()) {
                    return;
                }
                self.work.push(Step::Value(rest.car()));
            }
            return;
        }
        self.text.push('(');
        self.work.push(Step::Tail(pair.cdr()));
        self.work.push(Step::Value(pair.car()));
    }

    /// `'x` for `(quote x)` and the like.
    fn quotation(&self, pair: Pair) -> Option<&'static str> {
        let symbol = pair.car().as_symbol()?;
        let rest = Pair::of(pair.cdr()).filter(|rest| rest.cdr() == Value::NULL)?;
        if self.labels.contains_key(&rest.value().address()) {
            return None;
        }
        match &*symbol.text() {
            "quote" => Some("'"),
            "quasiquote" => Some("`"),
            "unquote" => Some(","),
            "unquote-splicing" => Some(",@"),
            _ => None,
        }
    }

    fn tail(&mut self, tail: Value) {
        if tail == Value::NULL {
            self.text.push(')');
            return;
        }
        match Pair::of(tail).filter(|_| !self.labels.contains_key(&tail.address())) {
            Some(pair) => {
                self.text.push(' ');
                self.work.push(Step::Tail(pair.cdr()));
                self.work.push(Step::Value(pair.car()));
            }
            None => {
                self.text.push_str(" . ");
                self.work.push(Step::Text(")"));
                self.work.push(Step::Value(tail));
            }
        }
    }

    fn elements(&mut self, value: Value, index: usize) {
        let element = match object::kind_of(value) {
            Some(Kind::Vector) => Vector::of(value).and_then(|vector| vector.get(index)),
            Some(Kind::Record) => Record::of(value).and_then(|record| record.get(index)),
            Some(Kind::Values) => {
                Values::of(value).and_then(|values| values.slice().get(index).copied())
            }
            _ => None,
        };
        let Some(element) = element else {
            self.text
                .push_str(if object::kind_of(value) == Some(Kind::Vector) {
                    ")"
                } else {
                    ">"
                });
            return;
        };
        if index > 0 || object::kind_of(value) != Some(Kind::Vector) {
            self.text.push(' ');
        }
        self.work.push(Step::Elements(value, index + 1));
        self.work.push(Step::Value(element));
    }

    fn immediate(&mut self, value: Value) {
        if let Some(fixnum) = value.as_fixnum() {
            let _ = write!(self.text, "{fixnum}");
        } else if let Some(symbol) = value.as_symbol() {
            self.symbol(symbol);
        } else if let Some(character) = value.as_character() {
            match self.style {
                Style::Display => self.text.push(character),
                _ => self.text.push_str(&printer::write_char(character)),
            }
        } else if let Some(name) = value.as_name() {
            let _ = match value.is_pid() {
                true => write!(self.text, "#<process {}", name.process_number()),
                false => write!(self.text, "#<tag {}", name.serial),
            };
            if name.node != 0 {
                let node = self
                    .names
                    .node(name.node)
                    .unwrap_or_else(|| "another node".to_owned());
                let _ = write!(self.text, " on {node}");
            }
            self.text.push('>');
        } else {
            self.text.push_str(constant_text(value));
        }
    }

    fn symbol(&mut self, symbol: Symbol) {
        match self.style {
            Style::Display => self.text.push_str(&symbol.text()),
            _ => self.text.push_str(&printer::write_symbol(&symbol.text())),
        }
    }

    fn long_number(&mut self, value: Value) {
        let next = self.found.len();
        let place = *self.found.entry(value.address()).or_insert(next);
        match self.long {
            LongNumbers::Lengths => {
                let digits = size_of(value).words * 64 * 30_103 / 100_000;
                let _ = write!(self.text, "#<number of about {digits} digits>");
            }
            LongNumbers::Collected(numbers) if place == numbers.len() => numbers.push(value),
            LongNumbers::Collected(_) => {}
            LongNumbers::Texts(texts) => self.text.push_str(&texts[place]),
        }
    }

    fn object(&mut self, value: Value) {
        if size_of(value).words >= LONG_WORDS {
            return self.long_number(value);
        }
        if let Some(number) = number_of(value) {
            self.text.push_str(&printer::write_number(&number));
            return;
        }
        match object::kind_of(value) {
            Some(Kind::String | Kind::Forward) => self.string(value),
            Some(Kind::Vector) => {
                self.text.push_str("#(");
                self.work.push(Step::Elements(value, 0));
            }
            Some(Kind::Bytevector) => self.bytevector(value),
            Some(Kind::Closure) => {
                let name = self.names.procedure(value);
                let _ = write!(
                    self.text,
                    "#<procedure{}>",
                    name.map_or(String::new(), |name| format!(" {name}"))
                );
            }
            Some(Kind::Record) if numbers_of(value).is_some() => self.numbers(value),
            Some(Kind::Record) => {
                let kind =
                    Record::of(value).and_then(|record| RecordType::of(record.record_type()));
                let name = kind
                    .and_then(RecordType::name)
                    .map_or("record".to_owned(), |name| name.to_string());
                match kind.map(library_of).as_deref() {
                    Some("mound/base") if name == "port" => self.port(value),
                    Some("mound/any-table") => {
                        // Keys that the machine does not know how to compare are in lists.
                        let record = Record::of(value)
                            .filter(|record| self.opens && record.get(2) == Some(Value::FALSE));
                        match record.and_then(|record| record.get(0)) {
                            Some(table) => self.open_table(table),
                            None => self.text.push_str("#<hash-table>"),
                        }
                    }
                    Some("srfi/99") if self.typed_by_value(value, &name) => {}
                    _ if self.opens => {
                        let _ = write!(self.text, "#<{}", name.trim_matches(['<', '>']));
                        if let (Some(record), Some(kind)) = (Record::of(value), kind) {
                            self.open_record(record, kind);
                        }
                    }
                    _ => {
                        let _ = write!(self.text, "#<{}", name.trim_matches(['<', '>']));
                        self.work.push(Step::Elements(value, 0));
                    }
                }
            }
            Some(Kind::RecordType) => {
                let name = RecordType::of(value).and_then(RecordType::name);
                let _ = write!(
                    self.text,
                    "#<record-type {}>",
                    name.map_or(String::new(), |name| name.to_string())
                );
            }
            Some(Kind::Values) => {
                self.text.push_str("#<values");
                self.work.push(Step::Elements(value, 0));
            }
            Some(Kind::Box) => {
                self.text.push_str("#<box ");
                self.work.push(Step::Text(">"));
                self.work.push(Step::Value(
                    BoxCell::of(value).map_or(Value::FALSE, BoxCell::get),
                ));
            }
            Some(Kind::Promise) => {
                let done = Promise::of(value).is_some_and(Promise::is_done);
                self.text.push_str(if done {
                    "#<promise forced>"
                } else {
                    "#<promise>"
                });
            }
            Some(Kind::Condition) => self.condition(value),
            Some(Kind::HashTable) if self.opens => self.open_table(value),
            Some(Kind::HashTable) => self.text.push_str("#<hash-table>"),
            Some(Kind::Continuation) => self.text.push_str("#<continuation>"),
            Some(Kind::Chunk) => self.text.push_str("#<frames>"),
            _ => self.text.push_str("#<object>"),
        }
    }

    /// The kind, and the name of a file or the like; not what has been read or written.
    fn port(&mut self, value: Value) {
        self.text.push_str("#<port ");
        self.work.push(Step::Text(">"));
        let Some(record) = Record::of(value) else {
            return;
        };
        if let Some(name) = record.get(3).filter(|&name| StringView::of(name).is_some()) {
            self.work.push(Step::Value(name));
            self.work.push(Step::Text(" "));
        }
        self.work
            .push(Step::Value(record.get(0).unwrap_or(Value::FALSE)));
    }

    /// Characters after which the text is too long.
    fn room(&self) -> usize {
        (self.bytes_max + 1).saturating_sub(self.text.len())
    }

    fn string(&mut self, value: Value) {
        let Some(string) = StringView::of(value) else {
            return;
        };
        let text: String = string.chars().take(self.room()).collect();
        match self.style {
            Style::Display => self.text.push_str(&text),
            _ => self.text.push_str(&printer::write_string(&text)),
        }
    }

    fn bytevector(&mut self, value: Value) {
        let Some(bytes) = Bytevector::of(value) else {
            return;
        };
        self.text.push_str("#u8(");
        for (index, byte) in bytes.slice().iter().take(self.room()).enumerate() {
            let _ = write!(self.text, "{}{byte}", if index > 0 { " " } else { "" });
        }
        self.text.push(')');
    }

    /// A vector of numbers of one kind, as `#s16(1 -2)`.
    fn numbers(&mut self, value: Value) {
        let Some((kind, bytes)) = numbers_of(value) else {
            return;
        };
        let _ = write!(self.text, "#{}(", kind.name());
        let room = self.room();
        for (index, number) in kind.texts(bytes.slice()).take(room).enumerate() {
            let _ = write!(self.text, "{}{number}", if index > 0 { " " } else { "" });
        }
        self.text.push(')');
    }

    fn condition(&mut self, value: Value) {
        let Some(condition) = Condition::of(value) else {
            return;
        };
        self.text.push_str("#<condition ");
        self.work.push(Step::Text(">"));
        self.work.push(Step::Value(condition.irritants()));
        self.work.push(Step::Text(" "));
        self.work.push(Step::Value(condition.message()));
        self.work.push(Step::Text(" "));
        self.work.push(Step::Value(condition.kind()));
    }
}

/// The library that a record type was defined in.
fn library_of(kind: RecordType) -> String {
    StringView::of(kind.library()).map_or(String::new(), |library| library.chars().collect())
}

fn constant_text(value: Value) -> &'static str {
    match value {
        Value::TRUE => "#t",
        Value::FALSE => "#f",
        Value::NULL => "()",
        Value::EOF => "#<eof>",
        Value::UNSPECIFIED => "#<unspecified>",
        Value::ABSENT => "#<absent>",
        _ => "#<unknown>",
    }
}

/// The objects that need a label: those on a cycle, or all that occur twice. Looks at `max` objects, and
/// says whether these were all.
fn labels(root: Value, shared: bool, max: usize) -> (HashMap<usize, Option<usize>>, bool) {
    labels_beside(root, shared, max, |_| false)
}

/// The same; what is in known values is not looked at.
fn labels_beside(
    root: Value,
    shared: bool,
    max: usize,
    is_known: impl Fn(&Value) -> bool,
) -> (HashMap<usize, Option<usize>>, bool) {
    if !shared && is_small_tree(root, max.min(TREE_MAX)) {
        return (HashMap::new(), true);
    }
    enum Visit {
        Enter(Value),
        Leave(usize),
    }
    let mut open: HashMap<usize, bool> = HashMap::new();
    let mut labels = HashMap::new();
    let mut work = vec![Visit::Enter(root)];
    while let Some(visit) = work.pop() {
        let value = match visit {
            Visit::Leave(address) => {
                open.insert(address, false);
                continue;
            }
            Visit::Enter(value) => value,
        };
        if !is_compound(value) || is_known(&value) {
            continue;
        }
        if open.len() >= max {
            return (labels, false);
        }
        let address = value.address();
        match open.get(&address) {
            Some(&on_path) => {
                if shared || on_path {
                    labels.insert(address, None);
                }
                continue;
            }
            None => {
                open.insert(address, true);
            }
        }
        work.push(Visit::Leave(address));
        each_part(value, max, |part| work.push(Visit::Enter(part)));
    }
    (labels, true)
}

/// Objects that are looked at without a table of them.
const TREE_MAX: usize = 1 << 12;

/// Whether all ways from an object come to an end after `max` objects in all, those counted several
/// times to which several ways lead: then none is on a cycle.
fn is_small_tree(root: Value, max: usize) -> bool {
    let mut left = max;
    let mut waiting = Vec::new();
    let mut next = Some(root).filter(|&root| is_compound(root));
    while let Some(value) = next {
        let is_long = Vector::of(value).is_some_and(|vector| vector.len() > max);
        if left <= waiting.len() || is_long {
            return false;
        }
        left -= 1;
        each_part(value, max, |part| {
            if is_compound(part) {
                waiting.push(part);
            }
        });
        next = waiting.pop();
    }
    true
}

/// Calls `action` with what is printed as part of an object, of vectors the first `max` elements.
fn each_part(value: Value, max: usize, mut action: impl FnMut(Value)) {
    if let Some(pair) = Pair::of(value) {
        action(pair.cdr());
        action(pair.car());
    } else if let Some(vector) = Vector::of(value) {
        let most = max.min(vector.len());
        vector.slice()[..most].iter().copied().for_each(action);
    } else if let Some(record) = Record::of(value) {
        record.fields().iter().copied().for_each(action);
    } else if let Some(boxed) = BoxCell::of(value) {
        action(boxed.get());
    } else if let Some(condition) = Condition::of(value) {
        action(condition.irritants());
    }
}

fn is_compound(value: Value) -> bool {
    value.is_pair()
        || matches!(
            object::kind_of(value),
            Some(Kind::Vector | Kind::Record | Kind::Box | Kind::Condition)
        )
}
