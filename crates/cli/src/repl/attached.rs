//! `mound attach`: what is typed is evaluated inside of another node. Editing, history and what is
//! shown are those of the REPL here; `lib/mound/attach.scm` is what asks the node.

use super::Repl;
use crate::standard;
use mound_engine::ReplOutcome;
use mound_syntax::printer::write_string;

/// What the session here needs, under names that nobody types.
const IMPORTS: &str = "(import (rename (only (mound attach) attach attach-evaluate attach-interrupt \
    attach-process attach-processes) (attach |,attach|) (attach-evaluate |,evaluate|) \
    (attach-interrupt |,interrupt|) (attach-process |,process|) (attach-processes |,processes|)) \
    (rename (only (termite process) node-init) (node-init |,node-init|)))\n(|,node-init| \"127.0.0.1:0\")\n";

/// Commands that mean the same while attached, since they concern names, texts or the session.
pub(super) const COMMANDS: &[&str] = &[
    "help",
    "doc",
    "apropos",
    "source",
    "edit",
    "load",
    "import",
    "processes",
    "process",
    "quit",
];

/// Where the text ends that is to be evaluated before the next command.
pub(super) fn end_of_forms(text: &str) -> Option<usize> {
    text.find("\n,").map(|at| at + 1)
}

impl Repl {
    /// Begins the session; `Some` is the status to end with if that fails.
    pub(super) fn attach(&mut self, node: &str) -> Option<i32> {
        let text = format!("{IMPORTS}(|,attach| {})", write_string(node));
        let mut offset = 0;
        while let Some((outcome, _, next)) =
            self.interactive.evaluate("attach", &text, offset, None)
        {
            offset = next;
            match outcome {
                ReplOutcome::Value(_) => {}
                ReplOutcome::Rejected(report) | ReplOutcome::Error(report) => {
                    let why = report.lines().next().unwrap_or_default();
                    standard::error(&format!("{why}\n"));
                    return Some(1);
                }
                ReplOutcome::Exit(status) => return Some(status),
            }
        }
        self.node = Some(node.to_owned());
        None
    }

    /// Has the node evaluate forms. Ctrl-C ends that there.
    pub(super) fn evaluate_there(&mut self, text: &str) -> Option<i32> {
        if text.trim_start().starts_with("(exit") {
            standard::error(
                "error: (exit) would end the node; ,quit ends this session\n  hint: (on (current-node) exit) ends it if that is meant\n",
            );
            return None;
        }
        match self.ask(&format!("(|,evaluate| {})", write_string(text))) {
            Ok(()) => None,
            Err(ReplOutcome::Exit(status)) => Some(status),
            Err(ReplOutcome::Error(report)) if report.starts_with("interrupted") => {
                let told = self.ask("(|,interrupt|)");
                standard::error("interrupted\n");
                match told {
                    Err(ReplOutcome::Exit(status)) => Some(status),
                    _ => None,
                }
            }
            Err(ReplOutcome::Error(report) | ReplOutcome::Rejected(report)) => {
                standard::error(&report);
                None
            }
            Err(ReplOutcome::Value(_)) => None,
        }
    }

    /// What a command asks of the node.
    pub(super) fn ask_there(&mut self, form: &str) -> Option<i32> {
        match self.ask(form) {
            Ok(()) => None,
            Err(ReplOutcome::Exit(status)) => Some(status),
            Err(ReplOutcome::Error(report) | ReplOutcome::Rejected(report)) => {
                standard::error(&report);
                None
            }
            Err(ReplOutcome::Value(_)) => None,
        }
    }

    /// Evaluates a form here that has no value worth showing.
    fn ask(&mut self, form: &str) -> Result<(), ReplOutcome> {
        let evaluated = self.interactive.evaluate("attached", form, 0, None);
        self.interactive.flush();
        match evaluated {
            Some((ReplOutcome::Value(_), ..)) | None => Ok(()),
            Some((outcome, ..)) => Err(outcome),
        }
    }
}
