//! Every operator of arithmetic and comparison, on numbers at borders, against another
//! implementation of arithmetic (`boundaries/number.rs`).
//!
//! Each operator stands in a program with each number as a constant on the left, on the right and
//! on both sides, and with variables only; as a value and as the test of an `if`, with and without
//! `not`. The programs are run by machine code and interpreted. So a comparison that is exchanged
//! wrongly when the constant is large, or a subtraction that becomes the addition of a number that
//! is no fixnum, gives a wrong row.

#[path = "boundaries/number.rs"]
mod number;
#[path = "boundaries/operands.rs"]
mod operands;
#[path = "boundaries/operators.rs"]
mod operators;
mod support;

use number::Number;
use operators::{OPERATORS, Operator, Takes};
use std::fmt::Write as _;
use support::{check_failures, fresh_directory, in_parallel, mound, run};

const PRELUDE: &str = "
(import (scheme base) (scheme write)
        (only (srfi 151) arithmetic-shift bitwise-and bitwise-ior bitwise-xor))
;; Inexact numbers by their exact value, so that no numeral is trusted.
(define (show x)
  (cond ((and (number? x) (inexact? x) (= (- x x) 0))
         (display (if (or (eqv? x -0.0) (< x 0)) \"-\" \"+\"))
         (write (abs (exact x)))
         (display \"~\"))
        (else (write x)))
  (display \" \"))
(define (row f operands)
  (let loop ((operands operands))
    (if (pair? operands)
        (begin (show (f (car operands))) (loop (cdr operands)))))
  (newline))
(define (rows f pairs)
  (row (lambda (pair) (f (car pair) (cdr pair))) pairs))
";

/// A program and the lines that it should write, each with what made it.
#[derive(Default)]
struct Table {
    program: String,
    rows: Vec<(String, Vec<String>)>,
}

impl Table {
    fn new() -> Table {
        Table {
            program: PRELUDE.to_owned(),
            rows: Vec::new(),
        }
    }

    /// A row: a procedure of one parameter, what it is called with and what it gives.
    fn row(&mut self, procedure: &str, operands: &[&Number], expected: Vec<String>) {
        if operands.is_empty() {
            return;
        }
        let literals: Vec<String> = operands.iter().map(|number| number.literal()).collect();
        let _ = writeln!(self.program, "(row {procedure} '({}))", literals.join(" "));
        self.rows.push((procedure.to_owned(), expected));
    }

    /// What is wrong with the table when it is run so.
    fn failure(&self, name: &str, flags: &[&str]) -> Option<String> {
        let path = fresh_directory("boundaries").join(format!("{name}.scm"));
        std::fs::write(&path, &self.program).expect("temporary files can be written");
        let found = run(mound().arg("run").args(flags).arg(&path));
        if found.status != Some(0) {
            return Some(format!("{name} {flags:?}: {found:#?}"));
        }
        let lines: Vec<&str> = found.output.lines().collect();
        if lines.len() != self.rows.len() {
            return Some(format!(
                "{name}: {} rows of {}",
                lines.len(),
                self.rows.len()
            ));
        }
        let wrong: Vec<String> = self
            .rows
            .iter()
            .zip(lines)
            .flat_map(|((procedure, expected), line)| {
                let found: Vec<&str> = line.split_whitespace().collect();
                assert_eq!(found.len(), expected.len(), "{procedure}: {line}");
                let pairs = expected.iter().zip(found).enumerate();
                let wrong = pairs.filter(|(_, (expected, found))| expected != found);
                wrong
                    .map(|(index, (expected, found))| {
                        format!("{procedure}, operand {index}: {found}, not {expected}")
                    })
                    .collect::<Vec<_>>()
            })
            .collect();
        let all = wrong.len();
        let some = wrong.into_iter().take(20).collect::<Vec<_>>().join("\n");
        (all > 0).then(|| format!("{name} {flags:?}: {all} wrong\n{some}"))
    }
}

fn operands(takes: Takes) -> Vec<Number> {
    let mut operands = operands::integers();
    if takes != Takes::ExactIntegers {
        operands.extend(operands::flonums());
    }
    match takes {
        Takes::Numbers => operands.extend(operands::rationals()),
        Takes::Integers => operands.retain(|number| number.as_integer().is_some()),
        Takes::ExactIntegers => {}
    }
    operands
}

/// The ways in which an expression can be used, and what its use gives.
fn uses(operator: &Operator, expression: &str, result: &str) -> Vec<(String, String)> {
    let mut uses = vec![(expression.to_owned(), result.to_owned())];
    if operator.is_test {
        let (yes, no) = if result == "#t" {
            ("y", "n")
        } else {
            ("n", "y")
        };
        uses.push((format!("(if {expression} 'y 'n)"), yes.to_owned()));
        uses.push((format!("(if (not {expression}) 'y 'n)"), no.to_owned()));
    }
    uses
}

/// Rows for an expression of `x`, in all its uses.
fn variable_rows(
    table: &mut Table,
    operator: &Operator,
    expression: &str,
    operands: &[Number],
    result: impl Fn(&Number) -> Option<String>,
) {
    let fitting: Vec<(&Number, String)> = operands
        .iter()
        .filter_map(|operand| Some((operand, result(operand)?)))
        .collect();
    let chosen: Vec<&Number> = fitting.iter().map(|(operand, _)| *operand).collect();
    for way in 0..uses(operator, "", "#t").len() {
        let (used, _) = &uses(operator, expression, "#t")[way];
        let expected = fitting
            .iter()
            .map(|(_, result)| uses(operator, expression, result)[way].1.clone())
            .collect();
        table.row(&format!("(lambda (x) {used})"), &chosen, expected);
    }
}

fn with_constants(operator: &Operator) -> Table {
    let mut table = Table::new();
    let operands = operands(operator.takes);
    for constant in &operands {
        let (name, literal) = (operator.name, constant.literal());
        let left = format!("({name} {literal} x)");
        variable_rows(&mut table, operator, &left, &operands, |x| {
            (operator.apply)(constant, x)
        });
        let right = format!("({name} x {literal})");
        variable_rows(&mut table, operator, &right, &operands, |x| {
            (operator.apply)(x, constant)
        });
        // The procedure is called with the constant, and nothing is known where it stands.
        let both =
            format!("(let ((y (car (list x)))) (apply (lambda (x) ({name} x y)) '({literal})))");
        variable_rows(&mut table, operator, &both, &operands, |x| {
            (operator.apply)(constant, x)
        });
    }
    table
}

fn with_variables(operator: &Operator) -> Table {
    let mut table = Table::new();
    let operands = operands(operator.takes);
    for (used, _) in uses(operator, &format!("({} x y)", operator.name), "#t") {
        let way = uses(operator, &format!("({} x y)", operator.name), "#t")
            .iter()
            .position(|(text, _)| *text == used)
            .expect("it is one of them");
        let mut pairs = String::new();
        let mut expected = Vec::new();
        for x in &operands {
            for y in &operands {
                if let Some(result) = (operator.apply)(x, y) {
                    let _ = write!(pairs, "({} . {}) ", x.literal(), y.literal());
                    expected.push(uses(operator, "", &result)[way].1.clone());
                }
            }
        }
        let procedure = format!("(lambda (x y) {used})");
        let _ = writeln!(table.program, "(rows {procedure} '({pairs}))");
        table.rows.push((procedure, expected));
    }
    table
}

fn folded(operator: &Operator) -> Table {
    let mut table = Table::new();
    let ends = operands::ends();
    for x in &ends {
        for way in 0..uses(operator, "", "#t").len() {
            let mut expressions = String::new();
            let mut expected = Vec::new();
            for y in &ends {
                if let Some(result) = (operator.apply)(x, y) {
                    let expression = format!("({} {} {})", operator.name, x.literal(), y.literal());
                    let (used, shown) = &uses(operator, &expression, &result)[way];
                    let _ = write!(expressions, "{used} ");
                    expected.push(shown.clone());
                }
            }
            let _ = writeln!(
                table.program,
                "(for-each show (list {expressions})) (newline)"
            );
            table
                .rows
                .push((format!("{} {}", operator.name, x.literal()), expected));
        }
    }
    table
}

/// Two operators with constants, which a compiler may make one of.
fn nested() -> Table {
    let mut table = Table::new();
    let (ends, integers) = (operands::ends(), operands::integers());
    let find = |name: &str| {
        let found = OPERATORS.iter().find(|operator| operator.name == name);
        found.expect("it is in the table")
    };
    let exact = |name: &str, a: &Number, b: &Number| {
        let (a, b) = (a.as_integer()?, b.as_integer()?);
        Some(Number::integer(if name == "+" { a + b } else { a - b }))
    };
    for inner in ["+", "-"] {
        for outer in ["+", "-", "<", "<=", ">", ">=", "="] {
            let operator = find(outer);
            for (index, first) in ends.iter().enumerate() {
                let second = &ends[(index * 7 + outer.len() + 3) % ends.len()];
                let (one, two) = (first.literal(), second.literal());
                let forms = [
                    (format!("({outer} ({inner} x {one}) {two})"), false, false),
                    (format!("({outer} ({inner} {one} x) {two})"), true, false),
                    (format!("({outer} {two} ({inner} x {one}))"), false, true),
                    (format!("({outer} {two} ({inner} {one} x))"), true, true),
                ];
                for (text, inner_first, outer_first) in forms {
                    variable_rows(&mut table, operator, &text, &integers, |x| {
                        let middle = match inner_first {
                            true => exact(inner, first, x)?,
                            false => exact(inner, x, first)?,
                        };
                        match outer_first {
                            true => (operator.apply)(second, &middle),
                            false => (operator.apply)(&middle, second),
                        }
                    });
                }
            }
        }
    }
    table
}

/// Exact numbers that become inexact, at run time, as constants, and as operands of an addition.
fn conversions() -> Table {
    let mut table = Table::new();
    let ties = operands::near_ties();
    let all: Vec<Number> = ties.into_iter().chain(operands(Takes::Numbers)).collect();
    let chosen: Vec<&Number> = all.iter().collect();
    let expected = |number: &Number| Number::Inexact(number.inexact()).shown();
    table.row(
        "inexact",
        &chosen,
        chosen.iter().map(|number| expected(number)).collect(),
    );
    let exact: Vec<&Number> = all.iter().filter(|number| number.is_exact()).collect();
    let added: Vec<String> = exact
        .iter()
        .map(|number| Number::Inexact(number.inexact() + 0.0).shown())
        .collect();
    table.row("(lambda (x) (+ x 0.0))", &exact, added.clone());
    table.row("(lambda (x) (+ 0.0 x))", &exact, added);
    for number in &exact {
        let _ = writeln!(
            table.program,
            "(show (inexact {})) (newline)",
            number.literal()
        );
        table.rows.push((
            format!("(inexact {})", number.literal()),
            vec![expected(number)],
        ));
    }
    table
}

/// Operators of one operand.
fn unary() -> Table {
    type Row = (&'static str, fn(&Number) -> Option<String>);
    let rows: &[Row] = &[
        ("(- x)", |x| match x {
            Number::Exact(x) => Some(Number::Exact(-x).shown()),
            Number::Inexact(x) => Some(Number::Inexact(-x).shown()),
        }),
        ("(abs x)", |x| match x {
            Number::Exact(x) if *x.numer() < 0.into() => Some(Number::Exact(-x).shown()),
            Number::Exact(_) => Some(x.shown()),
            Number::Inexact(x) => Some(Number::Inexact(x.abs()).shown()),
        }),
        ("(square x)", |x| (OPERATORS[2].apply)(x, x)),
        ("(+ x 1)", |x| (OPERATORS[0].apply)(x, &Number::integer(1))),
        ("(- x 1)", |x| (OPERATORS[1].apply)(x, &Number::integer(1))),
        ("(zero? x)", |x| sign(x, |zero, _| zero)),
        ("(positive? x)", |x| {
            sign(x, |zero, negative| !zero && !negative)
        }),
        ("(negative? x)", |x| {
            sign(x, |zero, negative| !zero && negative)
        }),
        ("(even? x)", |x| {
            Some(if x.as_integer()?.bit(0) { "#f" } else { "#t" }.to_owned())
        }),
        ("(odd? x)", |x| {
            Some(if x.as_integer()?.bit(0) { "#t" } else { "#f" }.to_owned())
        }),
        ("(exact x)", |x| Some(Number::Exact(x.exact()?).shown())),
        ("(floor x)", |x| rounded(x, |x| x.floor(), f64::floor)),
        ("(ceiling x)", |x| rounded(x, |x| x.ceil(), f64::ceil)),
        ("(truncate x)", |x| rounded(x, |x| x.trunc(), f64::trunc)),
        ("(numerator x)", |x| match x {
            Number::Exact(x) => Some(x.numer().to_string()),
            Number::Inexact(_) => None,
        }),
    ];
    let mut table = Table::new();
    let operands = operands(Takes::Numbers);
    for (text, result) in rows {
        let is_test = text.contains('?');
        let operator = Operator {
            is_test,
            ..OPERATORS[0]
        };
        variable_rows(&mut table, &operator, text, &operands, result);
    }
    table
}

fn sign(x: &Number, holds: fn(bool, bool) -> bool) -> Option<String> {
    let x = x.inexact();
    Some(
        if !x.is_nan() && holds(x == 0.0, x < 0.0) {
            "#t"
        } else {
            "#f"
        }
        .to_owned(),
    )
}

fn rounded(
    x: &Number,
    exact: fn(&num_rational::BigRational) -> num_rational::BigRational,
    inexact: fn(f64) -> f64,
) -> Option<String> {
    Some(match x {
        Number::Exact(x) => Number::Exact(exact(x)).shown(),
        Number::Inexact(x) => Number::Inexact(inexact(*x)).shown(),
    })
}

fn check(name: &str, tables: Vec<(String, Table)>) {
    let runs: Vec<(&(String, Table), &[&str])> = tables
        .iter()
        .flat_map(|table| [(table, &[][..]), (table, &["--no-native"][..])])
        .collect();
    let failures = in_parallel(&runs, |((operator, table), flags)| {
        table.failure(
            &format!("{name}-{}", operator.replace('/', "divide")),
            flags,
        )
    });
    check_failures(failures.into_iter().flatten().collect());
}

fn of_each(make: fn(&Operator) -> Table) -> Vec<(String, Table)> {
    let each = OPERATORS
        .iter()
        .map(|operator| (operator.name.to_owned(), make(operator)));
    each.collect()
}

#[test]
fn operators_with_a_constant_give_what_they_should() {
    check("constant", of_each(with_constants));
}

#[test]
fn operators_of_variables_give_what_they_should() {
    check("variables", of_each(with_variables));
}

#[test]
fn operators_of_constants_give_what_they_should() {
    check("folded", of_each(folded));
}

#[test]
fn operators_on_sums_and_differences_give_what_they_should() {
    check("nested", vec![("nested".to_owned(), nested())]);
}

#[test]
fn numbers_become_the_nearest_flonum() {
    check("conversions", vec![("inexact".to_owned(), conversions())]);
}

#[test]
fn operators_of_one_operand_give_what_they_should() {
    check("unary", vec![("unary".to_owned(), unary())]);
}
