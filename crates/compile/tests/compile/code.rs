//! What the code of small procedures looks like: the instructions are data, so
//! that a change in quality shows.

use crate::support;
use mound_bytecode::disasm::disassemble_function;

/// The instructions of a function without comments.
fn code(text: &str, function: usize) -> String {
    let unit = support::compiled("test/library", false, text).unit;
    disassemble_function(&unit, function)
        .lines()
        .map(|line| line.split(';').next().unwrap_or("").trim())
        .filter(|line| !line.is_empty() && !line.starts_with("function"))
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect::<Vec<_>>()
        .join("\n")
}

#[track_caller]
fn check(text: &str, function: usize, expected: &str) {
    let expected: Vec<&str> = expected.lines().map(str::trim).collect();
    let found = code(text, function);
    assert_eq!(found, expected.join("\n").trim(), "\n{found}");
}

#[test]
fn recursion_without_superfluous_moves() {
    check(
        "(define (trib n) (+ (+ (trib (- n 1)) (trib (- n 2))) (trib (- n 3))))",
        1,
        "block 0 (live 2)
         add-i 5 2 -1
         call-known 3 1 1
         block 1 (live 2 3)
         add-i 6 2 -2
         call-known 4 1 1
         block 2 (live 2 3 4)
         add 3 3 4
         add-i 6 2 -3
         call-known 4 1 1
         block 3 (live 3 4)
         add 3 3 4
         return 3",
    );
}

#[test]
fn calls_do_at_once_what_ends_at_once() {
    let tak = "(define (tak x y z)
      (if (< y x) (tak (tak (- x 1) y z) (tak (- y 1) z x) (tak (- z 1) x y)) z))";
    check(
        tak,
        1,
        "block 0 (live 2 3 4)
         unless< 3 2 1
         move 7 2
         move 8 3
         move 9 4
         tail-call-known 5 3 2
         block 1 (live 4)
         return 4",
    );
    check(
        tak,
        2,
        "block 0 (live 2 3 4)
         add-i 5 2 -1
         unless< 3 5 2
         move 8 5
         move 9 3
         move 10 4
         call-known 6 3 2
         block 1 (live 2 3 4 6)
         jump 3
         block 2 (live 2 3 4)
         move 6 4
         block 3 (live 2 3 4 6)
         add-i 7 3 -1
         unless< 4 7 5
         move 10 7
         move 11 4
         move 12 2
         call-known 8 3 2
         block 4 (live 2 3 4 6 8)
         jump 6
         block 5 (live 2 3 4 6)
         move 8 2
         block 6 (live 2 3 4 6 8)
         add-i 9 4 -1
         unless< 2 9 8
         move 12 9
         move 13 2
         move 14 3
         call-known 10 3 2
         block 7 (live 6 8 10)
         jump 9
         block 8 (live 3 6 8)
         move 10 3
         block 9 (live 6 8 10)
         unless< 8 6 10
         move 2 6
         move 3 8
         move 4 10
         loop 0
         block 10 (live 10)
         return 10",
    );
}

#[test]
fn small_procedures_have_their_bodies_in_calls_of_themselves_once() {
    check(
        "(define (join a b) (if (pair? a) (cons (car a) (join (cdr a) b)) b))",
        1,
        "block 0 (live 2 3)
         unless-pair 2 4
         car 4 2
         cdr 6 2
         unless-pair 6 2
         car 5 6
         cdr 9 6
         move 10 3
         call-known 7 2 1
         block 1 (live 4 5 7)
         cons 5 5 7
         jump 3
         block 2 (live 3 4)
         move 5 3
         block 3 (live 4 5)
         cons 4 4 5
         return 4
         block 4 (live 3)
         return 3",
    );
}

#[test]
fn named_let_is_a_loop_in_slots() {
    check(
        "(define (f n) (let loop ((i 0) (sum 0)) (if (< i n) (loop (+ i 1) (+ sum i)) sum)))",
        1,
        "block 0 (live 2)
         fixnum 3 0
         fixnum 4 0
         block 1 (live 2 3 4)
         unless< 3 2 2
         add 4 4 3
         add-i 3 3 1
         loop 1
         block 2 (live 4)
         return 4",
    );
}

#[test]
fn conditions_do_not_make_booleans() {
    check(
        "(define (f a b) (if (or (and (pair? a) (pair? b)) (not (eq? a 'x))) (car a) (cdr b)))",
        1,
        "block 0 (live 2 3)
         unless-pair 2 1
         unless-pair 3 1
         jump 2
         block 1 (live 2 3)
         unless-eq-constant 2 0 2
         jump 3
         block 2 (live 2)
         car 4 2
         return 4
         block 3 (live 3)
         cdr 4 3
         return 4",
    );
}

#[test]
fn alternatives_go_straight_to_the_next() {
    check(
        "(define (f a) (or (and (pair? a) (car a)) (and (symbol? a) 'symbol) 'none))",
        1,
        "block 0 (live 2)
         unless-pair 2 1
         car 3 2
         unless 3 1
         return 3
         block 1 (live 2)
         unless-kind 2 symbol 2
         constant 3 0
         return 3
         block 2 (live)
         constant 3 1
         return 3",
    );
}

