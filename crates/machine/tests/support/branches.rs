//! Each test that an instruction makes, as a branch and as a value, on objects of each kind and beside
//! what tells of the same in Rust.

use super::{MODES, Mode, Outcome};

/// What is tested: how it gets into a slot, and its number if it is one.
struct Object {
    name: &'static str,
    number: Option<f64>,
}

const fn object(name: &'static str, number: Option<f64>) -> Object {
    Object { name, number }
}

const OBJECTS: &[Object] = &[
    object("-1", Some(-1.0)),
    object("0", Some(0.0)),
    object("1", Some(1.0)),
    object("2", Some(2.0)),
    object("0.5", Some(0.5)),
    object("1.0", Some(1.0)),
    object("null", None),
    object("false", None),
    object("true", None),
    object("pair", None),
    object("string", None),
];

fn set(object: &Object, slot: usize, constant: usize) -> String {
    match object.name {
        "null" => format!("immediate {slot} 2"),
        "false" => format!("immediate {slot} 0"),
        "true" => format!("immediate {slot} 1"),
        "pair" => format!("fixnum {slot} 1\n cons {slot} {slot} {slot}"),
        "string" | "0.5" | "1.0" => format!("constant {slot} {constant}"),
        number => format!("fixnum {slot} {number}"),
    }
}

/// The constant that the object needs, if it does.
fn constant(object: &Object, number: usize) -> String {
    match object.name {
        "string" => format!("constant {number} = string text{number}"),
        "0.5" | "1.0" => format!("constant {number} = flonum {}", object.name),
        _ => format!("constant {number} = integer 7"),
    }
}

fn is_of(object: &Object, kind: &str) -> bool {
    let is_flonum = object.name.contains('.');
    match kind {
        "number" => object.number.is_some(),
        "fixnum" => object.number.is_some() && !is_flonum,
        "flonum" => is_flonum,
        "boolean" => ["true", "false"].contains(&object.name),
        kind => object.name == kind,
    }
}

/// What the test says of two objects: as a branch, and as a value if there is such an instruction. `None` if
/// it raises.
type Judge = fn(&Object, &Object) -> Option<bool>;

fn numbers(one: &Object, other: &Object, compare: impl Fn(f64, f64) -> bool) -> Option<bool> {
    Some(compare(one.number?, other.number?))
}

const OF_TWO: &[(&str, Option<&str>, Judge)] = &[
    ("unless<", Some("<"), |a, b| numbers(a, b, |a, b| a < b)),
    ("unless<=", Some("<="), |a, b| numbers(a, b, |a, b| a <= b)),
    ("unless>", Some(">"), |a, b| numbers(a, b, |a, b| a > b)),
    ("unless>=", Some(">="), |a, b| numbers(a, b, |a, b| a >= b)),
    ("unless=", Some("="), |a, b| numbers(a, b, |a, b| a == b)),
    // Flonums, pairs and strings in two slots are two objects.
    ("unless-eq", Some("eq?"), |a, b| {
        let is_object = is_of(a, "flonum") || ["pair", "string"].contains(&a.name);
        Some(a.name == b.name && !is_object)
    }),
];

const OF_ONE: &[(&str, Option<&str>, Judge)] = &[
    ("unless", None, |a, _| Some(a.name != "false")),
    ("when", Some("not"), |a, _| Some(a.name == "false")),
    ("unless-null", None, |a, _| Some(a.name == "null")),
    ("unless-pair", None, |a, _| Some(a.name == "pair")),
];

const KINDS: &[&str] = &[
    "number", "fixnum", "flonum", "boolean", "null", "pair", "string",
];

fn check(
    run: &dyn Fn(&str, Mode) -> Outcome,
    objects: [&Object; 2],
    body: &str,
    expected: Option<&str>,
) {
    let text = format!(
        "{}\n{}\n
         function 0 (0 arguments, 8 slots)
           block 0 (live)
             {}
             {}
             {body}",
        constant(objects[0], 0),
        constant(objects[1], 1),
        set(objects[0], 2, 0),
        set(objects[1], 3, 1),
    );
    // No turn ends in so short a program, and what moves is another matter.
    for mode in [MODES[0], MODES[4]] {
        let found = run(&text, mode).text;
        match expected {
            Some(expected) => assert_eq!(found, expected, "{}: {text}", mode.name),
            None => assert!(found.starts_with("died: type"), "{found}: {text}"),
        }
    }
}

fn check_branch(
    run: &dyn Fn(&str, Mode) -> Outcome,
    objects: [&Object; 2],
    test: &str,
    expected: Option<bool>,
) {
    let body = format!(
        "{test} 1
             fixnum 4 1
             return 4
           block 1 (live 2 3)
             fixnum 4 0
             return 4"
    );
    check(
        run,
        objects,
        &body,
        expected.map(|holds| if holds { "1" } else { "0" }),
    );
}

fn check_value(
    run: &dyn Fn(&str, Mode) -> Outcome,
    objects: [&Object; 2],
    test: &str,
    expected: Option<bool>,
) {
    let body = format!("{test}\n return 4");
    check(
        run,
        objects,
        &body,
        expected.map(|holds| if holds { "#t" } else { "#f" }),
    );
}

