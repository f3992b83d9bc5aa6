//! The three sorts of collection: what moves where, and what the heap knows afterwards.
//!
//! Which one is made, and when, is in [`crate::collect`]; finding and copying the objects is
//! the engine's, [`crate::collector`].

use super::{Roots, Stack, Top};
use crate::collector::Collector;
use crate::generation::OldRegion;
use crate::heap::{Heap, OutOfMemory};
use crate::memory::Region;
use crate::policy::{NUMBERS, survival};

impl Heap {
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
    pub(super) fn move_into(
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
        let size = self.block.words();
        let wanted = NUMBERS.major_region(candidates, size);
        let least = candidates + NUMBERS.least_region(size);
        let held = self.size_words();
        let mut region = Region::partly(wanted, candidates, held)
            .or_else(|_| Region::partly(least, candidates, held))?;
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
        generation.major_at = NUMBERS.major_at(words, size);
        self.survival = survival(words, candidates);
        self.activity = (self.activity + 1).min(NUMBERS.activity_max);
        region.recount(words);
        self.table.push_old(region);
        self.generation = Some(generation);
        self.finish(stack, roots);
        self.place_watermark(stack.fp);
        Ok(())
    }

    /// Moves everything into `to`, and the stack to the end of `block`, which becomes the
    /// block. The end of what was moved, and its words.
    pub(super) fn move_all(
        &mut self,
        block: Region,
        to: std::ops::Range<usize>,
        stack: &mut Stack,
        low_words: usize,
        roots: &mut dyn Roots,
    ) -> (usize, usize) {
        self.lift_watermark();
        self.table.sort();
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
        self.clear_debt(external);
        self.major_epoch += 1;
        (hp, (hp - start) / 8)
    }

    /// Moves what lives in the block to old memory. The stack stays, if there is room below it.
    pub(super) fn minor(
        &mut self,
        stack: &mut Stack,
        low_words: usize,
        roots: &mut dyn Roots,
        need: usize,
    ) -> Result<(), OutOfMemory> {
        let allocated = self.used_words();
        let worst = allocated + self.table.owned_words();
        let mut next = self.next_region(worst)?;
        if self.has_zeal() {
            self.table.doubt_all();
        }
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
        for &slot in generation.noted.slots() {
            // SAFETY: B1: the slot is one of an object outside the block.
            unsafe { collector.noted_slot(slot) };
        }
        collector.stack(stack.fp as usize, stack.top);
        roots.each_young_root(&mut |root| *root = collector.forward(*root));
        collector.drain();
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
        let stack_words = self.stack_words(stack) + low_words;
        self.adapt_nursery(stack_words, allocated, words);
        // Without memory for a larger block, the old one is still a good one.
        let resized = self.resize_block(stack, low_words, need);
        self.just_collected();
        self.finish(stack, roots);
        self.lift_watermark();
        self.place_watermark(stack.fp);
        resized
    }

    /// What every collection ends with.
    pub(super) fn finish(&mut self, stack: &Stack, roots: &mut dyn Roots) {
        self.set_young();
        self.epoch += 1;
        roots.collected();
        if self.has_zeal() {
            self.check(stack, roots);
        }
    }

    /// Copies the stack to the end of `block`; the new `fp`.
    pub(super) fn copy_stack(&self, block: &Region, stack: &Stack, low_words: usize) -> usize {
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
        let from = stack.fp.wrapping_sub(below);
        let to = (fp as *mut u64).wrapping_sub(below);
        // SAFETY: both ranges are stack words, of the old and of the new block,
        // which was made large enough for them.
        unsafe { std::ptr::copy_nonoverlapping(from, to, below + above) };
        fp
    }
}

/// The highest slot in a live set.
fn highest(live: [u64; 4]) -> usize {
    (0..256)
        .rev()
        .find(|slot| live[slot / 64] >> (slot % 64) & 1 != 0)
        .unwrap_or(0)
}
