//! Makes machine code wrong on purpose, in tests: what could go wrong in the emitter must be found, and
//! the program must do what it does without machine code.

use crate::check::Effect;
use crate::processor::assembler::{Assembler, Mem};
use crate::processor::reader::{self, Reader};
use crate::processor::{CONTEXT, FP, FUEL, HP, RESULT, SCRATCH, slot_at};
use crate::workspace::Workspace;
use std::cell::Cell;

/// What is done to the code of each function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sabotage {
    /// A jump leads to a label that is nowhere.
    Unbound,
    /// A label gets a second place.
    BoundTwice,
    /// The emitter panics.
    Panic,
    /// The last jump within the code leads a little farther.
    Farther,
    /// The first way out leads a little farther.
    OtherStub,
    /// What is behind the end is run.
    NoEnd,
    /// A register that holds no slot gets a value.
    Frame,
    Heap,
    Fuel,
    Context,
    /// A slot beyond the frame is written.
    BeyondFrame,
    /// A return finds no code.
    NoPoint,
    /// A jump to be patched is none.
    Site,
    /// A call leads into the midst of the code.
    Call,
}

impl Sabotage {
    pub const ALL: [Sabotage; 14] = [
        Sabotage::Unbound,
        Sabotage::BoundTwice,
        Sabotage::Panic,
        Sabotage::Farther,
        Sabotage::OtherStub,
        Sabotage::NoEnd,
        Sabotage::Frame,
        Sabotage::Heap,
        Sabotage::Fuel,
        Sabotage::Context,
        Sabotage::BeyondFrame,
        Sabotage::NoPoint,
        Sabotage::Site,
        Sabotage::Call,
    ];
}

thread_local! {
    static WANTED: Cell<Option<Sabotage>> = const { Cell::new(None) };
    static AT_A_GLANCE: Cell<bool> = const { Cell::new(false) };
}

/// Whether code that this thread makes is looked at closely, if debug builds do so.
pub fn is_looked_at_closely() -> bool {
    !AT_A_GLANCE.get()
}

/// What is done from here on to code that this thread makes.
pub fn want(sabotage: Option<Sabotage>) {
    WANTED.set(sabotage);
}

/// Before jumps have their distances.
pub fn of_labels(written: &mut Workspace) {
    let asm = &mut written.asm;
    let label = asm.label();
    match WANTED.get() {
        Some(Sabotage::Unbound) => asm.jmp(label),
        Some(Sabotage::BoundTwice) => {
            asm.bind(label);
            asm.bind(label);
        }
        Some(Sabotage::Panic) => panic!("the emitter was told to"),
        Some(Sabotage::NoEnd) => asm.mov(RESULT, SCRATCH),
        Some(Sabotage::Frame) => endless(asm, |asm| asm.mov(FP, RESULT)),
        Some(Sabotage::Heap) => endless(asm, |asm| asm.mov_imm(HP, 8)),
        Some(Sabotage::Fuel) => endless(asm, |asm| asm.load(FUEL, slot_at(0))),
        Some(Sabotage::Context) => endless(asm, |asm| asm.store(Mem(CONTEXT, 0), RESULT)),
        Some(Sabotage::BeyondFrame) => endless(asm, |asm| asm.store(slot_at(255), RESULT)),
        Some(Sabotage::NoPoint) => {
            written.points.pop();
        }
        Some(Sabotage::Site) => written.sites.push((0, 0)),
        Some(Sabotage::Call) => {
            let start = asm.label_at(0);
            endless(asm, |asm| asm.call(start));
        }
        Some(Sabotage::Farther | Sabotage::OtherStub) | None => {}
    }
}

/// An instruction that goes on at itself.
fn endless(asm: &mut Assembler, instruction: impl Fn(&mut Assembler)) {
    let start = asm.here();
    instruction(asm);
    asm.jmp(start);
}

