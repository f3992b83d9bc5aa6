//! `mound test`: runs suites of tests, each file in an operating system process of its own.
//!
//! A suite is a program that uses `(srfi 64)`. Told by the environment, the runner that it makes
//! writes what `report` reads. The examples in the documentation of libraries are tests, too.

mod changes;
mod child;
mod coverage;
mod examples;
mod report;

use crate::arguments::{Settings, Suites};
use crate::run::Failure;
use crate::{sources, standard};
use changes::Sources;
use coverage::Coverage;
use examples::Examples;
use report::Report;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

/// One run of a program.
struct Item<'a> {
    source: &'a Source,
    seed: Option<u64>,
    number: usize,
    /// Whether it is the last run of this program.
    is_last: bool,
}

/// Where tests are.
enum Source {
    Suite(PathBuf),
    Examples(PathBuf, Examples),
}

impl Source {
    fn suite(&self) -> Option<&Path> {
        match self {
            Source::Suite(file) => Some(file),
            Source::Examples(..) => None,
        }
    }

    fn name(&self) -> String {
        match self {
            Source::Suite(file) => file.display().to_string(),
            Source::Examples(file, _) => format!("examples of {}", file.display()),
        }
    }
}

/// What a run of all tests has come to.
#[derive(Default)]
struct Sum {
    passed: usize,
    failed: usize,
    /// Results, also of tests that were skipped.
    results: usize,
    /// Those of the runs of one program that failed.
    failed_runs: usize,
}

/// Runs the suites; returns the exit status.
pub fn run(settings: &Settings, suites: &Suites) -> Result<i32, Failure> {
    if !suites.watch {
        return run_all(settings, suites);
    }
    loop {
        let sources = Sources::now(&suites.paths)?;
        if let Err(failure) = run_all(settings, suites) {
            standard::error(&failure.text);
        }
        let count = sources.count();
        standard::output(&format!("watching {count} files; Ctrl-C ends\n"))?;
        sources.wait_for_change(&suites.paths)?;
    }
}

fn run_all(settings: &Settings, suites: &Suites) -> Result<i32, Failure> {
    let sources = find(&suites.paths)?;
    if sources.is_empty() {
        let text = "error: no suites of tests were found; they are called *-test.scm, or are in a directory `tests`";
        return Err(Failure::source(text.to_owned()));
    }
    let program = std::env::current_exe()
        .map_err(|error| Failure::source(format!("error: cannot find mound itself: {error}")))?;
    let items = items(&sources, suites);
    if let Some(directory) = &suites.coverage {
        std::fs::create_dir_all(directory).map_err(|error| {
            let why = mound_engine::why(&error);
            Failure::source(format!("error: cannot make {}: {why}", directory.display()))
        })?;
    }
    let mut sum = Sum::default();
    let mut covered = Coverage::default();
    let is_suite_file = |path: &Path| {
        let mut files = sources.iter().filter_map(Source::suite);
        files.any(|file| file == path)
    };
    let mut printed = Ok(());
    in_parallel(
        &items,
        suites.jobs,
        |item| run_item(&program, settings, suites, item),
        |item, report| {
            let text = sum.add(item, &report, suites);
            covered.add(&report.coverage, is_suite_file);
            if printed.is_ok() {
                printed = standard::output(&text);
            }
        },
    );
    printed?;
    if let Some(filter) = &suites.filter
        && sum.results == 0
    {
        let text = format!("error: the name of no test contains \"{filter}\"");
        return Err(Failure::source(text));
    }
    if let Some(directory) = &suites.coverage {
        covered
            .write(directory)
            .map_err(|why| Failure::source(format!("error: {why}")))?;
        standard::output(&covered.summary())?;
    }
    standard::output(&format!("{} passed, {} failed\n", sum.passed, sum.failed))?;
    Ok(i32::from(sum.failed > 0))
}

/// The suites, and the libraries with examples, that the paths stand for.
fn find(paths: &[PathBuf]) -> Result<Vec<Source>, Failure> {
    if let Some(missing) = paths.iter().find(|path| !path.exists()) {
        let text = format!("error: there is no {}", missing.display());
        return Err(Failure::source(text));
    }
    let files = sources::find(paths, |directory, name| {
        is_suite(directory, name) || name.ends_with(".sld")
    })?;
    let source = |file: PathBuf| match file.extension().is_some_and(|end| end == "sld") {
        true => Examples::of(&file).map(|examples| Source::Examples(file, examples)),
        false => Some(Source::Suite(file)),
    };
    Ok(files.into_iter().filter_map(source).collect())
}

fn is_suite(directory: &Path, name: &str) -> bool {
    let in_tests = directory.file_name().is_some_and(|name| name == "tests");
    name.ends_with("-test.scm") || (in_tests && name.ends_with(".scm"))
}

