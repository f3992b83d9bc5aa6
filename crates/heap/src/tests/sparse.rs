//! Fragments of which a process keeps little.

use super::support::{Process, UNDERFLOW, numbers, unit};
use crate::policy::NUMBERS;
use crate::{Chunk, Closure, FragmentRef, Frozen, Pair, Point, Value, Vector};

const LENGTH: i64 = 4000;

/// A list of many numbers as a message, and its fragment.
fn message(sender: &mut Process) -> (Frozen, FragmentRef) {
    let list = sender.list(0..LENGTH);
    let frozen = sender.freeze(list);
    let fragment = frozen.fragment().expect("shared").clone();
    (frozen, fragment)
}

fn tail(mut list: Value, count: i64) -> Value {
    for _ in 0..count {
        list = Pair::of(list).expect("a pair").cdr();
    }
    list
}

/// Collects as a process does that was given something and waits.
fn collect_until_quiet(process: &mut Process) {
    process.collect(0);
    process.heap.look_closely();
    process.collect(0);
}

#[test]
fn a_pair_does_not_keep_the_message_it_came_in() {
    for zeal in [false, true] {
        let mut sender = Process::new(64, zeal);
        let mut receiver = Process::new(64, zeal);
        let (frozen, fragment) = message(&mut sender);
        let list = receiver.heap.receive(frozen);
        let kept = tail(list, LENGTH - 3);
        receiver.roots = vec![kept, kept];
        receiver.reserve(2);
        let kept = receiver.roots[0];
        let own = receiver
            .heap
            .pair(Pair::of(kept).expect("a pair").cdr(), kept);
        receiver.roots.push(own);
        collect_until_quiet(&mut receiver);
        assert_eq!(fragment.count(), 1, "zeal {zeal}");
        assert!(receiver.heap.size_words() < 4000);
        // What was one is one, and frozen.
        let kept = receiver.roots[0];
        assert_eq!(numbers(kept), [LENGTH - 3, LENGTH - 2, LENGTH - 1]);
        assert_eq!(receiver.roots[1], kept);
        let own = Pair::of(receiver.roots[2]).expect("a pair");
        assert_eq!(own.cdr(), kept);
        assert_eq!(own.car(), tail(kept, 1));
        assert!(kept.is_frozen_pair());
        // It is sent on as before: without a copy.
        receiver.heap.take_work();
        let again = receiver.freeze(kept);
        assert_eq!(receiver.heap.take_work(), 0);
        assert_eq!(again.root(), kept);
        receiver.check();
    }
}

/// Collects while the heap asks for it, as a process does that is going to wait; how often.
fn look_while_asked(process: &mut Process) -> usize {
    let mut count = 0;
    while process.heap.may_keep_too_much() {
        process.heap.look_closely();
        process.collect(0);
        count += 1;
        assert!(count < 10, "it asks for ever");
    }
    count
}

#[test]
fn a_process_looks_closely_at_what_came_and_not_again() {
    let mut sender = Process::new(64, false);
    let mut receiver = Process::new(64, false);
    assert_eq!(look_while_asked(&mut receiver), 0, "nothing came");
    let (frozen, fragment) = message(&mut sender);
    let list = receiver.heap.receive(frozen);
    receiver.roots = vec![tail(list, LENGTH - 3)];
    receiver.collect(0);
    assert!(look_while_asked(&mut receiver) > 0);
    assert_eq!(fragment.count(), 1, "little of it was kept");
    assert_eq!(look_while_asked(&mut receiver), 0, "it knows now");
}

#[test]
fn a_message_in_use_is_kept_whole() {
    for zeal in [false, true] {
        let mut sender = Process::new(64, zeal);
        let mut receiver = Process::new(64, zeal);
        let (frozen, fragment) = message(&mut sender);
        let list = receiver.heap.receive(frozen);
        receiver.roots.push(tail(list, LENGTH / 2));
        for _ in 0..20 {
            collect_until_quiet(&mut receiver);
        }
        assert_eq!(fragment.count(), 2);
        assert_eq!(receiver.roots[0], tail(list, LENGTH / 2));
    }
}

#[test]
fn pairs_from_all_over_a_message_keep_it() {
    let mut sender = Process::new(64, false);
    let mut receiver = Process::new(64, false);
    let (frozen, fragment) = message(&mut sender);
    let list = receiver.heap.receive(frozen);
    // Each entry leads to the end of the list.
    receiver.roots = (0..LENGTH).map(|count| tail(list, count)).collect();
    collect_until_quiet(&mut receiver);
    assert_eq!(fragment.count(), 2);
    assert_eq!(receiver.roots[0], list);
}

