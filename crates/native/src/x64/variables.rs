//! Top-level variables. The table of a process has the values that it bound itself and
//! those that it has looked up before: machine code looks at the entry where a
//! variable should be, then at the variable; the interpreter searches on. What
//! cells and tables are is said in `mound_machine::cells`.

use super::assembler::*;
use super::*;
use crate::emit::rare::Case;
use crate::emit::{Emitter, Operand};
use mound_machine::cells::{Cell, EMPTY_KEY, ENTRY_BYTES, NO_PLAIN_VALUE, OFFSETS};
use mound_machine::native::offsets;

/// Where the value of the entry in rax is.
pub const VALUE: Mem = Mem(SCRATCH, OFFSETS.value as i32);

/// The place of a cell in a table of unlimited size, if an instruction can hold it.
pub fn place_of(cell: &Cell) -> Option<i32> {
    i32::try_from((cell.key() << 1 >> 1) as usize * ENTRY_BYTES).ok()
}

impl Emitter<'_> {
    /// rax := the address of the entry where `cell` should be; goes to `elsewhere` unless it has a
    /// value of the process's own there.
    pub fn own_entry(&mut self, cell: &Cell, place: i32, elsewhere: Label) {
        let mask = Mem(CONTEXT, offsets::GLOBALS_MASK as i32);
        let table = Mem(CONTEXT, offsets::GLOBALS_TABLE as i32);
        self.asm.mov_imm(SCRATCH, place as u64);
        self.asm.alu_mem(Alu::And, SCRATCH, mask);
        self.asm.alu_mem(Alu::Add, SCRATCH, table);
        // Key and version at once: see `mound_machine::cells`.
        self.asm.cmp_mem(Mem(SCRATCH, 0), cell.key() as i32);
        self.asm.jcc(Cond::NotEqual, elsewhere);
    }

    /// `to` := the value of a cell, or the slow way.
    pub fn load_variable(&mut self, to: Reg, cell: &Cell, slow: Label) {
        let Some(place) = place_of(cell) else {
            return self.asm.jmp(slow);
        };
        let label = self.asm.label();
        self.own_entry(cell, place, label);
        self.asm.load(to, VALUE);
        let case = Case::Variable {
            cell: std::ptr::from_ref(cell) as usize,
            key: cell.key(),
            to,
        };
        self.otherwise(label, case, slow);
    }

    /// What is not bound by the process itself, as far as it is found at once. The entry is in rax.
    pub fn foreign_variable(&mut self, (cell, key): (usize, u32), to: Reg, slow: Label) {
        let (plain, found) = (self.asm.label(), self.asm.label());
        self.asm.mov_imm(SCRATCH_2, cell as u64);
        self.asm.cmp_mem_32(Mem(SCRATCH, 0), EMPTY_KEY as i32);
        self.asm.jcc(Cond::Equal, plain);
        self.asm.cmp_mem_32(Mem(SCRATCH, 0), key as i32);
        self.asm.jcc(Cond::NotEqual, slow);
        let version = Mem(SCRATCH_2, OFFSETS.cell_version as i32);
        self.asm.load_32(to, version);
        let known = Mem(SCRATCH, OFFSETS.version as i32);
        self.asm.alu_mem_32(Alu::Cmp, to, known);
        self.asm.jcc(Cond::NotEqual, plain);
        self.asm.load(to, VALUE);
        self.asm.jmp(found);
        self.asm.bind(plain);
        let plain = Mem(SCRATCH_2, OFFSETS.cell_plain as i32);
        self.asm.load(to, plain);
        self.cmp(to, Operand::Const(NO_PLAIN_VALUE));
        self.asm.jcc(Cond::Equal, slow);
        self.asm.bind(found);
    }
}
