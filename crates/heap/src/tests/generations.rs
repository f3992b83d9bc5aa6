//! Old memory: the store buffer, the watermark, when memory becomes old and goes.
//! The sizes are tiny in tests, so a list of some hundred pairs is much.

use super::support::{Process, items, numbers, old_process, unit};
use crate::code::Code;
use crate::notes::Notes;
use crate::object::BoxCell;
use crate::{LARGE_WORDS, Pair, Roots, Value, Vector};

#[test]
fn what_an_old_object_points_to_survives() {
    for zeal in [false, true] {
        let mut process = old_process(zeal);
        for number in 0..300 {
            process.reserve(2);
            let young = process.heap.pair(Value::fixnum(number), Value::NULL);
            let old = Pair::of(process.roots[0]).expect("a pair");
            old.set_car(&mut process.heap, young).expect("not frozen");
            // Garbage, so that collections come by themselves.
            process.list(0..10);
            let old = Pair::of(process.roots[0]).expect("a pair");
            assert_eq!(numbers(old.car()), [number]);
        }
        process.check();
    }
}

/// Each part of a vector, its last element above all.
#[test]
fn what_is_copied_into_an_old_vector_survives() {
    for length in 1..6 {
        for (at, count) in
            (0..length).flat_map(|at| (1..=length - at).map(move |count| (at, count)))
        {
            let mut process = old_process(false);
            process.reserve(crate::Heap::words_for_vector(length));
            let vector = process.heap.vector(length, Value::FALSE);
            process.roots.push(vector);
            while process.heap.is_young(process.roots[1]) {
                process.list(0..100);
            }
            process.reserve(crate::Heap::words_for_vector(count) + 2 * count);
            let source = process.heap.vector(count, Value::NULL);
            let source = Vector::of(source).expect("a vector");
            for number in 0..count {
                let pair = process.heap.pair(Value::fixnum(number as i64), Value::NULL);
                source
                    .set(&mut process.heap, number, pair)
                    .expect("not frozen");
            }
            let target = Vector::of(process.roots[1]).expect("a vector");
            target
                .copy_from(&mut process.heap, at, source, 0, count)
                .expect("not frozen");
            process.stack.top = crate::Top::Slots(process.slots);
            process.heap.check_notes(&process.stack);
            process.collect(0);
            process.list(0..100);
            let target = Vector::of(process.roots[1]).expect("a vector");
            for (index, &element) in target.slice().iter().enumerate() {
                match (at..at + count).contains(&index) {
                    true => assert_eq!(numbers(element), [(index - at) as i64]),
                    false => assert_eq!(element, Value::FALSE),
                }
            }
            process.check();
        }
    }
}

#[test]
fn all_that_is_copied_into_an_old_vector_survives() {
    for zeal in [false, true] {
        let mut process = old_process(zeal);
        process.reserve(6);
        let vector = process.heap.vector(5, Value::FALSE);
        process.roots.push(vector);
        while process.heap.is_young(process.roots[1]) {
            process.collect(0);
        }
        // First, last and only ones, each followed by what overwrites garbage.
        for (at, count) in [(0, 5), (4, 1), (0, 1), (1, 3), (2, 3)] {
            process.reserve(16);
            let source = process.heap.vector(count, Value::FALSE);
            let elements = Vector::of(source).expect("a vector");
            for index in 0..count {
                let young = process
                    .heap
                    .pair(Value::fixnum((at + index) as i64), Value::NULL);
                elements
                    .set(&mut process.heap, index, young)
                    .expect("not frozen");
            }
            let old = Vector::of(process.roots[1]).expect("a vector");
            old.copy_from(&mut process.heap, at, elements, 0, count)
                .expect("not frozen");
            process.collect(0);
            process.list(0..100);
            process.collect(0);
            let old = Vector::of(process.roots[1]).expect("a vector");
            let found: Vec<_> = old.slice().iter().map(|&pair| numbers(pair)).collect();
            let expected: Vec<_> = (0..5).map(|number| vec![number]).collect();
            assert_eq!(found, expected, "{count} from {at} on");
        }
        process.check();
    }
}

#[test]
fn one_slot_written_often_takes_little_memory() {
    let mut process = old_process(false);
    process.reserve(2);
    let young = process.heap.pair(Value::TRUE, Value::NULL);
    let old = Pair::of(process.roots[0]).expect("a pair");
    for _ in 0..1_000_000 {
        old.set_car(&mut process.heap, young).expect("not frozen");
    }
    let generation = process.heap.generation.as_ref().expect("it has old memory");
    assert!(generation.noted.capacity() <= 1 << 16);
}

