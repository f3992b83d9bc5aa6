//! What is said of libraries and names that are not there.

use crate::session::Session;
use mound_base::{Diagnostic, SourceId, Span, Symbol};
use mound_expand::LibraryName;
use mound_syntax::Datum;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

impl Session {
    /// Says through which libraries an open one imports itself.
    pub(crate) fn circular(&self, name: &LibraryName, span: Span) -> Diagnostic {
        let mut chain: Vec<String> = self
            .open
            .iter()
            .skip_while(|open| *open != name)
            .map(ToString::to_string)
            .collect();
        chain.push(name.to_string());
        let error = Diagnostic::error(
            span,
            format!("library {name} imports itself"),
            "this import closes the circle",
        );
        match chain.len() {
            0..=2 => error,
            _ => error.with_hint(format!(
                "{} imports {}",
                chain[0],
                chain[1..].join(", which imports ")
            )),
        }
    }

    /// Says where a library was looked for, or what was probably meant.
    pub(crate) fn unknown(&self, name: &LibraryName, span: Span) -> Diagnostic {
        let error = Diagnostic::error(span, format!("cannot find library {name}"), "imported here");
        let file = format!("{}.sld", name.unit_name());
        if let Some(why) = self.no_file_at(&file) {
            return error.with_hint(why);
        }
        if let Some(number) = number_of_srfi(name) {
            return error.with_hint(format!("it is called (srfi {number}) here"));
        }
        if let Some(system) = other_system(name) {
            return error.with_hint(format!(
                "that is a library of {system}; here are (scheme base), (srfi 1) and their like, and (termite): chapter 8 of the book compares"
            ));
        }
        if let Some(absent) = self.directories.iter().find(|path| is_absent(path)) {
            let absent = absent.display();
            return error.with_hint(format!(
                "there is no directory {absent}, in which -I or MOUND_PATH says to look"
            ));
        }
        let mut known: Vec<String> = self.libraries.keys().map(ToString::to_string).collect();
        known.extend(self.built_in_libraries().map(|name| name.to_string()));
        known.extend(self.libraries_beside(name));
        known.sort_unstable();
        let written = name.to_string();
        if let Some(nearest) = mound_base::nearest(&written, known.iter().map(String::as_str)) {
            return error.with_hint(format!("did you mean {nearest}?"));
        }
        let looked: Vec<String> = self
            .directories
            .iter()
            .map(|directory| directory.join(&file).display().to_string())
            .collect();
        if looked.is_empty() {
            return error.with_hint(format!(
                "a library {name} is the file {file} in a directory given by -I or MOUND_PATH"
            ));
        }
        error.with_hint(format!(
            "there is no file {}; other directories are given by -I and MOUND_PATH",
            looked.join(", ")
        ))
    }

    /// What stands where the file of a library would, if that is no file.
    fn no_file_at(&self, file: &str) -> Option<String> {
        let mut paths = self
            .directories
            .iter()
            .map(|directory| directory.join(file));
        let path = paths.find(|path| path.exists() && !path.is_file())?;
        let what = if path.is_dir() {
            "a directory"
        } else {
            "no regular file"
        };
        Some(format!("{} is {what}", path.display()))
    }

    /// Libraries whose files stand where that of `name` would.
    fn libraries_beside(&self, name: &LibraryName) -> Vec<String> {
        let before = &name.parts[..name.parts.len().saturating_sub(1)];
        let mut found = Vec::new();
        for directory in &self.directories {
            let directory: PathBuf = std::iter::once(directory.clone())
                .chain(before.iter().map(PathBuf::from))
                .collect();
            let Ok(entries) = std::fs::read_dir(directory) else {
                continue;
            };
            for path in entries.take(FILES_MAX).flatten().map(|entry| entry.path()) {
                if path.extension().is_some_and(|extension| extension == "sld")
                    && let Some(stem) = path.file_stem().and_then(|stem| stem.to_str())
                {
                    let mut parts = before.to_vec();
                    parts.push(stem.to_owned());
                    found.push(LibraryName { parts }.to_string());
                }
            }
        }
        found
    }

    /// The libraries in the binary.
    fn built_in_libraries(&self) -> impl Iterator<Item = LibraryName> + use<> {
        self.built_in
            .sources
            .iter()
            .filter_map(|(path, _)| path.strip_suffix(".sld"))
            .map(|path| LibraryName::new(path.split('/')))
    }

