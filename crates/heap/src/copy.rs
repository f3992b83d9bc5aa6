//! Copying a graph out of a heap, keeping sharing and cycles.
//!
//! The copy grows in a buffer. Its address is not known yet, so pointers inside it
//! are *relative*: an offset with a bit that no address has. Objects that have been
//! copied are marked in the sender's memory with their new place, as in a
//! collection, and the marks are undone from a log at the end. [`place`] writes
//! the finished copy to its address.
//!
//! What already lies in a shared fragment is not copied; the fragment becomes an
//! edge of the copy.

use crate::buffers::Buffers;
use crate::code::{Code, Point};
use crate::continuation::{FrameVisitor, clear_dead_slots, visit_frames};
use crate::handles::{HandleTable, Held, Outside};
use crate::heap::{OutOfMemory, Shortage, next_hash};
use crate::layout::{
    CHUNK_FIELDS, HASH_TABLE_EPOCH, HASH_TABLE_EPOCH_FOREIGN, Header, Kind, mark_to, marked,
};
use crate::memory::{load, store, store_pair};
use crate::value::{RELATIVE, Value};
use std::sync::atomic::Ordering;

/// How much is copied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Amount {
    All,
    /// What a scheduler may do in one turn: of anything longer nothing, and [`Shortage::Turn`] says so. It is a
    /// bound of time, so it need not be exact: buffers that are large already are filled.
    Turn,
}

/// Words of a copy that are made in one turn: less than a millisecond.
const TURN_WORDS: usize = 1 << 16;

/// A finished copy, without an address.
pub(crate) struct Copied {
    /// Relative.
    pub(crate) root: Value,
    pub(crate) buffers: Box<Buffers>,
    /// Changes of the original go through the write barrier ([`Heap::is_unchanged`](crate::Heap::is_unchanged)).
    pub(crate) are_changes_told: bool,
}

/// A copy in progress.
pub(crate) struct Copier<'a> {
    from: usize,
    from_bytes: usize,
    table: &'a mut HandleTable,
    buffers: Box<Buffers>,
    /// The first word of the buffer whose pointers may lead to what is not copied yet.
    scan: usize,
    freeze: bool,
    /// Something was copied that is written without a barrier, other than the index of a hash table.
    bytes: bool,
    /// Words that the process has.
    held: usize,
    amount: Amount,
    failure: Option<OutOfMemory>,
}