#[test]
fn old_garbage_is_found_in_the_end() {
    let mut process = old_process(false);
    process.roots[0] = Value::NULL;
    for _ in 0..5000 {
        process.list(0..20);
    }
    assert!(process.heap.object_words() < 1500);
}

/// Many registers that do not change, as a long mailbox has.
#[derive(Default)]
struct Crowd {
    values: Vec<Value>,
    looked_at: usize,
}

impl Roots for Crowd {
    fn each_root(&mut self, visit: &mut dyn FnMut(&mut Value)) {
        self.looked_at += self.values.len();
        self.values.iter_mut().for_each(visit);
    }

    fn each_code(&mut self, _visit: &mut dyn FnMut(*const Code)) {}

    fn words(&self) -> usize {
        self.values.len()
    }

    fn each_young_root(&mut self, _visit: &mut dyn FnMut(&mut Value)) {}
}

#[test]
fn many_registers_are_seldom_looked_at() {
    let Process {
        mut heap,
        mut stack,
        ..
    } = Process::new(64, false);
    let mut crowd = Crowd {
        values: vec![Value::TRUE; 10_000],
        ..Crowd::default()
    };
    let mut allocated = 0;
    while allocated < 1_000_000 {
        if !heap.has_room(stack.fp, 2) {
            heap.collect(&mut stack, 0, &mut crowd, 2)
                .expect("no limit is set");
        }
        heap.pair(Value::NULL, Value::NULL);
        allocated += 2;
    }
    assert!(heap.old_words() < 1000);
    assert!(crowd.looked_at < allocated / 8, "{}", crowd.looked_at);
}

#[test]
fn a_new_large_object_is_scanned_by_a_minor_collection() {
    let mut process = old_process(false);
    process.reserve(2);
    let young = process.heap.pair(Value::TRUE, Value::NULL);
    let large = process.heap.vector(LARGE_WORDS + 1, young);
    process.roots.push(large);
    process.collect(0);
    process.list(0..100);
    let vector = Vector::of(process.roots[1]).expect("a vector");
    let first = Pair::of(vector.slice()[0]).expect("a pair");
    assert_eq!(first.car(), Value::TRUE);
    process.check();
}

#[test]
fn thawed_data_that_only_old_objects_know_survive() {
    let mut process = old_process(false);
    process.reserve(4);
    let cell = process.heap.new_box(Value::TRUE);
    let frozen = process.freeze(cell);
    let received = process.heap.receive(frozen);
    let thawed = process.heap.thaw(received).expect("no limit");
    let old = Pair::of(process.roots[0]).expect("a pair");
    old.set_car(&mut process.heap, thawed).expect("not frozen");
    process.collect(0);
    process.collect(0);
    let old = Pair::of(process.roots[0]).expect("a pair");
    let cell = BoxCell::of(old.car()).expect("a box");
    assert_eq!(cell.get(), Value::TRUE);
    process.check();
}

#[test]
fn what_was_written_to_data_that_are_about_to_move_does_not_double_them() {
    let mut process = old_process(false);
    process.reserve(4);
    let pair = process.heap.pair(Value::TRUE, Value::NULL);
    let frozen = process.freeze(pair);
    let received = process.heap.receive(frozen);
    let thawed = process.heap.thaw(received).expect("no limit");
    let knot = Pair::of(thawed).expect("a pair");
    knot.set_car(&mut process.heap, thawed).expect("not frozen");
    knot.set_cdr(&mut process.heap, thawed).expect("not frozen");
    process.roots.push(thawed);
    process.collect(0);
    let knot = Pair::of(process.roots[1]).expect("a pair");
    assert_eq!((knot.car(), knot.cdr()), (knot.value(), knot.value()));
}

#[test]
fn frames_above_the_watermark_are_good_when_they_are_returned_to() {
    for zeal in [false, true] {
        // Slot 1 is live.
        let (fragment, _) = unit(&[(2, 0b10)], |_| Vec::new());
        let point = &raw const fragment.codes()[0].points[0];
        let mut process = old_process(zeal);
        process.heap.hold(&fragment);
        let depth = 500;
        for number in 0..depth {
            process.reserve(2);
            let pair = process.heap.pair(Value::fixnum(number), Value::NULL);
            process.roots.push(pair);
            process.push_root();
            process.call(point);
        }
        let mut passed = 0;
        for number in (0..depth).rev() {
            let fp = process.stack.fp;
            passed += usize::from(process.heap.pass_watermark(fp));
            assert_eq!(process.heap.return_word(fp), point as u64);
            // SAFETY: the frame has been returned from.
            process.stack.fp = unsafe { fp.add(2) };
            process.slots = 1;
            assert_eq!(numbers(process.slot(1)), [number]);
            // What the frame that runs puts into its slots is young.
            process.reserve(2);
            let pair = process.heap.pair(Value::TRUE, process.slot(1));
            // SAFETY: slot 1 is live.
            unsafe { *process.stack.fp.wrapping_sub(1) = pair.bits() };
            if number % 97 == 0 {
                process.collect(0);
            }
            let pair = Pair::of(process.slot(1)).expect("a pair");
            assert_eq!(numbers(pair.cdr()), [number]);
        }
        assert!(
            passed > 5,
            "{passed} times something returned to a watermark"
        );
    }
}

