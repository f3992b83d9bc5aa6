//! The memory of one process: its block, what it owns apart, what it holds.
//!
//! ```text
//!   base           hp                      low     fp            end
//!    | objects ...  |        room           | frame | older frames |
//! ```
//!
//! "Is there room" is one comparison, [`Heap::has_room`]: memory outside the
//! block (large objects, received fragments) is charged to a debt that makes it
//! answer no when a collection is due. In zeal mode it answers no at every
//! reservation that does not directly follow a collection.

pub use crate::collect::{Roots, Stack, Top};
pub use crate::policy::{BIRTH_WORDS, LARGE_WORDS};

use crate::budget;
use crate::generation::Generation;
use crate::handles::HandleTable;
use crate::holders::{Holding, Owner};
use crate::memory::Region;
use crate::policy::NUMBERS;
use crate::sparse::Moves;
use crate::value::Value;
use std::cell::Cell;
use std::sync::Arc;

/// Whether so many words (8 MiB) can be had outside the heap is tried out and not only asked.
const PROBED_WORDS: usize = 1 << 20;
/// Less memory for messages than this (32 KiB) is not counted as that of the process.
const BESIDE_WORDS_MIN: usize = 4096;
/// More than any room, in bytes, and far from overflow.
const ENDLESS_DEBT: usize = 1 << 60;
/// More words than any room.
const ENDLESS_WORDS: usize = 1 << 40;

/// A process cannot have the memory that it needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfMemory {
    pub words_needed: usize,
    pub shortage: Shortage,
}

/// Why there is no memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shortage {
    /// The process would have more words than its limit.
    Process { limit: usize },
    /// It has no limit of its own, and would have more words than such processes may ([`budget::share`]).
    Share { limit: usize },
    /// It has no limit of its own, and its stack has more words than that of such a process may
    /// (`budget::stack_share`).
    Stack { limit: usize },
    /// The process, which has `held` bytes, would need more than what is left of the
    /// `limit` bytes for all processes ([`crate::budget`]).
    Node { limit: usize, held: usize },
    /// The operating system has no more.
    Machine,
    /// No object can be so large.
    Object,
    /// There may be memory, but this is more than is copied in one turn ([`crate::Amount::Turn`]).
    Turn,
}

impl OutOfMemory {
    /// Whether what was refused can be done, but not at once.
    pub fn is_of_turn(&self) -> bool {
        self.shortage == Shortage::Turn
    }

    pub(crate) fn of_machine(words_needed: usize) -> OutOfMemory {
        OutOfMemory {
            words_needed,
            shortage: Shortage::Machine,
        }
    }
}

impl std::fmt::Display for OutOfMemory {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let needed = Bytes(self.words_needed.saturating_mul(8));
        match self.shortage {
            Shortage::Process { limit } => write!(
                formatter,
                "out of memory: the process needs {needed}, its limit is {}",
                Bytes(limit.saturating_mul(8))
            ),
            Shortage::Share { limit } => write!(
                formatter,
                "out of memory: the process needs {needed}, and the limit of one that is given no other (`--limits heap=...`) is {}",
                Bytes(limit.saturating_mul(8))
            ),
            Shortage::Stack { limit } => write!(
                formatter,
                "out of memory: the stack has {needed}, and the limit of a process that is given no other (`--limits heap=...`) is {}",
                Bytes(limit.saturating_mul(8))
            ),
            Shortage::Node { limit, held } => {
                let (held, limit) = (Bytes(held), Bytes(limit));
                write!(formatter, "out of memory: the process has {held}")?;
                if self.words_needed > 0 {
                    write!(formatter, " and needs {needed} more")?;
                }
                write!(formatter, ", the limit of all processes is {limit}")
            }
            Shortage::Machine => write!(
                formatter,
                "out of memory: the process needs {needed}, the operating system has no more"
            ),
            Shortage::Object => write!(
                formatter,
                "no memory for an object of {} words",
                self.words_needed
            ),
            Shortage::Turn => write!(
                formatter,
                "no turn for a copy of {} words",
                self.words_needed
            ),
        }
    }
}

impl std::error::Error for OutOfMemory {}

/// What a process uses of its memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Usage {
    /// Its own objects, garbage included.
    pub heap_words: usize,
    pub stack_words: usize,
    /// Fragments that it holds and that others may hold, too.
    pub shared_words: usize,
}

/// A number of bytes as people say it.
#[derive(Clone, Copy, Debug)]
pub struct Bytes(pub usize);

