//! What identifiers mean: the table of bindings.
//!
//! A binding is made for a name and a set of scopes. An identifier refers to
//! the binding of its name whose set is the largest subset of its own; if two
//! such sets are not ordered, the reference is ambiguous.
//!
//! Entries are filed under the youngest scope of their set. An identifier that
//! has *n* scopes is resolved with *n* look-ups, however many bindings of the
//! same name the program has elsewhere.

use crate::core::VariableId;
use crate::form::CoreForm;
use crate::interface::{Export, MacroReference, VariableReference};
use crate::macros::{self, Macro};
use crate::scope::{Scope, ScopeSet, Scopes};
use crate::syntax::Identifier;
use mound_base::Symbol;
use std::collections::HashMap;
use std::rc::Rc;

/// A number into `Session::helpers`, never given again.
pub(crate) type HelperNumber = u64;

#[derive(Clone, Debug)]
pub(crate) enum Binding {
    Form(CoreForm),
    Macro(Transformer),
    Local(VariableId),
    /// A top-level variable of this unit, or of the interactive environment.
    Global(Symbol),
    Imported(Rc<VariableReference>),
    /// A helper of transformers: a number into `Session::helpers`.
    ForSyntax(HelperNumber),
    /// A pattern variable of a transformer: the local variable that has the parts of the form,
    /// and how many ellipses follow it.
    Pattern {
        variable: VariableId,
        depth: u32,
    },
}

#[derive(Clone, Debug)]
pub(crate) enum Transformer {
    Own(Rc<OwnMacro>),
    Imported(MacroReference),
}

/// A macro of the unit being expanded (or of the interactive environment).
#[derive(Debug)]
pub(crate) struct OwnMacro {
    pub(crate) rules: Macro,
    /// Added to what a use in an expression gives the macro, so that names of the
    /// use stay apart from equal names of the template that were written in the
    /// same scopes. One for all uses: it is younger than the template, and adding
    /// it again changes nothing, so recursive macros do not pile up scopes.
    pub(crate) use_scope: ScopeSet,
}

impl Transformer {
    /// Whether it is a procedure that computes, and no rules.
    pub(crate) fn is_procedure(&self) -> bool {
        let applied = match self {
            Transformer::Own(own) => &own.rules,
            Transformer::Imported(reference) => reference.rules(),
        };
        matches!(applied.transformer, macros::Transformer::Procedure(_))
    }
}

impl Binding {
    pub(crate) fn from_export(export: &Export) -> Binding {
        match export {
            Export::Variable(variable) => Binding::Imported(variable.clone()),
            Export::Macro(reference) => Binding::Macro(Transformer::Imported(reference.clone())),
            Export::Form(form) => Binding::Form(*form),
        }
    }

    /// Whether both mean the same thing (`free-identifier=?`).
    pub(crate) fn same(&self, other: &Binding) -> bool {
        match (self, other) {
            (Binding::Form(one), Binding::Form(other)) => one == other,
            (Binding::Local(one), Binding::Local(other)) => one == other,
            (Binding::Global(one), Binding::Global(other)) => one == other,
            (Binding::Imported(one), Binding::Imported(other)) => one.same(other),
            (Binding::ForSyntax(one), Binding::ForSyntax(other)) => one == other,
            (
                Binding::Pattern { variable: one, .. },
                Binding::Pattern {
                    variable: other, ..
                },
            ) => one == other,
            (Binding::Macro(one), Binding::Macro(other)) => match (one, other) {
                (Transformer::Own(one), Transformer::Own(other)) => Rc::ptr_eq(one, other),
                (Transformer::Imported(one), Transformer::Imported(other)) => one.same(other),
                _ => false,
            },
            _ => false,
        }
    }
}

/// Two bindings whose scope sets are not ordered.
pub(crate) struct Ambiguous;

type Entry = (ScopeSet, Binding);

type Key = (Option<Scope>, Symbol);

#[derive(Default, Debug)]
pub(crate) struct Table {
    entries: HashMap<Key, Vec<Entry>>,
    /// Where something was bound since the last [`Table::forget_unreachable`].
    bound: Vec<Key>,
}

