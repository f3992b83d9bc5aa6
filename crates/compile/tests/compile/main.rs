//! Tests of the compiler from core programs to verified units.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "the model machine panics at whatever it does not know"
)]

mod code;
mod programs;
mod random;
mod support;
mod units;
