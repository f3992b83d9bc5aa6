//! The inside of a hash table: entries in the order in which they were added, and
//! an index by hash.
//!
//! ```text
//!   kind     equivalence, and the least stable of the hashes (a fixnum)
//!   count    associations
//!   used     entries used, removed ones included
//!   epoch    the heap's stamp when hashes were last taken; 0 in a copy, -1 from another node
//!   keys     vector, `absent` for what was removed      | of the same
//!   values   vector                                     | capacity
//!   index    bytevector of 32-bit places: 0, or an entry's number plus 1; or #f
//! ```
//!
//! A key stands in the index at its hash or the next free place. Small tables have
//! no index. Frozen tables are read only: if their hashes are not good here, a key
//! that is not found by hash is looked for in all entries.
//!
//! Invariant T1: all entries that hold a key are in the index, at least once
//! hashes were good; a removed one stays there until the table is rebuilt.

use super::hashing::{Equivalence, Hash, Stability};
use crate::arguments;
use mound_heap::layout::{HASH_TABLE_EPOCH, HASH_TABLE_EPOCH_FOREIGN, HASH_TABLE_FIELDS};
use mound_heap::object::{HashTable, Vector};
use mound_heap::text::Bytevector;
use mound_heap::{Heap, Value};
use mound_machine::{Context, Raise};

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
const PLACE: usize = 4;
/// Places of the index for each entry, so that about half are free.
const PLACES_PER_ENTRY: usize = 2;

/// A table by its fields. Good as long as the value it was made of.
#[derive(Clone, Copy)]
pub(crate) struct Table(HashTable);

/// The fields of a table without entries.
pub(crate) fn empty_fields(equivalence: Equivalence) -> [Value; HASH_TABLE_FIELDS] {
    let mut fields = [Value::FALSE; HASH_TABLE_FIELDS];
    fields[KIND] = kind_value(equivalence, Stability::Content);
    fields[COUNT] = Value::fixnum(0);
    fields[USED] = Value::fixnum(0);
    fields[EPOCH] = Value::fixnum(0);
    fields
}

