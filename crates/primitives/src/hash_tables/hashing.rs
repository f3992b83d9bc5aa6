//! Hashes of keys.
//!
//! A hash depends on more or less of the world, which says how long it is good:
//!
//! ```text
//!   Content   numbers, characters, text: everywhere
//!   Node      symbols, pids, objects by identity: in copies on this node too
//!   Address   pairs by identity: until the next collection
//! ```
//!
//! The hashes that tables use are keyed, with a seed of the table that programs
//! and peers cannot know, so that nobody can make keys that meet in one place: SipHash for what
//! has parts, and two multiplications, one of them with a secret factor, for a key that is a
//! word, or counts as one. The hash that programs see (`%hash`) is the same everywhere, so it has no key, and whoever makes
//! a table of its own with it has to trust the keys.
//!
//! At most [`PARTS_MAX`] parts and [`UNITS_MAX`] units of a key are hashed: one hash takes
//! some ten microseconds at most. Keys that agree in all of these are compared.

use mound_heap::Value;
use mound_heap::equality::{Verdict, equal, eqv, numbers_of};
use mound_heap::number::{Bignum, Complex, Ratio, flonum_of};
use mound_heap::object::{Pair, Vector};
use mound_heap::text::{Bytevector, StringView};
use mound_machine::Context;
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
    /// Parts and units that were hashed.
    pub work: usize,
}

impl Hash {
    #[inline]
    pub(super) fn of_word(word: u64, stability: Stability, seed: u64) -> Hash {
        Hash {
            bits: folded(multiplied(word, seed)),
            stability,
            work: 0,
        }
    }

    /// Of a key by what `eq?` compares.
    #[inline]
    fn of_identity(context: &mut Context, key: Value, seed: u64) -> Hash {
        if key.is_pair() {
            return Hash::of_word(key.address() as u64, Stability::Address, seed);
        }
        match context.heap.identity_hash(key) {
            Some(hash) => Hash::of_word(hash.into(), Stability::Node, seed),
            None => Hash::of_word(key.bits(), stability_of_word(key), seed),
        }
    }
}

