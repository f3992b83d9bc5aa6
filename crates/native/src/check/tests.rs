//! The rules one by one, and the reader beside a decoder that others have written.

use super::*;
use crate::listing;
use crate::processor::assembler::{Assembler, Cond, Mem};
use crate::processor::{CONTEXT, FP, HP, RESULT, SCRATCH, SCRATCH_2, slot_at};
use crate::support::{Executor, run_for};

/// Instructions begin where a decoder of all instructions says that they do.
pub fn compare_with_decoder(made: &Made<'_>) {
    let mut reader = Reader::new(made.bytes, made.slots);
    let mut at = 0;
    while (at as usize) < made.bytes.len() {
        let read = reader.read(at).expect("it was just checked");
        let (length, text) = listing::first(&made.bytes[at as usize..]);
        assert_eq!(read.length as usize, length, "at {at:#x}: {text}");
        let jumps = ["j", "b ", "b.", "cb"]
            .iter()
            .any(|start| text.starts_with(start));
        let is_direct = jumps && !text.contains('[');
        let found = matches!(read.effect, Effect::Jump(_) | Effect::Branch(_));
        assert_eq!(found, is_direct, "at {at:#x}: {text}");
        at += read.length;
    }
}

#[test]
fn the_reader_and_a_decoder_agree_on_what_is_emitted() {
    for seed in 5000..5040 {
        let text = crate::generator::unit(seed);
        run_for(20, &text, Executor::Native, 50, false);
    }
}

const STUBS: Offsets = Offsets {
    run: 0x10000,
    step: 0x11000,
    regain_room: 0x12000,
    go: 0x13000,
    give_way: 0x14000,
    enter: 0x15000,
    call: 0x16000,
    untried: 0x17000,
    refused: 0x18000,
    leaf: 0x19000,
    quick: 0x4000,
    send: 0x1a000,
    control: 0x1b000,
    apply: 0x2000,
    values: 0x3000,
    capture: 0x1c000,
    receive: 0x1d000,
    note: 0x1e000,
    point: 0x1f000,
};
const ADDRESS: usize = 0x8000;
/// Where a known call enters function 1.
const KNOWN: usize = 0x9000;
/// The frame of the code has so many slots.
const SLOTS: u32 = 10;

/// What is said of code that is written so, and then goes on at the machine.
fn checked(write: impl FnOnce(&mut Assembler)) -> Result<(), Fault> {
    checked_with(&[], &[], |asm| {
        write(asm);
        asm.jmp_out(STUBS.go);
    })
}

fn checked_with(
    known_calls: &[(u32, u32)],
    sites: &[(u32, u32)],
    write: impl FnOnce(&mut Assembler),
) -> Result<(), Fault> {
    let mut asm = Assembler::default();
    write(&mut asm);
    asm.finish(ADDRESS)?;
    let made = Made {
        bytes: asm.bytes(),
        address: ADDRESS,
        stubs: &STUBS,
        slots: SLOTS,
        known_calls,
        known_entries: &[0, KNOWN],
        entries: [0, 0],
        sites,
    };
    Checker::default().look(&made)
}

#[test]
fn what_is_usual_passes() {
    let result = checked(|asm| {
        let (end, step) = (asm.label(), asm.label());
        asm.load(RESULT, slot_at(2));
        asm.store(slot_at(9), RESULT);
        asm.jcc(Cond::Equal, end);
        asm.mov_imm(SCRATCH, 7);
        asm.call(step);
        asm.bind(end);
        asm.store(Mem(HP, 8), RESULT);
        asm.jmp_out(STUBS.enter);
        asm.bind(step);
        asm.mov_imm(SCRATCH_2, 0x1234_5678_9abc);
        asm.jmp_out(STUBS.step);
    });
    assert_eq!(result, Ok(()));
}

#[test]
fn a_label_that_is_nowhere_is_refused() {
    let unbound = checked(|asm| {
        let label = asm.label();
        asm.jmp(label);
    });
    assert!(matches!(unbound, Err(Fault::Unbound(_))), "{unbound:?}");
    let twice = checked(|asm| {
        let label = asm.here();
        asm.mov(RESULT, SCRATCH);
        asm.bind(label);
    });
    assert!(matches!(twice, Err(Fault::BoundTwice(_))), "{twice:?}");
    let far = checked(|asm| asm.jmp_out(ADDRESS + (1 << 40)));
    assert!(matches!(far, Err(Fault::OutOfReach(_))), "{far:?}");
}

