//! Tests of the heap as a whole; each runs plain and in zeal mode.

mod collecting;
mod flat;
mod generations;
mod messages;
mod model;
mod objects;
mod sparse;
mod support;
mod symbols;
mod twins;
mod values;