#[test]
fn alternatives_of_tests_hold_no_truth_values() {
    check(
        "(define (f a b) (or (null? a) (f b b)))",
        1,
        "block 0 (live 2 3)
         unless-null 2 1
         immediate 4 1
         return 4
         block 1 (live 3)
         move 2 3
         loop 0",
    );
}

#[test]
fn searches_of_short_literal_lists_are_tests() {
    check(
        "(define (f x) (if (memq x '(a b)) 1 2))",
        1,
        "block 0 (live 2)
         unless-eq-constant 2 0 1
         jump 2
         block 1 (live 2)
         unless-eq-constant 2 1 3
         block 2 (live)
         fixnum 3 1
         return 3
         block 3 (live)
         fixnum 3 2
         return 3",
    );
}

#[test]
fn what_a_test_has_told_is_not_asked_again() {
    check(
        "(define (f a b)
           (if (and (pair? a) (symbol? b))
               (lambda () (if (null? a) 1 (if (symbol? b) (car a) 2)))
               (if (pair? b) 3 4)))",
        2,
        "block 0 (live 1)
         free 2 0
         car 2 2
         return 2",
    );
}

#[test]
fn procedures_given_to_known_loops_are_part_of_them() {
    check(
        "(define (each f l)
           (let loop ((l l) (last 0)) (if (pair? l) (loop (cdr l) (f (car l))) last)))
         (define (g l x) (each (lambda (y) (+ x y)) l))",
        2,
        "block 0 (live 2 3)
         move 4 2
         fixnum 5 0
         block 1 (live 3 4 5)
         unless-pair 4 2
         car 5 4
         add 5 3 5
         cdr 4 4
         loop 1
         block 2 (live 5)
         return 5",
    );
}

#[test]
fn local_procedures_are_lifted() {
    check(
        "(define (f k) (define (go n) (if (= n 0) k (+ 1 (go (- n 1))))) (go 5))",
        2,
        "block 0 (live 2 3)
         unless=i 3 0 1
         return 2
         block 1 (live 2 3)
         add-i 5 3 -1
         unless=i 5 0 2
         move 4 2
         jump 4
         block 2 (live 2 5)
         add-i 9 5 -1
         move 8 2
         call-known 6 2 2
         block 3 (live 6)
         move 4 6
         add-i 4 4 1
         block 4 (live 4)
         add-i 4 4 1
         return 4",
    );
}

#[test]
fn self_tail_calls_move_in_parallel() {
    check(
        "(define (f a b n) (if (= n 0) a (f b a (- n 1))))",
        1,
        "block 0 (live 2 3 4)
         unless=i 4 0 1
         return 2
         block 1 (live 2 3 4)
         add-i 4 4 -1
         move 5 3
         move 3 2
         move 2 5
         loop 0",
    );
}

#[test]
fn closures_find_themselves_in_slot_one() {
    let text =
        "(define (f k) (letrec ((g (lambda (n) (if (= n 0) (cons k g) (cons n (g (- n 1))))))) g))";
    let unit = support::compiled("test/library", false, text).unit;
    assert_eq!(unit.functions[2].free_count, 1);
}

#[test]
fn numbers_that_have_a_name_are_constants_below_it() {
    let text = "(define (before) size)
                (define size 10)
                (define (area) (* size size))
                (define name (quote (a list)))
                (define (after) (cons size name))";
    check(
        text,
        1,
        "block 0 (live)
         global 2 0
         return 2",
    );
    check(
        text,
        2,
        "block 0 (live)
         fixnum 2 100
         return 2",
    );
    check(
        text,
        3,
        "block 0 (live)
         global 2 1
         fixnum 3 10
         cons 2 3 2
         return 2",
    );
}

/// What the values are is seen where they are made, so nothing holds them; where it is not, the body stands right
/// behind the call, and only the complaint needs a procedure.
#[test]
fn values_go_straight_to_who_receives_them() {
    check(
        "(define (f x y) (%primitive %receive (lambda (a b) (+ a b)) (%primitive %make-values x y)))",
        1,
        "block 0 (live 2 3)
         add 4 2 3
         return 4",
    );
    let shown_at_one_end =
        "(define (f g x) (%primitive %receive g (if (pair? x) (+ (car x) 1) (g x))))";
    let text = code(shown_at_one_end, 1);
    assert!(text.contains("tail-call 4 1"), "{text}");
    let hidden = "(define (f g x) (%primitive %receive (lambda (a b) (+ a (- b x))) (g x)))";
    let text = code(hidden, 1);
    // Whether two have come, the one, and the other.
    assert_eq!(text.matches("\nprimitive").count(), 3, "{text}");
    assert!(text.contains("subtract") && text.contains("add"), "{text}");
    assert!(!text.contains("closure"), "{text}");
}

/// Procedures of a few nodes are copied to where they are called; those of many are called.
#[test]
fn only_short_procedures_are_copied_to_their_calls() {
    let calls = |text: &str, function| code(text, function).matches("call").count();
    // Each addition is two nodes, and so is what is added last.
    for (additions, is_copied) in [(1, true), (4, true), (5, true), (7, false), (12, false)] {
        let body = (0..additions).fold("x".to_owned(), |sum, _| format!("(+ {sum} y)"));
        let text = format!(
            "(define (short x y) {body})
             (define (user a b) (list (short a b) (short b a)))"
        );
        let expected = if is_copied { 1 } else { 3 };
        assert_eq!(calls(&text, 2), expected, "{}", code(&text, 2));
    }
}
