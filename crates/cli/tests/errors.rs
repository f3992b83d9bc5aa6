//! What is said of programs that are wrong: `tests/errors/cases/*.scm` holds many
//! small ones, and the `.err` beside each file what `mound` says of them.
//!
//! ```text
//!   ;;; case misspelt variable       begins a case, a program of its own
//!   ;;; file shapes.sld              further text is this file, beside the program
//!   ;;; run check --strict           arguments instead of `run`; the file is added
//!   ;;; input repl                   the text is standard input of this command
//!   ;;; argument eval                the text is the argument of this command
//! ```
//!
//! `UPDATE_EXPECT=1` writes the `.err` files anew; read each text before keeping it.

mod support;

use std::path::Path;
use support::{
    Run, check_failures, compare_with_file, files, fresh_directory, in_parallel, mound, normalised,
    read, relative,
};

/// The name of each case's program in what is said of it.
const PROGRAM: &str = "main.scm";

/// One small program.
struct Case {
    title: String,
    /// Name and text of each file, the program first.
    files: Vec<(String, String)>,
    /// Arguments of `mound`.
    command: Vec<String>,
    given: Given,
}

/// How the program reaches `mound`.
enum Given {
    File,
    Input,
    Argument,
}

fn cases(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines() {
        if let Some(title) = line.strip_prefix(";;; case ") {
            cases.push(Case {
                title: title.to_owned(),
                files: vec![(PROGRAM.to_owned(), String::new())],
                command: vec!["run".to_owned()],
                given: Given::File,
            });
            continue;
        }
        // What comes before the first case says what the file is about.
        let Some(case) = cases.last_mut() else {
            continue;
        };
        let words = |rest: &str| rest.split_whitespace().map(str::to_owned).collect();
        if let Some(name) = line.strip_prefix(";;; file ") {
            case.files.push((name.to_owned(), String::new()));
        } else if let Some(command) = line.strip_prefix(";;; run ") {
            case.command = words(command);
        } else if let Some(command) = line.strip_prefix(";;; input ") {
            case.command = words(command);
            case.given = Given::Input;
        } else if let Some(command) = line.strip_prefix(";;; argument ") {
            case.command = words(command);
            case.given = Given::Argument;
        } else if let Some((_, text)) = case.files.last_mut() {
            text.push_str(line);
            text.push('\n');
        }
    }
    cases
}

/// What `mound` says of one program.
fn said(case: &Case) -> String {
    let directory = fresh_directory("errors");
    for (name, text) in &case.files {
        let path = directory.join(name);
        let parent = path.parent().expect("a file is in a directory");
        std::fs::create_dir_all(parent).expect("the directory is ours");
        std::fs::write(&path, text.trim_end_matches('\n').to_owned() + "\n")
            .expect("the directory is ours");
    }
    let mut command = mound();
    command.current_dir(&directory).args(&case.command);
    let text = &case.files[0].1;
    let run: Run = match case.given {
        Given::File => support::run(command.arg(PROGRAM)),
        Given::Input => support::run_with_input(&mut command, text),
        Given::Argument => support::run(command.arg(text)),
    };
    // Left behind only if it is not ours after all.
    let _ = std::fs::remove_dir_all(&directory);
    let status = run
        .status
        .map_or("none".to_owned(), |status| status.to_string());
    let output = if run.output.is_empty() {
        String::new()
    } else {
        format!("[output]\n{}[errors]\n", run.output)
    };
    format!(
        ";;; case {}\n{output}{}status {status}\n\n",
        case.title,
        without_lines_of_libraries(&normalised(&run.errors))
    )
}

/// Traces without the lines of Mound's own sources, which change without being news.
fn without_lines_of_libraries(report: &str) -> String {
    let mut text = String::new();
    for line in report.lines() {
        let frame = line.trim_start().starts_with("in ") && line.contains(" at lib/");
        let end = line.find(".scm:").map(|at| at + ".scm".len());
        text.push_str(match end {
            Some(end) if frame => &line[..end],
            _ => line,
        });
        text.push('\n');
    }
    text
}

fn failure(path: &Path) -> Option<String> {
    let found: Vec<String> = in_parallel(&cases(&read(path)), said);
    let difference = compare_with_file(&path.with_extension("err"), &found.concat())?;
    Some(format!("{}: {difference}", relative(path)))
}

#[test]
fn each_wrong_program_gets_the_report_that_is_written_down() {
    let filter = std::env::var("ERROR_CASES").unwrap_or_default();
    let paths = files("tests/errors/cases", "scm");
    let chosen = paths.iter().filter(|path| relative(path).contains(&filter));
    check_failures(chosen.filter_map(|path| failure(path)).collect());
}

#[test]
fn there_are_many_cases_and_each_has_its_own_title() {
    let mut titles: Vec<String> = Vec::new();
    for path in files("tests/errors/cases", "scm") {
        titles.extend(cases(&read(&path)).into_iter().map(|case| case.title));
    }
    let count = titles.len();
    assert!(count >= 150, "{count} cases");
    titles.sort();
    titles.dedup();
    assert_eq!(titles.len(), count, "a title stands twice");
}
