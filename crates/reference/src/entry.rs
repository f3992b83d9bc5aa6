//! What there is to say about each exported name: where it is defined, and its comment.

use crate::files;
use crate::library::{Library, Owner, Source};
use mound_session::{ExportKind, Exported};
use mound_syntax::documentation::{self, Comment, Documentation};
use std::collections::{BTreeMap, HashMap};

/// All libraries, and the comments of their sources.
pub(crate) struct Known<'a> {
    libraries: HashMap<&'a str, &'a Library>,
    comments: HashMap<(Owner, &'a str), Vec<Comment<'a>>>,
}

/// An exported name with its documentation.
pub(crate) struct Entry<'a> {
    pub(crate) export: &'a Exported,
    /// How it is used.
    pub(crate) signatures: Vec<String>,
    pub(crate) documentation: Documentation,
    /// The source and the line of its definition. A form of the core language has none.
    pub(crate) place: Option<(&'a Source, usize)>,
}

/// The same for those who make no pages of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Described {
    pub signatures: Vec<String>,
    pub documentation: Documentation,
    /// The path and the text of the source, and the line.
    pub place: Option<(Source, usize)>,
    pub is_syntax: bool,
}

/// What a library exports, by name. `homes` are the libraries that define what it exports.
pub fn described<'a>(
    library: &'a Library,
    homes: impl Iterator<Item = &'a Library> + Clone,
) -> BTreeMap<String, Described> {
    let known = Known::new(homes);
    let one = |export: &'a Exported| {
        let mut entry = known.entry(library, export);
        if let ExportKind::CoreForm { grammar } = &export.kind {
            entry.documentation.text = format!("Takes {grammar}.");
        }
        let described = Described {
            signatures: entry.signatures,
            documentation: entry.documentation,
            place: entry.place.map(|(source, line)| (source.clone(), line)),
            is_syntax: matches!(export.kind, ExportKind::Macro | ExportKind::CoreForm { .. }),
        };
        (export.name.clone(), described)
    };
    library.exports.iter().map(one).collect()
}

impl<'a> Known<'a> {
    pub(crate) fn new(libraries: impl Iterator<Item = &'a Library> + Clone) -> Known<'a> {
        let sources = libraries.clone().flat_map(|library| &library.sources);
        Known {
            libraries: libraries.map(|library| (&*library.unit, library)).collect(),
            comments: sources
                .map(|source| (key(source), documentation::comments(&source.text)))
                .collect(),
        }
    }

    pub(crate) fn library(&self, unit: &str) -> Option<&'a Library> {
        self.libraries.get(unit).copied()
    }

    pub(crate) fn entry(&self, library: &'a Library, export: &'a Exported) -> Entry<'a> {
        let home = self.library(&export.library).unwrap_or(library);
        // A unit knows its variables by the names under which it exports them.
        let renamed = home.sources.first();
        let renamed = renamed.and_then(|source| files::inner_name(&source.text, &export.inner));
        let inner = renamed.as_deref().unwrap_or(&export.inner);
        let comment = self.comment(home, &export.name, inner);
        let comment = comment.or_else(|| self.comment(library, &export.name, inner));
        let documentation = comment.map(|(_, comment)| comment.parts_about(&export.name));
        let documentation = documentation.unwrap_or_default();
        Entry {
            signatures: signatures(export, &documentation),
            place: place(home, inner, comment),
            export,
            documentation,
        }
    }

    /// The comment about a name in the sources of a library: about the name that is exported, or about
    /// its name inside.
    fn comment(
        &self,
        library: &'a Library,
        name: &str,
        inner: &str,
    ) -> Option<(&'a Source, &Comment<'a>)> {
        [name, inner].into_iter().find_map(|name| {
            library.sources.iter().find_map(|source| {
                let mut comments = self.comments[&key(source)].iter();
                let found = comments.find(|comment| comment.is_about(name));
                Some((source, found?))
            })
        })
    }
}

fn key(source: &Source) -> (Owner, &str) {
    (source.owner, &source.path)
}

/// What the comment says, if it shows a use; else what the compiler knows.
fn signatures(export: &Exported, documentation: &Documentation) -> Vec<String> {
    if documentation.signature.starts_with('(') {
        return vec![documentation.signature.clone()];
    }
    if let ExportKind::Procedure { signatures } = &export.kind {
        signatures.clone()
    } else {
        vec![export.name.clone()]
    }
}

fn place<'a>(
    home: &'a Library,
    inner: &str,
    comment: Option<(&'a Source, &Comment<'a>)>,
) -> Option<(&'a Source, usize)> {
    let definition = |source: &'a Source| {
        let line = documentation::definition(&source.text, inner)?;
        Some((source, line))
    };
    let defined = home.sources.iter().find_map(definition);
    let documented = || comment.map(|(source, comment)| (source, comment.line));
    // The procedures of a record type stand in a form that begins with another name.
    let mentioned = || {
        home.sources
            .iter()
            .rev()
            .find_map(|source| mention(source, inner))
    };
    let first = || home.sources.first().map(|source| (source, 1));
    defined
        .or_else(documented)
        .or_else(mentioned)
        .or_else(first)
}

/// The first line of code that has the name as a word.
fn mention<'a>(source: &'a Source, name: &str) -> Option<(&'a Source, usize)> {
    let has = |line: &str| {
        let code = line.split(';').next().unwrap_or_default();
        code.split(|letter: char| letter.is_whitespace() || "()'`,".contains(letter))
            .any(|word| word == name)
    };
    let line = source.text.lines().position(has)?;
    Some((source, line + 1))
}
