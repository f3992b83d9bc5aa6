//! Value -> bytes.
//!
//! The graph is walked depth first with a stack of `Task`s. An object is numbered
//! when it is first met and written there; later meetings write a reference to its
//! number. A list is met as a whole: its pairs get their numbers before any element is
//! written, so that a long list is a count and its elements.
//!
//! A chunk is written in *pieces*. What a continuation needs of a chunk are the
//! frames from its offset on; if frames before those are needed later, they become
//! a chunk of their own whose next one is the first piece. So nothing is written
//! that cannot be reached, and no frame twice.
//!
//! ```text
//!   chunk    | frame 1 | frame 2 | frame 3 | -> next
//!                        ^ met first: piece A = frames 2, 3 -> next
//!              ^ met later: piece B = frame 1 -> A
//! ```

//!
//! In private memory the first of what is frozen is marked, and what is met inside is
//! frozen, too (H8 of `heap`). So a mark is needed only where one goes from what can be
//! changed to what cannot. There and in continuations, constants of units are not copied
//! but named.

mod chunks;
mod fields;
mod frozen;
mod leaves;
mod names;
mod path;
mod ports;
mod seen;

use crate::error::EncodeError;
use crate::format::*;
use crate::names::NameTable;
use chunks::Chunks;
use frozen::is_frozen;
use mound_base::Symbol;
use mound_bytecode::unit::UnitHash;
use mound_heap::home::current;
use mound_heap::layout::Kind;
use mound_heap::object::{Closure, Pair, Vector, kind_of};
use mound_heap::{Continuation, Fragment, Heap, Value};
use mound_machine::port;
pub use ports::port_of_no_use;
use seen::Seen;
use std::cell::RefCell;
use std::collections::HashMap;

/// A value as bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Encoded {
    pub bytes: Vec<u8>,
    /// Every unit that the value refers to directly, in order of first use.
    pub units: Vec<UnitHash>,
    /// The functions of procedures and frames in it, each at least once: the index of the unit, and the
    /// index there.
    pub functions: Vec<(u32, u32)>,
    /// Objects met and words written, to be charged as fuel.
    pub work: u64,
    /// Whether a port of a string or bytevector is somewhere in it: see [`port_of_no_use`].
    pub has_ports: bool,
}

/// A top-level variable that travels with the code that refers to it.
pub type Binding = (Symbol, Value);

/// How large an encoding may be.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    pub bytes: usize,
    /// Objects that other parts may refer to: of each there is a note while they are written, so a long text
    /// takes less memory than a long list.
    pub objects: usize,
}

impl From<usize> for Budget {
    /// So many bytes, of whatever they are.
    fn from(bytes: usize) -> Budget {
        Budget {
            bytes,
            objects: bytes,
        }
    }
}

/// The bytes of `root`, which is in the memory of `heap`, within the budget.
pub fn encode(
    root: Value,
    heap: &mut Heap,
    names: &dyn NameTable,
    mode: Mode,
    budget: impl Into<Budget>,
) -> Result<Encoded, EncodeError> {
    encode_with(root, &[], heap, names, mode, budget.into())
}

/// The same with variables, of which each has another name, in ascending order.
pub fn encode_with(
    root: Value,
    bindings: &[Binding],
    heap: &mut Heap,
    names: &dyn NameTable,
    mode: Mode,
    budget: Budget,
) -> Result<Encoded, EncodeError> {
    let mut scratch = SCRATCH.with_borrow_mut(std::mem::take);
    scratch.seen.clear();
    scratch.tasks.clear();
    let mut encoder = Encoder {
        out: Vec::with_capacity(64),
        names,
        budget,
        heap,
        marks: mode == Mode::Private,
        names_constants: mode == Mode::Private,
        scratch,
        objects: 0,
        symbols: 0,
        nodes: 0,
        units: Vec::new(),
        unit_numbers: HashMap::new(),
        function_keys: HashMap::new(),
        functions: Vec::new(),
        has_ports: false,
        chunks: Chunks::default(),
    };
    let result = encoder.run(root, bindings);
    let mut scratch = std::mem::take(&mut encoder.scratch);
    scratch.seen.shrink();
    if scratch.tasks.capacity() > TASKS_KEPT {
        scratch.tasks = Vec::new();
    }
    SCRATCH.set(scratch);
    match result {
        Ok(()) => encoder.finish(),
        Err(Stop::TooLarge) => Err(EncodeError::TooLarge {
            budget: budget.bytes,
        }),
        Err(Stop::TooMany) => Err(EncodeError::TooMany {
            budget: budget.objects,
        }),
        Err(Stop::Unsendable(culprit, what)) => Err(EncodeError::Unsendable {
            path: path::to(root, culprit),
            what,
        }),
    }
}

