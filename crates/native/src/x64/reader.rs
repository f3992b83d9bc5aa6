//! Reads the instructions of x86-64 that the emitter writes, and says what [`crate::check`] asks
//! of each. What the assembler can write for stubs alone (the native stack, calls of C functions)
//! is unknown here.

use super::assembler::*;
use super::{CONTEXT, FP, FUEL, HP, SCRATCH_2};
use crate::check::{Effect, Read, is_written};
use crate::fault::Fault;
use mound_heap::heap::LARGE_WORDS;

/// Instructions begin at multiples of it.
pub const UNIT: usize = 1;

/// Objects that code makes itself are not larger.
const OBJECT_BYTES: i32 = 8 * LARGE_WORDS as i32;

pub struct Reader<'a> {
    bytes: &'a [u8],
    frame_bytes: i32,
}

/// Registers that hold no slots, one bit each.
const PINNED: u32 = 1 << FP.0 | 1 << HP.0 | 1 << FUEL.0 | 1 << CONTEXT.0 | 1 << RSP.0;

fn is_pinned(reg: u8) -> bool {
    PINNED >> reg & 1 != 0
}

/// What follows an opcode: a register and a register or a place in memory.
struct Operands {
    reg: u8,
    /// The other register, or where the place is counted from.
    base: u8,
    /// In bytes from there, if it is a place.
    distance: Option<i32>,
    /// A register that is added.
    index: Option<u8>,
    /// Behind them.
    end: usize,
}

