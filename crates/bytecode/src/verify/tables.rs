//! Rules T1 to T7: names, primitives, references, constants, exports.

use super::{Result, fail, range};
use crate::error::{VerifyFault, VerifyPlace};
use crate::integer;
use crate::limits::*;
use crate::primitives::{self, Signature};
use crate::unit::{Constant, Export, ExportTarget, Reference, Unit};
use std::collections::HashSet;

/// Rules T1, T2 for imports, and T7.
pub(super) fn check_names(unit: &Unit) -> Result<()> {
    let libraries = unit.imports.iter().map(|import| &import.library);
    for name in libraries.chain([&unit.name]) {
        if name.len() > NAME_BYTES_MAX {
            return fail(VerifyPlace::Unit, VerifyFault::NameTooLong);
        }
    }
    if !unit
        .imports
        .is_sorted_by(|left, right| (&left.library, left.hash) < (&right.library, right.hash))
    {
        return fail(VerifyPlace::Unit, VerifyFault::NotAscending("imports"));
    }
    check_debug_count(unit)
}

/// Rule T7.
pub(super) fn check_debug_count(unit: &Unit) -> Result<()> {
    let (found, functions) = (unit.debug.functions.len(), unit.functions.len());
    if found != 0 && found != functions {
        let fault = VerifyFault::DebugCount {
            found: found as u32,
            functions: functions as u32,
        };
        return fail(VerifyPlace::Unit, fault);
    }
    Ok(())
}

/// Rules T2 and T3; gives the signatures.
pub(super) fn check_primitives(unit: &Unit) -> Result<Vec<&'static Signature>> {
    let names = &unit.primitives;
    if !names.is_sorted_by(|left, right| left < right) {
        return fail(VerifyPlace::Unit, VerifyFault::NotAscending("primitives"));
    }
    // No capacity from the count: it ends at the first name that is unknown.
    let mut signatures = Vec::new();
    for name in names {
        match primitives::find(name) {
            Some(signature) => signatures.push(signature),
            None => {
                return fail(
                    VerifyPlace::Unit,
                    VerifyFault::UnknownPrimitive(name.clone()),
                );
            }
        }
    }
    Ok(signatures)
}

/// Rule T4.
pub(super) fn check_references(unit: &Unit) -> Result<()> {
    for (index, reference) in unit.references.iter().enumerate() {
        if let Reference::Imported { import, .. } = *reference
            && import as usize >= unit.imports.len()
        {
            return fail(
                VerifyPlace::Reference(index as u32),
                range("import", import, unit.imports.len()),
            );
        }
    }
    Ok(())
}

/// Rule T5.
pub(super) fn check_constants(unit: &Unit) -> Result<()> {
    // Holes that nothing is tied to yet.
    let mut open = HashSet::new();
    for (index, constant) in unit.constants.iter().enumerate() {
        let fault = match constant {
            Constant::Hole => {
                open.insert(index as u32);
                None
            }
            Constant::Tie { hole, value } => later(index, &[*hole, *value]).or_else(|| {
                let tied = &unit.constants[*value as usize];
                let fits = matches!(tied, Constant::Pair(..) | Constant::Vector(_));
                (!fits || !open.remove(hole)).then_some(VerifyFault::Tie(*hole, *value))
            }),
            Constant::Integer(bytes) if !integer::is_shortest(bytes) => {
                Some(VerifyFault::IntegerNotShortest)
            }
            Constant::Ratio(numerator, denominator) => {
                let parts = [*numerator, *denominator];
                later(index, &parts).or_else(|| ratio_fault(&unit.constants, parts))
            }
            Constant::Complex(real, imaginary) => {
                let parts = [*real, *imaginary];
                later(index, &parts).or_else(|| complex_fault(&unit.constants, parts))
            }
            Constant::Numbers(kind, bytes) => {
                let cut = bytes.len() % kind.width();
                (cut != 0).then_some(VerifyFault::ElementCut(cut))
            }
            Constant::Pair(first, second) => later(index, &[*first, *second]),
            Constant::Vector(elements) => later(index, elements),
            Constant::RecordType { library, .. } if library.len() > NAME_BYTES_MAX => {
                Some(VerifyFault::NameTooLong)
            }
            Constant::RecordType { fields, .. } if fields.len() > RECORD_FIELDS_MAX => {
                Some(VerifyFault::TooMany("fields"))
            }
            Constant::RecordType { .. }
            | Constant::Integer(_)
            | Constant::Immediate(_)
            | Constant::Character(_)
            | Constant::Flonum(_)
            | Constant::Symbol(_)
            | Constant::String(_)
            | Constant::Bytevector(_) => None,
        };
        if let Some(fault) = fault {
            return fail(VerifyPlace::Constant(index as u32), fault);
        }
    }
    match open.into_iter().min() {
        Some(hole) => fail(VerifyPlace::Constant(hole), VerifyFault::OpenHole),
        None => Ok(()),
    }
}

