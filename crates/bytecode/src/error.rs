//! What is wrong with a unit: [`DecodeError`] for bytes that are no unit,
//! [`VerifyError`] for a unit that must not be run.
//!
//! Data in variants, sentences only in `Display`.

use crate::limits::NAME_BYTES_MAX;
use std::fmt::{Display, Formatter, Result};

/// Bytes that are no unit, and where that showed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DecodeError {
    /// Offset in the section (or the container) of the element that is wrong.
    pub offset: usize,
    pub fault: DecodeFault,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DecodeFault {
    Magic,
    Version(u32),
    TooLong,
    Truncated,
    Trailing,
    LongNumber,
    LargeNumber,
    Utf8,
    Symbol,
    Character,
    /// What the tag stands before, and the tag.
    Tag(&'static str, u8),
    NotAscending(&'static str),
}

impl Display for DecodeError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        write!(formatter, "not a unit: at byte {}, ", self.offset)?;
        match &self.fault {
            DecodeFault::Magic => write!(formatter, "the file does not begin like a unit"),
            DecodeFault::Version(version) => {
                write!(
                    formatter,
                    "the format has version {version}, which is not known here"
                )
            }
            DecodeFault::TooLong => write!(formatter, "the section is longer than a unit may be"),
            DecodeFault::Truncated => write!(formatter, "the data ends too early"),
            DecodeFault::Trailing => write!(formatter, "there is data after the end"),
            DecodeFault::LongNumber => {
                write!(formatter, "a number is not written in its shortest form")
            }
            DecodeFault::LargeNumber => write!(formatter, "a number has more than 32 bits"),
            DecodeFault::Utf8 => write!(formatter, "a text is not UTF-8"),
            DecodeFault::Symbol => write!(
                formatter,
                "a name has more than {NAME_BYTES_MAX} bytes, or there is no room for further names from other nodes"
            ),
            DecodeFault::Character => write!(formatter, "a number stands for no character"),
            DecodeFault::Tag(what, tag) => write!(formatter, "{tag} is no kind of {what}"),
            DecodeFault::NotAscending(what) => {
                write!(
                    formatter,
                    "the {what} are not in ascending order, each once"
                )
            }
        }
    }
}

impl std::error::Error for DecodeError {}

/// A unit that must not be run: which rule is broken, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    pub place: VerifyPlace,
    pub fault: VerifyFault,
}

/// The part of a unit that an error is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VerifyPlace {
    Unit,
    Reference(u32),
    Constant(u32),
    Export(u32),
    Function(u32),
    Block {
        function: u32,
        block: u32,
    },
    /// `word`: index of the first word of the instruction.
    Instruction {
        function: u32,
        block: u32,
        word: u32,
    },
}

