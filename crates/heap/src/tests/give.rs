//! Lists of immediates, which are copied pair by pair.

use super::support::{Process, items, numbers, old_process};
use crate::{FragmentBuilder, Pair, Value};

/// Gives a list without a detour, if there is a way.
fn give(sender: &mut Process, list: Value, receiver: &mut Process) -> Option<Value> {
    let low = receiver.low();
    let given = sender.heap.give_list(&mut receiver.heap, list, low);
    receiver.roots.extend(given);
    given
}

#[test]
fn a_small_list_goes_from_block_to_block() {
    for length in [1, 3, 8, 9, 64, 65, 128] {
        let mut sender = Process::new(2048, false);
        let mut receiver = Process::new(2048, false);
        let list = sender.list(0..length);
        sender.roots.push(list);
        sender.heap.take_work();
        let given = give(&mut sender, list, &mut receiver).expect("it is flat");
        assert!(given.is_frozen_pair() && list.is_mutable_pair());
        let words = 2 * length as usize;
        assert_eq!(receiver.heap.used_words(), words);
        assert_eq!(sender.heap.take_work(), words as u64);
        for _ in 0..2 {
            assert_eq!(numbers(receiver.roots[0]), (0..length).collect::<Vec<_>>());
            receiver.collect(5);
        }
        sender.check();
        receiver.check();
    }
}

#[test]
fn a_small_list_that_is_old_is_given_too() {
    let mut sender = old_process(false);
    let mut receiver = Process::new(2048, false);
    let tail = nth(sender.roots[0], 940);
    assert!(!sender.heap.is_young(tail));
    sender.heap.take_work();
    let given = give(&mut sender, tail, &mut receiver).expect("it is flat");
    assert!(given.is_frozen_pair());
    assert_eq!(numbers(given), (940..1000).collect::<Vec<_>>());
    assert_eq!(sender.heap.take_work(), 120);
    let frozen = sender.freeze(tail);
    assert!(frozen.is_owned());
    assert_eq!((frozen.words(), sender.heap.take_work()), (120, 120));
    assert_eq!(numbers(frozen.root()), (940..1000).collect::<Vec<_>>());
    sender.check();
    receiver.check();
}

#[test]
fn what_is_no_small_list_of_immediates_is_not_given() {
    let mut sender = Process::new(2048, false);
    let mut receiver = Process::new(2048, false);
    sender.reserve(1200);
    let string = sender.heap.string("a");
    let deep = sender.heap.list(&[string, string]);
    let long = sender.list(0..129);
    let circle = sender.list(0..2);
    let pair = Pair::of(circle).expect("a pair");
    pair.set_cdr(&mut sender.heap, circle).expect("not frozen");
    let mut builder = FragmentBuilder::new();
    let frozen = builder.list(&[Value::TRUE]);
    let shared = sender.heap.receive(builder.finish_message(frozen));
    for value in [string, deep, long, circle, shared, Value::TRUE] {
        assert_eq!(give(&mut sender, value, &mut receiver), None);
    }
    assert_eq!(receiver.heap.used_words(), 0);
}

#[test]
fn a_small_list_to_who_does_not_wait_is_the_receivers_own() {
    for (length, owned) in [(1, true), (8, true), (64, true), (65, false)] {
        let mut sender = Process::new(2048, false);
        let mut receiver = Process::new(2048, false);
        let list = sender.list(0..length);
        set_cdr(&mut sender, last(list), Value::TRUE);
        let first = Pair::of(list).expect("a pair");
        first
            .set_car(&mut sender.heap, Value::NULL)
            .expect("not frozen");
        sender.roots.push(list);
        sender.heap.take_work();
        let frozen = sender.freeze(list);
        let words = 2 * length as usize;
        assert_eq!((frozen.is_owned(), frozen.words()), (owned, words));
        assert_eq!(sender.heap.take_work(), words as u64);
        let low = receiver.low();
        for message in [frozen.clone(), frozen] {
            let received = receiver.heap.receive_into(message, low);
            assert!(received.is_frozen_pair());
            receiver.roots.push(received);
        }
        receiver.collect(5);
        for root in [receiver.roots[0], receiver.roots[1]] {
            let pair = Pair::of(root).expect("a pair");
            assert_eq!(pair.car(), Value::NULL);
            let end = Pair::of(last(root)).expect("a pair");
            assert_eq!(end.cdr(), Value::TRUE);
        }
        sender.check();
        receiver.check();
    }
}

#[test]
fn a_list_is_given_only_where_there_is_room() {
    for zeal in [false, true] {
        let mut sender = Process::new(64, zeal);
        let mut receiver = Process::new(64, zeal);
        let list = sender.list(0..8);
        sender.roots.push(list);
        let mut given = 0;
        while give(&mut sender, list, &mut receiver).is_some() {
            given += 1;
        }
        // Under zeal each reservation is a collection.
        let room = if zeal { 0..=0 } else { 1..=4 };
        assert!(room.contains(&given), "{given}");
        receiver.check();
    }
}

/// The last pair of a list.
fn last(list: Value) -> Value {
    let next = |&pair: &Value| Some(Pair::of(pair)?.cdr()).filter(|rest| rest.is_pair());
    std::iter::successors(Some(list), next)
        .last()
        .expect("a pair")
}

