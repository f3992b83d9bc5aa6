//! What units contain besides code, and what is said about programs.

use crate::support::{compiled, parse};
use mound_base::Symbol;
use mound_bytecode::instruction::Instruction;
use mound_bytecode::ops::Op;
use mound_bytecode::unit::{Constant, ExportTarget, Function, FunctionKind, Reference};
use mound_compile::{Options, compile};

fn warnings(text: &str) -> Vec<String> {
    let (program, sources) = parse("test/library", text);
    let compiled = compile(&program, &sources, Options::default()).unwrap();
    let warnings = compiled.warnings.iter();
    warnings
        .map(|warning| {
            let hint = warning.hint.as_deref().unwrap_or("");
            format!("{}; {}; {hint}", warning.headline, warning.label)
        })
        .collect()
}

#[test]
fn wrong_numbers_of_arguments_are_warned_about() {
    for (text, expected) in [
        (
            "(define (f a b) a) (f 1)",
            "wrong number of arguments to `f`; 1 given, 2 expected; it takes (f a b)",
        ),
        (
            "(define (f a . r) a) (f)",
            "wrong number of arguments to `f`; 0 given, at least 1 expected; it takes (f a . r)",
        ),
        (
            "(define (f) (let ((g (lambda (x) x))) (g 1 2)))",
            "wrong number of arguments to `g`; 2 given, 1 expected; it takes (g x)",
        ),
        (
            "(car 1 2)",
            "wrong number of arguments to `car`; 2 given, 1 expected; it takes (car p0)",
        ),
        (
            "(define f (case-lambda ((a) a) ((a b c) b))) (f 1 2)",
            "wrong number of arguments to `f`; 2 given, 1 or 3 expected; ",
        ),
    ] {
        assert_eq!(warnings(text), [expected], "{text}");
    }
    for fine in [
        "(define (f a b) a) (f 1 2)",
        "(define (f a b) a) (set! f car) (f 1)",
        "(define (f g) (g 1 2 3))",
    ] {
        assert!(warnings(fine).is_empty(), "{fine}");
    }
}

/// What is expected is each number once, in order, and one that all higher ones follow.
#[test]
fn expected_numbers_of_arguments_are_told_briefly() {
    for (clauses, given, expected) in [
        ("((a b) a) ((a) a)", 3, "1 or 2"),
        ("((a b) a) ((c d) a) ((a) a)", 3, "1 or 2"),
        ("((a) a) ((a b c . d) a)", 2, "1 or at least 3"),
        (
            "((a) a) ((a b c) a) ((a b c d) a) ((a b c d e . f) a)",
            2,
            "1 or at least 3",
        ),
        ("((a b) a) ((a b c . d) a)", 1, "at least 2"),
        ("((a b c . d) a) ((a b) a) ((a) a)", 0, "at least 1"),
        (
            "((a b c . d) a) ((a b c d e . f) a) ((a b c d) a)",
            2,
            "at least 3",
        ),
        ("((a b c . d) a) (() 1)", 2, "0 or at least 3"),
        ("((a) a) ((a b c) a) ((a b c d e) a)", 2, "1 or 3 or 5"),
    ] {
        let operands: String = (0..given).map(|n| format!(" {n}")).collect();
        let text = format!("(define f (case-lambda {clauses})) (f{operands})");
        let warning =
            format!("wrong number of arguments to `f`; {given} given, {expected} expected; ");
        assert_eq!(warnings(&text), [warning], "{text}");
    }
}

#[test]
fn errors_name_the_primitive() {
    for (text, expected) in [
        ("(%primitive no-such 1)", "unknown primitive `no-such`"),
        (
            "(%primitive cons 1)",
            "wrong number of operands for primitive `cons`",
        ),
        (
            "(%primitive record-ref 1 2 'x)",
            "field of `record-ref` is not a literal index",
        ),
    ] {
        let (program, sources) = parse("", text);
        let errors = compile(&program, &sources, Options::default()).unwrap_err();
        assert_eq!(errors[0].headline, expected);
    }
}

#[test]
fn too_many_parameters_are_refused() {
    let parameters: Vec<String> = (0..300).map(|index| format!("p{index}")).collect();
    let text = format!("(define (f {}) p0)", parameters.join(" "));
    let (program, sources) = parse("test/library", &text);
    let errors = compile(&program, &sources, Options::default()).unwrap_err();
    assert_eq!(errors[0].headline, "procedure is too large");
    assert_eq!(
        errors[0].label,
        "this procedure needs more than 255 variables and temporary values"
    );
}

