//! Source text to verified units: libraries are found, expanded and compiled in
//! the order in which they are needed.
//!
//! A session belongs to one thread ([`crate::compiler`]), since the compiler's
//! data are not shared. What it hands out are units and texts of diagnostics.
//!
//! A library `(a b c)` is the file `a/b/c.sld`, looked for in the directories
//! given, then among those in the binary, which alone may use primitives.

use crate::embedded;
use mound_base::{Diagnostic, SourceId, SourceMap, Span, Symbol};
use mound_bytecode::unit::{Unit, UnitHash};
use mound_expand::{Environment, ExpandedLibrary, LibraryInterface, LibraryName, LibraryProvider};
use mound_syntax::{Datum, ReadError, Reader};
use std::collections::HashMap;
use std::path::PathBuf;
use std::rc::Rc;

/// What a program imports that does not say so.
const DEFAULT_IMPORTS: &[&[&str]] = &[
    &["scheme", "base"],
    &["scheme", "case-lambda"],
    &["scheme", "char"],
    &["scheme", "cxr"],
    &["scheme", "eval"],
    &["scheme", "inexact"],
    &["scheme", "lazy"],
    &["scheme", "process-context"],
    &["scheme", "read"],
    &["scheme", "time"],
    &["scheme", "write"],
    &["srfi", "1"],
    &["srfi", "69"],
    &["mound", "sort"],
    &["termite", "process"],
];

/// A compiled unit and whether it is part of Mound itself.
#[derive(Clone, Debug)]
pub struct CompiledUnit {
    pub unit: Unit,
    pub built_in: bool,
}

/// What came of a compilation.
#[derive(Debug, Default)]
pub struct Compilation {
    /// Libraries that were not compiled before, in the order in which they must be instantiated.
    pub libraries: Vec<CompiledUnit>,
    pub main: Option<Unit>,
    /// Rendered warnings.
    pub warnings: String,
}

enum Library {
    /// Being expanded: an import of it now is a cycle.
    Open,
    Ready(Rc<LibraryInterface>),
}

/// A form that was typed.
pub struct Form {
    /// The unit, or the rendered errors.
    pub compiled: Result<Compilation, String>,
    /// The offset after it; `None` if there was no further form.
    pub next: Option<usize>,
}

/// Where to read on after an error: at the next line, since the rest of this one hardly makes sense.
fn resumption(text: &str, error: &ReadError, position: usize) -> usize {
    let rest = text.get(position..).unwrap_or_default();
    match error {
        ReadError::Incomplete(_) => text.len(),
        ReadError::Invalid(_) => rest
            .find('\n')
            .map_or(text.len(), |length| position + length + 1),
    }
}

/// The compiler's memory: sources, libraries and the interactive environment.
pub struct Session {
    sources: SourceMap,
    /// Directory of each source that came from a file, and whether it is part of Mound.
    origins: HashMap<SourceId, Origin>,
    directories: Vec<PathBuf>,
    libraries: HashMap<LibraryName, Library>,
    hashes: HashMap<UnitHash, LibraryName>,
    fresh: Vec<CompiledUnit>,
    warnings: Vec<Diagnostic>,
    interactive: Environment,
}

#[derive(Clone)]
enum Origin {
    BuiltIn(String),
    File(PathBuf),
}

type Outcome<T> = Result<T, Vec<Diagnostic>>;

impl Session {
    pub fn new(directories: Vec<PathBuf>) -> Session {
        Session {
            sources: SourceMap::default(),
            origins: HashMap::new(),
            directories,
            libraries: HashMap::new(),
            hashes: HashMap::new(),
            fresh: Vec::new(),
            warnings: Vec::new(),
            interactive: Environment::default(),
        }
    }

    /// Compiles a whole program. `path` is where it came from, for `include` and messages.
    pub fn program(
        &mut self,
        name: &str,
        path: Option<PathBuf>,
        text: &str,
    ) -> Result<Compilation, String> {
        self.rendered(|session| {
            let source = session.add_source(name, text, path.map(Origin::File));
            let data = mound_syntax::read_all(source, text).map_err(|error| vec![error])?;
            let mut environment = Environment::default();
            if !mound_expand::begins_with_import(&data) {
                session.import_defaults(&mut environment)?;
            }
            let (libraries, forms) = mound_expand::split_libraries(data);
            session.define_libraries(libraries)?;
            session
                .compile_forms(&forms, &mut environment, false)
                .map(Some)
        })
    }

    /// Compiles the first form at `offset` of what was typed, for the interactive environment.
    pub fn form(&mut self, name: &str, text: &str, offset: usize) -> Form {
        let mut next = None;
        let compiled = self.rendered(|session| {
            let source = session.add_source(name, text, None);
            let mut reader = Reader::new(source, text).starting_at(offset);
            let read = reader.next().map_err(|error| {
                next = Some(resumption(text, &error, reader.position()));
                vec![error.into_diagnostic()]
            })?;
            let Some(datum) = read else { return Ok(None) };
            next = Some(reader.position());
            session.interactive_datum(datum).map(Some)
        });
        Form { compiled, next }
    }

