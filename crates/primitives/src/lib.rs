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
//! Start reading at `numbers` for leaves and `control` for control primitives.

#![forbid(unsafe_code)]

pub mod alone;
mod arguments;
mod bits;
mod bytevectors;
mod character_ranges;
mod characters;
mod compression;
mod conditions;
mod console;
pub mod control;
mod digests;
mod equality;
mod flonums;
mod hash_tables;
mod input;
mod items;
pub mod limits;
mod lists;
mod mailbox;
mod nodes;
mod number_bytes;
mod numbers;
mod operations;
mod output;
pub mod print;
mod printing;
mod processes;
mod promises;
mod quick;
mod reading;
mod rounding;
mod string_ranges;
mod strings;
mod symbols;
mod vectors;
mod windows;
mod world;

#[cfg(test)]
mod tests;

use mound_heap::Value;
use mound_machine::condition::ConditionKind;
use mound_machine::host::{Control, Leaf};
use mound_machine::link::Implementation;
use mound_machine::quick::Quick;
use mound_machine::{Arguments, Context, Host, Outcome, Raise};
use std::collections::HashMap;

/// The primitives of one area.
type Area = &'static [(&'static str, Implementation)];

const fn leaf(name: &'static str, implementation: Leaf) -> (&'static str, Implementation) {
    (name, Implementation::Leaf(implementation))
}

/// A leaf with a quick entry.
const fn quick(
    name: &'static str,
    implementation: Leaf,
    entry: Quick,
) -> (&'static str, Implementation) {
    (name, Implementation::Quick(implementation, entry))
}

const fn control(name: &'static str, implementation: Control) -> (&'static str, Implementation) {
    (name, Implementation::Control(implementation))
}

const AREAS: &[Area] = &[
    bits::AREA,
    bytevectors::AREA,
    character_ranges::AREA,
    characters::AREA,
    compression::AREA,
    conditions::AREA,
    console::AREA,
    control::AREA,
    digests::AREA,
    equality::AREA,
    flonums::AREA,
    hash_tables::AREA,
    input::AREA,
    limits::AREA,
    lists::AREA,
    mailbox::AREA,
    nodes::AREA,
    number_bytes::AREA,
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
    windows::AREA,
    world::AREA,
];

/// Areas that ask nothing of a host, but for numbers.
const SEALED_AREAS: &[Area] = &[
    bits::AREA,
    bytevectors::AREA,
    character_ranges::AREA,
    characters::AREA,
    compression::AREA,
    conditions::AREA,
    control::AREA,
    digests::AREA,
    equality::AREA,
    flonums::AREA,
    hash_tables::AREA,
    lists::AREA,
    number_bytes::AREA,
    numbers::AREA,
    printing::AREA,
    promises::AREA,
    reading::AREA,
    rounding::AREA,
    string_ranges::AREA,
    strings::AREA,
    symbols::AREA,
    vectors::AREA,
];

/// Of these areas, what is refused all the same; of the others, what is not.
const EXCEPTIONS: &[&str] = &[
    "%cover",
    "%operate",
    "%random-bytes",
    "%random-integer",
    "%random-real",
];

/// What code hears that tries what it may not.
pub const SEALED: &str =
    "a macro transformer has no console, files, processes, clock or random numbers";

/// The primitives for code that is to do nothing to the world and to learn nothing of it, so
/// that it gives the same each time. The others raise. What `%operate` does, its host decides.
pub fn sealed_table() -> HashMap<&'static str, Implementation> {
    let refused = |implementation: &Implementation| match implementation {
        Implementation::Leaf(_) | Implementation::Quick(..) => Implementation::Leaf(refuse_leaf),
        Implementation::Control(_) => Implementation::Control(refuse_control),
    };
    let open: HashMap<&str, Implementation> = SEALED_AREAS
        .iter()
        .flat_map(|area| area.iter().copied())
        .collect();
    let seal = |(name, implementation): (&'static str, Implementation)| {
        let is_open = open.contains_key(name) != EXCEPTIONS.contains(&name);
        let kept = if is_open {
            implementation
        } else {
            refused(&implementation)
        };
        (name, kept)
    };
    table().into_iter().map(seal).collect()
}

fn refuse_leaf(context: &mut Context, _: &mut dyn Host, _: Arguments) -> Result<Value, Raise> {
    Err(context.condition(ConditionKind::Error, None, SEALED, &[]))
}

fn refuse_control(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Outcome, Raise> {
    refuse_leaf(context, host, arguments).map(Outcome::Value)
}

/// All primitives by name, for the linker.
pub fn table() -> HashMap<&'static str, Implementation> {
    AREAS.iter().flat_map(|area| area.iter().copied()).collect()
}

/// The same without quick entries, for tests: what programs do does not depend on them.
pub fn table_without_quick_entries() -> HashMap<&'static str, Implementation> {
    let leaf = |(name, implementation)| match implementation {
        Implementation::Quick(leaf, _) => (name, Implementation::Leaf(leaf)),
        Implementation::Leaf(_) | Implementation::Control(_) => (name, implementation),
    };
    table().into_iter().map(leaf).collect()
}
