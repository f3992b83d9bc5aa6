//! Tests of the mailbox alone; those of receiving are Scheme programs.

use super::notice::DOWN;
use super::*;
use crate::limits::WhenMailboxFull;

fn filled(count: i64) -> Mailbox {
    let mut mailbox = Mailbox::default();
    for number in 0..count {
        mailbox.push(Value::fixnum(number), None);
    }
    mailbox
}

/// Whichever way the last message goes: a burst costs no memory for ever.
#[test]
fn a_mailbox_that_was_emptied_keeps_little_room() {
    let ways: [fn(&mut Mailbox) -> Option<Value>; 3] = [
        |mailbox| match mailbox.take_plainly() {
            None => mailbox.take_first(),
            taken => taken,
        },
        Mailbox::take_first,
        |mailbox| {
            let next = mailbox.advance();
            next.inspect(|_| mailbox.accept())
        },
    ];
    for take in ways {
        for count in [ROOM_KEPT as i64, ROOM_KEPT as i64 + 1, 1000] {
            let mut mailbox = filled(count);
            for number in 0..count {
                assert_eq!(take(&mut mailbox), Some(Value::fixnum(number)));
            }
            assert_eq!(take(&mut mailbox), None);
            assert!(mailbox.messages.capacity() <= ROOM_KEPT, "after {count}");
        }
    }
}

#[test]
fn an_interrupted_receive_finds_its_place() {
    let mut mailbox = filled(5);
    mailbox.advance();
    mailbox.advance();
    mailbox.advance();
    let place = mailbox.place();
    mailbox.rewind();
    mailbox.advance();
    mailbox.accept();
    assert!(mailbox.return_to(place));
    assert_eq!(mailbox.advance(), Some(Value::fixnum(3)));
}

#[test]
fn a_message_that_was_taken_meanwhile_is_missed() {
    let mut mailbox = filled(3);
    mailbox.advance();
    let place = mailbox.place();
    mailbox.accept();
    assert!(!mailbox.return_to(place));
    assert_eq!(mailbox.advance(), Some(Value::fixnum(1)));
}

#[test]
fn each_message_after_a_collection_is_a_young_root() {
    // The last value received is one besides.
    let young = |mailbox: &mut Mailbox| -> Vec<i64> {
        let roots: Vec<_> = mailbox.young_roots_mut().map(|value| *value).collect();
        let (_, messages) = roots.split_last().expect("the last value received");
        messages
            .iter()
            .filter_map(|value| value.as_fixnum())
            .collect()
    };
    let mut mailbox = filled(3);
    assert_eq!(young(&mut mailbox), [0, 1, 2]);
    mailbox.collected();
    assert_eq!(young(&mut mailbox), []);
    mailbox.push(Value::fixnum(3), None);
    assert_eq!(young(&mut mailbox), [3]);
    mailbox.push(Value::fixnum(4), None);
    assert_eq!(young(&mut mailbox), [3, 4]);
    mailbox.advance();
    mailbox.accept();
    assert_eq!(young(&mut mailbox), [3, 4]);
    mailbox.collected();
    mailbox.push(Value::fixnum(5), None);
    assert_eq!(young(&mut mailbox), [5]);
}

/// The news of an end.
fn down(heap: &mut mound_heap::Heap, serial: u64) -> Value {
    let tag = Value::tag(mound_heap::value::Name { node: 0, serial });
    let rest = heap.pair(tag, Value::NULL);
    heap.pair(Value::symbol(*DOWN), rest)
}

fn bounded(when_full: WhenMailboxFull) -> (Mailbox, Vec<Arrival>) {
    let mut mailbox = Mailbox::default();
    mailbox.set_limit(Some(MailboxLimit {
        messages: 2,
        bytes: 100,
        when_full,
    }));
    let arrivals = (0..4).map(|number| mailbox.push(Value::fixnum(number), Some(30)));
    let arrivals = arrivals.collect();
    (mailbox, arrivals)
}

