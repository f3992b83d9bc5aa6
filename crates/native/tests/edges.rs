//! Comparisons and sums where they are about to change: equal values, one less and one more, the first
//! and last fixnum; with the constant on either side, as a branch, as a value and as a choice.

mod support;

use support::{End, Executor, run};

/// The least and the largest fixnum.
const LEAST: i64 = -(1 << 60);
const LARGEST: i64 = (1 << 60) - 1;

/// Numbers that are constants: small ones, those that no instruction can hold, those that no double
/// can, and the ends.
const NUMBERS: [i64; 10] = [
    0,
    -1,
    100_000,
    1 << 28,
    -(1 << 28),
    1 << 40,
    -(1 << 52),
    (1 << 53) + 1,
    LEAST,
    LARGEST,
];

/// Calls function 1 with `argument`; the constant is slot 3 there, which the block sets itself, and
/// the value of slot 4 is returned.
fn unit(constant: i64, argument: &str, body: &str) -> String {
    format!(
        "constant 0 = integer {constant}
constant 1 = {argument}
function 0 (0 arguments, 8 slots)
  block 0 (live)
    constant 6 1
    call-known 4 1 1
  block 1 (live 4)
    return 4
function 1 (1 argument, 10 slots)
  block 0 (live 2)
    constant 3 0
{body}"
    )
}

fn same(text: &str) -> End {
    let expected = run(text, Executor::Interpreter, 1000, false);
    let found = run(text, Executor::Native, 1000, false);
    assert_eq!(found, expected, "{text}");
    found.end
}

fn arguments(constant: i64) -> Vec<String> {
    let mut arguments: Vec<String> = [constant - 1, constant, constant + 1]
        .into_iter()
        .map(|number| format!("integer {number}"))
        .collect();
    arguments.push(format!("flonum {:.1}", constant as f64));
    arguments.push("flonum NaN".to_owned());
    arguments
}

#[test]
fn comparisons_with_constants_are_right_at_equal_values() {
    let mut bodies = Vec::new();
    for (left, right) in [(2, 3), (3, 2)] {
        for test in ["<", "<=", ">", ">=", "="] {
            bodies.push((
                test,
                left,
                format!("    {test} 4 {left} {right}\n    return 4\n"),
            ));
            bodies.push((
                test,
                left,
                format!(
                    "    unless{test} {left} {right} 1
    immediate 4 1
    return 4
  block 1 (live)
    immediate 4 0
    return 4
"
                ),
            ));
            bodies.push((
                test,
                left,
                format!(
                    "    immediate 4 0
    unless{test} {left} {right} 1
    immediate 4 1
  block 1 (live 4)
    return 4
"
                ),
            ));
        }
    }
    for constant in NUMBERS {
        for argument in arguments(constant) {
            for (test, left, body) in &bodies {
                let found = same(&unit(constant, &argument, body));
                let Some(number) = argument.strip_prefix("integer ") else {
                    continue;
                };
                let number: i64 = number.parse().expect("a number");
                let (a, b) = if *left == 2 {
                    (number, constant)
                } else {
                    (constant, number)
                };
                let holds = match *test {
                    "<" => a < b,
                    "<=" => a <= b,
                    ">" => a > b,
                    ">=" => a >= b,
                    _ => a == b,
                };
                let truth = unit(
                    constant,
                    &argument,
                    &format!("    immediate 4 {}\n    return 4\n", u8::from(holds)),
                );
                assert_eq!(found, same(&truth), "{a} {test} {b}");
            }
        }
    }
}

#[test]
fn sums_and_differences_leave_the_fixnums_at_their_ends() {
    let mut count = 0;
    for constant in NUMBERS {
        for argument in arguments(constant) {
            for op in ["add", "subtract", "multiply"] {
                for operands in ["2 3", "3 2", "2 2"] {
                    // Into a slot of its own, and into the one of an operand.
                    let body = format!(
                        "    move 5 2\n    {op} 4 {operands}\n    {op} 2 {operands}\n    cons 4 4 2\n    cons 4 4 5\n    return 4\n"
                    );
                    count += usize::from(matches!(
                        same(&unit(constant, &argument, &body)),
                        End::Done(_)
                    ));
                }
            }
            for number in [1, -1, 127, -128] {
                let body = format!(
                    "    add-i 4 2 {number}\n    add-i 2 2 {number}\n    cons 4 4 2\n    return 4\n"
                );
                same(&unit(constant, &argument, &body));
            }
        }
    }
    assert_eq!(count, NUMBERS.len() * 5 * 9);
}
