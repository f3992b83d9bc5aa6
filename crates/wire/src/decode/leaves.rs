//! Values without parts: characters, names, numbers, texts, record types.

use super::reader::Result;
use super::{Decoder, Item};
use crate::error::DecodeFault;
use crate::format::*;
use crate::names::NodeIdentity;
use dashu_int::UBig;
use dashu_int::ops::Gcd;
use mound_base::symbol::FOREIGN_NAME_BYTES_MAX;
use mound_base::{SymbolRef, SymbolText};
use mound_bytecode::hash::record_type_uid;
use mound_bytecode::limits::{RATIO_PART_BYTES_MAX, RECORD_FIELDS_MAX};
use mound_heap::Value;
use mound_heap::value::{FIXNUM_MAX, Name, SERIAL_BITS};
use mound_numbers::double_bits;

impl<'a> Decoder<'a> {
    pub(super) fn character(&mut self, start: usize) -> Result<Item> {
        let code = self.reader.varint()?;
        let character = u32::try_from(code).ok().and_then(char::from_u32);
        match character {
            Some(character) => Ok(Item::immediate(Value::character(character))),
            None => self.reader.fail(start, DecodeFault::Character(code)),
        }
    }

    pub(super) fn symbol(&mut self) -> Result<Value> {
        let start = self.reader.offset();
        let index = self.reader.index()? as usize;
        if let Some(&symbol) = self.symbols.get(index) {
            return Ok(symbol);
        }
        if index > self.symbols.len() {
            return self.reader.fail(start, DecodeFault::Range("symbol"));
        }
        let name = self.reader.text()?;
        let short = name.len() <= FOREIGN_NAME_BYTES_MAX;
        let Some(symbol) = short.then(|| SymbolRef::intern(name)).flatten() else {
            return self.reader.fail(start, DecodeFault::Symbol);
        };
        self.charge(symbol.bytes().div_ceil(8))?;
        let symbol = self.builder.symbol(symbol);
        self.symbols.push(symbol);
        Ok(symbol)
    }

    pub(super) fn name(&mut self, code: u8) -> Result<Item> {
        let node = self.node()?;
        let start = self.reader.offset();
        let serial = self.reader.varint()?;
        if serial >> SERIAL_BITS != 0 {
            return self.reader.fail(start, DecodeFault::LargeNumber);
        }
        let serial = self.names.translate(node, serial) & ((1 << SERIAL_BITS) - 1);
        let name = Name { node, serial };
        Ok(Item::immediate(if code == PID {
            Value::pid(name)
        } else {
            Value::tag(name)
        }))
    }

    fn node(&mut self) -> Result<u16> {
        let start = self.reader.offset();
        let index = self.reader.index()? as usize;
        if let Some(&node) = self.nodes.get(index) {
            return Ok(node);
        }
        if index > self.nodes.len() {
            return self.reader.fail(start, DecodeFault::Range("node"));
        }
        let identity = NodeIdentity {
            id: self.reader.array()?,
            incarnation: self.reader.varint()?,
            address: self.reader.text()?.to_owned(),
        };
        let found = self.names.index(&identity);
        let Some(node) = found.filter(|&node| node <= mound_heap::value::NODE_INDEX_MAX) else {
            return self.reader.fail(start, DecodeFault::Node);
        };
        self.nodes.push(node);
        Ok(node)
    }

    pub(super) fn leaf(&mut self, start: usize, code: u8) -> Result<Item> {
        let value = match code {
            STRING => {
                let text = self.reader.text()?;
                // A wide character makes all of them wide.
                self.charge(2 + text.len().div_ceil(2))?;
                self.builder.string(text)
            }
            BYTEVECTOR => {
                let bytes = self.reader.counted_bytes()?;
                self.charge(2 + bytes.len().div_ceil(8))?;
                self.builder.bytevector(bytes)
            }
            FLONUM..=RATIO_NEGATIVE => self.real(start, code)?,
            COMPLEX => self.complex()?,
            _ => return self.record_type(),
        };
        Ok(self.object(value))
    }

    /// A real number that is no fixnum.
    fn real(&mut self, start: usize, code: u8) -> Result<Value> {
        match code {
            FLONUM => {
                let bits = u64::from_le_bytes(self.reader.array()?);
                self.charge(2)?;
                let flonum = f64::from_bits(bits);
                if double_bits(flonum) != bits {
                    return self.not_canonical(start, "there is one NaN");
                }
                Ok(self.builder.flonum(flonum))
            }
            BIGNUM_POSITIVE | BIGNUM_NEGATIVE => {
                let magnitude = self.magnitude()?;
                let negative = code == BIGNUM_NEGATIVE;
                if fixnum(negative, magnitude).is_some() {
                    return self.not_canonical(start, "a bignum could be a fixnum");
                }
                self.integer(negative, magnitude)
            }
            _ => self.ratio(start, code == RATIO_NEGATIVE),
        }
    }

