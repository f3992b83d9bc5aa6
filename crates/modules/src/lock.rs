//! `mound.lock`: which commit and which sources each version means in a project.
//!
//! A line is `REPOSITORY VERSION COMMIT SOURCE`, with `-` for no version; lines are sorted, so that
//! two people who add libraries seldom get in each other's way. A program does not run with a
//! version that is other than its line says.

use crate::exclusive::{Exclusive, write_whole};
use crate::record::Record;
use crate::trouble::Trouble;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub const FILE: &str = "mound.lock";

const HEADER: &str = "\
# Versions of libraries, made by `mound`: repository, version, commit, hash of the sources.
# Keep this file with the sources of the project.
";

/// What a version has to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pin {
    pub commit: String,
    pub source: String,
}

/// A lock file, in memory.
#[derive(Clone, Debug)]
pub struct Lock {
    path: PathBuf,
    pins: BTreeMap<(String, Option<String>), Pin>,
}

impl Lock {
    /// Reads the file of this directory; one that is not there has no lines.
    pub fn read(directory: &Path) -> Result<Lock, Trouble> {
        let path = directory.join(FILE);
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(Trouble::io(&path)(error)),
        };
        let mut pins = BTreeMap::new();
        for (index, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let words: Vec<&str> = line.split(' ').collect();
            let [repository, version, commit, source] = words[..] else {
                return Err(bad(
                    &path,
                    index,
                    "expected repository, version, commit and hash",
                ));
            };
            if !is_hexadecimal(commit, 40) || !is_hexadecimal(source, 64) {
                return Err(bad(&path, index, "this is no commit and hash"));
            }
            let version = (version != "-").then(|| version.to_owned());
            let pin = Pin {
                commit: commit.to_owned(),
                source: source.to_owned(),
            };
            if pins.insert((repository.to_owned(), version), pin).is_some() {
                return Err(bad(&path, index, "this version stands here twice"));
            }
        }
        Ok(Lock { path, pins })
    }

    pub fn get(&self, repository: &str, version: Option<&str>) -> Option<&Pin> {
        self.pins
            .get(&(repository.to_owned(), version.map(str::to_owned)))
    }

    /// All versions: repository, version, and what it has to be.
    pub fn pins(&self) -> impl Iterator<Item = (&str, Option<&str>, &Pin)> {
        self.pins
            .iter()
            .map(|((repository, version), pin)| (&**repository, version.as_deref(), pin))
    }

    /// Adds or replaces a version and writes the file. Others may write it at the same time: what
    /// they have added stays.
    pub fn set(&mut self, repository: &str, record: &Record) -> Result<(), Trouble> {
        let pin = Pin {
            commit: record.commit.clone(),
            source: record.source.clone(),
        };
        let key = (repository.to_owned(), record.version.clone());
        if self.pins.get(&key) == Some(&pin) {
            return Ok(());
        }
        self.change(|pins| {
            pins.insert(key, pin);
        })
    }

    /// Takes out a version, or all of a repository.
    pub fn remove(&mut self, repository: &str, version: Option<&str>) -> Result<(), Trouble> {
        let goes = |(name, said): &(String, Option<String>)| {
            name == repository && (version.is_none() || said.as_deref() == version)
        };
        if !self.pins.keys().any(goes) {
            return Ok(());
        }
        self.change(|pins| pins.retain(|key, _| !goes(key)))
    }

    fn change(
        &mut self,
        work: impl FnOnce(&mut BTreeMap<(String, Option<String>), Pin>),
    ) -> Result<(), Trouble> {
        let directory = self.path.parent().unwrap_or(Path::new(""));
        let directory = match directory.as_os_str().is_empty() {
            true => Path::new("."),
            false => directory,
        };
        // The directory is locked, since the file itself is replaced.
        let _exclusive = Exclusive::of_directory(directory)?;
        let mut now = Lock::read(directory)?;
        work(&mut now.pins);
        let mut text = HEADER.to_owned();
        for ((repository, version), pin) in &now.pins {
            let version = version.as_deref().unwrap_or("-");
            text += &format!("{repository} {version} {} {}\n", pin.commit, pin.source);
        }
        write_whole(&now.path, &text)?;
        self.pins = now.pins;
        Ok(())
    }
}

fn bad(path: &Path, index: usize, why: &str) -> Trouble {
    Trouble::BadFile {
        path: path.to_owned(),
        line: index + 1,
        why: why.to_owned(),
    }
}

fn is_hexadecimal(text: &str, least: usize) -> bool {
    text.len() >= least && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}
