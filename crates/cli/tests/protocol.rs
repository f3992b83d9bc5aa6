//! The specification of the protocol (`docs/spec`) is enough to talk to a node: a peer in Python that was written
//! from it, with nothing but its standard library, is in `tests/protocol`.

mod support;

use std::collections::BTreeSet;
use std::process::Command;
use support::nodes::{LOOPBACK, Server};
use support::{files, fresh_directory, mound, read, relative, root, run};

/// A Python that leaves no files behind; none, with a note, where there is none.
fn python() -> Option<Command> {
    let mut command = Command::new("python3");
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("note: there is no python3, so its peer is left out");
        return None;
    }
    Some(command)
}

#[test]
fn a_peer_written_from_the_specification_talks_to_a_node() {
    let Some(mut python) = python() else { return };
    let home = fresh_directory("home");
    let directory = root().join("tests/protocol");
    let mut command = mound();
    // However long this machine stands still, the peer is not taken for dead.
    command.env("MOUND_HOME", &home).args(["node"]);
    command.args(["--node-timeout", "100", "--listen", LOOPBACK]);
    let server = Server::start_prepared(command, &directory.join("server.scm"));
    python.arg(directory.join("talk.py")).arg(&server.address);
    python.arg(&home).arg(fresh_directory("keys"));
    let run = run(&mut python);
    let expected = read(&directory.join("talk.out"));
    assert_eq!(
        run.output,
        expected,
        "{}\nthe node: {}",
        run.errors,
        server.running.errors()
    );
}

#[test]
fn all_vectors_are_understood_by_another_implementation() {
    let Some(mut python) = python() else { return };
    python.arg(root().join("tests/protocol/check_vectors.py"));
    let run = run(python.arg(root().join("docs/spec/vectors")));
    assert_eq!(run.output, "all vectors are understood\n", "{}", run.errors);
}

/// The names of rules in a text: `CREDIT-2`.
fn rules(text: &str) -> Vec<String> {
    let is_part = |letter: char| letter.is_ascii_uppercase() || letter.is_ascii_digit();
    let words = text.split(|letter| !is_part(letter) && letter != '-');
    let known = words.filter(|word| {
        let parts = word.split_once('-');
        parts.is_some_and(|(group, number)| {
            group.len() > 2
                && group.chars().all(|letter| letter.is_ascii_uppercase())
                && !number.is_empty()
                && number.chars().all(|digit| digit.is_ascii_digit())
        })
    });
    known.map(str::to_owned).collect()
}

#[test]
fn rules_are_numbered_without_gaps_and_those_that_are_cited_exist() {
    let mut given = BTreeSet::new();
    let pages = files("docs/spec", "md");
    for page in &pages {
        let text = read(page);
        let begin = |line: &str| {
            let rest = line.strip_prefix("- **")?;
            Some(rest.split_once(".**")?.0.to_owned())
        };
        for rule in text.lines().filter_map(begin) {
            assert!(given.insert(rule.clone()), "{rule} is there twice");
        }
    }
    assert!(given.len() > 100, "they are not where they were");
    for rule in &given {
        let (group, number) = rule.split_once('-').expect("a name and a number");
        let before = number.parse::<u32>().expect("a number") - 1;
        let before = format!("{group}-{before}");
        assert!(
            number == "1" || given.contains(&before),
            "there is no {before}"
        );
    }
    for file in pages.iter().chain(&files("tests/protocol", "py")) {
        let text = read(file).replace("PKCS #8", "").replace("UTF-8", "");
        for rule in rules(&text) {
            assert!(given.contains(&rule), "{}: {rule}", relative(file));
        }
    }
}
