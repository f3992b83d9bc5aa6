//! The collector: Cheney's copying algorithm over the block.
//!
//! What lives in the block and in the small fragments a process owns is copied to
//! a new block; the stack moves along. Large objects stay where they are and are
//! marked. Of shared fragments only the handle is marked; handles not met are
//! dropped. Frames are scanned by the live sets of their points.
//!
//! The size of the new block follows from what is expected to live on, judged by
//! the last collection; a busy process is given at least [`BUSY_WORDS`], step by
//! step, so that small live data is not copied all the time, while a process that
//! never collects stays at its birth size.

use crate::code::{Code, Point, PointKind};
use crate::continuation::{FrameVisitor, visit_frames, visit_slots};
use crate::fragment::Fragment;
use crate::handles::{HandleTable, Held, Place};
use crate::heap::{BIRTH_WORDS, Heap, LARGE_WORDS, OutOfMemory};
use crate::layout::{CHUNK_FIELDS, Header, Kind, mark_to, marked};
use crate::memory::{Region, load, store};
use crate::object::Object;
use crate::value::Value;
use std::sync::atomic::Ordering;

/// A new block is this many times what is expected to live in it, stack
/// included: two words are allocated for each one copied.
const GROWTH: usize = 3;
/// Least size of the block of a busy process; 32 KiB, which fits a first-level cache.
const BUSY_WORDS: usize = 4096;
/// A block of which less than one in this many words is used is made smaller.
const SPARSE: usize = 8;

/// The stack of a process that collects.
#[derive(Debug)]
pub struct Stack {
    /// Address of the return word of the running frame.
    pub fp: *mut u64,
    pub top: Top,
}

/// Which slots of the running frame are live.
#[derive(Clone, Copy, Debug)]
pub enum Top {
    /// Bit n is slot n.
    Live([u64; 4]),
    /// Slots 1 to n: arguments are being passed.
    Slots(usize),
}

/// The registers of a process that hold values or code.
pub trait Roots {
    fn each_root(&mut self, visit: &mut dyn FnMut(&mut Value));
    fn each_code(&mut self, visit: &mut dyn FnMut(*const Code));

    /// How many roots there are, if they are many: each collection looks at all of them, so they
    /// count like words of the stack when the next one is planned.
    fn words(&self) -> usize {
        0
    }
}

/// No registers.
impl Roots for () {
    fn each_root(&mut self, _visit: &mut dyn FnMut(&mut Value)) {}
    fn each_code(&mut self, _visit: &mut dyn FnMut(*const Code)) {}
}

/// Only values.
impl Roots for Vec<Value> {
    fn each_root(&mut self, visit: &mut dyn FnMut(&mut Value)) {
        self.iter_mut().for_each(visit);
    }

    fn each_code(&mut self, _visit: &mut dyn FnMut(*const Code)) {}
}

impl Heap {
    /// Moves everything live to a new block with at least `need` words free
    /// between `hp` and the stack. `low_words` words below `fp` belong to the
    /// running frame and stay below it. `stack.fp` is updated.
    ///
    /// After an error the heap is whole and the running frame has its words, but
    /// there may be less room than asked for. (If the machine itself has no memory
    /// left, nothing has moved.)
    pub fn collect(
        &mut self,
        stack: &mut Stack,
        low_words: usize,
        roots: &mut dyn Roots,
        need: usize,
    ) -> Result<(), OutOfMemory> {
        let limit = self.limit().unwrap_or(usize::MAX);
        if need > limit.min(1 << 40) {
            self.collect(stack, low_words, roots, 0)?;
            return Err(OutOfMemory { words_needed: need });
        }
        self.table.settle();
        let stack_words = self.stack_words(stack) + low_words;
        let candidates = self.used_words() + self.table.owned_words();
        let worst = candidates + stack_words + need;
        let expected = candidates * self.survival / 256;
        let wanted = GROWTH * (expected + stack_words + roots.words()) + need;
        let size = worst.max(wanted.max(self.busy_words()).min(limit));
        let external = self.move_to(size, stack, low_words, roots)?;
        self.survival = (self.used_words() * 256 / candidates.max(1)).min(256);
        self.activity += 1;
        self.settle_debt(external);
        self.fit(stack, low_words, roots, need)
    }

