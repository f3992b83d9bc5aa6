//! What `mound check` says of a program that can be compiled: looks at the core language, in
//! which every name is resolved, and at what the programmer wrote.
//!
//! Each module holds one rule. It compiles nothing and reads no files.
//!
//! Invariant LINT-1: no false alarms. Where a rule is not certain it says nothing; so it looks only at
//! what is written in the program, and not at what macros make of it.
//!
//! Start reading at `returns`, the shortest.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]

mod channels;
mod declared;
mod elsewhere;
mod ends;
mod imports;
mod literals;
mod returns;
mod stays;
mod types;
mod unused;
mod variable;
mod written;

pub use imports::{ImportedSet, unused_imports};

use mound_base::{Diagnostic, SourceMap};
use mound_expand::core::Program;

/// Warnings and errors for a program or library, in the order of its text.
pub fn check(program: &Program, sources: &SourceMap) -> Vec<Diagnostic> {
    let mut warnings = unused::check(program, sources);
    warnings.extend(elsewhere::check(program));
    warnings.extend(stays::check(program));
    warnings.extend(channels::check(program));
    warnings.extend(returns::check(program, sources));
    warnings.extend(literals::check(program, sources));
    warnings.sort_by_key(|warning| (warning.span.source, warning.span.start));
    warnings
}
