//! The documentation of names: the `;;>` comments of the libraries in the binary, and of the
//! files that were loaded or imported.
//!
//! What a comment is about is known to `mound_syntax::documentation`.

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
    let found = mound_syntax::documentation::comments(text).into_iter();
    let found = found.filter(|comment| comment.is_about(name));
    found.map(|comment| comment.lines.join("\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
