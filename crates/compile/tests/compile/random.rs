//! Random programs: the compiled code does what an evaluator of the core
//! language does, which shares nothing with the compiler.

use crate::support::{self, MODES, with_stack};
use std::fmt::Write;

/// A small generator of numbers: the same programs on every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % bound
    }

    fn pick<'a>(&mut self, from: &'a [String]) -> Option<&'a String> {
        let length = from.len() as u64;
        (length > 0).then(|| &from[self.below(length) as usize])
    }
}

/// Names that can be used: numbers, and procedures of one and two numbers.
#[derive(Clone, Default)]
struct Scope {
    numbers: Vec<String>,
    unary: Vec<String>,
    binary: Vec<String>,
}

struct Writer {
    dice: Dice,
    count: u32,
}

impl Writer {
    fn fresh(&mut self, prefix: &str) -> String {
        self.count += 1;
        format!("{prefix}{}", self.count)
    }

    /// An expression whose value is a number.
    fn number(&mut self, scope: &Scope, depth: u32) -> String {
        if depth == 0 {
            return match self.dice.pick(&scope.numbers) {
                Some(name) if self.dice.0 & 512 != 0 => name.clone(),
                _ => self.dice.below(20).to_string(),
            };
        }
        let less = depth - 1;
        match self.dice.below(16) {
            0 | 1 => {
                let op = ["+", "-", "*"][self.dice.below(3) as usize];
                let left = self.number(scope, less);
                // Products stay small enough for the toy's fixnums.
                let right = match op {
                    "*" => self.dice.below(3).to_string(),
                    _ => self.number(scope, less),
                };
                format!("({op} (remainder {left} 1000) {right})")
            }
            2 | 3 => {
                let test = self.test(scope, less);
                format!(
                    "(if {test} {} {})",
                    self.number(scope, less),
                    self.number(scope, less)
                )
            }
            4 | 5 => {
                let name = self.fresh("v");
                let value = self.number(scope, less);
                let mut inner = scope.clone();
                inner.numbers.push(name.clone());
                format!("(let (({name} {value})) {})", self.number(&inner, less))
            }
            6 => format!("(trace {})", self.number(scope, less)),
            7 => match self.dice.pick(&scope.numbers).cloned() {
                Some(name) => {
                    let value = self.number(scope, less);
                    format!("(begin (set! {name} {value}) {})", self.number(scope, less))
                }
                None => self.number(scope, less),
            },
            8 | 9 => self.call(scope, less),
            10 => self.looping(scope, less),
            11 => self.procedures(scope, less),
            12 => {
                let name = self.fresh("c");
                let mut inner = scope.clone();
                inner.unary.push(name.clone());
                let jump = self.number(&inner, less);
                format!("(%primitive %call/cc (lambda ({name}) {jump}))")
            }
            13 => {
                let left = self.number(scope, less);
                let pair = format!("(cons {left} {})", self.number(scope, less));
                let part = ["car", "cdr"][self.dice.below(2) as usize];
                format!("({part} {pair})")
            }
            14 => {
                let (left, right) = (self.fresh("a"), self.fresh("b"));
                let mut inner = scope.clone();
                inner.numbers.extend([left.clone(), right.clone()]);
                let body = self.number(&inner, less);
                let first = self.number(scope, less);
                format!(
                    "((lambda ({left} {right}) {body}) {first} {})",
                    self.number(scope, less)
                )
            }
            _ => {
                let test = self.test(scope, less);
                format!("(if (or {test} {}) 1 2)", self.test(scope, less))
            }
        }
    }

    fn test(&mut self, scope: &Scope, depth: u32) -> String {
        if depth == 0 {
            return ["#t", "#f"][self.dice.below(2) as usize].into();
        }
        let less = depth - 1;
        match self.dice.below(8) {
            0 => format!(
                "(and {} {})",
                self.test(scope, less),
                self.test(scope, less)
            ),
            1 => format!("(or {} {})", self.test(scope, less), self.test(scope, less)),
            2 => format!("(not {})", self.test(scope, less)),
            3 => format!("(zero? {})", self.number(scope, less)),
            4 => format!(
                "(if {} {} {})",
                self.test(scope, less),
                self.test(scope, less),
                self.test(scope, less)
            ),
            _ => {
                let op = ["<", "<=", ">", ">=", "="][self.dice.below(5) as usize];
                format!(
                    "({op} {} {})",
                    self.number(scope, less),
                    self.number(scope, less)
                )
            }
        }
    }

