//! The verifier: decides whether a unit may be linked and run.
//!
//! One pass over the unit, linear in its size, no recursion. Code that passes can
//! raise Scheme errors, run long and fill its memory; it cannot read a slot that
//! holds no value, write outside its frame, or run without paying fuel.
//! Types of values are not the verifier's business: instructions check them.
//!
//! # Rules
//!
//! Tables
//! - T1. Library names have at most `NAME_BYTES_MAX` bytes; a unit has at most
//!   `FUNCTIONS_MAX` functions.
//! - T2. Imports ascend by library and hash, each once; primitives ascend by name, each once.
//! - T3. Every primitive is in [`PRIMITIVES`](crate::primitives::PRIMITIVES).
//! - T4. An imported reference names an import that exists.
//! - T5. Constants refer only to earlier constants. Integers are in shortest form. Each hole is
//!   tied once, to a pair or vector. Vectors of numbers have whole elements.
//!   A ratio consists of integers of at most `RATIO_PART_BYTES_MAX` bytes, the denominator at
//!   least 2. (Not checked, since it is not linear: that it is in lowest terms. Linking reduces it.)
//!   A complex number consists of two flonums or of two integers or ratios, the second not 0.
//!   A record type has at most `RECORD_FIELDS_MAX` fields.
//! - T6. Exported names are distinct. An exported function has no free values; an
//!   exported reference is of this unit or imported, not interactive.
//! - T7. There is debug information for all functions or for none.
//!
//! Functions
//! - F1. Function 0 is code without parameters and free values.
//! - F2. A function has at most `FREE_MAX` free values.
//! - F3. Clauses: at least one, each a function with code and as many free values.
//! - F4. The frame has room for slots 0 and 1 and the parameters, and at most `SLOTS_MAX` slots.
//! - F5. Code has at most `CODE_WORDS_MAX` words.
//!
//! Blocks
//! - B1. There is a block 0, at word 0; each begins after the one before it, within the code.
//!   So none is empty.
//! - B2. Live slots ascend and are in 1..slots.
//! - B3. The live slots of block 0 are exactly the parameters (slot 2 and following, the rest
//!   list last) and, if the function has free values, slot 1. (Slot 1 also holds
//!   the procedure when it was called through a value, but nothing may rely on it.)
//!
//! Instructions, with *defined* = the live slots of the block and those written since
//! - I1. Known, and all its words within the block; every `none` field is zero.
//! - I2. Slots that are read are defined.
//! - I3. Slots that are written are in 1..slots. Slot 1 is written only in functions without
//!   free values; so in others it holds the procedure wherever it is defined.
//! - I4. Indices of constants, functions, references, primitives are in range; `kind` is a
//!   [`Kind`](crate::ops::Kind), the number of `immediate` an [`Immediate`](crate::unit::Immediate), the field of `record-ref` and
//!   `record-set` below `RECORD_FIELDS_MAX`.
//! - I5. `free d`: d is below the number of free values, and slot 1 is defined.
//! - I6. `closure`: as many captures as the function has free values; all defined; unused bytes zero.
//! - I7. `function`, `call-known`, `tail-call-known`: a function without free values; for the
//!   calls one that accepts that number of arguments.
//! - I8. Calls: the base is at least 1, and at least 2 if the function has free values, since
//!   the result arrives there. For tail calls it may be 0: the arguments are in place then.
//!   `base + 2 + count` is at most `slots`. The arguments from slot `base + 2` are
//!   defined; so is slot `base + 1` for `call` and `tail-call`.
//! - I9. `primitive`, `call-primitive`, `tail-call-primitive`: the primitive accepts that number
//!   of arguments; it is leaf for the first and control for the others. The arguments of
//!   `primitive`, from slot `base` on, are defined, and `base + count` is at most `slots`.
//! - I10. `record`: slots b to b + c are defined.
//! - I11. The constant of `unless-eq-constant` is an immediate, a character, a symbol or a fixnum.
//! - I12. `set-global` is not for imported references, `define-global` only for those of this unit.
//!
//! Flow
//! - C1. Only the last instruction of a block is a jump, call, tail call or return; the last block
//!   ends in one of them, and not in a call.
//! - C2. `jump` and the branches go to a later block, `loop` to the same or an earlier one.
//! - C3. The slots live in the target are defined at the jump; for a block that falls into the
//!   next, at its end.
//! - C4. The slots live at a return point are defined at the call and below `base`, or `base` itself.
//!
//! Debug information: T7, and these, which [`debug`] checks. A unit that breaks them can be run, and
//! whoever shows it must expect any numbers.
//! - D1. Each place is a range of the text of a source.
//! - D2. The places of a function ascend by their words, which are words of its code.

mod code;
mod debug;
mod tables;

