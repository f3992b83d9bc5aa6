//! Bytes -> value.
//!
//! One pass, depth first with a stack of `Task`s, into a [`FragmentBuilder`]: an
//! object stands as soon as its kind and size are known, and its fields are filled
//! as they come, so that a reference always leads to an object that is there.
//!
//! # What is checked
//!
//! - D1. Numbers and forms are the shortest. Symbols, nodes and units are named in
//!   order of first use, each once, as constants are, and all units of the header are
//!   used.
//! - D2. No count is larger than what is left of the bytes allows.
//! - D3. References lead to what was decoded before.
//! - D4. A closure runs a function that its unit has, with as many free values.
//! - D5. A frame goes on at a block, or has raised at an instruction, of a function
//!   with code that its unit has, and has the live slots that this place declares.
//! - D6. If slot 1 of a frame of a function with free values is live, it holds a
//!   closure of that function, or of the clauses it belongs to: `free` relies on it.
//! - D7. Continuations and chunks lead to the first word of a frame of a chunk, or to
//!   nothing. No chunk comes after itself, so that each continuation ends.
//! - D8. Dynamic state is a vector of at least [`DYNAMIC_FIELDS`] elements.
//! - D9. A record has as many fields as its type names. Keys and values of a hash
//!   table are vectors of one length, and its counts are within it.
//! - D10. In private memory, what is marked as frozen refers to what is frozen, or to
//!   numbers; in messages nothing is marked. A constant is an object of its unit, and
//!   is named in private memory and in continuations only.
//! - D11. A ratio has a denominator of at least 2, and, unless it is very long, is
//!   in lowest terms. Arithmetic takes the others as they are: they are another's numbers and may be
//!   equal to nothing.

mod finish;
mod frames;
mod frozen;
mod leaves;
mod objects;
mod reader;

use crate::error::{DecodeError, DecodeFault};
use crate::format::*;
use crate::names::NameTable;
use mound_bytecode::unit::UnitHash;
use mound_heap::fragment::{FragmentRef, Frozen};
use mound_heap::layout::OBJECT_WORDS_MAX;
use mound_heap::value::{FIXNUM_MAX, FIXNUM_MIN};
use mound_heap::{FragmentBuilder, Run, Value};
use mound_machine::Linker;
use reader::{Reader, Result};

/// Elements that the dynamic state of a continuation has at least: winders, handlers, parameters, and one more.
pub const DYNAMIC_FIELDS: usize = 4;

/// What decoding may take, beside a constant factor of the length of the bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Words of the decoded value.
    pub words: usize,
}

/// Where linked units come from.
pub trait UnitSource {
    fn unit(&self, hash: &UnitHash) -> Option<FragmentRef>;
}

impl UnitSource for Linker {
    fn unit(&self, hash: &UnitHash) -> Option<FragmentRef> {
        self.find(*hash)
    }
}

/// The units that must be there before the bytes can be decoded. Reads only the beginning.
pub fn units_needed(bytes: &[u8]) -> std::result::Result<Vec<UnitHash>, DecodeError> {
    header(&mut Reader::new(bytes))
}

fn header(reader: &mut Reader) -> Result<Vec<UnitHash>> {
    let version = reader.byte()?;
    if version != VERSION {
        return reader.fail(0, DecodeFault::Version(version));
    }
    let count = reader.count(32)?;
    let mut units = Vec::with_capacity(count);
    for _ in 0..count {
        units.push(UnitHash(reader.array()?));
    }
    if count > 1 {
        let mut sorted = units.clone();
        sorted.sort_unstable();
        if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            return reader.fail(1, DecodeFault::NotCanonical("a unit is named twice"));
        }
    }
    Ok(units)
}

/// The value of the bytes.
pub fn decode(
    bytes: &[u8],
    units: &dyn UnitSource,
    names: &dyn NameTable,
    mode: Mode,
    limits: Limits,
) -> std::result::Result<Frozen, DecodeError> {
    let decoded = decode_whole(bytes, units, names, mode, limits, false)?;
    Ok(decoded.value)
}

/// A value, and perhaps variables that came with it.
pub struct Decoded {
    /// With variables, a vector: the value, then the name and the value of each.
    pub value: Frozen,
    pub has_bindings: bool,
}

