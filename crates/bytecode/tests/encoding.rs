//! Units to bytes and back: round trips, the canonical form, hostile bytes.

mod support;

use mound_base::counted::is_counted;
use mound_bytecode::error::DecodeFault;
use mound_bytecode::unit::{Constant, Import, Reference, Unit, UnitHash};
use mound_bytecode::{asm, decode, disasm, encode, hash, verify};
use support::{assemble, cases, root, with_debug};

fn all_units() -> Vec<(String, Unit)> {
    let cases = cases("good").into_iter().chain(cases("bad"));
    cases
        .map(|case| (case.name.clone(), assemble(&case)))
        .collect()
}

/// Whether the tables are in the order that the canonical form wants.
fn is_ordered(unit: &Unit) -> bool {
    let mut sorted = unit.clone();
    sorted.sort_tables();
    let integers = unit.constants.iter().all(|constant| {
        if let Constant::Integer(bytes) = constant {
            mound_bytecode::integer::is_shortest(bytes)
        } else {
            true
        }
    });
    sorted.imports == unit.imports && sorted.primitives == unit.primitives && integers
}

#[test]
fn units_come_back_from_their_bytes() {
    for (name, unit) in all_units().into_iter().filter(|(_, unit)| is_ordered(unit)) {
        let unit = with_debug(unit);
        let bytes = encode::to_bytes(&unit);
        assert_eq!(decode::from_bytes(&bytes).as_ref(), Ok(&unit), "{name}");
        let (canonical, debug) = decode::sections(&bytes).unwrap();
        assert_eq!(hash::hash_canonical(canonical), unit.hash(), "{name}");
        assert_eq!(debug, encode::debug(&unit.debug), "{name}");
        // Parts of files say with which line they begin.
        let mut part = unit;
        part.debug.first_lines = vec![(0, 12)];
        let bytes = encode::to_bytes(&part);
        assert_eq!(decode::from_bytes(&bytes).as_ref(), Ok(&part), "{name}");
    }
}

#[test]
fn units_come_back_from_their_text() {
    for (name, unit) in all_units() {
        let text = disasm::disassemble(&unit);
        let back = asm::assemble(&text).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
        assert_eq!(back, unit, "{name}");
        let with_comments = disasm::disassemble(&with_debug(unit.clone()));
        assert_eq!(asm::assemble(&with_comments), Ok(unit), "{name}");
    }
}

#[test]
fn debug_information_has_no_part_in_the_hash() {
    let unit = assemble(&cases("good")[0]);
    assert_eq!(with_debug(unit.clone()).hash(), unit.hash());
}

#[test]
fn equal_hashes_mean_equal_units() {
    let mut seen: Vec<(UnitHash, Unit)> = Vec::new();
    for (name, unit) in all_units() {
        let hash = unit.hash();
        for (other_hash, other) in &seen {
            assert_eq!(*other_hash == hash, *other == unit, "{name}");
        }
        seen.push((hash, unit));
    }
}

/// The bytes of `tests/golden` are those of version 1 for ever; other versions get other files.
#[test]
fn golden_bytes_are_as_ever() {
    let golden = root().join("tests/golden");
    let text = std::fs::read_to_string(golden.join("version-1.asm")).unwrap();
    let unit = with_debug(asm::assemble(&text).unwrap());
    assert_eq!(verify::verify(&unit), Ok(()));
    let hex: String = encode::to_bytes(&unit)
        .chunks(32)
        .map(|line| {
            line.iter()
                .map(|byte| format!("{byte:02x}"))
                .collect::<String>()
                + "\n"
        })
        .collect();
    compare_golden(&golden.join("version-1.hex"), &hex);
    compare_golden(
        &golden.join("version-1.hash"),
        &(unit.hash().to_hex() + "\n"),
    );
}

/// Golden files are added, never rewritten.
fn compare_golden(path: &std::path::Path, found: &str) {
    if !path.exists() && std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(path, found).unwrap();
    }
    assert_eq!(found, std::fs::read_to_string(path).expect("golden file"));
}

#[test]
fn disassembly_shows_what_numbers_mean() {
    let golden = root().join("tests/golden");
    let text = std::fs::read_to_string(golden.join("version-1.asm")).unwrap();
    let unit = with_debug(asm::assemble(&text).unwrap());
    let path = golden.join("disassembly.txt");
    let found = disasm::disassemble(&unit);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, &found).unwrap();
    }
    assert_eq!(found, std::fs::read_to_string(&path).unwrap());
}

