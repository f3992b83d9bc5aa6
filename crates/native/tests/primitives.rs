//! Primitives that have machine code of their own: for the operands that it is for, what it does is what Rust
//! says, without a call, and for all others it calls the primitive. Those here return a mark only.

#[path = "../../machine/tests/support/mod.rs"]
mod support;

use mound_heap::Value;
use mound_machine::link::Implementation;
use mound_machine::{Arguments, Context, Host, Linker, Native, quick_entry};
use mound_native::Choice;
use std::fmt::Write;
use support::{MODES, Node, drive};

/// What a primitive here returns, so that it is seen who calls it.
const MARK: Value = Value::EOF;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Operand {
    Fixnum(i64),
    Character(char),
    Text(&'static str),
    Null,
}
use Operand::{Character, Fixnum, Null, Text};

impl Operand {
    /// Its constant in a unit.
    fn constant(self) -> String {
        match self {
            Fixnum(number) => format!("integer {number}"),
            Character(character) => format!("character \"\\x{:x};\"", u32::from(character)),
            Text(text) => format!("string {text:?}"),
            Null => "immediate null".to_owned(),
        }
    }
}

/// The result for those operands that machine code is for.
type Rule = fn(&[Operand]) -> Option<Value>;

fn of_ascii(operands: &[Operand], rule: fn(char) -> Value) -> Option<Value> {
    match operands {
        [Character(character)] if character.is_ascii() => Some(rule(*character)),
        _ => None,
    }
}

fn truth(holds: bool) -> Value {
    if holds { Value::TRUE } else { Value::FALSE }
}

/// A fixnum, if it is one.
fn small(number: i128) -> Option<Value> {
    let number = i64::try_from(number).ok()?;
    (-(1 << 60)..1 << 60)
        .contains(&number)
        .then(|| Value::fixnum(number))
}

fn of_fixnum(operands: &[Operand], rule: fn(i128) -> i128) -> Option<Value> {
    match operands {
        [Fixnum(number)] => small(rule((*number).into())),
        _ => None,
    }
}

fn of_fixnums(operands: &[Operand], rule: fn(i128, i128) -> Option<i128>) -> Option<Value> {
    match operands {
        [Fixnum(left), Fixnum(right)] => rule((*left).into(), (*right).into()).and_then(small),
        _ => None,
    }
}

const RULES: [(&str, usize, Rule); 15] = [
    ("char->integer", 1, |operands| match operands {
        [Character(character)] => Some(Value::fixnum(u32::from(*character).into())),
        _ => None,
    }),
    ("integer->char", 1, |operands| match operands {
        [Fixnum(number @ 0..0xd800)] => char::from_u32(*number as u32).map(Value::character),
        _ => None,
    }),
    ("char-alphabetic?", 1, |operands| {
        of_ascii(operands, |c| truth(c.is_alphabetic()))
    }),
    ("char-numeric?", 1, |operands| {
        of_ascii(operands, |c| truth(c.is_numeric()))
    }),
    ("char-whitespace?", 1, |operands| {
        of_ascii(operands, |c| truth(c.is_whitespace()))
    }),
    ("char-upcase", 1, |operands| {
        of_ascii(operands, |c| Value::character(c.to_ascii_uppercase()))
    }),
    ("char-downcase", 1, |operands| {
        of_ascii(operands, |c| Value::character(c.to_ascii_lowercase()))
    }),
    ("string-length", 1, |operands| match operands {
        [Text(text)] => Some(Value::fixnum(text.chars().count() as i64)),
        _ => None,
    }),
    ("negate", 1, |operands| {
        of_fixnum(operands, |number| -number)
    }),
    ("abs", 1, |operands| of_fixnum(operands, i128::abs)),
    ("bitwise-and", 2, |operands| {
        of_fixnums(operands, |left, right| Some(left & right))
    }),
    ("bitwise-ior", 2, |operands| {
        of_fixnums(operands, |left, right| Some(left | right))
    }),
    ("bitwise-xor", 2, |operands| {
        of_fixnums(operands, |left, right| Some(left ^ right))
    }),
    ("min", 2, |operands| {
        of_fixnums(operands, |left, right| Some(left.min(right)))
    }),
    ("max", 2, |operands| {
        of_fixnums(operands, |left, right| Some(left.max(right)))
    }),
];

/// What is given to those of one operand.
fn operands() -> Vec<Operand> {
    let ends = [0, 1, 2, 31, 32, 127, 128, 0xd7ff, 0xd800, 0xdfff, 0xe000];
    let large = [0x10_ffff, 0x11_0000, 1 << 31, 1 << 32, (1 << 60) - 1];
    let numbers = ends.into_iter().chain(large);
    // Of the controls those alone that count as spaces, or stand beside them.
    let characters = ('\t'..='\r').chain('\u{1c}'..='~');
    let others = [
        '\u{7f}',
        '\u{80}',
        'ª',
        'Ä',
        'ß',
        'λ',
        '５',
        '\u{2003}',
        '😀',
        '\u{10ffff}',
    ];
    numbers
        .flat_map(|number| [Fixnum(number), Fixnum(-number), Fixnum(-number - 1)])
        .chain(characters.chain(others).map(Character))
        .chain(["", "a", "λx", "a😀b"].map(Text))
        .chain([Null])
        .collect()
}

/// What is given to those of two.
fn pairs() -> Vec<[Operand; 2]> {
    let numbers = [0, 1, -1, 5, -6, 1 << 32, (1 << 60) - 1, -(1 << 60)];
    let mut all: Vec<Operand> = numbers.map(Fixnum).to_vec();
    all.extend([Character('a'), Null, Text("a")]);
    all.iter()
        .flat_map(|&left| all.iter().map(move |&right| [left, right]))
        .collect()
}

/// Calls the primitive with each in turn, as a procedure that knows nothing of its arguments; the list of
/// the results, the last one first.
fn program(name: &str, given: &[Vec<Operand>]) -> String {
    let count = given[0].len();
    let slots: Vec<String> = (2..2 + count).map(|slot| slot.to_string()).collect();
    let mut text = format!("primitive 0 = {name}\n");
    let mut constants: Vec<Operand> = Vec::new();
    let mut body = "  block 0 (live)\n    immediate 2 2\n".to_owned();
    for (index, operands) in given.iter().enumerate() {
        for (place, operand) in operands.iter().enumerate() {
            let known = constants.iter().position(|other| other == operand);
            let constant = known.unwrap_or_else(|| {
                constants.push(*operand);
                constants.len() - 1
            });
            let _ = writeln!(body, "    constant {} {constant}", 6 + place);
        }
        let _ = writeln!(body, "    call-known 4 {count} 1");
        let _ = writeln!(body, "  block {} (live 2 4)\n    cons 2 4 2", index + 1);
    }
    for (index, constant) in constants.iter().enumerate() {
        let _ = writeln!(text, "constant {index} = {}", constant.constant());
    }
    let argument = if count == 1 { "argument" } else { "arguments" };
    format!(
        "{text}function 0 (0 arguments, 12 slots)\n{body}    return 2
function 1 ({count} {argument}, 8 slots)
  block 0 (live {})
    primitive 2 2 {count} 0
    return 2
",
        slots.join(" ")
    )
}

/// A compiler that makes no machine code but what is right, if there is one for this machine.
fn native() -> Option<Box<dyn Native>> {
    mound_native::start(Choice::All, Box::new(|text: &str| panic!("{text}")))
}

#[test]
fn what_has_code_of_its_own_calls_the_primitive_for_the_rest_only() {
    if native().is_none() {
        return;
    }
    let mut faults = Vec::new();
    for (name, count, rule) in RULES {
        let given: Vec<Vec<Operand>> = match count {
            1 => operands().into_iter().map(|one| vec![one]).collect(),
            _ => pairs().into_iter().map(Vec::from).collect(),
        };
        let text = program(name, &given);
        for mode in MODES {
            let table = [(name, Implementation::Leaf(|_, _, _| Ok(MARK)))];
            let mut table = std::collections::HashMap::from(table);
            table.extend(support::primitives::table());
            let node = Node::on(Linker::with_native(table, native()));
            let outcome = drive(&mut node.start(&text), mode);
            let expected: Vec<String> = given
                .iter()
                .rev()
                .map(|operands| support::show::show(rule(operands).unwrap_or(MARK)))
                .collect();
            let expected = format!("({})", expected.join(" "));
            if outcome.text != expected {
                faults.push(format!(
                    "{name}, {}:\n{}\n{expected}",
                    mode.name, outcome.text
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Makes an object that stands for as many values as there are arguments.
fn make_values(
    context: &mut mound_machine::Context,
    _: &mut dyn mound_machine::Host,
    arguments: mound_machine::Arguments,
) -> Result<Value, mound_machine::Raise> {
    let count = arguments.count;
    context.reserve(mound_heap::Heap::words_for_vector(count as usize))?;
    let values: Vec<Value> = (0..count)
        .map(|index| context.argument(arguments, index))
        .collect();
    Ok(context.heap.values(&values))
}

/// Where the number is a constant, machine code looks itself; the constant beside it is another one.
#[test]
fn what_stands_for_so_many_values_is_seen_without_a_call() {
    if native().is_none() {
        return;
    }
    for count in [0, 1, 2, 3, 255] {
        for values in [0, 1, 2, 3] {
            let beside = if count == values { 9 } else { values };
            let make = match values {
                1 => "fixnum 4 7",
                _ => "primitive 4 5 {values} 1",
            };
            let make = make.replace("{values}", &values.to_string());
            let text = format!(
                "primitive 0 = %values-of?
                 primitive 1 = %make-values
                 function 0 (0 arguments, 12 slots)
                   block 0 (live)
                     fixnum 5 1
                     fixnum 6 2
                     fixnum 7 3
                     {make}
                     call-known 8 0 1
                   block 1 (live 4)
                     fixnum 3 {beside}
                     fixnum 5 {count}
                     primitive 2 4 2 0
                     return 2
                 function 1 (0 arguments, 3 slots)
                   block 0 (live)
                     fixnum 2 0
                     return 2"
            );
            for mode in MODES {
                let mut table = support::primitives::table();
                table.insert("%values-of?", Implementation::Leaf(|_, _, _| Ok(MARK)));
                table.insert("%make-values", Implementation::Leaf(make_values));
                let node = Node::on(Linker::with_native(table, native()));
                let outcome = drive(&mut node.start(&text), mode);
                let expected = support::show::show(truth(count == values));
                assert_eq!(outcome.text, expected, "{count} of {values}, {}", mode.name);
            }
        }
    }
}

/// What the quick entry here gives for a fixnum; for all else it does nothing.
fn neighbour(context: &mut Context, arguments: Arguments) -> Option<Value> {
    let number = context.argument(arguments, 0).as_fixnum()?;
    Some(Value::fixnum(number ^ 1))
}

#[test]
fn primitives_are_called_where_their_quick_entries_do_nothing() {
    if native().is_none() {
        return;
    }
    let given: Vec<Vec<Operand>> = operands().into_iter().map(|one| vec![one]).collect();
    let text = program("length", &given);
    let expected: Vec<String> = given
        .iter()
        .rev()
        .map(|operands| match operands[..] {
            [Fixnum(number)] => support::show::show(Value::fixnum(number ^ 1)),
            _ => support::show::show(MARK),
        })
        .collect();
    for mode in MODES {
        let mut table = support::primitives::table();
        let length = Implementation::Quick(|_, _, _| Ok(MARK), quick_entry!(neighbour));
        table.insert("length", length);
        let node = Node::on(Linker::with_native(table, native()));
        let outcome = drive(&mut node.start(&text), mode);
        assert_eq!(
            outcome.text,
            format!("({})", expected.join(" ")),
            "{}",
            mode.name
        );
    }
}

/// A quick entry that fails.
fn fails(_: &mut Context, _: Arguments) -> Option<Value> {
    panic!("a quick entry fails")
}

#[test]
fn a_panic_of_a_quick_entry_ends_the_turn() {
    if native().is_none() {
        return;
    }
    let mut table = support::primitives::table();
    let leaf = |_: &mut Context, _: &mut dyn Host, _| panic!("the leaf is called");
    table.insert("length", Implementation::Quick(leaf, quick_entry!(fails)));
    let node = Node::on(Linker::with_native(table, native()));
    let mut process = node.start(&program("length", &[vec![Null]]));
    let turn = std::panic::AssertUnwindSafe(|| drive(&mut process, MODES[0]));
    let panic = std::panic::catch_unwind(turn).map(|outcome| outcome.text);
    let panic = panic.expect_err("the panic leaves machine code");
    assert_eq!(
        panic.downcast_ref::<&str>().copied(),
        Some("a quick entry fails")
    );
}
