//! What one unit knows of another: names, libraries and their exports.
//!
//! Everything here is plain data: an interface can outlive the expansion it came
//! from, and can be written to a file.
//!
//! A macro's templates mention names of the library it was written in. For an
//! exported macro they are resolved once, when the library has been expanded:
//! [`MacroTable::environment`] says what each of them means. Scope sets are
//! numbered anew, so that an importer can make scopes of its own for them.
//!
//! Invariant I1: `MacroTable` refers to macros of the same library by number and to
//! other libraries by `Rc`, so interfaces form no cycle.

use crate::core::{ConstantProcedure, Program};
use crate::form::CoreForm;
use crate::macros::Macro;
use crate::syntax::Identifier;
use mound_base::{Diagnostic, SourceId, Span, Symbol};
use mound_syntax::{Datum, DatumKind};
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

/// What the expander asks of the world.
pub trait LibraryProvider {
    /// The interface of a library, compiling it first if need be. `(mound syntax)`
    /// is never asked for.
    fn interface(
        &mut self,
        name: &LibraryName,
        span: Span,
    ) -> Result<Rc<LibraryInterface>, Diagnostic>;

    /// Whether there is a library of that name for the source in which it stands.
    fn exists(&mut self, name: &LibraryName, span: Span) -> bool;

    /// The data of the file that `from` includes under the name `path`.
    fn include(
        &mut self,
        from: SourceId,
        path: &str,
        fold_case: bool,
        span: Span,
    ) -> Result<Vec<Datum>, Diagnostic>;

    /// The features that `cond-expand` knows.
    fn features(&self) -> Vec<Symbol>;

    /// Compiles a program whose value is a thunk-like run of a transformer; see `procedural`.
    fn compile_transformer(
        &mut self,
        program: &Program,
        span: Span,
    ) -> Result<Rc<[u8]>, Diagnostic> {
        let _ = program;
        Err(no_transformers(span))
    }

    /// Runs a transformer that [`LibraryProvider::compile_transformer`] gave. `same` tells
    /// whether two names mean the same where the macro is used.
    fn transform(
        &mut self,
        application: &Application<'_>,
        same: &mut dyn FnMut(Symbol, Symbol) -> bool,
    ) -> Result<Transformed, TransformerFault> {
        let _ = (application, same);
        Err(TransformerFault::Unavailable)
    }

    /// Is told of each import set and of the names that it brings.
    fn imported(&mut self, set: &Datum, library: &LibraryName, names: &[Symbol]) {
        let _ = (set, library, names);
    }

    /// Libraries that come with the system and export the name, for messages.
    fn exporters(&mut self, name: Symbol) -> Vec<LibraryName> {
        let _ = name;
        Vec::new()
    }

    /// `file.scm:3:1`, for messages, if the source is known.
    fn place(&self, span: Span) -> Option<String> {
        let _ = span;
        None
    }
}

/// What a transformer is run on.
#[derive(Debug)]
pub struct Application<'a> {
    pub code: &'a [u8],
    pub form: &'a Datum,
    pub shape: UseShape,
    /// How much it may do.
    pub fuel: u32,
    /// Different for each use in a unit, and the same in each compilation of it.
    pub serial: u32,
}

/// How a macro is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UseShape {
    /// `(keyword part ...)`
    Form,
    /// `keyword`
    Name,
    /// `(set! keyword expression)`
    Assignment,
}

/// What a transformer made. What was not in the form has no span.
#[derive(Debug)]
pub struct Transformed {
    pub datum: Datum,
    pub fuel_used: u32,
}

/// Why a transformer made nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TransformerFault {
    /// It raised this, there if that is known.
    Raised { what: String, place: Option<String> },
    /// It used up its fuel.
    Endless,
    /// Its result, as it prints, holds what cannot be written in a program.
    NotDatum { what: String },
    /// Nothing can be run here.
    Unavailable,
    /// A library it needs could not be set up.
    Library(String),
}

fn no_transformers(span: Span) -> Diagnostic {
    Diagnostic::error(
        span,
        "transformers that are procedures cannot be run here",
        "only `syntax-rules` is possible",
    )
}

/// The name of a library: `(scheme base)`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LibraryName {
    pub parts: Vec<String>,
}