#[test]
fn tables_are_sorted_and_renumbered() {
    let import = |library: &str, byte: u8| Import {
        library: library.to_owned(),
        hash: UnitHash([byte; 32]),
    };
    let mut unit = asm::assemble(
        "primitive 0 = %dynamic
         primitive 1 = %apply
         primitive 2 = %dynamic
         reference 0 = imported 0 x
         reference 1 = imported 2 y
         function 0 (0 arguments, 6 slots)
           block 0 (live)
             primitive 2 2 0 2
             primitive 3 2 0 0
             move 4 2
             move 5 3
             tail-call-primitive 2 2 1",
    )
    .unwrap();
    unit.imports = vec![import("b", 1), import("a", 2), import("b", 1)];
    unit.sort_tables();
    assert_eq!(unit.imports, [import("a", 2), import("b", 1)]);
    assert_eq!(unit.primitives, ["%apply", "%dynamic"]);
    let imports = unit.references.iter().map(|reference| match reference {
        Reference::Imported { import, .. } => *import,
        Reference::Own { .. } | Reference::Interactive { .. } => panic!("both are imported"),
    });
    assert_eq!(imports.collect::<Vec<_>>(), [1, 1]);
    assert_eq!(verify::verify(&unit), Ok(()));
}

/// A section that begins as given and goes on with empty tables.
fn section(start: &[u8]) -> Vec<u8> {
    let mut bytes = start.to_vec();
    bytes.resize(start.len().max(8), 0);
    bytes
}

#[test]
fn non_canonical_bytes_are_refused() {
    let import = [&[1, b'a'][..], &[7; 32]].concat();
    let cases: Vec<(Vec<u8>, DecodeFault)> = vec![
        (vec![], DecodeFault::Truncated),
        (section(&[2]), DecodeFault::Version(2)),
        (section(&[0x81, 0x00]), DecodeFault::LongNumber),
        (section(&[1, 0x80, 0x00]), DecodeFault::LongNumber),
        (
            section(&[0xff, 0xff, 0xff, 0xff, 0x1f]),
            DecodeFault::LargeNumber,
        ),
        (
            section(&[0xff, 0xff, 0xff, 0xff, 0xff, 0x01]),
            DecodeFault::LargeNumber,
        ),
        (section(&[1, 2, 0xc3, 0x28]), DecodeFault::Utf8),
        (
            section(&[1, 0xff, 0xff, 0xff, 0x7f]),
            DecodeFault::Truncated,
        ),
        (
            section(&[1, 0, 0xff, 0xff, 0xff, 0x7f]),
            DecodeFault::Truncated,
        ),
        (section(&[1, 0, 0, 0, 0, 0, 0, 0, 0]), DecodeFault::Trailing),
        (
            section(&[&[1, 0, 2][..], &import, &import].concat()),
            DecodeFault::NotAscending("imports"),
        ),
        (
            section(&[1, 0, 0, 2, 1, b'b', 1, b'a']),
            DecodeFault::NotAscending("primitives"),
        ),
        (
            section(&[1, 0, 0, 0, 1, 3, 0]),
            DecodeFault::Tag("reference", 3),
        ),
        (
            section(&[1, 0, 0, 0, 0, 1, 15, 0]),
            DecodeFault::Tag("constant", 15),
        ),
        (
            section(&[1, 0, 0, 0, 0, 1, 14, 11, 0]),
            DecodeFault::Tag("kind of numbers", 11),
        ),
        (
            section(&[1, 0, 0, 0, 0, 1, 0, 6]),
            DecodeFault::Tag("immediate", 6),
        ),
        (
            section(&[1, 0, 0, 0, 0, 1, 1, 0x80, 0xb0, 0x03]),
            DecodeFault::Character,
        ),
        (
            section(&[1, 0, 0, 0, 0, 1, 2, 2, 1, 0]),
            DecodeFault::LongNumber,
        ),
        (
            section(&[1, 0, 0, 0, 0, 1, 2, 1, 0]),
            DecodeFault::LongNumber,
        ),
        (
            section(&[1, 0, 0, 0, 0, 0, 1, 3, 0, 0]),
            DecodeFault::Tag("function", 3),
        ),
        (
            section(&[1, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0]),
            DecodeFault::Tag("export", 2),
        ),
    ];
    for (bytes, fault) in cases {
        let error = decode::canonical(&bytes).expect_err("refused");
        assert_eq!(error.fault, fault, "{bytes:?}: {error}");
    }
    assert_eq!(
        decode::from_bytes(b"MZ").unwrap_err().fault,
        DecodeFault::Magic
    );
    let debug = decode::debug(&[1, 0, 1, 2, 0, 0, 0, 0, 0, 0]).unwrap_err();
    assert_eq!(debug.fault, DecodeFault::Tag("name of a function", 2));
}

