//! The decoded form of a unit.
//!
//! A unit is one library, one program, or one form typed at the REPL. It is
//! plain data without heap values: linking makes the fragment of its constants
//! and the runnable functions.
//!
//! The *canonical encoding* (see `encode`) covers everything but [`struct@Debug`], and
//! its hash is the identity of the unit.
//!
//! Invariants, checked by [`crate::verify`], whose header has all rules:
//! - U1. Every index is in range.
//! - U2. Function 0 is the entry: no parameters, no free values. It runs the
//!   top-level forms in order and returns the value of the last.
//! - U3. Constants refer only to earlier constants.
//! - U4. A function's block 0 starts at instruction 0 and its live slots are
//!   exactly the parameters, and slot 1 if it has free values.

use mound_base::Symbol;
use mound_numbers::Elements;
use std::sync::Arc;

/// BLAKE3-256 of the canonical encoding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UnitHash(pub [u8; 32]);

impl std::fmt::Debug for UnitHash {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{self}")
    }
}

/// The first 12 hexadecimal digits, which is what people see.
impl std::fmt::Display for UnitHash {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for byte in &self.0[..6] {
            write!(formatter, "{byte:02x}")?;
        }
        Ok(())
    }
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Unit {
    /// `scheme/base` for a library, empty for a program or REPL form.
    pub name: String,
    /// Ascending by library and hash, each once; see [`Unit::sort_tables`].
    pub imports: Vec<Import>,
    pub references: Vec<Reference>,
    /// Names of the primitives used, ascending, each once; what they are is in [`crate::primitives`].
    pub primitives: Vec<String>,
    pub constants: Vec<Constant>,
    pub functions: Vec<Function>,
    pub exports: Vec<Export>,
    /// Not part of the hash.
    pub debug: Debug,
}

/// A library this unit was compiled against.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Import {
    pub library: String,
    pub hash: UnitHash,
}

/// A variable that lives outside of the functions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reference {
    /// A top-level variable of this unit that is not a constant procedure (for a
    /// library: one per node and unit; for a program: the node's variable of that name).
    Own { name: Symbol },
    /// A variable of the node's interactive environment, found by name when it is used.
    Interactive { name: Symbol },
    /// What an imported library exports under that name.
    Imported { import: u32, name: Symbol },
}

/// What a library exports at run time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Export {
    pub name: Symbol,
    pub target: ExportTarget,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExportTarget {
    /// A procedure without free values that is never assigned.
    Function(u32),
    /// A variable: index of an [`Reference::Own`], or of a [`Reference::Imported`] that is passed on.
    Reference(u32),
}

/// Literal data, flattened: compound constants name earlier ones by index.
#[derive(Clone, PartialEq, Debug)]
pub enum Constant {
    Immediate(Immediate),
    Character(char),
    /// Fixnum or bignum: two's complement, little endian, shortest (zero: no bytes); see [`crate::integer`].
    Integer(Vec<u8>),
    /// Indices of numerator and denominator. Linking reduces it to lowest terms.
    Ratio(u32, u32),
    /// Real and imaginary part: earlier constants, two flonums or two exact numbers.
    Complex(u32, u32),
    /// Bits of the flonum, so that NaNs and zeros keep their identity.
    Flonum(u64),
    Symbol(Symbol),
    String(String),
    Bytevector(Vec<u8>),
    /// A vector of numbers of one kind, by the bytes of its elements.
    Numbers(Elements, Vec<u8>),
    Pair(u32, u32),
    Vector(Vec<u32>),
    /// The value of the [`Constant::Tie`] that names it: how parts of circular data refer to it.
    Hole,
    /// The pair or vector `value`, which is what `hole` stands for.
    Tie {
        hole: u32,
        value: u32,
    },
    /// A record type; its identity is the hash of library, name and fields.
    RecordType {
        name: Symbol,
        library: String,
        fields: Vec<Symbol>,
    },
}

/// The values without a written form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Immediate {
    False,
    True,
    Null,
    Unspecified,
    Eof,
    /// An argument that was not given.
    Absent,
}

