//! The writing side of a resource.
//!
//! What is put is queued, and written by one job or task that goes on until
//! nothing is left. For a file it waits a moment first, so that many small pieces
//! become one system call.

use super::why::failure;
use super::{Resource, answer_item, closed, lock};
use crate::requests::answer;
use crate::state::NodeState;
use mound_base::Symbol;
use mound_machine::resource::Put;
use mound_machine::{Item, Reply};
use std::fs::File;
use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncWrite, AsyncWriteExt};

/// Bytes that may be queued: whoever puts more waits. Large enough to keep a disk busy.
const QUEUE_BYTES_MAX: usize = 1 << 20;
/// Bytes that are written at once without waiting for more.
const ENOUGH_BYTES: usize = 64 << 10;
/// How long a file's job waits for more: not noticed by a person, and long for a program.
const PAUSE: Duration = Duration::from_millis(1);

/// How long a connection that was closed is kept for a peer that does not read.
const LINGER: Duration = Duration::from_secs(30);
/// How often a write that takes long is looked at.
const TICK: Duration = Duration::from_millis(200);

/// What bytes are written to.
pub enum Writer {
    File(File),
    /// A terminal, a named pipe and the like, which may block for ever.
    Slow(File),
    /// A connection or a pipe of ours.
    Stream(Box<dyn AsyncWrite + Send + Unpin>),
}

/// See the top of this file.
pub struct Output {
    state: Mutex<State>,
    /// Somebody waits for all to be written, or there is enough.
    hurry: Condvar,
}

struct State {
    name: String,
    pending: Vec<u8>,
    /// `None` while a job or task has it (R1), and after the close.
    writer: Option<Writer>,
    busy: bool,
    closed: bool,
    /// What went wrong, until somebody is told.
    failed: Option<(Symbol, String)>,
    wait_for_room: Vec<u64>,
    wait_for_all: Vec<u64>,
    timeout: Option<Duration>,
}

impl Output {
    pub fn new(name: &str, writer: Writer) -> Output {
        Output {
            state: Mutex::new(State {
                name: name.to_owned(),
                pending: Vec::new(),
                writer: Some(writer),
                busy: false,
                closed: false,
                failed: None,
                wait_for_room: Vec::new(),
                wait_for_all: Vec::new(),
                timeout: None,
            }),
            hurry: Condvar::new(),
        }
    }

    pub fn set_timeout(&self, timeout: Option<Duration>) {
        lock(&self.state).timeout = timeout;
    }

    pub fn put(&self, node: &Arc<NodeState>, resource: &Arc<Resource>, bytes: &[u8]) -> Put {
        let mut state = lock(&self.state);
        if state.closed {
            return Put::Closed;
        }
        if let Some((kind, message)) = state.failed.take() {
            return Put::Failed(kind, message);
        }
        if state.pending.len() >= QUEUE_BYTES_MAX {
            return Put::Full;
        }
        self.queue(node, resource, &mut state, bytes);
        Put::Queued
    }

    /// The same, however much is queued. After a failed write, of which the next to put is told, and
    /// after the close there is nowhere to put it.
    pub fn put_anyway(&self, node: &Arc<NodeState>, resource: &Arc<Resource>, bytes: &[u8]) {
        let mut state = lock(&self.state);
        if !state.closed && state.failed.is_none() {
            self.queue(node, resource, &mut state, bytes);
        }
    }

    fn queue(
        &self,
        node: &Arc<NodeState>,
        resource: &Arc<Resource>,
        state: &mut State,
        bytes: &[u8],
    ) {
        let before = state.pending.len();
        state.pending.extend_from_slice(bytes);
        if before < ENOUGH_BYTES && state.pending.len() >= ENOUGH_BYTES {
            self.hurry.notify_all();
        }
        if !state.busy && !state.pending.is_empty() {
            begin(node, resource, state);
        }
    }

    /// Answers when there is room, or when all is written.
    pub fn drain(&self, node: &NodeState, number: u64, all: bool) {
        let mut state = lock(&self.state);
        let done = match all {
            true => state.pending.is_empty() && !state.busy,
            false => state.pending.len() < QUEUE_BYTES_MAX,
        };
        if let Some((kind, message)) = state.failed.take() {
            drop(state);
            answer(node, number, Reply::Raise { kind, message });
        } else if state.closed {
            drop(state);
            answer(node, number, closed());
        } else if done {
            drop(state);
            answer_item(node, number, Item::Unspecified);
        } else if all {
            state.wait_for_all.push(number);
            self.hurry.notify_all();
        } else {
            state.wait_for_room.push(number);
        }
    }

    /// Closes it when all is written, and then answers the request, if there is one.
    pub fn close(&self, node: &Arc<NodeState>, resource: &Arc<Resource>, request: Option<u64>) {
        let mut state = lock(&self.state);
        state.closed = true;
        let room = std::mem::take(&mut state.wait_for_room);
        state.wait_for_all.extend(request);
        if state.busy {
            self.hurry.notify_all();
        } else {
            // The job finds nothing to write, and closes the handle where it may take time.
            begin(node, resource, &mut state);
        }
        drop(state);
        for number in room {
            answer(node, number, closed());
        }
    }

