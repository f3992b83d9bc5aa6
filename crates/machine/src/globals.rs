//! The instructions on top-level variables, in the cases that a process's own
//! table does not answer at once. What cells and own tables are: [`crate::cells`].

use crate::cells::{self, Cell, Lookup};
use crate::condition::{ConditionKind, Raise};
use crate::context::Context;
use crate::link::Resolved;
use mound_base::SymbolRef;
use mound_heap::Value;
use mound_heap::freeze::Changes;
use std::sync::Arc;

/// What is said of a variable that is read before its definition has a value.
pub const USED_EARLY: &str = "used before its definition has been evaluated";

/// Words copied for one unit of fuel.
const WORDS_PER_REDUCTION: usize = 16;

impl Context {
    /// The value of the variable of `reference`, which is not in the own table.
    pub(crate) fn look_up(&mut self, reference: u32) -> Result<Value, Raise> {
        let cell = match self.unit().reference(reference) {
            Resolved::Constant(value) => return Ok(*value),
            Resolved::Cell(cell) => Arc::clone(cell),
        };
        self.look_up_cell_of(&cell, self.unit().is_own_reference(reference))
    }

    /// The value of a cell as this process sees it.
    pub fn look_up_cell(&mut self, cell: &Cell) -> Result<Value, Raise> {
        self.look_up_cell_of(cell, false)
    }

    /// `is_own`: the running unit defines the variable.
    fn look_up_cell_of(&mut self, cell: &Cell, is_own: bool) -> Result<Value, Raise> {
        if let Some(value) = self.globals.get(cell) {
            return Ok(value);
        }
        if let Some(value) = cell.plain() {
            return Ok(value);
        }
        match self.inherited(cell).unwrap_or_else(|| cell.look()) {
            Lookup::Value(frozen, version) => {
                let value = self.heap.receive(frozen);
                self.globals.cache(cell, version, value);
                Ok(value)
            }
            Lookup::Unbound => Err(self.unbound(cell, is_own)),
            Lookup::Private(why) => {
                let name = cell.qualified_name();
                let message =
                    format!("the value of `{name}` cannot be seen by other processes: {why}");
                let name = self.heap.symbol(cell.name.counted());
                Err(self.condition(ConditionKind::Unsendable, None, &message, &[name]))
            }
        }
    }

    fn unbound(&mut self, cell: &Cell, is_own: bool) -> Raise {
        let message = match self.unit().origin() {
            Some(origin) => format!("unbound variable {origin}"),
            None if is_own => USED_EARLY.to_owned(),
            None => "unbound variable".to_owned(),
        };
        let name = match SymbolRef::intern(&cell.qualified_name()) {
            Some(name) => self.heap.symbol(name),
            None => Value::FALSE,
        };
        self.condition(ConditionKind::Unbound, None, &message, &[name])
    }

    /// Assigns a variable, for this process alone.
    pub(crate) fn set_global(&mut self, reference: u32, value: Value) -> Result<(), Raise> {
        let cell = match self.unit().reference(reference) {
            Resolved::Constant(_) => {
                return Err(self.condition(
                    ConditionKind::Frozen,
                    Some("set!"),
                    "an imported procedure cannot be assigned",
                    &[],
                ));
            }
            Resolved::Cell(cell) => Arc::clone(cell),
        };
        if self.globals.get(&cell).is_none() && matches!(cell.look(), Lookup::Unbound) {
            let is_own = self.unit().is_own_reference(reference);
            return Err(self.unbound(&cell, is_own));
        }
        self.globals.set_own(&cell, value);
        self.note_assigned(&cell);
        Ok(())
    }

    /// Binds a variable: the value as it is for this process, a frozen copy for all others.
    pub(crate) fn define_global(&mut self, reference: u32, value: Value) -> Result<(), Raise> {
        let Resolved::Cell(cell) = self.unit().reference(reference) else {
            return Err(self.condition(
                ConditionKind::Frozen,
                Some("define"),
                "an imported procedure cannot be defined",
                &[],
            ));
        };
        let cell = Arc::clone(cell);
        if !cell.has_room_for(0) {
            return Err(self.no_room_for(&cell));
        }
        let published = self.copy_out(move |context, amount| {
            context.without_windows(|heap| heap.snapshot(value, amount))
        })?;
        let published = published.map_err(|error| error.to_string());
        let mut copied_bytes = 0;
        if let Ok((copy, _)) = &published
            && copy.root() != value
        {
            // Not the same object, so it was copied.
            self.fuel -= (copy.words() / WORDS_PER_REDUCTION) as i64;
            copied_bytes = copy.words() * size_of::<Value>();
        }
        if !cell.has_room_for(copied_bytes) {
            return Err(self.no_room_for(&cell));
        }
        // What was refused for want of memory may find some when a process is spawned.
        let changes = published
            .as_ref()
            .map_or(Changes::Untold, |(_, changes)| *changes);
        cell.publish(published.map(|(copy, _)| copy), copied_bytes);
        // What needs no memory of its own is read from the cell, so that a later definition by another process is
        // seen. That is so for all symbols, whether they are counted or not.
        if value.is_pointer() && !value.is_symbol() {
            self.globals.set_own(&cell, value);
            self.note_defined(&cell, changes);
        } else {
            self.globals.forget(&cell);
            self.note_forgotten(&cell);
        }
        Ok(())
    }

    fn no_room_for(&mut self, cell: &Cell) -> Raise {
        let message = format!(
            "top-level variables may take {} bytes in all, and there is no room for this one",
            cells::defined_max()
        );
        let name = self.heap.symbol(cell.name.counted());
        self.condition(ConditionKind::Memory, Some("define"), &message, &[name])
    }
}
