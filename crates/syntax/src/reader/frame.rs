//! Data whose end the reader has not seen.

use crate::{Datum, DatumKind};
use mound_base::{Span, Symbol};
use mound_numbers::Elements;
use std::rc::Rc;

pub(super) enum Frame {
    List(ListFrame),
    Vector(Span, Vec<Datum>),
    Bytevector(Span, Vec<u8>),
    Numbers(Span, Elements, Vec<u8>),
    /// `'` and its like: the symbol it stands for.
    Prefix(Span, &'static str),
    /// `#;`
    Comment(Span),
    /// `#12=`, and the parts made before it.
    Label(Span, u64, usize),
}

impl Frame {
    pub(super) fn span(&self) -> Span {
        match self {
            Frame::List(list) => list.open,
            Frame::Vector(span, _)
            | Frame::Bytevector(span, _)
            | Frame::Numbers(span, ..)
            | Frame::Prefix(span, _)
            | Frame::Comment(span)
            | Frame::Label(span, ..) => *span,
        }
    }
}

/// A list, and the lists that continue it after a dot.
///
/// ```text
///   (a . (b . c      open, and one that continues   items: a b   rest: Tail(c)
/// ```
pub(super) struct ListFrame {
    open: Span,
    /// The parentheses that continue it and are not closed.
    continuing: Vec<Span>,
    items: Vec<Datum>,
    /// Items since the last parenthesis opened: a dot needs one before it.
    items_here: usize,
    rest: Rest,
}

enum Rest {
    /// No dot yet.
    Items,
    /// Behind this dot.
    Dot(Span),
    /// Behind the datum after a dot.
    Tail(Datum),
    /// Behind a list after a dot, which has become part of this one.
    Continued,
}

impl ListFrame {
    pub(super) fn new(open: Span) -> ListFrame {
        ListFrame {
            open,
            continuing: Vec::new(),
            items: Vec::new(),
            items_here: 0,
            rest: Rest::Items,
        }
    }

    /// The innermost parenthesis that is not closed.
    pub(super) fn last_open(&self) -> Span {
        self.continuing.last().copied().unwrap_or(self.open)
    }

    /// The symbol that says which form this is.
    pub(super) fn name(&self) -> Option<Symbol> {
        self.items.first().and_then(Datum::as_symbol)
    }

    /// Takes a parenthesis behind a dot into this list; false if there is no dot.
    pub(super) fn continue_after_dot(&mut self, open: Span) -> bool {
        if !matches!(self.rest, Rest::Dot(_)) {
            return false;
        }
        self.continuing.push(open);
        self.items_here = 0;
        self.rest = Rest::Items;
        true
    }

    /// Takes a dot; if it has no place here, says why.
    pub(super) fn dot(&mut self, span: Span) -> Option<&'static str> {
        match self.rest {
            Rest::Items if self.items_here > 0 => {
                self.rest = Rest::Dot(span);
                None
            }
            Rest::Items => Some("expected a datum before this dot"),
            Rest::Dot(_) | Rest::Tail(_) | Rest::Continued => Some("this list has a dot already"),
        }
    }

    /// Takes a datum and says how many items it moved here from a list that is a
    /// tail; `None` if this list is already at its end. What is labelled stays whole.
    pub(super) fn add(&mut self, datum: Datum, is_labelled: bool) -> Option<usize> {
        match self.rest {
            Rest::Items => {
                self.items.push(datum);
                self.items_here += 1;
                Some(0)
            }
            Rest::Dot(_) if is_labelled => {
                self.rest = Rest::Tail(datum);
                Some(0)
            }
            Rest::Dot(_) => Some(self.add_tail(datum)),
            Rest::Tail(_) | Rest::Continued => None,
        }
    }

    /// D1: a tail that is a list (made by a prefix or a label) is taken apart.
    fn add_tail(&mut self, datum: Datum) -> usize {
        let DatumKind::List { items, tail } = datum.kind else {
            self.rest = Rest::Tail(datum);
            return 0;
        };
        self.items.extend(items.iter().cloned());
        self.rest = match tail {
            Some(tail) => Rest::Tail((*tail).clone()),
            None => Rest::Continued,
        };
        items.len()
    }

    /// The dot after which nothing came.
    pub(super) fn unfinished_dot(&self) -> Option<Span> {
        match self.rest {
            Rest::Dot(span) => Some(span),
            Rest::Items | Rest::Tail(_) | Rest::Continued => None,
        }
    }

    /// Closes the innermost parenthesis, if it is not the only one.
    pub(super) fn close_continued(&mut self) -> bool {
        if self.continuing.pop().is_none() {
            return false;
        }
        if matches!(self.rest, Rest::Items) {
            self.rest = Rest::Continued;
        }
        true
    }

    pub(super) fn into_datum(self, span: Span) -> Datum {
        match self.rest {
            // Not `Datum::dotted`: a list that is still the tail here has a label.
            Rest::Tail(tail) => {
                let (items, tail) = (self.items.into(), Some(Rc::new(tail)));
                Datum::new(span, DatumKind::List { items, tail })
            }
            Rest::Items | Rest::Dot(_) | Rest::Continued => Datum::list(span, self.items),
        }
    }
}
