//! Objects without fields that could be shared: numbers, texts, bytes, record types.

use super::{Encoder, Stop};
use crate::format::*;
use mound_heap::layout::Kind;
use mound_heap::number::{Bignum, Complex, Ratio, flonum_of};
use mound_heap::object::{RecordType, Vector, kind_of};
use mound_heap::{Bytevector, StringView, Value};
use mound_numbers::double_bits;

impl Encoder<'_> {
    pub(super) fn leaf(&mut self, object: Value) -> Result<(), Stop> {
        if let Some(string) = StringView::of(object) {
            self.push(STRING);
            return self.text(string);
        }
        if let Some(bytes) = Bytevector::of(object) {
            self.push(BYTEVECTOR);
            return self.bytes(bytes.slice());
        }
        if let Some(flonum) = flonum_of(object) {
            self.push(FLONUM);
            let bits = double_bits(flonum);
            self.out.extend_from_slice(&bits.to_le_bytes());
            return Ok(());
        }
        if let Some(bignum) = Bignum::of(object) {
            self.push(if bignum.is_negative() {
                BIGNUM_NEGATIVE
            } else {
                BIGNUM_POSITIVE
            });
            self.magnitude(object);
            return Ok(());
        }
        if let Some(ratio) = Ratio::of(object) {
            let numerator = ratio.numerator();
            self.push(if is_negative(numerator) {
                RATIO_NEGATIVE
            } else {
                RATIO_POSITIVE
            });
            self.magnitude(numerator);
            self.magnitude(ratio.denominator());
            return Ok(());
        }
        if let Some(parts) = Complex::of(object) {
            self.push(COMPLEX);
            for part in [parts.real(), parts.imaginary()] {
                match part.as_fixnum() {
                    Some(number) => put_fixnum(&mut self.out, number),
                    // A part is a real number, so this goes one level deep.
                    None => self.leaf(part)?,
                }
            }
            return Ok(());
        }
        if kind_of(object) == Some(Kind::RecordType) {
            return self.record_type(object);
        }
        Err(Stop::Unsendable(object, "a part of a continuation"))
    }

    pub(super) fn promise(&mut self, object: Value) {
        let done = mound_heap::Promise::of(object).is_some_and(mound_heap::Promise::is_done);
        self.push(if done { PROMISE_DONE } else { PROMISE_WAITING });
    }

    /// What is too long is not copied first.
    fn bytes(&mut self, bytes: &[u8]) -> Result<(), Stop> {
        self.require_room(bytes.len())?;
        self.number(bytes.len() as u64);
        self.out.extend_from_slice(bytes);
        Ok(())
    }

    fn text(&mut self, string: StringView) -> Result<(), Stop> {
        if string.width() == 1 && string.bytes().is_ascii() {
            return self.bytes(string.bytes());
        }
        let length: usize = string.chars().map(char::len_utf8).sum();
        self.require_room(length)?;
        self.number(length as u64);
        self.out.reserve(length);
        for character in string.chars() {
            let mut buffer = [0; 4];
            let encoded = character.encode_utf8(&mut buffer);
            self.out.extend_from_slice(encoded.as_bytes());
        }
        Ok(())
    }

    /// The magnitude of an exact integer: a count of bytes, then the bytes, least significant
    /// first, the last not zero.
    fn magnitude(&mut self, integer: Value) {
        let small;
        let bignum = Bignum::of(integer);
        let limbs = match &bignum {
            Some(bignum) => bignum.limbs(),
            None => {
                small = [integer.as_fixnum().unwrap_or(0).unsigned_abs()];
                &small[..]
            }
        };
        let last = limbs.last().map_or(0, |limb| limb.leading_zeros() / 8);
        let length = 8 * limbs.len() - last as usize;
        self.number(length as u64);
        let start = self.out.len();
        for limb in limbs {
            self.out.extend_from_slice(&limb.to_le_bytes());
        }
        self.out.truncate(start + length);
    }

    fn record_type(&mut self, object: Value) -> Result<(), Stop> {
        let damaged = Stop::Unsendable(object, "a record type without a name");
        let Some(record_type) = RecordType::of(object) else {
            return Err(damaged);
        };
        let library = StringView::of(record_type.library());
        let fields = Vector::of(record_type.field_names());
        let (Some(name), Some(library), Some(fields)) = (record_type.name(), library, fields)
        else {
            return Err(damaged);
        };
        self.push(RECORD_TYPE);
        self.symbol(Value::symbol(name))?;
        self.text(library)?;
        self.number(fields.len() as u64);
        for &field in fields.slice() {
            if !field.is_symbol() {
                return Err(damaged);
            }
            self.symbol(field)?;
        }
        Ok(())
    }
}

fn is_negative(integer: Value) -> bool {
    match integer.as_fixnum() {
        Some(number) => number < 0,
        None => Bignum::of(integer).is_some_and(Bignum::is_negative),
    }
}