fn set_cdr(process: &mut Process, pair: Value, cdr: Value) {
    let pair = Pair::of(pair).expect("a pair");
    pair.set_cdr(&mut process.heap, cdr).expect("not frozen");
}

#[test]
fn long_lists_are_shared() {
    for zeal in [false, true] {
        let mut sender = Process::new(64, zeal);
        let mut receiver = Process::new(64, zeal);
        let list = sender.list(0..5000);
        sender.roots.push(list);
        sender.heap.take_work();
        let frozen = sender.freeze(sender.roots[0]);
        assert!(!frozen.is_owned() && frozen.root().is_frozen_pair());
        assert_eq!((frozen.words(), sender.heap.take_work()), (10_000, 10_000));
        let received = receiver.heap.receive(frozen);
        receiver.roots.push(received);
        receiver.collect(0);
        assert_eq!(numbers(receiver.roots[0]), (0..5000).collect::<Vec<_>>());
        sender.check();
        receiver.check();
    }
}

#[test]
fn lists_of_old_and_young_pairs_are_copied() {
    for zeal in [false, true] {
        let mut sender = old_process(zeal);
        for number in -300..0 {
            sender.reserve(2);
            let pair = sender.heap.pair(Value::fixnum(-number), sender.roots[0]);
            sender.roots[0] = pair;
        }
        // From what is old back to what is young, too.
        let young = sender.list(1000..1010);
        let end = last(sender.roots[0]);
        set_cdr(&mut sender, end, young);
        let frozen = sender.freeze(sender.roots[0]);
        assert_eq!(frozen.words(), 2 * 1310);
        let expected: Vec<i64> = (1..=300).chain(0..1010).collect();
        assert_eq!(numbers(frozen.root()), expected);
        sender.check();
    }
}

#[test]
fn lists_lie_as_they_like() {
    let mut sender = Process::new(1 << 13, false);
    let mut receiver = Process::new(64, false);
    // Which pair of a row of 64 holds which number: up, down, every other one, and in no order.
    let orders: [fn(usize) -> usize; 5] = [
        |place| place,
        |place| 63 - place,
        |place| place * 2 % 64 + place / 32,
        |place| place * 37 % 64,
        |place| if place < 32 { place } else { 95 - place },
    ];
    for order in orders {
        for length in [1, 2, 3, 31, 32, 33, 63, 64] {
            sender.reserve(128);
            let null = Value::NULL;
            let places: Vec<Value> = (0..64).map(|_| sender.heap.pair(null, null)).collect();
            let pairs: Vec<Value> = (0..length).map(|number| places[order(number)]).collect();
            for (number, &pair) in pairs.iter().enumerate() {
                let rest = pairs.get(number + 1).copied().unwrap_or(null);
                set_cdr(&mut sender, pair, rest);
                let pair = Pair::of(pair).expect("a pair");
                let car = Value::fixnum(number as i64);
                pair.set_car(&mut sender.heap, car).expect("not frozen");
            }
            let frozen = sender.freeze(pairs[0]);
            assert_eq!(frozen.words(), 2 * length);
            let received = receiver.heap.receive(frozen);
            let expected: Vec<i64> = (0..length as i64).collect();
            assert_eq!(numbers(received), expected);
        }
    }
    sender.check();
}

#[test]
fn lists_of_other_kinds_arrive_as_they_are() {
    let mut sender = Process::new(1 << 14, false);
    let mut receiver = Process::new(64, false);
    for at in [0, 1, 700, 999] {
        // Something in it that is copied with it.
        sender.reserve(2100);
        let string = sender.heap.string("inside");
        let list = sender.list(0..1000);
        let pair = Pair::of(nth(list, at)).expect("a pair");
        pair.set_car(&mut sender.heap, string).expect("not frozen");
        let received = sender.send(list, &mut receiver);
        let found = items(received);
        let is_inside = |item: &Value| item.as_fixnum().is_none();
        assert_eq!(found.iter().position(is_inside), Some(at));
        // No list at its end.
        let list = sender.list(0..1000);
        set_cdr(&mut sender, nth(list, at), Value::TRUE);
        let received = sender.send(list, &mut receiver);
        assert_eq!(
            Pair::of(nth(received, at)).expect("a pair").cdr(),
            Value::TRUE
        );
        // No end.
        let list = sender.list(0..1000);
        let back = nth(list, at / 2);
        set_cdr(&mut sender, nth(list, at), back);
        let received = sender.send(list, &mut receiver);
        assert_eq!(nth(received, at + 1), nth(received, at / 2));
        // What follows is shared.
        let tail = sender.list(0..1000);
        let frozen = sender.freeze(tail);
        let tail = sender.heap.receive(frozen);
        sender.roots.push(tail);
        sender.reserve(2100);
        let tail = sender.roots.pop().expect("it was kept");
        let list = sender.list(0..1000);
        set_cdr(&mut sender, nth(list, at), tail);
        let received = sender.send(list, &mut receiver);
        assert_eq!(nth(received, at + 1), tail);
    }
    sender.check();
    receiver.check();
}

/// What is `count` pairs further.
fn nth(list: Value, count: usize) -> Value {
    let rest = |list, _| Pair::of(list).expect("a pair").cdr();
    (0..count).fold(list, rest)
}
