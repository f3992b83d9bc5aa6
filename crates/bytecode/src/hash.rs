//! The identity of a unit.
//!
//! BLAKE3-256 over the canonical section, in derive-key mode so that the hash of
//! a unit is never the hash of anything else the project hashes.

use crate::encode;
use crate::unit::{Unit, UnitHash};

/// What keeps these hashes apart from others. Changes with the format version.
const DOMAIN: &str = "mound unit v1";

/// The hash of a canonical section.
pub fn hash_canonical(section: &[u8]) -> UnitHash {
    let mut hasher = blake3::Hasher::new_derive_key(DOMAIN);
    hasher.update(section);
    UnitHash(*hasher.finalize().as_bytes())
}

/// The identity of a record type: two words of 60 bits. Types of one name, defined in
/// one library (or in programs) with the same fields, are one type on every node.
pub fn record_type_uid(library: &str, name: &str, fields: &[&str]) -> [u64; 2] {
    let mut hasher = blake3::Hasher::new_derive_key("mound record type v1");
    for part in [library, name].iter().chain(fields) {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    let mut words = [0; 2];
    for (word, bytes) in words
        .iter_mut()
        .zip(hasher.finalize().as_bytes().chunks_exact(8))
    {
        let bytes: [u8; 8] = bytes.try_into().expect("chunks of eight bytes");
        *word = u64::from_le_bytes(bytes) >> 4;
    }
    words
}

impl Unit {
    /// The identity of this unit; debug information has no part in it.
    pub fn hash(&self) -> UnitHash {
        hash_canonical(&encode::canonical(self))
    }
}

impl UnitHash {
    /// All 64 hexadecimal digits.
    pub fn to_hex(&self) -> String {
        use std::fmt::Write as _;
        let mut text = String::with_capacity(64);
        for byte in self.0 {
            // Writing to a string cannot fail.
            let _ = write!(text, "{byte:02x}");
        }
        text
    }

    /// The hash written as 64 lower-case hexadecimal digits.
    pub fn from_hex(text: &str) -> Option<UnitHash> {
        let digits = text.as_bytes();
        if digits.len() != 64 {
            return None;
        }
        let mut hash = [0; 32];
        for (byte, pair) in hash.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = digit(pair[0])? << 4 | digit(pair[1])?;
        }
        Some(UnitHash(hash))
    }
}

fn digit(character: u8) -> Option<u8> {
    match character {
        b'0'..=b'9' => Some(character - b'0'),
        b'a'..=b'f' => Some(character - b'a' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexadecimal_goes_both_ways() {
        let hash = hash_canonical(b"text");
        assert_eq!(UnitHash::from_hex(&hash.to_hex()), Some(hash));
        assert_eq!(UnitHash::from_hex("00"), None);
        assert_eq!(UnitHash::from_hex(&"G".repeat(64)), None);
    }

    #[test]
    fn hashes_are_of_their_own_domain() {
        assert_ne!(hash_canonical(b"text").0, *blake3::hash(b"text").as_bytes());
    }
}
