//! Every instruction on numbers, as an operation and as a branch, for all pairs of numbers where something
//! changes: the ends of the fixnums and of the words, fractions, flonums, no number. What is expected comes
//! from `mound_numbers`, whose own tests compare it with wide integers.

mod support;

use mound_numbers::{Number, NumberError, parse};
use std::cmp::Ordering;
use std::fmt::Write;
use support::{MODES, run};

/// Constants of a unit and the numbers that they are; a ratio needs two more.
const OPERANDS: [&str; 22] = [
    "0",
    "1",
    "-1",
    "7",
    "-7",
    "1073741824",
    // The first integer that is no flonum, and its neighbour.
    "9007199254740993",
    "9007199254740992.0",
    "-9007199254740993",
    "1152921504606846974",
    "1152921504606846975",
    "1152921504606846976",
    "-1152921504606846975",
    "-1152921504606846976",
    "-1152921504606846977",
    "9223372036854775808",
    "1/3",
    "-7/2",
    "0.0",
    "-0.0",
    "7.0",
    "+inf.0",
];

fn number(text: &str) -> Number {
    parse(text, 10).expect("a number")
}

/// The constants of a unit, each once, and the place of the last.
#[derive(Default)]
struct Constants(Vec<String>);

impl Constants {
    fn place(&mut self, constant: String) -> usize {
        let known = self.0.iter().position(|other| *other == constant);
        known.unwrap_or_else(|| {
            self.0.push(constant);
            self.0.len() - 1
        })
    }

    fn number(&mut self, text: &str) -> usize {
        if let Some((top, bottom)) = text.split_once('/') {
            let parts = [top, bottom].map(|part| self.place(format!("integer {part}")));
            return self.place(format!("ratio {} {}", parts[0], parts[1]));
        }
        self.place(match text {
            "+inf.0" => "flonum inf".to_owned(),
            "+nan.0" => "flonum NaN".to_owned(),
            _ if text.contains('.') => format!("flonum {text}"),
            _ => format!("integer {text}"),
        })
    }
}

/// A unit that has the numbers in slots 2 and 3 and gives the list, newest first, of what the steps leave in
/// slot 4.
struct Steps {
    text: String,
    block: usize,
}

impl Steps {
    fn new(left: &str, right: &str) -> Steps {
        let mut constants = Constants::default();
        let (left, right) = (constants.number(left), constants.number(right));
        let mut text = String::new();
        for (place, constant) in constants.0.iter().enumerate() {
            writeln!(text, "constant {place} = {constant}").expect("into a string");
        }
        write!(
            text,
            "function 0 (0 arguments, 8 slots)\n  block 0 (live)\n    constant 2 {left}\n    constant 3 {right}\n    immediate 5 2\n"
        )
        .expect("into a string");
        Steps { text, block: 0 }
    }

    fn operation(&mut self, line: &str) {
        writeln!(self.text, "    {line}\n    cons 5 4 5").expect("into a string");
    }

    /// Whether a branch of these operands is not taken.
    fn branch(&mut self, line: &str) {
        self.block += 1;
        let block = self.block;
        writeln!(
            self.text,
            "    immediate 4 0\n    {line} {block}\n    immediate 4 1\n  block {block} (live 2 3 4 5)\n    cons 5 4 5"
        )
        .expect("into a string");
    }

    fn end(mut self) -> String {
        self.text.push_str("    return 5\n");
        self.text
    }
}

fn truth(holds: bool) -> String {
    if holds { "#t" } else { "#f" }.to_owned()
}

fn shown(result: Result<Number, NumberError>) -> String {
    result.expect("a number").to_string()
}

