//! Exchange of units.

use super::*;

fn hash(number: u8) -> UnitHash {
    UnitHash([number; 32])
}

fn give(recorder: &Recorder, number: u8, bytes: usize) -> Arc<[u8]> {
    let unit: Arc<[u8]> = vec![number; bytes].into();
    recorder
        .units
        .lock()
        .unwrap()
        .insert(hash(number), Arc::clone(&unit));
    unit
}

#[tokio::test(start_paused = true)]
async fn units_come_in_the_order_asked_for() {
    let network = MemoryNetwork::new();
    let (one, _at_one) = memory_node(&network, 1).await;
    let (other, at_other) = memory_node(&network, 2).await;
    let (small, large) = (give(&at_other, 1, 10), give(&at_other, 2, 3 << 20));
    let peer = one.connected(other.address()).await.unwrap();
    let hashes = vec![hash(2), hash(1), hash(2)];
    let again = one.fetch_units(peer, hashes.clone());
    let expected = Ok(vec![Arc::clone(&large), small, large]);
    assert_eq!(one.fetch_units(peer, hashes).await, expected);
    assert_eq!(again.await, expected);
    assert_eq!(one.fetch_units(peer, vec![]).await, Ok(vec![]));
}

#[tokio::test(start_paused = true)]
async fn more_units_than_fit_in_one_request_all_come() {
    let network = MemoryNetwork::new();
    let (one, _at_one) = memory_node(&network, 1).await;
    let (other, at_other) = memory_node(&network, 2).await;
    let hashes: Vec<UnitHash> = (0..1000u32)
        .map(|number| {
            let mut hash = [0; 32];
            hash[..4].copy_from_slice(&number.to_le_bytes());
            at_other
                .units
                .lock()
                .unwrap()
                .insert(UnitHash(hash), number.to_le_bytes()[..].into());
            UnitHash(hash)
        })
        .collect();
    let peer = one.connected(other.address()).await.unwrap();
    assert_eq!(one.fetch_units(peer, hashes).await.unwrap().len(), 1000);
}

#[tokio::test(start_paused = true)]
async fn missing_units_are_named() {
    let network = MemoryNetwork::new();
    let (one, _at_one) = memory_node(&network, 1).await;
    let (other, at_other) = memory_node(&network, 2).await;
    give(&at_other, 1, 10);
    let peer = one.connected(other.address()).await.unwrap();
    let result = one.fetch_units(peer, vec![hash(1), hash(2), hash(3)]).await;
    assert_eq!(result, Err(FetchError::Missing(vec![hash(2), hash(3)])));
}

#[tokio::test(start_paused = true)]
async fn code_comes_while_a_lane_waits_for_it() {
    let network = MemoryNetwork::new();
    let (one, at_one) = memory_node(&network, 1).await;
    let (other, at_other) = memory_node(&network, 2).await;
    give(&at_one, 1, 100_000);
    one.send_to(
        other.address(),
        Signal::Send {
            to: 0,
            from: Some(1),
            payload: vec![],
        },
    )
    .unwrap();
    at_other.wait_here(1, signal).await;
    let (peer, _) = at_other.find(up)[0];
    assert_eq!(
        other.fetch_units(peer, vec![hash(1)]).await.unwrap()[0].len(),
        100_000
    );
}

#[tokio::test(start_paused = true)]
async fn a_fetch_ends_when_the_peer_says_nothing_or_is_lost() {
    let network = MemoryNetwork::new();
    let (node, recorder) = memory_node(&network, 9).await;
    let mut stranger = Stranger::dial(&network, 1, "node9:1").await;
    stranger.greet().await;
    let (peer, _) = recorder.wait_here(1, up).await[0];
    // It never answers, and after four heartbeats it is down.
    assert!(matches!(
        node.fetch_units(peer, vec![hash(1)]).await,
        Err(FetchError::Unreachable(_))
    ));
    // Nobody listens at the address it told.
    assert!(matches!(
        node.fetch_units(peer, vec![hash(1)]).await,
        Err(FetchError::Unreachable(_))
    ));
}

#[tokio::test(start_paused = true)]
async fn units_that_are_too_large_together_are_refused() {
    let network = MemoryNetwork::new();
    let (one, _) = memory_node_with(&network, 1, |config| {
        config.limits.unit_bytes = 5 << 20;
    })
    .await;
    let (other, at_other) = memory_node(&network, 2).await;
    let hashes: Vec<UnitHash> = (0..4).map(hash).collect();
    for number in 0..4 {
        give(&at_other, number, 2 << 20);
    }
    let peer = one.connected(other.address()).await.unwrap();
    let result = one.fetch_units(peer, hashes).await;
    assert_eq!(result, Err(FetchError::TooLarge(6 << 20)));
    assert!(one.fetch_units(peer, vec![hash(1), hash(2)]).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_fetch_has_a_time_limit() {
    let network = MemoryNetwork::new();
    let (node, recorder) = memory_node_with(&network, 9, |config| {
        config.times.fetch_limit = Duration::from_secs(2);
    })
    .await;
    let mut stranger = Stranger::dial(&network, 1, "node9:1").await;
    stranger.greet().await;
    let (peer, _) = recorder.wait_here(1, up).await[0];
    assert_eq!(
        node.fetch_units(peer, vec![hash(1)]).await,
        Err(FetchError::TimedOut)
    );
}

#[tokio::test(start_paused = true)]
async fn a_fetch_that_cannot_be_sent_leaves_nothing_behind() {
    let network = MemoryNetwork::new();
    let (node, recorder) = memory_node(&network, 1).await;
    let (other, _) = memory_node(&network, 2).await;
    let gone = node.introduce(other.id(), other.incarnation() ^ 1, other.address());
    node.send(gone, numbered(1, 1)).unwrap();
    recorder.wait_here(1, unreachable).await;
    assert!(matches!(
        node.fetch_units(gone, vec![hash(1)]).await,
        Err(FetchError::Unreachable(_))
    ));
    assert_eq!(node.waiting_units(), 0);
}
