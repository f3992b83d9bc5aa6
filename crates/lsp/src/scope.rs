//! Which name means which definition, by the forms of the language as they are written.
//!
//! Macros of the program are not expanded: what stands in a form that is not known here is looked up
//! where it stands. So a name that a macro of the program binds is found at the definition around it,
//! or nowhere.
//!
//! Start reading at [`resolve`].

use crate::binders;
use mound_base::{Span, Symbol};
use mound_syntax::{Datum, DatumKind};
use std::collections::HashMap;

/// A definition or a variable.
#[derive(Clone, Debug)]
pub(crate) struct Binding {
    pub(crate) name: Symbol,
    /// Where its name stands.
    pub(crate) place: Span,
    /// The form that makes it.
    pub(crate) form: Span,
    /// Whether it belongs to the outermost level of a file or library.
    pub(crate) is_global: bool,
    /// Where it can be used.
    pub(crate) scope: Span,
}

/// A name in the text, and what it means: a number into [`Names::bindings`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Occurrence {
    pub(crate) name: Symbol,
    pub(crate) place: Span,
    pub(crate) binding: Option<usize>,
}

/// All names of a text.
#[derive(Clone, Default, Debug)]
pub(crate) struct Names {
    pub(crate) bindings: Vec<Binding>,
    pub(crate) occurrences: Vec<Occurrence>,
}

impl Names {
    /// The name at a byte, or right before it.
    pub(crate) fn at(&self, offset: usize) -> Option<Occurrence> {
        let touches = |one: &&Occurrence| {
            (one.place.start as usize..=one.place.end as usize).contains(&offset)
        };
        self.occurrences.iter().find(touches).copied()
    }

    /// The definition of this name on the outermost level of a library, or of a text outside of its
    /// libraries.
    pub(crate) fn global(&self, name: Symbol, scope: Span) -> Option<usize> {
        let is_it = |one: &Binding| one.is_global && one.name == name && one.scope == scope;
        self.bindings.iter().position(is_it)
    }
}

/// The names of all forms of a text.
pub(crate) fn resolve(data: &[Datum], whole: Span) -> Names {
    let mut resolver = Resolver {
        names: Names::default(),
        scopes: vec![Scope {
            bound: HashMap::new(),
            place: whole,
            is_global: true,
        }],
    };
    resolver.body(data);
    resolver.names
}

struct Scope {
    bound: HashMap<Symbol, usize>,
    place: Span,
    is_global: bool,
}

pub(crate) struct Resolver {
    names: Names,
    scopes: Vec<Scope>,
}

impl Resolver {
    /// Does the work in a scope of its own.
    pub(crate) fn inside(&mut self, place: Span, work: impl FnOnce(&mut Self)) {
        self.enter(place, false, work);
    }

    /// The same for the body of a library.
    pub(crate) fn inside_library(&mut self, place: Span, work: impl FnOnce(&mut Self)) {
        self.enter(place, true, work);
    }

    fn enter(&mut self, place: Span, is_global: bool, work: impl FnOnce(&mut Self)) {
        self.scopes.push(Scope {
            bound: HashMap::new(),
            place,
            is_global,
        });
        work(self);
        self.scopes.pop();
    }

    /// Binds a name in the innermost scope. One that is bound there already stays what it is.
    pub(crate) fn bind(&mut self, name: Symbol, place: Span, form: Span) {
        let Some(scope) = self.scopes.last_mut() else {
            return;
        };
        let next = self.names.bindings.len();
        let binding = *scope.bound.entry(name).or_insert(next);
        if binding == next {
            self.names.bindings.push(Binding {
                name,
                place,
                form,
                is_global: scope.is_global,
                scope: scope.place,
            });
        }
        self.names.occurrences.push(Occurrence {
            name,
            place,
            binding: Some(binding),
        });
    }

    pub(crate) fn bind_datum(&mut self, datum: &Datum, form: Span) {
        if let Some(name) = datum.as_symbol() {
            self.bind(name, datum.span, form);
        }
    }

    /// Binds the names of formal parameters: of a list, with or without a tail, or the one for all.
    pub(crate) fn bind_formals(&mut self, formals: &Datum) {
        if let DatumKind::List { items, tail } = &formals.kind {
            for item in items.iter().chain(tail.as_deref()) {
                self.bind_datum(item, item.span);
            }
        } else {
            self.bind_datum(formals, formals.span)
        }
    }

    fn lookup(&self, name: Symbol) -> Option<usize> {
        let mut scopes = self.scopes.iter().rev();
        scopes.find_map(|scope| scope.bound.get(&name).copied())
    }

    /// Forms that see each other's definitions.
    pub(crate) fn body(&mut self, forms: &[Datum]) {
        for form in forms {
            binders::declare(self, form);
        }
        for form in forms {
            self.visit(form);
        }
    }

    pub(crate) fn visit_all(&mut self, data: &[Datum]) {
        for datum in data {
            self.visit(datum);
        }
    }

    pub(crate) fn visit(&mut self, datum: &Datum) {
        match &datum.kind {
            DatumKind::Symbol(name) => self.names.occurrences.push(Occurrence {
                name: *name,
                place: datum.span,
                binding: self.lookup(*name),
            }),
            DatumKind::List { items, tail } => {
                let head = items.first().and_then(Datum::as_symbol);
                let is_form = head.is_some_and(|head| {
                    self.lookup(head).is_none() && binders::form(self, head.name(), datum, items)
                });
                if is_form {
                    self.visit(&items[0]);
                } else {
                    self.visit_all(items);
                    if let Some(tail) = tail {
                        self.visit(tail);
                    }
                }
            }
            DatumKind::Labelled { datum, .. } => self.visit(datum),
            DatumKind::Boolean(_)
            | DatumKind::Character(_)
            | DatumKind::Number(_)
            | DatumKind::String(_)
            | DatumKind::Bytevector(_)
            | DatumKind::Numbers(..)
            | DatumKind::Vector(_)
            | DatumKind::Object { .. }
            | DatumKind::Reference(_) => {}
        }
    }
}
