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

mod above;
mod ahead;
mod attached;
mod commands;
mod debugger;
mod definitions;
mod editing;
mod highlight;
mod keys;
mod reports;
mod restarts;
mod scan;
mod terminal;

pub(crate) use reports::merged;

use crate::standard;
use debugger::{Debugger, Level, Typed};
use mound_engine::{Engine, Interactive, ReplOutcome};
use std::io::IsTerminal;

/// Runs until the end of input, `,quit` or `(exit)`; returns the status.
pub fn run(engine: &Engine) -> Result<i32, String> {
    Repl::new(engine)?.run()
}

/// The same inside of a running node.
pub fn attach(engine: &Engine, node: &str) -> Result<i32, String> {
    let mut repl = Repl::new(engine)?;
    match repl.attach(node) {
        Some(status) => Ok(status),
        None => repl.run(),
    }
}

/// What lives from one form to the next.
pub(crate) struct Repl {
    interactive: Interactive,
    debugger: Debugger,
    /// Whether a person is there to read them.
    hints: bool,
    /// Values that have a name: `$1` and so on.
    results: u64,
    /// What was typed or loaded, the latest last: where definitions are looked for.
    typed: Vec<Typed>,
    /// The node that evaluates what is typed, if it is another one.
    node: Option<String>,
}

impl Repl {
    fn new(engine: &Engine) -> Result<Repl, String> {
        Ok(Repl {
            interactive: engine.interactive()?,
            debugger: Debugger::default(),
            hints: false,
            results: 0,
            typed: Vec::new(),
            node: None,
        })
    }

    fn run(&mut self) -> Result<i32, String> {
        if std::io::stdin().is_terminal() {
            return terminal::run(self);
        }
        let bytes = mound_base::read_source(std::io::stdin())
            .map_err(|error| format!("standard input: {error}"))?;
        let text = mound_base::decode(bytes).map_err(|error| {
            let text = error.render("standard input");
            text.trim_start_matches("error: ").to_owned()
        })?;
        Ok(self.evaluate("standard input", &text).unwrap_or(0))
    }

    /// Evaluates each form of `text` and shows its value, and performs the commands between them.
    /// `Some` is the status with which the program is to end.
    fn evaluate(&mut self, name: &str, text: &str) -> Option<i32> {
        self.typed.push(Typed {
            name: name.to_owned(),
            text: text.to_owned(),
        });
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
            if self.node.is_some() {
                let end =
                    attached::end_of_forms(&text[start..]).map_or(text.len(), |at| start + at);
                if let Some(status) = self.evaluate_there(&text[start..end]) {
                    return Some(status);
                }
                offset = end;
                continue;
            }
            let result = format!("${}", self.results + 1);
            let evaluated = self.interactive.evaluate(name, text, offset, Some(&result));
            let (outcome, warnings, next) = evaluated?;
            self.interactive.flush();
            let form = &text[start.min(next)..next];
            let (outcome, warnings) = reports::merged(outcome, warnings);
            standard::error(&warnings);
            offset = next;
            if let Some(status) = self.show(outcome, name, form) {
                return Some(status);
            }
        }
        None
    }

    /// Shows what became of a form.
    fn show(&mut self, outcome: ReplOutcome, name: &str, form: &str) -> Option<i32> {
        match outcome {
            ReplOutcome::Value(Some(value)) => {
                self.results += 1;
                if let Some(status) = self.show_value(self.results, &value) {
                    return Some(status);
                }
                if self.hints && form.trim() == "exit" {
                    standard::error("  hint: (exit), ,quit or Ctrl-D ends the REPL\n");
                }
            }
            ReplOutcome::Value(None) => {}
            ReplOutcome::Rejected(report) => standard::error(&report),
            ReplOutcome::Error(report) => {
                standard::error(&report);
                // Its value will have this number if it goes on.
                self.results += 1;
                let form = Typed {
                    name: name.to_owned(),
                    text: form.to_owned(),
                };
                self.enter_debugger(form, self.results);
            }
            ReplOutcome::Exit(status) => return Some(status),
        }
        None
    }

    /// Shows the value of the form with this number; `Some` is the status to end with if nobody can read it.
    fn show_value(&mut self, number: u64, value: &str) -> Option<i32> {
        let line = match self.hints {
            true => format!("${number} = {value}\n"),
            false => format!("{value}\n"),
        };
        let failure = standard::output(&line).err()?;
        standard::error(&failure.text);
        Some(failure.status)
    }

    /// Keeps what is known of an error, and tells a person what can be done about it.
    fn enter_debugger(&mut self, form: Typed, result: u64) {
        let level = Level {
            frames: self.interactive.take_frames(),
            form,
            kept: self.interactive.take_kept(),
            result,
            current: 0,
        };
        if self.hints {
            let restarts = level.restarts();
            let told = self.debugger.last().map(Level::restarts);
            if told.is_none_or(|told| told != restarts) {
                standard::error(&debugger::hint(
                    ",bt",
                    "shows the stack, ,frame N the variables of a frame",
                ));
                standard::error(&restarts);
            }
        }
        self.debugger.enter(level);
    }
}
