//! Allocation: each function makes one object, initialised in full.
//!
//! Room is reserved by the caller ([`Heap::has_room`], sizes from `words_for_*`).
//! Large objects need none; they get a region of their own.

use crate::code::Code;
use crate::heap::{Heap, LARGE_WORDS, room_for};
use crate::layout::{CHUNK_FIELDS, CONDITION_FIELDS, HASH_TABLE_FIELDS, Header, Kind};
use crate::memory::{Region, store, store_pair};
use crate::object::{Object, Pair, uid_value};
use crate::short;
use crate::text::{StringView, bytevector_header, string_header, string_size, width_of};
use crate::value::Value;
use std::ops::Range;

/// Sizes: words to reserve.
impl Heap {
    pub const WORDS_FOR_PAIR: usize = 2;
    pub const WORDS_FOR_FLONUM: usize = 2;
    pub const WORDS_FOR_BOX: usize = 2;
    pub const WORDS_FOR_RATIO: usize = 3;
    /// Words of a complex number, without its parts.
    pub const WORDS_FOR_COMPLEX: usize = 3;
    pub const WORDS_FOR_CONTINUATION: usize = 4;
    pub const WORDS_FOR_PROMISE: usize = 3;
    pub const WORDS_FOR_CONDITION: usize = 1 + CONDITION_FIELDS;
    pub const WORDS_FOR_HASH_TABLE: usize = 1 + HASH_TABLE_FIELDS;
    pub const WORDS_FOR_RECORD_TYPE: usize = 6;

    #[inline]
    pub const fn words_for_closure(free_count: usize) -> usize {
        room_for(1 + free_count)
    }

    #[inline]
    pub const fn words_for_vector(length: usize) -> usize {
        room_for(length)
    }

    #[inline]
    pub const fn words_for_values(count: usize) -> usize {
        room_for(count)
    }

    #[inline]
    pub const fn words_for_record(fields: usize) -> usize {
        room_for(1 + fields)
    }

    pub const fn words_for_bytevector(length: usize) -> usize {
        room_for(1 + length.div_ceil(8))
    }

    pub const fn words_for_bignum(limbs: usize) -> usize {
        room_for(limbs)
    }

    pub const fn words_for_chunk(frame_words: usize) -> usize {
        room_for(CHUNK_FIELDS + frame_words)
    }

    pub fn words_for_string(text: &str) -> usize {
        let (length, width) = measure_text(text);
        room_for(string_size(length, width))
    }

    pub fn words_for_characters(characters: &[char]) -> usize {
        let (length, width) = measure(characters.iter().copied());
        room_for(string_size(length, width))
    }

    pub const fn words_for_string_fill(length: usize, character: char) -> usize {
        room_for(string_size(length, width_of(character)))
    }
}

/// Length, and width of the widest character.
fn measure(characters: impl Iterator<Item = char>) -> (usize, usize) {
    characters.fold((0, 1), |(length, width), character| {
        (length + 1, width.max(width_of(character)))
    })
}

/// The same of a text. Most are ASCII, which is seen eight characters at a time.
fn measure_text(text: &str) -> (usize, usize) {
    match text.is_ascii() {
        true => (text.len(), 1),
        false => measure(text.chars()),
    }
}

