//! Interned names.
//!
//! A [`Symbol`] is a number, so that comparing two is one instruction and a symbol fits in a
//! word. There are two tables of names, and a name is in one of them at most:
//!
//! - *Lasting* symbols are those that programs and the libraries name, and the first
//!   [`FOREIGN_LASTING_MAX`] that other code names: that of other nodes, and what is evaluated or
//!   typed. Their table only grows.
//! - *Counted* symbols ([`crate::counted`]) are those that programs make of data, and all others of
//!   other code. They are freed when nothing refers to them any more.
//!
//! Invariants:
//! - S1. Two symbols are equal exactly when their names are, as long as both live. Both tables
//!   are asked before a name is entered in either, with the lock of the part of the counted table
//!   to which the name belongs.
//! - S2. A symbol lives as long as it lasts or a [`SymbolRef`] counts it. Who keeps a [`Symbol`]
//!   that was taken out of a value keeps a reference too, or makes it last ([`Symbol::keep`]).
//!
//! Uninterned symbols (made by the expander) carry names no reader produces.

use crate::counted::{self, SymbolRef, SymbolText};
use std::cell::Cell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{OnceLock, RwLock};

/// Names in foreign or evaluated code that last, which is faster: more than the programs of a user
/// have, and at most some 8 MB.
pub const FOREIGN_LASTING_MAX: usize = 1 << 16;
/// Longest name in such code that may last.
const FOREIGN_LASTING_BYTES_MAX: usize = 64;
/// Longest name that is accepted from another node, in bytes.
pub const FOREIGN_NAME_BYTES_MAX: usize = 4096;

/// An interned name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(pub(crate) u32);

/// What a lasting name takes beside its bytes: its places in both directions.
const BESIDE_BYTES: usize = 64;

/// Bytes that lasting names take.
static BYTES: AtomicUsize = AtomicUsize::new(0);

/// How many names of foreign and evaluated code last.
static FOREIGN: AtomicUsize = AtomicUsize::new(0);

/// Bytes that all names take.
pub fn name_bytes() -> usize {
    BYTES.load(Ordering::Relaxed) + counted::bytes()
}

/// The symbols by their names, to be asked when a name was not met lately.
fn symbols() -> &'static RwLock<HashMap<&'static str, u32>> {
    static SYMBOLS: OnceLock<RwLock<HashMap<&'static str, u32>>> = OnceLock::new();
    SYMBOLS.get_or_init(RwLock::default)
}

