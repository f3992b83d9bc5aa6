//! Room on the stack and in the block of a process, and the collections that make it.
//!
//! The collector is `mound_heap::collect`; here is what it is given: the stack, with the slots that live
//! in the running frame, and the registers ([`Registers`]). What a process pays for collections is in `effort`.

use super::{Context, LiveSlots, MARGIN, Rare};
use crate::cells::Globals;
use crate::condition::Raise;
use crate::context::live::live_at;
use crate::mailbox::Mailbox;
use mound_heap::Value;
use mound_heap::code::Code;
use mound_heap::collect::{Roots, Stack, Top};
use mound_heap::heap::{Heap, OutOfMemory, Shortage};
use mound_heap::layout::OBJECT_WORDS_MAX;
use mound_heap::{budget, holders};

/// Words of a collection that are worth counting.
const COUNTED_WORDS: u64 = 1024;

impl Context {
    /// Whether `words` words below `fp` are free of objects.
    #[inline]
    pub(crate) fn has_stack(&self, words: usize) -> bool {
        self.fp.wrapping_sub(words) as usize >= self.heap.hp() as usize
    }

    /// Makes sure of M2 for the running frame. While its callee ran, objects may have been put
    /// where the callee's smaller frame left room.
    pub(crate) fn regain_room(&mut self) -> Result<(), Raise> {
        let words = self.used_below();
        if self.has_stack(words) {
            return Ok(());
        }
        self.collect(words, 0)
    }

    /// Makes sure that `words` words can be allocated; may move everything.
    #[inline]
    pub fn reserve(&mut self, words: usize) -> Result<(), Raise> {
        match self.has_room(words) {
            true => Ok(()),
            false => self.collect(self.used_below(), words),
        }
    }

    /// Whether `words` words can be allocated without a collection.
    #[inline]
    pub fn has_room(&self, words: usize) -> bool {
        let low = self.fp.wrapping_sub(self.used_below());
        self.heap.has_room(low, words)
    }

    /// Whether an object of `words` words may be allocated, and sees to it that there is memory for
    /// it; to be asked before allocating what a program gave the size of, since a refusal can be
    /// handled. It is what lives that the limit is for, so garbage goes first; may move everything.
    pub fn prepare(&mut self, words: usize) -> Result<(), OutOfMemory> {
        let Err(refusal) = self.heap.prepare(words) else {
            return Ok(());
        };
        if words
            > self
                .heap
                .limit()
                .unwrap_or(usize::MAX)
                .min(OBJECT_WORDS_MAX)
        {
            return Err(refusal);
        }
        self.heap.look_closely();
        let used = self.used_below();
        self.collect_once(used, 0)?;
        let prepared = self.heap.prepare(words);
        prepared.or_else(|refusal| self.or_relieved(refusal, |this| this.heap.prepare(words)))
    }

    /// Words below `fp` that belong to the running frame, margin included.
    pub(crate) fn used_below(&self) -> usize {
        match self.live_slots {
            // SAFETY: M1: while a frame runs, `code` is its function.
            LiveSlots::Running => unsafe { (*self.code).slots as usize + MARGIN },
            LiveSlots::Arguments(count) => count as usize + 2 + MARGIN,
        }
    }

    #[cold]
    pub(crate) fn collect(&mut self, low_words: usize, need: usize) -> Result<(), Raise> {
        match self.collect_once(low_words, need) {
            Ok(()) => {
                self.found_room();
                Ok(())
            }
            Err(refusal) => {
                let again = |this: &mut Context| this.collect_once(low_words, need);
                match self.or_relieved(refusal, again) {
                    Ok(()) => Ok(()),
                    Err(refusal) => self.go_beyond(refusal, low_words, need),
                }
            }
        }
    }

    pub(crate) fn collect_once(
        &mut self,
        low_words: usize,
        need: usize,
    ) -> Result<(), OutOfMemory> {
        self.collecting(|heap, stack, roots| heap.collect(stack, low_words, roots, need))
    }

