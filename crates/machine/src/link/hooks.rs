//! What the machine needs before and beside any unit.

use crate::condition::ConditionKind;
use crate::native::{Native, Statistics, Stubs};
use mound_heap::Value;
use mound_heap::builder::FragmentBuilder;
use mound_heap::code::{Point, PointKind};
use mound_heap::fragment::FragmentRef;
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
    native: Option<Box<dyn Native>>,
    stubs: Stubs,
    _immortal: FragmentRef,
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
        let mut roots = [initial_dynamic, out_of_memory];
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
        Hooks {
            underflow,
            initial_dynamic: roots[0],
            out_of_memory: roots[1],
            signal: OnceLock::new(),
            rewind: OnceLock::new(),
            native,
            stubs,
            _immortal: immortal,
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

    pub(crate) fn signal(&self) -> Value {
        self.signal.get().copied().unwrap_or(Value::FALSE)
    }

    pub(crate) fn rewind(&self) -> Value {
        self.rewind.get().copied().unwrap_or(Value::FALSE)
    }
}