fn numbers(mailbox: &Mailbox) -> Vec<i64> {
    mailbox.iter().filter_map(Value::as_fixnum).collect()
}

#[test]
fn a_limit_costs_the_newest_or_the_oldest() {
    use Arrival::{Fatal, Kept, Lost, LostAndTold};
    let (mailbox, arrivals) = bounded(WhenMailboxFull::DropNewest);
    assert_eq!((numbers(&mailbox), mailbox.lost()), (vec![0, 1], 2));
    assert_eq!(arrivals, [Kept, Kept, Lost, Lost]);
    let (mailbox, arrivals) = bounded(WhenMailboxFull::DropOldest);
    assert_eq!((numbers(&mailbox), mailbox.lost()), (vec![2, 3], 2));
    assert_eq!(arrivals, [Kept; 4]);
    let (mailbox, arrivals) = bounded(WhenMailboxFull::Raise);
    assert_eq!((numbers(&mailbox), mailbox.lost()), (vec![0, 1], 2));
    assert_eq!(arrivals, [Kept, Kept, LostAndTold, Lost]);
    let (_, arrivals) = bounded(WhenMailboxFull::Kill);
    assert_eq!(arrivals[2], Fatal);
}

#[test]
fn what_counts_towards_a_limit_is_what_is_there() {
    let mut mailbox = filled(3);
    assert_eq!(mailbox.held(), (0, 0), "there is no limit");
    let (mut heap, mut rest) = (mound_heap::Heap::new(100), 40);
    for when_full in [WhenMailboxFull::DropNewest, WhenMailboxFull::DropOldest] {
        (mailbox, _) = bounded(when_full);
        assert_eq!(mailbox.held(), (2, 60));
        // News count for nothing.
        let _ = mailbox.push(down(&mut heap, 7), Some(1000));
        assert_eq!(mailbox.held(), (2, 60));
        mailbox.take_first();
        assert_eq!(mailbox.held(), (1, 30));
        let _ = mailbox.push(Value::TRUE, Some(rest));
        assert_eq!(mailbox.held(), (2, 30 + rest));
        mailbox.advance();
        mailbox.accept();
        assert_eq!(mailbox.held(), (1, rest));
        mailbox.clear();
        assert_eq!(mailbox.held(), (0, 0));
        rest += 1;
    }
}

#[test]
fn a_limit_that_comes_later_counts_no_news() {
    let mut heap = mound_heap::Heap::new(100);
    let mut mailbox = filled(1);
    mailbox.push(down(&mut heap, 7), None);
    let limit = |messages| MailboxLimit {
        messages,
        bytes: 100,
        when_full: WhenMailboxFull::DropOldest,
    };
    mailbox.set_limit(Some(limit(1)));
    for number in 5..8 {
        mailbox.push(Value::fixnum(number), Some(60));
    }
    assert!(mailbox.has_down(7));
    assert_eq!((numbers(&mailbox), mailbox.lost()), (vec![7], 3));
    // Sizes and losses are known from before.
    mailbox.set_limit(Some(limit(2)));
    mailbox.push(Value::fixnum(8), Some(60));
    assert_eq!((numbers(&mailbox), mailbox.lost()), (vec![8], 4));
}

#[test]
fn a_mailbox_whose_news_is_taken_is_a_plain_one_again() {
    let mut heap = mound_heap::Heap::new(100);
    let mut mailbox = filled(1);
    let down = down(&mut heap, 7);
    mailbox.push(down, None);
    assert!(mailbox.rare.is_some());
    assert_eq!(mailbox.take_first(), Some(Value::fixnum(0)));
    assert_eq!(mailbox.take_first(), Some(down));
    assert!(mailbox.is_empty() && mailbox.rare.is_none());
    mailbox.set_limit(Some(MailboxLimit {
        messages: 1,
        bytes: 100,
        when_full: WhenMailboxFull::DropOldest,
    }));
    assert!(mailbox.rare.is_some());
    mailbox.set_limit(None);
    assert!(mailbox.rare.is_none());
}

