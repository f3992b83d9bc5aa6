//! Several nodes in one process of the operating system, under one seed.
//!
//! The programs of `tests/nodes`, which run there on real nodes, print the same here. What is asserted is what they
//! print and nothing of how long it takes.

mod support;

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;
use support::nodes::{NOT_SIMULATED, server_of};
use support::{
    Run, check_failures, difference, files, fresh_directory, in_parallel, mound, read, relative,
    root, run,
};

/// `SEEDS` of the environment says another number, and `SEEDS_FROM` the first.
const SEEDS: u64 = 50;

fn number_of(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).map_or(otherwise, |text| text.parse().expect("it is a number"))
}

fn whole(seed: u64) -> Run {
    let program = "tests/simulated/whole.scm";
    let seed = seed.to_string();
    run(mound().args(["run", "--seed", &seed, "--nodes", "3", program]))
}

#[test]
fn a_seed_repeats_a_run_of_three_nodes_and_others_differ() {
    let first = number_of("SEEDS_FROM", 0);
    let seeds: Vec<u64> = (first..first + number_of("SEEDS", SEEDS)).collect();
    let outputs = in_parallel(&seeds, |&seed| {
        let (one, other) = (whole(seed), whole(seed));
        assert_eq!(one.output, other.output, "seed {seed}");
        assert_eq!(one.status, Some(0), "seed {seed}: {one:#?}");
        one.output
    });
    let sorted = |output: &String| {
        let mut lines: Vec<&str> = output.lines().collect();
        lines.sort_unstable();
        lines.join("\n")
    };
    // The order is what differs: news of an end may come before the monitor is there.
    let same: BTreeSet<String> = outputs
        .iter()
        .map(|output| sorted(output).replace("noproc", "normal"))
        .collect();
    assert_eq!(same.len(), 1, "{same:#?}");
    let different: BTreeSet<&String> = outputs.iter().collect();
    assert!(different.len() > seeds.len() / 2, "{different:#?}");
}

fn name_of(program: &Path) -> String {
    let name = program.file_stem().expect("it is a file");
    name.to_string_lossy().into_owned()
}

#[test]
fn programs_on_two_nodes_print_the_same_when_they_are_simulated() {
    let mut programs = [
        files("tests/nodes", "scm"),
        files("tests/nodes/rows", "scm"),
    ]
    .concat();
    programs.retain(|program| !NOT_SIMULATED.contains(&&*name_of(program)));
    assert!(programs.len() > 20, "they are not where they were");
    let numbered: Vec<_> = (1..).zip(programs).collect();
    let failures = in_parallel(&numbered, |(seed, program)| {
        let server = server_of(program);
        let seed: &u64 = seed;
        let run = run(mound()
            .args(["simulate", "--seed", &seed.to_string()])
            .arg(root().join("tests/simulated/pair.scm"))
            .args([program, &server]));
        let expected = read(&program.with_extension("out"));
        let wrong = difference(&expected, &lines_of(&run, "driver"))
            .or_else(|| (run.status != Some(0)).then(|| format!("status {:?}", run.status)))?;
        Some(format!(
            "{} --seed {seed}: {wrong}\n{}",
            relative(program),
            run.errors
        ))
    });
    check_failures(failures.into_iter().flatten().collect());
}

/// Seeds of each program of channels; fewer than of others, since a run has three nodes.
const PONY_SEEDS: u64 = 4;

#[test]
fn channels_lose_no_item_when_a_node_is_lost_for_each_seed() {
    let first = number_of("SEEDS_FROM", 0);
    let seeds = first..first + number_of("SEEDS", PONY_SEEDS);
    let programs = [
        "tests/nodes/many/pony-kills",
        "tests/nodes/many/pony-travels",
        "tests/simulated/pony-lost",
    ];
    let cases: Vec<_> = programs
        .iter()
        .flat_map(|program| seeds.clone().map(move |seed| (program, seed)))
        .collect();
    let failures = in_parallel(&cases, |(program, seed)| {
        let seed = seed.to_string();
        let run = run(mound()
            .args(["simulate", "--seed", &seed])
            .arg("tests/simulated/pony-faults.scm")
            .args([&format!("{program}.scm"), "600"]));
        let expected = read(&root().join(format!("{program}.out")));
        let wrong = difference(&expected, &lines_of(&run, "master"))
            .or_else(|| (run.status != Some(0)).then(|| format!("status {:?}", run.status)))?;
        Some(format!("{program} --seed {seed}: {wrong}\n{}", run.errors))
    });
    check_failures(failures.into_iter().flatten().collect());
}

