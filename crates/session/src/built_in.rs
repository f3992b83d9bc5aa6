//! The libraries that are part of Mound: sources, and what was compiled of them when
//! the program was built.
//!
//! A library is here as its source and, unless the program that asks is the build
//! script itself, as a [`StoredLibrary`]: the same that compiling the source gives, with
//! the same hash. The source is still needed, for excerpts in messages and for programs
//! that put another library in the place of one that this one imports.

use mound_bytecode::decode;
use mound_bytecode::unit::{Debug, Unit, UnitHash};
use mound_bytecode::{DecodeError, encode};
use std::sync::{Arc, OnceLock};

/// What is in the binary.
#[derive(Debug)]
pub struct BuiltIn {
    /// Path below `lib/` and text of each source, sorted by path.
    pub sources: &'static [(&'static str, &'static str)],
    /// Sorted by name.
    pub libraries: &'static [StoredLibrary],
}

/// A library that was compiled when the program was built.
#[derive(Debug)]
pub struct StoredLibrary {
    /// The name of its unit: `scheme/base`.
    pub name: &'static str,
    pub hash: [u8; 32],
    /// Unit names of the libraries it was compiled against, in the order in which they
    /// are to be instantiated.
    pub imports: &'static [&'static str],
    /// The canonical section of its unit.
    pub unit: &'static [u8],
    /// The debug section, in which the texts of the sources are left out.
    pub debug: &'static [u8],
    /// See `mound_expand::encoding`.
    pub interface: &'static [u8],
}

impl BuiltIn {
    /// The text of the library source with this path below `lib/`.
    pub fn source(&self, path: &str) -> Option<&'static str> {
        let found = self.sources.binary_search_by(|row| row.0.cmp(path));
        found.ok().map(|index| self.sources[index].1)
    }

    /// The library whose unit has this name.
    pub fn library(&self, unit_name: &str) -> Option<&'static StoredLibrary> {
        let libraries = self.libraries;
        let found = libraries.binary_search_by(|library| library.name.cmp(unit_name));
        found.ok().map(|index| &libraries[index])
    }

    /// The library whose unit has this hash.
    pub fn of_hash(&self, hash: UnitHash) -> Option<&'static StoredLibrary> {
        let mut libraries = self.libraries.iter();
        libraries.find(|library| library.hash == hash.0)
    }

    /// What names the compiler and the libraries of Mound: under one toolchain, equal sources and
    /// imports give equal units.
    pub fn toolchain(&self) -> &str {
        static KNOWN: OnceLock<String> = OnceLock::new();
        KNOWN.get_or_init(|| {
            let mut hasher = blake3::Hasher::new_derive_key("mound toolchain v1");
            hasher.update(env!("CARGO_PKG_VERSION").as_bytes());
            for library in self.libraries {
                hasher.update(&library.hash);
            }
            hasher.finalize().to_hex()[..16].to_owned()
        })
    }

    /// The container with the unit of this hash, for a peer that asks for it.
    pub fn container(&self, hash: UnitHash) -> Option<Arc<[u8]>> {
        let library = self.of_hash(hash)?;
        let mut unit = library.decode().ok()?;
        unit.debug = self.debug(library);
        Some(encode::to_bytes(&unit).into())
    }

    /// The debug information of a library, with the texts of its sources.
    pub fn debug(&self, library: &StoredLibrary) -> Debug {
        // The build script wrote it, so it can be read; without it messages have no excerpts.
        let mut debug = decode::debug(library.debug).unwrap_or_default();
        for (name, text) in &mut debug.sources {
            if let Some(source) = name.strip_prefix("lib/").and_then(|path| self.source(path)) {
                *text = source.into();
            }
        }
        debug
    }
}

impl StoredLibrary {
    /// The unit without its debug information.
    pub fn decode(&self) -> Result<Unit, DecodeError> {
        decode::canonical(self.unit)
    }
}

/// The two sections of a unit as they are stored.
pub(crate) fn sections(unit: &Unit) -> (Vec<u8>, Vec<u8>) {
    let mut debug = unit.debug.clone();
    for (name, text) in &mut debug.sources {
        if name.starts_with("lib/") {
            *text = "".into();
        }
    }
    (encode::canonical(unit), encode::debug(&debug))
}