    /// Two real numbers, of which the second is no exact zero: both flonums, or neither.
    fn complex(&mut self) -> Result<Value> {
        let start = self.reader.offset();
        let (real, real_is_flonum) = self.real_or_imaginary()?;
        let (imaginary, imaginary_is_flonum) = self.real_or_imaginary()?;
        if real_is_flonum != imaginary_is_flonum {
            return self.not_canonical(start, "parts of a number differ in exactness");
        }
        if imaginary == Value::fixnum(0) {
            return self.not_canonical(start, "a complex number could be a real one");
        }
        self.charge(3)?;
        Ok(self.builder.complex(real, imaginary))
    }

    /// A part of a complex number, which has no number of its own, and whether it is a flonum.
    fn real_or_imaginary(&mut self) -> Result<(Value, bool)> {
        let start = self.reader.offset();
        let code = self.reader.byte()?;
        let item = match code {
            FLONUM..=RATIO_NEGATIVE => return Ok((self.real(start, code)?, code == FLONUM)),
            ..LIST_SHORT => return Ok((Value::fixnum(small_fixnum(code)), false)),
            MEDIUM.. => self.medium_fixnum(start, code)?,
            FIXNUM => self.long_fixnum(start)?,
            _ => {
                let fault = DecodeFault::Expected("a part of a number");
                return self.reader.fail(start, fault);
            }
        };
        Ok((item.value, false))
    }

    fn magnitude(&mut self) -> Result<&'a [u8]> {
        let start = self.reader.offset();
        let magnitude = self.reader.counted_bytes()?;
        if magnitude.last() == Some(&0) {
            return self.not_canonical(start, "a number has leading zeros");
        }
        Ok(magnitude)
    }

    fn integer(&mut self, negative: bool, magnitude: &[u8]) -> Result<Value> {
        if let Some(fixnum) = fixnum(negative, magnitude) {
            return Ok(fixnum);
        }
        self.charge(1 + magnitude.len().div_ceil(8))?;
        Ok(self.builder.bignum(negative, magnitude))
    }

    fn ratio(&mut self, start: usize, negative: bool) -> Result<Value> {
        let numerator = self.magnitude()?;
        let denominator = self.magnitude()?;
        if numerator.is_empty() || matches!(denominator, [] | [1]) {
            return self.not_canonical(start, "a ratio could be an integer");
        }
        let short = numerator.len().max(denominator.len()) <= RATIO_PART_BYTES_MAX;
        if short && !are_coprime(numerator, denominator) {
            return self.not_canonical(start, "a ratio is not in lowest terms");
        }
        let numerator = self.integer(negative, numerator)?;
        let denominator = self.integer(false, denominator)?;
        self.charge(3)?;
        Ok(self.builder.ratio(numerator, denominator))
    }

    fn record_type(&mut self) -> Result<Item> {
        let name = self.symbol()?;
        let library = self.reader.text()?;
        let start = self.reader.offset();
        let count = self.reader.count(1)?;
        if count > RECORD_FIELDS_MAX {
            return self.reader.fail(start, DecodeFault::LargeNumber);
        }
        self.charge(16 + library.len() + count)?;
        let mut fields = Vec::with_capacity(count);
        for _ in 0..count {
            fields.push(self.symbol()?);
        }
        let texts: Vec<SymbolText> = fields
            .iter()
            .filter_map(|name| name.symbol_text())
            .collect();
        let names: Vec<&str> = texts.iter().map(|name| &**name).collect();
        let text = name.symbol_text();
        let uid = record_type_uid(library, text.as_deref().unwrap_or_default(), &names);
        let library = self.builder.string(library);
        let field_names = self.builder.vector(&fields);
        let value = self.builder.record_type(name, library, field_names, uid);
        let item = self.object(value);
        self.record_types.push((item.number, count));
        Ok(item)
    }
}

/// The fixnum with this magnitude, if there is one.
fn fixnum(negative: bool, magnitude: &[u8]) -> Option<Value> {
    if magnitude.len() > 8 {
        return None;
    }
    let mut word = [0; 8];
    word[..magnitude.len()].copy_from_slice(magnitude);
    let word = u64::from_le_bytes(word);
    if word > FIXNUM_MAX as u64 + 1 {
        return None;
    }
    let number = word as i64;
    Value::try_fixnum(if negative { -number } else { number })
}

fn are_coprime(left: &[u8], right: &[u8]) -> bool {
    let (left, right) = (UBig::from_le_bytes(left), UBig::from_le_bytes(right));
    left.gcd(&right).is_one()
}