/// The names by the numbers of the symbols, in chunks that stay where they are, so that they are
/// found without a lock: chunk k has 2^k names, the first of which is that of symbol 2^k - 1.
static NAMES: [OnceLock<Box<[OnceLock<&'static str>]>>; CHUNKS] =
    [const { OnceLock::new() }; CHUNKS];
const CHUNKS: usize = u32::BITS as usize;

/// The name of symbol `index`, if there is one.
fn name_at(index: u32) -> Option<&'static str> {
    let (chunk, place) = place_of(index)?;
    NAMES[chunk].get()?[place].get().copied()
}

/// Where the name of symbol `index` stands.
fn place_of(index: u32) -> Option<(usize, usize)> {
    let number = index.checked_add(1)?;
    let chunk = number.ilog2();
    Some((chunk as usize, (number - (1 << chunk)) as usize))
}

thread_local! {
    /// Symbols whose names this thread has met lately, each at the place that its name gives. Those that are
    /// counted may be gone, and their numbers given to others.
    static RECENT: [Cell<u32>; RECENT_PLACES] = const { [const { Cell::new(u32::MAX) }; RECENT_PLACES] };
}

/// Enough for the words that a program reads at a time; 2 KB a thread.
const RECENT_PLACES: usize = 512;

/// A place in [`RECENT`]: nearly as good as a hash for names that people give, and names that were
/// chosen to share a place only find nothing there.
fn recent_place(name: &str) -> usize {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let bytes = name.as_bytes();
    let mut sum = bytes.len() as u64;
    let mix = |sum: u64, word: u64| (sum ^ word).wrapping_mul(ODD).rotate_left(29);
    let mut chunks = bytes.chunks_exact(8);
    for chunk in chunks.by_ref().take(4) {
        sum = mix(
            sum,
            u64::from_le_bytes(chunk.try_into().unwrap_or_default()),
        );
    }
    let rest = chunks.remainder().iter();
    sum = mix(sum, rest.fold(0, |word, &byte| word << 8 | u64::from(byte)));
    (sum.wrapping_mul(ODD) >> 32) as usize % RECENT_PLACES
}

/// What this thread has met lately at the place of a name, of that name or another.
#[derive(Clone, Copy)]
pub(crate) struct Recent {
    place: usize,
    number: u32,
}

impl Recent {
    pub(crate) fn of(name: &str) -> Recent {
        let place = recent_place(name);
        // A thread that is ending remembers nothing.
        let number = RECENT.try_with(|recent| recent[place].get());
        Recent {
            place,
            number: number.unwrap_or(u32::MAX),
        }
    }

    /// The number of a counted symbol, which may be gone.
    pub(crate) fn counted(self) -> Option<Symbol> {
        let symbol = Symbol(self.number);
        (symbol.is_counted() && self.number != u32::MAX).then_some(symbol)
    }

    pub(crate) fn remember(self, symbol: Symbol) {
        let _ = RECENT.try_with(|recent| recent[self.place].set(symbol.0));
    }
}

impl Symbol {
    /// The symbol called `name`, which lasts from now on.
    pub fn intern(name: &str) -> Symbol {
        match Symbol::find(name) {
            Some(found) => found,
            None => counted::lasting(name).expect("fewer than 2^31 symbols fit in memory"),
        }
    }

    /// The symbol called `name` in foreign code; `None` if the name is too long and not known here, or
    /// there are no numbers left.
    pub fn intern_foreign(name: &str) -> Option<SymbolRef> {
        match name.len() <= FOREIGN_NAME_BYTES_MAX {
            true => Symbol::intern_evaluated(name),
            false => Symbol::find(name).map(Symbol::counted),
        }
    }

    /// The symbol called `name` in a text that is evaluated or typed; `None` if there are no numbers
    /// left.
    pub fn intern_evaluated(name: &str) -> Option<SymbolRef> {
        if let Some(found) = Symbol::find(name) {
            return Some(found.counted());
        }
        let may_last = name.len() <= FOREIGN_LASTING_BYTES_MAX
            && FOREIGN.load(Ordering::Relaxed) < FOREIGN_LASTING_MAX;
        if !may_last {
            return SymbolRef::intern(name);
        }
        // Threads that come here at the same time may make a few more.
        FOREIGN.fetch_add(1, Ordering::Relaxed);
        counted::lasting(name).map(Symbol::counted)
    }

    /// The lasting symbol called `name`, if there is one.
    fn find(name: &str) -> Option<Symbol> {
        Symbol::find_beside(name, Recent::of(name))
    }

    /// The same where it is known what was met lately.
    pub(crate) fn find_beside(name: &str, recent: Recent) -> Option<Symbol> {
        if name_at(recent.number) == Some(name) {
            return Some(Symbol(recent.number));
        }
        let symbols = symbols()
            .read()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let index = *symbols.get(name)?;
        recent.remember(Symbol(index));
        Some(Symbol(index))
    }

    /// The lasting symbol called `name`, which is likely to be new, unless there are no numbers left.
    /// The caller has seen to S1.
    pub(crate) fn insert(name: &str) -> Option<Symbol> {
        let mut symbols = symbols()
            .write()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(&index) = symbols.get(name) {
            return Some(Symbol(index));
        }
        let index = u32::try_from(symbols.len()).ok()?;
        if index & counted::BIT != 0 {
            return None;
        }
        let (chunk, place) = place_of(index)?;
        let names =
            NAMES[chunk].get_or_init(|| (0..1usize << chunk).map(|_| OnceLock::new()).collect());
        let name = leak(name);
        let kept: &'static str = names[place].get_or_init(|| name);
        symbols.insert(kept, index);
        Some(Symbol(index))
    }

    /// Enters a counted symbol, which lasts from now on, among the lasting ones; its name.
    pub(crate) fn insert_kept(self, name: &str) -> &'static str {
        let mut symbols = symbols()
            .write()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let name = leak(name);
        symbols.insert(name, self.0);
        name
    }

    /// The name. It is given for ever, so a counted symbol lasts from now on: for those that come
    /// from values, ask for [`Symbol::text`].
    pub fn name(self) -> &'static str {
        match self.is_counted() {
            true => counted::keep(self),
            false => name_at(self.0).expect("each symbol has a name"),
        }
    }

    /// The name of a symbol that may be counted.
    pub fn text(self) -> SymbolText {
        match self.is_counted() {
            true => counted::text(self),
            false => SymbolText::Lasting(self.name()),
        }
    }

    /// The same symbol, which lasts from now on.
    pub fn keep(self) -> Symbol {
        self.name();
        self
    }

    /// Counts it once more.
    pub fn counted(self) -> SymbolRef {
        SymbolRef::again(self)
    }

    /// Whether it lives only as long as something counts it, if it was not made to last.
    #[inline]
    pub const fn is_counted(self) -> bool {
        self.0 & counted::BIT != 0
    }

    /// Whether it lives whether it is counted or not.
    pub fn lasts(self) -> bool {
        !self.is_counted() || counted::is_kept(self)
    }

    /// The number in the tables, for a value.
    #[inline]
    pub const fn index(self) -> u32 {
        self.0
    }

    /// The symbol with this number, which comes out of a value that lives (S2), so there is one: its name
    /// is not looked for.
    #[inline]
    pub const fn from_index(index: u32) -> Symbol {
        Symbol(index)
    }
}

