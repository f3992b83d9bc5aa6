//! Words that must not be left behind.

use crate::files::{Complaint, SourceFile, code_of};

/// In code outside of comments: unfinished work and traces of debugging.
const IN_CODE: &[(&str, &str)] = &[
    (concat!("to", "do!("), "unfinished"),
    (concat!("unimplement", "ed!("), "unfinished"),
    (concat!("db", "g!("), "left from debugging"),
    (
        concat!("#[ig", "nore"),
        "a test that does not run; assert the present behaviour instead",
    ),
    (concat!("#[should_", "panic"), "check the failure itself"),
    (
        concat!("static ", "mut"),
        "use a type with interior mutability",
    ),
];

/// Anywhere, comments included.
const ANYWHERE: &[(&str, &str)] = &[
    (
        concat!("FIX", "ME"),
        "mend it, or describe the limit in a sentence",
    ),
    (
        concat!("TO", "DO"),
        "do it, or describe the limit in a sentence",
    ),
    (concat!("XX", "X"), "say what is meant"),
    (concat!("/ro", "ot/"), "a path of one machine"),
    (concat!("/wo", "rk/"), "a path of one machine"),
    (
        concat!("iss", "ue #"),
        "say it here: readers may not have the tracker",
    ),
    (
        concat!("Iss", "ue #"),
        "say it here: readers may not have the tracker",
    ),
];

/// Words that had several meanings once: what each means, and the crates that may say it so.
const MEANINGS: &[(&str, &str, &[&str])] = &[
    (
        "settle",
        "no handler runs or will run for a connection",
        &["crates/node/"],
    ),
    (
        "settled",
        "no handler runs or will run for a connection",
        &["crates/node/"],
    ),
];

/// Types of which the same holds: what each is, and the crates that define it.
const TYPES: &[(&str, &str, &[&str])] = &[
    (
        "Place",
        "where something stands in a source",
        &["crates/bytecode/", "crates/session/"],
    ),
    (
        "Extent",
        "a part of a source that the debug section tells about",
        &["crates/bytecode/"],
    ),
];

pub fn check(file: &SourceFile) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for (number, line) in file.lines() {
        let mut complain = |(word, why): &(&str, &str)| {
            complaints.push(format!("{}:{number}: `{word}`: {why}", file.path));
        };
        ANYWHERE
            .iter()
            .filter(|(word, _)| line.contains(word))
            .for_each(&mut complain);
        if file.ends_with("rs") {
            let code = code_of(line);
            IN_CODE
                .iter()
                .filter(|(word, _)| code.contains(word))
                .for_each(&mut complain);
        }
    }
    complaints.extend(unwraps(file));
    complaints.extend(other_meanings(file));
    complaints
}

/// Words and types with another meaning than theirs, in code outside of tests.
fn other_meanings(file: &SourceFile) -> Vec<Complaint> {
    let is_code = file.path.starts_with("crates/") && file.path.contains("/src/");
    if !is_code || !file.ends_with("rs") || file.is_test() || file.path.starts_with("crates/tidy/")
    {
        return Vec::new();
    }
    let mut complaints = Vec::new();
    for (number, line) in file.lines() {
        let code = code_of(line);
        let mut complain = |word: &str, meaning: &str| {
            let why = "this is another meaning of the word";
            complaints.push(format!(
                "{}:{number}: `{word}`: {meaning}; {why}",
                file.path
            ));
        };
        let is_elsewhere = |crates: &[&str]| !crates.iter().any(|one| file.path.starts_with(one));
        for (word, meaning, crates) in MEANINGS {
            let mut words = code.split(|letter: char| !letter.is_alphabetic());
            if is_elsewhere(crates) && words.any(|one| one == *word) {
                complain(word, meaning);
            }
        }
        for (name, meaning, crates) in TYPES {
            let mut words = code.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
            let is_definition = words.any(|one| ["struct", "enum", "type"].contains(&one))
                && words.next() == Some(name);
            if is_definition && is_elsewhere(crates) {
                complain(name, meaning);
            }
        }
    }
    complaints
}

/// `unwrap` in what is not a test. A fact that is known locally is an `expect` with the fact.
fn unwraps(file: &SourceFile) -> Vec<Complaint> {
    let product = file.path.starts_with("crates/")
        && file.path.contains("/src/")
        && file.ends_with("rs")
        && !file.is_test();
    if !product || file.text.contains("#![cfg(test)]") {
        return Vec::new();
    }
    let unwrap = concat!(".unw", "rap()");
    file.lines()
        .take_while(|(_, line)| !line.trim_start().starts_with("#[cfg(test)]"))
        .filter(|(_, line)| code_of(line).contains(unwrap))
        .map(|(number, _)| format!("{}:{number}: `{unwrap}` outside of tests", file.path))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(path: &str, text: &str) -> usize {
        check(&SourceFile::new(path, text)).len()
    }

    #[test]
    fn unfinished_code_is_caught() {
        let line = concat!("    to", "do!()\n");
        assert_eq!(complaints("crates/a/src/lib.rs", line), 1);
        assert_eq!(complaints("a.md", line), 0);
    }

    #[test]
    fn mark_in_a_comment_is_caught() {
        assert_eq!(complaints("lib/a.scm", concat!(";; FIX", "ME later\n")), 1);
    }

    #[test]
    fn words_of_one_meaning_keep_it() {
        let settle = "    pub fn settle_debt(&mut self) {\n";
        assert_eq!(complaints("crates/heap/src/heap.rs", settle), 1);
        assert_eq!(complaints("crates/node/src/link.rs", settle), 0);
        assert_eq!(complaints("crates/heap/src/tests.rs", settle), 0);
        let place = "pub(crate) enum Place {\n";
        assert_eq!(complaints("crates/heap/src/handles.rs", place), 1);
        assert_eq!(complaints("crates/session/src/checking.rs", place), 0);
        assert_eq!(
            complaints("crates/heap/src/handles.rs", "pub enum Places {\n"),
            0
        );
        assert_eq!(
            complaints("crates/lsp/src/actions.rs", "use session::Place;\n"),
            0
        );
    }

    #[test]
    fn unwrap_is_for_tests() {
        let line = concat!("let a = b.unw", "rap();\n");
        assert_eq!(complaints("crates/a/src/lib.rs", line), 1);
        assert_eq!(complaints("crates/a/src/tests.rs", line), 0);
        let in_module = format!("#[cfg(test)]\nmod tests {{ {line} }}\n");
        assert_eq!(complaints("crates/a/src/lib.rs", &in_module), 0);
    }
}
