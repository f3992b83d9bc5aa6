//! Random work on a heap, compared with the same work on a model in plain Rust.

use super::support::Process;
use crate::budget::tests::assert_balanced;
use crate::object::BoxCell;
use crate::{Pair, StringView, Value, Vector, kind_of, layout::Kind};
use std::collections::HashMap;

/// A value of the model; objects are indices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Word {
    Fixnum(i64),
    Object(usize),
}

#[derive(Clone, Debug)]
enum Thing {
    Pair([Word; 2]),
    Vector(Vec<Word>),
    Box(Word),
    Text(Vec<char>),
}

/// Small generator of random numbers (xorshift), so that runs repeat.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

struct Pairing {
    process: Process,
    random: Random,
    things: Vec<Thing>,
    /// The model's roots; the process has the same.
    roots: Vec<Word>,
}

const ROOTS: usize = 12;

impl Pairing {
    fn new(seed: u64, zeal: bool) -> Pairing {
        let mut process = Process::new(64, zeal);
        process.roots = vec![Value::fixnum(0); ROOTS];
        Pairing {
            process,
            random: Random(seed),
            things: Vec::new(),
            roots: vec![Word::Fixnum(0); ROOTS],
        }
    }

    fn put(&mut self, thing: Thing, value: Value) {
        let root = self.random.below(ROOTS);
        self.roots[root] = Word::Object(self.things.len());
        self.things.push(thing);
        self.process.roots[root] = value;
    }

    fn step(&mut self) {
        let [a, b] = [(), ()].map(|()| self.random.below(ROOTS));
        let (left, right) = (self.roots[a], self.roots[b]);
        match self.random.below(12) {
            0..=2 => {
                self.process.reserve(2);
                let roots = &self.process.roots;
                let value = self.process.heap.pair(roots[a], roots[b]);
                self.put(Thing::Pair([left, right]), value);
            }
            3 => {
                let length = match self.random.below(20) {
                    0 => crate::LARGE_WORDS + 10,
                    other => other,
                };
                self.process.reserve(crate::Heap::words_for_vector(length));
                let value = self.process.heap.vector(length, self.process.roots[a]);
                self.put(Thing::Vector(vec![left; length]), value);
            }
            4 => {
                self.process.reserve(2);
                let value = self.process.heap.new_box(self.process.roots[a]);
                self.put(Thing::Box(left), value);
            }
            5 => {
                let text: Vec<char> = (0..self.random.below(9)).map(|_| 'x').collect();
                self.process
                    .reserve(crate::Heap::words_for_characters(&text));
                let value = self.process.heap.string_from(&text);
                self.put(Thing::Text(text), value);
            }
            6 => {
                let number = self.random.below(1000) as i64;
                self.roots[a] = Word::Fixnum(number);
                self.process.roots[a] = Value::fixnum(number);
            }
            7 => {
                // By way of the stack, over a collection.
                self.process.roots.push(self.process.roots[a]);
                self.process.push_root();
                self.process.collect(0);
                self.process.roots[a] = self.process.slot(1);
                self.process.slots -= 1;
            }
            8 if self.random.below(8) == 0 => self.copy(a),
            8 => self.copy_elements(a, b),
            _ => self.change(a, b),
        }
    }

    /// Puts a long list into a root.
    fn keep_much(&mut self) {
        let root = self.random.below(ROOTS);
        for _ in 0..400 {
            self.process.reserve(2);
            let value = self
                .process
                .heap
                .pair(self.process.roots[root], self.process.roots[root]);
            let word = self.roots[root];
            self.roots[root] = Word::Object(self.things.len());
            self.things.push(Thing::Pair([word, word]));
            self.process.roots[root] = value;
        }
    }

    /// Replaces a root by a private copy of all it reaches, made by way of a message.
    fn copy(&mut self, a: usize) {
        let frozen = self.process.freeze(self.process.roots[a]);
        self.process.roots[a] = match self.random.below(2) {
            0 => self.process.heap.receive(frozen),
            _ => {
                let low = self.process.low();
                self.process.heap.receive_into(frozen, low)
            }
        };
        let thawed = self.process.heap.thaw(self.process.roots[a]);
        self.process.roots[a] = thawed.expect("no limit");
        self.roots[a] = self.copy_model(self.roots[a]);
    }

    fn copy_model(&mut self, root: Word) -> Word {
        let mut copies: HashMap<usize, usize> = HashMap::new();
        let mut waiting = Vec::new();
        let mut copy = |word: Word, things: &mut Vec<Thing>, waiting: &mut Vec<usize>| match word {
            Word::Object(thing) => Word::Object(*copies.entry(thing).or_insert_with(|| {
                things.push(things[thing].clone());
                waiting.push(things.len() - 1);
                things.len() - 1
            })),
            word => word,
        };
        let root = copy(root, &mut self.things, &mut waiting);
        while let Some(index) = waiting.pop() {
            let mut thing = self.things[index].clone();
            let words: &mut [Word] = match &mut thing {
                Thing::Pair(words) => words,
                Thing::Vector(words) => words,
                Thing::Box(word) => std::slice::from_mut(word),
                Thing::Text(_) => &mut [],
            };
            for word in words {
                *word = copy(*word, &mut self.things, &mut waiting);
            }
            self.things[index] = thing;
        }
        root
    }