#[test]
fn tables_by_address_stay_good_while_their_keys_stay() {
    let mut process = old_process(false);
    let old = process.heap.stamp(false);
    assert!(!process.heap.is_young(process.roots[0]));
    process.reserve(2);
    let young = process.heap.pair(Value::TRUE, Value::NULL);
    assert!(process.heap.is_young(young));
    let mixed = process.heap.stamp(true);
    assert!(process.heap.is_current(old) && process.heap.is_current(mixed));
    process.collect(0);
    assert!(process.heap.is_current(old) && !process.heap.is_current(mixed));
    // A copy of a table, or one of another node.
    assert!(!process.heap.is_current(0) && !process.heap.is_current(-1));
}

#[test]
fn room_for_young_objects_follows_what_lives_on() {
    let mut process = old_process(false);
    let before = process.heap.block.words();
    while process.heap.old_words() < 8000 {
        let list = process.list(0..100);
        process.roots.push(list);
    }
    let grown = process.heap.block.words();
    assert!(grown >= 2 * before, "{before} words, then {grown}");
    for _ in 0..1000 {
        process.list(0..20);
    }
    let shrunk = process.heap.block.words();
    assert!(2 * shrunk <= grown, "{grown} words, then {shrunk}");
    // Beside very much, nothing that lives on makes it larger.
    while process.heap.old_words() < 1 << 15 {
        let list = process.list(0..100);
        process.roots.push(list);
    }
    let beside_much = process.heap.block.words();
    assert!(beside_much <= shrunk, "{beside_much} words");
    process.check();
}

#[test]
fn notes_are_kept_in_order_until_they_are_cleared() {
    let mut notes = Notes::default();
    assert_eq!(notes.slots(), []);
    let many: Vec<usize> = (0..1000).map(|number| 8 * number).collect();
    for &slot in &many {
        notes.push(slot, usize::MAX);
    }
    assert_eq!(notes.slots(), many);
    notes.clear(100);
    assert_eq!(notes.slots(), []);
    // As much as was needed stays for the next time, and goes if it is not needed then.
    assert!(notes.capacity() >= 1000);
    notes.clear(100);
    assert!((100..1000).contains(&notes.capacity()));
}

#[test]
fn what_was_noted_twice_is_dropped_when_there_are_many_notes() {
    let mut notes = Notes::default();
    for number in 0..10_000 {
        notes.push(8 * (number % 10), 64);
    }
    assert!(notes.capacity() < 200);
    let found: std::collections::BTreeSet<usize> = notes.slots().iter().copied().collect();
    assert_eq!(found, (0..10).map(|number| 8 * number).collect());
}

/// A second region is in no table before the collection that fills it is over, and it may lie between
/// owned fragments: both are wherever the allocator has put them.
#[test]
fn a_new_region_may_lie_between_owned_fragments() {
    let mut sender = Process::new(64, false);
    let mut process = old_process(false);
    let mut with_two_regions = 0;
    for _ in 0..20 {
        let sent = sender.list(0..3);
        let received = sender.send(sent, &mut process);
        process.roots.push(received);
        let regions = |process: &Process| {
            let old = process.heap.generation.as_ref();
            old.map_or(0, |old| old.regions.len())
        };
        let before = regions(&process);
        process.heap.table.doubt_all();
        while process.heap.has_room(process.low(), 2) {
            // A pair that holds a pointer is looked at again in its new place.
            let pair = process.heap.pair(process.roots[0], process.roots[1]);
            process.roots[1] = pair;
        }
        process.collect(0);
        with_two_regions += usize::from(before > 0 && regions(&process) > before);
        process.check();
        let message = items(process.roots[1]).split_off(items(process.roots[1]).len() - 3);
        assert_eq!(message, [0, 1, 2].map(Value::fixnum));
        process.roots.truncate(1);
    }
    assert!(with_two_regions > 0);
}
