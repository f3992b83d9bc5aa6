//! Values of the toy evaluator.

use mound_base::Symbol;
use mound_bytecode::ops::Kind;
use mound_bytecode::unit::Immediate;
use std::cell::RefCell;
use std::rc::Rc;

#[derive(Clone)]
pub enum Value {
    Immediate(Immediate),
    Fixnum(i64),
    Flonum(f64),
    Character(char),
    Symbol(Symbol),
    String(Rc<str>),
    Pair(Rc<(RefCell<Value>, RefCell<Value>)>),
    Vector(Rc<RefCell<Vec<Value>>>),
    Box(Rc<RefCell<Value>>),
    Closure(Rc<Closure>),
    RecordType(u32),
    Record(Rc<(u32, RefCell<Vec<Value>>)>),
    Continuation(Rc<Vec<super::machine::Frame>>),
    /// None, or several.
    Values(Rc<Vec<Value>>),
    Native(Symbol),
}

pub struct Closure {
    pub function: u32,
    pub free: RefCell<Vec<Value>>,
}

pub const UNSPECIFIED: Value = Value::Immediate(Immediate::Unspecified);
pub const NULL: Value = Value::Immediate(Immediate::Null);

impl Value {
    pub fn boolean(value: bool) -> Value {
        Value::Immediate(if value {
            Immediate::True
        } else {
            Immediate::False
        })
    }

    pub fn is_true(&self) -> bool {
        !matches!(self, Value::Immediate(Immediate::False))
    }

    pub fn cons(car: Value, cdr: Value) -> Value {
        Value::Pair(Rc::new((RefCell::new(car), RefCell::new(cdr))))
    }

    pub fn list(items: impl DoubleEndedIterator<Item = Value>) -> Value {
        items.rev().fold(NULL, |list, item| Value::cons(item, list))
    }

    pub fn items(&self) -> Vec<Value> {
        let mut items = Vec::new();
        let mut rest = self.clone();
        while let Value::Pair(pair) = &rest {
            items.push(pair.0.borrow().clone());
            let next = pair.1.borrow().clone();
            rest = next;
        }
        items
    }

    /// The object that stands for these values.
    pub fn values(mut values: Vec<Value>) -> Value {
        match values.len() {
            1 => values.swap_remove(0),
            _ => Value::Values(values.into()),
        }
    }

    /// The values that the object stands for.
    pub fn stands_for(&self) -> Vec<Value> {
        match self {
            Value::Values(values) => values.to_vec(),
            other => vec![other.clone()],
        }
    }

    pub fn fixnum(&self) -> i64 {
        match self {
            Value::Fixnum(value) => *value,
            other => panic!("not a fixnum: {}", other.show()),
        }
    }

    pub fn pair(&self) -> &(RefCell<Value>, RefCell<Value>) {
        match self {
            Value::Pair(pair) => pair,
            other => panic!("not a pair: {}", other.show()),
        }
    }

    pub fn same(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Immediate(left), Value::Immediate(right)) => left == right,
            (Value::Fixnum(left), Value::Fixnum(right)) => left == right,
            (Value::Character(left), Value::Character(right)) => left == right,
            (Value::Symbol(left), Value::Symbol(right)) => left == right,
            (Value::RecordType(left), Value::RecordType(right)) => left == right,
            (Value::Pair(left), Value::Pair(right)) => Rc::ptr_eq(left, right),
            (Value::Closure(left), Value::Closure(right)) => {
                Rc::ptr_eq(left, right)
                    || left.function == right.function && left.free.borrow().is_empty()
            }
            _ => false,
        }
    }

    pub fn is(&self, kind: Kind) -> bool {
        match self {
            Value::Immediate(immediate) => match immediate {
                Immediate::True | Immediate::False => kind == Kind::Boolean,
                Immediate::Null => kind == Kind::Null,
                Immediate::Unspecified => kind == Kind::Unspecified,
                Immediate::Eof => kind == Kind::Eof,
                Immediate::Absent => kind == Kind::Absent,
            },
            Value::Fixnum(_) => matches!(
                kind,
                Kind::Fixnum | Kind::Number | Kind::ExactInteger | Kind::Exact
            ),
            Value::Flonum(_) => matches!(kind, Kind::Flonum | Kind::Number),
            Value::Character(_) => kind == Kind::Character,
            Value::Symbol(_) => kind == Kind::Symbol,
            Value::String(_) => kind == Kind::String,
            Value::Pair(_) => kind == Kind::Pair,
            Value::Vector(_) => kind == Kind::Vector,
            Value::Box(_) => kind == Kind::Box,
            Value::Closure(_) | Value::Continuation(_) | Value::Native(_) => {
                kind == Kind::Procedure
            }
            Value::RecordType(_) | Value::Values(_) => false,
            Value::Record(_) => kind == Kind::Record,
        }
    }

    pub fn show(&self) -> String {
        match self {
            Value::Immediate(Immediate::True) => "#t".into(),
            Value::Immediate(Immediate::False) => "#f".into(),
            Value::Immediate(Immediate::Null) => "()".into(),
            Value::Immediate(other) => format!("{other:?}").to_lowercase(),
            Value::Fixnum(value) => value.to_string(),
            Value::Flonum(value) => format!("{value:?}"),
            Value::Character(character) => format!("#\\{character}"),
            Value::Symbol(symbol) => symbol.to_string(),
            Value::String(text) => format!("{text:?}"),
            Value::Pair(pair) => {
                let items: Vec<String> = self.items().iter().map(Value::show).collect();
                let mut last = pair.1.borrow().clone();
                while let Value::Pair(next) = &last {
                    let rest = next.1.borrow().clone();
                    last = rest;
                }
                match last {
                    Value::Immediate(Immediate::Null) => format!("({})", items.join(" ")),
                    tail => format!("({} . {})", items.join(" "), tail.show()),
                }
            }
            Value::Vector(items) => {
                let items: Vec<String> = items.borrow().iter().map(Value::show).collect();
                format!("#({})", items.join(" "))
            }
            Value::Box(_) => "#<box>".into(),
            Value::Closure(_) | Value::Continuation(_) | Value::Native(_) => "#<procedure>".into(),
            Value::RecordType(_) => "#<type>".into(),
            Value::Values(values) => {
                let values: Vec<String> = values.iter().map(Value::show).collect();
                format!("#<values {}>", values.join(" "))
            }
            Value::Record(record) => {
                let items: Vec<String> = record.1.borrow().iter().map(Value::show).collect();
                format!("#<record {}>", items.join(" "))
            }
        }
    }
}
