//! Work for a process that takes what it runs from a queue: the process of a program or REPL.
//!
//! The queue is attached to the context of the process, and what the process does with it is here; when
//! it does that, in the course of its turns, is in [`crate::body`].

use crate::body::SchemeProcess;
use crate::host::bound;
use crate::instances::Load;
use crate::report;
use crate::results::{ResultSender, Results};
use crate::state::NodeState;
use crate::watch::Watch;
use mound_heap::Value;
use mound_heap::fragment::FragmentRef;
use mound_heap::freeze::Frozen;
use mound_machine::LinkedUnit;
use mound_primitives::print::{Style, print, print_shown};
use mound_process::{Ending, Next, Serial, SpawnOptions, Turn};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Characters of a value that somebody who types forms is shown.
const SHOWN_CHARACTERS_MAX: usize = 8000;

/// How the work of a unit ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WorkResult {
    /// The value as `write` shows it; `None` if it is unspecified.
    Value(Option<String>),
    /// The report of an object that nobody handled.
    Died(String),
    /// The process ended itself.
    Halted,
    /// The process was ended before, or in between.
    Terminated,
    /// A library that it needs has not run to its end, so it was not run.
    Skipped,
}

/// A unit whose entry is to be run.
struct Work {
    unit: FragmentRef,
    reply: ResultSender,
    /// Of a library.
    load: Option<Arc<Load>>,
    /// Whether one of those before it, which it needs, has not run to its end.
    failed: Arc<AtomicBool>,
}

impl Work {
    fn end(self, result: WorkResult) {
        match (&result, &self.load) {
            (WorkResult::Value(_), Some(load)) => load.done(&self.unit),
            (WorkResult::Value(_), None) => {}
            _ => self.failed.store(true, Ordering::Relaxed),
        }
        // If it was the last of a load, those who wait for that go on first.
        drop(self.load);
        self.reply.send(result);
    }
}

/// Work for one process, which waits for more until the queue is closed.
#[derive(Default)]
pub struct WorkQueue {
    items: Mutex<Items>,
    /// Fuel that the process had used at the end of the last piece of work.
    fuel_used: AtomicU64,
    /// For a queue of forms that somebody types.
    watch: Option<Watch>,
}

#[derive(Default)]
struct Items {
    works: VecDeque<Work>,
    /// No more will come.
    closed: bool,
    /// The process that does the work.
    worker: Option<Serial>,
    /// It has ended.
    abandoned: bool,
}

impl WorkQueue {
    fn items(&self) -> MutexGuard<'_, Items> {
        self.items.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A queue of forms that somebody types, who may interrupt them and look at what they did.
    pub fn watched() -> WorkQueue {
        WorkQueue {
            watch: Some(Watch::default()),
            ..WorkQueue::default()
        }
    }

    pub fn watch(&self) -> Option<&Watch> {
        self.watch.as_ref()
    }

    /// Has the bodies of libraries run, and then what imports them.
    pub fn push(&self, mut load: Load, main: Option<FragmentRef>, results: &Arc<Results>) {
        let libraries = std::mem::take(&mut load.libraries);
        let load = Arc::new(load);
        let failed = Arc::new(AtomicBool::new(false));
        let work = |unit, load| Work {
            unit,
            reply: results.sender(),
            load,
            failed: Arc::clone(&failed),
        };
        let bodies = libraries
            .into_iter()
            .map(|unit| work(unit, Some(Arc::clone(&load))));
        let works: Vec<Work> = bodies.chain(main.map(|unit| work(unit, None))).collect();
        self.items().works.extend(works);
    }

    /// No more work will come: the process ends when it has done what there is.
    pub fn close(&self) {
        self.items().closed = true;
    }

    /// The process that does the work; `None` if there is none, or it has ended.
    pub fn worker(&self) -> Option<Serial> {
        let items = self.items();
        items.worker.filter(|_| !items.abandoned)
    }

    /// Makes a process that does the work.
    pub fn spawn_worker(self: &Arc<Self>, state: &NodeState, name: &str) -> Result<(), String> {
        let handle = state.handle().ok_or("the node does not run")?;
        let limits = state.default_limits();
        let body = SchemeProcess::with_queue(state, Arc::clone(self)).limited(limits);
        let options = SpawnOptions {
            name: Some(name.into()),
            bound: bound(&limits),
            ..SpawnOptions::default()
        };
        let spawned = handle.spawn(body, options);
        self.items().worker = Some(spawned.map_err(|error| error.to_string())?);
        Ok(())
    }

    /// Fuel that the process had used when a piece of work ended last.
    pub fn fuel_used(&self) -> u64 {
        self.fuel_used.load(Ordering::Acquire)
    }

    pub(crate) fn note_fuel(&self, used: u64) {
        self.fuel_used.store(used, Ordering::Release);
    }

    /// The next piece, and whether no more will come.
    fn next(&self) -> (Option<Work>, bool) {
        let mut items = self.items();
        (items.works.pop_front(), items.closed)
    }

    /// Nobody does what is left.
    fn abandon(&self) {
        let mut items = self.items();
        items.abandoned = true;
        let works = std::mem::take(&mut items.works);
        drop(items);
        drop(works);
    }
}

/// Attached to a process that takes its work from a queue.
struct Queued {
    queue: Arc<WorkQueue>,
    current: Option<Work>,
    busy: bool,
}

impl Drop for Queued {
    fn drop(&mut self) {
        self.queue.abandon();
    }
}

