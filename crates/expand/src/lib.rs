//! Hygiene, macros and libraries: data to the core language.
//!
//! Start reading at [`core`].

#![forbid(unsafe_code)]

pub mod core;
