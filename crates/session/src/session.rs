//! What a compiler remembers from one text to the next.
//!
//! A session belongs to one thread, since the compiler's data are not shared. What it
//! hands out are units and texts of diagnostics.
//!
//! A library `(a b c)` is the file `a/b/c.sld`, looked for in the directories
//! given, then among those in the binary, which alone may use primitives.

use crate::built_in::{BuiltIn, StoredLibrary};
use crate::checking::Check;
use crate::coverage::{self, Coverage, Marker};
use crate::evaluated::Evaluated;
use crate::kept;
use crate::modules;
use crate::replaced::Replaced;
use crate::stored::{KnownSources, StoredParts};
use crate::transformers::Transformers;
use mound_base::{Diagnostic, Severity, SourceId, SourceMap, SourcePart, Span, Symbol, SymbolRef};
use mound_bytecode::unit::{Unit, UnitHash};
use mound_expand::core::{Expression, Global, GlobalId, Node, Program, TopForm};
use mound_expand::encoding::DecodedLibrary;
use mound_expand::{Environment, ExpandedLibrary, LibraryInterface, LibraryName, LibraryProvider};
use mound_modules::{Aliases, Located, Resolver};
use mound_syntax::{Datum, ReadError, Reader};
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

/// Errors, and warnings, of one text that are shown.
const SHOWN_MAX: usize = 100;

/// What a program imports that does not say so.
const DEFAULT_IMPORTS: &[&[&str]] = &[
    &["scheme", "base"],
    &["scheme", "case-lambda"],
    &["scheme", "char"],
    &["scheme", "complex"],
    &["scheme", "cxr"],
    &["scheme", "eval"],
    &["scheme", "file"],
    &["scheme", "inexact"],
    &["scheme", "lazy"],
    &["scheme", "load"],
    &["scheme", "process-context"],
    &["scheme", "read"],
    &["scheme", "time"],
    &["scheme", "write"],
    &["srfi", "1"],
    &["srfi", "69"],
    &["mound", "sort"],
    &["termite", "process"],
];

/// A unit that is ready to be linked.
#[derive(Clone, Debug)]
pub struct CompiledUnit {
    pub hash: UnitHash,
    pub code: UnitCode,
}

