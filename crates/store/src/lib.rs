//! Units by hash: in memory within a byte budget, and in a directory when one is given.
//!
//! The store does not know what a unit is.
//! It gets a function that says which hash some bytes have ([`Identify`]) and keeps this invariant:
//!
//! - S1. Bytes handed out for a hash have that hash.
//!   It is established by calling [`Identify`] on everything that comes in, from the caller and from disk.
//!
//! The directory survives the process and may be shared by several of them:
//!
//! ```text
//!   <directory>/3f/a09c…e1.unit       64 hexadecimal digits of the hash, split after two
//!   <directory>/3f/.new-<pid>-<n>     being written; renamed when complete
//! ```
//!
//! A file that does not have the hash of its name (a torn disk, a meddling hand) counts as absent and is removed.
//! Start reading at [`UnitStore`].
#![forbid(unsafe_code)]

mod directory;
mod memory;

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mound_bytecode::unit::UnitHash;

use directory::Directory;
use memory::Memory;

/// Tells the hash of some bytes, or `None` when they are no unit at all. Whatever it leaves out of
/// the hash, debug information for example, may come back damaged.
pub type Identify = fn(&[u8]) -> Option<UnitHash>;

/// A thread-safe set of units.
pub struct UnitStore {
    identify: Identify,
    directory: Option<Directory>,
    /// Held for map operations only, never during disk access.
    memory: Mutex<Memory>,
}

#[derive(Debug)]
pub enum StoreError {
    /// The bytes are no unit.
    NotAUnit,
    /// The bytes are a unit, but another one than the caller was told.
    OtherHash {
        expected: UnitHash,
        found: UnitHash,
    },
    /// There is no directory to move older units to, and no room left.
    Full {
        size_bytes: usize,
        budget_bytes: usize,
    },
    Disk {
        path: PathBuf,
        error: io::Error,
    },
}

impl UnitStore {
    /// A store without a directory: when its budget is used up, it refuses.
    pub fn in_memory(identify: Identify, budget_bytes: usize) -> UnitStore {
        UnitStore {
            identify,
            directory: None,
            memory: Mutex::new(Memory::new(budget_bytes)),
        }
    }

    /// A store whose memory is a cache of a directory, which is created if missing.
    pub fn on_disk(
        identify: Identify,
        budget_bytes: usize,
        directory: impl Into<PathBuf>,
    ) -> Result<UnitStore, StoreError> {
        let directory = Directory::open(directory.into())?;
        let memory = Mutex::new(Memory::new(budget_bytes));
        Ok(UnitStore {
            identify,
            directory: Some(directory),
            memory,
        })
    }

    /// Keeps a unit and tells its hash. Keeping it again costs one hashing, and reading its file if
    /// it is not in memory.
    pub fn insert(&self, bytes: Arc<[u8]>) -> Result<UnitHash, StoreError> {
        let hash = (self.identify)(&bytes).ok_or(StoreError::NotAUnit)?;
        self.keep(hash, bytes)?;
        Ok(hash)
    }

    /// Keeps a unit that must have this hash; for bytes that come from elsewhere.
    pub fn insert_as(&self, expected: UnitHash, bytes: Arc<[u8]>) -> Result<(), StoreError> {
        match (self.identify)(&bytes) {
            Some(found) if found == expected => self.keep(expected, bytes),
            Some(found) => Err(StoreError::OtherHash { expected, found }),
            None => Err(StoreError::NotAUnit),
        }
    }

    /// The bytes of a unit, from memory or else from disk.
    ///
    /// A disk that fails looks like a missing unit: the caller can fetch it from elsewhere.
    pub fn get(&self, hash: UnitHash) -> Option<Arc<[u8]>> {
        if let Some(bytes) = self.memory().get(hash) {
            return Some(bytes);
        }
        let directory = self.directory.as_ref()?;
        let bytes: Arc<[u8]> = directory.read(hash)?.into();
        if (self.identify)(&bytes) != Some(hash) {
            directory.remove(hash);
            return None;
        }
        self.memory().insert_evicting(hash, Arc::clone(&bytes));
        Some(bytes)
    }

    /// Whether the unit seems to be here, without reading it.
    pub fn contains(&self, hash: UnitHash) -> bool {
        self.memory().contains(hash)
            || self
                .directory
                .as_ref()
                .is_some_and(|directory| directory.contains(hash))
    }

    /// Bytes held in memory now.
    pub fn memory_bytes(&self) -> usize {
        self.memory().used_bytes()
    }

    fn keep(&self, hash: UnitHash, bytes: Arc<[u8]>) -> Result<(), StoreError> {
        if self.memory().contains(hash) {
            return Ok(());
        }
        match &self.directory {
            // Disk first: what memory may forget must be on disk already.
            Some(directory) => {
                directory.write(hash, &bytes)?;
                self.memory().insert_evicting(hash, bytes);
                Ok(())
            }
            None => self.memory().insert(hash, bytes),
        }
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        // Every operation on `Memory` leaves it whole, so a poisoned lock is still good.
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::NotAUnit => write!(formatter, "these bytes are no unit"),
            StoreError::OtherHash { expected, found } => {
                write!(formatter, "expected unit {expected}, found unit {found}")
            }
            StoreError::Full {
                size_bytes,
                budget_bytes,
            } => {
                write!(
                    formatter,
                    "no room for a unit of {size_bytes} bytes in a store of {budget_bytes}"
                )
            }
            StoreError::Disk { path, error } => write!(formatter, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for StoreError {}

#[cfg(test)]
mod tests;
