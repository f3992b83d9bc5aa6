//! Tar archives that depend on their contents only: owner root, one time for all, directories before files.

use crate::Result;
use crate::contents::{File, compressed};
use std::collections::BTreeSet;
use tar::{Builder, EntryType, Header};

pub struct Archive {
    builder: Builder<Vec<u8>>,
    prefix: String,
    seconds: u64,
    directories: BTreeSet<String>,
}

impl Archive {
    /// An archive whose files are all below `prefix`, which may be `.`.
    pub fn new(prefix: &str, seconds: u64) -> Result<Archive> {
        let mut archive = Archive {
            builder: Builder::new(Vec::new()),
            prefix: prefix.to_owned(),
            seconds,
            directories: BTreeSet::new(),
        };
        archive.directory(prefix)?;
        Ok(archive)
    }

    /// Adds a file, and the directories that it stands in.
    pub fn add(&mut self, file: &File) -> Result<()> {
        let path = format!("{}/{}", self.prefix, file.path);
        for (position, _) in path.match_indices('/') {
            self.directory(&path[..position])?;
        }
        let mut header = self.header(EntryType::Regular, file.bytes.len() as u64);
        header.set_mode(if file.is_program { 0o755 } else { 0o644 });
        self.append(header, &path, &file.bytes)
    }

    fn directory(&mut self, path: &str) -> Result<()> {
        if !self.directories.insert(path.to_owned()) {
            return Ok(());
        }
        let mut header = self.header(EntryType::Directory, 0);
        header.set_mode(0o755);
        self.append(header, &format!("{path}/"), &[])
    }

    fn header(&self, kind: EntryType, size: u64) -> Header {
        let mut header = Header::new_ustar();
        header.set_entry_type(kind);
        header.set_size(size);
        header.set_mtime(self.seconds);
        header.set_uid(0);
        header.set_gid(0);
        header
    }

    fn append(&mut self, mut header: Header, path: &str, bytes: &[u8]) -> Result<()> {
        header.set_username("root")?;
        header.set_groupname("root")?;
        // Paths of more than a hundred bytes are divided; longer ones than that allows need extensions,
        // which differ between writers.
        header
            .set_path(path)
            .map_err(|error| format!("a path that tar cannot hold: {path}: {error}"))?;
        header.set_cksum();
        self.builder.append(&header, bytes)?;
        Ok(())
    }

    /// The archive, compressed.
    pub fn finish(self) -> Result<Vec<u8>> {
        compressed(&self.builder.into_inner()?)
    }
}
