//! Whether two graphs are the same: the same objects with the same sharing.

use mound_heap::home::current;
use mound_heap::layout::Kind;
use mound_heap::number::{Bignum, Ratio, flonum_of, number_of};
use mound_heap::object::*;
use mound_heap::{Bytevector, Chunk, Continuation, StringView, Value};
use std::collections::{HashMap, HashSet};

/// The first difference, described, or `None`.
pub fn difference(left: Value, right: Value) -> Option<String> {
    difference_by(left, right, describe)
}

/// The same for private memory, where it makes a difference what is frozen.
pub fn private_difference(left: Value, right: Value) -> Option<String> {
    let describe = |value| match is_frozen(value) && !is_number(value) {
        true => format!("frozen {}", describe(value)),
        false => describe(value),
    };
    difference_by(left, right, describe)
}

pub fn is_frozen(value: Value) -> bool {
    let header = value.header();
    value.is_frozen_pair() || header.is_some_and(mound_heap::Header::is_frozen)
}

fn is_number(value: Value) -> bool {
    kind_of(value).is_some_and(Kind::is_number)
}

/// Whether there is something at its address, which symbols that are counted do not have.
fn leads(value: Value) -> bool {
    value.is_pointer() && !value.is_symbol()
}

/// What is frozen, or in frames that are, and leads to something that is not.
pub fn astray(root: Value) -> Option<String> {
    let mut seen = HashSet::new();
    let mut waiting = vec![root];
    while let Some(value) = waiting.pop() {
        if !leads(value) || !seen.insert(value.address()) {
            continue;
        }
        let mut parts = children(value);
        parts.extend(Continuation::of(value).map(Continuation::chunk));
        if let Some(chunk) = Chunk::of(value) {
            parts.push(chunk.next());
            for frame in chunk.frames(0) {
                parts.extend(frame.slots().map(|(_, slot)| slot));
            }
        }
        let stays = |part: &Value| !leads(*part) || is_frozen(*part) || is_number(*part);
        if is_frozen(value) && !parts.iter().all(stays) {
            return Some(describe(value));
        }
        waiting.extend(parts);
    }
    None
}

fn difference_by(left: Value, right: Value, describe: impl Fn(Value) -> String) -> Option<String> {
    let mut there: HashMap<usize, usize> = HashMap::new();
    let mut back: HashMap<usize, usize> = HashMap::new();
    let mut waiting = vec![(left, right)];
    while let Some((left, right)) = waiting.pop() {
        let (left, right) = (current(left), current(right));
        if !leads(left) || !leads(right) {
            if left != right {
                return Some(format!("{left:?} is not {right:?}"));
            }
            continue;
        }
        let known = there.insert(left.address(), right.address());
        let known_back = back.insert(right.address(), left.address());
        match (known, known_back) {
            (None, None) => {}
            (Some(old), Some(old_back)) => {
                if old != right.address() || old_back != left.address() {
                    return Some("sharing differs".to_owned());
                }
                continue;
            }
            _ => return Some("sharing differs".to_owned()),
        }
        let (description, expected) = (describe(left), describe(right));
        if description != expected {
            return Some(format!("{description} is not {expected}"));
        }
        waiting.extend(children(left).into_iter().zip(children(right)));
    }
    None
}

/// Everything about an object but what it refers to.
fn describe(value: Value) -> String {
    let Some(kind) = kind_of(value) else {
        return "pair".to_owned();
    };
    let content = match kind {
        Kind::String => {
            let string = StringView::of(value).unwrap();
            // A string that was widened may have a width it does not need any more.
            string.chars().collect()
        }
        Kind::Bytevector => format!("{:?}", Bytevector::of(value).unwrap().slice()),
        Kind::Flonum => format!("{:x}", flonum_of(value).unwrap().to_bits()),
        Kind::Bignum => bignum(value),
        Kind::Ratio => {
            let ratio = Ratio::of(value).unwrap();
            format!(
                "{} / {}",
                bignum(ratio.numerator()),
                bignum(ratio.denominator())
            )
        }
        Kind::Complex => format!("{:?}", number_of(value).unwrap()),
        Kind::RecordType => format!("{:?}", RecordType::of(value).unwrap().uid()),
        Kind::Promise => format!("{}", Promise::of(value).unwrap().is_done()),
        _ => String::new(),
    };
    format!("{kind:?} of {} {content}", children(value).len())
}

fn bignum(value: Value) -> String {
    match Bignum::of(value) {
        Some(number) => format!("{} {:?}", number.is_negative(), number.limbs()),
        None => format!("{value:?}"),
    }
}

fn children(value: Value) -> Vec<Value> {
    if let Some(pair) = Pair::of(value) {
        return vec![pair.car(), pair.cdr()];
    }
    match kind_of(value) {
        Some(Kind::Vector) => Vector::of(value).unwrap().slice().to_vec(),
        Some(Kind::Values) => Values::of(value).unwrap().slice().to_vec(),
        Some(Kind::Closure) => Closure::of(value).unwrap().free_values().to_vec(),
        Some(Kind::Box) => vec![BoxCell::of(value).unwrap().get()],
        Some(Kind::Record) => {
            let record = Record::of(value).unwrap();
            let mut parts = vec![record.record_type()];
            parts.extend_from_slice(record.fields());
            parts
        }
        Some(Kind::Promise) => vec![Promise::of(value).unwrap().content()],
        Some(Kind::Condition) => {
            let condition = Condition::of(value).unwrap();
            vec![
                condition.kind(),
                condition.message(),
                condition.irritants(),
                condition.who(),
                condition.payload(),
                condition.trace(),
            ]
        }
        Some(Kind::HashTable) => {
            let table = HashTable::of(value).unwrap();
            [0, 1, 2, 4, 5, 6].map(|field| table.get(field)).to_vec()
        }
        Some(Kind::Continuation) => vec![Continuation::of(value).unwrap().dynamic()],
        _ => Vec::new(),
    }
}