use crate::SlotSet;
use crate::error::{VerifyError, VerifyFault, VerifyPlace};
use crate::limits::*;
use crate::primitives::Signature;
use crate::unit::{Code, Function, FunctionKind, Unit};

pub(crate) type Result<T> = std::result::Result<T, VerifyError>;

/// Checks all rules.
pub fn verify(unit: &Unit) -> Result<()> {
    tables::check_names(unit)?;
    let primitives = tables::check_primitives(unit)?;
    tables::check_references(unit)?;
    tables::check_constants(unit)?;
    tables::check_exports(unit)?;
    let context = Context {
        unit,
        primitives,
        accepts: check_functions(unit)?,
    };
    for (index, function) in unit.functions.iter().enumerate() {
        if let FunctionKind::Code(code) = &function.kind {
            code::check(&context, index as u32, function, code)?;
        }
    }
    Ok(())
}

/// Checks the rules of debug information, which [`verify`] does not but for T7: it is not part of the
/// hash, so a unit that is the right one may come with any.
pub fn debug(unit: &Unit) -> Result<()> {
    tables::check_debug_count(unit)?;
    debug::check(unit)
}

/// What the checks of instructions look up.
struct Context<'a> {
    unit: &'a Unit,
    primitives: Vec<&'static Signature>,
    /// For each function the numbers of arguments it accepts.
    accepts: Vec<SlotSet>,
}

fn fail<T>(place: VerifyPlace, fault: VerifyFault) -> Result<T> {
    Err(VerifyError { place, fault })
}

/// Rules F1 to F5; gives the numbers of arguments that each function accepts.
fn check_functions(unit: &Unit) -> Result<Vec<SlotSet>> {
    let functions = &unit.functions;
    if functions.len() > FUNCTIONS_MAX {
        return fail(VerifyPlace::Unit, VerifyFault::TooMany("functions"));
    }
    check_entry(functions.first())?;
    let mut accepts = Vec::with_capacity(functions.len());
    for (index, function) in functions.iter().enumerate() {
        let place = VerifyPlace::Function(index as u32);
        if function.free_count > FREE_MAX {
            return fail(place, VerifyFault::FreeCount(function.free_count));
        }
        accepts.push(match &function.kind {
            FunctionKind::Code(code) => check_frame(place, code)?,
            FunctionKind::Clauses(clauses) => {
                check_clauses(place, functions, function.free_count, clauses)?
            }
        });
    }
    Ok(accepts)
}

fn check_entry(entry: Option<&Function>) -> Result<()> {
    match entry {
        Some(Function {
            kind:
                FunctionKind::Code(Code {
                    required: 0,
                    rest: false,
                    ..
                }),
            free_count: 0,
        }) => Ok(()),
        _ => fail(VerifyPlace::Function(0), VerifyFault::Entry),
    }
}

fn check_frame(place: VerifyPlace, code: &Code) -> Result<SlotSet> {
    let least = code.required.saturating_add(2 + u32::from(code.rest));
    let slots = code.slots;
    if slots < least || slots > SLOTS_MAX {
        return fail(place, VerifyFault::SlotCount { slots, least });
    }
    if code.instructions.len() > CODE_WORDS_MAX {
        return fail(place, VerifyFault::TooMany("words of code"));
    }
    Ok(accepted(code))
}

/// The numbers of arguments that code accepts, whose frame has been checked.
fn accepted(code: &Code) -> SlotSet {
    let mut counts = SlotSet::EMPTY;
    let last = if code.rest {
        u8::MAX as u32
    } else {
        code.required
    };
    for count in code.required..=last {
        counts.insert(count as u8);
    }
    counts
}

fn check_clauses(
    place: VerifyPlace,
    functions: &[Function],
    free_count: u32,
    clauses: &[u32],
) -> Result<SlotSet> {
    if clauses.is_empty() {
        return fail(place, VerifyFault::NoClauses);
    }
    let mut counts = SlotSet::EMPTY;
    for &clause in clauses {
        let Some(function) = functions.get(clause as usize) else {
            return fail(place, range("function", clause, functions.len()));
        };
        let FunctionKind::Code(code) = &function.kind else {
            return fail(place, VerifyFault::ClauseNotCode(clause));
        };
        if function.free_count != free_count {
            return fail(
                place,
                VerifyFault::ClauseFreeCount {
                    clause,
                    found: function.free_count,
                    expected: free_count,
                },
            );
        }
        // The clause may come later and its frame not be checked yet.
        if code.required <= PARAMETERS_MAX {
            counts = counts.union(&accepted(code));
        }
    }
    Ok(counts)
}

fn range(what: &'static str, index: u32, count: usize) -> VerifyFault {
    VerifyFault::IndexRange {
        what,
        index,
        count: count as u32,
    }
}
