//! What is wrong with a program that is not run, as data: for `mound check` and for editors.
//!
//! Warnings of the compiler that are certain to be mistakes are errors here: names that are not bound
//! and wrong numbers of arguments.

use crate::session::{LibraryFile, Origin, Session};
use mound_base::{Diagnostic, Severity, SourceId, SourceMap, Span, Symbol};
use mound_expand::LibraryName;
use mound_lint::ImportedSet;
use mound_syntax::Datum;
use std::collections::HashMap;
use std::path::PathBuf;

/// Where something is, in lines and columns that count from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub end_line: u32,
    pub end_column: u32,
}

/// One thing that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    pub severity: Severity,
    pub headline: String,
    pub label: String,
    pub hint: Option<String>,
    /// `None` if it is about no text.
    pub place: Option<Place>,
    pub related: Vec<(Place, String)>,
    /// All of it as text for people.
    pub rendered: String,
}

/// What a check collects while the program is compiled.
#[derive(Default)]
pub(crate) struct Check {
    /// The sources that are not part of Mound.
    pub(crate) sources: Vec<SourceId>,
    imports: Vec<ImportedSet>,
    pub(crate) unsaved: Unsaved,
}

/// Texts that stand for what is in files, by the real paths of these.
pub type Unsaved = HashMap<PathBuf, String>;

impl Session {
    /// Compiles a program or the libraries in a file and reports what is wrong, without anything to
    /// run. What it includes and imports is as in `unsaved` if it is there.
    pub fn check(
        &mut self,
        name: &str,
        path: Option<PathBuf>,
        text: &str,
        unsaved: Unsaved,
    ) -> Vec<Finding> {
        self.check = Some(Check {
            unsaved,
            ..Check::default()
        });
        let compiled = self.program_unit(name, path, text);
        let check = self.check.take().unwrap_or_default();
        let mut diagnostics = std::mem::take(&mut self.warnings);
        match compiled {
            Ok(_) => diagnostics.extend(mound_lint::unused_imports(
                &check.imports,
                &check.sources,
                &self.sources,
            )),
            Err(errors) => diagnostics.extend(errors),
        }
        diagnostics.append(&mut self.further);
        self.open.clear();
        let may_define = mentions(&check.sources, &self.sources, DEFINERS);
        let diagnostics = once(severe(diagnostics, may_define));
        let findings = diagnostics.iter().map(|one| self.finding(one)).collect();
        self.forget_unreachable();
        findings
    }

    /// Notes an import of a library of Mound: one of the program may be imported for what it does.
    pub(crate) fn note_import(&mut self, set: &Datum, library: &LibraryName, names: &[Symbol]) {
        let source = set.span.source;
        let is_ours = matches!(
            self.origins.get(&source),
            Some(Origin::BuiltIn(_) | Origin::Own(_))
        );
        let is_of_mound = !matches!(self.find_file(library), Some(LibraryFile::Given(_)));
        if let Some(check) = &mut self.check
            && check.sources.contains(&source)
            && !is_ours
            && is_of_mound
        {
            check.imports.push(ImportedSet {
                span: set.span,
                library: library.to_string(),
                names: names.to_vec(),
            });
        }
    }

    fn finding(&self, diagnostic: &Diagnostic) -> Finding {
        let related = |(span, label): &(Span, String)| Some((self.place_of(*span)?, label.clone()));
        Finding {
            severity: diagnostic.severity,
            headline: diagnostic.headline.clone(),
            label: diagnostic.label.clone(),
            hint: diagnostic.hint.clone(),
            place: self.place_of(diagnostic.span),
            related: diagnostic.related.iter().filter_map(related).collect(),
            rendered: diagnostic.render(&self.sources),
        }
    }

    fn place_of(&self, span: Span) -> Option<Place> {
        let file = self.sources.name(span.source)?.to_owned();
        let (line, column) = self.sources.line_and_column(span.source, span.start)?;
        let (end_line, end_column) = self.sources.line_and_column(span.source, span.end)?;
        Some(Place {
            file,
            line,
            column,
            end_line,
            end_column,
        })
    }
}

const UNBOUND: &str = "unbound variable ";
const WRONG_NUMBER: &str = "wrong number of arguments ";

/// A program with one of these may define what it uses when it runs.
const DEFINERS: &[&str] = &["eval", "interaction-environment", "load"];

/// Whether a source has one of these words.
fn mentions(of: &[SourceId], sources: &SourceMap, words: &[&str]) -> bool {
    let has = |id: &SourceId| {
        let text = sources.text(*id).unwrap_or_default();
        words.iter().any(|word| text.contains(word))
    };
    of.iter().any(has)
}

/// Makes errors of what is certain to be a mistake.
fn severe(mut diagnostics: Vec<Diagnostic>, may_define: bool) -> Vec<Diagnostic> {
    for one in &mut diagnostics {
        let is_unbound = one.headline.starts_with(UNBOUND) && !may_define;
        if is_unbound || one.headline.starts_with(WRONG_NUMBER) {
            one.severity = Severity::Error;
        }
    }
    diagnostics
}

/// Each fault once.
fn once(diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut kept: Vec<Diagnostic> = Vec::new();
    for one in diagnostics {
        let is_known = |other: &Diagnostic| {
            other.span == one.span && one.span != Span::NONE && other.headline == one.headline
        };
        if !kept.iter().any(is_known) {
            kept.push(one);
        }
    }
    kept
}
