//! What comes from a peer: fragments put together, then signals handled, lane by lane.
//!
//! ```text
//!   frames -> Assembly (one a lane) -> Signal -> handler, at once
//!                                          \--> queue of the lane while an earlier signal is being handled
//! ```
//!
//! - N1. Signals of a lane are handled one after the other, in the order in which they came.
//! - N4. What waits or is put together is counted in the budget of the program.
//! - N2. Credit for received bytes is given back only while little waits in the lane and on the connection, so a peer
//!   can make us hold about `undelivered_bytes` and one large message, however slow the handlers are.
//! - N3. A connection is *settled* when no handler runs or will run for it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::runtime::Handle;
use tokio::sync::Notify;

use crate::charge::Charge;
use crate::config::Limits;
use crate::error::ProtocolError;
use crate::frame::{
    CODE_LANE, CREDIT_STEP_BYTES, FIRST_DATA_LANE, Frame, FrameKind, LANES, WINDOW_BYTES,
};
use crate::handler::Handled;
use crate::host::BoxFuture;
use crate::outbox::{LARGE_BYTES, Outbox};
use crate::signal::{Decoded, Signal};
use backlog::Backlog;

mod backlog;

/// What is done with the signals of one connection.
pub(crate) trait Receiver: Send + Sync + 'static {
    fn receive(&self, signal: Signal) -> Handled;
    fn skipped(&self, kind: u8);
    /// The handler of a signal has panicked.
    fn failed(&self);
}

/// The reader's side; owned by the one task that reads.
pub(crate) struct Inbox {
    assemblies: [Option<Assembly>; LANES],
    /// Bytes in `assemblies`.
    assembling_bytes: usize,
    charge: Charge,
    message_bytes: usize,
    unit_bytes: usize,
    delivery: Arc<Delivery>,
}

/// A message of which not all is here.
struct Assembly {
    length: usize,
    bytes: Vec<u8>,
}

/// The part shared with the tasks that wait for handlers.
pub(crate) struct Delivery {
    receiver: Arc<dyn Receiver>,
    runtime: Handle,
    outbox: Arc<Outbox>,
    lanes: [Mutex<LaneState>; LANES],
    undelivered: Mutex<Undelivered>,
    undelivered_max: usize,
    /// Lanes with a task that waits for a handler.
    busy_lanes: AtomicUsize,
    settled: Notify,
}

/// Signals not handled yet, of all lanes.
struct Undelivered {
    bytes: usize,
    charge: Charge,
}

impl Undelivered {
    fn set(&mut self, bytes: usize) {
        self.bytes = bytes;
        self.charge.set(bytes);
    }
}

#[derive(Default)]
struct LaneState {
    busy: bool,
    queue: Backlog,
    /// Bytes of signals not handled yet.
    held: usize,
    /// Bytes received for which no credit was given back.
    outstanding: usize,
    /// The part of `outstanding` that goes back when the lane has room.
    owed: usize,
    /// The part of `outstanding` that goes back when it is worth a frame.
    ready: usize,
}

impl Inbox {
    pub fn new(
        limits: &Limits,
        runtime: Handle,
        outbox: Arc<Outbox>,
        receiver: Arc<dyn Receiver>,
    ) -> Inbox {
        Inbox {
            assemblies: std::array::from_fn(|_| None),
            assembling_bytes: 0,
            charge: Charge::new(limits.budget),
            message_bytes: limits.message_bytes,
            unit_bytes: limits.unit_bytes,
            delivery: Arc::new(Delivery {
                receiver,
                runtime,
                outbox,
                lanes: std::array::from_fn(|_| Mutex::default()),
                undelivered: Mutex::new(Undelivered {
                    bytes: 0,
                    charge: Charge::new(limits.budget),
                }),
                undelivered_max: limits.undelivered_bytes,
                busy_lanes: AtomicUsize::new(0),
                settled: Notify::new(),
            }),
        }
    }

    pub fn delivery(&self) -> Arc<Delivery> {
        Arc::clone(&self.delivery)
    }

