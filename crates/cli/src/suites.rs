//! `mound test`: runs suites of tests, each file in a process of its own.
//!
//! A suite is a program that uses `(srfi 64)`. Told by the environment, the runner that
//! it makes writes a line for each test, which begins with [`MARK`]:
//!
//! ```text
//!   MARK kind SEPARATOR title { SEPARATOR label SEPARATOR text }
//! ```
//!
//! All other output is the program's own, and shown if something failed.

use crate::arguments::Settings;
use crate::run::Failure;
use crate::{sources, standard};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// Begins the lines of results; lib/srfi/64-print.scm has the same.
const MARK: &str = "\u{1}mound-test ";
const SEPARATOR: char = '\u{1f}';

/// Texts that are longer are shown around their first difference only.
const WHOLE_MAX: usize = 120;
/// Characters shown before and behind the first difference of such texts.
const AROUND: usize = 40;

/// What became of one test.
#[derive(Debug, PartialEq, Eq)]
struct Outcome {
    kind: String,
    title: String,
    texts: Vec<(String, String)>,
}

/// What became of a file.
#[derive(Debug, Default)]
struct Report {
    outcomes: Vec<Outcome>,
    /// What the program printed itself.
    output: String,
    /// Why it did not end well, if so.
    death: Option<String>,
}

impl Report {
    fn count(&self, kinds: &[&str]) -> usize {
        let counted = |outcome: &&Outcome| kinds.contains(&&*outcome.kind);
        self.outcomes.iter().filter(counted).count()
    }

    fn passed(&self) -> usize {
        self.count(&["pass", "xfail"])
    }

    fn failed(&self) -> usize {
        self.count(&["fail", "xpass"]) + usize::from(self.death.is_some())
    }
}

/// Runs the suites; returns the exit status.
pub fn run(
    settings: &Settings,
    paths: &[PathBuf],
    filter: Option<&str>,
    jobs: usize,
) -> Result<i32, Failure> {
    let files = sources::find(paths, is_suite)?;
    if files.is_empty() {
        let text = "error: no suites of tests were found; they are called *-test.scm, or are in a directory `tests`";
        return Err(Failure::source(text.to_owned()));
    }
    let program = std::env::current_exe()
        .map_err(|error| Failure::source(format!("error: cannot find mound itself: {error}")))?;
    let (mut passed, mut failed) = (0, 0);
    let mut printed = Ok(());
    in_parallel(
        &files,
        jobs,
        |file| run_file(&program, settings, file, filter),
        |file, report| {
            passed += report.passed();
            failed += report.failed();
            if printed.is_ok() {
                printed = standard::output(&shown(&file.display().to_string(), &report));
            }
        },
    );
    printed?;
    standard::output(&format!("{passed} passed, {failed} failed\n"))?;
    Ok(i32::from(failed > 0))
}

