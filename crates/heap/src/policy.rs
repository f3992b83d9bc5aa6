//! The policy of the collector: when a process collects, in which way, and how much memory it has afterwards.
//!
//! All of it is here: the [`Numbers`] with their reasons, and functions of what is known of a process that say what is
//! to be done. They look at no memory and change nothing. Who asks them: [`crate::collect`] (which collection), its
//! `moving` (sizes of old memory), its `nursery` (the block beside old memory), [`crate::heap`] (when one is due),
//! [`crate::generation`] and [`crate::sparse`] (how closely is looked).
//!
//! What the processes of a node may have together is no concern of this file, but of [`crate::budget`]; how many words
//! of a message are copied to whom, of [`crate::freeze`].

/// Words of the block of a new process: a few frames and a small message.
pub const BIRTH_WORDS: usize = 48;
/// Objects with more words than this live apart and are never moved: copying
/// 16 KiB costs about as much as an allocation and a table entry.
pub const LARGE_WORDS: usize = 2048;

/// The numbers by which collections are planned, in words if nothing else is said.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbers {
    // When a collection is due.
    /// Memory outside the block that a process may gain before it must collect (64 KiB).
    pub external_min: usize,
    /// What was gained outside the block may come to this part of the limit of a process, beside a
    /// block that takes the rest, before a collection looks at it: half of the reserve that it may be
    /// lent (`machine::limits`).
    pub unseen_part: usize,

    // The block of a process without old memory.
    /// A new block is this many times what is expected to live in it, stack
    /// included: two words are allocated for each one copied.
    pub growth: usize,
    /// Least size of a block after the first collection: a process that never collects has less.
    pub grown: usize,
    /// So many times it may double before it is that of a busy process.
    pub doublings: u8,
    /// Least size of the block of a busy process; 32 KiB, which fits a first-level cache.
    pub busy: usize,
    /// After so many collections without a wait a process is very busy: it has allocated some 2 MiB.
    pub activity_max: u8,
    /// Least size of the block of a very busy process (64 KiB).
    pub very_busy: usize,
    /// A block of which less than one in this many words is used is made smaller.
    pub sparse: usize,

    // Old memory.
    /// A process that wants a larger block than this (128 KiB) gets old memory. Below it,
    /// copying everything costs no more than old memory does.
    pub small_max: usize,
    /// What has no more than this (1 MiB) can do without old memory when there is hardly any left.
    pub forgone_max: usize,
    /// A process with a lower limit (2 MiB) gets no old memory.
    pub generation_limit_min: usize,
    /// Old memory may grow to so many times what the last major collection found.
    pub old_growth: usize,
    /// When so many times the words of old memory, stack and registers were allocated, it is
    /// looked at even if it has not grown: it may be garbage.
    pub old_patience: usize,
    /// Least size of a region of old memory (1 MiB); there are few of them, since each new one is as large
    /// as a part of what is there.
    pub region_min: usize,

    // The room for young objects beside old memory, which is the block.
    /// Least room (64 KiB), where little is old.
    pub nursery_min: usize,
    /// Room beside some old memory (512 KiB, which fits a second-level cache).
    pub nursery: usize,
    /// Most room (2 MiB), which a minor collection moves in a millisecond.
    pub nursery_max: usize,
    /// Room beside very much (256 KiB): a process with very much old memory is stopped by its minor collections most
    /// often, so these should be short.
    pub nursery_beside_much: usize,
    /// From so many words on old memory is very much (64 MiB): a major collection is rare.
    pub much: usize,
    /// The room is doubled when more than one word in so many has lived on ...
    pub growing: usize,
    /// ... and halved when less than one in so many has.
    pub shrinking: usize,

    // What is noted for minor collections.
    /// Frames below the watermark when it is set: so many returns cost nothing, and so
    /// many frames are scanned once more.
    pub frames_below: usize,
    /// Entries of the store buffer from which on it is searched for what was noted twice, or half as
    /// many as there is room for young words: to sort fewer costs more time than it saves memory.
    pub notes_sorted: usize,
    /// Entries of the store buffer kept from one collection to the next, if fewer were used.
    pub notes_kept: usize,

    // Fragments of which a process keeps little.
    /// Fragments with fewer words (64 KiB) are kept whole: an idle process keeps as much of its own.
    pub fragment_min: usize,
    /// Little is less than one word in so many, for all together who hold the fragment.
    pub little: usize,
    /// An object has so many words at least, so more entries than words by this are not little.
    pub object_min: usize,
    /// A fragment in use is looked at after so many powers of two of collections at most.
    pub patience_max: u8,
    /// Edges of fragments that are followed: chains of messages can be long.
    pub edges_max: usize,
}

