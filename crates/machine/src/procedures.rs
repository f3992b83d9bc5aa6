//! Entering procedures, and the calls of the error procedure when something fails.
//!
//! A call has put the return word in slot 0, the procedure in slot 1 and the
//! arguments in the slots from 2; `context.fp` is the frame. What this file adds
//! to the fast path of the interpreter: rest lists, `case-lambda`, continuations
//! as procedures, things that are no procedures, collection and preemption.

use crate::access as object;
use crate::arity::clause_for;
use crate::condition::{ConditionKind, Raise};
use crate::context::{Context, LiveSlots, MARGIN, Pending, live_at};
use crate::interpret::Stop;
use mound_bytecode::ops::{Kind as Tested, Op};
use mound_heap::Value;
use mound_heap::code::Code;
use mound_heap::layout::Kind;

/// Names of procedures that core forms make to take values.
const VALUE_RECEIVERS: &[&str] = &["let-values", "let*-values", "define-values"];

/// What entering a procedure came to.
pub(crate) enum Entered {
    /// `code` and `pc` are set: go on there.
    Code,
    /// It was a continuation, and is now that of the process: give it the value.
    Throw(Value),
}

impl Context {
    /// Enters whatever is in slot 1 with `count` arguments.
    pub(crate) fn enter(&mut self, count: u32) -> Result<Entered, Raise> {
        self.live_slots = LiveSlots::Arguments(count);
        let procedure = self.slot(1);
        if let Some(code) = object::closure_code(procedure) {
            let code = self.choose_clause(code, count)?;
            self.enter_function(code, count)?;
            return Ok(Entered::Code);
        }
        if object::kind_of(procedure) == Some(Kind::Continuation) {
            return self.throw(procedure, count);
        }
        Err(self.failed_call(
            ConditionKind::NotProcedure,
            None,
            "attempt to call something that is not a procedure",
            procedure,
        ))
    }

    /// The function that takes `count` arguments: `code` itself or one of its clauses.
    fn choose_clause(&mut self, code: *const Code, count: u32) -> Result<*const Code, Raise> {
        // SAFETY: H1: the code word of a closure is a pointer to live code.
        let function = unsafe { &*code };
        match clause_for(function, count) {
            Some(clause) => Ok(clause),
            None => Err(self.wrong_arity(function, count)),
        }
    }

    fn wrong_arity(&mut self, function: &Code, count: u32) -> Raise {
        // SAFETY: the unit lives as long as its code.
        let unit = unsafe { crate::link::LinkedUnit::of(function) };
        let name = unit.function_name(function.function);
        let plural = |count| if count == 1 { "" } else { "s" };
        let arity = unit.describe_arity(function);
        let message = if VALUE_RECEIVERS.contains(&&*name) {
            let expected = arity.replace("argument", "value");
            // Of a definition the names are not those of the program.
            let expected = match &*name {
                "define-values" => expected.split(" (").next().unwrap_or_default(),
                _ => &*expected,
            };
            format!("{name}: expected {expected}, but {count} came")
        } else {
            let plural = plural(count);
            let separator = if name.contains(' ') { " is" } else { ":" };
            format!("{name}{separator} called with {count} argument{plural}, but it takes {arity}")
        };
        let procedure = self.slot(1);
        self.failed_call(ConditionKind::Arity, Some(&name), &message, procedure)
    }

    /// The condition of a call that cannot be made. If it is a tail call, whose frame
    /// is gone, the payload is a text that shows its place.
    fn failed_call(
        &mut self,
        kind: ConditionKind,
        who: Option<&str>,
        message: &str,
        procedure: Value,
    ) -> Raise {
        let shown = self.tail_call_line().and_then(|line| {
            let place = line.place.as_ref()?;
            let excerpt = match kind {
                ConditionKind::NotProcedure => place.excerpt_of_operator(),
                _ => place.excerpt(""),
            };
            Some(format!("{excerpt}  in {line}\n"))
        });
        let raise = self.condition(kind, who, message, &[procedure]);
        match shown {
            Some(shown) => self.with_payload_text(raise, &shown),
            None => raise,
        }
    }