    /// Collects into a block with hardly any room: for a process that will be idle.
    pub fn tighten(
        &mut self,
        stack: &mut Stack,
        low_words: usize,
        roots: &mut dyn Roots,
    ) -> Result<(), OutOfMemory> {
        self.activity = 0;
        self.collect(stack, low_words, roots, 0)?;
        self.activity = 0;
        let tight = self.used_words() + self.stack_words(stack) + low_words + BIRTH_WORDS / 4;
        if tight + BIRTH_WORDS / 4 < self.block.words() {
            let external = self.move_to(tight, stack, low_words, roots)?;
            self.settle_debt(external);
        }
        Ok(())
    }

    fn busy_words(&self) -> usize {
        (BIRTH_WORDS << self.activity.min(10)).min(BUSY_WORDS)
    }

    /// Words of the stack from `fp` up.
    fn stack_words(&self, stack: &Stack) -> usize {
        (self.block.end() - stack.fp as usize) / 8
    }

    /// After a collection: makes a sparse or too large block smaller, checks the limit.
    fn fit(
        &mut self,
        stack: &mut Stack,
        low_words: usize,
        roots: &mut dyn Roots,
        need: usize,
    ) -> Result<(), OutOfMemory> {
        let limit = self.limit().unwrap_or(usize::MAX);
        let used = self.used_words() + self.stack_words(stack) + low_words + need;
        let scanned = used + roots.words();
        let total = used.saturating_add(self.external_live);
        if total > limit {
            return Err(OutOfMemory {
                words_needed: total,
            });
        }
        let size = self.block.words();
        let sparse = size > 2 * BUSY_WORDS && scanned * SPARSE < size;
        if sparse || size.saturating_add(self.external_live) > limit {
            let room = limit.saturating_sub(self.external_live);
            let smaller = (scanned * SPARSE / 2)
                .max(self.busy_words())
                .min(room)
                .max(used);
            if smaller < size {
                let external = self.move_to(smaller, stack, low_words, roots)?;
                self.settle_debt(external);
            }
        }
        Ok(())
    }

    /// One collection into a block of `size` words; the words in use outside the block.
    fn move_to(
        &mut self,
        size: usize,
        stack: &mut Stack,
        low_words: usize,
        roots: &mut dyn Roots,
    ) -> Result<usize, OutOfMemory> {
        let block = Region::new(size).ok_or(OutOfMemory { words_needed: size })?;
        self.table.settle();
        let fp = self.copy_stack(&block, stack, low_words);
        let mut collector = Collector {
            from: self.block.start(),
            from_bytes: self.hp - self.block.start(),
            scan: block.start(),
            hp: block.start(),
            table: &mut self.table,
            gray: Vec::new(),
            grown: Vec::new(),
            last_fragment: std::ptr::null(),
        };
        collector.stack(fp, stack.top);
        roots.each_root(&mut |root| *root = collector.forward(*root));
        roots.each_code(&mut |code| collector.code(code));
        collector.drain();
        let (hp, grown) = (collector.hp, collector.grown);
        self.add_work((hp - block.start()) / 8);
        let mut old = std::mem::replace(&mut self.block, block);
        self.hp = hp;
        self.set_young();
        self.epoch += 1;
        stack.fp = fp as *mut u64;
        let mut external = self.table.sweep();
        for region in grown {
            external += region.words();
            self.table.push_large(region);
        }
        if self.has_zeal() {
            old.poison();
            self.check(stack, roots);
        }
        Ok(external)
    }

    /// Copies the stack to the end of `block`; the new `fp`.
    fn copy_stack(&self, block: &Region, stack: &Stack, low_words: usize) -> usize {
        let used_slots = match stack.top {
            Top::Slots(count) => count,
            Top::Live(live) => highest(live),
        };
        debug_assert!(used_slots <= low_words, "the room covers the live slots");
        let below = low_words.max(used_slots);
        let above = self.stack_words(stack);
        let fp = block.end() - 8 * above;
        // The words of the running frame that it has not used yet may lie below `hp`
        // of a full block; they hold nothing, so only what the old block has is copied.
        let below = below.min((stack.fp as usize - self.hp) / 8);
        // SAFETY: both ranges are stack words, of the old and of the new block,
        // which was made large enough for them.
        unsafe {
            std::ptr::copy_nonoverlapping(
                stack.fp.sub(below),
                (fp as *mut u64).sub(below),
                below + above,
            );
        }
        fp
    }
}

/// The highest slot in a live set.
fn highest(live: [u64; 4]) -> usize {
    (0..256)
        .rev()
        .find(|slot| live[slot / 64] >> (slot % 64) & 1 != 0)
        .unwrap_or(0)
}

