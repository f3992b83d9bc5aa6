//! What is sent again without a copy, and what is not.

use super::support::{Process, numbers};
use crate::freeze::{Changes, SMALL_WORDS};
use crate::{Bytevector, Frozen, Pair, StringView, Value, Vector};

const LENGTH: i64 = SMALL_WORDS as i64;

fn is_same(left: &Frozen, right: &Frozen) -> bool {
    match (left.fragment(), right.fragment()) {
        (Some(left), Some(right)) => left.is_same(right),
        _ => false,
    }
}

fn with_list(zeal: bool) -> Process {
    let mut process = Process::new(64, zeal);
    let list = process.list(0..LENGTH);
    process.roots.push(list);
    process
}

#[test]
fn a_large_structure_is_copied_once_however_often_it_is_sent() {
    for zeal in [false, true] {
        let mut process = with_list(zeal);
        let first = process.freeze(process.roots[0]);
        process.heap.take_work();
        for _ in 0..20 {
            // The original moves, and other things are sent and made.
            process.list(0..10);
            process.collect(0);
            process.reserve(2);
            let small = process.heap.pair(Value::TRUE, Value::NULL);
            process.freeze(small);
            process.heap.take_work();
            let again = process.freeze(process.roots[0]);
            assert!(is_same(&first, &again));
            assert_eq!(process.heap.take_work(), 0);
        }
        process.roots.clear();
        for _ in 0..10 {
            process.collect(0);
        }
        assert!(!process.heap.has_twin() || process.heap.old_words() > 0);
    }
}

#[test]
fn what_is_small_is_shared_when_it_is_sent_again() {
    for zeal in [false, true] {
        // One is a list of immediates, the other one is not.
        for nested in [false, true] {
            let mut process = Process::new(64, zeal);
            let mut list = process.list(0..10);
            if nested {
                process.roots.push(list);
                process.reserve(2);
                let list_now = process.roots[0];
                list = process.heap.pair(list_now, list_now);
                process.roots.pop();
            }
            process.roots.push(list);
            let first = process.freeze(process.roots[0]);
            process.collect(0);
            let second = process.freeze(process.roots[0]);
            process.heap.take_work();
            let third = process.freeze(process.roots[0]);
            assert_eq!(process.heap.take_work(), 0);
            assert!(first.is_owned() && !second.is_owned());
            assert!(is_same(&second, &third) && !is_same(&first, &second));
            let head = Pair::of(process.roots[0]).expect("a pair");
            head.set_car(&mut process.heap, Value::fixnum(77))
                .expect("not frozen");
            let changed = process.freeze(process.roots[0]);
            assert!(changed.is_owned());
            let head = |frozen: &Frozen| Pair::of(frozen.root()).expect("a pair").car();
            assert_eq!(head(&changed), Value::fixnum(77));
            assert_ne!(head(&third), Value::fixnum(77));
            process.check();
        }
    }
}

#[test]
fn what_is_small_takes_no_large_twins_place() {
    let mut process = with_list(false);
    let large = process.freeze(process.roots[0]);
    let small = process.list(0..20);
    process.roots.push(small);
    for _ in 0..3 {
        assert!(process.freeze(process.roots[1]).is_owned());
    }
    assert!(is_same(&large, &process.freeze(process.roots[0])));
}

#[test]
fn after_a_change_it_is_copied_anew() {
    for zeal in [false, true] {
        let mut process = with_list(zeal);
        let first = process.freeze(process.roots[0]);
        let head = Pair::of(process.roots[0]).expect("a pair");
        head.set_car(&mut process.heap, Value::fixnum(77))
            .expect("not frozen");
        let second = process.freeze(process.roots[0]);
        assert!(!is_same(&first, &second));
        assert_eq!(numbers(first.root())[0], 0);
        assert_eq!(numbers(second.root())[0], 77);
        // Even if it became old meanwhile.
        process.collect(0);
        process.collect(0);
        let head = Pair::of(process.roots[0]).expect("a pair");
        head.set_car(&mut process.heap, Value::fixnum(78))
            .expect("not frozen");
        let third = process.freeze(process.roots[0]);
        assert_eq!(numbers(third.root())[0], 78);
    }
}

