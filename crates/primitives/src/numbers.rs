//! Arithmetic beyond the instructions: division, comparison, predicates, numerals.
//!
//! Fixnums and flonums are handled here where that is common; the rest is done
//! by [`mound_numbers::Number`].

use crate::arguments::{self, string};
use crate::{Area, leaf};
use mound_heap::number::{Bignum, Complex, compare_integers, flonum_of};
use mound_heap::{Heap, StringView, Value};
use mound_machine::condition::ConditionKind;
use mound_machine::{Arguments, Context, Effort, Host, Raise};
use mound_numbers::{Number, NumberError};
use std::cmp::Ordering;

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

/// What `operation` gives for the two arguments; perhaps by a computation.
pub(crate) fn binary(
    context: &mut Context,
    arguments: Arguments,
    who: &str,
    effort: Effort,
    operation: impl FnOnce(&Number, &Number) -> Result<Number, NumberError> + Send + 'static,
) -> Result<Value, Raise> {
    let left = arguments::some_number(context, arguments, 0, who)?;
    let right = arguments::some_number(context, arguments, 1, who)?;
    let result = context.operate(who, effort, left, right, operation)?;
    finish(context, arguments, who, result)
}

/// The same for one argument.
pub(crate) fn unary(
    context: &mut Context,
    arguments: Arguments,
    who: &str,
    effort: Effort,
    operation: impl FnOnce(&Number) -> Result<Number, NumberError> + Send + 'static,
) -> Result<Value, Raise> {
    let operand = arguments::some_number(context, arguments, 0, who)?;
    let result = context.operate_on_one(who, effort, operand, operation)?;
    finish(context, arguments, who, result)
}

/// Both arguments, if they are fixnums.
fn fixnums(context: &Context, arguments: Arguments) -> Option<(i64, i64)> {
    let left = context.argument(arguments, 0).as_fixnum()?;
    Some((left, context.argument(arguments, 1).as_fixnum()?))
}

/// The largest exponent of a power that may be a fixnum, but for those of -1, 0 and 1.
const POWER_MAX: i64 = 60;

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
    let (left, right) = (
        context.argument(arguments, 0),
        context.argument(arguments, 1),
    );
    if let Some(quotient) = context.quotient_of_points(left, right) {
        return quotient;
    }
    if let Some(fraction) = mound_heap::fractions::quotient(left, right) {
        context.reserve(Heap::WORDS_FOR_RATIO)?;
        return Ok(context.heap.fraction(fraction));
    }
    binary(context, arguments, "/", Effort::Fraction, |left, right| {
        left.divide(right)
    })
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
    binary(
        context,
        arguments,
        "modulo",
        Effort::Quotient,
        |left, right| left.floor_remainder(right),
    )
}

fn floor_quotient(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    if let Some((left, right)) = fixnums(context, arguments)
        && right != 0
    {
        let is_between = left % right != 0 && (left < 0) != (right < 0);
        // The one quotient that is no fixnum is left to the general case.
        if let Some(quotient) = Value::try_fixnum(left / right - i64::from(is_between)) {
            return Ok(quotient);
        }
    }
    binary(
        context,
        arguments,
        "floor-quotient",
        Effort::Quotient,
        |left, right| left.floor_quotient(right),
    )
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
    binary(
        context,
        arguments,
        "gcd",
        Effort::Fraction,
        |left, right| left.gcd(right),
    )
}

fn lcm(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    binary(
        context,
        arguments,
        "lcm",
        Effort::Fraction,
        |left, right| left.lcm(right),
    )
}

fn expt(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    if let Some((base, exponent @ 0..=POWER_MAX)) = fixnums(context, arguments)
        && let Some(power) = base
            .checked_pow(exponent as u32)
            .and_then(Value::try_fixnum)
    {
        return Ok(power);
    }
    binary(
        context,
        arguments,
        "expt",
        Effort::Power,
        |base, exponent| base.expt(exponent),
    )
}

fn make_polar(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    binary(context, arguments, "make-polar", Effort::Sum, Number::polar)
}

