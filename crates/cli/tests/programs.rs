//! Every program in `tests/` prints the same however it is run.
//!
//! Each `.scm` in the directories below has a `.out` beside it. The modes differ
//! in when a process is preempted, collected, or taken apart into bytes and put
//! together again: none of that can be seen from inside, and none of it uses
//! fuel.

mod support;

use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use support::{
    PROGRAMS, Run, check_failures, difference, files, in_parallel, mound, read, relative, root,
};

/// Where the programs are that do not run in all modes.
const WHOLE: &str = "tests/whole";

/// Whose programs must use the same fuel in each mode. In other directories processes wait for one
/// another, and how often one looks into its mailbox depends on the schedulers.
const SAME_FUEL: &str = "tests/language/";

/// Programs of those whose fuel differs all the same, and why.
const FUEL_DIFFERS: &[(&str, &str)] = &[];

/// Programs whose standard error is not seen to its end, and why.
const LEFT_NOT_TOLD: &[(&str, &str)] = &[(
    "tests/input-output/programs.scm",
    "a program that it has started lives on and keeps standard error open",
)];

/// Programs left out when an emulator runs `mound` (`MOUND_TEST_COMMAND`), and why.
const NOT_EMULATED: &[(&str, &str)] = &[(
    "tests/input-output/programs.scm",
    "QEMU makes a copy of a process that should share its memory with a new one, and \
     so does not hear why a program could not be started",
)];

/// Programs whose output may differ where processes are taken apart, and why.
const NOT_TAKEN_APART: &[(&str, &str)] = &[(
    "tests/bugs/equal-code-keeps-its-names.scm",
    "code is known by what it does, so a procedure that was bytes has the names of the first \
     equal one",
)];

/// Where most programs send messages: they are run without fast paths, too.
const OF_MESSAGES: &[&str] = &[
    "tests/termite/",
    "tests/concurrent/",
    "tests/kompics/",
    "tests/pony/",
];

/// Where most programs compute: they are run with calls that stay calls, which take more fuel and have
/// other traces, and without quick entries of primitives, too.
const OF_CALLS: &[&str] = &["tests/classical/", "tests/everyday/", "tests/r7rs/"];

/// The fast paths of messages and processes that can be switched off.
const FAST_PATHS: &[&str] = &[
    "begin-receiver",
    "wake-receiver",
    "give-place",
    "fill-vacancy",
    "keep-grown",
    "give-list",
    "freeze-list",
];

struct Program {
    source: PathBuf,
    name: String,
    run: Run,
    fuel: Option<u64>,
}

/// All of them, or those whose path has `MOUND_TEST_PROGRAMS` of the environment in it.
fn programs() -> Vec<PathBuf> {
    let wanted = std::env::var("MOUND_TEST_PROGRAMS").unwrap_or_default();
    let emulated = std::env::var_os("MOUND_TEST_COMMAND").is_some();
    let mut found: Vec<PathBuf> = PROGRAMS
        .iter()
        .flat_map(|directory| files(directory, "scm"))
        .collect();
    assert!(found.len() > 50, "the programs are not where they were");
    found.retain(|path| {
        let path = relative(path);
        let left_out = NOT_EMULATED.iter().any(|(name, _)| *name == path);
        path.contains(&wanted) && !(emulated && left_out)
    });
    assert!(!found.is_empty(), "no program is called {wanted}");
    found
}

fn run_all(flags: &[&str]) -> Vec<Program> {
    in_parallel(&programs(), |source| run_one(source, flags))
}

fn run_one(source: &Path, flags: &[&str]) -> Program {
    let name = relative(source);
    let run = support::run(
        mound()
            .args(["run", "--report-fuel", "--report-left"])
            .args(flags)
            .arg(&name),
    );
    let fuel = run
        .errors
        .lines()
        .find_map(|line| line.strip_prefix("fuel: ")?.parse().ok());
    Program {
        source: source.to_owned(),
        name,
        run,
        fuel,
    }
}

/// The runs without any flags, which the other modes are compared with.
static PLAIN: LazyLock<Vec<Program>> = LazyLock::new(|| run_all(&[]));

/// What is wrong with the output of a program, or with how it ended.
fn output_failure(program: &Program) -> Option<String> {
    let Program { run, name, .. } = program;
    let errors: String = run.errors.lines().take(12).collect::<Vec<_>>().join("\n");
    if !run.in_time {
        return Some(format!("{name}: it did not end in time\n{errors}"));
    }
    let expected = read(&program.source.with_extension("out"));
    if let Some(difference) = difference(&expected, &run.output) {
        return Some(format!("{name}: {difference}\n{errors}"));
    }
    if run.status != Some(0) {
        return Some(format!("{name}: status {:?}\n{errors}", run.status));
    }
    // What was counted for processes and messages is taken back to the last byte, and nothing stays of a
    // process that has ended.
    let all_back = run.errors.contains("left: nothing");
    let tells = !LEFT_NOT_TOLD.iter().any(|(untold, _)| untold == name);
    (tells && !all_back).then(|| format!("{name}: something did not come back\n{}", run.errors))
}

