//! When a process collects, and to where.
//!
//! Three sorts of collection, all done by the engine in [`crate::collector`]:
//!
//! - *small*: everything that lives moves to a new block, and the stack with it. All
//!   that a process with few live data ever does. The size of the new block follows
//!   from what is expected to live on, judged by the last collection; a busy process
//!   is given at least [`BUSY_WORDS`], step by step, so that small live data is not
//!   copied all the time, while one that never collects stays at its birth size.
//! - *minor*: what lives in the block moves to old memory; the stack stays.
//! - *major*: everything moves to one new region of old memory.
//!
//! See [`crate::generation`] for the last two. Large objects stay where they are and
//! are marked. Of shared fragments only the handle is marked; handles not met are
//! dropped, but not by a minor collection, which does not see all pointers. Of large
//! ones it is looked at how much is alive in them: see [`crate::sparse`].

use crate::budget;
use crate::code::Code;
use crate::collector::Collector;
use crate::generation::OldRegion;
use crate::heap::{BIRTH_WORDS, Heap, OutOfMemory};
use crate::memory::Region;
use crate::twin::keep;
use crate::value::Value;

/// Tests reach the limits of sizes soon.
const TINY: bool = cfg!(any(test, zeal));
/// A new block is this many times what is expected to live in it, stack
/// included: two words are allocated for each one copied.
const GROWTH: usize = 3;
/// Least size of a block after the first collection.
const GROWN_WORDS: usize = 96;
/// So many times it may double before it is that of a busy process.
const ACTIVITY_MAX: u8 = 6;
/// Least size of the block of a busy process; 32 KiB, which fits a first-level cache.
const BUSY_WORDS: usize = 4096;
/// A block of which less than one in this many words is used is made smaller.
const SPARSE: usize = 8;
/// A process that wants a larger block than this (1 MiB) gets old memory. Below it,
/// copying everything costs no more than old memory does, and less where most objects
/// live for some time.
const SMALL_WORDS_MAX: usize = if TINY { 1 << 9 } else { 1 << 17 };
/// Room for young objects in a block beside old memory (256 KiB, which fits a
/// second-level cache).
const NURSERY_WORDS: usize = if TINY { 1 << 9 } else { 1 << 15 };
/// A process with a lower limit (2 MiB) gets no old memory.
const GENERATION_LIMIT_MIN: usize = 8 * NURSERY_WORDS;
/// Old memory may grow by so many halves of what the last major collection found.
const OLD_GROWTH_HALVES: usize = 3;
/// When so many times the words of old memory, stack and registers were allocated, it is
/// looked at even if it has not grown: it may be garbage.
const OLD_PATIENCE: usize = 32;
/// Least size of a region of old memory; there are few of them, since each new one
/// is as large as a part of what is there.
const REGION_WORDS_MIN: usize = 4 * NURSERY_WORDS;

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

