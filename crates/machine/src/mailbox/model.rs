//! The mailbox against a plain list: whatever is done to both, in any order, they hold the same messages,
//! look at the same one next, and have lost as many.
//!
//! The list has no counts, no sets and no numbers beside its messages; it looks through all of them each time.

use super::notice::{DOWN, MAILBOX};
use super::*;
use crate::limits::WhenMailboxFull;
use mound_base::Symbol;
use mound_heap::Heap;
use mound_heap::value::Name;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum What {
    Plain,
    /// The answer to a tag.
    Answer(u64),
    /// The news of a monitor.
    Down(u64),
    Exit,
    /// The news of lost messages.
    Full,
}

#[derive(Clone, Copy, Debug)]
struct Item {
    number: u64,
    what: What,
    value: Value,
    /// What it counts for, if it does.
    size: Option<usize>,
}

impl Item {
    fn is_raised(&self) -> bool {
        matches!(self.what, What::Exit | What::Full)
    }
}

#[derive(Default)]
struct Model {
    items: Vec<Item>,
    next_number: u64,
    cursor: usize,
    last: Option<Value>,
    forsaken: Vec<u64>,
    limit: Option<MailboxLimit>,
    lost: u64,
    told: bool,
}

impl Model {
    fn has_room(&self, limit: MailboxLimit, size: usize) -> bool {
        let sizes: Vec<usize> = self.items.iter().filter_map(|item| item.size).collect();
        limit.when_full == WhenMailboxFull::Suspend
            || sizes.len() < limit.messages && sizes.iter().sum::<usize>() + size <= limit.bytes
    }

    fn lose(&mut self, limit: MailboxLimit, count: u64) -> Arrival {
        self.lost += count;
        match limit.when_full {
            WhenMailboxFull::Kill => Arrival::Fatal,
            WhenMailboxFull::Raise if !self.told => {
                self.told = true;
                Arrival::LostAndTold
            }
            _ => Arrival::Lost,
        }
    }

    fn is_late(&mut self, what: What) -> bool {
        let What::Answer(serial) = what else {
            return false;
        };
        let place = self.forsaken.iter().position(|&other| other == serial);
        place.map(|place| self.forsaken.remove(place)).is_some()
    }

    fn add(&mut self, what: What, value: Value, size: Option<usize>) {
        let number = self.next_number;
        self.next_number += 1;
        self.items.push(Item {
            number,
            what,
            value,
            size,
        });
    }

    fn push(&mut self, what: What, value: Value) {
        if !self.is_late(what) {
            self.add(what, value, None);
        }
    }

    fn push_sent(&mut self, what: What, value: Value, size: usize) -> Arrival {
        let Some(limit) = self.limit else {
            self.push(what, value);
            return Arrival::Kept;
        };
        if self.is_late(what) {
            return Arrival::Kept;
        }
        let drops = limit.when_full == WhenMailboxFull::DropOldest && size <= limit.bytes;
        while drops && !self.has_room(limit, size) {
            let Some(oldest) = self.items.iter().position(|item| item.size.is_some()) else {
                break;
            };
            self.remove(oldest);
            self.lost += 1;
        }
        if !self.has_room(limit, size) {
            return self.lose(limit, 1);
        }
        self.add(what, value, Some(size));
        Arrival::Kept
    }

    /// A receive that was looking at the message begins again; one that was past it goes on.
    fn remove(&mut self, index: usize) -> Item {
        self.cursor = match self.cursor {
            cursor if cursor == index + 1 => 0,
            cursor if cursor > index => cursor - 1,
            cursor => cursor,
        };
        let item = self.items.remove(index);
        self.told &= item.what != What::Full;
        item
    }

    fn set_limit(&mut self, limit: Option<MailboxLimit>) {
        if self.limit.is_none() && limit.is_some() {
            (self.lost, self.told) = (0, false);
            for item in &mut self.items {
                let is_news = item.is_raised() || matches!(item.what, What::Down(_));
                item.size = if is_news { None } else { Some(0) };
            }
        }
        self.limit = limit;
    }

    fn exit(&self) -> Option<usize> {
        self.items.iter().position(Item::is_raised)
    }
}

/// Numbers that follow from a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

fn message(heap: &mut Heap, what: What, number: u64) -> Value {
    let tag = |serial| Value::tag(Name { node: 0, serial });
    let number = Value::fixnum(number as i64);
    let mut condition = |kind: Symbol| {
        let (no, none) = (Value::FALSE, Value::NULL);
        heap.condition(Value::symbol(kind), no, none, no, number, no)
    };
    match what {
        What::Plain => number,
        What::Exit => condition(Symbol::intern("exit")),
        What::Full => condition(*MAILBOX),
        What::Answer(serial) => heap.pair(tag(serial), number),
        What::Down(serial) => {
            let rest = heap.pair(tag(serial), number);
            heap.pair(Value::symbol(*DOWN), rest)
        }
    }
}

