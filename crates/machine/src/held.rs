//! Whether something holds a scheduler for too long, and what.
//!
//! No clock is read on the way. Each thread that runs processes counts its turns; a watcher outside of
//! the machine looks at the counts now and then, and marks a thread that is in the same turn for too
//! long ([`threads`], [`Thread::mark`]). Whatever of the machine ends next on that thread is what
//! held it, and says its name ([`Held`]).
//!
//! ```text
//!   scheduler   turn 17 ----------- gcd ------------| "gcd"
//!   watcher           17?       17?  mark            takes what was held
//! ```
//!
//! Not here: the clock, the bound, and what is done about it; that is the host's.
//!
//! Invariants:
//! - T1. As long as nobody is marked, a look costs one load of a word that nobody writes.

use crate::context::Context;
use mound_bytecode::ops::Op;
use std::cell::OnceCell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// Whether any thread is marked.
static MARKED: AtomicBool = AtomicBool::new(false);

/// Those that have run processes and live.
static THREADS: Mutex<Vec<Weak<Thread>>> = Mutex::new(Vec::new());

thread_local! {
    static HERE: OnceCell<Arc<Thread>> = const { OnceCell::new() };
}

/// A thread that runs processes.
#[derive(Debug, Default)]
pub struct Thread {
    /// Odd while a turn goes on.
    turns: AtomicU64,
    /// The turn in which it is marked, or 0.
    marked: AtomicU64,
    held: Mutex<Option<Held>>,
    /// The name that it was given, or none.
    name: String,
    /// What the system calls the thread, below `/proc`.
    directory: Option<std::path::PathBuf>,
}

/// What held a marked thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Held {
    /// A primitive, or an instruction.
    pub name: String,
    pub is_primitive: bool,
}

impl Thread {
    /// The number of the turn that goes on, if one does.
    pub fn turn(&self) -> Option<u64> {
        let turns = self.turns.load(Ordering::Relaxed);
        (turns % 2 == 1).then_some(turns)
    }

    /// How many turns have begun and ended, and how many of these give their place to another one.
    pub fn turns(&self) -> u64 {
        self.turns.load(Ordering::Relaxed)
    }

    /// The name of the thread, which is empty if it was given none.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Has whatever ends next in this turn say its name.
    pub fn mark(&self, turn: u64) {
        self.marked.store(turn, Ordering::Relaxed);
        MARKED.store(true, Ordering::Relaxed);
    }

    /// What has said its name.
    pub fn take_held(&self) -> Option<Held> {
        self.held().take()
    }

    /// Where the system tells of the thread, if it does.
    pub fn directory(&self) -> Option<&std::path::Path> {
        self.directory.as_deref()
    }

    fn held(&self) -> MutexGuard<'_, Option<Held>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The threads that run processes.
pub fn threads() -> Vec<Arc<Thread>> {
    let mut threads = THREADS.lock().unwrap_or_else(PoisonError::into_inner);
    threads.retain(|thread| thread.strong_count() > 0);
    threads.iter().filter_map(Weak::upgrade).collect()
}

fn with_thread<T>(action: impl FnOnce(&Thread) -> T) -> T {
    HERE.with(|here| {
        action(here.get_or_init(|| {
            let own = std::fs::read_link("/proc/thread-self").ok();
            let thread = Arc::new(Thread {
                name: (std::thread::current().name().unwrap_or_default()).to_owned(),
                directory: own.map(|own| std::path::Path::new("/proc").join(own)),
                ..Thread::default()
            });
            let mut threads = THREADS.lock().unwrap_or_else(PoisonError::into_inner);
            threads.push(Arc::downgrade(&thread));
            thread
        }))
    })
}

/// A turn begins or ends, or gives its place to another one.
#[inline]
pub(crate) fn count(steps: u64) {
    with_thread(|thread| {
        // Written by this thread only.
        let turns = thread.turns.load(Ordering::Relaxed);
        thread
            .turns
            .store(turns.wrapping_add(steps), Ordering::Relaxed);
    });
}

/// To be called where something ends that may have taken long: says its name if this thread is marked.
#[inline(always)]
pub(crate) fn look(context: &Context) {
    if MARKED.load(Ordering::Relaxed) {
        tell(context);
    }
}

#[cold]
#[inline(never)]
fn tell(context: &Context) {
    with_thread(|thread| {
        let marked = thread.marked.swap(0, Ordering::Relaxed);
        if marked == 0 {
            return;
        }
        // Others that are marked at the same time are not found, for once.
        MARKED.store(false, Ordering::Relaxed);
        if thread.turn() == Some(marked) {
            *thread.held() = context.at_hand();
        }
    });
}

impl Context {
    /// The primitive, or else the instruction, at which the process stands.
    fn at_hand(&self) -> Option<Held> {
        let (op, operand) = self.instruction_at_hand()?;
        let primitives = [Op::Primitive, Op::CallPrimitive, Op::TailCallPrimitive];
        let is_primitive = primitives.contains(&op);
        let name = match is_primitive {
            true => self.unit().primitive_name(operand),
            false => op.row().mnemonic,
        };
        Some(Held {
            name: name.to_owned(),
            is_primitive,
        })
    }
}
