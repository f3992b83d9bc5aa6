//! The tagged word.
//!
//! ```text
//!   ...................................................000  fixnum, 61 bits
//!   address ...........................................001  pair, mutable
//!   address ...........................................101  pair, frozen
//!   address ...........................................010  object with a header
//!   payload (56 bits) ......................| sub 5 bits 011  immediate
//!   mark, number of a counted symbol (32 bits) | 00000 110  symbol that is counted
//!   hash, size, flags ..................................111  header; never a value
//! ```
//!
//! A pair has two words and no header; `(word & 3) == 1` tests both tags.
//! Addresses are multiples of 8. Raw aligned pointers (return words, the code
//! word of a closure) look like fixnums, so a flat scan leaves them alone.
//!
//! A counted symbol ([`mound_base::counted`]) is taken for a pointer by the one test that all
//! copying begins with ([`Value::is_pointer`]): like a pointer out of the block, it needs a closer
//! look, and nothing else costs more for it. It has no address: the mark is a bit that no address
//! has, so it lies in no memory.
//!
//! This is the only file with bit tests on values.

use mound_base::{Symbol, SymbolText};

/// A Scheme value, or a raw word that looks like a fixnum.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Value(u64);

const TAG_MASK: u64 = 7;
const TAG_FIXNUM: u64 = 0;
const TAG_PAIR: u64 = 1;
const TAG_OBJECT: u64 = 2;
const TAG_IMMEDIATE: u64 = 3;
const TAG_FROZEN_PAIR: u64 = 5;
const TAG_COUNTED: u64 = 6;
pub(crate) const TAG_HEADER: u64 = 7;

/// Stands in pointers into a copy that is being made and has no address yet;
/// the rest is the offset in bytes. No address of a program has this bit.
pub(crate) const RELATIVE: u64 = 1 << 55;

/// Stands in counted symbols, so that they are no addresses.
const COUNTED_MARK: u64 = 1 << 54;

/// What machine code must know of values.
pub mod bits {
    pub const TAG_MASK: u64 = super::TAG_MASK;
    pub const FIXNUM_SHIFT: u32 = 3;
    pub const PAIR: u64 = super::TAG_PAIR;
    pub const FROZEN_PAIR: u64 = super::TAG_FROZEN_PAIR;
    /// The bits that both tags of a pair have in common, and others do not.
    pub const PAIR_MASK: u64 = 3;
    pub const OBJECT: u64 = super::TAG_OBJECT;
    pub const PAYLOAD_SHIFT: u32 = super::PAYLOAD_SHIFT;
    /// The low bits of an immediate by which its sort is known.
    pub const SORT_MASK: u64 = super::SUB_MASK << super::SUB_SHIFT | super::TAG_MASK;
    const fn sort(sub: u64) -> u64 {
        sub << super::SUB_SHIFT | super::TAG_IMMEDIATE
    }
    pub const CHARACTER: u64 = sort(super::SUB_CHARACTER);
    /// Of symbols that last.
    pub const SYMBOL: u64 = sort(super::SUB_SYMBOL);
    /// The tag of symbols that are counted.
    pub const COUNTED_SYMBOL: u64 = super::TAG_COUNTED;
    pub const PID: u64 = sort(super::SUB_PID);
    pub const TAG: u64 = sort(super::SUB_TAG);
}

const SUB_SHIFT: u32 = 3;
const SUB_MASK: u64 = 0x1f;
const PAYLOAD_SHIFT: u32 = 8;

const SUB_CONSTANT: u64 = 0;
const SUB_CHARACTER: u64 = 1;
const SUB_SYMBOL: u64 = 2;
const SUB_PID: u64 = 3;
const SUB_TAG: u64 = 4;

pub const FIXNUM_MIN: i64 = -(1 << 60);
pub const FIXNUM_MAX: i64 = (1 << 60) - 1;

/// Bits of the serial number in a pid or tag; the rest of the payload is the node's index.
pub const SERIAL_BITS: u32 = 42;
/// Nodes that one node can name at a time.
pub const NODE_INDEX_MAX: u16 = (1 << (56 - SERIAL_BITS)) - 1;

const fn immediate(sub: u64, payload: u64) -> Value {
    Value(payload << PAYLOAD_SHIFT | sub << SUB_SHIFT | TAG_IMMEDIATE)
}

/// A process or a tag as a value: which node (0 is this one) and which serial there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Name {
    pub node: u16,
    pub serial: u64,
}

/// Bits of the serial of a process that say which place it has in the table of its node; those above
/// count who had the place before.
pub const PLACE_BITS: u32 = 22;

impl Name {
    /// How a person is told which process it is: `7`, or `7.2` for the second process in the place of
    /// the seventh.
    ///
    /// ```
    /// # use mound_heap::value::Name;
    /// let name = |serial| Name { node: 0, serial };
    /// assert_eq!(name(1 << 22).process_number(), "1");
    /// assert_eq!(name((3 << 22) + 6).process_number(), "7.3");
    /// ```
    pub fn process_number(self) -> String {
        let place = (self.serial & ((1 << PLACE_BITS) - 1)) + 1;
        match self.serial >> PLACE_BITS {
            // No node gives such a serial; what stands for one in tests counts up from 1.
            0 => self.serial.to_string(),
            1 => place.to_string(),
            generation => format!("{place}.{generation}"),
        }
    }

