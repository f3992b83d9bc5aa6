//! Libraries in directories of the user, compiled anew while a session lives.
//!
//! A library and all that import it are compiled again, and take the place of what the session knew;
//! so do the names that were imported from them by what was typed. The units that were handed out
//! before are not touched: whoever runs them goes on with them ([`crate::replaced`] says when they go).
//!
//! Invariants:
//! - R1. A reload that fails, or is only rehearsed, leaves the session as it was.
//! - R2. A version does not change, so it is not compiled again; it can be loaded beside others.

use crate::modules::{self, diagnostic, library_name};
use crate::session::{Compilation, Library, Origin, Outcome, Session};
use mound_base::{Diagnostic, SourceId, Span};
use mound_bytecode::unit::UnitHash;
use mound_expand::{LibraryName, LibraryProvider};
use mound_modules::{Importer, ModuleName};
use std::collections::HashSet;

/// Names of units with their new hashes.
pub type Changed = Vec<(String, Option<UnitHash>)>;

/// What was compiled again, and the names that are lost by that.
type Recompiled = (Changed, Vec<String>);

/// What came of a reload.
#[derive(Debug, Default)]
pub struct Reload {
    /// The new units; none if it was rehearsed.
    pub compilation: Compilation,
    /// The libraries that were compiled, by the names of their units, with the new hashes; none for a
    /// version that was not loaded, since that was rehearsed.
    pub changed: Changed,
    /// Names that were typed with a meaning of the old code, which the new code no longer exports.
    pub lost: Vec<String>,
}

impl Session {
    /// Compiles a library again, or all whose files have changed, and what imports them. With
    /// `rehearse` nothing stays of it. A version of a library is loaded if it is not there.
    pub fn reload(&mut self, library: Option<&str>, rehearse: bool) -> Result<Reload, String> {
        let mut reload = Reload::default();
        let before = self.fresh.len();
        let result = self.rendered(|session| {
            let wanted = match library {
                Some(name) => {
                    let name = modules::normal(&LibraryName::new(name.split('/')));
                    if let Some(version) = session.version(&name).map_err(|error| vec![error])? {
                        reload.changed = vec![session.load_version(&name, version, rehearse)?];
                        return Ok(None);
                    }
                    vec![session.reloadable(name)?]
                }
                None => session.changed(),
            };
            (reload.changed, reload.lost) = session.compile_again(&wanted, rehearse)?;
            Ok(None)
        });
        match result {
            Ok(_) if rehearse => Ok(reload),
            Ok(compilation) => Ok(Reload {
                compilation,
                ..reload
            }),
            Err(text) => {
                self.fresh.truncate(before);
                Err(text)
            }
        }
    }

    /// The libraries that imports mean now and that are not part of Mound: names and hashes of units.
    pub fn current(&self) -> Vec<(String, UnitHash)> {
        let ready = self.libraries.iter().filter_map(|(name, library)| {
            let name = name.unit_name();
            match library {
                Library::Ready(interface) if self.built_in.library(&name).is_none() => {
                    Some((name, UnitHash(interface.hash)))
                }
                Library::Ready(_) | Library::Open => None,
            }
        });
        ready.collect()
    }

    /// The name as a version, if it leads to one.
    fn version(&mut self, name: &LibraryName) -> Result<Option<ModuleName>, Diagnostic> {
        let Ok(module) = ModuleName::from_parts(&name.parts) else {
            return Ok(None);
        };
        if module.version.is_none() && !module.is_hosted() {
            return Ok(None);
        }
        let aliased = self.modules.as_mut();
        let aliased = aliased.map(|modules| modules.meaning(&name.parts, Importer::default()));
        let aliased = aliased.transpose();
        aliased
            .map(|meaning| Some(meaning.unwrap_or(module)))
            .map_err(|trouble| diagnostic(Span::NONE, &trouble))
    }

    /// Loads a version, or looks whether it could be loaded.
    fn load_version(
        &mut self,
        said: &LibraryName,
        module: ModuleName,
        rehearse: bool,
    ) -> Outcome<(String, Option<UnitHash>)> {
        let name = library_name(&module);
        if rehearse {
            if !self.libraries.contains_key(&name) && !self.could_locate(&name) {
                let text = format!("library {said} is not installed");
                return Err(vec![
                    Diagnostic::error(Span::NONE, text, "")
                        .with_hint(format!("`mound install {module}` fetches it")),
                ]);
            }
            return Ok((name.unit_name(), None));
        }
        let interface = self.interface(&name, Span::NONE);
        let interface = interface.map_err(|error| vec![error])?;
        Ok((interface.name.unit_name(), Some(UnitHash(interface.hash))))
    }