    /// Does something that moves what lives and the stack.
    pub(super) fn collecting(
        &mut self,
        collect: impl FnOnce(&mut Heap, &mut Stack, &mut dyn Roots) -> Result<(), OutOfMemory>,
    ) -> Result<(), OutOfMemory> {
        let top = match self.live_slots {
            LiveSlots::Running => {
                // SAFETY: M1: `pc` lies in the instructions of `code`.
                let word =
                    unsafe { self.pc.offset_from((*self.code).instructions.as_ptr()) } as usize;
                // SAFETY: M1.
                Top::Live(live_at(unsafe { &*self.code }, word))
            }
            LiveSlots::Arguments(count) => Top::Slots(count as usize + 1),
        };
        let mut stack = Stack { fp: self.fp, top };
        let mut roots = Registers {
            code: self.code,
            rest: &mut self.rest,
            dynamic: &mut self.dynamic,
            globals: &mut self.globals,
            mailbox: &mut self.mailbox,
            temporaries: &mut self.temporaries,
            rare: &mut self.rare,
        };
        let used = self.heap.used_words();
        self.heap.take_work();
        let result = collect(&mut self.heap, &mut stack, &mut roots);
        let moved = self.heap.take_work();
        let allocated = self.allocated.wrapping_add(used as u64);
        self.allocated = allocated.wrapping_sub(self.heap.used_words() as u64);
        self.fp = stack.fp;
        if self.heap.is_unknown_holder() {
            // The host says before the next turn which process it is.
            self.set_attended(true);
        }
        if moved > 0 {
            self.owe_for(moved);
        }
        result
    }

    /// After a refusal of memory: tries again if another process, which holds far more, ends for that,
    /// and then lets others run soon.
    pub fn or_relieved<T>(
        &mut self,
        refusal: OutOfMemory,
        again: impl FnOnce(&mut Context) -> Result<T, OutOfMemory>,
    ) -> Result<T, OutOfMemory> {
        match refusal.shortage {
            Shortage::Node { held, .. } if holders::relieve(held) => {
                self.fuel = self.fuel.min(0);
                budget::beyond(|| again(self))
            }
            _ => Err(refusal),
        }
    }

    /// Small collections, of which a turn has room for some, are not counted.
    fn owe_for(&mut self, moved: u64) {
        if moved >= COUNTED_WORDS {
            self.owe(moved);
        }
    }
}

/// The roots of a process beside its stack.
struct Registers<'a> {
    code: *const Code,
    rest: &'a mut Value,
    dynamic: &'a mut Value,
    globals: &'a mut Globals,
    mailbox: &'a mut Mailbox,
    temporaries: &'a mut Vec<Value>,
    rare: &'a mut Option<Box<Rare>>,
}

impl Registers<'_> {
    fn each_rare(&mut self, visit: &mut dyn FnMut(&mut Value)) {
        if let Some(rare) = self.rare {
            rare.windows.ports_mut().for_each(&mut *visit);
            if let Some(stacks) = &mut rare.stacks {
                stacks.values_mut().for_each(visit);
            }
        }
    }
}

impl Roots for Registers<'_> {
    fn each_root(&mut self, visit: &mut dyn FnMut(&mut Value)) {
        visit(self.rest);
        visit(self.dynamic);
        self.globals.values_mut().for_each(&mut *visit);
        self.mailbox.roots_mut().for_each(&mut *visit);
        self.temporaries.iter_mut().for_each(&mut *visit);
        self.each_rare(visit);
    }

    /// What a long mailbox costs each collection is spread over more room.
    fn words(&self) -> usize {
        self.mailbox.len()
    }

    fn beside_words(&self) -> usize {
        self.mailbox.room_words()
    }

    fn each_young_root(&mut self, visit: &mut dyn FnMut(&mut Value)) {
        visit(self.rest);
        visit(self.dynamic);
        self.globals.values_mut().for_each(&mut *visit);
        self.mailbox.young_roots_mut().for_each(&mut *visit);
        self.temporaries.iter_mut().for_each(&mut *visit);
        self.each_rare(visit);
    }

    fn collected(&mut self) {
        self.mailbox.collected();
    }

    fn each_code(&mut self, visit: &mut dyn FnMut(*const Code)) {
        if !self.code.is_null() {
            visit(self.code);
        }
    }
}
