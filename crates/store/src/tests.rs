//! A unit of these tests is any text that starts with `u`; its hash is its first 32 bytes.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

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

/// A fresh directory, removed at the end of the test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Folder(std::env::temp_dir().join(format!("mound-store-{}-{number}", std::process::id())))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn files(folder: &Folder) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(&folder.0).unwrap() {
        for file in std::fs::read_dir(entry.unwrap().path()).unwrap() {
            found.push(file.unwrap().path());
        }
    }
    found
}

#[test]
fn a_unit_is_found_by_its_hash() {
    let store = UnitStore::in_memory(identify, 100);
    let hash = store.insert(unit("u-one")).unwrap();
    assert_eq!(store.get(hash).unwrap().as_ref(), b"u-one");
    assert!(store.contains(hash));
    assert!(store.get(identify(b"u-two").unwrap()).is_none());
}

#[test]
fn what_is_no_unit_or_another_unit_is_refused() {
    let store = UnitStore::in_memory(identify, 100);
    assert!(matches!(store.insert(unit("x")), Err(StoreError::NotAUnit)));
    let expected = identify(b"u-one").unwrap();
    assert!(matches!(
        store.insert_as(expected, unit("u-two")),
        Err(StoreError::OtherHash { .. })
    ));
    assert!(matches!(
        store.insert_as(expected, unit("x")),
        Err(StoreError::NotAUnit)
    ));
    assert!(store.insert_as(expected, unit("u-one")).is_ok());
}

#[test]
fn memory_alone_refuses_beyond_its_budget() {
    let store = UnitStore::in_memory(identify, 10);
    store.insert(unit("u2345")).unwrap();
    store.insert(unit("u2345")).unwrap();
    assert!(matches!(
        store.insert(unit("u23456")),
        Err(StoreError::Full { .. })
    ));
    assert_eq!(store.memory_bytes(), 5);
}

#[test]
fn the_directory_outlives_the_store() {
    let folder = Folder::new();
    let hash = UnitStore::on_disk(identify, 100, &folder.0)
        .unwrap()
        .insert(unit("u-kept"))
        .unwrap();
    let store = UnitStore::on_disk(identify, 100, &folder.0).unwrap();
    assert!(store.contains(hash));
    assert_eq!(store.get(hash).unwrap().as_ref(), b"u-kept");
}

#[test]
fn memory_forgets_the_least_used_and_reads_it_back() {
    let folder = Folder::new();
    let store = UnitStore::on_disk(identify, 12, &folder.0).unwrap();
    let first = store.insert(unit("u-111")).unwrap();
    let second = store.insert(unit("u-222")).unwrap();
    assert!(store.get(first).is_some());
    let third = store.insert(unit("u-333")).unwrap();
    assert!(store.memory_bytes() <= 12);
    assert!(store.memory().contains(first) && !store.memory().contains(second));
    for hash in [first, second, third] {
        assert!(store.get(hash).is_some());
    }
    let large = store.insert(unit("u-larger-than-the-budget")).unwrap();
    assert_eq!(store.get(large).unwrap().len(), 24);
}

#[test]
fn a_file_with_wrong_content_counts_as_absent() {
    let folder = Folder::new();
    let hash = UnitStore::on_disk(identify, 100, &folder.0)
        .unwrap()
        .insert(unit("u-good"))
        .unwrap();
    std::fs::write(&files(&folder)[0], b"u-evil").unwrap();
    let store = UnitStore::on_disk(identify, 100, &folder.0).unwrap();
    assert!(store.get(hash).is_none());
    assert!(files(&folder).is_empty());
    store.insert(unit("u-good")).unwrap();
    assert!(store.get(hash).is_some());
}

#[test]
fn threads_may_write_the_same_unit_at_once() {
    let folder = Folder::new();
    let store = UnitStore::on_disk(identify, 1 << 20, &folder.0).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for number in 0..20 {
                    store.insert(unit(&format!("u-{number}"))).unwrap();
                }
            });
        }
    });
    assert_eq!(files(&folder).len(), 20, "no temporary file stays");
}
