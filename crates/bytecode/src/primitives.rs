//! The primitives that code may name: what they take, not what they do.
//!
//! The compiler checks uses against this table, the verifier refuses units that
//! name others, and the run time gives each row its implementation. A primitive
//! is *leaf* (returns or raises at once; runs inside a block) or *control* (may
//! call a procedure, wait or never return; ends its block like a call).
//! Names begin with `%` when they are not procedures of a standard.

use std::collections::HashMap;
use std::sync::OnceLock;

/// Number of arguments a primitive takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signature {
    pub name: &'static str,
    pub min: u8,
    /// `u8::MAX`: any number.
    pub max: u8,
    pub control: bool,
}

const fn leaf(name: &'static str, min: u8, max: u8) -> Signature {
    Signature {
        name,
        min,
        max,
        control: false,
    }
}

const fn control(name: &'static str, min: u8, max: u8) -> Signature {
    Signature {
        name,
        min,
        max,
        control: true,
    }
}

/// Every primitive, in alphabetic order within its area.
pub const PRIMITIVES: &[Signature] = &[
    // Control.
    control("%apply", 2, 2),
    control("%call/cc", 1, 1),
    leaf("%dynamic", 0, 0),
];

/// The signature of the primitive called `name`.
pub fn find(name: &str) -> Option<&'static Signature> {
    static BY_NAME: OnceLock<HashMap<&'static str, &'static Signature>> = OnceLock::new();
    let by_name = BY_NAME.get_or_init(|| {
        PRIMITIVES
            .iter()
            .map(|signature| (signature.name, signature))
            .collect()
    });
    by_name.get(name).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_bounds_make_sense() {
        let mut names = std::collections::HashSet::new();
        for signature in PRIMITIVES {
            assert!(names.insert(signature.name), "{} twice", signature.name);
            assert!(signature.min <= signature.max, "{}", signature.name);
        }
    }

    /// Areas are known from the comments in the table, so this reads the source.
    #[test]
    fn names_ascend_within_their_area() {
        let source = include_str!("primitives.rs");
        let table = source.split("&[\n").nth(1).unwrap();
        let table = table.split("\n];").next().unwrap();
        let mut last = "";
        let mut row = false;
        for line in table.lines().map(str::trim) {
            if line.starts_with("//") {
                last = "";
            }
            row |= line.starts_with("leaf(") || line.starts_with("control(");
            if let Some(name) = line.split('"').nth(1).filter(|_| row) {
                assert!(last < name, "{name} must stand before {last}");
                last = name;
                row = false;
            }
        }
    }
}