/// Where the jump begins whose distance is at `site`, if there is one that can be patched.
pub fn jump_of_site(bytes: &[u8], site: u32) -> Option<u32> {
    let start = site.checked_sub(1)?;
    let is_jump = bytes.get(start as usize) == Some(&0xe9);
    (is_jump && site.is_multiple_of(4)).then_some(start)
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8], slots: u32) -> Reader<'a> {
        Reader {
            bytes,
            frame_bytes: 8 * slots as i32,
        }
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied()
    }

    fn word(&self, at: usize) -> Option<i32> {
        let bytes = self.bytes.get(at..at + 4)?;
        Some(i32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    /// The instruction at a place.
    pub fn read(&mut self, at: u32) -> Result<Read, Fault> {
        self.instruction(at)
            .unwrap_or(Err(Fault::Unknown(at)))
            .map(|(end, effect)| Read {
                length: end as u32 - at,
                effect,
            })
    }

    /// Where it ends and what it does; `None` if it is not known.
    fn instruction(&self, start: u32) -> Option<Result<(usize, Effect), Fault>> {
        let mut at = start as usize;
        let mut op = self.byte(at)?;
        let doubles = matches!(op, 0xf2 | 0x66);
        if doubles {
            at += 1;
            op = self.byte(at)?;
        }
        let rex = if op & 0xf0 == 0x40 { op } else { 0 };
        if rex != 0 {
            at += 1;
            op = self.byte(at)?;
        }
        at += 1;
        if doubles && op != 0x0f {
            return None;
        }
        let jump = |end: usize, distance: i64| end as i64 - i64::from(start) + distance;
        let found = match op {
            // Sums and comparisons of registers.
            0x01 | 0x09 | 0x21 | 0x29 | 0x31 | 0x39 | 0x85 => {
                let operands = self.registers(rex, at)?;
                let changed = !matches!(op, 0x39 | 0x85);
                self.writes(start, changed.then_some(operands.base), operands.end)
            }
            // The same with a place in memory.
            0x03 | 0x0b | 0x23 | 0x2b | 0x3b => {
                let operands = self.place(rex, at)?;
                let changed = (op != 0x3b).then_some(operands.reg);
                self.reads(start, &operands)
                    .and_then(|()| self.writes(start, changed, operands.end))
            }
            0x80 | 0x81 | 0x83 => self.with_number(start, op, rex, at)?,
            0x88 | 0x89 => {
                let operands = self.operands(rex, at)?;
                match operands.distance {
                    None if op == 0x88 => return None,
                    None => self.writes(start, Some(operands.base), operands.end),
                    Some(_) => self
                        .stores(start, &operands)
                        .map(|()| (operands.end, Effect::Plain)),
                }
            }
            0x8b => {
                let operands = self.place(rex, at)?;
                self.reads(start, &operands)
                    .and_then(|()| self.writes(start, Some(operands.reg), operands.end))
            }
            0x8d => {
                let operands = self.place(rex, at)?;
                self.address(start, rex, &operands)
            }
            0x90 if rex == 0 => Ok((at, Effect::Plain)),
            0x99 => Ok((at, Effect::Plain)),
            0xa8 => Ok((at + 1, Effect::Plain)),
            0xb8..=0xbf => {
                let reg = op & 7 | (rex & 1) << 3;
                let end = at + if rex & 8 != 0 { 8 } else { 4 };
                self.number(start, reg, end)
            }
            0xc1 => {
                let operands = self.registers(rex, at)?;
                self.writes(start, Some(operands.base), operands.end + 1)
            }
            0xc7 => {
                let operands = self.operands(rex, at)?;
                match operands.distance {
                    _ if operands.reg & 7 != 0 => return None,
                    None => self.number(start, operands.base, operands.end + 4),
                    Some(_) => self
                        .stores(start, &operands)
                        .map(|()| (operands.end + 4, Effect::Plain)),
                }
            }
            0xe8 => Ok((at + 4, Effect::Call(jump(at + 4, self.word(at)?.into())))),
            0xe9 => Ok((at + 4, Effect::Jump(jump(at + 4, self.word(at)?.into())))),
            0x70..=0x7f => {
                let distance = i64::from(self.byte(at)? as i8);
                Ok((at + 1, Effect::Branch(jump(at + 1, distance))))
            }
            0xf6 => {
                let operands = self.registers(rex, at)?;
                match operands.reg & 7 {
                    0 => Ok((operands.end + 1, Effect::Plain)),
                    _ => return None,
                }
            }
            0xf7 => {
                let operands = self.registers(rex, at)?;
                match operands.reg & 7 {
                    3 => self.writes(start, Some(operands.base), operands.end),
                    // What it changes holds slots.
                    7 => Ok((operands.end, Effect::Plain)),
                    _ => return None,
                }
            }
            0xff => self.one_more_or_jump(start, rex, at)?,
            0x0f => self.long(start, doubles, rex, at)?,
            _ => return None,
        };
        Some(found)
    }

    /// Instructions of two bytes.
    fn long(
        &self,
        start: u32,
        doubles: bool,
        rex: u8,
        at: usize,
    ) -> Option<Result<(usize, Effect), Fault>> {
        let (op, at) = (self.byte(at)?, at + 1);
        let found = match op {
            0x80..=0x8f if !doubles && rex == 0 => {
                let distance = at as i64 + 4 - i64::from(start) + i64::from(self.word(at)?);
                Ok((at + 4, Effect::Branch(distance)))
            }
            0x40..=0x4f | 0xaf if !doubles => {
                let operands = self.registers(rex, at)?;
                self.writes(start, Some(operands.reg), operands.end)
            }
            0xb6 if !doubles => {
                let operands = self.place(rex, at)?;
                self.reads(start, &operands)
                    .and_then(|()| self.writes(start, Some(operands.reg), operands.end))
            }
            0x10 if doubles => {
                let operands = self.place(rex, at)?;
                self.reads(start, &operands)
                    .map(|()| (operands.end, Effect::Plain))
            }
            0x11 if doubles => {
                let operands = self.place(rex, at)?;
                self.stores(start, &operands)
                    .map(|()| (operands.end, Effect::Plain))
            }
            // Between registers of doubles, or from a usual one to one of doubles.
            0x28 | 0x57 | 0x2a | 0x2e | 0x51 | 0x58 | 0x59 | 0x5c | 0x5e | 0x6e => {
                Ok((self.registers(rex, at)?.end, Effect::Plain))
            }
            _ => return None,
        };
        Some(found)
    }

    /// An operation with a number.
    fn with_number(
        &self,
        start: u32,
        op: u8,
        rex: u8,
        at: usize,
    ) -> Option<Result<(usize, Effect), Fault>> {
        const ADD: u8 = Alu::Add as u8;
        const COMPARE: u8 = Alu::Cmp as u8;
        let operands = self.operands(rex, at)?;
        let end = operands.end + if op == 0x81 { 4 } else { 1 };
        let number = match op {
            0x81 => self.word(operands.end)?,
            _ => i32::from(self.byte(operands.end)? as i8),
        };
        let operation = operands.reg & 7;
        Some(match operation {
            COMPARE => self.reads(start, &operands).map(|()| (end, Effect::Plain)),
            _ if op == 0x80 || operands.distance.is_some() => return None,
            ADD if operands.base == HP.0 => {
                let is_object = number > 0 && number <= OBJECT_BYTES && number % 8 == 0;
                match is_object && rex & 8 != 0 {
                    true => Ok((end, Effect::Plain)),
                    false => Err(Fault::Pinned(start)),
                }
            }
            _ => self.writes(start, Some(operands.base), end),
        })
    }

    fn one_more_or_jump(
        &self,
        start: u32,
        rex: u8,
        at: usize,
    ) -> Option<Result<(usize, Effect), Fault>> {
        let operands = self.operands(rex, at)?;
        Some(match (operands.reg & 7, operands.distance) {
            (0 | 1, None) if operands.base == FUEL.0 && rex & 8 != 0 => {
                Ok((operands.end, Effect::Plain))
            }
            (0 | 1, None) => self.writes(start, Some(operands.base), operands.end),
            (4, Some(distance)) if !is_pinned(operands.base) && operands.index.is_none() => {
                Ok((operands.end, Effect::Through(distance)))
            }
            _ => return None,
        })
    }

    fn number(&self, start: u32, reg: u8, end: usize) -> Result<(usize, Effect), Fault> {
        let (end, effect) = self.writes(start, Some(reg), end)?;
        match reg == SCRATCH_2.0 {
            true => Ok((end, Effect::Number)),
            false => Ok((end, effect)),
        }
    }

    fn writes(&self, start: u32, reg: Option<u8>, end: usize) -> Result<(usize, Effect), Fault> {
        match reg.is_some_and(is_pinned) {
            true => Err(Fault::Pinned(start)),
            false => Ok((end, Effect::Plain)),
        }
    }

    /// A register := the address of a place.
    fn address(&self, start: u32, rex: u8, operands: &Operands) -> Result<(usize, Effect), Fault> {
        if operands.reg != FP.0 {
            return self.writes(start, Some(operands.reg), operands.end);
        }
        let distance = operands.distance.unwrap_or(0);
        // Of 32 bits it would lose the others.
        let is_frame = rex & 8 != 0
            && operands.base == FP.0
            && operands.index.is_none()
            && distance.abs() <= self.frame_bytes
            && distance % 8 == 0;
        match is_frame {
            true => Ok((operands.end, Effect::Plain)),
            false => Err(Fault::Pinned(start)),
        }
    }

    /// A place is read.
    fn reads(&self, start: u32, operands: &Operands) -> Result<(), Fault> {
        let Some(distance) = operands.distance else {
            return Ok(());
        };
        let is_there = match Reg(operands.base) {
            FP => self.is_slot(operands, distance),
            RSP | HP | FUEL => false,
            _ => operands.index.is_none_or(|index| !is_pinned(index)),
        };
        match is_there {
            true => Ok(()),
            false => Err(Fault::Beyond(start)),
        }
    }

    /// A place is written.
    fn stores(&self, start: u32, operands: &Operands) -> Result<(), Fault> {
        let distance = operands.distance.unwrap_or(0);
        let is_own = match Reg(operands.base) {
            FP => self.is_slot(operands, distance),
            HP => operands.index.is_none() && (0..OBJECT_BYTES).contains(&distance),
            CONTEXT => operands.index.is_none() && is_written(distance),
            RSP | FUEL => false,
            _ => operands.index.is_none_or(|index| !is_pinned(index)),
        };
        match is_own {
            true => Ok(()),
            false => Err(Fault::Beyond(start)),
        }
    }

    fn is_slot(&self, operands: &Operands, distance: i32) -> bool {
        let is_in_frame = distance <= 0 && distance > -self.frame_bytes && distance % 8 == 0;
        operands.index.is_none() && is_in_frame
    }

    /// Two registers.
    fn registers(&self, rex: u8, at: usize) -> Option<Operands> {
        self.operands(rex, at)
            .filter(|operands| operands.distance.is_none())
    }

    /// A register and a place.
    fn place(&self, rex: u8, at: usize) -> Option<Operands> {
        self.operands(rex, at)
            .filter(|operands| operands.distance.is_some())
    }

    fn operands(&self, rex: u8, at: usize) -> Option<Operands> {
        let byte = self.byte(at)?;
        let mut operands = Operands {
            reg: byte >> 3 & 7 | (rex & 4) << 1,
            base: byte & 7 | (rex & 1) << 3,
            distance: None,
            index: None,
            end: at + 1,
        };
        let size = byte >> 6;
        if size == 3 {
            return Some(operands);
        }
        if byte & 7 == 4 {
            let byte = self.byte(at + 1)?;
            if byte >> 6 != 0 {
                return None;
            }
            let index = byte >> 3 & 7 | (rex & 2) << 2;
            operands.index = Some(index).filter(|&index| index != RSP.0);
            operands.base = byte & 7 | (rex & 1) << 3;
            operands.end += 1;
        }
        let distance = match size {
            // Without a distance these would be none of a register.
            0 if operands.base & 7 == 5 => return None,
            0 => 0,
            1 => i32::from(self.byte(operands.end)? as i8),
            _ => self.word(operands.end)?,
        };
        operands.end += [0, 1, 4][size as usize];
        operands.distance = Some(distance);
        Some(operands)
    }
}
