//! What is alive in a fragment: finding it, within a bound, and copying it.
//!
//! Which fragments that is done to, and what becomes of the pointers: [`crate::sparse`].

use crate::code::{Code, Point};
use crate::continuation::{Chunk, FrameVisitor, visit_frames};
use crate::copy::{append_object, place};
use crate::fragment::FragmentRef;
use crate::handles::{HandleTable, Held, Outside};
use crate::heap::Heap;
use crate::layout::{CHUNK_FIELDS, Header, Kind};
use crate::memory::load;
use crate::object::Object;
use crate::value::{RELATIVE, Value};
use mound_base::SymbolRef;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::Ordering;

/// New places of objects, by their addresses.
pub(crate) type Moves = HashMap<usize, usize>;

/// What is alive in a fragment of which that is little: one object at least, by address.
pub(super) struct Part {
    pub(super) start: usize,
    pub(super) words: usize,
    pub(super) live: Vec<Value>,
}

/// The objects between the addresses that the entries reach without leaving; `None` if they have
/// more than `most` words. Counts words that were looked at.
pub(super) fn live_objects(
    range: Range<usize>,
    entries: &[Value],
    most: usize,
    counted: &mut usize,
) -> Option<Vec<Value>> {
    let mut met = vec![0u64; (range.end - range.start).div_ceil(8 * 64)];
    let mut waiting = entries.to_vec();
    let mut live = Vec::new();
    let mut words = 0;
    while let Some(value) = waiting.pop() {
        if !value.is_pointer() || !range.contains(&value.address()) {
            continue;
        }
        let number = (value.address() - range.start) / 8;
        let (word, bit) = (&mut met[number / 64], 1 << (number % 64));
        if *word & bit != 0 {
            continue;
        }
        *word |= bit;
        let size = size_words(value);
        words += size;
        *counted += size;
        if words > most {
            return None;
        }
        live.push(value);
        push_fields(value, &mut waiting);
    }
    live.sort_unstable_by_key(|value| value.address());
    Some(live)
}

/// Words of a pair or an object, header included.
fn size_words(value: Value) -> usize {
    match value.is_pair() {
        true => 2,
        false => 1 + Object::at(value.address()).header().size(),
    }
}

fn push_fields(value: Value, into: &mut Vec<Value>) {
    if value.is_pair() {
        // SAFETY: H1: a pair has two words.
        into.extend([0, 1].map(|index| Value::from_word(unsafe { load(value.address(), index) })));
        return;
    }
    let object = Object::at(value.address());
    let header = object.header();
    if let Some(chunk) = Chunk::of(value) {
        into.push(chunk.next());
        for frame in chunk.frames(0) {
            into.extend(frame.slots().map(|(_, slot)| slot));
        }
    } else if header.is(Kind::Forward) {
        into.push(object.field(0));
    } else if !header.is_raw() {
        into.extend_from_slice(object.fields(0));
    }
}

/// A copy of parts of fragments in progress.
struct Mover<'a> {
    table: &'a mut HandleTable,
    /// Where each object will stand, in bytes from the beginning of the copy.
    offsets: &'a Moves,
    words: Vec<u64>,
    edges: Vec<FragmentRef>,
    symbols: Vec<SymbolRef>,
}

