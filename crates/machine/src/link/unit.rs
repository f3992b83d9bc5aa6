//! The tables of a linked unit, beside its code: what operands of instructions
//! name, and what tools want to know.

use super::{DebugSource, Resolved, Uses};
use crate::context::{block_of, instruction_words, live_at};
use crate::culprit::{self, Caller};
use crate::host::{Control, Leaf};
use crate::native::Stubs;
use crate::quick::Quick;
use mound_base::{Symbol, SymbolRef};
use mound_bytecode::ops::Op;
use mound_bytecode::unit::UnitHash;
use mound_heap::Value;
use mound_heap::code::{Code, Point, PointKind};
use mound_heap::fragment::FragmentRef;
use mound_heap::home::PointRef;
use mound_heap::layout::Kind;
use mound_heap::object::kind_of;
use std::any::Any;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

/// The tables of a linked unit; lives as long as its fragment.
pub struct LinkedUnit {
    pub hash: UnitHash,
    pub name: String,
    pub debug: DebugSource,
    pub(super) constants: Box<[Value]>,
    /// The address and the number of each constant that is an object of this unit, but no number,
    /// by address; found when one is asked for.
    pub(super) objects: OnceLock<Box<[(usize, u32)]>>,
    /// Who leads to each private procedure by tail calls; found when it is first asked for.
    pub(super) callers: OnceLock<HashMap<Symbol, Caller>>,
    /// Closures of the functions without free values; `#f` for the others.
    pub(super) functions: Box<[Value]>,
    pub(super) codes: *const Code,
    pub(super) code_count: usize,
    pub(super) references: Box<[Resolved]>,
    /// What its functions name, if it is a program.
    pub(super) uses: Box<[Uses]>,
    /// Which of the references are variables that this unit defines.
    pub(super) own_references: Box<[bool]>,
    pub(super) leaves: Box<[(Leaf, Option<Quick>)]>,
    pub(super) controls: Box<[Control]>,
    pub(super) primitive_names: Box<[String]>,
    pub(super) exports: HashMap<Symbol, Resolved>,
    pub(super) faults: Mutex<HashMap<(u32, u32), Box<Point>>>,
    pub(super) stubs: Stubs,
    /// For code of another node: the symbols that it names, in exports and for messages.
    pub(super) symbols: OnceLock<Vec<SymbolRef>>,
    /// For code of another node: whence it came and where it is, for messages.
    pub(super) origin: OnceLock<String>,
    pub(super) bringer: OnceLock<String>,
    /// It is a library, and imports mean another in its place.
    pub(super) replaced: AtomicBool,
    /// See [`LinkedUnit::is_ready`].
    pub(super) ready: AtomicBool,
    /// What the compiler to machine code keeps for the unit.
    pub native: OnceLock<Box<dyn Any + Send + Sync>>,
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

    /// Constant `index` of the unit, which has one; so with what follows (L1).
    #[inline(always)]
    pub fn constant(&self, index: u32) -> Value {
        self.constants[index as usize]
    }

    /// The number of the constant of `unit` that `value` is: an object of this unit itself, and no
    /// number. Of several the first.
    pub fn constant_number(unit: &FragmentRef, value: Value) -> Option<u32> {
        let objects = LinkedUnit::of_fragment(unit)?.objects(unit);
        let address = value.address();
        let found = objects.binary_search_by_key(&address, |object| object.0);
        found.ok().map(|index| objects[index].1)
    }

    /// The constant that has this number. A record type can be that of another unit, which was linked
    /// before and has the same type; the fragment of this one lists the other's.
    pub fn numbered_constant(unit: &FragmentRef, number: u32) -> Option<Value> {
        let constants = &LinkedUnit::of_fragment(unit)?.constants;
        let value = *constants.get(number as usize)?;
        if kind_of(value) == Some(Kind::RecordType) && !unit.contains(value) {
            return Some(value);
        }
        (unit.contains(value) && LinkedUnit::constant_number(unit, value) == Some(number))
            .then_some(value)
    }

    fn objects(&self, unit: &FragmentRef) -> &[(usize, u32)] {
        self.objects.get_or_init(|| {
            let is_number = |value| kind_of(value).is_some_and(Kind::is_number);
            let own = (0..).zip(&self.constants).filter_map(|(number, &value)| {
                let named = unit.contains(value) && !is_number(value);
                named.then_some((value.address(), number))
            });
            let mut objects: Vec<(usize, u32)> = own.collect();
            objects.sort_unstable();
            objects.dedup_by_key(|object| object.0);
            objects.into()
        })
    }

    /// What a function names, if this is a program.
    pub fn uses(&self, function: u32) -> Option<&Uses> {
        self.uses.get(function as usize)
    }

    #[inline(always)]
    pub fn function(&self, index: u32) -> Value {
        self.functions[index as usize]
    }

    #[inline(always)]
    pub fn code(&self, index: u32) -> *const Code {
        debug_assert!((index as usize) < self.code_count);
        // SAFETY: L1: the index is in range.
        unsafe { self.codes.add(index as usize) }
    }

    /// The function with this index, if there is one.
    pub fn find_code(&self, index: u32) -> Option<&Code> {
        // SAFETY: the index is checked; codes live as long as their unit.
        ((index as usize) < self.code_count).then(|| unsafe { &*self.codes.add(index as usize) })
    }

