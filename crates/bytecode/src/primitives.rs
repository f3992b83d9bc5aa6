//! The primitives that code may name: what they take, not what they do.
//!
//! The compiler checks uses against this table, the verifier refuses units that
//! name others, and the run time gives each row its implementation. A primitive
//! is *leaf* (returns or raises at once; runs inside a block) or *control* (may
//! call a procedure, wait or never return; ends its block like a call).
//! Names begin with `%` when they are not procedures of a standard.

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
    PRIMITIVES.iter().find(|signature| signature.name == name)
}
