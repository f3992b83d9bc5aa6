//! A small world of libraries for tests: enough of `(mound base)` and
//! `(scheme base)` to expand programs, and included files in memory.
//!
//! What is known of a library is what its encoded interface says, as between runs of Mound.

use mound_base::{Diagnostic, SourceId, SourceMap, Span, Symbol};
use mound_expand::encoding::{self, DecodedLibrary, InterfaceError, Surroundings};
use mound_expand::{
    LibraryInterface, LibraryName, LibraryProvider, Options, expand_library, library_name,
    program_text,
};
use mound_syntax::Datum;
use std::collections::HashMap;
use std::rc::Rc;

pub struct World {
    libraries: HashMap<LibraryName, Rc<LibraryInterface>>,
    decoded: Decoded,
    /// The last interface that was encoded, and the hash of its library.
    #[allow(dead_code, reason = "used by some of the test programs")]
    pub encoded: (Vec<u8>, [u8; 32]),
}

/// What decoding asks for.
#[derive(Default)]
pub struct Decoded {
    sources: SourceMap,
    numbers: HashMap<String, SourceId>,
    libraries: HashMap<String, Rc<DecodedLibrary>>,
}

impl Surroundings for Decoded {
    fn source(&mut self, name: &str) -> SourceId {
        let found = self.numbers.get(name).copied();
        found.unwrap_or_else(|| self.sources.add(name, ""))
    }

    fn library(&mut self, unit_name: &str, hash: &[u8; 32]) -> Option<Rc<DecodedLibrary>> {
        let library = self.libraries.get(unit_name)?;
        (library.interface.hash == *hash).then(|| library.clone())
    }
}