    /// Enters `code`, which accepts `count` arguments: makes the list of the rest, then as
    /// [`Context::enter_prepared`].
    pub(crate) fn enter_function(&mut self, code: *const Code, count: u32) -> Result<(), Raise> {
        self.live_slots = LiveSlots::Arguments(count);
        // SAFETY: H1: code that is being called is live.
        let function = unsafe { &*code };
        if !function.rest {
            return self.enter_prepared(code, count);
        }
        self.reserve(2 * (count - function.required) as usize)?;
        self.list_rest(function, count);
        self.enter_prepared(code, function.required + 1)
    }

    /// Makes the list of the arguments from that number on that `function` does not require, for which
    /// there is room.
    pub(crate) fn list_rest(&mut self, function: &Code, count: u32) {
        let first = 2 + function.required as usize;
        let mut list = Value::NULL;
        for slot in (first..2 + count as usize).rev() {
            let value = self.slot(slot);
            list = self.heap.pair(value, list);
        }
        self.set_slot(first, list);
    }

    /// Enters `code` with just the arguments that it wants, a list of the rest among them: makes room for
    /// the frame, pays the fuel.
    pub(crate) fn enter_prepared(&mut self, code: *const Code, count: u32) -> Result<(), Raise> {
        self.live_slots = LiveSlots::Arguments(count);
        // SAFETY: H1: code that is being called is live.
        let function = unsafe { &*code };
        let words = function.slots as usize + MARGIN;
        if !self.has_stack(words) {
            self.collect(words, 0)?;
        }
        self.code = code;
        self.pc = function.instructions.as_ptr();
        self.fuel -= 1;
        self.live_slots = LiveSlots::Running;
        Ok(())
    }

    /// Applies a continuation to `count` values. Pays fuel, or a loop of throws would run without.
    fn throw(&mut self, continuation: Value, count: u32) -> Result<Entered, Raise> {
        let winders = |dynamic: Value| object::vector_ref(dynamic, Value::fixnum(0));
        let saved = object::continuation_dynamic(continuation).unwrap_or(Value::FALSE);
        if saved == self.dynamic || winders(saved) == winders(self.dynamic) {
            let value = self.collect_values(count)?;
            let continuation = self.slot(1);
            self.throw_to(continuation, value)?;
            return Ok(Entered::Throw(value));
        }
        self.reserve(2 * count as usize)?;
        let mut list = Value::NULL;
        for index in (0..count as usize).rev() {
            let value = self.slot(2 + index);
            list = self.heap.pair(value, list);
        }
        let continuation = self.slot(1);
        let rewind = self.hooks.rewind();
        self.set_slot(1, rewind);
        self.set_slot(2, continuation);
        self.set_slot(3, list);
        self.enter(2)
    }

    /// The arguments as one value: itself if there is one, else a values object.
    fn collect_values(&mut self, count: u32) -> Result<Value, Raise> {
        if count == 1 {
            return Ok(self.slot(2));
        }
        self.reserve(1 + count as usize)?;
        let values: Vec<Value> = (0..count as usize)
            .map(|index| self.slot(2 + index))
            .collect();
        Ok(self.heap.values(&values))
    }

    /// Whether nothing can be done but end the process: without memory, or before the base
    /// library has said what to call.
    pub fn is_fatal(&self, raise: Raise) -> bool {
        raise.0 == self.hooks.out_of_memory || self.hooks.signal() == Value::FALSE
    }

    /// Whether it is the error procedure.
    pub(crate) fn is_signal(&self, procedure: Value) -> bool {
        procedure == self.hooks.signal()
    }

