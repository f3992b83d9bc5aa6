//! Objects, views, equality, hashes, numbers.

use super::support::Process;
use crate::equality::Verdict;
use crate::number::{
    Bignum, Complex, Ratio, flonum_of, is_number, is_real, number_of, words_for_number,
};
use crate::object::{BoxCell, Object};
use crate::{
    Bytevector, Condition, FragmentBuilder, HashTable, Kind, Pair, Promise, Record, RecordType,
    StringView, Value, Values, Vector, alike, equal, eqv, kind_of,
};
use dashu_int::IBig;
use mound_base::Symbol;
use mound_numbers::Number;

#[test]
fn objects_hold_what_they_were_given() {
    let mut process = Process::new(512, false);
    let heap = &mut process.heap;
    let [one, two] = [1, 2].map(Value::fixnum);
    let pair = Pair::of(heap.pair(one, two)).expect("a pair");
    assert_eq!((pair.car(), pair.cdr()), (one, two));
    let vector = Vector::of(heap.vector_from(&[one, two])).expect("a vector");
    assert_eq!((vector.get(1), vector.get(2)), (Some(two), None));
    let cell = BoxCell::of(heap.new_box(one)).expect("a box");
    cell.set(heap, two).expect("not frozen");
    assert_eq!(cell.get(), two);
    let values = heap.values(&[two, one]);
    assert_eq!(Values::of(values).expect("values").slice(), [two, one]);
    let promise = Promise::of(heap.promise(false, one)).expect("a promise");
    promise.set(heap, true, two).expect("not frozen");
    assert_eq!((promise.is_done(), promise.content()), (true, two));
    let condition = heap.condition(one, two, Value::NULL, one, two, Value::FALSE);
    let condition = Condition::of(condition).expect("a condition");
    assert_eq!((condition.kind(), condition.payload()), (one, two));
    let table = HashTable::of(heap.hash_table([one; 7])).expect("a table");
    table.set(heap, 6, two).expect("not frozen");
    assert_eq!((table.get(6), table.get(0)), (two, one));
    let empty = heap.vector_from(&[]);
    assert_eq!(kind_of(empty), Some(Kind::Vector));
    assert_eq!(kind_of(one), None);
}

#[test]
fn strings_widen_and_stay_the_same_object() {
    for zeal in [false, true] {
        let mut process = Process::new(256, zeal);
        process.reserve(16);
        let string = process.heap.string("abc");
        process.roots = vec![string, Value::FALSE];
        process.reserve(2);
        process.roots[1] = process.heap.pair(process.roots[0], process.roots[0]);
        let hash = process.heap.identity_hash(process.roots[0]);
        for (index, character) in [(1, 'ÿ'), (2, 'Ж'), (0, '𝄞')] {
            let view = StringView::of(process.roots[0]).expect("a string");
            process.reserve(view.words_to_set(character));
            let view = StringView::of(process.roots[0]).expect("a string");
            view.set(&mut process.heap, index, character)
                .expect("not frozen");
            assert_eq!(kind_of(process.roots[0]), Some(Kind::String));
        }
        for _ in 0..2 {
            let view = StringView::of(process.roots[0]).expect("a string");
            assert_eq!(view.to_string(), "𝄞ÿЖ");
            assert_eq!(view.len(), 3);
            assert_eq!(process.heap.identity_hash(process.roots[0]), hash);
            let pair = Pair::of(process.roots[1]).expect("a pair");
            assert_eq!(
                (pair.car(), pair.cdr()),
                (process.roots[0], process.roots[0])
            );
            process.collect(0);
        }
    }
}

#[test]
fn bytevectors_of_any_length() {
    let mut process = Process::new(4096, false);
    for length in 0..20 {
        let bytes: Vec<u8> = (1..=length).collect();
        let value = process.heap.bytevector(&bytes);
        let view = Bytevector::of(value).expect("a bytevector");
        assert_eq!(view.slice(), bytes);
        assert_eq!(view.get(length as usize), None);
    }
    let filled = Bytevector::of(process.heap.bytevector_fill(9, 7)).expect("a bytevector");
    filled.set(8, 1).expect("not frozen");
    assert_eq!(filled.slice(), [7, 7, 7, 7, 7, 7, 7, 7, 1]);
}

