//! A toy evaluator that checks what it runs.
//!
//! At each block it forgets all slots but the live ones, so that code that reads
//! a slot its blocks do not declare fails. Frames are plain data and can be
//! copied, so continuations can be entered more than once.

use super::value::{Closure, NULL, UNSPECIFIED, Value};
use mound_bytecode::instruction::{Instruction, block_at};
use mound_bytecode::ops::{Flow, Kind, Op};
use mound_bytecode::unit::{Code, Constant, FunctionKind, Immediate, Reference, Unit};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// Instructions after which a test is taken to run forever.
const STEPS_MAX: u64 = 20_000_000;

#[derive(Clone)]
pub struct Frame {
    function: u32,
    /// The next instruction word; for a caller, the start of its return point.
    word: usize,
    /// The slot in which the caller's result arrives.
    result: u8,
    slots: Vec<Option<Value>>,
}

pub struct Machine<'a> {
    unit: &'a Unit,
    constants: Vec<Value>,
    globals: HashMap<String, Value>,
    frames: Vec<Frame>,
    output: String,
    pub steps: u64,
}

/// Runs the entry; gives what was traced and the printed result.
pub fn run(unit: &Unit) -> String {
    let mut machine = Machine::new(unit);
    let value = machine.run();
    format!("{}{}", machine.output, value.show())
}

enum Next {
    Go,
    Done(Value),
}

impl<'a> Machine<'a> {
    pub fn new(unit: &'a Unit) -> Machine<'a> {
        Machine {
            unit,
            constants: constants(unit),
            globals: HashMap::new(),
            frames: Vec::new(),
            output: String::new(),
            steps: 0,
        }
    }

    pub fn run(&mut self) -> Value {
        self.enter(0, None, Vec::new());
        loop {
            self.steps += 1;
            assert!(self.steps < STEPS_MAX, "runs too long");
            if let Next::Done(value) = self.step() {
                return value;
            }
        }
    }

    fn code(&self, function: u32) -> &'a Code {
        match &self.unit.functions[function as usize].kind {
            FunctionKind::Code(code) => code,
            FunctionKind::Clauses(_) => panic!("running clauses"),
        }
    }

    /// Makes the frame of a function.
    fn enter(&mut self, function: u32, procedure: Option<Value>, arguments: Vec<Value>) {
        let entry = &self.unit.functions[function as usize];
        let code = match &entry.kind {
            FunctionKind::Code(code) => code,
            FunctionKind::Clauses(clauses) => {
                let accepts = |&&clause: &&u32| {
                    let code = self.code(clause);
                    let count = arguments.len() as u32;
                    count == code.required || code.rest && count > code.required
                };
                let clause = *clauses.iter().find(accepts).expect("no clause accepts");
                return self.enter(clause, procedure, arguments);
            }
        };
        let required = code.required as usize;
        assert!(
            arguments.len() == required || code.rest && arguments.len() > required,
            "wrong number of arguments: {} for {required}",
            arguments.len()
        );
        let mut slots = vec![None; code.slots as usize];
        let mut arguments = arguments;
        let extra = arguments.split_off(required);
        for (index, argument) in arguments.into_iter().enumerate() {
            slots[2 + index] = Some(argument);
        }
        if code.rest {
            slots[2 + required] = Some(Value::list(extra.into_iter()));
        }
        if entry.free_count > 0 {
            slots[1] = procedure;
        }
        self.frames.push(Frame {
            function,
            word: 0,
            result: 0,
            slots,
        });
        self.begin_block(0);
    }

    /// Goes to a block of the top frame and forgets what is dead there.
    fn begin_block(&mut self, block: usize) {
        let code = self.code(self.top().function);
        let block = &code.blocks[block];
        let frame = self.frames.last_mut().unwrap();
        frame.word = block.start as usize;
        for (slot, value) in frame.slots.iter_mut().enumerate() {
            if block.live.contains(&(slot as u8)) {
                assert!(value.is_some(), "live slot {slot} holds nothing");
            } else {
                *value = None;
            }
        }
    }

    fn top(&self) -> &Frame {
        self.frames.last().unwrap()
    }

    fn get(&self, slot: u8) -> Value {
        let value = self.top().slots[slot as usize].clone();
        value.unwrap_or_else(|| panic!("slot {slot} holds nothing"))
    }

    fn set(&mut self, slot: u8, value: Value) {
        self.frames.last_mut().unwrap().slots[slot as usize] = Some(value);
    }

    /// Leaves the top frame with a value.
    fn give(&mut self, value: Value) -> Next {
        self.frames.pop();
        let Some(frame) = self.frames.last_mut() else {
            return Next::Done(value);
        };
        frame.slots[frame.result as usize] = Some(value);
        let code = self.code(self.top().function);
        let block = block_at(&code.blocks, self.top().word as u32).unwrap();
        assert_eq!(code.blocks[block].start as usize, self.top().word);
        self.begin_block(block);
        Next::Go
    }

