//! What waits to be sent to a peer: a queue for each lane, cut into frames in turns.
//!
//! An outbox belongs to one epoch of a peer. It may be filled while the connection is still being made.
//! Filling never waits: a lane with too much in it says *full* and later, once, that it has drained.
//! Which message is next stands in `outbox/queues.rs`, and who writes it in `outbox/writer.rs`.
//!
//! - O1. The signals of a process leave in the order in which they came, each whole.
//! - O2. At most one large message is under way, so the receiver needs room for one only.
//! - O4. Units that the peer has asked for are read when there is room for them: until then they are hashes.
//! - O3. After `Full` there is one `drained` (from [`Outbox::take_turns`]) or the outbox is closed.
//! - O5. Nobody waits for the large message of another process, but for a frame of it and who sends a large one too.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use mound_bytecode::unit::UnitHash;
use tokio::sync::Notify;

use crate::codes::Code;
use crate::config::Limits;
use crate::frame::{
    CODE_LANE, CONTROL_LANE, FIRST_DATA_LANE, FrameKind, LANES, LARGE_BYTES, WINDOW_BYTES,
    put_header,
};
use crate::records;
use crate::signal::{Signal, Tail};
use queues::{Lane, Message, Queues, State};
use writer::FEW_BYTES;
pub(crate) use writer::{Reading, Writer};

mod queues;
mod writer;

/// Hashes of units queued for a peer that asks for more than it takes.
const WANTED_WAITING_MAX: usize = 4096;
/// With so much waiting in the lane for code, no further unit is read.
const CODE_AHEAD_BYTES: usize = 64 << 10;
/// Control messages queued for a peer that pings and does not read.
const CONTROL_MESSAGES_MAX: usize = 4096;
/// Longest text of a goodbye.
const REASON_BYTES_MAX: usize = 255;

pub(crate) struct Outbox {
    limits: OutboxLimits,
    queues: Mutex<Queues>,
    /// None before the connection is in use, and after it.
    writer: Mutex<Option<Writer>>,
    /// Wakes the task that writes.
    wake: Notify,
    /// It was woken, and has not found yet that there is nothing to do. Nothing but speed follows from it.
    is_awake: AtomicBool,
    /// Something was read since who sends has written.
    heard: AtomicBool,
}

#[derive(Clone)]
struct OutboxLimits {
    high: usize,
    low: usize,
    waiting: usize,
    kept: usize,
}

/// Why a signal was not queued.
pub(crate) enum PushError {
    Full(Signal),
    Closed(Signal),
    /// Not only this lane: the peer takes nothing.
    Overloaded(Signal),
}

/// What filling did besides.
#[derive(Default)]
pub(crate) struct Filled {
    /// A lane that was full has room again.
    pub drained: bool,
    /// Nothing will come after this.
    pub finished: bool,
    /// Some signals, or parts of one, were not taken.
    pub waits: bool,
    /// Signals whose last byte is in the buffer.
    pub signals: usize,
    /// Large messages that have left: to give so much memory back takes long, so not under the lock.
    pub spent: Vec<Tail>,
}

impl Outbox {
    pub fn new(limits: &Limits) -> Outbox {
        Outbox {
            limits: OutboxLimits {
                high: limits.lane_high_bytes,
                low: limits.lane_low_bytes,
                waiting: limits.waiting_bytes,
                kept: limits.outbox_bytes,
            },
            queues: Mutex::new(Queues::new(limits.budget)),
            writer: Mutex::default(),
            wake: Notify::new(),
            is_awake: AtomicBool::new(false),
            heard: AtomicBool::new(false),
        }
    }

    /// The peer is known: whether large messages have a lane of their own. Nothing is written before.
    pub fn begin(&self, has_bulk_lane: bool) {
        self.queues().has_bulk_lane = has_bulk_lane;
    }

    /// How far away the peer is, by one measurement.
    pub fn note_round_trip(&self, time: Duration) {
        self.queues().note_round_trip(time);
    }

    pub fn push(&self, signal: Signal) -> Result<(), PushError> {
        let few = self.queue(signal)?;
        self.leave(few);
        Ok(())
    }

    /// For what nobody waits for, or what more follows at once: it leaves with the next signal, or heartbeat.
    pub fn push_along(&self, signal: Signal) -> Result<(), PushError> {
        if !self.queue(signal)? {
            self.wake();
        }
        Ok(())
    }

