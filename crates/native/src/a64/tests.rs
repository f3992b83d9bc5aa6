//! The encodings of instructions, as the GNU assembler writes them, and of jumps.

use super::assembler::*;
use super::reader::Reader;
use crate::fault::Fault;

/// What is written, its words, and how it is asked for.
type Row = (&'static str, &'static [u32], fn(&mut Assembler));

const ROWS: &[Row] = &[
    ("mov x1, x14", &[0xaa0e_03e1], |a| a.mov(X1, X14)),
    ("mov x0, #3", &[0xd280_0060], |a| a.mov_imm(X0, 3)),
    ("movz x0, #0, lsl #48", &[0xd2e0_0000], |a| a.mov_imm(X0, 0)),
    ("movn x9, #7", &[0x9280_00e9], |a| {
        a.mov_imm(X9, -8i64 as u64)
    }),
    ("movn x9, #0, lsl #48", &[0x92e0_0009], |a| {
        a.mov_imm(X9, u64::MAX)
    }),
    (
        "movz x17, #0x9abc; movk x17, #0x5678, lsl #16; movk x17, #0x1234, lsl #32",
        &[0xd293_5791, 0xf2aa_cf11, 0xf2c2_4691],
        |a| a.mov_imm(X17, 0x1234_5678_9abc),
    ),
    (
        "movn x3, #0xeeee, lsl #16; movk x3, #0x2222, lsl #48",
        &[0x92bd_ddc3, 0xf2e4_4443],
        |a| a.mov_imm(X3, 0x2222_ffff_1111_ffff),
    ),
    ("ldr x2, [x19]", &[0xf940_0262], |a| a.load(X2, Mem(X19, 0))),
    ("ldr x2, [x22, #32760]", &[0xf97f_fec2], |a| {
        a.load(X2, Mem(X22, 32760))
    }),
    ("ldur x2, [x19, #-256]", &[0xf850_0262], |a| {
        a.load(X2, Mem(X19, -256))
    }),
    ("ldur x2, [x9, #6]", &[0xf840_6122], |a| {
        a.load(X2, Mem(X9, 6))
    }),
    (
        "sub x15, x19, #264; ldr x2, [x15]",
        &[0xd104_226f, 0xf940_01e2],
        |a| a.load(X2, Mem(X19, -264)),
    ),
    ("str x10, [x20, #16]", &[0xf900_0a8a], |a| {
        a.store(Mem(X20, 16), X10)
    }),
    ("stur x10, [x19, #-8]", &[0xf81f_826a], |a| {
        a.store(Mem(X19, -8), X10)
    }),
    ("str xzr, [x20, #8]", &[0xf900_069f], |a| {
        a.store(Mem(X20, 8), ZERO)
    }),
    (
        "sub x15, x19, #2040; str x10, [x15]",
        &[0xd11f_e26f, 0xf900_01ea],
        |a| a.store(Mem(X19, -2040), X10),
    ),
    ("ldr w0, [x16, #20]", &[0xb940_1600], |a| {
        a.load_32(X0, Mem(X16, 20))
    }),
    ("ldar w3, [x15]", &[0x88df_fde3], |a| {
        a.load_acquire_32(X3, X15)
    }),
    ("ldar x3, [x15]", &[0xc8df_fde3], |a| {
        a.load_acquire(X3, X15)
    }),
    ("ldur w16, [x8, #-2]", &[0xb85f_e110], |a| {
        a.load_32(X16, Mem(X8, -2))
    }),
    ("ldurb w16, [x3, #-2]", &[0x385f_e070], |a| {
        a.load_8(X16, Mem(X3, -2))
    }),
    ("ldrb w5, [x16, #14]", &[0x3940_3a05], |a| {
        a.load_8(X5, Mem(X16, 14))
    }),
    ("strb w16, [x17, #14]", &[0x3900_3a30], |a| {
        a.store_8(Mem(X17, 14), X16)
    }),
    ("stp x29, x30, [sp, #-48]!", &[0xa9bd_7bfd], |a| {
        a.push_pair(X29, X30, 48)
    }),
    ("ldp x29, x30, [sp], #48", &[0xa8c3_7bfd], |a| {
        a.pop_pair(X29, X30, 48)
    }),
    ("stp x19, x20, [sp, #16]", &[0xa901_53f3], |a| {
        a.store_pair(X19, X20, 16)
    }),
    ("ldp x21, x22, [sp, #32]", &[0xa942_5bf5], |a| {
        a.load_pair(X21, X22, 32)
    }),
    ("csel x4, x16, x4, gt", &[0x9a84_c204], |a| {
        a.select(Cond::Greater, X4, X16, X4)
    }),
    ("add x9, x1, x2", &[0x8b02_0029], |a| {
        a.alu(Alu::Add, X9, X1, X2)
    }),
    ("adds x9, x1, x14", &[0xab0e_0029], |a| {
        a.alu(Alu::AddFlags, X9, X1, X14)
    }),
    ("sub x16, x16, x17", &[0xcb11_0210], |a| {
        a.alu(Alu::Sub, X16, X16, X17)
    }),
    ("subs x0, x1, x2", &[0xeb02_0020], |a| {
        a.alu(Alu::SubFlags, X0, X1, X2)
    }),
    ("orr x16, x3, x4", &[0xaa04_0070], |a| {
        a.alu(Alu::Or, X16, X3, X4)
    }),
    ("eor x9, x1, x2", &[0xca02_0029], |a| {
        a.alu(Alu::Xor, X9, X1, X2)
    }),
    ("and x16, x16, x17", &[0x8a11_0210], |a| {
        a.alu(Alu::And, X16, X16, X17)
    }),
    ("sub x19, x19, x0, lsl #3", &[0xcb00_0e73], |a| {
        a.alu_shifted(Alu::Sub, X19, X19, X0, 3)
    }),
    ("add x16, x20, #4095", &[0x913f_fe90], |a| {
        a.add_imm(X16, X20, 4095)
    }),
    ("add x16, x20, #8, lsl #12", &[0x9140_2290], |a| {
        a.add_imm(X16, X20, 0x8000)
    }),
    (
        "mov x15, #0x1001; add x16, x20, x15",
        &[0xd282_002f, 0x8b0f_0290],
        |a| a.add_imm(X16, X20, 0x1001),
    ),
    ("sub x19, x19, #24", &[0xd100_6273], |a| {
        a.add_imm(X19, X19, -24)
    }),
    ("subs x21, x21, #1", &[0xf100_06b5], |a| {
        a.add_imm_flags(X21, X21, -1)
    }),
    ("adds x2, x1, #800", &[0xb10c_8022], |a| {
        a.add_imm_flags(X2, X1, 800)
    }),
    (
        "movn x15, #0x1000; adds x2, x1, x15",
        &[0x9282_000f, 0xab0f_0022],
        |a| a.add_imm_flags(X2, X1, -0x1001),
    ),
    ("cmp x16, x19", &[0xeb13_021f], |a| a.cmp(X16, X19)),
    ("cmp x3, #1000", &[0xf10f_a07f], |a| a.cmp_imm(X3, 1000)),
    ("cmn x3, #8", &[0xb100_207f], |a| {
        a.cmp_imm(X3, -8i64 as u64)
    }),
    (
        "mov x15, #0x2000; cmp x3, x15",
        &[0xd284_000f, 0xeb0f_007f],
        |a| a.cmp_imm(X3, 0x2000),
    ),
    ("tst x7, #7", &[0xf240_08ff], |a| a.test(X7, 7)),
    ("tst x7, #4", &[0xf27e_00ff], |a| a.test(X7, 4)),
    ("and x16, x16, #0xfffffffffffffff8", &[0x927d_f210], |a| {
        a.and_imm(X16, X16, !7)
    }),
    ("and x16, x3, #0x1ff", &[0x9240_2070], |a| {
        a.and_imm(X16, X3, 0x1ff)
    }),
    ("lsl x1, x2, #3", &[0xd37d_f041], |a| {
        a.shift(Shift::Left, X1, X2, 3)
    }),
    ("lsr x16, x16, #33", &[0xd361_fe10], |a| {
        a.shift(Shift::Right, X16, X16, 33)
    }),
    ("asr x17, x8, #3", &[0x9343_fd11], |a| {
        a.shift(Shift::RightSigned, X17, X8, 3)
    }),
    ("mul x4, x16, x9", &[0x9b09_7e04], |a| a.mul(X4, X16, X9)),
    ("smulh x16, x16, x9", &[0x9b49_7e10], |a| {
        a.mul_high(X16, X16, X9)
    }),
    ("cmp x16, x4, asr #63", &[0xeb84_fe1f], |a| {
        a.cmp_sign(X16, X4)
    }),
    ("sdiv x16, x1, x2", &[0x9ac2_0c30], |a| a.div(X16, X1, X2)),
    ("msub x3, x16, x2, x1", &[0x9b02_8603], |a| {
        a.mul_sub(X3, X16, X2, X1)
    }),
    ("ldur d0, [x3, #6]", &[0xfc40_6060], |a| {
        a.load_double(D0, Mem(X3, 6))
    }),
    ("str d1, [x20, #8]", &[0xfd00_0681], |a| {
        a.store_double(Mem(X20, 8), D1)
    }),
    ("fmov d0, x16", &[0x9e67_0200], |a| a.mov_to_double(D0, X16)),
    ("fmov d4, d1", &[0x1e60_4024], |a| {
        a.mov_double(Double(4), D1)
    }),
    ("scvtf d1, x16", &[0x9e62_0201], |a| a.convert(D1, X16)),
    ("fadd d0, d0, d1", &[0x1e61_2800], |a| {
        a.double_op(DoubleOp::Add, D0, D0, D1)
    }),
    ("fsub d0, d0, d1", &[0x1e61_3800], |a| {
        a.double_op(DoubleOp::Subtract, D0, D0, D1)
    }),
    ("fmul d0, d0, d1", &[0x1e61_0800], |a| {
        a.double_op(DoubleOp::Multiply, D0, D0, D1)
    }),
    ("fdiv d0, d0, d1", &[0x1e61_1800], |a| {
        a.double_op(DoubleOp::Divide, D0, D0, D1)
    }),
    ("fsqrt d0, d1", &[0x1e61_c020], |a| a.square_root(D0, D1)),
    ("fcmp d0, d1", &[0x1e61_2000], |a| a.compare_doubles(D0, D1)),
    ("fcmp d1, #0.0", &[0x1e60_2028], |a| a.compare_with_zero(D1)),
    ("negs x16, x3", &[0xeb03_03f0], |a| {
        a.alu(Alu::SubFlags, X16, ZERO, X3)
    }),
    ("and x17, x17, #0x7fffffffffffffff", &[0x9240_fa31], |a| {
        a.and_imm(X17, X17, u64::MAX >> 1)
    }),
    ("b.mi .+4", &[0x5400_0024], |a| {
        let label = a.label();
        a.jcc(Cond::Negative, label);
        a.bind(label);
    }),
    ("br x17", &[0xd61f_0220], |a| a.jmp_reg(X17)),
    ("blr x16", &[0xd63f_0200], |a| a.call_reg(X16)),
    ("ret", &[0xd65f_03c0], |a| a.ret()),
];

