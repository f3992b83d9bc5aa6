//! Import sets, `cond-expand` and `include`: what brings in other text and names.

use crate::binding::Binding;
use crate::core_forms_error;
use crate::expander::{Expander, ImportSet, Outcome, UnitKind};
use crate::form::{CoreForm, syntax_library};
use crate::interface::{Export, LibraryName};
use crate::suggest;
use crate::syntax::{Identifier, Syntax};
use mound_base::{Diagnostic, Symbol};
use mound_syntax::{Datum, DatumKind};
use std::collections::BTreeMap;

/// Work charged for a file, so that one that includes itself soon ends.
const FILE_WORK: u32 = 10_000;

/// What an import set can do with another.
const MODIFIERS: [&str; 4] = ["only", "except", "prefix", "rename"];

/// Names and what they mean, as an import set selects them.
type Names = BTreeMap<Symbol, Export>;

impl Expander<'_> {
    /// `(import set ...)` at the top level of a program.
    pub(crate) fn top_level_import(&mut self, syntax: &Syntax) -> Outcome<()> {
        let form = CoreForm::Import;
        if self.unit.kind == UnitKind::Library {
            return Err(core_forms_error(
                form,
                syntax.span,
                "not inside a library body",
            ));
        }
        let sets = self.proper(form, syntax)?;
        for set in &sets[1..] {
            let set = self.datum(set)?;
            self.import(&set)?;
        }
        Ok(())
    }

    /// Binds the names of one import set at the top level.
    pub(crate) fn import(&mut self, set: &Datum) -> Outcome<()> {
        let (library, names) = self.import_set(set)?;
        let brought: Vec<Symbol> = names.keys().copied().collect();
        self.provider.imported(set, &library, &brought);
        for (name, export) in &names {
            let bound = self.bound(*name);
            let is_new = bound.is_none();
            let differs = bound.is_some_and(|bound| !bound.same(&Binding::from_export(export)));
            if differs && let Some(other) = self.imported_otherwise(*name, export) {
                return Err(two_meanings(&names, set, &library, other));
            }
            if is_new {
                self.session.kept.fresh.push(*name);
            }
            self.bind_import(*name, export);
        }
        // Its names may be those of the text.
        self.session.kept.hold(set.span.source);
        if !self.session.imported.contains(&library) {
            self.session.imported.push(library.clone());
        }
        self.note_set(ImportSet {
            set: set.clone(),
            library,
            names,
        });
        Ok(())
    }

    fn bind_import(&mut self, name: Symbol, export: &Export) {
        let scopes = self.session.base;
        let identifier = Identifier { name, scopes };
        let binding = Binding::from_export(export);
        let session = &mut *self.session;
        session.table.bind(identifier, binding, &session.scopes);
    }

    /// The import set of this program or library that gave the name another meaning.
    fn imported_otherwise(&self, name: Symbol, export: &Export) -> Option<&ImportSet> {
        let sets = &self.session.import_sets[self.earlier_sets..];
        sets.iter().find(|set| {
            let imported = set.names.get(&name);
            imported.is_some_and(|imported| !imported.same(export))
        })
    }

    /// A set that is imported again takes the place of what was known of it.
    fn note_set(&mut self, set: ImportSet) {
        let sets = &mut self.session.import_sets;
        let earlier = &sets[..self.earlier_sets];
        let is_it = |known: &ImportSet| {
            let keys = |set: &ImportSet| set.names.keys().copied().collect::<Vec<_>>();
            known.library == set.library && keys(known) == keys(&set)
        };
        if let Some(index) = earlier.iter().position(is_it) {
            sets.remove(index);
            self.earlier_sets -= 1;
        }
        sets.push(set);
    }

    /// Looks at all import sets of a REPL again: some of their libraries have been compiled anew.
    /// Names that still mean what the old library gave get the meaning of the new one. Gives those
    /// that it no longer exports, which stay as they are.
    pub(crate) fn import_again(&mut self) -> Outcome<Vec<Symbol>> {
        let mut lost = Vec::new();
        for index in 0..self.session.import_sets.len() {
            let set = self.session.import_sets[index].set.clone();
            let (_, names) = self.import_set(&set)?;
            let known = std::mem::take(&mut self.session.import_sets[index].names);
            for (name, export) in &names {
                let bound = self.bound(*name);
                let before = known.get(name).map(Binding::from_export);
                let is_ours = match (&bound, &before) {
                    (Some(bound), Some(before)) => bound.same(before),
                    (bound, _) => bound.is_none(),
                };
                // Also if it means the same: what is known of it may name places of a text that goes.
                if is_ours {
                    self.bind_import(*name, export);
                }
            }
            lost.extend(known.keys().filter(|name| !names.contains_key(name)));
            self.session.import_sets[index].names = names;
        }
        Ok(lost)
    }

    fn bound(&self, name: Symbol) -> Option<Binding> {
        let scopes = self.session.base;
        let identifier = Identifier { name, scopes };
        let bound = self.session.table.exact(identifier, &self.session.scopes);
        bound.cloned()
    }

    fn import_set(&mut self, set: &Datum) -> Outcome<(LibraryName, Names)> {
        if let Some([head, inner, rest @ ..]) = set.as_list()
            && (inner.as_list().is_some() || LibraryName::from_datum(inner).is_some())
            && let Some(head) = head.as_symbol()
        {
            let head = &*head.text();
            if MODIFIERS.contains(&head) {
                self.enter(set.span)?;
                let (library, names) = self.import_set(inner)?;
                self.leave();
                let names = {
                    let (kept, kind) = (&mut self.session.kept, self.unit.kind);
                    let mut symbol = |name: &str| kept.symbol(kind, name);
                    modify(head, &library, names, rest, set, &mut symbol)?
                };
                return Ok((library, names));
            }
        }
        let Some(name) = LibraryName::from_datum(set) else {
            let error = Diagnostic::error(
                set.span,
                "this is not an import set",
                "expected a library name, or (only set name ...), (except set name ...), \
                 (prefix set name), (rename set (name new) ...)",
            );
            let head = set.as_list().and_then(|items| items.first()?.as_symbol());
            return Err(match head {
                None if set.as_symbol().is_some() => error.with_hint(
                    "a library is named by a list: (import (scheme base) (scheme write))",
                ),
                None if matches!(set.kind, DatumKind::String(_)) => error.with_hint(
                    "a file is taken in by (include \"file.scm\"), and evaluated by (load \"file.scm\") of (scheme load)",
                ),
                Some(head) => suggest::hinted(error, head, MODIFIERS.map(Symbol::intern)),
                None => error,
            });
        };
        let interface = if name == syntax_library().name {
            syntax_library()
        } else {
            self.provider.interface(&name, set.span)?
        };
        Ok((name, interface.exports.clone()))
    }

    /// The forms that a `cond-expand` chooses.
    pub(crate) fn cond_expand(&mut self, syntax: &Syntax) -> Outcome<Vec<Syntax>> {
        let form = CoreForm::CondExpand;
        let clauses = self.proper(form, syntax)?;
        for clause in &clauses[1..] {
            let parts = clause.items(&mut self.session.scopes);
            let Some([requirement, forms @ ..]) = parts.as_deref() else {
                return Err(core_forms_error(form, clause.span, "this is not a clause"));
            };
            let requirement = self.datum(requirement)?;
            if self.holds(&requirement)? {
                return Ok(forms.to_vec());
            }
        }
        Ok(Vec::new())
    }

    /// Whether a requirement of `cond-expand` holds.
    pub(crate) fn holds(&mut self, requirement: &Datum) -> Outcome<bool> {
        self.enter(requirement.span)?;
        let holds = self.holds_here(requirement)?;
        self.leave();
        Ok(holds)
    }

    fn holds_here(&mut self, requirement: &Datum) -> Outcome<bool> {
        if let Some(feature) = requirement.as_symbol() {
            return Ok(*feature.text() == *"else" || self.provider.features().contains(&feature));
        }
        let Some([head, parts @ ..]) = requirement.as_list() else {
            return Err(wrong_requirement(requirement));
        };
        let Some(head) = head.as_symbol() else {
            return Err(wrong_requirement(requirement));
        };
        match (&*head.text(), parts) {
            ("and", parts) => {
                for part in parts {
                    if !self.holds(part)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            ("or", parts) => {
                for part in parts {
                    if self.holds(part)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            ("not", [part]) => Ok(!self.holds(part)?),
            // Of Gambit: what its compiler makes. Nothing of that is made here.
            ("compilation-target", _) => Ok(false),
            ("library", [name]) => match LibraryName::from_datum(name) {
                Some(wanted) => {
                    Ok(wanted == syntax_library().name || self.provider.exists(&wanted, name.span))
                }
                None => Err(wrong_requirement(name)),
            },
            _ => Err(wrong_requirement(requirement)),
        }
    }

    /// The forms in the files that an `include` names, in the scopes of the keyword.
    pub(crate) fn include(&mut self, form: CoreForm, syntax: &Syntax) -> Outcome<Vec<Syntax>> {
        let items = self.proper(form, syntax)?;
        let scopes = items[0].scopes;
        let mut forms = Vec::new();
        for item in &items[1..] {
            let path = self.datum(item)?;
            let data = self.included_data(form, &path)?;
            forms.extend(data.iter().map(|datum| Syntax::new(datum, scopes)));
        }
        if forms.is_empty() && items.len() == 1 {
            return Err(core_forms_error(form, syntax.span, "nothing follows"));
        }
        Ok(forms)
    }

    pub(crate) fn included_data(&mut self, form: CoreForm, path: &Datum) -> Outcome<Vec<Datum>> {
        self.charge(FILE_WORK, path.span)?;
        if let DatumKind::String(text) = &path.kind {
            let fold_case = form == CoreForm::IncludeCi;
            let source = path.span.source;
            self.provider.include(source, text, fold_case, path.span)
        } else {
            Err(core_forms_error(form, path.span, "this is not a string"))
        }
    }
}

/// Tells all names at once that two sets disagree about: who mends one would meet the next.
fn two_meanings(
    names: &Names,
    set: &Datum,
    library: &LibraryName,
    other: &ImportSet,
) -> Diagnostic {
    /// So many are named; the hint says that there are more.
    const NAMED_MAX: usize = 12;
    let differs = |(name, export): (&Symbol, &Export)| {
        let imported = other.names.get(name);
        imported.is_some_and(|imported| !imported.same(export))
    };
    let mut differing: Vec<String> = names
        .iter()
        .filter(|&named| differs(named))
        .map(|(name, _)| name.to_string())
        .collect();
    differing.sort_unstable();
    if let [first] = &differing[..] {
        return Diagnostic::error(
            set.span,
            format!("`{first}` is imported with two meanings"),
            format!("the one of {library} is not that of {}", other.library),
        )
        .with_related(other.set.span, format!("`{first}` of {} is imported here", other.library))
        .with_hint(format!(
            "leave one out with (except {library} {first}), or give it another name with (rename {library} ({first} ...))"
        ));
    }
    let count = differing.len();
    if count > NAMED_MAX {
        differing.truncate(NAMED_MAX);
        differing.push("...".to_owned());
    }
    Diagnostic::error(
        set.span,
        format!(
            "{count} names are imported with two meanings, `{}`",
            differing.join("`, `")
        ),
        format!("those of {library} are not those of {}", other.library),
    )
    .with_related(
        other.set.span,
        format!("those of {} are imported here", other.library),
    )
    .with_hint(format!(
        "leave those of one out with (except {library} {0}) or (except {1} {0})",
        differing.join(" "),
        other.library
    ))
}

/// Applies `only`, `except`, `prefix` or `rename` to the names of an import set.
fn modify(
    head: &str,
    library: &LibraryName,
    mut names: Names,
    rest: &[Datum],
    set: &Datum,
    symbol: &mut dyn FnMut(&str) -> Symbol,
) -> Outcome<Names> {
    let missing = |name: &Datum, names: &Names| {
        let text = mound_syntax::write(name);
        let error = Diagnostic::error(
            name.span,
            format!("{library} does not export `{text}`"),
            "not among the names of this import set",
        );
        match name.as_symbol() {
            Some(name) => suggest::hinted(error, name, names.keys().copied()),
            None => error,
        }
    };
    let mut result = Names::new();
    match head {
        "prefix" => {
            let [prefix] = rest else {
                return Err(wrong_modifier(set));
            };
            let prefix = prefix.as_symbol().ok_or_else(|| wrong_modifier(set))?;
            for (name, export) in names {
                result.insert(symbol(&format!("{prefix}{name}")), export);
            }
        }
        "rename" => {
            for pair in rest {
                let Some([old, new]) = pair.as_list() else {
                    return Err(wrong_modifier(pair));
                };
                let (Some(from), Some(to)) = (old.as_symbol(), new.as_symbol()) else {
                    return Err(wrong_modifier(pair));
                };
                let export = names.remove(&from).ok_or_else(|| missing(old, &names))?;
                result.insert(to, export);
            }
            for (name, export) in names {
                result.entry(name).or_insert(export);
            }
        }
        _ => {
            for datum in rest {
                let name = datum.as_symbol().ok_or_else(|| wrong_modifier(datum))?;
                // A name may be there twice, as in two parts of a list that grew.
                if result.contains_key(&name) {
                    continue;
                }
                let export = names.remove(&name).ok_or_else(|| missing(datum, &names))?;
                result.insert(name, export);
            }
            if head == "except" {
                result = names;
            }
        }
    }
    Ok(result)
}

fn wrong_modifier(datum: &Datum) -> Diagnostic {
    Diagnostic::error(
        datum.span,
        "malformed import set",
        "expected (only set name ...), (except set name ...), (prefix set name) \
         or (rename set (name new) ...)",
    )
}

fn wrong_requirement(datum: &Datum) -> Diagnostic {
    Diagnostic::error(
        datum.span,
        "malformed requirement of `cond-expand`",
        "expected a feature, (library name), (and ...), (or ...), (not ...) or else",
    )
}
