//! Where objects that are no conditions were raised in other processes.
//!
//! A condition keeps its trace itself. A symbol or a list has no place for one, and must be the same
//! object for whoever catches it; so the process to which it comes remembers the last few, by how
//! they are written, for the report of an object that nobody catches. Nothing but reports depends on
//! it. Not for conditions.

use crate::context::Context;

/// Objects remembered: those a report can be about came last.
const ORIGINS_MAX: usize = 4;

/// An object, as it is written, and the trace that came with it.
pub(crate) struct Origin {
    object: String,
    trace: String,
}

impl Context {
    /// Remembers where an object was raised that came from another process.
    pub fn note_origin(&mut self, object: String, trace: String) {
        let origins = &mut self.rare().origins;
        origins.retain(|origin| origin.object != object);
        if origins.len() == ORIGINS_MAX {
            origins.remove(0);
        }
        origins.push(Origin { object, trace });
    }

    /// Whether any is remembered.
    pub fn has_origins(&self) -> bool {
        self.rare
            .as_ref()
            .is_some_and(|rare| !rare.origins.is_empty())
    }

    /// Where the object that is written so was raised in another process.
    pub fn origin_of(&self, object: &str) -> Option<&str> {
        let origins = &self.rare.as_ref()?.origins;
        let origin = origins.iter().find(|origin| origin.object == object)?;
        Some(&origin.trace)
    }
}