    /// Puts a signal into its lane; whether all that waits is little.
    fn queue(&self, signal: Signal) -> Result<bool, PushError> {
        let mut queues = self.queues();
        if !matches!(queues.state, State::Open) {
            return Err(PushError::Closed(signal));
        }
        let index = signal.lane();
        let can_wait = signal.can_wait();
        if can_wait && self.is_full(&mut queues, index, &signal) {
            return Err(PushError::Full(signal));
        }
        let lane = &queues.lanes[index];
        let crowded = match index {
            CONTROL_LANE => lane.messages.len() >= CONTROL_MESSAGES_MAX,
            CODE_LANE => false,
            _ => !can_wait && queues.kept >= self.limits.kept,
        };
        if crowded {
            return Err(PushError::Overloaded(signal));
        }
        queues.add(index, Message::of(signal));
        queues.recount();
        Ok(queues.bytes <= FEW_BYTES)
    }

    /// Whether a process has to wait with its signal; then somebody is to be told when there is room.
    fn is_full(&self, queues: &mut Queues, index: usize, signal: &Signal) -> bool {
        // Behind its own large message it would only lie here.
        let sender = signal
            .source()
            .and_then(|source| queues.senders.get_mut(&source));
        if let Some(sender) = sender
            && sender.large > 0
        {
            sender.awaited = true;
            return true;
        }
        if signal.variable_bytes() > LARGE_BYTES {
            queues.large_awaited |= queues.large_bytes >= self.limits.waiting;
            return queues.large_bytes >= self.limits.waiting;
        }
        let total = queues.bytes - queues.large_bytes;
        let lane = &mut queues.lanes[index];
        let much = lane.bytes >= self.limits.high
            || total >= self.limits.waiting && lane.bytes >= self.limits.high / 8;
        lane.awaited |= much;
        much
    }

    /// How many quarters of their bound the signals fill that could not wait.
    pub fn crowd(&self) -> usize {
        4 * self.queues().kept / self.limits.kept.max(1)
    }

    /// What waits here.
    pub fn status(&self) -> records::Queues {
        let mut queues = self.queues();
        let stuck = (FIRST_DATA_LANE..LANES).filter(|&index| queues.is_stuck(index));
        let lanes_without_credit = stuck.count();
        let data = &queues.lanes[FIRST_DATA_LANE..];
        records::Queues {
            bytes: queues.bytes,
            signals: queues.signals,
            lanes_without_credit,
            least_credit: data.iter().map(|lane| lane.credit).min().unwrap_or(0),
        }
    }

    /// The peer wants units; false if it wants too many at once.
    pub fn want(&self, hashes: Vec<UnitHash>) -> bool {
        let mut queues = self.queues();
        if !matches!(queues.state, State::Open) {
            return true;
        }
        queues.wanted.extend(hashes);
        queues.recount();
        let few = queues.wanted.len() <= WANTED_WAITING_MAX;
        drop(queues);
        self.wake();
        few
    }

    /// The unit that is to be sent next, if there is room for one.
    pub fn next_wanted(&self) -> Option<UnitHash> {
        let mut queues = self.queues();
        let has_room = queues.lanes[CODE_LANE].bytes < CODE_AHEAD_BYTES;
        has_room.then(|| queues.wanted.pop_front()).flatten()
    }

    /// Queues what [`Outbox::next_wanted`] has asked for.
    pub fn answer_wanted(&self, hash: UnitHash, unit: Option<Arc<[u8]>>) {
        let mut queues = self.queues();
        if matches!(queues.state, State::Open | State::Finishing(..)) {
            let mut message = Message::of(Signal::CodeHave { hash, unit });
            message.can_wait = true;
            queues.add(CODE_LANE, message);
            queues.recount();
        }
    }

    /// Takes over, behind its own, what waits in another outbox, of which nothing was written, and which is closed by
    /// that.
    pub fn absorb(&self, other: &Outbox) {
        let mut theirs = other.queues();
        theirs.state = State::Closed;
        let mut lanes =
            std::mem::replace(&mut theirs.lanes, std::array::from_fn(|_| Lane::default()));
        let senders = std::mem::take(&mut theirs.senders);
        let large_awaited = theirs.large_awaited;
        theirs.forget_bytes();
        drop(theirs);
        let mut queues = self.queues();
        for (index, lane) in lanes.iter_mut().enumerate() {
            for message in lane.messages.drain(..) {
                queues.add(index, message);
            }
            queues.lanes[index].awaited |= lane.awaited;
        }
        for (source, sender) in senders {
            queues.senders.entry(source).or_default().awaited |= sender.awaited;
        }
        queues.large_awaited |= large_awaited;
        queues.recount();
        drop(queues);
        self.wake();
    }

