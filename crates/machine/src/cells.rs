//! Top-level variables that are not constant procedures.
//!
//! A [`Cell`] is the variable of a node: it holds what the last definition
//! *published*, which is frozen. What a process defines or assigns itself it
//! keeps in its own [`Globals`], with its mutable data as they are. So nothing
//! mutable is shared (I3), a definition is seen by every process, and an
//! assignment stays in the process that made it, but for the processes that it
//! spawns later (`inheritance.rs`).
//!
//! ```text
//!   process                                node
//!   Globals: cell id -> value, version     Cell: published, version
//!     own      (defined or assigned here)    plain bits, if immediate
//!     cached   (valid while versions agree)  else frozen data, counted
//! ```
//!
//! Invariant G1: a cached value is used only while its version is the cell's.

use mound_base::{Symbol, SymbolRef};
use mound_heap::Value;
use mound_heap::fragment::FragmentRef;
use mound_heap::freeze::Frozen;
use std::collections::HashMap;
use std::mem::offset_of;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, RwLock};

/// A top-level variable of a node.
#[derive(Debug)]
pub struct Cell {
    /// A number for the tables of processes, never used twice.
    pub id: u32,
    pub name: Symbol,
    /// So that the name lives as long as this.
    _symbol: SymbolRef,
    /// The library it belongs to; empty for the interactive environment.
    pub library: String,
    /// The published value if it is an immediate or a fixnum; else [`Value::ABSENT`]-tagged: look below.
    plain: AtomicU64,
    version: AtomicU32,
    published: Mutex<Published>,
    /// Some code assigns it.
    assigned: AtomicBool,
    /// What it takes since something has defined it; see [`room_for`].
    bytes: AtomicUsize,
}

#[derive(Debug)]
enum Published {
    Unbound,
    Value(Frozen),
    /// Defined with a value that cannot be copied; why.
    Private(String),
}

/// What a look at a cell found.
#[derive(Debug)]
pub enum Lookup {
    Value(Frozen, u32),
    Unbound,
    Private(String),
}

/// Variables of which it is known that some code assigns them, of all nodes in this program.
static ASSIGNED_KNOWN: AtomicU32 = AtomicU32::new(0);

/// A number that changes when some code is linked that assigns a variable which none assigned before.
pub(crate) fn assigned_known() -> u32 {
    ASSIGNED_KNOWN.load(Ordering::Acquire)
}

/// Bytes that variables take which something has defined, and their values for other processes, of
/// all nodes in this program. They stay when the process ends that has defined them.
static DEFINED: AtomicUsize = AtomicUsize::new(0);

/// What a variable takes beside its value: the cell, its name, and its place in the table.
const CELL_BYTES: usize = 256;

/// One part in so many of the budget of the node may be taken by variables.
const DEFINED_PARTS: usize = 2;

/// How many bytes variables may take in all.
pub fn defined_max() -> usize {
    mound_heap::budget::limit().map_or(usize::MAX, |limit| limit / DEFINED_PARTS)
}

/// Set in keys of cells, so that machine code compares key and version at once.
const KEY_BIT: u32 = 1 << 31;

/// Stands in `plain` when the value is not plain.
const NOT_PLAIN: u64 = Value::UNBOUND.bits();

impl Cell {
    fn new(id: u32, library: &str, name: Symbol) -> Cell {
        Cell {
            id,
            name,
            _symbol: name.counted(),
            library: library.to_owned(),
            plain: AtomicU64::new(NOT_PLAIN),
            version: AtomicU32::new(1),
            published: Mutex::new(Published::Unbound),
            assigned: AtomicBool::new(false),
            bytes: AtomicUsize::new(0),
        }
    }

    /// Whether it may be defined with a value that takes so many bytes beside what others have: what
    /// variables take may grow to [`defined_max`] in all.
    pub(crate) fn has_room_for(&self, value_bytes: usize) -> bool {
        let before = self.bytes.load(Ordering::Relaxed);
        let after = self.bytes_with(value_bytes);
        let others = DEFINED.load(Ordering::Relaxed).saturating_sub(before);
        after <= before || others.saturating_add(after) <= defined_max()
    }

    fn bytes_with(&self, value_bytes: usize) -> usize {
        CELL_BYTES + self.library.len() + value_bytes
    }

