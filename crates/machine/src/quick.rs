//! Quick entries: what machine code calls in the place of a leaf primitive, where most calls need nothing
//! that a leaf is given.
//!
//! A leaf may raise, collect, ask its host and hold the scheduler, and what it needs for that takes longer than
//! what most primitives do. A quick entry does the usual case of its leaf, all of it or nothing; if it does
//! nothing, machine code calls the leaf. The interpreter calls leaves only.
//!
//! Invariants:
//! - Q1. A quick entry neither collects nor raises nor asks a host. It allocates only where there is room.
//! - Q2. Value, changes and fuel are those of the leaf. Where it does nothing, it has changed nothing.
//! - Q3. No panic leaves it (N2): it counts as nothing done, and the leaf, which is called then, meets the
//!   same trouble.

use crate::context::Context;
use crate::host::Arguments;
use mound_heap::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A quick entry; see [`crate::quick_entry`].
pub type Quick = extern "C" fn(&mut Context, Arguments) -> Value;

/// What a quick entry gives that has done nothing. No primitive gives a program this object, but to say that a
/// step would take too long, which the leaf has to say itself.
pub const NOTHING_DONE: Value = Value::ABSENT;

/// Does what `action` does, which is all of it or, for `None`, nothing.
#[inline(always)]
pub fn attempt(context: &mut Context, action: impl FnOnce(&mut Context) -> Option<Value>) -> Value {
    let fuel = context.fuel;
    match catch_unwind(AssertUnwindSafe(|| action(context))) {
        Ok(Some(value)) if value != NOTHING_DONE => value,
        // Q2, Q3: it may have paid before it saw that this is not the usual case.
        Ok(_) | Err(_) => {
            context.fuel = fuel;
            NOTHING_DONE
        }
    }
}

/// Makes a [`Quick`] of a function of a context and arguments that gives a value, or `None` if it has done nothing.
#[macro_export]
macro_rules! quick_entry {
    ($action:path) => {{
        extern "C" fn enter(
            context: &mut $crate::Context,
            arguments: $crate::Arguments,
        ) -> $crate::quick::Gives {
            $crate::quick::attempt(context, |context| $action(context, arguments))
        }
        enter as $crate::quick::Quick
    }};
}

/// What [`quick_entry`] makes gives.
pub type Gives = Value;
