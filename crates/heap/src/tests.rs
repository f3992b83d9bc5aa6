//! Tests of the whole heap.
