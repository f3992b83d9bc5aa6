//! Whole programs that are laid aside: work on speed does not look at them, so that they show
//! what it is worth for programs that nobody has looked at (`aside/<name>.scm`). This file is a
//! table.
//!
//! They are run only when they are asked for. The tests run them too, with smaller numbers
//! (`tests/whole`).

use crate::catalogue::Program;
use crate::collections::programs;

/// Name, number, answer.
pub const PROGRAMS: &[Program] = programs! { Aside
};
