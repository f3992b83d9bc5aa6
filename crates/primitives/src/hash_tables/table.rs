//! The inside of a hash table: entries in the order in which they were added, and
//! an index by hash.
//!
//! ```text
//!   kind     equivalence, the least stable of the hashes, and the seed (a fixnum)
//!   count    associations
//!   used     entries used, removed ones included
//!   epoch    the heap's stamp when hashes were last taken; 0 in a copy, -1 from another node
//!   keys     vector, `absent` for what was removed      | of the same
//!   values   vector                                     | capacity
//!   index    bytevector of places, or #f
//!   place    32 bits of an entry's number plus 1, or 0; 32 bits of its hash
//! ```
//!
//! A key stands in the index at its hash or the next free place. Small tables have
//! no index, and the seed 0. Frozen tables are read only: if their hashes are not good here, a key
//! that is not found by hash is looked for in all entries.
//!
//! Keys are compared only when the whole hashes agree, so what an operation costs does not depend
//! on the seed. A table gets a new seed with each new index, and one in which keys have come to
//! stand far from where they belong, as only happens to those who know its seed, gets another.
//!
//! What would take too long is not begun: [`Found::Unfinished`], [`Table::is_ready`]. The library
//! does it in steps (`lib/mound/base/tables-in-steps.scm`): [`Table::take`] fills a new table with
//! some entries of an old one, [`Table::next_place`] leads from place to place.
//!
//! Invariant T1: all entries that hold a key are in the index, at least once
//! hashes were good; a removed one stays there until the table is rebuilt.

use super::hashing::{Equivalence, Hash, Stability};
use crate::arguments;
use mound_heap::equality::Verdict;
use mound_heap::layout::{HASH_TABLE_EPOCH, HASH_TABLE_EPOCH_FOREIGN, HASH_TABLE_FIELDS};
use mound_heap::object::{HashTable, Vector};
use mound_heap::text::Bytevector;
use mound_heap::{Heap, Value};
use mound_machine::Context;

const KIND: usize = 0;
const COUNT: usize = 1;
const USED: usize = 2;
const EPOCH: usize = HASH_TABLE_EPOCH;
const KEYS: usize = 4;
const VALUES: usize = 5;
const INDEX: usize = 6;

/// Entries up to which looking at all is as quick as an index.
const CAPACITY_WITHOUT_INDEX: usize = 8;
/// Bytes of a place in the index.
const PLACE: usize = 8;
/// Places of the index for each entry, so that about half are free.
const PLACES_PER_ENTRY: usize = 2;
/// Bits of a seed; the lowest bits of the kind are equivalence, and stability by its number here. That of content was
/// 0 as long as words were hashed in another way: such a table comes from an older node, and is put in order first.
const SEED_BITS: u32 = 56;
const SEED_SHIFT: u32 = 4;

/// Places that are looked at in one step.
const PLACES_MAX: usize = 1 << 14;
/// Entries that are looked at, copied or hashed in one step.
const ENTRIES_MAX: usize = 1 << 12;
/// Entries of which the addresses are hashed anew in one step, which takes about a millisecond.
/// More are hashed in steps that are paid for, so a program pays for when there was a collection.
const REHASHED_MAX: usize = 1 << 16;
/// Parts of keys that are hashed in one step, and a key.
const WORK_MAX: usize = 1 << 15;
/// Comparisons of keys, and of what is in them, in one step.
const COMPARISONS_MAX: usize = 1 << 14;
/// Places between a key and where it belongs, taken by keys of other hashes, that do not come by
/// chance: in an index half full, not once in 10^10 times.
const DISTANCE_MAX: usize = 128;

/// A table by its fields. Good as long as the value it was made of.
#[derive(Clone, Copy)]
pub(crate) struct Table(HashTable);

/// The entries of a table, good until something moves or the table gets others. What came from
/// elsewhere is not believed: both vectors have room for the capacity.
#[derive(Clone, Copy)]
struct Entries {
    keys: Vector,
    values: Vector,
    capacity: usize,
    used: usize,
}

impl Entries {
    fn key(self, entry: usize) -> Value {
        match entry < self.used {
            true => self.keys.get(entry).unwrap_or(Value::ABSENT),
            false => Value::ABSENT,
        }
    }

