//! What is counted of connections and fetches: each number is that of what happened, and what is over leaves nothing.

use super::*;
use crate::charge::Charge;

fn hash(number: u8) -> UnitHash {
    UnitHash([number; 32])
}

fn status(node: &Node) -> PeerStatus {
    let [status] = &node.peer_statuses()[..] else {
        panic!("it has met one other node");
    };
    status.clone()
}

fn live(node: &Node) -> LiveStatus {
    status(node).live.expect("there is a connection")
}

/// What is sent is written soon, and nothing is measured meanwhile.
async fn settle() {
    tokio::time::sleep(Duration::from_millis(100)).await;
}

#[tokio::test(start_paused = true)]
async fn what_went_over_a_connection_is_told_at_both_ends() {
    let network = MemoryNetwork::new();
    let quiet = |config: &mut Config| config.measures_round_trips = false;
    let (one, at_one) = memory_node_with(&network, 1, quiet).await;
    let (other, at_other) = memory_node_with(&network, 2, quiet).await;
    let unit: Arc<[u8]> = vec![7; 10_000].into();
    at_other.units.lock().unwrap().insert(hash(1), unit);
    let peer = one.connected(other.address()).await.unwrap();
    at_other.wait_here(1, up).await;
    let (before_one, before_other) = (status(&one), status(&other));
    assert_eq!((before_one.signals_out, before_one.signals_in), (0, 0));
    for number in 0..20 {
        one.send(peer, numbered(number % 3, number)).unwrap();
    }
    at_other.wait_here(20, signal).await;
    settle().await;
    assert_eq!((status(&one).signals_out, status(&one).signals_in), (20, 0));
    assert_eq!(
        (status(&other).signals_out, status(&other).signals_in),
        (0, 20)
    );

    // Two units are asked for, and one of them is there.
    let missing = one.fetch_units(peer, vec![hash(1), hash(2)]).await;
    assert_eq!(missing, Err(FetchError::Missing(vec![hash(2)])));
    settle().await;
    let (at, there) = (status(&one), status(&other));
    assert_eq!((at.units_in, at.units_out), (1, 0));
    assert_eq!((there.units_in, there.units_out), (0, 1));
    // Requests and answers are signals, too.
    assert_eq!((at.signals_out, there.signals_in), (21, 21));
    assert_eq!((there.signals_out, at.signals_in), (2, 2));
    // What one end has written, the other one has read.
    assert_eq!(
        at.bytes_out - before_one.bytes_out,
        there.bytes_in - before_other.bytes_in
    );
    assert_eq!(
        there.bytes_out - before_other.bytes_out,
        at.bytes_in - before_one.bytes_in
    );
    assert!(there.bytes_out - before_other.bytes_out > 10_000);

    // Nothing waits, all credit is there, and nothing was measured.
    for node in [&one, &other] {
        let live = live(node);
        let queued = live.queued;
        assert_eq!((queued.bytes, queued.signals), (0, 0));
        assert_eq!(
            (queued.lanes_without_credit, live.undelivered_bytes),
            (0, 0)
        );
        assert!(queued.least_credit > 0);
        assert_eq!((live.round_trip, live.version), (None, PROTOCOL.newest));
        let status = status(node);
        assert_eq!((status.connections, status.is_connected), (1, true));
        assert_eq!(status.last_reason, None);
    }
    assert_eq!(live(&one).node, other.id());
    drop(other);
    at_one.wait_here(1, down).await;
    settle().await;
    let after = status(&one);
    assert_eq!((after.connections, after.is_connected), (1, false));
    assert!(after.last_reason.is_some() && after.live.is_none());
    assert!(after.since < Duration::from_secs(1), "{after:?}");
}

#[tokio::test(start_paused = true)]
async fn a_ping_that_is_not_answered_is_not_repeated_and_only_its_answer_counts() {
    let network = MemoryNetwork::new();
    let (node, recorder) = memory_node(&network, 9).await;
    let mut stranger = Stranger::dial(&network, 1, "node9:1").await;
    stranger.greet().await;
    recorder.wait_here(1, up).await;
    let beat = Duration::from_secs(1);
    // Its pongs answer nothing, and so are those of the owner of the node.
    for id in 0..6 {
        tokio::time::sleep(beat).await;
        stranger.send_signals(&[Signal::Pong { id }]).await;
    }
    recorder.wait_here(6, signal).await;
    assert_eq!(live(&node).round_trip, None);
    let pings = pings(&mut stranger).await;
    assert_eq!(pings.len(), 1, "{pings:?}");
    stranger
        .send_signals(&[Signal::Pong { id: pings[0] }])
        .await;
    settle().await;
    // It left with the first heartbeat.
    let time = live(&node).round_trip.unwrap();
    assert!((5 * beat..=6 * beat + beat / 2).contains(&time), "{time:?}");
    assert_eq!(recorder.find(signal).len(), 6);
    // The same answer again is nobody's.
    stranger
        .send_signals(&[Signal::Pong { id: pings[0] }])
        .await;
    recorder.wait_here(7, signal).await;
}

