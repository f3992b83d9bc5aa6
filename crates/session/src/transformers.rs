//! Transformers that are procedures: compiled here, run by whoever has a machine.
//!
//! The session of the build script has none: the libraries that are part of Mound may define
//! such macros, and may not use them.

use crate::built_in::StoredLibrary;
use crate::session::{CompiledUnit, Session, UnitCode};
use mound_base::{Diagnostic, Span, Symbol};
use mound_bytecode::encode;
use mound_bytecode::unit::UnitHash;
use mound_expand::core::Program;
use mound_expand::{Application, Transformed, TransformerFault};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// A machine for transformers.
pub trait Transformers {
    /// Runs the unit in `application.code`. Libraries that it needs come from `libraries`. `same`
    /// tells whether two names mean the same where the macro is used.
    fn transform(
        &mut self,
        application: &Application<'_>,
        libraries: &Libraries<'_>,
        same: &mut dyn FnMut(Symbol, Symbol) -> bool,
    ) -> Result<Transformed, TransformerFault>;

    /// These libraries are not asked for any more.
    fn forget(&mut self, libraries: &HashSet<UnitHash>);
}

/// The libraries that a session has compiled or has in the binary, by hash.
pub struct Libraries<'a> {
    compiled: &'a HashMap<UnitHash, CompiledUnit>,
    stored: &'static [StoredLibrary],
}

impl Libraries<'_> {
    pub fn find(&self, hash: UnitHash) -> Option<CompiledUnit> {
        let stored = || {
            let library = self.stored.iter().find(|library| library.hash == hash.0)?;
            Some(CompiledUnit {
                hash,
                code: UnitCode::Stored(library),
            })
        };
        self.compiled.get(&hash).cloned().or_else(stored)
    }
}

impl Session {
    /// The same session with a machine for transformers.
    pub fn with_transformers(mut self, machine: Box<dyn Transformers>) -> Session {
        self.transformers = Some(machine);
        self
    }

    /// Remembers a library for transformers that need it.
    pub(crate) fn remember(&mut self, unit: &CompiledUnit) {
        if self.transformers.is_some() {
            self.compiled.insert(unit.hash, unit.clone());
        }
    }

    pub(crate) fn transformer_code(
        &mut self,
        program: &Program,
        span: Span,
    ) -> Result<Rc<[u8]>, Diagnostic> {
        let failed = |mut errors: Vec<Diagnostic>| match errors.is_empty() {
            true => Diagnostic::error(span, "a transformer could not be compiled", ""),
            false => errors.remove(0),
        };
        let mut unit = self.compile(program, false, false).map_err(failed)?;
        if self.open.is_empty() {
            let imports = unit.imports.iter().map(|import| import.hash);
            self.replaced.note_used(imports);
        }
        // The texts of the sources that are in the binary are not there twice.
        for (name, text) in &mut unit.debug.sources {
            if name.starts_with("lib/") {
                *text = "".into();
            }
        }
        Ok(encode::to_bytes(&unit).into())
    }

    pub(crate) fn run_transformer(
        &mut self,
        application: &Application<'_>,
        same: &mut dyn FnMut(Symbol, Symbol) -> bool,
    ) -> Result<Transformed, TransformerFault> {
        let Some(machine) = &mut self.transformers else {
            return Err(TransformerFault::Unavailable);
        };
        let libraries = Libraries {
            compiled: &self.compiled,
            stored: self.built_in.libraries,
        };
        machine.transform(application, &libraries, same)
    }
}
