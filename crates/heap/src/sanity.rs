//! An independent check of the invariants H1, H4, H5, H7, H8 and H9, and of B1 and O2, for zeal mode.
//!
//! Goes through everything the process reaches, by its own rules and not with the
//! collector's code, and panics at the first fault: a fault is a bug in the
//! machine or in this crate.

use crate::code::{Point, PointKind};
use crate::collect::{Roots, Stack, Top};
use crate::continuation::{Chunk, each_live};
use crate::fragment::FragmentRef;
use crate::generation::WATERMARK;
use crate::handles::{Held, Outside};
use crate::heap::Heap;
use crate::layout::{CHUNK_FIELDS, Header, Kind};
use crate::memory::load;
use crate::object::Object;
use crate::value::Value;
use mound_base::SymbolRef;
use std::collections::HashSet;

/// Where a checked object lies.
#[derive(Clone)]
enum Home {
    Own,
    Shared(FragmentRef),
    Immortal,
}

impl Heap {
    /// Checks all that the stack and the registers reach.
    pub fn check(&mut self, stack: &Stack, roots: &mut dyn Roots) {
        self.table.sort();
        let mut waiting = Vec::new();
        self.stack_values(stack, &mut waiting);
        roots.each_root(&mut |root| waiting.push((*root, Home::Own)));
        let mut seen = HashSet::new();
        while let Some((value, from)) = waiting.pop() {
            if !value.is_pointer() {
                continue;
            }
            if value.is_counted_symbol() {
                self.check_symbol(value, &from);
                continue;
            }
            let home = self.home(value, &from);
            if seen.insert(value.address()) {
                self.check_one(value, home, &mut waiting);
            }
        }
    }

    /// H9: whether a counted symbol that was found in `from` is counted.
    fn check_symbol(&mut self, value: Value, from: &Home) {
        let symbol = value.as_symbol().expect("H1: a symbol has a number");
        let is_in = |fragment: &FragmentRef| {
            let symbols = fragment.symbols().iter();
            symbols.map(SymbolRef::symbol).any(|own| own == symbol)
        };
        let is_counted = match from {
            Home::Shared(fragment) => is_in(fragment) || fragment.edges().iter().any(is_in),
            Home::Own => self.table.has_symbol(value) || self.table.all_shared().iter().any(is_in),
            Home::Immortal => false,
        };
        assert!(is_counted || symbol.lasts(), "H9: {value:?} is not counted");
    }

    fn stack_values(&self, stack: &Stack, values: &mut Vec<(Value, Home)>) {
        let mut fp = stack.fp as usize;
        let mut push = |address: usize| {
            // SAFETY: H1: a live slot is a value.
            let word = unsafe { load(address, 0) };
            values.push((Value::from_word(word), Home::Own));
        };
        match stack.top {
            Top::Live(live) => each_live(live, |slot| push(fp - 8 * slot)),
            Top::Slots(count) => (1..=count).for_each(|slot| push(fp - 8 * slot)),
        }
        loop {
            assert!(
                fp < self.block.end(),
                "the stack ends with an underflow frame"
            );
            // SAFETY: a return word points to a point.
            let point = unsafe { &*(self.return_word(fp as *const u64) as *const Point) };
            if point.kind == PointKind::Underflow {
                return;
            }
            fp += 8 * point.base as usize;
            each_live(point.live, |slot| {
                assert!(
                    slot > 0 && slot < point.base as usize,
                    "C1: live slot {slot}"
                );
                push(fp - 8 * slot);
            });
        }
    }

    /// H4, H5: where `value` lies, which was found in `from`.
    fn home(&mut self, value: Value, from: &Home) -> Home {
        let address = value.address();
        let home = if self.is_in_block(value) {
            Home::Own
        } else {
            match self.table.locate(address) {
                Outside::Immortal => {
                    let known = crate::fragment::immortal_at(address, 0).is_some();
                    assert!(known, "H4: {value:?} leads nowhere");
                    Home::Immortal
                }
                Outside::Handle(index) => match &self.table.handle(index).held {
                    Held::Shared(fragment) => Home::Shared(fragment.clone()),
                    Held::Owned(_) | Held::Large(_) | Held::Old(_) | Held::Symbols(_) => Home::Own,
                },
            }
        };
        let allowed = match (from, &home) {
            (Home::Own, _) | (_, Home::Immortal) => true,
            (Home::Shared(from), Home::Shared(to)) => {
                from.is_same(to) || from.edges().iter().any(|edge| edge.is_same(to))
            }
            _ => false,
        };
        assert!(allowed, "H5: {value:?} is not in an edge");
        home
    }

