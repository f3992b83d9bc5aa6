//! Forms with very many parts, as generated programs have them: each is compiled, or refused
//! with a place, and the compiler never runs out of stack.

mod support;

use support::{check_failures, fresh_directory, mound, run};

/// More parts than any form may have.
const TOO_MANY: usize = 300_000;
/// As many as calls and bindings may have, or nearly.
const MANY: usize = 65_000;

fn repeat(count: usize, part: impl Fn(usize) -> String) -> String {
    (0..count).map(|index| part(index) + " ").collect()
}

/// Names and texts of forms with so many parts; their values are numbers.
fn forms(count: usize) -> Vec<(&'static str, String)> {
    let ones = repeat(count, |_| "1".to_owned());
    let calls = repeat(count, |_| "(f)".to_owned());
    let bindings = repeat(count, |index| format!("(v{index} (f))"));
    let names = repeat(count, |index| format!("v{index}"));
    let definitions = repeat(count.min(50_000), |index| format!("(define v{index} (f))"));
    let clauses = repeat(count, |index| format!("((eq? x {index}) 1)"));
    let cases = repeat(count, |index| format!("(({index}) 1)"));
    vec![
        ("list of constants", format!("(length (list {ones}))")),
        ("list of calls", format!("(length (list {calls}))")),
        ("sum", format!("(+ {ones})")),
        ("vector", format!("(vector-length (vector {calls}))")),
        ("lambda", format!("(length ((lambda x x) {calls}))")),
        ("parameters", format!("((lambda ({names}) 1) {calls})")),
        ("let", format!("(let ({bindings}) v5)")),
        ("let*", format!("(let* ({bindings}) v5)")),
        ("letrec", format!("(letrec ({bindings}) v5)")),
        ("letrec*", format!("(letrec* ({bindings}) v5)")),
        ("do", format!("(do ({bindings}) (#t v5))")),
        ("named let", format!("(let loop ({bindings}) v5)")),
        ("body", format!("(let () {definitions} v5)")),
        ("begin", format!("(begin {calls})")),
        ("and", format!("(and {calls})")),
        ("or", format!("(or {calls})")),
        ("cond", format!("(let ((x (f))) (cond {clauses} (else 0)))")),
        ("case", format!("(case (f) {cases} (else 0))")),
        ("when", format!("(when #t {calls})")),
        ("quotation", format!("(length '({ones}))")),
        (
            "quasiquotation",
            format!("(length `({ones} ,(f) {calls} ,@(list 1)))"),
        ),
        (
            "unquotation",
            format!("(length `({} x))", repeat(count, |_| ",(f)".to_owned())),
        ),
        ("vector literal", format!("(vector-length #({ones}))")),
        ("string", format!("(string-length \"{names}\")")),
        (
            "symbol",
            format!("(string-length (symbol->string '|{names}|))"),
        ),
        (
            "datum in a string",
            format!("(length (read (open-input-string \"({ones})\")))"),
        ),
    ]
}

fn failure(name: &str, form: &str, may_be_refused: bool) -> Option<String> {
    let directory = fresh_directory("wide");
    let path = directory.join("wide.scm");
    let text = format!(
        "(import (scheme base) (scheme read) (scheme write))\n\
         (define (f) 1)\n(define (g) {form})\n(display (number? (g)))\n"
    );
    std::fs::write(&path, text).expect("the directory is ours");
    let run = run(mound().arg("run").arg(&path));
    let ended = match run.status {
        Some(0) => run.output == "#t",
        // Refused, with the place.
        Some(3) => may_be_refused && run.errors.contains("wide.scm:3:"),
        _ => false,
    };
    let errors: String = run.errors.chars().take(300).collect();
    (!ended).then(|| format!("{name}: {:?} {errors}", run.status))
}

#[test]
fn forms_with_too_many_parts_are_refused() {
    let forms = forms(TOO_MANY);
    check_failures(
        forms
            .iter()
            .filter_map(|(name, form)| failure(name, form, true))
            .collect(),
    );
}

#[test]
fn calls_and_bindings_may_have_very_many_parts() {
    let possible = [
        "list of constants",
        "list of calls",
        "sum",
        "vector",
        "lambda",
        "let",
        "letrec",
        "letrec*",
        "begin",
        "when",
        "quotation",
        "quasiquotation",
        "unquotation",
        "vector literal",
        "string",
    ];
    let forms = forms(MANY);
    let forms = forms.iter().filter(|(name, _)| possible.contains(name));
    check_failures(
        forms
            .filter_map(|(name, form)| failure(name, form, false))
            .collect(),
    );
}

/// Forms with many parts, the last of which is such a form again, and so on: what is deep by
/// length and by nesting together is refused like what is only nested.
#[test]
fn long_forms_within_long_forms_are_refused() {
    const PARTS: usize = 1500;
    const LEVELS: usize = 20;
    let numbered = |part: fn(usize) -> String| repeat(PARTS, part);
    let shapes = [
        ("and", "(and ".to_owned() + &numbered(|_| "(f)".into()), ")"),
        (
            "or",
            "(or ".to_owned() + &numbered(|_| "(not (f))".into()),
            ")",
        ),
        (
            "cond",
            "(cond ".to_owned() + &numbered(|n| format!("((eq? (f) {}) 1)", n + 2)) + "(else ",
            "))",
        ),
        (
            "cond with =>",
            "(cond ".to_owned() + &numbered(|_| "((not (f)) => list)".into()) + "(else ",
            "))",
        ),
        (
            "begin",
            "(begin ".to_owned() + &numbered(|_| "(f)".into()),
            ")",
        ),
        (
            "call",
            "(max ".to_owned() + &numbered(|_| "(f)".into()),
            ")",
        ),
        (
            "let",
            "(let (".to_owned() + &numbered(|n| format!("(v{n} (f))")) + ") ",
            ")",
        ),
        (
            "letrec",
            "(letrec (".to_owned() + &numbered(|n| format!("(v{n} (lambda () v0))")) + ") ",
            ")",
        ),
        (
            "quasiquotation",
            "(length `(".to_owned() + &numbered(|_| ",(f)".into()) + ",",
            "))",
        ),
    ];
    let failures = shapes.iter().filter_map(|(name, before, after)| {
        let form = format!("{}1{}", before.repeat(LEVELS), after.repeat(LEVELS));
        failure(name, &form, true)
    });
    check_failures(failures.collect());
}
