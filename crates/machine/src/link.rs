//! Units become runnable.
//!
//! Linking makes a fragment of the constants, resolves references to values or
//! cells, gives each primitive its implementation and turns branch targets into
//! instruction words. A unit is linked once per node; equal hashes are one
//! linked unit. What it needs (imports, primitives) must be there, else the
//! error says what is missing and nothing has changed.
//!
//! ```text
//!   fragment of the unit
//!     constants, closures of functions without free values      frozen objects
//!     codes      Code of each function, with its points
//!     attached   LinkedUnit: tables of values, cells, primitives, names
//! ```
//!
//! Invariants:
//! - L1. Only verified units are linked.
//! - L2. Linked instructions are those of the unit, but for operands that name blocks
//!   and functions (see [`resolve`]).

use crate::cells::{Cell, CellTable};
use crate::condition::{ConditionKind, Raise};
use crate::context::Context;
use crate::host::{Arguments, Control, Host, Leaf, Outcome};
use mound_base::Symbol;
use mound_bytecode::limits::FUNCTIONS_MAX;
use mound_bytecode::ops::{Flow, Op, Operand};
use mound_bytecode::unit::{
    self, Constant, ExportTarget, FunctionKind, Immediate, Reference, Unit, UnitHash,
};
use mound_heap::Value;
use mound_heap::builder::FragmentBuilder;
use mound_heap::code::{Code, Point, PointKind};
use mound_heap::fragment::FragmentRef;
use mound_numbers::Number;
use std::collections::HashMap;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Arc, Mutex, OnceLock, RwLock};

/// What a reference of a unit stands for on this node.
#[derive(Clone, Debug)]
pub enum Resolved {
    /// A constant procedure of an imported library.
    Constant(Value),
    Cell(Arc<Cell>),
}

/// The implementation of a primitive.
#[derive(Clone, Copy)]
pub enum Implementation {
    Leaf(Leaf),
    Control(Control),
}

/// Why a unit could not be linked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LinkError {
    MissingImport { library: String, hash: UnitHash },
    MissingExport { library: String, name: Symbol },
    UnknownPrimitive(String),
    Invalid(String),
}

impl std::fmt::Display for LinkError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LinkError::MissingImport { library, hash } => {
                write!(formatter, "library {library} ({hash}) is not on this node")
            }
            LinkError::MissingExport { library, name } => {
                write!(formatter, "library {library} does not export {name}")
            }
            LinkError::UnknownPrimitive(name) => {
                write!(formatter, "this node has no primitive called {name}")
            }
            LinkError::Invalid(what) => formatter.write_str(what),
        }
    }
}

impl std::error::Error for LinkError {}

/// The tables of a linked unit; lives as long as its fragment.
pub struct LinkedUnit {
    pub hash: UnitHash,
    pub name: String,
    pub debug: unit::Debug,
    constants: Box<[Value]>,
    /// Closures of the functions without free values; `#f` for the others.
    functions: Box<[Value]>,
    codes: *const Code,
    code_count: usize,
    references: Box<[Resolved]>,
    leaves: Box<[Leaf]>,
    controls: Box<[Control]>,
    exports: HashMap<Symbol, Resolved>,
    faults: Mutex<HashMap<(u32, u32), Box<Point>>>,
    /// For code of another node: whence it came and where it is, for messages.
    origin: OnceLock<String>,
}

// SAFETY: C-invariants: `codes` points into the fragment that owns this; values are frozen or immediate.
unsafe impl Send for LinkedUnit {}
// SAFETY: as for Send; what changes is behind a mutex.
unsafe impl Sync for LinkedUnit {}

impl std::fmt::Debug for LinkedUnit {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "LinkedUnit({} {})", self.name, self.hash)
    }
}

impl LinkedUnit {
    /// The unit of a function.
    ///
    /// # Safety
    /// The code is alive, and so is the unit while the result is used.
    #[inline(always)]
    pub unsafe fn of<'a>(code: &Code) -> &'a LinkedUnit {
        // SAFETY: the linker set the pointer before the code could run; by the contract it is alive.
        unsafe { &*(code.unit.load(Ordering::Relaxed) as *const LinkedUnit) }
    }

    /// The unit of a fragment, if it has code.
    pub fn of_fragment(fragment: &FragmentRef) -> Option<&LinkedUnit> {
        let code = fragment.codes().first()?;
        // SAFETY: the fragment is alive while it is borrowed.
        Some(unsafe { LinkedUnit::of(code) })
    }

