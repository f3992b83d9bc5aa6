//! Freezing, receiving, thawing; counts of fragments.

use super::support::{Process, items, numbers, unit};
use crate::budget::tests::{assert_balanced, counted_by};
use crate::equality::Verdict;
use crate::freeze::SMALL_WORDS;
use crate::heap::{BIRTH_WORDS, Heap};
use crate::object::{BoxCell, Object};
use crate::{
    Amount, Bytevector, Closure, FragmentBuilder, Frozen, LARGE_WORDS, Pair, StringView, Value,
    Vector,
};

#[test]
fn small_messages_become_the_receivers_own() {
    for zeal in [false, true] {
        let mut sender = Process::new(64, zeal);
        let mut receiver = Process::new(64, zeal);
        let list = sender.list(0..10);
        sender.roots.push(list);
        let frozen = sender.freeze(sender.roots[0]);
        assert!(frozen.is_owned());
        assert_eq!(frozen.words(), 20);
        let copy = frozen.clone();
        let received = receiver.heap.receive(frozen);
        receiver.roots.push(received);
        receiver.reserve(0);
        let low = receiver.low();
        let received = receiver.heap.receive_into(copy, low);
        receiver.roots.push(received);
        for _ in 0..2 {
            for &list in &receiver.roots {
                assert!(list.is_frozen_pair());
                assert_eq!(numbers(list), (0..10).collect::<Vec<_>>());
            }
            receiver.collect(5);
        }
        assert_eq!(receiver.heap.used_words(), 40);
        // The sender's data is as it was.
        assert!(sender.roots[0].is_mutable_pair());
        assert_eq!(numbers(sender.roots[0]), (0..10).collect::<Vec<_>>());
        sender.check();
    }
}

/// What is too much for a turn is as if nobody had tried: nothing of the copy is left in the original.
#[test]
fn a_copy_of_more_than_a_turn_makes_is_undone() {
    let mut sender = Process::new(1 << 18, false);
    let mut receiver = Process::new(64, false);
    let list = sender.list(0..40_000);
    sender.roots.push(list);
    sender.reserve(2 + 50_001);
    let vector = sender.heap.vector(50_000, sender.roots[0]);
    let pair = sender.heap.pair(vector, sender.roots[0]);
    sender.roots.push(pair);
    for value in [sender.roots[0], sender.roots[1]] {
        let refused = sender.heap.freeze_within(value, Amount::Turn);
        assert!(refused.expect_err("it is much").is_of_turn());
        let refused = sender.heap.snapshot(value, Amount::Turn);
        assert!(refused.expect_err("it is much").is_of_turn());
    }
    sender.check();
    assert_eq!(numbers(sender.roots[0]).len(), 40_000);
    sender.collect(0);
    let received = sender.send(sender.roots[1], &mut receiver);
    let pair = Pair::of(received).expect("a pair");
    let vector = Vector::of(pair.car()).expect("a vector");
    assert!(vector.slice().iter().all(|&one| one == pair.cdr()));
    assert_eq!(numbers(pair.cdr()), (0..40_000).collect::<Vec<_>>());
}

#[test]
fn sharing_and_cycles_arrive() {
    for zeal in [false, true] {
        let mut sender = Process::new(256, zeal);
        let mut receiver = Process::new(64, zeal);
        sender.reserve(16);
        let string = sender.heap.string("shared");
        let cell = sender.heap.new_box(string);
        let list = sender.heap.list(&[string, cell, string]);
        let content = BoxCell::of(cell).expect("a box");
        content.set(&mut sender.heap, list).expect("not frozen");
        sender.roots.push(list);
        let received = sender.send(list, &mut receiver);
        receiver.roots.push(received);
        for _ in 0..2 {
            let list = items(receiver.roots[0]);
            assert_eq!(list[0], list[2]);
            let cell = BoxCell::of(list[1]).expect("a box");
            assert_eq!(cell.get(), receiver.roots[0]);
            let text = StringView::of(list[0]).expect("a string");
            assert_eq!(text.to_string(), "shared");
            receiver.collect(0);
        }
        sender.check();
    }
}