/// Why encoding stops early.
#[derive(Debug)]
enum Stop {
    TooLarge,
    TooMany,
    Unsendable(Value, &'static str),
}

/// What is left to be written.
#[derive(Clone, Copy)]
enum Task {
    /// The cars of the next `remaining` pairs, of which `pair` is the first; then, perhaps, the last cdr.
    Run {
        pair: Value,
        remaining: usize,
        tail: bool,
    },
    /// The fields of an object from `next` on.
    Fields {
        object: Value,
        next: usize,
        count: usize,
    },
    /// Slots of frames, from `next` on in the list of them, and the chunk that comes after.
    Piece(chunks::Piece),
    /// What is frozen has been written; from here on marks are needed again.
    EndFrozen,
    /// A continuation in a message has been written; from here on constants are data.
    EndContinuation,
}

/// Room for tasks that a thread keeps.
const TASKS_KEPT: usize = 1024;

/// What a thread keeps between calls.
#[derive(Default)]
struct Scratch {
    seen: Seen,
    tasks: Vec<Task>,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

struct Encoder<'a> {
    out: Vec<u8>,
    names: &'a dyn NameTable,
    budget: Budget,
    heap: &'a mut Heap,
    /// Whether what is frozen is marked when it is met.
    marks: bool,
    /// Whether constants of units are named when they are met.
    names_constants: bool,
    scratch: Scratch,
    /// Numbers given so far.
    objects: u32,
    symbols: u32,
    nodes: u32,
    units: Vec<UnitHash>,
    unit_numbers: HashMap<*const Fragment, u32>,
    /// Of functions without free values that were met: unit and number, and the code met first.
    function_keys: HashMap<(u32, u32), usize>,
    functions: Vec<(u32, u32)>,
    has_ports: bool,
    chunks: Chunks,
}

/// Bytes of the header without units, which is what most values have.
const SHORT_HEADER: [u8; 2] = [VERSION, 0];

impl Encoder<'_> {
    fn run(&mut self, root: Value, bindings: &[Binding]) -> Result<(), Stop> {
        self.out.extend_from_slice(&SHORT_HEADER);
        self.whole(root)?;
        if !bindings.is_empty() {
            self.number(bindings.len() as u64);
        }
        for &(name, value) in bindings {
            self.symbol(Value::symbol(name))?;
            self.whole(value)?;
        }
        Ok(())
    }

    /// Writes a value with all that is in it.
    fn whole(&mut self, value: Value) -> Result<(), Stop> {
        self.value(value)?;
        while let Some(task) = self.scratch.tasks.pop() {
            self.require_room(0)?;
            match task {
                Task::Run {
                    pair,
                    remaining,
                    tail,
                } => self.continue_run(pair, remaining, tail)?,
                Task::Fields {
                    object,
                    next,
                    count,
                } => self.continue_fields(object, next, count)?,
                Task::Piece(piece) => self.continue_piece(piece)?,
                Task::EndFrozen => self.marks = true,
                Task::EndContinuation => self.names_constants = false,
            }
        }
        Ok(())
    }

    /// Whether the budget allows so many bytes more.
    #[inline]
    fn require_room(&self, bytes: usize) -> Result<(), Stop> {
        if self.out.len().saturating_add(bytes) > self.budget.bytes {
            return Err(Stop::TooLarge);
        }
        if self.objects as usize > self.budget.objects {
            return Err(Stop::TooMany);
        }
        Ok(())
    }

