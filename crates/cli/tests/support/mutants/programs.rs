//! Which programs concern a library: those that import it, or a library that does.
//!
//! Known from the texts alone: each `import` of a program or library is read, and what a library
//! imports belongs to what its importers need.

use crate::support::nodes::NOT_SIMULATED;
use crate::support::{PROGRAMS, files, read, relative, root};
use mound_base::SourceId;
use mound_syntax::Datum;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Where other programs are that have their output beside them.
const OTHERS: &[&str] = &[
    "tests/steps",
    "tests/nodes",
    "tests/nodes/rows",
    "tests/simulations",
    "tests/dynamite",
];

/// Whether the program is one of two nodes. They are simulated here.
pub fn is_of_nodes(program: &Path) -> bool {
    program.starts_with(root().join("tests/nodes"))
}

/// Whether the program is one of live pages, which needs another node beside it.
pub fn is_of_pages(program: &Path) -> bool {
    program.starts_with(root().join("tests/dynamite"))
}

fn is_run(path: &Path) -> bool {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    match (is_of_nodes(path), is_of_pages(path)) {
        (true, _) => !NOT_SIMULATED.contains(&&*name),
        // A browser is too slow here, and what has no output is a part of others.
        (_, true) => path.with_extension("out").exists() && !name.contains("browser"),
        _ => true,
    }
}

pub struct Program {
    pub path: PathBuf,
    pub text: String,
    /// The libraries it needs, by unit name, and by how many imports it comes to each.
    needs: BTreeMap<String, usize>,
}

/// The libraries and the programs that use them.
pub struct World {
    /// Of each source below `lib/`, the libraries that it is part of.
    parts: BTreeMap<String, BTreeSet<String>>,
    pub programs: Vec<Program>,
}

impl World {
    pub fn new() -> World {
        let mut parts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let mut imports = BTreeMap::new();
        for path in sources("sld") {
            let file = below_lib(&path);
            let name = file.trim_end_matches(".sld").to_owned();
            let data = data(&path);
            let mut found = BTreeSet::new();
            for datum in data
                .iter()
                .flat_map(|library| library.as_list().unwrap_or(&[]))
            {
                imported(datum, &mut found);
                for include in included(datum) {
                    let directory = file.rsplit_once('/').map_or("", |(directory, _)| directory);
                    let include = format!("{directory}/{include}");
                    let include = include.trim_start_matches('/').to_owned();
                    parts.entry(include).or_default().insert(name.clone());
                }
            }
            parts.entry(file).or_default().insert(name.clone());
            imports.insert(name, found);
        }
        let programs = [PROGRAMS, OTHERS]
            .concat()
            .into_iter()
            .flat_map(|directory| files(directory, "scm"))
            .filter(|path| is_run(path))
            .map(|path| program(path, &imports))
            .collect();
        World { parts, programs }
    }

    /// The libraries, by unit name, that this source is a part of.
    pub fn libraries_of(&self, file: &str) -> impl Iterator<Item = &String> {
        self.parts.get(file).into_iter().flatten()
    }

    /// The programs that need a library of which this source is a part; first those that name the
    /// definition, then those that import it more directly.
    pub fn concerned(&self, file: &str, definition: &str) -> Vec<&Program> {
        let Some(libraries) = self.parts.get(file) else {
            return Vec::new();
        };
        let distance = |program: &Program| {
            let found = libraries.iter().filter_map(|name| program.needs.get(name));
            found.min().copied()
        };
        let mut concerned: Vec<(bool, usize, usize, &Program)> = self
            .programs
            .iter()
            .filter_map(|program| {
                let distance = distance(program)?;
                let is_named = program.text.contains(definition);
                Some((!is_named, distance, program.text.len(), program))
            })
            .collect();
        concerned.sort_by_key(|(is_named, distance, size, _)| (*is_named, *distance, *size));
        concerned.into_iter().map(|(.., program)| program).collect()
    }
}

/// The sources below `lib/` with this extension, sorted.
pub fn sources(extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut directories = vec![root().join("lib")];
    while let Some(directory) = directories.pop() {
        let entries = std::fs::read_dir(&directory).expect("the libraries can be read");
        for entry in entries {
            let path = entry.expect("the libraries can be read").path();
            if path.is_dir() {
                directories.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

pub fn below_lib(path: &Path) -> String {
    let path = relative(path);
    path.strip_prefix("lib/").unwrap_or(&path).to_owned()
}

fn data(path: &Path) -> Vec<Datum> {
    // Some programs have data on purpose that cannot be read; what comes before counts.
    let text = read(path);
    let mut reader = mound_syntax::Reader::new(SourceId(0), &text);
    let mut data = Vec::new();
    while let Ok(Some(datum)) = reader.next() {
        data.push(datum);
    }
    data
}

fn program(path: PathBuf, imports: &BTreeMap<String, BTreeSet<String>>) -> Program {
    let mut new = BTreeSet::new();
    for datum in &data(&path) {
        imported(datum, &mut new);
        datum
            .as_list()
            .unwrap_or(&[])
            .iter()
            .for_each(|inner| imported(inner, &mut new));
    }
    let mut needs = BTreeMap::new();
    for distance in 0.. {
        new.retain(|name| !needs.contains_key(name));
        if new.is_empty() {
            break;
        }
        needs.extend(new.iter().map(|name| (name.clone(), distance)));
        let next = new.iter().filter_map(|name| imports.get(name));
        new = next.flatten().cloned().collect();
    }
    let text = read(&path);
    Program { path, text, needs }
}

/// Adds the unit names of what an import form imports.
fn imported(datum: &Datum, found: &mut BTreeSet<String>) {
    let Some([first, sets @ ..]) = datum.as_list() else {
        return;
    };
    if first.is_symbol("import") {
        found.extend(sets.iter().filter_map(library_of));
    }
}

/// The unit name of the library of an import set.
fn library_of(set: &Datum) -> Option<String> {
    let parts = set.as_list()?;
    let modifiers = ["only", "except", "prefix", "rename"];
    let is_modified = modifiers.iter().any(|name| parts[0].is_symbol(name));
    if is_modified && parts.get(1).is_some_and(|inner| inner.as_list().is_some()) {
        return library_of(&parts[1]);
    }
    let words = parts.iter().map(mound_syntax::write);
    Some(words.collect::<Vec<_>>().join("/"))
}

fn included(datum: &Datum) -> Vec<String> {
    match datum.as_list() {
        Some([first, files @ ..]) if first.is_symbol("include") => {
            let names = files.iter().filter_map(|file| file.as_string());
            names.map(str::to_owned).collect()
        }
        _ => Vec::new(),
    }
}
