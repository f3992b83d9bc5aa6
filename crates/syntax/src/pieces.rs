//! Text to pieces: every token and every comment with its place, and nothing lost but white space.
//!
//! For tools that write programs back as people wrote them. It makes no data: what is inside of a
//! piece stays text, and parentheses need not match. The tokens are those of the lexer; comments and
//! directives are found in the gaps between them.

use crate::lexer::{Lexer, Symbols, Token};
use crate::reader::ReadError;
use mound_base::{Diagnostic, SourceId};
use std::ops::Range;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceKind {
    /// `(`, `#(`, `#u8(`, `#s16(` or the like.
    Open,
    Close,
    /// What stands before a datum and belongs to it: `'`, `,@`, `#'`, `#0=` and the like.
    Prefix,
    /// `#;`: the datum behind it is a comment.
    DatumComment,
    /// Any other token, the dot of a list too.
    Atom,
    /// `;` to the end of the line, or the first line of a script.
    LineComment,
    /// `#| ... |#`.
    BlockComment,
    /// `#!fold-case` and the like.
    Directive,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    pub kind: PieceKind,
    /// Bytes of the text.
    pub place: Range<usize>,
    /// Line ends between this piece and the one before it, or the beginning of the text.
    pub lines_before: usize,
}

/// All pieces of a text.
pub fn pieces(source: SourceId, text: &str) -> Result<Vec<Piece>, Diagnostic> {
    let mut lexer = Lexer {
        source,
        text,
        position: 0,
        fold_case: false,
        more_may_follow: false,
        symbols: Symbols::Last,
        numerals: None,
        objects: None,
    };
    let mut pieces = Pieces {
        text,
        found: Vec::new(),
        lines: 0,
    };
    let mut end = 0;
    loop {
        let (token, span) = lexer.next().map_err(ReadError::into_diagnostic)?;
        pieces.gap(end..span.start as usize);
        end = span.end as usize;
        let kind = match token {
            Token::Open | Token::VectorOpen | Token::BytevectorOpen | Token::NumbersOpen(_) => {
                PieceKind::Open
            }
            Token::Close => PieceKind::Close,
            Token::Prefix(_) | Token::LabelDefinition(_) => PieceKind::Prefix,
            Token::DatumComment => PieceKind::DatumComment,
            Token::Dot | Token::LabelReference(_) | Token::Atom(_) => PieceKind::Atom,
            Token::End => return Ok(pieces.found),
        };
        pieces.push(kind, span.start as usize..end);
    }
}

struct Pieces<'text> {
    text: &'text str,
    found: Vec<Piece>,
    /// Line ends since the last piece.
    lines: usize,
}

impl Pieces<'_> {
    fn push(&mut self, kind: PieceKind, place: Range<usize>) {
        self.found.push(Piece {
            kind,
            place,
            lines_before: std::mem::take(&mut self.lines),
        });
    }

    /// The comments and directives of what the lexer passed over, which it found well-formed.
    fn gap(&mut self, place: Range<usize>) {
        let mut position = place.start;
        while position < place.end {
            let rest = &self.text[position..place.end];
            let (kind, length) = if rest.starts_with(';') || is_script_line(position, rest) {
                (PieceKind::LineComment, line_length(rest))
            } else if rest.starts_with("#|") {
                (PieceKind::BlockComment, block_comment_length(rest))
            } else if rest.starts_with("#!") {
                (PieceKind::Directive, word_length(rest))
            } else {
                let space = rest.chars().next().map_or(1, char::len_utf8);
                self.lines += usize::from(rest.starts_with('\n'));
                position += space;
                continue;
            };
            self.push(kind, position..position + length);
            position += length;
        }
    }
}

/// `#!/usr/bin/env mound`, where the lexer takes it for a comment.
fn is_script_line(position: usize, rest: &str) -> bool {
    let is_first = position <= '\u{feff}'.len_utf8();
    is_first && (rest.starts_with("#!/") || rest.starts_with("#! "))
}

fn line_length(rest: &str) -> usize {
    rest.find(['\n', '\r']).unwrap_or(rest.len())
}

fn word_length(rest: &str) -> usize {
    rest.find(mound_base::nesting::is_delimiter)
        .unwrap_or(rest.len())
}

/// Comments nest.
fn block_comment_length(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let (mut depth, mut place) = (0_usize, 0);
    while let Some(pair) = bytes.get(place..place + 2) {
        match pair {
            b"#|" => depth += 1,
            b"|#" => depth -= 1,
            _ => {
                place += 1;
                continue;
            }
        }
        place += 2;
        if depth == 0 {
            return place;
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<(PieceKind, &str, usize)> {
        let found = pieces(SourceId(0), text).expect("it is well-formed");
        let shown = |piece: &Piece| (piece.kind, &text[piece.place.clone()], piece.lines_before);
        found.iter().map(shown).collect()
    }

    #[test]
    fn comments_are_kept_where_they_stand() {
        use PieceKind::*;
        assert_eq!(
            texts("#! /bin/x\n\n(a ; b\n #| c #| d |# |# #;e '#(\"f;\" . #\\;))\n#!fold-case"),
            [
                (LineComment, "#! /bin/x", 0),
                (Open, "(", 2),
                (Atom, "a", 0),
                (LineComment, "; b", 0),
                (BlockComment, "#| c #| d |# |#", 1),
                (DatumComment, "#;", 0),
                (Atom, "e", 0),
                (Prefix, "'", 0),
                (Open, "#(", 0),
                (Atom, "\"f;\"", 0),
                (Atom, ".", 0),
                (Atom, "#\\;", 0),
                (Close, ")", 0),
                (Close, ")", 0),
                (Directive, "#!fold-case", 1),
            ]
        );
    }

    /// Whatever is no piece is white space, in any text that the lexer takes.
    #[test]
    fn only_white_space_is_between_pieces() {
        let text = "\u{feff}; x\r\n(|a b| #0=(1 #0#) ,@x #,@y\t#u8(1) #F32(1))#||#; end";
        let mut end = 0;
        for piece in pieces(SourceId(0), text).expect("it is well-formed") {
            let between = text[end..piece.place.start].trim_start_matches('\u{feff}');
            assert_eq!(between.trim(), "");
            end = piece.place.end;
        }
        assert_eq!(end, text.len());
    }
}
