//! Long forms as expressions that do not nest as deep as the forms are long.
//!
//! `cond`, `case`, `and` and `or` stand for tests, each in a branch of the one before. A long
//! one is cut into pieces, procedures without parameters of which each ends with a call of the
//! next:
//!
//! ```text
//!   (letrec* ((rest (lambda () (if t64 e64 (if ... (rest')))))
//!             (rest' (lambda () ...)))
//!     (if t0 e0 (if t1 e1 ... (rest))))
//! ```
//!
//! The pieces are sealed: the compiler would put each into the only one that calls it.
//! Lists of operands too long for a frame are built from lists of [`CHUNK`] elements, which are
//! appended in pairs.

use crate::build::{
    bind, boolean, call, conditional, constant, empty_list, integer, local, make, primitive, thunk,
};
use crate::core::{Clause, Expression, Node, PART, VariableId};
use crate::expander::{Expander, Outcome};
use mound_base::{Span, Symbol};
use mound_syntax::{Datum, DatumKind};

/// Links in a piece, at least. As many tests nest without need for stack or slots worth mentioning.
const PIECE: usize = 64;

/// Elements of a list that are put before the rest by `cons`, each within the one before.
pub(crate) const CHUNK: usize = 200;

/// Operands above which a call makes a list of them.
const OPERANDS_MAX: usize = 1000;

/// Parameters above which a procedure takes a list.
pub(crate) const PARAMETERS_MAX: usize = 100;

/// One test of a chain. If it ends the chain, the rest is not evaluated.
pub(crate) enum Link {
    /// Ends with the consequent if the test holds.
    If {
        span: Span,
        test: Expression,
        consequent: Expression,
    },
    /// Ends with `#f` unless the test holds.
    And(Expression),
    /// Ends with the consequent, which may use the value of the test, if that holds.
    Bind {
        span: Span,
        variable: VariableId,
        test: Expression,
        consequent: Expression,
    },
}

impl Link {
    fn before(self, rest: Expression) -> Expression {
        match self {
            Link::If {
                span,
                test,
                consequent,
            } => conditional(span, test, consequent, rest),
            Link::And(test) => {
                let span = test.span;
                conditional(span, test, rest, boolean(span, false))
            }
            Link::Bind {
                span,
                variable,
                test,
                consequent,
            } => {
                let chosen = conditional(span, local(span, variable), consequent, rest);
                bind(span, variable, test, chosen)
            }
        }
    }
}

