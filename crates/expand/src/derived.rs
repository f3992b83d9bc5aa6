//! Forms that are short for others: conditionals, loops, values, dynamic state.
//!
//! They are expanded here rather than by `syntax-rules`, for better messages and
//! for speed. What needs help at run time calls a procedure of `(mound base)`
//! whose name begins with `%`:
//!
//! ```text
//!   (%call-with-values producer consumer)
//!   (%with-parameters thunk parameter value ...)
//!   (%guard thunk (lambda (condition reraise) ...))    clauses may all fail
//!   (%guard-else thunk (lambda (condition) ...))       some clause always holds
//!   (%delay thunk)  (%delay-force thunk)
//!   (%assertion-failed datum irritant ...)
//! ```

use crate::binding::Binding;
use crate::build::{
    bind, boolean, call, conditional, empty_list, local, make, primitive, procedure, sequence,
    thunk, unspecified,
};
use crate::chain::{Link, PARAMETERS_MAX};
use crate::core::{Clause, Expression, Node, VariableId};
use crate::core_forms_error;
use crate::expander::{Expander, Outcome};
use crate::form::CoreForm;
use crate::forms::count_label;
use crate::scope::ScopeSet;
use crate::syntax::Syntax;
use mound_base::{Span, Symbol};
use mound_syntax::DatumKind;
use std::collections::HashMap;

/// Bindings of `let-values` up to which each is around the next.
const NESTED_VALUES_MAX: usize = 64;

/// The expression, the variables of its values and of the rest, and the place.
type ValuesBinding = (Expression, Vec<VariableId>, Option<VariableId>, Span);

