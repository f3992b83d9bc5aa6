//! Hash tables against the passage of time: collections, copies, foreign nodes.

use super::Rig;
use mound_heap::Value;
use mound_heap::layout::{HASH_TABLE_EPOCH, HASH_TABLE_EPOCH_FOREIGN};
use mound_heap::object::{HashTable, Vector};

/// The field with the vector of the keys.
const HASH_TABLE_KEYS: usize = 4;

impl Rig {
    fn table(&mut self, kind: &str) -> usize {
        let kind = self.read(kind)[0];
        let table = self.call("%make-hash-table", &[self.kept(kind)]).unwrap();
        self.keep(table)
    }

    fn put(&mut self, table: usize, key: usize, value: i64) {
        let arguments = [self.kept(table), self.kept(key), Value::fixnum(value)];
        self.call("%hash-table-set!", &arguments).unwrap();
    }

    fn look(&mut self, table: usize, key: usize) -> Option<i64> {
        let arguments = [self.kept(table), self.kept(key), Value::FALSE];
        self.call("%hash-table-ref", &arguments)
            .unwrap()
            .as_fixnum()
    }

    fn collect(&mut self) {
        let epoch = self.context.heap.epoch();
        self.context.reserve(1).unwrap();
        self.context.reserve(1).unwrap();
        assert_ne!(epoch, self.context.heap.epoch(), "zeal collects");
    }

    fn count(&mut self, table: usize) -> i64 {
        self.call("%hash-table-count", &[self.kept(table)])
            .unwrap()
            .as_fixnum()
            .unwrap()
    }
}

/// What was removed is not found again, and its place is used again: a small table that is emptied and
/// filled takes no more memory.
#[test]
fn emptied_small_tables_are_filled_again() {
    for kind in ["eq", "eqv", "equal"] {
        let mut rig = Rig::new();
        let table = rig.table(kind);
        let keys = keys(&mut rig);
        let part = |rig: &mut Rig, field| HashTable::of(rig.kept(table)).unwrap().get(field);
        for (round, &key) in keys.iter().enumerate() {
            rig.put(table, key, round as i64);
            assert_eq!(rig.look(table, key), Some(round as i64), "{kind}");
            assert_eq!(rig.count(table), 1, "{kind}");
            let arguments = [rig.kept(table), rig.kept(key)];
            rig.call("%hash-table-delete!", &arguments).unwrap();
            assert_eq!(rig.look(table, key), None, "{kind}");
            assert_eq!(rig.count(table), 0, "{kind}");
            let keys = Vector::of(part(&mut rig, HASH_TABLE_KEYS)).unwrap();
            assert_eq!(keys.len(), 8, "{kind}");
        }
    }
}

/// Keys of every kind; each stays in its place among the temporaries.
fn keys(rig: &mut Rig) -> Vec<usize> {
    let text: String = (0..20)
        .map(|n| format!("{n} s{n} \"t{n}\" ({n}) #({n}) {n}.5 #\\x{:x} ", n + 65))
        .collect();
    rig.read(&format!("{text} 100000000000000000000 1/3 #u8(1) () #t"))
}

#[test]
fn all_keys_are_found_after_collections() {
    for kind in ["eq", "eqv", "equal"] {
        let mut rig = Rig::new();
        let table = rig.table(kind);
        let keys = keys(&mut rig);
        for (value, &key) in keys.iter().enumerate() {
            rig.put(table, key, value as i64);
            rig.collect();
        }
        assert_eq!(rig.count(table), keys.len() as i64, "{kind}");
        for (value, &key) in keys.iter().enumerate() {
            assert_eq!(rig.look(table, key), Some(value as i64), "{kind} {value}");
        }
        for &key in keys.iter().step_by(2) {
            let arguments = [rig.kept(table), rig.kept(key)];
            rig.call("%hash-table-delete!", &arguments).unwrap();
        }
        rig.collect();
        for (value, &key) in keys.iter().enumerate() {
            let expected = (value % 2 == 1).then_some(value as i64);
            assert_eq!(rig.look(table, key), expected, "{kind} {value}");
        }
    }
}

