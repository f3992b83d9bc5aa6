//! The forms that bind names, and those whose parts are no expressions.

use crate::scope::Resolver;
use mound_base::Symbol;
use mound_syntax::{Datum, DatumKind};

/// Binds what a form of a body defines, before any form of the body is looked at.
pub(crate) fn declare(resolver: &mut Resolver, form: &Datum) {
    let Some([head, rest @ ..]) = form.as_list() else {
        return;
    };
    let Some(head) = head.as_symbol() else {
        return;
    };
    match (head.name(), rest) {
        ("begin", forms) => forms.iter().for_each(|form| declare(resolver, form)),
        ("define-values", [formals, ..]) => resolver.bind_formals(formals),
        ("define-record-type", [name, constructor, predicate, fields @ ..]) => {
            let type_name = first(name);
            resolver.bind_datum(type_name, form.span);
            resolver.bind_datum(first(constructor), form.span);
            resolver.bind_datum(predicate, form.span);
            for field in fields.iter().filter_map(Datum::as_list) {
                let procedures = field.iter().skip(1);
                procedures.for_each(|procedure| resolver.bind_datum(procedure, form.span));
            }
        }
        // Definitions by macros too: their name is the second part or the first part of that.
        (name, [target, ..]) if name.starts_with("define") && name != "define-library" => {
            resolver.bind_datum(first(target), form.span);
        }
        _ => {}
    }
}

/// The name in `name`, `(name part ...)` and `((name part ...) part ...)`.
fn first(datum: &Datum) -> &Datum {
    let mut datum = datum;
    while let DatumKind::List { items, .. } = &datum.kind
        && let Some(inner) = items.first()
    {
        datum = inner;
    }
    datum
}

/// Looks at a form that is known here; `false` if it is not.
pub(crate) fn form(resolver: &mut Resolver, name: &str, whole: &Datum, items: &[Datum]) -> bool {
    let place = whole.span;
    match (name, items) {
        ("quote" | "import", _) => {}
        ("quasiquote", [_, template]) => quasiquote(resolver, template, 1),
        ("lambda", [_, formals, body @ ..]) => resolver.inside(place, |resolver| {
            resolver.bind_formals(formals);
            resolver.body(body);
        }),
        ("case-lambda", [_, clauses @ ..]) => {
            for clause in clauses {
                if let Some([formals, body @ ..]) = clause.as_list() {
                    resolver.inside(clause.span, |resolver| {
                        resolver.bind_formals(formals);
                        resolver.body(body);
                    });
                }
            }
        }
        ("define", [_, target, body @ ..]) => define(resolver, whole, target, body),
        ("define-values" | "define-syntax", [_, _, value @ ..]) => resolver.visit_all(value),
        ("define-record-type", [_, name, constructor, _, fields @ ..]) => {
            record(resolver, name, constructor, fields);
        }
        ("let", [_, name, bindings, body @ ..]) if name.as_symbol().is_some() => {
            values(resolver, bindings);
            resolver.inside(place, |resolver| {
                resolver.bind_datum(name, place);
                resolver.inside(place, |resolver| {
                    bind_all(resolver, bindings);
                    resolver.body(body);
                });
            });
        }
        ("let" | "let-syntax" | "let-values", [_, bindings, body @ ..]) => {
            values(resolver, bindings);
            resolver.inside(place, |resolver| {
                bind_all(resolver, bindings);
                resolver.body(body);
            });
        }
        ("letrec" | "letrec*" | "letrec-syntax", [_, bindings, body @ ..]) => {
            resolver.inside(place, |resolver| {
                bind_all(resolver, bindings);
                values(resolver, bindings);
                resolver.body(body);
            });
        }
        ("let*" | "let*-values" | "and-let*", [_, bindings, body @ ..]) => {
            let bindings = bindings.as_list().unwrap_or_default();
            in_turn(resolver, whole, bindings, body);
        }
        ("receive", [_, formals, value, body @ ..]) => {
            resolver.visit(value);
            resolver.inside(place, |resolver| {
                resolver.bind_formals(formals);
                resolver.body(body);
            });
        }
        ("do", [_, bindings, end, body @ ..]) => {
            values(resolver, bindings);
            resolver.inside(place, |resolver| {
                bind_all(resolver, bindings);
                for binding in bindings.as_list().unwrap_or_default() {
                    let step = binding.as_list().unwrap_or_default().iter().skip(2);
                    step.for_each(|step| resolver.visit(step));
                }
                resolver.visit_all(end.as_list().unwrap_or_default());
                resolver.visit_all(body);
            });
        }
        ("guard", [_, handler, body @ ..]) => {
            if let Some([variable, clauses @ ..]) = handler.as_list() {
                resolver.inside(handler.span, |resolver| {
                    resolver.bind_datum(variable, variable.span);
                    clauses.iter().for_each(|clause| parts(resolver, clause));
                });
            }
            resolver.inside(place, |resolver| resolver.body(body));
        }
        ("cond", [_, clauses @ ..]) => clauses.iter().for_each(|clause| parts(resolver, clause)),
        ("case", [_, key, clauses @ ..]) => {
            resolver.visit(key);
            for clause in clauses {
                resolver.visit_all(clause.as_list().unwrap_or_default().get(1..).unwrap_or(&[]));
            }
        }
        ("match", [_, value, clauses @ ..]) => {
            resolver.visit(value);
            clauses.iter().for_each(|clause| matched(resolver, clause));
        }
        ("recv", [_, clauses @ ..]) => clauses.iter().for_each(|clause| matched(resolver, clause)),
        ("syntax-rules", [_, literals, clauses @ ..]) => {
            // An ellipsis of its own stands before the literals.
            let clauses = match literals.as_symbol() {
                Some(_) => clauses.get(1..).unwrap_or(&[]),
                None => clauses,
            };
            for clause in clauses {
                if let Some([pattern, templates @ ..]) = clause.as_list() {
                    resolver.inside(clause.span, |resolver| {
                        names_of_pattern(resolver, pattern, true);
                        resolver.visit_all(templates);
                    });
                }
            }
        }
        ("define-library", [_, _, declarations @ ..]) => {
            resolver.inside_library(place, |resolver| library(resolver, declarations));
        }
        _ => return false,
    }
    true
}

