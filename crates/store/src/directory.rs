//! The part of a store that lives on disk: one file a unit, written whole or not at all.
//!
//! Does not check hashes; the store does, on every read.
//! Several processes may use one directory: they write the same bytes under the same name, and a rename replaces
//! a file in one step.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use mound_bytecode::unit::UnitHash;

use crate::StoreError;

/// A larger file is no unit of ours; without a bound a meddled file could take all memory.
const FILE_SIZE_BYTES_MAX: u64 = 256 << 20;

pub struct Directory {
    root: PathBuf,
    /// Makes the names of temporary files of this process distinct.
    writes: AtomicU64,
}

impl Directory {
    pub fn open(root: PathBuf) -> Result<Directory, StoreError> {
        fs::create_dir_all(&root).map_err(|error| StoreError::Disk {
            path: root.clone(),
            error,
        })?;
        Ok(Directory {
            root,
            writes: AtomicU64::new(0),
        })
    }

    pub fn contains(&self, hash: UnitHash) -> bool {
        self.path(hash).is_file()
    }

    pub fn read(&self, hash: UnitHash) -> Option<Vec<u8>> {
        let file = File::open(self.path(hash)).ok()?;
        let mut bytes = Vec::new();
        let read = file
            .take(FILE_SIZE_BYTES_MAX + 1)
            .read_to_end(&mut bytes)
            .ok()?;
        (read as u64 <= FILE_SIZE_BYTES_MAX).then_some(bytes)
    }

    pub fn remove(&self, hash: UnitHash) {
        // Best effort: a file that stays is found bad again at the next read.
        let _ = fs::remove_file(self.path(hash));
    }

    pub fn write(&self, hash: UnitHash, bytes: &[u8]) -> Result<(), StoreError> {
        let path = self.path(hash);
        // A damaged file of the right size would be taken for the unit, which memory may forget then.
        let is_long_enough = |found: fs::Metadata| found.len() == bytes.len() as u64;
        if fs::metadata(&path).is_ok_and(is_long_enough)
            && self.read(hash).is_some_and(|found| found == bytes)
        {
            return Ok(());
        }
        self.replace(&path, bytes)
            .map_err(|error| StoreError::Disk { path, error })
    }

    fn replace(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let folder = path.parent().unwrap_or(&self.root);
        fs::create_dir_all(folder)?;
        let number = self.writes.fetch_add(1, Ordering::Relaxed);
        let temporary = folder.join(format!(".new-{}-{number}", std::process::id()));
        let written = write_whole(&temporary, bytes).and_then(|()| fs::rename(&temporary, path));
        if written.is_err() {
            let _ = fs::remove_file(&temporary);
        }
        written
    }

    fn path(&self, hash: UnitHash) -> PathBuf {
        let mut digits = String::with_capacity(64);
        for byte in hash.0 {
            digits.push_str(&format!("{byte:02x}"));
        }
        let (folder, name) = digits.split_at(2);
        self.root.join(folder).join(format!("{name}.unit"))
    }
}

fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}
