//! Making fragments from parts: constants and code of a unit, decoded messages.
//!
//! The values a builder returns have no address yet. They may be given to the
//! same builder, to put them into other objects, and become usable by
//! [`FragmentBuilder::finish`]. Any other pointer put in must lead into an immortal
//! fragment or one named by [`FragmentBuilder::edge`] (H5). What is made is frozen, but
//! for private memory, of which each object is what it is said to be
//! ([`FragmentBuilder::freeze`]).

mod shell;

pub use shell::{Run, Shell, slot_field};

use crate::code::Code;
use crate::copy::place;
use crate::fragment::{Codes, FragmentRef, More, UnitPart, immortal_at};
use crate::freeze::{Frozen, Owner, SMALL_WORDS};
use crate::layout::{CONDITION_FIELDS, HASH_TABLE_FIELDS, Header, Kind};
use crate::object::uid_value;
use crate::text::width_of;
use crate::value::{RELATIVE, Value};
use dashu_int::{IBig, Sign};
use mound_base::{Symbol, SymbolRef};
use mound_numbers::Number;
use std::collections::HashSet;
use std::sync::OnceLock;

/// A fragment in the making.
#[derive(Debug)]
pub struct FragmentBuilder {
    words: Vec<u64>,
    edges: Vec<FragmentRef>,
    symbols: Vec<SymbolRef>,
    symbol_words: usize,
    codes: Option<Codes>,
    hash: Option<[u8; 32]>,
    /// Whether what is made now is frozen.
    freezes: bool,
    /// Some of it may be mutable, so that it is never shared.
    private: bool,
}

impl Default for FragmentBuilder {
    fn default() -> FragmentBuilder {
        FragmentBuilder {
            words: Vec::new(),
            edges: Vec::new(),
            symbols: Vec::new(),
            symbol_words: 0,
            codes: None,
            hash: None,
            freezes: true,
            private: false,
        }
    }
}

impl FragmentBuilder {
    /// A builder of frozen objects.
    pub fn new() -> FragmentBuilder {
        FragmentBuilder::default()
    }

    /// A builder for the private data of one process, at first of mutable objects; only
    /// [`FragmentBuilder::finish_owned`] ends it.
    pub fn new_private() -> FragmentBuilder {
        FragmentBuilder {
            freezes: false,
            private: true,
            ..FragmentBuilder::default()
        }
    }

    /// Says whether what is made from now on is frozen. It may then refer only to what is
    /// frozen, too, and to numbers (H8): see [`FragmentBuilder::stays`].
    pub fn freeze(&mut self, freezes: bool) {
        debug_assert!(self.private, "only private data can be mutable");
        self.freezes = freezes;
    }

    /// Words so far, with those of the names of symbols.
    pub fn words(&self) -> usize {
        self.words.len() + self.symbol_words
    }

    /// A symbol, which the fragment counts from now on. The same one is better given once.
    pub fn symbol(&mut self, reference: SymbolRef) -> Value {
        let value = Value::symbol(reference.symbol());
        if value.is_counted_symbol() {
            self.symbol_words += reference.bytes().div_ceil(8);
            self.symbols.push(reference);
        }
        value
    }

    /// Allows pointers into another fragment.
    pub fn edge(&mut self, fragment: &FragmentRef) {
        let known = self.edges.iter().any(|edge| edge.is_same(fragment));
        if !fragment.is_immortal() && !known {
            self.edges.push(fragment.clone());
        }
    }

    /// Makes it the fragment of a unit with this hash.
    pub fn unit_hash(&mut self, hash: [u8; 32]) {
        self.hash = Some(hash);
    }

    /// Gives the functions of the unit. From now on their addresses are fixed
    /// ([`FragmentBuilder::code`]); `code` of their points and `fragment` are set here.
    pub fn codes(&mut self, codes: Vec<Code>) {
        self.codes = Some(Codes::new(codes));
    }

    /// Function `index` of the unit.
    pub fn code(&self, index: usize) -> Option<*const Code> {
        let code = self.codes.as_ref()?.slice().get(index)?;
        Some(code as *const Code)
    }

