//! The way from a value to a part of it that cannot be sent, for the error.
//!
//! Found by a search of its own, since the encoder does not keep the way.

use super::fields;
use crate::error::Step;
use mound_heap::home::current;
use mound_heap::layout::Kind;
use mound_heap::object::{Pair, kind_of};
use mound_heap::{Chunk, Continuation, Value};
use std::collections::{HashMap, VecDeque};

/// The shortest way from `root` to `culprit`; empty if there is none.
pub fn to(root: Value, culprit: Value) -> Vec<Step> {
    let culprit = current(culprit);
    let found = find(root, |value| value == culprit, |_| true);
    found.map_or(Vec::new(), |(_, path)| path)
}

/// The nearest culprit and the shortest way to it; what is not entered hides what it holds.
pub fn find(
    root: Value,
    is_culprit: impl Fn(Value) -> bool,
    is_entered: impl Fn(Value) -> bool,
) -> Option<(Value, Vec<Step>)> {
    let root = current(root);
    let mut parents: HashMap<usize, (Value, Step)> = HashMap::new();
    let mut waiting = VecDeque::from([root]);
    while let Some(value) = waiting.pop_front() {
        if is_culprit(value) {
            return Some((value, way(root, value, &parents)));
        }
        if !is_entered(value) {
            continue;
        }
        for (child, step) in children(value) {
            let child = current(child);
            if child.is_pointer() || is_culprit(child) {
                parents.entry(child.address()).or_insert_with(|| {
                    waiting.push_back(child);
                    (value, step)
                });
            }
        }
    }
    None
}

fn way(root: Value, culprit: Value, parents: &HashMap<usize, (Value, Step)>) -> Vec<Step> {
    let mut path = Vec::new();
    let mut value = culprit;
    while value != root {
        let Some((parent, step)) = parents.get(&value.address()) else {
            break;
        };
        path.push(step.clone());
        value = *parent;
        if path.len() > parents.len() {
            break;
        }
    }
    path.reverse();
    path
}

/// What `value` holds. All elements of a list are its children, so that a way names their number.
fn children(value: Value) -> Vec<(Value, Step)> {
    let step = |from, index| Step { from, index };
    if value.is_pair() {
        return list_elements(value);
    }
    if let Some(chunk) = Chunk::of(value) {
        let slots = chunk.frames(0).enumerate().flat_map(|(index, frame)| {
            let slots: Vec<Value> = frame.slots().map(|(_, value)| value).collect();
            slots
                .into_iter()
                .map(move |slot| (slot, step("continuation", index)))
        });
        let next = (chunk.next(), step("continuation", 0));
        return slots.chain([next]).collect();
    }
    let from = name(value);
    let chunk = Continuation::of(value).map(Continuation::chunk);
    let fields = (0..fields::count(value))
        .filter_map(|index| Some((fields::field(value, index)?, step(from, index))));
    fields
        .chain(chunk.map(|chunk| (chunk, step(from, 0))))
        .collect()
}

fn list_elements(list: Value) -> Vec<(Value, Step)> {
    let mut elements = Vec::new();
    let mut seen = std::collections::HashSet::new();
    let mut rest = list;
    while let Some(pair) = Pair::of(rest) {
        if !seen.insert(rest.address()) {
            return elements;
        }
        let index = elements.len();
        elements.push((
            pair.car(),
            Step {
                from: "list",
                index,
            },
        ));
        rest = pair.cdr();
    }
    let index = elements.len();
    elements.push((
        rest,
        Step {
            from: "list",
            index,
        },
    ));
    elements
}

fn name(value: Value) -> &'static str {
    match kind_of(value) {
        Some(Kind::Vector) => "vector",
        Some(Kind::Closure) => "procedure",
        Some(Kind::Box) => "variable",
        Some(Kind::Record) => "record",
        Some(Kind::Values) => "sequence of values",
        Some(Kind::Continuation | Kind::Chunk) => "continuation",
        Some(Kind::Promise) => "promise",
        Some(Kind::Condition) => "condition",
        Some(Kind::HashTable) => "hash table",
        Some(
            Kind::String
            | Kind::Bytevector
            | Kind::Flonum
            | Kind::Bignum
            | Kind::Ratio
            | Kind::Complex
            | Kind::RecordType
            | Kind::Forward,
        )
        | None => "value",
    }
}
