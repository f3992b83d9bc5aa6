//! What instructions raise, in every way of running.

mod support;

use support::{MODES, run};

/// One instruction, and what is raised when slot 2 holds 5, slot 3 a frozen list, slot 4 a
/// frozen vector, slot 5 a frozen bytevector, slot 6 a string, slot 7 a record type of two fields
/// and slot 8 a procedure of one argument.
const CASES: &[(&str, &str)] = &[
    ("car 9 2", "type: car: argument 1 must be a pair (5)"),
    ("cdr 9 4", "type: cdr: argument 1 must be a pair (#(5))"),
    (
        "set-car 2 2",
        "type: set-car!: argument 1 must be a pair (5)",
    ),
    ("set-cdr 3 2", "frozen: set-cdr!: {frozen} ((5))"),
    ("set-car 3 2", "frozen: set-car!: {frozen} ((5))"),
    (
        "vector-ref 9 2 2",
        "type: vector-ref: argument 1 must be a vector (5)",
    ),
    (
        "vector-ref 9 4 4",
        "type: vector-ref: argument 2 must be an exact index (#(5))",
    ),
    (
        "vector-ref 9 4 2",
        "range: vector-ref: index out of range, only 0 is valid (5 #(5))",
    ),
    (
        "vector-set 2 2 2",
        "type: vector-set!: argument 1 must be a vector (5)",
    ),
    (
        "vector-set 4 2 2",
        "range: vector-set!: index out of range, only 0 is valid (5 #(5))",
    ),
    ("vector-set 4 10 2", "frozen: vector-set!: {frozen} (#(5))"),
    (
        "vector-set 4 11 2",
        "range: vector-set!: index out of range, only 0 is valid (-1 #(5))",
    ),
    (
        "vector-length 9 2",
        "type: vector-length: argument 1 must be a vector (5)",
    ),
    (
        "bytevector-ref 9 2 2",
        "type: bytevector-u8-ref: argument 1 must be a bytevector (5)",
    ),
    (
        "bytevector-ref 9 5 2",
        "range: bytevector-u8-ref: index out of range, only 0 is valid (5 Bytevector)",
    ),
    (
        "bytevector-set 5 2 2",
        "range: bytevector-u8-set!: index out of range, only 0 is valid (5 Bytevector)",
    ),
    (
        "bytevector-set 5 10 11",
        "type: bytevector-u8-set!: argument 3 must be a byte, 0 to 255 (-1)",
    ),
    (
        "bytevector-set 5 10 2",
        "frozen: bytevector-u8-set!: {frozen} (Bytevector)",
    ),
    (
        "string-ref 9 2 2",
        "type: string-ref: argument 1 must be a string (5)",
    ),
    (
        "string-ref 9 6 2",
        "range: string-ref: index out of range, 0 to 3 are valid (5 text)",
    ),
    ("unbox 9 2", "type: unbox: argument 1 must be a box (5)"),
    ("set-box 2 2", "type: set!: argument 1 must be a box (5)"),
    (
        "patch 2 2 0",
        "type: patch: argument 1 must be a closure (5)",
    ),
    (
        "patch 8 2 0",
        "type: patch: argument 1 must be a closure with more free values (procedure)",
    ),
    (
        "patch 12 2 1",
        "type: patch: argument 1 must be a closure with more free values (procedure)",
    ),
    (
        "record 9 2 2",
        "type: record: argument 1 must be a record type with as many fields (5)",
    ),
    (
        "record 9 7 1",
        "type: record: argument 1 must be a record type with as many fields (RecordType)",
    ),
    (
        "record-ref 9 2 7 0",
        "type: point-x: argument 1 must be a record of type point (5)",
    ),
    (
        "record-ref 9 2 2 0",
        "type: record-record: argument 1 must be a record of type record (5)",
    ),
    (
        "record-set 2 7 2 1",
        "type: point-y: argument 1 must be a record of type point (5)",
    ),
    ("add 9 2 3", "type: +: argument 2 must be a number ((5))"),
    ("add-i 9 3 1", "type: +: argument 1 must be a number ((5))"),
    (
        "subtract 9 3 2",
        "type: -: argument 1 must be a number ((5))",
    ),
    (
        "multiply 9 2 6",
        "type: *: argument 2 must be a number (text)",
    ),
    (
        "quotient 9 2 10",
        "divide-by-zero: quotient: division by zero (5 0)",
    ),
    (
        "remainder 9 2 10",
        "divide-by-zero: remainder: division by zero (5 0)",
    ),
    (
        "quotient 9 2 3",
        "type: quotient: argument 2 must be a number ((5))",
    ),
    ("< 9 2 3", "type: <: argument 2 must be a real number ((5))"),
    (
        "<= 9 3 2",
        "type: <=: argument 1 must be a real number ((5))",
    ),
    ("= 9 3 2", "type: =: argument 1 must be a number ((5))"),
    (
        "unless< 2 3 0",
        "type: <: argument 2 must be a real number ((5))",
    ),
    (
        "unless<i 3 7 0",
        "type: <: argument 1 must be a real number ((5))",
    ),
    (
        "unless=i 3 7 0",
        "type: =: argument 1 must be a number ((5))",
    ),
    ("global 9 0", "unbound: unbound variable (nothing)"),
    ("set-global 2 0", "unbound: unbound variable (nothing)"),
    ("primitive 9 2 1 0", "type: length (5)"),
];

