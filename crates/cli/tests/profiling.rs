//! Profiles: what uses most stands first, all that was sampled is in the files, and programs do what
//! they do without.

mod support;

use std::path::Path;
use support::{Run, fresh_directory, mound, read, run, run_with_input};

/// Four processes compute, and allocate in one procedure only.
const PROGRAM: &str = "
(import (scheme base) (scheme write) (scheme process-context) (mound task))
(define sizes (map string->number (cdr (command-line))))
(define (calls n) (if (< n 2) n (+ (calls (- n 1)) (calls (- n 2)))))
(define (allocates n kept) (if (= n 0) (length kept) (allocates (- n 1) (cons (make-vector 20 n) kept))))
(define (work) (+ (calls (car sizes)) (allocates (cadr sizes) '())))
(define tasks (map (lambda (i) (async (work))) '(1 2 3 4)))
(for-each (lambda (task) (write (task-pid task)) (newline)) tasks)
(write (map await tasks))
";

fn run_profiled(directory: &Path, flags: &[&str], sizes: [&str; 2]) -> Run {
    let program = directory.join("program.scm");
    std::fs::write(&program, PROGRAM).expect("temporary files can be written");
    let mut command = mound();
    command
        .arg("run")
        .args(flags)
        .arg("program.scm")
        .args(sizes)
        .current_dir(directory);
    run(&mut command).expect_status(0)
}

/// The samples of a folded file: its stacks, and what all of them used.
fn stacks(path: &Path) -> (Vec<String>, u64) {
    let text = read(path);
    let mut total = 0;
    let lines = text.lines().map(|line| {
        let (stack, used) = line.rsplit_once(' ').expect("a stack and a number");
        total += used.parse::<u64>().expect("a number");
        stack.to_owned()
    });
    (lines.collect(), total)
}

#[test]
fn what_uses_most_stands_first() {
    for flags in [&["--profile"][..], &["--profile", "--no-native"]] {
        let directory = fresh_directory("profile");
        let run = run_profiled(&directory, flags, ["28", "5000"]);
        let lines: Vec<&str> = run.errors.lines().collect();
        assert!(lines[0].starts_with("profile: "), "{run:?}");
        assert!(lines[2].ends_with("  calls"), "{run:?}");
        assert!(
            lines.iter().any(|line| line.ends_with("  allocates")),
            "{run:?}"
        );
        // Processes are named as they are printed.
        let pids: Vec<&str> = run
            .output
            .lines()
            .filter(|line| line.starts_with("#<"))
            .collect();
        assert_eq!(pids.len(), 4, "{run:?}");
        for pid in pids {
            let row = lines.iter().find(|line| line.contains(pid));
            assert!(
                row.is_some_and(|row| row.contains(" in task (mound/task)")),
                "{pid}: {run:?}"
            );
        }

        let (calls, fuel) = stacks(&directory.join("profile.folded"));
        let samples = lines[0]
            .split(' ')
            .nth(1)
            .and_then(|word| word.parse::<u64>().ok());
        let samples = samples.expect("a number of samples");
        assert!(
            samples > 20 && fuel % samples == 0,
            "{samples} samples of {fuel}"
        );
        assert!(
            calls
                .iter()
                .any(|stack| stack.contains(";work;calls;calls")),
            "{calls:?}"
        );
        let (allocations, bytes) = stacks(&directory.join("profile-allocation.folded"));
        assert!(bytes > 0, "{run:?}");
        // The vectors are most of what there is.
        assert!(
            allocations.iter().any(|stack| stack.contains("allocates")),
            "{allocations:?}"
        );
        for graph in ["profile.svg", "profile-allocation.svg"] {
            let graph = read(&directory.join(graph));
            assert!(
                graph.starts_with("<svg ") && graph.ends_with("</svg>\n"),
                "{graph}"
            );
            assert_eq!(graph.matches("<g>").count(), graph.matches("</g>").count());
            assert!(
                graph.contains("<title>calls: ") || graph.contains("<title>allocates: "),
                "{graph}"
            );
        }
    }
}

#[test]
fn a_profile_changes_nothing_but_speed() {
    let directory = fresh_directory("profile");
    for flags in [&["--seed", "3"][..], &[], &["--zeal"], &["--fuel", "1"]] {
        let plain = run_profiled(&directory, flags, ["15", "100"]);
        let profiled = run_profiled(
            &directory,
            &[flags, &["--profile=other.svg"]].concat(),
            ["15", "100"],
        );
        // With several schedulers, who gets which pid differs from run to run.
        let shown = |run: &Run| match flags.contains(&"--seed") {
            true => run.output.clone(),
            false => run.output.lines().last().unwrap_or_default().to_owned(),
        };
        assert!(plain.output.ends_with("(710 710 710 710)"), "{plain:?}");
        assert_eq!(shown(&plain), shown(&profiled));
        assert!(directory.join("other.folded").exists());
    }
}

#[test]
fn the_repl_profiles_an_expression() {
    let input = "(define (calls n) (if (< n 2) n (+ (calls (- n 1)) (calls (- n 2)))))\n,profile (calls 28)\n";
    let run = run_with_input(mound().arg("repl"), input).expect_status(0);
    assert!(
        run.output.contains("317811") && run.output.contains("  calls\n"),
        "{run:?}"
    );
    let run = run_with_input(mound().arg("repl"), ",profile 1\n").expect_status(0);
    assert!(run.output.contains("no samples"), "{run:?}");
}

#[test]
fn a_profile_that_cannot_be_written_is_an_error() {
    let directory = fresh_directory("profile");
    let program = directory.join("program.scm");
    std::fs::write(&program, "(import (scheme base))").expect("temporary files can be written");
    let mut command = mound();
    command
        .args(["run", "--profile=none/profile.svg"])
        .arg(&program)
        .current_dir(&directory);
    let run = run(&mut command).expect_status(1);
    assert!(
        run.errors
            .contains("cannot write none/profile.svg: no such file or directory"),
        "{run:?}"
    );
}