impl SchemeProcess {
    /// A process that does the work of `queue`.
    pub fn with_queue(state: &NodeState, queue: Arc<WorkQueue>) -> SchemeProcess {
        queue.items().abandoned = false;
        let nothing = Frozen::immediate(Value::FALSE).expect("#f is an immediate");
        let mut process = SchemeProcess::new(state, nothing);
        if queue.watch().is_some() {
            process.context.keep_stacks();
        }
        process.context.attach(Box::new(Queued {
            queue,
            current: None,
            busy: false,
        }));
        process.set_busy(false);
        process
    }

    fn queued(&self) -> Option<&Queued> {
        self.context.attachment()
    }

    /// What somebody who types forms may ask of the process.
    fn watch(&self) -> Option<&Watch> {
        self.queued()?.queue.watch()
    }

    pub(crate) fn is_busy(&self) -> bool {
        self.queued().is_some_and(|queued| queued.busy)
    }

    /// Before a turn without work, work is looked for, and before one of work that can be interrupted,
    /// whether that has happened.
    fn set_busy(&mut self, busy: bool) {
        if let Some(queued) = self.context.attachment_mut::<Queued>() {
            queued.busy = busy;
            self.update_attendance();
        }
    }

    /// Says again whether something is to be done before each turn.
    pub(crate) fn update_attendance(&mut self) {
        let does_work = self.queued().is_some();
        let attended = does_work && (!self.is_busy() || self.watch().is_some());
        let unknown = self.context.heap.is_unknown_holder();
        self.context.set_attended(attended || unknown);
    }

    /// Begins the next piece of work. `None`: there is some.
    pub(crate) fn next_work(&mut self, turn: &Turn<'_, Self>) -> Option<Next<Frozen>> {
        let queued = self.context.attachment_mut::<Queued>()?;
        let (mut work, mut closed) = queued.queue.next();
        while let Some(skipped) = work.take_if(|work| work.failed.load(Ordering::Relaxed)) {
            skipped.reply.send(WorkResult::Skipped);
            (work, closed) = queued.queue.next();
        }
        match work {
            Some(work) => {
                if let Some(load) = &work.load {
                    load.begin(turn.serial());
                }
                let unit = queued.current.insert(work).unit.clone();
                self.set_busy(true);
                self.context.heap.hold(&unit);
                if let Some(unit) = LinkedUnit::of_fragment(&unit) {
                    self.context.begin(unit.entry());
                }
                None
            }
            // What it had on other nodes is told of the end of the node, which most often comes next, and not
            // that all has gone well.
            None if closed => Some(Next::end(Ending::Halted)),
            None => Some(Next::Wait { deadline: None }),
        }
    }

    /// Has the result sent when the process has ended and nobody gives it work any more.
    pub(crate) fn end_with(&mut self, turn: &Turn<'_, Self>, result: WorkResult) {
        self.note_fuel(turn);
        let queued = self.context.attachment_mut::<Queued>();
        if let Some(work) = queued.and_then(|queued| queued.current.as_mut()) {
            work.reply.prepare(result);
        }
    }

    pub(crate) fn finish_work(&mut self, turn: &Turn<'_, Self>, result: WorkResult) {
        self.note_fuel(turn);
        self.set_busy(false);
        let queued = self.context.attachment_mut::<Queued>();
        if let Some(work) = queued.and_then(|queued| queued.current.take()) {
            work.end(result);
        }
    }

    pub(crate) fn note_fuel(&self, turn: &Turn<'_, Self>) {
        if let Some(queued) = self.queued() {
            queued.queue.note_fuel(turn.reductions());
            if let Some(watch) = queued.queue.watch() {
                watch.note_allocation(self.context.allocated_words());
            }
        }
    }

    /// Ends the piece of work that is running because somebody asked for it.
    pub(crate) fn interrupt(&mut self, turn: &mut Turn<'_, Self>) {
        let asked = |queued: &Queued| {
            queued.busy && queued.queue.watch().is_some_and(Watch::take_interrupt)
        };
        if !self.queued().is_some_and(asked) {
            return;
        }
        if let Some(number) = self.context.request {
            turn.node().requests.cancel(number.get());
        }
        let report = report::interruption(&self.context);
        self.note_frames(turn);
        self.context.keep_running_stack();
        self.note_kept();
        self.finish_work(turn, WorkResult::Died(report));
    }

    /// Keeps a picture of the stack for whoever typed the form.
    pub(crate) fn note_frames(&self, turn: &Turn<'_, Self>) {
        if let Some(watch) = self.watch() {
            watch.note_frames(&self.context, &**turn.node());
        }
    }

    /// Says whether the computation that ended can go on. That of a library cannot: it is there when its
    /// body has run to the end, which nobody would wait for.
    pub(crate) fn note_kept(&mut self) {
        let current = self.queued().and_then(|queued| queued.current.as_ref());
        let is_library = current.is_some_and(|work| work.load.is_some());
        let kept = self.context.take_kept().filter(|_| !is_library);
        if let Some(watch) = self.watch() {
            watch.note_kept(kept);
        }
    }

    /// The value of a piece of work as text.
    pub(crate) fn show(&mut self, turn: &mut Turn<'_, Self>, value: Value) -> Option<String> {
        (value != Value::UNSPECIFIED).then(|| {
            if let Some(watch) = self.watch() {
                watch.note_value(value);
            }
            let state = Arc::clone(turn.node());
            match self.watch() {
                Some(_) => print_shown(value, &*state, SHOWN_CHARACTERS_MAX),
                None => print(value, Style::Write, &*state),
            }
        })
    }
}