#[test]
fn numbers_come_back_as_they_went_in() {
    let mut process = Process::new(4096, false);
    let big = IBig::from(1i64 << 60);
    let parse = |text: &str| text.parse::<IBig>().expect("an integer");
    let integers = [
        IBig::from(0),
        IBig::from((1i64 << 60) - 1),
        big.clone(),
        -big.clone(),
        -big - IBig::from(1),
        parse("123456789012345678901234567890"),
        parse("-123456789012345678901234567890"),
    ];
    let ratio = mound_numbers::Ratio::new(-integers[5].clone(), mound_numbers::UBig::from(7u8));
    let numbers = integers
        .into_iter()
        .map(Number::Integer)
        .chain([Number::Flonum(-0.5), Number::Ratio(ratio.clone())]);
    let complex = |real, imaginary| Number::rectangular(real, imaginary).expect("real parts");
    let numbers = numbers.chain([
        complex(Number::Flonum(1.5), Number::Flonum(-0.0)),
        complex(
            Number::Ratio(ratio),
            Number::Integer(parse("99999999999999999999")),
        ),
    ]);
    for number in numbers {
        let before = process.heap.used_words();
        let value = process.heap.number(&number);
        let used = process.heap.used_words() - before;
        assert!(used <= words_for_number(&number), "{number:?}");
        assert_eq!(number_of(value), Some(number.clone()));
        let again = process.heap.number(&number);
        assert!(eqv(value, again));
        // In a fragment it is the same.
        let mut builder = FragmentBuilder::new();
        let mut built = [builder.number(&number)];
        let _fragment = builder.finish(&mut built);
        assert_eq!(number_of(built[0]), Some(number));
        assert!(eqv(value, built[0]));
        let is_complex = Complex::of(value).is_some();
        assert!(is_number(value) && is_real(value) != is_complex);
    }
    let (string, list) = (process.heap.string("1"), process.list(1..2));
    for other in [
        string,
        list,
        Value::NULL,
        Value::TRUE,
        Value::character('1'),
    ] {
        assert!(!is_number(other) && !is_real(other), "{other:?}");
    }
    let least = process.heap.integer(&IBig::from(-(1i64 << 60)));
    assert!(least.is_fixnum());
    let nan = process.heap.flonum(f64::NAN);
    assert!(flonum_of(nan).is_some_and(f64::is_nan));
    assert!(Bignum::of(nan).is_none() && Ratio::of(nan).is_none() && Complex::of(nan).is_none());
    let other_nan = process.heap.flonum(-f64::NAN);
    assert!(eqv(nan, other_nan));
}

// What two equal objects cost follows from their length; with less, the comparison does not end, and
// with as much it does.
#[test]
fn comparing_costs_as_much_as_there_is_to_compare() {
    let mut process = Process::new(1_000_000, false);
    let heap = &mut process.heap;
    type Make = fn(&mut crate::Heap, usize) -> Value;
    let kinds: [(&str, Make); 5] = [
        ("narrow string", |heap, length| {
            heap.string_fill(length, 'a')
        }),
        ("wide string", |heap, length| heap.string_fill(length, 'λ')),
        ("bytes", |heap, length| heap.bytevector_fill(length, 7)),
        ("vector", |heap, length| {
            heap.vector(length, Value::fixnum(1))
        }),
        ("list", |heap, length| {
            (0..length).fold(Value::NULL, |rest, _| heap.pair(Value::TRUE, rest))
        }),
    ];
    for (name, make) in kinds {
        let mut cost = |length: usize| {
            let (left, right) = (make(heap, length), make(heap, length));
            let mut budget = 1_000_000;
            assert_eq!(equal(left, right, &mut budget), Verdict::Same, "{name}");
            let cost = 1_000_000 - budget;
            assert_eq!(equal(left, right, &mut { cost }), Verdict::Same);
            if cost > 0 {
                let verdict = equal(left, right, &mut (cost - 1));
                assert_eq!(verdict, Verdict::Unfinished, "{name} of {length}");
            }
            cost
        };
        // Under Miri all takes long.
        let length = if cfg!(miri) { 640 } else { 20_000 };
        assert!(cost(0) <= 2, "{name}: {}", cost(0));
        let (one, two) = (cost(length), cost(2 * length));
        assert!((length / 100..=2 * length).contains(&one), "{name}: {one}");
        assert!((2 * one).abs_diff(two) <= 4, "{name}: {one} and {two}");
    }
}