fn limit(random: &mut Random) -> Option<MailboxLimit> {
    use WhenMailboxFull::{DropNewest, DropOldest, Kill, Raise, Suspend};
    (random.below(3) > 0).then(|| MailboxLimit {
        messages: [1, 3, 10, usize::MAX][random.below(4) as usize],
        bytes: [50, 200, usize::MAX][random.below(3) as usize],
        when_full: [Kill, Raise, DropNewest, DropOldest, Suspend][random.below(5) as usize],
    })
}

fn check(mailbox: &Mailbox, model: &Model) {
    let found: Vec<Value> = mailbox.iter().collect();
    let expected: Vec<Value> = model.items.iter().map(|item| item.value).collect();
    assert_eq!(found, expected);
    assert_eq!(mailbox.len(), expected.len());
    assert_eq!(mailbox.is_empty(), expected.is_empty());
    assert_eq!(mailbox.last(), model.last);
    assert_eq!(mailbox.limit(), model.limit);
    assert_eq!(mailbox.lost(), model.limit.map_or(0, |_| model.lost));
    let looked_at = model.cursor.checked_sub(1);
    let place = looked_at.and_then(|index| model.items.get(index));
    assert_eq!(mailbox.place(), place.map(|item| item.number));
    for serial in 0..6 {
        let is_here = model
            .items
            .iter()
            .any(|item| item.what == What::Down(serial));
        assert_eq!(mailbox.has_down(serial), is_here);
    }
    let is_noted = |item: &Item| item.is_raised() || matches!(item.what, What::Down(_));
    let is_special = !model.forsaken.is_empty() || model.limit.is_some();
    // Forsaken tags that nobody has answered may be remembered in their order only.
    if is_special || model.items.iter().any(is_noted) {
        assert!(mailbox.rare.is_some());
    }
}

fn step(random: &mut Random, heap: &mut Heap, mailbox: &mut Mailbox, model: &mut Model) {
    let serial = random.below(6);
    match random.below(22) {
        0..=5 => {
            let what = if random.below(3) == 0 {
                What::Answer(serial)
            } else {
                What::Plain
            };
            let value = message(heap, what, model.next_number);
            let size = random.below(80) as usize;
            let arrival = match random.below(2) == 0 && mailbox.push_plainly(value) {
                true => Arrival::Kept,
                false => mailbox.push(value, Some(size)),
            };
            assert_eq!(arrival, model.push_sent(what, value, size));
        }
        6 | 7 => {
            let monitored = mailbox.has_down(serial);
            let what = match random.below(4) {
                0 => What::Exit,
                1 => What::Full,
                // A monitor tells once.
                _ if monitored => What::Plain,
                _ => What::Down(serial),
            };
            let value = message(heap, what, model.next_number);
            mailbox.push(value, None);
            model.push(what, value);
        }
        8 => {
            let value = Value::fixnum(serial as i64);
            let stays = random.below(2) == 0;
            if (stays || model.items.is_empty()) && mailbox.gives_at_once(value, stays) {
                mailbox.give(value, stays);
                assert_eq!(model.cursor, model.items.len());
                model.add(What::Plain, value, None);
                model.cursor += 1;
                if !stays {
                    model.last = Some(model.remove(model.cursor - 1).value);
                    model.cursor = 0;
                }
            }
        }
        9..=11 => {
            let next = model.items.get(model.cursor).map(|item| item.value);
            assert_eq!(mailbox.advance(), next);
            model.cursor += usize::from(next.is_some());
        }
        12 => {
            mailbox.rewind();
            model.cursor = 0;
        }
        13 | 14 => {
            mailbox.accept();
            if let Some(index) = model.cursor.checked_sub(1) {
                model.last = Some(model.remove(index).value);
            }
            model.cursor = 0;
        }
        15 => {
            let first = model.items.first().filter(|item| !item.is_raised());
            let first = first.map(|item| item.value);
            let plainly = mailbox.take_plainly();
            assert_eq!(plainly.or_else(|| mailbox.take_first()), first);
            if first.is_some() {
                model.remove(0);
                (model.last, model.cursor) = (first, 0);
            }
        }
        16 => {
            let looked_at = mailbox.skip();
            model.cursor = model.exit().unwrap_or(model.items.len());
            assert_eq!(looked_at, model.exit().unwrap_or(0));
        }
        17 => {
            // Away, and back to a message that is here or one that is gone.
            let number = random.below(model.next_number + 1);
            let found = model.items.iter().position(|item| item.number == number);
            assert_eq!(mailbox.return_to(Some(number)), found.is_some());
            let before = model.items.iter().filter(|item| item.number < number);
            model.cursor = before.count() + usize::from(found.is_some());
            if random.below(4) == 0 {
                assert!(mailbox.return_to(None));
                model.cursor = 0;
            }
        }
        18 => {
            let place = model
                .items
                .iter()
                .position(|item| item.what == What::Down(serial));
            let looked_at = mailbox.remove_down(serial);
            assert_eq!(looked_at, place.unwrap_or(0));
            if let Some(place) = place {
                model.remove(place);
            }
        }
        19 => {
            let looked_at = model.items.len() - model.cursor;
            let tag = Value::tag(Name { node: 0, serial });
            assert_eq!(mailbox.forsake(tag), looked_at);
            let mut rest = model.items[model.cursor..].iter();
            match rest.position(|item| item.what == What::Answer(serial)) {
                Some(place) => {
                    model.remove(model.cursor + place);
                }
                None if model.forsaken.contains(&serial) => {}
                None => model.forsaken.push(serial),
            }
        }
        20 => {
            let limit = limit(random);
            mailbox.set_limit(limit);
            model.set_limit(limit);
            let count = random.below(3);
            let arrival = match limit {
                Some(limit) if count > 0 => model.lose(limit, count),
                _ => Arrival::Kept,
            };
            assert_eq!(mailbox.note_losses(count), arrival);
        }
        _ => {
            if random.below(8) == 0 {
                mailbox.clear();
                while !model.items.is_empty() {
                    model.remove(model.items.len() - 1);
                }
            }
            mailbox.forget_last();
            model.last = None;
        }
    }
}

