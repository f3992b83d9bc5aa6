//! What an interface tells importers of procedures.

mod world;

use mound_base::Symbol;
use mound_expand::core::{ConstantProcedure, Expression, InlineClause, Node, Program, TopForm};
use mound_expand::{Environment, Export, LibraryName, Options, expand_library, expression_text};
use std::collections::HashSet;
use std::rc::Rc;
use world::World;

fn procedure(world: &World, library: &str, name: &str) -> Option<Rc<ConstantProcedure>> {
    let library = LibraryName::new(library.split(' '));
    let interface = world.interface_of(&library).expect("the library is known");
    match interface.exports.get(&Symbol::intern(name)) {
        Some(Export::Variable(variable)) => variable.procedure.clone(),
        _ => None,
    }
}

fn body_text(clause: &InlineClause) -> String {
    let program = Program {
        name: String::new(),
        imports: Vec::new(),
        globals: Vec::new(),
        variables: clause.variables.clone(),
        body: Vec::new(),
        exports: Vec::new(),
    };
    expression_text(&program, &clause.body)
}

fn inline_text(procedure: &ConstantProcedure) -> Vec<String> {
    procedure.inline.iter().map(body_text).collect()
}

fn library(text: &str) -> World {
    let mut world = World::new();
    let data = world.read("lib.scm", text).expect("reads");
    for datum in &data {
        if let Err(errors) = world.add_library(datum, Options::default()) {
            panic!("{}", world.render(&errors));
        }
    }
    world
}

#[test]
fn small_procedures_are_inlined_through_each_other() {
    let world = World::new();
    let cadr = procedure(&world, "scheme base", "cadr").expect("a constant procedure");
    assert_eq!(cadr.arities, [(1, false)]);
    assert_eq!(cadr.parameters, [Symbol::intern("pair")]);
    assert_eq!(
        inline_text(&cadr),
        ["(let ((pair.1 (%cdr pair.0))) (%car pair.1))"]
    );
    let list = procedure(&world, "mound base", "list").expect("a constant procedure");
    assert_eq!(list.arities, [(0, true)]);
    assert!(list.inline.is_empty());
}

#[test]
fn imported_and_record_procedures_are_inlined() {
    let world = library(
        "(define-library (lib) (export caddr px make twice loop big counter next any)
           (import (scheme base))
           (begin
             (define (caddr x) (cadr (cdr x)))
             (define-record-type point (make x) point? (x px))
             (define (any p) (if (px p) 'yes \"no\"))
             (define (twice f) (f (f 1)))
             (define (loop x) (loop x))
             (define (big a) (list a))
             (define counter 0)
             (define (next) (set! counter 1))
             (set! next 1)))",
    );
    let texts = |name| inline_text(&procedure(&world, "lib", name).expect("constant"));
    assert_eq!(
        texts("caddr"),
        ["(let ((pair.1 (%cdr x.0))) (let ((pair.2 (%cdr pair.1))) (%car pair.2)))"]
    );
    assert_eq!(
        texts("px"),
        ["(%record-ref record.0 (record-type point x) 0)"]
    );
    assert_eq!(texts("make"), ["(%record (record-type point x) x.0)"]);
    for name in ["twice", "loop", "big", "any"] {
        assert!(texts(name).is_empty(), "{name}");
    }
    assert!(procedure(&world, "lib", "counter").is_none());
    assert!(procedure(&world, "lib", "next").is_none());
}

#[test]
fn macros_know_the_unit_that_they_are_of() {
    let world = library(
        "(define-library (m) (import (scheme base)) (export swap)
           (begin (define-syntax swap (syntax-rules () ((_ a b) (list b a))))))",
    );
    let name = LibraryName::new(["m"]);
    let interface = world.interface_of(&name).expect("the library is known");
    let Some(Export::Macro(swap)) = interface.exports.get(&Symbol::intern("swap")) else {
        panic!("a macro");
    };
    assert_eq!(swap.table.hash, interface.hash);
    assert_ne!(swap.table.hash, [0; 32]);
}

