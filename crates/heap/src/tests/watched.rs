//! Whoever asks is told of the next change.

use super::support::Process;
use crate::freeze::Changes;
use crate::{Amount, Pair, StringView, Value, Vector};

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
        let (copy, changes) = process
            .heap
            .snapshot(value, Amount::All)
            .expect("there is memory");
        assert_eq!(changes, expected);
        assert!(crate::equal(value, copy.root(), &mut 100) == crate::Verdict::Same);
        assert!(!copy.is_owned(), "it can be received again and again");
    }
    // The bytes of a table's index change with its other fields only, and other bytes at any time.
    for (table, expected) in [(table, Changes::Told), (table_with_bytes, Changes::Untold)] {
        let (_, changes) = process
            .heap
            .snapshot(table, Amount::All)
            .expect("there is memory");
        assert_eq!(changes, expected);
    }
}