    /// The process of this node that is called so.
    ///
    /// ```
    /// # use mound_heap::value::Name;
    /// let name = Name::of_process_number("7.3").expect("it is a number");
    /// assert_eq!(name.process_number(), "7.3");
    /// assert_eq!(Name::of_process_number("0"), None);
    /// ```
    pub fn of_process_number(text: &str) -> Option<Name> {
        let (place, generation) = text.split_once('.').unwrap_or((text, "1"));
        let place = place.parse::<u64>().ok()?.checked_sub(1)?;
        let generation: u64 = generation.parse().ok()?;
        let fits = place >> PLACE_BITS == 0 && generation >> (SERIAL_BITS - PLACE_BITS) == 0;
        fits.then_some(Name {
            node: 0,
            serial: generation << PLACE_BITS | place,
        })
    }
}

impl Value {
    pub const FALSE: Value = immediate(SUB_CONSTANT, 0);
    pub const TRUE: Value = immediate(SUB_CONSTANT, 1);
    pub const NULL: Value = immediate(SUB_CONSTANT, 2);
    pub const UNSPECIFIED: Value = immediate(SUB_CONSTANT, 3);
    pub const EOF: Value = immediate(SUB_CONSTANT, 4);
    pub const ABSENT: Value = immediate(SUB_CONSTANT, 5);
    /// What an unbound variable holds; no Scheme expression has this value.
    pub const UNBOUND: Value = immediate(SUB_CONSTANT, 6);
    /// What machine code gets in the place of a value after a panic; nothing holds it.
    pub const FAILED: Value = immediate(SUB_CONSTANT, 7);

    /// The value with these bits.
    ///
    /// # Safety
    /// They are the bits of a value that is still valid (H1, H4, H6), or raw
    /// data that looks like a fixnum and is not used as anything else.
    #[inline(always)]
    pub const unsafe fn from_bits(bits: u64) -> Value {
        Value(bits)
    }

    #[inline(always)]
    pub(crate) const fn from_word(word: u64) -> Value {
        Value(word)
    }

    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    #[inline]
    pub const fn boolean(truth: bool) -> Value {
        if truth { Value::TRUE } else { Value::FALSE }
    }

    /// The fixnum `number`, which must be in range.
    #[inline]
    pub const fn fixnum(number: i64) -> Value {
        debug_assert!(number >= FIXNUM_MIN && number <= FIXNUM_MAX);
        Value((number << 3) as u64)
    }

    /// The fixnum `number`, if it is in range.
    #[inline]
    pub const fn try_fixnum(number: i64) -> Option<Value> {
        if number >= FIXNUM_MIN && number <= FIXNUM_MAX {
            Some(Value((number << 3) as u64))
        } else {
            None
        }
    }

    #[inline]
    pub const fn character(character: char) -> Value {
        immediate(SUB_CHARACTER, character as u64)
    }

    /// The word of a symbol. If it is counted, that is good as long as something counts it; see
    /// [`crate::Heap::symbol`].
    pub const fn symbol(symbol: Symbol) -> Value {
        let number = symbol.index() as u64;
        match symbol.is_counted() {
            true => Value(COUNTED_MARK | number << PAYLOAD_SHIFT | TAG_COUNTED),
            false => immediate(SUB_SYMBOL, number),
        }
    }

    #[inline]
    pub const fn pid(name: Name) -> Value {
        immediate(SUB_PID, (name.node as u64) << SERIAL_BITS | name.serial)
    }

    #[inline]
    pub const fn tag(name: Name) -> Value {
        immediate(SUB_TAG, (name.node as u64) << SERIAL_BITS | name.serial)
    }

    /// A pointer to the same place with the tag of a frozen or mutable pair, or of an object.
    #[inline(always)]
    pub(crate) const fn moved_to(self, address: u64, freeze: bool) -> Value {
        let tag = self.0 & TAG_MASK;
        Value(address | if freeze { tag | (tag & 1) << 2 } else { tag })
    }

    /// The pointer with the tag of a mutable pair, if it is one to a pair.
    #[inline(always)]
    pub(crate) const fn with_mutable_tag(self) -> Value {
        if self.is_frozen_pair() {
            Value(self.0 & !4)
        } else {
            self
        }
    }

    /// Whether it is a pointer into a copy that has no address yet.
    #[inline(always)]
    pub(crate) const fn is_relative(self) -> bool {
        self.0 & RELATIVE != 0 && self.is_pointer()
    }

