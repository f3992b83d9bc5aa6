//! What no text of the project holds: white space at the end of a line, tabs, and a
//! missing or doubled end of the file; in the libraries, lines that are too long, but
//! for examples, which are one. Expected outputs (`.txt`) hold what they must.

use crate::files::{Complaint, SourceFile};

/// Characters of a line of Scheme.
const SCHEME_COLUMNS: usize = 80;

pub fn check(file: &SourceFile) -> Vec<Complaint> {
    if file.ends_with("txt") {
        return Vec::new();
    }
    let mut complaints = Vec::new();
    for (number, line) in file.lines() {
        if line.ends_with([' ', '\t', '\r']) {
            complaints.push(format!("{}:{number}: white space at the end", file.path));
        }
        let is_code = file.path.starts_with("lib/") && !line.contains(";;> Example: ");
        if is_code && line.chars().count() > SCHEME_COLUMNS {
            complaints.push(format!(
                "{}:{number}: longer than {SCHEME_COLUMNS} characters",
                file.path
            ));
        }
        if line.contains('\t') {
            complaints.push(format!("{}:{number}: a tab", file.path));
        }
    }
    if !file.text.ends_with('\n') || file.text.ends_with("\n\n") {
        complaints.push(format!("{}: does not end with one line end", file.path));
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(text: &str) -> usize {
        complaints_of("a.rs", text)
    }

    fn complaints_of(path: &str, text: &str) -> usize {
        check(&SourceFile::new(path, text)).len()
    }

    #[test]
    fn untidy_text_is_caught() {
        assert_eq!(complaints("a \nb\t\n"), 3);
        assert_eq!(complaints("a"), 1);
        assert_eq!(complaints("a\n\n"), 1);
        assert_eq!(complaints("a\n\nb\n"), 0);
    }

    #[test]
    fn long_line_of_a_library_is_caught() {
        let long = format!("; {}\n", "x".repeat(79));
        assert_eq!(complaints(&long), 0);
        assert_eq!(complaints_of("lib/a.scm", &long), 1);
        let example = format!(";;> Example: {long}");
        assert_eq!(complaints_of("lib/a.scm", &example), 0);
    }
}
