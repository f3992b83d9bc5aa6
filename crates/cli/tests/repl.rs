//! The REPL on a pseudo-terminal, with keys as a person presses them.

#![cfg(target_os = "linux")]

mod support;

use std::path::Path;
use support::terminal::{CONTROL_C, CONTROL_D, Terminal, UP};
use support::{PlainNode, fresh_directory};

fn start(home: &Path) -> Terminal {
    Terminal::start(&["repl"], home)
}

/// Enters a form without a value. The prompt that is awaited is the one of the next line, and not that of
/// this one, which is drawn again with each key.
fn entered(terminal: &mut Terminal, form: &str, prompt: &str) {
    terminal.press(&format!("{form}\r"));
    terminal.expect("\r\n");
    terminal.expect(prompt);
}

/// Types a line and waits for the answer and the next prompt.
fn dialogue(terminal: &mut Terminal, line: &str, answer: &str, prompt: &str) {
    terminal.press(line);
    terminal.press("\r");
    terminal.expect(answer);
    terminal.expect(prompt);
}

#[test]
fn a_session_on_a_terminal() {
    let home = fresh_directory("repl");
    let mut terminal = start(&home);
    terminal.expect("mound> ");
    dialogue(&mut terminal, "(+ 1 2)", "3\r\n", "mound> ");

    // A form goes on until its brackets are closed.
    terminal.press("(list 'a\r");
    terminal.expect("... ");
    dialogue(&mut terminal, "'b)", "(a b)\r\n", "mound> ");

    // A name is completed.
    terminal.press("(vector-leng\t");
    terminal.expect("vector-length");
    dialogue(&mut terminal, " (vector 7 8 9 10 11))", "5\r\n", "mound> ");

    // Ctrl-C stops a form that runs, and one that waits, and nothing else.
    entered(&mut terminal, "(define kept 77)", "mound> ");
    terminal.press("(begin (display (* 111 111)) (newline) (let spin () (spin)))\r");
    terminal.expect("12321\r\n");
    terminal.press(CONTROL_C);
    terminal.expect("interrupted");
    terminal.expect("mound [1]> ");
    terminal.press("(begin (display (* 1111 1111)) (newline) (?))\r");
    terminal.expect("1234321\r\n");
    terminal.press(CONTROL_C);
    terminal.expect("interrupted");
    terminal.expect("mound [2]> ");
    dialogue(&mut terminal, "kept", "77\r\n", "mound [2]> ");
    dialogue(&mut terminal, ",abort", "mound [1]> ", "");
    dialogue(&mut terminal, ",abort", "mound> ", "");

    // An error keeps the frames, which can be looked at.
    entered(
        &mut terminal,
        "(define (inner x y) (+ (car x) y))",
        "mound> ",
    );
    dialogue(
        &mut terminal,
        "(list (inner 505 'other))",
        "car",
        "mound [1]> ",
    );
    dialogue(&mut terminal, ",bt", "inner", "mound [1]> ");
    dialogue(&mut terminal, ",abort", "mound> ", "");
    dialogue(&mut terminal, "(* 6 7)", "42\r\n", "mound> ");
    terminal.press(CONTROL_D);
    terminal.expect_end(0);

    // The next start knows the lines of this one.
    let mut terminal = start(&home);
    terminal.expect("mound> ");
    terminal.press(UP);
    terminal.expect("(* 6 7)");
    dialogue(&mut terminal, "", "42\r\n", "mound> ");
    terminal.press(",quit\r");
    terminal.expect_end(0);
}

#[test]
fn what_is_typed_during_an_evaluation_is_not_lost() {
    let home = fresh_directory("repl");
    let mut terminal = start(&home);
    terminal.expect("mound> ");
    // It ends when it is told so: nothing else can come before all lines are typed.
    entered(
        &mut terminal,
        "(define (wait) (begin (display 'waiting) (newline) (read-line)))",
        "mound> ",
    );
    terminal.press("(wait)\r");
    terminal.expect("waiting\r\n");
    terminal.press("go\r(* 111 3)\r(list 'a\r'b 'c)\r(* 1000 7)\r(* 11");
    terminal.expect("\"go\"");
    terminal.expect("333\r\n");
    terminal.expect("(a b c)\r\n");
    terminal.expect("7000\r\n");
    terminal.expect("(* 11");
    dialogue(&mut terminal, " 11)", "121\r\n", "mound> ");

    // Ctrl-C means all that was typed before it.
    terminal.press("(wait)\r");
    terminal.expect("waiting\r\n");
    terminal.press("go\r(begin (display 'spinning) (newline) (let spin () (spin)))\r(* 111 5)\r");
    terminal.expect("spinning\r\n");
    terminal.press(CONTROL_C);
    terminal.expect("interrupted");
    let shown = terminal.until("mound [1]> ");
    assert!(!shown.contains("555"), "{shown}");
    dialogue(&mut terminal, "(* 111 6)", "666\r\n", "mound [1]> ");
    // What was typed ahead is in the history.
    terminal.press(UP);
    terminal.expect("(* 111 6)");
    terminal.press(UP);
    terminal.expect("spinning");
    terminal.press(CONTROL_C);
    terminal.expect("Ctrl-D or ,quit ends.");
    terminal.expect("mound [1]> ");
    terminal.press(CONTROL_D);
    terminal.expect_end(0);
}

