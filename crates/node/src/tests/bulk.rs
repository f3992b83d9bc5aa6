//! The lane for bulk: what large messages do to others, between nodes of different versions, over cuts, and when a peer
//! does with it what it wants.

use super::*;
use crate::frame::{BULK_LANE, CONTENT_BYTES_MAX, LARGE_BYTES, data_lane};
use crate::testing::Random;

fn message(to: u64, from: u64, bytes: usize) -> Signal {
    Signal::Send {
        to,
        from: Some(from),
        payload: vec![from as u8; bytes],
    }
}

/// Two serials of one lane.
fn mates() -> (u64, u64) {
    let other = (6..).find(|&other| data_lane(other) == data_lane(5));
    (5, other.unwrap())
}

fn frame(kind: FrameKind, lane: usize, content: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    put_header(&mut bytes, kind, lane, content.len());
    bytes.extend_from_slice(content);
    bytes
}

/// The first frame of a message, which announces so many bytes.
fn first(lane: usize, length: usize, content: &[u8]) -> Vec<u8> {
    let length = (length as u32).to_le_bytes();
    frame(FrameKind::First, lane, &[&length, content].concat())
}

/// The frames of a message in a lane.
fn frames(lane: usize, message: &[u8]) -> Vec<Vec<u8>> {
    let (begin, rest) = message.split_at(CONTENT_BYTES_MAX - 4);
    let mut frames = vec![first(lane, message.len(), begin)];
    let parts: Vec<&[u8]> = rest.chunks(CONTENT_BYTES_MAX).collect();
    for (index, part) in parts.iter().enumerate() {
        let kind = match index + 1 == parts.len() {
            true => FrameKind::Last,
            false => FrameKind::Middle,
        };
        frames.push(frame(kind, lane, part));
    }
    frames
}

#[tokio::test(start_paused = true)]
async fn a_peer_of_version_5_has_its_large_messages_in_data_lanes() {
    let large = message(1, 5, 3 << 20);
    let network = MemoryNetwork::new();
    let (node, recorder) = memory_node(&network, 9).await;
    let mut stranger = Stranger::dial(&network, 1, "node9:1").await;
    assert_eq!(stranger.greet_as(Versions::only(5)).await, Verdict::Accept);
    let (peer, _) = recorder.wait_here(1, up).await[0];
    assert_eq!(node.peer_info(peer).unwrap().version, 5);
    for part in frames(large.lane(), &large.clone().encode()) {
        stranger.send(&part).await;
    }
    assert!(recorder.wait_here(1, signal).await == [large.clone()]);
    node.send(peer, large.clone()).unwrap();
    let mut reader = FrameReader::new(&mut stranger.connected.reader);
    let mut content = 0;
    while content + CONTENT_BYTES_MAX < LARGE_BYTES {
        reader.fill().await.unwrap();
        while let Some(frame) = reader.next().unwrap() {
            assert_ne!(frame.lane, BULK_LANE);
            if frame.lane == large.lane() {
                content += frame.content.len();
            }
        }
    }
    // It does not know the lane, so it has no business there.
    stranger
        .send(&frame(FrameKind::Credit, BULK_LANE, &[1, 0, 0, 0]))
        .await;
    let lane = BULK_LANE as u8;
    assert_eq!(
        recorder.wait_here(1, down).await[0].2,
        DownReason::Protocol(ProtocolError::UnknownLane { lane })
    );
}

