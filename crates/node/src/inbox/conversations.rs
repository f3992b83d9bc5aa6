//! An outbox and an inbox joined by frames, without a network: what one sends arrives at the other,
//! however slow handlers are, and nothing is owed when all is done.

use std::sync::Mutex;

use super::*;
use crate::frame::{
    CONTENT_BYTES_MAX, CONTROL_LANE, FrameReader, WINDOW_BYTES, credit_step, data_lane,
};
use crate::handler::Handled;
use crate::outbox::PushError;
use crate::testing::Random;
use mound_bytecode::unit::UnitHash;
use tokio::sync::Semaphore;

mod beside;

/// Handlers of signals to process 0 wait until they are let go.
struct Slow {
    seen: Mutex<Vec<Signal>>,
    held: Arc<Semaphore>,
}

impl Receiver for Slow {
    fn receive(&self, signal: Signal) -> Handled {
        let waits = matches!(signal, Signal::Send { to: 0, .. });
        self.seen.lock().expect("no handler panics").push(signal);
        let held = Arc::clone(&self.held);
        match waits {
            false => Handled::Now,
            true => Handled::Later(Box::pin(async move {
                held.acquire().await.expect("it is not closed").forget();
            })),
        }
    }

    fn skipped(&self, kind: u8) {
        panic!("a signal of kind {kind}");
    }

    fn failed(&self) {
        panic!("a handler panicked");
    }
}

/// Both ends of one direction of a connection.
struct Ends {
    sender: Outbox,
    /// What the receiver's node has to send: credit, here.
    back: Arc<Outbox>,
    inbox: Inbox,
    slow: Arc<Slow>,
    /// The data lanes that have a large message under way.
    large: Vec<usize>,
    drained: usize,
}

impl Ends {
    fn new(limits: &Limits) -> Ends {
        Ends::speaking(limits, true)
    }

    fn speaking(limits: &Limits, has_bulk_lane: bool) -> Ends {
        let slow = Arc::new(Slow {
            seen: Mutex::default(),
            held: Arc::new(Semaphore::new(0)),
        });
        let back = Arc::new(Outbox::new(limits));
        let receiver = Arc::clone(&slow) as Arc<dyn Receiver>;
        let sender = Outbox::new(limits);
        sender.begin(has_bulk_lane);
        let runtime = Handle::current();
        Ends {
            sender,
            inbox: Inbox::new(limits, runtime, Arc::clone(&back), receiver, has_bulk_lane),
            back,
            slow,
            large: Vec::new(),
            drained: 0,
        }
    }

    /// Moves at most about `bytes` bytes, and the credit that is given for them. Whether there were any.
    async fn pump(&mut self, bytes: usize) -> bool {
        let mut buffer = Vec::new();
        self.drained += usize::from(self.sender.fill(&mut buffer, bytes).drained);
        let moved = !buffer.is_empty();
        let mut reader = FrameReader::new(&buffer[..]);
        while reader.fill().await.is_ok() {
            while let Some(frame) = reader.next().expect("frames are well formed") {
                let lane = frame.lane;
                match frame.kind {
                    FrameKind::First => {
                        let length = frame.content.first_chunk::<4>().expect("a length");
                        let length = u32::from_le_bytes(*length) as usize;
                        if lane >= FIRST_DATA_LANE && length > LARGE_BYTES {
                            self.large.push(lane);
                        }
                    }
                    FrameKind::Last => self.large.retain(|&large| large != lane),
                    _ => {}
                }
                assert!(self.large.len() <= 1, "O2: {:?}", self.large);
                self.inbox.check_lane(&frame).expect("a correct peer");
                self.inbox.accept(frame).expect("a correct peer");
            }
        }
        self.give_credit().await;
        // Handlers run in tasks of their own.
        for _ in 0..8 {
            tokio::task::yield_now().await;
        }
        self.give_credit().await || moved
    }

    /// Brings credit to the sender. Whether there was any.
    async fn give_credit(&self) -> bool {
        let mut buffer = Vec::new();
        self.back.fill(&mut buffer, 1);
        let mut reader = FrameReader::new(&buffer[..]);
        while reader.fill().await.is_ok() {
            while let Some(frame) = reader.next().expect("frames are well formed") {
                assert_eq!(frame.kind, FrameKind::Credit);
                assert!(frame.lane >= FIRST_DATA_LANE);
                let bytes = frame.content.first_chunk::<4>().expect("four bytes");
                let bytes = u32::from_le_bytes(*bytes) as usize;
                assert!(
                    bytes >= credit_step(frame.lane),
                    "{bytes} are not worth a frame"
                );
                self.sender.add_credit(frame.lane, bytes);
            }
        }
        !buffer.is_empty()
    }

