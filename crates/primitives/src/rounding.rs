//! Functions of one number: rounding, exactness, parts, transcendental functions.

use crate::numbers;
use crate::{Area, leaf};
use mound_heap::Value;
use mound_heap::number::{Complex, flonum_of};
use mound_machine::{Arguments, Context, Effort, Host, Raise};
use mound_numbers::{Number, NumberError};

pub(crate) const AREA: Area = &[
    leaf("abs", abs),
    leaf("acos", acos),
    leaf("angle", angle),
    leaf("asin", asin),
    leaf("atan", atan),
    leaf("ceiling", ceiling),
    leaf("cos", cos),
    leaf("denominator", denominator),
    leaf("exact", exact),
    leaf("exp", exp),
    leaf("floor", floor),
    leaf("imag-part", imag_part),
    leaf("inexact", inexact),
    leaf("log", log),
    leaf("magnitude", magnitude),
    leaf("negate", negate),
    leaf("numerator", numerator),
    leaf("real-part", real_part),
    leaf("round", round),
    leaf("sin", sin),
    leaf("sqrt", sqrt),
    leaf("tan", tan),
    leaf("truncate", truncate),
];

/// Flonums beyond this are for the general case; below, a whole one is a fixnum.
const WHOLE_MAX: f64 = (1u64 << 60) as f64;

fn exact(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let whole = flonum_of(context.argument(arguments, 0))
        .filter(|flonum| flonum.abs() < WHOLE_MAX && flonum.fract() == 0.0);
    if let Some(whole) = whole {
        return Ok(Value::fixnum(whole as i64));
    }
    let kind = (Fixnum::Same, Effort::Linear);
    unary(context, arguments, "exact", kind, |_| None, Number::exact)
}

fn real_part(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    match Complex::of(context.argument(arguments, 0)) {
        Some(parts) => Ok(parts.real()),
        None => real_part_of_real(context, host, arguments),
    }
}

fn imag_part(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    match Complex::of(context.argument(arguments, 0)) {
        Some(parts) => Ok(parts.imaginary()),
        None => imag_part_of_real(context, host, arguments),
    }
}

fn magnitude(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let parts = Complex::of(context.argument(arguments, 0));
    let flonums = parts.and_then(|it| Some((flonum_of(it.real())?, flonum_of(it.imaginary())?)));
    match flonums {
        Some((real, imaginary)) => {
            context.reserve(mound_heap::Heap::WORDS_FOR_FLONUM)?;
            Ok(context.heap.flonum(real.hypot(imaginary)))
        }
        None => magnitude_of_any(context, host, arguments),
    }
}

/// How a function treats a fixnum.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fixnum {
    /// It gives it back.
    Same,
    General,
}

fn unary(
    context: &mut Context,
    arguments: Arguments,
    who: &str,
    (fixnum, effort): (Fixnum, Effort),
    flonum: impl FnOnce(f64) -> Option<f64>,
    general: impl FnOnce(&Number) -> Result<Number, NumberError> + Send + 'static,
) -> Result<Value, Raise> {
    let value = context.argument(arguments, 0);
    if fixnum == Fixnum::Same && value.is_fixnum() {
        return Ok(value);
    }
    if let Some(result) = flonum_of(value).and_then(flonum) {
        context.reserve(mound_heap::Heap::WORDS_FOR_FLONUM)?;
        return Ok(context.heap.flonum(result));
    }
    numbers::unary(context, arguments, who, effort, general)
}

macro_rules! functions {
    ($($function:ident $who:literal $fixnum:ident $effort:expr, ($flonum:expr) ($general:expr);)*) => {$(
        fn $function(
            context: &mut Context,
            _: &mut dyn Host,
            arguments: Arguments,
        ) -> Result<Value, Raise> {
            unary(context, arguments, $who, (Fixnum::$fixnum, $effort), $flonum, $general)
        }
    )*};
}

functions! {
    ceiling "ceiling" Same Effort::Sum, (|x| Some(x.ceil())) (|x| x.ceiling());
    floor "floor" Same Effort::Sum, (|x| Some(x.floor())) (|x| x.floor());
    round "round" Same Effort::Sum, (|x| Some(x.round_ties_even())) (|x| x.round());
    truncate "truncate" Same Effort::Sum, (|x| Some(x.trunc())) (|x| x.truncate());
    inexact "inexact" General Effort::Sum, (Some) (|x| Ok(x.inexact()));
    numerator "numerator" Same Effort::Linear, (|x| (!x.is_finite()).then_some(x)) (|x| x.numerator());
    denominator "denominator" General Effort::Linear, (|x| (!x.is_finite()).then_some(1.0)) (|x| x.denominator());
    abs "abs" General Effort::Linear, (|x| Some(x.abs())) (|x| x.absolute());
    negate "-" General Effort::Linear, (|x| Some(-x)) (|x| Ok(x.negate()));
    exp "exp" General Effort::Sum, (|x| Some(x.exp())) (|x| Ok(x.exp()));
    log "log" General Effort::Sum, (|x| (x > 0.0).then(|| x.ln())) (|x| x.log());
    sin "sin" General Effort::Sum, (|x| Some(x.sin())) (|x| Ok(x.sin()));
    cos "cos" General Effort::Sum, (|x| Some(x.cos())) (|x| Ok(x.cos()));
    tan "tan" General Effort::Sum, (|x| Some(x.tan())) (|x| Ok(x.tan()));
    asin "asin" General Effort::Sum, (|x| (x.abs() <= 1.0).then(|| x.asin())) (|x| Ok(x.asin()));
    acos "acos" General Effort::Sum, (|x| (x.abs() <= 1.0).then(|| x.acos())) (|x| Ok(x.acos()));
    atan "atan" General Effort::Sum, (|x| Some(x.atan())) (|x| Ok(x.atan()));
    angle "angle" General Effort::Sum, (|_| None) (|x| Ok(x.angle()));
    imag_part_of_real "imag-part" General Effort::Linear, (|_| None) (|x| Ok(x.imaginary_part()));
    magnitude_of_any "magnitude" General Effort::Root(2), (|x| Some(x.abs())) (|x| x.magnitude());
    real_part_of_real "real-part" Same Effort::Linear, (Some) (|x| Ok(x.real_part()));
    sqrt "sqrt" General Effort::Root(2), (|x| (x >= 0.0).then(|| x.sqrt())) (|x| x.sqrt());
}