    fn set(self, heap: &mut Heap, entry: usize, key: Value, value: Value) {
        let key_set = self.keys.set(heap, entry, key);
        let value_set = self.values.set(heap, entry, value);
        debug_assert!(
            key_set.and(value_set).is_ok(),
            "a mutable table has mutable entries"
        );
    }
}

/// What comes of looking for a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Found {
    Entry(usize),
    /// With the hash of the key, good until something moves or the table gets another index; `None`
    /// if none was made.
    Nothing(Option<Hash>),
    /// It would take too long.
    Unfinished,
}

/// The fields of a table without entries.
pub(crate) fn empty_fields(equivalence: Equivalence) -> [Value; HASH_TABLE_FIELDS] {
    let mut fields = [Value::FALSE; HASH_TABLE_FIELDS];
    fields[KIND] = kind_value(equivalence, Stability::Content, 0);
    fields[COUNT] = Value::fixnum(0);
    fields[USED] = Value::fixnum(0);
    fields[EPOCH] = Value::fixnum(0);
    fields
}

fn kind_value(equivalence: Equivalence, stability: Stability, seed: u64) -> Value {
    let seed = (seed & ((1 << SEED_BITS) - 1)) << SEED_SHIFT;
    let stability = match stability {
        Stability::Node => 1,
        Stability::Address => 2,
        Stability::Content => 3,
    };
    Value::fixnum((equivalence as i64) | stability << 2 | seed as i64)
}

/// What a table needs to hold more, or a copy to hold the same.
#[derive(Clone, Copy)]
pub(crate) struct Growth {
    capacity: usize,
}

impl Growth {
    fn to(entries: usize) -> Growth {
        Growth {
            capacity: entries.next_power_of_two().max(CAPACITY_WITHOUT_INDEX),
        }
    }

    fn index_bytes(self) -> usize {
        if self.capacity <= CAPACITY_WITHOUT_INDEX {
            0
        } else {
            self.capacity * PLACES_PER_ENTRY * PLACE
        }
    }

    /// Words to reserve, for a table too.
    pub fn words(self) -> usize {
        2 * Heap::words_for_vector(self.capacity)
            + Heap::words_for_bytevector(self.index_bytes())
            + Heap::WORDS_FOR_HASH_TABLE
    }

    /// Words of all new objects, and more.
    pub fn size(self) -> usize {
        2 * self.capacity + self.index_bytes() / 8 + 16
    }

    /// Whether so many entries are copied and hashed in one step.
    pub fn is_small(self) -> bool {
        self.capacity <= ENTRIES_MAX
    }
}

impl Table {
    pub fn of(value: Value) -> Option<Table> {
        HashTable::of(value).map(Table)
    }

    /// Whether any part of it cannot be changed; in an honest table, all or none.
    pub fn is_frozen(self) -> bool {
        self.0.is_frozen()
            || self.keys().is_some_and(Vector::is_frozen)
            || self.values().is_some_and(Vector::is_frozen)
            || self.index().is_some_and(Bytevector::is_frozen)
    }

    fn number(self, field: usize) -> usize {
        self.0
            .get(field)
            .as_fixnum()
            .map_or(0, |number| number.max(0) as usize)
    }

    /// Sets a field of a table that is not frozen.
    fn set(self, heap: &mut Heap, field: usize, value: Value) {
        let set = self.0.set(heap, field, value);
        debug_assert!(set.is_ok(), "only mutable tables are changed");
    }

    /// As [`Table::set`], for what is not content of the table.
    fn set_note(self, field: usize, note: Value) {
        let set = self.0.set_note(field, note.as_fixnum().unwrap_or(0));
        debug_assert!(set.is_ok(), "only mutable tables are changed");
    }

    pub fn count(self) -> usize {
        self.number(COUNT).min(self.capacity())
    }

    fn entries(self) -> Option<Entries> {
        let (keys, values) = (self.keys()?, self.values()?);
        let capacity = keys.len().min(values.len());
        let used = self.number(USED).min(capacity);
        Some(Entries {
            keys,
            values,
            capacity,
            used,
        })
    }

    fn keys(self) -> Option<Vector> {
        Vector::of(self.0.get(KEYS))
    }

    fn values(self) -> Option<Vector> {
        Vector::of(self.0.get(VALUES))
    }