    async fn pump_all(&mut self) {
        while self.pump(1 << 20).await {}
    }

    fn seen(&self) -> Vec<Signal> {
        self.slow.seen.lock().expect("no handler panics").clone()
    }

    /// All handlers are let go, and nothing is left: no byte is counted as held, and the credit
    /// that was not given back is less than is worth a frame.
    async fn end(&mut self) {
        self.slow.held.add_permits(1 << 20);
        self.pump_all().await;
        let delivery = self.inbox.delivery();
        delivery.settle().await;
        self.pump_all().await;
        delivery.assert_idle();
        assert_eq!(delivery.left(), []);
        assert_eq!(self.inbox.assembling_bytes, 0);
        assert!(self.inbox.assemblies.iter().all(Option::is_none));
        for index in 0..LANES {
            let account = delivery.account(index);
            assert_eq!(account.outstanding, account.ready);
            assert!(account.ready < credit_step(index));
            let used = self.sender.used_credit(index);
            assert_eq!(used, account.outstanding, "lane {index}");
        }
        self.sender.assert_empty();
        self.back.assert_empty();
    }
}

fn send(to: u64, from: u64, bytes: usize) -> Signal {
    Signal::Send {
        to,
        from: Some(from),
        payload: vec![from as u8; bytes],
    }
}

/// A serial whose signals travel in another lane than those of `serial`.
fn beside(serial: u64) -> u64 {
    let lane = |from| send(1, from, 0).lane();
    (serial + 1..)
        .find(|&other| lane(other) != lane(serial))
        .expect("there are several lanes")
}

/// Serials whose signals travel in the same lane as those of `serial`.
fn beside_in_lane(serial: u64) -> Vec<u64> {
    let others = (1..2000).filter(|&other| other != serial);
    others
        .filter(|&other| data_lane(other) == data_lane(serial))
        .collect()
}

fn limits(undelivered_bytes: usize) -> Limits {
    Limits {
        undelivered_bytes,
        message_bytes: 8 << 20,
        lane_high_bytes: 1 << 30,
        outbox_bytes: 1 << 30,
        ..Limits::default()
    }
}

#[tokio::test]
async fn a_lane_in_which_nobody_waits_goes_on_however_much_others_hold() {
    let mut ends = Ends::new(&limits(1000));
    let (slow, quick) = (5, beside(5));
    // More than the connection may hold, and it stays.
    assert!(ends.sender.push(send(0, slow, 10_000)).is_ok());
    for _ in 0..40 {
        assert!(ends.sender.push(send(1, quick, WINDOW_BYTES / 8)).is_ok());
    }
    ends.pump_all().await;
    assert_eq!(ends.seen().len(), 41, "five windows without an answer");
    // The same lane again after it was busy, with nothing behind that would give credit.
    ends.slow.held.add_permits(1);
    ends.pump_all().await;
    assert!(ends.sender.push(send(0, quick, 10_000)).is_ok());
    for _ in 0..40 {
        assert!(ends.sender.push(send(1, slow, WINDOW_BYTES / 8)).is_ok());
    }
    ends.pump_all().await;
    assert_eq!(ends.seen().len(), 82);
    ends.end().await;
}

#[tokio::test]
async fn a_lane_that_was_busy_is_given_its_credit_while_others_hold_too_much() {
    let mut ends = Ends::new(&limits(1000));
    let (holds, ends_first) = (5, beside(5));
    assert!(ends.sender.push(send(0, ends_first, 100)).is_ok());
    ends.pump_all().await;
    assert!(ends.sender.push(send(0, holds, 10_000)).is_ok());
    // They wait behind the first, and are owed all of their credit when it ends.
    for _ in 0..20 {
        assert!(
            ends.sender
                .push(send(1, ends_first, WINDOW_BYTES / 8))
                .is_ok()
        );
    }
    ends.pump_all().await;
    let before = ends.seen().len();
    assert!(before < 10, "{before} went past one that waits");
    // Permits go to those who wait in their order: the first.
    ends.slow.held.add_permits(1);
    ends.pump_all().await;
    assert_eq!(ends.seen().len(), 22);
    ends.end().await;
}

