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
    fn header_is_enough() {
        assert!(!complaint("crates/base/src/symbol.rs", "//! Symbols.\n"));
        assert!(!complaint("lib/srfi/1.scm", ";;; Lists.\n"));
        assert!(!complaint("tests/language/lists.scm", "(display 1)\n"));
    }
}
