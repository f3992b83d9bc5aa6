//! The read-eval-print loop.
//!
//! On a terminal ([`terminal`]): line editing, history across starts, lines that go on
//! until the form is complete, colours, completion. Otherwise forms are read from standard
//! input and their values printed. Either way errors are shown and do not end it, and lines
//! that begin with a comma are commands ([`commands`]).
//!
//! ```text
//!   text ── command? ──yes──> commands ─┐
//!            └─ no ──> evaluate a form ─┴─> next form or line
//!                          └─ error: the stack is kept ([`debugger`])
//! ```

mod commands;
mod debugger;
mod highlight;
mod scan;
mod terminal;

use crate::standard;
use debugger::Debugger;
use mound_engine::{Engine, Interactive, ReplOutcome};
use std::io::IsTerminal;

/// Runs until the end of input, `,quit` or `(exit)`; returns the status.
pub fn run(engine: &Engine) -> Result<i32, String> {
    let mut repl = Repl {
        interactive: engine.interactive()?,
        debugger: Debugger::default(),
        hints: false,
    };
    if std::io::stdin().is_terminal() {
        return terminal::run(&mut repl);
    }
    let bytes = mound_base::read_source(std::io::stdin())
        .map_err(|error| format!("standard input: {error}"))?;
    let text = mound_base::decode(bytes).map_err(|error| {
        let text = error.render("standard input");
        text.trim_start_matches("error: ").to_owned()
    })?;
    Ok(repl.evaluate("standard input", &text).unwrap_or(0))
}

/// What lives from one form to the next.
pub(crate) struct Repl {
    interactive: Interactive,
    debugger: Debugger,
    /// Whether a person is there to read them.
    hints: bool,
}

impl Repl {
    /// Evaluates each form of `text` and shows its value, and performs the commands between them.
    /// `Some` is the status with which the program is to end.
    fn evaluate(&mut self, name: &str, text: &str) -> Option<i32> {
        let mut offset = 0;
        while offset < text.len() {
            let rest = &text[offset..];
            let start = offset + (rest.len() - rest.trim_start().len());
            // A comma means something else within a form, but nothing at the beginning of one.
            if let Some(command) = text[start..].strip_prefix(',') {
                let line = command.lines().next().unwrap_or_default();
                if let Some(status) = self.command(line) {
                    return Some(status);
                }
                offset = start + 1 + line.len();
                continue;
            }
            let (outcome, warnings, next) = self.interactive.evaluate(name, text, offset)?;
            self.interactive.flush();
            standard::error(&warnings);
            offset = next;
            if let Some(status) = self.show(outcome) {
                return Some(status);
            }
        }
        None
    }

    /// Shows what became of a form.
    fn show(&mut self, outcome: ReplOutcome) -> Option<i32> {
        match outcome {
            ReplOutcome::Value(Some(value)) => {
                if let Err(failure) = standard::output(&format!("{value}\n")) {
                    standard::error(&failure.text);
                    return Some(failure.status);
                }
            }
            ReplOutcome::Value(None) => {}
            ReplOutcome::Rejected(report) => standard::error(&report),
            ReplOutcome::Error(report) => {
                standard::error(&report);
                self.debugger.enter(self.interactive.take_frames());
                if self.hints && self.debugger.level() == 1 {
                    standard::error(
                        "  ,bt shows the stack, ,frame N its variables; ,abort forgets it\n",
                    );
                }
            }
            ReplOutcome::Exit(status) => return Some(status),
        }
        None
    }
}
