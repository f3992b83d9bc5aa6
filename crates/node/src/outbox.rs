//! What waits to be sent to a peer: a queue for each lane, cut into frames in turns.
//!
//! An outbox belongs to one epoch of a peer. It may be filled while the connection is still being made.
//! Filling never waits: a lane with too much in it says *full* and later, once, that it has drained.
//!
//! - O1. The messages of a lane leave in the order in which they came, each whole.
//! - O2. At most one data lane has a large message under way, so the receiver needs room for one only.
//! - O4. Units that the peer has asked for are read when there is room for them: until then they are hashes.
//! - O3. After `Full` there is one `drained` (from [`Outbox::fill`]) or the outbox is closed.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mound_bytecode::unit::UnitHash;
use tokio::sync::Notify;

use crate::charge::Charge;
use crate::codes::Code;
use crate::config::Limits;
use crate::frame::{
    CODE_LANE, CONTENT_BYTES_MAX, CONTROL_LANE, FIRST_DATA_LANE, FrameKind, HEADER_BYTES, LANES,
    WINDOW_BYTES, put_header,
};
use crate::records;
use crate::signal::{Signal, Tail};

/// A message longer than the window counts as large (O2).
pub(crate) const LARGE_BYTES: usize = WINDOW_BYTES;
/// Hashes of units queued for a peer that asks for more than it takes.
const WANTED_WAITING_MAX: usize = 4096;
/// With so much waiting in the lane for code, no further unit is read.
const CODE_AHEAD_BYTES: usize = 64 << 10;
/// Control messages queued for a peer that pings and does not read.
const CONTROL_MESSAGES_MAX: usize = 4096;
/// Longest text of a goodbye.
const REASON_BYTES_MAX: usize = 255;
/// What an empty message still costs us.
const MESSAGE_OVERHEAD_BYTES: usize = 64;

pub(crate) struct Outbox {
    limits: OutboxLimits,
    queues: Mutex<Queues>,
    /// Wakes the writer.
    wake: Notify,
}

#[derive(Clone)]
struct OutboxLimits {
    high: usize,
    low: usize,
    waiting: usize,
    kept: usize,
}

struct Queues {
    lanes: [Lane; LANES],
    /// Whose turn it is.
    turn: usize,
    /// The data lane whose large message is under way.
    large: Option<usize>,
    /// Units that the peer wants, and that were not read yet (O4).
    wanted: VecDeque<UnitHash>,
    bytes: usize,
    /// Of these, bytes of signals that could not wait.
    kept: usize,
    /// `bytes`, and those of `wanted`.
    charge: Charge,
    heartbeat: bool,
    state: State,
}

enum State {
    Open,
    /// Send what is here, then say goodbye.
    Finishing(Code, String),
    /// Goodbye is written.
    Finished,
    Closed,
}

#[derive(Default)]
struct Lane {
    messages: VecDeque<Message>,
    /// Bytes of the first message that have left.
    sent: usize,
    bytes: usize,
    /// Bytes that may be sent; not used for control and code.
    credit: usize,
    /// To be given to the peer.
    grant: usize,
    /// Somebody was told *full*.
    awaited: bool,
}

struct Message {
    can_wait: bool,
    head: Vec<u8>,
    tail: Tail,
}

/// Why a signal was not queued.
pub(crate) enum PushError {
    Full(Signal),
    Closed(Signal),
    /// Not only this lane: the peer takes nothing.
    Overloaded(Signal),
}

/// What a call of [`Outbox::fill`] did besides filling.
#[derive(Default, PartialEq, Eq, Debug)]
pub(crate) struct Filled {
    /// A lane that was full has room again.
    pub drained: bool,
    /// Nothing will come after this.
    pub finished: bool,
    /// Signals whose last byte is in the buffer.
    pub signals: usize,
}

impl Outbox {
    pub fn new(limits: &Limits) -> Outbox {
        let lanes = std::array::from_fn(|_| Lane {
            credit: WINDOW_BYTES,
            ..Lane::default()
        });
        Outbox {
            limits: OutboxLimits {
                high: limits.lane_high_bytes,
                low: limits.lane_low_bytes,
                waiting: limits.waiting_bytes,
                kept: limits.outbox_bytes,
            },
            queues: Mutex::new(Queues {
                lanes,
                turn: FIRST_DATA_LANE,
                large: None,
                wanted: VecDeque::new(),
                bytes: 0,
                kept: 0,
                charge: Charge::new(limits.budget),
                heartbeat: false,
                state: State::Open,
            }),
            wake: Notify::new(),
        }
    }

    pub fn push(&self, signal: Signal) -> Result<(), PushError> {
        let mut queues = self.queues();
        if !matches!(queues.state, State::Open) {
            return Err(PushError::Closed(signal));
        }
        let index = signal.lane();
        let total = queues.bytes;
        let lane = &mut queues.lanes[index];
        let can_wait = signal.can_wait();
        let much = lane.bytes >= self.limits.high
            || total >= self.limits.waiting && lane.bytes >= self.limits.high / 8;
        if can_wait && much {
            lane.awaited = true;
            return Err(PushError::Full(signal));
        }
        let crowded = match index {
            CONTROL_LANE => lane.messages.len() >= CONTROL_MESSAGES_MAX,
            CODE_LANE => false,
            _ => !can_wait && queues.kept >= self.limits.kept,
        };
        if crowded {
            return Err(PushError::Overloaded(signal));
        }
        let (head, tail) = signal.into_parts();
        queues.add(
            index,
            Message {
                can_wait,
                head,
                tail,
            },
        );
        queues.recount();
        drop(queues);
        self.wake.notify_one();
        Ok(())
    }