/// Lists are copied along their pairs, those of immediates without looking for sharing.
#[test]
fn lists_of_all_shapes_arrive() {
    let lengths: &[i64] = match cfg!(miri) {
        true => &[1, 3, 9],
        false => &[1, 2, 3, 40, 63, 64, 65, 300],
    };
    for zeal in [false, true] {
        for &length in lengths {
            let mut sender = Process::new(64, zeal);
            let mut receiver = Process::new(64, zeal);
            // The end: nothing, a number, a frozen list, the list itself, its middle, another list.
            for end in 0..6 {
                let frozen = receiver.list(100..103);
                let received = receiver.send(frozen, &mut sender);
                sender.roots = vec![received];
                let list = sender.list(0..length);
                sender.roots.push(list);
                let other = sender.list(200..202);
                let list = sender.roots[1];
                let pairs: Vec<Value> = pairs(list).take(length as usize).collect();
                let last = pairs[pairs.len() - 1];
                let target = match end {
                    0 => Value::NULL,
                    1 => Value::fixnum(5),
                    2 => sender.roots[0],
                    3 => list,
                    4 => pairs[pairs.len() / 2],
                    _ => other,
                };
                let last = Pair::of(last).expect("a pair");
                last.set_cdr(&mut sender.heap, target).expect("not frozen");
                // In the middle, the element is the tail that begins there.
                if length == 3 {
                    let middle = Pair::of(pairs[1]).expect("a pair");
                    middle.set_car(&mut sender.heap, pairs[2]).expect("fresh");
                }
                let received = sender.send(list, &mut receiver);
                receiver.roots = vec![received];
                receiver.collect(0);
                let copy: Vec<Value> = self::pairs(receiver.roots[0]).take(350).collect();
                let original: Vec<Value> = self::pairs(list).take(350).collect();
                assert_eq!(copy.len(), original.len());
                let place =
                    |all: &[Value], wanted: Value| all.iter().position(|&one| one == wanted);
                for (index, (&ours, &theirs)) in copy.iter().zip(&original).enumerate() {
                    assert!(ours.is_frozen_pair());
                    let [ours_car, theirs_car] =
                        [ours, theirs].map(|pair| Pair::of(pair).expect("a pair").car());
                    match theirs_car.is_pointer() {
                        true => assert_eq!(place(&copy, ours_car), place(&original, theirs_car)),
                        false => assert_eq!(ours_car, theirs_car),
                    }
                    assert_eq!(place(&copy, ours), place(&original, theirs), "{index}");
                }
                let end = |all: &[Value]| Pair::of(all[all.len() - 1]).expect("a pair").cdr();
                if !end(&original).is_pointer() {
                    assert_eq!(end(&copy), end(&original));
                }
                sender.check();
                receiver.check();
            }
        }
    }
}

/// The pairs of a list, for ever if it is a circle.
fn pairs(list: Value) -> impl Iterator<Item = Value> {
    std::iter::successors(Some(list), |&pair| Some(Pair::of(pair)?.cdr()))
        .take_while(|value| value.is_pair())
}

#[test]
fn large_messages_are_shared_and_sent_again_at_once() {
    for zeal in [false, true] {
        let mut first = Process::new(64, zeal);
        let mut second = Process::new(64, zeal);
        let mut third = Process::new(64, zeal);
        let list = first.list(0..1000);
        let frozen = first.freeze(list);
        assert!(!frozen.is_owned());
        let fragment = frozen.fragment().expect("shared").clone();
        let received = second.heap.receive(frozen);
        second.roots.push(received);
        second.heap.take_work();
        // Part of it is sent on.
        let rest = Pair::of(received).expect("a pair").cdr();
        let again = second.freeze(rest);
        assert_eq!(second.heap.take_work(), 0);
        let received = third.heap.receive(again);
        assert_eq!(received, rest);
        third.roots.push(received);
        second.collect(0);
        third.collect(0);
        assert_eq!(fragment.count(), 3);
        assert_eq!(numbers(third.roots[0]).len(), 999);
        second.roots.clear();
        second.collect(0);
        assert_eq!(fragment.count(), 2);
        drop(third);
        assert_eq!(fragment.count(), 1);
    }
}

