//! One way of a connection: bytes that arrive later than they were written.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::Waker;

use tokio::io::ReadBuf;

/// Bytes that may be under way, as in the buffers of two sockets.
const PIPE_BYTES: usize = 128 << 10;

/// What a reader finds.
pub(super) enum Found {
    Bytes,
    /// The end of the stream.
    End,
    /// The connection was broken.
    Broken,
    /// Nothing before this moment.
    Later(u64),
    /// Nothing until the reader is woken.
    Nothing,
}

/// What becomes of what is written.
pub(super) enum Taken {
    Bytes(usize),
    Broken,
    /// There is no room until the writer is woken.
    Full,
}

#[derive(Default)]
pub(super) struct Pipe {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    pieces: VecDeque<Piece>,
    bytes: usize,
    /// When the last piece arrives: none comes before those written earlier.
    last: u64,
    /// When the end of the stream arrives, once the writer has closed it.
    end: Option<u64>,
    is_broken: bool,
    /// Nobody reads any more: what is written is gone.
    is_abandoned: bool,
    /// Nothing arrives until it is released.
    is_held: bool,
    reader: Option<Waker>,
    writer: Option<Waker>,
}

struct Piece {
    arrives: u64,
    bytes: Vec<u8>,
    read: usize,
}

impl Pipe {
    pub fn new(is_held: bool) -> Pipe {
        let state = State {
            is_held,
            ..State::default()
        };
        Pipe {
            state: Mutex::new(state),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives what has arrived by now.
    pub fn read(&self, now: u64, buffer: &mut ReadBuf<'_>, waker: &Waker) -> Found {
        let mut state = self.state();
        if state.is_broken {
            return Found::Broken;
        }
        state.reader = Some(waker.clone());
        if state.is_held {
            return Found::Nothing;
        }
        let mut found = Found::Nothing;
        while let Some(piece) = state.pieces.front_mut() {
            if buffer.remaining() == 0 {
                return found;
            }
            if piece.arrives > now {
                return match found {
                    Found::Bytes => Found::Bytes,
                    _ => Found::Later(piece.arrives),
                };
            }
            let rest = &piece.bytes[piece.read..];
            let length = rest.len().min(buffer.remaining());
            buffer.put_slice(&rest[..length]);
            piece.read += length;
            let is_read = piece.read == piece.bytes.len();
            state.bytes -= length;
            if is_read {
                state.pieces.pop_front();
            }
            wake(&mut state.writer);
            found = Found::Bytes;
        }
        match (found, state.end) {
            (Found::Bytes, _) => Found::Bytes,
            (_, Some(end)) if end > now => Found::Later(end),
            (_, Some(_)) => Found::End,
            (found, None) => found,
        }
    }

    /// Takes bytes that arrive no earlier than `arrives`.
    pub fn write(&self, arrives: u64, bytes: &[u8], waker: &Waker) -> Taken {
        let mut state = self.state();
        if state.is_broken || state.end.is_some() {
            return Taken::Broken;
        }
        if state.is_abandoned {
            return Taken::Bytes(bytes.len());
        }
        let length = bytes.len().min(PIPE_BYTES.saturating_sub(state.bytes));
        if length == 0 && !bytes.is_empty() {
            state.writer = Some(waker.clone());
            return Taken::Full;
        }
        let arrives = arrives.max(state.last);
        state.last = arrives;
        state.bytes += length;
        state.pieces.push_back(Piece {
            arrives,
            bytes: bytes[..length].to_vec(),
            read: 0,
        });
        wake(&mut state.reader);
        Taken::Bytes(length)
    }

    /// The writer has ended; the reader finds that out after what was written.
    pub fn close(&self, arrives: u64) {
        let mut state = self.state();
        if state.end.is_none() {
            state.end = Some(arrives.max(state.last));
        }
        wake(&mut state.reader);
        wake(&mut state.writer);
    }

    /// The reader has ended.
    pub fn abandon(&self) {
        let mut state = self.state();
        state.is_abandoned = true;
        state.pieces.clear();
        state.bytes = 0;
        wake(&mut state.writer);
    }

    /// Both ends are told at once.
    pub fn break_off(&self) {
        let mut state = self.state();
        state.is_broken = true;
        state.pieces.clear();
        state.bytes = 0;
        wake(&mut state.reader);
        wake(&mut state.writer);
    }

    /// From now on nothing arrives.
    pub fn hold(&self) {
        self.state().is_held = true;
    }

    /// What was held is sent again, and arrives no earlier than `arrives`.
    pub fn release(&self, arrives: u64) {
        let mut state = self.state();
        state.is_held = false;
        for piece in &mut state.pieces {
            piece.arrives = piece.arrives.max(arrives);
        }
        state.last = state.last.max(arrives);
        state.end = state.end.map(|end| end.max(arrives));
        wake(&mut state.reader);
    }
}

fn wake(waker: &mut Option<Waker>) {
    if let Some(waker) = waker.take() {
        waker.wake();
    }
}
