//! The read-eval-print loop.
//!
//! On a terminal: line editing, history across starts, continuation lines until
//! the form is complete, completion of names. Otherwise forms are read from
//! standard input and their values printed. Errors are shown and do not end it.

use mound_engine::{Engine, Interactive, ReplOutcome};
use mound_syntax::{ReadError, Reader};
use reedline::{
    DefaultCompleter, DefaultPrompt, DefaultPromptSegment, FileBackedHistory, Reedline, Signal,
    ValidationResult, Validator,
};
use std::io::{IsTerminal, Read};
use std::path::PathBuf;

/// Lines of history that are kept.
const HISTORY_LINES: usize = 2000;

/// Runs until the end of input or `(exit)`; returns the status.
pub fn run(engine: &Engine) -> Result<i32, String> {
    let interactive = engine.interactive()?;
    if std::io::stdin().is_terminal() {
        return on_terminal(&interactive);
    }
    let mut text = String::new();
    std::io::stdin()
        .read_to_string(&mut text)
        .map_err(|error| format!("standard input: {error}"))?;
    Ok(evaluate_all(&interactive, "standard input", &text).unwrap_or(0))
}

/// Evaluates each form of `text` and shows its value. `Some` is the status of an `(exit)`.
fn evaluate_all(interactive: &Interactive, name: &str, text: &str) -> Option<i32> {
    let mut offset = 0;
    while let Some((outcome, warnings, next)) = interactive.evaluate(name, text, offset) {
        interactive.flush();
        eprint!("{warnings}");
        offset = next;
        match outcome {
            ReplOutcome::Value(Some(value)) => println!("{value}"),
            ReplOutcome::Value(None) => {}
            ReplOutcome::Rejected(report) | ReplOutcome::Error(report) => eprint!("{report}"),
            ReplOutcome::Exit(status) => return Some(status),
        }
    }
    None
}

fn on_terminal(interactive: &Interactive) -> Result<i32, String> {
    println!(
        "Mound {}; (exit) or Ctrl-D ends.",
        env!("CARGO_PKG_VERSION")
    );
    let mut editor = Reedline::create()
        .with_validator(Box::new(Complete))
        .with_completer(completer(interactive));
    if let Some(history) = history() {
        editor = editor.with_history(Box::new(history));
    }
    let prompt = DefaultPrompt::new(
        DefaultPromptSegment::Basic("mound".to_owned()),
        DefaultPromptSegment::Empty,
    );
    for number in 1_u64.. {
        match editor.read_line(&prompt) {
            Ok(Signal::Success(line)) => {
                if let Some(status) = evaluate_all(interactive, &format!("input {number}"), &line) {
                    return Ok(status);
                }
                editor = editor.with_completer(completer(interactive));
            }
            Ok(Signal::CtrlC) => println!("Ctrl-D or (exit) ends."),
            Ok(Signal::CtrlD) => break,
            Ok(_) => {}
            Err(error) => return Err(format!("the terminal: {error}")),
        }
    }
    Ok(0)
}

fn history() -> Option<FileBackedHistory> {
    let path: PathBuf = mound_engine::default_home().join("history");
    std::fs::create_dir_all(path.parent()?).ok()?;
    FileBackedHistory::with_file(HISTORY_LINES, path).ok()
}

fn completer(interactive: &Interactive) -> Box<DefaultCompleter> {
    let mut names: Vec<String> = interactive
        .names()
        .iter()
        .map(|name| name.to_string())
        .collect();
    names.sort();
    let mut completer =
        DefaultCompleter::with_inclusions(&['-', '_', '!', '?', '*', '>', '<', '=', '/', '+', '%']);
    completer.insert(names);
    Box::new(completer)
}

/// A line is complete when each form in it is.
struct Complete;

impl Validator for Complete {
    fn validate(&self, line: &str) -> ValidationResult {
        let mut reader = Reader::new(mound_base::SourceId(0), line);
        loop {
            match reader.next() {
                Ok(Some(_)) => {}
                Ok(None) | Err(ReadError::Invalid(_)) => return ValidationResult::Complete,
                Err(ReadError::Incomplete(_)) => return ValidationResult::Incomplete,
            }
        }
    }
}
