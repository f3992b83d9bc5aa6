//! The interpreter.
//!
//! One loop over the instructions of the running function. The registers `fp`,
//! `pc`, `code` and `fuel` are locals; they are written back to the context
//! before anything that can collect, raise or stop (`save!`) and read again
//! after it (`load!`). This file is the instruction table spelt out; that is
//! why it is long. What is not on a hot path lives in `arithmetic`,
//! `settle`, `procedures`, `capture` and `link`.
//!
//! Fuel: one unit for each procedure entered and each `loop`.

use crate::access as object;
use crate::condition::Raise;
use crate::context::{Context, MARGIN, block_of};
use crate::host::{Arguments, Host};
use crate::link::{LinkedUnit, Resolved};
use crate::link::{SLOTS, slot_of};
use crate::native::{self, Stubs};
use crate::settle::{Next, settle};
use mound_bytecode::ops;
use mound_bytecode::unit::Immediate;
use mound_heap::Value;
use mound_heap::code::{Code, Point, PointKind};
use std::num::NonZeroU64;

/// Why the interpreter stopped. Two words, which come back in registers: each switch of processes
/// passes one on several times.
#[derive(Debug)]
pub enum Stop {
    /// The fuel is used up.
    Yield,
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
mod op {
    use mound_bytecode::ops::Op;
    macro_rules! constants {
        ($(($name:ident, $mnemonic:literal, $words:literal, $operands:tt, $flow:ident, $doc:literal),)*) => {
            $(pub const $name: u8 = Op::$name as u8;)*
        };
    }
    mound_bytecode::for_each_op!(constants);
}

/// What the slow half of an instruction hands back to the loop.
type Step<T> = Result<T, Raise>;

/// Runs the process until `context.fuel` is used up, or it waits or ends.
pub fn run(context: &mut Context, host: &mut dyn Host) -> Stop {
    match context.hooks.native() {
        Some(_) => native::run(context, host),
        None => execute(context, host),
    }
}

/// Interprets the process and nothing else.
fn execute(context: &mut Context, host: &mut dyn Host) -> Stop {
    let mut next = context.pending();
    loop {
        if let Err(stop) = settle(context, host, next) {
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

#[allow(
    clippy::cognitive_complexity,
    reason = "the instruction table spelt out"
)]
#[inline(always)]
fn interpret<const MODE: u8>(context: &mut Context, host: &mut dyn Host) -> Next {
    let mut fp: *mut u64 = context.fp;
    let mut pc: *const u32 = context.pc;
    let mut code: *const Code = context.code;
    let mut fuel: i64 = context.fuel;

    macro_rules! save {
        () => {
            context.fp = fp;
            context.pc = pc;
            context.code = code;
            context.fuel = fuel;
        };
    }
    macro_rules! load {
        () => {
            fp = context.fp;
            pc = context.pc;
            code = context.code;
            fuel = context.fuel;
        };
    }
    // The slot that an operand names: see `link` for how they are numbered.
    macro_rules! slot {
        ($operand:expr) => {
            // SAFETY: M1, M4, L2: the verifier proved that the slot is defined here.
            unsafe { Value::from_bits(*fp.wrapping_sub(SLOTS).wrapping_add($operand as usize)) }
        };
    }
    macro_rules! put {
        ($operand:expr, $value:expr) => {{
            let value: Value = $value;
            // SAFETY: L2: the verifier proved that the slot lies in the frame.
            unsafe { *fp.wrapping_sub(SLOTS).wrapping_add($operand as usize) = value.bits() }
        }};
    }
    // Slot 1 of the frame at `fp`, and of the call that begins at a base.
    macro_rules! procedure {
        () => {
            // SAFETY: M1, M4: the verifier proved that the slot is defined here.
            unsafe { Value::from_bits(*fp.sub(1)) }
        };
    }
    macro_rules! put_procedure {
        ($base:expr, $value:expr) => {{
            let value: Value = $value;
            // SAFETY: the verifier proved that the frame of the call lies in this one; M2.
            unsafe { *fp.sub($base as usize + 1) = value.bits() }
        }};
    }
    macro_rules! second {
        () => {
            // SAFETY: the verifier proved that the instruction has a second word.
            unsafe { *pc.add(1) }
        };
    }
    macro_rules! step {
        ($words:expr) => {
            // SAFETY: the verifier proved that an instruction follows.
            pc = unsafe { pc.add($words) }
        };
    }
    macro_rules! jump {
        () => {{
            let distance = second!() as i32 as isize;
            // SAFETY: L2: the operand is the distance in words to the beginning of a block.
            pc = unsafe { pc.offset(distance) }
        }};
    }
    macro_rules! unit {
        () => {
            // SAFETY: M1: the unit lives as long as the running code.
            unsafe { LinkedUnit::of(&*code) }
        };
    }

    let stubs = if MODE == BESIDE {
        context.hooks.stubs()
    } else {
        Stubs::NONE
    };

    macro_rules! leave {
        ($next:expr) => {
            return $next
        };
    }
    macro_rules! attempt {
        ($result:expr) => {
            match $result {
                Ok(value) => value,
                Err(raise) => leave!(Next::Fault(raise)),
            }
        };
    }
    // The slow half of an instruction: it may collect, so `fp` is read again.
    macro_rules! slow {
        ($call:expr) => {{
            save!();
            let result: Step<_> = $call;
            fp = context.fp;
            fuel = context.fuel;
            attempt!(result)
        }};
    }
    macro_rules! need {
        ($words:expr) => {
            // SAFETY: M1: `code` is the running function. The address is only compared.
            let low = fp.wrapping_sub(unsafe { (*code).slots } as usize + MARGIN);
            if !context.heap.has_room(low, $words) {
                slow!(context.reserve($words));
            }
        };
    }
    macro_rules! fail {
        ($call:expr) => {{
            save!();
            let raise: Raise = $call;
            leave!(Next::Fault(raise));
        }};
    }
    // Begins the frame of a call at `base`, which returns to the block after `words`.
    macro_rules! new_frame {
        ($fields:expr, $words:expr) => {{
            let point = match $fields.c {
                0 => far_point(code, pc, $words),
                // SAFETY: L2: it is the number of the block after the call.
                block => unsafe { (*code).points.as_ptr().add(block as usize) },
            };
            // SAFETY: the verifier proved that the base lies in the frame.
            unsafe {
                fp = fp.wrapping_sub(SLOTS).wrapping_add($fields.a as usize);
                *fp = point as u64;
            }
        }};
    }
    // Moves slots from `first` on, procedure and arguments of a tail call, to the beginning of the frame.
    macro_rules! move_down {
        ($fields:expr, $first:literal) => {{
            let base = $fields.a as usize;
            for index in $first..$fields.b as usize + 2 {
                // SAFETY: the verifier proved that the slots lie in the frame; the source of
                // each move lies below its destination, so none is overwritten before it is read.
                unsafe { *fp.sub(index) = *fp.sub(base + index) }
            }
        }};
    }
    // Enters `$code` with exactly the arguments it wants; `$known` if slot 1 holds nothing yet.
    macro_rules! enter_code {
        ($code:expr, $count:expr, $known:literal) => {{
            let entered: *const Code = $code;
            // SAFETY: H1: code that is called lives.
            if MODE == BESIDE && !stubs.is_refused(unsafe { &(*entered).native }) {
                if $known {
                    put_procedure!(0, Value::FALSE);
                }
                save!();
                leave!(Next::EnterCode(entered, $count as u32));
            }
            code = entered;
            fuel -= 1;
            // SAFETY: block 0 begins at instruction 0; H1: code that is called lives.
            let words = unsafe {
                pc = (*code).instructions.as_ptr();
                (*code).slots as usize + MARGIN
            };
            let room = fp as isize - context.heap.hp().wrapping_add(words) as isize;
            // One branch for both: no room, or the fuel is used up.
            if (room as i64 | (fuel - 1)) < 0 {
                if $known {
                    put_procedure!(0, Value::FALSE);
                }
                // Undone by `enter_function`, which pays too.
                fuel += 1;
                save!();
                match context.enter_function(code, $count as u32) {
                    Ok(()) => {
                        load!();
                        if fuel <= 0 {
                            leave!(Next::Yield);
                        }
                    }
                    Err(raise) => leave!(Next::Refuse(raise)),
                }
            }
        }};
    }
    // Enters function `$code` of this unit, of which nothing is in slot 1.
    macro_rules! enter_known {
        ($code:expr, $count:expr) => {{
            let target: *const Code = $code;
            // SAFETY: codes of a linked unit live as long as the unit.
            let (exact, function) = unsafe { ((*target).exact_arity, (*target).function) };
            if exact == $count as u32 {
                enter_code!(target, $count, true);
            } else {
                put_procedure!(0, unit!().function(function as u16));
                save!();
                leave!(Next::Enter($count as u32));
            }
        }};
    }
    // Enters the procedure in slot 1 with `$count` arguments.
    macro_rules! enter {
        ($count:expr) => {{
            let procedure = procedure!();
            match object::closure_code(procedure) {
                // SAFETY: H1: the code word of a closure is a pointer to live code.
                Some(target) if unsafe { (*target).exact_arity } == $count as u32 => {
                    enter_code!(target, $count, false)
                }
                _ => {
                    save!();
                    leave!(Next::Enter($count as u32))
                }
            }
        }};
    }
    // The target of a known call.
    macro_rules! known {
        () => {{
            let distance = second!() as i32 as isize;
            // SAFETY: L2: the operand is the distance in bytes to a function of the same unit.
            unsafe { code.byte_offset(distance) }
        }};
    }
    macro_rules! give_back {
        ($value:expr) => {{
            let value: Value = $value;
            // SAFETY: M1: slot 0 is a pointer to a point.
            let point = unsafe { &*(*fp as *const Point) };
            if point.kind != PointKind::Return || (MODE == BESIDE && stubs.leads_on(&point.native))
            {
                save!();
                leave!(Next::Deliver(value));
            }
            // SAFETY: C1: slot `base` of the caller is slot 0 of this frame.
            unsafe {
                *fp = value.bits();
                fp = fp.add(point.base as usize);
            }
            code = point.code;
            pc = point.resume;
            let words = point.slots as usize + MARGIN;
            if context.heap.hp().wrapping_add(words) > fp {
                slow!(context.settle_frame());
            }
        }};
    }
    // The value of the variable of a reference.
    macro_rules! variable {
        ($reference:expr) => {{
            let reference: u32 = $reference;
            match unit!().reference(reference) {
                Resolved::Constant(value) => *value,
                Resolved::Cell(cell) => match context.globals.get(cell).or_else(|| cell.plain()) {
                    Some(value) => value,
                    None => slow!(context.look_up(reference)),
                },
            }
        }};
    }
    macro_rules! branch_unless {
        ($condition:expr) => {
            if $condition {
                step!(2);
            } else {
                jump!();
            }
        };
    }
    macro_rules! compare {
            ($a:expr, $b:expr, $operator:tt, $slow:ident) => {{
                let (left, right) = ($a, $b);
                if left.are_fixnums(right) {
                    (left.bits() as i64) $operator (right.bits() as i64)
                } else {
                    slow!(context.$slow(left, right))
                }
            }};
        }
    macro_rules! arithmetic {
            ($fields:expr, $checked:ident, $slow:ident) => {{
                let (left, right) = (slot!($fields.b), slot!($fields.c));
                if left.are_fixnums(right)
                    && let Some(bits) = (left.bits() as i64).$checked(right.bits() as i64)
                {
                    // SAFETY: sum or difference of two fixnum words that did not overflow is a fixnum word.
                    put!($fields.a, unsafe { Value::from_bits(bits as u64) });
                } else {
                    let value = slow!(context.$slow(left, right));
                    put!($fields.a, value);
                }
                step!(1);
            }};
        }

    loop {
        // SAFETY: M4: `pc` is at an instruction of verified code.
        let word = unsafe { *pc };
        let f = ops::fields(word);
        match word as u8 {
            op::Move => {
                put!(f.a, slot!(f.b));
                step!(1);
            }
            op::Constant => {
                put!(f.a, unit!().constant(f.d));
                step!(1);
            }
            op::Fixnum => {
                put!(f.a, Value::fixnum(f.d as i16 as i64));
                step!(1);
            }
            op::Immediate => {
                put!(f.a, immediate(f.b));
                step!(1);
            }
            op::Function => {
                put!(f.a, unit!().function(f.d));
                step!(1);
            }
            op::Free => {
                let procedure = procedure!();
                // SAFETY: the verifier proved that slot 1 is defined and the function has so many free values.
                put!(f.a, unsafe {
                    object::closure_free(procedure, f.d as usize)
                });
                step!(1);
            }
            op::Closure => {
                let count = second!() as usize;
                need!(2 + count);
                let target = unit!().code(f.d);
                let base = fp;
                let words = pc;
                let closure = context.heap.closure_with(target, count, |index| {
                    // SAFETY: the verifier proved that the words follow and the slots are defined.
                    unsafe {
                        let packed = *words.add(2 + index / 4);
                        let captured = packed >> (8 * (index % 4)) & 0xff;
                        Value::from_bits(*base.sub(captured as usize))
                    }
                });
                put!(f.a, closure);
                step!(2 + count.div_ceil(4));
            }
            op::Patch => {
                let (closure, value) = (slot!(f.a), slot!(f.b));
                if object::closure_patch(&mut context.heap, closure, f.c as usize, value).is_err() {
                    fail!(context.bad_patch(closure, f.c));
                }
                step!(1);
            }
            op::Global => {
                let value = variable!(f.d as u32);
                put!(f.a, value);
                step!(1);
            }
            op::SetGlobal => {
                slow!(context.set_global(f.d as u32, slot!(f.a)));
                step!(1);
            }
            op::DefineGlobal => {
                slow!(context.define_global(f.d as u32, slot!(f.a)));
                step!(1);
            }
            op::Box => {
                need!(2);
                let boxed = context.heap.new_box(slot!(f.b));
                put!(f.a, boxed);
                step!(1);
            }
            op::Unbox => {
                let boxed = slot!(f.b);
                match object::box_value(boxed) {
                    Some(value) => put!(f.a, value),
                    None => fail!(context.wrong_type("unbox", 1, "a box", boxed)),
                }
                step!(1);
            }
            op::SetBox => {
                let boxed = slot!(f.a);
                if object::set_box(&mut context.heap, boxed, slot!(f.b)).is_err() {
                    fail!(context.bad_set_box(boxed));
                }
                step!(1);
            }
            op::Jump => jump!(),
            op::Loop => {
                jump!();
                fuel -= 1;
                if fuel <= 0 {
                    save!();
                    leave!(Next::Yield);
                }
            }
            op::Return => give_back!(slot!(f.a)),
            op::Call => {
                new_frame!(f, 1);
                enter!(f.b);
            }
            op::CallKnown => {
                let target = known!();
                new_frame!(f, 2);
                enter_known!(target, f.b);
            }
            op::CallGlobal => {
                let procedure = variable!(second!());
                new_frame!(f, 2);
                put_procedure!(0, procedure);
                enter!(f.b);
            }
            op::CallPrimitive => {
                let primitive = unit!().control(second!());
                new_frame!(f, 2);
                put_procedure!(0, Value::FALSE);
                save!();
                leave!(Next::Primitive(primitive, f.b as u32));
            }
            op::TailCall => {
                move_down!(f, 1);
                enter!(f.b);
            }
            op::TailCallKnown => {
                let target = known!();
                move_down!(f, 2);
                enter_known!(target, f.b);
            }
            op::TailCallGlobal => {
                let procedure = variable!(second!());
                put_procedure!(f.a, procedure);
                move_down!(f, 1);
                enter!(f.b);
            }
            op::TailCallPrimitive => {
                let primitive = unit!().control(second!());
                put_procedure!(f.a, Value::FALSE);
                move_down!(f, 1);
                save!();
                leave!(Next::Primitive(primitive, f.b as u32));
            }
            op::Unless => branch_unless!(slot!(f.a).is_true()),
            op::When => branch_unless!(!slot!(f.a).is_true()),
            op::UnlessLess => branch_unless!(compare!(slot!(f.a), slot!(f.b), <, less)),
            op::UnlessLessOrEqual => {
                branch_unless!(compare!(slot!(f.a), slot!(f.b), <=, less_or_equal))
            }
            op::UnlessGreater => {
                branch_unless!(compare!(slot!(f.a), slot!(f.b), >, greater))
            }
            op::UnlessGreaterOrEqual => {
                branch_unless!(compare!(slot!(f.a), slot!(f.b), >=, greater_or_equal))
            }
            op::UnlessEqual => {
                branch_unless!(compare!(slot!(f.a), slot!(f.b), ==, number_equal))
            }
            op::UnlessLessI => {
                branch_unless!(compare!(slot!(f.a), Value::fixnum(f.d as i16 as i64), <, less))
            }
            op::UnlessGreaterI => {
                branch_unless!(compare!(slot!(f.a), Value::fixnum(f.d as i16 as i64), >, greater))
            }
            op::UnlessEqualI => {
                branch_unless!(
                    compare!(slot!(f.a), Value::fixnum(f.d as i16 as i64), ==, number_equal)
                )
            }
            op::UnlessEq => branch_unless!(slot!(f.a) == slot!(f.b)),
            op::UnlessEqConstant => branch_unless!(slot!(f.a) == unit!().constant(f.d)),
            op::UnlessNull => branch_unless!(slot!(f.a) == Value::NULL),
            op::UnlessPair => branch_unless!(slot!(f.a).is_pair()),
            op::UnlessKind => branch_unless!(crate::procedures::is_kind(slot!(f.a), f.b)),
            op::UnlessRecord => {
                branch_unless!(object::is_record_of(slot!(f.a), slot!(f.b)))
            }
            op::IsEq => {
                put!(f.a, Value::boolean(slot!(f.b) == slot!(f.c)));
                step!(1);
            }
            op::IsKind => {
                put!(
                    f.a,
                    Value::boolean(crate::procedures::is_kind(slot!(f.b), f.c))
                );
                step!(1);
            }
            op::IsRecord => {
                put!(
                    f.a,
                    Value::boolean(object::is_record_of(slot!(f.b), slot!(f.c)))
                );
                step!(1);
            }
            op::Not => {
                put!(f.a, Value::boolean(!slot!(f.b).is_true()));
                step!(1);
            }
            op::Less => {
                let result = compare!(slot!(f.b), slot!(f.c), <, less);
                put!(f.a, Value::boolean(result));
                step!(1);
            }
            op::LessOrEqual => {
                let result = compare!(slot!(f.b), slot!(f.c), <=, less_or_equal);
                put!(f.a, Value::boolean(result));
                step!(1);
            }
            op::Greater => {
                let result = compare!(slot!(f.b), slot!(f.c), >, greater);
                put!(f.a, Value::boolean(result));
                step!(1);
            }
            op::GreaterOrEqual => {
                let result = compare!(slot!(f.b), slot!(f.c), >=, greater_or_equal);
                put!(f.a, Value::boolean(result));
                step!(1);
            }
            op::NumberEqual => {
                let result = compare!(slot!(f.b), slot!(f.c), ==, number_equal);
                put!(f.a, Value::boolean(result));
                step!(1);
            }
            op::Add => arithmetic!(f, checked_add, add),
            op::Subtract => arithmetic!(f, checked_sub, subtract),
            op::Multiply => {
                let (left, right) = (slot!(f.b), slot!(f.c));
                let product = match (left.as_fixnum(), right.as_fixnum()) {
                    (Some(left), Some(_)) => left.checked_mul(right.bits() as i64),
                    _ => None,
                };
                let value = match product {
                    // SAFETY: a number times a fixnum word that did not overflow is a fixnum word.
                    Some(bits) => unsafe { Value::from_bits(bits as u64) },
                    None => slow!(context.multiply(left, right)),
                };
                put!(f.a, value);
                step!(1);
            }
            op::AddI => {
                let left = slot!(f.b);
                let right = Value::fixnum(f.c as i8 as i64);
                if left.is_fixnum()
                    && let Some(bits) = (left.bits() as i64).checked_add(right.bits() as i64)
                {
                    // SAFETY: the sum of two fixnum words that did not overflow is a fixnum word.
                    put!(f.a, unsafe { Value::from_bits(bits as u64) });
                } else {
                    let value = slow!(context.add(left, right));
                    put!(f.a, value);
                }
                step!(1);
            }
            op::Quotient => {
                let (left, right) = (slot!(f.b), slot!(f.c));
                let value = match (left.as_fixnum(), right.as_fixnum()) {
                    // The one quotient that is no fixnum, and division by zero, go the slow way.
                    (Some(left), Some(right)) if right > 0 => Value::fixnum(left / right),
                    _ => slow!(context.quotient(left, right)),
                };
                put!(f.a, value);
                step!(1);
            }
            op::Remainder => {
                let (left, right) = (slot!(f.b), slot!(f.c));
                let value = match (left.as_fixnum(), right.as_fixnum()) {
                    (Some(left), Some(right)) if right > 0 => Value::fixnum(left % right),
                    _ => slow!(context.remainder(left, right)),
                };
                put!(f.a, value);
                step!(1);
            }
            op::Cons => {
                need!(2);
                let pair = context.heap.pair(slot!(f.b), slot!(f.c));
                put!(f.a, pair);
                step!(1);
            }
            op::Car => {
                let pair = slot!(f.b);
                if !pair.is_pair() {
                    fail!(context.wrong_type("car", 1, "a pair", pair));
                }
                // SAFETY: H1: it is a pair.
                put!(f.a, unsafe { pair.car_unchecked() });
                step!(1);
            }
            op::Cdr => {
                let pair = slot!(f.b);
                if !pair.is_pair() {
                    fail!(context.wrong_type("cdr", 1, "a pair", pair));
                }
                // SAFETY: H1: it is a pair.
                put!(f.a, unsafe { pair.cdr_unchecked() });
                step!(1);
            }
            op::SetCar => {
                let pair = slot!(f.a);
                if object::set_car(&mut context.heap, pair, slot!(f.b)).is_err() {
                    fail!(context.cannot_set("set-car!", "a pair", pair, pair.is_pair()));
                }
                step!(1);
            }
            op::SetCdr => {
                let pair = slot!(f.a);
                if object::set_cdr(&mut context.heap, pair, slot!(f.b)).is_err() {
                    fail!(context.cannot_set("set-cdr!", "a pair", pair, pair.is_pair()));
                }
                step!(1);
            }
            op::VectorRef => {
                let (vector, index) = (slot!(f.b), slot!(f.c));
                match object::vector_ref(vector, index) {
                    Some(value) => put!(f.a, value),
                    None => fail!(context.bad_vector_ref(vector, index)),
                }
                step!(1);
            }
            op::VectorSet => {
                let (vector, index) = (slot!(f.a), slot!(f.b));
                if object::vector_set(&mut context.heap, vector, index, slot!(f.c)).is_err() {
                    fail!(context.bad_vector_set(vector, index));
                }
                step!(1);
            }
            op::VectorLength => {
                let vector = slot!(f.b);
                match object::vector_length(vector) {
                    Some(length) => put!(f.a, Value::fixnum(length as i64)),
                    None => fail!(context.wrong_type("vector-length", 1, "a vector", vector)),
                }
                step!(1);
            }
            op::BytevectorRef => {
                let (bytes, index) = (slot!(f.b), slot!(f.c));
                match object::bytevector_ref(bytes, index) {
                    Some(byte) => put!(f.a, Value::fixnum(byte as i64)),
                    None => fail!(context.bad_bytevector_ref(bytes, index)),
                }
                step!(1);
            }
            op::BytevectorSet => {
                let (bytes, index, byte) = (slot!(f.a), slot!(f.b), slot!(f.c));
                if object::bytevector_set(bytes, index, byte).is_err() {
                    fail!(context.bad_bytevector_set(bytes, index, byte));
                }
                step!(1);
            }
            op::StringRef => {
                let (string, index) = (slot!(f.b), slot!(f.c));
                match object::string_ref(string, index) {
                    Some(character) => put!(f.a, Value::character(character)),
                    None => fail!(context.bad_string_ref(string, index)),
                }
                step!(1);
            }
            op::Record => {
                let count = f.c as usize;
                need!(2 + count);
                let kind = slot!(f.b);
                if !object::is_record_type(kind, count) {
                    fail!(context.wrong_type(
                        "record",
                        1,
                        "a record type with as many fields",
                        kind
                    ));
                }
                let base = fp;
                let record = context.heap.record_with(kind, count, |index| {
                    // SAFETY: the verifier proved that the fields are defined slots.
                    unsafe {
                        Value::from_bits(
                            *base
                                .wrapping_add(f.b as usize)
                                .wrapping_sub(SLOTS + 1 + index),
                        )
                    }
                });
                put!(f.a, record);
                step!(1);
            }
            op::RecordRef => {
                let (record, kind) = (slot!(f.b), slot!(f.c));
                match object::record_ref(record, kind, second!() as usize) {
                    Some(value) => put!(f.a, value),
                    None => fail!(context.not_a_record(record, kind, second!())),
                }
                step!(2);
            }
            op::RecordSet => {
                let (record, kind) = (slot!(f.a), slot!(f.b));
                if object::record_set(
                    &mut context.heap,
                    record,
                    kind,
                    second!() as usize,
                    slot!(f.c),
                )
                .is_err()
                {
                    fail!(context.bad_record_set(record, kind, second!()));
                }
                step!(2);
            }
            op::Primitive => {
                let primitive = unit!().leaf(second!());
                let arguments = Arguments {
                    first: slot_of(f.b).into(),
                    count: f.c as u32,
                };
                let value = slow!(primitive(context, host, arguments));
                put!(f.a, value);
                step!(2);
            }
            _ => {
                debug_assert!(false, "L1: the verifier lets no other byte through");
                // SAFETY: L1: the byte is the number of an instruction.
                unsafe { std::hint::unreachable_unchecked() }
            }
        }
        if MODE == ONE {
            save!();
            leave!(Next::Go);
        }
    }
}

/// The return point of the call at `pc`, `words` long, if its number does not fit in the instruction.
#[cold]
fn far_point(code: *const Code, pc: *const u32, words: usize) -> *const Point {
    // SAFETY: M1: `code` is the running function and `pc` lies in it; the verifier proved that a
    // block follows the call.
    unsafe {
        let code = &*code;
        let word = pc.offset_from(code.instructions.as_ptr()) as usize + words;
        &raw const code.points[block_of(code, word)]
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
