//! Searches of short literal lists become tests of identity.
//!
//! ```text
//!   (memq x '(a b))   ->   (if (eq? x 'a) '(a b) (if (eq? x 'b) '(b) #f))
//! ```
//!
//! Where only the truth of the result matters, the lists go away with [`crate::shape::as_test`].

use crate::ir::{Node, Term, Variable};
use crate::lower::literal;
use crate::primitive;
use mound_base::{Span, Symbol};
use mound_expand::core;
use mound_syntax::{Datum, DatumKind};
use std::rc::Rc;

/// The library of the procedures that search, and their names.
const LIBRARY: &str = "mound/base";
const NAMES: [&str; 3] = ["memq", "memv", "member"];

/// Longest list that is not searched by a loop.
const ITEMS_MAX: usize = 8;

/// What is searched for, and the items of the list, if that is a search of a short list of
/// objects that are equal to nothing but themselves.
pub fn search<'a>(
    library: &str,
    name: Symbol,
    operands: &'a [core::Expression],
) -> Option<(&'a core::Expression, &'a [Datum])> {
    let [sought, list] = operands else {
        return None;
    };
    if library != LIBRARY || !NAMES.contains(&&*name.text()) {
        return None;
    }
    let core::Node::Constant(list) = &list.node else {
        return None;
    };
    let items = list.as_list()?;
    (items.len() <= ITEMS_MAX && items.iter().all(is_identical)).then_some((sought, items))
}

/// Whether all that is equal to the datum is the same object.
fn is_identical(datum: &Datum) -> bool {
    if let Some(number) = datum.as_number() {
        return number.to_fixnum().is_some();
    }
    matches!(
        datum.kind,
        DatumKind::Boolean(_) | DatumKind::Character(_) | DatumKind::Symbol(_)
    )
}

/// The part of the list that begins with what `sought` holds, or `#f`.
pub fn found(span: Span, sought: Variable, items: &[Datum]) -> Term {
    let nothing = Term::boolean(span, false);
    (0..items.len()).rev().fold(nothing, |otherwise, index| {
        let item = Term::new(span, Node::Constant(literal(&items[index])));
        let operands = vec![Term::local(span, sought), item];
        let test = Term::new(span, Node::Primitive(primitive::known("eq?"), operands));
        let rest = Datum {
            span: items[index].span,
            kind: DatumKind::List {
                items: Rc::from(&items[index..]),
                tail: None,
            },
        };
        let rest = Term::new(span, Node::Constant(literal(&rest)));
        let parts = (Box::new(test), Box::new(rest), Box::new(otherwise));
        Term::new(span, Node::If(parts.0, parts.1, parts.2))
    })
}
