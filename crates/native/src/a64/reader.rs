//! Reads the instructions of AArch64 that the emitter writes, and says what [`crate::check`] asks
//! of each. What the assembler can write for stubs alone (the native stack, calls of C functions)
//! is unknown here.

use super::assembler::*;
use super::{CONTEXT, FP, FUEL, HP, SCRATCH_2, SCRATCH_3};
use crate::check::{Effect, Read, is_written};
use crate::fault::Fault;
use mound_heap::heap::LARGE_WORDS;

/// Instructions begin at multiples of it.
pub const UNIT: usize = 4;

/// Objects that code makes itself are not larger.
const OBJECT_BYTES: i64 = 8 * LARGE_WORDS as i64;

/// What the assembler keeps for large numbers and far distances.
const TEMP: Reg = SCRATCH_3;

/// Registers up to this one hold slots or are for the inside of an instruction.
const USUAL_MAX: u8 = 17;

pub struct Reader<'a> {
    bytes: &'a [u8],
    frame_bytes: i64,
    /// The number in [`TEMP`], if the instruction before put it there.
    number: Option<u64>,
}

/// Where the jump is whose distance is at `site`, if there is one that can be patched.
pub fn jump_of_site(bytes: &[u8], site: u32) -> Option<u32> {
    let is_jump = word(bytes, site).is_some_and(|word| word >> 26 == 0b000101);
    is_jump.then_some(site)
}

