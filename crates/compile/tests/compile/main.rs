//! Tests of the compiler from core programs to verified units.

mod code;
mod programs;
mod random;
mod support;
mod units;
