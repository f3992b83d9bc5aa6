//! The targets.

use crate::host::NoWorld;
use crate::seeds;
use mound_base::SourceId;
use mound_bytecode::{asm, decode, disasm, encode, unit::Unit, verify};
use mound_expand::encoding::{self, DecodedLibrary, Surroundings};
use mound_heap::freeze::Frozen;
use mound_heap::{Heap, Value};
use mound_machine::link::Implementation;
use mound_machine::{Context, LinkedUnit, Linker, Native, Outcome, Stop};
use mound_native::Choice;
use mound_node::{Decoded, Signal, is_signed_bulletin};
use mound_wire::{DecodeError, Limits, Mode, NameTable, NodeIdentity};
use std::collections::HashMap;
use std::rc::Rc;

/// Words of memory that a process gets to begin with; few, so that it soon collects.
const WORDS: usize = 256;
/// Units of fuel in one turn, so that processes stop and go on often.
const TURN: i64 = 50;
/// Turns after which a process may be running for ever.
const TURNS_MAX: usize = 20;
/// Words that a decoded value may take.
const DECODED_WORDS_MAX: usize = 1 << 16;

/// Bytes as text, the wrong ones replaced.
pub fn reader(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Ok(data) = mound_syntax::read_all(SourceId(0), &text) else {
        return;
    };
    for datum in data {
        let written = mound_syntax::write(&datum);
        let again = mound_syntax::read_all(SourceId(0), &written);
        let same = again.is_ok_and(|data| data.len() == 1 && data[0].is_equal(&datum));
        assert!(same, "{written} does not read as it was written");
    }
}

pub fn numeral(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for radix in [2, 8, 10, 16] {
        let Some(number) = mound_numbers::parse(&text, radix) else {
            continue;
        };
        let written = mound_numbers::to_string(&number, 10);
        let again = mound_numbers::parse(&written, 10);
        let same = again.is_some_and(|again| again.is_eqv(&number));
        assert!(same, "{written} does not read as it was written");
    }
}

/// Sources and libraries that a decoded interface may name.
#[derive(Default)]
struct Known {
    sources: Vec<String>,
    libraries: Vec<(String, Rc<DecodedLibrary>)>,
}

impl Surroundings for Known {
    fn source(&mut self, name: &str) -> SourceId {
        self.sources.push(name.to_owned());
        SourceId(self.sources.len() as u32 - 1)
    }

    fn library(&mut self, unit_name: &str, hash: &[u8; 32]) -> Option<Rc<DecodedLibrary>> {
        let mut libraries = self.libraries.iter();
        let (_, found) = libraries.find(|(name, _)| name == unit_name)?;
        (found.interface.hash == *hash).then(|| found.clone())
    }
}

/// The interface of a library that uses those of the seeds.
pub fn interface(bytes: &[u8]) {
    let mut known = Known::default();
    for library in seeds::libraries() {
        let decoded = decode_interface(&library.interface, library.hash, &mut known);
        known
            .libraries
            .push((library.name.clone(), decoded.expect("the seeds are right")));
        known.sources.clear();
    }
    if let Some(decoded) = decode_interface(bytes, [9; 32], &mut known) {
        let name = |id: SourceId| known.sources.get(id.0 as usize).cloned();
        let again = decoded.encode(&name).expect("it did not nest too deeply");
        assert_eq!(again, bytes, "another encoding is accepted");
    }
}

fn decode_interface(bytes: &[u8], hash: [u8; 32], known: &mut Known) -> Option<Rc<DecodedLibrary>> {
    encoding::decode(bytes, hash, known).ok().map(Rc::new)
}

/// A container, or the canonical section alone.
pub fn unit(bytes: &[u8]) {
    if let Ok(unit) = decode::from_bytes(bytes) {
        assert_eq!(
            encode::to_bytes(&unit),
            bytes,
            "another encoding is accepted"
        );
        check_unit(&unit);
    }
    if let Ok(unit) = decode::foreign_canonical(bytes) {
        assert_eq!(
            encode::canonical(&unit.decoded),
            bytes,
            "another encoding is accepted"
        );
        check_unit(&unit.decoded);
    }
}

fn check_unit(unit: &Unit) {
    if verify::verify(unit).is_ok() {
        let _ = disasm::disassemble(unit);
        let _ = unit.hash();
    }
}

/// The canonical section of a unit, which is run if it is valid.
pub fn execute(bytes: &[u8]) {
    let Ok(unit) = decode::canonical(bytes) else {
        return;
    };
    if verify::verify(&unit).is_err() {
        return;
    }
    let end = run(&unit, false, Executor::Interpreter);
    assert_eq!(
        end,
        run(&unit, true, Executor::Interpreter),
        "it ends otherwise when each chance to collect is taken"
    );
    for executor in [Executor::Native, Executor::Mixed] {
        for zeal in [false, true] {
            assert_eq!(
                end,
                run(&unit, zeal, executor),
                "machine code does otherwise: {executor:?}, zeal {zeal}"
            );
        }
    }
}

/// What runs a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Executor {
    Interpreter,
    Native,
    Mixed,
}

impl Executor {
    /// Miri knows no machine code.
    fn native(self) -> Option<Box<dyn Native>> {
        match self {
            _ if cfg!(miri) => None,
            Executor::Interpreter => None,
            Executor::Native => mound_native::start(Choice::All, Box::new(refuse)),
            Executor::Mixed => mound_native::start(Choice::Mixed(1), Box::new(refuse)),
        }
    }
}