fn words(mut asm: Assembler, address: usize) -> Vec<u32> {
    assert_eq!(asm.finish(address), Ok(()));
    let bytes = asm.bytes();
    let words = bytes.chunks_exact(4);
    words
        .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
        .collect()
}

#[test]
fn instructions_have_the_words_they_should() {
    for (text, expected, write) in ROWS {
        let mut asm = Assembler::default();
        write(&mut asm);
        let found = words(asm, 0);
        assert_eq!(found, *expected, "{text}: {found:x?}");
    }
}

#[test]
fn jumps_lead_to_labels_and_addresses() {
    let mut asm = Assembler::default();
    let (start, end) = (asm.here(), asm.label());
    asm.jcc(Cond::Less, end);
    asm.jcc(Cond::Above, start);
    asm.jump_unless_zero(X16, end);
    asm.call(start);
    asm.jmp(end);
    asm.jmp_out(0x2000);
    asm.jmp_out(0x800);
    asm.jump_if_zero(X3, start);
    asm.bind(end);
    asm.ret();
    assert_eq!(asm.place(end), Some(32));
    let expected = [
        0x5400_010b, // b.lt +32
        0x54ff_ffe8, // b.hi -4
        0xb500_00d0, // cbnz x16, +24
        0x97ff_fffd, // bl -12
        0x1400_0004, // b +16
        0x1400_03fb, // b 0x2000
        0x17ff_fdfa, // b 0x800
        0xb4ff_ff23, // cbz x3, -28
        0xd65f_03c0, // ret
    ];
    assert_eq!(words(asm, 0x1000), expected);
}

