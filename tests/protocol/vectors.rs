//! Compares the vectors of the specification with what the code makes, or writes them (`UPDATE_EXPECT=1`).
//!
//! Tests of several crates include this file: each crate makes the vectors of what it encodes.

use std::path::Path;

/// A name and its bytes.
pub type Vector = (String, Vec<u8>);

/// `about` stands at the beginning of the file, each line after `# `.
pub fn check(file: &str, about: &str, vectors: &[Vector]) {
    let mut expected: String = about.lines().map(|line| format!("# {line}\n")).collect();
    for (index, (name, bytes)) in vectors.iter().enumerate() {
        let twin = vectors[..index].iter().any(|(other, _)| other == name);
        assert!(!twin, "{name} is there twice");
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let hex = if hex.is_empty() { "-" } else { &hex };
        expected.push_str(&format!("{name} {hex}\n"));
    }
    let manifest = std::env::var("CARGO_MANIFEST_DIR").expect("cargo runs the tests");
    let path = Path::new(&manifest)
        .join("../../docs/spec/vectors")
        .join(file);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, expected).expect("the vectors can be written");
    } else {
        let found = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(found, expected, "{file}: run again with UPDATE_EXPECT=1");
    }
}
