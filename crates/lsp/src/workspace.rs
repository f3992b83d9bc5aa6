//! The texts of a project, as the editor or the disk has them, and the units that they make.
//!
//! A *unit* is a program or a library: its file and those that it includes, whose definitions see each
//! other. A text is read when it is needed and kept as long as it does not change.

use crate::Compiler;
use crate::catalog::Catalog;
use crate::imports::{self, Visible};
use crate::scope::{Names, resolve};
use crate::{listing, reading, text};
use mound_base::Span;
use mound_session::Unsaved;
use mound_syntax::Datum;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::SystemTime;

/// Files that include each other are followed to this depth.
const INCLUDES_MAX: usize = 32;

/// A text and what stands in it.
pub(crate) struct Document {
    pub(crate) text: Rc<str>,
    pub(crate) names: Names,
    pub(crate) whole: Span,
    parts: Vec<Part>,
}

/// A library in a text, or the program in it.
#[derive(Clone, Default)]
struct Part {
    library: Option<String>,
    scope: Option<Span>,
    /// Import sets.
    imports: Vec<Datum>,
    /// The place behind the last import set.
    import_end: Option<usize>,
    /// The name inside, and the one outside.
    exports: Vec<(String, String)>,
    includes: Vec<String>,
}

pub(crate) struct Unit {
    /// The name of a library.
    pub(crate) library: Option<String>,
    /// Its file, and then those that it includes.
    pub(crate) files: Vec<PathBuf>,
    /// Where its definitions stand in its own file.
    scope: Span,
    pub(crate) imports: Vec<Datum>,
    pub(crate) import_end: Option<usize>,
    pub(crate) exports: Vec<(String, String)>,
    /// What imports bring, by the visible name.
    visible: RefCell<Option<Rc<HashMap<String, Visible>>>>,
}

impl Unit {
    /// Where its definitions stand in one of its files.
    pub(crate) fn scope(&self, file: &Path, document: &Document) -> Span {
        match self.files[0] == file {
            true => self.scope,
            false => document.whole,
        }
    }
}

/// Time of the last change and length: what tells that a file is another.
type Stamp = (Option<SystemTime>, u64);

pub(crate) struct Workspace {
    pub(crate) root: Option<PathBuf>,
    pub(crate) compiler: Arc<dyn Compiler>,
    pub(crate) catalog: Catalog,
    open: HashMap<PathBuf, Rc<Document>>,
    kept: RefCell<HashMap<PathBuf, (Stamp, Rc<Document>)>>,
    /// The sources below the root, until something may have changed there.
    listed: RefCell<Option<Rc<[PathBuf]>>>,
}

/// All units at one moment.
pub(crate) struct Snapshot {
    pub(crate) units: Vec<Unit>,
    pub(crate) documents: HashMap<PathBuf, Rc<Document>>,
}

impl Workspace {
    pub(crate) fn new(root: Option<PathBuf>, compiler: Arc<dyn Compiler>) -> Workspace {
        Workspace {
            root,
            catalog: Catalog::new(compiler.clone()),
            compiler,
            open: HashMap::new(),
            kept: RefCell::default(),
            listed: RefCell::default(),
        }
    }

    pub(crate) fn open(&mut self, file: PathBuf, text: &str) {
        self.open.insert(file, Rc::new(document(text)));
    }

    pub(crate) fn close(&mut self, file: &Path) {
        self.open.remove(file);
    }

    pub(crate) fn open_files(&self) -> impl Iterator<Item = &PathBuf> {
        self.open.keys()
    }

    /// The texts in the editor, by their real paths.
    pub(crate) fn unsaved(&self) -> Unsaved {
        let real = |file: &PathBuf| std::fs::canonicalize(file).unwrap_or_else(|_| file.clone());
        let open = self.open.iter();
        open.map(|(file, document)| (real(file), document.text.to_string()))
            .collect()
    }