const FROZEN: &str =
    "this object cannot be changed (a literal, or it came in a message); change a copy";

fn program(instruction: &str) -> String {
    // Branches must go forward: to the block at the end.
    let instruction = instruction.trim_end();
    let branches = instruction.starts_with("unless");
    let instruction = match branches {
        true => format!("{}1", instruction.trim_end_matches('0')),
        false => instruction.to_owned(),
    };
    format!(
        "primitive 0 = length
         reference 0 = interactive nothing
         constant 0 = integer 5
         constant 1 = immediate null
         constant 2 = pair 0 1
         constant 3 = vector 0
         constant 4 = bytevector 05
         constant 5 = string text
         constant 6 = record-type point test x y
         function 0 (0 arguments, 16 slots)
           block 0 (live)
             constant 2 0
             constant 3 2
             constant 4 3
             constant 5 4
             constant 6 5
             constant 7 6
             function 8 1
             constant 9 0
             fixnum 10 0
             fixnum 11 -1
             closure 12 2 1 2
             {instruction}
             return 10
           block 1 (live 10)
             return 10
         function 1 (1 argument, 3 slots)
           block 0 (live 2)
             return 2
         function 2 (0 arguments, 1 free, 3 slots)
           block 0 (live 1)
             free 2 0
             return 2"
    )
}

#[test]
fn instructions_say_what_is_wrong() {
    let mut faults = Vec::new();
    for (instruction, expected) in CASES {
        let expected = format!("died: {}", expected.replace("{frozen}", FROZEN));
        for mode in MODES {
            let found = run(&program(instruction), mode).text;
            if found != expected {
                faults.push(format!("{instruction}, {}: {found}", mode.name));
                break;
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Calls of slot 3 with arguments from slot 4.
const CALLS: &[(&str, &str)] = &[
    (
        "call 2 1",
        "not-procedure: attempt to call something that is not a procedure (5)",
    ),
    (
        "call 5 0",
        "arity: an anonymous procedure is called with 0 arguments, but it takes 1 argument (procedure)",
    ),
    (
        "call 5 2",
        "arity: an anonymous procedure is called with 2 arguments, but it takes 1 argument (procedure)",
    ),
    (
        "call 8 0",
        "arity: an anonymous procedure is called with 0 arguments, but it takes at least 2 arguments (procedure)",
    ),
    (
        "call 11 2",
        "arity: an anonymous procedure is called with 2 arguments, but it takes 1 argument, or 3 arguments (procedure)",
    ),
    ("call-global 11 0 0", "unbound: unbound variable (nothing)"),
];

#[test]
fn calls_say_what_is_wrong() {
    for (call, expected) in CALLS {
        for call in [call.to_string(), format!("tail-{call}")] {
            let after = match call.starts_with("tail") {
                true => "",
                false => "block 1 (live)\n fixnum 2 1\n return 2",
            };
            let text = format!(
                "reference 0 = interactive nothing
                 function 0 (0 arguments, 16 slots)
                   block 0 (live)
                     fixnum 3 5
                     fixnum 4 6
                     function 6 1
                     fixnum 7 1
                     fixnum 8 1
                     function 9 2
                     function 12 3
                     fixnum 13 1
                     fixnum 14 1
                     {call}
                   {after}
                 function 1 (1 argument, 3 slots)
                   block 0 (live 2)
                     return 2
                 function 2 (2 arguments, rest, 5 slots)
                   block 0 (live 2 3 4)
                     return 2
                 function 3 (clauses 1 4)
                 function 4 (3 arguments, 5 slots)
                   block 0 (live 2 3 4)
                     return 2"
            );
            for mode in MODES {
                let found = run(&text, mode).text;
                assert_eq!(found, format!("died: {expected}"), "{call}, {}", mode.name);
            }
        }
    }
}