#[test]
fn control_d_right_behind_control_c_ends_it() {
    let spin = "(begin (display 'spinning) (newline) (let spin () (spin)))\r";
    for is_busy in [false, true] {
        let home = fresh_directory("repl");
        let mut terminal = start(&home);
        terminal.expect("mound> ");
        if is_busy {
            terminal.press(spin);
            terminal.expect("spinning\r\n");
        }
        terminal.press(&[CONTROL_C, CONTROL_D].concat());
        terminal.expect_end(0);
    }
}

#[test]
fn the_list_of_processes_tells_of_queues_and_pools() {
    let home = fresh_directory("repl");
    let mut terminal = start(&home);
    terminal.expect("mound> ");
    dialogue(
        &mut terminal,
        "(import (util concurrent))",
        "\r\n",
        "mound> ",
    );
    dialogue(
        &mut terminal,
        "(define q (make-shared-queue))",
        "\r\n",
        "mound> ",
    );
    dialogue(
        &mut terminal,
        "(shared-queue-put! q 77)",
        "77\r\n",
        "mound> ",
    );
    let status = "shared-queue: length 1, getters 0, putters 0, locked-by #f";
    dialogue(&mut terminal, ",processes", status, "mound> ");
}

#[test]
fn results_have_names_and_commands_help() {
    let home = fresh_directory("repl");
    let editor = [("VISUAL", "sed -i s/77/78/")];
    let mut terminal = Terminal::start_with(&["repl"], &home, &editor);
    terminal.expect("mound> ");
    dialogue(&mut terminal, "(+ 1 2)", "$1 = 3\r\n", "mound> ");
    dialogue(&mut terminal, "(* $1 100)", "$2 = 300\r\n", "mound> ");
    dialogue(&mut terminal, "(if #f #f)", "mound> ", "");
    dialogue(&mut terminal, "(list $1 $2)", "$3 = (3 300)\r\n", "mound> ");

    // Records and tables show what is in them.
    entered(
        &mut terminal,
        "(define-record-type point (make-point x y) point? (x point-x) (y point-y))",
        "mound> ",
    );
    let record = "#<point x: 1 y: (2 3)>\r\n";
    dialogue(&mut terminal, "(make-point 1 '(2 3))", record, "mound> ");
    entered(&mut terminal, "(define t (make-hash-table))", "mound> ");
    entered(&mut terminal, "(hash-table-set! t 'a \"one\")", "mound> ");
    dialogue(
        &mut terminal,
        "t",
        "#<hash-table (a . \"one\")>\r\n",
        "mound> ",
    );

    // Names are found, explained and shown.
    dialogue(
        &mut terminal,
        ",apropos vector-len",
        "vector-length",
        "mound> ",
    );
    dialogue(
        &mut terminal,
        ",doc if",
        "Only #f counts as false",
        "mound> ",
    );
    dialogue(
        &mut terminal,
        ",descrbe if",
        "did you mean ,describe?",
        "mound> ",
    );
    entered(&mut terminal, "(define (seven) 77)", "mound> ");
    dialogue(
        &mut terminal,
        ",source seven",
        "(define (seven) 77)\r\n  at input",
        "mound> ",
    );
    dialogue(
        &mut terminal,
        ",source caddr",
        "at lib/mound/base/",
        "mound> ",
    );
    dialogue(&mut terminal, ",edit seven", "mound> ", "");
    dialogue(&mut terminal, "(seven)", "= 78\r\n", "mound> ");
    dialogue(&mut terminal, ",process 1", "reductions", "mound> ");

    // An error can be tried again when its reason is gone.
    dialogue(
        &mut terminal,
        "(list (missing 1))",
        "unbound variable: missing",
        "mound [1]> ",
    );
    entered(
        &mut terminal,
        "(define (missing x) (* x 11))",
        "mound [1]> ",
    );
    dialogue(&mut terminal, ",retry", "= (11)\r\n", "mound> ");
    dialogue(&mut terminal, "exit", "(exit), ,quit or Ctrl-D", "mound> ");
    terminal.press(CONTROL_D);
    terminal.expect_end(0);
}

