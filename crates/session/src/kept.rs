//! Compiled libraries with versions, kept on disk for the next program.
//!
//! ```text
//!   MOUND_HOME/modules/@code/TOOLCHAIN/KEY
//!     "MNDK" digest(32)                    of all that follows
//!     name, sources                        whose code it is: the unit, and the hash of the sources
//!     asked                                what cond-expand asked for, and whether it was there
//!     imports                              and the hashes of their units
//!     unit, interface
//! ```
//!
//! Texts, bytes and sequences are preceded by their length in four bytes. The toolchain stands for
//! this very program: its libraries and its file. A file is written beside its place and renamed, so
//! readers and other writers see a whole one or none; one that was cut, changed, or does not fit what
//! its imports mean now is not used, and the library is compiled as if it were not there.
//!
//! Only versions are kept: their sources do not change, and have been compared with their record before.
//! One with warnings is not kept, so that they are told again.
//!
//! Invariant K1: a unit from a file is verified as one of a stranger is.

use crate::session::{CompiledUnit, Library, Session, UnitCode};
use crate::stored::KnownSources;
use mound_base::{SourceId, SourceMap, Span};
use mound_bytecode::unit::{Debug, Unit};
use mound_bytecode::{decode, encode, verify};
use mound_expand::encoding::{self, DecodedLibrary, Surroundings};
use mound_expand::{ExpandedLibrary, LibraryInterface, LibraryName, LibraryProvider};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime};

const MAGIC: &[u8; 4] = b"MNDK";
/// Bytes of all files together: some thousand libraries. The oldest go first.
const BYTES_MAX: u64 = 256 << 20;
/// One larger than this is compiled each time.
const ENTRY_BYTES_MAX: usize = 64 << 20;
/// What a file is called that is being written, and for how long that can be.
const NEW: &str = ".new-";
const NEW_FOR: Duration = Duration::from_secs(3600);

/// What a file says.
#[derive(Default)]
struct Entry {
    name: String,
    sources: String,
    asked: Vec<(String, bool)>,
    imports: Vec<(String, [u8; 32])>,
    unit: Vec<u8>,
    interface: Vec<u8>,
}

impl Entry {
    fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::new();
        let mut add = |part: &[u8]| {
            body.extend((part.len() as u32).to_le_bytes());
            body.extend(part);
        };
        add(self.name.as_bytes());
        add(self.sources.as_bytes());
        add(&self
            .asked
            .iter()
            .map(|asked| u8::from(asked.1))
            .collect::<Vec<_>>());
        for (name, _) in &self.asked {
            add(name.as_bytes());
        }
        add(&self
            .imports
            .iter()
            .flat_map(|import| import.1)
            .collect::<Vec<_>>());
        for (name, _) in &self.imports {
            add(name.as_bytes());
        }
        add(&self.unit);
        add(&self.interface);
        let mut bytes = MAGIC.to_vec();
        bytes.extend(digest(&body));
        bytes.extend(body);
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Option<Entry> {
        let (said, body) = bytes.strip_prefix(MAGIC)?.split_first_chunk::<32>()?;
        if *said != digest(body) {
            return None;
        }
        let mut rest = body;
        let mut part = || {
            let (length, after) = rest.split_first_chunk()?;
            let (part, after) = after.split_at_checked(u32::from_le_bytes(*length) as usize)?;
            rest = after;
            Some(part)
        };
        let text = |part: &[u8]| String::from_utf8(part.to_vec()).ok();
        let name = text(part()?)?;
        let sources = text(part()?)?;
        let mut asked = Vec::new();
        for there in part()? {
            asked.push((text(part()?)?, *there == 1));
        }
        let mut imports = Vec::new();
        let (hashes, []) = part()?.as_chunks::<32>() else {
            return None;
        };
        for hash in hashes {
            imports.push((text(part()?)?, *hash));
        }
        let (unit, interface) = (part()?.to_vec(), part()?.to_vec());
        rest.is_empty().then_some(Entry {
            name,
            sources,
            asked,
            imports,
            unit,
            interface,
        })
    }

    /// The unit, if it is valid in all.
    fn unit(&self) -> Option<Unit> {
        let unit = decode::from_bytes(&self.unit).ok()?;
        verify::verify(&unit).ok()?;
        verify::debug(&unit).ok()?;
        (unit.name == self.name).then_some(unit)
    }
}

fn digest(body: &[u8]) -> [u8; 32] {
    blake3::derive_key("mound kept code v1", body)
}

