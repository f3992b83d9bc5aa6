//! Frames from anywhere, taken as those of a peer are, without a connection: for the fuzzers.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::runtime::{Builder, Handle};

use crate::config::Limits;
use crate::error::ProtocolError;
use crate::frame::{Frame, FrameKind, FrameReader};
use crate::handler::Handled;
use crate::inbox::{Inbox, Receiver};
use crate::outbox::Outbox;
use crate::signal::Signal;
use crate::versions::has_bulk_lane;

/// What came of some frames.
#[derive(Debug)]
pub struct Fed {
    /// Why the connection would have ended.
    pub error: Option<ProtocolError>,
    pub signals: Vec<Signal>,
    /// Bytes that are counted as waiting although all is handled, and credit that does not come back, by lane.
    pub left: Vec<(usize, usize)>,
}

/// Takes each, and some later.
#[derive(Default)]
struct Taker {
    signals: Mutex<Vec<Signal>>,
    count: AtomicUsize,
}

impl Receiver for Taker {
    fn receive(&self, signal: Signal) -> Handled {
        let mut signals = self.signals.lock().unwrap_or_else(PoisonError::into_inner);
        signals.push(signal);
        match self.count.fetch_add(1, Ordering::Relaxed) % 3 {
            0 => Handled::Later(Box::pin(async {
                for _ in 0..3 {
                    tokio::task::yield_now().await;
                }
            })),
            _ => Handled::Now,
        }
    }

    fn skipped(&self, _: u8) {}

    fn failed(&self) {}
}

/// Reads a stream of frames on a connection of this version, up to the first that is refused, and handles what came
/// whole.
pub fn feed(bytes: &[u8], version: u16) -> Result<Fed, std::io::Error> {
    let runtime = Builder::new_current_thread().build()?;
    Ok(runtime.block_on(async {
        let limits = Limits {
            undelivered_bytes: 1 << 20,
            ..Limits::default()
        };
        let taker = Arc::new(Taker::default());
        let receiver = Arc::clone(&taker) as Arc<dyn Receiver>;
        let outbox = Arc::new(Outbox::new(&limits));
        let has_bulk_lane = has_bulk_lane(version);
        let mut inbox = Inbox::new(&limits, Handle::current(), outbox, receiver, has_bulk_lane);
        let mut frames = FrameReader::new(bytes);
        let mut error = None;
        while error.is_none() && frames.fill().await.is_ok() {
            error = take_all(&mut frames, &mut inbox).err();
            tokio::task::yield_now().await;
        }
        let delivery = inbox.delivery();
        delivery.settle().await;
        let mut signals = taker.signals.lock().unwrap_or_else(PoisonError::into_inner);
        Fed {
            error,
            signals: std::mem::take(&mut signals),
            left: delivery.left(),
        }
    }))
}

fn take_all(frames: &mut FrameReader<&[u8]>, inbox: &mut Inbox) -> Result<(), ProtocolError> {
    while let Some(frame) = frames.next()? {
        inbox.check_lane(&frame)?;
        if carries(&frame) {
            inbox.accept(frame)?;
        }
    }
    Ok(())
}

/// Whether a frame carries a message or a part of one.
fn carries(frame: &Frame<'_>) -> bool {
    match frame.kind {
        FrameKind::Heartbeat | FrameKind::Credit | FrameKind::Goodbye => false,
        FrameKind::Whole | FrameKind::First | FrameKind::Middle | FrameKind::Last => true,
    }
}