impl Expander<'_> {
    /// The tests in order, then `last`.
    pub(crate) fn chain(&mut self, mut links: Vec<Link>, last: Expression) -> Expression {
        if links.len() <= PIECE {
            return joined(links, last);
        }
        let span = last.span;
        // Pieces are as deep within one another for some passes as they are long for others.
        let size = PIECE.max(links.len().isqrt());
        let mut rest = last;
        let mut bindings = Vec::new();
        while links.len() > size {
            let start = (links.len() - 1) / size * size;
            let body = joined(links.split_off(start), rest);
            let name = self.temporary("rest", span);
            bindings.push((name, piece(body)));
            rest = call(span, local(span, name), Vec::new());
        }
        bindings.reverse();
        let body = Box::new(joined(links, rest));
        make(span, Node::Letrec { bindings, body })
    }

    /// The value of the test itself, or else the rest.
    pub(crate) fn or_link(&mut self, test: Expression) -> Link {
        let span = test.span;
        let variable = self.temporary("t", span);
        Link::Bind {
            span,
            variable,
            test,
            consequent: local(span, variable),
        }
    }

    /// A call, also of more operands than a frame has room for.
    pub(crate) fn call_of(
        &mut self,
        span: Span,
        operator: Expression,
        operands: Vec<Expression>,
    ) -> Outcome<Expression> {
        if operands.len() <= OPERANDS_MAX {
            return Ok(call(span, operator, operands));
        }
        let list = self.list_of(span, operands)?;
        Ok(primitive(span, "%apply", vec![operator, list]))
    }

    /// A new list of the values, or a constant one if they all are constants.
    pub(crate) fn list_of(
        &mut self,
        span: Span,
        mut items: Vec<Expression>,
    ) -> Outcome<Expression> {
        let mut lists = Vec::with_capacity(items.len() / CHUNK + 1);
        while !items.is_empty() {
            let start = (items.len() - 1) / CHUNK * CHUNK;
            lists.push(short_list(span, items.split_off(start)));
        }
        lists.reverse();
        Ok(self
            .append_all(span, lists)?
            .unwrap_or_else(|| empty_list(span)))
    }

    /// The lists appended, in pairs, so that they do not nest as deep as there are many.
    pub(crate) fn append_all(
        &mut self,
        span: Span,
        mut lists: Vec<Expression>,
    ) -> Outcome<Option<Expression>> {
        while lists.len() > 1 {
            let mut pairs = Vec::with_capacity(lists.len().div_ceil(2));
            let mut left = lists.into_iter();
            while let Some(first) = left.next() {
                pairs.push(match left.next() {
                    None => first,
                    Some(second) => {
                        let helper = self.helper("%append", span)?;
                        call(span, helper, vec![first, second])
                    }
                });
            }
            lists = pairs;
        }
        Ok(lists.pop())
    }

    /// A clause that takes any number of arguments: one with more parameters than a frame has
    /// room for takes a list, which is checked and taken apart.
    pub(crate) fn fitted(
        &mut self,
        span: Span,
        name: Option<Symbol>,
        clause: Clause,
    ) -> Outcome<Clause> {
        if clause.required.len() <= PARAMETERS_MAX {
            return Ok(clause);
        }
        let arguments = self.temporary("arguments", span);
        let name = name.unwrap_or_else(|| Symbol::intern("lambda"));
        let bindings = self.taken_apart(
            span,
            name,
            local(span, arguments),
            (&clause.required, clause.rest),
        )?;
        let body = Box::new(clause.body);
        Ok(Clause {
            required: Vec::new(),
            rest: Some(arguments),
            body: make(span, Node::Letrec { bindings, body }),
        })
    }

    /// Bindings of the variables to the elements of a list, which must have as many. `who` takes
    /// them.
    pub(crate) fn taken_apart(
        &mut self,
        span: Span,
        who: Symbol,
        list: Expression,
        (required, rest): (&[VariableId], Option<VariableId>),
    ) -> Outcome<Vec<(VariableId, Expression)>> {
        let parts = self.temporary("parts", span);
        let count = required.len();
        let whole = self.parts_of(span, who, list, (count, rest.is_some()))?;
        let mut bindings = vec![(parts, whole)];
        for (index, &variable) in required.iter().chain(&rest).enumerate() {
            bindings.push((variable, part(span, local(span, parts), index)));
        }
        Ok(bindings)
    }

    /// A vector of the elements of a list, which must have as many; its last element is what
    /// follows them, if that may be something.
    pub(crate) fn parts_of(
        &mut self,
        span: Span,
        who: Symbol,
        list: Expression,
        (count, has_rest): (usize, bool),
    ) -> Outcome<Expression> {
        let helper = self.helper("%take-apart", span)?;
        let who = constant(span, DatumKind::Symbol(who));
        let count = integer(span, u32::try_from(count).unwrap_or(u32::MAX));
        let operands = vec![who, list, count, boolean(span, has_rest)];
        Ok(call(span, helper, operands))
    }
}

/// An element of the vector that `parts_of` makes. A variable that is bound to one stands for it:
/// see [`PART`].
pub(crate) fn part(span: Span, parts: Expression, index: usize) -> Expression {
    let index = integer(span, u32::try_from(index).unwrap_or(u32::MAX));
    primitive(span, PART, vec![parts, index])
}

fn joined(links: Vec<Link>, last: Expression) -> Expression {
    let links = links.into_iter().rev();
    links.fold(last, |rest, link| link.before(rest))
}

fn piece(body: Expression) -> Expression {
    let mut piece = thunk(body);
    if let Node::Lambda(lambda) = &mut piece.node {
        lambda.sealed = true;
    }
    piece
}

fn short_list(span: Span, items: Vec<Expression>) -> Expression {
    let constants = items.iter().map(|item| {
        let Node::Constant(datum) = &item.node else {
            return None;
        };
        Some(datum.clone())
    });
    if let Some(constants) = constants.collect::<Option<Vec<Datum>>>() {
        let items = constants.into();
        return constant(span, DatumKind::List { items, tail: None });
    }
    let items = items.into_iter().rev();
    items.fold(empty_list(span), |list, item| {
        primitive(span, "cons", vec![item, list])
    })
}
