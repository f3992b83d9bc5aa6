//! The interpreter.
//!
//! One loop over the instructions of the running function: the instruction table spelt out. What an
//! instruction does stands in `interpret/`: with its operands and the registers in `registers`,
//! with frames in `calls`, with numbers in `numbers`, with objects in `objects`. All of that is
//! inlined here, so that there is one function and the registers `fp`, `pc`, `code` and `fuel` are
//! its locals. What is not on a hot path lives in `arithmetic`, `proceed`, `procedures`, `capture`
//! and `link`.
//!
//! Fuel: one unit for each procedure entered and each `loop`.

mod calls;
mod numbers;
mod objects;
mod registers;

use crate::access::is_record_of;
use crate::context::Context;
use crate::host::Host;
use crate::native;
use crate::procedures::is_kind;
use crate::proceed::{Next, proceed};
use mound_bytecode::ops;
use mound_bytecode::unit::Immediate;
use mound_heap::Value;
use registers::{Interpreter, Step};
use std::num::NonZeroU64;

/// Why the interpreter stopped. Two words, which come back in registers: each switch of processes
/// passes one on several times.
#[derive(Debug)]
pub enum Stop {
    /// The fuel is used up.
    Yield,
    /// More is to be done than a scheduler should be held for: [`Context::work_apart`] does it, anywhere, and then
    /// the process goes on.
    Apart,
    /// Waits for a message or signal, or for the deadline (nanoseconds of [`crate::System::now`]).
    Wait { deadline: Option<NonZeroU64> },
    /// The computation has returned this value.
    Done(Value),
    /// Ended without a value.
    Halted,
    /// Nobody handled this object.
    Died(Value),
    /// The program is to end with this status.
    Exit(i64),
}

const _: () = assert!(size_of::<Stop>() == 16);

/// The instructions as constants, so that the loop can be a `match` on a byte.
#[allow(
    non_upper_case_globals,
    reason = "named like the instructions they number"
)]
pub(crate) mod op {
    use mound_bytecode::ops::Op;
    macro_rules! constants {
        ($(($name:ident, $mnemonic:literal, $words:literal, $operands:tt, $flow:ident, $doc:literal),)*) => {
            $(pub const $name: u8 = Op::$name as u8;)*
        };
    }
    mound_bytecode::for_each_op!(constants);
}

/// Runs the process until `context.fuel` is used up, or it waits or ends.
#[inline(always)]
pub fn run(context: &mut Context, host: &mut dyn Host) -> Stop {
    match context.hooks.native() {
        Some(_) => native::run(context, host),
        None => execute(context, host),
    }
}

/// The same, for a process that may give its place to another one, which is there then.
#[inline(always)]
pub(crate) fn run_in(place: &mut Box<Context>, host: &mut dyn Host) -> Stop {
    match place.hooks.native() {
        Some(_) => native::run_in(place, host),
        None => execute(place, host),
    }
}

/// Interprets the process and nothing else.
#[inline(never)]
fn execute(context: &mut Context, host: &mut dyn Host) -> Stop {
    let mut next = context.pending();
    loop {
        if let Err(stop) = proceed(context, host, next) {
            return stop;
        }
        next = interpret::<ALONE>(context, host);
    }
}

/// How much the interpreter does: everything.
const ALONE: u8 = 0;
/// One instruction.
const ONE: u8 = 1;
/// All that has no machine code.
const BESIDE: u8 = 2;

/// Executes the instruction at `context.pc`, for machine code that leaves it to the interpreter.
pub(crate) fn execute_one(context: &mut Context, host: &mut dyn Host) -> Next {
    interpret::<ONE>(context, host)
}

/// Executes instructions until one leads to what has machine code, or might get it.
pub(crate) fn execute_beside(context: &mut Context, host: &mut dyn Host) -> Next {
    interpret::<BESIDE>(context, host)
}