    /// The next bytes to write, for a job that is at work. If there are none, the job is over, and has the writer
    /// if that is to be closed.
    fn next(
        &self,
        node: &NodeState,
        writer: Writer,
        patient: bool,
    ) -> Result<(Writer, Vec<u8>), Option<Writer>> {
        let mut state = lock(&self.state);
        if patient && state.pending.len() < ENOUGH_BYTES && !state.is_urgent() {
            state = self
                .hurry
                .wait_timeout(state, PAUSE)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
        if !state.pending.is_empty() {
            let piece = std::mem::take(&mut state.pending);
            let room = std::mem::take(&mut state.wait_for_room);
            drop(state);
            for number in room {
                answer_item(node, number, Item::Unspecified);
            }
            return Ok((writer, piece));
        }
        state.busy = false;
        // Whoever waits for room after a failed write finds out when it tries again.
        let room = std::mem::take(&mut state.wait_for_room);
        let waiting = std::mem::take(&mut state.wait_for_all);
        let failed = match waiting.is_empty() {
            true => None,
            false => state.failed.take(),
        };
        let unused = match state.closed {
            true => Some(writer),
            false => {
                state.writer = Some(writer);
                None
            }
        };
        drop(state);
        for number in room {
            answer_item(node, number, Item::Unspecified);
        }
        for number in waiting {
            match &failed {
                Some((kind, message)) => {
                    let (kind, message) = (*kind, message.clone());
                    answer(node, number, Reply::Raise { kind, message });
                }
                None => {
                    answer_item(node, number, Item::Boolean(true));
                }
            }
        }
        node.resources.writer_ended();
        Err(unused)
    }

    /// What was queued behind a failed write cannot be written either.
    fn failed(&self, error: &io::Error) {
        let mut state = lock(&self.state);
        if let Reply::Raise { kind, message } = failure("write", &state.name, error) {
            state.failed = Some((kind, message));
        }
        state.pending.clear();
    }

    /// How long one write may take.
    fn limit(&self) -> Option<Duration> {
        let state = lock(&self.state);
        match state.timeout {
            None if state.closed => Some(LINGER),
            timeout => timeout,
        }
    }
}

impl State {
    fn is_urgent(&self) -> bool {
        self.closed || !self.wait_for_all.is_empty()
    }
}

/// Starts the job or task that writes.
fn begin(node: &Arc<NodeState>, resource: &Arc<Resource>, state: &mut State) {
    let Some(writer) = state.writer.take() else {
        return;
    };
    state.busy = true;
    node.resources.writer_began();
    let (node, resource) = (node.clone(), resource.clone());
    match writer {
        Writer::File(_) => {
            if let Some(handle) = node.clone().handle() {
                handle.run_blocking(move || write_out(&node, &resource, writer));
            }
        }
        Writer::Slow(_) => {
            let threads = node.slow_threads.clone();
            let slot = Arc::new(Mutex::new(Some((node, resource, writer))));
            let given = slot.clone();
            let work = move || {
                if let Some((node, resource, writer)) = lock(&given).take() {
                    write_out(&node, &resource, writer);
                }
            };
            if let Err(error) = threads.run(work)
                && let Some((node, _, _)) = lock(&slot).take()
            {
                give_up(&node, state, &error);
            }
        }
        Writer::Stream(stream) => match node.resources.tasks() {
            Ok(tasks) => {
                tasks.spawn(async move { write_stream(&node, &resource, stream).await });
            }
            Err(error) => give_up(&node, state, &error),
        },
    }
}

/// There is nobody to write: the writer is gone, and with it what was queued.
fn give_up(node: &NodeState, state: &mut State, error: &io::Error) {
    if let Reply::Raise { kind, message } = failure("write", &state.name, error) {
        state.failed = Some((kind, message));
    }
    state.pending.clear();
    state.busy = false;
    node.resources.writer_ended();
}

fn write_out(node: &NodeState, resource: &Resource, mut writer: Writer) {
    let Resource::Output(output) = resource else {
        return;
    };
    while let Ok((next, piece)) = output.next(node, writer, true) {
        writer = next;
        let written = match &mut writer {
            Writer::File(file) | Writer::Slow(file) => file.write_all(&piece),
            Writer::Stream(_) => Ok(()),
        };
        if let Err(error) = written {
            output.failed(&error);
        }
    }
}

async fn write_stream(
    node: &NodeState,
    resource: &Resource,
    stream: Box<dyn AsyncWrite + Send + Unpin>,
) {
    let Resource::Output(output) = resource else {
        return;
    };
    let mut next = output.next(node, Writer::Stream(stream), false);
    while let Ok((Writer::Stream(mut stream), piece)) = next {
        let written = tokio::select! {
            written = write_through(&mut stream, &piece) => written,
            () = stalled(output) => Err(io::ErrorKind::TimedOut.into()),
        };
        if let Err(error) = written {
            output.failed(&error);
        }
        next = output.next(node, Writer::Stream(stream), false);
    }
    if let Err(Some(Writer::Stream(mut stream))) = next {
        // TLS and pipes have an end that must be said. If it cannot be, the other side finds out.
        let _ = tokio::time::timeout(LINGER, stream.shutdown()).await;
    }
}

/// TLS keeps what does not fill a record.
async fn write_through(
    stream: &mut (dyn AsyncWrite + Send + Unpin),
    piece: &[u8],
) -> io::Result<()> {
    stream.write_all(piece).await?;
    stream.flush().await
}

/// Returns when a write has taken longer than it may. The limit may come while it is under way.
async fn stalled(output: &Output) {
    let began = tokio::time::Instant::now();
    loop {
        let wait = output.limit().map_or(TICK, |limit| limit.min(TICK));
        tokio::time::sleep(wait).await;
        if output.limit().is_some_and(|limit| began.elapsed() >= limit) {
            return;
        }
    }
}
