//! Reading foreign bytes. Each method gives a part and moves on, or gives an error
//! with the offset where the part began. Nothing here allocates.

use crate::error::{DecodeError, DecodeFault};

pub type Result<T> = std::result::Result<T, DecodeError>;

pub struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes, at: 0 }
    }

    #[inline]
    pub fn offset(&self) -> usize {
        self.at
    }

    #[inline]
    pub fn remaining(&self) -> usize {
        self.bytes.len() - self.at
    }

    #[cold]
    pub fn fail<T>(&self, offset: usize, fault: DecodeFault) -> Result<T> {
        Err(DecodeError { offset, fault })
    }

    /// The next byte, which stays.
    #[inline]
    pub fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Passes the byte that was peeked at.
    #[inline]
    pub fn skip(&mut self) {
        debug_assert!(self.at < self.bytes.len());
        self.at += 1;
    }

    #[inline]
    pub fn byte(&mut self) -> Result<u8> {
        match self.peek() {
            Some(byte) => {
                self.at += 1;
                Ok(byte)
            }
            None => self.fail(self.at, DecodeFault::Truncated),
        }
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
    #[inline]
    pub fn varint(&mut self) -> Result<u64> {
        match self.peek() {
            Some(byte) if byte < 0x80 => {
                self.at += 1;
                Ok(u64::from(byte))
            }
            _ => self.long_varint(),
        }
    }

    fn long_varint(&mut self) -> Result<u64> {
        let start = self.at;
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                return self.fail(start, DecodeFault::LargeNumber);
            }
            value |= bits << shift;
            if byte < 0x80 {
                if byte == 0 && shift > 0 {
                    return self.fail(
                        start,
                        DecodeFault::NotCanonical("a number has leading zeros"),
                    );
                }
                return Ok(value);
            }
        }
        self.fail(start, DecodeFault::LargeNumber)
    }

    /// A number below 2^32.
    #[inline]
    pub fn index(&mut self) -> Result<u32> {
        let start = self.at;
        let number = self.varint()?;
        u32::try_from(number).or_else(|_| self.fail(start, DecodeFault::LargeNumber))
    }

    /// The number of parts that follow, each of which takes at least `least` bytes.
    #[inline]
    pub fn count(&mut self, least: usize) -> Result<usize> {
        let start = self.at;
        let count = self.varint()?;
        match usize::try_from(count) {
            Ok(count) if count.saturating_mul(least) <= self.remaining() => Ok(count),
            _ => self.fail(start, DecodeFault::Truncated),
        }
    }

    pub fn counted_bytes(&mut self) -> Result<&'a [u8]> {
        let length = self.count(1)?;
        self.bytes(length)
    }

    pub fn text(&mut self) -> Result<&'a str> {
        let start = self.at;
        let bytes = self.counted_bytes()?;
        std::str::from_utf8(bytes).or_else(|_| self.fail(start, DecodeFault::Utf8))
    }
}
