//! Blocks in orders that the compiler does not make, or seldom: what only a loop leads to, what
//! nothing leads to, loops within loops that begin in the middle. The verifier accepts them, so they
//! may come from anywhere.

mod support;

use support::{End, Executor, run};

/// The same in the interpreter and as machine code; gives how it ended.
fn same(text: &str) -> End {
    let expected = run(text, Executor::Interpreter, 1_000_000, false);
    for (fuel, zeal) in [(1_000_000, false), (1, false), (2, false), (7, true)] {
        let expected = run(text, Executor::Interpreter, fuel, zeal);
        for executor in [Executor::Native, Executor::Mixed(1), Executor::Mixed(2)] {
            let found = run(text, executor, fuel, zeal);
            assert_eq!(
                found, expected,
                "{executor:?}, fuel {fuel}, zeal {zeal}:\n{text}"
            );
        }
    }
    expected.end
}

/// The value of function 1, called with 5, 20 and a list.
fn of_function(body: &str) -> End {
    same(&format!(
        "constant 0 = immediate null
constant 1 = flonum 0.5
constant 2 = pair 1 0
function 0 (0 arguments, 10 slots)
  block 0 (live)
    fixnum 6 5
    fixnum 7 20
    constant 8 2
    call-known 4 3 1
  block 1 (live 4)
    return 4
function 1 (3 arguments, 16 slots)
{body}"
    ))
}

fn fixnum(value: i64) -> End {
    End::Done(format!("{:x}", value << 3))
}

#[test]
fn what_only_a_loop_leads_to_has_machine_code() {
    let found = of_function(
        "  block 0 (live 2 3 4)
    jump 2
  block 1 (live 2 3)
    unless=i 2 0 2
    return 3
  block 2 (live 2 3)
    add-i 2 2 -1
    add-i 3 3 2
    loop 1
",
    );
    assert_eq!(found, fixnum(30));
}

#[test]
fn loops_may_lead_to_one_another_in_any_order() {
    let found = of_function(
        "  block 0 (live 2 3 4)
    fixnum 5 0
    jump 4
  block 1 (live 2 3 5)
    add-i 5 5 1
    unless<i 5 3 6
    loop 1
  block 2 (live 2 3 5)
    add-i 5 5 10
    loop 1
  block 3 (live 2 3 5)
    unless<i 2 2 5
    return 5
  block 4 (live 2 3 5)
    add-i 2 2 -1
    loop 3
  block 5 (live 2 3 5)
    add-i 5 5 -5
    add-i 2 2 -1
    loop 2
  block 6 (live 2 3 5)
    add 5 5 3
    loop 3
",
    );
    assert!(matches!(found, End::Done(_)), "{found:?}");
}

#[test]
fn what_nothing_leads_to_harms_nobody() {
    let found = of_function(
        "  block 0 (live 2 3 4)
    jump 6
  block 1 (live 2 3)
    unless=i 2 0 3
    add-i 3 3 1
  block 2 (live 2 3)
    loop 1
  block 3 (live 2 3)
    move 8 2
    call-known 6 1 2
  block 4 (live 3 6)
    unless=i 6 0 5
    loop 4
  block 5 (live)
    fixnum 2 0
    return 2
  block 6 (live 3)
    return 3
function 2 (1 argument, 6 slots)
  block 0 (live 2)
    return 2
",
    );
    assert_eq!(found, fixnum(20));
}

#[test]
fn a_block_after_a_call_may_be_reached_by_a_loop_only() {
    let found = of_function(
        "  block 0 (live 2 3 4)
    fixnum 10 7
    jump 3
  block 1 (live 2 3)
    move 12 3
    call-known 10 1 2
  block 2 (live 2 3 10)
    unless=i 2 0 3
    return 10
  block 3 (live 2 3 10)
    add-i 2 2 -1
    add 3 3 10
    unless<i 2 3 4
    loop 2
  block 4 (live 2 3)
    loop 1
function 2 (1 argument, 6 slots)
  block 0 (live 2)
    add-i 2 2 3
    return 2
",
    );
    assert!(matches!(found, End::Done(_)), "{found:?}");
}