    fn next(&self) -> u64 {
        RELATIVE | (8 * self.words.len() as u64)
    }

    fn object(&mut self, kind: Kind, aux: u8, fields: impl IntoIterator<Item = u64>) -> Value {
        let start = self.words.len();
        let value = Value::from_word(Value::object_at(0).bits() | self.next());
        self.words.push(0);
        self.words.extend(fields);
        let size = self.words.len() - start - 1;
        self.words[start] = Header::new(kind, size, aux, self.freezes).word();
        value
    }

    fn fields(&mut self, kind: Kind, fields: &[Value]) -> Value {
        self.object(kind, 0, fields.iter().map(|field| field.bits()))
    }

    fn after(&mut self, kind: Kind, first: u64, rest: &[Value]) -> Value {
        let rest = rest.iter().map(|field| field.bits());
        self.object(kind, 0, std::iter::once(first).chain(rest))
    }

    pub fn pair(&mut self, car: Value, cdr: Value) -> Value {
        let pair = Value::pair_at(0, self.freezes);
        let value = Value::from_word(pair.bits() | self.next());
        self.words.extend([car.bits(), cdr.bits()]);
        value
    }

    pub fn list(&mut self, items: &[Value]) -> Value {
        items
            .iter()
            .rev()
            .fold(Value::NULL, |tail, &item| self.pair(item, tail))
    }

    pub fn flonum(&mut self, number: f64) -> Value {
        self.object(Kind::Flonum, 0, [number.to_bits()])
    }

    pub fn integer(&mut self, integer: &IBig) -> Value {
        let fixnum = i64::try_from(integer).ok().and_then(Value::try_fixnum);
        fixnum.unwrap_or_else(|| {
            let (sign, limbs) = integer.as_sign_words();
            let negative = (sign == Sign::Negative) as u8;
            self.object(Kind::Bignum, negative, limbs.iter().copied())
        })
    }

    pub fn number(&mut self, number: &Number) -> Value {
        match number {
            Number::Flonum(flonum) => self.flonum(*flonum),
            Number::Integer(integer) => self.integer(integer),
            Number::Ratio(ratio) => {
                let numerator = self.integer(ratio.numerator());
                let denominator = self.integer(&IBig::from(ratio.denominator().clone()));
                self.fields(Kind::Ratio, &[numerator, denominator])
            }
            Number::Complex(parts) => {
                let real = self.number(parts.real());
                let imaginary = self.number(parts.imaginary());
                self.complex(real, imaginary)
            }
        }
    }

    /// A fraction in lowest terms.
    pub fn ratio(&mut self, numerator: Value, denominator: Value) -> Value {
        self.fields(Kind::Ratio, &[numerator, denominator])
    }

    /// A number that is not real, from parts of one exactness.
    pub fn complex(&mut self, real: Value, imaginary: Value) -> Value {
        self.fields(Kind::Complex, &[real, imaginary])
    }

    pub fn string(&mut self, text: &str) -> Value {
        if text.is_ascii() {
            return self.object(Kind::String, 1, packed(text.len(), text.as_bytes()));
        }
        let width = text.chars().map(width_of).max().unwrap_or(1);
        let length = text.chars().count();
        let bytes: Vec<u8> = text
            .chars()
            .flat_map(|character| {
                let code = (character as u32).to_ne_bytes();
                let from = if cfg!(target_endian = "big") {
                    4 - width
                } else {
                    0
                };
                code.into_iter().skip(from).take(width)
            })
            .collect();
        debug_assert_eq!(bytes.len(), length * width);
        self.object(Kind::String, width as u8, packed(length, &bytes))
    }

    pub fn bytevector(&mut self, bytes: &[u8]) -> Value {
        self.object(Kind::Bytevector, 0, packed(bytes.len(), bytes))
    }

    pub fn vector(&mut self, elements: &[Value]) -> Value {
        self.fields(Kind::Vector, elements)
    }

    pub fn values(&mut self, values: &[Value]) -> Value {
        self.fields(Kind::Values, values)
    }

    pub fn new_box(&mut self, content: Value) -> Value {
        self.fields(Kind::Box, &[content])
    }

