//! Exact integers as sequences of bits, of two's complement and without an end.

use crate::arguments;
use crate::numbers::{binary, finish, unary};
use crate::{Area, leaf};
use mound_heap::Value;
use mound_machine::{Arguments, Context, Effort, Host, Raise};
use mound_numbers::Number;

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

fn and(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    if let Some((left, right)) = fixnums(context, arguments) {
        return Ok(Value::fixnum(left & right));
    }
    binary(
        context,
        arguments,
        "bitwise-and",
        Effort::Linear,
        |left, right| left.bitwise_and(right),
    )
}

fn inclusive_or(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    if let Some((left, right)) = fixnums(context, arguments) {
        return Ok(Value::fixnum(left | right));
    }
    binary(
        context,
        arguments,
        "bitwise-ior",
        Effort::Linear,
        |left, right| left.bitwise_or(right),
    )
}

fn exclusive_or(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    if let Some((left, right)) = fixnums(context, arguments) {
        return Ok(Value::fixnum(left ^ right));
    }
    binary(
        context,
        arguments,
        "bitwise-xor",
        Effort::Linear,
        |left, right| left.bitwise_xor(right),
    )
}

fn not(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    if let Some(fixnum) = context.argument(arguments, 0).as_fixnum() {
        return Ok(Value::fixnum(!fixnum));
    }
    unary(
        context,
        arguments,
        "bitwise-not",
        Effort::Linear,
        Number::bitwise_not,
    )
}

fn arithmetic_shift(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    match fixnums(context, arguments) {
        Some((fixnum, count @ -63..=0)) => return Ok(Value::fixnum(fixnum >> -count)),
        Some((fixnum, count @ 1..=59)) => {
            if let Some(shifted) = fixnum.checked_mul(1 << count).and_then(Value::try_fixnum) {
                return Ok(shifted);
            }
        }
        _ => {}
    }
    binary(
        context,
        arguments,
        "arithmetic-shift",
        Effort::Shift,
        |bits, count| bits.arithmetic_shift(count),
    )
}

fn bit_count(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    unary(context, arguments, "bit-count", Effort::Linear, |bits| {
        bits.bit_count().map(|count| Number::from(count as i64))
    })
}

fn integer_length(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    unary(
        context,
        arguments,
        "integer-length",
        Effort::Linear,
        |bits| {
            bits.integer_length()
                .map(|count| Number::from(count as i64))
        },
    )
}

fn first_set_bit(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    unary(
        context,
        arguments,
        "first-set-bit",
        Effort::Linear,
        |bits| {
            let first = bits.first_set_bit()?;
            Ok(Number::from(first.map_or(-1, |index| index as i64)))
        },
    )
}

fn is_bit_set(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "bit-set?";
    let index = arguments::count(context, arguments, 0, who)?;
    let bits = arguments::some_number(context, arguments, 1, who)?;
    let set = context.operate_on_one(who, Effort::Linear, bits, move |bits| {
        bits.is_bit_set(index)
    })?;
    match set {
        Ok(set) => Ok(Value::boolean(set)),
        Err(error) => finish(context, arguments, who, Err(error)),
    }
}