impl std::fmt::Display for Bytes {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let units = ["kB", "MB", "GB", "TB", "PB", "EB"];
        if self.0 < 1000 {
            return write!(formatter, "{} bytes", self.0);
        }
        let mut amount = self.0 as f64 / 1000.0;
        let mut unit = 0;
        while amount >= 999.5 && unit + 1 < units.len() {
            amount /= 1000.0;
            unit += 1;
        }
        let digits = if amount < 9.95 { 1 } else { 0 };
        write!(formatter, "{amount:.digits$} {}", units[unit])
    }
}

/// See the top of this file.
/// The first fields are read by machine code ([`crate::barrier::OFFSETS`]).
#[derive(Debug)]
#[repr(C)]
pub struct Heap {
    /// Address of the next free word.
    pub(crate) hp: usize,
    /// Bytes by which the room is said to be smaller than it is.
    pub(crate) debt: Cell<usize>,
    /// What can be written without a note: see [`crate::barrier`].
    pub(crate) young_start: usize,
    pub(crate) young_bytes: usize,
    pub(crate) block: Region,
    pub(crate) table: HandleTable,
    /// Old memory, if there is any.
    pub(crate) generation: Option<Box<Generation>>,
    pub(crate) rare: Option<Box<Rare>>,
    /// Words gained outside the block since the last collection.
    external: usize,
    /// Words outside the block that the last collection found in use.
    pub(crate) external_live: usize,
    limit_words: usize,
    pub(crate) epoch: u64,
    /// As `epoch`, but of the collections that move old objects.
    pub(crate) major_epoch: u64,
    work_words: u32,
    next_hash: u32,
    /// Of the words in the block before the last collection, how many 256ths lived on.
    pub(crate) survival: u16,
    /// Collections since birth, wrapping.
    pub(crate) collections: u8,
    /// Collections since birth or since it was last told to be small, as far as that matters.
    pub(crate) activity: u8,
    zeal: bool,
    /// A collection happened and no reservation since.
    just_collected: Cell<bool>,
    beside: budget::Beside,
}

/// What is held outside of a heap that is dropped with it in some milliseconds.
const DROPPED_AT_ONCE: usize = 1 << 12;

/// What most heaps do not need.
#[derive(Debug, Default)]
pub(crate) struct Rare {
    /// Nothing has been stored since somebody asked to be told: see [`crate::barrier`].
    pub(crate) unchanged: bool,
    /// Memory for the large object that comes next.
    pub(crate) spare: Option<Region>,
    /// What a collection found and another one needs to leave fragments: see [`crate::sparse`].
    pub(crate) entries: Vec<Value>,
    pub(crate) moves: Option<Moves>,
    /// Words of fragments that a collection has seen for the first time.
    pub(crate) fresh_words: usize,
    /// The next collection looks into each large fragment.
    pub(crate) closely: bool,
    /// Words that the process has beside the heap, for the messages that wait, if they are many.
    beside_words: usize,
    /// The place among those that have much.
    pub(crate) holding: Option<Arc<Holding>>,
}

/// Words to reserve for an object of `size` words after the header; large ones need no room.
#[inline]
pub(crate) const fn room_for(size: usize) -> usize {
    if size > LARGE_WORDS { 0 } else { size + 1 }
}

impl Heap {
    /// A heap with a block of `words` words; the caller writes the bottom return
    /// word into the highest one.
    pub fn new(words: usize) -> Heap {
        let block = Region::must(words.max(8));
        let heap = Heap {
            hp: block.start(),
            debt: Cell::new(0),
            young_start: block.start(),
            young_bytes: block.end() - block.start(),
            block,
            table: HandleTable::default(),
            generation: None,
            rare: None,
            external: 0,
            external_live: 0,
            limit_words: usize::MAX,
            epoch: 1,
            major_epoch: 1,
            work_words: 0,
            next_hash: 0,
            survival: 128,
            collections: 0,
            activity: 0,
            zeal: false,
            just_collected: Cell::new(false),
            beside: budget::Beside::new(),
        };
        heap.with_zeal(cfg!(zeal))
    }

    /// As new, but for block and table; there is no old memory, and nothing rare.
    pub(crate) fn renew(&mut self) {
        let Heap {
            hp,
            debt,
            young_start,
            young_bytes,
            block,
            table: _,
            generation,
            rare,
            external,
            external_live,
            limit_words,
            epoch,
            major_epoch,
            work_words,
            next_hash,
            survival,
            collections,
            activity,
            zeal,
            just_collected,
            beside: _,
        } = self;
        (*hp, *young_start) = (block.start(), block.start());
        *young_bytes = block.end() - block.start();
        debt.set(0);
        debug_assert!(generation.is_none() && rare.is_none());
        (*external, *external_live, *limit_words) = (0, 0, usize::MAX);
        (*epoch, *major_epoch) = (1, 1);
        (*work_words, *next_hash) = (0, 0);
        (*survival, *collections, *activity) = (128, 0, 0);
        *zeal = false;
        just_collected.set(false);
        self.set_zeal(cfg!(zeal));
    }

