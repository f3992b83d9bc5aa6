//! Forms with very many parts, as generated programs have them: every core form, in a source file,
//! in `eval`, and in a message that another process evaluates. The result is right, or one error
//! says the limit; the compiler never runs out of stack or of patience.
//!
//! `WIDE_PARTS=100000` sets the number of parts.

mod support;

use std::collections::BTreeSet;
use support::{check_failures, exports, fresh_directory, mound, read, root, run};

/// Parts of each form, if the environment does not say another number.
const PARTS: usize = 3000;

/// A form with the keywords that it has a great number of parts of.
struct Wide {
    keywords: &'static str,
    /// An expression in which `(f)` is 1.
    form: String,
    ends: Ends,
}

enum Ends {
    /// As `write` shows it.
    Value(String),
    /// Refused, with words that say the limit.
    Refused(&'static str),
}

fn parts() -> usize {
    let given = std::env::var("WIDE_PARTS").ok();
    given.map_or(PARTS, |given| given.parse().expect("a number of parts"))
}

fn repeat(count: usize, part: impl Fn(usize) -> String) -> String {
    (0..count).map(|index| part(index) + " ").collect()
}

fn same(count: usize, part: &str) -> String {
    repeat(count, |_| part.to_owned())
}

fn wide(keywords: &'static str, value: impl ToString, form: String) -> Wide {
    let ends = Ends::Value(value.to_string());
    Wide {
        keywords,
        form,
        ends,
    }
}

fn refused(keywords: &'static str, words: &'static str, form: String) -> Wide {
    let ends = Ends::Refused(words);
    Wide {
        keywords,
        form,
        ends,
    }
}

/// What evaluates operands, or is written as it stands.
fn data(n: usize) -> Vec<Wide> {
    let (ones, calls) = (same(n, "1"), same(n, "(f)"));
    let unquoted = same(n, ",(f)");
    let spliced = same(n, ",@(list 1)");
    let distinct = repeat(n, |part| format!("s{part}"));
    vec![
        wide("", n, format!("(length (list {ones}))")),
        wide("", n, format!("(+ {calls})")),
        wide("", n, format!("(vector-length (vector {calls}))")),
        wide("", n, format!("(apply + (list {calls}))")),
        wide("", n, format!("(vector-length #({ones}))")),
        wide("", n, format!("(bytevector-length #u8({ones}))")),
        wide("quote", n, format!("(length '({distinct}))")),
        wide("quote", n, format!("(vector-length '#({distinct}))")),
        wide(
            "quasiquote unquote",
            n + 2,
            format!("(length `({unquoted} . (1 ,(f))))"),
        ),
        wide(
            "quasiquote unquote",
            n,
            format!("(vector-length `#({unquoted}))"),
        ),
        wide("unquote-splicing", n, format!("(length `({spliced}))")),
        wide(
            "quasiquote unquote",
            n,
            format!("(length `({}))", same(n, "`(x ,(y ,(f)))")),
        ),
        wide(
            "",
            1000 * n,
            format!("(string-length \"{}\")", "x".repeat(1000 * n)),
        ),
        wide(
            "",
            1000 * n,
            format!("(string-length (symbol->string '{}))", "x".repeat(1000 * n)),
        ),
    ]
}

/// Tests and sequences.
fn conditionals(n: usize) -> Vec<Wide> {
    let calls = same(n, "(f)");
    let tests = |end: &str| repeat(n, |part| format!("((eq? x {}) {part})", part + 2)) + end;
    let received = same(n, "((not (f)) => list)");
    let alone = same(n, "((not (f)))");
    let keys = repeat(n, |part| format!("{}", part + 2));
    let chosen = repeat(n, |part| format!("(({}) {part})", part + 2));
    let equal = same(n, "(1 1.5 \"a\")");
    let nested = "(if (f) ".repeat(100) + "(f)" + &" 2)".repeat(100);
    vec![
        wide("if", 1, nested),
        wide("begin", 1, format!("(begin {calls})")),
        wide("and", 1, format!("(and {calls})")),
        wide("and", "#f", format!("(and {calls} #f (f))")),
        wide("or", 3, format!("(or {} 3)", same(n, "(not (f))"))),
        wide("when", 1, format!("(when (f) {calls})")),
        wide("unless", 1, format!("(unless #f {calls})")),
        wide(
            "cond else",
            n - 1,
            format!("(let ((x {})) (cond {}))", n + 1, tests("(else 'no)")),
        ),
        wide(
            "cond else",
            "no",
            format!("(let ((x 1)) (cond {}))", tests("(else 'no)")),
        ),
        wide("cond =>", "(5)", format!("(cond {received} (5 => list))")),
        wide("cond", 7, format!("(cond {alone} (7))")),
        wide(
            "case",
            n - 1,
            format!("(case {} {chosen} (else 'no))", n + 1),
        ),
        wide(
            "case",
            "yes",
            format!("(case {} (({keys}) 'yes) (else 'no))", n + 1),
        ),
        wide(
            "case =>",
            "(1)",
            format!("(case 1 (({keys}) 'no) (else => list))"),
        ),
        wide(
            "case",
            "no",
            format!("(case (f) {equal} (else 'no))").replace("(1 1.5 \"a\")", "((2 2.5 \"a\") 1)"),
        ),
        wide(
            "guard",
            5,
            format!("(guard (x {} ((eq? x 1) 5)) (raise 1))", tests("")),
        ),
        wide("guard", 1, format!("(guard (x (#f #f)) {calls})")),
        wide("assert", 1, format!("(begin (assert (f) {calls}) (f))")),
        wide(
            "cond-expand",
            2,
            format!(
                "(cond-expand {} (else 2))",
                repeat(n, |part| format!("(no{part} 1)"))
            ),
        ),
        wide("cond-expand", 1, format!("(cond-expand (mound {calls}))")),
        wide("delay", 1, format!("(force (delay (begin {calls})))")),
        wide(
            "delay-force",
            1,
            format!("(force (delay-force (begin {calls} (delay 1))))"),
        ),
        wide(
            "cons-stream",
            1,
            format!("(car (cons-stream (begin {calls}) 2))"),
        ),
    ]
}

/// What binds variables.
fn bindings(n: usize) -> Vec<Wide> {
    let names = repeat(n, |part| format!("v{part}"));
    let calls = same(n, "(f)");
    let bound = repeat(n, |part| format!("(v{part} (f))"));
    let values = repeat(n, |part| format!("((v{part} . w{part}) (values (f) 2))"));
    let defined = repeat(n, |part| format!("(define v{part} (f))"));
    let procedures = repeat(n, |part| format!("(define (p{part}) (f))"));
    let mixed = repeat(n / 2, |part| {
        format!("(define (p{part}) (f)) (define v{part} (p{part}))")
    });
    let stepped = repeat(n, |part| format!("(v{part} (f) (+ v{part} 1))"));
    let assigned = same(n, "(set! x (+ x 1))");
    let ordered = repeat(n, |part| {
        let more = repeat(part % 60, |number| format!("y{number}"));
        format!("((x {more}) {})", part % 60)
    });
    let last = n - 1;
    vec![
        wide("lambda", 1, format!("((lambda ({names}) v{last}) {calls})")),
        wide("lambda", n, format!("(length ((lambda x x) {calls}))")),
        wide(
            "lambda",
            1,
            format!("(let ((g (lambda ({names} . r) v{last}))) (set! g g) (g {calls}))"),
        ),
        wide("lambda", 1, format!("((lambda () {defined} v{last}))")),
        wide(
            "named-lambda",
            1,
            format!("(let ((g (named-lambda (h {names}) v{last}))) (set! g g) (g {calls}))"),
        ),
        wide(
            "case-lambda",
            7,
            format!("((case-lambda {ordered}) 1 {})", same(7, "2")),
        ),
        wide("let", 1, format!("(let ({bound}) v{last})")),
        wide("let", n, format!("(let ({bound}) (length (list {names})))")),
        wide("let*", 1, format!("(let* ({bound}) v{last})")),
        wide(
            "let*",
            n,
            format!("(let* ((x 0) {}) x)", same(n, "(x (+ x 1))")),
        ),
        wide("letrec", 1, format!("(letrec ({bound}) v{last})")),
        wide("letrec*", 1, format!("(letrec* ({bound}) v{last})")),
        wide("let", 1, format!("(let loop ({bound}) v{last})")),
        wide("do", 2, format!("(do ({stepped}) ((= v0 2) v{last}))")),
        wide(
            "do",
            1,
            format!("(do ((i 0 (+ i 1))) ((= i 1) {calls}) {calls})"),
        ),
        wide("define", 1, format!("(let () {defined} v{last})")),
        wide("define", 1, format!("(let () {procedures} (p{last}))")),
        wide("define", 1, format!("(let () {mixed} v{})", n / 2 - 1)),
        wide(
            "define-values",
            1,
            format!("(let () (define-values ({names}) (values {calls})) v{last})"),
        ),
        wide(
            "define-values",
            3,
            format!(
                "(let () {} w{last})",
                repeat(n, |part| format!(
                    "(define-values (v{part} w{part}) (values 2 3))"
                ))
            ),
        ),
        wide("let-values", 1, format!("(let-values ({values}) v{last})")),
        wide(
            "let*-values",
            "(2)",
            format!("(let*-values ({values}) w{last})"),
        ),
        wide(
            "let-values",
            1,
            format!("(let-values ((({names}) (values {calls}))) v{last})"),
        ),
        wide("set!", n, format!("(let ((x 0)) {assigned} x)")),
        wide(
            "parameterize",
            1,
            format!(
                "(let ((p (make-parameter 0))) (parameterize ({}) (p)))",
                same(n, "(p (f))")
            ),
        ),
        wide("define-record-type", 9, record(300)),
        refused(
            "define-record-type",
            "more than 1000 fields",
            record(n.max(2000)),
        ),
    ]
}

/// Clauses with patterns.
fn clauses(n: usize) -> Vec<Wide> {
    let last = n - 1;
    let numbers = repeat(n, |part| format!("({part} {})", part + 1));
    let lists = repeat(n, |part| format!("(('c{part} a . b) (list a b))"));
    let guarded = repeat(n, |part| format!("((a b) (where (eq? a {part})) (+ a b))"));
    let calls = same(n, "(f)");
    vec![
        wide("", n, format!("(match {last} {numbers})")),
        wide("", "(1 (2))", format!("(match '(c{last} 1 2) {lists})")),
        wide("", n, format!("(match (list {last} 1) {guarded})")),
        wide("", 1, format!("(match (f) (1 {calls}))")),
        wide("", n, format!("(begin (! (self) {last}) (recv {numbers}))")),
        wide(
            "",
            "(1 (2))",
            format!("(begin (! (self) '(c{last} 1 2)) (recv {lists} (after 10 #f)))"),
        ),
    ]
}

fn record(fields: usize) -> String {
    let names = repeat(fields, |field| format!("f{field}"));
    let accessors = repeat(fields, |field| format!("(f{field} g{field} s{field})"));
    let last = fields - 1;
    let given = repeat(fields, |field| field.to_string());
    format!(
        "(let () (define-record-type r (new {names}) r? {accessors})
           (let ((x (new {given}))) (s{last} x 9) (and (r? x) (= (g150 x) 150) (g{last} x))))"
    )
}