/// The directory for this very program, below the one for all.
pub(crate) fn directory(modules: &Path, toolchain: &str) -> PathBuf {
    // A compiler that was changed may make the same of Mound's own libraries and other code of others.
    let program = std::env::current_exe().and_then(std::fs::metadata);
    let program = program.map_or_else(
        |_| String::new(),
        |found| {
            let changed = found.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            let changed = changed.duration_since(SystemTime::UNIX_EPOCH);
            format!(
                "-{:x}-{:x}",
                found.len(),
                changed.unwrap_or_default().as_nanos()
            )
        },
    );
    modules.join("@code").join(format!("{toolchain}{program}"))
}

impl Session {
    /// The file of a library, and the hash of its sources; `None` if nothing is kept.
    fn kept_file(&self, name: &LibraryName) -> Option<(PathBuf, String)> {
        let plain = self.coverage.is_none() && self.check.is_none() && self.own_libraries.is_none();
        let directory = self.kept.as_ref().filter(|_| plain)?;
        let mut located = self.located.values();
        let located =
            located.find(|located| crate::modules::library_name(&located.name) == *name)?;
        let sources = &located.record.source;
        let key = blake3::hash(format!("{} {sources}", name.unit_name()).as_bytes());
        Some((directory.join(key.to_hex().as_str()), sources.clone()))
    }

    /// The library as it is kept, if that fits; it is known then as if it had been compiled.
    pub(crate) fn load_kept(&mut self, name: &LibraryName) -> Option<Rc<LibraryInterface>> {
        let (path, sources) = self.kept_file(name)?;
        let entry = Entry::from_bytes(&std::fs::read(path).ok()?)?;
        if entry.name != name.unit_name() || entry.sources != sources {
            return None;
        }
        let unit = entry.unit()?;
        self.libraries.insert(name.clone(), Library::Open);
        self.open.push(name.clone());
        self.imports.push(Vec::new());
        self.asked.push(Vec::new());
        let further = self.further.len();
        let fits = self.fits(&entry);
        // What is wrong with an import is told when it is compiled against.
        self.further.truncate(further);
        self.asked.pop();
        self.imports.pop();
        self.open.pop();
        self.libraries.remove(name);
        if !fits {
            return None;
        }
        let hash = unit.hash();
        let decoded = self.decode_kept(&entry.interface, hash.0, &unit.debug)?;
        let interface = decoded.interface.clone();
        self.kept_libraries.insert(entry.name, Rc::new(decoded));
        let imports = entry.imports.into_iter().map(|import| import.0);
        let imports: Vec<String> = imports.collect();
        self.note_library(hash, &imports);
        self.dependencies.insert(name.clone(), imports);
        self.libraries
            .insert(name.clone(), Library::Ready(interface.clone()));
        let unit = CompiledUnit {
            hash,
            code: UnitCode::Compiled {
                unit: Box::new(unit),
                built_in: false,
            },
        };
        self.remember(&unit);
        self.fresh.push(unit);
        Some(interface)
    }

    /// Whether what it asked for and imported is the same now.
    fn fits(&mut self, entry: &Entry) -> bool {
        let named = |name: &str| LibraryName::new(name.split('/'));
        entry.asked.iter().all(|(name, there)| {
            let name = named(name);
            (self.has(&name) || self.could_locate(&name)) == *there
        }) && entry.imports.iter().all(|(name, hash)| {
            let interface = self.interface(&named(name), Span::NONE);
            interface.is_ok_and(|interface| interface.hash == *hash)
        })
    }

    fn decode_kept(
        &mut self,
        interface: &[u8],
        hash: [u8; 32],
        debug: &Debug,
    ) -> Option<DecodedLibrary> {
        let mut decoding = Decoding {
            sources: &mut self.sources,
            known: &mut self.known,
            decoded: &self.decoded,
            kept: &self.kept_libraries,
            debug,
            numbers: HashMap::new(),
        };
        encoding::decode(interface, hash, &mut decoding).ok()
    }

