//! Whether the core program is well formed: each variable is bound once, and used only
//! inside of what binds it.
//!
//! The expander sees to that for every text. Were it wrong somewhere, the compiler would
//! give the same slot two meanings; here it is an error with a place instead.
//! Walks without recursion.

use crate::core::{Expression, Node, Program, TopForm, VariableId};
use mound_base::Diagnostic;

enum Step<'a> {
    Look(&'a Expression),
    Bind(VariableId, &'a Expression),
    Forget(VariableId),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Bound,
    Gone,
}

/// What is wrong with the program, if anything is.
pub(crate) fn defect(program: &Program) -> Option<Diagnostic> {
    let mut states = vec![State::New; program.variables.len()];
    let mut steps = Vec::new();
    for form in &program.body {
        let (TopForm::Define { value, .. } | TopForm::Expression(value)) = form;
        steps.push(Step::Look(value));
        while let Some(step) = steps.pop() {
            let (variable, place, expected) = match step {
                Step::Bind(variable, place) => (variable, place, State::New),
                Step::Forget(variable) => {
                    states[variable.0 as usize] = State::Gone;
                    continue;
                }
                Step::Look(expression) => {
                    if let Node::Local(variable) | Node::SetLocal(variable, _) = &expression.node {
                        if let Node::SetLocal(_, value) = &expression.node {
                            steps.push(Step::Look(value));
                        }
                        (*variable, expression, State::Bound)
                    } else {
                        parts(expression, &mut steps);
                        continue;
                    }
                }
            };
            match states.get_mut(variable.0 as usize) {
                Some(state) if *state == expected => *state = State::Bound,
                _ => {
                    let name = program.variables.get(variable.0 as usize);
                    let name = name.map_or_else(String::new, |variable| variable.name.to_string());
                    let headline = format!("`{name}` is not bound as it should be");
                    let label = "this is a defect of Mound, and not of the program";
                    return Some(Diagnostic::error(place.span, headline, label));
                }
            }
        }
    }
    None
}

/// Pushes what is to be done for the parts, the last first.
fn parts<'a>(expression: &'a Expression, steps: &mut Vec<Step<'a>>) {
    let look = |steps: &mut Vec<Step<'a>>, parts: &'a [Expression]| {
        steps.extend(parts.iter().map(Step::Look));
    };
    match &expression.node {
        Node::If(test, consequent, alternative) => {
            steps.extend([test, consequent, alternative].map(|part| Step::Look(part)));
        }
        Node::Lambda(lambda) => {
            for clause in &lambda.clauses {
                let variables = || clause.required.iter().chain(&clause.rest).copied();
                steps.extend(variables().map(Step::Forget));
                steps.push(Step::Look(&clause.body));
                steps.extend(variables().map(|variable| Step::Bind(variable, expression)));
            }
        }
        Node::Let { bindings, body } => {
            let variables = || bindings.iter().map(|binding| binding.0);
            steps.extend(variables().map(Step::Forget));
            steps.push(Step::Look(body));
            steps.extend(variables().map(|variable| Step::Bind(variable, expression)));
            steps.extend(bindings.iter().map(|binding| Step::Look(&binding.1)));
        }
        Node::Letrec { bindings, body } => {
            let variables = || bindings.iter().map(|binding| binding.0);
            steps.extend(variables().map(Step::Forget));
            steps.push(Step::Look(body));
            steps.extend(bindings.iter().map(|binding| Step::Look(&binding.1)));
            steps.extend(variables().map(|variable| Step::Bind(variable, expression)));
        }
        Node::Call { operator, operands } => {
            steps.push(Step::Look(operator));
            look(steps, operands);
        }
        Node::Sequence(parts)
        | Node::Primitive {
            operands: parts, ..
        } => look(steps, parts),
        Node::SetGlobal(_, value) => steps.push(Step::Look(value)),
        Node::Local(_)
        | Node::SetLocal(..)
        | Node::Constant(_)
        | Node::Unspecified
        | Node::Immediate(_)
        | Node::Global(_)
        | Node::Imported { .. }
        | Node::RecordType(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::defect;
    use crate::build::{bind, constant, local, sequence};
    use crate::core::{Expression, Program, TopForm, Variable, VariableId};
    use mound_base::{Span, Symbol};
    use mound_syntax::DatumKind;

    fn program(body: Expression) -> Program {
        let variable = Variable {
            name: Symbol::intern("x"),
            span: Span::NONE,
            assigned: false,
        };
        Program {
            name: String::new(),
            imports: Vec::new(),
            globals: Vec::new(),
            variables: vec![variable.clone(), variable],
            body: vec![TopForm::Expression(body)],
            exports: Vec::new(),
        }
    }

    fn one() -> Expression {
        constant(Span::NONE, DatumKind::Boolean(true))
    }

    fn read(variable: u32) -> Expression {
        local(Span::NONE, VariableId(variable))
    }

    fn around(variable: u32, body: Expression) -> Expression {
        bind(Span::NONE, VariableId(variable), one(), body)
    }

    #[test]
    fn variables_are_bound_once_and_around_their_uses() {
        let both = |one, other| sequence(Span::NONE, vec![one, other]);
        assert!(defect(&program(around(0, around(1, read(0))))).is_none());
        assert!(defect(&program(both(around(0, read(0)), around(1, read(1))))).is_none());
        assert!(defect(&program(read(0))).is_some());
        assert!(defect(&program(around(0, read(1)))).is_some());
        assert!(defect(&program(around(0, around(0, read(0))))).is_some());
        assert!(defect(&program(both(around(0, read(0)), around(0, read(0))))).is_some());
        assert!(defect(&program(both(around(0, one()), read(0)))).is_some());
    }
}