/// Those of programs.
const USUAL: Numbers = Numbers {
    external_min: 8192,
    unseen_part: 8,
    growth: 3,
    grown: 96,
    doublings: 6,
    busy: 4096,
    activity_max: 64,
    very_busy: 2 * 4096,
    sparse: 8,
    small_max: 1 << 14,
    forgone_max: 1 << 17,
    generation_limit_min: 1 << 18,
    old_growth: 2,
    old_patience: 32,
    region_min: 1 << 17,
    nursery_min: 1 << 13,
    nursery: 1 << 16,
    nursery_max: 1 << 18,
    nursery_beside_much: 1 << 15,
    much: 1 << 23,
    growing: 4,
    shrinking: 16,
    frames_below: 32,
    notes_sorted: 32768,
    notes_kept: 4096,
    fragment_min: 8192,
    little: 8,
    object_min: 2,
    patience_max: 7,
    edges_max: 4096,
};

/// Those of tests, which reach the limits of sizes soon.
const TINY: Numbers = Numbers {
    small_max: 1 << 9,
    forgone_max: 1 << 10,
    generation_limit_min: 1 << 12,
    region_min: 1 << 10,
    nursery_min: 1 << 8,
    nursery: 1 << 9,
    nursery_max: 1 << 11,
    nursery_beside_much: 1 << 8,
    much: 1 << 14,
    fragment_min: if cfg!(test) { 256 } else { USUAL.fragment_min },
    ..USUAL
};

/// Those of this build.
pub(crate) const NUMBERS: Numbers = if cfg!(any(test, zeal)) { TINY } else { USUAL };

/// In zeal mode some limits are reached at once.
pub(crate) const FRAMES_BELOW_IN_ZEAL: usize = 1;
pub(crate) const FRAGMENT_MIN_IN_ZEAL: usize = 16;

/// Which sort of collection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Plan {
    Minor,
    Major,
    /// To a block of so many words, or without memory for that, of so many.
    Small(usize, usize),
}

/// What is known of a process before a collection, in words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct State {
    /// What a collection of everything may have to move.
    pub candidates: usize,
    /// Stack, registers and large objects: these are looked at by each collection of everything, wherever they are.
    pub scanned: usize,
    /// What must be free afterwards.
    pub need: usize,
    /// How many 256ths of the candidates lived on the last time.
    pub survival: u16,
    /// Collections since the process was told to be small, up to `activity_max`.
    pub activity: u8,
    /// What the process may have.
    pub limit: usize,
    /// Old memory, if there is any.
    pub old: Option<Old>,
    /// Whether fragments and large objects make this collection necessary, or it is to look into them.
    pub is_due: bool,
    /// In zeal mode, the number of this collection: each sort has its turn.
    pub zeal: Option<u8>,
}

/// What is known of old memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Old {
    /// Of the objects in it.
    pub words: usize,
    /// From so many on a major collection is due.
    pub major_at: usize,
    /// Allocated since the last one.
    pub allocated: usize,
}

impl Numbers {
    /// Which collection is made.
    pub fn plan(&self, state: &State) -> Plan {
        let worst = state.candidates + state.scanned + state.need;
        let expected = state.candidates * usize::from(state.survival) / 256;
        let living = self.growth * (expected + state.scanned);
        let size = (living + state.need)
            .max(self.busy_words(state.activity))
            .min(state.limit);
        let small = Plan::Small(worst.max(size), worst);
        // Beside old memory the block is as large as it is; a low limit needs a closer look.
        let few = living <= self.small_max || state.limit < self.generation_limit_min;
        let Some(old) = state.old else {
            let forced = state.zeal.is_some_and(|number| number % 8 == 3);
            return if few && !forced { small } else { Plan::Major };
        };
        match state.zeal.map(|number| number % 8) {
            Some(0) if few => return small,
            Some(5) => return Plan::Major,
            _ => {}
        }
        let grown = old.words >= old.major_at;
        let idle = old.allocated / self.old_patience > old.words + state.scanned;
        if !state.is_due && !grown && !idle {
            Plan::Minor
        } else if few {
            small
        } else {
            Plan::Major
        }
    }

    /// Whether so much was gained outside the block since the last collection that it may be garbage by now:
    /// more than block, old memory, or what was outside.
    #[inline(always)]
    pub fn has_gained_much(&self, gained: usize, block: usize, outside: usize, old: usize) -> bool {
        gained > self.external_min && gained > block.max(outside).max(old)
    }

    /// Whether the block, or what is outside it, is beyond the limit, or much was gained and the block has room for
    /// too much beside it: a collection will tell what of it is alive, before the process has far more than it may.
    pub fn is_over_limit(&self, gained: usize, block: usize, outside: usize, limit: usize) -> bool {
        block > limit
            || (gained > 0 && outside > limit)
            || (gained > limit / self.unseen_part && outside.saturating_add(block) > limit)
    }

    /// Least size of the block of a process that has collected so often.
    pub fn busy_words(&self, activity: u8) -> usize {
        match activity >= self.activity_max {
            true => self.very_busy,
            false => (self.grown << activity.min(self.doublings)).min(self.busy),
        }
    }

