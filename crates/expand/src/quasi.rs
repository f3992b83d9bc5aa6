//! `quasiquote`.
//!
//! Parts without an unquote stay constant, and share one datum where they stand
//! together at the end of a list. The rest is built with `cons` and the helpers
//! `(%append list tail)` and `(%list->vector list)` of `(mound base)`.

use crate::build::{call, primitive};
use crate::chain::CHUNK;
use crate::core::Expression;
use crate::core_forms_error;
use crate::expander::{DATUM_WORK, Expander, Outcome, circular};
use crate::form::CoreForm;
use crate::forms::count_label;
use crate::rules::is_circular;
use crate::syntax::Syntax;
use mound_base::Span;
use mound_syntax::{Datum, DatumKind};
use std::rc::Rc;

/// A part of a template.
enum Part {
    Constant(Datum),
    Computed(Expression),
}

impl Expander<'_> {
    fn part_expression(&mut self, part: Part) -> Outcome<Expression> {
        match part {
            Part::Constant(datum) => self.literal(datum.span, datum),
            Part::Computed(expression) => Ok(expression),
        }
    }
}

/// An element of a list template.
enum Item {
    One(Part),
    Spliced(Expression),
}

impl Expander<'_> {
    pub(crate) fn quasiquote(&mut self, items: &[Syntax], span: Span) -> Outcome<Expression> {
        match items {
            [_, template] => {
                let part = self.quasi(template, 1)?;
                self.part_expression(part)
            }
            _ => Err(core_forms_error(
                CoreForm::Quasiquote,
                span,
                count_label(items),
            )),
        }
    }

    fn quasi(&mut self, template: &Syntax, level: u32) -> Outcome<Part> {
        self.enter(template.span)?;
        self.charge(DATUM_WORK, template.span)?;
        let part = self.quasi_here(template, level)?;
        self.leave();
        Ok(part)
    }

    fn quasi_here(&mut self, template: &Syntax, level: u32) -> Outcome<Part> {
        let span = template.span;
        if let Some(items) = template.vector_items(&mut self.session.scopes) {
            return Ok(match self.quasi_list(&items, None, level, span)? {
                Part::Constant(_) => Part::Constant(template.to_datum()),
                Part::Computed(list) => {
                    let helper = self.helper("%list->vector", span)?;
                    Part::Computed(call(span, helper, vec![list]))
                }
            });
        }
        if template.atom().is_some_and(is_circular) {
            return Err(circular(span));
        }
        let Some(parts) = template.parts(&mut self.session.scopes) else {
            return Ok(Part::Constant(template.to_datum()));
        };
        if parts.items.len() == 2 && parts.tail.is_none() {
            let inner = &parts.items[1];
            if self.is_keyword(&parts.items[0], CoreForm::Unquote) {
                if level == 1 {
                    return Ok(Part::Computed(self.expression(inner)?));
                }
                return self.quasi_list(&parts.items, None, level - 1, span);
            }
            if self.is_keyword(&parts.items[0], CoreForm::Quasiquote) {
                return self.quasi_list(&parts.items, None, level + 1, span);
            }
        }
        self.quasi_list(&parts.items, parts.tail.as_ref(), level, span)
    }

    fn quasi_list(
        &mut self,
        items: &[Syntax],
        tail: Option<&Syntax>,
        level: u32,
        span: Span,
    ) -> Outcome<Part> {
        let mut items = items;
        let mut end = match tail {
            Some(tail) => self.quasi(tail, level)?,
            None => Part::Constant(list_datum(Vec::new(), None, span)),
        };
        // (a . ,b) is read as (a unquote b).
        if let [front @ .., keyword, last] = items
            && !front.is_empty()
            && tail.is_none()
            && self.is_keyword(keyword, CoreForm::Unquote)
        {
            end = if level == 1 {
                Part::Computed(self.expression(last)?)
            } else {
                let pair = [keyword.clone(), last.clone()];
                self.quasi_list(&pair, None, level - 1, span)?
            };
            items = front;
        }
        let elements: Outcome<Vec<Item>> = items
            .iter()
            .map(|item| self.quasi_item(item, level))
            .collect();
        self.join_all(elements?, end, span)
    }

    /// Puts the elements before the end. Long lists are appended of pieces, so that
    /// expressions do not nest as deep as lists are long.
    fn join_all(&mut self, mut elements: Vec<Item>, end: Part, span: Span) -> Outcome<Part> {
        if elements.len() <= CHUNK {
            return self.join(elements, end, span);
        }
        let mut end = end;
        let mut lists = Vec::new();
        while !elements.is_empty() {
            let start = (elements.len() - 1) / CHUNK * CHUNK;
            let chunk = elements.split_off(start);
            end = match end {
                Part::Constant(_) => self.join(chunk, end, span)?,
                Part::Computed(rest) => {
                    lists.push(rest);
                    let empty = Part::Constant(list_datum(Vec::new(), None, span));
                    let part = self.join(chunk, empty, span)?;
                    Part::Computed(self.part_expression(part)?)
                }
            };
        }
        if lists.is_empty() {
            return Ok(end);
        }
        lists.push(self.part_expression(end)?);
        lists.reverse();
        let whole = self.append_all(span, lists)?;
        Ok(whole.map_or(
            Part::Constant(list_datum(Vec::new(), None, span)),
            Part::Computed,
        ))
    }

    fn quasi_item(&mut self, item: &Syntax, level: u32) -> Outcome<Item> {
        let parts = item.items(&mut self.session.scopes);
        if let Some([keyword, inner]) = parts.as_deref()
            && self.is_keyword(keyword, CoreForm::UnquoteSplicing)
        {
            if level == 1 {
                return Ok(Item::Spliced(self.expression(inner)?));
            }
            let pair = [keyword.clone(), inner.clone()];
            return Ok(Item::One(self.quasi_list(
                &pair,
                None,
                level - 1,
                item.span,
            )?));
        }
        Ok(Item::One(self.quasi(item, level)?))
    }

    /// Puts the elements before the end, last first.
    fn join(&mut self, elements: Vec<Item>, end: Part, span: Span) -> Outcome<Part> {
        let mut result = end;
        // Constant elements before a constant end, last first.
        let mut constants: Vec<Datum> = Vec::new();
        for element in elements.into_iter().rev() {
            match (element, &result) {
                (Item::One(Part::Constant(datum)), Part::Constant(_)) => constants.push(datum),
                (Item::One(part), _) => {
                    let rest = close(&mut constants, result, span);
                    let rest = self.part_expression(rest)?;
                    let first = self.part_expression(part)?;
                    result = Part::Computed(primitive(span, "cons", vec![first, rest]));
                }
                (Item::Spliced(list), _) => {
                    let rest = close(&mut constants, result, span);
                    if matches!(&rest, Part::Constant(datum) if is_empty(datum)) {
                        result = Part::Computed(list);
                    } else {
                        let helper = self.helper("%append", span)?;
                        let operands = vec![list, self.part_expression(rest)?];
                        result = Part::Computed(call(span, helper, operands));
                    }
                }
            }
        }
        Ok(close(&mut constants, result, span))
    }
}

fn close(constants: &mut Vec<Datum>, result: Part, span: Span) -> Part {
    if constants.is_empty() {
        return result;
    }
    let items: Vec<Datum> = std::mem::take(constants).into_iter().rev().collect();
    match result {
        Part::Constant(tail) => Part::Constant(list_datum(items, Some(tail), span)),
        // Constants are collected only before a constant end.
        Part::Computed(expression) => Part::Computed(expression),
    }
}

/// The list of the items and a tail, which may be a list itself.
fn list_datum(mut items: Vec<Datum>, tail: Option<Datum>, span: Span) -> Datum {
    let tail = match tail.map(|tail| (tail.kind.clone(), tail)) {
        None => None,
        Some((DatumKind::List { items: more, tail }, _)) => {
            items.extend(more.iter().cloned());
            tail
        }
        Some((_, tail)) => Some(Rc::new(tail)),
    };
    let items = items.into();
    Datum {
        span,
        kind: DatumKind::List { items, tail },
    }
}

fn is_empty(datum: &Datum) -> bool {
    matches!(&datum.kind, DatumKind::List { items, .. } if items.is_empty())
}