    /// Compiles one datum in an environment made by these import sets, or in the interactive one.
    pub fn datum(&mut self, text: &str, imports: &[String]) -> Result<Compilation, String> {
        self.rendered(|session| {
            if imports.is_empty() {
                let data = session.read("eval", text)?;
                let Some(datum) = data.into_iter().next() else {
                    return Ok(None);
                };
                return session.interactive_datum(datum).map(Some);
            }
            let mut data =
                session.read("environment", &format!("(import {})", imports.join(" ")))?;
            data.extend(session.read("eval", text)?);
            let mut environment = Environment::default();
            session
                .compile_forms(&data, &mut environment, true)
                .map(Some)
        })
    }

    fn read(&mut self, name: &str, text: &str) -> Outcome<Vec<Datum>> {
        let source = self.add_source(name, text, None);
        mound_syntax::read_all(source, text).map_err(|error| vec![error])
    }

    /// Compiles a library by name, for a node that needs its unit.
    pub fn library(&mut self, name: &LibraryName) -> Result<Compilation, String> {
        self.rendered(|session| {
            session
                .interface(name, Span::NONE)
                .map_err(|error| vec![error])?;
            Ok(None)
        })
    }

    /// The interactive environment's names, for completion and hints.
    pub fn interactive_names(&mut self) -> Vec<Symbol> {
        self.interactive.names()
    }

    fn rendered(
        &mut self,
        work: impl FnOnce(&mut Session) -> Outcome<Option<Unit>>,
    ) -> Result<Compilation, String> {
        let result = work(self);
        let libraries = std::mem::take(&mut self.fresh);
        let warnings = std::mem::take(&mut self.warnings);
        match result {
            Ok(main) => Ok(Compilation {
                libraries,
                main,
                warnings: self.render(&warnings),
            }),
            Err(errors) => {
                // They are compiled all the same, so that the next compilation hands them out.
                self.fresh = libraries;
                Err(self.render(&warnings) + &self.render(&errors))
            }
        }
    }

    fn render(&self, diagnostics: &[Diagnostic]) -> String {
        diagnostics
            .iter()
            .map(|diagnostic| diagnostic.render(&self.sources))
            .collect()
    }

    fn add_source(&mut self, name: &str, text: &str, origin: Option<Origin>) -> SourceId {
        let id = self.sources.add(name, text);
        if let Some(origin) = origin {
            self.origins.insert(id, origin);
        }
        id
    }

    fn interactive_datum(&mut self, datum: Datum) -> Outcome<Unit> {
        let mut environment = std::mem::take(&mut self.interactive);
        let compile = || {
            if !environment.has_imports() {
                self.import_defaults(&mut environment)?;
            }
            let (libraries, forms) = mound_expand::split_libraries(vec![datum]);
            self.define_libraries(libraries)?;
            self.compile_forms(&forms, &mut environment, true)
        };
        let result = compile();
        self.interactive = environment;
        result
    }

    fn import_defaults(&mut self, environment: &mut Environment) -> Outcome<()> {
        let names: Vec<LibraryName> = DEFAULT_IMPORTS
            .iter()
            .map(|parts| LibraryName::new(parts.iter().copied()))
            .collect();
        environment
            .import(&names, self)
            .map_err(|error| vec![error])
    }

    fn compile_forms(
        &mut self,
        forms: &[Datum],
        environment: &mut Environment,
        interactive: bool,
    ) -> Outcome<Unit> {
        let expanded = mound_expand::expand_program(
            forms,
            self,
            environment,
            mound_expand::Options::default(),
        )?;
        self.warnings.extend(expanded.warnings);
        self.compile(&expanded.program, interactive)
    }

    fn compile(
        &mut self,
        program: &mound_expand::core::Program,
        interactive: bool,
    ) -> Outcome<Unit> {
        let options = mound_compile::Options { interactive };
        let compiled = mound_compile::compile(program, &self.sources, options)?;
        self.warnings.extend(compiled.warnings);
        mound_bytecode::verify::verify(&compiled.unit).map_err(|error| {
            let headline = format!("the compiler made a unit that is not valid: {error}");
            vec![
                Diagnostic::error(Span::NONE, headline, "")
                    .with_hint("this is a defect of Mound; please report it"),
            ]
        })?;
        Ok(compiled.unit)
    }

    fn define_libraries(&mut self, libraries: Vec<Datum>) -> Outcome<()> {
        for datum in libraries {
            let name = mound_expand::library_name(&datum).map_err(|error| vec![error])?;
            self.define_library(&name, &datum, false)?;
        }
        Ok(())
    }