#[test]
fn a_computation_goes_on_after_an_error() {
    let home = fresh_directory("repl");
    let mut terminal = start(&home);
    terminal.expect("mound> ");

    // With a value in the place of what failed: an operation, a call, a call of `raise`.
    entered(&mut terminal, "(define seen '())", "mound> ");
    entered(
        &mut terminal,
        "(define (f x) (set! seen (cons 'before seen)) (* 2 (car x)))",
        "mound> ",
    );
    dialogue(&mut terminal, "(list (f 5) 1)", ",use VALUE", "mound [1]> ");
    dialogue(&mut terminal, ",use (+ 20 1)", "(42 1)\r\n", "mound> ");
    dialogue(&mut terminal, "seen", "(before)\r\n", "mound> ");
    dialogue(
        &mut terminal,
        "(list (raise 'oops))",
        "uncaught object: oops",
        "mound [1]> ",
    );
    dialogue(&mut terminal, ",again", "allows only", "mound [1]> ");
    dialogue(&mut terminal, ",use 'fine", "= (fine)\r\n", "mound> ");

    // By doing it again: the form itself is not evaluated anew. Its value has the number of the form.
    dialogue(
        &mut terminal,
        "(begin (set! seen '()) (f 1) (set! seen '()) (list (missing 7) seen))",
        "argument 1 must be a pair: 1",
        "mound [1]> ",
    );
    dialogue(
        &mut terminal,
        ",use 1",
        "unbound variable: missing",
        "mound [1]> ",
    );
    entered(&mut terminal, "(define missing list)", "mound [1]> ");
    dialogue(&mut terminal, "(+ 1 1)", "2\r\n", "mound [1]> ");
    dialogue(&mut terminal, ",again", "((7) ())\r\n", "mound> ");

    // An error in the value is one of its own; a test has none.
    dialogue(
        &mut terminal,
        "(if (< 'a 1) 2 3)",
        "must be a real number: a",
        "mound [1]> ",
    );
    dialogue(&mut terminal, ",use 5", "allows only", "mound [1]> ");
    dialogue(&mut terminal, ",abort", "mound> ", "");
    dialogue(
        &mut terminal,
        "(vector-ref #(1) 4)",
        ",use VALUE",
        "mound [1]> ",
    );
    dialogue(&mut terminal, ",use (cdr 9)", "cdr", "mound [2]> ");
    dialogue(&mut terminal, ",restarts", ",use VALUE", "mound [2]> ");
    dialogue(&mut terminal, ",abort", "mound [1]> ", "");
    dialogue(&mut terminal, ",use 11", "= 11\r\n", "mound> ");

    // What was interrupted goes on.
    entered(&mut terminal, "(define go-on #t)", "mound> ");
    terminal.press(
        "(begin (display (* 111 111)) (newline) (let loop ((n 0)) (if go-on (loop (+ n 1)) 'ended)))\r",
    );
    terminal.expect("12321\r\n");
    terminal.press(CONTROL_C);
    terminal.expect("interrupted");
    terminal.expect("mound [1]> ");
    entered(&mut terminal, "(set! go-on #f)", "mound [1]> ");
    dialogue(&mut terminal, ",again", "= ended\r\n", "mound> ");

    // A frame of it returns a value.
    entered(
        &mut terminal,
        "(define (spin) (display (* 333 333)) (newline) (let loop () (loop)))",
        "mound> ",
    );
    entered(
        &mut terminal,
        "(define (user) (list (spin) 'used))",
        "mound> ",
    );
    terminal.press("(user)\r");
    terminal.expect("110889");
    terminal.press(CONTROL_C);
    terminal.expect(",return N VALUE");
    terminal.expect("mound [1]> ");
    dialogue(&mut terminal, ",bt", "spin", "mound [1]> ");
    dialogue(
        &mut terminal,
        ",return 0 'back",
        "= (back used)\r\n",
        "mound> ",
    );
    terminal.press(CONTROL_D);
    terminal.expect_end(0);
}

#[test]
fn an_expression_is_evaluated_on_another_node() {
    let home = fresh_directory("repl");
    let node = PlainNode::start(&home);
    let mut terminal = start(&home);
    terminal.expect("mound> ");
    dialogue(
        &mut terminal,
        ",on nowhere 1",
        "it is given as host:port",
        "mound> ",
    );
    entered(&mut terminal, "(define (sq n) (* n n))", "mound> ");
    let line = format!(",on {} (list (current-node) (sq 12))", node.address);
    let answer = format!("(\"{}\" 144)", node.address);
    dialogue(&mut terminal, &line, &answer, "mound> ");
    let line = format!(",on {} (list (car 5))", node.address);
    let origin = format!("of {}: car: argument 1 must be a pair: 5", node.address);
    dialogue(&mut terminal, &line, &origin, "mound [1]> ");
}

