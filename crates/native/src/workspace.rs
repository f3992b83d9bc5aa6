//! The lists that an emitter writes while it makes the code of a function, kept for the next one.
//!
//! Most functions are small and seldom is one made twice, so that memory which nobody has touched
//! lately costs more than what is written into it. How much is kept is bounded by [`KEPT_BYTES`].
//!
//! Knows nothing of what the lists mean: see [`crate::emit::Emitter`].

use crate::check::Checker;
use crate::emit::cold::Cold;
use crate::emit::edges::Source;
use crate::emit::unboxed::Temporary;
use crate::facts::Known;
use crate::flow::Block;
use crate::processor::assembler::{Assembler, Label};
use crate::state::{Constants, Reg, Saved, States};

/// A function with more code than that leaves its lists to nobody; the largest of them has some
/// times as many bytes.
const KEPT_BYTES: u32 = 1 << 15;

/// See the top of this file. The fields are those of the emitter.
#[derive(Default)]
pub struct Workspace {
    pub asm: Assembler,
    pub blocks: Vec<Block>,
    pub labels: Vec<Label>,
    pub meetings: Vec<Option<Known>>,
    pub expected: Vec<usize>,
    pub beginnings: Vec<Option<Saved>>,
    pub states: States,
    pub temporaries: Vec<Temporary>,
    pub constants: Constants,
    pub hints: Vec<(u8, Reg)>,
    pub moves: Vec<(Reg, Source)>,
    pub cold: Vec<Cold>,
    pub points: Vec<(usize, Label)>,
    pub sites: Vec<(u32, u32)>,
    pub known_calls: Vec<(u32, u32)>,
    pub marks: Vec<(u32, u32)>,
    pub checker: Checker,
}

impl Workspace {
    /// Lists with room for a middling function.
    pub fn new() -> Workspace {
        Workspace {
            asm: Assembler::with_room(),
            blocks: Vec::with_capacity(32),
            labels: Vec::with_capacity(32),
            meetings: Vec::with_capacity(32),
            beginnings: Vec::with_capacity(32),
            states: States::with_room(),
            cold: Vec::with_capacity(128),
            points: Vec::with_capacity(32),
            marks: Vec::with_capacity(256),
            ..Workspace::default()
        }
    }

    /// The same lists with nothing in them; none, if they have become large.
    pub fn cleared(mut self) -> Workspace {
        if self.asm.position() > KEPT_BYTES {
            return Workspace::default();
        }
        self.asm.clear();
        self.blocks.clear();
        self.labels.clear();
        self.meetings.clear();
        self.expected.clear();
        self.beginnings.clear();
        self.states.clear();
        self.temporaries.clear();
        self.constants.clear();
        self.hints.clear();
        self.moves.clear();
        self.cold.clear();
        self.points.clear();
        self.sites.clear();
        self.known_calls.clear();
        self.marks.clear();
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn used(instructions: usize) -> Workspace {
        let mut space = Workspace::new();
        (0..instructions).for_each(|_| space.asm.ret());
        space.labels.push(space.asm.here());
        space.sites.resize(instructions, (0, 0));
        space
    }

    #[test]
    fn lists_are_kept_empty() {
        let kept = used(100).cleared();
        assert!(kept.sites.capacity() >= 100);
        assert_eq!((kept.sites.len(), kept.labels.len()), (0, 0));
        assert_eq!(kept.asm.position(), 0);
    }

    #[test]
    fn lists_of_a_large_function_are_not_kept() {
        let left = used(KEPT_BYTES as usize + 1).cleared();
        assert_eq!(left.sites.capacity(), 0);
        assert_eq!(left.asm.position(), 0);
    }
}
