//! Instructions of assembler text, driven by the table of instructions.

use super::line::Line;
use super::{AsmFault, Result};
use crate::ops::{Kind, Op, Operand, ROWS, word_abc, word_ad};

/// Appends the words of one instruction.
pub fn instruction(code: &mut Vec<u32>, mnemonic: &str, line: &mut Line) -> Result<()> {
    let row = ROWS
        .iter()
        .find(|row| row.mnemonic == mnemonic)
        .ok_or_else(|| AsmFault::UnknownInstruction(mnemonic.to_owned()))?;
    let a = byte(line, row.a)?;
    if row.d == Operand::None {
        let b = byte(line, row.b)?;
        code.push(word_abc(row.op, a, b, byte(line, row.c)?));
    } else {
        code.push(word_ad(row.op, a, half(line, row.d)?));
    }
    if row.words == 2 {
        let w = line.unsigned()?;
        let count = row.op.capture_count(code[code.len() - 1], w);
        code.push(w);
        captures(code, row.op, count, line)?;
    }
    Ok(())
}

fn captures(code: &mut Vec<u32>, op: Op, count: u32, line: &mut Line) -> Result<()> {
    if !matches!(op, Op::Closure | Op::ClosureWide) {
        return Ok(());
    }
    let slots = line.rest(|line| byte(line, Operand::Read))?;
    if slots.len() != count as usize {
        return Err(AsmFault::Expected(
            "as many slots as the number before them says",
            None,
        ));
    }
    for slots in slots.chunks(4) {
        let mut word = [0; 4];
        word[..slots.len()].copy_from_slice(slots);
        code.push(u32::from_le_bytes(word));
    }
    Ok(())
}

fn byte(line: &mut Line, operand: Operand) -> Result<u8> {
    if operand == Operand::None {
        return Ok(0);
    }
    let word = line.word("an operand")?;
    let value = if operand == Operand::Imm8 {
        word.parse::<i8>().ok().map(|value| value as u8)
    } else {
        let mut kinds = Kind::ALL.iter().filter(|_| operand == Operand::Kind);
        let kind = kinds.find(|kind| kind.name() == word);
        kind.map(|&kind| kind as u8).or_else(|| word.parse().ok())
    };
    value.ok_or(AsmFault::Expected("an operand of 8 bits", Some(word)))
}

fn half(line: &mut Line, operand: Operand) -> Result<u16> {
    let word = line.word("an operand")?;
    let value = if operand == Operand::Imm16 {
        word.parse::<i16>().ok().map(|value| value as u16)
    } else {
        word.parse().ok()
    };
    value.ok_or(AsmFault::Expected("an operand of 16 bits", Some(word)))
}
