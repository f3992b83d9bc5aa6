//! A process without a machine: a heap, a stack made by hand, registers.

use crate::code::{Code, Point, PointKind};
use crate::{Amount, FragmentBuilder, FragmentRef, Frozen, Heap, Stack, Top, Value};
use std::sync::atomic::{AtomicPtr, AtomicUsize};

pub(super) static UNDERFLOW: Point = Point {
    code: std::ptr::null(),
    resume: std::ptr::null(),
    base: 0,
    block: 0,
    start: 0,
    slots: 0,
    kind: PointKind::Underflow,
    keeps_result: false,
    live: [0; 4],
    native: AtomicUsize::new(0),
};

pub(super) struct Process {
    pub(super) heap: Heap,
    pub(super) stack: Stack,
    /// Slots of the running frame, all live.
    pub(super) slots: usize,
    pub(super) roots: Vec<Value>,
}

impl Process {
    pub(super) fn new(words: usize, zeal: bool) -> Process {
        Process::with_heap(Heap::new(words), zeal)
    }

    /// A process that another one makes, with a copy of `thunk` as its root.
    pub(super) fn beget(&mut self, thunk: Value, zeal: bool) -> Process {
        let mut heap = Heap::unborn();
        let thunk = self.heap.beget(&mut heap, thunk, Amount::All);
        let mut process = Process::with_heap(heap, zeal);
        process.roots.push(thunk.expect("there is memory"));
        process
    }

    pub(super) fn with_heap(mut heap: Heap, zeal: bool) -> Process {
        heap.set_zeal(zeal);
        let fp = heap.stack_end().wrapping_sub(1);
        // SAFETY: the highest word of the block is the bottom return word.
        unsafe { *fp = &raw const UNDERFLOW as u64 };
        Process {
            heap,
            stack: Stack {
                fp,
                top: Top::Slots(0),
            },
            slots: 0,
            roots: Vec::new(),
        }
    }

    pub(super) fn low(&self) -> *const u64 {
        self.stack.fp.wrapping_sub(self.slots)
    }

    /// Makes room, as the machine does.
    pub(super) fn reserve(&mut self, words: usize) {
        if !self.heap.has_room(self.low(), words) {
            self.collect(words);
        }
        // It may be due again at once, if the block has become smaller than what is beside it.
        assert!(self.heap.hp + 8 * words <= self.low() as usize);
    }

    pub(super) fn collect(&mut self, need: usize) {
        self.stack.top = Top::Slots(self.slots);
        let (heap, stack) = (&mut self.heap, &mut self.stack);
        heap.collect(stack, self.slots, &mut self.roots, need)
            .expect("no limit is set");
    }

    pub(super) fn check(&mut self) {
        self.stack.top = Top::Slots(self.slots);
        self.heap.check(&self.stack, &mut self.roots);
    }

    /// Moves the last root to a new slot of the running frame.
    pub(super) fn push_root(&mut self) {
        self.reserve(1);
        let value = self.roots.pop().expect("there is a root");
        self.slots += 1;
        // SAFETY: there is room below the frame.
        unsafe { *self.stack.fp.wrapping_sub(self.slots) = value.bits() };
    }

    pub(super) fn slot(&self, slot: usize) -> Value {
        // SAFETY: the slot is live.
        let bits = unsafe { *self.stack.fp.wrapping_sub(slot) };
        // SAFETY: it holds a value.
        unsafe { Value::from_bits(bits) }
    }

    /// Calls with the slots so far suspended at `point`, whose base is one more.
    pub(super) fn call(&mut self, point: *const Point) {
        self.reserve(1);
        self.stack.fp = self.stack.fp.wrapping_sub(self.slots + 1);
        // SAFETY: there is room for the return word.
        unsafe { *self.stack.fp = point as u64 };
        self.slots = 0;
    }

    pub(super) fn list(&mut self, numbers: std::ops::Range<i64>) -> Value {
        let root = self.roots.len();
        self.roots.push(Value::NULL);
        for number in numbers.rev() {
            self.reserve(2);
            self.roots[root] = self.heap.pair(Value::fixnum(number), self.roots[root]);
        }
        self.roots.pop().expect("pushed above")
    }

    pub(super) fn send(&mut self, value: Value, to: &mut Process) -> Value {
        let frozen = self.heap.freeze(value).expect("everything can be sent");
        to.heap.receive(frozen)
    }

    pub(super) fn freeze(&mut self, value: Value) -> Frozen {
        self.heap.freeze(value).expect("everything can be sent")
    }
}

/// A process with a long list in root 0, which is old.
pub(super) fn old_process(zeal: bool) -> Process {
    let mut process = Process::new(64, zeal);
    let list = process.list(0..1000);
    process.roots.push(list);
    while process.heap.old_words() < 1900 || process.heap.is_young(process.roots[0]) {
        process.collect(0);
    }
    process
}

pub(super) fn items(list: Value) -> Vec<Value> {
    let mut items = Vec::new();
    let mut rest = list;
    while let Some(pair) = crate::Pair::of(rest) {
        items.push(pair.car());
        rest = pair.cdr();
    }
    assert_eq!(rest, Value::NULL);
    items
}

pub(super) fn numbers(list: Value) -> Vec<i64> {
    let items = items(list).into_iter();
    items
        .map(|item| item.as_fixnum().expect("a number"))
        .collect()
}

/// A function with one point for each set of live slots.
pub(super) fn code(points: &[(u32, u64)]) -> Code {
    let point = |(index, &(base, live)): (usize, &(u32, u64))| Point {
        code: std::ptr::null(),
        resume: std::ptr::null(),
        base,
        block: index as u32,
        start: 0,
        slots: 8,
        kind: PointKind::Return,
        keeps_result: true,
        live: [live, 0, 0, 0],
        native: AtomicUsize::new(0),
    };
    Code {
        fragment: AtomicPtr::default(),
        function: 0,
        required: 0,
        exact_arity: 0,
        free_count: 0,
        slots: 8,
        rest: false,
        is_named: false,
        clauses: Box::new([]),
        exact_clauses: [0; 4],
        instructions: Box::new([]),
        blocks: Box::new([]),
        unit: AtomicPtr::default(),
        points: points.iter().enumerate().map(point).collect(),
        native: AtomicUsize::new(0),
    }
}

/// A unit of one function with these points, and what `constants` makes.
pub(super) fn unit(
    points: &[(u32, u64)],
    constants: impl FnOnce(&mut FragmentBuilder) -> Vec<Value>,
) -> (FragmentRef, Vec<Value>) {
    let mut builder = FragmentBuilder::new();
    builder.codes(vec![code(points)]);
    let mut roots = constants(&mut builder);
    let fragment = builder.finish(&mut roots);
    (fragment, roots)
}