    fn with_zeal(mut self, zeal: bool) -> Heap {
        self.set_zeal(zeal);
        self
    }

    /// One past the highest word of the block.
    #[inline]
    pub fn stack_end(&self) -> *mut u64 {
        self.block.end() as *mut u64
    }

    #[inline(always)]
    pub fn hp(&self) -> *mut u64 {
        self.hp as *mut u64
    }

    /// Whether `words` words can be allocated below `low`, the lowest stack
    /// address in use, and no collection is due.
    #[inline(always)]
    pub fn has_room(&self, low: *const u64, words: usize) -> bool {
        let bytes = words.min(ENDLESS_WORDS) * 8;
        self.hp + bytes + self.debt.get() <= low as usize || self.has_room_in_debt(low, words)
    }

    #[cold]
    #[inline(never)]
    fn has_room_in_debt(&self, low: *const u64, words: usize) -> bool {
        if !self.zeal || self.is_due() || (words > 0 && !self.just_collected.take()) {
            return false;
        }
        self.hp + words.min(ENDLESS_WORDS) * 8 <= low as usize
    }

    /// Collects at every reservation, poisons what is freed, and checks the heap
    /// after each collection.
    #[inline]
    pub fn set_zeal(&mut self, zeal: bool) {
        if self.zeal != zeal {
            self.zeal = zeal;
            self.update_debt();
        }
    }

    pub fn has_zeal(&self) -> bool {
        self.zeal
    }

    /// Sets how many words the process may use; held shared memory counts.
    pub fn set_limit(&mut self, words: Option<usize>) {
        self.limit_words = words.unwrap_or(usize::MAX);
        self.update_debt();
    }

    pub fn limit(&self) -> Option<usize> {
        (self.limit_words != usize::MAX).then_some(self.limit_words)
    }

    /// Words that the process uses, held shared memory included.
    pub fn size_words(&self) -> usize {
        self.block.words() + self.old_words() + self.external_words()
    }

    /// The units that can be reached, and some that could be before the last full collection.
    pub fn units_held(&self) -> Vec<&crate::fragment::FragmentRef> {
        self.table.units()
    }

    /// What the process uses, with the frame at `fp`.
    pub fn usage(&self, fp: *const u64) -> Usage {
        let (own, shared) = self.table.held_words();
        Usage {
            heap_words: self.used_words() + self.old_words() + own,
            stack_words: (self.block.end() - fp as usize) / 8,
            shared_words: shared,
        }
    }

    /// Words of the block.
    pub fn block_words(&self) -> usize {
        self.block.words()
    }

    /// Words of the objects in block and old memory, garbage included.
    pub fn object_words(&self) -> usize {
        self.used_words() + self.old_words()
    }

    /// Words of the objects in the block, garbage included.
    pub fn used_words(&self) -> usize {
        (self.hp - self.block.start()) / 8
    }

    /// Whether an object of `words` words keeps the process inside its limit; to
    /// be asked before allocating what a program gave the size of.
    #[inline]
    pub fn check_size(&self, words: usize) -> Result<(), OutOfMemory> {
        let total = (self.external_words() + self.old_words()).saturating_add(words);
        if words > crate::layout::OBJECT_WORDS_MAX {
            return Err(OutOfMemory {
                words_needed: words,
                shortage: Shortage::Object,
            });
        }
        if total > self.limit_words() {
            return Err(self.over_limit(total));
        }
        budget::admit(8 * words, 8 * self.size_words())
    }

    /// Whether the process may have `words` words more beside its heap, for messages that wait.
    pub fn check_beside(&self, words: usize) -> Result<(), OutOfMemory> {
        let total = self.size_words().saturating_add(words);
        if total > self.limit_words() {
            return Err(self.over_limit(total));
        }
        budget::admit(8 * words, 8 * self.size_words())
    }

    /// Says how many words it has there. Few are not counted.
    pub fn set_beside(&mut self, words: usize) {
        let counted = if words < BESIDE_WORDS_MIN { 0 } else { words };
        if counted > 0 || self.rare.is_some() {
            self.rare().beside_words = counted;
        }
    }

    fn beside_words(&self) -> usize {
        self.rare.as_ref().map_or(0, |rare| rare.beside_words)
    }

