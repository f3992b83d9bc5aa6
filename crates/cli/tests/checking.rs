//! `mound check`, as someone who types it sees it.

mod support;

use std::path::Path;
use support::{Run, fresh_directory, mound, run};

fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().expect("it has a directory")).expect("it can be made");
    std::fs::write(path, text).expect("temporary files can be written");
}

const IMPORTS: &str = "(import (scheme base) (scheme write))\n";

/// Something of each import is used.
const END: &str = "(let ((end 1)) (display end))";

/// What is said of a program with these forms after its imports, which begin in line 2.
fn check(forms: &str) -> Run {
    let path = fresh_directory("check").join("program.scm");
    write(&path, &format!("{IMPORTS}{forms}\n{END}\n"));
    run(mound().arg("check").arg(path))
}

/// The headlines and the lines of a check.
fn headlines(run: &Run) -> Vec<String> {
    let mut found = Vec::new();
    for line in run.errors.lines() {
        if line.starts_with("error: ") || line.starts_with("warning: ") {
            found.push(line.to_owned());
        }
    }
    found
}

fn expect(forms: &str, status: i32, expected: &[&str]) {
    let run = check(forms);
    assert_eq!(headlines(&run), expected, "{forms}\n{}", run.errors);
    assert_eq!(run.status, Some(status), "{forms}\n{}", run.errors);
}

#[test]
fn program_without_faults_has_no_report() {
    expect("(define (f x) (write (list x))) (f 1)", 0, &[]);
}