#[tokio::test]
async fn slow_handlers_make_a_node_hold_little() {
    let most = 3 * WINDOW_BYTES;
    let mut ends = Ends::new(&limits(most));
    let serials: Vec<u64> = (1..30).collect();
    for &from in &serials {
        assert!(ends.sender.push(send(0, from, 10)).is_ok());
    }
    for _ in 0..20 {
        for &from in &serials {
            assert!(ends.sender.push(send(1, from, 100_000)).is_ok());
        }
    }
    ends.pump_all().await;
    let delivery = ends.inbox.delivery();
    let held = delivery.undelivered_bytes();
    // Each lane has its first window, and what was given back before there was too much.
    assert!(held <= most + (LANES + 1) * WINDOW_BYTES, "{held}");
    assert!(held >= most, "{held}");
    ends.end().await;
    assert_eq!(ends.seen().len(), 21 * serials.len());
}

/// Senders that share a lane and others, small and large, quick and slow, over little credit: with a lane for bulk and
/// without.
#[tokio::test]
async fn whatever_is_sent_arrives_whole_and_in_the_order_of_its_sender() {
    for seed in 1..60 {
        let mut random = Random::new(seed);
        let has_bulk_lane = !seed.is_multiple_of(3);
        let limits = Limits {
            undelivered_bytes: [100, 100_000, 4 << 20][random.below(3)],
            waiting_bytes: [2 << 20, 64 << 20][random.below(2)],
            lane_high_bytes: [20_000, 1 << 20][random.below(2)],
            lane_low_bytes: 5_000,
            ..limits(0)
        };
        let mut ends = Ends::speaking(&limits, has_bulk_lane);
        let mut senders = beside_in_lane(1);
        senders.truncate(4);
        senders.extend([1, beside(1), beside(beside(1))]);
        let mut sent = Vec::new();
        let mut refused = 0;
        for number in 0..120 {
            let from = senders[random.below(senders.len())];
            let bytes = match random.below(10) {
                0 => WINDOW_BYTES + random.below(WINDOW_BYTES),
                1 => random.below(200_000),
                2 => CONTENT_BYTES_MAX - 40 + random.below(40),
                _ => random.below(3000),
            };
            let signal = match random.below(10) {
                0 => Signal::Ping { id: number },
                1 => Signal::Exit {
                    from,
                    to: number,
                    reason: vec![from as u8; bytes],
                },
                2 | 3 => Signal::Link { from, to: number },
                4 => Signal::CodeHave {
                    hash: UnitHash([number as u8; 32]),
                    unit: Some(vec![number as u8; bytes].into()),
                },
                _ => send(number % 3, from, bytes),
            };
            match ends.sender.push(signal.clone()) {
                Ok(()) => sent.push(signal),
                Err(PushError::Full(same)) => {
                    assert!(same == signal && signal.can_wait());
                    refused += 1;
                }
                Err(_) => panic!("it is neither closed nor overloaded"),
            }
            if random.below(3) == 0 {
                ends.pump([1, 10_000, 100_000][random.below(3)]).await;
            }
            if random.below(4) == 0 {
                ends.slow.held.add_permits(1);
            }
            if random.below(20) == 0 {
                let time = std::time::Duration::from_micros(random.below(2000) as u64);
                ends.sender.note_round_trip(time);
            }
            assert!(ends.drained <= refused, "O3: nobody waits for room");
        }
        ends.end().await;
        assert!(refused == 0 || ends.drained > 0, "O3");
        let of = |signals: &[Signal], source: Option<u64>, lane: usize| -> Vec<Signal> {
            let is_of = |signal: &&Signal| signal.source() == source && signal.lane() == lane;
            signals.iter().filter(is_of).cloned().collect()
        };
        let seen = ends.seen();
        assert_eq!(seen.len(), sent.len());
        for &sender in &senders {
            let (source, lane) = (Some(sender), data_lane(sender));
            let same = of(&seen, source, lane) == of(&sent, source, lane);
            assert!(same, "sender {sender}, seed {seed}");
        }
        for lane in 0..FIRST_DATA_LANE {
            assert!(
                of(&seen, None, lane) == of(&sent, None, lane),
                "seed {seed}"
            );
        }
    }
}

#[tokio::test]
async fn control_goes_before_all_that_waits() {
    let mut ends = Ends::new(&limits(1 << 20));
    assert!(ends.sender.push(send(1, 5, 1000)).is_ok());
    assert!(ends.sender.push(Signal::Ping { id: 1 }).is_ok());
    ends.pump_all().await;
    let lanes: Vec<usize> = ends.seen().iter().map(Signal::lane).collect();
    assert_eq!(lanes[0], CONTROL_LANE);
}
