//! Symbols that are freed when nothing refers to them.
//!
//! ```text
//!   number:  1 | slot, 25 bits | shard, 6 bits
//!
//!   shard    by name:  "tmp-17" -> slot 4        entries:  4: "tmp-17", 3 references
//!                                                free:     2, 9
//! ```
//!
//! The table is in shards by the hash of the name, each with a lock, which is held for a few
//! instructions. The hash is keyed, so nobody can choose names for one shard.
//!
//! A [`SymbolRef`] is one reference. It is held by whoever has the symbol: by a process in the set
//! of symbols that it reaches, by a fragment for the words in it, by Rust code for its variables.
//! The count of an entry is changed under the lock of its shard, and so is the table of names. So
//! a name that is asked for is either found alive, and counted, or not found, and entered anew
//! with a number that nobody has.
//!
//! Invariants:
//! - S3. An entry has a count above zero, or no name and a place in the free list.
//! - S4. A number is given again only after its count has reached zero, and the one that is free
//!   for the longest time first, so that a word which nobody counts is soon found out.
//!
//! Adding: anyone who makes symbols of data. Bound: each byte counts in the budget of the node
//! (`bytes`), and the process that holds a symbol is charged for it. At the end of the numbers
//! [`SymbolRef::intern`] refuses.

use crate::symbol::{Recent, Symbol};
use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard};

/// Set in the numbers of counted symbols.
pub(crate) const BIT: u32 = 1 << 31;
/// Enough that threads seldom meet in one.
const SHARD_BITS: u32 = 6;
const SHARDS: usize = 1 << SHARD_BITS;
const SLOTS_MAX: usize = 1 << (31 - SHARD_BITS);
/// What a name takes beside its bytes: its places in both directions, and what the allocator adds.
const BESIDE_BYTES: usize = 128;
/// Free entries of a shard that are kept without a look whether the end of the shard is empty.
const FREE_KEPT: usize = 1024;

/// Bytes that all counted names take.
static BYTES: AtomicUsize = AtomicUsize::new(0);

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let hasher = RandomState::new();
    let shard = |_| {
        let by_name = HashMap::with_hasher(hasher.clone());
        Mutex::new(Shard::new(by_name))
    };
    Table {
        shards: std::array::from_fn(shard),
        hasher: hasher.clone(),
    }
});

struct Table {
    shards: [Mutex<Shard>; SHARDS],
    hasher: RandomState,
}

struct Shard {
    by_name: HashMap<Arc<str>, u32>,
    entries: Vec<Entry>,
    /// Slots without a name, those first that are free for the longest time.
    free: VecDeque<u32>,
    /// Names given up since it was last looked whether memory can be given back.
    released: usize,
}

struct Entry {
    name: Option<Arc<str>>,
    count: u64,
    /// The name, if the symbol was made to last. That is one reference more.
    kept: Option<&'static str>,
}

/// A counted reference to a symbol. Of those that last anyway, nothing is counted.
#[derive(PartialEq, Eq)]
pub struct SymbolRef {
    symbol: Symbol,
    /// What it takes beside the word that stands for it: see [`SymbolRef::bytes`].
    bytes: u32,
}

/// The name of a symbol.
#[derive(Clone)]
pub enum SymbolText {
    Lasting(&'static str),
    Counted(Arc<str>),
}

/// Bytes that all counted names take.
pub(crate) fn bytes() -> usize {
    BYTES.load(Ordering::Relaxed)
}

/// How many counted symbols there are.
pub fn counted_symbols() -> usize {
    let shards = TABLE.shards.iter();
    shards.map(|shard| lock(shard).by_name.len()).sum()
}

/// Whether there is a counted symbol called `name`: for tests, and by now it may be gone.
pub fn is_counted(name: &str) -> bool {
    shard_of_name(name).1.by_name.contains_key(name)
}

impl SymbolRef {
    /// The symbol called `name`; `None` if it would be new and there are no more numbers.
    pub fn intern(name: &str) -> Option<SymbolRef> {
        let recent = Recent::of(name);
        if let Some(symbol) = recent.counted()
            && let Some(found) = SymbolRef::again_if_called(symbol, name)
        {
            return Some(found);
        }
        if let Some(symbol) = Symbol::find_beside(name, recent) {
            return Some(SymbolRef::again(symbol));
        }
        let (number, mut shard) = shard_of_name(name);
        if let Some(&slot) = shard.by_name.get(name) {
            shard.entries[slot as usize].count += 1;
            let found = SymbolRef::new(number_of(number, slot), name);
            recent.remember(found.symbol);
            return Some(found);
        }
        // S1: it may have been entered there since it was looked for.
        if let Some(symbol) = Symbol::find_beside(name, recent) {
            drop(shard);
            return Some(SymbolRef::again(symbol));
        }
        let slot = shard.enter(name)?;
        BYTES.fetch_add(name.len() + BESIDE_BYTES, Ordering::Relaxed);
        Some(SymbolRef::new(number_of(number, slot), name))
    }

