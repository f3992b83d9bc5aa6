//! Files that commands work on: those given, and those in directories given.

use crate::run::Failure;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Whether a file of this name in this directory is one.
pub type IsWanted = fn(&Path, &str) -> bool;

/// The files given, and those that are wanted in the directories given; without any, in this
/// directory. Those of a directory are in order.
pub fn find(paths: &[PathBuf], is_wanted: IsWanted) -> Result<Vec<PathBuf>, Failure> {
    let here = [PathBuf::from(".")];
    let paths = if paths.is_empty() { &here } else { paths };
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            let mut inside = BTreeSet::new();
            walk(path, is_wanted, &mut inside).map_err(|error| {
                Failure::source(format!(
                    "error: cannot read {}: {}",
                    path.display(),
                    mound_engine::why(&error)
                ))
            })?;
            found.extend(inside);
        } else {
            found.push(path.clone());
        }
    }
    Ok(found)
}

fn walk(
    directory: &Path,
    is_wanted: IsWanted,
    found: &mut BTreeSet<PathBuf>,
) -> std::io::Result<()> {
    for entry in std::fs::read_dir(directory)? {
        let entry = entry?;
        let path = entry.path();
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let kind = entry.file_type()?;
        // Links are not followed, so that there are no circles.
        if kind.is_dir() && !name.starts_with('.') && name != "target" {
            walk(&path, is_wanted, found)?;
        } else if kind.is_file() && is_wanted(directory, &name) {
            found.insert(path);
        }
    }
    Ok(())
}

/// Whether the name is that of a Scheme source: a program or a library.
pub fn is_scheme(_: &Path, name: &str) -> bool {
    let suffix = name.rsplit_once('.').map(|(_, suffix)| suffix);
    matches!(suffix, Some("scm" | "sld" | "sps" | "sls"))
}