/// A verified unit.
#[derive(Clone, Debug)]
pub enum UnitCode {
    Compiled {
        unit: Box<Unit>,
        /// Part of Mound itself.
        built_in: bool,
    },
    /// Compiled and verified when the program was built.
    Stored(&'static StoredLibrary),
}

/// What came of a compilation.
#[derive(Debug, Default)]
pub struct Compilation {
    /// Libraries that were not compiled before, in the order in which they must be instantiated.
    pub libraries: Vec<CompiledUnit>,
    pub main: Option<CompiledUnit>,
    /// References to those of its names that do not last: to be held as long as the unit.
    pub symbols: Vec<SymbolRef>,
    /// Rendered warnings.
    pub warnings: String,
    /// If libraries were replaced: all that can be imported from now on, or that names lead to.
    pub meant: Option<HashSet<UnitHash>>,
}

pub(crate) enum Library {
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
    pub(crate) built_in: &'static BuiltIn,
    pub(crate) sources: SourceMap,
    pub(crate) known: KnownSources,
    /// Whence each source came; sources that were typed have no row.
    pub(crate) origins: HashMap<SourceId, Origin>,
    /// The source that includes each source that is included.
    pub(crate) includers: HashMap<SourceId, SourceId>,
    pub(crate) directories: Vec<PathBuf>,
    /// A directory whose libraries take the place of those of `built_in`, and are trusted like them.
    pub(crate) own_libraries: Option<PathBuf>,
    pub(crate) libraries: HashMap<LibraryName, Library>,
    /// The stored libraries that were loaded, by unit name.
    pub(crate) decoded: HashMap<&'static str, Rc<DecodedLibrary>>,
    pub(crate) fresh: Vec<CompiledUnit>,
    /// What the libraries that are being expanded have imported, the innermost last.
    pub(crate) imports: Vec<Vec<String>>,
    /// What the build script will keep, if this is its session.
    stored: Option<Vec<StoredParts>>,
    /// What runs transformers, and the libraries that they may need.
    pub(crate) transformers: Option<Box<dyn Transformers>>,
    pub(crate) compiled: HashMap<UnitHash, CompiledUnit>,
    pub(crate) warnings: Vec<Diagnostic>,
    /// What else is wrong with libraries of which one error was handed on.
    pub(crate) further: Vec<Diagnostic>,
    /// Libraries being compiled: each imports the next.
    pub(crate) open: Vec<LibraryName>,
    /// Which libraries of the binary export a name, once that was asked.
    pub(crate) exporters: Option<HashMap<Symbol, Vec<LibraryName>>>,
    /// What is looked at, if nothing is to be run.
    pub(crate) check: Option<Check>,
    /// The name that the value of the form gets which is being compiled.
    result: Option<Symbol>,
    /// Whether no call is replaced by a copy of the procedure.
    without_inlining: bool,
    /// Counts what is run of the sources of the user.
    pub(crate) coverage: Option<Arc<Coverage>>,
    pub(crate) interactive: Environment,
    /// How many data a running program had compiled: what tells their values apart.
    evaluations: u64,
    /// What the text that is being evaluated leaves, and those before it have left.
    pub(crate) evaluated: Evaluated,
    /// What finds libraries by repository and version.
    pub(crate) modules: Option<Resolver>,
    /// Those that were found: a name means one of them as long as the session lives.
    pub(crate) located: HashMap<LibraryName, Located>,
    /// Where compiled libraries with versions are kept, for this very program.
    pub(crate) kept: Option<PathBuf>,
    /// Those that were loaded from there, by the names of their units.
    pub(crate) kept_libraries: HashMap<String, Rc<DecodedLibrary>>,
    /// What the libraries that are being expanded have asked for by `cond-expand`, the innermost last:
    /// libraries, and whether they were there.
    pub(crate) asked: Vec<Vec<(String, bool)>>,
    /// What each library that is not part of Mound imports, by the names of units.
    pub(crate) dependencies: HashMap<LibraryName, Vec<String>>,
    /// The source of each library that has a file in a directory of the user.
    pub(crate) library_sources: HashMap<LibraryName, SourceId>,
    /// What goes when a library takes the place of another.
    pub(crate) replaced: Replaced,
    /// The aliases that programs define.
    pub(crate) aliases: HashMap<SourceId, Aliases>,
    /// Those that were typed, for what is typed.
    pub(crate) typed_aliases: Aliases,
}

#[derive(Clone)]
pub(crate) enum Origin {
    /// Path below `lib/`.
    BuiltIn(&'static str),
    /// Path below the directory of [`Session::with_own_libraries`].
    Own(String),
    File(PathBuf),
}

pub(crate) type Outcome<T> = Result<T, Vec<Diagnostic>>;

impl Session {
    /// Libraries are looked for in `directories`, then in `built_in`.
    pub fn new(built_in: &'static BuiltIn, directories: Vec<PathBuf>) -> Session {
        Session {
            built_in,
            sources: SourceMap::default(),
            known: KnownSources::new(built_in),
            origins: HashMap::new(),
            includers: HashMap::new(),
            directories,
            own_libraries: None,
            libraries: HashMap::new(),
            decoded: HashMap::new(),
            fresh: Vec::new(),
            imports: Vec::new(),
            stored: None,
            transformers: None,
            compiled: HashMap::new(),
            warnings: Vec::new(),
            further: Vec::new(),
            open: Vec::new(),
            check: None,
            result: None,
            exporters: None,
            without_inlining: false,
            coverage: None,
            interactive: Environment::default(),
            evaluations: 0,
            evaluated: Evaluated::default(),
            modules: None,
            located: HashMap::new(),
            kept: None,
            kept_libraries: HashMap::new(),
            asked: Vec::new(),
            dependencies: HashMap::new(),
            library_sources: HashMap::new(),
            replaced: Replaced::default(),
            aliases: HashMap::new(),
            typed_aliases: Aliases::default(),
        }
    }

