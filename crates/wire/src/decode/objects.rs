//! Objects with fields.

use super::reader::Result;
use super::{DYNAMIC_FIELDS, Decoder, Item, Task};
use crate::error::DecodeFault;
use crate::format::*;
use mound_heap::layout::{
    CONDITION_FIELDS, HASH_TABLE_EPOCH, HASH_TABLE_EPOCH_FOREIGN, HASH_TABLE_FIELDS, Kind,
};
use mound_heap::{Shell, Value};
use mound_machine::LinkedUnit;

/// What is left to be filled of an object.
#[derive(Clone, Copy)]
pub(super) struct Fields {
    shell: Shell,
    next: usize,
    count: usize,
    rule: Rule,
}

/// What its fields must be.
#[derive(Clone, Copy)]
enum Rule {
    Any,
    /// The first is a type with so many fields.
    Record(usize),
    Promise,
    HashTable,
    /// The only one is the dynamic state.
    Continuation,
}

impl Rule {
    /// The field that written value `index` goes to.
    fn field(self, index: usize) -> usize {
        match self {
            Rule::Any | Rule::Record(_) => index,
            Rule::Promise => 1,
            Rule::HashTable => TABLE_ORDER[index],
            Rule::Continuation => 2,
        }
    }
}

impl Decoder<'_> {
    /// Makes an object and leaves its fields as a task.
    pub(super) fn begin_object(&mut self, start: usize, code: u8) -> Result<Item> {
        match code {
            VECTOR => self.elements(Kind::Vector),
            VALUES => self.elements(Kind::Values),
            BOX => self.whole(Kind::Box, 1, Rule::Any),
            CONDITION => self.whole(Kind::Condition, CONDITION_FIELDS, Rule::Any),
            CLOSURE => self.closure(start),
            RECORD => {
                let count = self.reader.count(1)?;
                self.whole(Kind::Record, count + 1, Rule::Record(count))
            }
            PROMISE_DONE | PROMISE_WAITING => {
                let (item, shell) = self.part(Kind::Promise, 2, 1, Rule::Promise)?;
                let done = Value::boolean(code == PROMISE_DONE);
                self.builder.fill(shell, 0, done);
                Ok(item)
            }
            HASH_TABLE => {
                let (size, count) = (HASH_TABLE_FIELDS, TABLE_ORDER.len());
                let (item, shell) = self.part(Kind::HashTable, size, count, Rule::HashTable)?;
                let epoch = Value::fixnum(HASH_TABLE_EPOCH_FOREIGN);
                self.builder.fill(shell, HASH_TABLE_EPOCH, epoch);
                Ok(item)
            }
            _ => {
                self.begin_continuation();
                let (item, shell) = self.part(Kind::Continuation, 3, 1, Rule::Continuation)?;
                self.frames(shell)?;
                Ok(item)
            }
        }
    }

    fn elements(&mut self, kind: Kind) -> Result<Item> {
        let count = self.reader.count(1)?;
        self.whole(kind, count, Rule::Any)
    }

    /// An object all of whose fields are written.
    fn whole(&mut self, kind: Kind, size: usize, rule: Rule) -> Result<Item> {
        self.part(kind, size, size, rule).map(|(item, _)| item)
    }

    /// An object of `size` fields, of which `count` are written.
    fn part(&mut self, kind: Kind, size: usize, count: usize, rule: Rule) -> Result<(Item, Shell)> {
        self.charge(1 + size)?;
        let shell = self.builder.shell(kind, size);
        self.open(shell, count, rule);
        Ok((self.object(shell.value()), shell))
    }

    fn open(&mut self, shell: Shell, count: usize, rule: Rule) {
        if count > 0 {
            self.tasks.push(Task::Fields(Fields {
                shell,
                next: 0,
                count,
                rule,
            }));
        }
    }

    /// The number of a unit in the header, in order of first use.
    pub(super) fn unit(&mut self) -> Result<u32> {
        let start = self.reader.offset();
        let index = self.reader.index()?;
        let position = index as usize;
        if position >= self.units.len() {
            return self.reader.fail(start, DecodeFault::Range("unit"));
        }
        if position > self.units_used {
            return self.not_canonical(start, "units are not in order of use");
        }
        self.units_used = self.units_used.max(position + 1);
        Ok(index)
    }

    fn closure(&mut self, start: usize) -> Result<Item> {
        let unit = self.unit()?;
        let function = self.reader.index()?;
        let found = self.reader.count(1)?;
        let fragment = &self.units[unit as usize];
        let Some(code) = fragment.codes().get(function as usize) else {
            return self.reader.fail(start, DecodeFault::NoFunction(function));
        };
        let expected = code.free_count as usize;
        if found != expected {
            return self
                .reader
                .fail(start, DecodeFault::FreeCount { found, expected });
        }
        if expected == 0 {
            return self.constant_closure(start, unit, function);
        }
        self.charge(2 + expected)?;
        let Some(shell) = self.builder.closure_shell(fragment, function) else {
            return self.reader.fail(start, DecodeFault::NoFunction(function));
        };
        self.open(shell, expected, Rule::Any);
        let item = self.object(shell.value());
        self.closures.push((item.number, unit, function));
        Ok(item)
    }

    /// The closure of a function without free values is a constant of its unit.
    fn constant_closure(&mut self, start: usize, unit: u32, function: u32) -> Result<Item> {
        let linked = LinkedUnit::of_fragment(&self.units[unit as usize]);
        let Some(value) = linked.and_then(|linked| linked.find_function(function)) else {
            return self.reader.fail(start, DecodeFault::NoFunction(function));
        };
        self.constants.push(value.bits());
        Ok(self.object(value))
    }

    pub(super) fn continue_fields(&mut self, fields: Fields) -> Result<()> {
        let Fields {
            shell, count, rule, ..
        } = fields;
        for index in fields.next..count {
            let start = self.reader.offset();
            let next = index + 1;
            let rest = (next < count).then_some(Task::Fields(Fields { next, ..fields }));
            let (item, opened) = self.value_before(rest)?;
            self.builder.fill(shell, rule.field(index), item.value);
            self.check_field(start, rule, index, shell, item)?;
            if opened {
                return Ok(());
            }
        }
        Ok(())
    }

    fn check_field(
        &self,
        start: usize,
        rule: Rule,
        index: usize,
        shell: Shell,
        item: Item,
    ) -> Result<()> {
        match rule {
            Rule::Any | Rule::Promise => Ok(()),
            Rule::Record(count) if index == 0 => self.check_record(start, count, item),
            Rule::Record(_) => Ok(()),
            Rule::HashTable => self.check_table(start, index, shell, item.value),
            Rule::Continuation => match self.builder.vector_length(item.value) {
                Some(DYNAMIC_FIELDS..) => Ok(()),
                _ => self
                    .reader
                    .fail(start, DecodeFault::Expected("the dynamic state")),
            },
        }
    }

    fn check_record(&self, start: usize, found: usize, item: Item) -> Result<()> {
        let types = &self.record_types;
        let Ok(index) = types.binary_search_by_key(&item.number, |known| known.0) else {
            return self
                .reader
                .fail(start, DecodeFault::Expected("a record type"));
        };
        let expected = types[index].1;
        if found != expected {
            return self
                .reader
                .fail(start, DecodeFault::FieldCount { found, expected });
        }
        Ok(())
    }

    /// Rule D9 for written value `index` of a hash table.
    fn check_table(&self, start: usize, index: usize, shell: Shell, value: Value) -> Result<()> {
        // A table that was never filled, or emptied, has #f in the place of both vectors.
        let capacity = |entries: Value| match entries {
            Value::FALSE => Some(0),
            entries => self.builder.vector_length(entries),
        };
        let keys = self.builder.filled(shell, TABLE_ORDER[0]);
        let length = capacity(keys);
        let good = match index {
            0 => length.is_some(),
            1 => capacity(value) == length && (value == Value::FALSE) == (keys == Value::FALSE),
            2 => value.is_fixnum(),
            // Associations, then entries used, which are more by those removed.
            3 | 4 => {
                let least = match index {
                    3 => 0,
                    _ => self
                        .builder
                        .filled(shell, TABLE_ORDER[3])
                        .as_fixnum()
                        .unwrap_or(0),
                };
                value
                    .as_fixnum()
                    .is_some_and(|count| (least..=length.unwrap_or(0) as i64).contains(&count))
            }
            _ => true,
        };
        if good {
            return Ok(());
        }
        self.reader
            .fail(start, DecodeFault::Expected("the fields of a hash table"))
    }
}