/// The value of the bytes, which may bring variables along.
pub fn decode_with(
    bytes: &[u8],
    units: &dyn UnitSource,
    names: &dyn NameTable,
    mode: Mode,
    limits: Limits,
) -> std::result::Result<Decoded, DecodeError> {
    decode_whole(bytes, units, names, mode, limits, true)
}

fn decode_whole(
    bytes: &[u8],
    units: &dyn UnitSource,
    names: &dyn NameTable,
    mode: Mode,
    limits: Limits,
    takes_bindings: bool,
) -> std::result::Result<Decoded, DecodeError> {
    let mut reader = Reader::new(bytes);
    let hashes = header(&mut reader)?;
    let find = |hash: &UnitHash| {
        let missing = DecodeError {
            offset: 1,
            fault: DecodeFault::MissingUnit(*hash),
        };
        units.unit(hash).ok_or(missing)
    };
    let units = hashes
        .iter()
        .map(find)
        .collect::<std::result::Result<Vec<_>, _>>()?;
    Decoder::new(reader, &units, names, mode, limits).run(takes_bindings)
}

/// A decoded value; its number, if it is an object.
#[derive(Clone, Copy)]
struct Item {
    value: Value,
    number: u32,
}

impl Item {
    const NO_NUMBER: u32 = u32::MAX;

    #[inline]
    fn immediate(value: Value) -> Item {
        Item {
            value,
            number: Item::NO_NUMBER,
        }
    }
}

/// What is left to be filled.
#[derive(Clone, Copy)]
enum Task {
    /// Cars of a run from `next` on; then, perhaps, the last cdr.
    Run(Pairs),
    Fields(objects::Fields),
    Slots(frames::Slots),
    /// What is frozen has been read; what comes now can be changed.
    EndFrozen,
    /// What comes now is in no continuation.
    EndContinuation,
}

#[derive(Clone, Copy)]
struct Pairs {
    run: Run,
    next: usize,
    count: usize,
    tail: bool,
    /// The number of the first pair.
    number: u32,
}

struct Decoder<'a> {
    reader: Reader<'a>,
    builder: FragmentBuilder,
    names: &'a dyn NameTable,
    words_max: usize,
    mode: Mode,
    /// Whether what is frozen is marked, where the reader is.
    marks: bool,
    /// Whether constants of units are named there.
    names_constants: bool,
    tasks: Vec<Task>,
    /// By number.
    objects: Vec<Value>,
    symbols: Vec<Value>,
    nodes: Vec<u16>,
    units: &'a [FragmentRef],
    units_used: usize,
    /// Those constants of units that were named, functions among them.
    constants: Vec<u64>,
    /// Number, unit and function of each closure, ascending.
    closures: Vec<(u32, u32, u32)>,
    /// Number and count of fields of each record type, ascending.
    record_types: Vec<(u32, usize)>,
    chunks: frames::Chunks,
}

