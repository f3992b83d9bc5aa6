//! The documentation of names: the `;;>` comments of the libraries in the binary, and of the
//! files that were loaded or imported.
//!
//! What a comment is about is known to `mound_syntax::documentation`. Core forms are explained in
//! [`syntax`].

pub mod syntax;

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
    let form = syntax::of(name).map(|form| Documentation {
        source: "the core language".to_owned(),
        text: format!("{}\n{}", form.usage, form.meaning),
    });
    let mut found: Vec<Documentation> = form.into_iter().collect();
    found.extend(of_libraries(name));
    found
}

/// What a name is, in a line.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Summary {
    pub name: String,
    /// How it is called: `(car pair)`; empty for what is no procedure or form.
    pub usage: String,
    /// The first sentence about it.
    pub sentence: String,
    /// Where it is documented.
    pub source: String,
}

/// Summaries of the core forms and of all that the libraries in the binary document, by name.
pub fn summaries() -> Vec<Summary> {
    let forms = syntax::FORMS.iter().map(|form| Summary {
        name: form.name.to_owned(),
        usage: form.usage.to_owned(),
        sentence: first_sentence(form.meaning),
        source: "the core language".to_owned(),
    });
    let mut found: Vec<Summary> = forms.collect();
    for &(source, text) in BUILT_IN.sources {
        found.extend(in_text(&format!("lib/{source}"), text));
    }
    found.sort();
    found.dedup_by(|one, other| one.name == other.name && one.source == other.source);
    found
}

/// Summaries of what a source documents.
pub fn in_text(source: &str, text: &str) -> Vec<Summary> {
    let comments = mound_syntax::documentation::comments(text);
    let found = comments.iter().filter_map(|comment| {
        let text = comment.lines.join(" ");
        // `(name argument ...): what it does`, or `name: what it is`.
        let (head, rest) = text.split_once(": ")?;
        let name = head.trim_start_matches('(');
        let name = name.split([' ', ')']).next()?.to_owned();
        let usage = if head.starts_with('(') { head } else { "" };
        (!name.is_empty() && comment.is_about(&name)).then(|| Summary {
            name,
            usage: usage.to_owned(),
            sentence: first_sentence(rest),
            source: source.to_owned(),
        })
    });
    found.collect()
}

/// Up to the first full stop, or the beginning of an example.
fn first_sentence(text: &str) -> String {
    let text = text.split(" Example: ").next().unwrap_or_default();
    let end = text.find(". ").unwrap_or(text.len());
    text[..end].trim_end_matches('.').to_owned()
}

fn of_libraries(name: &str) -> Vec<Documentation> {
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
    for (source, text) in linked_sources(linker) {
        let one = |text| Documentation {
            source: source.clone(),
            text,
        };
        found.extend(in_source(&text, name).into_iter().map(one));
    }
    found.sort();
    found.dedup();
    found
}

/// Names and texts of the sources of programs and libraries that are linked and are not in the binary.
pub(crate) fn linked_sources(linker: &Linker) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for fragment in linker.linked() {
        let Some(unit) = LinkedUnit::of_fragment(&fragment) else {
            continue;
        };
        if !is_built_in(&unit.name) {
            let sources = unit.debug.sources.iter();
            found.extend(sources.map(|(source, text)| (source.to_string(), text.to_string())));
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
    fn summaries_are_lines() {
        let all = summaries();
        let car = all.iter().find(|summary| summary.name == "car");
        let car = car.expect("it is documented");
        assert_eq!(car.usage, "(car pair)");
        assert!(car.sentence.len() > 5 && !car.sentence.contains('\n'));
        assert!(all.iter().any(|summary| summary.name == "if"));
        assert!(all.iter().any(|summary| summary.name == "spawn"));
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