    /// The text of a file, if it can be read.
    pub(crate) fn document(&self, file: &Path) -> Option<Rc<Document>> {
        if let Some(document) = self.open.get(file) {
            return Some(document.clone());
        }
        let data = std::fs::metadata(file).ok()?;
        let stamp = (data.modified().ok(), data.len());
        if let Some((known, document)) = self.kept.borrow().get(file)
            && *known == stamp
        {
            return Some(document.clone());
        }
        let bytes = mound_base::read_source_file(file).ok()?;
        let document = Rc::new(document(&mound_base::decode(bytes).ok()?));
        let row = (stamp, document.clone());
        self.kept.borrow_mut().insert(file.to_owned(), row);
        Some(document)
    }

    /// Looks for sources anew when they are needed next.
    pub(crate) fn files_changed(&mut self) {
        self.listed.take();
    }

    fn listed(&self) -> Rc<[PathBuf]> {
        let mut listed = self.listed.borrow_mut();
        let list = || self.root.as_deref().map_or_else(Vec::new, listing::sources);
        listed.get_or_insert_with(|| list().into()).clone()
    }

    pub(crate) fn snapshot(&self) -> Snapshot {
        let mut files: BTreeSet<PathBuf> = self.open.keys().cloned().collect();
        files.extend(self.listed().iter().cloned());
        let mut documents = HashMap::new();
        for file in files {
            documents.extend(self.document(&file).map(|document| (file, document)));
        }
        let mut units = Vec::new();
        let mut included = BTreeSet::new();
        let roots: Vec<(PathBuf, Rc<Document>)> = documents
            .iter()
            .map(|(file, document)| (file.clone(), document.clone()))
            .collect();
        for (file, document) in &roots {
            for part in &document.parts {
                let mut files = vec![file.clone()];
                self.follow(&part.includes, file, &mut files, &mut documents, 0);
                included.extend(files[1..].iter().cloned());
                units.push(Unit {
                    library: part.library.clone(),
                    files,
                    scope: part.scope.unwrap_or(document.whole),
                    imports: part.imports.clone(),
                    import_end: part.import_end,
                    exports: part.exports.clone(),
                    visible: RefCell::new(None),
                });
            }
        }
        // What another unit includes is no program of its own.
        units.retain(|unit| unit.library.is_some() || !included.contains(&unit.files[0]));
        units.sort_by(|one, other| one.files[0].cmp(&other.files[0]));
        Snapshot { units, documents }
    }

    fn follow(
        &self,
        includes: &[String],
        from: &Path,
        files: &mut Vec<PathBuf>,
        documents: &mut HashMap<PathBuf, Rc<Document>>,
        depth: usize,
    ) {
        for name in includes {
            let file = normal(&from.parent().unwrap_or(Path::new("")).join(name));
            if depth > INCLUDES_MAX || files.contains(&file) {
                continue;
            }
            let Some(document) = self.document(&file) else {
                continue;
            };
            files.push(file.clone());
            documents.insert(file.clone(), document.clone());
            let parts = document.parts.iter();
            for part in parts.filter(|part| part.library.is_none()) {
                self.follow(&part.includes, &file, files, documents, depth + 1);
            }
        }
    }

    /// What the imports of a unit make visible, by name.
    pub(crate) fn visible(&self, snapshot: &Snapshot, unit: &Unit) -> Rc<HashMap<String, Visible>> {
        if let Some(known) = &*unit.visible.borrow() {
            return known.clone();
        }
        let mut exports = |name: &str| self.exports(snapshot, name);
        let mut found = HashMap::new();
        let mut add = |names: Vec<Visible>| {
            found.extend(names.into_iter().map(|one| (one.name.clone(), one)));
        };
        if unit.imports.is_empty() && unit.library.is_none() {
            for name in self.compiler.default_imports() {
                let visible = |exported: String| Visible {
                    name: exported.clone(),
                    unit: name.clone(),
                    exported,
                    is_renamed: false,
                };
                add(exports(&name).into_iter().map(visible).collect());
            }
        }
        for set in &unit.imports {
            add(imports::names(set, &mut exports));
        }
        let found = Rc::new(found);
        *unit.visible.borrow_mut() = Some(found.clone());
        found
    }

    /// The names that a library exports.
    pub(crate) fn exports(&self, snapshot: &Snapshot, library: &str) -> Vec<String> {
        match snapshot.library(library) {
            Some(unit) => unit.exports.iter().map(|(_, name)| name.clone()).collect(),
            None => self.catalog.names(library),
        }
    }
}