    fn finish(self) -> Result<Encoded, EncodeError> {
        let bytes = if self.units.is_empty() {
            self.out
        } else {
            let body = &self.out[SHORT_HEADER.len()..];
            let mut bytes = Vec::with_capacity(8 + 32 * self.units.len() + body.len());
            bytes.push(VERSION);
            put_varint(&mut bytes, self.units.len() as u64);
            for unit in &self.units {
                bytes.extend_from_slice(&unit.0);
            }
            bytes.extend_from_slice(body);
            bytes
        };
        if bytes.len() > self.budget.bytes {
            return Err(EncodeError::TooLarge {
                budget: self.budget.bytes,
            });
        }
        Ok(Encoded {
            work: u64::from(self.objects) + bytes.len() as u64 / 8,
            bytes,
            units: self.units,
            functions: self.functions,
            has_ports: self.has_ports,
        })
    }

    /// Writes `value`, or the beginning of it: the rest becomes a task.
    #[inline]
    fn value(&mut self, value: Value) -> Result<(), Stop> {
        match value.as_fixnum() {
            Some(number) => {
                put_fixnum(&mut self.out, number);
                Ok(())
            }
            None if value.is_pair() => self.pairs(value),
            None if value.is_object() => self.object(current(value)),
            None => self.immediate(value),
        }
    }

    fn push(&mut self, code: u8) {
        self.out.push(code);
    }

    fn number(&mut self, number: u64) {
        put_varint(&mut self.out, number);
    }

    /// Writes a reference if the object at `address` has a number; else gives it one.
    #[inline]
    fn reference(&mut self, address: usize) -> bool {
        match self.scratch.seen.enter(address as u64, self.objects) {
            Some(number) => {
                self.push(REFERENCE);
                self.number(u64::from(self.objects - number));
                true
            }
            None => {
                self.objects += 1;
                false
            }
        }
    }

    fn immediate(&mut self, value: Value) -> Result<(), Stop> {
        if value.is_symbol() {
            self.push(SYMBOL);
            return self.symbol(value);
        }
        if let Some(name) = value.as_name() {
            self.push(if value.is_pid() { PID } else { TAG });
            self.node(name.node);
            self.number(self.names.translate(name.node, name.serial));
            return Ok(());
        }
        if let Some(character) = value.as_character() {
            self.push(CHARACTER);
            self.number(u64::from(u32::from(character)));
            return Ok(());
        }
        let constants = [
            (Value::FALSE, FALSE),
            (Value::TRUE, TRUE),
            (Value::NULL, NULL),
            (Value::UNSPECIFIED, UNSPECIFIED),
            (Value::EOF, EOF),
            (Value::ABSENT, ABSENT),
        ];
        match constants.iter().find(|(constant, _)| *constant == value) {
            Some((_, code)) => {
                self.push(*code);
                Ok(())
            }
            None => Err(Stop::Unsendable(value, "the value of an unbound variable")),
        }
    }

    /// All pairs that follow each other by cdr and have no number yet, as far as they go in one.
    fn pairs(&mut self, first: Value) -> Result<(), Stop> {
        if self.reference(first.address()) {
            return Ok(());
        }
        if first.is_frozen_pair() {
            if self.constant(first) {
                return Ok(());
            }
            self.mark();
        }
        let mut count = 1;
        let mut rest = Pair::of(first).map_or(Value::NULL, Pair::cdr);
        while let Some(pair) = Pair::of(rest) {
            if self.ends_run(rest) {
                break;
            }
            let known = self.scratch.seen.enter(rest.address() as u64, self.objects);
            if known.is_some() {
                break;
            }
            self.objects += 1;
            count += 1;
            rest = pair.cdr();
            self.require_room(count)?;
        }
        let tail = rest != Value::NULL;
        match (tail, count) {
            (false, 1..=LIST_SHORT_MAX) => self.push(LIST_SHORT + (count - 1) as u8),
            (true, 1..=RUN_SHORT_MAX) => self.push(RUN_SHORT + (count - 1) as u8),
            (tail, _) => {
                self.push(if tail { RUN } else { LIST });
                self.number(count as u64);
            }
        }
        self.scratch.tasks.push(Task::Run {
            pair: first,
            remaining: count,
            tail,
        });
        Ok(())
    }

