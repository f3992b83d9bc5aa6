//! Frames that come from another node find their points.

use crate::link::LinkedUnit;
use mound_heap::home::PointRef;

impl LinkedUnit {
    /// The point of the instruction of a function that begins at `word`, for a
    /// frame that raised there on another node.
    pub fn fault_at(&self, function: u32, word: u32) -> Option<PointRef<'_>> {
        let code = self.find_code(function)?;
        // SAFETY: codes of a linked unit live as long as the unit.
        let point = self.foreign_fault_point(unsafe { &*code }, word)?;
        // SAFETY: the unit keeps the points of its faults as long as it lives.
        Some(unsafe { PointRef::new(&*point) })
    }
}
