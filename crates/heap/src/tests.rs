//! Tests of the heap as a whole; each runs plain and in zeal mode.

mod collecting;
mod generations;
mod give;
mod messages;
mod model;
mod objects;
mod sparse;
mod support;
mod symbols;
mod values;
mod watched;
