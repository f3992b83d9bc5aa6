//! One Scheme program for several Scheme systems.
//!
//! The programs are R7RS programs for Mound: an import, then
//! `(include "../mound.scm")` and `(include "../measure.scm")`, each on a line.
//! For another system, the import goes away, its own prelude takes the place of
//! `mound.scm`, and the included text stands where the include was.

use std::fs;
use std::path::Path;

use crate::catalogue::Collection;

/// The text of the program for a system with this prelude.
pub fn for_prelude(program: &Path, prelude: &str) -> Result<String, String> {
    let text = read(program)?;
    let directory = program.parent().unwrap_or(Path::new("."));
    let mut result = String::new();
    for line in without_import(&text).lines() {
        match included(line) {
            Some("../mound.scm") => {
                result.push_str(&read(&directory.join("..").join(prelude))?);
            }
            Some(name) => result.push_str(&read(&directory.join(name))?),
            None => result.push_str(line),
        }
        result.push('\n');
    }
    Ok(result)
}

/// A program of a collection with what calls it, for the system with this prelude.
///
/// Its source is definitions alone, so that tests can include it; `directory` is `bench`.
pub fn collected(
    directory: &Path,
    prelude: &str,
    collection: Collection,
    name: &str,
    size: &str,
) -> Result<String, String> {
    let preludes = match collection {
        Collection::Classical => {
            let prelude_text = read(&directory.join("programs").join(prelude))?;
            [imports(prelude), &prelude_text].join("\n")
        }
        Collection::Whole | Collection::Aside => long_prelude(directory, prelude)?,
    };
    let measure = read(&directory.join("programs/measure.scm"))?;
    let source = directory.join(collection.directory());
    let source = read(&source.join(format!("{name}.scm")))?;
    let call = format!("(measure-times 3 '{name} 1 same (lambda () (benchmark {size})))\n");
    Ok([preludes, measure, source, call].join("\n"))
}

/// A program of everyday rows for the system with this prelude; `directory` is `bench`.
pub fn everyday(directory: &Path, prelude: &str, name: &str) -> Result<String, String> {
    let rows = directory.join("everyday");
    let preludes = long_prelude(directory, prelude)?;
    let measure = read(&directory.join("programs/measure.scm"))?;
    let everyday = read(&rows.join("everyday.scm"))?;
    let source = read(&rows.join(format!("{name}.scm")))?;
    Ok([preludes, measure, everyday, source].join("\n"))
}

/// The prelude together with the one that has more names, and imports.
fn long_prelude(directory: &Path, prelude: &str) -> Result<String, String> {
    let common = read(&directory.join("programs").join(prelude))?;
    let more = read(&directory.join("everyday").join(prelude))?;
    // Imports stand first, and Mound's second prelude is imports.
    Ok(match imports(prelude) {
        "" => [common, more].join("\n"),
        imports => [imports, &more, &common].join("\n"),
    })
}

/// The imports of a program for the system with this prelude, if the prelude has none.
fn imports(prelude: &str) -> &'static str {
    match prelude {
        "mound.scm" => MOUND_IMPORTS,
        _ => "",
    }
}

/// What the assembled programs may use.
const MOUND_IMPORTS: &str = "\
(import (scheme base) (scheme char) (scheme cxr) (scheme inexact) (scheme read)
        (scheme time) (scheme write) (srfi 69)
        (only (termite process) self process-info))
";

pub fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The text after the import form.
fn without_import(text: &str) -> &str {
    let Some(start) = text.find("\n(import ") else {
        return text;
    };
    let mut depth = 0usize;
    for (index, character) in text[start..].char_indices() {
        match character {
            '(' => depth += 1,
            ')' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return &text[start + index + 1..];
                }
            }
            _ => {}
        }
    }
    text
}

/// The name in a line `(include "name")`.
fn included(line: &str) -> Option<&str> {
    line.strip_prefix("(include \"")?.strip_suffix("\")")
}

#[cfg(test)]
mod tests {
    use super::{included, without_import};

    #[test]
    fn import_is_taken_off_with_the_text_before_it() {
        let text = ";;; Title.\n\n(import (a b)\n        (only (c d) x))\n(rest)\n";
        assert_eq!(without_import(text), "\n(rest)\n");
        assert_eq!(without_import("(rest)"), "(rest)");
    }

    #[test]
    fn only_whole_lines_are_includes() {
        assert_eq!(
            included("(include \"../measure.scm\")"),
            Some("../measure.scm")
        );
        assert_eq!(included(" (include \"x\")"), None);
        assert_eq!(included("(define x 1)"), None);
    }
}
