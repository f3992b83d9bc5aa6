//! Libraries that name their repository and version, in a session.
//!
//! A name is first given its meaning: spelling, relation to the library that imports it, aliases.
//! One that has a host or a version, or is in the store, is then *located*, and goes by the version
//! that was found; see [`mound_modules`].

use crate::session::{Origin, Outcome, Session};
use mound_base::{Diagnostic, SourceId, Span, Symbol};
use mound_bytecode::unit::note;
use mound_expand::{ExpandedLibrary, LibraryName};
use mound_modules::{Importer, Malformed, ModuleName, Trouble, aliases};
use mound_syntax::Datum;
use std::path::PathBuf;
use std::sync::Arc;

/// The name of a module as the expander has it: parts, with the version at the last.
pub(crate) fn library_name(name: &ModuleName) -> LibraryName {
    let mut parts = name.path.clone();
    if let (Some(version), Some(last)) = (&name.version, parts.last_mut()) {
        *last += &format!("@{version}");
    }
    LibraryName { parts }
}

/// Whether the name is spelled as this system alone spells names.
fn is_plain(name: &LibraryName) -> bool {
    let dots = |part: &String| part.bytes().all(|byte| byte == b'.');
    !name.parts.iter().any(|part| part.contains(['/', '@']))
        && !name.parts.first().is_some_and(dots)
}

/// The name with slashes and versions where they belong, if it is one; no aliases are looked at.
pub(crate) fn normal(name: &LibraryName) -> LibraryName {
    match is_plain(name) {
        true => name.clone(),
        false => ModuleName::from_parts(&name.parts)
            .map_or_else(|_| name.clone(), |name| library_name(&name)),
    }
}

/// The library under another name than the one it says.
pub(crate) fn named(datum: &Datum, name: &LibraryName) -> Datum {
    let is_named = mound_expand::library_name(datum).is_ok_and(|found| found == *name);
    match datum.as_list() {
        Some([head, old, rest @ ..]) if !is_named => {
            let parts = name.parts.iter();
            let parts: Vec<Datum> = parts
                .map(|part| Datum::symbol(old.span, Symbol::intern(part)))
                .collect();
            let mut items = vec![head.clone(), Datum::list(old.span, parts)];
            items.extend_from_slice(rest);
            Datum::list(datum.span, items)
        }
        _ => datum.clone(),
    }
}

pub(crate) fn diagnostic(span: Span, trouble: &Trouble) -> Diagnostic {
    let error = Diagnostic::error(span, trouble.to_string(), "imported here");
    match trouble.hint() {
        Some(hint) => error.with_hint(hint),
        None => error,
    }
}

impl Session {
    /// What a name means in the source where it stands.
    pub(crate) fn meaning(
        &mut self,
        name: &LibraryName,
        span: Span,
    ) -> Result<LibraryName, Diagnostic> {
        let directory = match self.origins.get(&span.source) {
            Some(Origin::BuiltIn(_) | Origin::Own(_)) => return Ok(name.clone()),
            Some(Origin::File(file)) => file.parent().map(PathBuf::from),
            None => None,
        };
        // What is not written anywhere has the name that it is called by.
        if span == Span::NONE {
            return Ok(name.clone());
        }
        let module = match (ModuleName::from_parts(&name.parts), is_plain(name)) {
            (Ok(module), _) => module,
            (Err(_), true) => return Ok(name.clone()),
            (Err(why), false) => return Err(malformed(name, why, span)),
        };
        let importer = self
            .open
            .last()
            .and_then(|open| ModuleName::from_parts(&open.parts).ok());
        let aliases = match self.aliases.get(&span.source) {
            None if !self.origins.contains_key(&span.source) => Some(&self.typed_aliases),
            found => found,
        };
        let importer = Importer {
            library: importer.as_ref(),
            directory: directory.as_deref(),
            aliases,
        };
        let meaning = match &mut self.modules {
            Some(modules) => modules.meaning(&name.parts, importer),
            None if module.is_relative() => {
                module
                    .relative_to(importer.library)
                    .map_err(|why| Trouble::Malformed {
                        name: name.to_string(),
                        why,
                    })
            }
            None => Ok(module),
        };
        let meaning = meaning.map_err(|trouble| diagnostic(span, &trouble))?;
        Ok(library_name(&meaning))
    }