    fn index(self) -> Option<Bytevector> {
        Bytevector::of(self.0.get(INDEX)).filter(|index| index.len() >= PLACE)
    }

    /// Entries that the vectors have room for; what came from elsewhere is not believed.
    fn capacity(self) -> usize {
        self.entries().map_or(0, |entries| entries.capacity)
    }

    pub fn used(self) -> usize {
        self.entries().map_or(0, |entries| entries.used)
    }

    /// The key of an entry, or `absent`.
    pub fn key(self, entry: usize) -> Value {
        self.keys()
            .and_then(|keys| keys.get(entry))
            .unwrap_or(Value::ABSENT)
    }

    pub fn value(self, entry: usize) -> Value {
        self.values()
            .and_then(|values| values.get(entry))
            .unwrap_or(Value::FALSE)
    }

    pub fn set_value(self, heap: &mut Heap, entry: usize, value: Value) {
        if let Some(values) = self.values() {
            let set = values.set(heap, entry, value);
            debug_assert!(set.is_ok(), "a mutable table has mutable entries");
        }
    }

    pub fn equivalence(self) -> Equivalence {
        match self.number(KIND) & 3 {
            0 => Equivalence::Eq,
            1 => Equivalence::Eqv,
            _ => Equivalence::Equal,
        }
    }

    fn stability(self) -> Stability {
        match self.number(KIND) >> 2 & 3 {
            0 | 1 => Stability::Node,
            2 => Stability::Address,
            _ => Stability::Content,
        }
    }

    fn seed(self) -> u64 {
        (self.number(KIND) >> SEED_SHIFT) as u64
    }

    fn epoch(self) -> i64 {
        let epoch = self.0.get(EPOCH).as_fixnum();
        epoch.unwrap_or(HASH_TABLE_EPOCH_FOREIGN)
    }

    /// Whether the keys are no longer, or not on this node, where their hashes say.
    fn is_stale(self, context: &Context) -> bool {
        let epoch = self.epoch();
        match self.stability() {
            Stability::Content => false,
            Stability::Node => epoch == HASH_TABLE_EPOCH_FOREIGN,
            Stability::Address => !context.heap.is_current(epoch),
        }
    }

    /// The entry of a key; never collects. A seed is needed if keys have to be hashed anew.
    pub fn find(self, context: &mut Context, key: Value, seed: impl FnOnce() -> u64) -> Found {
        let Some(entries) = self.entries() else {
            return Found::Nothing(None);
        };
        if key == Value::ABSENT || entries.used == 0 {
            return Found::Nothing(None);
        }
        let Some(index) = self.index() else {
            return self.search(context, entries, key);
        };
        let stale = self.is_stale(context);
        if stale && !self.is_frozen() && !self.rebuild_index(context, seed) {
            return Found::Unfinished;
        }
        let hash = self.equivalence().hash(context, key, self.seed());
        arguments::charge(context, hash.work);
        let found = self.probe(context, entries, index, key, hash);
        if stale && matches!(found, Found::Nothing(_)) && self.is_frozen() {
            return self.search(context, entries, key);
        }
        found
    }

    /// Looks at all entries.
    fn search(self, context: &mut Context, entries: Entries, key: Value) -> Found {
        if entries.used > ENTRIES_MAX {
            return Found::Unfinished;
        }
        let mut budget = COMPARISONS_MAX;
        let found = self.search_within(entries, key, &mut budget);
        arguments::charge(context, entries.used + COMPARISONS_MAX - budget);
        found
    }

    fn search_within(self, entries: Entries, key: Value, budget: &mut usize) -> Found {
        let keys = &entries.keys.slice()[..entries.used];
        if let Some(entry) = keys.iter().position(|&candidate| candidate == key) {
            return Found::Entry(entry);
        }
        let equivalence = self.equivalence();
        if equivalence == Equivalence::Eq || !key.is_pointer() {
            // It is the same as nothing but itself.
            return Found::Nothing(None);
        }
        for (entry, &candidate) in keys.iter().enumerate() {
            if candidate != Value::ABSENT {
                match equivalence.holds(candidate, key, budget) {
                    Verdict::Same => return Found::Entry(entry),
                    Verdict::Different => {}
                    Verdict::Unfinished => return Found::Unfinished,
                }
            }
        }
        Found::Nothing(None)
    }

