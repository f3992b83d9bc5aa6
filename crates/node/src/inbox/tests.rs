use std::sync::Mutex;

use tokio::sync::Notify;

use super::*;
use crate::frame::{CONTENT_BYTES_MAX, CREDIT_STEP_BYTES};
use crate::handler::Handled;
use crate::testing::Random;

/// Kind, lane and content of a frame.
type Parts = (FrameKind, usize, Vec<u8>);

/// Remembers what it got; signals to process 0 wait for `gate`.
#[derive(Default)]
struct Log {
    seen: Mutex<Vec<Signal>>,
    gate: Arc<Notify>,
}

impl Receiver for Log {
    fn receive(&self, signal: Signal) -> Handled {
        let waits = matches!(signal, Signal::Send { to: 0, .. });
        self.seen.lock().unwrap().push(signal);
        let gate = Arc::clone(&self.gate);
        if waits {
            Handled::Later(Box::pin(async move { gate.notified().await }))
        } else {
            Handled::Now
        }
    }

    fn skipped(&self, _kind: u8) {}
    fn failed(&self) {}
}

fn inbox() -> (Inbox, Arc<Log>) {
    let log = Arc::new(Log::default());
    let limits = Limits::default();
    let outbox = Arc::new(Outbox::new(&limits));
    (
        Inbox::new(
            &limits,
            Handle::current(),
            outbox,
            Arc::clone(&log) as Arc<dyn Receiver>,
            true,
        ),
        log,
    )
}

fn send(to: u64) -> Signal {
    Signal::Send {
        to,
        from: Some(5),
        payload: vec![9; 10],
    }
}

fn whole(signal: Signal) -> Parts {
    (FrameKind::Whole, signal.lane(), signal.encode())
}

fn accept(inbox: &mut Inbox, (kind, lane, content): Parts) -> Result<(), ProtocolError> {
    inbox.accept(Frame {
        kind,
        lane,
        content: &content,
    })
}

#[tokio::test]
async fn signals_behind_a_waiting_one_wait_and_keep_their_order() {
    let (mut inbox, log) = inbox();
    for to in [1, 0, 2, 0, 3] {
        accept(&mut inbox, whole(send(to))).unwrap();
    }
    let elsewhere = (6..)
        .map(|from| Signal::Link { from, to: 1 })
        .find(|signal| signal.lane() != send(0).lane());
    accept(&mut inbox, whole(elsewhere.unwrap())).unwrap();
    assert_eq!(log.seen.lock().unwrap().len(), 3, "1, 0 and the other lane");
    log.gate.notify_one();
    log.gate.notify_one();
    let delivery = inbox.delivery();
    while log.seen.lock().unwrap().len() < 6 {
        tokio::task::yield_now().await;
        log.gate.notify_one();
    }
    delivery.settle().await;
    let order: Vec<u64> = log
        .seen
        .lock()
        .unwrap()
        .iter()
        .filter_map(|signal| {
            if let Signal::Send { to, .. } = signal {
                Some(*to)
            } else {
                None
            }
        })
        .collect();
    assert_eq!(order, [1, 0, 2, 0, 3]);
}

#[tokio::test]
async fn fragments_become_the_message() {
    let (mut inbox, log) = inbox();
    let signal = Signal::Send {
        to: 1,
        from: Some(5),
        payload: (0..50_000).map(|n| n as u8).collect(),
    };
    let (lane, bytes) = (signal.lane(), signal.clone().encode());
    let mut first = (bytes.len() as u32).to_le_bytes().to_vec();
    first.extend_from_slice(&bytes[..10]);
    accept(&mut inbox, (FrameKind::First, lane, first)).unwrap();
    let parts: Vec<&[u8]> = bytes[10..].chunks(CONTENT_BYTES_MAX).collect();
    for (index, part) in parts.iter().enumerate() {
        let kind = if index + 1 == parts.len() {
            FrameKind::Last
        } else {
            FrameKind::Middle
        };
        accept(&mut inbox, (kind, lane, part.to_vec())).unwrap();
    }
    assert_eq!(*log.seen.lock().unwrap(), [signal]);
}

