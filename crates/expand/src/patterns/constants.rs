//! Patterns and templates as constants, in the form that `lib/mound/macro-patterns.scm` describes.

use crate::expander::{DATUM_WORK, Expander, Outcome, circular};
use crate::macros::{Element, ListPattern, Pattern, Template};
use crate::procedural::check_nesting;
use crate::rules::is_circular;
use crate::scope::ScopeSet;
use crate::syntax::Identifier;
use mound_base::Span;
use mound_numbers::Number;
use mound_syntax::{Datum, DatumKind};
use std::rc::Rc;

impl Expander<'_> {
    pub(super) fn pattern_datum(&mut self, pattern: &Pattern, span: Span) -> Outcome<DatumKind> {
        Ok(match pattern {
            Pattern::Any => DatumKind::Boolean(true),
            Pattern::Variable(number) => whole(*number),
            Pattern::Literal(identifier) => {
                let name = self.template_name(*identifier);
                DatumKind::Symbol(name)
            }
            Pattern::Datum(kind) => vector(span, vec![whole(0), kind.clone()]),
            Pattern::List(list) => self.list_pattern_datum(1, list, span)?,
            Pattern::Vector(list) => self.list_pattern_datum(2, list, span)?,
        })
    }

    fn list_pattern_datum(
        &mut self,
        tag: u32,
        pattern: &ListPattern,
        span: Span,
    ) -> Outcome<DatumKind> {
        self.enter(span)?;
        let several = |this: &mut Self, patterns: &[Pattern]| {
            let patterns = patterns.iter();
            let data: Outcome<Vec<_>> = patterns
                .map(|pattern| this.pattern_datum(pattern, span))
                .collect();
            data.map(|data| list(span, data))
        };
        let before = several(self, &pattern.before)?;
        let after = several(self, &pattern.after)?;
        let repeated = match &pattern.repeated {
            Some(repeated) => {
                let mut parts = vec![self.pattern_datum(&repeated.pattern, span)?];
                parts.extend(repeated.variables.iter().copied().map(whole));
                list(span, parts)
            }
            None => DatumKind::Boolean(false),
        };
        let tail = match &pattern.tail {
            Some(tail) => self.pattern_datum(tail, span)?,
            None => DatumKind::Boolean(false),
        };
        self.leave();
        Ok(vector(
            span,
            vec![whole(tag), before, repeated, after, tail],
        ))
    }

    pub(super) fn template_datum(&mut self, template: &Template, span: Span) -> Outcome<DatumKind> {
        Ok(match template {
            Template::Variable(number) => whole(*number),
            Template::Datum { kind, scopes } => {
                let kind = self.marked(kind, *scopes, span, 0)?;
                vector(span, vec![whole(0), kind])
            }
            Template::List { elements, tail } => {
                self.enter(span)?;
                let elements = self.elements_datum(elements, span)?;
                let tail = match tail {
                    Some(tail) => self.template_datum(tail, span)?,
                    None => DatumKind::Boolean(false),
                };
                self.leave();
                vector(span, vec![whole(1), elements, tail])
            }
            Template::Vector(elements) => {
                self.enter(span)?;
                let elements = self.elements_datum(elements, span)?;
                self.leave();
                vector(span, vec![whole(2), elements])
            }
        })
    }

    fn elements_datum(&mut self, elements: &[Element], span: Span) -> Outcome<DatumKind> {
        let mut data = Vec::with_capacity(elements.len());
        for element in elements {
            let template = self.template_datum(&element.template, span)?;
            if element.levels.is_empty() {
                data.push(template);
                continue;
            }
            let levels = element.levels.iter().map(|level| {
                let numbers = level.iter().copied().map(whole);
                list(span, numbers.collect())
            });
            let levels = list(span, levels.collect());
            data.push(vector(span, vec![whole(3), template, levels]));
        }
        Ok(list(span, data))
    }

    /// A datum of a template, with marks at its names.
    pub(super) fn marked(
        &mut self,
        kind: &DatumKind,
        scopes: ScopeSet,
        span: Span,
        depth: u32,
    ) -> Outcome<DatumKind> {
        self.charge(DATUM_WORK, span)?;
        check_nesting(depth, span)?;
        if is_circular(kind) {
            return Err(circular(span));
        }
        let all = |this: &mut Self, data: &[Datum]| -> Outcome<Rc<[Datum]>> {
            let data = data.iter().map(|datum| {
                let kind = this.marked(&datum.kind, scopes, span, depth + 1)?;
                Ok(Datum {
                    span: datum.span,
                    kind,
                })
            });
            data.collect()
        };
        Ok(match kind {
            DatumKind::Symbol(name) => {
                let name = *name;
                DatumKind::Symbol(self.template_name(Identifier { name, scopes }))
            }
            DatumKind::Vector(items) => DatumKind::Vector(all(self, items)?),
            DatumKind::List { items, tail } => {
                let items = all(self, items)?;
                let tail = match tail {
                    Some(tail) => {
                        let kind = self.marked(&tail.kind, scopes, span, depth + 1)?;
                        let span = tail.span;
                        Some(Rc::new(Datum { span, kind }))
                    }
                    None => None,
                };
                DatumKind::List { items, tail }
            }
            DatumKind::Boolean(_)
            | DatumKind::Character(_)
            | DatumKind::Number(_)
            | DatumKind::String(_)
            | DatumKind::Bytevector(_)
            | DatumKind::Numbers(..)
            | DatumKind::Object { .. }
            | DatumKind::Labelled { .. }
            | DatumKind::Reference(_) => kind.clone(),
        })
    }
}

fn whole(number: u32) -> DatumKind {
    DatumKind::Number(Number::Integer(number.into()))
}

fn list(span: Span, kinds: Vec<DatumKind>) -> DatumKind {
    let items = kinds.into_iter().map(|kind| Datum { span, kind }).collect();
    DatumKind::List { items, tail: None }
}

fn vector(span: Span, kinds: Vec<DatumKind>) -> DatumKind {
    DatumKind::Vector(kinds.into_iter().map(|kind| Datum { span, kind }).collect())
}
