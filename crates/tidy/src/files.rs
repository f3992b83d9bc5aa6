//! The files of the project, read once.

use std::path::{Path, PathBuf};

/// What is wrong, and where.
pub type Complaint = String;

/// What tools make: mostly directories, but `.git` is a file in a second working tree.
const SKIPPED: &[&str] = &[".git", "target", "corpus", "artifacts", "coverage"];

/// Endings of the files that people write.
const ENDINGS: &[&str] = &["rs", "scm", "sld", "md", "toml", "asm", "sh", "txt", "yml"];

/// A text of the project.
#[derive(Clone)]
pub struct SourceFile {
    /// From the root of the project, with `/`.
    pub path: String,
    pub text: String,
}

impl SourceFile {
    /// A text at a path that need not be there.
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> SourceFile {
        let (path, text) = (path.into(), text.into());
        SourceFile { path, text }
    }

    pub fn ends_with(&self, ending: &str) -> bool {
        self.path
            .rsplit_once('.')
            .is_some_and(|(_, found)| found == ending)
    }

    /// Rust that `cargo test` alone compiles.
    pub fn is_test(&self) -> bool {
        ["/tests.rs", "/testing.rs", "/models.rs"]
            .iter()
            .any(|name| self.path.ends_with(name))
            || self.path.contains("/tests/")
    }

    /// Lines with their numbers from 1.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text
            .split('\n')
            .enumerate()
            .map(|(index, line)| (index + 1, line))
    }
}

/// The root of the project. Asked for when the test runs: a shared target directory may
/// hold the binary of another copy of the project.
pub fn root() -> PathBuf {
    let directory = std::env::var("CARGO_MANIFEST_DIR");
    Path::new(directory.as_deref().unwrap_or(env!("CARGO_MANIFEST_DIR")))
        .ancestors()
        .nth(2)
        .expect("the crate is two levels below the root")
        .to_path_buf()
}

/// Every text of the project, by path.
pub fn project() -> Vec<SourceFile> {
    let root = root();
    let mut paths = Vec::new();
    walk(&root, &mut paths);
    paths.sort();
    paths
        .into_iter()
        .filter_map(|path| {
            let text = std::fs::read_to_string(&path).ok()?;
            let path = path.strip_prefix(&root).ok()?;
            let path = path.to_string_lossy().replace('\\', "/");
            Some(SourceFile::new(path, text))
        })
        .collect()
}

fn walk(directory: &Path, paths: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(directory) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if SKIPPED.contains(&name.as_str()) {
            continue;
        }
        if path.is_dir() {
            walk(&path, paths);
        } else if is_text(&path) {
            paths.push(path);
        }
    }
}

/// Known by its ending; a file without one is a script or a licence.
fn is_text(path: &Path) -> bool {
    path.extension().is_none_or(|ending| {
        ENDINGS
            .iter()
            .any(|known| ending.eq_ignore_ascii_case(known))
    })
}

/// A line of Rust without its comment.
pub fn code_of(line: &str) -> &str {
    line.find("//").map_or(line, |at| &line[..at])
}
