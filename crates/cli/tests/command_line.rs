//! The commands of `mound`, as someone who types them sees them.

mod support;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use support::{
    Run, TIME_LIMIT, check_failures, compare_with_file, files, fresh_directory, in_parallel, mound,
    normalised, read, relative, run, run_with_input,
};

fn program(text: &str) -> PathBuf {
    let path = fresh_directory("program").join("program.scm");
    std::fs::write(&path, text).expect("temporary files can be written");
    path
}

fn run_program(text: &str, arguments: &[&str]) -> Run {
    run(mound().arg("run").arg(program(text)).args(arguments))
}

/// The statuses and the standard output that an expression leaves behind.
fn exit_status(expression: &str) -> Option<i32> {
    let text = format!("(import (scheme base) (scheme process-context))\n{expression}\n");
    run_program(&text, &[]).status
}

#[test]
fn run_gives_the_program_its_arguments() {
    let text = "(import (scheme base) (scheme write) (scheme process-context))
                (write (cdr (command-line)))";
    let run = run_program(text, &["a", "--zeal", "-c", "", "two words"]).expect_status(0);
    assert_eq!(run.output, r#"("a" "--zeal" "-c" "" "two words")"#);
}

#[test]
fn run_reads_a_program_from_standard_input() {
    let text = "(import (scheme base) (scheme write) (scheme process-context))
                (write (command-line))";
    let run = run_with_input(mound().args(["run", "-", "x"]), text).expect_status(0);
    assert_eq!(run.output, r#"("-" "x")"#);
}

/// A pipe gives each byte once.
#[test]
fn programs_and_bundles_are_read_from_pipes() {
    let text = "(import (scheme base) (scheme write))\n(write 'read)";
    let directory = fresh_directory("pipes");
    let program = directory.join("program.scm");
    std::fs::write(&program, text).expect("temporary files can be written");
    let bundle = directory.join("program.bundle");
    run(mound()
        .arg("bundle")
        .arg(&program)
        .arg("--output")
        .arg(&bundle))
    .expect_status(0);
    for file in [&program, &bundle] {
        let mut cat = Command::new("cat");
        let mut cat = cat
            .arg(file)
            .stdout(Stdio::piped())
            .spawn()
            .expect("cat runs");
        let pipe = cat.stdout.take().expect("it is piped");
        let output = mound().args(["run", "/dev/stdin"]).stdin(pipe).output();
        let output = output.expect("mound can be started");
        assert_eq!(output.stdout, b"read", "{output:?}");
        cat.wait().expect("cat ends");
    }
}

#[test]
fn programs_read_standard_input() {
    let text = "(import (scheme base) (scheme write))
                (let loop ((line (read-line)) (count 0))
                  (if (eof-object? line)
                      (write count)
                      (loop (read-line) (+ count (string-length line)))))";
    let run =
        run_with_input(mound().arg("run").arg(program(text)), "ab\nc\n\ndef").expect_status(0);
    assert_eq!(run.output, "6");
}

#[test]
fn the_status_says_how_the_program_ended() {
    assert_eq!(exit_status("(define x 1)"), Some(0));
    assert_eq!(exit_status("(exit)"), Some(0));
    assert_eq!(exit_status("(exit #t)"), Some(0));
    assert_eq!(exit_status("(exit 7)"), Some(7));
    assert_eq!(exit_status("(exit #f)"), Some(1));
    assert_eq!(exit_status("(exit 255)"), Some(255));
    assert_eq!(exit_status("(exit -1)"), Some(255));
    assert_eq!(exit_status("(exit 257)"), Some(1));
    // No failure becomes a success because the system keeps eight bits of it.
    assert_eq!(exit_status("(exit 256)"), Some(255));
    assert_eq!(exit_status("(exit (expt 2 100))"), Some(255));
    assert_eq!(exit_status("(emergency-exit 512)"), Some(255));
    assert_eq!(exit_status("(exit 'failed)"), Some(1));
    assert_eq!(exit_status("(car 1)"), Some(1));
    assert_eq!(exit_status("(raise 'x)"), Some(1));
    assert_eq!(exit_status("(car"), Some(3));
    assert_eq!(exit_status("(if)"), Some(3));
}

#[test]
fn a_wrong_command_line_has_status_2() {
    for arguments in [
        &["run"][..],
        &["no-such-command"],
        &["run", "--no-such-flag", "x"],
        &["run", "--seed", "1", "--schedulers", "2", "x"],
        &["run", "--seed", "1", "--listen", "localhost:0", "x"],
        // Where it would mean nothing.
        &["run", "--seed", "1", "--nodes", "2", "--metrics", "0", "x"],
        &["eval", "--metrics", "0", "1"],
        &["check", "--metrics", "0", "x"],
        &["test", "--metrics", "0", "x"],
    ] {
        let run = run(mound().args(arguments)).expect_status(2);
        assert!(run.errors.contains("Usage:"), "{run:?}");
        assert_eq!(run.output, "");
    }
}

/// What is meant is told, of words of other tools as well.
#[test]
fn a_command_that_there_is_not_has_a_tip() {
    let place = fresh_directory("tips");
    std::fs::write(place.join("hello.scm"), "").expect("temporary files can be written");
    std::fs::create_dir(place.join("empty")).expect("temporary files can be written");
    for (arguments, status, tip) in [
        (&["hello.scm"][..], 2, "`mound run hello.scm`"),
        (&["runn", "hello.scm"], 2, "'run'"),
        (&["-e", "1"], 2, "`mound eval EXPRESSION`"),
        (&["run", "-e", "1"], 2, "`mound eval EXPRESSION`"),
        (&["compile", "hello.scm"], 2, "`mound build FILE`"),
        (&["start"], 2, "`mound node --listen HOST:PORT`"),
        (&["shell"], 2, "`mound repl`"),
        (&["version"], 2, "`mound --version`"),
        (&["run", "--seed", "x", "hello.scm"], 2, "a whole number"),
        (&["run", "hello"], 3, "did you mean hello.scm?"),
        (&["run", "helo.scm"], 3, "did you mean hello.scm?"),
        (&["run", "Hello.scm"], 3, "did you mean hello.scm?"),
        (&["check", "hallo.scm"], 3, "did you mean hello.scm?"),
        (
            &["run", "--port", "3000", "hello.scm"],
            2,
            "`--listen HOST:PORT`",
        ),
        (&["run", "--watch", "hello.scm"], 2, "`mound test --watch`"),
        (&["--verbose", "run", "hello.scm"], 2, "--log debug"),
        (&["node", "--listen", "3000"], 2, "as in localhost:3000 or"),
        (&["attach", "example.org"], 2, "as in example.org:3001 or"),
        (&["eval", "1", "2"], 2, "mound eval '(+ 1 2)'"),
        (&["node", "3000"], 2, "as in --listen localhost:3001"),
        (&["top"], 2, "as in localhost:3001"),
        (&["report", "hello.scm"], 2, "an expression, as a name"),
        (&["run", "--fuel", "hello.scm"], 2, "fuel is a whole number"),
        (&["install", "fred/hello"], 1, "as in github.com/fred/hello"),
        (&["install", "github.com"], 1, "as in github.com/fred/hello"),
        (&["report", "hello.scm", "nope"], 1, "command line:1:1"),
        (&["run", "empty"], 3, "a program is one file"),
        (&["check", "empty"], 3, "no programs or libraries in empty"),
        (&["test", "missing"], 3, "there is no missing"),
    ] {
        let run = run(mound().current_dir(&place).args(arguments)).expect_status(status);
        assert!(run.errors.contains(tip), "{arguments:?}: {run:#?}");
    }
}

#[test]
fn numbers_out_of_range_are_refused() {
    for (flag, value, expected) in [
        ("--memory", "0", "no process runs without memory"),
        ("--schedulers", "8000", "8000 is not in 0..=1024"),
    ] {
        let run = run(mound().args(["eval", flag, value, "1"])).expect_status(2);
        assert!(run.errors.contains(expected), "{run:?}");
    }
    let run = run(mound().args(["eval", "1"]).env("MOUND_MEMORY", "0"));
    assert_ne!(run.status, Some(0));
    assert!(run.errors.contains("MOUND_MEMORY: no process"), "{run:?}");
}

#[test]
fn messages_of_the_system_come_without_its_numbers() {
    let missing = run(mound().args(["run", "no-such-file.scm"])).expect_status(3);
    let expected = "error: cannot read no-such-file.scm: no such file or directory\n";
    assert_eq!(missing.errors, expected);
}

#[test]
fn a_file_that_includes_itself_is_told_of_with_the_files_between() {
    let first = program("(import (scheme base))\n(include \"second.scm\")\n");
    let second = first.with_file_name("second.scm");
    let directory = first.parent().expect("it is in a directory");
    let inner = directory.file_name().expect("it has a name").display();
    let text = format!("(include \"../{inner}/program.scm\")");
    std::fs::write(&second, text).expect("it can be written");
    let run = run(mound().arg("run").arg("program.scm").current_dir(directory)).expect_status(3);
    let chain = format!("program.scm -> second.scm -> ../{inner}/program.scm");
    assert!(
        run.errors.contains(&format!("includes itself: {chain}")),
        "{run:?}"
    );
    assert!(run.errors.contains("--> second.scm:1:10"), "{run:?}");
}

#[test]
fn a_nul_is_part_of_no_name() {
    let run = run_program("(define x 1)\n(define a\0b 2)\n", &[]).expect_status(3);
    assert!(run.errors.contains("NUL character"), "{run:?}");
    assert!(run.errors.contains("program.scm:2:9"), "{run:?}");
}

#[test]
fn a_misspelt_setting_of_the_environment_is_an_error() {
    let eval = |said: &str| run(mound().args(["eval", "(+ 1 2)"]).env("MOUND_NATIVE", said));
    for said in ["on", "checked", "off", ""] {
        assert_eq!(eval(said).expect_status(0).output.trim(), "3");
    }
    let wrong = eval("of");
    assert_ne!(wrong.status, Some(0));
    let expected = "MOUND_NATIVE: expected `on`, `checked` or `off`, found `of`";
    assert!(wrong.errors.contains(expected), "{}", wrong.errors);
}

#[test]
fn a_program_whose_process_is_terminated_has_failed() {
    let imports = "(import (scheme base) (scheme write) (termite process)) (display 1)";
    let end = "(define main (self)) (spawn (lambda () (terminate! main))) (?) (display 2)";
    for seed in [&[][..], &["--seed", "7"]] {
        let run = run_program(&format!("{imports} {end}"), seed).expect_status(1);
        assert_eq!(run.output, "1");
        assert!(run.errors.contains("was terminated"), "{run:?}");
    }
    // Who ends itself means it.
    for end in ["(shutdown!)", "(halt!)"] {
        let run = run_program(&format!("{imports} {end} (display 2)"), &[]).expect_status(0);
        assert_eq!((run.output.as_str(), run.errors.as_str()), ("1", ""));
    }
}

#[test]
fn a_library_whose_process_is_terminated_is_not_loaded() {
    let directory = fresh_directory("gone");
    let library = "(define-library (gone) (import (scheme base) (termite process)) (export x)
                     (begin (terminate! (self)) (? 1 0) (define x 1)))";
    let program = "(import (scheme base) (scheme eval) (scheme write))
                   (write (guard (e (#t (error-object-message e)))
                     (eval 'x (environment '(gone)))))";
    for (name, text) in [("gone.sld", library), ("program.scm", program)] {
        std::fs::write(directory.join(name), text).expect("temporary files can be written");
    }
    let run = run(mound().arg("run").arg(directory.join("program.scm"))).expect_status(0);
    let expected = "\"the body of a library ended its process\"";
    assert_eq!(run.output, expected, "{run:?}");
}

#[test]
fn the_repl_goes_on_when_its_process_has_ended() {
    let forms = "(import (termite process))
                 (define kept 77)
                 (shutdown!)
                 (list kept 1)
                 (terminate! (self))
                 (list kept 2)
                 (define me (self))
                 (wait-for (spawn (lambda () (terminate! me))))
                 (list kept 3)";
    let run = run_with_input(mound().arg("repl"), forms).expect_status(0);
    // The last is ended in between, or when it waits for the next form.
    for kept in ["(77 1)", "(77 2)", "(77 3)"] {
        assert!(run.output.contains(kept), "{run:?}");
    }
    assert!(run.errors.matches("has ended").count() >= 2, "{run:?}");
}

#[test]
fn a_missing_program_is_told_by_name() {
    let run = run(mound().args(["run", "no-such-file.scm"])).expect_status(3);
    assert!(run.errors.contains("no-such-file.scm"), "{run:?}");
}

#[test]
fn output_is_complete_when_a_program_ends_in_the_middle() {
    let text = "(import (scheme base) (scheme write) (scheme process-context))
                (do ((i 0 (+ i 1))) ((= i 20000)) (write i) (newline))
                (exit 5)";
    let run = run_program(text, &[]).expect_status(5);
    assert_eq!(run.output.lines().count(), 20000);
    assert!(run.output.ends_with("19999\n"));
}

#[test]
fn libraries_are_found_beside_the_program_and_in_directories() {
    let directory = fresh_directory("libraries");
    let library = |name: &str, value: &str| {
        format!(
            "(define-library (my {name}) (import (scheme base)) (export {name})
               (begin (define {name} {value})))"
        )
    };
    for (place, name) in [("beside", "near"), ("flag", "far"), ("variable", "wide")] {
        let path = directory.join(place).join("my");
        std::fs::create_dir_all(&path).expect("temporary files can be written");
        std::fs::write(
            path.join(format!("{name}.sld")),
            library(name, &format!("'{place}")),
        )
        .expect("temporary files can be written");
    }
    let program = directory.join("beside/program.scm");
    let text = "(import (scheme base) (scheme write) (my near) (my far) (my wide))
                (write (list near far wide))";
    std::fs::write(&program, text).expect("temporary files can be written");
    let run = run(mound()
        .env("MOUND_PATH", directory.join("variable"))
        .arg("run")
        .arg("-I")
        .arg(directory.join("flag"))
        .arg(&program))
    .expect_status(0);
    assert_eq!(run.output, "(beside flag variable)");
    let nowhere = mound()
        .args(["run", "-I", "/no/such/directory"])
        .arg(&program)
        .output();
    let errors = String::from_utf8(nowhere.expect("it ends").stderr).expect("it is text");
    let hint = "there is no directory /no/such/directory, in which -I or MOUND_PATH says to look";
    assert!(errors.contains(hint), "{errors}");
}

#[test]
fn eval_prints_the_values() {
    let forms = r#"(define x 3) (* x 2) "a" (if #f #f) (list #\a 1.5)"#;
    let run = run(mound().args(["eval", forms])).expect_status(0);
    assert_eq!(run.output, "6\n\"a\"\n(#\\a 1.5)\n");
}

#[test]
fn eval_stops_at_an_error() {
    let run = run(mound().args(["eval", "1 (car 2) 3"])).expect_status(1);
    assert_eq!(run.output, "1\n");
    assert!(
        run.errors.contains("car: argument 1 must be a pair: 2"),
        "{run:?}"
    );
}

#[test]
fn eval_of_what_cannot_be_read_exits_with_3() {
    let _ = run(mound().args(["eval", "(car"])).expect_status(3);
}

#[test]
fn eval_exits_with_the_status_it_is_told() {
    let _ = run(mound().args(["eval", "(exit 4) 5"])).expect_status(4);
}

fn repl(input: &str) -> Run {
    run_with_input(mound().arg("repl"), input)
}

#[test]
fn the_repl_goes_on_after_errors() {
    let run = repl("(car 1)\n2\n(no-such-thing)\n(if)\n3\n(raise 'x)\n4\n").expect_status(0);
    assert_eq!(run.output, "2\n3\n4\n");
    for message in [
        "must be a pair",
        "no-such-thing",
        "`if` wants",
        "uncaught object: x",
    ] {
        assert!(run.errors.contains(message), "{message}: {run:?}");
    }
}

#[test]
fn the_repl_has_commands() {
    let run = repl(
        ",describe car\n\
         (define (fact n) (if (= n 0) 1 (* n (fact (- n 1)))))\n\
         ,describe fact\n,describe nonsense\n\
         ,expand (let ((x 1)) (when x 2))\n\
         ,disassemble fact\n,time (fact 20)\n\
         ,trace fact\n(fact 1)\n,untrace fact\n(fact 3)\n,trace car\n(car '(8 9))\n\
         ,import (srfi 1)\n(+ 1 ; a comment\n   `,(* 2 3))\n,processes\n\
         ,quit\n(display \"not reached\")\n",
    )
    .expect_status(0);
    assert_eq!(run.errors, "");
    for expected in [
        "(car pair): ",
        "  from lib/mound/base/pairs.scm\n",
        "\nfact is bound here, and has no documentation\n  #<procedure fact>\nnonsense is not bound here\n",
        "(let ((x.0 1)) (if x.0 2 (unspecified)))\n",
        "function 1 (1 argument, 6 slots)   ; fact n; standard input:2\n",
        "\n2432902008176640000\n  ",
        " bytes allocated\n(fact 1)\n  (fact 0)\n  fact => 1\nfact => 1\n1\n6\n(car (8 9))\ncar => 8\n8\n7\n",
        "process  name ",
        " repl ",
    ] {
        assert!(run.output.contains(expected), "{expected}: {run:#?}");
    }
    assert!(!run.output.contains("not reached"), "{run:#?}");
}

#[test]
fn the_repl_describes_what_libraries_say_of_themselves() {
    let directory = fresh_directory("described");
    let write = |name: &str, text: &str| {
        std::fs::write(directory.join(name), text).expect("a file can be written");
    };
    write(
        "shapes.sld",
        "(define-library (shapes)\n  (import (scheme base))\n  (export area)\n  \
         (begin\n    ;;> (area width height): how large a rectangle is.\n    \
         (define (area width height) (* width height))))\n",
    );
    write(
        "tools.scm",
        ";;> (twice x): x and x.\n(define (twice x) (+ x x))\n(define (other x) x)\n",
    );
    let text = format!(
        "(import (shapes))\n,describe area\n,load {}\n,describe twice\n,describe other\n",
        directory.join("tools.scm").display()
    );
    let run = run_with_input(mound().arg("repl").arg("-I").arg(&directory), &text).expect_status(0);
    for expected in [
        "(area width height): how large a rectangle is.\n  from ",
        "shapes.sld\n",
        "(twice x): x and x.\n  from ",
        "tools.scm\n",
        "other is bound here, and has no documentation\n",
    ] {
        assert!(run.output.contains(expected), "{expected}: {run:#?}");
    }
}

#[test]
fn wrong_commands_of_the_repl_are_errors() {
    let run = repl(
        ",bt\n,nothing\n,trace\n,trace no-such-name\n,load /no/such/file\n,disassemble 5\n\
         ,expand (if)\n,frame x\n1\n",
    )
    .expect_status(0);
    assert_eq!(run.output, "there was no error\n1\n");
    for expected in [
        "error: there is no command ,nothing",
        "error: ,trace needs an argument: ,trace NAME\n",
        "error: no-such-name is not bound here\n",
        "error: /no/such/file: ",
        "this is not a procedure of Mound code\n",
        "error: `if` wants",
        "error: ,frame needs a number\n",
    ] {
        assert!(run.errors.contains(expected), "{expected}: {run:#?}");
    }
}

#[test]
fn the_repl_keeps_the_stack_of_an_error() {
    let run = repl(
        "(define (inner x y) (+ (car x) y))\n\
         (define (outer z) (list (inner z 'other) z))\n(list (outer 505))\n\
         ,bt\n,frame 0\n,up\n,up\n,up\n,down\n,abort\n,bt\n",
    )
    .expect_status(0);
    let expected = "\
>  0 inner at standard input:1:24
   1 outer at standard input:2:25
   2 top level at standard input:3:7
  ,use VALUE       goes on with a value in the place of what failed
  ,again           does what failed or was interrupted again, and goes on
  ,return N VALUE  goes on as if frame N had returned the value
  ,retry           evaluates the whole form again
  ,abort           forgets the error
   0 inner at standard input:1:24
       (define (inner x y) (+ (car x) y))
     x = 505
     y = other
   1 outer at standard input:2:25
       (define (outer z) (list (inner z 'other) z))
     z = 505
   2 top level at standard input:3:7
       (list (outer 505))
there is no such frame
   1 outer at standard input:2:25
       (define (outer z) (list (inner z 'other) z))
     z = 505
there was no error
";
    assert_eq!(run.output, expected);
}

/// What the REPL prints for definitions, forms that die, and what is done about each.
fn returned(definitions: &str, forms: &[(&str, &str)]) -> Vec<String> {
    let mut input = definitions.to_owned();
    for (form, command) in forms {
        input.push_str(&format!("{form}\n{command}\n"));
    }
    let run = repl(&input).expect_status(0);
    assert!(!run.errors.contains("internal"), "{}", run.errors);
    run.output.lines().map(str::to_owned).collect()
}

#[test]
fn a_frame_of_a_computation_that_died_returns_a_value() {
    let definitions = "\
(define (inner x y) (+ (car x) y))
(define (outer z) (list (inner z 'other) z))
(define (deep n) (if (= n 0) (car n) (+ 1 (deep (- n 1)))))
(define (with-copy x) (list (call/cc (lambda (k) (list k (list (call/cc (lambda (l) (list l (car x))))))))))
";
    let shown = returned(
        definitions,
        &[
            ("(list (outer 505))", ",return 0 (* 6 7)"),
            ("(list (outer 505))", ",return 1 'x"),
            ("(list (outer 505))", ",return 2 'all"),
            ("(list (raise 'oops))", ",return 0 'raised"),
            // The frames are in chunks of several continuations.
            ("(deep 40)", ",return 10 100"),
            ("(deep 40)", ",return 40 'is-first"),
            ("(map length (with-copy 5))", ",return 0 '(1 2 3)"),
        ],
    );
    assert_eq!(
        shown,
        [
            "((42 505))",
            "(x)",
            "all",
            "raised",
            "130",
            "is-first",
            "(2)"
        ]
    );
}

#[test]
fn a_frame_that_returns_leaves_parameters_handlers_and_winders() {
    let definitions = "\
(define p (make-parameter 'outside))
(define q (make-parameter 'outside))
(define seen '())
(define (note what) (set! seen (cons (list what (p)) seen)))
(define (one x) (parameterize ((p 'one)) (list (car x))))
(define (two x) (list (parameterize ((p 'two)) (list (parameterize ((q 'two)) (list (car x)))))))
(define (both x) (list (parameterize ((p 'both) (q 'both)) (list (one x) (p) (q)))))
(define (wound x) (dynamic-wind (lambda () (note 'in)) (lambda () (list (one x))) (lambda () (note 'out))))
(define (round x) (parameterize ((p 'round)) (list (wound x) (p))))
(define (handled x) (with-exception-handler (lambda (e) (list (car e))) (lambda () (list (raise-continuable x)))))
(define (caught x) (guard (e ((symbol? e) (list 'caught e))) (list (one x)) (raise 'later)))
(define (passed x) (guard (e ((symbol? e) (list 'caught e))) (list (list (one x)) (p))))
(define (state value) (list value (p) (q)))
";
    let shown = returned(
        definitions,
        &[
            ("(state (one 5))", ",return 0 1"),
            ("(state (two 5))", ",return 0 2"),
            // In the parameters of the frame that gets the value.
            ("(state (both 5))", ",return 0 3"),
            ("(state (both 5))", ",return 1 4"),
            // The `after` thunks run, with the parameters that they had.
            ("(state (round 5))", ",return 3 5"),
            ("seen", "(set! seen '())"),
            ("(state (round 5))", ",return 0 6"),
            ("seen", "(set! seen '())"),
            // Within a handler, and where others are installed.
            ("(state (handled 5))", ",return 0 7"),
            ("(state (caught 5))", ",return 0 8"),
            ("(state (passed 5))", ",return 0 9"),
        ],
    );
    assert_eq!(
        shown,
        [
            "(1 outside outside)",
            "(2 outside outside)",
            "(((3 both both)) outside outside)",
            "((4) outside outside)",
            "(5 outside outside)",
            "((out round) (in round))",
            "(((6) round) outside outside)",
            "((out round) (in round))",
            "((7) outside outside)",
            "((caught later) outside outside)",
            "(((9) outside) outside outside)",
        ]
    );
}

#[test]
fn what_cannot_return_is_told() {
    let input = "\
(define (f x) (let ((g (lambda (y) (list (car y))))) (list (g x))))
,return 0 1
(f 5)
,bt
,return
,return x 1
,return 0
,return 77 1
,return 0 1
,return 1 2
";
    let run = repl(input).expect_status(0);
    let expected = "\
there was no error
>  0 g in f at standard input:1:42
   1 f at standard input:1:1
   2 top level at standard input:3:1
  ,use VALUE       goes on with a value in the place of what failed
  ,again           does what failed or was interrupted again, and goes on
  ,return N VALUE  goes on as if frame N had returned the value
  ,retry           evaluates the whole form again
  ,abort           forgets the error
2
";
    assert_eq!(run.output, expected);
    for said in [
        "error: ,return needs an argument",
        "error: ,return needs the number of a frame and a value\n",
        "error: ,return needs a value after the number of the frame\n",
        "error: there are 3 frames, from 0\n",
        "error: g in f has no frame of its own, as the compiler put its body into f\n  \
         hint: ,return 1 VALUE returns from f\n",
    ] {
        assert!(run.errors.contains(said), "{said}: {}", run.errors);
    }
}

#[test]
fn the_repl_reads_on_at_the_next_line_after_what_it_cannot_read() {
    let run = repl("1 )\n2\n(list #x12g 5)\n3\n(unfinished\n").expect_status(0);
    assert_eq!(run.output, "1\n2\n3\n");
    assert!(run.errors.contains("closes nothing"), "{run:?}");
    assert!(run.errors.contains("never closed"), "{run:?}");
}

#[test]
fn the_repl_keeps_definitions_and_lets_them_change() {
    let run = repl(
        "(define (f x)\n  (* x\n     2))\n(define (g) (f 4))\n(g)\n\
         (define (f x) (- x))\n(g)\n\
         (define-syntax twice (syntax-rules () ((_ e) (list e e))))\n(twice (g))\n\
         (define-record-type point (make-point x) point? (x point-x))\n(point-x (make-point 1))\n\
         (define n 1)\n(set! n (+ n 1))\nn\n",
    )
    .expect_status(0);
    assert_eq!(run.output, "8\n-4\n(-4 -4)\n1\n2\n");
}

#[test]
fn the_repl_imports_libraries_and_has_processes() {
    let run = repl(
        "(import (srfi 1))\n(iota 3)\n(import (termite process))\n(define me (self))\n\
         (define p (spawn (lambda () (! me 'hello))))\n(?)\n",
    )
    .expect_status(0);
    assert_eq!(run.output, "(0 1 2)\nhello\n");
}

#[test]
fn the_repl_tells_of_errors_in_libraries() {
    let place = fresh_directory("bad-library");
    let library = "(define-library (bad) (import (scheme base)) (export x)\n\
                   (begin (define x (car 5))))\n";
    std::fs::write(place.join("bad.sld"), library).expect("temporary files can be written");
    let input = "(import (bad))\nx\n(+ 1 2)\n";
    let run = run_with_input(mound().args(["repl", "-I", "."]).current_dir(&place), input);
    let told = "error: car: argument 1 must be a pair: 5";
    // Also what is typed next needs the library, which is not there.
    assert_eq!(run.errors.matches(told).count(), 2, "{run:#?}");
    assert_eq!(run.output, "3\n", "{run:#?}");
    let run = run_with_input(
        mound().args(["repl", "-I", "."]).current_dir(&place),
        "(import (bad))\n,restarts\n,use 3\n",
    );
    assert!(!run.output.contains(",use"), "{run:#?}");
    assert!(run.errors.contains("this error allows only"), "{run:#?}");
    // Somebody mends the library, and loads it again.
    let mut repl = mound();
    let repl = repl.args(["repl", "-I", "."]).current_dir(&place);
    let mend = "(import (bad))\n(import (scheme base) (scheme file) (scheme write))\n\
                (call-with-output-file \"bad.sld\" (lambda (port) (write '(define-library (bad) \
                (import (scheme base)) (export x) (begin (define x 5))) port)))\n,reload\nx\n";
    let run = run_with_input(repl, mend);
    assert_eq!(run.output.lines().last(), Some("5"), "{run:#?}");
}

#[test]
fn the_repl_ends_with_the_status_it_is_told() {
    let run = repl("(display \"x\")\n(exit 3)\n(display \"y\")\n").expect_status(3);
    assert_eq!(run.output, "x");
}

/// The line editor needs a terminal; `script` makes one.
#[test]
fn the_repl_greets_on_a_terminal() {
    let found = Command::new("script")
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if !found.is_ok_and(|status| status.success()) {
        eprintln!("skipped: there is no `script` of util-linux");
        return;
    }
    let mut command = Command::new("script");
    command
        .arg("-qec")
        .arg(format!("'{}' repl", env!("CARGO_BIN_EXE_mound")))
        .arg("/dev/null")
        .env("MOUND_HOME", fresh_directory("home"))
        .env("TERM", "xterm");
    // The answer to the question where the cursor is, then Ctrl-D.
    let run = run_with_input(&mut command, "\u{1b}[1;1R\u{4}");
    assert!(run.in_time, "it took more than {TIME_LIMIT:?}");
    assert!(run.output.contains("Mound 0."), "{run:?}");
}

#[test]
fn a_node_needs_a_place_for_its_key() {
    let homeless = || {
        let mut command = mound();
        command.env_remove("MOUND_HOME").env_remove("HOME");
        command
    };
    let path = program("(import (scheme base))\n");
    // Who meets no nodes needs none.
    run(homeless().arg("run").arg(&path)).expect_status(0);
    let mut empty = homeless();
    // An empty word is not "the directory where it was started".
    empty
        .env("HOME", fresh_directory("home"))
        .env("MOUND_HOME", "");
    for mut command in [homeless(), empty] {
        command
            .args(["run", "--listen", "localhost:0"])
            .arg(&path)
            .stdin(Stdio::null());
        let run = run(&mut command).expect_status(4);
        assert!(run.errors.contains("set MOUND_HOME"), "{run:?}");
    }
}

#[test]
fn disassemble_shows_the_functions() {
    let path = program("(import (scheme base))\n(define (double x) (* x 2))\n(double 4)\n");
    let run = run(mound().arg("disassemble").arg(&path)).expect_status(0);
    assert!(run.output.contains("function 0"), "{run:?}");
    assert!(run.output.contains("double"), "{run:?}");
    assert!(run.output.contains("multiply"), "{run:?}");
}

#[test]
fn disassemble_shows_machine_code_beside_bytecode() {
    let path = program("(import (scheme base))\n(define (double x) (* x 2))\n(double 4)\n");
    let mut command = mound();
    command.args(["disassemble", "--native"]).arg(&path);
    let run = run(&mut command).expect_status(0);
    let (_, function) = run
        .output
        .split_once("\nfunction 1")
        .expect("there are two");
    let order = [
        "block 0",
        "multiply",
        "machine code (",
        "entry:",
        // The instruction, and what it has become.
        "; multiply",
        "mul",
        "; return",
        "seldom executed:",
        "; step",
    ];
    let mut rest = function;
    for wanted in order {
        let Some((_, after)) = rest.split_once(wanted) else {
            panic!("no {wanted} where it should be:\n{function}");
        };
        rest = after;
    }
}

#[test]
fn version_and_help_are_told() {
    let version = run(mound().arg("--version")).expect_status(0);
    let lines: Vec<&str> = version.output.lines().collect();
    assert!(
        lines[0].starts_with(concat!("mound ", env!("CARGO_PKG_VERSION"), " (")),
        "{version:?}"
    );
    for subject in ["processor:", "protocol:", "bytecode:", "libraries:"] {
        let said = lines.iter().any(|line| line.starts_with(subject));
        assert!(said, "{subject}: {version:?}");
    }
    let first = run(mound().arg("-V")).expect_status(0);
    assert_eq!(first.output.trim_end(), lines[0]);
    let help = run(mound().arg("--help")).expect_status(0);
    for word in ["run", "repl", "eval", "node", "disassemble", "Exit status:"] {
        assert!(help.output.contains(word), "{word}: {}", help.output);
    }
    assert!(!help.output.contains("zeal"), "flags for tests are hidden");
}

#[test]
fn completions_and_manual_pages_know_all_commands() {
    for shell in ["bash", "zsh", "fish"] {
        let script = run(mound().args(["completions", shell])).expect_status(0);
        for word in ["simulate", "cluster", "invite", "disassemble"] {
            assert!(script.output.contains(word), "{shell}: no {word}");
        }
    }
    let unknown = run(mound().args(["completions", "teletype"])).expect_status(2);
    assert!(unknown.errors.contains("[possible values:"), "{unknown:?}");

    let directory = fresh_directory("manual").join("man1");
    run(mound().arg("manual").arg(&directory)).expect_status(0);
    let page = read(&directory.join("mound-cluster-invite.1"));
    assert!(page.contains(".TH") && page.contains("roles"), "{page}");
    let page = read(&directory.join("mound.1"));
    assert!(page.contains("mound\\-simulate(1)"), "{page}");

    let file = fresh_directory("manual").join("file");
    std::fs::write(&file, "").expect("temporary files can be written");
    let failed = run(mound().arg("manual").arg(file.join("man1"))).expect_status(1);
    assert!(
        failed.errors.contains("cannot write manual pages"),
        "{failed:?}"
    );
}

#[test]
fn a_node_that_cannot_listen_has_status_4() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = taken.local_addr().expect("it listens").to_string();
    let refused = run(mound().args(["node", "--listen", &address])).expect_status(4);
    assert!(refused.errors.contains(&address), "{refused:?}");
    assert!(refused.errors.contains("port 0 takes one"), "{refused:?}");
    let wrong = run(mound().args(["node", "--listen", "nonsense"])).expect_status(2);
    assert!(wrong.errors.contains("nonsense"), "{wrong:?}");
}

/// What a program of `tests/errors` reports, against the `.err` beside it.
fn report_failure(path: &Path) -> Option<String> {
    let name = relative(path);
    let run = run(mound().args(["run", &name]));
    let status = run
        .status
        .map_or("none".to_owned(), |status| status.to_string());
    let found = format!("{}status {status}\n", normalised(&run.errors));
    compare_with_file(&path.with_extension("err"), &found)
        .map(|difference| format!("{name}: {difference}"))
}

/// `UPDATE_EXPECT=1` writes them anew.
#[test]
fn error_reports_are_as_written_down() {
    let programs = files("tests/errors", "scm");
    assert!(programs.len() > 10, "they are not where they were");
    let failures = in_parallel(&programs, |path| report_failure(path));
    check_failures(failures.into_iter().flatten().collect());
}

#[test]
fn reports_are_compared_without_numbers_and_times() {
    assert_eq!(
        normalised("process 5.17 died: process N, #<process 12>, process 3."),
        "process N died: process N, #<process N>, process N."
    );
    assert_eq!(
        normalised("process 7 (bank) died at 2024-02-29T23:59:59.007Z\nerror"),
        "process N (bank) died at T\nerror"
    );
    assert_eq!(normalised("it died at noon\n"), "it died at noon\n");
    assert!(
        read(&support::root().join("tests/errors/linked-process-dies.err"))
            .contains("process N died at T\n")
    );
}

#[test]
fn top_wants_the_address_of_a_node() {
    for address in ["localhost", ":3001", "localhost:99999", "localhost:port"] {
        let run = support::run(mound().args(["top", "--once", address])).expect_status(2);
        assert!(run.errors.contains("as in localhost:3001"), "{run:#?}");
    }
}

#[test]
fn check_knows_no_options_that_mean_nothing_to_it() {
    let help = support::run(mound().args(["check", "--help"])).expect_status(0);
    for option in [
        "--schedulers",
        "--memory",
        "--limits",
        "--node-timeout",
        "--no-native",
    ] {
        assert!(!help.output.contains(option), "{option}: {}", help.output);
        let run = support::run(mound().args(["check", option, "4", "x.scm"]));
        assert_eq!(run.status, Some(2), "{run:#?}");
    }
    assert!(help.output.contains("--strict") && help.output.contains("-I <DIR>"));
}

#[test]
fn messages_of_the_system_have_no_numbers() {
    let run = support::run(mound().env("MOUND_HOME", "/proc/nowhere").args([
        "node",
        "--listen",
        "127.0.0.1:0",
    ]));
    assert_eq!(run.status, Some(4), "{run:#?}");
    assert!(
        run.errors
            .contains("/proc/nowhere: no such file or directory"),
        "{run:#?}"
    );
    assert!(!run.errors.contains("os error"), "{run:#?}");
}