/// A broken rule. The numbers of the rules are in the header of [`crate::verify`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VerifyFault {
    // Tables: rules T1 to T7.
    TooMany(&'static str),
    NotAscending(&'static str),
    NameTooLong,
    UnknownPrimitive(String),
    IndexRange {
        what: &'static str,
        index: u32,
        count: u32,
    },
    LaterConstant(u32),
    IntegerNotShortest,
    RatioPart(u32),
    ComplexPart(u32),
    /// Bytes that are no whole number of elements, for so many.
    ElementCut(usize),
    Tie(u32, u32),
    OpenHole,
    DuplicateExport(String),
    ExportOfClosure(u32),
    ExportOfInteractive(u32),
    DebugCount {
        found: u32,
        functions: u32,
    },
    // Debug information: rules D1 and D2.
    DebugSource {
        source: u32,
        start: u32,
        end: u32,
    },
    DebugOrder,
    // Functions: rules F1 to F5.
    Entry,
    NoClauses,
    ClauseNotCode(u32),
    ClauseFreeCount {
        clause: u32,
        found: u32,
        expected: u32,
    },
    FreeCount(u32),
    SlotCount {
        slots: u32,
        least: u32,
    },
    // Blocks: rules B1 to B5.
    NoBlocks,
    FirstBlockStart(u32),
    BlockStart,
    BlockPastEnd,
    LiveOrder,
    LiveRange {
        slot: u8,
        slots: u32,
    },
    ParameterNotLive(u8),
    NotParameter(u8),
    // Instructions: rules I1 to I12.
    UnknownInstruction(u8),
    CrossesBlock,
    AfterEnd,
    FallsOffEnd,
    NotZero(char),
    ReadsUndefined(u8),
    WriteRange {
        slot: u8,
        slots: u32,
    },
    WritesSlotZero,
    WritesProcedure,
    OperandRange {
        what: &'static str,
        found: u32,
        limit: u32,
    },
    NeedsClosure {
        function: u32,
        free_count: u32,
    },
    CaptureCount {
        function: u32,
        found: u32,
        expected: u32,
    },
    CapturePadding,
    ArgumentCount {
        function: u32,
        count: u8,
    },
    PrimitiveArguments {
        name: &'static str,
        count: u8,
    },
    PrimitiveIsControl(&'static str),
    PrimitiveIsLeaf(&'static str),
    NotEqComparable(u32),
    AssignsImport(u32),
    DefinesForeign(u32),
    CallBase(u8),
    FrameEnd {
        end: u32,
        slots: u32,
    },
    // Flow: rules C1 to C4.
    JumpBack {
        target: u32,
    },
    LoopForward {
        target: u32,
    },
    TargetNeeds {
        target: u32,
        slot: u8,
    },
    NoReturnPoint,
    ReturnNeeds {
        target: u32,
        slot: u8,
        base: u8,
    },
}

impl Display for VerifyError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        match self.place {
            VerifyPlace::Unit => write!(formatter, "the unit ")?,
            VerifyPlace::Reference(index) => write!(formatter, "reference {index} ")?,
            VerifyPlace::Constant(index) => write!(formatter, "constant {index} ")?,
            VerifyPlace::Export(index) => write!(formatter, "export {index} ")?,
            VerifyPlace::Function(index) => write!(formatter, "function {index} ")?,
            VerifyPlace::Block { function, block }
            | VerifyPlace::Instruction {
                function, block, ..
            } => write!(formatter, "in function {function}, block {block} ")?,
        }
        write!(formatter, "{}", self.fault)?;
        if let VerifyPlace::Instruction { word, .. } = self.place {
            write!(formatter, " (word {word})")?;
        }
        Ok(())
    }
}

impl std::error::Error for VerifyError {}

/// A sentence without its subject, which is the place. One long table.
impl Display for VerifyFault {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        use VerifyFault::*;
        match self {
            TooMany(what) => write!(formatter, "has too many {what}"),
            NotAscending(what) => {
                write!(
                    formatter,
                    "has {what} that are not in ascending order, each once"
                )
            }
            NameTooLong => write!(formatter, "has a library name that is too long"),
            UnknownPrimitive(name) => {
                write!(formatter, "uses primitive `{name}`, which does not exist")
            }
            IndexRange { what, index, count } => {
                write!(formatter, "refers to {what} {index}, but there are {count}")
            }
            LaterConstant(index) => {
                write!(
                    formatter,
                    "refers to constant {index}, which is not an earlier one"
                )
            }
            IntegerNotShortest => {
                write!(formatter, "has an integer that is not in its shortest form")
            }
            RatioPart(index) => write!(
                formatter,
                "is a ratio of constant {index}, which is not an integer, or too large, or a denominator below 2"
            ),
            ComplexPart(index) => write!(
                formatter,
                "is a complex number with constant {index}, which is not a number, or not as exact as the other part, or an exact imaginary zero"
            ),
            ElementCut(bytes) => write!(
                formatter,
                "is a vector of numbers whose last element has {bytes} bytes only"
            ),
            Tie(hole, value) => write!(
                formatter,
                "ties constant {hole}, which is no hole or tied before, to constant {value}, or that is no pair or vector"
            ),
            OpenHole => write!(formatter, "is a hole that nothing is tied to"),
            DuplicateExport(name) => {
                write!(formatter, "has the name `{name}`, which is exported twice")
            }
            ExportOfClosure(index) => {
                write!(formatter, "is function {index}, which has free values")
            }
            ExportOfInteractive(index) => {
                write!(formatter, "is reference {index}, an interactive variable")
            }
            DebugCount { found, functions } => write!(
                formatter,
                "has debug information of {found} functions, but {functions} functions"
            ),
            DebugSource { source, start, end } => write!(
                formatter,
                "has a place at {start} to {end} of source {source}, where no text is"
            ),
            DebugOrder => write!(
                formatter,
                "has places that are not in ascending order of the words, within the code"
            ),
            Entry => write!(
                formatter,
                "is the entry and must be code without parameters and free values"
            ),
            NoClauses => write!(formatter, "has no clauses"),
            ClauseNotCode(clause) => {
                write!(
                    formatter,
                    "has clause {clause}, which is not a function with code"
                )
            }
            ClauseFreeCount {
                clause,
                found,
                expected,
            } => write!(
                formatter,
                "has clause {clause} with {found} free values instead of {expected}"
            ),
            FreeCount(count) => write!(formatter, "has {count} free values, which is too many"),
            SlotCount { slots, least } => write!(
                formatter,
                "has {slots} slots, but needs at least {least} and may have 256"
            ),
            NoBlocks => write!(formatter, "has no blocks"),
            FirstBlockStart(start) => {
                write!(formatter, "begins with a block at word {start}, not 0")
            }
            BlockStart => write!(formatter, "does not begin after the one before it"),
            BlockPastEnd => write!(formatter, "begins past the end of the code"),
            LiveOrder => write!(formatter, "has live slots that are not in ascending order"),
            LiveRange { slot, slots } => write!(
                formatter,
                "has live slot {slot}, which is not between 1 and {}",
                slots.saturating_sub(1)
            ),
            ParameterNotLive(slot) => {
                write!(formatter, "is the first, but slot {slot} is not live in it")
            }
            NotParameter(slot) => write!(
                formatter,
                "is the first and has live slot {slot}, which no caller fills"
            ),
            UnknownInstruction(byte) => write!(formatter, "has unknown instruction {byte}"),
            CrossesBlock => write!(
                formatter,
                "has an instruction that goes past the end of the block"
            ),
            AfterEnd => write!(formatter, "has an instruction after the one that ends it"),
            FallsOffEnd => write!(formatter, "falls off the end of the function"),
            NotZero(field) => write!(
                formatter,
                "has an instruction whose unused field {field} is not zero"
            ),
            ReadsUndefined(slot) => write!(formatter, "reads slot {slot}, which is not live"),
            WriteRange { slot, slots } => {
                write!(formatter, "writes slot {slot}, but there are {slots} slots")
            }
            WritesSlotZero => write!(formatter, "writes slot 0, the return word"),
            WritesProcedure => write!(
                formatter,
                "writes slot 1, which holds the procedure because it has free values"
            ),
            OperandRange { what, found, limit } => {
                write!(formatter, "has {what} {found}, which is not below {limit}")
            }
            NeedsClosure {
                function,
                free_count,
            } => write!(
                formatter,
                "uses function {function} without a closure, but it has {free_count} free values"
            ),
            CaptureCount {
                function,
                found,
                expected,
            } => write!(
                formatter,
                "captures {found} slots for function {function}, which has {expected} free values"
            ),
            CapturePadding => {
                write!(formatter, "has a closure whose unused bytes are not zero")
            }
            ArgumentCount { function, count } => write!(
                formatter,
                "calls function {function} with {count} arguments, which it does not accept"
            ),
            PrimitiveArguments { name, count } => write!(
                formatter,
                "calls primitive `{name}` with {count} arguments, which it does not accept"
            ),
            PrimitiveIsControl(name) => {
                write!(
                    formatter,
                    "uses control primitive `{name}` like a leaf primitive"
                )
            }
            PrimitiveIsLeaf(name) => {
                write!(
                    formatter,
                    "uses leaf primitive `{name}` like a control primitive"
                )
            }
            NotEqComparable(constant) => write!(
                formatter,
                "compares identity with constant {constant}, which is not an immediate value"
            ),
            AssignsImport(reference) => write!(
                formatter,
                "assigns reference {reference}, a variable of another library"
            ),
            DefinesForeign(reference) => write!(
                formatter,
                "defines reference {reference}, which is not a variable of this unit"
            ),
            CallBase(base) => write!(
                formatter,
                "calls with base {base}, which would overwrite the return word or the procedure"
            ),
            FrameEnd { end, slots } => write!(
                formatter,
                "uses slots up to {end} for the values of one instruction, but there are {slots} slots"
            ),
            JumpBack { target } => {
                write!(
                    formatter,
                    "jumps to block {target} without `loop`, but it is not a later one"
                )
            }
            LoopForward { target } => {
                write!(formatter, "loops to block {target}, which is a later one")
            }
            TargetNeeds { target, slot } => write!(
                formatter,
                "goes to block {target}, which needs slot {slot}, but it is not live"
            ),
            NoReturnPoint => write!(
                formatter,
                "ends in a call, but no block follows to return to"
            ),
            ReturnNeeds { target, slot, base } => write!(
                formatter,
                "calls with base {base}, but the return point, block {target}, needs slot {slot}"
            ),
        }
    }
}