/// A test of an order, and its name.
type OrderTest = (&'static str, fn(Option<Ordering>) -> bool);

const ORDERS: [OrderTest; 5] = [
    ("<", |order| order == Some(Ordering::Less)),
    ("<=", |order| {
        matches!(order, Some(Ordering::Less | Ordering::Equal))
    }),
    (">", |order| order == Some(Ordering::Greater)),
    (">=", |order| {
        matches!(order, Some(Ordering::Greater | Ordering::Equal))
    }),
    ("=", |order| order == Some(Ordering::Equal)),
];

fn compare(text: &str, mut expected: Vec<String>, place: &str) {
    expected.reverse();
    let found = run(text, MODES[0]).text;
    assert_eq!(
        found,
        format!("({})", expected.join(" ")),
        "{place}\n{text}"
    );
}

#[test]
fn operations_and_branches_on_all_pairs() {
    for left in OPERANDS {
        for right in OPERANDS {
            let (a, b) = (number(left), number(right));
            let mut steps = Steps::new(left, right);
            let mut expected = Vec::new();
            for (op, result) in [
                ("add", a.add(&b)),
                ("subtract", a.subtract(&b)),
                ("multiply", a.multiply(&b)),
            ] {
                steps.operation(&format!("{op} 4 2 3"));
                expected.push(shown(result));
            }
            for (test, holds) in ORDERS {
                let holds = truth(holds(a.compare(&b)));
                steps.operation(&format!("{test} 4 2 3"));
                steps.branch(&format!("unless{test} 2 3"));
                expected.extend([holds.clone(), holds]);
            }
            if a.is_integer() && b.is_integer() && !b.is_zero() {
                steps.operation("quotient 4 2 3");
                steps.operation("remainder 4 2 3");
                expected.push(shown(a.truncate_quotient(&b)));
                expected.push(shown(a.truncate_remainder(&b)));
            }
            compare(&steps.end(), expected, &format!("{left} and {right}"));
        }
    }
}

#[test]
fn operations_and_branches_with_small_constants() {
    for left in OPERANDS {
        let a = number(left);
        let mut steps = Steps::new(left, "0");
        let mut expected = Vec::new();
        for small in [-128_i64, -7, -1, 0, 1, 7, 127] {
            steps.operation(&format!("add-i 4 2 {small}"));
            expected.push(shown(a.add(&Number::from(small))));
        }
        for small in [-32_768_i64, -7, -1, 0, 1, 7, 32_767] {
            let order = a.compare(&Number::from(small));
            for (test, holds) in [ORDERS[0], ORDERS[2], ORDERS[4]] {
                steps.branch(&format!("unless{test}i 2 {small}"));
                expected.push(truth(holds(order)));
            }
        }
        compare(&steps.end(), expected, left);
    }
}

#[test]
fn what_is_no_number_has_no_order() {
    let mut steps = Steps::new("+nan.0", "0");
    let mut expected = Vec::new();
    for (test, _) in ORDERS {
        for operands in ["2 3", "3 2", "2 2"] {
            steps.operation(&format!("{test} 4 {operands}"));
            steps.branch(&format!("unless{test} {operands}"));
            expected.extend([truth(false), truth(false)]);
        }
    }
    for test in ["<", ">", "="] {
        steps.branch(&format!("unless{test}i 2 0"));
        expected.push(truth(false));
    }
    compare(&steps.end(), expected, "NaN");
}

#[test]
fn divisions_that_are_refused_say_why() {
    for (left, right, expected) in [
        ("1", "0", "divide-by-zero"),
        ("1", "0.0", "divide-by-zero"),
        ("1152921504606846976", "0", "divide-by-zero"),
        ("1/3", "1", "type"),
        ("1", "1/3", "type"),
        ("+inf.0", "1", "type"),
    ] {
        for op in ["quotient", "remainder"] {
            let mut steps = Steps::new(left, right);
            steps.operation(&format!("{op} 4 2 3"));
            let found = run(&steps.end(), MODES[0]).text;
            let start = format!("died: {expected}: ");
            assert!(found.starts_with(&start), "({op} {left} {right}): {found}");
        }
    }
}
