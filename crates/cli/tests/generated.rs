//! Programs that nobody wrote: they do the same however they are run, whatever the compiler can
//! see through, and in other implementations of Scheme.
//!
//! The generator is described in `generator/mod.rs` and in `docs/internals/generated-programs.md`.
//! Each program is run in the modes of the other tests and must print the same and use the same
//! fuel. Each is also written a second time with all its constants and operators behind a
//! procedure that the compiler knows nothing of; that program must print the same, so what the
//! compiler simplifies means what was written. Programs of what R7RS leaves no choice about are
//! given to the other implementations that are installed (`oracle/mod.rs`).
//!
//! A program that fails is made small first (`shrink/mod.rs`).
//!
//! `GENERATED=N` tries N programs from `GENERATED_FROM` on instead of the usual ones.
//! `GENERATED_SHRINK=SECONDS` is the time for making one small. `GENERATED_IN=DIRECTORY` keeps the
//! programs there.

mod generator;
mod oracle;
mod shrink;
mod support;

use generator::{Dialect, Form, program};
use oracle::Oracle;
use shrink::{shrunk, tree};
use std::path::{Path, PathBuf};
use std::time::Duration;
use support::{Run, check_failures, difference, fresh_directory, in_parallel, mound, run_within};

/// The modes; all use the fuel of a plain run.
const MODES: &[&[&str]] = &[
    &["--no-native"],
    &["--mixed", "1"],
    &["--mixed", "2"],
    &["--zeal"],
    &["--zeal", "--no-native"],
    &["--fuel", "1"],
    &["--serialize-anywhere", "3"],
];

/// Far more than a program needs that was not cut down.
const LIMIT: Duration = Duration::from_secs(120);
/// One that was cut down may have lost what ends it.
const SHORT_LIMIT: Duration = Duration::from_secs(10);

fn run_program(path: &Path, flags: &[&str], limit: Duration) -> Run {
    let mut command = mound();
    command.args(["run", "--report-fuel"]).args(flags).arg(path);
    run_within(&mut command, "", limit)
}

/// What is wrong with a program: in which way it was run, and how that differs.
struct Fault {
    way: usize,
    /// What it has in common with the same fault of another program.
    class: String,
    text: String,
}

impl Fault {
    /// A program that should have ended well, and what it was.
    fn bad_end(run: &Run) -> Fault {
        let complaint = run.errors.lines().find(|line| !line.starts_with("warning"));
        Fault {
            way: PLAIN,
            class: format!("{:?} {}", run.status, complaint.unwrap_or("")),
            text: format!("it did not end well: {run:#?}"),
        }
    }
}

/// Ways of finding a fault: the modes, and these after them.
const PLAIN: usize = MODES.len();
const SEEN_THROUGH: usize = PLAIN + 1;

/// The first fault of a program in its opaque form, among these ways.
fn fault(
    opaque: &str,
    directory: &Path,
    name: &str,
    ways: &[usize],
    limit: Duration,
) -> Option<Fault> {
    let write = |suffix: &str, text: &str| {
        let path = directory.join(format!("{name}{suffix}.scm"));
        std::fs::write(&path, text).expect("temporary files can be written");
        path
    };
    let plain: Vec<_> = tree::read(opaque).iter().map(transparent).collect();
    let plain = write("", &tree::write(&plain));
    let expected = run_program(&plain, &[], limit);
    if !ends_well(&expected) {
        return ways.contains(&PLAIN).then(|| Fault::bad_end(&expected));
    }
    ways.iter().find_map(|&way| {
        let (path, flags) = match way {
            PLAIN => return None,
            SEEN_THROUGH => (write("-opaque", opaque), &[][..]),
            _ => (plain.clone(), MODES[way]),
        };
        let found = run_program(&path, flags, limit);
        // A program that fills its memory and catches that has more than this mode can write down.
        if found
            .errors
            .contains("serialize-anywhere: the value takes more than")
        {
            return None;
        }
        let same_fuel = way != SEEN_THROUGH && !opaque.contains("(spawn ");
        let difference = difference(&expected.output, &found.output)
            .or_else(|| same_fuel.then(|| difference(fuel(&expected), fuel(&found)))?)
            .or_else(|| (!ends_well(&found)).then(|| format!("{found:#?}")))?;
        let how = match way {
            SEEN_THROUGH => "opaque".to_owned(),
            _ => flags.join(" "),
        };
        Some(Fault {
            way,
            class: format!("{:?}", found.status),
            text: format!("{how}: {difference}"),
        })
    })
}

