//! Machine code as text, for people.
//!
//! Decoding is left to crates that do nothing else; only where jumps lead is read
//! here, since those out of the function go to stubs, which have names.

use crate::stubs::Offsets;

/// A line of a listing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// What begins here: the entry of the function, or the code that is seldom executed.
    Part(&'static str),
    /// What follows belongs to the instruction at this word of the bytecode.
    Instruction(u32),
    /// An instruction of the processor: bytes from the beginning of the function, and text.
    Machine {
        offset: u32,
        bytes: Vec<u8>,
        text: String,
    },
}

/// What begins where.
pub struct Marks {
    pub entry: u32,
    /// Distances from the beginning, and words of the bytecode, in order.
    pub instructions: Vec<(u32, u32)>,
    pub cold: u32,
}

/// Length and text of the first instruction.
#[cfg(test)]
pub fn first(code: &[u8]) -> (usize, String) {
    processor::decode(code)
}

/// The text of code that would run at `address`.
pub fn lines(code: &[u8], marks: &Marks, address: usize, stubs: &Offsets) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut instructions = marks.instructions.iter().peekable();
    let mut at = 0;
    while at < code.len() {
        let offset = at as u32;
        if offset == marks.entry {
            lines.push(Line::Part("entry"));
        }
        while let Some((_, word)) = instructions.next_if(|(start, _)| *start == offset) {
            lines.push(Line::Instruction(*word));
        }
        if offset == marks.cold {
            lines.push(Line::Part("seldom executed"));
        }
        let rest = &code[at..];
        let (length, mut text) = processor::decode(rest);
        let length = length.clamp(1, rest.len());
        let bytes = rest[..length].to_vec();
        if let Some(distance) = processor::jump(&bytes) {
            let target = at as i64 + distance;
            text.push_str(
                &match usize::try_from(target).ok().filter(|to| *to < code.len()) {
                    Some(target) => format!(" ; {target:x}"),
                    None => format!(
                        " ; {}",
                        place(address.wrapping_add_signed(target as isize), stubs)
                    ),
                },
            );
        }
        lines.push(Line::Machine {
            offset,
            bytes,
            text,
        });
        at += length;
    }
    lines
}

/// What is at an address outside of the function.
fn place(address: usize, stubs: &Offsets) -> &'static str {
    let names = [
        (stubs.step, "step"),
        (stubs.regain_room, "regain_room"),
        (stubs.go, "go"),
        (stubs.give_way, "give way"),
        (stubs.enter, "enter"),
        (stubs.call, "call"),
        (stubs.leaf, "leaf"),
        (stubs.quick, "quick"),
        (stubs.send, "send"),
        (stubs.control, "control"),
        (stubs.capture, "capture"),
        (stubs.apply, "apply"),
        (stubs.values, "values"),
        (stubs.receive, "receive"),
        (stubs.note, "note"),
    ];
    let found = names.iter().find(|(known, _)| *known == address);
    found.map_or("another function", |(_, name)| name)
}

/// Length and text of the first instruction.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
fn decode<A: yaxpeax_arch::Arch>(code: &[u8]) -> (usize, String)
where
    A::Instruction: std::fmt::Display,
    for<'a> yaxpeax_arch::U8Reader<'a>: yaxpeax_arch::Reader<A::Address, A::Word>,
{
    use yaxpeax_arch::{AddressBase, Decoder, Reader};
    let mut reader = yaxpeax_arch::U8Reader::new(code);
    match A::Decoder::default().decode(&mut reader) {
        Ok(instruction) => {
            let length = reader.total_offset().to_linear();
            (length, instruction.to_string())
        }
        // Nothing that is emitted; one byte of it.
        Err(_) => (1, "(unknown)".to_owned()),
    }
}

#[cfg(target_arch = "x86_64")]
mod processor {
    pub fn decode(code: &[u8]) -> (usize, String) {
        super::decode::<yaxpeax_x86::amd64::Arch>(code)
    }

