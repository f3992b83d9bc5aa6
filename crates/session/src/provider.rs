//! What the expander asks of a session: libraries by name, and files that are included.

use crate::modules;
use crate::session::{Library, LibraryFile, Origin, Session};
use crate::why;
use mound_base::{Diagnostic, SourceId, Span, Symbol};
use mound_expand::core::Program;
use mound_expand::{
    Application, LibraryInterface, LibraryName, LibraryProvider, Transformed, TransformerFault,
};
use mound_syntax::{Datum, Reader};
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::rc::Rc;

impl LibraryProvider for Session {
    fn interface(
        &mut self,
        name: &LibraryName,
        span: Span,
    ) -> Result<Rc<LibraryInterface>, Diagnostic> {
        let name = self.meaning(name, span)?;
        let name = self.plain_srfi(&name);
        let located = self.located(&name, span)?;
        let name = located.as_ref().map_or(&name, |(name, _)| name);
        if let Some(importer) = self.imports.last_mut() {
            let name = name.unit_name();
            if !importer.contains(&name) {
                importer.push(name);
            }
        }
        match self.libraries.get(name) {
            Some(Library::Ready(interface)) => return Ok(interface.clone()),
            Some(Library::Open) => {
                return Err(self.circular(name, span));
            }
            None => {}
        }
        let is_located = located.is_some();
        if is_located && let Some(interface) = self.load_kept(name) {
            return Ok(interface);
        }
        let file = match &located {
            Some((_, file)) => Some(LibraryFile::Given(file.clone())),
            None => self.find_file(name),
        };
        if file.is_none()
            && let Some(stored) = self.stored(&name.unit_name())
        {
            return self.load(stored).map_err(|why| {
                let headline = format!("cannot load library {name}");
                Diagnostic::error(span, headline, why)
                    .with_hint("this is a defect of Mound; please report it")
            });
        }
        let (source, text, built_in) = self.library_source(name, file, span)?;
        let data = mound_syntax::read_all(source, &text)?;
        let is_it = |datum: &&Datum| {
            mound_expand::library_name(datum).is_ok_and(|found| modules::normal(&found) == *name)
        };
        let mut libraries = data.iter().filter(|datum| mound_expand::is_library(datum));
        // Of a version, the file says what the library is called: where it is from is known.
        let datum = match is_located {
            true => libraries.next(),
            false => libraries.find(is_it),
        };
        let Some(datum) = datum else {
            let label = self.sources.name(source).unwrap_or_default();
            let headline = format!("{label} does not define library {name}");
            let error = Diagnostic::error(span, headline, "imported here");
            let mut libraries = data.iter().filter(|datum| mound_expand::is_library(datum));
            return Err(match libraries.next() {
                Some(other) => error.with_related(other.span, "this is what it defines"),
                None => error,
            });
        };
        let defined = self.define_library(name, datum, built_in);
        if !built_in && !is_located {
            let hash = defined.as_ref().ok().map(|interface| interface.hash);
            self.replaced.note_text(source, hash);
            if hash.is_some() {
                self.library_sources.insert(name.clone(), source);
            }
        }
        defined.map_err(|mut errors| {
            if errors.is_empty() {
                return Diagnostic::error(span, "a library could not be compiled", "");
            }
            // The import stands for one of them; the others are shown after it.
            let first = errors.remove(0);
            self.further.append(&mut errors);
            first
        })
    }

    fn exists(&mut self, name: &LibraryName, span: Span) -> bool {
        let Ok(name) = self.meaning(name, span) else {
            return false;
        };
        let name = &self.plain_srfi(&name);
        let exists = self.has(name) || self.could_locate(name);
        if let Some(asked) = self.asked.last_mut() {
            asked.push((name.unit_name(), exists));
        }
        exists
    }

