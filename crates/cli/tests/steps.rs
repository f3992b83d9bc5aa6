//! What takes long is done in steps: with the results that it has at once, for the same fuel in each
//! mode, and in no turn is there more than a little.

mod support;

use support::{difference, fresh_directory, mound, read, root, run, run_with_input};

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

/// Each line of a datum may be its last one, and still not all of it is read again after each; and what
/// comes in one line takes no turn either.
#[test]
fn long_data_are_read_from_standard_input() {
    let text = "(import (scheme base) (scheme read) (scheme write))
        (define (show x) (write x) (newline))
        (show (length (read)))
        (show (length (read)))
        (show (read))
        (show (read))
        (show (eof-object? (read)))
        (show (read))
        (show (eof-object? (read)))";
    let program = fresh_directory("reading").join("program.scm");
    std::fs::write(&program, text).expect("temporary files can be written");
    let lines = |count: usize| (0..count).map(|line| format!("(a {line})\n"));
    let lines = lines(50_000).collect::<String>();
    let input = format!(
        "({lines})\n({})\n#!fold-case (\"a\n)\" ABC\n) . ",
        "1 ".repeat(200_000)
    );
    let input = input.replace(" . ", " '\n\nDEF ; the end\n");
    let run = run_with_input(
        mound().env("MOUND_HELD_MS", "200").arg("run").arg(&program),
        &input,
    );
    let run = run.expect_status(0);
    let expected = "50000\n200000\n(\"a\\n)\" abc)\n'def\n#t\n#<eof>\n#t\n";
    assert_eq!(difference(expected, &run.output), None, "{}", run.errors);
    std::fs::write(
        &program,
        "(import (scheme base) (scheme read)) (read) (read)",
    )
    .expect("as before");
    let unfinished = format!("1 ({lines}\n");
    let run = run_with_input(mound().arg("run").arg(&program), &unfinished).expect_status(1);
    assert!(run.errors.contains("error: read: unclosed `(`"), "{run:?}");
}

/// What is to be evaluated is found and printed for the compiler in steps: a million operands took a second.
#[test]
fn large_data_are_evaluated_in_steps() {
    let program = root().join("tests/steps/evaluation.scm");
    let run = run(mound().env("MOUND_HELD_MS", "80").arg("run").arg(&program)).expect_status(0);
    let expected = read(&program.with_extension("out"));
    assert_eq!(difference(&expected, &run.output), None, "{}", run.errors);
}

/// A message of a million objects held its sender's scheduler for a fifth of a second, and so did the other copies.
#[test]
fn large_data_are_copied_beside_the_schedulers() {
    let program = root().join("tests/steps/copies.scm");
    let run = run(mound()
        .env("MOUND_HELD_MS", "80")
        .args(["run", "--schedulers", "1"])
        .arg(&program))
    .expect_status(0);
    let expected = read(&program.with_extension("out"));
    assert_eq!(difference(&expected, &run.output), None, "{}", run.errors);
}

/// What is copied apart costs what it would cost at once, in each mode.
#[test]
fn copies_cost_the_same_in_each_mode() {
    let fuel = check("copied.scm", &[]);
    for flags in [&["--no-native"][..], &["--seed", "1"]] {
        assert_eq!(check("copied.scm", flags), fuel, "{flags:?}");
    }
    // Taken apart, it may have to find out once more what its children are to see.
    check("copied.scm", &["--serialize-anywhere", "5"]);
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

/// Nanoseconds on a processor of each thread of a program that runs processes.
#[cfg(target_os = "linux")]
fn scheduler_times(program: u32) -> Vec<u64> {
    let threads = std::fs::read_dir(format!("/proc/{program}/task"));
    let threads = threads.into_iter().flatten().flatten();
    let time = |thread: std::fs::DirEntry| {
        let told = |name| std::fs::read_to_string(thread.path().join(name)).ok();
        // The system keeps fifteen bytes of a name.
        let is_scheduler = told("comm")?.starts_with("mound-scheduler");
        let time = told("schedstat")?.split_whitespace().next()?.parse().ok();
        time.filter(|_| is_scheduler)
    };
    threads.filter_map(time).collect()
}

/// Where a collection holds the only scheduler, another thread runs processes.
#[test]
#[cfg(target_os = "linux")]
fn a_scheduler_that_is_held_is_relieved() {
    use std::time::{Duration, Instant};

    const WORKED_NS: u64 = 5_000_000;
    let program = root().join("tests/steps/held.scm");
    let start = |flags: &[&str]| {
        let mut command = mound();
        command.args(["run", "--schedulers", "1"]).args(flags);
        command.arg(&program).spawn().expect("mound can be started")
    };
    let mut child = start(&[]);
    let deadline = Instant::now() + Duration::from_secs(60);
    let mut worked = 0;
    while worked < 2 && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(20));
        let times = scheduler_times(child.id());
        worked = times.iter().filter(|&&time| time > WORKED_NS).count();
    }
    let mut alone = start(&["--no-fast-paths", "spares"]);
    std::thread::sleep(Duration::from_millis(200));
    let threads = scheduler_times(alone.id()).len();
    for child in [&mut child, &mut alone] {
        child.kill().expect("it runs");
        child.wait().expect("it ends");
    }
    assert!(worked >= 2, "only the scheduler has worked");
    assert!(
        threads <= 1,
        "{threads} schedulers, and no spares were wanted"
    );
}
