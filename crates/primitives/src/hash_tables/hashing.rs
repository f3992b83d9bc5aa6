//! Hashes of keys.
//!
//! A hash depends on more or less of the world, which says how long it is good:
//!
//! ```text
//!   Content   numbers, characters, text: everywhere
//!   Node      symbols, pids, objects by identity: in copies on this node too
//!   Address   pairs by identity: until the next collection
//! ```

use mound_heap::Value;
use mound_heap::equality::{eqv, numbers_of};
use mound_heap::number::{Bignum, Complex, Ratio, flonum_of};
use mound_heap::object::{Pair, Vector};
use mound_heap::text::{Bytevector, StringView};
use mound_machine::{Context, Raise};
use mound_numbers::double_bits;

/// When two keys are the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Equivalence {
    Eq,
    Eqv,
    Equal,
}

/// Where and how long a hash is good; see the top of the file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Stability {
    Content,
    Node,
    Address,
}

/// A hash and what it depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hash {
    pub bits: u32,
    pub stability: Stability,
}

/// Objects inside a key that count for its hash.
const PARTS_MAX: usize = 64;
/// Characters, bytes and limbs of a key that count for its hash.
const UNITS_MAX: usize = 4096;

impl Equivalence {
    pub fn holds(self, context: &mut Context, left: Value, right: Value) -> Result<bool, Raise> {
        match self {
            Equivalence::Eq => Ok(left == right),
            Equivalence::Eqv => Ok(eqv(left, right)),
            Equivalence::Equal => {
                // Nearly all keys that are not equal differ at first sight.
                Ok(eqv(left, right)
                    || (left.is_pointer()
                        && right.is_pointer()
                        && crate::equality::same(context, "hash table", left, right)?))
            }
        }
    }

    pub fn hash(self, context: &mut Context, key: Value) -> Hash {
        let mut state = State::new(Symbols::ByNumber);
        match self {
            Equivalence::Equal => state.add_deep(context, key),
            Equivalence::Eqv => {
                if !state.add_number(key) {
                    state.add_identity(context, key);
                }
            }
            // A number in the heap is as good a key under `eq?` as any object.
            Equivalence::Eq => state.add_identity(context, key),
        }
        state.finish()
    }
}

/// The hash of an object by content, the same on every node as far as the object is.
pub(crate) fn portable_hash(context: &mut Context, object: Value) -> u32 {
    let mut state = State::new(Symbols::ByName);
    state.add_deep(context, object);
    state.finish().bits
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Symbols {
    ByNumber,
    ByName,
}

struct State {
    bits: u64,
    stability: Stability,
    symbols: Symbols,
    units_left: usize,
}

impl State {
    fn new(symbols: Symbols) -> State {
        State {
            bits: 0,
            stability: Stability::Content,
            symbols,
            units_left: UNITS_MAX,
        }
    }

    fn finish(self) -> Hash {
        let bits = self.bits ^ self.bits >> 32;
        Hash {
            bits: bits as u32,
            stability: self.stability,
        }
    }

    /// Multiplication by an odd number spreads low bits upwards, the shift brings
    /// them back down (as in SplitMix).
    fn add(&mut self, word: u64) {
        let mixed = (self.bits ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        self.bits = mixed ^ mixed >> 27;
    }

    fn depends_on(&mut self, stability: Stability) {
        self.stability = self.stability.max(stability);
    }

    /// Adds a key by what `eq?` compares.
    fn add_identity(&mut self, context: &mut Context, key: Value) {
        if key.is_pair() {
            self.depends_on(Stability::Address);
            self.add(key.address() as u64);
        } else if let Some(hash) = context.heap.identity_hash(key) {
            self.depends_on(Stability::Node);
            self.add(hash.into());
        } else {
            self.add_immediate(key);
        }
    }

    fn add_immediate(&mut self, key: Value) {
        if self.symbols == Symbols::ByName
            && let Some(symbol) = key.as_symbol()
        {
            let name = symbol.text();
            return self.add_units(name.as_bytes().iter().map(|&byte| byte.into()));
        }
        if key.is_symbol() || key.as_name().is_some() {
            self.depends_on(Stability::Node);
        }
        self.add(key.bits());
    }

    fn add_units(&mut self, units: impl ExactSizeIterator<Item = u32>) {
        self.add(units.len() as u64);
        let count = units.len().min(self.units_left);
        self.units_left -= count;
        units.take(count).for_each(|unit| self.add(unit.into()));
    }

    /// Adds a number that lives in the heap; false if the key is something else.
    fn add_number(&mut self, key: Value) -> bool {
        if let Some(flonum) = flonum_of(key) {
            // NaNs are alike for `eqv?`.
            self.add(double_bits(flonum));
        } else if let Some(bignum) = Bignum::of(key) {
            self.add(bignum.is_negative().into());
            let limbs = bignum.limbs();
            self.add(limbs.len() as u64);
            limbs
                .iter()
                .take(self.units_left)
                .for_each(|&limb| self.add(limb));
        } else if let Some(ratio) = Ratio::of(key) {
            for part in [ratio.numerator(), ratio.denominator()] {
                // The parts are fixnums or bignums, so this goes one level deep.
                if !self.add_number(part) {
                    self.add(part.bits());
                }
            }
        } else if let Some(parts) = Complex::of(key) {
            for part in [parts.real(), parts.imaginary()] {
                // The parts are real numbers.
                if !self.add_number(part) {
                    self.add(part.bits());
                }
            }
        } else {
            return false;
        }
        true
    }

    /// Adds a key by what `equal?` compares, up to a number of parts.
    fn add_deep(&mut self, context: &mut Context, key: Value) {
        if !key.is_pair() && Vector::of(key).is_none() {
            return self.add_leaf(context, key);
        }
        let mut waiting = vec![key];
        let mut parts = 0;
        while let Some(part) = waiting.pop() {
            parts += 1;
            if parts > PARTS_MAX {
                break;
            }
            if let Some(pair) = Pair::of(part) {
                self.add(1);
                waiting.extend([pair.cdr(), pair.car()]);
            } else if let Some(vector) = Vector::of(part) {
                self.add(2 + vector.len() as u64);
                waiting.extend(vector.slice().iter().take(PARTS_MAX).rev());
            } else {
                self.add_leaf(context, part);
            }
        }
        crate::arguments::charge(context, parts);
    }

    /// Adds what has no parts by what `equal?` compares.
    fn add_leaf(&mut self, context: &mut Context, key: Value) {
        let before = self.units_left;
        if let Some(string) = StringView::of(key) {
            self.add_units(string.chars().map(u32::from));
        } else if let Some(bytes) = Bytevector::of(key) {
            self.add_units(bytes.slice().iter().map(|&byte| byte.into()));
        } else if let Some((_, bytes)) = numbers_of(key) {
            self.add_units(bytes.slice().iter().map(|&byte| byte.into()));
        } else if !self.add_number(key) {
            self.add_identity(context, key);
        }
        crate::arguments::charge(context, (before - self.units_left) / 8);
    }
}