impl<'a> Copier<'a> {
    /// A copier out of the block whose objects lie from `from` to `hp`.
    pub(crate) fn new(
        from: usize,
        hp: usize,
        table: &'a mut HandleTable,
        freeze: bool,
        held: usize,
        amount: Amount,
    ) -> Copier<'a> {
        Copier {
            from,
            from_bytes: hp - from,
            table,
            buffers: Buffers::take(),
            scan: 0,
            freeze,
            bytes: false,
            held,
            amount,
            failure: None,
        }
    }

    /// Makes room for so many words more, if so many may be copied.
    #[cold]
    fn grow(&mut self, words: usize) -> Result<(), OutOfMemory> {
        let count = self.buffers.words.len() + words;
        if self.amount == Amount::Turn && count > TURN_WORDS {
            return Err(OutOfMemory {
                words_needed: count,
                shortage: Shortage::Turn,
            });
        }
        self.buffers.grow(words, self.held)
    }

    /// Copies all that `root` reaches.
    pub(crate) fn run(mut self, root: Value) -> Result<Copied, OutOfMemory> {
        let root = self.copy(root);
        self.drain();
        for &(address, word) in &self.buffers.log {
            // SAFETY: the word was there before, in this process's own memory.
            unsafe { store(address, 0, word) };
        }
        if !self.buffers.edges.is_empty() {
            self.table.clear_seen();
        }
        self.table.clear_seen_symbols(&self.buffers.symbols);
        match self.failure {
            Some(failure) => Err(failure),
            None => Ok(Copied {
                root,
                buffers: self.buffers,
                are_changes_told: !self.bytes,
            }),
        }
    }

    #[inline(always)]
    fn copy(&mut self, value: Value) -> Value {
        match value.is_pointer() {
            true => self.copy_pointer(value),
            false => value,
        }
    }

    fn copy_pointer(&mut self, value: Value) -> Value {
        if !self.is_in_block(value) {
            return self.copy_outside(value);
        }
        match value.is_pair() {
            true => self.take_list(value),
            false => self.take(value),
        }
    }

    #[inline(always)]
    fn is_in_block(&self, value: Value) -> bool {
        value.address().wrapping_sub(self.from) < self.from_bytes
    }

    #[inline(never)]
    fn copy_outside(&mut self, value: Value) -> Value {
        if value.is_counted_symbol() {
            self.table.copy_symbol(value, &mut self.buffers.symbols);
            return value;
        }
        let Outside::Handle(index) = self.table.locate(value.address()) else {
            return value;
        };
        if matches!(self.table.handle(index).held, Held::Shared(_)) {
            self.note_edge(index);
            return value;
        }
        self.take(value)
    }

    fn note_edge(&mut self, index: usize) {
        let handle = self.table.handle(index);
        if let Held::Shared(fragment) = &handle.held
            && !handle.seen
        {
            handle.seen = true;
            self.buffers.edges.push(fragment.clone());
        }
    }

    /// The copy of a pair of the block and of the pairs that follow it, one behind the other: most
    /// messages are lists, and one of immediates need not be gone through once more.
    fn take_list(&mut self, list: Value) -> Value {
        // SAFETY: H1, H4: the value leads to a pair.
        let mut car = unsafe { load(list.address(), 0) };
        if let Some(done) = marked(car) {
            return done;
        }
        let begin = self.buffers.words.len();
        let root = list.moved_to(RELATIVE | (8 * begin as u64), self.freeze);
        let (mut address, mut copied) = (list.address(), root);
        let mut flat = true;
        loop {
            let Some(mut writer) = self.buffers.pairs() else {
                match self.grow(2) {
                    Ok(()) => continue,
                    Err(failure) => {
                        // What was copied is of no use: the run ends here.
                        self.failure = Some(failure);
                        return Value::FALSE;
                    }
                }
            };
            let rest = loop {
                // SAFETY: H2: the sender's own memory, and undone at the end.
                unsafe { store(address, 0, mark_to(copied)) };
                // SAFETY: H1: a pair has two words.
                let rest = Value::from_word(unsafe { load(address, 1) });
                let follows = rest.is_pair() && self.is_in_block(rest);
                let next = match follows {
                    // SAFETY: H1, H4: the value leads to a pair.
                    true => unsafe { load(rest.address(), 0) },
                    false => 0,
                };
                let goes_on = follows && marked(next).is_none();
                copied = match goes_on {
                    true => rest.moved_to(writer.next() + 16, self.freeze),
                    false => rest,
                };
                flat &= !Value::from_word(car).is_pointer();
                // SAFETY: the writer has room for a pair.
                unsafe { writer.push(car, copied.bits(), address) };
                if !goes_on {
                    break Some(rest);
                }
                (address, car) = (rest.address(), next);
                if writer.is_full() {
                    break None;
                }
            };
            // SAFETY: the writer has written what it says.
            unsafe { self.buffers.wrote(writer) };
            if let Some(rest) = rest {
                flat &= !rest.is_pointer();
                break;
            }
        }
        if flat && self.scan == begin {
            self.scan = self.buffers.words.len();
        }
        root
    }

    /// The copy of a pair or an object in the sender's own memory.
    fn take(&mut self, value: Value) -> Value {
        let address = value.address();
        // SAFETY: H1, H4: the value leads to a pair or an object.
        let first = unsafe { load(address, 0) };
        if let Some(done) = marked(first) {
            return done;
        }
        if !value.is_pair() && Header::of_object(first).is(Kind::Forward) {
            // SAFETY: H1: a forward has one field, an object.
            let target = unsafe { value.field_unchecked(0) };
            return self.copy_string(target);
        }
        let size = match value.is_pair() {
            true => 2,
            false => 1 + Header::of_object(first).size(),
        };
        if !self.buffers.has_room(size)
            && let Err(failure) = self.grow(size)
        {
            // What was copied is of no use: the run ends here.
            self.failure = Some(failure);
            return Value::FALSE;
        }
        let words = &mut self.buffers.words;
        let offset = RELATIVE | (8 * words.len() as u64);
        let copied = value.moved_to(offset, self.freeze);
        if value.is_pair() {
            // SAFETY: H1: a pair has two words.
            words.extend_from_slice(&[first, unsafe { load(address, 1) }]);
        } else {
            let freeze = self.freeze;
            let header = Header::of_object(first);
            self.bytes |= header.is(Kind::Bytevector) && !header.is_frozen();
            self.buffers.raw |= header.is_raw();
            // SAFETY: H1: the address is one of an object, and `first` its header.
            unsafe { append_object(&mut self.buffers.words, address, header, freeze) };
        }
        self.buffers.log.push((address, first));
        // SAFETY: H2: the sender's own memory, and undone at the end.
        unsafe { store(address, 0, mark_to(copied)) };
        copied
    }

    #[cold]
    fn copy_string(&mut self, value: Value) -> Value {
        self.copy(value)
    }

    fn drain(&mut self) {
        while self.scan < self.buffers.words.len() && self.failure.is_none() {
            let scan = self.scan;
            let first = self.buffers.words[scan];
            let Some(header) = Header::from_word(first) else {
                self.scan = scan + 2;
                self.buffers.words[scan] = self.copy(Value::from_word(first)).bits();
                let cdr = Value::from_word(self.buffers.words[scan + 1]);
                if !cdr.is_relative() {
                    self.buffers.words[scan + 1] = self.copy(cdr).bits();
                }
                continue;
            };
            self.scan = scan + header.size() + 1;
            if !header.is_raw() {
                self.scan_code(scan, header);
                let bytes = self.bytes;
                for index in scan + 1..=scan + header.size() {
                    let field = Value::from_word(self.buffers.words[index]);
                    if field.is_pointer() {
                        self.buffers.words[index] = self.copy_pointer(field).bits();
                    }
                }
                if header.is(Kind::HashTable) {
                    // The bytes of a table's index change together with its other fields.
                    self.bytes = bytes;
                }
            }
        }
    }

    /// Notes the fragments of the code that a closure or frames run.
    #[inline]
    fn scan_code(&mut self, position: usize, header: Header) {
        if header.is(Kind::Closure) {
            self.code(self.buffers.words[position + 1] as *const Code);
        } else if header.is(Kind::Chunk) {
            let words = self.buffers.words.as_mut_ptr() as usize;
            let frames = words + 8 * (position + 1 + CHUNK_FIELDS);
            // SAFETY: layout: frames follow the fields; the visitor leaves slots alone
            // and does not touch the buffer.
            unsafe { visit_frames(frames, header.size() - CHUNK_FIELDS, &mut Codes(self)) };
        }
    }

    fn code(&mut self, code: *const Code) {
        if code.is_null() {
            return;
        }
        // SAFETY: H4: code that is in use lives.
        let fragment = unsafe { (*code).fragment.load(Ordering::Relaxed) };
        if !fragment.is_null()
            && let Outside::Handle(index) = self.table.locate_fragment(fragment)
        {
            self.note_edge(index);
        }
    }
}