#[inline(always)]
fn interpret<const MODE: u8>(context: &mut Context, host: &mut dyn Host) -> Next {
    match Interpreter::<MODE>::new(context, host).instructions() {
        Ok(()) => Next::Go,
        Err(next) => next,
    }
}

impl<const MODE: u8> Interpreter<'_, MODE> {
    /// The loop. It and all that it calls are one function in the end.
    #[allow(
        clippy::cognitive_complexity,
        reason = "the instruction table spelt out"
    )]
    #[inline(always)]
    fn instructions(&mut self) -> Step<()> {
        loop {
            // SAFETY: M4: `pc` is at an instruction of verified code.
            let word = unsafe { *self.pc };
            let f = &ops::fields(word);
            match word as u8 {
                op::Move => self.give(f.a, self.slot(f.b)),
                op::Constant => self.give(f.a, self.unit().constant(f.d.into())),
                op::Fixnum => self.give(f.a, numbers::fixnum(f)),
                op::Immediate => self.give(f.a, immediate(f.b)),
                op::Function => self.give(f.a, self.unit().function(f.d.into())),
                op::Free => self.free(f),
                op::Closure => self.closure(f, f.d.into(), self.second())?,
                op::Patch => self.patch(f)?,
                op::Global => {
                    let value = self.variable(f.d as u32)?;
                    self.give(f.a, value);
                }
                op::SetGlobal => {
                    let value = self.slot(f.a);
                    self.slow(|context| context.set_global(f.d as u32, value))?;
                    self.step(1);
                }
                op::DefineGlobal => {
                    let value = self.slot(f.a);
                    self.slow(|context| context.define_global(f.d as u32, value))?;
                    self.step(1);
                }
                op::ConstantWide
                | op::FunctionWide
                | op::ClosureWide
                | op::GlobalWide
                | op::SetGlobalWide
                | op::DefineGlobalWide => self.wide(word as u8, f)?,
                op::Box => self.new_box(f)?,
                op::Unbox => self.unbox(f)?,
                op::SetBox => self.set_box(f)?,
                op::Jump => self.jump(),
                op::Loop => {
                    self.jump();
                    self.fuel -= 1;
                    if self.fuel <= 0 {
                        return self.leave(Next::Yield);
                    }
                }
                op::Return => self.give_back(self.slot(f.a))?,
                op::Call => self.call(f)?,
                op::CallKnown => self.call_known(f)?,
                op::CallGlobal => self.call_global(f)?,
                op::CallPrimitive => self.call_primitive(f)?,
                op::TailCall => self.tail_call(f)?,
                op::TailCallKnown => self.tail_call_known(f)?,
                op::TailCallGlobal => self.tail_call_global(f)?,
                op::TailCallPrimitive => self.tail_call_primitive(f)?,
                op::Unless => self.branch_unless(self.slot(f.a).is_true()),
                op::When => self.branch_unless(!self.slot(f.a).is_true()),
                op::UnlessLess => {
                    self.unless(self.slot(f.a), self.slot(f.b), i64::lt, Context::less)?
                }
                op::UnlessLessOrEqual => self.unless(
                    self.slot(f.a),
                    self.slot(f.b),
                    i64::le,
                    Context::less_or_equal,
                )?,
                op::UnlessGreater => {
                    self.unless(self.slot(f.a), self.slot(f.b), i64::gt, Context::greater)?
                }
                op::UnlessGreaterOrEqual => self.unless(
                    self.slot(f.a),
                    self.slot(f.b),
                    i64::ge,
                    Context::greater_or_equal,
                )?,
                op::UnlessEqual => self.unless(
                    self.slot(f.a),
                    self.slot(f.b),
                    i64::eq,
                    Context::number_equal,
                )?,
                op::UnlessLessI => {
                    self.unless(self.slot(f.a), numbers::fixnum(f), i64::lt, Context::less)?
                }
                op::UnlessGreaterI => self.unless(
                    self.slot(f.a),
                    numbers::fixnum(f),
                    i64::gt,
                    Context::greater,
                )?,
                op::UnlessEqualI => self.unless(
                    self.slot(f.a),
                    numbers::fixnum(f),
                    i64::eq,
                    Context::number_equal,
                )?,
                op::UnlessEq => self.branch_unless(self.slot(f.a) == self.slot(f.b)),
                op::UnlessEqConstant => {
                    self.branch_unless(self.slot(f.a) == self.unit().constant(f.d.into()));
                }
                op::UnlessNull => self.branch_unless(self.slot(f.a) == Value::NULL),
                op::UnlessPair => self.branch_unless(self.slot(f.a).is_pair()),
                op::UnlessKind => self.branch_unless(is_kind(self.slot(f.a), f.b)),
                op::UnlessRecord => {
                    self.branch_unless(is_record_of(self.slot(f.a), self.slot(f.b)));
                }
                op::IsEq => self.give(f.a, Value::boolean(self.slot(f.b) == self.slot(f.c))),
                op::IsKind => self.give(f.a, Value::boolean(is_kind(self.slot(f.b), f.c))),
                op::IsRecord => {
                    let answer = is_record_of(self.slot(f.b), self.slot(f.c));
                    self.give(f.a, Value::boolean(answer));
                }
                op::Not => self.give(f.a, Value::boolean(!self.slot(f.b).is_true())),
                op::Less => self.compare(f, i64::lt, Context::less)?,
                op::LessOrEqual => self.compare(f, i64::le, Context::less_or_equal)?,
                op::Greater => self.compare(f, i64::gt, Context::greater)?,
                op::GreaterOrEqual => self.compare(f, i64::ge, Context::greater_or_equal)?,
                op::NumberEqual => self.compare(f, i64::eq, Context::number_equal)?,
                op::Add => self.sum(f, self.slot(f.c), i64::checked_add, Context::add)?,
                op::Subtract => self.sum(f, self.slot(f.c), i64::checked_sub, Context::subtract)?,
                op::Multiply => self.multiply(f)?,
                op::AddI => {
                    let right = Value::fixnum(f.c as i8 as i64);
                    self.sum(f, right, i64::checked_add, Context::add)?;
                }
                op::Quotient => self.quotient(f)?,
                op::Remainder => self.remainder(f)?,
                op::Cons => self.cons(f)?,
                op::Car => self.car(f)?,
                op::Cdr => self.cdr(f)?,
                op::SetCar => self.set_car(f)?,
                op::SetCdr => self.set_cdr(f)?,
                op::VectorRef => self.vector_ref(f)?,
                op::VectorSet => self.vector_set(f)?,
                op::VectorLength => self.vector_length(f)?,
                op::BytevectorRef => self.bytevector_ref(f)?,
                op::BytevectorSet => self.bytevector_set(f)?,
                op::StringRef => self.string_ref(f)?,
                op::Record => self.record(f)?,
                op::RecordRef => self.record_ref(f)?,
                op::RecordSet => self.record_set(f)?,
                op::Primitive => self.primitive(f)?,
                _ => {
                    debug_assert!(false, "L1: the verifier lets no other byte through");
                    // SAFETY: L1: the byte is the number of an instruction.
                    unsafe { std::hint::unreachable_unchecked() }
                }
            }
            if MODE == ONE {
                self.save();
                return Ok(());
            }
        }
    }
}

/// The value of an `immediate` operand.
pub fn immediate(byte: u8) -> Value {
    match Immediate::from_byte(byte) {
        Some(Immediate::False) => Value::FALSE,
        Some(Immediate::True) => Value::TRUE,
        Some(Immediate::Null) => Value::NULL,
        Some(Immediate::Eof) => Value::EOF,
        Some(Immediate::Absent) => Value::ABSENT,
        Some(Immediate::Unspecified) | None => Value::UNSPECIFIED,
    }
}