/// The runs: one of each program, or one with each seed.
fn items<'a>(sources: &'a [Source], suites: &Suites) -> Vec<Item<'a>> {
    let seeds: Vec<Option<u64>> = match (suites.seed, suites.seeds) {
        (Some(seed), _) => vec![Some(seed)],
        (None, Some(count)) => (1..=count).map(Some).collect(),
        (None, None) => vec![None],
    };
    let of_source = |source| {
        let last = seeds.len() - 1;
        let item = move |(index, &seed)| Item {
            source,
            seed,
            number: 0,
            is_last: index == last,
        };
        seeds.iter().enumerate().map(item).collect::<Vec<_>>()
    };
    let items = sources.iter().flat_map(of_source).enumerate();
    items
        .map(|(number, item)| Item { number, ..item })
        .collect()
}

fn run_item(program: &Path, settings: &Settings, suites: &Suites, item: &Item<'_>) -> Report {
    let mut command = Command::new(program);
    command.arg("run").args(settings.flags());
    command.env("MOUND_TEST", "1");
    match &suites.filter {
        Some(filter) => command.env("MOUND_TEST_FILTER", filter),
        None => command.env_remove("MOUND_TEST_FILTER"),
    };
    if let Some(seed) = item.seed {
        command.arg("--seed").arg(seed.to_string());
    }
    let counts = suites
        .coverage
        .as_ref()
        .map(|directory| directory.join(format!("run-{}.info", item.number)));
    if let Some(counts) = &counts {
        command.arg("--report-coverage").arg(counts);
    }
    let timeout = Duration::from_secs(suites.timeout.into());
    let mut report = match item.source {
        Source::Suite(file) => child::run(command.arg(file), None, timeout),
        Source::Examples(_, examples) => {
            if let Some(directory) = &examples.directory {
                command.arg("-I").arg(directory);
            }
            let mut report = child::run(command.arg("-"), Some(&examples.program), timeout);
            examples.place(&mut report);
            report
        }
    };
    if let Some(counts) = counts {
        // A run that was killed has written nothing.
        report.coverage = std::fs::read_to_string(&counts).unwrap_or_default();
        let _ = std::fs::remove_file(&counts);
    }
    report
}

impl Sum {
    /// Counts a run; gives what is printed of it. Of runs with many seeds those are told that failed,
    /// and how many there were.
    fn add(&mut self, item: &Item<'_>, report: &Report, suites: &Suites) -> String {
        self.passed += report.passed();
        self.failed += report.failed();
        self.results += report.outcomes.len();
        self.failed_runs += usize::from(report.failed() > 0);
        let name = item.source.name();
        let shows_all = suites.show_output;
        let Some(seed) = item.seed.filter(|_| suites.seeds.is_some()) else {
            return report.shown(&name, shows_all);
        };
        let mut text = String::new();
        if report.failed() > 0 || shows_all {
            text = report.shown(&format!("{name} with --seed {seed}"), shows_all);
        }
        if item.is_last {
            let failed = std::mem::take(&mut self.failed_runs);
            text += &format!("{name}: {seed} seeds, {failed} failed\n");
        }
        text
    }
}

/// Does the work for all items, a number of them at a time; `done` gets the results in order.
fn in_parallel<T: Sync, R: Send>(
    items: &[T],
    jobs: usize,
    work: impl Fn(&T) -> R + Sync,
    mut done: impl FnMut(&T, R),
) {
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, items.len().max(1)) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                while let Some((index, item)) = {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    items.get(index).map(|item| (index, item))
                } {
                    if sender.send((index, work(item))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut early: Vec<Option<R>> = items.iter().map(|_| None).collect();
        let mut shown = 0;
        for (index, result) in results {
            early[index] = Some(result);
            while let Some(result) = early.get_mut(shown).and_then(Option::take) {
                done(&items[shown], result);
                shown += 1;
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suites_are_known_by_name_or_directory() {
        assert!(is_suite(Path::new("a"), "b-test.scm"));
        assert!(is_suite(Path::new("a/tests"), "b.scm"));
        assert!(!is_suite(Path::new("a"), "b.scm"));
        assert!(!is_suite(Path::new("tests"), "b.out"));
    }

    #[test]
    fn results_come_in_order() {
        let mut seen = Vec::new();
        let items: Vec<u64> = (0..20).collect();
        in_parallel(
            &items,
            4,
            |item| {
                std::thread::yield_now();
                item * 2
            },
            |_, result| seen.push(result),
        );
        assert_eq!(seen, (0..20).map(|item| item * 2).collect::<Vec<_>>());
    }
}
