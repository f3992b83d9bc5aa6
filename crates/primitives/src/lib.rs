//! What Scheme sees of the machine: the primitives, a file per area.
//!
//! What each takes and gives stands in [`mound_bytecode::primitives`]; [`table`]
//! gives the linker their implementations. The rest of the world (clock, other
//! processes, nodes) is asked for through [`mound_machine::Host`].
//!
//! Rules for every primitive:
//! - It checks all its arguments: verified code may call it with any values.
//! - It keeps no pointer in a Rust variable across anything that can collect
//!   (`reserve`, `number`, conditions). The usual form: check, reserve what the
//!   result needs, read the arguments again, allocate.
//! - It never recurses by the depth of data, and long work is taken off the fuel.
//!
//! Start reading at [`numbers`] for leaves and [`control`] for control primitives.

#![forbid(unsafe_code)]

mod arguments;
mod bits;
mod bytevectors;
mod character_ranges;
mod characters;
mod conditions;
mod console;
mod control;
mod equality;
mod hash_tables;
mod input;
mod items;
mod lists;
mod mailbox;
mod nodes;
mod numbers;
mod operations;
mod output;
pub mod print;
mod printing;
mod processes;
mod promises;
mod reading;
mod rounding;
mod string_ranges;
mod strings;
mod symbols;
pub mod testing;
mod vectors;
mod world;

#[cfg(test)]
mod tests;

use mound_machine::host::{Control, Leaf};
use mound_machine::link::Implementation;
use std::collections::HashMap;

/// The primitives of one area.
type Area = &'static [(&'static str, Implementation)];

const fn leaf(name: &'static str, implementation: Leaf) -> (&'static str, Implementation) {
    (name, Implementation::Leaf(implementation))
}

const fn control(name: &'static str, implementation: Control) -> (&'static str, Implementation) {
    (name, Implementation::Control(implementation))
}

const AREAS: &[Area] = &[
    bits::AREA,
    bytevectors::AREA,
    character_ranges::AREA,
    characters::AREA,
    conditions::AREA,
    console::AREA,
    control::AREA,
    equality::AREA,
    hash_tables::AREA,
    input::AREA,
    lists::AREA,
    mailbox::AREA,
    nodes::AREA,
    numbers::AREA,
    operations::AREA,
    output::AREA,
    printing::AREA,
    processes::AREA,
    promises::AREA,
    reading::AREA,
    rounding::AREA,
    string_ranges::AREA,
    strings::AREA,
    symbols::AREA,
    vectors::AREA,
    world::AREA,
];

/// All primitives by name, for the linker.
pub fn table() -> HashMap<&'static str, Implementation> {
    AREAS.iter().flat_map(|area| area.iter().copied()).collect()
}
