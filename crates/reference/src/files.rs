//! What the text of a library says of its files: its name, where it is, what it includes.

use mound_base::SourceId;
use mound_syntax::{Datum, read_all};
use std::path::{Path, PathBuf};

/// Forms that name files which are part of the file that they stand in.
const INCLUDES: &[&str] = &["include", "include-ci", "include-library-declarations"];

/// The files that a text includes, as it names them. Of a text that cannot be read there are none.
pub fn included(text: &str) -> Vec<String> {
    let data = read_all(SourceId(0), text).unwrap_or_default();
    let mut found = Vec::new();
    let mut pending: Vec<&Datum> = data.iter().rev().collect();
    while let Some(datum) = pending.pop() {
        let Some(items) = datum.as_list() else {
            continue;
        };
        let is_include = |head: &Datum| INCLUDES.iter().any(|name| head.is_symbol(name));
        if items.first().is_some_and(is_include) {
            let names = items.iter().filter_map(Datum::as_string);
            found.extend(names.map(str::to_owned));
        }
        pending.extend(items.iter().rev());
    }
    found
}

/// The name of the library that a text defines first, in parts.
pub fn name_of_library(text: &str) -> Option<Vec<String>> {
    let data = read_all(SourceId(0), text).ok()?;
    let [head, name, ..] = data.first()?.as_list()? else {
        return None;
    };
    if !head.is_symbol("define-library") {
        return None;
    }
    Some(name.as_list()?.iter().map(mound_syntax::write).collect())
}

/// The directory in which the library `(a b)` of the file `.../a/b.sld` is found by its name.
pub fn root_of_library(file: &Path, text: &str) -> Option<PathBuf> {
    let parts = name_of_library(text)?;
    let relative = PathBuf::from(format!("{}.sld", parts.join("/")));
    let root = file.ancestors().nth(parts.len())?;
    file.ends_with(&relative).then(|| root.to_owned())
}

/// The name inside of what a library exports under another name: `inner` of `(rename inner outer)`.
pub(crate) fn inner_name(text: &str, outer: &str) -> Option<String> {
    // Most names that are asked for have no other one; reading takes longer.
    if !text.contains("(rename ") {
        return None;
    }
    let data = read_all(SourceId(0), text).ok()?;
    let declarations = data.first()?.as_list()?.iter().filter_map(Datum::as_list);
    let is_export = |items: &&[Datum]| items.first().is_some_and(|head| head.is_symbol("export"));
    let mut specs = declarations.filter(is_export).flatten();
    specs.find_map(|spec| match spec.as_list() {
        Some([_, inner, name]) if name.is_symbol(outer) => Some(mound_syntax::write(inner)),
        _ => None,
    })
}

/// What the comment at the beginning of a text says, up to its first empty line.
pub fn summary(text: &str) -> String {
    let comment = |line: &str| Some(line.strip_prefix(";;;")?.trim().to_owned());
    let lines = text.lines().map_while(comment);
    lines
        .take_while(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = ";;; What it does,\n;;; in two lines.\n;;;\n;;; More.\n\n\
        (define-library (a b 1)\n  (cond-expand (mound (include \"x.scm\" \"y.scm\")))\n  \
        (include-library-declarations \"z.scm\"))\n";

    #[test]
    fn a_library_says_its_name_files_and_purpose() {
        assert_eq!(
            name_of_library(TEXT),
            Some(["a", "b", "1"].map(String::from).to_vec())
        );
        assert_eq!(included(TEXT), ["x.scm", "y.scm", "z.scm"]);
        assert_eq!(summary(TEXT), "What it does, in two lines.");
        assert_eq!(included("(include \"x\""), [""; 0]);
        assert_eq!(name_of_library("(import (a))"), None);
    }

    #[test]
    fn a_library_is_found_from_its_root() {
        let root = |file| root_of_library(Path::new(file), TEXT);
        assert_eq!(root("lib/a/b/1.sld"), Some("lib".into()));
        assert_eq!(root("lib/a/c/1.sld"), None);
        assert_eq!(root("1.sld"), None);
    }
}