    /// The identity and the file of a library that the store has, or gets now. `None`: it is found as
    /// others are.
    pub(crate) fn located(
        &mut self,
        name: &LibraryName,
        span: Span,
    ) -> Result<Option<(LibraryName, PathBuf)>, Diagnostic> {
        let Some(module) = self.module(name) else {
            return Ok(None);
        };
        if let Some(located) = self.located.get(name) {
            return Ok(Some((library_name(&located.name), located.file.clone())));
        }
        let Some(modules) = &mut self.modules else {
            return Ok(None);
        };
        let located = modules
            .locate(&module)
            .map_err(|trouble| diagnostic(span, &trouble))?;
        let Some(located) = located else {
            return Ok(None);
        };
        let found = (library_name(&located.name), located.file.clone());
        self.located.insert(name.clone(), located);
        Ok(Some(found))
    }

    /// What is noted in the unit of a library: provenance, which has no part in its hash.
    pub(crate) fn notes(
        &self,
        name: &LibraryName,
        expanded: &ExpandedLibrary,
    ) -> Vec<(Arc<str>, Arc<str>)> {
        let mut notes: Vec<(&str, &str)> = Vec::new();
        if let Some(namespace) = &expanded.namespace {
            notes.push((note::NAMESPACE, namespace));
        }
        let mut located = self.located.values();
        if let Some(located) = located.find(|located| library_name(&located.name) == *name) {
            let record = &located.record;
            notes.extend([
                (note::ORIGIN, &*record.url),
                (note::COMMIT, &record.commit),
                (note::SOURCES, &record.source),
            ]);
            // Other libraries in the place of Mound's own are another toolchain, which has no name.
            if self.own_libraries.is_none() {
                notes.push((note::TOOLCHAIN, self.built_in.toolchain()));
            }
        }
        let texts = notes.into_iter();
        texts
            .map(|(name, text)| (name.into(), text.into()))
            .collect()
    }

    /// Whether [`Session::located`] would find it without installing anything.
    pub(crate) fn could_locate(&self, name: &LibraryName) -> bool {
        match (self.module(name), &self.modules) {
            (Some(module), Some(modules)) => modules.is_here(&module),
            _ => false,
        }
    }

    /// The name for the store, unless the library is elsewhere: in the program, in a directory of the
    /// user, or part of Mound.
    fn module(&self, name: &LibraryName) -> Option<ModuleName> {
        let module = ModuleName::from_parts(&name.parts).ok()?;
        if module.version.is_none() && self.is_elsewhere(name) {
            return None;
        }
        (!self.libraries.contains_key(name) || self.located.contains_key(name)).then_some(module)
    }

    fn is_elsewhere(&self, name: &LibraryName) -> bool {
        let path = format!("{}.sld", name.unit_name());
        self.find_file(name).is_some() || self.built_in.source(&path).is_some()
    }

    /// Trusts a location from now on, or with `none` no longer any; gives those that are trusted.
    pub fn trust(&mut self, location: Option<&str>) -> Result<Vec<String>, String> {
        let modules = self.modules.as_mut();
        let modules = modules.ok_or("this node installs no libraries: it has no home directory")?;
        if let Some(location) = location {
            modules.policy().trust(location)?;
        }
        let trusted = modules.policy().trusted().iter();
        Ok(trusted.map(ToString::to_string).collect())
    }

    /// Takes the aliases out of a program, for the rest of it.
    pub(crate) fn take_aliases(
        &mut self,
        source: SourceId,
        data: Vec<Datum>,
    ) -> Outcome<Vec<Datum>> {
        let (aliases, rest): (Vec<Datum>, Vec<Datum>) =
            data.into_iter().partition(aliases::is_alias);
        for form in aliases {
            let defined = self.aliases.entry(source).or_default().define(&form);
            defined.map_err(|why| vec![malformed_alias(form.span, &why)])?;
        }
        Ok(rest)
    }

    /// Takes an alias that was typed; what remains is to be compiled.
    pub(crate) fn take_typed_alias(&mut self, datum: Datum) -> Outcome<Vec<Datum>> {
        if !aliases::is_alias(&datum) {
            return Ok(vec![datum]);
        }
        let defined = self.typed_aliases.define(&datum);
        defined.map_err(|why| vec![malformed_alias(datum.span, &why)])?;
        Ok(Vec::new())
    }
}

fn malformed(name: &LibraryName, why: Malformed, span: Span) -> Diagnostic {
    let name = name.to_string();
    diagnostic(span, &Trouble::Malformed { name, why })
}

fn malformed_alias(span: Span, why: &str) -> Diagnostic {
    Diagnostic::error(span, "malformed alias of a library", why)
}