impl Snapshot {
    /// A library of the project.
    pub(crate) fn library(&self, name: &str) -> Option<&Unit> {
        let mut units = self.units.iter();
        units.find(|unit| unit.library.as_deref() == Some(name))
    }

    /// The units that a place belongs to.
    pub(crate) fn units_at(&self, file: &Path, offset: usize) -> Vec<&Unit> {
        let whole = |unit: &&Unit| unit.files.iter().any(|one| one == file);
        let units: Vec<&Unit> = self.units.iter().filter(whole).collect();
        let within = |unit: &&Unit| {
            let scope = unit.scope.start as usize..unit.scope.end as usize;
            unit.files[0] != file || (unit.library.is_some() && scope.contains(&offset))
        };
        let inner: Vec<&Unit> = units.iter().copied().filter(within).collect();
        match inner.is_empty() {
            true => units
                .into_iter()
                .filter(|unit| unit.library.is_none())
                .collect(),
            false => inner,
        }
    }
}

/// A path without `.` and `..`, as an editor names files.
pub(crate) fn normal(path: &Path) -> PathBuf {
    let mut found = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir => drop(found.pop()),
            part @ (std::path::Component::Prefix(_)
            | std::path::Component::RootDir
            | std::path::Component::Normal(_)) => found.push(part),
        }
    }
    found
}

fn document(text: &str) -> Document {
    let data = reading::data(text);
    let whole = reading::whole(text);
    Document {
        names: resolve(&data, whole),
        parts: parts(&data),
        text: text.into(),
        whole,
    }
}

/// The libraries of a text, and the program that the rest of it is.
fn parts(data: &[Datum]) -> Vec<Part> {
    let mut program = Part::default();
    let mut found = Vec::new();
    for datum in data {
        match datum.as_list() {
            Some([head, name, declarations @ ..]) if head.is_symbol("define-library") => {
                let mut library = Part {
                    library: imports::unit(name),
                    scope: Some(datum.span),
                    ..Part::default()
                };
                declarations
                    .iter()
                    .for_each(|one| declared(one, &mut library));
                found.push(library);
            }
            _ => declared(datum, &mut program),
        }
    }
    let is_only_libraries = !found.is_empty() && found.len() == data.len();
    if !is_only_libraries {
        found.push(program);
    }
    found
}

/// Takes in a declaration of a library, or a form of a program.
fn declared(datum: &Datum, part: &mut Part) {
    let Some([head, rest @ ..]) = datum.as_list() else {
        return;
    };
    let Some(head) = head.as_symbol() else {
        return;
    };
    match head.name() {
        "import" => {
            part.imports.extend(rest.iter().cloned());
            let last = rest.last().map(|last| last.span.end as usize);
            part.import_end = last.or(part.import_end);
        }
        "export" => part
            .exports
            .extend(rest.iter().filter_map(|one| match one.as_list() {
                Some([_, inner, outer]) => {
                    let name = |datum: &Datum| Some(datum.as_symbol()?.name().to_owned());
                    Some((name(inner)?, name(outer)?))
                }
                _ => {
                    let name = one.as_symbol()?.name().to_owned();
                    Some((name.clone(), name))
                }
            })),
        "include" | "include-ci" | "include-library-declarations" => {
            part.includes
                .extend(rest.iter().filter_map(Datum::as_string).map(str::to_owned));
        }
        "begin" => rest.iter().for_each(|one| declared(one, part)),
        // Any of its clauses may hold.
        "cond-expand" => {
            let clauses = rest.iter().filter_map(Datum::as_list);
            for clause in clauses {
                clause.iter().skip(1).for_each(|one| declared(one, part));
            }
        }
        _ => {}
    }
}

/// A place in a file, as the protocol has it.
pub(crate) fn location(file: &Path, document: &Document, span: Span) -> serde_json::Value {
    serde_json::json!({
        "uri": text::address(file),
        "range": range(document, span),
    })
}

pub(crate) fn range(document: &Document, span: Span) -> serde_json::Value {
    text::range(&document.text, span.start as usize, span.end as usize)
}
