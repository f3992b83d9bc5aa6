//! The REPL on a pseudo-terminal, with keys as a person presses them.

#![cfg(target_os = "linux")]

mod support;

use std::path::Path;
use support::fresh_directory;
use support::terminal::{CONTROL_C, CONTROL_D, Terminal, UP};

fn start(home: &Path) -> Terminal {
    Terminal::start(&["repl"], home)
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
    terminal.press("(define kept 77)\r");
    terminal.expect("mound> ");
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
    terminal.press("(define (inner x y) (+ (car x) y))\r");
    terminal.expect("mound> ");
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
