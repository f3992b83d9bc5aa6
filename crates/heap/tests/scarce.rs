//! A process with little that is refused old memory does without: it collects into a
//! block of its own. The budget is one for the program, so these are not beside the
//! other tests, and one at a time.

use mound_heap::{
    BoxCell, Heap, LARGE_WORDS, Pair, Point, PointKind, Shortage, Stack, Top, Value, Vector, budget,
};
use std::sync::atomic::AtomicUsize;
use std::sync::{Mutex, MutexGuard};

static UNDERFLOW: Point = Point {
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

static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// All that processes may take.
const BUDGET_BYTES: usize = 64 << 20;
/// Pairs of garbage after which old memory is looked at, even if it has not grown.
const MANY: usize = 5_000_000;

/// A budget of which others have taken all once it [`Scarce::begins`], until this is dropped.
struct Scarce {
    taken: isize,
    _alone: MutexGuard<'static, ()>,
}

impl Scarce {
    fn to_come() -> Scarce {
        let alone = ONE_AT_A_TIME.lock();
        Scarce {
            taken: 0,
            _alone: alone.unwrap_or_else(|poisoned| poisoned.into_inner()),
        }
    }

    fn begins(&mut self) {
        self.taken = 2 * BUDGET_BYTES as isize;
        budget::count(self.taken);
        budget::set_limit(Some(BUDGET_BYTES));
    }

    fn ends(&mut self) {
        budget::set_limit(None);
        budget::count(-self.taken);
        self.taken = 0;
    }
}

impl Drop for Scarce {
    fn drop(&mut self) {
        self.ends();
    }
}

/// A process without a machine. All slots of its frame are live.
struct Process {
    heap: Heap,
    stack: Stack,
    slots: usize,
    roots: Vec<Value>,
}

impl Process {
    fn new() -> Process {
        let heap = Heap::new(64);
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

    /// One with a list of so many pairs, and so many more that are garbage, all in old memory.
    fn with_old_memory(live: usize, garbage: usize) -> Process {
        let mut process = Process::new();
        process.list(live);
        process.list(garbage);
        while process.old_words() < 2 * (live + garbage) {
            process.collect(0).expect("there is memory");
        }
        process.roots.pop();
        process
    }

    fn collect(&mut self, need: usize) -> Result<(), Shortage> {
        self.stack.top = Top::Slots(self.slots);
        self.heap
            .collect(&mut self.stack, self.slots, &mut self.roots, need)
            .map_err(|refusal| refusal.shortage)
    }

    /// Makes garbage until nothing is in old memory.
    fn lose_old_memory(&mut self) {
        let lost = (0..MANY).any(|_| {
            self.reserve(2).expect("it is mostly garbage");
            self.heap.pair(Value::TRUE, Value::NULL);
            self.old_words() == 0
        });
        assert!(lost, "{} words are old", self.old_words());
    }

    fn reserve(&mut self, words: usize) -> Result<(), Shortage> {
        let low = self.stack.fp.wrapping_sub(self.slots);
        if self.heap.has_room(low, words) {
            return Ok(());
        }
        self.collect(words)
    }

    /// A new root: the list of the numbers below `length`, the last first.
    fn list(&mut self, length: usize) {
        self.roots.push(Value::NULL);
        for number in 0..length {
            self.extend(number).expect("there is memory");
        }
    }

    /// Puts a number before the list that is the last root.
    fn extend(&mut self, number: usize) -> Result<(), Shortage> {
        self.reserve(2)?;
        let list = self.roots.last_mut().expect("there is a root");
        *list = self.heap.pair(Value::fixnum(number as i64), *list);
        Ok(())
    }

    /// Moves the last root to a new slot of the frame.
    fn push(&mut self) {
        self.reserve(1).expect("there is memory");
        let value = self.roots.pop().expect("there is a root");
        self.slots += 1;
        // SAFETY: there is room below the frame.
        unsafe { *self.stack.fp.wrapping_sub(self.slots) = value.bits() };
    }

    fn slot(&self, slot: usize) -> Value {
        // SAFETY: the slot is live.
        let bits = unsafe { *self.stack.fp.wrapping_sub(slot) };
        // SAFETY: it holds a value.
        unsafe { Value::from_bits(bits) }
    }

    fn old_words(&self) -> usize {
        self.heap.object_words() - self.heap.used_words()
    }
}

#[track_caller]
fn assert_counts(list: Value, length: usize) {
    let mut rest = list;
    for number in (0..length).rev() {
        let pair = Pair::of(rest).expect("a pair");
        assert_eq!(pair.car(), Value::fixnum(number as i64));
        rest = pair.cdr();
    }
    assert_eq!(rest, Value::NULL);
}

fn boxed(value: Value) -> Value {
    BoxCell::of(value).expect("a box").get()
}

#[test]
fn garbage_goes_and_so_does_old_memory() {
    for zeal in [false, true] {
        let mut scarce = Scarce::to_come();
        let mut process = Process::with_old_memory(5_000, 20_000);
        scarce.begins();
        process.heap.set_zeal(zeal);
        process.lose_old_memory();
        assert!(process.heap.object_words() < 11_000, "with zeal: {zeal}");
        assert_counts(process.roots[0], 5_000);
        // It goes on without old memory as long as it makes garbage, and has some again when there
        // is. With zeal it would collect when there is none yet, and be refused.
        process.heap.set_zeal(false);
        for _ in 0..1_000 {
            process.list(100);
            assert_counts(process.roots[1], 100);
            process.roots.pop();
            assert_eq!(process.old_words(), 0, "with zeal: {zeal}");
        }
        scarce.ends();
        process.list(40_000);
        assert!(process.old_words() > 0, "with zeal: {zeal}");
        assert_counts(process.roots[0], 5_000);
        assert_counts(process.roots[1], 40_000);
    }
}

#[test]
fn who_keeps_most_is_refused_and_whole() {
    for zeal in [false, true] {
        let mut scarce = Scarce::to_come();
        let mut process = Process::with_old_memory(20_000, 100);
        scarce.begins();
        process.heap.set_zeal(zeal);
        process.roots.push(Value::NULL);
        let refused = (0..MANY).find_map(|number| Some((number, process.extend(number).err()?)));
        let (length, shortage) = refused.expect("what is there is alive");
        assert!(matches!(shortage, Shortage::Node { .. }), "{shortage:?}");
        assert_counts(process.roots[0], 20_000);
        assert_counts(process.roots[1], length);
        scarce.ends();
        process.extend(length).expect("there is memory again");
        process.list(50);
        assert_counts(process.roots[0], 20_000);
        assert_counts(process.roots[1], length + 1);
        assert_counts(process.roots[2], 50);
    }
}

#[test]
fn who_has_much_is_refused_even_if_it_keeps_little() {
    let mut scarce = Scarce::to_come();
    let mut process = Process::with_old_memory(100, 100_000);
    scarce.begins();
    process.roots.push(Value::NULL);
    let refused = (0..MANY).find_map(|number| {
        process.roots[1] = Value::NULL;
        process.extend(number).err()
    });
    assert!(
        matches!(refused, Some(Shortage::Node { .. })),
        "{refused:?}"
    );
    assert!(process.old_words() >= 200_000);
    assert_counts(process.roots[0], 100);
    scarce.ends();
    process.list(1_000);
    assert_counts(process.roots[0], 100);
    assert_counts(process.roots[2], 1_000);
}

#[test]
fn what_old_objects_and_the_stack_hold_moves_along() {
    for zeal in [false, true] {
        let mut scarce = Scarce::to_come();
        let mut process = Process::with_old_memory(5_000, 20_000);
        for number in 0..100 {
            process.reserve(2).expect("there is memory");
            let cell = process.heap.new_box(Value::fixnum(number));
            process.roots.push(cell);
            process.push();
        }
        // A young pair that only an old one knows, and a large object that knows a young box.
        process.reserve(4).expect("there is memory");
        let young = process.heap.pair(Value::TRUE, Value::NULL);
        let cell = process.heap.new_box(Value::fixnum(7));
        let large = process.heap.vector(LARGE_WORDS + 1, cell);
        process.roots.push(large);
        let old = Pair::of(process.roots[0]).expect("a pair");
        old.set_car(&mut process.heap, young).expect("not frozen");
        scarce.begins();
        process.heap.set_zeal(zeal);
        process.lose_old_memory();
        let first = Pair::of(process.roots[0]).expect("a pair");
        assert_eq!(
            Pair::of(first.car()).map(|young| young.car()),
            Some(Value::TRUE)
        );
        assert_counts(first.cdr(), 4_999);
        for slot in 1..=100 {
            assert_eq!(boxed(process.slot(slot)), Value::fixnum(slot as i64 - 1));
        }
        let large = Vector::of(process.roots[1]).expect("a vector");
        let large = large.slice();
        assert_eq!(large[0], large[LARGE_WORDS]);
        assert_eq!(boxed(large[0]), Value::fixnum(7));
    }
}