fn is_suite(directory: &Path, name: &str) -> bool {
    let in_tests = directory.file_name().is_some_and(|name| name == "tests");
    name.ends_with("-test.scm") || (in_tests && name.ends_with(".scm"))
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

fn run_file(program: &Path, settings: &Settings, file: &Path, filter: Option<&str>) -> Report {
    let mut command = Command::new(program);
    command.arg("run").args(settings.flags()).arg(file);
    command.env("MOUND_TEST", "1");
    match filter {
        Some(filter) => command.env("MOUND_TEST_FILTER", filter),
        None => command.env_remove("MOUND_TEST_FILTER"),
    };
    let ended = match command.output() {
        Ok(ended) => ended,
        Err(error) => {
            return Report {
                death: Some(format!("it could not be run: {error}")),
                ..Report::default()
            };
        }
    };
    let mut report = parse(&String::from_utf8_lossy(&ended.stdout));
    if !ended.status.success() {
        let errors = String::from_utf8_lossy(&ended.stderr);
        report.death = Some(format!("it ended with {}\n{errors}", ended.status));
    }
    report
}

fn parse(output: &str) -> Report {
    let mut report = Report::default();
    for line in output.lines() {
        match line.strip_prefix(MARK) {
            Some(line) => report.outcomes.extend(parse_outcome(line)),
            None if line.is_empty() => {}
            None => {
                report.output.push_str(line);
                report.output.push('\n');
            }
        }
    }
    report
}

fn parse_outcome(line: &str) -> Option<Outcome> {
    let mut parts = line.split(SEPARATOR).map(str::to_owned);
    let (kind, title) = (parts.next()?, parts.next()?);
    let mut texts = Vec::new();
    while let (Some(label), Some(text)) = (parts.next(), parts.next()) {
        texts.push((label, text));
    }
    Some(Outcome { kind, title, texts })
}

/// The lines about a file.
fn shown(name: &str, report: &Report) -> String {
    let mut text = format!("{name}: {} passed", report.passed());
    let others = [
        (report.failed(), "failed"),
        (report.count(&["skip"]), "skipped"),
        (report.count(&["xfail"]), "of them expected to fail"),
    ];
    for (count, label) in others {
        if count > 0 {
            let _ = write!(text, ", {count} {label}");
        }
    }
    text.push('\n');
    if report.failed() == 0 {
        return text;
    }
    for outcome in &report.outcomes {
        match &*outcome.kind {
            "fail" => text.push_str(&shown_failure("FAIL", outcome)),
            "xpass" => text.push_str(&shown_failure("PASSED though expected to fail", outcome)),
            _ => {}
        }
    }
    if let Some(death) = &report.death {
        indent(&mut text, "  ", death);
    }
    if !report.output.is_empty() {
        text.push_str("  output:\n");
        indent(&mut text, "    ", &report.output);
    }
    text
}

fn indent(text: &mut String, margin: &str, lines: &str) {
    for line in lines.lines() {
        let _ = writeln!(text, "{margin}{line}");
    }
}

fn shown_failure(label: &str, outcome: &Outcome) -> String {
    let mut text = format!("  {label} {}\n", outcome.title);
    let find = |wanted: &str| {
        let found = outcome.texts.iter().find(|(label, _)| label == wanted);
        found.map(|(_, text)| &**text)
    };
    let both = find("expected").zip(find("actual"));
    for (label, found) in &outcome.texts {
        if both.is_none() || (label != "expected" && label != "actual") {
            let _ = writeln!(text, "    {label}: {found}");
        }
    }
    if let Some((expected, actual)) = both {
        text.push_str(&difference(expected, actual));
    }
    text
}

/// Both texts, one below the other, with a mark where they begin to differ.
fn difference(expected: &str, actual: &str) -> String {
    let common = expected
        .chars()
        .zip(actual.chars())
        .take_while(|(left, right)| left == right)
        .count();
    let longest = expected.chars().count().max(actual.chars().count());
    let skipped = if longest <= WHOLE_MAX {
        0
    } else {
        common.saturating_sub(AROUND)
    };
    let part = |text: &str| -> String {
        let length = text.chars().count();
        let shown = if longest <= WHOLE_MAX {
            length
        } else {
            2 * AROUND
        };
        let before = if skipped > 0 { "..." } else { "" };
        let after = if skipped + shown < length { "..." } else { "" };
        let middle: String = text.chars().skip(skipped).take(shown).collect();
        format!("{before}{middle}{after}")
    };
    let margin = common - skipped + if skipped > 0 { 3 } else { 0 };
    format!(
        "    expected: {}\n    actual:   {}\n              {}^\n",
        part(expected),
        part(actual),
        " ".repeat(margin)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_and_other_output_are_told_apart() {
        let output = "\u{1}mound-test pass\u{1f}a\nhello\n\n\u{1}mound-test fail\u{1f}b\u{1f}expected\u{1f}1\u{1f}actual\u{1f}2\n";
        let report = parse(output);
        assert_eq!((report.passed(), report.failed()), (1, 1));
        assert_eq!(report.output, "hello\n");
        assert_eq!(report.outcomes[1].title, "b");
        assert_eq!(report.outcomes[1].texts.len(), 2);
    }

    #[test]
    fn first_difference_is_marked() {
        assert_eq!(
            difference("(1 2 3)", "(1 9 3)"),
            "    expected: (1 2 3)\n    actual:   (1 9 3)\n                 ^\n"
        );
        let (long, longer) = ("x".repeat(200), format!("{}yz", "x".repeat(200)));
        let shown = difference(&long, &longer);
        let lines: Vec<&str> = shown.lines().collect();
        assert!(lines.iter().all(|line| line.len() < 120), "{shown}");
        assert_eq!(lines[2].find('^'), lines[1].find('y'));
    }

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