const BASE: &str = r#"
(define-library (mound base)
  (export car cdr cons cadr list + - < = eq? eqv? not null? pair? display values x-base
          swap! my-or while
          %call-with-values %with-parameters %guard %guard-else %delay %delay-force
          %assertion-failed %append %list->vector)
  (import (mound syntax))
  (begin
    (define (car pair) (%primitive car pair))
    (define (cdr pair) (%primitive cdr pair))
    (define (cadr pair) (car (cdr pair)))
    (define (cons first rest) (%primitive cons first rest))
    (define (list . items) items)
    (define (+ one other) (%primitive add one other))
    (define (- one other) (%primitive subtract one other))
    (define (< one other) (%primitive < one other))
    (define (= one other) (%primitive = one other))
    (define (eq? one other) (%primitive eq? one other))
    (define (eqv? one other) (%primitive eqv? one other))
    (define (not object) (%primitive not object))
    (define (null? object) (%primitive null? object))
    (define (pair? object) (%primitive pair? object))
    (define (display object . port) object)
    (define (values . objects) (%primitive %list->values objects))
    (define x-base 5)
    (define (%call-with-values producer consumer) (consumer (producer)))
    (define (%with-parameters thunk . bindings) (thunk))
    (define (%guard thunk handler) (thunk))
    (define (%guard-else thunk handler) (thunk))
    (define (%delay thunk) thunk)
    (define (%delay-force thunk) thunk)
    (define (%assertion-failed datum . irritants) datum)
    (define (%append one other) one)
    (define (%list->vector list) list)
    (define-syntax swap!
      (syntax-rules ()
        ((_ a b) (let ((tmp a)) (set! a b) (set! b tmp)))))
    (define-syntax my-or
      (syntax-rules ()
        ((_) #f)
        ((_ e) e)
        ((_ e r ...) (let ((t e)) (if t t (my-or r ...))))))
    (define-syntax while
      (syntax-rules ()
        ((_ test body ...) (let loop () (if test (begin body ... (loop)) #f)))))))
"#;

const SCHEME_BASE: &str = r#"
(define-library (scheme base)
  (export car cdr cons cadr list + - < = eq? eqv? not null? pair? display values
          swap! my-or while
          quote quasiquote unquote unquote-splicing lambda case-lambda named-lambda if set!
          begin define define-values define-record-type define-syntax let-syntax
          letrec-syntax syntax-rules syntax-error let let* letrec letrec* let-values
          let*-values do cond case and or when unless parameterize guard delay delay-force
          cons-stream assert cond-expand include include-ci import else => ... _)
  (import (mound syntax) (mound base)))
"#;

/// What takes the clauses of `match` apart has this name and these operands.
const MATCH: &str = r#"
(define-library (mound match)
  (export match)
  (import (scheme base))
  (begin
    (define-syntax match
      (syntax-rules () ((_ value clause ...) (%match-clauses value #f #f clause ...))))
    (define-syntax %match-clauses
      (syntax-rules () ((_ value accept otherwise clause ...) value)))))
"#;

const TERMITE: &str = r#"
(define-library (termite)
  (export quote lambda if begin define let display)
  (import (scheme base)))
"#;

impl World {
    pub fn new() -> World {
        let mut world = World {
            libraries: HashMap::new(),
            decoded: Decoded::default(),
            encoded: (Vec::new(), [0; 32]),
        };
        for text in [BASE, SCHEME_BASE, MATCH, TERMITE] {
            let data = world.read("boot.scm", text).expect("boot libraries read");
            let options = Options {
                internal: true,
                ..Options::default()
            };
            if let Err(errors) = world.add_library(&data[0], options) {
                panic!("{}", world.render(&errors));
            }
        }
        world
    }

    #[allow(dead_code, reason = "used by some of the test programs")]
    pub fn default_imports(&self) -> Vec<LibraryName> {
        vec![LibraryName::new(["scheme", "base"])]
    }

    pub fn read(&mut self, name: &str, text: &str) -> Result<Vec<Datum>, Diagnostic> {
        let source = self.decoded.sources.add(name, text);
        self.decoded.numbers.insert(name.to_owned(), source);
        mound_syntax::read_all(source, text)
    }

    pub fn render(&self, diagnostics: &[Diagnostic]) -> String {
        let texts = diagnostics.iter();
        texts
            .map(|each| each.render(&self.decoded.sources))
            .collect()
    }

    /// Expands and registers a library; its core text.
    pub fn add_library(
        &mut self,
        datum: &Datum,
        options: Options,
    ) -> Result<String, Vec<Diagnostic>> {
        let name = library_name(datum).map_err(|error| vec![error])?;
        let expanded = expand_library(datum, self, options)?;
        let mut hash = [1; 32];
        for (byte, letter) in hash.iter_mut().zip(name.unit_name().bytes()) {
            *byte = letter;
        }
        let mut text = format!("library {name}\n{}", program_text(&expanded.program));
        let exports: Vec<String> = expanded
            .program
            .exports
            .iter()
            .map(|(name, global)| {
                format!(
                    "{name}={}",
                    expanded.program.globals[global.0 as usize].name
                )
            })
            .collect();
        text.push_str(&format!("exports {}\n", exports.join(" ")));
        text.push_str(&self.render(&expanded.warnings));
        let bytes =
            encoding::encode(&expanded, &self.decoded.sources).expect("it does not nest deeply");
        let decoded = self.decode(&bytes, hash);
        let decoded = decoded.unwrap_or_else(|error| panic!("{name}: {error}"));
        let again = self.encode(&decoded);
        assert_eq!(again.as_ref(), Some(&bytes), "{name} has one encoding");
        // It is what the library itself says.
        let own = expanded.interface(hash);
        let said = &decoded.interface;
        assert_eq!((&said.name, said.hash), (&own.name, own.hash));
        assert!(said.exports.keys().eq(own.exports.keys()), "{name}");
        for (export, meaning) in &own.exports {
            assert!(said.exports[export].same(meaning), "{export} of {name}");
        }
        self.libraries
            .insert(name.clone(), decoded.interface.clone());
        let decoded = Rc::new(decoded);
        self.decoded.libraries.insert(name.unit_name(), decoded);
        self.encoded = (bytes, hash);
        Ok(text)
    }

    /// The bytes of a library that was decoded.
    pub fn encode(&self, decoded: &DecodedLibrary) -> Option<Vec<u8>> {
        decoded.encode(&|id| self.decoded.sources.name(id).map(str::to_owned))
    }

    /// The library in these bytes.
    pub fn decode(
        &mut self,
        bytes: &[u8],
        hash: [u8; 32],
    ) -> Result<DecodedLibrary, InterfaceError> {
        encoding::decode(bytes, hash, &mut self.decoded)
    }

    #[allow(dead_code, reason = "used by some of the test programs")]
    pub fn interface_of(&self, name: &LibraryName) -> Option<&Rc<LibraryInterface>> {
        self.libraries.get(name)
    }
}

impl LibraryProvider for World {
    fn interface(
        &mut self,
        name: &LibraryName,
        span: Span,
    ) -> Result<Rc<LibraryInterface>, Diagnostic> {
        self.libraries
            .get(name)
            .cloned()
            .ok_or_else(|| Diagnostic::error(span, format!("no library {name}"), "not found"))
    }

    fn exists(&mut self, name: &LibraryName, _: Span) -> bool {
        self.libraries.contains_key(name)
    }

    fn include(
        &mut self,
        _from: SourceId,
        path: &str,
        fold_case: bool,
        span: Span,
    ) -> Result<Vec<Datum>, Diagnostic> {
        match path {
            "two.scm" => self.read(path, "(define one 1) (define Two 2)"),
            "exports.scm" => self.read(path, "(export one) (import (scheme base))"),
            "case.scm" if fold_case => self.read(path, "(define folded 1)"),
            "self.scm" => self.read(path, "(include \"self.scm\")"),
            _ => Err(Diagnostic::error(
                span,
                format!("no file {path}"),
                "not found",
            )),
        }
    }

    fn features(&self) -> Vec<Symbol> {
        vec![Symbol::intern("mound"), Symbol::intern("r7rs")]
    }

    fn place(&self, span: Span) -> Option<String> {
        let name = self.decoded.sources.name(span.source)?;
        let (line, _) = self
            .decoded
            .sources
            .line_and_column(span.source, span.start)?;
        Some(format!("{name}:{line}"))
    }
}
