//! The queues of an outbox, and which message is next.
//!
//! ```text
//!   data lane:  messages ----------> current ----> frames
//!                  |  \                ^
//!            large |   \ of who has    | when that has left
//!                  v    v a large one  |
//!   bulk lane:  messages   held of the sender
//!                  \-----> current ----> frames
//! ```
//!
//! A large message goes from the front of its data lane, so after all that its sender has sent before, to the lane for
//! bulk. What its sender has sent later is put aside until the last frame of it is written, and the others of the data
//! lane go on. With a peer that has no such lane, a large message stays where it is, and one is begun at a time.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use mound_bytecode::unit::UnitHash;

use crate::charge::{Budget, Charge};
use crate::codes::Code;
use crate::frame::{
    BULK_LANE, BULK_STEP_BYTES, CONTENT_BYTES_MAX, CONTROL_LANE, FIRST_DATA_LANE, FrameKind,
    HEADER_BYTES, LANES, LARGE_BYTES, WINDOW_BYTES, data_lane, put_header,
};
use crate::signal::{Signal, Tail};

/// What an empty message still costs us.
const MESSAGE_OVERHEAD_BYTES: usize = 64;
/// So much of bulk may be under way, however near the peer is: while a piece of credit comes back, the next ones leave.
const BULK_LEAST_BYTES: usize = 3 * BULK_STEP_BYTES;
/// Bytes a microsecond that no connection between two computers is faster than, as a rule.
const BYTES_A_MICROSECOND: usize = 1000;

pub(super) struct Queues {
    pub lanes: [Lane; LANES],
    /// Whose turn it is.
    turn: usize,
    /// Whether the peer knows the lane for bulk.
    pub has_bulk_lane: bool,
    /// If not, the data lane whose large message is under way.
    pub(super) large: Option<usize>,
    /// Processes with large messages here.
    pub senders: HashMap<u64, Sender>,
    /// Somebody was told *full* because of all large messages together.
    pub large_awaited: bool,
    /// Somebody who was told so can be woken.
    pub drained: bool,
    /// What of bulk may be under way.
    bulk_bytes_max: usize,
    nearest: Duration,
    /// Units that the peer wants, and that were not read yet (O4).
    pub wanted: VecDeque<UnitHash>,
    /// Of all messages, and how many these are.
    pub bytes: usize,
    pub signals: usize,
    /// Of these, bytes of large ones, which count in no lane.
    pub large_bytes: usize,
    /// Of these, bytes of signals that could not wait.
    pub kept: usize,
    /// `bytes`, and those of `wanted`.
    charge: Charge,
    /// Large messages that have left.
    pub spent: Vec<Tail>,
    pub heartbeat: bool,
    pub state: State,
}

pub(super) enum State {
    Open,
    /// Send what is here, then say goodbye.
    Finishing(Code, String),
    /// Goodbye is written.
    Finished,
    Closed,
}

#[derive(Default)]
pub(super) struct Lane {
    pub messages: VecDeque<Message>,
    /// The message that is next, or under way.
    pub current: Option<Message>,
    /// Bytes of it that have left.
    pub sent: usize,
    /// Senders whose large message has left: what they have sent since goes first.
    ready: VecDeque<u64>,
    pub bytes: usize,
    /// Bytes that may be sent; not used for control and code.
    pub credit: usize,
    /// To be given to the peer.
    pub grant: usize,
    /// Somebody was told *full*.
    pub awaited: bool,
}

/// A process with large messages in an outbox.
#[derive(Default)]
pub(super) struct Sender {
    /// How many there are.
    pub large: usize,
    /// It was told *full*.
    pub awaited: bool,
    /// One is in the lane for bulk, or was, and what it has sent since is in `held`.
    is_held: bool,
    held: VecDeque<Message>,
}

pub(super) struct Message {
    source: Option<u64>,
    pub can_wait: bool,
    head: Vec<u8>,
    tail: Tail,
}

impl Queues {
    pub fn new(budget: Budget) -> Queues {
        let lane = |_| Lane {
            credit: WINDOW_BYTES,
            ..Lane::default()
        };
        Queues {
            lanes: std::array::from_fn(lane),
            turn: FIRST_DATA_LANE,
            has_bulk_lane: false,
            large: None,
            senders: HashMap::new(),
            large_awaited: false,
            drained: false,
            bulk_bytes_max: WINDOW_BYTES,
            nearest: Duration::MAX,
            wanted: VecDeque::new(),
            bytes: 0,
            signals: 0,
            large_bytes: 0,
            kept: 0,
            charge: Charge::new(budget),
            spent: Vec::new(),
            heartbeat: false,
            state: State::Open,
        }
    }

    /// Puts a message at the end of the lane to which its signal belongs.
    pub fn add(&mut self, index: usize, message: Message) {
        let cost = message.cost();
        self.bytes += cost;
        self.signals += 1;
        self.kept += message.kept();
        match message.large_of() {
            Some(source) => {
                self.large_bytes += cost;
                self.senders.entry(source).or_default().large += 1;
            }
            None => self.lanes[index].bytes += cost,
        }
        self.lanes[index].messages.push_back(message);
    }

