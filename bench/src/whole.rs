//! Whole programs: larger than the classical ones and of other kinds, sequential, one source
//! (`whole/<name>.scm`) for all systems. This file is a table.
//!
//! Nothing in Mound was made for them. The tests run them too, with smaller numbers
//! (`tests/whole`).

use crate::catalogue::Program;
use crate::collections::programs;

/// Name, number, answer.
pub const PROGRAMS: &[Program] = programs! { Whole
    "text-formatter" "60" "(1760 35510 859130)";
};