    fn reloadable(&self, name: LibraryName) -> Outcome<LibraryName> {
        let wrong = |text: String, hint: &str| {
            Err(vec![
                Diagnostic::error(Span::NONE, text, "").with_hint(hint.to_owned()),
            ])
        };
        if self.library_sources.contains_key(&name) {
            return Ok(name);
        }
        if self.libraries.contains_key(&name) && !self.dependencies.contains_key(&name) {
            return wrong(
                format!("library {name} is part of Mound"),
                "only libraries in directories of yours can be loaded again",
            );
        }
        if self.has_file(&name) {
            return wrong(
                format!("library {name} is installed, and what is installed does not change"),
                "another version can be loaded beside it",
            );
        }
        if self.dependencies.contains_key(&name) {
            return wrong(
                format!("library {name} has no file: it was defined in a program, or typed"),
                "define it again",
            );
        }
        match self.find_file(&name) {
            Some(_) => Ok(name),
            None => Err(vec![self.unknown(&name, Span::NONE)]),
        }
    }

    /// The libraries of which a file is no longer what was compiled.
    fn changed(&self) -> Vec<LibraryName> {
        let changed: HashSet<SourceId> = self
            .origins
            .iter()
            .filter(|(source, origin)| match origin {
                Origin::File(path) => {
                    let text = mound_base::read_source_file(path);
                    let text = text.ok().and_then(|bytes| mound_base::decode(bytes).ok());
                    self.sources.text(**source) != text.as_deref()
                }
                Origin::BuiltIn(_) | Origin::Own(_) => false,
            })
            .map(|(source, _)| self.outermost(*source))
            .collect();
        let libraries = self.library_sources.iter();
        let mut names: Vec<LibraryName> = libraries
            .filter(|(_, source)| changed.contains(source))
            .map(|(name, _)| name.clone())
            .collect();
        names.sort_unstable();
        names
    }

    /// The source that includes this one, however deep.
    pub(crate) fn outermost(&self, source: SourceId) -> SourceId {
        let mut outermost = source;
        while let Some(includer) = self.includers.get(&outermost) {
            outermost = *includer;
        }
        outermost
    }

    /// These libraries, and all with a file that import one of them, directly or not. One that was
    /// typed has no text that could have changed, and stays with the old code.
    fn with_importers(&self, wanted: &[LibraryName]) -> Vec<LibraryName> {
        let mut found = wanted.to_vec();
        let mut index = 0;
        while let Some(name) = found.get(index) {
            let unit = name.unit_name();
            let mut importers: Vec<LibraryName> = self
                .dependencies
                .iter()
                .filter(|(importer, imports)| {
                    imports.contains(&unit) && self.has_file(importer) && !found.contains(importer)
                })
                .map(|(importer, _)| importer.clone())
                .collect();
            importers.sort_unstable();
            found.extend(importers);
            index += 1;
        }
        found
    }

    pub(crate) fn has_file(&self, name: &LibraryName) -> bool {
        let mut located = self.located.values();
        self.library_sources.contains_key(name)
            || located.any(|located| library_name(&located.name) == *name)
    }

    fn compile_again(&mut self, wanted: &[LibraryName], rehearse: bool) -> Outcome<Recompiled> {
        let affected = self.with_importers(wanted);
        if affected.is_empty() {
            return Ok(Default::default());
        }
        self.replaced.note();
        if let Some(modules) = &mut self.modules {
            modules.forget_aliases();
        }
        let known: HashSet<LibraryName> = self.libraries.keys().cloned().collect();
        let kept: Vec<_> = affected
            .iter()
            .map(|name| {
                let library = self.libraries.remove(name);
                let imports = self.dependencies.get(name).cloned();
                (
                    name,
                    library,
                    imports,
                    self.library_sources.get(name).copied(),
                )
            })
            .collect();
        let mut compiled = Ok(());
        for name in &affected {
            if let Err(error) = self.interface(name, Span::NONE) {
                compiled = Err(vec![error]);
                break;
            }
        }
        let mut lost = Vec::new();
        if compiled.is_ok() && !rehearse {
            let mut environment = std::mem::take(&mut self.interactive);
            let again = environment.import_again(self);
            self.interactive = environment;
            match again {
                Ok(names) => lost = names.iter().map(ToString::to_string).collect(),
                Err(error) => compiled = Err(vec![error]),
            }
        }
        let hashes = self.current();
        let changed = affected
            .iter()
            .map(LibraryName::unit_name)
            .filter_map(|name| {
                let found = hashes.iter().find(|(current, _)| *current == name)?;
                Some((name, Some(found.1)))
            })
            .collect();
        if compiled.is_err() || rehearse {
            self.libraries.retain(|name, _| known.contains(name));
            for (name, library, imports, source) in kept {
                restore(&mut self.libraries, name, library);
                restore(&mut self.dependencies, name, imports);
                restore(&mut self.library_sources, name, source);
            }
        }
        compiled.map(|()| (changed, lost))
    }
}

fn restore<T>(
    table: &mut std::collections::HashMap<LibraryName, T>,
    name: &LibraryName,
    value: Option<T>,
) {
    match value {
        Some(value) => table.insert(name.clone(), value),
        None => table.remove(name),
    };
}
