//! Hash tables against the passage of time: collections, copies, foreign nodes.

use super::Rig;
use mound_heap::Value;
use mound_heap::layout::{HASH_TABLE_EPOCH, HASH_TABLE_EPOCH_FOREIGN};
use mound_heap::object::HashTable;

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
    let list = rig.call("%hash-table->alist", &[rig.kept(table)]).unwrap();
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
