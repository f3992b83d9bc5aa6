//! What a top level keeps from one form to the next, so that the rest can be forgotten.
//!
//! A form that was evaluated leaves nothing but what it defined. A definition is kept as it was
//! written, for transformers that come later, and so is a macro; they name places of the source. So
//! the owner of the sources may let go of those that are not held here, and the expander of scopes,
//! if no form is left in which they occur.

use crate::binding::HelperNumber;
use crate::expander::UnitKind;
use mound_base::{SourceId, Symbol, SymbolRef};
use std::collections::HashMap;

#[derive(Default, Debug)]
pub(crate) struct Kept {
    /// How many definitions and macros name places of each source.
    sources: HashMap<SourceId, u32>,
    /// Sources that nothing names any more, since this was last asked.
    released: Vec<SourceId>,
    /// References to names that were made up.
    symbols: Vec<SymbolRef>,
    /// Names that the present form has given a meaning which had none.
    pub(crate) fresh: Vec<Symbol>,
    /// Helpers from this number on are those of the present form.
    pub(crate) first_helper: HelperNumber,
    /// The present form defines macros at the top level, or helpers of transformers.
    pub(crate) has_macros: bool,
    /// Something that stays has scopes of the present form.
    pub(crate) has_scopes: bool,
}

impl Kept {
    /// A definition that stays names places of the source.
    pub(crate) fn hold(&mut self, source: SourceId) {
        *self.sources.entry(source).or_default() += 1;
    }

    /// A definition has gone.
    pub(crate) fn release(&mut self, source: SourceId) {
        if let Some(count) = self.sources.get_mut(&source) {
            *count -= 1;
            if *count == 0 {
                self.sources.remove(&source);
                self.released.push(source);
            }
        }
    }

    pub(crate) fn holds(&self, source: SourceId) -> bool {
        self.sources.contains_key(&source)
    }

    /// Sources that nothing names any more, some of them more than once.
    pub(crate) fn released(&self) -> &[SourceId] {
        &self.released
    }

    /// A form begins.
    pub(crate) fn begin(&mut self, first_helper: HelperNumber) {
        self.fresh.clear();
        self.first_helper = first_helper;
        (self.has_macros, self.has_scopes) = (false, false);
    }

    /// All that named the source has gone.
    pub(crate) fn drop_all(&mut self, source: SourceId) {
        self.sources.remove(&source);
    }

    pub(crate) fn take_released(&mut self) -> Vec<SourceId> {
        let mut released = std::mem::take(&mut self.released);
        released.retain(|source| !self.holds(*source));
        released.sort_unstable();
        released.dedup();
        released
    }

    /// A name that no text has. In a library it lasts; in a program or a typed form it lives as long as
    /// the environment and what [`Kept::symbols`] gives.
    pub(crate) fn symbol(&mut self, kind: UnitKind, name: &str) -> Symbol {
        let reference = match kind {
            UnitKind::Library => None,
            UnitKind::Program => Symbol::intern_evaluated(name),
        };
        let Some(reference) = reference else {
            return Symbol::intern(name);
        };
        let symbol = reference.symbol();
        if symbol.is_counted() {
            self.symbols.push(reference);
        }
        symbol
    }

    /// References to the names that were made up since there were so many.
    pub(crate) fn symbols_since(&self, count: usize) -> Vec<SymbolRef> {
        self.symbols[count.min(self.symbols.len())..].to_vec()
    }

    pub(crate) fn symbol_count(&self) -> usize {
        self.symbols.len()
    }
}
