//! Collections: roots, stacks, chunks, sizes, large objects, limits.

use super::support::{Process, UNDERFLOW, items, numbers, unit};
use crate::{
    BIRTH_WORDS, Bytevector, Chunk, Closure, LARGE_WORDS, Pair, Top, Value, Vector, collect::Stack,
};

#[test]
fn lists_survive_collections_from_a_tiny_block() {
    for zeal in [false, true] {
        let mut process = Process::new(64, zeal);
        let list = process.list(0..500);
        process.roots.push(list);
        let again = process.list(0..500);
        assert_eq!(numbers(again), (0..500).collect::<Vec<_>>());
        assert_eq!(numbers(process.roots[0]), (0..500).collect::<Vec<_>>());
    }
}

#[test]
fn sharing_and_cycles_survive() {
    let mut process = Process::new(64, true);
    process.reserve(6);
    let shared = process.heap.pair(Value::TRUE, Value::NULL);
    let vector = process.heap.vector_from(&[shared, shared, Value::NULL]);
    let view = Vector::of(vector).expect("a vector");
    view.set(&mut process.heap, 2, vector).expect("not frozen");
    process.roots.push(vector);
    process.collect(100);
    let view = Vector::of(process.roots[0]).expect("a vector");
    assert_eq!(view.get(2), Some(process.roots[0]));
    assert_eq!(view.get(0), view.get(1));
    assert_eq!(process.heap.used_words(), 6);
}

#[test]
fn frames_keep_their_live_slots() {
    for zeal in [false, true] {
        // Three slots below the call; slot 2 is dead.
        let (fragment, _) = unit(&[(4, 0b1010)], |_| Vec::new());
        let point = &raw const fragment.codes()[0].points[0];
        let mut process = Process::new(64, zeal);
        for depth in 0..200 {
            for slot in 1..=3 {
                process.reserve(2);
                let pair = process.heap.pair(Value::fixnum(depth), Value::fixnum(slot));
                process.roots.push(pair);
                process.push_root();
            }
            process.call(point);
        }
        process.collect(0);
        // Only the live ones were kept: two pairs a frame, and what a minor collection
        // kept of the frame that ran then.
        let words = process.heap.object_words();
        assert!((200 * 2 * 2..=200 * 2 * 2 + 4).contains(&words), "{words}");
        let mut fp = process.stack.fp;
        for depth in (0..200).rev() {
            fp = fp.wrapping_add(4);
            for slot in [1, 3] {
                // SAFETY: the slot is live.
                let bits = unsafe { *fp.wrapping_sub(slot) };
                // SAFETY: it holds a value.
                let value = unsafe { Value::from_bits(bits) };
                let pair = Pair::of(value).expect("a pair");
                assert_eq!(pair.car(), Value::fixnum(depth));
                assert_eq!(pair.cdr(), Value::fixnum(slot as i64));
            }
        }
        assert_eq!(fp.wrapping_add(1), process.heap.stack_end());
        drop(process);
        assert_eq!(fragment.count(), 1);
    }
}

#[test]
fn a_running_frame_keeps_what_its_bitmap_names() {
    let mut process = Process::new(64, true);
    for number in 0..2 {
        process.reserve(2);
        let pair = process.heap.pair(Value::fixnum(number), Value::NULL);
        process.slots += 1;
        // SAFETY: the block has room below the frame.
        unsafe { *process.stack.fp.wrapping_sub(process.slots) = pair.bits() };
        process.stack.top = Top::Live([1 << 1, 0, 0, 0]);
    }
    process.stack.top = Top::Live([1 << 2, 0, 0, 0]);
    let mut stack = Stack {
        fp: process.stack.fp,
        top: process.stack.top,
    };
    process
        .heap
        .collect(&mut stack, 2, &mut (), 0)
        .expect("no limit");
    process.stack.fp = stack.fp;
    assert_eq!(numbers(process.slot(2)), [1]);
    assert_eq!(process.heap.used_words(), 2);
}