#[test]
fn what_many_hold_is_copied_if_all_copies_are_little() {
    let mut sender = Process::new(64, false);
    let (frozen, fragment) = message(&mut sender);
    let mut holders: Vec<Process> = (0..20).map(|_| Process::new(64, false)).collect();
    for (index, holder) in holders.iter_mut().enumerate() {
        let list = holder.heap.receive(frozen.share().expect("shared"));
        // The first ten keep more than their share.
        let kept = if index < 10 { 100 } else { 2 };
        holder.roots.push(tail(list, LENGTH - kept));
    }
    drop(frozen);
    assert_eq!(fragment.count(), 21);
    holders.iter_mut().for_each(collect_until_quiet);
    assert_eq!(fragment.count(), 11);
    holders.truncate(1);
    assert_eq!(fragment.count(), 2);
    collect_until_quiet(&mut holders[0]);
    assert_eq!(fragment.count(), 1);
    assert_eq!(numbers(holders[0].roots[0]).len(), 100);
}

#[test]
fn what_another_fragment_reaches_stays_one() {
    for zeal in [false, true] {
        let mut sender = Process::new(64, false);
        // It has room enough never to collect: it would leave the first message itself.
        let mut middle = Process::new(1 << 14, false);
        let mut receiver = Process::new(64, zeal);
        let (frozen, fragment) = message(&mut sender);
        let again = frozen.share().expect("shared");
        // A second message has the end of the first in it, beside much of its own.
        let much = middle.list(0..1000);
        let list = middle.heap.receive(frozen);
        let both = middle.heap.pair(tail(list, LENGTH - 2), much);
        let second = middle.freeze(both);
        drop(middle);
        let direct = receiver.heap.receive(again);
        receiver.roots.push(tail(direct, LENGTH - 2));
        let both = receiver.heap.receive(second);
        receiver.roots.push(both);
        let through = Pair::of(both).expect("a pair").car();
        assert_eq!(receiver.roots[0], through);
        collect_until_quiet(&mut receiver);
        collect_until_quiet(&mut receiver);
        let through = Pair::of(receiver.roots[1]).expect("a pair").car();
        assert_eq!(receiver.roots[0], through, "zeal {zeal}");
        assert_eq!(fragment.count(), 3);
        // Without the second message, nothing is in the way.
        receiver.roots.pop();
        for _ in 0..4 {
            collect_until_quiet(&mut receiver);
        }
        assert_eq!(fragment.count(), 1);
        assert_eq!(numbers(receiver.roots[0]), [LENGTH - 2, LENGTH - 1]);
    }
}

#[test]
fn messages_inside_messages_are_left_one_after_another() {
    let mut sender = Process::new(64, false);
    let mut receiver = Process::new(64, false);
    let (frozen, first) = message(&mut sender);
    let list = sender.heap.receive(frozen);
    sender.roots.push(tail(list, LENGTH - 1));
    let much = sender.list(0..1000);
    sender.roots.push(much);
    sender.reserve(2);
    let both = sender.heap.pair(sender.roots[0], sender.roots[1]);
    let frozen = sender.freeze(both);
    drop(sender);
    let second = frozen.fragment().expect("shared").clone();
    let both = receiver.heap.receive(frozen);
    receiver.roots.push(both);
    receiver.reserve(2);
    let end = tail(Pair::of(receiver.roots[0]).expect("a pair").cdr(), 999);
    let end = Pair::of(end).expect("a pair").cdr();
    assert_eq!(end, Value::NULL);
    collect_until_quiet(&mut receiver);
    // What is kept of the second leads to the first.
    receiver.reserve(2);
    let outer = Pair::of(receiver.roots[0]).expect("a pair");
    receiver.roots[0] = outer.car();
    collect_until_quiet(&mut receiver);
    assert_eq!(second.count(), 1);
    collect_until_quiet(&mut receiver);
    drop(second);
    assert_eq!(first.count(), 1);
    assert_eq!(numbers(receiver.roots[0]), [LENGTH - 1]);
    receiver.check();
}

#[test]
fn a_process_with_old_memory_leaves_fragments_too() {
    for zeal in [false, true] {
        let mut sender = Process::new(64, false);
        let mut receiver = Process::new(64, zeal);
        let own = receiver.list(0..1500);
        receiver.roots.push(own);
        let list = sender.list(0..60_000);
        let frozen = sender.freeze(list);
        let fragment = frozen.fragment().expect("shared").clone();
        let list = receiver.heap.receive(frozen);
        receiver.roots.push(tail(list, 59_990));
        receiver.reserve(4);
        let kept = receiver.roots[1];
        let vector = receiver.heap.vector(3, kept);
        receiver.roots.push(vector);
        collect_until_quiet(&mut receiver);
        assert_eq!(fragment.count(), 1);
        assert_eq!(numbers(receiver.roots[1]).len(), 10);
        let vector = Vector::of(receiver.roots[2]).expect("a vector");
        assert_eq!(vector.get(2), Some(receiver.roots[1]));
        assert_eq!(numbers(receiver.roots[0]).len(), 1500);
        receiver.check();
    }
}