    #[inline(always)]
    pub(crate) fn constant(&self, index: u16) -> Value {
        self.constants[index as usize]
    }

    #[inline(always)]
    pub(crate) fn function(&self, index: u16) -> Value {
        self.functions[index as usize]
    }

    #[inline(always)]
    pub(crate) fn code(&self, index: u16) -> *const Code {
        debug_assert!((index as usize) < self.code_count);
        // SAFETY: L1: the index is in range.
        unsafe { self.codes.add(index as usize) }
    }

    /// The function with this index, if there is one.
    pub fn find_code(&self, index: u32) -> Option<*const Code> {
        // SAFETY: the index is checked.
        ((index as usize) < self.code_count).then(|| unsafe { self.codes.add(index as usize) })
    }

    /// The closure of a function without free values.
    pub fn find_function(&self, index: u32) -> Option<Value> {
        self.functions
            .get(index as usize)
            .copied()
            .filter(|&value| value != Value::FALSE)
    }

    /// The closure that runs the top-level forms.
    pub fn entry(&self) -> Value {
        self.functions[0]
    }

    #[inline(always)]
    pub(crate) fn reference(&self, index: u32) -> &Resolved {
        &self.references[index as usize]
    }

    #[inline(always)]
    pub(crate) fn leaf(&self, index: u32) -> Leaf {
        self.leaves[index as usize]
    }

    #[inline(always)]
    pub(crate) fn control(&self, index: u32) -> Control {
        self.controls[index as usize]
    }

    /// Notes that the code came from another node, in words that a message can end with.
    pub fn set_origin(&self, origin: String) {
        // The first peer that brought it counts.
        let _ = self.origin.set(origin);
    }

    pub(crate) fn origin(&self) -> Option<&str> {
        self.origin.get().map(String::as_str)
    }

    /// What the unit exports under `name`.
    pub fn export(&self, name: Symbol) -> Option<&Resolved> {
        self.exports.get(&name)
    }

    pub(crate) fn function_name(&self, function: u32) -> String {
        let debug = self.debug.functions.get(function as usize);
        match debug.and_then(|debug| debug.name) {
            Some(name) => name.to_string(),
            None if function == 0 => "top level".to_owned(),
            None => "an anonymous procedure".to_owned(),
        }
    }

    /// "2 arguments (x y)", "at least 1 argument", ...
    pub(crate) fn describe_arity(&self, code: &Code) -> String {
        if !code.clauses.is_empty() {
            let each = code
                .clauses
                .iter()
                .filter_map(|&clause| self.find_code(clause));
            // SAFETY: the clause is a function of this unit.
            let each: Vec<String> = each
                .map(|clause| self.describe_arity(unsafe { &*clause }))
                .collect();
            return each.join(", or ");
        }
        let least = if code.rest { "at least " } else { "" };
        let plural = if code.required == 1 { "" } else { "s" };
        let names = match self.debug.functions.get(code.function as usize) {
            Some(debug) if !debug.parameters.is_empty() => {
                let names: Vec<String> = debug
                    .parameters
                    .iter()
                    .map(|name| name.to_string())
                    .collect();
                format!(" ({})", names.join(" "))
            }
            _ => String::new(),
        };
        format!("{least}{} argument{plural}{names}", code.required)
    }

    /// The point of an instruction that raised, made when it first does.
    pub fn fault_point(&self, code: &Code, word: usize, live: [u64; 4]) -> *const Point {
        let mut faults = self
            .faults
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let block = code.blocks.partition_point(|&start| start as usize <= word) - 1;
        let point = faults
            .entry((code.function, word as u32))
            .or_insert_with(|| {
                Box::new(Point {
                    code: std::ptr::from_ref(code),
                    resume: &raw const code.instructions[word],
                    base: code.slots,
                    block: block as u32,
                    start: word as u32,
                    slots: code.slots as u16,
                    kind: PointKind::Fault,
                    keeps_result: false,
                    live,
                })
            });
        std::ptr::from_ref(&**point)
    }

