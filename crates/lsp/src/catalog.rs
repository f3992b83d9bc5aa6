//! What the libraries of Mound export, with documentation: looked up once for each library.

use crate::Compiler;
use mound_reference::{Described, Library, described};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;

/// By the exported name.
type Names = Rc<BTreeMap<String, Described>>;

pub(crate) struct Catalog {
    compiler: Arc<dyn Compiler>,
    libraries: RefCell<HashMap<String, Option<Rc<Library>>>>,
    described: RefCell<HashMap<String, Names>>,
}

impl Catalog {
    pub(crate) fn new(compiler: Arc<dyn Compiler>) -> Catalog {
        Catalog {
            compiler,
            libraries: RefCell::default(),
            described: RefCell::default(),
        }
    }

    fn library(&self, unit: &str) -> Option<Rc<Library>> {
        if let Some(known) = self.libraries.borrow().get(unit) {
            return known.clone();
        }
        let found = self.compiler.library(unit).map(Rc::new);
        self.libraries
            .borrow_mut()
            .insert(unit.to_owned(), found.clone());
        found
    }

    /// The names that a library of Mound exports, described. One that is not known exports nothing.
    pub(crate) fn described(&self, unit: &str) -> Names {
        if let Some(known) = self.described.borrow().get(unit) {
            return known.clone();
        }
        let found = self.library(unit).map_or_else(BTreeMap::new, |library| {
            let mut homes = vec![library.clone()];
            for export in &library.exports {
                if homes.iter().all(|home| home.unit != export.library) {
                    homes.extend(self.library(&export.library));
                }
            }
            described(&library, homes.iter().map(|home| &**home))
        });
        let found = Rc::new(found);
        self.described
            .borrow_mut()
            .insert(unit.to_owned(), found.clone());
        found
    }

    pub(crate) fn names(&self, unit: &str) -> Vec<String> {
        match self.library(unit) {
            Some(library) => library.exports.iter().map(|one| one.name.clone()).collect(),
            None => Vec::new(),
        }
    }

    /// The file with a source of Mound for the editor: a copy, written when it is asked for.
    pub(crate) fn copy(&self, path: &str, text: &str) -> Option<std::path::PathBuf> {
        let file = self.compiler.sources()?.join(path);
        let is_there = std::fs::read_to_string(&file).is_ok_and(|known| known == text);
        if !is_there {
            std::fs::create_dir_all(file.parent()?).ok()?;
            std::fs::write(&file, text).ok()?;
        }
        Some(file)
    }
}