    /// Counts what it takes now: all of it for [`DEFINED`], and for the budget what is no value.
    fn count(&self, bytes: usize) {
        let before = self.bytes.swap(bytes, Ordering::Relaxed);
        DEFINED.fetch_add(bytes, Ordering::Relaxed);
        DEFINED.fetch_sub(before, Ordering::Relaxed);
        let beside = |bytes| isize::from(bytes != 0) * self.bytes_with(0) as isize;
        mound_heap::budget::count(beside(bytes) - beside(before));
    }

    /// Its number in tables of processes.
    #[inline]
    pub fn key(&self) -> u32 {
        self.id | KEY_BIT
    }

    /// The published value if it needs no memory.
    #[inline]
    pub fn plain(&self) -> Option<Value> {
        let bits = self.plain.load(Ordering::Acquire);
        // SAFETY: `publish` stores only the bits of immediates and fixnums.
        (bits != NOT_PLAIN).then(|| unsafe { Value::from_bits(bits) })
    }

    #[inline]
    pub fn version(&self) -> u32 {
        self.version.load(Ordering::Acquire)
    }

    /// The published value, counted for the caller.
    pub fn look(&self) -> Lookup {
        let published = self
            .published
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        match &*published {
            Published::Unbound => Lookup::Unbound,
            Published::Value(frozen) => match frozen.share() {
                Some(shared) => Lookup::Value(shared, self.version()),
                None => Lookup::Private("it was published as private data".to_owned()),
            },
            Published::Private(why) => Lookup::Private(why.clone()),
        }
    }

    /// Makes `value`, which is shared and not owned data, what every process sees that has no own value.
    /// It takes `value_bytes` that nothing else has.
    pub fn publish(&self, value: Result<Frozen, String>, value_bytes: usize) {
        let mut published = self
            .published
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let plain = match &value {
            Ok(frozen) if !frozen.root().is_pointer() => frozen.root().bits(),
            _ => NOT_PLAIN,
        };
        *published = match value {
            Ok(frozen) => Published::Value(frozen),
            Err(why) => Published::Private(why),
        };
        self.version.fetch_add(1, Ordering::AcqRel);
        self.plain.store(plain, Ordering::Release);
        self.count(self.bytes_with(value_bytes));
    }

    /// Lets nobody read the value that was published as this version without asking for an inheritance (G3).
    pub(crate) fn hide_plain(&self, version: u32) {
        let published = self
            .published
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        if self.version() == version {
            self.plain.store(NOT_PLAIN, Ordering::Release);
        }
        drop(published);
    }

    /// Some code that is linked assigns it, whether that has run or not.
    pub fn note_assigned(&self) {
        if !self.assigned.swap(true, Ordering::AcqRel) {
            ASSIGNED_KNOWN.fetch_add(1, Ordering::AcqRel);
        }
    }

    pub fn is_assigned(&self) -> bool {
        self.assigned.load(Ordering::Relaxed)
    }

    fn is_unbound(&self) -> bool {
        let published = self
            .published
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        matches!(*published, Published::Unbound)
    }

    fn unbind(&self) {
        // What it held is let go when nobody waits for the cell.
        let held = self.shut().unbind();
        drop(held);
    }

    /// Keeps everybody from reading what was published, as long as the result lives.
    pub(crate) fn shut(&self) -> Shut<'_> {
        let published = self.published.lock();
        Shut {
            cell: self,
            published: published.unwrap_or_else(|poisoned| poisoned.into_inner()),
        }
    }

    /// How messages name it.
    pub fn qualified_name(&self) -> String {
        if self.library.is_empty() {
            self.name.to_string()
        } else {
            format!("{}#{}", self.library, self.name)
        }
    }
}

/// A cell that nobody can read.
pub(crate) struct Shut<'a> {
    cell: &'a Cell,
    published: MutexGuard<'a, Published>,
}

impl Shut<'_> {
    /// Where the published value lies, if it needs memory.
    pub(crate) fn fragment(&self) -> Option<&FragmentRef> {
        match &*self.published {
            Published::Value(frozen) => frozen.fragment(),
            Published::Unbound | Published::Private(_) => None,
        }
    }

    /// Makes the variable unbound, and gives what it held.
    pub(crate) fn unbind(mut self) -> Option<Frozen> {
        let held = std::mem::replace(&mut *self.published, Published::Unbound);
        self.cell.version.fetch_add(1, Ordering::AcqRel);
        self.cell.plain.store(NOT_PLAIN, Ordering::Release);
        self.cell.count(0);
        match held {
            Published::Value(frozen) => Some(frozen),
            Published::Unbound | Published::Private(_) => None,
        }
    }
}