    pub fn recount(&mut self) {
        let wanted = self.wanted.len() * size_of::<UnitHash>();
        self.charge.set(self.bytes + wanted);
    }

    /// All messages are gone.
    pub fn forget_bytes(&mut self) {
        self.wanted = VecDeque::new();
        self.senders = HashMap::new();
        (self.bytes, self.signals, self.large_bytes, self.kept) = (0, 0, 0, 0);
        (self.large, self.large_awaited) = (None, false);
        self.recount();
    }

    /// The nearer a peer is, the less of bulk need be under way, and the sooner comes what is small.
    pub fn note_round_trip(&mut self, time: Duration) {
        self.nearest = self.nearest.min(time);
        let needed = self.nearest.as_micros() as usize * BYTES_A_MICROSECOND;
        self.bulk_bytes_max = needed.clamp(BULK_LEAST_BYTES, WINDOW_BYTES);
    }

    /// Control first, then the others in turns.
    pub fn next_lane(&mut self) -> Option<usize> {
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

    /// Whether something waits in a lane until the peer gives credit.
    pub fn is_stuck(&mut self, index: usize) -> bool {
        let can_send = self.can_send(index);
        self.lanes[index].current.is_some() && !can_send
    }

    fn can_send(&mut self, index: usize) -> bool {
        self.choose(index);
        let lane = &self.lanes[index];
        let Some(message) = &lane.current else {
            return false;
        };
        if index < FIRST_DATA_LANE {
            return true;
        }
        let starts_large = lane.sent == 0 && message.len() > LARGE_BYTES;
        if starts_large && self.large.is_some() {
            return false;
        }
        let kept = match index {
            BULK_LANE => WINDOW_BYTES - self.bulk_bytes_max,
            _ => 0,
        };
        lane.credit >= kept + (message.len() - lane.sent).min(CONTENT_BYTES_MAX)
    }

    /// Makes the next message of a lane its current one.
    fn choose(&mut self, index: usize) {
        while self.lanes[index].current.is_none() {
            let Some(message) = self.take(index) else {
                return;
            };
            let is_moved = self.has_bulk_lane && index != BULK_LANE;
            match message.large_of().filter(|_| is_moved) {
                Some(source) => {
                    self.senders.entry(source).or_default().is_held = true;
                    self.lanes[BULK_LANE].messages.push_back(message);
                }
                None => self.lanes[index].current = Some(message),
            }
        }
    }

    /// The first message of a lane that need not be put aside.
    fn take(&mut self, index: usize) -> Option<Message> {
        let lane = &mut self.lanes[index];
        while let Some(source) = lane.ready.front().copied() {
            let sender = self.senders.entry(source).or_default();
            if let Some(message) = sender.held.pop_front() {
                if message.large_of().is_some() {
                    lane.ready.pop_front();
                }
                return Some(message);
            }
            sender.is_held = false;
            if sender.large == 0 {
                self.senders.remove(&source);
            }
            lane.ready.pop_front();
        }
        if index == BULK_LANE {
            return lane.messages.pop_front();
        }
        loop {
            let message = lane.messages.pop_front()?;
            let sender = message
                .source
                .and_then(|source| self.senders.get_mut(&source));
            match sender.filter(|sender| sender.is_held) {
                Some(sender) => sender.held.push_back(message),
                None => return Some(message),
            }
        }
    }

    /// One fragment, or as many small messages as would fill one; how many signals are whole with that.
    pub fn put_turn(&mut self, lane: usize, buffer: &mut Vec<u8>) -> usize {
        let start = buffer.len();
        let mut finished = 0;
        while self.can_send(lane) {
            let next = self.lanes[lane].current.as_ref().map_or(0, Message::len);
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
        let Some(message) = &lane.current else {
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
        let Some(message) = lane.current.take() else {
            return;
        };
        let cost = message.cost();
        self.bytes -= cost;
        self.signals -= 1;
        self.kept -= message.kept();
        let Some(source) = message.large_of() else {
            lane.bytes -= cost;
            return;
        };
        self.large_bytes -= cost;
        self.large = None;
        self.spent.push(message.tail);
        if index == BULK_LANE {
            self.lanes[data_lane(source)].ready.push_back(source);
        }
        if let Some(sender) = self.senders.get_mut(&source) {
            sender.large -= 1;
            self.drained |= sender.large == 0 && std::mem::take(&mut sender.awaited);
            if sender.large == 0 && !sender.is_held {
                self.senders.remove(&source);
            }
        }
    }
}

impl Message {
    pub fn of(signal: Signal) -> Message {
        let (source, can_wait) = (signal.source(), signal.can_wait());
        let (head, tail) = signal.into_parts();
        Message {
            source,
            can_wait,
            head,
            tail,
        }
    }

    fn len(&self) -> usize {
        self.head.len() + self.tail.as_slice().len()
    }

    /// The process that sends it, if it is a large message of one.
    fn large_of(&self) -> Option<u64> {
        self.source.filter(|_| self.len() > LARGE_BYTES)
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