    /// How many functions the unit has.
    pub fn function_count(&self) -> usize {
        self.code_count
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
    pub fn reference(&self, index: u32) -> &Resolved {
        &self.references[index as usize]
    }

    pub(crate) fn is_own_reference(&self, index: u32) -> bool {
        self.own_references.get(index as usize) == Some(&true)
    }

    #[inline(always)]
    pub fn leaf(&self, index: u32) -> Leaf {
        self.leaves[index as usize].0
    }

    /// The quick entry of a leaf primitive, if it has one.
    pub fn quick(&self, index: u32) -> Option<Quick> {
        self.leaves[index as usize].1
    }

    pub fn primitive_name(&self, index: u32) -> &str {
        &self.primitive_names[index as usize]
    }

    #[inline(always)]
    pub fn control(&self, index: u32) -> Control {
        self.controls[index as usize]
    }

    /// Notes that the code came from another node, in words that a message can end with.
    pub fn set_origin(&self, origin: String) {
        // The first peer that brought it counts.
        let _ = self.origin.set(origin);
    }

    /// Keeps the symbols of code that came from another node, as long as the unit lives. If it was
    /// linked before, it has its own.
    pub fn keep_symbols(&self, symbols: Vec<SymbolRef>) {
        let _ = self.symbols.set(symbols);
    }

    pub(crate) fn origin(&self) -> Option<&str> {
        self.origin.get().map(String::as_str)
    }

    /// Notes which node brought the code.
    pub fn set_bringer(&self, node: String) {
        // The first one counts.
        let _ = self.bringer.set(node);
    }

    /// The node that brought the code, if it came from another one.
    pub fn brought_by(&self) -> Option<&str> {
        self.bringer.get().map(String::as_str)
    }

    /// Whether imports mean another library in its place.
    pub(crate) fn is_replaced(&self) -> bool {
        self.replaced.load(Ordering::Relaxed)
    }

    /// Whether all that it imports has run, and its own body if it is a library. Whoever runs
    /// bodies says so.
    pub fn is_ready(&self) -> bool {
        self.ready.load(Ordering::Acquire)
    }

    pub fn set_ready(&self) {
        self.ready.store(true, Ordering::Release);
    }

    /// What the unit exports under `name`.
    pub fn export(&self, name: Symbol) -> Option<&Resolved> {
        self.exports.get(&name)
    }

    pub fn function_name(&self, function: u32) -> String {
        let debug = self.debug.functions.get(function as usize);
        match debug.and_then(|debug| debug.name) {
            Some(name) => name.to_string(),
            None if function == 0 => "top level".to_owned(),
            None => "an anonymous procedure".to_owned(),
        }
    }

    /// The one procedure known to programs that leads to this private one by tail calls.
    pub(crate) fn only_caller(&self, private: Symbol) -> Option<Symbol> {
        let callers = self.callers.get_or_init(|| culprit::callers(self));
        match callers.get(&private) {
            Some(&Caller::Only(caller)) => Some(caller),
            Some(Caller::Nobody | Caller::Several) | None => None,
        }
    }

    /// "2 arguments (x y)", "at least 1 argument", ...
    pub(crate) fn describe_arity(&self, code: &Code) -> String {
        if !code.clauses.is_empty() {
            let clauses = code.clauses.iter();
            let each: Vec<String> = clauses
                .filter_map(|&clause| self.find_code(clause))
                .map(|clause| self.describe_arity(clause))
                .collect();
            return each.join(", or ");
        }
        let least = if code.rest { "at least " } else { "" };
        let plural = if code.required == 1 { "" } else { "s" };
        let names = match self.debug.functions.get(code.function as usize) {
            Some(debug) if !debug.parameters.is_empty() => {
                let mut names: Vec<String> = debug
                    .parameters
                    .iter()
                    .map(|name| name.to_string())
                    .collect();
                if code.rest {
                    names.insert(names.len() - 1, ".".to_owned());
                }
                format!(" ({})", names.join(" "))
            }
            _ => String::new(),
        };
        if code.rest && code.required == 0 {
            return format!("any number of arguments{names}");
        }
        format!("{least}{} argument{plural}{names}", code.required)
    }

    /// The point of an instruction that raised, made when it first does.
    pub(crate) fn fault_point(&self, code: &Code, word: usize, live: [u64; 4]) -> *const Point {
        let mut faults = self
            .faults
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let block = block_of(code, word);
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
                    native: AtomicUsize::new(self.stubs.point),
                })
            });
        std::ptr::from_ref(&**point)
    }

    /// The point of the instruction of a function that begins at `word`, for a
    /// frame that raised there on another node.
    pub fn fault_at(&self, function: u32, word: u32) -> Option<PointRef<'_>> {
        let code = self.find_code(function)?;
        let word = begins_at(code, word as usize)?;
        let point = self.fault_point(code, word, live_at(code, word));
        // SAFETY: the unit keeps the points of its faults as long as it lives.
        Some(unsafe { PointRef::new(&*point) })
    }
}

/// `word`, if an instruction begins there.
fn begins_at(code: &Code, word: usize) -> Option<usize> {
    let after = code.blocks.partition_point(|&start| start as usize <= word);
    let mut at = *code.blocks.get(after.checked_sub(1)?)? as usize;
    while at < word {
        let op = Op::from_byte(*code.instructions.get(at)? as u8)?;
        at += instruction_words(code, at, op);
    }
    (at == word && at < code.instructions.len()).then_some(at)
}
