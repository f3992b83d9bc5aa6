//! Interfaces as bytes, so that a library can be imported without its source.
//!
//! ```text
//!   interface = "MNDI" version name symbols sources libraries variables macros exports
//!   name      = texts                          the parts of the library's name
//!   symbols   = texts                          in the order in which the rest first uses them,
//!   sources   = texts                          so do sources
//!   libraries = (text hash(32))*               and libraries
//!   variable  = symbol 0 | symbol 1 procedure  of this library; ascending by name
//!   procedure = (required 0|1)* symbols clause* (clause parameters)*
//!   clause    = (symbol span 0|1)* parameters expression
//!   macros    = sets scopes macro* (symbol set target)*
//!   macro     = symbol span (0 rule* | 1 set datum bytes)
//!   export    = symbol target                  ascending by name
//!   target    = 0 variable | 1 macro | 2 form | 3 library symbol | 4 library macro
//! ```
//!
//! What belongs to another library is named, not copied: decoding finds it in what was
//! decoded of that library, so a procedure known to many libraries is there once.
//! The hash of the library itself is not part of the bytes; who keeps them knows it.
//!
//! Numbers are LEB128, shortest; sequences and texts are preceded by their length.
//! One interface has one encoding: what decodes encodes to the same bytes.
//!
//! Invariant N1: nothing nests deeper than `NESTING_MAX`, so both ways may recurse.

mod data;
mod read;
mod rules;
mod write;

use crate::interface::{LibraryInterface, MacroTable, Target, VariableReference};
use crate::library::ExpandedLibrary;
use mound_base::{SourceId, SourceMap, Symbol};
use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;

/// First bytes of an interface.
const MAGIC: [u8; 4] = *b"MNDI";
/// Other versions are refused.
const VERSION: u32 = 3;
/// How deep expressions, patterns, templates and data may nest. People stay below 30.
const NESTING_MAX: u32 = 200;

/// What was decoded of a library: its interface, and what interfaces of other libraries
/// may name in it although it is not exported.
#[derive(Debug)]
pub struct DecodedLibrary {
    pub interface: Rc<LibraryInterface>,
    variables: HashMap<Symbol, Rc<VariableReference>>,
    macros: Rc<MacroTable>,
}

/// What decoding asks for.
pub trait Surroundings {
    /// The number of the source with this name.
    fn source(&mut self, name: &str) -> SourceId;

    /// A library that was decoded before.
    fn library(&mut self, unit_name: &str, hash: &[u8; 32]) -> Option<Rc<DecodedLibrary>>;
}

/// Why bytes are no interface, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InterfaceError {
    pub offset: usize,
    pub fault: InterfaceFault,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InterfaceFault {
    Magic,
    Version(u32),
    Truncated,
    Trailing,
    Utf8,
    /// Not the shortest form, or too large.
    Number,
    /// A first byte that means nothing here.
    Tag(&'static str, u8),
    /// A number that names nothing.
    Index(&'static str),
    /// Not in the order that makes the encoding unique.
    Order(&'static str),
    Nesting,
    /// Another library, or a name in it, that was not decoded.
    Missing(String),
}

impl fmt::Display for InterfaceError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "at byte {}: ", self.offset)?;
        match &self.fault {
            InterfaceFault::Magic => formatter.write_str("not an interface"),
            InterfaceFault::Version(version) => write!(formatter, "version {version}"),
            InterfaceFault::Truncated => formatter.write_str("cut off"),
            InterfaceFault::Trailing => formatter.write_str("bytes left over"),
            InterfaceFault::Utf8 => formatter.write_str("text that is not UTF-8"),
            InterfaceFault::Number => formatter.write_str("malformed number"),
            InterfaceFault::Tag(what, tag) => write!(formatter, "no {what} begins with {tag}"),
            InterfaceFault::Index(what) => write!(formatter, "no such {what}"),
            InterfaceFault::Order(what) => write!(formatter, "{what} out of order"),
            InterfaceFault::Nesting => formatter.write_str("nested too deeply"),
            InterfaceFault::Missing(what) => write!(formatter, "{what} is missing"),
        }
    }
}

impl std::error::Error for InterfaceError {}

/// The bytes of a library's interface; `None` if it nests too deeply (N1).
pub fn encode(library: &ExpandedLibrary, sources: &SourceMap) -> Option<Vec<u8>> {
    write::interface(
        &library.name.parts,
        &library.exports,
        &library.macros,
        &|id| sources.name(id).map(str::to_owned),
    )
}

/// The library in these bytes, whose unit has `hash`.
pub fn decode(
    bytes: &[u8],
    hash: [u8; 32],
    surroundings: &mut dyn Surroundings,
) -> Result<DecodedLibrary, InterfaceError> {
    read::interface(bytes, hash, surroundings)
}

impl DecodedLibrary {
    /// The bytes that it was decoded from, for tests of that.
    pub fn encode(&self, sources: &dyn Fn(SourceId) -> Option<String>) -> Option<Vec<u8>> {
        let own = self.macros.hash;
        let back = |export: &crate::Export| match export {
            crate::Export::Variable(variable)
                if variable.hash == own && variable.library == self.macros.library =>
            {
                Target::Own {
                    name: variable.name,
                    procedure: variable.procedure.clone(),
                }
            }
            crate::Export::Macro(reference) if Rc::ptr_eq(&reference.table, &self.macros) => {
                Target::OwnMacro(reference.index)
            }
            other @ (crate::Export::Variable(_)
            | crate::Export::Macro(_)
            | crate::Export::Form(_)) => Target::Other(other.clone()),
        };
        let exports = self.interface.exports.iter();
        let exports = exports
            .map(|(name, export)| (*name, back(export)))
            .collect();
        write::interface(&self.interface.name.parts, &exports, &self.macros, sources)
    }
}