    /// After a collection without old memory: the size of a smaller block, if this one is sparse, or too large
    /// beside the `outside` words that there are elsewhere. `used` words must have room in it.
    pub fn smaller_block(
        &self,
        size: usize,
        scanned: usize,
        used: usize,
        activity: u8,
        outside: usize,
        limit: usize,
    ) -> Option<usize> {
        let busy = self.busy_words(activity);
        let is_sparse = size > 2 * busy.max(self.busy) && scanned * self.sparse < size;
        if !is_sparse && size.saturating_add(outside) <= limit {
            return None;
        }
        let room = limit.saturating_sub(outside);
        let smaller = (scanned * self.sparse / 2).max(busy).min(room).max(used);
        (smaller < size).then_some(smaller)
    }

    /// Old memory of which the next major collection is made, after one that has found `living` words.
    pub fn major_at(&self, living: usize, block: usize) -> usize {
        self.old_growth * living + self.least_region(block)
    }

    /// Least size of a region of old memory, beside a block of this size.
    pub fn least_region(&self, block: usize) -> usize {
        (4 * block).min(self.region_min)
    }

    /// Size of the region to which a major collection moves everything: memory that is never touched costs nothing, so
    /// there is room for all, and for what the next minor collections add.
    pub fn major_region(&self, candidates: usize, block: usize) -> usize {
        candidates + candidates / 2 + self.least_region(block)
    }

    /// Size of a region that takes the place of a full one, beside `old` words and a block, with room for `worst`.
    pub fn next_region(&self, old: usize, block: usize, worst: usize) -> usize {
        (old / 2).max(self.least_region(block)).max(worst)
    }

    /// Words for young objects beside old memory, if it was found that `adapted` are good.
    ///
    /// What is in the block when it is full and lives on is copied, and most of that dies later, where
    /// it costs a major collection. A larger block gives more objects time to die. But a program whose
    /// objects die at once runs best in a block that stays in the cache.
    ///
    /// ```text
    ///   least:  twice what is old, from 64 to 512 KiB; 256 KiB beside very much
    ///   then:   twice as much, when more than a quarter lived on; half, when less than a sixteenth
    ///   most:   half of what is old, up to 2 MiB; the least beside very much
    /// ```
    pub fn nursery(&self, adapted: usize, old: usize, stack: usize, limit: usize) -> usize {
        let (least, most) = match old < self.much {
            true => {
                let kept = 2 * (old + stack);
                let least = kept.clamp(self.nursery_min, self.nursery);
                (least, (old / 2).clamp(least, self.nursery_max))
            }
            false => (self.nursery_beside_much, self.nursery_beside_much),
        };
        adapted.clamp(least, most).min(limit / 4).max(BIRTH_WORDS)
    }

    /// What is good after a minor collection of `allocated` words, of which so many lived on.
    pub fn adapted(&self, nursery: usize, allocated: usize, survived: usize) -> usize {
        // What came early had less time to die.
        let was_full = 2 * allocated >= nursery;
        match was_full {
            true if self.growing * survived > allocated => 2 * nursery,
            true if self.shrinking * survived < allocated => nursery / 2,
            _ => nursery,
        }
    }

    /// Size of a block with so much room for young objects, in which the stack may double, within its limit and that
    /// of the process, which has `outside` words elsewhere: a stack that is found too long is so by no more than the
    /// room for young objects.
    pub fn roomy_block(
        &self,
        nursery: usize,
        stack: usize,
        stack_room: usize,
        need: usize,
        outside: usize,
        limit: usize,
    ) -> usize {
        let least = nursery + stack + need;
        let allowed = limit.saturating_sub(outside);
        (least + stack.min(stack_room)).min(allowed).max(least)
    }

    /// The same if there is no memory for that: with room for the stack to grow by a quarter.
    pub fn scanty_block(&self, nursery: usize, stack: usize, need: usize) -> usize {
        nursery.min(self.nursery_beside_much) + stack + stack / 4 + need
    }

    /// Whether a block beside old memory stays: it has most of the room that is good, and not far more than is wanted.
    pub fn is_good_block(
        &self,
        size: usize,
        stack: usize,
        need: usize,
        nursery: usize,
        wanted: usize,
    ) -> bool {
        size.saturating_sub(stack) >= need + nursery / 8 * 5 && size < 3 * wanted
    }

    /// Entries of the store buffer from which on it is searched for what was noted twice, beside so much room for
    /// young objects.
    pub fn notes_sorted(&self, nursery: usize) -> usize {
        self.notes_sorted.max(nursery / 2)
    }

    /// Words of a fragment that are little, if so many hold it.
    pub fn little_of(&self, words: usize, holders: usize) -> usize {
        words / self.little / holders
    }

    /// Whether so many pointers enter a fragment that what they reach cannot be little.
    pub fn is_crowded(&self, entries: usize, words: usize) -> bool {
        entries > words / self.little / self.object_min
    }

    /// Collections until a fragment is looked at again that was looked at so often in vain: 2, 4, 8 ... less one.
    pub fn rest(&self, patience: u8) -> u8 {
        (1 << patience.min(self.patience_max)) - 1
    }
}

/// How many 256ths of `candidates` words lived on, if `words` did.
pub(crate) fn survival(words: usize, candidates: usize) -> u16 {
    (words * 256 / candidates.max(1)).min(256) as u16
}

#[cfg(test)]
mod tests;
