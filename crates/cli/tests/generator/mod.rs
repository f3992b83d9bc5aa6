//! Programs that nobody wrote, each made from a number.
//!
//! A [`Writer`] writes expressions of a wanted [`Type`] that use what is in scope. The parts:
//!
//! | file | what it makes |
//! |---|---|
//! | `operations.rs` | calls of procedures of the libraries, from a table |
//! | `atoms.rs` | constants, many of them at some border, and variables |
//! | `bindings.rs` | `let` and its relatives, definitions, multiple values, records |
//! | `nests.rs` | local procedures that call each other, and named `let` |
//! | `calls.rs` | calls of what the program has defined, in a stated order if need be |
//! | `control.rs` | conditionals, loops, continuations, winders, errors, parameters, promises |
//! | `statements.rs` | assignments and mutations |
//! | `frames.rs` | many parameters, large frames, deep expressions, long lists |
//! | `macros.rs` | macros by rules, and uses of them |
//! | `messages.rs` | messages and processes, where the outcome is certain |
//! | `program.rs` | whole programs |
//!
//! Invariants, on which the tests rest:
//! - A program ends. A call of a procedure whose body is being written pays with a counter: one
//!   of its own that only falls, or a *budget* of the whole program (`calls.rs`).
//! - Numbers and lists grow by a bounded amount with each operation: one operand of what would
//!   double them is made small first (`operations.rs`).
//! - What a program prints depends on its text alone.
//! - The choices depend on the number and the [`Dialect`] only, so that the forms of a program
//!   (see [`Form`]) have the same structure.

mod atoms;
mod bindings;
mod calls;
mod control;
#[path = "../support/dice.rs"]
mod dice;
mod frames;
mod macros;
mod messages;
mod nests;
mod operations;
mod program;
mod statements;

use calls::Callable;
use dice::Dice;
use macros::Macro;
pub use program::program;

/// What an expression gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    Integer,
    /// Any kind of number.
    Number,
    Flonum,
    Boolean,
    Character,
    Text,
    Symbol,
    /// A list, mostly of integers.
    List,
    /// A vector, mostly of integers and at least three long.
    Vector,
    Bytes,
    /// A record of the program.
    Couple,
    /// A procedure from an integer to an integer.
    Procedure,
}

const TYPES: &[Type] = &[
    Type::Integer,
    Type::Integer,
    Type::Integer,
    Type::Number,
    Type::Flonum,
    Type::Boolean,
    Type::Character,
    Type::Text,
    Type::Symbol,
    Type::List,
    Type::List,
    Type::Vector,
    Type::Bytes,
    Type::Couple,
    Type::Procedure,
];

/// What a program may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// All that Mound has.
    Whole,
    /// What other implementations of Scheme have too, with the same results: R7RS without what it
    /// leaves open.
    Common,
}

/// How a program is written down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    Plain,
    /// All constants and operators stand behind a procedure that the compiler cannot see through.
    Opaque,
    /// What is evaluated in an order that the report leaves open is put into the order of Mound,
    /// from left to right.
    Ordered,
}

/// Something in scope that can be read.
#[derive(Clone)]
struct Variable {
    /// A name, or an expression without effects such as `(force t3)`.
    text: String,
    held: Type,
    is_assignable: bool,
}

/// Writes a program.
struct Writer {
    dice: Dice,
    dialect: Dialect,
    form: Form,
    scope: Vec<Variable>,
    callables: Vec<Callable>,
    macros: Vec<Macro>,
    /// Whether a template is written, in which `...` means something else.
    in_template: bool,
    /// Names given so far.
    names: usize,
    /// Names given by the ordered form; apart, or the forms would differ in their other names.
    temporaries: usize,
    /// How deep the place is in the expression of the top level.
    depth: usize,
    /// How many more expressions should be written in this one of the top level.
    size: usize,
    /// Loops around the place.
    loops: usize,
    /// The counter of the procedure that is written, and the nest in which it may be spent.
    counter: Option<(String, usize)>,
    /// Nests so far.
    nests: usize,
}

