//! Units by hash, in memory within a byte budget: what a node has for peers that ask for its code.
//!
//! The store does not know what a unit is, and does not touch the disk.
//! It gets a function that says which hash some bytes have ([`Identify`]) and keeps this invariant:
//!
//! - S1. Bytes handed out for a hash have that hash.
//!   It is established by calling [`Identify`] on everything that comes in.
//!
//! A unit that nobody uses any more is still kept, since a peer may be about to ask for it; it makes
//! room for another when the budget is used up. One that is in use stays: without it the values that
//! lead to it could not be sent.
//! Start reading at [`UnitStore`].
#![forbid(unsafe_code)]
// A match names all variants, so that a new one is thought of everywhere.
#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]

mod memory;

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mound_bytecode::unit::UnitHash;

use memory::Memory;

/// Tells the hash of some bytes, or `None` when they are no unit at all. It may leave something out
/// of the hash, debug information for example; then the first bytes that come for a hash are kept.
pub type Identify = fn(&[u8]) -> Option<UnitHash>;

/// A thread-safe set of units.
pub struct UnitStore {
    identify: Identify,
    memory: Mutex<Memory>,
}

#[derive(Debug, PartialEq, Eq)]
pub enum StoreError {
    /// The bytes are no unit.
    NotAUnit,
    /// No room is left, and all that is kept is in use.
    Full {
        size_bytes: usize,
        budget_bytes: usize,
    },
}

impl UnitStore {
    pub fn new(identify: Identify, budget_bytes: usize) -> UnitStore {
        UnitStore {
            identify,
            memory: Mutex::new(Memory::new(budget_bytes)),
        }
    }

    /// Keeps a unit and tells its hash. Units that are not `in_use`, the longest unasked for first,
    /// make room for it.
    pub fn insert(
        &self,
        bytes: Arc<[u8]>,
        in_use: impl Fn(UnitHash) -> bool,
    ) -> Result<UnitHash, StoreError> {
        let hash = (self.identify)(&bytes).ok_or(StoreError::NotAUnit)?;
        self.memory().insert(hash, bytes, in_use)?;
        Ok(hash)
    }

    /// The bytes of a unit.
    pub fn get(&self, hash: UnitHash) -> Option<Arc<[u8]>> {
        self.memory().get(hash)
    }

    /// Bytes held now.
    pub fn used_bytes(&self) -> usize {
        self.memory().used_bytes()
    }

    /// How many units are kept, and their bytes.
    pub fn held(&self) -> (usize, usize) {
        let memory = self.memory();
        (memory.count(), memory.used_bytes())
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        // Every operation on `Memory` leaves it whole, so a poisoned lock is still good.
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::NotAUnit => write!(formatter, "these bytes are no unit"),
            StoreError::Full {
                size_bytes,
                budget_bytes,
            } => {
                write!(
                    formatter,
                    "no room for a unit of {size_bytes} bytes among units in use of {budget_bytes} bytes"
                )
            }
        }
    }
}

impl std::error::Error for StoreError {}

#[cfg(test)]
mod tests;
