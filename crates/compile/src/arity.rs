//! Warnings for calls that give a known procedure the wrong number of arguments.
//!
//! Looks at the forms before they are simplified, so that what is said is about
//! the program as written.

use crate::ir::{Form, Node, Procedure, Term, Variable, Variables};
use crate::notes::Notes;
use mound_base::{Diagnostic, Span, Symbol};
use mound_expand::core::Program;
use std::collections::HashMap;

/// Warns about all calls in `forms`. `constant[g]` as in `simplify`.
pub fn check(
    program: &Program,
    forms: &[Form],
    variables: &Variables,
    constant: &[bool],
    notes: &Notes,
) -> Vec<Diagnostic> {
    let mut checker = Checker {
        program,
        variables,
        globals: vec![None; constant.len()],
        locals: HashMap::new(),
        notes,
        warnings: Vec::new(),
    };
    for form in forms {
        if let Form::Define { global, value, .. } = form
            && constant[global.0 as usize]
            && let Node::Lambda(procedure) = &value.node
        {
            checker.globals[global.0 as usize] = Some(procedure);
        }
    }
    for form in forms {
        checker.term(form.term());
    }
    checker.warnings
}

struct Checker<'a> {
    program: &'a Program,
    variables: &'a Variables,
    globals: Vec<Option<&'a Procedure>>,
    locals: HashMap<Variable, &'a Procedure>,
    notes: &'a Notes,
    warnings: Vec<Diagnostic>,
}

/// Required arguments and whether there can be more, of one clause.
type Arity = (usize, bool);

/// Name, arities, parameters of the first clause, and where it is written.
type Callee = (Symbol, Vec<Arity>, Vec<Symbol>, Span);

/// Stands for the name of a procedure that has none.
const ANONYMOUS: &str = "lambda";

impl<'a> Checker<'a> {
    fn term(&mut self, term: &'a Term) {
        match &term.node {
            Node::Let(variable, value, body) => {
                if let Node::Lambda(procedure) = &value.node {
                    self.locals.insert(*variable, procedure);
                }
                self.term(value);
                self.term(body);
            }
            Node::Fix(bindings, body) => {
                for (variable, procedure) in bindings {
                    self.locals.insert(*variable, procedure);
                }
                for (_, procedure) in bindings {
                    self.procedure(procedure);
                }
                self.term(body);
            }
            Node::Lambda(procedure) => self.procedure(procedure),
            Node::Call(operator, operands) => {
                self.call(term.span, operator, operands.len());
                self.term(operator);
                operands.iter().for_each(|operand| self.term(operand));
            }
            Node::If(test, consequent, alternative) => {
                self.term(test);
                self.term(consequent);
                self.term(alternative);
            }
            Node::Sequence(terms) | Node::Primitive(_, terms) => {
                terms.iter().for_each(|one| self.term(one));
            }
            Node::SetGlobal(_, value) => self.term(value),
            Node::Constant(_)
            | Node::Local(_)
            | Node::Packed(..)
            | Node::Global(_)
            | Node::Imported(..) => {}
        }
    }

    fn procedure(&mut self, procedure: &'a Procedure) {
        for clause in &procedure.clauses {
            self.term(&clause.body);
        }
    }

    fn call(&mut self, span: Span, operator: &Term, count: usize) {
        // What came from another unit is not the programmer's call.
        if self.notes.is_inlined(span) {
            return;
        }
        let (name, arities, parameters, place) = match &operator.node {
            Node::Local(variable) => match self.locals.get(variable) {
                Some(procedure) => self.described(self.variables.name(*variable), procedure),
                None => return,
            },
            Node::Global(global) => match self.globals[global.0 as usize] {
                Some(procedure) => {
                    self.described(self.program.globals[global.0 as usize].name, procedure)
                }
                None => return,
            },
            Node::Lambda(procedure) => {
                let name = procedure.name;
                let name = name.unwrap_or_else(|| Symbol::intern(ANONYMOUS));
                self.described(name, procedure)
            }
            Node::Imported(import, name) => {
                let procedures = &self.program.imports[import.0 as usize].procedures;
                match procedures.get(name) {
                    Some(known) => (
                        *name,
                        known
                            .arities
                            .iter()
                            .map(|&(required, rest)| (required as usize, rest))
                            .collect(),
                        known.parameters.clone(),
                        Span::NONE,
                    ),
                    None => return,
                }
            }
            Node::Constant(_)
            | Node::Packed(..)
            | Node::SetGlobal(..)
            | Node::If(..)
            | Node::Sequence(_)
            | Node::Let(..)
            | Node::Fix(..)
            | Node::Call(..)
            | Node::Primitive(..) => return,
        };
        if !arities.is_empty() && !arities.iter().any(|&arity| accepts(arity, count)) {
            let warning = warning(span, name, &arities, &parameters, count);
            self.warnings.push(if place == Span::NONE {
                warning
            } else {
                warning.with_related(place, "defined here")
            });
        }
    }

    fn described(&self, name: Symbol, procedure: &Procedure) -> Callee {
        let arities = procedure
            .clauses
            .iter()
            .map(|clause| (clause.required.len(), clause.rest.is_some()))
            .collect();
        let parameters = procedure.clauses.first().map_or(Vec::new(), |clause| {
            clause
                .parameters()
                .map(|parameter| self.variables.name(parameter))
                .collect()
        });
        (name, arities, parameters, procedure.span)
    }
}

fn accepts((required, rest): Arity, count: usize) -> bool {
    count == required || rest && count > required
}

/// "2 or 4", "1 or at least 3": each number of arguments once.
fn numbers(arities: &[Arity]) -> String {
    let with_rest = arities.iter().filter(|arity| arity.1);
    let mut least = with_rest.map(|arity| arity.0).min().unwrap_or(usize::MAX);
    let mut exact: Vec<usize> = arities.iter().map(|arity| arity.0).collect();
    exact.retain(|&count| count < least);
    exact.sort_unstable();
    exact.dedup();
    while exact.last().is_some_and(|&count| count + 1 == least) {
        exact.pop();
        least -= 1;
    }
    let mut words: Vec<String> = exact.iter().map(usize::to_string).collect();
    if least < usize::MAX {
        words.push(format!("at least {least}"));
    }
    words.join(" or ")
}

fn warning(
    span: Span,
    name: Symbol,
    arities: &[Arity],
    parameters: &[Symbol],
    count: usize,
) -> Diagnostic {
    let is_anonymous = *name.text() == *ANONYMOUS;
    let callee = match is_anonymous {
        true => "an anonymous procedure".to_owned(),
        false => format!("`{name}`"),
    };
    let diagnostic = Diagnostic::warning(
        span,
        format!("wrong number of arguments to {callee}"),
        format!("{count} given, {} expected", numbers(arities)),
    );
    if arities.len() == 1 && !is_anonymous {
        return diagnostic.with_hint(format!("it takes {}", shown(name, arities[0], parameters)));
    }
    diagnostic
}

/// `(name a b . rest)`
fn shown(name: Symbol, (_, rest): Arity, parameters: &[Symbol]) -> String {
    let mut text = format!("({name}");
    for (index, parameter) in parameters.iter().enumerate() {
        if rest && index + 1 == parameters.len() {
            text.push_str(" .");
        }
        text.push(' ');
        text.push_str(&parameter.text());
    }
    text.push(')');
    text
}
