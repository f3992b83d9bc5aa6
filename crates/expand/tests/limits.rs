//! Deep and long input ends in a result or a diagnostic, never in a native stack
//! overflow, and in time that grows with its size.

mod world;

use mound_expand::{Environment, Options, expand_program, program_text};
use world::World;

/// The expansion as text, or the headline of the first error.
fn expand(text: String) -> String {
    let worker = std::thread::Builder::new().stack_size(mound_expand::STACK_BYTES);
    let handle = worker.spawn(move || {
        let mut world = World::new();
        let data = match world.read("deep.scm", &text) {
            Ok(data) => data,
            Err(error) => return error.headline,
        };
        let mut environment = Environment::default();
        let default = world.default_imports();
        environment.import(&default, &mut world).expect("imports");
        match expand_program(&data, &mut world, &mut environment, Options::default()) {
            Ok(expanded) => program_text(&expanded.program),
            Err(errors) => errors[0].headline.clone(),
        }
    });
    handle
        .expect("a thread starts")
        .join()
        .expect("no overflow")
}

fn nested(before: &str, inside: &str, after: &str, levels: usize) -> String {
    format!("{}{inside}{}", before.repeat(levels), after.repeat(levels))
}

#[test]
fn deep_expressions_within_the_limit_expand() {
    for (before, after) in [
        ("(list ", ")"),
        ("(let ((x 1)) ", ")"),
        ("(lambda () (define y 1) ", ")"),
        ("(if 1 2 ", ")"),
        ("(cond (1 => list) (else ", "))"),
        ("(case 1 ((1) ", "))"),
        ("(my-or 1 ", ")"),
        ("(while #t ", ")"),
        ("(guard (e (#f 1)) ", ")"),
        ("(do () (#f) ", ")"),
    ] {
        let text = expand(nested(before, "1", after, 450));
        let start: String = text.chars().take(100).collect();
        assert!(text.starts_with('('), "{before}: {start}");
    }
}

#[test]
fn deeper_expressions_are_refused() {
    for (before, after) in [
        ("(list ", ")"),
        ("(let ((x 1)) ", ")"),
        ("(lambda () (define y 1) ", ")"),
        ("(guard (e (#f 1)) ", ")"),
        ("`(1 ,", ")"),
        ("(let-syntax () ", ")"),
        ("(my-or 1 ", ")"),
        ("(list (cond-expand (mound ", ")))"),
        ("(let-values (((a) 1)) ", ")"),
    ] {
        // The reader takes 5000 levels of data.
        let levels = if before.contains("expand") || before.starts_with('`') {
            1600
        } else {
            2400
        };
        let text = expand(nested(before, "1", after, levels));
        let start: String = text.chars().take(100).collect();
        assert!(start == "nested too deeply", "{before}: {start}");
    }
}

#[test]
fn deep_data_is_quoted() {
    let text = expand(format!("'{}", nested("(", "", ")", 4000)));
    assert!(text.starts_with("'(((("));
    let text = expand(format!("`{}", nested("(", "1", ")", 4000)));
    assert_eq!(text, "nested too deeply");
}

#[test]
fn deep_patterns_and_templates_are_refused() {
    let pattern = nested("(", "a", ")", 3000);
    let text = expand(format!(
        "(define-syntax m (syntax-rules () ((_ {pattern}) {pattern})))"
    ));
    assert_eq!(text, "nested too deeply");
}

#[test]
fn long_programs_take_linear_time() {
    let mut program = String::new();
    for number in 0..5_000 {
        program.push_str(&format!(
            "(define (f{number} x y) (let ((x (my-or x y))) (if x (f{number} y x) (f0 x y))))\n"
        ));
    }
    let text = expand(program);
    assert_eq!(text.lines().count(), 5_000);
}

#[test]
fn long_forms_take_linear_time() {
    let items = "x ".repeat(100_000);
    assert!(expand(format!("(define x 1) '({items}) (list {items})")).starts_with("(define"));
    let bindings: String = (0..1_500).map(|n| format!("(v{n} {n})")).collect();
    assert!(expand(format!("(let* ({bindings}) v7)")).starts_with("(let"));
    assert!(expand(format!("(let ({bindings}) v7)")).starts_with("(let"));
}

/// The numbers in a text, as they come.
fn numbers(text: &str) -> Vec<u32> {
    let words = text.split(|character: char| !character.is_ascii_digit());
    words.filter_map(|word| word.parse().ok()).collect()
}

/// Those that a frame has no room for come as a list, whole and in order.
#[test]
fn calls_of_many_operands_are_calls_with_a_list() {
    for count in [1000, 1001, 1200, 1201, 2001] {
        for (operand, is_constant) in [("", true), ("x", false)] {
            let operands: String = (0..count).map(|n| format!(" {n} {operand}")).collect();
            let expanded = expand(format!("(lambda (f x) (f {operands}))"));
            let text = expanded.replace("f.0", "f").replace("x.1", "x");
            let is_list = count * if is_constant { 1 } else { 2 } > 1000;
            let start = match is_list {
                true => "(lambda (f x) (%%apply f ",
                false => "(lambda (f x) (f 0 1 2 ",
            };
            assert!(text.starts_with(start), "{count}: {text}");
            assert!(numbers(&text).into_iter().eq(0..count), "{count}: {text}");
            assert_eq!(text.matches('x').count() == 1, is_constant);
        }
    }
}
