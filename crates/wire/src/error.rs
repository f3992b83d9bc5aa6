//! What can be wrong with a value to be sent, and with bytes that came.

use mound_base::symbol::FOREIGN_NAME_BYTES_MAX;
use mound_bytecode::unit::UnitHash;

/// One step into a structure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What is stepped into: `list`, `vector`, `closure`, ...
    pub from: &'static str,
    /// Which element or field, from 0.
    pub index: usize,
}

impl std::fmt::Display for Step {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "element {} of a {}", self.index, self.from)
    }
}

/// Why a value could not be encoded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EncodeError {
    /// Something in it means nothing on another node.
    Unsendable {
        /// From the whole value to the culprit.
        path: Vec<Step>,
        what: &'static str,
    },
    /// A port that reads from memory of its process, or writes to it.
    Port {
        /// From the whole value to the port.
        path: Vec<Step>,
        /// What it reads or writes: `string` or `bytevector`.
        memory: &'static str,
    },
    /// The encoding would be longer than the budget.
    TooLarge { budget: usize },
    /// There are more objects in it than the budget allows.
    TooMany { budget: usize },
}

impl std::fmt::Display for EncodeError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            EncodeError::Unsendable { path, what } => {
                write!(formatter, "{what} cannot be sent")?;
                write_path(formatter, path)
            }
            EncodeError::Port { path, memory } => {
                write!(formatter, "a port of a {memory} cannot be sent")?;
                write_path(formatter, path)?;
                write!(
                    formatter,
                    "; it is of use only to the process that made it: send the {memory}"
                )
            }
            EncodeError::TooLarge { budget } => {
                write!(
                    formatter,
                    "the value takes more than the {budget} bytes allowed"
                )
            }
            EncodeError::TooMany { budget } => {
                write!(
                    formatter,
                    "the value has more than the {budget} objects allowed"
                )
            }
        }
    }
}

/// Where in the value the culprit is, the innermost first.
fn write_path(formatter: &mut std::fmt::Formatter<'_>, path: &[Step]) -> std::fmt::Result {
    for (index, step) in path.iter().rev().enumerate() {
        let word = if index == 0 { "; it is" } else { " in" };
        write!(formatter, "{word} {step}")?;
    }
    Ok(())
}

impl std::error::Error for EncodeError {}

/// Why bytes are no value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DecodeError {
    /// Byte at which the part that is wrong begins.
    pub offset: usize,
    pub fault: DecodeFault,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DecodeFault {
    Version(u8),
    Truncated,
    Trailing,
    /// A number or form that is not the shortest, or a part in the wrong order.
    NotCanonical(&'static str),
    LargeNumber,
    UnknownCode(u8),
    /// A code where only another kind of thing may stand.
    Expected(&'static str),
    Utf8,
    Character(u64),
    /// The name of a symbol is too long, or there are no numbers for symbols left.
    Symbol,
    /// An index beyond what has been named so far.
    Range(&'static str),
    /// This node cannot name another node.
    Node,
    MissingUnit(UnitHash),
    NoFunction(u32),
    /// No object of the unit's has this number first.
    NoConstant(u32),
    /// No frame can be suspended there.
    NoPoint,
    SlotCount {
        found: usize,
        expected: usize,
    },
    FreeCount {
        found: usize,
        expected: usize,
    },
    FieldCount {
        found: usize,
        expected: usize,
    },
    /// The procedure slot of a frame holds something else.
    WrongProcedure,
    ChunkCycle,
    Limit {
        words: usize,
    },
}

impl std::fmt::Display for DecodeFault {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            DecodeFault::Version(found) => write!(formatter, "version {found} is not known"),
            DecodeFault::Truncated => formatter.write_str("the bytes end too early"),
            DecodeFault::Trailing => formatter.write_str("bytes follow the end"),
            DecodeFault::NotCanonical(what) => write!(formatter, "not in canonical form: {what}"),
            DecodeFault::LargeNumber => formatter.write_str("a number is too large"),
            DecodeFault::UnknownCode(code) => write!(formatter, "no value begins with {code:#04x}"),
            DecodeFault::Expected(what) => write!(formatter, "expected {what}"),
            DecodeFault::Utf8 => formatter.write_str("text that is not UTF-8"),
            DecodeFault::Character(code) => write!(formatter, "{code:#x} is no character"),
            DecodeFault::Symbol => write!(
                formatter,
                "a symbol has more than {FOREIGN_NAME_BYTES_MAX} bytes, or this node has no room for another one"
            ),
            DecodeFault::Range(what) => write!(formatter, "there is no {what} with that number"),
            DecodeFault::Node => formatter.write_str("this node cannot name any more nodes"),
            DecodeFault::MissingUnit(hash) => write!(formatter, "unit {hash} is not on this node"),
            DecodeFault::NoFunction(index) => write!(formatter, "the unit has no function {index}"),
            DecodeFault::NoConstant(index) => write!(formatter, "the unit has no constant {index}"),
            DecodeFault::NoPoint => formatter.write_str("no frame can be suspended there"),
            DecodeFault::SlotCount { found, expected } => {
                write!(
                    formatter,
                    "a frame has {found} live slots, expected {expected}"
                )
            }
            DecodeFault::FreeCount { found, expected } => {
                write!(
                    formatter,
                    "a closure has {found} free values, expected {expected}"
                )
            }
            DecodeFault::FieldCount { found, expected } => {
                write!(
                    formatter,
                    "a record has {found} fields, expected {expected}"
                )
            }
            DecodeFault::WrongProcedure => {
                formatter.write_str("a frame does not hold the procedure it runs")
            }
            DecodeFault::ChunkCycle => formatter.write_str("frames come after themselves"),
            DecodeFault::Limit { words } => {
                write!(
                    formatter,
                    "the value takes more than the {words} words allowed"
                )
            }
        }
    }
}

impl std::fmt::Display for DecodeError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "byte {}: {}", self.offset, self.fault)
    }
}

impl std::error::Error for DecodeError {}