    /// How many quarters of their bound the signals fill that could not wait.
    pub fn crowd(&self) -> usize {
        4 * self.queues().kept / self.limits.kept.max(1)
    }

    /// What waits here.
    pub fn status(&self) -> records::Queues {
        let queues = self.queues();
        let data = &queues.lanes[FIRST_DATA_LANE..];
        let waits = |index: usize| !queues.lanes[index].messages.is_empty();
        let is_stuck = |index: &usize| waits(*index) && !queues.can_send(*index);
        records::Queues {
            bytes: queues.bytes,
            signals: queues.lanes.iter().map(|lane| lane.messages.len()).sum(),
            lanes_without_credit: (FIRST_DATA_LANE..LANES).filter(is_stuck).count(),
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
        self.wake.notify_one();
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
            let (head, tail) = Signal::CodeHave { hash, unit }.into_parts();
            let can_wait = true;
            queues.add(
                CODE_LANE,
                Message {
                    can_wait,
                    head,
                    tail,
                },
            );
            queues.recount();
        }
    }

    /// Takes over, behind its own, what waits in another outbox, which is closed by that.
    pub fn absorb(&self, other: &Outbox) {
        let mut theirs = other.queues();
        theirs.state = State::Closed;
        let mut lanes =
            std::mem::replace(&mut theirs.lanes, std::array::from_fn(|_| Lane::default()));
        theirs.forget_bytes();
        drop(theirs);
        let mut queues = self.queues();
        for (index, lane) in lanes.iter_mut().enumerate() {
            for message in lane.messages.drain(..) {
                queues.add(index, message);
            }
            queues.lanes[index].awaited |= lane.awaited;
        }
        queues.recount();
        drop(queues);
        self.wake.notify_one();
    }

    pub fn heartbeat(&self) {
        self.queues().heartbeat = true;
        self.wake.notify_one();
    }

    /// Lets the peer send more in a lane.
    pub fn grant(&self, lane: usize, bytes: usize) {
        self.queues().lanes[lane].grant += bytes;
        self.wake.notify_one();
    }

    /// The peer lets us send more in a lane.
    pub fn add_credit(&self, lane: usize, bytes: usize) {
        let mut queues = self.queues();
        let lane = &mut queues.lanes[lane];
        // More than a window is a mistake of the peer that only lets us send more than it wants.
        lane.credit = lane.credit.saturating_add(bytes).min(WINDOW_BYTES);
        drop(queues);
        self.wake.notify_one();
    }

    pub fn finish(&self, code: Code, reason: &str) {
        let mut queues = self.queues();
        if matches!(queues.state, State::Open) {
            queues.state = State::Finishing(code, clip(reason));
        }
        drop(queues);
        self.wake.notify_one();
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
        self.wake.notify_one();
    }

    /// Ends when there may be something new to send.
    pub async fn changed(&self) {
        self.wake.notified().await;
    }

    /// Moves frames into the buffer until it holds about `limit` bytes.
    pub fn fill(&self, buffer: &mut Vec<u8>, limit: usize) -> Filled {
        let mut filled = Filled::default();
        let mut queues = self.queues();
        queues.put_system_frames(buffer);
        while buffer.len() < limit {
            let Some(lane) = queues.next_lane() else {
                filled.finished = queues.put_goodbye(buffer);
                break;
            };
            filled.signals += queues.put_turn(lane, buffer);
            let lane = &mut queues.lanes[lane];
            if lane.awaited && lane.bytes <= self.limits.low {
                lane.awaited = false;
                filled.drained = true;
            }
        }
        queues.recount();
        filled
    }

