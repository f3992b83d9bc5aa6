//! Data with scopes: what the expander works on.
//!
//! A [`Syntax`] is a datum as read, or a list or vector built by a template,
//! together with scopes that count for every identifier inside. They are pushed
//! inwards only when the parts are looked at, so adding a scope to a form of any
//! size takes constant time, and quoting it never looks at its parts.
//!
//! ```text
//!   Syntax { scopes: {a}, content: Datum((f x)) }
//!     parts -> Syntax { scopes: {a}, f }   Syntax { scopes: {a}, x }
//! ```
//!
//! Invariants:
//! - Y1. Lists and vectors built here nest at most [`NESTING_MAX`] deep, so walking
//!   and dropping them by recursion is safe.
//! - Y2. As for data (D1): the tail of a list is not a list.

use crate::scope::{ScopeSet, Scopes};
use mound_base::{Diagnostic, Span, Symbol};
use mound_syntax::{Datum, DatumKind};
use std::rc::Rc;

/// How deep templates may nest data. Each level costs some 200 bytes of native
/// stack when the data is walked; no program written by people comes near.
pub(crate) const NESTING_MAX: u32 = 10_000;

#[derive(Clone, Debug)]
pub(crate) struct Syntax {
    pub(crate) span: Span,
    pub(crate) scopes: ScopeSet,
    /// The parts report this span as theirs: they come from a template, and the
    /// place that matters is where the macro was used.
    relocated: bool,
    content: Content,
}

#[derive(Clone, Debug)]
enum Content {
    Datum(DatumKind),
    List(Rc<BuiltList>),
    Vector(Rc<[Syntax]>, u32),
}

#[derive(Debug)]
struct BuiltList {
    items: Vec<Syntax>,
    tail: Option<Syntax>,
    nesting: u32,
}

/// A name and its scopes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Identifier {
    pub name: Symbol,
    pub scopes: ScopeSet,
}

/// The parts of a list.
pub(crate) struct Parts {
    pub(crate) items: Vec<Syntax>,
    pub(crate) tail: Option<Syntax>,
}

impl Syntax {
    pub(crate) fn new(datum: &Datum, scopes: ScopeSet) -> Syntax {
        Syntax {
            span: datum.span,
            scopes,
            relocated: false,
            content: Content::Datum(datum.kind.clone()),
        }
    }

    /// A datum of a template: all of it reports `span`.
    pub(crate) fn introduced(kind: DatumKind, scopes: ScopeSet, span: Span) -> Syntax {
        Syntax {
            span,
            scopes,
            relocated: true,
            content: Content::Datum(kind),
        }
    }

    pub(crate) fn list(
        mut items: Vec<Syntax>,
        tail: Option<Syntax>,
        span: Span,
        scopes: &mut Scopes,
    ) -> Result<Syntax, Diagnostic> {
        let mut tail = tail;
        if let Some(parts) = tail.as_ref().and_then(|tail| tail.parts(scopes)) {
            items.extend(parts.items);
            tail = parts.tail;
        }
        if items.is_empty()
            && let Some(tail) = tail
        {
            return Ok(tail);
        }
        let nesting = nesting_of(items.iter().chain(&tail), span)?;
        Ok(Syntax {
            span,
            scopes: ScopeSet::EMPTY,
            relocated: false,
            content: Content::List(Rc::new(BuiltList {
                items,
                tail,
                nesting,
            })),
        })
    }

    pub(crate) fn vector(items: Vec<Syntax>, span: Span) -> Result<Syntax, Diagnostic> {
        let nesting = nesting_of(items.iter(), span)?;
        Ok(Syntax {
            span,
            scopes: ScopeSet::EMPTY,
            relocated: false,
            content: Content::Vector(items.into(), nesting),
        })
    }

    pub(crate) fn identifier(&self) -> Option<Identifier> {
        let Content::Datum(DatumKind::Symbol(name)) = self.content else {
            return None;
        };
        Some(Identifier {
            name,
            scopes: self.scopes,
        })
    }

    /// The datum if this is neither an identifier, a list nor a vector.
    pub(crate) fn atom(&self) -> Option<&DatumKind> {
        match &self.content {
            Content::Datum(
                DatumKind::Symbol(_) | DatumKind::List { .. } | DatumKind::Vector(_),
            ) => None,
            Content::Datum(kind) => Some(kind),
            Content::List(_) | Content::Vector(..) => None,
        }
    }

    /// The datum as read, if no template built it: it holds no pattern variable's value.
    pub(crate) fn raw(&self) -> Option<&DatumKind> {
        match &self.content {
            Content::Datum(kind) => Some(kind),
            Content::List(_) | Content::Vector(..) => None,
        }
    }

    /// Whether nothing in it has other scopes: it was written at a top level that has these.
    pub(crate) fn is_written_in(&self, base: ScopeSet) -> bool {
        let is_written =
            |part: &Syntax| matches!(part.content, Content::Datum(_)) && part.scopes == base;
        match &self.content {
            Content::List(list) if self.scopes == ScopeSet::EMPTY => {
                list.items.iter().chain(&list.tail).all(is_written)
            }
            Content::Datum(_) | Content::List(_) | Content::Vector(..) => is_written(self),
        }
    }