    /// Finds and installs libraries that name their repository or version, by this.
    pub fn with_modules(mut self, modules: Option<Resolver>) -> Session {
        let root = modules.as_ref().map(|modules| modules.store().root());
        self.kept = root.map(|root| kept::directory(root, self.built_in.toolchain()));
        self.modules = modules;
        self
    }

    /// Has calls stay calls, which no program can tell from its results.
    pub fn without_inlining(mut self, without: bool) -> Session {
        self.without_inlining = without;
        self
    }

    /// Has what is compiled from now on counted there when it runs.
    pub fn with_coverage(mut self, coverage: Option<Arc<Coverage>>) -> Session {
        self.coverage = coverage;
        self
    }

    /// Libraries that have a file in this directory are taken from there in the place of those in
    /// the binary: for tests of changed libraries, which need not be built into a program first.
    pub fn with_own_libraries(mut self, directory: Option<PathBuf>) -> Session {
        self.own_libraries = directory;
        self
    }

    /// Compiles all libraries of `built_in`, each after those it imports, and gives what is to be
    /// kept of them, or rendered errors.
    pub fn store(built_in: &'static BuiltIn) -> Result<Vec<StoredParts>, String> {
        let mut session = Session::new(built_in, Vec::new());
        session.stored = Some(Vec::new());
        for (path, _) in built_in.sources {
            if let Some(name) = path.strip_suffix(".sld") {
                session.library(&LibraryName::new(name.split('/')))?;
            }
        }
        Ok(session.stored.unwrap_or_default())
    }

    /// Compiles a whole program. `path` is where it came from, for `include` and messages.
    pub fn program(
        &mut self,
        name: &str,
        path: Option<PathBuf>,
        text: &str,
    ) -> Result<Compilation, String> {
        self.rendered(|session| session.program_unit(name, path, text).map(Some))
    }

    pub(crate) fn program_unit(
        &mut self,
        name: &str,
        path: Option<PathBuf>,
        text: &str,
    ) -> Outcome<Unit> {
        let source = self.add_source(name, text, path.map(Origin::File));
        let data = mound_syntax::read_all(source, text).map_err(|error| vec![error])?;
        let data = self.take_aliases(source, data)?;
        let mut environment = Environment::default();
        if !mound_expand::begins_with_import(&data) {
            self.import_defaults(&mut environment)?;
        }
        let (libraries, forms) = mound_expand::split_libraries(data);
        self.define_libraries(libraries)?;
        self.compile_forms(&forms, &mut environment, false)
    }

    /// Compiles the first form at `offset` of what was typed, for the interactive environment. If it is
    /// an expression, its value gets the name `result` too.
    pub fn form(&mut self, name: &str, text: &str, offset: usize, result: Option<&str>) -> Form {
        let mut next = None;
        let compiled = self.rendered(|session| {
            let source = session.add_source(name, text, None);
            session.evaluated.passes(source);
            let mut reader = Reader::new(source, text).starting_at(offset).evaluating();
            let read = reader.next().map_err(|error| {
                next = Some(resumption(text, &error, reader.position()));
                vec![error.into_diagnostic()]
            })?;
            let Some(datum) = read else { return Ok(None) };
            next = Some(reader.position());
            let length = reader.position().saturating_sub(offset);
            session.evaluated.was_read(length, reader.take_symbols());
            session.result = result.map(Symbol::intern);
            let unit = session.interactive_datum(datum);
            session.result = None;
            unit.map(Some)
        });
        Form { compiled, next }
    }

    /// Compiles one datum in an environment made by these import sets, or in the interactive one.
    /// What is not bound yet is no warning: what is evaluated next may define it.
    pub fn datum(
        &mut self,
        text: &str,
        imports: &[String],
        part: Option<SourcePart>,
    ) -> Result<Compilation, String> {
        self.rendered(|session| {
            let unit = session.evaluated(text, imports, part);
            session
                .warnings
                .retain(|warning| !warning.headline.starts_with("unbound variable"));
            unit
        })
    }

