//! Other implementations of Scheme, as a second opinion on programs of the common dialect.
//!
//! None is needed to build or test Mound. Guile knows R7RS; Chez Scheme knows R6RS, and gets what
//! is missing from `chez.scm`.

use std::path::Path;
use std::process::{Command, Stdio};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Oracle {
    Chez,
    Guile,
}

/// What programs use that Chez Scheme does not have.
const CHEZ: &str = include_str!("chez.scm");

impl Oracle {
    /// Those that can be started here.
    pub fn installed() -> Vec<Oracle> {
        let starts = |oracle: &Oracle| {
            let mut command = Command::new(oracle.program());
            command.arg("--version").stdin(Stdio::null());
            command.output().is_ok_and(|output| output.status.success())
        };
        [Oracle::Chez, Oracle::Guile]
            .into_iter()
            .filter(starts)
            .collect()
    }

    pub fn name(self) -> &'static str {
        match self {
            Oracle::Chez => "Chez Scheme",
            Oracle::Guile => "Guile",
        }
    }

    fn program(self) -> &'static str {
        match self {
            Oracle::Chez => "chezscheme",
            Oracle::Guile => "guile",
        }
    }

    /// Whether it does with this program what R7RS says. `guard` of Guile does not leave and enter
    /// the winders around what has raised, and its `max` gives NaN where the report leaves it open.
    pub fn knows(self, text: &str) -> bool {
        match self {
            Oracle::Chez => true,
            Oracle::Guile => !text.contains("(dynamic-wind "),
        }
    }

    /// Runs a program of the common dialect.
    pub fn command(self, text: &str, directory: &Path, name: &str) -> Command {
        let path = directory.join(format!("{name}-{}.scm", self.program()));
        let text = match self {
            Oracle::Chez => format!("{CHEZ}{}", without_imports(text)),
            Oracle::Guile => text.to_owned(),
        };
        std::fs::write(&path, text).expect("temporary files can be written");
        let mut command = Command::new(self.program());
        match self {
            Oracle::Chez => command.arg("--script"),
            Oracle::Guile => command.args(["--no-auto-compile", "--r7rs", "-s"]),
        };
        command.arg(path).env("LC_ALL", "C.UTF-8");
        command
    }
}

/// Without the import at the beginning.
fn without_imports(text: &str) -> &str {
    let mut depth = 0;
    let end = text.find(|character| {
        depth += match character {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        depth == 0 && character == ')'
    });
    end.map_or(text, |end| &text[end + 1..])
}
