//! What must hold for any bytes: a function for each kind of input that strangers send.
//!
//! A target panics if its property fails. Two things call them: the fuzzers in `fuzz/`,
//! for as long as somebody lets them run, and `tests/bounded.rs`, which tries the same
//! few thousand [`mutate`]d [`seeds`] at each `cargo test`.
//!
//! | target | input | property |
//! |---|---|---|
//! | [`reader`] | text | what is read is written and read again the same |
//! | [`numeral`] | text | what is a number is written and read again the same |
//! | [`datum`] | any | the datum that the bytes describe is written and read again the same |
//! | [`arithmetic`] | any | integers are computed as with digits on paper, flonums written as by Rust |
//! | [`renaming`] | any | a program gives the same unit, whatever its variables are called |
//! | [`expander`] | a program | it is expanded or refused, within its budget of work |
//! | [`unit()`] | a unit | what decodes has these bytes; verifying and showing it do not panic |
//! | [`interface`] | what is known of a library | what decodes has these bytes |
//! | [`execute`] | a unit | what the verifier accepts runs without harm, whenever it collects, and the same as machine code |
//! | [`wire`] | a value | what decodes has these bytes |
//! | [`signal`] | a signal between nodes | what decodes has these bytes |
//! | [`frames()`] | frames between nodes | they end the connection or are handled in order, and nothing is counted for what is gone |
//! | [`bulletin`] | whom to believe | no other text has its signature |
//!
//! Start reading at [`unit()`].

#![forbid(unsafe_code)]

mod arithmetic;
mod bytes;
mod datum;
mod expander;
mod frames;
mod host;
pub mod mutate;
mod renaming;
pub mod seeds;
pub mod targets;

pub use arithmetic::arithmetic;
pub use datum::datum;
pub use expander::expander;
pub use frames::frames;
pub use mutate::Mutator;
pub use renaming::renaming;
pub use targets::{bulletin, execute, interface, numeral, reader, signal, unit, wire};