fn fuel_failure(plain: &Program, program: &Program) -> Option<String> {
    let name = &program.name;
    let excused = FUEL_DIFFERS.iter().any(|(excused, _)| excused == name);
    if !name.starts_with(SAME_FUEL) || excused || plain.fuel == program.fuel {
        return None;
    }
    Some(format!(
        "{name}: it used {:?} units of fuel, and {:?} without flags",
        program.fuel, plain.fuel
    ))
}

fn check(flags: &[&str]) {
    let runs = run_all(flags);
    let failures = PLAIN
        .iter()
        .zip(&runs)
        .filter(|(_, program)| {
            let left_out = NOT_TAKEN_APART
                .iter()
                .any(|(name, _)| *name == program.name);
            !(left_out && flags.contains(&"--serialize-anywhere"))
        })
        .filter_map(|(plain, program)| {
            output_failure(program).or_else(|| fuel_failure(plain, program))
        })
        .collect();
    check_failures(failures);
}

#[test]
fn programs_print_what_they_should() {
    check_failures(PLAIN.iter().filter_map(output_failure).collect());
}

#[test]
fn programs_print_the_same_when_interpreted() {
    check(&["--no-native"]);
}

#[test]
fn programs_print_the_same_when_interpreted_and_taken_apart() {
    let flags = ["--fuel", "13", "--serialize-anywhere", "4711"];
    check(&[&["--no-native"], &flags[..]].concat());
}

#[test]
fn programs_print_the_same_when_some_procedures_are_interpreted() {
    check(&["--mixed", "1"]);
}

#[test]
fn programs_print_the_same_when_other_procedures_are_interpreted() {
    check(&["--mixed", "2", "--fuel", "7"]);
}

#[test]
fn programs_print_the_same_when_mixed_and_collected_at_each_chance() {
    check(&["--mixed", "3"]);
}

#[test]
fn programs_print_the_same_when_mixed_and_taken_apart() {
    check(&["--mixed", "4", "--fuel", "20", "--serialize-anywhere", "7"]);
}

#[test]
fn programs_print_the_same_when_memory_is_collected_at_each_chance() {
    check(&["--zeal"]);
}

#[test]
fn programs_print_the_same_when_preempted_at_each_chance() {
    check(&["--fuel", "1"]);
}

#[test]
fn programs_print_the_same_when_taken_apart_at_random_points() {
    check(&["--fuel", "20", "--serialize-anywhere", "7"]);
}

#[test]
fn programs_print_the_same_when_taken_apart_at_other_points() {
    check(&["--fuel", "13", "--serialize-anywhere", "4711"]);
}

/// Each program of messages without one of the fast paths, another one for the next program.
#[test]
fn programs_of_messages_print_the_same_without_a_fast_path() {
    without_fast_paths(OF_MESSAGES, |number| {
        FAST_PATHS[number % FAST_PATHS.len()].to_owned()
    });
}

#[test]
fn programs_of_messages_print_the_same_without_fast_paths() {
    without_fast_paths(OF_MESSAGES, |_| FAST_PATHS.join(","));
}

#[test]
fn programs_that_compute_print_the_same_without_inlining() {
    without_fast_paths(OF_CALLS, |_| "inline".to_owned());
}

#[test]
fn programs_that_compute_print_the_same_without_quick_entries() {
    without_fast_paths(OF_CALLS, |_| "quick-entries".to_owned());
}

/// Runs the programs of some directories, by their numbers, without some fast paths.
fn without_fast_paths(directories: &[&str], paths: impl Fn(usize) -> String + Sync) {
    let is_chosen = |source: &PathBuf| {
        let name = relative(source);
        directories.iter().any(|start| name.starts_with(start))
    };
    let chosen: Vec<(usize, PathBuf)> = programs()
        .into_iter()
        .filter(is_chosen)
        .enumerate()
        .collect();
    let runs = in_parallel(&chosen, |(number, source)| {
        run_one(source, &["--no-fast-paths", &paths(*number)])
    });
    check_failures(runs.iter().filter_map(output_failure).collect());
}

/// The programs of `bench/whole` and `bench/aside`, with less to do; they are long, so they do not
/// run in all modes.
#[test]
fn whole_programs_print_what_they_should() {
    let sources = files(WHOLE, "scm");
    let modes: [&[&str]; 3] = [&[], &["--no-native"], &["--mixed", "3"]];
    let failures = modes
        .iter()
        .flat_map(|flags| in_parallel(&sources, |source| run_one(source, flags)))
        .filter_map(|program| output_failure(&program))
        .collect();
    check_failures(failures);
}

#[test]
fn every_whole_program_of_the_benchmarks_is_run() {
    let missing = ["bench/whole", "bench/aside"]
        .iter()
        .flat_map(|directory| files(directory, "scm"))
        .filter(|path| {
            let name = path.file_name().expect("a file has a name");
            !root().join(WHOLE).join(name).exists()
        })
        .map(|path| relative(&path))
        .collect();
    check_failures(missing);
}

#[test]
fn every_expected_output_belongs_to_a_program() {
    let orphans = PROGRAMS
        .iter()
        .chain([&WHOLE])
        .flat_map(|directory| files(directory, "out"))
        .filter(|path| !path.with_extension("scm").exists())
        .map(|path| relative(&path))
        .collect();
    check_failures(orphans);
}
