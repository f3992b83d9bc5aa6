//! Primitives and instructions that do not end at once, although they have no frame to wait in.
//!
//! A leaf primitive, or an instruction on numbers, runs in the middle of a block. If it would
//! hold the scheduler for too long, it gives up with [`Raise::UNFINISHED`] instead of a value, and
//! the process stops at that very instruction. Later the instruction is executed again, with the
//! same operands, and finds here what has been done meanwhile. Control primitives may do the same.
//!
//! ```text
//!   compute: Asked -> Waiting ---------> Finished      the result is taken, the instruction ends
//!              (a request of the host)
//!   pause:   Paused                                    in the next turn the primitive goes on
//!   apart:   Apart (the memory is lent) --> Finished   the same, where nobody waits for a turn
//! ```
//!
//! Not here: what is computed, and what it is expected to cost. Not for what waits for a message or
//! for the world: those are control primitives with an [`crate::Outcome`].
//!
//! Invariants:
//! - U1. Between the two executions nothing but collections touches the frame, so the operands are
//!   equal; the work owns copies and sees no heap.
//! - U2. Fuel is paid once, by the execution that ends.
//! - U4. Work that is done apart has the whole process, which is running for all others: nothing is taken in,
//!   collected or ended before it is over. It takes no fuel, and leaves the frames as they are.
//! - U3. Whatever else the process does, `Context::drop_unfinished` comes first: a result is never
//!   taken by another instruction.

use crate::condition::Raise;
use crate::context::{Context, LiveSlots, Pending};
use crate::host::{Control, Host, Reply, Request};
use crate::interpret::Stop;
use mound_heap::budget::Scratch;
use mound_heap::freeze::Frozen;
use mound_heap::heap::OutOfMemory;
use mound_heap::{Amount, Value};
use mound_numbers::abandon::abandonable;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is expected to take no longer, in nanoseconds, is done by the scheduler itself. Half of what
/// a primitive may hold it in the usual case: expectations are rough.
pub const SHORT_NS: u64 = 500_000;

/// Expected work that costs no fuel: that with fixnums and flonums, which machine code does itself.
pub(crate) const FREE_NS: u64 = 2000;

/// Expected work for a unit of fuel. A turn is a few hundred microseconds of such work at most.
const NS_PER_REDUCTION: u64 = 64;

/// Computations that are expected to take no longer, in nanoseconds, do not wait behind those that
/// take longer.
const BRIEF_NS: u64 = 100_000_000;

/// What a computation is expected to need, from the sizes of its operands and nothing else, so that
/// it is the same in each run.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Cost {
    pub nanoseconds: u64,
    /// Of memory outside of the heap: operands, what is made on the way, the result.
    pub bytes: usize,
}

impl Cost {
    /// What both need.
    pub fn plus(self, other: Cost) -> Cost {
        Cost {
            nanoseconds: self.nanoseconds.saturating_add(other.nanoseconds),
            bytes: self.bytes.saturating_add(other.bytes),
        }
    }
}

/// Set once nobody waits for the result of a computation any more. Long work looks at that
/// ([`is_abandoned`](mound_numbers::abandon::is_abandoned)).
type Abandoned = Arc<AtomicBool>;

type Work = Box<dyn FnOnce() -> Box<dyn Any + Send> + Send>;

/// Work that takes too long for a scheduler: a request of the process, [`Request::Compute`].
pub struct Computation {
    work: Work,
    cost: Cost,
    abandoned: Abandoned,
    /// Counted for as long as the work has it.
    _scratch: Scratch,
}

impl std::fmt::Debug for Computation {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Computation")
            .field("cost", &self.cost)
            .finish_non_exhaustive()
    }
}

impl Computation {
    /// Whether it may take longer than others should wait behind it.
    pub fn is_long(&self) -> bool {
        self.cost.nanoseconds > BRIEF_NS
    }

    /// Does the work; `None` if nobody waits for it any more. A panic is that of the process.
    pub fn run(self) -> Option<Reply> {
        if self.abandoned.load(Ordering::Relaxed) {
            return None;
        }
        let Computation {
            work, abandoned, ..
        } = self;
        let result = catch_unwind(AssertUnwindSafe(|| abandonable(&abandoned, work)));
        Some(Reply::Computed(result))
    }
}

/// What an instruction has left to be done, or found done.
pub(crate) enum Unfinished {
    Asked(Computation),
    Waiting { _waiting: Waiting },
    Finished(std::thread::Result<Box<dyn Any + Send>>),
    Paused(Box<dyn Any + Send>),
    Apart(Apart),
}

