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
    /// Other sets of scopes in the form, by the number that names with them have, less one; and the name,
    /// if it begins with the mark: it is spelled without, and has a number of its own.
    pub(super) others: Vec<Other>,
    pub(super) numbers: HashMap<Other, usize>,
    pub(super) places: Places,
}

type Other = (ScopeSet, Option<Symbol>);

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
        let begins = name.starts_with(MARK).then_some(identifier.name);
        let others = &mut self.others;
        let other = (identifier.scopes, begins);
        let number = *self.numbers.entry(other).or_insert_with(|| {
            others.push(other);
            others.len()
        });
        Symbol::intern(&format!("{}{MARK}{number}", without_first_marks(&name)))
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
            Some((name, set)) => Identifier {
                name,
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
    fn numbered(&self, name: &str) -> Option<(Symbol, ScopeSet)> {
        let (base, number) = name.rsplit_once(MARK)?;
        let spelled = Symbol::intern(base);
        if let Some(number) = number.strip_prefix(TEMPLATE) {
            let number: usize = number.parse().ok()?;
            return Some((spelled, *self.sets.get(number)?));
        }
        if let Some(number) = number.strip_prefix(TEMPORARY) {
            // The spelling keeps the number: no other name of this use has it.
            let _: usize = number.parse().ok()?;
            return Some((Symbol::intern(name), self.renamed));
        }
        match number.parse::<usize>().ok()?.checked_sub(1) {
            Some(index) => {
                let (scopes, whole) = *self.others.get(index)?;
                let whole = whole.filter(|whole| without_first_marks(&whole.text()) == base);
                Some((whole.unwrap_or(spelled), scopes))
            }
            None => Some((spelled, self.used)),
        }
    }
}

/// How a name of the form is spelled that begins with marks: with them it would be a renamed one.
fn without_first_marks(name: &str) -> &str {
    match name.trim_start_matches(MARK) {
        "" => "mark",
        rest => rest,
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
