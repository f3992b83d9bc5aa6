//! Reading foreign bytes: varints, strings, counts.
//!
//! Each method either gives a value and moves on, or gives an error with the
//! offset where it began. Nothing here allocates more than the bytes it has read.

use crate::error::{DecodeError, DecodeFault};
use crate::limits::PREALLOCATE_MAX;
use mound_base::{Symbol, SymbolRef};

pub type Result<T> = std::result::Result<T, DecodeError>;

pub struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    /// References to the symbols of foreign bytes; the symbols of our own last.
    symbols: Option<Vec<SymbolRef>>,
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader {
            bytes,
            at: 0,
            symbols: None,
        }
    }

    /// A reader of bytes of another node.
    pub fn foreign(bytes: &'a [u8]) -> Reader<'a> {
        Reader {
            symbols: Some(Vec::new()),
            ..Reader::new(bytes)
        }
    }

    pub fn offset(&self) -> usize {
        self.at
    }

    pub fn remaining(&self) -> usize {
        self.bytes.len() - self.at
    }

    pub fn fail<T>(&self, offset: usize, fault: DecodeFault) -> Result<T> {
        Err(DecodeError { offset, fault })
    }

    pub fn byte(&mut self) -> Result<u8> {
        Ok(self.bytes(1)?[0])
    }

    pub fn bytes(&mut self, length: usize) -> Result<&'a [u8]> {
        if length > self.remaining() {
            return self.fail(self.at, DecodeFault::Truncated);
        }
        let bytes = &self.bytes[self.at..self.at + length];
        self.at += length;
        Ok(bytes)
    }

    pub fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let mut array = [0; N];
        array.copy_from_slice(self.bytes(N)?);
        Ok(array)
    }

    /// A number in LEB128, which must be the shortest one for it.
    pub fn varint(&mut self) -> Result<u32> {
        let start = self.at;
        let mut value = 0u64;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                if byte == 0 && shift > 0 {
                    return self.fail(start, DecodeFault::LongNumber);
                }
                return match u32::try_from(value) {
                    Ok(value) => Ok(value),
                    Err(_) => self.fail(start, DecodeFault::LargeNumber),
                };
            }
        }
        self.fail(start, DecodeFault::LargeNumber)
    }

    /// The number of elements that follow, each of which takes at least `least` bytes.
    pub fn count(&mut self, least: usize) -> Result<usize> {
        let start = self.at;
        let count = self.varint()? as usize;
        if count.saturating_mul(least) > self.remaining() {
            return self.fail(start, DecodeFault::Truncated);
        }
        Ok(count)
    }

    /// A counted sequence of elements of at least `least` bytes each.
    pub fn sequence<T>(
        &mut self,
        least: usize,
        mut element: impl FnMut(&mut Reader<'a>) -> Result<T>,
    ) -> Result<Vec<T>> {
        let count = self.count(least)?;
        let mut elements = Vec::with_capacity(count.min(PREALLOCATE_MAX));
        for _ in 0..count {
            elements.push(element(self)?);
        }
        Ok(elements)
    }

    pub fn counted_bytes(&mut self) -> Result<&'a [u8]> {
        let length = self.count(1)?;
        self.bytes(length)
    }

    pub fn text(&mut self) -> Result<&'a str> {
        let start = self.at;
        match std::str::from_utf8(self.counted_bytes()?) {
            Ok(text) => Ok(text),
            Err(_) => self.fail(start, DecodeFault::Utf8),
        }
    }

    pub fn symbol(&mut self) -> Result<Symbol> {
        let start = self.at;
        let name = self.text()?;
        let Some(symbols) = &mut self.symbols else {
            return Ok(Symbol::intern(name));
        };
        match Symbol::intern_foreign(name) {
            Some(reference) => {
                let symbol = reference.symbol();
                symbols.push(reference);
                Ok(symbol)
            }
            None => self.fail(start, DecodeFault::Symbol),
        }
    }

    /// Must be called at the end: bytes that nothing reads have no place in a canonical form.
    /// Without the references that it gives, symbols of foreign bytes do not last.
    pub fn finish(self) -> Result<Vec<SymbolRef>> {
        if self.remaining() > 0 {
            return self.fail(self.at, DecodeFault::Trailing);
        }
        Ok(self.symbols.unwrap_or_default())
    }
}