#[test]
fn fragments_inside_fragments_are_found_and_released() {
    for zeal in [false, true] {
        let mut process = Process::new(64, zeal);
        let mut fragments = Vec::new();
        // Each message holds the one before.
        let mut root = Value::NULL;
        for _ in 0..5 {
            let list = process.list(0..200);
            process.roots = vec![list, root];
            process.reserve(2);
            let pair = process.heap.pair(process.roots[1], process.roots[0]);
            let frozen = process.freeze(pair);
            fragments.push(frozen.fragment().expect("shared").clone());
            root = process.heap.receive(frozen);
            process.roots = vec![root];
        }
        let mut receiver = Process::new(64, zeal);
        let received = process.send(root, &mut receiver);
        drop(process);
        receiver.roots.push(received);
        receiver.collect(0);
        // The receiver walks down to the first and keeps only that.
        let mut value = receiver.roots[0];
        for _ in 0..4 {
            value = Pair::of(value).expect("a pair").car();
        }
        receiver.roots[0] = value;
        receiver.collect(0);
        let counts: Vec<usize> = fragments.iter().map(|fragment| fragment.count()).collect();
        assert_eq!(counts, [3, 2, 2, 2, 1]);
        fragments.truncate(1);
        assert_eq!(fragments[0].count(), 2);
        let pair = Pair::of(receiver.roots[0]).expect("a pair");
        assert_eq!(numbers(pair.cdr()).len(), 200);
        receiver.check();
        drop(receiver);
        assert_eq!(fragments[0].count(), 1);
    }
}

#[test]
fn long_chains_of_fragments_are_freed_without_recursion() {
    let mut last: Option<(crate::FragmentRef, Value)> = None;
    for _ in 0..200_000 {
        let mut builder = FragmentBuilder::new();
        let mut tail = Value::NULL;
        if let Some((fragment, value)) = &last {
            builder.edge(fragment);
            tail = *value;
        }
        let mut roots = [builder.pair(Value::TRUE, tail)];
        let fragment = builder.finish(&mut roots);
        last = Some((fragment, roots[0]));
    }
    drop(last);
}

#[test]
fn deep_lists_are_copied_without_recursion() {
    let mut process = Process::new(64, false);
    process.roots.push(Value::NULL);
    for _ in 0..1_000_000 {
        // Deep in the car.
        process.reserve(2);
        process.roots[0] = process.heap.pair(process.roots[0], Value::NULL);
    }
    let frozen = process.freeze(process.roots[0]);
    let mut receiver = Process::new(64, false);
    let received = receiver.heap.receive(frozen);
    let thawed = receiver.heap.thaw(received).expect("no limit");
    receiver.roots.push(thawed);
    receiver.collect(0);
    let mut depth = 0;
    let mut value = receiver.roots[0];
    while let Some(pair) = Pair::of(value) {
        assert!(value.is_mutable_pair());
        value = pair.car();
        depth += 1;
    }
    assert_eq!(depth, 1_000_000);
    let mut budget = 10_000_000;
    let left = process.roots[0];
    assert_eq!(
        crate::equal(left, receiver.roots[0], &mut budget),
        Verdict::Same
    );
}