#[tokio::test(start_paused = true)]
async fn bulk_that_no_peer_sends_ends_the_connection() {
    let lane = BULK_LANE as u8;
    let (data, unknown) = (data_lane(5), ProtocolError::UnknownLane { lane });
    let small = message(1, 5, 10).encode();
    let unit = Signal::CodeHave {
        hash: UnitHash([1; 32]),
        unit: Some(vec![0; 2 << 20].into()),
    };
    let begin = first(BULK_LANE, 2 << 20, &message(1, 5, 1000).encode());
    let cases: Vec<(&str, Vec<Vec<u8>>, ProtocolError)> = vec![
        (
            "a whole message",
            vec![frame(FrameKind::Whole, BULK_LANE, &small)],
            unknown.clone(),
        ),
        (
            "one that is not large",
            vec![first(BULK_LANE, LARGE_BYTES, &small)],
            unknown.clone(),
        ),
        (
            "a large one in a data lane",
            vec![first(data, LARGE_BYTES + 1, &small)],
            ProtocolError::UnknownLane { lane: data as u8 },
        ),
        (
            "two at once",
            vec![begin.clone(), begin.clone()],
            ProtocolError::FragmentOutOfPlace { lane },
        ),
        (
            "more than was announced",
            vec![
                begin.clone(),
                frames(BULK_LANE, &[0; 3 << 20])[1..].concat(),
            ],
            ProtocolError::FragmentOutOfPlace { lane },
        ),
        ("code", frames(BULK_LANE, &unit.encode()), unknown.clone()),
        (
            "what is no signal",
            frames(BULK_LANE, &[99; 2 << 20]),
            ProtocolError::UnknownSignal { kind: 99 },
        ),
        (
            "a signal with something behind it",
            frames(BULK_LANE, &[&[3, 1, 1][..], &[0; 2 << 20]].concat()),
            ProtocolError::BadSignal { kind: 3 },
        ),
    ];
    let network = MemoryNetwork::new();
    let (_node, recorder) = memory_node(&network, 9).await;
    for (count, (name, parts, expected)) in cases.into_iter().enumerate() {
        let mut stranger = Stranger::dial(&network, 1, "node9:1").await;
        assert_eq!(stranger.greet().await, Verdict::Accept);
        // The node may close before all is written.
        let _ = write(&mut stranger.connected.writer, &parts.concat()).await;
        let downs = recorder.wait_here(count + 1, down).await;
        assert_eq!(downs[count].2, DownReason::Protocol(expected), "{name}");
    }
    assert!(recorder.find(signal).is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_large_message_that_never_ends_holds_up_nobody_and_is_given_back() {
    static HELD: std::sync::atomic::AtomicIsize = std::sync::atomic::AtomicIsize::new(0);
    let budget = Budget {
        count: |bytes| {
            HELD.fetch_add(bytes, Ordering::Relaxed);
        },
        room: || usize::MAX,
    };
    let network = MemoryNetwork::new();
    let (_node, recorder) =
        memory_node_with(&network, 9, |config| config.limits.budget = budget).await;
    let mut stranger = Stranger::dial(&network, 1, "node9:1").await;
    stranger.greet().await;
    let large = message(1, 5, 4 << 20);
    let mut parts = frames(BULK_LANE, &large.clone().encode());
    let last = parts.pop().unwrap();
    for part in parts {
        stranger.send(&part).await;
    }
    // Also of the process that it comes from, which a node that keeps to the rules does not do.
    let beside = [numbered(5, 1), numbered(mates().1, 2), numbered(7, 3)];
    stranger.send_signals(&beside).await;
    assert_eq!(recorder.wait_here(3, signal).await, beside);
    let held = HELD.load(Ordering::Relaxed);
    assert!(held > 4 << 20 && held < 5 << 20, "{held}");
    // Signals of a process are handled in the order in which they are whole.
    stranger.send(&last).await;
    stranger.send_signals(&[numbered(5, 4)]).await;
    let seen = recorder.wait_here(5, signal).await;
    assert!(seen[3..] == [large.clone(), numbered(5, 4)]);
    stranger.send(&frames(BULK_LANE, &large.encode())[0]).await;
    drop(stranger);
    recorder.wait_here(1, down).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(HELD.load(Ordering::Relaxed), 0);
}

#[tokio::test(start_paused = true)]
async fn bulk_beyond_its_credit_ends_the_connection() {
    let network = MemoryNetwork::new();
    let (_node, recorder) = memory_node_with(&network, 9, |config| {
        config.limits.undelivered_bytes = 1000;
    })
    .await;
    let mut stranger = Stranger::dial(&network, 1, "node9:1").await;
    stranger.greet().await;
    // Its handler waits, so what follows is given no credit; the small ones of others go on.
    for part in frames(BULK_LANE, &message(0, 5, 2 << 20).encode()) {
        stranger.send(&part).await;
    }
    let mut parts = frames(BULK_LANE, &message(1, 7, 2 << 20).encode());
    let beyond = parts.split_off(66);
    stranger.send(&parts[..50].concat()).await;
    stranger.send_signals(&[numbered(mates().1, 2)]).await;
    recorder.wait_here(2, signal).await;
    assert!(recorder.find(down).is_empty());
    let _ = write(&mut stranger.connected.writer, &parts[50..].concat()).await;
    let _ = write(&mut stranger.connected.writer, &beyond.concat()).await;
    let lane = BULK_LANE as u8;
    assert_eq!(
        recorder.wait_here(1, down).await[0].2,
        DownReason::Protocol(ProtocolError::CreditExceeded { lane })
    );
}

/// Small and large messages of processes that share a lane, and of others, both ways, while the connection is cut again
/// and again: what comes of a process is what it has sent, in order and each once, but for an end of what it had sent
/// before each cut.
#[tokio::test(start_paused = true)]
async fn order_holds_for_each_sender_over_cuts() {
    for seed in 1..9 {
        let mut random = Random::new(seed);
        let network = MemoryNetwork::new();
        let (one, _at_one) = memory_node(&network, 1).await;
        let (other, at_other) = memory_node(&network, 2).await;
        let peer = one.connected(other.address()).await.unwrap();
        let senders = [mates().0, mates().1, 7, 8];
        let mut sent: HashMap<u64, Vec<(u64, Epoch)>> = HashMap::new();
        let (mut number, mut large) = (0u64, 0);
        while large < 12 {
            let from = senders[random.below(senders.len())];
            let is_large = random.below(4) == 0;
            let mut payload = number.to_le_bytes().to_vec();
            if is_large {
                payload.resize(LARGE_BYTES + random.below(LARGE_BYTES), 0);
            }
            let to = 1 + random.below(3) as u64;
            let from_it = Some(from);
            match one.send(
                peer,
                Signal::Send {
                    to,
                    from: from_it,
                    payload,
                },
            ) {
                Ok(queued) => {
                    sent.entry(from).or_default().push((number, queued.epoch));
                    number += 1;
                    large += usize::from(is_large);
                }
                Err(SendError::Full(_)) => tokio::time::sleep(Duration::from_millis(1)).await,
                Err(SendError::NotConnected(_)) => {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
                Err(error) => panic!("{error}"),
            }
            match random.below(40) {
                0 => network.cut(one.id(), other.id()),
                1..10 => tokio::task::yield_now().await,
                _ => {}
            }
        }
        tokio::time::sleep(Duration::from_secs(20)).await;
        let mut arrived = 0;
        for (from, sent) in &sent {
            let found = at_other.find(|event| match event {
                Event::Signal(
                    _,
                    Signal::Send {
                        from: Some(its),
                        payload,
                        ..
                    },
                ) if its == from => payload
                    .first_chunk()
                    .map(|bytes| u64::from_le_bytes(*bytes)),
                _ => None,
            });
            arrived += found.len();
            let mut expected = Vec::new();
            for epoch in sent.chunk_by(|(_, left), (_, right)| left == right) {
                let numbers: Vec<u64> = epoch.iter().map(|(number, _)| *number).collect();
                let came = numbers.iter().filter(|number| found.contains(number));
                expected.extend_from_slice(&numbers[..came.count()]);
            }
            assert_eq!(&found, &expected, "of {from}, seed {seed}");
        }
        assert!(arrived > 20, "{arrived} of {number}, seed {seed}");
    }
}
