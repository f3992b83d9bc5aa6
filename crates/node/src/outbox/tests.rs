use super::*;
use crate::frame::{BULK_LANE, BULK_STEP_BYTES, CONTENT_BYTES_MAX, FrameReader};

impl Outbox {
    /// The credit of a lane that its peer has not given back.
    pub(crate) fn used_credit(&self, lane: usize) -> usize {
        WINDOW_BYTES - self.queues().lanes[lane].credit
    }

    /// Nothing waits, and nothing is counted; nor does anybody wait for room (O3).
    pub(crate) fn assert_empty(&self) {
        let queues = self.queues();
        assert_eq!((queues.bytes, queues.large), (0, None));
        assert_eq!((queues.signals, queues.large_bytes, queues.kept), (0, 0, 0));
        assert!(!queues.large_awaited && queues.senders.is_empty());
        for lane in &queues.lanes {
            assert!(lane.messages.is_empty() && lane.current.is_none() && !lane.awaited);
            assert_eq!((lane.sent, lane.bytes, lane.grant), (0, 0, 0));
        }
    }
}

fn send(from: u64, bytes: usize) -> Signal {
    Signal::Send {
        to: 1,
        from: Some(from),
        payload: vec![from as u8; bytes],
    }
}

/// Two serials of different lanes.
fn two_lanes() -> (u64, u64) {
    let other = (2..)
        .find(|serial| send(*serial, 0).lane() != send(1, 0).lane())
        .unwrap();
    (1, other)
}

/// The kinds and lanes of all frames that `fill` gives until nothing is left.
async fn frames(outbox: &Outbox) -> Vec<(FrameKind, usize, usize)> {
    let mut buffer = Vec::new();
    loop {
        let before = buffer.len();
        outbox.fill(&mut buffer, before + 1);
        if buffer.len() == before {
            break;
        }
    }
    let mut reader = FrameReader::new(&buffer[..]);
    let mut found = Vec::new();
    while reader.fill().await.is_ok() {
        while let Some(frame) = reader.next().unwrap() {
            found.push((frame.kind, frame.lane, frame.content.len()));
        }
    }
    found
}

#[tokio::test]
async fn a_small_message_leaves_between_fragments_of_a_large_one() {
    let outbox = Outbox::new(&Limits::default());
    let (large, small) = two_lanes();
    assert!(outbox.push(send(large, 100_000)).is_ok());
    assert!(outbox.push(send(small, 10)).is_ok());
    let frames = frames(&outbox).await;
    let lane = send(small, 0).lane();
    assert!(frames.iter().position(|frame| frame.1 == lane).unwrap() <= 1);
    assert_eq!(frames.last().unwrap().0, FrameKind::Last);
    assert!(frames.iter().all(|frame| frame.2 <= CONTENT_BYTES_MAX));
}

#[tokio::test]
async fn a_lane_stops_without_credit_and_goes_on_with_it() {
    let outbox = Outbox::new(&Limits::default());
    assert!(outbox.push(send(1, 3 * WINDOW_BYTES)).is_ok());
    let content =
        |frames: Vec<(FrameKind, usize, usize)>| frames.iter().map(|frame| frame.2).sum::<usize>();
    let first = content(frames(&outbox).await);
    assert!(first <= WINDOW_BYTES + 4 && first > WINDOW_BYTES - CONTENT_BYTES_MAX);
    outbox.add_credit(send(1, 0).lane(), WINDOW_BYTES / 2);
    let second = content(frames(&outbox).await);
    assert!(
        second <= WINDOW_BYTES / 2 + CONTENT_BYTES_MAX
            && second > WINDOW_BYTES / 2 - CONTENT_BYTES_MAX
    );
}

#[tokio::test]
async fn one_large_message_is_under_way_at_a_time() {
    let outbox = Outbox::new(&Limits::default());
    let (one, other) = two_lanes();
    for from in [one, other] {
        assert!(outbox.push(send(from, 2 * WINDOW_BYTES)).is_ok());
    }
    let lanes: std::collections::BTreeSet<usize> =
        frames(&outbox).await.iter().map(|frame| frame.1).collect();
    assert_eq!(lanes.len(), 1);
}

#[tokio::test]
async fn a_full_lane_refuses_processes_only_and_drains_once() {
    let outbox = Outbox::new(&Limits {
        lane_high_bytes: 1000,
        lane_low_bytes: 500,
        ..Limits::default()
    });
    assert!(outbox.push(send(1, 2000)).is_ok());
    assert!(matches!(outbox.push(send(1, 1)), Err(PushError::Full(_))));
    assert!(
        outbox
            .push(Signal::Exit {
                from: 1,
                to: 2,
                reason: vec![0; 100]
            })
            .is_ok()
    );
    let (_, other) = two_lanes();
    assert!(outbox.push(send(other, 1)).is_ok(), "other lanes have room");
    let mut buffer = Vec::new();
    assert!(outbox.fill(&mut buffer, 1 << 20).drained);
    assert!(!outbox.fill(&mut buffer, 1 << 20).drained);
    assert!(outbox.push(send(1, 1)).is_ok());
}