#[test]
fn a_spawned_process_keeps_what_is_mutable() {
    let mut parent = Process::new(64, true);
    parent.reserve(4);
    let cell = parent.heap.new_box(Value::TRUE);
    let list = parent.heap.list(&[cell]);
    parent.roots.push(list);
    let mut child = parent.beget(parent.roots[0], true);
    child.check();
    child.collect(0);
    assert!(child.roots[0].is_mutable_pair());
    let own = BoxCell::of(items(child.roots[0])[0]).expect("a box");
    own.set(&mut child.heap, Value::FALSE).expect("not frozen");
    let theirs = BoxCell::of(items(parent.roots[0])[0]).expect("a box");
    assert_eq!(theirs.get(), Value::TRUE);
}

#[test]
fn a_spawned_process_holds_what_is_shared() {
    let mut parent = Process::new(64, false);
    let numbers: Vec<Value> = (0..200).map(Value::fixnum).collect();
    parent.reserve(2 * numbers.len());
    let list = parent.heap.list(&numbers);
    parent.roots.push(list);
    let shared = parent
        .heap
        .freeze(parent.roots[0])
        .expect("there is memory");
    let fragment = shared.fragment().expect("it is large").clone();
    let received = parent.heap.receive(shared);
    parent.roots[0] = received;
    parent.reserve(2);
    parent.roots[0] = parent.heap.pair(parent.roots[0], Value::NULL);
    let count = fragment.count();
    let mut child = parent.beget(parent.roots[0], true);
    assert_eq!(fragment.count(), count + 1);
    let same = parent.beget(items(parent.roots[0])[0], true);
    assert_eq!(fragment.count(), count + 2);
    drop(same);
    drop(parent);
    child.collect(0);
    assert_eq!(items(items(child.roots[0])[0]).len(), 200);
    child.roots.clear();
    child.collect(0);
    assert_eq!(fragment.count(), 1);
}

#[test]
fn a_process_begins_in_what_another_has_left() {
    for zeal in [false, true] {
        let (fragment, _) = unit(&[], |_| Vec::new());
        let code = &raw const fragment.codes()[0];
        let mut parent = Process::new(64, zeal);
        parent.heap.hold(&fragment);
        parent.reserve(10);
        // One over immediates, and one over a pair.
        let pair = parent.heap.pair(Value::TRUE, Value::NULL);
        let [plain, other] = [Value::fixnum(7), pair]
            .map(|free| parent.heap.closure(code, &[Value::fixnum(5), free]));
        parent.roots = vec![plain, other];
        parent.collect(0);
        let count = fragment.count();
        let mut heap = Heap::unborn();
        for round in 0..6 {
            assert_eq!(heap.used_words(), 0);
            let thunk = parent.roots[round % 2];
            let begun = parent
                .heap
                .beget(&mut heap, thunk, Amount::All)
                .expect("there is memory");
            assert_eq!(fragment.count(), count + 1);
            let closure = Closure::of(begun).expect("a closure");
            assert_eq!((closure.code(), closure.free_count()), (code, 2));
            assert_eq!(closure.free(0), Some(Value::fixnum(5)));
            let mut child = Process::with_heap(heap, zeal);
            child.roots.push(begun);
            child.check();
            let same = parent.heap.freeze(parent.roots[1]).expect("sendable");
            let received = child.heap.receive(same);
            child.roots.push(received);
            child.check();
            heap = child.heap;
            assert!(heap.vacate(false));
            assert_eq!(fragment.count(), count);
            assert_eq!((heap.size_words(), heap.epoch()), (BIRTH_WORDS, 1));
        }
    }
}

