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

use std::collections::HashMap;
use std::sync::{Arc, OnceLock, RwLock};

/// Names after which foreign input may not add more (1 million, roughly 100 MB).
pub const FOREIGN_SYMBOLS_MAX: usize = 1 << 20;
/// Longest name accepted from another node, in bytes.
pub const FOREIGN_NAME_BYTES_MAX: usize = 4096;

/// An interned name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(u32);

#[derive(Default)]
struct Table {
    ids: HashMap<Arc<str>, u32>,
    names: Vec<Arc<str>>,
}

fn table() -> &'static RwLock<Table> {
    static TABLE: OnceLock<RwLock<Table>> = OnceLock::new();
    TABLE.get_or_init(RwLock::default)
}

impl Symbol {
    /// The symbol called `name`.
    pub fn intern(name: &str) -> Symbol {
        if let Some(found) = Symbol::find(name) {
            return found;
        }
        let mut table = table()
            .write()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        table.insert(name)
    }

    /// The symbol called `name`, or `None` if it would be new and the table is
    /// as full as foreign input may make it, or the name is too long.
    pub fn intern_bounded(name: &str) -> Option<Symbol> {
        if let Some(found) = Symbol::find(name) {
            return Some(found);
        }
        let mut table = table()
            .write()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        if name.len() > FOREIGN_NAME_BYTES_MAX || table.names.len() >= FOREIGN_SYMBOLS_MAX {
            return None;
        }
        Some(table.insert(name))
    }

    fn find(name: &str) -> Option<Symbol> {
        let table = table()
            .read()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        table.ids.get(name).copied().map(Symbol)
    }

    /// The name.
    pub fn name(self) -> Arc<str> {
        let table = table()
            .read()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        table.names[self.0 as usize].clone()
    }

    /// The number in the table, for an immediate value.
    pub fn index(self) -> u32 {
        self.0
    }

    /// The symbol with this number, if there is one.
    pub fn from_index(index: u32) -> Option<Symbol> {
        let table = table()
            .read()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        ((index as usize) < table.names.len()).then_some(Symbol(index))
    }
}

impl Table {
    fn insert(&mut self, name: &str) -> Symbol {
        if let Some(&id) = self.ids.get(name) {
            return Symbol(id);
        }
        let name: Arc<str> = Arc::from(name);
        let id = u32::try_from(self.names.len()).expect("fewer than 2^32 symbols fit in memory");
        self.names.push(name.clone());
        self.ids.insert(name, id);
        Symbol(id)
    }
}

impl std::fmt::Display for Symbol {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.name())
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
        assert_eq!(&*Symbol::intern("ping").name(), "ping");
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
