//! Who writes: how frames come from an outbox to the stream.
//!
//! ```text
//!   who sends ---- push ----> queues --- fill ---> Writer --- write ---> stream
//!      |                                             ^
//!      |-- the connection is quiet: fills and writes |
//!      '-- else: wakes the task, which does so ------'
//! ```
//!
//! To wake the task costs more than to encrypt and write a small message, so who sends does that itself while the
//! connection is quiet. Where much is sent the task takes many messages at once, which is cheaper.
//!
//! - W1. Only who holds the writer takes frames from the queues and gives them to the stream, so they leave in the order
//!   in which they were taken, whoever does it.
//! - W2. Who sends waits for nothing: neither for the writer, nor for the other half of the stream, nor for room in it.
//!   It takes one turn of the queues, and what is left of that is written by the task.
//! - W3. After a signal was queued, its sender fills from the queues, or the task is woken. The exception is what
//!   leaves along with something else ([`super::Outbox::push_along`]), at the latest with the next heartbeat.
//! - W4. What there is to do besides writing is done by the task: nothing of the owner of the node is called from here.
//!
//! Locks are taken in this order: the writer, then the queues or the stream.

use std::cell::Cell;
use std::io;
use std::pin::Pin;
use std::sync::atomic::Ordering;
use std::sync::{Arc, MutexGuard, PoisonError, TryLockError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::AsyncWrite;

use super::{Filled, Outbox};
use crate::carrier::TryWrite;
use crate::host::Host;
use crate::records::{Record, add};

/// Of frames of the connection itself, and turns of a lane: who sends takes no turn beyond so much. A turn is a frame
/// of at most 16 KiB.
const SENDER_BYTES: usize = 128;
/// More than this waiting is left to the task.
pub(super) const FEW_BYTES: usize = 16 << 10;
/// A connection on which nothing has come since a sender wrote is quiet again after so long. Who sends more often gets
/// no answers, and does not wait for any.
const QUIET: Duration = Duration::from_micros(100);

thread_local! {
    /// Whether this thread hands over what it has read.
    static READS: Cell<bool> = const { Cell::new(false) };
}

/// While it lives, its thread hands over what it has read, and leaves what it sends to the task.
pub(crate) struct Reading(());

impl Reading {
    pub fn begin() -> Reading {
        READS.set(true);
        Reading(())
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        READS.set(false);
    }
}

/// The writing side of a connection in use.
pub(crate) struct Writer {
    stream: Box<dyn TryWrite>,
    /// Frames taken from the queues, of which the stream has the first `written` bytes.
    buffer: Vec<u8>,
    written: usize,
    /// Whether the stream may hold back some of them.
    is_flushed: bool,
    /// What a sender has met, for the task.
    error: Option<io::Error>,
    left: Filled,
    /// Whether who sends may write, and when one has.
    at_once: bool,
    last: Option<Duration>,
    host: Arc<dyn Host>,
    record: Arc<Record>,
}

impl Writer {
    /// `first` is written before all else. `at_once`: whether who sends may write.
    pub fn new(
        stream: Box<dyn TryWrite>,
        first: Vec<u8>,
        at_once: bool,
        host: Arc<dyn Host>,
        record: Arc<Record>,
    ) -> Writer {
        add(&record.bytes_out, first.len());
        Writer {
            stream,
            is_flushed: first.is_empty(),
            buffer: first,
            written: 0,
            error: None,
            left: Filled::default(),
            at_once,
            last: None,
            host,
            record,
        }
    }

    fn fill(&mut self, outbox: &Outbox, limit: usize) -> Filled {
        let before = self.buffer.len();
        let filled = outbox.fill(&mut self.buffer, limit);
        self.is_flushed &= self.buffer.len() == before;
        add(&self.record.bytes_out, self.buffer.len() - before);
        add(&self.record.signals_out, filled.signals);
        filled
    }

    /// Everything that was taken is out of our hands.
    fn is_idle(&self) -> bool {
        self.is_flushed && self.error.is_none()
    }

    /// All is written.
    fn rest(&mut self) {
        self.buffer.clear();
        self.written = 0;
        self.is_flushed = true;
    }

    fn poll_write(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if let Some(error) = self.error.take() {
            return Poll::Ready(Err(error));
        }
        while self.written < self.buffer.len() {
            let rest = &self.buffer[self.written..];
            match ready!(Pin::new(&mut self.stream).poll_write(context, rest))? {
                0 => return Poll::Ready(Err(io::Error::from(io::ErrorKind::WriteZero))),
                count => self.written += count,
            }
        }
        ready!(Pin::new(&mut self.stream).poll_flush(context))?;
        self.rest();
        Poll::Ready(Ok(()))
    }

    /// What a sender does; whether nothing is left for the task.
    fn write_at_once(&mut self, outbox: &Outbox) -> bool {
        let filled = self.fill(outbox, SENDER_BYTES);
        let is_done = !(filled.drained || filled.finished || filled.waits);
        self.left.drained |= filled.drained;
        self.left.spent.extend(filled.spent);
        if !self.is_flushed {
            match self.stream.try_write(&self.buffer) {
                Ok(tried) => {
                    self.written = tried.taken;
                    if tried.is_flushed && tried.taken == self.buffer.len() {
                        self.rest();
                    }
                }
                Err(error) => self.error = Some(error),
            }
        }
        self.is_idle() && is_done && self.left.spent.is_empty()
    }
}

impl Outbox {
    /// From now on, what is queued can be written; to be called once.
    pub fn open(&self, writer: Writer) {
        *self.writer() = Some(writer);
    }

    /// Nothing is written any more, and this half of the stream is dropped.
    pub fn shut(&self) {
        let writer = self.writer().take();
        drop(writer);
    }

    /// Something was read: whoever answers that may write at once.
    pub fn heard(&self) {
        self.heard.store(true, Ordering::Relaxed);
    }

    /// Takes frames from the queues, for the task: whether any of the stream's bytes are left to write.
    pub fn take_turns(&self, limit: usize) -> (Filled, bool) {
        let mut guard = self.writer();
        let Some(writer) = guard.as_mut() else {
            return (Filled::default(), false);
        };
        let mut filled = writer.fill(self, limit);
        let left = std::mem::take(&mut writer.left);
        filled.drained |= left.drained;
        filled.spent.extend(left.spent);
        (filled, !writer.is_idle())
    }

    /// Writes all that was taken, for the task.
    pub fn poll_write(&self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.writer().as_mut() {
            Some(writer) => writer.poll_write(context),
            None => Poll::Ready(Err(io::Error::from(io::ErrorKind::NotConnected))),
        }
    }

    pub fn poll_shutdown(&self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.writer().as_mut() {
            Some(writer) => Pin::new(&mut writer.stream).poll_shutdown(context),
            None => Poll::Ready(Ok(())),
        }
    }

    /// Writes what was queued, if the connection is quiet, or wakes the task.
    pub(super) fn leave(&self, few: bool) {
        let may_write = few && !self.is_awake.load(Ordering::Relaxed) && !READS.get();
        if !(may_write && self.write_at_once()) {
            self.wake();
        }
    }

    fn write_at_once(&self) -> bool {
        let mut guard = match self.writer.try_lock() {
            Ok(guard) => guard,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return false,
        };
        let Some(writer) = guard.as_mut().filter(|writer| writer.at_once) else {
            return false;
        };
        if !writer.is_idle() {
            return false;
        }
        let now = writer.host.now();
        let rests = |last| now.saturating_sub(last) >= QUIET;
        if !self.heard.swap(false, Ordering::Relaxed) && !writer.last.is_none_or(rests) {
            return false;
        }
        writer.last = Some(now);
        writer.write_at_once(self)
    }

    fn writer(&self) -> MutexGuard<'_, Option<Writer>> {
        // A stream that has panicked while it wrote says itself what it still can do.
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