#[test]
fn an_environment_mentions_the_libraries_of_its_names() {
    let mut world = library(
        "(define-library (variables) (import (scheme base)) (export a b)
           (begin (define a 1) (define (b x) (list x a))))
         (define-library (macros) (import (scheme base)) (export swap)
           (begin (define-syntax swap (syntax-rules () ((_ a b) (list b a))))))
         (define-library (others) (import (variables)) (export (rename a c)))
         (define-library (unused) (import (scheme base)) (export d) (begin (define d 1)))",
    );
    let hash_of = |world: &World, name: &str| {
        let interface = world.interface_of(&LibraryName::new([name]));
        interface.expect("the library is known").hash
    };
    let mut environment = Environment::default();
    let mut expected = HashSet::new();
    assert_eq!(environment.mentioned(), expected);
    // What another library exports under another name is of the library that defines it.
    for (imported, mentioned) in [
        ("others", "variables"),
        ("variables", "variables"),
        ("macros", "macros"),
    ] {
        let names = [LibraryName::new([imported])];
        environment.import(&names, &mut world).expect("imports");
        expected.insert(hash_of(&world, mentioned));
        assert_eq!(environment.mentioned(), expected, "{imported}");
    }
}

#[test]
fn a_library_says_what_its_procedures_are_called() {
    let mut world = World::new();
    let namespace_of = |world: &mut World, declarations: &str| {
        let text = format!("(define-library (n) {declarations} (import (scheme base)))");
        let data = world.read("lib.scm", &text).expect("reads");
        let expanded = expand_library(&data[0], world, Options::default());
        expanded.expect("it is right").namespace
    };
    assert_eq!(namespace_of(&mut world, ""), None);
    let namespace = namespace_of(&mut world, "(namespace \"box/\")");
    assert_eq!(namespace.as_deref(), Some("box/"));
}

