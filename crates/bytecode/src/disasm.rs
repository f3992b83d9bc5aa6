//! Unit -> text, for people and tools. The form is that of [`crate::asm`].
//!
//! Assembling the text gives the unit back, without its debug information; that
//! holds for units that are not valid too. What the numbers mean (constants,
//! names, lines of the source) stands in comments. Never panics and takes linear
//! time: constants are shown one level deep.

mod comments;

use crate::asm::{in_quotes, quote};
use crate::instruction::Instruction;
use crate::integer;
use crate::ops::{Kind, Operand, fields, word_abc, word_ad};
use crate::unit::*;
use comments::{Lines, Sources};
use std::fmt::Write as _;

/// Integers of more bytes are written in hexadecimal, which takes linear time.
const DECIMAL_BYTES_MAX: usize = 64;

/// The text of a unit.
pub fn disassemble(unit: &Unit) -> String {
    let mut text = String::new();
    tables(&mut text, unit);
    let sources = Sources::new(unit);
    for index in 0..unit.functions.len() {
        function(&mut text, unit, &sources, index);
    }
    for export in &unit.exports {
        let name = quote(&export.name.text());
        line(
            &mut text,
            match export.target {
                ExportTarget::Function(index) => format!("export {name} function {index}"),
                ExportTarget::Reference(index) => format!("export {name} reference {index}"),
            },
        );
    }
    text
}

/// The text of one function; empty if there is none of that index.
pub fn disassemble_function(unit: &Unit, index: usize) -> String {
    let mut text = String::new();
    if index < unit.functions.len() {
        function(&mut text, unit, &Sources::new(unit), index);
    }
    text
}

/// The text of the instruction at a word of a function.
pub fn instruction_at(unit: &Unit, index: usize, word: usize) -> Option<String> {
    let FunctionKind::Code(code) = &unit.functions.get(index)?.kind else {
        return None;
    };
    let instruction = Instruction::at(&code.instructions, word)?;
    instruction_text(&instruction)
}

fn line(text: &mut String, line: impl AsRef<str>) {
    text.push_str(line.as_ref());
    text.push('\n');
}

fn tables(text: &mut String, unit: &Unit) {
    if !unit.name.is_empty() {
        line(text, format!("unit {}", quote(&unit.name)));
    }
    for (index, import) in unit.imports.iter().enumerate() {
        let (library, hash) = (quote(&import.library), import.hash.to_hex());
        line(text, format!("import {index} = {library} {hash}"));
    }
    for (index, name) in unit.primitives.iter().enumerate() {
        line(text, format!("primitive {index} = {}", quote(name)));
    }
    for (index, reference) in unit.references.iter().enumerate() {
        line(
            text,
            format!("reference {index} = {}", reference_text(reference)),
        );
    }
    for (index, constant) in unit.constants.iter().enumerate() {
        let comment = comments::elements(unit, constant);
        let constant = constant_text(constant);
        line(
            text,
            with_comment(format!("constant {index} = {constant}"), &comment),
        );
    }
}

fn reference_text(reference: &Reference) -> String {
    match reference {
        Reference::Own { name } => format!("own {}", quote(&name.text())),
        Reference::Interactive { name } => format!("interactive {}", quote(&name.text())),
        Reference::Imported { import, name } => {
            format!("imported {import} {}", quote(&name.text()))
        }
    }
}

fn constant_text(constant: &Constant) -> String {
    match constant {
        Constant::Immediate(immediate) => format!("immediate {}", immediate.name()),
        Constant::Character(character) => {
            format!("character {}", in_quotes(&character.to_string()))
        }
        Constant::Integer(bytes) => integer_text(bytes),
        Constant::Ratio(numerator, denominator) => format!("ratio {numerator} {denominator}"),
        Constant::Complex(real, imaginary) => format!("complex {real} {imaginary}"),
        Constant::Flonum(bits) => flonum_text(*bits),
        Constant::Symbol(name) => format!("symbol {}", quote(&name.text())),
        Constant::String(text) => format!("string {}", in_quotes(text)),
        Constant::Bytevector(bytes) => spaced("bytevector", bytes.iter().map(hexadecimal)),
        Constant::Numbers(kind, bytes) => {
            let head = format!("numbers {}", kind.name());
            spaced(&head, bytes.iter().map(hexadecimal))
        }
        Constant::Pair(first, second) => format!("pair {first} {second}"),
        Constant::Vector(elements) => spaced("vector", elements.iter().map(u32::to_string)),
        Constant::Hole => "hole".to_owned(),
        Constant::Tie { hole, value } => format!("tie {hole} {value}"),
        Constant::RecordType {
            name,
            library,
            fields,
        } => {
            let head = format!("record-type {} {}", quote(&name.text()), quote(library));
            spaced(&head, fields.iter().map(|field| quote(&field.text())))
        }
    }
}

fn integer_text(bytes: &[u8]) -> String {
    if !integer::is_shortest(bytes) {
        return spaced("integer-bytes", bytes.iter().map(hexadecimal));
    }
    let value = integer::from_bytes(bytes);
    if bytes.len() <= DECIMAL_BYTES_MAX {
        return format!("integer {value}");
    }
    format!("integer {value:#x}")
}