    /// Calls a value; the caller's frame is gone already or waits at its return point.
    fn apply(&mut self, procedure: Value, arguments: Vec<Value>) -> Next {
        match &procedure {
            Value::Closure(closure) => {
                let function = closure.function;
                self.enter(function, Some(procedure), arguments);
                Next::Go
            }
            Value::Continuation(frames) => {
                self.frames = (**frames).clone();
                self.push_empty();
                self.give(arguments[0].clone())
            }
            Value::Native(name) => {
                let value = match name.name() {
                    "list" => Value::list(arguments.into_iter()),
                    "vector" => Value::Vector(Rc::new(RefCell::new(arguments))),
                    "trace" => {
                        let text = arguments[0].show();
                        self.output.push_str(&format!("{text} "));
                        arguments[0].clone()
                    }
                    other => panic!("no native {other}"),
                };
                self.push_empty();
                self.give(value)
            }
            other => panic!("not a procedure: {}", other.show()),
        }
    }

    /// A frame for `give` to leave.
    fn push_empty(&mut self) {
        self.frames.push(Frame {
            function: 0,
            word: 0,
            result: 0,
            slots: Vec::new(),
        });
    }

    fn call(&mut self, instruction: &Instruction, is_tail: bool) -> Next {
        let base = instruction.fields.a;
        let count = instruction.fields.b;
        assert!(u32::from(base) + 2 + u32::from(count) <= self.top().slots.len() as u32);
        let arguments: Vec<Value> = (0..count).map(|index| self.get(base + 2 + index)).collect();
        let procedure = match instruction.op {
            Op::Call | Op::TailCall => Some(self.get(base + 1)),
            Op::CallGlobal | Op::TailCallGlobal => Some(self.global(instruction.w)),
            _ => None,
        };
        if is_tail {
            self.frames.pop();
        } else {
            let end = self.top().word + instruction.len();
            let frame = self.frames.last_mut().unwrap();
            frame.result = base;
            frame.word = end;
            let code = self.code(self.top().function);
            let block = block_at(&code.blocks, end as u32).unwrap();
            let live = &code.blocks[block].live;
            assert!(live.iter().all(|&slot| slot <= base), "live above the call");
            for (slot, value) in self.frames.last_mut().unwrap().slots.iter_mut().enumerate() {
                if !live.contains(&(slot as u8)) || slot >= base as usize {
                    *value = None;
                }
            }
        }
        match procedure {
            Some(procedure) => self.apply(procedure, arguments),
            None if matches!(instruction.op, Op::CallKnown | Op::TailCallKnown) => {
                self.enter(instruction.w, None, arguments);
                Next::Go
            }
            None => self.control(&self.unit.primitives[instruction.w as usize], arguments),
        }
    }

    fn control(&mut self, name: &str, arguments: Vec<Value>) -> Next {
        match name {
            "%apply" => self.apply(arguments[0].clone(), arguments[1].items()),
            "%receive" => self.apply(arguments[0].clone(), arguments[1].stands_for()),
            "%call/cc" => {
                let frames = Value::Continuation(Rc::new(self.frames.clone()));
                self.apply(arguments[0].clone(), vec![frames])
            }
            other => panic!("no control primitive {other}"),
        }
    }

    fn global(&self, reference: u32) -> Value {
        match &self.unit.references[reference as usize] {
            Reference::Own { name } | Reference::Interactive { name } => self
                .globals
                .get(name.name())
                .cloned()
                .unwrap_or_else(|| panic!("unbound {name}")),
            Reference::Imported { name, .. } => Value::Native(*name),
        }
    }

    fn set_global(&mut self, reference: u32, value: Value) {
        let (Reference::Own { name } | Reference::Interactive { name }) =
            &self.unit.references[reference as usize]
        else {
            panic!("assignment to an import");
        };
        self.globals.insert(name.to_string(), value);
    }

    fn step(&mut self) -> Next {
        let code = self.code(self.top().function);
        let word = self.top().word;
        let instruction = Instruction::at(&code.instructions, word).expect("an instruction");
        let here = block_at(&code.blocks, word as u32).unwrap();
        let (op, fields, w) = (instruction.op, instruction.fields, instruction.w);
        match op.row().flow {
            Flow::Return => return self.give(self.get(fields.a)),
            Flow::Call => return self.call(&instruction, false),
            Flow::Tail => return self.call(&instruction, true),
            Flow::Jump => {
                assert_eq!(op == Op::Loop, w as usize <= here);
                self.begin_block(w as usize);
                return Next::Go;
            }
            Flow::Branch => {
                assert!(w as usize > here, "branch back");
                if !self.holds(op, &instruction) {
                    self.begin_block(w as usize);
                    return Next::Go;
                }
            }
            Flow::Next => self.simple(op, &instruction),
        }
        let next = word + instruction.len();
        if code
            .blocks
            .get(here + 1)
            .is_some_and(|block| block.start as usize == next)
        {
            self.begin_block(here + 1);
        } else {
            self.frames.last_mut().unwrap().word = next;
        }
        Next::Go
    }