impl Table {
    /// Binds, in place of an older binding for exactly the same scopes.
    pub(crate) fn bind(&mut self, identifier: Identifier, binding: Binding, scopes: &Scopes) {
        let youngest = scopes.members(identifier.scopes).last().copied();
        let key = (youngest, identifier.name);
        self.bound.push(key);
        let entries = self.entries.entry(key).or_default();
        match entries
            .iter_mut()
            .find(|entry| entry.0 == identifier.scopes)
        {
            Some(entry) => entry.1 = binding,
            None => entries.push((identifier.scopes, binding)),
        }
    }

    /// The binding for exactly these scopes.
    pub(crate) fn exact(&self, identifier: Identifier, scopes: &Scopes) -> Option<&Binding> {
        let youngest = scopes.members(identifier.scopes).last().copied();
        self.entries
            .get(&(youngest, identifier.name))?
            .iter()
            .find(|entry| entry.0 == identifier.scopes)
            .map(|entry| &entry.1)
    }

    pub(crate) fn resolve(
        &self,
        identifier: Identifier,
        scopes: &Scopes,
    ) -> Result<Option<Binding>, Ambiguous> {
        let mut candidates: Vec<&Entry> = Vec::new();
        let members = scopes.members(identifier.scopes);
        for youngest in members.iter().copied().map(Some).chain([None]) {
            if let Some(entries) = self.entries.get(&(youngest, identifier.name)) {
                candidates.extend(
                    entries
                        .iter()
                        .filter(|entry| scopes.is_subset(entry.0, identifier.scopes)),
                );
            }
        }
        let largest = candidates
            .iter()
            .max_by_key(|entry| scopes.members(entry.0).len());
        let Some(&largest) = largest else {
            return Ok(None);
        };
        if candidates
            .iter()
            .all(|entry| scopes.is_subset(entry.0, largest.0))
        {
            Ok(Some(largest.1.clone()))
        } else {
            Err(Ambiguous)
        }
    }