    /// The point of an instruction that raised on another node, if `word` begins an instruction.
    pub fn foreign_fault_point(&self, code: &Code, word: u32) -> Option<*const Point> {
        let block = code
            .blocks
            .partition_point(|&start| start <= word)
            .checked_sub(1)?;
        let mut at = code.blocks[block] as usize;
        while at < word as usize {
            let op = Op::from_byte(*code.instructions.get(at)? as u8)?;
            at += crate::context::instruction_words(code, at, op);
        }
        let begins = at == word as usize && at < code.instructions.len();
        begins.then(|| self.fault_point(code, at, crate::context::live_at(code, at)))
    }
}

/// What the machine needs of the base library, and values it makes itself.
pub struct Hooks {
    underflow: Box<Point>,
    /// `#(() () () #f)`, frozen and immortal.
    pub initial_dynamic: Value,
    /// A condition that needs no memory.
    pub out_of_memory: Value,
    signal: OnceLock<Value>,
    rewind: OnceLock<Value>,
    _immortal: FragmentRef,
}

impl Hooks {
    fn new() -> Hooks {
        let mut builder = FragmentBuilder::new();
        let initial_dynamic =
            builder.vector(&[Value::NULL, Value::NULL, Value::NULL, Value::FALSE]);
        let message = builder.string("out of memory");
        let kind = Value::symbol(ConditionKind::Memory.symbol());
        let out_of_memory = builder.condition([
            kind,
            message,
            Value::NULL,
            Value::FALSE,
            Value::FALSE,
            Value::FALSE,
        ]);
        let mut roots = [initial_dynamic, out_of_memory];
        let immortal = builder.finish_immortal(&mut roots);
        let underflow = Box::new(Point {
            code: std::ptr::null(),
            resume: std::ptr::null(),
            base: 0,
            block: 0,
            start: 0,
            slots: 0,
            kind: PointKind::Underflow,
            keeps_result: false,
            live: [0; 4],
        });
        Hooks {
            underflow,
            initial_dynamic: roots[0],
            out_of_memory: roots[1],
            signal: OnceLock::new(),
            rewind: OnceLock::new(),
            _immortal: immortal,
        }
    }

    pub(crate) fn underflow(&self) -> *const Point {
        std::ptr::from_ref(&*self.underflow)
    }

    /// Sets the procedures that the machine calls: `signal` with each condition it
    /// raises, `rewind` to run winders on the way to a continuation. They belong to an immortal unit.
    pub fn set_procedures(&self, signal: Value, rewind: Value) {
        // A second base library would be the same unit, with the same closures.
        let _ = self.signal.set(signal);
        let _ = self.rewind.set(rewind);
    }

    pub(crate) fn signal(&self) -> Value {
        self.signal.get().copied().unwrap_or(Value::FALSE)
    }

    pub(crate) fn rewind(&self) -> Value {
        self.rewind.get().copied().unwrap_or(Value::FALSE)
    }
}

/// Links units for one node and knows those that are linked.
pub struct Linker {
    pub cells: CellTable,
    pub hooks: Arc<Hooks>,
    primitives: HashMap<&'static str, Implementation>,
    units: RwLock<HashMap<UnitHash, FragmentRef>>,
}

impl Linker {
    pub fn new(primitives: HashMap<&'static str, Implementation>) -> Linker {
        Linker {
            cells: CellTable::default(),
            hooks: Arc::new(Hooks::new()),
            primitives,
            units: RwLock::default(),
        }
    }

    /// The linked unit with this hash.
    pub fn find(&self, hash: UnitHash) -> Option<FragmentRef> {
        self.units
            .read()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
            .get(&hash)
            .cloned()
    }

    /// Links `unit`, which is verified. An immortal unit is never freed; the libraries in the binary are.
    pub fn link(&self, unit: &Unit, immortal: bool) -> Result<FragmentRef, LinkError> {
        let hash = unit.hash();
        if let Some(found) = self.find(hash) {
            return Ok(found);
        }
        let fragment = self.build(unit, hash, immortal)?;
        let mut units = self
            .units
            .write()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        Ok(units.entry(hash).or_insert(fragment).clone())
    }

