//! Colours for what is typed.

use super::above::Above;
use super::scan::{self, Kind, Piece};
use reedline::{Color, Highlighter, StyledText};
use std::sync::Arc;

/// Words that are shown as syntax. Only a help for the eye: what a word means depends on what
/// is imported.
const SYNTAX: &[&str] = &[
    "and",
    "begin",
    "case",
    "case-lambda",
    "cond",
    "define",
    "define-library",
    "define-record-type",
    "define-syntax",
    "define-values",
    "delay",
    "do",
    "else",
    "guard",
    "if",
    "import",
    "lambda",
    "let",
    "let*",
    "let*-values",
    "let-syntax",
    "let-values",
    "letrec",
    "letrec*",
    "match",
    "or",
    "parameterize",
    "quasiquote",
    "quote",
    "recv",
    "set!",
    "syntax-rules",
    "unless",
    "when",
];

pub(super) struct Colours {
    /// Told where the cursor is, each time the line is drawn.
    pub above: Arc<Above>,
}

impl Highlighter for Colours {
    fn highlight(&self, line: &str, cursor: usize) -> StyledText {
        self.above.note_cursor(line, cursor);
        let pieces = scan::pieces(line);
        let pair = scan::brackets(&pieces, cursor);
        let mut styled = StyledText::new();
        for piece in pieces {
            let text = &line[piece.start..piece.end];
            let marked = pair.is_some_and(|(one, other)| [one, other].contains(&piece.start));
            let style = match colour(piece, text) {
                _ if marked => Color::Yellow.bold(),
                colour => colour.normal(),
            };
            styled.push((style, text.to_owned()));
        }
        styled
    }
}

fn colour(piece: Piece, text: &str) -> Color {
    match piece.kind {
        Kind::Text => Color::Green,
        Kind::Comment => Color::DarkGray,
        Kind::Constant => Color::Cyan,
        Kind::Word if SYNTAX.contains(&text) => Color::Magenta,
        Kind::Open | Kind::Close | Kind::Word | Kind::Other => Color::Default,
    }
}
