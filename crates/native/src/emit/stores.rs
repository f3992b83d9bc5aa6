//! Stores into objects. The write barrier is `mound_heap::barrier`: what lies in the
//! block needs no note. Else a fixnum needs one only while somebody waits for the next
//! change. What cannot be changed is the interpreter's.

use super::cold::{Cold, Word};
use super::kinds::{field, header};
use super::*;
use mound_heap::layout::Kind;
use mound_heap::value::bits;

impl Emitter<'_> {
    /// Stores `value` in a word of the object at `address`, and notes it if it must be.
    fn store_in(&mut self, address: Mem, word: Word, value: Operand) {
        self.put_in(word, value);
        self.compare_young(address);
        let label = self.asm.label();
        self.asm.jcc(Cond::AboveOrEqual, label);
        let back = self.asm.here();
        self.cold.push(Cold::Note {
            label,
            word,
            value,
            back,
        });
    }

    /// The rest of the barrier, for an object outside the block.
    pub fn note(&mut self, word: Word, value: Operand, back: Label) {
        let noted = self.asm.label();
        if let Operand::Reg(value) = value {
            self.test_tag(value);
            self.asm.jcc(Cond::NotEqual, noted);
        }
        // A fixnum, or a constant, which is never young; there is no such range while a change is waited for.
        self.if_any_is_young(back);
        self.asm.bind(noted);
        self.address_of(word);
        self.calls_note = true;
        self.asm.call(self.note);
        self.asm.jmp(back);
    }

    pub fn put(&mut self, to: Mem, value: Operand) {
        match value {
            Operand::Reg(reg) => self.asm.store(to, reg),
            Operand::Const(bits) => self.store_const(to, bits),
        }
    }

    pub fn set_part_of_pair(&mut self, instruction: Instruction, offset: i32) {
        let f = instruction.fields;
        let pair = self.reg(slot_of(f.a));
        let value = self.operand(slot_of(f.b));
        let slow = self.begin_slow();
        self.unless_tag(pair, bits::PAIR, bits::TAG_MASK, slow.label);
        let address = Mem(pair, -(bits::PAIR as i32));
        let word = Word::At(Mem(pair, offset - bits::PAIR as i32));
        self.store_in(address, word, value);
        self.end_slow(slow, &instruction);
    }

    pub fn set_box(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let boxed = self.reg(slot_of(f.a));
        let value = self.operand(slot_of(f.b));
        let slow = self.begin_slow();
        self.check_own(boxed, Kind::Box, slow.label);
        let word = Word::At(Mem(boxed, field(0)));
        self.store_in(Mem(boxed, header()), word, value);
        self.end_slow(slow, &instruction);
    }

    pub fn patch(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let closure = self.reg(slot_of(f.a));
        let value = self.operand(slot_of(f.b));
        let slow = self.begin_slow();
        self.check_own(closure, Kind::Closure, slow.label);
        // The code is a field of its own.
        self.check_size(closure, 2 + u32::from(f.c), slow.label);
        let word = Word::At(Mem(closure, field(1 + i32::from(f.c))));
        self.store_in(Mem(closure, header()), word, value);
        self.end_slow(slow, &instruction);
    }

    pub fn vector_set(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let vector = self.reg(slot_of(f.a));
        let index = self.index_operand(slot_of(f.b));
        let value = self.operand(slot_of(f.c));
        let slow = self.begin_slow();
        match self.fact(slot_of(f.a)) {
            Fact::Vector => self.check_thawed(vector, slow.label),
            _ => self.check_own(vector, Kind::Vector, slow.label),
        }
        self.check_index(vector, index, slow.label);
        let word = match index {
            Operand::Const(offset) => Word::At(Mem(vector, field(0) + offset as i32)),
            Operand::Reg(index) => Word::Indexed(vector, index, field(0)),
        };
        self.store_in(Mem(vector, header()), word, value);
        self.end_slow(slow, &instruction);
    }

    pub fn bytevector_set(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let bytes = self.reg(slot_of(f.a));
        let index = self.reg(slot_of(f.b));
        let byte = self.reg(slot_of(f.c));
        let slow = self.begin_slow();
        self.check_own(bytes, Kind::Bytevector, slow.label);
        self.check_fixnum(index, slow.label);
        self.check_length(bytes, index, slow.label);
        self.check_fixnum(byte, slow.label);
        // A negative number is a very large one.
        self.cmp(byte, Operand::Const(Value::fixnum(0xff).bits()));
        self.asm.jcc(Cond::Above, slow.label);
        self.store_byte(bytes, byte, bits::FIXNUM_SHIFT);
        self.end_slow(slow, &instruction);
    }

    /// A character of one byte into a string of such. No pointer is stored, so there is nothing to be
    /// noted; but somebody may wait for the next change, of which the interpreter tells.
    pub fn string_set(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let string = self.reg(slot_of(f.b));
        let index = self.reg(slot_of(f.b) + 1);
        let character = self.reg(slot_of(f.b) + 2);
        // The result has a register, since the interpreter's may be another one.
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        let store = self.asm.label();
        self.if_any_is_young(store);
        self.asm.jmp(slow.label);
        self.asm.bind(store);
        self.check_own_narrow(string, slow.label);
        self.check_fixnum(index, slow.label);
        self.unless_sort(character, bits::CHARACTER, slow.label);
        let last = Value::character('\u{ff}').bits();
        self.cmp(character, Operand::Const(last));
        self.asm.jcc(Cond::Above, slow.label);
        self.check_length(string, index, slow.label);
        self.store_byte(string, character, bits::PAYLOAD_SHIFT);
        self.asm.mov_imm(to, Value::UNSPECIFIED.bits());
        self.define(slot_of(f.a), Location::Reg(to));
        self.end_slow(slow, &instruction);
    }

    pub fn record_set(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let record = self.reg(slot_of(f.a));
        let fact = self.record_fact(slot_of(f.b));
        let fields = self.fields_of(slot_of(f.b));
        let is_known = fact != Fact::None && self.fact(slot_of(f.a)) == fact;
        let kind = (!is_known).then(|| self.reg(slot_of(f.b)));
        let value = self.operand(slot_of(f.c));
        let slow = self.begin_slow();
        match kind {
            Some(kind) => {
                self.check_own(record, Kind::Record, slow.label);
                self.compare_type(kind, record);
                self.asm.jcc(Cond::NotEqual, slow.label);
                self.learn(slot_of(f.a), fact);
            }
            None => self.check_thawed(record, slow.label),
        }
        if fields.is_none_or(|fields| fields <= instruction.w as usize) {
            // The type is a field of its own.
            self.check_size(record, 2 + instruction.w, slow.label);
        }
        let word = Word::At(Mem(record, field(1 + instruction.w as i32)));
        self.store_in(Mem(record, header()), word, value);
        self.end_slow(slow, &instruction);
    }
}
