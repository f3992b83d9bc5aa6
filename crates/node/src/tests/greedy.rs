//! What a peer with a valid certificate can make a node hold for it: little, counted, and given back.

use super::*;

/// A budget of one test: a static count, and the way to it.
macro_rules! counted_budget {
    ($name:ident) => {{
        static $name: AtomicIsize = AtomicIsize::new(0);
        let budget = Budget {
            count: |bytes| {
                $name.fetch_add(bytes, Ordering::Relaxed);
            },
            room: || usize::MAX,
        };
        (&$name, budget)
    }};
}

fn hash(number: u8) -> UnitHash {
    UnitHash([number; 32])
}

/// What a node holds for a connection on which nothing waits.
const IDLE_BYTES: isize = crate::config::CONNECTION_BYTES as isize;

/// Sends heartbeats, and reads nothing, until the node closes the connection.
async fn live_without_reading(stranger: &mut Stranger) {
    let mut beat = Vec::new();
    put_header(&mut beat, FrameKind::Heartbeat, 0, 0);
    while write(&mut stranger.connected.writer, &beat).await.is_ok() {
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

#[tokio::test(start_paused = true)]
async fn code_that_is_wanted_and_not_read_is_not_held() {
    let (counted, budget) = counted_budget!(CODE);
    let network = MemoryNetwork::new();
    let (_node, recorder) =
        memory_node_with(&network, 9, |config| config.limits.budget = budget).await;
    let unit: Arc<[u8]> = vec![7; 4 << 20].into();
    recorder.units.lock().unwrap().insert(hash(1), unit);
    let mut stranger = Stranger::dial(&network, 1, "node9:1").await;
    stranger.greet().await;
    // Eight kilobytes ask for a gigabyte.
    let hashes = vec![hash(1); WANTED_MAX];
    stranger.send_signals(&[Signal::CodeWant { hashes }]).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(recorder.units_read.load(Ordering::Relaxed), 1);
    let held = counted.load(Ordering::Relaxed);
    assert!(held < IDLE_BYTES + (5 << 20), "{held}");
    drop(stranger);
    recorder.wait_here(1, down).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(counted.load(Ordering::Relaxed), 0);
}

#[tokio::test(start_paused = true)]
async fn all_code_that_is_wanted_comes_to_one_that_reads() {
    let network = MemoryNetwork::new();
    let (node, recorder) = memory_node(&network, 9).await;
    let (other, _) = memory_node(&network, 1).await;
    let hashes: Vec<UnitHash> = (0..200).map(hash).collect();
    for &hash in &hashes {
        let unit: Arc<[u8]> = vec![hash.0[0]; 100_000].into();
        recorder.units.lock().unwrap().insert(hash, unit);
    }
    let peer = other.connected(node.address()).await.unwrap();
    let units = other.fetch_units(peer, hashes).await.unwrap();
    assert!(
        units
            .iter()
            .zip(0..)
            .all(|(unit, number)| unit[0] == number)
    );
}

#[tokio::test(start_paused = true)]
async fn who_wants_more_code_than_it_takes_is_told_to_go() {
    let network = MemoryNetwork::new();
    let (_node, recorder) = memory_node(&network, 9).await;
    let unit: Arc<[u8]> = vec![7; 1 << 20].into();
    recorder.units.lock().unwrap().insert(hash(1), unit);
    let mut stranger = Stranger::dial(&network, 1, "node9:1").await;
    stranger.greet().await;
    let hashes = vec![hash(1); WANTED_MAX];
    stranger
        .send_signals(&vec![Signal::CodeWant { hashes }; 20])
        .await;
    assert_eq!(
        recorder.wait_here(1, down).await[0].2,
        DownReason::Protocol(ProtocolError::TooManyRequests)
    );
}

#[tokio::test(start_paused = true)]
async fn who_lives_and_never_reads_loses_its_connection() {
    let (counted, budget) = counted_budget!(STALLED);
    let network = MemoryNetwork::new();
    let (node, recorder) =
        memory_node_with(&network, 9, |config| config.limits.budget = budget).await;
    let mut stranger = Stranger::dial(&network, 1, "node9:1").await;
    stranger.greet().await;
    let (peer, _) = recorder.wait_here(1, up).await[0];
    // Answers that it does not read, in all lanes.
    for from in 0..50 {
        let answer = Signal::Send {
            to: 1,
            from: Some(from),
            payload: vec![0; 1 << 20],
        };
        let _ = node.send(peer, answer);
    }
    assert!(counted.load(Ordering::Relaxed) > 8 << 20);
    live_without_reading(&mut stranger).await;
    let (_, _, reason) = recorder.wait_here(1, down).await.remove(0);
    assert!(matches!(reason, DownReason::Stalled { .. }), "{reason}");
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(counted.load(Ordering::Relaxed), 0);
}

#[tokio::test(start_paused = true)]
async fn signals_that_cannot_wait_are_bounded() {
    let (counted, budget) = counted_budget!(EXITS);
    let network = MemoryNetwork::new();
    let (node, recorder) = memory_node_with(&network, 9, |config| {
        config.limits = Limits::within(Some(100 << 20), budget);
    })
    .await;
    let mut stranger = Stranger::dial(&network, 1, "node9:1").await;
    stranger.greet().await;
    let (peer, _) = recorder.wait_here(1, up).await[0];
    let mut most = 0;
    while recorder.find(down).is_empty() {
        for _ in 0..1000 {
            let exit = Signal::Exit {
                from: 1,
                to: 2,
                reason: vec![1; 100],
            };
            let _ = node.send(peer, exit);
        }
        most = most.max(counted.load(Ordering::Relaxed));
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    assert_eq!(recorder.find(down)[0].2, DownReason::Overloaded);
    assert!(most < IDLE_BYTES + (5 << 20), "{most}");
    drop(stranger);
}

#[tokio::test(start_paused = true)]
async fn messages_of_processes_wait_when_all_lanes_hold_much() {
    let network = MemoryNetwork::new();
    let (one, _at_one) = memory_node_with(&network, 1, |config| {
        config.limits.waiting_bytes = 2 << 20;
    })
    .await;
    let mut sent = 0;
    for from in 0..100 {
        let large = Signal::Send {
            to: 1,
            from: Some(from),
            payload: vec![0; 1 << 19],
        };
        match one.send_to("nowhere:1", large) {
            Ok(_) => sent += 1,
            Err(SendError::Full(_)) => {}
            Err(error) => panic!("{error}"),
        }
    }
    // Those of one lane at a time go on, so nobody waits for ever.
    assert!((4..=12).contains(&sent), "{sent}");
}

#[tokio::test(start_paused = true)]
async fn a_flood_of_signals_that_nobody_knows_makes_few_lines() {
    let network = MemoryNetwork::new();
    let (_node, recorder) = memory_node(&network, 9).await;
    let mut stranger = Stranger::dial(&network, 1, "node9:1").await;
    stranger.greet().await;
    let known = numbered(3, 4);
    let mut frames = Vec::new();
    for _ in 0..50_000 {
        put_header(&mut frames, FrameKind::Whole, known.lane(), 1);
        frames.push(200);
    }
    stranger.send(&frames).await;
    stranger.send_signals(std::slice::from_ref(&known)).await;
    assert_eq!(recorder.wait_here(1, signal).await, [known]);
    tokio::time::sleep(crate::notices::PERIOD).await;
    let lines = recorder.find(|event| match event {
        Event::Other(text) => Some(text.clone()),
        _ => None,
    });
    let about: Vec<&String> = lines.iter().filter(|line| line.contains("200")).collect();
    assert_eq!(about.len(), 20, "{lines:?}");
    assert!(
        lines.iter().any(|line| line.starts_with("49980 more")),
        "{lines:?}"
    );
}

/// Each of a thousand has a name of its own, and greets as far as that is known.
#[tokio::test(start_paused = true)]
async fn greetings_that_come_to_nothing_leave_nothing() {
    let network = MemoryNetwork::new();
    let (node, _recorder) = memory_node(&network, 1).await;
    for incarnation in 0..1000 {
        // It is the arbiter, and never decides.
        let mut stranger = Stranger::dial(&network, 9, "node1:1").await;
        let hello = Hello {
            incarnation,
            ..stranger.hello()
        };
        stranger.send(&hello.encode()).await;
        Hello::read(&mut stranger.connected.reader).await.unwrap();
    }
    tokio::time::sleep(Duration::from_secs(10)).await;
    assert_eq!(node.known_peers(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_peer_that_is_forgotten_goes_with_its_connection() {
    let network = MemoryNetwork::new();
    let (node, recorder) = memory_node(&network, 9).await;
    for round in 1..=100 {
        let (other, _) = memory_node(&network, 1).await;
        other.send_to(node.address(), numbered(1, 1)).unwrap();
        let (peer, _) = recorder.wait_here(round, up).await[round - 1];
        node.forget(peer);
        assert!(node.peer_info(peer).is_some(), "it has a connection");
        drop(other);
        recorder.wait_here(round, down).await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert!(node.peer_info(peer).is_none());
    }
    assert_eq!(node.known_peers(), 0);
    // Who was heard of stays until it is forgotten.
    let known = node.introduce(NodeId([4; 16]), 7, "somewhere:1");
    assert_eq!(node.known_peers(), 1);
    node.forget(known);
    assert_eq!(node.known_peers(), 0);
}

#[tokio::test(start_paused = true)]
async fn who_is_dismissed_is_told_why() {
    let network = MemoryNetwork::new();
    let (node, recorder) = memory_node(&network, 9).await;
    let mut stranger = Stranger::dial(&network, 1, "node9:1").await;
    stranger.greet().await;
    let (peer, _) = recorder.wait_here(1, up).await[0];
    node.disconnect(peer, "there is no room");
    let words = (Code::DISMISSED, "there is no room".to_owned());
    assert_eq!(stranger.goodbye().await, words);
    assert_eq!(
        recorder.wait_here(1, down).await[0].2,
        DownReason::Dismissed(Code::DISMISSED, "there is no room".into())
    );
}