    /// Turns the frame at `fp` into a call of the error procedure; returns its argument count.
    pub(crate) fn signal_in_place(&mut self, raise: Raise) -> u32 {
        let signal = self.hooks.signal();
        self.set_slot(1, signal);
        self.set_slot(2, raise.0);
        self.live_slots = LiveSlots::Arguments(1);
        1
    }

    /// Puts a call of the error procedure on top of the running frame, which stays
    /// for the stack trace and for whoever looks at its variables.
    pub(crate) fn fault(&mut self, raise: Raise) -> u32 {
        // SAFETY: M1: `code` is the running function and `pc` lies in it.
        let (function, word) = unsafe {
            (
                &*self.code,
                self.pc.offset_from((*self.code).instructions.as_ptr()) as usize,
            )
        };
        let point = self
            .unit()
            .fault_point(function, word, live_at(function, word));
        // SAFETY: M2: there are `MARGIN` words below the slots of the frame.
        unsafe {
            self.fp = self.fp.sub(function.slots as usize);
            *self.fp = point as u64;
        }
        self.signal_in_place(raise)
    }

    /// The instruction at which the process stands, and its second word, if it has one.
    pub(crate) fn instruction_at_hand(&self) -> Option<(Op, u32)> {
        // SAFETY: M1: `code` is the running function, if there was one yet.
        let function = unsafe { self.code.as_ref() }?;
        // SAFETY: M1: `pc` lies in it.
        let word = unsafe { self.pc.offset_from(function.instructions.as_ptr()) } as usize;
        let op = Op::from_byte(*function.instructions.get(word)? as u8)?;
        let second = function.instructions.get(word + 1);
        Some((op, second.copied().unwrap_or(0)))
    }

    /// Ends the process.
    pub(crate) fn over(&mut self, stop: Stop) -> Stop {
        self.drop_unfinished();
        self.pending = Pending::Over;
        match stop {
            Stop::Died(object) => Stop::Died(self.cause_of_death(object)),
            stop => stop,
        }
    }
}

/// The answer of `kind?` and `unless-kind`.
pub(crate) fn is_kind(value: Value, kind: u8) -> bool {
    let Some(kind) = Tested::from_byte(kind) else {
        return false;
    };
    let object = |wanted: Kind| object::kind_of(value) == Some(wanted);
    match kind {
        Tested::Pair => value.is_pair(),
        Tested::Null => value == Value::NULL,
        Tested::Boolean => value.is_boolean(),
        Tested::Symbol => value.is_symbol(),
        Tested::Character => value.is_character(),
        Tested::String => object(Kind::String) || object(Kind::Forward),
        Tested::Vector => object(Kind::Vector),
        Tested::Bytevector => object(Kind::Bytevector),
        Tested::Procedure => object(Kind::Closure) || object(Kind::Continuation),
        Tested::Number => {
            value.is_fixnum()
                || matches!(
                    object::kind_of(value),
                    Some(Kind::Flonum | Kind::Bignum | Kind::Ratio | Kind::Complex)
                )
        }
        Tested::Real => mound_heap::number::is_real(value),
        Tested::ExactInteger => value.is_fixnum() || object(Kind::Bignum),
        Tested::Fixnum => value.is_fixnum(),
        Tested::Flonum => object(Kind::Flonum),
        Tested::Record => object(Kind::Record),
        Tested::Pid => value.is_pid(),
        Tested::Tag => value.is_tag(),
        Tested::Eof => value == Value::EOF,
        Tested::Absent => value == Value::ABSENT,
        Tested::Box => object(Kind::Box),
        Tested::Promise => object(Kind::Promise),
        Tested::Condition => object(Kind::Condition),
        Tested::HashTable => object(Kind::HashTable),
        Tested::Unspecified => value == Value::UNSPECIFIED,
        Tested::Exact => {
            value.is_fixnum() || matches!(object::kind_of(value), Some(Kind::Bignum | Kind::Ratio))
        }
    }
}