/// What was copied out apart, and what it costs.
struct CopiedOut<T> {
    result: Result<T, OutOfMemory>,
    price: i64,
}

/// Work on the memory of a process that takes too long for a scheduler ([`Context::apart`]).
type Apart = Box<dyn FnOnce(&mut Context) -> Box<dyn Any + Send> + Send>;

/// As long as this lives, somebody waits for a computation.
pub(crate) struct Waiting(Abandoned);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Context {
    /// The result of some work: at once if it costs little, else [`Raise::UNFINISHED`], and the result
    /// when the primitive is run again. `begin` copies the operands, and must not pay fuel (U2).
    ///
    /// The primitive must return what this raises, and may call this once.
    pub fn compute<T, W>(
        &mut self,
        who: &str,
        cost: Cost,
        begin: impl FnOnce(&mut Context) -> Result<W, Raise>,
    ) -> Result<T, Raise>
    where
        T: Any + Send,
        W: FnOnce() -> T + Send + 'static,
    {
        if cost.nanoseconds <= SHORT_NS {
            let work = begin(self)?;
            return Ok(work());
        }
        match self.computed() {
            Some(result) => Ok(result),
            None => Err(self.postpone(who, cost, begin)),
        }
    }

    /// What to return if some work is to be done elsewhere, whatever it costs, and the primitive to be run
    /// again then. See [`Context::compute`].
    pub fn postpone<T, W>(
        &mut self,
        who: &str,
        cost: Cost,
        begin: impl FnOnce(&mut Context) -> Result<W, Raise>,
    ) -> Raise
    where
        T: Any + Send,
        W: FnOnce() -> T + Send + 'static,
    {
        let scratch = match self.heap.take_scratch(cost.bytes) {
            Ok(scratch) => scratch,
            Err(error) => return self.too_large(who, error),
        };
        let work = match begin(self) {
            Ok(work) => work,
            Err(raise) => return raise,
        };
        self.rare().unfinished = Some(Unfinished::Asked(Computation {
            work: Box::new(move || Box::new(work())),
            cost,
            abandoned: Abandoned::default(),
            _scratch: scratch,
        }));
        Raise::UNFINISHED
    }

    /// The result of the work that the primitive has postponed, if it did. A panic in it goes on here.
    pub fn computed<T: Any>(&mut self) -> Option<T> {
        let rare = self.rare.as_mut()?;
        match rare.unfinished.take()? {
            Unfinished::Finished(Ok(result)) => {
                let result = result.downcast::<T>();
                debug_assert!(result.is_ok(), "U3: the result of another instruction");
                result.ok().map(|result| *result)
            }
            Unfinished::Finished(Err(panic)) => resume_unwind(panic),
            // Another kind of work, which the primitive asks for by its own name.
            other => {
                rare.unfinished = Some(other);
                None
            }
        }
    }

    /// What to return if some work on the memory of the process is to be done where it holds no scheduler, and the
    /// primitive to be run again then, which finds the result with [`Context::computed`]. The work must not pay fuel
    /// (U2, U4).
    pub fn apart<T: Any + Send>(
        &mut self,
        work: impl FnOnce(&mut Context) -> T + Send + 'static,
    ) -> Raise {
        let work: Apart = Box::new(move |context| Box::new(work(context)));
        self.rare().unfinished = Some(Unfinished::Apart(work));
        Raise::UNFINISHED
    }

    /// Does the work for which the process has stopped with [`Stop::Apart`].
    pub fn work_apart(&mut self) {
        let Some(rare) = &mut self.rare else {
            return;
        };
        match rare.unfinished.take() {
            Some(Unfinished::Apart(work)) => {
                let fuel = self.fuel;
                let result = work(self);
                self.fuel = fuel;
                self.rare().unfinished = Some(Unfinished::Finished(Ok(result)));
            }
            other => rare.unfinished = other,
        }
    }

    /// A frozen copy of `part` of the object of which the process has died ([`Stop::Died`]), which many can share.
    /// `None` if that is to be done apart: the process stops of the same object once more after it.
    pub fn remains(&mut self, object: Value, part: Value) -> Option<Result<Frozen, OutOfMemory>> {
        let copy = move |context: &mut Context, amount| {
            context.copying(|heap| heap.freeze_shared_within(part, amount))
        };
        if !matches!(self.live_slots, LiveSlots::Arguments(_)) {
            // It died in the middle of a block, where nothing may be collected, of a condition that was just made.
            return Some(copy(self, Amount::All));
        }
        match self.copy_out(copy) {
            Ok(remains) => Some(remains),
            Err(_) => {
                self.temporaries.push(object);
                self.pending = Pending::Died;
                None
            }
        }
    }