// Signals that cannot wait are taken up to their bound, of which `crowd` tells the quarters, and no
// more; what has left gives its room back.
#[tokio::test]
async fn what_cannot_wait_is_taken_up_to_its_bound() {
    let exit = |bytes: usize| Signal::Exit {
        from: 1,
        to: 2,
        reason: vec![0; bytes],
    };
    for bound in [10_000, 100_000] {
        let outbox = Outbox::new(&Limits {
            outbox_bytes: bound,
            ..Limits::default()
        });
        assert_eq!(outbox.crowd(), 0);
        // Messages of processes, which can wait, do not count.
        assert!(outbox.push(send(1, 3000)).is_ok());
        assert_eq!(outbox.crowd(), 0);
        let size = bound / 100;
        let mut quarters = Vec::new();
        while outbox.push(exit(size)).is_ok() {
            quarters.push(outbox.crowd());
        }
        assert!(matches!(
            outbox.push(exit(size)),
            Err(PushError::Overloaded(_))
        ));
        assert!(outbox.push(send(1, 1)).is_ok());
        // Each costs something beside its content.
        assert!((50..=100).contains(&quarters.len()), "{}", quarters.len());
        for (index, &quarter) in quarters.iter().enumerate() {
            let expected = 4 * (index + 1) / quarters.len();
            assert!(quarter.abs_diff(expected) <= 1, "{index}: {quarter}");
        }
        assert!(quarters.is_sorted());
        assert_eq!((quarters[0], quarters.last()), (0, Some(&4)));
        let mut buffer = Vec::new();
        outbox.fill(&mut buffer, 1 << 20);
        assert_eq!(outbox.crowd(), 0);
        assert!(outbox.push(exit(size)).is_ok());
    }
}

#[tokio::test]
async fn goodbye_comes_last() {
    let outbox = Outbox::new(&Limits::default());
    assert!(outbox.push(send(1, 100)).is_ok());
    outbox.finish(Code::STOPPED, "enough");
    assert!(matches!(outbox.push(send(1, 1)), Err(PushError::Closed(_))));
    let frames = frames(&outbox).await;
    let kinds: Vec<FrameKind> = frames.iter().map(|frame| frame.0).collect();
    assert_eq!(kinds, [FrameKind::Whole, FrameKind::Goodbye]);
    assert!(outbox.fill(&mut Vec::new(), 1).finished);
}

#[tokio::test]
async fn absorbed_messages_come_after_the_own_ones() {
    let (first, second) = (
        Outbox::new(&Limits::default()),
        Outbox::new(&Limits::default()),
    );
    assert!(first.push(send(1, 1)).is_ok());
    assert!(second.push(send(1, 2)).is_ok());
    first.absorb(&second);
    let lengths: Vec<usize> = frames(&first).await.iter().map(|frame| frame.2).collect();
    assert_eq!(lengths.len(), 2);
    assert!(lengths[0] < lengths[1]);
    assert!(matches!(second.push(send(1, 1)), Err(PushError::Closed(_))));
}

#[tokio::test]
async fn less_of_bulk_is_under_way_to_a_near_peer() {
    for (microseconds, least, most) in [(50, 150 << 10, 200 << 10), (5000, 1000 << 10, 1 << 20)] {
        let outbox = Outbox::new(&Limits::default());
        outbox.begin(true);
        outbox.note_round_trip(Duration::from_micros(microseconds));
        outbox.note_round_trip(Duration::from_secs(1));
        assert!(outbox.push(send(1, 3 * WINDOW_BYTES)).is_ok());
        let sum = |frames: Vec<(FrameKind, usize, usize)>| -> usize {
            frames.iter().map(|frame| frame.2).sum()
        };
        let sent = sum(frames(&outbox).await);
        assert!((least..=most).contains(&sent), "{sent}");
        // What the peer gives back lets as much more leave.
        outbox.add_credit(BULK_LANE, BULK_STEP_BYTES);
        let more = sum(frames(&outbox).await);
        assert!(more + CONTENT_BYTES_MAX > BULK_STEP_BYTES, "{more}");
    }
}

#[tokio::test]
async fn what_waits_for_a_connection_is_bulk_once_the_peer_is_known() {
    for has_bulk_lane in [true, false] {
        let (outbox, dialled) = (
            Outbox::new(&Limits::default()),
            Outbox::new(&Limits::default()),
        );
        assert!(outbox.push(send(1, 2 << 20)).is_ok());
        assert!(dialled.push(send(1, 10)).is_ok());
        assert!(dialled.push(send(1, 2 << 20)).is_ok());
        assert!(matches!(dialled.push(send(1, 10)), Err(PushError::Full(_))));
        outbox.absorb(&dialled);
        outbox.begin(has_bulk_lane);
        let lanes: std::collections::BTreeSet<usize> =
            frames(&outbox).await.iter().map(|frame| frame.1).collect();
        let expected = match has_bulk_lane {
            true => BULK_LANE,
            false => send(1, 0).lane(),
        };
        assert!(lanes.into_iter().eq([expected]));
        let mut drained = false;
        for _ in 0..20 {
            outbox.add_credit(expected, WINDOW_BYTES);
            drained |= outbox.fill(&mut Vec::new(), 1 << 20).drained;
        }
        assert!(drained);
        outbox.assert_empty();
    }
}
