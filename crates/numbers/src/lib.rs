//! The numeric tower outside the heap.
//!
//! [`Number`] is what the reader reads and what arithmetic falls back to when a
//! fixnum or flonum fast path does not apply. Values in a process heap are
//! converted from and to it; nothing here knows the heap.

#![forbid(unsafe_code)]

/// A real number. Invariant N1: `Ratio` is never an integer (denominator > 1, lowest terms).
#[derive(Clone, Debug, PartialEq)]
pub enum Number {
    Integer(dashu_int::IBig),
    Ratio(dashu_ratio::RBig),
    Flonum(f64),
}
