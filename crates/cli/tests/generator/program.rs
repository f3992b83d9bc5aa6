//! Whole programs: a prelude, macros, variables and procedures of the top level, and what is shown.

use super::bindings::variable;
use super::calls::Callable;
use super::{Dialect, Form, Type, Writer};
use std::fmt::Write as _;

/// What generated programs use, in both dialects.
const PRELUDE: &str = include_str!("prelude.scm");
/// What those use that are for Mound alone, and the imports.
const WHOLE: &str = include_str!("prelude-whole.scm");
/// The same for programs that other implementations run too.
const COMMON: &str = include_str!("prelude-common.scm");

/// How many expressions a form of the top level has, about: mostly few, since small programs show
/// more of a fault and more of them can be run.
const SIZES: &[usize] = &[6, 10, 14, 20, 30, 60];

/// Program number `number`. The forms of a program print the same.
pub fn program(number: u64, dialect: Dialect, form: Form) -> String {
    let mut writer = Writer::new(number, dialect, form);
    let mut text = match dialect {
        Dialect::Whole => format!("{WHOLE}{PRELUDE}"),
        Dialect::Common => format!("{COMMON}{PRELUDE}"),
    };
    for _ in 0..writer.dice.below(4) {
        writer.start();
        let definition = writer.macro_definition();
        let _ = writeln!(text, "{definition}");
    }
    for _ in 0..1 + writer.dice.below(5) {
        writer.start();
        let definition = writer.global();
        let _ = writeln!(text, "{definition}");
    }
    let procedures = writer.procedures(&mut text);
    for (index, procedure) in procedures.iter().enumerate() {
        for call in 0..2 {
            writer.start();
            let shown = writer.call_of(procedure);
            let _ = writeln!(text, "(show '(f {index} {call}) (lambda () {shown}))");
        }
        writer.start();
        let statement = writer.statement();
        let _ = writeln!(text, "(show 'done (lambda () {statement} 'done))");
        if writer.dice.once_in(3) {
            let formals_and_body = writer.procedure_body(procedure);
            let (formals, body) = formals_and_body;
            let _ = writeln!(
                text,
                "(set! {} {})",
                procedure.name,
                lambda(&formals, &body)
            );
        }
    }
    for index in 0..4 {
        writer.start();
        let wanted = writer.any_type();
        let shown = writer.expression(wanted);
        let _ = writeln!(text, "(show '(e {index}) (lambda () {shown}))");
    }
    text
}

/// A lambda expression for formals that may be a rest alone.
fn lambda(formals: &str, body: &str) -> String {
    match formals.strip_prefix(" . ") {
        Some(rest) => format!("(lambda {rest} {body})"),
        None => format!("(lambda ({formals}) {body})"),
    }
}

impl Writer {
    /// Begins another form of the top level.
    fn start(&mut self) {
        self.size = self.dice.one_of(SIZES);
        self.depth = 0;
        self.loops = 0;
        self.counter = None;
    }

    fn global(&mut self) -> String {
        let held = self.any_type();
        let (value, other) = (self.expression(held), self.fixed(held));
        let name = self.fresh("global");
        self.scope
            .push(variable(&name, held, held != Type::Procedure));
        format!("(define {name} (guard (e (#t {other})) {value}))")
    }

    /// Procedures that may call those before them, and with a budget also those after them.
    fn procedures(&mut self, text: &mut String) -> Vec<Callable> {
        let count = 2 + self.dice.below(4);
        let mut procedures = Vec::new();
        for index in 0..count {
            let parameters = self.dice.one_of(&[0, 1, 2, 3, 4, 6, 9, 20]);
            procedures.push(Callable {
                name: format!("f{index}"),
                parameters: (0..parameters).map(|_| self.any_type()).collect(),
                has_rest: self.dice.once_in(6),
                has_counter: self.dice.once_in(2),
                result: self.any_type(),
                nest: 0,
                is_open: true,
            });
        }
        self.callables.extend(procedures.clone());
        for index in 0..count {
            self.start();
            let procedure = self.callables[index].clone();
            let (formals, body) = self.procedure_body(&procedure);
            let name = &procedure.name;
            let _ = match self.dice.below(3) {
                0 => writeln!(text, "(define {name} {})", lambda(&formals, &body)),
                _ => writeln!(text, "(define ({name} {formals}) {body})"),
            };
        }
        procedures
    }
}
