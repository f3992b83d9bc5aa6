//! Tests of identity and of kinds, as branches and as values.

use super::rare::Case;
use super::*;
use crate::unit::constant_fields;
use mound_bytecode::ops::Kind as Tested;
use mound_heap::Value;
use mound_heap::layout::Kind;
use mound_heap::value::bits;
use mound_machine::link::slot_of;

/// Bytes from a word that points to an object to its field `index`, in words after the header.
pub const fn field(index: i32) -> i32 {
    header() + 8 * (1 + index)
}

/// Bytes from a word that points to an object to its header.
pub const fn header() -> i32 {
    -(bits::OBJECT as i32)
}

/// The field of a record type with the first half of its identity.
const RECORD_TYPE_UID: i32 = 3;

/// How a kind is told.
enum Test {
    Same(Value),
    /// One of two values.
    Either(Value, Value),
    Pair,
    Fixnum,
    /// The low bits of an immediate.
    Sort(u64),
    /// Symbols that last are immediates, and those that are counted have a tag of their own.
    Symbol,
    /// An object of one of these kinds.
    Objects(&'static [Kind]),
    /// Fixnums are; what is no object is not; of objects the interpreter knows.
    Numeric,
}

fn test_of(kind: Tested) -> Test {
    match kind {
        Tested::Pair => Test::Pair,
        Tested::Null => Test::Same(Value::NULL),
        Tested::Boolean => Test::Either(Value::FALSE, Value::TRUE),
        Tested::Symbol => Test::Symbol,
        Tested::Character => Test::Sort(bits::CHARACTER),
        Tested::Pid => Test::Sort(bits::PID),
        Tested::Tag => Test::Sort(bits::TAG),
        Tested::String => Test::Objects(&[Kind::String, Kind::Forward]),
        Tested::Vector => Test::Objects(&[Kind::Vector]),
        Tested::Bytevector => Test::Objects(&[Kind::Bytevector]),
        Tested::Procedure => Test::Objects(&[Kind::Closure, Kind::Continuation]),
        Tested::Number | Tested::Real | Tested::ExactInteger | Tested::Exact => Test::Numeric,
        Tested::Fixnum => Test::Fixnum,
        Tested::Flonum => Test::Objects(&[Kind::Flonum]),
        Tested::Record => Test::Objects(&[Kind::Record]),
        Tested::Eof => Test::Same(Value::EOF),
        Tested::Absent => Test::Same(Value::ABSENT),
        Tested::Unspecified => Test::Same(Value::UNSPECIFIED),
        Tested::Box => Test::Objects(&[Kind::Box]),
        Tested::Promise => Test::Objects(&[Kind::Promise]),
        Tested::Condition => Test::Objects(&[Kind::Condition]),
        Tested::HashTable => Test::Objects(&[Kind::HashTable]),
    }
}

impl Emitter<'_> {
    /// How many fields a record has of the type in a slot, if that is a constant: no record has more
    /// or fewer than its type.
    pub fn fields_of(&self, kind: u8) -> Option<usize> {
        match self.state.get(kind)?.place {
            Location::Const(constant) => constant_fields(self.constants.bits(constant)),
            Location::Reg(_) => None,
        }
    }

    /// What is known of a record once it is seen to be of the type in a slot.
    pub fn record_fact(&self, kind: u8) -> Fact {
        match self.state.get(kind).map(|entry| entry.place) {
            Some(Location::Const(constant)) => Fact::Record(constant),
            _ => Fact::None,
        }
    }

    /// Goes to `elsewhere` unless `reg` is an object.
    pub fn check_object(&mut self, reg: Reg, elsewhere: Label) {
        self.unless_tag(reg, bits::OBJECT, bits::TAG_MASK, elsewhere);
    }

