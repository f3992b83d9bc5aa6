//! Libraries to which nothing leads any more.
//!
//! A library refers to its variables, and what they hold refers to the library, so their counts never
//! come to zero. Here the references that come from the libraries looked at, from their variables and
//! from the tables of the linker are taken from the counts. What is left comes from outside: from
//! processes, messages, other units. What such a reference leads to stays, the rest goes.
//!
//! ```text
//!   table of units ---+
//!   table of types ---+-> unit --> its variables --> values --edges--> unit
//! ```
//!
//! No process stops for this, and references move meanwhile. None is overlooked:
//! - U1. The table of units is locked, so nobody finds one of them by its hash.
//! - U2. Their variables are locked, so nobody takes a value out of one.
//! - U3. So who has a reference can get others along edges only. A fragment is looked at before those
//!   that it lists, so a reference that goes from one to another is seen at one of them.
//!
//! Edges form no cycle (H5 of the heap), so there is such an order.

use super::{LinkedUnit, Resolved};
use crate::cells::Cell;
use mound_bytecode::unit::UnitHash;
use mound_heap::fragment::{Fragment, FragmentRef};
use mound_heap::freeze::Frozen;
use std::collections::HashMap;
use std::sync::Arc;

/// Libraries that were taken out, and what their variables held: to be dropped when nothing is locked.
#[derive(Default)]
pub(super) struct Gone {
    pub(super) units: Vec<FragmentRef>,
    _values: Vec<Frozen>,
}

/// A fragment that is looked at.
struct Node {
    fragment: FragmentRef,
    /// References that are accounted for; the one above is among them.
    known: usize,
    edges: Vec<usize>,
    /// What the variables hold, of a library that may go.
    holds: Vec<usize>,
}

struct Look<'a, F> {
    linked: &'a HashMap<UnitHash, FragmentRef>,
    may_go: F,
    nodes: Vec<Node>,
    numbers: HashMap<*const Fragment, usize>,
}

/// Libraries among `linked` that may go and to which nothing leads; their variables are unbound then.
/// Each of `types` is a reference from a table.
pub(super) fn take<'a>(
    linked: &HashMap<UnitHash, FragmentRef>,
    types: impl Iterator<Item = &'a FragmentRef>,
    may_go: impl Fn(UnitHash) -> bool,
) -> Gone {
    let mut look = Look {
        linked,
        may_go,
        nodes: Vec::new(),
        numbers: HashMap::new(),
    };
    let mut cells: Vec<(usize, Arc<Cell>)> = Vec::new();
    for unit in linked.values() {
        let Some(number) = look.number(unit) else {
            continue;
        };
        // In the table.
        look.nodes[number].known += 1;
        cells.extend(own_cells(unit).into_iter().map(|cell| (number, cell)));
    }
    let units = look.nodes.len();
    if units == 0 {
        return Gone::default();
    }
    let shut: Vec<_> = cells
        .iter()
        .map(|(unit, cell)| (*unit, cell.shut()))
        .collect();
    for (unit, cell) in &shut {
        if let Some(held) = cell.fragment().and_then(|held| look.number(held)) {
            look.nodes[held].known += 1;
            look.nodes[*unit].holds.push(held);
        }
    }
    look.follow_edges();
    for fragment in types {
        if let Some(&number) = look.numbers.get(&std::ptr::from_ref::<Fragment>(fragment)) {
            look.nodes[number].known += 1;
        }
    }
    let stays = look.stays();
    let mut values = Vec::new();
    for (unit, cell) in shut {
        if !stays[unit] {
            values.extend(cell.unbind());
        }
    }
    let going = look.nodes.into_iter().take(units).zip(stays);
    Gone {
        units: going
            .filter(|(_, stays)| !stays)
            .map(|(node, _)| node.fragment)
            .collect(),
        _values: values,
    }
}

/// The variables of a library, once each.
fn own_cells(unit: &FragmentRef) -> Vec<Arc<Cell>> {
    let Some(linked) = LinkedUnit::of_fragment(unit).filter(|unit| !unit.name.is_empty()) else {
        return Vec::new();
    };
    let references = linked.references.iter().zip(&linked.own_references);
    let own = references.filter_map(|(reference, is_own)| match reference {
        Resolved::Cell(cell) if *is_own => Some(cell.clone()),
        Resolved::Cell(_) | Resolved::Constant(_) => None,
    });
    let mut own: Vec<Arc<Cell>> = own.collect();
    own.sort_unstable_by_key(|cell| cell.id);
    own.dedup_by_key(|cell| cell.id);
    own
}

impl<F: Fn(UnitHash) -> bool> Look<'_, F> {
    /// The number of a fragment; none if it stays in any case. What those that stay refer to counts as
    /// referred to from outside.
    fn number(&mut self, fragment: &FragmentRef) -> Option<usize> {
        let address = std::ptr::from_ref::<Fragment>(fragment);
        if let Some(&number) = self.numbers.get(&address) {
            return Some(number);
        }
        if fragment.is_immortal() || self.is_fixed(fragment) {
            return None;
        }
        let number = self.nodes.len();
        self.numbers.insert(address, number);
        self.nodes.push(Node {
            fragment: fragment.clone(),
            known: 1,
            edges: Vec::new(),
            holds: Vec::new(),
        });
        Some(number)
    }

    /// Whether it is a unit that is not to go.
    fn is_fixed(&self, fragment: &FragmentRef) -> bool {
        let Some(unit) = LinkedUnit::of_fragment(fragment) else {
            return false;
        };
        let found = self.linked.get(&unit.hash);
        found.is_some_and(|found| found.is_same(fragment))
            && (unit.name.is_empty() || !(self.may_go)(unit.hash))
    }

    fn follow_edges(&mut self) {
        let mut number = 0;
        while number < self.nodes.len() {
            let listed: Vec<FragmentRef> = self.nodes[number].fragment.edges().to_vec();
            for other in &listed {
                if let Some(other) = self.number(other) {
                    self.nodes[other].known += 1;
                    self.nodes[number].edges.push(other);
                }
            }
            number += 1;
        }
    }

    /// Which of them are reached from outside.
    fn stays(&self) -> Vec<bool> {
        let mut stays = vec![false; self.nodes.len()];
        let mut reached: Vec<usize> = Vec::new();
        for number in self.order() {
            let node = &self.nodes[number];
            if node.fragment.count() > node.known {
                reached.push(number);
            }
        }
        while let Some(number) = reached.pop() {
            if !std::mem::replace(&mut stays[number], true) {
                let node = &self.nodes[number];
                reached.extend(node.edges.iter().chain(&node.holds));
            }
        }
        stays
    }

    /// Each before those that it lists.
    fn order(&self) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.nodes.len());
        let mut seen = vec![false; self.nodes.len()];
        for first in 0..self.nodes.len() {
            // Numbers, and how many of their edges have been followed.
            let mut path = vec![(first, 0)];
            while let Some((number, followed)) = path.pop() {
                if followed == 0 && std::mem::replace(&mut seen[number], true) {
                    continue;
                }
                match self.nodes[number].edges.get(followed) {
                    Some(&next) => path.extend([(number, followed + 1), (next, 0)]),
                    None => order.push(number),
                }
            }
        }
        order.reverse();
        order
    }
}