fn make_rectangular(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    if let Some((real, imaginary)) = flonums(context, arguments) {
        return context.point(real, imaginary);
    }
    binary(
        context,
        arguments,
        "make-rectangular",
        Effort::Linear,
        |real, imaginary| Number::rectangular(real.clone(), imaginary.clone()),
    )
}

fn rationalize(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    binary(
        context,
        arguments,
        "rationalize",
        Effort::Steps,
        |number, tolerance| number.rationalize(tolerance),
    )
}

fn atan2(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let (y, x) = (
        context.argument(arguments, 0),
        context.argument(arguments, 1),
    );
    if let (Some(y), Some(x)) = (flonum_of(y), flonum_of(x)) {
        context.reserve(Heap::WORDS_FOR_FLONUM)?;
        return Ok(context.heap.flonum(y.atan2(x)));
    }
    binary(context, arguments, "atan", Effort::Sum, |y, x| y.atan2(x))
}

fn log_base(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    binary(
        context,
        arguments,
        "log",
        Effort::Fraction,
        |number, base| number.log_base(base),
    )
}

/// The one of two flonums that has this order to the other, the first if both are the same; neither if one is no number.
fn chosen_flonum(context: &Context, arguments: Arguments, wanted: Ordering) -> Option<Value> {
    let (left, right) = flonums(context, arguments)?;
    let order = left.partial_cmp(&right)?;
    let is_first = order == wanted || order == Ordering::Equal;
    Some(context.argument(arguments, u32::from(!is_first)))
}

fn max(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    if let Some((left, right)) = fixnums(context, arguments) {
        return Ok(Value::fixnum(left.max(right)));
    }
    if let Some(chosen) = chosen_flonum(context, arguments, Ordering::Greater) {
        return Ok(chosen);
    }
    binary(context, arguments, "max", Effort::Product, |left, right| {
        left.max(right)
    })
}

fn min(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    if let Some((left, right)) = fixnums(context, arguments) {
        return Ok(Value::fixnum(left.min(right)));
    }
    if let Some(chosen) = chosen_flonum(context, arguments, Ordering::Less) {
        return Ok(chosen);
    }
    binary(context, arguments, "min", Effort::Product, |left, right| {
        left.min(right)
    })
}

fn integer_sqrt(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "exact-integer-sqrt";
    let fixnum = context.argument(arguments, 0).as_fixnum();
    if let Some(number) = fixnum.filter(|&number| number >= 0) {
        return Ok(Value::fixnum(fixnum_sqrt(number)));
    }
    unary(context, arguments, who, Effort::Root(2), |operand| {
        operand.exact_integer_sqrt().map(|(root, _)| root)
    })
}

/// The whole part of the square root of a fixnum that is not negative. What the processor takes for
/// the root of the nearest double is off by one at most.
fn fixnum_sqrt(number: i64) -> i64 {
    let root = (number as f64).sqrt() as i64;
    match root * root > number {
        true => root - 1,
        false => root + i64::from((root + 1) * (root + 1) <= number),
    }
}

/// Any object may be asked.
fn is_integer(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let value = context.argument(arguments, 0);
    let is_whole = match flonum_of(value) {
        Some(flonum) => flonum.is_finite() && flonum.fract() == 0.0,
        None => value.is_fixnum() || Bignum::of(value).is_some(),
    };
    Ok(Value::boolean(is_whole))
}

fn is_exact(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let value = arguments::some_number(context, arguments, 0, "exact?")?;
    Ok(Value::boolean(mound_heap::number::is_exact(value)))
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
    let operand = arguments::some_number(context, arguments, 0, who)?;
    let radix = radix(context, arguments, who)?;
    if radix > 18 && Complex::of(operand).is_some() {
        let what = format!("in radix {radix}, `i` is a digit");
        let found = context.argument(arguments, 0);
        return Err(context.complaint(ConditionKind::Range, who, &what, &[found]));
    }
    if let (Some(fixnum), 10) = (operand.as_fixnum(), radix) {
        return fixnum_to_string(context, fixnum, who);
    }
    let text = context.operate_on_one(who, Effort::Digits, operand, move |number| {
        mound_numbers::to_string(number, radix)
    })?;
    arguments::new_string(context, &text, who)
}