#[test]
fn equivalences_differ() {
    let mut rig = Rig::new();
    let kept = rig.read("\"a\" \"a\" 1.5 1.5 (1 #(2)) (1 #(2))");
    for (kind, found) in [
        ("eq", [false, false, false]),
        ("eqv", [false, true, false]),
        ("equal", [true; 3]),
    ] {
        let table = rig.table(kind);
        for pair in kept.chunks(2).zip(found) {
            rig.put(table, pair.0[0], 1);
            assert_eq!(rig.look(table, pair.0[1]).is_some(), pair.1, "{kind}");
        }
    }
}

/// A frozen copy is read only and still finds its keys, whatever they are.
#[test]
fn frozen_copies_find_their_keys() {
    for kind in ["eq", "eqv", "equal"] {
        let mut rig = Rig::new();
        let table = rig.table(kind);
        let keys = keys(&mut rig);
        for (value, &key) in keys.iter().enumerate() {
            rig.put(table, key, value as i64);
        }
        // The keys go with the table, so that they are the same objects.
        let all: Vec<Value> = keys
            .iter()
            .map(|&key| rig.kept(key))
            .chain([rig.kept(table)])
            .collect();
        let all = rig.call("vector", &all[..100]).and_then(|first| {
            let first = rig.keep(first);
            let rest: Vec<Value> = keys[100..]
                .iter()
                .map(|&key| rig.kept(key))
                .chain([rig.kept(table), rig.kept(first)])
                .collect();
            rig.call("vector", &rest)
        });
        let frozen = rig.context.heap.freeze(all.unwrap()).unwrap();
        let root = rig.context.heap.receive(frozen);
        let root = rig.keep(root);
        rig.collect();
        let rest = mound_heap::Vector::of(rig.kept(root))
            .unwrap()
            .slice()
            .to_vec();
        let first = mound_heap::Vector::of(rest[rest.len() - 1])
            .unwrap()
            .slice()
            .to_vec();
        let copy = rest[rest.len() - 2];
        let copies: Vec<Value> = first
            .into_iter()
            .chain(rest[..rest.len() - 2].iter().copied())
            .collect();
        assert_eq!(copies.len(), keys.len());
        // The fragment does not move.
        for (value, key) in copies.into_iter().enumerate() {
            let found = rig
                .call("%hash-table-ref", &[copy, key, Value::FALSE])
                .unwrap();
            assert_eq!(found.as_fixnum(), Some(value as i64), "{kind} {value}");
        }
        let missing = rig.read("missing")[0];
        assert_eq!(
            rig.call("%hash-table-ref", &[copy, rig.kept(missing), Value::TRUE]),
            Ok(Value::TRUE)
        );
        let result = rig.call("%hash-table-set!", &[copy, rig.kept(missing), Value::TRUE]);
        assert!(result.unwrap_err().starts_with("frozen"));
        let thawed = rig.call("%hash-table-copy", &[copy]).unwrap();
        let thawed = rig.keep(thawed);
        rig.put(thawed, missing, 7);
        assert_eq!(rig.look(thawed, missing), Some(7));
        assert_eq!(rig.count(thawed), keys.len() as i64 + 1);
    }
}

/// A table whose hashes were taken on another node, as the wire delivers it.
#[test]
fn tables_from_elsewhere_are_hashed_anew() {
    let mut rig = Rig::new();
    let table = rig.table("equal");
    let keys = keys(&mut rig);
    for (value, &key) in keys.iter().enumerate() {
        rig.put(table, key, value as i64);
    }
    let fields = HashTable::of(rig.kept(table)).unwrap();
    fields
        .set_note(HASH_TABLE_EPOCH, HASH_TABLE_EPOCH_FOREIGN)
        .unwrap();
    let mut index = mound_heap::Bytevector::of(fields.get(6)).unwrap();
    index.slice_mut().unwrap().fill(0);
    for (value, &key) in keys.iter().enumerate() {
        assert_eq!(rig.look(table, key), Some(value as i64), "{value}");
    }
}

