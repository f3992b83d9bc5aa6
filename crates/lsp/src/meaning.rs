//! What a name in a file means, across the files of a project.
//!
//! ```text
//!   name --bound in its file?------------------------> definition
//!     |--defined on the top level of its unit?-------> definition
//!     +--imported--> library of the project --inner--> definition, or imported there
//!                +-> library of Mound ----------------> its export
//! ```

use crate::imports::{self, Visible};
use crate::scope::{Binding, Occurrence};
use crate::workspace::{Document, Snapshot, Unit, Workspace};
use mound_base::Span;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Libraries that hand names on are followed so far.
const LIBRARIES_MAX: usize = 32;

/// What a name means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Meaning {
    /// A definition or a variable: its file, and its number there.
    Here { file: PathBuf, binding: usize },
    /// A name that a library of Mound exports.
    Mound { unit: String, name: String },
}

/// A name in a file, and what it means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Use {
    pub(crate) file: PathBuf,
    pub(crate) span: Span,
    pub(crate) meaning: Meaning,
    /// Whether the name is that of the definition, maybe behind a prefix.
    pub(crate) is_by_name: bool,
}

pub(crate) struct Meanings<'a> {
    pub(crate) workspace: &'a Workspace,
    pub(crate) snapshot: &'a Snapshot,
}

impl Meanings<'_> {
    pub(crate) fn document(&self, file: &Path) -> Option<&Rc<Document>> {
        self.snapshot.documents.get(file)
    }

    pub(crate) fn binding(&self, meaning: &Meaning) -> Option<(&Path, &Rc<Document>, &Binding)> {
        let Meaning::Here { file, binding } = meaning else {
            return None;
        };
        let (file, document) = self.snapshot.documents.get_key_value(file)?;
        Some((file, document, document.names.bindings.get(*binding)?))
    }

    /// The name at a byte of a file and what it means.
    pub(crate) fn at(&self, file: &Path, offset: usize) -> Option<Use> {
        let document = self.document(file)?;
        if let Some(occurrence) = document.names.at(offset) {
            return self.meaning(file, document, &occurrence);
        }
        let touches =
            |one: &Use| (one.span.start as usize..=one.span.end as usize).contains(&offset);
        self.in_imports(file).into_iter().find(touches)
    }

    /// What an occurrence means.
    pub(crate) fn meaning(
        &self,
        file: &Path,
        document: &Document,
        one: &Occurrence,
    ) -> Option<Use> {
        let found = |meaning, is_by_name| {
            Some(Use {
                file: file.to_owned(),
                span: one.place,
                meaning,
                is_by_name,
            })
        };
        let is_local = |binding: &usize| !document.names.bindings[*binding].is_global;
        if let Some(binding) = one.binding.filter(is_local) {
            let file = file.to_owned();
            return found(Meaning::Here { file, binding }, true);
        }
        let units = self.snapshot.units_at(file, one.place.start as usize);
        for unit in units {
            if let Some(meaning) = self.defined(unit, one.name) {
                return found(meaning, true);
            }
            let visible = self.workspace.visible(self.snapshot, unit);
            if let Some(visible) = visible.get(one.name.name())
                && let Some(meaning) = self.exported(&visible.unit, &visible.exported, 0)
            {
                let is_by_name = self.is_by_name(visible, &meaning);
                return found(meaning, is_by_name);
            }
        }
        None
    }

    /// The definition of a name on the top level of a unit.
    fn defined(&self, unit: &Unit, name: mound_base::Symbol) -> Option<Meaning> {
        unit.files.iter().find_map(|file| {
            let document = self.document(file)?;
            let binding = document.names.global(name, unit.scope(file, document))?;
            let file = file.clone();
            Some(Meaning::Here { file, binding })
        })
    }

    /// What a library exports by a name.
    pub(crate) fn exported(&self, library: &str, name: &str, depth: usize) -> Option<Meaning> {
        let Some(unit) = self.snapshot.library(library) else {
            let is_there = self
                .workspace
                .catalog
                .names(library)
                .iter()
                .any(|one| one == name);
            return is_there.then(|| Meaning::Mound {
                unit: library.to_owned(),
                name: name.to_owned(),
            });
        };
        let (inner, _) = unit.exports.iter().find(|(_, outer)| outer == name)?;
        if let Some(meaning) = self.defined(unit, mound_base::Symbol::intern(inner)) {
            return Some(meaning);
        }
        let visible = self.workspace.visible(self.snapshot, unit);
        let visible = visible.get(inner).filter(|_| depth < LIBRARIES_MAX)?;
        self.exported(&visible.unit, &visible.exported, depth + 1)
    }

    fn is_by_name(&self, visible: &Visible, meaning: &Meaning) -> bool {
        let name = self
            .binding(meaning)
            .map(|(_, _, binding)| binding.name.name());
        !visible.is_renamed && name.is_none_or(|name| name == visible.exported)
    }

    /// The names that stand in the import sets of a file.
    fn in_imports(&self, file: &Path) -> Vec<Use> {
        let mut exports = |name: &str| self.workspace.exports(self.snapshot, name);
        let units = self
            .snapshot
            .units
            .iter()
            .filter(|unit| unit.files[0] == file);
        let sets = units.flat_map(|unit| &unit.imports);
        let mut found = Vec::new();
        for (span, visible) in sets.flat_map(|set| imports::mentioned(set, &mut exports)) {
            if let Some(meaning) = self.exported(&visible.unit, &visible.exported, 0) {
                found.push(Use {
                    file: file.to_owned(),
                    span,
                    is_by_name: self.is_by_name(&visible, &meaning),
                    meaning,
                });
            }
        }
        found
    }

    /// Every use of what has this meaning, in the order of files and places; the definition is one.
    pub(crate) fn uses(&self, meaning: &Meaning) -> Vec<Use> {
        let mut found = Vec::new();
        for (file, document) in &self.snapshot.documents {
            let local = self
                .binding(meaning)
                .filter(|(_, _, binding)| !binding.is_global);
            if local.is_some_and(|(home, ..)| home != file) {
                continue;
            }
            for one in &document.names.occurrences {
                found.extend(self.meaning(file, document, one));
            }
            found.extend(self.in_imports(file));
        }
        found.retain(|one| one.meaning == *meaning);
        found.sort_by(|one, other| {
            (&one.file, one.span.start).cmp(&(&other.file, other.span.start))
        });
        found.dedup_by(|one, other| one.file == other.file && one.span == other.span);
        found
    }
}
