//! Every Scheme source of the project: the result reads as the same data, keeps each comment, and
//! formatting it again changes nothing. Those of the libraries, examples and benchmarks are formatted.

use mound_base::SourceId;
use mound_format::format;
use mound_syntax::{Piece, PieceKind, pieces, read_all};
use std::path::{Path, PathBuf};

const SOURCE: SourceId = SourceId(0);
const DIRECTORIES: &[&str] = &["lib", "tests", "examples", "bench", "docs"];
const FORMATTED: &[&str] = &["lib", "examples", "bench"];

fn sources(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).expect("the directory is there") {
        let path = entry.expect("it can be listed").path();
        let suffix = path.extension().and_then(|suffix| suffix.to_str());
        if path.is_dir() {
            sources(&path, found);
        } else if matches!(suffix, Some("scm" | "sld" | "sps" | "sls")) {
            found.push(path);
        }
    }
}

fn comments(text: &str) -> Vec<String> {
    let found = pieces(SOURCE, text).expect("the text was read");
    let is_comment = |piece: &&Piece| {
        use PieceKind::{BlockComment, DatumComment, Directive, LineComment};
        matches!(
            piece.kind,
            LineComment | BlockComment | DatumComment | Directive
        )
    };
    let text = |piece: &Piece| text[piece.place.clone()].trim_end().to_owned();
    found.iter().filter(is_comment).map(text).collect()
}

#[test]
fn every_source_of_the_project_keeps_its_meaning_and_its_comments() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for directory in DIRECTORIES {
        sources(&root.join(directory), &mut found);
    }
    let mut formatted = 0;
    for path in found {
        let Ok(text) = std::fs::read_to_string(&path) else {
            // Some tests are about bytes that are no text.
            continue;
        };
        let Ok(before) = read_all(SOURCE, &text) else {
            // It is not touched, or it says that it is of another Scheme.
            let formatted = format(SOURCE, &text).ok();
            assert!(
                formatted.is_none_or(|same| same == text),
                "{}",
                path.display()
            );
            continue;
        };
        let once = format(SOURCE, &text).unwrap_or_else(|problem| {
            panic!("{}: {}", path.display(), problem.headline);
        });
        let after = read_all(SOURCE, &once).expect("the result is read");
        assert_eq!(before.len(), after.len(), "{}", path.display());
        let pairs = before.iter().zip(&after);
        assert!(
            pairs.into_iter().all(|(one, other)| one.is_equal(other)),
            "{}",
            path.display()
        );
        assert_eq!(comments(&text), comments(&once), "{}", path.display());
        let twice = format(SOURCE, &once).expect("the result is read");
        assert_eq!(once, twice, "{}", path.display());
        formatted += 1;
    }
    assert!(formatted > 500, "only {formatted} sources were found");
}

#[test]
fn libraries_examples_and_benchmarks_are_formatted() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for directory in FORMATTED {
        sources(&root.join(directory), &mut found);
    }
    found.retain(|path| {
        let text = std::fs::read_to_string(path).expect("it is text");
        let formatted = format(SOURCE, &text)
            .unwrap_or_else(|problem| panic!("{}: {}", path.display(), problem.headline));
        formatted != text
    });
    assert!(
        found.is_empty(),
        "`mound fmt lib examples bench` was not run since these were written: {found:#?}"
    );
}
