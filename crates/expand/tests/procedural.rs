//! Macros whose transformers are procedures, where a transformer is a function of Rust: what it is given,
//! what its result means, and what is said if there is none.
//!
//! The expression of each transformer is `(native name)`. Its code is the text of the program that was to
//! be compiled, in which that name is found again.

mod world;

use mound_base::{Diagnostic, SourceId, Span, Symbol};
use mound_expand::core::Program;
use mound_expand::interface::{Application, Transformed, TransformerFault, UseShape};
use mound_expand::{
    Environment, LibraryInterface, LibraryName, LibraryProvider, Options, expand_program,
    program_text,
};
use mound_syntax::{Datum, DatumKind, write};
use std::rc::Rc;
use world::World;

/// What a transformer is given: what it was called with, and whether two names mean the same.
type Same<'a> = &'a mut dyn FnMut(Symbol, Symbol) -> bool;
type Native = fn(&Application<'_>, Same<'_>) -> Result<Datum, TransformerFault>;

/// A world in which functions of Rust are transformers.
struct Natives {
    world: World,
    natives: &'static [(&'static str, Native)],
    /// What each was given, as text.
    given: Vec<String>,
    /// The text of each program that was compiled.
    codes: Vec<String>,
    /// What each run costs.
    fuel: u32,
}

const MACRO: &str = "
    (define-library (mound macro)
      (export %run-transformer native)
      (import (scheme base))
      (begin (define (%run-transformer transformer) transformer)
             (define (native name) name)))";

impl Natives {
    fn new(natives: &'static [(&'static str, Native)]) -> Natives {
        let mut world = World::new();
        let data = world.read("macro.scm", MACRO).expect("reads");
        let added = world.add_library(&data[0], Options::default());
        added.unwrap_or_else(|errors| panic!("{}", world.render(&errors)));
        Natives {
            world,
            natives,
            given: Vec::new(),
            codes: Vec::new(),
            fuel: 1,
        }
    }

    /// The program as core text, or what is wrong with it.
    fn expand(&mut self, text: &str) -> String {
        let data = match self.world.read("case.scm", text) {
            Ok(data) => data,
            Err(error) => return self.world.render(&[error]),
        };
        let mut environment = Environment::default();
        let imports = [
            LibraryName::new(["scheme", "base"]),
            LibraryName::new(["mound", "macro"]),
            LibraryName::new(["mound", "syntax"]),
        ];
        environment.import(&imports, self).expect("imports");
        let options = Options {
            work_max: 1_000_000,
            ..Options::default()
        };
        let text = match expand_program(&data, self, &mut environment, options) {
            Ok(expanded) => {
                program_text(&expanded.program) + &self.world.render(&expanded.warnings)
            }
            Err(errors) => self.world.render(&errors),
        };
        text.trim_end().to_owned()
    }
}

impl LibraryProvider for Natives {
    fn interface(
        &mut self,
        name: &LibraryName,
        span: Span,
    ) -> Result<Rc<LibraryInterface>, Diagnostic> {
        self.world.interface(name, span)
    }

    fn exists(&mut self, name: &LibraryName, span: Span) -> bool {
        self.world.exists(name, span)
    }

    fn include(
        &mut self,
        from: SourceId,
        path: &str,
        fold_case: bool,
        span: Span,
    ) -> Result<Vec<Datum>, Diagnostic> {
        self.world.include(from, path, fold_case, span)
    }

    fn features(&self) -> Vec<Symbol> {
        self.world.features()
    }

    fn compile_transformer(&mut self, program: &Program, _: Span) -> Result<Rc<[u8]>, Diagnostic> {
        let text = program_text(program);
        self.codes.push(text.trim_end().to_owned());
        Ok(text.into_bytes().into())
    }

    fn transform(
        &mut self,
        application: &Application<'_>,
        same: Same<'_>,
    ) -> Result<Transformed, TransformerFault> {
        let code = String::from_utf8_lossy(application.code).into_owned();
        let found = self
            .natives
            .iter()
            .find(|(name, _)| code.contains(&format!("native '{name})")));
        let (_, native) = found.unwrap_or_else(|| panic!("no transformer in {code}"));
        self.given.push(write(application.form));
        let datum = native(application, same)?;
        let fuel_used = self.fuel;
        Ok(Transformed { datum, fuel_used })
    }
}

fn symbol(name: &str) -> Datum {
    Datum::symbol(Span::NONE, Symbol::intern(name))
}

