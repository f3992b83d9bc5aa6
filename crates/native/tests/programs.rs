//! The programs of the machine's tests, by machine code: results and fuel are those of the interpreter,
//! which the machine's own tests compare with what stands in the programs.

#[path = "../../machine/tests/support/mod.rs"]
mod support;

use mound_machine::{Linker, Native};
use mound_native::Choice;
use support::{Mode, Node, Outcome, drive, primitives};

/// A compiler that makes no machine code but what is right, if there is one for this machine.
fn native(choice: Choice) -> Option<Box<dyn Native>> {
    mound_native::start(choice, Box::new(|text: &str| panic!("{text}")))
}

fn run(text: &str, mode: Mode, native: Option<Box<dyn Native>>) -> Outcome {
    let node = Node::on(Linker::with_native(primitives::table(), native));
    drive(&mut node.start(text), mode)
}

#[test]
fn programs_run_alike_by_machine_code_and_in_every_way() {
    support::cases::check_all(&|text, mode| {
        let interpreted = run(text, mode, None);
        let compiled = run(text, mode, native(Choice::All));
        assert_eq!(compiled, interpreted, "{}: {text}", mode.name);
        let mixed = run(text, mode, native(Choice::Mixed(7)));
        assert_eq!(mixed, interpreted, "{}, mixed: {text}", mode.name);
        compiled
    });
}

#[test]
fn tests_of_objects_are_those_of_rust() {
    support::branches::check_all(&|text, mode| run(text, mode, native(Choice::All)));
}

/// How a procedure is called whose frame begins at slot `base`, and what it returns.
fn calls(base: usize) -> [String; 4] {
    let (procedure, first, second) = (base + 1, base + 2, base + 3);
    let (third, fourth) = (base + 4, base + 5);
    [
        format!("fixnum {first} 9\n call-known {base} 1 1"),
        format!("fixnum {first} 9\n function {procedure} 1\n call {base} 1"),
        format!("function {first} 1\n call-primitive {base} 1 0"),
        format!(
            "function {first} 1\n fixnum {third} 9\n immediate {fourth} 2
             cons {second} {third} {fourth}\n call-primitive {base} 2 1"
        ),
    ]
}

/// All slots below the frame of a call are what they were before, whatever is called and whatever moves.
#[test]
fn a_call_leaves_the_frame_below_as_it_is() {
    for base in 2..14 {
        for call in calls(base) {
            let below: Vec<String> = (2..base).map(|slot| slot.to_string()).collect();
            let set = |slot: usize| match slot % 3 {
                0 if slot > 2 => format!("cons {slot} {} {}\n", slot - 1, slot - 1),
                _ => format!("fixnum {slot} {}\n", 100 + slot),
            };
            let before: String = (2..base).map(set).collect();
            let next = base + 1;
            let gathered: String = (2..base)
                .map(|slot| format!("cons {next} {slot} {next}\n"))
                .collect();
            let text = format!(
                "primitive 0 = %call/cc
                 primitive 1 = %apply
                 function 0 (0 arguments, 24 slots)
                   block 0 (live)
                     {before}
                     {call}
                   block 1 (live {} {base})
                     immediate {next} 2
                     {gathered}
                     return {next}
                 function 1 (1 argument, 8 slots)
                   block 0 (live 2)
                     fixnum 3 7
                     cons 3 3 3
                     return 3",
                below.join(" ")
            );
            for mode in support::MODES {
                let interpreted = run(&text, mode, None);
                let compiled = run(&text, mode, native(Choice::All));
                assert_eq!(compiled, interpreted, "{}: {text}", mode.name);
            }
            let plain = run(&text, support::MODES[0], None).text;
            assert!(!plain.contains("died"), "{plain}: {text}");
        }
    }
}

/// What was known of a variable before a loop is not known in it.
#[test]
fn variables_change_their_kinds_in_loops() {
    let kinds = ["integer 3", "flonum 0.5", "integer 99999999999999999999"];
    for first in kinds {
        for second in kinds {
            for operation in ["add", "subtract", "multiply"] {
                let text = format!(
                    "constant 0 = {first}
                     constant 1 = {second}
                     function 0 (0 arguments, 10 slots)
                       block 0 (live)
                         constant 2 0
                         constant 3 1
                         add-i 2 2 1
                         add-i 3 3 -1
                         fixnum 4 3
                         immediate 5 2
                       block 1 (live 2 3 4 5)
                         {operation} 6 2 3
                         cons 5 6 5
                         move 7 2
                         move 2 3
                         move 3 7
                         {operation} 2 2 6
                         add-i 4 4 -1
                         unless<i 4 1 2
                         return 5
                       block 2 (live 2 3 4 5)
                         loop 1"
                );
                for mode in support::MODES {
                    let interpreted = run(&text, mode, None);
                    let compiled = run(&text, mode, native(Choice::All));
                    assert_eq!(compiled, interpreted, "{}: {text}", mode.name);
                    assert!(!compiled.text.contains("died"), "{}", compiled.text);
                }
            }
        }
    }
}

/// What was a pair before a loop is none in one of its turns.
#[test]
fn pairs_that_become_something_else_in_a_loop_are_looked_at() {
    for depth in 1..5 {
        for turns in 1..6 {
            let nested = "cons 2 2 2\n".repeat(depth);
            let text = format!(
                "function 0 (0 arguments, 8 slots)
                   block 0 (live)
                     fixnum 2 7
                     {nested}
                     fixnum 4 {turns}
                   block 1 (live 2 4)
                     car 2 2
                     add-i 4 4 -1
                     unless<i 4 1 2
                     return 2
                   block 2 (live 2 4)
                     loop 1"
            );
            for mode in support::MODES {
                let interpreted = run(&text, mode, None);
                let compiled = run(&text, mode, native(Choice::All));
                assert_eq!(compiled, interpreted, "{}: {text}", mode.name);
                assert_eq!(compiled.text.contains("died"), turns > depth, "{text}");
            }
        }
    }
}