impl Drop for Cell {
    fn drop(&mut self) {
        self.count(0);
    }
}

/// The cells of a node. Code that is linked adds those that it names, also code of other nodes; they
/// go when the code has gone, unless they were defined.
#[derive(Debug, Default)]
pub struct CellTable {
    next: AtomicU32,
    cells: RwLock<HashMap<(String, Symbol), Arc<Cell>>>,
}

impl CellTable {
    /// The cell of that name, made unbound if it is new.
    pub fn cell(&self, library: &str, name: Symbol) -> Arc<Cell> {
        let key = (library.to_owned(), name);
        if let Some(cell) = self
            .cells
            .read()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
            .get(&key)
        {
            return cell.clone();
        }
        let mut cells = self
            .cells
            .write()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        cells
            .entry(key)
            .or_insert_with(|| {
                Arc::new(Cell::new(
                    self.next.fetch_add(1, Ordering::Relaxed),
                    library,
                    name,
                ))
            })
            .clone()
    }

    /// Lets go of variables that nothing has defined and no code or process refers to.
    pub(crate) fn sweep(&self) {
        let mut cells = self
            .cells
            .write()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        // Nobody can take another reference while the table is locked.
        cells.retain(|_, cell| Arc::strong_count(cell) > 1 || !cell.is_unbound());
    }

    /// Makes all of them unbound, which lets go of what they hold.
    pub(crate) fn unbind_all(&self) {
        let cells = self
            .cells
            .read()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        for cell in cells.values() {
            cell.unbind();
        }
    }

    /// Names bound in the interactive environment, for hints and completion.
    pub fn interactive_names(&self) -> Vec<Symbol> {
        let cells = self
            .cells
            .read()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let bound = cells.iter().filter(|((library, _), cell)| {
            library.is_empty() && !matches!(cell.look(), Lookup::Unbound)
        });
        bound.map(|((_, name), _)| *name).collect()
    }
}

/// A process's own view of cells: a small table with open addressing.
///
/// The first fields are read by machine code ([`OFFSETS`]), which looks at one entry
/// of the table only, the one at `key * ENTRY_BYTES & mask`.
#[derive(Debug)]
#[repr(C)]
pub struct Globals {
    /// Address of the first entry; of [`NOTHING`] if there is none.
    table: usize,
    /// Bytes from the first entry to the last.
    mask: usize,
    /// A power of two, or none.
    entries: Box<[Entry]>,
    used: usize,
}

#[derive(Debug, Clone, Copy)]
#[repr(C)]
struct Entry {
    /// The key of a cell, or [`EMPTY`].
    key: u32,
    /// Version of the cached value, or [`OWN`].
    version: u32,
    value: Value,
}

/// A table grows to so many entries for each that is used, so that few are not where machine code looks: what is
/// elsewhere takes twenty times as long to read.
const ROOM_MAX: usize = 8;

const EMPTY: u32 = u32::MAX;
const OWN: u32 = u32::MAX;

/// What machine code finds in the table of a process that has none.
static NOTHING: Entry = Entry {
    key: EMPTY,
    version: 0,
    value: Value::FALSE,
};

impl Default for Globals {
    fn default() -> Globals {
        Globals {
            table: &raw const NOTHING as usize,
            mask: 0,
            entries: Box::default(),
            used: 0,
        }
    }
}

/// What machine code must know of tables and cells, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Offsets {
    /// In [`Globals`].
    pub table: usize,
    pub mask: usize,
    /// In an entry. Key and version are next to one another.
    pub version: usize,
    pub value: usize,
    /// In a [`Cell`].
    pub cell_version: usize,
    pub cell_plain: usize,
}

pub const OFFSETS: Offsets = Offsets {
    table: offset_of!(Globals, table),
    mask: offset_of!(Globals, mask),
    version: offset_of!(Entry, version),
    value: offset_of!(Entry, value),
    cell_version: offset_of!(Cell, version),
    cell_plain: offset_of!(Cell, plain),
};

