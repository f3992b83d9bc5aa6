//! Rarer cases of instructions, put behind the function: what machine code does itself, but not in
//! the midst of what it mostly does. What is left to the interpreter is in [`super::cold`].

use super::cold::Cold;
use super::unboxed::Number;
use super::*;

/// A case that is rarer than the one in the midst of the code.
pub enum Case {
    /// A variable that has no value of the process's own in its entry, whose address is
    /// in the first scratch register.
    Variable { cell: usize, key: u32, to: Reg },
    /// A record whose type is not the object it is compared with: goes to the label if it is another type.
    OtherType {
        kind: Reg,
        record: Reg,
        elsewhere: Label,
    },
    /// A fixnum where a flonum was looked for first.
    Convert { to: Double, reg: Reg },
    /// A number whose double does not wait.
    Boxed { to: Double, reg: Reg },
    /// An operation on what are not two fixnums.
    FlonumOperation {
        op: DoubleOp,
        numbers: (Number, Number),
        to: Reg,
        /// Where the result may wait.
        wait: Option<Double>,
        /// How many doubles wait.
        waiting: usize,
    },
    /// The same of a comparison that chooses one of two values.
    FlonumChoice {
        cond: Cond,
        numbers: (Number, Number),
        to: Reg,
        values: [Operand; 2],
    },
    /// A comparison of what are not two fixnums.
    FlonumComparison {
        cond: Cond,
        numbers: (Number, Number),
        outcome: Outcome,
    },
}

/// What becomes of a comparison.
#[derive(Clone, Copy, Debug)]
pub enum Outcome {
    /// Goes there if it does not hold.
    Branch(Label),
    Value(Reg),
}

impl Emitter<'_> {
    /// Puts off a rarer case, to which `label` leads; what follows it goes on here.
    pub fn otherwise(&mut self, label: Label, case: Case, slow: Label) {
        let back = self.asm.here();
        self.cold.push(Cold::Otherwise {
            label,
            case,
            back,
            slow,
        });
    }

    pub fn emit_case(&mut self, case: Case, slow: Label) {
        match case {
            Case::Variable { cell, key, to } => self.foreign_variable((cell, key), to, slow),
            Case::OtherType {
                kind,
                record,
                elsewhere,
            } => self.unless_other_type(kind, record, elsewhere, slow),
            Case::Convert { to, reg } => self.convert(to, reg, slow),
            Case::Boxed { to, reg } => self.load_boxed(to, reg, slow),
            Case::FlonumOperation {
                op,
                numbers,
                to,
                wait,
                waiting,
            } => {
                self.waiting = waiting;
                self.flonum_operation(op, numbers, (to, wait), slow);
            }
            Case::FlonumChoice {
                cond,
                numbers,
                to,
                values,
            } => self.choose_by_doubles((to, values), numbers, cond, slow),
            Case::FlonumComparison {
                cond,
                numbers,
                outcome,
            } => self.compare_flonums(numbers, cond, outcome, slow),
        }
    }
}