/// A library with a bit of everything.
const EVERYTHING: &str = "
    (define-library (everything 12) (import (scheme base)) (export first if caddr twice point-x while swap choose)
      (begin
        (define (first pair) (car pair))
        (define (caddr x) (cadr (cdr x)))
        (define (twice f . rest) (f (f 1)))
        (define-record-type point (make-point x) point? (x point-x))
        (define choose (case-lambda ((a) a) ((a b) (if a 1.5 \"text\")) ((a b . c) 'symbol)))
        (define-syntax swap
          (syntax-rules (=>)
            ((_ #(a b ...) => (c . d)) (list 'b ... #(a c) \"d\" #\\x 1.5 (first 'd)))
            ((_ (a b ...) ... => . rest) (choose '((a b ...) ...) 'rest))))))";

#[test]
fn no_part_of_an_interface_is_an_interface() {
    let mut world = library(EVERYTHING);
    let (bytes, hash) = world.encoded.clone();
    assert!(world.decode(&bytes, hash).is_ok());
    for length in 0..bytes.len() {
        let found = world.decode(&bytes[..length], hash);
        let error = found.expect_err("it is cut off");
        assert!(error.offset <= length, "{error}");
    }
    let longer = [&bytes[..], &[0]].concat();
    let error = world.decode(&longer, hash).expect_err("it is too long");
    assert_eq!(
        error.to_string(),
        format!("at byte {}: bytes left over", bytes.len())
    );
}

/// Whatever is in a byte: it is no interface, or one that is encoded like that.
#[test]
fn what_decodes_encodes_to_the_same_bytes() {
    let mut world = library(EVERYTHING);
    let (bytes, hash) = world.encoded.clone();
    let mut refused = 0;
    for place in 0..bytes.len() {
        for byte in [
            0,
            1,
            2,
            0x7f,
            0x80,
            0xff,
            bytes[place] ^ 1,
            bytes[place].wrapping_add(1),
        ] {
            let mut changed = bytes.clone();
            changed[place] = byte;
            match world.decode(&changed, hash) {
                Ok(decoded) => {
                    let again = world.encode(&decoded);
                    assert!(again == Some(changed), "byte {place} is {byte}");
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > bytes.len(), "{refused}");
}

/// Macros name the library that they are from by its hash, whatever is known of it otherwise.
#[test]
fn exported_macros_know_the_hash_of_their_library() {
    let mut world = World::new();
    let text = "(define-library (lib) (export one) (import (scheme base))
                  (begin (define-syntax one (syntax-rules () ((_) 1)))))";
    let data = world.read("lib.scm", text).expect("reads");
    let expanded = expand_library(&data[0], &mut world, Options::default()).expect("expands");
    let hash = [7; 32];
    let interface = expanded.interface(hash);
    assert_eq!(interface.hash, hash);
    match &interface.exports[&Symbol::intern("one")] {
        Export::Macro(reference) => assert_eq!(reference.table.hash, hash),
        Export::Variable(_) | Export::Form(_) => panic!("it is a macro"),
    }
}

/// The n-th procedure of a library that calls the one before it, if there is one.
fn chain(count: usize) -> String {
    let define = |n: usize| match n {
        0 => "(define (p0 x) (car x))".to_owned(),
        n => format!("(define (p{n} x) (p{} x))", n - 1),
    };
    // The last comes first, so that the others are looked at on the way.
    let definitions: Vec<String> = (0..count).rev().map(define).collect();
    let names: Vec<String> = (0..count).map(|n| format!("p{n}")).collect();
    format!(
        "(define-library (lib) (export {}) (import (scheme base)) (begin {}))",
        names.join(" "),
        definitions.join(" ")
    )
}

/// How long a chain of calls is that is followed says nothing of how many are followed.
#[test]
fn all_short_chains_of_calls_are_copied() {
    let world = library(&chain(10));
    for n in 0..10 {
        let found = procedure(&world, "lib", &format!("p{n}")).expect("constant");
        assert_eq!(inline_text(&found).len(), 1, "p{n}");
    }
    let many: String = (0..200)
        .map(|n| format!("(define (f{n} x) (g{n} x)) (define (g{n} x) (car x))"))
        .collect();
    let names: String = (0..200).map(|n| format!(" f{n}")).collect();
    let world = library(&format!(
        "(define-library (lib) (export{names}) (import (scheme base)) (begin {many}))"
    ));
    for n in 0..200 {
        let found = procedure(&world, "lib", &format!("f{n}")).expect("constant");
        assert_eq!(inline_text(&found).len(), 1, "f{n}");
    }
}

/// Types of one name with the same fields in one library are told apart by numbers, all others by names.
#[test]
fn record_types_are_called_by_their_library_and_number() {
    let mut world = World::new();
    let text = "
        (define-library (shapes) (import (scheme base)) (export)
          (begin
            (define-syntax point
              (syntax-rules () ((_ make test) (define-record-type point (make x) test (x px)))))
            (point make-1 one?)
            (point make-2 two?)
            (point make-3 three?)
            (define-record-type circle (make-circle r) circle? (r radius))
            (define-record-type spot (make-spot x y) spot? (x spot-x) (y spot-y))))";
    let data = world.read("lib.scm", text).expect("reads");
    let expanded = expand_library(&data[0], &mut world, Options::default()).expect("expands");
    let mut found = Vec::new();
    for form in &expanded.program.body {
        let mut pending: Vec<&Expression> = match form {
            TopForm::Define { value, .. } => vec![value],
            TopForm::Expression(expression) => vec![expression],
        };
        while let Some(expression) = pending.pop() {
            if let Node::RecordType(record_type) = &expression.node {
                let name = format!("{} {}", record_type.name, record_type.library);
                if !found.contains(&name) {
                    found.push(name);
                }
            }
            expression.children(&mut |part| pending.push(part));
        }
    }
    let expected = [
        "point shapes",
        "point shapes#1",
        "point shapes#2",
        "circle shapes",
        "spot shapes",
    ];
    assert_eq!(found, expected);
}

/// Of a clause that calls its parameters, and is copied where one of them is known, those are named that it
/// does nothing else with.
#[test]
fn parameters_that_are_only_called_are_known() {
    let world = library(
        "(define-library (lib) (import (scheme base))
           (export first-only both inner kept deep none)
           (begin
             (define (first-only f x) (begin (f x) (f 1)))
             (define (both f g) (begin (f 1) (g 2)))
             (define (inner f x) (let ((g (cdr x))) (begin (g 1) (f x))))
             (define (kept f x) (begin (f f) (f x)))
             (define (deep f x) (let loop ((x x)) (if (pair? x) (begin (f (car x)) (loop (cdr x))) #f)))
             (define (none f x) (let ((g (cdr x))) (begin (g 1) (g f))))))",
    );
    let applied = |name: &str| {
        let found = procedure(&world, "lib", name).expect("constant");
        let clauses = found.higher.iter().map(|clause| clause.applied.clone());
        clauses.collect::<Vec<_>>()
    };
    assert_eq!(applied("first-only"), [vec![0]]);
    assert_eq!(applied("both"), [vec![0, 1]]);
    assert_eq!(applied("inner"), [vec![0]]);
    assert_eq!(applied("deep"), [vec![0]]);
    for name in ["kept", "none"] {
        assert!(applied(name).is_empty(), "{name}: {:?}", applied(name));
    }
}