/// When they have them.
pub fn of_bytes(written: &mut Workspace) {
    let bytes = written.asm.bytes_mut();
    let wanted = match WANTED.get() {
        Some(Sabotage::Farther) => true,
        Some(Sabotage::OtherStub) => false,
        _ => return,
    };
    let mut reader = Reader::new(bytes, 256);
    let (mut at, mut found) = (0, None);
    while (at as usize) < bytes.len() {
        let Ok(read) = reader.read(at) else { break };
        if let Effect::Jump(distance) = read.effect {
            let to = i64::from(at) + distance;
            let inside = (0..bytes.len() as i64).contains(&to);
            if inside == wanted && (inside || found.is_none()) {
                found = Some(at + read.length);
            }
        }
        at += read.length;
    }
    if let Some(end) = found {
        // The lowest byte of the distance; or one so high that it leads out of the code, where all
        // places near by are good.
        let byte = if wanted && reader::UNIT > 1 { 2 } else { 4 };
        bytes[end as usize - byte] ^= 1;
    }
}

mod tests {
    use super::*;
    use crate::Choice;
    use crate::support::{End, Executor, run, run_on};
    use std::sync::{Arc, Mutex};

    /// Loops, calls, arithmetic that overflows, and new objects.
    const PROGRAM: &str = "\
constant 0 = integer 1152921504606846970
constant 1 = immediate null
function 0 (0 arguments, 12 slots)
  block 0 (live)
    fixnum 6 12
    constant 7 0
    call-known 4 2 1
  block 1 (live 4)
    function 7 2
    move 8 4
    call 6 1
  block 2 (live 4 6)
    cons 5 4 6
    return 5
function 1 (2 arguments, 12 slots)
  block 0 (live 2 3)
    constant 4 1
  block 1 (live 2 3 4)
    unless>i 2 0 2
    add 3 3 2
    cons 4 3 4
    add-i 2 2 -1
    loop 1
  block 2 (live 4)
    return 4
function 2 (1 argument, 12 slots)
  block 0 (live 2)
    unless-pair 2 2
    cdr 6 2
    call-known 4 1 2
  block 1 (live 4)
    add-i 4 4 1
    return 4
  block 2 (live)
    fixnum 2 0
    return 2
";

    /// What is seen at a glance, so that no build runs it.
    const SEEN: [Sabotage; 5] = [
        Sabotage::Unbound,
        Sabotage::BoundTwice,
        Sabotage::Panic,
        Sabotage::NoPoint,
        Sabotage::Site,
    ];

    /// How the program ends if its code is sabotaged, and what was reported.
    fn ends(sabotage: Sabotage, fuel: i64, zeal: bool) -> (End, Vec<String>) {
        let reports = Arc::new(Mutex::new(Vec::new()));
        let heard = reports.clone();
        let report = move |text: &str| heard.lock().expect("no panic").push(text.to_owned());
        let native = crate::start(Choice::All, Box::new(report));
        want(Some(sabotage));
        let found = run_on(native, usize::MAX, PROGRAM, fuel, zeal);
        want(None);
        let reports = reports.lock().expect("no panic").clone();
        (found.end, reports)
    }

    #[test]
    fn wrong_code_is_reported_and_not_run() {
        for sabotage in Sabotage::ALL {
            for (fuel, zeal) in [(100_000, false), (1, false), (5, true)] {
                let expected = run(PROGRAM, Executor::Interpreter, fuel, zeal).end;
                assert!(matches!(expected, End::Done(_)), "{expected:?}");
                let (found, reports) = ends(sabotage, fuel, zeal);
                assert_eq!(found, expected, "{sabotage:?}");
                // Each function is tried once.
                assert_eq!(reports.len(), 3, "{sabotage:?}: {reports:?}");
            }
        }
    }

    #[test]
    fn a_glance_sees_what_has_no_place() {
        AT_A_GLANCE.set(true);
        for sabotage in SEEN {
            let expected = run(PROGRAM, Executor::Interpreter, 1000, false).end;
            let (found, reports) = ends(sabotage, 1000, false);
            assert_eq!((found, reports.len()), (expected, 3), "{sabotage:?}");
        }
        AT_A_GLANCE.set(false);
    }

    #[test]
    fn reports_say_what_is_wrong_and_with_what() {
        let first = |sabotage| ends(sabotage, 1000, false).1.swap_remove(0);
        for (sabotage, expected) in [
            (Sabotage::Unbound, "leads to no place"),
            (
                Sabotage::Panic,
                "the compiler failed: the emitter was told to",
            ),
            (Sabotage::Frame, "changes a register that is not for values"),
            (Sabotage::NoPoint, "nothing goes on at block"),
        ] {
            let text = first(sabotage);
            assert!(text.contains(expected), "{text}");
            assert!(text.contains("(function 0 of "), "{text}");
        }
    }
}