    fn define_library(
        &mut self,
        name: &LibraryName,
        datum: &Datum,
        built_in: bool,
    ) -> Outcome<Rc<LibraryInterface>> {
        self.libraries.insert(name.clone(), Library::Open);
        let options = mound_expand::Options {
            internal: built_in,
            ..mound_expand::Options::default()
        };
        let compiled = mound_expand::expand_library(datum, self, options).and_then(|expanded| {
            self.compile(&expanded.program, false)
                .map(|unit| (expanded, unit))
        });
        match compiled {
            Ok((expanded, unit)) => Ok(self.register(name, expanded, unit, built_in)),
            Err(errors) => {
                self.libraries.remove(name);
                Err(errors)
            }
        }
    }

    fn register(
        &mut self,
        name: &LibraryName,
        expanded: ExpandedLibrary,
        unit: Unit,
        built_in: bool,
    ) -> Rc<LibraryInterface> {
        let hash = unit.hash();
        if !built_in {
            self.warnings.extend(expanded.warnings.iter().cloned());
        }
        let interface = Rc::new(expanded.interface(hash.0));
        self.libraries
            .insert(name.clone(), Library::Ready(interface.clone()));
        self.hashes.insert(hash, name.clone());
        self.fresh.push(CompiledUnit { unit, built_in });
        interface
    }

    /// The text of a library and where it came from.
    fn find_source(&self, name: &LibraryName) -> Option<(String, String, Origin)> {
        let relative = format!("{}.sld", name.unit_name());
        for directory in &self.directories {
            let path = directory.join(&relative);
            if let Ok(text) = std::fs::read_to_string(&path) {
                return Some((path.display().to_string(), text, Origin::File(path)));
            }
        }
        let text = embedded::find(&relative)?;
        Some((
            format!("lib/{relative}"),
            text.to_owned(),
            Origin::BuiltIn(relative),
        ))
    }
}

impl LibraryProvider for Session {
    fn interface(
        &mut self,
        name: &LibraryName,
        span: Span,
    ) -> Result<Rc<LibraryInterface>, Diagnostic> {
        match self.libraries.get(name) {
            Some(Library::Ready(interface)) => return Ok(interface.clone()),
            Some(Library::Open) => {
                return Err(Diagnostic::error(
                    span,
                    format!("library {name} imports itself"),
                    "in a cycle through this import",
                ));
            }
            None => {}
        }
        let Some((label, text, origin)) = self.find_source(name) else {
            let hint = format!(
                "a library {name} is the file {}.sld in a directory given by -I, beside the program, or in MOUND_PATH",
                name.unit_name()
            );
            return Err(Diagnostic::error(
                span,
                format!("cannot find library {name}"),
                "imported here",
            )
            .with_hint(hint));
        };
        let built_in = matches!(origin, Origin::BuiltIn(_));
        let source = self.add_source(&label, &text, Some(origin));
        let data = mound_syntax::read_all(source, &text)?;
        let datum = data.iter().find(|datum| {
            mound_expand::is_library(datum)
                && mound_expand::library_name(datum).is_ok_and(|found| found == *name)
        });
        let Some(datum) = datum else {
            let headline = format!("{label} does not define library {name}");
            return Err(Diagnostic::error(span, headline, "imported here"));
        };
        self.define_library(name, datum, built_in)
            .map_err(first_error)
    }

    fn exists(&mut self, name: &LibraryName) -> bool {
        self.libraries.contains_key(name) || self.find_source(name).is_some()
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
        let (label, text, origin) = match self.origins.get(&from) {
            Some(Origin::BuiltIn(library)) => {
                let directory = library
                    .rsplit_once('/')
                    .map_or("", |(directory, _)| directory);
                let relative = format!("{directory}/{path}");
                let text = embedded::find(&relative)
                    .ok_or_else(|| missing("there is no such file in Mound".into()))?;
                (
                    format!("lib/{relative}"),
                    text.to_owned(),
                    Origin::BuiltIn(relative),
                )
            }
            origin => {
                let directory = match origin {
                    Some(Origin::File(file)) => {
                        file.parent().map(PathBuf::from).unwrap_or_default()
                    }
                    _ => PathBuf::new(),
                };
                let file = directory.join(path);
                let text =
                    std::fs::read_to_string(&file).map_err(|error| missing(error.to_string()))?;
                (file.display().to_string(), text, Origin::File(file))
            }
        };
        let source = self.add_source(&label, &text, Some(origin));
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
        crate::features()
            .iter()
            .map(|name| Symbol::intern(name))
            .collect()
    }

    fn place(&self, span: Span) -> Option<String> {
        let (line, column) = self.sources.line_and_column(span.source, span.start)?;
        Some(format!(
            "{}:{line}:{column}",
            self.sources.name(span.source)?
        ))
    }
}

/// Several errors of a library become one at its import: the first.
fn first_error(errors: Vec<Diagnostic>) -> Diagnostic {
    let fallback = || Diagnostic::error(Span::NONE, "a library could not be compiled", "");
    errors.into_iter().next().unwrap_or_else(fallback)
}
