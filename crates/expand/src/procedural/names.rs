//! What names and places the symbols and lists stand for that one run of a transformer sees.

use super::{MARK, TEMPLATE, TEMPORARY};
use crate::scope::{ScopeSet, Scopes};
use crate::syntax::Identifier;
use mound_base::{Span, Symbol};
use mound_syntax::DatumKind;
use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

/// What the symbols mean that a transformer sees in one use.
pub(super) struct Names {
    /// Scopes of the keyword, which names have that the transformer writes itself.
    pub(super) used: ScopeSet,
    pub(super) introduced: ScopeSet,
    pub(super) renamed: ScopeSet,
    /// Those of names in templates, by number; the first is `renamed`.
    pub(super) sets: Vec<ScopeSet>,
    /// Other sets of scopes in the form, by the number that names with them have, less one.
    pub(super) others: Vec<ScopeSet>,
    pub(super) numbers: HashMap<ScopeSet, usize>,
    pub(super) places: Places,
}

/// Where the parts of the form stand in the source: symbols, and lists by their fingerprints.
/// A fingerprint that two lists share makes messages point to the wrong one, no more.
#[derive(Default)]
pub(super) struct Places {
    pub(super) symbols: HashMap<Symbol, Span>,
    pub(super) lists: HashMap<u64, Span>,
}

impl Names {
    /// The symbol for a name of the form (P1).
    pub(super) fn symbol(&mut self, identifier: Identifier) -> Symbol {
        let name = identifier.name.text();
        if identifier.scopes == self.used && !name.contains(MARK) {
            return identifier.name;
        }
        let others = &mut self.others;
        let number = *self.numbers.entry(identifier.scopes).or_insert_with(|| {
            others.push(identifier.scopes);
            others.len()
        });
        Symbol::intern(&format!("{}{MARK}{number}", &*name))
    }

    /// The name that a symbol stands for.
    pub(super) fn identifier(&self, symbol: Symbol, scopes: &mut Scopes) -> Identifier {
        let name = symbol.text();
        if !name.contains(MARK) {
            let scopes = self.used;
            return Identifier {
                name: symbol,
                scopes,
            };
        }
        let base = name.trim_start_matches(MARK);
        let is_renamed = base.len() < name.len();
        match self.numbered(base) {
            Some((base, set)) => Identifier {
                name: Symbol::intern(base),
                scopes: match is_renamed {
                    true => scopes.union(set, self.introduced),
                    false => set,
                },
            },
            None => Identifier {
                name: Symbol::intern(base),
                scopes: match is_renamed {
                    true => self.renamed,
                    false => self.used,
                },
            },
        }
    }

    /// Spelling and scopes of a name with a number.
    fn numbered<'a>(&self, name: &'a str) -> Option<(&'a str, ScopeSet)> {
        let (base, number) = name.rsplit_once(MARK)?;
        if let Some(number) = number.strip_prefix(TEMPLATE) {
            let number: usize = number.parse().ok()?;
            return Some((base, *self.sets.get(number)?));
        }
        if let Some(number) = number.strip_prefix(TEMPORARY) {
            // The spelling keeps the number: no other name of this use has it.
            let _: usize = number.parse().ok()?;
            return Some((name, self.renamed));
        }
        match number.parse::<usize>().ok()?.checked_sub(1) {
            Some(index) => Some((base, *self.others.get(index)?)),
            None => Some((base, self.used)),
        }
    }
}

/// A number that equal data share; `parts` has those of its parts.
pub(super) fn fingerprint(kind: &DatumKind, mut parts: DefaultHasher) -> u64 {
    std::mem::discriminant(kind).hash(&mut parts);
    match kind {
        DatumKind::Boolean(value) => value.hash(&mut parts),
        DatumKind::Character(character) => character.hash(&mut parts),
        DatumKind::Number(number) => mound_numbers::to_string(number, 10).hash(&mut parts),
        DatumKind::String(text) => text.hash(&mut parts),
        DatumKind::Symbol(symbol) => symbol.hash(&mut parts),
        DatumKind::Bytevector(bytes) => bytes.hash(&mut parts),
        DatumKind::Object { evaluation, index } => (evaluation, index).hash(&mut parts),
        DatumKind::Numbers(elements, bytes) => (elements, bytes).hash(&mut parts),
        DatumKind::Labelled { label, .. } | DatumKind::Reference(label) => label.hash(&mut parts),
        DatumKind::Vector(items) => items.len().hash(&mut parts),
        DatumKind::List { items, tail } => (items.len(), tail.is_some()).hash(&mut parts),
    }
    parts.finish()
}
