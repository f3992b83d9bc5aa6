//! Programs that the bytes describe, with their variables called in two ways: the unit is the
//! same.
//!
//! A program says everything with macros, whose templates bind names of their own. So a
//! variable of the program may be called anything: like a name in a template, like a keyword
//! that only templates use, like another variable that is not meant where it is in force.

use crate::bytes::Decisions;
use crate::expander::NoFiles;
use mound_base::{SourceId, SourceMap};
use mound_expand::{Environment, LibraryProvider, Options, expand_program, syntax_library};

/// How deep expressions nest.
const DEPTH_MAX: usize = 9;

/// What programs are made of.
const MACROS: &str = "
(define-syntax m-let (syntax-rules () ((_ v e b) (let ((v e)) b))))
(define-syntax m-lambda (syntax-rules () ((_ (v ...) b) (lambda (v ...) b))))
(define-syntax m-if
  (syntax-rules () ((_ a b c) (let ((t a) (tmp (lambda () c))) (if t b (tmp))))))
(define-syntax m-or
  (syntax-rules () ((_) #f) ((_ a) a) ((_ a b ...) (let ((t a)) (if t t (m-or b ...))))))
(define-syntax m-swap
  (syntax-rules () ((_ a b) (let ((tmp a)) (set! a b) (set! b tmp)))))
(define-syntax m-rec
  (syntax-rules () ((_ f v b e) (letrec ((f (lambda (v) b))) (let ((x e)) (f x))))))
(define-syntax m-body
  (syntax-rules () ((_ v e b) (let () (define v e) (define t v) (begin t b)))))
(define-syntax m-local
  (syntax-rules ()
    ((_ v e b) (let-syntax ((m (syntax-rules () ((_ w q) (let ((w e)) q))))) (m v b)))))
(define-syntax m-quote (syntax-rules () ((_ d) 'd)))
(define-syntax m-do
  (syntax-rules () ((_ v e b) (do ((v e (x-step v)) (loop 0 (x-step loop))) ((m-or loop) b)))))
(define (x-step n) n)
";

/// Names that variables are given in the second way. Not `...`: in a template that a macro of
/// the program writes around it, it would be an ellipsis.
const NAMES: &[&str] = &[
    "t",
    "tmp",
    "x",
    "f",
    "v",
    "e",
    "b",
    "a",
    "q",
    "w",
    "n",
    "if",
    "let",
    "lambda",
    "set!",
    "begin",
    "define",
    "letrec",
    "loop",
    "quote",
    "else",
    "_",
    "do",
    "syntax-rules",
    "let-syntax",
];

/// An expression whose variables are numbers.
enum Program {
    Constant(usize),
    Variable(usize),
    Call(Vec<Program>),
    /// A macro with variables that it binds, expressions outside of them, and one inside.
    Binding {
        keyword: &'static str,
        bound: Vec<usize>,
        outside: Vec<Program>,
        inside: Box<Program>,
    },
    /// `(m-rec f v body argument)`: the body is inside both, the argument inside none.
    Recursion(usize, usize, Box<[Program; 2]>),
    Use(&'static str, Vec<Program>),
    Swap(usize, usize),
}

struct Generator<'a> {
    decisions: Decisions<'a>,
    count: usize,
    /// Variables whose names are in the unit if they are assigned: it may have to complain that
    /// they have no value yet.
    letrec: Vec<usize>,
}

impl Generator<'_> {
    fn fresh(&mut self) -> usize {
        self.count += 1;
        self.count - 1
    }

    fn program(&mut self, scope: &mut Vec<usize>, depth: usize) -> Program {
        if depth == 0 || self.decisions.is_over() {
            return self.leaf(scope);
        }
        match self.decisions.below(12) {
            0 => self.leaf(scope),
            1 | 2 => {
                let count = 1 + self.decisions.below(3);
                Program::Call((0..count).map(|_| self.program(scope, depth - 1)).collect())
            }
            3 => {
                let parts = (0..3).map(|_| self.program(scope, depth - 1));
                Program::Use("m-if", parts.collect())
            }
            4 => {
                let count = self.decisions.below(4);
                let parts = (0..count).map(|_| self.program(scope, depth - 1));
                Program::Use("m-or", parts.collect())
            }
            5 => {
                let assignable = scope
                    .iter()
                    .filter(|variable| !self.letrec.contains(variable));
                let assignable: Vec<usize> = assignable.copied().collect();
                if assignable.is_empty() {
                    return self.leaf(scope);
                }
                let one = assignable[self.decisions.below(assignable.len())];
                let other = assignable[self.decisions.below(assignable.len())];
                Program::Swap(one, other)
            }
            6 => {
                let (procedure, parameter) = (self.fresh(), self.fresh());
                self.letrec.push(procedure);
                let argument = self.program(scope, depth - 1);
                scope.extend([procedure, parameter]);
                let body = self.program(scope, depth - 1);
                scope.truncate(scope.len() - 2);
                Program::Recursion(procedure, parameter, Box::new([body, argument]))
            }
            7 => {
                let bound: Vec<usize> =
                    (0..self.decisions.below(3)).map(|_| self.fresh()).collect();
                self.binding("m-lambda", bound, Vec::new(), scope, depth)
            }
            choice => {
                let keyword = ["m-let", "m-body", "m-local", "m-do"][choice % 4];
                let outside = vec![self.program(scope, depth - 1)];
                let bound = vec![self.fresh()];
                if keyword == "m-body" {
                    self.letrec.extend(&bound);
                }
                self.binding(keyword, bound, outside, scope, depth)
            }
        }
    }

    fn binding(
        &mut self,
        keyword: &'static str,
        bound: Vec<usize>,
        outside: Vec<Program>,
        scope: &mut Vec<usize>,
        depth: usize,
    ) -> Program {
        scope.extend(&bound);
        let inside = Box::new(self.program(scope, depth - 1));
        scope.truncate(scope.len() - bound.len());
        Program::Binding {
            keyword,
            bound,
            outside,
            inside,
        }
    }

    fn leaf(&mut self, scope: &[usize]) -> Program {
        match scope.is_empty() || self.decisions.below(4) == 0 {
            true => Program::Constant(self.decisions.below(9)),
            false => Program::Variable(scope[self.decisions.below(scope.len())]),
        }
    }
}

/// Adds the variables that are mentioned.
fn mentioned(program: &Program, into: &mut Vec<usize>) {
    match program {
        Program::Constant(_) => {}
        Program::Variable(variable) => into.push(*variable),
        Program::Swap(one, other) => into.extend([*one, *other]),
        Program::Call(parts) | Program::Use(_, parts) => {
            parts.iter().for_each(|part| mentioned(part, into));
        }
        Program::Recursion(_, _, parts) => parts.iter().for_each(|part| mentioned(part, into)),
        Program::Binding {
            outside, inside, ..
        } => {
            outside.iter().for_each(|part| mentioned(part, into));
            mentioned(inside, into);
        }
    }
}

/// Gives names to the bound variables: any that is not the name of another variable that is
/// mentioned where they are in force, or bound at the same place. In the body of `m-body` and
/// of `m-rec`, and for `m-local`, the expression beside is in force too, or may be.
fn name(program: &Program, names: &mut [String], decisions: &mut Decisions<'_>) {
    let mut choose = |bound: &[usize], parts: &[&Program], names: &mut [String]| {
        let mut used = Vec::new();
        parts.iter().for_each(|part| mentioned(part, &mut used));
        used.extend(bound);
        for &variable in bound {
            let start = decisions.below(NAMES.len());
            let candidates = (0..NAMES.len()).map(|step| NAMES[(start + step) % NAMES.len()]);
            let is_free = |name: &&str| {
                used.iter()
                    .all(|&other| other == variable || names[other] != *name)
            };
            // Without a free one, it keeps the name that it has.
            if let Some(found) = candidates.into_iter().find(is_free) {
                names[variable] = found.to_owned();
            }
        }
    };
    match program {
        Program::Constant(_) | Program::Variable(_) | Program::Swap(..) => {}
        Program::Call(parts) | Program::Use(_, parts) => {
            parts.iter().for_each(|part| name(part, names, decisions));
        }
        Program::Recursion(procedure, parameter, parts) => {
            choose(&[*procedure, *parameter], &[&parts[0], &parts[1]], names);
            parts.iter().for_each(|part| name(part, names, decisions));
        }
        Program::Binding {
            bound,
            outside,
            inside,
            ..
        } => {
            let parts: Vec<&Program> = outside.iter().chain([&**inside]).collect();
            choose(bound, &parts, names);
            outside.iter().for_each(|part| name(part, names, decisions));
            name(inside, names, decisions);
        }
    }
}

fn write(program: &Program, names: &[String], text: &mut String) {
    let list = |head: &str, parts: &mut dyn Iterator<Item = &Program>, text: &mut String| {
        text.push('(');
        text.push_str(head);
        for part in parts {
            text.push(' ');
            write(part, names, text);
        }
        text.push(')');
    };
    match program {
        Program::Constant(number) => text.push_str(&number.to_string()),
        Program::Variable(variable) => text.push_str(&names[*variable]),
        Program::Call(parts) => list("", &mut parts.iter(), text),
        Program::Use(keyword, parts) => list(keyword, &mut parts.iter(), text),
        Program::Swap(one, other) => {
            text.push_str(&format!("(m-swap {} {})", names[*one], names[*other]));
        }
        Program::Recursion(procedure, parameter, parts) => {
            let head = format!("m-rec {} {}", names[*procedure], names[*parameter]);
            list(&head, &mut parts.iter(), text);
        }
        Program::Binding {
            keyword,
            bound,
            outside,
            inside,
        } => {
            let bound: Vec<&str> = bound.iter().map(|variable| &*names[*variable]).collect();
            let head = match *keyword {
                "m-lambda" => format!("m-lambda ({})", bound.join(" ")),
                keyword => format!("{keyword} {}", bound.join(" ")),
            };
            list(&head, &mut outside.iter().chain([&**inside]), text);
        }
    }
}

/// The canonical bytes of the program's unit, or the headline of the first error.
fn compiled(text: &str) -> Result<Vec<u8>, String> {
    let headline = |errors: Vec<mound_base::Diagnostic>| errors[0].headline.clone();
    let mut provider = NoFiles::new();
    let provider: &mut dyn LibraryProvider = &mut provider;
    let mut environment = Environment::default();
    let library = [syntax_library().name.clone()];
    environment
        .import(&library, provider)
        .expect("the core forms can be imported");
    let data = mound_syntax::read_all(SourceId(0), text).expect("it is well formed");
    let expanded = expand_program(&data, provider, &mut environment, Options::default());
    let program = expanded.map_err(headline)?.program;
    let options = mound_compile::Options::default();
    let compiled = mound_compile::compile(&program, &SourceMap::default(), options);
    Ok(mound_bytecode::encode::canonical(
        &compiled.map_err(headline)?.unit,
    ))
}

/// What variables are called does not show in the unit.
pub fn renaming(bytes: &[u8]) {
    let (one, other) = called_in_two_ways(bytes);
    assert_eq!(compiled(&one), compiled(&other), "\n{one}\n{other}");
}

fn called_in_two_ways(bytes: &[u8]) -> (String, String) {
    let (program, choices) = bytes.split_at(bytes.len() / 2);
    let mut generator = Generator {
        decisions: Decisions::new(program),
        count: 0,
        letrec: Vec::new(),
    };
    let program = generator.program(&mut Vec::new(), DEPTH_MAX);
    let plain: Vec<String> = (0..generator.count)
        .map(|number| format!("v{number}"))
        .collect();
    let mut others = plain.clone();
    name(&program, &mut others, &mut Decisions::new(choices));
    let whole = |names: &[String]| {
        let mut text = format!("{MACROS}(define (main) ");
        write(&program, names, &mut text);
        text + ")"
    };
    (whole(&plain), whole(&others))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mutator;

    /// Else the target would compare nothing.
    #[test]
    fn most_programs_compile_and_are_called_differently() {
        let mut mutator = Mutator::new(1);
        let mut good = 0;
        for _ in 0..40 {
            let bytes: Vec<u8> = (0..240).map(|_| mutator.below(256) as u8).collect();
            let (one, other) = called_in_two_ways(&bytes);
            good += u32::from(one != other && compiled(&one).is_ok());
        }
        assert!(good > 20, "only {good} of 40");
    }
}
