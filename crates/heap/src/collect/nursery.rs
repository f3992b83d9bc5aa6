//! How much room for young objects a process has beside its old memory, and of what size its
//! block is then.
//!
//! What is in the block when it is full and lives on is copied, and most of that dies later, where
//! it costs a major collection. A larger block gives more objects time to die. But a program whose
//! objects die at once runs best in a block that stays in the cache, and a process with very
//! much old memory is stopped by its minor collections most often, so these should be short.
//! So the room depends on what was found:
//!
//! ```text
//!   least:  twice what is old, from 64 to 512 KiB; 256 KiB beside very much
//!   then:   twice as much, when more than a quarter lived on; half, when less than a sixteenth
//!   most:   half of what is old, up to 2 MiB; the least beside very much
//! ```
//!
//! Nothing else of the policy is here: see [`crate::collect`].

use super::{Stack, TINY};
use crate::generation::OldRegion;
use crate::heap::{BIRTH_WORDS, Heap, OutOfMemory};
use crate::memory::Region;

/// Least room (64 KiB), where little is old.
const NURSERY_WORDS_MIN: usize = if TINY { 1 << 8 } else { 1 << 13 };
/// Room beside some old memory (512 KiB, which fits a second-level cache).
const NURSERY_WORDS: usize = if TINY { 1 << 9 } else { 1 << 16 };
/// Most room (2 MiB), which a minor collection moves in a millisecond.
const NURSERY_WORDS_MAX: usize = if TINY { 1 << 11 } else { 1 << 18 };
/// Room beside very much (256 KiB).
const NURSERY_WORDS_BESIDE_MUCH: usize = if TINY { 1 << 8 } else { 1 << 15 };
/// From so many words on old memory is very much (64 MiB): a major collection is rare.
const MUCH_WORDS: usize = if TINY { 1 << 14 } else { 1 << 23 };
/// The room is doubled when more than one word in so many has lived on ...
const GROWING: usize = 4;
/// ... and halved when less than one in so many has.
const SHRINKING: usize = 16;
/// Least size of a region of old memory; there are few of them, since each new one is as large
/// as a part of what is there.
const REGION_WORDS_MIN: usize = 2 * NURSERY_WORDS;

impl Heap {
    /// Words for young objects beside old memory, within the limit of the process.
    fn nursery_words(&self, stack_words: usize) -> usize {
        let old_words = self.candidates();
        let (least, most) = if old_words < MUCH_WORDS {
            let kept = 2 * (old_words + stack_words);
            let least = kept.clamp(NURSERY_WORDS_MIN, NURSERY_WORDS);
            (least, (old_words / 2).clamp(least, NURSERY_WORDS_MAX))
        } else {
            (NURSERY_WORDS_BESIDE_MUCH, NURSERY_WORDS_BESIDE_MUCH)
        };
        let adapted = self.generation.as_ref().map_or(0, |old| old.nursery);
        let allowed = self.limit_words() / 4;
        adapted.clamp(least, most).min(allowed).max(BIRTH_WORDS)
    }

    /// After a minor collection of `allocated` words, of which so many lived on.
    pub(super) fn adapt_nursery(&mut self, stack_words: usize, allocated: usize, survived: usize) {
        let nursery = self.nursery_words(stack_words);
        let Some(generation) = &mut self.generation else {
            return;
        };
        // What came early had less time to die.
        let was_full = 2 * allocated >= nursery;
        generation.nursery = match was_full {
            true if GROWING * survived > allocated => 2 * nursery,
            true if SHRINKING * survived < allocated => nursery / 2,
            _ => nursery,
        };
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
        let size = (self.old_words() / 2)
            .max(self.region_words_min())
            .max(worst);
        let held = self.size_words();
        let region = Region::partly(size, worst, held).or_else(|_| Region::new(worst, held))?;
        Ok(Some(region))
    }

    /// Least size of a region of old memory.
    pub(super) fn region_words_min(&self) -> usize {
        (4 * self.block.words()).min(REGION_WORDS_MIN)
    }

    /// An empty block beside old memory, for a stack of so many words: with room for it to
    /// double within its limit, or without memory for that, for a quarter more.
    pub(super) fn new_block(&self, stack_words: usize, need: usize) -> Result<Region, OutOfMemory> {
        let nursery = self
            .nursery_words(stack_words)
            .min(NURSERY_WORDS_BESIDE_MUCH);
        let held = self.size_words();
        Region::new(self.roomy(stack_words, need), held)
            .or_else(|_| Region::new(nursery + stack_words + stack_words / 4 + need, held))
    }

    /// Words of a block beside old memory: the stack may double in it, within the limits of both. So
    /// a stack that is found too long is so by no more than the room for young objects.
    fn roomy(&self, stack_words: usize, need: usize) -> usize {
        let outside = self.old_words().saturating_add(self.external_words());
        let allowed = self.limit_words().saturating_sub(outside);
        let least = self.nursery_words(stack_words) + stack_words + need;
        let growth = stack_words.min(self.stack_room(stack_words));
        (least + growth).min(allowed).max(least)
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
        let good = free >= need + nursery / 8 * 5 && size < 3 * wanted;
        if good && !self.has_zeal() {
            return Ok(());
        }
        let block = match self.new_block(stack_words, need) {
            Ok(block) => block,
            // The one that is here will do.
            Err(_) if free >= need + NURSERY_WORDS_MIN => return Ok(()),
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
