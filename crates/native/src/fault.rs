//! What can be wrong with machine code that was made. Code with a fault is never run: the procedure
//! is interpreted, and the fault is reported.

use std::fmt::{self, Display};

/// Places are distances from the beginning of the code, in bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The jump at a place leads to a label that is nowhere.
    Unbound(u32),
    /// A label was bound at a place that had been bound before.
    BoundTwice(u32),
    /// The jump at a place is farther than the processor can jump.
    OutOfReach(u32),
    /// There is no instruction at a place that machine code is made of.
    Unknown(u32),
    /// The jump at a place does not lead to the beginning of an instruction that may be jumped to.
    Middle { at: u32, to: u32 },
    /// The jump at a place leads out of the code, and to no stub or function.
    Outside(u32),
    /// The jump at a place goes where a word of memory says that is none of a function or point.
    Indirect(u32),
    /// Code goes on at a place where none is.
    Falls(u32),
    /// The instruction at a place changes a register that holds no slot, and in no known way.
    Pinned(u32),
    /// The instruction at a place reaches beyond the frame, or writes what is not for it.
    Beyond(u32),
    /// The call or the way to a stub that is called, at a place, would leave the native stack
    /// uneven.
    Stack(u32),
    /// Nothing begins at a place where the code is entered.
    Entry(u32),
    /// A process can be suspended at a block, and no code goes on there.
    NoPoint(usize),
    /// There is no jump at a place that is to be patched.
    Site(u32),
    /// It could not be made at all.
    Panic(String),
}

impl Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Unbound(at) => write!(out, "the jump at {at:#x} leads to no place"),
            Fault::BoundTwice(at) => write!(out, "a label has two places, the second at {at:#x}"),
            Fault::OutOfReach(at) => write!(out, "the jump at {at:#x} leads too far"),
            Fault::Unknown(at) => write!(out, "the instruction at {at:#x} is not known"),
            Fault::Middle { at, to } => {
                write!(
                    out,
                    "the jump at {at:#x} leads to {to:#x}, where none may lead"
                )
            }
            Fault::Outside(at) => write!(out, "the jump at {at:#x} leads out of the code"),
            Fault::Indirect(at) => write!(out, "the jump at {at:#x} leads anywhere"),
            Fault::Falls(at) => write!(out, "the code goes on at {at:#x}, where none is"),
            Fault::Pinned(at) => write!(
                out,
                "the instruction at {at:#x} changes a register that is not for values"
            ),
            Fault::Beyond(at) => {
                write!(out, "the instruction at {at:#x} reaches beyond the frame")
            }
            Fault::Stack(at) => write!(out, "the call at {at:#x} does not fit its return"),
            Fault::Entry(at) => write!(out, "nothing begins at {at:#x}, where code is entered"),
            Fault::NoPoint(block) => write!(out, "nothing goes on at block {block}"),
            Fault::Site(at) => write!(out, "there is no jump to change at {at:#x}"),
            Fault::Panic(message) => write!(out, "the compiler failed: {message}"),
        }
    }
}
