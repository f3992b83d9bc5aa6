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
