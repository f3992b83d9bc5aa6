//! Arithmetic beyond the instructions: division, comparison, predicates, numerals.
//!
//! Fixnums and flonums are handled here where that is common; the rest is done
//! by [`mound_numbers::Number`].

use crate::arguments::{self, number, read_text, string};
use crate::{Area, leaf};
use mound_heap::Value;
use mound_heap::number::{Complex, flonum_of, number_of};
use mound_machine::condition::ConditionKind;
use mound_machine::{Arguments, Context, Host, Raise};
use mound_numbers::{IBig, Number, NumberError};

pub(crate) const AREA: Area = &[
    leaf("%atan2", atan2),
    leaf("%integer-sqrt", integer_sqrt),
    leaf("%integer?", is_integer),
    leaf("%log-base", log_base),
    leaf("%random-integer", random_integer),
    leaf("%random-real", random_real),
    leaf("divide", divide),
    leaf("exact?", is_exact),
    leaf("expt", expt),
    leaf("finite?", is_finite),
    leaf("floor-quotient", floor_quotient),
    leaf("gcd", gcd),
    leaf("infinite?", is_infinite),
    leaf("lcm", lcm),
    leaf("make-polar", make_polar),
    leaf("make-rectangular", make_rectangular),
    leaf("max", max),
    leaf("min", min),
    leaf("modulo", modulo),
    leaf("nan?", is_nan),
    leaf("number->string", number_to_string),
    leaf("rationalize", rationalize),
    leaf("string->number", string_to_number),
];

/// `number` or the condition for `error`, which is about all the arguments.
pub(crate) fn finish(
    context: &mut Context,
    arguments: Arguments,
    who: &str,
    result: Result<Number, NumberError>,
) -> Result<Value, Raise> {
    match result {
        Ok(number) => context.number(&number),
        Err(error) => {
            let operands: Vec<Value> = (0..arguments.count)
                .map(|index| context.argument(arguments, index))
                .collect();
            if error == NumberError::NotReal
                && let Some(index) = (0..arguments.count)
                    .find(|&index| !mound_heap::number::is_real(context.argument(arguments, index)))
            {
                return Err(arguments::wrong(
                    context,
                    arguments,
                    index,
                    who,
                    "a real number",
                ));
            }
            if matches!(error, NumberError::NotFinite | NumberError::Negative) {
                let what = error.to_string();
                return Err(context.complaint(ConditionKind::Range, who, &what, &operands));
            }
            Err(context.number_error(who, error, &operands))
        }
    }
}

fn binary(
    context: &mut Context,
    arguments: Arguments,
    who: &str,
    operation: impl FnOnce(&Number, &Number) -> Result<Number, NumberError>,
) -> Result<Value, Raise> {
    let left = number(context, arguments, 0, who)?;
    let right = number(context, arguments, 1, who)?;
    // Quadratic at worst, so the product of the sizes in words is the price.
    let work = (left.size_bits() / 64 + 1).saturating_mul(right.size_bits() / 64 + 1);
    arguments::charge(context, work);
    finish(context, arguments, who, operation(&left, &right))
}

/// Both arguments, if they are fixnums.
fn fixnums(context: &Context, arguments: Arguments) -> Option<(i64, i64)> {
    let left = context.argument(arguments, 0).as_fixnum()?;
    Some((left, context.argument(arguments, 1).as_fixnum()?))
}

/// Both arguments, if they are flonums.
fn flonums(context: &Context, arguments: Arguments) -> Option<(f64, f64)> {
    let left = flonum_of(context.argument(arguments, 0))?;
    Some((left, flonum_of(context.argument(arguments, 1))?))
}

fn divide(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    if let Some((left, right)) = flonums(context, arguments) {
        return context.number(&Number::Flonum(left / right));
    }
    if let Some((left, right)) = fixnums(context, arguments)
        && right != 0
        && left % right == 0
        && let Some(quotient) = Value::try_fixnum(left / right)
    {
        return Ok(quotient);
    }
    binary(context, arguments, "/", |left, right| left.divide(right))
}

fn modulo(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    if let Some((left, right)) = fixnums(context, arguments)
        && right != 0
    {
        let remainder = left % right;
        let wrong_sign = remainder != 0 && (remainder < 0) != (right < 0);
        return Ok(Value::fixnum(if wrong_sign {
            remainder + right
        } else {
            remainder
        }));
    }
    binary(context, arguments, "modulo", |left, right| {
        left.floor_remainder(right)
    })
}

fn floor_quotient(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    binary(context, arguments, "floor-quotient", |left, right| {
        left.floor_quotient(right)
    })
}

fn gcd(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    if let Some((left, right)) = fixnums(context, arguments) {
        let (mut larger, mut smaller) = (left.unsigned_abs(), right.unsigned_abs());
        while smaller != 0 {
            (larger, smaller) = (smaller, larger % smaller);
        }
        if let Some(divisor) = i64::try_from(larger).ok().and_then(Value::try_fixnum) {
            return Ok(divisor);
        }
    }
    binary(context, arguments, "gcd", |left, right| left.gcd(right))
}

fn lcm(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    binary(context, arguments, "lcm", |left, right| left.lcm(right))
}

fn expt(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    binary(context, arguments, "expt", |base, exponent| {
        base.expt(exponent)
    })
}

fn make_polar(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    binary(context, arguments, "make-polar", Number::polar)
}

fn make_rectangular(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    binary(context, arguments, "make-rectangular", |real, imaginary| {
        Number::rectangular(real.clone(), imaginary.clone())
    })
}