/// Which sort of collection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Plan {
    Minor,
    Major,
    /// To a block of so many words, or without memory for that, of so many.
    Small(usize, usize),
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
        let limit = self.limit_words();
        if need > limit.min(1 << 40) {
            self.collect(stack, low_words, roots, 0)?;
            return Err(self.over_limit(need));
        }
        self.drop_spare();
        let grown = 8 * self.external() >= budget::SMALL_BYTES;
        self.table.settle();
        self.collections = self.collections.wrapping_add(1);
        if self.has_zeal() {
            self.check_notes(stack);
        }
        let stack_words = self.stack_words(stack) + low_words;
        let scanned = stack_words + roots.words() + self.table.scanned_words();
        let plan = self.plan(scanned, need);
        let watching = plan != Plan::Minor && self.watch_fragments();
        match plan {
            // Without memory for what survives, it is time to see what is garbage.
            Plan::Minor => self
                .minor(stack, low_words, roots, need)
                .or_else(|_| self.major(stack, low_words, roots, need))?,
            Plan::Major => self.major(stack, low_words, roots, need)?,
            Plan::Small(size, least) => {
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
                self.activity = (self.activity + 1).min(ACTIVITY_MAX);
            }
        }
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

    /// What to do, before a collection of so many words of stack, registers and large objects: these
    /// are looked at by each collection of everything, wherever they are.
    fn plan(&self, stack_words: usize, need: usize) -> Plan {
        let candidates = self.candidates();
        let worst = candidates + stack_words + need;
        let expected = candidates * usize::from(self.survival) / 256;
        let wanted = GROWTH * (expected + stack_words) + need;
        let limit = self.limit_words();
        let small = Plan::Small(worst.max(wanted.max(self.busy_words()).min(limit)), worst);
        // Beside old memory the block is as large as it is; a low limit needs a closer look.
        let few = wanted - need <= SMALL_WORDS_MAX || limit < GENERATION_LIMIT_MIN;
        let Some(generation) = &self.generation else {
            let forced = self.has_zeal() && self.collections % 8 == 3;
            return if few && !forced { small } else { Plan::Major };
        };
        if self.has_zeal() {
            match self.collections % 8 {
                0 if few => return small,
                5 => return Plan::Major,
                _ => {}
            }
        }
        let grown = generation.words >= generation.major_at;
        let idle = generation.allocated / OLD_PATIENCE > generation.words + stack_words;
        if !self.is_due() && !grown && !idle && !self.is_looking_closely() {
            Plan::Minor
        } else if few {
            small
        } else {
            Plan::Major
        }
    }

    /// Words that a collection of everything may have to move.
    fn candidates(&self) -> usize {
        self.used_words() + self.table.owned_words() + self.old_words()
    }

    /// Words of objects in old memory, garbage included.
    pub(crate) fn old_words(&self) -> usize {
        self.generation.as_ref().map_or(0, |old| old.words)
    }

    fn busy_words(&self) -> usize {
        (GROWN_WORDS << self.activity).min(BUSY_WORDS)
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
        let size = self.block.words();
        let sparse = size > 2 * BUSY_WORDS && scanned * SPARSE < size;
        if sparse || size.saturating_add(self.external_live) > limit {
            let room = limit.saturating_sub(self.external_live);
            let smaller = (scanned * SPARSE / 2)
                .max(self.busy_words())
                .min(room)
                .max(used);
            if smaller < size {
                self.move_to(smaller, stack, low_words, roots)?;
            }
        }
        Ok(())
    }

    /// Moves everything to a block of `size` words. There is no old memory afterwards.
    pub(crate) fn move_to(
        &mut self,
        size: usize,
        stack: &mut Stack,
        low_words: usize,
        roots: &mut dyn Roots,
    ) -> Result<(), OutOfMemory> {
        let block = Region::new(size, self.size_words())?;
        self.move_into(block, stack, low_words, roots);
        Ok(())
    }

    /// Moves everything to `block`, which has room for it.
    fn move_into(
        &mut self,
        block: Region,
        stack: &mut Stack,
        low_words: usize,
        roots: &mut dyn Roots,
    ) {
        let to = block.start()..block.end();
        let (hp, words) = self.move_all(block, to, stack, low_words, roots);
        self.hp = hp;
        self.add_work(words);
        self.generation = None;
        self.finish(stack, roots);
    }

    /// Moves everything to one new region of old memory, and the stack to a block that
    /// is empty but for it.
    pub(crate) fn major(
        &mut self,
        stack: &mut Stack,
        low_words: usize,
        roots: &mut dyn Roots,
        need: usize,
    ) -> Result<(), OutOfMemory> {
        let candidates = self.candidates();
        // Memory that is never touched costs nothing, so there is room for all, and for
        // what the next minor collections add.
        let wanted = candidates + candidates / 2 + REGION_WORDS_MIN;
        let held = self.size_words();
        let mut region = Region::partly(wanted, candidates, held)
            .or_else(|_| Region::partly(candidates + REGION_WORDS_MIN, candidates, held))?;
        let stack_words = self.stack_words(stack) + low_words;
        let block = self.new_block(stack_words, need)?;
        let start = block.start();
        let to = region.start()..region.end();
        let (top, words) = self.move_all(block, to.clone(), stack, low_words, roots);
        self.hp = start;
        let mut generation = self.generation.take().unwrap_or_default();
        generation.regions = vec![OldRegion {
            start: to.start,
            top,
            end: to.end,
        }];
        generation.words = words;
        generation.allocated = 0;
        generation.major_at = words + OLD_GROWTH_HALVES * words / 2 + REGION_WORDS_MIN;
        self.survival = survival(words, candidates);
        self.activity = (self.activity + 1).min(ACTIVITY_MAX);
        region.recount(words);
        self.table.push_old(region);
        self.generation = Some(generation);
        self.finish(stack, roots);
        self.place_watermark(stack.fp);
        Ok(())
    }

    /// Moves everything into `to`, and the stack to the end of `block`, which becomes the
    /// block. The end of what was moved, and its words.
    fn move_all(
        &mut self,
        block: Region,
        to: std::ops::Range<usize>,
        stack: &mut Stack,
        low_words: usize,
        roots: &mut dyn Roots,
    ) -> (usize, usize) {
        self.lift_watermark();
        self.table.settle();
        let fp = self.copy_stack(&block, stack, low_words);
        let from = self.block.start()..self.hp;
        let start = to.start;
        let moves = self.rare.as_mut().and_then(|rare| rare.moves.take());
        let mut collector = Collector::<false>::new(from, to, None, &mut self.table);
        collector.moves = moves.as_ref();
        collector.stack(fp, stack.top);
        roots.each_root(&mut |root| *root = collector.forward(*root));
        roots.each_code(&mut |code| collector.code(code));
        collector.drain();
        keep(&mut self.rare, &mut collector);
        let (hp, grown) = (collector.hp, collector.grown);
        let entries = collector.entries;
        if !entries.is_empty() {
            self.rare().entries = entries;
        }
        let mut old = std::mem::replace(&mut self.block, block);
        stack.fp = fp as *mut u64;
        if self.has_zeal() {
            old.poison();
            self.table.poison_old();
        }
        let mut external = self.table.sweep();
        for region in grown {
            external += region.words();
            self.table.push_large(region);
        }
        if let Some(generation) = &mut self.generation {
            generation.clear_notes();
        }
        self.settle_debt(external);
        self.major_epoch += 1;
        (hp, (hp - start) / 8)
    }

    /// Moves what lives in the block to old memory. The stack stays, if there is room below it.
    fn minor(
        &mut self,
        stack: &mut Stack,
        low_words: usize,
        roots: &mut dyn Roots,
        need: usize,
    ) -> Result<(), OutOfMemory> {
        let allocated = self.used_words();
        let worst = allocated + self.table.owned_words();
        let mut next = self.next_region(worst)?;
        let Some(generation) = &mut self.generation else {
            return Ok(());
        };
        let current = generation.regions.last().copied();
        let current = current.expect("a region is there since the last major collection");
        let from = self.block.start()..self.hp;
        let new = next.as_ref().map(|region| region.start()..region.end());
        let to = current.top..current.end;
        let mut collector = Collector::<true>::new(from, to, new, &mut self.table);
        collector.gray.append(&mut generation.fresh);
        for &slot in &generation.noted {
            // SAFETY: B1: the slot is one of an object outside the block.
            unsafe { collector.noted_slot(slot) };
        }
        collector.stack(stack.fp as usize, stack.top);
        roots.each_young_root(&mut |root| *root = collector.forward(*root));
        collector.drain();
        keep(&mut self.rare, &mut collector);
        let (hp, first_end) = (collector.hp, collector.first_end);
        let grown = collector.grown;
        let last_top = first_end.unwrap_or(hp);
        self.table
            .recount_old(current.start, (last_top - current.start) / 8);
        if let Some(last) = generation.regions.last_mut() {
            last.top = first_end.unwrap_or(hp);
        }
        let mut words = (first_end.unwrap_or(hp) - current.top) / 8;
        if let (Some(_), Some(mut region)) = (first_end, next.take()) {
            words += (hp - region.start()) / 8;
            region.recount((hp - region.start()) / 8);
            generation.regions.push(OldRegion {
                start: region.start(),
                top: hp,
                end: region.end(),
            });
            self.table.push_old(region);
        }
        generation.words += words;
        generation.allocated += allocated;
        generation.clear_notes();
        self.table.drop_owned();
        for region in grown {
            self.charge(region.words());
            self.table.push_large(region);
        }
        self.hp = self.block.start();
        // Without memory for a larger block, the old one is still a good one.
        let settled = self.settle_block(stack, low_words, need);
        self.just_collected();
        self.finish(stack, roots);
        self.lift_watermark();
        self.place_watermark(stack.fp);
        settled
    }

    /// A region for the objects of a minor collection that the last one has no room for.
    fn next_region(&self, worst: usize) -> Result<Option<Region>, OutOfMemory> {
        let free = self
            .generation
            .as_ref()
            .and_then(|old| old.regions.last())
            .map_or(0, OldRegion::free_words);
        if free >= worst {
            return Ok(None);
        }
        let size = (self.old_words() / 2).max(REGION_WORDS_MIN).max(worst);
        let held = self.size_words();
        let region = Region::partly(size, worst, held).or_else(|_| Region::new(worst, held))?;
        Ok(Some(region))
    }

    /// An empty block beside old memory, for a stack of so many words: with room for it to
    /// double, or without memory for that, for a quarter more.
    fn new_block(&self, stack_words: usize, need: usize) -> Result<Region, OutOfMemory> {
        let nursery = self.nursery_words();
        let held = self.size_words();
        Region::new(self.roomy(stack_words, need), held)
            .or_else(|_| Region::new(nursery + stack_words + stack_words / 4 + need, held))
    }

    /// Words of a block beside old memory: the stack may double in it, within the limit.
    fn roomy(&self, stack_words: usize, need: usize) -> usize {
        let nursery = self.nursery_words();
        let outside = self.old_words().saturating_add(self.external_words());
        let allowed = self.limit_words().saturating_sub(outside);
        let least = nursery + stack_words + need;
        (least + stack_words).min(allowed).max(least)
    }

    /// Words for young objects in the block beside old memory.
    fn nursery_words(&self) -> usize {
        let limit = self.limit_words();
        NURSERY_WORDS.min(limit / 4).max(BIRTH_WORDS)
    }

    /// After a minor collection: a larger block if the stack has grown, a smaller one if it
    /// has shrunk or something large was made. In zeal mode always another one.
    fn settle_block(
        &mut self,
        stack: &mut Stack,
        low_words: usize,
        need: usize,
    ) -> Result<(), OutOfMemory> {
        let stack_words = self.stack_words(stack) + low_words;
        let size = self.block.words();
        let nursery = self.nursery_words();
        let free = size.saturating_sub(stack_words);
        let wanted = self.roomy(stack_words, need);
        let good = free >= need + nursery / 2 && size <= 4 * wanted;
        if good && !self.has_zeal() {
            return Ok(());
        }
        let block = self.new_block(stack_words, need)?;
        let fp = self.copy_stack(&block, stack, low_words);
        self.shift_watermark(block.end().wrapping_sub(self.block.end()));
        let mut old = std::mem::replace(&mut self.block, block);
        if self.has_zeal() {
            old.poison();
        }
        self.hp = self.block.start();
        stack.fp = fp as *mut u64;
        Ok(())
    }

    /// What every collection ends with.
    fn finish(&mut self, stack: &Stack, roots: &mut dyn Roots) {
        self.set_young();
        self.epoch += 1;
        roots.collected();
        if self.has_zeal() {
            self.check(stack, roots);
        }
    }

    /// Copies the stack to the end of `block`; the new `fp`.
    fn copy_stack(&self, block: &Region, stack: &Stack, low_words: usize) -> usize {
        let used_slots = match stack.top {
            Top::Slots(count) => count,
            Top::Live(live) => highest(live),
        };
        debug_assert!(used_slots <= low_words, "the room covers the live slots");
        let below = low_words.max(used_slots);
        let above = self.stack_words(stack);
        let fp = block.end() - 8 * above;
        // The words of the running frame that it has not used yet may lie below `hp`
        // of a full block; they hold nothing, so only what the old block has is copied.
        let below = below.min((stack.fp as usize - self.hp) / 8);
        // SAFETY: both ranges are stack words, of the old and of the new block,
        // which was made large enough for them.
        unsafe {
            std::ptr::copy_nonoverlapping(
                stack.fp.sub(below),
                (fp as *mut u64).sub(below),
                below + above,
            );
        }
        fp
    }
}

/// How many 256ths of `candidates` words lived on, if `words` did.
fn survival(words: usize, candidates: usize) -> u16 {
    (words * 256 / candidates.max(1)).min(256) as u16
}

/// The highest slot in a live set.
fn highest(live: [u64; 4]) -> usize {
    (0..256)
        .rev()
        .find(|slot| live[slot / 64] >> (slot % 64) & 1 != 0)
        .unwrap_or(0)
}
