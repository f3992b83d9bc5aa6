//! What the processes of this node hold of the operating system.
//!
//! A resource is found by the serial of its owner, and has one side: input,
//! output, a listener, a subprocess or a database. A connection is two resources.
//!
//! ```text
//!   process        primitive                 here                        operating system
//!   read-line  --> look at Incoming
//!              --> Fill, wait            --> Input: read on a thread  -> read
//!                                            of the pool, or in a task
//!   write      --> put                   --> Output: pending bytes   --> write, as they come
//!              --> Drain, wait
//! ```
//!
//! - R1. A reader or writer is either at rest in its resource or with the one
//!   job or task that uses it; `busy` tells.
//! - R2. Whoever closes a resource takes it out of the table first. A job that
//!   comes back then finds `closed` and drops what it holds.
//! - R3. Whatever was put before the close is written before the handle is closed.
//! - R4. No lock of a resource is held while the table's lock is waited for, nor
//!   during a system call that may block.

pub mod child;
pub mod database;
pub mod files;
pub mod input;
pub mod listener;
pub mod output;
pub mod secured;
pub mod sockets;
pub mod why;

use crate::requests::{answer, try_answer};
use crate::state::NodeState;
use child::Running;
use input::Input;
use listener::Listener;
use mound_machine::resource::{Incoming, Put};
use mound_machine::{Item, Reply};
use mound_process::{Left, Serial};
use mound_sql::Database;
use output::Output;
use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::runtime::{Builder, Handle, Runtime};

/// A lock whose holders leave the data in order even if they panic.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One resource.
pub enum Resource {
    Input(Input),
    Output(Output),
    Listener(Listener),
    Child(Running),
    Database(Database),
}

/// The resources of a node.
#[derive(Default)]
pub struct ResourceTable {
    entries: Mutex<HashMap<Serial, Arc<Resource>>>,
    /// Outputs that have something to write.
    writers: Mutex<usize>,
    all_written: Condvar,
    /// Runs the tasks of sockets and subprocesses; started when first needed.
    runtime: Mutex<Option<Runtime>>,
}

impl ResourceTable {
    pub fn find(&self, owner: Serial) -> Option<Arc<Resource>> {
        lock(&self.entries).get(&owner).cloned()
    }

    pub fn is_open(&self, owner: Serial) -> bool {
        lock(&self.entries).contains_key(&owner)
    }

    fn take(&self, owner: Serial) -> Option<Arc<Resource>> {
        lock(&self.entries).remove(&owner)
    }

    /// What runs tasks.
    pub fn tasks(&self) -> io::Result<Handle> {
        let mut runtime = lock(&self.runtime);
        if let Some(runtime) = &*runtime {
            return Ok(runtime.handle().clone());
        }
        mound_node::descriptors::are_left()?;
        // One thread: the tasks only move bytes between the kernel and buffers.
        let made = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("mound-sockets")
            .enable_all()
            .build()?;
        let handle = made.handle().clone();
        *runtime = Some(made);
        Ok(handle)
    }

    fn writer_began(&self) {
        *lock(&self.writers) += 1;
    }

    fn writer_ended(&self) {
        let mut writers = lock(&self.writers);
        *writers -= 1;
        if *writers == 0 {
            self.all_written.notify_all();
        }
    }

    /// Waits until all that was put is written, but not longer than this: a reader of a pipe may never
    /// come.
    pub fn drain(&self, limit: Duration) {
        let until = Instant::now() + limit;
        let mut writers = lock(&self.writers);
        while *writers > 0 {
            let Some(left) = until.checked_duration_since(Instant::now()) else {
                return;
            };
            writers = self
                .all_written
                .wait_timeout(writers, left)
                .map_or_else(|poisoned| poisoned.into_inner().0, |(guard, _)| guard);
        }
    }

    /// Resources of processes that have ended.
    pub fn left(&self, is_alive: impl Fn(Serial) -> bool) -> Vec<Left> {
        let owners: Vec<Serial> = lock(&self.entries).keys().copied().collect();
        let dead = owners.into_iter().filter(|&owner| !is_alive(owner));
        let entry =
            |owner: Serial| Left::new("handles", format!("that of process {}", owner.number()));
        dead.map(entry).collect()
    }

    /// Closes everything, at the end of the node.
    pub fn stop(&self) {
        let all: Vec<Arc<Resource>> = lock(&self.entries)
            .drain()
            .map(|(_, found)| found)
            .collect();
        for resource in all {
            if let Resource::Child(child) = &*resource {
                child.kill_now();
            }
        }
        if let Some(runtime) = lock(&self.runtime).take() {
            runtime.shutdown_background();
        }
    }
}

