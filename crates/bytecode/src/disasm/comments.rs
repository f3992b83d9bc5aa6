//! What the numbers of a disassembly mean: the comments.
//!
//! Debug information is not verified, so every look-up may fail; then there is
//! no comment.

use super::{constant_text, reference_text};
use crate::instruction::Instruction;
use crate::ops::{Op, Operand};
use crate::unit::*;

/// Characters of a comment. Constants may be long.
const LENGTH_MAX: usize = 60;
/// Elements of a compound constant that are shown.
const ELEMENTS_MAX: usize = 4;

/// What the operands of an instruction refer to.
pub fn instruction(unit: &Unit, instruction: &Instruction<'_>) -> String {
    let row = instruction.op.row();
    let d = u32::from(instruction.fields.d);
    let mut parts = Vec::new();
    if instruction.op == Op::Immediate {
        parts.extend(Immediate::from_byte(instruction.fields.b).map(|one| one.name().to_owned()));
    }
    parts.extend(operand(unit, row.d, d));
    parts.extend(operand(unit, row.w, instruction.w));
    one_line(&parts.join(", "))
}

fn operand(unit: &Unit, operand: Operand, index: u32) -> Option<String> {
    let place = index as usize;
    match operand {
        Operand::Constant => constant(unit, index),
        Operand::Function => function_name(unit, place),
        Operand::Reference => unit.references.get(place).map(reference_text),
        Operand::Primitive => unit.primitives.get(place).cloned(),
        Operand::None
        | Operand::Read
        | Operand::Write
        | Operand::Imm8
        | Operand::Imm16
        | Operand::Count
        | Operand::Base
        | Operand::Block
        | Operand::Kind => None,
    }
}

/// The constants that a compound constant consists of.
pub fn elements(unit: &Unit, compound: &Constant) -> String {
    let parts: &[u32] = match compound {
        Constant::Pair(first, second)
        | Constant::Ratio(first, second)
        | Constant::Complex(first, second) => &[*first, *second],
        Constant::Vector(elements) => elements,
        Constant::Tie { hole, value } => &[*hole, *value],
        Constant::Immediate(_)
        | Constant::Character(_)
        | Constant::Integer(_)
        | Constant::Flonum(_)
        | Constant::Symbol(_)
        | Constant::String(_)
        | Constant::Bytevector(_)
        | Constant::Numbers(..)
        | Constant::Hole
        | Constant::RecordType { .. } => &[],
    };
    let mut texts: Vec<String> = parts
        .iter()
        .take(ELEMENTS_MAX)
        .map(|&index| constant(unit, index).unwrap_or_else(|| "?".to_owned()))
        .collect();
    if parts.len() > ELEMENTS_MAX {
        texts.push("...".to_owned());
    }
    one_line(&texts.join(", "))
}

fn constant(unit: &Unit, index: u32) -> Option<String> {
    let constant = unit.constants.get(index as usize)?;
    // Only the beginning is shown, so only that much of a long one is written out.
    let (length, beginning) = match constant {
        Constant::String(text) => (text.len(), "string ...".to_owned()),
        Constant::Vector(elements) => (elements.len(), "vector ...".to_owned()),
        Constant::Bytevector(bytes) => (bytes.len(), "bytevector ...".to_owned()),
        Constant::Numbers(_, bytes) => (bytes.len(), "numbers ...".to_owned()),
        Constant::Integer(bytes) => (bytes.len(), "integer ...".to_owned()),
        Constant::RecordType { name, fields, .. } => {
            let beginning = one_line(&format!("record-type {name} ..."));
            (fields.len(), beginning)
        }
        Constant::Immediate(_)
        | Constant::Character(_)
        | Constant::Ratio(..)
        | Constant::Complex(..)
        | Constant::Flonum(_)
        | Constant::Symbol(_)
        | Constant::Pair(..)
        | Constant::Hole
        | Constant::Tie { .. } => (0, String::new()),
    };
    Some(match length > LENGTH_MAX {
        true => beginning,
        false => one_line(&constant_text(constant)),
    })
}