impl<'a> Decoder<'a> {
    fn new(
        reader: Reader<'a>,
        units: &'a [FragmentRef],
        names: &'a dyn NameTable,
        mode: Mode,
        limits: Limits,
    ) -> Decoder<'a> {
        let mut builder = match mode {
            Mode::Frozen => FragmentBuilder::new(),
            Mode::Private => FragmentBuilder::new_private(),
        };
        for unit in units {
            builder.edge(unit);
        }
        // A list of small fixnums takes two words a byte; larger values grow as they come.
        builder.reserve((2 * reader.remaining()).min(1024));
        Decoder {
            reader,
            builder,
            names,
            words_max: limits.words.min(OBJECT_WORDS_MAX),
            mode,
            marks: mode == Mode::Private,
            names_constants: mode == Mode::Private,
            tasks: Vec::new(),
            objects: Vec::new(),
            symbols: Vec::new(),
            nodes: Vec::new(),
            units,
            units_used: 0,
            constants: Vec::new(),
            closures: Vec::new(),
            record_types: Vec::new(),
            chunks: frames::Chunks::default(),
        }
    }

    fn run(mut self, takes_bindings: bool) -> Result<Decoded> {
        if u32::try_from(self.reader.remaining()).is_err() {
            return self.reader.fail(0, DecodeFault::LargeNumber);
        }
        let mut root = self.entire()?;
        let has_bindings = takes_bindings && self.reader.remaining() > 0;
        if has_bindings {
            root = self.bindings(root)?;
        }
        self.check_whole()?;
        let value = match self.mode {
            Mode::Frozen => self.builder.finish_message(root),
            Mode::Private => self.builder.finish_owned(root),
        };
        Ok(Decoded {
            value,
            has_bindings,
        })
    }

    /// A vector of `root` and the names and values of variables.
    fn bindings(&mut self, root: Value) -> Result<Value> {
        let start = self.reader.offset();
        let count = self.reader.count(2)?;
        if count == 0 {
            return self.not_canonical(start, "there are no variables, and they are counted");
        }
        self.charge(2 * count + 2)?;
        let mut parts = vec![root];
        let mut last = String::new();
        for _ in 0..count {
            let start = self.reader.offset();
            let name = self.symbol()?;
            let text = name.symbol_text();
            let text = text.as_deref().unwrap_or_default().to_owned();
            if parts.len() > 1 && text <= last {
                return self.not_canonical(start, "variables are out of order");
            }
            last = text;
            let value = self.entire()?;
            parts.extend([name, value]);
        }
        Ok(self.builder.vector(&parts))
    }

    /// A value with all that is in it.
    fn entire(&mut self) -> Result<Value> {
        let root = self.value()?.value;
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Run(pairs) => self.continue_run(pairs)?,
                Task::Fields(fields) => self.continue_fields(fields)?,
                Task::Slots(slots) => self.continue_slots(slots)?,
                Task::EndFrozen => self.end_frozen(),
                Task::EndContinuation => self.names_constants = false,
            }
        }
        Ok(root)
    }

    /// Makes sure that `words` more words are allowed.
    fn charge(&self, words: usize) -> Result<()> {
        if words > self.words_max.saturating_sub(self.builder.words()) {
            let words = self.words_max;
            return self
                .reader
                .fail(self.reader.offset(), DecodeFault::Limit { words });
        }
        Ok(())
    }

    fn not_canonical<T>(&self, offset: usize, what: &'static str) -> Result<T> {
        self.reader.fail(offset, DecodeFault::NotCanonical(what))
    }

    /// Gives an object the next number.
    fn object(&mut self, value: Value) -> Item {
        let number = self.objects.len() as u32;
        self.objects.push(value);
        Item { value, number }
    }

    /// The next value, or the beginning of it: the rest becomes a task.
    #[inline]
    fn value(&mut self) -> Result<Item> {
        let start = self.reader.offset();
        let code = self.reader.byte()?;
        if code < LIST_SHORT {
            return Ok(Item::immediate(Value::fixnum(small_fixnum(code))));
        }
        if code >= MEDIUM {
            return self.medium_fixnum(start, code);
        }
        self.general(start, code)
    }

    fn medium_fixnum(&mut self, start: usize, code: u8) -> Result<Item> {
        let low = self.reader.byte()?;
        let number = (i64::from(code & !MEDIUM) << 8 | i64::from(low)) - MEDIUM_BIAS;
        if (SMALL_MIN..=SMALL_MAX).contains(&number) {
            return self.not_canonical(start, "a fixnum is too long");
        }
        Ok(Item::immediate(Value::fixnum(number)))
    }

    fn general(&mut self, start: usize, code: u8) -> Result<Item> {
        match code {
            LIST_SHORT..RUN_SHORT => self.begin_run((code - LIST_SHORT) as usize + 1, false),
            RUN_SHORT..LIST => self.begin_run((code - RUN_SHORT) as usize + 1, true),
            LIST | RUN => self.long_run(start, code == RUN),
            FIXNUM => self.long_fixnum(start),
            FALSE => Ok(Item::immediate(Value::FALSE)),
            TRUE => Ok(Item::immediate(Value::TRUE)),
            NULL => Ok(Item::immediate(Value::NULL)),
            UNSPECIFIED => Ok(Item::immediate(Value::UNSPECIFIED)),
            EOF => Ok(Item::immediate(Value::EOF)),
            ABSENT => Ok(Item::immediate(Value::ABSENT)),
            CHARACTER => self.character(start),
            SYMBOL => Ok(Item::immediate(self.symbol()?)),
            PID | TAG => self.name(code),
            REFERENCE => self.reference(),
            STRING..=RATIO_NEGATIVE | RECORD_TYPE | COMPLEX => self.leaf(start, code),
            VECTOR..=CONTINUATION => self.begin_object(start, code),
            CHUNK | CHUNK_AT => self
                .reader
                .fail(start, DecodeFault::Expected("a value, found frames")),
            FROZEN => self.frozen(start),
            CONSTANT => self.constant(start),
            _ => self.reader.fail(start, DecodeFault::UnknownCode(code)),
        }
    }

    fn long_fixnum(&mut self, start: usize) -> Result<Item> {
        let number = unzigzag(self.reader.varint()?);
        if !is_long_fixnum(number) {
            return self.not_canonical(start, "a fixnum is too long");
        }
        if !(FIXNUM_MIN..=FIXNUM_MAX).contains(&number) {
            return self.reader.fail(start, DecodeFault::LargeNumber);
        }
        Ok(Item::immediate(Value::fixnum(number)))
    }

    fn long_run(&mut self, start: usize, tail: bool) -> Result<Item> {
        let count = self.reader.count(1)?;
        let short = if tail { RUN_SHORT_MAX } else { LIST_SHORT_MAX };
        if count <= short {
            return self.not_canonical(start, "a list has a shorter code");
        }
        self.begin_run(count, tail)
    }

    fn begin_run(&mut self, count: usize, tail: bool) -> Result<Item> {
        if count > self.reader.remaining() {
            return self
                .reader
                .fail(self.reader.offset(), DecodeFault::Truncated);
        }
        self.charge(2 * count)?;
        let run = self.builder.run(count);
        let number = self.objects.len() as u32;
        self.objects.extend((0..count).map(|index| run.pair(index)));
        self.tasks.push(Task::Run(Pairs {
            run,
            next: 0,
            count,
            tail,
            number,
        }));
        Ok(Item {
            value: run.pair(0),
            number,
        })
    }

    fn continue_run(&mut self, pairs: Pairs) -> Result<()> {
        let Pairs {
            run, count, tail, ..
        } = pairs;
        for index in pairs.next..count {
            if let Some(code) = self.reader.peek().filter(|&code| code < LIST_SHORT) {
                self.reader.skip();
                let car = Value::fixnum(small_fixnum(code));
                self.builder.fill_run(run, index, car);
                continue;
            }
            let next = index + 1;
            let rest = (next < count || tail).then_some(Task::Run(Pairs { next, ..pairs }));
            let (item, opened) = self.value_before(rest)?;
            self.builder.fill_run(run, index, item.value);
            if opened {
                return Ok(());
            }
        }
        if !tail {
            return Ok(());
        }
        let start = self.reader.offset();
        if matches!(self.reader.peek(), Some(LIST_SHORT..=RUN | NULL)) {
            return self.not_canonical(start, "a list is in parts");
        }
        let tail = self.value()?;
        // A pair that was met after this run began would have been part of it, if it is of its sort.
        let continues = match run.pair(0).is_frozen_pair() {
            true => tail.value.is_frozen_pair(),
            false => tail.value.is_mutable_pair(),
        };
        let continues = continues && self.builder.has_made(tail.value);
        if continues && tail.number as usize >= pairs.number as usize + count {
            return self.not_canonical(start, "a list is in parts");
        }
        self.builder.end_run(run, tail.value);
        Ok(())
    }

    /// The next value, with `rest` as what comes after it. Whether the value has
    /// parts that come before `rest`; if not, `rest` is no task.
    fn value_before(&mut self, rest: Option<Task>) -> Result<(Item, bool)> {
        let depth = self.tasks.len();
        self.tasks.extend(rest);
        let ready = self.tasks.len();
        let item = self.value()?;
        if self.tasks.len() > ready {
            return Ok((item, true));
        }
        self.tasks.truncate(depth);
        Ok((item, false))
    }

    fn reference(&mut self) -> Result<Item> {
        let start = self.reader.offset();
        let distance = self.reader.varint()?;
        let found = usize::try_from(distance)
            .ok()
            .filter(|&distance| distance > 0)
            .and_then(|distance| self.objects.len().checked_sub(distance));
        let Some(index) = found else {
            return self.reader.fail(start, DecodeFault::Range("object"));
        };
        let value = self.objects[index];
        if self.chunks.is_chunk(index as u32) {
            return self
                .reader
                .fail(start, DecodeFault::Expected("a value, found frames"));
        }
        self.check_stays(start, value)?;
        Ok(Item {
            value,
            number: index as u32,
        })
    }
}
