//! Links between the documents lead somewhere.

use crate::files::{Complaint, SourceFile};
use std::path::Path;

/// Targets of `[text](target)` in a line of Markdown.
fn targets(line: &str) -> impl Iterator<Item = &str> {
    line.split("](")
        .skip(1)
        .filter_map(|rest| rest.split_once(')'))
        .map(|(target, _)| target)
}

fn is_local(target: &str) -> bool {
    !target.starts_with('#') && !target.contains("://") && !target.starts_with("mailto:")
}

/// Files that `file` links to and that are not there.
pub fn check(root: &Path, file: &SourceFile) -> Vec<Complaint> {
    if !file.ends_with("md") {
        return Vec::new();
    }
    let directory = root.join(&file.path);
    let directory = directory.parent().unwrap_or(root);
    let mut complaints = Vec::new();
    let mut listing = false;
    for (number, line) in file.lines() {
        listing ^= line.trim_start().starts_with("```");
        if listing {
            continue;
        }
        for target in targets(line).filter(|target| is_local(target)) {
            let path = target.split('#').next().unwrap_or_default();
            if !directory.join(path).exists() {
                complaints.push(format!("{}:{number}: {target} is not there", file.path));
            }
        }
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_link_is_caught() {
        let file = SourceFile::new(
            "README.md",
            "See [a](Cargo.toml), [b](nowhere.md#x) and [c](https://example.org/).\n",
        );
        let complaints = check(&crate::root(), &file);
        assert_eq!(complaints, ["README.md:1: nowhere.md#x is not there"]);
    }
}
