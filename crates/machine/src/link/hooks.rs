//! What the machine needs before and beside any unit.

use super::{KnownType, constants};
use crate::condition::ConditionKind;
use crate::native::{Native, Statistics, Stubs};
use mound_base::Symbol;
use mound_heap::Value;
use mound_heap::builder::FragmentBuilder;
use mound_heap::code::{Point, PointKind};
use mound_heap::equality::NUMBERS_LIBRARY;
use mound_heap::fragment::FragmentRef;
use mound_heap::object::RecordType;
use mound_numbers::Elements;
use std::sync::OnceLock;
use std::sync::atomic::AtomicUsize;

/// What the machine needs of the base library, and values it makes itself.
pub struct Hooks {
    underflow: Box<Point>,
    /// `#(() () () #f)`, frozen and immortal.
    pub initial_dynamic: Value,
    /// A condition that needs no memory.
    pub out_of_memory: Value,
    signal: OnceLock<Value>,
    rewind: OnceLock<Value>,
    /// The record types of vectors of numbers, by kind, frozen and immortal.
    number_types: [Value; Elements::ALL.len()],
    native: Option<Box<dyn Native>>,
    stubs: Stubs,
    immortal: FragmentRef,
}

impl Hooks {
    pub(super) fn new(native: Option<Box<dyn Native>>) -> Hooks {
        let stubs = native.as_ref().map_or(Stubs::NONE, |native| native.stubs());
        let mut builder = FragmentBuilder::new();
        let initial_dynamic =
            builder.vector(&[Value::NULL, Value::NULL, Value::NULL, Value::FALSE]);
        let message = builder.string("out of memory");
        let kind = Value::symbol(ConditionKind::Memory.symbol());
        let out_of_memory = builder.condition([
            kind,
            message,
            Value::NULL,
            Value::FALSE,
            Value::FALSE,
            Value::FALSE,
        ]);
        let number_types = Elements::ALL.map(|kind| number_type(&mut builder, kind));
        let mut roots = [initial_dynamic; 2 + Elements::ALL.len()];
        roots[1] = out_of_memory;
        roots[2..].copy_from_slice(&number_types);
        let immortal = builder.finish_immortal(&mut roots);
        let underflow = Box::new(Point {
            code: std::ptr::null(),
            resume: std::ptr::null(),
            base: 0,
            block: 0,
            start: 0,
            slots: 0,
            kind: PointKind::Underflow,
            keeps_result: false,
            live: [0; 4],
            native: AtomicUsize::new(stubs.point),
        });
        let number_types = std::array::from_fn(|index| roots[2 + index]);
        Hooks {
            underflow,
            initial_dynamic: roots[0],
            out_of_memory: roots[1],
            signal: OnceLock::new(),
            rewind: OnceLock::new(),
            number_types,
            native,
            stubs,
            immortal,
        }
    }

    /// The compiler to machine code, if there is one.
    pub(crate) fn native(&self) -> Option<&dyn Native> {
        self.native.as_deref()
    }

    /// What the compiler to machine code has done, if there is one.
    pub fn code_statistics(&self) -> Option<Statistics> {
        self.native().map(Native::statistics)
    }

    /// Where points and functions without machine code lead.
    #[inline]
    pub(crate) fn stubs(&self) -> Stubs {
        self.stubs
    }

    pub(crate) fn underflow(&self) -> *const Point {
        std::ptr::from_ref(&*self.underflow)
    }

    /// Sets the procedures that the machine calls: `signal` with each condition it
    /// raises, `rewind` to run winders on the way to a continuation. They belong to an immortal unit.
    pub fn set_procedures(&self, signal: Value, rewind: Value) {
        // A second base library would be the same unit, with the same closures.
        let _ = self.signal.set(signal);
        let _ = self.rewind.set(rewind);
    }

    /// The record type of vectors of these numbers: what `(srfi 160 base)` defines.
    pub fn number_type(&self, kind: Elements) -> Value {
        self.number_types[kind as usize]
    }

    /// The same by its identity, if it is one.
    pub(super) fn known_type(&self, uid: [u64; 2]) -> Option<KnownType> {
        let is_it = |value: &&Value| RecordType::of(**value).is_some_and(|it| it.uid() == uid);
        let value = *self.number_types.iter().find(is_it)?;
        Some(KnownType {
            value,
            fragment: self.immortal.clone(),
        })
    }

    pub(crate) fn signal(&self) -> Value {
        self.signal.get().copied().unwrap_or(Value::FALSE)
    }

    pub(crate) fn rewind(&self) -> Value {
        self.rewind.get().copied().unwrap_or(Value::FALSE)
    }
}

fn number_type(builder: &mut FragmentBuilder, kind: Elements) -> Value {
    let name = Symbol::intern(&format!("<{}vector>", kind.name()));
    let fields = [Symbol::intern("bytes")];
    constants::record_type(builder, name, NUMBERS_LIBRARY, &fields, &|_| None)
}
