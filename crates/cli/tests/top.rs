//! `mound top` on a pseudo-terminal: the table, its keys, the size of the window, and how
//! it ends, by its own key or with the node.

#![cfg(target_os = "linux")]

mod support;

use std::path::{Path, PathBuf};
use support::fresh_directory;
use support::nodes::{LOOPBACK, Server};
use support::terminal::{CONTROL_C, Terminal};

/// One process that works, one that holds much, one whose mailbox is full, and two that
/// send each other messages. It says that it is ready when all of them are at it.
const WORK: &str = "
(import (scheme base) (scheme write) (termite process))
(define me (self))
(spawn (lambda () (let spin () (spin))) name: 'busy)
(define full (spawn (lambda () (recv ('never 1))) name: 'full))
(do ((n 0 (+ n 1))) ((= n 77)) (! full n))
(define rich
  (spawn (lambda ()
           (define held (make-vector 500000 'x))
           (! me 'held)
           (?)
           (write (vector-length held)))
         name: 'rich))
(define (player)
  (let play () (recv ((from 'ball) (! from (list (self) 'ball)))) (play)))
(define left (spawn player name: 'left))
(define right (spawn player name: 'right))
(! left (list right 'ball))
(recv ('held (display \"ready\") (newline) (flush-output-port)))
";

fn node(home: &Path) -> Server {
    let program: PathBuf = fresh_directory("program").join("work.scm");
    std::fs::write(&program, WORK).expect("temporary files can be written");
    Server::start(home, LOOPBACK, &program)
}

fn top(server: &Server, home: &Path) -> Terminal {
    let arguments = ["top", &server.address, "--interval", "0.2"];
    Terminal::start(&arguments, home)
}

/// The next whole picture: what it begins and ends with is written once in each.
fn picture(terminal: &mut Terminal) -> Vec<String> {
    terminal.skip();
    terminal.expect("processes ");
    let mut text = "processes ".to_owned();
    text.push_str(&terminal.until("processes "));
    let lines = text.lines().map(str::to_owned).collect::<Vec<_>>();
    lines[..lines.len() - 1].to_vec()
}

/// The first picture in which this holds.
fn picture_where(terminal: &mut Terminal, holds: impl Fn(&[String]) -> bool) -> Vec<String> {
    let mut found = picture(terminal);
    for _ in 0..200 {
        if holds(&found) {
            return found;
        }
        found = picture(terminal);
    }
    panic!("this did not change: {found:#?}");
}

/// The name of the first process in the table.
fn first(picture: &[String]) -> Option<&str> {
    let head = picture
        .iter()
        .position(|line| line.starts_with("process "))?;
    picture.get(head + 1)?.split_whitespace().nth(1)
}

fn messages_per_second(picture: &[String]) -> u64 {
    let rest = picture
        .iter()
        .find_map(|line| line.strip_prefix("messages/s "))
        .expect("it is in each picture");
    let number = rest.split(',').next().expect("there is one part at least");
    number.parse().expect("a number")
}

#[test]
fn the_table_follows_keys_and_the_window() {
    let home = fresh_directory("home");
    let server = node(&home);
    let mut terminal = top(&server, &home);

    // Two may exchange many messages; a busy process has more reductions than each of them.
    let by_cpu = picture_where(&mut terminal, |lines| first(lines) == Some("busy"));
    assert!(messages_per_second(&by_cpu) > 0, "{by_cpu:#?}");
    for wanted in ["scheduler 0: busy ", "order cpu", "process "] {
        assert!(
            by_cpu.iter().any(|line| line.starts_with(wanted)),
            "{wanted}: {by_cpu:#?}"
        );
    }
    for name in [" full ", " rich ", " left ", " right "] {
        assert!(
            by_cpu.iter().any(|line| line.contains(name)),
            "{name}: {by_cpu:#?}"
        );
    }

    terminal.press("m");
    picture_where(&mut terminal, |lines| first(lines) == Some("rich"));
    // Keys that mean nothing change nothing.
    terminal.press("x?\x1b[A");
    terminal.press("b");
    let by_mailbox = picture_where(&mut terminal, |lines| first(lines) == Some("full"));
    assert!(by_mailbox.iter().any(|line| line.contains(" 77 ")));
    assert!(
        by_mailbox.iter().any(|line| line.len() > 100),
        "{by_mailbox:#?}"
    );

    // The messages of that one are as old as the table, and nobody else has any that stay.
    terminal.press("o");
    let by_age = picture_where(&mut terminal, |lines| {
        first(lines) == Some("full") && lines.iter().any(|line| line.contains(" s "))
    });
    let mut heads = by_age.iter().filter(|line| line.starts_with("process "));
    assert!(heads.any(|head| head.contains(" oldest ")), "{by_age:#?}");

    // A smaller window has no line that it would have to break, and no more rows than fit.
    terminal.resize(9, 40);
    let small = picture_where(&mut terminal, |lines| lines.len() < 9);
    assert!(small.iter().all(|line| line.len() <= 40), "{small:#?}");
    // One that is too narrow for all columns has those whole that say most.
    terminal.resize(50, 100);
    let narrow = picture_where(&mut terminal, |lines| {
        let mut heads = lines.iter().filter(|line| line.starts_with("process "));
        heads.any(|head| head.ends_with("procedure") && !head.contains("monitors"))
    });
    assert!(narrow.iter().all(|line| line.len() <= 100), "{narrow:#?}");
    terminal.resize(50, 200);
    picture_where(&mut terminal, |lines| {
        lines.iter().any(|line| line.contains("monitors"))
    });

    terminal.press("q");
    terminal.expect_end(0);
}

#[test]
fn an_interrupted_top_leaves_the_terminal_as_it_was() {
    let home = fresh_directory("home");
    let server = node(&home);
    let mut terminal = top(&server, &home);
    picture(&mut terminal);
    terminal.press(CONTROL_C);
    terminal.expect_end(130);
}

#[test]
fn a_node_that_dies_ends_top_with_a_message() {
    let home = fresh_directory("home");
    let mut server = node(&home);
    let mut terminal = top(&server, &home);
    picture(&mut terminal);
    server.running.kill();
    terminal.expect(&format!("error: top of {}: ", server.address));
    terminal.expect_end(1);
}

#[test]
fn a_node_that_does_not_run_is_told() {
    let home = fresh_directory("home");
    let terminal = {
        let mut terminal = Terminal::start(&["top", "127.0.0.1:9"], &home);
        terminal.expect("error: top of 127.0.0.1:9: cannot reach node");
        terminal
    };
    terminal.expect_end(1);
}