    fn build(&self, unit: &Unit, hash: UnitHash, immortal: bool) -> Result<FragmentRef, LinkError> {
        let mut builder = FragmentBuilder::new();
        builder.unit_hash(hash.0);
        let imports = self.imports(unit, &mut builder)?;
        let references = self.references(unit, hash, &imports)?;
        let (leaves, controls) = self.implementations(unit)?;
        builder.codes(
            unit.functions
                .iter()
                .enumerate()
                .map(|(index, function)| code(index, function))
                .collect(),
        );
        // One list of roots, which get their addresses when the fragment stands: constants, then closures.
        let mut roots = build_constants(unit, &mut builder)?;
        let constant_count = roots.len();
        for (index, function) in unit.functions.iter().enumerate() {
            let closure = match builder.code(index) {
                Some(code) if function.free_count == 0 => builder.closure(code, &[]),
                _ => Value::FALSE,
            };
            roots.push(closure);
        }
        let fragment = if immortal {
            builder.finish_immortal(&mut roots)
        } else {
            builder.finish(&mut roots)
        };
        let functions = roots.split_off(constant_count);
        let linked = Box::new(LinkedUnit {
            hash,
            name: unit.name.clone(),
            debug: unit.debug.clone(),
            constants: roots.into(),
            exports: exports(unit, &functions, &references),
            functions: functions.into(),
            codes: fragment.codes().as_ptr(),
            code_count: unit.functions.len(),
            references: references.into(),
            leaves: leaves.into(),
            controls: controls.into(),
            faults: Mutex::default(),
            origin: OnceLock::new(),
        });
        let address = std::ptr::from_ref(&*linked) as *mut ();
        for code in fragment.codes() {
            code.unit.store(address, Ordering::Relaxed);
        }
        let attached = fragment.attach(linked);
        debug_assert!(attached, "a new fragment of a unit takes its tables");
        Ok(fragment)
    }

    fn imports(
        &self,
        unit: &Unit,
        builder: &mut FragmentBuilder,
    ) -> Result<Vec<FragmentRef>, LinkError> {
        let find = |import: &unit::Import| {
            let missing = || LinkError::MissingImport {
                library: import.library.clone(),
                hash: import.hash,
            };
            let fragment = self.find(import.hash).ok_or_else(missing)?;
            builder.edge(&fragment);
            Ok(fragment)
        };
        unit.imports.iter().map(find).collect()
    }

    fn references(
        &self,
        unit: &Unit,
        hash: UnitHash,
        imports: &[FragmentRef],
    ) -> Result<Vec<Resolved>, LinkError> {
        // A library has its variables once per node and unit; a program's are the node's, by name.
        let own = if unit.name.is_empty() {
            String::new()
        } else {
            format!("{}@{hash}", unit.name)
        };
        let resolve = |reference: &Reference| match reference {
            Reference::Own { name } => Ok(Resolved::Cell(self.cells.cell(&own, *name))),
            Reference::Interactive { name } => Ok(Resolved::Cell(self.cells.cell("", *name))),
            Reference::Imported { import, name } => {
                let library = &unit.imports[*import as usize].library;
                let missing = || LinkError::MissingExport {
                    library: library.clone(),
                    name: *name,
                };
                let linked =
                    LinkedUnit::of_fragment(&imports[*import as usize]).ok_or_else(missing)?;
                linked.export(*name).cloned().ok_or_else(missing)
            }
        };
        unit.references.iter().map(resolve).collect()
    }

    fn implementations(&self, unit: &Unit) -> Result<(Vec<Leaf>, Vec<Control>), LinkError> {
        let mut leaves: Vec<Leaf> = Vec::new();
        let mut controls: Vec<Control> = Vec::new();
        for name in &unit.primitives {
            match self.primitives.get(name.as_str()) {
                Some(Implementation::Leaf(leaf)) => {
                    leaves.push(*leaf);
                    controls.push(not_a_control);
                }
                Some(Implementation::Control(control)) => {
                    leaves.push(not_a_leaf);
                    controls.push(*control);
                }
                None => return Err(LinkError::UnknownPrimitive(name.clone())),
            }
        }
        Ok((leaves, controls))
    }
}

/// Stands in the table of leaves for control primitives; verified code never calls it.
fn not_a_leaf(context: &mut Context, _: &mut dyn Host, _: Arguments) -> Result<Value, Raise> {
    Err(context.condition(
        ConditionKind::Error,
        None,
        "damaged code: not a leaf primitive",
        &[],
    ))
}

/// Stands in the table of control primitives for leaves; verified code never calls it.
fn not_a_control(context: &mut Context, _: &mut dyn Host, _: Arguments) -> Result<Outcome, Raise> {
    Err(context.condition(
        ConditionKind::Error,
        None,
        "damaged code: not a control primitive",
        &[],
    ))
}