    /// Goes to `elsewhere` unless `reg` is an object of `kind`.
    pub fn check_kind(&mut self, reg: Reg, kind: Kind, elsewhere: Label) {
        self.check_object(reg, elsewhere);
        self.compare_kind(reg, kind);
        self.asm.jcc(Cond::NotEqual, elsewhere);
    }

    /// Goes to `elsewhere` unless `reg` is of the kind, or the slow way.
    fn unless_kind(&mut self, reg: Reg, test: Test, elsewhere: Label, slow: Label) {
        match test {
            Test::Same(value) => {
                self.cmp(reg, Operand::Const(value.bits()));
                self.asm.jcc(Cond::NotEqual, elsewhere);
            }
            Test::Either(one, other) => {
                let is = self.asm.label();
                self.cmp(reg, Operand::Const(one.bits()));
                self.asm.jcc(Cond::Equal, is);
                self.cmp(reg, Operand::Const(other.bits()));
                self.asm.jcc(Cond::NotEqual, elsewhere);
                self.asm.bind(is);
            }
            Test::Pair => self.unless_pair(reg, elsewhere),
            Test::Fixnum => {
                self.test_tag(reg);
                self.asm.jcc(Cond::NotEqual, elsewhere);
            }
            Test::Sort(sort) => {
                self.unless_sort(reg, sort, elsewhere);
            }
            Test::Symbol => {
                let (is, may_be) = (self.asm.label(), self.asm.label());
                self.unless_sort(reg, bits::SYMBOL, may_be);
                self.asm.jmp(is);
                self.asm.bind(may_be);
                self.unless_tag(reg, bits::COUNTED_SYMBOL, bits::TAG_MASK, elsewhere);
                self.asm.bind(is);
            }
            Test::Numeric => {
                let is = self.asm.label();
                self.test_tag(reg);
                self.asm.jcc(Cond::Equal, is);
                self.check_object(reg, elsewhere);
                self.asm.jmp(slow);
                self.asm.bind(is);
            }
            Test::Objects(kinds) => {
                let is = self.asm.label();
                self.check_object(reg, elsewhere);
                for (index, &kind) in kinds.iter().enumerate() {
                    self.compare_kind(reg, kind);
                    if index + 1 == kinds.len() {
                        self.asm.jcc(Cond::NotEqual, elsewhere);
                    } else {
                        self.asm.jcc(Cond::Equal, is);
                    }
                }
                self.asm.bind(is);
            }
        }
    }

    fn unless_pair(&mut self, reg: Reg, elsewhere: Label) {
        self.unless_tag(reg, bits::PAIR, bits::PAIR_MASK, elsewhere);
    }

    /// Branches if the comparison of a slot with `#f` says `cond`.
    pub fn branch_on_false(&mut self, instruction: Instruction, cond: Cond) {
        let reg = self.reg(slot_of(instruction.fields.a));
        if let Some(choice) = self.choice(&instruction) {
            return self.choose_by_truth(&instruction, reg, cond.inverse(), &choice);
        }
        let taken = self.way_to_target(&instruction);
        self.cmp(reg, Operand::Const(Value::FALSE.bits()));
        self.asm.jcc(cond, taken);
    }

    /// Branches unless a slot is the same object as `right`.
    pub fn branch_on_same(&mut self, instruction: Instruction, left: u8, right: Operand) {
        let left = self.reg(left);
        let taken = self.way_to_target(&instruction);
        self.cmp(left, right);
        self.asm.jcc(Cond::NotEqual, taken);
    }

    pub fn branch_on_pair(&mut self, instruction: Instruction) {
        let reg = self.reg(slot_of(instruction.fields.a));
        let taken = self.way_to_target(&instruction);
        self.unless_pair(reg, taken);
    }