impl Heap {
    /// An object with its header written and its fields not yet.
    #[inline(always)]
    pub(crate) fn object(&mut self, header: Header) -> Object {
        let size = header.size();
        if size > LARGE_WORDS {
            return self.large_object(header);
        }
        let address = self.hp;
        self.hp += 8 * (size + 1);
        debug_assert!(self.hp <= self.block.end(), "room was reserved");
        // SAFETY: H2: the words are free words of the block.
        unsafe { store(address, 0, header.word()) };
        Object::at(address)
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn large_object(&mut self, header: Header) -> Object {
        let region = self.large_region(header.size() + 1);
        self.object_of_its_own(header, region)
    }

    /// As [`Heap::object`], with fields of zeros; large ones without going through them.
    fn object_with_zeros(&mut self, header: Header) -> Object {
        if header.size() > LARGE_WORDS {
            self.drop_spare();
            let region = Region::must_with_zeros(header.size() + 1);
            return self.object_of_its_own(header, region);
        }
        let object = self.object(header);
        for index in 0..header.size() {
            object.set_word(index, 0);
        }
        object
    }

    fn object_of_its_own(&mut self, header: Header, region: Region) -> Object {
        let words = header.size() + 1;
        let address = region.start();
        // SAFETY: H2: the words are the new region's.
        unsafe { store(address, 0, header.word()) };
        self.table.push_large(region);
        self.charge(words);
        if let Some(generation) = &mut self.generation
            && !header.is_raw()
        {
            generation.fresh.push(address);
        }
        Object::at(address)
    }

    #[inline(always)]
    fn fill(&mut self, kind: Kind, fields: &[Value]) -> Value {
        let object = self.object(Header::new(kind, fields.len(), 0, false));
        for (index, field) in fields.iter().enumerate() {
            object.set_word(index, field.bits());
        }
        object.value()
    }

    #[inline(always)]
    fn fill_after(&mut self, kind: Kind, first: u64, rest: &[Value]) -> Value {
        let object = self.object(Header::new(kind, rest.len() + 1, 0, false));
        object.set_word(0, first);
        for (index, field) in rest.iter().enumerate() {
            object.set_word(index + 1, field.bits());
        }
        object.value()
    }

    #[inline(always)]
    pub fn pair(&mut self, car: Value, cdr: Value) -> Value {
        let address = self.hp;
        self.hp += 16;
        debug_assert!(self.hp <= self.block.end(), "room was reserved");
        // SAFETY: H2: the words are free words of the block.
        unsafe { store_pair(address, [car.bits(), cdr.bits()]) };
        Value::pair_at(address, false)
    }

    /// A list; two words for each item are reserved.
    pub fn list(&mut self, items: &[Value]) -> Value {
        items
            .iter()
            .rev()
            .fold(Value::NULL, |tail, &item| self.pair(item, tail))
    }

    /// The elements of a list in front of `tail`; two words for each are reserved.
    #[inline]
    pub fn list_before(&mut self, list: Value, tail: Value) -> Value {
        let Some(mut pair) = Pair::of(list) else {
            return tail;
        };
        let head = Value::pair_at(self.hp, false);
        loop {
            let rest = Pair::of(pair.cdr());
            // The next pair comes to stand behind this one.
            let next = match rest {
                Some(_) => Value::pair_at(self.hp + 8 * Heap::WORDS_FOR_PAIR, false),
                None => tail,
            };
            self.pair(pair.car(), next);
            match rest {
                Some(rest) => pair = rest,
                None => return head,
            }
        }
    }

    #[inline(always)]
    pub fn flonum(&mut self, number: f64) -> Value {
        let object = self.object(Header::new(Kind::Flonum, 1, 0, false));
        object.set_word(0, number.to_bits());
        object.value()
    }

    #[inline(always)]
    pub fn new_box(&mut self, content: Value) -> Value {
        self.fill(Kind::Box, &[content])
    }

    #[inline]
    pub fn closure(&mut self, code: *const Code, free: &[Value]) -> Value {
        self.fill_after(Kind::Closure, code as u64, free)
    }

    /// As [`Heap::closure`], with free value `n` from `free(n)`.
    #[inline(always)]
    pub fn closure_with(
        &mut self,
        code: *const Code,
        count: usize,
        mut free: impl FnMut(usize) -> Value,
    ) -> Value {
        let object = self.object(Header::new(Kind::Closure, count + 1, 0, false));
        object.set_word(0, code as u64);
        for index in 0..count {
            object.set_word(index + 1, free(index).bits());
        }
        object.value()
    }

    pub fn vector(&mut self, length: usize, fill: Value) -> Value {
        self.vector_with(length, |_| fill)
    }

    pub fn vector_from(&mut self, elements: &[Value]) -> Value {
        self.fill(Kind::Vector, elements)
    }

    #[inline]
    pub fn vector_with(&mut self, length: usize, mut element: impl FnMut(usize) -> Value) -> Value {
        let object = self.object(Header::new(Kind::Vector, length, 0, false));
        for index in 0..length {
            object.set_word(index, element(index).bits());
        }
        object.value()
    }

    /// A vector of `length` zeros, made without going through them if it is large, as are the others
    /// with zeros.
    pub fn vector_of_zeros(&mut self, length: usize) -> Value {
        const _: () = assert!(Value::fixnum(0).bits() == 0);
        let object = self.object_with_zeros(Header::new(Kind::Vector, length, 0, false));
        object.value()
    }

    pub fn bytevector_of_zeros(&mut self, length: usize) -> Value {
        let object = self.object_with_zeros(bytevector_header(length, false));
        object.set_word(0, length as u64);
        object.value()
    }

    /// A string of `length` characters of the code 0, with room for those of `width` bytes.
    pub fn string_of_zeros(&mut self, length: usize, width: usize) -> Value {
        assert!(matches!(width, 1 | 2 | 4), "width of a string");
        let object = self.object_with_zeros(string_header(length, width, false));
        object.set_word(0, length as u64);
        object.value()
    }

    /// A string of `length` characters of `width` bytes, all zero.
    pub(crate) fn string_raw(&mut self, length: usize, width: usize) -> Object {
        let header = string_header(length, width, false);
        let object = self.object(header);
        object.set_word(0, length as u64);
        for index in 1..header.size() {
            object.set_word(index, 0);
        }
        object
    }

    /// The same with characters that the caller writes, all of them, before anything looks at them.
    fn string_unfilled(&mut self, length: usize, width: usize) -> Object {
        let header = string_header(length, width, false);
        let object = self.object(header);
        // Bytes past the end are zero, so that equal strings are equal words.
        object.set_word(header.size() - 1, 0);
        object.set_word(0, length as u64);
        object
    }

    pub fn string(&mut self, text: &str) -> Value {
        if !short::is_ascii(text.as_bytes()) {
            let (length, width) = measure(text.chars());
            return self.string_with(length, width, text.chars());
        }
        self.string_of_latin_1(text.as_bytes())
    }

    /// A string of characters whose numbers are bytes.
    pub fn string_of_latin_1(&mut self, characters: &[u8]) -> Value {
        let object = self.string_unfilled(characters.len(), 1);
        // SAFETY: H2: the object is new and has room for the characters.
        unsafe { short::copy(characters.as_ptr(), data_of(object), characters.len()) };
        object.value()
    }

    pub fn string_from(&mut self, characters: &[char]) -> Value {
        let (length, width) = measure(characters.iter().copied());
        self.string_with(length, width, characters.iter().copied())
    }

    pub fn string_fill(&mut self, length: usize, character: char) -> Value {
        if let Ok(byte) = u8::try_from(character) {
            return self.string_of_one(length, byte);
        }
        let characters = std::iter::repeat_n(character, length);
        self.string_with(length, width_of(character), characters)
    }

    /// A string of one character, whose number is a byte. Most are short, so it is not left to the C library.
    #[inline]
    fn string_of_one(&mut self, length: usize, byte: u8) -> Value {
        let object = self.string_unfilled(length, 1);
        let word = u64::from(byte) * 0x0101_0101_0101_0101;
        let (words, rest) = (length / 8, length % 8);
        for index in 1..=words {
            object.set_word(index, word);
        }
        if rest > 0 {
            object.set_word(words + 1, (word & ((1 << (8 * rest)) - 1)).to_le());
        }
        object.value()
    }

    /// A string of the first `length` of `characters`, none wider than `width` bytes (1, 2 or 4).
    pub fn string_with(
        &mut self,
        length: usize,
        width: usize,
        characters: impl Iterator<Item = char>,
    ) -> Value {
        if width == 1 {
            return self.string_of_bytes(length, characters);
        }
        assert!(matches!(width, 2 | 4), "width of a string");
        let object = self.string_raw(length, width);
        let string = StringView::new(object);
        for (index, character) in characters.take(length).enumerate() {
            assert!(width_of(character) <= width, "width of a character");
            string.store(index, character);
        }
        object.value()
    }

    /// The same of characters of one byte: eight at a time.
    fn string_of_bytes(&mut self, length: usize, characters: impl Iterator<Item = char>) -> Value {
        let object = self.string_raw(length, 1);
        let (mut word, mut count) = (0, 0);
        for character in characters.take(length) {
            let byte = u8::try_from(character).expect("width of a character");
            word |= u64::from(byte) << (8 * (count % 8));
            count += 1;
            if count % 8 == 0 {
                object.set_word(count / 8, word.to_le());
                word = 0;
            }
        }
        if count % 8 != 0 {
            object.set_word(1 + count / 8, word.to_le());
        }
        object.value()
    }

    /// A string of `length` characters, those of ranges of strings, none wider than `width`.
    pub fn string_of_parts(
        &mut self,
        length: usize,
        width: usize,
        parts: impl Iterator<Item = (StringView, Range<usize>)>,
    ) -> Value {
        assert!(matches!(width, 1 | 2 | 4), "width of a string");
        let object = self.string_unfilled(length, width);
        let string = StringView::new(object);
        let mut at = 0;
        for (part, range) in parts {
            let end = at + range.len();
            string.take(at, part, range);
            at = end;
        }
        assert!(at == length, "length of a string");
        object.value()
    }

    pub fn bytevector(&mut self, bytes: &[u8]) -> Value {
        let object = self.bytevector_raw(bytes.len());
        // SAFETY: H2: the object is new and has room for the bytes.
        unsafe { short::copy(bytes.as_ptr(), data_of(object), bytes.len()) };
        object.value()
    }

    pub fn bytevector_fill(&mut self, length: usize, byte: u8) -> Value {
        let object = self.bytevector_raw(length);
        // SAFETY: H2: the object is new and has room for the bytes.
        unsafe { std::ptr::write_bytes(data_of(object), byte, length) };
        object.value()
    }

    fn bytevector_raw(&mut self, length: usize) -> Object {
        let header = bytevector_header(length, false);
        let object = self.object(header);
        object.set_word(0, length as u64);
        if length > 0 {
            // Bytes past the end are zero, so that equal bytevectors are equal words.
            object.set_word(header.size() - 1, 0);
        }
        object
    }

    /// An integer that is no fixnum; `limbs` has no zero at its end.
    pub fn bignum(&mut self, negative: bool, limbs: &[u64]) -> Value {
        let header = Header::new(Kind::Bignum, limbs.len(), negative as u8, false);
        let object = self.object(header);
        for (index, &limb) in limbs.iter().enumerate() {
            object.set_word(index, limb);
        }
        object.value()
    }

    /// A fraction in lowest terms.
    pub fn ratio(&mut self, numerator: Value, denominator: Value) -> Value {
        self.fill(Kind::Ratio, &[numerator, denominator])
    }

    /// A number that is not real, from parts of one exactness.
    pub fn complex(&mut self, real: Value, imaginary: Value) -> Value {
        self.fill(Kind::Complex, &[real, imaginary])
    }

    pub fn record(&mut self, record_type: Value, fields: &[Value]) -> Value {
        self.fill_after(Kind::Record, record_type.bits(), fields)
    }

    #[inline(always)]
    pub fn record_with(
        &mut self,
        record_type: Value,
        count: usize,
        mut field: impl FnMut(usize) -> Value,
    ) -> Value {
        let object = self.object(Header::new(Kind::Record, count + 1, 0, false));
        object.set_word(0, record_type.bits());
        for index in 0..count {
            object.set_word(index + 1, field(index).bits());
        }
        object.value()
    }

    /// A record type; `uid` has 60 bits in each word.
    pub fn record_type(
        &mut self,
        name: Value,
        library: Value,
        field_names: Value,
        uid: [u64; 2],
    ) -> Value {
        let [low, high] = uid.map(uid_value);
        self.fill(Kind::RecordType, &[name, library, field_names, low, high])
    }

    #[inline]
    pub fn values(&mut self, values: &[Value]) -> Value {
        self.fill(Kind::Values, values)
    }

    pub fn continuation(&mut self, chunk: Value, offset: usize, dynamic: Value) -> Value {
        let offset = Value::fixnum(offset as i64);
        self.fill(Kind::Continuation, &[chunk, offset, dynamic])
    }

    /// A chunk for `words` words of frames, which the caller writes at once.
    pub fn chunk_with(&mut self, next: Value, offset: usize, words: usize) -> (Value, *mut u64) {
        let object = self.object(Header::new(Kind::Chunk, CHUNK_FIELDS + words, 0, false));
        object.set_word(0, next.bits());
        object.set_word(1, Value::fixnum(offset as i64).bits());
        let frames = object.address() + 8 * (1 + CHUNK_FIELDS);
        (object.value(), frames as *mut u64)
    }

    pub fn promise(&mut self, done: bool, content: Value) -> Value {
        self.fill(Kind::Promise, &[Value::boolean(done), content])
    }

    pub fn condition(
        &mut self,
        kind: Value,
        message: Value,
        irritants: Value,
        who: Value,
        payload: Value,
        trace: Value,
    ) -> Value {
        let fields = [kind, message, irritants, who, payload, trace];
        self.fill(Kind::Condition, &fields)
    }

    pub fn hash_table(&mut self, fields: [Value; HASH_TABLE_FIELDS]) -> Value {
        self.fill(Kind::HashTable, &fields)
    }
}

/// Where the bytes of a string or bytevector begin.
fn data_of(object: Object) -> *mut u8 {
    (object.address() as *mut u8).wrapping_add(16)
}
