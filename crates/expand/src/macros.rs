//! Macros as data: the rules of a `syntax-rules` form, compiled, or the compiled
//! code of a procedure ([`Procedure`], see `procedural`).
//!
//! Pattern variables are numbers. A template is a tree; a part of it that
//! mentions no pattern variable and no ellipsis is kept whole, as one datum and a
//! scope set, and is instantiated in constant time.
//!
//! ```text
//!   (_ (name value) ... body)      before: []  repeated: (0 1)  after: [2]
//!   ((lambda (name ...) body) value ...)
//!       elements: [ List(lambda..., ) once, Variable 1 repeated over [1] ]
//! ```
//!
//! Invariant M1: in [`Element::levels`], outermost ellipsis first, each level names
//! the variables that step at it; at the leaf each of them stands for one form.

use crate::scope::ScopeSet;
use crate::syntax::Identifier;
use mound_base::{Span, Symbol};
use mound_syntax::DatumKind;
use std::rc::Rc;

#[derive(Clone, Debug)]
pub struct Macro {
    pub name: Symbol,
    /// Where it was defined.
    pub span: Span,
    pub transformer: Transformer,
}

/// What makes a form of a use.
#[derive(Clone, Debug)]
pub enum Transformer {
    Rules(Vec<Rule>),
    Procedure(Procedure),
}

/// A transformer that is a procedure.
#[derive(Clone, Debug)]
pub struct Procedure {
    /// A compiled unit, which only the provider can read.
    pub code: Rc<[u8]>,
    /// The scopes that names have which it makes; first those of the definition.
    pub sets: Vec<NameSet>,
}

/// Names that a transformer can make with a set of scopes.
#[derive(Clone, Debug)]
pub struct NameSet {
    /// A vector of symbols: those in templates, and all others in constants of the transformer.
    pub names: DatumKind,
    pub scopes: ScopeSet,
}

#[derive(Clone, Debug)]
pub struct Rule {
    /// What has to follow the keyword.
    pub pattern: ListPattern,
    pub variable_count: u32,
    /// Variables that match what another one does: the numbers of those, see `rules`.
    pub aliases: Vec<u32>,
    pub template: Template,
    /// The pattern as written, for messages.
    pub shape: String,
}

#[derive(Clone, Debug)]
pub enum Pattern {
    Any,
    Variable(u32),
    /// Matches an identifier that means the same.
    Literal(Identifier),
    /// A string, number or other atom.
    Datum(DatumKind),
    List(ListPattern),
    Vector(ListPattern),
}

#[derive(Clone, Debug, Default)]
pub struct ListPattern {
    pub before: Vec<Pattern>,
    pub repeated: Option<Box<Repeated>>,
    pub after: Vec<Pattern>,
    pub tail: Option<Box<Pattern>>,
}

/// A pattern followed by an ellipsis, and the variables in it.
#[derive(Clone, Debug)]
pub struct Repeated {
    pub pattern: Pattern,
    pub variables: Vec<u32>,
}

#[derive(Clone, Debug)]
pub enum Template {
    Variable(u32),
    Datum {
        kind: DatumKind,
        scopes: ScopeSet,
    },
    List {
        elements: Vec<Element>,
        tail: Option<Box<Template>>,
    },
    Vector(Vec<Element>),
}

/// Part of a template with the ellipses that follow it (M1).
#[derive(Clone, Debug)]
pub struct Element {
    pub template: Template,
    pub levels: Vec<Vec<u32>>,
}

impl Macro {
    /// Calls `visit` for each identifier that is not a pattern variable, and lets it
    /// change the scope set.
    pub(crate) fn visit_identifiers(
        &mut self,
        visit: &mut impl FnMut(Symbol, &mut ScopeSet),
        visit_datum: &mut impl FnMut(&DatumKind, &mut ScopeSet),
    ) {
        match &mut self.transformer {
            Transformer::Rules(rules) => {
                for rule in rules {
                    visit_list_pattern(&mut rule.pattern, visit);
                    visit_template(&mut rule.template, visit_datum);
                }
            }
            Transformer::Procedure(procedure) => {
                for set in &mut procedure.sets {
                    visit_datum(&set.names, &mut set.scopes);
                }
            }
        }
    }
}

fn visit_list_pattern(list: &mut ListPattern, visit: &mut impl FnMut(Symbol, &mut ScopeSet)) {
    let repeated = list
        .repeated
        .iter_mut()
        .map(|repeated| &mut repeated.pattern);
    let tail = list.tail.iter_mut().map(|tail| &mut **tail);
    for pattern in list
        .before
        .iter_mut()
        .chain(repeated)
        .chain(&mut list.after)
        .chain(tail)
    {
        match pattern {
            Pattern::Literal(identifier) => visit(identifier.name, &mut identifier.scopes),
            Pattern::List(inner) | Pattern::Vector(inner) => visit_list_pattern(inner, visit),
            Pattern::Any | Pattern::Variable(_) | Pattern::Datum(_) => {}
        }
    }
}

fn visit_template(template: &mut Template, visit: &mut impl FnMut(&DatumKind, &mut ScopeSet)) {
    match template {
        Template::Variable(_) => {}
        Template::Datum { kind, scopes } => visit(kind, scopes),
        Template::List { elements, tail } => {
            for element in elements {
                visit_template(&mut element.template, visit);
            }
            if let Some(tail) = tail {
                visit_template(tail, visit);
            }
        }
        Template::Vector(elements) => {
            for element in elements {
                visit_template(&mut element.template, visit);
            }
        }
    }
}

/// Calls `visit` for each symbol in the datum, without recursion.
pub(crate) fn each_symbol(kind: &DatumKind, visit: &mut impl FnMut(Symbol)) {
    let mut pending = vec![kind];
    while let Some(kind) = pending.pop() {
        if let DatumKind::Symbol(name) = kind {
            visit(*name);
        }
        pending.extend(kind.parts().map(|part| &part.kind));
    }
}