#[test]
fn a_unit_has_more_of_everything_than_16_bits_name() {
    let each = |form: &dyn Fn(usize) -> String| (0..66_000).map(form).collect::<String>();
    for (text, wide) in [
        (
            each(&|index| format!("(define (f{index} x) (x \"s{index}\"))")),
            Op::ConstantWide,
        ),
        (
            each(&|index| format!("(define (f{index} x) (x y{index}))(define y{index} x)"))
                + "(define x 1)",
            Op::GlobalWide,
        ),
    ] {
        let unit = compiled("test/library", false, &text).unit;
        assert!(unit.functions.len() > 66_000);
        let found = unit.functions.iter().any(|function| has(function, wide));
        assert!(found, "{wide:?}");
    }
}

fn has(function: &Function, op: Op) -> bool {
    let FunctionKind::Code(code) = &function.kind else {
        return false;
    };
    let mut at = 0;
    while let Some(instruction) = Instruction::at(&code.instructions, at) {
        if instruction.op == op {
            return true;
        }
        at += instruction.len();
    }
    false
}

#[test]
fn constant_procedures_are_exported_as_functions() {
    let text = "(define (f) 1) (define x 2) (define (g) 3) (set! g f)";
    let unit = compiled("test/library", false, text).unit;
    let target = |name: &str| {
        let found = unit
            .exports
            .iter()
            .find(|one| one.name == Symbol::intern(name));
        found.unwrap().target
    };
    assert!(matches!(target("f"), ExportTarget::Function(_)));
    let ExportTarget::Reference(x) = target("x") else {
        panic!("x is a variable");
    };
    let name = Symbol::intern("x");
    assert_eq!(unit.references[x as usize], Reference::Own { name });
    assert!(matches!(target("g"), ExportTarget::Reference(_)));
}

#[test]
fn programs_publish_their_procedures_by_name() {
    let names = |name: &str| -> Vec<String> {
        let unit = compiled(name, false, "(define (f) 1) (f)").unit;
        let own = unit
            .references
            .iter()
            .filter_map(|reference| match reference {
                Reference::Own { name } => Some(name.to_string()),
                Reference::Interactive { .. } | Reference::Imported { .. } => None,
            });
        own.collect()
    };
    assert_eq!(names(""), ["f"]);
    assert!(names("test/library").is_empty());
}

#[test]
fn interactive_calls_go_by_name() {
    let text = "(define (f n) (if (= n 0) 0 (f (- n 1))))";
    let calls = |interactive| {
        let unit = compiled("", interactive, text).unit;
        mound_bytecode::disasm::disassemble(&unit).contains("tail-call-global")
    };
    assert!(calls(true));
    assert!(!calls(false));
}

#[test]
fn equal_constants_are_one() {
    let unit = compiled(
        "test/library",
        false,
        "(list '(1 2) '(0 1 2) \"s\" \"s\" 1.5 '#t)",
    )
    .unit;
    let pairs = unit
        .constants
        .iter()
        .filter(|one| matches!(one, Constant::Pair(..)));
    assert_eq!(pairs.count(), 3);
    let strings = unit
        .constants
        .iter()
        .filter(|one| matches!(one, Constant::String(_)));
    assert_eq!(strings.count(), 1);
}

#[test]
fn debug_information_names_procedures_and_places() {
    let text = "(define (f x)\n  (car x))";
    let debug = compiled("test/library", false, text).unit.debug;
    assert_eq!(&*debug.sources[0].0, "test.scm");
    let function = &debug.functions[1];
    assert_eq!(function.name, Some(Symbol::intern("f")));
    assert_eq!(function.parameters, [Symbol::intern("x")]);
    let place = function.places[0];
    assert_eq!(&text[place.start as usize..place.end as usize], "(car x)");
}

// A place is noted where it changes: for each call one, and none twice in a row.
#[test]
fn each_call_has_a_place_of_its_own() {
    let calls = ["(car x)", "(car y)", "(cdr y)", "(f y)"];
    let text = format!("(define (f x) (g (lambda (y) (list {}))))", calls.join(" "));
    let debug = compiled("test/library", false, &text).unit.debug;
    let all = debug.functions.iter().flat_map(|function| {
        let twice = function
            .places
            .windows(2)
            .any(|two| (two[0].start, two[0].end) == (two[1].start, two[1].end));
        assert!(!twice, "{:?}", function.places);
        &function.places
    });
    let noted: Vec<&str> = all
        .map(|place| &text[place.start as usize..place.end as usize])
        .collect();
    for call in calls {
        assert!(noted.contains(&call), "{call}: {noted:?}");
    }
}

#[test]
fn the_same_program_gives_the_same_unit() {
    let text =
        "(define (f a b c d) (define (g x) (list a x)) (define (h y) (list b c d y g)) (list g h))
                (define (k) (f 1 'two \"three\" 4.5)) (k)";
    let first = compiled("test/library", false, text).unit;
    for _ in 0..5 {
        assert_eq!(compiled("test/library", false, text).unit, first);
    }
}
