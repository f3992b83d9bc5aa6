//! Bytecode with the machine code that is made of it, as text.

use mound_bytecode::disasm;
use mound_bytecode::unit::{FunctionKind, Unit};
use mound_heap::fragment::FragmentRef;
use mound_machine::LinkedUnit;
use mound_native::Line;
use std::fmt::Write;

/// Columns for the bytes of an instruction; longer ones push its text to the right.
const BYTES_WIDTH: usize = 24;

/// The text of a unit that was linked as `fragment`.
pub fn unit(unit: &Unit, fragment: &FragmentRef) -> String {
    let mut text = String::new();
    let linked = LinkedUnit::of_fragment(fragment);
    for (index, function) in unit.functions.iter().enumerate() {
        text += &disasm::disassemble_function(unit, index);
        if !matches!(function.kind, FunctionKind::Code(_)) {
            continue;
        }
        let code = linked.and_then(|linked| Some((linked, linked.find_code(index as u32)?)));
        match code.and_then(|(linked, code)| mound_native::list(linked, code)) {
            Some(lines) => machine_code(&mut text, unit, index, &lines),
            None => text += "  no machine code\n",
        }
        text.push('\n');
    }
    text
}

fn machine_code(text: &mut String, unit: &Unit, index: usize, lines: &[Line]) {
    let sizes = lines.iter().map(|line| match line {
        Line::Machine { bytes, .. } => bytes.len(),
        Line::Part(_) | Line::Instruction(_) => 0,
    });
    let (size, processor) = (sizes.sum::<usize>(), std::env::consts::ARCH);
    let _ = writeln!(text, "  machine code ({processor}, {size} bytes)");
    for line in lines {
        // Writing to a string cannot fail.
        let _ = match line {
            Line::Part(name) => writeln!(text, "    {name}:"),
            Line::Instruction(word) => {
                let known = disasm::instruction_at(unit, index, *word as usize);
                writeln!(text, "    ; {}", known.unwrap_or_default())
            }
            Line::Machine {
                offset,
                bytes,
                text: instruction,
            } => {
                let bytes: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
                writeln!(text, "    {offset:5x}  {bytes:<BYTES_WIDTH$} {instruction}")
            }
        };
    }
}