/// What failed in an instruction that reads or writes a part of an object.
impl Context {
    pub(crate) fn cannot_set(
        &mut self,
        who: &str,
        expected: &str,
        object: Value,
        right_type: bool,
    ) -> Raise {
        if right_type {
            self.frozen(who, object)
        } else {
            self.wrong_type(who, 1, expected, object)
        }
    }

    pub(crate) fn bad_set_box(&mut self, boxed: Value) -> Raise {
        let right_type = object::kind_of(boxed) == Some(Kind::Box);
        self.cannot_set("set!", "a box", boxed, right_type)
    }

    pub(crate) fn bad_patch(&mut self, closure: Value, index: u8) -> Raise {
        match object::closure_free_count(closure) {
            None => self.wrong_type("patch", 1, "a closure", closure),
            Some(count) if count <= index as usize => {
                self.wrong_type("patch", 1, "a closure with more free values", closure)
            }
            Some(_) => self.frozen("patch", closure),
        }
    }

    pub(crate) fn bad_vector_ref(&mut self, vector: Value, index: Value) -> Raise {
        self.bad_index(
            "vector-ref",
            "a vector",
            object::kind_of(vector) == Some(Kind::Vector),
            vector,
            index,
        )
    }

    pub(crate) fn bad_vector_set(&mut self, vector: Value, index: Value) -> Raise {
        if object::vector_ref(vector, index).is_some() {
            return self.frozen("vector-set!", vector);
        }
        self.bad_index(
            "vector-set!",
            "a vector",
            object::kind_of(vector) == Some(Kind::Vector),
            vector,
            index,
        )
    }

    pub(crate) fn bad_bytevector_ref(&mut self, bytes: Value, index: Value) -> Raise {
        let right = object::kind_of(bytes) == Some(Kind::Bytevector);
        self.bad_index("bytevector-u8-ref", "a bytevector", right, bytes, index)
    }

    pub(crate) fn bad_bytevector_set(&mut self, bytes: Value, index: Value, byte: Value) -> Raise {
        let who = "bytevector-u8-set!";
        if object::bytevector_ref(bytes, index).is_none() {
            let right = object::kind_of(bytes) == Some(Kind::Bytevector);
            return self.bad_index(who, "a bytevector", right, bytes, index);
        }
        if byte
            .as_fixnum()
            .is_some_and(|byte| (0..256).contains(&byte))
        {
            return self.frozen(who, bytes);
        }
        self.wrong_type(who, 3, "a byte, 0 to 255", byte)
    }

    pub(crate) fn bad_string_ref(&mut self, string: Value, index: Value) -> Raise {
        let right = matches!(object::kind_of(string), Some(Kind::String | Kind::Forward));
        self.bad_index("string-ref", "a string", right, string, index)
    }

    fn bad_index(
        &mut self,
        who: &str,
        expected: &str,
        right_type: bool,
        object: Value,
        index: Value,
    ) -> Raise {
        if !right_type {
            return self.wrong_type(who, 1, expected, object);
        }
        if index.as_fixnum().is_none() {
            return self.wrong_type(who, 2, "an exact index", index);
        }
        self.out_of_range(who, index, object)
    }

    pub(crate) fn not_a_record(&mut self, record: Value, kind: Value, field: u32) -> Raise {
        let (kind_name, field_name) = object::record_type_names(kind, field as usize);
        let who = format!("{}-{}", kind_name.trim_matches(['<', '>']), field_name);
        self.wrong_type(&who, 1, &format!("a record of type {kind_name}"), record)
    }

    pub(crate) fn bad_record_set(&mut self, record: Value, kind: Value, field: u32) -> Raise {
        if object::record_ref(record, kind, field as usize).is_some() {
            let (kind_name, field_name) = object::record_type_names(kind, field as usize);
            return self.frozen(
                &format!("{}-{}-set!", kind_name.trim_matches(['<', '>']), field_name),
                record,
            );
        }
        self.not_a_record(record, kind, field)
    }
}