    fn probe(
        self,
        context: &mut Context,
        entries: Entries,
        index: Bytevector,
        key: Value,
        hash: Hash,
    ) -> Found {
        let equivalence = self.equivalence();
        let count = index.len() / PLACE;
        let mut place = home(hash.bits, count);
        let mut budget = COMPARISONS_MAX;
        let mut found = None;
        for step in 0..count {
            let Some((entry, bits)) = entry_at(index, place) else {
                break;
            };
            if bits == hash.bits {
                let candidate = entries.key(entry);
                if candidate == key {
                    found = Some(Found::Entry(entry));
                    break;
                }
                let verdict = match candidate {
                    Value::ABSENT => Verdict::Different,
                    _ => equivalence.holds(candidate, key, &mut budget),
                };
                match verdict {
                    Verdict::Same => found = Some(Found::Entry(entry)),
                    Verdict::Different => budget = budget.saturating_sub(1),
                    Verdict::Unfinished => found = Some(Found::Unfinished),
                }
            }
            if step >= PLACES_MAX || budget == 0 {
                found = Some(Found::Unfinished);
            }
            if found.is_some() {
                break;
            }
            place = next(place, count);
            // Fewer steps may be chance, and what a program pays is not.
            if step >= DISTANCE_MAX && step % 32 == 0 {
                context.fuel -= 1;
            }
        }
        arguments::charge(context, COMPARISONS_MAX - budget);
        found.unwrap_or(Found::Nothing(Some(hash)))
    }

    /// The place to look at after `place`, or first, for a key; `None` if the key is in none of the
    /// others. A place is that of an entry if the table cannot be asked by hash.
    pub fn next_place(
        self,
        context: &mut Context,
        key: Value,
        place: Option<usize>,
    ) -> Option<usize> {
        let Some(index) = self.index_by_hash(context) else {
            let next = place.map_or(0, |place| place.saturating_add(1));
            return Some(next).filter(|&entry| entry < self.used());
        };
        let hash = self.equivalence().hash(context, key, self.seed());
        arguments::charge(context, hash.work);
        let count = index.len() / PLACE;
        let start = home(hash.bits, count);
        let mut at = match place {
            None => start,
            Some(place) => next(place.min(count - 1), count),
        };
        for step in 0..ENTRIES_MAX {
            if step % 32 == 31 {
                context.fuel -= 1;
            }
            if place.is_some() && at == start {
                return None;
            }
            let (_, bits) = entry_at(index, at)?;
            if bits == hash.bits {
                return Some(at);
            }
            if next(at, count) == start {
                return None;
            }
            at = next(at, count);
        }
        Some(at)
    }

    /// The entry at a place of [`Table::next_place`].
    pub fn entry_of_place(self, context: &Context, place: usize) -> Option<usize> {
        let entry = match self.index_by_hash(context) {
            None => place,
            Some(index) => entry_at(index, place)?.0,
        };
        Some(entry).filter(|&entry| entry < self.used())
    }

    /// The index, if it can be used however long that takes: addresses may change meanwhile.
    fn index_by_hash(self, context: &Context) -> Option<Bytevector> {
        self.index()
            .filter(|_| self.stability() != Stability::Address && !self.is_stale(context))
    }

    /// Whether a key can be looked for by hash, and added, without anything else to be done before.
    pub fn is_ready(self, context: &Context) -> bool {
        let has_room = |entries: Entries| entries.used < entries.capacity;
        self.entries().is_some_and(has_room) && (self.index().is_none() || !self.is_stale(context))
    }

    /// The associations of some entries, newest first.
    pub fn newest_first(
        self,
        entries: std::ops::Range<usize>,
    ) -> impl Iterator<Item = (Value, Value)> {
        let end = entries.end.min(self.used());
        (entries.start.min(end)..end)
            .rev()
            .filter(move |&entry| self.key(entry) != Value::ABSENT)
            .map(move |entry| (self.key(entry), self.value(entry)))
    }

    /// What the table needs before one more key is added, if it is full.
    pub fn growth(self) -> Option<Growth> {
        let used = self.used();
        if used < self.capacity() {
            return None;
        }
        // If half was removed, a table of the same size has room for as many again as are hashed anew.
        let roomy = self.count() * 2 <= used;
        Some(Growth::to(if roomy { used } else { used + 1 }))
    }