    /// Keeps a library that was compiled. If that fails, the next program compiles it again.
    pub(crate) fn keep(
        &self,
        name: &LibraryName,
        expanded: &ExpandedLibrary,
        unit: &Unit,
        imports: &[String],
        asked: Vec<(String, bool)>,
    ) -> Option<()> {
        let (path, sources) = self.kept_file(name)?;
        let hash_of = |import: &String| {
            let found = self.libraries.get(&LibraryName::new(import.split('/')))?;
            match found {
                Library::Ready(interface) => Some((import.clone(), interface.hash)),
                Library::Open => None,
            }
        };
        let entry = Entry {
            name: name.unit_name(),
            sources,
            asked,
            imports: imports.iter().map(hash_of).collect::<Option<_>>()?,
            unit: encode::to_bytes(unit),
            interface: encoding::encode(expanded, &self.sources)?,
        };
        let bytes = entry.to_bytes();
        if bytes.len() > ENTRY_BYTES_MAX {
            return None;
        }
        static SERIAL: AtomicU32 = AtomicU32::new(0);
        let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
        let new = path.with_file_name(format!("{NEW}{}-{serial}", std::process::id()));
        std::fs::create_dir_all(path.parent()?).ok()?;
        let written = std::fs::write(&new, &bytes).and_then(|()| std::fs::rename(&new, &path));
        if written.is_err() {
            // It may not be there.
            let _ = std::fs::remove_file(&new);
        }
        prune(path.parent()?.parent()?)
    }
}

/// Removes the oldest files beyond the bound, what others have left half written, and directories
/// that are empty then.
fn prune(root: &Path) -> Option<()> {
    let now = SystemTime::now();
    let mut files: Vec<(SystemTime, u64, PathBuf)> = Vec::new();
    for directory in std::fs::read_dir(root).ok()?.flatten() {
        let directory = directory.path();
        for file in std::fs::read_dir(&directory)
            .into_iter()
            .flatten()
            .flatten()
        {
            let Ok(found) = file.metadata() else { continue };
            let changed = found.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            let is_new = file.file_name().to_string_lossy().starts_with(NEW);
            match is_new {
                false => files.push((changed, found.len(), file.path())),
                true if now.duration_since(changed).is_ok_and(|age| age > NEW_FOR) => {
                    // Somebody else may have been quicker; so with those below.
                    let _ = std::fs::remove_file(file.path());
                }
                true => {}
            }
        }
    }
    files.sort_unstable();
    let mut bytes: u64 = files.iter().map(|file| file.1).sum();
    for (_, length, path) in files {
        if bytes <= BYTES_MAX {
            break;
        }
        bytes -= length;
        let _ = std::fs::remove_file(&path);
        // It fails where something is left.
        let _ = std::fs::remove_dir(path.parent()?);
    }
    Some(())
}

/// What decoding an interface needs of the session.
struct Decoding<'a> {
    sources: &'a mut SourceMap,
    known: &'a mut KnownSources,
    decoded: &'a HashMap<&'static str, Rc<DecodedLibrary>>,
    kept: &'a HashMap<String, Rc<DecodedLibrary>>,
    /// Has the texts of the library's own sources.
    debug: &'a Debug,
    numbers: HashMap<String, SourceId>,
}

impl Surroundings for Decoding<'_> {
    fn source(&mut self, name: &str) -> SourceId {
        let built_in = name.strip_prefix("lib/");
        if let Some((id, ..)) = built_in.and_then(|path| self.known.find(path, self.sources)) {
            return id;
        }
        if let Some(id) = self.numbers.get(name) {
            return *id;
        }
        let mut texts = self.debug.sources.iter();
        let text = texts.find(|(known, _)| **known == *name);
        let id = self.sources.add(name, text.map_or("", |(_, text)| text));
        self.numbers.insert(name.to_owned(), id);
        id
    }

    fn library(&mut self, unit_name: &str, hash: &[u8; 32]) -> Option<Rc<DecodedLibrary>> {
        let found = self
            .decoded
            .get(unit_name)
            .or_else(|| self.kept.get(unit_name))?;
        (found.interface.hash == *hash).then(|| found.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry() -> Entry {
        Entry {
            name: "h.org/a/b@1".into(),
            sources: "ff".into(),
            asked: vec![("x".into(), true), ("y/z".into(), false)],
            imports: vec![("scheme/base".into(), [7; 32])],
            unit: vec![1, 2, 3],
            interface: vec![4, 5],
        }
    }

    #[test]
    fn entries_read_back_and_each_change_is_noticed() {
        let bytes = entry().to_bytes();
        let read = Entry::from_bytes(&bytes).expect("it was written");
        assert_eq!(read.to_bytes(), bytes);
        assert_eq!(read.asked, entry().asked);
        for position in 0..bytes.len() {
            let mut altered = bytes.clone();
            altered[position] ^= 1;
            assert!(Entry::from_bytes(&altered).is_none(), "byte {position}");
            assert!(Entry::from_bytes(&bytes[..position]).is_none());
        }
    }

    #[test]
    fn code_that_is_no_unit_is_not_used_though_the_file_is_whole() {
        assert!(entry().unit().is_none());
    }
}