#[test]
fn a_process_begins_with_a_closure_over_another() {
    for zeal in [false, true] {
        let (fragment, _) = unit(&[], |_| Vec::new());
        let (other, _) = unit(&[], |_| Vec::new());
        let [code, other_code] = [&fragment, &other].map(|unit| &raw const unit.codes()[0]);
        let mut parent = Process::new(64, zeal);
        parent.heap.hold(&fragment);
        parent.heap.hold(&other);
        parent.reserve(30);
        let immediates = [Value::fixnum(5), Value::TRUE];
        let [same_unit, inner] =
            [code, other_code].map(|code| parent.heap.closure(code, &immediates));
        let one = |inner| [Value::fixnum(7), inner, Value::NULL];
        let thunks = [
            parent.heap.closure(code, &one(same_unit)),
            parent.heap.closure(code, &one(inner)),
            // The object that is there twice is copied once.
            parent.heap.closure(code, &[inner, Value::NULL, inner]),
        ];
        parent.roots = thunks.to_vec();
        parent.collect(0);
        let counts = || [fragment.count(), other.count()];
        let before = counts();
        let mut heap = Heap::unborn();
        for round in 0..9 {
            let which = round % 3;
            let begun = parent
                .heap
                .beget(&mut heap, parent.roots[which], Amount::All)
                .expect("there is memory");
            assert_eq!(
                counts(),
                [before[0] + 1, before[1] + usize::from(which > 0)]
            );
            assert_eq!(heap.used_words(), 9);
            let mut child = Process::with_heap(heap, zeal);
            child.roots.push(begun);
            child.check();
            child.collect(0);
            let closure = Closure::of(child.roots[0]).expect("a closure");
            assert_eq!((closure.code(), closure.free_count()), (code, 3));
            let place = usize::from(which < 2);
            let copy = Closure::of(closure.free_values()[place]).expect("a closure");
            assert_eq!(copy.code(), if which == 0 { code } else { other_code });
            assert_eq!(copy.free_values(), immediates);
            assert_eq!(closure.free(2) == Some(copy.value()), which == 2);
            child.roots.clear();
            heap = child.heap;
            heap = if heap.vacate(true) {
                heap
            } else {
                Heap::unborn()
            };
            // The unit may be kept for the next process.
            heap.give_up_unit();
            assert_eq!(counts(), before);
        }
    }
}

#[test]
fn a_block_that_has_grown_little_is_kept_for_another_process() {
    for (times, keeps_grown, is_kept) in [
        (1, false, true),
        (3, true, true),
        (3, false, false),
        (4, true, false),
    ] {
        let words = times * BIRTH_WORDS;
        let mut heap = Heap::new(words);
        assert_eq!(heap.vacate(keeps_grown), is_kept);
        assert_eq!((heap.block_words(), heap.epoch()), (words, 1));
    }
}

#[test]
fn a_large_object_in_private_data_gets_a_place_of_its_own() {
    let mut parent = Process::new(64, true);
    let large = parent.heap.bytevector_fill(8 * LARGE_WORDS, 9);
    parent.roots.push(large);
    parent.reserve(2);
    parent.roots[0] = parent.heap.pair(parent.roots[0], Value::NULL);
    let mut child = parent.beget(parent.roots[0], true);
    drop(parent);
    child.collect(0);
    assert_eq!(child.heap.object_words(), 2);
    let bytes = items(child.roots[0])[0];
    child.collect(0);
    assert_eq!(items(child.roots[0])[0], bytes);
    let bytes = Bytevector::of(bytes).expect("bytes");
    assert_eq!(bytes.slice(), vec![9; 8 * LARGE_WORDS]);
}

#[test]
fn thawed_data_is_mutable_and_private() {
    for zeal in [false, true] {
        for length in [3, SMALL_WORDS as i64] {
            let (fragment, constants) = unit(&[], |builder| vec![builder.string("constant")]);
            let mut sender = Process::new(64, zeal);
            sender.heap.hold(&fragment);
            sender.roots = vec![constants[0]];
            let list = sender.list(0..length);
            sender.roots.push(list);
            sender.reserve(8);
            let vector = sender.heap.vector_from(&sender.roots.clone());
            let frozen = sender.freeze(vector);
            assert_eq!(frozen.is_owned(), length == 3);
            let mut receiver = Process::new(64, zeal);
            let received = receiver.heap.receive(frozen);
            receiver.roots.push(received);
            for _ in 0..2 {
                let thawed = receiver.heap.thaw(receiver.roots[0]).expect("no limit");
                receiver.roots.push(thawed);
                receiver.collect(3);
            }
            let [one, two] = [1, 2].map(|root| Vector::of(receiver.roots[root]).expect("there"));
            one.set(&mut receiver.heap, 1, Value::NULL).expect("thawed");
            let list = two.get(1).expect("there");
            assert!(list.is_mutable_pair());
            assert_eq!(numbers(list).len(), length as usize);
            // The unit's constant was not copied.
            assert_eq!(one.get(0), Some(constants[0]));
            assert!(Object::of(constants[0]).expect("an object").is_frozen());
            assert_eq!(receiver.heap.thaw(two.value()), Ok(two.value()));
        }
    }
}