fn build_constants(unit: &Unit, builder: &mut FragmentBuilder) -> Result<Vec<Value>, LinkError> {
    let mut values: Vec<Value> = Vec::with_capacity(unit.constants.len());
    for constant in &unit.constants {
        let value = match constant {
            Constant::Immediate(immediate) => match immediate {
                Immediate::False => Value::FALSE,
                Immediate::True => Value::TRUE,
                Immediate::Null => Value::NULL,
                Immediate::Unspecified => Value::UNSPECIFIED,
                Immediate::Eof => Value::EOF,
                Immediate::Absent => Value::ABSENT,
            },
            Constant::Character(character) => Value::character(*character),
            Constant::Integer(bytes) => {
                builder.integer(&mound_bytecode::integer::from_bytes(bytes))
            }
            Constant::Ratio(numerator, denominator) => {
                builder.number(&ratio(unit, *numerator, *denominator)?)
            }
            Constant::Flonum(bits) => builder.flonum(f64::from_bits(*bits)),
            Constant::Symbol(symbol) => Value::symbol(*symbol),
            Constant::String(text) => builder.string(text),
            Constant::Bytevector(bytes) => builder.bytevector(bytes),
            Constant::Pair(car, cdr) => builder.pair(values[*car as usize], values[*cdr as usize]),
            Constant::Vector(elements) => {
                let elements: Vec<Value> = elements
                    .iter()
                    .map(|&element| values[element as usize])
                    .collect();
                builder.vector(&elements)
            }
            Constant::RecordType {
                name,
                library,
                fields,
            } => record_type(builder, *name, library, fields),
        };
        values.push(value);
    }
    Ok(values)
}

/// The ratio of two integer constants, in lowest terms.
fn ratio(unit: &Unit, numerator: u32, denominator: u32) -> Result<Number, LinkError> {
    let integer = |index: u32| match unit.constants.get(index as usize) {
        Some(Constant::Integer(bytes)) => {
            Ok(Number::Integer(mound_bytecode::integer::from_bytes(bytes)))
        }
        _ => Err(LinkError::Invalid(
            "a ratio constant needs two integers".to_owned(),
        )),
    };
    let quotient = integer(numerator)?.divide(&integer(denominator)?);
    quotient.map_err(|error| LinkError::Invalid(format!("a ratio constant is no number: {error}")))
}

fn record_type(
    builder: &mut FragmentBuilder,
    name: Symbol,
    library: &str,
    fields: &[Symbol],
) -> Value {
    let names: Vec<Arc<str>> = fields.iter().map(|field| field.name()).collect();
    let names: Vec<&str> = names.iter().map(|name| &**name).collect();
    let uid = mound_bytecode::hash::record_type_uid(library, &name.name(), &names);
    let field_names: Vec<Value> = fields.iter().map(|&field| Value::symbol(field)).collect();
    let field_names = builder.vector(&field_names);
    let library = builder.string(library);
    builder.record_type(Value::symbol(name), library, field_names, uid)
}

fn exports(unit: &Unit, functions: &[Value], references: &[Resolved]) -> HashMap<Symbol, Resolved> {
    let resolve = |target: ExportTarget| match target {
        ExportTarget::Function(index) => Resolved::Constant(functions[index as usize]),
        ExportTarget::Reference(index) => references[index as usize].clone(),
    };
    unit.exports
        .iter()
        .map(|export| (export.name, resolve(export.target)))
        .collect()
}

/// The runnable form of a function.
fn code(index: usize, function: &unit::Function) -> Code {
    let mut linked = Code {
        fragment: AtomicPtr::new(std::ptr::null_mut()),
        function: index as u32,
        required: 0,
        exact_arity: u32::MAX,
        free_count: function.free_count,
        slots: 2,
        rest: false,
        clauses: Box::default(),
        instructions: Box::default(),
        blocks: Box::default(),
        unit: AtomicPtr::new(std::ptr::null_mut()),
        points: Box::default(),
    };
    match &function.kind {
        FunctionKind::Clauses(clauses) => linked.clauses = clauses.clone().into(),
        FunctionKind::Code(code) => {
            linked.required = code.required;
            linked.rest = code.rest;
            linked.exact_arity = if code.rest { u32::MAX } else { code.required };
            linked.slots = code.slots;
            linked.blocks = code.blocks.iter().map(|block| block.start).collect();
            linked.instructions = resolve(index, code);
            linked.points = points(code, &linked.instructions);
        }
    }
    linked
}