/// Two nodes lose their connection, and each keeps that to the third, where the homes of the bundles are: whoever
/// waits for the other one is told, nobody waits for ever, and what was given and not taken stays.
#[test]
fn holders_of_channels_that_lose_each_other_are_told_and_go_on() {
    let program = root().join("tests/simulated/pony-cut.scm");
    let expected = read(&root().join("tests/simulated/pony-two.out"));
    let failures = in_parallel(&["cut", "break"], |way| {
        let run = run(mound()
            .args(["simulate", "--until", "600", "--seed", "1"])
            .arg(&program)
            .arg(way));
        let wrong = difference(&expected, &lines_of(&run, "master"))
            .or_else(|| (run.status != Some(0)).then(|| format!("status {:?}", run.status)))?;
        Some(format!("{way}: {wrong}\n{}", run.errors))
    });
    check_failures(failures.into_iter().flatten().collect());
}

/// The same again and again, at moments that the seed chooses.
#[test]
fn channels_go_on_when_connections_end_at_any_moment() {
    let first = number_of("SEEDS_FROM", 0);
    let seeds: Vec<u64> = (first..first + number_of("SEEDS", 2)).collect();
    let program = root().join("tests/simulated/pony-breaks.scm");
    let expected = read(&root().join("tests/simulated/pony-broken.out"));
    let failures = in_parallel(&seeds, |seed| {
        let run = run(mound()
            .args(["simulate", "--until", "600", "--seed", &seed.to_string()])
            .arg(&program));
        let wrong = difference(&expected, &lines_of(&run, "master"))
            .or_else(|| (run.status != Some(0)).then(|| format!("status {:?}", run.status)))?;
        Some(format!("--seed {seed}: {wrong}\n{}", run.errors))
    });
    check_failures(failures.into_iter().flatten().collect());
}

/// Order holds between one sender and one receiver only: what a third process tells, of the end of a reader or that it
/// has left, comes before or after what that has said itself. The seed chooses; the result is always the same.
/// Without what keeps it so each of these seeds fails.
#[test]
fn news_from_third_processes_changes_nothing_between_two() {
    let first = number_of("SEEDS_FROM", 1);
    let seeds = first..first + number_of("SEEDS", 4);
    let programs = [
        "pony-last",
        "pony-leave",
        "pony-behind",
        "supervised-answer",
        "settled-pool",
    ];
    check_failures(on_three_nodes(&programs, "tests/simulated", seeds, "0.02"));
}

/// The races of `(util concurrent)` and of channels: messages are under way for as long as processes pause, or for
/// much longer.
#[test]
fn races_between_nodes_end_well_for_each_seed() {
    let first = number_of("SEEDS_FROM", 0);
    let seeds = first..first + number_of("SEEDS", 2);
    let races = ["executor-races", "future-races", "queue-races"];
    let mut failures = Vec::new();
    for mean in ["0.0002", "0.02"] {
        failures.extend(on_three_nodes(&races, "tests/seeds", seeds.clone(), mean));
        let counts = ["pony-counts"];
        failures.extend(on_three_nodes(
            &counts,
            "tests/simulated",
            seeds.clone(),
            mean,
        ));
    }
    check_failures(failures);
}

/// Runs programs on three nodes with each seed. `mean` says in seconds how long a message is under way.
fn on_three_nodes(
    programs: &[&str],
    directory: &str,
    seeds: Range<u64>,
    mean: &str,
) -> Vec<String> {
    let cases: Vec<_> = programs
        .iter()
        .flat_map(|program| seeds.clone().map(move |seed| (program, seed)))
        .collect();
    let failures = in_parallel(&cases, |(program, seed)| {
        let program = format!("{directory}/{program}");
        let run = run(mound()
            .args(["simulate", "--until", "600", "--seed", &seed.to_string()])
            .arg("tests/simulated/three.scm")
            .args([&format!("{program}.scm"), mean]));
        let expected = read(&root().join(format!("{program}.out")));
        let wrong = difference(&expected, &lines_of(&run, "master"))
            .or_else(|| (run.status != Some(0)).then(|| format!("status {:?}", run.status)))?;
        Some(format!(
            "{program} --seed {seed}, {mean} s: {wrong}\n{}",
            run.errors
        ))
    });
    failures.into_iter().flatten().collect()
}