    pub fn heartbeat(&self) {
        self.queues().heartbeat = true;
        self.wake();
    }

    /// Lets the peer send more in a lane.
    pub fn grant(&self, lane: usize, bytes: usize) {
        self.queues().lanes[lane].grant += bytes;
        self.wake();
    }

    /// The peer lets us send more in a lane.
    pub fn add_credit(&self, lane: usize, bytes: usize) {
        let mut queues = self.queues();
        let lane = &mut queues.lanes[lane];
        // More than a window is a mistake of the peer that only lets us send more than it wants.
        lane.credit = lane.credit.saturating_add(bytes).min(WINDOW_BYTES);
        drop(queues);
        self.wake();
    }

    pub fn finish(&self, code: Code, reason: &str) {
        let mut queues = self.queues();
        if matches!(queues.state, State::Open) {
            queues.state = State::Finishing(code, clip(reason));
        }
        drop(queues);
        self.wake();
    }

    /// Drops everything and refuses more.
    pub fn close(&self) {
        self.end(State::Closed);
    }

    /// The same, but still says goodbye.
    pub fn dismiss(&self, code: Code, why: &str) {
        self.end(State::Finishing(code, clip(why)));
    }

    fn end(&self, state: State) {
        let mut queues = self.queues();
        queues.state = state;
        queues.lanes = std::array::from_fn(|_| Lane::default());
        queues.forget_bytes();
        drop(queues);
        self.wake();
    }

    /// Wakes the task that writes.
    fn wake(&self) {
        self.is_awake.store(true, Ordering::Relaxed);
        self.wake.notify_one();
    }

    /// Ends when there may be something new for the task to do.
    pub async fn changed(&self) {
        self.is_awake.store(false, Ordering::Relaxed);
        self.wake.notified().await;
    }

    /// Moves frames into the buffer until it holds about `limit` bytes.
    pub fn fill(&self, buffer: &mut Vec<u8>, limit: usize) -> Filled {
        let mut filled = Filled::default();
        let mut queues = self.queues();
        put_system_frames(&mut queues, buffer);
        while buffer.len() < limit {
            let Some(index) = queues.next_lane() else {
                filled.finished = put_goodbye(&mut queues, buffer);
                break;
            };
            filled.signals += queues.put_turn(index, buffer);
            let lane = &mut queues.lanes[index];
            if lane.awaited && lane.bytes <= self.limits.low {
                lane.awaited = false;
                filled.drained = true;
            }
        }
        if queues.large_awaited && queues.large_bytes <= self.limits.waiting / 2 {
            queues.large_awaited = false;
            filled.drained = true;
        }
        filled.drained |= std::mem::take(&mut queues.drained);
        filled.spent = std::mem::take(&mut queues.spent);
        filled.waits = queues.signals > 0;
        queues.recount();
        filled
    }

    fn queues(&self) -> MutexGuard<'_, Queues> {
        // No code that can panic runs between two changes that belong together.
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn put_system_frames(queues: &mut Queues, buffer: &mut Vec<u8>) {
    if std::mem::take(&mut queues.heartbeat) {
        put_header(buffer, FrameKind::Heartbeat, CONTROL_LANE, 0);
    }
    for (index, lane) in queues.lanes.iter_mut().enumerate() {
        if lane.grant > 0 {
            put_header(buffer, FrameKind::Credit, index, 4);
            buffer.extend_from_slice(&(lane.grant as u32).to_le_bytes());
            lane.grant = 0;
        }
    }
}

fn put_goodbye(queues: &mut Queues, buffer: &mut Vec<u8>) -> bool {
    match &queues.state {
        State::Open => false,
        State::Finished | State::Closed => true,
        State::Finishing(code, reason) => {
            // Lanes without credit still hold something: wait for it.
            if !queues.wanted.is_empty() || queues.signals > 0 {
                return false;
            }
            put_header(buffer, FrameKind::Goodbye, CONTROL_LANE, 2 + reason.len());
            buffer.extend_from_slice(&code.0.to_le_bytes());
            buffer.extend_from_slice(reason.as_bytes());
            queues.state = State::Finished;
            true
        }
    }
}

/// As much of a reason as is said.
fn clip(reason: &str) -> String {
    reason[..reason.floor_char_boundary(REASON_BYTES_MAX)].to_owned()
}

#[cfg(test)]
mod tests;