/// What is on the line when something is printed, what is seen of it then, and the keys that complete it.
const MOMENTS: [(&str, &str, &str, &str); 5] = [
    ("nothing", "", "", "(+ 1 2)"),
    ("half a form", "(+ 1 ", "+", "2)"),
    (
        "a form whose beginning the cursor is at",
        "(+ 1 2)\x01",
        ")",
        "\x05",
    ),
    ("a second line", "(+ 1\r", "... ", "2)"),
    (
        "a menu of completions",
        "(list-\t",
        "list-copy",
        "\x15(+ 1 2)",
    ),
];

/// Processes that print when they are told to, by a file: no message can come from here while a line is edited.
struct Signs {
    directory: std::path::PathBuf,
}

impl Signs {
    fn of(terminal: &mut Terminal, home: &Path) -> Signs {
        let wait =
            "(define (await path) (if (not (file-exists? path)) (begin (? 0.02 #f) (await path))))";
        entered(terminal, wait, "mound> ");
        Signs {
            directory: home.to_owned(),
        }
    }

    /// The form that waits for a sign.
    fn wait(&self, name: &str) -> String {
        format!("(await \"{}\")", self.directory.join(name).display())
    }

    fn give(&self, name: &str) {
        std::fs::write(self.directory.join(name), "").expect("the directory is ours");
    }
}

#[test]
fn what_processes_print_appears_above_the_line_at_every_moment() {
    let home = fresh_directory("repl");
    let mut terminal = start(&home);
    terminal.expect("mound> ");
    let signs = Signs::of(&mut terminal, &home);
    for (number, (moment, before, seen, after)) in MOMENTS.into_iter().enumerate() {
        let sign = format!("go-{number}");
        // The text is put together, so that it is on the screen when it is printed only.
        let form = format!(
            "(spawn (lambda () {} (display (string-append \"from\" \" afar {number}\")) (newline)))\r",
            signs.wait(&sign)
        );
        terminal.press(&form);
        terminal.expect("#<process ");
        terminal.expect("mound> ");
        terminal.press(before);
        terminal.expect(seen);
        signs.give(&sign);
        terminal.expect(&format!("from afar {number}"));
        // The line is drawn again below it; a menu has a prompt of its own.
        terminal.expect("mound");
        terminal.press(after);
        terminal.press("\r");
        terminal.expect("= 3\r\n");
        terminal.expect("mound> ");
        println!("{moment}: shown");
    }

    // A report, and a part of a line.
    let form = format!(
        "(spawn (lambda () {} (display \"pa\") (car (list))))",
        signs.wait("part")
    );
    entered(&mut terminal, &form, "mound> ");
    terminal.press("(+ 20 ");
    terminal.expect("+");
    signs.give("part");
    terminal.expect("died at");
    terminal.expect("must be a pair: ()");
    terminal.expect("mound> ");
    terminal.press("2)\r");
    terminal.expect("= 22\r\n");

    // With the cursor above the last line, it waits until the line is entered.
    terminal.expect("mound> ");
    let printed = home.join("printed");
    let form = format!(
        "(spawn (lambda () {} (display (string-append \"at\" \" last\")) (newline) (call-with-output-file \"{}\" newline)))",
        signs.wait("last"),
        printed.display()
    );
    entered(&mut terminal, &form, "mound> ");
    terminal.press("(+ 1\r10\r");
    terminal.press(UP);
    signs.give("last");
    while !printed.exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    terminal.press("\x1b[B\x1b[B20)\r");
    terminal.expect("at last");
    terminal.expect("= 31\r\n");
    terminal.expect("mound> ");
    terminal.press(CONTROL_D);
    terminal.expect_end(0);
}

#[test]
fn a_report_begins_a_line_of_its_own_on_a_terminal() {
    let home = fresh_directory("repl");
    let program = home.join("part.scm");
    std::fs::write(&program, "(import (scheme base) (scheme write))\n(display \"pa\" )\n(display \"rt\")\n(list (car '()))\n")
        .expect("the directory is ours");
    let path = program.display().to_string();
    let mut terminal = Terminal::start(&["run", &path], &home);
    terminal.expect("part\r\nerror: car");
    terminal.expect_end(1);
}
