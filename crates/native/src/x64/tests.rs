//! The encodings of instructions, as the GNU assembler writes them, and of jumps.

use super::assembler::*;
use super::reader::Reader;
use crate::fault::Fault;

/// What is written, its bytes, and how it is asked for.
type Row = (&'static str, &'static str, fn(&mut Assembler));

const ROWS: &[Row] = &[
    ("mov rcx, rax", "4889c1", |a| a.mov(RCX, RAX)),
    ("mov r12, r9", "4d89cc", |a| a.mov(R12, R9)),
    ("mov eax, 3", "b803000000", |a| a.mov_imm(RAX, 3)),
    ("mov r9, -8", "49c7c1f8ffffff", |a| {
        a.mov_imm(R9, -8i64 as u64)
    }),
    ("movabs r13, 0x123456789abc", "49bdbc9a785634120000", |a| {
        a.mov_imm(R13, 0x1234_5678_9abc)
    }),
    ("mov rdx, [rbx]", "488b13", |a| a.load(RDX, Mem(RBX, 0))),
    ("mov rdx, [rbp+0]", "488b5500", |a| a.load(RDX, Mem(RBP, 0))),
    ("mov rdx, [r13+0]", "498b5500", |a| a.load(RDX, Mem(R13, 0))),
    ("mov rdx, [rsp]", "488b1424", |a| a.load(RDX, Mem(RSP, 0))),
    ("mov rdx, [r12-8]", "498b5424f8", |a| {
        a.load(RDX, Mem(R12, -8))
    }),
    ("mov [rbx-128], r10", "4c895380", |a| {
        a.store(Mem(RBX, -128), R10)
    }),
    ("mov [rbx-2040], r10", "4c899308f8ffff", |a| {
        a.store(Mem(RBX, -2040), R10)
    }),
    ("mov qword [rbp+8], -5", "48c74508fbffffff", |a| {
        a.store_imm(Mem(RBP, 8), -5)
    }),
    ("mov rcx, [rdx+rsi+6]", "488b4c3206", |a| {
        a.load_indexed(RCX, RDX, RSI, 6)
    }),
    ("mov [r13+r9+6], r8", "4f89440d06", |a| {
        a.store_indexed(R13, R9, 6, R8)
    }),
    ("movzx rsi, byte [rdi+r11+14]", "4a0fb6741f0e", |a| {
        a.load_byte_indexed(RSI, RDI, R11, 14)
    }),
    ("mov [r12+r11+14], al", "4b88441c0e", |a| {
        a.store_byte_indexed(R12, R11, 14, RAX)
    }),
    ("mov eax, [r8-2]", "418b40fe", |a| {
        a.load_32(RAX, Mem(R8, -2))
    }),
    ("lea rbx, [rbx-24]", "488d5be8", |a| {
        a.lea(RBX, Mem(RBX, -24))
    }),
    ("lea eax, [rdi-1]", "8d47ff", |a| {
        a.lea_32(RAX, Mem(RDI, -1))
    }),
    ("cmove rdx, rax", "480f44d0", |a| {
        a.move_if(Cond::Equal, RDX, RAX)
    }),
    ("push r12", "4154", |a| a.push(R12)),
    ("pop rbx", "5b", |a| a.pop(RBX)),
    ("movaps xmm3, xmm0", "0f28d8", |a| {
        a.mov_double(Double(3), D0)
    }),
    ("add r9, rcx", "4901c9", |a| a.alu(Alu::Add, R9, RCX)),
    ("xor rsi, r10", "4c31d6", |a| a.alu(Alu::Xor, RSI, R10)),
    ("sub rcx, -8", "4883e9f8", |a| a.alu_imm(Alu::Sub, RCX, -8)),
    ("cmp r12, 1000", "4981fce8030000", |a| {
        a.alu_imm(Alu::Cmp, R12, 1000)
    }),
    ("and eax, 511", "81e0ff010000", |a| {
        a.alu_imm_32(Alu::And, RAX, 511)
    }),
    ("add rax, [r15+80]", "49034750", |a| {
        a.alu_mem(Alu::Add, RAX, Mem(R15, 80))
    }),
    ("cmp ecx, [rax+4]", "3b4804", |a| {
        a.alu_mem_32(Alu::Cmp, RCX, Mem(RAX, 4))
    }),
    ("cmp qword [rax], -2147483645", "48813803000080", |a| {
        a.cmp_mem(Mem(RAX, 0), -2147483645)
    }),
    ("lea r9, [rdx+r8+0]", "4e8d4c0200", |a| {
        a.lea_sum(R9, RDX, R8, 0)
    }),
    ("cmp dword [rax+20], 3", "81781403000000", |a| {
        a.cmp_mem_32(Mem(RAX, 20), 3)
    }),
    ("cmp byte [r9-2], 0x37", "418079fe37", |a| {
        a.cmp_mem_8(Mem(R9, -2), 0x37)
    }),
    ("cmp sil, 11", "4080fe0b", |a| a.cmp_8(RSI, 11)),
    ("test al, 7", "a807", |a| a.test_8(RAX, 7)),
    ("test dil, 7", "40f6c707", |a| a.test_8(RDI, 7)),
    ("test r10b, 7", "41f6c207", |a| a.test_8(R10, 7)),
    ("test rax, rax", "4885c0", |a| a.test(RAX, RAX)),
    ("shl rcx, 3", "48c1e103", |a| a.shift(Shift::Left, RCX, 3)),
    ("sar r8, 3", "49c1f803", |a| {
        a.shift(Shift::RightSigned, R8, 3)
    }),
    ("shr rax, 33", "48c1e821", |a| {
        a.shift(Shift::Right, RAX, 33)
    }),
    ("imul rdx, r9", "490fafd1", |a| a.imul(RDX, R9)),
    ("cqo", "4899", |a| a.cqo()),
    ("idiv rcx", "48f7f9", |a| a.idiv(RCX)),
    ("dec r14", "49ffce", |a| a.dec(R14)),
    ("inc r14", "49ffc6", |a| a.inc(R14)),
    ("neg rax", "48f7d8", |a| a.neg(RAX)),
    ("movsd xmm1, [r9+6]", "f2410f104906", |a| {
        a.load_double(D1, Mem(R9, 6))
    }),
    ("movsd [rbp+8], xmm0", "f20f114508", |a| {
        a.store_double(Mem(RBP, 8), D0)
    }),
    ("movq xmm1, rax", "66480f6ec8", |a| a.mov_to_double(D1, RAX)),
    ("cvtsi2sd xmm0, rax", "f2480f2ac0", |a| a.convert(D0, RAX)),
    ("subsd xmm0, xmm1", "f20f5cc1", |a| {
        a.double_op(DoubleOp::Subtract, D0, D1)
    }),
    ("sqrtsd xmm1, xmm9", "f2410f51c9", |a| {
        a.double_op(DoubleOp::SquareRoot, D1, Double(9))
    }),
    ("xorps xmm9, xmm9", "450f57c9", |a| a.double_zero(Double(9))),
    ("ucomisd xmm1, xmm0", "660f2ec8", |a| {
        a.compare_doubles(D1, D0)
    }),
    ("jmp [rax+104]", "ff6068", |a| a.jmp_mem(Mem(RAX, 104))),
    ("call rax", "ffd0", |a| a.call_reg(RAX)),
    ("ret", "c3", |a| a.ret()),
];

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn instructions_have_the_bytes_they_should() {
    for (text, bytes, write) in ROWS {
        let mut asm = Assembler::default();
        write(&mut asm);
        assert_eq!(asm.finish(0), Ok(()));
        assert_eq!(hex(asm.bytes()), *bytes, "{text}");
    }
}

