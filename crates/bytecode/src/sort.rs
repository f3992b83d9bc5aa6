//! Bringing a unit into canonical order.
//!
//! The canonical form wants imports and primitives ascending and once each. A
//! compiler collects them as it meets them; [`Unit::sort_tables`] puts them in
//! order at the end and renumbers what refers to them.

use crate::instruction::Instruction;
use crate::ops::Operand;
use crate::unit::{FunctionKind, Reference, Unit};

impl Unit {
    /// Sorts imports and primitives, drops repetitions, and renumbers the references to them.
    pub fn sort_tables(&mut self) {
        let imports = sort(&mut self.imports, |one| (one.library.clone(), one.hash));
        for reference in &mut self.references {
            if let Reference::Imported { import, .. } = reference {
                renumber(import, &imports);
            }
        }
        let primitives = sort(&mut self.primitives, String::clone);
        for function in &mut self.functions {
            if let FunctionKind::Code(code) = &mut function.kind {
                renumber_primitives(&mut code.instructions, &primitives);
            }
        }
    }
}

/// Sorts a table; the result gives for each old index the new one.
fn sort<T: Clone, K: Ord>(table: &mut Vec<T>, key: impl Fn(&T) -> K) -> Vec<u32> {
    let keys: Vec<K> = table.iter().map(&key).collect();
    let mut order: Vec<usize> = (0..table.len()).collect();
    order.sort_by(|&left, &right| keys[left].cmp(&keys[right]));
    let mut sorted: Vec<T> = Vec::with_capacity(table.len());
    let mut places = vec![0; table.len()];
    let mut last = None;
    for &old in &order {
        if last.is_none_or(|last: usize| keys[last] != keys[old]) {
            sorted.push(table[old].clone());
        }
        places[old] = sorted.len() as u32 - 1;
        last = Some(old);
    }
    *table = sorted;
    places
}

/// An index out of range is left alone: the verifier will say so.
fn renumber(index: &mut u32, places: &[u32]) {
    if let Some(&place) = places.get(*index as usize) {
        *index = place;
    }
}

fn renumber_primitives(code: &mut [u32], places: &[u32]) {
    let mut at = 0;
    while let Some(instruction) = Instruction::at(code, at) {
        let length = instruction.len();
        if instruction.op.row().w == Operand::Primitive {
            renumber(&mut code[at + 1], places);
        }
        at += length;
    }
}
