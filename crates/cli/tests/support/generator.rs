//! Programs of numbers, lists, vectors, closures, loops, assignments, continuations
//! and errors, each made from a number.
//!
//! They always end: procedures call only those before them, and loops are short.

use std::fmt::Write as _;

/// What the compiler cannot see through, and how results are shown.
const FRAME: &str = "
(import (scheme base) (scheme write) (scheme inexact) (only (srfi 1) fold) (mound conditions))
(define cell (vector #f))
(define (opaque object)
  (vector-set! cell 0 object)
  (vector-ref cell 0))
(define (show number thunk)
  (write number)
  (display \" \")
  (write (guard (e (#t (if (condition? e) (condition-kind e) (list 'raised e)))) (thunk)))
  (newline))
";

/// A generator of numbers: the same programs on every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % limit as u64) as usize
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Type {
    Integer,
    Flonum,
    Boolean,
    List,
    Vector,
}

use Type::{Boolean, Flonum, Integer, List, Vector};

const INTEGERS: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "7",
    "-13",
    "100",
    "1152921504606846975",
    "-1152921504606846976",
    "1152921504606846976",
    "340282366920938463463374607431768211456",
];
const FLONUMS: &[&str] = &["0.5", "-0.0", "1.5", "-2.25", "1e100", "3.0"];

/// Parameters of the procedures of a program.
const PARAMETERS: [(&str, Type); 4] = [("n", Integer), ("x", Flonum), ("l", List), ("v", Vector)];
const ARGUMENTS: [&str; 3] = [
    "5 1.5 '(1 2 3) (vector 4 5 6)",
    "-1 -0.0 '() (vector)",
    "1152921504606846975 2.0 '(9 a 7 8) (vector 1 2.5)",
];
const PROCEDURES: usize = 6;

/// Writes a program.
struct Writer {
    dice: Dice,
    is_opaque: bool,
    /// Names in scope and what they hold.
    scope: Vec<(String, Type)>,
    /// Names given so far.
    names: usize,
    /// The procedure that is written may call those below it.
    procedure: usize,
    /// Loops around the place.
    loops: usize,
}

impl Writer {
    fn constant(&self, text: &str) -> String {
        match self.is_opaque {
            true => format!("(opaque {text})"),
            false => text.to_owned(),
        }
    }

    /// An operator of the library, or a procedure of the program.
    fn operator(&self, name: &str) -> String {
        self.constant(name)
    }

    fn one_of(&mut self, items: &[&'static str]) -> &'static str {
        items[self.dice.below(items.len())]
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("t{}", self.names)
    }

    fn variable(&mut self, wanted: Type) -> Option<String> {
        let fitting: Vec<String> = self
            .scope
            .iter()
            .filter(|(_, held)| *held == wanted)
            .map(|(name, _)| name.clone())
            .collect();
        let index = self.dice.below(fitting.len().max(1));
        fitting.get(index).cloned()
    }

    /// An expression in which `name` is bound.
    fn within(&mut self, name: &str, held: Type, wanted: Type, depth: usize) -> String {
        self.scope.push((name.to_owned(), held));
        let text = self.expression(wanted, depth);
        self.scope.pop();
        text
    }

    fn call(&mut self, name: &str, operands: &[Type], depth: usize) -> String {
        let mut text = format!("({}", self.operator(name));
        for &operand in operands {
            let operand = self.expression(operand, depth);
            let _ = write!(text, " {operand}");
        }
        text.push(')');
        text
    }

    fn expression(&mut self, wanted: Type, depth: usize) -> String {
        if depth == 0 || self.dice.below(8) == 0 {
            return self.atom(wanted);
        }
        let depth = depth - 1;
        match self.dice.below(10) {
            0 => {
                let test = self.expression(Boolean, depth);
                let consequent = self.expression(wanted, depth);
                let alternative = self.expression(wanted, depth);
                format!("(if {test} {consequent} {alternative})")
            }
            1 => self.binding(wanted, depth),
            2 => self.control(wanted, depth),
            _ => match wanted {
                Integer => self.integer(depth),
                Flonum => self.flonum(depth),
                Boolean => self.boolean(depth),
                List => self.list(depth),
                Vector => self.vector(depth),
            },
        }
    }

    fn atom(&mut self, wanted: Type) -> String {
        if self.dice.below(3) > 0
            && let Some(name) = self.variable(wanted)
        {
            return name;
        }
        let text = match wanted {
            Integer => self.one_of(INTEGERS),
            Flonum => self.one_of(FLONUMS),
            Boolean => self.one_of(&["#t", "#f"]),
            List => self.one_of(&["'()", "'(1 2)", "'(3 -4 5 6)", "'(b)"]),
            Vector => return format!("({} 1 -2 3)", self.operator("vector")),
        };
        self.constant(text)
    }

    fn any_type(&mut self) -> Type {
        [Integer, Flonum, Boolean, List, Vector][self.dice.below(5)]
    }

    fn binding(&mut self, wanted: Type, depth: usize) -> String {
        let (name, held) = (self.name(), self.any_type());
        let value = self.expression(held, depth);
        match self.dice.below(4) {
            0 => {
                let body = self.within(&name, held, wanted, depth);
                format!("((lambda ({name}) {body}) {value})")
            }
            1 => {
                // Assigned, also by a closure.
                let changed = self.within(&name, held, held, depth);
                let body = self.within(&name, held, wanted, depth);
                let change = self.operator("change!");
                format!(
                    "(let* (({name} {value}) (change! (lambda () (set! {name} {changed})))) ({change}) {body})"
                )
            }
            2 => {
                let second = self.name();
                self.scope.push((name.clone(), held));
                let other = self.expression(Integer, depth);
                let body = self.within(&second, Integer, wanted, depth);
                self.scope.pop();
                format!(
                    "(call-with-values (lambda () (let (({name} {value})) ({} {name} {other}))) (lambda ({name} {second}) {body}))",
                    self.operator("values")
                )
            }
            _ => {
                let body = self.within(&name, held, wanted, depth);
                format!("(let (({name} {value})) {body})")
            }
        }
    }

    fn control(&mut self, wanted: Type, depth: usize) -> String {
        match self.dice.below(4) {
            0 => {
                let (test, way_out) = (
                    self.expression(Boolean, depth),
                    self.expression(wanted, depth),
                );
                let body = self.expression(wanted, depth);
                let name = self.name();
                format!("(call/cc (lambda ({name}) (if {test} ({name} {way_out}) {body})))")
            }
            1 => {
                let body = self.expression(wanted, depth);
                let handled = self.expression(wanted, depth);
                let name = self.name();
                format!("(guard ({name} (#t {handled})) {body})")
            }
            2 if self.loops < 2 => {
                let (index, sum) = (self.name(), self.name());
                let first = self.expression(wanted, depth);
                self.loops += 1;
                self.scope.push((index.clone(), Integer));
                let step = self.within(&sum, wanted, wanted, depth);
                self.scope.pop();
                self.loops -= 1;
                let turns = 1 + self.dice.below(4);
                format!(
                    "(do (({index} 0 (+ {index} 1)) ({sum} {first} {step})) ((= {index} {turns}) {sum}))"
                )
            }
            _ => {
                let first = self.any_type();
                let first = self.expression(first, depth);
                let second = self.expression(wanted, depth);
                format!("(begin {first} {second})")
            }
        }
    }

    fn integer(&mut self, depth: usize) -> String {
        match self.dice.below(14) {
            0 | 1 => self.call("+", &[Integer, Integer], depth),
            2 | 3 => self.call("-", &[Integer, Integer], depth),
            4 => {
                // Bounded, or loops would make numbers of a million digits.
                let (left, right) = (
                    self.expression(Integer, depth),
                    self.expression(Integer, depth),
                );
                let (times, modulo) = (self.operator("*"), self.operator("modulo"));
                format!("({times} {left} ({modulo} {right} 97))")
            }
            5 => {
                let name = self.one_of(&["quotient", "remainder", "modulo"]);
                self.call(name, &[Integer, Integer], depth)
            }
            6 => self.call("length", &[List], depth),
            7 => self.call("car", &[List], depth),
            8 => {
                let (vector, index) = (self.expression(Vector, depth), self.index(depth));
                format!("({} {vector} {index})", self.operator("vector-ref"))
            }
            9 => self.call("vector-length", &[Vector], depth),
            10 => {
                let (item, sum) = (self.name(), self.name());
                self.scope.push((item.clone(), Integer));
                let body = self.within(&sum, Integer, Integer, depth);
                self.scope.pop();
                let (first, list) = (
                    self.expression(Integer, depth),
                    self.expression(List, depth),
                );
                let fold = self.operator("fold");
                format!("({fold} (lambda ({item} {sum}) {body}) {first} {list})")
            }
            11 if self.procedure > 0 && self.loops == 0 => {
                let callee = self.dice.below(self.procedure);
                self.call(
                    &format!("f{callee}"),
                    &[Integer, Flonum, List, Vector],
                    depth,
                )
            }
            12 => {
                // A loop that calls itself in the middle of something.
                let (name, count) = (self.name(), self.name());
                let last = self.expression(Integer, depth);
                let turns = 1 + self.dice.below(5);
                format!(
                    "(let {name} (({count} {turns})) (if (= {count} 0) {last} (+ {count} ({name} (- {count} 1)))))"
                )
            }
            _ => {
                let (apply, plus) = (self.operator("apply"), self.operator("+"));
                let list = self.expression(List, depth);
                format!("({apply} {plus} {list})")
            }
        }
    }

    /// Mostly in range.
    fn index(&mut self, depth: usize) -> String {
        let index = self.expression(Integer, depth);
        format!("({} {index} 3)", self.operator("modulo"))
    }

    fn flonum(&mut self, depth: usize) -> String {
        match self.dice.below(6) {
            0 => self.call("inexact", &[Integer], depth),
            1 => self.call("abs", &[Flonum], depth),
            2 => {
                let name = self.one_of(&["+", "-", "*"]);
                self.call(name, &[Flonum, Integer], depth)
            }
            _ => {
                let name = self.one_of(&["+", "-", "*", "/", "max", "min"]);
                self.call(name, &[Flonum, Flonum], depth)
            }
        }
    }

    fn boolean(&mut self, depth: usize) -> String {
        match self.dice.below(9) {
            0 | 1 => {
                let name = self.one_of(&["<", "<=", ">", ">=", "="]);
                self.call(name, &[Integer, Integer], depth)
            }
            2 => {
                let name = self.one_of(&["<", "=", ">="]);
                self.call(name, &[Flonum, Integer], depth)
            }
            3 => {
                let name = self.one_of(&["null?", "pair?", "vector?", "number?"]);
                let operand = self.any_type();
                self.call(name, &[operand], depth)
            }
            4 => self.call("not", &[Boolean], depth),
            5 => {
                let form = self.one_of(&["and", "or"]);
                let (left, right) = (
                    self.expression(Boolean, depth),
                    self.expression(Boolean, depth),
                );
                format!("({form} {left} {right})")
            }
            6 => {
                let name = self.one_of(&["even?", "odd?", "zero?", "negative?"]);
                self.call(name, &[Integer], depth)
            }
            7 => self.call("equal?", &[List, List], depth),
            _ => self.call("eqv?", &[Integer, Integer], depth),
        }
    }

    fn list(&mut self, depth: usize) -> String {
        match self.dice.below(8) {
            0 | 1 => self.call("cons", &[Integer, List], depth),
            2 => self.call("cdr", &[List], depth),
            3 => {
                let name = self.name();
                let body = self.within(&name, Integer, Integer, depth);
                let list = self.expression(List, depth);
                let map = self.operator("map");
                format!("({map} (lambda ({name}) {body}) {list})")
            }
            4 => self.call("append", &[List, List], depth),
            5 => self.call("reverse", &[List], depth),
            6 => self.call("vector->list", &[Vector], depth),
            _ => {
                let item = self.any_type();
                self.call("list", &[Integer, item], depth)
            }
        }
    }

    fn vector(&mut self, depth: usize) -> String {
        match self.dice.below(4) {
            0 => self.call("vector", &[Integer, Flonum], depth),
            1 => self.call("list->vector", &[List], depth),
            2 => {
                let name = self.name();
                let vector = self.expression(Vector, depth);
                let (index, item) = (self.index(depth), self.expression(Integer, depth));
                let (copy, set) = (self.operator("vector-copy"), self.operator("vector-set!"));
                format!("(let (({name} ({copy} {vector}))) ({set} {name} {index} {item}) {name})")
            }
            _ => {
                let name = self.name();
                let body = self.within(&name, Integer, Integer, depth);
                let vector = self.expression(Vector, depth);
                let map = self.operator("vector-map");
                format!("({map} (lambda ({name}) {body}) {vector})")
            }
        }
    }
}

/// Program number `number`; if it is opaque, all its constants and operators are hidden from the
/// compiler.
pub fn program(number: u64, is_opaque: bool) -> String {
    let mut writer = Writer {
        dice: Dice(number.wrapping_mul(0x9e37_79b9_7f4a_7c15)),
        is_opaque,
        scope: Vec::new(),
        names: 0,
        procedure: 0,
        loops: 0,
    };
    let mut text = FRAME.to_owned();
    for procedure in 0..PROCEDURES {
        writer.procedure = procedure;
        writer.scope = PARAMETERS
            .map(|(name, held)| (name.to_owned(), held))
            .into();
        let result = writer.any_type();
        let result = if procedure + 1 == PROCEDURES {
            result
        } else {
            Integer
        };
        let body = writer.expression(result, 5);
        let _ = writeln!(text, "(define (f{procedure} n x l v)\n  {body})");
    }
    for procedure in 0..PROCEDURES {
        for (index, arguments) in ARGUMENTS.iter().enumerate() {
            let _ = writeln!(
                text,
                "(show {procedure}{index} (lambda () (f{procedure} {arguments})))"
            );
        }
    }
    text
}
