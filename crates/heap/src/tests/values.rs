//! Values by their sort: each is of one, and each question is answered by it alone.

use super::support::Process;
use crate::value::{Name, PLACE_BITS, SERIAL_BITS};
use crate::{FragmentBuilder, Pair, Value, Vector};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sort {
    Fixnum,
    Boolean,
    Constant,
    Character,
    Symbol,
    Pid,
    Tag,
    MutablePair,
    FrozenPair,
    Object,
}

use Sort::*;

type Question = (&'static str, fn(Value) -> bool, &'static [Sort]);

/// The sorts for which the answer is yes.
const QUESTIONS: &[Question] = &[
    ("fixnum", Value::is_fixnum, &[Fixnum]),
    ("as_fixnum", |v| v.as_fixnum().is_some(), &[Fixnum]),
    ("boolean", Value::is_boolean, &[Boolean]),
    ("character", Value::is_character, &[Character]),
    ("as_character", |v| v.as_character().is_some(), &[Character]),
    ("symbol", Value::is_symbol, &[Symbol]),
    ("as_symbol", |v| v.as_symbol().is_some(), &[Symbol]),
    ("pid", Value::is_pid, &[Pid]),
    ("as_pid", |v| v.as_pid().is_some(), &[Pid]),
    ("tag", Value::is_tag, &[Tag]),
    ("as_name", |v| v.as_name().is_some(), &[Pid, Tag]),
    ("pair", Value::is_pair, &[MutablePair, FrozenPair]),
    (
        "view of a pair",
        |v| Pair::of(v).is_some(),
        &[MutablePair, FrozenPair],
    ),
    ("frozen pair", Value::is_frozen_pair, &[FrozenPair]),
    ("mutable pair", Value::is_mutable_pair, &[MutablePair]),
    ("object", Value::is_object, &[Object]),
    (
        "pointer",
        Value::is_pointer,
        &[MutablePair, FrozenPair, Object],
    ),
    (
        "immediate",
        Value::is_immediate,
        &[Boolean, Constant, Character, Symbol, Pid, Tag],
    ),
];

#[test]
fn each_value_is_of_one_sort() {
    let mut process = Process::new(512, false);
    let names = [(0, 0), (0, 1), (1, 0), (7, (1 << 40) - 1)];
    let names = names.map(|(node, serial)| Name { node, serial });
    let list = process.list(0..2);
    let frozen = process.send(list, &mut Process::new(512, false));
    let mut values = vec![
        (MutablePair, list),
        (FrozenPair, frozen),
        (Object, process.heap.vector_from(&[])),
        (Object, process.heap.string_from(&['x'])),
        (Boolean, Value::TRUE),
        (Boolean, Value::FALSE),
    ];
    values.extend(names.map(|name| (Pid, Value::pid(name))));
    values.extend(names.map(|name| (Tag, Value::tag(name))));
    let constants = [
        Value::NULL,
        Value::UNSPECIFIED,
        Value::EOF,
        Value::ABSENT,
        Value::UNBOUND,
    ];
    values.extend(constants.map(|constant| (Constant, constant)));
    let numbers = [0, 1, -1, 1 << 59, (1 << 60) - 1, -(1 << 60)];
    values.extend(numbers.map(|number| (Fixnum, Value::fixnum(number))));
    let characters = ['\0', 'a', '\u{d7ff}', char::MAX];
    values.extend(characters.map(|character| (Character, Value::character(character))));
    let symbol = mound_base::Symbol::intern("sort");
    values.push((Symbol, Value::symbol(symbol)));
    for (sort, value) in &values {
        for (name, question, sorts) in QUESTIONS {
            assert_eq!(
                question(*value),
                sorts.contains(sort),
                "{name} of {sort:?} {value:?}"
            );
        }
        assert_eq!(value.is_true(), *value != Value::FALSE);
    }
    // Different values have different bits, and each gives back what it was made of.
    for (index, (_, value)) in values.iter().enumerate() {
        assert!(values[..index].iter().all(|(_, other)| other != value));
    }
    for name in names {
        assert_eq!(
            (Value::pid(name).as_pid(), Value::tag(name).as_name()),
            (Some(name), Some(name))
        );
    }
    for number in numbers {
        assert_eq!(Value::fixnum(number).as_fixnum(), Some(number));
    }
    for character in characters {
        assert_eq!(Value::character(character).as_character(), Some(character));
    }
    assert_eq!(Value::symbol(symbol).as_symbol(), Some(symbol));
}

#[test]
fn what_is_built_is_mutable_or_frozen_as_was_said() {
    let mut process = Process::new(512, false);
    let mut builder = FragmentBuilder::new_private();
    let text = builder.vector(&[Value::TRUE]);
    builder.freeze(true);
    let frozen = builder.pair(Value::TRUE, Value::NULL);
    builder.freeze(false);
    let root = builder.vector(&[text, frozen]);
    let message = builder.finish_owned(root);
    assert!(message.is_owned());
    let root = process.heap.receive(message);
    process.roots.push(root);
    process.check();
    let root = Vector::of(process.roots[0]).expect("a vector");
    let inner = Vector::of(root.slice()[0]).expect("a vector");
    assert!(!root.is_frozen() && !inner.is_frozen());
    assert!(inner.set(&mut process.heap, 0, Value::FALSE).is_ok());
    assert!(root.slice()[1].is_frozen_pair());

    let mut builder = FragmentBuilder::new();
    let inner = builder.pair(Value::TRUE, Value::NULL);
    let root = builder.vector(&[inner]);
    let root = process.heap.receive(builder.finish_owned(root));
    let root = Vector::of(root).expect("a vector");
    assert!(root.is_frozen() && root.slice()[0].is_frozen_pair());
}

#[test]
fn a_part_of_a_message_is_that_part_and_keeps_the_whole() {
    let mut process = Process::new(64, false);
    let long = process.list(0..500);
    process.roots.push(long);
    process.reserve(4);
    let parts = [process.roots[0], Value::fixnum(7)];
    let vector = process.heap.vector_from(&parts);
    let message = process.freeze(vector);
    let words = message.words();
    let number = message.clone().part(1).expect("two elements");
    assert_eq!(number.root(), Value::fixnum(7));
    assert!(message.clone().part(2).is_none());
    let part = message.part(0).expect("two elements");
    assert_eq!(part.words(), words);
    drop(process);
    let mut other = Process::new(64, false);
    let list = other.heap.receive(part);
    assert!(super::support::numbers(list).into_iter().eq(0..500));
    assert!(other.freeze(list).part(0).is_none(), "it is no vector");
}

// The number that people use names the process that they were told of; what no process can have names none.
#[test]
fn processes_are_found_by_their_numbers() {
    let places = 1_u64 << PLACE_BITS;
    let generations = 1_u64 << (SERIAL_BITS - PLACE_BITS);
    for place in [0, 1, 6, places - 1] {
        for generation in [1, 2, 9, 1000, generations - 1] {
            let serial = generation << PLACE_BITS | place;
            let name = Name { node: 0, serial };
            let number = name.process_number();
            let found = Name::of_process_number(&number);
            assert_eq!(found, Some(name), "{number}");
        }
    }
    let too_large = [format!("{}", places + 1), format!("1.{generations}")];
    let wrong = ["", "0", "0.1", "-1", "a", "1.", ".1", "1.2.3", "1.x"];
    for text in wrong
        .into_iter()
        .chain(too_large.iter().map(String::as_str))
    {
        assert_eq!(Name::of_process_number(text), None, "{text}");
    }
}
