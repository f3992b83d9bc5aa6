//! Views of strings and bytevectors.
//!
//! A string has one width, 1, 2 or 4 bytes a character, so that any character is
//! found at once. Setting a character that is too wide makes a wider string; the
//! old object becomes a `Forward` to it, keeps its address, and so stays the same
//! object to the program. The collector takes the detour out.

use crate::heap::Heap;
use crate::layout::{Header, Kind};
use crate::object::{FrozenError, Object};
use crate::short;
use crate::value::Value;
use std::ops::Range;

/// A string.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StringView(Object);

/// Bytes that `character` needs in a string.
pub const fn width_of(character: char) -> usize {
    match character as u32 {
        0..=0xff => 1,
        0x100..=0xffff => 2,
        _ => 4,
    }
}

/// Words after the header of a string.
pub(crate) const fn string_size(length: usize, width: usize) -> usize {
    1 + (length * width).div_ceil(8)
}

/// Follows widened strings to the string that counts.
#[inline]
pub(crate) fn follow(mut object: Object) -> Object {
    while object.header().is(Kind::Forward) {
        // SAFETY: H1: a forward leads to an object.
        object = unsafe { Object::of_unchecked(object.field(0)) };
    }
    object
}

impl StringView {
    #[inline]
    pub(crate) fn new(object: Object) -> StringView {
        StringView(object)
    }

    #[inline]
    pub fn of(value: Value) -> Option<StringView> {
        let object = follow(Object::of(value)?);
        object
            .header()
            .is(Kind::String)
            .then_some(StringView(object))
    }

    /// Length in characters.
    #[inline]
    pub fn len(self) -> usize {
        self.0.word(0) as usize
    }

    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    #[inline]
    pub fn is_frozen(self) -> bool {
        self.0.is_frozen()
    }

    /// Bytes per character.
    #[inline]
    pub fn width(self) -> usize {
        self.0.header().aux() as usize
    }

    /// The characters, packed.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        let count = self.len() * self.width();
        // SAFETY: H1: the characters are there; views are short-lived (H6).
        unsafe { std::slice::from_raw_parts(self.raw(), count) }
    }

    /// The text, if all characters are ASCII and stand there as such.
    pub fn ascii(&self) -> Option<&str> {
        match self.width() {
            1 if self.bytes().is_ascii() => std::str::from_utf8(self.bytes()).ok(),
            _ => None,
        }
    }

    fn raw(self) -> *mut u8 {
        (self.0.address() as *mut u8).wrapping_add(16)
    }

    #[inline]
    fn code_at(self, index: usize) -> u32 {
        debug_assert!(index < self.len());
        let raw = self.raw();
        match self.width() {
            // SAFETY: the character exists, and its width is 1, 2 or 4 (layout).
            1 => unsafe { *raw.wrapping_add(index) }.into(),
            // SAFETY: the same.
            2 => unsafe { *raw.cast::<u16>().wrapping_add(index) }.into(),
            // SAFETY: the same.
            _ => unsafe { *raw.cast::<u32>().wrapping_add(index) },
        }
    }

    /// Character `index`.
    #[inline]
    pub fn char_at(self, index: usize) -> Option<char> {
        if index < self.len() {
            char::from_u32(self.code_at(index))
        } else {
            None
        }
    }

    pub fn chars(&self) -> impl DoubleEndedIterator<Item = char> + ExactSizeIterator + '_ {
        (0..self.len()).map(|index| self.char_at(index).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    /// Words to reserve before [`StringView::set`] with this character.
    pub fn words_to_set(self, character: char) -> usize {
        if width_of(character) <= self.width() {
            0
        } else {
            crate::heap::room_for(string_size(self.len(), width_of(character)))
        }
    }

    /// Sets character `index`, which must exist. [`StringView::words_to_set`] words are reserved.
    pub fn set(self, heap: &mut Heap, index: usize, character: char) -> Result<(), FrozenError> {
        assert!(index < self.len(), "character of a string");
        if self.is_frozen() {
            return Err(FrozenError);
        }
        heap.note_change();
        let target = if width_of(character) <= self.width() {
            self
        } else {
            self.widen(heap, width_of(character))
        };
        target.store(index, character);
        Ok(())
    }

    /// Writes character `index`, which exists and is wide enough, of an unfrozen string.
    #[inline]
    pub(crate) fn store(self, index: usize, character: char) {
        let raw = self.raw();
        debug_assert!(index < self.len() && width_of(character) <= self.width());
        let code = character as u32;
        match self.width() {
            // SAFETY: the character exists; H2, H3: the string is not frozen, so this process's own.
            1 => unsafe { *raw.wrapping_add(index) = code as u8 },
            // SAFETY: the same.
            2 => unsafe { *raw.cast::<u16>().wrapping_add(index) = code as u16 },
            // SAFETY: the same.
            _ => unsafe { *raw.cast::<u32>().wrapping_add(index) = code },
        }
    }

    /// Copies characters of `source`, which is not wider, to those from `at` on; the two may be the
    /// same string.
    pub fn copy_from(
        self,
        heap: &mut Heap,
        at: usize,
        source: StringView,
        range: Range<usize>,
    ) -> Result<(), FrozenError> {
        if self.is_frozen() {
            return Err(FrozenError);
        }
        heap.note_change();
        self.take(at, source, range);
        Ok(())
    }

    /// Fills a range with a character that is not too wide.
    pub fn fill(
        self,
        heap: &mut Heap,
        range: Range<usize>,
        character: char,
    ) -> Result<(), FrozenError> {
        assert!(
            range.end <= self.len() && width_of(character) <= self.width(),
            "range of a string"
        );
        if self.is_frozen() {
            return Err(FrozenError);
        }
        heap.note_change();
        range.for_each(|index| self.store(index, character));
        Ok(())
    }

    /// The same for a string that is known not to be frozen and to have no copy elsewhere.
    pub(crate) fn take(self, at: usize, source: StringView, range: Range<usize>) {
        assert!(
            range.start <= range.end && range.end <= source.len(),
            "range of a string"
        );
        assert!(
            at <= self.len() && range.len() <= self.len() - at,
            "place in a string"
        );
        let width = self.width();
        if source.width() == width {
            let from = source.raw().wrapping_add(range.start * width);
            let to = self.raw().wrapping_add(at * width);
            // SAFETY: both ranges exist; H2, H3: this string is not frozen, so this process's own.
            return unsafe { short::copy(from, to, range.len() * width) };
        }
        assert!(source.width() < width, "width of a string");
        for (index, place) in range.zip(at..) {
            if let Some(character) = source.char_at(index) {
                self.store(place, character);
            }
        }
    }

    fn widen(self, heap: &mut Heap, width: usize) -> StringView {
        let wider = heap.string_raw(self.len(), width);
        let wider = StringView(wider);
        wider.take(0, self, 0..self.len());
        self.forward_to(heap, wider);
        wider
    }

    /// Becomes `wider`, another string of this length that can be changed.
    pub fn become_like(self, heap: &mut Heap, wider: StringView) -> Result<(), FrozenError> {
        let fits = wider.len() == self.len() && wider.width() > self.width();
        if self.is_frozen() || wider.is_frozen() || !fits || wider.0.header().hash() != 0 {
            return Err(FrozenError);
        }
        heap.note_change();
        self.forward_to(heap, wider);
        Ok(())
    }

    fn forward_to(self, heap: &mut Heap, wider: StringView) {
        let old = self.0.header();
        wider.0.set_header(wider.0.header().with_hash(old.hash()));
        self.0.set_header(old.with_kind(Kind::Forward));
        heap.write(self.0.address(), 1, wider.0.value());
    }
}

