//! Making objects and looking into them. Layouts are those of `mound_heap::layout`.

use super::cold::Slow;
use super::kinds::field;
use super::*;
use mound_heap::layout::{Header, Kind};
use mound_heap::value::bits;

/// The field of a record type with the vector of its fields' names.
const RECORD_TYPE_FIELD_NAMES: i32 = 2;

impl Emitter<'_> {
    /// Writes the value of a slot to the heap.
    pub fn store_slot(&mut self, to: Mem, slot: u8) {
        match self.state.get(slot).map(|entry| entry.place) {
            Some(Location::Reg(reg)) => self.asm.store(to, reg),
            Some(Location::Const(constant)) => self.store_const(to, self.constants.bits(constant)),
            None => {
                self.asm.load(SCRATCH, slot_at(slot));
                self.asm.store(to, SCRATCH);
            }
        }
    }

    pub fn cons(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let (car, cdr) = (self.operand(slot_of(f.b)), self.operand(slot_of(f.c)));
        let to = self.register_for(slot_of(f.a));
        let (slow, asked) = self.begin_new(&instruction, 2);
        for (offset, operand) in [(0, car), (8, cdr)] {
            match operand {
                Operand::Reg(reg) => self.asm.store(Mem(HP, offset), reg),
                Operand::Const(bits) => self.store_const(Mem(HP, offset), bits),
            }
        }
        self.point_to_new(to, bits::PAIR);
        self.bump(2);
        self.define(slot_of(f.a), Location::Reg(to));
        self.end_new(slow, asked, &instruction);
    }

    /// Makes sure of room for what an instruction allocates, and for what follows it.
    fn begin_new(&mut self, instruction: &Instruction, words: usize) -> (Slow, bool) {
        let slow = self.begin_slow();
        if self.room > 0 {
            // Without it the object would lie in the stack.
            let left = self.room.checked_sub(words);
            self.room = left.expect("what was asked for is enough for all that follows");
            return (slow, false);
        }
        let after = instruction.at + instruction.words;
        self.room =
            allocations::following(self.code, &self.blocks, &self.expected, self.block, after);
        if self.room == 0 {
            self.check_room(words, slow.label);
            return (slow, true);
        }
        // Whoever comes back could not say what is left of the room.
        let label = self.go_later(instruction.at);
        self.check_room(words + self.room, label);
        (slow, false)
    }

    fn end_new(&mut self, slow: Slow, asked: bool, instruction: &Instruction) {
        if asked {
            self.end_slow(slow, instruction);
        }
    }

    /// Writes the header of a new object with `size` fields, and makes `to` point to it.
    pub fn new_object(&mut self, to: Reg, kind: Kind, size: usize) {
        let header = Header::new(kind, size, 0, false).word();
        self.store_const(Mem(HP, 0), header);
        self.point_to_new(to, bits::OBJECT);
    }

    pub fn new_box(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let to = self.register_for(slot_of(f.a));
        let (slow, asked) = self.begin_new(&instruction, 2);
        self.new_object(to, Kind::Box, 1);
        self.store_slot(Mem(HP, 8), slot_of(f.b));
        self.bump(2);
        self.define(slot_of(f.a), Location::Reg(to));
        self.end_new(slow, asked, &instruction);
    }

    pub fn closure(&mut self, instruction: Instruction) {
        let count = instruction.w as usize;
        let Some(words) = allocations::words(&instruction) else {
            return self.step(instruction);
        };
        let to = self.register_for(slot_of(instruction.fields.a));
        let (slow, asked) = self.begin_new(&instruction, words);
        self.new_object(to, Kind::Closure, 1 + count);
        let code = self.unit.code(instruction.fields.d.into());
        self.store_const(Mem(HP, 8), code as u64);
        for index in 0..count {
            let packed = self.code.instructions[instruction.at + 2 + index / 4];
            let slot = (packed >> (8 * (index % 4)) & 0xff) as u8;
            self.store_slot(Mem(HP, 16 + 8 * index as i32), slot);
        }
        self.bump(words);
        self.define(slot_of(instruction.fields.a), Location::Reg(to));
        self.end_new(slow, asked, &instruction);
    }

    pub fn free(&mut self, to: u8, index: u16) {
        let procedure = self.reg(1);
        let reg = self.register_for(to);
        self.asm
            .load(reg, Mem(procedure, field(1 + i32::from(index))));
        self.define(to, Location::Reg(reg));
    }

    pub fn unbox(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let boxed = self.reg(slot_of(f.b));
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        self.check_kind(boxed, Kind::Box, slow.label);
        self.asm.load(to, Mem(boxed, field(0)));
        self.define(slot_of(f.a), Location::Reg(to));
        self.end_slow(slow, &instruction);
    }

    /// The word of a pair at `offset`.
    pub fn part_of_pair(&mut self, instruction: Instruction, offset: i32) {
        let f = instruction.fields;
        let from = slot_of(f.b);
        let pair = self.reg(from);
        let to = self.register_for(slot_of(f.a));
        // To mask the tags costs less than another way for what is frozen, even where nothing is; and
        // both parts are often wanted at once.
        if self.fact(from) != Fact::Pair {
            // What is no pair raises, and does not come back.
            let label = self.go_later(instruction.at);
            self.unless_tag(pair, bits::PAIR, bits::PAIR_MASK, label);
        }
        // From the value and not from what the test has left, which would be a step further away.
        if self.addressed != Some((pair, self.asm.position())) {
            self.address_of_pair(pair);
        }
        self.asm.load(to, Mem(SCRATCH, offset));
        self.addressed = Some((pair, self.asm.position()));
        self.define(slot_of(f.a), Location::Reg(to));
    }

    /// Goes the slow way unless the slot, which is in a register, holds a vector. What was made of a
    /// vector has shown that it is one.
    fn check_vector(&mut self, slot: u8, vector: Reg, slow: Label) {
        if self.fact(slot) != Fact::Vector {
            self.check_kind(vector, Kind::Vector, slow);
        }
    }

    /// Goes the slow way unless `index` is a fixnum below the size of the object.
    pub fn check_index(&mut self, object: Reg, index: Operand, slow: Label) {
        match index {
            Operand::Reg(index) => {
                self.check_fixnum(index, slow);
                self.check_below_size(object, index, slow);
            }
            Operand::Const(bits) => {
                let index = (bits >> bits::FIXNUM_SHIFT) as u32;
                self.check_size(object, index + 1, slow);
            }
        }
    }

    pub fn vector_ref(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let vector = self.reg(slot_of(f.b));
        let index = self.index_operand(slot_of(f.c));
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        self.check_vector(slot_of(f.b), vector, slow.label);
        self.check_index(vector, index, slow.label);
        // A fixnum is eight times its number: the distance in bytes.
        match index {
            Operand::Reg(index) => self.load_indexed(to, vector, index),
            Operand::Const(bits) => self.asm.load(to, Mem(vector, field(0) + bits as i32)),
        }
        self.define(slot_of(f.a), Location::Reg(to));
        self.end_slow(slow, &instruction);
    }

    /// An index as an operand: a constant only if it is a small fixnum.
    pub fn index_operand(&mut self, slot: u8) -> Operand {
        match self.operand(slot) {
            Operand::Const(bits) if bits & bits::TAG_MASK != 0 || bits > 1 << 20 => {
                Operand::Reg(self.reg(slot))
            }
            operand => operand,
        }
    }

    pub fn vector_length(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let vector = self.reg(slot_of(f.b));
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        self.check_vector(slot_of(f.b), vector, slow.label);
        self.size_of(to, vector);
        self.define(slot_of(f.a), Location::Reg(to));
        self.end_slow(slow, &instruction);
    }

    pub fn bytevector_ref(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let bytes = self.reg(slot_of(f.b));
        let index = self.reg(slot_of(f.c));
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        self.check_kind(bytes, Kind::Bytevector, slow.label);
        self.check_fixnum(index, slow.label);
        self.check_length(bytes, index, slow.label);
        self.load_byte(to, bytes);
        self.fixnum_of(to);
        self.define(slot_of(f.a), Location::Reg(to));
        self.end_slow(slow, &instruction);
    }

    /// Strings of one byte a character; the interpreter knows the others.
    pub fn string_ref(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let string = self.reg(slot_of(f.b));
        let index = self.reg(slot_of(f.c));
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        self.check_narrow(string, slow.label);
        self.check_fixnum(index, slow.label);
        self.check_length(string, index, slow.label);
        self.load_byte(to, string);
        self.character_of(to);
        self.define(slot_of(f.a), Location::Reg(to));
        self.end_slow(slow, &instruction);
    }

    pub fn record_ref(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let record = self.reg(slot_of(f.b));
        let fact = self.record_fact(slot_of(f.c));
        let fields = self.fields_of(slot_of(f.c));
        let is_known = fact != Fact::None && self.fact(slot_of(f.b)) == fact;
        let kind = (!is_known).then(|| self.reg(slot_of(f.c)));
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        if let Some(kind) = kind {
            self.check_kind(record, Kind::Record, slow.label);
            self.compare_type(kind, record);
            self.asm.jcc(Cond::NotEqual, slow.label);
            self.learn(slot_of(f.b), fact);
        }
        if fields.is_none_or(|fields| fields <= instruction.w as usize) {
            // The type is a field of its own.
            self.check_size(record, 2 + instruction.w, slow.label);
        }
        let offset = field(1 + instruction.w as i32);
        self.asm.load(to, Mem(record, offset));
        self.define(slot_of(f.a), Location::Reg(to));
        self.end_slow(slow, &instruction);
    }

    /// Goes the slow way unless `kind` is a record type with so many fields.
    fn check_fields(&mut self, kind: Reg, count: u8, slow: Label) {
        self.check_kind(kind, Kind::RecordType, slow);
        self.asm
            .load(SCRATCH_2, Mem(kind, field(RECORD_TYPE_FIELD_NAMES)));
        self.check_kind(SCRATCH_2, Kind::Vector, slow);
        self.size_of(SCRATCH, SCRATCH_2);
        self.cmp(
            SCRATCH,
            Operand::Const(Value::fixnum(i64::from(count)).bits()),
        );
        self.asm.jcc(Cond::NotEqual, slow);
    }

    /// A record of the type in slot b, which must have as many fields.
    pub fn record(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let count = f.c;
        let is_known = self.fields_of(slot_of(f.b)) == Some(usize::from(count));
        let kind = (!is_known).then(|| self.reg(slot_of(f.b)));
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        self.check_room(2 + usize::from(count), slow.label);
        if let Some(kind) = kind {
            self.check_fields(kind, count, slow.label);
        }
        self.new_object(to, Kind::Record, 1 + usize::from(count));
        self.store_slot(Mem(HP, 8), slot_of(f.b));
        for index in 0..count {
            let slot = slot_of(f.b) + 1 + index;
            self.store_slot(Mem(HP, 16 + 8 * i32::from(index)), slot);
        }
        self.bump(2 + usize::from(count));
        self.define(slot_of(f.a), Location::Reg(to));
        self.end_slow(slow, &instruction);
    }
}