#[test]
fn conditions_have_opposites() {
    let pairs = [
        (Cond::Equal, Cond::NotEqual),
        (Cond::Below, Cond::AboveOrEqual),
        (Cond::Above, Cond::BelowOrEqual),
        (Cond::Less, Cond::GreaterOrEqual),
        (Cond::Greater, Cond::LessOrEqual),
        (Cond::Overflow, Cond::NoOverflow),
        (Cond::Negative, Cond::NotNegative),
    ];
    for (one, other) in pairs {
        assert_eq!((one.inverse(), other.inverse()), (other, one));
        // They differ in the lowest bit only.
        assert_eq!(one as u8 ^ 1, other as u8);
    }
}

#[test]
fn a_jump_that_is_changed_is_one_word() {
    let mut asm = Assembler::default();
    asm.ret();
    let label = asm.label();
    let site = asm.jmp_patchable(label);
    asm.bind(label);
    assert_eq!((site, asm.position()), (4, 8));
    assert_eq!(words(asm, 0), [0xd65f_03c0, 0x1400_0001]);
    assert_eq!(jump(-4), 0x17ff_ffff);
    assert_eq!(jump((1 << 27) - 4), 0x15ff_ffff);
}

#[test]
fn the_reader_knows_what_functions_are_made_of() {
    for (text, expected, write) in ROWS {
        let mut asm = Assembler::default();
        write(&mut asm);
        assert_eq!(asm.finish(0), Ok(()));
        let mut reader = Reader::new(asm.bytes(), 256);
        let is_for_stubs = ["stp", "ldp", "ret", "blr", "br x17"];
        if is_for_stubs.iter().any(|start| text.starts_with(start)) {
            assert!(reader.read(0).is_err(), "{text}");
            continue;
        }
        for index in 0..expected.len() as u32 {
            let read = reader.read(4 * index);
            // Some of them write what holds no slot.
            let is_known = !matches!(read, Err(Fault::Unknown(_)));
            assert!(is_known, "{text}: {read:?}");
        }
    }
}