/// Numbers are where a table has them whose hashes are made as here; one of a node that makes them in another way is put
/// in order, or searched if it is frozen.
#[test]
fn tables_of_nodes_with_other_hashes_are_put_in_order_or_searched() {
    for (is_good, is_frozen) in [(true, false), (true, true), (false, false), (false, true)] {
        let mut rig = Rig::new();
        let mut table = rig.table("equal");
        let keys: Vec<Value> = (0..100).map(Value::fixnum).collect();
        let keys = rig.keep_all(keys.into_iter());
        for (value, &key) in keys.iter().enumerate() {
            rig.put(table, key, value as i64);
        }
        let fields = HashTable::of(rig.kept(table)).unwrap();
        if !is_good {
            let kind = fields.get(0).as_fixnum().unwrap();
            fields.set_note(0, kind & !(3 << 2)).unwrap();
        }
        fields
            .set_note(HASH_TABLE_EPOCH, HASH_TABLE_EPOCH_FOREIGN)
            .unwrap();
        // Nothing is found by this index, which shows whether it is used.
        let mut index = mound_heap::Bytevector::of(fields.get(6)).unwrap();
        index.slice_mut().unwrap().fill(0);
        if is_frozen {
            let frozen = rig.context.heap.freeze(rig.kept(table)).unwrap();
            let received = rig.context.heap.receive(frozen);
            table = rig.keep(received);
        }
        for (value, &key) in keys.iter().enumerate() {
            let expected = (!is_good).then_some(value as i64);
            assert_eq!(rig.look(table, key), expected, "{is_good} {is_frozen}");
        }
    }
}

#[test]
fn associations_come_in_the_order_of_adding() {
    let mut rig = Rig::new();
    let table = rig.table("equal");
    let keys = rig.read("z \"y\" (x) 3 w v u t s r q");
    for (value, &key) in keys.iter().enumerate() {
        rig.put(table, key, value as i64);
    }
    rig.put(table, keys[1], 10);
    let arguments = [rig.kept(table), rig.kept(keys[3])];
    rig.call("%hash-table-delete!", &arguments).unwrap();
    let used = rig.call("%hash-table-used", &[rig.kept(table)]).unwrap();
    let arguments = [rig.kept(table), Value::fixnum(0), used, Value::NULL];
    let list = rig.call("%hash-table->alist", &arguments).unwrap();
    assert_eq!(
        rig.show(list),
        "((z . 0) (\"y\" . 10) ((x) . 2) (w . 4) (v . 5) (u . 6) (t . 7) (s . 8) (r . 9) (q . 10))"
    );
    rig.call("%hash-table-clear!", &[rig.kept(table)]).unwrap();
    assert_eq!(rig.count(table), 0);
    rig.put(table, keys[0], 1);
    assert_eq!(rig.look(table, keys[0]), Some(1));
}

#[test]
fn adding_and_removing_for_ever_needs_no_more_room() {
    let mut rig = Rig::new();
    rig.context.heap.set_zeal(false);
    let table = rig.table("eqv");
    for number in 0..10_000 {
        let key = Value::fixnum(number);
        rig.call("%hash-table-set!", &[rig.kept(table), key, key])
            .unwrap();
        let old = Value::fixnum(number - 10);
        rig.call("%hash-table-delete!", &[rig.kept(table), old])
            .unwrap();
    }
    assert_eq!(rig.count(table), 10);
    let keys = HashTable::of(rig.kept(table)).unwrap().get(4);
    assert!(mound_heap::Vector::of(keys).unwrap().len() <= 32);
}

#[test]
fn hashes_agree_with_equal() {
    let mut rig = Rig::new();
    let data = rig.read("(1 #(2 \"λ\") x) (1 #(2 \"λ\") x) 1.5 1.5 \"abc\" \"abc\"");
    for pair in data.chunks(2) {
        let first = rig.call("%hash", &[rig.kept(pair[0])]).unwrap();
        assert_eq!(rig.call("%hash", &[rig.kept(pair[1])]), Ok(first));
    }
}