    /// Takes a frame that carries a message or a part of one.
    pub fn accept(&mut self, frame: Frame<'_>) -> Result<(), ProtocolError> {
        let lane = frame.lane;
        let misplaced = ProtocolError::FragmentOutOfPlace { lane: lane as u8 };
        let content = match frame.kind {
            FrameKind::First => self.begin(lane, frame.content)?,
            _ => frame.content,
        };
        self.delivery.count_received(lane, content.len())?;
        if frame.kind == FrameKind::Whole {
            if self.assemblies[lane].is_some() {
                return Err(misplaced);
            }
            return self.delivery.deliver(lane, content);
        }
        let assembly = self.assemblies[lane].as_mut().ok_or(misplaced.clone())?;
        assembly.bytes.extend_from_slice(content);
        self.count_assembling(self.assembling_bytes + content.len());
        let assembly = self.assemblies[lane].as_ref().ok_or(misplaced.clone())?;
        let complete = assembly.bytes.len() == assembly.length;
        if assembly.bytes.len() > assembly.length || complete != (frame.kind == FrameKind::Last) {
            return Err(misplaced);
        }
        self.check_room(lane)?;
        if complete && let Some(assembly) = self.assemblies[lane].take() {
            self.count_assembling(self.assembling_bytes - assembly.bytes.len());
            return self.delivery.deliver(lane, &assembly.bytes);
        }
        Ok(())
    }

    fn begin<'a>(&mut self, lane: usize, content: &'a [u8]) -> Result<&'a [u8], ProtocolError> {
        let misplaced = ProtocolError::FragmentOutOfPlace { lane: lane as u8 };
        let (length, content) = content.split_first_chunk::<4>().ok_or(misplaced.clone())?;
        let length = u32::from_le_bytes(*length);
        // The head of a signal is not counted by the sender's limit.
        let limit = 1024
            + if lane == CODE_LANE {
                self.unit_bytes
            } else {
                self.message_bytes
            };
        if u64::from(length) > limit as u64 {
            return Err(ProtocolError::MessageTooLong {
                length: u64::from(length),
            });
        }
        if self.assemblies[lane].is_some() {
            return Err(misplaced);
        }
        // Memory grows with what comes, not with what is announced.
        self.assemblies[lane] = Some(Assembly {
            length: length as usize,
            bytes: Vec::new(),
        });
        Ok(content)
    }

    fn count_assembling(&mut self, bytes: usize) {
        self.assembling_bytes = bytes;
        self.charge.set(bytes);
    }

    /// A correct peer sends one large message at a time (O2).
    fn check_room(&self, lane: usize) -> Result<(), ProtocolError> {
        let most = self.message_bytes + self.unit_bytes + LANES * LARGE_BYTES;
        if self.assembling_bytes > most {
            let length = self.assemblies[lane]
                .as_ref()
                .map_or(0, |assembly| assembly.length as u64);
            return Err(ProtocolError::MessageTooLong { length });
        }
        Ok(())
    }
}

impl Delivery {
    fn count_received(&self, index: usize, bytes: usize) -> Result<(), ProtocolError> {
        if index < FIRST_DATA_LANE {
            return Ok(());
        }
        let mut lane = self.lane(index);
        lane.outstanding += bytes;
        if lane.outstanding > WINDOW_BYTES {
            return Err(ProtocolError::CreditExceeded { lane: index as u8 });
        }
        lane.owed += bytes;
        self.give_back(index, &mut lane);
        Ok(())
    }

    /// Gives credit back as far as N2 allows.
    fn give_back(&self, index: usize, lane: &mut LaneState) {
        if index < FIRST_DATA_LANE {
            return;
        }
        let room = lane.held <= WINDOW_BYTES && self.undelivered().bytes <= self.undelivered_max;
        // An idle lane always gets credit: nothing that ends later would give it.
        if room || !lane.busy {
            lane.ready += std::mem::take(&mut lane.owed);
        }
        if lane.ready >= CREDIT_STEP_BYTES {
            let bytes = std::mem::take(&mut lane.ready);
            lane.outstanding -= bytes;
            self.outbox.grant(index, bytes);
        }
    }