    fn include(
        &mut self,
        from: SourceId,
        path: &str,
        fold_case: bool,
        span: Span,
    ) -> Result<Vec<Datum>, Diagnostic> {
        let missing =
            |why: String| Diagnostic::error(span, format!("cannot include {path:?}"), why);
        let (source, text) = match self.origins.get(&from) {
            Some(Origin::BuiltIn(library)) => {
                let relative = match library.rsplit_once('/') {
                    Some((directory, _)) => format!("{directory}/{path}"),
                    None => path.to_owned(),
                };
                let (source, text) = self
                    .built_in_source(&relative)
                    .ok_or_else(|| missing("there is no such file in Mound".into()))?;
                (source, Cow::Borrowed(text))
            }
            Some(Origin::Own(library)) => {
                let relative = match library.rsplit_once('/') {
                    Some((directory, _)) => format!("{directory}/{path}"),
                    None => path.to_owned(),
                };
                let (source, text) = self
                    .own_source(relative)
                    .map_err(|(_, error)| missing(why(&error)))?;
                (source, Cow::Owned(text))
            }
            origin => {
                let directory = match origin {
                    Some(Origin::File(file)) => {
                        file.parent().map(PathBuf::from).unwrap_or_default()
                    }
                    _ => PathBuf::new(),
                };
                let file = directory.join(path);
                if let Some(chain) = self.included_already(from, &file) {
                    let label = format!("this file includes itself: {chain}");
                    return Err(missing(label));
                }
                let bytes = self
                    .file_bytes(&file)
                    .map_err(|error| missing(why(&error)))?;
                let label = file.display().to_string();
                let text = mound_base::decode(bytes)
                    .map_err(|error| error.diagnostic(&label, &mut self.sources))?;
                let source = self.add_source(&label, &text, Some(Origin::File(file)));
                self.includers.insert(source, from);
                (source, Cow::Owned(text))
            }
        };
        if fold_case {
            let mut reader = Reader::new(source, &text).folding_case(true);
            let mut data = Vec::new();
            while let Some(datum) = reader.next().map_err(|error| error.into_diagnostic())? {
                data.push(datum);
            }
            return Ok(data);
        }
        mound_syntax::read_all(source, &text)
    }

    fn features(&self) -> Vec<Symbol> {
        self.built_in
            .features()
            .iter()
            .map(|name| Symbol::intern(name))
            .collect()
    }

    fn compile_transformer(
        &mut self,
        program: &Program,
        span: Span,
    ) -> Result<Rc<[u8]>, Diagnostic> {
        self.transformer_code(program, span)
    }

    fn transform(
        &mut self,
        application: &Application<'_>,
        same: &mut dyn FnMut(Symbol, Symbol) -> bool,
    ) -> Result<Transformed, TransformerFault> {
        self.run_transformer(application, same)
    }

    fn imported(&mut self, set: &Datum, library: &LibraryName, names: &[Symbol]) {
        self.note_import(set, library, names);
    }

    fn exporters(&mut self, name: Symbol) -> Vec<LibraryName> {
        self.built_in_exporters(name)
    }

    fn place(&self, span: Span) -> Option<String> {
        let (line, column) = self.sources.line_and_column(span.source, span.start)?;
        Some(format!(
            "{}:{line}:{column}",
            self.sources.name(span.source)?
        ))
    }
}