    fn continue_run(&mut self, first: Value, count: usize, tail: bool) -> Result<(), Stop> {
        let (mut next, mut remaining) = (first, count);
        while remaining > 0 {
            let Some(pair) = Pair::of(next) else { break };
            let car = pair.car();
            next = pair.cdr();
            remaining -= 1;
            if let Some(number) = car.as_fixnum() {
                put_fixnum(&mut self.out, number);
            } else if car.is_pointer() {
                if remaining > 0 || tail {
                    self.scratch.tasks.push(Task::Run {
                        pair: next,
                        remaining,
                        tail,
                    });
                }
                return self.value(car);
            } else {
                self.immediate(car)?;
            }
        }
        if tail { self.value(next) } else { Ok(()) }
    }

    fn continue_fields(&mut self, object: Value, next: usize, count: usize) -> Result<(), Stop> {
        for index in next..count {
            let Some(field) = fields::field(object, index) else {
                break;
            };
            if field.is_pointer() {
                if index + 1 < count {
                    self.scratch.tasks.push(Task::Fields {
                        object,
                        next: index + 1,
                        count,
                    });
                }
                return self.value(field);
            }
            self.value(field)?;
        }
        Ok(())
    }

    /// Writes the beginning of an object; its fields become a task.
    fn object(&mut self, object: Value) -> Result<(), Stop> {
        let count = fields::count(object);
        // Closures without free values are their functions, and decoded as the constant of the unit.
        let function = Closure::of(object).filter(|_| count == 0);
        let key = match &function {
            Some(closure) => self.function_key(closure),
            None => object.address(),
        };
        if self.reference(key) {
            return Ok(());
        }
        if self.names_constants && function.is_none() && is_frozen(object) {
            if self.constant(object) {
                return Ok(());
            }
            self.mark();
        }
        match kind_of(object) {
            Some(Kind::Vector) => {
                self.push(VECTOR);
                self.number(Vector::of(object).map_or(0, Vector::len) as u64);
            }
            Some(Kind::Values) => {
                self.push(VALUES);
                self.number(count as u64);
            }
            Some(Kind::Record) => {
                self.has_ports |= port::memory_of(object).is_some();
                self.push(RECORD);
                self.number(count.saturating_sub(1) as u64);
            }
            Some(Kind::Closure) => self.closure(object, count)?,
            Some(Kind::Box) => self.push(BOX),
            Some(Kind::Condition) => self.push(CONDITION),
            Some(Kind::HashTable) => self.push(HASH_TABLE),
            Some(Kind::Promise) => self.promise(object),
            Some(Kind::Continuation) => return self.continuation(object),
            Some(
                Kind::String
                | Kind::Bytevector
                | Kind::Flonum
                | Kind::Bignum
                | Kind::Ratio
                | Kind::Complex
                | Kind::RecordType
                | Kind::Chunk
                | Kind::Forward,
            )
            | None => return self.leaf(object),
        }
        if count > 0 {
            self.scratch.tasks.push(Task::Fields {
                object,
                next: 0,
                count,
            });
        }
        Ok(())
    }

    /// What stands for a function in the table of objects. Linked twice under other names, a unit has
    /// code twice, but its bytes name a function once.
    fn function_key(&mut self, closure: &Closure) -> usize {
        let code = closure.code() as usize;
        let home = closure.home();
        let place = home.and_then(|home| Some((self.unit(home.unit)?, home.function)));
        place.map_or(code, |place| {
            *self.function_keys.entry(place).or_insert(code)
        })
    }

    fn closure(&mut self, object: Value, count: usize) -> Result<(), Stop> {
        let closure = Closure::of(object);
        let home = closure.as_ref().and_then(Closure::home);
        let place = home.and_then(|home| Some((self.unit(home.unit)?, home.function)));
        let (unit, function) = place.ok_or(Stop::Unsendable(
            object,
            "a procedure whose code has no name",
        ))?;
        self.functions.push((unit, function));
        self.push(CLOSURE);
        self.number(u64::from(unit));
        self.number(u64::from(function));
        self.number(count as u64);
        Ok(())
    }

    fn continuation(&mut self, object: Value) -> Result<(), Stop> {
        let Some(continuation) = Continuation::of(object) else {
            return Ok(());
        };
        self.push(CONTINUATION);
        self.begin_continuation();
        self.scratch.tasks.push(Task::Fields {
            object,
            next: 0,
            count: 1,
        });
        self.frames(continuation.chunk(), continuation.offset())
    }
}