    fn deliver(self: &Arc<Delivery>, index: usize, bytes: &[u8]) -> Result<(), ProtocolError> {
        let signal = match Signal::decode(bytes)? {
            Decoded::Known(signal) => signal,
            Decoded::Skipped { kind } => {
                self.receiver.skipped(kind);
                return Ok(());
            }
        };
        // Data in a lane without credit, or in another lane than its sender's, would escape the limits and the order.
        if signal.lane() != index {
            return Err(ProtocolError::UnknownLane { lane: index as u8 });
        }
        {
            let mut lane = self.lane(index);
            if lane.busy {
                let held = Backlog::cost(bytes.len());
                lane.held += held;
                self.count_undelivered(held as isize);
                lane.queue.push(bytes);
                return Ok(());
            }
        }
        // Only this task sets `busy`, so the lane stays ours without the lock.
        match self.receiver.receive(signal) {
            Handled::Now => {}
            Handled::Later(future) => self.wait(index, bytes.len(), future),
        }
        Ok(())
    }

    /// Marks the lane busy and handles the rest of it in a task of its own.
    fn wait(self: &Arc<Delivery>, index: usize, bytes: usize, future: BoxFuture<()>) {
        let mut lane = self.lane(index);
        lane.busy = true;
        lane.held += bytes;
        drop(lane);
        self.count_undelivered(bytes as isize);
        self.busy_lanes.fetch_add(1, Ordering::AcqRel);
        let busy = Busy {
            delivery: Arc::clone(self),
            index,
        };
        self.runtime.spawn(async move {
            future.await;
            busy.delivery.handled(index, bytes);
            busy.delivery.drain(index).await;
        });
    }

    async fn drain(&self, index: usize) {
        loop {
            let next = {
                let mut lane = self.lane(index);
                let next = lane.queue.pop();
                if next.is_none() {
                    lane.busy = false;
                    self.give_back(index, &mut lane);
                }
                next
            };
            let Some(bytes) = next else { return };
            let held = Backlog::cost(bytes.len());
            // It was looked at when it came, and is a signal.
            if let Ok(Decoded::Known(signal)) = Signal::decode(&bytes) {
                drop(bytes);
                if let Handled::Later(future) = self.receiver.receive(signal) {
                    future.await;
                }
            }
            self.handled(index, held);
        }
    }

    fn handled(&self, index: usize, bytes: usize) {
        self.count_undelivered(-(bytes as isize));
        let mut lane = self.lane(index);
        lane.held -= bytes;
        self.give_back(index, &mut lane);
    }

    fn undelivered(&self) -> MutexGuard<'_, Undelivered> {
        self.undelivered
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn count_undelivered(&self, change: isize) {
        let mut undelivered = self.undelivered();
        let bytes = undelivered.bytes.saturating_add_signed(change);
        undelivered.set(bytes);
    }

    /// Bytes that have come and are not handled.
    pub fn undelivered_bytes(&self) -> usize {
        self.undelivered().bytes
    }

    /// Ends when no handler runs any more; to be called after the last frame.
    pub async fn settle(&self) {
        loop {
            let settled = self.settled.notified();
            if self.busy_lanes.load(Ordering::Acquire) == 0 {
                return;
            }
            settled.await;
        }
    }

    /// What an idle lane has not come back from: bytes that were received, for which the peer has no credit and
    /// will get none, and bytes that are counted as waiting although none do. Empty, unless there is a fault.
    /// A lane that is busy is not looked at.
    pub fn left(&self) -> Vec<(usize, usize)> {
        let look = |index: usize| {
            let lane = self.lane(index);
            let is_idle = !lane.busy && lane.queue.is_empty();
            let kept = match lane.outstanding < CREDIT_STEP_BYTES {
                true => 0,
                false => lane.outstanding,
            };
            let left = kept + lane.held;
            (is_idle && left > 0).then_some((index, left))
        };
        (0..LANES).filter_map(look).collect()
    }

    /// Drops what waits, so that at most the running handlers still end.
    pub fn abandon(&self) {
        for index in 0..LANES {
            self.lane(index).queue.clear();
        }
    }

    fn lane(&self, index: usize) -> MutexGuard<'_, LaneState> {
        self.lanes[index]
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts a lane as busy until dropped, even if its handler panics.
struct Busy {
    delivery: Arc<Delivery>,
    index: usize,
}

impl Drop for Busy {
    fn drop(&mut self) {
        if std::thread::panicking() {
            // The lane would never move again, and its signals must not wait for ever.
            self.delivery.lane(self.index).queue.clear();
            self.delivery.receiver.failed();
        }
        self.delivery.busy_lanes.fetch_sub(1, Ordering::AcqRel);
        self.delivery.settled.notify_waiters();
    }
}

#[cfg(test)]
mod conversations;
#[cfg(test)]
mod tests;