/// What a node of a simulation has printed.
fn lines_of(run: &Run, node: &str) -> String {
    let start = format!("{node}| ");
    let lines = run.output.lines();
    let lines = lines.filter_map(|line| line.strip_prefix(&start));
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn cut_links_and_crashes_are_told_as_on_real_nodes() {
    check("faults");
}

#[test]
fn name_servers_and_masters_that_are_lost_are_told_with_their_codes() {
    check("pony-starts");
}

#[test]
fn networks_and_clocks_are_as_a_scenario_says() {
    check("network");
}

/// In the time of the simulation: how busy the computer is does not matter.
#[test]
fn small_items_do_not_wait_for_a_large_one() {
    check("large-item");
}

/// A scenario prints what it should.
fn check(name: &str) {
    let scenario = format!("tests/simulated/{name}.scm");
    let run = run(mound().args(["simulate", &scenario])).expect_status(0);
    let expected = read(&root().join(format!("tests/simulated/{name}.out")));
    check_failures(difference(&expected, &run.output).into_iter().collect());
}

/// Three seeds, unless the environment says otherwise: some whose cuts leave moves in doubt that have
/// failed, so that the processes go on where they were.
#[test]
fn processes_that_move_through_cuts_go_on_exactly_once() {
    let first = number_of("SEEDS_FROM", 15);
    let seeds: Vec<u64> = (first..first + number_of("SEEDS", 3)).collect();
    let failures = in_parallel(&seeds, |seed| {
        let seed = seed.to_string();
        let run = run(mound()
            .args(["simulate", "--seed", &seed])
            .arg("tests/simulated/migration.scm"));
        let is_right = run.output.ends_with("nothing goes on twice\n") && run.status == Some(0);
        (!is_right).then(|| format!("seed {seed}: {}", run.output))
    });
    check_failures(failures.into_iter().flatten().collect());
}

fn program(text: &str) -> std::path::PathBuf {
    let path = fresh_directory("program").join("program.scm");
    std::fs::write(&path, text).expect("temporary files can be written");
    path
}

#[test]
fn nodes_that_wait_for_each_other_stand_still() {
    let path = program("(import (termite)) (?)");
    let run = run(mound()
        .args(["run", "--seed", "1", "--nodes", "2"])
        .arg(path))
    .expect_status(5);
    for node in ["node1| ", "node2| "] {
        let told = run
            .errors
            .lines()
            .any(|line| line.starts_with(node) && line.contains("the program stands still"));
        assert!(told, "{run:#?}");
    }
}

/// Processes that wake each other take time, so that others have their turn.
#[test]
fn a_busy_node_does_not_hold_up_the_time() {
    let text = "(import (termite))
                (define busy
                  (spawn (lambda () (let loop () (! (self) 'again) (recv ('again #t)) (loop)))))
                (? 1/100 #f)
                (print 'later)";
    let path = program(text);
    let run = run(mound()
        .args(["run", "--seed", "1", "--nodes", "2"])
        .arg(path))
    .expect_status(0);
    assert_eq!(run.output.matches("later").count(), 2, "{run:#?}");
}

#[test]
fn the_made_up_time_can_have_an_end() {
    let text = "(import (termite)) (let loop () (? 1000 #f) (print 'tick) (loop))";
    let path = program(text);
    let run = run(mound()
        .args(["run", "--seed", "1", "--nodes", "1", "--until", "3500"])
        .arg(path))
    .expect_status(0);
    assert_eq!(run.output, "node1| tick\n".repeat(3));
}

#[test]
fn a_search_stops_at_the_first_seed_that_fails() {
    let text = "(import (except (scheme base) error raise) (scheme process-context) (termite))
                (exit (if (= 0 (random-integer 5)) 7 0))";
    let path = program(text);
    let search = |seeds: &str| run(mound().args(["simulate", "--seeds", seeds]).arg(&path));
    let found = search("1-1000").expect_status(7);
    let seed: u64 = seed_of(&found).parse().expect("a number");
    let again = run(mound()
        .args(["simulate", "--seed", &seed.to_string()])
        .arg(&path));
    assert_eq!(again.status, Some(7));
    if seed > 1 {
        let before = search(&format!("1-{}", seed - 1)).expect_status(0);
        assert!(
            before.output.starts_with("no seed from 1 to"),
            "{before:#?}"
        );
    }
}

const STORE: &str = "examples/simulated-store/scenario.scm";

/// Runs the example of a store with these seeds, until one fails.
fn search_store(seeds: &str, version: &str) -> Run {
    run(mound().args(["simulate", "--seeds", seeds, STORE, version]))
}

#[test]
fn a_seed_shows_that_a_store_loses_what_it_has_confirmed() {
    let found = search_store("1-200", "early").expect_status(1);
    // What is confirmed is not there afterwards.
    let verdict = found.output.lines().next().expect("there is a verdict");
    assert!(verdict.starts_with("(not-linearizable "), "{found:#?}");
    assert!(
        verdict.contains(" ok)") && verdict.contains(") #f)"),
        "{found:#?}"
    );
    let shown = &found.output;
    assert!(shown.contains(" ms     primary is killed\n"), "{found:#?}");
    assert!(shown.contains("(crash primary)\n"), "{found:#?}");

    let again = again(&found).expect_status(1);
    let (before, _) = shown.split_once("seed ").expect("it says which");
    assert_eq!(again.output, before);
}

/// The seed that a search has found.
fn seed_of(found: &Run) -> &str {
    let line = found
        .output
        .lines()
        .find_map(|line| line.strip_prefix("seed "));
    let seed = line.and_then(|line| line.strip_suffix(" fails"));
    seed.expect("it says which")
}

/// Runs what a search says is to be run to see the same again.
fn again(found: &Run) -> Run {
    let last = found.output.lines().last().expect("there are lines");
    let words = last.strip_prefix("to see it again: mound ");
    run(mound().args(words.expect("it says how").split(' ')))
}

#[test]
fn a_search_leaves_out_the_steps_that_a_failure_does_not_need() {
    let scenario = "tests/simulated/lost-update.scm";
    let search = |options: &[&str]| {
        let command = ["simulate", "--seeds", "1-20"];
        run(mound().args(command).args(options).arg(scenario)).expect_status(7)
    };
    // One addition of each of two nodes, of ten and the cut of a link.
    let found = search(&[]);
    assert!(found.output.starts_with("(1 of 2)\n"), "{found:#?}");
    let shown = found.output.lines();
    let steps: Vec<&str> = shown.filter(|line| line.starts_with("  ")).collect();
    assert_eq!(steps.len(), 2, "{found:#?}");
    for node in ["one", "two"] {
        let is_its =
            |step: &&str| step.starts_with(&format!("  {node}:")) && step.ends_with(" add");
        assert!(steps.iter().any(is_its), "{found:#?}");
    }
    assert!(
        found.output.contains("2 of its 21 steps are needed"),
        "{found:#?}"
    );
    let (before, _) = found.output.split_once("seed ").expect("it says which");
    assert_eq!(again(&found).expect_status(7).output, before);

    // As it is, as a diagram of the other kind.
    let whole = search(&["--shrink", "0", "--diagram", "mermaid"]);
    assert!(
        whole
            .output
            .contains("21 of its 21 steps are needed, as 0 more"),
        "{whole:#?}"
    );
    assert!(
        whole
            .output
            .contains("\nsequenceDiagram\n  participant n0 as scenario\n")
    );
    assert!(whole.output.contains("->>"), "{whole:#?}");
}

#[test]
fn a_run_can_be_recorded_and_its_record_read() {
    let record = fresh_directory("record").join("record");
    let scenario = "tests/simulated/lost-update.scm";
    run(mound()
        .args(["simulate", "--without", "one:1-10", "--record"])
        .arg(&record)
        .arg(scenario))
    .expect_status(0);
    let text = "(import (scheme base) (scheme write) (scheme process-context) (mound simulate) (kompics sim))
                (define outcome (recorded-outcome (cadr (command-line))))
                (write (map cadr (outcome-history outcome)))";
    let read = run(mound().arg("run").arg(program(text)).arg(&record)).expect_status(0);
    assert_eq!(read.output, format!("({})", ["two"; 10].join(" ")));
}

#[test]
fn what_cannot_be_read_is_no_failing_seed() {
    let path = program("(import (scheme base)");
    let search = run(mound().args(["simulate", "--seeds", "1-9"]).arg(path)).expect_status(3);
    assert_eq!(search.output, "");
    assert!(search.errors.contains("error"), "{search:#?}");
    let wrong = run(mound().args(["simulate", "--without", "nothing", "x.scm"])).expect_status(2);
    assert!(wrong.errors.contains("`nothing` is no step"), "{wrong:#?}");
}

#[test]
fn the_mended_store_loses_nothing() {
    let run = search_store("1-20", "late").expect_status(0);
    assert_eq!(run.output, "no seed from 1 to 20 fails\n");
}

#[test]
fn what_is_not_simulated_is_refused() {
    let text =
        "(import (scheme base) (scheme write) (mound conditions) (mound tcp) (mound subprocess))
                (define (told thunk)
                  (guard (e (#t (display (condition-kind e)) (newline))) (thunk)))
                (told (lambda () (tcp-connect \"127.0.0.1\" 9)))
                (told (lambda () (start-program \"true\" '())))";
    let run = run(mound().arg("simulate").arg(program(text))).expect_status(0);
    assert_eq!(run.output, "simulation\nsimulation\n");
}