/// What makes and uses macros.
fn macros(n: usize) -> Vec<Wide> {
    let calls = same(n, "(f)");
    let rules = repeat(n, |part| format!("((_ {part}) {part})"));
    let last = n - 1;
    let defined = repeat(n, |part| {
        format!("(define-syntax m{part} (syntax-rules () ((_) {part})))")
    });
    let bound = repeat(n, |part| {
        format!("(m{part} (syntax-rules () ((_) {part})))")
    });
    vec![
        wide(
            "syntax-rules",
            last,
            format!("(let-syntax ((m (syntax-rules () {rules}))) (m {last}))"),
        ),
        wide(
            "syntax-rules ... _",
            n,
            format!(
                "(let-syntax ((m (syntax-rules () ((_ x ...) (length (list x ...)))))) (m {calls}))"
            ),
        ),
        wide(
            "define-syntax",
            last,
            format!("(let () {defined} (m{last}))"),
        ),
        wide(
            "let-syntax",
            last,
            format!("(let-syntax ({bound}) (m{last}))"),
        ),
        wide(
            "letrec-syntax",
            last,
            format!("(letrec-syntax ({bound}) (m{last}))"),
        ),
        refused(
            "syntax-error",
            "too much",
            format!("(syntax-error \"too much\" {calls})"),
        ),
    ]
}