/// The decimal digits of a fixnum.
pub(crate) fn fixnum_to_string(
    context: &mut Context,
    fixnum: i64,
    who: &str,
) -> Result<Value, Raise> {
    // As many as 61 bits take, and a sign.
    let (mut digits, mut start) = ([b'0'; 20], 20);
    let mut rest = fixnum.unsigned_abs();
    loop {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if fixnum < 0 {
        start -= 1;
        digits[start] = b'-';
    }
    let digits = &digits[start..];
    arguments::charge(context, digits.len());
    arguments::reserve_object(context, 2 + digits.len() / 8, who)?;
    Ok(context.heap.string_of_latin_1(digits))
}

fn string_to_number(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "string->number";
    let length = string(context, arguments, 0, who)?.len();
    let radix = radix(context, arguments, who)?;
    if radix == 10
        && let Some(fixnum) = short_decimal(string(context, arguments, 0, who)?)
    {
        return Ok(Value::fixnum(fixnum));
    }
    let cost = Effort::of_digits(length);
    let number = context.compute(who, cost, |context| {
        let text = string(context, arguments, 0, who)?;
        let text: String = match text.ascii() {
            Some(text) => text.to_owned(),
            None => text.chars().collect(),
        };
        Ok(move || mound_numbers::parse(&text, radix))
    })?;
    context.pay(cost);
    match number {
        Some(number) => context.number(&number),
        None => Ok(Value::FALSE),
    }
}

/// Digits of the longest numeral that is surely a fixnum.
const DIGITS_MAX: usize = 18;

/// The integer whose numeral a string is, if that is only decimal digits, perhaps after a minus, and
/// few of them.
fn short_decimal(text: StringView) -> Option<i64> {
    // A character that is no digit is none in any width.
    if text.width() != 1 {
        return None;
    }
    let (is_negative, digits) = match text.bytes().split_first()? {
        (b'-', digits) => (true, digits),
        _ => (false, text.bytes()),
    };
    if digits.is_empty() || digits.len() > DIGITS_MAX {
        return None;
    }
    let mut magnitude = 0;
    for digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        magnitude = 10 * magnitude + i64::from(digit - b'0');
    }
    Some(if is_negative { -magnitude } else { magnitude })
}

fn random_integer(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "random-integer";
    let bound = arguments::some_number(context, arguments, 0, who)?;
    if !bound.is_fixnum() && Bignum::of(bound).is_none() {
        return Err(arguments::wrong(
            context,
            arguments,
            0,
            who,
            "an exact integer",
        ));
    }
    if !compare_integers(bound, Value::fixnum(0)).is_some_and(Ordering::is_gt) {
        let found = context.argument(arguments, 0);
        let what = "the bound must be positive";
        return Err(context.complaint(ConditionKind::Range, who, what, &[found]));
    }
    // 64 bits more than the bound has make the unevenness of the remainder negligible.
    let words = mound_heap::number::size_of(bound).words + 1;
    let mut limbs: Vec<u64> = (0..words.min(RANDOM_WORDS))
        .map(|_| host.system().random())
        .collect();
    let random = context.operate_on_one(who, Effort::Linear, bound, move |bound| {
        stretch(&mut limbs, words);
        Number::from_limbs(false, &limbs).floor_remainder(bound)
    })?;
    finish(context, arguments, who, random)
}

/// Words that are taken from the host's source for one number. Longer ones are made of these.
const RANDOM_WORDS: usize = 1024;

/// Makes the words as many as there are to be, by an additive generator with long lags
/// (D. Knuth, TAOCP 3.2.2).
fn stretch(limbs: &mut Vec<u64>, words: usize) {
    for index in limbs.len()..words {
        limbs.push(
            limbs[index - 1000]
                .wrapping_add(limbs[index - 619])
                .rotate_left(23),
        );
    }
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