fn one_line(text: &str) -> String {
    let mut line: String = without_controls(text).chars().take(LENGTH_MAX).collect();
    if text.chars().nth(LENGTH_MAX).is_some() {
        line.push_str(" ...");
    }
    line
}

fn function_name(unit: &Unit, index: usize) -> Option<String> {
    let name = unit.debug.functions.get(index)?.name?;
    Some(name.to_string())
}

/// Name, parameters, free values and place of a function.
pub fn function(unit: &Unit, sources: &Sources<'_>, index: usize) -> String {
    let Some(debug) = unit.debug.functions.get(index) else {
        return String::new();
    };
    let mut words = vec![match debug.name {
        Some(name) => name.to_string(),
        None => "(no name)".to_owned(),
    }];
    words.extend(debug.parameters.iter().map(ToString::to_string));
    let mut text = words.join(" ");
    if !debug.free.is_empty() {
        let names: Vec<String> = debug.free.iter().map(ToString::to_string).collect();
        text.push_str(&format!("; free {}", names.join(" ")));
    }
    let (source, start, _) = debug.span;
    if let Some(line) = sources.line(source, start) {
        text.push_str(&format!("; {}:{}", line.source, line.number));
    }
    without_controls(&text)
}

/// The sources of a unit and where their lines begin.
pub struct Sources<'a> {
    sources: Vec<(&'a str, &'a str, Vec<usize>, u32)>,
}

/// One line of a source.
struct SourceLine<'a> {
    source: &'a str,
    /// From 1.
    number: usize,
    text: &'a str,
}

impl<'a> Sources<'a> {
    pub fn new(unit: &'a Unit) -> Sources<'a> {
        let sources = unit
            .debug
            .sources
            .iter()
            .zip(0..)
            .map(|((name, text), index)| {
                let newlines = text.match_indices('\n').map(|(offset, _)| offset + 1);
                let starts = std::iter::once(0).chain(newlines).collect();
                (&**name, &**text, starts, unit.debug.first_line(index))
            });
        Sources {
            sources: sources.collect(),
        }
    }

    /// The line that a byte offset lies in.
    fn line(&self, source: u32, offset: u32) -> Option<SourceLine<'a>> {
        let (source, text, starts, first) = self.sources.get(source as usize)?;
        let number = starts.partition_point(|&start| start <= offset as usize);
        let start = *starts.get(number.checked_sub(1)?)?;
        Some(SourceLine {
            source,
            number: (number - 1).saturating_add(*first as usize),
            text: text.get(start..)?.lines().next().unwrap_or(""),
        })
    }
}

/// The lines of the source that the code of a function comes from, as its words go by.
pub struct Lines<'a> {
    sources: &'a Sources<'a>,
    places: &'a [Place],
    /// Source and number of the line shown last.
    shown: Option<(u32, usize)>,
}

impl<'a> Lines<'a> {
    pub fn new(unit: &'a Unit, sources: &'a Sources<'a>, function: usize) -> Lines<'a> {
        let debug = unit.debug.functions.get(function);
        Lines {
            sources,
            places: debug.map_or(&[], |debug| &debug.places),
            shown: None,
        }
    }

    /// The line that begins at this word, if it is another than before.
    pub fn at(&mut self, word: usize) -> Option<String> {
        let mut place = None;
        while let Some((next, rest)) = self.places.split_first()
            && next.word as usize <= word
        {
            place = Some(*next);
            self.places = rest;
        }
        let place = place?;
        let line = self.sources.line(place.source, place.start)?;
        let shown = Some((place.source, line.number));
        if self.shown == shown {
            return None;
        }
        self.shown = shown;
        let (source, number, text) = (line.source, line.number, line.text.trim());
        Some(without_controls(&format!("{source}:{number}: {text}")))
    }
}

/// Control characters would end the comment or disturb a terminal.
fn without_controls(text: &str) -> String {
    text.chars()
        .map(|character| {
            if character.is_control() {
                ' '
            } else {
                character
            }
        })
        .collect()
}
