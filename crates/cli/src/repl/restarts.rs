//! What can be done about an error that ended a form: to go on with a value in the place of what failed,
//! to do that again, to have a frame return a value, or to evaluate the form again. The process keeps the computation (`machine:
//! kept.rs`) as long as the debugger has its level.

use super::Repl;
use super::debugger::{Level, NOTHING};
use crate::standard;
use mound_engine::ReplOutcome;

const IMPORT: &str = "(import (rename (mound restarts) (go-on-with |,go-on-with|) \
                      (go-on-again |,go-on-again|) (return-from-frame |,return-from-frame|) (forget-computation |,forget-computation|)))\n";

/// `,restarts`
pub(super) fn list(repl: &mut Repl, _: &str) -> Option<i32> {
    let last = repl.debugger.last();
    print!("{}", last.map_or(NOTHING.to_owned(), Level::restarts));
    None
}

/// `,use EXPRESSION`
pub(super) fn use_value(repl: &mut Repl, expression: &str) -> Option<i32> {
    if !allows(repl, |level| level.kept.is_some_and(|kept| kept.instead)) {
        return None;
    }
    if let Err(status) = define_value(repl, expression) {
        return status;
    }
    go_on(repl, |number| format!("(|,go-on-with| {number} |,value|)"))
}

/// `,return N EXPRESSION`
pub(super) fn return_value(repl: &mut Repl, argument: &str) -> Option<i32> {
    let argument = argument.trim_start();
    let (number, expression) = argument
        .split_once(char::is_whitespace)
        .unwrap_or((argument, ""));
    let Ok(number) = number.parse::<usize>() else {
        standard::error("error: ,return needs the number of a frame and a value\n");
        return None;
    };
    if expression.trim().is_empty() {
        standard::error("error: ,return needs a value after the number of the frame\n");
        return None;
    }
    if !allows(repl, |level| level.kept.is_some()) {
        return None;
    }
    let frame = match repl.debugger.last()?.returning(number) {
        Ok(frame) => frame,
        Err(why) => {
            standard::error(&format!("error: {why}"));
            return None;
        }
    };
    if let Err(status) = define_value(repl, expression) {
        return status;
    }
    go_on(repl, |number| {
        format!("(|,return-from-frame| {number} {frame} |,value|)")
    })
}

/// What goes wrong with the expression itself is an error of its own, above the one that it is for.
fn define_value(repl: &mut Repl, expression: &str) -> Result<(), Option<i32>> {
    repl.quietly(&format!("(define |,value| {expression}\n)"))
}

/// `,again`
pub(super) fn again(repl: &mut Repl, _: &str) -> Option<i32> {
    if !allows(repl, |level| level.kept.is_some_and(|kept| kept.again)) {
        return None;
    }
    go_on(repl, |number| format!("(|,go-on-again| {number})"))
}

/// `,retry`
pub(super) fn retry(repl: &mut Repl, _: &str) -> Option<i32> {
    match leave(repl) {
        Some(level) => repl.evaluate(&level.form.name, &level.form.text),
        None => {
            print!("{NOTHING}");
            None
        }
    }
}

/// `,abort`
pub(super) fn abort(repl: &mut Repl, _: &str) -> Option<i32> {
    if leave(repl).is_none() {
        print!("{NOTHING}");
    }
    None
}

/// Whether the last error allows this; else what it allows is told.
fn allows(repl: &Repl, what: impl Fn(&Level) -> bool) -> bool {
    let Some(level) = repl.debugger.last() else {
        print!("{NOTHING}");
        return false;
    };
    if !what(level) {
        standard::error("error: this error allows only:\n");
        standard::error(&level.restarts());
        return false;
    }
    true
}

/// Forgets the last error, and has the process forget its computation.
fn leave(repl: &mut Repl) -> Option<Level> {
    let level = repl.debugger.leave()?;
    if let Some(kept) = level.kept {
        let text = format!("{IMPORT}(|,forget-computation| {})", kept.number);
        // A process that has ended keeps nothing.
        let _ = repl.quietly(&text);
    }
    Some(level)
}

/// Goes on with the computation of the last error, whose value is that of the form which died.
fn go_on(repl: &mut Repl, call: impl Fn(u64) -> String) -> Option<i32> {
    if let Err(status) = repl.quietly(IMPORT) {
        return status;
    }
    let level = repl.debugger.leave()?;
    let number = level.kept?.number;
    let (outcome, warnings, _) = repl
        .interactive
        .evaluate("restart", &call(number), 0, None)?;
    repl.interactive.flush();
    standard::error(&warnings);
    match outcome {
        ReplOutcome::Value(Some(value)) => repl.show_value(level.result, &value),
        ReplOutcome::Value(None) => None,
        ReplOutcome::Error(report) | ReplOutcome::Rejected(report) => {
            standard::error(&report);
            repl.enter_debugger(level.form, level.result);
            None
        }
        ReplOutcome::Exit(status) => Some(status),
    }
}