    /// A closure. The code is of this unit, or of one that is named as an edge.
    pub fn closure(&mut self, code: *const Code, free: &[Value]) -> Value {
        self.after(Kind::Closure, code as u64, free)
    }

    pub fn record(&mut self, record_type: Value, fields: &[Value]) -> Value {
        self.after(Kind::Record, record_type.bits(), fields)
    }

    /// See [`crate::Heap::record_type`].
    pub fn record_type(
        &mut self,
        name: Value,
        library: Value,
        field_names: Value,
        uid: [u64; 2],
    ) -> Value {
        let [low, high] = uid.map(uid_value);
        self.fields(Kind::RecordType, &[name, library, field_names, low, high])
    }

    pub fn promise(&mut self, done: bool, content: Value) -> Value {
        self.fields(Kind::Promise, &[Value::boolean(done), content])
    }

    /// A condition: kind, message, irritants, who, payload, trace.
    pub fn condition(&mut self, fields: [Value; CONDITION_FIELDS]) -> Value {
        self.fields(Kind::Condition, &fields)
    }

    pub fn hash_table(&mut self, fields: [Value; HASH_TABLE_FIELDS]) -> Value {
        self.fields(Kind::HashTable, &fields)
    }

    pub fn continuation(&mut self, chunk: Value, offset: usize, dynamic: Value) -> Value {
        let offset = Value::fixnum(offset as i64);
        self.fields(Kind::Continuation, &[chunk, offset, dynamic])
    }

    /// A chunk of frames (see [`crate::continuation`]).
    ///
    /// # Safety
    /// `frames` are well-formed frames: return words lead to points of this unit or
    /// of edges, and the words between them are values.
    pub unsafe fn chunk(&mut self, next: Value, offset: usize, frames: &[u64]) -> Value {
        let fields = [next.bits(), Value::fixnum(offset as i64).bits()];
        self.object(
            Kind::Chunk,
            0,
            fields.into_iter().chain(frames.iter().copied()),
        )
    }

    /// Sets word `index` of something made by this builder: of a pair 0 is the car
    /// and 1 the cdr, of an object 0 is the first field. How cycles are made.
    /// Whether there is such a word and it is no raw data.
    #[must_use]
    pub fn set(&mut self, target: Value, index: usize, value: Value) -> bool {
        if !target.is_relative() {
            return false;
        }
        let start = ((target.bits() & !RELATIVE) >> 3) as usize;
        let position = if target.is_pair() {
            if index > 1 {
                return false;
            }
            start + index
        } else {
            let Some(header) = Header::from_word(self.words[start]) else {
                return false;
            };
            let raw_first = header.is(Kind::Closure) && index == 0;
            if header.is_raw() || raw_first || index >= header.size() {
                return false;
            }
            start + 1 + index
        };
        self.words[position] = value.bits();
        true
    }

    /// The fragment, counted; the values in `roots` made by this builder get their addresses.
    pub fn finish(self, roots: &mut [Value]) -> FragmentRef {
        self.end(roots, false, true)
    }

    /// As [`FragmentBuilder::finish`], but the fragment is never freed and not
    /// counted. It may point into immortal fragments only.
    pub fn finish_immortal(self, roots: &mut [Value]) -> FragmentRef {
        self.end(roots, true, true)
    }

    /// A message; small ones become the receiver's own.
    pub fn finish_message(self, root: Value) -> Frozen {
        let owned = self.words.len() <= SMALL_WORDS && self.codes.is_none();
        self.end_message(root, owned)
    }

    /// A message that is the receiver's own, whatever its size.
    pub fn finish_owned(self, root: Value) -> Frozen {
        debug_assert!(self.codes.is_none());
        self.end_message(root, true)
    }