#[test]
fn jumps_lead_to_instructions_and_stubs_only() {
    let middle = checked(|asm| {
        let label = asm.label_at(2);
        asm.mov_imm(RESULT, 0x1234_5678_9abc);
        asm.jmp(label);
    });
    // Where instructions are words, there is no such distance.
    let is_refused = matches!(middle, Err(Fault::Middle { .. } | Fault::OutOfReach(_)));
    assert!(is_refused, "{middle:?}");
    for address in [STUBS.go + 4, STUBS.run, STUBS.point, KNOWN, 0] {
        let outside = checked(|asm| asm.jmp_out(address));
        assert!(matches!(outside, Err(Fault::Outside(_))), "{outside:?}");
    }
    let behind = checked_with(&[], &[], |asm| {
        let label = asm.label();
        asm.jmp(label);
        asm.bind(label);
    });
    assert!(matches!(behind, Err(Fault::Outside(_))), "{behind:?}");
    let branch = checked(|asm| {
        let label = asm.label_at(0x4000);
        asm.jcc(Cond::Equal, label);
    });
    assert!(matches!(branch, Err(Fault::Outside(_))), "{branch:?}");
    let anywhere = checked(|asm| asm.jmp_mem(Mem(SCRATCH, 8)));
    assert!(matches!(anywhere, Err(Fault::Indirect(_))), "{anywhere:?}");
}

#[test]
fn known_calls_enter_the_function_that_is_called() {
    let call = |asm: &mut Assembler| asm.jmp_out(KNOWN);
    assert_eq!(checked_with(&[(0, 1)], &[], call), Ok(()));
    for known in [[(0, 0)], [(1, 1)], [(0, 2)]] {
        let found = checked_with(&known, &[], call);
        assert_eq!(found, Err(Fault::Outside(found_at(&found))), "{known:?}");
    }
}

fn found_at(result: &Result<(), Fault>) -> u32 {
    match result {
        Err(Fault::Outside(at)) => *at,
        _ => u32::MAX,
    }
}

#[test]
fn the_native_stack_stays_even() {
    let called_elsewhere = checked(|asm| {
        let label = asm.here();
        asm.mov(RESULT, SCRATCH);
        asm.call(label);
    });
    assert!(matches!(called_elsewhere, Err(Fault::Stack(_))));
    let jumped_to = checked(|asm| {
        let step = asm.label();
        asm.jmp(step);
        asm.bind(step);
        asm.mov_imm(SCRATCH_2, 5);
        asm.jmp_out(STUBS.step);
    });
    assert!(
        matches!(jumped_to, Err(Fault::Middle { .. })),
        "{jumped_to:?}"
    );
    let fallen_into = checked(|asm| {
        asm.mov(RESULT, SCRATCH);
        asm.jmp_out(STUBS.note);
    });
    assert!(
        matches!(fallen_into, Err(Fault::Stack(_))),
        "{fallen_into:?}"
    );
    let returned = checked(|asm| asm.ret());
    assert!(matches!(returned, Err(Fault::Unknown(_))), "{returned:?}");
}

#[test]
fn code_does_not_go_on_behind_its_end() {
    let found = checked_with(&[], &[], |asm| asm.mov(RESULT, SCRATCH));
    assert!(matches!(found, Err(Fault::Falls(_))), "{found:?}");
}

#[test]
fn pinned_registers_and_frames_are_kept() {
    type Write = fn(&mut Assembler);
    let pinned: [Write; 4] = [
        |asm| asm.mov(FP, RESULT),
        |asm| asm.load(HP, Mem(CONTEXT, 8)),
        |asm| asm.mov_imm(CONTEXT, 0),
        |asm| asm.inc(HP),
    ];
    for (index, write) in pinned.into_iter().enumerate() {
        let found = checked(write);
        assert!(matches!(found, Err(Fault::Pinned(_))), "{index}: {found:?}");
    }
    let beyond: [Write; 5] = [
        |asm| asm.store(slot_at(10), RESULT),
        |asm| asm.load(RESULT, slot_at(200)),
        |asm| asm.store(Mem(FP, 8), RESULT),
        |asm| asm.store(Mem(CONTEXT, 8), RESULT),
        |asm| asm.store(Mem(HP, -8), RESULT),
    ];
    for (index, write) in beyond.into_iter().enumerate() {
        let found = checked(write);
        assert!(matches!(found, Err(Fault::Beyond(_))), "{index}: {found:?}");
    }
}

#[test]
fn what_is_patched_is_a_jump() {
    let jump = |asm: &mut Assembler| {
        let label = asm.label();
        let site = asm.jmp_patchable(label);
        asm.bind(label);
        asm.jmp_out(STUBS.go);
        assert_eq!(site as usize / 4, usize::from(reader::UNIT == 1));
    };
    let site = if reader::UNIT == 1 { 4 } else { 0 };
    assert_eq!(checked_with(&[], &[(site, 0)], jump), Ok(()));
    let found = checked_with(&[], &[(site + 1, 0)], jump);
    assert_eq!(found, Err(Fault::Site(site + 1)));
}

#[test]
fn no_bytes_make_the_checker_panic() {
    let mut seed = 1u64;
    let mut bytes = vec![0u8; 64];
    for _ in 0..20_000 {
        for byte in &mut bytes {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            *byte = (seed >> 56) as u8;
        }
        let made = Made {
            bytes: &bytes[..(seed >> 40) as usize % 64],
            address: ADDRESS,
            stubs: &STUBS,
            slots: SLOTS,
            known_calls: &[],
            known_entries: &[],
            entries: [0, 3],
            sites: &[((seed >> 32) as u32 % 70, 0)],
        };
        // Random bytes end well by no chance worth a thought.
        assert!(Checker::default().look(&made).is_err());
    }
}
