//! Standard output and error, written by a thread of their own, so that a slow
//! reader of the program's output never blocks a scheduler.
//!
//! What is queued is bounded: a writer that finds [`QUEUE_BYTES_MAX`] waiting is
//! told to come again.

use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// Output that may wait to be written.
const QUEUE_BYTES_MAX: usize = 1 << 20;

enum Piece {
    Output(String),
    Error(String),
}

/// The way to the writing thread.
pub struct Console {
    pieces: Mutex<Sender<Piece>>,
    waiting: Arc<Waiting>,
}

#[derive(Default)]
struct Waiting {
    bytes: AtomicUsize,
    lock: Mutex<()>,
    empty: Condvar,
}

impl Console {
    pub fn start() -> std::io::Result<Console> {
        let (pieces, queue) = channel::<Piece>();
        let waiting = Arc::new(Waiting::default());
        let shared = waiting.clone();
        std::thread::Builder::new()
            .name("mound-console".to_owned())
            .spawn(move || {
                while let Ok(piece) = queue.recv() {
                    let length = match &piece {
                        Piece::Output(text) | Piece::Error(text) => text.len(),
                    };
                    // A closed pipe is no reason to stop the program: it may have other work.
                    let _ = match piece {
                        Piece::Output(text) => write_all(&mut std::io::stdout().lock(), &text),
                        Piece::Error(text) => write_all(&mut std::io::stderr().lock(), &text),
                    };
                    if shared.bytes.fetch_sub(length, Ordering::AcqRel) == length {
                        let _guard = shared.lock.lock().unwrap_or_else(PoisonError::into_inner);
                        shared.empty.notify_all();
                    }
                }
            })?;
        Ok(Console {
            pieces: Mutex::new(pieces),
            waiting,
        })
    }

    /// Queues text; false if too much is queued already.
    pub fn write(&self, text: &str) -> bool {
        if self.waiting.bytes.load(Ordering::Acquire) > QUEUE_BYTES_MAX {
            return false;
        }
        self.queue(Piece::Output(text.to_owned()), text.len());
        true
    }

    /// Queues text for standard error, whatever is waiting.
    pub fn write_error(&self, text: &str) {
        self.queue(Piece::Error(text.to_owned()), text.len());
    }

    fn queue(&self, piece: Piece, length: usize) {
        if length == 0 {
            return;
        }
        self.waiting.bytes.fetch_add(length, Ordering::AcqRel);
        // The thread lives as long as this sender.
        let _ = self
            .pieces
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .send(piece);
    }

    pub fn is_flushed(&self) -> bool {
        self.waiting.bytes.load(Ordering::Acquire) == 0
    }

    /// Waits until everything is written.
    pub fn flush(&self) {
        let mut guard = self
            .waiting
            .lock
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        while !self.is_flushed() {
            guard = self
                .waiting
                .empty
                .wait(guard)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

fn write_all(stream: &mut dyn Write, text: &str) -> std::io::Result<()> {
    stream.write_all(text.as_bytes())?;
    stream.flush()
}
