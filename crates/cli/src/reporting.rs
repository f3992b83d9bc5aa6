//! `mound report`: what would travel with a procedure of a program. The report itself is Scheme,
//! `lib/mound/mobile.scm`.
//!
//! What a procedure has captured is known when it has been made, so the program is run. Its forms
//! are evaluated like those that are typed at the REPL.

use crate::arguments::Settings;
use crate::repl::merged;
use crate::run::{Failure, STATUS_SOURCE, finish, read_source, start};
use crate::standard;
use mound_engine::{Interactive, ReplOutcome};

pub fn run(settings: &Settings, file: &str, procedure: &str) -> Result<i32, Failure> {
    let source = read_source(file)?;
    let engine = start(settings, &[file.to_owned()], source.path.as_deref())?;
    let interactive = engine.interactive().map_err(Failure::node)?;
    let report = "(import (only (mound mobile) mobile-report print-mobile-report))
         (print-mobile-report (mobile-report |,procedure|))";
    let mut status = None;
    let forms = [
        (&*source.name, &*source.text, None),
        // What is wrong with it is shown as it was typed.
        ("command line", procedure, Some(",procedure")),
        ("report", report, None),
    ];
    for (name, text, result) in forms {
        status = evaluate(&interactive, name, text, result);
        if status.is_some() {
            break;
        }
    }
    finish(engine, Ok(status.unwrap_or(0))).0
}

/// Evaluates all forms; a status if something went wrong, or the program has ended.
fn evaluate(
    interactive: &Interactive,
    name: &str,
    text: &str,
    result: Option<&str>,
) -> Option<i32> {
    let mut offset = 0;
    while let Some((outcome, warnings, next)) = interactive.evaluate(name, text, offset, result) {
        let (outcome, warnings) = merged(outcome, warnings);
        standard::error(&warnings);
        interactive.flush();
        offset = next;
        let (text, status) = match outcome {
            ReplOutcome::Value(_) => continue,
            ReplOutcome::Rejected(text) => (text, STATUS_SOURCE),
            ReplOutcome::Error(text) => (text, 1),
            ReplOutcome::Exit(status) => (String::new(), status),
        };
        standard::error(&text);
        return Some(status);
    }
    None
}
