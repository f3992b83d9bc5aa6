//! The copying engine of the collector: Cheney's algorithm, but a list is moved as a whole.
//!
//! What was moved and not yet scanned waits in its new place. A pair takes the pairs that
//! follow it along: they will be used together, and the next one is known before the last
//! one has come to rest in memory. Where nothing else waits, what such a pair holds is looked
//! at on the way, so a list of numbers is gone through once.
//!
//! Moves what it meets from the block and the owned fragments (and, in a major
//! collection, from old memory) to one piece of memory, or two. Large objects stay
//! where they are and are marked. Of shared fragments only the handle is marked, and
//! in a minor collection nothing outside the block and the owned fragments is looked at.

use crate::code::{Code, Point, PointKind, point_at};
use crate::collect::Top;
use crate::continuation::{FrameVisitor, visit_frames, visit_slots};
use crate::fragment::Fragment;
use crate::handles::{HandleTable, Held, Outside};
use crate::heap::LARGE_WORDS;
use crate::layout::{CHUNK_FIELDS, Header, Kind, mark_to, marked};
use crate::memory::{Region, load, load_pair, store, store_pair};
use crate::object::Object;
use crate::sparse::{Look, Moves};
use crate::value::Value;
use std::ops::Range;
use std::sync::atomic::Ordering;

/// Objects with so many words after the header at most are copied word by word.
const FEW_WORDS: usize = 4;

/// One collection.
pub(crate) struct Collector<'a, const MINOR: bool> {
    from: usize,
    from_bytes: usize,
    /// Everything in the new memory below this has been scanned, but for `unscanned`.
    scan: usize,
    pub(crate) hp: usize,
    limit: usize,
    /// Where the piece of new memory begins that is being filled.
    start: usize,
    /// Where to go on when `limit` is reached.
    next: Option<Range<usize>>,
    /// What was not scanned when that happened.
    unscanned: Range<usize>,
    /// Where the first piece ended.
    pub(crate) first_end: Option<usize>,
    table: &'a mut HandleTable,
    /// The old region that was met last.
    last_old: Range<usize>,
    /// Large objects marked and not yet scanned.
    pub(crate) gray: Vec<usize>,
    /// Large objects that lay in an owned fragment and got regions of their own.
    pub(crate) grown: Vec<Region>,
    last_fragment: *const Fragment,
    /// Pointers into fragments that are watched.
    pub(crate) entries: Vec<Value>,
    /// Where the objects are of fragments that are left.
    pub(crate) moves: Option<&'a Moves>,
}

