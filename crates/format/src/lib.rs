//! One style for Scheme source: spaces, indentation, blank lines and the ends of long lines.
//!
//! Where a line ends inside of a form is the author's choice, as in gofmt; what is decided here is
//! how the next line is indented, which lines are too long and where they are broken, and that the
//! parts of a body stand on lines of their own once the form takes more than one. Comments are kept.
//! It knows forms by name (`forms`) and resolves nothing: it expands no macros and reads no files.
//!
//! ```text
//!   text --pieces--> tree --breaks--> tree with line ends --layout--> text
//! ```
//!
//! Invariants:
//! - FORMAT-1. Reading the result gives equal data. It is checked each time, and a result that
//!   fails is not handed out.
//! - FORMAT-2. Formatting the result gives the result.
//!
//! Start reading at `tree`.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]

mod breaks;
mod comments;
mod forms;
mod layout;
mod tree;

use mound_base::{Diagnostic, SourceId, Span};
use mound_syntax::read_all;

/// Columns of a line, as in the libraries of Mound.
pub const WIDTH: usize = 80;

/// How often a text is laid out anew at most, until nothing changes any more. Breaking a long line
/// can make a form one of several lines, which has rules of its own; each time only line ends come
/// to it, and three times were enough for every file of the project.
const ROUNDS_MAX: usize = 8;

/// Data nested deeper are laid out on a thread with a stack of their own.
const SHALLOW_MAX: usize = 200;
/// Stack for one level of nesting, in a build without optimisation.
const LEVEL_BYTES: usize = 8 << 10;

/// A comment of this line before the first form: the file is left as it is. For files of other Schemes,
/// and those whose layout says something.
const OFF: &str = "fmt: off";

/// Whether a text wants to be left as it is.
fn is_off(text: &str) -> bool {
    let head = text.lines().map(str::trim);
    let mut comments = head.take_while(|line| line.is_empty() || line.starts_with([';', '#']));
    comments.any(|line| line.starts_with(';') && line.trim_start_matches(';').trim() == OFF)
}

/// The text in the style of the house, or why it cannot be read.
pub fn format(source: SourceId, text: &str) -> Result<String, Diagnostic> {
    if is_off(text) {
        return Ok(text.to_owned());
    }
    let before = read_all(source, text)?;
    let formatted = deep_enough(text, || until_stable(source, text))?;
    let after = read_all(source, &formatted).unwrap_or_default();
    let is_same = before.len() == after.len()
        && before
            .iter()
            .zip(&after)
            .all(|(one, other)| one.is_equal(other));
    match is_same {
        true => Ok(formatted),
        false => Err(Diagnostic::error(
            Span {
                source,
                start: 0,
                end: 0,
            },
            "this text cannot be formatted without changing it",
            "a defect of the formatter; nothing was written",
        )),
    }
}

fn until_stable(source: SourceId, text: &str) -> Result<String, Diagnostic> {
    let mut text = round(source, text)?;
    for _ in 1..ROUNDS_MAX {
        let next = round(source, &text)?;
        if next == text {
            break;
        }
        text = next;
    }
    Ok(text)
}

fn round(source: SourceId, text: &str) -> Result<String, Diagnostic> {
    let mut nodes = tree::parse(source, text)?;
    breaks::decide(&mut nodes);
    Ok(layout::lay_out(&mut nodes, WIDTH))
}

/// Does the work where the stack suffices for data as deep as those of the text may be.
fn deep_enough<T: Send>(text: &str, work: impl FnOnce() -> T + Send) -> T {
    let (mut depth, mut deepest) = (0_usize, 0);
    for byte in text.bytes() {
        match byte {
            b'(' | b'\'' | b'`' | b',' | b'#' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b'\n' => {}
            _ => continue,
        }
        deepest = deepest.max(depth);
    }
    // Prefixes are counted as if they never ended, which errs on the safe side.
    let deepest = deepest.min(mound_syntax::NESTING_MAX);
    if deepest <= SHALLOW_MAX {
        return work();
    }
    std::thread::scope(|scope| {
        std::thread::Builder::new()
            .stack_size(LEVEL_BYTES * deepest)
            .spawn_scoped(scope, work)
            .expect("there is memory for a thread")
            .join()
            .expect("the formatter does not panic")
    })
}