    fn evaluated(
        &mut self,
        text: &str,
        imports: &[String],
        part: Option<SourcePart>,
    ) -> Outcome<Option<Unit>> {
        self.evaluations += 1;
        let environment = match imports {
            [] => Vec::new(),
            _ => self.read("environment", &format!("(import {})", imports.join(" ")))?,
        };
        let Some(datum) = self.evaluated_datum(text, part)? else {
            return Ok(None);
        };
        if imports.is_empty() {
            return self.interactive_datum(datum).map(Some);
        }
        let mut data = environment;
        data.push(datum);
        let mut environment = Environment::default();
        self.compile_forms(&data, &mut environment, true).map(Some)
    }

    fn evaluated_datum(&mut self, text: &str, part: Option<SourcePart>) -> Outcome<Option<Datum>> {
        let (source, offset, folds_case) = match &part {
            Some(part) => {
                let source = self.sources.add_part(&part.name, text, part.first_line);
                (source, part.offset, part.folds_case)
            }
            None => (self.add_source("eval", text, None), 0, false),
        };
        self.evaluated.passes(source);
        let reader = Reader::new(source, text).starting_at(offset).evaluating();
        // In the text of a file there are no values without a written form.
        let mut reader = match part {
            Some(_) => reader.folding_case(folds_case),
            None => reader.with_objects(self.evaluations),
        };
        let read = reader.next();
        let datum = read.map_err(|error| vec![error.into_diagnostic()])?;
        let length = reader.position().saturating_sub(offset);
        self.evaluated.was_read(length, reader.take_symbols());
        Ok(datum)
    }

