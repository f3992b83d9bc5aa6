//! A map of units with a byte budget.
//!
//! Does not check hashes.
//! - M1. `used_bytes` is the sum of the sizes in `units`, and within the budget.
//! - M2. `order` maps each unit's last use to its hash, one entry a unit.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use mound_bytecode::unit::UnitHash;

use crate::StoreError;

/// When room is made, it is this part of the budget, so that the search for what is not in use is
/// not repeated for each unit.
const ROOM_SHARE: usize = 8;

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

    pub fn count(&self) -> usize {
        self.units.len()
    }

    pub fn used_bytes(&self) -> usize {
        self.used_bytes
    }

    pub fn get(&mut self, hash: UnitHash) -> Option<Arc<[u8]>> {
        let kept = self.units.get_mut(&hash)?;
        self.uses += 1;
        self.order.remove(&kept.last_use);
        kept.last_use = self.uses;
        self.order.insert(self.uses, hash);
        Some(Arc::clone(&kept.bytes))
    }

    /// Refuses when what is in use leaves no room.
    pub fn insert(
        &mut self,
        hash: UnitHash,
        bytes: Arc<[u8]>,
        in_use: impl Fn(UnitHash) -> bool,
    ) -> Result<(), StoreError> {
        if self.units.contains_key(&hash) {
            return Ok(());
        }
        let size = bytes.len();
        if size > self.room() {
            self.make_room(size.max(self.budget_bytes / ROOM_SHARE), in_use);
        }
        if size > self.room() {
            return Err(StoreError::Full {
                size_bytes: size,
                budget_bytes: self.budget_bytes,
            });
        }
        self.uses += 1;
        self.used_bytes += size;
        self.order.insert(self.uses, hash);
        let last_use = self.uses;
        self.units.insert(hash, Kept { bytes, last_use });
        Ok(())
    }

    fn room(&self) -> usize {
        self.budget_bytes - self.used_bytes
    }

    /// Forgets units that are not in use, the least recently asked for first, until there is as
    /// much room as wanted.
    fn make_room(&mut self, wanted: usize, in_use: impl Fn(UnitHash) -> bool) {
        let mut room = self.room();
        let (units, used_bytes) = (&mut self.units, &mut self.used_bytes);
        self.order.retain(|_, hash| {
            if room >= wanted || in_use(*hash) {
                return true;
            }
            if let Some(kept) = units.remove(hash) {
                room += kept.bytes.len();
                *used_bytes -= kept.bytes.len();
            }
            false
        });
    }
}
