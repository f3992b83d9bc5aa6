//! A text as nested nodes, with its comments and the line ends of its author.
//!
//! ```text
//!   (f 'x ; why     List ( [ Atom f · Prefixed ' (Atom x) · Comment "; why" · Atom y ]
//!      y)                                                                     starts_line
//! ```
//!
//! A comment between a prefix and its datum moves before the prefix: nothing else can be written
//! there on one line.

use crate::forms::Form;
use mound_base::{Diagnostic, SourceId};
use mound_syntax::{Piece, PieceKind, pieces};

#[derive(Debug)]
pub struct Node<'text> {
    pub kind: NodeKind<'text>,
    /// Whether it begins a line: by its author at first, then as decided.
    pub starts_line: bool,
    /// Whether an empty line is before it, if it begins a line.
    pub is_apart: bool,
    /// Characters before it in its line, as the author wrote it.
    pub column: usize,
    /// Whether it takes more than one line for sure.
    pub is_broken: bool,
    /// Characters from its beginning to its end, or to its first line end.
    pub width: usize,
}

#[derive(Debug)]
pub enum NodeKind<'text> {
    Atom(&'text str),
    /// To the end of the line.
    LineComment(&'text str),
    BlockComment(&'text str),
    Directive(&'text str),
    Prefixed(&'text str, Box<Node<'text>>),
    /// `#;` and its datum.
    Omitted(Box<Node<'text>>),
    List {
        open: &'text str,
        items: Vec<Node<'text>>,
        form: Form,
    },
}

impl<'text> Node<'text> {
    /// Whether it stands for a datum, and is no comment.
    pub fn is_datum(&self) -> bool {
        matches!(
            self.kind,
            NodeKind::Atom(_) | NodeKind::Prefixed(..) | NodeKind::List { .. }
        )
    }

    pub fn ends_line(&self) -> bool {
        matches!(self.kind, NodeKind::LineComment(_) | NodeKind::Directive(_))
    }

    pub fn atom(&self) -> Option<&'text str> {
        let NodeKind::Atom(text) = self.kind else {
            return None;
        };
        Some(text)
    }

    pub fn is_ellipsis(&self) -> bool {
        self.atom() == Some("...")
    }

    pub fn list(&self) -> Option<&[Node<'text>]> {
        let NodeKind::List { items, .. } = &self.kind else {
            return None;
        };
        Some(items)
    }
}

/// The nodes of the outermost level.
pub fn parse<'text>(source: SourceId, text: &'text str) -> Result<Vec<Node<'text>>, Diagnostic> {
    let pieces = pieces(source, text)?;
    let mut parser = Parser {
        text,
        levels: vec![Level::outermost()],
    };
    let mut line_start = 0;
    for piece in &pieces {
        if piece.lines_before > 0 {
            let before = &text[..piece.place.start];
            line_start = before.rfind('\n').map_or(0, |place| place + 1);
        }
        let column = text[line_start..piece.place.start].chars().count();
        parser.take(piece, column);
        // What a string or a comment has of line ends counts too.
        if let Some(place) = text[piece.place.clone()].rfind('\n') {
            line_start = piece.place.start + place + 1;
        }
    }
    let outermost = parser.levels.pop().map(|level| level.items);
    Ok(outermost.unwrap_or_default())
}

/// A list that is open, or the outermost level.
struct Level<'text> {
    open: &'text str,
    head: Head,
    items: Vec<Node<'text>>,
    /// Prefixes that wait for their datum, the outermost first.
    prefixes: Vec<(&'text str, PieceKind, Head)>,
}

/// Where something begins.
#[derive(Clone, Copy)]
struct Head {
    column: usize,
    lines_before: usize,
}

impl Level<'_> {
    fn outermost() -> Self {
        Level {
            open: "",
            head: Head {
                column: 0,
                lines_before: 0,
            },
            items: Vec::new(),
            prefixes: Vec::new(),
        }
    }
}

struct Parser<'text> {
    text: &'text str,
    /// Never empty: the text was read before, so parentheses match.
    levels: Vec<Level<'text>>,
}

impl<'text> Parser<'text> {
    fn take(&mut self, piece: &Piece, column: usize) {
        let text = &self.text[piece.place.clone()];
        let head = Head {
            column,
            lines_before: piece.lines_before,
        };
        match piece.kind {
            PieceKind::Open => self.levels.push(Level {
                open: text,
                head,
                ..Level::outermost()
            }),
            PieceKind::Close => self.close(),
            PieceKind::Prefix | PieceKind::DatumComment => {
                if let Some(level) = self.levels.last_mut() {
                    level.prefixes.push((text, piece.kind, head));
                }
            }
            PieceKind::Atom => self.datum(node(NodeKind::Atom(text), head)),
            PieceKind::LineComment => self.comment(NodeKind::LineComment(text.trim_end()), head),
            PieceKind::BlockComment => self.comment(NodeKind::BlockComment(text), head),
            PieceKind::Directive => self.comment(NodeKind::Directive(text), head),
        }
    }

    fn close(&mut self) {
        if self.levels.len() < 2 {
            return;
        }
        let Some(level) = self.levels.pop() else {
            return;
        };
        let list = NodeKind::List {
            open: level.open,
            items: level.items,
            form: Form::Data,
        };
        self.datum(node(list, level.head));
    }

    fn datum(&mut self, mut datum: Node<'text>) {
        let Some(level) = self.levels.last_mut() else {
            return;
        };
        while let Some((text, kind, head)) = level.prefixes.pop() {
            let inner = Box::new(datum);
            let kind = if kind == PieceKind::DatumComment {
                NodeKind::Omitted(inner)
            } else {
                NodeKind::Prefixed(text, inner)
            };
            datum = node(kind, head);
            // A comment is complete without the prefixes before it, which wait for a datum.
            if matches!(datum.kind, NodeKind::Omitted(_)) {
                break;
            }
        }
        level.items.push(datum);
    }

    fn comment(&mut self, kind: NodeKind<'text>, head: Head) {
        if let Some(level) = self.levels.last_mut() {
            let before = level.prefixes.first().map(|&(_, _, head)| head);
            level.items.push(node(kind, before.unwrap_or(head)));
        }
    }
}

fn node(kind: NodeKind<'_>, head: Head) -> Node<'_> {
    Node {
        kind,
        starts_line: head.lines_before > 0,
        is_apart: head.lines_before > 1,
        column: head.column,
        is_broken: false,
        width: 0,
    }
}
