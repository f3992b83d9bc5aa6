//! The examples print what is written beside them.
//!
//! The example of two nodes has a script of its own, `examples/run-two-nodes`.

mod support;

use std::path::Path;
use support::{
    PlainNode, check_failures, difference, files, fresh_directory, in_parallel, mound, read,
    relative, root, run,
};

fn failure(path: &Path) -> Option<String> {
    let run = run(mound().arg("run").arg(path));
    let expected = read(&path.with_extension("out"));
    if run.status != Some(0) {
        return Some(format!("{}: {run:#?}", relative(path)));
    }
    let difference = difference(&expected, &run.output)?;
    Some(format!("{}: {difference}", relative(path)))
}

#[test]
fn examples_print_what_is_written_beside_them() {
    let examples = files("examples", "scm");
    assert!(examples.len() > 3, "the examples are not where they were");
    let found = in_parallel(&examples, |path| failure(path));
    check_failures(found.into_iter().flatten().collect());
}

#[test]
fn the_picture_of_the_readme_is_what_its_program_draws() {
    let drawn = fresh_directory("picture").join("picture.svg");
    let program = root().join("docs/pictures/moving-computation.scm");
    let mut command = mound();
    command.args(["run", "--seed", "1", "--nodes", "2"]);
    run(command.arg(&program).arg(&drawn)).expect_status(0);
    let difference = difference(&read(&program.with_extension("svg")), &read(&drawn));
    assert_eq!(difference, None, "draw it again, as its program says");
}

/// Runs an example with two other nodes; it prints what it does with one.
fn check_with_nodes(example: &str) {
    let home = fresh_directory("home");
    let nodes = [PlainNode::start(&home), PlainNode::start(&home)];
    let example = root().join("examples").join(example);
    let mut command = mound();
    command
        .env("MOUND_HOME", &home)
        .args(["run", "--listen", "127.0.0.1:0"])
        .arg(&example)
        .args(nodes.iter().map(|node| &node.address));
    let run = run(&mut command).expect_status(0);
    assert_eq!(run.output, read(&example.with_extension("out")));
}

#[test]
fn farm_gives_work_to_other_nodes() {
    check_with_nodes("farm.scm");
}

#[test]
fn broker_has_workers_and_customers_on_other_nodes() {
    check_with_nodes("broker.scm");
}

/// A line of the example without the time that a step took.
fn without_time(line: &str) -> &str {
    match line.strip_suffix(" ms") {
        Some(timed) => timed.rsplit_once("  ").map_or(line, |(step, _)| step),
        None => line,
    }
}

#[test]
fn executable_files_with_different_libraries_exchange_code() {
    if std::env::var_os("MOUND_TEST_COMMAND").is_some() {
        // What it builds would be for another processor.
        return;
    }
    let mut command = std::process::Command::new("sh");
    command
        .arg(root().join("examples/run-code-update"))
        .env("MOUND", env!("CARGO_BIN_EXE_mound"))
        .env("TMPDIR", fresh_directory("update"));
    let run = run(&mut command).expect_status(0);
    assert_eq!(run.errors, "");
    let steps: Vec<&str> = run.output.lines().map(without_time).collect();
    let timed = run.output.lines().filter(|line| line.ends_with(" ms"));
    assert_eq!(timed.count(), 6, "{}", run.output);
    let expected = read(&root().join("examples/code-update/expected"));
    assert_eq!(steps.join("\n") + "\n", expected);
}

/// A line without the numbers of processes and the digits of hashes, which are others each time.
fn without_numbers(line: &str) -> String {
    let mut text = String::new();
    for part in line.split_inclusive(|c: char| !c.is_ascii_hexdigit()) {
        let digits = part.trim_end_matches(|c: char| !c.is_ascii_hexdigit());
        match digits.len() > 6 {
            true => text += &part.replace(digits, "#"),
            false => text += part,
        }
    }
    if let Some((start, end)) = text.clone().split_once("process ")
        && let Some((_, end)) = end.split_once(' ')
    {
        text = format!("{start}process # {end}");
    }
    text
}

#[test]
fn a_running_service_is_updated() {
    if std::env::var_os("MOUND_TEST_COMMAND").is_some() {
        return;
    }
    let mut command = std::process::Command::new("sh");
    command
        .arg(root().join("examples/run-service-update"))
        .env("MOUND", env!("CARGO_BIN_EXE_mound"))
        .env("TMPDIR", fresh_directory("service"));
    let run = run(&mut command).expect_status(0);
    assert_eq!(run.errors, "");
    let steps: Vec<String> = run.output.lines().map(without_numbers).collect();
    let expected = read(&root().join("examples/service-update/expected"));
    assert_eq!(steps.join("\n") + "\n", expected);
}