/// Objects by the constant that they are, or by instructions that make them in slot 2, and the kinds that they are of.
const OF_KINDS: &[(&str, &str, &[&str])] = &[
    (
        "integer 7",
        "",
        &["number", "real", "exact", "exact-integer", "fixnum"],
    ),
    (
        "integer -1152921504606846976",
        "",
        &["number", "real", "exact", "exact-integer", "fixnum"],
    ),
    (
        "integer 1152921504606846976",
        "",
        &["number", "real", "exact", "exact-integer"],
    ),
    ("ratio 0 1", "", &["number", "real", "exact"]),
    ("flonum 0.5", "", &["number", "real", "flonum"]),
    ("complex 0 1", "", &["number"]),
    ("symbol x", "", &["symbol"]),
    ("string \"x\"", "", &["string"]),
    ("character \"a\"", "", &["character"]),
    ("bytevector 01 02", "", &["bytevector"]),
    // A numeric vector is a record to the machine: its type says what its elements are.
    ("numbers s16 01 00", "", &["record"]),
    ("vector 0 1", "", &["vector"]),
    ("pair 0 1", "", &["pair"]),
    ("record-type point test x", "", &[]),
    ("immediate #f", "", &["boolean"]),
    ("immediate #t", "", &["boolean"]),
    ("immediate null", "", &["null"]),
    ("immediate unspecified", "", &["unspecified"]),
    ("immediate eof", "", &["eof"]),
    ("immediate absent", "", &["absent"]),
    (
        "record-type point test x",
        "move 3 2\n fixnum 4 1\n record 2 3 1",
        &["record"],
    ),
    ("integer 7", "box 2 2", &["box"]),
    ("integer 7", "cons 2 2 2", &["pair"]),
    ("integer 7", "function 2 1", &["procedure"]),
    ("integer 7", "closure 2 1 1 2", &["procedure"]),
];

const ALL_KINDS: &[&str] = &[
    "pair",
    "null",
    "boolean",
    "symbol",
    "character",
    "string",
    "vector",
    "bytevector",
    "procedure",
    "number",
    "exact-integer",
    "fixnum",
    "flonum",
    "record",
    "pid",
    "tag",
    "eof",
    "absent",
    "box",
    "promise",
    "condition",
    "hash-table",
    "unspecified",
    "exact",
    "real",
];

/// Each object is of its kinds and of no others.
fn check_kinds(run: &dyn Fn(&str, Mode) -> Outcome) {
    for (constant, make, kinds) in OF_KINDS {
        let used = match *make {
            "closure 2 1 1 2" => "1 free, ",
            _ => "",
        };
        let text = |tests: &str| {
            format!(
                "constant 0 = integer 1
                 constant 1 = integer 3
                 constant 2 = {constant}
                 function 0 (0 arguments, 8 slots)
                   block 0 (live)
                     constant 2 2
                     {make}
                     {tests}
                 function 1 (0 arguments, {used}4 slots)
                   block 0 (live{})
                     fixnum 2 1
                     return 2",
                if used.is_empty() { "" } else { " 1" }
            )
        };
        for kind in ALL_KINDS {
            let is_of = kinds.contains(kind);
            for mode in [MODES[0], MODES[4]] {
                let value = run(&text(&format!("kind? 4 2 {kind}\n return 4")), mode).text;
                let expected = if is_of { "#t" } else { "#f" };
                assert_eq!(value, expected, "{constant} {make} {kind}");
                let branch = format!(
                    "unless-kind 2 {kind} 1\n fixnum 4 1\n return 4\n block 1 (live)\n fixnum 4 0\n return 4"
                );
                let branch = run(&text(&branch), mode).text;
                let expected = if is_of { "1" } else { "0" };
                assert_eq!(branch, expected, "{constant} {make} {kind}");
            }
        }
    }
}

/// Runs all of them.
pub fn check_all(run: &dyn Fn(&str, Mode) -> Outcome) {
    check_kinds(run);
    for one in OBJECTS {
        for other in OBJECTS {
            for (branch, value, judge) in OF_TWO {
                let (both, expected) = ([one, other], judge(one, other));
                check_branch(run, both, &format!("{branch} 2 3"), expected);
                if let Some(value) = value {
                    check_value(run, both, &format!("{value} 4 2 3"), expected);
                }
            }
        }
        let both = [one, &OBJECTS[0]];
        for (branch, value, judge) in OF_ONE {
            let expected = judge(one, one);
            check_branch(run, both, &format!("{branch} 2"), expected);
            if let Some(value) = value {
                check_value(run, both, &format!("{value} 4 2"), expected);
            }
        }
        for kind in KINDS {
            let expected = Some(is_of(one, kind));
            check_branch(run, both, &format!("unless-kind 2 {kind}"), expected);
            check_value(run, both, &format!("kind? 4 2 {kind}"), expected);
        }
        for number in [-1_i8, 0, 1] {
            let value = one.number;
            let compare = |compare: fn(&f64, &f64) -> bool| {
                value.map(|value| compare(&value, &f64::from(number)))
            };
            for (branch, expected) in [
                ("unless<i", compare(f64::lt)),
                ("unless>i", compare(f64::gt)),
                ("unless=i", compare(f64::eq)),
            ] {
                check_branch(run, both, &format!("{branch} 2 {number}"), expected);
            }
        }
    }
}