fn define(resolver: &mut Resolver, whole: &Datum, target: &Datum, body: &[Datum]) {
    let DatumKind::List { items, tail } = &target.kind else {
        return resolver.visit_all(body);
    };
    let Some((inner, formals)) = items.split_first() else {
        return;
    };
    resolver.inside(whole.span, |resolver| {
        for formal in formals.iter().chain(tail.as_deref()) {
            resolver.bind_datum(formal, formal.span);
        }
        // A procedure that returns a procedure: `(define ((f x) y) ...)`.
        define(resolver, whole, inner, body);
    });
}

fn record(resolver: &mut Resolver, name: &Datum, constructor: &Datum, fields: &[Datum]) {
    // A parent is mentioned; fields are names of their own, which belong to the constructor.
    resolver.visit_all(name.as_list().unwrap_or_default().get(1..).unwrap_or(&[]));
    resolver.inside(constructor.span, |resolver| {
        for field in fields {
            resolver.bind_datum(first(field), field.span);
        }
        resolver.visit_all(
            constructor
                .as_list()
                .unwrap_or_default()
                .get(1..)
                .unwrap_or(&[]),
        );
    });
}

/// The values of `((name value) ...)`, which do not see the names.
fn values(resolver: &mut Resolver, bindings: &Datum) {
    for binding in bindings.as_list().unwrap_or_default() {
        let value = binding.as_list().unwrap_or_default().get(1);
        value.into_iter().for_each(|value| resolver.visit(value));
    }
}

fn bind_all(resolver: &mut Resolver, bindings: &Datum) {
    for binding in bindings.as_list().unwrap_or_default() {
        if let Some([formals, ..]) = binding.as_list() {
            match formals.as_symbol() {
                Some(name) => resolver.bind(name, formals.span, binding.span),
                None => resolver.bind_formals(formals),
            }
        }
    }
}

/// `let*`: each value sees the names before it.
fn in_turn(resolver: &mut Resolver, whole: &Datum, bindings: &[Datum], body: &[Datum]) {
    let Some((binding, rest)) = bindings.split_first() else {
        return resolver.inside(whole.span, |resolver| resolver.body(body));
    };
    let parts = binding.as_list().unwrap_or_default();
    if let Some(value) = parts.get(1) {
        resolver.visit(value);
    }
    resolver.inside(whole.span, |resolver| {
        if let [formals, _, ..] = parts {
            resolver.bind_formals(formals);
        } else {
            // `and-let*` has tests too.
            resolver.visit_all(parts);
        }
        in_turn(resolver, whole, rest, body);
    });
}

