//! Functions of one number: rounding, exactness, parts, transcendental functions.

use crate::arguments::{self, number};
use crate::numbers::finish;
use crate::{Area, leaf};
use mound_heap::Value;
use mound_heap::number::flonum_of;
use mound_machine::{Arguments, Context, Host, Raise};
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
    fixnum: Fixnum,
    flonum: impl FnOnce(f64) -> Option<f64>,
    general: impl FnOnce(&Number) -> Result<Number, NumberError>,
) -> Result<Value, Raise> {
    let value = context.argument(arguments, 0);
    if fixnum == Fixnum::Same && value.is_fixnum() {
        return Ok(value);
    }
    if let Some(result) = flonum_of(value).and_then(flonum) {
        context.reserve(mound_heap::Heap::WORDS_FOR_FLONUM)?;
        return Ok(context.heap.flonum(result));
    }
    let operand = number(context, arguments, 0, who)?;
    arguments::charge(context, operand.size_bits() / 8);
    finish(context, arguments, who, general(&operand))
}

macro_rules! functions {
    ($($function:ident $who:literal $fixnum:ident ($flonum:expr) ($general:expr);)*) => {$(
        fn $function(
            context: &mut Context,
            _: &mut dyn Host,
            arguments: Arguments,
        ) -> Result<Value, Raise> {
            unary(context, arguments, $who, Fixnum::$fixnum, $flonum, $general)
        }
    )*};
}

functions! {
    ceiling "ceiling" Same (|x| Some(x.ceil())) (|x| x.ceiling());
    floor "floor" Same (|x| Some(x.floor())) (|x| x.floor());
    round "round" Same (|x| Some(x.round_ties_even())) (|x| x.round());
    truncate "truncate" Same (|x| Some(x.trunc())) (|x| x.truncate());
    exact "exact" Same (|_| None) (|x| x.exact());
    inexact "inexact" General (Some) (|x| Ok(x.inexact()));
    numerator "numerator" Same (|x| (!x.is_finite()).then_some(x)) (|x| x.numerator());
    denominator "denominator" General (|x| (!x.is_finite()).then_some(1.0)) (|x| x.denominator());
    abs "abs" General (|x| Some(x.abs())) (|x| x.absolute());
    negate "-" General (|x| Some(-x)) (|x| Ok(x.negate()));
    exp "exp" General (|x| Some(x.exp())) (|x| Ok(x.exp()));
    log "log" General (|_| None) (|x| x.log());
    sin "sin" General (|x| Some(x.sin())) (|x| Ok(x.sin()));
    cos "cos" General (|x| Some(x.cos())) (|x| Ok(x.cos()));
    tan "tan" General (|x| Some(x.tan())) (|x| Ok(x.tan()));
    asin "asin" General (|x| (x.abs() <= 1.0).then(|| x.asin())) (|x| Ok(x.asin()));
    acos "acos" General (|x| (x.abs() <= 1.0).then(|| x.acos())) (|x| Ok(x.acos()));
    atan "atan" General (|x| Some(x.atan())) (|x| Ok(x.atan()));
    angle "angle" General (|_| None) (|x| Ok(x.angle()));
    imag_part "imag-part" General (|_| None) (|x| Ok(x.imaginary_part()));
    magnitude "magnitude" General (|x| Some(x.abs())) (|x| x.magnitude());
    real_part "real-part" Same (Some) (|x| Ok(x.real_part()));
    sqrt "sqrt" General (|x| (x >= 0.0).then(|| x.sqrt())) (|x| x.sqrt());
}
