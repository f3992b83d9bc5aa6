//! How a function is entered: who pays the fuel, where its arguments are, and who makes sure of the
//! room for its frame. What becomes of a call that is refused is in [`super::cold`].

use super::cold::Cold;
use super::*;

impl Emitter<'_> {
    /// Pays for the call and makes sure of the room for the frame, unless there are paths that need
    /// none; afterwards the arguments of a function that is called by name are in registers.
    pub fn prologue(&mut self) -> Label {
        let entry = self.asm.here();
        let arguments = self.register_arguments();
        for (index, reg) in arguments.iter().enumerate() {
            self.asm.load(*reg, slot_at(2 + index as u8));
        }
        self.asm.bind(self.known_entry);
        for (index, &reg) in arguments.iter().enumerate() {
            self.state.add(Entry {
                slot: 2 + index as u8,
                place: Location::Reg(reg),
                dirty: true,
                fact: Fact::None,
            });
        }
        let refused = self.asm.label();
        self.asm.dec(FUEL);
        self.asm.jcc(Cond::LessOrEqual, refused);
        if self.blocks[0].room == Room::Sure {
            self.check_frame(refused);
        }
        let before = self.states.save(&self.state);
        self.cold.push(Cold::Refused {
            label: refused,
            before,
        });
        entry
    }

    /// Goes to `refused` if there is no room for the frame.
    fn check_frame(&mut self, refused: Label) {
        self.compare_room();
        self.asm.jcc(Cond::Above, refused);
    }

    /// Makes sure of the room for the frame after a part of the function that needed none.
    pub fn ask_for_room(&mut self, block: usize) {
        let refused = self.asm.label();
        self.check_frame(refused);
        let before = self.states.save(&self.state);
        self.cold.push(Cold::Refused {
            label: refused,
            before,
        });
        // From here on the call cannot be refused, and arguments need not be kept for that.
        let live = self.blocks[block].live;
        let arguments = 2..2 + self.register_arguments().len() as u8;
        self.state
            .retain(|entry| live.has(entry.slot) || !arguments.contains(&entry.slot));
    }

    pub fn register_arguments(&self) -> &'static [Reg] {
        let count = self.neighbours.register_arguments(self.code);
        &ARGUMENTS[..count]
    }
}
