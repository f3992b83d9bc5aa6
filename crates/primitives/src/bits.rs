//! Exact integers as sequences of bits, of two's complement and without an end.

use crate::arguments::{self, number};
use crate::numbers::finish;
use crate::{Area, leaf};
use mound_heap::Value;
use mound_machine::{Arguments, Context, Host, Raise};
use mound_numbers::{Number, NumberError};

pub(crate) const AREA: Area = &[
    leaf("arithmetic-shift", arithmetic_shift),
    leaf("bit-count", bit_count),
    leaf("bit-set?", is_bit_set),
    leaf("bitwise-and", and),
    leaf("bitwise-ior", inclusive_or),
    leaf("bitwise-not", not),
    leaf("bitwise-xor", exclusive_or),
    leaf("first-set-bit", first_set_bit),
    leaf("integer-length", integer_length),
];

/// Both arguments, if they are fixnums.
fn fixnums(context: &Context, arguments: Arguments) -> Option<(i64, i64)> {
    let left = context.argument(arguments, 0).as_fixnum()?;
    Some((left, context.argument(arguments, 1).as_fixnum()?))
}

fn unary(
    context: &mut Context,
    arguments: Arguments,
    who: &str,
    operation: impl FnOnce(&Number) -> Result<Number, NumberError>,
) -> Result<Value, Raise> {
    let operand = number(context, arguments, 0, who)?;
    arguments::charge(context, operand.size_bits() / 64);
    let result = operation(&operand);
    finish(context, arguments, who, result)
}

fn binary(
    context: &mut Context,
    arguments: Arguments,
    who: &str,
    operation: impl FnOnce(&Number, &Number) -> Result<Number, NumberError>,
) -> Result<Value, Raise> {
    let left = number(context, arguments, 0, who)?;
    let right = number(context, arguments, 1, who)?;
    arguments::charge(context, (left.size_bits() + right.size_bits()) / 64);
    let result = operation(&left, &right);
    if let Ok(number) = &result {
        arguments::charge(context, number.size_bits() / 64);
    }
    finish(context, arguments, who, result)
}

fn and(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    if let Some((left, right)) = fixnums(context, arguments) {
        return Ok(Value::fixnum(left & right));
    }
    binary(context, arguments, "bitwise-and", |left, right| {
        left.bitwise_and(right)
    })
}

fn inclusive_or(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    if let Some((left, right)) = fixnums(context, arguments) {
        return Ok(Value::fixnum(left | right));
    }
    binary(context, arguments, "bitwise-ior", |left, right| {
        left.bitwise_or(right)
    })
}

fn exclusive_or(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    if let Some((left, right)) = fixnums(context, arguments) {
        return Ok(Value::fixnum(left ^ right));
    }
    binary(context, arguments, "bitwise-xor", |left, right| {
        left.bitwise_xor(right)
    })
}

fn not(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    if let Some(fixnum) = context.argument(arguments, 0).as_fixnum() {
        return Ok(Value::fixnum(!fixnum));
    }
    unary(context, arguments, "bitwise-not", Number::bitwise_not)
}

fn arithmetic_shift(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    if let Some((fixnum, count @ -63..=0)) = fixnums(context, arguments) {
        return Ok(Value::fixnum(fixnum >> -count));
    }
    binary(context, arguments, "arithmetic-shift", |bits, count| {
        bits.arithmetic_shift(count)
    })
}

fn bit_count(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    unary(context, arguments, "bit-count", |bits| {
        bits.bit_count().map(|count| Number::from(count as i64))
    })
}

fn integer_length(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    unary(context, arguments, "integer-length", |bits| {
        bits.integer_length()
            .map(|count| Number::from(count as i64))
    })
}

fn first_set_bit(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    unary(context, arguments, "first-set-bit", |bits| {
        let first = bits.first_set_bit()?;
        Ok(Number::from(first.map_or(-1, |index| index as i64)))
    })
}

fn is_bit_set(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "bit-set?";
    let index = arguments::count(context, arguments, 0, who)?;
    let bits = number(context, arguments, 1, who)?;
    arguments::charge(context, bits.size_bits() / 64);
    match bits.is_bit_set(index) {
        Ok(set) => Ok(Value::boolean(set)),
        Err(error) => finish(context, arguments, who, Err(error)),
    }
}