/// The definition of `opaque` stays; its uses go.
fn transparent(form: &tree::Tree) -> tree::Tree {
    match form.to_string().starts_with("(define (opaque ") {
        true => form.clone(),
        false => form.without("opaque"),
    }
}

/// A program that was cut down may lack what it uses, and means nothing then.
fn ends_well(run: &Run) -> bool {
    run.status == Some(0) && !run.errors.contains("unbound variable")
}

fn fuel(run: &Run) -> &str {
    let mut lines = run.errors.lines();
    lines.find(|line| line.starts_with("fuel: ")).unwrap_or("")
}

/// A report of the fault of a program, with the program made small.
fn report(
    number: u64,
    text: &str,
    fault: &Fault,
    fails: &mut dyn FnMut(&str) -> Option<Fault>,
) -> String {
    let time = Duration::from_secs(from_environment("GENERATED_SHRINK", 60));
    let mut is_same = |text: &str| fails(text).is_some_and(|found| found.class == fault.class);
    let small = shrunk(text, time, &mut is_same);
    let found = fails(&small).map_or_else(
        || "it fails no more when it is made small".to_owned(),
        |fault| fault.text,
    );
    format!(
        "program {number}, {}\nmade small:\n{small}{found}",
        fault.text
    )
}

fn failure(number: u64, directory: &Path) -> Option<String> {
    let all: Vec<usize> = [PLAIN, SEEN_THROUGH]
        .into_iter()
        .chain(0..MODES.len())
        .collect();
    let opaque = program(number, Dialect::Whole, Form::Opaque);
    let found = fault(&opaque, directory, &number.to_string(), &all, LIMIT)?;
    let way = found.way;
    Some(report(number, &opaque, &found, &mut |text| {
        fault(
            text,
            directory,
            &format!("{number}-small"),
            &[way],
            SHORT_LIMIT,
        )
    }))
}

/// How a program of the common dialect differs in its order of evaluation, or in another Scheme.
fn common_fault(
    ordered: &str,
    directory: &Path,
    name: &str,
    oracles: &[Oracle],
    limit: Duration,
) -> Option<Fault> {
    let path = directory.join(format!("{name}.scm"));
    std::fs::write(&path, ordered).expect("temporary files can be written");
    let expected = run_program(&path, &[], limit);
    if !ends_well(&expected) {
        return Some(Fault::bad_end(&expected));
    }
    let mut faults: Vec<(String, String)> = Vec::new();
    for oracle in oracles {
        let found = run_within(&mut oracle.command(ordered, directory, name), "", limit);
        // How objects without a form of their own are written is each system's own affair.
        if !found.in_time || found.output.contains("#<") || expected.output.contains("#<") {
            continue;
        }
        // What two systems print is right, although a third prints something else: Chez Scheme
        // leaves out what raises if nobody uses its value.
        let difference = difference(&found.output, &expected.output)?;
        if !oracle.knows(ordered) {
            continue;
        }
        let errors: String = found.errors.lines().take(3).collect::<Vec<_>>().join("\n");
        let kind = kind_of_difference(&found.output, &expected.output);
        faults.push((
            format!("{} {:?} {kind}", oracle.name(), found.status),
            format!("{}: {difference}\n{errors}\n", oracle.name()),
        ));
    }
    let (classes, texts): (Vec<_>, Vec<_>) = faults.into_iter().unzip();
    (!classes.is_empty()).then(|| Fault {
        way: PLAIN,
        // What one system does otherwise is not taken for what another one does.
        class: classes.join(", "),
        text: texts.concat(),
    })
}