#[test]
fn closures_carry_their_unit_along() {
    let (fragment, constants) = unit(&[], |builder| vec![builder.string("constant")]);
    let code = &raw const fragment.codes()[0];
    let mut sender = Process::new(64, true);
    sender.heap.hold(&fragment);
    sender.reserve(4);
    let closure = sender.heap.closure(code, &[constants[0]]);
    let frozen = sender.freeze(closure);
    drop(sender);
    assert_eq!(fragment.count(), 2);
    let mut receiver = Process::new(64, true);
    let received = receiver.heap.receive(frozen);
    receiver.roots.push(received);
    receiver.collect(0);
    assert_eq!(fragment.count(), 2);
    let closure = Closure::of(receiver.roots[0]).expect("a closure");
    assert_eq!(closure.free(0), Some(constants[0]));
    drop(receiver);
    assert_eq!(fragment.count(), 1);
}

#[test]
fn immortal_constants_need_no_handle() {
    let mut builder = FragmentBuilder::new();
    let string = builder.string("for ever");
    let mut roots = [builder.list(&[string])];
    let fragment = builder.finish_immortal(&mut roots);
    assert!(fragment.is_immortal());
    let mut process = Process::new(64, true);
    process.reserve(2);
    let pair = process.heap.pair(roots[0], roots[0]);
    process.roots.push(pair);
    process.collect(0);
    assert_eq!(Pair::of(process.roots[0]).expect("a pair").cdr(), roots[0]);
    let frozen = process.freeze(roots[0]);
    assert_eq!((frozen.root(), frozen.words()), (roots[0], 0));
    assert_eq!(process.heap.thaw(roots[0]), Ok(roots[0]));
}

/// A fragment that lives for ever, with code and a string.
fn immortal_unit() -> (crate::FragmentRef, Value) {
    let mut builder = FragmentBuilder::new();
    builder.codes(vec![super::support::code(&[(2, 0)])]);
    let mut roots = [builder.string("for ever")];
    let fragment = builder.finish_immortal(&mut roots);
    (fragment, roots[0])
}

#[test]
fn immortal_constants_are_found_while_there_come_to_be_more() {
    let (fragment, string) = immortal_unit();
    let many = if cfg!(miri) { 20 } else { 1500 };
    std::thread::scope(|scope| {
        let maker = scope.spawn(|| (0..many).map(|_| immortal_unit().0).collect::<Vec<_>>());
        while !maker.is_finished() {
            let address = string.address();
            let found = crate::fragment::immortal_fragment(address).expect("it was made");
            assert!(found.is_same(&fragment));
        }
    });
}

#[test]
fn widened_strings_are_sent_as_one() {
    let mut sender = Process::new(128, false);
    let string = sender.heap.string("abc");
    let view = StringView::of(string).expect("a string");
    view.set(&mut sender.heap, 0, 'Ж').expect("not frozen");
    let list = sender.heap.list(&[string, string]);
    let frozen = sender.freeze(list);
    let items = items(frozen.root());
    assert_eq!(items[0], items[1]);
    let view = StringView::of(items[0]).expect("a string");
    assert_eq!(view.to_string(), "Жbc");
    assert_eq!(frozen.words(), 4 + 3);
}