    /// Copies data out of the heap: at once if it is not much, apart if it is. The price in fuel depends
    /// on nothing but the data. The inner error is that of memory; what is raised is for the primitive to return.
    pub fn copy_out<T: Any + Send>(
        &mut self,
        mut copy: impl FnMut(&mut Context, Amount) -> Result<T, OutOfMemory> + Send + 'static,
    ) -> Result<Result<T, OutOfMemory>, Raise> {
        if let Some(copied) = self.computed::<CopiedOut<T>>() {
            self.fuel -= copied.price;
            return Ok(copied.result);
        }
        let before = self.fuel;
        let refusal = match copy(self, Amount::Turn) {
            Err(refusal) => refusal,
            result => return Ok(result),
        };
        if !refusal.is_of_turn() {
            return Ok(self.or_relieved(refusal, |context| copy(context, Amount::All)));
        }
        self.fuel = before;
        Err(self.apart(move |context| {
            context.fuel = 0;
            let result = copy(context, Amount::All);
            let price = -context.fuel;
            let again = |context: &mut Context| copy(context, Amount::All);
            let result = result.or_else(|refusal| context.or_relieved(refusal, again));
            CopiedOut { result, price }
        }))
    }

    /// Takes fuel for the work that [`Context::compute`] was expected to be, once it is done.
    pub fn pay(&mut self, cost: Cost) {
        let paid = cost.nanoseconds.saturating_sub(FREE_NS);
        self.fuel -= (paid / NS_PER_REDUCTION) as i64;
    }

    /// What to return if the primitive is to go on in the next turn, with this state. Values that the
    /// state needs belong into [`Context::temporaries`]. Fuel for what was done may be paid before.
    pub fn pause(&mut self, state: Box<dyn Any + Send>) -> Raise {
        self.rare().unfinished = Some(Unfinished::Paused(state));
        Raise::UNFINISHED
    }

    /// The state with which the primitive paused, if it did.
    pub fn paused<S: Any>(&mut self) -> Option<Box<S>> {
        let rare = self.rare.as_mut()?;
        match rare.unfinished.take()? {
            Unfinished::Paused(state) => state.downcast::<S>().ok(),
            other => {
                rare.unfinished = Some(other);
                None
            }
        }
    }

    /// Forgets what is unfinished; nobody waits for it any more.
    pub(crate) fn drop_unfinished(&mut self) {
        if let Some(rare) = &mut self.rare {
            rare.unfinished = None;
        }
    }

    /// Stops at an instruction or primitive that gave up; `None` if it can be run again at once.
    pub(crate) fn leave_unfinished(
        &mut self,
        host: &mut dyn Host,
        control: Option<(Control, u32)>,
    ) -> Option<Stop> {
        self.pending = match control {
            None => Pending::UnfinishedLeaf,
            Some((primitive, count)) => Pending::UnfinishedControl { primitive, count },
        };
        let rare = self.rare.as_mut().map(|rare| &mut rare.unfinished);
        let computation = match rare.map(|unfinished| (unfinished.take(), unfinished)) {
            Some((Some(Unfinished::Asked(computation)), unfinished)) => {
                let _waiting = Waiting(computation.abandoned.clone());
                *unfinished = Some(Unfinished::Waiting { _waiting });
                computation
            }
            Some((Some(Unfinished::Apart(work)), unfinished)) => {
                *unfinished = Some(Unfinished::Apart(work));
                return Some(Stop::Apart);
            }
            Some((other, unfinished)) => {
                *unfinished = other;
                return Some(Stop::Yield);
            }
            None => return Some(Stop::Yield),
        };
        let request = host.requests().start(Request::Compute(computation));
        self.request = Some(request);
        // Where time is made up, it has been answered.
        match self.is_finished(host) {
            true => None,
            false => Some(Stop::Wait { deadline: None }),
        }
    }

    /// Whether what gave up can be run again.
    pub(crate) fn is_finished(&mut self, host: &mut dyn Host) -> bool {
        let Some(request) = self.request else {
            return true;
        };
        match host.requests().poll(request.get()) {
            None => false,
            Some(reply) => {
                self.request = None;
                if let Reply::Computed(result) = reply {
                    self.rare().unfinished = Some(Unfinished::Finished(result));
                }
                true
            }
        }
    }
}
