//! Exact integers as infinite two's-complement bit strings (SRFI 151).

use crate::{BITS_MAX, IBig, Number, NumberError};
use dashu_int::Sign;
use dashu_int::ops::BitTest;

type Outcome = Result<Number, NumberError>;

impl Number {
    pub fn bitwise_and(&self, other: &Number) -> Outcome {
        Ok(Number::Integer(self.bits()? & other.bits()?))
    }

    pub fn bitwise_or(&self, other: &Number) -> Outcome {
        Ok(Number::Integer(self.bits()? | other.bits()?))
    }

    pub fn bitwise_xor(&self, other: &Number) -> Outcome {
        Ok(Number::Integer(self.bits()? ^ other.bits()?))
    }

    pub fn bitwise_not(&self) -> Outcome {
        let bits = self.bits()?;
        Ok(Number::Integer(!bits))
    }

    /// `arithmetic-shift`: left by `count`, right (rounding down) if it is negative.
    pub fn arithmetic_shift(&self, count: &Number) -> Outcome {
        let direction = count.bits()?.sign();
        match count.to_i64() {
            Some(count) => self.shift(count),
            None if self.bits()?.is_zero() => Ok(self.clone()),
            None if direction == Sign::Positive => Err(NumberError::TooLarge),
            None => self.shift(i64::MIN),
        }
    }

    /// [`Number::arithmetic_shift`] by a machine integer.
    pub fn shift(&self, count: i64) -> Outcome {
        let bits = self.bits()?;
        let distance = usize::try_from(count.unsigned_abs()).unwrap_or(usize::MAX);
        if bits.is_zero() || count == 0 {
            return Ok(self.clone());
        }
        if count > 0 {
            if bits.bit_len().saturating_add(distance) > BITS_MAX {
                return Err(NumberError::TooLarge);
            }
            return Ok(Number::Integer(bits << distance));
        }
        // A number has at most BITS_MAX bits; further shifts change nothing.
        Ok(Number::Integer(bits >> distance.min(BITS_MAX + 1)))
    }

    /// `integer-length`: bits needed besides the sign.
    pub fn integer_length(&self) -> Result<usize, NumberError> {
        let bits = self.bits()?;
        Ok(match bits.sign() {
            Sign::Positive => bits.bit_len(),
            Sign::Negative => (!bits).bit_len(),
        })
    }

    /// `bit-count`: ones of a number that is not negative, zeros of a negative one.
    pub fn bit_count(&self) -> Result<usize, NumberError> {
        let bits = self.bits()?;
        let magnitude = match bits.sign() {
            Sign::Positive => bits.clone(),
            Sign::Negative => !bits,
        };
        let (_, words) = crate::limbs(&magnitude);
        Ok(words.iter().map(|word| word.count_ones() as usize).sum())
    }

    /// `bit-set?`.
    pub fn is_bit_set(&self, index: usize) -> Result<bool, NumberError> {
        Ok(self.bits()?.bit(index))
    }

    /// `first-set-bit`: index of the lowest one; `None` for 0.
    pub fn first_set_bit(&self) -> Result<Option<usize>, NumberError> {
        Ok(self.bits()?.trailing_zeros())
    }

    fn bits(&self) -> Result<&IBig, NumberError> {
        match self {
            Number::Integer(integer) => Ok(integer),
            Number::Ratio(_) | Number::Flonum(_) | Number::Complex(_) => {
                Err(NumberError::NotExactInteger)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Number, NumberError};

    #[test]
    fn shifts_round_down_and_are_bounded() {
        let cases = [
            (8, 2, 32),
            (8, -1, 4),
            (-8, -1, -4),
            (-1, -100, -1),
            (-5, -1, -3),
            (5, -100, 0),
            (0, 1 << 40, 0),
            (7, i64::MIN, 0),
        ];
        for (value, count, expected) in cases {
            assert_eq!(Number::from(value).shift(count), Ok(Number::from(expected)));
        }
        assert_eq!(Number::from(1).shift(1 << 40), Err(NumberError::TooLarge));
        let huge = Number::from(1).shift(100).expect("fits");
        assert_eq!(
            Number::from(1).arithmetic_shift(&huge),
            Err(NumberError::TooLarge)
        );
        assert_eq!(
            Number::from(-1).arithmetic_shift(&huge.negate()),
            Ok(Number::from(-1))
        );
        assert_eq!(
            Number::from(1).arithmetic_shift(&Number::Flonum(1.0)),
            Err(NumberError::NotExactInteger)
        );
    }

    #[test]
    fn lengths_and_counts() {
        let cases: [(i64, usize, usize); 7] = [
            (0, 0, 0),
            (1, 1, 1),
            (-1, 0, 0),
            (7, 3, 3),
            (-7, 3, 2),
            (8, 4, 1),
            (-8, 3, 3),
        ];
        for (value, length, count) in cases {
            assert_eq!(Number::from(value).integer_length(), Ok(length), "{value}");
            assert_eq!(Number::from(value).bit_count(), Ok(count), "{value}");
        }
        assert_eq!(Number::from(-8).first_set_bit(), Ok(Some(3)));
        assert_eq!(Number::from(0).first_set_bit(), Ok(None));
        assert_eq!(Number::from(-8).is_bit_set(1000), Ok(true));
    }
}
