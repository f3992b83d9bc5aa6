//! The core forms that bind, assign, test or quote. The others are in `derived`,
//! `quasi`, `record` and `library`.

use crate::binding::Binding;
use crate::build::{bind, conditional, lambda, local, make, named, sequence};
use crate::core::{Clause, Expression, Immediate, Node, RecordType};
use crate::core_forms_error;
use crate::expander::{Expander, Outcome};
use crate::form::CoreForm;
use crate::scope::ScopeSet;
use crate::syntax::{Identifier, Syntax};
use mound_base::{Diagnostic, Span};
use mound_syntax::DatumKind;
use std::collections::HashSet;

/// Bindings of `let*` up to which each is around the next.
const NESTED_MAX: usize = 64;

/// The parameters of a procedure, as written.
pub(crate) struct Formals {
    pub(crate) required: Vec<(Identifier, Span)>,
    pub(crate) rest: Option<(Identifier, Span)>,
}

impl Expander<'_> {
    /// Expands a use of a core form where an expression has to stand.
    pub(crate) fn form(&mut self, form: CoreForm, syntax: &Syntax) -> Outcome<Expression> {
        let items = self.proper(form, syntax)?;
        let span = syntax.span;
        if form.is_definition() {
            return Err(Diagnostic::error(
                span,
                format!("`{}` is not an expression", form.name()),
                "a definition may stand at the top level and in a body",
            ));
        }
        if form.is_auxiliary() {
            return Err(core_forms_error(form, span, "misplaced here"));
        }
        use CoreForm::*;
        match form {
            Quote => match items.as_slice() {
                [_, datum] => {
                    let datum = self.datum(datum)?;
                    self.literal(span, datum)
                }
                _ => Err(core_forms_error(form, span, count_label(&items))),
            },
            Quasiquote => self.quasiquote(&items, span),
            Lambda => match items.as_slice() {
                [_, formals, body @ ..] => {
                    self.warn_of_bare_parameters(formals, body);
                    let clause = self.clause(form, formals, body, span)?;
                    let clause = self.fitted(span, None, clause)?;
                    Ok(lambda(span, None, vec![clause]))
                }
                _ => Err(core_forms_error(form, span, "the parameters are missing")),
            },
            CaseLambda => self.case_lambda(&items, span),
            NamedLambda => self.named_lambda(&items, span),
            If => self.if_form(&items, span),
            Set => self.set_form(&items, span),
            Begin => match &items[1..] {
                [] => Err(core_forms_error(form, span, "nothing follows")),
                forms => Ok(sequence(span, self.expressions(forms)?)),
            },
            LetSyntax | LetrecSyntax => self.let_syntax(form, &items, span),
            SyntaxError => Err(self.syntax_error(&items, span)?),
            Let => self.let_form(&items, span),
            LetStar => self.let_star(&items, span),
            Letrec | LetrecStar => self.letrec(form, &items, span),
            CondExpand => {
                let chosen = self.cond_expand(syntax)?;
                Ok(sequence(span, self.expressions(&chosen)?))
            }
            Include | IncludeCi => {
                let included = self.include(form, syntax)?;
                Ok(sequence(span, self.expressions(&included)?))
            }
            Primitive | Immediate | RecordType => self.internal_form(form, &items, span),
            SyntaxCase | Syntax | Quasisyntax => self.syntax_form(form, &items, span),
            SyntaxRules => Err(Diagnostic::error(
                span,
                format!("`{}` is not an expression", form.name()),
                "it may stand in `define-syntax`, `let-syntax` and `letrec-syntax`",
            )),
            Unquote | UnquoteSplicing | Define | DefineValues | DefineRecordType | DefineSyntax
            | LetValues | LetStarValues | Do | Cond | Case | And | Or | When | Unless
            | Parameterize | Guard | Delay | DelayForce | ConsStream | Assert | Import
            | DefineLibrary | DefineForSyntax | BeginForSyntax | Unsyntax | UnsyntaxSplicing
            | Else | Arrow | Ellipsis | Underscore => self.derived_form(form, &items, span),
        }
    }

    pub(crate) fn formals(&mut self, form: CoreForm, syntax: &Syntax) -> Outcome<Formals> {
        let mut formals = Formals {
            required: Vec::new(),
            rest: None,
        };
        if let Some(identifier) = syntax.identifier() {
            formals.rest = Some((identifier, syntax.span));
            return Ok(formals);
        }
        let Some(parts) = syntax.parts(&mut self.session.scopes) else {
            return Err(core_forms_error(
                form,
                syntax.span,
                "these are not parameters",
            ));
        };
        let mut seen = HashSet::new();
        for (index, part) in parts.items.iter().chain(&parts.tail).enumerate() {
            let Some(identifier) = part.identifier() else {
                let error = core_forms_error(form, part.span, "a parameter must be a name");
                return Err(match part.items(&mut self.session.scopes) {
                    Some(_) => error.with_hint(OPTIONAL),
                    None => error,
                });
            };
            if !seen.insert(identifier) {
                return Err(Diagnostic::error(
                    part.span,
                    format!("parameter `{}` stands twice", identifier.name),
                    "second occurrence in this list",
                ));
            }
            if index < parts.items.len() {
                formals.required.push((identifier, part.span));
            } else {
                formals.rest = Some((identifier, part.span));
            }
        }
        Ok(formals)
    }

    /// One clause of a procedure.
    pub(crate) fn clause(
        &mut self,
        form: CoreForm,
        formals: &Syntax,
        body: &[Syntax],
        span: Span,
    ) -> Outcome<Clause> {
        let formals = self.formals(form, formals)?;
        let scope = self.session.scopes.fresh_set();
        let required = formals
            .required
            .into_iter()
            .map(|(identifier, span)| self.bind_in(scope, identifier, span))
            .collect();
        let rest = formals
            .rest
            .map(|(identifier, span)| self.bind_in(scope, identifier, span));
        let body = self.scoped_body(form, scope, body, span)?;
        Ok(Clause {
            required,
            rest,
            body,
        })
    }

    pub(crate) fn bind_in(
        &mut self,
        scope: ScopeSet,
        identifier: Identifier,
        span: Span,
    ) -> crate::core::VariableId {
        let identifier = self.scoped(scope, identifier);
        self.bind_local(identifier, span)
    }

    fn scoped(&mut self, scope: ScopeSet, identifier: Identifier) -> Identifier {
        Identifier {
            name: identifier.name,
            scopes: self.session.scopes.union(identifier.scopes, scope),
        }
    }

    /// The forms with a scope added.
    pub(crate) fn in_scope(&mut self, scope: ScopeSet, forms: &[Syntax]) -> Vec<Syntax> {
        let scopes = &mut self.session.scopes;
        forms
            .iter()
            .map(|form| form.clone().with_scopes(scope, scopes))
            .collect()
    }

    pub(crate) fn scoped_body(
        &mut self,
        form: CoreForm,
        scope: ScopeSet,
        body: &[Syntax],
        span: Span,
    ) -> Outcome<Expression> {
        let body = self.in_scope(scope, body);
        self.body(form, &body, span)
    }

    fn case_lambda(&mut self, items: &[Syntax], span: Span) -> Outcome<Expression> {
        let form = CoreForm::CaseLambda;
        let mut clauses = Vec::new();
        for clause in &items[1..] {
            let parts = clause.items(&mut self.session.scopes);
            let Some([formals, body @ ..]) = parts.as_deref() else {
                return Err(core_forms_error(form, clause.span, "not a clause"));
            };
            clauses.push(self.clause(form, formals, body, clause.span)?);
        }
        if clauses.is_empty() {
            return Err(core_forms_error(form, span, "there are no clauses"));
        }
        Ok(lambda(span, None, clauses))
    }

    fn named_lambda(&mut self, items: &[Syntax], span: Span) -> Outcome<Expression> {
        let form = CoreForm::NamedLambda;
        let Some(mut target) = items
            .get(1)
            .and_then(|target| target.parts(&mut self.session.scopes))
            .filter(|parts| !parts.items.is_empty())
        else {
            return Err(core_forms_error(form, span, "(name formal ...) is missing"));
        };
        let first = target.items.remove(0);
        let Some(name) = first.identifier() else {
            return Err(core_forms_error(form, first.span, "this is not a name"));
        };
        let formals = self.list(target.items, target.tail, items[1].span)?;
        let clause = self.clause(form, &formals, &items[2..], span)?;
        let clause = self.fitted(span, Some(name.name), clause)?;
        Ok(lambda(span, Some(name.name), vec![clause]))
    }

    fn if_form(&mut self, items: &[Syntax], span: Span) -> Outcome<Expression> {
        let (test, consequent, alternative) = match items {
            [_, test, consequent] => (test, consequent, None),
            [_, test, consequent, alternative] => (test, consequent, Some(alternative)),
            _ => return Err(wrong_if(items, span)),
        };
        let test = self.expression(test)?;
        let consequent = self.expression(consequent)?;
        let alternative = match alternative {
            Some(alternative) => self.expression(alternative)?,
            None => make(span, Node::Unspecified),
        };
        Ok(conditional(span, test, consequent, alternative))
    }

    /// Warns of `(lambda x y (+ x y))`, where `x` is the list of all arguments and `y` is evaluated for nothing.
    fn warn_of_bare_parameters(&mut self, formals: &Syntax, body: &[Syntax]) {
        let [second, _, ..] = body else {
            return;
        };
        let (Some(first), Some(name)) = (formals.identifier(), second.identifier()) else {
            return;
        };
        self.diagnostics.push(
            Diagnostic::warning(
                second.span,
                format!("the value of `{}` is not used", name.name),
                "it is no parameter: only one stands outside of parentheses, for the list of all arguments",
            )
            .with_hint(format!(
                "parameters are a list: (lambda ({} {}) ...)",
                first.name, name.name
            )),
        );
    }

    fn set_form(&mut self, items: &[Syntax], span: Span) -> Outcome<Expression> {
        let form = CoreForm::Set;
        if self.options.immutable {
            return Err(Diagnostic::error(
                span,
                "`set!` is not allowed here",
                "this program promises to change nothing in place",
            )
            .with_hint("state lives in processes: keep it in the arguments of a loop"));
        }
        let [_, target, value] = items else {
            return Err(wrong_set(items, span));
        };
        let Some(identifier) = target.identifier() else {
            return Err(core_forms_error(
                form,
                target.span,
                "this is not a variable",
            ));
        };
        if let Some(transformer) = self.assignable_macro(identifier, target.span)? {
            let whole = self.list(items.to_vec(), None, span)?;
            let made = self.apply_macro(&transformer, &whole, None)?;
            return self.expression(&made);
        }
        let value = named(self.expression(value)?, identifier.name);
        let mut assignment = self.assignment(identifier, target.span, value)?;
        assignment.span = span;
        Ok(assignment)
    }

    /// `((name value) ...)`, each name once.
    pub(crate) fn binding_list(
        &mut self,
        form: CoreForm,
        syntax: &Syntax,
        distinct: bool,
    ) -> Outcome<Vec<(Syntax, Identifier, Syntax)>> {
        let Some(bindings) = syntax.items(&mut self.session.scopes) else {
            return Err(core_forms_error(
                form,
                syntax.span,
                "this is not a list of bindings",
            ));
        };
        let mut seen = HashSet::new();
        let mut list = Vec::with_capacity(bindings.len());
        for binding in &bindings {
            let parts = binding.items(&mut self.session.scopes);
            let Some([name, value]) = parts.as_deref() else {
                let error = core_forms_error(form, binding.span, "this is not (name value)");
                let is_pair = bindings.len() == 2 && bindings[0].identifier().is_some();
                return Err(match is_pair {
                    true => error.with_hint(format!(
                        "one binding takes two pairs of parentheses: ({})",
                        mound_syntax::write(&self.datum(syntax)?)
                    )),
                    false => error,
                });
            };
            let Some(identifier) = name.identifier() else {
                return Err(core_forms_error(form, name.span, "this is not a name"));
            };
            if distinct && !seen.insert(identifier) {
                return Err(Diagnostic::error(
                    name.span,
                    format!("`{}` binds `{}` twice", form.name(), identifier.name),
                    "second binding of the same name",
                ));
            }
            list.push((name.clone(), identifier, value.clone()));
        }
        Ok(list)
    }

    fn let_form(&mut self, items: &[Syntax], span: Span) -> Outcome<Expression> {
        let form = CoreForm::Let;
        if let Some(name) = items.get(1).and_then(Syntax::identifier) {
            return self.named_let(name, items, span);
        }
        let [_, bindings, body @ ..] = items else {
            return Err(core_forms_error(form, span, "the bindings are missing"));
        };
        let mut bound = Vec::new();
        let scope = self.session.scopes.fresh_set();
        let list = self.binding_list(form, bindings, true)?;
        let outside = self.unit.not_yet_bound.len();
        let names = list.iter().map(|(_, identifier, _)| identifier.name);
        self.unit.not_yet_bound.extend(names);
        for (name, identifier, value) in list {
            let value = named(self.expression(&value)?, identifier.name);
            bound.push((name, identifier, value));
        }
        self.unit.not_yet_bound.truncate(outside);
        let bindings: Vec<_> = bound
            .into_iter()
            .map(|(name, identifier, value)| (self.bind_in(scope, identifier, name.span), value))
            .collect();
        let body = self.scoped_body(form, scope, body, span)?;
        if bindings.is_empty() {
            return Ok(body);
        }
        let body = Box::new(body);
        Ok(make(span, Node::Let { bindings, body }))
    }

    fn named_let(&mut self, name: Identifier, items: &[Syntax], span: Span) -> Outcome<Expression> {
        let form = CoreForm::Let;
        let [_, name_syntax, bindings, body @ ..] = items else {
            return Err(core_forms_error(form, span, "the bindings are missing"));
        };
        let bindings = self.binding_list(form, bindings, true)?;
        let mut operands = Vec::with_capacity(bindings.len());
        for (_, _, value) in &bindings {
            operands.push(self.expression(value)?);
        }
        let outer = self.session.scopes.fresh_set();
        let procedure = self.bind_in(outer, name, name_syntax.span);
        let inner = self.session.scopes.fresh_set();
        let both = self.session.scopes.union(outer, inner);
        let required = bindings
            .iter()
            .map(|(name, identifier, _)| self.bind_in(both, *identifier, name.span))
            .collect();
        let clause = Clause {
            required,
            rest: None,
            body: self.scoped_body(form, both, body, span)?,
        };
        let clause = self.fitted(span, Some(name.name), clause)?;
        let value = lambda(span, Some(name.name), vec![clause]);
        let body = Box::new(self.call_of(span, local(span, procedure), operands)?);
        let bindings = vec![(procedure, value)];
        Ok(make(span, Node::Letrec { bindings, body }))
    }

    fn let_star(&mut self, items: &[Syntax], span: Span) -> Outcome<Expression> {
        let form = CoreForm::LetStar;
        let [_, bindings, body @ ..] = items else {
            return Err(core_forms_error(form, span, "the bindings are missing"));
        };
        let bindings = self.binding_list(form, bindings, false)?;
        // One scope for all, also for the body: a value is expanded before the names after it are
        // bound, and of equal names the last one is what counts.
        let scope = self.session.scopes.fresh_set();
        let mut bound = Vec::with_capacity(bindings.len());
        for (name, identifier, value) in bindings {
            let value = value.with_scopes(scope, &mut self.session.scopes);
            let value = named(self.expression(&value)?, identifier.name);
            bound.push((self.bind_in(scope, identifier, name.span), value));
        }
        let body = self.scoped_body(form, scope, body, span)?;
        if bound.len() > NESTED_MAX {
            // No value mentions a later variable.
            let (bindings, body) = (bound, Box::new(body));
            return Ok(make(span, Node::Letrec { bindings, body }));
        }
        let bound = bound.into_iter().rev();
        Ok(bound.fold(body, |body, (variable, value)| {
            bind(span, variable, value, body)
        }))
    }

    fn letrec(&mut self, form: CoreForm, items: &[Syntax], span: Span) -> Outcome<Expression> {
        let [_, bindings, body @ ..] = items else {
            return Err(core_forms_error(form, span, "the bindings are missing"));
        };
        let bindings = self.binding_list(form, bindings, true)?;
        let scope = self.session.scopes.fresh_set();
        let variables: Vec<_> = bindings
            .iter()
            .map(|(name, identifier, _)| self.bind_in(scope, *identifier, name.span))
            .collect();
        let mut bound = Vec::with_capacity(bindings.len());
        for (variable, (_, identifier, value)) in variables.into_iter().zip(bindings) {
            let value = value.with_scopes(scope, &mut self.session.scopes);
            bound.push((variable, named(self.expression(&value)?, identifier.name)));
        }
        let body = self.scoped_body(form, scope, body, span)?;
        if bound.is_empty() {
            return Ok(body);
        }
        let (bindings, body) = (bound, Box::new(body));
        Ok(make(span, Node::Letrec { bindings, body }))
    }

    fn let_syntax(&mut self, form: CoreForm, items: &[Syntax], span: Span) -> Outcome<Expression> {
        let [_, bindings, body @ ..] = items else {
            return Err(core_forms_error(form, span, "the bindings are missing"));
        };
        let scope = self.session.scopes.fresh_set();
        let mut bound: Vec<(Identifier, Binding)> = Vec::new();
        for (_, identifier, rules) in self.binding_list(form, bindings, true)? {
            let rules = if form == CoreForm::LetrecSyntax {
                rules.with_scopes(scope, &mut self.session.scopes)
            } else {
                rules
            };
            let transformer = self.transformer(identifier.name, &rules)?;
            bound.push((self.scoped(scope, identifier), transformer));
        }
        for (identifier, transformer) in bound {
            let scopes = &self.session.scopes;
            self.session.table.bind(identifier, transformer, scopes);
        }
        self.scoped_body(form, scope, body, span)
    }

    fn syntax_error(&mut self, items: &[Syntax], span: Span) -> Outcome<Diagnostic> {
        let Some(DatumKind::String(message)) = items.get(1).and_then(Syntax::atom) else {
            let label = "the message is missing";
            return Err(core_forms_error(CoreForm::SyntaxError, span, label));
        };
        let irritants: Outcome<Vec<String>> = items[2..]
            .iter()
            .map(|item| Ok(mound_syntax::write(&self.datum(item)?)))
            .collect();
        let place = items[2..].first().map_or(span, |item| item.span);
        Ok(Diagnostic::error(place, &**message, irritants?.join(" ")))
    }

    fn internal_form(
        &mut self,
        form: CoreForm,
        items: &[Syntax],
        span: Span,
    ) -> Outcome<Expression> {
        // What a macro of an internal library introduced does not have our base scope.
        let ours = self
            .session
            .scopes
            .is_subset(self.session.base, items[0].scopes);
        if ours && !self.options.internal {
            return Err(Diagnostic::error(
                span,
                format!("`{}` is not for programs", form.name()),
                "only Mound's own libraries may use it",
            ));
        }
        let name = items.get(1).and_then(Syntax::identifier);
        let Some(name) = name.map(|identifier| identifier.name) else {
            return Err(core_forms_error(form, span, "the name is missing"));
        };
        let node = match (form, &items[2..]) {
            (CoreForm::Primitive, operands) => Node::Primitive {
                name,
                operands: self.expressions(operands)?,
            },
            (CoreForm::Immediate, []) => match &*name.text() {
                "eof" => Node::Immediate(Immediate::Eof),
                "absent" => Node::Immediate(Immediate::Absent),
                _ => return Err(core_forms_error(form, span, "no such immediate")),
            },
            (CoreForm::RecordType, [fields]) => {
                let formals = self.formals(form, fields)?;
                Node::RecordType(RecordType {
                    name,
                    library: self.unit.name.clone(),
                    fields: formals.required.iter().map(|field| field.0.name).collect(),
                })
            }
            _ => return Err(core_forms_error(form, span, count_label(items))),
        };
        Ok(make(span, node))
    }
}