#[test]
fn a_receive_removes_no_other_message_than_it_looked_at() {
    let mut mailbox = filled(1);
    mailbox.set_limit(Some(MailboxLimit {
        messages: 1,
        bytes: 100,
        when_full: WhenMailboxFull::DropOldest,
    }));
    let mut heap = mound_heap::Heap::new(100);
    let down = down(&mut heap, 7);
    mailbox.push(down, None);
    mailbox.take_first();
    mailbox.push(Value::fixnum(1), Some(30));
    assert_eq!(mailbox.advance(), Some(down));
    assert_eq!(mailbox.advance(), Some(Value::fixnum(1)));
    mailbox.push(Value::fixnum(2), Some(30));
    mailbox.accept();
    assert!(mailbox.has_down(7));
    assert_eq!(numbers(&mailbox), [2]);
}

#[test]
fn a_receive_makes_room() {
    let (mut mailbox, _) = bounded(WhenMailboxFull::DropNewest);
    mailbox.advance();
    mailbox.accept();
    assert_eq!(mailbox.push(Value::fixnum(9), Some(71)), Arrival::Lost);
    assert_eq!(mailbox.push(Value::fixnum(9), Some(70)), Arrival::Kept);
    assert_eq!(numbers(&mailbox), [1, 9]);
}

#[test]
fn the_oldest_is_taken_wherever_the_cursor_is() {
    let mut mailbox = filled(3);
    mailbox.advance();
    mailbox.advance();
    assert_eq!(mailbox.take_first(), Some(Value::fixnum(0)));
    assert_eq!(mailbox.last(), Some(Value::fixnum(0)));
    assert_eq!(mailbox.advance(), Some(Value::fixnum(1)));
}

#[test]
fn skipping_does_not_look_at_messages() {
    let mut mailbox = filled(1000);
    assert_eq!(mailbox.skip(), 0);
    assert_eq!(mailbox.advance(), None);
    mailbox.rewind();
    assert_eq!(mailbox.advance(), Some(Value::fixnum(0)));
}

/// A collection looks at what came since the last one, and at nothing that it knows.
#[test]
fn what_came_since_a_collection_is_young() {
    let mut state = 1_u64;
    let mut below = |limit: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) % limit
    };
    let mut mailbox = Mailbox::default();
    let (mut old, mut young): (Vec<i64>, Vec<i64>) = Default::default();
    for number in 0..20_000 {
        match below(8) {
            0 => {
                mailbox.collected();
                old.append(&mut young);
            }
            1..=4 => {
                mailbox.push(Value::fixnum(number), None);
                young.push(number);
            }
            _ => {
                mailbox.rewind();
                let steps = below(4) + 1;
                let looked_at = (0..steps).map_while(|_| mailbox.advance()).last();
                if looked_at.is_none_or(|_| (mailbox.len() as u64) < steps) {
                    continue;
                }
                mailbox.accept();
                let taken = looked_at.and_then(Value::as_fixnum).expect("a number");
                old.retain(|&number| number != taken);
                young.retain(|&number| number != taken);
                assert_eq!(mailbox.last(), looked_at);
                if below(2) == 0 {
                    mailbox.forget_last();
                }
            }
        }
        let last = mailbox.last();
        let seen = |roots: Vec<Value>| {
            let count = roots.len() - 1;
            assert_eq!(
                Some(roots[count]).filter(|&root| root != Value::ABSENT),
                last
            );
            let messages = roots[..count].iter();
            let numbers = messages.map(|message| message.as_fixnum().expect("a number"));
            numbers.collect::<Vec<i64>>()
        };
        let young_roots = mailbox.young_roots_mut().map(|root| *root).collect();
        assert_eq!(seen(young_roots), young);
        let roots = mailbox.roots_mut().map(|root| *root).collect();
        assert_eq!(seen(roots), [&old[..], &young[..]].concat());
        assert_eq!(numbers(&mailbox), [&old[..], &young[..]].concat());
    }
}