    /// Whether the process has entered the table of those that have much, and it is not known yet
    /// which one it is.
    pub fn is_unknown_holder(&self) -> bool {
        let holding = self.rare.as_ref().and_then(|rare| rare.holding.as_ref());
        holding.is_some_and(|holding| !holding.is_owned())
    }

    /// Says which process it is that has much.
    pub fn set_owner(&self, owner: Box<dyn Owner>) {
        if let Some(holding) = self.rare.as_ref().and_then(|rare| rare.holding.as_ref()) {
            holding.set_owner(owner);
        }
    }

    /// After a collection, with so many messages waiting: enters the table of those that have much, or
    /// says there how much it is.
    pub(crate) fn note_holding(&mut self, messages: usize) {
        let has_much = 8 * self.size_words() > budget::much_bytes();
        let is_entered = self
            .rare
            .as_ref()
            .is_some_and(|rare| rare.holding.is_some());
        if !has_much && !is_entered {
            return;
        }
        let words = self.block.words() + self.beside_words() + self.old_words();
        let bytes = 8 * (words + self.table.fair_words());
        let holding = self.rare().holding.get_or_insert_with(Holding::enter);
        holding.update(bytes, messages);
    }

    /// As [`Heap::check_size`], and sees to it that there is memory for an object of so many
    /// words if it is allocated next.
    #[inline]
    pub fn prepare(&mut self, words: usize) -> Result<(), OutOfMemory> {
        self.check_size(words)?;
        if words > LARGE_WORDS {
            self.drop_spare();
            let region = Region::new(words + 1, self.size_words())?;
            self.rare.get_or_insert_default().spare = Some(region);
        }
        Ok(())
    }

    /// Memory of its own for a large object, with its header: what was prepared for it, if so.
    pub(crate) fn large_region(&mut self, words: usize) -> Region {
        match self.rare.as_mut().and_then(|rare| rare.spare.take()) {
            Some(spare) if spare.words() >= words && spare.words() <= words + words / 8 => spare,
            other => {
                drop(other);
                Region::must(words)
            }
        }
    }

    /// Whether to drop the heap takes longer than some turns: symbols, fragments and large objects are let go one by
    /// one.
    pub fn is_much_to_drop(&self) -> bool {
        self.table.len() > DROPPED_AT_ONCE
    }

    pub(crate) fn rare(&mut self) -> &mut Rare {
        self.rare.get_or_insert_default()
    }

    pub(crate) fn drop_spare(&mut self) {
        if let Some(rare) = &mut self.rare {
            rare.spare = None;
        }
    }

    /// Whether as much memory as `bytes` can be had for a short time outside the heap; to be
    /// asked before something that a program gave the size of is copied there.
    pub fn check_scratch(&self, bytes: usize) -> Result<(), OutOfMemory> {
        if bytes < 8 * PROBED_WORDS {
            return budget::admit(bytes, 8 * self.size_words());
        }
        Region::new(bytes.div_ceil(8), self.size_words()).map(drop)
    }

    /// The same, counted as long as the result lives.
    pub fn take_scratch(&self, bytes: usize) -> Result<budget::Scratch, OutOfMemory> {
        self.check_scratch(bytes)?;
        Ok(budget::Scratch::new(bytes))
    }

    /// How many words the stack may have, beside the limit of the whole.
    fn stack_limit(&self) -> usize {
        match self.limit() {
            Some(_) => usize::MAX,
            None => budget::stack_share().unwrap_or(usize::MAX) / 8,
        }
    }

    /// By how many words a stack of so many may grow.
    pub(crate) fn stack_room(&self, words: usize) -> usize {
        self.stack_limit().saturating_sub(words)
    }

    /// Whether a stack of so many words is within its limit.
    pub(crate) fn check_stack(&self, words: usize) -> Result<(), OutOfMemory> {
        let limit = self.stack_limit();
        if words <= limit {
            return Ok(());
        }
        Err(OutOfMemory {
            words_needed: words,
            shortage: Shortage::Stack { limit },
        })
    }

    /// What a process is told that needs so many words.
    pub fn over_limit(&self, words_needed: usize) -> OutOfMemory {
        let shortage = match (self.limit(), budget::share()) {
            (Some(limit), _) => Shortage::Process { limit },
            (None, Some(share)) => Shortage::Share { limit: share / 8 },
            (None, None) => Shortage::Object,
        };
        OutOfMemory {
            words_needed,
            shortage,
        }
    }

