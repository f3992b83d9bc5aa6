//! The pages: an index, one page a library, one page a source, and what the search needs.
//!
//! ```text
//!   index.html  style.css  search.js  names.js
//!   libraries/scheme/base.html          #car
//!   sources/mound/lib/mound/base/pairs.scm.html  #L21
//! ```

use crate::entry::{Entry, Known};
use crate::files;
use crate::html::{Page, encoded, encoded_path};
use crate::library::{Library, Owner, Source};
use mound_session::{ExportKind, Exported};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A file of the reference; its path is relative.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    pub path: String,
    pub text: String,
}

/// Letters of a description that the search shows.
const SEARCH_TEXT_MAX: usize = 100;

/// The reference of these libraries.
pub fn pages(title: &str, libraries: &[Library]) -> Vec<File> {
    let known = Known::new(libraries.iter());
    let mut files = vec![
        file("style.css", include_str!("style.css")),
        file("search.js", include_str!("search.js")),
        File {
            path: "index.html".to_owned(),
            text: index(title, libraries),
        },
    ];
    let mut names = Vec::new();
    for library in libraries {
        let exports = library
            .exports
            .iter()
            .filter(|export| is_shown(library, export));
        let entries: Vec<Entry> = exports.map(|export| known.entry(library, export)).collect();
        names.extend(entries.iter().map(|entry| found_by_search(library, entry)));
        files.push(File {
            path: library_path(&library.unit),
            text: library_page(title, library, &entries, &known),
        });
    }
    files.push(File {
        path: "names.js".to_owned(),
        text: format!("const names = {};\n", Value::Array(names)),
    });
    let sources: BTreeMap<&Source, &Library> = libraries
        .iter()
        .rev()
        .flat_map(|library| library.sources.iter().map(move |source| (source, library)))
        .collect();
    files.extend(sources.into_iter().map(|(source, library)| File {
        path: source_path(source),
        text: source_page(title, source, library),
    }));
    files
}

/// What libraries of Mound export for each other only begins with `%`, and may change with each version.
fn is_shown(library: &Library, export: &Exported) -> bool {
    library.owner != Owner::Mound || !export.name.starts_with('%')
}

fn file(path: &str, text: &str) -> File {
    File {
        path: path.to_owned(),
        text: text.to_owned(),
    }
}

fn library_path(unit: &str) -> String {
    format!("libraries/{}.html", encoded_path(unit))
}

fn source_path(source: &Source) -> String {
    let owner = match source.owner {
        Owner::Project => "project",
        Owner::Mound => "mound",
    };
    format!("sources/{owner}/{}.html", encoded_path(&source.path))
}

/// The way from a page to the directory of the index.
fn to_root(path: &str) -> String {
    "../".repeat(path.matches('/').count())
}

/// A row of `names.js`: name, kind, library, address, use, description.
fn found_by_search(library: &Library, entry: &Entry) -> Value {
    let address = format!(
        "{}#{}",
        library_path(&library.unit),
        encoded(&entry.export.name)
    );
    let text = match &entry.export.kind {
        ExportKind::CoreForm { grammar } if entry.documentation.text.is_empty() => {
            format!("takes {grammar}.")
        }
        ExportKind::Procedure { .. }
        | ExportKind::Variable
        | ExportKind::Macro
        | ExportKind::CoreForm { .. } => entry.documentation.text.clone(),
    };
    let text: String = text.chars().take(SEARCH_TEXT_MAX).collect();
    json!([
        entry.export.name,
        kind(&entry.export.kind),
        library.name(),
        address,
        entry.signatures.first(),
        text,
    ])
}

fn kind(kind: &ExportKind) -> &'static str {
    match kind {
        ExportKind::Procedure { .. } => "procedure",
        ExportKind::Variable => "value",
        ExportKind::Macro | ExportKind::CoreForm { .. } => "syntax",
    }
}

