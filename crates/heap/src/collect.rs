//! When a process collects, and to where.
//!
//! Three sorts of collection, all done by the engine in `crate::collector`:
//!
//! - *small*: everything that lives moves to a new block, and the stack with it. All
//!   that a process with few live data ever does. The size of the new block follows
//!   from what is expected to live on, judged by the last collection; a busy process
//!   is given a larger one, step by step, so that small live data is not
//!   copied all the time, while one that never collects stays at its birth size. Twice
//!   as much is for those that go on without a wait; they are told to be small then.
//! - *minor*: what lives in the block moves to old memory; the stack stays.
//! - *major*: everything moves to one new region of old memory.
//!
//! Which one it is, and what sizes follow, is decided in `policy.rs`.
//! See [`crate::generation`] for the last two. Large objects stay where they are and
//! are marked. Of shared fragments only the handle is marked; handles not met are
//! dropped, but not by a minor collection, which does not see all pointers. Of large
//! ones it is looked at how much is alive in them: see `crate::sparse`.

mod moving;
mod nursery;

use crate::budget;
use crate::code::Code;
use crate::heap::{Heap, OutOfMemory};
use crate::memory::Region;
use crate::policy::{BIRTH_WORDS, NUMBERS, Old, Plan, State, survival};
use crate::value::Value;

/// The stack of a process that collects.
#[derive(Debug)]
pub struct Stack {
    /// Address of the return word of the running frame.
    pub fp: *mut u64,
    pub top: Top,
}

/// Which slots of the running frame are live.
#[derive(Clone, Copy, Debug)]
pub enum Top {
    /// Bit n is slot n.
    Live([u64; 4]),
    /// Slots 1 to n: arguments are being passed.
    Slots(usize),
}

/// The registers of a process that hold values or code.
pub trait Roots {
    fn each_root(&mut self, visit: &mut dyn FnMut(&mut Value));
    fn each_code(&mut self, visit: &mut dyn FnMut(*const Code));

    /// How many roots there are, if they are many: each collection looks at all of them, so they
    /// count like words of the stack when the next one is planned.
    fn words(&self) -> usize {
        0
    }

    /// At least those that were changed since the last collection.
    fn each_young_root(&mut self, visit: &mut dyn FnMut(&mut Value)) {
        self.each_root(visit);
    }

    /// Words that the process has beside its heap, for messages that wait.
    fn beside_words(&self) -> usize {
        0
    }

    /// A collection is over.
    fn collected(&mut self) {}
}

/// No registers.
impl Roots for () {
    fn each_root(&mut self, _visit: &mut dyn FnMut(&mut Value)) {}
    fn each_code(&mut self, _visit: &mut dyn FnMut(*const Code)) {}
}

/// Only values.
impl Roots for Vec<Value> {
    fn each_root(&mut self, visit: &mut dyn FnMut(&mut Value)) {
        self.iter_mut().for_each(visit);
    }

    fn each_code(&mut self, _visit: &mut dyn FnMut(*const Code)) {}
}

impl Heap {
    /// Moves live objects so that at least `need` words are free between `hp` and the
    /// stack. `low_words` words below `fp` belong to the running frame and stay below
    /// it. `stack.fp` is updated.
    ///
    /// After an error the heap is whole and the running frame has its words, but
    /// there may be less room than asked for. (If the machine itself has no memory
    /// left, nothing has moved.)
    pub fn collect(
        &mut self,
        stack: &mut Stack,
        low_words: usize,
        roots: &mut dyn Roots,
        need: usize,
    ) -> Result<(), OutOfMemory> {
        self.set_beside(roots.beside_words());
        let result = self.collect_all(stack, low_words, roots, need);
        self.note_holding(roots.words());
        result
    }

    fn collect_all(
        &mut self,
        stack: &mut Stack,
        low_words: usize,
        roots: &mut dyn Roots,
        need: usize,
    ) -> Result<(), OutOfMemory> {
        // Before anything is moved: a stack without end would be copied once more.
        self.check_stack(self.stack_words(stack) + low_words)?;
        let limit = self.limit_words();
        if need > limit.min(1 << 40) {
            self.collect_all(stack, low_words, roots, 0)?;
            return Err(self.over_limit(need));
        }
        self.drop_spare();
        let grown = 8 * self.external() >= budget::SMALL_BYTES;
        self.table.sort();
        self.collections = self.collections.wrapping_add(1);
        budget::count_collection();
        if self.has_zeal() {
            self.check_notes(stack);
        }
        let stack_words = self.stack_words(stack) + low_words;
        let scanned = stack_words + roots.words() + self.table.scanned_words();
        let plan = self.plan(scanned, need);
        let old_words = self.old_words();
        let watching = plan != Plan::Minor && self.watch_fragments();
        match plan {
            // Without memory for what survives, it is time to see what is garbage.
            Plan::Minor => self
                .minor(stack, low_words, roots, need)
                .or_else(|_| self.major(stack, low_words, roots, need))
                .or_else(|refusal| self.forgo(refusal, stack, low_words, roots, need))?,
            Plan::Major => self
                .major(stack, low_words, roots, need)
                .or_else(|refusal| self.forgo(refusal, stack, low_words, roots, need))?,
            Plan::Small(size, least) => self.small(size, least, stack, low_words, roots)?,
        }
        // What a small one moves is counted there.
        self.add_work(match plan {
            Plan::Minor => scanned + self.old_words().saturating_sub(old_words),
            Plan::Major => scanned + self.old_words(),
            Plan::Small(..) => 0,
        });
        if watching {
            self.leave_sparse(stack, low_words, roots);
        }
        let over = self.words_in_use(stack, low_words + need) > limit;
        if over && plan == Plan::Minor {
            self.major(stack, low_words, roots, need)?;
        }
        if grown {
            let held = self.words_in_use(stack, low_words + need);
            budget::confirm(8 * held)?;
        }
        self.fit(stack, low_words, roots, need)
    }