    fn call(&mut self, scope: &Scope, depth: u32) -> String {
        let first = self.number(scope, depth);
        if self.dice.below(2) == 0 {
            match self.dice.pick(&scope.unary) {
                Some(name) => format!("({name} {first})"),
                None => first,
            }
        } else {
            match self.dice.pick(&scope.binary).cloned() {
                Some(name) => format!("({name} {first} {})", self.number(scope, depth)),
                None => first,
            }
        }
    }

    /// A loop that counts down, so that it ends; its body may go on in two places.
    fn looping(&mut self, scope: &Scope, depth: u32) -> String {
        let (name, counter, other) = (self.fresh("loop"), self.fresh("n"), self.fresh("x"));
        let mut inner = scope.clone();
        inner.numbers.push(other.clone());
        let start = self.number(scope, depth);
        let count = 1 + self.dice.below(3);
        let next = self.number(&inner, depth);
        let end = self.number(&inner, depth);
        let test = self.test(&inner, depth);
        let again = format!("({name} (- {counter} 1) {next})");
        let other_way = match self.dice.below(3) {
            0 => end.clone(),
            1 => format!("(+ 1 ({name} (- {counter} 1) {other}))"),
            _ => format!("({name} (- {counter} 1) (+ 1 (remainder {other} 100)))"),
        };
        format!(
            "(let {name} (({counter} {count}) ({other} {start})) (if (<= {counter} 0) {end} (if {test} {again} {other_way})))"
        )
    }

    /// Two local procedures; the second may call the first, and both what is around.
    fn procedures(&mut self, scope: &Scope, depth: u32) -> String {
        let (f, g) = (self.fresh("f"), self.fresh("g"));
        let (x, y, z) = (self.fresh("x"), self.fresh("y"), self.fresh("z"));
        let mut inner = scope.clone();
        inner.numbers.push(x.clone());
        let first = self.number(&inner, depth);
        let mut inner = scope.clone();
        inner.numbers.extend([y.clone(), z.clone()]);
        inner.unary.push(f.clone());
        let second = self.number(&inner, depth);
        let mut inner = scope.clone();
        inner.unary.push(f.clone());
        inner.binary.push(g.clone());
        if self.dice.below(3) == 0 {
            // Now it escapes.
            let h = self.fresh("h");
            inner.unary.push(h.clone());
            let body = self.number(&inner, depth);
            return format!(
                "(letrec (({f} (lambda ({x}) {first})) ({g} (lambda ({y} {z}) {second}))) (let (({h} (car (cons {f} {g})))) {body}))"
            );
        }
        let body = self.number(&inner, depth);
        format!("(letrec (({f} (lambda ({x}) {first})) ({g} (lambda ({y} {z}) {second}))) {body})")
    }

    fn program(&mut self) -> String {
        let mut scope = Scope::default();
        let mut text = String::new();
        for _ in 0..3 {
            let name = self.fresh("top");
            let (x, y) = (self.fresh("x"), self.fresh("y"));
            let mut inner = scope.clone();
            inner.numbers.extend([x.clone(), y.clone()]);
            let body = self.number(&inner, 4);
            let _ = writeln!(text, "(define ({name} {x} {y}) {body})");
            scope.binary.push(name);
        }
        let name = self.fresh("g");
        let _ = writeln!(text, "(define {name} {})", self.number(&scope, 3));
        scope.numbers.push(name);
        let _ = writeln!(text, "{}", self.number(&scope, 5));
        text
    }
}

#[test]
fn random_programs_do_what_the_core_language_says() {
    with_stack(|| {
        let mut compared = 0;
        for seed in 0..600 {
            let mut writer = Writer {
                dice: Dice(seed * 7919 + 1),
                count: 0,
            };
            let text = writer.program();
            let (program, _) = support::parse("", &text);
            let Some(expected) = support::reference::run(&program) else {
                continue;
            };
            compared += 1;
            for (name, interactive) in MODES {
                let found = support::run(name, interactive, &text);
                assert_eq!(
                    found, expected,
                    "seed {seed}, {name:?}, {interactive}:\n{text}"
                );
            }
        }
        // The rest take too long or end in an error.
        assert!(compared > 400, "only {compared} programs were compared");
    });
}