    /// How far a jump leads from where it begins, if it is one.
    pub fn jump(code: &[u8]) -> Option<i64> {
        let distance = match *code {
            [0x70..=0x7f, short] => i64::from(short as i8),
            [0xe8 | 0xe9, a, b, c, d] | [0x0f, 0x80..=0x8f, a, b, c, d] => {
                i64::from(i32::from_le_bytes([a, b, c, d]))
            }
            _ => return None,
        };
        Some(code.len() as i64 + distance)
    }
}

#[cfg(target_arch = "aarch64")]
mod processor {
    pub fn decode(code: &[u8]) -> (usize, String) {
        super::decode::<yaxpeax_arm::armv8::a64::ARMv8>(code)
    }

    /// How far a jump leads from where it begins, if it is one.
    pub fn jump(code: &[u8]) -> Option<i64> {
        let word = u32::from_le_bytes(code.try_into().ok()?);
        let signed = |bits: u32, unused: u32| i64::from((bits << unused) as i32 >> unused);
        // b, bl; then b.cond, cbz, cbnz.
        let words = match word >> 24 {
            0x14..=0x17 | 0x94..=0x97 => signed(word & 0x03ff_ffff, 6),
            0x54 | 0xb4 | 0xb5 => signed(word >> 5 & 0x7ffff, 13),
            _ => return None,
        };
        Some(4 * words)
    }
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
mod processor {
    pub fn decode(_: &[u8]) -> (usize, String) {
        (1, String::new())
    }

    pub fn jump(_: &[u8]) -> Option<i64> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STUBS: Offsets = Offsets {
        run: 0x1000,
        step: 0x1100,
        regain_room: 0x1200,
        go: 0x1300,
        give_way: 0x1400,
        enter: 0x1500,
        call: 0x1600,
        untried: 0x1700,
        refused: 0x1800,
        leaf: 0x1900,
        quick: 0x2300,
        send: 0x1f00,
        control: 0x1c00,
        apply: 0x2000,
        values: 0x2100,
        capture: 0x1d00,
        receive: 0x1e00,
        note: 0x1b00,
        point: 0x1a00,
    };

    #[cfg(target_arch = "x86_64")]
    const CODE: &[u8] = &[
        0x48, 0x8b, 0x53, 0xf0, // mov rdx, [rbx-16]
        0x7c, 0xfa, // jl 0
        0xe9, 0xf5, 0x00, 0x00, 0x00, // jmp 0x1100
        0xc3, // ret
    ];
    #[cfg(target_arch = "aarch64")]
    const CODE: &[u8] = &[
        0x62, 0x02, 0x5f, 0xf8, // ldur x2, [x19, -16]
        0xeb, 0xff, 0xff, 0x54, // b.lt 0
        0x3e, 0x00, 0x00, 0x14, // b 0x1100
        0xc0, 0x03, 0x5f, 0xd6, // ret
    ];

    #[test]
    fn lines_say_what_begins_and_where_jumps_lead() {
        let cold = CODE.len() as u32 - if cfg!(target_arch = "x86_64") { 1 } else { 4 };
        let marks = Marks {
            entry: 0,
            instructions: vec![(0, 0), (4, 2)],
            cold,
        };
        let found = lines(CODE, &marks, 0x1000, &STUBS);
        let text = |line: &Line| match line {
            Line::Part(name) => format!("{name}:"),
            Line::Instruction(word) => format!("word {word}"),
            Line::Machine { offset, text, .. } => format!("{offset:x} {text}"),
        };
        let found: Vec<String> = found.iter().map(text).collect();
        let expected = if cfg!(target_arch = "x86_64") {
            vec![
                "entry:",
                "word 0",
                "0 mov rdx, qword [rbx - 0x10]",
                "word 2",
                "4 jl $-0x6 ; 0",
                "6 jmp $+0xf5 ; step",
                "seldom executed:",
                "b ret",
            ]
        } else {
            vec![
                "entry:",
                "word 0",
                "0 ldur x2, [x19, #-0x10]",
                "word 2",
                "4 b.lt $-0x4 ; 0",
                "8 b $+0xf8 ; step",
                "seldom executed:",
                "c ret",
            ]
        };
        assert_eq!(found, expected);
    }
}