#[test]
fn unbound_names_and_wrong_numbers_of_arguments_are_errors() {
    expect(
        "(write (foo 1)) (write foo)",
        3,
        &["error: unbound variable `foo`"],
    );
    expect(
        "(define (f x) x) (write (f 1 2))",
        3,
        &["error: wrong number of arguments to `f`"],
    );
    // What is evaluated may define it.
    let text = "(import (scheme eval) (scheme repl))
        (eval '(define foo 1) (interaction-environment)) (write foo)";
    expect(text, 0, &["warning: unbound variable `foo`"]);
}

#[test]
fn name_that_is_not_bound_is_told_once() {
    let run = check("(write foo)\n(display foo)");
    assert_eq!(
        headlines(&run),
        ["error: unbound variable `foo`"],
        "{}",
        run.errors
    );
}

#[test]
fn exported_name_beats_a_similar_one() {
    let run = check("(write (make-dict))");
    let hint = "hint: `make-dict` is exported by (termite data)";
    assert!(run.errors.contains(hint), "{}", run.errors);
    let run = check("(write (lenght '()))");
    assert!(
        run.errors.contains("did you mean `length`?"),
        "{}",
        run.errors
    );
}

#[test]
fn what_is_behind_a_call_that_does_not_return_is_reported() {
    let dead = &["warning: this is never evaluated"][..];
    expect("(define (f x) (error \"no\" x) (write x)) (f 1)", 0, dead);
    expect("(define (f x) (raise 'no) x) (f 1)", 0, dead);
    // By way of a procedure, and of both branches.
    let fails = "(define (fail x) (if x (error \"one\") (raise 'two)))";
    expect(&format!("{fails} (define (f x) (fail x) x) (f 1)"), 0, dead);
    // It may return, or a macro has put the parts in another order.
    for forms in [
        "(define (f x) (if x (error \"no\")) x) (write (f #f))",
        "(define (f x) (raise-continuable x) x) (write (f #f))",
        "(define (f x) (let ((g (lambda () (error \"no\")))) (write g) x)) (write (f #f))",
        "(define (f error) (error \"no\") error) (write (f list))",
        "(define-syntax both (syntax-rules () ((_ a b) (begin b a))))
         (define (f x) (both (write x) (error \"no\"))) (f 1)",
    ] {
        expect(forms, 0, &[]);
    }
}

#[test]
fn literals_of_wrong_types_are_reported() {
    for (form, expected) in [
        ("(car 5)", "`car` expects a pair"),
        ("(car '())", "`car` expects a pair"),
        ("(vector-ref '(1 2) 0)", "`vector-ref` expects a vector"),
        (
            "(vector-ref '#(1 2) -1)",
            "`vector-ref` expects an exact integer that is not negative",
        ),
        ("(string-length 'abc)", "`string-length` expects a string"),
        ("(+ 1 2 \"3\")", "`+` expects a number"),
        (
            "(symbol->string \"a\")",
            "`symbol->string` expects a symbol",
        ),
        ("(for-each '(1) write)", "`for-each` expects a procedure"),
        ("(length (lambda (x) x))", "`length` expects a list"),
    ] {
        expect(
            &format!("(write {form})"),
            0,
            &[&format!("warning: {expected}")],
        );
    }
    for form in [
        "(car '(1))",
        "(vector-ref #(1) 0)",
        "(apply + '(1))",
        "(map car '((1)))",
        "(let ((car (lambda (x) x))) (car 5))",
        "(string-append \"a\" \"b\")",
    ] {
        expect(&format!("(write {form})"), 0, &[]);
    }
    // A macro may ask before it calls.
    let text = "(define-syntax size
          (syntax-rules () ((_ x) (if (string? x) (string-length x) (length x)))))
        (write (size '(1 2)))";
    expect(text, 0, &[]);
}

#[test]
fn imports_of_which_nothing_is_used_are_reported() {
    let unused = &["warning: nothing of (scheme char) is used"][..];
    expect("(import (scheme char)) (write 1)", 0, unused);
    expect(
        "(import (prefix (scheme char) c:)) (write 'char-upcase)",
        0,
        unused,
    );
    for text in [
        "(import (scheme char)) (write (char-upcase #\\a))",
        "(import (prefix (scheme char) c:)) (write (c:char-upcase #\\a))",
        "(import (scheme case-lambda)) (write (case-lambda (() 1)))",
        // The name is made when the program runs.
        "(import (scheme char) (scheme eval) (scheme repl))
         (write (eval (read) (interaction-environment)))",
    ] {
        let run = check(text);
        assert!(!run.errors.contains("nothing of"), "{text}\n{}", run.errors);
    }
}

#[test]
fn directories_are_checked_without_the_files_that_others_include() {
    let directory = fresh_directory("check");
    write(
        &directory.join("shop/prices.sld"),
        "(define-library (shop prices) (export price) (import (scheme base) (shop tax))
           (include \"prices.scm\"))",
    );
    write(
        &directory.join("shop/prices.scm"),
        "(define (price x) (with-tax x))\n",
    );
    write(
        &directory.join("shop/tax.sld"),
        "(define-library (shop tax) (export with-tax) (import (scheme base))
           (begin (define unused-here 1) (define (with-tax x) (* x 2))))",
    );
    write(
        &directory.join("main.scm"),
        "(import (scheme base) (scheme write) (shop prices)) (write (price 1))",
    );
    write(&directory.join("notes.txt"), "(not scheme");
    write(
        &directory.join("part.scm"),
        "(define part (list missing-elsewhere))\n",
    );
    write(
        &directory.join("programs/parts/one.scm"),
        "(define missing-elsewhere 1)\n(include \"../../part.scm\")\n(display part)\n",
    );
    let all = run(mound().arg("check").arg(&directory)).expect_status(0);
    assert_eq!(
        headlines(&all),
        ["warning: `unused-here` is not used"],
        "{}",
        all.errors
    );
    // A library alone finds those beside it, whatever the directory is.
    let library = directory.join("shop/prices.sld");
    run(mound().arg("check").arg(library)).expect_status(0);
    run(mound().args(["check", "--strict"]).arg(&directory)).expect_status(1);
}

#[test]
fn json_has_a_line_for_each_fault() {
    let path = fresh_directory("check").join("program.scm");
    write(
        &path,
        &format!("{IMPORTS}(write (car 5))\n(write foo)\n{END}\n"),
    );
    let found = run(mound().args(["check", "--json"]).arg(&path)).expect_status(3);
    let lines: Vec<serde_json::Value> = found
        .output
        .lines()
        .map(|line| serde_json::from_str(line).expect("each line is an object"))
        .collect();
    assert_eq!(lines.len(), 2, "{}", found.output);
    let unbound = lines.iter().find(|line| line["severity"] == "error");
    let unbound = unbound.expect("one is an error");
    assert_eq!(unbound["message"], "unbound variable `foo`");
    assert_eq!(unbound["place"]["line"], 3);
    assert_eq!(unbound["place"]["column"], 8);
    assert_eq!(unbound["place"]["end_column"], 11);
}

#[test]
fn wrong_communications_by_channels_are_errors() {
    let declared = "(import (pony))
        (define-protocol orders (order integer string) (stop))
        (define-channel-type shop (ask ? orders) (answer ! integer))
        (define-protocol pairs (seq integer string))
        (define-channel-type line (x ? pairs))
        (define-values (c s) (make-ends shop))";
    for (form, expected) in [
        (
            "(out! (c ask) 'oder 1 \"x\")",
            "the protocol has no tag `oder`",
        ),
        (
            "(out! (c ask) 'order 1)",
            "wrong number of items: the protocol has 2 items",
        ),
        (
            "(out! (c ask) 'order \"x\" \"y\")",
            "the protocol has an item of the type `integer`",
        ),
        ("(out! (c asked) 'stop)", "`shop` has no channel `asked`"),
        (
            "(in (c ask))",
            "wrong direction: a client end writes to `ask`",
        ),
        (
            "(out! (s ask) 'stop)",
            "wrong direction: a server end reads from `ask`",
        ),
        // Through procedures, processes and bindings.
        (
            "(define (serve end) (case-in (end ask) ((cancel n) (serve end)) ((stop) 1)))
             (fork (serve s))",
            "the protocol has no tag `cancel`",
        ),
        (
            "(let-values (((a b) (make-ends line)))
               (par ((lambda (end) (out! (end x) 1)) a) ((lambda (end) (in (end x))) b)))",
            "wrong number of items: the protocol has 2 items",
        ),
        (
            "(call-with-values (lambda () (make-ends line))
               (lambda (a b) (alt ((in (b x) n m) (list a n m)) ((in (a x) n m) (list n m)))))",
            "wrong direction: a client end writes to `x`",
        ),
        (
            "(define end (pony-alloc-server (pony-startup \"a\" 'master) \"stall\" line))
             (extended-in (end x) (n) n)",
            "wrong number of items: the protocol has 2 items",
        ),
    ] {
        let all = format!("{declared} {form} (write (list c s))");
        expect(&all, 3, &[&format!("error: {expected}")]);
    }
    // What is right, and where the ends or items are not known.
    for form in [
        "(define (serve end)
           (case-in (end ask) ((order n what) (out! (end answer) n) (serve end)) ((stop) 1)))
         (fork (serve s)) (out! (c ask) 'order 1 \"pears\") (in (c answer))",
        "(define (use end) (in (end ask))) (use s) (use (if (end? c) 1 c)) (write use)",
        "(define (twice f) (f c) (f s)) (twice (lambda (end) (out! (end ask) 'no)))",
        "(define tag (if (end? c) 'order 'stop)) (out! (c ask) tag)",
        "(set! c s) (in (c ask))",
        "(define-values (a b) (make-ends line)) (alt ((in (b x) . all) (list a all)))",
    ] {
        expect(&format!("{declared} {form} (write (list c s))"), 0, &[]);
    }
}

/// A procedure with a name that runs in other processes only is as one that is written there.
#[test]
fn named_procedures_of_other_processes_are_reported() {
    let imports = "(import (util concurrent) (termite process) (except (srfi 18) raise
                     current-time seconds->time time->seconds time? with-exception-handler))";
    let told = [
        "(define n 0) (define (step) (set! n (+ n 1)))
         (for-each thread-join! (map (lambda (i) (thread-start! (make-thread step))) '(1 2)))
         (write n)",
        "(define n 0) (define (step) (set! n (+ n 1))) (define (work) (step) (step))
         (spawn work) (spawn (lambda () (step))) (write n)",
        "(define (count) (let* ((n 0) (step (lambda () (set! n (+ n 1))))) (future-get (make-simple-future step)) n))
         (write (count))",
        "(define n (list 1 2)) (define (step x) (set-car! n x)) (pfor-each step '(1 2)) (write n)",
    ];
    for form in told {
        let run = check(&format!("{imports} {form}"));
        let headlines = headlines(&run);
        let is_told = headlines
            .iter()
            .any(|line| line.contains("only another process sees that `n`"));
        assert!(is_told, "{form}\n{}", run.errors);
    }
    let silent = [
        // Called here too.
        "(define n 0) (define (step) (set! n (+ n 1))) (spawn step) (step) (write n)",
        // Passed on: who knows what calls it.
        "(define n 0) (define (step) (set! n (+ n 1))) (spawn step) (for-each (lambda (f) (f)) (list step)) (write n)",
        // The state of the other process.
        "(define n 0) (define (step) (set! n (+ n 1))) (define (show) (write n))
         (define (loop) (step) (show) (loop)) (spawn loop)",
        "(spawn (lambda () (let ((n 0)) (define (step) (set! n (+ n 1))) (step) (write n))))",
        // The choice of a thread is made here.
        "(define n 0) (define p (make-thread-pool 1))
         (thread-pool-push-task! p list (lambda (i) (set! n i) i)) (write n)",
        "(define n 0) (define (choose i) (set! n i) i) (define p (make-thread-pool 1))
         (thread-pool-push-task! p list choose) (write n)",
        // What reads it may run there.
        "(define n 0) (define (step) (set! n (+ n 1)) (show)) (define (show) (write n))
         (spawn step) (show)",
        // Nothing calls what reads it: it may be part of a library.
        "(define n 0) (define (step) (set! n (+ n 1))) (define (start) (spawn step)) (define (look) n)",
        // Nothing calls it.
        "(define n 0) (define (odd) (set! n 1) (even)) (define (even) (odd)) (write n)",
    ];
    for form in silent {
        let run = check(&format!("{imports} {form}"));
        assert!(
            !run.errors.contains("another process"),
            "{form}\n{}",
            run.errors
        );
    }
}

#[test]
fn parts_that_only_another_process_changes_are_reported() {
    let imports = "(import (pony) (util concurrent))";
    for (form, expected) in [
        (
            "(define v (make-vector 2 0)) (pfor-each (lambda (i) (vector-set! v i i)) '(0 1))
             (write v)",
            "only another process sees that `v` is changed",
        ),
        (
            "(define n 0) (par ((lambda () (set! n 1)))) (write n)",
            "only another process sees that `n` is assigned",
        ),
        (
            "(define n 0) (fork ((lambda () (set! n 1)))) (write n)",
            "only another process sees that `n` is assigned",
        ),
    ] {
        let run = check(&format!("{imports} {form}"));
        let found = headlines(&run);
        let wanted = format!("warning: {expected}");
        assert!(found.contains(&wanted), "{form}\n{}", run.errors);
    }
    let form = "(pmap (lambda (i) (let ((v (make-vector 2 0))) (vector-set! v 0 i) v)) '(0 1))";
    let run = check(&format!("{imports} (write {form})"));
    assert!(!run.errors.contains("another process"), "{}", run.errors);
}

/// Each name was sought in all libraries and among all names: these took forty seconds.
#[test]
fn very_many_unbound_names_are_reported_soon() {
    let directory = fresh_directory("unbound");
    let form = |index| format!("(define (f{index}) (unbound-name-{index}))\n");
    let forms: String = (0..8000).map(form).collect();
    let file = directory.join("unbound.scm");
    std::fs::write(&file, format!("(import (scheme base))\n{forms}")).expect("it can be written");
    let begin = std::time::Instant::now();
    let checked = run(mound().arg("check").arg(&file)).expect_status(3);
    let took = begin.elapsed();
    let unbound = checked.errors.matches("unbound variable").count()
        + checked.output.matches("unbound variable").count();
    assert_eq!(unbound, 8000);
    assert!(took.as_secs() < 20, "{took:?}");
}

#[test]
fn what_travels_with_procedures_is_shown_if_it_is_asked_for() {
    let directory = fresh_directory("travels");
    let text = "(import (scheme base) (termite process) (termite node) (shop price))
(define rate 3)
(define count 0)
(define (square n) (count!) (* rate n n))
(define (count!) (set! count (+ count 1)))
(define (ask node limit)
  (on node (lambda () (square (total limit)))))
(ask (current-node) 2)
";
    write(&directory.join("ask.scm"), text);
    let library = "(define-library (shop price) (import (scheme base)) (export total)
        (begin (define (total n) (+ n 1))))";
    write(&directory.join("shop/price.sld"), library);
    // All are named, however many there are.
    let many = "(import (scheme base) (termite))
(define (far node a b c d e f g h i j) (on node (lambda () (list a b c d e f g h i j))))
(far (current-node) 1 2 3 4 5 6 7 8 9 10)
";
    write(&directory.join("many.scm"), many);
    let mut command = mound();
    command.current_dir(&directory);
    let found = run(command.args(["check", "--travels", "many.scm"])).output;
    assert!(
        found.ends_with("takes along: a, b, c, d, e, f, g, h, i, j\n"),
        "{found}"
    );
    let travels = |more: &[&str]| {
        let mut command = mound();
        command.current_dir(&directory);
        let arguments = ["check", "--travels", "ask.scm"];
        run(command.args(arguments).args(more)).output
    };
    let takes = "takes along: count!, limit, rate, square, (shop price); stays: count";
    assert_eq!(travels(&[]), format!("ask.scm:7:12: {takes}\n"));
    let found = travels(&["--json"]);
    assert!(
        found.contains(&format!("\"travels\":\"{takes}\"")),
        "{found}"
    );
    assert!(found.contains("\"line\":7"), "{found}");
}