#[test]
fn jumps_lead_to_labels_and_addresses() {
    let mut asm = Assembler::default();
    let (start, end) = (asm.here(), asm.label());
    asm.jcc(Cond::Less, end);
    asm.jcc(Cond::Greater, start);
    asm.jmp(end);
    asm.jmp_out(0x2000);
    asm.bind(end);
    asm.ret();
    assert_eq!(asm.place(end), Some(18));
    assert_eq!(asm.finish(0x1000), Ok(()));
    // jl +12; jg -8; jmp +5; jmp 0x2000; ret
    assert_eq!(hex(asm.bytes()), "0f8c0c0000007ff8e905000000e9ee0f0000c3");
}

#[test]
fn patchable_distances_are_aligned() {
    for before in 0..4 {
        let mut asm = Assembler::default();
        (0..before).for_each(|_| asm.ret());
        let label = asm.label();
        let site = asm.jmp_patchable(label);
        asm.bind(label);
        assert!(site.is_multiple_of(4));
        assert_eq!(asm.position(), site + 4);
    }
}

#[test]
fn the_reader_knows_what_functions_are_made_of() {
    for (text, _, write) in ROWS {
        let mut asm = Assembler::default();
        write(&mut asm);
        let length = asm.position();
        asm.align(16);
        assert_eq!(asm.finish(0), Ok(()));
        let found = Reader::new(asm.bytes(), 256).read(0);
        let is_for_stubs = ["push", "pop", "ret", "call"];
        if is_for_stubs.iter().any(|start| text.starts_with(start)) {
            assert!(found.is_err(), "{text}: {found:?}");
            continue;
        }
        match found {
            Ok(read) => assert_eq!(read.length, length, "{text}"),
            // Some of them write what holds no slot, or read what is no frame.
            Err(Fault::Pinned(0) | Fault::Beyond(0)) => {}
            Err(fault) => panic!("{text}: {fault}"),
        }
    }
}