fn list(items: Vec<Datum>) -> Datum {
    let items = items.into();
    let kind = DatumKind::List { items, tail: None };
    Datum {
        span: Span::NONE,
        kind,
    }
}

fn vector(items: Vec<Datum>) -> Datum {
    Datum::vector(Span::NONE, items)
}

/// The parts of the form, with its keyword.
fn parts(application: &Application<'_>) -> Vec<Datum> {
    application.form.parts().cloned().collect()
}

fn name_of(datum: &Datum) -> Symbol {
    match &datum.kind {
        DatumKind::Symbol(symbol) => *symbol,
        other => panic!("{other:?} is no name"),
    }
}

const NATIVES: &[(&str, Native)] = &[
    ("second", |application, _| Ok(parts(application)[1].clone())),
    // (quote form)
    ("quoted", |application, _| {
        Ok(list(vec![
            symbol("\u{2301}quote"),
            application.form.clone(),
        ]))
    }),
    // Swaps two variables by one that is its own.
    ("swap", |application, _| {
        let [_, one, other] = parts(application).try_into().expect("two names");
        let own = symbol("\u{2301}own");
        let set = |name: &Datum, value: &Datum| {
            list(vec![symbol("\u{2301}set!"), name.clone(), value.clone()])
        };
        let bindings = list(vec![list(vec![own.clone(), one.clone()])]);
        let swapped = [set(&one, &other), set(&other, &own)];
        let start = [symbol("\u{2301}let"), bindings];
        Ok(list(start.into_iter().chain(swapped).collect()))
    }),
    // A name that stands for what it means where the macro is used.
    ("captured", |_, _| Ok(symbol("x"))),
    ("renamed", |_, _| Ok(symbol("\u{2301}x"))),
    ("temporary", |_, _| {
        let name = symbol("x\u{2301}t3");
        let binding = list(vec![list(vec![name.clone(), symbol("x")])]);
        let both = list(vec![symbol("\u{2301}list"), name, symbol("x")]);
        Ok(list(vec![symbol("\u{2301}let"), binding, both]))
    }),
    ("same", |application, same| {
        let parts = parts(application);
        let holds = same(name_of(&parts[1]), name_of(&parts[2]));
        Ok(Datum::boolean(Span::NONE, holds))
    }),
    ("shape", |application, _| {
        let name = match application.shape {
            UseShape::Form => "form",
            UseShape::Name => "name",
            UseShape::Assignment => "assignment",
        };
        Ok(Datum::string(Span::NONE, name))
    }),
    ("deep", |_, _| {
        Ok((0..20_000).fold(list(vec![]), |inner, _| list(vec![inner])))
    }),
    ("deep-vector", |_, _| {
        Ok((0..20_000).fold(list(vec![]), |inner, _| vector(vec![inner])))
    }),
    ("raises", |_, _| {
        Err(TransformerFault::Raised {
            what: "no (x\u{2301}12 '\u{2301}y z\u{2301}d3 w\u{2301}t4)".to_owned(),
            place: Some("at lib.scm:3:1".to_owned()),
        })
    }),
    ("raises-here", |_, _| {
        Err(TransformerFault::Raised {
            what: "no".to_owned(),
            place: Some("in top level".to_owned()),
        })
    }),
    ("endless", |_, _| Err(TransformerFault::Endless)),
    ("no-datum", |_, _| {
        let what = "#<procedure \u{2301}car>".to_owned();
        Err(TransformerFault::NotDatum { what })
    }),
    ("unavailable", |_, _| Err(TransformerFault::Unavailable)),
    ("no-library", |_, _| {
        Err(TransformerFault::Library("(lib) is broken".to_owned()))
    }),
];

fn expand(text: &str) -> String {
    Natives::new(NATIVES).expand(text)
}

/// What the transformer `quoted` is given by a use in the text.
fn given(text: &str) -> Vec<String> {
    let mut natives = Natives::new(NATIVES);
    let expanded = natives.expand(text);
    assert!(!expanded.contains("error"), "{expanded}");
    natives.given
}

#[test]
fn a_transformer_is_given_the_form_as_it_was_written() {
    let form = "(m x \"text\" #\\a 1/2 1.5 #t #u8(1 2) #(a (b . c)) () (d e . f))";
    let program = format!("(define-syntax m (native 'quoted)) {form}");
    assert_eq!(given(&program), [form]);
    // And what it gives is read back as what it was.
    assert_eq!(expand(&program), format!("'{form}"));
}

