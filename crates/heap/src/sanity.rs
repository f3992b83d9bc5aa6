//! An independent check of the invariants H1, H4, H5 and H7, for zeal mode.
//!
//! Goes through everything the process reaches, by its own rules and not with the
//! collector's code, and panics at the first fault: a fault is a bug in the
//! machine or in this crate.

use crate::code::{Point, PointKind};
use crate::collect::{Roots, Stack, Top};
use crate::continuation::{Chunk, each_live};
use crate::fragment::FragmentRef;
use crate::handles::{Held, Place};
use crate::heap::Heap;
use crate::layout::{Header, Kind};
use crate::memory::load;
use crate::object::Object;
use crate::value::Value;
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
        self.table.settle();
        let mut waiting = Vec::new();
        self.stack_values(stack, &mut waiting);
        roots.each_root(&mut |root| waiting.push((*root, Home::Own)));
        let mut seen = HashSet::new();
        while let Some((value, from)) = waiting.pop() {
            if !value.is_pointer() {
                continue;
            }
            let home = self.home(value, &from);
            if seen.insert(value.address()) {
                self.check_one(value, home, &mut waiting);
            }
        }
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
            let point = unsafe { &*(load(fp, 0) as *const Point) };
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
                Place::Immortal => {
                    let known = crate::fragment::immortal_range(address).is_some();
                    assert!(known, "H4: {value:?} leads nowhere");
                    Home::Immortal
                }
                Place::Handle(index) => match &self.table.handle(index).held {
                    Held::Shared(fragment) => Home::Shared(fragment.clone()),
                    Held::Owned(_) | Held::Large(_) => Home::Own,
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

    /// H1, H7: what `value` leads to is well formed.
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
    }
}