    pub fn branch_on_kind(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let Some(kind) = Tested::from_byte(f.b) else {
            return self.step_branch(instruction);
        };
        let reg = self.reg(slot_of(f.a));
        let slow = self.begin_slow();
        let taken = self.way_to_target(&instruction);
        let test = test_of(kind);
        let is_partial = matches!(test, Test::Numeric);
        self.unless_kind(reg, test, taken, slow.label);
        if is_partial {
            self.end_slow_branch(slow, &instruction, Some(taken));
        }
    }

    /// Goes to `elsewhere` if a record is of another type than `kind`.
    fn check_type(&mut self, kind: Reg, record: Reg, elsewhere: Label, slow: Label) {
        self.compare_type(kind, record);
        // Not the same object, but it may be the same type all the same.
        let label = self.asm.label();
        self.asm.jcc(Cond::NotEqual, label);
        let case = Case::OtherType {
            kind,
            record,
            elsewhere,
        };
        self.otherwise(label, case, slow);
    }

    /// Goes to `elsewhere` if the identities of the two types differ in their first half, and else the slow way.
    pub fn unless_other_type(&mut self, kind: Reg, record: Reg, elsewhere: Label, slow: Label) {
        self.check_kind(kind, Kind::RecordType, slow);
        self.asm.load(SCRATCH_2, Mem(record, field(0)));
        self.check_kind(SCRATCH_2, Kind::RecordType, slow);
        self.asm
            .load(SCRATCH, Mem(SCRATCH_2, field(RECORD_TYPE_UID)));
        self.asm.load(SCRATCH_2, Mem(kind, field(RECORD_TYPE_UID)));
        self.cmp(SCRATCH, Operand::Reg(SCRATCH_2));
        self.asm.jcc(Cond::NotEqual, elsewhere);
        self.asm.jmp(slow);
    }

    pub fn branch_on_record(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let record = self.reg(slot_of(f.a));
        let fact = self.record_fact(slot_of(f.b));
        let kind = self.reg(slot_of(f.b));
        let slow = self.begin_slow();
        let taken = self.way_to_target(&instruction);
        self.check_kind(record, Kind::Record, taken);
        self.check_type(kind, record, taken, slow.label);
        self.end_slow_branch(slow, &instruction, Some(taken));
        self.learn(slot_of(f.a), fact);
    }

    pub fn is_same(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let left = self.reg(slot_of(f.b));
        let right = self.operand(slot_of(f.c));
        let to = self.register_for(slot_of(f.a));
        self.cmp(left, right);
        self.set_boolean(to, Cond::Equal);
        self.define(slot_of(f.a), Location::Reg(to));
    }

    pub fn not(&mut self, to: u8, from: u8) {
        let reg = self.reg(from);
        let result = self.register_for(to);
        self.cmp(reg, Operand::Const(Value::FALSE.bits()));
        self.set_boolean(result, Cond::Equal);
        self.define(to, Location::Reg(result));
    }

    pub fn is_kind(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let Some(kind) = Tested::from_byte(f.c) else {
            return self.step(instruction);
        };
        let reg = self.reg(slot_of(f.b));
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        let end = self.asm.label();
        let test = test_of(kind);
        let is_partial = matches!(test, Test::Numeric);
        self.asm.mov_imm(to, Value::FALSE.bits());
        self.unless_kind(reg, test, end, slow.label);
        self.asm.mov_imm(to, Value::TRUE.bits());
        self.asm.bind(end);
        self.define(slot_of(f.a), Location::Reg(to));
        if is_partial {
            self.end_slow(slow, &instruction);
        }
    }

    pub fn is_record(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let record = self.reg(slot_of(f.b));
        let kind = self.reg(slot_of(f.c));
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        let end = self.asm.label();
        self.asm.mov_imm(to, Value::FALSE.bits());
        self.check_kind(record, Kind::Record, end);
        self.check_type(kind, record, end, slow.label);
        self.asm.mov_imm(to, Value::TRUE.bits());
        self.asm.bind(end);
        self.define(slot_of(f.a), Location::Reg(to));
        self.end_slow(slow, &instruction);
    }
}
