//! Top-level variables that travel between nodes with the code that refers to them.
//!
//! A variable of a program that no code assigns is a part of what the program is: its value goes
//! along, if it can be sent, and the process where it arrives has it as its own. One that is assigned
//! is state of its node, and stays, as do the variables of libraries.
//!
//! Who comes from another node (a process that was started from there, or moved) sees the values of
//! that node. Who gets a procedure in a message sees them for those variables that it has not itself.
//! A process that is spawned by one with such variables has them, too.
//!
//! F1 (`flags.rs`): `TRAVELLED` says whether there are any.

use crate::cells::{Cell, Lookup};
use crate::context::Context;
use crate::flags::TRAVELLED;
use crate::link::{LinkedUnit, Resolved};
use mound_base::Symbol;
use mound_heap::Value;
use mound_heap::fragment::FragmentRef;
use mound_heap::freeze::Frozen;
use std::sync::Arc;

/// A variable of another node in a process of this one.
pub(crate) struct Travelled {
    cell: Arc<Cell>,
    /// For the processes that this one spawns; made for the first of them.
    shared: Option<Frozen>,
}

/// A variable that travels, as the process sees it.
pub struct Variable {
    pub name: Symbol,
    /// The number of its cell.
    pub cell: u32,
    pub value: Value,
}

impl Context {
    /// The variables that travel with a function of a unit, and the functions there that it names.
    pub fn travelling(&mut self, unit: &FragmentRef, function: u32) -> (Vec<Variable>, Vec<u32>) {
        let Some(linked) = LinkedUnit::of_fragment(unit) else {
            return (Vec::new(), Vec::new());
        };
        let Some(uses) = linked.uses(function) else {
            return (Vec::new(), Vec::new());
        };
        let mut variables = Vec::new();
        for &reference in &uses.references {
            let Resolved::Cell(cell) = linked.reference(reference) else {
                continue;
            };
            if !cell.library.is_empty() || cell.is_assigned() {
                continue;
            }
            if let Some(value) = self.seen_value(cell) {
                variables.push(Variable {
                    name: cell.name,
                    cell: cell.id,
                    value,
                });
            }
        }
        (variables, uses.functions.clone())
    }

    /// The value of a variable as this process sees it, if it is bound and can be seen.
    fn seen_value(&mut self, cell: &Cell) -> Option<Value> {
        if let Some(value) = self.globals.get(cell).or_else(|| cell.plain()) {
            return Some(value);
        }
        match self.inherited(cell).unwrap_or_else(|| cell.look()) {
            Lookup::Value(frozen, version) => {
                let value = self.heap.receive(frozen);
                self.globals.cache(cell, version, value);
                Some(value)
            }
            Lookup::Unbound | Lookup::Private(_) => None,
        }
    }

    /// Binds a variable that has come from another node. Unless it `replaces` what there is, a process
    /// or node that has the variable keeps its own.
    pub fn bind_travelled(&mut self, cell: &Arc<Cell>, value: Value, replaces: bool) {
        let travelled = self.rare().travelled.iter();
        let known = travelled
            .enumerate()
            .find(|(_, one)| one.cell.id == cell.id);
        let known = known.map(|(index, _)| index);
        let is_bound = known.is_none() && self.seen_value(cell).is_some();
        if is_bound && !replaces {
            return;
        }
        self.globals.set_own(cell, value);
        let entry = Travelled {
            cell: Arc::clone(cell),
            shared: None,
        };
        let travelled = &mut self.rare().travelled;
        match known {
            Some(index) => travelled[index] = entry,
            None => travelled.push(entry),
        }
        self.set_flags(TRAVELLED, true);
    }

    /// Gives a process that this one spawns the variables that have come from other nodes.
    pub(crate) fn bequeath_travelled(&mut self, child: &mut Context) {
        let mut travelled = std::mem::take(&mut self.rare().travelled);
        for one in &mut travelled {
            if one.shared.is_none()
                && let Some(value) = self.globals.get(&one.cell)
            {
                // What cannot be copied is of this process alone.
                one.shared = self.without_windows(|heap| heap.freeze_shared(value)).ok();
            }
            if let Some(shared) = one.shared.as_ref().and_then(Frozen::share) {
                let value = child.heap.receive(shared);
                child.bind_travelled(&one.cell, value, true);
            }
        }
        self.rare().travelled = travelled;
    }
}