impl std::fmt::Display for StringView {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        use std::fmt::Write;
        self.chars()
            .try_for_each(|character| formatter.write_char(character))
    }
}

/// A bytevector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bytevector(Object);

impl Bytevector {
    #[inline]
    pub fn of(value: Value) -> Option<Bytevector> {
        Object::of_kind(value, Kind::Bytevector).map(Bytevector)
    }

    #[inline]
    pub fn len(self) -> usize {
        self.0.word(0) as usize
    }

    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    pub fn is_frozen(self) -> bool {
        self.0.is_frozen()
    }

    #[inline]
    pub fn slice(&self) -> &[u8] {
        let first = (self.0.address() as *const u8).wrapping_add(16);
        // SAFETY: H1: the bytes are there; views are short-lived (H6).
        unsafe { std::slice::from_raw_parts(first, self.len()) }
    }

    /// The bytes, to be changed.
    pub fn slice_mut(&mut self) -> Result<&mut [u8], FrozenError> {
        if self.is_frozen() {
            return Err(FrozenError);
        }
        let length = self.len();
        let first = (self.0.address() as *mut u8).wrapping_add(16);
        // SAFETY: H2, H3: not frozen, so this process's own; views are short-lived (H6).
        Ok(unsafe { std::slice::from_raw_parts_mut(first, length) })
    }

    #[inline]
    pub fn get(self, index: usize) -> Option<u8> {
        self.slice().get(index).copied()
    }

    /// Sets byte `index`, which must exist.
    #[inline]
    pub fn set(mut self, index: usize, byte: u8) -> Result<(), FrozenError> {
        self.slice_mut()?[index] = byte;
        Ok(())
    }
}

/// The header of a string.
pub(crate) const fn string_header(length: usize, width: usize, frozen: bool) -> Header {
    Header::new(
        Kind::String,
        string_size(length, width),
        width as u8,
        frozen,
    )
}

/// The header of a bytevector.
pub(crate) const fn bytevector_header(length: usize, frozen: bool) -> Header {
    Header::new(Kind::Bytevector, 1 + length.div_ceil(8), 0, frozen)
}
