//! What the reader makes of source text.
//!
//! A list is a slice with an optional tail, not a chain of pairs, so that
//! walking and dropping a long list needs no recursion.
//!
//! ```text
//!   (a b c)    List { items: [a b c], tail: None }
//!   (a b . c)  List { items: [a b],   tail: Some(c) }   c is never a List
//!   ()         List { items: [],      tail: None }
//! ```
//!
//! Invariant D1: a list with a tail has at least one item, and its tail is not a list.
//! [`Datum::dotted`] keeps it: `(a . (b c))` is `(a b c)`.
//!
//! Data with labels are trees too. A reference to a complete datum is a copy of it, which
//! shares its parts; one from inside of it is a [`DatumKind::Reference`], and the datum is
//! [`DatumKind::Labelled`]. Both name the label by its place.

use mound_base::{Span, Symbol};
use mound_numbers::{Elements, Number};
use std::collections::HashSet;
use std::rc::Rc;

/// A datum and the place it was read from.
#[derive(Clone, Debug)]
pub struct Datum {
    pub span: Span,
    pub kind: DatumKind,
}

#[derive(Clone, Debug)]
pub enum DatumKind {
    Boolean(bool),
    Character(char),
    Number(Number),
    String(Rc<str>),
    Symbol(Symbol),
    Bytevector(Rc<[u8]>),
    /// A vector of numbers of one kind, by the bytes of its elements.
    Numbers(Elements, Rc<[u8]>),
    Vector(Rc<[Datum]>),
    List {
        items: Rc<[Datum]>,
        tail: Option<Rc<Datum>>,
    },
    /// A value without a written form, in data that a running program evaluates: which evaluation, and
    /// which of its values. See [`crate::Reader::with_objects`].
    Object {
        evaluation: u64,
        index: u32,
    },
    /// A datum that a reference inside of it refers to.
    Labelled {
        label: Span,
        datum: Rc<Datum>,
    },
    /// The datum with this label.
    Reference(Span),
}

impl DatumKind {
    /// The data directly inside: elements, the tail of an improper list, what a label stands for.
    pub fn parts(&self) -> impl Iterator<Item = &Datum> {
        let (items, last): (&[Datum], _) = match self {
            DatumKind::List { items, tail } => (items, tail.as_deref()),
            DatumKind::Vector(items) => (items, None),
            DatumKind::Labelled { datum, .. } => (&[], Some(&**datum)),
            DatumKind::Boolean(_)
            | DatumKind::Character(_)
            | DatumKind::Number(_)
            | DatumKind::String(_)
            | DatumKind::Symbol(_)
            | DatumKind::Bytevector(_)
            | DatumKind::Numbers(..)
            | DatumKind::Object { .. }
            | DatumKind::Reference(_) => (&[], None),
        };
        items.iter().chain(last)
    }
}

impl Datum {
    /// See [`DatumKind::parts`].
    pub fn parts(&self) -> impl Iterator<Item = &Datum> {
        self.kind.parts()
    }

    /// Whether a value without a written form is in it.
    pub fn has_objects(&self) -> bool {
        let mut pending = vec![self];
        while let Some(datum) = pending.pop() {
            if matches!(datum.kind, DatumKind::Object { .. }) {
                return true;
            }
            pending.extend(datum.parts());
        }
        false
    }

    /// A reference in this datum to what is not in it, if there is one.
    pub fn stray_reference(&self) -> Option<Span> {
        let mut defined = HashSet::new();
        let mut references = Vec::new();
        let mut pending = vec![self];
        while let Some(datum) = pending.pop() {
            if let DatumKind::Reference(label) = &datum.kind {
                references.push((*label, datum.span));
            }
            let is_known =
                matches!(&datum.kind, DatumKind::Labelled { label, .. } if !defined.insert(*label));
            if !is_known {
                pending.extend(datum.parts());
            }
        }
        let mut stray = references.into_iter();
        stray.find_map(|(label, place)| (!defined.contains(&label)).then_some(place))
    }
}

impl Datum {
    pub fn new(span: Span, kind: DatumKind) -> Datum {
        Datum { span, kind }
    }

    pub fn boolean(span: Span, value: bool) -> Datum {
        Datum::new(span, DatumKind::Boolean(value))
    }

    pub fn character(span: Span, value: char) -> Datum {
        Datum::new(span, DatumKind::Character(value))
    }

    pub fn number(span: Span, value: impl Into<Number>) -> Datum {
        Datum::new(span, DatumKind::Number(value.into()))
    }

    pub fn string(span: Span, value: &str) -> Datum {
        Datum::new(span, DatumKind::String(Rc::from(value)))
    }

    pub fn symbol(span: Span, value: Symbol) -> Datum {
        Datum::new(span, DatumKind::Symbol(value))
    }

    pub fn bytevector(span: Span, bytes: impl Into<Rc<[u8]>>) -> Datum {
        Datum::new(span, DatumKind::Bytevector(bytes.into()))
    }

    pub fn vector(span: Span, items: impl Into<Rc<[Datum]>>) -> Datum {
        Datum::new(span, DatumKind::Vector(items.into()))
    }

    pub fn list(span: Span, items: impl Into<Rc<[Datum]>>) -> Datum {
        let items = items.into();
        Datum::new(span, DatumKind::List { items, tail: None })
    }

    /// `()`.
    pub fn empty_list(span: Span) -> Datum {
        Datum::list(span, Vec::new())
    }

    /// `(items … . tail)`, in the normal form of D1.
    pub fn dotted(span: Span, mut items: Vec<Datum>, tail: Datum) -> Datum {
        if items.is_empty() {
            return tail;
        }
        let tail = if let DatumKind::List { items: more, tail } = tail.kind {
            items.extend(more.iter().cloned());
            tail
        } else {
            Some(Rc::new(tail))
        };
        let items = items.into();
        Datum::new(span, DatumKind::List { items, tail })
    }