#[test]
fn long_names_are_refused() {
    let mut unit = assemble(&cases("good")[0]);
    unit.references.push(Reference::Own {
        name: mound_base::Symbol::intern(&"n".repeat(5000)),
    });
    // Those of our own may be as long as they like.
    let bytes = encode::canonical(&unit);
    assert!(decode::canonical(&bytes).is_ok());
    assert!(
        decode::foreign_canonical(&bytes).is_ok(),
        "it is known here"
    );
    let place = bytes.iter().position(|&byte| byte == b'n').unwrap();
    let mut altered = bytes.clone();
    altered[place + 100] = b'm';
    assert_eq!(
        decode::foreign_canonical(&altered).unwrap_err().fault,
        DecodeFault::Symbol
    );
}

#[test]
fn foreign_names_live_as_long_as_they_are_kept() {
    let name = format!("foreign-{}", "n".repeat(500));
    let mut unit = assemble(&cases("good")[0]);
    unit.constants
        .push(Constant::Symbol(mound_base::Symbol::intern(&name)));
    let mut bytes = encode::canonical(&unit);
    let place = bytes
        .windows(8)
        .position(|part| part == b"foreign-")
        .unwrap();
    bytes[place] = b'F';
    let name = name.replacen('f', "F", 1);
    let foreign = decode::foreign_canonical(&bytes).expect("it is well formed");
    assert!(is_counted(&name));
    assert_eq!(encode::canonical(&foreign.decoded), bytes);
    drop(foreign);
    assert!(!is_counted(&name));
}

#[test]
fn shorter_bytes_are_refused() {
    for case in cases("good") {
        let bytes = encode::to_bytes(&with_debug(assemble(&case)));
        for length in 0..bytes.len() {
            assert!(
                decode::from_bytes(&bytes[..length]).is_err(),
                "{}",
                case.name
            );
        }
    }
}

/// Xorshift: the test is the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

fn mutate(random: &mut Random, bytes: &mut Vec<u8>) {
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len());
        match random.below(5) {
            0 => bytes[at] = random.below(256) as u8,
            1 => bytes[at] ^= 1 << random.below(8),
            2 => bytes[at] = bytes[at].wrapping_add(1),
            3 => bytes.insert(at, random.below(8) as u8),
            _ if bytes.len() > 1 => {
                bytes.remove(at);
            }
            _ => {}
        }
    }
}

/// What decodes has exactly one encoding; what is shown assembles; nothing panics.
#[test]
fn mutated_bytes_never_panic_and_stay_canonical() {
    let mut random = Random(0x6d6f_756e_6400_0001);
    let (mut decoded, mut verified) = (0, 0);
    for case in cases("good") {
        let original = encode::canonical(&assemble(&case));
        // The effort is about the same for small and large units.
        for _ in 0..(15_000_000 / (original.len() + 300)) {
            let mut bytes = original.clone();
            mutate(&mut random, &mut bytes);
            let Ok(unit) = decode::canonical(&bytes) else {
                continue;
            };
            decoded += 1;
            assert_eq!(encode::canonical(&unit), bytes, "{}", case.name);
            verified += usize::from(verify::verify(&unit).is_ok());
            if decoded % 8 == 0 {
                let text = disasm::disassemble(&unit);
                assert_eq!(asm::assemble(&text).as_ref(), Ok(&unit), "{text}");
            }
        }
    }
    assert!(
        decoded > 1000 && verified > 100,
        "{decoded} decoded, {verified} verified"
    );
}

#[test]
fn mutated_debug_sections_never_panic() {
    let mut random = Random(0x6d6f_756e_6400_0002);
    let unit = with_debug(assemble(&cases("good")[0]));
    let original = encode::debug(&unit.debug);
    for _ in 0..20_000 {
        let mut bytes = original.clone();
        mutate(&mut random, &mut bytes);
        if let Ok(debug) = decode::debug(&bytes) {
            assert_eq!(encode::debug(&debug), bytes);
            disasm::disassemble(&Unit {
                debug,
                ..unit.clone()
            });
        }
    }
}
