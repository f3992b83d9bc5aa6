//! What a spawned process sees of top-level variables: what its parent saw when it spawned.
//!
//! A process has its own values of what it defined or assigned ([`crate::cells`]). Other processes
//! see what was published, unless they descend from it: a process that is spawned inherits the values
//! of its parent that differ from what is published, frozen, and so do those that it spawns in turn.
//!
//! ```text
//!   parent                                  child
//!   own: cells it assigned, or defined      inherited: cell -> version, frozen value
//!        with data that can be changed
//!   for children  --------------------->    the same, shared by all of them
//! ```
//!
//! What children inherit is made for the first of them, and is good for the next ones as long as nothing is
//! stored ([`mound_heap::Heap::watch_stores`]); so whoever changes nothing pays nothing. After that it
//! is made anew: what is like what was published is left out, and so are closures that have captured the same; the
//! rest is copied. Machine code assigns variables without telling anybody, so those that some code assigns are
//! looked at for each child.
//!
//! Invariants:
//! - G2. An inherited value stands for what was published as one version. A later definition by
//!   anybody is seen by those who inherited it, too.
//! - G3. The value of a variable in any inheritance is not plain in its cell, so that nobody reads the
//!   cell without asking for an inheritance.
//!
//! F1 (`flags.rs`): `INHERITANCE` says whether there is any of this.

use crate::cells::{self, Cell, Lookup};
use crate::context::Context;
use crate::flags::INHERITANCE;
use mound_heap::freeze::{Changes, Frozen};
use mound_heap::heap::OutOfMemory;
use mound_heap::{Amount, Value, Verdict, is_as_copied};
use std::collections::HashMap;
use std::sync::Arc;

/// Comparisons worth making before a value is copied.
const STEPS_MAX: usize = 1 << 20;
/// Comparisons made, or words copied, for one unit of fuel.
const WORK_PER_REDUCTION: usize = 16;

/// Values of variables by the numbers of their cells.
#[derive(Default, Clone)]
pub(crate) struct Inheritance(HashMap<u32, Inherited>);

#[derive(Clone)]
struct Inherited {
    version: u32,
    /// Why it cannot be seen, if it cannot be copied.
    value: Result<Frozen, String>,
}

/// What a process has inherited, and what its children inherit.
#[derive(Default)]
pub(crate) struct ChangedVariables {
    inherited: Option<Arc<Inheritance>>,
    /// Variables with values of its own: it has assigned them, or defined them with an object.
    own: HashMap<u32, (Arc<Cell>, Changes)>,
    for_children: Option<ForChildren>,
}

/// What children inherit, and how long that is so.
struct ForChildren {
    inheritance: Arc<Inheritance>,
    /// Of the own variables, those that some code assigns.
    assigned: Vec<Arc<Cell>>,
    /// Of how many variables it was known then that some code assigns them.
    assigned_known: u32,
    /// Whether changes of all that it was made of are told: bytes are stored without notice.
    is_watched: bool,
}

impl Context {
    /// This process has defined a variable with an object that has been published.
    pub(crate) fn note_defined(&mut self, cell: &Arc<Cell>, changes: Changes) {
        self.set_flags(INHERITANCE, true);
        let variables = &mut self.rare().variables;
        variables.own.insert(cell.id, (Arc::clone(cell), changes));
        // Nothing can have happened yet to what has just been published.
        match &mut variables.for_children {
            Some(for_children) if !cell.is_assigned() => {
                for_children.is_watched &= changes != Changes::Untold;
            }
            for_children => *for_children = None,
        }
    }

    /// This process has no value of its own in a variable any more.
    pub(crate) fn note_forgotten(&mut self, cell: &Cell) {
        if self.has_flags(INHERITANCE) {
            let variables = &mut self.rare().variables;
            variables.own.remove(&cell.id);
            variables.for_children = None;
        }
    }

    /// This process has assigned a variable of which it had no value of its own, perhaps.
    pub(crate) fn note_assigned(&mut self, cell: &Arc<Cell>) {
        self.set_flags(INHERITANCE, true);
        let variables = &mut self.rare().variables;
        let own = (Arc::clone(cell), Changes::Untold);
        variables.own.insert(cell.id, own);
        variables.for_children = None;
    }

    /// What this process has inherited in place of what is published (G2).
    pub(crate) fn inherited(&self, cell: &Cell) -> Option<Lookup> {
        if !self.has_flags(INHERITANCE) {
            return None;
        }
        let variables = &self.rare.as_ref()?.variables;
        let inherited = variables.inherited.as_ref()?.0.get(&cell.id)?;
        if inherited.version != cell.version() {
            return None;
        }
        Some(match &inherited.value {
            Ok(frozen) => match frozen.share() {
                Some(shared) => Lookup::Value(shared, inherited.version),
                None => Lookup::Private("it was left as private data".to_owned()),
            },
            Err(why) => Lookup::Private(why.clone()),
        })
    }