/// A place in memory as a decoder writes it: where it is counted from, what is added, and how far it is.
struct Place {
    base: String,
    index: Option<String>,
    distance: i64,
}

/// The place in `qword [rbx + rcx * 1 - 0x8]`, if there is one.
fn place(text: &str) -> Option<Place> {
    let inner = text.split_once('[')?.1.split_once(']')?.0;
    let inner = inner.replace(" - ", " + -");
    let mut found = Place {
        base: String::new(),
        index: None,
        distance: 0,
    };
    for part in inner.split(" + ") {
        let (sign, digits) = match part.strip_prefix('-') {
            Some(digits) => (-1, digits),
            None => (1, part),
        };
        if let Some(digits) = digits.strip_prefix("0x") {
            let number = i64::from_str_radix(digits, 16).expect("a number");
            found.distance = sign * number;
        } else if part.contains('*') || !found.base.is_empty() {
            let name = part.split(' ').next().unwrap_or_default();
            found.index = Some(name.to_owned());
        } else {
            found.base = part.to_owned();
        }
    }
    Some(found)
}

/// Registers by all their names that hold no slots: frame, heap, fuel, context and the native stack.
const KEPT: [(&str, [&str; 5]); 5] = [
    ("rbx", ["rbx", "ebx", "bx", "bl", "bh"]),
    ("rbp", ["rbp", "ebp", "bp", "bpl", "-"]),
    ("r14", ["r14", "r14d", "r14w", "r14b", "-"]),
    ("r15", ["r15", "r15d", "r15w", "r15b", "-"]),
    ("rsp", ["rsp", "esp", "sp", "spl", "-"]),
];

fn kept(name: &str) -> Option<&'static str> {
    let found = KEPT.iter().find(|(_, names)| names.contains(&name));
    found.map(|(whole, _)| *whole)
}

const FRAME_SLOTS: u32 = 10;