impl Mover<'_> {
    fn append(&mut self, value: Value) {
        let (start, address) = (self.words.len(), value.address());
        if value.is_pair() {
            // SAFETY: H1: a pair has two words.
            self.words
                .extend([0, 1].map(|index| unsafe { load(address, index) }));
            self.lead(start..start + 2);
            return;
        }
        let header = Object::at(address).header();
        // SAFETY: H1: the address is one of an object with this header.
        unsafe { append_object(&mut self.words, address, header, true) };
        if header.is_raw() {
            return;
        }
        self.code(start, header);
        self.lead(start + 1..start + 1 + header.size());
    }

    /// Leads the pointers in these words to the copy, or notes where they lead.
    fn lead(&mut self, range: Range<usize>) {
        for index in range {
            let value = Value::from_word(self.words[index]);
            if !value.is_pointer() {
                continue;
            }
            if value.is_counted_symbol() {
                self.table.copy_symbol(value, &mut self.symbols);
                continue;
            }
            match self.offsets.get(&value.address()) {
                Some(&offset) => {
                    self.words[index] = value.moved_to(RELATIVE | offset as u64, false).bits();
                }
                None => {
                    let place = self.table.locate(value.address());
                    self.table.note_edge(place, &mut self.edges);
                }
            }
        }
    }

    /// Notes the fragments of the code that a closure or frames run.
    fn code(&mut self, start: usize, header: Header) {
        if header.is(Kind::Closure) {
            let code = self.words[start + 1] as *const Code;
            self.code_at(code);
        } else if header.is(Kind::Chunk) {
            let frames = self.words.as_mut_ptr() as usize + 8 * (start + 1 + CHUNK_FIELDS);
            // SAFETY: layout: frames follow the fields; the visitor leaves slots alone and
            // does not touch the words.
            unsafe { visit_frames(frames, header.size() - CHUNK_FIELDS, &mut Codes(self)) };
        }
    }

    fn code_at(&mut self, code: *const Code) {
        if code.is_null() {
            return;
        }
        // SAFETY: H4: code that is in use lives.
        let fragment = unsafe { (*code).fragment.load(Ordering::Relaxed) };
        if !fragment.is_null() {
            let place = self.table.locate_fragment(fragment);
            self.table.note_edge(place, &mut self.edges);
        }
    }
}

/// Visits points only; slots are led as words.
struct Codes<'a, 'b>(&'a mut Mover<'b>);

impl FrameVisitor for Codes<'_, '_> {
    fn slot(&mut self, value: Value) -> Value {
        value
    }

    fn point(&mut self, point: *const Point) {
        // SAFETY: a return word points to a point that lives with its code.
        self.0.code_at(unsafe { (*point).code });
    }
}

impl HandleTable {
    /// Notes that the fragment, or the one that has this code, is one that a copy points into.
    fn note_edge(&mut self, place: Outside, edges: &mut Vec<FragmentRef>) {
        if let Outside::Handle(index) = place
            && let handle = self.handle(index)
            && let Held::Shared(fragment) = &handle.held
            && !handle.seen
        {
            handle.seen = true;
            edges.push(fragment.clone());
        }
    }
}

impl Heap {
    /// Copies a part to a new fragment, and adds the new places of its objects to `moves`. Parts do
    /// not reach each other (S1), so each gets its own, and what was one message stays one.
    pub(super) fn copy_part(&mut self, part: &Part, moves: &mut Moves) -> Option<FragmentRef> {
        let mut offsets = Moves::with_capacity(part.live.len());
        let mut bytes = 0;
        for value in &part.live {
            offsets.insert(value.address(), bytes);
            bytes += 8 * size_words(*value);
        }
        let mut mover = Mover {
            table: &mut self.table,
            offsets: &offsets,
            words: Vec::with_capacity(bytes / 8),
            edges: Vec::new(),
            symbols: Vec::new(),
        };
        part.live.iter().for_each(|&value| mover.append(value));
        let (words, edges, symbols) = (mover.words, mover.edges, mover.symbols);
        self.table.clear_seen();
        self.table.clear_seen_symbols(&symbols);
        let mut base = 0;
        let held = self.size_words();
        let fill = |address| {
            base = address;
            // SAFETY: there is room for all the words.
            unsafe { place(&words, address, None) };
        };
        // SAFETY: `place` writes all the words of the copy.
        let fragment = unsafe { FragmentRef::new(words.len(), edges, symbols, held, fill) };
        let fragment = fragment.ok()?;
        moves.extend(offsets.into_iter().map(|(old, new)| (old, base + new)));
        self.add_work(words.len());
        Some(fragment)
    }
}
