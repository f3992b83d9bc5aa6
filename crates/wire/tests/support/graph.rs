//! Random graphs of all kinds of data, with sharing and cycles, some of it frozen.

use super::same::is_frozen;
use super::{Random, frozen_copy};
use mound_base::Symbol;
use mound_bytecode::hash::record_type_uid;
use mound_heap::object::{BoxCell, Pair, Record, Vector};
use mound_heap::value::{FIXNUM_MAX, FIXNUM_MIN, Name};
use mound_heap::{Heap, StringView, Value};

/// Makes graphs in a heap of its own, large enough for all of them.
pub struct Graphs {
    pub heap: Heap,
    random: Random,
    made: Vec<Value>,
}

impl Graphs {
    pub fn new(seed: u64) -> Graphs {
        Graphs {
            heap: Heap::new(1 << 16),
            random: Random::new(seed),
            made: Vec::new(),
        }
    }

    /// A graph of about `size` objects.
    pub fn graph(&mut self, size: usize) -> Value {
        self.made.clear();
        for _ in 0..size {
            let mut object = self.object();
            if self.random.below(8) == 0 {
                object = frozen_copy(&mut self.heap, object);
            }
            self.made.push(object);
            if self.random.below(4) == 0 {
                self.tie();
            }
        }
        let last = self.made.len().saturating_sub(6);
        let parts = self.made[last..].to_vec();
        self.heap.vector_from(&parts)
    }

    /// Changes an old object to refer to a newer one.
    fn tie(&mut self) {
        let target = self.made[self.random.below(self.made.len())];
        let value = self.part();
        if is_frozen(target) {
            return;
        }
        if let Some(pair) = Pair::of(target) {
            let set = if self.random.below(2) == 0 {
                pair.set_car(&mut self.heap, value)
            } else {
                pair.set_cdr(&mut self.heap, value)
            };
            set.unwrap();
        } else if let Some(cell) = BoxCell::of(target) {
            cell.set(&mut self.heap, value).unwrap();
        } else if let Some(vector) = Vector::of(target).filter(|vector| !vector.is_empty()) {
            let index = self.random.below(vector.len());
            vector.set(&mut self.heap, index, value).unwrap();
        } else if let Some(record) = Record::of(target) {
            record.set(&mut self.heap, 0, value).unwrap();
        } else if let Some(string) = StringView::of(target).filter(|string| !string.is_empty()) {
            let character = ['λ', '𝄞', 'é'][self.random.below(3)];
            string.set(&mut self.heap, 0, character).unwrap();
        }
    }

    fn part(&mut self) -> Value {
        if self.made.is_empty() || self.random.below(3) == 0 {
            return self.immediate();
        }
        self.made[self.random.below(self.made.len())]
    }

    fn parts(&mut self, count: usize) -> Vec<Value> {
        (0..count).map(|_| self.part()).collect()
    }

    pub fn immediate(&mut self) -> Value {
        let name = Name {
            node: self.random.below(5) as u16,
            serial: self.random.next() >> (22 + self.random.below(40)),
        };
        match self.random.below(12) {
            0 => Value::FALSE,
            1 => Value::TRUE,
            2 => Value::NULL,
            3 => [Value::UNSPECIFIED, Value::EOF, Value::ABSENT][self.random.below(3)],
            4 => Value::character(['a', '\0', 'é', '\u{10ffff}'][self.random.below(4)]),
            5 | 6 => {
                let number = self.random.below(20);
                Value::symbol(Symbol::intern(&format!("symbol-{number}")))
            }
            7 => Value::pid(name),
            8 => Value::tag(name),
            9 => {
                Value::fixnum([FIXNUM_MIN, FIXNUM_MAX, -17, 112, -8193, 8192][self.random.below(6)])
            }
            _ => {
                let shift = 4 + self.random.below(59);
                Value::fixnum(self.random.next() as i64 >> shift)
            }
        }
    }

