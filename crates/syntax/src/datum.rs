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

use mound_base::{Span, Symbol};
use mound_numbers::Number;
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
    Vector(Rc<[Datum]>),
    List {
        items: Rc<[Datum]>,
        tail: Option<Rc<Datum>>,
    },
}
