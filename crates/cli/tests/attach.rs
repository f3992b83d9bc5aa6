//! `mound attach`: a prompt inside of a running node, on a pseudo-terminal and without one.

#![cfg(target_os = "linux")]

mod support;

use std::path::Path;
use support::terminal::{CONTROL_C, CONTROL_D, Terminal};
use support::{PlainNode, fresh_directory, mound, run_with_input};

fn attach(node: &PlainNode, home: &Path) -> Terminal {
    let mut terminal = Terminal::start(&["attach", &node.address], home);
    terminal.expect("Attached to ");
    terminal.expect(&format!("{}> ", node.address));
    terminal
}

fn dialogue(terminal: &mut Terminal, line: &str, answer: &str, prompt: &str) {
    terminal.press(line);
    terminal.press("\r");
    terminal.expect(answer);
    terminal.expect(prompt);
}

#[test]
fn forms_are_evaluated_inside_of_the_node() {
    let home = fresh_directory("attach");
    let node = PlainNode::start(&home);
    let mut terminal = attach(&node, &home);
    let prompt = format!("{}> ", node.address);
    let name = format!("\"{}\"\r\n", node.address);
    dialogue(&mut terminal, "(current-node)", &name, &prompt);

    // Definitions stay, output comes here, and so does the report of an error, with its place.
    dialogue(&mut terminal, "(define kept (list 1 2))", &prompt, "");
    dialogue(
        &mut terminal,
        "(begin (display (* 111 111)) (newline) kept)",
        "12321\r\n(1 2)",
        &prompt,
    );
    dialogue(
        &mut terminal,
        "(car (cdr (cdr kept)))",
        "error: car: argument 1 must be a pair: ()",
        &prompt,
    );
    dialogue(&mut terminal, "(+ 1", "... ", "");
    dialogue(&mut terminal, "2)", "3\r\n", &prompt);

    // Its processes are seen, this session among them.
    dialogue(&mut terminal, ",processes", "evaluator", &prompt);
    terminal.press("(self)\r");
    terminal.expect("#<process ");
    let process = format!(",process {}", terminal.until(">").trim_end_matches('>'));
    terminal.expect(&prompt);
    dialogue(&mut terminal, &process, "reductions", &prompt);
    dialogue(
        &mut terminal,
        ",trace kept",
        "is not there in a session",
        &prompt,
    );

    // So does what processes print that were spawned from here.
    let spawned = "(begin (spawn (lambda () (display (* 111 1111)))) (if #f #f))";
    dialogue(&mut terminal, spawned, "123321", "");
    dialogue(&mut terminal, "(* 111 3)", "333\r\n", &prompt);

    // Ctrl-C ends what runs there, and nothing else.
    terminal.press("(begin (display (* 1111 1111)) (newline) (let spin () (spin)))\r");
    terminal.expect("1234321\r\n");
    terminal.press(CONTROL_C);
    terminal.expect("interrupted");
    terminal.expect(&prompt);
    dialogue(&mut terminal, "kept", "(1 2)\r\n", &prompt);

    // To leave it does not end it.
    dialogue(&mut terminal, "(exit)", "would end the node", &prompt);
    terminal.press(CONTROL_D);
    terminal.expect_end(0);
    let mut again = attach(&node, &home);
    dialogue(&mut again, "(* 6 7)", "42\r\n", &prompt);
    again.press(",quit\r");
    again.expect_end(0);
}

#[test]
fn who_was_spawned_prints_there_when_nobody_is_attached() {
    let home = fresh_directory("attach");
    let (node, mut lines) = PlainNode::start_heard(&home);
    let mut terminal = attach(&node, &home);
    // A line in one piece: the terminal may go between two.
    let spawned = "(begin (spawn (lambda () (let loop () \
                   (display (string-append (number->string (* 111 1111)) \"\\n\")) \
                   (recv (after 0.1 (loop)))))) (if #f #f))";
    dialogue(&mut terminal, spawned, "123321\r\n", "");
    terminal.expect("123321\r\n");
    terminal.press(CONTROL_D);
    terminal.expect_end(0);
    assert_eq!(lines.next().as_deref(), Some("123321"));
    assert_eq!(lines.next().as_deref(), Some("123321"));
}

#[test]
fn the_loss_of_the_node_is_told() {
    let home = fresh_directory("attach");
    let node = PlainNode::start(&home);
    let mut terminal = attach(&node, &home);
    terminal.press("(begin (display (* 111 111)) (newline) (let spin () (spin)))\r");
    terminal.expect("12321\r\n");
    drop(node);
    terminal.expect("was lost with the node");
    terminal.expect_end(1);
}

#[test]
fn without_a_terminal_forms_are_read_from_standard_input() {
    let home = fresh_directory("attach");
    let node = PlainNode::start(&home);
    let mut command = mound();
    command
        .env("MOUND_HOME", &home)
        .args(["attach", &node.address]);
    let run = run_with_input(
        &mut command,
        "(define (f n) (* n n))\n(f 12)\n(raise 'oops)\n,processes\n(f 2)\n",
    );
    assert_eq!(run.status, Some(0), "{run:#?}");
    assert!(run.output.starts_with("144\n"), "{run:#?}");
    assert!(
        run.output.ends_with("4\n") && run.output.contains("evaluator"),
        "{run:#?}"
    );
    assert!(run.errors.contains("uncaught object: oops"), "{run:#?}");
}

#[test]
fn a_node_that_is_not_there_is_told_of() {
    let home = fresh_directory("attach");
    let run = support::run(
        mound()
            .env("MOUND_HOME", &home)
            .args(["attach", "localhost:1"]),
    );
    assert_eq!(run.status, Some(1), "{run:#?}");
    assert!(run.errors.contains("localhost:1"), "{run:#?}");
}
