//! How long the files are. A file that grows past the limit is split by concern.

use crate::files::{Complaint, SourceFile};

/// Lines that a file may have.
pub const LINES_MAX: usize = 1000;

/// Tables, which are long because what they list is long.
const TABLES: &[&str] = &["crates/bytecode/src/ops.rs"];

fn is_code(file: &SourceFile) -> bool {
    ["rs", "scm", "sld"]
        .iter()
        .any(|ending| file.ends_with(ending))
}

pub fn check(file: &SourceFile) -> Option<Complaint> {
    let lines = file.text.lines().count();
    let long = is_code(file) && lines > LINES_MAX && !TABLES.contains(&file.path.as_str());
    long.then(|| format!("{}: {lines} lines; split it", file.path))
}

/// The longest files, longest first.
pub fn largest(files: &[SourceFile], count: usize) -> Vec<(usize, &str)> {
    let mut sizes: Vec<(usize, &str)> = files
        .iter()
        .filter(|file| is_code(file))
        .map(|file| (file.text.lines().count(), file.path.as_str()))
        .collect();
    sizes.sort_by(|left, right| right.cmp(left));
    sizes.truncate(count);
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_file_is_caught() {
        let file = SourceFile::new("crates/a/src/lib.rs", "\n".repeat(LINES_MAX + 1));
        assert!(check(&file).is_some());
    }
}