#[test]
fn a_mailbox_is_a_list_of_messages() {
    for seed in 1..200 {
        let mut random = Random(seed * 0x9e37_79b9);
        // Nothing is collected: what is compared has no roots.
        let mut heap = Heap::new(10_000);
        let (mut mailbox, mut model) = (Mailbox::default(), Model::default());
        for _ in 0..400 {
            step(&mut random, &mut heap, &mut mailbox, &mut model);
            check(&mailbox, &model);
        }
        mailbox.clear();
        assert_eq!(mailbox.advance(), None);
        assert!(
            mailbox.room_words() <= 2 * ROOM_KEPT,
            "much room is given back"
        );
    }
}

#[test]
fn the_oldest_of_too_many_forsaken_requests_is_forgotten() {
    let mut heap = Heap::new(10_000);
    let mut mailbox = Mailbox::default();
    for serial in 0..=FORSAKEN_MAX as u64 {
        mailbox.forsake(Value::tag(Name { node: 0, serial }));
    }
    let answers = [0, 1, FORSAKEN_MAX as u64, 1].map(|serial| {
        let answer = message(&mut heap, What::Answer(serial), 0);
        mailbox.push(answer, None);
        answer
    });
    // The first was forgotten, and of another each answer but the first is a message.
    let kept: Vec<Value> = mailbox.iter().collect();
    assert_eq!(kept, [answers[0], answers[3]]);
}

#[test]
fn tags_of_other_nodes_and_objects_that_are_no_tags_are_plain() {
    let mut heap = Heap::new(1000);
    let foreign = Value::tag(Name { node: 1, serial: 3 });
    let mut mailbox = Mailbox::default();
    assert_eq!(mailbox.forsake(Value::fixnum(3)), 0);
    mailbox.forsake(Value::tag(Name { node: 0, serial: 3 }));
    let number = Value::fixnum(3);
    let pid = Value::pid(Name { node: 0, serial: 3 });
    for object in [foreign, number, pid] {
        let answer = heap.pair(object, Value::NULL);
        mailbox.push(answer, None);
        let rest = heap.pair(object, Value::NULL);
        let down = heap.pair(Value::symbol(*DOWN), rest);
        mailbox.push(down, None);
    }
    assert_eq!(mailbox.len(), 6);
    assert!(!mailbox.has_down(3));
    // A tag, but not after the word; the word, and nothing after it.
    let tag = Value::tag(Name { node: 0, serial: 4 });
    let rest = heap.pair(tag, Value::NULL);
    let other = heap.pair(Value::symbol(Symbol::intern("up")), rest);
    mailbox.push(other, None);
    let word = heap.pair(Value::symbol(*DOWN), tag);
    mailbox.push(word, None);
    assert!(!mailbox.has_down(4));
}
