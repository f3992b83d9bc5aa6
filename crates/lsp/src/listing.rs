//! The Scheme sources of a project.

use std::path::{Path, PathBuf};

/// Files that are looked at. Somebody may open the directory of a whole machine.
const FILES_MAX: usize = 5000;
/// Entries of directories that are looked at to find them.
const ENTRIES_MAX: usize = 100_000;

/// The sources below a directory, without those in directories that begin with a dot and in `target`.
/// What cannot be read is left out.
pub(crate) fn sources(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut pending = vec![root.to_owned()];
    let mut seen = 0;
    while let Some(directory) = pending.pop() {
        let Ok(entries) = std::fs::read_dir(&directory) else {
            continue;
        };
        for entry in entries.flatten() {
            seen += 1;
            let name = entry.file_name();
            let name = name.to_string_lossy();
            // Links are not followed, so that there are no circles.
            let Ok(kind) = entry.file_type() else {
                continue;
            };
            if kind.is_dir() && !name.starts_with('.') && name != "target" {
                pending.push(entry.path());
            } else if kind.is_file() && is_source(&name) {
                found.push(entry.path());
            }
            if found.len() >= FILES_MAX || seen >= ENTRIES_MAX {
                return found;
            }
        }
    }
    found
}

fn is_source(name: &str) -> bool {
    let suffix = name.rsplit_once('.').map(|(_, suffix)| suffix);
    matches!(suffix, Some("scm" | "sld" | "sps" | "sls"))
}
