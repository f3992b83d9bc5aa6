//! Libraries that were compiled when the program was built: written by a session of the
//! build script, and read by those of nodes.
//!
//! A stored library stands for its source as long as all that it was compiled against is
//! what its imports mean here, which is decided by name alone: a file in a directory given
//! by the user, or a library that a program defines itself, comes first. Otherwise the
//! source is compiled.

use crate::built_in::{BuiltIn, StoredLibrary, sections};
use crate::session::{CompiledUnit, Library, Session, UnitCode};
use mound_base::{SourceId, SourceMap};
use mound_bytecode::unit::{Unit, UnitHash};
use mound_expand::encoding::{self, DecodedLibrary, Surroundings};
use mound_expand::{ExpandedLibrary, LibraryInterface, LibraryName};
use std::collections::HashMap;
use std::rc::Rc;

/// What the build script keeps of a library; see [`StoredLibrary`] for the parts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredParts {
    pub name: String,
    pub hash: [u8; 32],
    pub imports: Vec<String>,
    pub unit: Vec<u8>,
    pub debug: Vec<u8>,
    pub interface: Vec<u8>,
}

impl StoredParts {
    pub(crate) fn new(
        expanded: &ExpandedLibrary,
        unit: &Unit,
        hash: UnitHash,
        imports: Vec<String>,
        sources: &SourceMap,
    ) -> Result<StoredParts, String> {
        let (canonical, debug) = sections(unit);
        let interface = encoding::encode(expanded, sources)
            .ok_or_else(|| format!("a macro of {} nests too deeply", expanded.name))?;
        Ok(StoredParts {
            name: unit.name.clone(),
            hash: hash.0,
            imports,
            unit: canonical,
            debug,
            interface,
        })
    }
}

/// The sources of Mound that a session knows, by name.
pub(crate) struct KnownSources {
    built_in: &'static BuiltIn,
    numbers: HashMap<&'static str, SourceId>,
}

impl KnownSources {
    pub(crate) fn new(built_in: &'static BuiltIn) -> KnownSources {
        KnownSources {
            built_in,
            numbers: HashMap::new(),
        }
    }

    /// The number of the source with this path below `lib/`, its path and its text.
    pub(crate) fn find(
        &mut self,
        path: &str,
        sources: &mut SourceMap,
    ) -> Option<(SourceId, &'static str, &'static str)> {
        let rows = self.built_in.sources;
        let index = rows.binary_search_by(|row| row.0.cmp(path)).ok()?;
        let (path, text) = rows[index];
        let add = || sources.add_static(&format!("lib/{path}"), text);
        Some((*self.numbers.entry(path).or_insert_with(add), path, text))
    }
}

/// What decoding an interface needs of the session.
struct Decoding<'a> {
    sources: &'a mut SourceMap,
    known: &'a mut KnownSources,
    decoded: &'a HashMap<&'static str, Rc<DecodedLibrary>>,
}

impl Surroundings for Decoding<'_> {
    fn source(&mut self, name: &str) -> SourceId {
        let path = name.strip_prefix("lib/").unwrap_or(name);
        match self.known.find(path, self.sources) {
            Some((id, ..)) => id,
            None => self.sources.add(name, ""),
        }
    }

    fn library(&mut self, unit_name: &str, hash: &[u8; 32]) -> Option<Rc<DecodedLibrary>> {
        let found = self.decoded.get(unit_name)?;
        (found.interface.hash == *hash).then(|| found.clone())
    }
}

impl Session {
    /// The stored library of this name, if what it imports means here what it meant when
    /// it was compiled.
    pub(crate) fn stored(&self, unit_name: &str) -> Option<&'static StoredLibrary> {
        let library = self.built_in.library(unit_name)?;
        let fits = |import: &&str| {
            let name = LibraryName::new(import.split('/'));
            match self.libraries.get(&name) {
                // Another library may have the same unit and other macros.
                Some(Library::Ready(interface)) => self
                    .decoded
                    .get(import)
                    .is_some_and(|decoded| Rc::ptr_eq(&decoded.interface, interface)),
                Some(Library::Open) => false,
                None => self.find_file(&name).is_none() && self.stored(import).is_some(),
            }
        };
        library.imports.iter().all(fits).then_some(library)
    }

    /// Makes the interface of a library that [`Session::stored`] gave, and of those it
    /// imports.
    pub(crate) fn load(
        &mut self,
        library: &'static StoredLibrary,
    ) -> Result<Rc<LibraryInterface>, String> {
        for import in library.imports {
            let name = LibraryName::new(import.split('/'));
            if !self.libraries.contains_key(&name) {
                let missing = || format!("{name} is not stored");
                let import = self.built_in.library(import).ok_or_else(missing)?;
                self.load(import)?;
            }
        }
        let mut decoding = Decoding {
            sources: &mut self.sources,
            known: &mut self.known,
            decoded: &self.decoded,
        };
        let decoded = encoding::decode(library.interface, library.hash, &mut decoding)
            .map_err(|error| format!("the interface of {}: {error}", library.name))?;
        let interface = decoded.interface.clone();
        self.decoded.insert(library.name, Rc::new(decoded));
        let name = interface.name.clone();
        self.libraries
            .insert(name, Library::Ready(interface.clone()));
        self.fresh.push(CompiledUnit {
            hash: UnitHash(library.hash),
            code: UnitCode::Stored(library),
        });
        Ok(interface)
    }
}
