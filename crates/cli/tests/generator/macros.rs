//! Macros by rules: those of the prelude, those that a program defines, and local ones.
//!
//! Templates bind the same names as programs do (`a`, `b`, `c`, `item`), so that a macro which is
//! not hygienic is noticed. Names of patterns are never bound by a template.

use super::atoms::INTEGERS;
use super::bindings::variable;
use super::{Type, Writer};

/// A macro that stands for an expression.
#[derive(Clone)]
pub(super) struct Macro {
    name: String,
    parameters: Vec<Type>,
    result: Type,
}

impl Writer {
    /// The definition of a macro whose template is an expression.
    pub(super) fn macro_definition(&mut self) -> String {
        let name = self.fresh("m");
        let (rules, defined) = self.rules(&name);
        self.macros.push(defined);
        format!("(define-syntax {name} {rules})")
    }

    fn rules(&mut self, name: &str) -> (String, Macro) {
        let count = self.dice.below(4);
        let parameters: Vec<Type> = (0..count).map(|_| self.any_type()).collect();
        let result = self.any_type();
        let mut pattern = String::new();
        let mut held = Vec::new();
        for &parameter in &parameters {
            let name = self.fresh("part");
            pattern.push_str(&format!(" {name}"));
            held.push(variable(&name, parameter, false));
        }
        let outer = self.counter.take();
        let was_template = std::mem::replace(&mut self.in_template, true);
        // Each use is another copy of this.
        let size = std::mem::replace(&mut self.size, 14);
        let template =
            self.repeated(|writer| writer.within(&held, |writer| writer.expression(result)));
        self.size = size;
        self.in_template = was_template;
        self.counter = outer;
        let rules = match self.dice.below(3) {
            0 => format!(
                "(syntax-rules (extra) ((_ extra . rest) ({name} . rest)) ((_{pattern}) {template}))"
            ),
            _ => format!("(syntax-rules () ((_{pattern}) {template}))"),
        };
        let defined = Macro {
            name: name.to_owned(),
            parameters,
            result,
        };
        (rules, defined)
    }

    /// A macro for one expression, in `let-syntax`, `letrec-syntax` or a body.
    pub(super) fn local_syntax(&mut self, wanted: Type) -> String {
        let name = self.fresh("m");
        let (rules, defined) = self.rules(&name);
        self.macros.push(defined);
        let body = self.expression(wanted);
        self.macros.pop();
        // A macro that uses itself is not in the scope of `let-syntax`.
        match self.dice.below(3) {
            0 if !rules.contains(&format!("({name} ")) => {
                format!("(let-syntax (({name} {rules})) {body})")
            }
            1 => format!("(letrec-syntax (({name} {rules})) {body})"),
            _ => format!("(let () (define-syntax {name} {rules}) {body})"),
        }
    }

    /// A use of a macro of the program, or of the prelude.
    pub(super) fn macro_use(&mut self, wanted: Type) -> String {
        let fits = |found: &&Macro| found.result == wanted;
        let fitting: Vec<Macro> = self.macros.iter().filter(fits).cloned().collect();
        if fitting.is_empty() || self.dice.once_in(3) {
            return self.prelude_macro(wanted);
        }
        let chosen = fitting[self.dice.below(fitting.len())].clone();
        let mut text = format!("({}", chosen.name);
        for parameter in chosen.parameters {
            let before = std::mem::replace(&mut self.size, 4);
            text.push(' ');
            text.push_str(&self.expression(parameter));
            self.size = before;
        }
        text.push(')');
        text
    }

    fn prelude_macro(&mut self, wanted: Type) -> String {
        match self.dice.below(9) {
            0 => {
                let [test, value] = self.texts([Type::Boolean, wanted]);
                format!("(or-else (and {test} {value}) {value})")
            }
            1 => {
                // The two change places, whatever they are called.
                let held = self.any_type();
                let held = if held == Type::Procedure {
                    Type::List
                } else {
                    held
                };
                let variables = self.variables(&[held, held]);
                let values = [0, 1].map(|_| self.expression(held)).to_vec();
                let value = self.within(&variables, |writer| writer.expression(wanted));
                let names = super::bindings::names(&variables);
                let body = format!("(exchange! {} {}) {value}", names[0], names[1]);
                self.let_form("let", &names, values, &body)
            }
            2 => {
                let name = self.fresh("row");
                // The macro quotes them, so they are not written in several ways.
                let parts: Vec<&str> = (0..5).map(|_| self.dice.one_of(INTEGERS)).collect();
                let value = self.within(
                    &[variable(
                        &format!("(car (cdr {name}))"),
                        Type::Integer,
                        false,
                    )],
                    |writer| writer.expression(wanted),
                );
                let [a, b, c, d, e] = &parts[..] else {
                    unreachable!("there are five")
                };
                format!(
                    "(let (({name} (rows ({a} {b} {c}) (7) ({d} {e})))) (note! {name}) {value})"
                )
            }
            3 => {
                let (one, two) = (self.fresh("t"), self.fresh("t"));
                let first = self.expression(Type::Integer);
                let held = [variable(&one, Type::Integer, true)];
                let second = self.within(&held, |writer| writer.expression(Type::Integer));
                let held = [held[0].clone(), variable(&two, Type::Integer, true)];
                let body = self.within(&held, |writer| writer.expression(wanted));
                format!("(in-turn (({one} {first}) ({two} {second})) {body})")
            }
            4 => {
                let item = self.fresh("t");
                let list = self.expression(Type::List);
                let held = [variable(&item, Type::Integer, true)];
                let body = self.repeated(|writer| writer.within(&held, Self::statement));
                let value = self.expression(wanted);
                format!("(begin (for-all {item} in {list} do {body}) {value})")
            }
            5 => {
                let name = self.fresh("getter");
                let given = self.expression(Type::Integer);
                let held = [variable(&format!("({name})"), Type::Integer, false)];
                let body = self.within(&held, |writer| writer.expression(wanted));
                format!("(let () (define-getter {name} {given}) {body})")
            }
            6 => {
                let (name, kept) = (self.fresh("m"), self.fresh("t"));
                let held = [variable(&kept, Type::List, true)];
                let (one, two) = (self.atom(Type::Integer), self.atom(Type::Symbol));
                let body = self.within(&held, |writer| writer.expression(wanted));
                format!(
                    "(let () (define-lister {name}) (let (({kept} ({name} {one} {two} 3))) {body}))"
                )
            }
            7 => {
                // What a macro means by `list` and `if` is not what is around its use.
                let value = self.expression(wanted);
                let atom = self.atom(Type::Integer);
                format!(
                    "(let ((result {value})) (let ((list vector) (if car)) (note! (pair-up {atom}))) result)"
                )
            }
            _ => {
                let parts: Vec<&str> = (0..3).map(|_| self.dice.one_of(INTEGERS)).collect();
                let value = self.expression(wanted);
                format!(
                    "(begin (note! (last-first {} #(1 2 3))) {value})",
                    parts.join(" ")
                )
            }
        }
    }
}