    pub fn growth_of_copy(self) -> Growth {
        Growth::to(self.used())
    }

    /// An empty table like this one, with the capacity of `growth`, whose words are reserved. Only an index needs a
    /// seed.
    pub fn roomy(self, heap: &mut Heap, growth: Growth, seed: impl FnOnce() -> u64) -> Value {
        let capacity = growth.capacity;
        let mut fields = empty_fields(self.equivalence());
        // Entries that are not used hold anything.
        fields[KEYS] = heap.vector_of_zeros(capacity);
        fields[VALUES] = heap.vector_of_zeros(capacity);
        if growth.index_bytes() > 0 {
            fields[INDEX] = heap.bytevector_of_zeros(growth.index_bytes());
            fields[KIND] = kind_value(self.equivalence(), Stability::Content, seed());
        }
        heap.hash_table(fields)
    }

    /// Adds the associations of another table, from an entry on, which this one does not have and
    /// has room for: as many as one step may. Gives the entry that comes next, or `None` at the end.
    pub fn take(self, context: &mut Context, source: Table, from: usize) -> Option<usize> {
        let mut hashes = Hashes::of(self, context);
        let mut entry = from;
        while entry < source.used() {
            if entry - from >= ENTRIES_MAX || hashes.work >= WORK_MAX {
                break;
            }
            let key = source.key(entry);
            if key != Value::ABSENT && self.used() < self.capacity() {
                self.append(context, key, source.value(entry), None, &mut hashes);
            }
            entry += 1;
        }
        arguments::charge(context, 4 * (entry - from) + hashes.work);
        hashes.note(self, context);
        (entry < source.used()).then_some(entry)
    }

    /// Gets the content of another table, which is of no more use.
    pub fn become_like(self, heap: &mut Heap, other: Table) {
        for field in 0..HASH_TABLE_FIELDS {
            self.set(heap, field, other.0.get(field));
        }
    }

    /// Hashes all keys anew, in place; false, and nothing is done, if that would take too long. Pays
    /// nothing, since it depends on when there was a collection.
    fn rebuild_index(self, context: &mut Context, seed: impl FnOnce() -> u64) -> bool {
        let Some(mut index) = self.index() else {
            return true;
        };
        let entries_max = match self.equivalence() {
            // Keys may be large.
            Equivalence::Equal => ENTRIES_MAX / 16,
            Equivalence::Eq | Equivalence::Eqv => REHASHED_MAX,
        };
        if self.used() > entries_max {
            return false;
        }
        if let Ok(places) = index.slice_mut() {
            places.fill(0);
        }
        self.set_note(
            KIND,
            kind_value(self.equivalence(), Stability::Content, seed()),
        );
        self.set_note(EPOCH, Value::fixnum(0));
        let mut hashes = Hashes::of(self, context);
        for entry in 0..self.used() {
            let key = self.key(entry);
            if key != Value::ABSENT {
                hashes.insert(context, index, key, entry, None);
            }
        }
        hashes.note(self, context);
        true
    }

    /// Adds a key that the table does not have. There is room, and the index is good, as is the hash
    /// of the key, if there is one.
    pub fn add(self, context: &mut Context, key: Value, value: Value, hash: Option<Hash>) {
        let mut hashes = Hashes::of(self, context);
        self.append(context, key, value, hash, &mut hashes);
        hashes.note(self, context);
    }

    fn append(
        self,
        context: &mut Context,
        key: Value,
        value: Value,
        hash: Option<Hash>,
        hashes: &mut Hashes,
    ) {
        let Some(entries) = self.entries() else {
            return;
        };
        let entry = entries.used;
        if entry >= entries.capacity {
            return;
        }
        let count = self.number(COUNT).min(entries.capacity);
        entries.set(&mut context.heap, entry, key, value);
        // The entry has passed the write barrier; numbers need none.
        self.set_note(USED, Value::fixnum(entry as i64 + 1));
        self.set_note(COUNT, Value::fixnum(count as i64 + 1));
        if let Some(index) = self.index() {
            hashes.insert(context, index, key, entry, hash);
        }
    }