    /// Number of this heap's collections, plus one: an address is good while it stays the same.
    #[inline]
    pub fn epoch(&self) -> u64 {
        self.epoch
    }

    /// What to remember of a table of addresses, `young` if one of them is of a young
    /// object: while it is current, the addresses are good.
    pub fn stamp(&self, young: bool) -> i64 {
        let epoch = if young { self.epoch } else { self.major_epoch };
        (epoch << 1) as i64 | i64::from(!young)
    }

    pub fn is_current(&self, stamp: i64) -> bool {
        stamp == self.stamp(Heap::is_young_stamp(stamp))
    }

    pub fn is_young_stamp(stamp: i64) -> bool {
        stamp & 1 == 0
    }

    /// Whether a minor collection may move what `value` leads to.
    pub fn is_young(&self, value: Value) -> bool {
        let address = value.address();
        self.generation.is_none()
            || self.block.contains(address)
            || self.table.may_be_owned(address)
    }

    /// Words copied by sends, receives and collections since this was last asked, to be charged as fuel.
    pub fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work_words).into()
    }

    pub(crate) fn add_work(&mut self, words: usize) {
        let words = u32::try_from(words).unwrap_or(u32::MAX);
        self.work_words = self.work_words.saturating_add(words);
    }

    /// Notes memory gained outside the block.
    #[inline]
    pub(crate) fn charge(&mut self, words: usize) {
        self.external += words;
        self.update_debt();
    }

    /// Nothing was gained outside the block.
    pub(crate) fn no_external(&mut self) {
        self.external = 0;
        self.update_debt();
    }

    pub(crate) fn clear_debt(&mut self, external_live: usize) {
        self.external = 0;
        self.external_live = external_live;
        self.just_collected();
    }

    /// The next reservation may succeed without a collection.
    pub(crate) fn just_collected(&mut self) {
        self.just_collected.set(true);
        self.update_debt();
    }

    /// Words gained outside the block since the last collection.
    pub(crate) fn external(&self) -> usize {
        self.external
    }

    /// Words outside block and old memory, as far as is known.
    pub(crate) fn external_words(&self) -> usize {
        let live = self.external_live.saturating_add(self.beside_words());
        live.saturating_add(self.external)
    }

    /// The limit of the process, or the one for those that have none of their own.
    pub(crate) fn limit_words(&self) -> usize {
        match self.limit_words {
            usize::MAX => budget::share().map_or(usize::MAX, |share| share / 8),
            own => own,
        }
    }

    /// Whether there is more than there may be until the next collection.
    pub fn is_due(&self) -> bool {
        self.has_gained_much() || self.is_over_limit()
    }

    /// Whether so much was gained outside the block that it may be garbage by now.
    #[inline]
    pub(crate) fn has_gained_much(&self) -> bool {
        let block = self.block.words();
        NUMBERS.has_gained_much(self.external, block, self.external_live, self.old_words())
    }

    /// Whether there may be more than the process may have.
    fn is_over_limit(&self) -> bool {
        let outside = self.external_words().saturating_add(self.old_words());
        let block = self.block.words();
        NUMBERS.is_over_limit(self.external, block, outside, self.limit_words())
    }

    #[inline]
    fn update_debt(&mut self) {
        let little = self.external <= NUMBERS.external_min.min(budget::SMALL_BYTES / 8 - 1);
        match little && self.limit_words == usize::MAX && !self.zeal {
            true => self.debt.set(0),
            false => self.reckon_debt(),
        }
    }

    #[inline(never)]
    fn reckon_debt(&mut self) {
        // Large objects are given without being asked for; what they come to is seen then.
        let grown = 8 * self.external >= budget::SMALL_BYTES && budget::is_tight();
        let endless = self.zeal || grown || self.is_due();
        self.debt.set(if endless { ENDLESS_DEBT } else { 0 });
    }

    /// A new identity hash, never 0.
    pub(crate) fn new_hash(&mut self) -> u32 {
        next_hash(&mut self.next_hash)
    }
}

/// Steps `counter` through all identity hashes but 0, in scattered order.
#[inline]
pub(crate) fn next_hash(counter: &mut u32) -> u32 {
    // An odd factor makes this a permutation of the 20 bits.
    const SCATTER: u32 = 0x9_e377 | 1;
    *counter = counter.wrapping_add(1);
    let hash = counter.wrapping_mul(SCATTER) & ((1 << crate::layout::HASH_BITS) - 1);
    if hash == 0 { 1 } else { hash }
}

// SAFETY: H2: a heap has one owner; what it shares (fragments) is immutable and
// counted atomically. Addresses in it are its own memory.
unsafe impl Send for Heap {}