impl Rig {
    /// Adds keys to a table as the library does, and gives the fuel that was paid.
    fn fill(&mut self, table: usize, keys: &[usize]) -> i64 {
        let before = self.context.fuel;
        for &key in keys {
            let arguments = [self.kept(table), self.kept(key), Value::TRUE];
            if self.call("%hash-table-set!", &arguments).unwrap() == Value::ABSENT {
                self.make_ready(table);
                let arguments = [self.kept(table), self.kept(key), Value::TRUE];
                let set = self.call("%hash-table-set!", &arguments);
                assert_eq!(set, Ok(Value::UNSPECIFIED), "one step is enough");
            }
        }
        before - self.context.fuel
    }

    fn make_ready(&mut self, table: usize) {
        let successor = self.call("%hash-table-successor", &[self.kept(table)]);
        let successor = self.keep(successor.unwrap());
        let mut next = Value::fixnum(0);
        while next != Value::FALSE {
            let arguments = [self.kept(successor), self.kept(table), next];
            next = self.call("%hash-table-take!", &arguments).unwrap();
        }
        let arguments = [self.kept(table), self.kept(successor)];
        self.call("%hash-table-become!", &arguments).unwrap();
    }

    fn keep_all(&mut self, keys: impl Iterator<Item = Value>) -> Vec<usize> {
        keys.map(|key| self.keep(key)).collect()
    }

    /// A list of `length` zeros that ends in an integer.
    fn key(&mut self, length: usize, last: i64) -> Value {
        self.context.reserve(2 * length + 2).unwrap();
        let end = self.context.heap.pair(Value::fixnum(last), Value::NULL);
        (0..length).fold(end, |rest, _| {
            self.context.heap.pair(Value::fixnum(0), rest)
        })
    }
}

/// What is paid is comparisons and parts that were hashed: it grows as the number of keys, and not
/// as its square, although the keys agree in their first two hundred parts.
#[test]
fn keys_with_a_long_common_beginning_cost_as_much_each() {
    let paid = |count: usize| {
        let mut rig = Rig::new();
        rig.context.heap.set_zeal(false);
        let table = rig.table("equal");
        let keys: Vec<usize> = (0..count)
            .map(|number| {
                let key = rig.key(200, number as i64);
                rig.keep(key)
            })
            .collect();
        rig.fill(table, &keys)
    };
    let (few, many) = (paid(1000), paid(8000));
    assert!(many < 12 * few, "{few} for 1000, {many} for 8000");
}

/// These keys were made for the hash without a key that tables had once: all met in one place.
#[test]
fn crafted_fixnums_cost_no_more_than_others() {
    // The inverse of the old mixing: fixnums whose words had hashes with the same low 16 bits.
    fn mixed(word: u64) -> u64 {
        let mixed = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let bits = mixed ^ mixed >> 27;
        bits ^ bits >> 32
    }
    let crafted = (0i64..).filter(|&number| mixed(Value::fixnum(number).bits()) & 0xfff == 0);
    let count = 1500;
    let steps = |keys: Vec<Value>| {
        let mut rig = Rig::new();
        rig.context.heap.set_zeal(false);
        let table = rig.table("eqv");
        let keys = rig.keep_all(keys.into_iter());
        let paid = rig.fill(table, &keys);
        (paid, rig.longest_chain(table))
    };
    let (crafted_paid, chain) = steps(crafted.take(count).map(Value::fixnum).collect());
    let (paid, _) = steps((0..count as i64).map(Value::fixnum).collect());
    assert_eq!(crafted_paid, paid);
    assert!(chain < 128, "a chain of {chain} places");
}

impl Rig {
    /// The longest run of places in use in the index of a table.
    fn longest_chain(&self, table: usize) -> usize {
        let index = HashTable::of(self.kept(table)).unwrap().get(6);
        let index = mound_heap::Bytevector::of(index).unwrap();
        let used: Vec<bool> = index
            .slice()
            .chunks(8)
            .map(|place| place[0] != 0 || place[1] != 0)
            .collect();
        let runs = used.split(|used| !used).map(<[bool]>::len);
        runs.max().unwrap_or(0)
    }
}