/// A page from its beginning to the heading.
fn begin(title: &str, heading: &str, path: &str) -> Page {
    let root = to_root(path);
    let mut page = Page::default();
    page.markup("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .markup("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>")
        .text(heading);
    if heading != title {
        page.text(" - ").text(title);
    }
    page.markup("</title>\n<link rel=\"stylesheet\"")
        .attribute("href", &format!("{root}style.css"))
        .markup(">\n<script defer")
        .attribute("src", &format!("{root}names.js"))
        .markup("></script>\n<script defer")
        .attribute("src", &format!("{root}search.js"))
        .attribute("data-root", &root)
        .markup("></script>\n</head>\n<body>\n<header>\n<nav>")
        .link(&format!("{root}index.html"), title)
        .markup("</nav>\n<search><label>Search <input type=\"search\" id=\"search\" ")
        .markup("autocomplete=\"off\" disabled></label>\n<ul id=\"found\"></ul></search>\n")
        .markup("</header>\n<main>\n<h1>")
        .text(heading)
        .markup("</h1>\n");
    page
}

fn end(mut page: Page) -> String {
    page.markup("</main>\n</body>\n</html>\n");
    page.finish()
}

fn index(title: &str, libraries: &[Library]) -> String {
    let mut page = begin(title, title, "index.html");
    let mut groups: BTreeMap<(Owner, &str), Vec<&Library>> = BTreeMap::new();
    for library in libraries {
        let first = library.unit.split('/').next().unwrap_or_default();
        let group = match library.owner {
            Owner::Project => "",
            Owner::Mound => first,
        };
        groups
            .entry((library.owner, group))
            .or_default()
            .push(library);
    }
    for ((owner, group), mut libraries) in groups {
        libraries.sort_by_key(|library| sort_key(&library.unit));
        page.markup("<section>\n<h2>");
        match owner {
            Owner::Project => page.text("This project"),
            Owner::Mound => page.text(group),
        };
        page.markup("</h2>\n<dl>\n");
        for library in libraries {
            page.markup("<dt>")
                .link(&library_path(&library.unit), &library.name())
                .markup("</dt><dd>")
                .prose(&summary(library))
                .markup("</dd>\n");
        }
        page.markup("</dl>\n</section>\n");
    }
    end(page)
}

/// SRFIs by their numbers.
fn sort_key(unit: &str) -> Vec<(u64, String)> {
    let part = |part: &str| (part.parse().unwrap_or(0), part.to_owned());
    unit.split('/').map(part).collect()
}

fn summary(library: &Library) -> String {
    match library.sources.first() {
        Some(source) => files::summary(&source.text),
        None => "The forms of the core language, which the compiler knows.".to_owned(),
    }
}

fn library_page(title: &str, library: &Library, entries: &[Entry], known: &Known) -> String {
    let path = library_path(&library.unit);
    let root = to_root(&path);
    let mut page = begin(title, &library.name(), &path);
    page.markup("<p>").prose(&summary(library)).markup("</p>\n");
    if !library.sources.is_empty() {
        page.markup("<p class=\"sources\">Sources:");
        for source in &library.sources {
            page.text(" ")
                .link(&format!("{root}{}", source_path(source)), &source.path);
        }
        page.markup("</p>\n");
    }
    page.markup("<nav class=\"names\" aria-label=\"Names\">\n");
    for entry in entries {
        let name = &entry.export.name;
        page.link(&format!("#{}", encoded(name)), name).markup("\n");
    }
    page.markup("</nav>\n");
    for entry in entries {
        write_entry(&mut page, library, entry, known, &root);
    }
    end(page)
}

fn write_entry(page: &mut Page, library: &Library, entry: &Entry, known: &Known, root: &str) {
    let export = entry.export;
    page.markup("<article")
        .attribute("id", &encoded(&export.name))
        .markup(">\n<h2>")
        .code(&export.name)
        .markup(" <small>")
        .text(kind(&export.kind))
        .markup("</small></h2>\n");
    for signature in entry.signatures.iter().filter(|one| **one != export.name) {
        page.markup("<p class=\"use\">")
            .code(signature)
            .markup("</p>\n");
    }
    if !entry.documentation.text.is_empty() {
        page.markup("<p>")
            .prose(&entry.documentation.text)
            .markup("</p>\n");
    }
    if let ExportKind::CoreForm { grammar } = &export.kind {
        page.markup("<p>Takes ").prose(grammar).markup(".</p>\n");
    }
    if !entry.documentation.examples.is_empty() {
        page.markup("<dl class=\"examples\">\n");
        for (expression, value) in &entry.documentation.examples {
            page.markup("<dt>").code(expression).markup("</dt>");
            if let Some(value) = value {
                page.markup("<dd>").code(value).markup("</dd>");
            }
            page.markup("\n");
        }
        page.markup("</dl>\n");
    }
    page.markup("<p class=\"from\">");
    if export.library != library.unit {
        page.text("From ");
        match known.library(&export.library) {
            Some(home) => page.link(&format!("{root}{}", library_path(&home.unit)), &home.name()),
            None => page.text(&export.library),
        };
        if export.inner != export.name {
            page.text(", where it is ").code(&export.inner);
        }
        page.text(". ");
    }
    if let Some((source, line)) = entry.place {
        let address = format!("{root}{}#L{line}", source_path(source));
        page.link(&address, &format!("{}:{line}", source.path));
    }
    page.markup("</p>\n</article>\n");
}

fn source_page(title: &str, source: &Source, library: &Library) -> String {
    let path = source_path(source);
    let root = to_root(&path);
    let mut page = begin(title, &source.path, &path);
    page.markup("<p>Of ")
        .link(
            &format!("{root}{}", library_path(&library.unit)),
            &library.name(),
        )
        .markup("</p>\n<pre class=\"source\">");
    for (index, line) in source.text.lines().enumerate() {
        page.markup("<span")
            .attribute("id", &format!("L{}", index + 1))
            .markup(">")
            .text(line)
            .markup("\n</span>");
    }
    page.markup("</pre>\n");
    end(page)
}
