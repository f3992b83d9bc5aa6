//! What takes long is done in steps: with the results that it has at once, for the same fuel in each
//! mode, and in no turn is there more than a little.

mod support;

use support::{difference, fresh_directory, mound, read, root, run};

/// Runs a program and gives the fuel it has used.
fn check(name: &str, flags: &[&str]) -> u64 {
    let program = root().join("tests/steps").join(name);
    let run = run(mound()
        .args(["run", "--report-fuel"])
        .args(flags)
        .arg(&program))
    .expect_status(0);
    let expected = read(&program.with_extension("out"));
    assert_eq!(difference(&expected, &run.output), None, "{flags:?}");
    let fuel = run
        .errors
        .lines()
        .find_map(|line| line.strip_prefix("fuel: ")?.parse().ok());
    fuel.expect("the fuel is reported")
}

#[test]
fn no_turn_does_more_than_a_step() {
    check("turns.scm", &["--schedulers", "1"]);
}

#[test]
fn patterns_compare_long_data_in_steps() {
    check("records.scm", &[]);
}

#[test]
fn ends_of_steps_are_like_other_places() {
    check("ends.scm", &[]);
}

#[test]
fn large_data_are_printed_in_steps() {
    check("printing.scm", &[]);
}

#[test]
fn collections_are_paid_with_turns() {
    check("collections.scm", &["--schedulers", "1"]);
}

/// No turn takes what reading a long datum does: a second for each megabyte, in a build for tests.
#[test]
fn long_data_are_read_beside_the_schedulers() {
    let program = root().join("tests/steps/reading.scm");
    let file = fresh_directory("reading").join("data.txt");
    let run = run(mound()
        .env("MOUND_HELD_MS", "200")
        .arg("run")
        .arg(&program)
        .arg(&file))
    .expect_status(0);
    let expected = read(&program.with_extension("out"));
    assert_eq!(difference(&expected, &run.output), None, "{}", run.errors);
}

#[test]
fn steps_give_the_same_for_the_same_fuel_in_each_mode() {
    let fuel = check("results.scm", &[]);
    for flags in [&["--no-native"][..], &["--fuel", "50"], &["--mixed", "3"]] {
        assert_eq!(check("results.scm", flags), fuel, "{flags:?}");
    }
}

#[test]
fn steps_go_on_when_the_process_was_taken_apart() {
    let fuel = check("moved.scm", &[]);
    let flags = ["--serialize-anywhere", "5"];
    assert_eq!(check("moved.scm", &flags), fuel);
}
