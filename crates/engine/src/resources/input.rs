//! The reading side of a resource.

use super::why::failure;
use super::{Resource, answer_item, closed, lock};
use crate::requests::answer;
use crate::state::NodeState;
use mound_heap::{Bytes, budget};
use mound_machine::resource::Incoming;
use mound_machine::{Item, Reply};
use std::cell::RefCell;
use std::fs::File;
use std::future::poll_fn;
use std::io::{self, Read};
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncRead, ReadBuf};
use tokio::task::AbortHandle;

/// Bytes read at once. Larger pieces are hardly faster, and a connection that is slow holds one.
const PIECE_BYTES: usize = 64 << 10;

/// So much a port may have without being asked for: a few lines are read also where there is hardly any memory.
const GRANTED_BYTES: usize = 4 * PIECE_BYTES;

/// What bytes are read from.
pub enum Reader {
    /// A regular file: reading takes a moment of a thread of the pool.
    File(File),
    /// A terminal, a named pipe and the like: reading may take for ever, and has a thread for as long.
    Slow(File),
    /// A connection or a pipe of ours: reading is a task.
    Stream(Box<dyn AsyncRead + Send + Unpin>),
}

/// See the top of this file.
pub struct Input {
    state: Mutex<State>,
}

struct State {
    incoming: Incoming,
    /// `None` while a job or task has it (R1).
    reader: Option<Reader>,
    task: Option<AbortHandle>,
    busy: bool,
    closed: bool,
    /// Requests to answer when something has come.
    waiting: Vec<u64>,
    /// How long a task may wait for the next bytes.
    timeout: Option<Duration>,
}

impl Input {
    pub fn new(name: &str, reader: Reader) -> Input {
        let is_prompt = matches!(reader, Reader::File(_));
        Input {
            state: Mutex::new(State {
                incoming: Incoming::new(name.into(), is_prompt),
                reader: Some(reader),
                task: None,
                busy: false,
                closed: false,
                waiting: Vec::new(),
                timeout: None,
            }),
        }
    }

    /// Lets the action look at what has come; false if it is closed. While it is lent there is
    /// nothing to look at.
    #[inline]
    pub fn with_incoming(&self, action: &mut dyn FnMut(&mut Incoming)) -> bool {
        let mut state = lock(&self.state);
        if !state.closed && !state.incoming.is_lent() {
            action(&mut state.incoming);
        }
        !state.closed
    }

    /// Takes back what was lent, and lets those look who waited for it.
    pub fn give_back(&self, node: &NodeState, consumed: usize) {
        let mut state = lock(&self.state);
        state.incoming.give_back(consumed);
        let waiting = std::mem::take(&mut state.waiting);
        drop(state);
        for number in waiting {
            answer_item(node, number, Item::Unspecified);
        }
    }

    pub fn set_timeout(&self, timeout: Option<Duration>) {
        lock(&self.state).timeout = timeout;
    }

    /// Reads more, and answers the request when there is more than at its version.
    pub fn fill(
        &self,
        node: &Arc<NodeState>,
        resource: &Arc<Resource>,
        request: Option<(u64, u64)>,
    ) {
        let mut state = lock(&self.state);
        if state.closed {
            drop(state);
            if let Some((number, _)) = request {
                answer(node, number, closed());
            }
            return;
        }
        if state.incoming.is_lent() {
            state.waiting.extend(request.map(|(number, _)| number));
            return;
        }
        if let Some((number, version)) = request {
            if state.incoming.version != version {
                drop(state);
                answer_item(node, number, Item::Unspecified);
                return;
            }
            state.waiting.push(number);
        }
        if state.busy {
            return;
        }
        let growth = state.incoming.growth(PIECE_BYTES);
        let capacity = state.incoming.capacity();
        if capacity >= GRANTED_BYTES && budget::admit(growth, capacity).is_err() {
            let reply = no_room(&state.incoming.name, growth);
            let waiting = std::mem::take(&mut state.waiting);
            drop(state);
            for number in waiting {
                answer(node, number, reply());
            }
            return;
        }
        let Some(reader) = state.reader.take() else {
            return;
        };
        state.busy = true;
        let job = Job {
            node: node.clone(),
            resource: resource.clone(),
        };
        match reader {
            Reader::File(file) => job.on_pool(file),
            Reader::Slow(file) => job.on_thread(file),
            Reader::Stream(stream) => {
                let timeout = state.timeout;
                match node.resources.tasks() {
                    Ok(tasks) => {
                        let task = tasks.spawn(job.in_task(stream, timeout));
                        state.task = Some(task.abort_handle());
                    }
                    Err(error) => {
                        drop(state);
                        job.done(Reader::Stream(stream), Err(error));
                    }
                }
            }
        }
    }

