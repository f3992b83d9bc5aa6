//! What no text of the project holds: white space at the end of a line, tabs, and a
//! missing or doubled end of the file. Expected outputs (`.txt`) hold what they must.

use crate::files::{Complaint, SourceFile};

pub fn check(file: &SourceFile) -> Vec<Complaint> {
    if file.ends_with("txt") {
        return Vec::new();
    }
    let mut complaints = Vec::new();
    for (number, line) in file.lines() {
        if line.ends_with([' ', '\t', '\r']) {
            complaints.push(format!("{}:{number}: white space at the end", file.path));
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
        check(&SourceFile {
            path: "a.rs".into(),
            text: text.into(),
        })
        .len()
    }

    #[test]
    fn untidy_text_is_caught() {
        assert_eq!(complaints("a \nb\t\n"), 3);
        assert_eq!(complaints("a"), 1);
        assert_eq!(complaints("a\n\n"), 1);
        assert_eq!(complaints("a\n\nb\n"), 0);
    }
}