#[test]
fn chunks_scan_live_slots_and_hold_their_unit() {
    let (fragment, _) = unit(&[(3, 0b10)], |_| Vec::new());
    let point = &raw const fragment.codes()[0].points[0];
    let mut process = Process::new(64, true);
    process.heap.hold(&fragment);
    process.reserve(20);
    let kept = process.heap.pair(Value::fixnum(7), Value::NULL);
    let (chunk, words) = process.heap.chunk_with(Value::FALSE, 0, 4);
    let frames = [
        point as u64,
        0xdead_beea,
        kept.bits(),
        &raw const UNDERFLOW as u64,
    ];
    // SAFETY: the chunk has four words: a frame with slots 2 and 1, and the bottom.
    unsafe { words.cast::<[u64; 4]>().write(frames) };
    process.roots.push(chunk);
    process.collect(10);
    assert_eq!(fragment.count(), 2);
    let mut other = Process::new(64, true);
    let sent = process.send(process.roots[0], &mut other);
    other.roots.push(sent);
    other.collect(10);
    drop(process);
    assert_eq!(fragment.count(), 2);
    let view = Chunk::of(other.roots[0]).expect("a chunk");
    let frames: Vec<_> = view.frames(0).collect();
    assert_eq!(frames.len(), 1);
    let slots: Vec<_> = frames[0].slots().collect();
    assert_eq!(slots[0].0, 1);
    assert_eq!(numbers(slots[0].1), [7]);
    other.roots.clear();
    other.collect(0);
    assert_eq!(fragment.count(), 1);
}

#[test]
fn large_objects_stay_where_they_are() {
    for zeal in [false, true] {
        let mut process = Process::new(64, zeal);
        let large = process.heap.vector(LARGE_WORDS + 1, Value::NULL);
        process.roots.push(large);
        process.reserve(4);
        let pair = process.heap.pair(Value::TRUE, process.roots[0]);
        let view = Vector::of(process.roots[0]).expect("a vector");
        view.set(&mut process.heap, 5, pair).expect("not frozen");
        for _ in 0..3 {
            process.collect(0);
            assert_eq!(process.roots[0], large);
            let view = Vector::of(large).expect("a vector");
            let pair = Pair::of(view.get(5).expect("there")).expect("a pair");
            assert_eq!(pair.cdr(), large);
        }
        assert!(process.heap.external_live > LARGE_WORDS);
        process.roots.clear();
        // Beside old memory, not every collection looks for it.
        process.heap.look_closely();
        process.collect(0);
        assert_eq!(process.heap.external_live, 0);
    }
}

#[test]
fn large_objects_are_seldom_looked_at() {
    let mut process = Process::new(64, false);
    let size = 10_000;
    let large = process.heap.vector(size, Value::NULL);
    process.roots.push(large);
    let before = process.heap.major_epoch;
    let mut allocated = 0;
    while allocated < 1_000_000 {
        process.reserve(2);
        process.heap.pair(Value::NULL, Value::NULL);
        allocated += 2;
    }
    let looked_at = (process.heap.major_epoch - before) as usize * size;
    assert!(looked_at < allocated / 2, "{looked_at}");
    // What has no values in it is not looked at, and needs no larger block.
    let mut process = Process::new(64, false);
    let raw = process.heap.bytevector(&vec![7; 80_000]);
    process.roots.push(raw);
    for _ in 0..100_000 {
        process.reserve(2);
        process.heap.pair(Value::NULL, Value::NULL);
    }
    assert!(
        process.heap.block_words() < size,
        "{}",
        process.heap.block_words()
    );
}

#[test]
fn garbage_outside_the_block_makes_collections_due() {
    let mut process = Process::new(256, false);
    let mut collections = 0;
    for _ in 0..1000 {
        if !process.heap.has_room(process.low(), 0) {
            collections += 1;
            process.collect(0);
        }
        process.heap.bytevector_fill(64 * 1024, 1);
    }
    assert!(collections > 100);
    assert!(process.heap.size_words() < 100_000);
}

#[test]
fn blocks_grow_and_shrink() {
    let mut process = Process::new(BIRTH_WORDS, false);
    let list = process.list(0..100_000);
    process.roots.push(list);
    process.collect(0);
    assert!(process.heap.object_words() >= 200_000);
    process.roots.clear();
    // Old memory is garbage now, which is found out when enough was allocated.
    for _ in 0..100_000 {
        process.list(0..50);
    }
    // The block of a very busy process has up to twice 8192 words.
    assert!(process.heap.size_words() < 17_000);
    let list = process.list(0..10);
    process.roots.push(list);
    let heap = &mut process.heap;
    heap.tighten(&mut process.stack, 0, &mut process.roots)
        .expect("no limit");
    assert!(heap.block_words() < 64);
    assert_eq!(numbers(process.roots[0]).len(), 10);
}

#[test]
fn who_was_very_busy_can_be_small_again() {
    let mut process = Process::new(BIRTH_WORDS, false);
    let list = process.list(0..10);
    process.roots.push(list);
    let collect_full = |process: &mut Process| {
        let before = process.heap.collections;
        while process.heap.collections == before {
            process.list(0..5);
        }
    };
    let become_busy = |process: &mut Process| {
        while !process.heap.has_been_very_busy() {
            collect_full(process);
        }
        collect_full(process);
        process.heap.block_words()
    };
    let words = become_busy(&mut process);
    assert!(words >= 8192, "{words}");
    // What lives is moved once, not again to a smaller block.
    process.heap.take_work();
    collect_full(&mut process);
    assert_eq!(process.heap.take_work(), 20);
    let heap = &mut process.heap;
    heap.tighten(&mut process.stack, 0, &mut process.roots)
        .expect("no limit");
    assert!(heap.block_words() < 96 && !heap.has_been_very_busy());
    assert_eq!(numbers(process.roots[0]).len(), 10);
    assert_eq!(become_busy(&mut process), words);
}