impl<'a, const MINOR: bool> Collector<'a, MINOR> {
    /// A collection of the objects in `from`, into `to` and then `next`.
    pub(crate) fn new(
        from: Range<usize>,
        to: Range<usize>,
        next: Option<Range<usize>>,
        table: &'a mut HandleTable,
    ) -> Collector<'a, MINOR> {
        Collector {
            from: from.start,
            from_bytes: from.end - from.start,
            scan: to.start,
            hp: to.start,
            limit: to.end,
            start: to.start,
            next,
            unscanned: 0..0,
            first_end: None,
            table,
            last_old: 0..0,
            gray: Vec::new(),
            grown: Vec::new(),
            last_fragment: std::ptr::null(),
            entries: Vec::new(),
            moves: None,
        }
    }

    #[inline(always)]
    pub(crate) fn forward(&mut self, value: Value) -> Value {
        if !value.is_pointer() {
            return value;
        }
        if self.empties(value.address()) {
            self.relocate(value)
        } else if MINOR && !self.table.may_be_owned(value.address()) {
            value
        } else {
            self.forward_outside(value)
        }
    }

    /// Whether there is something to move at `address`, as far as can be seen at once.
    #[inline(always)]
    fn empties(&self, address: usize) -> bool {
        address.wrapping_sub(self.from) < self.from_bytes
            || (!MINOR && self.last_old.contains(&address))
    }

    /// Whether `address` lies in the piece of new memory that is being filled. Until the collection
    /// is over, a second piece is in no table: nothing else knows that it is this process's. The
    /// first one is a region of old memory by then, so it is found there.
    #[inline(always)]
    fn is_new(&self, address: usize) -> bool {
        address.wrapping_sub(self.start) < self.hp - self.start
    }

    /// Forwards what a slot holds.
    ///
    /// # Safety
    /// The slot holds a value, in memory of this process.
    #[inline(always)]
    pub(crate) unsafe fn forward_slot(&mut self, slot: usize) {
        // SAFETY: as required of the caller.
        let old = unsafe { load(slot, 0) };
        let new = self.forward(Value::from_word(old));
        // SAFETY: as required of the caller.
        unsafe { store(slot, 0, new.bits()) };
    }

    /// Forwards what a noted slot holds.
    ///
    /// # Safety
    /// As for [`Collector::forward_slot`].
    pub(crate) unsafe fn noted_slot(&mut self, slot: usize) {
        // An owned fragment is left, and marks stand in what has left it already.
        if self.table.is_owned(slot) {
            return;
        }
        // SAFETY: as required of the caller.
        let value = Value::from_word(unsafe { load(slot, 0) });
        let new = match value.is_pair() && self.empties(value.address()) {
            // The slots lie anywhere in old memory. The less is done for each, the more of
            // them the processor waits for at a time; what follows the pair can be done later.
            // SAFETY: it lies in memory that is being emptied.
            true => unsafe { self.relocate_pair(value) },
            false => self.forward(value),
        };
        // SAFETY: as required of the caller.
        unsafe { store(slot, 0, new.bits()) };
    }

    /// The new place of a pair, without those that follow.
    ///
    /// # Safety
    /// The pair is in memory that is being emptied.
    #[inline(always)]
    unsafe fn relocate_pair(&mut self, value: Value) -> Value {
        let address = value.address();
        // SAFETY: as required of the caller.
        let pair = unsafe { load_pair(address) };
        if let Some(new) = marked(pair[0]) {
            return new;
        }
        let to = self.take(16);
        // SAFETY: H2: these words were just taken.
        unsafe { store_pair(to, pair) };
        let new = value.moved_to(to as u64, false);
        // SAFETY: as required of the caller: what was there has left.
        unsafe { store(address, 0, mark_to(new)) };
        new
    }

    /// `bytes` bytes of new memory.
    #[inline(always)]
    fn take(&mut self, bytes: usize) -> usize {
        if self.hp + bytes > self.limit {
            self.turn_page();
        }
        let to = self.hp;
        self.hp += bytes;
        to
    }

    /// Goes on in the second piece of memory, which has room for all there is.
    #[cold]
    fn turn_page(&mut self) {
        let next = self.next.take().expect("there is room for all that lives");
        self.first_end = Some(self.hp);
        self.unscanned = self.scan..self.hp;
        self.scan = next.start;
        self.start = next.start;
        self.hp = next.start;
        self.limit = next.end;
    }

    /// The new place of something in memory that is being emptied.
    #[inline(always)]
    fn relocate(&mut self, value: Value) -> Value {
        let address = value.address();
        // SAFETY: H1, H4: the value leads to a pair or an object of this process.
        let first = unsafe { load(address, 0) };
        if let Some(new) = marked(first) {
            return new;
        }
        if !value.is_pair() {
            return self.relocate_object(value, first);
        }
        // SAFETY: it is a pair in memory that is being emptied, which was not moved.
        unsafe { self.relocate_list(value, first) }
    }

    /// The new place of a pair with this car, after which come the pairs that follow it.
    ///
    /// # Safety
    /// The pair is in memory that is being emptied, and was not moved.
    #[inline(never)]
    unsafe fn relocate_list(&mut self, mut value: Value, mut first: u64) -> Value {
        let mut to = self.take(16);
        let mut new = value.moved_to(to as u64, false);
        let result = new;
        // Whether all before this pair has been scanned.
        let mut scanning = self.scan == to;
        loop {
            // SAFETY: as required of the caller, and seen below of each pair that follows.
            let rest = Value::from_word(unsafe { load(value.address(), 1) });
            // SAFETY: the same; what was there leaves.
            unsafe { store(value.address(), 0, mark_to(new)) };
            // SAFETY: H2: `to` is new memory.
            unsafe { store(to, 0, first) };
            if scanning && Value::from_word(first).is_pointer() {
                scanning = false;
                self.scan = to;
            }
            if !rest.is_pair() || !self.empties(rest.address()) {
                // SAFETY: H2: `to` is new memory.
                unsafe { store(to, 1, rest.bits()) };
                if scanning {
                    self.scan = if rest.is_pointer() { to } else { to + 16 };
                }
                return result;
            }
            // SAFETY: H1, H4: the next pair lies in memory that is being emptied.
            first = unsafe { load(rest.address(), 0) };
            if let Some(moved) = marked(first) {
                // SAFETY: H2: `to` is new memory.
                unsafe { store(to, 1, moved.bits()) };
                if scanning {
                    self.scan = to + 16;
                }
                return result;
            }
            if self.hp + 16 > self.limit {
                if scanning {
                    self.scan = to + 16;
                }
                self.turn_page();
                scanning = true;
            }
            let next = self.hp;
            self.hp = next + 16;
            new = rest.moved_to(next as u64, false);
            // SAFETY: H2: `to` is new memory.
            unsafe { store(to, 1, new.bits()) };
            (to, value) = (next, rest);
        }
    }

    #[inline(always)]
    fn relocate_object(&mut self, value: Value, first: u64) -> Value {
        let address = value.address();
        let header = Header::of_object(first);
        let size = header.size();
        if header.is(Kind::Forward) {
            return self.forward_string(value);
        }
        let to = match size > LARGE_WORDS {
            true => self.grow(size),
            false => self.take(8 * (size + 1)),
        };
        // SAFETY: H2: the new place has `size + 1` words of its own.
        unsafe { store(to, 0, first) };
        if size <= FEW_WORDS {
            // Shorter than to call what copies many.
            let mut index = 1;
            while index <= size {
                // SAFETY: H1: the object has so many words.
                let word = unsafe { load(address, index) };
                // SAFETY: H2: as above.
                unsafe { store(to, index, word) };
                index += 1;
            }
        } else {
            let source = (address as *const u64).wrapping_add(1);
            let target = (to as *mut u64).wrapping_add(1);
            // SAFETY: H1: the object has so many words; H2: as above.
            unsafe { std::ptr::copy_nonoverlapping(source, target, size) };
        }
        // SAFETY: H2: the old place is this process's; what was there has left.
        unsafe { store(address, 0, mark_to(Value::object_at(to))) };
        Value::object_at(to)
    }

    /// A widened string: the detour ends here. What it leads to may be marked already.
    #[cold]
    fn forward_string(&mut self, value: Value) -> Value {
        // SAFETY: H1: a forward has a field that leads to a string or a forward; chains
        // have two links at most, since there are three widths.
        let target = unsafe { value.field_unchecked(0) };
        self.forward(target)
    }

    /// A place of its own for a large object, or one among the others if there is no
    /// memory: there is room for all.
    #[cold]
    fn grow(&mut self, size: usize) -> usize {
        let Ok(region) = Region::new(size + 1, 0) else {
            return self.take(8 * (size + 1));
        };
        let address = region.start();
        self.grown.push(region);
        self.gray.push(address);
        address
    }

    #[inline(never)]
    fn forward_outside(&mut self, value: Value) -> Value {
        if value.is_counted_symbol() {
            if !MINOR {
                self.table.meet_symbol(value);
            }
            return value;
        }
        // It may lie between owned fragments, so that it was not seen at once.
        if MINOR && self.is_new(value.address()) {
            return value;
        }
        let Outside::Handle(index) = self.table.locate(value.address()) else {
            return value;
        };
        let handle = self.table.handle(index);
        match handle.held {
            Held::Owned(_) => self.relocate(value),
            _ if MINOR => value,
            // No address lies there.
            Held::Symbols(_) => value,
            Held::Old(_) => {
                self.last_old = handle.start..handle.end;
                self.relocate(value)
            }
            Held::Shared(_) => match handle.usage.look {
                Look::None => {
                    handle.seen = true;
                    value
                }
                Look::Watched | Look::Crowded | Look::Left => self.look_closer(value, index),
            },
            Held::Large(_) => {
                let header = Object::at(handle.start).header();
                if header.is(Kind::Forward) {
                    return self.forward_string(value);
                }
                if !handle.seen {
                    handle.seen = true;
                    self.gray.push(value.address());
                }
                value
            }
        }
    }

    /// A pointer into a fragment of which little may be alive: see [`crate::sparse`].
    #[cold]
    fn look_closer(&mut self, value: Value, index: usize) -> Value {
        let handle = self.table.handle(index);
        if handle.usage.look == Look::Left {
            let new = self.moves.and_then(|moves| moves.get(&value.address()));
            debug_assert!(new.is_some(), "S2: {value:?} is in a fragment that is left");
            if let Some(&new) = new {
                if let Outside::Handle(index) = self.table.locate(new) {
                    self.table.handle(index).seen = true;
                }
                return value.moved_to(new as u64, false);
            }
        }
        handle.seen = true;
        let words = (handle.end - handle.start) / 8;
        if handle.usage.look == Look::Watched
            && self.entries.last() != Some(&value)
            && handle.usage.note_entry(words)
        {
            self.entries.push(value);
        }
        value
    }

    /// Marks the fragment of a function that is in use.
    #[inline]
    pub(crate) fn code(&mut self, code: *const Code) {
        if MINOR || code.is_null() {
            return;
        }
        // SAFETY: H4: code that is in use lives.
        let fragment = unsafe { (*code).fragment.load(Ordering::Relaxed) };
        if fragment.is_null() || std::ptr::eq(fragment, self.last_fragment) {
            return;
        }
        self.last_fragment = fragment;
        if let Outside::Handle(index) = self.table.locate_fragment(fragment) {
            self.table.handle(index).seen = true;
        }
    }

    /// Scans the stack whose running frame is at `fp`, up to its bottom or the watermark.
    pub(crate) fn stack(&mut self, fp: usize, top: Top) {
        let mut fp = fp;
        match top {
            // SAFETY: the stack is as described in `code`, and this process's own.
            Top::Live(live) => unsafe { visit_slots(fp, live, self) },
            Top::Slots(count) => {
                for slot in 1..=count {
                    // SAFETY: the same.
                    unsafe { self.forward_slot(fp - 8 * slot) };
                }
            }
        }
        loop {
            // SAFETY: as described in `code`: slot 0 of a frame leads to a point.
            let point = unsafe { point_at(fp as *const u64) };
            if point.kind == PointKind::Underflow {
                return;
            }
            self.point(point);
            fp += 8 * point.base as usize;
            // SAFETY: as above.
            unsafe { visit_slots(fp, point.live, self) };
        }
    }

    /// Scans until everything that was met has been moved.
    pub(crate) fn drain(&mut self) {
        loop {
            while self.scan < self.hp {
                self.scan_next();
            }
            if !self.unscanned.is_empty() {
                let range = std::mem::replace(&mut self.unscanned, 0..0);
                let mut address = range.start;
                while address < range.end {
                    address = self.scan_at(address);
                }
                continue;
            }
            let Some(address) = self.gray.pop() else {
                return;
            };
            self.scan_object(address, Object::at(address).header());
        }
    }

    #[inline(always)]
    fn scan_next(&mut self) {
        let address = self.scan;
        // SAFETY: H1: what was copied begins with a header or is a pair.
        let first = unsafe { load(address, 0) };
        if let Some(header) = Header::from_word(first) {
            self.scan = address + 8 * (header.size() + 1);
            self.scan_object(address, header);
        } else {
            self.scan = address + 16;
            // SAFETY: H1: it has no header, so it is a pair.
            unsafe { self.scan_pair(address) };
        }
    }

    /// Scans a pair in its new place.
    ///
    /// # Safety
    /// There is one at `address`.
    #[inline(always)]
    unsafe fn scan_pair(&mut self, address: usize) {
        // SAFETY: H1: a pair has two words.
        unsafe { self.forward_slot(address) };
        // SAFETY: the same.
        let rest = Value::from_word(unsafe { load(address, 1) });
        // Most have been moved together with the pair that follows, which is new then.
        if !self.is_new(rest.address()) {
            let new = self.forward(rest);
            // SAFETY: the same.
            unsafe { store(address, 1, new.bits()) };
        }
    }

    /// Scans the object or pair at `address`; the address after it.
    #[cold]
    fn scan_at(&mut self, address: usize) -> usize {
        // SAFETY: as in `scan_next`.
        let first = unsafe { load(address, 0) };
        if let Some(header) = Header::from_word(first) {
            self.scan_object(address, header);
            return address + 8 * (header.size() + 1);
        }
        // SAFETY: as in `scan_next`.
        unsafe { self.scan_pair(address) };
        address + 16
    }

    #[inline]
    fn scan_object(&mut self, address: usize, header: Header) {
        if header.is_raw() {
            return;
        }
        let mut fields = header.size();
        if header.is(Kind::Closure) {
            self.code(Object::at(address).word(0) as *const Code);
        } else if header.is(Kind::Chunk) {
            let words = address + 8 * (1 + CHUNK_FIELDS);
            // SAFETY: layout: frames follow the two fields.
            unsafe { visit_frames(words, fields - CHUNK_FIELDS, self) };
            fields = CHUNK_FIELDS;
        } else if header.is(Kind::Forward) {
            fields = 1;
        }
        for index in 1..=fields {
            // SAFETY: H1: the field is a value, or raw and looks like a fixnum.
            unsafe { self.forward_slot(address + 8 * index) };
        }
    }
}

impl<const MINOR: bool> FrameVisitor for Collector<'_, MINOR> {
    #[inline(always)]
    fn slot(&mut self, value: Value) -> Value {
        self.forward(value)
    }

    #[inline(always)]
    fn point(&mut self, point: *const Point) {
        // SAFETY: a return word points to a point that lives with its code.
        self.code(unsafe { (*point).code });
    }
}