    fn holds(&self, op: Op, instruction: &Instruction) -> bool {
        let fields = instruction.fields;
        let a = self.get(fields.a);
        let number = i64::from(fields.d as i16);
        match op {
            Op::Unless => a.is_true(),
            Op::When => !a.is_true(),
            Op::UnlessLess => a.fixnum() < self.get(fields.b).fixnum(),
            Op::UnlessLessOrEqual => a.fixnum() <= self.get(fields.b).fixnum(),
            Op::UnlessGreater => a.fixnum() > self.get(fields.b).fixnum(),
            Op::UnlessGreaterOrEqual => a.fixnum() >= self.get(fields.b).fixnum(),
            Op::UnlessEqual => a.fixnum() == self.get(fields.b).fixnum(),
            Op::UnlessLessI => a.fixnum() < number,
            Op::UnlessGreaterI => a.fixnum() > number,
            Op::UnlessEqualI => a.fixnum() == number,
            Op::UnlessEq => a.same(&self.get(fields.b)),
            Op::UnlessEqConstant => a.same(&self.constants[fields.d as usize]),
            Op::UnlessNull => a.is(Kind::Null),
            Op::UnlessPair => a.is(Kind::Pair),
            Op::UnlessKind => a.is(Kind::from_byte(fields.b).unwrap()),
            Op::UnlessRecord => is_record(&a, &self.get(fields.b)),
            other => panic!("{other:?} is no branch"),
        }
    }

    fn simple(&mut self, op: Op, instruction: &Instruction) {
        let fields = instruction.fields;
        let value = match op {
            Op::SetGlobal | Op::DefineGlobal => {
                let value = self.get(fields.a);
                return self.set_global(fields.d.into(), value);
            }
            Op::SetBox => {
                let Value::Box(cell) = self.get(fields.a) else {
                    panic!("not a box");
                };
                *cell.borrow_mut() = self.get(fields.b);
                return;
            }
            Op::SetCar => return *self.get(fields.a).pair().0.borrow_mut() = self.get(fields.b),
            Op::SetCdr => return *self.get(fields.a).pair().1.borrow_mut() = self.get(fields.b),
            Op::Patch => {
                let Value::Closure(closure) = self.get(fields.a) else {
                    panic!("not a closure");
                };
                closure.free.borrow_mut()[fields.c as usize] = self.get(fields.b);
                return;
            }
            Op::VectorSet => {
                let (Value::Vector(items), index) = (self.get(fields.a), self.get(fields.b)) else {
                    panic!("not a vector");
                };
                items.borrow_mut()[index.fixnum() as usize] = self.get(fields.c);
                return;
            }
            Op::RecordSet => {
                let record = self.get(fields.a);
                assert!(is_record(&record, &self.get(fields.b)));
                let Value::Record(record) = record else {
                    unreachable!()
                };
                record.1.borrow_mut()[instruction.w as usize] = self.get(fields.c);
                return;
            }
            _ => self.computed(op, instruction),
        };
        self.set(fields.a, value);
    }