struct Collector<'a> {
    from: usize,
    from_bytes: usize,
    /// Everything in the new block below this has been scanned.
    scan: usize,
    hp: usize,
    table: &'a mut HandleTable,
    /// Large objects marked and not yet scanned.
    gray: Vec<usize>,
    /// Large objects that lay in an owned fragment and got regions of their own.
    grown: Vec<Region>,
    last_fragment: *const Fragment,
}

impl Collector<'_> {
    #[inline(always)]
    fn forward(&mut self, value: Value) -> Value {
        if !value.is_pointer() {
            return value;
        }
        if value.address().wrapping_sub(self.from) < self.from_bytes {
            self.relocate(value)
        } else {
            self.forward_outside(value)
        }
    }

    /// The new place of something in the old block or in an owned fragment.
    #[inline(always)]
    fn relocate(&mut self, value: Value) -> Value {
        let address = value.address();
        // SAFETY: H1, H4: the value leads to a pair or an object of this process;
        // the new block has room for all there is.
        unsafe {
            let first = load(address, 0);
            if let Some(new) = marked(first) {
                return new;
            }
            if !value.is_pair() {
                return self.relocate_object(value, first);
            }
            let to = self.hp;
            self.hp += 16;
            store(to, 0, first);
            store(to, 1, load(address, 1));
            let new = value.moved_to(to as u64, false);
            store(address, 0, mark_to(new));
            new
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
        let to = if size > LARGE_WORDS {
            self.grow(size)
        } else {
            let to = self.hp;
            self.hp += 8 * (size + 1);
            to
        };
        // SAFETY: H2: the new place has `size + 1` words of its own; the old one is this process's.
        unsafe {
            std::ptr::copy_nonoverlapping(address as *const u64, to as *mut u64, size + 1);
            store(address, 0, mark_to(Value::object_at(to)));
        }
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

    #[cold]
    fn grow(&mut self, size: usize) -> usize {
        let region = Region::must(size + 1);
        let address = region.start();
        self.grown.push(region);
        self.gray.push(address);
        address
    }

    #[inline(never)]
    fn forward_outside(&mut self, value: Value) -> Value {
        let Place::Handle(index) = self.table.locate(value.address()) else {
            return value;
        };
        let handle = self.table.handle(index);
        match handle.held {
            Held::Shared(_) => {
                handle.seen = true;
                value
            }
            Held::Owned(_) => self.relocate(value),
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

    /// Marks the fragment of a function that is in use.
    #[inline]
    fn code(&mut self, code: *const Code) {
        if code.is_null() {
            return;
        }
        // SAFETY: H4: code that is in use lives.
        let fragment = unsafe { (*code).fragment.load(Ordering::Relaxed) };
        if fragment.is_null() || std::ptr::eq(fragment, self.last_fragment) {
            return;
        }
        self.last_fragment = fragment;
        if let Place::Handle(index) = self.table.locate_fragment(fragment) {
            self.table.handle(index).seen = true;
        }
    }

    /// Scans the stack that was moved to `fp`.
    fn stack(&mut self, fp: usize, top: Top) {
        let mut fp = fp;
        // SAFETY: the stack is as described in `code`, and this process's own.
        unsafe {
            match top {
                Top::Live(live) => visit_slots(fp, live, self),
                Top::Slots(count) => {
                    for slot in 1..=count {
                        let address = fp - 8 * slot;
                        let new = self.forward(Value::from_word(load(address, 0)));
                        store(address, 0, new.bits());
                    }
                }
            }
            loop {
                let point = load(fp, 0) as *const Point;
                if (*point).kind == PointKind::Underflow {
                    return;
                }
                self.point(point);
                fp += 8 * (*point).base as usize;
                visit_slots(fp, (*point).live, self);
            }
        }
    }

    /// Scans until everything that was met has been copied.
    fn drain(&mut self) {
        loop {
            while self.scan < self.hp {
                self.scan_next();
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
        unsafe {
            let first = load(address, 0);
            if let Some(header) = Header::from_word(first) {
                self.scan = address + 8 * (header.size() + 1);
                self.scan_object(address, header);
            } else {
                self.scan = address + 16;
                let car = self.forward(Value::from_word(first));
                store(address, 0, car.bits());
                let cdr = self.forward(Value::from_word(load(address, 1)));
                store(address, 1, cdr.bits());
            }
        }
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
        }
        for index in 1..=fields {
            // SAFETY: H1: the field is a value, or raw and looks like a fixnum.
            unsafe {
                let new = self.forward(Value::from_word(load(address, index)));
                store(address, index, new.bits());
            }
        }
    }
}

impl FrameVisitor for Collector<'_> {
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