/// What is written for what other languages write as `(x 1)` among parameters.
const OPTIONAL: &str = "an argument that may be left out: (define f (case-lambda ((a) (f a 1)) ((a b) ...))); types are not written";

/// What to say of an `if` with too few or too many parts.
fn wrong_if(items: &[Syntax], span: Span) -> Diagnostic {
    let error = core_forms_error(CoreForm::If, span, count_label(items));
    let names = items[1..].iter().filter_map(Syntax::identifier);
    let mut words = names.map(|identifier| identifier.name.to_string());
    if words.any(|word| ["then", "else"].contains(&&*word)) {
        return error.with_hint(
            "no words stand between the parts: (if test (display \"yes\") (display \"no\"))",
        );
    }
    match items.len() {
        5.. => error.with_hint("several expressions in one place are (begin ...)"),
        _ => error,
    }
}

/// What to say of a `set!` with too few or too many parts: `(set! x + 1)`.
fn wrong_set(items: &[Syntax], span: Span) -> Diagnostic {
    let error = core_forms_error(CoreForm::Set, span, count_label(items));
    let names = items[1..].iter().map(Syntax::identifier);
    let names: Vec<Option<String>> = names
        .map(|name| name.map(|name| name.name.to_string()))
        .collect();
    match &names[..] {
        [Some(name), Some(operator), ..]
            if ["+", "-", "*", "/", "=", "+=", "-="].contains(&&**operator) =>
        {
            error.with_hint(match operator.trim_end_matches('=') {
                "" => format!("no sign stands between: (set! {name} value)"),
                operator => {
                    format!("the operator stands first: (set! {name} ({operator} {name} 1))")
                }
            })
        }
        _ => error,
    }
}

/// "3 parts follow the keyword".
pub(crate) fn count_label(items: &[Syntax]) -> String {
    match items.len() {
        0 | 1 => "nothing follows the keyword".to_owned(),
        2 => "one part follows the keyword".to_owned(),
        more => format!("{} parts follow the keyword", more - 1),
    }
}