fn flonum_text(bits: u64) -> String {
    let value = f64::from_bits(bits);
    if value.is_finite() {
        return format!("flonum {value:?}");
    }
    format!("flonum 0x{bits:016x}")
}

fn hexadecimal(byte: &u8) -> String {
    format!("{byte:02x}")
}

fn spaced(head: &str, words: impl Iterator<Item = String>) -> String {
    let mut text = head.to_owned();
    for word in words {
        text.push(' ');
        text.push_str(&word);
    }
    text
}

fn function(text: &mut String, unit: &Unit, sources: &Sources<'_>, index: usize) {
    let function = &unit.functions[index];
    let mut parts = Vec::new();
    match &function.kind {
        FunctionKind::Code(code) => {
            let plural = if code.required == 1 { "" } else { "s" };
            parts.push(format!("{} argument{plural}", code.required));
            if code.rest {
                parts.push("rest".to_owned());
            }
        }
        FunctionKind::Clauses(clauses) => {
            parts.push(spaced("clauses", clauses.iter().map(u32::to_string)));
        }
    }
    if function.free_count > 0 {
        parts.push(format!("{} free", function.free_count));
    }
    if let FunctionKind::Code(code) = &function.kind {
        parts.push(format!("{} slots", code.slots));
    }
    let head = format!("function {index} ({})", parts.join(", "));
    line(
        text,
        with_comment(head, &comments::function(unit, sources, index)),
    );
    if let FunctionKind::Code(code) = &function.kind {
        code_text(text, unit, code, Lines::new(unit, sources, index));
    }
}

/// The blocks in order, each with the code up to the next. In a valid unit every block
/// begins where its code does; of others the difference is stated with `at`.
fn code_text(text: &mut String, unit: &Unit, code: &Code, mut lines: Lines<'_>) {
    let mut at = 0;
    for (index, block) in code.blocks.iter().enumerate() {
        let start = (block.start as usize).clamp(at, code.instructions.len());
        range_text(text, unit, code, at..start, &mut lines);
        let mut head = spaced(
            &format!("  block {index} (live"),
            block.live.iter().map(u8::to_string),
        );
        head.push(')');
        if start != block.start as usize {
            let _ = write!(head, " at {}", block.start);
        }
        line(text, head);
        at = start;
    }
    range_text(text, unit, code, at..code.instructions.len(), &mut lines);
}

fn range_text(
    text: &mut String,
    unit: &Unit,
    code: &Code,
    range: std::ops::Range<usize>,
    lines: &mut Lines<'_>,
) {
    let words = &code.instructions[..range.end];
    let mut at = range.start;
    while at < range.end {
        if let Some(source) = lines.at(at) {
            line(text, format!("    ; {source}"));
        }
        let known = Instruction::at(words, at)
            .and_then(|instruction| Some((instruction_text(&instruction)?, instruction)));
        match known {
            Some((instruction_text, instruction)) => {
                let comment = comments::instruction(unit, &instruction);
                line(
                    text,
                    with_comment(format!("    {instruction_text}"), &comment),
                );
                at += instruction.len();
            }
            None => {
                line(text, format!("    word 0x{:08x}", words[at]));
                at += 1;
            }
        }
    }
}

/// Mnemonic and operands; `None` if assembling them would not give the same words.
fn instruction_text(instruction: &Instruction<'_>) -> Option<String> {
    let row = instruction.op.row();
    let parts = instruction.fields;
    let mut operands = Vec::new();
    let keep = |operand: Operand, value: u8| if operand == Operand::None { 0 } else { value };
    let first = if row.d == Operand::None {
        for (operand, value) in [(row.a, parts.a), (row.b, parts.b), (row.c, parts.c)] {
            operands.extend(byte_text(operand, value));
        }
        word_abc(
            instruction.op,
            keep(row.a, parts.a),
            keep(row.b, parts.b),
            keep(row.c, parts.c),
        )
    } else {
        operands.extend(byte_text(row.a, parts.a));
        operands.push(if row.d == Operand::Imm16 {
            (parts.d as i16).to_string()
        } else {
            parts.d.to_string()
        });
        word_ad(instruction.op, keep(row.a, parts.a), parts.d)
    };
    if row.w != Operand::None {
        operands.push(instruction.w.to_string());
    }
    operands.extend(instruction.captures().map(|slot| slot.to_string()));
    let same = fields(first) == parts && padding_is_zero(instruction);
    same.then(|| spaced(row.mnemonic, operands.into_iter()))
}

fn padding_is_zero(instruction: &Instruction<'_>) -> bool {
    let words = instruction.words();
    let count = instruction.op.capture_count(words[0], instruction.w);
    let captured = words.get(2..).unwrap_or(&[]).iter();
    captured
        .flat_map(|word| word.to_le_bytes())
        .skip(count as usize)
        .all(|unused| unused == 0)
}

fn byte_text(operand: Operand, value: u8) -> Option<String> {
    if operand == Operand::None {
        return None;
    }
    if operand == Operand::Imm8 {
        return Some((value as i8).to_string());
    }
    let kind = Kind::from_byte(value).filter(|_| operand == Operand::Kind);
    Some(kind.map_or_else(|| value.to_string(), |kind| kind.name().to_owned()))
}

fn with_comment(text: String, comment: &str) -> String {
    if comment.is_empty() {
        return text;
    }
    format!("{text:<34} ; {comment}")
}