/// The name as one that lasts.
fn leak(name: &str) -> &'static str {
    BYTES.fetch_add(name.len() + BESIDE_BYTES, Ordering::Relaxed);
    Box::leak(Box::from(name))
}

impl std::fmt::Display for Symbol {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.text())
    }
}

impl std::fmt::Debug for Symbol {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{:?}", &*self.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_names_are_one_symbol() {
        assert_eq!(Symbol::intern("ping"), Symbol::intern("ping"));
        assert_ne!(Symbol::intern("ping"), Symbol::intern("pong"));
        assert_eq!(Symbol::intern("ping").name(), "ping");
    }

    #[test]
    fn names_are_found_among_many() {
        // More than the places for recent ones, and names that share a place.
        let names: Vec<String> = (0..5000).map(|number| format!("many-{number}")).collect();
        let symbols: Vec<Symbol> = names.iter().map(|name| Symbol::intern(name)).collect();
        for _ in 0..2 {
            for (name, symbol) in names.iter().zip(&symbols) {
                assert_eq!(symbol.name(), name);
                assert_eq!(Symbol::intern(name), *symbol);
                assert_eq!(Symbol::from_index(symbol.index()), *symbol);
            }
        }
    }

    #[test]
    fn threads_that_meet_a_new_name_agree() {
        for round in 0..50 {
            let name = format!("met-{round}");
            let meet = || Symbol::intern(&name);
            let met: Vec<Symbol> = std::thread::scope(|scope| {
                let threads: Vec<_> = (0..4).map(|_| scope.spawn(meet)).collect();
                let join = threads
                    .into_iter()
                    .map(|thread| thread.join().expect("no panic"));
                join.collect()
            });
            assert!(
                met.iter()
                    .all(|symbol| *symbol == met[0] && symbol.name() == name)
            );
        }
    }

    /// The tests of foreign names are one, since they share the count of those that last.
    #[test]
    fn foreign_names_are_short_and_the_first_of_them_last() {
        let long = |more| "x".repeat(FOREIGN_NAME_BYTES_MAX + more);
        assert_eq!(Symbol::intern_foreign(&long(1)), None);
        let longest = Symbol::intern_foreign(&long(0)).expect("it is short enough");
        assert!(longest.symbol().is_counted());
        let name = |number| format!("foreign-{number}");
        let references: Vec<SymbolRef> = (0..FOREIGN_LASTING_MAX + 10)
            .map(|number| Symbol::intern_foreign(&name(number)).expect("there are numbers"))
            .collect();
        assert!(!references[0].symbol().is_counted());
        let last = references.last().expect("there are some").symbol();
        assert!(last.is_counted());
        assert_eq!(*last.text(), *name(FOREIGN_LASTING_MAX + 9));
        drop(references);
        assert!(!counted::is_counted(&name(FOREIGN_LASTING_MAX + 9)));
        assert_eq!(Symbol::intern(&name(0)).name(), name(0));
    }
}