#[test]
fn built_messages_can_be_cyclic() {
    let mut builder = FragmentBuilder::new();
    let pair = builder.pair(Value::TRUE, Value::NULL);
    let text = builder.string("Жук");
    let vector = builder.vector(&[pair, text]);
    assert!(builder.set(pair, 1, vector));
    assert!(!builder.set(pair, 2, vector));
    assert!(!builder.set(text, 0, vector));
    let frozen = builder.finish_message(vector);
    assert!(frozen.is_owned());
    let mut process = Process::new(64, true);
    let received = process.heap.receive(frozen);
    process.roots.push(received);
    process.collect(0);
    let view = Vector::of(process.roots[0]).expect("a vector");
    let pair = Pair::of(view.slice()[0]).expect("a pair");
    assert_eq!(pair.cdr(), process.roots[0]);
    let text = StringView::of(view.slice()[1]).expect("a string");
    assert_eq!((text.to_string().as_str(), text.width()), ("Жук", 2));
}

#[test]
fn messages_cross_threads() {
    let mut process = Process::new(64, false);
    let list = process.list(0..1000);
    let frozen = process.heap.freeze_shared(list).expect("sendable");
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let frozen: Frozen = frozen.share().expect("shared");
            std::thread::spawn(move || {
                let mut process = Process::new(64, true);
                for _ in 0..100 {
                    let frozen = frozen.clone();
                    process.roots = vec![process.heap.receive(frozen)];
                    process.collect(0);
                }
                numbers(process.roots[0]).len()
            })
        })
        .collect();
    for thread in threads {
        assert_eq!(thread.join().expect("no panic"), 1000);
    }
    assert_eq!(frozen.fragment().expect("shared").count(), 1);
}

/// Whatever becomes of a message, the memory it took is given back to the budget.
#[test]
fn fragments_give_back_all_that_they_took() {
    let fragments: [fn(&mut Process) -> Value; 4] = [
        |process| process.list(0..3),
        |process| process.list(0..1000),
        |process| {
            let list = process.list(0..2000);
            let first = process.freeze(list);
            // One that points into another one.
            let inner = process.heap.receive(first);
            process.roots.push(inner);
            process.reserve(2);
            let inner = process.roots.pop().expect("pushed above");
            process.heap.pair(inner, inner)
        },
        |process| {
            process.reserve(crate::Heap::words_for_vector(crate::LARGE_WORDS + 1));
            process.heap.vector(crate::LARGE_WORDS + 1, Value::TRUE)
        },
    ];
    for make in fragments {
        // Dropped on the way.
        assert_balanced(|| {
            let mut process = Process::new(64, false);
            let value = make(&mut process);
            (process.freeze(value), process)
        });
        // Received, kept for some time, and collected.
        assert_balanced(|| {
            let (mut sender, mut receiver) = (Process::new(64, false), Process::new(64, false));
            let value = make(&mut sender);
            let message = sender.send(value, &mut receiver);
            receiver.roots.push(message);
            receiver.collect(0);
            receiver.roots.clear();
            receiver.collect(0);
            receiver.collect(0);
            (sender, receiver)
        });
    }
    // A unit, and what it takes while it lives: its words, and what is beside them.
    let (taken, (fragment, _)) = counted_by(|| super::support::unit(&[(2, 0b10)], |_| Vec::new()));
    assert!(taken > 8 * fragment.words() as isize);
    let (given_back, ()) = counted_by(|| drop(fragment));
    assert_eq!(given_back, -taken);
}

#[test]
fn a_long_chain_of_fragments_gives_back_what_each_took() {
    assert_balanced(|| {
        let mut process = Process::new(64, false);
        let mut value = process.list(0..500);
        for _ in 0..200 {
            let frozen = process.freeze(value);
            let inner = process.heap.receive(frozen);
            process.roots.clear();
            process.roots.push(inner);
            process.reserve(crate::Heap::words_for_vector(500));
            value = process.heap.vector(500, process.roots[0]);
        }
        process
    });
}
