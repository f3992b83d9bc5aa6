//! The part of a store that lives in memory: a map with a byte budget.
//!
//! Does not touch the disk and does not check hashes.
//! - M1. `used_bytes` is the sum of the sizes in `units`.
//! - M2. `order` maps each unit's last use to its hash, one entry a unit.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use mound_bytecode::unit::UnitHash;

use crate::StoreError;

pub struct Memory {
    budget_bytes: usize,
    used_bytes: usize,
    units: HashMap<UnitHash, Kept>,
    order: BTreeMap<u64, UnitHash>,
    uses: u64,
}

struct Kept {
    bytes: Arc<[u8]>,
    last_use: u64,
}

impl Memory {
    pub fn new(budget_bytes: usize) -> Memory {
        Memory {
            budget_bytes,
            used_bytes: 0,
            units: HashMap::new(),
            order: BTreeMap::new(),
            uses: 0,
        }
    }

    pub fn used_bytes(&self) -> usize {
        self.used_bytes
    }

    pub fn contains(&self, hash: UnitHash) -> bool {
        self.units.contains_key(&hash)
    }

    pub fn get(&mut self, hash: UnitHash) -> Option<Arc<[u8]>> {
        let kept = self.units.get_mut(&hash)?;
        self.uses += 1;
        self.order.remove(&kept.last_use);
        kept.last_use = self.uses;
        self.order.insert(self.uses, hash);
        Some(Arc::clone(&kept.bytes))
    }

    /// Refuses when the budget does not allow it.
    pub fn insert(&mut self, hash: UnitHash, bytes: Arc<[u8]>) -> Result<(), StoreError> {
        if self.units.contains_key(&hash) {
            return Ok(());
        }
        if self.used_bytes.saturating_add(bytes.len()) > self.budget_bytes {
            return Err(StoreError::Full {
                size_bytes: bytes.len(),
                budget_bytes: self.budget_bytes,
            });
        }
        self.add(hash, bytes);
        Ok(())
    }

    /// Forgets the least recently used units to make room; a unit larger than the budget is not kept.
    pub fn insert_evicting(&mut self, hash: UnitHash, bytes: Arc<[u8]>) {
        if bytes.len() > self.budget_bytes || self.units.contains_key(&hash) {
            return;
        }
        while self.used_bytes + bytes.len() > self.budget_bytes {
            let Some((_, oldest)) = self.order.pop_first() else {
                return;
            };
            if let Some(kept) = self.units.remove(&oldest) {
                self.used_bytes -= kept.bytes.len();
            }
        }
        self.add(hash, bytes);
    }

    fn add(&mut self, hash: UnitHash, bytes: Arc<[u8]>) {
        self.uses += 1;
        self.used_bytes += bytes.len();
        self.order.insert(self.uses, hash);
        self.units.insert(
            hash,
            Kept {
                bytes,
                last_use: self.uses,
            },
        );
    }
}
