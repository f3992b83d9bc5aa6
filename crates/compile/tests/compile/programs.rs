//! Programs are compiled in all modes, verified, run by a checking evaluator, and
//! give the expected results.

use crate::support::{self, MODES, run, with_stack};

/// Programs and their printed results, after what they traced.
const PROGRAMS: &[(&str, &str)] = &[
    ("42", "42"),
    ("", "unspecified"),
    ("(define x 1)", "unspecified"),
    ("(define x 1) (set! x (+ x 1)) x", "2"),
    ("\"text\"", "\"text\""),
    ("'(a (b . 3) \"s\" #\\x 1.5)", "(a (b . 3) \"s\" #\\x 1.5)"),
    ("123456789012", "123456789012"),
    // Procedures of the top level.
    (
        "(define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))) (fib 15)",
        "610",
    ),
    (
        "(define (tak x y z) (if (not (< y x)) z (tak (tak (- x 1) y z) (tak (- y 1) z x) (tak (- z 1) x y))))
         (tak 9 5 2)",
        "3",
    ),
    (
        "(define (count n) (if (= n 0) 'done (count (- n 1)))) (count 10000)",
        "done",
    ),
    (
        "(define (even n) (if (= n 0) #t (odd (- n 1)))) (define (odd n) (if (= n 0) #f (even (- n 1))))
         (list (even 101) (odd 101))",
        "(#f #t)",
    ),
    (
        "(define (append2 a b) (if (null? a) b (cons (car a) (append2 (cdr a) b))))
         (define (nrev l) (if (null? l) '() (append2 (nrev (cdr l)) (list (car l)))))
         (nrev '(1 2 3 4 5 6 7 8))",
        "(8 7 6 5 4 3 2 1)",
    ),
    (
        "(define (qsort l)
           (define (part p l less more)
             (cond ((null? l) (append3 (qsort less) (cons p (qsort more))))
                   ((< (car l) p) (part p (cdr l) (cons (car l) less) more))
                   (else (part p (cdr l) less (cons (car l) more)))))
           (if (null? l) '() (part (car l) (cdr l) '() '())))
         (define (append3 a b) (if (null? a) b (cons (car a) (append3 (cdr a) b))))
         (qsort '(3 1 4 1 5 9 2 6 5 3 5))",
        "(1 1 2 3 3 4 5 5 5 6 9)",
    ),
    ("(define (f . rest) rest) (list (f) (f 1) (f 1 2 3))", "(() (1) (1 2 3))"),
    ("(define (f a b . rest) (list a b rest)) (f 1 2 3 4)", "(1 2 (3 4))"),
    // Loops.
    (
        "(let loop ((i 0) (sum 0)) (if (< i 100) (loop (+ i 1) (+ sum i)) sum))",
        "4950",
    ),
    (
        "(+ 1 (let loop ((i 0) (sum 0)) (if (< i 100) (loop (+ i 1) (+ sum i)) sum)))",
        "4951",
    ),
    (
        "(define (sum-matrix n)
           (let outer ((i 0) (total 0))
             (if (= i n) total
               (let inner ((j 0) (total total))
                 (if (= j n) (outer (+ i 1) total) (inner (+ j 1) (+ total (* i j))))))))
         (sum-matrix 10)",
        "2025",
    ),
    (
        "(let loop ((a 1) (b 2) (n 5)) (if (= n 0) (list a b) (loop b a (- n 1))))",
        "(2 1)",
    ),
    (
        "(let loop ((a 1) (b 2) (c 3) (n 4)) (if (= n 0) (list a b c) (loop b c a (- n 1))))",
        "(2 3 1)",
    ),
    (
        "(define (collect n) (let loop ((i 0) (l '())) (if (= i n) l (loop (+ i 1) (cons (lambda () i) l)))))
         (define (run l) (if (null? l) '() (cons ((car l)) (run (cdr l))))) (run (collect 4))",
        "(3 2 1 0)",
    ),
    (
        "(if (let loop ((i 0)) (if (= i 10) #t (loop (+ i 1)))) 'yes 'no)",
        "yes",
    ),
    (
        "(define (f n) (let even ((n n)) (if (= n 0) 'even (let odd ((n (- n 1))) (if (= n 0) 'odd (even (- n 1)))))))
         (list (f 10) (f 7))",
        "(even odd)",
    ),
    (
        "(define (f n) (letrec ((ev (lambda (n) (if (= n 0) #t (od (- n 1))))) (od (lambda (n) (if (= n 0) #f (ev (- n 1)))))) (ev n)))
         (list (f 10) (f 7))",
        "(#t #f)",
    ),
    (
        "(let loop ((i 0)) (if (< i 3) (begin (trace i) (loop (+ i 1))) 'end))",
        "0 1 2 end",
    ),
    ("(let loop ((i 0) (x (trace 'once))) (if (< i 3) (loop (+ i 1) x) x))", "once once"),
    (
        "(let loop ((i 0) (j 10)) (if (< i j) (loop (trace (+ i 1)) (trace (- j i))) (list i j)))",
        "1 10 2 9 3 7 4 4 (4 4)",
    ),
    // Local procedures.
    (
        "(define (f x) (let ((g (lambda (y) (+ x y)))) (+ (g 1) (g 2)))) (f 10)",
        "23",
    ),
    (
        "(define (f k) (define (go n) (if (= n 0) k (+ 1 (go (- n 1))))) (go 5)) (f 100)",
        "105",
    ),
    ("(define (adder n) (lambda (x) (+ x n))) ((adder 3) 4)", "7"),
    ("(((lambda (x) (lambda (y) (cons x y))) 1) 2)", "(1 . 2)"),
    (
        "(define (compose . fs) (if (null? fs) (lambda (x) x) (lambda (x) ((car fs) ((%primitive %apply compose (cdr fs)) x)))))
         ((compose (lambda (x) (* x 2)) (lambda (x) (+ x 1))) 5)",
        "12",
    ),
    (
        "(define (pair-of a) (letrec ((f (lambda (n) (if (= n 0) a (g (- n 1))))) (g (lambda (n) (if (= n 0) 'g (f (- n 1)))))) (cons f g)))
         (define p (pair-of 'a)) (list ((car p) 2) ((cdr p) 2) ((car p) 1))",
        "(a g g)",
    ),
    (
        "(define (f a) (letrec ((self (lambda (n) (if (= n 0) (list a self) (self (- n 1)))))) self))
         (define s (f 1)) (eq? s (car (cdr (s 3))))",
        "#t",
    ),
    (
        "(define (many a b c d e f g h i j k l m n)
           (define (go q) (if (= q 0) (+ a (+ b (+ c (+ d (+ e (+ f (+ g (+ h (+ i (+ j (+ k (+ l (+ m n))))))))))))) (+ 1 (go (- q 1)))))
           (go 3))
         (many 1 2 3 4 5 6 7 8 9 10 11 12 13 14)",
        "108",
    ),
    (
        "(define f (case-lambda ((a) (list 'one a)) ((a b) (f (list a b))) ((a b . c) (list 'more c))))
         (list (f 1) (f 1 2) (f 1 2 3 4) (%primitive %apply f '(7)))",
        "((one 1) (one (1 2)) (more (3 4)) (one 7))",
    ),
    (
        "(define (g k) (case-lambda (() k) ((a) (+ a k)))) (define h (g 10)) (list (h) (h 5))",
        "(10 15)",
    ),
    ("((lambda args args) 1 (trace 2) (trace 3))", "2 3 (1 2 3)"),
    ("(let ((f (lambda (a . r) (list a r)))) (list (f 1) (f 1 2)))", "((1 ()) (1 (2)))"),
    // Assignment.
    (
        "(define (counter) (let ((n 0)) (lambda () (set! n (+ n 1)) n)))
         (define c (counter)) (c) (c) (c)",
        "3",
    ),
    ("(define (f x) (set! x (+ x 1)) x) (f 5)", "6"),
    ("(let ((x 1)) (let ((y x)) (set! x 2) (list x y)))", "(2 1)"),
    (
        "(let loop ((i 0) (s 0)) (set! s (+ s i)) (if (= i 3) s (loop (+ i 1) s)))",
        "6",
    ),
    ("(letrec ((a 1) (f (lambda () (+ a b))) (b (+ a 1))) (f))", "3"),
    ("(letrec ((x (list (lambda () x)))) (eq? x ((car x))))", "#t"),
    (
        "(define (f) (define a (trace 1)) (define (g) (+ a b)) (define b (trace 2)) (g)) (f)",
        "1 2 3",
    ),
    ("(letrec ((f (lambda (n) (if (= n 0) 'f (g n)))) (g (lambda (n) (f (- n 1))))) (set! g (lambda (n) 'changed)) (f 3))", "changed"),
    // Tests.
    ("(define (f a b) (if (and a b) 'x 'y)) (list (f 1 2) (f #f 2) (f 1 #f))", "(x y y)"),
    ("(define (f a b) (if (or a b) 'x 'y)) (list (f 1 2) (f #f 2) (f #f #f))", "(x x y)"),
    ("(define (f a) (or (and (pair? a) (car a)) (and (symbol? a) 'symbol) 'none)) (list (f '(1)) (f '(#f)) (f 'a) (f 3))", "(1 none symbol none)"),
    ("(define (f a b) (not (or (< a b) (and (= a b) (not (zero? a)))))) (list (f 1 2) (f 2 2) (f 0 0) (f 3 2))", "(#f #f #t #t)"),
    (
        "(define (classify x) (cond ((< x 0) 'negative) ((> 5 x) 'small) ((<= x 10) 'medium) ((>= x 1000) 'huge) (else 'large)))
         (list (classify -1) (classify 3) (classify 10) (classify 11) (classify 1000))",
        "(negative small medium large huge)",
    ),
    ("(define (f x) (if (eq? x 'a) 1 (if (eq? 'b x) 2 (if (null? x) 3 (if (eq? x #f) 4 5))))) (list (f 'a) (f 'b) (f '()) (f #f) (f 0))", "(1 2 3 4 5)"),
    ("(define (f x) (list (< x 3) (zero? x) (pair? x) (eq? x 2) (> x 1) (>= 2 x))) (f 2)", "(#t #f #f #t #t #t)"),
    ("(if (begin (trace 1) #f) 2 3)", "1 3"),
    ("(define (f x) (if (let ((y (car x))) (if y (cdr x) #f)) 'yes 'no)) (list (f '(1 . 2)) (f '(#f . 2)) (f '(1 . #f)))", "(yes no no)"),
    // Order of evaluation.
    ("(list (trace 1) (+ (trace 2) (trace 3)) (trace 4))", "1 2 3 4 (1 5 4)"),
    ("(let ((x (trace 1)) (y (trace 2))) (list (trace 3) y x))", "1 2 3 (3 2 1)"),
    ("(define g 1) (define (f) (set! g 2) 10) (let ((a g)) (list (f) a g))", "(10 1 2)"),
    ("(define g 1) (define (f) (set! g (+ g 1)) g) (list g (f) g (f))", "(1 2 2 3)"),
    // Records, vectors.
    (
        "(define type (%record-type point (x y)))
         (define (make x y) (%primitive record type x y))
         (define p (make 1 2))
         (%primitive record-set! p type 1 20)
         (list (%primitive record-ref p type 0) (%primitive record-ref p type 1) (%primitive record? p type) (%primitive record? 1 type)
               (if (%primitive record? p type) 'yes 'no))",
        "(1 20 #t #f yes)",
    ),
    ("(define v (vector 1 2 3)) (vector-set! v 1 (vector-length v)) (list v (vector-ref v 1))", "(#(1 3 3) 3)"),
    ("(let ((p (cons 1 2))) (set-car! p 3) p)", "(3 . 2)"),
    ("(if (%primitive %dynamic) 'value 'none)", "value"),
    // Continuations, entered more than once.
    (
        "(define k #f) (define n 0)
         (define (f) (let ((x 0)) (%primitive %call/cc (lambda (c) (set! k c) 0)) (set! x (+ x 1)) (set! n (+ n 1)) (if (< n 3) (k 0) (list x n))))
         (f)",
        "(3 3)",
    ),
    (
        "(define k #f) (define c 0)
         (define (f) (let loop ((i 0) (l '())) (if (= i 3) l (loop (+ i 1) (cons (%primitive %call/cc (lambda (c) (if (= i 1) (set! k c) #f) i)) l)))))
         (define r (f))
         (define (again) (set! c (+ c 1)) (if (< c 3) (k (* c 10)) r)) (trace r) (again)",
        "(2 1 0) (2 10 0) (2 20 0) (2 20 0)",
    ),
    ("(+ 1 (%primitive %call/cc (lambda (k) (+ 10 (k 1)))))", "2"),
    // Several values: shown, shown at some ends, and not shown.
    ("(%primitive %receive (lambda (a b) (list b a)) (%primitive %make-values 1 2))", "(2 1)"),
    ("(%primitive %receive (lambda all all) (%primitive %make-values))", "()"),
    ("(%primitive %receive (lambda (a . more) (list a more)) (%primitive %make-values 1 2 3))", "(1 (2 3))"),
    ("(%primitive %receive (lambda (a . more) (list a more)) 1)", "(1 ())"),
    ("(%primitive %receive list (%primitive %make-values (trace 1) (trace 2)))", "1 2 (1 2)"),
    ("(%primitive %receive (lambda (a) (list a)) (trace 1))", "1 (1)"),
    (
        "(define (f x) (%primitive %list->values x))
         (list (%primitive %receive (lambda (a b) (- a b)) (f '(5 3)))
               (%primitive %receive (lambda (a) a) (f '(5)))
               (%primitive %receive (lambda () 'none) (f '()))
               (%primitive %receive (lambda all all) (f '(1 2 3)))
               (%primitive %receive list (f '(1 2 3 4))))",
        "(2 5 none (1 2 3) (1 2 3 4))",
    ),
    (
        "(define (f x) (%primitive %list->values x))
         (define (g x) (%primitive %receive (lambda (a b) (list a b))
                         (if (null? x) (%primitive %make-values 'no 'thing)
                           (let ((y (cdr x))) (if (null? y) (f '(one thing)) (begin (trace 'more) (f y)))))))
         (list (g '()) (g '(1)) (g '(1 2 3)))",
        "more ((no thing) (one thing) (2 3))",
    ),
    (
        "(define (g h x) (%primitive %receive h (if (null? x) (%primitive %make-values 1 2) (if (pair? (car x)) (+ 1 2) (car x)))))
         (list (g list '()) (g list '((1))) (g (lambda (a) (* a a)) '(7)))",
        "((1 2) (3) 49)",
    ),
    // The consumer is evaluated first, and once.
    (
        "(%primitive %receive (begin (trace 'consumer) list) (begin (trace 'value) (%primitive %make-values 1 2)))",
        "consumer value (1 2)",
    ),
    (
        "(define (f x) (let ((g (lambda (a b) (trace a) (trace b)))) (%primitive %receive g x) (%primitive %receive g x)))
         (f (%primitive %list->values '(1 2)))",
        "1 2 1 2 2",
    ),
    (
        "(define (f x) (let loop ((n 3) (l '())) (if (= n 0) l
           (%primitive %receive (lambda (a b) (loop (- n 1) (cons (list a b n) l))) x))))
         (f (%primitive %list->values '(1 2)))",
        "((1 2 1) (1 2 2) (1 2 3))",
    ),
    (
        "(%primitive %receive (lambda (a b) (lambda () (list a b))) (%primitive %make-values 1 2))",
        "#<procedure>",
    ),
    // What simplification must leave alone.
    ("(define (f x) (car x)) (define (g) (f '(1))) (g)", "1"),
    ("(define (twice f x) (f (f x))) (twice (lambda (x) (* x x)) 3)", "81"),
    ("(let* ((x 1) (x (+ x 1)) (x (* x 10))) x)", "20"),
    ("(define (f) (g)) (define (g) 1) (define h f) (h)", "1"),
    ("(let ((unused (trace 1)) (dropped (cons 1 2))) 3)", "1 3"),
    ("(let ((f (lambda (x) (trace x)))) (f 1) (f 2))", "1 2 2"),
    ("(define (loop) (other)) (define (other) 5) (loop)", "5"),
    ("(define (f x) (define (g y) (* y x)) (define (h z) (g (+ z 1))) (list (h 1) (h 2) g)) (car (f 3))", "6"),
];

#[test]
fn programs_give_their_results_in_all_modes() {
    with_stack(|| {
        let mut failures = Vec::new();
        for &(text, expected) in PROGRAMS {
            for (name, interactive) in MODES {
                let outcome = std::panic::catch_unwind(|| run(name, interactive, text));
                if !matches!(&outcome, Ok(found) if found == expected) {
                    let found = outcome.unwrap_or_else(|_| "a panic".into());
                    failures.push(format!(
                        "{name:?} {interactive} {text}\n  {found} instead of {expected}"
                    ));
                }
            }
        }
        assert!(failures.is_empty(), "{}", failures.join("\n"));
    });
}

/// Runs a long text in all modes.
fn check(text: String, expected: String) {
    with_stack(move || {
        for (name, interactive) in MODES {
            assert_eq!(run(name, interactive, &text), expected);
        }
    });
}

#[test]
fn four_hundred_nested_variables_fit() {
    let mut text = String::from("(define (id x) x) (define (f x) ");
    for index in 0..400 {
        let before = if index == 0 {
            "x".into()
        } else {
            format!("v{}", index - 1)
        };
        text.push_str(&format!("(let ((v{index} (id (+ {before} 1)))) "));
    }
    // All of them are live until the end.
    text.push_str("(let loop ((i 0)) (if (< i 2) (loop (+ i 1)) (list");
    for index in 0..400 {
        text.push_str(&format!(" v{index}"));
    }
    text.push_str("))))");
    text.push_str(&")".repeat(400));
    text.push_str(" (f 0)");
    let expected: Vec<String> = (1..=400).map(|value| value.to_string()).collect();
    check(text, format!("({})", expected.join(" ")));
}

#[test]
fn calls_with_four_hundred_operands_fit() {
    let numbers: Vec<String> = (1..=400).map(|value| value.to_string()).collect();
    let plain = format!("({})", numbers.join(" "));
    check(format!("(list {})", numbers.join(" ")), plain.clone());
    let computed: Vec<String> = (0..400).map(|value| format!("(f {value})")).collect();
    let text = format!(
        "(define (f x) (trace (+ x 1))) (list {})",
        computed.join(" ")
    );
    check(text, format!("{} {plain}", numbers.join(" ")));
    check(
        format!("((lambda all (car (cdr all))) {})", numbers.join(" ")),
        "2".into(),
    );
}

#[test]
fn thousands_of_forms_are_spread_over_functions() {
    let mut text = String::from("(define n 0)");
    for index in 0..3000 {
        text.push_str(&format!("(set! n (+ n 1)) (define (f{index}) n)"));
    }
    text.push_str("(f2999)");
    check(text, "3000".into());
}

#[test]
fn deep_nesting_is_compiled_or_refused() {
    let nested = |depth: usize| format!("{}0{}", "(+ 1 ".repeat(depth), ")".repeat(depth));
    check(format!("(define (f x) x) {}", nested(9900)), "9900".into());
    let calls = |depth: usize| format!("{}0{}", "(f 1 ".repeat(depth), ")".repeat(depth));
    check(
        format!(
            "(define g #f) (define (f a b) (set! g 1) (+ a b)) {}",
            calls(9900)
        ),
        "9900".into(),
    );
    with_stack(move || {
        let (program, sources) = support::parse("", &nested(20_000));
        let result = mound_compile::compile(&program, &sources, Default::default());
        assert!(result.unwrap_err()[0].headline.contains("too deeply"));
        // Dropping it would recurse on a smaller stack than building it took.
        std::mem::forget(program);
    });
}

/// What is always a boolean, and what is not, through all chains of predicates.
#[test]
fn predicates_of_predicates_are_what_they_say() {
    let chains = |depth: usize| {
        (0..depth).fold(vec![Vec::new()], |chains: Vec<Vec<&str>>, _| {
            let longer = chains.iter().flat_map(|chain| {
                ["not", "null?", "pair?"].map(|name| [&[name], &chain[..]].concat())
            });
            longer.collect()
        })
    };
    let (mut terms, mut expected) = (Vec::new(), Vec::new());
    for chain in (1..=4).flat_map(chains) {
        for (operand, null, pair, truth) in [
            ("x", false, false, true),
            ("y", false, false, false),
            ("z", true, false, true),
            ("w", false, true, true),
        ] {
            // The innermost is the last; what it gives is a boolean.
            let (mut null, mut pair, mut truth) = (null, pair, truth);
            for &name in chain.iter().rev() {
                truth = match name {
                    "not" => !truth,
                    "null?" => null,
                    _ => pair,
                };
                (null, pair) = (false, false);
            }
            let open: String = chain.iter().map(|name| format!("({name} ")).collect();
            terms.push(format!("{open}{operand}{}", ")".repeat(chain.len())));
            expected.push(if truth { "#t" } else { "#f" });
        }
    }
    for (terms, expected) in terms.chunks(40).zip(expected.chunks(40)) {
        check(
            format!(
                "(define (f x y z w) (list {})) (f 1 #f '() '(1))",
                terms.join(" ")
            ),
            format!("({})", expected.join(" ")),
        );
    }
}

/// Whoever is given the wrong number of values complains, whether it shows how many there are or not.
#[test]
fn a_wrong_number_of_values_is_never_taken() {
    let takes = [
        "(lambda () 0)",
        "(lambda (a) a)",
        "(lambda (a b) b)",
        "(lambda (a b . c) c)",
    ];
    let lists = ["()", "(1)", "(1 2)", "(1 2 3)"];
    for (fewest, taker) in takes.into_iter().enumerate() {
        for (count, list) in lists.into_iter().enumerate() {
            let is_right = if fewest == 3 {
                count >= 2
            } else {
                count == fewest
            };
            let made = match count {
                1 => "1".to_owned(),
                _ => format!(
                    "(%primitive %make-values {})",
                    list.trim_matches(['(', ')'])
                ),
            };
            let hidden = format!("(%primitive %list->values '{list})");
            for value in [&made, &hidden, &format!("(if (pair? x) {made} {hidden})")] {
                let text = format!("(define (f x) (%primitive %receive {taker} {value})) (f 1)");
                for (name, interactive) in MODES {
                    let text = text.clone();
                    let outcome = std::panic::catch_unwind(|| run(name, interactive, &text));
                    assert_eq!(outcome.is_ok(), is_right, "{name:?} {text}");
                }
            }
        }
    }
}
