//! Hygiene, macros and libraries: data to the core language.
//!
//! ```text
//!   Datum --(scopes)--> Syntax --macros, two passes a body--> core::Program
//!                          ^                                        |
//!      LibraryInterface ---+        ExpandedLibrary::interface <----+
//! ```
//!
//! Does not read files and does not compile: what it needs of other libraries
//! comes through [`LibraryProvider`]. What its output rests on at run time are the
//! `%` procedures of `(mound base)` that `derived` and `quasi` name.
//!
//! Start reading at [`core`], then `scope`, `syntax`, `binding`, `expander`, `body`.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]

mod binding;
mod body;
mod build;
mod chain;
mod check;
mod clauses;
pub mod core;
mod derived;
mod elsewhere;
pub mod encoding;
mod expander;
mod export;
mod form;
mod forms;
mod imports;
mod inline;
pub mod interface;
mod kept;
mod library;
pub mod macros;
mod matching;
mod objects;
mod patterns;
pub mod print;
mod procedural;
mod program;
mod quasi;
mod record;
mod redefined;
mod rules;
mod scope;
mod suggest;
mod syntax;

pub use expander::{DEPTH_MAX, STACK_BYTES, WORK_MAX};
pub use form::{CoreForm, syntax_library};
pub use interface::{
    Application, Export, LibraryInterface, LibraryName, LibraryProvider, MacroReference,
    MacroTable, Target, Transformed, TransformerFault, UseShape, VariableReference,
};
pub use library::{ExpandedLibrary, expand_library, is_library, library_name};
pub use print::{expression_text, program_text};
pub use program::{
    Environment, ExpandedProgram, begins_with_import, expand_program, split_libraries,
};
pub use scope::ScopeSet;
pub use syntax::Identifier;

use mound_base::{Diagnostic, Span};

/// What a unit may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Part of Mound: may use `%primitive` and the like.
    pub internal: bool,
    /// `set!` is an error.
    pub immutable: bool,
    /// Macro steps, and parts of data they look at, that one top-level form may take.
    pub work_max: u32,
    /// The evaluation by a running program that this is for: its values without a written form may
    /// stand in it.
    pub evaluation: Option<u64>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            internal: false,
            immutable: false,
            work_max: WORK_MAX,
            evaluation: None,
        }
    }
}

/// Says what the form wants and what is found instead.
fn core_forms_error(form: CoreForm, span: Span, label: impl Into<String>) -> Diagnostic {
    let headline = format!("`{}` wants {}", form.name(), form.grammar());
    let error = Diagnostic::error(span, headline, label);
    match form.example() {
        Some(example) => error.with_hint(example),
        None => error,
    }
}
