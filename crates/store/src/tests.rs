//! A unit of these tests is any text that starts with `u`; its hash is its first 32 bytes.

use super::*;

fn identify(bytes: &[u8]) -> Option<UnitHash> {
    if bytes.first() != Some(&b'u') {
        return None;
    }
    let mut hash = [0; 32];
    for (to, from) in hash.iter_mut().zip(bytes) {
        *to = *from;
    }
    Some(UnitHash(hash))
}

fn unit(text: &str) -> Arc<[u8]> {
    text.as_bytes().into()
}

fn hash(text: &str) -> UnitHash {
    identify(text.as_bytes()).expect("a unit")
}

const ALL: fn(UnitHash) -> bool = |_| true;
const NONE: fn(UnitHash) -> bool = |_| false;

#[test]
fn a_unit_is_found_by_its_hash() {
    let store = UnitStore::new(identify, 100);
    let hash = store.insert(unit("u-one"), ALL).unwrap();
    assert_eq!(store.get(hash).unwrap().as_ref(), b"u-one");
    assert!(store.get(self::hash("u-two")).is_none());
}

#[test]
fn what_is_no_unit_is_refused() {
    let store = UnitStore::new(identify, 100);
    assert_eq!(store.insert(unit("x"), ALL), Err(StoreError::NotAUnit));
    assert_eq!(store.used_bytes(), 0);
}

#[test]
fn what_is_in_use_is_kept_and_another_refused() {
    let store = UnitStore::new(identify, 10);
    store.insert(unit("u2345"), ALL).unwrap();
    store.insert(unit("u2345"), ALL).unwrap();
    let refusal = store.insert(unit("u23456"), ALL);
    assert!(matches!(refusal, Err(StoreError::Full { .. })));
    assert_eq!(store.used_bytes(), 5);
    assert!(store.get(hash("u2345")).is_some());
}

#[test]
fn what_nobody_uses_makes_room_the_longest_unasked_for_first() {
    let store = UnitStore::new(identify, 20);
    for text in ["u-111", "u-222", "u-333", "u-444"] {
        store.insert(unit(text), NONE).unwrap();
    }
    // The first was asked for just now, and the second is in use.
    assert!(store.get(hash("u-111")).is_some());
    let second = hash("u-222");
    store.insert(unit("u-555"), |hash| hash == second).unwrap();
    assert!(store.get(hash("u-333")).is_none());
    for text in ["u-111", "u-222", "u-444", "u-555"] {
        assert!(store.get(hash(text)).is_some(), "{text}");
    }
    assert_eq!(store.used_bytes(), 20);
}

#[test]
fn a_node_that_goes_on_compiling_never_fills_it() {
    let store = UnitStore::new(identify, 1000);
    for number in 0..10_000 {
        let text = format!("u-{number}");
        store.insert(unit(&text), NONE).unwrap();
        assert!(store.get(hash(&text)).is_some());
        assert!(store.used_bytes() <= 1000);
    }
}

#[test]
fn a_unit_larger_than_the_budget_is_refused() {
    let store = UnitStore::new(identify, 10);
    let refusal = store.insert(unit("u-larger-than-that"), NONE).unwrap_err();
    assert!(refusal.to_string().contains("18 bytes"), "{refusal}");
}