    /// Names that an identifier with these scopes could have meant.
    pub(crate) fn visible(&self, scopes_of_use: ScopeSet, scopes: &Scopes) -> Vec<Symbol> {
        let mut names: Vec<Symbol> = self
            .entries
            .iter()
            .filter(|(_, entries)| {
                entries
                    .iter()
                    .any(|entry| scopes.is_subset(entry.0, scopes_of_use))
            })
            .map(|((_, name), _)| *name)
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// After a form: forgets what it bound and no later form can name. `base` is the scope of the top
    /// level. With `has_macros` it defined macros there, whose templates may name its local macros.
    pub(crate) fn forget_unreachable(&mut self, base: ScopeSet, has_macros: bool) {
        let stays = |(scopes, binding): &Entry| match binding {
            Binding::Local(_) | Binding::Pattern { .. } => false,
            Binding::Macro(Transformer::Own(_)) => has_macros || *scopes == base,
            Binding::Form(_)
            | Binding::Macro(Transformer::Imported(_))
            | Binding::Global(_)
            | Binding::Imported(_)
            | Binding::ForSyntax(_) => true,
        };
        for key in std::mem::take(&mut self.bound) {
            if let Some(entries) = self.entries.get_mut(&key) {
                entries.retain(stays);
                if entries.is_empty() {
                    self.entries.remove(&key);
                }
            }
        }
        if self.entries.capacity() > 4 * self.entries.len() {
            self.entries.shrink_to(2 * self.entries.len());
        }
    }

    /// All meanings.
    pub(crate) fn bindings(&self) -> impl Iterator<Item = &Binding> {
        let entries = self.entries.values().flatten();
        entries.map(|(_, binding)| binding)
    }

    /// Keeps the meanings that pass.
    pub(crate) fn retain(&mut self, mut stays: impl FnMut(Symbol, &Binding) -> bool) {
        self.entries.retain(|(_, name), entries| {
            entries.retain(|(_, binding)| stays(*name, binding));
            !entries.is_empty()
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All sets of a few scopes, by the bits of their numbers.
    fn all_sets(scopes: &mut Scopes) -> Vec<ScopeSet> {
        let single: Vec<ScopeSet> = (0..4).map(|_| scopes.fresh_set()).collect();
        (0..16)
            .map(|bits| {
                let parts = single.iter().enumerate();
                let members = parts.filter(|(place, _)| bits >> place & 1 == 1);
                members.fold(ScopeSet::EMPTY, |set, (_, &part)| scopes.union(set, part))
            })
            .collect()
    }

    fn global(binding: &Binding) -> Symbol {
        let Binding::Global(name) = binding else {
            panic!("{binding:?}");
        };
        *name
    }

    // An identifier refers to the binding with the largest of the subsets of its scopes, if that contains
    // all others: looked for here among the numbers of the sets, whose bits are the scopes.
    #[test]
    fn the_largest_subset_that_contains_all_others_is_meant() {
        let mut scopes = Scopes::new();
        let sets = all_sets(&mut scopes);
        let name = Symbol::intern("x");
        let identifier = |bits: usize| Identifier {
            name,
            scopes: sets[bits],
        };
        let meaning = |bits: usize| Symbol::intern(&format!("bound by {bits}"));
        let other = Identifier {
            name: Symbol::intern("y"),
            scopes: sets[3],
        };
        // Each choice of up to three sets that bind the name.
        for choice in 0..16_usize.pow(3) {
            let bound = [choice % 16, choice / 16 % 16, choice / 256];
            let mut table = Table::default();
            table.bind(other, Binding::Global(other.name), &scopes);
            for bits in bound {
                table.bind(identifier(bits), Binding::Global(other.name), &scopes);
                table.bind(identifier(bits), Binding::Global(meaning(bits)), &scopes);
            }
            for (bits, set) in sets.iter().enumerate() {
                let exact = table.exact(identifier(bits), &scopes).map(global);
                assert_eq!(exact, bound.contains(&bits).then(|| meaning(bits)));
                let subsets = || bound.into_iter().filter(|one| one & !bits == 0);
                let contains_all = |one: &usize| subsets().all(|other| other & !one == 0);
                let largest = subsets().find(contains_all);
                match table.resolve(identifier(bits), &scopes) {
                    Ok(found) => {
                        assert_eq!(found.as_ref().map(global), largest.map(meaning));
                        assert_eq!(found.is_none(), subsets().next().is_none());
                    }
                    Err(Ambiguous) => assert!(largest.is_none() && subsets().next().is_some()),
                }
                let mut visible = Vec::new();
                visible.extend(subsets().next().map(|_| name));
                visible.extend((3 & !bits == 0).then_some(other.name));
                visible.sort_unstable();
                assert_eq!(table.visible(*set, &scopes), visible);
            }
        }
    }

    #[test]
    fn local_variables_are_forgotten_and_others_stay() {
        let mut scopes = Scopes::new();
        let sets = all_sets(&mut scopes);
        let identifier = |bits: usize| Identifier {
            name: Symbol::intern("x"),
            scopes: sets[bits],
        };
        let mut table = Table::default();
        table.bind(identifier(1), Binding::Local(VariableId(7)), &scopes);
        table.bind(identifier(3), Binding::Local(VariableId(8)), &scopes);
        table.bind(
            identifier(2),
            Binding::Global(Symbol::intern("kept")),
            &scopes,
        );
        table.forget_unreachable(sets[2], false);
        assert!(table.exact(identifier(1), &scopes).is_none());
        assert!(table.exact(identifier(3), &scopes).is_none());
        assert!(table.exact(identifier(2), &scopes).is_some());
        assert_eq!(table.entries.len(), 1);
    }

    #[test]
    fn room_for_many_local_variables_is_given_back() {
        let scopes = Scopes::new();
        let mut table = Table::default();
        let bind = |table: &mut Table, number: u32, binding| {
            let identifier = Identifier {
                name: Symbol::intern(&format!("x{number}")),
                scopes: ScopeSet::EMPTY,
            };
            table.bind(identifier, binding, &scopes);
        };
        for number in 0..10 {
            let name = Symbol::intern("kept");
            bind(&mut table, number, Binding::Global(name));
        }
        for number in 10..10_000 {
            bind(&mut table, number, Binding::Local(VariableId(number)));
        }
        table.forget_unreachable(ScopeSet::EMPTY, false);
        assert_eq!(table.entries.len(), 10);
        assert!(
            table.entries.capacity() < 100,
            "{}",
            table.entries.capacity()
        );
    }
}