    /// H1, H7, H8: what `value` leads to is well formed.
    fn check_one(&self, value: Value, home: Home, waiting: &mut Vec<(Value, Home)>) {
        let shared = !matches!(home, Home::Own);
        if value.is_pair() {
            assert!(
                !shared || value.is_frozen_pair(),
                "I3: {value:?} is mutable"
            );
            for index in 0..2 {
                // SAFETY: a pair has two words.
                let field = Value::from_word(unsafe { load(value.address(), index) });
                let header = Header::from_word(field.bits());
                assert!(header.is_none(), "H1: {value:?} holds a header");
                check_stays(value.is_frozen_pair(), value, field);
                waiting.push((field, home.clone()));
            }
            return;
        }
        // SAFETY: an object has a first word.
        let word = unsafe { load(value.address(), 0) };
        let header = Header::from_word(word).expect("H1: an object begins with a header");
        let kind = header.kind();
        assert!(!shared || header.is_frozen(), "I3: {value:?} is mutable");
        assert!(!shared || header.hash() != 0, "H7: {value:?} has no hash");
        let first = waiting.len();
        if let Some(chunk) = Chunk::of(value) {
            waiting.push((chunk.next(), home.clone()));
            for frame in chunk.frames(0) {
                waiting.extend(frame.slots().map(|(_, slot)| (slot, home.clone())));
            }
        } else if kind == Kind::Forward {
            waiting.push((Object::at(value.address()).field(0), home));
        } else if !kind.is_raw() {
            let object = Object::at(value.address());
            let fields = object.fields(0).iter();
            waiting.extend(fields.map(|&field| (field, home.clone())));
        }
        for (field, _) in &waiting[first..] {
            check_stays(header.is_frozen(), value, *field);
        }
    }
}

/// H8: whether `field` may stand in `owner`.
fn check_stays(frozen: bool, owner: Value, field: Value) {
    let good = !frozen
        || match Object::of(field) {
            Some(object) => object.is_frozen() || object.header().kind().is_number(),
            None => !field.is_mutable_pair(),
        };
    assert!(good, "H8: {owner:?} is frozen, and {field:?} in it is not");
}

/// What must hold before a collection that does not look at old memory.
impl Heap {
    /// Checks B1 and O2: what points into the block from outside is noted.
    pub(crate) fn check_notes(&self, stack: &Stack) {
        let Some(generation) = &self.generation else {
            return;
        };
        let noted: HashSet<usize> = generation.noted.slots().iter().copied().collect();
        let check = |slot: usize| {
            // SAFETY: H1: the slot holds a value.
            let value = Value::from_word(unsafe { load(slot, 0) });
            let young = value.is_pointer() && self.is_in_block(value);
            assert!(
                !young || noted.contains(&slot),
                "B1: {slot:#x} is not noted"
            );
        };
        for region in &generation.regions {
            let mut address = region.start;
            while address < region.top {
                address = each_slot(address, check);
            }
            assert_eq!(address, region.top, "objects end where the region does");
        }
        let fresh: HashSet<usize> = generation.fresh.iter().copied().collect();
        for address in self.table.large().filter(|large| !fresh.contains(large)) {
            each_slot(address, check);
        }
        self.check_old_frames(stack);
    }

    /// O2: the frames above the watermark hold nothing young.
    fn check_old_frames(&self, stack: &Stack) {
        let mut fp = stack.fp as usize;
        let mut old = false;
        loop {
            // SAFETY: as in `stack_values`.
            let there = unsafe { load(fp, 0) };
            let word = self.return_word(fp as *const u64);
            // SAFETY: as in `stack_values`.
            let point = unsafe { &*(word as *const Point) };
            old |= there == &raw const WATERMARK as u64;
            if point.kind == PointKind::Underflow {
                return;
            }
            fp += 8 * point.base as usize;
            each_live(point.live, |slot| {
                // SAFETY: H1: a live slot is a value.
                let value = Value::from_word(unsafe { load(fp - 8 * slot, 0) });
                let young = value.is_pointer() && self.is_in_block(value);
                assert!(!old || !young, "O2: a frame above the watermark has run");
            });
        }
    }
}

/// Calls `visit` with each slot that holds a value, of the object or pair at
/// `address`; the address after it.
fn each_slot(address: usize, visit: impl Fn(usize)) -> usize {
    // SAFETY: an object or pair has a first word.
    let Some(header) = Header::from_word(unsafe { load(address, 0) }) else {
        visit(address);
        visit(address + 8);
        return address + 16;
    };
    let end = address + 8 * (header.size() + 1);
    if let Some(chunk) = Chunk::of(Value::object_at(address)) {
        visit(address + 8);
        for frame in chunk.frames(0) {
            let words = address + 8 * (1 + CHUNK_FIELDS);
            let live = frame.live_offsets();
            live.for_each(|offset| visit(words + 8 * offset));
        }
    } else if header.is(Kind::Forward) {
        visit(address + 8);
    } else if !header.kind().is_raw() {
        (address + 8..end).step_by(8).for_each(visit);
    }
    end
}