    fn queues(&self) -> MutexGuard<'_, Queues> {
        // No code that can panic runs between two changes that belong together.
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queues {
    fn add(&mut self, lane: usize, message: Message) {
        let cost = message.cost();
        self.bytes += cost;
        self.kept += message.kept();
        self.lanes[lane].bytes += cost;
        self.lanes[lane].messages.push_back(message);
    }

    fn recount(&mut self) {
        let wanted = self.wanted.len() * size_of::<UnitHash>();
        self.charge.set(self.bytes + wanted);
    }

    /// All messages are gone.
    fn forget_bytes(&mut self) {
        self.wanted = VecDeque::new();
        (self.bytes, self.kept, self.large) = (0, 0, None);
        self.recount();
    }

    fn put_system_frames(&mut self, buffer: &mut Vec<u8>) {
        if std::mem::take(&mut self.heartbeat) {
            put_header(buffer, FrameKind::Heartbeat, CONTROL_LANE, 0);
        }
        for (index, lane) in self.lanes.iter_mut().enumerate() {
            if lane.grant > 0 {
                put_header(buffer, FrameKind::Credit, index, 4);
                buffer.extend_from_slice(&(lane.grant as u32).to_le_bytes());
                lane.grant = 0;
            }
        }
    }

    /// Control first, then the others in turns.
    fn next_lane(&mut self) -> Option<usize> {
        if self.can_send(CONTROL_LANE) {
            return Some(CONTROL_LANE);
        }
        for step in 0..LANES {
            let lane = (self.turn + step) % LANES;
            if self.can_send(lane) {
                self.turn = (lane + 1) % LANES;
                return Some(lane);
            }
        }
        None
    }

    fn can_send(&self, index: usize) -> bool {
        let lane = &self.lanes[index];
        let Some(message) = lane.messages.front() else {
            return false;
        };
        if index < FIRST_DATA_LANE {
            return true;
        }
        let starts_large = lane.sent == 0 && message.len() > LARGE_BYTES;
        if starts_large && self.large.is_some() {
            return false;
        }
        lane.credit >= (message.len() - lane.sent).min(CONTENT_BYTES_MAX)
    }

    /// One fragment, or as many small messages as would fill one; how many signals are whole with that.
    fn put_turn(&mut self, lane: usize, buffer: &mut Vec<u8>) -> usize {
        let start = buffer.len();
        let mut finished = 0;
        while self.can_send(lane) {
            let next = self.lanes[lane]
                .messages
                .front()
                .map_or(0, |message| message.len());
            let used = buffer.len() - start;
            if used > 0 && used + HEADER_BYTES + next > CONTENT_BYTES_MAX {
                break;
            }
            finished += usize::from(self.put_fragment(lane, buffer));
        }
        finished
    }

    /// Whether it is the last of its signal.
    fn put_fragment(&mut self, index: usize, buffer: &mut Vec<u8>) -> bool {
        let lane = &mut self.lanes[index];
        let Some(message) = lane.messages.front() else {
            return false;
        };
        let total = message.len();
        let remaining = total - lane.sent;
        let content;
        if lane.sent == 0 && total > CONTENT_BYTES_MAX {
            content = CONTENT_BYTES_MAX - 4;
            put_header(buffer, FrameKind::First, index, content + 4);
            buffer.extend_from_slice(&(total as u32).to_le_bytes());
            if index >= FIRST_DATA_LANE && total > LARGE_BYTES {
                self.large = Some(index);
            }
        } else {
            content = remaining.min(CONTENT_BYTES_MAX);
            let kind = match (lane.sent, content == remaining) {
                (0, _) => FrameKind::Whole,
                (_, true) => FrameKind::Last,
                (_, false) => FrameKind::Middle,
            };
            put_header(buffer, kind, index, content);
        }
        message.copy(lane.sent, content, buffer);
        lane.sent += content;
        if index >= FIRST_DATA_LANE {
            lane.credit -= content;
        }
        let is_last = content == remaining;
        if is_last {
            self.finish_message(index);
        }
        is_last
    }

    fn finish_message(&mut self, index: usize) {
        let lane = &mut self.lanes[index];
        lane.sent = 0;
        if let Some(message) = lane.messages.pop_front() {
            lane.bytes -= message.cost();
            self.bytes -= message.cost();
            self.kept -= message.kept();
        }
        if self.large == Some(index) {
            self.large = None;
        }
    }

    fn put_goodbye(&mut self, buffer: &mut Vec<u8>) -> bool {
        match &self.state {
            State::Open => false,
            State::Finished | State::Closed => true,
            State::Finishing(code, reason) => {
                // Lanes without credit still hold something: wait for it.
                let is_empty = |lane: &Lane| lane.messages.is_empty();
                if !self.wanted.is_empty() || !self.lanes.iter().all(is_empty) {
                    return false;
                }
                put_header(buffer, FrameKind::Goodbye, CONTROL_LANE, 2 + reason.len());
                buffer.extend_from_slice(&code.0.to_le_bytes());
                buffer.extend_from_slice(reason.as_bytes());
                self.state = State::Finished;
                true
            }
        }
    }
}

impl Message {
    fn len(&self) -> usize {
        self.head.len() + self.tail.as_slice().len()
    }

    fn cost(&self) -> usize {
        self.len() + MESSAGE_OVERHEAD_BYTES
    }

    fn kept(&self) -> usize {
        match self.can_wait {
            true => 0,
            false => self.cost(),
        }
    }

    /// Appends `count` bytes from `start` on, across the seam of head and tail.
    fn copy(&self, start: usize, count: usize, buffer: &mut Vec<u8>) {
        let split = self.head.len();
        let tail = self.tail.as_slice();
        let end = start + count;
        buffer.extend_from_slice(&self.head[start.min(split)..end.min(split)]);
        buffer.extend_from_slice(&tail[start.saturating_sub(split)..end.saturating_sub(split)]);
    }
}

/// As much of a reason as is said.
fn clip(reason: &str) -> String {
    reason[..reason.floor_char_boundary(REASON_BYTES_MAX)].to_owned()
}

#[cfg(test)]
mod tests;
