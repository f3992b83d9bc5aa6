//! The core language as text, for tests and tools.
//!
//! ```text
//!   (define f (lambda (x.0) (if x.0 (scheme/base:car x.0) 'none)))
//! ```
//!
//! A local variable has its number after a dot, an imported one its library before
//! a colon, a primitive a percent sign. Recursion follows the nesting of the
//! program, which the expander bounds.

use crate::core::{Expression, Immediate, Lambda, Node, Program, TopForm, VariableId};
use mound_syntax::{Datum, DatumKind};

/// The top-level forms, one a line.
pub fn program_text(program: &Program) -> String {
    let mut text = String::new();
    for form in &program.body {
        match form {
            TopForm::Define { global, value } => {
                let name = program.globals[global.0 as usize].name;
                let value = expression_text(program, value);
                text.push_str(&format!("(define {name} {value})\n"));
            }
            TopForm::Expression(expression) => {
                text.push_str(&expression_text(program, expression));
                text.push('\n');
            }
        }
    }
    text
}

/// One expression.
pub fn expression_text(program: &Program, expression: &Expression) -> String {
    let mut printer = Printer {
        program,
        text: String::new(),
    };
    printer.expression(expression);
    printer.text
}

struct Printer<'a> {
    program: &'a Program,
    text: String,
}

impl Printer<'_> {
    fn expression(&mut self, expression: &Expression) {
        match &expression.node {
            Node::Constant(datum) => self.constant(datum),
            Node::Unspecified => self.text.push_str("(unspecified)"),
            Node::Immediate(Immediate::Eof) => self.text.push_str("(eof)"),
            Node::Immediate(Immediate::Absent) => self.text.push_str("(absent)"),
            Node::Local(variable) => self.variable(*variable),
            Node::Global(global) => {
                let name = self.program.globals[global.0 as usize].name;
                self.text.push_str(&name.text());
            }
            Node::Imported { import, name } => {
                let library = &self.program.imports[import.0 as usize].library;
                self.text.push_str(&format!("{library}:{name}"));
            }
            Node::SetLocal(variable, value) => {
                self.text.push_str("(set! ");
                self.variable(*variable);
                self.text.push(' ');
                self.expression(value);
                self.text.push(')');
            }
            Node::SetGlobal(global, value) => {
                let name = self.program.globals[global.0 as usize].name;
                self.text.push_str(&format!("(set! {name} "));
                self.expression(value);
                self.text.push(')');
            }
            Node::If(test, consequent, alternative) => {
                self.list("if", [&**test, &**consequent, &**alternative]);
            }
            Node::Lambda(lambda) => self.lambda(lambda),
            Node::Sequence(parts) => self.list("begin", parts),
            Node::Let { bindings, body } => self.binding("let", bindings, body),
            Node::Letrec { bindings, body } => self.binding("letrec*", bindings, body),
            Node::Call { operator, operands } => {
                self.text.push('(');
                self.expression(operator);
                self.rest(operands);
            }
            Node::Primitive { name, operands } => self.list(&format!("%{name}"), operands),
            Node::RecordType(record_type) => {
                self.text
                    .push_str(&format!("(record-type {}", record_type.name));
                for field in &record_type.fields {
                    self.text.push_str(&format!(" {field}"));
                }
                self.text.push(')');
            }
        }
    }

    fn constant(&mut self, datum: &Datum) {
        if matches!(datum.kind, DatumKind::Symbol(_) | DatumKind::List { .. }) {
            self.text.push('\'');
        }
        self.text.push_str(&mound_syntax::write(datum));
    }

    fn variable(&mut self, variable: VariableId) {
        let name = self.program.variables[variable.0 as usize].name;
        self.text.push_str(&format!("{name}.{}", variable.0));
    }

    fn list<'e>(&mut self, head: &str, parts: impl IntoIterator<Item = &'e Expression>) {
        self.text.push('(');
        self.text.push_str(head);
        self.rest(parts);
    }

    fn rest<'e>(&mut self, parts: impl IntoIterator<Item = &'e Expression>) {
        for part in parts {
            self.text.push(' ');
            self.expression(part);
        }
        self.text.push(')');
    }

    fn binding(&mut self, head: &str, bindings: &[(VariableId, Expression)], body: &Expression) {
        self.text.push_str(&format!("({head} ("));
        for (index, (variable, value)) in bindings.iter().enumerate() {
            self.text.push_str(if index == 0 { "(" } else { " (" });
            self.variable(*variable);
            self.text.push(' ');
            self.expression(value);
            self.text.push(')');
        }
        self.text.push_str(") ");
        self.expression(body);
        self.text.push(')');
    }

    fn lambda(&mut self, lambda: &Lambda) {
        let several = lambda.clauses.len() != 1;
        self.text
            .push_str(if several { "(case-lambda" } else { "(lambda" });
        for clause in &lambda.clauses {
            self.text.push_str(if several { " (" } else { " " });
            self.formals(&clause.required, clause.rest);
            self.text.push(' ');
            self.expression(&clause.body);
            if several {
                self.text.push(')');
            }
        }
        self.text.push(')');
    }

    fn formals(&mut self, required: &[VariableId], rest: Option<VariableId>) {
        if let (Some(rest), true) = (rest, required.is_empty()) {
            return self.variable(rest);
        }
        self.text.push('(');
        for (index, variable) in required.iter().enumerate() {
            if index > 0 {
                self.text.push(' ');
            }
            self.variable(*variable);
        }
        if let Some(rest) = rest {
            self.text.push_str(" . ");
            self.variable(rest);
        }
        self.text.push(')');
    }
}