/// One point for each block; `Code` pointers are set when the codes stand (see `set_codes`).
fn points(code: &unit::Code, instructions: &[u32]) -> Box<[Point]> {
    let bases = call_bases(code);
    let point = |(number, block): (usize, &unit::Block)| {
        let base = bases[number];
        let limit = base.unwrap_or(code.slots);
        let mut live = [0; 4];
        for &slot in block.live.iter().filter(|&&slot| (slot as u32) < limit) {
            live[slot as usize / 64] |= 1 << (slot % 64);
        }
        Point {
            code: std::ptr::null(),
            resume: &raw const instructions[block.start as usize],
            base: limit,
            block: number as u32,
            start: block.start,
            slots: code.slots as u16,
            kind: if base.is_some() {
                PointKind::Return
            } else {
                PointKind::Resume
            },
            keeps_result: base
                .is_some_and(|base| block.live.iter().any(|&slot| slot as u32 == base)),
            live,
        }
    };
    code.blocks.iter().enumerate().map(point).collect()
}

/// For each block: the base of the call it is the return point of.
fn call_bases(code: &unit::Code) -> Vec<Option<u32>> {
    let mut bases = vec![None; code.blocks.len()];
    each_instruction(code, |at, op, words| {
        if op.row().flow == Flow::Call {
            let next = (at + words) as u32;
            if let Ok(block) = code.blocks.binary_search_by_key(&next, |block| block.start) {
                bases[block] = Some(mound_bytecode::ops::fields(code.instructions[at]).a as u32);
            }
        }
    });
    bases
}

/// The instructions as the interpreter wants them, in function `index`:
///
/// - a branch target is the distance to it from the instruction, in words;
/// - the function of a known call is the distance to its [`Code`], in bytes;
/// - the unused `c` of a call is the number of the return point, or 0 if that is too large;
/// - slots that are read or written, and bases of calls, are counted from the far end of the
///   largest frame, so that the address of one is the sum of two registers: see [`slot_of`].
fn resolve(index: usize, code: &unit::Code) -> Box<[u32]> {
    let mut instructions = code.instructions.clone();
    each_instruction(code, |at, op, words| {
        let row = op.row();
        let [_, a, b, c] = instructions[at].to_le_bytes();
        let turned = |operand: Operand, byte: u8| match operand {
            Operand::Read | Operand::Write => slot_of(byte),
            Operand::Base if row.flow == Flow::Call => slot_of(byte),
            Operand::Base if op == Op::Primitive => slot_of(byte),
            _ => byte,
        };
        let bytes = [
            op as u8,
            turned(row.a, a),
            turned(row.b, b),
            turned(row.c, c),
        ];
        instructions[at] = u32::from_le_bytes(bytes);
        if row.w == Operand::Block {
            let target = code.blocks[code.instructions[at + 1] as usize].start;
            instructions[at + 1] = (target as i32 - at as i32) as u32;
        }
        if matches!(op, Op::CallKnown | Op::TailCallKnown) {
            let functions = code.instructions[at + 1] as i64 - index as i64;
            instructions[at + 1] = (functions * size_of::<Code>() as i64) as i32 as u32;
        }
        if row.flow == Flow::Call {
            let next = (at + words) as u32;
            let block = code.blocks.partition_point(|block| block.start < next);
            instructions[at] |= u32::from(u8::try_from(block).unwrap_or(0)) << 24;
        }
    });
    instructions.into()
}

/// Slots of the largest frame.
pub(crate) const SLOTS: usize = mound_bytecode::limits::SLOTS_MAX as usize;

/// The slot that an operand of a linked instruction names, and the other way round.
pub(crate) const fn slot_of(operand: u8) -> u8 {
    operand.wrapping_neg()
}

// So the negative of a slot is its distance from the end.
const _: () = assert!(SLOTS == 1 << u8::BITS);

// So the distance between any two functions of a unit fits in an operand.
const _: () = assert!(size_of::<Code>() * FUNCTIONS_MAX <= i32::MAX as usize);

fn each_instruction(code: &unit::Code, mut visit: impl FnMut(usize, Op, usize)) {
    let mut at = 0;
    while let Some(&word) = code.instructions.get(at) {
        let Some(op) = Op::from_byte(word as u8) else {
            break;
        };
        let mut words = op.row().words as usize;
        if words > 1 {
            words += op.extra_words(code.instructions[at + 1]) as usize;
        }
        visit(at, op, words);
        at += words;
    }
}