#[test]
fn equality_looks_inside_and_ends_on_cycles() {
    let mut process = Process::new(4096, false);
    let heap = &mut process.heap;
    let [left, right] = [(), ()].map(|()| {
        let text = heap.string("text");
        let wide = heap.string("Ж");
        let number = heap.flonum(1.5);
        let bytes = heap.bytevector(&[1, 2]);
        let vector = heap.vector_from(&[text, number, wide]);
        heap.list(&[vector, bytes, text])
    });
    let mut budget = 1000;
    assert_eq!(equal(left, right, &mut budget), Verdict::Same);
    assert!(budget < 1000);
    assert!(!eqv(left, right));
    let cycle = |heap: &mut crate::Heap, length: usize| {
        let last = heap.pair(Value::fixnum(1), Value::NULL);
        let first = (1..length).fold(last, |tail, _| heap.pair(Value::fixnum(1), tail));
        let last = Pair::of(last).expect("a pair");
        last.set_cdr(heap, first).expect("not frozen");
        first
    };
    let (two, three) = (cycle(heap, 2), cycle(heap, 3));
    assert_eq!(equal(two, three, &mut 100_000), Verdict::Unfinished);
    let unequal = heap.pair(Value::fixnum(1), two);
    let other = heap.pair(Value::fixnum(2), three);
    assert_eq!(equal(unequal, other, &mut 100_000), Verdict::Different);
}

/// Lists of all lengths and depths around the bounds of what is compared at once: alike, with another leaf at
/// the end, and longer by one.
#[test]
fn equality_is_the_same_for_short_and_long_and_for_flat_and_deep() {
    let mut process = Process::new(1 << 18, false);
    let heap = &mut process.heap;
    for size in [1, 2, 11, 12, 13, 14, 40, 255, 256, 257, 300] {
        for nest in [false, true] {
            let mut made = |leaf: &str, count: usize| {
                let text = heap.string(leaf);
                let end = heap.pair(text, Value::NULL);
                (0..count).fold(end, |rest, index| match nest {
                    true => heap.pair(rest, Value::NULL),
                    false => {
                        let number = heap.flonum(index as f64);
                        heap.pair(number, rest)
                    }
                })
            };
            let (one, same) = (made("leaf", size), made("leaf", size));
            let others = [made("lead", size), made("leaf", size + 1), Value::NULL];
            let verdict = |left, right| equal(left, right, &mut 10_000);
            assert_eq!(verdict(one, same), Verdict::Same, "{size} {nest}");
            for other in others {
                assert_eq!(verdict(one, other), Verdict::Different, "{size} {nest}");
                assert_eq!(verdict(other, one), Verdict::Different, "{size} {nest}");
            }
        }
    }
}

#[test]
fn identity_hashes_stay_with_objects() {
    let mut process = Process::new(128, true);
    process.reserve(8);
    let first = process.heap.vector(1, Value::NULL);
    let second = process.heap.vector(1, Value::NULL);
    process.roots = vec![first, second];
    let hashes: Vec<_> = (0..2)
        .map(|root| process.heap.identity_hash(process.roots[root]))
        .collect();
    assert_ne!(hashes[0], hashes[1]);
    process.collect(10);
    let again = process.heap.identity_hash(process.roots[1]);
    assert_eq!(again, hashes[1]);
    assert_eq!(process.heap.identity_hash(Value::NULL), None);
}