/// Whether the checker may let an instruction pass, by what a decoder says of it.
fn may_pass(text: &str) -> bool {
    let (name, operands) = text.split_once(' ').unwrap_or((text, ""));
    let (first, second) = operands.split_once(", ").unwrap_or((operands, ""));
    let place = place(operands);
    let is_free = |name: &Option<String>| name.as_deref().is_none_or(|name| kept(name).is_none());
    let is_slot = |place: &Place| {
        let bytes = 8 * i64::from(FRAME_SLOTS);
        place.index.is_none()
            && place.distance <= 0
            && place.distance > -bytes
            && place.distance % 8 == 0
    };
    let object = 8 * mound_heap::heap::LARGE_WORDS as i64;
    if name == "lea" {
        return match (kept(first), place) {
            (None, _) => true,
            (Some("rbx"), Some(place)) => {
                let bytes = 8 * i64::from(FRAME_SLOTS);
                first == "rbx"
                    && place.base == "rbx"
                    && place.index.is_none()
                    && place.distance.abs() <= bytes
                    && place.distance % 8 == 0
            }
            _ => false,
        };
    }
    let compares = ["cmp", "test", "ucomisd", "ucomiss", "nop", "idiv"].contains(&name);
    let is_written = first.contains('[') && !compares && name != "jmp";
    if let Some(place) = &place {
        let is_allowed = match (&*place.base, is_written) {
            ("rbx", _) => is_slot(place),
            ("rbp", true) => place.index.is_none() && (0..object).contains(&place.distance),
            ("r15", true) => {
                let dynamic = mound_machine::native::offsets::DYNAMIC as i64;
                place.index.is_none() && place.distance == dynamic
            }
            ("rsp" | "r14", _) | ("rbp", false) => false,
            _ => is_free(&place.index),
        };
        let jumps_anywhere =
            name == "jmp" && (kept(&place.base).is_some() || place.index.is_some());
        if !is_allowed || jumps_anywhere {
            return false;
        }
    }
    let changes_register = !compares && !first.contains('[') && name != "jmp";
    match kept(first).filter(|_| changes_register) {
        None => true,
        Some("r14") => first == "r14" && matches!(name, "inc" | "dec"),
        Some("rbp") => {
            let size = second
                .strip_prefix("0x")
                .map(|size| i64::from_str_radix(size, 16));
            let is_object =
                matches!(size, Some(Ok(size)) if size > 0 && size <= object && size % 8 == 0);
            name == "add" && first == "rbp" && is_object
        }
        Some(_) => false,
    }
}

/// Whatever the bytes are: what the reader lets pass is what a decoder of all instructions sees there, and no harm.
#[test]
fn the_reader_lets_pass_what_does_no_harm() {
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = move || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random
    };
    let (mut passed, mut kinds) = (0, std::collections::HashSet::new());
    for op in 0..512_u32 {
        for operands in 0..=255_u8 {
            for _ in 0..6 {
                let mut bytes = Vec::new();
                let choice = next();
                bytes.extend([&[][..], &[0xf2], &[0x66], &[]][choice as usize & 3]);
                if choice & 4 == 0 {
                    bytes.push(0x40 | (choice >> 8) as u8 & 15);
                }
                if op > 255 {
                    bytes.push(0x0f);
                }
                bytes.extend([op as u8, operands]);
                let near = [8_u8, 0xf8, 0x10, 0, 0xb0, 0xa8, 0x58, (choice >> 16) as u8];
                let distance = near[(choice >> 24) as usize & 7];
                // Without or with a byte for the index, and as one byte or four.
                if operands & 7 == 4 && operands < 0xc0 {
                    bytes.push((choice >> 32) as u8 & if choice & 8 == 0 { 63 } else { 255 });
                }
                bytes.push(distance);
                bytes.extend([if distance < 128 { 0 } else { 255 }; 3]);
                bytes.extend((choice >> 40).to_le_bytes());
                let Ok(read) = Reader::new(&bytes, FRAME_SLOTS).read(0) else {
                    continue;
                };
                let (length, text) = crate::listing::first(&bytes);
                if text == "(unknown)" {
                    continue;
                }
                passed += 1;
                kinds.insert(text.split(' ').next().unwrap_or_default().to_owned());
                assert_eq!(read.length as usize, length, "{text}: {}", hex(&bytes));
                assert!(may_pass(&text), "{text}: {}", hex(&bytes));
            }
        }
    }
    assert!(passed > 10_000 && kinds.len() > 30, "{passed} {kinds:?}");
}