impl Immediate {
    /// What the assembler calls it.
    pub fn name(self) -> &'static str {
        match self {
            Immediate::False => "#f",
            Immediate::True => "#t",
            Immediate::Null => "null",
            Immediate::Unspecified => "unspecified",
            Immediate::Eof => "eof",
            Immediate::Absent => "absent",
        }
    }

    pub const ALL: [Immediate; 6] = [
        Immediate::False,
        Immediate::True,
        Immediate::Null,
        Immediate::Unspecified,
        Immediate::Eof,
        Immediate::Absent,
    ];

    pub fn from_byte(byte: u8) -> Option<Immediate> {
        Immediate::ALL.get(byte as usize).copied()
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    pub kind: FunctionKind,
    /// Free values of its closures.
    pub free_count: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FunctionKind {
    Code(Code),
    /// `case-lambda`: the first of these functions (all `Code`, with this
    /// function's `free_count`) that accepts the number of arguments is run, with the same closure.
    Clauses(Vec<u32>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Code {
    /// Arguments that must be given; they are in slots 2, 3, ...
    pub required: u32,
    /// Further arguments are collected in a list, in the slot after the required ones.
    pub rest: bool,
    /// Slots of the frame, slot 0 included. Call frames begin below it: `base` + 2 + arguments <= slots.
    pub slots: u32,
    pub blocks: Vec<Block>,
    pub instructions: Vec<u32>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Index of the first instruction word.
    pub start: u32,
    /// Slots that hold values when the block begins, ascending.
    pub live: Vec<u8>,
}

/// What tools show of a unit; carried with it, but not part of its hash.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Debug {
    /// Name and text of each source, so that an error on another node can show the line.
    pub sources: Vec<(Arc<str>, Arc<str>)>,
    /// One per function.
    pub functions: Vec<FunctionDebug>,
    /// Parts of the sources whose code does not stand where they do.
    pub extents: Vec<Extent>,
    /// What else is known of the whole unit, by name; see [`note`].
    pub notes: Vec<(Arc<str>, Arc<str>)>,
    /// Sources that are parts of files: which source, and the line with which it begins, from 1.
    pub first_lines: Vec<(u32, u32)>,
}

/// Names of [`Debug::notes`]. A reader leaves alone what it does not know.
pub mod note {
    /// What a library has in front of the names of its procedures where they are shown.
    pub const NAMESPACE: &str = "namespace";
    /// Of a library with a version: where it was fetched from, its commit, and the hash of its sources.
    pub const ORIGIN: &str = "origin";
    pub const COMMIT: &str = "commit";
    pub const SOURCES: &str = "sources";
    /// What the unit was compiled with: equal sources give equal units under one.
    pub const TOOLCHAIN: &str = "toolchain";
}

impl Debug {
    /// The line with which a source begins, from 1.
    pub fn first_line(&self, source: u32) -> u32 {
        let part = self.first_lines.iter().find(|part| part.0 == source);
        part.map_or(1, |part| part.1)
    }

    /// The note of this name.
    pub fn note(&self, name: &str) -> Option<&str> {
        let mut notes = self.notes.iter();
        notes.find(|note| &*note.0 == name).map(|note| &*note.1)
    }
}

/// What the compiler did with a part of a source, so that errors can be told in
/// the words of the program as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Extent {
    pub source: u32,
    pub start: u32,
    pub end: u32,
    pub kind: ExtentKind,
    /// Of the procedure; empty if it has none.
    pub name: Symbol,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExtentKind {
    /// A procedure is written here. If its body was put in the place of its only
    /// call, that call: index of the source, start, end.
    Procedure(Option<(u32, u32, u32)>),
    /// A call in whose place stands the body of a procedure of another unit, or of
    /// one that the compiler made.
    Inlined,
    /// A primitive whose operands the instruction has the other way round.
    Exchanged,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FunctionDebug {
    pub name: Option<Symbol>,
    /// Names of the parameters, the rest parameter last.
    pub parameters: Vec<Symbol>,
    /// Names of the free values.
    pub free: Vec<Symbol>,
    /// Index of the source and byte range of the whole procedure.
    pub span: (u32, u32, u32),
    /// For instruction words, ascending: the place in the source of what begins there.
    pub places: Vec<Place>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Instruction word from which on it holds.
    pub word: u32,
    pub source: u32,
    pub start: u32,
    pub end: u32,
}