    fn end_message(self, root: Value, owned: bool) -> Frozen {
        if let Some(frozen) = Frozen::immediate(root) {
            return frozen;
        }
        if let Some(symbol) = root.as_symbol() {
            return Frozen::symbol(symbol.counted(), owned);
        }
        let mut roots = [root];
        let fragment = if root.is_relative() {
            self.end(&mut roots, false, !owned)
        } else {
            // The root is a constant of another unit, which is an edge or immortal.
            let edge = self
                .edges
                .into_iter()
                .find(|edge| edge.start() <= root.address() && root.address() < edge.end());
            return Frozen {
                root,
                fragment: edge,
                owner: Owner::Nobody,
            };
        };
        Frozen {
            root: roots[0],
            fragment: Some(fragment),
            owner: Owner::of(owned),
        }
    }

    fn end(self, roots: &mut [Value], immortal: bool, shared: bool) -> FragmentRef {
        debug_assert!(!(self.private && shared), "I3: nothing mutable is shared");
        debug_assert!(self.points_only_to_edges(), "H5: an edge is missing");
        debug_assert!(self.has_its_symbols(), "H9: a symbol is not counted");
        debug_assert!(self.stays_frozen(), "H8: a frozen object leads to others");
        debug_assert!(
            !immortal || self.edges.is_empty(),
            "H5: an immortal points to a mortal"
        );
        let unit = (self.codes.is_some() || self.hash.is_some()).then(|| UnitPart {
            codes: self.codes.unwrap_or_else(|| Codes::new(Vec::new())),
            hash: self.hash,
            attached: OnceLock::new(),
        });
        let more = More::of(unit, self.symbols);
        let mut counter = self.words.len() as u32;
        let mut base = 0;
        let words = self.words;
        let fill = |address| {
            base = address;
            // SAFETY: there is room for all the words.
            unsafe { place(&words, address, shared.then_some(&mut counter)) };
        };
        // SAFETY: `place` writes all the words.
        let fragment = unsafe { FragmentRef::must(words.len(), self.edges, more, immortal, fill) };
        for root in roots {
            *root = root.rebased(base);
        }
        fragment
    }

    /// H5, as far as values go.
    fn points_only_to_edges(&self) -> bool {
        let known = |address: usize| {
            immortal_at(address, 0).is_some()
                || self
                    .edges
                    .iter()
                    .any(|edge| edge.start() <= address && address < edge.end())
        };
        self.each_field(|_, value| {
            let elsewhere = value.is_pointer() && !value.is_counted_symbol();
            !elsewhere || value.is_relative() || known(value.address())
        })
    }

    /// H9. What the compiler has named lasts and need not be counted.
    fn has_its_symbols(&self) -> bool {
        let symbols = self.symbols.iter().map(SymbolRef::symbol);
        let own: HashSet<Symbol> = symbols.collect();
        self.each_field(|_, value| {
            let symbol = value.as_symbol().filter(|_| value.is_counted_symbol());
            symbol.is_none_or(|symbol| {
                let edges = self.edges.iter();
                let mut there = edges.flat_map(|edge| edge.symbols());
                own.contains(&symbol)
                    || symbol.lasts()
                    || there.any(|reference| reference.symbol() == symbol)
            })
        })
    }

    /// H8, but for pairs, of which only pointers tell what they are.
    fn stays_frozen(&self) -> bool {
        self.each_field(|header, value| !header.is_some_and(Header::is_frozen) || self.stays(value))
    }

    /// Whether all fields are good, of objects with their headers and of pairs.
    fn each_field(&self, good: impl Fn(Option<Header>, Value) -> bool) -> bool {
        let mut position = 0;
        while position < self.words.len() {
            let header = Header::from_word(self.words[position]);
            let (from, to) = match header {
                Some(header) if header.is_raw() => {
                    let end = position + 1 + header.size();
                    (end, end)
                }
                Some(header) => (position + 1, position + 1 + header.size()),
                None => (position, position + 2),
            };
            let mut fields = self.words[from..to].iter();
            if !fields.all(|&word| good(header, Value::from_word(word))) {
                return false;
            }
            position = to;
        }
        true
    }
}

/// A length and bytes, as the words of a string or bytevector.
fn packed(length: usize, bytes: &[u8]) -> impl Iterator<Item = u64> + '_ {
    let words = bytes.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_ne_bytes(word)
    });
    std::iter::once(length as u64).chain(words)
}