/// The two halves of the product of a word and a factor, one upon the other (as in wyhash and foldhash). Word and
/// factor are mixed with the seed, so whoever does not know it can choose no words of which the products meet: each bit of
/// the result depends on the whole factor. Of one word only: with a second one, what comes of the first could be undone.
#[inline]
fn multiplied(word: u64, seed: u64) -> u64 {
    let factor = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0xa076_1d64_78bd_642f;
    let product = u128::from(word ^ seed.rotate_left(32)) * u128::from(factor | 1);
    let bits = product as u64 ^ (product >> 64) as u64;
    // The products of words in even steps, as addresses are, lie in even steps too: with one factor of two
    // hundred they would crowd in a few places.
    (bits ^ bits >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

#[inline]
fn stability_of_word(key: Value) -> Stability {
    match key.is_symbol() || key.as_name().is_some() {
        true => Stability::Node,
        false => Stability::Content,
    }
}

/// Both halves in one.
#[inline]
fn folded(bits: u64) -> u32 {
    (bits ^ bits >> 32) as u32
}

/// Objects inside a key that count for its hash.
const PARTS_MAX: usize = 1024;
/// Characters, bytes and limbs of a key that count for its hash.
const UNITS_MAX: usize = 1 << 14;

impl Equivalence {
    /// Whether two keys are the same, in at most `budget` comparisons.
    pub fn holds(self, left: Value, right: Value, budget: &mut usize) -> Verdict {
        let same = match self {
            Equivalence::Eq => left == right,
            Equivalence::Eqv => eqv(left, right),
            Equivalence::Equal if left.is_pointer() && right.is_pointer() => {
                return equal(left, right, budget);
            }
            Equivalence::Equal => left == right,
        };
        Verdict::of(same)
    }

    #[inline]
    pub fn hash(self, context: &mut Context, key: Value, seed: u64) -> Hash {
        // Most keys are words, which take no more than two multiplications.
        match key.is_pointer() {
            false => Hash::of_word(key.bits(), stability_of_word(key), seed),
            true => self.hash_object(context, key, seed),
        }
    }

    fn hash_object(self, context: &mut Context, key: Value, seed: u64) -> Hash {
        let mut state = State::new(Symbols::ByNumber, Keyed::new(seed));
        match self {
            Equivalence::Equal => state.add_deep(context, key),
            Equivalence::Eqv if state.add_number(key) => {}
            // A number in the heap is as good a key under `eq?` as any object.
            Equivalence::Eqv | Equivalence::Eq => return Hash::of_identity(context, key, seed),
        }
        state.finish()
    }
}

/// The hash of an object by content, the same on every node as far as the object is.
pub(crate) fn portable_hash(context: &mut Context, object: Value) -> u32 {
    let mut state = State::new(Symbols::ByName, Plain(0));
    state.add_deep(context, object);
    let hash = state.finish();
    crate::arguments::charge(context, hash.work);
    hash.bits
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Symbols {
    ByNumber,
    ByName,
}

/// How words become a hash.
trait Mixer {
    fn add(&mut self, word: u64);
    fn finish(self) -> u64;
}

/// SipHash-1-3 of words (Aumasson, Bernstein), without the count of bytes at the end: what
/// is hashed says its length itself.
struct Keyed([u64; 4]);

impl Keyed {
    #[inline]
    fn new(seed: u64) -> Keyed {
        // The other half of the key is made of the first. The constants are SipHash's.
        let other = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32);
        Keyed([
            seed ^ 0x736f_6d65_7073_6575,
            other ^ 0x646f_7261_6e64_6f6d,
            seed ^ 0x6c79_6765_6e65_7261,
            other ^ 0x7465_6462_7974_6573,
        ])
    }

    #[inline]
    fn round(&mut self) {
        let [a, b, c, d] = &mut self.0;
        *a = a.wrapping_add(*b);
        *b = b.rotate_left(13) ^ *a;
        *a = a.rotate_left(32);
        *c = c.wrapping_add(*d);
        *d = d.rotate_left(16) ^ *c;
        *a = a.wrapping_add(*d);
        *d = d.rotate_left(21) ^ *a;
        *c = c.wrapping_add(*b);
        *b = b.rotate_left(17) ^ *c;
        *c = c.rotate_left(32);
    }
}

impl Mixer for Keyed {
    #[inline]
    fn add(&mut self, word: u64) {
        self.0[3] ^= word;
        self.round();
        self.0[0] ^= word;
    }

    #[inline]
    fn finish(mut self) -> u64 {
        self.0[2] ^= 0xff;
        (0..3).for_each(|_| self.round());
        let [a, b, c, d] = self.0;
        a ^ b ^ c ^ d
    }
}

/// Multiplication by an odd number spreads low bits upwards, the shift brings
/// them back down (as in SplitMix).
struct Plain(u64);

impl Mixer for Plain {
    fn add(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        self.0 = mixed ^ mixed >> 27;
    }

    fn finish(self) -> u64 {
        self.0
    }
}

struct State<M> {
    mixer: M,
    stability: Stability,
    symbols: Symbols,
    parts: usize,
    units_left: usize,
}

/// What is still to be hashed of a key.
enum Waiting {
    Part(Value),
    /// Elements of a vector from an index on.
    Elements(Vector, usize),
}

impl<M: Mixer> State<M> {
    fn new(symbols: Symbols, mixer: M) -> State<M> {
        State {
            mixer,
            stability: Stability::Content,
            symbols,
            parts: 0,
            units_left: UNITS_MAX,
        }
    }

    fn finish(self) -> Hash {
        let work = self.parts + (UNITS_MAX - self.units_left) / 8;
        Hash {
            bits: folded(self.mixer.finish()),
            stability: self.stability,
            work,
        }
    }

    #[inline]
    fn add(&mut self, word: u64) {
        self.mixer.add(word);
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
            return self.add_bytes(name.as_bytes());
        }
        self.depends_on(stability_of_word(key));
        self.add(key.bits());
    }

    /// Two units make a word.
    fn add_units(&mut self, units: impl ExactSizeIterator<Item = u32>) {
        self.add(units.len() as u64);
        let count = units.len().min(self.units_left);
        self.units_left -= count;
        let mut units = units.take(count).map(u64::from);
        while let Some(first) = units.next() {
            self.add(first | units.next().unwrap_or(0) << 32);
        }
    }

    /// The same for units that are bytes.
    #[inline]
    fn add_bytes(&mut self, bytes: &[u8]) {
        self.add(bytes.len() as u64);
        let count = bytes.len().min(self.units_left);
        self.units_left -= count;
        let (twos, last) = bytes[..count].as_chunks::<2>();
        for &[first, second] in twos {
            self.add(u64::from(first) | u64::from(second) << 32);
        }
        if let &[last] = last {
            self.add(last.into());
        }
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
            let count = limbs.len().min(self.units_left);
            self.units_left -= count;
            limbs[..count].iter().for_each(|&limb| self.add(limb));
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
        if !key.is_pointer() {
            return self.add_immediate(key);
        }
        if !key.is_pair() && Vector::of(key).is_none() {
            return self.add_leaf(context, key);
        }
        // Nothing has to wait while a list of what has no parts is gone along.
        let (mut waiting, mut next) = (Vec::new(), Some(Waiting::Part(key)));
        while let Some(one) = next.take().or_else(|| waiting.pop()) {
            let part = match one {
                Waiting::Part(part) => part,
                Waiting::Elements(vector, index) => match vector.get(index) {
                    Some(element) => {
                        waiting.push(Waiting::Elements(vector, index + 1));
                        element
                    }
                    None => continue,
                },
            };
            self.parts += 1;
            if self.parts > PARTS_MAX {
                break;
            }
            if let Some(pair) = Pair::of(part) {
                self.add(1);
                let car = pair.car();
                if car.is_pointer() || self.parts >= PARTS_MAX {
                    waiting.push(Waiting::Part(pair.cdr()));
                    next = Some(Waiting::Part(car));
                } else {
                    self.parts += 1;
                    self.add_immediate(car);
                    next = Some(Waiting::Part(pair.cdr()));
                }
            } else if !part.is_pointer() {
                self.add_immediate(part);
            } else if let Some(vector) = Vector::of(part) {
                self.add(2 + vector.len() as u64);
                waiting.push(Waiting::Elements(vector, 0));
            } else {
                self.add_leaf(context, part);
            }
        }
    }

    /// Adds what has no parts by what `equal?` compares.
    fn add_leaf(&mut self, context: &mut Context, key: Value) {
        if let Some(string) = StringView::of(key) {
            match string.width() {
                1 => self.add_bytes(string.bytes()),
                _ => self.add_units(string.chars().map(u32::from)),
            }
        } else if let Some(bytes) = Bytevector::of(key) {
            self.add_bytes(bytes.slice());
        } else if let Some((_, bytes)) = numbers_of(key) {
            self.add_bytes(bytes.slice());
        } else if !self.add_number(key) {
            self.add_identity(context, key);
        }
    }
}
