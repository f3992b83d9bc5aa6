//! Live pages: the programs in `tests/dynamite`, by a client of ours and in a real browser.
//!
//! `DYNAMITE_PICTURES=DIRECTORY` keeps pictures of what the browser shows. Where there is no
//! Chromium, what needs it is left out with a note.

mod support;

use std::process::Command;
use support::nodes::Running;
use support::{PlainNode, difference, fresh_directory, mound, read, root, run};

/// Runs a program beside another node, whose address is its argument.
fn check(name: &str) {
    let home = fresh_directory("home");
    let other = PlainNode::start(&home);
    let program = root().join("tests/dynamite").join(format!("{name}.scm"));
    let mut command = mound();
    command
        .env("MOUND_HOME", &home)
        .args(["run", "--listen", "127.0.0.1:0"])
        .arg(&program)
        .arg(&other.address);
    if let Ok(pictures) = std::env::var("DYNAMITE_PICTURES") {
        command.arg(pictures);
    }
    let run = run(&mut command).expect_status(0);
    let expected = read(&program.with_extension("out"));
    if let Some(difference) = difference(&expected, &run.output) {
        panic!("{difference}\n{}", run.errors);
    }
}

fn has_chromium() -> bool {
    let found = Command::new("chromium").arg("--version").output().is_ok();
    if !found {
        eprintln!("note: there is no chromium, so no page is shown in a browser");
    }
    found
}

/// The pages above include parts of the examples, with imports of their own.
#[test]
fn the_examples_import_what_they_use() {
    let examples = [
        "dynamite/demo.scm",
        "schack/schack.scm",
        "schack/players.scm",
    ];
    let paths = examples.map(|name| root().join("examples").join(name));
    let check = run(mound().arg("check").args(paths));
    assert_eq!(check.status, Some(0), "{}{}", check.output, check.errors);
}

#[test]
fn differences_make_the_new_tree_of_the_old_one() {
    check("differences");
}

#[test]
fn pages_take_events_and_keep_their_state() {
    check("pages");
}

#[test]
fn files_come_with_events() {
    check("uploads");
}

#[test]
fn a_node_is_observed_by_one_browser() {
    check("observe");
}

#[test]
fn a_node_is_observed_number_by_number() {
    check("observe-detail");
}

#[test]
fn players_meet_in_rooms_that_move_and_come_back() {
    check("schack");
}

#[test]
fn two_browsers_play_with_keys_and_buttons() {
    if has_chromium() {
        check("schack-browser");
    }
}

#[test]
fn a_node_is_observed_in_a_browser() {
    if has_chromium() {
        check("observe-browser");
    }
}

/// The command prints a link, at which there is a page for whoever opens it first.
#[test]
fn the_command_observe_serves_its_page() {
    let home = fresh_directory("home");
    let node = PlainNode::start(&home);
    let mut command = mound();
    command
        .env("MOUND_HOME", &home)
        .args(["observe", &node.address]);
    let mut running = Running::start(&mut command);
    let line = running
        .line()
        .unwrap_or_else(|| panic!("{}", running.errors()));
    let link = line.strip_prefix("open ").expect("it says where");
    let program = fresh_directory("look").join("look.scm");
    let text = format!(
        "(import (scheme base) (scheme write) (dynamite client))
        (call-with-page \"{link}\"
          (lambda (client) (write (vector? (client-find client \"rows\")))))"
    );
    std::fs::write(&program, text).expect("temporary files can be written");
    let look = run(mound().arg("run").arg(&program)).expect_status(0);
    assert_eq!(look.output, "#t");
    running.kill();
}

#[test]
fn a_browser_shows_pages_that_change_and_move() {
    if has_chromium() {
        check("browser");
    }
}