    /// Takes in what was read, or why nothing was.
    fn filled(&self, node: &NodeState, reader: Reader, result: io::Result<&[u8]>) {
        let mut state = lock(&self.state);
        state.busy = false;
        state.task = None;
        let waiting = std::mem::take(&mut state.waiting);
        let failed = match result {
            _ if state.closed => None,
            Ok(bytes) => {
                state.incoming.add(bytes);
                None
            }
            Err(error) => {
                // Whoever asks from here on tries again.
                Some((state.incoming.name.clone(), error))
            }
        };
        let is_closed = state.closed;
        if !is_closed {
            state.reader = Some(reader);
        }
        drop(state);
        for number in waiting {
            match &failed {
                _ if is_closed => answer(node, number, closed()),
                Some((name, error)) => answer(node, number, failure("read", name, error)),
                None => answer_item(node, number, Item::Unspecified),
            };
        }
    }

    pub fn close(&self, node: &Arc<NodeState>) {
        let mut state = lock(&self.state);
        state.closed = true;
        let reader = state.reader.take();
        let waiting = std::mem::take(&mut state.waiting);
        if let Some(task) = state.task.take() {
            // With the task goes its half of the connection.
            task.abort();
        }
        drop(state);
        for number in waiting {
            answer(node, number, closed());
        }
        // To close a file may take time.
        if let (Some(reader), Some(handle)) = (reader, node.handle()) {
            handle.run_blocking(move || drop(reader));
        }
    }
}

/// What whoever asks is told if there is no memory for what would come. What has come stays, and so may be read when
/// there is.
fn no_room(name: &str, bytes: usize) -> impl Fn() -> Reply + use<> {
    let limit = budget::limit().unwrap_or(usize::MAX);
    let (needed, all) = (Bytes(bytes), Bytes(limit));
    let text = format!(
        "out of memory: to read more of {name} needs {needed}, and all processes together may have {all}"
    );
    move || crate::requests::raise("memory", text.clone())
}

/// One read.
struct Job {
    node: Arc<NodeState>,
    resource: Arc<Resource>,
}

impl Job {
    fn done(self, reader: Reader, result: io::Result<&[u8]>) {
        if let Resource::Input(input) = &*self.resource {
            input.filled(&self.node, reader, result);
        }
    }

    fn on_pool(self, mut file: File) {
        // There is a handle as long as processes run.
        if let Some(handle) = self.node.clone().handle() {
            handle.run_blocking(move || {
                let mut piece = vec![0; PIECE_BYTES];
                let read = read_some(&mut file, &mut piece);
                let result = read.map(|length| &piece[..length]);
                self.done(Reader::File(file), result);
            });
        }
    }

    fn on_thread(self, file: File) {
        let threads = self.node.slow_threads.clone();
        let slot = Arc::new(Mutex::new(Some((self, file))));
        let given = slot.clone();
        let work = move || {
            if let Some((job, mut file)) = lock(&given).take() {
                let mut piece = vec![0; PIECE_BYTES];
                let read = read_some(&mut file, &mut piece);
                let result = read.map(|length| &piece[..length]);
                job.done(Reader::Slow(file), result);
            }
        };
        if let Err(error) = threads.run(work)
            && let Some((job, file)) = lock(&slot).take()
        {
            job.done(Reader::Slow(file), Err(error));
        }
    }

    async fn in_task(
        self,
        mut stream: Box<dyn AsyncRead + Send + Unpin>,
        timeout: Option<Duration>,
    ) {
        let reading = read_ready(&mut stream);
        let read = match timeout {
            Some(timeout) => tokio::time::timeout(timeout, reading)
                .await
                .unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into())),
            None => reading.await,
        };
        match read {
            Ok(bytes) => self.done(Reader::Stream(stream), Ok(&bytes)),
            Err(error) => self.done(Reader::Stream(stream), Err(error)),
        }
    }
}

/// The next bytes of a stream. While none come there is no memory for them: thousands of connections may wait.
async fn read_ready(stream: &mut (dyn AsyncRead + Send + Unpin)) -> io::Result<Vec<u8>> {
    thread_local! {
        static PIECE: RefCell<Box<[u8]>> = RefCell::new(vec![0; PIECE_BYTES].into());
    }
    poll_fn(|context| {
        PIECE.with_borrow_mut(|piece| {
            let mut piece = ReadBuf::new(piece);
            let read = Pin::new(&mut *stream).poll_read(context, &mut piece);
            read.map_ok(|()| piece.filled().to_vec())
        })
    })
    .await
}

fn read_some(file: &mut File, piece: &mut [u8]) -> io::Result<usize> {
    loop {
        match file.read(piece) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}
