//! `mound doc`: a reference of libraries as pages of HTML.

use crate::arguments::Settings;
use crate::run::{Failure, read_source, start};
use crate::{packages, sources, standard};
use mound_engine::{Engine, built_in, why};
use mound_reference::{Library, Owner, Source};
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

const TITLE: &str = "Mound reference";

/// A library of the core language, which has no file.
const SYNTAX: &str = "mound/syntax";

/// Writes the reference. A library of the user that cannot be compiled is an error, and nothing is
/// written.
pub fn run(settings: &Settings, path: Option<PathBuf>, output: &Path) -> Result<i32, Failure> {
    let path = match path {
        Some(path) => Some(path),
        None => packages::project(Path::new(""))?.map(|project| project.root),
    };
    let found = path.as_deref().map_or(Ok(Vec::new()), of_user)?;
    let mut settings = settings.clone();
    let roots: BTreeSet<&PathBuf> = found.iter().map(|one| &one.root).collect();
    settings
        .sourcing
        .library_directories
        .extend(roots.into_iter().cloned());
    let engine = start(&settings, &[], None)?;
    let libraries = libraries(&engine, found);
    engine.shutdown();
    let libraries = libraries?;
    for page in mound_reference::pages(TITLE, &libraries) {
        write(&output.join(&page.path), &page.text)?;
    }
    let count = libraries.len();
    let index = output.join("index.html");
    standard::output(&format!("{count} libraries: {}\n", index.display()))?;
    Ok(0)
}

/// A library of the user, found by its file.
struct Found {
    unit: String,
    root: PathBuf,
    sources: Vec<Source>,
}

/// The libraries in a file, or in the files below a directory, that programs can find by their names.
fn of_user(path: &Path) -> Result<Vec<Found>, Failure> {
    let is_library: sources::IsWanted = |_, name| name.ends_with(".sld");
    // What is given on the command line need not say in which directory it is.
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let base = match path.is_dir() {
        true => &path,
        false => path.parent().unwrap_or(&path),
    };
    let mut found: Vec<Found> = Vec::new();
    for file in sources::find(std::slice::from_ref(&path), is_library)? {
        let text = read_source(&file.display().to_string())?.text;
        let unit = mound_reference::name_of_library(&text).map(|name| name.join("/"));
        let root = mound_reference::root_of_library(&file, &text);
        let is_new = |unit: &String| found.iter().all(|other| other.unit != *unit);
        let (Some(unit), Some(root)) = (unit.filter(is_new), root) else {
            let file = file.display();
            let why = "no import finds a library in it";
            standard::error(&format!("note: {file} is left out: {why}\n"));
            continue;
        };
        let mut sources = Vec::new();
        with_included(base, &file, text, &mut sources)?;
        found.push(Found {
            unit,
            root,
            sources,
        });
    }
    Ok(found)
}

/// Adds a file, by its path from `base`, and what it includes.
fn with_included(
    base: &Path,
    file: &Path,
    text: String,
    found: &mut Vec<Source>,
) -> Result<(), Failure> {
    let relative = file.strip_prefix(base).unwrap_or(file);
    let path = relative.display().to_string();
    if found.iter().any(|source| source.path == path) {
        return Ok(());
    }
    let included = mound_reference::included(&text);
    found.push(Source {
        owner: Owner::Project,
        path,
        text: text.into(),
    });
    for name in included {
        let file = without_dots(&file.parent().unwrap_or(base).join(name));
        let text = read_source(&file.display().to_string())?.text;
        with_included(base, &file, text, found)?;
    }
    Ok(())
}

/// The path of the same file without `.` and `..`.
fn without_dots(path: &Path) -> PathBuf {
    let mut found = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(found.pop()),
            part => found.push(part),
        }
    }
    found
}

fn libraries(engine: &Engine, found: Vec<Found>) -> Result<Vec<Library>, Failure> {
    let mut libraries = Vec::new();
    for Found { unit, sources, .. } in found {
        libraries.push(Library {
            exports: engine.exports(&unit).map_err(Failure::source)?,
            unit,
            owner: Owner::Project,
            sources,
        });
    }
    // A library of the user takes the place of one of the same name.
    let is_replaced = |unit: &&str| libraries.iter().any(|library| library.unit == *unit);
    let units: Vec<&str> = units().filter(|unit| !is_replaced(unit)).collect();
    for unit in units {
        libraries.push(Library {
            unit: unit.to_owned(),
            owner: Owner::Mound,
            sources: of_mound(unit),
            exports: engine.exports(unit).map_err(Failure::source)?,
        });
    }
    Ok(libraries)
}

/// The unit names of the libraries of Mound.
pub fn units() -> impl Iterator<Item = &'static str> {
    let files = built_in().sources.iter();
    let units = files.filter_map(|(path, _)| path.strip_suffix(".sld"));
    units.chain([SYNTAX])
}

/// The sources of a library in the binary.
pub fn of_mound(unit: &str) -> Vec<Source> {
    let mut pending = vec![format!("{unit}.sld")];
    let mut found: Vec<Source> = Vec::new();
    while let Some(path) = pending.pop() {
        let shown = format!("lib/{path}");
        let Some(text) = built_in().source(&path) else {
            continue;
        };
        if found.iter().any(|source| source.path == shown) {
            continue;
        }
        let directory = path.rsplit_once('/').map_or("", |(directory, _)| directory);
        let included = mound_reference::included(text);
        pending.extend(included.iter().rev().map(|name| match directory {
            "" => name.clone(),
            _ => format!("{directory}/{name}"),
        }));
        found.push(Source {
            owner: Owner::Mound,
            path: shown,
            text: text.into(),
        });
    }
    found
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let made = path.parent().map_or(Ok(()), std::fs::create_dir_all);
    let written = made.and_then(|()| std::fs::write(path, text));
    written.map_err(|error| Failure {
        text: format!("error: cannot write {}: {}\n", path.display(), why(&error)),
        status: 1,
    })
}