/// Names with other scopes than the keyword have numbers, one for each set of scopes.
#[test]
fn names_of_other_places_are_told_apart() {
    let macros = "
        (define-syntax m (native 'quoted))
        (define-syntax pass (syntax-rules () ((_ a ...) (m x y a ...))))";
    assert_eq!(given(&format!("{macros} (pass)")), ["(m x y)"]);
    assert_eq!(
        given(&format!("{macros} (pass x z)")),
        ["(m x y x\u{2301}1 z\u{2301}1)"]
    );
    assert_eq!(
        given(&format!(
            "{macros} (let ((x 1)) (pass x) (let ((x 2)) (pass x)))"
        )),
        ["(m x y x\u{2301}1)", "(m x y x\u{2301}1)"]
    );
    // What is written with the mark is not taken for a name that has a number.
    let form = "(m a\u{2301}7 \u{2301}b \u{2301}\u{2301}b b\u{2301} \u{2301} \u{2301}b)";
    let marked = format!("{macros} {form}");
    assert_eq!(
        given(&marked),
        [
            "(m a\u{2301}7\u{2301}1 b\u{2301}2 b\u{2301}3 b\u{2301}\u{2301}1 mark\u{2301}4 b\u{2301}2)"
        ]
    );
    assert_eq!(expand(&marked), format!("'{form}"));
}

#[test]
fn names_that_a_transformer_makes_capture_nothing_unless_they_are_to() {
    let swap = "
        (define-syntax swap (native 'swap))
        (lambda (own other) (swap own other))";
    assert_eq!(
        expand(swap),
        "(lambda (own.0 other.1) (let ((own.2 own.0)) (begin (set! own.0 other.1) (set! other.1 own.2))))"
    );
    let program =
        |name| format!("(define x 1) (define-syntax m (native '{name})) (lambda (x) (m))");
    assert_eq!(
        expand(&program("captured")),
        "(define x 1)\n(lambda (x.0) x.0)"
    );
    assert_eq!(
        expand(&program("renamed")),
        "(define x 1)\n(lambda (x.0) x)"
    );
    let temporary = expand(&program("temporary"));
    let body = temporary.strip_prefix("(define x 1)\n(lambda (x.0) ");
    assert_eq!(
        body,
        Some("(let ((x\u{2301}t3.1 x.0)) (mound/base:list x\u{2301}t3.1 x.0)))")
    );
}

#[test]
fn names_are_compared_by_what_they_mean() {
    let program = |names: &str| {
        let text = format!(
            "(define a 1) (define-syntax m (native 'same))
             (define-syntax pass (syntax-rules () ((_ b) (let ((a 2)) (m a b)))))
             (define-syntax pass-car (syntax-rules () ((_ b) (m car b))))
             {names}"
        );
        let expanded = expand(&text);
        expanded.lines().last().expect("a line").to_owned()
    };
    assert_eq!(program("(m a a)"), "#t");
    assert_eq!(program("(m a car)"), "#f");
    assert_eq!(program("(let ((b 1)) (m b b))"), "(let ((b.0 1)) #t)");
    assert_eq!(program("(pass a)"), "(let ((a.0 2)) #f)");
    assert_eq!(program("(pass-car car)"), "#t");
    assert_eq!(
        program("(lambda (car) (pass-car car))"),
        "(lambda (car.0) #f)"
    );
}

#[test]
fn a_macro_is_used_as_a_form_a_name_or_an_assignment() {
    let program = "
        (define-syntax m (native 'shape))
        (m) (list m) (set! m 1) (set! m (m)) (m set! m)";
    let mut natives = Natives::new(NATIVES);
    assert_eq!(
        natives.expand(program),
        "\"form\"\n(mound/base:list \"name\")\n\"assignment\"\n\"assignment\"\n\"form\""
    );
    // Those at the top level may define something, so they come first.
    assert_eq!(
        natives.given,
        ["(m)", "(m set! m)", "m", "(set! m 1)", "(set! m (m))"]
    );
}

#[test]
fn what_a_transformer_makes_nests_no_deeper_than_is_allowed() {
    for name in ["deep", "deep-vector"] {
        let handle = std::thread::Builder::new()
            .stack_size(mound_expand::STACK_BYTES)
            .spawn(move || expand(&format!("(define-syntax m (native '{name})) (m)")))
            .expect("a thread starts");
        let text = handle.join().expect("no overflow");
        assert!(text.starts_with("error: nested too deeply"), "{text}");
        assert!(
            text.contains("more than 10000 levels for a macro"),
            "{text}"
        );
    }
}

/// Errors in what was passed through point to where it was written.
#[test]
fn what_was_in_the_form_has_its_place() {
    let place = |text: &str| {
        let text = expand(&format!("(define-syntax m (native 'second))\n{text}"));
        let line = text
            .lines()
            .find_map(|line| line.trim().strip_prefix("--> "));
        line.map(str::to_owned).unwrap_or(text)
    };
    assert_eq!(place("(m (if))"), "case.scm:2:4");
    assert_eq!(place("(m (list 1 missing))"), "case.scm:2:12");
    assert_eq!(place("(m (list (if) (if 1 2 3)))"), "case.scm:2:10");
    assert_eq!(place("(m (list (if 1 2) (if 1 2 3 4)))"), "case.scm:2:19");
    assert_eq!(place("(m (list #(1 2) (if . 1)))"), "case.scm:2:17");
    // Of two that look the same, the first.
    assert_eq!(place("(m (list (let) (let)))"), "case.scm:2:10");
}

#[test]
fn a_transformer_that_makes_nothing_is_blamed() {
    let texts = [
        (
            "raises",
            "macro `m` failed: no (x 'y z w)",
            Some("it was raised at lib.scm:3:1"),
        ),
        ("raises-here", "macro `m` failed: no", None),
        ("endless", "macro `m` does not end", None),
        (
            "no-datum",
            "macro `m` did not make a form",
            Some("a transformer returns lists, symbols, numbers, strings and the like"),
        ),
        ("unavailable", "macro `m` cannot be used", None),
        ("no-library", "macro `m` cannot be used", None),
    ];
    for (name, headline, hint) in texts {
        let text = expand(&format!("(define-syntax m (native '{name}))\n\n(m)"));
        assert!(
            text.starts_with(&format!("error: {headline}\n  --> case.scm:3:1\n")),
            "{text}"
        );
        assert!(text.contains("case.scm:1:18"), "{text}");
        let found = text
            .lines()
            .find_map(|line| line.trim().strip_prefix("hint: "));
        assert_eq!(found, hint, "{text}");
    }
}

/// What runs take is work, as expansion is.
#[test]
fn work_of_transformers_counts() {
    let program = "(define-syntax m (native 'second)) (list (m 1) (m 2) (m 3))";
    for (fuel, ends) in [(300_000, true), (400_000, false)] {
        let mut natives = Natives::new(NATIVES);
        natives.fuel = fuel;
        let text = natives.expand(program);
        assert_eq!(text == "(mound/base:list 1 2 3)", ends, "{fuel}: {text}");
    }
}

/// The helpers that a transformer uses are part of its code, in the order of their definitions.
#[test]
fn helpers_are_part_of_the_code_of_a_transformer() {
    let mut natives = Natives::new(NATIVES);
    let text = natives.expand(
        "(define-for-syntax unused 0)
         (define-for-syntax (first x) (car x))
         (define second-of 7)
         (define-for-syntax both (list first 5))
         (define (third x) (first x))",
    );
    assert!(
        text.starts_with("error: `first` is defined for macros"),
        "{text}"
    );
    // So are definitions of the program that come before.
    let text = natives.expand(
        "(define-for-syntax unused 0)
         (define-for-syntax (first x) (car x))
         (define-for-syntax both (list first 5))
         (define third 3)
         (define-syntax m (begin both third (native 'second)))
         (m 1)",
    );
    assert_eq!(text, "(define third 3)\n1");
    let code = natives.codes.last().expect("it was compiled");
    let expected = "(letrec* ((first.2 (lambda (x.3) (mound/base:car x.3))) \
         (both.0 (mound/base:list first.2 5)) (third.1 3)) \
         (mound/macro:%run-transformer (begin both.0 third.1 (mound/macro:native 'second))))";
    assert_eq!(code, expected);
}

#[test]
fn a_transformer_sees_no_variable_of_the_program() {
    let text = expand("(lambda (x) (let-syntax ((m (begin x (native 'second)))) (m 1)))");
    assert!(
        text.starts_with("error: a transformer cannot use `x`, a variable of the program"),
        "{text}"
    );
    let text = expand("(define-syntax m (begin later (native 'second))) (m 1)");
    assert!(
        text.starts_with("error: unbound variable `later`"),
        "{text}"
    );
    assert!(
        text.contains("a transformer sees definitions that come before it"),
        "{text}"
    );
    let text = expand("(define y 1) (define-syntax m (begin y (native 'second))) (m y)");
    assert_eq!(text, "(define y 1)\ny");
}
