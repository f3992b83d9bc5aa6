//! The examples in the documentation of libraries, as tests.
//!
//! Each comment `;;> Example: EXPRESSION => VALUE` in a library, or in a file that it includes, is
//! evaluated where the library is imported, in the interactive environment. The value must be
//! `equal?` to the one that is written there; without one, the expression must not raise anything.
//!
//! The examples become a program with one in each line, so the line of a result tells which it was.

use super::report::Report;
use crate::checking::includes;
use mound_base::SourceId;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// What the program is called in its reports; it is read from standard input.
const PROGRAM: &str = "standard input:";

/// The lines before those of the examples; NAME stands for the library.
const HEAD: &str = r#"(import (scheme base) (scheme eval) (scheme repl) (srfi 64))
(define (value-of expression) (eval expression (interaction-environment)))
(define-syntax example (syntax-rules () ((_ text expression value) (test-equal text 'value (value-of 'expression))) ((_ text expression) (test-assert text (begin (value-of 'expression) #t)))))
(test-begin "examples of NAME")
(test-assert "(import NAME)" (begin (value-of '(import NAME)) #t))
"#;

/// The examples of one library.
#[derive(Debug)]
pub struct Examples {
    pub program: String,
    /// Where the library is found by its name.
    pub directory: Option<PathBuf>,
    /// The file and line of each.
    places: Vec<(PathBuf, usize)>,
}

impl Examples {
    /// Those of the library in this file, if it is one and has any.
    pub fn of(file: &Path) -> Option<Examples> {
        let text = std::fs::read_to_string(file).ok()?;
        let data = mound_syntax::read_all(SourceId(0), &text).ok()?;
        let [head, name, ..] = data.first()?.as_list()? else {
            return None;
        };
        if !head.is_symbol("define-library") {
            return None;
        }
        let mut examples = Examples {
            program: HEAD.replace("NAME", &mound_syntax::write(name)),
            directory: mound_reference::root_of_library(file, &text),
            places: Vec::new(),
        };
        examples.add(file, &text);
        for file in includes(file) {
            let text = std::fs::read_to_string(&file).ok()?;
            examples.add(&shortened(&file), &text);
        }
        if examples.places.is_empty() {
            return None;
        }
        examples.program.push_str("(test-end)\n");
        Some(examples)
    }

    fn add(&mut self, file: &Path, text: &str) {
        for (index, line) in text.lines().enumerate() {
            let Some(example) = line.trim_start().strip_prefix(";;> Example: ") else {
                continue;
            };
            let (expression, value) = match example.rsplit_once(" => ") {
                Some((expression, value)) => (expression, value),
                None => (example, ""),
            };
            let title = mound_syntax::write_string(expression);
            let _ = writeln!(self.program, "(example {title} {expression} {value})");
            self.places.push((file.to_owned(), index + 1));
        }
    }

    /// Says of each test where its example stands.
    pub fn place(&self, report: &mut Report) {
        let head = HEAD.lines().count();
        for outcome in &mut report.outcomes {
            outcome.texts.retain(|(label, _)| label != "form");
            let Some(place) = outcome.place_mut() else {
                continue;
            };
            let line = place
                .strip_prefix(PROGRAM)
                .and_then(|line| line.parse().ok());
            let index = line.and_then(|line: usize| line.checked_sub(head + 1));
            if let Some((file, line)) = index.and_then(|index| self.places.get(index)) {
                *place = format!("{}:{line}", file.display());
            }
        }
    }
}

/// The path from here, if it is below.
fn shortened(file: &Path) -> PathBuf {
    let here = std::env::current_dir().and_then(std::fs::canonicalize);
    let below = here
        .ok()
        .and_then(|here| file.strip_prefix(here).ok().map(Path::to_owned));
    below.unwrap_or_else(|| file.to_owned())
}
