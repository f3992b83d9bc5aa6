//! What the functions of a program name: top-level variables, and other functions. Variables that
//! nobody assigns travel with the code that names them ([`crate::travel`]).

use super::Resolved;
use super::code::each_instruction;
use mound_bytecode::ops::{self, Op, Operand};
use mound_bytecode::unit::{Function, FunctionKind, Unit};

/// What a function names.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    /// References of the unit that it reads.
    pub references: Vec<u32>,
    /// Functions of the unit that it makes or calls.
    pub functions: Vec<u32>,
}

/// What the functions of a program name, and notes what they assign. A library keeps its variables.
pub(super) fn of(unit: &Unit, references: &[Resolved]) -> Box<[Uses]> {
    if !unit.name.is_empty() {
        return Box::default();
    }
    let note_assigned = |named: u32| {
        if let Some(Resolved::Cell(cell)) = references.get(named as usize) {
            cell.note_assigned();
        }
    };
    let uses = unit.functions.iter();
    uses.map(|function| of_function(function, note_assigned))
        .collect()
}

impl Uses {
    /// What a function of any unit names.
    pub fn of(function: &Function) -> Uses {
        of_function(function, |_| ())
    }
}

/// Calls `assigned` with each reference that the function assigns.
fn of_function(function: &Function, assigned: impl Fn(u32)) -> Uses {
    let mut uses = Uses::default();
    let code = match &function.kind {
        FunctionKind::Code(code) => code,
        FunctionKind::Clauses(clauses) => {
            uses.functions.clone_from(clauses);
            return uses;
        }
    };
    each_instruction(code, |at, op, _| {
        let row = op.row();
        let in_first = u32::from(ops::fields(code.instructions[at]).d);
        let operands = [
            (row.d, Some(in_first)),
            (row.w, code.instructions.get(at + 1).copied()),
        ];
        for (operand, named) in operands {
            match (operand, named) {
                (Operand::Function, Some(named)) => uses.functions.push(named),
                (Operand::Reference, Some(named)) => match op {
                    Op::SetGlobal | Op::SetGlobalWide => assigned(named),
                    Op::DefineGlobal | Op::DefineGlobalWide => {}
                    _ => uses.references.push(named),
                },
                _ => {}
            }
        }
    });
    uses.references.sort_unstable();
    uses.references.dedup();
    uses.functions.sort_unstable();
    uses.functions.dedup();
    uses
}
