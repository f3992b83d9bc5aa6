//! Which units a process is in, for whoever wants to know what keeps old code.
//!
//! Its frames are counted one by one. Closures are not looked for, since that takes a look at all of
//! its memory: a process has a handle of each unit that it can reach, and may have one for a while of
//! a unit that it could reach before its last full collection ([`Context::forget_replaced`]). Messages that it has not received
//! are not looked at. Libraries that are part of Mound have no handles and are left out.

use crate::context::Context;
use crate::flags::{LIMITED, STARVED, WINDOWS};
use crate::link::LinkedUnit;
use mound_bytecode::unit::UnitHash;
use std::collections::BTreeMap;

impl Context {
    /// The units that the process has frames in, and how many, and those that it can only reach, with 0.
    pub fn units_in_use(&self) -> Vec<(UnitHash, usize)> {
        let mut units: BTreeMap<UnitHash, usize> = BTreeMap::new();
        for point in self.frame_points(FRAMES_MAX) {
            let unit = self.unit_of_point(point);
            if !crate::trace::is_built_in(&unit.name) {
                *units.entry(unit.hash).or_default() += 1;
            }
        }
        let held = self.heap.units_held().into_iter();
        for hash in held.filter_map(|unit| unit.unit_hash()) {
            units.entry(UnitHash(hash)).or_default();
        }
        units.into_iter().collect()
    }

    /// Collects everything if there is a handle of a library that was replaced, so that the process has
    /// none any more of what it can no longer reach. For one that does not run now.
    pub fn forget_replaced(&mut self) {
        let mut held = self.heap.units_held().into_iter();
        let is_replaced = |unit| LinkedUnit::of_fragment(unit).is_some_and(LinkedUnit::is_replaced);
        if held.any(is_replaced) && !self.has_flags(STARVED | LIMITED | WINDOWS) {
            self.globals.forget_cached();
            self.heap.look_closely();
            // Without memory for it, everything stays as it is.
            let _ = self.collect_once(self.used_below(), 0);
        }
    }
}

/// Frames that are looked at, the youngest first: a recursion of millions would hold a scheduler up.
const FRAMES_MAX: usize = 10_000;
