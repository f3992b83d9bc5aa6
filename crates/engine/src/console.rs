//! Standard output and error, written by a thread of their own, so that a slow
//! reader of the program's output never blocks a scheduler.
//!
//! What is queued is bounded: a writer that finds [`QUEUE_BYTES_MAX`] waiting is
//! told to come again. That standard output could not be written is found out later,
//! and told to whoever writes or flushes next. Standard error is where all that goes
//! wrong is told, so nobody is told of it.

use crate::resources::why::why;
use std::io::{ErrorKind, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

/// Output that may wait to be written.
const QUEUE_BYTES_MAX: usize = 1 << 20;

enum Piece {
    Output(String),
    Error(String),
    /// All before it is written.
    Mark(Sender<()>),
}

/// The way to the writing thread.
pub struct Console {
    pieces: Mutex<Sender<Piece>>,
    waiting: Arc<Waiting>,
}

#[derive(Default)]
struct Waiting {
    bytes: AtomicUsize,
    /// Why output could not be written, until somebody is told.
    failure: Mutex<Option<std::io::Error>>,
    has_failed: AtomicBool,
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
                    let length = match piece {
                        Piece::Output(text) => {
                            if let Err(error) = write_all(&mut std::io::stdout().lock(), &text) {
                                shared.fail(error);
                            }
                            text.len()
                        }
                        Piece::Error(text) => {
                            // There is nowhere to tell of it.
                            let _ = write_all(&mut std::io::stderr().lock(), &text);
                            text.len()
                        }
                        Piece::Mark(reached) => {
                            // Whoever waits may have gone.
                            let _ = reached.send(());
                            0
                        }
                    };
                    shared.bytes.fetch_sub(length, Ordering::AcqRel);
                }
            })?;
        Ok(Console {
            pieces: Mutex::new(pieces),
            waiting,
        })
    }

    /// Queues text; false if too much is queued already. An error says why what was queued before
    /// could not be written; then this is not queued either.
    pub fn write(&self, text: &str) -> Result<bool, String> {
        if let Some(error) = self.failure() {
            return Err(in_words(&error));
        }
        if self.waiting.bytes.load(Ordering::Acquire) > QUEUE_BYTES_MAX {
            return Ok(false);
        }
        self.queue(Piece::Output(text.to_owned()), text.len());
        Ok(true)
    }

    /// Why output could not be written, if nobody was told yet.
    fn failure(&self) -> Option<std::io::Error> {
        if !self.waiting.has_failed.load(Ordering::Acquire) {
            return None;
        }
        self.waiting.has_failed.store(false, Ordering::Release);
        let mut failure = self
            .waiting
            .failure
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        failure.take()
    }

    /// Waits until everything is written, at the end of a program: why output was lost that
    /// somebody wanted. Who closes a pipe wants no more of it.
    pub fn finish(&self) -> Result<(), String> {
        self.flush();
        match self.failure() {
            Some(error) if error.kind() != ErrorKind::BrokenPipe => Err(in_words(&error)),
            _ => Ok(()),
        }
    }

    /// Queues text for standard error, whatever is waiting.
    pub fn write_error(&self, text: &str) {
        self.queue(Piece::Error(text.to_owned()), text.len());
    }

    /// What writes to standard error when this is not at hand.
    pub fn error_writer(&self) -> impl Fn(&str) + Send + Sync + 'static {
        let pieces = self.pieces.lock().unwrap_or_else(PoisonError::into_inner);
        let console = Console {
            pieces: Mutex::new(pieces.clone()),
            waiting: self.waiting.clone(),
        };
        move |text| console.write_error(text)
    }

    fn queue(&self, piece: Piece, length: usize) {
        if length == 0 {
            return;
        }
        self.waiting.bytes.fetch_add(length, Ordering::AcqRel);
        self.send(piece);
    }

    fn send(&self, piece: Piece) {
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

    /// Waits until all is written that was queued before, whatever others queue meanwhile.
    pub fn flush(&self) {
        let (reached, mark) = channel();
        self.send(Piece::Mark(reached));
        // An error would mean that the thread has gone, and nothing will be written.
        let _ = mark.recv();
    }
}

impl Waiting {
    fn fail(&self, error: std::io::Error) {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        *failure = Some(error);
        self.has_failed.store(true, Ordering::Release);
    }
}

fn in_words(error: &std::io::Error) -> String {
    format!("cannot write standard output: {}", why(error))
}

fn write_all(stream: &mut dyn Write, text: &str) -> std::io::Result<()> {
    stream.write_all(text.as_bytes())?;
    stream.flush()
}