    pub fn remove(self, heap: &mut Heap, entry: usize) {
        let Some(entries) = self.entries() else {
            return;
        };
        let count = self.number(COUNT).min(entries.capacity).saturating_sub(1);
        if count == 0 && self.index().is_some() {
            return self.clear(heap);
        }
        entries.set(heap, entry, Value::ABSENT, Value::FALSE);
        self.set_note(COUNT, Value::fixnum(count as i64));
        if count == 0 {
            // All entries were removed, and nothing leads to them.
            self.set_note(USED, Value::fixnum(0));
        }
    }

    pub fn clear(self, heap: &mut Heap) {
        for (field, value) in empty_fields(self.equivalence()).into_iter().enumerate() {
            self.set(heap, field, value);
        }
    }
}

/// What is noted of the hashes of a table while keys are added.
struct Hashes {
    equivalence: Equivalence,
    seed: u64,
    stability: Stability,
    /// Whether an address that was hashed is of a young object.
    young: bool,
    /// Whether the addresses that were hashed before are out of date: then all that is noted is that.
    stale: bool,
    /// Whether a key stands so far from where it belongs that there should be another seed.
    crowded: bool,
    work: usize,
}

impl Hashes {
    fn of(table: Table, context: &Context) -> Hashes {
        let by_address = table.stability() == Stability::Address;
        Hashes {
            equivalence: table.equivalence(),
            seed: table.seed(),
            stability: table.stability(),
            young: by_address && Heap::is_young_stamp(table.epoch()),
            stale: table.is_stale(context),
            crowded: false,
            work: 0,
        }
    }

    fn insert(
        &mut self,
        context: &mut Context,
        index: Bytevector,
        key: Value,
        entry: usize,
        hash: Option<Hash>,
    ) {
        let hash = hash.unwrap_or_else(|| self.equivalence.hash(context, key, self.seed));
        self.work += hash.work;
        self.stability = self.stability.max(hash.stability);
        self.young |= hash.stability == Stability::Address && context.heap.is_young(key);
        let (steps, changes) = insert(index, hash.bits, entry);
        self.work += steps / 32;
        self.crowded |= changes > DISTANCE_MAX;
    }

    fn note(self, table: Table, context: &Context) {
        if self.stale {
            return;
        }
        let stability = match self.crowded {
            true => self.stability.max(Stability::Node),
            false => self.stability,
        };
        let epoch = match self.crowded {
            true => HASH_TABLE_EPOCH_FOREIGN,
            false => context.heap.stamp(self.young),
        };
        table.set_note(KIND, kind_value(self.equivalence, stability, self.seed));
        table.set_note(EPOCH, Value::fixnum(epoch));
    }
}

/// The first place for a hash.
#[inline]
fn home(bits: u32, count: usize) -> usize {
    match count.is_power_of_two() {
        true => bits as usize & (count - 1),
        false => bits as usize % count.max(1),
    }
}

#[inline]
fn next(place: usize, count: usize) -> usize {
    match place + 1 < count {
        true => place + 1,
        false => 0,
    }
}

/// The entry that a place of the index names, and its hash.
#[inline]
fn entry_at(index: Bytevector, place: usize) -> Option<(usize, u32)> {
    let bytes = index.slice();
    let bytes = bytes.get(place * PLACE..(place + 1) * PLACE)?;
    let word = u64::from_le_bytes(bytes.try_into().ok()?);
    Some(((word as u32 as usize).checked_sub(1)?, (word >> 32) as u32))
}

/// Puts an entry at the first free place from its hash on; gives how many places are taken before,
/// and how many of these by another hash than the place before: many keys of one hash do not go
/// away with another seed.
fn insert(mut index: Bytevector, bits: u32, entry: usize) -> (usize, usize) {
    let count = index.len() / PLACE;
    let mut place = home(bits, count);
    let (mut steps, mut changes, mut last) = (0, 0, bits);
    while steps < count {
        match entry_at(index, place) {
            Some((_, found)) => {
                changes += usize::from(found != last);
                last = found;
            }
            None => {
                if let Ok(bytes) = index.slice_mut() {
                    let word = u64::from(bits) << 32 | (entry as u64 + 1);
                    bytes[place * PLACE..(place + 1) * PLACE].copy_from_slice(&word.to_le_bytes());
                }
                break;
            }
        }
        steps += 1;
        place = next(place, count);
    }
    (steps, changes)
}
