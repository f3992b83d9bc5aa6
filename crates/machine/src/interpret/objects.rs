//! Objects in the interpreter: making them, reading and changing their parts, calls of primitives.
//!
//! What an object looks like is known to `access`; why an operand is refused, to `procedures`.

use super::op;
use super::registers::{Interpreter, Step};
use crate::access as object;
use crate::host::Arguments;
use crate::link::{SLOTS, slot_of};
use mound_bytecode::ops::Fields;
use mound_heap::Value;

impl<const MODE: u8> Interpreter<'_, MODE> {
    #[inline(always)]
    pub(super) fn free(&mut self, f: &Fields) {
        let procedure = self.procedure();
        // SAFETY: the verifier proved that slot 1 is defined and the function has so many free values.
        let value = unsafe { object::closure_free(procedure, f.d as usize) };
        self.give(f.a, value);
    }

    #[inline(always)]
    pub(super) fn closure(&mut self, f: &Fields, function: u32, count: u32) -> Step<()> {
        let count = count as usize;
        self.need(2 + count)?;
        let target = self.unit().code(function);
        let (base, words) = (self.fp, self.pc);
        let closure = self.context.heap.closure_with(target, count, |index| {
            // SAFETY: the verifier proved that the words follow and the slots are defined.
            unsafe {
                let packed = *words.add(2 + index / 4);
                let captured = packed >> (8 * (index % 4)) & 0xff;
                Value::from_bits(*base.sub(captured as usize))
            }
        });
        self.put(f.a, closure);
        self.step(2 + count.div_ceil(4));
        Ok(())
    }

    /// Instructions that name by their second word what others name by 16 bits. Only large programs
    /// have them, in what is run once.
    #[inline(always)]
    pub(super) fn wide(&mut self, byte: u8, f: &Fields) -> Step<()> {
        let (named, slot) = (self.second(), f.a);
        match byte {
            op::ConstantWide => self.put(slot, self.unit().constant(named)),
            op::FunctionWide => self.put(slot, self.unit().function(named)),
            op::GlobalWide => {
                let value = self.variable(named)?;
                self.put(slot, value);
            }
            op::SetGlobalWide => {
                let value = self.slot(slot);
                self.slow(|context| context.set_global(named, value))?;
            }
            op::DefineGlobalWide => {
                let value = self.slot(slot);
                self.slow(|context| context.define_global(named, value))?;
            }
            _ => return self.closure(f, named, f.d.into()),
        }
        self.step(2);
        Ok(())
    }

    #[inline(always)]
    pub(super) fn patch(&mut self, f: &Fields) -> Step<()> {
        let (closure, value) = (self.slot(f.a), self.slot(f.b));
        if object::closure_patch(&mut self.context.heap, closure, f.c as usize, value).is_err() {
            return self.fail(|context| context.bad_patch(closure, f.c));
        }
        self.step(1);
        Ok(())
    }

    #[inline(always)]
    pub(super) fn new_box(&mut self, f: &Fields) -> Step<()> {
        self.need(2)?;
        let boxed = self.context.heap.new_box(self.slot(f.b));
        self.give(f.a, boxed);
        Ok(())
    }

    #[inline(always)]
    pub(super) fn unbox(&mut self, f: &Fields) -> Step<()> {
        let boxed = self.slot(f.b);
        match object::box_value(boxed) {
            Some(value) => self.give(f.a, value),
            None => return self.fail(|context| context.wrong_type("unbox", 1, "a box", boxed)),
        }
        Ok(())
    }

    #[inline(always)]
    pub(super) fn set_box(&mut self, f: &Fields) -> Step<()> {
        let (boxed, value) = (self.slot(f.a), self.slot(f.b));
        if object::set_box(&mut self.context.heap, boxed, value).is_err() {
            return self.fail(|context| context.bad_set_box(boxed));
        }
        self.step(1);
        Ok(())
    }

    #[inline(always)]
    pub(super) fn cons(&mut self, f: &Fields) -> Step<()> {
        self.need(2)?;
        let pair = self.context.heap.pair(self.slot(f.b), self.slot(f.c));
        self.give(f.a, pair);
        Ok(())
    }

    #[inline(always)]
    pub(super) fn car(&mut self, f: &Fields) -> Step<()> {
        let pair = self.slot(f.b);
        if !pair.is_pair() {
            return self.fail(|context| context.wrong_type("car", 1, "a pair", pair));
        }
        // SAFETY: H1: it is a pair.
        self.give(f.a, unsafe { pair.car_unchecked() });
        Ok(())
    }

    #[inline(always)]
    pub(super) fn cdr(&mut self, f: &Fields) -> Step<()> {
        let pair = self.slot(f.b);
        if !pair.is_pair() {
            return self.fail(|context| context.wrong_type("cdr", 1, "a pair", pair));
        }
        // SAFETY: H1: it is a pair.
        self.give(f.a, unsafe { pair.cdr_unchecked() });
        Ok(())
    }

    #[inline(always)]
    pub(super) fn set_car(&mut self, f: &Fields) -> Step<()> {
        let (pair, value) = (self.slot(f.a), self.slot(f.b));
        if object::set_car(&mut self.context.heap, pair, value).is_err() {
            return self
                .fail(|context| context.cannot_set("set-car!", "a pair", pair, pair.is_pair()));
        }
        self.step(1);
        Ok(())
    }

    #[inline(always)]
    pub(super) fn set_cdr(&mut self, f: &Fields) -> Step<()> {
        let (pair, value) = (self.slot(f.a), self.slot(f.b));
        if object::set_cdr(&mut self.context.heap, pair, value).is_err() {
            return self
                .fail(|context| context.cannot_set("set-cdr!", "a pair", pair, pair.is_pair()));
        }
        self.step(1);
        Ok(())
    }

    #[inline(always)]
    pub(super) fn vector_ref(&mut self, f: &Fields) -> Step<()> {
        let (vector, index) = (self.slot(f.b), self.slot(f.c));
        match object::vector_ref(vector, index) {
            Some(value) => self.give(f.a, value),
            None => return self.fail(|context| context.bad_vector_ref(vector, index)),
        }
        Ok(())
    }

    #[inline(always)]
    pub(super) fn vector_set(&mut self, f: &Fields) -> Step<()> {
        let (vector, index, value) = (self.slot(f.a), self.slot(f.b), self.slot(f.c));
        if object::vector_set(&mut self.context.heap, vector, index, value).is_err() {
            return self.fail(|context| context.bad_vector_set(vector, index));
        }
        self.step(1);
        Ok(())
    }

    #[inline(always)]
    pub(super) fn vector_length(&mut self, f: &Fields) -> Step<()> {
        let vector = self.slot(f.b);
        match object::vector_length(vector) {
            Some(length) => self.give(f.a, Value::fixnum(length as i64)),
            None => {
                return self
                    .fail(|context| context.wrong_type("vector-length", 1, "a vector", vector));
            }
        }
        Ok(())
    }

    #[inline(always)]
    pub(super) fn bytevector_ref(&mut self, f: &Fields) -> Step<()> {
        let (bytes, index) = (self.slot(f.b), self.slot(f.c));
        match object::bytevector_ref(bytes, index) {
            Some(byte) => self.give(f.a, Value::fixnum(byte as i64)),
            None => return self.fail(|context| context.bad_bytevector_ref(bytes, index)),
        }
        Ok(())
    }

    #[inline(always)]
    pub(super) fn bytevector_set(&mut self, f: &Fields) -> Step<()> {
        let (bytes, index, byte) = (self.slot(f.a), self.slot(f.b), self.slot(f.c));
        if object::bytevector_set(bytes, index, byte).is_err() {
            return self.fail(|context| context.bad_bytevector_set(bytes, index, byte));
        }
        self.step(1);
        Ok(())
    }

    #[inline(always)]
    pub(super) fn string_ref(&mut self, f: &Fields) -> Step<()> {
        let (string, index) = (self.slot(f.b), self.slot(f.c));
        match object::string_ref(string, index) {
            Some(character) => self.give(f.a, Value::character(character)),
            None => return self.fail(|context| context.bad_string_ref(string, index)),
        }
        Ok(())
    }

    #[inline(always)]
    pub(super) fn record(&mut self, f: &Fields) -> Step<()> {
        let count = f.c as usize;
        self.need(2 + count)?;
        let kind = self.slot(f.b);
        if !object::is_record_type(kind, count) {
            let expected = "a record type with as many fields";
            return self.fail(|context| context.wrong_type("record", 1, expected, kind));
        }
        let first = self.fp.wrapping_add(f.b as usize).wrapping_sub(SLOTS + 1);
        let record = self.context.heap.record_with(kind, count, |index| {
            // SAFETY: the verifier proved that the fields are defined slots.
            unsafe { Value::from_bits(*first.wrapping_sub(index)) }
        });
        self.give(f.a, record);
        Ok(())
    }

    #[inline(always)]
    pub(super) fn record_ref(&mut self, f: &Fields) -> Step<()> {
        let (record, kind, field) = (self.slot(f.b), self.slot(f.c), self.second());
        match object::record_ref(record, kind, field as usize) {
            Some(value) => self.put(f.a, value),
            None => return self.fail(|context| context.not_a_record(record, kind, field)),
        }
        self.step(2);
        Ok(())
    }

    #[inline(always)]
    pub(super) fn record_set(&mut self, f: &Fields) -> Step<()> {
        let (record, kind, field) = (self.slot(f.a), self.slot(f.b), self.second());
        let value = self.slot(f.c);
        let heap = &mut self.context.heap;
        if object::record_set(heap, record, kind, field as usize, value).is_err() {
            return self.fail(|context| context.bad_record_set(record, kind, field));
        }
        self.step(2);
        Ok(())
    }

    /// A call of a leaf primitive.
    #[inline(always)]
    pub(super) fn primitive(&mut self, f: &Fields) -> Step<()> {
        let primitive = self.unit().leaf(self.second());
        let arguments = Arguments {
            first: slot_of(f.b).into(),
            count: f.c as u32,
        };
        self.save();
        let result = primitive(self.context, self.host, arguments);
        let value = self.resume(result)?;
        self.put(f.a, value);
        self.step(2);
        Ok(())
    }
}