    /// One reference more to a counted symbol that may be gone, if it lives and has this name. By S1 it is then
    /// the symbol of that name, which need not be looked for in either table.
    fn again_if_called(symbol: Symbol, name: &str) -> Option<SymbolRef> {
        let (mut shard, slot) = shard_of(symbol);
        let entry = shard.entries.get_mut(slot as usize)?;
        if entry.name.as_deref() != Some(name) {
            return None;
        }
        entry.count += 1;
        Some(SymbolRef::new(symbol.0, name))
    }

    /// A reference to a counted symbol, for one that was counted.
    fn new(number: u32, name: &str) -> SymbolRef {
        SymbolRef {
            symbol: Symbol(number),
            bytes: u32::try_from(name.len() + BESIDE_BYTES).unwrap_or(u32::MAX),
        }
    }

    /// One reference more to a symbol that lives.
    pub(crate) fn again(symbol: Symbol) -> SymbolRef {
        if !symbol.is_counted() {
            return SymbolRef { symbol, bytes: 0 };
        }
        let (mut shard, slot) = shard_of(symbol);
        let entry = shard.living(slot);
        entry.count += 1;
        SymbolRef::new(symbol.0, entry.name.as_deref().unwrap_or_default())
    }

    #[inline]
    pub fn symbol(&self) -> Symbol {
        self.symbol
    }

    /// What it takes beside the word that stands for it, in bytes: nothing if it lasts.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.bytes as usize
    }
}

impl Clone for SymbolRef {
    fn clone(&self) -> SymbolRef {
        SymbolRef::again(self.symbol)
    }
}

impl Drop for SymbolRef {
    fn drop(&mut self) {
        if self.symbol.is_counted() {
            let (mut shard, slot) = shard_of(self.symbol);
            let name = shard.release(slot);
            drop(shard);
            if let Some(name) = name {
                BYTES.fetch_sub(name.len() + BESIDE_BYTES, Ordering::Relaxed);
            }
        }
    }
}

/// The name of a counted symbol that lives.
pub(crate) fn text(symbol: Symbol) -> SymbolText {
    let (mut shard, slot) = shard_of(symbol);
    let name = shard.living(slot).name.clone();
    SymbolText::Counted(name.expect("S2: a symbol that is named lives"))
}

/// Whether a counted symbol was made to last.
pub(crate) fn is_kept(symbol: Symbol) -> bool {
    let (shard, slot) = shard_of(symbol);
    let entry = shard.entries.get(slot as usize);
    entry.is_some_and(|entry| entry.kept.is_some())
}

/// Makes a counted symbol that lives last; its name.
pub(crate) fn keep(symbol: Symbol) -> &'static str {
    let (mut shard, slot) = shard_of(symbol);
    let entry = shard.living(slot);
    if let Some(name) = entry.kept {
        return name;
    }
    let name = entry.name.clone().unwrap_or_default();
    let name = symbol.insert_kept(&name);
    entry.kept = Some(name);
    entry.count += 1;
    name
}

