//! What is kept for each linked unit: its machine code, which is freed with it, and
//! calls that wait for the function they call to be compiled.

use crate::arena::Piece;
use mound_heap::code::Code;
use mound_heap::number::flonum_of;
use mound_heap::{RecordType, Value, Vector};
use mound_machine::LinkedUnit;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Most arguments that a function takes in registers.
pub const REGISTERS_MAX: u32 = 6;

/// Where a known call goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// To machine code.
    Address(usize),
    /// The function with this number has none yet.
    Unready(u32),
}

/// The flonum that a constant of code being compiled is.
pub fn constant_flonum(bits: u64) -> Option<f64> {
    // SAFETY: constants are values, and live as long as the units that name them.
    flonum_of(unsafe { Value::from_bits(bits) })
}

/// How many fields a record has of the type that a constant of code being compiled is.
pub fn constant_fields(bits: u64) -> Option<usize> {
    // SAFETY: as above.
    let kind = RecordType::of(unsafe { Value::from_bits(bits) })?;
    Vector::of(kind.field_names()).map(Vector::len)
}

/// What a call of a procedure without free values enters: the function itself or the clause that the
/// call chooses, if one takes so many arguments.
pub fn clause_for(code: &Code, count: u32) -> Option<&Code> {
    mound_machine::arity::clause_for(code, count)
}

/// What the emitter asks about other functions.
pub trait Neighbours {
    /// The function that code being compiled names.
    fn code(&self, code: *const Code) -> &Code;
    /// Where a known call enters a function of the same unit.
    fn target(&self, code: *const Code) -> Target;
    /// How many arguments a function of the same unit takes in registers from known calls.
    fn register_arguments(&self, code: &Code) -> usize;
}

/// See the top of this file.
#[derive(Debug, Default)]
pub struct UnitCode {
    state: Mutex<UnitState>,
}

#[derive(Debug, Default)]
pub struct UnitState {
    /// For each function with machine code: where known calls enter it, else 0.
    pub entries: Vec<usize>,
    /// For each function: addresses of jumps that are to lead to it.
    pub waiting: Vec<Vec<usize>>,
    pub pieces: Vec<Piece>,
}

impl UnitCode {
    /// What is kept for `unit`.
    pub fn of(unit: &LinkedUnit) -> Option<&UnitCode> {
        let kept = unit.native.get_or_init(|| Box::new(UnitCode::new(unit)));
        kept.downcast_ref()
    }

    fn new(unit: &LinkedUnit) -> UnitCode {
        let count = unit.function_count();
        UnitCode {
            state: Mutex::new(UnitState {
                entries: vec![0; count],
                waiting: vec![Vec::new(); count],
                pieces: Vec::new(),
            }),
        }
    }

    pub fn lock(&self) -> MutexGuard<'_, UnitState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Neighbours for UnitState {
    fn code(&self, code: *const Code) -> &Code {
        // SAFETY: the linker made the reference; codes live as long as the units that name them.
        unsafe { &*code }
    }

    fn target(&self, code: *const Code) -> Target {
        let function = self.code(code).function;
        match self.entries.get(function as usize) {
            Some(&address) if address != 0 => Target::Address(address),
            _ => Target::Unready(function),
        }
    }

    fn register_arguments(&self, code: &Code) -> usize {
        if code.exact_arity == u32::MAX || !code.is_named {
            return 0;
        }
        code.exact_arity.min(REGISTERS_MAX) as usize
    }
}