    /// The libraries in the binary that say they export the name; those of standards first.
    pub(crate) fn built_in_exporters(&mut self, name: Symbol) -> Vec<LibraryName> {
        if self.exporters.is_none() {
            self.exporters = Some(self.all_exporters());
        }
        let found = self.exporters.as_ref().and_then(|all| all.get(&name));
        found.cloned().unwrap_or_default()
    }

    /// What all libraries in the binary say they export. They are read once, when a name is sought.
    fn all_exporters(&self) -> HashMap<Symbol, Vec<LibraryName>> {
        let mut libraries: Vec<LibraryName> = self.built_in_libraries().collect();
        libraries.retain(|library| !INTERNAL.contains(&&*library.unit_name()));
        libraries.sort_by_key(|library| match &*library.parts[0] {
            "scheme" => 0,
            "srfi" => 1,
            _ => 2,
        });
        let mut all: HashMap<Symbol, Vec<LibraryName>> = HashMap::new();
        for library in libraries {
            for name in self.exports_of(&library) {
                let exporters = all.entry(name).or_default();
                if exporters.len() < EXPORTERS_MAX && exporters.last() != Some(&library) {
                    exporters.push(library.clone());
                }
            }
        }
        self.add_old_names(&mut all);
        all
    }

    /// Names that R7RS has no more, such as `exact->inexact`, with the library of the old standard.
    fn add_old_names(&self, all: &mut HashMap<Symbol, Vec<LibraryName>>) {
        let library = LibraryName::new(["scheme", "r5rs"]);
        for name in self.exports_of(&library) {
            let exporters = all.entry(name).or_default();
            if !exporters.iter().any(|other| &*other.parts[0] == "scheme") {
                exporters.insert(0, library.clone());
                exporters.truncate(EXPORTERS_MAX);
            }
        }
    }

    /// What a library in the binary says it exports.
    fn exports_of(&self, library: &LibraryName) -> Vec<Symbol> {
        let path = format!("{}.sld", library.unit_name());
        let text = self.built_in.source(&path).unwrap_or_default();
        let data = mound_syntax::read_all(SourceId(u32::MAX), text).unwrap_or_default();
        data.iter().flat_map(exported).collect()
    }
}

/// Whether there is no such directory; the empty path is the current one.
fn is_absent(directory: &Path) -> bool {
    !directory.as_os_str().is_empty() && !directory.is_dir()
}

/// The system that has libraries whose names begin so.
fn other_system(name: &LibraryName) -> Option<&'static str> {
    Some(match &*name.parts[0] {
        "rnrs" => "R6RS",
        "chezscheme" => "Chez Scheme",
        "ice-9" | "oop" | "system" => "Guile",
        "racket" => "Racket",
        "chicken" => "CHICKEN",
        "gambit" => "Gambit",
        "gauche" => "Gauche",
        "chibi" => "Chibi Scheme",
        "clojure" => "Clojure",
        _ => return None,
    })
}

/// The number of a SRFI as other systems name its library: `(srfi srfi-1)`, `(srfi :1)`.
fn number_of_srfi(name: &LibraryName) -> Option<u16> {
    let [first, second, ..] = &name.parts[..] else {
        return None;
    };
    let number = second
        .strip_prefix("srfi-")
        .or_else(|| second.strip_prefix(':'));
    number?.parse().ok().filter(|_| first == "srfi")
}

/// Libraries that are not for programs, or for old ones that name them.
const INTERNAL: &[&str] = &["mound/base", "mound/syntax", "scheme/r5rs"];
/// Files looked at for the name of a library that was misspelt.
const FILES_MAX: usize = 1000;
/// Libraries named that export what is not bound.
const EXPORTERS_MAX: usize = 3;

/// The names that a `define-library` form exports.
fn exported(library: &Datum) -> impl Iterator<Item = Symbol> {
    let declarations = library.as_list().unwrap_or_default().iter();
    let specs = declarations
        .filter_map(|declaration| declaration.as_list())
        .filter(|declaration| {
            declaration
                .first()
                .is_some_and(|head| head.is_symbol("export"))
        })
        .flat_map(|declaration| &declaration[1..]);
    specs.filter_map(|spec| match spec.as_list() {
        Some([_, _, external]) => external.as_symbol(),
        _ => spec.as_symbol(),
    })
}
