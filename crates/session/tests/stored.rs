//! Which library a name means: files of the user, libraries of the program, those that
//! were compiled when Mound was built, and their sources.

use mound_session::{BuiltIn, Session, StoredLibrary, StoredParts, UnitCode};
use std::path::PathBuf;

const LOW: &str = "(define-library (low) (import (mound syntax)) (export value twice)
    (begin (define (value) 1)
           (define-syntax twice (syntax-rules () ((_ x) (begin x x))))))";
const MIDDLE: &str = "(define-library (middle) (import (mound syntax) (low)) (export value both)
    (begin (define (both) (twice (value)))))";
const HIGH: &str = "(define-library (high) (import (mound syntax) (middle)) (export top)
    (begin (define (top) (both))))";
const APART: &str = "(define-library (apart) (import (mound syntax)) (export alone)
    (begin (define (alone) 2)))";

const SOURCES: &[(&str, &str)] = &[
    ("apart.sld", APART),
    ("high.sld", HIGH),
    ("low.sld", LOW),
    ("middle.sld", MIDDLE),
];

fn sources_only() -> &'static BuiltIn {
    Box::leak(Box::new(BuiltIn {
        sources: SOURCES,
        libraries: &[],
    }))
}

fn with_libraries() -> &'static BuiltIn {
    let mut parts = Session::store(sources_only()).unwrap();
    parts.sort_by(|left, right| left.name.cmp(&right.name));
    let libraries: Vec<StoredLibrary> = parts.into_iter().map(keep).collect();
    Box::leak(Box::new(BuiltIn {
        sources: SOURCES,
        libraries: libraries.leak(),
    }))
}

fn keep(parts: StoredParts) -> StoredLibrary {
    let imports: Vec<&'static str> = parts
        .imports
        .into_iter()
        .map(|import| &*import.leak())
        .collect();
    StoredLibrary {
        name: parts.name.leak(),
        hash: parts.hash,
        imports: imports.leak(),
        unit: parts.unit.leak(),
        debug: parts.debug.leak(),
        interface: parts.interface.leak(),
    }
}

/// The libraries that a program brings along, in order; `*` marks those that were compiled now.
fn libraries(directories: Vec<PathBuf>, text: &str) -> Result<Vec<String>, String> {
    let built_in = with_libraries();
    let program = || {
        let compilation = Session::new(built_in, directories).program("a.scm", None, text)?;
        let libraries = compilation.libraries.into_iter();
        let names = libraries.map(|library| match library.code {
            UnitCode::Stored(library) => library.name.to_owned(),
            UnitCode::Compiled { unit, .. } => format!("{}*", unit.name),
        });
        Ok(names.collect())
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(512 << 20);
        thread.spawn_scoped(scope, program).unwrap().join().unwrap()
    })
}

fn fresh_directory(name: &str) -> PathBuf {
    let directory = std::env::temp_dir().join(format!("mound-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    directory
}

#[test]
fn stored_libraries_come_with_what_they_import() {
    let found = libraries(Vec::new(), "(import (high)) (top)").unwrap();
    assert_eq!(found, ["low", "middle", "high"]);
}

#[test]
fn what_a_program_defines_comes_first_and_importers_are_compiled_again() {
    let text = "(define-library (low) (import (mound syntax)) (export value twice)
          (begin (define (value) 'mine)
                 (define-syntax twice (syntax-rules () ((_ x) x)))))
        (import (high) (apart)) (top) (alone)";
    let found = libraries(Vec::new(), text).unwrap();
    assert_eq!(found, ["low*", "middle*", "high*", "apart"]);
}

#[test]
fn files_come_first_and_importers_are_compiled_again() {
    let directory = fresh_directory("files-first");
    std::fs::write(directory.join("middle.sld"), MIDDLE).unwrap();
    let found = libraries(vec![directory.clone()], "(import (apart) (high)) (top)").unwrap();
    assert_eq!(found, ["apart", "low", "middle*", "high*"]);
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
fn a_library_of_the_program_comes_first_even_if_it_is_the_same() {
    let text = format!("{LOW} (import (high)) (top)");
    let found = libraries(Vec::new(), &text).unwrap();
    assert_eq!(found, ["low*", "middle*", "high*"]);
}

#[test]
fn cycles_through_a_library_of_the_program_are_found() {
    let text = "(define-library (low) (import (mound syntax) (high)) (export value twice)
          (begin (define (value) (top)) (define-syntax twice (syntax-rules () ((_ x) x)))))
        (import (high)) (top)";
    let why = libraries(Vec::new(), text).unwrap_err();
    assert!(why.contains("library (low) imports itself"), "{why}");
}

#[test]
fn a_damaged_file_is_not_passed_over() {
    let directory = fresh_directory("damaged-file");
    std::fs::write(directory.join("high.sld"), [0xff, 0xfe]).unwrap();
    let why = libraries(vec![directory.clone()], "(import (high)) (top)").unwrap_err();
    assert!(why.contains("this text is not UTF-8"), "{why}");
    assert!(why.contains("high.sld:1:1"), "{why}");
    std::fs::remove_dir_all(directory).unwrap();
}