    pub(crate) fn with_scopes(mut self, added: ScopeSet, scopes: &mut Scopes) -> Syntax {
        self.scopes = scopes.union(self.scopes, added);
        self
    }

    fn part_of_datum(&self, datum: &Datum) -> Syntax {
        Syntax {
            span: if self.relocated {
                self.span
            } else {
                datum.span
            },
            scopes: self.scopes,
            relocated: self.relocated,
            content: Content::Datum(datum.kind.clone()),
        }
    }

    fn part_built(&self, part: &Syntax, scopes: &mut Scopes) -> Syntax {
        part.clone().with_scopes(self.scopes, scopes)
    }

    /// The parts, if this is a list.
    pub(crate) fn parts(&self, scopes: &mut Scopes) -> Option<Parts> {
        match &self.content {
            Content::Datum(DatumKind::List { items, tail }) => Some(Parts {
                items: items.iter().map(|item| self.part_of_datum(item)).collect(),
                tail: tail.as_ref().map(|tail| self.part_of_datum(tail)),
            }),
            Content::List(list) => Some(Parts {
                items: list
                    .items
                    .iter()
                    .map(|item| self.part_built(item, scopes))
                    .collect(),
                tail: list.tail.as_ref().map(|tail| self.part_built(tail, scopes)),
            }),
            Content::Datum(_) | Content::Vector(..) => None,
        }
    }

    /// The items, if this is a list without a tail.
    pub(crate) fn items(&self, scopes: &mut Scopes) -> Option<Vec<Syntax>> {
        self.parts(scopes)
            .filter(|parts| parts.tail.is_none())
            .map(|parts| parts.items)
    }

    /// The items, if this is a vector.
    pub(crate) fn vector_items(&self, scopes: &mut Scopes) -> Option<Vec<Syntax>> {
        match &self.content {
            Content::Datum(DatumKind::Vector(items)) => {
                Some(items.iter().map(|item| self.part_of_datum(item)).collect())
            }
            Content::Vector(items, _) => Some(
                items
                    .iter()
                    .map(|item| self.part_built(item, scopes))
                    .collect(),
            ),
            Content::Datum(_) | Content::List(_) => None,
        }
    }

    /// The first item of a list, without looking at the rest.
    pub(crate) fn head(&self, scopes: &mut Scopes) -> Option<Syntax> {
        match &self.content {
            Content::Datum(DatumKind::List { items, .. }) => {
                items.first().map(|item| self.part_of_datum(item))
            }
            Content::List(list) => list.items.first().map(|item| self.part_built(item, scopes)),
            Content::Datum(_) | Content::Vector(..) => None,
        }
    }

    pub(crate) fn is_list(&self) -> bool {
        matches!(
            self.content,
            Content::Datum(DatumKind::List { .. }) | Content::List(_)
        )
    }

    /// Parts that lists and vectors built here have in all, each counted as often as it
    /// occurs; stops counting at `limit`.
    pub(crate) fn built_size(&self, limit: u32) -> u32 {
        let mut size = 0;
        let mut pending = vec![self];
        while let Some(syntax) = pending.pop() {
            let before = pending.len();
            match &syntax.content {
                Content::Datum(_) => {}
                Content::List(list) => pending.extend(list.items.iter().chain(&list.tail)),
                Content::Vector(items, _) => pending.extend(items.iter()),
            }
            size += (pending.len() - before) as u32;
            if size >= limit {
                return limit;
            }
        }
        size
    }

    /// Parts of a datum as it was read.
    pub(crate) fn source_size(&self) -> u32 {
        let Content::Datum(kind) = &self.content else {
            return 0;
        };
        let mut size: u32 = 0;
        let mut pending = vec![kind];
        while let Some(kind) = pending.pop() {
            size = size.saturating_add(1);
            pending.extend(kind.parts().map(|part| &part.kind));
        }
        size
    }

    /// The datum without scopes.
    pub(crate) fn to_datum(&self) -> Datum {
        let kind = match &self.content {
            Content::Datum(kind) => kind.clone(),
            Content::List(list) => DatumKind::List {
                items: list.items.iter().map(Syntax::to_datum).collect(),
                tail: list.tail.as_ref().map(|tail| Rc::new(tail.to_datum())),
            },
            Content::Vector(items, _) => {
                DatumKind::Vector(items.iter().map(Syntax::to_datum).collect())
            }
        };
        Datum {
            span: self.span,
            kind,
        }
    }

    fn nesting(&self) -> u32 {
        match &self.content {
            Content::Datum(_) => 0,
            Content::List(list) => list.nesting,
            Content::Vector(_, nesting) => *nesting,
        }
    }
}

fn nesting_of<'a>(parts: impl Iterator<Item = &'a Syntax>, span: Span) -> Result<u32, Diagnostic> {
    let nesting = 1 + parts.map(Syntax::nesting).max().unwrap_or(0);
    if nesting > NESTING_MAX {
        return Err(Diagnostic::error(
            span,
            "nested too deeply",
            format!("macros built data of more than {NESTING_MAX} levels here"),
        ));
    }
    Ok(nesting)
}
