use super::*;
use mound_bytecode::unit::Constant;
use mound_bytecode::{decode, encode, verify};
use mound_session::{Session, UnitCode};

/// Runs `action` with the stack that the compiler needs.
fn with_stack<T: Send>(action: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(512 << 20);
        thread.spawn_scoped(scope, action).unwrap().join().unwrap()
    })
}

fn sources_only() -> &'static BuiltIn {
    Box::leak(Box::new(BuiltIn {
        sources: BUILT_IN.sources,
        libraries: &[],
    }))
}

#[test]
fn library_sources_are_found_by_path() {
    let text = BUILT_IN.source("mound/base.sld").expect("it is in lib/");
    assert!(text.contains("(define-library (mound base)"));
    assert!(BUILT_IN.source("mound/base/lists.scm").is_some());
    assert!(BUILT_IN.source("mound/base").is_none());
}

/// What the build script kept is what compiling the sources gives here, to the byte, in
/// whatever order: hashes, code, debug information and interfaces.
#[test]
fn stored_libraries_are_those_compiled_from_source() {
    let compiled = with_stack(|| Session::store(sources_only())).unwrap();
    assert_eq!(compiled.len(), LIBRARIES.len());
    for parts in compiled {
        let library = BUILT_IN.library(&parts.name).expect("it was stored");
        assert_eq!(library.hash, parts.hash, "{}", parts.name);
        assert_eq!(library.imports, parts.imports, "{}", parts.name);
        assert!(library.unit == parts.unit, "{}: code", parts.name);
        assert!(library.debug == parts.debug, "{}: debug", parts.name);
        assert!(
            library.interface == parts.interface,
            "{}: interface",
            parts.name
        );
    }
}

#[test]
fn stored_units_are_valid() {
    for library in LIBRARIES {
        let unit = library.decode().unwrap();
        assert_eq!(unit.hash().0, library.hash);
        assert_eq!(verify::verify(&unit), Ok(()), "{}", library.name);
        let container = BUILT_IN.container(unit.hash()).expect("it is stored");
        let whole = decode::from_bytes(&container).unwrap();
        assert_eq!(encode::canonical(&whole), library.unit);
        assert_eq!(verify::debug(&whole), Ok(()), "{}", library.name);
        let texts = whole.debug.sources.iter();
        assert!(
            texts.clone().all(|(_, text)| !text.is_empty()),
            "{}",
            library.name
        );
    }
}

/// A program compiled against stored libraries is the one compiled against their sources:
/// inlined bodies, macros and places in the source come out the same.
#[test]
fn programs_do_not_show_how_libraries_were_found() {
    let text = "(import (scheme base) (scheme write) (scheme cxr) (scheme lazy) (srfi 1) (termite process))
        (define-record-type point (make-point x) point? (x point-x))
        (define-syntax swap! (syntax-rules () ((_ a b) (let ((t a)) (set! a b) (set! b t)))))
        (define (f p . rest)
          (let-values (((a b) (values (point-x p) (cadr rest))))
            (swap! a b)
            (guard (e (#t (display e))) (recv ((x y) (list a b x y)) (after 1 (fold + 0 (iota 5)))))))
        (write (f (make-point 1) 3 4 (delay (caddr '(1 2 3)))))";
    let program = |built_in| {
        let compilation = Session::new(built_in, Vec::new()).program("a.scm", None, text);
        match compilation.unwrap().main.unwrap().code {
            UnitCode::Compiled { unit, .. } => *unit,
            UnitCode::Stored(_) => unreachable!("a program is compiled"),
        }
    };
    let (stored, fresh) = with_stack(|| (program(&BUILT_IN), program(sources_only())));
    assert_eq!(stored.hash(), fresh.hash());
    assert_eq!(stored.debug, fresh.debug);
}

/// A macro whose transformer is a procedure works when only the interface of its library is
/// there, and a program that uses it is the same.
#[test]
fn stored_interfaces_carry_transformers() {
    const LIBRARY: &str = "(define-library (test twice)
        (import (scheme base) (scheme cxr) (mound macro) (srfi 1))
        (export twice sum-text)
        (begin
          (define (double x) (* 2 x))
          (define-for-syntax (sum n) (fold + 0 (iota n)))
          (define-syntax sum-text
            (er-macro-transformer (lambda (form rename compare) (number->string (sum (cadr form))))))
          (define-syntax twice
            (er-macro-transformer
              (lambda (form rename compare) (list (rename 'double) (cadr form)))))))";
    let sources = || -> &'static [(&str, &str)] {
        let mut sources = BUILT_IN.sources.to_vec();
        sources.push(("test/twice.sld", LIBRARY));
        sources.sort_by_key(|row| row.0);
        sources.leak()
    };
    let with_sources = |libraries| -> &'static BuiltIn {
        Box::leak(Box::new(BuiltIn {
            sources: sources(),
            libraries,
        }))
    };
    let text = "(import (scheme base) (test twice)) (define (f double) (twice (string-length (sum-text 5))))";
    let program = |built_in, text: &str| {
        let machine = Box::new(crate::transformers::Machine::new());
        let session = Session::new(built_in, Vec::new()).with_transformers(machine);
        session_program(session, text)
    };
    let (stored, fresh) = with_stack(|| {
        let only_sources = with_sources(&[]);
        let mut libraries = Session::store(only_sources).unwrap();
        libraries.sort_by(|left, right| left.name.cmp(&right.name));
        let stored: Vec<StoredLibrary> = libraries.into_iter().map(leaked).collect();
        let stored = program(with_sources(stored.leak()), text);
        (stored, program(only_sources, text))
    });
    assert_eq!(stored.hash(), fresh.hash());
    let computed = Constant::String("10".to_owned());
    assert!(
        stored.constants.contains(&computed),
        "{:?}",
        stored.constants
    );
}

fn session_program(mut session: Session, text: &str) -> mound_bytecode::unit::Unit {
    let compilation = session.program("a.scm", None, text);
    match compilation.unwrap().main.unwrap().code {
        UnitCode::Compiled { unit, .. } => *unit,
        UnitCode::Stored(_) => unreachable!("a program is compiled"),
    }
}

fn leaked(parts: mound_session::StoredParts) -> StoredLibrary {
    let imports = parts.imports.into_iter();
    let imports: Vec<&'static str> = imports.map(|name| &*name.leak()).collect();
    StoredLibrary {
        name: parts.name.leak(),
        hash: parts.hash,
        imports: imports.leak(),
        unit: parts.unit.leak(),
        debug: parts.debug.leak(),
        interface: parts.interface.leak(),
    }
}

/// Only what is imported is decoded.
#[test]
fn imports_bring_along_what_they_need() {
    let mut session = Session::new(&BUILT_IN, Vec::new());
    let compilation = session.program("a.scm", None, "(import (scheme write)) (write 1)");
    let libraries = compilation.unwrap().libraries;
    let names = libraries.iter().map(|library| match &library.code {
        UnitCode::Stored(library) => library.name,
        UnitCode::Compiled { .. } => "compiled",
    });
    assert_eq!(names.collect::<Vec<_>>(), ["mound/base", "scheme/write"]);
}