    /// A pointer into a copy, made real now that the copy stands at `base`.
    #[inline(always)]
    pub(crate) const fn rebased(self, base: usize) -> Value {
        // Without a branch, so that loops can do several words at once.
        let relative = (self.0 ^ self.0 >> 1) & self.0 >> RELATIVE.trailing_zeros() & 1;
        let distance = (base as u64).wrapping_sub(RELATIVE);
        Value(self.0.wrapping_add(distance & relative.wrapping_neg()))
    }

    pub(crate) const fn pair_at(address: usize, frozen: bool) -> Value {
        Value(address as u64 | if frozen { TAG_FROZEN_PAIR } else { TAG_PAIR })
    }

    pub(crate) const fn object_at(address: usize) -> Value {
        Value(address as u64 | TAG_OBJECT)
    }

    #[inline]
    pub const fn is_true(self) -> bool {
        self.0 != Value::FALSE.0
    }

    #[inline]
    pub const fn is_fixnum(self) -> bool {
        self.0 & TAG_MASK == TAG_FIXNUM
    }

    /// Whether both are fixnums, with one test.
    #[inline]
    pub const fn are_fixnums(self, other: Value) -> bool {
        (self.0 | other.0) & TAG_MASK == TAG_FIXNUM
    }

    #[inline]
    pub const fn is_pair(self) -> bool {
        self.0 & 3 == TAG_PAIR
    }

    #[inline]
    pub const fn is_frozen_pair(self) -> bool {
        self.0 & TAG_MASK == TAG_FROZEN_PAIR
    }

    #[inline]
    pub const fn is_mutable_pair(self) -> bool {
        self.0 & TAG_MASK == TAG_PAIR
    }

    /// Whether it is an object with a header.
    #[inline]
    pub const fn is_object(self) -> bool {
        self.0 & TAG_MASK == TAG_OBJECT
    }

    #[inline]
    pub const fn is_immediate(self) -> bool {
        self.0 & TAG_MASK == TAG_IMMEDIATE
    }

    /// Whether it is a pair or an object, and so has an address; or a counted symbol, which has
    /// none, and needs a closer look wherever pointers do.
    #[inline(always)]
    pub const fn is_pointer(self) -> bool {
        // The tags of pointers are those of which one of the low two bits is set: the next number has the
        // second one.
        self.0.wrapping_add(1) & 2 != 0
    }

    const fn is_sub(self, sub: u64) -> bool {
        self.0 & (SUB_MASK << SUB_SHIFT | TAG_MASK) == sub << SUB_SHIFT | TAG_IMMEDIATE
    }

    #[inline]
    pub const fn is_character(self) -> bool {
        self.is_sub(SUB_CHARACTER)
    }

    #[inline]
    pub const fn is_symbol(self) -> bool {
        self.is_sub(SUB_SYMBOL) || self.is_counted_symbol()
    }

    /// Whether it is a symbol that has to be counted.
    #[inline(always)]
    pub const fn is_counted_symbol(self) -> bool {
        self.0 & TAG_MASK == TAG_COUNTED
    }

    #[inline]
    pub const fn is_pid(self) -> bool {
        self.is_sub(SUB_PID)
    }

    #[inline]
    pub const fn is_tag(self) -> bool {
        self.is_sub(SUB_TAG)
    }

    #[inline]
    pub const fn is_boolean(self) -> bool {
        self.0 == Value::FALSE.0 || self.0 == Value::TRUE.0
    }

    #[inline]
    pub const fn as_fixnum(self) -> Option<i64> {
        if self.is_fixnum() {
            Some(self.0 as i64 >> 3)
        } else {
            None
        }
    }

    #[inline]
    pub fn as_character(self) -> Option<char> {
        if self.is_character() {
            char::from_u32((self.0 >> PAYLOAD_SHIFT) as u32)
        } else {
            None
        }
    }

    /// The symbol. It lives as long as the value is held.
    #[inline]
    pub fn as_symbol(self) -> Option<Symbol> {
        let index = (self.0 >> PAYLOAD_SHIFT) as u32;
        self.is_symbol().then_some(Symbol::from_index(index))
    }

    /// The name of the symbol.
    pub fn symbol_text(self) -> Option<SymbolText> {
        self.as_symbol().map(Symbol::text)
    }

    /// The process or tag it names.
    #[inline]
    pub const fn as_name(self) -> Option<Name> {
        if self.is_pid() || self.is_tag() {
            Some(self.payload_name())
        } else {
            None
        }
    }

    /// The name of a process.
    #[inline]
    pub const fn as_pid(self) -> Option<Name> {
        if self.is_pid() {
            Some(self.payload_name())
        } else {
            None
        }
    }

    const fn payload_name(self) -> Name {
        let payload = self.0 >> PAYLOAD_SHIFT;
        Name {
            node: (payload >> SERIAL_BITS) as u16,
            serial: payload & ((1 << SERIAL_BITS) - 1),
        }
    }

    /// Address of the first word, of a pair or an object.
    #[inline]
    pub const fn address(self) -> usize {
        (self.0 & !TAG_MASK) as usize
    }
}

impl std::fmt::Debug for Value {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Value({:#x})", self.0)
    }
}
