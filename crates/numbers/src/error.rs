//! Why an operation has no result.

use std::fmt;

/// Why an operation has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NumberError {
    /// An exact zero divides, or an integer division is by zero.
    DivideByZero,
    /// The operation needs integers (`2.0` counts as one).
    NotInteger,
    /// The operation needs exact integers (`2.0` does not count).
    NotExactInteger,
    /// The operation needs an integer that is not negative.
    Negative,
    /// An infinity or NaN has no exact value.
    NotFinite,
    /// The operation needs real numbers.
    NotReal,
    /// The result would be larger than [`crate::BITS_MAX`] bits.
    TooLarge,
}

impl fmt::Display for NumberError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            NumberError::DivideByZero => "division by zero",
            NumberError::NotInteger => "expected an integer",
            NumberError::NotExactInteger => "expected an exact integer",
            NumberError::Negative => "expected an integer that is not negative",
            NumberError::NotFinite => "an infinity or NaN has no exact value",
            NumberError::NotReal => "expected a real number",
            NumberError::TooLarge => "the result is too large",
        })
    }
}

impl std::error::Error for NumberError {}
