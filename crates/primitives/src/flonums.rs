//! Functions of flonums that no instruction and no R7RS procedure has: for SRFI 144.
//!
//! They are computed by `libm` and not by the library of the system, so that they give the same
//! digits on each machine. Exact numbers are refused: the procedures that call these know.

use crate::{Area, arguments, leaf};
use mound_heap::number::flonum_of;
use mound_heap::{Heap, Value};
use mound_machine::{Arguments, Context, Host, Raise};

pub(crate) const AREA: Area = &[
    leaf("%acosh", acosh),
    leaf("%asinh", asinh),
    leaf("%atanh", atanh),
    leaf("%bessel-first", bessel_first),
    leaf("%bessel-second", bessel_second),
    leaf("%cosh", cosh),
    leaf("%cube-root", cube_root),
    leaf("%erf", erf),
    leaf("%erfc", erfc),
    leaf("%exp-1", exp_minus_1),
    leaf("%exp2", exp2),
    leaf("%gamma", gamma),
    leaf("%hypotenuse", hypotenuse),
    leaf("%log-gamma", log_gamma),
    leaf("%log1+", log_1_plus),
    leaf("%log10", log10),
    leaf("%log2", log2),
    leaf("%multiply-add", multiply_add),
    leaf("%sinh", sinh),
    leaf("%tanh", tanh),
];

/// What these functions cost beside an addition: a fixed number of steps, but for the Bessel
/// functions.
const STEPS: usize = 64;

/// A Bessel function of order *n* takes about *n* steps, of a large one few.
const MOST_STEPS: usize = 1 << 20;

fn flonum(
    context: &mut Context,
    arguments: Arguments,
    index: u32,
    who: &str,
) -> Result<f64, Raise> {
    match flonum_of(context.argument(arguments, index)) {
        Some(number) => Ok(number),
        None => Err(arguments::wrong(context, arguments, index, who, "a flonum")),
    }
}

fn give(context: &mut Context, result: f64) -> Result<Value, Raise> {
    context.reserve(Heap::WORDS_FOR_FLONUM)?;
    Ok(context.heap.flonum(result))
}

macro_rules! functions {
    ($($function:ident $who:literal $compute:expr;)*) => {$(
        fn $function(
            context: &mut Context,
            _: &mut dyn Host,
            arguments: Arguments,
        ) -> Result<Value, Raise> {
            let x = flonum(context, arguments, 0, $who)?;
            arguments::charge(context, STEPS);
            give(context, $compute(x))
        }
    )*};
}

functions! {
    acosh "flacosh" libm::acosh;
    asinh "flasinh" libm::asinh;
    atanh "flatanh" libm::atanh;
    cosh "flcosh" libm::cosh;
    cube_root "flcbrt" libm::cbrt;
    erf "flerf" libm::erf;
    erfc "flerfc" libm::erfc;
    exp_minus_1 "flexp-1" libm::expm1;
    exp2 "flexp2" libm::exp2;
    gamma "flgamma" libm::tgamma;
    log_gamma "flloggamma" libm::lgamma;
    log_1_plus "fllog1+" libm::log1p;
    log10 "fllog10" libm::log10;
    log2 "fllog2" libm::log2;
    sinh "flsinh" libm::sinh;
    tanh "fltanh" libm::tanh;
}

fn hypotenuse(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let x = flonum(context, arguments, 0, "flhypot")?;
    let y = flonum(context, arguments, 1, "flhypot")?;
    give(context, libm::hypot(x, y))
}

fn multiply_add(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let x = flonum(context, arguments, 0, "fl+*")?;
    let y = flonum(context, arguments, 1, "fl+*")?;
    let z = flonum(context, arguments, 2, "fl+*")?;
    give(context, x.mul_add(y, z))
}

fn bessel(
    context: &mut Context,
    arguments: Arguments,
    who: &str,
    compute: fn(i32, f64) -> f64,
) -> Result<Value, Raise> {
    let order = context.argument(arguments, 0).as_fixnum();
    let order = order.and_then(|order| i32::try_from(order).ok());
    let Some(order) = order.filter(|order| order.unsigned_abs() as usize <= MOST_STEPS) else {
        let expected = "an order, an exact integer from -1048576 to 1048576";
        return Err(arguments::wrong(context, arguments, 0, who, expected));
    };
    let x = flonum(context, arguments, 1, who)?;
    arguments::charge(context, STEPS * (1 + order.unsigned_abs() as usize));
    give(context, compute(order, x))
}

fn bessel_first(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    bessel(context, arguments, "flfirst-bessel", libm::jn)
}

fn bessel_second(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    bessel(context, arguments, "flsecond-bessel", libm::yn)
}