    fn object(&mut self) -> Value {
        let count = self.random.below(4);
        match self.random.below(17) {
            0..=2 => {
                let parts = self.parts(2);
                self.heap.pair(parts[0], parts[1])
            }
            3 => {
                let count = self.random.below(40);
                let parts = self.parts(count);
                self.heap.list(&parts)
            }
            4 => {
                let parts = self.parts(count);
                self.heap.vector_from(&parts)
            }
            5 => self.string(),
            6 => {
                let bytes: Vec<u8> = (0..self.random.below(20)).map(|byte| byte as u8).collect();
                self.heap.bytevector(&bytes)
            }
            7 => {
                let numbers = [0.5, -0.0, f64::NAN, f64::INFINITY, 1e300];
                self.heap.flonum(numbers[self.random.below(5)])
            }
            8 => self.bignum(),
            9 => {
                let numerator = self.bignum();
                let (numerator, denominator) = match self.random.below(2) {
                    0 => (Value::fixnum(-7), Value::fixnum(3)),
                    // A power of two over an odd number.
                    _ => (Value::fixnum(1), numerator),
                };
                let denominator = match mound_heap::number::Bignum::of(denominator) {
                    Some(number) if number.is_negative() => Value::fixnum(5),
                    _ => denominator,
                };
                self.heap.ratio(numerator, denominator)
            }
            10 => {
                let part = self.part();
                self.heap.new_box(part)
            }
            11 => {
                let parts = self.parts(2);
                let record_type = self.record_type(2);
                self.heap.record(record_type, &parts)
            }
            12 => self.record_type(count),
            13 => {
                let part = self.part();
                let done = self.random.below(2) == 0;
                self.heap.promise(done, part)
            }
            14 => {
                let parts = self.parts(6);
                let [kind, message, irritants, who, payload, trace] = parts[..] else {
                    unreachable!("six parts");
                };
                self.heap
                    .condition(kind, message, irritants, who, payload, trace)
            }
            15 => self.hash_table(count),
            _ => {
                let parts = self.parts(count);
                self.heap.values(&parts)
            }
        }
    }

    fn string(&mut self) -> Value {
        let texts = ["", "plain", "naïve", "λόγος", "𝄞 clef", "seventeen letters"];
        let text = texts[self.random.below(texts.len())];
        self.heap.string(text)
    }

    fn bignum(&mut self) -> Value {
        let mut limbs: Vec<u64> = (0..self.random.below(3))
            .map(|_| self.random.next())
            .collect();
        limbs.push(1 << 63 >> self.random.below(3));
        let negative = self.random.below(2) == 0;
        // The least negative one that is no fixnum has two bits.
        if limbs.len() == 1 {
            limbs[0] |= 1;
        }
        self.heap.bignum(negative, &limbs)
    }

    fn record_type(&mut self, count: usize) -> Value {
        let names = ["x", "y", "z", "w"];
        let symbols: Vec<Value> = names[..count]
            .iter()
            .map(|name| Value::symbol(Symbol::intern(name)))
            .collect();
        let uid = record_type_uid("test/points", "<point>", &names[..count]);
        let library = self.heap.string("test/points");
        let fields = self.heap.vector_from(&symbols);
        let name = Value::symbol(Symbol::intern("<point>"));
        self.heap.record_type(name, library, fields, uid)
    }

    fn hash_table(&mut self, count: usize) -> Value {
        let keys = self.parts(count);
        let values = self.parts(count);
        let keys = self.heap.vector_from(&keys);
        let values = self.heap.vector_from(&values);
        let associations = Value::fixnum(count as i64 / 2);
        let used = Value::fixnum(count as i64 - count as i64 / 4);
        let equivalence = Value::fixnum(1);
        let epoch = Value::fixnum(7);
        let index = self.part();
        self.heap
            .hash_table([equivalence, associations, used, epoch, keys, values, index])
    }
}
