//! Rules D1 and D2: debug information that can be shown.
//!
//! It cannot be seen here whether names and places are the true ones.

use super::{Result, fail};
use crate::error::{VerifyFault, VerifyPlace};
use crate::unit::{Debug, Extent, ExtentKind, Function, FunctionDebug, FunctionKind, Unit};

pub(super) fn check(unit: &Unit) -> Result<()> {
    let debug = &unit.debug;
    for extent in &debug.extents {
        check_extent(debug, extent)?;
    }
    for (index, (of, function)) in debug.functions.iter().zip(&unit.functions).enumerate() {
        check_function(debug, of, function, VerifyPlace::Function(index as u32))?;
    }
    Ok(())
}

fn check_extent(debug: &Debug, extent: &Extent) -> Result<()> {
    let written = (extent.source, extent.start, extent.end);
    check_span(debug, written, VerifyPlace::Unit)?;
    match extent.kind {
        ExtentKind::Procedure(Some(call)) => check_span(debug, call, VerifyPlace::Unit),
        ExtentKind::Procedure(None) | ExtentKind::Inlined | ExtentKind::Exchanged => Ok(()),
    }
}

fn check_function(
    debug: &Debug,
    of: &FunctionDebug,
    function: &Function,
    at: VerifyPlace,
) -> Result<()> {
    // What the compiler made itself stands nowhere.
    if *of == FunctionDebug::default() {
        return Ok(());
    }
    check_span(debug, of.span, at)?;
    let words = match &function.kind {
        FunctionKind::Code(code) => code.instructions.len(),
        FunctionKind::Clauses(_) => 0,
    };
    let ascend = of.places.is_sorted_by(|one, next| one.word < next.word);
    let last = of.places.last();
    if !ascend || last.is_some_and(|place| place.word as usize >= words) {
        return fail(at, VerifyFault::DebugOrder);
    }
    for place in &of.places {
        check_span(debug, (place.source, place.start, place.end), at)?;
    }
    Ok(())
}

/// Whether source, start and end are part of a text.
fn check_span(debug: &Debug, span: (u32, u32, u32), at: VerifyPlace) -> Result<()> {
    let (source, start, end) = span;
    let text = debug.sources.get(source as usize);
    match text.and_then(|(_, text)| text.get(start as usize..end as usize)) {
        Some(_) => Ok(()),
        None => fail(at, VerifyFault::DebugSource { source, start, end }),
    }
}