    /// Copies some elements of the vector in root `b` into that in root `a`, most often up to its end.
    fn copy_elements(&mut self, a: usize, b: usize) {
        let (Word::Object(target), Word::Object(source)) = (self.roots[a], self.roots[b]) else {
            return;
        };
        let (Thing::Vector(to), Thing::Vector(from)) = (&self.things[target], &self.things[source])
        else {
            return;
        };
        let most = to.len().min(from.len());
        let count = self.random.below(most + 1);
        let start = self.random.below(from.len() - count + 1);
        let at = match self.random.below(3) {
            0 => self.random.below(to.len() - count + 1),
            _ => to.len() - count,
        };
        let elements = from[start..start + count].to_vec();
        if let Thing::Vector(to) = &mut self.things[target] {
            to[at..at + count].copy_from_slice(&elements);
        }
        let roots = &self.process.roots;
        let [to, from] = [a, b].map(|root| Vector::of(roots[root]).expect("a vector"));
        to.copy_from(&mut self.process.heap, at, from, start, count)
            .expect("not frozen");
    }

    /// Changes the object in root `a`, or goes into it.
    fn change(&mut self, a: usize, b: usize) {
        let Word::Object(index) = self.roots[a] else {
            return;
        };
        let (value, new) = (self.process.roots[a], self.process.roots[b]);
        let new_word = self.roots[b];
        let choice = self.random.below(40);
        let below = |limit: usize| choice * 7 % limit.max(1);
        match &mut self.things[index] {
            Thing::Pair(words) => {
                let pair = Pair::of(value).expect("a pair");
                let which = below(2);
                if choice.is_multiple_of(3) {
                    self.roots[a] = words[which];
                    self.process.roots[a] = [pair.car(), pair.cdr()][which];
                } else {
                    words[which] = new_word;
                    let set = [Pair::set_car, Pair::set_cdr][which];
                    set(pair, &mut self.process.heap, new).expect("not frozen");
                }
            }
            Thing::Vector(words) if !words.is_empty() => {
                let vector = Vector::of(value).expect("a vector");
                let which = below(words.len());
                words[which] = new_word;
                vector
                    .set(&mut self.process.heap, which, new)
                    .expect("not frozen");
            }
            Thing::Vector(_) => {}
            Thing::Box(word) => {
                *word = new_word;
                let cell = BoxCell::of(value).expect("a box");
                cell.set(&mut self.process.heap, new).expect("not frozen");
            }
            Thing::Text(text) => {
                let which = below(text.len());
                let character = ['y', 'é', 'Ж', '𝄞'][choice % 4];
                if text.is_empty() {
                    return;
                }
                text[which] = character;
                let words = StringView::of(value)
                    .expect("a string")
                    .words_to_set(character);
                self.process.reserve(words);
                let view = StringView::of(self.process.roots[a]).expect("a string");
                view.set(&mut self.process.heap, which, character)
                    .expect("not frozen");
            }
        }
    }

    /// Whether heap and model have the same shape.
    fn compare(&self) {
        let mut objects: HashMap<u64, usize> = HashMap::new();
        let mut things: HashMap<usize, u64> = HashMap::new();
        let pairs = self
            .roots
            .iter()
            .copied()
            .zip(self.process.roots.iter().copied());
        let mut waiting: Vec<(Word, Value)> = pairs.collect();
        while let Some((word, value)) = waiting.pop() {
            let index = match word {
                Word::Fixnum(number) => {
                    assert_eq!(value, Value::fixnum(number));
                    continue;
                }
                Word::Object(index) => index,
            };
            let known = objects.insert(value.bits(), index);
            assert!(
                known.is_none_or(|known| known == index),
                "one object for two"
            );
            let known = things.insert(index, value.bits());
            if let Some(known) = known {
                assert_eq!(
                    known,
                    value.bits(),
                    "two objects for one, {:?}",
                    self.things[index]
                );
                continue;
            }
            match &self.things[index] {
                Thing::Pair(words) => {
                    let pair = Pair::of(value).expect("a pair");
                    waiting.extend([(words[0], pair.car()), (words[1], pair.cdr())]);
                }
                Thing::Vector(words) => {
                    let vector = Vector::of(value).expect("a vector");
                    assert_eq!(vector.len(), words.len());
                    waiting.extend(words.iter().copied().zip(vector.slice().iter().copied()));
                }
                Thing::Box(word) => {
                    assert_eq!(kind_of(value), Some(Kind::Box));
                    waiting.push((*word, BoxCell::of(value).expect("a box").get()));
                }
                Thing::Text(text) => {
                    let view = StringView::of(value).expect("a string");
                    assert!(view.chars().eq(text.iter().copied()));
                }
            }
        }
    }
}

/// Long lists that are kept make memory old; what is done then is mostly to change it.
#[test]
fn old_memory_agrees_with_the_model() {
    let one = |seed: u64| {
        let mut pairing = Pairing::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15), false);
        let mut old_steps = 0;
        for step in 0..6000 {
            if step % 1500 == 0 {
                pairing.keep_much();
            }
            pairing.step();
            old_steps += usize::from(pairing.process.heap.old_words() > 0);
            if step % 100 == 0 {
                pairing.process.stack.top = crate::Top::Slots(pairing.process.slots);
                pairing.process.heap.check_notes(&pairing.process.stack);
                pairing.compare();
                pairing.process.check();
            }
        }
        assert!(old_steps > 1000, "{old_steps}");
        pairing.compare();
        pairing
    };
    (1..16).for_each(|seed| assert_balanced(|| one(seed)));
}

#[test]
fn random_work_agrees_with_the_model() {
    let one = |seed: u64| {
        let zeal = seed.is_multiple_of(2);
        let mut pairing = Pairing::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15), zeal);
        for step in 0..if zeal { 600 } else { 3000 } {
            pairing.step();
            if step % 50 == 0 {
                pairing.compare();
                pairing.process.check();
            }
        }
        pairing.process.collect(0);
        pairing.compare();
        pairing
    };
    (1..40).for_each(|seed| assert_balanced(|| one(seed)));
}
