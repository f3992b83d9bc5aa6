//! Back-pressure: a slow receiver makes senders wait, and nobody else.

use super::*;

fn slow(number: usize) -> Signal {
    Signal::Send {
        to: 0,
        from: Some(1),
        payload: vec![number as u8; 64 << 10],
    }
}

#[tokio::test(start_paused = true)]
async fn a_slow_receiver_fills_the_lane_and_draining_reopens_it() {
    let network = MemoryNetwork::new();
    let (one, at_one) = memory_node(&network, 1).await;
    let (other, at_other) = memory_node(&network, 2).await;
    let peer = one.connected(other.address()).await.unwrap();
    let mut sent = 0;
    let mut waits = 0;
    // Both ends have bounded room, so a stalled receiver must soon stop the sender.
    while waits < 100 {
        match one.send(peer, slow(sent)) {
            Ok(_) => sent += 1,
            Err(SendError::Full(_)) => {
                waits += 1;
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            Err(error) => panic!("{error}"),
        }
        assert!(sent < 200, "nothing stopped the sender");
    }
    assert!(
        at_one
            .find(|event| matches!(event, Event::Drained(_)).then_some(()))
            .len()
            <= waits
    );

    // Others go on: another lane, code, and the connection itself.
    let elsewhere = (2..)
        .find(|from| numbered(*from, 0).lane() != slow(0).lane())
        .unwrap();
    one.send(peer, numbered(elsewhere, 77)).unwrap();
    at_other.wait_here(2, signal).await;
    assert_eq!(numbers(&at_other, elsewhere), [77]);
    tokio::time::sleep(Duration::from_secs(20)).await;
    assert!(at_one.find(down).is_empty() && at_other.find(down).is_empty());

    let drained = |event: &Event| matches!(event, Event::Drained(_)).then_some(());
    let before = at_one.find(drained).len();
    assert!(matches!(
        one.send(peer, slow(sent)),
        Err(SendError::Full(_))
    ));
    at_other.open.send_replace(true);
    at_one.wait_here(before + 1, drained).await;
    one.send(peer, slow(sent)).unwrap();
    let received = at_other.wait_here(sent + 2, signal).await;
    let order: Vec<Signal> = received
        .into_iter()
        .filter(|signal| signal.lane() == slow(0).lane())
        .collect();
    assert!(order.into_iter().eq((0..=sent).map(slow)));
}

#[tokio::test(start_paused = true)]
async fn signals_of_the_system_are_queued_even_when_the_lane_is_full() {
    let network = MemoryNetwork::new();
    let (one, _at_one) = memory_node(&network, 1).await;
    let (other, at_other) = memory_node(&network, 2).await;
    let peer = one.connected(other.address()).await.unwrap();
    let mut sent = 0;
    while one.send(peer, slow(0)).is_ok() {
        sent += 1;
    }
    let exit = Signal::Exit {
        from: 1,
        to: 2,
        reason: vec![1],
    };
    one.send(peer, exit.clone()).unwrap();
    at_other.open.send_replace(true);
    assert_eq!(
        at_other.wait_here(sent + 1, signal).await.last(),
        Some(&exit)
    );
}

#[tokio::test(start_paused = true)]
async fn what_waits_for_a_connection_is_bounded() {
    let network = MemoryNetwork::new();
    let (one, at_one) = memory_node(&network, 1).await;
    let mut sent = 0;
    while one.send_to("nowhere:1", slow(0)).is_ok() {
        sent += 1;
        assert!(sent < 100);
    }
    at_one.wait_here(1, unreachable).await;
}

#[tokio::test(start_paused = true)]
async fn two_large_messages_both_arrive() {
    let network = MemoryNetwork::new();
    let (one, _at_one) = memory_node(&network, 1).await;
    let (other, at_other) = memory_node(&network, 2).await;
    let senders: Vec<u64> = (1..=6).collect();
    for from in &senders {
        let large = Signal::Send {
            to: 1,
            from: Some(*from),
            payload: vec![*from as u8; 3 << 20],
        };
        one.send_to(other.address(), large)
            .unwrap_or_else(|error| panic!("{error}"));
    }
    at_other.wait_here(senders.len(), signal).await;
}
