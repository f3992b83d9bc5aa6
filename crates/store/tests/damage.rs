//! A directory of units to which things have happened: files cut off, changed, swapped,
//! deleted, of another version, or something else under their names.
//!
//! What is promised: the store never panics, never hands out bytes with another hash than
//! was asked for, counts what is damaged as absent, and is whole again when the unit has
//! come once more. What it does hand out can be decoded or is refused with a reason.

use mound_bytecode::error::DecodeFault;
use mound_bytecode::unit::UnitHash;
use mound_bytecode::{asm, decode, encode, hash};
use mound_store::{StoreError, UnitStore};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// As a node does: debug information is not part of the identity.
fn identify(bytes: &[u8]) -> Option<UnitHash> {
    let (canonical, _) = decode::sections(bytes).ok()?;
    Some(hash::hash_canonical(canonical))
}

/// A fresh directory, removed at the end of the test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("mound-damage-{}-{number}", std::process::id());
        Folder(std::env::temp_dir().join(name))
    }

    /// A store that has read nothing yet, and keeps nothing in memory.
    fn open(&self) -> UnitStore {
        UnitStore::on_disk(identify, 0, &self.0).expect("temporary files can be written")
    }

    fn file(&self, unit: UnitHash) -> PathBuf {
        let digits = unit.to_hex();
        self.0
            .join(&digits[..2])
            .join(format!("{}.unit", &digits[2..]))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What stays is in the directory for temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Real units, with debug information where they have some.
fn units() -> Vec<Arc<[u8]>> {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bytecode/tests/verify/good");
    let mut units = Vec::new();
    for entry in fs::read_dir(programs).expect("the programs are there") {
        let path = entry.expect("a name").path();
        let text = fs::read_to_string(&path).expect("text");
        let unit = asm::assemble(&text).expect("they can be assembled");
        units.push(encode::to_bytes(&unit).into());
    }
    assert!(units.len() > 5, "they are not where they were");
    units
}

/// Numbers that look random, the same in each run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit
    }
}

/// What is promised of a unit whose file may be damaged.
fn check(folder: &Folder, unit: &Arc<[u8]>, what: &str) {
    let wanted = identify(unit).expect("a unit");
    match folder.open().get(wanted) {
        // Debug information is nobody's identity, but must not break who reads it.
        Some(found) => {
            assert_eq!(identify(&found), Some(wanted), "{what}");
            let (canonical, debug) = decode::sections(&found).expect("it was identified");
            assert!(decode::canonical(canonical).is_ok(), "{what}");
            if let Ok(debug) = decode::debug(debug) {
                assert!(encode::debug(&debug).len() <= found.len(), "{what}");
            }
        }
        None => assert!(!folder.file(wanted).is_file(), "{what}: it was removed"),
    }
}

/// It comes from elsewhere once more, and is here for all who open the directory.
fn check_healing(folder: &Folder, unit: &Arc<[u8]>, what: &str) {
    check(folder, unit, what);
    let wanted = identify(unit).expect("a unit");
    let store = folder.open();
    store.insert_as(wanted, unit.clone()).expect(what);
    assert_eq!(store.get(wanted).as_ref(), Some(unit), "{what}");
    assert_eq!(folder.open().get(wanted).as_ref(), Some(unit), "{what}");
}

#[test]
fn a_file_that_was_cut_off_counts_as_absent() {
    let folder = Folder::new();
    for unit in units() {
        let wanted = folder.open().insert(unit.clone()).expect("there is room");
        let path = folder.file(wanted);
        for length in 0..unit.len() {
            fs::write(&path, &unit[..length]).expect("it can be written");
            assert_eq!(folder.open().get(wanted), None, "{length}");
        }
        check_healing(&folder, &unit, "cut off");
        let mut longer = unit.to_vec();
        longer.push(0);
        fs::write(&path, longer).expect("it can be written");
        assert_eq!(folder.open().get(wanted), None);
        check_healing(&folder, &unit, "a byte too many");
    }
}

#[test]
fn a_file_with_a_changed_bit_is_never_another_unit() {
    let folder = Folder::new();
    for unit in units() {
        let wanted = folder.open().insert(unit.clone()).expect("there is room");
        let (canonical, debug) = decode::sections(&unit).expect("a unit");
        let first_debug = unit.len() - debug.len();
        let path = folder.file(wanted);
        for bit in 0..8 * unit.len() {
            let mut changed = unit.to_vec();
            changed[bit / 8] ^= 1 << (bit % 8);
            fs::write(&path, &changed).expect("it can be written");
            if bit / 8 < first_debug {
                assert_eq!(folder.open().get(wanted), None, "bit {bit}");
            }
            check(&folder, &unit, "a changed bit");
        }
        check_healing(&folder, &unit, "a changed bit");
        assert!(!canonical.is_empty());
    }
}