/// Machine code that is not right is a finding.
fn refuse(text: &str) {
    panic!("{text}");
}

/// What the machine calls with a condition. In a node it is Scheme; here it ends the process.
fn signal_procedure(executor: Executor) -> Value {
    thread_local! {
        static INTERPRETED: (Linker, Value) = signal_of(Executor::Interpreter);
        static COMPILED: (Linker, Value) = signal_of(Executor::Native);
    }
    let signal = match executor {
        Executor::Interpreter => &INTERPRETED,
        Executor::Native | Executor::Mixed => &COMPILED,
    };
    signal.with(|(_, procedure)| *procedure)
}

fn signal_of(executor: Executor) -> (Linker, Value) {
    let halt = Implementation::Control(|_, _, _| Ok(Outcome::Halt));
    let linker = Linker::with_native(HashMap::from([("%halt", halt)]), executor.native());
    let unit = asm::assemble(include_str!("seeds/signal.asm")).expect("it is right");
    let fragment = linker.link(&unit, true).expect("it needs nothing else");
    let linked = LinkedUnit::of_fragment(&fragment).expect("it was just linked");
    let procedure = linked.find_function(1).expect("it has two functions");
    (linker, procedure)
}

/// How it ended, and the fuel it took; nothing if it cannot be linked.
fn run(unit: &Unit, zeal: bool, executor: Executor) -> Option<(&'static str, u64)> {
    let linker = Linker::with_native(HashMap::new(), executor.native());
    let signal = signal_procedure(executor);
    linker.hooks.set_procedures(signal, signal);
    // A unit may import or use primitives, which are not there.
    let fragment = linker.link(unit, false).ok()?;
    let linked = LinkedUnit::of_fragment(&fragment)?;
    let thunk = Frozen::constant(linked.entry(), &fragment);
    let mut context = Context::new(linker.hooks.clone(), WORDS, thunk);
    // Collecting always takes Miri hours, and shows it nothing new.
    context.heap.set_zeal(zeal && !cfg!(miri));
    let (mut used, mut world) = (0, NoWorld::default());
    let end = (0..TURNS_MAX).find_map(|_| {
        context.fuel = TURN;
        let stop = mound_machine::run(&mut context, &mut world);
        used += (TURN - context.fuel).max(0) as u64;
        match stop {
            Stop::Yield => None,
            Stop::Apart => {
                context.work_apart();
                None
            }
            Stop::Wait { .. } => Some("waits"),
            Stop::Halted => Some("halted"),
            Stop::Exit(_) => Some("exited"),
            Stop::Done(_) => Some("done"),
            Stop::Died(_) => Some("died"),
        }
    });
    Some((end.unwrap_or("runs"), used))
}

/// A value, in a world that has the units of [`seeds::units`]: as a message, and as the memory of
/// a process.
pub fn wire(bytes: &[u8]) {
    for mode in [Mode::Frozen, Mode::Private] {
        let Ok(value) = decode_value(bytes, mode) else {
            continue;
        };
        let mut heap = Heap::new(16);
        let root = heap.receive(value);
        let again = mound_wire::encode(root, &mut heap, &Strangers, mode, usize::MAX);
        let again = again.expect("what was decoded can be sent on");
        assert_eq!(again.bytes, bytes, "another encoding is accepted");
    }
}

pub fn decode_value(bytes: &[u8], mode: Mode) -> Result<Frozen, DecodeError> {
    thread_local! {
        static LINKER: Linker = linker();
    }
    LINKER.with(|linker| {
        let limits = Limits {
            words: DECODED_WORDS_MAX,
        };
        mound_wire::decode(bytes, linker, &Strangers, mode, limits)
    })
}

fn linker() -> Linker {
    let linker = Linker::new(HashMap::new());
    for text in seeds::units() {
        let unit = asm::assemble(text).expect("the seeds are right");
        // Seeds with primitives are for other targets.
        let _ = linker.link(&unit, false);
    }
    linker
}

/// Knows this node, and one other that seeds name.
struct Strangers;

impl NameTable for Strangers {
    fn identity(&self, index: u16) -> NodeIdentity {
        NodeIdentity {
            id: [index as u8; 16],
            incarnation: 1,
            address: "a:1".into(),
        }
    }

    fn index(&self, identity: &NodeIdentity) -> Option<u16> {
        (0..2).find(|&index| self.identity(index) == *identity)
    }
}

/// What one node says to another.
pub fn signal(bytes: &[u8]) {
    if let Ok(Decoded::Known(signal)) = Signal::decode(bytes) {
        assert_eq!(signal.encode(), bytes, "another encoding is accepted");
    }
}

/// Whom to believe, as a peer passes it on.
pub fn bulletin(bytes: &[u8]) {
    if is_signed_bulletin(bytes) {
        // Its first lines are signed, whatever they say.
        let changed = [b"mound bulletin\nnumber 1".as_slice(), &bytes[22..]].concat();
        let number = bytes.get(22).copied();
        if changed != bytes && number.is_some_and(|digit| digit.is_ascii_digit()) {
            assert!(
                !is_signed_bulletin(&changed),
                "another text has its signature"
            );
        }
    }
}