fn word(bytes: &[u8], at: u32) -> Option<u32> {
    let bytes = bytes.get(at as usize..at as usize + 4)?;
    Some(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
}

/// The signed number in the lowest `bits` bits.
fn signed(number: u32, bits: u32) -> i64 {
    i64::from((number << (32 - bits)) as i32 >> (32 - bits))
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8], slots: u32) -> Reader<'a> {
        Reader {
            bytes,
            frame_bytes: 8 * i64::from(slots),
            number: None,
        }
    }

    /// The instruction at a place.
    pub fn read(&mut self, at: u32) -> Result<Read, Fault> {
        let word = word(self.bytes, at).ok_or(Fault::Unknown(at))?;
        let number = self.number.take();
        let effect = self
            .instruction(at, word, number)
            .unwrap_or(Err(Fault::Unknown(at)))?;
        Ok(Read { length: 4, effect })
    }

    /// What a word does; `None` if that is not known. `number` is in [`TEMP`].
    fn instruction(
        &mut self,
        at: u32,
        word: u32,
        number: Option<u64>,
    ) -> Option<Result<Effect, Fault>> {
        let (to, left) = (Reg(word as u8 & 31), Reg((word >> 5) as u8 & 31));
        let near = 4 * signed(word >> 5, 19);
        Some(match word >> 24 {
            0x14..=0x17 => Ok(Effect::Jump(4 * signed(word, 26))),
            0x94..=0x97 => Ok(Effect::Call(4 * signed(word, 26))),
            0x54 if word & 16 == 0 => Ok(Effect::Branch(near)),
            0xb4 | 0xb5 => Ok(Effect::Branch(near)),
            0xd6 if word == 0xd61f_0000 | u32::from(TEMP.0) << 5 => Ok(Effect::ToTarget),
            // Sums of a register and a number; those with flags may have no result.
            0x91 | 0xd1 => {
                let sign = if word >> 30 & 1 == 0 { 1 } else { -1 };
                let number = i64::from(word >> 10 & 0xfff) << (12 * (word >> 22 & 1));
                self.sum(at, to, left, sign * number)
            }
            0xb1 | 0xf1 => {
                let is_one_less = word == 0xf100_0400 | u32::from(FUEL.0) * 33;
                match is_one_less {
                    true => Ok(Effect::Plain),
                    false => writes(at, to, true),
                }
            }
            // Operations on registers, perhaps shifted; no result, or nothing, is register 31.
            0x8b | 0xab | 0xcb | 0xeb | 0xaa | 0x8a | 0xca if word >> 21 & 1 == 0 => {
                let right = Reg((word >> 16) as u8 & 31);
                let is_plain = word >> 24 == 0x8b && word >> 10 & 0x3f == 0;
                let is_object = is_plain && left == HP && right == TEMP;
                match number.filter(|_| to == HP && is_object) {
                    Some(number) => object(at, number as i64),
                    None => writes(at, to, true),
                }
            }
            0x92 if word >> 23 & 1 == 0 => writes(at, to, false),
            0xf2 if word >> 23 & 1 == 0 => writes(at, to, true),
            // Numbers.
            0x92 | 0xd2 | 0xf2 => {
                let shift = 16 * (word >> 21 & 3);
                let bits = u64::from(word >> 5 & 0xffff) << shift;
                if to == TEMP {
                    self.number = match word >> 24 {
                        0xf2 => number.map(|number| number & !(0xffff << shift) | bits),
                        0xd2 => Some(bits),
                        _ => Some(!bits),
                    };
                }
                match to == SCRATCH_2 {
                    true => Ok(Effect::Number),
                    false => writes(at, to, false),
                }
            }
            0xd3 | 0x93 if word >> 22 & 3 == 1 => writes(at, to, false),
            0x9b if word >> 21 & 7 == 0 || word >> 21 & 7 == 2 => writes(at, to, false),
            0x9a if word & 0xffe0_fc00 == 0x9ac0_0c00 => writes(at, to, false),
            0x9a if word & 0xffe0_0c00 == 0x9a80_0000 => writes(at, to, false),
            0x88 | 0xc8 if word & 0xbfff_fc00 == 0x88df_fc00 => {
                reads(at, left).and_then(|()| writes(at, to, false))
            }
            0x9e if matches!(word & 0xffff_fc00, 0x9e67_0000 | 0x9e62_0000) => Ok(Effect::Plain),
            0x1e if is_of_doubles(word) => Ok(Effect::Plain),
            0x38 | 0x39 | 0xb8 | 0xb9 | 0xf8 | 0xf9 | 0xfc | 0xfd => return self.access(at, word),
            _ => return None,
        })
    }

    /// `to` := the sum of a register and a number.
    fn sum(&self, at: u32, to: Reg, from: Reg, number: i64) -> Result<Effect, Fault> {
        match to {
            FP if from == FP => match number.abs() <= self.frame_bytes && number % 8 == 0 {
                true => Ok(Effect::Plain),
                false => Err(Fault::Pinned(at)),
            },
            HP if from == HP => object(at, number),
            FUEL if from == FUEL && number == 1 => Ok(Effect::Plain),
            // The address of a far slot.
            TEMP if from == FP && !self.is_slot(number) => Err(Fault::Beyond(at)),
            _ => writes(at, to, false),
        }
    }

    /// Reads or writes a place.
    fn access(&self, at: u32, word: u32) -> Option<Result<Effect, Fault>> {
        let (reg, base) = (Reg(word as u8 & 31), Reg((word >> 5) as u8 & 31));
        let (size, of_doubles) = (word >> 30, word >> 26 & 1 != 0);
        let distance = match word >> 24 & 1 {
            1 => i64::from(word >> 10 & 0xfff) << size,
            _ if word >> 21 & 1 != 0 || word >> 10 & 3 != 0 => return None,
            _ => signed(word >> 12, 9),
        };
        Some(match word >> 22 & 3 {
            0 => {
                let is_own = match base {
                    FP => self.is_slot(distance),
                    HP => (0..OBJECT_BYTES).contains(&distance),
                    CONTEXT => size == 3 && is_written(distance as i32),
                    Reg(base) => base <= USUAL_MAX,
                };
                match is_own {
                    true => Ok(Effect::Plain),
                    false => Err(Fault::Beyond(at)),
                }
            }
            1 => {
                let is_there = match base {
                    FP => self.is_slot(distance),
                    _ => reads(at, base).is_ok(),
                };
                match is_there {
                    true if of_doubles => Ok(Effect::Plain),
                    true if reg == TEMP && size == 3 && self.jumps_next(at) => {
                        Ok(Effect::Target(distance as i32))
                    }
                    true => writes(at, reg, false),
                    false => Err(Fault::Beyond(at)),
                }
            }
            _ => return None,
        })
    }

    /// Whether the next instruction jumps to where [`TEMP`] says.
    fn jumps_next(&self, at: u32) -> bool {
        word(self.bytes, at + 4).is_some_and(|word| word >> 24 == 0xd6)
    }

    fn is_slot(&self, distance: i64) -> bool {
        distance <= 0 && distance > -self.frame_bytes && distance % 8 == 0
    }
}

/// Goes past a new object.
fn object(at: u32, bytes: i64) -> Result<Effect, Fault> {
    match bytes > 0 && bytes <= OBJECT_BYTES && bytes % 8 == 0 {
        true => Ok(Effect::Plain),
        false => Err(Fault::Pinned(at)),
    }
}

/// Writes a register; number 31 is nothing to some instructions and the native stack to others.
fn writes(at: u32, to: Reg, may_be_nothing: bool) -> Result<Effect, Fault> {
    match to.0 <= USUAL_MAX || may_be_nothing && to == ZERO {
        true => Ok(Effect::Plain),
        false => Err(Fault::Pinned(at)),
    }
}

/// Reads what a register points to.
fn reads(at: u32, base: Reg) -> Result<(), Fault> {
    match base.0 <= USUAL_MAX || base == CONTEXT {
        true => Ok(()),
        false => Err(Fault::Beyond(at)),
    }
}

/// Whether a word does something with doubles and nothing else.
fn is_of_doubles(word: u32) -> bool {
    matches!(
        word & 0xffe0_fc00,
        0x1e60_2800 | 0x1e60_3800 | 0x1e60_0800 | 0x1e60_1800
    ) || matches!(word & 0xffff_fc00, 0x1e60_4000 | 0x1e61_c000)
        || matches!(word & 0xffe0_fc1f, 0x1e60_2000 | 0x1e60_2008)
}