pub const ENTRY_BYTES: usize = size_of::<Entry>();
/// The key of an entry that is not used.
pub const EMPTY_KEY: u32 = EMPTY;
/// What `plain` of a cell is if the value is not plain.
pub const NO_PLAIN_VALUE: u64 = NOT_PLAIN;

// With the bit of keys, key and version of an own value are the sign-extension of the key.
const _: () = assert!(offset_of!(Entry, key) == 0 && offset_of!(Entry, version) == 4);

impl Globals {
    /// Makes it as new.
    #[inline]
    pub(crate) fn renew(&mut self) {
        if !self.entries.is_empty() {
            *self = Globals::default();
        }
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// The own or cached value of the cell, if there is a valid one.
    #[inline]
    pub fn get(&self, cell: &Cell) -> Option<Value> {
        if self.used == 0 {
            return None;
        }
        let entry = &self.entries[self.position(cell.key())];
        (entry.key == cell.key() && (entry.version == OWN || entry.version == cell.version()))
            .then_some(entry.value)
    }

    /// Where machine code looks for a key.
    fn home(&self, key: u32) -> usize {
        key as usize & (self.entries.len() - 1)
    }

    fn position(&self, key: u32) -> usize {
        let mask = self.entries.len() - 1;
        let mut index = self.home(key);
        while self.entries[index].key != key && self.entries[index].key != EMPTY {
            index = (index + 1) & mask;
        }
        index
    }

    /// Binds the cell for this process alone.
    pub fn set_own(&mut self, cell: &Cell, value: Value) {
        self.insert(Entry {
            key: cell.key(),
            version: OWN,
            value,
        });
    }

    /// Remembers what was published as `version`.
    pub fn cache(&mut self, cell: &Cell, version: u32, value: Value) {
        self.insert(Entry {
            key: cell.key(),
            version,
            value,
        });
    }

    /// Lets the published value be seen again.
    pub fn forget(&mut self, cell: &Cell) {
        if self.used > 0 {
            let index = self.position(cell.key());
            if self.entries[index].key == cell.key() {
                // Version 0 is older than any cell's, so the entry is never valid.
                self.entries[index] = Entry {
                    key: cell.key(),
                    version: 0,
                    value: Value::FALSE,
                };
            }
        }
    }

    /// Forgets all that cells know as well.
    pub(crate) fn forget_cached(&mut self) {
        let old = std::mem::take(self);
        for entry in old.entries.into_iter().filter(|entry| entry.key != EMPTY) {
            if entry.version == OWN {
                self.insert(entry);
            }
        }
    }

    fn insert(&mut self, entry: Entry) {
        if (self.used + 1) * 4 > self.entries.len() * 3 {
            self.grow();
        }
        let mut index = self.position(entry.key);
        if self.entries[index].key == EMPTY {
            self.used += 1;
            while index != self.home(entry.key) && self.entries.len() < ROOM_MAX * self.used {
                self.grow();
                index = self.position(entry.key);
            }
        }
        self.entries[index] = entry;
    }

    fn grow(&mut self) {
        let size = (self.entries.len() * 2).max(8);
        let old = std::mem::replace(&mut self.entries, vec![NOTHING; size].into());
        self.table = self.entries.as_mut_ptr() as usize;
        self.mask = (size - 1) * ENTRY_BYTES;
        for entry in old.into_iter().filter(|entry| entry.key != EMPTY) {
            let index = self.position(entry.key);
            self.entries[index] = entry;
        }
    }

    /// The values, for the collector.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        self.entries
            .iter_mut()
            .filter(|entry| entry.key != EMPTY)
            .map(|entry| &mut entry.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_value_hides_the_published_one() {
        let table = CellTable::default();
        let cell = table.cell("", Symbol::intern("x"));
        let mut globals = Globals::default();
        assert_eq!(globals.get(&cell), None);
        globals.cache(&cell, cell.version(), Value::fixnum(1));
        assert_eq!(globals.get(&cell), Some(Value::fixnum(1)));
        cell.publish(Ok(Frozen::immediate(Value::fixnum(2)).unwrap()), 0);
        assert_eq!(globals.get(&cell), None, "the cached value is out of date");
        assert_eq!(cell.plain(), Some(Value::fixnum(2)));
        globals.set_own(&cell, Value::fixnum(3));
        cell.publish(Ok(Frozen::immediate(Value::fixnum(4)).unwrap()), 0);
        assert_eq!(globals.get(&cell), Some(Value::fixnum(3)));
    }

    #[test]
    fn many_cells_keep_their_values() {
        let table = CellTable::default();
        let mut globals = Globals::default();
        let cells: Vec<_> = (0..500)
            .map(|n| table.cell("", Symbol::intern(&format!("cell-{n}"))))
            .collect();
        for (number, cell) in cells.iter().enumerate() {
            globals.set_own(cell, Value::fixnum(number as i64));
        }
        for (number, cell) in cells.iter().enumerate() {
            assert_eq!(globals.get(cell), Some(Value::fixnum(number as i64)));
        }
    }

    // Whatever a process and others do with variables: its own value comes first, then the published
    // one that it remembers, if none was published since.
    #[test]
    fn variables_are_those_of_a_simple_model() {
        let table = CellTable::default();
        let cells: Vec<_> = (0..40)
            .map(|n| table.cell("", Symbol::intern(&format!("modelled-{n}"))))
            .collect();
        let mut random = 1_u64;
        let mut below = |limit: usize| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (random >> 33) as usize % limit
        };
        let mut globals = Globals::default();
        let mut own = [None; 40];
        let mut cached = [None; 40];
        for step in 0..20_000 {
            let value = Value::fixnum(step);
            let place = below(cells.len());
            let cell = &cells[place];
            match below(20) {
                0..=3 => {
                    globals.set_own(cell, value);
                    (own[place], cached[place]) = (Some(value), None);
                }
                4..=8 if own[place].is_none() => {
                    globals.cache(cell, cell.version(), value);
                    cached[place] = Some(value);
                }
                9..=12 => {
                    cell.publish(Ok(Frozen::immediate(value).unwrap()), 0);
                    cached[place] = None;
                }
                13..=17 => {
                    globals.forget(cell);
                    (own[place], cached[place]) = (None, None);
                }
                18 if below(50) == 0 => {
                    globals.forget_cached();
                    cached = [None; 40];
                }
                19 if below(200) == 0 => {
                    globals.renew();
                    (own, cached) = ([None; 40], [None; 40]);
                    assert!(globals.is_empty());
                }
                _ => {}
            }
            for (place, cell) in cells.iter().enumerate() {
                assert_eq!(globals.get(cell), own[place].or(cached[place]), "{step}");
            }
        }
    }

    #[test]
    fn most_values_are_where_machine_code_looks() {
        // A process uses few of the cells that there are.
        let table = CellTable::default();
        let cells: Vec<_> = (0..3000)
            .map(|n| table.cell("", Symbol::intern(&format!("at-home-{n}"))))
            .collect();
        let mut random = 1_u64;
        for count in [2, 5, 10, 30, 100] {
            let (mut used, mut elsewhere) = (0, 0);
            for _ in 0..20 {
                let mut globals = Globals::default();
                for _ in 0..count {
                    random = random
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1);
                    let cell = &cells[(random >> 33) as usize % cells.len()];
                    globals.set_own(cell, Value::TRUE);
                }
                assert!(globals.entries.len() <= 2 * ROOM_MAX * count);
                used += globals.used;
                elsewhere += (0..globals.entries.len())
                    .filter(|&index| {
                        let key = globals.entries[index].key;
                        key != EMPTY && globals.home(key) != index
                    })
                    .count();
            }
            assert!(elsewhere * 8 <= used, "{elsewhere} of {used}");
        }
    }

    #[test]
    fn what_variables_take_is_counted_until_they_are_unbound() {
        let table = CellTable::default();
        let cell = table.cell("", Symbol::intern("counted-variable"));
        let value = || Ok(Frozen::immediate(Value::fixnum(1)).unwrap());
        let taken = |cell: &Cell| cell.bytes.load(Ordering::Relaxed);
        assert_eq!(taken(&cell), 0);
        cell.publish(value(), 1000);
        assert_eq!(taken(&cell), CELL_BYTES + 1000);
        cell.publish(value(), 10);
        assert_eq!(taken(&cell), CELL_BYTES + 10);
        cell.unbind();
        assert_eq!(taken(&cell), 0);
    }
}
