//! The process table: serial to slot without a lock.
//!
//! Slots live in segments that are allocated when first needed and stay until
//! the end of the node. The price is that a node never gives back the slots
//! (64 bytes each) of its busiest moment; the gain is that looking up a
//! process is two loads, and that nothing has to be reclaimed.
//!
//! Free slots are handed to schedulers in batches, so that spawning seldom
//! meets the lock of the free list.

use crate::pid::{Pid, SLOT_COUNT, Serial};
use crate::slot::{Slot, Status};
use crate::sync::{Mutex, lock};
use std::sync::OnceLock;

/// Slots in a segment: 64 KiB each, and 4096 segments in all.
#[cfg(not(loom))]
const SEGMENT_SLOTS: u32 = 1024;
#[cfg(loom)]
const SEGMENT_SLOTS: u32 = 2;

/// Slots that a scheduler takes or gives back at once, in a large table.
const BATCH: u32 = 64;

type Segment<M, R> = OnceLock<Box<[Slot<M, R>]>>;

pub(crate) struct Table<M, R> {
    segments: Box<[Segment<M, R>]>,
    free: Mutex<FreeSlots>,
    /// Slots that may be used at all.
    limit: u32,
    /// Slots that a scheduler takes or gives back at once. It keeps at most twice as many, and as many
    /// vacant places, which nobody else can use; hence few of a small table.
    batch: usize,
}

struct FreeSlots {
    /// Used before and free again.
    returned: Vec<u32>,
    /// The first slot that was never used.
    fresh: u32,
}

impl<M, R> Table<M, R> {
    /// A table for `limit` processes at once.
    pub(crate) fn new(limit: u32) -> Self {
        let limit = limit.min(SLOT_COUNT);
        let segments = limit.div_ceil(SEGMENT_SLOTS);
        Table {
            segments: (0..segments).map(|_| OnceLock::new()).collect(),
            free: Mutex::new(FreeSlots {
                returned: Vec::new(),
                fresh: 0,
            }),
            limit,
            batch: (limit / 1024).clamp(1, BATCH) as usize,
        }
    }

    /// Slots that a scheduler takes or gives back at once.
    #[inline(always)]
    pub(crate) fn batch(&self) -> usize {
        self.batch
    }

    /// The slot with this number, if it was ever used.
    #[inline]
    pub(crate) fn slot(&self, number: u32) -> Option<&Slot<M, R>> {
        let segment = self
            .segments
            .get((number / SEGMENT_SLOTS) as usize)?
            .get()?;
        segment.get((number % SEGMENT_SLOTS) as usize)
    }

    /// The slot with this number, made if need be.
    fn make_slot(&self, number: u32) -> Option<&Slot<M, R>> {
        let segment = self.segments.get((number / SEGMENT_SLOTS) as usize)?;
        let slots = segment.get_or_init(|| (0..SEGMENT_SLOTS).map(|_| Slot::new()).collect());
        slots.get((number % SEGMENT_SLOTS) as usize)
    }

    /// Moves up to `count` free slots to `into`.
    pub(crate) fn take_slots(&self, into: &mut Vec<u32>, count: usize) {
        let mut free = lock(&self.free);
        for _ in 0..count {
            let Some(number) = free.returned.pop() else {
                break;
            };
            into.push(number);
        }
        while into.len() < count && free.fresh < self.limit {
            into.push(free.fresh);
            free.fresh += 1;
        }
    }

    /// Takes back free slots for anybody to use.
    pub(crate) fn give_slots(&self, slots: impl Iterator<Item = u32>) {
        lock(&self.free).returned.extend(slots);
    }

    /// A free slot, and the serial that its next user will have. Only for the
    /// holder of the slot.
    #[inline(always)]
    pub(crate) fn free_slot(&self, number: u32) -> Option<(&Slot<M, R>, Serial)> {
        let slot = self.make_slot(number)?;
        let (generation, _) = slot.look();
        Some((slot, Serial::new(number, generation)))
    }

    pub(crate) fn status(&self, serial: Serial) -> Option<Status> {
        let (generation, status) = self.slot(serial.slot())?.look();
        (generation == serial.generation() && status != Status::Free).then_some(status)
    }

    /// False of a process of this node that has ended; nothing is known of those of other nodes.
    pub(crate) fn may_live(&self, process: Pid) -> bool {
        !process.is_local() || self.status(process.serial()).is_some()
    }

    /// All slots that were ever used.
    fn used(&self) -> impl Iterator<Item = (u32, &Slot<M, R>)> {
        let fresh = lock(&self.free).fresh;
        (0..fresh).filter_map(|number| Some((number, self.slot(number)?)))
    }

    /// The living processes. One that starts or ends meanwhile may be missed.
    pub(crate) fn living(&self) -> impl Iterator<Item = Serial> {
        self.used().filter_map(|(number, slot)| {
            let (generation, status) = slot.look();
            (status != Status::Free).then(|| Serial::new(number, generation))
        })
    }

    pub(crate) fn all_slots(&self) -> impl Iterator<Item = &Slot<M, R>> {
        self.used().map(|(_, slot)| slot)
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::pid::LAST_GENERATION;

    #[test]
    fn the_limit_holds_and_returned_slots_come_again() {
        let table: Table<(), ()> = Table::new(100);
        let mut slots = Vec::new();
        table.take_slots(&mut slots, 1000);
        assert_eq!(slots.len(), 100);
        let mut none = Vec::new();
        table.take_slots(&mut none, 1);
        assert!(none.is_empty());
        table.give_slots(slots.drain(..10));
        table.take_slots(&mut none, 64);
        assert_eq!(none.len(), 10);
    }

    #[test]
    fn the_last_generation_is_usable_and_the_next_is_not() {
        let table: Table<(), ()> = Table::new(1);
        let (_, serial) = table.free_slot(0).expect("in range");
        let slot = table.slot(serial.slot()).expect("made");
        slot.set_generation(LAST_GENERATION);
        assert!(slot.is_reusable());
        slot.occupy(());
        slot.begin(|_, _| ()).expect("it is queued");
        slot.vacate(|_| ());
        assert!(!slot.is_reusable());
        assert_eq!(table.living().count(), 0);
    }
}