    /// Moves everything to a block of `size` words, or without memory for that, of `least`.
    fn small(
        &mut self,
        size: usize,
        least: usize,
        stack: &mut Stack,
        low_words: usize,
        roots: &mut dyn Roots,
    ) -> Result<(), OutOfMemory> {
        let candidates = self.candidates();
        let moved = self
            .move_to(size, stack, low_words, roots)
            .or_else(|_| self.move_to(least, stack, low_words, roots));
        if let Err(refusal) = moved {
            // A process is refused memory for what it has, and not for its garbage.
            let block = Region::in_place_of(least)?;
            self.move_into(block, stack, low_words, roots);
            if 2 * self.used_words() > candidates {
                return Err(refusal);
            }
        }
        self.survival = survival(self.used_words(), candidates);
        self.activity = (self.activity + 1).min(NUMBERS.activity_max);
        Ok(())
    }

    /// A process with little that is refused old memory does without.
    fn forgo(
        &mut self,
        refusal: OutOfMemory,
        stack: &mut Stack,
        low_words: usize,
        roots: &mut dyn Roots,
        need: usize,
    ) -> Result<(), OutOfMemory> {
        let worst = self.candidates() + self.stack_words(stack) + low_words + need;
        if worst > NUMBERS.forgone_max {
            return Err(refusal);
        }
        self.small(worst, worst, stack, low_words, roots)
    }

    /// Collects into a block with hardly any room: for a process that will be idle.
    pub fn tighten(
        &mut self,
        stack: &mut Stack,
        low_words: usize,
        roots: &mut dyn Roots,
    ) -> Result<(), OutOfMemory> {
        self.activity = 0;
        self.collect(stack, low_words, roots, 0)?;
        self.activity = 0;
        let stack_words = self.stack_words(stack) + low_words;
        let tight = self.used_words() + stack_words + BIRTH_WORDS / 4;
        if self.generation.is_none() && tight + BIRTH_WORDS / 4 < self.block.words() {
            self.move_to(tight, stack, low_words, roots)?;
        }
        Ok(())
    }

    /// What to do, before a collection that looks at so many words of stack, registers and large objects.
    fn plan(&self, scanned: usize, need: usize) -> Plan {
        let old = self.generation.as_ref().map(|old| Old {
            words: old.words,
            major_at: old.major_at,
            allocated: old.allocated,
        });
        NUMBERS.plan(&State {
            candidates: self.candidates(),
            scanned,
            need,
            survival: self.survival,
            activity: self.activity,
            limit: self.limit_words(),
            old,
            is_due: old.is_some() && (self.is_due() || self.is_looking_closely()),
            zeal: self.has_zeal().then_some(self.collections),
        })
    }

    /// Words that a collection of everything may have to move.
    fn candidates(&self) -> usize {
        self.used_words() + self.table.owned_words() + self.old_words()
    }

    /// Words of objects in old memory, garbage included.
    pub(crate) fn old_words(&self) -> usize {
        self.generation.as_ref().map_or(0, |old| old.words)
    }

    /// Whether the process has collected so often since it was last told to be small that its block
    /// is larger than others, and one more collection is nothing beside that.
    #[inline(always)]
    pub fn has_been_very_busy(&self) -> bool {
        self.activity == NUMBERS.activity_max
    }

    /// Words of the stack from `fp` up.
    fn stack_words(&self, stack: &Stack) -> usize {
        (self.block.end() - stack.fp as usize) / 8
    }

    /// Words in use, `more` and the stack included.
    fn words_in_use(&self, stack: &Stack, more: usize) -> usize {
        let used = self.used_words() + self.stack_words(stack) + more + self.old_words();
        used.saturating_add(self.external_words())
    }

    /// After a collection: makes a sparse or too large block smaller, checks the limit.
    fn fit(
        &mut self,
        stack: &mut Stack,
        low_words: usize,
        roots: &mut dyn Roots,
        need: usize,
    ) -> Result<(), OutOfMemory> {
        let limit = self.limit_words();
        let total = self.words_in_use(stack, low_words + need);
        if total > limit {
            return Err(self.over_limit(total));
        }
        if self.generation.is_some() {
            return Ok(());
        }
        let used = self.used_words() + self.stack_words(stack) + low_words + need;
        let scanned = used + roots.words() + self.table.scanned_words();
        let smaller = NUMBERS.smaller_block(
            self.block.words(),
            scanned,
            used,
            self.activity,
            self.external_live,
            limit,
        );
        if let Some(smaller) = smaller {
            // Who gives memory back is not refused what is less.
            let block = Region::in_place_of(smaller)?;
            self.move_into(block, stack, low_words, roots);
        }
        Ok(())
    }
}