fn rationalize(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    binary(context, arguments, "rationalize", |number, tolerance| {
        number.rationalize(tolerance)
    })
}

fn atan2(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    binary(context, arguments, "atan", |y, x| y.atan2(x))
}

fn log_base(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    binary(context, arguments, "log", |number, base| {
        number.log_base(base)
    })
}

fn max(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    if let Some((left, right)) = fixnums(context, arguments) {
        return Ok(Value::fixnum(left.max(right)));
    }
    binary(context, arguments, "max", |left, right| left.max(right))
}

fn min(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    if let Some((left, right)) = fixnums(context, arguments) {
        return Ok(Value::fixnum(left.min(right)));
    }
    binary(context, arguments, "min", |left, right| left.min(right))
}

fn integer_sqrt(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "exact-integer-sqrt";
    let operand = number(context, arguments, 0, who)?;
    arguments::charge(context, operand.size_bits());
    finish(
        context,
        arguments,
        who,
        operand.exact_integer_sqrt().map(|(root, _)| root),
    )
}

/// Any object may be asked.
fn is_integer(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let number = number_of(context.argument(arguments, 0));
    Ok(Value::boolean(
        number.is_some_and(|number| number.is_integer()),
    ))
}

fn is_exact(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let value = context.argument(arguments, 0);
    if value.is_fixnum() {
        return Ok(Value::TRUE);
    }
    let number = number(context, arguments, 0, "exact?")?;
    Ok(Value::boolean(number.is_exact()))
}

/// Whether `test` holds for a number or a part of it; exact ones count as 0.
fn test(
    context: &mut Context,
    arguments: Arguments,
    who: &str,
    test: fn(f64) -> bool,
) -> Result<Value, Raise> {
    let value = context.argument(arguments, 0);
    if let Some(flonum) = flonum_of(value) {
        return Ok(Value::boolean(test(flonum)));
    }
    if let Some(parts) = Complex::of(value) {
        let holds = |part| flonum_of(part).is_some_and(test);
        return Ok(Value::boolean(
            holds(parts.real()) || holds(parts.imaginary()),
        ));
    }
    if !mound_heap::number::is_number(value) {
        return Err(arguments::wrong(context, arguments, 0, who, "a number"));
    }
    Ok(Value::boolean(test(0.0)))
}

fn is_finite(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let is_not = test(context, arguments, "finite?", |part| !part.is_finite())?;
    Ok(Value::boolean(!is_not.is_true()))
}

fn is_infinite(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    test(context, arguments, "infinite?", f64::is_infinite)
}

fn is_nan(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    test(context, arguments, "nan?", f64::is_nan)
}

fn radix(context: &mut Context, arguments: Arguments, who: &str) -> Result<u32, Raise> {
    match context.argument(arguments, 1).as_fixnum() {
        Some(radix @ 2..=36) => Ok(radix as u32),
        _ => Err(arguments::wrong(
            context,
            arguments,
            1,
            who,
            "a radix, 2 to 36",
        )),
    }
}

fn number_to_string(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "number->string";
    let operand = number(context, arguments, 0, who)?;
    let radix = radix(context, arguments, who)?;
    if radix > 18 && !operand.is_real() {
        let what = format!("in radix {radix}, `i` is a digit");
        let found = context.argument(arguments, 0);
        return Err(context.complaint(ConditionKind::Range, who, &what, &[found]));
    }
    arguments::charge(context, operand.size_bits());
    let text = mound_numbers::to_string(&operand, radix);
    arguments::new_string(context, &text, who)
}

fn string_to_number(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "string->number";
    string(context, arguments, 0, who)?;
    let radix = radix(context, arguments, who)?;
    let parse = |text: &str| (mound_numbers::parse(text, radix), text.len());
    let (number, length) = read_text(context, arguments, 0, who, parse)?;
    arguments::charge(context, 4 * length);
    match number {
        Some(number) => context.number(&number),
        None => Ok(Value::FALSE),
    }
}

fn random_integer(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "random-integer";
    let bound = match number(context, arguments, 0, who)? {
        Number::Integer(bound) => bound,
        Number::Ratio(_) | Number::Flonum(_) | Number::Complex(_) => {
            return Err(arguments::wrong(
                context,
                arguments,
                0,
                who,
                "an exact integer",
            ));
        }
    };
    if bound <= IBig::ZERO {
        let found = context.argument(arguments, 0);
        let what = "the bound must be positive";
        return Err(context.complaint(ConditionKind::Range, who, what, &[found]));
    }
    // 64 bits more than the bound has make the unevenness of the remainder negligible.
    let words = Number::Integer(bound.clone()).size_bits() / 64 + 2;
    let limbs: Vec<u64> = (0..words).map(|_| host.system().random()).collect();
    arguments::charge(context, words * words);
    let Number::Integer(wide) = Number::from_limbs(false, &limbs) else {
        return Ok(Value::fixnum(0));
    };
    let random = Number::Integer(wide).floor_remainder(&Number::Integer(bound));
    finish(context, arguments, who, random)
}

fn random_real(context: &mut Context, host: &mut dyn Host, _: Arguments) -> Result<Value, Raise> {
    // The 53 bits that a double between a half and one has.
    let bits = host.system().random() >> 11;
    context.number(&Number::Flonum(bits as f64 / (1u64 << 53) as f64))
}

/// A name that is new on every node, for `generate-symbol`.
pub(crate) fn fresh_name(host: &mut dyn Host) -> String {
    let serial = host.processes().fresh_serial();
    format!("g{serial}-{:016x}", host.system().random())
}
