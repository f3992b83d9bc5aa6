//! `mound check`: what is wrong with programs and libraries that are not run.

use crate::arguments::Settings;
use crate::run::{Failure, STATUS_SOURCE, Source, read_source, start};
use crate::{language, sources, standard};
use mound_base::Severity;
use mound_engine::{Finding, Place, Unsaved};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// `check --strict` found something to warn of.
const STATUS_WARNINGS: i32 = 1;

/// What is told, and how.
pub struct Telling {
    /// Warnings count in the status.
    pub strict: bool,
    pub json: bool,
    /// Also what procedures take along that are sent to other nodes.
    pub travels: bool,
}

/// Checks each file by an engine of its own: what one defines must not help another. What is wrong
/// with a library that several import is told once.
pub fn run(settings: &Settings, paths: &[PathBuf], telling: &Telling) -> Result<i32, Failure> {
    let Telling { strict, json, .. } = *telling;
    let mut status = 0;
    let mut told = HashSet::new();
    for file in programs(paths)? {
        let source = read_source(&file.file.display().to_string())?;
        if telling.travels {
            show_travellers(settings, &file, &source, json)?;
        }
        for finding in findings(settings, &file, source, Unsaved::new())? {
            if !told.insert(finding.rendered.clone()) {
                continue;
            }
            status = status.max(match finding.severity {
                Severity::Error => STATUS_SOURCE,
                Severity::Warning if strict => STATUS_WARNINGS,
                Severity::Warning => 0,
            });
            match json {
                true => standard::output(&format!("{}\n", as_json(&finding)))?,
                false => standard::error(&finding.rendered),
            }
        }
    }
    Ok(status)
}

/// A file, and where its libraries are looked for beside the usual directories.
pub struct Program {
    pub file: PathBuf,
    pub directories: Vec<PathBuf>,
}

fn show_travellers(
    settings: &Settings,
    program: &Program,
    source: &Source,
    json: bool,
) -> Result<(), Failure> {
    let compiler = language::compiler(settings.clone());
    // Standard input is no file.
    let file = real(&program.file).unwrap_or_else(|| program.file.clone());
    let root = mound_reference::root_of_library(&file, &source.text)
        .or_else(|| real(program.directories.first()?))
        .or_else(|| file.parent().map(Path::to_path_buf));
    for traveller in mound_lsp::travellers(compiler, root, &file, &source.text) {
        let (line, column) = (traveller.line, traveller.column);
        let place = json!({ "file": source.name, "line": line, "column": column });
        let takes = &traveller.takes;
        let text = match json {
            true => json!({ "travels": takes, "place": place }).to_string(),
            false => format!("{}:{line}:{column}: {takes}", source.name),
        };
        standard::output(&format!("{text}\n"))?;
    }
    Ok(())
}

/// What is wrong with a source. Files are as in `unsaved` if they are there.
pub fn findings(
    settings: &Settings,
    program: &Program,
    source: Source,
    unsaved: Unsaved,
) -> Result<Vec<Finding>, Failure> {
    let mut settings = settings.clone();
    settings
        .sourcing
        .library_directories
        .extend(program.directories.iter().cloned());
    let root = mound_reference::root_of_library(&program.file, &source.text);
    settings.sourcing.library_directories.extend(root);
    let engine = start(&settings, &[], source.path.as_deref())?;
    let found = engine.check(&source.name, source.path, &source.text, unsaved);
    engine.shutdown();
    found.map_err(Failure::node)
}

/// The files to check: those given, and those in directories that no other file there includes.
fn programs(paths: &[PathBuf]) -> Result<Vec<Program>, Failure> {
    let mut programs = Vec::new();
    for path in paths {
        if !path.is_dir() {
            programs.push(Program {
                file: path.clone(),
                directories: Vec::new(),
            });
            continue;
        }
        let files = sources::find(std::slice::from_ref(path), sources::is_scheme)?;
        if files.is_empty() {
            let text = format!(
                "error: there are no programs or libraries in {}; they are called *.scm and *.sld",
                path.display()
            );
            return Err(Failure::source(text));
        }
        let included: HashSet<PathBuf> = files.iter().flat_map(|file| includes(file)).collect();
        let is_whole = |file: &PathBuf| real(file).is_none_or(|file| !included.contains(&file));
        programs.extend(files.into_iter().filter(is_whole).map(|file| Program {
            file,
            directories: vec![path.clone()],
        }));
    }
    Ok(programs)
}

/// The one name of a file, if there is such a file.
fn real(file: &Path) -> Option<PathBuf> {
    std::fs::canonicalize(file).ok()
}

/// The files that a file includes.
pub fn includes(file: &Path) -> Vec<PathBuf> {
    // One that cannot be read is reported when it is checked.
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let directory = file.parent().unwrap_or(Path::new(""));
    let names = mound_reference::included(&text).into_iter();
    names
        .filter_map(|name| real(&directory.join(name)))
        .collect()
}

fn as_json(finding: &Finding) -> Value {
    let severity = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let related: Vec<Value> = finding
        .related
        .iter()
        .map(|(place, label)| json!({ "place": place_as_json(place), "label": label }))
        .collect();
    json!({
        "severity": severity,
        "message": finding.headline,
        "label": finding.label,
        "hint": finding.hint,
        "place": finding.place.as_ref().map(place_as_json),
        "related": related,
    })
}

fn place_as_json(place: &Place) -> Value {
    json!({
        "file": place.file,
        "line": place.line,
        "column": place.column,
        "end_line": place.end_line,
        "end_column": place.end_column,
    })
}
