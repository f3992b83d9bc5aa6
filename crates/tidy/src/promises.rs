//! The page of what libraries promise names the tests: each of its rows has a file, and words that stand there.
//!
//! That the words are those of a test which holds the promise is for who reads it.

use crate::files::{Complaint, SourceFile};

/// Where the rows are.
const PAGE: &str = "docs/internals/promises.md";

/// The file and the words of a row: ``| U1 | promise | [file](../../file) | `words` |``.
fn named(line: &str) -> Option<(&str, &str)> {
    let (_, rest) = line.strip_prefix("| ")?.split_once("](../../")?;
    let (file, rest) = rest.split_once(") | `")?;
    Some((file, rest.strip_suffix("` |")?))
}

/// Rows whose file does not have the words, or that are not as they should be.
pub fn check(files: &[SourceFile]) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    let pages = files.iter().filter(|file| file.path == PAGE);
    for (number, line) in pages.flat_map(SourceFile::lines) {
        if !line.starts_with("| ") || line.starts_with("| |") {
            continue;
        }
        let complaint = match named(line) {
            None => "the row has no file with words in it".to_owned(),
            Some((path, words)) => match files.iter().find(|file| file.path == path) {
                Some(file) if file.text.contains(words) => continue,
                _ => format!("{path} does not have `{words}`"),
            },
        };
        complaints.push(format!("{PAGE}:{number}: {complaint}"));
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_whose_test_is_gone_is_caught() {
        let test = SourceFile::new("tests/a.scm", "(row \"order\" 1)\n");
        let row = |path: &str, words: &str| format!("| A1 | order | [a]({path}) | `{words}` |");
        let lines = [
            "| | promise | test | there |".to_owned(),
            "|---|---|---|---|".to_owned(),
            row("../../tests/a.scm", "(row \"order\""),
            row("../../tests/a.scm", "(row \"other\""),
            row("../../tests/b.scm", "(row \"order\""),
            "| A2 | nothing | | |".to_owned(),
        ];
        let page = SourceFile::new(PAGE, lines.join("\n"));
        let expected = [
            "4: tests/a.scm does not have `(row \"other\"`",
            "5: tests/b.scm does not have `(row \"order\"`",
            "6: the row has no file with words in it",
        ];
        let expected = expected.map(|text| format!("{PAGE}:{text}"));
        assert_eq!(check(&[test, page]), expected);
    }
}