    /// Whether processes that this one spawns see what is published, and nothing else.
    #[inline]
    pub(crate) fn passes_nothing_on(&self) -> bool {
        !self.has_flags(INHERITANCE)
            || self.good_for_children().is_some_and(|for_children| {
                for_children.assigned.is_empty() && for_children.inheritance.0.is_empty()
            })
    }

    /// What was made for children last, if it is still what this process would pass on but for assignments.
    fn good_for_children(&self) -> Option<&ForChildren> {
        let variables = &self.rare.as_ref()?.variables;
        variables.for_children.as_ref().filter(|for_children| {
            for_children.is_watched
                && for_children.assigned_known == cells::assigned_known()
                && self.heap.is_unchanged()
        })
    }

    /// Lets a process that this one spawns see what it sees itself.
    pub(crate) fn pass_on(
        &mut self,
        child: &mut Context,
        amount: Amount,
    ) -> Result<(), OutOfMemory> {
        if self.passes_nothing_on() {
            return Ok(());
        }
        let inheritance = self.inheritance(amount)?;
        if !inheritance.0.is_empty() {
            child.rare().variables.inherited = Some(inheritance);
            child.set_flags(INHERITANCE, true);
        }
        Ok(())
    }

    fn inheritance(&mut self, amount: Amount) -> Result<Arc<Inheritance>, OutOfMemory> {
        let variables = &self.rare().variables;
        if let Some(inherited) = &variables.inherited
            && variables.own.is_empty()
        {
            return Ok(Arc::clone(inherited));
        }
        let assigned_known = cells::assigned_known();
        let good = self.good_for_children();
        let was_good = good.is_some();
        let (inheritance, to_see) = match good {
            Some(good) if good.assigned.is_empty() => return Ok(Arc::clone(&good.inheritance)),
            Some(good) => {
                let assigned = good.assigned.iter();
                let to_see = assigned.map(|cell| (Arc::clone(cell), Changes::None));
                (good.inheritance.clone(), to_see.collect())
            }
            None => {
                let variables = &self.rare().variables;
                let can_differ = variables.own.values();
                let can_differ = can_differ
                    .filter(|(cell, changes)| *changes != Changes::None || cell.is_assigned());
                let to_see: Vec<_> = can_differ.cloned().collect();
                (variables.inherited.clone().unwrap_or_default(), to_see)
            }
        };
        let mut values = inheritance.0.clone();
        let mut is_watched = true;
        for (cell, changes) in &to_see {
            let (left, now) = match self.changed_value(cell, amount)? {
                Some((left, now)) => (Some(left), now),
                None => (None, *changes),
            };
            match left {
                Some(left) => {
                    cell.hide_plain(left.version);
                    values.insert(cell.id, left);
                }
                None => {
                    values.remove(&cell.id);
                }
            }
            is_watched &= now != Changes::Untold || cell.is_assigned();
        }
        let inheritance = Arc::new(Inheritance(values));
        let to_see = to_see.into_iter().map(|(cell, _)| cell);
        let for_children = ForChildren {
            inheritance: Arc::clone(&inheritance),
            assigned: to_see.filter(|cell| cell.is_assigned()).collect(),
            assigned_known,
            is_watched,
        };
        self.rare().variables.for_children = Some(for_children);
        if !was_good {
            self.heap.watch_stores();
        }
        Ok(inheritance)
    }

    /// What this process has in a variable, if that is not what others see. An error if that cannot be found in a
    /// turn.
    fn changed_value(
        &mut self,
        cell: &Cell,
        amount: Amount,
    ) -> Result<Option<(Inherited, Changes)>, OutOfMemory> {
        let Some(value) = self.globals.get(cell) else {
            return Ok(None);
        };
        let version = cell.version();
        if self.is_published(cell, value) {
            return Ok(None);
        }
        let copy = self.without_windows(|heap| heap.snapshot(value, amount));
        let (value, changes) = match copy {
            Err(refusal) if refusal.is_of_turn() => return Err(refusal),
            Ok((copy, changes)) => {
                self.fuel -= (copy.words() / WORK_PER_REDUCTION) as i64;
                (Ok(copy), changes)
            }
            Err(error) => (Err(error.to_string()), Changes::Untold),
        };
        Ok(Some((Inherited { version, value }, changes)))
    }

    /// Whether a value has the same structure as what is published. Data with another sharing of the
    /// same parts counts as the same.
    fn is_published(&mut self, cell: &Cell, value: Value) -> bool {
        if let Some(plain) = cell.plain() {
            return plain == value;
        }
        let Lookup::Value(published, _) = cell.look() else {
            return false;
        };
        let mut budget = STEPS_MAX;
        let same = is_as_copied(value, published.root(), &mut budget);
        self.fuel -= ((STEPS_MAX - budget) / WORK_PER_REDUCTION) as i64;
        same == Verdict::Same
    }
}
