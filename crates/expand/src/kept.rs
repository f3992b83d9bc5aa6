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

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that follow from a seed.
    fn below(state: &mut u64, limit: usize) -> usize {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        (*state % limit as u64) as usize
    }

    // Definitions come and go in any order: a source is held while one of them is there, and told
    // once if the last of them has gone and none has come since.
    #[test]
    fn sources_are_released_with_their_last_definition() {
        for seed in 1..50 {
            let mut state = seed * 0x9e37_79b9;
            let mut kept = Kept::default();
            let mut counts = [0; 4];
            let mut gone = [false; 4];
            for _ in 0..200 {
                let place = below(&mut state, counts.len());
                let source = SourceId(place as u32);
                match below(&mut state, 10) {
                    0..=3 => {
                        kept.hold(source);
                        counts[place] += 1;
                    }
                    4..=7 => {
                        kept.release(source);
                        gone[place] |= counts[place] == 1;
                        counts[place] = usize::max(counts[place], 1) - 1;
                    }
                    8 => {
                        kept.drop_all(source);
                        counts[place] = 0;
                    }
                    _ => {
                        let told: Vec<usize> = kept
                            .take_released()
                            .into_iter()
                            .map(|source| source.0 as usize)
                            .collect();
                        let expected: Vec<usize> = (0..counts.len())
                            .filter(|&place| gone[place] && counts[place] == 0)
                            .collect();
                        assert_eq!(told, expected, "seed {seed}");
                        assert_eq!(kept.released(), []);
                        gone = [false; 4];
                    }
                }
                for (place, &count) in counts.iter().enumerate() {
                    assert_eq!(kept.holds(SourceId(place as u32)), count > 0);
                }
            }
        }
    }
}