#[test]
fn records_know_their_type_across_copies() {
    let mut builder = FragmentBuilder::new();
    let mut types: Vec<Value> = (0..2)
        .map(|_| {
            let library = builder.string("(a b)");
            let fields = builder.vector(&[Value::symbol(Symbol::intern("x"))]);
            let name = Value::symbol(Symbol::intern("point"));
            builder.record_type(name, library, fields, [(1 << 60) - 1, 12])
        })
        .collect();
    let fragment = builder.finish(&mut types);
    let mut process = Process::new(128, true);
    process.heap.hold(&fragment);
    process.reserve(8);
    let record = process.heap.record(types[0], &[Value::TRUE]);
    let record = Record::of(record).expect("a record");
    assert!(record.is_of(types[0]) && record.is_of(types[1]));
    assert!(!record.is_of(Value::FALSE));
    assert_eq!(record.get(0), Some(Value::TRUE));
    let kind = RecordType::of(types[0]).expect("a record type");
    assert_eq!(kind.uid(), [(1 << 60) - 1, 12]);
}

#[test]
fn a_builder_sets_words_of_what_it_made_and_no_others() {
    let mut builder = FragmentBuilder::new();
    let items = builder.vector(&[Value::FALSE, Value::FALSE]);
    let pair = builder.pair(Value::FALSE, Value::FALSE);
    let string = builder.string("raw");
    assert!(builder.set(items, 0, pair) && builder.set(items, 1, Value::TRUE));
    assert!(!builder.set(items, 2, Value::TRUE));
    assert!(builder.set(pair, 0, items) && builder.set(pair, 1, Value::NULL));
    assert!(!builder.set(pair, 2, Value::TRUE));
    assert!(!builder.set(string, 0, Value::TRUE));
    assert!(!builder.set(Value::TRUE, 0, Value::TRUE));
    let mut roots = [items];
    let _fragment = builder.finish(&mut roots);
    let items = Vector::of(roots[0]).expect("a vector");
    let pair = Pair::of(items.get(0).expect("it has two")).expect("a pair");
    assert_eq!(items.get(1), Some(Value::TRUE));
    assert_eq!((pair.car(), pair.cdr()), (roots[0], Value::NULL));
}

#[test]
fn a_closure_is_as_copied_until_what_it_captured_changes() {
    let mut process = Process::new(1024, false);
    let pair = process.heap.list(&[Value::TRUE]);
    let variable = process.heap.new_box(pair);
    let closure = process
        .heap
        .closure(std::ptr::null(), &[Value::fixnum(1), variable]);
    let (copy, _) = process
        .heap
        .snapshot(closure, crate::Amount::All)
        .expect("there is memory");
    let is_as_copied = |closure| crate::is_as_copied(closure, copy.root(), &mut 100);
    assert_eq!(is_as_copied(closure), Verdict::Same);
    assert_eq!(alike(closure, copy.root(), &mut 100), Verdict::Different);
    for free in [&[Value::fixnum(2), variable][..], &[Value::fixnum(1)]] {
        let other = process.heap.closure(std::ptr::null(), free);
        assert_eq!(is_as_copied(other), Verdict::Different);
    }
    let pair = Pair::of(pair).expect("a pair");
    pair.set_car(&mut process.heap, Value::FALSE)
        .expect("not frozen");
    assert_eq!(is_as_copied(closure), Verdict::Different);
}

#[test]
fn records_are_alike_by_type_and_fields_and_equal_by_identity() {
    let mut builder = FragmentBuilder::new();
    let mut types: Vec<Value> = [12, 12, 13]
        .map(|uid| {
            let library = builder.string("(a b)");
            let fields = builder.vector(&[Value::symbol(Symbol::intern("x"))]);
            let name = Value::symbol(Symbol::intern("point"));
            builder.record_type(name, library, fields, [1, uid])
        })
        .to_vec();
    let fragment = builder.finish(&mut types);
    let mut process = Process::new(1024, false);
    process.heap.hold(&fragment);
    let mut record = |kind: Value, text: &str| {
        let text = process.heap.string(text);
        let field = process.heap.list(&[text]);
        process.heap.record(kind, &[field])
    };
    let one = record(types[0], "one");
    let copy = record(types[1], "one");
    let (other, of_other_type) = (record(types[0], "two"), record(types[2], "one"));
    let is_alike = |left, right| alike(left, right, &mut 100);
    assert_eq!(is_alike(one, copy), Verdict::Same);
    assert_eq!(equal(one, copy, &mut 100), Verdict::Different);
    assert_eq!(is_alike(one, other), Verdict::Different);
    assert_eq!(is_alike(one, of_other_type), Verdict::Different);
    // Inside of other data, and where a record holds itself.
    let pairs = [one, copy].map(|record| process.heap.list(&[Value::TRUE, record]));
    assert_eq!(is_alike(pairs[0], pairs[1]), Verdict::Same);
    for record in [one, copy] {
        let fields = Record::of(record).expect("a record");
        fields
            .set(&mut process.heap, 0, record)
            .expect("not frozen");
    }
    assert_eq!(alike(one, copy, &mut 10_000), Verdict::Unfinished);
}

