//! Jumps, calls and returns of x86-64, and what stands between pieces of code.

use super::*;

impl Assembler {
    fn distance_to(&mut self, label: Label) {
        self.to_labels.push((self.position(), label));
        self.word(0);
    }

    fn distance_out(&mut self, address: usize) {
        self.to_addresses.push((self.position(), address));
        self.word(0);
    }

    pub fn jmp(&mut self, label: Label) {
        self.byte(0xe9);
        self.distance_to(label);
    }

    /// A jump whose distance can be changed by one aligned store; returns where that is.
    pub fn jmp_patchable(&mut self, label: Label) -> u32 {
        // Bytes that say nothing, so that the distance is aligned.
        while !(self.position() + 1).is_multiple_of(4) {
            self.byte(0x90);
        }
        self.byte(0xe9);
        self.distance_to(label);
        self.position() - 4
    }

    pub fn jcc(&mut self, cond: Cond, label: Label) {
        let target = self.labels[label.0 as usize];
        let distance = i64::from(target) - i64::from(self.position() + 2);
        if let (true, Ok(distance)) = (target != UNBOUND, i8::try_from(distance)) {
            self.put(
                u64::from(0x70 | cond as u8) | u64::from(distance as u8) << 8,
                2,
            );
            return;
        }
        self.put(0x0f | u64::from(0x80 | cond as u8) << 8, 2);
        self.distance_to(label);
    }

    pub fn jump_if_zero(&mut self, reg: Reg, label: Label) {
        self.test(reg, reg);
        self.jcc(Cond::Equal, label);
    }

    /// Jumps unless the register is zero.
    pub fn jump_unless_zero(&mut self, reg: Reg, label: Label) {
        self.test(reg, reg);
        self.jcc(Cond::NotEqual, label);
    }

    pub fn call(&mut self, label: Label) {
        self.byte(0xe8);
        self.distance_to(label);
    }

    pub fn jmp_out(&mut self, address: usize) {
        self.byte(0xe9);
        self.distance_out(address);
    }

    pub fn jmp_mem(&mut self, target: Mem) {
        self.rex(0, target.0.0, false);
        self.byte(0xff);
        self.modrm_mem(4, target);
    }

    pub fn call_reg(&mut self, target: Reg) {
        self.rex(0, target.0, false);
        self.byte(0xff);
        self.modrm_reg(2, target.0);
    }

    pub fn ret(&mut self) {
        self.byte(0xc3);
    }

    /// Fills up to a multiple of `alignment`, with what traps if it is ever run.
    pub fn align(&mut self, alignment: u32) {
        while !self.position().is_multiple_of(alignment) {
            self.byte(0xcc);
        }
    }
}