/// The parts of a clause, each an expression.
fn parts(resolver: &mut Resolver, clause: &Datum) {
    resolver.visit_all(clause.as_list().unwrap_or_default());
}

/// A clause of `match` or `recv`.
fn matched(resolver: &mut Resolver, clause: &Datum) {
    let Some([pattern, body @ ..]) = clause.as_list() else {
        return;
    };
    if pattern.is_symbol("after") {
        return resolver.visit_all(body);
    }
    resolver.inside(clause.span, |resolver| {
        names_of_pattern(resolver, pattern, false);
        let guards = body.first().and_then(Datum::as_list).unwrap_or_default();
        match guards.first().is_some_and(|head| head.is_symbol("where")) {
            true => {
                resolver.visit_all(&guards[1..]);
                resolver.body(&body[1..]);
            }
            false => resolver.body(body),
        }
    });
}

/// Binds the names of a pattern: of `syntax-rules`, or of `match`, where quoted data and `,value` are
/// no names.
fn names_of_pattern(resolver: &mut Resolver, pattern: &Datum, is_syntax: bool) {
    if let Some(name) = pattern.as_symbol()
        && !matches!(name.name(), "_" | "...")
    {
        resolver.bind(name, pattern.span, pattern.span);
    }
    let (items, _) = pattern.as_dotted().unwrap_or_default();
    let head = items.first().and_then(Datum::as_symbol).map(Symbol::name);
    match (head, items) {
        (Some("quote"), [_, _]) if !is_syntax => {}
        (Some("unquote"), [_, value]) if !is_syntax => resolver.visit(value),
        (Some("quasiquote"), [_, template]) if !is_syntax => {
            names_of_template(resolver, template);
        }
        _ => {
            for part in pattern.parts() {
                names_of_pattern(resolver, part, is_syntax);
            }
        }
    }
}

/// In a template that is a pattern, `,pattern` stands for a pattern.
fn names_of_template(resolver: &mut Resolver, template: &Datum) {
    let Some(items) = template.as_list() else {
        return;
    };
    match items {
        [head, pattern] if head.is_symbol("unquote") => names_of_pattern(resolver, pattern, false),
        _ => items
            .iter()
            .for_each(|item| names_of_template(resolver, item)),
    }
}

fn quasiquote(resolver: &mut Resolver, template: &Datum, depth: u32) {
    match &template.kind {
        DatumKind::List { items, tail } => {
            let head = items.first().and_then(Datum::as_symbol).map(Symbol::name);
            let depth = match head {
                Some("quasiquote") => depth + 1,
                Some("unquote" | "unquote-splicing") if depth == 1 => {
                    return resolver.visit_all(&items[1..]);
                }
                Some("unquote" | "unquote-splicing") => depth - 1,
                _ => depth,
            };
            for item in items.iter().chain(tail.as_deref()) {
                quasiquote(resolver, item, depth);
            }
        }
        DatumKind::Vector(_) | DatumKind::Labelled { .. } => template
            .parts()
            .for_each(|part| quasiquote(resolver, part, depth)),
        DatumKind::Boolean(_)
        | DatumKind::Character(_)
        | DatumKind::Number(_)
        | DatumKind::String(_)
        | DatumKind::Symbol(_)
        | DatumKind::Bytevector(_)
        | DatumKind::Numbers(..)
        | DatumKind::Object { .. }
        | DatumKind::Reference(_) => {}
    }
}

/// The declarations of a library: all `begin` forms are one body.
fn library(resolver: &mut Resolver, declarations: &[Datum]) {
    let lists = || declarations.iter().filter_map(Datum::as_list);
    let is = |items: &[Datum], name: &str| items.first().is_some_and(|head| head.is_symbol(name));
    for items in lists().filter(|items| is(items, "begin")) {
        items[1..].iter().for_each(|form| declare(resolver, form));
    }
    for items in lists() {
        if is(items, "begin") {
            resolver.visit_all(&items[1..]);
        } else if is(items, "export") {
            for spec in &items[1..] {
                match spec.as_list() {
                    // `(rename inner outer)`
                    Some([_, inner, _]) => resolver.visit(inner),
                    _ => resolver.visit(spec),
                }
            }
        }
    }
}
