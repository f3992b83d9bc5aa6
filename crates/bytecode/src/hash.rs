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