/// Gives `owner` a resource, which is closed when the process ends. False if the process has ended, or
/// has one.
pub fn bind(state: &Arc<NodeState>, owner: Serial, resource: Resource) -> bool {
    let resource = Arc::new(resource);
    {
        let mut entries = lock(&state.resources.entries);
        if entries.contains_key(&owner) {
            return false;
        }
        entries.insert(owner, resource);
    }
    let Some(handle) = state.handle() else {
        release(state, owner);
        return false;
    };
    let weak = Arc::downgrade(state);
    handle.release_at_end(
        owner,
        Box::new(move || {
            if let Some(state) = weak.upgrade() {
                release(&state, owner);
            }
        }),
    );
    handle.is_alive(owner)
}

/// Closes the resource of a process, if it has one, without waiting.
pub fn release(state: &Arc<NodeState>, owner: Serial) {
    if let Some(resource) = state.resources.take(owner) {
        match &*resource {
            Resource::Input(input) => input.close(state),
            Resource::Output(output) => output.close(state, &resource, None),
            Resource::Listener(listener) => listener.close(state),
            Resource::Child(child) => child.kill_now(),
            // It is closed when what it does is at its end, which is now.
            Resource::Database(database) => database.interrupt(),
        }
    }
}

/// Closes the resource of a process; the answer comes when what was put is written.
pub fn close(state: &Arc<NodeState>, number: u64, owner: Serial) {
    let Some(resource) = state.resources.take(owner) else {
        return answer_item(state, number, Item::Boolean(false));
    };
    match &*resource {
        Resource::Input(input) => input.close(state),
        Resource::Output(output) => return output.close(state, &resource, Some(number)),
        Resource::Listener(listener) => listener.close(state),
        Resource::Child(child) => child.kill_now(),
        Resource::Database(database) => database.interrupt(),
    }
    answer_item(state, number, Item::Boolean(true));
}

/// Lets the action look at what has come for a process.
pub fn with_incoming(resource: &Resource, action: &mut dyn FnMut(&mut Incoming)) -> bool {
    match resource {
        Resource::Input(input) => input.with_incoming(action),
        _ => false,
    }
}

/// Takes back what was lent to a process.
pub fn give_back(state: &NodeState, resource: &Resource, consumed: usize) {
    if let Resource::Input(input) = resource {
        input.give_back(state, consumed);
    }
}

/// Queues bytes for the resource of a process, however many are queued.
pub fn put_anyway(state: &Arc<NodeState>, resource: &Arc<Resource>, bytes: &[u8]) {
    if let Resource::Output(output) = &**resource {
        output.put_anyway(state, resource, bytes);
    }
}

/// Queues bytes for the resource of a process.
pub fn put(state: &Arc<NodeState>, resource: &Arc<Resource>, bytes: &[u8]) -> Put {
    match &**resource {
        Resource::Output(output) => output.put(state, resource, bytes),
        _ => Put::Closed,
    }
}

/// More input than there was at `version`.
pub fn fill(state: &Arc<NodeState>, number: u64, owner: Serial, version: u64) {
    match state.resources.find(owner) {
        Some(resource) => match &*resource {
            Resource::Input(input) => input.fill(state, &resource, Some((number, version))),
            _ => answer(state, number, closed()),
        },
        None => answer(state, number, closed()),
    }
}

/// Begins to read, without an answer.
pub fn prefetch(state: &Arc<NodeState>, owner: Serial) {
    if let Some(resource) = state.resources.find(owner)
        && let Resource::Input(input) = &*resource
    {
        input.fill(state, &resource, None);
    }
}

/// Until there is room for more, or everything is written.
pub fn drain(state: &Arc<NodeState>, number: u64, owner: Serial, all: bool) {
    match state.resources.find(owner) {
        Some(resource) => match &*resource {
            Resource::Output(output) => output.drain(state, number, all),
            _ => answer(state, number, closed()),
        },
        None => answer(state, number, closed()),
    }
}

/// The reply to whoever uses what is closed.
pub fn closed() -> Reply {
    crate::requests::raise("file", "the port is closed".to_owned())
}

/// Answers with plain data.
pub fn answer_item(state: &NodeState, number: u64, item: Item) {
    answer(state, number, crate::items::reply(&item));
}

/// The same; false if nobody waits for it any more.
pub fn try_answer_item(state: &NodeState, number: u64, item: Item) -> bool {
    try_answer(state, number, crate::items::reply(&item))
}