    /// Adds a text under the name that messages show.
    pub fn add_text(&mut self, name: &str, text: &str) -> SourceId {
        self.add_source(name, text, None)
    }

    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// Reads a text that is evaluated.
    fn read(&mut self, name: &str, text: &str) -> Outcome<Vec<Datum>> {
        let source = self.add_source(name, text, None);
        self.evaluated.passes(source);
        let mut reader = Reader::new(source, text).evaluating();
        let mut data = Vec::new();
        loop {
            match reader.next() {
                Ok(Some(datum)) => data.push(datum),
                Ok(None) => break,
                Err(error) => return Err(vec![error.into_diagnostic()]),
            }
        }
        self.evaluated.was_read(text.len(), reader.take_symbols());
        Ok(data)
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

    /// The first form of `text` in the core language, expanded in the interactive environment. A
    /// definition of syntax becomes known there.
    pub fn expansion(&mut self, text: &str) -> Result<String, String> {
        let mut environment = std::mem::take(&mut self.interactive);
        let mut expand = || {
            if !environment.has_imports() {
                self.import_defaults(&mut environment)?;
            }
            let data = self.read("expand", text)?;
            let options = mound_expand::Options::default();
            mound_expand::expand_program(&data, self, &mut environment, options)
        };
        let expanded = expand();
        self.interactive = environment;
        let shown = expanded
            .map(|expanded| mound_expand::program_text(&expanded.program))
            .map_err(|errors| self.render(&errors));
        self.forget_unreachable();
        shown
    }

    /// What a program imports that does not say so.
    pub fn default_imports() -> impl Iterator<Item = LibraryName> {
        let name = |parts: &&[&str]| LibraryName::new(parts.iter().copied());
        DEFAULT_IMPORTS.iter().map(name)
    }

    /// The interactive environment's names, for completion and hints.
    pub fn interactive_names(&mut self) -> Vec<Symbol> {
        let mut environment = std::mem::take(&mut self.interactive);
        if !environment.has_imports() {
            // The first form says what is wrong, if something is.
            let _ = self.import_defaults(&mut environment);
        }
        let names = environment.names();
        self.interactive = environment;
        names
    }

    pub(crate) fn rendered(
        &mut self,
        work: impl FnOnce(&mut Session) -> Outcome<Option<Unit>>,
    ) -> Result<Compilation, String> {
        let result = work(self);
        let libraries = std::mem::take(&mut self.fresh);
        let warnings = std::mem::take(&mut self.warnings);
        let symbols = self.evaluated.symbols.clone();
        let rendered = match result {
            Ok(main) => Ok(Compilation {
                libraries,
                symbols,
                main: main.map(|unit| CompiledUnit {
                    hash: unit.hash(),
                    code: UnitCode::Compiled {
                        unit: Box::new(unit),
                        built_in: false,
                    },
                }),
                warnings: self.render(&warnings),
                meant: self.let_replaced_go(),
            }),
            Err(mut errors) => {
                // They are compiled all the same, so that the next compilation hands them out.
                self.fresh = libraries;
                errors.append(&mut self.further);
                self.open.clear();
                let told = self.render(&warnings) + &self.render(&errors);
                self.let_replaced_go();
                Err(told)
            }
        };
        self.forget_unreachable();
        rendered
    }

    fn render(&self, diagnostics: &[Diagnostic]) -> String {
        let shown = &diagnostics[..diagnostics.len().min(SHOWN_MAX)];
        let mut text: String = shown
            .iter()
            .map(|diagnostic| diagnostic.render(&self.sources))
            .collect();
        if let Some(first) = diagnostics.get(SHOWN_MAX) {
            let what = match first.severity {
                Severity::Error => "errors",
                Severity::Warning => "warnings",
            };
            text += &format!(
                "{} more {what} are not shown\n",
                diagnostics.len() - SHOWN_MAX
            );
        }
        text
    }

    pub(crate) fn add_source(
        &mut self,
        name: &str,
        text: &str,
        origin: Option<Origin>,
    ) -> SourceId {
        let id = self.sources.add(name, text);
        if let Some(check) = &mut self.check
            && !matches!(origin, Some(Origin::BuiltIn(_) | Origin::Own(_)))
        {
            check.sources.push(id);
        }
        if let Some(origin) = origin {
            self.origins.insert(id, origin);
        }
        id
    }

    fn interactive_datum(&mut self, datum: Datum) -> Outcome<Unit> {
        let forms = self.take_typed_alias(datum)?;
        let mut environment = std::mem::take(&mut self.interactive);
        let compile = || {
            if !environment.has_imports() {
                self.import_defaults(&mut environment)?;
            }
            let (libraries, forms) = mound_expand::split_libraries(forms);
            if !libraries.is_empty() {
                self.keep_libraries()?;
            }
            self.define_libraries(libraries)?;
            self.compile_forms(&forms, &mut environment, true)
        };
        let result = compile();
        self.interactive = environment;
        let result = result?;
        self.check_room()?;
        Ok(result)
    }

    fn import_defaults(&mut self, environment: &mut Environment) -> Outcome<()> {
        let names: Vec<LibraryName> = Session::default_imports().collect();
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
        let options = mound_expand::Options {
            evaluation: Some(self.evaluations),
            ..mound_expand::Options::default()
        };
        let mut expanded = mound_expand::expand_program(forms, self, environment, options)?;
        self.mark(&mut expanded.program);
        self.warnings.extend(expanded.warnings);
        self.evaluated.symbols.extend(expanded.symbols);
        if let Some(name) = self.result
            && name_result(&mut expanded.program, name)
        {
            environment.define(name);
        }
        self.compile(&expanded.program, interactive, false)
    }

    /// Has a program counted, if that is asked for.
    fn mark(&self, program: &mut mound_expand::core::Program) {
        if let Some(coverage) = &self.coverage {
            let is_counted = |source| matches!(self.origins.get(&source), Some(Origin::File(_)));
            let marker = Marker {
                coverage,
                sources: &self.sources,
                is_counted: &is_counted,
            };
            marker.mark(program);
        }
    }

    pub(crate) fn compile(
        &mut self,
        program: &mound_expand::core::Program,
        interactive: bool,
        built_in: bool,
    ) -> Outcome<Unit> {
        let options = mound_compile::Options {
            interactive,
            without_inlining: self.without_inlining,
        };
        let compiled = mound_compile::compile(program, &self.sources, options)?;
        self.warnings.extend(compiled.warnings);
        if self.check.is_some() && !built_in {
            self.warnings
                .extend(mound_lint::check(program, &self.sources));
        }
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
            let name = self
                .meaning(&name, datum.span)
                .map_err(|error| vec![error])?;
            self.define_library(&name, &datum, false)?;
        }
        Ok(())
    }