/// What is kept of a message runs code: a closure, and a chunk with two frames. The units of both
/// live as long as it.
#[test]
fn what_is_kept_of_a_message_holds_the_code_that_it_runs() {
    for zeal in [false, true] {
        let (one, _) = unit(&[(2, 0b10)], |_| Vec::new());
        let (two, _) = unit(&[(3, 0b110)], |_| Vec::new());
        let (three, _) = unit(&[], |_| Vec::new());
        let point = |unit: &FragmentRef| &raw const unit.codes()[0].points[0];
        let mut sender = Process::new(64, zeal);
        [&one, &two, &three]
            .iter()
            .for_each(|unit| sender.heap.hold(unit));
        let much = sender.list(0..LENGTH);
        sender.roots.push(much);
        sender.reserve(40);
        let slot = sender.heap.pair(Value::fixnum(7), Value::NULL);
        // SAFETY: the chunk has six words: a frame with one slot, one with two, and the bottom.
        let chunk = unsafe { chunk_of_two(&mut sender, point(&one), point(&two), slot) };
        let closure = sender
            .heap
            .closure(&raw const three.codes()[0], &[slot, chunk]);
        let both = sender.heap.pair(closure, sender.roots[0]);
        let frozen = sender.freeze(both);
        let message = frozen.fragment().expect("shared").clone();
        drop(sender);
        let mut receiver = Process::new(64, zeal);
        let both = receiver.heap.receive(frozen);
        receiver.roots.push(Pair::of(both).expect("a pair").car());
        collect_until_quiet(&mut receiver);
        assert_eq!(message.count(), 1, "zeal {zeal}");
        drop(message);
        // They are held by what was copied, and by nobody else.
        receiver.collect(0);
        assert_eq!([&one, &two, &three].map(FragmentRef::count), [2; 3]);
        let closure = Closure::of(receiver.roots[0]).expect("a closure");
        let slot = closure.free(0).expect("there");
        assert_eq!(numbers(slot), [7]);
        let chunk = Chunk::of(closure.free(1).expect("there")).expect("a chunk");
        let frames: Vec<_> = chunk.frames(0).collect();
        let points: Vec<_> = frames.iter().map(|frame| frame.point).collect();
        assert_eq!(points, [point(&one), point(&two)]);
        for (_, kept) in frames.iter().flat_map(|frame| frame.slots()) {
            assert_eq!(kept, slot);
        }
        receiver.check();
        drop(receiver);
        assert_eq!([&one, &two, &three].map(FragmentRef::count), [1; 3]);
    }
}

/// A frame at `one` with a slot, and one at `two` with two slots, all of them `slot`.
///
/// # Safety
/// The points have the bases 2 and 3, and live with what holds them.
unsafe fn chunk_of_two(
    process: &mut Process,
    one: *const Point,
    two: *const Point,
    slot: Value,
) -> Value {
    let slot = slot.bits();
    let frames = [
        one as u64,
        slot,
        two as u64,
        slot,
        slot,
        &raw const UNDERFLOW as u64,
    ];
    let (chunk, words) = process.heap.chunk_with(Value::FALSE, 0, frames.len());
    // SAFETY: the chunk has as many words.
    unsafe { std::ptr::copy_nonoverlapping(frames.as_ptr(), words, frames.len()) };
    chunk
}

/// What is small is not worth a copy, also beside much.
#[test]
fn a_small_message_is_kept_whole() {
    let mut sender = Process::new(64, false);
    let mut receiver = Process::new(64, false);
    let length = (NUMBERS.fragment_min / 2) as i64;
    // One is just too small, and one has just the size.
    let smaller = sender.list(0..length - 1);
    let smaller = sender.freeze(smaller);
    let list = sender.list(0..length);
    let list = sender.freeze(list);
    let (much, _) = message(&mut sender);
    let fragments = [&smaller, &list].map(|frozen| frozen.fragment().expect("shared").clone());
    let much = receiver.heap.receive(much);
    receiver.roots.push(much);
    for (frozen, length) in [(smaller, length - 1), (list, length)] {
        let list = receiver.heap.receive(frozen);
        receiver.roots.push(tail(list, length - 1));
    }
    collect_until_quiet(&mut receiver);
    assert_eq!(fragments.map(|fragment| fragment.count()), [2, 1]);
    assert_eq!(numbers(receiver.roots[1]), [length - 2]);
    assert_eq!(numbers(receiver.roots[2]), [length - 1]);
}