fn kind_value(equivalence: Equivalence, stability: Stability) -> Value {
    Value::fixnum((equivalence as i64) | (stability as i64) << 2)
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

    /// Words to reserve.
    pub fn words(self) -> usize {
        2 * Heap::words_for_vector(self.capacity) + Heap::words_for_bytevector(self.index_bytes())
    }

    /// Words of the largest of the new objects, and more.
    pub fn size(self) -> usize {
        2 * self.capacity + self.index_bytes() / 8 + 4
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

    fn set_number(self, heap: &mut Heap, field: usize, number: usize) {
        self.set(heap, field, Value::fixnum(number as i64));
    }

    /// As [`Table::set`], for what is not content of the table.
    fn set_note(self, field: usize, note: Value) {
        let set = self.0.set_note(field, note.as_fixnum().unwrap_or(0));
        debug_assert!(set.is_ok(), "only mutable tables are changed");
    }

    pub fn count(self) -> usize {
        self.number(COUNT).min(self.capacity())
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
        let length = |vector: Option<Vector>| vector.map_or(0, Vector::len);
        length(self.keys()).min(length(self.values()))
    }

    pub fn used(self) -> usize {
        self.number(USED).min(self.capacity())
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

    fn set_entry(self, heap: &mut Heap, entry: usize, key: Value, value: Value) {
        let (Some(keys), Some(values)) = (self.keys(), self.values()) else {
            return;
        };
        let done = keys
            .set(heap, entry, key)
            .and_then(|()| values.set(heap, entry, value));
        debug_assert!(done.is_ok(), "a mutable table has mutable entries");
    }

    pub fn set_value(self, heap: &mut Heap, entry: usize, value: Value) {
        self.set_entry(heap, entry, self.key(entry), value);
    }

    pub fn equivalence(self) -> Equivalence {
        match self.number(KIND) & 3 {
            0 => Equivalence::Eq,
            1 => Equivalence::Eqv,
            _ => Equivalence::Equal,
        }
    }

    fn stability(self) -> Stability {
        match self.number(KIND) >> 2 {
            0 => Stability::Content,
            1 => Stability::Node,
            _ => Stability::Address,
        }
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

    /// The entry of a key. Collects only to make a condition.
    pub fn find(self, context: &mut Context, key: Value) -> Result<Option<usize>, Raise> {
        if key == Value::ABSENT || self.count() == 0 {
            return Ok(None);
        }
        let Some(index) = self.index() else {
            return self.search(context, key);
        };
        let stale = self.is_stale(context);
        if stale && !self.is_frozen() {
            self.rebuild_index(context);
        }
        let hash = self.equivalence().hash(context, key);
        let found = self.probe(context, index, key, hash)?;
        if found.is_none() && stale && self.is_frozen() {
            return self.search(context, key);
        }
        Ok(found)
    }

    /// Looks at all entries.
    fn search(self, context: &mut Context, key: Value) -> Result<Option<usize>, Raise> {
        let equivalence = self.equivalence();
        arguments::charge(context, self.used());
        for entry in 0..self.used() {
            let candidate = self.key(entry);
            if candidate != Value::ABSENT && equivalence.holds(context, candidate, key)? {
                return Ok(Some(entry));
            }
        }
        Ok(None)
    }

    fn probe(
        self,
        context: &mut Context,
        index: Bytevector,
        key: Value,
        hash: Hash,
    ) -> Result<Option<usize>, Raise> {
        let equivalence = self.equivalence();
        let count = index.len() / PLACE;
        let mut place = hash.bits as usize % count;
        for step in 0..count {
            let Some(entry) = entry_at(index, place) else {
                break;
            };
            let candidate = self.key(entry);
            if candidate != Value::ABSENT && equivalence.holds(context, candidate, key)? {
                return Ok(Some(entry));
            }
            place = (place + 1) % count;
            if step % 16 == 15 {
                context.fuel -= 1;
            }
        }
        Ok(None)
    }

    /// The entries that hold a key.
    fn live(self) -> impl DoubleEndedIterator<Item = usize> {
        (0..self.used()).filter(move |&entry| self.key(entry) != Value::ABSENT)
    }

    /// The associations, newest first.
    pub fn newest_first(self) -> impl Iterator<Item = (Value, Value)> {
        self.live()
            .rev()
            .map(move |entry| (self.key(entry), self.value(entry)))
    }

    /// How many associations [`Table::newest_first`] gives; like [`Table::count`], but counted.
    pub fn counted(self) -> usize {
        self.live().count()
    }

    /// What the table needs before one more key is added, if it is full.
    pub fn growth(self) -> Option<Growth> {
        let used = self.used();
        if used < self.capacity() {
            return None;
        }
        // If much was removed, a table of the same size has room again.
        let roomy = self.counted() * 4 < used * 3;
        Some(Growth::to(if roomy { used } else { used + 1 }))
    }

    pub fn growth_of_copy(self) -> Growth {
        Growth::to(self.used())
    }

    /// Makes room. The words of `growth` are reserved, so nothing moves.
    pub fn grow(self, context: &mut Context, growth: Growth) {
        self.fill_from(context, self, growth);
    }

    /// Takes over the associations of `source`, in new vectors of the capacity of `growth`.
    pub fn fill_from(self, context: &mut Context, source: Table, growth: Growth) {
        let capacity = growth.capacity;
        let live: Vec<usize> = source.live().take(capacity).collect();
        arguments::charge(context, 4 * capacity);
        let keys = context.heap.vector_with(capacity, |position| {
            live.get(position)
                .map_or(Value::ABSENT, |&entry| source.key(entry))
        });
        let values = context.heap.vector_with(capacity, |position| {
            live.get(position)
                .map_or(Value::FALSE, |&entry| source.value(entry))
        });
        let index = match growth.index_bytes() {
            0 => Value::FALSE,
            bytes => context.heap.bytevector_fill(bytes, 0),
        };
        self.set(&mut context.heap, KEYS, keys);
        self.set(&mut context.heap, VALUES, values);
        self.set(&mut context.heap, INDEX, index);
        self.set_number(&mut context.heap, COUNT, live.len());
        self.set_number(&mut context.heap, USED, live.len());
        self.rebuild_index(context);
    }

    /// Hashes all keys anew.
    fn rebuild_index(self, context: &mut Context) {
        let Some(mut index) = self.index() else {
            return;
        };
        if let Ok(places) = index.slice_mut() {
            places.fill(0);
        }
        let equivalence = self.equivalence();
        let mut stability = Stability::Content;
        let mut young = false;
        for entry in 0..self.used() {
            let key = self.key(entry);
            if key != Value::ABSENT {
                let hash = equivalence.hash(context, key);
                stability = stability.max(hash.stability);
                young |= hash.stability == Stability::Address && context.heap.is_young(key);
                insert(index, hash, entry);
            }
        }
        self.set_note(KIND, kind_value(equivalence, stability));
        self.set_epoch(context, young);
    }

    /// Notes when addresses were hashed, and whether any of them was of a young object.
    fn set_epoch(self, context: &Context, young: bool) {
        self.set_note(EPOCH, Value::fixnum(context.heap.stamp(young)));
    }

    /// Adds a key that the table does not have. There is room, and the index is good.
    pub fn add(self, context: &mut Context, key: Value, value: Value) {
        let entry = self.used();
        if entry >= self.capacity() {
            return;
        }
        self.set_entry(&mut context.heap, entry, key, value);
        self.set_number(&mut context.heap, USED, entry + 1);
        self.set_number(&mut context.heap, COUNT, self.count() + 1);
        let Some(index) = self.index() else { return };
        let hash = self.equivalence().hash(context, key);
        insert(index, hash, entry);
        let by_address = |stability| stability == Stability::Address;
        let young = by_address(hash.stability) && context.heap.is_young(key)
            || by_address(self.stability()) && Heap::is_young_stamp(self.epoch());
        let stability = self.stability().max(hash.stability);
        self.set_note(KIND, kind_value(self.equivalence(), stability));
        self.set_epoch(context, young);
    }

    pub fn remove(self, heap: &mut Heap, entry: usize) {
        let count = self.count().saturating_sub(1);
        if count == 0 {
            return self.clear(heap);
        }
        self.set_entry(heap, entry, Value::ABSENT, Value::FALSE);
        self.set_number(heap, COUNT, count);
    }

    pub fn clear(self, heap: &mut Heap) {
        for (field, value) in empty_fields(self.equivalence()).into_iter().enumerate() {
            self.set(heap, field, value);
        }
    }
}

/// The entry that a place of the index names.
fn entry_at(index: Bytevector, place: usize) -> Option<usize> {
    let bytes = index.slice();
    let bytes = bytes.get(place * PLACE..(place + 1) * PLACE)?;
    let number = u32::from_le_bytes(bytes.try_into().ok()?);
    (number as usize).checked_sub(1)
}

/// Puts an entry at the first free place from its hash on.
fn insert(mut index: Bytevector, hash: Hash, entry: usize) {
    let count = index.len() / PLACE;
    let mut place = hash.bits as usize % count;
    for _ in 0..count {
        if entry_at(index, place).is_none() {
            if let Ok(bytes) = index.slice_mut() {
                let number = entry as u32 + 1;
                bytes[place * PLACE..(place + 1) * PLACE].copy_from_slice(&number.to_le_bytes());
            }
            return;
        }
        place = (place + 1) % count;
    }
}
