//! Small pieces of the canonical encoding used by greetings and signals.
//!
//! Numbers are little-endian base 128, shortest form only; a byte string is its length and its bytes.
//! Reading never panics and never allocates more than the input holds.

use mound_bytecode::unit::UnitHash;

pub(crate) fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

pub(crate) fn put_option(bytes: &mut Vec<u8>, number: Option<u64>) {
    match number {
        None => bytes.push(0),
        Some(number) => {
            bytes.push(1);
            put_number(bytes, number);
        }
    }
}

pub(crate) fn put_bytes(bytes: &mut Vec<u8>, content: &[u8]) {
    put_number(bytes, content.len() as u64);
    bytes.extend_from_slice(content);
}

/// Malformed input; the caller knows of what.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Malformed;

/// Reads from the front of some bytes.
pub(crate) struct Input<'a> {
    rest: &'a [u8],
}

impl<'a> Input<'a> {
    pub fn new(bytes: &'a [u8]) -> Input<'a> {
        Input { rest: bytes }
    }

    pub fn remaining(&self) -> usize {
        self.rest.len()
    }

    pub fn take(&mut self, count: usize) -> Result<&'a [u8], Malformed> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or(Malformed)?;
        self.rest = rest;
        Ok(taken)
    }

    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        self.take(N)?.try_into().map_err(|_| Malformed)
    }

    pub fn byte(&mut self) -> Result<u8, Malformed> {
        self.array::<1>().map(|[byte]| byte)
    }

    pub fn u16(&mut self) -> Result<u16, Malformed> {
        self.array().map(u16::from_le_bytes)
    }

    pub fn u64(&mut self) -> Result<u64, Malformed> {
        self.array().map(u64::from_le_bytes)
    }

    pub fn number(&mut self) -> Result<u64, Malformed> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let part = u64::from(byte & 0x7f);
            // The tenth byte has room for one bit.
            if shift == 63 && part > 1 {
                return Err(Malformed);
            }
            number |= part << shift;
            if byte & 0x80 == 0 {
                // A last byte of zero would be a longer form of a shorter number.
                return if byte == 0 && shift > 0 {
                    Err(Malformed)
                } else {
                    Ok(number)
                };
            }
        }
        Err(Malformed)
    }

    pub fn option(&mut self) -> Result<Option<u64>, Malformed> {
        match self.byte()? {
            0 => Ok(None),
            1 => self.number().map(Some),
            _ => Err(Malformed),
        }
    }

    pub fn bytes(&mut self, limit: usize) -> Result<&'a [u8], Malformed> {
        let length = usize::try_from(self.number()?).map_err(|_| Malformed)?;
        if length > limit {
            Err(Malformed)
        } else {
            self.take(length)
        }
    }

    pub fn string(&mut self, limit: usize) -> Result<String, Malformed> {
        let bytes = self.bytes(limit)?;
        std::str::from_utf8(bytes)
            .map(str::to_owned)
            .map_err(|_| Malformed)
    }

    pub fn hash(&mut self) -> Result<UnitHash, Malformed> {
        self.array().map(UnitHash)
    }

    /// All that is left, if it is not too long.
    pub fn bytes_to_end(&mut self, limit: usize) -> Result<&'a [u8], Malformed> {
        self.take(self.rest.len().min(limit))
    }

    pub fn rest(&mut self) -> &'a [u8] {
        std::mem::take(&mut self.rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_one_form() {
        for number in [0, 1, 127, 128, 16383, 16384, u64::from(u32::MAX), u64::MAX] {
            let mut bytes = Vec::new();
            put_number(&mut bytes, number);
            let mut input = Input::new(&bytes);
            assert_eq!(input.number(), Ok(number));
            assert_eq!(input.remaining(), 0);
        }
        for bad in [&[0x80, 0][..], &[0x80], &[], &[0xff; 10], &[0x80, 0x80, 0]] {
            assert_eq!(Input::new(bad).number(), Err(Malformed), "{bad:?}");
        }
    }
}
