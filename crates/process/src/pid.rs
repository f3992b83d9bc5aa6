//! Names of processes: serials on one node, pids across nodes.
//!
//! ```text
//!   Serial   63        42 41          22 21          0
//!            |   zero   |  generation  |    slot     |
//!
//!   Pid      63  58 57         42 41                 0
//!            | zero | node index  |      serial      |
//! ```
//!
//! Invariants:
//! - P1. A serial is given to at most one process in the life of a node.
//!   Generations of a slot count up from 1; a slot whose last generation has
//!   been used is never used again.
//! - P2. Node index 0 is the node itself. What other indices mean (host, port,
//!   incarnation) is known to the owner of the [`crate::Router`].

use std::fmt;

/// Bits of a serial that select the slot: four million processes at once.
pub const SLOT_BITS: u32 = 22;
/// Bits of a serial that tell the users of one slot apart.
pub const GENERATION_BITS: u32 = 20;
/// Bits of a serial in all.
pub const SERIAL_BITS: u32 = SLOT_BITS + GENERATION_BITS;

pub(crate) const SLOT_COUNT: u32 = 1 << SLOT_BITS;
pub(crate) const LAST_GENERATION: u32 = (1 << GENERATION_BITS) - 1;

/// The name of a process on its own node, never used twice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Serial(u64);

impl Serial {
    pub(crate) fn new(slot: u32, generation: u32) -> Self {
        debug_assert!(slot < SLOT_COUNT && generation <= LAST_GENERATION);
        Serial(u64::from(generation) << SLOT_BITS | u64::from(slot))
    }

    /// A serial from its number; `None` if it has too many bits.
    pub fn from_number(number: u64) -> Option<Self> {
        (number >> SERIAL_BITS == 0).then_some(Serial(number))
    }

    pub fn number(self) -> u64 {
        self.0
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "masked to the bits of a slot"
    )]
    pub(crate) fn slot(self) -> u32 {
        self.0 as u32 & (SLOT_COUNT - 1)
    }

    pub(crate) fn generation(self) -> u32 {
        (self.0 >> SLOT_BITS) as u32
    }
}

impl fmt::Debug for Serial {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{}", self.slot(), self.generation())
    }
}

/// How a person is told which process it is: `7`, or `7.2` for the second one in the seventh slot.
impl fmt::Display for Serial {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.generation() {
            1 => write!(formatter, "{}", self.slot() + 1),
            generation => write!(formatter, "{}.{generation}", self.slot() + 1),
        }
    }
}

/// The name of a process anywhere, as seen from one node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pid(u64);

impl Pid {
    pub fn new(node: u16, serial: Serial) -> Self {
        Pid(u64::from(node) << SERIAL_BITS | serial.0)
    }

    pub fn local(serial: Serial) -> Self {
        Pid(serial.0)
    }

    /// Index of the node in the tables of this node; 0 is this node.
    pub fn node(self) -> u16 {
        (self.0 >> SERIAL_BITS) as u16
    }

    pub fn serial(self) -> Serial {
        Serial(self.0 & ((1 << SERIAL_BITS) - 1))
    }

    pub fn is_local(self) -> bool {
        self.node() == 0
    }

    /// The serial, if the process is of this node.
    pub fn as_local(self) -> Option<Serial> {
        self.is_local().then(|| self.serial())
    }
}

impl From<Serial> for Pid {
    fn from(serial: Serial) -> Self {
        Pid::local(serial)
    }
}

impl fmt::Debug for Pid {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{:?}", self.node(), self.serial())
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn parts_come_back() {
        for (node, slot, generation) in [
            (0, 0, 1),
            (1, 5, 7),
            (u16::MAX, SLOT_COUNT - 1, LAST_GENERATION),
        ] {
            let serial = Serial::new(slot, generation);
            let pid = Pid::new(node, serial);
            assert_eq!((serial.slot(), serial.generation()), (slot, generation));
            assert_eq!((pid.node(), pid.serial()), (node, serial));
            assert_eq!(Serial::from_number(serial.number()), Some(serial));
        }
        assert_eq!(Serial::from_number(1 << SERIAL_BITS), None);
        assert_eq!(Serial::new(0, 1).to_string(), "1");
        assert_eq!(Serial::new(6, 3).to_string(), "7.3");
    }
}