/// The number of a library's source, its text, and whether it is part of Mound.
type LibrarySource = (SourceId, Cow<'static, str>, bool);

impl Session {
    pub(crate) fn has(&self, name: &LibraryName) -> bool {
        let path = format!("{}.sld", name.unit_name());
        self.libraries.contains_key(name)
            || self.find_file(name).is_some()
            || self.built_in.source(&path).is_some()
    }

    /// The name by which a SRFI goes here, of one that SRFI 97 gives it: `(srfi :1 lists)`,
    /// `(srfi :1)` and `(srfi 1 lists)` are `(srfi 1)`, unless there is a library of that name.
    fn plain_srfi(&self, name: &LibraryName) -> LibraryName {
        let [first, number, more @ ..] = &name.parts[..] else {
            return name.clone();
        };
        let plain = number.strip_prefix(':').unwrap_or(number);
        let is_other = plain != number || !more.is_empty();
        if first == "srfi" && is_other && plain.parse::<u32>().is_ok() && !self.has(name) {
            let srfi = LibraryName::new(["srfi", plain]);
            if self.has(&srfi) {
                return srfi;
            }
        }
        name.clone()
    }

    fn library_source(
        &mut self,
        name: &LibraryName,
        file: Option<LibraryFile>,
        span: Span,
    ) -> Result<LibrarySource, Diagnostic> {
        let unreadable = |label: &str, error: std::io::Error| {
            let headline = format!("cannot read library {name}");
            Diagnostic::error(span, headline, format!("{label}: {}", why(&error)))
        };
        let file = match file {
            Some(LibraryFile::Given(file)) => file,
            Some(LibraryFile::Own(path)) => {
                let (source, text) = self
                    .own_source(path)
                    .map_err(|(label, error)| unreadable(&label, error))?;
                return Ok((source, Cow::Owned(text), true));
            }
            None => {
                return match self.built_in_source(&format!("{}.sld", name.unit_name())) {
                    Some((source, text)) => Ok((source, Cow::Borrowed(text), true)),
                    None => Err(self.unknown(name, span)),
                };
            }
        };
        let label = file.display().to_string();
        let bytes = self
            .file_bytes(&file)
            .map_err(|error| unreadable(&label, error))?;
        let text = mound_base::decode(bytes)
            .map_err(|error| error.diagnostic(&label, &mut self.sources))?;
        let source = self.add_source(&label, &text, Some(Origin::File(file)));
        Ok((source, Cow::Owned(text), false))
    }

    /// What is in a file: in the editor, if it is open there.
    fn file_bytes(&self, file: &Path) -> std::io::Result<Vec<u8>> {
        let unsaved = self.check.as_ref().map(|check| &check.unsaved);
        if let Some(unsaved) = unsaved.filter(|unsaved| !unsaved.is_empty())
            && let Some(text) = unsaved.get(&std::fs::canonicalize(file)?)
        {
            return Ok(text.clone().into_bytes());
        }
        mound_base::read_source_file(file)
    }

    /// The number and the text of a source of the own libraries, or its label and why there is none.
    /// It is called what it would be called if it were built in.
    fn own_source(&mut self, path: String) -> Result<(SourceId, String), (String, std::io::Error)> {
        let directory = self.own_libraries.clone().unwrap_or_default();
        let label = format!("lib/{path}");
        match std::fs::read_to_string(directory.join(&path)) {
            Ok(text) => {
                let source = self.add_source(&label, &text, Some(Origin::Own(path)));
                Ok((source, text))
            }
            Err(error) => Err((label, error)),
        }
    }

    /// The names of the files from the one that is `file` to the one that includes it again.
    fn included_already(&self, from: SourceId, file: &Path) -> Option<String> {
        let is_file = |source: &SourceId| match self.origins.get(source) {
            Some(Origin::File(other)) => is_same_file(other, file),
            _ => false,
        };
        let mut chain = vec![file.display().to_string()];
        let mut source = Some(from);
        while let Some(current) = source {
            chain.push(self.sources.name(current).unwrap_or_default().to_owned());
            if is_file(&current) {
                chain.reverse();
                return Some(chain.join(" -> "));
            }
            source = self.includers.get(&current).copied();
        }
        None
    }

    /// The number and the text of the source with this path below `lib/`.
    fn built_in_source(&mut self, path: &str) -> Option<(SourceId, &'static str)> {
        let (source, path, text) = self.known.find(path, &mut self.sources)?;
        self.origins.insert(source, Origin::BuiltIn(path));
        Some((source, text))
    }
}

/// Whether two paths lead to one file. Other names of a file by links are not looked for.
fn is_same_file(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| std::fs::canonicalize(path).ok();
    one == other || (one.file_name() == other.file_name() && real(one) == real(other))
}