/// The first of `references` that is not to a constant before `index`.
fn later(index: usize, references: &[u32]) -> Option<VerifyFault> {
    references
        .iter()
        .find(|&&reference| reference as usize >= index)
        .map(|&reference| VerifyFault::LaterConstant(reference))
}

fn ratio_fault(constants: &[Constant], [numerator, denominator]: [u32; 2]) -> Option<VerifyFault> {
    let part = |index: u32| match constants.get(index as usize) {
        Some(Constant::Integer(bytes)) if bytes.len() <= RATIO_PART_BYTES_MAX => Some(bytes),
        _ => None,
    };
    if part(numerator).is_none() {
        return Some(VerifyFault::RatioPart(numerator));
    }
    let at_least_two = |bytes: &[u8]| match *bytes {
        [] => false,
        [only] => (2..0x80).contains(&only),
        [.., last] => last < 0x80,
    };
    if !part(denominator).is_some_and(|bytes| at_least_two(bytes)) {
        return Some(VerifyFault::RatioPart(denominator));
    }
    None
}

fn complex_fault(constants: &[Constant], [real, imaginary]: [u32; 2]) -> Option<VerifyFault> {
    let is_flonum = |index: u32| match constants.get(index as usize) {
        Some(Constant::Flonum(_)) => Some(true),
        Some(Constant::Integer(_) | Constant::Ratio(..)) => Some(false),
        _ => None,
    };
    let Some(inexact) = is_flonum(real) else {
        return Some(VerifyFault::ComplexPart(real));
    };
    let is_zero = |index: u32| matches!(constants.get(index as usize), Some(Constant::Integer(bytes)) if bytes.is_empty());
    if is_flonum(imaginary) != Some(inexact) || is_zero(imaginary) {
        return Some(VerifyFault::ComplexPart(imaginary));
    }
    None
}

/// Rule T6.
pub(super) fn check_exports(unit: &Unit) -> Result<()> {
    let mut names = HashSet::new();
    for (index, export) in unit.exports.iter().enumerate() {
        let fault = if names.insert(export.name) {
            export_fault(unit, export)
        } else {
            Some(VerifyFault::DuplicateExport(export.name.to_string()))
        };
        if let Some(fault) = fault {
            return fail(VerifyPlace::Export(index as u32), fault);
        }
    }
    Ok(())
}

fn export_fault(unit: &Unit, export: &Export) -> Option<VerifyFault> {
    match export.target {
        ExportTarget::Function(index) => match unit.functions.get(index as usize) {
            None => Some(range("function", index, unit.functions.len())),
            Some(function) if function.free_count > 0 => Some(VerifyFault::ExportOfClosure(index)),
            Some(_) => None,
        },
        ExportTarget::Reference(index) => match unit.references.get(index as usize) {
            None => Some(range("reference", index, unit.references.len())),
            Some(Reference::Interactive { .. }) => Some(VerifyFault::ExportOfInteractive(index)),
            Some(Reference::Own { .. } | Reference::Imported { .. }) => None,
        },
    }
}