/// Which of the two raised in the first line that differs: `error` is what `show` writes then.
fn kind_of_difference(found: &str, expected: &str) -> String {
    const ERROR: &str = ") (symbol (string (101 114 114 111 114))) ";
    let differs = |(found, expected): &(&str, &str)| found != expected;
    let lines = found.lines().zip(expected.lines()).find(differs);
    lines.map_or_else(
        || "fewer lines".to_owned(),
        |(found, expected)| {
            let [found, expected] = [found, expected].map(|line| line.contains(ERROR));
            format!("raised {found} and {expected}")
        },
    )
}

fn common_failure(number: u64, directory: &Path, oracles: &[Oracle]) -> Option<String> {
    let plain = program(number, Dialect::Common, Form::Plain);
    let ordered = program(number, Dialect::Common, Form::Ordered);
    let name = format!("common-{number}");
    if let Some(fault) = common_fault(&ordered, directory, &name, oracles, LIMIT) {
        return Some(report(number, &ordered, &fault, &mut |text| {
            common_fault(
                text,
                directory,
                &format!("{name}-small"),
                oracles,
                SHORT_LIMIT,
            )
        }));
    }
    // Mound evaluates from left to right, so it needs no help with the order.
    let paths = [("-plain", plain), ("", ordered)].map(|(suffix, text)| {
        let path: PathBuf = directory.join(format!("{name}{suffix}.scm"));
        std::fs::write(&path, text).expect("temporary files can be written");
        path
    });
    let [found, expected] = paths.map(|path| run_program(&path, &[], LIMIT).output);
    let difference = difference(&expected, &found)?;
    Some(format!(
        "program {number} of the common dialect, not in order: {difference}"
    ))
}

fn from_environment(name: &str, usual: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn directory() -> PathBuf {
    match std::env::var_os("GENERATED_IN") {
        Some(path) => path.into(),
        None => fresh_directory("generated"),
    }
}

/// The numbers of the programs to try.
fn numbers(usual: u64) -> Vec<u64> {
    let first = from_environment("GENERATED_FROM", 1);
    (first..first + from_environment("GENERATED", usual)).collect()
}

#[test]
fn generated_programs_print_the_same_however_they_are_run() {
    let directory = directory();
    let failures = in_parallel(&numbers(30), |&number| failure(number, &directory));
    check_failures(failures.into_iter().flatten().collect());
}

#[test]
fn generated_programs_print_what_other_implementations_print() {
    let directory = directory();
    let oracles = Oracle::installed();
    if oracles.is_empty() {
        println!(
            "note: no other Scheme is installed (guile or chezscheme): only the order is tested"
        );
    }
    let failures = in_parallel(&numbers(40), |&number| {
        common_failure(number, &directory, &oracles)
    });
    check_failures(failures.into_iter().flatten().collect());
}

#[test]
fn a_program_is_its_own_text_again() {
    for number in 1..20 {
        for dialect in [Dialect::Whole, Dialect::Common] {
            let [plain, opaque] =
                [Form::Plain, Form::Opaque].map(|form| tree::read(&program(number, dialect, form)));
            assert_eq!(tree::read(&tree::write(&plain)), plain);
            let found: Vec<_> = opaque.iter().map(transparent).collect();
            assert_eq!(tree::write(&found), tree::write(&plain), "program {number}");
        }
    }
}

#[test]
fn what_a_fault_needs_is_what_is_left() {
    let text = "(define (f x) (+ x 1)) ; a comment
        (define unused '(1 #(2 3) \"a (b\" #\\( |odd) name|))
        (show (lambda () (let ((a (f 3)) (b 2)) (list (car (list a b)) (broken a b 17)))))";
    let mut fails = |text: &str| text.contains("(broken ");
    let small = shrunk(text, Duration::from_secs(60), &mut fails);
    assert_eq!(small, "(broken a)\n");
}