/// The symbol called `name`, which was not found among the lasting ones, and lasts from now on;
/// `None` if there are no numbers left.
pub(crate) fn lasting(name: &str) -> Option<Symbol> {
    let (number, shard) = shard_of_name(name);
    let Some(&slot) = shard.by_name.get(name) else {
        // S1: the lock is held until the name is in the other table.
        return Symbol::insert(name);
    };
    // It may be given up as soon as the lock is.
    let reference = {
        let mut shard = shard;
        shard.entries[slot as usize].count += 1;
        SymbolRef::new(number_of(number, slot), name)
    };
    Some(reference.symbol().keep())
}

fn number_of(shard: usize, slot: u32) -> u32 {
    BIT | slot << SHARD_BITS | shard as u32
}

fn shard_of(symbol: Symbol) -> (MutexGuard<'static, Shard>, u32) {
    let number = symbol.index() & !BIT;
    let shard = lock(&TABLE.shards[number as usize % SHARDS]);
    (shard, number >> SHARD_BITS)
}

fn shard_of_name(name: &str) -> (usize, MutexGuard<'static, Shard>) {
    // The low bits choose within the table of names.
    let number = (TABLE.hasher.hash_one(name) >> 32) as usize % SHARDS;
    (number, lock(&TABLE.shards[number]))
}

fn lock(shard: &'static Mutex<Shard>) -> MutexGuard<'static, Shard> {
    shard
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl Shard {
    fn new(by_name: HashMap<Arc<str>, u32>) -> Shard {
        Shard {
            by_name,
            entries: Vec::new(),
            free: VecDeque::new(),
            released: 0,
        }
    }

    fn living(&mut self, slot: u32) -> &mut Entry {
        let entry = self.entries.get_mut(slot as usize);
        let living = entry.filter(|entry| entry.count > 0);
        living.expect("S2: a symbol that is used lives")
    }

    /// A slot for a new name, with one reference.
    fn enter(&mut self, name: &str) -> Option<u32> {
        let name: Arc<str> = Arc::from(name);
        let entry = Entry {
            name: Some(name.clone()),
            count: 1,
            kept: None,
        };
        let slot = match self.free.pop_front() {
            Some(slot) => {
                self.entries[slot as usize] = entry;
                slot
            }
            None if self.entries.len() < SLOTS_MAX => {
                self.entries.push(entry);
                (self.entries.len() - 1) as u32
            }
            None => return None,
        };
        self.by_name.insert(name, slot);
        Some(slot)
    }

    /// Takes one from the count; the name, if that was the last.
    fn release(&mut self, slot: u32) -> Option<Arc<str>> {
        let entry = self.living(slot);
        entry.count -= 1;
        if entry.count > 0 {
            return None;
        }
        let name = entry.name.take();
        if let Some(name) = &name {
            self.by_name.remove(name);
        }
        self.free.push_back(slot);
        self.trim();
        name
    }

    /// Gives memory back when most of the shard is free: after many symbols were needed at a time.
    fn trim(&mut self) {
        self.released += 1;
        let free = self.free.len();
        let mostly_free = free >= FREE_KEPT && free * 4 >= self.entries.len() * 3;
        let ends_free = self.entries.last().is_some_and(|entry| entry.count == 0);
        // It looks at all that is free, so not each time.
        if !mostly_free || !ends_free || self.released * 4 < free {
            return;
        }
        self.released = 0;
        while self.entries.last().is_some_and(|entry| entry.count == 0) {
            self.entries.pop();
        }
        let left = self.entries.len() as u32;
        self.free.retain(|&slot| slot < left);
        self.entries.shrink_to(FREE_KEPT);
        self.free.shrink_to(FREE_KEPT);
        self.by_name.shrink_to(2 * self.by_name.len());
    }
}

impl std::ops::Deref for SymbolText {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            SymbolText::Lasting(name) => name,
            SymbolText::Counted(name) => name,
        }
    }
}

impl AsRef<str> for SymbolText {
    fn as_ref(&self) -> &str {
        self
    }
}

impl std::fmt::Display for SymbolText {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self)
    }
}

impl std::fmt::Debug for SymbolText {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{:?}", &**self)
    }
}

impl std::fmt::Debug for SymbolRef {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "SymbolRef({:?})", self.symbol)
    }
}

#[cfg(test)]
mod tests;
