//! Every file says first what it is for.

use crate::files::{Complaint, SourceFile};

/// What is wrong with the first line of a file.
pub fn check(file: &SourceFile) -> Option<Complaint> {
    let first = file.text.trim_start().lines().next().unwrap_or_default();
    let rust = file.path.contains("/src/") && file.ends_with("rs") && !file.is_test();
    if rust && !first.starts_with("//!") {
        return Some(format!("{}: does not begin with `//!`", file.path));
    }
    let scheme = file.ends_with("scm") || file.ends_with("sld");
    if file.path.starts_with("lib/") && scheme && !first.starts_with(';') {
        return Some(format!("{}: does not begin with a comment", file.path));
    }
    // The name of the file has the number.
    let title = first.strip_prefix("# ").unwrap_or_default();
    let is_title = title.starts_with(|first: char| !first.is_ascii_digit());
    if file.path.starts_with("docs/decisions/") && !is_title {
        return Some(format!(
            "{}: does not begin with a title without a number",
            file.path
        ));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(path: &str, text: &str) -> bool {
        let file = SourceFile::new(path, text);
        check(&file).is_some()
    }

    #[test]
    fn file_without_header_is_caught() {
        assert!(complaint("crates/base/src/symbol.rs", "use std::fmt;\n"));
        assert!(complaint(
            "lib/srfi/1.scm",
            "(define (first list) (car list))\n"
        ));
    }

    #[test]
    fn number_before_a_title_is_caught() {
        let path = "docs/decisions/0001-points.md";
        assert!(complaint(path, "# 1. Return words are points\n"));
        assert!(complaint(path, "Return words are points\n"));
        assert!(!complaint(path, "# Return words are points\n"));
    }

    #[test]
    fn header_is_enough() {
        assert!(!complaint("crates/base/src/symbol.rs", "//! Symbols.\n"));
        assert!(!complaint("lib/srfi/1.scm", ";;; Lists.\n"));
        assert!(!complaint("tests/language/lists.scm", "(display 1)\n"));
    }
}
