//! Values without a written form in data that a running program evaluates: `(eval (list + 1 2))`.
//!
//! The program gives such a datum with numbers in their place, and has the values at hand while it
//! is evaluated. Each top-level form begins by taking those it needs into variables, so what it makes
//! holds them like any other value that a procedure closes over:
//!
//! ```text
//!   (lambda () (#<object 0> 1))   ->   (let ((object (%eval-object 0))) (lambda () (object 1)))
//! ```
//!
//! What lives longer than the evaluation cannot have them: a macro that it defines is expanded in
//! others, where the numbers mean nothing. That is refused where the macro is used.

use crate::build::{call, integer, local, make};
use crate::core::{Expression, Node, VariableId};
use crate::expander::{Expander, Outcome};
use mound_base::{Diagnostic, Span, Symbol};
use mound_syntax::{Datum, DatumKind};

impl Expander<'_> {
    /// The value of literal data: a constant, or what makes it anew if values without a written form
    /// are in it.
    pub(crate) fn literal(&mut self, span: Span, datum: Datum) -> Outcome<Expression> {
        if !datum.has_objects() {
            return Ok(make(span, Node::Constant(datum)));
        }
        self.enter(span)?;
        let made = match &datum.kind {
            DatumKind::Object { evaluation, index } => {
                local(span, self.object(span, *evaluation, *index)?)
            }
            DatumKind::List { items, tail } => {
                let elements = items.iter().map(|item| self.literal(span, item.clone()));
                let elements = elements.collect::<Outcome<Vec<_>>>()?;
                let list = self.list_of(span, elements)?;
                match tail {
                    None => list,
                    Some(tail) => {
                        let tail = self.literal(span, Datum::clone(tail))?;
                        let helper = self.helper("%append", span)?;
                        call(span, helper, vec![list, tail])
                    }
                }
            }
            DatumKind::Vector(items) => {
                let list = Datum::list(span, items.clone());
                let list = self.literal(span, list)?;
                let helper = self.helper("%list->vector", span)?;
                call(span, helper, vec![list])
            }
            DatumKind::Boolean(_)
            | DatumKind::Character(_)
            | DatumKind::Number(_)
            | DatumKind::String(_)
            | DatumKind::Symbol(_)
            | DatumKind::Bytevector(_)
            | DatumKind::Numbers(..)
            | DatumKind::Labelled { .. }
            | DatumKind::Reference(_) => {
                return Err(Diagnostic::error(
                    span,
                    "circular data with a value that cannot be written",
                    "only data without labels can hold procedures, records and the like",
                ));
            }
        };
        self.leave();
        Ok(made)
    }

    fn object(&mut self, span: Span, evaluation: u64, index: u32) -> Outcome<VariableId> {
        if self.options.evaluation != Some(evaluation) {
            return Err(Diagnostic::error(
                span,
                "a value from another evaluation",
                "this came from a macro that was defined by evaluating data",
            )
            .with_hint("a macro cannot hold a procedure, a record or the like: define a variable, and let the macro name it"));
        }
        let known = self.unit.objects.iter().find(|known| known.0 == index);
        if let Some(&(_, variable)) = known {
            return Ok(variable);
        }
        let variable = self.variable(Symbol::intern("object"), span);
        self.unit.objects.push((index, variable));
        Ok(variable)
    }

    /// The value of a top-level form, after the values that were met in it.
    pub(crate) fn with_objects(&mut self, value: Expression) -> Outcome<Expression> {
        let span = value.span;
        let objects = std::mem::take(&mut self.unit.objects);
        if objects.is_empty() {
            return Ok(value);
        }
        let mut bindings = Vec::with_capacity(objects.len());
        for (index, variable) in objects {
            let helper = self.helper("%eval-object", span)?;
            bindings.push((variable, call(span, helper, vec![integer(span, index)])));
        }
        let body = Box::new(value);
        Ok(make(span, Node::Let { bindings, body }))
    }
}