#[test]
fn random_bytes_and_other_units_under_a_name_are_not_taken() {
    let folder = Folder::new();
    let units = units();
    let mut dice = Dice(1);
    for round in 0..60 {
        let unit = &units[dice.below(units.len())];
        let wanted = folder.open().insert(unit.clone()).expect("there is room");
        let path = folder.file(wanted);
        let other = &units[dice.below(units.len())];
        let damaged: Vec<u8> = match round % 4 {
            0 => (0..dice.below(300))
                .map(|_| dice.below(256) as u8)
                .collect(),
            1 => other.to_vec(),
            // The beginning of one and the end of another, of the same length.
            2 => {
                let cut = dice.below(unit.len());
                let rest = other.iter().copied().cycle().take(unit.len() - cut);
                unit[..cut].iter().copied().chain(rest).collect()
            }
            _ => {
                let mut bytes = unit.to_vec();
                for _ in 0..=dice.below(20) {
                    let index = dice.below(bytes.len());
                    bytes[index] = dice.below(256) as u8;
                }
                bytes
            }
        };
        fs::write(&path, damaged).expect("it can be written");
        check_healing(&folder, unit, "random bytes");
    }
}

#[test]
fn what_was_deleted_is_fetched_again() {
    let folder = Folder::new();
    let units = units();
    let store = folder.open();
    for unit in &units {
        store.insert(unit.clone()).expect("there is room");
    }
    // The whole directory goes while the store is open.
    fs::remove_dir_all(&folder.0).expect("it was there");
    for unit in &units {
        let wanted = identify(unit).expect("a unit");
        assert!(!store.contains(wanted));
        assert_eq!(store.get(wanted), None);
        store
            .insert_as(wanted, unit.clone())
            .expect("it is made anew");
        assert_eq!(store.get(wanted).as_ref(), Some(unit));
    }
}

/// A unit that was inserted is never lost by what stood under its name before.
#[test]
fn an_inserted_unit_takes_the_place_of_a_damaged_file_of_its_size() {
    let folder = Folder::new();
    for unit in units() {
        let wanted = identify(&unit).expect("a unit");
        let store = folder.open();
        store.insert(unit.clone()).expect("there is room");
        let mut damaged = unit.to_vec();
        damaged[unit.len() / 2] ^= 0x55;
        fs::write(folder.file(wanted), damaged).expect("it can be written");
        folder.open().insert(unit.clone()).expect("there is room");
        assert_eq!(folder.open().get(wanted).as_ref(), Some(&unit));
    }
}

/// A version that this program does not know is kept for those who do, and refused when it is
/// to be used.
#[test]
fn a_unit_of_another_version_is_refused_by_its_version() {
    let folder = Folder::new();
    for unit in units() {
        let (canonical, debug) = decode::sections(&unit).expect("a unit");
        let mut old = canonical.to_vec();
        assert_eq!(u32::from(old[0]), encode::VERSION);
        old[0] = 0;
        let container = |canonical: &[u8], debug: &[u8]| {
            let mut bytes = encode::MAGIC.to_vec();
            for section in [canonical, debug] {
                let mut length = section.len();
                while length > 127 {
                    bytes.push(length as u8 | 128);
                    length >>= 7;
                }
                bytes.push(length as u8);
                bytes.extend_from_slice(section);
            }
            bytes
        };
        assert_eq!(container(canonical, debug), *unit);
        let old: Arc<[u8]> = container(&old, debug).into();
        let store = folder.open();
        let wanted = store.insert(old.clone()).expect("it has a hash");
        let found = store.get(wanted).expect("it was inserted");
        let refusal = decode::from_bytes(&found).expect_err("the version is unknown");
        assert!(
            matches!(refusal.fault, DecodeFault::Version { .. }),
            "{refusal}"
        );
        // Under the name of the unit as it is now, it is none.
        let current = store.insert(unit.clone()).expect("there is room");
        fs::copy(folder.file(wanted), folder.file(current)).expect("a copy");
        assert_eq!(folder.open().get(current), None);
    }
}

#[test]
fn other_things_in_the_directory_are_no_units() {
    let folder = Folder::new();
    let unit = units().remove(0);
    let wanted = identify(&unit).expect("a unit");
    let path = folder.file(wanted);
    // A write that was broken off, and files of somebody else.
    let parent = path.parent().expect("a directory");
    fs::create_dir_all(parent).expect("a directory");
    fs::write(parent.join(".new-1-0"), &unit[..3]).expect("it can be written");
    fs::write(folder.0.join("README"), "not a unit").expect("it can be written");
    assert_eq!(folder.open().get(wanted), None);
    check_healing(&folder, &unit, "among other files");
    // A directory under the name of a unit stays: it is not ours.
    fs::remove_file(&path).expect("it was there");
    fs::create_dir(&path).expect("a directory");
    fs::write(path.join("kept"), "x").expect("it can be written");
    let store = folder.open();
    assert!(!store.contains(wanted));
    assert_eq!(store.get(wanted), None);
    let refusal = store.insert(unit.clone()).expect_err("there is no place");
    assert!(matches!(refusal, StoreError::Disk { .. }), "{refusal}");
    assert!(refusal.to_string().contains(".unit: "), "{refusal}");
    assert!(path.join("kept").is_file());
}

#[test]
fn a_file_in_the_place_of_the_directory_is_told() {
    let folder = Folder::new();
    fs::write(&folder.0, "a file").expect("it can be written");
    let refusal = UnitStore::on_disk(identify, 0, &folder.0).err();
    let text = refusal.expect("there is no directory").to_string();
    assert!(text.contains(&folder.0.display().to_string()), "{text}");
    fs::remove_file(&folder.0).expect("it was there");
}