#[test]
fn limits_are_kept_and_the_heap_stays_whole() {
    let mut process = Process::new(64, true);
    process.heap.set_limit(Some(1000));
    assert!(process.heap.check_size(1001).is_err());
    assert!(process.heap.check_size(1000).is_ok());
    process.roots.push(Value::NULL);
    let mut failed = false;
    for number in 0..1000 {
        if !process.heap.has_room(process.low(), 2) {
            let heap = &mut process.heap;
            if heap
                .collect(&mut process.stack, 0, &mut process.roots, 2)
                .is_err()
            {
                failed = true;
                break;
            }
        }
        process.roots[0] = process.heap.pair(Value::fixnum(number), process.roots[0]);
    }
    assert!(failed);
    assert!(items(process.roots[0]).len() > 400);
    process.check();
    assert!(process.heap.block_words() <= 1100);
}

#[test]
fn what_was_gained_outside_is_seen_before_it_is_far_beyond_the_limit() {
    let limit = 1 << 16;
    for words in [limit / 16, limit / 4, limit / 2] {
        // A block that takes all of the limit, as after a time with much garbage.
        let mut process = Process::new(limit, false);
        process.heap.set_limit(Some(limit));
        let mut other = Process::new(limit, false);
        let vector = other.heap.vector(words, Value::NULL);
        let message = other.heap.freeze_shared(vector).expect("no limit");
        let received = process.heap.receive(message);
        process.roots.push(received);
        assert_eq!(process.heap.is_due(), words > limit / 8, "{words} words");
        process.collect(0);
        assert!(!process.heap.is_due());
        assert!(process.heap.size_words() <= limit + 8);
    }
}

#[test]
fn closures_hold_their_unit() {
    let (fragment, _) = unit(&[], |_| Vec::new());
    let code = &raw const fragment.codes()[0];
    let mut process = Process::new(64, true);
    process.heap.hold(&fragment);
    process.reserve(3);
    let closure = process.heap.closure(code, &[Value::TRUE]);
    process.roots.push(closure);
    process.collect(0);
    assert_eq!(fragment.count(), 2);
    let closure = Closure::of(process.roots[0]).expect("a closure");
    assert_eq!(closure.code(), code);
    assert_eq!(closure.free(0), Some(Value::TRUE));
    process.roots.clear();
    process.collect(0);
    assert_eq!(fragment.count(), 1);
}

#[test]
fn bytes_keep_their_content_when_moved() {
    let mut process = Process::new(64, true);
    process.reserve(10);
    let bytes = process.heap.bytevector(&[0x7a; 20]);
    process.roots.push(bytes);
    process.collect(0);
    let bytes = Bytevector::of(process.roots[0]).expect("bytes");
    assert_eq!(bytes.slice(), [0x7a; 20]);
}

#[test]
fn the_pairs_of_a_list_are_moved_to_a_row() {
    // A list of lists, of which the pairs lie apart, in a block and in old memory.
    let mut process = Process::new(64, false);
    process.roots.push(Value::NULL);
    for number in 0..40 {
        process.roots.push(Value::NULL);
        for item in 0..10 {
            process.list(0..3);
            process.reserve(2);
            let tail = process.roots[1];
            process.roots[1] = process.heap.pair(Value::fixnum(number + item), tail);
        }
        process.reserve(2);
        let inner = process.roots.pop().expect("the inner list");
        process.roots[0] = process.heap.pair(inner, process.roots[0]);
    }
    process.collect(0);
    for (number, inner) in items(process.roots[0]).into_iter().rev().enumerate() {
        let expected: Vec<i64> = (0..10).rev().map(|item| number as i64 + item).collect();
        assert_eq!(numbers(inner), expected);
    }
    process.list(0..2000);
    process.heap.look_closely();
    process.collect(0);
    let mut rest = process.roots[0];
    let first = rest.address();
    for index in 0..40 {
        assert_eq!(rest.address(), first + 16 * index, "of pair {index}");
        let pair = Pair::of(rest).expect("a pair");
        let inner = pair.car().address();
        let next = Pair::of(pair.car()).expect("a pair").cdr().address();
        assert_eq!(next, inner + 16);
        rest = pair.cdr();
    }
}