    pub(crate) fn define_library(
        &mut self,
        name: &LibraryName,
        datum: &Datum,
        built_in: bool,
    ) -> Outcome<Rc<LibraryInterface>> {
        if self.libraries.insert(name.clone(), Library::Open).is_some() {
            self.replaced.note();
        }
        self.open.push(name.clone());
        self.imports.push(Vec::new());
        self.asked.push(Vec::new());
        let mut is_quiet = true;
        let options = mound_expand::Options {
            internal: built_in,
            ..mound_expand::Options::default()
        };
        let datum = &modules::named(datum, name);
        let compiled =
            mound_expand::expand_library(datum, self, options).and_then(|mut expanded| {
                if self.coverage.is_some() && !built_in {
                    self.mark(&mut expanded.program);
                    coverage::keep_whole(&mut expanded);
                }
                let warnings = self.warnings.len();
                let mut unit = self.compile(&expanded.program, false, built_in)?;
                is_quiet = self.warnings.len() == warnings && expanded.warnings.is_empty();
                unit.debug.notes = self.notes(name, &expanded);
                Ok((expanded, unit))
            });
        self.open.pop();
        let imports = self.imports.pop().unwrap_or_default();
        let asked = self.asked.pop().unwrap_or_default();
        if is_quiet && let Ok((expanded, unit)) = &compiled {
            // What cannot be kept is compiled again by the next program.
            let _ = self.keep(name, expanded, unit, &imports, asked);
        }
        let registered = compiled
            .and_then(|(expanded, unit)| self.register(name, expanded, unit, built_in, imports));
        if registered.is_err() {
            self.libraries.remove(name);
        }
        registered
    }

    fn register(
        &mut self,
        name: &LibraryName,
        expanded: ExpandedLibrary,
        unit: Unit,
        built_in: bool,
        imports: Vec<String>,
    ) -> Outcome<Rc<LibraryInterface>> {
        let hash = unit.hash();
        if !built_in {
            self.warnings.extend(expanded.warnings.iter().cloned());
            self.note_library(hash, &imports);
            self.dependencies.insert(name.clone(), imports.clone());
        }
        if let Some(stored) = &mut self.stored {
            let parts = StoredParts::new(&expanded, &unit, hash, imports, &self.sources);
            let failed = |why| vec![Diagnostic::error(Span::NONE, why, "")];
            stored.push(parts.map_err(failed)?);
        }
        let interface = Rc::new(expanded.interface(hash.0));
        self.libraries
            .insert(name.clone(), Library::Ready(interface.clone()));
        let unit = CompiledUnit {
            hash,
            code: UnitCode::Compiled {
                unit: Box::new(unit),
                built_in,
            },
        };
        self.remember(&unit);
        self.fresh.push(unit);
        Ok(interface)
    }

    /// The file of a library in one of the directories given.
    pub(crate) fn find_file(&self, name: &LibraryName) -> Option<LibraryFile> {
        if self.directories.is_empty() && self.own_libraries.is_none() {
            return None;
        }
        let relative = format!("{}.sld", name.unit_name());
        let mut paths = self
            .directories
            .iter()
            .map(|directory| directory.join(&relative));
        if let Some(path) = paths.find(|path| path.is_file()) {
            return Some(LibraryFile::Given(path));
        }
        let own = self.own_libraries.as_ref()?.join(&relative);
        own.is_file().then_some(LibraryFile::Own(relative))
    }
}

/// Gives the value of a program that is one expression a name; whether it is one.
fn name_result(program: &mut Program, name: Symbol) -> bool {
    let [TopForm::Expression(expression)] = &program.body[..] else {
        return false;
    };
    let (span, value) = (expression.span, expression.clone());
    if matches!(value.node, Node::Unspecified) || program.globals.iter().any(|it| it.name == name) {
        return false;
    }
    let global = GlobalId(program.globals.len() as u32);
    program.globals.push(Global {
        name,
        span,
        defined: true,
        assigned: true,
    });
    let node = Node::Global(global);
    program.body = vec![
        TopForm::Define { global, value },
        TopForm::Expression(Expression { span, node }),
    ];
    true
}

/// Where the text of a library is.
pub(crate) enum LibraryFile {
    /// In a directory of the user.
    Given(PathBuf),
    /// At this path below the directory of [`Session::with_own_libraries`].
    Own(String),
}