    fn computed(&self, op: Op, instruction: &Instruction) -> Value {
        let fields = instruction.fields;
        let b = || self.get(fields.b);
        let c = || self.get(fields.c);
        let (x, y) = (|| b().fixnum(), || c().fixnum());
        match op {
            Op::Move => b(),
            Op::Constant => self.constants[fields.d as usize].clone(),
            Op::Fixnum => Value::Fixnum((fields.d as i16).into()),
            Op::Immediate => Value::Immediate(Immediate::from_byte(fields.b).unwrap()),
            Op::Function => closure(fields.d.into(), Vec::new()),
            Op::Closure => {
                let free = instruction.captures().map(|slot| self.get(slot)).collect();
                closure(fields.d.into(), free)
            }
            Op::Free => match self.get(1) {
                Value::Closure(closure) => closure.free.borrow()[fields.d as usize].clone(),
                other => panic!("slot 1 holds {}", other.show()),
            },
            Op::Global => self.global(fields.d.into()),
            Op::Box => Value::Box(Rc::new(RefCell::new(b()))),
            Op::Unbox => match b() {
                Value::Box(cell) => cell.borrow().clone(),
                other => panic!("not a box: {}", other.show()),
            },
            Op::IsEq => Value::boolean(b().same(&c())),
            Op::IsKind => Value::boolean(b().is(Kind::from_byte(fields.c).unwrap())),
            Op::IsRecord => Value::boolean(is_record(&b(), &c())),
            Op::Not => Value::boolean(!b().is_true()),
            Op::Less => Value::boolean(x() < y()),
            Op::LessOrEqual => Value::boolean(x() <= y()),
            Op::Greater => Value::boolean(x() > y()),
            Op::GreaterOrEqual => Value::boolean(x() >= y()),
            Op::NumberEqual => Value::boolean(x() == y()),
            Op::Add => Value::Fixnum(x() + y()),
            Op::Subtract => Value::Fixnum(x() - y()),
            Op::Multiply => Value::Fixnum(x() * y()),
            Op::AddI => Value::Fixnum(x() + i64::from(fields.c as i8)),
            Op::Quotient => Value::Fixnum(x() / y()),
            Op::Remainder => Value::Fixnum(x() % y()),
            Op::Cons => Value::cons(b(), c()),
            Op::Car => b().pair().0.borrow().clone(),
            Op::Cdr => b().pair().1.borrow().clone(),
            Op::VectorRef => match b() {
                Value::Vector(items) => items.borrow()[y() as usize].clone(),
                other => panic!("not a vector: {}", other.show()),
            },
            Op::VectorLength => match b() {
                Value::Vector(items) => Value::Fixnum(items.borrow().len() as i64),
                other => panic!("not a vector: {}", other.show()),
            },
            Op::Record => {
                let Value::RecordType(number) = b() else {
                    panic!("not a type");
                };
                let fields = (1..=fields.c).map(|index| self.get(fields.b + index));
                Value::Record(Rc::new((number, RefCell::new(fields.collect()))))
            }
            Op::RecordRef => {
                assert!(is_record(&b(), &c()));
                let Value::Record(record) = b() else {
                    unreachable!()
                };
                record.1.borrow()[instruction.w as usize].clone()
            }
            Op::Primitive => {
                let arguments = (0..fields.c).map(|index| self.get(fields.b + index));
                leaf(
                    &self.unit.primitives[instruction.w as usize],
                    &arguments.collect::<Vec<_>>(),
                )
            }
            other => panic!("{other:?} gives no value"),
        }
    }
}

fn leaf(name: &str, arguments: &[Value]) -> Value {
    match (name, arguments) {
        ("%check-defined", [value, ..]) => {
            let is_absent = matches!(value, Value::Immediate(Immediate::Absent));
            assert!(!is_absent, "it is read before it has a value");
            value.clone()
        }
        ("%make-values", values) => Value::values(values.to_vec()),
        ("%list->values", [list]) => Value::values(list.items()),
        ("%values-of?", [object, count]) => {
            Value::boolean(object.stands_for().len() as i64 == count.fixnum())
        }
        ("%values-ref", [object, index]) => object.stands_for()[index.fixnum() as usize].clone(),
        ("%dynamic", _) => UNSPECIFIED,
        _ => panic!("no leaf primitive {name}"),
    }
}

fn closure(function: u32, free: Vec<Value>) -> Value {
    Value::Closure(Rc::new(Closure {
        function,
        free: RefCell::new(free),
    }))
}

fn is_record(value: &Value, record_type: &Value) -> bool {
    match (value, record_type) {
        (Value::Record(record), Value::RecordType(number)) => record.0 == *number,
        (_, Value::RecordType(_)) => false,
        (_, other) => panic!("not a type: {}", other.show()),
    }
}

fn constants(unit: &Unit) -> Vec<Value> {
    let mut made: Vec<Value> = Vec::new();
    for (index, constant) in unit.constants.iter().enumerate() {
        let value = match constant {
            Constant::Immediate(immediate) => Value::Immediate(*immediate),
            Constant::Character(character) => Value::Character(*character),
            Constant::Integer(bytes) => {
                Value::Fixnum(mound_bytecode::integer::as_i64(bytes).expect("small integers"))
            }
            Constant::Ratio(..)
            | Constant::Complex(..)
            | Constant::Bytevector(_)
            | Constant::Numbers(..) => NULL,
            Constant::Flonum(bits) => Value::Flonum(f64::from_bits(*bits)),
            Constant::Symbol(symbol) => Value::Symbol(*symbol),
            Constant::String(text) => Value::String(text.as_str().into()),
            Constant::Pair(car, cdr) => {
                Value::cons(made[*car as usize].clone(), made[*cdr as usize].clone())
            }
            Constant::Vector(items) => {
                let items = items.iter().map(|&item| made[item as usize].clone());
                Value::Vector(Rc::new(RefCell::new(items.collect())))
            }
            Constant::RecordType { .. } => Value::RecordType(index as u32),
            Constant::Hole | Constant::Tie { .. } => panic!("no circular data here"),
        };
        made.push(value);
    }
    made
}