fn all(n: usize) -> Vec<Wide> {
    let kinds: [fn(usize) -> Vec<Wide>; 5] = [data, conditionals, bindings, clauses, macros];
    kinds.iter().flat_map(|kind| kind(n)).collect()
}

/// Keywords that are met elsewhere: files and libraries, what only Mound's own libraries use, and
/// transformers that are procedures.
const ELSEWHERE: &[&str] = &[
    "%immediate",
    "%primitive",
    "%record-type",
    "begin-for-syntax",
    "define-for-syntax",
    "define-library",
    "import",
    "include",
    "include-ci",
    "quasisyntax",
    "syntax",
    "syntax-case",
    "unsyntax",
    "unsyntax-splicing",
];

#[test]
fn every_keyword_is_met() {
    let wide = all(300);
    let mut met: BTreeSet<&str> = wide
        .iter()
        .flat_map(|wide| wide.keywords.split_whitespace())
        .collect();
    met.extend(ELSEWHERE);
    let table = read(&root().join("crates/expand/src/form.rs"));
    let (_, table) = table.split_once("core_forms! {").expect("the table begins");
    let rows = table.lines().skip(1).take_while(|line| *line != "}");
    let keywords: BTreeSet<&str> = rows.filter_map(|row| row.split('"').nth(1)).collect();
    assert_eq!(met, keywords);
    let base = exports("scheme/base.sld");
    assert!(base.contains("let*-values") && base.contains("syntax-rules"));
}