/// The ids of all pings that have come to the stranger.
async fn pings(stranger: &mut Stranger) -> Vec<u64> {
    let mut frames = FrameReader::new(&mut stranger.connected.reader);
    let mut found = Vec::new();
    let soon = Duration::from_millis(50);
    while let Ok(Ok(_)) = tokio::time::timeout(soon, frames.fill()).await {
        while let Some(frame) = frames.next().unwrap() {
            if frame.kind == FrameKind::Whole
                && let Ok(Decoded::Known(Signal::Ping { id })) = Signal::decode(frame.content)
            {
                found.push(id);
            }
        }
    }
    found
}

#[tokio::test(start_paused = true)]
async fn a_peer_can_have_dropped_no_more_than_it_was_sent() {
    let network = MemoryNetwork::new();
    let quiet = |config: &mut Config| config.measures_round_trips = false;
    let (node, recorder) = memory_node_with(&network, 9, quiet).await;
    let mut stranger = Stranger::dial(&network, 1, "node9:1").await;
    stranger.greet().await;
    let (peer, _) = recorder.wait_here(1, up).await[0];
    let dropped = Signal::Undelivered {
        to: 3,
        from: 1,
        name: String::new(),
        why: "no room".into(),
    };
    stranger.send_signals(std::slice::from_ref(&dropped)).await;
    settle().await;
    assert_eq!(recorder.find(signal), []);
    for number in 0..4 {
        node.send(peer, numbered(3, number)).unwrap();
    }
    settle().await;
    // One was claimed too early; three more are left of four.
    let ten = [(); 10].map(|()| dropped.clone());
    stranger.send_signals(&ten).await;
    settle().await;
    assert_eq!(recorder.find(signal), [(); 3].map(|()| dropped.clone()));
}

#[tokio::test(start_paused = true)]
async fn a_fetch_leaves_nothing_however_it_ends() {
    let network = MemoryNetwork::new();
    let (node, recorder) = memory_node_with(&network, 9, |config| {
        config.limits.unit_bytes = 100_000;
        config.times.fetch_limit = Duration::from_secs(2);
    })
    .await;
    let waiting = || node.waiting_units();
    let (other, at_other) = memory_node(&network, 2).await;
    for (number, bytes) in [(1, 50_000), (2, 50_000), (3, 1)] {
        let unit: Arc<[u8]> = vec![number; bytes].into();
        at_other.units.lock().unwrap().insert(hash(number), unit);
    }
    let peer = node.connected(other.address()).await.unwrap();
    let fetch =
        |numbers: &[u8]| node.fetch_units(peer, numbers.iter().copied().map(hash).collect());
    // As much as may come, and one byte more.
    assert_eq!(fetch(&[1, 2]).await.unwrap().len(), 2);
    assert_eq!(waiting(), 0);
    assert_eq!(fetch(&[1, 2, 3]).await, Err(FetchError::TooLarge(100_001)));
    settle().await;
    assert_eq!(waiting(), 0);
    // A unit that is asked for twice counts once.
    assert_eq!(fetch(&[1, 1, 1]).await.unwrap().len(), 3);
    assert_eq!(fetch(&[9]).await, Err(FetchError::Missing(vec![hash(9)])));
    assert_eq!(waiting(), 0);

    // Nobody answers; the second one to wait gives up later.
    let mut stranger = Stranger::dial(&network, 1, "node9:1").await;
    stranger.greet().await;
    let (silent, _) = recorder.wait_here(2, up).await[1];
    let first = node.fetch_units(silent, vec![hash(1), hash(2)]);
    tokio::time::sleep(Duration::from_secs(1)).await;
    let second = node.fetch_units(silent, vec![hash(2)]);
    settle().await;
    assert_eq!(waiting(), 2);
    assert_eq!(first.await, Err(FetchError::TimedOut));
    assert_eq!(waiting(), 1);
    assert_eq!(second.await, Err(FetchError::TimedOut));
    assert_eq!(waiting(), 0);
    // Its connection is lost, which ends those that wait for it, and no others.
    let lost = node.fetch_units(silent, vec![hash(1)]);
    drop(stranger);
    assert!(matches!(lost.await, Err(FetchError::Unreachable(_))));
    assert_eq!(waiting(), 0);
    assert_eq!(fetch(&[3]).await.unwrap().len(), 1);
}

#[test]
fn a_charge_counts_its_bytes_once_and_gives_them_back() {
    static COUNTED: AtomicIsize = AtomicIsize::new(0);
    let budget = Budget {
        count: |bytes| {
            COUNTED.fetch_add(bytes, Ordering::Relaxed);
        },
        room: || usize::MAX,
    };
    let counted = || COUNTED.load(Ordering::Relaxed);
    let mut charge = Charge::of(budget, 100);
    let other = Charge::of(budget, 7);
    assert_eq!(counted(), 107);
    for bytes in [100, 250, 30, 30, 0, 12] {
        charge.set(bytes);
        assert_eq!(counted(), bytes as isize + 7);
    }
    drop(charge);
    assert_eq!(counted(), 7);
    drop(other);
    assert_eq!(counted(), 0);
}