/// How deep expressions are.
const DEPTH: usize = 9;

impl Writer {
    fn new(number: u64, dialect: Dialect, form: Form) -> Writer {
        let salt = match dialect {
            Dialect::Whole => 0,
            Dialect::Common => 0x5bd1_e995,
        };
        Writer {
            dice: Dice::new(number.wrapping_add(salt)),
            dialect,
            form,
            scope: Vec::new(),
            callables: Vec::new(),
            macros: Vec::new(),
            in_template: false,
            names: 0,
            temporaries: 0,
            depth: 0,
            size: 0,
            loops: 0,
            counter: None,
            nests: 0,
        }
    }

    fn is_whole(&self) -> bool {
        self.dialect == Dialect::Whole
    }

    /// A name. Some names are given again and again, so that they hide each other.
    fn name(&mut self) -> String {
        if self.dice.once_in(5) {
            return self.dice.one_of(&["a", "b", "c", "item"]).to_owned();
        }
        self.fresh("t")
    }

    /// A name that no other has.
    fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn any_type(&mut self) -> Type {
        self.dice.one_of(TYPES)
    }

    /// Names for variables of these types; no two of them are the same.
    fn variables(&mut self, held: &[Type]) -> Vec<Variable> {
        let mut made: Vec<Variable> = Vec::new();
        for &held in held {
            let mut text = self.name();
            if made.iter().any(|other| other.text == text) {
                text = self.fresh("t");
            }
            made.push(Variable {
                text,
                held,
                is_assignable: held != Type::Procedure,
            });
        }
        made
    }

    /// Does the work where these are in scope.
    fn within<R>(&mut self, variables: &[Variable], work: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.scope.len();
        self.scope.extend_from_slice(variables);
        let result = work(self);
        self.scope.truncate(before);
        result
    }

    /// Does the work in the body of a loop.
    fn repeated<R>(&mut self, work: impl FnOnce(&mut Self) -> R) -> R {
        self.loops += 1;
        let result = work(self);
        self.loops -= 1;
        result
    }

    /// An expression that gives something of this type, if nothing is raised on the way.
    fn expression(&mut self, wanted: Type) -> String {
        self.size = self.size.saturating_sub(1);
        if self.depth >= DEPTH || self.size == 0 || self.dice.once_in(9) {
            return self.atom(wanted);
        }
        self.depth += 1;
        let text = match self.dice.below(20) {
            0 | 1 => self.conditional(wanted),
            2 | 3 => self.binding(wanted),
            4 | 5 => self.control(wanted),
            6 => self.nest(wanted),
            7 => self.named_let(wanted),
            8 | 9 => self.known_call(wanted),
            10 => self.rare(wanted),
            _ => self.operation(wanted),
        };
        self.depth -= 1;
        text
    }

    fn rare(&mut self, wanted: Type) -> String {
        match self.dice.below(8) {
            0 | 1 => self.large_frame(wanted),
            2 => self.many_parameters(wanted),
            3 => self.deep(wanted),
            4 if self.is_whole() => self.message(wanted),
            5 if !self.in_template => self.local_syntax(wanted),
            _ => self.macro_use(wanted),
        }
    }

    fn texts<const N: usize>(&mut self, wanted: [Type; N]) -> [String; N] {
        wanted.map(|wanted| self.expression(wanted))
    }

    /// What may stand after expressions in a body: in Mound also definitions.
    fn later_body(&mut self, wanted: Type) -> String {
        match self.is_whole() {
            true => self.body(wanted),
            false => self.expression(wanted),
        }
    }

    /// The body of a procedure or of a `let`: perhaps with statements or definitions before the
    /// expression.
    fn body(&mut self, wanted: Type) -> String {
        match self.dice.below(6) {
            0 => {
                let statement = self.statement();
                let value = self.expression(wanted);
                format!("{statement} {value}")
            }
            1 if self.depth < DEPTH => self.definitions(wanted),
            _ => self.expression(wanted),
        }
    }
}