#[test]
fn frozen_objects_refuse_to_change() {
    let mut process = Process::new(256, false);
    let string = process.heap.string("s");
    let bytes = process.heap.bytevector(&[1]);
    let cell = process.heap.new_box(string);
    let list = process.heap.list(&[string, bytes, cell]);
    let frozen = process.freeze(list);
    let list = Pair::of(frozen.root()).expect("a pair");
    assert!(list.set_car(&mut process.heap, Value::NULL).is_err());
    let items = super::support::items(frozen.root());
    let view = StringView::of(items[0]).expect("a string");
    assert!(view.set(&mut process.heap, 0, 'x').is_err());
    assert!(Bytevector::of(items[1]).expect("bytes").set(0, 2).is_err());
    assert!(
        BoxCell::of(items[2])
            .expect("a box")
            .set(&mut process.heap, list.car())
            .is_err()
    );
    assert!(Object::of(items[0]).expect("an object").is_frozen());
    assert!(Pair::of(process.heap.pair(string, string)).is_some());
}

// A shell is filled in later; it is as large as an object of its kind is, or not made at all.
#[test]
fn shells_are_as_large_as_the_objects_of_their_kind() {
    let mut process = Process::new(512, false);
    let heap = &mut process.heap;
    let one = Value::fixnum(1);
    let made = [
        heap.new_box(one),
        heap.promise(true, one),
        heap.hash_table(std::array::from_fn(|_| one)),
        heap.continuation(Value::NULL, 0, Value::NULL),
    ];
    let made = made.map(|value| {
        let size = Object::of(value).expect("an object").header().size();
        (kind_of(value).expect("a kind"), size)
    });
    let made_of = |kind| made.iter().find(|one| one.0 == kind).map(|one| one.1);
    let kinds = [
        Kind::Vector,
        Kind::Values,
        Kind::Record,
        Kind::String,
        Kind::Flonum,
    ];
    let kinds = kinds.into_iter().chain(made.iter().map(|one| one.0));
    for (kind, size) in kinds.flat_map(|kind| (0..12).map(move |size| (kind, size))) {
        let fits = if kind == Kind::Record {
            size > 0
        } else {
            matches!(kind, Kind::Vector | Kind::Values) || made_of(kind) == Some(size)
        };
        let shell = std::panic::catch_unwind(|| FragmentBuilder::new().shell(kind, size));
        assert_eq!(shell.is_ok(), fits, "{kind:?} of {size}");
    }
}

#[test]
fn strings_of_parts_are_the_parts_one_after_another() {
    let texts = ["", "abc", "äöü", "Жбвг", "x😀y"];
    for (left, right) in texts
        .iter()
        .flat_map(|left| texts.map(|right| (*left, right)))
    {
        let mut process = Process::new(512, false);
        let view = |text: &str, process: &mut Process| {
            StringView::of(process.heap.string(text)).expect("a string")
        };
        let views = [left, right, "ab", left].map(|text| view(text, &mut process));
        let width = views.iter().map(|view| view.width()).max().unwrap_or(1);
        for skipped in 0..3 {
            let range = |view: StringView| skipped.min(view.len())..view.len();
            let length = views.iter().map(|&view| range(view).len()).sum();
            let parts = views.iter().map(|&view| (view, range(view)));
            let made = process.heap.string_of_parts(length, width, parts);
            let made = StringView::of(made).expect("a string").to_string();
            let rest = |text: &str| text.chars().skip(skipped).collect::<String>();
            assert_eq!(made, [left, right, "ab", left].map(rest).concat());
        }
    }
}