/// Visits points only; slots are scanned as fields.
struct Codes<'a, 'b>(&'a mut Copier<'b>);

impl FrameVisitor for Codes<'_, '_> {
    fn slot(&mut self, value: Value) -> Value {
        value
    }

    fn point(&mut self, point: *const Point) {
        // SAFETY: a return word points to a point that lives with its code.
        self.0.code(unsafe { (*point).code });
    }
}

/// Appends the object at `address` to a copy. Words without meaning are cleared.
///
/// # Safety
/// There is an object at `address` with this header.
#[inline]
pub(crate) unsafe fn append_object(
    words: &mut Vec<u64>,
    address: usize,
    header: Header,
    frozen: bool,
) {
    let start = words.len();
    let count = header.size() + 1;
    words.reserve(count);
    let target = words.as_mut_ptr().wrapping_add(start) as usize;
    // SAFETY: the object has `count` words, and so has the buffer now. Dead slots of
    // a chunk may not be initialised; they are before anyone reads them.
    unsafe { std::ptr::copy_nonoverlapping(address as *const u64, target as *mut u64, count) };
    if header.is(Kind::Chunk) {
        let frames = target + 8 * (1 + CHUNK_FIELDS);
        // SAFETY: these are the frames of the copy.
        unsafe { clear_dead_slots(frames, header.size() - CHUNK_FIELDS) };
    }
    // SAFETY: all the words are initialised now.
    unsafe { words.set_len(start + count) };
    let header = header.with_frozen(frozen || header.is_frozen());
    words[start] = header.word();
    if header.is(Kind::HashTable) {
        let epoch = &mut words[start + 1 + HASH_TABLE_EPOCH];
        if *epoch != Value::fixnum(HASH_TABLE_EPOCH_FOREIGN).bits() {
            *epoch = Value::fixnum(0).bits();
        }
    }
}

/// Writes a finished copy to its place at `base`. With a counter for `hashes`,
/// objects without an identity hash get one (H7).
///
/// # Safety
/// `base` has room for the words, and they are a copy made by this module or a builder.
pub(crate) unsafe fn place(words: &[u64], base: usize, mut hashes: Option<&mut u32>) {
    let mut position = 0;
    while position < words.len() {
        let first = words[position];
        let Some(header) = Header::from_word(first) else {
            let car = Value::from_word(first).rebased(base);
            let cdr = Value::from_word(words[position + 1]).rebased(base);
            // SAFETY: as required of the caller.
            unsafe { store_pair(base + 8 * position, [car.bits(), cdr.bits()]) };
            position += 2;
            continue;
        };
        let header = match &mut hashes {
            Some(counter) if header.hash() == 0 => header.with_hash(next_hash(counter)),
            _ => header,
        };
        let end = position + 1 + header.size();
        // SAFETY: as required of the caller.
        unsafe { store(base, position, header.word()) };
        if header.is_raw() {
            let target = (base as *mut u64).wrapping_add(position + 1);
            let source = &words[position + 1..end];
            // SAFETY: as required of the caller.
            unsafe { std::ptr::copy_nonoverlapping(source.as_ptr(), target, source.len()) };
        } else {
            for (index, &word) in words.iter().enumerate().take(end).skip(position + 1) {
                let value = Value::from_word(word).rebased(base);
                // SAFETY: as required of the caller.
                unsafe { store(base, index, value.bits()) };
            }
        }
        position = end;
    }
}