#[tokio::test]
async fn what_no_peer_sends_is_refused() {
    let long = |length: u32| (FrameKind::First, 2, length.to_le_bytes().to_vec());
    let cases: Vec<(Vec<Parts>, ProtocolError)> = vec![
        (
            vec![(FrameKind::Middle, 2, vec![1])],
            ProtocolError::FragmentOutOfPlace { lane: 2 },
        ),
        (
            vec![(FrameKind::Last, 2, vec![])],
            ProtocolError::FragmentOutOfPlace { lane: 2 },
        ),
        (
            vec![(FrameKind::First, 2, vec![1, 2])],
            ProtocolError::FragmentOutOfPlace { lane: 2 },
        ),
        (
            vec![long(u32::MAX)],
            ProtocolError::MessageTooLong {
                length: u64::from(u32::MAX),
            },
        ),
        (
            vec![long(20_000), long(20_000)],
            ProtocolError::FragmentOutOfPlace { lane: 2 },
        ),
        (
            vec![long(5), (FrameKind::Last, 2, vec![1; 6])],
            ProtocolError::FragmentOutOfPlace { lane: 2 },
        ),
        (
            vec![long(5), (FrameKind::Last, 2, vec![1; 4])],
            ProtocolError::FragmentOutOfPlace { lane: 2 },
        ),
        (
            vec![long(5), (FrameKind::Middle, 2, vec![1; 5])],
            ProtocolError::FragmentOutOfPlace { lane: 2 },
        ),
        (
            vec![(FrameKind::Whole, 0, send(1).encode())],
            ProtocolError::UnknownLane { lane: 0 },
        ),
        (
            vec![(FrameKind::Whole, 2, vec![])],
            ProtocolError::BadSignal { kind: 0 },
        ),
        (
            vec![(FrameKind::Whole, 2, vec![99])],
            ProtocolError::UnknownSignal { kind: 99 },
        ),
    ];
    for (frames, expected) in cases {
        let (mut inbox, _) = inbox();
        let result: Result<(), ProtocolError> = frames
            .clone()
            .into_iter()
            .try_for_each(|frame| accept(&mut inbox, frame));
        assert_eq!(result, Err(expected), "{frames:?}");
    }
}

#[tokio::test]
async fn a_peer_cannot_send_beyond_its_credit() {
    let (mut inbox, _) = inbox();
    accept(&mut inbox, whole(send(0))).unwrap();
    let lane = send(0).lane();
    let large = Signal::Send {
        to: 1,
        from: Some(5),
        payload: vec![0; 16_000],
    };
    let result = (0..1000).try_for_each(|_| accept(&mut inbox, whole(large.clone())));
    assert_eq!(
        result,
        Err(ProtocolError::CreditExceeded { lane: lane as u8 })
    );
}

#[tokio::test]
async fn random_frames_never_panic() {
    let kinds = [
        FrameKind::Whole,
        FrameKind::First,
        FrameKind::Middle,
        FrameKind::Last,
    ];
    let mut random = Random::new(3);
    for _ in 0..2000 {
        let (mut inbox, _) = inbox();
        for _ in 0..20 {
            let content = (0..random.below(12))
                .map(|_| random.below(20) as u8)
                .collect();
            let frame = (kinds[random.below(4)], random.below(LANES), content);
            if accept(&mut inbox, frame).is_err() {
                break;
            }
        }
    }
}

#[tokio::test]
async fn an_idle_lane_that_keeps_credit_is_told_of() {
    let (mut inbox, log) = inbox();
    let delivery = inbox.delivery();
    assert_eq!(delivery.left(), []);
    delivery.account(3).outstanding = CREDIT_STEP_BYTES - 1;
    assert_eq!(delivery.left(), [], "it is not worth a frame");
    delivery.account(3).outstanding = CREDIT_STEP_BYTES;
    delivery.account(4).held = 7;
    assert_eq!(delivery.left(), [(3, CREDIT_STEP_BYTES), (4, 7)]);
    delivery.account(3).outstanding = 0;
    delivery.account(4).held = 0;
    // What a handler has, comes back when it ends.
    accept(&mut inbox, whole(send(0))).unwrap();
    accept(&mut inbox, whole(send(1))).unwrap();
    assert_eq!(delivery.left(), []);
    log.gate.notify_one();
    delivery.settle().await;
    assert_eq!(delivery.left(), []);
}
