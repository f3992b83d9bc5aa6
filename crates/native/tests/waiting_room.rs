//! Doubles that wait unboxed find room when they must become objects: whatever asks for
//! room while some wait asks for theirs as well. A frame would have to be full to the
//! word for a run to show that it was not asked for, so this reads the machine code.

#![cfg(all(target_arch = "x86_64", target_os = "linux"))]

use mound_bytecode::{asm, verify};
use mound_machine::context::MARGIN;
use mound_machine::{LinkedUnit, Linker};
use mound_native::{Choice, Line};
use std::collections::HashMap;

const SLOTS: usize = 16;

/// Five results that only arithmetic uses, one more than can wait, and one that is returned.
const CHAIN: &str = "\
constant 0 = flonum 0.5
function 0 (0 arguments, 16 slots)
  block 0 (live)
    constant 2 0
    box 3 2
    unbox 4 3
    multiply 5 4 2
    add 6 4 2
    subtract 7 4 2
    multiply 8 4 2
    add 9 4 2
    add 10 5 6
    add 10 10 7
    add 10 10 8
    add 10 10 9
    return 10
";

/// Where it is asked for room: whether at once or behind the function, and for how many words.
fn rooms(text: &str) -> Vec<(bool, usize)> {
    let native = mound_native::start(Choice::All, Box::new(|text| panic!("{text}")));
    let linker = Linker::with_native(HashMap::new(), native);
    let unit = asm::assemble(text).expect("the text is right");
    verify::verify(&unit).expect("the unit is good");
    let fragment = linker.link(&unit, false).expect("it needs nothing else");
    let unit = LinkedUnit::of_fragment(&fragment).expect("it was just linked");
    let code = unit.find_code(0).expect("there is one");
    let (mut is_hot, mut found) = (true, Vec::new());
    for line in mound_native::list(unit, code).expect("it gets machine code") {
        match line {
            Line::Part("seldom executed") => is_hot = false,
            Line::Machine { text, .. } => {
                let room = text.strip_prefix("lea rax, qword [rbp + 0x");
                if let Some(room) = room.and_then(|room| room.strip_suffix(']')) {
                    let bytes = usize::from_str_radix(room, 16).expect("a number");
                    found.push((is_hot, bytes / 8 - SLOTS - MARGIN));
                }
            }
            _ => {}
        }
    }
    found
}

#[test]
fn who_asks_for_room_asks_for_that_of_waiting_doubles() {
    let (here, behind): (Vec<_>, Vec<_>) = rooms(CHAIN).into_iter().partition(|room| room.0);
    let words = |rooms: Vec<(bool, usize)>| rooms.iter().map(|room| room.1).collect::<Vec<_>>();
    // The frame; the box; then a flonum for each result, those that wait included: the fifth finds
    // no register to wait in.
    assert_eq!(words(here), [0, 2, 2, 4, 6, 8, 10]);
    // The sums, the last one first: beside each its result, what it adds up waits, and what comes later.
    assert_eq!(words(behind), [4, 6, 6, 10]);
}