#[test]
fn changed_characters_and_bytes_are_sent() {
    let mut process = with_list(false);
    process.reserve(20);
    let text = process.heap.string("abc");
    let bytes = process.heap.bytevector(&[1, 2, 3]);
    process.roots[0] = process.heap.pair(text, process.roots[0]);
    let before = process.freeze(process.roots[0]);
    let view = StringView::of(text).expect("a string");
    view.set(&mut process.heap, 0, 'x').expect("not frozen");
    let after = process.freeze(process.roots[0]);
    assert!(!is_same(&before, &after));
    let first = |frozen: &Frozen| Pair::of(frozen.root()).expect("a pair").car();
    let text = StringView::of(first(&after)).expect("a string");
    assert_eq!(text.to_string(), "xbc");
    process.roots[0] = process.heap.pair(bytes, process.roots[0]);
    let before = process.freeze(process.roots[0]);
    let view = Bytevector::of(bytes).expect("bytes");
    view.set(0, 9).expect("not frozen");
    let after = process.freeze(process.roots[0]);
    assert!(!is_same(&before, &after));
    assert_eq!(Bytevector::of(first(&after)).expect("bytes").slice()[0], 9);
    assert_eq!(Bytevector::of(first(&before)).expect("bytes").slice()[0], 1);
}

#[test]
fn what_a_new_process_gets_is_its_own() {
    let mut process = with_list(false);
    let sent = process.freeze(process.roots[0]);
    let private = process.heap.copy_private(process.roots[0]);
    let private = private.expect("everything can be sent");
    assert!(!is_same(&sent, &private));
    assert!(private.root().is_mutable_pair());
}

#[test]
fn the_next_store_is_told_to_who_asked() {
    let mut process = Process::new(4096, false);
    let text = process.heap.string("text");
    let pair = process.heap.pair(Value::TRUE, text);
    let vector = process.heap.vector(3, Value::FALSE);
    process.roots = vec![text, pair, vector];
    assert!(!process.heap.is_unchanged(), "nobody has asked");
    let stores: [fn(&mut Process); 3] = [
        |process| {
            let text = StringView::of(process.roots[0]).expect("a string");
            text.set(&mut process.heap, 0, 'T').expect("not frozen");
        },
        |process| {
            let pair = Pair::of(process.roots[1]).expect("a pair");
            pair.set_car(&mut process.heap, Value::FALSE)
                .expect("not frozen");
        },
        |process| {
            let vector = Vector::of(process.roots[2]).expect("a vector");
            vector
                .set(&mut process.heap, 1, Value::TRUE)
                .expect("not frozen");
        },
    ];
    for store in stores {
        process.heap.watch_stores();
        // Neither a message nor a collection is a change.
        process.freeze(process.roots[1]);
        process.collect(10);
        assert!(process.heap.is_unchanged());
        store(&mut process);
        assert!(!process.heap.is_unchanged());
        store(&mut process);
        assert!(!process.heap.is_unchanged());
    }
}

#[test]
fn a_snapshot_says_what_can_become_of_its_original() {
    let mut process = Process::new(4096, false);
    let number = process.heap.flonum(1.5);
    let bytes = process.heap.bytevector(&[1]);
    let text = process.heap.string("text");
    let list = process.heap.list(&[number, text]);
    let with_bytes = process.heap.list(&[text, bytes]);
    let literal = process.heap.freeze_shared(list).expect("there is memory");
    let literal = process.heap.receive(literal);
    let (zero, keys, values) = (Value::fixnum(0), process.heap.vector_from(&[text]), text);
    let fields = [zero, zero, zero, zero, keys, values, bytes];
    let table = process.heap.hash_table(fields);
    let keys_with_bytes = process.heap.vector_from(&[bytes]);
    let fields = [
        zero,
        zero,
        zero,
        zero,
        keys_with_bytes,
        values,
        Value::FALSE,
    ];
    let table_with_bytes = process.heap.hash_table(fields);
    let cases = [
        (Value::TRUE, Changes::None),
        (number, Changes::None),
        (literal, Changes::None),
        (text, Changes::Told),
        (list, Changes::Told),
        (bytes, Changes::Untold),
        (with_bytes, Changes::Untold),
    ];
    for (value, expected) in cases {
        let (copy, changes) = process.heap.snapshot(value).expect("there is memory");
        assert_eq!(changes, expected);
        assert!(crate::equal(value, copy.root(), &mut 100) == crate::Verdict::Same);
        assert!(!copy.is_owned(), "it can be received again and again");
    }
    // The bytes of a table's index change with its other fields only, and other bytes at any time.
    for (table, expected) in [(table, Changes::Told), (table_with_bytes, Changes::Untold)] {
        let (_, changes) = process.heap.snapshot(table).expect("there is memory");
        assert_eq!(changes, expected);
    }
}
