//! Interned names.
//!
//! A [`Symbol`] is a number into one table for the whole program, so that
//! comparing two is one instruction and a symbol fits in an immediate value.
//! The table only grows; [`Symbol::intern_bounded`] is the entry for names that
//! come from another node, and refuses once the table holds
//! [`FOREIGN_SYMBOLS_MAX`] names, so that a peer cannot fill the memory.
//!
//! Invariant S1: two symbols are equal exactly when their names are.
//! Uninterned symbols (made by the expander) carry names no reader produces.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::{OnceLock, RwLock};

/// Names after which foreign input may not add more (1 million, roughly 100 MB).
pub const FOREIGN_SYMBOLS_MAX: usize = 1 << 20;
/// Longest name accepted from another node, in bytes.
pub const FOREIGN_NAME_BYTES_MAX: usize = 4096;

/// An interned name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(u32);

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
    /// Symbols whose names this thread has met lately, each at the place that its name gives.
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
    for chunk in bytes.chunks(8).take(4) {
        let word = chunk
            .iter()
            .fold(0, |word, &byte| word << 8 | u64::from(byte));
        sum = (sum ^ word).wrapping_mul(ODD).rotate_left(29);
    }
    (sum.wrapping_mul(ODD) >> 32) as usize % RECENT_PLACES
}

impl Symbol {
    /// The symbol called `name`.
    pub fn intern(name: &str) -> Symbol {
        match Symbol::find(name) {
            Some(found) => found,
            None => {
                Symbol::insert(name, usize::MAX).expect("fewer than 2^32 symbols fit in memory")
            }
        }
    }

    /// The symbol called `name`, or `None` if it would be new and the table is
    /// as full as foreign input may make it, or the name is too long.
    pub fn intern_bounded(name: &str) -> Option<Symbol> {
        Symbol::find(name).or_else(|| match name.len() <= FOREIGN_NAME_BYTES_MAX {
            true => Symbol::insert(name, FOREIGN_SYMBOLS_MAX),
            false => None,
        })
    }

    fn find(name: &str) -> Option<Symbol> {
        let place = recent_place(name);
        let recent = RECENT.try_with(|recent| recent[place].get());
        let recent = recent.unwrap_or(u32::MAX);
        if name_at(recent) == Some(name) {
            return Some(Symbol(recent));
        }
        let symbols = symbols()
            .read()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let index = *symbols.get(name)?;
        // A thread that is ending remembers nothing.
        let _ = RECENT.try_with(|recent| recent[place].set(index));
        Some(Symbol(index))
    }

    /// The symbol called `name`, which is likely to be new, unless there are `most` already.
    fn insert(name: &str, most: usize) -> Option<Symbol> {
        let mut symbols = symbols()
            .write()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(&index) = symbols.get(name) {
            return Some(Symbol(index));
        }
        if symbols.len() >= most {
            return None;
        }
        let index = u32::try_from(symbols.len()).ok()?;
        let (chunk, place) = place_of(index)?;
        let names =
            NAMES[chunk].get_or_init(|| (0..1usize << chunk).map(|_| OnceLock::new()).collect());
        // Symbols are for ever.
        let name: &'static str = Box::leak(Box::from(name));
        let kept: &'static str = names[place].get_or_init(|| name);
        symbols.insert(kept, index);
        Some(Symbol(index))
    }

    /// The name.
    pub fn name(self) -> &'static str {
        name_at(self.0).expect("each symbol has a name")
    }

    /// The number in the table, for an immediate value.
    pub fn index(self) -> u32 {
        self.0
    }

    /// The symbol with this number, if there is one.
    pub fn from_index(index: u32) -> Option<Symbol> {
        name_at(index).map(|_| Symbol(index))
    }
}

impl std::fmt::Display for Symbol {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.name())
    }
}

impl std::fmt::Debug for Symbol {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{:?}", self.name())
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
                assert_eq!(Symbol::from_index(symbol.index()), Some(*symbol));
            }
        }
        assert_eq!(Symbol::from_index(u32::MAX), None);
        assert_eq!(Symbol::from_index(u32::MAX - 1), None);
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

    #[test]
    fn foreign_names_have_a_length_limit() {
        assert_eq!(
            Symbol::intern_bounded(&"x".repeat(FOREIGN_NAME_BYTES_MAX + 1)),
            None
        );
        assert!(Symbol::intern_bounded("short").is_some());
    }
}
