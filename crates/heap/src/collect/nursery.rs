//! The block of a process beside its old memory: room for young objects and the stack.
//!
//! Which sizes are good is in [`crate::policy`].

use super::Stack;
use crate::generation::OldRegion;
use crate::heap::{Heap, OutOfMemory};
use crate::memory::Region;
use crate::policy::NUMBERS;

impl Heap {
    /// Words for young objects beside old memory, within the limit of the process.
    fn nursery_words(&self, stack_words: usize) -> usize {
        let adapted = self.generation.as_ref().map_or(0, |old| old.nursery);
        NUMBERS.nursery(adapted, self.candidates(), stack_words, self.limit_words())
    }

    /// After a minor collection of `allocated` words, of which so many lived on.
    pub(super) fn adapt_nursery(&mut self, stack_words: usize, allocated: usize, survived: usize) {
        let nursery = self.nursery_words(stack_words);
        if let Some(generation) = &mut self.generation {
            generation.nursery = NUMBERS.adapted(nursery, allocated, survived);
        }
    }

    /// A region for the objects of a minor collection that the last one has no room for.
    pub(super) fn next_region(&self, worst: usize) -> Result<Option<Region>, OutOfMemory> {
        let free = self
            .generation
            .as_ref()
            .and_then(|old| old.regions.last())
            .map_or(0, OldRegion::free_words);
        if free >= worst {
            return Ok(None);
        }
        let size = NUMBERS.next_region(self.old_words(), self.block.words(), worst);
        let held = self.size_words();
        let region = Region::partly(size, worst, held).or_else(|_| Region::new(worst, held))?;
        Ok(Some(region))
    }

    /// An empty block beside old memory, for a stack of so many words: with room for it to
    /// double within its limit, or without memory for that, for a quarter more.
    pub(super) fn new_block(&self, stack_words: usize, need: usize) -> Result<Region, OutOfMemory> {
        let nursery = self.nursery_words(stack_words);
        let scanty = NUMBERS.scanty_block(nursery, stack_words, need);
        let held = self.size_words();
        Region::new(self.roomy(stack_words, need), held).or_else(|_| Region::new(scanty, held))
    }

    /// Words of a block beside old memory, with all the room that is wanted.
    fn roomy(&self, stack_words: usize, need: usize) -> usize {
        NUMBERS.roomy_block(
            self.nursery_words(stack_words),
            stack_words,
            self.stack_room(stack_words),
            need,
            self.old_words().saturating_add(self.external_words()),
            self.limit_words(),
        )
    }

    /// After a minor collection: a larger block if the stack has grown or more room was found
    /// to be good, a smaller one if it has shrunk, less is, or something large was made. In
    /// zeal mode always another one.
    pub(super) fn resize_block(
        &mut self,
        stack: &mut Stack,
        low_words: usize,
        need: usize,
    ) -> Result<(), OutOfMemory> {
        let stack_words = self.stack_words(stack) + low_words;
        let size = self.block.words();
        let nursery = self.nursery_words(stack_words);
        let free = size.saturating_sub(stack_words);
        let wanted = self.roomy(stack_words, need);
        let good = NUMBERS.is_good_block(size, stack_words, need, nursery, wanted);
        if good && !self.has_zeal() {
            return Ok(());
        }
        let block = match self.new_block(stack_words, need) {
            Ok(block) => block,
            // The one that is here will do.
            Err(_) if free >= need + NUMBERS.nursery_min => return Ok(()),
            Err(refusal) => return Err(refusal),
        };
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
}