    pub fn as_symbol(&self) -> Option<Symbol> {
        let DatumKind::Symbol(symbol) = &self.kind else {
            return None;
        };
        Some(*symbol)
    }

    /// Whether this is the symbol called `name`.
    pub fn is_symbol(&self, name: &str) -> bool {
        self.as_symbol()
            .is_some_and(|symbol| *symbol.text() == *name)
    }

    pub fn as_boolean(&self) -> Option<bool> {
        let DatumKind::Boolean(value) = &self.kind else {
            return None;
        };
        Some(*value)
    }

    pub fn as_character(&self) -> Option<char> {
        let DatumKind::Character(value) = &self.kind else {
            return None;
        };
        Some(*value)
    }

    pub fn as_number(&self) -> Option<&Number> {
        let DatumKind::Number(number) = &self.kind else {
            return None;
        };
        Some(number)
    }

    pub fn as_string(&self) -> Option<&str> {
        let DatumKind::String(text) = &self.kind else {
            return None;
        };
        Some(text)
    }

    pub fn as_bytevector(&self) -> Option<&[u8]> {
        let DatumKind::Bytevector(bytes) = &self.kind else {
            return None;
        };
        Some(bytes)
    }

    pub fn as_vector(&self) -> Option<&[Datum]> {
        let DatumKind::Vector(items) = &self.kind else {
            return None;
        };
        Some(items)
    }

    /// The items of a proper list.
    pub fn as_list(&self) -> Option<&[Datum]> {
        let DatumKind::List { items, tail: None } = &self.kind else {
            return None;
        };
        Some(items)
    }

    /// The items and the tail of a list, proper or not.
    pub fn as_dotted(&self) -> Option<(&[Datum], Option<&Datum>)> {
        let DatumKind::List { items, tail } = &self.kind else {
            return None;
        };
        Some((items, tail.as_deref()))
    }

    pub fn is_empty_list(&self) -> bool {
        self.as_list().is_some_and(<[Datum]>::is_empty)
    }

    /// Whether both are the same data (`equal?`), wherever they were read, with labels at the
    /// same places.
    pub fn is_equal(&self, other: &Datum) -> bool {
        let mut pending = vec![(self, other)];
        let (mut labels, mut references) = (Vec::new(), Vec::new());
        while let Some((a, b)) = pending.pop() {
            match (&a.kind, &b.kind) {
                (
                    DatumKind::List { items, tail },
                    DatumKind::List {
                        items: other_items,
                        tail: other_tail,
                    },
                ) => {
                    if items.len() != other_items.len() || tail.is_some() != other_tail.is_some() {
                        return false;
                    }
                    pending.extend(items.iter().zip(other_items.iter()));
                    pending.extend(tail.as_deref().zip(other_tail.as_deref()));
                }
                (DatumKind::Vector(items), DatumKind::Vector(other_items)) => {
                    if items.len() != other_items.len() {
                        return false;
                    }
                    pending.extend(items.iter().zip(other_items.iter()));
                }
                (
                    DatumKind::Labelled { label, datum },
                    DatumKind::Labelled {
                        label: other_label,
                        datum: other_datum,
                    },
                ) => {
                    labels.push((*label, *other_label));
                    pending.push((datum, other_datum));
                }
                (DatumKind::Reference(label), DatumKind::Reference(other_label)) => {
                    references.push((*label, *other_label));
                }
                (a, b) if !atoms_are_equal(a, b) => return false,
                _ => {}
            }
        }
        // The labels of one are those of the other, in the same places.
        references.iter().all(|pair| labels.contains(pair))
    }
}

fn atoms_are_equal(a: &DatumKind, b: &DatumKind) -> bool {
    match (a, b) {
        (DatumKind::Boolean(a), DatumKind::Boolean(b)) => a == b,
        (DatumKind::Character(a), DatumKind::Character(b)) => a == b,
        (DatumKind::Number(a), DatumKind::Number(b)) => a.is_eqv(b),
        (DatumKind::String(a), DatumKind::String(b)) => a == b,
        (DatumKind::Symbol(a), DatumKind::Symbol(b)) => a == b,
        (DatumKind::Bytevector(a), DatumKind::Bytevector(b)) => a == b,
        (
            DatumKind::Object { evaluation, index },
            DatumKind::Object {
                evaluation: other,
                index: other_index,
            },
        ) => (evaluation, index) == (other, other_index),
        (DatumKind::Numbers(kind, a), DatumKind::Numbers(other, b)) => kind == other && a == b,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_as_tail_becomes_part_of_the_list() {
        let number = |value: i64| Datum::number(Span::NONE, value);
        let inner = Datum::dotted(Span::NONE, vec![number(2)], number(3));
        let outer = Datum::dotted(Span::NONE, vec![number(1)], inner);
        let (items, tail) = outer.as_dotted().expect("a list");
        assert_eq!(items.len(), 2);
        assert!(tail.is_some_and(|tail| tail.is_equal(&number(3))));
        let proper = Datum::dotted(Span::NONE, vec![number(1)], Datum::empty_list(Span::NONE));
        assert_eq!(proper.as_list().map(<[Datum]>::len), Some(1));
    }

    #[test]
    fn equality_ignores_places() {
        let place = Span {
            start: 3,
            ..Span::NONE
        };
        let pair = |span, value: i64| Datum::list(span, vec![Datum::number(span, value)]);
        assert!(pair(place, 1).is_equal(&pair(Span::NONE, 1)));
        assert!(!pair(place, 1).is_equal(&pair(place, 2)));
    }
}