/// Who knows the seed of a table can make keys for one place of it; then it gets another seed.
#[test]
fn a_table_with_a_long_chain_gets_another_seed() {
    let mut rig = Rig::new();
    rig.context.heap.set_zeal(false);
    let table = rig.table("eqv");
    let first: Vec<Value> = (0..600).map(Value::fixnum).collect();
    let first = rig.keep_all(first.into_iter());
    rig.fill(table, &first);
    let kind = |rig: &Rig| HashTable::of(rig.kept(table)).unwrap().get(0);
    let seed = kind(&rig);
    let bits = |rig: &mut Rig, key: Value| {
        let seed = seed.as_fixnum().unwrap() as u64 >> 4;
        let equivalence = crate::hash_tables::Equivalence::Eqv;
        equivalence.hash(&mut rig.context, key, seed).bits
    };
    let mut crafted = Vec::new();
    let mut number = 1000;
    while crafted.len() < 300 {
        if bits(&mut rig, Value::fixnum(number)) & 0x7ff < 4 {
            crafted.push(Value::fixnum(number));
        }
        number += 1;
    }
    let crafted = rig.keep_all(crafted.into_iter());
    rig.fill(table, &crafted);
    assert_ne!(kind(&rig), seed, "there is another seed");
    assert!(rig.longest_chain(table) < 128);
    assert_eq!(rig.count(table), 900);
    for key in first.into_iter().chain(crafted) {
        assert_eq!(rig.look_any(table, key), Value::TRUE);
    }
}

impl Rig {
    fn look_any(&mut self, table: usize, key: usize) -> Value {
        let arguments = [self.kept(table), self.kept(key), Value::FALSE];
        self.call("%hash-table-ref", &arguments).unwrap()
    }
}

/// The seed of a table goes with it, so the keys of a table of another node are found by their
/// hashes, as far as these do not depend on the node.
#[test]
fn two_tables_have_different_seeds_and_copies_have_new_ones() {
    let mut rig = Rig::new();
    rig.context.heap.set_zeal(false);
    let keys: Vec<Value> = (0..100).map(Value::fixnum).collect();
    let keys = rig.keep_all(keys.into_iter());
    let (first, second) = (rig.table("eqv"), rig.table("eqv"));
    rig.fill(first, &keys);
    rig.fill(second, &keys);
    let copy = rig.call("%hash-table-copy", &[rig.kept(first)]).unwrap();
    let seed = |table: Value| HashTable::of(table).unwrap().get(0);
    let seeds = [seed(rig.kept(first)), seed(rig.kept(second)), seed(copy)];
    assert!(seeds[0] != seeds[1] && seeds[0] != seeds[2] && seeds[1] != seeds[2]);
}

/// Whatever takes more than a step gives absent and leaves the table as it was.
#[test]
fn what_takes_long_is_refused_and_done_in_steps() {
    let mut rig = Rig::new();
    rig.context.heap.set_zeal(false);
    let table = rig.table("eq");
    let keys: Vec<usize> = (0..70_000)
        .map(|number| {
            let key = rig.key(0, number);
            rig.keep(key)
        })
        .collect();
    let mut refused = 0;
    for (number, &key) in keys.iter().enumerate() {
        let arguments = [rig.kept(table), rig.kept(key), Value::fixnum(number as i64)];
        if rig.call("%hash-table-set!", &arguments).unwrap() == Value::ABSENT {
            assert_eq!(rig.count(table), number as i64);
            refused += 1;
            rig.make_ready(table);
            let arguments = [rig.kept(table), rig.kept(key), Value::fixnum(number as i64)];
            assert_eq!(
                rig.call("%hash-table-set!", &arguments),
                Ok(Value::UNSPECIFIED)
            );
        }
    }
    assert!(refused >= 3, "it grew {refused} times in steps");
    assert_eq!(
        rig.call("%hash-table-copy", &[rig.kept(table)]),
        Ok(Value::ABSENT)
    );
    // After a collection, the hashes of pairs are out of date.
    rig.context.heap.set_zeal(true);
    rig.collect();
    rig.context.heap.set_zeal(false);
    let look = [rig.kept(table), rig.kept(keys[7]), Value::FALSE];
    assert_eq!(rig.call("%hash-table-ref", &look), Ok(Value::ABSENT));
    rig.make_ready(table);
    for (number, &key) in keys.iter().enumerate() {
        assert_eq!(rig.look(table, key), Some(number as i64));
    }
}