const IMPORTS: &str = "(scheme base) (scheme case-lambda) (scheme lazy) (only (mound syntax) assert cons-stream named-lambda) (only (mound match) match) (only (termite process) ! recv self)";

/// A program that evaluates the form three times: as it stands, by `eval`, and in another process
/// that gets it in a message.
fn program(form: &str) -> String {
    format!(
        "(import {IMPORTS} (scheme eval) (scheme read) (scheme write) (scheme file)
                 (only (termite process) ? spawn))
         (define (f) 1)
         (define (g) {form})
         (define procedure (call-with-input-file \"wide.txt\" read))
         (define (how thunk)
           (guard (e ((error-object? e) (error-object-message e))) (thunk)))
         (define (evaluated datum)
           (how (lambda () ((eval datum (environment {})) f))))
         (define (show value) (write value) (newline))
         (show (how g))
         (show (evaluated procedure))
         (define me (self))
         (define other (spawn (lambda () (! me (list 'answer (evaluated (?)))))))
         (! other procedure)
         (show (cadr (?)))",
        quoted_imports()
    )
}

fn quoted_imports() -> String {
    let mut depth = 0;
    let mut text = String::new();
    for character in IMPORTS.chars() {
        if character == '(' && depth == 0 {
            text.push('\'');
        }
        depth += match character {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        text.push(character);
    }
    text
}

fn failure(wide: &Wide) -> Option<String> {
    let directory = fresh_directory("wide");
    let write = |name: &str, text: &str| {
        std::fs::write(directory.join(name), text).expect("the directory is ours");
    };
    write("wide.txt", &format!("(lambda (f) {})", wide.form));
    let form = match wide.ends {
        Ends::Value(_) => &wide.form,
        Ends::Refused(_) => "(f)",
    };
    write("wide.scm", &program(form));
    let ran = run(mound().current_dir(&directory).args(["run", "wide.scm"]));
    let start = |text: &str| text.chars().take(300).collect::<String>();
    let wrong = || {
        let form = start(&wide.form);
        let (output, errors) = (start(&ran.output), start(&ran.errors));
        format!("{form}: {:?}\n{output}\n{errors}", ran.status)
    };
    match &wide.ends {
        Ends::Value(value) => {
            let right = ran.status == Some(0) && ran.output == format!("{value}\n").repeat(3);
            (!right).then(wrong)
        }
        Ends::Refused(words) => {
            let told = ran
                .output
                .lines()
                .filter(|line| line.contains(words))
                .count();
            let evaluated = ran.status == Some(0) && told == 2;
            // In a source: one error with its place.
            write("wide.scm", &program(&wide.form));
            let ran = run(mound().current_dir(&directory).args(["run", "wide.scm"]));
            let errors = ran.errors.matches("error: ").count();
            let refused = ran.status == Some(3) && errors == 1 && ran.errors.contains(words);
            let placed = ran.errors.contains("wide.scm:");
            (!evaluated || !refused || !placed)
                .then(|| format!("{}\n{:?} {}", wrong(), ran.status, start(&ran.errors)))
        }
    }
}

fn check(wide: Vec<Wide>) {
    check_failures(wide.iter().filter_map(failure).collect());
}

#[test]
fn data_and_calls_of_very_many_parts() {
    check(data(parts()));
}

#[test]
fn conditionals_of_very_many_parts() {
    check(conditionals(parts()));
}

#[test]
fn bindings_of_very_many_variables() {
    check(bindings(parts()));
}

#[test]
fn clauses_with_very_many_patterns() {
    check(clauses(parts()));
}

/// Names that are bound as parameters are used from far within, assigned, and captured.
#[test]
fn very_many_parameters_are_variables_like_others() {
    const COUNT: usize = 2000;
    let last = COUNT - 1;
    let names = repeat(COUNT, |part| format!("v{part}"));
    let given = repeat(COUNT, |part| part.to_string());
    let text = format!(
        "(import (scheme base) (scheme write))
         (define (f {names} . rest)
           (define (count) (set! v7 (+ v7 1)) v7)
           (set! v{last} (list v{last} rest))
           (count)
           (list v0 v{last} (map (lambda (x) (+ x v1000)) '(1 2)) (count) v7 (length (list {names}))))
         (define again #f)
         (define trips 0)
         (define (g {names})
           (call/cc (lambda (k) (set! again k)))
           (set! v5 (+ v5 1))
           (set! trips (+ trips 1))
           (if (< trips 3) (again #f))
           v5)
         (write (f {given} 'more))
         (write (g {given}))
         (write (let-values ((({names} . rest) (values {given} 1 2))) (list v{last} rest)))
         (define (h) (define-values ({names}) (values {given})) (set! v3 (+ v3 v{last})) v3)
         (write (h))
         (write (do ((i 0 (+ i 1)) {}) ((= i 3) v{last})))",
        repeat(COUNT, |part| format!("(v{part} {part} (+ v{part} 1))"))
    );
    let directory = fresh_directory("wide");
    std::fs::write(directory.join("parameters.scm"), text).expect("the directory is ours");
    let expected = format!(
        "(0 ({last} (more)) (1001 1002) 9 9 {COUNT})8({last} (1 2)){}{}",
        last + 3,
        last + 3
    );
    for mode in [None, Some("--no-native")] {
        let ran = run(mound()
            .current_dir(&directory)
            .arg("run")
            .args(mode)
            .arg("parameters.scm"));
        assert_eq!(
            (ran.status, &*ran.output),
            (Some(0), &*expected),
            "{mode:?} {}",
            ran.errors
        );
    }
}

/// A library with very many exports, and each way to import them.
#[test]
fn very_many_exports_and_imports() {
    let n = parts();
    let last = n - 1;
    let names = repeat(n, |part| format!("e{part}"));
    let defined = repeat(n, |part| format!("(define e{part} {part})"));
    let renamed = repeat(n, |part| format!("(e{part} r{part})"));
    let exported = repeat(n, |part| format!("(rename e{part} x{part})"));
    let some = repeat(last, |part| format!("e{part}"));
    let text = format!(
        "(define-library (wide) (export {names}) (import (scheme base)) (begin {defined}))
         (define-library (wide renamed) (export {exported}) (import (wide)))
         (import (scheme base) (scheme write)
                 (only (wide) {names})
                 (prefix (except (wide) {some}) p:)
                 (rename (wide) {renamed})
                 (wide renamed))
         (write (list e{last} p:e{last} r{last} x{last}))"
    );
    let directory = fresh_directory("wide");
    std::fs::write(directory.join("imports.scm"), text).expect("the directory is ours");
    let ran = run(mound().current_dir(&directory).args(["run", "imports.scm"]));
    let expected = format!("({last} {last} {last} {last})");
    assert_eq!(
        (ran.status, ran.output),
        (Some(0), expected),
        "{}",
        ran.errors
    );
}

#[test]
fn macros_of_very_many_parts() {
    check(macros(parts()));
}

/// More of everything than 16 bits name: constants, variables, procedures and closures.
#[test]
fn a_top_level_of_very_many_definitions() {
    const COUNT: usize = 70_000;
    let last = COUNT - 1;
    let definitions = repeat(COUNT, |part| {
        format!(
            "(define d{part} \"d{part}\")\n(define (p{part} x) (lambda (y) (list x y d{part} 's{part})))\n"
        )
    });
    let text = format!(
        "(import (scheme base) (scheme write))
         {definitions}
         (define (same? x) (eq? x 's{last}))
         (set! d{last} (string-append d{last} \"!\"))
         (write ((p{last} 1) 2))
         (write (list (same? (cadddr ((p{last} 1) 2))) (same? 's0) d0))"
    )
    .replace("cadddr", "(lambda (list) (list-ref list 3))");
    let directory = fresh_directory("wide");
    std::fs::write(directory.join("top.scm"), text).expect("the directory is ours");
    for mode in [None, Some("--no-native")] {
        let ran = run(mound()
            .current_dir(&directory)
            .arg("run")
            .args(mode)
            .arg("top.scm"));
        let expected = format!("(1 2 \"d{last}!\" s{last})(#t #f \"d0\")");
        assert_eq!(
            (ran.status, ran.output),
            (Some(0), expected),
            "{}",
            ran.errors
        );
    }
}

/// Forms with many parts, the last of which is such a form again, and so on: what is deep by length
/// and by nesting together is compiled or refused like what is only nested.
#[test]
fn long_forms_within_long_forms_end() {
    const PARTS: usize = 1500;
    const LEVELS: usize = 20;
    let of = |before: &str, part: fn(usize) -> String, after: &str| {
        before.to_owned() + &repeat(PARTS, part) + after
    };
    let call: fn(usize) -> String = |_| "(f)".to_owned();
    let shapes = [
        (of("(and ", call, ""), ")"),
        (of("(or ", |_| "(not (f))".to_owned(), ""), ")"),
        (
            of("(cond ", |n| format!("((eq? (f) {}) 1)", n + 2), "(else "),
            "))",
        ),
        (
            of("(cond ", |_| "((not (f)) => list)".to_owned(), "(else "),
            "))",
        ),
        (
            of("(case (f) ", |n| format!("(({}) 1)", n + 2), "(else "),
            "))",
        ),
        (of("(begin ", call, ""), ")"),
        (of("(max ", call, ""), ")"),
        (of("(let (", |n| format!("(v{n} (f))"), ") "), ")"),
        (of("(let* (", |n| format!("(v{n} (f))"), ") "), ")"),
        (
            of("(letrec (", |n| format!("(v{n} (lambda () v0))"), ") "),
            ")",
        ),
        (of("(length `(", |_| ",(f)".to_owned(), ","), "))"),
    ];
    let directory = fresh_directory("wide");
    let failures = shapes.iter().filter_map(|(before, after)| {
        let form = format!("{}1{}", before.repeat(LEVELS), after.repeat(LEVELS));
        let text = format!(
            "(import (scheme base) (scheme write))
             (define (f) 1)
             (define (g) {form})
             (display (number? (g)))"
        );
        std::fs::write(directory.join("within.scm"), text).expect("the directory is ours");
        let ran = run(mound().current_dir(&directory).args(["run", "within.scm"]));
        let ended = match ran.status {
            Some(0) => ran.output == "#t",
            Some(3) => ran.errors.contains("within.scm:3:"),
            _ => false,
        };
        let start: String = before.chars().take(40).collect();
        (!ended).then(|| format!("{start}: {:?} {}", ran.status, ran.errors))
    });
    check_failures(failures.collect());
}
