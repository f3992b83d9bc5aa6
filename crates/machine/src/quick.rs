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
//! - Q3. No panic leaves it (N2): the process ends with it, as with one in a leaf.

use crate::context::Context;
use crate::host::Arguments;
use crate::native::end_with_panic;
use mound_heap::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A quick entry; see [`crate::quick_entry`]. Machine code calls it in the frame where the arguments are, with all
/// registers of the process in its context. It gives what the primitive gives, [`NOTHING_DONE`] or [`FAILED`].
pub type Quick = extern "C" fn(&mut Context, Arguments) -> Value;

/// What a quick entry gives that has done nothing. No primitive gives it.
pub const NOTHING_DONE: Value = Value::UNBOUND;

/// What it gives after a panic: machine code is left. No primitive gives it.
pub const FAILED: Value = Value::FAILED;

/// Does what `action` does, which is all of it or, for `None`, nothing.
#[inline(always)]
pub fn attempt(context: &mut Context, action: impl FnOnce(&mut Context) -> Option<Value>) -> Value {
    let fuel = context.fuel;
    match catch_unwind(AssertUnwindSafe(|| action(context))) {
        Ok(Some(value)) => value,
        Ok(None) => {
            // Q2: it may have paid before it saw that this is not the usual case.
            context.fuel = fuel;
            NOTHING_DONE
        }
        Err(panic) => {
            end_with_panic(context, panic);
            FAILED
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
        ) -> $crate::quick::Given {
            $crate::quick::attempt(context, |context| $action(context, arguments))
        }
        enter as $crate::quick::Quick
    }};
}

/// What [`quick_entry`] makes gives.
pub type Given = Value;