impl Expander<'_> {
    pub(crate) fn derived_form(
        &mut self,
        form: CoreForm,
        items: &[Syntax],
        span: Span,
    ) -> Outcome<Expression> {
        let parts = &items[1..];
        match (form, parts) {
            (CoreForm::And | CoreForm::Or, _) => self.and_or(form, parts, span),
            (CoreForm::When | CoreForm::Unless, [test, body @ ..]) if !body.is_empty() => {
                let test = self.expression(test)?;
                let body = sequence(span, self.expressions(body)?);
                Ok(if form == CoreForm::When {
                    conditional(span, test, body, unspecified(span))
                } else {
                    conditional(span, test, unspecified(span), body)
                })
            }
            (CoreForm::Cond, clauses) if !clauses.is_empty() => {
                Ok(self.cond(form, clauses, unspecified(span))?.0)
            }
            (CoreForm::Case, [key, clauses @ ..]) if !clauses.is_empty() => {
                self.case(key, clauses, span)
            }
            (CoreForm::Do, [bindings, exit, body @ ..]) => self.do_form(bindings, exit, body, span),
            (CoreForm::LetValues | CoreForm::LetStarValues, [bindings, body @ ..]) => {
                self.let_values(form, bindings, body, span)
            }
            (CoreForm::Parameterize, [bindings, body @ ..]) => {
                self.parameterize(bindings, body, span)
            }
            (CoreForm::Guard, [handler, body @ ..]) => self.guard(handler, body, span),
            (CoreForm::Delay, [expression]) => {
                let expression = thunk(self.expression(expression)?);
                let helper = self.helper("%delay", span)?;
                Ok(call(span, helper, vec![expression]))
            }
            (CoreForm::DelayForce, [expression]) => {
                let expression = thunk(self.expression(expression)?);
                let helper = self.helper("%delay-force", span)?;
                Ok(call(span, helper, vec![expression]))
            }
            (CoreForm::ConsStream, [first, rest]) => {
                let first = self.expression(first)?;
                let rest = thunk(self.expression(rest)?);
                let helper = self.helper("%delay", span)?;
                let promise = call(span, helper, vec![rest]);
                Ok(primitive(span, "cons", vec![first, promise]))
            }
            (CoreForm::Assert, [test, irritants @ ..]) => self.assert(test, irritants, span),
            _ => Err(core_forms_error(form, span, count_label(items))),
        }
    }

    fn and_or(&mut self, form: CoreForm, parts: &[Syntax], span: Span) -> Outcome<Expression> {
        let is_and = form == CoreForm::And;
        let mut parts = self.expressions(parts)?;
        let Some(last) = parts.pop() else {
            return Ok(boolean(span, is_and));
        };
        let links = parts.into_iter().map(|part| match is_and {
            true => Link::And(part),
            false => self.or_link(part),
        });
        let links = links.collect();
        Ok(self.chain(links, last))
    }

    /// Clauses like those of `cond`; also whether one of them is an `else`.
    fn cond(
        &mut self,
        form: CoreForm,
        clauses: &[Syntax],
        default: Expression,
    ) -> Outcome<(Expression, bool)> {
        let mut links = Vec::with_capacity(clauses.len());
        for (index, clause) in clauses.iter().enumerate() {
            let rest = &clauses[index + 1..];
            let Some(parts) = clause
                .items(&mut self.session.scopes)
                .filter(|parts| !parts.is_empty())
            else {
                return Err(core_forms_error(form, clause.span, "this is not a clause"));
            };
            let place = clause.span;
            if self.is_keyword(&parts[0], CoreForm::Else) {
                if parts.len() == 1 || !rest.is_empty() {
                    let label = "`else` needs an expression and must be the last clause";
                    return Err(core_forms_error(form, place, label));
                }
                let last = sequence(place, self.expressions(&parts[1..])?);
                return Ok((self.chain(links, last), true));
            }
            links.push(self.cond_link(form, &parts, place)?);
            if let Some(next) = rest.first()
                && let Some(DatumKind::Boolean(true)) = parts[0].atom()
                && next.span != place
            {
                let warning = mound_base::Diagnostic::warning(
                    next.span,
                    "this clause is never reached",
                    "a clause before it is always taken",
                );
                self.diagnostics
                    .push(warning.with_related(parts[0].span, "this test always holds"));
            }
        }
        Ok((self.chain(links, default), false))
    }

    fn cond_link(&mut self, form: CoreForm, parts: &[Syntax], span: Span) -> Outcome<Link> {
        let test = self.expression(&parts[0])?;
        if parts.len() > 1 {
            self.warn_of_bare_call(&parts[0], &parts[1], span)?;
        }
        if parts.len() == 1 {
            return Ok(self.or_link(test));
        }
        if !self.is_keyword(&parts[1], CoreForm::Arrow) {
            let consequent = sequence(span, self.expressions(&parts[1..])?);
            return Ok(Link::If {
                span,
                test,
                consequent,
            });
        }
        let [_, _, receiver] = parts else {
            return Err(core_forms_error(form, span, "one expression follows `=>`"));
        };
        let variable = self.temporary("t", span);
        let receiver = self.expression(receiver)?;
        Ok(Link::Bind {
            span,
            variable,
            test,
            consequent: call(span, receiver, vec![local(span, variable)]),
        })
    }

    /// Warns of `(display e)` as a clause: there it is a test that holds, and then a value.
    fn warn_of_bare_call(&mut self, test: &Syntax, next: &Syntax, clause: Span) -> Outcome<()> {
        let Some(identifier) = test.identifier() else {
            return Ok(());
        };
        let of_mound = match self.resolve(identifier, test.span)? {
            Some(Binding::Imported(variable)) => {
                variable.procedure.is_some() && variable.library.starts_with("mound/base")
            }
            _ => false,
        };
        if of_mound && !self.is_keyword(next, CoreForm::Arrow) {
            let name = identifier.name;
            let next = mound_syntax::write(&next.to_datum());
            self.diagnostics.push(
                mound_base::Diagnostic::warning(
                    clause,
                    format!("the test of this clause is `{name}` itself, which always holds"),
                    "it is not called",
                )
                .with_hint(format!(
                    "a clause is (test expression ...), as in (#t ({name} {next}))"
                )),
            );
        }
        Ok(())
    }

    fn case(&mut self, key: &Syntax, clauses: &[Syntax], span: Span) -> Outcome<Expression> {
        let form = CoreForm::Case;
        let value = self.expression(key)?;
        let variable = self.temporary("key", key.span);
        let key = local(key.span, variable);
        let mut links = Vec::with_capacity(clauses.len());
        let mut seen: HashMap<String, Span> = HashMap::new();
        let mut result = unspecified(span);
        for (index, clause) in clauses.iter().enumerate() {
            let parts = clause.items(&mut self.session.scopes);
            let Some([data, body @ ..]) = parts.as_deref().filter(|parts| parts.len() > 1) else {
                return Err(core_forms_error(form, clause.span, "this is not a clause"));
            };
            let body = self.case_body(body, &key, clause.span)?;
            if self.is_keyword(data, CoreForm::Else) {
                if index + 1 < clauses.len() {
                    let label = "`else` must be the last clause";
                    return Err(core_forms_error(form, clause.span, label));
                }
                result = body;
                break;
            }
            let whole = data;
            let Some(data) = data.items(&mut self.session.scopes) else {
                return Err(core_forms_error(
                    form,
                    data.span,
                    "this is not a list of data",
                ));
            };
            if self.warn_of_quoted(whole, &data) {
                // The other warning would be of the word `quote`.
                seen.insert("quote".to_owned(), whole.span);
            }
            for datum in &data {
                self.charge(datum.built_size(self.work_max), datum.span)?;
                self.warn_of_repeated(datum, &mut seen);
            }
            let span = clause.span;
            links.push(Link::If {
                span,
                test: self.case_test(&key, &data, span)?,
                consequent: body,
            });
        }
        let chosen = self.chain(links, result);
        Ok(bind(span, variable, value, chosen))
    }

    /// Warns of `('a expression)` in a `case`, whose data are `quote` and `a`; whether it was one.
    fn warn_of_quoted(&mut self, whole: &Syntax, data: &[Syntax]) -> bool {
        let [quote, datum] = data else {
            return false;
        };
        let is_quote = quote
            .identifier()
            .is_some_and(|name| name.name.name() == "quote");
        // What is written as (quote a) is meant so; the short form has no place of its own for the word.
        if !is_quote || quote.span.start != whole.span.start {
            return false;
        }
        let text = mound_syntax::write(&datum.to_datum());
        self.diagnostics.push(
            mound_base::Diagnostic::warning(
                whole.span,
                "data of `case` are not quoted",
                "these are the data `quote` and what follows",
            )
            .with_hint(format!("the clause is (({text}) expression ...)")),
        );
        true
    }

    /// Warns of a datum of a `case` that stands in a clause before.
    fn warn_of_repeated(&mut self, datum: &Syntax, seen: &mut HashMap<String, Span>) {
        // Strings and lists are never the same object as the key.
        let kind = datum.to_datum().kind;
        let may_be_key = matches!(
            kind,
            DatumKind::Symbol(_)
                | DatumKind::Boolean(_)
                | DatumKind::Character(_)
                | DatumKind::Number(_)
        );
        if !may_be_key {
            return;
        }
        let span = datum.span;
        let text = mound_syntax::write(&mound_syntax::Datum { span, kind });
        match seen.get(&text) {
            Some(&first) if first != datum.span && text != "quote" => {
                let headline = format!("`case` tests for {text} twice");
                self.diagnostics.push(
                    mound_base::Diagnostic::warning(
                        datum.span,
                        headline,
                        "the first clause is taken",
                    )
                    .with_related(first, "first here"),
                );
            }
            Some(_) => {}
            None => {
                seen.insert(text, datum.span);
            }
        }
    }

    fn case_body(&mut self, body: &[Syntax], key: &Expression, span: Span) -> Outcome<Expression> {
        if self.is_keyword(&body[0], CoreForm::Arrow) {
            let [_, receiver] = body else {
                let label = "one expression follows `=>`";
                return Err(core_forms_error(CoreForm::Case, span, label));
            };
            let receiver = self.expression(receiver)?;
            return Ok(call(span, receiver, vec![key.clone()]));
        }
        Ok(sequence(span, self.expressions(body)?))
    }

    /// Whether the key is one of the data.
    fn case_test(&mut self, key: &Expression, data: &[Syntax], span: Span) -> Outcome<Expression> {
        let tests = data.iter().map(|datum| {
            let datum = datum.to_datum();
            let name = if is_immediate(&datum.kind) {
                "eq?"
            } else {
                "eqv?"
            };
            let place = datum.span;
            let datum = self.literal(place, datum)?;
            Ok(primitive(place, name, vec![key.clone(), datum]))
        });
        let mut tests = tests.collect::<Outcome<Vec<Expression>>>()?;
        let Some(last) = tests.pop() else {
            return Ok(boolean(span, false));
        };
        let links = tests.into_iter().map(|test| Link::If {
            span,
            test,
            consequent: boolean(span, true),
        });
        Ok(self.chain(links.collect(), last))
    }

    fn do_form(
        &mut self,
        bindings: &Syntax,
        exit: &Syntax,
        body: &[Syntax],
        span: Span,
    ) -> Outcome<Expression> {
        let form = CoreForm::Do;
        let Some(bindings) = bindings.items(&mut self.session.scopes) else {
            return Err(core_forms_error(
                form,
                bindings.span,
                "this is not a list of bindings",
            ));
        };
        let scope = self.session.scopes.fresh_set();
        let (mut operands, mut formals, mut steps) = (Vec::new(), Vec::new(), Vec::new());
        for binding in &bindings {
            let parts = binding.items(&mut self.session.scopes);
            let (name, first, next) = match parts.as_deref() {
                Some([name, first]) => (name, first, name),
                Some([name, first, next]) => (name, first, next),
                _ => {
                    return Err(core_forms_error(
                        form,
                        binding.span,
                        "not (name first [next])",
                    ));
                }
            };
            operands.push(self.expression(first)?);
            formals.push(name.clone());
            steps.push(next.clone());
        }
        let Some(exit) = exit
            .items(&mut self.session.scopes)
            .filter(|exit| !exit.is_empty())
        else {
            return Err(core_forms_error(
                form,
                exit.span,
                "(test result ...) is missing",
            ));
        };
        let required = self.bind_names(form, scope, &formals)?;
        let exit = self.in_scope(scope, &exit);
        let test = self.expression(&exit[0])?;
        let result = sequence(span, self.expressions(&exit[1..])?);
        let body = self.in_scope(scope, body);
        let mut repeat = self.expressions(&body)?;
        let steps = self.in_scope(scope, &steps);
        let steps = self.expressions(&steps)?;
        let name = mound_base::Symbol::intern("do");
        let procedure = self.variable(name, span);
        repeat.push(self.call_of(span, local(span, procedure), steps)?);
        let clause = Clause {
            required,
            rest: None,
            body: conditional(span, test, result, sequence(span, repeat)),
        };
        let clause = self.fitted(span, Some(name), clause)?;
        let value = crate::build::lambda(span, Some(name), vec![clause]);
        let body = Box::new(self.call_of(span, local(span, procedure), operands)?);
        let bindings = vec![(procedure, value)];
        Ok(make(span, Node::Letrec { bindings, body }))
    }

    fn bind_names(
        &mut self,
        form: CoreForm,
        scope: ScopeSet,
        names: &[Syntax],
    ) -> Outcome<Vec<crate::core::VariableId>> {
        let names = self.in_scope(scope, names);
        let span = names.first().map_or(Span::NONE, |name| name.span);
        let list = self.list(names, None, span)?;
        let formals = self.formals(form, &list)?;
        Ok(formals
            .required
            .into_iter()
            .map(|(identifier, span)| self.bind_local(identifier, span))
            .collect())
    }

    fn let_values(
        &mut self,
        form: CoreForm,
        bindings: &Syntax,
        body: &[Syntax],
        span: Span,
    ) -> Outcome<Expression> {
        let Some(bindings) = bindings.items(&mut self.session.scopes) else {
            return Err(core_forms_error(
                form,
                bindings.span,
                "this is not a list of bindings",
            ));
        };
        let sequential = form == CoreForm::LetStarValues;
        // In `let-values` no expression sees these names. In `let*-values` an expression is
        // expanded before those after it are bound.
        let scope = self.session.scopes.fresh_set();
        let mut seen = std::collections::HashSet::new();
        let mut bound = Vec::with_capacity(bindings.len());
        for binding in &bindings {
            let parts = binding.items(&mut self.session.scopes);
            let Some([formals, value]) = parts.as_deref() else {
                return Err(core_forms_error(
                    form,
                    binding.span,
                    "not (formals expression)",
                ));
            };
            let mut value = value.clone();
            if sequential {
                value = value.with_scopes(scope, &mut self.session.scopes);
            }
            let value = self.expression(&value)?;
            let formals = self.formals(form, formals)?;
            for (identifier, place) in formals.required.iter().chain(&formals.rest) {
                if !sequential && !seen.insert(*identifier) {
                    let label = format!("`{}` is bound twice", identifier.name);
                    return Err(core_forms_error(form, *place, label));
                }
            }
            let mut bind = |(identifier, place)| self.bind_in(scope, identifier, place);
            let required: Vec<_> = formals.required.into_iter().map(&mut bind).collect();
            let rest = formals.rest.map(&mut bind);
            bound.push((value, required, rest, binding.span));
        }
        let body = self.scoped_body(form, scope, body, span)?;
        let name = Symbol::intern(form.name());
        if bound.len() <= NESTED_VALUES_MAX {
            return self.nested_values(name, bound, body);
        }
        let mut bindings = Vec::with_capacity(2 * bound.len());
        for (value, required, rest, place) in bound {
            if let ([variable], None) = (&required[..], rest) {
                let only = self.temporary("value", place);
                let taken = procedure(place, vec![only], local(place, only));
                let helper = self.helper("%call-with-values", place)?;
                bindings.push((*variable, call(place, helper, vec![thunk(value), taken])));
                continue;
            }
            let list = self.temporary("values", place);
            bindings.push((list, self.all_values(value)?));
            let list = local(place, list);
            bindings.extend(self.taken_apart(place, name, list, (&required, rest))?);
        }
        let body = Box::new(body);
        Ok(make(span, Node::Letrec { bindings, body }))
    }

    /// Each binding around the next.
    fn nested_values(
        &mut self,
        name: Symbol,
        bound: Vec<ValuesBinding>,
        body: Expression,
    ) -> Outcome<Expression> {
        let mut result = body;
        for (value, required, rest, place) in bound.into_iter().rev() {
            let clause = Clause {
                required,
                rest,
                body: result,
            };
            let clause = self.fitted(place, Some(name), clause)?;
            let consumer = crate::build::lambda(place, Some(name), vec![clause]);
            let helper = self.helper("%call-with-values", place)?;
            result = call(place, helper, vec![thunk(value), consumer]);
        }
        Ok(result)
    }

    /// The values of an expression as a list.
    fn all_values(&mut self, value: Expression) -> Outcome<Expression> {
        let span = value.span;
        let all = self.temporary("values", span);
        let clause = Clause {
            required: Vec::new(),
            rest: Some(all),
            body: local(span, all),
        };
        let consumer = crate::build::lambda(span, None, vec![clause]);
        let helper = self.helper("%call-with-values", span)?;
        Ok(call(span, helper, vec![thunk(value), consumer]))
    }

    /// The values of an expression as a list, with the rest as its tail; as a vector, with the rest
    /// as its last element, if they are more than [`PARAMETERS_MAX`].
    pub(crate) fn values_in_one(
        &mut self,
        required: u32,
        rest: bool,
        expression: &Syntax,
    ) -> Outcome<Expression> {
        let span = expression.span;
        let value = self.expression(expression)?;
        if required as usize > PARAMETERS_MAX {
            let list = self.all_values(value)?;
            let name = Symbol::intern(CoreForm::DefineValues.name());
            return self.parts_of(span, name, list, (required as usize, rest));
        }
        let producer = thunk(value);
        let variables: Vec<_> = (0..required).map(|_| self.temporary("v", span)).collect();
        let rest = rest.then(|| self.temporary("rest", span));
        let tail = rest.map_or_else(|| empty_list(span), |rest| local(span, rest));
        let body = variables.iter().rev().fold(tail, |tail, &variable| {
            primitive(span, "cons", vec![local(span, variable), tail])
        });
        let clause = Clause {
            required: variables,
            rest,
            body,
        };
        let name = Some(Symbol::intern(CoreForm::DefineValues.name()));
        let consumer = crate::build::lambda(span, name, vec![clause]);
        let helper = self.helper("%call-with-values", span)?;
        Ok(call(span, helper, vec![producer, consumer]))
    }

    fn parameterize(
        &mut self,
        bindings: &Syntax,
        body: &[Syntax],
        span: Span,
    ) -> Outcome<Expression> {
        let form = CoreForm::Parameterize;
        let Some(bindings) = bindings.items(&mut self.session.scopes) else {
            return Err(core_forms_error(
                form,
                bindings.span,
                "this is not a list of bindings",
            ));
        };
        let mut parts = Vec::with_capacity(2 * bindings.len());
        for binding in &bindings {
            let pair = binding.items(&mut self.session.scopes);
            let Some([parameter, value]) = pair.as_deref() else {
                return Err(core_forms_error(
                    form,
                    binding.span,
                    "not (parameter value)",
                ));
            };
            parts.push(self.expression(parameter)?);
            parts.push(self.expression(value)?);
        }
        let scope = self.session.scopes.fresh_set();
        let body = self.scoped_body(form, scope, body, span)?;
        if parts.is_empty() {
            return Ok(body);
        }
        let helper = self.helper("%with-parameters", span)?;
        parts.insert(0, thunk(body));
        self.call_of(span, helper, parts)
    }

    fn guard(&mut self, handler: &Syntax, body: &[Syntax], span: Span) -> Outcome<Expression> {
        let form = CoreForm::Guard;
        let parts = handler.items(&mut self.session.scopes);
        let Some([name, clauses @ ..]) = parts.as_deref() else {
            return Err(core_forms_error(
                form,
                handler.span,
                "(name clause ...) is missing",
            ));
        };
        let scope = self.session.scopes.fresh_set();
        let variables = self.bind_names(form, scope, std::slice::from_ref(name))?;
        let reraise = self.temporary("reraise", handler.span);
        let default = call(handler.span, local(handler.span, reraise), Vec::new());
        let clauses = self.in_scope(scope, clauses);
        let (clauses, total) = self.cond(form, &clauses, default)?;
        let scope = self.session.scopes.fresh_set();
        let body = thunk(self.scoped_body(form, scope, body, span)?);
        let (helper, parameters) = if total {
            ("%guard-else", variables)
        } else {
            ("%guard", vec![variables[0], reraise])
        };
        let helper = self.helper(helper, span)?;
        let handler = procedure(handler.span, parameters, clauses);
        Ok(call(span, helper, vec![body, handler]))
    }

    fn assert(&mut self, test: &Syntax, irritants: &[Syntax], span: Span) -> Outcome<Expression> {
        let datum = self.datum(test)?;
        let datum = make(test.span, Node::Constant(datum));
        let test = self.expression(test)?;
        let mut operands = vec![datum];
        operands.extend(self.expressions(irritants)?);
        let helper = self.helper("%assertion-failed", span)?;
        let failed = self.call_of(span, helper, operands)?;
        Ok(conditional(span, test, unspecified(span), failed))
    }
}

/// Whether equal data of this kind are always the same object.
fn is_immediate(kind: &DatumKind) -> bool {
    match kind {
        DatumKind::Symbol(_) | DatumKind::Boolean(_) | DatumKind::Character(_) => true,
        DatumKind::Number(mound_numbers::Number::Integer(number)) => i32::try_from(number).is_ok(),
        DatumKind::List { items, .. } => items.is_empty(),
        DatumKind::Number(_)
        | DatumKind::String(_)
        | DatumKind::Bytevector(_)
        | DatumKind::Numbers(..)
        | DatumKind::Vector(_)
        | DatumKind::Object { .. }
        | DatumKind::Labelled { .. }
        | DatumKind::Reference(_) => false,
    }
}
