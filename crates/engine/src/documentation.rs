//! The documentation of names: the `;;>` comments of the libraries in the binary, and of the
//! files that were loaded or imported.
//!
//! ```text
//!   ;;> (car pair): its first element. Raises type.
//!   ;;> Example: (car '(1 2)) => 1
//!   (define (car pair) ...
//! ```
//!
//! A comment is about the name that is defined right below it, and about the one in its
//! own first words.

use crate::embedded::BUILT_IN;
use mound_machine::trace::is_built_in;
use mound_machine::{LinkedUnit, Linker};

/// What a source says about a name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Documentation {
    /// Path of the source.
    pub source: String,
    /// The comment without its marks.
    pub text: String,
}

/// All comments about `name`, in order of their sources.
pub fn of(name: &str) -> Vec<Documentation> {
    BUILT_IN
        .sources
        .iter()
        .flat_map(|&(source, text)| {
            in_source(text, name)
                .into_iter()
                .map(move |text| Documentation {
                    source: format!("lib/{source}"),
                    text,
                })
        })
        .collect()
}

/// All comments about `name` in the sources of programs and libraries that are linked and are not
/// in the binary.
pub(crate) fn of_linked(linker: &Linker, name: &str) -> Vec<Documentation> {
    let mut found: Vec<Documentation> = Vec::new();
    for fragment in linker.linked() {
        let Some(unit) = LinkedUnit::of_fragment(&fragment) else {
            continue;
        };
        if is_built_in(&unit.name) {
            continue;
        }
        for (source, text) in &unit.debug.sources {
            let one = |text| Documentation {
                source: source.to_string(),
                text,
            };
            found.extend(in_source(text, name).into_iter().map(one));
        }
    }
    // A file whose forms were linked one by one is the source of each.
    found.sort();
    found.dedup();
    found
}

fn in_source(text: &str, name: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut block: Vec<&str> = Vec::new();
    for line in text.lines().map(str::trim_start) {
        if let Some(comment) = line.strip_prefix(";;>") {
            block.push(comment.strip_prefix(' ').unwrap_or(comment));
            continue;
        }
        let defined = defined(line);
        let is_about = defined == Some(name)
            || block.first().is_some_and(|first| {
                // A keyword ends in the colon that the comment has after its first word.
                let is_keyword = defined.and_then(|defined| defined.strip_suffix(':'));
                subject(first) == name && is_keyword != Some(name)
            });
        if !block.is_empty() && is_about {
            found.push(block.join("\n"));
        }
        block.clear();
    }
    found
}

/// The name that a comment begins with: `(name argument ...): ...` or `name: ...`.
fn subject(first: &str) -> &str {
    let words = first.trim_start_matches('(');
    let end = words.find([' ', ')']).unwrap_or(words.len());
    words[..end].trim_end_matches(':')
}

/// The name that a line defines.
fn defined(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("(define")?;
    let rest = &rest[rest.find(' ')?..];
    let rest = rest.trim_start().trim_start_matches('(');
    let end = rest.find([' ', '(', ')']).unwrap_or(rest.len());
    Some(&rest[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_keyword_is_not_the_name_without_its_colon() {
        let text = ";;> other: the keyword before a procedure.\n(define other: 'other:)\n";
        assert!(in_source(text, "other").is_empty());
        assert_eq!(in_source(text, "other:").len(), 1);
    }

    #[test]
    fn documentation_is_found_by_name() {
        let car = of("car");
        assert!(
            car.iter()
                .any(|one| one.source == "lib/mound/base/pairs.scm"),
            "{car:?}"
        );
        assert!(car[0].text.starts_with("(car "), "{car:?}");
        assert!(car[0].text.contains("Example: "), "{car:?}");
        assert!(!of("+").is_empty() && !of("char<=?").is_empty());
        assert!(of("no such name").is_empty());
    }
}