impl LibraryName {
    pub fn new<'a>(parts: impl IntoIterator<Item = &'a str>) -> LibraryName {
        LibraryName {
            parts: parts.into_iter().map(str::to_owned).collect(),
        }
    }

    /// The name that a list of symbols and numbers stands for, or a symbol with a slash or a version.
    /// Its parts are as they are written: what they mean, the provider knows.
    pub fn from_datum(datum: &Datum) -> Option<LibraryName> {
        if let Some(name) = datum.as_symbol() {
            let name = name.text();
            return name
                .contains(['/', '@'])
                .then(|| LibraryName::new([&*name]));
        }
        let DatumKind::List { items, tail: None } = &datum.kind else {
            return None;
        };
        let parts: Option<Vec<String>> = items.iter().map(part_of_name).collect();
        parts
            .filter(|parts| !parts.is_empty())
            .map(|parts| LibraryName { parts })
    }

    /// `scheme/base`: the name of the unit.
    pub fn unit_name(&self) -> String {
        self.parts.join("/")
    }
}

fn part_of_name(datum: &Datum) -> Option<String> {
    if let Some(name) = datum.as_symbol() {
        return Some(name.to_string());
    }
    let Some(mound_numbers::Number::Integer(number)) = datum.as_number() else {
        return None;
    };
    Some(number.to_string())
}

/// `(scheme base)`, as people write it.
impl fmt::Display for LibraryName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "({})", self.parts.join(" "))
    }
}

#[derive(Clone, Debug)]
pub struct LibraryInterface {
    pub name: LibraryName,
    /// Hash of the library's unit.
    pub hash: [u8; 32],
    pub exports: BTreeMap<Symbol, Export>,
}

#[derive(Clone, Debug)]
pub enum Export {
    Variable(Rc<VariableReference>),
    Macro(MacroReference),
    Form(CoreForm),
}

impl Export {
    /// Whether both mean the same thing, so that importing both is no conflict.
    pub fn same(&self, other: &Export) -> bool {
        match (self, other) {
            (Export::Variable(one), Export::Variable(other)) => one.same(other),
            (Export::Macro(one), Export::Macro(other)) => one.same(other),
            (Export::Form(one), Export::Form(other)) => one == other,
            _ => false,
        }
    }
}

/// A variable of the library that defines it, whoever passes it on.
#[derive(Clone, Debug)]
pub struct VariableReference {
    /// Unit name of the defining library: `scheme/base`.
    pub library: Rc<str>,
    pub hash: [u8; 32],
    /// The name under which the defining unit exports it.
    pub name: Symbol,
    /// What is known of it if it is a procedure that never changes.
    pub procedure: Option<Rc<ConstantProcedure>>,
}

impl VariableReference {
    pub fn same(&self, other: &VariableReference) -> bool {
        self.name == other.name && self.library == other.library && self.hash == other.hash
    }
}

/// A macro of the library that defines it.
#[derive(Clone, Debug)]
pub struct MacroReference {
    pub table: Rc<MacroTable>,
    pub index: u32,
}

impl MacroReference {
    pub fn same(&self, other: &MacroReference) -> bool {
        self.index == other.index
            && self.table.library == other.table.library
            && self.table.hash == other.table.hash
    }

    pub(crate) fn rules(&self) -> &Macro {
        &self.table.macros[self.index as usize]
    }
}

/// The macros of a library that importers can reach, and what their templates mean.
#[derive(Clone, Debug)]
pub struct MacroTable {
    /// Unit name of the library.
    pub library: Rc<str>,
    pub hash: [u8; 32],
    pub macros: Vec<Macro>,
    /// The scope sets of the templates: sorted scope numbers below `scope_count`.
    pub sets: Vec<Vec<u32>>,
    pub scope_count: u32,
    /// What each name in the templates means, if it is bound.
    pub environment: Vec<(Identifier, Target)>,
}

/// What a name means inside the library that uses it.
#[derive(Clone, Debug)]
pub enum Target {
    /// A variable of the library, under the name its unit exports it.
    Own {
        name: Symbol,
        procedure: Option<Rc<ConstantProcedure>>,
    },
    /// A number into [`MacroTable::macros`].
    OwnMacro(u32),
    /// Something imported.
    Other(Export),
}

impl Target {
    /// The target as another library sees it.
    pub(crate) fn to_export(&self, table: &Rc<MacroTable>) -> Export {
        match self {
            Target::Own { name, procedure } => Export::Variable(Rc::new(VariableReference {
                library: table.library.clone(),
                hash: table.hash,
                name: *name,
                procedure: procedure.clone(),
            })),
            Target::OwnMacro(index) => Export::Macro(MacroReference {
                table: table.clone(),
                index: *index,
            }),
            Target::Other(export) => export.clone(),
        }
    }
}
